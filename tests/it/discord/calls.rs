//! Invitations stand once, and follow their answers however much was said since.

use std::time::Duration;

use fake_discord::{FakeDiscord, Fault, User};
use rondel::{host::Clock, matchplay::Moment};
use serde_json::json;

use super::{Scene, has_button, inside::Parts, match_of};
use crate::said::{said, says};

/// Counts the notifications of the three players.
fn notified(scene: &Scene) -> [usize; 3] {
    let players = scene.players.each_ref();
    players.map(|user| user.notifications().len())
}

/// A table that has changed by the time the outbox looks is known again, and nobody is invited twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_stands_once_however_soon_the_seats_are_taken() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let direct = [("questions", json!("direct"))];
    ben.slash(&scene.channel, "settings", &direct).await;
    // The outbox cannot call anybody yet.
    let calls = format!("POST /channels/{}/messages", scene.channel.id());
    scene.discord.fail_next(&calls, Fault::Status(500, 0));
    let invited = super::inviting(&[ben, cy]);
    let opened = ann.slash(&scene.channel, "play", &invited).await;
    let id = match_of(&opened.buttons());
    let table = opened.message.expect("a table");
    cy.press(table, &format!("rd1:{id}:0:join:black")).await;
    scene.called(ben, 1).await;
    // He is written to, and she has sat down before anybody could call her.
    assert_eq!(notified(&scene), [0, 1, 0]);
    assert_eq!(scene.channel.messages().len(), 1);
    scene.assert_sound();
}

/// An invitation far up follows too: where it is pressed on the message is known, and it is looked for where
/// somebody was invited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_under_many_words_follows_its_answers() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let began = 1_800_000_000_000;
    let (parts, clock) = Parts::driven(&scene.discord, Moment(began));
    scene.discord.set_time(began as u64);
    let _bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let talk = |place: &fake_discord::Channel, who: &User| {
        for number in 0..30 {
            who.say(place, &format!("word {number}"));
        }
    };
    for way in [
        "accepts",
        "declines",
        "is invited later and types",
        "accepts directly",
        "presses in vain",
    ] {
        let channel = scene.guild.channel("round");
        let wants = ["mention", "direct"][usize::from(way == "accepts directly")];
        ben.slash(&channel, "settings", &[("questions", json!(wants))])
            .await;
        let later = way == "is invited later and types";
        if !later {
            talk(&channel, cy);
        }
        let mut options = vec![("seat", json!("white"))];
        options.push(if later {
            ("computers", json!(0))
        } else {
            ("player2", json!(ben.id()))
        });
        let opened = ann.slash(&channel, "play", &options).await;
        let (page, id) = (
            opened.message.expect("a table"),
            match_of(&opened.buttons()),
        );
        if later {
            talk(&channel, cy);
            let hour = Duration::from_secs(3_600);
            clock.advance(hour);
            scene.discord.set_time(clock.now().0 as u64);
            ann.menu(&channel, &said("person-play", &[]), ben).await;
        }
        let [accept, decline] = ["join", "leave"].map(|word| format!("rd1:{id}:0:do:{word}"));
        let at = if way == "accepts directly" {
            ben.direct()
        } else {
            channel.clone()
        };
        let call = scene.posted(&at, |one| one.had_button(&accept)).await.id;
        talk(&channel, cy);
        if at.id() != channel.id() {
            talk(&at, ben);
        }
        let joins = [("match", json!(id))];
        let stands = match way {
            "declines" => {
                ben.press(call, &decline).await;
                "invitation-answered"
            }
            "is invited later and types" => {
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                talk(&channel, cy);
                ben.slash(&channel, "join", &joins).await;
                "table-begun"
            }
            "presses in vain" => {
                ben.slash(&channel, "join", &joins).await;
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                scene.housed(&channel, id).await;
                scene.stands(call, |one| has_button(one, &accept)).await;
                let refused = ben.press(call, &accept).await;
                assert!(refused.ephemeral, "{}", refused.content);
                "table-begun"
            }
            _ => {
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                ben.press(call, &accept).await;
                "table-begun"
            }
        };
        // Of a direct message the buttons alone go.
        let is_direct = at.id() != channel.id();
        let ended = scene.stands(call, |one| {
            one.buttons().is_empty() && (is_direct || says(&one.content, stands, &[]))
        });
        ended.await;
    }
    scene.assert_sound();
}

//! Rulesets in Discord: which there are, the two seats of a duel, and the button of a claim: pressed, by the wrong
//! player, late, and forged.

use std::fs;

use fake_discord::{Answer, Channel, FakeDiscord, Message, User};
use rondel::rules::Color;
use serde_json::{Value, json};

use super::Scene;
use crate::said::{army, assert_says, said};

/// The longest text of a message.
const LONGEST: usize = 2_000;

impl Scene {
    /// A match under a ruleset; its thread and its name.
    async fn play_under(&self, ruleset: &str) -> (Channel, String) {
        let table = self.seat_by(ruleset, &self.channel, &self.players).await;
        (table.thread, table.id)
    }
}

/// A command that everybody sees the answer to.
async fn does(who: &User, place: &Channel, command: &str, options: &[(&str, Value)]) -> Answer {
    let answer = who.slash(place, command, options).await;
    assert!(!answer.ephemeral, "{command}: {}", answer.content);
    fits(&answer);
    answer
}

/// A press, forged or not, that is refused privately for this reason.
async fn is_refused(who: &User, on: &Answer, id: &str, reason: &str) -> Answer {
    let answer = who.press_forged(on.message.expect("a message"), id).await;
    assert!(answer.ephemeral, "{id}: {}", answer.content);
    assert_says(&answer.content, &format!("refused-{reason}"), &[]);
    fits(&answer);
    answer
}

fn fits(answer: &Answer) {
    assert!(
        answer.content.chars().count() <= LONGEST,
        "{}",
        answer.content
    );
    for button in answer.buttons() {
        let label = button.label;
        assert!((1..=80).contains(&label.chars().count()), "{label}");
    }
}

fn ids(answer: &Answer) -> Vec<String> {
    let buttons = answer.buttons().into_iter();
    buttons.filter_map(|button| button.custom_id).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rulesets_are_registered_with_those_of_the_operator_and_anew_when_they_change() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let added = scene.data.path().join("rulesets");
    fs::create_dir(&added).expect("a directory");
    let preset = include_str!("../../../config/rulesets/match-points.toml");
    let file = |about: &str| format!("about = \"{about}\"\n{preset}");
    fs::write(added.join("club-night.toml"), file("As on Tuesdays")).expect("a file");
    let directory = added.to_str().expect("a path").to_owned();
    let variables = [("RONDEL_RULESETS__DIR", directory.as_str())];
    scene.start(&variables).await;
    let choices = |scene: &Scene| {
        scene.discord.look(|world| {
            let play = world.commands().iter().find(|one| one["name"] == "play");
            let options = play.expect("/play")["options"]
                .as_array()
                .expect("options")
                .clone();
            let ruleset = options.into_iter().find(|one| one["name"] == "ruleset");
            let choices = ruleset.expect("an option")["choices"].clone();
            choices.as_array().expect("choices").clone()
        })
    };
    let club_night = |about| {
        let named = [("name", "club-night"), ("about", about)];
        said("ruleset-added", &named)
    };
    let first = choices(&scene);
    assert_eq!(first.len(), 7);
    assert_eq!(
        first[6],
        json!({"name": club_night("As on Tuesdays"), "value": "club-night"})
    );
    assert!(
        first[5]["name"]
            .as_str()
            .is_some_and(|name| name == said("choice-duel", &[]))
    );
    // The same once more is not registered again; other words are.
    scene.stop().await;
    scene.start(&variables).await;
    assert_eq!(scene.discord.look(|world| world.registrations()), 1);
    scene.stop().await;
    fs::write(added.join("club-night.toml"), file("As on Fridays")).expect("a file");
    scene.start(&variables).await;
    let registered = |count| move |world: &fake_discord::World| world.registrations() == count;
    scene
        .discord
        .wait_until("a registration", registered(2))
        .await;
    let on_fridays = club_night("As on Fridays");
    assert_eq!(choices(&scene)[6]["name"], *on_fridays);
    let ann = &scene.players[0];
    let ruleset = [("ruleset", json!("club-night"))];
    let opened = does(ann, &scene.channel, "play", &ruleset).await;
    assert!(opened.content.contains(&on_fridays), "{}", opened.content);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_has_two_seats_and_its_picture_an_empty_one() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let guests = [("ruleset", json!("duel")), ("player3", json!(ben.id()))];
    let refused = ann.slash(&scene.channel, "play", &guests).await;
    super::assert_private(&refused, "refused-not-for-two", &[]);
    let (thread, id) = scene.play_under("duel").await;
    let board: Message = super::told(&scene.discord, &thread, &id, 0).await;
    let alt = board.attachments[0].description.clone().unwrap_or_default();
    assert_says(&alt, "board-is-empty", &[("army", &army(Color::Gray))]);
    let taken = ben
        .press_forged(&board, &format!("rd1:{id}:0:join:gray"))
        .await;
    assert!(taken.ephemeral, "{}", taken.content);
    let over = does(cy, &thread, "resign", &[("confirm", json!(true))]).await;
    let last = said("earned-last-army", &[]);
    assert_says(&over.content, "end-call", &[]);
    let end = super::ended(&scene.discord, &thread, &id).await;
    assert_says(&end.said(), "end-reasons", &[("reasons", &last)]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_by_the_button_that_offers_it() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let (thread, id) = scene.play_under("match-points").await;
    let round = "Nf3 Nk3 Ns3 Ng1 Nj1 Nr1";
    let moves = [round, "Nf3 Nk3 Ns3 Ng1 Nj1"].join(" ");
    for (turn, text) in moves.split(' ').enumerate() {
        does(&scene.players[turn % 3], &thread, "move", &super::mv(text)).await;
    }
    let claims = [("action", json!("claim"))];
    let offer = cy.slash(&thread, "draw", &claims).await;
    assert!(offer.ephemeral, "{}", offer.content);
    fits(&offer);
    let claim = format!("rd1:{id}:11:claim:s3r1");
    assert_eq!(
        ids(&offer),
        [claim.as_str(), "rd1:-:0:do:rules:topic=draws"]
    );
    is_refused(ben, &offer, &claim, "not-your-turn").await;
    is_refused(
        cy,
        &offer,
        &format!("rd1:{id}:10:claim:s3r1"),
        "position-moved-on",
    )
    .await;
    is_refused(
        cy,
        &offer,
        &format!("rd1:{id}:11:claim:Nr1"),
        "unreadable-button",
    )
    .await;
    is_refused(
        cy,
        &offer,
        &format!("rd1:{id}:11:claim:s3v6"),
        "illegal-move",
    )
    .await;
    let over = cy.press_forged(offer.message.unwrap(), &claim).await;
    assert!(!over.ephemeral, "{}", over.content);
    assert_says(&over.content, "end-call", &[]);
    let end = super::ended(&scene.discord, &thread, &id).await;
    assert_says(&end.said(), "ended-draw-repetition", &[("count", "3")]);
    let late = ann.slash(&thread, "draw", &claims).await;
    super::assert_private(&late, "refused-match-over", &[]);
    scene.assert_sound();
}

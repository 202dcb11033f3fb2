//! Leaderboards and profiles, and who is shown the command for managers, in Discord.

use fake_discord::{Answer, AnswerKind, User};
use serde_json::json;

use super::Scene;
use crate::said::{assert_begins, assert_says, said, says};

impl Scene {
    /// Plays duels, each won by the first of two, until this number of people has played.
    pub(super) async fn duels(&self, players: usize) -> Vec<User> {
        let mut all = Vec::new();
        for pair in 0..players / 2 {
            let [one, other] = ["a", "b"].map(|side| self.guild.user(&format!("{side}{pair}")));
            let both = [one.clone(), other.clone(), other.clone()];
            let id = self.sit_down_with(&duel(), &self.channel, &both).await;
            let options = [("confirm", json!(true)), ("match", json!(id))];
            let over = other.slash(&self.channel, "resign", &options).await;
            assert_eq!(over.refused, None, "{}", over.content);
            // No picture waits for that of an end.
            let own = self.channel.id();
            self.discord
                .wait_until("the end", |world| {
                    let threads = world.threads(own);
                    let mut messages = threads.iter().flat_map(|one| world.messages(one.id));
                    messages.any(|one| super::is_end(one, &id))
                })
                .await;
            all.extend([one, other]);
        }
        all
    }
}

pub(super) fn duel() -> [(&'static str, serde_json::Value); 1] {
    [("ruleset", json!("duel"))]
}

/// The one picture of an answer: its name and what it shows in words.
fn picture(answer: &Answer) -> (&str, &str) {
    let [picture] = answer.attachments.as_slice() else {
        panic!("{:?}", answer.attachments);
    };
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let alt = picture.description.as_deref().unwrap_or_default();
    (&picture.filename, alt)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_sees_a_leaderboard_and_each_turns_the_pages_alone() {
    let scene = Scene::new().await;
    let players = scene.duels(12).await;
    let shown = players[11]
        .slash(&scene.channel, "leaderboard", &duel())
        .await;
    assert!(!shown.ephemeral, "{}", shown.content);
    assert_says(
        &shown.content,
        "leaders-page",
        &[("page", "1"), ("pages", "2"), ("count", "12")],
    );
    let is_own = |line: &&str| says(line, "leaders-own", &[]);
    let own = shown
        .content
        .lines()
        .find(is_own)
        .expect("a row of their own");
    assert_says(own, "leaders-row", &[("rank", "7"), ("name", "b5")]);
    assert_eq!(
        shown.allowed_mentions,
        Some(json!({"users": [], "roles": [], "parse": []}))
    );
    let (name, alt) = picture(&shown);
    assert_eq!(name, "leaderboard-duel.png");
    let [here, ever] = ["leaders-server", "leaders-all"].map(|id| said(id, &[]));
    let subtitle = said("leaders-where", &[("where", &here), ("when", &ever)]);
    assert_begins(
        alt,
        "card-leaders",
        &[
            ("title", &said("ruleset-duel", &[])),
            ("subtitle", &subtitle),
        ],
    );
    assert_says(alt, "card-row", &[("rank", "1"), ("name", "a0")]);
    let public = shown.message.expect("a message");
    let second = "rd1:-:0:leaders:duel.server.all.2";

    // Somebody else turns the page: to them alone, and the public message stays.
    let reader = &players[0];
    let turned = reader.press(public, second).await;
    assert_eq!(turned.kind, AnswerKind::Message);
    super::assert_private(&turned, "leaders-page", &[("page", "2"), ("pages", "2")]);
    assert_eq!(picture(&turned).0, "leaderboard-duel.png");
    // From there on the same message is turned over.
    let own = turned.message.expect("a message");
    let back = reader.press(own, "rd1:-:0:leaders:duel.server.all.1").await;
    assert_eq!((back.kind, back.message), (AnswerKind::Update, Some(own)));
    let private = reader.ephemeral();
    let first = [("page", "1"), ("pages", "2")];
    let page = private
        .iter()
        .find(|message| message.id == own)
        .expect("it");
    assert_says(
        &page.said(),
        "leaders-page",
        &[("page", "1"), ("pages", "2")],
    );
    assert_eq!(page.attachments.len(), 1);
    let messages = scene.channel.messages();
    let public = messages.iter().find(|message| message.id == public);
    assert!(public.is_some_and(|message| says(&message.said(), "leaders-page", &first)));
    // Fault D33: *Page 2* under one's own leaderboard opened a message instead of turning the page.
    let asker = &players[11];
    let public = shown.message.expect("a message");
    for page in ["2", "1"] {
        let button = format!("rd1:-:0:leaders:duel.server.all.{page}");
        let turned = asker.press(public, &button).await;
        assert_eq!(turned.kind, AnswerKind::Update, "{}", turned.content);
        assert_eq!(turned.message, Some(public));
        let values = [("page", page), ("pages", "2"), ("count", "12")];
        assert_says(&turned.content, "leaders-page", &values);
    }
    // Somebody who hides meanwhile reads the next page alone.
    let hide = [("public", json!(false))];
    asker.slash(&scene.channel, "settings", &hide).await;
    let hidden = asker.press(public, second).await;
    assert_eq!(hidden.kind, AnswerKind::Message, "{}", hidden.content);
    assert!(hidden.ephemeral);
    // What no button says is refused beside it.
    for forged in [
        "rd1:-:0:leaders:duel.server.all.9",
        "rd1:-:0:leaders:chess.server.all.1",
    ] {
        let refused = reader.press_forged(own, forged).await;
        assert_eq!(refused.kind, AnswerKind::Message, "{forged}");
        assert!(
            refused.ephemeral && refused.attachments.is_empty(),
            "{forged}"
        );
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_of_any_kind_are_harmless_and_leave_room_for_a_whole_page() {
    let scene = Scene::new().await;
    let players = scene.duels(12).await;
    for (player, name) in players.iter().zip(
        ["*_", "~`", "||", "<@", "@e", "W ", "王", "[]"]
            .iter()
            .cycle(),
    ) {
        player.set_global_name(&name.repeat(32 / name.chars().count()));
        player.slash(&scene.channel, "settings", &[]).await;
    }
    let shown = players[11]
        .slash(&scene.channel, "leaderboard", &duel())
        .await;
    let text = &shown.content;
    assert!(text.chars().count() <= 2_000, "{text}");
    let page = [("page", "1"), ("pages", "2"), ("count", "12")];
    assert_says(text, "leaders-page", &page);
    assert!(!text.contains("**") && !text.contains("<@"), "{text}");
    assert!(picture(&shown).1.chars().count() <= 1_024);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_profile_of_somebody_new_bears_their_name() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let profile = ann.slash(&scene.channel, "profile", &[]).await;
    let named = [("name", "ann")];
    assert_begins(&profile.content, "profile-heading", &named);
    let shown = [said("card-profile", &named), said("card-unplayed", &[])];
    assert_eq!(picture(&profile).1, shown.join(" "));
    let of_ann = [("user", json!(ann.id()))];
    let unknown = ben.slash(&scene.channel, "profile", &of_ann).await;
    assert_begins(&unknown.content, "profile-unknown", &named);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn profiles_and_wishes_are_answered_privately() {
    let scene = Scene::new().await;
    let players = scene.duels(2).await;
    let [ann, ben] = &players[..] else { panic!() };
    let profile = ann.slash(&scene.channel, "profile", &[]).await;
    super::assert_private(
        &profile,
        "profile-record",
        &[("ruleset", &said("ruleset-duel", &[]))],
    );
    let (name, alt) = picture(&profile);
    assert_eq!(name, "profile.png");
    assert_begins(alt, "card-profile", &[("name", "a0")]);
    let of_ann = [("user", json!(ann.id()))];
    let seen = ben.slash(&scene.channel, "profile", &of_ann).await;
    super::assert_private(&seen, "profile-against", &[("matches", "1")]);

    let hide = [("public", json!(false))];
    assert!(ann.slash(&scene.channel, "settings", &hide).await.ephemeral);
    let refused = ben.slash(&scene.channel, "profile", &of_ann).await;
    assert!(refused.ephemeral && refused.attachments.is_empty());
    assert_says(&refused.content, "refused-profile", &[]);
    let before = scene.channel.messages().len();
    let own = ann.slash(&scene.channel, "leaderboard", &duel()).await;
    super::assert_private(&own, "leaders-hidden", &[]);
    assert_eq!(scene.channel.messages().len(), before);
    let others = ben.slash(&scene.channel, "leaderboard", &duel()).await;
    assert!(
        !others.ephemeral && !others.content.contains("a0"),
        "{}",
        others.content
    );
    assert!(!picture(&others).1.contains("a0"));
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_is_shown_to_its_managers() {
    let scene = Scene::new().await;
    let registered = scene.discord.look(|world| {
        let needed = |one: &serde_json::Value| one["default_member_permissions"].clone();
        let commands = world.commands().iter();
        let some = commands.filter(|one| !needed(one).is_null());
        some.map(|one| (one["name"].clone(), needed(one)))
            .collect::<Vec<_>>()
    });
    assert_eq!(registered, [(json!("server"), json!("32"))]);
    scene.assert_sound();
}

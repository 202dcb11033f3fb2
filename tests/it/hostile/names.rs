//! Names and typed texts that try to be more than names and texts.

use std::collections::BTreeSet;

use fake_discord::{Channel, Message, Rights, User};
use rondel::chats::web::PageMarkup;
use rondel::matchplay::Moment;
use rondel::messages::{Markup, Texts};
use rondel::render::{BoardView, Style, alt_text, png, text_board};
use rondel::rules::{Color, Position};
use serde_json::json;

use super::markup;
use crate::said::{army, listed, player, said};
use crate::{
    console::{Console, Store},
    discord::{Scene, mv},
};

/// In place of what somebody without a name is called.
const NAMELESS: &str = "";

/// Names that people give themselves, and those that others read.
const NAMES: [(&str, &str); 39] = [
    ("@everyone", "＠everyone"),
    ("@here", "＠here"),
    ("<@1>", "<＠1>"),
    ("<@&1>", "<＠&1>"),
    ("<#1>", "<#1>"),
    ("[x](http://evil)", "[x](http://evil)"),
    ("https://evil.example/?a=b", "https://evil.example/?a=b"),
    ("discord.gg/evil", "discord.gg/evil"),
    ("**bold** __under__", "**bold** __under__"),
    ("_it_ ~~no~~", "_it_ ~~no~~"),
    ("`code` ``x``", "`code` ``x``"),
    ("```rs", "```rs"),
    ("||spoiler||", "||spoiler||"),
    ("> said", "> said"),
    (">>> said", ">>> said"),
    ("# big", "# big"),
    ("-# small", "-# small"),
    ("- item", "- item"),
    ("1. item", "1. item"),
    ("<:smile:1>", "<:smile:1>"),
    ("<a:dance:1>", "<a:dance:1>"),
    ("</play:1>", "</play:1>"),
    ("<t:0:R>", "<t:0:R>"),
    (":smile:", ":smile:"),
    ("back\\slash\\", "back\\slash\\"),
    ("a\nb\r\n# c", "ab# c"),
    ("a\u{0}b\u{7}\u{1b}[31mc", "ab[31mc"),
    ("\u{202e}evil\u{202c}", "evil"),
    ("\u{2066}in\u{2069}\u{61c}\u{200f}", "in"),
    ("a\u{200b}b\u{feff}c\u{ad}d\u{e0041}", "abcd"),
    ("שרה", "שרה"),
    ("Ann) to win", "Ann) to win"),
    ("{ $name } {army}", "{ $name } {army}"),
    ("Z\u{300}\u{301}\u{302}\u{303}\u{304}a", "Z\u{300}\u{301}a"),
    ("\u{301}\u{302}x", "x"),
    ("", NAMELESS),
    (" \t ", NAMELESS),
    ("\u{200b}\u{3164}\u{2800}", NAMELESS),
    (
        "************************************************",
        "********************************",
    ),
];

/// Texts typed where a move or another word is wanted.
fn typed() -> Vec<String> {
    let mut typed: Vec<String> = NAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    typed.extend(["x", "é", "\u{301}", "🦀", "@everyone "].map(|part| part.repeat(10_000)));
    typed
}

/// Sentences as they are read, without the line that pings.
fn lines(content: &str) -> Vec<String> {
    let text = markup::read(content);
    let lines = text.lines().filter(|line| !line.starts_with("<@"));
    lines.map(str::to_owned).collect()
}

/// Every message that anybody can see.
fn all(scene: &Scene, channels: &[Channel], people: &[User]) -> Vec<Message> {
    let threads = scene.channel.threads();
    let open = channels.iter().chain(&threads).flat_map(Channel::messages);
    open.chain(people.iter().flat_map(User::ephemeral))
        .collect()
}

/// Expects of a message what holds of every one.
fn assert_message(message: &Message) {
    markup::assert_harmless(&message.content, &message.id);
    let pinged = markup::pinged(&message.content);
    let told: BTreeSet<u64> = message
        .pinged
        .iter()
        .map(|id| id.to_string().parse().unwrap())
        .collect();
    assert!(told.iter().all(|id| pinged.contains(id)), "{message:?}");
    let allowed = message.allowed_mentions.clone().unwrap_or_default();
    for key in ["parse", "roles"] {
        let none = allowed[key].as_array().is_none_or(Vec::is_empty);
        assert!(none, "{key}: {allowed}");
    }
    for file in &message.attachments {
        let alt = file.description.as_deref().expect("an alt text");
        assert!(alt.chars().count() <= 1_024, "{alt}");
        assert_eq!(markup::unseen(alt), None, "{alt}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_ping_nobody_and_mark_nothing_up() {
    let scene = Scene::new().await;
    scene.discord.keep_file_bytes(false);
    let [ann, ben, cy] = &scene.players;
    let nameless = said("nameless", &[]);
    for (round, three) in NAMES.chunks(3).enumerate() {
        for (player, (name, _)) in scene.players.iter().zip(three) {
            player.set_global_name(name);
        }
        let [white, gray, black] = [0, 1, 2].map(|place| match three[place].1 {
            NAMELESS => nameless.as_str(),
            name => name,
        });
        let table = scene.seat(&scene.channel, &scene.players).await;
        let told = table.play(ann, "e4").await;
        // The mention and the deadline are no names.
        let read = lines(&told.content);
        let by = [
            player(white, Color::White),
            player(gray, Color::Gray),
            player(black, Color::Black),
        ];
        let [white_plays, gray_plays, black_plays] = by.each_ref().map(String::as_str);
        let pawn = said("piece-pawn", &[]);
        let does = [("piece", &*pawn), ("square", "e4")];
        let does = said("done-moves", &does);
        let moved = [
            ("bold", "**"),
            ("move", "e4"),
            ("player", white_plays),
            ("does", &*does),
        ];
        assert_eq!(read, [said("moved", &moved)], "round {round}");
        let board = ben
            .slash(&table.thread, "board", &[("text", json!(true))])
            .await;
        let read = lines(&board.content);
        let named = |color: Color, name| {
            let army = army(color);
            said("board-player", &[("army", &army), ("name", name)])
        };
        let heading = said("board-turn", &[("player", &named(Color::Gray, gray))]);
        assert!(
            read.iter().any(|line| line.contains(&heading)),
            "{heading}: {read:#?}"
        );
        for (color, name) in Color::ALL.into_iter().zip([white, gray, black]) {
            let army = format!("{}:", named(color, name));
            assert!(read.contains(&army), "{army}: {read:#?}");
        }
        let offered = cy
            .slash(&table.thread, "draw", &[("action", json!("offer"))])
            .await;
        let others = listed(&[white_plays, gray_plays]);
        let offer = said(
            "draw-offered",
            &[("player", black_plays), ("others", &others)],
        );
        assert_eq!(lines(&offered.content), [offer]);
        let listed = cy.slash(&scene.channel, "matches", &[]).await;
        markup::assert_harmless(&listed.content, &round);
    }
    for message in all(&scene, std::slice::from_ref(&scene.channel), &scene.players) {
        assert_message(&message);
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typed_texts_ping_nobody_and_mark_nothing_up() {
    let scene = Scene::new().await;
    scene.discord.keep_file_bytes(false);
    let ann = &scene.players[0];
    let table = scene.seat(&scene.channel, &scene.players).await;
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    for typed in typed() {
        let answer = ann
            .slash_unchecked(&table.thread, "move", &mv(&typed))
            .await;
        assert!(
            answer.ephemeral && !answer.content.is_empty(),
            "{typed}: {}",
            answer.content
        );
        for (command, options) in [
            (typed.as_str(), json!([])),
            ("play", json!([text("ruleset", &typed)])),
            ("play", json!([text("seat", &typed)])),
            ("board", json!([text("match", &typed)])),
            ("help", json!([text("command", &typed)])),
            ("matches", json!([text(&typed, &typed)])),
            ("move", json!([text("move", "e4"), text(&typed, "x")])),
        ] {
            let data = json!({"id": "1", "name": command, "type": 1, "options": options});
            let answer = ann.slash_raw(&table.thread, data).await;
            assert!(
                answer.ephemeral && !answer.content.is_empty(),
                "/{command}: {}",
                answer.content
            );
            markup::assert_harmless(&answer.content, &(command, &typed));
        }
        let button = table.told(&scene.discord, 0).await;
        let answer = ann.press_forged(&button, &typed).await;
        assert!(answer.ephemeral, "{}", answer.content);
    }
    for message in all(&scene, std::slice::from_ref(&scene.channel), &scene.players) {
        assert_message(&message);
    }
    scene.assert_sound();
}

#[test]
fn names_and_texts_steer_no_terminal() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    // The console's harness takes braces for a text that was not filled in.
    for typed in typed().into_iter().filter(|typed| !typed.contains('{')) {
        let typed = typed.replace(['\n', '"'], " ");
        for line in [
            format!("@ann /move move:\"{typed}\""),
            format!("@ann /play ruleset:\"{typed}\""),
            format!("@ann /help command:\"{typed}\""),
            format!("@ann /{typed}"),
            format!("@ann /board {typed}:1"),
            format!("@{typed} /matches"),
            format!("@{typed} /board"),
            format!("@dora /press {typed}"),
            format!("@ann /play player2:@{typed}"),
            format!("@ann /channel \"{typed}\""),
            "@ann /matches".to_owned(),
            "@ann /channel table".to_owned(),
        ] {
            for answer in console.say(&line) {
                for said in [answer.text(), answer.to(), answer.alt().unwrap_or_default()] {
                    assert_eq!(markup::unseen(said), None, "{said:?} to {line:?}");
                    assert!(said.chars().count() <= 2_500, "{said:?} to {line:?}");
                }
                assert!(!answer.to().trim().is_empty(), "{line:?}: {answer:?}");
            }
        }
    }
    console.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_mark_nothing_up_where_a_board_is_told_in_words() {
    let scene = Scene::new().await;
    let no_files = Rights {
        attach: false,
        ..Rights::INVITED
    };
    scene.channel.set_rights(no_files);
    for three in NAMES.chunks(3) {
        for (player, (name, _)) in scene.players.iter().zip(three) {
            player.set_global_name(name);
        }
        let table = scene.seat(&scene.channel, &scene.players).await;
        let told = table.play(&scene.players[0], "e4").await;
        markup::assert_harmless(&told.content, &three);
    }
    for message in all(&scene, std::slice::from_ref(&scene.channel), &scene.players) {
        markup::assert_harmless(&message.content, &message.id);
    }
}

#[test]
fn a_page_shows_names_and_reasons_as_they_were_typed() {
    let moments = |text: &str| text.matches("<t:").count();
    // Line ends become spaces here; people are met without them.
    for (name, shown) in NAMES.into_iter().filter(|(name, _)| !name.contains('\n')) {
        for text in [PageMarkup.name(name), PageMarkup.quote(name)] {
            assert_eq!(moments(&text), 0, "{text:?}");
            let seen = text.replace(['\u{2060}', '\u{2068}', '\u{2069}'], "");
            // Of a reason more is shown than of a name.
            let shown = shown.replace('＠', "@");
            assert!(seen.starts_with(&shown), "{text:?}");
            assert_eq!(seen.is_empty(), shown.is_empty(), "{text:?}");
            assert_eq!(text.contains('\u{2068}'), name == "שרה", "{text:?}");
        }
    }
    assert_eq!(moments(&PageMarkup.moment(Moment(1))), 1);
}

#[test]
fn names_are_drawn_and_told_of_in_pictures() {
    let words = Texts::english();
    for name in typed() {
        let mut view = BoardView::new(Position::start(), Color::White);
        view.names[Color::White] = Some(name.clone());
        for text in [alt_text(&view, &words), text_board(&view, &words)] {
            assert_eq!(markup::unseen(&text), None, "{text:?} of {name:?}");
            let is_isolated = text.contains("\u{2068}שרה\u{2069}");
            assert_eq!(is_isolated, name == "שרה", "{text:?}");
        }
        assert!(alt_text(&view, &words).chars().count() <= 1_000);
        png(
            &view,
            &words,
            &Style {
                size: 200,
                ..Style::default()
            },
        )
        .unwrap();
    }
}

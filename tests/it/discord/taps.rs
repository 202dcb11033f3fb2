//! Taps: how many of them things take on a phone. A tap is a press, a choice in a menu or the sending of
//! a modal; so are the name of a command and each of its options.

use std::{future::Future, pin::Pin};

use fake_discord::{Answer, Channel, Message, Snowflake, User};
use serde_json::{Value, json};

use super::{Scene, Table};
use crate::said::{assert_begins, assert_says};

/// Somebody at a phone, and the taps they have made.
struct Thumb<'a> {
    user: &'a User,
    taps: usize,
}

impl<'a> Thumb<'a> {
    fn of(user: &'a User) -> Thumb<'a> {
        Thumb { user, taps: 0 }
    }

    async fn press(&mut self, message: impl Into<Snowflake>, id: &str) -> Answer {
        self.taps += 1;
        self.user.press(message, id).await
    }

    async fn choose(&mut self, message: Snowflake, menu: &str, option: &str) -> Answer {
        self.taps += 1;
        self.user.choose(message, menu, &[option]).await
    }

    async fn submit(&mut self, modal: &Answer, typed: &str) -> Answer {
        self.taps += 1;
        self.user.submit(modal, &[("0", json!(typed))]).await
    }

    async fn slash(
        &mut self,
        channel: &Channel,
        command: &str,
        options: &[(&str, Value)],
    ) -> Answer {
        self.taps += 1 + options.len();
        self.user.slash(channel, command, options).await
    }
}

/// A thing that people do, and how many taps it may take.
struct Row {
    thing: &'static str,
    most: usize,
    /// Does it in a match of its own, and returns the taps it took.
    taps: for<'a> fn(&'a Scene) -> Pin<Box<dyn Future<Output = usize> + 'a>>,
}

const TABLE: &[Row] = &[
    Row {
        thing: "a move by thumbs",
        most: 3,
        taps: |scene| Box::pin(moves(scene, &[], &["move", "from:g1:1", "to:g1f3"])),
    },
    Row {
        thing: "a move of a piece with one square",
        most: 2,
        taps: |scene| Box::pin(moves(scene, &["a3", "i3", "q3"], &["move", "to:a3a4"])),
    },
    Row {
        thing: "what happened since one's own move",
        most: 1,
        taps: |scene| Box::pin(since(scene)),
    },
    Row {
        thing: "a draw offered by thumbs",
        most: 2,
        taps: |scene| Box::pin(under_more(scene, "draw", "draw-offered")),
    },
    Row {
        thing: "a draw offered by typing",
        most: 2,
        taps: |scene| {
            Box::pin(async {
                let mut ann = Thumb::of(&scene.players[0]);
                offered(scene, &mut ann).await;
                ann.taps
            })
        },
    },
    Row {
        thing: "a draw agreed to, from its ping",
        most: 1,
        taps: |scene| Box::pin(answered(scene, 1, "draw", "vote-so-far")),
    },
    Row {
        thing: "an offer of a draw taken back",
        most: 1,
        taps: |scene| Box::pin(answered(scene, 0, "draw:withdraw", "draw-withdrawn")),
    },
    Row {
        thing: "the board in words",
        most: 2,
        taps: |scene| Box::pin(under_more(scene, "text", "board-none-bridged")),
    },
    Row {
        thing: "a move typed in a modal",
        most: 4,
        taps: |scene| Box::pin(typed(scene)),
    },
    Row {
        thing: "a match against two computers, from the greeting",
        most: 1,
        taps: |scene| Box::pin(greeted(scene)),
    },
    Row {
        thing: "a match against two computers, with /help",
        most: 2,
        taps: |scene| Box::pin(helped(scene)),
    },
    Row {
        thing: "a topic of the rules, from another",
        most: 1,
        taps: |scene| Box::pin(read(scene)),
    },
    Row {
        thing: "another ruleset's leaderboard of this month",
        most: 2,
        taps: |scene| Box::pin(led(scene)),
    },
    Row {
        thing: "the history",
        most: 2,
        taps: |scene| Box::pin(under_more(scene, "history", "history-heading")),
    },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn things_take_few_taps() {
    let scene = Scene::new().await;
    let mut many = Vec::new();
    println!("taps  most  thing");
    for row in TABLE {
        let taps = (row.taps)(&scene).await;
        println!("{taps:4}  {:4}  {}", row.most, row.thing);
        if taps > row.most {
            many.push(row.thing);
        }
    }
    assert!(many.is_empty(), "too many taps: {many:?}");
    scene.assert_sound();
}

/// A match in which these moves were made, and its latest board.
async fn begun(scene: &Scene, moves: &[&str]) -> (Table, Message, u32) {
    let table = scene.seat(&scene.channel, &scene.players).await;
    for (text, player) in moves.iter().zip(scene.players.iter().cycle()) {
        table.play(player, text).await;
    }
    let ply = u32::try_from(moves.len()).expect("few moves");
    let board = table.told(&scene.discord, ply).await;
    (table, board, ply)
}

/// Presses these buttons one after the other, the first under the board, until a move is made.
async fn moves(scene: &Scene, before: &[&str], presses: &[&str]) -> usize {
    let (table, board, ply) = begun(scene, before).await;
    let mut ann = Thumb::of(&scene.players[0]);
    let (mut page, mut said) = (board.id, String::new());
    for action in presses {
        let id = format!("rd1:{}:{ply}:{action}", table.id);
        let answer = ann.press(page, &id).await;
        (page, said) = (answer.message.expect("a page"), answer.content);
    }
    assert_begins(&said, "moving-played", &[]);
    table.told(&scene.discord, ply + 1).await;
    ann.taps
}

async fn since(scene: &Scene) -> usize {
    let (table, board, ply) = begun(scene, &["e4", "m4", "u4"]).await;
    let mut ann = Thumb::of(&scene.players[0]);
    let id = format!("rd1:{}:{ply}:since", table.id);
    let shown = ann.press(board.id, &id).await;
    super::assert_private(&shown, "since-heading", &[]);
    ann.taps
}

/// Presses a button that *More* under a board leads to, and is answered with this text.
async fn under_more(scene: &Scene, action: &str, says: &str) -> usize {
    let (table, board, ply) = begun(scene, &["e4"]).await;
    let mut ann = Thumb::of(&scene.players[0]);
    let of = |action: &str| format!("rd1:{}:{ply}:{action}", table.id);
    let more = ann.press(board.id, &of("more")).await;
    let done = ann.press(more.message.expect("a page"), &of(action)).await;
    assert_says(&done.content, says, &[]);
    ann.taps
}

async fn typed(scene: &Scene) -> usize {
    let (table, board, ply) = begun(scene, &[]).await;
    let mut ann = Thumb::of(&scene.players[0]);
    let of = |action: &str| format!("rd1:{}:{ply}:{action}", table.id);
    let pieces = ann.press(board.id, &of("move")).await;
    let page = pieces.message.expect("a page");
    let modal = ann.press(page, &of("ask:move")).await;
    let sent = ann.submit(&modal, "e4").await;
    assert!(!sent.ephemeral, "{}", sent.content);
    ann.taps
}

/// The button that opens a match against two computers.
const COMPUTERS: &str = "rd1:-:0:do:play:computers=2,level=1";

async fn greeted(scene: &Scene) -> usize {
    let house = scene.discord.strange_guild("new house");
    let lobby = house.channel("lobby");
    let zoe = house.user("zoe");
    house.invite_bot();
    let own = lobby.id();
    let greeting = scene.discord.wait_for("a greeting", |world| {
        world.messages(own).first().map(|greeting| greeting.id)
    });
    let mut zoe = Thumb::of(&zoe);
    let begun = zoe.press(greeting.await, COMPUTERS).await;
    assert!(!begun.ephemeral, "{}", begun.content);
    zoe.taps
}

async fn helped(scene: &Scene) -> usize {
    let mut ann = Thumb::of(&scene.players[0]);
    let help = ann.slash(&scene.channel, "help", &[]).await;
    let begun = ann.press(help.message.expect("a page"), COMPUTERS).await;
    assert!(!begun.ephemeral, "{}", begun.content);
    ann.taps
}

async fn read(scene: &Scene) -> usize {
    let mut ann = Thumb::of(&scene.players[0]);
    let rules = ann.user.slash(&scene.channel, "rules", &[]).await;
    let page = rules.message.expect("a page");
    let topic = ann
        .choose(page, "topics", "rd1:-:0:do:rules:topic=duel")
        .await;
    assert_says(&topic.content, "rules-duel", &[]);
    ann.taps
}

async fn led(scene: &Scene) -> usize {
    let mut ann = Thumb::of(&scene.players[0]);
    let board = ann.user.slash(&scene.channel, "leaderboard", &[]).await;
    let page = board.message.expect("a page");
    let duel = "rd1:-:0:leaders:duel.server.all.1";
    ann.choose(page, "leaders", duel).await;
    let month = "rd1:-:0:leaders:duel.server.month.1";
    let shown = ann.press(page, month).await;
    assert_eq!(shown.message, Some(page));
    ann.taps
}

/// Offers a draw by typing.
async fn offered(scene: &Scene, by: &mut Thumb<'_>) -> (Table, Snowflake) {
    let (table, ..) = begun(scene, &[]).await;
    let action = [("action", json!("offer"))];
    let offered = by.slash(&table.thread, "draw", &action).await;
    assert_says(&offered.content, "draw-offered", &[]);
    (table, offered.message.expect("a message"))
}

/// Presses a button under the offer of a draw, which called those who are asked.
async fn answered(scene: &Scene, who: usize, action: &str, says: &str) -> usize {
    let (table, offer) = offered(scene, &mut Thumb::of(&scene.players[0])).await;
    let who = &scene.players[who];
    let pings = who.pings();
    let called = pings.last().map(|message| message.id);
    assert_eq!(called == Some(offer), who.id() != scene.players[0].id());
    let mut who = Thumb::of(who);
    let id = format!("rd1:{}:0:{action}", table.id);
    let done = who.press(offer, &id).await;
    assert_says(&done.content, says, &[]);
    who.taps
}

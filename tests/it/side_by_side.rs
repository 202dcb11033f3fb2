//! A console and Discord in one process over one store: each tells what happens in its own matches,
//! whoever did it, and nothing of the other's.

mod ended;

use std::{mem, sync::Arc};

use fake_discord::FakeDiscord;
use rondel::{
    chats::console::{self, ConsoleOptions, PlainMarkup},
    commands::Responder,
    host::{Host, NoticeState},
    matchplay::{Command, Place},
    store::{Identity, Shelf, embedded::Pair},
};
use serde_json::json;
use tempfile::TempDir;

use crate::{
    discord::{
        Scene, boards,
        inside::{Inside, Parts},
        match_of, mv, pings, told,
    },
    said::{assert_moved, assert_says, assert_silent},
};

/// Both chats over the same files.
struct Both {
    scene: Scene,
    bot: Option<Inside>,
    console: Option<console::Console<Vec<u8>>>,
    data: TempDir,
}

impl Both {
    async fn new() -> Both {
        let data = tempfile::tempdir().unwrap();
        let mut both = Both {
            scene: Scene::without_bot(FakeDiscord::start().await),
            bot: None,
            console: None,
            data,
        };
        both.start().await;
        both
    }

    async fn start(&mut self) {
        let path = |name: &str| self.data.path().join(name);
        let stores = Pair::open(&path("store"), &path("people"), false).unwrap();
        let stores = stores.stores();
        let parts = Parts {
            store: stores.matches,
            people: stores.people,
            ..Parts::new(&self.scene.discord)
        };
        let bot = parts.start();
        self.scene.discord.bot_ready().await;
        let responder = Responder::new(Arc::clone(&bot.host), Arc::new(PlainMarkup));
        let responder = Arc::new(responder.with_pictures(false));
        let options = ConsoleOptions::default();
        self.console = Some(console::Console::new(responder, options, Vec::new()));
        self.bot = Some(bot);
    }

    fn host(&self) -> &Arc<Host> {
        &self.bot.as_ref().unwrap().host
    }

    /// Types lines at the console, and returns what it says after them.
    async fn types(&mut self, lines: &str) -> String {
        let console = self.console.as_mut().unwrap();
        console.run(lines.as_bytes()).await.unwrap();
        String::from_utf8(mem::take(console.output())).unwrap()
    }

    /// Stops everything, and starts it again on the same files.
    async fn restart(&mut self) {
        self.console = None;
        self.bot.take().unwrap().stop().await.unwrap();
        self.scene.discord.bot_gone().await;
        self.start().await;
    }
}

/// A match that began in Discord with somebody at the console on the third seat: looked at, joined
/// and moved from there, and told of in Discord, once each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_discord_is_seen_joined_and_moved_at_the_console() {
    let mut both = Both::new().await;
    let [ann, ben, _] = both.scene.players.clone();
    let channel = both.scene.channel.clone();
    let options = [("seat", json!("white")), ("player2", json!(ben.id()))];
    let opened = ann.slash(&channel, "play", &options).await;
    let message = opened.message.expect("a public table");
    let id = match_of(&opened.buttons());
    let join = format!("rd1:{id}:0:join:gray");
    assert_eq!(ben.press(message, &join).await.refused, None);
    let seen = both.types(&format!("@olga /board match:{id}\n")).await;
    assert!(seen.contains(&id), "{seen}");
    let joined = both.types(&format!("@olga /join match:{id}\n")).await;
    assert_says(&joined, "joined", &[("name", "olga")]);
    let discord = &both.scene.discord;
    let own = channel.id();
    let thread = discord
        .wait_for("a thread", |world| {
            world.threads(own).first().map(|one| one.id)
        })
        .await;
    let thread = discord.channel(thread);
    told(discord, &thread, &id, 0).await;
    for (player, text) in [(&ann, "Nc3"), (&ben, "l4")] {
        let moved = player.slash(&thread, "move", &mv(text)).await;
        assert_moved(&moved.content, text);
    }
    // The console hears of a match of its own alone.
    let quiet = both.types("# nothing\n").await;
    assert_silent(&quiet, "moved", &[]);
    let moved = both.types(&format!("@olga /move r3 match:{id}\n")).await;
    assert_moved(&moved, "r3");
    let discord = &both.scene.discord;
    told(discord, &thread, &id, 3).await;
    both.restart().await;
    assert_silent(&both.types("# nothing\n").await, "moved", &[]);
    let discord = &both.scene.discord;
    let moved = ann.slash(&thread, "move", &mv("e4")).await;
    assert_moved(&moved.content, "e4");
    for ply in 0..=4 {
        assert_eq!(boards(discord, &thread, &id, ply), 1, "ply {ply}");
    }
    // Once for each turn, and for the beginning.
    assert_eq!((pings(&ann, thread.id()), pings(&ben, thread.id())), (2, 3));
    both.scene.assert_sound();
}

/// A match of the console, with somebody from Discord who was invited to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_the_console_is_moved_from_discord_by_its_players_alone() {
    let mut both = Both::new().await;
    let [ann, ben, _] = both.scene.players.clone();
    let channel = both.scene.channel.clone();
    // Ann is known to Discord from the first thing that she changes.
    let settled = ann
        .slash(&channel, "settings", &[("reminders", json!("off"))])
        .await;
    assert_eq!(settled.refused, None, "{}", settled.content);
    let identity = Identity::new("discord", &ann.id().to_string()).unwrap();
    let person = both.host().people().find(&identity).await.unwrap().unwrap();
    let opened = both.types("@olga /play ruleset:duel seat:white\n").await;
    let at = Place::new("console/table");
    let tables = both.host().matches_at(&at, Shelf::Table, 9).await.unwrap();
    let id = tables[0].id();
    assert!(opened.contains(id.as_str()), "{opened}");
    // Nobody in Discord knows of it, before somebody has a part in it.
    for user in [&ann, &ben] {
        let join = user
            .slash(&channel, "join", &[("match", json!(id.as_str()))])
            .await;
        assert_says(&join.content, "refused-no-such-match", &[]);
    }
    let join = Command::Join { seat: None };
    let joined = both
        .host()
        .submit(id, person, &join, None, None)
        .await
        .unwrap();
    joined.notice.unwrap().end(NoticeState::Queued);
    let heard = both.types("@olga /move e4\n").await;
    assert_says(&heard, "your-move", &[]);
    assert_moved(&heard, "e4");
    let named = [("move", json!("t4")), ("match", json!(id.as_str()))];
    let refused = ben.slash(&channel, "move", &named).await;
    assert_says(&refused.content, "refused-no-such-match", &[]);
    let moved = ann.slash(&channel, "move", &named).await;
    assert!(moved.ephemeral, "{}", moved.content);
    assert_says(&moved.content, "done-elsewhere", &[]);
    both.restart().await;
    let heard = both.types("# what is new?\n").await;
    assert_moved(&heard, "t4");
    assert_silent(&both.types("# and now?\n").await, "moved", &[]);
    // None of it stands in Discord.
    let messages = both
        .scene
        .discord
        .look(|world| world.messages(channel.id()).len());
    assert_eq!(messages, 0);
    both.scene.assert_sound();
}

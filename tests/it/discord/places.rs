//! Tables and matches in every kind of place: each works, or says before anybody sits down why it does not. And
//! what becomes of them when threads are locked, or anything that they need is deleted.

use std::{fmt::Write, sync::Arc, time::Duration};

use fake_discord::{
    Answer, Channel, FakeDiscord, Holder, Overwrite, Snowflake, User,
    permissions::{MANAGE_THREADS, SEND_MESSAGES},
};
use rondel::{
    host::{Closed, SystemClock},
    matchplay::Place,
    messages::Texts,
};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{Scene, inside::Parts, match_of, mv, table, told};
use crate::said::{GERMAN, TEXTS, assert_says, assert_silent, said, said_in, says};

/// A kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    /// A text channel with a private match.
    TextPrivately,
    News,
    Voice,
    Stage,
    /// A thread that people have opened.
    Thread,
    PrivateThread,
    NewsThread,
    /// A post in a forum.
    Post,
    Direct,
    Group,
}

use Kind::{
    Direct, Group, News, NewsThread, Post, PrivateThread, Stage, Text, TextPrivately, Thread, Voice,
};

/// What is tried in each of them.
const CELLS: [&str; 6] = [
    "table",
    "private table",
    "match",
    "locked",
    "deleted",
    "slow mode",
];

const OPENS: &str = "opens";
const HERE: &str = "here";
const NONE: &str = "-";
const LATE: &str = "told late";
const DIRECTLY: &str = "direct-elsewhere";
const NO_PRIVATE: &str = "refused-private-channel";
const IN_THREAD: &str = "refused-private-thread";
const ALONE: &str = "refused-alone";
const GUEST: &str = "refused-alone-guest";
const LOCKED: &str = "the channel, lacks-unlocked";
// A deleted thread is opened again, once.
const AGAIN: &str = "thread 11, thread-again; the channel, thread-moved";
const NEWS_AGAIN: &str = "thread 10, thread-again; the channel, thread-moved";
const PRIVATELY: &str = "thread 12, thread-again; direct-elsewhere";

/// What happens.
const TABLE: [(Kind, [&str; 6]); 11] = [
    (Text, [OPENS, OPENS, "thread 11", LOCKED, AGAIN, LATE]),
    (
        TextPrivately,
        [OPENS, OPENS, "thread 12", DIRECTLY, PRIVATELY, LATE],
    ),
    (
        News,
        [OPENS, NO_PRIVATE, "thread 10", LOCKED, NEWS_AGAIN, LATE],
    ),
    (Voice, [OPENS, NO_PRIVATE, HERE, NONE, DIRECTLY, LATE]),
    (Stage, [OPENS, NO_PRIVATE, HERE, NONE, DIRECTLY, LATE]),
    (Thread, [OPENS, IN_THREAD, HERE, DIRECTLY, DIRECTLY, LATE]),
    (
        PrivateThread,
        [OPENS, IN_THREAD, HERE, DIRECTLY, DIRECTLY, LATE],
    ),
    (
        NewsThread,
        [OPENS, IN_THREAD, HERE, DIRECTLY, DIRECTLY, LATE],
    ),
    (Post, [OPENS, IN_THREAD, HERE, DIRECTLY, DIRECTLY, LATE]),
    (Direct, [ALONE, ALONE, HERE, NONE, NONE, NONE]),
    (Group, [GUEST, GUEST, HERE, NONE, NONE, NONE]),
];

/// The reasons for which a table may be refused.
const REFUSALS: [&str; 7] = [
    "refused-private-channel",
    "refused-private-thread",
    "refused-private-rights",
    "refused-missing-rights",
    "refused-locked",
    "refused-alone",
    "refused-alone-guest",
];

impl Kind {
    /// Makes a new one.
    fn make(self, scene: &Scene) -> Channel {
        let [ann, ben, cy] = &scene.players;
        let of = |kind| scene.guild.channel_of(kind, "place");
        match self {
            Text | TextPrivately => scene.guild.channel("place"),
            News => of(5),
            Voice => of(2),
            Stage => of(13),
            Thread => ann.open_thread(&scene.guild.channel("place"), "among us", false),
            PrivateThread => {
                let thread = ann.open_thread(&scene.guild.channel("place"), "among us", true);
                let bot = scene.discord.look(fake_discord::World::bot);
                let [ben, cy] = [ben, cy].map(User::mention);
                ann.say(&thread, &format!("Come in, <@{bot}>, {ben} and {cy}!"));
                thread
            }
            NewsThread => ann.open_thread(&of(5), "among us", false),
            Post => ann.open_thread(&of(15), "chess?", false),
            Direct => ann.direct(),
            Group => scene.discord.private_channel(&[ann, ben]),
        }
    }

    fn is_of_server(self) -> bool {
        ![Direct, Group].contains(&self)
    }

    fn is_private(self) -> bool {
        self == TextPrivately
    }
}

/// A match in some place.
struct Played<'a> {
    scene: &'a Scene,
    /// The place where it was opened.
    place: Channel,
    /// Another channel, in which moves are typed.
    elsewhere: Channel,
    id: String,
    moves: u32,
}

impl Played<'_> {
    async fn new(scene: &Scene, kind: Kind) -> Played<'_> {
        let place = kind.make(scene);
        let private = [("private", json!(kind.is_private()))];
        let id = scene.sit_down_with(&private, &place, &scene.players).await;
        let played = Played {
            scene,
            place,
            elsewhere: scene.guild.channel("elsewhere"),
            id,
            moves: 0,
        };
        played.board().await;
        played
    }

    /// Waits for the board as it stands in the place or in one of its threads, and returns where it is.
    async fn board(&self) -> Channel {
        let wanted = format!("rd1:{}:{}:view", self.id, self.moves);
        let own = self.place.id();
        let shows = |world: &fake_discord::World, at: Snowflake| {
            let messages = world.messages(at);
            messages.iter().any(|one| one.had_button(&wanted))
        };
        let found = self.scene.discord.wait_for("the board", |world| {
            let threads = world.threads(own).into_iter().map(|thread| thread.id);
            threads.chain([own]).find(|at| shows(world, *at))
        });
        self.scene.discord.channel(found.await)
    }

    /// Makes the next move from elsewhere.
    async fn move_on(&mut self) -> Answer {
        const MOVES: [&str; 6] = ["e4", "m4", "u4", "d4", "l4", "t4"];
        let at = self.moves as usize;
        let options = [("move", json!(MOVES[at])), ("match", json!(self.id))];
        let who = &self.scene.players[at % 3];
        let answer = who.slash(&self.elsewhere, "move", &options).await;
        assert_eq!(answer.refused, None, "{}", answer.content);
        self.moves += 1;
        answer
    }

    /// The player to move.
    fn next(&self) -> &User {
        &self.scene.players[self.moves as usize % 3]
    }

    /// Says where something is: here, in the channel, or in a thread of a type.
    fn named(&self, at: &Channel) -> String {
        let info = at.info().expect("it is there");
        if at.id() != self.place.id() {
            return format!("thread {}", info.kind);
        }
        String::from(if info.is_thread() {
            "here"
        } else {
            "the channel"
        })
    }

    /// Waits until the next player hears of the turn: by a board, or directly. Says where, and what else is said
    /// there of these.
    async fn heard(&self, remarks: &[&str]) -> String {
        let wanted = format!("rd1:{}:{}:view", self.id, self.moves);
        let (own, direct) = (self.place.id(), self.next().direct().id());
        let found = self.scene.discord.wait_for("news", |world| {
            let mut places: Vec<Snowflake> = world.threads(own).iter().map(|one| one.id).collect();
            places.extend([own, direct]);
            let mut messages = places.iter().flat_map(|at| world.messages(*at));
            messages.find(|one| one.had_button(&wanted)).cloned()
        });
        let message = found.await;
        if message.channel == direct {
            assert_says(&message.content, DIRECTLY, &[("match", &self.id)]);
            return DIRECTLY.to_owned();
        }
        let mut named = self.named(&self.scene.discord.channel(message.channel));
        for remark in remarks.iter().filter(|id| says(&message.content, id, &[])) {
            write!(named, ", {remark}").expect("a text");
        }
        named
    }

    /// Ends it, so that the next one can be opened.
    async fn end(&self) {
        for who in &self.scene.players[..2] {
            let options = [("confirm", json!(true)), ("match", json!(self.id))];
            who.slash(&self.elsewhere, "resign", &options).await;
        }
    }
}

const REMARKS: [&str; 6] = [
    "lacks-unlocked",
    "lacks-speech",
    "lacks-thread",
    "lacks-entry",
    "thread-again",
    "thread-moved",
];

/// Opens a table, and says what came of it.
async fn opened(scene: &Scene, kind: Kind, private: bool) -> String {
    let [ann, ..] = &scene.players;
    let place = kind.make(scene);
    let options = [("computers", json!(0)), ("private", json!(private))];
    let answer = ann.slash(&place, "play", &options).await;
    if !answer.ephemeral && answer.refused.is_none() {
        let id = match_of(&answer.buttons());
        let close = [("action", json!("offer")), ("match", json!(id))];
        ann.slash(&scene.channel, "abort", &close).await;
        return OPENS.to_owned();
    }
    let why = REFUSALS
        .into_iter()
        .find(|id| says(&answer.content, id, &[]));
    why.map_or(answer.content.clone(), str::to_owned)
}

/// Plays a match with computers where others cannot be asked.
async fn alone(scene: &Scene, kind: Kind) -> String {
    let [ann, ..] = &scene.players;
    let place = kind.make(scene);
    let options = [("computers", json!(2)), ("seat", json!("white"))];
    let begun = ann.slash(&place, "play", &options).await;
    assert_eq!(begun.refused, None, "{}", begun.content);
    scene
        .posted(&place, |one| !one.attachments.is_empty())
        .await;
    let moved = ann.slash(&place, "move", &mv("e4")).await;
    assert_eq!(moved.refused, None, "{}", moved.content);
    let end = [("confirm", json!(true))];
    ann.slash(&place, "resign", &end).await;
    "here".to_owned()
}

/// Tries one cell of the table, and says what happens.
async fn tried(scene: &Scene, kind: Kind, cell: &str) -> String {
    let has_thread = kind.is_of_server() && ![Voice, Stage].contains(&kind);
    match cell {
        "table" => opened(scene, kind, false).await,
        "private table" => opened(scene, kind, true).await,
        "match" if !kind.is_of_server() => alone(scene, kind).await,
        "locked" if !has_thread => "-".to_owned(),
        _ if !kind.is_of_server() => "-".to_owned(),
        _ => {
            let mut played = Played::new(scene, kind).await;
            let happened = in_match(&mut played, cell).await;
            played.end().await;
            happened
        }
    }
}

async fn in_match(played: &mut Played<'_>, cell: &str) -> String {
    let thread = played.board().await;
    let own = thread.id() == played.place.id();
    match cell {
        "match" if own => "here".to_owned(),
        "match" => {
            // Only the bot lets others into the thread of a private match.
            let info = thread.info().expect("it is there");
            assert_eq!(info.invitable, info.kind != 12);
            played.named(&thread)
        }
        "locked" => {
            thread.set_locked(true);
            played.move_on().await;
            let heard = played.heard(&REMARKS).await;
            // Said once, and not again.
            played.move_on().await;
            let again = played.heard(&REMARKS).await;
            assert_eq!(again, heard.replace(", lacks-unlocked", ""));
            // Unlocked, it serves again.
            thread.set_locked(false);
            played.move_on().await;
            told(&played.scene.discord, &thread, &played.id, played.moves).await;
            heard
        }
        "deleted" if own => {
            thread.delete();
            played.move_on().await;
            played.heard(&REMARKS).await
        }
        // It goes on by itself: once in a thread, and then in the channel.
        "deleted" => {
            thread.delete();
            let first = played.heard(&REMARKS).await;
            played.board().await.delete();
            format!("{first}; {}", played.heard(&REMARKS).await)
        }
        _ => {
            thread.set_slow(Duration::from_millis(400));
            for _ in 0..3 {
                played.move_on().await;
            }
            told(&played.scene.discord, &thread, &played.id, played.moves).await;
            // Each of them is tried again when Discord says so, and not before.
            let posts = format!("POST /channels/{}/messages", thread.id());
            let early = played.scene.discord.look(|world| {
                let posts = world.requests(&posts).into_iter();
                posts.filter(|post| post.status == Some(429)).count()
            });
            assert!((1..=4).contains(&early), "{early}");
            LATE.to_owned()
        }
    }
}

/// What happens in every kind of place: a third of the table, or with `RONDEL_WHOLE` all of it. Nothing ends in silence, or
/// with a wrong reason.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_and_matches_in_every_kind_of_place() {
    let (scene, _bot, _) = Scene::inside().await;
    scene.players[0].set_installed(true);
    let (mut wrong, mut all) = (Vec::new(), String::new());
    for (row, (kind, cells)) in TABLE.into_iter().enumerate() {
        for (column, (cell, expected)) in CELLS.into_iter().zip(cells).enumerate() {
            if !crate::whole() && (row + column) % 3 != 0 {
                continue;
            }
            let happened = tried(&scene, kind, cell).await;
            writeln!(all, "{kind:?}\t{cell}\t{happened}").expect("a text");
            if happened != expected {
                wrong.push(format!("{kind:?}, {cell}: {happened}, not {expected}"));
            }
        }
    }
    println!("{all}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    scene.assert_sound();
}

/// Nobody can be led into a thread that is locked or gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_link_no_thread_that_is_locked_or_deleted() {
    let (scene, _bot, _) = Scene::inside().await;
    for delete in [false, true] {
        let mut played = Played::new(&scene, Text).await;
        let thread = played.board().await;
        let link = |at: &Channel| format!("<#{}>", at.id());
        let there = [("match", &*played.id.clone()), ("where", &*link(&thread))];
        let answer = played.move_on().await;
        assert_says(&answer.content, "done-elsewhere", &there);
        played.board().await;
        thread.set_locked(true);
        let last = if delete {
            thread.delete();
            let next = played.board().await;
            next.set_locked(true);
            next
        } else {
            thread
        };
        let answer = played.move_on().await;
        let listed = played.next().slash(&played.elsewhere, "matches", &[]).await;
        for answer in [&answer, &listed] {
            let content = &answer.content;
            assert!(!content.contains(&link(&last)), "{content}");
            assert!(content.contains(&link(&played.place)), "{content}");
        }
        played.end().await;
    }
    scene.assert_sound();
}

/// Threads that were locked while the bot was away are known at the start, and what moderators do in them is
/// answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_locked_thread_those_are_answered_who_may_speak_there() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    let mut played = Played::new(&scene, Text).await;
    let thread = played.board().await;
    let moderators = scene.guild.role("moderators");
    scene.guild.set_permissions(moderators, MANAGE_THREADS);
    scene.guild.give_role(ann, moderators);
    thread.set_locked(true);
    let refused = ann.slash(&thread, "play", &table()).await;
    // A table that is asked for there opens in the channel.
    assert_silent(&refused.content, "refused-locked", &[]);
    let moved = ann.slash(&thread, "move", &mv("e4")).await;
    assert!(moved.ephemeral, "{}", moved.content);
    played.moves = 1;
    assert_eq!(played.heard(&REMARKS).await, LOCKED);
    assert_eq!(super::pings(ben, played.place.id()), 1);
    // A thread of people says so before anybody sits down.
    let own = ann.open_thread(&scene.channel, "among us", false);
    own.set_locked(true);
    let refused = ann.slash(&own, "play", &table()).await;
    super::assert_private(&refused, "refused-locked", &[]);
    scene.assert_sound();
}

/// Where the bot manages threads, a locked one serves as any other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_manages_threads_goes_on_in_a_locked_one() {
    let (scene, _bot, _) = Scene::inside().await;
    let mut played = Played::new(&scene, Text).await;
    let thread = played.board().await;
    played
        .place
        .set_rights(super::rights(|it| it.manage_threads = true));
    // Every interaction tells what the bot may do.
    scene.players[0].slash(&played.place, "matches", &[]).await;
    thread.set_locked(true);
    for _ in 0..2 {
        played.move_on().await;
        assert_eq!(played.heard(&REMARKS).await, "thread 11");
    }
    scene.assert_sound();
}

/// Somebody whom nothing reaches since the thread is locked lacks no permission, and the others hear of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whom_a_locked_thread_keeps_from_hearing_the_others_hear_of() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ben, _] = &scene.players;
    let mut played = Played::new(&scene, Thread).await;
    ben.set_direct_closed(true);
    played.place.set_locked(true);
    let direct = format!("POST /channels/{}/messages", ben.direct().id());
    let answer = played.move_on().await;
    let where_it_is = [("match", &*played.id)];
    assert_says(&answer.content, "done-nowhere", &where_it_is);
    let tried = scene
        .discord
        .wait_until("a direct message that is refused", |world| {
            let tries = world.requests(&direct);
            tries.iter().any(|one| one.status == Some(403))
        });
    tried.await;
    let asking = async {
        loop {
            let heard = ann.slash(&played.elsewhere, "matches", &[]).await.content;
            if says(&heard, "unreached-closed", &[]) {
                return heard;
            }
        }
    };
    let heard = timeout(Duration::from_secs(20), asking).await;
    let heard = heard.expect("it is said");
    assert_silent(&heard, "unreached", &[]);
    scene.assert_sound();
}

/// What happened to threads while the bot was away is found out when it starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happened_to_threads_while_the_bot_was_away_is_found_out() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts::new(&scene.discord);
    let mut again = parts.again();
    let mut bot = parts.start();
    scene.discord.bot_ready().await;
    for what in ["locked", "archived", "deleted"] {
        let mut played = Played::new(&scene, Text).await;
        let thread = played.board().await;
        scene.ends(bot).await;
        match what {
            "deleted" => thread.delete(),
            what => {
                thread.set_locked(true);
                thread.set_archived(what == "archived");
            }
        }
        let next = again.again();
        bot = again.start();
        again = next;
        scene.discord.bot_ready().await;
        if what == "deleted" {
            let heard = played.heard(&REMARKS).await;
            assert_eq!(heard, "thread 11, thread-again");
        } else {
            let place = format!("discord/{}/{}", scene.guild.id(), thread.id());
            let (host, place) = (Arc::clone(&bot.host), Place::new(&place));
            until(|| host.closed(&place) == Some(Closed::Locked)).await;
            let listed = played.next().slash(&played.elsewhere, "matches", &[]);
            let content = listed.await.content.clone();
            let link = |at: &Channel| format!("<#{}>", at.id());
            assert!(!content.contains(&link(&thread)), "{content}");
            assert!(content.contains(&link(&played.place)), "{content}");
            played.move_on().await;
            assert_eq!(played.heard(&REMARKS).await, LOCKED, "{what}");
        }
        played.end().await;
    }
    scene.assert_sound();
}

/// A match whose deleted thread was opened again is shown there, also where the process ends in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_another_thread_and_its_board_the_match_is_shown_there_once() {
    let mut scene = Scene::new().await;
    let id = {
        let played = Played::new(&scene, Text).await;
        let (id, thread) = (played.id.clone(), played.board().await);
        let hold = scene.discord.hold("POST /channels/*/messages");
        thread.delete();
        hold.caught().await;
        scene.bot.take().expect("a bot").kill();
        scene.discord.bot_gone().await;
        hold.release();
        id
    };
    let boards = |world: &fake_discord::World| {
        let wanted = format!("rd1:{id}:0:view");
        let messages = world.all_messages();
        let thread = |one: &fake_discord::Message| {
            world
                .channel(one.channel)
                .is_some_and(|at| at.parent.is_some())
        };
        let boards = messages.into_iter().filter(thread);
        boards
            .filter(|one| one.had_button(&wanted))
            .map(|one| one.content)
            .collect::<Vec<_>>()
    };
    for _ in 0..2 {
        scene.start(&[]).await;
        let shown = scene.discord.wait_for("the board", |world| {
            let boards = boards(world);
            (!boards.is_empty()).then_some(boards)
        });
        let shown = shown.await;
        assert_says(&shown[0], "thread-again", &[("match", &id)]);
        // What is asked now is answered after what came before.
        let help = scene.players[0].slash(&scene.channel, "help", &[]).await;
        assert_eq!(help.refused, None);
        assert_eq!(scene.discord.look(boards).len(), 1);
        scene.stop().await;
    }
    scene.assert_sound();
}

/// Whoever may not enter a voice channel may not write there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_voice_channel_it_takes_the_right_to_enter_it() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let voice = scene.guild.channel_of(2, "voice");
    voice.set_rights(super::rights(|it| it.connect = false));
    let refused = ann.slash(&voice, "play", &table()).await;
    assert!(refused.ephemeral, "{}", refused.content);
    let connect = said("right-connect", &[]);
    assert_says(
        &refused.content,
        "refused-missing-rights",
        &[("rights", &*connect)],
    );
    scene.assert_sound();
}

/// Gives the command as it's typed where clients still have the options of 0.1.0.
async fn server(who: &User, at: &Channel, action: &str, more: &[(&'static str, Value)]) -> Answer {
    let mut options = vec![("action", json!(action))];
    options.extend(more.iter().cloned());
    who.slash_unchecked(at, "server", &options).await
}

/// What an answer says in all, on a page or in words.
fn whole(answer: &Answer) -> String {
    format!("{}{}", answer.content, answer.components)
}

/// A channel or role that was deleted locks nobody out, and that is said once to managers and once to those who
/// play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_channels_and_roles_lock_nobody_out() {
    for away in [false, true] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let parts = Parts::new(&scene.discord);
        let again = parts.again();
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let [ann, ben, _] = &scene.players;
        let at = &scene.channel;
        scene.guild.set_manager(ann, true);
        let (games, role) = (scene.guild.channel("games"), scene.guild.role("openers"));
        let called = scene.guild.role("called");
        for set in [
            vec![("channel", json!(games.id())), ("allow", json!(true))],
            vec![("role", json!(role))],
            vec![("table-role", json!(called))],
        ] {
            server(ann, at, "set", &set).await;
        }
        for _ in 0..20 {
            let other = scene.guild.role("other");
            scene.guild.delete_role(other);
        }
        let refused = ben.slash(at, "play", &table()).await;
        assert!(refused.ephemeral, "{}", refused.content);
        let delete = || {
            games.delete();
            scene.guild.delete_role(role);
            scene.guild.delete_role(called);
        };
        let bot = if away {
            scene.ends(bot).await;
            delete();
            let bot = again.start();
            scene.discord.bot_ready().await;
            bot
        } else {
            delete();
            bot
        };
        let place = Place::new(&format!("discord/{}/1", scene.guild.id()));
        let host = Arc::clone(&bot.host);
        until(|| {
            let set = host.server_preferences(&place);
            set.channels.is_empty() && set.roles().next().is_none()
        })
        .await;
        for (time, said) in [(1, true), (2, false)] {
            let opened = ben.slash(at, "play", &table()).await;
            assert!(!opened.ephemeral, "{}", opened.content);
            let shown = server(ann, at, "show", &[]).await;
            let [opened, shown] = [whole(&opened), whole(&shown)];
            for (id, to_openers) in [
                ("lapsed-channels", true),
                ("lapsed-openers", true),
                ("lapsed-table-role", false),
            ] {
                let at = format!("{id}, {time}, away: {away}");
                assert_eq!(says(&opened, id, &[]), said && to_openers, "{at}: {opened}");
                assert_eq!(says(&shown, id, &[]), said, "{at}: {shown}");
            }
        }
        // Nothing is asked about roles that the settings do not name.
        let asked = format!("GET /guilds/{}", scene.guild.id());
        let asked = scene.requests(&asked);
        assert!((1..=3).contains(&asked), "{asked}, away: {away}");
        scene.assert_sound();
        drop(bot);
    }
}

/// A check looks at every channel, and says what is the matter with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_names_slow_mode_locked_threads_and_what_was_deleted() {
    let (scene, _bot, _) = Scene::inside().await;
    let [ann, ..] = &scene.players;
    let at = &scene.channel;
    scene.guild.set_manager(ann, true);
    let looked = |count: &str| said("check-looked", &[("count", count)]);
    let fine = server(ann, at, "check", &[]).await;
    assert_says(&fine.content, "check-all-fine", &[]);
    assert!(fine.content.contains(&looked("1")), "{}", fine.content);
    let played = Played::new(&scene, Text).await;
    let thread = played.board().await;
    thread.set_locked(true);
    let [news, voice, forum] = [5, 2, 15].map(|kind| scene.guild.channel_of(kind, "place"));
    for channel in [&news, &forum] {
        channel.set_rights(super::rights(|it| it.private_threads = false));
    }
    voice.set_rights(super::rights(|it| it.connect = false));
    news.set_slow(Duration::from_secs(60));
    let link = |at: &Channel| format!("<#{}>", at.id());
    let found = server(ann, at, "check", &[]).await;
    let content = &found.content;
    let connect = said("right-connect", &[]);
    let missing = [("where", &*link(&voice)), ("rights", &*connect)];
    assert_says(content, "check-missing", &missing);
    assert_says(content, "check-slow", &[("where", &link(&news))]);
    let locked = [("where", &*link(&thread)), ("match", &*played.id)];
    assert_says(content, "check-locked", &locked);
    // The channel where it is asked, the place of the match, the one from which moves are made, and three more.
    assert!(content.contains(&looked("6")), "{content}");
    // Of those that are allowed one is deleted.
    for channel in [at, &news] {
        let allow = [("channel", json!(channel.id())), ("allow", json!(true))];
        server(ann, at, "set", &allow).await;
    }
    news.delete();
    let found = server(ann, at, "check", &[]).await;
    assert_says(&found.content, "lapsed-channel", &[]);
    assert_silent(&found.content, "check-hidden", &[]);
    assert!(found.content.contains(&looked("2")), "{}", found.content);
    let again = server(ann, at, "check", &[]).await;
    assert_silent(&again.content, "lapsed-channel", &[]);
    scene.assert_sound();
}

/// That no thread can be opened is said once for a channel, and not for each match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_no_thread_can_be_opened_is_said_once_for_a_channel() {
    let (scene, _bot, _) = Scene::inside().await;
    let set = |public_threads| {
        scene
            .channel
            .set_rights(super::rights(|it| it.public_threads = public_threads));
    };
    // It is said again once the right was there and is missing again.
    for (has, count) in [(false, 1), (false, 1), (true, 1), (false, 2)] {
        set(has);
        let id = scene.sit_down(&scene.channel, &scene.players).await;
        if has {
            let own = scene.channel.id();
            let opened = scene.discord.wait_for("a thread", |world| {
                world.threads(own).last().map(|thread| thread.id)
            });
            let thread = scene.discord.channel(opened.await);
            told(&scene.discord, &thread, &id, 0).await;
        } else {
            told(&scene.discord, &scene.channel, &id, 0).await;
        }
        let messages = scene.channel.messages();
        let saying = messages
            .iter()
            .filter(|one| says(&one.content, "lacks-thread", &[]));
        assert_eq!(saying.count(), count, "{has}");
    }
    scene.assert_sound();
}

/// Waits for the greeting of a server, and returns the channel in which it is.
async fn greeted(scene: &Scene, channels: &[&Channel]) -> Snowflake {
    let ids: Vec<Snowflake> = channels.iter().map(|channel| channel.id()).collect();
    let found = scene.discord.wait_for("a greeting", |world| {
        let greets = |at: &&Snowflake| !world.messages(**at).is_empty();
        ids.iter().find(greets).copied()
    });
    found.await
}

/// A greeting goes where people talk: not among the rules, nor where nobody may write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_greeting_goes_where_people_talk() {
    let (scene, _bot, _) = Scene::inside().await;
    for (rules, system) in [
        (true, None),
        (false, None),
        (true, Some("rules")),
        (true, Some("talk")),
    ] {
        let server = scene.discord.strange_guild("New");
        let [top, news, talk, last] =
            ["rules", "news", "talk", "more"].map(|name| server.channel(name));
        if rules {
            server.set_rules(&top);
        }
        // The channel of the rules need not be closed.
        let closed = [Some(&news), (!rules).then_some(&top)];
        for closed in closed.into_iter().flatten() {
            closed.set_overwrite(Overwrite {
                holder: Holder::Role(server.id()),
                allow: 0,
                deny: SEND_MESSAGES,
            });
        }
        match system {
            Some("rules") => server.set_system_channel(&top),
            Some(_) => server.set_system_channel(&last),
            None => {}
        }
        server.invite_bot();
        let at = greeted(&scene, &[&top, &news, &talk, &last]).await;
        let wanted = if system == Some("talk") { &last } else { &talk };
        assert_eq!(at, wanted.id(), "{rules} {system:?}");
    }
    scene.assert_sound();
}

/// Waits until something holds that no message tells.
async fn until(mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    let waited = timeout(Duration::from_secs(20), waiting).await;
    waited.expect("it comes to hold");
}

/// A server that brought the bot while it was away is greeted when it starts, and once; others are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_brought_the_bot_while_it_was_away_is_greeted_once() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let server = scene.discord.strange_guild("New");
    let channel = server.channel("talk");
    server.invite_bot();
    let place = Place::new(&format!("discord/{}/1", server.id()));
    let parts = Parts {
        clock: Arc::new(SystemClock::start()),
        ..Parts::new(&scene.discord)
    };
    let (first, second) = (parts.again(), parts.again());
    for parts in [first, second] {
        greets_what_comes_later(&scene, parts, &place).await;
        greeted(&scene, &[&channel]).await;
        assert_eq!(channel.messages().len(), 1);
        assert_eq!(scene.channel.messages().len(), 0);
        scene.discord.forget_nonces();
    }
    scene.assert_sound();
}

/// Runs a bot until a greeting of the server of this place is noted and a server that comes later is greeted.
async fn greets_what_comes_later(scene: &Scene, parts: Parts, place: &Place) {
    let bot = parts.start();
    scene.discord.bot_ready().await;
    let host = Arc::clone(&bot.host);
    until(|| host.server_preferences(place).greeted.is_some()).await;
    // What is asked now is answered after what came before.
    let help = scene.players[0].slash(&scene.channel, "help", &[]).await;
    assert_eq!(help.refused, None);
    let later = scene.discord.strange_guild("Later");
    let last = later.channel("talk");
    later.invite_bot();
    greeted(scene, &[&last]).await;
    scene.ends(bot).await;
}

/// 0.1.0 greeted the servers that it came to, and noted nothing: they are not greeted again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_0_1_0_has_greeted_is_not_greeted_again() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts {
        clock: Arc::new(SystemClock::start()),
        ..Parts::new(&scene.discord)
    };
    // As 0.1.0 leaves a store: with a match, and without a word about greetings.
    let bot = scene.begins(&parts).await;
    let opened = scene.players[0].slash(&scene.channel, "play", &table());
    assert_eq!(opened.await.refused, None);
    scene.ends(bot).await;
    let before = scene.channel.messages().len();
    let server = scene.discord.strange_guild("New");
    let channel = server.channel("talk");
    server.invite_bot();
    let place = Place::new(&format!("discord/{}/1", server.id()));
    for time in [1, 2] {
        greets_what_comes_later(&scene, parts.again(), &place).await;
        assert_eq!(channel.messages().len(), 0, "{time}");
        assert_eq!(scene.channel.messages().len(), before);
        scene.discord.forget_nonces();
    }
    scene.assert_sound();
}

/// A server that is no Community server says en-US whatever it speaks: those who play there are the better
/// guess, until a manager chooses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_speaks_as_those_who_play_there_until_a_manager_chooses() {
    let (scene, bot, _) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    scene.guild.set_manager(ann, true);
    for who in [ann, ben, cy] {
        who.set_locale("de");
    }
    let speaks = async |place: &Channel, texts: &'static Texts| {
        let opened = ann.slash(place, "play", &table()).await;
        let content = whole(&opened);
        let is_said = content.contains(&said_in(texts, "button-close-table", &[]));
        let id = match_of(&opened.buttons());
        let close = [("action", json!("offer")), ("match", json!(id))];
        ann.slash(place, "abort", &close).await;
        assert!(is_said, "{content}");
    };
    let _ = bot;
    speaks(&scene.channel, &GERMAN).await;
    let english = [("language", json!("en"))];
    server(ann, &scene.channel, "set", &english).await;
    speaks(&scene.channel, &TEXTS).await;
    // A Community server has chosen.
    let community = scene.discord.guild("Community");
    community.set_locale("en-US");
    community.join(ann);
    speaks(&community.channel("talk"), &TEXTS).await;
    scene.assert_sound();
}

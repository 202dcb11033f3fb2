//! Each of Discord's error codes at each of the bot's requests: everybody who was to hear something hears
//! it, later or in another way. And what cannot be seen is not taken for what is not there.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fake_discord::{AnswerKind, Channel, FakeDiscord, Fault, Rights, User, codes};
use rondel::{matchplay::Event, store::Store};
use serde_json::json;

use super::{
    Scene, Table, boards, ended,
    inside::{Inside, Parts},
    is_end, mv, told,
};
use crate::{
    said::assert_moved,
    store::guarded::{Guard, Guarded},
};

const POSTS: &str = "POST /channels/*/messages";
const THREADS: &str = "POST /channels/*/threads";
const ANSWERS: &str = "POST /interactions/*/*/callback";
const PROMISED: &str = "PATCH /webhooks/*/*/messages/@original";
const OPENINGS: &str = "POST /users/@me/channels";
const MEMBERS: &str = "GET /guilds/*/members/*";
const ADDED: &str = "PUT /channels/*/thread-members/*";
const LISTS: &str = "GET /channels/*/messages";
const EDITS: &str = "PATCH /channels/*/messages/*";
const COMMANDS: &str = "* /applications/*/commands";
const THREAD: &str = "PATCH /channels/*";

/// Codes of each meaning, one that nobody knows, and the statuses that they come with.
const MEANINGS: [(u16, u64); 21] = [
    (400, 0),
    (400, 99_999_999),
    (403, 40_333),
    (401, 40_001),
    (400, 40_004),
    (429, 20_028),
    (503, 130_000),
    (404, 10_003),
    (404, 10_007),
    (404, 10_008),
    (404, 10_062),
    (400, 40_060),
    (403, 50_001),
    (403, 50_007),
    (403, 50_013),
    (400, 50_024),
    (400, 50_035),
    (400, 50_083),
    (400, 160_006),
    (400, 200_000),
    (403, 400_001),
];

/// Returns the codes and statuses that are tried at each request: one of each meaning, or with
/// `RONDEL_CODES=all` each that is documented, as `.ci/long codes` does.
fn tried() -> Vec<(u16, u64)> {
    if std::env::var("RONDEL_CODES").as_deref() != Ok("all") {
        return MEANINGS.to_vec();
    }
    let known = |code| MEANINGS.iter().find(|(_, known)| *known == code);
    let all = codes().into_iter();
    all.map(|code| known(code).copied().unwrap_or((400, code)))
        .collect()
}

/// What came of each code at each request.
#[derive(Default)]
struct Results(BTreeMap<String, Vec<u64>>);

impl Results {
    fn note(&mut self, route: &str, code: u64, result: &str) {
        let of = format!("{route}: {result}");
        self.0.entry(of).or_default().push(code);
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        for (of, codes) in &self.0 {
            println!("{of} ({} codes): {codes:?}", codes.len());
        }
    }
}

/// The codes that say that the time of an interaction is over: no answer is given any more.
const OVER: [u64; 4] = [10_012, 10_015, 10_062, 50_027];

async fn scene() -> (Scene, Inside, Parts) {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts::new(&scene.discord);
    // The second player wants direct messages.
    parts.prefer_direct(&scene.players[1]).await;
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    (scene, bot, parts)
}

/// The first moves of three players.
const MOVES: [&str; 9] = ["e4", "m4", "u4", "d4", "l4", "t4", "c3", "k3", "s3"];

/// A match that goes on as long as it is asked to, each time for one move.
struct Playing<'a> {
    scene: &'a Scene,
    elsewhere: Channel,
    table: Table,
    played: usize,
}

impl<'a> Playing<'a> {
    async fn new(scene: &'a Scene) -> Playing<'a> {
        Playing {
            scene,
            elsewhere: scene.guild.channel("elsewhere"),
            table: scene.seat(&scene.channel, &scene.players).await,
            played: 0,
        }
    }

    /// The player to move.
    fn mover(&self) -> &'a User {
        &self.scene.players[self.played % 3]
    }

    /// Makes the next move in another channel, so that the outbox alone tells it, and waits until the next
    /// player hears of it: in the thread, in the channel that it hangs on, or directly. The board may not
    /// stand twice.
    async fn go_on(&mut self, name: &str) -> &'static str {
        let text = MOVES[self.played];
        let options = [("move", json!(text)), ("match", json!(self.table.id))];
        let mover = self.mover();
        self.played += 1;
        let before = self.mover().notifications().len();
        let answer = mover.slash(&self.elsewhere, "move", &options).await;
        assert!(!answer.is_timed_out(), "{name}");
        self.hears(name, text, before).await
    }

    /// Waits until the player to move hears of a move, after those of which they heard before. Returns where
    /// they heard it.
    async fn hears(&self, name: &str, text: &str, before: usize) -> &'static str {
        let (discord, next) = (&self.scene.discord, self.mover());
        let (user, what) = (next.id(), format!("{name}: somebody to hear of {text}"));
        let heard = discord.wait_for(&what, |world| {
            let theirs = world.notifications().filter(|ping| ping.user == user);
            let mut new = theirs.skip(before);
            let ping = new.find(|ping| ping.content.contains(text))?;
            let message = world.message(ping.message)?;
            Some((ping.channel, message.attachments.is_empty()))
        });
        let (channel, in_words) = heard.await;
        let ply = self.played as u32;
        let places = [&self.table.thread, &self.scene.channel];
        let stand = places.map(|place| boards(discord, place, &self.table.id, ply));
        assert!(stand.iter().sum::<usize>() <= 1, "{name}: {stand:?}");
        let places = [self.table.thread.id(), self.scene.channel.id()];
        match (places.iter().position(|place| *place == channel), in_words) {
            (Some(0), false) => "heard in the thread",
            (Some(0), true) => "heard in the thread, in words",
            (Some(_), false) => "heard in the channel",
            (Some(_), true) => "heard in the channel, in words",
            (None, _) => "heard directly",
        }
    }
}

/// Each documented code once at a post: another way, or later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_documented_code_at_a_post_keeps_nobody_from_hearing() {
    let (scene, _bot, _) = scene().await;
    let (mut playing, mut results) = (Playing::new(&scene).await, Results::default());
    for code in codes() {
        if playing.played == MOVES.len() {
            playing = Playing::new(&scene).await;
        }
        scene.discord.fail_next(POSTS, Fault::Status(400, code));
        let heard = playing.go_on(&format!("{code}")).await;
        results.note(POSTS, code, heard);
        scene.discord.clear_faults();
    }
    scene.assert_sound();
}

/// A code of each meaning once at each request about a move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_each_request_keeps_nobody_from_hearing() {
    let (mut results, tried) = (Results::default(), tried());
    // In places of their own, since nobody may open hundreds of tables.
    for some in tried.chunks(MEANINGS.len()) {
        let (scene, _bot, _) = scene().await;
        let direct = format!("POST /channels/{}/messages", scene.players[1].direct().id());
        for route in [LISTS, EDITS, &direct] {
            let mut playing = Playing::new(&scene).await;
            for &(status, code) in some {
                // The second player, who wants direct messages, is the next one.
                let next = if route == direct { 1 } else { 3 };
                while playing.played >= next {
                    playing = Playing::new(&scene).await;
                }
                scene.discord.fail_next(route, Fault::Status(status, code));
                let heard = playing.go_on(&format!("{route} {code}")).await;
                results.note(route, code, heard);
                scene.discord.clear_faults();
            }
        }
        scene.assert_sound();
    }
}

/// A code of each meaning once at each request that is made once after a start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_the_first_requests_keeps_nobody_from_hearing() {
    let (mut results, tried) = (Results::default(), tried());
    // In places of their own, since nobody may open hundreds of tables.
    for some in tried.chunks(MEANINGS.len()) {
        let (scene, mut bot, parts) = scene().await;
        for route in [MEMBERS, OPENINGS] {
            for &(status, code) in some {
                // It says that the next player has left.
                if route == MEMBERS && [10_007, 10_013].contains(&code) {
                    continue;
                }
                let mut playing = Playing::new(&scene).await;
                bot.stop().await.expect("it stops");
                scene.discord.bot_gone().await;
                bot = parts.again().start();
                scene.discord.bot_ready().await;
                scene.discord.fail_next(route, Fault::Status(status, code));
                let heard = playing.go_on(&format!("{route} {code}")).await;
                results.note(route, code, heard);
                scene.discord.clear_faults();
            }
        }
        scene.assert_sound();
    }
}

/// A code of each meaning once where a match begins: its players hear of it in a thread, or in the
/// channel.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_each_request_lets_a_match_begin() {
    let (mut results, tried) = (Results::default(), tried());
    // In places of their own, since nobody may open hundreds of tables.
    for some in tried.chunks(MEANINGS.len()) {
        let (scene, _bot, _) = scene().await;
        for route in [THREADS, ADDED] {
            for &(status, code) in some {
                scene.discord.fail_next(route, Fault::Status(status, code));
                let channel = scene.guild.channel("round");
                let id = scene.sit_down(&channel, &scene.players).await;
                let (own, wanted) = (channel.id(), format!("rd1:{id}:0:view"));
                scene
                    .discord
                    .wait_until(&format!("{route} {code}: a board"), |world| {
                        let threads = world.threads(own).into_iter().map(|thread| thread.id);
                        let mut places = threads.chain([own]);
                        places.any(|place| {
                            let messages = world.messages(place);
                            messages.iter().any(|one| one.had_button(&wanted))
                        })
                    })
                    .await;
                let threads = channel.threads().len();
                assert!(threads <= 1, "{route} {code}");
                let begun = ["begun in the channel", "begun in a thread"][threads];
                results.note(route, code, begun);
                scene.discord.clear_faults();
            }
        }
        scene.assert_sound();
    }
}

/// A code of each meaning once at the answer to a move, which is told then by another try or the outbox.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_an_answer_keeps_nobody_from_hearing() {
    let (scene, _bot, _) = scene().await;
    let (mut playing, mut results) = (Playing::new(&scene).await, Results::default());
    for (status, code) in tried() {
        if playing.played == MOVES.len() {
            playing = Playing::new(&scene).await;
        }
        let name = format!("{ANSWERS} {code}");
        scene
            .discord
            .fail_next(ANSWERS, Fault::Status(status, code));
        let text = MOVES[playing.played];
        let mover = playing.mover();
        playing.played += 1;
        let before = playing.mover().notifications().len();
        let answer = mover.slash(&playing.table.thread, "move", &mv(text));
        let heard = playing.hears(&name, text, before).await;
        results.note(ANSWERS, code, heard);
        drop(answer);
        scene.discord.clear_faults();
    }
}

/// A code of each meaning once at an answer that tells nothing new, which nothing else gives: it is sent
/// once more, unless Discord says that its time is over or that it is there, which the log says then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_an_answer_that_shows_something_is_answered_all_the_same() {
    let (scene, _bot, _) = scene().await;
    let mut results = Results::default();
    let asked = || scene.discord.look(|world| world.requests(ANSWERS).len());
    for (status, code) in tried() {
        let before = asked();
        scene
            .discord
            .fail_next(ANSWERS, Fault::Status(status, code));
        let answer = scene.players[0].slash(&scene.channel, "help", &[]);
        if OVER.contains(&code) || code == 40_060 {
            scene
                .discord
                .wait_until("a refusal", |world| world.requests(ANSWERS).len() > before)
                .await;
            drop(answer);
            results.note(ANSWERS, code, "the log says why not");
        } else {
            assert!(!answer.await.is_timed_out(), "{code}");
            results.note(ANSWERS, code, "answered");
        }
        scene.discord.clear_faults();
    }
}

/// A code of each meaning once at an answer that was promised: it is given later, unless Discord says
/// that its time is over, which the log says then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_a_promised_answer_lets_it_be_given() {
    let (mut results, tried) = (Results::default(), tried());
    // In places of their own, since nobody may open hundreds of tables.
    for some in tried.chunks(MEANINGS.len()) {
        let (scene, _bot, _) = scene().await;
        let table = scene.played(25).await;
        let ann = &scene.players[0];
        let asked = || scene.discord.look(|world| world.requests(PROMISED).len());
        for &(status, code) in some {
            let before = asked();
            scene
                .discord
                .fail_next(PROMISED, Fault::Status(status, code));
            let promised = ann.slash(&table.thread, "replay", &[]).await;
            assert_eq!(promised.kind, AnswerKind::Deferred, "{code}");
            if OVER.contains(&code) {
                scene
                    .discord
                    .wait_until("a refusal", |world| world.requests(PROMISED).len() > before)
                    .await;
                results.note(PROMISED, code, "the log says why not");
            } else {
                scene.discord.filled(&promised).await;
                results.note(PROMISED, code, "given");
            }
            scene.discord.clear_faults();
        }
    }
}

/// A code of each meaning once where a match ends: the end is told, whatever its thread is called then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_a_thread_lets_the_end_be_told() {
    let (mut results, tried) = (Results::default(), tried());
    // In places of their own, since nobody may open hundreds of tables.
    for some in tried.chunks(MEANINGS.len()) {
        let (scene, _bot, _) = scene().await;
        for &(status, code) in some {
            let channel = scene.guild.channel("round");
            let table = scene.seat(&channel, &scene.players).await;
            scene.discord.fail_next(THREAD, Fault::Status(status, code));
            let abort = [("action", json!("offer"))];
            scene.players[0].slash(&table.thread, "abort", &abort).await;
            ended(&scene.discord, &table.thread, &table.id).await;
            results.note(THREAD, code, "told");
            scene.discord.clear_faults();
        }
        scene.assert_sound();
    }
}

/// The commands are registered whatever is said once, at either request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_each_meaning_at_the_registration_is_asked_again() {
    let mut results = Results::default();
    for method in ["GET", "PUT"] {
        let route = COMMANDS.replacen('*', method, 1);
        for (status, code) in [(400, 0), (400, 99_999_999), (403, 40_333), (401, 40_001)] {
            let scene = Scene::without_bot(FakeDiscord::start().await);
            scene.discord.fail_next(&route, Fault::Status(status, code));
            let _bot = Parts::new(&scene.discord).start();
            scene
                .discord
                .wait_until("the commands", |world| world.registrations() > 0)
                .await;
            results.note(&route, code, "registered");
        }
    }
}

/// Discord takes the token of an interaction for fifteen minutes, and so long an answer that was promised
/// is tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promised_answer_outlasts_an_outage() {
    let (scene, bot, _) = scene().await;
    let table = scene.played(25).await;
    for fault in [
        Fault::Status(503, 0),
        Fault::Foreign(502),
        Fault::DropBefore,
        Fault::RateLimited(Duration::from_millis(20)),
    ] {
        scene.discord.fail_times(PROMISED, fault, 12);
        let promised = scene.players[0].slash(&table.thread, "replay", &[]).await;
        assert_eq!(promised.kind, AnswerKind::Deferred);
        let filled = scene.discord.filled(&promised).await;
        assert_eq!(filled.attachments.len(), 1, "{fault:?}");
    }
    // It keeps nothing from stopping.
    scene
        .discord
        .fail_times(PROMISED, Fault::Status(503, 0), 100_000);
    let promised = scene.players[0].slash(&table.thread, "replay", &[]).await;
    assert_eq!(promised.kind, AnswerKind::Deferred);
    bot.stop().await.expect("it stops");
}

/// An answer that came too soon is sent again when Discord has said that it may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_waits_as_long_as_discord_says() {
    let (scene, _bot, _) = scene().await;
    let wait = Duration::from_millis(400);
    scene.discord.fail_next(ANSWERS, Fault::RateLimited(wait));
    let answer = scene.players[0].slash(&scene.channel, "help", &[]).await;
    assert!(!answer.is_timed_out());
    assert!(answer.after >= wait, "{:?}", answer.after);
}

/// Without Read Message History lists of messages are empty, and boards stand once all the same: also those
/// of answers whose calls are left, of answers in doubt, and after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_history_no_board_stands_twice_and_everybody_is_called() {
    let (scene, bot, parts) = scene().await;
    let [ann, ben, cy] = &scene.players;
    scene.channel.set_rights(Rights {
        history: false,
        ..Rights::INVITED
    });
    let table = scene.seat(&scene.channel, &scene.players).await;
    // The next player is called directly, beside the answer.
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    let called = async |who: &User, text: &str| {
        let user = who.id();
        scene
            .discord
            .wait_until(text, |world| {
                let mut pings = world.notifications();
                pings.any(|ping| ping.user == user && ping.content.contains(text))
            })
            .await;
    };
    called(ben, "e4").await;
    // An answer arrives, and the bot does not get to know it.
    scene.discord.fail_next(ANSWERS, Fault::DropAfter);
    scene.discord.fail_next(ANSWERS, Fault::DropBefore);
    drop(ben.slash(&table.thread, "move", &mv("m4")));
    called(cy, "m4").await;
    // The bot is ended before it could note that all is told, and forgotten are the nonces.
    scene
        .discord
        .fail_times(OPENINGS, Fault::Status(503, 0), 10_000);
    let posts = format!("POST /channels/{}/messages", ben.direct().id());
    scene
        .discord
        .fail_times(&posts, Fault::Status(503, 0), 10_000);
    table.play(cy, "u4").await;
    let answer = table.play(ann, "d4").await;
    assert_moved(&answer.content, 4, "d4");
    bot.stop().await.expect("it stops");
    scene.discord.bot_gone().await;
    scene.discord.forget_nonces();
    scene.discord.clear_faults();
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    called(ben, "d4").await;
    table.play(ben, "l4").await;
    table.told(&scene.discord, 5).await;
    bot.stop().await.expect("it stops");
    for ply in 0..=5 {
        assert_eq!(
            boards(&scene.discord, &table.thread, &table.id, ply),
            1,
            "{ply}"
        );
    }
    scene.assert_sound();
}

/// An end whose answer is in doubt is shown where the history may not be read, and its players hear of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_history_an_end_in_doubt_is_shown_once_and_calls_its_players() {
    let (scene, bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    scene.channel.set_rights(Rights {
        history: false,
        ..Rights::INVITED
    });
    let table = scene.seat(&scene.channel, &scene.players).await;
    let resign = [("confirm", json!(true))];
    ann.slash(&table.thread, "resign", &resign).await;
    let before = [ann, cy].map(|who| who.notifications().len());
    scene.discord.fail_next(ANSWERS, Fault::DropAfter);
    scene.discord.fail_next(ANSWERS, Fault::DropBefore);
    drop(ben.slash(&table.thread, "resign", &resign));
    let end = ended(&scene.discord, &table.thread, &table.id).await;
    for (who, before) in [ann, cy].into_iter().zip(before) {
        let user = who.id();
        scene
            .discord
            .wait_until("a call to the end", |world| world.notified(user) > before)
            .await;
    }
    bot.stop().await.expect("it stops");
    let messages = table.thread.messages().into_iter();
    let ends = messages.filter(|one| is_end(one, &table.id));
    assert_eq!(ends.map(|one| one.id).collect::<Vec<_>>(), [end.id]);
    scene.assert_sound();
}

/// Fails once where the thread of a match is noted.
#[derive(Debug, Default)]
struct Unnoted(AtomicUsize);

impl Guard for Unnoted {
    fn refuses(&self, events: &[Event]) -> bool {
        let houses = |event: &Event| matches!(event, Event::Housed { .. });
        events.iter().any(houses) && self.0.fetch_add(1, Ordering::SeqCst) == 0
    }
}

/// A thread that cannot be noted at once is the match's own all the same: no second one is opened, and the
/// match is not played beside it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_could_not_be_noted_is_noted_later() {
    for history in [true, false] {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        scene.channel.set_rights(Rights {
            history,
            ..Rights::INVITED
        });
        let parts = Parts {
            store: Arc::new(Guarded::by(Unnoted::default())) as Arc<dyn Store>,
            ..Parts::new(&scene.discord)
        };
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let table = scene.seat(&scene.channel, &scene.players).await;
        table.play(&scene.players[0], "e4").await;
        let elsewhere = scene.guild.channel("elsewhere");
        let options = [("move", json!("m4")), ("match", json!(table.id))];
        scene.players[1].slash(&elsewhere, "move", &options).await;
        told(&scene.discord, &table.thread, &table.id, 2).await;
        assert_eq!(scene.channel.threads().len(), 1);
        scene.assert_sound();
        bot.stop().await.expect("it stops");
    }
}

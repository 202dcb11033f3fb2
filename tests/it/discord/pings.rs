//! When somebody is pinged: at once in fast games, else with gaps, and never about what is over.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use fake_discord::{Channel, FakeDiscord, Fault, Message, Rights, User};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::{Value, json};

use super::{
    Scene, Table,
    inside::{Inside, Parts},
    match_of,
};
use crate::{
    now::now,
    said::{assert_says, says},
};

const POSTS: &str = "POST /channels/*/messages";
const GAP: Duration = Duration::from_secs(60);

/// A bot whose clock is driven, with a gap of a minute between pings.
struct Gaps {
    scene: Scene,
    clock: Arc<DrivenClock>,
    parts: Parts,
    bot: Inside,
}

impl Gaps {
    async fn begin() -> Gaps {
        Gaps::begin_at(Moment(1_800_000_000_000)).await
    }

    async fn begin_at(moment: Moment) -> Gaps {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let (mut parts, clock) = Parts::driven(&scene.discord, moment);
        parts.connection.ping_gap = GAP;
        let bot = parts.again().start();
        scene.discord.bot_ready().await;
        Gaps {
            scene,
            clock,
            parts,
            bot,
        }
    }

    /// Begins a match with these options of its table, and waits until all three are called to it.
    async fn seat(&self, options: &[(&'static str, Value)]) -> Table {
        let Scene {
            channel, players, ..
        } = &self.scene;
        let id = self.scene.sit_down_with(options, channel, players).await;
        self.housed(id).await
    }

    async fn housed(&self, id: String) -> Table {
        let own = self.scene.channel.id();
        let threads = self.scene.discord.wait_for("a thread", |world| {
            let threads = world.threads(own);
            threads.last().map(|thread| thread.id)
        });
        let thread = self.scene.discord.channel(threads.await);
        let table = Table { id, thread };
        table.told(&self.scene.discord, 0).await;
        table
    }

    fn notified(&self) -> [usize; 3] {
        let players = self.scene.players.each_ref();
        players.map(|user| user.notifications().len())
    }

    /// Lets some time pass, and waits until everybody has been notified so often.
    async fn after(&self, time: Duration, expected: [usize; 3], of: &str) {
        self.clock.advance(time);
        let ids = self.scene.players.each_ref().map(User::id);
        self.scene
            .discord
            .wait_until(of, |world| {
                (0..3).all(|at| world.notified(ids[at]) >= expected[at])
            })
            .await;
        assert_eq!(self.notified(), expected, "{of}");
    }

    /// Waits until so many posts were refused.
    async fn refused_posts(&self, times: usize) {
        self.scene
            .discord
            .wait_until("a refusal", |world| {
                let posts = world.requests(POSTS);
                let refused = posts.iter().filter(|post| post.status == Some(403));
                refused.count() >= times
            })
            .await;
    }

    /// Waits until nothing is left to tell, nor anybody to call later.
    async fn settled(&self) {
        let begun = Instant::now();
        let mut looks = tokio::time::interval(Duration::from_millis(5));
        loop {
            looks.tick().await;
            let rows = now(self.parts.store.outbox("discord", 0, usize::MAX));
            if rows.expect("it is read").is_empty() {
                return;
            }
            assert!(begun.elapsed() < super::PATIENCE, "something is not told");
        }
    }

    /// Waits until nothing is left to tell, and stops the bot.
    async fn takes(self, expected: [usize; 3]) {
        self.settled().await;
        let Gaps { scene, bot, .. } = self;
        bot.stop().await.expect("it stops");
        let players = scene.players.each_ref();
        let notified = players.map(|user| user.notifications().len());
        assert_eq!(notified, expected);
        scene.assert_sound();
    }
}

/// Returns the last message in a channel.
fn last(channel: &Channel) -> Message {
    channel.last_message().expect("a message")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_fast_games_each_turn_is_pinged_at_once_and_by_its_board() {
    for time in ["10s", "1m", "10m"] {
        let gaps = Gaps::begin().await;
        let [ann, ben, cy] = &gaps.scene.players;
        let table = gaps.seat(&[("time", json!(time))]).await;
        gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
        let before = table.thread.messages().len();
        let moves = [
            (ann, "e4"),
            (ben, "m4"),
            (cy, "u4"),
            (ann, "d4"),
            (ben, "l4"),
        ];
        for (number, (who, text)) in moves.into_iter().enumerate() {
            let answer = table.play(who, text).await;
            let next = &gaps.scene.players[(number + 1) % 3];
            assert!(answer.content.contains(&next.mention()), "{time} {number}");
        }
        assert_eq!(gaps.notified(), [2, 3, 3], "{time}");
        gaps.clock.advance(GAP);
        // One message for each ply.
        assert_eq!(
            table.thread.messages().len(),
            before + moves.len(),
            "{time}"
        );
        gaps.takes([2, 3, 3]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gaps_are_in_proportion_to_the_limit() {
    let gaps = Gaps::begin().await;
    let [ann, ..] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("12h"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    table.play(ann, "e4").await;
    gaps.after(Duration::from_millis(29_900), [1; 3], "half a minute")
        .await;
    gaps.after(Duration::from_millis(200), [1, 2, 1], "a turn")
        .await;
    gaps.takes([1, 2, 1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_waited_is_one_line_with_what_is_so_then() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    table.play(ann, "e4").await;
    let offer = [("action", json!("offer"))];
    ann.slash(&table.thread, "draw", &offer).await;
    assert_eq!(gaps.notified(), [1; 3]);
    gaps.after(GAP, [1, 2, 2], "one call for all that waited")
        .await;
    let lines: Vec<Message> = table.thread.messages().into_iter().rev().take(2).collect();
    for (who, ids) in [
        (ben, &["your-move-by", "late-question-too"][..]),
        (cy, &["late-question"]),
    ] {
        let mut own = lines
            .iter()
            .filter(|one| one.content.contains(&who.mention()));
        let line = own.next().expect("a line");
        assert!(line.attachments.is_empty() && line.buttons().is_empty());
        assert_eq!(line.content.lines().count(), 1, "{}", line.content);
        for id in ids {
            assert!(says(&line.content, id, &[]), "{}", line.content);
        }
        assert!(own.next().is_none());
    }
    gaps.takes([1, 2, 2]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_waited_reaches_those_who_want_direct_messages_and_take_none() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let direct = [("turns", json!("direct"))];
    ben.slash(&gaps.scene.channel, "settings", &direct).await;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    ben.set_direct_closed(true);
    // The outbox tells it, and knows before the gap is over that the call has to wait.
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    let e4 = [("move", json!("e4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &e4).await;
    table.told(&gaps.scene.discord, 1).await;
    gaps.after(GAP, [1, 2, 1], "a turn").await;
    let told = last(&table.thread).content;
    assert!(told.contains(&ben.mention()), "{told}");
    assert!(!told.contains(&cy.mention()), "{told}");
    assert_says(&told, "your-move-by", &[]);
    gaps.takes([1, 2, 1]).await;
}

/// Whoever accepted an invitation a moment before is told that play began, not what the player to move
/// was told, and nothing once it is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_quick_start_guests_hear_what_is_so_a_minute_later() {
    for ends in [false, true] {
        let gaps = Gaps::begin().await;
        let [ann, ben, cy] = &gaps.scene.players;
        let invited = [
            ("seat", json!("white")),
            ("time", json!("1d")),
            ("player2", json!(ben.id())),
            ("player3", json!(cy.id())),
        ];
        let opened = ann.slash(&gaps.scene.channel, "play", &invited).await;
        let id = match_of(&opened.buttons());
        gaps.after(Duration::ZERO, [0, 1, 1], "an invitation").await;
        for who in [ben, cy] {
            who.slash(&gaps.scene.channel, "join", &[("match", json!(id))])
                .await;
        }
        let table = gaps.housed(id).await;
        gaps.after(Duration::ZERO, [1, 1, 1], "White's turn").await;
        if ends {
            // Before a first move anybody may end it.
            let abort = [("action", json!("offer"))];
            ben.slash(&table.thread, "abort", &abort).await;
            gaps.after(Duration::ZERO, [2, 1, 2], "the end").await;
            gaps.clock.advance(GAP);
            gaps.takes([2, 1, 2]).await;
            continue;
        }
        gaps.after(GAP, [1, 2, 2], "a minute").await;
        for who in [ben, cy] {
            let pings = who.notifications();
            let told = &pings[1].content;
            assert_says(told, "late-begun", &[("match", &table.id)]);
            assert_eq!(told.lines().count(), 1, "{told}");
        }
        gaps.takes([1, 2, 2]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_pinged_after_the_end() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    for (who, text) in [(ann, "e4"), (ben, "m4"), (cy, "u4")] {
        table.play(who, text).await;
    }
    let act = |action: &str| [("action", json!(action))];
    ann.slash(&table.thread, "draw", &act("offer")).await;
    ben.slash(&table.thread, "draw", &act("accept")).await;
    assert_eq!(gaps.notified(), [1; 3]);
    // The end calls all but the one whose act it was, whenever they were called last.
    cy.slash(&table.thread, "draw", &act("accept")).await;
    gaps.after(Duration::ZERO, [2, 2, 1], "the end").await;
    gaps.clock.advance(GAP * 2);
    gaps.takes([2, 2, 1]).await;
}

/// Posts that had to wait call those alone whose turn it still is, once they get through.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_had_to_wait_pings_for_no_turn_that_is_over() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1m"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene
        .discord
        .fail_times(POSTS, Fault::Status(503, 0), usize::MAX);
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    let posts = |world: &fake_discord::World| world.requests(POSTS).len();
    let before = gaps.scene.discord.look(posts);
    for (who, text) in [(ann, "e4"), (ben, "m4"), (cy, "u4"), (ann, "d4")] {
        let options = [("move", json!(text)), ("match", json!(table.id))];
        let answer = who.slash(&elsewhere, "move", &options).await;
        assert!(answer.ephemeral, "{}", answer.content);
        let tried = |world: &fake_discord::World| posts(world) > before;
        gaps.scene.discord.wait_until("a try", tried).await;
    }
    // What waits is told together, but what was tried already.
    let before = table.thread.messages().len();
    gaps.clock.advance(Duration::from_secs(30));
    gaps.scene.discord.clear_faults();
    table.told(&gaps.scene.discord, 4).await;
    gaps.after(Duration::ZERO, [1, 2, 1], "the turn that is on")
        .await;
    gaps.settled().await;
    assert_eq!(table.thread.messages().len(), before + 2);
    gaps.takes([1, 2, 1]).await;
}

/// Whoever wants no calls to move is called for what they have to answer all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_waited_is_asked_whoever_wants_no_calls_to_move() {
    let gaps = Gaps::begin().await;
    let [ann, ben, _] = &gaps.scene.players;
    let off = [("turns", json!("off"))];
    ben.slash(&gaps.scene.channel, "settings", &off).await;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    table.play(ann, "e4").await;
    let offer = [("action", json!("offer"))];
    ann.slash(&table.thread, "draw", &offer).await;
    gaps.after(GAP, [1, 2, 2], "a question").await;
    let lines = table.thread.messages().into_iter();
    let mut lines = lines.filter(|one| one.content.contains(&ben.mention()));
    let line = lines.next_back().expect("a line").content;
    assert_says(&line, "late-question", &[]);
    assert!(!says(&line, "your-move-by", &[]), "{line}");
    gaps.takes([1, 2, 2]).await;
}

/// Where the thread takes no post, the channel that it hangs on takes a call that waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_thread_takes_no_post_a_call_that_waits_is_made_in_its_channel() {
    let gaps = Gaps::begin().await;
    let [ann, ben, _] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene.channel.set_rights(Rights {
        send_in_threads: false,
        ..Rights::INVITED
    });
    ben.set_direct_closed(true);
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    let e4 = [("move", json!("e4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &e4).await;
    gaps.refused_posts(1).await;
    gaps.after(GAP, [1, 2, 1], "a turn").await;
    let line = last(&gaps.scene.channel).content;
    assert_says(&line, "your-move-by", &[("player", &ben.mention())]);
    gaps.takes([1, 2, 1]).await;
}

/// A line whose answer was lost is looked for, once Discord has forgotten its nonce.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_waited_stands_once_after_an_outage() {
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time");
    let begun = Moment(i64::try_from((time - GAP).as_millis()).expect("a time"));
    let gaps = Gaps::begin_at(begun).await;
    let [ann, ben, _] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    table.play(ann, "e4").await;
    let discord = &gaps.scene.discord;
    discord.fail_next(POSTS, Fault::DropAfter);
    discord.fail_times(POSTS, Fault::Status(503, 0), usize::MAX);
    gaps.clock.advance(GAP);
    let (at, mention) = (table.thread.id(), ben.mention());
    let lines = |world: &fake_discord::World| {
        let messages = world.messages(at).into_iter();
        messages
            .filter(|one| one.content.starts_with(&mention))
            .count()
    };
    discord
        .wait_until("a line", |world| lines(world) == 1)
        .await;
    discord.forget_nonces();
    discord.clear_faults();
    gaps.settled().await;
    assert_eq!(discord.look(lines), 1);
    gaps.takes([1, 2, 1]).await;
}

/// One call stands for all that wait, and is not lost by a restart, whichever of them it was for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_wait_are_made_after_a_restart() {
    let mut gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    let moves = [(ann, "e4"), (ben, "m4"), (cy, "u4"), (ann, "d4")];
    for (at, (who, text)) in (1..).zip(moves) {
        table.play(who, text).await;
        table.told(&gaps.scene.discord, at).await;
    }
    assert_eq!(gaps.notified(), [1; 3]);
    gaps.bot.stop().await.expect("it stops");
    gaps.scene.discord.bot_gone().await;
    gaps.bot = gaps.parts.again().start();
    gaps.scene.discord.bot_ready().await;
    gaps.after(Duration::ZERO, [1, 2, 1], "the turn that is on")
        .await;
    gaps.takes([1, 2, 1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_posted_a_call_that_waits_is_written_directly() {
    let gaps = Gaps::begin().await;
    let [ann, ben, _] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene.channel.set_rights(Rights {
        send: false,
        send_in_threads: false,
        ..Rights::INVITED
    });
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    let e4 = [("move", json!("e4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &e4).await;
    // Once its channel and its thread take no post, nobody is left but those who are called later.
    gaps.refused_posts(2).await;
    gaps.after(GAP, [1, 2, 1], "a turn").await;
    assert_says(&last(&ben.direct()).content, "your-move-by", &[]);
    gaps.takes([1, 2, 1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_posted_players_are_written_to_and_play_on_there() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1m"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene.channel.set_rights(Rights {
        send: false,
        send_in_threads: false,
        ..Rights::INVITED
    });
    cy.set_direct_closed(true);
    // Ben hears of it directly, and moves there.
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    let e4 = [("move", json!("e4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &e4).await;
    gaps.after(Duration::ZERO, [1, 2, 1], "a direct message")
        .await;
    let told = last(&ben.direct());
    assert_says(&told.content, "direct-elsewhere", &[("match", &table.id)]);
    let options = [("move", json!("m4")), ("match", json!(table.id))];
    let answer = ben.slash(&ben.direct(), "move", &options).await;
    assert_eq!(answer.refused, None, "{}", answer.content);
    // Cy hears of it nowhere: the others are told in the next answer that they get, once.
    let dora = gaps.scene.guild.user("dora");
    gaps.settled().await;
    for (who, tells) in [
        (ann, true),
        (ann, false),
        (ben, true),
        (&dora, false),
        (cy, false),
    ] {
        let answer = who.slash(&elsewhere, "matches", &[]).await;
        let found = says(&answer.content, "unreached", &[]);
        assert_eq!(found, tells, "{}: {}", who.mention(), answer.content);
    }
    assert_eq!(cy.notifications().len(), 1);
    gaps.scene.assert_sound();
}

/// The program itself, with the gap of its configuration.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_a_minute_a_move_whoever_is_to_move_is_pinged_within_two_seconds() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene.start(&[("RONDEL_DISCORD__PING_GAP", "60")]).await;
    let options = [("time", json!("1m"))];
    let id = scene
        .sit_down_with(&options, &scene.channel, &scene.players)
        .await;
    let own = scene.channel.id();
    let thread = scene.discord.wait_for("a thread", |world| {
        world.threads(own).first().map(|thread| thread.id)
    });
    let thread = scene.discord.channel(thread.await);
    let table = Table { id, thread };
    table.told(&scene.discord, 0).await;
    let elsewhere = scene.guild.channel("elsewhere");
    for (number, text) in ["e4", "m4", "u4", "d4", "l4", "t4"].into_iter().enumerate() {
        let (mover, next) = (&scene.players[number % 3], &scene.players[(number + 1) % 3]);
        let before = next.notifications().len();
        // From where it is played, and from elsewhere, so that the outbox tells it.
        let place = if number < 3 {
            &table.thread
        } else {
            &elsewhere
        };
        let options = [("move", json!(text)), ("match", json!(table.id))];
        mover.slash(place, "move", &options).await;
        let moved = Instant::now();
        let called = |world: &fake_discord::World| world.notified(next.id()) > before;
        scene.discord.wait_until("a call", called).await;
        assert!(moved.elapsed() < Duration::from_secs(2), "{number}");
    }
    scene.assert_sound();
}

//! Pings that have to wait, on Discord: after outages, and where nothing may be posted.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use fake_discord::{Channel, FakeDiscord, Fault, Message, User};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::{Value, json};

use super::{
    Scene, Table,
    inside::{Inside, Parts},
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
        let bot = scene.begins(&parts).await;
        Gaps {
            scene,
            clock,
            parts,
            bot,
        }
    }

    /// Begins a match with these options of its table, and waits until all three are called to it.
    async fn seat(&self, options: &[(&'static str, Value)]) -> Table {
        let scene = &self.scene;
        scene
            .seat_with(options, &scene.channel, &scene.players)
            .await
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
        let answer = table.play_from(&elsewhere, who, text).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_posted_a_call_that_waits_is_written_directly() {
    let gaps = Gaps::begin().await;
    let [ann, ben, _] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1d"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene.channel.set_rights(super::rights(|it| {
        (it.send, it.send_in_threads) = (false, false)
    }));
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    table.play_from(&elsewhere, ann, "e4").await;
    // Once its channel and its thread take no post, nobody is left but those who are called later.
    gaps.refused_posts(2).await;
    gaps.after(GAP, [1, 2, 1], "a turn").await;
    assert_says(&last(&ben.direct()).content, "your-move", &[]);
    gaps.takes([1, 2, 1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_posted_players_are_written_to_and_play_on_there() {
    let gaps = Gaps::begin().await;
    let [ann, ben, cy] = &gaps.scene.players;
    let table = gaps.seat(&[("time", json!("1m"))]).await;
    gaps.after(Duration::ZERO, [1; 3], "a beginning").await;
    gaps.scene.channel.set_rights(super::rights(|it| {
        (it.send, it.send_in_threads) = (false, false)
    }));
    cy.set_direct_closed(true);
    // Ben hears of it directly, and moves there.
    let elsewhere = gaps.scene.guild.channel("elsewhere");
    table.play_from(&elsewhere, ann, "e4").await;
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
    let table = scene
        .seat_with(&options, &scene.channel, &scene.players)
        .await;
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
        table.play_from(place, mover, text).await;
        let moved = Instant::now();
        scene.called(next, before + 1).await;
        assert!(moved.elapsed() < Duration::from_secs(2), "{number}");
    }
    scene.assert_sound();
}

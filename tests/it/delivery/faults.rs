//! Every way in which telling can fail: what was to be told stands once, where it can.

use std::time::Duration;

use super::{
    Play,
    stages::{Discord, Loss, Memory, Stage, Trouble},
};

const BEGUN: [&str; 3] = ["ann: play seat:white time:3d", "ben: join", "cy: join"];

/// The waits of a process that ends before it tries again.
const LONG: Duration = Duration::from_secs(3_600);

async fn begun<S: Stage>() -> Play<S> {
    let mut play = Play::begin().await;
    for line in BEGUN {
        play.does(line).await;
        play.told().await;
    }
    play.news();
    play
}

/// A move is told while messages fail: so often, in this way; and where it stands then.
async fn moves<S: Stage>() {
    for (trouble, times, seen) in [
        (Trouble::Limited, 2, &["thread board -> ben"][..]),
        (Trouble::Overloaded, 3, &["thread board -> ben"]),
        (Trouble::Before, 2, &["thread board -> ben"]),
        (Trouble::After, 1, &["thread board -> ben"]),
        (Trouble::Files, 1, &["thread asks -> ben"]),
        (Trouble::Unknown, 2, &["thread board -> ben"]),
        // It is told beside the thread, and in direct messages where nothing can be said at all.
        // What lasts without being understood may be about the picture.
        (Trouble::Unknown, 5, &["thread asks -> ben"]),
        (Trouble::Unknown, 7, &["hall asks -> ben"]),
        (Trouble::Refused, 1, &["hall board -> ben"]),
        (Trouble::Refused, 2, &["to ben board -> ben"]),
    ] {
        let mut play = begun::<S>().await;
        play.stage.fail(trouble, times);
        play.does("ann: move move:e4").await;
        play.expects(seen, &format!("{trouble:?}")).await;
    }
}

/// A process ends while it is not known whether a move was told. The next one looks, and tells it if it was not.
async fn kills<S: Stage>() {
    for trouble in [Trouble::Before, Trouble::After, Trouble::Overloaded] {
        let mut play = begun::<S>().await;
        play.restart(Some(LONG)).await;
        play.stage.fail(trouble, 1);
        play.does("ann: move move:e4").await;
        play.stage.failed().await;
        play.restart(None).await;
        play.expects(&["thread board -> ben"], &format!("{trouble:?}"))
            .await;
    }
}

/// The thread of a match is lost while it is played.
async fn losses<S: Stage>() {
    for (loss, seen) in [
        (Loss::Gone, "thread board -> cy"),
        (Loss::Locked, "hall board -> cy"),
    ] {
        let mut play = begun::<S>().await;
        let thread = play.place().await;
        play.does("ann: move move:e4").await;
        play.told().await;
        play.news();
        play.stage.lose(&thread, loss);
        play.does("ben: move move:m4").await;
        play.expects(&[seen], &format!("{loss:?}")).await;
    }
}

/// Whoever is to move has left the server, wants to be written to, or cannot be.
async fn people<S: Stage>() {
    let mut play = begun::<S>().await;
    play.stage.leaves("ben");
    play.does("ann: move move:e4").await;
    let seen = ["thread board", "thread asks -> ann cy"];
    play.expects(&seen, "left").await;
    for (takes, seen) in [
        (true, ["thread board", "to ben board -> ben"]),
        (false, ["thread board", "thread words -> ben"]),
    ] {
        let mut play = begun::<S>().await;
        play.does("ben: settings turns:direct").await;
        if !takes {
            play.stage.takes_none("ben");
        }
        play.does("ann: move move:e4").await;
        play.expects(&seen, "direct").await;
        for line in ["ben: move move:m4", "cy: move move:u4"] {
            play.does(line).await;
            play.told().await;
        }
        play.news();
        play.does("ann: move move:d4").await;
        // That it is closed is said once.
        let again: &[&str] = if takes {
            &seen
        } else {
            &["thread board -> ben"]
        };
        play.expects(again, "direct again").await;
    }
}

/// A private match is told in its thread alone, into which its players are let; and so is a substitute.
async fn privately<S: Stage>() {
    let mut play = Play::<S>::begin().await;
    for line in [
        "ann: play seat:white player2:@ben player3:@cy private:true time:3d",
        "ben: join",
        "cy: join",
    ] {
        play.does(line).await;
        play.told().await;
    }
    let thread = play.place().await;
    assert_eq!(play.stage.members(&thread), ["ann", "ben", "cy"]);
    play.news();
    play.does("ann: move move:e4").await;
    play.expects(&["thread board -> ben"], "a move").await;
    // Where its thread takes nothing it is told to nobody else.
    play.stage.fail(Trouble::Refused, 1);
    play.does("ben: move move:m4").await;
    play.expects(&["to cy board -> cy"], "refused").await;
    for line in [
        "ben: seat action:substitute user:@dora",
        "ann: seat action:accept",
    ] {
        play.does(line).await;
        play.told().await;
    }
    play.does("cy: seat action:accept").await;
    play.told().await;
    play.news();
    play.does("dora: seat action:accept").await;
    play.expects(&["thread words edited", "thread board"], "a substitute")
        .await;
    assert_eq!(play.stage.members(&thread), ["ann", "ben", "cy", "dora"]);
}

macro_rules! over_both {
    ($($suite:ident: $memory:ident, $discord:ident;)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $memory() {
            $suite::<Memory>().await;
        }

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $discord() {
            $suite::<Discord>().await;
        }
    )*};
}

over_both! {
    privately: a_private_match_is_told_to_its_players_in_memory, a_private_match_is_told_to_its_players_on_discord;
    moves: a_move_is_told_once_in_memory, a_move_is_told_once_on_discord;
    kills: what_is_in_doubt_is_looked_for_in_memory, what_is_in_doubt_is_looked_for_on_discord;
    losses: a_lost_thread_in_memory, a_lost_thread_on_discord;
    people: whoever_is_to_move_in_memory, whoever_is_to_move_on_discord;
}

//! Every way in which telling can fail: what was to be told stands once, where it can.

use std::time::Duration;

use super::{
    Play,
    stages::{Asked, Discord, Loss, Memory, Stage, Trouble},
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
        // Where nothing takes it, it is given up.
        (Trouble::Refused, 3, &[]),
    ] {
        let mut play = begun::<S>().await;
        play.stage.fail(Asked::Post, trouble, times);
        play.does("ann: move move:e4").await;
        play.expects(seen, &format!("{trouble:?}")).await;
        if seen.is_empty() {
            // What comes next finds its way.
            play.does("ben: move move:m4").await;
            play.expects(&["thread board -> cy"], "the next move").await;
        }
    }
}

/// A match begins while its thread cannot be opened.
async fn openings<S: Stage>() {
    let in_thread = ["hall page edited", "thread board -> ann ben cy"];
    for (trouble, times, seen) in [
        (Trouble::Limited, 2, in_thread),
        (Trouble::Overloaded, 3, in_thread),
        (Trouble::Before, 2, in_thread),
        (Trouble::After, 1, in_thread),
        (
            Trouble::Refused,
            1,
            ["hall page edited", "hall board -> ann ben cy"],
        ),
    ] {
        let mut play = Play::<S>::begin().await;
        for line in &BEGUN[..2] {
            play.does(line).await;
            play.told().await;
        }
        play.news();
        play.stage.fail(Asked::Thread, trouble, times);
        play.does(BEGUN[2]).await;
        play.expects(&seen, &format!("{trouble:?}")).await;
    }
}

/// A process ends while it is not known whether a move was told. The next one looks, and tells it if it was not.
async fn kills<S: Stage>() {
    for trouble in [Trouble::Before, Trouble::After, Trouble::Overloaded] {
        let mut play = begun::<S>().await;
        play.restart(Some(LONG)).await;
        play.stage.fail(Asked::Post, trouble, 1);
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
        if loss == Loss::Gone {
            // Another one is opened once, and then its channel serves.
            let again = play.place().await;
            play.stage.lose(&again, loss);
            play.does("cy: move move:u4").await;
            // The channel may hear of the loss before the move, and then shows the board at once, quietly.
            let seen = play.sees(&["hall board -> ann"]).await;
            let heard = ["hall board", "hall board -> ann"].map(String::from);
            assert!(seen.is_ok() || seen == Err(heard.to_vec()), "{seen:?}");
            play.does("ann: move move:d4").await;
            play.expects(&["hall board -> ben"], "from then on").await;
        }
    }
}

/// Whoever is to move has left the server. The others are asked about the seat, and whoever comes back plays on.
async fn leavers<S: Stage>() {
    for turns in ["mention", "direct"] {
        let mut play = begun::<S>().await;
        play.does(&format!("ben: settings turns:{turns}")).await;
        play.stage.set_gone("ben", true);
        play.does("ann: move move:e4").await;
        let seen = ["thread board", "thread asks -> ann cy"];
        play.expects(&seen, "left").await;
        play.stage.set_gone("ben", false);
        play.does("ben: move move:m4").await;
        let seen = ["thread words edited", "thread board -> cy"];
        play.expects(&seen, "back again").await;
        play.does("cy: move move:u4").await;
        play.expects(&["thread board -> ann"], "the next").await;
        play.stage.set_gone("ben", true);
        // That somebody is there is remembered for some minutes.
        play.passes("601s");
        play.does("ann: move move:d4").await;
        let seen = ["thread board", "thread asks -> ann cy"];
        play.expects(&seen, "left again").await;
    }
}

/// Who wants to be written to is, and is told beside the board if that cannot be: once for a match, and again after
/// a start, which knows nothing of it.
async fn directly<S: Stage>() {
    for (closed, seen) in [
        (false, ["thread board", "to ben board -> ben"]),
        (true, ["thread board", "thread words -> ben"]),
    ] {
        let mut play = begun::<S>().await;
        play.does("ben: settings turns:direct").await;
        play.stage.set_closed("ben", closed);
        play.does("ann: move move:e4").await;
        play.expects(&seen, "direct").await;
        let again: &[&str] = if closed {
            &["thread board -> ben"]
        } else {
            &seen
        };
        let mut rounds = vec![(["m4", "u4", "d4"], false, again)];
        if closed {
            rounds.push((["l4", "t4", "c3"], true, &seen));
        }
        for (moves, restarts, seen) in rounds {
            if restarts {
                play.restart(None).await;
            }
            for (who, text) in ["ben", "cy", "ann"].into_iter().zip(moves) {
                play.told().await;
                play.news();
                play.does(&format!("{who}: move move:{text}")).await;
            }
            play.expects(seen, "direct again").await;
        }
        if closed {
            // Opened again, they are used again in the next match.
            play.stage.set_closed("ben", false);
            for line in BEGUN {
                play.does(line).await;
                play.told().await;
            }
            play.news();
            play.does("ann: move move:e4").await;
            play.expects(&["thread board", "to ben board -> ben"], "the next match")
                .await;
        }
    }
    // Two are asked by one notice, and each of them hears of it.
    let mut play = begun::<S>().await;
    for who in ["ben", "cy"] {
        play.does(&format!("{who}: settings questions:direct"))
            .await;
    }
    play.does("ann: draw action:offer").await;
    let seen = ["thread asks", "to ben asks -> ben", "to cy asks -> cy"];
    play.expects(&seen, "two").await;
}

/// A private match is told in its thread alone, into which its players are let; and so is a substitute.
async fn in_private<S: Stage>(substitute_is_last: bool) {
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
    play.stage.fail(Asked::Post, Trouble::Refused, 1);
    play.does("ben: move move:m4").await;
    play.expects(&["to cy board -> cy"], "refused").await;
    // Whoever agrees last: the substitute is not let in before.
    for line in [
        "ben: seat action:substitute user:@dora",
        "ann: seat action:accept",
    ] {
        play.does(line).await;
        play.told().await;
    }
    let [last, other] = if substitute_is_last {
        ["dora", "cy"]
    } else {
        ["cy", "dora"]
    };
    play.does(&format!("{other}: seat action:accept")).await;
    play.told().await;
    play.news();
    if !S::MENTIONS_LET_IN {
        assert_eq!(play.stage.members(&thread), ["ann", "ben", "cy"]);
    }
    play.does(&format!("{last}: seat action:accept")).await;
    play.expects(&["thread words edited", "thread board"], "a substitute")
        .await;
    // Who left the seat may go on watching.
    assert_eq!(play.stage.members(&thread), ["ann", "ben", "cy", "dora"]);
}

/// A substitute whom nothing mentions is added to the thread of a public match.
async fn publicly<S: Stage>() {
    let mut play = begun::<S>().await;
    for line in [
        "dora: settings turns:off questions:off news:off",
        "ann: move move:e4",
        "ben: seat action:substitute user:@dora",
        "ann: seat action:accept",
        "cy: seat action:accept",
        "dora: seat action:accept",
    ] {
        play.does(line).await;
        play.told().await;
    }
    let members = play.stage.members(&play.place().await);
    assert!(members.iter().any(|one| one == "dora"), "{members:?}");
}

async fn privately<S: Stage>() {
    for substitute_is_last in [true, false] {
        in_private::<S>(substitute_is_last).await;
    }
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
    publicly: a_substitute_is_added_in_memory, a_substitute_is_added_on_discord;
    privately: a_private_match_is_told_to_its_players_in_memory, a_private_match_is_told_to_its_players_on_discord;
    moves: a_move_is_told_once_in_memory, a_move_is_told_once_on_discord;
    kills: what_is_in_doubt_is_looked_for_in_memory, what_is_in_doubt_is_looked_for_on_discord;
    losses: a_lost_thread_in_memory, a_lost_thread_on_discord;
    openings: a_thread_is_opened_once_in_memory, a_thread_is_opened_once_on_discord;
    leavers: who_has_left_is_not_called_in_memory, who_has_left_is_not_called_on_discord;
    directly: who_wants_it_is_written_to_in_memory, who_wants_it_is_written_to_on_discord;
}

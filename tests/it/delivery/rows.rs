//! The rows of "who is told": what is seen of each thing that happens, where, and who is called. Fault D1: only the
//! player to move and whoever is reminded heard anything.

use super::{
    Play,
    stages::{Discord, Memory, Stage},
};

/// Three sit at a table, and the match begins.
const BEGUN: &[&str] = &["ann: play seat:white time:3d", "ben: join", "cy: join"];
/// What can happen after that.
const OFFERED: &[&str] = &["ann: draw action:offer"];
const AGREED_ONCE: &[&str] = &["ann: draw action:offer", "ben: draw action:accept"];
const OVERDUE: &[&str] = &["wait 3d"];
const SUBSTITUTE: &[&str] = &[
    "wait 3d",
    "ben: seat action:substitute seat:white user:@dora",
];
const PAUSING: &[&str] = &["ben: pause action:offer", "cy: pause action:accept"];
const PAUSED: &[&str] = &[
    "ben: pause action:offer",
    "cy: pause action:accept",
    "ann: pause action:accept",
];
const ONE_OUT: &[&str] = &["ann: resign confirm:true"];
const OVER: &[&str] = &["ann: resign confirm:true", "ben: resign confirm:true"];

const MOVED: &[&str] = &["ann: move move:e4"];
const TAKEBACK: &[&str] = &[
    "ann: move move:e4",
    "ann: takeback action:offer",
    "ben: takeback action:accept",
];
const ABORT: &[&str] = &[
    "ann: move move:e4",
    "ann: abort action:offer",
    "ben: abort action:accept",
];
const SUBSTITUTE_AGREED: &[&str] = &[
    "wait 3d",
    "ben: seat action:substitute seat:white user:@dora",
    "cy: seat action:accept",
];
const COMPUTER: &[&str] = &["wait 3d", "ben: seat action:computer seat:white"];

/// The same in rulesets that know pacts, and resignations in favor of somebody.
const PACTS: &[&str] = &[
    "ann: play seat:white time:3d ruleset:second-mate",
    "ben: join",
    "cy: join",
];
const PACT_OFFERED: &[&str] = &["ann: pact action:offer with:gray"];
const PACT: &[&str] = &[
    "ann: pact action:offer with:gray",
    "ben: pact action:accept with:white",
];
const WINNERS: &[&str] = &[
    "ann: play seat:white time:3d ruleset:three-player",
    "ben: join",
    "cy: join",
];
const RESIGNING: &[&str] = &["ann: resign winner:gray confirm:true"];

/// What happens, after what else, and what is seen of it.
type Row = (
    &'static str,
    [&'static [&'static str]; 2],
    &'static str,
    &'static [&'static str],
);

const NOTHING: &[&str] = &[];
const OPENED: &[&str] = &["ann: play seat:white time:3d"];
const TWO: &[&str] = &["ann: play seat:white time:3d", "ben: join"];
const QUIET: &[&str] = &["ben: settings news:off"];
const INVITED: &[&str] = &["ann: play seat:white player2:@ben"];
const COMPUTERS: &[&str] = &[
    "ann: play seat:white computers:2 level:1 time:3d",
    "ann: move move:e4",
];

/// The rows of "who is told".
const ROWS: &[Row] = &[
    (
        "a table is opened",
        [NOTHING, NOTHING],
        OPENED[0],
        &["hall page"],
    ),
    (
        "somebody is invited",
        [NOTHING, NOTHING],
        INVITED[0],
        &["hall page", "hall asks -> ben"],
    ),
    (
        "somebody sits down",
        [OPENED, NOTHING],
        "ben: join",
        &["hall page edited"],
    ),
    (
        "an invitation is declined",
        [INVITED, NOTHING],
        "ben: leave",
        &["hall page edited", "hall words edited", "hall asks -> ann"],
    ),
    (
        "a table is closed",
        [OPENED, NOTHING],
        "ann: leave",
        &["hall page edited"],
    ),
    (
        "a match begins",
        [TWO, NOTHING],
        "cy: join",
        &["hall page edited", "thread board -> ann ben cy"],
    ),
    (
        "a match begins for one who wants no news of it",
        [TWO, QUIET],
        "cy: join",
        &["hall page edited", "thread board -> ann cy"],
    ),
    (
        "a move",
        [BEGUN, NOTHING],
        "ann: move move:e4",
        &["thread board -> ben"],
    ),
    (
        "the moves of computers in a row",
        [COMPUTERS, NOTHING],
        "computers",
        &["thread board -> ann"],
    ),
    (
        "a draw is offered",
        [BEGUN, NOTHING],
        OFFERED[0],
        &["thread asks -> ben cy"],
    ),
    (
        "a vote is cast",
        [BEGUN, OFFERED],
        "ben: draw action:accept",
        &["thread asks edited"],
    ),
    (
        "a draw is agreed",
        [BEGUN, AGREED_ONCE],
        "cy: draw action:accept",
        &[
            "thread words edited",
            "thread words -> ann ben",
            "thread board",
        ],
    ),
    (
        "a draw is declined",
        [BEGUN, OFFERED],
        "ben: draw action:decline",
        &["thread words edited", "thread asks"],
    ),
    (
        "a reminder",
        [BEGUN, NOTHING],
        "wait 2d",
        &["thread board -> ann"],
    ),
    (
        "a deadline passes",
        [BEGUN, NOTHING],
        OVERDUE[0],
        &["thread asks -> ann ben cy"],
    ),
    (
        "time is granted",
        [BEGUN, OVERDUE],
        "ben: seat action:grant seat:white",
        &["thread words edited", "thread asks -> ann"],
    ),
    (
        "the late player moves",
        [BEGUN, OVERDUE],
        "ann: move move:e4",
        &["thread words edited", "thread board -> ben"],
    ),
    (
        "a substitute is proposed",
        [BEGUN, OVERDUE],
        SUBSTITUTE[1],
        &["thread asks -> cy dora"],
    ),
    (
        "an army goes out",
        [BEGUN, NOTHING],
        ONE_OUT[0],
        &["thread board -> ben"],
    ),
    (
        "a seat is freed",
        [BEGUN, NOTHING],
        "mia: seat action:free seat:gray reason:away",
        &["thread asks -> ann cy"],
    ),
    (
        "a pause is proposed",
        [BEGUN, NOTHING],
        PAUSING[0],
        &["thread asks -> ann cy"],
    ),
    (
        "a pause is agreed",
        [BEGUN, PAUSING],
        PAUSED[2],
        &["thread words edited", "thread asks"],
    ),
    (
        "play goes on",
        [BEGUN, PAUSED],
        "ben: pause action:offer",
        &["thread asks -> ann cy"],
    ),
    (
        "a match is over",
        [BEGUN, ONE_OUT],
        OVER[1],
        &["thread words -> ann cy", "thread board"],
    ),
    (
        "a takeback is proposed",
        [BEGUN, MOVED],
        TAKEBACK[1],
        &["thread asks -> ben cy"],
    ),
    (
        "a takeback is agreed",
        [BEGUN, TAKEBACK],
        "cy: takeback action:accept",
        &["thread words edited", "thread board -> ann"],
    ),
    (
        "an abort is proposed",
        [BEGUN, MOVED],
        ABORT[1],
        &["thread asks -> ben cy"],
    ),
    (
        "an abort is agreed",
        [BEGUN, ABORT],
        "cy: abort action:accept",
        &[
            "thread words edited",
            "thread words -> ann ben",
            "thread board",
        ],
    ),
    (
        "a pact is offered",
        [PACTS, NOTHING],
        PACT[0],
        &["thread asks -> ben"],
    ),
    (
        "a pact is accepted",
        [PACTS, PACT_OFFERED],
        PACT[1],
        &["thread words edited", "thread asks"],
    ),
    (
        "a pact is revoked",
        [PACTS, PACT],
        "ben: pact action:revoke",
        &["thread asks"],
    ),
    (
        "somebody would resign in favor of another",
        [WINNERS, NOTHING],
        RESIGNING[0],
        &["thread asks -> cy"],
    ),
    (
        "a resignation in favor of another is declined",
        [WINNERS, RESIGNING],
        "cy: resign action:decline",
        &["thread words edited", "thread asks"],
    ),
    (
        "a resignation in favor of another is agreed",
        [WINNERS, RESIGNING],
        "cy: resign action:accept",
        &[
            "thread words edited",
            "thread words -> ann ben",
            "thread board",
        ],
    ),
    (
        "a substitute takes over",
        [BEGUN, SUBSTITUTE_AGREED],
        "dora: seat action:accept",
        &[
            "thread words edited",
            "thread words edited",
            "thread board -> dora",
        ],
    ),
    (
        "a computer is proposed",
        [BEGUN, OVERDUE],
        COMPUTER[1],
        &["thread asks -> cy"],
    ),
    (
        "a computer takes over",
        [BEGUN, COMPUTER],
        "cy: seat action:accept",
        &["thread words edited", "thread words edited", "thread board"],
    ),
    (
        "nobody is in play any more",
        [COMPUTERS, NOTHING],
        ONE_OUT[0],
        &["thread board"],
    ),
    (
        "computers that are left play on",
        [COMPUTERS, ONE_OUT],
        "a computer",
        NOTHING,
    ),
    (
        "a match left to computers is ended",
        [COMPUTERS, ONE_OUT],
        "ann: draw action:offer",
        &["thread board"],
    ),
    (
        "time after an outage",
        [BEGUN, NOTHING],
        "away 3d",
        &["thread asks"],
    ),
    (
        "a rematch is opened",
        [BEGUN, OVER],
        "ann: rematch",
        &["hall page", "hall asks -> ben cy"],
    ),
];

async fn rows<S: Stage>() {
    let mut wrong = Vec::new();
    for (what, before, act, seen) in ROWS {
        let mut play = Play::<S>::begin().await;
        for line in before.concat() {
            play.does(line).await;
            play.told().await;
        }
        play.news();
        play.does(act).await;
        if let Err(others) = play.sees(seen).await {
            wrong.push((what, others));
        }
        // Fault D20: marks stood under what people read.
        let mark = format!("{}-", play.id.expect("a match"));
        for said in play.known.values() {
            let last = said.text.lines().next_back().unwrap_or_default();
            let last = last.trim_start_matches(['-', '#', ' ', '–']);
            assert!(!last.starts_with(&mark), "{what}: {}", said.text);
        }
    }
    assert_eq!(wrong, [], "over {}", S::REALM);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_row_is_told_in_memory() {
    rows::<Memory>().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_row_is_told_on_discord() {
    rows::<Discord>().await;
}

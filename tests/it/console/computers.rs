//! Computers in the console's matches (interfaces §3, §4).

use std::sync::Arc;

use rondel::{
    computer::Level,
    host::{Host, HostError, Table},
    matchplay::{Command, Moment, MoveInput, Person, Place, Rejection},
    rules::{Color, OfferAction, Ruleset},
    store::{RequestId, embedded::SledStore, memory::MemoryStore},
};

use super::{Console, End, Store, harness::Answer};
use crate::now::{nameless, now};
use crate::said::{Values, army, computer, computer_name, player, said, sits};

fn table(computers: u8) -> Table {
    Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: Some(Color::White),
        invited: vec![],
        computers: Some((computers, Level::USUAL)),
        rated: false,
        time: None,
        private: false,
    }
}

/// Fault D38: two computers side by side were both called `level 3 computer`.
#[test]
fn d38_two_computers_of_a_match_have_names_of_their_own_and_their_level() {
    let mut console = Console::start(&Store::Memory);
    for level in 1..=3 {
        let line = format!("@ann /play computers:2 level:{level} seat:white");
        let opened = console.done(&line);
        let names = [Color::Gray, Color::Black].map(|color| {
            sits(opened.text(), color, &computer(level, color));
            computer_name(level, color)
        });
        assert_ne!(names[0], names[1]);
        let answers = console.say(&format!("/move e4 match:{}", opened.id()));
        let moved = player(names[0], Color::Gray);
        answers[1].assert_says("moved", &[("player", &moved)]);
    }
    console.finish();
}

#[test]
fn no_computer_lets_a_person_alone_off_a_rated_match() {
    let mut console = Console::start(&Store::Memory);
    console.done("@ann /server action:set rated-computers:true");
    for table in ["ruleset:duel computers:1", "computers:2"] {
        for (asked, declined) in [
            ("/abort action:offer", "abort-declined"),
            ("/seat action:computer", "computer-declined"),
            ("/seat action:substitute user:@dora", "substitute-declined"),
        ] {
            let line = format!("@ann /play {table} level:1 seat:white rated:true");
            let id = console.done(&line).id().to_owned();
            console.say(&format!("@ann /move e4 match:{id}"));
            let answers = console.say(&format!("@ann {asked} match:{id}"));
            for id in [declined, "computer-plays-rated"] {
                let said = answers.iter().any(|answer| answer.says(id, &[]));
                assert!(said, "{table} {asked} {id}: {answers:?}");
            }
            // It goes on, with her.
            let board = console.done(&format!("@ann /board match:{id}"));
            assert_eq!(board.over(), None, "{table} {asked}");
            console.say(&format!("@dora /seat action:accept match:{id}"));
            let refused = console.one(&format!("@dora /move d4 match:{id}"));
            assert_eq!(refused.refused(), Some("not-a-player"), "{table} {asked}");
        }
    }
    console.finish();
}

/// Fault D21: a level says that computers are wanted.
#[test]
fn d21_a_level_alone_seats_computers_on_all_other_seats() {
    let mut console = Console::start(&Store::Memory);
    let answers = console.say("@ann /play level:1 seat:white");
    let began = answers.iter().any(|answer| answer.says("started", &[]));
    assert!(began, "{answers:?}");
    // Beside a guest there is one.
    let answers = console.say("@ann /play level:2 seat:white player2:@ben");
    answers[0].assert_says("table-invites", &[("names", "ben")]);
    let joined = console.say("@ben /join");
    let began = joined.iter().any(|answer| answer.says("started", &[]));
    assert!(began, "{joined:?}");
}

/// The computers' moves come by themselves, before the end of the line that caused them.
#[test]
fn computers_answer_before_the_end_of_the_line() {
    let mut console = Console::start(&Store::Memory);
    let opened = console.done("@ann /play computers:2 level:1 seat:white");
    let id = opened.id().to_owned();
    opened.assert_says("table-casual", &[]);
    for color in [Color::Gray, Color::Black] {
        sits(opened.text(), color, &computer(1, color));
    }
    let answers = console.say("@ann /move e4");
    let commands: Vec<_> = answers.iter().map(|answer| answer.command()).collect();
    assert_eq!(commands, [Some("move"), None]);
    for (armies, answer) in [&[0][..], &[1, 2]].into_iter().zip(&answers) {
        for army in armies {
            let color = Color::ALL[*army];
            let name = ["ann", computer_name(1, color)][usize::from(*army > 0)];
            answer.assert_says("moved", &[("player", &player(name, color))]);
        }
        assert_eq!((answer.to(), answer.id()), ("all", id.as_str()));
    }
    // Two in a row are told at once, to the one who is to move then.
    let ann = player("ann", Color::White);
    answers[1].assert_begins("your-move", &[("player", &ann)]);
    let board = console.done("/board text:true");
    let names = [
        ("army", &*army(Color::Gray)),
        ("name", computer_name(1, Color::Gray)),
    ];
    board.assert_says("board-player", &names);
    // A proposal to call it off needs nobody else: computers agree.
    let answers = console.say("/abort action:offer");
    let over = answers.last().and_then(|answer| answer.over());
    assert_eq!(over, Some(End::new("aborted", None)));
    console.finish();
}

/// Where the result counts nobody calls a match off to be rid of it.
#[test]
fn in_rated_matches_computers_play_on() {
    let mut console = Console::start(&Store::Memory);
    console.refuses("@ann /play computers:2 rated:true", "not-allowed");
    console.done("/server action:set rated-computers:true");
    let opened = console.done("/play computers:2 level:1 seat:white");
    opened.assert_silent("table-casual", &[]);
    console.say("/move e4");
    let answers = console.say("/abort action:offer");
    let [proposed, declined] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    assert_eq!((proposed.refused(), proposed.over()), (None, None));
    declined.assert_says("abort-declined", &[]);
    let history = console.done("/history");
    history.assert_silent("table-casual", &[]);
    let casual = console.done("/play rated:false");
    let history = console.done(&format!("/history match:{}", casual.id()));
    history.assert_says("table-casual", &[]);
    console.finish();
}

#[test]
fn a_table_with_a_computer_waits_for_those_who_are_missing() {
    let mut console = Console::start(&Store::Memory);
    let opened = console.done("@ann /play computers:1 seat:gray level:1");
    sits(opened.text(), Color::Black, &computer(1, Color::Black));
    let white = army(Color::White);
    opened.assert_says("seat-open", &[("army", &white)]);
    opened.assert_says("table-hint", &[]);
    console.refuses("@ben /join seat:black", "seat-taken");
    let answers = console.say("@ben /join");
    sits(answers[0].text(), Color::White, "ben");
    console.finish();
}

#[test]
fn the_opener_of_a_table_fills_it_with_computers() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play seat:white player2:@ben");
    table.assert_silent("table-casual", &[]);
    // The seat that is kept for Ben stays his.
    let filled = console.done("/seat action:computer level:3");
    sits(filled.text(), Color::Black, &computer(3, Color::Black));
    filled.assert_says("made-casual", &[]);
    let ben = [("army", &*army(Color::Gray)), ("name", "ben")];
    filled.assert_says("seat-kept", &ben);
    let full = console.refuses("/seat action:computer", "table-full");
    full.assert_is("refused-nothing-to-fill", &[]);
    let began = console.done("@ben /join");
    began.assert_says("started", &[]);
    let late = console.refuses("@ann /seat action:computer level:1", "bad-option");
    late.assert_is("refused-level-taking-over", &[]);
    console.done("/abort action:offer");
    // Others are told whose it is to do, and the last seat begins the match.
    console.say("/channel elsewhere");
    let table = console.done("@ann /play seat:white");
    let id = table.id().to_owned();
    for line in ["/seat action:computer", "/seat action:computer match:"] {
        let line = if line.ends_with(':') {
            format!("{line}{id}")
        } else {
            line.to_owned()
        };
        let other = console.refuses(&format!("@cy {line}"), "not-allowed");
        other.assert_is("refused-opener-only", &[]);
    }
    console.done("@ann /server action:set rated-computers:true");
    let one = console.done("/seat action:computer seat:gray level:1");
    one.assert_silent("made-casual", &[]);
    sits(one.text(), Color::Gray, &computer(1, Color::Gray));
    let press = format!("/press rd1:{id}:0:do:seat:action=computer,level=2");
    let began = console.say(&press);
    began[0].assert_says("started", &[("match", &id)]);
    sits(began[0].text(), Color::Black, &computer(2, Color::Black));
    console.finish();
}

/// A match of three computers is played to its end, and the same again with the same seed.
#[test]
fn computers_play_each_other_to_the_end() {
    let play = || {
        let mut console = Console::start(&Store::Memory);
        let answers = console.say("@ann /play computers:3 level:1");
        let said: Vec<_> = answers
            .iter()
            .map(|answer| answer.text().to_owned())
            .collect();
        let end = answers.last().and_then(|answer| answer.over());
        assert!(end.is_some(), "{said:?}");
        let text = &answers[0];
        text.assert_says("table-opened-to-watch", &[]);
        assert!(
            text.buttons()
                .iter()
                .all(|button| button.ends_with(":view"))
        );
        console.finish();
        said
    };
    let said = play();
    assert!(said.len() > 20, "{said:?}");
    assert_eq!(said, play());
}

/// Once the only person is out, nobody hears of each move, and one answer tells the end.
#[test]
fn what_only_computers_are_left_to_play_is_told_by_its_end_alone() {
    let mut console = Console::start(&Store::Memory);
    let opened = console.done("@ann /play computers:2 level:1 seat:white");
    console.say("/move e4");
    let answers = console.say("/resign confirm:true");
    let [resigned, end] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    resigned.assert_says("left-to-computers", &[]);
    resigned.button("end");
    assert!(end.over().is_some(), "{}", end.text());
    let rest = format!("rd1:{}:0:do:replay:from=4", opened.id());
    assert!(end.buttons().contains(&&*rest), "{:?}", end.buttons());
    end.button("rematch");
    console.refuses("/draw action:offer", "match-over");
    console.finish();
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence_that_helps() {
    let mut console = Console::start(&Store::Memory);
    let within = |least, most| said("wants-within", &[("least", least), ("most", most)]);
    let (up_to_three, levels) = (within("0", "3"), within("1", "8"));
    let cases: [(&str, &str, &str, Values<'_>); 10] = [
        (
            "/play computers:2 player2:@ben",
            "table-full",
            "refused-too-many",
            &[("seats", "3")],
        ),
        (
            "/play computers:3 player2:@ben",
            "table-full",
            "refused-too-many",
            &[("seats", "3")],
        ),
        (
            "/play ruleset:duel computers:3",
            "not-in-this-ruleset",
            "refused-computers-for-two",
            &[],
        ),
        (
            "/play ruleset:duel player2:@ben computers:1",
            "table-full",
            "refused-too-many",
            &[("seats", "2")],
        ),
        (
            "/play computers:4",
            "bad-option",
            "refused-bad-number",
            &[("wants", &up_to_three)],
        ),
        (
            "/play computers:2 level:0",
            "bad-option",
            "refused-bad-number",
            &[("wants", &levels)],
        ),
        (
            "/play computers:2 level:9",
            "bad-option",
            "refused-bad-number",
            &[("wants", &levels)],
        ),
        (
            "/play computers:two",
            "bad-option",
            "refused-bad-number",
            &[("wants", &up_to_three)],
        ),
        (
            "/play computers:2 rated:true",
            "not-allowed",
            "refused-rated-computers",
            &[],
        ),
        (
            "/play computers:3 rated:true",
            "not-allowed",
            "refused-rated-alone",
            &[],
        ),
    ];
    for (line, reason, id, values) in cases {
        let refused = console.refuses(&format!("@ann {line}"), reason);
        refused.assert_says(id, values);
    }
    let casual = console.done("@ann /play rated:false");
    casual.assert_says("table-casual", &[]);
    let rated = console.done("@ann /play rated:true computers:0");
    rated.assert_silent("table-casual", &[]);
    console.finish();
}

/// Computers need no time of their own, so that nobody is to fill a host with them.
#[test]
fn one_match_of_computers_is_watched_at_a_time() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let clock = Arc::new(|| Moment(1_767_225_600_000));
        let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
        let again = Some(RequestId(String::from("7")));
        let first = host
            .open(&table(3), Person(1), again.clone())
            .await
            .unwrap();
        let id = first.change.after.id();
        // A delivery that comes twice is one.
        let repeated = host.open(&table(3), Person(1), again).await.unwrap();
        assert!(repeated.repeated && repeated.change.after.id() == id);
        let refused = host.open(&table(3), Person(1), None).await.unwrap_err();
        assert!(matches!(
            refused,
            HostError::Rejected(Rejection::AlreadyWatching { id: other }) if other == id
        ));
        // Somebody who plays against computers may play as much as they like, and others may watch too.
        assert!(host.open(&table(2), Person(1), None).await.is_ok());
        assert!(host.open(&table(3), Person(2), None).await.is_ok());
        let abort = Command::Abort(OfferAction::Offer);
        host.submit(id, Person(1), &abort, None, None)
            .await
            .unwrap();
        assert!(host.open(&table(3), Person(1), None).await.is_ok());
    });
}

/// A process that ends while a computer is to move: the next one lets it move, before anything is
/// asked.
#[test]
fn after_a_restart_the_computer_moves() {
    let directory = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let store = SledStore::open(&directory.path().join("store")).unwrap();
    let host = now(Host::new(
        nameless(Arc::new(store)),
        Arc::new(|| Moment(1_767_225_600_000)),
        Some(1),
    ))
    .unwrap();
    let id = runtime.block_on(async {
        let id = host
            .open(&table(2), Person(1), None)
            .await
            .unwrap()
            .change
            .after
            .id();
        let command = Command::Move {
            mv: MoveInput::Typed(String::from("e4")),
            claim: false,
        };
        host.submit(id, Person(1), &command, None, None)
            .await
            .unwrap();
        id
    });
    drop((host, runtime));
    let mut console = Console::start(&Store::Files(directory.path().to_path_buf()));
    let board = console.done(&format!("@ann /board match:{id}"));
    board.assert_says("board-shown", &[("count", "3")]);
    let moved = |answer: &Answer| answer.says("moved", &[]);
    assert!(console.first.iter().any(moved), "{:?}", console.first);
    console.finish();
}

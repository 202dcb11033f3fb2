//! What somebody prefers, at the console.

use super::{Console, Store};

/// The lines of what somebody prefers, each by its beginning.
const USUAL: [&str; 4] = [
    "Others see you on leaderboards",
    "You get one reminder of a turn, when a third of its time is left;",
    "That it is your turn, and reminders of it, are told where",
    "A move that you choose from menus is made at once.",
];

fn shows(console: &mut Console, who: &str, expected: [&str; 4]) {
    let shown = console.done(&format!("@{who} /settings"));
    assert_eq!(shown.to(), who);
    let lines: Vec<&str> = shown.text().lines().collect();
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn each_preference_is_set_by_itself_and_all_together_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let (hidden, none, twice, direct, confirmed) = (
        "You are on no leaderboard",
        "You get no reminders",
        "You get two reminders",
        "That it is your turn, and reminders of it, come to you",
        "A move that you choose from menus is made when you have",
    );
    let (said_twice, said_direct) = (
        "Done: two reminders",
        "Done: that it is your turn, and reminders of it, come",
    );
    shows(&mut console, "ann", USUAL);
    // Given one after the other, each leaves what was set before; given together, all are set.
    let cases: [(&str, &[&str], [&str; 4]); 6] = [
        (
            "reminders:twice",
            &[said_twice],
            [USUAL[0], twice, USUAL[2], USUAL[3]],
        ),
        (
            "direct:true",
            &[said_direct],
            [USUAL[0], twice, direct, USUAL[3]],
        ),
        (
            "public:false",
            &["Done: from now on no leaderboard"],
            [hidden, twice, direct, USUAL[3]],
        ),
        (
            "reminders:off",
            &["Done: no reminders"],
            [hidden, none, direct, USUAL[3]],
        ),
        (
            "confirm:true",
            &["Done: a move that you choose"],
            [hidden, none, direct, confirmed],
        ),
        (
            "direct:false reminders:once public:true confirm:false",
            &[
                "Done: others see",
                "Done: one reminder",
                "Done: that it is",
                "Done: a move that you choose",
            ],
            USUAL,
        ),
    ];
    for (options, said, shown) in cases {
        let set = console.done(&format!("@ann /settings {options}"));
        assert_eq!(set.to(), "ann");
        let lines: Vec<&str> = set.text().lines().collect();
        assert_eq!(lines.len(), said.len(), "{options}: {lines:?}");
        for (line, said) in lines.iter().zip(said) {
            assert!(line.starts_with(said), "{options}: {line}");
        }
        shows(&mut console, "ann", shown);
        shows(&mut console, "ben", USUAL);
    }
    console.done("@ann /settings reminders:twice direct:true");
    for bad in ["reminders:often", "reminders:Twice", "direct:maybe"] {
        console.refuses(&format!("@ann /settings {bad}"), "bad-option");
    }
    console.finish();
    let mut console = Console::start(&store);
    shows(&mut console, "ann", [USUAL[0], twice, direct, USUAL[3]]);
    console.finish();
}

//! What somebody prefers, at the console.

use super::{Console, Store};

/// The lines of what somebody prefers, each by its beginning.
const USUAL: [&str; 3] = [
    "Others see you on leaderboards",
    "You get one reminder of a turn, when a third of its time is left;",
    "That it is your turn, and reminders of it, are told where",
];

fn shows(console: &mut Console, who: &str, expected: [&str; 3]) {
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
    let (hidden, none, twice, direct) = (
        "You are on no leaderboard",
        "You get no reminders",
        "You get two reminders",
        "That it is your turn, and reminders of it, come to you",
    );
    let (said_twice, said_direct) = (
        "Done: two reminders",
        "Done: that it is your turn, and reminders of it, come",
    );
    shows(&mut console, "ann", USUAL);
    // Given one after the other, each leaves what was set before; given together, all are set.
    let cases: [(&str, &[&str], [&str; 3]); 5] = [
        (
            "reminders:twice",
            &[said_twice],
            [USUAL[0], twice, USUAL[2]],
        ),
        ("direct:true", &[said_direct], [USUAL[0], twice, direct]),
        (
            "public:false",
            &["Done: from now on no leaderboard"],
            [hidden, twice, direct],
        ),
        (
            "reminders:off",
            &["Done: no reminders"],
            [hidden, none, direct],
        ),
        (
            "direct:false reminders:once public:true",
            &["Done: others see", "Done: one reminder", "Done: that it is"],
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
    shows(&mut console, "ann", [USUAL[0], twice, direct]);
    console.finish();
}

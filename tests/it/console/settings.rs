//! What somebody prefers, at the console.

use super::{Console, Store};
use crate::said::assert_is;

/// The lines of what somebody prefers, by the ids of their texts.
const USUAL: [&str; 4] = [
    "settings-public-true",
    "settings-reminders-once",
    "settings-direct-false",
    "settings-confirm-false",
];

fn shows(console: &mut Console, who: &str, expected: [&str; 4]) {
    let shown = console.done(&format!("@{who} /settings"));
    assert_eq!(shown.to(), who);
    let lines: Vec<&str> = shown.text().lines().collect();
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert_is(line, expected, &[]);
    }
}

#[test]
fn each_preference_is_set_by_itself_and_all_together_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let (hidden, none, twice, direct, confirmed) = (
        "settings-public-false",
        "settings-reminders-off",
        "settings-reminders-twice",
        "settings-direct-true",
        "settings-confirm-true",
    );
    shows(&mut console, "ann", USUAL);
    // Given one after the other, each leaves what was set before; given together, all are set.
    let cases: [(&str, &[&str], [&str; 4]); 6] = [
        (
            "reminders:twice",
            &["settings-set-reminders-twice"],
            [USUAL[0], twice, USUAL[2], USUAL[3]],
        ),
        (
            "direct:true",
            &["settings-set-direct-true"],
            [USUAL[0], twice, direct, USUAL[3]],
        ),
        (
            "public:false",
            &["settings-set-public-false"],
            [hidden, twice, direct, USUAL[3]],
        ),
        (
            "reminders:off",
            &["settings-set-reminders-off"],
            [hidden, none, direct, USUAL[3]],
        ),
        (
            "confirm:true",
            &["settings-set-confirm-true"],
            [hidden, none, direct, confirmed],
        ),
        (
            "direct:false reminders:once public:true confirm:false",
            &[
                "settings-set-public-true",
                "settings-set-reminders-once",
                "settings-set-direct-false",
                "settings-set-confirm-false",
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
            assert_is(line, said, &[]);
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

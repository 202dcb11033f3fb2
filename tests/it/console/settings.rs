//! What somebody prefers, at the console.

use super::{Console, Store};
use crate::said::assert_is;

/// The lines of what somebody prefers: the ids of their texts, each with the choice that it names.
type Shown = [(&'static str, &'static str); 11];

const USUAL: Shown = [
    ("settings-public-true", ""),
    ("settings-reminders-once", ""),
    ("settings-turns-mention", ""),
    ("settings-questions-mention", ""),
    ("settings-news-mention", ""),
    ("settings-confirm-false", ""),
    ("settings-language-usual", ""),
    ("settings-theme-usual", ""),
    ("settings-pieces-usual", ""),
    ("settings-orientation-usual", ""),
    ("settings-mirror-false", ""),
];

fn assert_shown(text: &str, (id, choice): (&str, &str)) {
    let values = [("choice", choice)];
    let values = if choice.is_empty() { &[] } else { &values[..] };
    assert_is(text, id, values);
}

/// Settings that are not shown, since nobody is called at the console.
const OF_CALLS: [&str; 3] = ["settings-turns-", "settings-questions-", "settings-news-"];

fn shows(console: &mut Console, who: &str, expected: Shown) {
    let shown = console.done(&format!("@{who} /settings"));
    assert_eq!(shown.to(), who);
    let lines: Vec<&str> = shown.text().lines().collect();
    let is_shown = |(id, _): &(&str, &str)| !OF_CALLS.iter().any(|of| id.starts_with(of));
    let expected: Vec<_> = expected.into_iter().filter(is_shown).collect();
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert_shown(line, expected);
    }
}

/// Fault D31: what is as usual is shown too.
#[test]
fn d31_settings_show_what_is_as_usual() {
    let mut console = Console::start(&Store::Memory);
    shows(&mut console, "ann", USUAL);
    let server = console.done("@ann /server action:show");
    for what in ["ruleset", "theme", "pieces", "orientation"] {
        server.assert_says(&format!("server-{what}-usual"), &[]);
    }
    console.finish();
}

#[test]
fn each_preference_is_set_by_itself_and_all_together_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    shows(&mut console, "ann", USUAL);
    let mut now = USUAL;
    // Given one after the other, each leaves what was set before; given together, all are set. What is
    // set stands at this place of the page, in these words.
    type Set = (usize, &'static str, &'static str, &'static str);
    let cases: [(&str, &[Set]); 7] = [
        (
            "reminders:twice",
            &[(
                1,
                "settings-reminders-twice",
                "settings-reminders-twice",
                "",
            )],
        ),
        (
            "turns:direct",
            &[(2, "settings-turns-direct", "settings-turns-direct", "")],
        ),
        (
            "questions:off news:direct",
            &[
                (3, "settings-questions-off", "settings-questions-off", ""),
                (4, "settings-news-direct", "settings-news-direct", ""),
            ],
        ),
        (
            "public:false",
            &[(0, "settings-public-false", "settings-public-false", "")],
        ),
        (
            "confirm:true",
            &[(5, "settings-confirm-true", "settings-confirm-true", "")],
        ),
        (
            "mirror:true",
            &[(10, "settings-mirror-true", "settings-mirror-true", "")],
        ),
        (
            "turns:mention reminders:off public:true confirm:false",
            &[
                (0, "settings-public-true", "settings-public-true", ""),
                (1, "settings-reminders-off", "settings-reminders-off", ""),
                (2, "settings-turns-mention", "settings-turns-mention", ""),
                (5, "settings-confirm-false", "settings-confirm-false", ""),
            ],
        ),
    ];
    for (options, sets) in cases {
        let set = console.done(&format!("@ann /settings {options}"));
        assert_eq!(set.to(), "ann");
        let lines: Vec<&str> = set.text().lines().collect();
        assert_eq!(lines.len(), sets.len(), "{options}: {lines:?}");
        for (line, (place, said, shown, choice)) in lines.iter().zip(sets) {
            assert_shown(line, (said, choice));
            now[*place] = (shown, choice);
        }
        shows(&mut console, "ann", now);
        shows(&mut console, "ben", USUAL);
    }
    for bad in [
        "reminders:often",
        "reminders:thrice",
        "turns:maybe",
        "direct:true",
    ] {
        console.refuses(&format!("@ann /settings {bad}"), "bad-option");
    }
    console.finish();
    let mut console = Console::start(&store);
    shows(&mut console, "ann", now);
    console.finish();
}

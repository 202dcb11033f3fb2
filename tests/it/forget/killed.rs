//! The program killed while it forgets somebody, and started again.

use rand::RngExt;

use super::bytes::{Needles, found_below};
use crate::console::{Console, Store};
use crate::said::says;

const NAME: &str = "zerlindequastenflosser";

/// A match of three that goes on, with the one who will be forgotten as White, and one that is over.
fn matches(console: &mut Console) -> (String, String) {
    let over = console.duel(NAME, "cy");
    console.done(&format!("@{NAME} /resign confirm:true match:{over}"));
    let goes_on = console.three([NAME, "ben", "cy"]);
    console.done(&format!("@{NAME} /move e4"));
    (over, goes_on)
}

#[test]
fn killed_in_the_middle_of_forgetting_it_is_done_by_the_next_start_or_not_begun() {
    let kills = std::env::var("RONDEL_KILLS").map_or(5, |kills| kills.parse::<u64>().unwrap());
    let mut dice = rand::rng();
    let needles = Needles::default().text("name", NAME);
    let (mut unbegun, mut begun, mut whole) = (0, 0, 0);
    for kill in 0..kills {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path();
        let store = Store::Files(data.to_owned());
        let mut console = Console::start(&store);
        let (over, goes_on) = matches(&mut console);
        let wait = std::time::Duration::from_micros(dice.random_range(0..80_000));
        console.kill_while(&format!("@{NAME} /forget-me confirm:true"), wait);
        let left = !found_below(data, &needles).is_empty();
        let mut console = Console::start(&store);
        let seated = console.done(&format!("@ben /history match:{goes_on}"));
        let is_free = says(seated.text(), "given-up", &[]);
        let known = !found_below(data, &needles).is_empty();
        // Whatever had been begun is done by now.
        assert_eq!(known, !is_free, "kill {kill}: {}", seated.text());
        match (left, known) {
            (_, true) => unbegun += 1,
            (true, false) => begun += 1,
            (false, false) => whole += 1,
        }
        // All that others have is as it was.
        console.done(&format!("@ben /move m4 match:{goes_on}"));
        let history = console.done(&format!("@cy /history match:{over}"));
        assert!(history.text().contains("cy"), "{}", history.text());
        let answers = console.say(&format!("@{NAME} /forget-me confirm:true"));
        assert!(answers.iter().all(|answer| answer.refused().is_none()));
        // Where it had not begun, the others hear only now that the seat is free.
        let expected = if known { 2 } else { 1 };
        assert_eq!(answers.len(), expected, "kill {kill}: {answers:?}");
        console.finish();
        assert_eq!(found_below(data, &needles), [], "kill {kill}");
        let checked = crate::console::rondel(data)
            .arg("--data")
            .arg(data)
            .arg("check")
            .output();
        let checked = String::from_utf8(checked.unwrap().stdout).unwrap();
        assert!(checked.ends_with(" 0 damaged\n"), "{checked}");
    }
    println!(
        "{kills} kills: not begun {unbegun}, in the middle and done by the next start {begun}, done before {whole}"
    );
}

//! Playing over days, as it is read: deadlines, windows, pauses, takebacks, seats.

use rondel::rules::Color;

use super::lapse::{HOUR, Scene, text};
use crate::said::{
    army, assert_begins, assert_is, assert_says, assert_silent, computer_name, listed, player,
    players, round, said, says,
};

const MINUTE: i64 = HOUR / 60;

impl Scene {
    /// A match of three with this time per move, in which White is to move.
    pub(super) async fn timed(&mut self, time: &str) -> String {
        let line = format!("@ann /play seat:white time:{time} player2:@ben player3:@cy");
        let said = self.one(&line).await;
        self.say("@ben /join\n@cy /join").await;
        said[0]["match"].as_str().unwrap().to_owned()
    }

    /// What is said to all after so much time, or on a line, without the buttons.
    pub(super) async fn told(&mut self, line: &str) -> String {
        let said = self.one(line).await;
        let texts: Vec<&str> = said.iter().map(text).collect();
        texts.join("\n--\n")
    }
}

#[tokio::test]
async fn a_table_and_a_board_say_how_long_there_is() {
    let mut scene = Scene::in_memory();
    for (time, id, count) in [
        ("10s", "limit-seconds", "10"),
        ("1m", "limit-minutes", "1"),
        ("12h", "limit-hours", "12"),
        ("24h", "limit-days", "1"),
    ] {
        let told = scene.told(&format!("@ann{time} /play time:{time}")).await;
        let limit = said(id, &[("count", count)]);
        assert_says(&told, "table-time", &[("limit", &limit)]);
    }
    let mut scene = Scene::in_memory();
    scene.timed("3d").await;
    let told = scene.told("@ann /move e4").await;
    let [ann, ben, _] = players();
    let moved = said(
        "moved",
        &[
            ("bold", ""),
            ("move", "e4"),
            ("player", &ann),
            (
                "does",
                &said(
                    "done-moves",
                    &[("piece", &said("piece-pawn", &[])), ("square", "e4")],
                ),
            ),
        ],
    );
    let when = ("when", "2023-11-17 22:13 UTC");
    let turn = said("your-move", &[("player", &ben)]);
    let deadline = said("deadline", &[when]);
    assert_eq!(told, format!("{turn} {deadline}\n{moved}"));
    for line in ["@cy /board", "@cy /board text:true"] {
        let told = scene.told(line).await;
        assert!(told.contains(&deadline), "{told}");
    }
    // What time there was then is past.
    let told = scene.told("@cy /board ply:0").await;
    assert_silent(&told, "deadline", &[]);
}

#[tokio::test]
async fn a_time_for_a_number_of_moves_is_told_with_what_is_left() {
    let mut scene = Scene::in_memory();
    let days = |count: &str| said("limit-within-days", &[("count", count)]);
    let limit = said("limit-moves", &[("count", "10"), ("time", &days("30"))]);
    for (nth, typed) in [
        "10/30d",
        "\"10 moves in 30 days\"",
        "\"10 Züge in 30 Tagen\"",
    ]
    .iter()
    .enumerate()
    {
        let told = scene.told(&format!("@dora{nth} /play time:{typed}")).await;
        assert_says(&told, "table-time-moves", &[("limit", &limit)]);
    }
    scene.timed("10/30d").await;
    scene.later(10 * 24 * HOUR);
    let told = scene.told("@ann /move e4").await;
    let [ann, ben, cy] = players();
    let deadline =
        |when: &str, count: &str| said("deadline-moves", &[("when", when), ("count", count)]);
    let budget = |days: &str, count: &str| {
        let left = said("limit-days", &[("count", days)]);
        said("budget", &[("left", &left), ("count", count)])
    };
    assert_says(&told, "your-move", &[("player", &ben)]);
    assert!(
        told.contains(&deadline("2023-12-24 22:13 UTC", "10")),
        "{told}"
    );
    assert_silent(&told, "budgets", &[]);
    // Those who look see what everybody has.
    let of =
        |player: &str, budget: &str| said("budget-of", &[("player", player), ("budget", budget)]);
    let left = [of(&ann, &budget("20", "9")), of(&cy, &budget("30", "10"))];
    let budgets = said(
        "budgets",
        &[("budgets", &left.join(&said("list-comma", &[])))],
    );
    for line in ["@cy /board", "@cy /board text:true"] {
        let told = scene.told(line).await;
        assert!(told.contains(&budgets), "{told}");
    }
    let told = scene.told("@ann /matches").await;
    assert_says(&told, "matches-budget", &[("budget", &budget("20", "9"))]);
    let told = scene.told("@ben /matches").await;
    assert!(
        told.contains(&deadline("2023-12-24 22:13 UTC", "10")),
        "{told}"
    );
    assert_silent(&told, "matches-budget", &[]);
    // A move in the window leaves nothing, so the next turn begins in a window.
    scene.later(30 * 24 * HOUR);
    scene.told("#").await;
    scene.say("@ben /move m4\n@cy /move u4").await;
    let told = scene.told("@ann /move d3").await;
    assert_silent(
        &told,
        "deadline-moves",
        &[("when", "2023-12-24 22:13 UTC"), ("count", "9")],
    );
    scene.later(1_000);
    scene.told("#").await;
    let told = scene.told("@cy /board").await;
    assert_says(&told, "window-closes", &[("when", "2023-12-25 16:13 UTC")]);
    scene.say("@ben /move Nn3").await;
    let none = said("budget-none", &[("count", "8")]);
    let told = scene.told("@cy /board").await;
    assert!(told.contains(&of(&ben, &none)), "{told}");
}

#[tokio::test]
async fn the_window_at_a_deadline_is_told_and_what_is_done_in_it() {
    let mut scene = Scene::in_memory();
    scene.timed("1h").await;
    scene.later(40 * MINUTE);
    let told = scene.told("#").await;
    let [ann, ben, cy] = players();
    let white = army(Color::White);
    let values = [("player", &*ann), ("until", "2023-11-14 23:13 UTC")];
    assert_is(&told, "reminder", &values);
    scene.later(20 * MINUTE);
    let told = scene.told("#").await;
    assert_is(
        &told,
        "deadline-passed",
        &[
            ("player", &ann),
            ("others", &listed(&[&ben, &cy])),
            ("closes", "2023-11-14 23:28 UTC"),
        ],
    );

    // She may not grant it to herself; another may, once.
    let told = scene.told("@ann /seat action:grant").await;
    assert_is(&told, "refused-own-time", &[]);
    let told = scene.told("@ben /seat action:grant").await;
    assert_begins(
        &told,
        "time-granted",
        &[
            ("by", &ben),
            ("player", &ann),
            ("until", "2023-11-15 00:13 UTC"),
        ],
    );
    scene.later(HOUR);
    let told = scene.told("#").await;
    assert_begins(&told, "deadline-passed-again", &[("player", &ann)]);
    let told = scene.told("@cy /seat action:grant").await;
    assert_is(&told, "refused-granted-before", &[("army", &white)]);

    // All others together give the seat to a computer, which plays at once.
    let told = scene.told("@cy /seat action:computer").await;
    assert_begins(
        &told,
        "computer-proposed",
        &[("player", &cy), ("army", &white), ("others", &ben)],
    );
    let told = scene.told("@ben /seat action:computer").await;
    let values = [("level", "3"), ("army", &*white)];
    assert_says(&told, "computer-took-over", &values);
    let played = player(computer_name(3, Color::White), Color::White);
    assert_says(&told, "moved", &[("player", &played)]);
    assert_says(&told, "your-move", &[("player", &ben)]);
}

#[tokio::test]
async fn a_window_that_closes_puts_the_army_out() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("10m").await;
    scene.later(10 * MINUTE);
    scene.one("#").await;
    scene.later(150_000 - 1);
    assert_eq!(scene.told("#").await, "");
    scene.later(1);
    let told = scene.told("#").await;
    let [ann, ben, cy] = players();
    assert_begins(&told, "out-time", &[("player", &ann)]);
    assert_says(&told, "your-move", &[("player", &ben)]);
    // That time is up is said once, in the history too.
    let history = scene.told("@ann /history").await;
    for said in [&told, &history] {
        assert_says(said, "out-time", &[("player", &ann)]);
        assert_silent(said, "out-of-time", &[]);
    }
    // With the last of two it is over.
    scene.later(10 * MINUTE);
    let told = scene.told("#").await;
    let values = [("player", &*ben), ("others", &*cy)];
    assert_says(&told, "deadline-passed-alone", &values);
    let told = scene.told("@cy /seat action:end").await;
    assert_says(&told, "out-time-last", &[("player", &ben)]);
    let said = scene.one(&format!("@cy /board match:{id}")).await;
    assert_eq!(said[0]["over"]["score"], "0-0-1", "{said:?}");
}

#[tokio::test]
async fn those_who_want_no_reminders_get_none() {
    for (settings, expected) in [("off", 0), ("once", 1), ("twice", 2)] {
        let mut scene = Scene::in_memory();
        scene.timed("10h").await;
        scene
            .one(&format!("@ann /settings reminders:{settings}"))
            .await;
        let mut reminded = 0;
        for _ in 0..20 {
            scene.later(HOUR / 2 - 1);
            let said = scene.one("#").await;
            reminded += said
                .iter()
                .filter(|one| {
                    let ids = ["reminder", "reminder-last"];
                    ids.iter().any(|id| says(text(one), id, &[]))
                })
                .count();
        }
        assert_eq!(reminded, expected, "{settings}");
    }
}

#[tokio::test]
async fn a_pause_holds_the_clock_and_nobody_moves() {
    let mut scene = Scene::in_memory();
    scene.timed("12h").await;
    scene.later(11 * HOUR);
    let told = scene.told("@cy /pause action:offer").await;
    let [ann, ben, cy] = players();
    let values = [("player", &*cy), ("others", &*listed(&[&ann, &ben]))];
    assert_is(told.lines().last().unwrap(), "pause-proposed", &values);
    let told = scene.told("@ann /pause action:accept").await;
    let lines: Vec<&str> = told.lines().collect();
    let values = [("player", &*ann)];
    assert_is(lines[0], "pause-agreed", &values);
    let values = [("player", &*cy), ("others", &*ben)];
    assert_is(lines[1], "pause-stands", &values);
    scene.one("@ben /pause action:accept").await;
    let said = scene.one("@ann /move e4").await;
    assert_eq!(said[0]["refused"], "paused");
    scene.later(72 * HOUR);
    assert_eq!(scene.told("#").await, "");
    for line in ["@ben /pause action:offer", "@ann /pause action:offer"] {
        scene.one(line).await;
    }
    let told = scene.told("@cy /pause action:accept").await;
    assert_says(&told, "resumed", &[]);
    assert_says(&told, "deadline", &[("when", "2023-11-18 10:13 UTC")]);
}

#[tokio::test]
async fn moves_are_taken_back_when_all_agree_and_the_history_says_so() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("none").await;
    scene
        .say("@ann /move e4\n@ben /move m4\n@cy /move u4")
        .await;
    let said = scene.one("@ben /takeback action:offer").await;
    assert_says(text(&said[0]), "takeback-proposed", &[]);
    // Others move on meanwhile; the buttons come with each board.
    let said = scene.one("@ann /move d4").await;
    let buttons = said[0]["buttons"].as_array().unwrap();
    assert_eq!(buttons[4]["id"], format!("rd1:{id}:4:takeback:accept"));
    let accept = format!("@cy /press rd1:{id}:4:takeback:accept");
    assert!(scene.one(&accept).await[0]["refused"].is_null());
    let told = scene.told("@ann /takeback action:accept").await;
    assert_says(&told, "taken-back", &[("count", "1")]);
    let told = scene.told("@ben /move n4").await;
    let ben = player("ben", Color::Gray);
    let values = [("move", "n4"), ("player", &*ben)];
    assert_says(&told, "moved", &values);
    let told = scene.told("@ann /history").await;
    assert_says(&told, "taken-back", &[("count", "1")]);
    assert!(told.contains(&round("1", "… n4")), "{told}");
    // A board of a ply is that of the moves that stand.
    let said = scene.one("@ann /board ply:2").await;
    let shown = says(text(&said[0]), "board-shown", &[("count", "2")]);
    assert!(said[0]["alt"].is_null() || shown, "{said:?}");
    let said = scene.one("@ann /takeback action:accept").await;
    assert_eq!(said[0]["refused"], "nothing-to-accept");
    let said = scene.one("@cy /takeback action:offer").await;
    assert_eq!(said[0]["refused"], "nothing-to-take-back");
}

#[tokio::test]
async fn a_substitute_takes_over_when_all_and_they_agree() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("1d").await;
    scene.later(24 * HOUR);
    scene.one("#").await;
    let said = scene.one("@ben /seat action:substitute").await;
    assert_eq!(said[0]["refused"], "bad-option");
    let said = scene.one("@ben /seat action:substitute user:@cy").await;
    assert_eq!(said[0]["refused"], "already-seated");
    scene.one("@ben /seat action:substitute user:@dora").await;
    let said = scene.one("@eve /join").await;
    assert!(!said[0]["refused"].is_null(), "{said:?}");
    let told = scene.told("@dora /join").await;
    assert_begins(&told, "substitute-agrees", &[("name", "dora")]);
    let told = scene.told("@cy /seat action:substitute").await;
    let white = army(Color::White);
    let values = [("name", "dora"), ("army", &*white)];
    assert_says(&told, "took-over", &values);
    let said = scene.one(&format!("@ann /move e4 match:{id}")).await;
    assert_eq!(said[0]["refused"], "not-a-player");
    let told = scene.told("@dora /move e4").await;
    let dora = player("dora", Color::White);
    let values = [("move", "e4"), ("player", &*dora)];
    assert_says(&told, "moved", &values);
    // A manager frees a seat, and all see why.
    let line = format!("@eve /seat action:free seat:gray match:{id} reason:\"*away* for weeks\"");
    let told = scene.told(&line).await;
    let gray = army(Color::Gray);
    let values = [("army", &*gray), ("reason", "*away* for weeks")];
    assert_says(&told, "freed", &values);
    assert_says(&told, "seat-waits", &[("army", &gray)]);
    let said = scene.one("@cy /seat action:grant").await;
    assert_eq!(said[0]["refused"], "not-allowed");
}

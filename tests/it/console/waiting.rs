//! Playing over days, as it is read: deadlines, windows, pauses, takebacks, seats.

use super::lapse::{HOUR, Scene, text};

const MINUTE: i64 = HOUR / 60;

impl Scene {
    /// A match of three with this time per move, in which White is to move.
    async fn timed(&mut self, time: &str) -> String {
        let line = format!("@ann /play seat:white time:{time} player2:@ben player3:@cy");
        let said = self.one(&line).await;
        self.say("@ben /join\n@cy /join").await;
        said[0]["match"].as_str().unwrap().to_owned()
    }

    /// What is said to all after so much time, or on a line, without the buttons.
    async fn told(&mut self, line: &str) -> String {
        let said = self.one(line).await;
        let texts: Vec<&str> = said.iter().map(text).collect();
        texts.join("\n--\n")
    }
}

#[tokio::test]
async fn a_table_and_a_board_say_how_long_there_is() {
    let mut scene = Scene::in_memory();
    for (time, said) in [
        ("10s", "Time per move: 10 seconds."),
        ("1m", "Time per move: a minute."),
        ("12h", "Time per move: 12 hours."),
        ("24h", "Time per move: a day."),
    ] {
        let told = scene.told(&format!("@ann{time} /play time:{time}")).await;
        assert!(told.contains(said), "{told}");
    }
    let mut scene = Scene::in_memory();
    scene.timed("3d").await;
    let told = scene.told("@ann /move e4").await;
    let turn = "ben (Gray) to move, then cy (Black). Deadline: 2023-11-17 22:13 UTC.";
    assert_eq!(told, format!("1. e4 by ann (White).\n{turn}"));
    for line in ["@cy /board", "@cy /board text:true"] {
        let told = scene.told(line).await;
        assert!(told.contains("Deadline: 2023-11-17 22:13 UTC."), "{told}");
    }
    // What time there was then is past.
    let told = scene.told("@cy /board ply:0").await;
    assert!(!told.contains("Deadline"), "{told}");
}

#[tokio::test]
async fn the_window_at_a_deadline_is_told_and_what_is_done_in_it() {
    let mut scene = Scene::in_memory();
    scene.timed("1h").await;
    scene.later(40 * MINUTE);
    let told = scene.told("#").await;
    assert!(
        told.starts_with("ann (White), match ")
            && told.ends_with("waits for your move. Deadline: 2023-11-14 23:13 UTC."),
        "{told}"
    );
    scene.later(20 * MINUTE);
    let told = scene.told("#").await;
    assert!(told.starts_with("The time of ann (White) is up."), "{told}");
    assert!(
        told.contains("Any of ben (Gray) and cy (Black) may grant"),
        "{told}"
    );
    assert!(told.ends_with("closes: 2023-11-14 23:28 UTC."), "{told}");

    // She may not grant it to herself; another may, once.
    let told = scene.told("@ann /seat action:grant").await;
    assert!(
        told.starts_with("Nothing can be done about the seat of White"),
        "{told}"
    );
    let told = scene.told("@ben /seat action:grant").await;
    let again = "ben (Gray) grants ann (White) the limit again. Deadline: 2023-11-15 00:13 UTC.";
    assert!(told.starts_with(again), "{told}");
    scene.later(HOUR);
    let told = scene.told("#").await;
    assert!(told.starts_with("The time of ann (White) is up."), "{told}");
    let told = scene.told("@cy /seat action:grant").await;
    assert!(
        told.starts_with("The player of White has been granted time"),
        "{told}"
    );

    // All others together give the seat to a computer, which plays at once.
    let told = scene.told("@cy /seat action:computer").await;
    assert!(
        told.starts_with(
            "cy (Black) proposes that a computer plays on for White. ben (Gray) must agree"
        ),
        "{told}"
    );
    let told = scene.told("@ben /seat action:computer").await;
    assert!(
        told.contains("A computer (level 2) plays on for White."),
        "{told}"
    );
    assert!(
        told.contains("1. ") && told.contains("ben (Gray) to move"),
        "{told}"
    );
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
    assert!(
        told.starts_with("The time of ann (White) has run out."),
        "{told}"
    );
    assert!(told.contains("ben (Gray) to move"), "{told}");
    // With the last of two it is over.
    scene.later(10 * MINUTE);
    let told = scene.told("#").await;
    assert!(
        told.contains("cy (Black) may grant the limit again"),
        "{told}"
    );
    let told = scene.told("@cy /seat action:end").await;
    assert!(
        told.contains("The time of ben (Gray) has run out."),
        "{told}"
    );
    let said = scene.one(&format!("@cy /board match:{id}")).await;
    assert_eq!(said[0]["over"]["score"], "0-0-1", "{said:?}");
}

#[tokio::test]
async fn whoever_does_not_want_reminders_gets_none() {
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
                .filter(|one| text(one).contains("waits for your move"))
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
    assert_eq!(
        told.lines().last(),
        Some(
            "cy (Black) proposes to pause: the clock would stand still and nobody move. ann (White) and ben (Gray) must agree within a day."
        )
    );
    let told = scene.told("@ann /pause action:accept").await;
    assert!(
        told.starts_with(
            "ann (White) agrees to a pause.\ncy (Black) proposes a pause; ben (Gray) must still agree. It lapses: "
        ),
        "{told}"
    );
    scene.one("@ben /pause action:accept").await;
    let said = scene.one("@ann /move e4").await;
    assert_eq!(said[0]["refused"], "paused");
    scene.later(72 * HOUR);
    assert_eq!(scene.told("#").await, "");
    for line in ["@ben /pause action:offer", "@ann /pause action:offer"] {
        scene.one(line).await;
    }
    let told = scene.told("@cy /pause action:accept").await;
    assert!(told.contains("The match goes on"), "{told}");
    assert!(told.ends_with("Deadline: 2023-11-18 10:13 UTC."), "{told}");
}

#[tokio::test]
async fn moves_are_taken_back_when_all_agree_and_the_history_says_so() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("none").await;
    scene
        .say("@ann /move e4\n@ben /move m4\n@cy /move u4")
        .await;
    let said = scene.one("@ben /takeback action:offer").await;
    assert!(
        text(&said[0]).contains("the match would go on after ply 1."),
        "{said:?}"
    );
    // Others move on meanwhile; the buttons come with each board.
    let said = scene.one("@ann /move d4").await;
    let buttons = said[0]["buttons"].as_array().unwrap();
    assert_eq!(buttons[4]["id"], format!("rd1:{id}:4:takeback:accept"));
    let accept = format!("@cy /press rd1:{id}:4:takeback:accept");
    assert!(scene.one(&accept).await[0]["refused"].is_null());
    let told = scene.told("@ann /takeback action:accept").await;
    assert!(
        told.contains("Taken back: the match goes on after ply 1."),
        "{told}"
    );
    let said = scene.one("@ben /move n4").await;
    assert!(
        text(&said[0]).starts_with("2. n4 by ben (Gray)."),
        "{said:?}"
    );
    let told = scene.told("@ann /history").await;
    assert!(
        told.contains("Taken back") && told.ends_with("2: n4 (Gray)"),
        "{told}"
    );
    // A board of a ply is that of the moves that stand.
    let said = scene.one("@ann /board ply:2").await;
    assert!(
        said[0]["alt"].is_null() || text(&said[0]).contains("ply 2"),
        "{said:?}"
    );
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
    assert!(told.starts_with("dora is ready to play on."), "{told}");
    let told = scene.told("@cy /seat action:substitute").await;
    assert!(told.contains("dora plays on for White."), "{told}");
    let said = scene.one(&format!("@ann /move e4 match:{id}")).await;
    assert_eq!(said[0]["refused"], "not-a-player");
    let told = scene.told("@dora /move e4").await;
    assert!(told.starts_with("1. e4 by dora (White)."), "{told}");
    // A manager frees a seat, and all see why.
    let line = format!("@eve /seat action:free seat:gray match:{id} reason:\"*away* for weeks\"");
    let told = scene.told(&line).await;
    assert!(
        told.contains("The managers' reason: *away* for weeks"),
        "{told}"
    );
    assert!(told.contains("Nobody plays for Gray."), "{told}");
    let said = scene.one("@cy /seat action:grant").await;
    assert_eq!(said[0]["refused"], "not-allowed");
}

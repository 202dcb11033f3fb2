//! Nobody is stuck, and what is said around it is so: faults of part D, each by its number.

use rondel::rules::Color;
use serde_json::Value;

use super::lapse::{HOUR, NOON, Scene, text};
use crate::said::{
    army, assert_begins, assert_ends, assert_is, assert_says, assert_silent, computer_name, listed,
    player, players, said,
};

/// The actions of the buttons under an answer, without the match and the ply.
fn actions(answer: &Value) -> Vec<&str> {
    let buttons = answer["buttons"].as_array().unwrap().iter();
    let ids = buttons.map(|button| button["id"].as_str().unwrap());
    ids.filter_map(|id| id.splitn(4, ':').nth(3)).collect()
}

impl Scene {
    /// Lets White's time pass in a match of this time per move, and gives back its id.
    async fn late(&mut self, time: &str, milliseconds: i64) -> String {
        let id = self.timed(time).await;
        self.later(milliseconds);
        self.one("#").await;
        id
    }
}

#[tokio::test]
async fn d07_a_proposal_about_a_seat_is_accepted_and_declined_whatever_its_kind() {
    for (propose, accept, done) in [
        ("computer", "accept", "computer-took-over"),
        ("end", "accept", "out-time"),
        ("computer", "computer", "computer-took-over"),
        ("end", "end", "out-time"),
    ] {
        let mut scene = Scene::in_memory();
        scene.late("1d", 24 * HOUR).await;
        let line = format!("@ben /seat action:{propose}");
        let proposed = scene.one(&line).await;
        assert_eq!(
            actions(&proposed[0]),
            ["seat:accept:white", "seat:decline:white"]
        );
        scene.one("@cy /seat action:decline").await;
        let told = scene.told("@cy /seat action:accept").await;
        assert_is(&told, "refused-no-proposal", &[]);
        scene.one(&line).await;
        let told = scene.told(&format!("@cy /seat action:{accept}")).await;
        assert_says(&told, done, &[]);
    }
    // A substitute accepts with the same word, and so does the last of the players.
    let mut scene = Scene::in_memory();
    let id = scene.late("1d", 24 * HOUR).await;
    scene.one("@ben /seat action:substitute user:@dora").await;
    let press = format!("@dora /press rd1:{id}:0:seat:accept:white");
    let told = scene.told(&press).await;
    assert_begins(&told, "substitute-agrees", &[("name", "dora")]);
    let told = scene.told("@cy /seat action:accept").await;
    assert_says(&told, "took-over", &[("name", "dora")]);
}

#[tokio::test]
async fn d07_who_agrees_to_a_computer_gives_no_seat_away() {
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    let white = army(Color::White);
    let told = scene.told("@ann /seat action:computer").await;
    assert_is(&told, "computer-proposed", &[("army", &white)]);
    let told = scene.told("@ben /seat action:computer").await;
    assert_begins(&told, "computer-agreed", &[]);
    // Nor when it is typed again.
    let told = scene.told("@ben /seat action:computer").await;
    let cy = player("cy", Color::Black);
    assert_is(&told, "refused-agreed-before", &[("others", &cy)]);
    let told = scene.told("@cy /seat action:computer").await;
    assert_says(&told, "computer-took-over", &[("army", &white)]);
    assert_silent(&told, "computer-proposed", &[]);
    // The same for a substitute who is named once more.
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    scene.one("@ann /seat action:substitute user:@dora").await;
    let told = scene.told("@ben /seat action:substitute user:@dora").await;
    assert_begins(&told, "substitute-agreed", &[]);
}

#[tokio::test]
async fn d09_computers_agree_to_what_two_people_agree_on() {
    let mut scene = Scene::in_memory();
    scene
        .one("@ann /play seat:white player2:@ben computers:1 level:1 rated:true")
        .await;
    scene.one("/server action:set rated-computers:true").await;
    let said = scene
        .one("@ann /play seat:white player2:@ben computers:1 level:1 rated:true")
        .await;
    let id = said[0]["match"].as_str().unwrap().to_owned();
    scene
        .say(&format!(
            "@ben /join match:{id}\n@ann /move e4 match:{id}\n@ben /move m4 match:{id}"
        ))
        .await;
    // In a rated match a move stands, and it is said why.
    let told = scene
        .told(&format!("@ann /takeback action:offer match:{id}"))
        .await;
    let who = player(computer_name(1, Color::Black), Color::Black);
    assert_says(&told, "takeback-declined", &[("player", &who)]);
    assert_says(&told, "computer-plays-rated", &[]);
    scene
        .one(&format!("@ann /abort action:offer match:{id}"))
        .await;
    let said = scene
        .one(&format!("@ben /abort action:accept match:{id}"))
        .await;
    assert!(
        said.iter().any(|one| one["over"]["how"] == "aborted"),
        "{said:?}"
    );
}

#[tokio::test]
async fn d11_a_substitute_who_agreed_is_not_said_to_be_needed() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("none").await;
    scene.one("@ann /seat action:substitute user:@dora").await;
    let [ann, ben, cy] = players();
    let white = army(Color::White);
    let stands = |others: &str| {
        let values = [
            ("player", &*ann),
            ("name", "dora"),
            ("army", &*white),
            ("others", others),
        ];
        values.map(|(key, value)| (key, value.to_owned()))
    };
    let told = scene.told(&format!("@dora /join match:{id}")).await;
    let values = stands(&listed(&[&ben, &cy]));
    let values: Vec<_> = values
        .iter()
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    assert_says(&told, "substitute-stands", &values);
    let told = scene.told("@ben /seat action:accept").await;
    let values = stands(&cy);
    let values: Vec<_> = values
        .iter()
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    assert_says(&told, "substitute-stands", &values);
}

#[tokio::test]
async fn d12_who_has_agreed_hears_whom_the_proposal_waits_for() {
    let mut scene = Scene::in_memory();
    let id = scene.timed("none").await;
    scene.one("@ann /seat action:substitute user:@dora").await;
    let [ann, ben, cy] = players();
    // Nobody is said to agree twice: not who proposed it, nor a player, nor the substitute.
    let told = scene.told("@ann /seat action:accept").await;
    let others = listed(&[&ben, &cy, "dora"]);
    assert_is(&told, "refused-agreed-before", &[("others", &others)]);
    scene.one(&format!("@dora /join match:{id}")).await;
    for line in ["/join", "/seat action:accept", "/seat action:substitute"] {
        let said = scene.one(&format!("@dora {line} match:{id}")).await;
        let values = [("others", &*listed(&[&ben, &cy]))];
        assert_is(text(&said[0]), "refused-agreed-before", &values);
        assert_eq!(said[0]["refused"], "already-proposed");
    }
    scene.one("@ben /pause action:offer").await;
    scene.one("@cy /pause action:accept").await;
    let told = scene.told("@cy /pause action:accept").await;
    assert_is(&told, "refused-agreed-before", &[("others", &ann)]);
}

#[tokio::test]
async fn d13_the_second_window_of_a_turn_offers_no_time() {
    let mut scene = Scene::in_memory();
    scene.timed("1h").await;
    scene.later(HOUR);
    let said = scene.one("#").await;
    let first = ["seat:grant:white", "seat:computer:white", "seat:end:white"];
    assert_eq!(actions(&said[0]), first);
    scene.one("@ben /seat action:grant").await;
    scene.later(HOUR);
    let said = scene.one("#").await;
    assert_eq!(actions(&said[0]), first[1..]);
    let [ann, ben, cy] = players();
    let values = [("player", &*ann), ("others", &*listed(&[&ben, &cy]))];
    assert_ends(text(&said[0]), "deadline-passed-again", &values);
}

#[tokio::test]
async fn d17_the_late_player_hears_that_only_the_others_grant_time() {
    let mut scene = Scene::in_memory();
    scene.late("1h", HOUR).await;
    let said = scene.one("@ann /seat action:grant").await;
    assert_eq!(said[0]["refused"], "not-allowed");
    assert_is(text(&said[0]), "refused-own-time", &[]);
    assert!(scene.one("@ann /move e4").await[0]["refused"].is_null());
}

#[tokio::test]
async fn d14_a_proposal_made_in_a_window_ends_with_it_and_that_is_said() {
    let mut scene = Scene::in_memory();
    scene.late("20m", HOUR / 3).await;
    let [ann, ben, _] = players();
    let closes = "2023-11-14 22:38 UTC";
    let term = said("within-window", &[("closes", closes)]);
    let told = scene.told("@ben /seat action:computer").await;
    let values = [("player", &*ben), ("term", &*term)];
    assert_is(&told, "computer-proposed", &values);
    // When the window closes, first the proposal ends, and then the army is out.
    scene.later(HOUR / 12);
    let said = scene.one("#").await;
    let texts: Vec<&str> = said.iter().map(text).collect();
    let [lapsed, out] = texts[..] else {
        panic!("{texts:?}");
    };
    assert_begins(lapsed, "computer-lapsed", &[("player", &ben)]);
    assert_says(out, "out-time", &[("player", &ann)]);
    // A move ends the window, and so does time that is granted.
    for ends in ["@ann /move e4", "@cy /seat action:grant"] {
        let mut scene = Scene::in_memory();
        scene.late("20m", HOUR / 3).await;
        scene.one("@ben /pause action:offer").await;
        let told = scene.told(ends).await;
        assert_says(&told, "pause-gone", &[("player", &ben)]);
        let said = scene.one("@cy /pause action:accept").await;
        assert_eq!(said[0]["refused"], "nothing-to-accept");
    }
    // Outside of windows there is a day.
    let mut scene = Scene::in_memory();
    scene.timed("20m").await;
    let told = scene.told("@ben /pause action:offer").await;
    let term = crate::said::said("within-day", &[]);
    assert_is(&told, "pause-proposed", &[("term", &term)]);
}

#[tokio::test]
async fn d15_a_freed_seat_without_a_limit_is_not_out_of_time() {
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    let gray = army(Color::Gray);
    scene
        .one("@eve /seat action:free seat:gray reason:gone")
        .await;
    let moved = scene.told("@ann /move e4").await;
    let board = scene.told("@cy /board").await;
    scene.later(24 * HOUR);
    let out = scene.told("#").await;
    assert_silent(&out, "nobody-moved", &[]);
    assert_says(&out, "out-untimed", &[("player", &gray)]);
    let history = scene.told("@ann /history").await;
    for told in [&moved, &board, &out, &history] {
        for id in [
            "window-closes",
            "out-of-time",
            "out-time",
            "deadline",
            "deadline-passed",
        ] {
            assert_silent(told, id, &[]);
        }
    }
    assert_says(&board, "window-open", &[("when", "2023-11-15 22:13 UTC")]);
}

#[tokio::test]
async fn d15_no_deadline_is_named_for_a_seat_that_is_vacant() {
    let mut scene = Scene::in_memory();
    scene.timed("3d").await;
    scene
        .one("@eve /seat action:free seat:gray reason:gone")
        .await;
    let moved = scene.one("@ann /move e4").await;
    assert_silent(text(&moved[0]), "deadline", &[]);
    let told: Vec<&str> = moved.iter().map(text).collect();
    assert_says(&told.join("\n"), "seat-waits", &[]);
}

#[tokio::test]
async fn d16_a_match_that_ends_as_a_seat_is_freed_gives_no_seat_away() {
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    scene
        .say("@ann /move e4\n@ben /move m4\n@cy /move u4")
        .await;
    scene.one("@ben /abort action:offer").await;
    scene.one("@cy /abort action:accept").await;
    let told = scene
        .told("@eve /seat action:free seat:white reason:gone")
        .await;
    assert_says(&told, "freed", &[]);
    assert_says(&told, "ended-aborted", &[]);
    assert_silent(&told, "seat-waits", &[]);
    assert_silent(&told, "deadline-passed", &[]);
}

#[tokio::test]
async fn d02_three_days_of_silence_open_a_window_where_there_is_no_limit() {
    const DAY: i64 = 24 * HOUR;
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    let [ann, ben, cy] = players();
    let others = listed(&[&ben, &cy]);
    scene.one("@ann /move e4").await;
    scene.later(3 * DAY - 1);
    // What is said in the meantime is no move.
    scene.one("@cy /draw action:offer").await;
    assert_eq!(scene.told("#").await, "");
    scene.later(1);
    let said = scene.one("#").await;
    let values = [
        ("player", &*ben),
        ("others", &*listed(&[&ann, &cy])),
        ("closes", "2023-11-18 22:13 UTC"),
    ];
    assert_is(text(&said[0]), "player-silent", &values);
    assert_eq!(actions(&said[0])[0], "seat:grant:gray");
    let told = scene.told("@ann /seat action:grant").await;
    let until = [("player", &*ben), ("until", "2023-11-18 22:13 UTC")];
    assert_begins(&told, "time-granted", &until);
    scene.later(DAY);
    let told = scene.told("#").await;
    assert_is(&told, "deadline-passed-again", &[("player", &ben)]);
    // A move still counts, and after it there is no clock.
    let told = scene.told("@ben /move m4").await;
    assert_silent(&told, "deadline", &[]);
    // Who lets the window close goes out.
    scene.one("@cy /move u4").await;
    scene.later(3 * DAY);
    let told = scene.told("#").await;
    assert_is(
        &told,
        "player-silent",
        &[("player", &ann), ("others", &others)],
    );
    scene.later(DAY);
    let told = scene.told("#").await;
    assert_says(&told, "out-untimed", &[("player", &ann)]);
    assert_silent(&told, "out-of-time", &[]);
}

#[tokio::test]
async fn d02_a_pause_is_no_silence_and_who_plays_alone_has_all_the_time() {
    const DAY: i64 = 24 * HOUR;
    let mut scene = Scene::in_memory();
    scene.timed("none").await;
    scene.later(2 * DAY);
    scene
        .say("@ann /pause action:offer\n@ben /pause action:accept\n@cy /pause action:accept")
        .await;
    scene.later(20 * DAY);
    assert_eq!(scene.told("#").await, "");
    scene
        .say("@ann /pause action:offer\n@ben /pause action:accept\n@cy /pause action:accept")
        .await;
    scene.later(DAY - 1);
    assert_eq!(scene.told("#").await, "");
    scene.later(1);
    assert_begins(&scene.told("#").await, "player-silent", &[]);
    // Computers wait for ever.
    let mut scene = Scene::in_memory();
    scene.one("@ann /play computers:2 level:1 seat:white").await;
    scene.later(300 * DAY);
    assert_eq!(scene.told("#").await, "");
}

#[tokio::test]
async fn d02_silence_is_found_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let mut scene = Scene::in_files(dir.path(), NOON);
    scene.timed("none").await;
    scene.one("@ann /move e4").await;
    drop(scene);
    let mut scene = Scene::in_files(dir.path(), NOON.plus(3 * 24 * HOUR - 1));
    assert_eq!(scene.told("#").await, "");
    drop(scene);
    // However late it is found, the others have a day.
    let mut scene = Scene::in_files(dir.path(), NOON.plus(9 * 24 * HOUR));
    let said = scene.say("").await;
    let ben = player("ben", Color::Gray);
    let values = [("player", &*ben), ("closes", "2023-11-24 22:13 UTC")];
    assert_is(text(&said[0]), "player-silent", &values);
    drop(scene);
    let mut scene = Scene::in_files(dir.path(), NOON.plus(9 * 24 * HOUR + HOUR));
    scene.later(23 * HOUR);
    let told = scene.told("#").await;
    assert_says(&told, "out-untimed", &[("player", &ben)]);
}

//! `rondel render` (interfaces §7), as a process.

mod alt;
mod cards;

use std::process::Output;

use rondel::{
    render::{PieceSet, Theme},
    rules::Color,
};

use crate::said::{army, assert_says, assert_silent};

fn render(arguments: &[&str]) -> Output {
    crate::program()
        .arg("render")
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[test]
fn every_form_comes_out_and_to_a_file_too() {
    let directory = tempfile::tempdir().expect("a directory");
    let moves = ["--moves", "e2e4 m2m4", "--seat", "gray"];
    let forms: [(&[&str], &[u8]); 2] = [(&[], b"\x89PNG"), (&["--svg"], b"<svg ")];
    for (form, beginning) in forms {
        let printed = render(&[&moves, form, &["--size", "400", "--out", "-"]].concat());
        assert!(printed.status.success(), "{printed:?}");
        assert!(printed.stdout.starts_with(beginning), "{form:?}");
        let path = directory.path().join("picture");
        let file = path.to_str().expect("a path");
        let written = render(&[&moves, form, &["--size", "400", "--out", file]].concat());
        assert!(written.status.success(), "{written:?}");
        assert_eq!(written.stdout, b"");
        assert_eq!(std::fs::read(&path).expect("a file"), printed.stdout);
    }
    for form in ["--text", "--alt"] {
        let printed = render(&[&moves[..], &[form]].concat());
        assert!(printed.status.success(), "{printed:?}");
        let words = String::from_utf8(printed.stdout).expect("text");
        assert!(words.contains(&army(Color::Black)), "{words}");
    }
}

#[test]
fn a_duel_begins_with_gray_dead() {
    let alt = |arguments: &[&str]| {
        let printed = render(&[arguments, &["--alt"]].concat());
        assert!(printed.status.success(), "{printed:?}");
        String::from_utf8(printed.stdout).expect("text")
    };
    let (white, gray) = (army(Color::White), army(Color::Gray));
    let gray_out = [("player", &*gray)];
    assert_silent(&alt(&[]), "board-is-out", &gray_out);
    let duel = alt(&["--ruleset", "duel", "--moves", "e2e4 u2u4"]);
    assert_says(&duel, "board-is-out", &gray_out);
    assert_says(&duel, "board-turn", &[("player", &white)]);
    // Three armies are too many, and so is a ruleset that nobody knows.
    let start = "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/\
        wPwPwPwPwPwPwPwPgPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24 w wgb - wKQgKQbKQ - 0 0";
    for wrong in [["duel", start], ["four-man", start]] {
        let [ruleset, position] = wrong;
        let refused = render(&["--ruleset", ruleset, "--position", position, "--alt"]);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn every_theme_and_set_of_pieces_is_drawn_and_an_unknown_one_gets_the_list() {
    let mut pictures = Vec::new();
    for (option, names) in [
        ("--theme", Theme::ALL.map(|theme| theme.name).to_vec()),
        ("--pieces", PieceSet::ALL.map(PieceSet::word).to_vec()),
    ] {
        for name in &names {
            let printed = render(&["--size", "200", "--out", "-", option, name]);
            assert!(printed.status.success(), "{printed:?}");
            pictures.push(printed.stdout);
        }
        let refused = render(&["--out", "-", option, "no-such"]);
        assert_eq!(refused.status.code(), Some(2));
        let said = String::from_utf8(refused.stderr).expect("text");
        for name in &names {
            assert!(said.contains(name), "{said}");
        }
    }
    // The usual theme and the usual pieces are the same picture; all others differ.
    let count = pictures.len();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), count - 1);
}

#[test]
fn a_sector_is_shown_large_in_every_form() {
    let printed = |arguments: &[&str]| {
        let arguments = [&["--zoom", "gray", "--moves", "e2e4 m2m4"], arguments].concat();
        let printed = render(&arguments);
        assert!(printed.status.success(), "{printed:?}");
        printed.stdout
    };
    let picture = printed(&["--size", "400", "--out", "-"]);
    let whole = render(&[
        "--moves",
        "e2e4 m2m4",
        "--seat",
        "gray",
        "--size",
        "400",
        "--out",
        "-",
    ]);
    assert!(picture.starts_with(b"\x89PNG") && picture != whole.stdout);
    let size = |picture: &[u8]| {
        let picture = image::load_from_memory(picture).expect("a picture");
        (picture.width(), picture.height())
    };
    assert_eq!(size(&picture), size(&whole.stdout));
    let said = String::from_utf8(printed(&["--alt"])).expect("text");
    let gray = army(Color::Gray);
    for id in ["board-seen-from", "board-sector"] {
        assert_says(&said, id, &[("army", &gray)]);
    }
}

#[test]
fn wrong_usage_ends_with_2_and_a_sentence() {
    let wrong: [&[&str]; 9] = [
        &[],
        &["--svg"],
        &["--svg", "--text"],
        &["--out", "-", "--size", "199"],
        &["--out", "-", "--theme", "no-such"],
        &["--out", "-", "--pieces", "no-such"],
        &["--out", "-", "--moves", "e2e5"],
        &["--out", "-", "--moves", "castle"],
        &["--out", "-", "--position", "nothing"],
    ];
    for arguments in wrong {
        let refused = render(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert_eq!(refused.stdout, b"", "{arguments:?}");
        assert!(!refused.stderr.is_empty(), "{arguments:?}");
    }
}

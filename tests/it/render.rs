//! `rondel render` (interfaces §7), as a process.

mod alt;
mod cards;

use std::process::Output;

use rondel::{
    commands::rulebook,
    render::{BoardView, PieceSet, Point, Shape, Theme, alt_text, scene},
    rules::{Color, IllegalMove, Move, Position, Ruleset},
    tools::render::{RenderOptions, view},
};

use crate::said::{TEXTS, army, assert_says, assert_silent, said};

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

/// Fault D35: the badges counted backwards. The oldest of the last moves is 1, as in the alt text.
#[test]
fn d35_badges_count_in_the_order_of_play() {
    let mut view = BoardView::new(Position::start(), Color::White);
    let played = ["e2e4", "m2m4", "u2u4", "d2d3"];
    for mv in played {
        let mv: Move = mv.parse().expect("a move");
        view.last_moves
            .retain(|last| last.color != view.position.turn());
        view.play(mv);
    }
    let scene = scene(&view, &*TEXTS).expect("a scene");
    // Next to a player's name stand the badge and the move.
    let words = scene.figures.iter().filter_map(|shape| match shape {
        Shape::Text { at, text, .. } => Some((*at, &**text)),
        Shape::Drawn { .. } | Shape::Sprite { .. } => None,
    });
    let words: Vec<(Point, &str)> = words.collect();
    for (number, notation) in [("1", "m4"), ("2", "u4"), ("3", "d3")] {
        let (at, _) = words
            .iter()
            .find(|(_, text)| *text == notation)
            .expect("the move");
        let beside = words.iter().any(|(place, text)| {
            *text == number && (place.y - at.y).abs() < 12.0 && (place.x - at.x).abs() < 140.0
        });
        assert!(beside, "{number} {notation}: {words:?}");
    }
    let alt = alt_text(&view, &*TEXTS);
    let places = ["m4", "u4", "d3"].map(|mv| alt.find(&format!(" {mv}")));
    assert!(places.is_sorted() && places[0].is_some(), "{alt}");
}

/// A position in which White mates Gray by `f2m2`, from the rules.
const BEFORE_MATE: &str = "4wK7gK7bK3/3wPwPwQ9gP3bPbPbP2/9gP14/13wN10/24/24 w wgb - - - 0 0";

/// Fault D36: the frame of a mate showed no line to the mated king, which is out by then.
#[test]
fn d36_the_board_of_a_mate_shows_the_lines_to_the_mated_king() {
    let options = |moves: &str| RenderOptions {
        ruleset: Ruleset::THREE_MAN,
        position: Some(BEFORE_MATE.to_owned()),
        moves: moves.to_owned(),
        seat: Color::White,
        zoom: None,
    };
    let lines = |view: &BoardView| {
        let scene = scene(view, &*TEXTS).expect("a scene").snapshot();
        let lines = scene.lines().filter(|line| line.starts_with("line "));
        lines.filter(|line| line.ends_with(" Check")).count()
    };
    let wording = |_: &IllegalMove| String::new();
    let mut mated = view(&options("f2m2"), &wording).expect("a board");
    assert!(!mated.position.in_play().contains(Color::Gray));
    assert_eq!(lines(&mated), 1);
    // Also in a moving picture.
    mated.passing = true;
    assert_eq!(lines(&mated), 1);
    let alt = render(&["--position", BEFORE_MATE, "--moves", "f2m2", "--alt"]);
    let alt = String::from_utf8(alt.stdout).expect("text");
    let (white, gray) = (army(Color::White), army(Color::Gray));
    let check = [("army", &*gray), ("by", &*white), ("from", "m2")];
    assert_says(&alt, "board-check", &check);
    // A move later the line is gone.
    let later = view(&options("f2m2 u1t1"), &wording).expect("a board");
    assert_eq!(lines(&later), 0);
}

/// Fault D41: the centre of a moving picture said `ply 71`, and not who moved.
#[test]
fn d41_a_board_that_passes_by_says_who_moved() {
    let mut view = BoardView::new(Position::start(), Color::White);
    for mv in ["e2e4", "m2m4"] {
        view.play(mv.parse().expect("a move"));
    }
    view.passing = true;
    let ply = said("board-ply", &[("ply", "2")]);
    let centre = |view: &BoardView| {
        let scene = scene(view, &*TEXTS).expect("a scene");
        let plate = scene.figures.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            Shape::Drawn { .. } | Shape::Sprite { .. } => None,
        });
        let words: Vec<String> = plate.collect();
        let own = words.iter().position(|text| *text == ply).expect("the ply");
        words[..own].join(" ")
    };
    let moved = format!("{} m4", army(Color::Gray));
    assert!(centre(&view).ends_with(&moved));
    view.zoom = Some(Color::White);
    assert!(centre(&view).ends_with(&moved));
}

/// Fault D41: examples of rules said that White is to move, at ply 0.
#[test]
fn d41_examples_of_rules_have_no_turn_and_no_ply() {
    // The topic of the marks explains them.
    for topic in rulebook::NAMES.iter().filter(|topic| **topic != "marks") {
        let view = rulebook::topic(topic).and_then(|topic| topic.view());
        let view = view.expect("a picture");
        let shown = scene(&view, &*TEXTS).expect("a scene").snapshot();
        let (turn, ply) = (view.position.turn(), view.position.ply());
        let ply = said("board-ply", &[("ply", &ply.to_string())]);
        for words in [said("board-to-move", &[]), ply] {
            assert!(!shown.contains(&format!("{words:?}")), "{topic}: {words}");
        }
        let alt = alt_text(&view, &*TEXTS);
        assert_silent(&alt, "board-turn", &[("player", &army(turn))]);
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

//! Moves for people: written short, read, completed, refused (rules §7.2).

use rondel::{
    messages::Language,
    rules::{
        IllegalReason, Move, Position, ReadMoveError, complete, long, read_move, short, why_illegal,
    },
};

const START: &str = "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/\
    wPwPwPwPwPwPwPwPgPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24 w wgb - wKQgKQbKQ - 0 0";

#[track_caller]
fn position(line: &str) -> Position {
    line.parse().unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn mv(plain: &str) -> Move {
    plain.parse().unwrap()
}

/// The move is written so, and what is written means the move.
#[track_caller]
fn written(line: &str, plain: &str, text: &str) {
    let position = position(line);
    assert!(position.is_legal(mv(plain)), "{plain} is not legal");
    assert_eq!(short(&position, mv(plain)), text, "{plain}");
    assert_eq!(read_move(&position, text), Ok(mv(plain)), "{text}");
}

/// The text means the move.
#[track_caller]
fn reads(line: &str, text: &str, plain: &str) {
    assert_eq!(read_move(&position(line), text), Ok(mv(plain)), "{text}");
}

#[track_caller]
fn ambiguous(line: &str, text: &str, candidates: &str) {
    match read_move(&position(line), text) {
        Err(ReadMoveError::Ambiguous { candidates: found }) => {
            let found: Vec<String> = found.iter().map(Move::to_string).collect();
            assert_eq!(found.join(" "), candidates, "{text}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn refused(line: &str, text: &str, sentence: &str) {
    match read_move(&position(line), text) {
        Err(ReadMoveError::Illegal(why)) => assert_eq!(why.to_string(), sentence, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

const TWO_ROOKS: &str = "wR3wK2wR16/24/24/24/9gK11bK2/24 w wgb xhp - - 0 9";
const FILE_OF_ROOKS: &str = "4wK19/wR23/24/wR23/9gK11bK2/24 w wgb xhp - - 0 9";
const THREE_QUEENS: &str = "10bK2gK10/24/24/2wQ1wQ19/24/2wQ1wK19 w wgb xhp - - 0 9";
/// Rooks on x3 and a5 can both go to a3.
const FILE_X: &str = "24/4wK19/23wR/9gK11bK2/wR23/24 w wgb xhp - - 0 9";
/// The same with something to capture on a3.
const FILE_X_CAPTURE: &str = "24/4wK19/gN22wR/9gK11bK2/wR23/24 w wgb xhp - - 0 9";
/// Pawn and crossed pawn on one file, with something to capture between them.
const PAWNS_FACE: &str = "4wK19/24/4wP19/6wP4gK6bK5/4wC2gN16/6wC17 w wgb xhp - - 0 9";
const PROMOTING: &str = "8wK15/2bN1wC19/12gK7bK3/24/24/24 w wgb xhp - - 0 9";
const CASTLING: &str = "wR3wK2wR16/24/24/24/9gK11bK2/24 w wgb xhp wKQ - 0 9";
/// White's pawn on b3 and bishop on b5 can both take on c4.
const PAWN_OR_BISHOP: &str = "4wK19/24/1wP22/2gN6gK11bK2/1wB22/24 w wgb xhp - - 0 9";
/// White can mate one opponent or both.
const MATES: &str = "gQ1wB10gKgNgRbR5bKbR/6wQ5wR2gP4wR3/3wP2bBwP4bN6bP4/4wK4gP7bP2bPbPbP1/\
    2wP1wPwP5gPgP10bP/16bP7 w wgb - - - 11 96";

#[test]
fn moves_are_written_short() {
    written(START, "e2e4", "e4");
    written(START, "g1f3", "Nf3");
    written(TWO_ROOKS, "a1a3", "Ra3");
    written(TWO_ROOKS, "e1f2", "Kf2");
}

#[test]
fn origins_are_added_when_needed() {
    // File if that tells them apart, else rank, else both.
    written(
        "wR6wR16/24/12gK7bK3/4wK19/24/24 w wgb xhp - - 0 9",
        "a1c1",
        "Rac1",
    );
    written(FILE_OF_ROOKS, "a2a3", "R2a3");
    written(FILE_OF_ROOKS, "a4a3", "R4a3");
    written(THREE_QUEENS, "c4d5", "Qc4d5");
    // A rook that may not go there does not count.
    written(
        "wR3wK19/4wR19/4gQ19/24/9gK11bK2/24 w wgb xhp - - 0 9",
        "a1a2",
        "Ra2",
    );
}

#[test]
fn captures_have_a_cross() {
    written(FILE_X_CAPTURE, "x3a3", "Rxxa3");
    written(FILE_X_CAPTURE, "a5a3", "Raxa3");
    written(PAWN_OR_BISHOP, "b3c4", "bxc4");
    written(PAWN_OR_BISHOP, "b5c4", "Bxc4");
    // Dead pieces are captured like any other.
    written(
        "4wK15bK3/24/gN23/wR23/24/24 w wb xhp - - 0 9",
        "a4a3",
        "Rxa3",
    );
    // En passant.
    written(
        "4wK7gK7bK3/24/24/9wCgP13/24/24 w wgb xhp - k3 0 9",
        "j4k3",
        "jxk3",
    );
}

#[test]
fn a_pawn_that_could_be_another_has_its_square() {
    written(PAWNS_FACE, "e3e4", "e3e4");
    written(PAWNS_FACE, "e5e4", "e5e4");
    written(PAWNS_FACE, "g4h5", "g4xh5");
    written(PAWNS_FACE, "g6h5", "g6xh5");
    written(PAWNS_FACE, "g4g5", "g4g5");
}

#[test]
fn promotions_name_the_piece() {
    written(PROMOTING, "e2e1q", "e1=Q");
    written(PROMOTING, "e2e1n", "e1=N");
}

#[test]
fn castling_has_its_own_form() {
    written(CASTLING, "e1g1", "O-O");
    written(CASTLING, "e1c1", "O-O-O");
}

#[test]
fn checks_mates_and_kings_are_marked() {
    written(TWO_ROOKS, "h1h5", "Rh5+");
    // A king left in check by the army before may be taken, and that is no mate.
    written(
        "2bK2gR1gK16/24/24/24/24/12wK11 g wgb xhp - - 0 9",
        "f1c1",
        "RxKc1",
    );
    // Each army that goes out by mate has its sign; one that stands in check has another.
    written(MATES, "g2w2", "Qw2##");
    written(MATES, "g2x2", "Qx2+#");
    written(
        "24/24/19gK4/24/15bR8/3wKbN9bK9 b wgb xhp - - 23 191",
        "e6g5",
        "Ng5#",
    );
    // The king of the one is taken and the other mated.
    written(
        "12bQ11/bR1gQ11wR9/10bR13/6gK2bN2wK11/24/5bK18 b wgb xhp - - 11 119",
        "m1m4",
        "QxKm4#",
    );
}

/// Rules §7.2: `+` is for a piece, of any army, that did not attack the king before.
#[test]
fn a_check_is_marked_by_the_move_that_gives_it() {
    // Black's rook on m4 attacks Gray's king on m1, and White is to move.
    let line = |third: &str, fourth: &str| {
        format!("4wK7gK7bK3/24/{third}/{fourth}/24/24 w wgb xhp - - 0 9")
    };
    let (empty, rook) = ("24", "12bR11");
    written(&line(empty, rook), "e1e2", "Ke2");
    // White attacks it as well, in place of Black's rook or by taking it.
    written(&line("1wR22", rook), "b3m3", "Rm3+");
    written(&line(empty, "1wR10bR11"), "b4m4", "Rxm4+");
    // White's knight lets Black's rook through.
    written(&line("12wN11", rook), "m3k4", "Nk4+");
    // A rook that attacks it already goes nearer.
    written(&line("12wR11", empty), "m3m2", "Rm2");
    written(&line("12wR11", empty), "m3b3", "Rb3");
}

#[test]
fn either_form_is_read_with_or_without_signs() {
    for text in [
        "Nf3", "nf3", "NF3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "G1F3", "g1-f3", " Nf3 ",
        "Nf3+", "Nf3#", "Nxf3", "N f3", "Ng1–f3",
    ] {
        reads(START, text, "g1f3");
    }
    for text in ["e4", "E4", "e2e4", "e2-e4", "E2-E4", "e2 e4"] {
        reads(START, text, "e2e4");
    }
    for text in ["O-O", "0-0", "o-o", "OO", "00", "e1g1", "O–O", "0-0+"] {
        reads(CASTLING, text, "e1g1");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "ooo", "e1c1"] {
        reads(CASTLING, text, "e1c1");
    }
    for text in ["e1=Q", "e1Q", "e1q", "E1=q", "e2e1q", "e2-e1=Q", "E2E1Q"] {
        reads(PROMOTING, text, "e2e1q");
    }
    for text in ["g4xh5", "g4h5", "g4-h5", "G4XH5"] {
        reads(PAWNS_FACE, text, "g4h5");
    }
}

#[test]
fn what_is_written_comes_before_what_could_be_meant() {
    reads(PAWN_OR_BISHOP, "bxc4", "b3c4");
    reads(PAWN_OR_BISHOP, "Bxc4", "b5c4");
    reads(PAWN_OR_BISHOP, "Bc4", "b5c4");
    reads(PAWN_OR_BISHOP, "BXC4", "b5c4");
    ambiguous(PAWN_OR_BISHOP, "bc4", "b3c4 b5c4");
    // Without the pawn the small letter is a bishop's after all.
    let bishop_only = PAWN_OR_BISHOP.replace("1wP22", "24");
    reads(&bishop_only, "bxc4", "b5c4");
    reads(&bishop_only, "bc4", "b5c4");
}

#[test]
fn spaces_judgements_and_signs_of_every_telephone_are_understood() {
    for text in [
        "N f3",
        " N  f 3 ",
        "nf3!?",
        "Nf3+!",
        "Nf3 ??",
        "Nf3#",
        "♘f3",
        "♞f3",
        "♘\u{fe0e}f3",
        "♞\u{fe0f} f3",
        "♘g1f3",
        "♘g1–f3",
        "g1 f3",
        "G1 — F3",
        "g1→f3",
    ] {
        let read = read_move(&Position::start(), text);
        if text.contains('→') {
            assert!(
                matches!(read, Err(ReadMoveError::Unreadable { .. })),
                "{text}"
            );
        } else {
            assert_eq!(read, Ok(mv("g1f3")), "{text}");
        }
    }
    for text in ["e4", "E4", "♙e4", "♟ e2-e4", "e2 e4", "e2e4!", "e2‑e4"] {
        reads(START, text, "e2e4");
    }
    for text in [
        "e1=Q", "e1Q", "e1q", "e1=q", "e1(Q)", "e1/Q", "e1 = Q", "e1=♕", "♙e1♛", "e2e1q",
    ] {
        reads(PROMOTING, text, "e2e1q");
    }
    for text in ["O-O", "0-0", "o-o", "OO", "0–0", "o - o!"] {
        reads(CASTLING, text, "e1g1");
    }
    for text in ["o-o-o", "0-0-0", "O-O-O", "0 0 0"] {
        reads(CASTLING, text, "e1c1");
    }
    for text in ["bxc4", "b×c4", "b:c4", "♙bxc4", "b3:c4", "♙b3xc4"] {
        reads(PAWN_OR_BISHOP, text, "b3c4");
    }
    for text in [
        "Bxc4", "B:c4", "B×c4", "♗c4", "♗xc4", "♝:c4", "♗b5c4", "B c4",
    ] {
        reads(PAWN_OR_BISHOP, text, "b5c4");
    }
}

#[test]
fn a_figure_is_never_a_file() {
    // The pawn could take where no bishop goes, and no figure of a bishop means it.
    let pawn = "4wK19/24/1wP22/2gN6gK11bK2/24/24 w wgb xhp - - 0 9";
    reads(pawn, "bxc4", "b3c4");
    refused(pawn, "♗xc4", "none-reaches wB c4, rules §2.3");
    refused(START, "♙f3g1", "none-reaches wP g1, rules §2.6");
    // Nor is the figure of a pawn one of anything else.
    assert!(read_move(&position(PAWN_OR_BISHOP), "♙b5c4").is_err());
}

#[test]
fn german_letters_are_figures() {
    for (typed, want) in [
        ("Sf3", Some("♘f3")),
        (" Dxd4+", Some(" ♕xd4+")),
        ("Tac1", Some("♖ac1")),
        ("Lb5!?", Some("♗b5!?")),
        ("e1=D", Some("e1=♕")),
        ("e1d", Some("e1♕")),
        ("e1 (S)+", Some("e1 (♘)+")),
        ("exd1=T", Some("exd1=♖")),
        ("Kf2", None),
        ("d4", None),
        ("sf3", None),
        ("e2e4", None),
        ("d2d4", None),
        ("", None),
        ("  ", None),
        ("+", None),
    ] {
        assert_eq!(
            Language::German.with_figures(typed).as_deref(),
            want,
            "{typed}"
        );
    }
    let start = Position::start();
    let knight = Language::German.with_figures("Sf3").unwrap();
    assert_eq!(read_move(&start, &knight), Ok(mv("g1f3")));
}

#[test]
fn moves_are_written_long() {
    for (line, plain, text) in [
        (START, "g1f3", "Ng1-f3"),
        (START, "e2e4", "e2-e4"),
        (PROMOTING, "e2e1q", "e2-e1=Q"),
        (CASTLING, "e1g1", "O-O"),
        (PAWN_OR_BISHOP, "b5c4", "Bb5xc4"),
        (
            "2bK2gR1gK16/24/24/24/24/12wK11 g wgb xhp - - 0 9",
            "f1c1",
            "Rf1xKc1",
        ),
    ] {
        let position = position(line);
        assert_eq!(long(&position, mv(plain)), text);
        assert_eq!(read_move(&position, text), Ok(mv(plain)), "{text}");
    }
}

#[test]
fn an_x_may_be_a_file() {
    written(FILE_X, "x3a3", "Rxa3");
    written(FILE_X, "a5a3", "Raa3");
    reads(FILE_X, "Rx3a3", "x3a3");
    reads(FILE_X, "x3a3", "x3a3");
    reads(FILE_X, "Rx4", "x3x4");
    ambiguous(FILE_X, "Ra3", "x3a3 a5a3");
    ambiguous(FILE_X_CAPTURE, "Rxa3", "x3a3 a5a3");
    reads(FILE_X_CAPTURE, "rxxa3", "x3a3");
    // The pawn of file x takes, and no pawn steps.
    let pawns = "4wK19/24/24/23wP/gN21gN1/9gK8bK5 w wgb xhp - - 0 9";
    reads(pawns, "xxw5", "x4w5");
    reads(pawns, "XXW5", "x4w5");
    reads(pawns, "xw5", "x4w5");
    reads(pawns, "x5", "x4x5");
}

#[test]
fn a_missing_promotion_letter_is_asked_for() {
    let missing = ReadMoveError::PromotionMissing {
        from: "e2".parse().unwrap(),
        to: "e1".parse().unwrap(),
    };
    for text in ["e1", "e2e1", "E2-E1", "e1="] {
        assert_eq!(
            read_move(&position(PROMOTING), text),
            Err(missing.clone()),
            "{text}"
        );
    }
    refused(PROMOTING, "e1=K", "cannot-become wC e2e1 K, rules §2.6");
    refused(START, "e2e4q", "not-a-promotion wP e2e4, rules §2.6");
}

#[test]
fn what_could_be_several_is_listed() {
    ambiguous(FILE_OF_ROOKS, "Ra3", "a2a3 a4a3");
    ambiguous(PAWNS_FACE, "e4", "e3e4 e5e4");
    ambiguous(PAWNS_FACE, "gxh5", "g4h5 g6h5");
}

#[test]
fn what_is_no_move_gets_suggestions() {
    let nearest = |text: &str| match read_move(&Position::start(), text) {
        Err(ReadMoveError::Unreadable { nearest }) => {
            let plain = nearest.iter().map(Move::to_string);
            plain.collect::<Vec<_>>().join(" ")
        }
        other => panic!("{text}: {other:?}"),
    };
    for (text, near) in [
        ("Nf9", "g1f3"),
        ("♘f9", "g1f3"),
        ("Nf33", "g1f3"),
        ("e2e44", "e2e4 e2e3"),
        ("e", "e2e3 e2e4"),
        ("N:3", "b1a3 b1c3 g1f3 g1h3"),
    ] {
        assert_eq!(nearest(text), near, "{text}");
    }
    // What is nothing like any move has none.
    for text in [
        "", "hello", "zzz", "Ke9", "<script>", "\0", "Z", "!?", "♟", "bishop",
    ] {
        assert_eq!(nearest(text), "", "{text}");
    }
    let Err(ReadMoveError::Unreadable { nearest }) = read_move(&Position::start(), "Nf33") else {
        panic!("Nf33");
    };
    assert_eq!(nearest[0], mv("g1f3"));
    assert_eq!(
        read_move(&Position::start(), &"é".repeat(33)),
        Err(ReadMoveError::TooLong)
    );
}

#[test]
fn an_illegal_move_names_its_rule() {
    let near = "2wR4wBgN15/4wN3gQ15/7wP3gK12/8gN15/3wP20/4wK15bK3 w wgb - - - 0 9";
    for (line, text, sentence) in [
        (START, "e2e5", "not-so wP e2e5, rules §2.6"),
        (START, "e3e4", "no-piece e3, rules §7.1"),
        (START, "m2m4", "other-army gP m2 w, rules §1.2"),
        (START, "Bc1-a3", "blocked wB c1a3 wP b2, rules §2.3"),
        (START, "Ra3", "blocked wR a1a3 wP a2, rules §2"),
        (START, "Ke2", "own-piece wK e1e2 P, rules §2"),
        (START, "exd3", "nothing-to-take wP e2d3, rules §2.6"),
        (START, "Nf5", "none-reaches wN f5, rules §2.5"),
        (START, "qd5", "blocked wQ d1d5 wP d2, rules §2"),
        (START, "m4", "none-reaches wP m4, rules §2.6"),
        (START, "O-O", "castling-blocked O-O f1, rules §2.8"),
        (TWO_ROOKS, "O-O", "castling-gone O-O, rules §2.8"),
        (near, "Bh1i2", "unbridged-moat wB h1i2 h|i, rules §3.2"),
        (near, "hxi4", "creek wP h3i4 h|i, rules §3.7"),
        (
            &near.replace(" w wgb - ", " w wgb hp "),
            "Bxi2",
            "takes-across-moat wB h1i2 h|i, rules §3.4",
        ),
        (
            "7wB16/24/24/7bK2gK13/24/4wK19 w wgb xhp - - 0 9",
            "Bj3",
            "checks-across-moat wB h1j3 h|i, rules §3.4",
        ),
        (
            "4wK19/4wR19/4gQ19/24/12gK11/9bK14 w wgb xhp - - 0 9",
            "Rd2",
            "king-attacked wR e2d2 e1 gQ e3, rules §4.1",
        ),
        (
            "4wK19/4gQ19/24/24/12gK2wR8/9bK14 w wgb xhp - - 0 9",
            "Ro4",
            "not-so wR p5o4, rules §2",
        ),
        (
            "4wK19/4gQ19/24/24/12gK1wR9/9bK14 w wgb xhp - - 0 9",
            "Ro4",
            "king-stays-attacked wR o5o4 e1 gQ e2, rules §4.1",
        ),
        (
            "wR3wK2wR16/24/5gR18/24/9gK11bK2/24 w wgb xhp wKQ - 0 9",
            "0-0",
            "castling-attacked O-O f1 f3, rules §2.8",
        ),
        (
            "wR3wK2wR16/24/4gR19/24/9gK11bK2/24 w wgb xhp wKQ - 0 9",
            "0-0-0",
            "castling-in-check O-O-O e3, rules §2.8",
        ),
        (
            "4wK7gK7bK3/24/24/9wCgP13/24/24 w wgb xhp - - 0 9",
            "jxk3",
            "no-en-passant wC j4k3 k4, rules §2.7",
        ),
        (
            "4wK15bK3/gN23/24/24/24/24 w wb xhp - - 0 9",
            "a2b4",
            "dead-piece gN a2, rules §4.4",
        ),
    ] {
        refused(line, text, sentence);
    }
    let over: Position = "4wK19/24/24/24/24/24 w w xhp - - 0 9".parse().unwrap();
    let square = |name: &str| name.parse().unwrap();
    assert_eq!(
        why_illegal(&over, square("e1"), square("e2"), None).reason,
        IllegalReason::NobodyLeft
    );
}

#[test]
fn completion_lists_what_goes_on_from_the_text() {
    #[track_caller]
    fn completes(line: &str, typed: &str, most: usize, want: &str) {
        let position = position(line);
        let found: Vec<String> = complete(&position, typed, most)
            .into_iter()
            .map(|mv| short(&position, mv))
            .collect();
        assert_eq!(found.join(" "), want, "{typed}");
    }
    completes(START, "n", 25, "Na3 Nc3 Nf3 Nh3");
    completes(START, "Nf", 25, "Nf3");
    completes(START, "e", 25, "e3 e4");
    completes(START, "e2-e", 25, "e3 e4");
    completes(START, "g1", 25, "Nf3 Nh3");
    completes(START, "3", 3, "Na3 Nc3 Nf3");
    completes(START, "", 4, "Na3 Nc3 Nf3 Nh3");
    completes(START, "zz", 25, "");
    completes(START, "e2e4", 25, "e4");
    completes(START, &"e".repeat(99), 25, "");
    completes(CASTLING, "0-", 25, "O-O O-O-O Rao1 Rho1");
    completes(PAWN_OR_BISHOP, "bx", 25, "Bxc4 bxc4 Bx3");
    completes(PAWN_OR_BISHOP, "", 2, "Bxc4 bxc4");
    completes(MATES, "", 2, "Ba3+# Bb2#");
    completes(
        "2bK2gR1gK16/24/24/24/24/12wK11 g wgb xhp - - 0 9",
        "",
        1,
        "RxKc1",
    );
}

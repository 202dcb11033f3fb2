//! Illegal moves: which rule is named, and of which piece (rules §7.2).

use rondel::{
    messages::Language,
    rules::{
        IllegalDetail, IllegalMove, IllegalReason, Move, Piece, Position, ReadMoveError, Role,
        Square, read_move, why_illegal,
    },
    tools::analyze::analyze,
};
use serde_json::Value;

use super::{
    slow::{self, reach},
    telling::preset,
};

/// The rule and the sentence for the last word of a line, which is refused.
#[track_caller]
fn error_of(line: &str) -> (String, String) {
    let answer: Value =
        serde_json::to_value(analyze(preset("three-man"), &ToString::to_string, line)).unwrap();
    let error = &answer["error"];
    assert_eq!(error["kind"], "illegal", "{line}");
    let text = |key: &str| error[key].as_str().unwrap().to_owned();
    (text("rule"), text("text"))
}

#[test]
fn an_en_passant_square_across_a_creek_is_refused_for_the_creek() {
    for (line, want) in [
        (
            "start moves e2e4 m2m4 x2x4 a2x3",
            "creek wP a2x3 x|a, rules §3.7",
        ),
        ("start moves h2h4 i2h3", "creek gP i2h3 h|i, rules §3.7"),
        // Without a double step beside it there is nothing to capture.
        (
            "start moves e2e4 m2m4 x2x3 a2b3",
            "nothing-to-take wP a2b3, rules §2.6",
        ),
        (
            "start moves e2e4 m2m4 u2u4 a2x3",
            "nothing-to-take wP a2x3, rules §2.6",
        ),
    ] {
        let (rule, text) = error_of(line);
        assert_eq!(text, want, "{line}");
        assert!(text.ends_with(&rule), "{line}");
    }
}

#[test]
fn castling_with_the_letter_of_a_promotion_is_no_promotion() {
    let line = "start moves g1f3 m2m3 q2q3 g2g3 i2i3 r2r3 f1g2 j2j3 s2s3 e1g1q";
    let (rule, text) = error_of(line);
    assert_eq!(rule, "§2.6");
    assert_eq!(text, "not-a-promotion wK e1g1, rules §2.6");
    // Where castling itself is forbidden, that is what is said.
    let (_, text) = error_of("start moves e1g1q");
    assert_eq!(text, "castling-blocked O-O f1, rules §2.8");
}

#[test]
fn how_a_piece_moves_comes_before_whose_piece_stands_on_the_target() {
    for (word, want) in [
        ("c1e2", "not-so wB c1e2, rules §2.3"),
        ("c1d2", "own-piece wB c1d2 P, rules §2"),
        ("b1a1", "not-so wN b1a1, rules §2.5"),
        ("b1d2", "own-piece wN b1d2 P, rules §2"),
        ("a2a1", "not-so wP a2a1, rules §2.6"),
        ("e1g1", "castling-blocked O-O f1, rules §2.8"),
        ("e1h1", "not-so wK e1h1, rules §2.4"),
        ("e1d1", "own-piece wK e1d1 Q, rules §2"),
        // Behind something in the way: whose piece it is still comes first.
        ("a1c1", "own-piece wR a1c1 B, rules §2"),
    ] {
        let (_, text) = error_of(&format!("start moves {word}"));
        assert_eq!(text, want);
    }
}

/// Everywhere: an own piece is named on those squares alone that such a piece reaches.
#[test]
fn an_own_piece_is_named_only_where_the_piece_could_go() {
    let mut named = 0;
    for position in slow::stored() {
        for (from, piece) in own_pieces(&position) {
            let reached = reach(piece.role.letter(), &from.to_string());
            for (to, _) in own_pieces(&position) {
                let why = why_illegal(&position, from, to, None);
                if from == to || why.rule() == "§2.8" {
                    continue;
                }
                let is_named = why.reason == IllegalReason::OwnPiece;
                named += usize::from(is_named);
                let is_reached = reached.contains(&to.to_string());
                assert_eq!(is_named, is_reached, "{position}: {why}");
            }
        }
    }
    assert!(named > 2_000, "{named}");
}

fn own_pieces(position: &Position) -> Vec<(Square, Piece)> {
    let own = |(_, piece): &(Square, Piece)| piece.color == position.turn();
    position.pieces().filter(own).collect()
}

/// The kind of piece that a refusal is about.
fn refused_of(why: &IllegalMove) -> Option<Role> {
    let of_detail = |detail| match detail {
        IllegalDetail::Step(step) => Some(step.piece.role),
        IllegalDetail::Standing(piece, _) | IllegalDetail::Piece(piece) => Some(piece.role),
        IllegalDetail::Castling(_) => Some(Role::King),
        IllegalDetail::From(_) => None,
        IllegalDetail::Role(_)
        | IllegalDetail::Turn(_)
        | IllegalDetail::To(_)
        | IllegalDetail::Pawn(_)
        | IllegalDetail::King(_)
        | IllegalDetail::On(_)
        | IllegalDetail::Border(_) => panic!("{why} does not begin with the move"),
    };
    why.details().next().and_then(of_detail)
}

fn plainly(role: Role) -> Role {
    if role.is_pawn() { Role::Pawn } else { role }
}

/// A move in short form as somebody types it who takes it for legal, with the ways to say which of
/// several pieces.
fn typed_short(position: &Position, from: Square, to: Square, role: Role) -> Vec<String> {
    let origin = from.to_string();
    let (file, rank) = origin.split_at(1);
    let takes = position.piece_at(to).is_some();
    if plainly(role) == Role::Pawn {
        let straight = from.file() == to.file()
            || from.rank() == 6 && to.rank() == 6 && (from.file() + 12) % 24 == to.file();
        return if straight {
            vec![to.to_string()]
        } else {
            vec![format!("{file}x{to}"), format!("{origin}x{to}")]
        };
    }
    let (letter, cross) = (role.letter(), if takes { "x" } else { "" });
    ["", file, rank, &origin]
        .map(|which| format!("{letter}{which}{cross}{to}"))
        .to_vec()
}

/// What of illegal moves in short form is answered about another kind of piece than they name, and
/// how many were tried: of every position each `nth` pair of squares.
fn misunderstood(nth: usize) -> (Vec<String>, usize) {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    let mut pair = 0;
    for position in slow::stored() {
        for (from, piece) in own_pieces(&position) {
            for to in Square::all().filter(|to| *to != from) {
                pair += 1;
                let promotion = None;
                let mv = Move {
                    from,
                    to,
                    promotion,
                };
                if pair % nth != 0 || position.is_legal(mv) {
                    continue;
                }
                for text in typed_short(&position, from, to, piece.role) {
                    tried += 1;
                    let role = match read_move(&position, &text) {
                        // By another piece of the kind, or a piece whose letter a file is too.
                        Ok(_) | Err(ReadMoveError::Ambiguous { .. }) => continue,
                        Err(ReadMoveError::PromotionMissing { from, .. }) => {
                            position.piece_at(from).map(|piece| piece.role)
                        }
                        Err(ReadMoveError::Illegal(why) | ReadMoveError::PawnMeant { why, .. }) => {
                            refused_of(&why)
                        }
                        Err(ReadMoveError::Unreadable { .. } | ReadMoveError::TooLong) => None,
                    };
                    if role.map(plainly) != Some(plainly(piece.role)) {
                        let read = read_move(&position, &text);
                        wrong.push(format!("{position} {mv} {text}: {read:?}"));
                    }
                }
            }
        }
    }
    (wrong, tried)
}

#[test]
fn illegal_short_forms_are_answered_about_the_piece_that_they_name() {
    let (wrong, tried) = misunderstood(29);
    println!("illegal moves typed: {tried}");
    assert!(tried > 30_000, "{tried}");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
#[ignore = "takes minutes"]
fn all_illegal_short_forms_are_answered_about_the_piece_that_they_name() {
    let (wrong, tried) = misunderstood(1);
    println!("illegal moves typed: {tried}");
    assert!(tried > 1_000_000, "{tried}");
    assert_eq!(wrong, Vec::<String>::new());
}

/// White's pawn on b3 can take on a4 and on c4, where no bishop goes.
const PAWN_TAKES: &str = "4wK7gK7bK3/24/1wP22/gN1gN21/24/24 w wgb xhp - - 0 9";
/// White's crossed pawn on n2 takes on o1, where no knight goes.
const PAWN_PROMOTES: &str = "4wK9gN5bK3/13wC10/24/12gK11/24/24 w wgb xhp - - 0 9";
/// White's crossed pawn on l4 takes on k3, where no bishop (in German: *Läufer*) goes.
const PAWN_OF_FILE_L: &str = "4wK7gK7bK3/24/10gN13/11wC12/24/24 w wgb xhp - - 0 9";

/// What a text is refused with that begins with the capital letter of a piece: the sentence, and
/// the pawn's captures that are offered.
#[track_caller]
fn offered(read: Result<Move, ReadMoveError>) -> (String, String) {
    match read {
        Err(ReadMoveError::PawnMeant { why, captures }) => {
            let captures: Vec<String> = captures.iter().map(Move::to_string).collect();
            (why.to_string(), captures.join(" "))
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn reads(position: &Position, text: &str, plain: &str) {
    let want = Ok(plain.parse().unwrap());
    assert_eq!(read_move(position, text), want, "{text}");
}

fn read_in_german(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    Language::German.read_move(position, text)
}

#[test]
fn a_capital_piece_letter_is_never_a_pawns_capture() {
    let position: Position = PAWN_TAKES.parse().unwrap();
    for (text, to, offers) in [
        ("Ba4", "a4", "b3a4"),
        ("Bxa4", "a4", "b3a4"),
        (" B x a4 ", "a4", "b3a4"),
        ("B:c4!?", "c4", "b3c4"),
        ("BXC4", "c4", "b3c4"),
        // The plain form with a large first letter.
        ("B3a4", "a4", "b3a4"),
    ] {
        let (why, captures) = offered(read_move(&position, text));
        let want = format!("none-reaches wB {to}, rules §2.3");
        assert_eq!((why, &*captures), (want, offers), "{text}");
    }
    for text in ["bxa4", "ba4", "b3a4", "♙bxa4", "♙b3a4"] {
        reads(&position, text, "b3a4");
    }
    // A step is no capture.
    reads(&position, "B3b4", "b3b4");
    // Where such a piece can go there, it is the one that is meant.
    let both = PAWN_TAKES.replace("/1wP22/", "/1wP1wB20/");
    let both: Position = both.parse().unwrap();
    for text in ["Bxc4", "BXC4", "Bc4"] {
        reads(&both, text, "d3c4");
    }
    let promoting: Position = PAWN_PROMOTES.parse().unwrap();
    let (_, captures) = offered(read_move(&promoting, "Nxo1"));
    assert_eq!(captures, "n2o1q n2o1r n2o1b n2o1n");
    let (_, captures) = offered(read_move(&promoting, "No1=Q"));
    assert_eq!(captures, "n2o1q");
}

#[test]
fn a_german_capital_is_never_a_pawns_capture() {
    let position: Position = PAWN_OF_FILE_L.parse().unwrap();
    for text in ["Lk3", "Lxk3", "L4k3", " L x k3!"] {
        let (why, captures) = offered(read_in_german(&position, text));
        assert_eq!(why, "none-reaches wB k3, rules §2.3", "{text}");
        assert_eq!(captures, "l4k3", "{text}");
        // In English L is no letter of a piece.
        reads(&position, text, "l4k3");
    }
    for text in ["lxk3", "lk3", "l4k3", "L3", "L4l3"] {
        assert_eq!(read_in_german(&position, text), read_move(&position, text));
    }
    // Of two bishops that go there it is still one of them that is meant.
    let line = PAWN_OF_FILE_L.replace("/24/10gN13/", "/9wB1wB12/10gN13/");
    let two: Position = line.parse().unwrap();
    let Err(ReadMoveError::Ambiguous { candidates }) = read_in_german(&two, "Lxk3") else {
        panic!("one of two bishops");
    };
    let candidates: Vec<String> = candidates.iter().map(Move::to_string).collect();
    assert_eq!(candidates.join(" "), "j2k3 l2k3");
}

//! Moves that are not legal, in sentences that name the rule (rules §7.2).

use crate::rules::{CastlingSide, IllegalMove, Piece, Role, Square, Step};

use super::words::Words;

/// Why the move is not legal: one sentence without its full stop, the rule at its end.
#[must_use]
pub fn why(words: &Words, illegal: &IllegalMove) -> String {
    let sentence = sentence(words, illegal);
    words.say(
        "illegal",
        &[("sentence", &sentence), ("rule", illegal.rule())],
    )
}

fn sentence(words: &Words, illegal: &IllegalMove) -> String {
    let say = |id: &str, values: &[(&str, &str)]| words.say(id, values);
    match illegal {
        IllegalMove::NobodyLeft => say("illegal-nobody-left", &[]),
        IllegalMove::NoPiece { from } => say("illegal-no-piece", &[("from", &from.to_string())]),
        IllegalMove::OtherArmy { from, piece, turn } => say(
            "illegal-other-army",
            &[
                ("turn", &words.army(*turn)),
                ("piece", &standing(words, *piece, *from)),
                ("army", &words.army(piece.color)),
            ],
        ),
        IllegalMove::DeadPiece { from, piece } => say(
            "illegal-dead-piece",
            &[
                ("piece", &standing(words, *piece, *from)),
                ("army", &words.army(piece.color)),
            ],
        ),
        IllegalMove::SameSquare { from, piece } => say(
            "illegal-same-square",
            &[("piece", &standing(words, *piece, *from))],
        ),
        IllegalMove::OwnPiece { step, occupant } => say(
            "illegal-own-piece",
            &[
                ("step", &went(words, step)),
                ("piece", &common(words, *occupant)),
            ],
        ),
        IllegalMove::NotSo { step } => say(
            "illegal-not-so",
            &[
                ("step", &went(words, step)),
                ("piece", &common(words, step.piece.role)),
            ],
        ),
        IllegalMove::NoneReaches { piece, to } => say(
            "illegal-none-reaches",
            &[
                ("piece", &common(words, piece.role)),
                ("army", &words.army(piece.color)),
                ("to", &to.to_string()),
            ],
        ),
        IllegalMove::Blocked {
            step,
            blocker,
            occupant,
        } => say(
            "illegal-blocked",
            &[
                ("step", &went(words, step)),
                ("piece", &standing(words, *occupant, *blocker)),
            ],
        ),
        IllegalMove::NothingToTake { step } => stepped(words, "illegal-nothing-to-take", step),
        IllegalMove::NoEnPassant { step, pawn } => say(
            "illegal-no-en-passant",
            &[("step", &went(words, step)), ("pawn", &pawn.to_string())],
        ),
        IllegalMove::Creek { step, border } => say(
            "illegal-creek",
            &[
                ("step", &went(words, step)),
                ("border", &border.to_string()),
            ],
        ),
        IllegalMove::UnbridgedMoat { step, border } => say(
            "illegal-unbridged-moat",
            &[
                ("step", &went(words, step)),
                ("border", &border.to_string()),
            ],
        ),
        IllegalMove::TakesAcrossMoat { step, border } => say(
            "illegal-takes-across-moat",
            &[
                ("step", &went(words, step)),
                ("border", &border.to_string()),
            ],
        ),
        IllegalMove::ChecksAcrossMoat { step, border } => say(
            "illegal-checks-across-moat",
            &[
                ("step", &went(words, step)),
                ("border", &border.to_string()),
            ],
        ),
        IllegalMove::KingAttacked {
            step,
            king,
            attacker,
            by,
            checked,
        } => say(
            if *checked {
                "illegal-king-stays-attacked"
            } else {
                "illegal-king-attacked"
            },
            &[
                ("step", &went(words, step)),
                ("king", &king.to_string()),
                ("piece", &standing(words, *by, *attacker)),
            ],
        ),
        IllegalMove::CastlingRightGone { side } => {
            say("illegal-castling-gone", &[("move", castled(*side))])
        }
        IllegalMove::CastlingBlocked { side, blocker } => say(
            "illegal-castling-blocked",
            &[("move", castled(*side)), ("square", &blocker.to_string())],
        ),
        IllegalMove::CastlingInCheck { side, attacker } => say(
            "illegal-castling-in-check",
            &[("move", castled(*side)), ("from", &attacker.to_string())],
        ),
        IllegalMove::CastlingAttacked {
            side,
            square,
            attacker,
        } => say(
            "illegal-castling-attacked",
            &[
                ("move", castled(*side)),
                ("square", &square.to_string()),
                ("from", &attacker.to_string()),
            ],
        ),
        IllegalMove::PromotionMissing { step } => stepped(words, "illegal-promotion-missing", step),
        IllegalMove::NotAPromotion { step } => stepped(words, "illegal-not-a-promotion", step),
        IllegalMove::CannotBecome { step, role } => say(
            "illegal-cannot-become",
            &[
                ("step", &went(words, step)),
                ("piece", &common(words, *role)),
            ],
        ),
    }
}

fn stepped(words: &Words, id: &str, step: &Step) -> String {
    words.say(id, &[("step", &went(words, step))])
}

/// `bishop h1–i2`
fn went(words: &Words, step: &Step) -> String {
    let piece = common(words, step.piece.role);
    format!("{piece} {}–{}", step.from, step.to)
}

/// `bishop on h1`
fn standing(words: &Words, piece: Piece, square: Square) -> String {
    words.say(
        "piece-on",
        &[
            ("piece", &common(words, piece.role)),
            ("square", &square.to_string()),
        ],
    )
}

/// A piece's name; a pawn is a pawn, whether it has been through the centre or not.
fn common(words: &Words, role: Role) -> String {
    words.piece(if role == Role::CrossedPawn {
        Role::Pawn
    } else {
        role
    })
}

const fn castled(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "O-O",
        CastlingSide::Queen => "O-O-O",
    }
}

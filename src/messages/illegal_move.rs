//! Moves that are not legal, in sentences that name the rule (rules §7.2).

use crate::rules::{CastlingSide, IllegalMove, Piece, Role, Square, Step};

use super::{
    message::Message,
    texts::{Texts, Values},
};

/// Says why the move is not legal: one sentence without its full stop, the rule at its end.
#[must_use]
pub fn why(texts: &Texts, illegal: &IllegalMove) -> Message {
    let sentence = sentence(texts, illegal);
    texts.say(
        "illegal",
        &[("sentence", &sentence), ("rule", &illegal.rule())],
    )
}

fn sentence(texts: &Texts, illegal: &IllegalMove) -> Message {
    let say = |id: &'static str, values: Values<'_>| texts.say(id, values);
    match illegal {
        IllegalMove::NobodyLeft => say("illegal-nobody-left", &[]),
        IllegalMove::NoPiece { from } => say("illegal-no-piece", &[("from", from)]),
        IllegalMove::OtherArmy { from, piece, turn } => say(
            "illegal-other-army",
            &[
                ("turn", &texts.army(*turn)),
                ("piece", &standing(texts, *piece, *from)),
                ("army", &texts.army(piece.color)),
            ],
        ),
        IllegalMove::DeadPiece { from, piece } => say(
            "illegal-dead-piece",
            &[
                ("piece", &standing(texts, *piece, *from)),
                ("army", &texts.army(piece.color)),
            ],
        ),
        IllegalMove::SameSquare { from, piece } => say(
            "illegal-same-square",
            &[("piece", &standing(texts, *piece, *from))],
        ),
        IllegalMove::OwnPiece { step, occupant } => say(
            "illegal-own-piece",
            &[
                ("step", &went(texts, step)),
                ("piece", &common(texts, *occupant)),
            ],
        ),
        IllegalMove::NotSo { step } => say(
            "illegal-not-so",
            &[
                ("step", &went(texts, step)),
                ("piece", &common(texts, step.piece.role)),
            ],
        ),
        IllegalMove::NoneReaches { piece, to } => say(
            "illegal-none-reaches",
            &[
                ("piece", &common(texts, piece.role)),
                ("army", &texts.army(piece.color)),
                ("to", to),
            ],
        ),
        IllegalMove::Blocked {
            step,
            blocker,
            occupant,
        } => say(
            "illegal-blocked",
            &[
                ("step", &went(texts, step)),
                ("piece", &standing(texts, *occupant, *blocker)),
            ],
        ),
        IllegalMove::NothingToTake { step } => stepped(texts, "illegal-nothing-to-take", step),
        IllegalMove::NoEnPassant { step, pawn } => say(
            "illegal-no-en-passant",
            &[("step", &went(texts, step)), ("pawn", pawn)],
        ),
        IllegalMove::Creek { step, border } => say(
            "illegal-creek",
            &[("step", &went(texts, step)), ("border", border)],
        ),
        IllegalMove::UnbridgedMoat { step, border } => say(
            "illegal-unbridged-moat",
            &[("step", &went(texts, step)), ("border", border)],
        ),
        IllegalMove::TakesAcrossMoat { step, border } => say(
            "illegal-takes-across-moat",
            &[("step", &went(texts, step)), ("border", border)],
        ),
        IllegalMove::ChecksAcrossMoat { step, border } => say(
            "illegal-checks-across-moat",
            &[("step", &went(texts, step)), ("border", border)],
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
                ("step", &went(texts, step)),
                ("king", king),
                ("piece", &standing(texts, *by, *attacker)),
            ],
        ),
        IllegalMove::CastlingRightGone { side } => {
            say("illegal-castling-gone", &[("move", &castled(*side))])
        }
        IllegalMove::CastlingBlocked { side, blocker } => say(
            "illegal-castling-blocked",
            &[("move", &castled(*side)), ("square", blocker)],
        ),
        IllegalMove::CastlingInCheck { side, attacker } => say(
            "illegal-castling-in-check",
            &[("move", &castled(*side)), ("from", attacker)],
        ),
        IllegalMove::CastlingAttacked {
            side,
            square,
            attacker,
        } => say(
            "illegal-castling-attacked",
            &[
                ("move", &castled(*side)),
                ("square", square),
                ("from", attacker),
            ],
        ),
        IllegalMove::PromotionMissing { step } => stepped(texts, "illegal-promotion-missing", step),
        IllegalMove::NotAPromotion { step } => stepped(texts, "illegal-not-a-promotion", step),
        IllegalMove::CannotBecome { step, role } => say(
            "illegal-cannot-become",
            &[
                ("step", &went(texts, step)),
                ("piece", &common(texts, *role)),
            ],
        ),
    }
}

fn stepped(texts: &Texts, id: &'static str, step: &Step) -> Message {
    texts.say(id, &[("step", &went(texts, step))])
}

/// Writes a piece and its way: `bishop h1–i2`.
fn went(texts: &Texts, step: &Step) -> String {
    let piece = common(texts, step.piece.role);
    format!("{piece} {}–{}", step.from, step.to)
}

/// Writes a piece and its square: `bishop on h1`.
fn standing(texts: &Texts, piece: Piece, square: Square) -> Message {
    texts.say(
        "piece-on",
        &[("piece", &common(texts, piece.role)), ("square", &square)],
    )
}

/// A piece's name; a pawn is a pawn, whether it has been through the centre or not.
fn common(texts: &Texts, role: Role) -> String {
    texts.piece(if role == Role::CrossedPawn {
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

//! Moves that are not legal, in sentences that name the rule (rules §7.2).

use crate::rules::{IllegalDetail, IllegalMove, Role};

use super::{message::Message, texts::Texts};

/// Says why the move is not legal.
#[must_use]
pub fn why(texts: &Texts, illegal: &IllegalMove) -> Message {
    let values = illegal
        .details()
        .flat_map(|detail| values(texts, detail))
        .collect();
    texts.say_of(format!("illegal-{}", illegal.reason.word()), values)
}

/// Returns what a sentence may say of a detail. Of two pieces the later one counts, which the move has
/// met.
fn values(texts: &Texts, detail: IllegalDetail) -> Vec<(&'static str, String)> {
    match detail {
        IllegalDetail::Step(step) => {
            let piece = common(texts, step.piece.role);
            let [from, to] = [step.from, step.to].map(|square| square.to_string());
            let step = format!("{piece} {from}–{to}");
            vec![("step", step), ("piece", piece), ("from", from), ("to", to)]
        }
        IllegalDetail::Standing(piece, square) => {
            let (army, piece) = (texts.army(piece.color), common(texts, piece.role));
            let values = [("piece", &piece as _), ("square", &square as _)];
            let piece = texts.say("piece-on", &values).into();
            vec![("piece", piece), ("army", army)]
        }
        IllegalDetail::Piece(piece) => vec![
            ("piece", common(texts, piece.role)),
            ("army", texts.army(piece.color)),
        ],
        IllegalDetail::Role(role) => vec![("piece", common(texts, role))],
        IllegalDetail::Turn(army) => vec![("turn", texts.army(army))],
        IllegalDetail::From(square) => vec![("from", square.to_string())],
        IllegalDetail::To(square) => vec![("to", square.to_string())],
        IllegalDetail::Pawn(square) => vec![("pawn", square.to_string())],
        IllegalDetail::King(square) => vec![("king", square.to_string())],
        IllegalDetail::On(square) => vec![("square", square.to_string())],
        IllegalDetail::Castling(_) => vec![("move", detail.to_string())],
        IllegalDetail::Border(border) => vec![("border", texts.border(border))],
    }
}

/// Returns a piece's name; a pawn is a pawn, whether it has been through the centre or not.
fn common(texts: &Texts, role: Role) -> String {
    texts.piece(if role == Role::CrossedPawn {
        Role::Pawn
    } else {
        role
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        messages::Language,
        rules::{Border, CastlingSide, Color, IllegalReason as Reason, Piece, Square, Step},
    };

    /// Returns one move for each reason.
    fn one_of_each() -> Vec<IllegalMove> {
        use IllegalDetail::{Castling, From, King, On, Pawn, Standing, To, Turn};

        let [from, to]: [Square; 2] = ["e1", "e3"].map(|name| name.parse().unwrap());
        let piece = Piece {
            color: Color::Gray,
            role: Role::Rook,
        };
        let step = Step { piece, from, to };
        let (border, side, turn) = (Border::ALL[0], CastlingSide::ALL[0], Color::White);
        let (border, step) = (IllegalDetail::Border(border), IllegalDetail::Step(step));
        let (castling, standing) = (Castling(side), Standing(piece, from));
        let role = IllegalDetail::Role(Role::King);
        vec![
            Reason::NobodyLeft.with([]),
            Reason::NoPiece.with([From(from)]),
            Reason::OtherArmy.with([standing, Turn(turn)]),
            Reason::DeadPiece.with([standing]),
            Reason::SameSquare.with([standing]),
            Reason::OwnPiece.with([step, role]),
            Reason::NotSo.with([step]),
            Reason::NoneReaches.with([IllegalDetail::Piece(piece), To(to)]),
            Reason::Blocked.with([step, standing]),
            Reason::NothingToTake.with([step]),
            Reason::NoEnPassant.with([step, Pawn(to)]),
            Reason::Creek.with([step, border]),
            Reason::UnbridgedMoat.with([step, border]),
            Reason::TakesAcrossMoat.with([step, border]),
            Reason::ChecksAcrossMoat.with([step, border]),
            Reason::KingAttacked.with([step, King(from), standing]),
            Reason::KingStaysAttacked.with([step, King(from), standing]),
            Reason::CastlingRightGone.with([castling]),
            Reason::CastlingBlocked.with([castling, On(from)]),
            Reason::CastlingInCheck.with([castling, From(to)]),
            Reason::CastlingAttacked.with([castling, On(from), From(to)]),
            Reason::PromotionMissing.with([step]),
            Reason::NotAPromotion.with([step]),
            Reason::CannotBecome.with([step, role]),
        ]
    }

    #[test]
    fn every_reason_has_a_sentence_with_all_its_places_filled() {
        let reasons = one_of_each();
        assert_eq!(
            reasons
                .iter()
                .map(|illegal| illegal.reason)
                .collect::<Vec<_>>(),
            Reason::ALL
        );
        let words: BTreeSet<&str> = Reason::ALL.map(Reason::word).into();
        let texts = include_str!("../../assets/texts/en/refusals.ftl").lines();
        let ids = texts.filter_map(|line| line.strip_prefix("illegal-")?.split(' ').next());
        assert_eq!(words, ids.collect());
        for texts in Language::ALL.map(Texts::of) {
            for illegal in &reasons {
                let why = why(&texts, illegal);
                assert!(!why.contains("{$"), "{illegal}: {}", &*why);
            }
        }
    }
}

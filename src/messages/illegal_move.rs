//! Moves that are not legal, in sentences that name the rule (rules §7.2).

use crate::rules::{IllegalDetail, IllegalMove, Role};

use super::{message::Message, texts::Texts};

/// Says why the move is not legal: one sentence without its full stop, the rule at its end.
#[must_use]
pub fn why(texts: &Texts, illegal: &IllegalMove) -> Message {
    let details = illegal.details().into_iter();
    let values = details.flat_map(|detail| values(texts, detail)).collect();
    let sentence = texts.say_of(format!("illegal-{}", illegal.word()), values);
    texts.say(
        "illegal",
        &[("sentence", &sentence), ("rule", &illegal.rule())],
    )
}

/// Returns what a sentence may say of a detail. Of two pieces the later one counts, which the move has
/// met.
fn values(texts: &Texts, detail: IllegalDetail) -> Vec<(&'static str, String)> {
    match detail {
        IllegalDetail::Step(step) => {
            let piece = common(texts, step.piece.role);
            let step = format!("{piece} {}–{}", step.from, step.to);
            vec![("step", step), ("piece", piece)]
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
        IllegalDetail::Border(_) => vec![("border", detail.to_string())],
    }
}

/// A piece's name; a pawn is a pawn, whether it has been through the centre or not.
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
        rules::{Position, Square, why_illegal},
    };

    #[test]
    fn every_place_of_a_sentence_is_filled() {
        let mut seen = BTreeSet::new();
        let all = Language::ALL.map(Texts::of);
        for line in include_str!("../../tests/data/positions.jsonl")
            .lines()
            .step_by(100)
        {
            // `{"position": "…", …}`
            let position: Position = line.split('"').nth(3).unwrap().parse().unwrap();
            let to_each = |from| Square::all().map(move |to| (from, to));
            for (from, to) in Square::all().flat_map(to_each) {
                let promotion = (from < to).then_some(Role::King);
                let illegal = why_illegal(&position, from, to, promotion);
                seen.insert(illegal.word());
                for texts in &all {
                    let why = why(texts, &illegal);
                    assert!(!why.contains("{$"), "{illegal}: {}", &*why);
                }
            }
        }
        println!("{seen:?}");
        assert!(seen.len() > 10, "{seen:?}");
    }
}

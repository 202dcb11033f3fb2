//! What a picture is asked to show: plain data.

use crate::rules::{ByColor, Color, Position, Square};

/// What to show of a match. Texts of any length and content are harmless: they are cleaned and cut
/// when drawn.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// Who stands where, whose turn it is, who is in play, which moats are bridged.
    pub position: Position,
    /// The seat from which the board is seen: its sector lies at the bottom.
    pub seat: Color,
    /// The latest move of each army, in any order; the latest three count.
    pub last_moves: Vec<LastMove>,
    /// The players' names; without one the seat's name is shown.
    pub names: ByColor<Option<String>>,
    /// For armies out of the game: how they went, in words ("mate"). Ignored for armies in play.
    pub out: ByColor<Option<String>>,
    /// The id of the match.
    pub match_id: Option<String>,
    /// When the match is over: its result in words ("White wins, 1-0-0").
    pub over: Option<String>,
}

impl BoardView {
    /// A position as such: no names, no last moves, not over.
    #[must_use]
    pub fn new(position: Position, seat: Color) -> BoardView {
        BoardView {
            position,
            seat,
            last_moves: Vec::new(),
            names: ByColor::default(),
            out: ByColor::default(),
            match_id: None,
            over: None,
        }
    }

    /// The latest three moves, the latest first.
    pub(crate) fn latest_moves(&self) -> impl Iterator<Item = &LastMove> {
        let mut moves: Vec<&LastMove> = self.last_moves.iter().collect();
        moves.sort_by_key(|last| std::cmp::Reverse(last.number));
        moves.into_iter().take(3)
    }

    /// Whether the army is out of the game.
    pub(crate) fn is_out(&self, color: Color) -> bool {
        !self.position.in_play().contains(color)
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Who made it.
    pub color: Color,
    /// From where.
    pub from: Square,
    /// To where; of a castling move, where the king went.
    pub to: Square,
    /// The ply it was, from 1.
    pub number: u32,
    /// As people write it: `Nf3`.
    pub notation: String,
}

#[cfg(test)]
impl BoardView {
    /// A view with much in it: an army that is out, bridged moats, a check, a last move.
    pub(super) fn crowded() -> BoardView {
        let line = "wR2wQwK1wNwRgRgNgBgQgKgBgNgRbR1bBbQbK1bNbR/wPwPwPwP2wPwPgPgPgPgPgPgPgPgP\
                    bPbPbPbPbPbPbPbP/24/24/16bR7/24 w wb hp wKQbKQ - 0 30";
        let mut view = BoardView::new(line.parse().unwrap(), Color::White);
        view.out.gray = Some("time".to_owned());
        view.last_moves.push(LastMove {
            color: Color::Black,
            from: "q6".parse().unwrap(),
            to: "q5".parse().unwrap(),
            number: 30,
            notation: "Rq5+".to_owned(),
        });
        view
    }
}

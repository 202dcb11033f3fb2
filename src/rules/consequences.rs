//! The consequences of a move, for people who are considering it.

use super::{
    border::Border,
    color::Colors,
    game::{Game, NotLegal},
    moves::Move,
    notation::{castling_side, is_capture},
    outcome::{Elimination, Outcome},
    position::{CastlingSide, Position},
    role::{Piece, Role},
    sight::Way,
    square::Square,
};

/// The consequences of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequences {
    /// The side it castles on.
    pub castles: Option<CastlingSide>,
    /// The piece it captures.
    pub taken: Option<Taken>,
    /// The role a pawn promotes to on rank 1.
    pub promotion: Option<Role>,
    /// True if its only way leads through the centre.
    pub through_centre: bool,
    /// The bridged moat it crosses, if no other way leads there.
    pub crosses: Option<Border>,
    /// The armies that go out, in order.
    pub outs: Vec<Elimination>,
    /// The armies still in play that come into check by it.
    pub checked: Colors,
    /// The armies still in play that were in check before and still are.
    pub still_checked: Colors,
    /// The moats it bridges.
    pub bridged: Vec<Border>,
    /// The outcome, if the move ends the match.
    pub outcome: Option<Outcome>,
}

/// A captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The captured piece, with its army.
    pub piece: Piece,
    /// True if its army is out of the game (rules §4.4).
    pub dead: bool,
    /// True if it is captured en passant (rules §2.7).
    pub en_passant: bool,
}

impl Consequences {
    /// Returns those of a promotion that do not depend on the role.
    #[must_use]
    pub fn of_any_role(&self) -> Consequences {
        Consequences {
            promotion: None,
            outs: Vec::new(),
            checked: Colors::NONE,
            still_checked: Colors::NONE,
            outcome: None,
            ..self.clone()
        }
    }
}

impl Game {
    /// Returns the consequences of a move.
    ///
    /// ```
    /// use rondel_rules::{Color, Game, Ruleset};
    ///
    /// let game = Game::start(Ruleset::THREE_MAN);
    /// let quiet = game.consequences("e2e4".parse().unwrap()).unwrap();
    /// assert!(quiet.taken.is_none() && quiet.checked.is_empty());
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotLegal`] as for [`Game::judge_move`].
    pub fn consequences(&self, mv: Move) -> Result<Consequences, NotLegal> {
        let verdict = self.judge_move(mv)?;
        let before = self.position();
        let after = self.position_after(mv, &verdict);
        let castles = castling_side(before, mv);
        let way = match castles {
            Some(_) => Way::default(),
            None => Way::of(before, mv.from, mv.to),
        };
        let is_new = |border: &Border| after.is_bridged(*border) && !before.is_bridged(*border);
        let (old, new) = (before.checked(), after.checked());
        let is_over = verdict.outcome.is_some();
        let in_check = |still: bool| -> Colors {
            new.iter()
                .filter(|color| !is_over && old.contains(*color) == still)
                .collect()
        };
        Ok(Consequences {
            castles,
            taken: self.position().taken(mv),
            promotion: mv.promotion,
            through_centre: way.centre,
            crosses: way.bridge,
            checked: in_check(false),
            still_checked: in_check(true),
            bridged: Border::ALL.into_iter().filter(is_new).collect(),
            outs: verdict.outs,
            outcome: verdict.outcome,
        })
    }
}

impl Position {
    /// Returns the piece that a legal move captures (rules §2.7 for en passant).
    #[must_use]
    pub fn taken(&self, mv: Move) -> Option<Taken> {
        if !is_capture(self, mv) {
            return None;
        }
        let en_passant = self.piece_at(mv.to).is_none();
        // The pawn stands behind the square it passed over (rules §2.7).
        let on = if en_passant {
            Square::new(mv.to.file(), 4)?
        } else {
            mv.to
        };
        let piece = self.piece_at(on)?;
        Some(Taken {
            piece,
            dead: !self.in_play().contains(piece.color),
            en_passant,
        })
    }
}

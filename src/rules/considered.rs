//! Moves to choose from, the most forcing first.

use super::{
    color::Color, consequences::Consequences, game::Game, moves::Move, role::Role, square::Square,
};

/// A legal move that somebody may choose, with its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsideredMove {
    /// The move.
    pub mv: Move,
    /// The most forcing of its consequences.
    pub weight: Weight,
    /// All its consequences.
    pub consequences: Consequences,
}

/// Sort key of moves to choose from: forcing ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It puts another army out.
    PutsOut,
    /// It gives check.
    Checks,
    /// It captures.
    Takes,
    /// A pawn promotes by it.
    Promotes,
    /// It castles.
    Castles,
    /// Nothing of all that.
    Quiet,
}

impl Weight {
    fn of(mover: Color, consequences: &Consequences) -> Weight {
        let mut outs = consequences.outs.iter();
        if outs.any(|out| out.by.is_none_or(|by| by == mover)) {
            Weight::PutsOut
        } else if !consequences.checked.is_empty() {
            Weight::Checks
        } else if consequences.taken.is_some() {
            Weight::Takes
        } else if consequences.promotion.is_some() {
            Weight::Promotes
        } else if consequences.castles.is_some() {
            Weight::Castles
        } else {
            Weight::Quiet
        }
    }

    /// Returns true for moves that others cannot well pass over.
    #[must_use]
    pub const fn is_forcing(self) -> bool {
        matches!(self, Weight::PutsOut | Weight::Checks | Weight::Takes)
    }
}

impl Game {
    /// Returns the legal moves, of the piece on a square where one is named: the most forcing first,
    /// among equals by the name of the square that they lead to, and promotions to a queen first.
    ///
    /// ```
    /// use rondel_rules::{Game, Ruleset};
    ///
    /// let game = Game::start(Ruleset::THREE_MAN);
    /// let moves = game.considered("e2".parse().ok());
    /// let moves: Vec<String> = moves.iter().map(|one| one.mv.to_string()).collect();
    /// assert_eq!(moves, ["e2e3", "e2e4"]);
    /// ```
    #[must_use]
    pub fn considered(&self, from: Option<Square>) -> Vec<ConsideredMove> {
        let position = self.position();
        let considered = |mv: Move| {
            let consequences = self.consequences(mv).ok()?;
            let weight = Weight::of(position.turn(), &consequences);
            Some(ConsideredMove {
                mv,
                weight,
                consequences,
            })
        };
        let legal = position.legal_moves().into_iter();
        let legal = legal.filter(|mv| from.is_none_or(|from| mv.from == from));
        let mut moves: Vec<ConsideredMove> = legal.filter_map(considered).collect();
        let offered = |mv: Move| {
            let mut roles = Role::PROMOTIONS.iter();
            roles.position(|role| mv.promotion == Some(*role))
        };
        moves.sort_by_cached_key(|one| (one.weight, one.mv.to.to_string(), offered(one.mv)));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Ruleset};

    /// Returns the moves from a square, each with its weight.
    fn weighed(line: &str, from: &str) -> Vec<(String, Weight)> {
        let position: Position = line.parse().unwrap();
        let game = Game::from_position(Ruleset::THREE_MAN, position);
        let moves = game.considered(Some(from.parse().unwrap())).into_iter();
        moves.map(|one| (one.mv.to_string(), one.weight)).collect()
    }

    #[test]
    fn forcing_moves_come_first() {
        let line = "4wK7gK7bK3/24/1wR4gP17/24/24/24 w wgb xhp - - 0 0";
        let moves = weighed(line, "b3");
        assert!(moves.is_sorted_by_key(|(_, weight)| *weight));
        for (mv, weight) in [
            ("b3m3", Weight::Checks),
            ("b3g3", Weight::Takes),
            ("b3b1", Weight::Quiet),
        ] {
            assert!(moves.contains(&(mv.to_owned(), weight)), "{mv}: {moves:?}");
        }
    }

    #[test]
    fn a_pawn_may_become_a_queen_first() {
        let moves = weighed("8wK15/4wC19/12gK7bK3/24/24/24 w wgb xhp - - 0 9", "e2");
        let moves: Vec<&str> = moves.iter().map(|(mv, _)| mv.as_str()).collect();
        assert_eq!(moves, ["e2e1q", "e2e1r", "e2e1b", "e2e1n"]);
    }
}

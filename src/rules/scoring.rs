//! Points for eliminations and for the end of a match (rules §6.1 to §6.6), as exact fractions
//! (rules §6.4).

use super::{
    agreement::{Pacts, third},
    color::{ByColor, Color, Colors},
    outcome::{Elimination, Ending, Exit, Points},
    position::Position,
    ruleset::{Ruleset, Scoring},
};

/// Two thirds of a point.
const TWO_THIRDS: Points = Points::from_sixths(4);

impl Ruleset {
    /// Returns the ending with these armies in play, or `None` while a match goes on with them.
    pub fn ending_with(&self, in_play: Colors) -> Option<Ending> {
        let ending = if self.ends_with_first_out() {
            Ending::FirstOut
        } else {
            Ending::LastArmy
        };
        (!self.plays_on_with(in_play)).then_some(ending)
    }

    /// Completes an elimination: the army credited with it, and the points each army earns by it at
    /// once. The army is still in play in the position; `by` is the mating army of rules §4.6, or
    /// the one that captured the king.
    pub fn award(&self, mut out: Elimination, position: &Position, pacts: &Pacts) -> Elimination {
        let others = position.in_play().without(out.color);
        (out.by, out.points) = match self.options().scoring {
            Scoring::SharedPoint => (out.by, ByColor::default()),
            Scoring::MatchPoints => (out.by, match_points(out, others)),
            Scoring::Stages if others.len() == 2 => first_stage(out, others, position, pacts),
            Scoring::Stages => (out.by, to_each(others, Points::ONE)),
            Scoring::WinnerAndThird => {
                let mut points = to_each(others, Points::HALF);
                if let Some(winner) = out.by {
                    points[winner] = Points::ONE;
                }
                (out.by, points)
            }
        };
        out
    }

    /// Returns the totals at the end: the points earned before it, and those for the end itself
    /// with these armies in play.
    pub fn total(
        &self,
        mut so_far: ByColor<Points>,
        ending: Ending,
        in_play: Colors,
    ) -> ByColor<Points> {
        if ending == Ending::Aborted {
            return ByColor::default();
        }
        so_far += self.award_end(ending, in_play);
        so_far
    }

    /// Returns the points for the end itself, with these armies in play.
    fn award_end(&self, ending: Ending, in_play: Colors) -> ByColor<Points> {
        let left = in_play.len().max(1) as u16;
        let draw = matches!(ending, Ending::Draw(_));
        let share = match self.options().scoring {
            Scoring::SharedPoint => Points::from_sixths(Points::ONE.sixths() / left),
            Scoring::MatchPoints if draw || left == 1 => Points::ONE,
            Scoring::Stages if draw && left == 3 => TWO_THIRDS,
            Scoring::Stages | Scoring::WinnerAndThird if draw => Points::HALF,
            Scoring::MatchPoints | Scoring::Stages | Scoring::WinnerAndThird => Points::default(),
        };
        to_each(in_play, share)
    }
}

/// Gives each of the armies the same share.
fn to_each(armies: Colors, share: Points) -> ByColor<Points> {
    ByColor::new(|color| {
        if armies.contains(color) {
            share
        } else {
            Points::default()
        }
    })
}

/// Scores by rules §6.2: 2 points for a checkmate. A player who concedes or runs out of time gives
/// 1 to each of two opponents, or counts as checkmated by the only one.
fn match_points(out: Elimination, others: Colors) -> ByColor<Points> {
    match out.exit {
        Exit::Mate | Exit::KingTaken => to_each(out.by.into_iter().collect(), Points::TWO),
        Exit::Conceded | Exit::Time if others.len() == 2 => to_each(others, Points::ONE),
        Exit::Conceded | Exit::Time => to_each(others, Points::TWO),
        Exit::Stalemate => ByColor::default(),
    }
}

/// Scores stage 1 of rules §6.3: ½ for still being in play, and the credit for the elimination.
fn first_stage(
    out: Elimination,
    others: Colors,
    position: &Position,
    pacts: &Pacts,
) -> (Option<Color>, ByColor<Points>) {
    let shared = (None, to_each(others, Points::HALF));
    let whole = |winner: Color| {
        (
            Some(winner),
            to_each(Colors::NONE.with(winner), Points::ONE),
        )
    };
    let (by, credit) = match (out.exit, out.by) {
        (Exit::Mate | Exit::KingTaken, Some(by)) if pacts.stands(by, third(by, out.color)) => {
            shared
        }
        (Exit::KingTaken, Some(captor)) => whole(captor),
        (Exit::Mate, Some(first)) => {
            // An army mates alone if the mate would stand with the other one dead.
            let alone: Colors = others
                .iter()
                .filter(|army| position.is_mated_without(third(*army, out.color)))
                .collect();
            match (alone.len(), out.checkers.len()) {
                (2, _) => (None, to_each(alone, Points::ONE)),
                (1, _) => whole(alone.iter().next().unwrap_or(first)),
                (_, 1) => whole(first),
                _ => shared,
            }
        }
        (Exit::Conceded | Exit::Time, _) => shared,
        (Exit::Mate | Exit::KingTaken | Exit::Stalemate, _) => (None, ByColor::default()),
    };
    let mut points = to_each(others, Points::HALF);
    points += credit;
    (by, points)
}

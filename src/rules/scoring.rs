//! What an army that goes out, and the end, earn the others (rules §6.1 to §6.6). Exact fractions
//! (rules §6.4).

use super::{
    agreement::{Pacts, third},
    color::{ByColor, Color, Colors},
    outcome::{Ending, Exit, Points},
    position::Position,
    ruleset::{Ruleset, Scoring},
};

/// An army about to go out, in the position before it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going {
    pub(crate) color: Color,
    pub(crate) exit: Exit,
    /// The armies that attack its king; none unless mated.
    pub(crate) checkers: Colors,
    /// The mating army of rules §4.6, or whoever took the king.
    pub(crate) by: Option<Color>,
}

/// Two thirds of a point.
const TWO_THIRDS: Points = Points::from_sixths(4);

impl Ruleset {
    /// Who is credited with an army's going out, and what each army earns by it at once.
    pub(crate) fn award(
        &self,
        going: Going,
        position: &Position,
        pacts: &Pacts,
    ) -> (Option<Color>, ByColor<Points>) {
        let others = position.in_play().without(going.color);
        match self.options().scoring {
            Scoring::SharedPoint => (going.by, ByColor::default()),
            Scoring::MatchPoints => (going.by, match_points(going, others)),
            Scoring::Stages if others.len() == 2 => first_stage(going, others, position, pacts),
            Scoring::Stages => (going.by, to_each(others, Points::ONE)),
            Scoring::WinnerAndThird => {
                let mut points = to_each(others, Points::HALF);
                if let Some(winner) = going.by {
                    points[winner] = Points::ONE;
                }
                (going.by, points)
            }
        }
    }

    /// What the armies have at the end, with what they earned before it and these in play.
    pub(crate) fn total(
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

    /// What the end itself adds, with these armies in play.
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

/// As much for each of them.
fn to_each(armies: Colors, share: Points) -> ByColor<Points> {
    ByColor::new(|color| {
        if armies.contains(color) {
            share
        } else {
            Points::default()
        }
    })
}

/// Rules §6.2: 2 for a checkmate, and who concedes or runs out of time gives 1 to each of two
/// opponents, or counts as checkmated by the only one.
fn match_points(going: Going, others: Colors) -> ByColor<Points> {
    match going.exit {
        Exit::Mate | Exit::KingTaken => to_each(going.by.into_iter().collect(), Points::TWO),
        Exit::Conceded | Exit::Time if others.len() == 2 => to_each(others, Points::ONE),
        Exit::Conceded | Exit::Time => to_each(others, Points::TWO),
        Exit::Stalemate => ByColor::default(),
    }
}

/// Rules §6.3, stage 1: ½ for being still in play, and the credit for the army that goes out.
fn first_stage(
    going: Going,
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
    let (by, credit) = match (going.exit, going.by) {
        (Exit::Mate | Exit::KingTaken, Some(by)) if pacts.stands(by, third(by, going.color)) => {
            shared
        }
        (Exit::KingTaken, Some(captor)) => whole(captor),
        (Exit::Mate, Some(first)) => {
            // An army mates alone when it would with the other one dead.
            let alone: Colors = others
                .iter()
                .filter(|army| position.is_mated_without(third(*army, going.color)))
                .collect();
            match (alone.len(), going.checkers.len()) {
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

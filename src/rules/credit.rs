//! The reasons for which armies have their points (rules §6.1 to §6.6).

use super::{
    color::{ByColor, Color, Colors},
    outcome::{Elimination, Ending, Exit, Outcome, Points},
    ruleset::{KingCapture, Ruleset, Scoring},
    words::words,
};

/// Points that an army earned, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The points.
    pub points: Points,
    /// The reason.
    pub merit: Merit,
    /// The army that went out; `None` for points that the end of the match gives.
    pub out: Option<Color>,
}

words! {
    /// A reason to earn points.
    Merit {
        /// It mated the army.
        "mate" => Mate,
        /// It could have taken the army's king, which wins (rules §6.5).
        "capturable" => Capturable,
        /// It took the army's king.
        "king-taken" => KingTaken,
        /// The army was stalemated.
        "stalemate" => Stalemate,
        /// The army's player resigned for it (rules §6.5).
        "resigned-for" => ResignedFor,
        /// The army's player conceded.
        "conceded" => Conceded,
        /// The army's player ran out of time.
        "time" => Time,
        /// It was in play when the army went out (rules §6.3).
        "outlived" => Outlived,
        /// It had a share in putting the army out (rules §6.3).
        "share" => Share,
        /// It was the third when another put the army out (rules §6.5).
        "third" => Third,
        /// The match was drawn.
        "draw" => Draw,
        /// Its king is the last (rules §6.2).
        "last-king" => LastKing,
        /// It is the last army in play.
        "last-army" => LastArmy,
    }
}

impl Ruleset {
    /// Returns for what an army earned points at once when another one went out.
    #[must_use]
    pub fn credits_of(&self, out: &Elimination, army: Color) -> Vec<Credit> {
        let points = out.points[army];
        if points == Points::default() {
            return Vec::new();
        }
        let others = Colors::ALL.without(out.color);
        let shared = others.iter().all(|other| out.points[other].sixths() > 0);
        let credit = |points, merit| Credit {
            points,
            merit,
            out: Some(out.color),
        };
        let merit = match out.exit {
            Exit::Mate => Merit::Mate,
            Exit::KingTaken if self.options().king_capture == KingCapture::Wins => {
                Merit::Capturable
            }
            Exit::KingTaken => Merit::KingTaken,
            Exit::Stalemate => Merit::Stalemate,
            Exit::Conceded if self.names_winners() => Merit::ResignedFor,
            Exit::Conceded => Merit::Conceded,
            Exit::Time => Merit::Time,
        };
        match self.options().scoring {
            // Among three, half a point is for being still in play (rules §6.3).
            Scoring::Stages if shared => {
                let outlived = credit(Points::HALF, Merit::Outlived);
                match points - Points::HALF {
                    rest if rest.sixths() == 0 => vec![outlived],
                    Points::HALF => vec![credit(Points::HALF, Merit::Share), outlived],
                    rest => vec![credit(rest, merit), outlived],
                }
            }
            Scoring::WinnerAndThird if points < Points::ONE && out.exit != Exit::Time => {
                vec![credit(points, Merit::Third)]
            }
            Scoring::SharedPoint
            | Scoring::MatchPoints
            | Scoring::Stages
            | Scoring::WinnerAndThird => vec![credit(points, merit)],
        }
    }

    /// Returns for what an army has its points at the end of a match: for each of the armies that
    /// went out, and for the end itself.
    ///
    /// ```
    /// use rondel_rules::{ByColor, Color, Draw, Ending, Merit, Outcome, Points, Ruleset};
    ///
    /// let drawn = Outcome {
    ///     ending: Ending::Draw(Draw::Agreement),
    ///     points: ByColor::new(|_| Points::from_sixths(2)),
    /// };
    /// let credits = Ruleset::THREE_MAN.credits(&ByColor::default(), &drawn, Color::White);
    /// assert_eq!(credits[0].merit, Merit::Draw);
    /// assert_eq!(credits[0].points.to_string(), "1/3");
    /// ```
    #[must_use]
    pub fn credits(
        &self,
        outs: &ByColor<Option<Elimination>>,
        outcome: &Outcome,
        army: Color,
    ) -> Vec<Credit> {
        let outs = outs.iter().filter_map(|(_, out)| out.as_ref());
        let mut credits = Vec::new();
        let mut points = outcome.points[army];
        for out in outs {
            points = points - out.points[army];
            credits.extend(self.credits_of(out, army));
        }
        let merit = match (outcome.ending, self.options().scoring) {
            (Ending::Draw(_), _) => Merit::Draw,
            (_, Scoring::MatchPoints) => Merit::LastKing,
            (_, Scoring::SharedPoint | Scoring::Stages | Scoring::WinnerAndThird) => {
                Merit::LastArmy
            }
        };
        let out = None;
        let end = (points.sixths() > 0).then_some(Credit { points, merit, out });
        credits.extend(end);
        credits
    }

    /// Returns the section of the rules that says what is scored.
    #[must_use]
    pub fn scored_by(&self) -> &'static str {
        match self.options().scoring {
            Scoring::SharedPoint if self.armies().len() == 2 => "§6.6",
            Scoring::SharedPoint => "§6.1",
            Scoring::MatchPoints => "§6.2",
            Scoring::Stages => "§6.3",
            Scoring::WinnerAndThird => "§6.5",
        }
    }
}

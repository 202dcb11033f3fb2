//! Rulesets: the options that say what ends a match and what it scores (rules §6).

use std::{fmt, str::FromStr};

use super::{
    color::{Color, Colors},
    position::Position,
    setup::{Impossible, ParsePositionError},
    words::{Choice, words},
};

/// The options of a ruleset (the rows of rules §6), not yet checked against each other: see
/// [`Ruleset::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesetOptions {
    /// The armies that play.
    pub armies: Armies,
    /// The elimination that ends the match.
    pub ends: Ends,
    /// The consequence of leaving a king that can be captured (rules §4.2, §6.5).
    pub king_capture: KingCapture,
    /// The consequence of stalemate while three armies are in play. With two in play it is always a
    /// draw.
    pub stalemate_of_three: Stalemate,
    /// The condition for two positions to be the same (rules §5.2).
    pub same_position: Sameness,
    /// The occurrences of a position at which a draw is due (rules §5.2): 2 to 100.
    pub repetition: DrawLimits,
    /// The moves without progress, of each army in play, after which a draw is due (rules §5.3): 1
    /// to 1,000.
    pub moves: DrawLimits,
    /// The way a draw by impossibility comes about (rules §5.4).
    pub impossibility: Impossibility,
    /// The way a player gives up.
    pub conceding: Conceding,
    /// The events that earn points.
    pub scoring: Scoring,
}

words! {
    /// The armies that play.
    Armies {
        /// White, Gray and Black.
        "3" => Three,
        /// White and Black. Gray's seat is empty, and its army is dead from the start (rules §6.6).
        "2" => Two,
    }
    /// The elimination that ends the match.
    Ends {
        /// The one that leaves a single army in play.
        "last-army" => LastArmy,
        /// The first one of the match.
        "first-out" => FirstOut,
    }
    /// The consequence of leaving a king that can be captured.
    KingCapture {
        /// The army to move may capture it, which puts its owner out (rules §4.2).
        "puts-out" => PutsOut,
        /// The army to move wins at once (rules §6.5).
        "wins" => Wins,
    }
    /// The consequence of stalemate.
    Stalemate {
        /// The stalemated army goes out.
        "out" => Out,
        /// The match is drawn.
        "draw" => Draw,
    }
    /// The condition for two positions to be the same (rules §5.2).
    Sameness {
        /// The same moves are possible in both, now and later.
        "rights" => Rights,
        /// The same pieces stand on the same squares.
        "arrangement" => Arrangement,
    }
    /// The way a draw by impossibility comes about (rules §5.4).
    Impossibility {
        /// Automatically, once checkmate has become impossible.
        "automatic" => Automatic,
        /// By a claim, once no army in play has mating material.
        "claim" => Claimed,
    }
    /// The way a player gives up.
    Conceding {
        /// The army goes out.
        "out" => Out,
        /// The player resigns for a named winner, and the third player must accept (rules §6.5).
        "named-winner" => NamedWinner,
    }
    /// The events that earn points.
    Scoring {
        /// One point for the last army, or shared by the armies in play at a draw (rules §6.1,
        /// §6.6).
        "shared-point" => SharedPoint,
        /// 2 for a checkmate, 1 for the last king, 1 for a draw (rules §6.2).
        "match-points" => MatchPoints,
        /// 1 for defeating an army, ½ for outliving one among three, with pacts (rules §6.3).
        "stages" => Stages,
        /// 1 for the winner, ½ for the third (rules §6.5).
        "winner-and-third" => WinnerAndThird,
    }
}

/// The counts at which a draw may be claimed and at which it comes automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawLimits {
    /// The count from which it may be claimed; `None` if it may not.
    pub claim: Option<u32>,
    /// The count from which it is automatic; `None` if it never is.
    pub automatic: Option<u32>,
}

/// Options that contradict each other or are out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The option is only possible together with another.
    #[error("{option} goes only with {with}")]
    GoesOnlyWith {
        /// The option, with its value.
        option: &'static str,
        /// The option it needs, with its value.
        with: &'static str,
    },
    /// The draw has neither a claim nor an automatic limit. The field names the option.
    #[error("{0} wants a number for the claim, for the draw by itself, or for both")]
    NoLimit(&'static str),
    /// The number is out of range.
    #[error("{option} takes {least} to {most}, and not {value}")]
    OutOfRange {
        /// The name of the option.
        option: &'static str,
        /// The given value.
        value: u32,
        /// The least value allowed.
        least: u32,
        /// The largest value allowed.
        most: u32,
    },
    /// The draw would be automatic before it could be claimed. The field names the option.
    #[error("{0} comes by itself no later than it can be claimed")]
    ClaimTooLate(&'static str),
}

impl Inconsistent {
    /// Returns the name of the option to blame.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Inconsistent::GoesOnlyWith { option, .. } => option.split(' ').next().unwrap_or(option),
            Inconsistent::NoLimit(option)
            | Inconsistent::OutOfRange { option, .. }
            | Inconsistent::ClaimTooLate(option) => option,
        }
    }
}

/// Options that fit together, which a match is played by.
///
/// ```
/// use rondel_rules::Ruleset;
///
/// let line = Ruleset::THREE_MAN.to_string();
/// assert_eq!(line.parse(), Ok(Ruleset::THREE_MAN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset(RulesetOptions);

impl Ruleset {
    /// `three-man` (rules §6.1): the last army in play wins.
    pub const THREE_MAN: Ruleset = Ruleset(RulesetOptions {
        armies: Armies::Three,
        ends: Ends::LastArmy,
        king_capture: KingCapture::PutsOut,
        stalemate_of_three: Stalemate::Out,
        same_position: Sameness::Rights,
        repetition: DrawLimits {
            claim: Some(3),
            automatic: Some(5),
        },
        moves: DrawLimits {
            claim: Some(50),
            automatic: Some(75),
        },
        impossibility: Impossibility::Automatic,
        conceding: Conceding::Out,
        scoring: Scoring::SharedPoint,
    });

    /// Makes a ruleset of these options.
    ///
    /// # Errors
    ///
    /// [`Inconsistent`] if two options contradict each other or a number is out of range.
    pub fn new(options: RulesetOptions) -> Result<Ruleset, Inconsistent> {
        let only = |holds: bool, option, with| {
            let otherwise = Inconsistent::GoesOnlyWith { option, with };
            holds.then_some(()).ok_or(otherwise)
        };
        let third = options.scoring == Scoring::WinnerAndThird;
        only(
            third || options.king_capture != KingCapture::Wins,
            "king-capture = \"wins\"",
            "scoring = \"winner-and-third\"",
        )?;
        only(
            third || options.conceding != Conceding::NamedWinner,
            "conceding = \"named-winner\"",
            "scoring = \"winner-and-third\"",
        )?;
        let fits = options.armies == Armies::Three
            && options.ends == Ends::FirstOut
            && options.stalemate_of_three == Stalemate::Draw;
        only(
            !third || fits,
            "scoring = \"winner-and-third\"",
            "armies = 3, ends = \"first-out\" and stalemate-of-three = \"draw\"",
        )?;
        check_limits(options.repetition, "repetition", 2, 100)?;
        check_limits(options.moves, "moves", 1, 1_000)?;
        Ok(Ruleset(options))
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &RulesetOptions {
        &self.0
    }

    /// Returns the armies that play.
    #[must_use]
    pub const fn armies(&self) -> Colors {
        match self.0.armies {
            Armies::Three => Colors::ALL,
            Armies::Two => Colors::ALL.without(Color::Gray),
        }
    }

    /// Returns the position in which a match begins (rules §1.3, §6.6).
    #[must_use]
    pub fn start(&self) -> Position {
        let mut position = Position::start();
        if self.0.armies == Armies::Two {
            position.put_out(Color::Gray);
        }
        position
    }

    /// Returns true if a match goes on with these armies in play (interfaces §6).
    #[must_use]
    pub const fn plays_on_with(&self, in_play: Colors) -> bool {
        let least = match self.0.ends {
            Ends::LastArmy => 2,
            Ends::FirstOut => self.armies().len(),
        };
        in_play.len() >= least
    }

    /// Returns true if the first elimination ends the match.
    #[must_use]
    pub fn ends_with_first_out(&self) -> bool {
        self.0.ends == Ends::FirstOut
    }

    /// Returns true if stalemate with these armies in play draws the match.
    pub fn draws_stalemate(&self, in_play: Colors) -> bool {
        in_play.len() == 2 || self.0.stalemate_of_three == Stalemate::Draw
    }

    /// Returns true if players may agree to mate the third army jointly (rules §6.3).
    #[must_use]
    pub fn has_pacts(&self) -> bool {
        self.0.scoring == Scoring::Stages && self.0.armies == Armies::Three
    }

    /// Returns true if a draw by impossibility must be claimed, false if it is automatic (rules
    /// §5.4).
    #[must_use]
    pub fn claims_impossibility(&self) -> bool {
        self.0.impossibility == Impossibility::Claimed
    }

    /// Returns true if a player who gives up must name a winner (rules §6.5).
    #[must_use]
    pub fn names_winners(&self) -> bool {
        self.0.conceding == Conceding::NamedWinner
    }

    /// Reads a position line for a match by this ruleset (rules §7.3, §7.4).
    ///
    /// # Errors
    ///
    /// [`ParsePositionError`] as for any line, and for what [`Ruleset::check`] refuses.
    pub fn position(&self, line: &str) -> Result<Position, ParsePositionError> {
        let position = line.parse()?;
        self.check(&position)?;
        Ok(position)
    }

    /// Refuses a position that this ruleset makes impossible (rules §7.4).
    ///
    /// # Errors
    ///
    /// [`Impossible`] for three armies in a match of two, and for an army of such a match that has
    /// just moved and is in check.
    pub fn check(&self, position: &Position) -> Result<(), Impossible> {
        if self.0.armies == Armies::Three {
            return Ok(());
        }
        if position.in_play() == Colors::ALL {
            return Err(Impossible::ThreeArmies);
        }
        let turn = position.turn();
        match position.in_play().without(turn).iter().next() {
            Some(before) if position.is_checked(before) => Err(Impossible::CheckAfterMove(before)),
            Some(_) | None => Ok(()),
        }
    }
}

fn check_limits(
    limits: DrawLimits,
    option: &'static str,
    least: u32,
    most: u32,
) -> Result<(), Inconsistent> {
    for value in [limits.claim, limits.automatic].into_iter().flatten() {
        if !(least..=most).contains(&value) {
            return Err(Inconsistent::OutOfRange {
                option,
                value,
                least,
                most,
            });
        }
    }
    match (limits.claim, limits.automatic) {
        (None, None) => Err(Inconsistent::NoLimit(option)),
        (Some(claim), Some(automatic)) if automatic <= claim => {
            Err(Inconsistent::ClaimTooLate(option))
        }
        _ => Ok(()),
    }
}

/// Writes the options as one line of `option:value`, always in the same order, which [`FromStr`]
/// reads back. Matches store their ruleset as this line.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.0;
        write!(
            f,
            "armies:{} ends:{} king-capture:{} stalemate-of-three:{} same-position:{} \
             repetition:{} moves:{} impossibility:{} conceding:{} scoring:{}",
            options.armies.word(),
            options.ends.word(),
            options.king_capture.word(),
            options.stalemate_of_three.word(),
            options.same_position.word(),
            options.repetition,
            options.moves,
            options.impossibility.word(),
            options.conceding.word(),
            options.scoring.word(),
        )
    }
}

/// Writes claim and automatic limit as `3/5`, with `-` for none.
impl fmt::Display for DrawLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |limit: Option<u32>| limit.map_or(String::from("-"), |limit| limit.to_string());
        write!(f, "{}/{}", text(self.claim), text(self.automatic))
    }
}

/// The text is not a line of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesetError {
    /// The text is not written the way [`Ruleset`] writes it.
    #[error("this is no line of a ruleset's options")]
    Form,
    /// The options contradict each other.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(line: &str) -> Result<Ruleset, ParseRulesetError> {
        let ruleset = Ruleset::new(read(line).ok_or(ParseRulesetError::Form)?)?;
        // Each ruleset has exactly one line: no other spelling, nothing after it.
        if ruleset.to_string() == line {
            Ok(ruleset)
        } else {
            Err(ParseRulesetError::Form)
        }
    }
}

fn read(line: &str) -> Option<RulesetOptions> {
    let mut words = line.split(' ');
    let mut value = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix(':');
    Some(RulesetOptions {
        armies: Choice::from_word(value("armies")?)?,
        ends: Choice::from_word(value("ends")?)?,
        king_capture: Choice::from_word(value("king-capture")?)?,
        stalemate_of_three: Choice::from_word(value("stalemate-of-three")?)?,
        same_position: Choice::from_word(value("same-position")?)?,
        repetition: limits(value("repetition")?)?,
        moves: limits(value("moves")?)?,
        impossibility: Choice::from_word(value("impossibility")?)?,
        conceding: Choice::from_word(value("conceding")?)?,
        scoring: Choice::from_word(value("scoring")?)?,
    })
}

fn limits(text: &str) -> Option<DrawLimits> {
    let (claim, automatic) = text.split_once('/')?;
    let limit = |text: &str| match text {
        "-" => Some(None),
        number => number.parse().ok().map(Some),
    };
    Some(DrawLimits {
        claim: limit(claim)?,
        automatic: limit(automatic)?,
    })
}

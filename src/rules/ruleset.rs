//! Rulesets: the options that say what ends a match and what it scores (rules §6).

use std::{fmt, str::FromStr};

use super::{
    color::{Color, Colors},
    position::Position,
    setup::Impossible,
};

/// Options of a ruleset (the rows of rules §6), not yet looked at together: see
/// [`Ruleset::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// How many armies play.
    pub armies: Armies,
    /// Which army that goes out ends the match.
    pub ends: Ends,
    /// What a king that can be taken leads to (rules §4.2, §6.5).
    pub king_capture: KingCapture,
    /// What becomes of an army that is stalemated while three are in play. With two in play it is
    /// always a draw.
    pub stalemate_of_three: Stalemate,
    /// When two positions are the same (rules §5.2).
    pub same_position: Sameness,
    /// At which occurrence of a position a draw is due (rules §5.2): 2 to 100.
    pub repetition: Limits,
    /// After how many moves of each army in play without progress a draw is due (rules §5.3): 1 to
    /// 1,000.
    pub moves: Limits,
    /// Whether a draw by impossibility comes by itself (rules §5.4).
    pub impossibility: Impossibility,
    /// How a player gives up.
    pub conceding: Conceding,
    /// What earns points.
    pub scoring: Scoring,
}

/// An option that is one of a few words.
pub trait Choice: Copy + Eq + 'static {
    /// Its words, and what each means.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for this.
    #[must_use]
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(word, _)| word)
    }

    /// What the word means, if it is one of them.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, value)| *value)
    }
}

macro_rules! choices {
    ($($(#[$about:meta])* $name:ident { $($(#[$means:meta])* $word:literal => $variant:ident,)+ })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$means])* $variant,)+ }

        impl Choice for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant),)+];
        }
    )+};
}

choices! {
    /// How many armies play.
    Armies {
        /// White, Gray and Black.
        "3" => Three,
        /// White and Black; Gray's seat is empty, and its army stands dead from the first move
        /// (rules §6.6).
        "2" => Two,
    }
    /// Which army that goes out ends the match.
    Ends {
        /// The last but one.
        "last-army" => LastArmy,
        /// The first.
        "first-out" => FirstOut,
    }
    /// What a king that can be taken leads to.
    KingCapture {
        /// The army to move may take it, which puts its army out (rules §4.2).
        "puts-out" => PutsOut,
        /// The army to move wins by itself (rules §6.5).
        "wins" => Wins,
    }
    /// What becomes of an army that is stalemated.
    Stalemate {
        /// It goes out.
        "out" => Out,
        /// The match is drawn.
        "draw" => Draw,
    }
    /// When two positions are the same (rules §5.2).
    Sameness {
        /// When the same may be done in them.
        "rights" => Rights,
        /// When the same pieces stand on the same squares.
        "arrangement" => Arrangement,
    }
    /// When there is a draw by impossibility (rules §5.4).
    Impossibility {
        /// By itself, once checkmate has become impossible.
        "automatic" => Automatic,
        /// When it is claimed, and no army in play has mating material.
        "claim" => Claimed,
    }
    /// How a player gives up.
    Conceding {
        /// The army goes out.
        "out" => Out,
        /// For a winner whom the resigner names, when the third agrees (rules §6.5).
        "named-winner" => NamedWinner,
    }
    /// What earns points.
    Scoring {
        /// One point for whoever is left, or shared by those in play at a draw (rules §6.1, §6.6).
        "shared-point" => SharedPoint,
        /// 2 for a checkmate, 1 for the last king, 1 for a draw (rules §6.2).
        "match-points" => MatchPoints,
        /// 1 for defeating an army, ½ for outliving one among three, with pacts (rules §6.3).
        "stages" => Stages,
        /// 1 for the winner, ½ for the third (rules §6.5).
        "winner-and-third" => WinnerAndThird,
    }
}

/// When a draw may be claimed, and when it comes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// From here on it may be claimed, where it may be at all.
    pub claim: Option<u32>,
    /// From here on it comes by itself, where it does at all.
    pub automatic: Option<u32>,
}

/// Options that do not go together, or are out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// An option that only goes with another.
    #[error("{option} goes only with {with}")]
    GoesOnlyWith {
        /// The option, with its value.
        option: &'static str,
        /// What it goes with.
        with: &'static str,
    },
    /// Neither a claim nor an end by itself.
    #[error("{0} wants a number for the claim, for the draw by itself, or for both")]
    NoLimit(&'static str),
    /// A number out of range.
    #[error("{option} takes {least} to {most}, and not {value}")]
    OutOfRange {
        /// Of what.
        option: &'static str,
        /// What was given.
        value: u32,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The draw would come by itself before it could be claimed.
    #[error("{0} comes by itself no later than it can be claimed")]
    ClaimTooLate(&'static str),
}

impl Inconsistent {
    /// The name of the option to blame.
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

/// The options that a match is played by, which go together.
///
/// ```
/// use rondel::rules::Ruleset;
///
/// let line = Ruleset::THREE_MAN.to_string();
/// assert_eq!(line.parse(), Ok(Ruleset::THREE_MAN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset(Options);

impl Ruleset {
    /// `three-man` (rules §6.1): the last army in play wins.
    pub const THREE_MAN: Ruleset = Ruleset(Options {
        armies: Armies::Three,
        ends: Ends::LastArmy,
        king_capture: KingCapture::PutsOut,
        stalemate_of_three: Stalemate::Out,
        same_position: Sameness::Rights,
        repetition: Limits {
            claim: Some(3),
            automatic: Some(5),
        },
        moves: Limits {
            claim: Some(50),
            automatic: Some(75),
        },
        impossibility: Impossibility::Automatic,
        conceding: Conceding::Out,
        scoring: Scoring::SharedPoint,
    });

    /// A ruleset of these options.
    ///
    /// # Errors
    ///
    /// [`Inconsistent`] where two options do not go together or a number is out of range.
    pub fn new(options: Options) -> Result<Ruleset, Inconsistent> {
        let only = |holds: bool, option, with| {
            if holds {
                Ok(())
            } else {
                Err(Inconsistent::GoesOnlyWith { option, with })
            }
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

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.0
    }

    /// The armies that play.
    #[must_use]
    pub const fn armies(&self) -> Colors {
        match self.0.armies {
            Armies::Three => Colors::ALL,
            Armies::Two => Colors::ALL.without(Color::Gray),
        }
    }

    /// The position in which a match begins (rules §1.3, §6.6).
    #[must_use]
    pub fn start(&self) -> Position {
        let mut position = Position::start();
        if self.0.armies == Armies::Two {
            position.remove_from_play(Color::Gray);
        }
        position
    }

    /// Whether a match in which these armies are in play goes on (interfaces §6).
    #[must_use]
    pub const fn plays_on_with(&self, in_play: Colors) -> bool {
        let least = match self.0.ends {
            Ends::LastArmy => 2,
            Ends::FirstOut => self.armies().len(),
        };
        in_play.len() >= least
    }

    /// Whether the first army that goes out ends the match.
    #[must_use]
    pub fn ends_with_first_out(&self) -> bool {
        self.0.ends == Ends::FirstOut
    }

    /// Whether players may agree to mate the third jointly (rules §6.3).
    #[must_use]
    pub fn has_pacts(&self) -> bool {
        self.0.scoring == Scoring::Stages && self.0.armies == Armies::Three
    }

    /// Whether a draw by impossibility is claimed, rather than come by itself (rules §5.4).
    #[must_use]
    pub fn claims_impossibility(&self) -> bool {
        self.0.impossibility == Impossibility::Claimed
    }

    /// Whether whoever gives up names a winner (rules §6.5).
    #[must_use]
    pub fn names_winners(&self) -> bool {
        self.0.conceding == Conceding::NamedWinner
    }

    /// Refuses a position that this ruleset makes impossible (rules §7.4).
    ///
    /// # Errors
    ///
    /// [`Impossible`] for three armies in a match of two, and for an army of such a match that
    /// has just moved and stands in check.
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
    limits: Limits,
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

/// Writes the options as one line of `option:value`, always in the same order, which
/// [`FromStr`] reads back. It is what a match keeps of its ruleset.
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
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |limit: Option<u32>| limit.map_or(String::from("-"), |limit| limit.to_string());
        write!(f, "{}/{}", text(self.claim), text(self.automatic))
    }
}

/// A text that is no line of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesetError {
    /// Not written as [`Ruleset`] writes it.
    #[error("this is no line of a ruleset's options")]
    Form,
    /// The options do not go together.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(line: &str) -> Result<Ruleset, ParseRulesetError> {
        let mut words = line.split(' ');
        let mut value = |name: &str| {
            let word = words.next().and_then(|word| word.strip_prefix(name));
            let value = word.and_then(|rest| rest.strip_prefix(':'));
            value.ok_or(ParseRulesetError::Form)
        };
        let ruleset = Ruleset::new(Options {
            armies: choice(value("armies")?)?,
            ends: choice(value("ends")?)?,
            king_capture: choice(value("king-capture")?)?,
            stalemate_of_three: choice(value("stalemate-of-three")?)?,
            same_position: choice(value("same-position")?)?,
            repetition: limits(value("repetition")?)?,
            moves: limits(value("moves")?)?,
            impossibility: choice(value("impossibility")?)?,
            conceding: choice(value("conceding")?)?,
            scoring: choice(value("scoring")?)?,
        })?;
        // One line for one ruleset: no other spelling, nothing behind it.
        if ruleset.to_string() == line {
            Ok(ruleset)
        } else {
            Err(ParseRulesetError::Form)
        }
    }
}

fn choice<T: Choice>(word: &str) -> Result<T, ParseRulesetError> {
    T::from_word(word).ok_or(ParseRulesetError::Form)
}

fn limits(text: &str) -> Result<Limits, ParseRulesetError> {
    let (claim, automatic) = text.split_once('/').ok_or(ParseRulesetError::Form)?;
    let limit = |text: &str| match text {
        "-" => Ok(None),
        number => number
            .parse()
            .map(Some)
            .map_err(|_| ParseRulesetError::Form),
    };
    Ok(Limits {
        claim: limit(claim)?,
        automatic: limit(automatic)?,
    })
}

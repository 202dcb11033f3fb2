//! The players of the arena: computers of this program, or other programs.

use std::{fmt, str::FromStr, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use rondel::{
    computer::{Level, Question, claims, think},
    rules::{Game, Move},
    tools::limits::SearchLimits,
};

use super::program::Program;

/// A player as named on the command line: `random`, `level 3`, or a program with its arguments that
/// speaks the protocol of `rondel engine`. Words that begin with `@` are settings: `@nodes=25000`,
/// `@depth=3` and `@movetime=6` bound each of its searches, `@name=…` names it in the report, and any
/// other is an option that is set, such as `@Level=3`.
///
/// ```
/// use rondel_dev::arena::Contestant;
///
/// let strong: Contestant = "level 3 @nodes=5000".parse().unwrap();
/// assert_eq!(strong.to_string(), "level 3 @nodes=5000");
/// assert!("level 99".parse::<Contestant>().is_err());
/// assert!("".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    name: String,
    pub(super) kind: PlayerKind,
    pub(super) limits: SearchLimits,
    pub(super) settings: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerKind {
    /// Plays any legal move.
    Random,
    /// A computer of this program, of a level or as strong as it can be.
    Computer(Level),
    /// A program and its arguments.
    Program(Vec<String>),
}

/// The text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseContestantError {
    /// Nothing is named.
    #[error("a player is random, level N, or a program with its arguments")]
    Nobody,
    /// There is no such level.
    #[error("levels are {} to {}", Level::LOWEST, Level::HIGHEST)]
    Level,
    /// A setting without a value, or with one that does not fit.
    #[error(
        "{0:?} is not a setting: these are @nodes=N, @depth=N, @movetime=MS, @name=NAME, @OPTION=VALUE"
    )]
    Setting(String),
}

impl FromStr for Contestant {
    type Err = ParseContestantError;

    fn from_str(text: &str) -> Result<Contestant, ParseContestantError> {
        let (set, words): (Vec<&str>, Vec<&str>) = text
            .split_whitespace()
            .partition(|word| word.starts_with('@'));
        let kind = match words.as_slice() {
            [] => return Err(ParseContestantError::Nobody),
            ["random"] => PlayerKind::Random,
            ["level", number] => {
                let level = number.parse().ok().and_then(Level::new);
                PlayerKind::Computer(level.ok_or(ParseContestantError::Level)?)
            }
            words => PlayerKind::Program(words.iter().map(|word| (*word).to_owned()).collect()),
        };
        let mut contestant = Contestant {
            name: text.split_whitespace().collect::<Vec<_>>().join(" "),
            kind,
            limits: SearchLimits::default(),
            settings: Vec::new(),
        };
        for word in set {
            contestant
                .set(&word[1..])
                .ok_or_else(|| ParseContestantError::Setting(word.to_owned()))?;
        }
        Ok(contestant)
    }
}

impl Contestant {
    fn set(&mut self, setting: &str) -> Option<()> {
        let (key, value) = setting.split_once('=')?;
        match key {
            "nodes" | "depth" | "movetime" => self.limits.set(key, value)?,
            "name" => value.clone_into(&mut self.name),
            "" => return None,
            _ => self.settings.push((key.to_owned(), value.to_owned())),
        }
        Some(())
    }

    /// Bounds its searches where it says nothing of that itself.
    #[must_use]
    pub fn within(mut self, nodes: Option<u64>, movetime: Option<u64>) -> Contestant {
        if self.limits == SearchLimits::default() {
            self.limits.bounds.seen = nodes;
            self.limits.time = movetime.map(Duration::from_millis);
        }
        self
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What a player does when it is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It claims the draw that is due.
    Claim,
    /// It moves, and claims the draw that is due with the move if this is true.
    Move(Move, bool),
}

/// A player at the board.
#[derive(Debug)]
pub struct SeatedPlayer(Seated);

#[derive(Debug)]
enum Seated {
    Random,
    Computer(Level, SearchLimits),
    Program(Program),
}

impl SeatedPlayer {
    /// Seats a player; a program starts.
    ///
    /// # Errors
    ///
    /// Says why a program does not start.
    pub fn seat(contestant: &Contestant) -> Result<SeatedPlayer, String> {
        Ok(SeatedPlayer(match &contestant.kind {
            PlayerKind::Random => Seated::Random,
            PlayerKind::Computer(level) => Seated::Computer(*level, contestant.limits),
            PlayerKind::Program(words) => Seated::Program(
                Program::start(words, &contestant.limits, &contestant.settings)
                    .map_err(|error| format!("{contestant} does not start: {error}"))?,
            ),
        }))
    }

    /// Tells the player that another game begins, under the ruleset of this name.
    ///
    /// # Errors
    ///
    /// Says what a program does wrong.
    pub fn begin(&mut self, ruleset: &str, seed: u64) -> Result<(), String> {
        match &mut self.0 {
            Seated::Random | Seated::Computer(..) => Ok(()),
            Seated::Program(program) => program.begin(ruleset, seed),
        }
    }

    /// Asks the player to move in a game that began with a position and these moves. `start` is the
    /// position as a line, or the word `start`.
    ///
    /// # Errors
    ///
    /// Says what a program does wrong, or that no move is legal.
    pub fn play(
        &mut self,
        game: &Game,
        seed: u64,
        start: &str,
        moves: &str,
    ) -> Result<Played, String> {
        let turn = game.position().turn();
        match &mut self.0 {
            Seated::Random => {
                let moves = game.position().legal_moves();
                let mut dice = ChaCha12Rng::seed_from_u64(seed);
                dice.set_stream(u64::from(game.position().ply()));
                match moves.len() {
                    0 => Err(String::from("there is no legal move")),
                    some => Ok(Played::Move(moves[dice.random_range(0..some)], false)),
                }
            }
            Seated::Computer(level, limits) => {
                if game.claimable(turn).is_some() && claims(game, turn, *level) {
                    return Ok(Played::Claim);
                }
                let begun = std::time::Instant::now();
                let stop = || limits.time.is_some_and(|time| begun.elapsed() >= time);
                let question = Question {
                    game,
                    level: Some(*level),
                    seed,
                };
                let chosen = think(&question, limits.bounds, &stop, &mut |_| ());
                let chosen = chosen.ok_or("the computer made no move")?;
                Ok(Played::Move(chosen.mv, chosen.claim))
            }
            Seated::Program(program) => {
                let (mv, claim) = program.play(start, moves)?;
                Ok(Played::Move(mv, claim))
            }
        }
    }
}

//! A greedy player: it looks at one move, counts what hangs, and adds some noise. Its matches are
//! where positions come from, and its mistakes are where traps do.
//!
//! It stands on the geometry of this package, not on the library's computer, so that the positions
//! of a seed stay the same whatever becomes of that.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::rules::{Color, Colors, Move, Piece, Position, Role};

use super::geometry::{DIRECTIONS, SQUARES, Step, geometry, rank};

/// The plies at random with which a match begins: one of these numbers.
const OPENING: std::ops::Range<u32> = 5..12;
/// The plies after which a match is broken off.
const LONGEST: u32 = 200;

/// Returns the value of a piece in pawns; a king counts as none.
#[must_use]
pub const fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
        Role::CrossedPawn => 2,
    }
}

/// The way a player sees lines of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// As they are.
    True,
    /// As if moats were dry land, so that pieces attack across them.
    DryMoats,
    /// As if pawns captured across creeks.
    DryCreeks,
    /// As on a board of eight files without a middle: nothing through the centre, and nothing
    /// further along a ring than seven squares.
    Near,
}

/// The pieces of a position on their squares.
#[derive(Clone, Debug)]
pub struct Board {
    men: [Option<Piece>; SQUARES],
    in_play: Colors,
}

impl Board {
    /// Returns the board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Board {
        let mut men = [None; SQUARES];
        for (square, piece) in position.pieces() {
            men[square.index()] = Some(piece);
        }
        let in_play = position.in_play();
        Board { men, in_play }
    }

    /// Returns the value of the cheapest piece of these armies that attacks the square, as seen in
    /// the view. A king counts as 100, being last to take.
    #[must_use]
    pub fn cheapest(&self, at: u8, armies: Colors, view: View) -> Option<i32> {
        let mut least: Option<i32> = None;
        let mut note = |role: Role| {
            let price = if role == Role::King { 100 } else { value(role) };
            least = Some(least.map_or(price, |least| least.min(price)));
        };
        let armies: Colors = armies
            .iter()
            .filter(|army| self.in_play.contains(*army))
            .collect();
        let theirs = |step: &Step| {
            let piece = self.men[step.to as usize];
            piece.filter(|piece| {
                armies.contains(piece.color) && (!step.moat || view == View::DryMoats)
            })
        };
        for (direction, ray) in DIRECTIONS.into_iter().zip(&geometry().rays[at as usize]) {
            let Some((nth, step)) = ray
                .iter()
                .enumerate()
                .find(|(_, step)| self.men[step.to as usize].is_some())
            else {
                continue;
            };
            let beyond = step.centre || (direction.1 == 0 && nth > 6);
            if let Some(piece) = theirs(step)
                && !(beyond && view == View::Near && nth > 0)
                && reaches(piece.role, step, nth, at, direction, view)
            {
                note(piece.role);
            }
        }
        for leap in &geometry().knight[at as usize] {
            if theirs(leap).is_some_and(|piece| piece.role == Role::Knight) {
                note(Role::Knight);
            }
        }
        least
    }

    fn after(&self, mv: Move) -> Board {
        let mut after = self.clone();
        after.men[mv.to.index()] = after.men[mv.from.index()].take();
        after
    }

    /// Returns what a move wins by exchanges on its target: the captured piece, less the moved one
    /// if it can be taken, and what is taken back for it.
    #[must_use]
    pub fn gain(&self, mv: Move, view: View) -> i32 {
        let Some(mover) = self.men[mv.from.index()] else {
            return 0;
        };
        let taken = self.men[mv.to.index()].filter(|taken| self.in_play.contains(taken.color));
        let promotion = mv
            .promotion
            .map_or(0, |role| value(role) - value(mover.role));
        let won = taken.map_or(0, |taken| value(taken.role)) + promotion;
        won - self.after(mv).hangs(mv.to.index() as u8, view)
    }

    /// Returns what an army loses by exchanges on the square of one of its pieces.
    fn hangs(&self, at: u8, view: View) -> i32 {
        let Some(piece) = self.men[at as usize].filter(|piece| piece.role != Role::King) else {
            return 0;
        };
        let (own, others) = (
            Colors::NONE.with(piece.color),
            Colors::ALL.without(piece.color),
        );
        let Some(price) = self.cheapest(at, others, view) else {
            return 0;
        };
        match self.cheapest(at, own, view) {
            // A king takes only what nobody guards.
            Some(_) if price == 100 => 0,
            Some(_) => (value(piece.role) - price).max(0),
            None => value(piece.role),
        }
    }

    /// Returns the most an army loses on one square.
    fn loses(&self, army: Color) -> i32 {
        let own =
            self.men.iter().zip(0..).filter(|(man, _)| {
                man.is_some_and(|man| man.color == army && man.role != Role::Pawn)
            });
        own.map(|(_, at)| self.hangs(at, View::True))
            .max()
            .unwrap_or(0)
    }
}

/// Returns true if a piece of the role, the `nth` square from `at` in a direction, attacks `at`.
fn reaches(role: Role, step: &Step, nth: usize, at: u8, direction: (i32, i32), view: View) -> bool {
    let diagonal = direction.0 != 0 && direction.1 != 0;
    match role {
        Role::Queen => true,
        Role::Rook => !diagonal,
        Role::Bishop => diagonal,
        Role::King => nth == 0,
        Role::Knight => false,
        Role::Pawn if nth == 0 && view == View::DryCreeks => {
            diagonal && (step.centre || rank(step.to) < rank(at))
        }
        Role::Pawn => geometry().pawn[step.to as usize].contains(&at),
        Role::CrossedPawn if nth == 0 && view == View::DryMoats => {
            diagonal && rank(step.to) > rank(at)
        }
        Role::CrossedPawn => geometry().crossed[step.to as usize].contains(&at),
    }
}

/// Returns the capture that a greedy player in this view makes: the one that wins most, if any wins
/// something. Of equal ones, the first in order.
#[must_use]
pub fn best_capture(position: &Position, view: View) -> Option<Move> {
    let board = Board::of(position);
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves.retain(|mv| board.men[mv.to.index()].is_some());
    let gains = moves.into_iter().map(|mv| (board.gain(mv, view), mv));
    let wins = gains.filter(|(gain, _)| *gain > 0);
    wins.max_by_key(|(gain, mv)| (*gain, std::cmp::Reverse(*mv)))
        .map(|(_, mv)| mv)
}

/// The positions of endless matches between greedy players, each settled and with a move to make.
#[derive(Debug)]
pub struct Matches {
    dice: ChaCha12Rng,
    position: Option<Position>,
    opening: u32,
    /// The number of the match, from 1 on.
    pub nth: u64,
}

impl Matches {
    /// Returns the matches of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Matches {
        Matches {
            dice: ChaCha12Rng::seed_from_u64(seed),
            position: None,
            opening: 0,
            nth: 0,
        }
    }

    /// Breaks off the current match, so that the next position is of another.
    pub fn break_off(&mut self) {
        self.position = None;
    }

    fn start(&mut self) -> Position {
        self.nth += 1;
        self.opening = self.dice.random_range(OPENING);
        Position::start()
    }

    fn go_on(&mut self, mut position: Position) -> Option<Position> {
        let mv = if position.ply() < self.opening {
            let moves = position.legal_moves();
            moves
                .get(self.dice.random_range(0..moves.len().max(1)))
                .copied()
        } else {
            self.choose(&position)
        };
        position.play(mv?);
        let ended = position.settle(|_| ()).is_some() || position.in_play().len() < 2;
        (!ended && position.ply() < LONGEST).then_some(position)
    }

    /// Returns the move that wins most by exchanges and leaves least hanging, give or take a pawn.
    fn choose(&mut self, position: &Position) -> Option<Move> {
        let board = Board::of(position);
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        let worth = |mv: Move, noise: i32| {
            let left = board.after(mv).loses(position.turn());
            let landing = board.gain(mv, View::True);
            // What hangs on the target is in both.
            100 * (landing - left) + noise
        };
        moves
            .into_iter()
            .max_by_key(|mv| worth(*mv, self.dice.random_range(0..150)))
    }
}

impl Iterator for Matches {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            let position = match self.position.take() {
                Some(position) => self.go_on(position),
                None => Some(self.start()),
            };
            if let Some(position) = position {
                self.position = Some(position);
                if position.ply() >= self.opening {
                    return Some(position);
                }
            }
        }
    }
}

//! Move ordering: moves that are likely to cut the search short come first.

use rondel_rules::{Bitboard, Color, Move, Position, Role, Square};

use super::{
    evaluation::value,
    exchange::{captured, exchange},
};

/// A move in the list of those still to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) role: Role,
    pub(super) mv: Move,
    /// Sort key, highest first.
    pub(super) gain: i32,
    /// True if it captures nothing and promotes nothing.
    pub(super) quiet: bool,
}

/// The legal moves of a position that are still to be searched.
pub(super) struct MovePicker {
    at: usize,
    foe: Option<Color>,
    before: Option<Move>,
    left: Left,
    /// False if quiet moves are left out.
    with_quiet: bool,
    list: Vec<Listed>,
}

/// The moves that are not yet listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    All,
    /// All but the one that was best before.
    Captures,
    Quiet,
    /// None: all are.
    Listed,
}

impl MovePicker {
    /// Leaves out the moves that capture and promote nothing and are not yet listed.
    pub(super) fn leave_quiet(&mut self) {
        self.with_quiet = false;
    }
}

/// The deepest ply for which moves are remembered.
const DEEPEST: usize = 32;
/// The advantage of the move that was best before over any other.
const BEST: i32 = 1 << 22;
/// The advantage of a good capture over any quiet move.
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const HISTORY_MOST: i32 = 1 << 17;

/// Moves that have cut the search short before, and lists for reuse.
pub(super) struct Memory {
    killers: [[Option<Move>; 2]; DEEPEST],
    /// Indexed by army, role and target.
    history: Vec<i32>,
    spare: Vec<Vec<Listed>>,
}

/// Where pieces stand badly, or do harm.
struct Places {
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
    any: Bitboard,
    own: Bitboard,
    /// From where a queen, rook, bishop or knight checks a king.
    straight: Bitboard,
    diagonal: Bitboard,
    knight: Bitboard,
}

impl Places {
    fn of(position: &Position, foe: Option<Color>) -> Places {
        let board = position.board();
        let turn = position.turn();
        let theirs = position.opponents(turn);
        let reach = |role: Role, of: Bitboard| {
            let mut reach = Bitboard::EMPTY;
            (of & board.of_role(role))
                .into_iter()
                .for_each(|from| reach |= board.targets(role, from));
            reach
        };
        let by_pawn = reach(Role::Pawn, theirs) | reach(Role::CrossedPawn, theirs);
        let by_minor = by_pawn | reach(Role::Knight, theirs) | reach(Role::Bishop, theirs);
        let by_rook = by_minor | reach(Role::Rook, theirs);
        let any = by_rook | reach(Role::Queen, theirs) | reach(Role::King, theirs);
        let ours = board.of_color(turn);
        let own = reach(Role::Pawn, ours)
            | reach(Role::CrossedPawn, ours)
            | reach(Role::Knight, ours)
            | reach(Role::Bishop, ours)
            | reach(Role::Rook, ours)
            | reach(Role::Queen, ours);
        let mut places = Places {
            by_pawn,
            by_minor,
            by_rook,
            any,
            own,
            straight: Bitboard::EMPTY,
            diagonal: Bitboard::EMPTY,
            knight: Bitboard::EMPTY,
        };
        for color in position.in_play().without(turn).iter() {
            if foe.is_none_or(|foe| foe == color)
                && let Some(king) = position.king_square(color)
            {
                places.straight |= board.targets(Role::Rook, king);
                places.diagonal |= board.targets(Role::Bishop, king);
                places.knight |= board.targets(Role::Knight, king);
            }
        }
        places
    }

    fn gain(&self, role: Role, mv: Move) -> i32 {
        let (lesser, checks) = match role {
            Role::Pawn | Role::CrossedPawn => (Bitboard::EMPTY, false),
            Role::Knight => (self.by_pawn, self.knight.contains(mv.to)),
            Role::Bishop => (self.by_pawn, self.diagonal.contains(mv.to)),
            Role::Rook => (self.by_minor, self.straight.contains(mv.to)),
            Role::Queen => (
                self.by_rook,
                self.straight.contains(mv.to) || self.diagonal.contains(mv.to),
            ),
            Role::King => return -20,
        };
        let bad = |square: Square| {
            lesser.contains(square) || self.any.contains(square) && !self.own.contains(square)
        };
        let worth = value(role) / 4;
        let mut gain = 0;
        let lost = bad(mv.to);
        if lost {
            gain -= worth;
        }
        if bad(mv.from) {
            gain += worth;
        }
        if checks && !lost {
            gain += 60;
        }
        let (from, to) = (i32::from(mv.from.rank()), i32::from(mv.to.rank()));
        gain += match role {
            Role::Pawn => 2 * to,
            Role::CrossedPawn => 10 * (6 - to),
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => 3 * (to - from),
        };
        gain
    }
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            killers: [[None; 2]; DEEPEST],
            history: vec![0; 3 * Role::ALL.len() * Square::COUNT],
            spare: Vec::new(),
        }
    }

    fn place(color: Color, role: Role, to: Square) -> usize {
        (color.index() * Role::ALL.len() + role as usize) * Square::COUNT + to.index()
    }

    /// Returns how often a quiet move has cut the search short; a king stays where it is rather.
    pub(super) fn liked(&self, color: Color, role: Role, mv: Move) -> i32 {
        self.history[Memory::place(color, role, mv.to)] - i32::from(role == Role::King)
    }

    /// Begins to look through all legal moves: `before`, if it is legal, then captures that lose nothing, of
    /// pieces of `foe` only if it is given, then all others.
    pub(super) fn moves(
        &mut self,
        at: usize,
        foe: Option<Color>,
        before: Option<Move>,
    ) -> MovePicker {
        MovePicker {
            at,
            foe,
            before,
            left: Left::All,
            with_quiet: true,
            list: self.spare.pop().unwrap_or_default(),
        }
    }

    /// Returns the most promising of the moves that are left. Each kind is listed only once it is its turn,
    /// since the first move is often enough.
    pub(super) fn next(&mut self, position: &Position, moves: &mut MovePicker) -> Option<Listed> {
        if moves.left == Left::All {
            moves.left = Left::Captures;
            match moves.before {
                Some(mv) if position.is_legal(mv) => return known(position, mv),
                Some(_) | None => moves.before = None,
            }
        }
        if moves.left == Left::Captures {
            moves.left = Left::Quiet;
            list_loud(position, moves);
        }
        let mut best = Memory::best(&moves.list);
        if moves.left == Left::Quiet && best.is_none_or(|nth| moves.list[nth].gain < CAPTURE / 2) {
            moves.left = Left::Listed;
            if moves.with_quiet {
                self.list_quiet(position, moves);
                best = Memory::best(&moves.list);
            }
        }
        best.map(|nth| moves.list.swap_remove(nth))
    }

    /// Lists the moves that capture and promote nothing.
    fn list_quiet(&self, position: &Position, moves: &mut MovePicker) {
        let killers = self.killers[moves.at.min(DEEPEST - 1)];
        let color = position.turn();
        let places = Places::of(position, moves.foe);
        let free = Bitboard::ALL.without(position.opponents(color));
        position.each_legal_move_to(free, |role, mv| {
            if mv.promotion.is_some() || moves.before == Some(mv) {
                return;
            }
            let gain = if killers.contains(&Some(mv)) {
                KILLER
            } else {
                self.history[Memory::place(color, role, mv.to)] + places.gain(role, mv)
            };
            moves.list.push(Listed {
                role,
                mv,
                gain,
                quiet: true,
            });
        });
    }

    /// Lists the captures of pieces in play that lose nothing, or only of those of `foe` if it is given,
    /// and promotions to a queen. The key is what they win, in hundredths of a pawn.
    pub(super) fn captures(&mut self, position: &Position, foe: Option<Color>) -> MovePicker {
        let mut moves = self.moves(0, foe, None);
        moves.left = Left::Listed;
        let enemies = match foe {
            Some(foe) => position.board().of_color(foe),
            None => position.opponents(position.turn()),
        };
        position.each_legal_move_to(enemies, |role, mv| {
            let queens = mv.promotion == Some(Role::Queen);
            if mv.promotion.is_some() && !queens {
                return;
            }
            let mut gain = match captured(position, mv) {
                Some((owner, _)) if foe.is_none_or(|foe| foe == owner) => {
                    exchange(position, role, mv)
                }
                Some(_) | None if queens => 0,
                Some(_) | None => return,
            };
            if queens {
                gain += value(Role::Queen) - value(Role::CrossedPawn);
            }
            if gain >= 0 {
                moves.list.push(Listed {
                    role,
                    mv,
                    gain,
                    quiet: false,
                });
            }
        });
        moves
    }

    /// Returns the place of the first of the most promising moves.
    fn best(moves: &[Listed]) -> Option<usize> {
        let mut best = None;
        let mut most = i32::MIN;
        for (nth, listed) in moves.iter().enumerate() {
            if listed.gain > most {
                most = listed.gain;
                best = Some(nth);
            }
        }
        best
    }

    /// Keeps a list for reuse.
    pub(super) fn keep(&mut self, moves: MovePicker) {
        let mut list = moves.list;
        list.clear();
        self.spare.push(list);
    }

    /// Remembers a quiet move after which the other moves need not be searched.
    pub(super) fn note_cut(&mut self, color: Color, listed: &Listed, at: usize, depth: i32) {
        if !listed.quiet {
            return;
        }
        let killers = &mut self.killers[at.min(DEEPEST - 1)];
        if killers[0] != Some(listed.mv) {
            killers[1] = killers[0];
            killers[0] = Some(listed.mv);
        }
        let place = Memory::place(color, listed.role, listed.mv.to);
        let weight = 1 << (2 * depth.clamp(0, 6));
        self.history[place] = (self.history[place] + weight).min(HISTORY_MOST);
    }
}

/// Returns a legal move as one of a list.
fn known(position: &Position, mv: Move) -> Option<Listed> {
    Some(Listed {
        role: position.piece_at(mv.from)?.role,
        mv,
        gain: BEST,
        quiet: captured(position, mv).is_none() && mv.promotion.is_none(),
    })
}

/// Lists captures and promotions.
fn list_loud(position: &Position, moves: &mut MovePicker) {
    position.each_legal_move_to(position.opponents(position.turn()), |role, mv| {
        if moves.before == Some(mv) {
            return;
        }
        let mut gain = match captured(position, mv) {
            Some((owner, taken)) => {
                let won = exchange(position, role, mv);
                let wanted = moves.foe.is_none_or(|foe| foe == owner);
                let first = value(taken) / 8 - value(role) / 128;
                match (won >= 0, wanted) {
                    (true, true) => CAPTURE + won + first,
                    (true, false) => won + first,
                    (false, _) => won - HISTORY_MOST,
                }
            }
            None => 0,
        };
        match mv.promotion {
            Some(Role::Queen) => gain += CAPTURE,
            Some(_) => gain -= CAPTURE,
            None => (),
        }
        moves.list.push(Listed {
            role,
            mv,
            gain,
            quiet: false,
        });
    });
}

//! Tables of distances to an aim, worked out backwards from its end for all men of one kind.
//!
//! A value is a number of plies with best play by all: those that strive for the aim take the
//! shortest way, the rest the longest. Repetition and the count of rules §5.3 are left out: where
//! the aim can be forced at all, the shortest way repeats nothing, and it ends long before the
//! count.

use std::{io, path::Path, thread};

use rondel::rules::Role;
use serde::{Deserialize, Serialize};

use super::{
    geometry::rank,
    men::{Hop, Men, NONE, Third},
};

/// The value of men that cannot stand so ([`Men::is_legal`]).
pub const ILLEGAL: u8 = u8::MAX;
/// The value of men from which the aim cannot be forced.
pub const OPEN: u8 = u8::MAX - 1;

/// The aim of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Aim {
    /// The attacker wins the point of `three-man` (rules §6.1): it is the last army in play,
    /// whatever the others do, even together. With two armies in play that is checkmate.
    Point,
    /// The attacker sees one of two others go out, whatever they do. It is then sure of half a
    /// point: a lone king can neither mate it nor take its king.
    Half,
    /// The first of two others goes out, whatever it does, when all the rest join forces.
    FirstOut,
    /// The second of two others goes out likewise.
    SecondOut,
}

impl Aim {
    /// Returns true if the army of this turn strives for the aim.
    #[must_use]
    pub const fn has(self, turn: usize) -> bool {
        match self {
            Aim::Point | Aim::Half => turn == 0,
            Aim::FirstOut => turn != 1,
            Aim::SecondOut => turn != 2,
        }
    }

    /// Returns true if the aim is reached when one of two others goes out.
    pub(crate) const fn is_reached_without(self, other: usize) -> bool {
        match self {
            Aim::Point => false,
            Aim::Half => true,
            Aim::FirstOut => other == 0,
            Aim::SecondOut => other == 1,
        }
    }
}

/// The men and the aim of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The role of the attacker's piece.
    pub role: Role,
    /// The state of the third army.
    pub third: Third,
    /// The aim; always the point with two armies in play.
    pub aim: Aim,
}

impl Subject {
    /// Returns the subject of two armies with nothing of the third left.
    #[must_use]
    pub const fn two(role: Role) -> Subject {
        let (third, aim) = (Third::Gone, Aim::Point);
        Subject { role, third, aim }
    }

    pub(crate) const fn turns(&self) -> usize {
        if matches!(self.third, Third::InPlay) {
            3
        } else {
            2
        }
    }

    /// Returns the subjects that men of this one can turn into. A bishop or a knight against a lone
    /// king is a draw at once (rules §5.4), so no table is needed where a pawn becomes one.
    #[must_use]
    pub fn lower(&self) -> Vec<Subject> {
        let (two, aim) = (Subject::two(self.role), Aim::Point);
        let third = Third::Dead;
        match (self.third, self.role) {
            (Third::InPlay, _) => vec![
                two,
                Subject {
                    third,
                    aim,
                    ..*self
                },
            ],
            (Third::Dead, _) => vec![two],
            (Third::Gone, Role::CrossedPawn) => {
                vec![Subject::two(Role::Queen), Subject::two(Role::Rook)]
            }
            (Third::Gone, Role::Pawn) => vec![Subject::two(Role::CrossedPawn)],
            (Third::Gone, _) => Vec::new(),
        }
    }
}

/// A finished table.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Its men and its aim.
    pub subject: Subject,
    /// The values by turn and by [number](Men::number).
    pub(crate) values: Vec<Vec<u8>>,
}

/// Figures of the positions of one turn in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// The legal positions, each symmetric one counted.
    pub positions: u64,
    /// Those from which the aim can be forced.
    pub forced: u64,
    /// The most plies that takes.
    pub longest: u8,
}

/// Tables together with those that their men can turn into.
#[derive(Debug, Default)]
pub struct Tables(Vec<Table>);

impl Tables {
    /// Returns the table of a subject, if it is there.
    #[must_use]
    pub fn table(&self, subject: Subject) -> Option<&Table> {
        self.0.iter().find(|table| table.subject == subject)
    }

    /// Adds the table of a subject and those below it: read from the folder if they are there and
    /// whole, else built by so many threads and written. Without a folder nothing is read or
    /// written.
    ///
    /// # Errors
    ///
    /// If a table that was built cannot be written.
    pub fn add(
        &mut self,
        subject: Subject,
        folder: Option<&Path>,
        threads: usize,
    ) -> io::Result<()> {
        if self.table(subject).is_some() {
            return Ok(());
        }
        for lower in subject.lower() {
            self.add(lower, folder, threads)?;
        }
        let file = folder.map(|folder| folder.join(subject.file_name()));
        if let Some(file) = &file
            && let Ok(table) = Table::read(subject, file)
        {
            self.0.push(table);
            return Ok(());
        }
        let table = Builder::build(subject, self, threads);
        if let Some(file) = &file {
            table.write(file)?;
        }
        self.0.push(table);
        Ok(())
    }

    /// Returns the value of men when this turn comes, or [`OPEN`] where the attacker cannot win any
    /// more: its piece is captured, or is a bishop or a knight. `None` if the table is not there.
    #[must_use]
    pub fn value(&self, aim: Aim, men: &Men, turn: usize) -> Option<u8> {
        if men.piece == NONE || matches!(men.role, Role::Bishop | Role::Knight) {
            return Some(OPEN);
        }
        let (role, third) = (men.role, men.third);
        let aim = if third == Third::InPlay {
            aim
        } else {
            Aim::Point
        };
        let table = self.table(Subject { role, third, aim })?;
        Some(table.values[turn][men.number()])
    }

    /// Returns the value of the men and all moves that keep it. `None` if the men cannot stand so,
    /// or if the table is not there.
    #[must_use]
    pub fn best(&self, aim: Aim, men: &Men, turn: usize) -> Option<(u8, Vec<Hop>)> {
        let value = self
            .value(aim, men, turn)
            .filter(|value| *value != ILLEGAL)?;
        let mut found = Vec::new();
        men.each_move(turn, |hop, after, next| {
            let inside = |men: &Men, turn| self.value(aim, men, turn).unwrap_or(ILLEGAL);
            found.push((reached(aim, men, hop, &after, next, self, inside), hop));
        });
        found.sort_unstable();
        found.dedup();
        let best = if aim.has(turn) {
            found.first()
        } else {
            found.last()
        };
        let best = best.map(|best| best.0);
        let kept = found.into_iter().filter(|found| Some(found.0) == best);
        Some((value, kept.map(|found| found.1).collect()))
    }
}

/// Returns the value of the men after a move. `inside` tells that of men of the same subject.
fn reached(
    aim: Aim,
    before: &Men,
    hop: Hop,
    after: &Men,
    next: usize,
    lower: &Tables,
    inside: impl Fn(&Men, usize) -> u8,
) -> u8 {
    if after.piece == NONE {
        return OPEN;
    }
    if (before.role, before.third) == (after.role, after.third) {
        return inside(after, next);
    }
    let captured = usize::from(hop.to == before.others[1]);
    if before.third == Third::InPlay && aim.is_reached_without(captured) {
        return 0;
    }
    lower.value(aim, after, next).unwrap_or(ILLEGAL)
}

/// Returns the value of men of which one of the others has its turn and no move (rules §4.3, §6).
fn stranded(aim: Aim, men: &Men, other: usize, lower: &Tables) -> u8 {
    if men.third != Third::InPlay {
        // Not in check, it draws.
        return if men.is_checked(other) { 0 } else { OPEN };
    }
    if aim.is_reached_without(other) {
        return 0;
    }
    let next = 1 - other;
    lower
        .value(aim, &men.without(other, true), next)
        .unwrap_or(ILLEGAL)
}

/// A table in the making.
///
/// It is built from the end, level by level. A state is told of each of its successors when that
/// gets its value. One such successor is enough for an army that strives for the aim; any other
/// army must have been told of all, the last of them being the longest way.
struct Builder<'a> {
    subject: Subject,
    lower: &'a Tables,
    values: Vec<Vec<u8>>,
    /// The successors that have no value yet, for armies that do not strive.
    left: Vec<Vec<u8>>,
    /// The states to be told at a level, other than by successors of the same subject.
    later: Vec<Vec<(u8, u32)>>,
    /// The states that have got their values at the current level.
    fresh: Vec<(u8, u32)>,
}

impl Builder<'_> {
    fn build(subject: Subject, lower: &Tables, threads: usize) -> Table {
        let turns = subject.turns();
        let mut builder = Builder {
            subject,
            lower,
            values: Vec::new(),
            left: Vec::new(),
            later: vec![Vec::new(); usize::from(ILLEGAL) + 1],
            fresh: Vec::new(),
        };
        for turn in 0..turns {
            builder.begin(turn, threads);
        }
        for level in 0..usize::from(OPEN) {
            let fresh = std::mem::take(&mut builder.fresh);
            for (turn, number) in std::mem::take(&mut builder.later[level]) {
                builder.tell(turn.into(), number as usize, level as u8);
            }
            for (turn, number) in fresh {
                let Subject { role, third, .. } = subject;
                let before = (usize::from(turn) + turns - 1) % turns;
                Men::of_number(role, third, number as usize).each_origin(before, |origin| {
                    builder.tell(before, origin.number(), level as u8);
                });
            }
        }
        Table {
            subject,
            values: builder.values,
        }
    }

    /// Tells a state at a level of a successor, or of its own end.
    fn tell(&mut self, turn: usize, number: usize, level: u8) {
        let value = &mut self.values[turn][number];
        if *value != OPEN {
            return;
        }
        if !self.subject.aim.has(turn) {
            let left = &mut self.left[turn][number];
            *left -= 1;
            if *left > 0 {
                return;
            }
        }
        *value = level;
        self.fresh.push((turn as u8, number as u32));
    }

    /// Finds all states of a turn that can be, their successors, and the levels at which they are
    /// told from elsewhere.
    fn begin(&mut self, turn: usize, threads: usize) {
        let places = Men::places(self.subject.third);
        let (mut values, mut left) = (vec![OPEN; places], Vec::new());
        left.resize(
            if self.subject.aim.has(turn) {
                0
            } else {
                places
            },
            0,
        );
        let share = places.div_ceil(threads);
        let this = &*self;
        let told: Vec<(u8, u32)> = thread::scope(|scope| {
            let mut lefts = left.chunks_mut(share);
            let parts = values.chunks_mut(share).enumerate().map(|(nth, values)| {
                let left = lefts.next().unwrap_or_default();
                scope.spawn(move || this.begin_part(turn, nth * share, values, left))
            });
            let parts: Vec<_> = parts.collect();
            let parts = parts
                .into_iter()
                .map(|part| part.join().expect("no part panics"));
            parts.flatten().collect()
        });
        for (level, number) in told {
            self.later[usize::from(level)].push((turn as u8, number));
        }
        self.values.push(values);
        self.left.push(left);
    }

    fn begin_part(
        &self,
        turn: usize,
        first: usize,
        values: &mut [u8],
        left: &mut [u8],
    ) -> Vec<(u8, u32)> {
        let Subject { role, third, .. } = self.subject;
        let mut told = Vec::new();
        for (nth, value) in values.iter_mut().enumerate() {
            let men = Men::of_number(role, third, first + nth);
            if !men.is_legal(turn) {
                *value = ILLEGAL;
                continue;
            }
            let number = (first + nth) as u32;
            let moves = self.moves_elsewhere(&men, turn, |level| told.push((level, number)));
            if let Some(left) = left.get_mut(nth) {
                *left = moves;
            }
        }
        told
    }

    /// Calls `tell` with the level of every move to men of another subject from where the aim can
    /// be forced, or with that of the end if there is no move. Returns the number of moves, or of
    /// the end; for the attacker any.
    fn moves_elsewhere(&self, men: &Men, turn: usize, mut tell: impl FnMut(u8)) -> u8 {
        let mut moves = 0;
        if turn == 0 && !men.may_leave() {
            return moves;
        }
        men.each_move(turn, |hop, after, next| {
            moves += 1;
            let value = reached(
                self.subject.aim,
                men,
                hop,
                &after,
                next,
                self.lower,
                |_, _| OPEN,
            );
            if value < OPEN {
                tell(value + 1);
            }
        });
        if moves == 0 && turn > 0 {
            moves = 1;
            let value = stranded(self.subject.aim, men, turn - 1, self.lower);
            if value < OPEN {
                tell(value);
            }
        }
        moves
    }
}

impl Table {
    /// Returns the number of turns in a round.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.values.len()
    }

    /// Returns the figures of the positions of one turn.
    #[must_use]
    pub fn figures(&self, turn: usize) -> Figures {
        let mut figures = Figures::default();
        for (number, value) in self.values[turn].iter().enumerate() {
            let men = Men::of_number(self.subject.role, self.subject.third, number);
            // A pawn on rank 2 stands in one sector, with its mirror (rules §7.4).
            let images = if men.role == Role::Pawn && rank(men.piece) == 2 {
                2
            } else {
                6
            };
            if *value != ILLEGAL {
                figures.positions += images;
            }
            if *value < OPEN {
                figures.forced += images;
                figures.longest = figures.longest.max(*value);
            }
        }
        figures
    }
}

//! Rays: lines walked from a square, one step after the other (rules §2.1 to §2.3, §3.1).
//!
//! All that knows how lines run stands here. The tables of [`lines`](super::lines) are laid along
//! rays, and explanations for people walk them.

use super::{border::Border, role::Role, square::Square, words::words};

words! {
    /// A direction in which a line leads from a square (rules §2.1 to §2.3). Clockwise is the way the
    /// letters of the files run.
    Direction {
        /// Along the file toward the centre, through it, and outward on the other side.
        "inward" => Inward,
        /// Along the file to rank 1.
        "outward" => Outward,
        /// Around the ring, clockwise.
        "clockwise" => Clockwise,
        /// Around the ring, counterclockwise.
        "counterclockwise" => Counterclockwise,
        /// Diagonally inward and clockwise, through the centre, and outward.
        "inward-clockwise" => InwardClockwise,
        /// Diagonally inward and counterclockwise, through the centre, and outward.
        "inward-counterclockwise" => InwardCounterclockwise,
        /// Diagonally to rank 1, clockwise.
        "outward-clockwise" => OutwardClockwise,
        /// Diagonally to rank 1, counterclockwise.
        "outward-counterclockwise" => OutwardCounterclockwise,
    }
}

impl Direction {
    /// Returns the files and ranks of a single step.
    pub(crate) const fn steps(self) -> (i32, i32) {
        match self {
            Direction::Inward => (0, 1),
            Direction::Outward => (0, -1),
            Direction::Clockwise => (1, 0),
            Direction::Counterclockwise => (-1, 0),
            Direction::InwardClockwise => (1, 1),
            Direction::InwardCounterclockwise => (-1, 1),
            Direction::OutwardClockwise => (1, -1),
            Direction::OutwardCounterclockwise => (-1, -1),
        }
    }

    /// Returns true along a diagonal.
    pub(crate) const fn is_diagonal(self) -> bool {
        let (along, inward) = self.steps();
        along != 0 && inward != 0
    }

    /// Returns true if a piece of this role moves along lines in this direction, or a step of one.
    pub(crate) const fn is_of(self, role: Role) -> bool {
        match role {
            Role::King | Role::Queen => true,
            Role::Rook => !self.is_diagonal(),
            Role::Bishop => self.is_diagonal(),
            Role::Knight => false,
            Role::Pawn => self.steps().1 > 0,
            Role::CrossedPawn => self.steps().1 < 0,
        }
    }
}

/// A step of a ray.
#[derive(Clone, Copy)]
pub(crate) struct RayStep {
    /// The square it leads to.
    pub(crate) to: Square,
    /// The border whose moat it crosses.
    pub(crate) moat: Option<Border>,
    /// True if it leads through the centre.
    pub(crate) centre: bool,
}

/// The steps of a line from a square, whatever stands on it: through the centre and across every
/// moat, to the edge of the board, or around to the square that it began on.
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    from: Square,
    /// The square of the next step, or `None` once the ray is back.
    at: Option<Square>,
    along: i32,
    inward: i32,
}

impl Square {
    /// Returns the ray that leads from this square in a direction.
    pub(crate) const fn ray(self, direction: Direction) -> Ray {
        let (along, inward) = direction.steps();
        Ray {
            from: self,
            at: Some(self),
            along,
            inward,
        }
    }

    /// Returns the squares that a pawn here may step to, one after the other: two on rank 2, on
    /// which it has not moved (rules §2.6).
    pub(crate) fn ahead(self, role: Role) -> impl Iterator<Item = Square> {
        let (direction, most) = if role == Role::CrossedPawn {
            (Direction::Outward, 1)
        } else {
            (Direction::Inward, if self.rank() == 2 { 2 } else { 1 })
        };
        self.ray(direction).take(most).map(|step| step.to)
    }
}

impl Ray {
    /// Takes the next step. Constant functions cannot iterate.
    pub(crate) const fn step(&mut self) -> Option<RayStep> {
        let Some(at) = self.at else {
            return None;
        };
        let rank = at.rank() as i32;
        let centre = rank == 6 && self.inward == 1;
        let mut file = at.file() as i32 + self.along;
        if centre {
            // Beyond the centre a line leads outward.
            self.inward = -1;
            file += 12 + self.along;
        } else if rank + self.inward < 1 {
            return None;
        }
        let to = Square::wrapped(file, if centre { 6 } else { rank + self.inward });
        let is_back = to.slot() == self.from.slot();
        self.at = if is_back { None } else { Some(to) };
        let moat = moat_between(at, to);
        Some(RayStep { to, moat, centre })
    }
}

impl Iterator for Ray {
    type Item = RayStep;

    #[inline]
    fn next(&mut self) -> Option<RayStep> {
        self.step()
    }
}

/// Returns the border whose moat a move between the two squares crosses, if it crosses one (rules
/// §3.1). The squares are a step or a knight's move apart.
pub(crate) const fn moat_between(a: Square, b: Square) -> Option<Border> {
    if (a.rank() != 1 && b.rank() != 1) || a.rank() + b.rank() > 4 {
        return None;
    }
    // A step or a knight's move along one file stays on one side.
    Border::between(a.file(), b.file())
}

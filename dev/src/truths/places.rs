//! Men as numbers in a table, as position lines, and as positions of the library.

use std::fmt::Write;

use rondel::rules::{Border, Color, Position, Role};

use super::{
    geometry::{ORBITS, SQUARES, crosses_border, file, geometry, of_orbit, rank, square},
    men::{Men, NONE, Third},
};

impl Men {
    /// Returns the number of different places that men of this kind have, symmetric ones being one.
    #[must_use]
    pub const fn places(third: Third) -> usize {
        let kings = SQUARES * SQUARES;
        ORBITS
            * if matches!(third, Third::Gone) {
                kings
            } else {
                kings * SQUARES
            }
    }

    /// Returns the number of these men, below [`Men::places`]: the same for all symmetric ones.
    ///
    /// Turning the board by a sector, or mirroring it, changes no rule here, since all moats are
    /// bridged. The one thing that asks for a sector is a pawn on rank 2 (rules §7.4), and it
    /// always stands in that of its army. The piece is the last digit: it moves most, and its moves
    /// then stay close together in memory.
    #[must_use]
    pub fn number(&self) -> usize {
        let board = geometry();
        let image = &board.images[board.to_orbit[self.king as usize] as usize];
        let at = |square: u8| usize::from(image[square as usize]);
        let mut number =
            usize::from(board.orbit[self.king as usize]) * SQUARES + at(self.others[0]);
        if self.third != Third::Gone {
            number = number * SQUARES + at(self.others[1]);
        }
        number * SQUARES + at(self.piece)
    }

    /// Returns the men with this number.
    #[must_use]
    pub const fn of_number(role: Role, third: Third, mut number: usize) -> Men {
        let piece = (number % SQUARES) as u8;
        number /= SQUARES;
        let mut others = [0, NONE];
        if !matches!(third, Third::Gone) {
            others[1] = (number % SQUARES) as u8;
            number /= SQUARES;
        }
        others[0] = (number % SQUARES) as u8;
        Men {
            role,
            piece,
            king: of_orbit(number / SQUARES),
            others,
            third,
        }
    }

    /// Returns the same men moved by a symmetry of the board.
    #[must_use]
    pub fn moved_by(&self, symmetry: usize) -> Men {
        let image = &geometry().images[symmetry];
        let at = |square: u8| image.get(square as usize).copied().unwrap_or(NONE);
        Men {
            piece: at(self.piece),
            king: at(self.king),
            others: self.others.map(at),
            ..*self
        }
    }

    /// Returns the position line of these men (rules §7.3), with the attacker's color. The others
    /// follow it in turn order; with `skips`, the only other in play is the one two turns on.
    #[must_use]
    pub fn line(&self, turn: usize, attacker: Color, skips: bool) -> String {
        let colors = armies(attacker, skips);
        let mut line = String::new();
        let mut empty = 0;
        let men = [
            (self.piece, colors[0], self.role),
            (self.king, colors[0], Role::King),
            (self.others[0], colors[1], Role::King),
            (self.others[1], colors[2], Role::King),
        ];
        for at in 0..SQUARES as u8 {
            let man = men.iter().find(|man| man.0 == at);
            let ends = file(at) == 23;
            empty += u32::from(man.is_none());
            if empty > 0 && (man.is_some() || ends) {
                let _ = write!(line, "{empty}");
                empty = 0;
            }
            if let Some((_, color, role)) = man {
                let _ = write!(line, "{}{}", color.letter(), role.letter());
            }
            if ends && rank(at) < 6 {
                line.push('/');
            }
        }
        let mut in_play = colors[..self.turns()].to_vec();
        in_play.sort_unstable();
        let in_play: String = in_play.iter().map(|color| color.letter()).collect();
        let turn = colors[turn].letter();
        format!("{line} {turn} {in_play} xhp - - 0 0")
    }

    /// Returns the men of a position and the turn, or `None` if it is no ending of this kind or a
    /// moat is not bridged.
    #[must_use]
    pub fn of_position(position: &Position) -> Option<(Men, usize)> {
        let bridged = Border::ALL
            .iter()
            .all(|border| position.is_bridged(*border));
        let in_play = position.in_play();
        let mut strong = position
            .pieces()
            .filter(|(_, piece)| piece.role != Role::King && in_play.contains(piece.color));
        let (at, piece) = strong.next()?;
        let count = position.pieces().count();
        if !bridged || strong.next().is_some() || in_play.len() < 2 {
            return None;
        }
        let attacker = piece.color;
        let skips = in_play.len() == 2 && !in_play.contains(attacker.next());
        let colors = armies(attacker, skips);
        let king = |color: Color| {
            position
                .king_square(color)
                .map(|square| square.index() as u8)
        };
        let last = king(colors[2]);
        let third = match (in_play.len(), last) {
            (3, _) => Third::InPlay,
            (_, Some(_)) => Third::Dead,
            (_, None) => Third::Gone,
        };
        let men = Men {
            role: piece.role,
            piece: at.index() as u8,
            king: king(attacker)?,
            others: [king(colors[1])?, last.unwrap_or(NONE)],
            third,
        };
        let turn = colors.iter().position(|color| *color == position.turn())?;
        (count == men.turns() + 1 + usize::from(third == Third::Dead)).then_some((men, turn))
    }
}

/// Returns the colors of the attacker and the others. With `skips` the army after the attacker is
/// the one that is out.
fn armies(attacker: Color, skips: bool) -> [Color; 3] {
    let (next, last) = (attacker.next(), attacker.next().next());
    if skips {
        [attacker, last, next]
    } else {
        [attacker, next, last]
    }
}

/// Returns true if a pawn of the army may stand on the square (rules §7.4).
#[must_use]
pub fn may_stand(role: Role, at: u8, color: Color) -> bool {
    let home = square(i32::from(color.first_file()), 1);
    !role.is_pawn()
        || rank(at) > 2
        || (rank(at) == 2 && (role == Role::CrossedPawn || !crosses_border(at, home)))
}

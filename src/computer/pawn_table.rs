//! King and pawn against king: a table of what promotes, and how soon.
//!
//! The opposition decides here, which neither a search of some thousand positions nor an evaluation sees. The
//! table is worked out by retrograde analysis when it is first asked, in a tenth of a second. All
//! moats count as bridged: with three men on the board they soon are.

use std::sync::LazyLock;

use rondel_rules::{Bitboard, FILES, Position, Role, Square, king_steps, near_attacks};

/// The places of a pawn before it promotes, on its way inward from rank 2 and out again.
const STATIONS: usize = 10;
/// The files of a sector, whose second half mirrors the first.
const SECTOR: u8 = FILES / 3;
const PAWNS: usize = STATIONS * SECTOR as usize / 2;
const SQUARES: usize = Square::COUNT;
/// The places of both kings, with either to move.
const KINGS: usize = 2 * SQUARES * SQUARES;

/// By places of pawn and kings: one more than the plies to promotion, or 0 where the pawn does not promote.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(worked_out);

/// Returns the number of plies in which the pawn on this square promotes to stay, if it does, in a position
/// of two kings and this pawn.
pub(super) fn plies_to_promotion(
    position: &Position,
    pawn: Square,
    hunter: Square,
    lone: Square,
) -> Option<u32> {
    let rank = usize::from(pawn.rank());
    let crossed = position.board().of_role(Role::CrossedPawn).contains(pawn);
    let station = if crossed {
        11 - rank
    } else {
        rank.checked_sub(2)?
    };
    let file = pawn.file();
    let turn = Some(position.turn());
    let lone_moves = position.piece_at(lone).map(|king| king.color) == turn;
    let at = Pawn { station, file }.at(Kings {
        hunter,
        lone,
        lone_moves,
    });
    let found = TABLE.get(at).copied().unwrap_or(0);
    u32::from(found).checked_sub(1)
}

/// The places of both kings, and whose turn it is.
#[derive(Clone, Copy, Debug)]
struct Kings {
    hunter: Square,
    lone: Square,
    lone_moves: bool,
}

/// A pawn: how far it has come, and its file.
#[derive(Clone, Copy, Debug)]
struct Pawn {
    station: usize,
    file: u8,
}

impl Pawn {
    fn crossed(self) -> bool {
        self.station >= STATIONS / 2
    }

    fn square(self) -> Square {
        let rank = if self.crossed() {
            11 - self.station
        } else {
            self.station + 2
        };
        Square::wrapped(i32::from(self.file), rank as i32)
    }

    fn attacks(self) -> Bitboard {
        let role = if self.crossed() {
            Role::CrossedPawn
        } else {
            Role::Pawn
        };
        near_attacks(role, self.square())
    }

    /// Returns the pawn after a step, which from rank 6 leads through the centre.
    fn stepped(self) -> Option<Pawn> {
        let station = self.station + 1;
        let turned = if station == STATIONS / 2 {
            FILES / 2
        } else {
            0
        };
        let file = (self.file + turned) % FILES;
        (station < STATIONS).then_some(Pawn { station, file })
    }

    /// Returns the number in the table: sectors are alike, and so are the two halves of each.
    fn at(self, kings: Kings) -> usize {
        let first = i32::from(self.file / SECTOR * SECTOR);
        let last = i32::from(SECTOR) - 1;
        let mirrors = 2 * (i32::from(self.file) - first) > last;
        let laid = |file: u8| {
            let file = i32::from(file) - first;
            if mirrors { last - file } else { file }
        };
        let square =
            |king: Square| Square::wrapped(laid(king.file()), i32::from(king.rank())).index();
        let pawn = self.station * PAWNS / STATIONS + laid(self.file) as usize;
        let turn = usize::from(kings.lone_moves);
        ((pawn * 2 + turn) * SQUARES + square(kings.hunter)) * SQUARES + square(kings.lone)
    }
}

/// Works out the table, the stations nearest to promotion first: within each only kings move.
fn worked_out() -> Vec<u8> {
    let mut table = vec![0; PAWNS * KINGS];
    for station in (0..STATIONS).rev() {
        for file in 0..SECTOR / 2 {
            fill(&mut table, Pawn { station, file });
        }
    }
    table
}

/// Fills in all places of the kings with this pawn.
fn fill(table: &mut [u8], pawn: Pawn) {
    // Places still to look back from, by plies. The number of moves that a lone king has left.
    let mut found: Vec<Vec<Kings>> = vec![Vec::new(); usize::from(u8::MAX)];
    let mut left = vec![0; SQUARES * SQUARES];
    let pairs = || Square::all().flat_map(|hunter| Square::all().map(move |lone| (hunter, lone)));
    for (hunter, lone) in pairs() {
        if !stands(pawn, hunter, lone) {
            continue;
        }
        let kings = Kings {
            hunter,
            lone,
            lone_moves: true,
        };
        let moves = escapes(pawn, kings);
        left[hunter.index() * SQUARES + lone.index()] = moves.len();
        if moves.is_empty() && pawn.attacks().contains(lone) {
            // Mate.
            found[0].push(kings);
        }
        let kings = Kings {
            hunter,
            lone,
            lone_moves: false,
        };
        if let Some(plies) = pushed(table, pawn, kings) {
            found[plies].push(kings);
        }
    }
    for plies in 0..found.len() - 1 {
        for kings in std::mem::take(&mut found[plies]) {
            let place = &mut table[pawn.at(kings)];
            if *place != 0 {
                continue;
            }
            *place = plies as u8 + 1;
            let Kings {
                hunter,
                lone,
                lone_moves,
            } = kings;
            let moved = if lone_moves { hunter } else { lone };
            for from in king_steps(moved) {
                let before = if lone_moves {
                    Kings {
                        hunter: from,
                        lone_moves: false,
                        ..kings
                    }
                } else {
                    Kings {
                        lone: from,
                        lone_moves: true,
                        ..kings
                    }
                };
                if !stands(pawn, before.hunter, before.lone) {
                    continue;
                }
                if lone_moves {
                    found[plies + 1].push(before);
                } else if escapes(pawn, before).contains(lone) {
                    let left = &mut left[hunter.index() * SQUARES + from.index()];
                    *left -= 1;
                    if *left == 0 {
                        found[plies + 1].push(before);
                    }
                }
            }
        }
    }
}

/// Returns true if all three men stand on squares of their own, and no king beside the other.
fn stands(pawn: Pawn, hunter: Square, lone: Square) -> bool {
    let square = pawn.square();
    hunter != square
        && lone != square
        && hunter != lone
        && !near_attacks(Role::King, hunter).contains(lone)
}

/// Returns the moves of the lone king, the pawn's capture among them.
fn escapes(pawn: Pawn, kings: Kings) -> Bitboard {
    let capture = Bitboard::of(pawn.square()) & near_attacks(Role::King, kings.lone);
    let quiet = king_steps(kings.lone).without(Bitboard::of(pawn.square()));
    (capture | quiet).without(near_attacks(Role::King, kings.hunter) | pawn.attacks())
}

/// Returns the plies to promotion if the pawn moves, where it then promotes.
fn pushed(table: &[u8], pawn: Pawn, kings: Kings) -> Option<usize> {
    let Kings { hunter, lone, .. } = kings;
    let free = |square: Square| square != hunter && square != lone;
    let after = |pawn: Pawn| {
        let plies = table[pawn.at(Kings {
            lone_moves: true,
            ..kings
        })];
        usize::from(plies).checked_sub(1).map(|plies| plies + 1)
    };
    let Some(next) = pawn.stepped() else {
        let goal = Square::wrapped(i32::from(pawn.file), 1);
        let taken = near_attacks(Role::King, lone).contains(goal)
            && !near_attacks(Role::King, hunter).contains(goal);
        return (free(goal) && !taken).then_some(1);
    };
    if !free(next.square()) {
        return None;
    }
    let double = next
        .stepped()
        .filter(|two| pawn.station == 0 && free(two.square()));
    after(next).into_iter().chain(double.and_then(after)).min()
}

#[cfg(test)]
mod tests {
    use rondel_rules::{Color, Move};

    use super::*;

    /// The text of a position of White's king and pawn, and Gray's king.
    fn position(
        pawn: (Square, bool),
        hunter: Square,
        lone: Square,
        turn: char,
    ) -> Option<Position> {
        let mut ranks = Vec::new();
        for rank in 1..=6 {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..FILES {
                let square = Square::new(file, rank)?;
                let man = match square {
                    _ if square == pawn.0 && pawn.1 => "wC",
                    _ if square == pawn.0 => "wP",
                    _ if square == hunter => "wK",
                    _ if square == lone => "gK",
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    row += &empty.to_string();
                }
                empty = 0;
                row += man;
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            ranks.push(row);
        }
        format!("{} {turn} wg xhp - - 0 0", ranks.join("/"))
            .parse()
            .ok()
    }

    fn found(position: &Position) -> Option<u32> {
        let board = position.board();
        let pawns = board.of_role(Role::Pawn) | board.of_role(Role::CrossedPawn);
        let king = |color| position.king_square(color);
        plies_to_promotion(
            position,
            pawns.single()?,
            king(Color::White)?,
            king(Color::Gray)?,
        )
    }

    #[test]
    fn every_place_agrees_with_those_after_its_legal_moves() {
        let mut checked = [0; 2];
        for nth in 0..6_000_usize {
            // Steps without a common divisor meet all kinds of places.
            let square = |step: usize| Square::from_index(nth * step % Square::COUNT).unwrap();
            let (pawn, crossed) = (square(5), nth % 3 != 0);
            if pawn.rank() == 1 {
                continue;
            }
            let turn = if nth % 2 == 0 { 'w' } else { 'g' };
            let near = (pawn.index() + nth / 7) % Square::COUNT;
            let hunter = Square::from_index(near).unwrap();
            let Some(now) = position((pawn, crossed), hunter, square(131), turn) else {
                continue;
            };
            let (white, other) = (now.turn() == Color::White, Color::Gray);
            if white && now.is_checked(other) {
                continue;
            }
            let after = |mv: Move| {
                let mut after = now;
                after.play(mv);
                if mv.promotion.is_some() {
                    let taken = after
                        .legal_moves()
                        .into_iter()
                        .any(|reply| reply.to == mv.to);
                    return (!taken).then_some(0);
                }
                found(&after)
            };
            let moves = now.legal_moves();
            let after = moves.into_iter().map(after);
            let expected = if white {
                after.flatten().min().map(|plies| plies + 1)
            } else {
                let all: Option<Vec<u32>> = after.collect();
                let longest = all.and_then(|all| all.into_iter().max());
                longest.map(|plies| plies + 1)
            };
            if white || now.has_legal_move() {
                assert_eq!(found(&now), expected, "{now}");
                checked[usize::from(white)] += 1;
            }
        }
        assert!(checked.iter().all(|count| *count > 300), "{checked:?}");
    }
}

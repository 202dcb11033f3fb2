//! A slow, obvious move generator, written from the text of rules §2 to §4, and its agreement
//! with the engine. It knows position lines and plain moves, and nothing of the engine.

mod geometry;
mod line;
mod referee;
mod sparse;
mod table;
mod words;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rondel::rules::Position;

use geometry::{
    At, ahead, border, diagonal, first_file, leaps, moat, named, next_army, square, step, ways,
};

pub(super) use geometry::reach;
pub(super) use referee::Referee;
pub(super) use sparse::{possible_or_not, sparse};
pub(crate) use table::{Due, Scores, TABLES, Table};

/// A piece as in position lines: army and letter.
type Piece = (char, char);

#[derive(Clone)]
pub(super) struct Slow {
    board: [Option<Piece>; 144],
    turn: char,
    in_play: String,
    moats: String,
    castling: Vec<(char, char)>,
    /// Double steps: the army and the square passed, oldest first.
    en_passant: Vec<(char, At)>,
    clock: u32,
    ply: u32,
}

/// A move, before anybody's king is looked at.
struct Go {
    from: At,
    to: At,
    /// It crosses a bridged moat, and no other path leads there.
    crosses: bool,
}

impl Slow {
    fn on(&self, (file, rank): At) -> Option<Piece> {
        self.board[((rank - 1) * 24 + file) as usize]
    }

    fn put(&mut self, (file, rank): At, piece: Option<Piece>) {
        self.board[((rank - 1) * 24 + file) as usize] = piece;
    }

    fn pieces(&self) -> impl Iterator<Item = (At, Piece)> {
        let squares = self.board.iter().zip(0..);
        squares.filter_map(|(piece, index)| Some(((index % 24, index / 24 + 1), (*piece)?)))
    }

    fn king(&self, army: char) -> Option<At> {
        let index = self
            .board
            .iter()
            .position(|piece| *piece == Some((army, 'K')))? as i32;
        Some((index % 24, index / 24 + 1))
    }

    /// Every square a piece that goes by steps or leaps comes to, with the moats crossed before
    /// it is there. A square that is reached in two ways comes twice.
    fn each_path(&self, kind: char, from: At, mut visit: impl FnMut(At, &[char])) {
        if kind == 'N' {
            for to in leaps(from) {
                visit(to, moat(from, to).as_slice());
            }
            return;
        }
        for way in ways(kind) {
            let mut crossed = Vec::new();
            let (mut here, mut way) = (from, *way);
            while let Some((to, on)) = step(here, way).filter(|(to, _)| *to != from) {
                crossed.extend(moat(here, to));
                visit(to, &crossed);
                if kind == 'K' || self.on(to).is_some() {
                    break;
                }
                (here, way) = (to, on);
            }
        }
    }

    /// The squares that a pawn attacks (rules §2.6, §3.5, §3.7).
    fn pawn_attacks(&self, kind: char, from: At) -> Vec<At> {
        diagonal(kind, from)
            .into_iter()
            .filter(|to| match kind {
                'P' => from.1 > 3 || border(from, *to).is_none(),
                _ => moat(from, *to).is_none(),
            })
            .collect()
    }

    /// Returns true if the piece there attacks the square (rules §4.1, with moats as in §3.5).
    fn attacks(&self, from: At, target: At) -> bool {
        match self.on(from) {
            None => false,
            Some((_, kind @ ('P' | 'C'))) => self.pawn_attacks(kind, from).contains(&target),
            Some((_, kind)) => {
                let mut found = false;
                self.each_path(kind, from, |to, crossed| {
                    found |= to == target && crossed.is_empty();
                });
                found
            }
        }
    }

    /// Returns true if an army in play other than `army` attacks the square.
    fn attacked(&self, target: At, army: char) -> bool {
        for (from, (other, _)) in self.pieces() {
            if other != army && self.in_play.contains(other) && self.attacks(from, target) {
                return true;
            }
        }
        false
    }

    /// Returns true if the army's king is attacked by an army in play.
    pub(super) fn checked(&self, army: char) -> bool {
        self.king(army)
            .is_some_and(|king| self.attacked(king, army))
    }

    /// The moves of the army to move as long as no king matters.
    fn goes(&self) -> Vec<Go> {
        let mut goes = Vec::new();
        for (from, (army, kind)) in self.pieces() {
            if army != self.turn {
                continue;
            }
            let own = |to: At| self.on(to).is_some_and(|(other, _)| other == army);
            let mut go = |to: At, crosses: bool| goes.push(Go { from, to, crosses });
            if kind == 'P' || kind == 'C' {
                for to in ahead(kind, from) {
                    if self.on(to).is_some() {
                        break;
                    }
                    go(to, false);
                }
                for to in self.pawn_attacks(kind, from) {
                    let passed = self
                        .en_passant
                        .iter()
                        .any(|(other, passed)| *other != army && *passed == to);
                    if passed || self.on(to).is_some() && !own(to) {
                        go(to, false);
                    }
                }
                continue;
            }
            // Reached without crossing, and by crossing bridged moats to an empty square.
            let (mut free, mut crossing) = (Vec::new(), Vec::new());
            self.each_path(kind, from, |to, crossed| {
                if crossed.is_empty() {
                    free.push(to);
                } else if crossed.iter().all(|moat| self.moats.contains(*moat))
                    && self.on(to).is_none()
                {
                    crossing.push(to);
                }
            });
            for list in [&mut free, &mut crossing] {
                list.sort_unstable();
                list.dedup();
            }
            crossing.retain(|to| !free.contains(to));
            free.into_iter()
                .filter(|to| !own(*to))
                .for_each(|to| go(to, false));
            crossing.into_iter().for_each(|to| go(to, true));
        }
        goes
    }

    /// The board after a piece has gone, and who is in play then.
    fn gone(&self, from: At, to: At) -> Slow {
        let mut after = self.clone();
        let piece = self.on(from);
        if let Some((army, 'K')) = self.on(to) {
            after.in_play = after.in_play.replace(army, "");
        }
        let diagonal = from.0 != to.0 && from.1 != to.1;
        if matches!(piece, Some((_, 'P' | 'C'))) && diagonal && self.on(to).is_none() {
            // En passant: the pawn went on to rank 4.
            after.put((to.0, 4), None);
        }
        after.put(from, None);
        after.put(to, piece);
        after
    }

    /// Returns true if the move gives a check that was not there (rules §3.4).
    fn initiates_check(&self, from: At, to: At) -> bool {
        let after = self.gone(from, to);
        after
            .in_play
            .chars()
            .filter(|army| *army != self.turn)
            .any(|army| {
                let king = after.king(army).unwrap();
                after.pieces().any(|(here, (owner, _))| {
                    owner == self.turn
                        && after.attacks(here, king)
                        && (here == to || !self.attacks(here, king))
                })
            })
    }

    /// Returns true if the move, with what stands after it, has a piece attack a king that it did not
    /// attack before (rules §7.2).
    pub(super) fn gives_check(&self, plain: &str, after: &Slow) -> bool {
        let (from, to) = (square(&plain[..2]), square(&plain[2..4]));
        after.in_play.chars().any(|army| {
            let king = after.king(army).unwrap();
            after.pieces().any(|(here, (owner, _))| {
                let before = if here == to { from } else { here };
                owner != army
                    && after.in_play.contains(owner)
                    && after.attacks(here, king)
                    && !self.attacks(before, king)
            })
        })
    }

    /// The castlings that are allowed now, as the king's moves (rules §2.8).
    fn castlings(&self) -> Vec<(At, At)> {
        let first = first_file(self.turn);
        let king = (first + 4, 1);
        let mut moves = Vec::new();
        for (side, between, passed, to) in [('K', vec![5, 6], 5, 6), ('Q', vec![1, 2, 3], 3, 2)] {
            let free = between
                .iter()
                .all(|file| self.on((first + file, 1)).is_none());
            if self.castling.contains(&(self.turn, side))
                && free
                && ![king, (first + passed, 1), (first + to, 1)]
                    .into_iter()
                    .any(|square| self.attacked(square, self.turn))
            {
                moves.push((king, (first + to, 1)));
            }
        }
        moves
    }

    fn is_forbidden(&self, go: &Go) -> bool {
        self.gone(go.from, go.to).checked(self.turn)
            || go.crosses && self.initiates_check(go.from, go.to)
    }

    /// All legal moves, plainly written, in alphabetical order.
    pub(super) fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.in_play.len() < 2 {
            return legal;
        }
        for go in self.goes().iter().filter(|go| !self.is_forbidden(go)) {
            let plain = named(go.from) + &named(go.to);
            if matches!(self.on(go.from), Some((_, 'C'))) && go.to.1 == 1 {
                legal.extend(["q", "r", "b", "n"].map(|letter| plain.clone() + letter));
            } else {
                legal.push(plain);
            }
        }
        let castlings = self.castlings();
        legal.extend(
            castlings
                .iter()
                .map(|(from, to)| named(*from) + &named(*to)),
        );
        legal.sort();
        legal
    }

    /// Castling apart: who can castle can also move the rook.
    fn can_move(&self) -> bool {
        self.goes().iter().any(|go| !self.is_forbidden(go))
    }

    /// The moves of which nothing but the safety of the own king can forbid one, as pairs of
    /// squares; castling is not among them.
    pub(super) fn pseudo_legal(&self) -> Vec<String> {
        self.goes()
            .iter()
            .filter(|go| !(go.crosses && self.initiates_check(go.from, go.to)))
            .map(|go| named(go.from) + &named(go.to))
            .collect()
    }

    /// Plays a legal move (rules §2, §3.3, §4.2).
    pub(super) fn play(&mut self, plain: &str) {
        let (from, to) = (square(&plain[..2]), square(&plain[2..4]));
        let (army, kind) = self.on(from).unwrap();
        let taken = self.on(to);
        let castles = kind == 'K' && self.castlings().contains(&(from, to));
        let before = self.in_play.clone();
        let mut after = self.gone(from, to);
        after.in_play.clone_from(&before);
        after.clock += 1;
        after.ply += 1;
        if taken.is_some() || kind == 'P' || kind == 'C' {
            after.clock = 0;
        }
        if kind == 'P' && from.1 == 6 {
            after.put(to, Some((army, 'C')));
        }
        if let Some(letter) = plain.chars().nth(4) {
            after.put(to, Some((army, letter.to_ascii_uppercase())));
        }
        let first = first_file(army);
        if castles {
            let (rook, goes) = if to.0 == first + 6 { (7, 5) } else { (0, 3) };
            after.put((first + rook, 1), None);
            after.put((first + goes, 1), Some((army, 'R')));
        }
        after.castling.retain(|&(owner, side)| {
            let first = first_file(owner);
            let rook = (first + if side == 'K' { 7 } else { 0 }, 1);
            ![from, to].contains(&rook) && from != (first + 4, 1)
        });
        if kind == 'P' && from.1 == 2 && to.1 == 4 {
            after.en_passant.push((army, (from.0, 3)));
        }
        let board = after.clone();
        after.en_passant.retain(|&(owner, passed)| {
            board.on((passed.0, 4)) == Some((owner, 'P')) && board.on(passed).is_none()
        });
        after.pass_turn();
        if let Some((captured, 'K')) = taken
            && before.contains(captured)
        {
            after.put_out(captured);
        }
        for army in after.in_play.clone().chars() {
            let files = first_file(army)..first_file(army) + 8;
            if files.into_iter().all(|file| after.on((file, 1)).is_none()) {
                after.bridge_beside(army);
            }
        }
        *self = after;
    }

    /// The next army in play is to move; its own double step can no longer be taken.
    fn pass_turn(&mut self) {
        self.turn = next_army(self.turn);
        while !self.in_play.contains(self.turn) {
            self.turn = next_army(self.turn);
        }
        let turn = self.turn;
        self.en_passant.retain(|(army, _)| *army != turn);
    }

    /// Rules §4.4.
    fn put_out(&mut self, army: char) {
        self.in_play = self.in_play.replace(army, "");
        self.bridge_beside(army);
        self.castling.retain(|(owner, _)| *owner != army);
        self.en_passant.retain(|(owner, _)| *owner != army);
        self.clock = 0;
        if self.turn == army {
            self.pass_turn();
        }
    }

    fn bridge_beside(&mut self, army: char) {
        self.moats += match army {
            'w' => "xh",
            'g' => "hp",
            _ => "px",
        };
    }

    /// Puts out the armies without a move, one after the other (rules §4.5, `three-man`); whether
    /// the match is over.
    pub(super) fn settle(&mut self) -> bool {
        while self.in_play.len() > 1 {
            if self.can_move() {
                return false;
            }
            if !self.checked(self.turn) && self.in_play.len() == 2 {
                return true;
            }
            self.put_out(self.turn);
        }
        true
    }
}

/// Plays at random from the position, asking both generators everything, for some plies at
/// most; how many positions were compared.
fn compare(position: Position, plies: usize, rng: &mut ChaCha8Rng) -> usize {
    let mut fast = position;
    let mut slow = Slow::read(&fast.to_string());
    assert_eq!(slow.line(), fast.to_string());
    for compared in 1..=plies {
        let mut moves: Vec<String> = fast.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(moves, slow.legal(), "{fast}");
        for army in slow.in_play.chars() {
            assert_eq!(
                fast.checked().to_string().contains(army),
                slow.checked(army),
                "{fast}"
            );
        }
        if moves.is_empty() {
            return compared;
        }
        let mv = &moves[rng.random_range(0..moves.len())];
        let before = fast;
        fast.play(mv.parse().unwrap());
        let ending = fast.settle(|_| ());
        slow.play(mv);
        let outcome = slow.settle();
        assert_eq!(fast.to_string(), slow.line(), "{before} {mv}");
        assert_eq!(ending.is_some(), outcome, "{before} {mv}");
        if outcome {
            return compared;
        }
    }
    plies
}

/// The positions of `tests/data`.
pub(super) fn stored() -> impl Iterator<Item = Position> {
    let path = format!("{}/tests/data/positions.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let positions: Vec<Position> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|line| line["position"].as_str().unwrap().parse().unwrap())
        .collect();
    positions.into_iter()
}

fn compare_games(games: usize, plies: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let compared: usize = (0..games)
        .map(|_| compare(Position::start(), plies, &mut rng))
        .sum();
    println!("positions compared: {compared}");
    assert!(compared > 50 * games);
}

#[test]
fn agrees_from_the_start() {
    compare_games(8, 200, 3);
}

#[test]
#[ignore = "takes minutes"]
fn agrees_from_the_start_at_length() {
    compare_games(400, 1_000, 5);
}

#[test]
fn agrees_from_the_stored_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let compared: usize = stored()
        .map(|position| compare(position, 12, &mut rng))
        .sum();
    println!("positions compared: {compared}");
    assert!(compared > 1_000);
}

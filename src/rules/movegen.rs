//! Legal moves (rules §2, §3, §4).
//!
//! Moves are gathered as sets of target squares, a set for each piece, since one square is often
//! reached by two paths. Nothing is allocated. Pieces that neither stand between their king and
//! an enemy nor move while it is attacked need no look at its safety; every other move is played
//! on a copy and looked at.

use super::{
    border::Border,
    color::Color,
    lines::{LAST, LINES, LoopPlace, look},
    mask::{Mask, RING},
    moves::Move,
    position::{CastlingSide, Position},
    role::{Piece, Role},
    square::{FILES, Square},
};

/// What the army to move must mind.
struct Safety {
    color: Color,
    /// Pieces of the armies in play that move against it.
    enemies: Mask,
    checked: bool,
    /// Own pieces behind which an enemy's line to the king waits.
    shields: Mask,
}

impl Position {
    /// All legal moves of the army to move, in no particular order; none once a single army is
    /// left in play.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Replaces `moves` by all legal moves, without allocating once it has grown large enough.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.each_legal_move(|mv| moves.push(mv));
    }

    /// Calls `visit` with every legal move.
    #[inline]
    pub fn each_legal_move(&self, mut visit: impl FnMut(Move)) {
        self.each_target_set(|from, targets| {
            let pawn = self.of_role(Role::CrossedPawn).contains(from);
            for to in targets {
                if pawn && to.rank() == 1 {
                    for role in Role::PROMOTIONS {
                        visit(Move {
                            from,
                            to,
                            promotion: Some(role),
                        });
                    }
                } else {
                    visit(Move {
                        from,
                        to,
                        promotion: None,
                    });
                }
            }
        });
    }

    /// How many legal moves there are; promotions count four.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        self.each_target_set(|from, targets| {
            count += u64::from(targets.len());
            if from.rank() == 2 && self.of_role(Role::CrossedPawn).contains(from) {
                count += 3 * u64::from(targets.ring(0).count_ones());
            }
        });
        count
    }

    /// Whether the army to move has a legal move at all.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let Some(safety) = self.safety() else {
            return false;
        };
        self.by_color[self.turn.index()]
            .into_iter()
            .any(|from| !self.legal_targets(from, &safety).is_empty())
    }

    /// Whether the move is legal now.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let Some(safety) = self.safety() else {
            return false;
        };
        let Some(piece) = self.piece_at(mv.from) else {
            return false;
        };
        let promotes = piece.role == Role::CrossedPawn && mv.to.rank() == 1;
        let fits = match mv.promotion {
            Some(role) => promotes && Role::PROMOTIONS.contains(&role),
            None => !promotes,
        };
        fits && piece.color == self.turn && self.legal_targets(mv.from, &safety).contains(mv.to)
    }

    /// Calls `visit` with every piece that has legal moves, and their target squares.
    #[inline]
    pub(crate) fn each_target_set(&self, mut visit: impl FnMut(Square, Mask)) {
        let Some(safety) = self.safety() else {
            return;
        };
        for from in self.by_color[self.turn.index()] {
            let targets = self.legal_targets(from, &safety);
            if !targets.is_empty() {
                visit(from, targets);
            }
        }
    }

    #[inline]
    fn legal_targets(&self, from: Square, safety: &Safety) -> Mask {
        let Some(piece) = self.piece_at(from) else {
            return Mask::EMPTY;
        };
        let free = self.free_targets(piece, from);
        let mut legal = if piece.role == Role::King {
            self.safe_king_targets(from, free, safety) | self.castling_targets(safety)
        } else if safety.checked || safety.shields.contains(from) {
            self.safe_targets(from, free, safety)
        } else {
            free
        };
        if piece.role == Role::CrossedPawn && from.rank() == 4 {
            let captures = self.en_passant_targets(from);
            legal |= self.safe_targets(from, captures, safety);
        }
        if self.moats.any_bridged() {
            let crossing = self.crossing_targets(piece, from) & !free;
            if !crossing.is_empty() {
                for to in self.safe_targets(from, crossing, safety) {
                    if !self.initiates_check(from, to) {
                        legal.insert(to);
                    }
                }
            }
        }
        legal
    }

    /// Targets reached without crossing a moat, castling and en passant apart.
    #[inline]
    fn free_targets(&self, piece: Piece, from: Square) -> Mask {
        let own = self.by_color[piece.color.index()];
        match piece.role {
            Role::Pawn => self.pawn_steps(from) | (LINES.pawn[from.index()] & self.takeable(own)),
            Role::CrossedPawn => {
                // One step outward; a crossed pawn never stands on rank 1.
                let ahead = Square::wrapped(i32::from(from.file()), i32::from(from.rank()) - 1);
                let step = Mask::of(ahead) & !self.occupied();
                step | (LINES.crossed[from.index()] & self.takeable(own))
            }
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {
                self.targets_of(piece.role, from) & !own
            }
        }
    }

    #[inline]
    fn takeable(&self, own: Mask) -> Mask {
        self.occupied() & !own
    }

    /// One step inward, or two from rank 2, or through the centre (rules §2.6).
    #[inline]
    fn pawn_steps(&self, from: Square) -> Mask {
        let free = !self.occupied();
        let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
        if rank == 6 {
            return Mask::of(Square::wrapped(file + 12, 6)) & free;
        }
        let mut steps = Mask::of(Square::wrapped(file, rank + 1)) & free;
        if rank == 2 && !steps.is_empty() {
            steps |= Mask::of(Square::wrapped(file, 4)) & free;
        }
        steps
    }

    /// Squares on which the crossed pawn on `from` could take en passant (rules §2.7).
    pub(crate) fn en_passant_targets(&self, from: Square) -> Mask {
        self.en_passant()
            .filter(|passed| LINES.crossed[from.index()].contains(*passed))
            .collect()
    }

    /// Targets, all empty, reached only by a path across bridged moats (rules §3.4).
    pub(crate) fn crossing_targets(&self, piece: Piece, from: Square) -> Mask {
        let empty = !self.occupied();
        let bridged = |to: &Square| {
            Border::between(from.file(), to.file()).is_some_and(|b| self.moats.is_bridged(b))
        };
        let targets = match piece.role {
            Role::Pawn | Role::CrossedPawn => return Mask::EMPTY,
            Role::King => LINES.king_crossing[from.index()]
                .into_iter()
                .filter(bridged)
                .collect(),
            Role::Knight => LINES.knight_crossing[from.index()]
                .into_iter()
                .filter(bridged)
                .collect(),
            Role::Rook => self.ring_across_moats(from),
            Role::Bishop => self.loops_across_moats(from),
            Role::Queen => self.ring_across_moats(from) | self.loops_across_moats(from),
        };
        targets & empty
    }

    /// Squares of rank 1 in sight around the ring, over bridged moats.
    fn ring_across_moats(&self, from: Square) -> Mask {
        if from.rank() != 1 {
            return Mask::EMPTY;
        }
        let occupied = self.occupied().ring(0);
        let mut seen = 0;
        for step in [1, FILES - 1] {
            let mut file = from.file();
            loop {
                let next = (file + step) % FILES;
                let moat = Border::between(file, next);
                if next == from.file() || moat.is_some_and(|moat| !self.moats.is_bridged(moat)) {
                    break;
                }
                seen |= 1 << next;
                if occupied & 1 << next != 0 {
                    break;
                }
                file = next;
            }
        }
        Mask::of_ring(0, seen & RING)
    }

    fn loops_across_moats(&self, from: Square) -> Mask {
        let mut seen = Mask::EMPTY;
        for at in LINES.loop_places[from.index()] {
            if LINES.loop_border[at.line as usize].is_some_and(|moat| self.moats.is_bridged(moat)) {
                seen |= self.loop_targets(at, 0, LAST as u8);
            }
        }
        seen
    }

    /// Where the king may go by castling (rules §2.8).
    fn castling_targets(&self, safety: &Safety) -> Mask {
        let mut targets = Mask::EMPTY;
        if safety.checked || !self.castling.has_any(safety.color) {
            return targets;
        }
        for side in CastlingSide::ALL {
            if self.castling.has(safety.color, side)
                && self.castling_way_is_free(safety.color, side)
                && self.castling_way_is_safe(safety, side)
            {
                targets.insert(side.king_to(safety.color));
            }
        }
        targets
    }

    /// Whether all squares between king and rook are empty.
    pub(crate) fn castling_way_is_free(&self, color: Color, side: CastlingSide) -> bool {
        let between: u32 = match side {
            CastlingSide::King => 0b0110_0000,
            CastlingSide::Queen => 0b0000_1110,
        };
        self.occupied().ring(0) & between << color.first_file() == 0
    }

    /// Whether no enemy attacks the squares that the king passes and reaches.
    fn castling_way_is_safe(&self, safety: &Safety, side: CastlingSide) -> bool {
        [side.rook_to(safety.color), side.king_to(safety.color)]
            .into_iter()
            .all(|square| !self.is_attacked(square, safety.enemies))
    }

    fn safe_king_targets(&self, from: Square, targets: Mask, safety: &Safety) -> Mask {
        if targets.is_empty() {
            return Mask::EMPTY;
        }
        // A king that gives way must not shield the square behind it.
        let mut without = *self;
        without.take(from);
        targets
            .into_iter()
            .filter(|to| match self.piece_at(*to) {
                Some(piece) if piece.role == Role::King && self.in_play.contains(piece.color) => {
                    self.is_safe_after(from, *to, safety)
                }
                _ => !without.is_attacked(*to, safety.enemies),
            })
            .collect()
    }

    fn safe_targets(&self, from: Square, targets: Mask, safety: &Safety) -> Mask {
        targets
            .into_iter()
            .filter(|to| self.is_safe_after(from, *to, safety))
            .collect()
    }

    /// Whether the mover's king is unattacked by the armies that are in play after the move
    /// (rules §4.1, §4.2).
    fn is_safe_after(&self, from: Square, to: Square, safety: &Safety) -> bool {
        let after = self.after_shift(from, to);
        after
            .king_square(safety.color)
            .is_none_or(|king| !after.is_attacked(king, after.opponents(safety.color)))
    }

    /// Whether an army in play is attacked by a piece of the mover that did not attack its king
    /// before, or by the moved piece (rules §3.4).
    pub(crate) fn initiates_check(&self, from: Square, to: Square) -> bool {
        let after = self.after_shift(from, to);
        let own = self.turn.index();
        after.in_play.without(self.turn).iter().any(|other| {
            let Some(king) = self.king_square(other) else {
                return false;
            };
            let before = self.attackers(king, self.by_color[own] & !Mask::of(from));
            let now = after.attackers(king, after.by_color[own]);
            !(now & !before).is_empty()
        })
    }

    /// The board after a piece of the army to move has gone from one square to another, with
    /// what it took gone, and the army of a king that it took out of the game. Only pieces and
    /// armies in play are looked after.
    fn after_shift(&self, from: Square, to: Square) -> Position {
        let mut after = *self;
        let Some(piece) = after.take(from) else {
            return after;
        };
        let taken = after.take(to);
        if let Some(taken) = taken {
            if taken.role == Role::King {
                after.in_play = after.in_play.without(taken.color);
            }
        } else if piece.role == Role::CrossedPawn && from.file() != to.file() {
            after.take(Square::wrapped(i32::from(to.file()), 4));
        }
        after.put(to, piece);
        after
    }

    /// `None` when the army to move has nobody to play against.
    #[inline]
    fn safety(&self) -> Option<Safety> {
        let color = self.turn;
        let king = self.king_square(color)?;
        if self.in_play.len() < 2 || !self.in_play.contains(color) {
            return None;
        }
        let enemies = self.opponents(color);
        Some(Safety {
            color,
            enemies,
            checked: self.is_attacked(king, enemies),
            shields: self.shields(king, enemies),
        })
    }

    /// Own pieces that stand alone between the king and an enemy piece that would attack it.
    #[inline]
    fn shields(&self, king: Square, enemies: Mask) -> Mask {
        let queens = self.of_role(Role::Queen);
        let straight = (queens | self.of_role(Role::Rook)) & enemies;
        let diagonal = (queens | self.of_role(Role::Bishop)) & enemies;
        let mut shields = Mask::EMPTY;
        let at = LINES.file_places[king.index()];
        let line = at.line as usize;
        self.line_shields(
            u32::from(self.file_lines[line]),
            LoopPlace {
                line: at.line,
                place: at.place,
                low: 0,
                high: LAST as u8,
            },
            &LINES.file_squares[line],
            straight,
            &mut shields,
        );
        for at in LINES.loop_places[king.index()] {
            let line = at.line as usize;
            let squares = &LINES.loop_squares[line];
            let occupied = u32::from(self.loops[line]);
            self.line_shields(occupied, at, squares, diagonal, &mut shields);
        }
        self.ring_shields(king, straight, &mut shields);
        shields
    }

    #[inline]
    fn line_shields(
        &self,
        occupied: u32,
        at: LoopPlace,
        squares: &[Square],
        sliders: Mask,
        shields: &mut Mask,
    ) {
        let own = self.by_color[self.turn.index()];
        let (low, high) = look(occupied, u32::from(at.place));
        let (low, high) = (low.max(u32::from(at.low)), high.min(u32::from(at.high)));
        if low < u32::from(at.place) && own.contains(squares[low as usize]) {
            let next = look(occupied, low).0.max(u32::from(at.low));
            if next < low && sliders.contains(squares[next as usize]) {
                shields.insert(squares[low as usize]);
            }
        }
        if high > u32::from(at.place) && own.contains(squares[high as usize]) {
            let next = look(occupied, high).1.min(u32::from(at.high));
            if next > high && sliders.contains(squares[next as usize]) {
                shields.insert(squares[high as usize]);
            }
        }
    }

    fn ring_shields(&self, king: Square, sliders: Mask, shields: &mut Mask) {
        let ring = king.rank() as usize - 1;
        let sliders = sliders.ring(ring);
        if sliders == 0 {
            return;
        }
        let own = self.by_color[self.turn.index()].ring(ring);
        let occupied = self.occupied().ring(ring);
        for step in [1, FILES - 1] {
            let mut shield = None;
            let mut file = king.file();
            loop {
                let next = (file + step) % FILES;
                if next == king.file() || (ring == 0 && Border::between(file, next).is_some()) {
                    break;
                }
                if occupied & 1 << next != 0 {
                    match shield {
                        None if own & 1 << next != 0 => shield = Some(next),
                        Some(shield) if sliders & 1 << next != 0 => {
                            shields
                                .insert(Square::wrapped(i32::from(shield), i32::from(king.rank())));
                            break;
                        }
                        _ => break,
                    }
                }
                file = next;
            }
        }
    }
}

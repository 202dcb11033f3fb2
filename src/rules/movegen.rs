//! Move generation: legal moves (rules §2, §3, §4).
//!
//! Moves are gathered as bitboards of target squares, since one square is often reached by two
//! paths. Each piece has one, but all pawns that go the same way share one. Nothing is allocated.
//! The dangers to the king are worked out [once](super::safety); pieces they do not concern need no
//! further check.

use super::{
    bitboard::{Bitboard, RING},
    border::Border,
    color::Color,
    lines::LINES,
    moves::Move,
    position::{CastlingSide, Position},
    role::Role,
    safety::Safety,
    square::{FILES, Square},
};

/// The piece or pieces that a set of targets belongs to.
#[derive(Clone, Copy)]
enum Origin {
    /// One piece goes to each of the targets.
    Piece(Role, Square),
    /// A crossed pawn, which promotes on rank 1. Apart, so that its role is known where targets are
    /// visited.
    CrossedPawn(Square),
    /// Each target is reached by a pawn `ranks` further out and `files` back around the board.
    Pawns { ranks: u8, files: u8 },
}

impl Origin {
    /// Returns the origin of one piece.
    #[inline]
    fn at(role: Role, from: Square) -> Origin {
        if role == Role::CrossedPawn {
            Origin::CrossedPawn(from)
        } else {
            Origin::Piece(role, from)
        }
    }

    /// Calls `visit` with the move to each of these targets, and the role of the moving piece.
    #[inline]
    fn each_move(self, targets: Bitboard, visit: &mut impl FnMut(Role, Move)) {
        targets.into_iter().for_each(|to| {
            let mv = Move::plain(self.of(to), to);
            if self.is_crossed_pawn() && to.rank() == 1 {
                for role in Role::PROMOTIONS {
                    let promotion = Some(role);
                    visit(Role::CrossedPawn, Move { promotion, ..mv });
                }
            } else {
                visit(self.role(), mv);
            }
        });
    }

    /// Returns the role of the moving piece.
    #[inline]
    fn role(self) -> Role {
        match self {
            Origin::Piece(role, _) => role,
            Origin::CrossedPawn(_) => Role::CrossedPawn,
            Origin::Pawns { .. } => Role::Pawn,
        }
    }

    /// Returns true for a pawn that promotes on rank 1.
    #[inline]
    fn is_crossed_pawn(self) -> bool {
        matches!(self, Origin::CrossedPawn(_))
    }

    /// Returns the square of the piece that goes to the target.
    #[inline]
    fn of(self, to: Square) -> Square {
        match self {
            Origin::Piece(_, from) | Origin::CrossedPawn(from) => from,
            Origin::Pawns { ranks, files: 0 } => {
                Square::in_slot(to.slot() - (ranks * Square::RING_SLOTS) as usize)
            }
            Origin::Pawns { ranks, files } => Square::wrapped(
                i32::from(to.file() + FILES - files),
                i32::from(to.rank() - ranks),
            ),
        }
    }
}

impl Position {
    /// Returns all legal moves of the army to move, in no particular order. There are none once a
    /// single army is left in play.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.each_legal_move(|_, mv| moves.push(mv));
        moves
    }

    /// Returns the moves that an army would have if it were its turn now; none for one that is out.
    ///
    /// ```
    /// use rondel_rules::{Color, Position};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.moves_of(Color::White), start.legal_moves());
    /// assert_eq!(start.moves_of(Color::Black).len(), 20);
    /// ```
    #[must_use]
    pub fn moves_of(&self, army: Color) -> Vec<Move> {
        if !self.in_play().contains(army) {
            return Vec::new();
        }
        self.as_turn_of(army).legal_moves()
    }

    /// Returns the position as if it were this army's turn, which is in play: its own double step can
    /// then no longer be captured.
    #[must_use]
    pub fn as_turn_of(&self, army: Color) -> Position {
        let mut turned = *self;
        turned.turn = army;
        turned.double_steps.forget(army);
        turned
    }

    /// Returns the moves that the piece on a square would have if it were its army's turn now: those of
    /// [`moves_of`](Position::moves_of) from there, in no particular order, without working out the
    /// others. None where no piece stands.
    ///
    /// ```
    /// use rondel_rules::Position;
    ///
    /// let moves = Position::start().moves_from("e2".parse().unwrap());
    /// assert_eq!(moves.len(), 2);
    /// ```
    #[must_use]
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        let Some(piece) = self.piece_at(from) else {
            return Vec::new();
        };
        let mut turned = *self;
        turned.turn = piece.color;
        let Some(safety) = turned.safety() else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        let targets = turned.legal_targets(piece.role, from, &safety);
        Origin::at(piece.role, from).each_move(targets, &mut |_, mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with every legal move and the role of the moving piece.
    #[inline]
    pub fn each_legal_move(&self, mut visit: impl FnMut(Role, Move)) {
        self.each_target_set(|origin, targets| origin.each_move(targets, &mut visit));
    }

    /// Calls `visit` with every legal move to these squares, every promotion, and the role of the
    /// moving piece.
    #[inline]
    pub fn each_legal_move_to(&self, squares: Bitboard, mut visit: impl FnMut(Role, Move)) {
        self.each_target_set(|origin, targets| {
            let squares = if origin.is_crossed_pawn() {
                squares | OUTMOST
            } else {
                squares
            };
            origin.each_move(targets & squares, &mut visit);
        });
    }

    /// Returns the number of legal moves. A promotion counts as four.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        self.each_target_set(|origin, targets| {
            count += targets.len();
            if origin.is_crossed_pawn() {
                count += 3 * targets.ring(0).count_ones();
            }
        });
        u64::from(count)
    }

    /// Returns true if the army to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.each_target_set(|_, targets| found |= !targets.is_empty());
        found
    }

    /// Returns true if the move is legal now.
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
        fits && piece.color == self.turn
            && self
                .legal_targets(piece.role, mv.from, &safety)
                .contains(mv.to)
    }

    /// Calls `visit` with sets of targets, some of them empty, that together hold every legal move
    /// exactly once.
    #[inline]
    fn each_target_set(&self, mut visit: impl FnMut(Origin, Bitboard)) {
        let Some(safety) = self.safety() else {
            return;
        };
        let (board, own) = (&self.board, self.board.of_color(self.turn));
        visit(
            Origin::Piece(Role::King, safety.king),
            self.king_targets(&safety),
        );
        // Pieces that may go anywhere their kind goes. While the king is attacked there are none.
        let free = if safety.checked {
            Bitboard::EMPTY
        } else {
            own.without(safety.pinned)
        };
        self.each_free_set(Role::Queen, free, &safety, &mut visit);
        self.each_free_set(Role::Rook, free, &safety, &mut visit);
        self.each_free_set(Role::Bishop, free, &safety, &mut visit);
        self.each_free_set(Role::Knight, free, &safety, &mut visit);
        let pawns = board.of_role(Role::Pawn);
        self.each_pawn_set(pawns & free, own, &mut visit);
        // All other pieces, one by one.
        let apart = board.of_role(Role::CrossedPawn) | pawns & INMOST;
        for from in own & (apart | !free) {
            if let Some(role) = board.role_at(from)
                && role != Role::King
            {
                let targets = self.legal_targets(role, from, &safety);
                visit(Origin::at(role, from), targets);
            }
        }
    }
}

impl Position {
    /// Visits the moves of the free pieces of a role, neither kings nor pawns. The compiler makes a
    /// copy for each role, so that no role is looked at when it is known.
    #[inline(always)]
    fn each_free_set(
        &self,
        role: Role,
        free: Bitboard,
        safety: &Safety,
        visit: &mut impl FnMut(Origin, Bitboard),
    ) {
        let own = self.board.of_color(self.turn);
        (self.board.of_role(role) & free)
            .into_iter()
            .for_each(|from| {
                let mut targets = self.board.targets(role, from).without(own);
                if self.moats.any_bridged() {
                    targets |= self.legal_crossings(role, from, targets, safety);
                }
                visit(Origin::Piece(role, from), targets);
            });
    }

    /// Visits the moves of pawns that have not been through the centre, do not go through it now,
    /// and cannot endanger their king.
    #[inline]
    fn each_pawn_set(
        &self,
        pawns: Bitboard,
        own: Bitboard,
        visit: &mut impl FnMut(Origin, Bitboard),
    ) {
        let occupied = self.board.occupied();
        let takeable = occupied.without(own);
        let steps = pawns.inward().without(occupied);
        visit(Origin::Pawns { ranks: 1, files: 0 }, steps);
        // A pawn that has reached rank 3 by one step came from rank 2.
        let doubles = (steps & THIRD).inward().without(occupied);
        visit(Origin::Pawns { ranks: 2, files: 0 }, doubles);
        let clockwise = pawns.without(HELD_CLOCKWISE).inward().clockwise();
        let onward = Origin::Pawns { ranks: 1, files: 1 };
        visit(onward, clockwise & takeable);
        let counter = pawns.without(HELD_COUNTER).inward().counterclockwise();
        let (ranks, files) = (1, FILES - 1);
        visit(Origin::Pawns { ranks, files }, counter & takeable);
    }

    /// Returns the legal targets of a piece of the army to move.
    fn legal_targets(&self, role: Role, from: Square, safety: &Safety) -> Bitboard {
        if role == Role::King {
            return self.king_targets(safety);
        }
        let reached = self.reached(role, from);
        let safe = self.safe_squares(from, safety);
        let mut legal = reached & safe;
        // When a king is captured its army goes out, and with it the army's attacks.
        let kings = self.board.of_role(Role::King) & safety.enemies;
        for to in (reached & kings).without(safe) {
            if self.is_safe_after(from, to, safety) {
                legal.insert(to);
            }
        }
        if role == Role::CrossedPawn && from.rank() == 4 {
            for to in self.en_passant_targets(from) {
                if self.is_safe_after(from, to, safety) {
                    legal.insert(to);
                }
            }
        }
        if self.moats.any_bridged() {
            legal |= self.legal_crossings(role, from, reached, safety);
        }
        legal
    }

    /// Returns the targets reached without crossing a moat, except castling and en passant.
    fn reached(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let own = self.board.of_color(self.turn);
        let takeable = self.board.targets(role, from).without(own);
        if !role.is_pawn() {
            return takeable;
        }
        let ahead = from.ahead(role).take_while(|to| self.board.is_empty(*to));
        ahead.collect::<Bitboard>() | (takeable & occupied)
    }

    /// Returns the squares on which the crossed pawn on `from` could capture en passant (rules
    /// §2.7).
    pub(crate) fn en_passant_targets(&self, from: Square) -> Bitboard {
        self.en_passant()
            .filter(|passed| LINES.crossed[from].contains(*passed))
            .collect()
    }

    /// Returns the legal targets of the king, castling included.
    #[inline]
    fn king_targets(&self, safety: &Safety) -> Bitboard {
        let own = self.board.of_color(self.turn);
        let mut legal = self.safe_king_targets(LINES.king[safety.king].without(own), safety);
        if !safety.checked && self.castling.has_any(safety.color) {
            legal |= self.castling_targets(safety);
        }
        if self.moats.any_bridged() {
            let crossing = self.crossing_targets(Role::King, safety.king);
            let safe = self.safe_king_targets(crossing.without(legal), safety);
            legal |= self.quiet(safety.king, safe);
        }
        legal
    }

    /// Keeps the targets on which the king is not attacked.
    #[inline]
    fn safe_king_targets(&self, targets: Bitboard, safety: &Safety) -> Bitboard {
        let mut safe = Bitboard::EMPTY;
        if targets.is_empty() {
            return safe;
        }
        // A king that moves away must not shield the square behind it.
        let mut without = self.board;
        without.take(safety.king);
        for to in targets {
            if !without.is_attacked(to, self.enemies_after(to, safety)) {
                safe.insert(to);
            }
        }
        safe
    }

    /// Returns the targets the king reaches by castling (rules §2.8): no enemy attacks the squares
    /// that it passes and reaches.
    #[inline]
    fn castling_targets(&self, safety: &Safety) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        for side in CastlingSide::ALL {
            if self.castling.has(safety.color, side)
                && self.castling_way_is_free(safety.color, side)
                && [side.rook_to(safety.color), side.king_to(safety.color)]
                    .into_iter()
                    .all(|square| !self.board.is_attacked(square, safety.enemies))
            {
                targets.insert(side.king_to(safety.color));
            }
        }
        targets
    }

    /// Returns true if all squares between king and rook are empty.
    #[inline]
    fn castling_way_is_free(&self, color: Color, side: CastlingSide) -> bool {
        let between: u32 = match side {
            CastlingSide::King => 0b0110_0000,
            CastlingSide::Queen => 0b0000_1110,
        };
        self.board.ring(0) & between << color.first_file() == 0
    }
}

/// Moves across bridged moats (rules §3.4).
impl Position {
    /// Returns the targets, all empty, that the piece reaches only across bridged moats.
    fn legal_crossings(
        &self,
        role: Role,
        from: Square,
        reached: Bitboard,
        safety: &Safety,
    ) -> Bitboard {
        let crossing = self.crossing_targets(role, from).without(reached);
        if crossing.is_empty() {
            return crossing;
        }
        self.quiet(from, crossing & self.safe_squares(from, safety))
    }

    /// Keeps the targets from which the piece initiates no check.
    fn quiet(&self, from: Square, targets: Bitboard) -> Bitboard {
        targets
            .into_iter()
            .filter(|to| !self.initiates_check(from, *to))
            .collect()
    }

    /// Returns the empty squares that a path across bridged moats leads to.
    fn crossing_targets(&self, role: Role, from: Square) -> Bitboard {
        let over_bridges = |steps: Bitboard| -> Bitboard {
            let bridged = |border| self.moats.is_bridged(border);
            let crosses =
                |to: &Square| Border::between(from.file(), to.file()).is_some_and(bridged);
            steps.into_iter().filter(crosses).collect()
        };
        let targets = match role {
            Role::Pawn | Role::CrossedPawn => return Bitboard::EMPTY,
            Role::King => over_bridges(LINES.king_crossing[from]),
            Role::Knight => over_bridges(LINES.knight_crossing[from]),
            Role::Rook => self.ring_across_moats(from),
            Role::Bishop => self.loops_across_moats(from),
            Role::Queen => self.ring_across_moats(from) | self.loops_across_moats(from),
        };
        targets.without(self.board.occupied())
    }

    /// Returns the squares of rank 1 in sight around the ring, with bridged moats open. Walked on the
    /// bits of the ring, which is faster than along rays.
    fn ring_across_moats(&self, from: Square) -> Bitboard {
        if from.rank() != 1 {
            return Bitboard::EMPTY;
        }
        let occupied = self.board.ring(0);
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
        Bitboard::of_ring(0, seen)
    }

    fn loops_across_moats(&self, from: Square) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        let [_, a, b] = LINES.places[from];
        for at in [a, b] {
            if LINES.borders[at.line as usize].is_some_and(|moat| self.moats.is_bridged(moat)) {
                seen |= at.over_moats().seen(self.board.lines());
            }
        }
        seen
    }

    /// Returns true if the move initiates a check on an army in play: its king is attacked by the
    /// moved piece, or by another piece of the mover that did not attack it before. The move
    /// captures nothing.
    pub(crate) fn initiates_check(&self, from: Square, to: Square) -> bool {
        let (board, after) = (&self.board, self.board.after_shift(from, to));
        let own = board.of_color(self.turn).without(Bitboard::of(from));
        self.in_play.without(self.turn).iter().any(|other| {
            self.king_square(other).is_some_and(|king| {
                let before = board.attackers(king, own);
                let now = after.attackers(king, after.of_color(self.turn));
                !now.without(before).is_empty()
            })
        })
    }
}

/// All of rank 1, where crossed pawns promote.
const OUTMOST: Bitboard = Bitboard::of_ring(0, RING);
/// All of rank 3, where pawns arrive by one step from rank 2.
const THIRD: Bitboard = Bitboard::of_ring(2, RING);
/// All of rank 6, from which pawns go through the centre.
const INMOST: Bitboard = Bitboard::of_ring(5, RING);
/// Squares where a creek or a moat keeps pawns from capturing clockwise: files h, p and x of ranks
/// 1 to 3 (rules §3.7).
const HELD_CLOCKWISE: Bitboard = held(0x80_8080);
/// Squares where they keep pawns from capturing counterclockwise: files a, i and q.
const HELD_COUNTER: Bitboard = held(0x01_0101);

/// Returns these files on ranks 1 to 3.
const fn held(files: u32) -> Bitboard {
    let files = files as u64;
    Bitboard([files | files << 32, files, 0])
}

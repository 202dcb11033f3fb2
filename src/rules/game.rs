//! The course of play under a ruleset: positions that came before, draws, the end.

use super::{
    board::Board,
    color::{ByColor, Color, Colors},
    mask::Mask,
    moves::Move,
    outcome::{ArmyOut, Draw, Ending, Exit, Over},
    position::{Castling, Position},
    role::{Piece, Role},
    ruleset::Ruleset,
    square::Square,
};

/// A position with what the ruleset must remember of those before it.
///
/// What a move or a concession leads to is *judged* first, which changes nothing, and then
/// carried out with the verdict. So the verdict can be written down in between, and stays the
/// same however rules are corrected later.
///
/// ```
/// use rondel::rules::{Game, Ruleset};
///
/// let mut game = Game::start(Ruleset::THREE_MAN);
/// let mv = "e2e4".parse().unwrap();
/// let verdict = game.judge_move(mv).unwrap();
/// assert!(verdict.over.is_none());
/// game.carry_out_move(mv);
/// game.carry_out(&verdict);
/// assert_eq!(game.position().ply(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    ruleset: Ruleset,
    position: Position,
    /// The positions since the count of rules §5.3 began, the present one last. None of the
    /// earlier ones can come again.
    since: Vec<Recurrence>,
    /// Who made the last move; nobody has in a position that was set up.
    last_mover: Option<Color>,
    over: Option<Over>,
}

/// What followed from a move, a concession or a position set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The armies that went out, in this order.
    pub outs: Vec<ArmyOut>,
    /// The end of the match, if this was it.
    pub over: Option<Over>,
}

/// The move is not among the legal ones, or the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {0} is not legal here")]
pub struct NotLegal(pub Move);

/// What makes two positions the same by *rights* (rules §5.2).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recurrence {
    board: Board,
    turn: Color,
    in_play: Colors,
    bridged: [bool; 3],
    castling: Castling,
    en_passant: ByColor<Option<u8>>,
    ply: u32,
}

impl Recurrence {
    fn of(position: &Position) -> Recurrence {
        Recurrence {
            board: position.board,
            turn: position.turn,
            in_play: position.in_play,
            bridged: super::border::Border::ALL.map(|border| position.is_bridged(border)),
            castling: position.castling,
            en_passant: ByColor::new(|color| {
                position
                    .double_steps
                    .of(color)
                    .filter(|_| en_passant_counts(position, color))
            }),
            ply: position.ply,
        }
    }

    fn same(&self, other: &Recurrence) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.in_play == other.in_play
            && self.bridged == other.bridged
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }
}

/// Whether the double step of `passer` can still be taken in earnest (rules §5.2): the army to
/// move has a legal capture, or one after it with the right has a crossed pawn beside.
fn en_passant_counts(position: &Position, passer: Color) -> bool {
    let Some(file) = position.double_steps.of(passer) else {
        return false;
    };
    let passed = Square::wrapped(i32::from(file), 3);
    let beside = |army: Color| -> Vec<Square> {
        let crossed = position.board.of_role(Role::CrossedPawn) & position.board.of_color(army);
        crossed
            .into_iter()
            .filter(|from| position.en_passant_targets(*from).contains(passed))
            .collect()
    };
    let mut army = position.turn;
    loop {
        let counts = beside(army).into_iter().any(|from| {
            let capture = Move {
                from,
                to: passed,
                promotion: None,
            };
            army != position.turn || position.is_legal(capture)
        });
        if counts {
            return true;
        }
        match position.in_play.next_after(army) {
            Some(next) if next != passer && next != position.turn => army = next,
            _ => return false,
        }
    }
}

impl Game {
    /// A match at its start.
    #[must_use]
    pub fn start(ruleset: Ruleset) -> Game {
        Game::from_position(ruleset, Position::start())
    }

    /// A match that begins with this position, which is not yet looked at: see
    /// [`Game::judge_position`].
    #[must_use]
    pub fn from_position(ruleset: Ruleset, position: Position) -> Game {
        Game {
            ruleset,
            since: vec![Recurrence::of(&position)],
            position,
            last_mover: None,
            over: None,
        }
    }

    /// The position as it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// How the match ended, once it has.
    #[must_use]
    pub const fn over(&self) -> Option<&Over> {
        self.over.as_ref()
    }

    /// What follows from the position by itself: an army to move that is mated or stalemated is
    /// settled (rules §7.4: draws are not looked at).
    #[must_use]
    pub fn judge_position(&self) -> Verdict {
        let mut outs = Vec::new();
        let mut position = self.position;
        let ending = position.settle(|out| outs.push(out));
        Verdict {
            outs,
            over: ending.map(|ending| self.ruleset.over(ending, position.in_play)),
        }
    }

    /// What would follow from a move, in the order of rules §6.7.
    ///
    /// # Errors
    ///
    /// [`NotLegal`] for a move that is not legal, and for any move once the match is over.
    pub fn judge_move(&self, mv: Move) -> Result<Verdict, NotLegal> {
        let (position, mut verdict) = self.after_move(mv)?;
        if verdict.over.is_none() {
            let draw = self.automatic_draw(&position);
            verdict.over = draw.map(|draw| self.drawn(draw, &position));
        }
        Ok(verdict)
    }

    /// What would follow from a move with which a draw is claimed (rules §5.2, §5.3); `None` when
    /// the claim is not due with it.
    ///
    /// # Errors
    ///
    /// As [`Game::judge_move`].
    pub fn judge_claiming_move(&self, mv: Move) -> Result<Option<Verdict>, NotLegal> {
        let (position, mut verdict) = self.after_move(mv)?;
        if verdict.over.is_some() {
            return Ok(None);
        }
        let count = self.count(&Recurrence::of(&position));
        let draw = if count + 1 >= self.ruleset.repetition.claim {
            Draw::Repetition
        } else if is_reached(self.ruleset.moves.claim, &position) {
            Draw::Moves
        } else {
            return Ok(None);
        };
        verdict.over = Some(self.drawn(draw, &position));
        Ok(Some(verdict))
    }

    fn after_move(&self, mv: Move) -> Result<(Position, Verdict), NotLegal> {
        if self.over.is_some() || !self.position.is_legal(mv) {
            return Err(NotLegal(mv));
        }
        let mut position = self.position;
        let mut outs = Vec::new();
        let taken = position.piece_at(mv.to);
        position.play(mv);
        if let Some(Piece { color, .. }) = taken
            && self.position.in_play.contains(color)
            && !position.in_play.contains(color)
        {
            outs.push(ArmyOut {
                color,
                exit: Exit::KingTaken,
                checkers: Colors::NONE,
                by: Some(self.position.turn),
            });
        }
        let ending = position.settle(|out| outs.push(out));
        let over = ending.map(|ending| self.ruleset.over(ending, position.in_play));
        Ok((position, Verdict { outs, over }))
    }

    /// What would follow if an army in play conceded (rules §4.4, §6.7). Nothing does for an army
    /// that is not in play.
    #[must_use]
    pub fn judge_concession(&self, color: Color) -> Verdict {
        if self.over.is_some() || !self.position.in_play.contains(color) {
            return Verdict::default();
        }
        let mut outs = vec![ArmyOut {
            color,
            exit: Exit::Conceded,
            checkers: Colors::NONE,
            by: None,
        }];
        let mut position = self.position;
        position.remove_from_play(color);
        let ending = position.settle(|out| outs.push(out));
        let over = match ending {
            Some(ending) => Some(self.ruleset.over(ending, position.in_play)),
            // Nothing can have occurred before with fewer armies, and the count starts anew.
            None if is_impossible(&position) => Some(self.drawn(Draw::Impossibility, &position)),
            None => None,
        };
        Verdict { outs, over }
    }

    /// The draw that the army may claim now without a move (rules §5.2, §5.3): repetition by the
    /// opponents of whoever moved last, the count of moves by any army in play.
    #[must_use]
    pub fn claimable(&self, color: Color) -> Option<Draw> {
        if self.over.is_some() || !self.position.in_play.contains(color) {
            return None;
        }
        if self.occurrences().len() as u32 >= self.ruleset.repetition.claim
            && self.last_mover != Some(color)
        {
            return Some(Draw::Repetition);
        }
        is_reached(self.ruleset.moves.claim, &self.position).then_some(Draw::Moves)
    }

    /// The plies after which the present position stood on the board, the present one last.
    #[must_use]
    pub fn occurrences(&self) -> Vec<u32> {
        let Some(now) = self.since.last() else {
            return Vec::new();
        };
        self.since
            .iter()
            .filter(|before| before.same(now))
            .map(|before| before.ply)
            .collect()
    }

    /// Plies without progress at which a draw may be claimed now (rules §5.3).
    #[must_use]
    pub fn clock_due(&self) -> u32 {
        self.ruleset.moves.claim * self.position.in_play.len() as u32
    }

    /// The end by a draw for the armies in play, such as an agreement.
    #[must_use]
    pub fn draw(&self, draw: Draw) -> Over {
        self.drawn(draw, &self.position)
    }

    /// Plays a legal move, without what its verdict says.
    pub fn carry_out_move(&mut self, mv: Move) {
        self.last_mover = Some(self.position.turn);
        self.position.play(mv);
        self.note_position(true);
    }

    /// Puts armies out and ends the match as a verdict says.
    pub fn carry_out(&mut self, verdict: &Verdict) {
        for out in &verdict.outs {
            self.put_out(out.color);
        }
        self.over = verdict.over;
    }

    /// Puts an army out of the game; one that is out already stays out.
    pub fn put_out(&mut self, color: Color) {
        if self.position.in_play.contains(color) {
            self.position.remove_from_play(color);
            self.note_position(false);
        }
    }

    /// Ends the match.
    pub fn end(&mut self, over: Over) {
        self.over = Some(over);
    }

    /// Remembers the present position, as a new one or in place of the latest (rules §5.2).
    fn note_position(&mut self, new: bool) {
        if self.position.clock == 0 {
            self.since.clear();
        } else if !new {
            self.since.pop();
        }
        self.since.push(Recurrence::of(&self.position));
    }

    fn count(&self, position: &Recurrence) -> u32 {
        self.since
            .iter()
            .filter(|before| before.same(position))
            .count() as u32
    }

    /// The automatic draw due in a position that a move has just brought about (rules §6.7).
    fn automatic_draw(&self, position: &Position) -> Option<Draw> {
        let repeated = position.clock > 0
            && self.count(&Recurrence::of(position)) + 1 >= self.ruleset.repetition.automatic;
        if repeated {
            Some(Draw::Repetition)
        } else if is_reached(self.ruleset.moves.automatic, position) {
            Some(Draw::Moves)
        } else if is_impossible(position) {
            Some(Draw::Impossibility)
        } else {
            None
        }
    }

    fn drawn(&self, draw: Draw, position: &Position) -> Over {
        self.ruleset.over(Ending::Draw(draw), position.in_play)
    }
}

/// Whether so many moves of each army in play have gone by without progress (rules §5.3).
fn is_reached(moves: u32, position: &Position) -> bool {
    position.clock >= moves * position.in_play.len() as u32
}

/// Whether no army in play can be mated any more (rules §5.4).
fn is_impossible(position: &Position) -> bool {
    let mut alive = Mask::EMPTY;
    for color in position.in_play.iter() {
        alive |= position.board.of_color(color);
    }
    let minor =
        alive & (position.board.of_role(Role::Bishop) | position.board.of_role(Role::Knight));
    let others = alive & !(minor | position.board.of_role(Role::King));
    if !others.is_empty() {
        return false;
    }
    match (position.in_play.len(), minor.len()) {
        (3, 0) | (2, 0 | 1) => true,
        (2, 2) => {
            let knights = minor & position.board.of_role(Role::Knight);
            let light = minor.into_iter().filter(|square| square.is_light()).count();
            let one_each = position
                .in_play
                .iter()
                .all(|color| (position.board.of_color(color) & minor).len() == 1);
            knights.is_empty() && one_each && light != 1
        }
        _ => false,
    }
}

//! The next thing a computer in a match has to do.

use crate::rules::{Agreement, Color};

use super::{
    proposal::{Motion, Proposal},
    seat::Seat,
    state::{Match, Stage},
};

/// A task that a match waits for a computer to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerTask {
    /// Answer a proposal of this army.
    Answer {
        /// The army that made it.
        by: Color,
        /// The proposal's content.
        motion: Motion,
    },
    /// Move; before that, think about a pact it has been offered (rules §6.3).
    Move,
}

impl Match {
    /// Returns the computer this match waits for, with its task: answers before moves.
    #[must_use]
    pub fn computer_task(&self) -> Option<(Color, ComputerTask)> {
        if self.stage() != Stage::Running {
            return None;
        }
        let position = self.position();
        let computers = position
            .in_play()
            .iter()
            .filter(|color| self.is_computer(*color));
        let mut answers = computers.filter_map(|color| Some((color, self.to_answer(color)?)));
        let turn = position.turn();
        let moves = self.is_computer(turn) && !self.is_paused();
        let to_move = moves.then_some((turn, ComputerTask::Move));
        answers.next().or(to_move)
    }

    /// Returns the question this army in play has been asked and has not answered.
    fn to_answer(&self, color: Color) -> Option<ComputerTask> {
        let open = self.open_proposals().into_iter();
        // It thinks about pacts before it moves.
        let pact = |motion| matches!(motion, Motion::Agreement(Agreement::Pact(_)));
        let mut asked = open
            .filter(|proposal| !pact(proposal.motion) && self.pending(proposal).contains(color));
        let Proposal { by, motion, .. } = asked.next()?;
        Some(ComputerTask::Answer { by, motion })
    }

    fn is_computer(&self, color: Color) -> bool {
        matches!(self.seats()[color], Seat::Computer(_))
    }
}

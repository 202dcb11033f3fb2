//! The next thing a computer in a match has to do.

use crate::rules::Color;

use super::{
    proposal::Motion,
    seat::Seat,
    state::{Match, Stage},
};

/// A task that a match waits for a computer to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerTask {
    /// Answer a proposal.
    Motion(Motion),
    /// Answer the draw offer (rules §5.1).
    Draw,
    /// Answer a resignation for a named winner (rules §6.5).
    Resignation {
        /// The army that would resign.
        by: Color,
        /// The army that would win.
        winner: Color,
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
        let agreements = self.game().agreements();
        let mut proposed = self.proposals().iter().filter(|proposal| {
            let asked = self.electorate(&proposal.motion, proposal.by);
            asked.contains(color) && !proposal.agreed.contains(color)
        });
        if let Some(proposal) = proposed.next() {
            return Some(ComputerTask::Motion(proposal.motion));
        }
        if agreements
            .draw()
            .is_some_and(|offer| !offer.agreed.contains(color))
        {
            return Some(ComputerTask::Draw);
        }
        let resignation = agreements.resignation()?;
        let (by, winner) = (resignation.by, resignation.winner);
        (color == resignation.third()).then_some(ComputerTask::Resignation { by, winner })
    }

    fn is_computer(&self, color: Color) -> bool {
        matches!(self.seats()[color], Seat::Computer(_))
    }
}

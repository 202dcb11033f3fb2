//! What one person may ask for in a while ([`Limit`]).

use super::{Asked, Desk};
use crate::{
    adapters::{
        invocation::{Ask, ServerAsk},
        reply::{Audience, Reply},
    },
    host::{Counted, Limit, Limited},
    matchplay::{Command, Match},
    store::preferences::PersonChanges,
};

/// What an ask counts as, before anybody knows what comes of it.
#[derive(Debug)]
pub(super) enum Allowed {
    /// Nothing.
    Freely,
    /// A picture, if the answer has one.
    Picture(Counted),
    /// Something that counts unless it is refused.
    Done(Counted),
    /// A step on the way to a move; without a picture where there is no room for one.
    Step(Option<Counted>),
}

impl Allowed {
    /// The answer as it may be given. What came to nothing is not counted.
    pub(super) fn settle(self, reply: Reply) -> Reply {
        let draws = reply.seat.is_some() || reply.picture.is_some();
        // The board after a move is for everybody, and no limit holds it up.
        let moved = reply.audience == Audience::All;
        match self {
            Allowed::Picture(counted) if !draws => counted.give_back(),
            Allowed::Done(counted) if reply.refused.is_some() => counted.give_back(),
            Allowed::Step(Some(counted)) if !draws || moved => counted.give_back(),
            Allowed::Step(None) if !moved => {
                return Reply {
                    seat: None,
                    picture: None,
                    ..reply
                };
            }
            Allowed::Freely | Allowed::Picture(_) | Allowed::Done(_) | Allowed::Step(_) => {}
        }
        reply
    }
}

impl Desk {
    /// Counts what is asked for.
    pub(super) fn allow(&self, asked: &Asked<'_>, ask: &Ask) -> Result<Allowed, Limited> {
        let count = |limit| self.host.count(limit, asked.asker, asked.delivery.as_ref());
        match ask {
            Ask::Pieces { .. } | Ask::Goals { .. } | Ask::Choose { .. } if self.draws => {
                Ok(Allowed::Step(count(Limit::Pictures).ok()))
            }
            Ask::Board { text: false, .. }
            | Ask::Replay(_)
            | Ask::Profile { .. }
            | Ask::Leaderboard(_)
            | Ask::Rules { topic: Some(_) }
                if self.draws =>
            {
                count(Limit::Pictures).map(Allowed::Picture)
            }
            Ask::Play(_) | Ask::Join { .. } | Ask::Leave | Ask::Rematch => {
                count(Limit::Seats).map(Allowed::Done)
            }
            Ask::Export { .. }
            | Ask::ExportOfMe
            | Ask::ForgetMe { confirmed: true }
            | Ask::Server(ServerAsk::Set(_)) => count(Limit::Errands).map(Allowed::Done),
            Ask::Settings(changes) if *changes != PersonChanges::default() => {
                count(Limit::Errands).map(Allowed::Done)
            }
            Ask::Pieces { .. }
            | Ask::Goals { .. }
            | Ask::Choose { .. }
            | Ask::Board { .. }
            | Ask::Replay(_)
            | Ask::Profile { .. }
            | Ask::Leaderboard(_)
            | Ask::Rules { .. }
            | Ask::Settings(_)
            | Ask::ForgetMe { .. }
            | Ask::Move { .. }
            | Ask::Agree(_)
            | Ask::Pact { .. }
            | Ask::ClaimDraw
            | Ask::Resign { .. }
            | Ask::Abort(_)
            | Ask::Takeback(_)
            | Ask::Pause(_)
            | Ask::Seat { .. }
            | Ask::Look { .. }
            | Ask::History { .. }
            | Ask::Privacy
            | Ask::Matches
            | Ask::Server(_)
            | Ask::Help { .. } => Ok(Allowed::Freely),
        }
    }

    /// Counts a proposal, an answer to one or its withdrawal; `None` for what is none of these.
    pub(super) fn count_proposal(
        &self,
        asked: &Asked<'_>,
        state: &Match,
        command: &Command,
    ) -> Result<Option<Counted>, Limited> {
        let proposes = matches!(
            command,
            Command::Agree(_)
                | Command::Pact { .. }
                | Command::Abort(_)
                | Command::Takeback(_)
                | Command::Pause(_)
                | Command::Seat { .. }
        );
        if !proposes {
            return Ok(None);
        }
        let whose = (asked.asker, state.id());
        let delivery = asked.delivery.as_ref();
        self.host.count(Limit::Proposals, whose, delivery).map(Some)
    }
}

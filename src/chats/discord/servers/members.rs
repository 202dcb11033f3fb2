//! Members of servers, asked of Discord: to be told of those who leave would need an intent that
//! the bot does without.

use std::{sync::Mutex, time::Duration};

use serenity::all::{GuildId, UserId};

use crate::chats::discord::requests::{
    api::Api,
    pace::is_fresh,
    trouble::{Trouble, trouble},
};
use crate::{
    host::{Host, Turns},
    matchplay::Moment,
    store::{Latest, causes, locked},
};

/// Time for which somebody who was found counts as present.
const PRESENT: Duration = Duration::from_secs(600);
/// Number of members who are remembered.
const MOST_KEPT: usize = 4_096;

type Member = (GuildId, UserId);

/// Asks who is in a server.
#[derive(Debug, Default)]
pub(crate) struct Members {
    /// Nobody is asked about twice at once.
    asking: Turns<Member>,
    present: Mutex<Present>,
}

impl Members {
    /// Returns true if Discord says that somebody is not in a server. Where it does not say, as without
    /// the right to ask, they count as present.
    pub(crate) async fn lacks(&self, api: &Api, host: &Host, member: Member) -> bool {
        let _turn = self.asking.take(member).await;
        if locked(&self.present).knows(member, host.now()) {
            return false;
        }
        let (guild, user) = member;
        let Err(error) = api.find_member(guild, user).await else {
            locked(&self.present).note(member, host.now());
            return false;
        };
        let trouble = trouble(&error);
        if trouble != Trouble::Absent {
            tracing::info!(error = %causes(&error), "whether a player is in the server is not known");
        }
        trouble == Trouble::Absent
    }
}

/// Members who were found present, with the time.
#[derive(Debug, Default)]
struct Present(Latest<Member, Moment, MOST_KEPT>);

impl Present {
    fn knows(&mut self, member: Member, now: Moment) -> bool {
        self.0
            .get(&member)
            .is_some_and(|at| is_fresh(*at, now, PRESENT))
    }

    fn note(&mut self, member: Member, now: Moment) {
        self.0.put(member, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_found_count_for_ten_minutes_and_few_are_kept() {
        let mut present = Present::default();
        let member = |user: u64| (GuildId::new(1), UserId::new(user));
        let start = Moment(3_600_000);
        present.note(member(1), start);
        for (at, known) in [
            (start.0, true),
            (start.0 + 599_999, true),
            (start.0 + 600_000, false),
            // Set back, the clock says nothing about how long ago it was.
            (start.0 - 1, false),
        ] {
            assert_eq!(present.knows(member(1), Moment(at)), known, "{at}");
        }
        assert!(!present.knows((GuildId::new(2), UserId::new(1)), start));
        for user in 2..20_000 {
            present.note(member(user), start);
        }
        assert!(present.0.len() <= MOST_KEPT);
        assert!(present.knows(member(19_999), start));
    }
}

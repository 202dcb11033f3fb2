//! `/matches`: what somebody plays, and what they can watch.

use std::{cmp::Reverse, sync::Arc};

use super::{Asked, Desk};
use crate::{
    adapters::{refusals::Refused, reply::Reply},
    host::Purpose,
    matchplay::{Match, Stage},
    store::{Shelf, StoreError},
};

/// How many matches of the asker are listed, and how many characters they take. With what there is
/// to watch, and with headings, they fit into a message of 2,000 characters.
const MOST_OWN: (usize, usize) = (15, 1_200);

/// As [`MOST_OWN`], of the matches to watch.
const MOST_OF_OTHERS: (usize, usize) = (10, 500);

/// How many matches of a server are looked at for some to watch.
const MOST_LOOKED_AT: usize = 100;

impl Desk {
    /// The asker's matches over all servers, then what others play in this one.
    pub(super) async fn list(&self, asked: &Asked<'_>) -> Reply {
        match self.lists(asked).await {
            Ok(lines) => Reply::words(Some(asked.command), lines.join("\n")),
            Err(error) => self.refused(Some(asked.command), &error.into(), &Refused::default()),
        }
    }

    async fn lists(&self, asked: &Asked<'_>) -> Result<Vec<String>, StoreError> {
        let words = &self.words;
        let own = self.host.matches_of(asked.person).await?;
        let mut lines = vec![if own.is_empty() {
            words.say("matches-none", &[])
        } else {
            words.say_counted("matches-heading", own.len(), &[])
        }];
        let own = own.iter();
        let listed = own.map(|state| self.teller(state).listed(asked.person, asked.place));
        let more = fitting(&mut lines, listed, MOST_OWN);
        lines.extend((more > 0).then(|| words.say_counted("matches-more", more, &[])));

        let (others, all) = self.of_others(asked).await?;
        if others.is_empty() {
            return Ok(lines);
        }
        lines.push(words.say("matches-to-watch", &[]));
        let listed = others.iter();
        let listed = listed.map(|state| self.teller(state).to_watch(asked.place));
        let more = fitting(&mut lines, listed, MOST_OF_OTHERS);
        if !all {
            lines.push(words.say("matches-many-more", &[]));
        } else if more > 0 {
            lines.push(words.say_counted("matches-more", more, &[]));
        }
        Ok(lines)
    }

    /// What others play in this server where the asker can see it, those first in which something
    /// happened last, and whether that is all. Nobody shares a server with whoever talks to the bot
    /// alone.
    async fn of_others(&self, asked: &Asked<'_>) -> Result<(Vec<Arc<Match>>, bool), StoreError> {
        if !self.manner.is_shared(asked.place) {
            return Ok((Vec::new(), true));
        }
        let (place, most) = (asked.place, MOST_LOOKED_AT);
        let mut states = self.host.matches_in(place, Shelf::Public, most).await?;
        let all = states.len() < most;
        if !all {
            // The asker may see none of those, and sees what is played here.
            states.extend(self.host.matches_at(place, Shelf::Public, most).await?);
        }
        states.extend(self.host.left_by(asked.person, asked.place).await?);
        states.retain(|state| {
            let watched = state.stage() == Stage::Running && !state.concerns(asked.person);
            watched && (!state.is_private() || state.has_part(asked.person))
        });
        states.sort_by_key(|state| (Reverse(state.changed()), state.id()));
        states.dedup_by_key(|state| state.id());
        let request = asked.request(Purpose::Show);
        let mut seen = Vec::new();
        for state in states {
            if request.admit(&state).await.is_ok() {
                seen.push(state);
            }
        }
        Ok((seen, all))
    }
}

/// Adds as many of these to some lines as are allowed, and characters of them, and says how many
/// were left out.
fn fitting(
    lines: &mut Vec<String>,
    more: impl ExactSizeIterator<Item = String>,
    (most, room): (usize, usize),
) -> usize {
    let all = more.len();
    let (mut added, mut taken) = (0, 0);
    for line in more.take(most) {
        taken += line.chars().count() + 1;
        if taken > room {
            break;
        }
        lines.push(line);
        added += 1;
    }
    all - added
}

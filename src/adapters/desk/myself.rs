//! `/export of:me`: everything that is kept of the asker, as a file for them alone.

use super::{Asked, Desk};
use crate::{
    adapters::{
        refusals::Refused,
        reply::{File, Reply},
    },
    matchplay::Person,
    store::{StoreError, people::Identity, preferences::PersonPreferences},
    transcript::{Personal, PersonalMatch, PersonalRating},
};

/// The most bytes of a file: what Discord takes of it, less some reserve.
const LONGEST: usize = 8 << 20;

impl Desk {
    /// Their identity, name, settings, ratings and matches.
    pub(super) async fn export_of_me(&self, asked: &Asked<'_>) -> Reply {
        let command = Some(asked.command);
        let person = asked.person;
        let known = self.people.identity(person).and_then(|identity| {
            let name = self.people.name(person)?;
            Ok(identity.zip(name))
        });
        let made = match known {
            Ok(Some((identity, name))) => self.personal(person, &identity, name).await,
            Ok(None) => return Reply::words(command, self.words.say("exported-nothing", &[])),
            Err(error) => Err(error),
        };
        let mut personal = match made {
            Ok(personal) => personal,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        let mut text = personal.written();
        if text.len() > LONGEST {
            personal
                .matches
                .iter_mut()
                .for_each(PersonalMatch::leave_moves_out);
            text = personal.written();
        }
        let told = self
            .words
            .say_counted("exported-me", personal.matches.len(), &[]);
        let more = personal.more.len();
        let more = (more > 0).then(|| self.words.say_counted("exported-me-more", more, &[]));
        let lines: Vec<String> = [Some(told), more].into_iter().flatten().collect();
        Reply {
            file: Some(File {
                name: String::from("rondel.json"),
                text,
            }),
            ..Reply::words(command, lines.join(" "))
        }
    }

    async fn personal(
        &self,
        person: Person,
        identity: &Identity,
        name: String,
    ) -> Result<Personal, StoreError> {
        let (matches, more) = self.host.sat_in(person).await?;
        let profile = self
            .host
            .standings(move |all| all.profile(person, None))
            .await?;
        let settings = self.host.preferences_of(person);
        let ratings = profile.records.into_iter().map(|record| PersonalRating {
            ruleset: record.ruleset,
            rating: record.rating,
            provisional: record.provisional,
            matches: record.tally.matches,
            wins: record.tally.wins,
            sixths: record.tally.sixths,
        });
        let mut matches: Vec<PersonalMatch> = matches
            .iter()
            .filter_map(|(id, events)| PersonalMatch::of(*id, events, person))
            .collect();
        // Those that go on first, and then the latest.
        matches.sort_by_key(|theirs| std::cmp::Reverse((theirs.ended().is_none(), theirs.ended())));
        Ok(Personal {
            made: self.host.now(),
            realm: identity.realm().to_owned(),
            id: identity.id().to_owned(),
            name,
            settings: (settings != PersonPreferences::default()).then(|| settings.encode()),
            ratings: ratings.collect(),
            matches,
            more,
        })
    }
}

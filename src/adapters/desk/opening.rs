//! `/play`: a table is opened.

use super::{Asked, Desk};
use crate::{
    adapters::{
        invocation::{InputError, Speaker, cut},
        refusals::{self, Refused},
        reply::Reply,
    },
    host::{Done, HostError, Table},
    matchplay::Rejection,
    rules::Color,
    rulesets::Named,
};

impl Desk {
    /// Opens a table, or says why not.
    pub(super) async fn open(
        &self,
        asked: &Asked<'_>,
        ruleset: Option<&str>,
        seat: Option<Color>,
        invited: &[Option<Speaker>; 2],
    ) -> Result<Done, Reply> {
        let command = Some(asked.command);
        let named = match ruleset {
            Some(name) => self.rulesets.named(name),
            None => self.rulesets.iter().next(),
        };
        let Some(named) = named else {
            let given = cut(ruleset.unwrap_or_default());
            let known = self.rulesets.names();
            let error = InputError::UnknownRuleset { given, known };
            return Err(self.misread(command, &error));
        };
        let refuse = |error: HostError| self.not_opened(asked, named, &error);
        // Who is named for a seat that is not there is never looked up.
        let guests = named.ruleset.armies().len() - 1;
        if invited.iter().skip(guests).any(Option::is_some) {
            return Err(refuse(Rejection::NotInThisRuleset.into()));
        }
        let mut people = Vec::new();
        for speaker in invited.iter().flatten() {
            people.push(
                self.meet(speaker)
                    .await
                    .map_err(|error| refuse(error.into()))?,
            );
        }
        let table = Table {
            ruleset: named.name.to_string(),
            options: named.ruleset,
            place: asked.place.clone(),
            seat,
            invited: people,
            computers: None,
            rated: true,
        };
        self.host
            .open(&table, asked.person, asked.delivery.clone())
            .await
            .map_err(refuse)
    }

    fn not_opened(&self, asked: &Asked<'_>, named: &Named, error: &HostError) -> Reply {
        if let HostError::Rejected(Rejection::NotInThisRuleset) = error {
            let ruleset = self.words.ruleset(&named.name);
            let (reason, text) = refusals::not_for_two(&self.words, &ruleset);
            return Reply::refusal(Some(asked.command), reason, text);
        }
        self.refused(Some(asked.command), error, &Refused::default())
    }
}

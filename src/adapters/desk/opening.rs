//! `/play`: a table is opened.

use super::{Asked, Desk};
use crate::{
    adapters::{
        invocation::{InputError, Play, cut},
        refusals::{self, Refused},
        reply::Reply,
    },
    host::{Done, HostError, Table},
    matchplay::Rejection,
    rulesets::Named,
};

impl Desk {
    /// Opens a table, or says why not.
    pub(super) async fn open(&self, asked: &Asked<'_>, play: &Play) -> Result<Done, Reply> {
        let command = Some(asked.command);
        let ruleset = play.ruleset.as_deref();
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
        let seats = named.ruleset.armies().len();
        if play.invited.iter().skip(seats - 1).any(Option::is_some) {
            return Err(refuse(Rejection::NotInThisRuleset.into()));
        }
        let rated = match (play.rated, usize::from(play.computers)) {
            (said, 0) => said.unwrap_or(true),
            (Some(true), computers) => {
                let alone = computers >= seats;
                return Err(self.casual_only(command, alone));
            }
            (Some(false) | None, _) => false,
        };
        let mut people = Vec::new();
        for speaker in play.invited.iter().flatten() {
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
            seat: play.seat,
            invited: people,
            computers: (play.computers > 0).then_some((play.computers, play.level)),
            rated,
        };
        self.host
            .open(&table, asked.person, asked.delivery.clone())
            .await
            .map_err(refuse)
    }

    /// That a match with computers cannot be rated here.
    fn casual_only(&self, command: Option<&'static str>, alone: bool) -> Reply {
        let id = if alone {
            "refused-rated-alone"
        } else {
            "refused-rated-computers"
        };
        let reason = Rejection::NotAllowed.reason();
        Reply::refusal(command, reason, self.words.say(id, &[]))
    }

    fn not_opened(&self, asked: &Asked<'_>, named: &Named, error: &HostError) -> Reply {
        if let HostError::Rejected(Rejection::NotInThisRuleset) = error {
            let ruleset = self.words.ruleset(&named.name);
            let (reason, text) = refusals::not_for_two(&self.words, &ruleset);
            return Reply::refusal(Some(asked.command), reason, text);
        }
        if let HostError::Rejected(rejection @ Rejection::TableFull) = error {
            let seats = named.ruleset.armies().len().to_string();
            let ruleset = self.words.ruleset(&named.name);
            let values = [("ruleset", ruleset.as_str()), ("seats", &seats)];
            let text = self.words.say("refused-too-many", &values);
            return Reply::refusal(Some(asked.command), rejection.reason(), text);
        }
        self.refused(Some(asked.command), error, &Refused::default())
    }
}

//! `/play`: a table is opened.

use super::{Asked, Desk};
use crate::{
    adapters::{
        invocation::{InputError, Play, cut},
        refusals::Refused,
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
        if let Some(refusal) = self.refuses_table(asked) {
            return Err(refusal);
        }
        let set = self.host.server_preferences(asked.place);
        let usual = self.ruleset_there(asked.place);
        let named = self
            .ruleset_called(play.ruleset.as_deref().or(usual.as_deref()))
            .map_err(|error| self.misread(command, &error))?;
        let refuse = |error: HostError| self.not_opened(asked, play, named, &error);
        // Who is named for a seat that is not there is never looked up.
        let seats = named.ruleset.armies().len();
        if play.invited.iter().skip(seats - 1).any(Option::is_some) {
            return Err(refuse(Rejection::NotInThisRuleset.into()));
        }
        let rated = self.rated(asked, play, seats).map_err(|why| {
            let reason = Rejection::NotAllowed.reason();
            Reply::refusal(command, reason, self.words.say(why, &[]))
        })?;
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
            time: play.time.unwrap_or(set.time),
            private: play.private,
        };
        self.host
            .open(&table, asked.person, asked.delivery.clone())
            .await
            .map_err(refuse)
    }

    /// The ruleset of this name; the default one unless a name is given.
    pub(super) fn ruleset_called(&self, name: Option<&str>) -> Result<&Named, InputError> {
        let named = match name {
            Some(name) => self.rulesets.named(name),
            None => self.rulesets.iter().next(),
        };
        named.ok_or_else(|| {
            let given = cut(name.unwrap_or_default());
            let known = self.rulesets.names();
            InputError::UnknownRuleset { given, known }
        })
    }

    /// Whether the match is to be rated; where that is asked for and cannot be, the text that says
    /// why.
    fn rated(&self, asked: &Asked<'_>, play: &Play, seats: usize) -> Result<bool, &'static str> {
        let why = match usize::from(play.computers) {
            0 => {
                let usual = self.host.server_preferences(asked.place).rated;
                return Ok(play.rated.or(usual).unwrap_or(true));
            }
            computers if computers >= seats => "refused-rated-alone",
            _ if self.host.server_preferences(asked.place).rated_computers => {
                let usual = self.host.server_preferences(asked.place).rated;
                return Ok(play.rated.or(usual).unwrap_or(true));
            }
            _ => "refused-rated-computers",
        };
        match play.rated {
            Some(true) => Err(why),
            Some(false) | None => Ok(false),
        }
    }

    fn not_opened(
        &self,
        asked: &Asked<'_>,
        play: &Play,
        named: &Named,
        error: &HostError,
    ) -> Reply {
        let seats = named.ruleset.armies().len();
        let (rejection, why) = match error {
            HostError::Rejected(rejection @ Rejection::NotInThisRuleset)
                if usize::from(play.computers) > seats =>
            {
                (rejection, "refused-computers-for-two")
            }
            HostError::Rejected(rejection @ Rejection::NotInThisRuleset) => {
                (rejection, "refused-not-for-two")
            }
            HostError::Rejected(rejection @ Rejection::TableFull) => {
                (rejection, "refused-too-many")
            }
            HostError::Rejected(_) | HostError::Limited(_) | HostError::Store(_) => {
                return self.refused(Some(asked.command), error, &Refused::default());
            }
        };
        let (ruleset, seats) = (self.words.ruleset(&named.name), seats.to_string());
        let values = [("ruleset", ruleset.as_str()), ("seats", &seats)];
        let text = self.words.say(why, &values);
        Reply::refusal(Some(asked.command), rejection.reason(), text)
    }
}

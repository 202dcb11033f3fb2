//! `/server`: what a server's managers see and set.

use super::{Asked, Desk};
use crate::{
    adapters::{refusals::Refused, reply::Reply},
    matchplay::{Rejection, Server},
    standings::{Suspected, Suspicion},
};

/// How many pairs are listed; with the explanation they fit into a message.
const MOST_LISTED: usize = 4;

/// What is rarer than one in so many is said to be as rare as that.
const RAREST: f64 = 1_000_000.0;

impl Desk {
    /// The refusal for whoever does not manage the server.
    pub(super) fn not_managing(&self, asked: &Asked<'_>) -> Reply {
        let text = self.words.say("refused-not-managing", &[]);
        Reply::refusal(Some(asked.command), Rejection::NotAllowed.reason(), text)
    }

    /// The pairs that finish together, or give way to each other, far more often than by chance,
    /// with what is counted and how.
    pub(super) async fn fair_play(&self, asked: &Asked<'_>) -> Reply {
        let command = Some(asked.command);
        let server = Server::of(asked.place);
        let suspicions = self
            .host
            .standings(move |standings| standings.suspicions(&server));
        let suspicions = match suspicions.await {
            Ok(suspicions) => suspicions,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        let words = &self.words;
        let mut lines = Vec::new();
        if suspicions.is_empty() {
            lines.push(words.say("fairplay-none", &[]));
        } else {
            lines.push(words.say_counted("fairplay-heading", suspicions.len(), &[]));
        }
        let listed = suspicions.iter().take(MOST_LISTED);
        lines.extend(listed.map(|suspicion| self.suspected(suspicion)));
        let more = suspicions.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            lines.push(words.say_counted("fairplay-more", more, &[]));
        }
        lines.push(words.say("fairplay-test", &[]));
        if !suspicions.is_empty() {
            lines.push(words.say("fairplay-care", &[]));
        }
        Reply::words(command, lines.join("\n"))
    }

    fn suspected(&self, suspicion: &Suspicion) -> String {
        let [one, other] = suspicion.pair.map(|person| self.called_somehow(person));
        let id = match suspicion.suspected {
            Suspected::Together => "fairplay-together",
            Suspected::GivesWay => "fairplay-gives-way",
        };
        let rare = (1.0 / suspicion.chance).clamp(1.0, RAREST);
        self.words.say(
            id,
            &[
                ("one", &one),
                ("other", &other),
                ("matches", &suspicion.matches.to_string()),
                ("observed", &suspicion.observed.to_string()),
                ("expected", &format!("{:.1}", suspicion.expected)),
                ("rare", &format!("{rare:.0}")),
            ],
        )
    }
}

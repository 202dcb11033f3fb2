//! What managers do to matches, and the list of what they have done.

use std::sync::Arc;

use super::{Asked, Desk, ruling};
use crate::{
    adapters::{refusals::Refused, reply::Reply},
    host::{Done, HostError, Purpose},
    matchplay::{Command, Match},
    store::audit::{Deed, Entry},
};

/// How many entries stand on a page. With the longest names and reasons they fit into a message.
const PAGE: usize = 4;

impl Desk {
    /// Puts an end to a match. Whether the asker manages the server has been looked at.
    pub(super) async fn put_an_end(
        &self,
        asked: &Asked<'_>,
        reason: &str,
    ) -> Result<Done, (HostError, Option<Arc<Match>>)> {
        let reason = reason.to_owned();
        self.change(asked, Purpose::Manage, &Command::PutAnEnd { reason })
            .await
    }

    /// A page of what managers have forced and set, the latest first.
    pub(super) async fn audit(&self, asked: &Asked<'_>, page: Option<u32>) -> Reply {
        let command = Some(asked.command);
        let entries = match self.host.audit(asked.place).await {
            Ok(entries) => entries,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        if entries.is_empty() {
            return Reply::words(command, self.words.say("audit-none", &[]));
        }
        let pages = entries.len().div_ceil(PAGE);
        let page = usize::try_from(page.unwrap_or(1)).unwrap_or(usize::MAX);
        if !(1..=pages).contains(&page) {
            let text = self.words.say_counted("refused-no-such-page", pages, &[]);
            return Reply::refusal(command, "bad-option", text);
        }
        let values = [("page", page.to_string()), ("pages", pages.to_string())];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let heading = self
            .words
            .say_counted("audit-heading", entries.len(), &values);
        let mut lines = vec![heading];
        let listed = entries.iter().rev().skip((page - 1) * PAGE).take(PAGE);
        lines.extend(listed.map(|entry| self.listed(asked, entry)));
        if page < pages {
            let next = (page + 1).to_string();
            lines.push(self.words.say("audit-more", &[("page", &next)]));
        }
        Reply::words(command, lines.join("\n"))
    }

    /// An entry in a line.
    fn listed(&self, asked: &Asked<'_>, entry: &Entry) -> String {
        let (when, who) = (self.manner.moment(entry.at), self.called_somehow(entry.by));
        let say = |id: &str, more: &[(&str, &str)]| {
            let mut values = vec![("when", when.as_str()), ("who", who.as_str())];
            values.extend_from_slice(more);
            self.words.say(id, &values)
        };
        match &entry.deed {
            Deed::Freed { id, person, reason } => say(
                "audit-freed",
                &[
                    ("match", id.as_str()),
                    ("name", &self.called_somehow(*person)),
                    ("reason", &self.manner.quote(reason)),
                ],
            ),
            Deed::Aborted { id, reason } => say(
                "audit-aborted",
                &[
                    ("match", id.as_str()),
                    ("reason", &self.manner.quote(reason)),
                ],
            ),
            Deed::Set { settings } => {
                let settings: Vec<String> = settings
                    .iter()
                    .map(|(option, value)| {
                        let value = ruling::shown(&*self.manner, asked.place, option, value);
                        let option = self.words.option_name(option);
                        let values = [("option", &*option), ("value", &value)];
                        self.words.say("audit-setting", &values)
                    })
                    .collect();
                let what = settings.join(&self.words.say("list-comma", &[]));
                let what = ruling::shortened(&what);
                say("audit-set", &[("what", &what)])
            }
        }
    }
}

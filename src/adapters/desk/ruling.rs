//! What a server's managers set, and what comes of it: where tables may be opened, by whom, whom
//! they call, and who sees the leaderboard.

use std::collections::BTreeSet;

use super::{Asked, Desk};
use crate::{
    adapters::{
        catalog::Clear,
        invocation::ServerChanges,
        refusals::Refused,
        reply::Reply,
        telling::{Manner, joined},
    },
    matchplay::{Place, Rejection, Seat, Server, Stage},
    store::{
        Shelf,
        preferences::{Looks, MOST_CHANNELS, Openers, ServerPreferences},
    },
};

/// The longest account of what was set at once, in characters.
pub(super) const LONGEST_SETTINGS: usize = 300;

/// Options and what they were given, as they are stored.
type Settings = Vec<(String, String)>;

impl Desk {
    /// What is set.
    pub(super) fn server(&self, asked: &Asked<'_>) -> Reply {
        let set = self.host.server_preferences(asked.place);
        let lines = self.server_lines(asked.place, &set);
        Reply::words(Some(asked.command), lines.join("\n"))
    }

    /// Sets what is given, and says how it stands then.
    pub(super) async fn set_server(&self, asked: &Asked<'_>, changes: &ServerChanges) -> Reply {
        let command = Some(asked.command);
        let before = self.host.server_preferences(asked.place);
        let (after, settings) = match self.changed(asked, &before, changes) {
            Ok(changed) => changed,
            Err(refusal) => return *refusal,
        };
        if settings.is_empty() {
            return *self.not_so(asked, "refused-nothing-to-set", &[]);
        }
        let by = asked.person;
        let set = self.host.set_server(asked.place, by, &after, settings);
        if let Err(error) = set.await {
            return self.refused(command, &error.into(), &Refused::default());
        }
        let mut lines = vec![self.words.say("server-set", &[])];
        lines.extend(self.server_lines(asked.place, &after));
        Reply::words(command, lines.join("\n"))
    }

    /// What a server would prefer after these changes, and which settings that are.
    fn changed(
        &self,
        asked: &Asked<'_>,
        before: &ServerPreferences,
        changes: &ServerChanges,
    ) -> Result<(ServerPreferences, Settings), Box<Reply>> {
        let mut set = before.clone();
        let mut settings = Settings::new();
        let mut note = |option: &str, value: &str| {
            settings.push((option.to_owned(), value.to_owned()));
        };
        if let Some(clear) = changes.clear {
            match clear {
                Clear::Channels => set.channels.clear(),
                Clear::TableRole => set.table_role = None,
                Clear::Ruleset => set.ruleset = None,
                Clear::Language => set.language = None,
                Clear::Looks => set.looks = Looks::default(),
            }
            note("clear", clear.word());
        }
        if let Some(rated) = changes.rated_computers {
            set.rated_computers = rated;
            note("rated-computers", said(rated));
        }
        match (&changes.channel, changes.allow) {
            (None, None) => {}
            (Some(_), None) => return Err(self.not_so(asked, "refused-allow-missing", &[])),
            (Some(None), Some(_)) => {
                return Err(self.not_so(asked, "refused-channel-elsewhere", &[]));
            }
            (channel, Some(allow)) => {
                let here = asked.within.unwrap_or(asked.place).room();
                let channel = channel.clone().flatten();
                let channel = channel.unwrap_or_else(|| here.to_owned());
                if !allow && set.channels.is_empty() {
                    return Err(self.not_so(asked, "server-channels-all", &[]));
                }
                set.channels.retain(|known| *known != channel);
                if allow && set.channels.len() >= MOST_CHANNELS {
                    let most = MOST_CHANNELS.to_string();
                    return Err(self.not_so(asked, "refused-many-channels", &[("most", &most)]));
                }
                note("channel", &channel);
                note("allow", said(allow));
                set.channels.extend(allow.then_some(channel));
            }
        }
        let role = changes.role.as_ref();
        match changes.openers.as_deref() {
            Some("everyone") => set.openers = Openers::Everyone,
            Some("managers") => set.openers = Openers::Managers,
            None if role.is_none() => {}
            Some(_) | None => match role {
                Some(role) => set.openers = Openers::Role(role.clone()),
                None => return Err(self.not_so(asked, "refused-role-missing", &[])),
            },
        }
        if let Some(openers) = &changes.openers {
            note("openers", openers);
        }
        if let Some(role) = role {
            note("role", role);
        }
        if let Some(leaderboard) = changes.leaderboard {
            set.leaderboard = leaderboard;
            note(
                "leaderboard",
                if leaderboard { "everyone" } else { "managers" },
            );
        }
        if let Some(role) = &changes.table_role {
            set.table_role = Some(role.clone());
            note("table-role", role);
        }
        if let Some(ruleset) = &changes.ruleset {
            let named = self.ruleset_called(Some(ruleset));
            let named =
                named.map_err(|error| Box::new(self.misread(Some(asked.command), &error)))?;
            set.ruleset = Some(named.name.to_string());
            note("ruleset", &named.name);
        }
        if let Some(time) = changes.time {
            set.time = time;
            let time = time.map_or_else(|| "none".to_owned(), |time| time.to_string());
            note("time", &time);
        }
        if let Some(rated) = changes.rated {
            set.rated = Some(rated);
            note("rated", said(rated));
        }
        if let Some(language) = &changes.language {
            set.language = Some(language.clone());
            note("language", language);
        }
        let looks = &changes.looks;
        let orientation = looks.orientation.map(|seen| seen.word().to_owned());
        for (option, value) in [
            ("theme", &looks.theme),
            ("pieces", &looks.pieces),
            ("orientation", &orientation),
        ] {
            if let Some(value) = value {
                note(option, value);
            }
        }
        set.looks = set.looks.with(looks.clone());
        Ok((set, settings))
    }

    /// A refusal of what cannot be set so.
    fn not_so(&self, asked: &Asked<'_>, id: &str, values: &[(&str, &str)]) -> Box<Reply> {
        let text = self.words.say(id, values);
        Box::new(Reply::refusal(Some(asked.command), "bad-option", text))
    }

    /// What is set for the server of this place, a sentence to a line.
    fn server_lines(&self, place: &Place, set: &ServerPreferences) -> Vec<String> {
        let words = &self.words;
        let say = |id: &str| words.say(id, &[]);
        let role = |id: &str, role: &str| words.say(id, &[("role", &self.manner.role(role))]);
        let choice = |id: &str, kind: &str, chosen: &str| {
            words.say(id, &[("choice", &words.choice(kind, chosen))])
        };
        let mut lines = vec![if set.channels.is_empty() {
            say("server-channels-all")
        } else {
            let channels = self.channels(place, set);
            words.say("server-channels", &[("channels", &channels)])
        }];
        lines.push(match &set.openers {
            Openers::Everyone => say("server-openers-everyone"),
            Openers::Managers => say("server-openers-managers"),
            Openers::Role(id) => role("server-openers-role", id),
        });
        lines.push(match &set.table_role {
            Some(id) => role("server-table-role", id),
            None => say("server-table-role-none"),
        });
        if let Some(named) = self.usual_ruleset(set) {
            let ruleset = words.ruleset(named);
            lines.push(words.say("server-ruleset", &[("ruleset", &ruleset)]));
        }
        lines.push(match set.time {
            Some(limit) => words.say("server-time", &[("limit", &words.time_limit(limit))]),
            None => say("server-time-none"),
        });
        lines.push(say(if set.rated.unwrap_or(true) {
            "server-rated"
        } else {
            "server-casual"
        }));
        lines.push(say(if set.rated_computers {
            "server-computers-rated"
        } else {
            "server-computers-casual"
        }));
        lines.push(say(if set.leaderboard {
            "server-leaderboard-everyone"
        } else {
            "server-leaderboard-managers"
        }));
        lines.push(match &set.language {
            Some(tag) => choice("server-language", "language", tag),
            None => say("server-language-own"),
        });
        let orientation = set.looks.orientation.map(|seen| seen.word().to_owned());
        for (id, kind, chosen) in [
            ("server-theme", "theme", &set.looks.theme),
            ("server-pieces", "pieces", &set.looks.pieces),
            ("server-orientation", "orientation", &orientation),
        ] {
            lines.extend(chosen.as_deref().map(|chosen| choice(id, kind, chosen)));
        }
        lines
    }

    /// The ruleset that a server has chosen for tables, while there is one of that name.
    fn usual_ruleset<'a>(&self, set: &'a ServerPreferences) -> Option<&'a str> {
        let name = set.ruleset.as_deref()?;
        self.rulesets.named(name).map(|_| name)
    }

    /// The name of the ruleset of a table in this server whose opener has said nothing.
    pub(super) fn ruleset_there(&self, place: &Place) -> Option<String> {
        let set = self.host.server_preferences(place);
        self.usual_ruleset(&set).map(str::to_owned)
    }

    /// How a few channels are named, and how many more there are.
    fn channels(&self, place: &Place, set: &ServerPreferences) -> String {
        let channels: Vec<String> = set
            .channels
            .iter()
            .map(|channel| self.manner.place(&in_server(place, channel)))
            .collect();
        joined(&self.words, &channels)
    }

    /// The places of a server where its rights matter: where its managers have allowed tables, and
    /// where tables of live matches were opened.
    pub async fn places_to_check(&self, place: &Place) -> (Vec<Place>, Vec<Place>) {
        let set = self.host.server_preferences(place);
        let allowed = set.channels.iter();
        let allowed = allowed.map(|channel| in_server(place, channel)).collect();
        let mut live = Vec::new();
        for shelf in Shelf::ALL {
            let more = self.host.matches_in(place, shelf, MOST_CHANNELS).await;
            // What cannot be read just now is looked at the next time.
            live.extend(more.unwrap_or_default());
        }
        let played: BTreeSet<Place> = live.iter().map(|state| state.opened_at().clone()).collect();
        (allowed, played.into_iter().collect())
    }

    /// The refusal of a table where this server wants none, or of somebody it lets open none.
    pub(super) fn refuses_table(&self, asked: &Asked<'_>) -> Option<Reply> {
        let here = self.refuses_table_at(asked, asked.place);
        if here.is_some() {
            return here;
        }
        let set = self.host.server_preferences(asked.place);
        let (id, role) = match &set.openers {
            _ if asked.manages => return None,
            Openers::Everyone => return None,
            Openers::Role(role) if asked.roles.contains(role) => return None,
            Openers::Managers => ("refused-openers-managers", String::new()),
            Openers::Role(role) => ("refused-openers-role", self.manner.role(role)),
        };
        Some(self.not_allowed(asked, id, &[("role", &role)]))
    }

    /// The refusal of a table at a place where this server wants none, of whomever.
    pub(super) fn refuses_table_at(&self, asked: &Asked<'_>, place: &Place) -> Option<Reply> {
        let set = self.host.server_preferences(place);
        let within = asked.within.filter(|_| asked.place == place);
        let rooms = [Some(place), within].into_iter().flatten();
        let mut rooms = rooms.map(Place::room);
        if set.channels.is_empty() || rooms.any(|room| set.channels.iter().any(|one| one == room)) {
            return None;
        }
        let channels = self.channels(place, &set);
        Some(self.not_allowed(asked, "refused-channel", &[("channels", &channels)]))
    }

    /// The refusal of the leaderboard of a server that shows it to its managers alone.
    pub(super) fn refuses_leaders(&self, asked: &Asked<'_>) -> Option<Reply> {
        if asked.manages || self.shows_leaders(asked.place) {
            return None;
        }
        Some(self.not_allowed(asked, "refused-leaderboard", &[]))
    }

    /// Whether everybody sees the leaderboard of the server.
    pub(super) fn shows_leaders(&self, place: &Place) -> bool {
        self.host.server_preferences(place).leaderboard
    }

    fn not_allowed(&self, asked: &Asked<'_>, id: &str, values: &[(&str, &str)]) -> Reply {
        let text = self.words.say(id, values);
        Reply::refusal(Some(asked.command), Rejection::NotAllowed.reason(), text)
    }

    /// Lets a table that has just been opened call the role that its server has chosen: one that is
    /// public, has free seats, and comes no sooner than ten minutes after the last one that did.
    pub(super) async fn call_role(&self, asked: &Asked<'_>, reply: &mut Reply) {
        let Some(state) = &reply.state else { return };
        let seats = state.seats();
        let free = seats.iter().any(|(_, seat)| *seat == Seat::Open);
        let open = state.stage() == Stage::Table && free && !state.is_private();
        let role = self.host.server_preferences(asked.place).table_role;
        let Some(role) = role.filter(|_| open) else {
            return;
        };
        // A repeated delivery calls nobody: its table has been told of.
        if reply.notice.is_none() || !self.host.may_call_role(asked.place).await {
            return;
        }
        reply.text = format!("{}\n{}", reply.text, self.manner.role(&role));
        reply.calls_role = Some(role);
    }
}

/// A channel of the server in which this place is.
fn in_server(place: &Place, channel: &str) -> Place {
    Place::new(&format!("{}/{channel}", Server::of(place)))
}

const fn said(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// How a setting's value is shown: a channel and a role by their names.
pub(super) fn shown(manner: &dyn Manner, place: &Place, option: &str, value: &str) -> String {
    match option {
        "channel" => manner.place(&in_server(place, value)),
        "role" | "table-role" => manner.role(value),
        _ => manner.quote(value),
    }
}

/// An account of settings, cut where it is too long to be shown.
pub(super) fn shortened(what: &str) -> String {
    if what.chars().count() <= LONGEST_SETTINGS {
        return what.to_owned();
    }
    what.chars()
        .take(LONGEST_SETTINGS - 1)
        .chain(['…'])
        .collect()
}

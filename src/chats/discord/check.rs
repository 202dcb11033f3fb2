//! `/server action:check`: which rights the bot lacks, channel by channel.

use super::{
    api::Api,
    permissions::{Holder, Ranks, permissions},
    prelude::*,
    servers::{Channel, DescribedServer},
};
use crate::messages::Message;

/// Time that Discord has to say what there is: an answer cannot wait longer.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Most characters of channels that are listed; with the rest they fit into a message.
const MOST_LISTED: usize = 1_500;

/// A server as far as rights go.
struct Inspection {
    own: UserId,
    /// The bot's own roles.
    roles: Vec<RoleId>,
    ranks: Ranks,
    server: DescribedServer,
    channels: Vec<Channel>,
}

/// Says what is missing where this is asked, where tables may be opened, and where matches are
/// played.
pub(super) async fn check(office: &Office, incoming: &Incoming, texts: &Texts) -> Message {
    let (host, at) = (office.responder.host(), &incoming.place);
    let here = place::channel(incoming.within.as_ref().unwrap_or(at));
    let (allowed, played) = host.places_of_tables(at).await;
    let channels = |places: &[Place]| -> Vec<ChannelId> {
        let channels = places.iter().filter_map(place::channel);
        channels.filter(|channel| Some(*channel) != here).collect()
    };
    let (allowed, played) = (channels(&allowed), channels(&played));
    let known = match place::guild(at).zip(office.api.own.get()) {
        Some((guild, own)) => Inspection::of(&office.api, guild, *own).await,
        None => None,
    };
    let held = place::channel(at).map(|channel| office.rights.held(channel));
    let held = held.filter(Option::is_some);
    let mut found = Vec::from_iter(here.zip(held));
    if let Some(known) = &known {
        let held = |channel: &ChannelId| (*channel, known.held(*channel));
        found.extend(allowed.iter().map(held));
        // A thread in which a table was opened has the rights of the channel it hangs on.
        let played = played.iter().filter(|channel| !allowed.contains(channel));
        found.extend(played.map(held).filter(|(_, held)| held.is_some()));
    }
    let mut lines = listed(&found, texts);
    let role = host.server_preferences(at).table_role;
    if let (Some(known), Some(role)) = (&known, role) {
        let held = found.first().and_then(|(_, held)| *held);
        if !known.may_call(&role, held.unwrap_or_default()) {
            let role = format!("<@&{role}>");
            lines.push(texts.say("check-role-silent", &[("role", &role)]));
        }
    }
    if known.is_none() && !(allowed.is_empty() && played.is_empty()) {
        lines.push(texts.say("check-unknown", &[]));
    } else if found.iter().all(|(_, held)| held.is_some_and(is_whole)) {
        lines.push(texts.say("check-all-fine", &[]));
    }
    Message::lines(lines)
}

impl Inspection {
    /// Asks Discord about a server; `None` where it does not say in time.
    async fn of(api: &Api, guild: GuildId, own: UserId) -> Option<Inspection> {
        let asking = async {
            tokio::try_join!(
                api.roles(guild, own),
                api.server(guild),
                api.channels(guild),
            )
        };
        let asked = timeout(PATIENCE, asking).await;
        let asked =
            asked.inspect_err(|_| tracing::warn!("Discord does not say in time what a server has"));
        let asked = asked
            .ok()?
            .inspect_err(|error| tracing::warn!(%error, "Discord does not say what a server has"));
        let (roles, server, channels) = asked.ok()?;
        let ranks = server.ranks(Permissions::all());
        Some(Inspection {
            own,
            roles,
            ranks: ranks?,
            server,
            channels,
        })
    }

    /// Returns the bot's rights in a channel; `None` for one that there is not.
    fn held(&self, id: ChannelId) -> Option<Permissions> {
        let channel = self.channels.iter().find(|channel| channel.id == id)?;
        let holder = Holder {
            user: self.own,
            roles: &self.roles,
        };
        let overwrites = channel.permission_overwrites.as_deref()?;
        Some(permissions(
            self.server.id,
            &self.ranks,
            &holder,
            overwrites,
        ))
    }

    /// Returns true if a mention of this role notifies anybody, where the bot has these rights.
    fn may_call(&self, role: &str, held: Permissions) -> bool {
        let id: Option<RoleId> = place::id(role);
        let mut roles = self.server.roles.iter().flatten();
        let role = roles.find(|role| Some(role.id) == id);
        let all = held.administrator() || held.mention_everyone();
        role.is_some_and(|role| role.mentionable || all)
    }
}

fn is_whole(held: Permissions) -> bool {
    Need::ALL.iter().all(|need| !need.is_unmet(held))
}

/// Lists what is missing in channels, a line for each, those where something is before the others.
fn listed(found: &[(ChannelId, Option<Permissions>)], texts: &Texts) -> Vec<Message> {
    let mut sorted: Vec<_> = found.iter().collect();
    sorted.sort_by_key(|(_, held)| held.is_some_and(is_whole));
    let (mut lines, mut letters, mut left) = (Vec::new(), 0, 0_usize);
    for (channel, held) in sorted {
        let channel = format!("<#{channel}>");
        let missing = Need::names_of_all(held.unwrap_or_default(), texts);
        let id = match held {
            None => "check-hidden",
            Some(_) if missing.is_empty() => "check-fine",
            Some(_) => "check-missing",
        };
        let rights = texts.comma(&missing);
        let line = texts.say(id, &[("where", &channel), ("rights", &rights)]);
        letters += line.chars().count() + 1;
        if letters > MOST_LISTED {
            left += 1;
        } else {
            lines.push(line);
        }
    }
    lines.extend((left > 0).then(|| texts.say("check-more", &[("count", &left)])));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_comes_first_and_the_rest_is_counted() {
        let texts = Texts::english();
        let whole = Permissions::from_bits_truncate(super::super::place::PERMISSIONS);
        let found = [
            (ChannelId::new(1), Some(whole)),
            (ChannelId::new(2), Some(whole - Permissions::ATTACH_FILES)),
            (ChannelId::new(3), None),
        ];
        let lines = listed(&found, &texts);
        for (line, id, channel) in [
            (&lines[0], "check-missing", "<#2>"),
            (&lines[1], "check-hidden", "<#3>"),
            (&lines[2], "check-fine", "<#1>"),
        ] {
            assert!(line.says(id), "{lines:?}");
            assert_eq!(line.parts()[0].values[0], ("where", channel.to_owned()));
        }
        let many: Vec<_> = (1..=50).map(|id| (ChannelId::new(id), None)).collect();
        let lines = listed(&many, &texts);
        assert!(lines.last().unwrap().says("check-more"), "{lines:?}");
        let whole = Message::lines(lines);
        assert!(whole.chars().count() < 1_600, "{whole}");
    }
}

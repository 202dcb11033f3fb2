//! `/server action:check`: which rights the bot lacks, channel by channel.

use std::time::Duration;

use serenity::all::{
    ChannelId, CommandInteraction, GuildChannel, GuildId, Member, Permissions, Role, UserId,
};
use tokio::time::timeout;

use super::{
    answers::Answers,
    interaction,
    permissions::{Holder, Ranks, permissions},
    place,
    rights::Need,
};
use crate::{
    matchplay::Place,
    messages::{Message, Texts},
};

/// Time that Discord has to say what there is: an answer cannot wait longer.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Most characters of channels that are listed; with the rest they fit into a message.
const MOST_LISTED: usize = 1_500;

/// A server as far as rights go.
struct Inspection {
    guild: GuildId,
    own: Member,
    roles: Vec<Role>,
    channels: Vec<GuildChannel>,
}

impl Answers {
    /// Says what is missing where this is asked, where tables may be opened, and where matches are
    /// played.
    pub(super) async fn check(
        &self,
        command: &CommandInteraction,
        texts: &Texts,
        at: &Place,
    ) -> Message {
        let here = interaction::parent(command.channel.as_ref()).unwrap_or(command.channel_id);
        let (allowed, played) = self.responder.host().places_of_tables(at).await;
        let [allowed, played] = [allowed, played].map(|places| {
            let channels = places.iter().filter_map(place::channel);
            channels
                .filter(|channel| *channel != here)
                .collect::<Vec<_>>()
        });
        let known = match command.guild_id {
            Some(guild) => self.known(guild, command.application_id.get()).await,
            None => None,
        };
        let mut found = Vec::new();
        found.extend(command.app_permissions.map(|held| (here, Some(held))));
        if let Some(known) = &known {
            found.extend(
                allowed
                    .iter()
                    .map(|channel| (*channel, known.held(*channel))),
            );
            // A thread in which a table was opened has the rights of the channel it hangs on.
            let played = played.iter().filter(|channel| !allowed.contains(channel));
            found
                .extend(played.filter_map(|channel| Some((*channel, Some(known.held(*channel)?)))));
        }
        let mut lines = listed(&found, texts);
        let role = self.responder.host().server_preferences(at).table_role;
        let silent = known.as_ref().zip(role.as_deref()).filter(|(known, role)| {
            let held = found
                .first()
                .and_then(|(_, held)| *held)
                .unwrap_or_default();
            !known.may_call(role, held)
        });
        lines.extend(silent.map(|(_, role)| {
            let role = format!("<@&{role}>");
            texts.say("check-role-silent", &[("role", &role)])
        }));
        if known.is_none() && !(allowed.is_empty() && played.is_empty()) {
            lines.push(texts.say("check-unknown", &[]));
        } else if found.iter().all(|(_, held)| held.is_some_and(is_whole)) {
            lines.push(texts.say("check-all-fine", &[]));
        }
        Message::lines(lines)
    }

    /// Asks Discord about a server; `None` where it does not say in time.
    async fn known(&self, guild: GuildId, own: u64) -> Option<Inspection> {
        let http = &self.calls.members.api.http;
        let asked = async {
            tokio::try_join!(
                http.get_member(guild, UserId::new(own)),
                http.get_guild_roles(guild),
                http.get_channels(guild),
            )
        };
        match timeout(PATIENCE, asked).await {
            Ok(Ok((own, roles, channels))) => Some(Inspection {
                guild,
                own,
                roles,
                channels,
            }),
            Ok(Err(error)) => {
                tracing::warn!(%error, "Discord does not say what a server has");
                None
            }
            Err(_) => {
                tracing::warn!("Discord does not say in time what a server has");
                None
            }
        }
    }
}

impl Inspection {
    /// Returns the bot's rights in a channel; `None` for one that there is not.
    fn held(&self, id: ChannelId) -> Option<Permissions> {
        let channel = self.channels.iter().find(|channel| channel.id == id)?;
        let roles = self.roles.iter().map(|role| (role.id, role.permissions));
        let ranks = Ranks {
            // The bot owns none.
            owner: None,
            roles: roles.collect(),
        };
        let own = Holder {
            user: self.own.user.id,
            roles: &self.own.roles,
        };
        Some(permissions(
            self.guild,
            &ranks,
            &own,
            &channel.permission_overwrites,
        ))
    }

    /// Returns true if a mention of this role notifies anybody, where the bot has these rights.
    fn may_call(&self, role: &str, held: Permissions) -> bool {
        let role = self.roles.iter().find(|known| known.id.to_string() == role);
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
        let whole = Permissions::from_bits_truncate(super::super::PERMISSIONS);
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

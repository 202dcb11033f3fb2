//! `/server action:check`: what the bot lacks, channel by channel.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Channel, DescribedServer,
    permissions::{Holder, Ranks, permissions},
};
use crate::chats::discord::{place::TO_PLAY, prelude::*, requests::api::Api};
use crate::{messages::Message, store::preferences::ServerPreferences};

/// Time that Discord has to say what there is: an answer cannot wait longer.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Most characters of channels that are listed; with the rest they fit into a message.
const MOST_LISTED: usize = 900;

/// Most channels that are named in one line.
const MOST_IN_A_LINE: usize = 20;

/// A server as far as rights go.
struct Inspection {
    own: UserId,
    /// The bot's own roles.
    roles: Vec<RoleId>,
    ranks: Ranks,
    server: DescribedServer,
    channels: Vec<Channel>,
}

/// What was found out about a channel.
#[derive(Clone, Copy, Debug)]
struct CheckedChannel {
    channel: ChannelId,
    kind: ChannelType,
    /// The bot's rights there; `None` if Discord does not show the channel.
    held: Option<Permissions>,
    is_slow: bool,
}

impl CheckedChannel {
    fn missing(&self, texts: &Texts) -> Vec<String> {
        Need::names_of_all(Need::of(self.kind), self.held.unwrap_or_default(), texts)
    }

    fn is_whole(&self) -> bool {
        let is_met = |held| Need::of(self.kind).iter().all(|need| !need.is_unmet(held));
        self.held.is_some_and(is_met)
    }
}

impl Inspection {
    /// Lists the channels in which tables may be opened, and those where some were.
    fn channels_to_check(
        &self,
        set: &ServerPreferences,
        opened: &[ChannelId],
    ) -> BTreeSet<ChannelId> {
        let mut asked: BTreeSet<ChannelId> = if set.channels.is_empty() {
            let channels = self.channels.iter();
            let channels = channels.filter(|channel| TO_PLAY.contains(&channel.kind));
            channels.map(|channel| channel.id).collect()
        } else {
            set.channels.iter().filter_map(|id| place::id(id)).collect()
        };
        let opened = opened.iter().copied();
        asked.extend(opened.filter(|channel| self.channel(*channel).is_some()));
        asked
    }
}

/// Says what is missing wherever tables may be opened, and where matches are played: in all channels of the
/// server, or in those that it allows.
pub(crate) async fn check(delivery: &BotDelivery, incoming: &Incoming, texts: &Texts) -> Message {
    let (host, at) = (delivery.responder.host(), &incoming.place);
    let here = place::channel(incoming.within.as_ref().unwrap_or(at));
    let set = host.server_preferences(at);
    let live = host.live_in(at).await;
    let guild = place::guild(at);
    let asking = async {
        match guild.zip(delivery.messenger.api.own.get()) {
            Some((guild, own)) => Inspection::of(&delivery.messenger.api, guild, *own).await,
            None => None,
        }
    };
    let locked = async {
        match guild {
            Some(guild) => locked_threads(delivery, guild, &live, texts).await,
            None => Vec::new(),
        }
    };
    // At the same time: nobody waits longer than three seconds for an answer.
    let (known, locked) = tokio::join!(asking, locked);
    let held = place::channel(at).and_then(|channel| delivery.messenger.rights.held(channel));
    let mut found: Vec<CheckedChannel> = Vec::new();
    if let (Some(channel), Some(held)) = (here, held) {
        let described = known.as_ref().and_then(|known| known.channel(channel));
        let kind = described
            .map(|one| one.kind)
            .or(delivery.messenger.rights.kind(channel));
        found.push(CheckedChannel {
            channel,
            kind: kind.unwrap_or(ChannelType::Text),
            held: Some(held),
            is_slow: described.is_some_and(Channel::is_slow),
        });
    }
    if let Some(known) = &known {
        // A thread in which a table was opened has the rights of the channel it hangs on.
        let opened = live.iter().map(|state| state.opened_at());
        let opened: Vec<ChannelId> = opened.filter_map(place::channel).collect();
        let others = known.channels_to_check(&set, &opened).into_iter();
        let others = others.filter(|channel| Some(*channel) != here);
        found.extend(others.map(|channel| known.finding(channel)));
    }
    let mut lines = listed(&found, texts);
    lines.extend(locked);
    if let (Some(known), Some(role)) = (&known, set.table_role) {
        let held = found.first().and_then(|finding| finding.held);
        if !known.may_call(&role, held.unwrap_or_default()) {
            let role = format!("<@&{role}>");
            lines.push(texts.say("check-role-silent", &[("role", &role)]));
        }
    }
    if known.is_none() {
        lines.push(texts.say("check-unknown", &[]));
    } else if found.iter().all(CheckedChannel::is_whole) {
        lines.push(texts.say("check-all-fine", &[]));
    }
    lines.push(texts.say("check-looked", &[("count", &found.len())]));
    Message::lines(lines)
}

/// Names the matches whose threads are locked, as far as Discord says so in time.
async fn locked_threads(
    delivery: &BotDelivery,
    guild: GuildId,
    live: &[Arc<Match>],
    texts: &Texts,
) -> Vec<Message> {
    let housed: Vec<&Arc<Match>> = live.iter().filter(|state| state.is_housed()).collect();
    let host = delivery.responder.host();
    if !housed.is_empty()
        && let Ok(Ok(open)) = timeout(PATIENCE, delivery.messenger.api.open_threads(guild)).await
    {
        for thread in &open {
            let own = place::place(Some(guild), thread.id);
            delivery.messenger.note_lock(&own, thread.is_locked());
        }
    }
    let locked = housed
        .into_iter()
        .filter(|state| host.is_locked(state.place()));
    let lines = locked.map(|state| {
        let there = delivery.responder.markup().place(state.place());
        texts.say("check-locked", &[("where", &there), ("match", &state.id())])
    });
    lines.take(MOST_LOCKED).collect()
}

/// Most locked threads that are named.
const MOST_LOCKED: usize = 3;

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
            .inspect_err(|error| tracing::warn!(error = %causes(&error), "Discord does not say what a server has"));
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

    fn channel(&self, id: ChannelId) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.id == id)
    }

    /// Returns what is known of a channel, which there may not be.
    fn finding(&self, id: ChannelId) -> CheckedChannel {
        let channel = self.channel(id);
        let held = channel.and_then(|channel| {
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
        });
        CheckedChannel {
            channel: id,
            kind: channel.map_or(ChannelType::Text, |channel| channel.kind),
            held,
            is_slow: channel.is_some_and(Channel::is_slow),
        }
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

/// Lists what is missing in channels, those with the same rights in one line, and what is missing before the
/// rest; then those with slow mode.
fn listed(found: &[CheckedChannel], texts: &Texts) -> Vec<Message> {
    let mut groups: BTreeMap<(bool, bool, Vec<String>), Vec<String>> = BTreeMap::new();
    for finding in found {
        let key = (
            finding.is_whole(),
            finding.held.is_none(),
            finding.missing(texts),
        );
        let channels = groups.entry(key).or_default();
        channels.push(format!("<#{}>", finding.channel));
    }
    let slow = found.iter().filter(|finding| finding.is_slow);
    let slow: Vec<String> = slow
        .map(|finding| format!("<#{}>", finding.channel))
        .collect();
    let named = groups
        .iter()
        .flat_map(|((is_whole, is_hidden, missing), channels)| {
            let id = match (is_whole, is_hidden) {
                (true, _) => "check-fine",
                (false, true) => "check-hidden",
                (false, false) => "check-missing",
            };
            let rights = texts.comma(missing);
            let parts = channels.chunks(MOST_IN_A_LINE);
            parts.map(move |channels| (id, channels, rights.clone()))
        });
    let slow = slow.chunks(MOST_IN_A_LINE);
    let slow = slow.map(|channels| ("check-slow", channels, String::new()));
    let (mut lines, mut letters, mut left) = (Vec::new(), 0, 0_usize);
    for (id, channels, rights) in named.chain(slow) {
        let channels = texts.comma(channels);
        let line = texts.say(id, &[("where", &channels), ("rights", &rights)]);
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
        let whole = Permissions::from_bits_truncate(place::PERMISSIONS);
        let finding = |channel, kind, held, is_slow| CheckedChannel {
            channel: ChannelId::new(channel),
            kind,
            held,
            is_slow,
        };
        let text = ChannelType::Text;
        let found = [
            finding(1, text, Some(whole), true),
            finding(2, text, Some(whole - Permissions::ATTACH_FILES), false),
            finding(3, text, None, false),
            finding(4, text, Some(whole), false),
            // Nothing of what only text channels need is asked for elsewhere.
            finding(
                5,
                ChannelType::News,
                Some(whole - Permissions::CREATE_PRIVATE_THREADS),
                false,
            ),
            finding(
                6,
                ChannelType::Forum,
                Some(whole - Permissions::SEND_MESSAGES),
                false,
            ),
            finding(7, ChannelType::Voice, Some(whole), false),
        ];
        let lines = listed(&found, &texts);
        for (line, (id, channels)) in lines.iter().zip([
            ("check-missing", "<#2>"),
            ("check-missing", "<#7>"),
            ("check-hidden", "<#3>"),
            ("check-fine", "<#1>, <#4>, <#5>, <#6>"),
            ("check-slow", "<#1>"),
        ]) {
            assert!(line.says(id), "{id}: {lines:?}");
            let named = ("where", channels.to_owned());
            assert_eq!(line.parts()[0].values[0], named);
        }
        assert_eq!(lines.len(), 5, "{lines:?}");
        let longest = 18_000_000_000_000_000_000;
        let many = (1..=500).map(|id| finding(longest + id, text, None, false));
        let lines = listed(&many.collect::<Vec<_>>(), &texts);
        assert!(lines.last().unwrap().says("check-more"), "{lines:?}");
        let whole = Message::lines(lines);
        assert!(whole.chars().count() < 1_000, "{whole}");
    }
}

//! Places of Discord: a server and a channel or thread in it.

use std::num::NonZeroU64;

use serenity::all::{ApplicationId, ChannelId, ChannelType, GuildId};

use crate::{
    matchplay::{Event, Moment, Place, TimeLimit},
    messages::markup::{Markup, harmless, harmless_text, isolated},
};

/// The realm of the places and people of Discord.
pub(super) const REALM: &str = "discord";

/// The beginning of all servers in which the bot is a guest.
const GUEST: &str = "discord/guest";

/// Permissions that the bot asks for when it is invited: to see channels, send messages and files,
/// open threads and write in them, read the history.
pub(super) const PERMISSIONS: u64 = 377_957_239_808;

/// Returns the link by which somebody brings the bot to a server.
pub(super) fn invitation(id: ApplicationId) -> String {
    let scope = "bot%20applications.commands";
    format!(
        "https://discord.com/oauth2/authorize?client_id={id}&permissions={PERMISSIONS}&scope={scope}"
    )
}

/// Returns the place of a channel or thread. Direct messages have a server of their own.
pub(super) fn place(guild: Option<GuildId>, channel: ChannelId) -> Place {
    let server = guild.map_or_else(|| "direct".to_owned(), |guild| guild.to_string());
    Place::new(&format!("{REALM}/{server}/{channel}"))
}

/// Returns the place of a channel in which the bot is a guest: somebody there has installed it for
/// themselves, and it can say nothing but answers.
pub(super) fn guest_place(guild: Option<GuildId>, channel: ChannelId) -> Place {
    let server = guild.map_or_else(String::new, |guild| format!("-{guild}"));
    Place::new(&format!("{GUEST}{server}/{channel}"))
}

/// Returns true for a place in which the bot is a guest.
pub(super) fn is_guest(place: &Place) -> bool {
    place.server().starts_with(GUEST)
}

/// Returns the channel or thread of a place, in which the bot can write; `None` where it is a guest, and
/// for a place elsewhere.
pub(super) fn channel(place: &Place) -> Option<ChannelId> {
    room(place).filter(|_| !is_guest(place))
}

/// Returns the same, also where the bot is a guest.
fn room(place: &Place) -> Option<ChannelId> {
    place.server().strip_prefix(REALM).and(id(place.room()))
}

/// Reads an id of Discord's, which is never 0.
pub(super) fn id<T: From<NonZeroU64>>(text: &str) -> Option<T> {
    text.parse::<NonZeroU64>().ok().map(T::from)
}

/// Returns the server of a place; `None` for direct messages and for a place elsewhere.
pub(super) fn guild(place: &Place) -> Option<GuildId> {
    let (realm, guild) = place.server().split_once('/')?;
    id(guild).filter(|_| realm == REALM)
}

/// Returns a place of a server, for what all of its places have in common.
pub(super) fn of_server(guild: GuildId) -> Place {
    place(Some(guild), ChannelId::new(guild.get()))
}

/// Returns the server of all places in a server, as [`Place::server`] names it.
pub(super) fn server(guild: GuildId) -> String {
    format!("{REALM}/{guild}")
}

/// Returns the address of a channel, which can be followed from everywhere.
pub(super) fn address(guild: Option<GuildId>, channel: ChannelId) -> String {
    let server = guild.map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    format!("https://discord.com/channels/{server}/{channel}")
}

/// Returns the shard, of this many, that tells of a place; `None` for a place elsewhere. Direct
/// messages come over the first one.
pub(super) fn shard(place: &Place, shards: usize) -> Option<usize> {
    let (realm, guild) = place.server().split_once('/')?;
    let of = |guild: u64| {
        let number = (guild >> 22).checked_rem(shards as u64).unwrap_or(0);
        usize::try_from(number).unwrap_or(usize::MAX)
    };
    (realm == REALM).then(|| guild.parse().map_or(0, of))
}

/// The manner of Discord: names that neither mention nor mark up anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscordMarkup;

impl Markup for DiscordMarkup {
    fn name(&self, name: &str) -> String {
        escaped(&harmless(name))
    }

    fn quote(&self, text: &str) -> String {
        escaped(&harmless_text(text, Event::LONGEST_REASON))
    }

    fn bold(&self) -> &'static str {
        "**"
    }

    fn role(&self, role: &str) -> String {
        match role.parse::<u64>() {
            Ok(id) => format!("<@&{id}>"),
            Err(_) => self.name(role),
        }
    }

    fn place(&self, place: &Place) -> String {
        match room(place) {
            Some(channel) => format!("<#{channel}>"),
            None => place.room().to_owned(),
        }
    }

    /// Names a channel within its server; elsewhere gives its address, which can be followed.
    fn link(&self, place: &Place, from: &Place) -> String {
        let Some(channel) = room(place) else {
            return self.place(place);
        };
        match guild(place) {
            Some(_) if place.server() == from.server() => format!("<#{channel}>"),
            None if is_guest(place) => {
                let (_, guild) = place.server().split_once('-').unwrap_or_default();
                address(id(guild), channel)
            }
            guild => address(guild, channel),
        }
    }

    /// Lets Discord say when that is by the reader's clock, and how long it is until then.
    fn moment(&self, at: Moment) -> String {
        let seconds = at.0.div_euclid(1_000);
        format!("<t:{seconds}:f> (<t:{seconds}:R>)")
    }

    fn again(&self, at: Moment) -> Option<String> {
        Some(format!("<t:{}:R>", at.0.div_euclid(1_000)))
    }

    fn mention(&self, id: &str) -> String {
        format!("<@{id}>")
    }

    fn without_mentions<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        let mut words = text;
        while let Some(mention) = words.trim_start_matches(' ').strip_prefix("<@")
            && let Some((_, after)) = mention.split_once('>')
        {
            words = after;
        }
        text.split_at(text.len() - words.len())
    }

    fn mentions_people(&self, mentions: &str) -> bool {
        let mut all = mentions.split("<@").skip(1);
        all.any(|one| !one.starts_with('&'))
    }

    fn small(&self) -> &'static str {
        SMALL
    }

    fn takes_answers_alone(&self, place: &Place) -> bool {
        is_guest(place)
    }

    /// Links a command that is registered: a tap types it.
    fn command(&self, label: &str, registered: Option<(&str, u64)>) -> String {
        match registered {
            Some((name, id)) => format!("</{name}:{id}>"),
            None => format!("/{label}"),
        }
    }

    /// Players who never look in again keep nobody waiting for ever.
    fn usual_time(&self) -> Option<TimeLimit> {
        Some(TimeLimit::THREE_DAYS)
    }

    fn calls_people(&self) -> bool {
        true
    }

    fn reports_languages(&self) -> bool {
        true
    }

    fn is_shared(&self, place: &Place) -> bool {
        guild(place).is_some()
    }
}

/// Returns a text in which nothing is a mention or markup.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            // No backslash keeps a word from being a mention, and what has no width is taken
            // out of the words of pictures.
            '@' => safe.push('＠'),
            // Signs of markup; those of a link, which a full stop or a slash is enough for;
            // and the full stop and the plus of lists.
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | ':'
            | '-' | '+' | '.' | '/' => {
                safe.push('\\');
                safe.push(letter);
            }
            letter => safe.push(letter),
        }
    }
    isolated(safe)
}

/// The mark of a heading.
pub(super) const HEADING: &str = "## ";
/// The mark of a line in small letters.
pub(super) const SMALL: &str = "-# ";

/// Returns true for the kinds of threads.
pub(super) fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}

/// Kinds of channels in which tables are opened, or in whose threads.
pub(super) const TO_PLAY: [ChannelType; 5] = [
    ChannelType::Text,
    ChannelType::Voice,
    ChannelType::News,
    ChannelType::Stage,
    ChannelType::Forum,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let here = place(Some(GuildId::new(12)), ChannelId::new(34));
        assert_eq!(here.as_str(), "discord/12/34");
        assert_eq!(channel(&here), Some(ChannelId::new(34)));
        assert_eq!(guild(&here), Some(GuildId::new(12)));
        assert_eq!(server(GuildId::new(12)), here.server());
        let direct = place(None, ChannelId::new(34));
        assert_eq!(guild(&direct), None);
        assert!(DiscordMarkup.is_shared(&here) && !DiscordMarkup.is_shared(&direct));
        for elsewhere in ["console/table", "discord/12/0", "discord/12/x", ""] {
            assert_eq!(channel(&Place::new(elsewhere)), None, "{elsewhere}");
        }
    }

    #[test]
    fn a_guest_is_in_no_server_and_writes_in_no_channel() {
        for (server, name) in [
            (Some(GuildId::new(12)), "discord/guest-12/34"),
            (None, "discord/guest/34"),
        ] {
            let there = guest_place(server, ChannelId::new(34));
            assert_eq!(there.as_str(), name);
            assert!(
                is_guest(&there) && !DiscordMarkup.is_shared(&there),
                "{name}"
            );
            assert_eq!((guild(&there), channel(&there)), (None, None), "{name}");
            assert_eq!(shard(&there, 3), Some(0), "{name}");
            assert_eq!(DiscordMarkup.place(&there), "<#34>");
        }
        for member in ["discord/12/34", "discord/direct/34", "console/table"] {
            assert!(!is_guest(&Place::new(member)), "{member}");
        }
    }

    #[test]
    fn each_server_has_its_shard_and_direct_messages_the_first() {
        let of = |place: &str, shards| shard(&Place::new(place), shards);
        for (number, guild) in [(0, 0), (1, 1), (6, 0), (2, 2)] {
            let place = format!("discord/{}/5", (number << 22) + 17);
            assert_eq!(of(&place, 3), Some(guild), "{place}");
        }
        assert_eq!(of("discord/direct/7", 3), Some(0));
        // As long as nobody knows how many there are.
        assert_eq!(of("discord/12345678901/5", 0), Some(0));
        assert_eq!(of("console/table", 3), None);
    }

    #[test]
    fn links_lead_to_other_servers_too() {
        let here = Place::new("discord/12/34");
        for (place, link) in [
            ("discord/12/34", "<#34>"),
            ("discord/12/56", "<#56>"),
            ("discord/13/34", "https://discord.com/channels/13/34"),
            ("discord/direct/7", "https://discord.com/channels/@me/7"),
            ("discord/guest/7", "https://discord.com/channels/@me/7"),
            ("discord/guest-13/7", "https://discord.com/channels/13/7"),
            ("console/table", "table"),
        ] {
            assert_eq!(DiscordMarkup.link(&Place::new(place), &here), link);
        }
        let direct = Place::new("discord/direct/7");
        let link = DiscordMarkup.link(&here, &direct);
        assert_eq!(link, "https://discord.com/channels/12/34");
    }

    #[test]
    fn moments_are_told_by_discord_itself() {
        for (at, seconds) in [(1_999, 1), (2_000, 2), (-1, -1)] {
            let both = format!("<t:{seconds}:f> (<t:{seconds}:R>)");
            assert_eq!(DiscordMarkup.moment(Moment(at)), both);
            let again = DiscordMarkup.again(Moment(at));
            assert_eq!(again, Some(format!("<t:{seconds}:R>")));
        }
    }

    #[test]
    fn names_neither_mention_nor_mark_up() {
        let safe = DiscordMarkup.name("@everyone **x** `y` <@1> [a](b)");
        assert_eq!(
            safe,
            "＠everyone \\*\\*x\\*\\* \\`y\\` \\<＠1\\> \\[a\\]\\(b\\)"
        );
        assert_eq!(DiscordMarkup.name("discord.gg/x"), "discord\\.gg\\/x");
        assert_eq!(DiscordMarkup.name("שרה"), "\u{2068}שרה\u{2069}");
        assert_eq!(DiscordMarkup.name(&"*".repeat(10_000)).len(), 64);
    }
}

//! Places of Discord: a server and a channel or thread in it.

use serenity::model::id::{ChannelId, GuildId};

use crate::{
    adapters::telling::{Manner, harmless},
    matchplay::Place,
};

/// What the places of Discord begin with.
const REALM: &str = "discord";

/// The place of a channel or thread. Direct messages have a server of their own.
pub(super) fn place(guild: Option<GuildId>, channel: ChannelId) -> Place {
    let server = guild.map_or_else(|| "direct".to_owned(), |guild| guild.to_string());
    Place::new(&format!("{REALM}/{server}/{channel}"))
}

/// The channel or thread of a place; `None` for a place elsewhere.
pub(super) fn channel(place: &Place) -> Option<ChannelId> {
    let id: u64 = place
        .server()
        .strip_prefix(REALM)
        .and(place.room().parse().ok())?;
    (id > 0).then(|| ChannelId::new(id))
}

/// The server of a place; `None` for direct messages and for a place elsewhere.
pub(super) fn guild(place: &Place) -> Option<GuildId> {
    let (realm, guild) = place.server().split_once('/')?;
    let id: u64 = guild.parse().ok()?;
    (realm == REALM && id > 0).then(|| GuildId::new(id))
}

/// The manner of Discord: names that neither mention nor mark up anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscordManner;

impl Manner for DiscordManner {
    fn name(&self, name: &str) -> String {
        let mut safe = String::new();
        for letter in harmless(name).chars() {
            match letter {
                // A character of no width keeps the word from being a mention.
                '@' => safe.push_str("@\u{200b}"),
                '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')'
                | ':' | '-' => {
                    safe.push('\\');
                    safe.push(letter);
                }
                letter => safe.push(letter),
            }
        }
        safe
    }

    fn place(&self, place: &Place) -> String {
        match channel(place) {
            Some(channel) => format!("<#{channel}>"),
            None => place.room().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let here = place(Some(GuildId::new(12)), ChannelId::new(34));
        assert_eq!(here.as_str(), "discord/12/34");
        assert_eq!(channel(&here), Some(ChannelId::new(34)));
        assert_eq!(guild(&here), Some(GuildId::new(12)));
        assert_eq!(guild(&place(None, ChannelId::new(34))), None);
        for elsewhere in ["console/table", "discord/12/0", "discord/12/x", ""] {
            assert_eq!(channel(&Place::new(elsewhere)), None, "{elsewhere}");
        }
    }

    #[test]
    fn names_neither_mention_nor_mark_up() {
        let safe = DiscordManner.name("@everyone **x** `y` <@1> [a](b)");
        assert_eq!(
            safe,
            "@\u{200b}everyone \\*\\*x\\*\\* \\`y\\` \\<@\u{200b}1\\> \\[a\\]\\(b\\)"
        );
        assert!(DiscordManner.name(&"*".repeat(10_000)).len() <= 80);
    }
}

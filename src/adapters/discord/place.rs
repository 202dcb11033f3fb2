//! Places of Discord: a server and a channel or thread in it.

use serenity::model::id::{ChannelId, GuildId};

use crate::{
    adapters::telling::{Manner, harmless},
    matchplay::Place,
    render::runs_leftwards,
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
                // No backslash keeps a word from being a mention, and what has no width is taken
                // out of the words of pictures.
                '@' => safe.push('＠'),
                // Signs of markup; those of a link, which a full stop or a slash is enough for;
                // and the full stop and the plus of lists.
                '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '[' | ']' | '(' | ')'
                | ':' | '-' | '+' | '.' | '/' => {
                    safe.push('\\');
                    safe.push(letter);
                }
                letter => safe.push(letter),
            }
        }
        if safe.chars().any(runs_leftwards) {
            // Else a line that begins with such a name would run leftwards as a whole.
            safe = format!("\u{2068}{safe}\u{2069}");
        }
        safe
    }

    fn place(&self, place: &Place) -> String {
        match channel(place) {
            Some(channel) => format!("<#{channel}>"),
            None => place.room().to_owned(),
        }
    }

    fn is_shared(&self, place: &Place) -> bool {
        guild(place).is_some()
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
        let direct = place(None, ChannelId::new(34));
        assert_eq!(guild(&direct), None);
        assert!(DiscordManner.is_shared(&here) && !DiscordManner.is_shared(&direct));
        for elsewhere in ["console/table", "discord/12/0", "discord/12/x", ""] {
            assert_eq!(channel(&Place::new(elsewhere)), None, "{elsewhere}");
        }
    }

    #[test]
    fn names_neither_mention_nor_mark_up() {
        let safe = DiscordManner.name("@everyone **x** `y` <@1> [a](b)");
        assert_eq!(
            safe,
            "＠everyone \\*\\*x\\*\\* \\`y\\` \\<＠1\\> \\[a\\]\\(b\\)"
        );
        assert_eq!(DiscordManner.name("discord.gg/x"), "discord\\.gg\\/x");
        assert_eq!(DiscordManner.name("שרה"), "\u{2068}שרה\u{2069}");
        assert_eq!(DiscordManner.name(&"*".repeat(10_000)).len(), 64);
    }
}

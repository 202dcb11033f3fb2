//! The servers where the bot is, and those of them that are to be greeted.

use std::{collections::HashSet, sync::Mutex};

use serenity::all::GuildId;

use crate::store::locked;

/// The servers where the bot is. A session names them when it begins, and any other that comes is new.
#[derive(Debug, Default)]
pub(crate) struct Guilds(Mutex<KnownGuilds>);

#[derive(Debug, Default)]
struct KnownGuilds {
    inside: HashSet<GuildId>,
    /// New ones that have not been greeted yet.
    ungreeted: HashSet<GuildId>,
    /// Those whose managers choose their language.
    choosing: HashSet<GuildId>,
    /// The latest session did not name them so that it could be read: none that comes is taken to be new.
    are_unnamed: bool,
}

impl Guilds {
    /// Takes in the servers that a session names, if it can be read which.
    pub(crate) fn learn(&self, guilds: Option<Vec<GuildId>>) {
        let mut known = locked(&self.0);
        known.are_unnamed = guilds.is_none();
        known.inside.extend(guilds.into_iter().flatten());
    }

    /// Takes in that a server has come, `lately` if the bot was brought there while it was away. Returns true
    /// if it is to be greeted.
    pub(crate) fn arrived(&self, guild: GuildId, lately: bool) -> bool {
        let mut known = locked(&self.0);
        if known.inside.insert(guild) && !known.are_unnamed || lately {
            known.ungreeted.insert(guild);
        }
        known.ungreeted.contains(&guild)
    }

    /// Takes in whether the managers of a server choose its language.
    pub(crate) fn learn_choice(&self, guild: GuildId, chooses: bool) {
        let mut known = locked(&self.0);
        if chooses {
            known.choosing.insert(guild);
        } else {
            known.choosing.remove(&guild);
        }
    }

    /// Returns true if the managers of a server are known to choose its language.
    pub(crate) fn chooses_language(&self, guild: GuildId) -> bool {
        locked(&self.0).choosing.contains(&guild)
    }

    /// Returns true once for a server that is to be greeted.
    pub(crate) fn greets(&self, guild: GuildId) -> bool {
        locked(&self.0).ungreeted.remove(&guild)
    }

    /// Returns true if the bot is in a server.
    pub(crate) fn has(&self, guild: GuildId) -> bool {
        locked(&self.0).inside.contains(&guild)
    }

    /// Forgets a server that the bot had to leave.
    pub(crate) fn left(&self, guild: GuildId) {
        let mut known = locked(&self.0);
        known.inside.remove(&guild);
        known.ungreeted.remove(&guild);
        known.choosing.remove(&guild);
    }
}

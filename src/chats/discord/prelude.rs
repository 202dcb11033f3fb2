//! The names that whatever answers, posts and asks on Discord uses, so that each file imports only
//! what is special to it.

pub(super) use std::{sync::Arc, time::Duration};

pub(super) use serenity::all::{ChannelId, GuildId, UserId};

pub(super) use super::{
    api::unless_refused,
    office::Office,
    place,
    rights::{Lack, Need},
    trouble::{Trouble, trouble},
};
pub(super) use crate::{
    commands::{Incoming, Responder},
    matchplay::{Match, Person, Place, Stage},
    messages::{Locale, Reply, Texts},
};

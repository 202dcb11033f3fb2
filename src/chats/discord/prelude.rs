//! The names that whatever answers, posts and asks on Discord uses, so that each file imports only
//! what is special to it.

pub(super) use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

pub(super) use serenity::all::{ChannelId, ChannelType, GuildId, Permissions, RoleId, UserId};
pub(super) use tokio::time::{Instant, timeout};

pub(super) use super::{
    bot::Bot,
    messenger::failure,
    place,
    requests::trouble::{RequestError, RequestResult, Trouble, trouble},
};
pub(super) use crate::{
    commands::{Incoming, Responder},
    delivery::Need,
    host::Host,
    matchplay::{Match, MatchId, Moment, Place, Stage},
    messages::{Audience, Language, Locale, News, Reply, Texts},
    store::{causes, locked},
};

/// What delivers the news of Discord.
pub(super) type BotDelivery = crate::delivery::Delivery<Bot>;

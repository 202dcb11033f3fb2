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
    api::unless_refused,
    office::Office,
    place,
    rights::{Lack, Need, Remark},
    trouble::{RequestError, RequestResult, Trouble, trouble},
};
pub(super) use crate::{
    commands::{Incoming, Responder},
    host::Host,
    matchplay::{Match, MatchId, Moment, Person, Place, Stage},
    messages::{Audience, Language, Locale, News, Reply, Shown, Texts},
    store::{causes, locked},
};

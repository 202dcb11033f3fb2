//! Reasons why the program cannot go on with Discord, each with what to do about it.

use std::time::Duration;

use crate::store::{StoreError, causes};

/// Discord cannot be reached, or has ended the connection for good. Each says what to do.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The token is not accepted: close code 4004, or 401.
    #[error(
        "Discord does not accept the token. Reset it in the developer portal \
         (https://discord.com/developers/applications, Bot, Reset Token), and give the new one in \
         DISCORD_TOKEN or in the file that discord.token_file names"
    )]
    Token,
    /// The intents are not accepted: close codes 4013 and 4014.
    #[error(
        "Discord does not accept the intents that Rondel connects with, which are those of \
         servers alone and need no approval. See in the developer portal \
         (https://discord.com/developers/applications, Bot) whether this application may connect \
         at all, and whether there is a newer Rondel"
    )]
    Intents,
    /// The gateway does not let the bot in: close codes 4010 to 4012, or every connection ends as
    /// soon as the bot has said who it is.
    #[error(
        "Discord's gateway takes connections of this bot but does not let it in. The lines above \
         name the close code or the reason: after 4010 (shard data) or 4011 (too many guilds) start \
         Rondel again, so that it asks again how many shards it needs; after 4012 get a newer Rondel, \
         which speaks a later version of the gateway; else wait some minutes, as Discord has \
         trouble of its own"
    )]
    TurnedAway,
    /// There was no connection for too long.
    #[error(
        "there was no connection to Discord's gateway for {} seconds (discord.gateway_patience). \
         Start Rondel again, or let a supervisor do it: no move is lost. Should it happen again, \
         look whether this machine can reach Discord, and at https://discordstatus.com",
        .0.as_secs_f64()
    )]
    Silent(Duration),
    /// Discord lets this bot connect no more for now.
    #[error(
        "Discord lets this bot begin no more connections for {} minutes, after a thousand in a \
         day. Find out what ended it so often, and start it again after that",
        .0.as_secs().div_ceil(60)
    )]
    UsedUp(Duration),
    /// This machine lacks what encrypted connections need.
    #[error("no client for Discord can be made: {}", causes(.0))]
    NoClient(reqwest::Error),
    /// This machine gives no more threads.
    #[error("no thread for Discord's gateway or for drawing can be started: {0}")]
    NoThread(std::io::Error),
    /// What is still to be told cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The client for the gateway broke down.
    #[error("the connection to Discord's gateway broke down: {0}")]
    Broken(String),
}

impl DiscordError {
    /// Returns the reason why the gateway has closed a connection for good.
    pub(super) const fn of_close_code(code: Option<u16>) -> DiscordError {
        match code {
            Some(4004) => DiscordError::Token,
            Some(4013 | 4014) => DiscordError::Intents,
            _ => DiscordError::TurnedAway,
        }
    }
}

//! A Discord on loopback that judges what a bot sends it.
//!
//! A test starts one, makes servers, channels and people in it, lets a bot log in at
//! [`FakeDiscord::api_url`], and lets the people act. What they see is read from the answers,
//! the channels' messages and the pings. What the bot sends is refused where Discord would
//! refuse it, and [`FakeDiscord::violations`] lists it: a test asserts that it is empty.
//!
//! ```no_run
//! use fake_discord::FakeDiscord;
//! use serde_json::json;
//!
//! # async fn example() {
//! let discord = FakeDiscord::start().await;
//! let guild = discord.guild("The round house");
//! let channel = guild.channel("chess");
//! let ann = guild.user("ann");
//! // … start a bot with its API address at discord.api_url() …
//! discord.bot_ready().await;
//! let answer = ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
//! assert!(answer.content.contains("Nf3"));
//! let message = channel.last_message().expect("the answer is public");
//! let button = message.button("Draw").expect("there is a button");
//! ann.press(&message, &button.custom_id.expect("not a link")).await;
//! assert_eq!(discord.violations(), []);
//! # }
//! ```

#![recursion_limit = "256"]

mod answer;
mod away;
mod call;
mod choosing;
mod clock;
mod component;
mod connection;
mod delivery;
mod direct;
mod fault;
mod gateway;
mod guild;
mod install;
mod interaction;
mod judge;
mod message;
mod nonce;
mod payload;
mod permission;
mod ping;
mod place;
mod rate;
mod reply;
mod resolved;
mod rest;
mod role;
mod routes;
mod server;
mod snowflake;
mod state;
mod tls;
mod typed;
mod user;
mod violation;
mod world;

pub use crate::{
    answer::{Answer, AnswerKind, Choice, Pending},
    away::Absence,
    component::{Button, Select},
    delivery::HeldDeliveries,
    fault::{Fault, Hold, codes},
    gateway::Resume,
    guild::{Channel, Guild},
    interaction::Interaction,
    judge::limits,
    message::{Attachment, Message},
    payload::{Found, Row, found, table},
    permission::{Holder, Overwrite, permissions},
    ping::Ping,
    place::{ChannelInfo, GuildInfo, MemberInfo, Rights},
    rate::Breach,
    role::RoleInfo,
    server::FakeDiscord,
    snowflake::Snowflake,
    tls::Tls,
    user::User,
    violation::{Refusal, Violation},
    world::{RequestInfo, UserInfo, World},
};

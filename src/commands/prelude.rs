//! The names that nearly every command's file uses, so that each imports only what is special to
//! it.

pub(super) use std::sync::Arc;

pub(super) use super::{
    command::{Answer, Command, CommandError, Context, Group, Occasion, Presser},
    incoming::{Account, Speaker},
    options::{
        ARMIES, InputError, Kind, MATCH, Opt, choice, cut, exact, option, required, ruleset, text,
    },
    request::{About, Cost, Handling, PageUse, Request, Task},
};
pub(super) use crate::{
    host::{Limit, Purpose, Visit},
    matchplay::{
        Command as MatchCommand, Event, Match, Motion, Person, Place, Rejection, Server, Stage,
    },
    messages::{Audience, Button, Message, Narrator, Page, Picture, Reply, Shown, Texts},
    rules::{Agreement, Color, OfferAction, words},
};

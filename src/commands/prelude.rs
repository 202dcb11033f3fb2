//! The names that nearly every command's file uses, so that each imports only what is special to
//! it.

pub(super) use std::sync::Arc;

pub(super) use super::{
    command::{
        About, Answer, Command, Context, Cost, Failure, Group, Handling, Occasion, PageUse,
        Presser, Request,
    },
    incoming::{Account, Speaker},
    options::{
        ARMIES, InputError, Kind, MATCH, Opt, choice, cut, exact, option, required, ruleset, text,
    },
};
pub(super) use crate::{
    host::{Limit, Purpose, Visit},
    matchplay::{
        Command as MatchCommand, Event, Match, Motion, Person, Place, Rejection, Server, Stage,
    },
    messages::{
        Audience, Button, Message, Narrator, Page, Picture, Reply, Shown, Texts, refusals::Topic,
    },
    rules::{Agreement, Color, OfferAction, words},
};

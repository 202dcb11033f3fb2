//! The names that nearly every command's file uses, so that each imports only what is special to
//! it.

pub(super) use super::{
    command::{Answer, Command, Context, Cost, Errand, Failure, Occasion, PageUse, Request},
    incoming::Speaker,
    options::{
        ARMIES, Completion, Kind, MATCH, choice, choices, completed, exact, option, required,
        ruleset, text,
    },
};
pub(super) use crate::{
    host::{Limit, Purpose, Visit},
    matchplay::{Command as MatchCommand, Event, Match, Motion, Place, Rejection, Stage},
    messages::{Audience, Button, Message, Narrator, Page, Picture, Reply, Texts, refusals::Topic},
    rules::{Color, OfferAction},
};

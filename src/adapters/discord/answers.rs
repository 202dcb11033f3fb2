//! Answers interactions within Discord's three seconds.

use std::sync::Arc;

use serenity::{
    builder::{
        AutocompleteChoice, Builder, CreateAutocompleteResponse, CreateInteractionResponse,
        CreateInteractionResponseMessage,
    },
    http::{Http, HttpError},
    model::{
        application::{CommandInteraction, ComponentInteraction, Interaction},
        id::InteractionId,
    },
};

use super::{interaction, present::Letter};
use crate::{
    adapters::{Audience, Desk, Reply},
    matchplay::{Place, Stage},
};

/// Most suggestions that Discord takes.
const MOST_CHOICES: usize = 25;

/// Answers interactions. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) desk: Arc<Desk>,
    /// Speaks to Discord about interactions alone, which it exempts from its rate limits. A
    /// limiter would keep a row for every interaction there ever was.
    pub(super) http: Http,
}

/// The interaction to be answered.
struct Token<'a> {
    id: InteractionId,
    token: &'a str,
}

impl Answers {
    /// Answers an interaction, whatever it is.
    pub(super) async fn answer(&self, interaction: &Interaction) {
        match interaction {
            Interaction::Command(command) => self.command(command).await,
            Interaction::Component(component) => self.component(component).await,
            Interaction::Autocomplete(command) => self.complete(command).await,
            _ => tracing::warn!("an interaction of an unknown kind came in"),
        }
    }

    /// Says that something went wrong in here.
    pub(super) async fn apologize(&self, interaction: &Interaction) {
        let token = match interaction {
            Interaction::Command(command) => Token {
                id: command.id,
                token: &command.token,
            },
            Interaction::Component(component) => Token {
                id: component.id,
                token: &component.token,
            },
            _ => return,
        };
        let words = self.desk.words().say("refused-failed", &[]);
        let message = CreateInteractionResponseMessage::new()
            .ephemeral(true)
            .content(words);
        self.send(&token, CreateInteractionResponse::Message(message))
            .await;
    }

    async fn command(&self, command: &CommandInteraction) {
        let invocation = interaction::invocation(command);
        let reply = self.desk.answer(&invocation).await;
        let token = Token {
            id: command.id,
            token: &command.token,
        };
        self.reply(&token, reply, &invocation.place, false).await;
    }

    async fn component(&self, component: &ComponentInteraction) {
        let press = interaction::press(component);
        let reply = self.desk.press(&press).await;
        let token = Token {
            id: component.id,
            token: &component.token,
        };
        // The table's own message follows its seats.
        let on_table = press.id.contains(":join:") || press.id.ends_with(":leave");
        self.reply(&token, reply, &press.place, on_table).await;
    }

    async fn complete(&self, command: &CommandInteraction) {
        let choices = match interaction::typed(command) {
            None => Vec::new(),
            Some(typed) => {
                let speaker = interaction::speaker(&command.user);
                let place = super::place::place(command.guild_id, command.channel_id);
                let given = typed.given.as_deref();
                self.desk
                    .suggest(&speaker, &place, given, &typed.text, MOST_CHOICES)
                    .await
            }
        };
        let choices = choices
            .into_iter()
            .map(|choice| AutocompleteChoice::new(choice.label, choice.value))
            .collect();
        let response = CreateAutocompleteResponse::new().set_choices(choices);
        let token = Token {
            id: command.id,
            token: &command.token,
        };
        self.send(&token, CreateInteractionResponse::Autocomplete(response))
            .await;
    }

    /// Sends a reply as the answer. What it tells everybody counts as told when it could be said
    /// where the match is played; otherwise the outbox says it there.
    async fn reply(&self, token: &Token<'_>, mut reply: Reply, place: &Place, on_table: bool) {
        let state = reply.state.clone();
        let public = reply.audience == Audience::All;
        let here = state
            .as_ref()
            .is_none_or(|state| state.place() == place || state.stage() == Stage::Table);
        // A match that begins is told of where it will be played.
        let begins = reply.begins;
        let notice = reply.notice.take();
        if begins {
            reply.seat = None;
            reply.ping = None;
            reply.buttons.clear();
        } else if public && !here {
            reply.seat = None;
            reply.ping = None;
            reply.buttons.clear();
            let text = state.as_ref().map(|state| self.desk.elsewhere(state));
            reply.text = text.unwrap_or_default();
        }
        let letter = Letter::of(&self.desk, &reply).await;
        let private = !public || !(here || begins);
        let response = if on_table && public && here {
            CreateInteractionResponse::UpdateMessage(letter.answer(false))
        } else {
            CreateInteractionResponse::Message(letter.answer(private))
        };
        let sent = self.send(token, response).await;
        if let Some(notice) = notice
            && sent
            && !private
            && !begins
        {
            notice.told();
        }
    }

    /// Sends an answer, twice at most, and says whether it has arrived. The interaction can be
    /// gone or answered already; what was written down stays written down.
    async fn send(&self, token: &Token<'_>, response: CreateInteractionResponse) -> bool {
        for last in [false, true] {
            let sent = response
                .clone()
                .execute(&self.http, (token.id, token.token))
                .await;
            match sent {
                Ok(()) => return true,
                Err(error) => match code(&error) {
                    // Acknowledged already: by the first of two tries that seemed to fail, or
                    // when this very interaction came before.
                    Some(40060) => return last,
                    Some(10062) => return false,
                    Some(_) if !is_passing(&error) || last => {
                        tracing::warn!(%error, "an answer was refused");
                        return false;
                    }
                    _ if last => {
                        tracing::warn!(%error, "an answer could not be sent");
                        return false;
                    }
                    _ => {}
                },
            }
        }
        false
    }
}

/// The code of Discord's refusal, where it gave one.
pub(super) fn code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

/// Whether the same request may get through later: too many requests, Discord's own trouble, or a
/// connection that broke.
pub(super) fn is_passing(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code.as_u16();
            status == 429 || status >= 500
        }
        serenity::Error::Http(HttpError::Request(_)) => true,
        _ => false,
    }
}

//! Replies as Discord takes them.

use std::sync::Arc;

use serenity::{
    builder::{
        CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton,
        CreateInteractionResponseMessage, CreateMessage,
    },
    model::{application::ButtonStyle, channel::Nonce, id::UserId},
};

use crate::{
    adapters::{Button, Desk, Reply},
    matchplay::Person,
    render::{Style, alt_text, png},
};

/// The longest text of a message, in characters.
const LONGEST_CONTENT: usize = 2_000;
/// The longest label of a button, in characters.
const LONGEST_LABEL: usize = 80;
/// Buttons in a row.
const ROW: usize = 5;

/// A reply ready to be sent: drawn, and with whoever is pinged looked up.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    content: String,
    ping: Option<UserId>,
    picture: Option<CreateAttachment>,
    rows: Vec<CreateActionRow>,
}

impl Letter {
    /// Draws what the reply shows and looks up whom it pings.
    pub(super) async fn of(desk: &Arc<Desk>, reply: &Reply) -> Letter {
        let picture = draw(desk, reply).await;
        let ping = reply.ping.and_then(|person| user(desk, person));
        let content = match ping {
            Some(user) => format!("<@{user}>\n{}", reply.text),
            None => reply.text.clone(),
        };
        Letter {
            content: cut(&content, LONGEST_CONTENT),
            ping,
            picture,
            rows: rows(&reply.buttons),
        }
    }

    /// The same without its picture, for places where none may be attached.
    pub(super) fn without_picture(mut self) -> Letter {
        self.picture = None;
        self
    }

    /// Whom it may notify: the one who is pinged, whatever names stand in its text.
    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.ping)
    }

    /// As an answer to an interaction.
    pub(super) fn answer(self, private: bool) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .ephemeral(private)
            .allowed_mentions(self.mentions())
            .content(self.content)
            .components(self.rows)
            .files(self.picture)
    }

    /// As a message of its own. The nonce keeps one that is sent twice from standing twice.
    pub(super) fn message(self, nonce: String) -> CreateMessage {
        CreateMessage::new()
            .allowed_mentions(self.mentions())
            .content(self.content)
            .components(self.rows)
            .files(self.picture)
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true)
    }
}

/// Draws the board off the threads that must not block. A picture that fails is left out: the
/// words say the same.
async fn draw(desk: &Arc<Desk>, reply: &Reply) -> Option<CreateAttachment> {
    let state = Arc::clone(reply.state.as_ref()?);
    let seat = reply.seat?;
    let desk = Arc::clone(desk);
    let drawn = tokio::task::spawn_blocking(move || {
        let words = desk.words().board();
        let view = desk.view(&state, seat);
        let alt = alt_text(&view, &words);
        let name = format!("{}-{}.png", state.id(), state.ply());
        png(&view, &words, &Style::default())
            .map(|picture| CreateAttachment::bytes(picture, name).description(alt))
    })
    .await;
    match drawn {
        Ok(Ok(picture)) => Some(picture),
        Ok(Err(error)) => {
            tracing::error!(%error, "a board could not be drawn");
            None
        }
        Err(error) => {
            tracing::error!(%error, "drawing a board failed");
            None
        }
    }
}

/// The Discord user behind a person.
fn user(desk: &Desk, person: Person) -> Option<UserId> {
    match desk.people().identity(person) {
        Ok(identity) => {
            let id: u64 = identity
                .filter(|who| who.realm() == "discord")?
                .id()
                .parse()
                .ok()?;
            (id > 0).then(|| UserId::new(id))
        }
        Err(error) => {
            tracing::warn!(%error, "a person could not be looked up");
            None
        }
    }
}

fn rows(buttons: &[Button]) -> Vec<CreateActionRow> {
    buttons
        .chunks(ROW)
        .map(|row| {
            CreateActionRow::Buttons(
                row.iter()
                    .map(|button| {
                        CreateButton::new(button.id.to_string())
                            .label(cut(&button.label, LONGEST_LABEL))
                            .disabled(!button.enabled)
                            .style(if button.danger {
                                ButtonStyle::Danger
                            } else {
                                ButtonStyle::Secondary
                            })
                    })
                    .collect(),
            )
        })
        .collect()
}

/// At most so many characters, the last one an ellipsis where something is left out.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

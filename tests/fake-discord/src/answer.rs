//! What a bot answered, and waiting for it.

use std::{future::IntoFuture, pin::Pin, sync::Arc, time::Duration};

use serde_json::Value;
use tokio::time;

use crate::{
    Snowflake,
    interaction::{Interaction, Record},
    message::{self, Attachment, Button, Select},
    state::State,
    world::World,
};

/// Of which kind an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A message.
    Message,
    /// A message is promised.
    Deferred,
    /// A change of the message with the component is promised.
    DeferredUpdate,
    /// The message with the component was changed.
    Update,
    /// Choices for what is being typed.
    Choices,
    /// A modal opens.
    Modal,
    /// Nothing came within three seconds.
    TimedOut,
}

/// One of several things to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What is shown.
    pub name: String,
    /// What is sent.
    pub value: Value,
    /// What is shown beneath, in a select.
    pub description: Option<String>,
    /// It is chosen already, in a select.
    pub default: bool,
}

impl Choice {
    /// The choices in a list in which `name` is the key of what is shown.
    pub(crate) fn list(list: &Value, name: &str) -> Vec<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let read = |choice: &Value| Self {
            name: text(&choice[name]).unwrap_or_default(),
            value: choice["value"].clone(),
            description: text(&choice["description"]),
            default: choice["default"] == true,
        };
        list.as_array().into_iter().flatten().map(read).collect()
    }
}

/// The first answer to an interaction.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was answered.
    pub interaction: Interaction,
    /// Of which kind it is.
    pub kind: AnswerKind,
    /// The code with which Discord refused it; seen only where a delivery was repeated.
    pub refused: Option<u64>,
    /// Its text.
    pub content: String,
    /// Only the one who asked sees it.
    pub ephemeral: bool,
    /// Its files.
    pub attachments: Vec<Attachment>,
    /// Its embeds.
    pub embeds: Vec<Value>,
    /// Its rows, as sent.
    pub components: Value,
    /// `allowed_mentions`, as sent.
    pub allowed_mentions: Option<Value>,
    /// Choices of a completion.
    pub choices: Vec<Choice>,
    /// The message that was made or changed.
    pub message: Option<Snowflake>,
    /// The body as sent.
    pub raw: Value,
    /// How long it took from the delivery.
    pub after: Duration,
}

impl Answer {
    /// The answer that a callback's body makes.
    pub(crate) fn read(
        interaction: &Interaction,
        body: &Value,
        attachments: Vec<Attachment>,
    ) -> Self {
        let data = &body["data"];
        Self {
            interaction: interaction.clone(),
            kind: match body["type"].as_u64() {
                Some(5) => AnswerKind::Deferred,
                Some(6) => AnswerKind::DeferredUpdate,
                Some(7) => AnswerKind::Update,
                Some(8) => AnswerKind::Choices,
                Some(9) => AnswerKind::Modal,
                Some(_) | None => AnswerKind::Message,
            },
            refused: None,
            content: data["content"].as_str().unwrap_or_default().to_owned(),
            ephemeral: data["flags"].as_u64().unwrap_or(0) & message::EPHEMERAL != 0,
            attachments,
            embeds: data["embeds"].as_array().cloned().unwrap_or_default(),
            components: data["components"].clone(),
            allowed_mentions: data.get("allowed_mentions").cloned(),
            choices: Choice::list(&data["choices"], "name"),
            message: None,
            raw: body.clone(),
            after: Duration::ZERO,
        }
    }

    fn timed_out(record: &Record) -> Self {
        Self {
            kind: AnswerKind::TimedOut,
            after: record.due.duration_since(record.delivered),
            ..Self::read(&record.interaction, &Value::Null, Vec::new())
        }
    }

    /// Whether nothing came within three seconds.
    #[must_use]
    pub fn is_timed_out(&self) -> bool {
        self.kind == AnswerKind::TimedOut
    }

    /// Its buttons, row by row.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        message::buttons(&self.components)
    }

    /// The button with this label.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// Its selects, row by row.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        message::selects(&self.components)
    }

    /// The names of its choices.
    #[must_use]
    pub fn choice_names(&self) -> Vec<&str> {
        self.choices
            .iter()
            .map(|choice| choice.name.as_str())
            .collect()
    }
}

/// An interaction that was sent: await it for the answer, or drop it and do not wait.
#[derive(Debug)]
pub struct Pending {
    pub(crate) state: Arc<State>,
    pub(crate) interaction: Interaction,
    /// Attempts that belong to earlier deliveries.
    pub(crate) skip: usize,
    /// The interaction was answered before: what is tried now will be refused.
    pub(crate) repeated: bool,
}

impl Pending {
    /// What was sent.
    #[must_use]
    pub fn interaction(&self) -> &Interaction {
        &self.interaction
    }

    /// Waits for the answer.
    pub async fn answer(self) -> Answer {
        let found = |world: &World| {
            let record = world.interactions.get(&self.interaction.id)?;
            let new = record.attempts.iter().skip(self.skip);
            new.into_iter()
                .find(|answer| self.repeated || answer.refused.is_none())
                .cloned()
        };
        let due = |world: &World| {
            let record = world.interactions.get(&self.interaction.id);
            record.map_or_else(time::Instant::now, |record| record.due)
        };
        loop {
            let until = self.state.look(due);
            // One that is delivered later, or again, is due later.
            let looked = self.state.until(|world| match found(world) {
                Some(answer) => Some(Some(answer)),
                None => (due(world) != until).then_some(None),
            });
            match time::timeout_at(until, looked).await {
                Ok(Some(answer)) => return answer,
                Ok(None) => {}
                Err(_) => break,
            }
        }
        // A request that arrived in time is still held or delayed: it decides.
        self.state
            .wait_for("an answer that is held", |world| {
                found(world).or_else(|| {
                    let record = world.interactions.get(&self.interaction.id)?;
                    (record.in_flight == 0).then(|| Answer::timed_out(record))
                })
            })
            .await
    }
}

impl IntoFuture for Pending {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.answer())
    }
}

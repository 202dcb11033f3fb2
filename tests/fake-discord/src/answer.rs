//! Answers of a bot, and waiting for them.

use std::{future::IntoFuture, ops::ControlFlow, pin::Pin, sync::Arc, time::Duration};

use serde_json::Value;
use tokio::{
    sync::futures::OwnedNotified,
    time::{self, Instant},
};

use crate::{
    Snowflake,
    component::{self, Button, Select},
    interaction::Interaction,
    message::{self, Attachment},
    state::State,
    world::World,
};

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A message, given at once.
    Message,
    /// A promise to answer with a message later.
    Deferred,
    /// A promise to change the message with the component later.
    DeferredUpdate,
    /// The message with the component was changed.
    Update,
    /// Choices for what is being typed.
    Choices,
    /// A modal opens.
    Modal,
    /// No answer came within three seconds.
    TimedOut,
}

/// One of several options to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The text shown.
    pub name: String,
    /// The value sent.
    pub value: Value,
    /// The text shown beneath, in a select.
    pub description: Option<String>,
    /// True if it is already chosen, in a select.
    pub default: bool,
}

impl Choice {
    /// Returns what some clients send when it is chosen: the text shown, in place of the value.
    #[must_use]
    pub fn label(&self) -> Value {
        Value::String(self.name.clone())
    }

    /// Reads a list of choices in which `name` is the key of the text shown.
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
    /// The interaction that was answered.
    pub interaction: Interaction,
    /// The kind of the answer.
    pub kind: AnswerKind,
    /// The code with which Discord refused it. Only seen if a delivery was repeated.
    pub refused: Option<u64>,
    /// The text of the message; of one of Components V2 its texts and what stands on its
    /// selects, a line each.
    pub content: String,
    /// True if only the person who asked sees it.
    pub ephemeral: bool,
    /// The files of the message.
    pub attachments: Vec<Attachment>,
    /// The embeds of the message, as sent.
    pub embeds: Vec<Value>,
    /// The components, as sent.
    pub components: Value,
    /// `allowed_mentions`, as sent.
    pub allowed_mentions: Option<Value>,
    /// The choices of a completion.
    pub choices: Vec<Choice>,
    /// The message that was made or changed.
    pub message: Option<Snowflake>,
    /// The whole body, as sent.
    pub raw: Value,
    /// The time from the delivery to the answer.
    pub after: Duration,
}

impl Answer {
    /// Reads the answer from the body of a callback.
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
            content: match data["content"].as_str() {
                Some(content) => content.to_owned(),
                None => component::said(&data["components"]),
            },
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

    fn timed_out(interaction: &Interaction, after: Duration) -> Self {
        Self {
            kind: AnswerKind::TimedOut,
            after,
            ..Self::read(interaction, &Value::Null, Vec::new())
        }
    }

    /// Returns true if no answer came within three seconds.
    #[must_use]
    pub fn is_timed_out(&self) -> bool {
        self.kind == AnswerKind::TimedOut
    }

    /// Returns the texts of its text displays, from top to bottom.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        component::texts(&self.components)
    }

    /// Returns its buttons, from top to bottom.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        component::buttons(&self.components)
    }

    /// Returns the button with this label.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// Returns its selects, from top to bottom.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        component::selects(&self.components)
    }

    /// Returns the names of its choices.
    #[must_use]
    pub fn choice_names(&self) -> Vec<&str> {
        self.choices
            .iter()
            .map(|choice| choice.name.as_str())
            .collect()
    }
}

/// An interaction that was sent. Await it for the answer, or drop it to not wait.
#[derive(Debug)]
pub struct Pending {
    pub(crate) state: Arc<State>,
    pub(crate) interaction: Interaction,
    /// Number of attempts that belong to earlier deliveries.
    pub(crate) skip: usize,
    /// True if the interaction was answered before, so that further attempts will be refused.
    pub(crate) repeated: bool,
}

impl Pending {
    /// Returns the interaction.
    #[must_use]
    pub fn interaction(&self) -> &Interaction {
        &self.interaction
    }

    /// Waits for the answer.
    ///
    /// # Panics
    ///
    /// If an answer that arrived in time is held or delayed for longer than the patience.
    pub async fn answer(self) -> Answer {
        loop {
            let wait = match self.state.look(|world| self.seen(world)) {
                ControlFlow::Break(answer) => return answer,
                ControlFlow::Continue(wait) => wait,
            };
            let Wait {
                until,
                changed,
                held,
            } = wait;
            if time::timeout_at(until, changed).await.is_err() && held {
                let story = self.state.look(World::story);
                panic!("waited in vain for an answer that is held\n{story}")
            }
        }
    }

    /// Returns the answer, or what to wait for.
    fn seen(&self, world: &World) -> ControlFlow<Answer, Wait> {
        let Some(record) = world.interactions.get(&self.interaction.id) else {
            // Forgotten, since its time was over.
            let answer = Answer::timed_out(&self.interaction, world.first_answer);
            return ControlFlow::Break(answer);
        };
        let mut new = record.attempts.iter().skip(self.skip);
        let found = new.find(|answer| self.repeated || answer.refused.is_none());
        if let Some(answer) = found {
            return ControlFlow::Break(answer.clone());
        }
        let now = Instant::now();
        // A request that arrived in time but is still held or delayed decides.
        let held = record.in_flight > 0;
        if !held && record.due <= now {
            let after = record.due.duration_since(record.delivered);
            return ControlFlow::Break(Answer::timed_out(&self.interaction, after));
        }
        let until = record.due.max(now) + if held { world.patience } else { Duration::ZERO };
        let changed = Arc::clone(&record.changed).notified_owned();
        ControlFlow::Continue(Wait {
            until,
            changed,
            held,
        })
    }
}

/// What somebody waits for who has no answer yet.
struct Wait {
    until: Instant,
    changed: OwnedNotified,
    /// True if an answer has arrived that is held or delayed.
    held: bool,
}

impl IntoFuture for Pending {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.answer())
    }
}

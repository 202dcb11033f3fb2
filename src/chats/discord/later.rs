//! Answers that take longer than Discord waits. What only shows something, or forgets somebody, is
//! promised first and given when it is there; what tells of a move is told in words at once, and its
//! picture follows.

use std::time::Duration;

use serenity::all::{Builder, EditInteractionResponse};
use tokio::time::{Instant, sleep, timeout_at};

use super::{
    answers::{Answering, Form, Sent, attempt},
    present::Letter,
    trouble::Trouble,
};
use crate::messages::{
    Audience, Reply,
    picture::{Drawing, Drawn, Priority},
};

/// Most time for sending: a moving picture has a megabyte or two.
const PATIENCE: Duration = Duration::from_secs(60);
/// Waits before the tries.
const PAUSES: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_secs(1),
    Duration::from_secs(4),
];

impl Answering {
    /// Sends a reply that tells nobody of anything new, in place of the page that was pressed on
    /// where it `turns`. It is promised where its picture is not there in time: then it is in words
    /// where the picture is not there before the promise expires either.
    pub(super) async fn show(&self, reply: &Reply, turns: bool) {
        let private = reply.audience == Audience::Speaker;
        let form = if turns {
            Form::Update
        } else {
            Form::Message { private }
        };
        let (letter, drawing) = Letter::queued(&self.office, reply, Priority::Shown);
        let (letter, late) = match drawing {
            Some(drawing) if drawing.is_long() => (letter, Some(drawing)),
            drawing => letter.drawn_by(drawing, self.drawing_due()).await,
        };
        let Some(mut drawing) = late else {
            self.send_letter(form, letter).await;
            return;
        };
        // One that may have arrived is given too: if it has not, Discord says so.
        if let Sent::Refused(_) = self.send(form.promise()).await {
            return;
        }
        let drawn = timeout_at(self.spent(), drawing.finished()).await;
        self.give_letter(letter.showing(drawn.ok().flatten())).await;
    }

    /// Promises a private answer while it is worked out, and gives it. It is worked out even where
    /// the promise does not arrive.
    pub(super) async fn show_later(&self, reply: impl Future<Output = Reply>) {
        let promise = Form::Message { private: true }.promise();
        let (promised, reply) = tokio::join!(self.send(promise), reply);
        if !matches!(promised, Sent::Refused(_)) {
            let letter = Letter::of(&self.office, &reply);
            self.give_letter(letter).await;
        }
    }

    /// Gives what was promised, in words where no file may be attached.
    async fn give_letter(&self, letter: Letter) {
        let given = self.give(letter.clone().edit()).await;
        if given.wants_words() && letter.has_files() {
            self.give(letter.in_words().edit()).await;
        }
    }

    /// Puts its picture into an answer that was given in words.
    pub(super) async fn add_picture(&self, letter: Letter, mut drawing: Drawing<Drawn>) {
        let drawn = timeout_at(self.spent(), drawing.finished()).await;
        if let Ok(drawn @ Some(_)) = drawn {
            // Where it cannot be given, the words stand.
            let letter = letter.showing(drawn).edit_beside_buttons();
            self.give(letter).await;
        }
    }

    /// Gives what was promised. To give it twice does no harm.
    async fn give(&self, letter: EditInteractionResponse) -> Sent {
        for pause in PAUSES {
            sleep(pause).await;
            let giving = letter
                .clone()
                .execute(&self.office.answers, self.interaction.token());
            match attempt(giving, Instant::now() + PATIENCE).await {
                Err(Trouble::Passing) => {}
                // It is there, whatever was said of it.
                Ok(()) | Err(Trouble::Unreadable) => return Sent::Arrived,
                Err(trouble) => return Sent::Refused(trouble),
            }
        }
        Sent::Unknown
    }
}

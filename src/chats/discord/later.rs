//! Answers that take longer than Discord waits. What only shows something, or forgets somebody, is
//! promised first and given when it is there; what tells of a move is told in words at once, and its
//! picture follows.

use std::time::Duration;

use serenity::all::{Builder, EditInteractionResponse};
use tokio::time::{sleep, timeout, timeout_at};

use super::{
    answers::{Answers, Form, Sent, Token},
    present::{Art, Letter},
    trouble::{Trouble, trouble},
};
use crate::messages::{
    Audience, Reply,
    picture::{Drawing, Drawn, Priority},
};

/// Most time for sending: a moving picture has a megabyte or two.
const PATIENCE: Duration = Duration::from_secs(60);
/// Waits before the tries after the first one.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

impl Answers {
    /// Sends a reply that tells nobody of anything new, in place of the page that was pressed on
    /// where it `turns`. It is promised where its picture is not there in time.
    pub(super) async fn show(&self, token: Token<'_>, reply: &Reply, turns: bool) {
        let letter = Letter::of(&self.responder, reply);
        let private = reply.audience == Audience::Speaker;
        let form = if turns {
            Form::Update
        } else {
            Form::Message { private }
        };
        let art = match Art::of(&self.responder, &self.pictures, reply, Priority::Shown) {
            Art::Waits(drawing) if drawing.is_long() => Art::Waits(drawing),
            art => art.by(token.drawing_due()).await,
        };
        let letter = match art {
            Art::Nothing => letter,
            Art::Done(drawn) => letter.showing(&self.responder, reply, drawn),
            Art::Waits(drawing) => {
                return self.promise(token, form, letter, reply, drawing).await;
            }
        };
        self.send_letter(token, form, letter, reply).await;
    }

    /// Promises an answer, waits for its picture, and gives it; in words where no file may be
    /// attached, or the picture is not there before the promise expires.
    async fn promise(
        &self,
        token: Token<'_>,
        form: Form,
        letter: Letter,
        reply: &Reply,
        mut drawing: Drawing<Drawn>,
    ) {
        // One that may have arrived is given too: if it has not, Discord says so.
        if let Sent::Refused(_) = self.send(token, form.promise()).await {
            return;
        }
        let drawn = timeout_at(token.spent(), drawing.finished()).await;
        let letter = letter.showing(&self.responder, reply, drawn.ok().flatten());
        self.give_letter(token, letter, reply).await;
    }

    /// Promises a private answer while it is worked out, and gives it. It is worked out even where
    /// the promise does not arrive.
    pub(super) async fn show_later(&self, token: Token<'_>, reply: impl Future<Output = Reply>) {
        let promise = Form::Message { private: true }.promise();
        let (promised, reply) = tokio::join!(self.send(token, promise), reply);
        if let Sent::Refused(_) = promised {
            return;
        }
        let letter = Letter::of(&self.responder, &reply);
        self.give_letter(token, letter, &reply).await;
    }

    /// Gives what was promised, in words where no file may be attached.
    async fn give_letter(&self, token: Token<'_>, letter: Letter, reply: &Reply) {
        let plain = letter.without_files(&self.responder, reply);
        let given = self.give(token, letter.edit()).await;
        if let (Err(Trouble::Rights | Trouble::TooLarge), Some(plain)) = (given, plain) {
            let _ = self.give(token, plain.edit()).await;
        }
    }

    /// Puts its picture into an answer that was given in words.
    pub(super) async fn add_picture(
        &self,
        token: Token<'_>,
        letter: Letter,
        mut drawing: Drawing<Drawn>,
    ) {
        if let Ok(Some(drawn)) = timeout_at(token.spent(), drawing.finished()).await {
            let letter = letter.with_picture(drawn);
            // Where it cannot be given, the words stand.
            let _ = self.give(token, letter.edit_beside_buttons()).await;
        }
    }

    /// Gives what was promised. To give it twice does no harm.
    async fn give(&self, token: Token<'_>, letter: EditInteractionResponse) -> Result<(), Trouble> {
        let mut pauses = PAUSES.into_iter();
        loop {
            let giving = letter.clone().execute(&self.http, token.token);
            let met = match timeout(PATIENCE, Box::pin(giving)).await {
                Ok(Ok(_)) => return Ok(()),
                Ok(Err(error)) => {
                    tracing::warn!(%error, "a promised answer could not be given");
                    trouble(&error)
                }
                Err(_) => {
                    tracing::warn!("a promised answer took too long");
                    Trouble::Passing
                }
            };
            match (met, pauses.next()) {
                (Trouble::Passing, Some(pause)) => sleep(pause).await,
                // It is there, whatever was said of it.
                (Trouble::Unreadable, _) => return Ok(()),
                (met, _) => return Err(met),
            }
        }
    }
}

//! Answers that take longer to draw than Discord waits: they are promised first, to the one alone
//! who asked, and given when they are there.

use std::time::Duration;

use serenity::builder::{Builder, CreateInteractionResponse, CreateInteractionResponseMessage};
use tokio::time::{sleep, timeout};

use super::{
    answers::{Answers, Sent, Token},
    present::Letter,
    trouble::{Trouble, trouble},
};
use crate::adapters::Reply;

/// How long sending may take: a moving picture has a megabyte or two.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait before the tries after the first one.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

impl Answers {
    /// Promises a private answer, draws it, and gives it; in words where no file may be attached.
    pub(super) async fn reply_later(&self, token: Token<'_>, reply: &Reply) {
        let promise = CreateInteractionResponseMessage::new().ephemeral(true);
        let promised = CreateInteractionResponse::Defer(promise);
        // One that may have arrived is given too: if it has not, Discord says so.
        if let Sent::Refused(_) = self.send(token, promised).await {
            return;
        }
        let letter = Letter::of(&self.desk, reply).await;
        let plain = letter.clone().in_words(&self.desk, reply);
        let has_files = letter.has_files();
        let given = self.give(token, letter).await;
        if let (Err(Trouble::Rights | Trouble::TooLarge), true) = (given, has_files) {
            let _ = self.give(token, plain).await;
        }
    }

    /// Gives what was promised. To give it twice does no harm.
    async fn give(&self, token: Token<'_>, letter: Letter) -> Result<(), Trouble> {
        let letter = letter.edit();
        let mut pauses = PAUSES.into_iter();
        loop {
            let giving = letter.clone().execute(&self.http, token.token);
            let met = match timeout(PATIENCE, giving).await {
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

//! Where the bot is a guest: people have installed it for themselves, and it can say nothing but answers.
//! A match there is one against computers, and each answer tells it until it is the person's turn again.

use tokio::time::timeout_at;

use super::Answering;
use crate::{chats::discord::prelude::*, delivery::Form, host::NoticeState};

/// Time for the computers to answer. What they do later is seen by looking at the board.
const COMPUTERS: Duration = Duration::from_secs(60);

impl Answering {
    /// Answers what was asked in a match where the bot is a guest, with all that has happened since. The
    /// answer is promised where the computers take longer than it may.
    pub(crate) async fn answer_as_guest(&self, own: &Locale, mut reply: Reply, form: Form) {
        let mut promised = false;
        if let Some(held) = reply.notice.take() {
            let notice = *held.notice();
            // Nothing but this answer can tell it.
            held.end(NoticeState::Delivered);
            let telling = self.delivery.responder.tell_with_computers(own, &notice);
            tokio::pin!(telling);
            let mut told = timeout_at(self.drawing_due(), &mut telling).await;
            if told.is_err() {
                promised = self.promise(form).await;
                if !promised {
                    return;
                }
                told = timeout_at(self.since + COMPUTERS, telling).await;
            }
            match told {
                Ok(Ok(Some(whole))) => reply = whole,
                Ok(Err(error)) => {
                    tracing::warn!(error = %causes(&error), "a guest's match is told in part")
                }
                Ok(Ok(None)) | Err(_) => {}
            }
        }
        if reply.pings.call.take().is_some() {
            // One answer says it all, in plain words.
            reply.body = reply.body.as_plain();
        }
        self.show(&reply, (!promised).then_some(form)).await;
    }
}

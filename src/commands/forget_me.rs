//! `/forget-me`: deleting what is kept of the speaker.

use super::prelude::*;
use crate::{matchplay::MatchId, store::causes};

pub(super) const COMMAND: Command = Command {
    name: "forget-me",
    group: Group::You,
    options: &[option("confirm", Kind::Boolean)],
    read: |options| Ok(request(options.is_set("confirm"))),
    press: |action| (action == FORGET_ME).then(|| (Presser::Anybody, request(true))),
    ..Command::plain(Presser::Anybody)
};

const FORGET_ME: &str = "forget-me";

/// Forgets the speaker. Someone who is not known is not written down for asking this.
fn request(confirmed: bool) -> Request {
    let handling = confirmed.then_some(Handling::Forget);
    let cost = handling.map_or(Cost::Free, |_| Cost::Unless(Limit::Errands));
    Request {
        handling,
        visit: Visit::Forget,
        ..Request::look(cost, Task::ForgetMe(confirmed))
    }
}

pub(super) async fn run(cx: &Context<'_>, confirmed: bool) -> Answer {
    if cx.host.people().look_up(cx.person).await?.is_none() {
        return Ok(Reply::words(cx.say("forget-unknown", &[])));
    }
    if !confirmed {
        return ask(cx).await;
    }
    match cx.host.forget(cx.person).await {
        Ok(()) => Ok(Reply::words(cx.say("forget-done", &[]))),
        Err(error) if cx.host.is_forgotten(cx.person) => {
            tracing::error!(error = %causes(&error), "somebody is still to be forgotten");
            Err(cx.refuse("store-unavailable", cx.say("refused-forgetting", &[])))
        }
        // Nothing has happened at all.
        Err(error) => Err(error.into()),
    }
}

/// Says what forgetting would do, with a button that does it.
async fn ask(cx: &Context<'_>) -> Answer {
    let parts = cx.host.parts_of(cx.person).await?;
    let mut lines = vec![cx.say("forget-asks", &[])];
    if !parts.is_empty() {
        let ids: Vec<MatchId> = parts.iter().map(|state| state.id()).collect();
        let (count, matches) = (ids.len(), cx.named_matches(&ids));
        lines.push(cx.say("forget-frees", &[("count", &count), ("matches", &matches)]));
    }
    lines.push(cx.say("forget-how", &[]));
    let reason = Rejection::NeedsConfirmation { winner: None }.reason();
    let label = cx.say("button-forget-me", &[]);
    let refusal = Reply::refusal(reason, Message::lines(lines));
    let forget = Button::alone(FORGET_ME, label).dangerous();
    Err(refusal.over(vec![forget]).into())
}

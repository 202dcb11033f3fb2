//! `/leave`: giving up a seat at a table, or declining an invitation.

use super::prelude::*;
use crate::host::HostError;

pub(super) const COMMAND: Command = Command {
    name: "leave",
    group: Group::Start,
    options: &[MATCH],
    read: |_| Ok(request()),
    press: |action| (action == LEAVE).then(|| (Presser::Player, request())),
    offers: |narrator, state, occasion| match occasion {
        Occasion::Table => vec![narrator.button(state, LEAVE, "button-leave")],
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Invited)
};

const LEAVE: &str = "leave";

fn request() -> Request {
    Request {
        cost: Cost::Unless(Limit::Seats),
        about: About::Match,
        handling: Some(Handling::ChangeTable),
        ..Request::new(Task::Leave)
    }
}

pub(super) async fn run(cx: &Context<'_>) -> Answer {
    match cx.change(Purpose::Act, &MatchCommand::Leave).await {
        // Leaving is for tables: an open one comes before matches under way.
        Err(CommandError::Host(HostError::Rejected(_), None)) if cx.given.is_none() => {
            cx.change(Purpose::Join, &MatchCommand::Leave).await
        }
        other => other,
    }
}

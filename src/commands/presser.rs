//! Who may press a button. A button stands in a channel where everybody can press it, while its words are
//! often for one person: "Accept" for whom an invitation names, "Close the table" for its opener.

use super::command::{Context, Failure, Occasion, Presser, offered};
use crate::{
    host::Purpose,
    matchplay::{Match, Rejection, Seat, Stage},
    messages::{ButtonKind, Message, Reply},
    rules::Color,
};

/// Checks that the speaker may press a button, as far as the match does not check that itself.
///
/// # Errors
///
/// A refusal that says for whom the button is, and what the speaker can do instead.
pub(super) async fn check(presser: Presser, cx: &Context<'_>) -> Result<(), Failure> {
    match presser {
        Presser::Asked | Presser::Player | Presser::Anybody => Ok(()),
        Presser::Manager if cx.incoming.speaker.manages => Ok(()),
        Presser::Manager => Err(cx.not_allowed(cx.say("refused-not-managing", &[]))),
        Presser::Opener | Presser::Invited if cx.given.is_none() => Ok(()),
        Presser::Opener => {
            let state = cx.find(Purpose::Join).await?;
            // At a table the match itself refuses everybody but its opener.
            match state.stage() {
                Stage::Ended => Err(Failure::of(Rejection::MatchOver, &state)),
                Stage::Running => Err(Failure::of(Rejection::AlreadyStarted, &state)),
                Stage::Table => Ok(()),
            }
        }
        Presser::Invited => {
            let state = cx.find(Purpose::Join).await?;
            match state.stage() {
                Stage::Ended => Err(Failure::of(Rejection::MatchOver, &state)),
                Stage::Running => Err(Failure::of(Rejection::AlreadyStarted, &state)),
                Stage::Table => invited(cx, &state),
            }
        }
    }
}

/// Checks that the speaker is invited to an open table and has not answered.
fn invited(cx: &Context<'_>, state: &Match) -> Result<(), Failure> {
    let waiting: Vec<(Color, Seat)> = state
        .seats()
        .iter()
        .filter(|(_, seat)| matches!(seat, Seat::Kept(_)))
        .map(|(color, seat)| (color, *seat))
        .collect();
    if waiting
        .iter()
        .any(|(_, seat)| *seat == Seat::Kept(cx.person))
    {
        return Ok(());
    }
    if let Some(army) = state.color_of(cx.person) {
        let army = cx.army(army);
        let text = cx.say("refused-seated-already", &[("army", &army)]);
        return Err(cx.refuse("already-seated", text));
    }
    let mut seats = offered(cx, state, Occasion::Table);
    seats.retain(|button| {
        matches!(button.kind, ButtonKind::Join(color) if state.seats()[color] == Seat::Open)
    });
    let names = waiting
        .iter()
        .map(|(color, _)| cx.story(state).player(*color));
    let whose = if waiting.is_empty() {
        cx.say("invitation-answered", &[])
    } else {
        cx.say("refused-not-invited", &[("invited", &cx.comma(names))])
    };
    let instead = if seats.is_empty() {
        "refused-no-seat-open"
    } else {
        "refused-seat-open"
    };
    let text = Message::lines([whose, cx.say(instead, &[])]);
    Err(Reply {
        buttons: seats,
        ..Reply::refusal(Rejection::NotAllowed.reason(), text)
    }
    .into())
}

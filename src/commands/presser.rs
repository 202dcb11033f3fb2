//! Who may press a button. A button stands in a channel where everybody can press it, while its words are
//! often for one person: "Accept" for whom an invitation names, "Close the table" for its opener.

use super::command::{CommandError, Context, Occasion, Presser, offered};
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
pub(super) async fn check(presser: Presser, cx: &Context<'_>) -> Result<(), CommandError> {
    match presser {
        Presser::Asked | Presser::Player | Presser::Anybody => Ok(()),
        Presser::Manager if cx.incoming.speaker.manages => Ok(()),
        Presser::Manager => Err(cx.not_allowed(cx.say("refused-not-managing", &[]))),
        Presser::Opener | Presser::Invited if cx.given.is_none() => Ok(()),
        Presser::Opener | Presser::Invited => {
            let state = cx.find(Purpose::Join).await?;
            match state.stage() {
                Stage::Ended => Err(CommandError::of(Rejection::MatchOver, &state)),
                Stage::Running => Err(CommandError::of(Rejection::AlreadyStarted, &state)),
                // The match itself refuses everybody but its opener.
                Stage::Table if presser == Presser::Opener => Ok(()),
                Stage::Table => invited(cx, &state),
            }
        }
    }
}

/// Checks that the speaker is invited to an open table and has not answered.
fn invited(cx: &Context<'_>, state: &Match) -> Result<(), CommandError> {
    if let Some(seat) = state.color_of(cx.person) {
        let army = cx.army(seat);
        let text = cx.say("refused-seated-already", &[("army", &army)]);
        let taken = Rejection::AlreadySeated { seat };
        return Err(cx.refuse(taken.reason(), text));
    }
    if state.seat_of(cx.person).is_some() {
        return Ok(());
    }
    let mut seats = offered(cx, state, Occasion::Table);
    seats.retain(|button| {
        matches!(button.kind, ButtonKind::Join(color) if state.seats()[color] == Seat::Open)
    });
    let waits = |color: &Color| matches!(state.seats()[*color], Seat::Kept(_));
    let waiting: Vec<Color> = Color::ALL.into_iter().filter(waits).collect();
    let whose = if waiting.is_empty() {
        cx.say("invitation-answered", &[])
    } else {
        let story = cx.story(state);
        let names = waiting.into_iter().map(|color| story.player(color));
        cx.say("refused-not-invited", &[("invited", &cx.comma(names))])
    };
    let instead = if seats.is_empty() {
        "refused-no-seat-open"
    } else {
        "refused-seat-open"
    };
    let text = Message::lines([whose, cx.say(instead, &[])]);
    let refusal = Reply::refusal(Rejection::NotAllowed.reason(), text);
    Err(refusal.over(seats).into())
}

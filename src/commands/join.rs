//! `/join`: taking a seat at a table.

use super::prelude::*;
use crate::{host::PassTo, matchplay::Seat, messages::ButtonKind};

pub(super) const COMMAND: Command = Command {
    name: "join",
    group: Group::Start,
    needs_server: true,
    options: &[choice("seat", ARMIES), MATCH],
    read: |options| Ok(request(options.color("seat"))),
    press: |action| {
        let seat = Color::from_word(action.strip_prefix(JOIN)?)?;
        Some((Presser::Anybody, request(Some(seat))))
    },
    offers,
    ..Command::plain(Presser::Invited)
};

const JOIN: &str = "join:";

fn request(seat: Option<Color>) -> Request {
    Request {
        cost: Cost::Unless(Limit::Seats),
        handling: Some(Handling::ChangeTable),
        about: About::Seat(seat),
        ..Request::new(Task::Join(seat))
    }
}

/// Sits down; by a link at the seat of that.
pub(super) async fn run(cx: &Context<'_>, seat: Option<Color>) -> Answer {
    let pass = cx.pass();
    let own = pass.and_then(|pass| match pass.to {
        PassTo::Play { seat, .. } => Some(seat),
        PassTo::Watch => None,
    });
    // A new link that is made at the same moment must not lead to the seat of the one who sits down.
    let _held = match pass {
        Some(pass) => Some(cx.host.hold_link(pass).await?),
        None => None,
    };
    let command = MatchCommand::Join { seat: seat.or(own) };
    cx.change(Purpose::Join, &command).await
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let seats = state.seats().iter();
    let seats = seats.filter(|(_, seat)| occasion == Occasion::Table && **seat != Seat::Empty);
    let button = |(color, seat): (Color, &Seat)| {
        let army = narrator.army(color);
        let label = narrator.say("button-join", &[("army", &army)]);
        Button::of(state, format!("{JOIN}{}", color.word()), label)
            .of_kind(ButtonKind::Join(color))
            .enabled(!seat.is_settled())
    };
    seats.map(button).collect()
}

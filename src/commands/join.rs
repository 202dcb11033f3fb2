//! `/join`: taking a seat at a table.

use super::prelude::*;
use crate::{matchplay::Seat, messages::ButtonKind};

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
        errand: Some(Errand::ChangeTable),
        ..Request::change(Purpose::Join, Topic::Other, MatchCommand::Join { seat })
    }
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

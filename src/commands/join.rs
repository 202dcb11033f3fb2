//! `/join`: taking a seat at a table.

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Cost, Errand, Occasion, Request},
    options::{ARMIES, MATCH, choice},
};
use crate::{
    host::{Limit, Purpose},
    matchplay::{Command as MatchCommand, Match, Seat},
    messages::{Button, Narrator},
    rules::Color,
};

pub(super) const COMMAND: Command = Command {
    name: "join",
    options: &[choice("seat", ARMIES), MATCH],
    read: |options| Ok(Box::new(Join(options.color("seat")))),
    press: |action| {
        let seat = Color::from_name(action.strip_prefix(JOIN)?)?;
        Some(Box::new(Join(Some(seat))))
    },
    offers,
    ..Command::PLAIN
};

const JOIN: &str = "join:";

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    if occasion != Occasion::Table {
        return Vec::new();
    }
    let seats = state.seats().iter();
    let played = seats.filter(|(_, seat)| **seat != Seat::Empty);
    let button = |(color, seat): (Color, &Seat)| {
        let army = narrator.texts().army(color);
        let label = narrator.say("button-join", &[("army", &army)]);
        Button::of(state, format!("{JOIN}{}", color.name()), label).enabled(!seat.is_settled())
    };
    played.map(button).collect()
}

/// The seat that is asked for, if it matters.
#[derive(Debug)]
struct Join(Option<Color>);

#[async_trait]
impl Request for Join {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let command = MatchCommand::Join { seat: self.0 };
        cx.change(Purpose::Join, &command).await
    }

    fn errand(&self) -> Option<Errand> {
        Some(Errand::ChangeTable)
    }

    fn cost(&self) -> Cost {
        Cost::Unless(Limit::Seats)
    }
}

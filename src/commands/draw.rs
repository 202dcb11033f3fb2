//! `/draw`: offering a draw, answering, and claiming one that is due (rules §5).

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Occasion, Request},
    r#move,
    options::{MATCH, choice, choices, required},
};
use crate::{
    host::Purpose,
    matchplay::{Command as MatchCommand, Match, Rejection},
    messages::{Button, Narrator, refusals::Topic},
    rules::{Said, Wish},
};

pub(super) const COMMAND: Command = Command {
    name: "draw",
    options: &[required(choice("action", Action::WORDS)), MATCH],
    read: |options| Ok(Box::new(Draw(options.needed("action", Action::from_word)?))),
    press: |action| match action {
        OFFER => Some(Box::new(Draw(Action::Offer))),
        DECLINE => Some(Box::new(Draw(Action::Decline))),
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

choices! {
    enum Action {
        Offer = "offer",
        Accept = "accept",
        Decline = "decline",
        Withdraw = "withdraw",
        Claim = "claim",
    }
}

/// Offers a draw, or agrees to the one that is offered.
const OFFER: &str = "draw";
const DECLINE: &str = "draw:decline";

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let offer = || {
        let label = if state.draw_offer().is_some() {
            "button-agree-draw"
        } else {
            "button-draw"
        };
        Button::of(state, OFFER, narrator.say(label, &[]))
    };
    match (occasion, occasion.said()) {
        (Occasion::Board(_), _) => vec![offer()],
        (_, Some((_, Said::DrawOffered | Said::DrawAgreed))) => {
            let decline = narrator.say("button-decline-draw", &[]);
            vec![offer(), Button::of(state, DECLINE, decline)]
        }
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Draw(Action);

#[async_trait]
impl Request for Draw {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let command = match self.0 {
            Action::Offer => MatchCommand::Agree(Wish::OfferDraw),
            Action::Accept => MatchCommand::Agree(Wish::AcceptDraw),
            Action::Decline => MatchCommand::Agree(Wish::DeclineDraw),
            Action::Withdraw => MatchCommand::Agree(Wish::WithdrawDraw),
            Action::Claim => MatchCommand::ClaimDraw,
        };
        cx.change(Purpose::Act, &command).await
    }

    fn topic(&self) -> Topic {
        let own = self.0 == Action::Withdraw;
        Topic::Draw { own }
    }

    fn ways_out(&self, cx: &Context<'_>, rejection: &Rejection, state: &Match) -> Vec<Button> {
        r#move::claims(cx, rejection, state)
    }
}

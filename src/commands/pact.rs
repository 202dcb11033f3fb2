//! `/pact`: an agreement of two armies against the third, in rulesets that know pacts (rules §6.3).

use async_trait::async_trait;

use super::{
    command::{Answer, Command, Context, Occasion, Request},
    options::{ARMIES, MATCH, choice, required},
};
use crate::{
    host::Purpose,
    matchplay::{Command as MatchCommand, Match, PactAction, Rejection},
    messages::{Button, Narrator, refusals::Topic},
    rules::{Color, Said},
};

pub(super) const COMMAND: Command = Command {
    name: "pact",
    options: &[
        required(choice("action", PactAction::WORDS)),
        choice("with", ARMIES),
        MATCH,
    ],
    read: |options| {
        Ok(Box::new(Pact {
            action: options.needed("action", PactAction::from_word)?,
            with: options.color("with"),
        }))
    },
    press: |action| {
        let (action, with) = action.strip_prefix(PACT)?.split_once(':')?;
        Some(Box::new(Pact {
            action: PactAction::from_word(action)?,
            with: Some(Color::from_name(with)?),
        }))
    },
    offers,
    ..Command::PLAIN
};

const PACT: &str = "pact:";

fn button(narrator: &Narrator<'_>, state: &Match, action: PactAction, with: Color) -> Button {
    let mut offers = state.game().agreements().pacts().offers();
    let label = match action {
        PactAction::Offer => "button-offer-pact",
        PactAction::Accept => "button-accept-pact",
        PactAction::Revoke if offers.any(|(_, to)| to == with) => "button-withdraw-pact",
        PactAction::Revoke => "button-revoke-pact",
    };
    let army = narrator.texts().army(with);
    let id = format!("{PACT}{}:{}", action.word(), with.name());
    Button::of(state, id, narrator.say(label, &[("army", &army)]))
}

/// Each button is for one of the two: it names the other.
fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let button = |action, with| button(narrator, state, action, with);
    match occasion.said() {
        Some((by, Said::PactOffered(with))) => vec![
            button(PactAction::Accept, by),
            button(PactAction::Revoke, with),
        ],
        Some((by, Said::PactAgreed(with))) => vec![
            button(PactAction::Revoke, by),
            button(PactAction::Revoke, with),
        ],
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Pact {
    action: PactAction,
    /// The army, if it was named.
    with: Option<Color>,
}

#[async_trait]
impl Request for Pact {
    async fn run(&self, cx: &Context<'_>) -> Answer {
        let (action, with) = (self.action, self.with);
        cx.change(Purpose::Act, &MatchCommand::Pact { action, with })
            .await
    }

    fn topic(&self) -> Topic {
        let own = self.action == PactAction::Revoke;
        Topic::Pact { own }
    }

    fn ways_out(&self, cx: &Context<'_>, rejection: &Rejection, state: &Match) -> Vec<Button> {
        let Rejection::WhichPartner { candidates } = rejection else {
            return Vec::new();
        };
        let candidates = candidates.iter();
        candidates
            .map(|with| button(cx, state, self.action, with))
            .collect()
    }
}

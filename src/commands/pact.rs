//! `/pact`: an agreement of two armies against the third, in rulesets that know pacts (rules §6.3).

use super::prelude::*;
use crate::{matchplay::PactAction, rules::Statement};

pub(super) const COMMAND: Command = Command {
    name: "pact",
    options: &[
        required(choice("action", PactAction::WORDS)),
        choice("with", ARMIES),
        MATCH,
    ],
    read: |options| {
        let action = options.needed("action", PactAction::from_word)?;
        Ok(request(action, options.color("with")))
    },
    press: |action| match action.split(':').collect::<Vec<_>>()[..] {
        ["pact", action, with] => {
            let with = Some(Color::from_name(with)?);
            Some(request(PactAction::from_word(action)?, with))
        }
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

fn request(action: PactAction, with: Option<Color>) -> Request {
    let own = action == PactAction::Revoke;
    let command = MatchCommand::Pact { action, with };
    Request {
        ways_out: Box::new(move |cx, why, state| match why {
            Rejection::WhichPartner { candidates } => {
                let button = |with| button(cx, state, action, with);
                candidates.iter().map(button).collect()
            }
            _ => Vec::new(),
        }),
        ..Request::change(Purpose::Act, Topic::Pact { own }, command)
    }
}

fn button(narrator: &Narrator<'_>, state: &Match, action: PactAction, with: Color) -> Button {
    let mut offers = state.game().agreements().pacts().offers();
    let label = match action {
        PactAction::Offer => "button-offer-pact",
        PactAction::Accept => "button-accept-pact",
        PactAction::Revoke if offers.any(|(_, to)| to == with) => "button-withdraw-pact",
        PactAction::Revoke => "button-revoke-pact",
    };
    let army = narrator.texts().army(with);
    let id = format!("pact:{}:{}", action.word(), with.name());
    Button::of(state, id, narrator.say(label, &[("army", &army)]))
}

/// Offers a button to each of the two armies, which names the other one.
fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let button = |action, with| button(narrator, state, action, with);
    match occasion.said() {
        Some((by, Statement::PactOffered(with))) => vec![
            button(PactAction::Accept, by),
            button(PactAction::Revoke, with),
        ],
        Some((by, Statement::PactAgreed(with))) => vec![
            button(PactAction::Revoke, by),
            button(PactAction::Revoke, with),
        ],
        _ => Vec::new(),
    }
}

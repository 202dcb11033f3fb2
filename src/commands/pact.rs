//! `/pact`: an agreement of two armies against the third, in rulesets that know pacts (rules §6.3).

use super::prelude::*;
use crate::rules::Agreement;

pub(super) const COMMAND: Command = Command {
    name: "pact",
    options: &[
        required(choice("action", Action::WORDS)),
        choice("with", ARMIES),
        MATCH,
    ],
    read: |options| {
        let action = options.needed("action", Action::from_word)?;
        Ok(request(action, options.color("with")))
    },
    press: |action| match action.split(':').collect::<Vec<_>>()[..] {
        ["pact", action, with] => {
            let with = Some(Color::from_name(with)?);
            Some(request(Action::from_word(action)?, with))
        }
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

choices! {
    enum Action {
        Offer = "offer",
        Accept = "accept",
        Revoke = "revoke",
    }
}

fn request(action: Action, with: Option<Color>) -> Request {
    let own = action == Action::Revoke;
    let command = MatchCommand::Pact {
        action: match action {
            Action::Offer => OfferAction::Offer,
            Action::Accept => OfferAction::Accept,
            Action::Revoke => OfferAction::Withdraw,
        },
        with,
    };
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

fn button(narrator: &Narrator<'_>, state: &Match, action: Action, with: Color) -> Button {
    let mut offers = state.game().agreements().pacts().offers();
    let label = match action {
        Action::Offer => "button-offer-pact",
        Action::Accept => "button-accept-pact",
        Action::Revoke if offers.any(|(_, to)| to == with) => "button-withdraw-pact",
        Action::Revoke => "button-revoke-pact",
    };
    let army = narrator.texts().army(with);
    let id = format!("pact:{}:{}", action.word(), with.name());
    Button::of(state, id, narrator.say(label, &[("army", &army)]))
}

/// Offers a button to each of the two armies, which names the other one.
fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let button = |action, with| button(narrator, state, action, with);
    let Some((by, action, Motion::Agreement(Agreement::Pact(with)))) = occasion.asked() else {
        return Vec::new();
    };
    let answer = match action {
        OfferAction::Offer => Action::Accept,
        _ => Action::Revoke,
    };
    vec![button(answer, by), button(Action::Revoke, *with)]
}

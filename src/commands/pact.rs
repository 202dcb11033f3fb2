//! `/pact`: an agreement of two armies against the third, in rulesets that know pacts (rules §6.3).

use super::prelude::*;

pub(super) const COMMAND: Command = Command {
    name: "pact",
    options: &[
        required(choice("action", &["offer", "accept", REVOKE])),
        choice("with", ARMIES),
        MATCH,
    ],
    read: |options| {
        let action = options.needed("action", action)?;
        Ok(request(action, options.color("with")))
    },
    press: |action| match action.split(':').collect::<Vec<_>>()[..] {
        ["pact", word, with] => {
            let with = Some(Color::from_word(with)?);
            Some(request(self::action(word)?, with))
        }
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

/// The word for ending a pact, or withdrawing the offer of one.
const REVOKE: &str = "revoke";

fn action(word: &str) -> Option<OfferAction> {
    match word {
        "offer" => Some(OfferAction::Offer),
        "accept" => Some(OfferAction::Accept),
        REVOKE => Some(OfferAction::Withdraw),
        _ => None,
    }
}

fn request(action: OfferAction, with: Option<Color>) -> Request {
    let own = action == OfferAction::Withdraw;
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

fn button(narrator: &Narrator<'_>, state: &Match, action: OfferAction, with: Color) -> Button {
    let mut offers = state.game().agreements().pacts().offers();
    let (word, label) = match action {
        OfferAction::Offer => ("offer", "button-offer-pact"),
        OfferAction::Accept => ("accept", "button-accept-pact"),
        _ if offers.any(|(_, to)| to == with) => (REVOKE, "button-withdraw-pact"),
        _ => (REVOKE, "button-revoke-pact"),
    };
    let army = narrator.army(with);
    let id = format!("pact:{word}:{}", with.word());
    Button::of(state, id, narrator.say(label, &[("army", &army)]))
}

/// Offers a button to each of the two armies, which names the other one.
fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let button = |action, with| button(narrator, state, action, with);
    let Some((by, action, Motion::Agreement(Agreement::Pact(with)))) = occasion.asked() else {
        return Vec::new();
    };
    let answer = match action {
        OfferAction::Offer => OfferAction::Accept,
        _ => OfferAction::Withdraw,
    };
    vec![button(answer, by), button(OfferAction::Withdraw, *with)]
}

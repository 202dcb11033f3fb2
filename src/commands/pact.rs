//! `/pact`: an agreement of two armies against the third, in rulesets that know pacts (rules §6.3).

use super::prelude::*;
use crate::{messages::ButtonKind, rules::Colors};

pub(super) const COMMAND: Command = Command {
    name: "pact",
    group: Group::Agree,
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
        // One button for both of them, who end it with one another.
        ["pact", REVOKE] => Some((Presser::Player, request(OfferAction::Withdraw, None))),
        ["pact", word, with] => {
            let with = Some(Color::from_word(with)?);
            let action = self::action(word)?;
            let by = if action == OfferAction::Accept {
                Presser::Asked
            } else {
                Presser::Player
            };
            Some((by, request(action, with)))
        }
        _ => None,
    },
    offers,
    ..Command::plain(Presser::Player)
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
    let command = MatchCommand::Pact { action, with };
    Request {
        page: if action == OfferAction::Accept {
            PageUse::Latest
        } else {
            PageUse::AnyBoard
        },
        ..Request::change(Purpose::Act, command)
    }
}

/// Offers to do this with each of the armies that may be meant.
pub(super) fn with_each(
    narrator: &Narrator<'_>,
    action: OfferAction,
    armies: Colors,
    state: &Match,
) -> Vec<Button> {
    let button = |with| button(narrator, state, action, with);
    armies.iter().map(button).collect()
}

fn button(narrator: &Narrator<'_>, state: &Match, action: OfferAction, with: Color) -> Button {
    let mut offers = state.game().agreements().pacts().offers();
    let what = match action {
        OfferAction::Offer => ("offer", "button-offer-pact"),
        OfferAction::Accept => ("accept", "button-accept-pact"),
        _ if offers.any(|(_, to)| to == with) => (REVOKE, "button-withdraw-pact"),
        _ => (REVOKE, "button-revoke-pact"),
    };
    to(narrator, state, what, with)
}

/// Returns the button of a word that names an army.
fn to(
    narrator: &Narrator<'_>,
    state: &Match,
    (word, label): (&str, &'static str),
    with: Color,
) -> Button {
    let army = narrator.army(with);
    let id = format!("pact:{word}:{}", with.word());
    Button::of(state, id, narrator.say(label, &[("army", &army)]))
}

/// Returns true if there may be pacts: two against a third.
fn possible(state: &Match) -> bool {
    state.game().ruleset().has_pacts() && state.position().in_play().len() > 2
}

/// Offers an answer to the partner and a way back to the army that offers; where a pact stands, one
/// button to end it. A player who asks gets what they can do about each of the others.
fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let button = |action, with| button(narrator, state, action, with);
    let pacts = state.game().agreements().pacts();
    let end = || narrator.button(state, format!("pact:{REVOKE}"), "button-end-pact");
    match (occasion.asked(), occasion) {
        (Some((by, OfferAction::Offer, Motion::Agreement(Agreement::Pact(with)))), _) => vec![
            button(OfferAction::Accept, by),
            button(OfferAction::Withdraw, *with).of_kind(ButtonKind::Withdraw),
        ],
        (Some((_, _, Motion::Agreement(Agreement::Pact(_)))), _) => vec![end()],
        (_, Occasion::Acting(army)) if possible(state) => {
            let others = state.position().in_play().without(army);
            let about = |with| {
                if pacts.stands(army, with) {
                    to(narrator, state, (REVOKE, "button-revoke-pact"), with)
                } else if pacts.is_offered(army, with) {
                    button(OfferAction::Withdraw, with)
                } else if pacts.is_offered(with, army) {
                    button(OfferAction::Accept, with)
                } else {
                    button(OfferAction::Offer, with)
                }
            };
            others.iter().map(about).collect()
        }
        _ => Vec::new(),
    }
}

//! The buttons under a proposal: one accepts it, the other declines it. They stand apart from those of the
//! board.

use super::prelude::*;
use crate::{matchplay::Matter, rules::Agreement};

/// The words of `action:`.
pub(super) const ACTIONS: &[&str] = &["offer", "accept", "decline"];

/// Reads the action of such a button of a command: `abort:accept`.
pub(super) fn answer(action: &str, command: &str) -> Option<OfferAction> {
    let word = action.strip_prefix(command)?.strip_prefix(':')?;
    let answers = [OfferAction::Accept, OfferAction::Decline];
    OfferAction::from_word(word).filter(|action| answers.contains(action))
}

/// Returns the two buttons of a command, with these texts as their labels.
pub(super) fn answers(
    narrator: &Narrator<'_>,
    state: &Match,
    command: &str,
    [accept, decline]: [&'static str; 2],
) -> Vec<Button> {
    let answers = [("accept", accept), ("decline", decline)];
    let button = |(answer, label): (&str, &'static str)| {
        narrator.button(state, format!("{command}:{answer}"), label)
    };
    Button::in_a_row(answers.map(button).into())
}

/// A command that answers proposals, and those that it answers.
type AnsweredBy = (&'static str, fn(&Motion) -> bool);

/// The commands whose buttons answer proposals. Those of a seat serve a window as well, and are not here.
const ANSWERED: [AnsweredBy; 6] = [
    ("draw", |motion| {
        *motion == Motion::Agreement(Agreement::Draw)
    }),
    ("resign", |motion| {
        matches!(motion, Motion::Agreement(Agreement::Resignation(_)))
    }),
    ("pact", |motion| {
        matches!(motion, Motion::Agreement(Agreement::Pact(_)))
    }),
    ("abort", |motion| motion.matter() == Matter::Abort),
    ("pause", |motion| motion.matter() == Matter::Pause),
    ("takeback", |motion| motion.matter() == Matter::Takeback),
];

/// Says how the proposal ended under which buttons of these actions stand: `None` while it stands, and
/// for other buttons.
pub(super) fn ended(
    narrator: &Narrator<'_>,
    state: &Match,
    events: &[Event],
    actions: &[&str],
) -> Option<Message> {
    let of = |action: &&str| {
        let (command, answer) = action.split_once(':').unwrap_or((action, ""));
        // *Draw* alone agrees as well; *Pause* alone proposes to go on.
        let answers = command == "draw" || !answer.is_empty();
        let mut answered = ANSWERED.iter();
        answered.find(|(known, _)| answers && *known == command)
    };
    let (_, is_it) = actions.iter().find_map(of)?;
    if !actions.iter().all(|action| of(action).is_some())
        || state.open_proposals().any(|open| is_it(&open.motion))
    {
        return None;
    }
    let said = |id: &'static str| narrator.say(id, &[]);
    let last = (0..events.len()).rev().find_map(|at| match &events[at] {
        Event::Proposal { by, action, motion } if is_it(motion) => Some(match action {
            OfferAction::Decline => {
                let player = narrator.story(state).player(*by);
                narrator.say("vote-declined", &[("player", &player)])
            }
            OfferAction::Withdraw => said("vote-withdrawn"),
            OfferAction::Offer | OfferAction::Accept if carries(events.get(at + 1)) => {
                said("vote-agreed")
            }
            OfferAction::Offer | OfferAction::Accept => said("vote-gone"),
        }),
        Event::Lapsed { motion, .. } if is_it(motion) => Some(said("vote-expired")),
        _ => None,
    });
    last.or_else(|| Some(said("vote-gone")))
}

/// Returns true if what comes next after the last answer is what all agreed to.
fn carries(next: Option<&Event>) -> bool {
    matches!(
        next,
        Some(Event::Paused | Event::Resumed | Event::TakenBack { .. } | Event::Ended(_))
    )
}

/// Returns true if an army may answer what is proposed on a matter, false if others are to; `None` if
/// nothing is.
pub(super) fn may_answer(state: &Match, army: Color, matter: Matter) -> Option<bool> {
    let proposal = state.proposals().about(matter)?;
    Some(!proposal.agreed.contains(army))
}

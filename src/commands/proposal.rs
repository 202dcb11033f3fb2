//! The buttons under a proposal: one accepts it, the other declines it. They stand apart from those of the
//! board.

use super::prelude::*;
use crate::{
    matchplay::Matter,
    rules::{Agreement, Colors},
};

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

/// The subject of the buttons under a message that asks something.
#[derive(Clone, Copy)]
enum Subject {
    /// A proposal of this kind.
    Proposal(fn(&Motion) -> bool),
    /// A proposal about this seat.
    Seat(Color),
    /// The window in which the others may act about this seat.
    Window(Color),
}

impl Subject {
    /// Returns the subject of a button's action; `None` for other buttons.
    fn of(action: &str) -> Option<Subject> {
        let kind: fn(&Motion) -> bool = match action.split(':').collect::<Vec<_>>()[..] {
            ["seat", "accept" | "decline", seat] => {
                return Color::from_word(seat).map(Subject::Seat);
            }
            ["seat", _, seat] => return Color::from_word(seat).map(Subject::Window),
            // *Draw* alone agrees as well; *Pause* alone proposes to go on.
            ["draw", ..] => |motion| *motion == Motion::Agreement(Agreement::Draw),
            ["resign", _, ..] => {
                |motion| matches!(motion, Motion::Agreement(Agreement::Resignation(_)))
            }
            // Without an army it ends a pact that stands, which nobody is asked about.
            ["pact", _, _] => is_pact,
            ["abort", _, ..] => |motion| motion.matter() == Matter::Abort,
            ["pause", _, ..] => |motion| motion.matter() == Matter::Pause,
            ["takeback", _, ..] => |motion| motion.matter() == Matter::Takeback,
            _ => return None,
        };
        Some(Subject::Proposal(kind))
    }

    fn is(self, motion: &Motion) -> bool {
        match self {
            Subject::Proposal(is) => is(motion),
            Subject::Seat(seat) => motion.matter() == Matter::Seat(seat),
            Subject::Window(_) => false,
        }
    }

    fn stands(self, state: &Match) -> bool {
        if let Subject::Window(seat) = self {
            let window = state.clock().and_then(|clock| clock.window);
            return window.is_some() && state.position().turn() == seat;
        }
        state.open_proposals().any(|open| self.is(&open.motion))
    }
}

/// Returns true for a pact, which stands as soon as its partner agrees.
fn is_pact(motion: &Motion) -> bool {
    matches!(motion, Motion::Agreement(Agreement::Pact(_)))
}

/// Returns true if buttons of these actions ask for an answer that others wait for, and stay until it is given.
pub(crate) fn is_vote(actions: &[&str]) -> bool {
    !actions.is_empty() && actions.iter().all(|one| Subject::of(one).is_some())
}

/// Says how it ended what the buttons of these actions ask for: `None` while it stands, and for other
/// buttons.
pub(super) fn ended(
    narrator: &Narrator<'_>,
    state: &Match,
    events: &[Event],
    actions: &[&str],
) -> Option<Message> {
    let subjects: Option<Vec<Subject>> = actions.iter().map(|one| Subject::of(one)).collect();
    let subject = *subjects?.first()?;
    if subject.stands(state) {
        return None;
    }
    let (story, said) = (narrator.story(state), |id: &'static str| {
        narrator.say(id, &[])
    });
    let declined = |player: &String| narrator.say("vote-declined", &[("player", player)]);
    let carried = |at: usize| {
        let carries = events.get(at + 1).is_some_and(carries);
        said(if carries { "vote-agreed" } else { "vote-gone" })
    };
    let last = (0..events.len()).rev().find_map(|at| match &events[at] {
        Event::Proposal { by, action, motion } if subject.is(motion) => Some(match action {
            OfferAction::Decline => declined(&story.player(*by)),
            OfferAction::Withdraw => said("vote-withdrawn"),
            OfferAction::Accept if is_pact(motion) => said("vote-agreed"),
            OfferAction::Offer | OfferAction::Accept => carried(at),
        }),
        Event::SubstituteAnswered {
            seat,
            person,
            agrees,
        } if matches!(subject, Subject::Seat(own) if own == *seat) => Some(if *agrees {
            carried(at)
        } else {
            declined(&story.asked(Colors::NONE, Some(*person)))
        }),
        Event::Lapsed { motion, .. } if subject.is(motion) => Some(said("vote-expired")),
        _ => None,
    });
    last.or_else(|| Some(said("vote-gone")))
}

/// Says who agrees already to what the buttons of these actions ask for, and who is still to answer: `None`
/// where nobody but who asked has, and for other buttons.
pub(super) fn so_far(narrator: &Narrator<'_>, state: &Match, actions: &[&str]) -> Option<Message> {
    let subject = actions.first().and_then(|one| Subject::of(one))?;
    let open = state
        .open_proposals()
        .find(|open| subject.is(&open.motion))?;
    let story = narrator.story(state);
    let substitute = open.motion.substitute().filter(|_| open.substitute_agreed);
    let agreed = open.agreed.without(open.by);
    if agreed.is_empty() && substitute.is_none() {
        return None;
    }
    let pending = story.asked(state.pending(&open), open.pending_substitute());
    let agreed = story.asked(agreed, substitute);
    let values = [("agreed", &agreed as _), ("pending", &pending as _)];
    Some(narrator.say("vote-so-far", &values))
}

/// Returns true if what comes next after the last answer is what all agreed to.
fn carries(next: &Event) -> bool {
    matches!(
        next,
        Event::Paused
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::TookOver { .. }
            | Event::OutOfTime { .. }
            | Event::Eliminated(_)
            | Event::Ended(_)
    )
}

/// Returns true if an army may answer what is proposed on a matter, false if others are to; `None` if
/// nothing is.
pub(super) fn may_answer(state: &Match, army: Color, matter: Matter) -> Option<bool> {
    let proposal = state.proposals().about(matter)?;
    Some(!proposal.agreed.contains(army))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::tests::Chat,
        computer::Level,
        matchplay::{MatchId, Moment, Table, open},
        rulesets::Rulesets,
    };

    /// Fault R1: the offer of a pact said that it was no longer open when it was agreed to.
    #[tokio::test]
    async fn r01_a_pact_is_agreed_to_when_its_partner_accepts() {
        let table = Table {
            ruleset: String::from("second-mate"),
            options: Rulesets::presets().named("second-mate").unwrap().ruleset,
            place: Place::new("here/hall"),
            seat: Some(Color::White),
            invited: Vec::new(),
            computers: Some((2, Level::USUAL)),
            rated: false,
            time: None,
            private: false,
        };
        let pact = |by, action, with| Event::Proposal {
            by,
            action,
            motion: Motion::Agreement(Agreement::Pact(with)),
        };
        let mut events = open(&table, Person(1)).unwrap();
        events.push(pact(Color::White, OfferAction::Offer, Color::Gray));
        events.push(pact(Color::Gray, OfferAction::Accept, Color::White));
        let at = events.iter().map(|event| (event, Moment(0)));
        let state = Match::fold(MatchId::numbered(7), at).unwrap();
        let chat = Chat::new(1).await;
        let responder = chat.responder();
        responder
            .host()
            .people()
            .know(&state.people())
            .await
            .unwrap();
        let narrator = responder.narrator(responder.usual());
        let offer = ["pact:accept:white", "pact:revoke:gray"];
        assert!(is_vote(&offer) && !is_vote(&["pact:revoke"]));
        let said = ended(&narrator, &state, &events, &offer).expect("it is over");
        assert!(said.says("vote-agreed"), "{said}");
    }
}

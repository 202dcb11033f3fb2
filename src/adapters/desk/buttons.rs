//! The buttons under an answer.

use super::Desk;
use crate::{
    adapters::{
        button::{Action, ButtonId, Pressable, SeatPress, Step},
        reply::Button,
    },
    matchplay::{Event, Match, Motion, PactAction, Seat, Stage},
    rules::{Color, Said, short},
};

impl Desk {
    pub(super) fn buttons(&self, state: &Match, events: &[Event]) -> Vec<Button> {
        let has = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
        let actions: Vec<Action> = match state.stage() {
            Stage::Ended if has(|event| matches!(event, Event::Ended(_))) => vec![Action::Rematch],
            Stage::Ended => Vec::new(),
            // The buttons of the last board serve on.
            Stage::Running
                if has(|event| {
                    matches!(
                        event,
                        Event::Lapsed { .. } | Event::Declined { .. } | Event::Reminded { .. }
                    )
                }) =>
            {
                Vec::new()
            }
            Stage::Table => Color::ALL
                .into_iter()
                .filter(|color| state.seats()[*color] != Seat::Empty)
                .map(Action::Join)
                .chain([Action::Leave])
                .collect(),
            Stage::Running if state.is_paused() && has(|event| matches!(event, Event::Paused)) => {
                vec![Action::Pause]
            }
            // Nobody is at the board who could press more.
            Stage::Running if state.is_of_computers() => vec![Action::View],
            Stage::Running => {
                let answers = match events.last() {
                    Some(Event::Said { by, said }) => answers_to(*by, *said),
                    Some(Event::Proposed { motion, .. } | Event::Agreed { motion, .. }) => {
                        Some(votes_on(motion))
                    }
                    Some(Event::DeadlinePassed { color, .. }) => Some(about_missing(state, *color)),
                    Some(_) | None => None,
                };
                answers.unwrap_or_else(|| {
                    // What is proposed stands over moves, and its buttons with it.
                    let proposed = state.votes().iter().next();
                    let votes = proposed.map(|proposal| votes_on(&proposal.motion));
                    let board = [Action::Move, Action::View, Action::Draw, Action::Resign];
                    board.into_iter().chain(votes.unwrap_or_default()).collect()
                })
            }
        };
        actions
            .into_iter()
            .map(|action| self.button(state, action))
            .collect()
    }

    /// The button with another text on it.
    pub(super) fn button_labelled(&self, state: &Match, action: Action, label: &str) -> Button {
        Button {
            label: self.words.say(label, &[]),
            ..self.button(state, action)
        }
    }

    pub(super) fn button(&self, state: &Match, action: Action) -> Button {
        let words = &self.words;
        let label = match action {
            Action::Join(color) => words.say("button-join", &[("army", &words.army(color))]),
            Action::Leave => words.say("button-leave", &[]),
            Action::View => words.say("button-view", &[]),
            Action::Draw if state.draw_offer().is_some() => words.say("button-agree-draw", &[]),
            Action::Draw => words.say("button-draw", &[]),
            Action::DeclineDraw => words.say("button-decline-draw", &[]),
            Action::Resign => words.say("button-resign", &[]),
            Action::ConfirmResign => words.say("button-confirm-resign", &[]),
            Action::ResignFor(winner) => {
                words.say("button-resign-for", &[("army", &words.army(winner))])
            }
            Action::ConfirmResignFor(winner) => words.say(
                "button-confirm-resign-for",
                &[("army", &words.army(winner))],
            ),
            Action::AcceptResignation => words.say("button-accept-resignation", &[]),
            Action::DeclineResignation => words.say("button-decline-resignation", &[]),
            Action::WithdrawResignation => words.say("button-withdraw-resignation", &[]),
            Action::Pact(action, with) => {
                let mut offers = state.game().agreements().pacts().offers();
                let id = match action {
                    PactAction::Offer => "button-offer-pact",
                    PactAction::Accept => "button-accept-pact",
                    PactAction::Revoke if offers.any(|(_, to)| to == with) => {
                        "button-withdraw-pact"
                    }
                    PactAction::Revoke => "button-revoke-pact",
                };
                words.say(id, &[("army", &words.army(with))])
            }
            Action::Claim(mv) => {
                let mv = short(state.position(), mv);
                words.say("button-claim-with", &[("move", &mv)])
            }
            Action::Rematch => words.say("button-rematch", &[]),
            Action::AcceptAbort => words.say("button-accept-abort", &[]),
            Action::DeclineAbort => words.say("button-decline-abort", &[]),
            Action::Pause if state.is_paused() => words.say("button-resume", &[]),
            Action::Pause => words.say("button-pause", &[]),
            Action::AcceptPause if state.is_paused() => words.say("button-resume", &[]),
            Action::AcceptPause => words.say("button-accept-pause", &[]),
            Action::DeclinePause | Action::DeclineTakeback => words.say("button-decline", &[]),
            Action::AcceptTakeback => words.say("button-accept-takeback", &[]),
            Action::Seat(press, _) => words.say(
                match press {
                    SeatPress::Grant => "button-grant",
                    SeatPress::Substitute => "button-substitute",
                    SeatPress::Computer => "button-computer",
                    SeatPress::End => "button-put-out",
                    SeatPress::Decline => "button-decline",
                },
                &[],
            ),
            Action::History(_) => words.say("button-history", &[]),
            Action::Zoom(_) => words.say("button-zoom", &[]),
            Action::Since => words.say("button-since", &[]),
            Action::Step(step, _) => words.say(
                match step {
                    Step::Start => "button-start",
                    Step::To(ply) if ply > state.ply() => "button-on",
                    Step::To(_) => "button-back",
                    Step::Now => "button-now",
                },
                &[],
            ),
            Action::Move => words.say("button-move", &[]),
            Action::Pieces(_) => words.say("button-choose-again", &[]),
            Action::From(from, _) => from.to_string(),
            Action::To(mv) => short(state.position(), mv),
            Action::Make(mv) => {
                let mv = short(state.position(), mv);
                words.say("button-make", &[("move", &mv)])
            }
        };
        let taken = |color: Color| state.seats()[color].is_settled();
        let enabled = !matches!(action, Action::Join(color) if taken(color));
        Button {
            id: Pressable::OfMatch(ButtonId {
                id: state.id(),
                ply: state.ply(),
                action,
            }),
            label,
            enabled,
            danger: matches!(
                action,
                Action::Resign
                    | Action::ConfirmResign
                    | Action::ResignFor(_)
                    | Action::ConfirmResignFor(_)
                    | Action::Seat(SeatPress::End, _)
            ),
        }
    }
}

/// How a proposal may be answered.
fn votes_on(motion: &Motion) -> Vec<Action> {
    let about = |press, seat| {
        vec![
            Action::Seat(press, seat),
            Action::Seat(SeatPress::Decline, seat),
        ]
    };
    match motion {
        Motion::Abort => vec![Action::AcceptAbort, Action::DeclineAbort],
        Motion::Pause | Motion::Resume => vec![Action::AcceptPause, Action::DeclinePause],
        Motion::Takeback { .. } => vec![Action::AcceptTakeback, Action::DeclineTakeback],
        Motion::Substitute { seat, .. } => about(SeatPress::Substitute, *seat),
        Motion::Computer { seat, .. } => about(SeatPress::Computer, *seat),
        Motion::PutOut { seat } => about(SeatPress::End, *seat),
    }
}

/// What the others may do about a seat whose player is missing. To name a substitute takes words.
fn about_missing(state: &Match, seat: Color) -> Vec<Action> {
    let grant = state.seats()[seat].player().map(|_| SeatPress::Grant);
    let presses = grant
        .into_iter()
        .chain([SeatPress::Computer, SeatPress::End]);
    presses.map(|press| Action::Seat(press, seat)).collect()
}

/// What may be answered to what an army has just said; `None` where the buttons of a board do.
fn answers_to(by: Color, said: Said) -> Option<Vec<Action>> {
    match said {
        Said::ResignationOffered(_) => Some(vec![
            Action::AcceptResignation,
            Action::DeclineResignation,
            Action::WithdrawResignation,
        ]),
        // Each is for one of the two: with whom, as the one who presses it would say.
        Said::PactOffered(with) => Some(vec![
            Action::Pact(PactAction::Accept, by),
            Action::Pact(PactAction::Revoke, with),
        ]),
        Said::PactAgreed(with) => Some(vec![
            Action::Pact(PactAction::Revoke, by),
            Action::Pact(PactAction::Revoke, with),
        ]),
        Said::DrawOffered | Said::DrawAgreed => Some(vec![Action::Draw, Action::DeclineDraw]),
        Said::DrawDeclined
        | Said::DrawWithdrawn
        | Said::ResignationAccepted
        | Said::ResignationDeclined
        | Said::ResignationWithdrawn
        | Said::PactRevoked(_) => None,
    }
}

//! The buttons under an answer.

use super::Desk;
use crate::{
    adapters::{
        button::{Action, ButtonId},
        reply::Button,
    },
    matchplay::{Event, Match, Stage},
    rules::Color,
};

impl Desk {
    pub(super) fn buttons(&self, state: &Match, events: &[Event]) -> Vec<Button> {
        let has = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
        let actions: Vec<Action> = match state.stage() {
            Stage::Ended => Vec::new(),
            // The buttons of the last board serve on.
            Stage::Running if has(|event| matches!(event, Event::AbortLapsed { .. })) => Vec::new(),
            Stage::Table => Color::ALL
                .into_iter()
                .map(Action::Join)
                .chain([Action::Leave])
                .collect(),
            Stage::Running if has(|event| matches!(event, Event::AbortOffered { .. })) => {
                vec![Action::AcceptAbort, Action::DeclineAbort]
            }
            Stage::Running
                if state.draw_offer().is_some()
                    && has(|event| {
                        matches!(event, Event::DrawOffered { .. } | Event::DrawAgreed { .. })
                    }) =>
            {
                vec![Action::Draw, Action::DeclineDraw]
            }
            Stage::Running => vec![Action::View, Action::Draw, Action::Resign],
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
            Action::AcceptAbort => words.say("button-accept-abort", &[]),
            Action::DeclineAbort => words.say("button-decline-abort", &[]),
            Action::History(_) => words.say("button-history", &[]),
        };
        let taken = |color: Color| state.seats()[color].player().is_some();
        let enabled = !matches!(action, Action::Join(color) if taken(color));
        Button {
            id: ButtonId {
                id: state.id(),
                ply: state.ply(),
                action,
            },
            label,
            enabled,
            danger: matches!(action, Action::Resign | Action::ConfirmResign),
        }
    }
}

//! Verdicts of the game as events.

use rondel_rules::{Color, Verdict};

use super::{event::Event, state::Match};

/// Appends the events for the eliminations of a verdict.
pub(super) fn push_outs(verdict: &Verdict, events: &mut Vec<Event>) {
    events.extend(verdict.outs.iter().copied().map(Event::Eliminated));
}

/// Appends the events for a verdict, in order.
pub(super) fn push_outs_and_end(verdict: &Verdict, events: &mut Vec<Event>) {
    push_outs(verdict, events);
    push_end(verdict, events);
}

/// Appends the event for the end in a verdict, if it has one.
pub(super) fn push_end(verdict: &Verdict, events: &mut Vec<Event>) {
    events.extend(verdict.outcome.map(Event::Ended));
}

/// Returns the events of an army out of time: it goes out, or the match is drawn (rules §5.5).
pub(super) fn out_of_time(state: &Match, color: Color) -> Vec<Event> {
    let mut events = vec![Event::OutOfTime { color }];
    push_outs_and_end(&state.game().judge_time(color), &mut events);
    events
}

//! `/matches`: the speaker's matches, and those to watch.

use std::cmp::Reverse;

use tokio::try_join;

use super::{command::MOST_SHOWN, pager::fitting, prelude::*, shortcut};
use crate::store::{Shelf, StoreError};

pub(super) const COMMAND: Command = Command {
    name: "matches",
    read: |_| Ok(Request::look(Cost::Free, Task::Matches)),
    ..Command::plain(Presser::Anybody)
};

/// The most of the speaker's matches that are listed, and the most characters. With the matches to
/// watch, and with headings, they fit into a message of 2,000 characters.
const MOST_OWN: (usize, usize) = (15, 1_200);
/// As [`MOST_OWN`], of the matches to watch.
const MOST_OF_OTHERS: (usize, usize) = (10, 500);
/// The most matches of a server that are looked at for some to watch.
const MOST_LOOKED_AT: usize = 100;

/// Lists the speaker's matches over all servers, then those that others play in this one.
pub(super) async fn run(cx: &Context<'_>) -> Answer {
    let (own, (others, all)) = try_join!(cx.host.matches_of(cx.person), of_others(cx))?;
    let mut lines = vec![if own.is_empty() {
        cx.say("matches-none", &[])
    } else {
        cx.say("matches-heading", &[("count", &own.len())])
    }];
    let more = |count| (count > 0).then(|| cx.say("matches-more", &[("count", &count)]));
    let listed = own.iter();
    let listed = listed.map(|state| cx.story(state).listed(cx.person, cx.place));
    let left_out = add_fitting(&mut lines, listed, MOST_OWN);
    lines.extend(more(left_out));
    if !others.is_empty() {
        lines.push(cx.say("matches-to-watch", &[]));
        let listed = others.iter();
        let listed = listed.map(|state| cx.story(state).to_watch(cx.place));
        let left_out = add_fitting(&mut lines, listed, MOST_OF_OTHERS);
        lines.extend(if all {
            more(left_out)
        } else {
            Some(cx.say("matches-many-more", &[]))
        });
    }
    Ok(Reply::words(Message::lines(lines)).over(boards(cx, &own).await))
}

/// Returns the buttons that show the boards of the first of the speaker's matches that they can look at
/// from here; of a table to which they are invited, the one that takes their seat. Those that wait for them stand
/// out.
async fn boards(cx: &Context<'_>, own: &[Arc<Match>]) -> Vec<Button> {
    let lookup = cx.lookup(Purpose::Show);
    let mut buttons = Vec::new();
    for state in own {
        if buttons.len() < MOST_SHOWN && lookup.reaches(state).await {
            let button = if state.invites(cx.person) {
                let label = cx.say("button-join-in", &[("match", &state.id())]);
                shortcut::of_match(state, "join", &[], label)
            } else {
                cx.button_of(state.id())
            };
            let waits = state.waits_for(cx.person);
            buttons.push(if waits { button.main() } else { button });
        }
    }
    buttons
}

/// Returns the matches that others play in this server where the speaker can see them, the latest
/// change first, and true if there are no more. In a conversation with the bot alone there are
/// none.
async fn of_others(cx: &Context<'_>) -> Result<(Vec<Arc<Match>>, bool), StoreError> {
    if !cx.is_shared() {
        return Ok((Vec::new(), true));
    }
    let most = MOST_LOOKED_AT;
    let (mut states, left) = try_join!(
        cx.host.matches_in(cx.place, Shelf::Public, most),
        cx.host.left_by(cx.person, cx.place)
    )?;
    let all = states.len() < most;
    if !all {
        // The speaker may see none of those, and sees what is played here.
        states.extend(cx.host.matches_at(cx.place, Shelf::Public, most).await?);
    }
    states.extend(left);
    states.retain(|state| {
        let watched = state.stage() == Stage::Running && !state.concerns(cx.person);
        watched && (!state.is_private() || state.has_part(cx.person))
    });
    states.sort_by_key(|state| (Reverse(state.changed()), state.id()));
    states.dedup_by_key(|state| state.id());
    let lookup = cx.lookup(Purpose::Show);
    let mut seen = Vec::new();
    for state in states {
        if lookup.admit(&state).await.is_ok() {
            seen.push(state);
        }
    }
    Ok((seen, all))
}

/// Adds lines while there is room for them, and returns the number left out.
fn add_fitting(
    lines: &mut Vec<Message>,
    more: impl ExactSizeIterator<Item = Message>,
    (most, room): (usize, usize),
) -> usize {
    let all = more.len();
    let more: Vec<Message> = more.take(most).collect();
    let fit = fitting(more.iter().map(|line| line.chars().count() + 1), room);
    lines.extend(more.into_iter().take(fit));
    all - fit
}

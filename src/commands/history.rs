//! `/history`: everything that has happened in a match, a page at a time.

use super::{pager::Pager, prelude::*};
use crate::messages::{
    Block,
    course::{course, pages},
};

pub(super) const COMMAND: Command = Command {
    name: "history",
    options: &[option("page", Kind::Integer), MATCH],
    takes_bare: true,
    read: |options| Ok(request(options.number("page")?)),
    press: |action| match action.strip_prefix(HISTORY)? {
        "" => Some((Presser::Anybody, request(None))),
        page => {
            let page = exact(page.strip_prefix(':')?)?;
            Some((Presser::Anybody, request(Some(page))))
        }
    },
    offers: |narrator, state, occasion| match occasion {
        Occasion::Looking => vec![narrator.button(state, HISTORY, "button-history")],
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Anybody)
};

const HISTORY: &str = "history";

/// The most characters of a page. With its heading it fits into a message.
const PAGE: usize = 1_600;

fn request(page: Option<u32>) -> Request {
    Request {
        page: PageUse::Turns,
        about: About::Match,
        ..Request::look(Cost::Free, Task::History(page))
    }
}

/// Shows a page; the last when `None`.
pub(super) async fn run(cx: &Context<'_>, page: Option<u32>) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let events = cx.host.events(state.id()).await?;
    let pages = pages(course(cx, &state, &events, 0), PAGE);
    let last = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let pager = Pager::of(cx, pages.len(), 1, page.unwrap_or(last))?;
    let page = &pages[pager.shown.start];
    let story = cx.story(&state);
    let (id, seats) = (state.id(), story.table());
    let heading = cx.say("history-heading", &[("match", &id), ("seats", &seats)]);
    // An imported match says where it comes from, which is more.
    let casual = !state.is_rated() && state.imported().is_none();
    let casual = casual.then(|| cx.say("table-casual", &[]));
    let points = story.points_so_far();
    drop(story);
    let covers = page.rounds.zip(page.plies).map(|(rounds, plies)| {
        let values = [("rounds", &span(rounds) as _), ("plies", &span(plies) as _)];
        cx.say("history-covers", &values)
    });
    let numbers = (pages.len() > 1).then(|| {
        let (at, all) = (pager.page, pager.pages);
        cx.say("history-page", &[("page", &at), ("pages", &all)])
    });
    let mut blocks = vec![Block::Heading(heading)];
    blocks.extend(casual.into_iter().chain(points).map(Block::Small));
    blocks.push(Block::Text(page.text.clone()));
    let foot: Vec<Message> = covers.into_iter().chain(numbers).collect();
    if !foot.is_empty() {
        let between = cx.word("seat-separator");
        blocks.push(Block::Small(Message::joined(&between, foot)));
    }
    let buttons =
        pager.buttons(|page, label| cx.button(&state, format!("{HISTORY}:{page}"), label));
    blocks.extend((!buttons.is_empty()).then_some(Block::Buttons(buttons)));
    Ok(Reply {
        state: Some(state),
        ..Reply::page(blocks)
    })
}

/// Writes numbers from a first to a last one: `1–12`, or `1` where that is all.
fn span((first, last): (u32, u32)) -> String {
    if first == last {
        return first.to_string();
    }
    format!("{first}–{last}")
}

//! `/history`: everything that has happened in a match, a page at a time.

use super::{pager::Pager, prelude::*};
use crate::messages::course::{course, pages};

pub(super) const COMMAND: Command = Command {
    name: "history",
    options: &[option("page", Kind::Integer), MATCH],
    takes_bare: true,
    read: |options| Ok(request(options.number("page")?)),
    press: |action| {
        let page = exact(action.strip_prefix(HISTORY)?)?;
        Some(request(Some(page)))
    },
    ..Command::PLAIN
};

const HISTORY: &str = "history:";

/// The most characters of a page. With its heading it fits into a message.
const PAGE: usize = 1_600;

/// Shows a page; the last when `None`.
fn request(page: Option<u32>) -> Request {
    Request {
        page: PageUse::Turns,
        ..Request::look(Cost::Free, move |cx| Box::pin(run(cx, page)))
    }
}

async fn run(cx: &Context<'_>, page: Option<u32>) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let events = cx.host.events(state.id()).await?;
    let pages = pages(course(cx, &state, &events, 0), PAGE);
    let last = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let pager = Pager::of(cx, pages.len(), 1, page.unwrap_or(last))?;
    let page = &pages[pager.shown.start];
    let story = cx.story(&state);
    let mut lines = vec![cx.say(
        "history-heading",
        &[("match", &state.id()), ("seats", &story.table())],
    )];
    // An imported match says where it comes from, which is more.
    if !state.is_rated() && state.imported().is_none() {
        lines.push(cx.say("table-casual", &[]));
    }
    lines.extend(story.points_so_far());
    drop(story);
    lines.push(page.text.clone());
    if pages.len() > 1 {
        let plies = page
            .plies
            .map(|(first, last)| cx.say("history-plies", &[("first", &first), ("last", &last)]));
        let numbers = [("page", &pager.page as _), ("pages", &pager.pages as _)];
        let which = cx.say("history-page", &numbers);
        lines.push(Message::sentences(plies.into_iter().chain([which])));
    }
    let buttons = pager.buttons(cx, &state, |page| format!("{HISTORY}{page}"));
    Ok(Reply {
        state: Some(state),
        buttons,
        ..Reply::words(Message::lines(lines))
    })
}

//! The list of what managers have forced and set.

use crate::{
    commands::{pager::Pager, prelude::*, shortcut},
    messages::markup::shortened,
    store::audit::{Deed, Entry},
};

/// The entries on a page. With the longest names and reasons they fit into a message.
const PAGE: usize = 4;
/// The longest account of settings changed at once, in characters.
const LONGEST: usize = 300;

/// Returns the kind of an option of `/server`, which tells how its values are shown.
type KindOf = fn(&str) -> Option<Kind>;

/// Shows a page of the list, the latest first.
pub(super) async fn run(cx: &Context<'_>, page: u32, kind: KindOf) -> Answer {
    let entries = cx.host.audit(cx.place).await?;
    if entries.is_empty() {
        return Ok(Reply::words(cx.say("audit-none", &[])));
    }
    let pager = Pager::of(cx, entries.len(), PAGE, page)?;
    let Pager { page, pages, shown } = &pager;
    let count = entries.len();
    let heading = cx.say(
        "audit-heading",
        &[("count", &count), ("page", page), ("pages", pages)],
    );
    let latest = entries.iter().rev().skip(shown.start).take(shown.len());
    let named: Vec<Person> = latest.clone().flat_map(Entry::people).collect();
    cx.host.people().know(&named).await?;
    let latest = latest.map(|entry| listed(cx, entry, kind));
    // Where the page is not typed, buttons turn it.
    let more = pager.next().filter(|_| !cx.incoming.opens_modals);
    let more = more.map(|next| cx.say("audit-more", &[("page", &next)]));
    let lines = [heading].into_iter().chain(latest).chain(more);
    let buttons = pager.buttons(|page, label| {
        let page = page.to_string();
        let given = [("action", "audit"), ("page", page.as_str())];
        shortcut::button("server", &given, cx.say(label, &[]))
    });
    Ok(Reply::words(Message::lines(lines)).over(buttons))
}

/// Tells an entry in a line.
fn listed(cx: &Context<'_>, entry: &Entry, kind: KindOf) -> Message {
    let (when, who) = (cx.markup.moment(entry.at), cx.called_somehow(entry.by));
    match &entry.deed {
        Deed::Freed { id, person, reason } => {
            let (name, reason) = (cx.called_somehow(*person), cx.markup.quote(reason));
            cx.say(
                "audit-freed",
                &[
                    ("when", &when),
                    ("who", &who),
                    ("match", id),
                    ("name", &name),
                    ("reason", &reason),
                ],
            )
        }
        Deed::Aborted { id, reason } => {
            let reason = cx.markup.quote(reason);
            cx.say(
                "audit-aborted",
                &[
                    ("when", &when),
                    ("who", &who),
                    ("match", id),
                    ("reason", &reason),
                ],
            )
        }
        Deed::Set { settings } => {
            let settings = settings.iter().map(|(option, value)| {
                if option == "clear" {
                    return cx.say("audit-cleared", &[("what", &cx.markup.quote(value))]);
                }
                // A channel and a role go by their names.
                let value = match kind(option) {
                    Some(Kind::Channel) => cx.markup.place(&cx.place.in_same_server(value)),
                    Some(Kind::Role) => cx.markup.role(value),
                    _ => cx.markup.quote(value),
                };
                let option = cx.option_name(option);
                cx.say("audit-setting", &[("option", &option), ("value", &value)])
            });
            let what = shortened(&cx.comma(settings), LONGEST);
            cx.say(
                "audit-set",
                &[("when", &when), ("who", &who), ("what", &what)],
            )
        }
    }
}

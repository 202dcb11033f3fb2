//! Pairs who finish together, or give way to each other, far more often than by chance.

use crate::{
    commands::prelude::*,
    standings::{Suspected, Suspicion},
};

/// The most pairs that are listed; with the explanation they fit into a message.
const MOST_LISTED: usize = 4;

/// Chances of one in more than this are said to be one in this.
const RAREST: f64 = 1_000_000.0;

/// Shows the list, and explains what is counted and how.
pub(super) async fn run(cx: &Context<'_>) -> Answer {
    let server = Server::of(cx.place);
    let suspicions = cx.host.standings(move |all| all.suspicions(&server));
    let suspicions = suspicions.await?;
    let count = suspicions.len();
    let mut lines = vec![if count == 0 {
        cx.say("fairplay-none", &[])
    } else {
        cx.say("fairplay-heading", &[("count", &count)])
    }];
    let listed = suspicions.iter().take(MOST_LISTED);
    let named: Vec<Person> = listed.clone().flat_map(|one| one.pair).collect();
    cx.host.people().know(&named).await?;
    lines.extend(listed.map(|suspicion| suspected(cx, suspicion)));
    let more = count.saturating_sub(MOST_LISTED);
    lines.extend((more > 0).then(|| cx.say("fairplay-more", &[("count", &more)])));
    lines.push(cx.say("fairplay-test", &[]));
    lines.extend((count > 0).then(|| cx.say("fairplay-care", &[])));
    Ok(Reply::words(Message::lines(lines)))
}

fn suspected(cx: &Context<'_>, suspicion: &Suspicion) -> Message {
    let [one, other] = suspicion.pair.map(|person| cx.called_somehow(person));
    let id = match suspicion.suspected {
        Suspected::Together => "fairplay-together",
        Suspected::GivesWay => "fairplay-gives-way",
    };
    let rare = (1.0 / suspicion.chance).clamp(1.0, RAREST);
    cx.say(
        id,
        &[
            ("one", &one),
            ("other", &other),
            ("matches", &suspicion.matches),
            ("observed", &suspicion.observed),
            (
                "expected",
                &cx.texts().decimal(&format!("{:.1}", suspicion.expected)),
            ),
            ("rare", &format!("{rare:.0}")),
        ],
    )
}

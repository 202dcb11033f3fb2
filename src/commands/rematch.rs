//! `/rematch`: the same match once more.

use super::{play, prelude::*};

pub(super) const COMMAND: Command = Command {
    name: "rematch",
    group: Group::Start,
    options: &[MATCH],
    read: |_| Ok(request()),
    press: |action| (action == REMATCH).then(|| (Presser::Player, request())),
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended => vec![narrator.button(state, REMATCH, "button-rematch").good()],
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Player)
};

const REMATCH: &str = "rematch";

fn request() -> Request {
    Request {
        cost: Cost::Unless(Limit::Seats),
        errand: Some(Errand::OpenTable { private: false }),
        topic: Topic::Rematch,
        ..Request::new(|cx| Box::pin(run(cx)))
    }
}

/// Opens a table, or sits down at the one that is open.
async fn run(cx: &Context<'_>) -> Answer {
    let played = cx.find(Purpose::Again).await?;
    // The choice of players is their own affair, that of the channel is the server's.
    play::check_channel(cx, played.opened_at())?;
    let (id, request_id) = (played.id(), cx.incoming.request_id.clone());
    let again = cx.host.rematch(id, cx.person, cx.shown_ply, request_id);
    let done = again.await.map_err(|error| Failure::of(error, &played))?;
    Ok(cx.told(done))
}

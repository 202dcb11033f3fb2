//! `/rematch`: the same match once more.

use super::{play, prelude::*};
use crate::host::HostError;

pub(super) const COMMAND: Command = Command {
    name: "rematch",
    group: Group::Start,
    options: &[MATCH],
    read: |_| Ok(request()),
    press: |action| match action {
        REMATCH => Some((Presser::Player, request())),
        AGAIN => {
            let page = PageUse::AnyBoard;
            Some((Presser::Player, Request { page, ..request() }))
        }
        _ => None,
    },
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended => vec![button(narrator, state)],
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Player)
};

const REMATCH: &str = "rematch";
/// The same while computers play on, whatever they have moved meanwhile.
const AGAIN: &str = "again";

/// Returns the button that opens the table: *Play again* where computers alone were left.
fn button(narrator: &Narrator<'_>, state: &Match) -> Button {
    let ids = ["button-rematch", "button-play-again"];
    let left = state.left_to_computers().is_some();
    narrator
        .button(state, REMATCH, ids[usize::from(left)])
        .good()
}

/// Returns the button that ends a match that is left to computers, and opens the table.
pub(super) fn again_button(narrator: &Narrator<'_>, state: &Match) -> Button {
    narrator.button(state, AGAIN, "button-play-again").good()
}

fn request() -> Request {
    Request {
        cost: Cost::Unless(Limit::Seats),
        about: About::Again,
        handling: Some(Handling::OpenTable { private: false }),
        ..Request::new(Task::Rematch)
    }
}

/// Opens a table, or sits down at the one that is open.
pub(super) async fn run(cx: &Context<'_>) -> Answer {
    let played = cx.find(Purpose::Again).await?;
    // The choice of players is their own affair, that of the channel is the server's.
    let place = cx.host.place_of_rematch(&played, cx.place).await?;
    play::check_channel(cx, &place)?;
    // Who is out need not wait for computers.
    if played.is_left_to_computers() && played.color_of(cx.person).is_some() {
        let room = cx.host.room_for_rematch(&played, cx.person, cx.place).await;
        room.map_err(|error| CommandError::of(error, &played))?;
        end(cx, &played).await?;
    }
    let (id, request_id) = (played.id(), cx.incoming.request_id.clone());
    let asker = (cx.person, cx.place);
    let again = cx.host.rematch(id, asker, cx.shown_ply, request_id);
    let done = again
        .await
        .map_err(|error| CommandError::of(error, &played))?;
    Ok(cx.told(done))
}

/// Ends a match that is left to computers, as `/draw` does. Its own place hears of it from the outbox.
async fn end(cx: &Context<'_>, played: &Arc<Match>) -> Result<(), CommandError> {
    let draw = MatchCommand::Draw(OfferAction::Offer);
    let ended = cx.host.submit(played.id(), cx.person, &draw, None, None);
    match ended.await {
        Ok(done) => {
            done.untold();
            Ok(())
        }
        // They have finished it meanwhile.
        Err(HostError::Rejected(Rejection::MatchOver)) => Ok(()),
        Err(error) => Err(CommandError::of(error, played)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::{Value, tests::Chat},
        computer::Level,
        host::Table,
        matchplay::NewPlayer,
        messages::Language::English,
        rules::Ruleset,
        store::{Append, EventStore as _, Identity, Listing, StoreError, memory::MemoryStore},
    };

    #[tokio::test]
    async fn without_room_to_play_again_nothing_ends() {
        let store = Arc::new(MemoryStore::new());
        let chat = Chat::over(Arc::clone(&store), 1).await;
        let host = chat.responder().host();
        let ann = Identity::new("here", "ann").unwrap();
        let ann = host.meet(&ann, "Ann").await.unwrap();
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("here/hall"),
            seat: Some(Color::White),
            invited: Vec::new(),
            computers: Some((1, Level::USUAL)),
            rated: false,
            time: None,
            private: false,
        };
        let opened = host.open(&table, ann, None).await.unwrap();
        let id = opened.change.after.id();
        let join = MatchCommand::Join { seat: None };
        let begun = host.submit(id, Person(2), &join, None, None).await.unwrap();
        // As many matches against computers alone as there may be, none of which this one is.
        let options = [("computers", Value::Integer(2))];
        for _ in 0..Limit::ComputerMatches.most().0 {
            assert_eq!(chat.types(English, "play", &options).await.refused(), None);
        }
        // Now it is one: the other player has given the seat to a computer.
        let begun = begun.change.after;
        let took_over = Event::TookOver {
            seat: begun.color_of(Person(2)).unwrap(),
            taker: NewPlayer::Computer(Level::USUAL),
        };
        let mut given = Match::clone(&begun);
        given.apply(&took_over, host.now());
        let append = Append {
            id,
            expected: begun.version(),
            events: vec![took_over],
            at: host.now(),
            request_id: None,
            listing: Listing::of(&given),
            tell: None,
            note: None,
        };
        store.append(append).await.unwrap();
        let chat = Chat::over(store, 1).await;
        let of_it = ("match", Value::Text(id.to_string()));
        let confirm = [("confirm", Value::Boolean(true)), of_it];
        let resigned = chat.types(English, "resign", &confirm).await;
        assert!(resigned.state.unwrap().is_left_to_computers());
        let reply = chat.presses(English, &format!("rd1:{id}:0:{AGAIN}")).await;
        assert!(
            reply.text().says("refused-limit-computer-matches"),
            "{}",
            reply.text()
        );
        let state = chat.responder().host().state(id).await.unwrap().unwrap();
        assert!(state.is_left_to_computers());
    }

    #[tokio::test]
    async fn a_refusal_to_play_again_ends_nothing() {
        let chat = Chat::new(1).await;
        let options = [("computers", Value::Integer(2))];
        let opened = chat.types(English, "play", &options).await;
        let table = opened.state.expect("a match");
        let confirm = [("confirm", Value::Boolean(true))];
        let resigned = chat.types(English, "resign", &confirm).await;
        assert!(resigned.state.unwrap().is_left_to_computers());
        let (host, id) = (chat.responder().host(), table.id());
        // From now on tables are opened elsewhere.
        let set = host.change_server(table.place(), table.opener(), |set| {
            set.channels = vec![String::from("park")];
            Ok::<_, StoreError>(Vec::new())
        });
        set.await.unwrap();
        let again = format!("rd1:{id}:0:{AGAIN}");
        let reply = chat.presses(English, &again).await;
        assert_eq!(reply.refused(), Some("not-allowed"));
        let state = host.state(id).await.unwrap().unwrap();
        assert!(state.is_left_to_computers());
    }
}

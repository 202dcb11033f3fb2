//! `/seat`: what becomes of a seat whose player is missing.

use super::prelude::*;
use crate::matchplay::SeatAction;

/// What is proposed, agreed to or declined: its word, the text of its button, and the action. To take
/// a seat from its player, [`FREE`], is for managers and has no button.
const ACTIONS: [(&str, &str, SeatAction); 5] = [
    ("grant", "button-grant", SeatAction::Grant),
    ("substitute", "button-substitute", SUBSTITUTE),
    ("computer", "button-computer", SeatAction::Computer),
    ("end", "button-put-out", SeatAction::PutOut),
    ("decline", "button-decline", SeatAction::Decline),
];
const SUBSTITUTE: SeatAction = SeatAction::Substitute(None);
const FREE: &str = "free";

pub(super) const COMMAND: Command = Command {
    name: "seat",
    options: &[
        required(choice(
            "action",
            &["grant", "substitute", "computer", "end", FREE, "decline"],
        )),
        choice("seat", ARMIES),
        option("user", Kind::User),
        text("reason"),
        MATCH,
    ],
    read: |options| {
        let seat = options.color("seat");
        if options.text("action") == Some(FREE) {
            return Ok(free(seat, options.reason()?));
        }
        let action = options.needed("action", action)?;
        Ok(propose(action, seat, options.user("user")))
    },
    press: |pressed| match pressed.split(':').collect::<Vec<_>>()[..] {
        ["seat", word, seat] => {
            let seat = Some(Color::from_word(seat)?);
            Some(propose(action(word)?, seat, None))
        }
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

fn action(word: &str) -> Option<SeatAction> {
    let found = ACTIONS.iter().find(|(known, ..)| *known == word);
    found.map(|(.., action)| *action)
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let (seat, wanted) = match (occasion.proposal(), occasion) {
        (Some(Motion::Substitute { seat, .. }), _) => (*seat, vec![SUBSTITUTE]),
        (Some(Motion::Computer { seat, .. }), _) => (*seat, vec![SeatAction::Computer]),
        (Some(Motion::PutOut { seat }), _) => (*seat, vec![SeatAction::PutOut]),
        // Naming a substitute takes words.
        (_, Occasion::Asked(Event::DeadlinePassed { color, .. })) => {
            let grant = state.seats()[*color].player().map(|_| SeatAction::Grant);
            let others = [SeatAction::Computer, SeatAction::PutOut];
            (*color, grant.into_iter().chain(others).collect())
        }
        _ => return Vec::new(),
    };
    let is_wanted = |action: SeatAction| match action {
        SeatAction::Decline => occasion.proposal().is_some(),
        _ => wanted.contains(&action),
    };
    let offered = ACTIONS.iter().filter(|(.., action)| is_wanted(*action));
    let button = |(word, label, action): &(&str, &'static str, SeatAction)| Button {
        danger: *action == SeatAction::PutOut,
        ..narrator.button(state, format!("seat:{word}:{}", seat.word()), *label)
    };
    offered.map(button).collect()
}

/// Proposes something about a seat, or answers a proposal; with the substitute, if one was named.
fn propose(action: SeatAction, seat: Option<Color>, user: Option<Speaker>) -> Request {
    Request {
        topic: Topic::Proposal,
        ..Request::new(move |cx| Box::pin(run(cx, action, seat, user.clone())))
    }
}

async fn run(
    cx: &Context<'_>,
    mut action: SeatAction,
    seat: Option<Color>,
    user: Option<Speaker>,
) -> Answer {
    if let (SeatAction::Substitute(person), Some(speaker)) = (&mut action, &user) {
        *person = Some(cx.meet(speaker).await?);
    }
    let command = MatchCommand::Seat { action, seat };
    cx.change(Purpose::Act, &command).await
}

/// Takes a seat from its player. The manager who does so need not play in the match.
fn free(seat: Option<Color>, reason: String) -> Request {
    let command = MatchCommand::Free { seat, reason };
    Request {
        for_managers: true,
        ..Request::change(Purpose::Manage, Topic::Proposal, command)
    }
}

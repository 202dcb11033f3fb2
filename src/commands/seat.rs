//! `/seat`: what becomes of a seat whose player is missing.

use super::prelude::*;
use crate::matchplay::SeatAction;

pub(super) const COMMAND: Command = Command {
    name: "seat",
    options: &[
        required(choice("action", Action::WORDS)),
        choice("seat", ARMIES),
        option("user", Kind::User),
        text("reason"),
        MATCH,
    ],
    read: |options| {
        let action = options.needed("action", Action::from_word)?;
        let seat = options.color("seat");
        if action == Action::Free {
            return Ok(free(seat, options.reason()?));
        }
        Ok(propose(action, seat, options.user("user")))
    },
    press: |action| match action.split(':').collect::<Vec<_>>()[..] {
        ["seat", "free", _] => None,
        ["seat", action, seat] => {
            let seat = Some(Color::from_word(seat)?);
            Some(propose(Action::from_word(action)?, seat, None))
        }
        _ => None,
    },
    offers,
    ..Command::PLAIN
};

choices! {
    enum Action {
        /// Grants its player the limit again.
        Grant = "grant",
        /// Proposes somebody to take it over, or agrees to that.
        Substitute = "substitute",
        /// Proposes a computer, or agrees to one.
        Computer = "computer",
        /// Proposes that its army goes out at once, or agrees.
        End = "end",
        /// Takes it from its player; for managers.
        Free = "free",
        /// Declines what is proposed.
        Decline = "decline",
    }
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let (seat, actions) = match (occasion.proposal(), occasion) {
        (Some(Motion::Substitute { seat, .. }), _) => (*seat, vec![Action::Substitute]),
        (Some(Motion::Computer { seat, .. }), _) => (*seat, vec![Action::Computer]),
        (Some(Motion::PutOut { seat }), _) => (*seat, vec![Action::End]),
        // Naming a substitute takes words.
        (_, Occasion::Asked(Event::DeadlinePassed { color, .. })) => {
            let grant = state.seats()[*color].player().map(|_| Action::Grant);
            let others = [Action::Computer, Action::End];
            (*color, grant.into_iter().chain(others).collect())
        }
        _ => return Vec::new(),
    };
    let decline = occasion.proposal().map(|_| Action::Decline);
    let button = |action: Action| {
        let label = match action {
            Action::Grant => "button-grant",
            Action::Substitute => "button-substitute",
            Action::Computer => "button-computer",
            Action::End => "button-put-out",
            Action::Free | Action::Decline => "button-decline",
        };
        let id = format!("seat:{}:{}", action.word(), seat.word());
        Button {
            danger: action == Action::End,
            ..narrator.button(state, id, label)
        }
    };
    actions.into_iter().chain(decline).map(button).collect()
}

/// Proposes something about a seat, or answers a proposal; with the substitute, if one was named.
fn propose(action: Action, seat: Option<Color>, user: Option<Speaker>) -> Request {
    Request {
        topic: Topic::Proposal,
        ..Request::new(move |cx| Box::pin(run(cx, action, seat, user.clone())))
    }
}

async fn run(
    cx: &Context<'_>,
    action: Action,
    seat: Option<Color>,
    user: Option<Speaker>,
) -> Answer {
    let action = match action {
        Action::Grant => SeatAction::Grant,
        Action::Substitute => SeatAction::Substitute(match &user {
            Some(speaker) => Some(cx.meet(speaker).await?),
            None => None,
        }),
        Action::Computer => SeatAction::Computer,
        Action::End => SeatAction::PutOut,
        Action::Free | Action::Decline => SeatAction::Decline,
    };
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

//! `/move`: making a move, typed or chosen by buttons.

mod thumbs;

use super::{
    prelude::*,
    shortcut::{self, FILLED},
};
use crate::{
    matchplay::{MatchId, MoveInput, may_move},
    messages::{ButtonId, FieldKind, Modal, ModalField},
    rules::{Move as PlainMove, ReadMoveError, Role, long, short},
};

pub(super) const COMMAND: Command = Command {
    name: "move",
    group: Group::Move,
    options: &[
        required(option("move", Kind::Move)),
        MATCH,
        option("claim", Kind::Boolean),
    ],
    read: |options| {
        let text = options.owned("move").unwrap_or_default();
        Ok(request(text, options.is_set("claim")))
    },
    press: |action| {
        let Some(mv) = action.strip_prefix(CLAIM) else {
            return Some((Presser::Asked, thumbs::press(action, meanings)?));
        };
        let text = exact::<PlainMove>(mv)?.to_string();
        Some((Presser::Asked, request(text, true)))
    },
    modal: Some(modal),
    offers: |narrator, state, occasion| match occasion {
        Occasion::Board(_) | Occasion::Reminded => vec![thumbs::button(narrator, state)],
        Occasion::MovedOn(person) if may_move(state, person).is_ok() => {
            vec![thumbs::button(narrator, state)]
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Asked)
};

/// Returns the modal in which a move is typed.
fn modal(cx: &Context<'_>, of: Option<(MatchId, u32)>) -> Reply {
    let action = shortcut::action("move", &[("move", FILLED)]);
    let field = ModalField {
        label: cx.word("field-move"),
        about: cx.word("field-move-about"),
        kind: FieldKind::Text(LONGEST_TYPED),
        optional: false,
    };
    let modal = Modal {
        id: ButtonId { of, action }.to_string(),
        title: cx.word("modal-move"),
        fields: vec![field],
    };
    Reply {
        modal: Some(modal),
        ..Reply::words(cx.say("modal-move-typed", &[]))
    }
}

/// The most characters of a move that is typed in a modal: a long one with its promotion and a claim
/// has fewer.
const LONGEST_TYPED: u16 = 40;

/// Makes a move and claims a draw with it.
const CLAIM: &str = "claim:";

fn claim(narrator: &Narrator<'_>, state: &Match, mv: PlainMove) -> Button {
    let label = short(state.position(), mv);
    let label = narrator.say("button-claim-with", &[("move", &label)]);
    Button::of(state, format!("{CLAIM}{mv}"), label)
}

/// Offers the moves with which a draw can be claimed that is not due yet.
pub(super) fn claims(narrator: &Narrator<'_>, rejection: &Rejection, state: &Match) -> Vec<Button> {
    match rejection {
        Rejection::ClaimNotDue(why) => {
            let moves = why.due_with.iter();
            moves.map(|mv| claim(narrator, state, *mv)).collect()
        }
        _ => Vec::new(),
    }
}

fn request(text: String, claim: bool) -> Request {
    let typed = text.clone();
    Request {
        typed,
        about: About::Match,
        ways_out: Box::new(move |cx, why, state| match why {
            Rejection::Move(error) => meanings(cx, error, state, claim),
            _ => claims(cx, why, state),
        }),
        ..Request::new(move |cx| Box::pin(run(cx, text.clone(), claim)))
    }
}

async fn run(cx: &Context<'_>, text: String, claim: bool) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    // Players type the letters by which pieces are called in their language. A move that means one
    // thing by those and another by the letters of rules §7.2 is refused.
    let text = if may_move(&state, cx.person).is_ok() {
        let read = cx.language().to_read(state.position(), &text);
        read.map_err(|error| Failure::of(Rejection::Move(error), &state))?
    } else {
        text
    };
    let mv = MoveInput::Typed(text);
    let command = MatchCommand::Move { mv, claim };
    Ok(cx.told(cx.submit(&state, &command).await?))
}

/// Offers the moves that may have been meant, a button for each; if none is near, the way to all
/// moves.
fn meanings(cx: &Context<'_>, error: &ReadMoveError, state: &Match, claims: bool) -> Vec<Button> {
    let button = |mv: PlainMove| {
        if claims {
            claim(cx, state, mv)
        } else {
            thumbs::to(state, mv)
        }
    };
    let labelled = |mv, label: String| Button {
        label,
        ..button(mv)
    };
    match error {
        // Far fewer pieces reach a square than there is room for.
        ReadMoveError::Ambiguous { candidates: moves }
        | ReadMoveError::PawnMeant {
            captures: moves, ..
        } => {
            let moves = moves.iter().take(Button::MOST);
            let button = |mv: &PlainMove| labelled(*mv, long(state.position(), *mv));
            moves.map(button).collect()
        }
        ReadMoveError::PromotionMissing { from, to } => {
            let button = |role| {
                let mut mv = PlainMove::plain(*from, *to);
                mv.promotion = Some(role);
                labelled(mv, cx.piece_alone(role))
            };
            Role::PROMOTIONS.map(button).into()
        }
        ReadMoveError::Unreadable { nearest } if !nearest.is_empty() => {
            nearest.iter().map(|mv| button(*mv)).collect()
        }
        ReadMoveError::Unreadable { .. } | ReadMoveError::TooLong | ReadMoveError::Illegal(_) => {
            vec![thumbs::button(cx, state)]
        }
    }
}

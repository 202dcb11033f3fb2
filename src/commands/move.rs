//! `/move`: making a move, typed or chosen by buttons.

mod thumbs;

use std::borrow::Cow;

pub(super) use self::thumbs::button;

use self::thumbs::Step;
use super::{
    prelude::*,
    shortcut::{self, FILLED, FilledIn, typed_in},
};
use crate::{
    matchplay::{ClaimNotDue, MatchId, MoveInput, may_move},
    messages::{
        ButtonId, FieldKind, Language, Modal, ModalField,
        reading_back::{typed_move, without_match},
    },
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
        let Some(mv) = action.strip_prefix(thumbs::CLAIM) else {
            return Some((Presser::Asked, thumbs::press(action)?));
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
fn modal(cx: &Context<'_>, of: Option<(MatchId, u32)>, filled: &FilledIn) -> Reply {
    let action = shortcut::action("move", &[("move", FILLED)]);
    let field = ModalField {
        label: cx.word("field-move"),
        about: cx.word("field-move-about"),
        kind: FieldKind::Text {
            most: LONGEST_TYPED,
            filled: filled.concat().concat(),
        },
        optional: false,
    };
    let modal = Modal {
        id: ButtonId { of, action }.to_string(),
        title: cx.word("modal-move"),
        fields: vec![field],
    };
    Reply::form(modal, cx.say("modal-move-typed", &[]))
}

/// The most characters of a move that is typed in a modal: a long one with its promotion and a claim
/// has fewer.
const LONGEST_TYPED: u16 = 40;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveTask {
    /// Making the move that was typed, and claiming a draw with it if that is wanted.
    Typed { text: String, claim: bool },
    /// A step on the way to a move that is chosen by buttons.
    Step(Step),
}

impl MoveTask {
    /// Returns the move as it was typed, to be repeated by a refusal; empty where none was.
    pub(super) fn typed(&self) -> Cow<'_, str> {
        match self {
            MoveTask::Typed { text, .. } => Cow::Borrowed(text),
            MoveTask::Step(Step::Make { mv, .. }) => Cow::Owned(mv.to_string()),
            MoveTask::Step(_) => Cow::Borrowed(""),
        }
    }
}

pub(super) async fn run(cx: &Context<'_>, task: &MoveTask) -> Answer {
    match task {
        MoveTask::Typed { text, claim } => make(cx, text, *claim).await,
        MoveTask::Step(step) => thumbs::run(cx, *step).await,
    }
}

/// Offers what may have been meant by a move that is refused.
pub(super) fn ways_out(
    cx: &Context<'_>,
    task: &MoveTask,
    why: &Rejection,
    state: &Match,
) -> Vec<Button> {
    match (why, task) {
        (Rejection::Move(error), MoveTask::Typed { text, claim }) => {
            meanings(cx, error, state, text, *claim)
        }
        (Rejection::Move(error), MoveTask::Step(Step::Make { mv, .. })) => {
            meanings(cx, error, state, &mv.to_string(), false)
        }
        (Rejection::WhichMatch { .. }, MoveTask::Typed { text, claim }) => {
            in_match(cx, state, text, *claim).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Offers the moves with which a draw can be claimed that is not due yet.
pub(super) fn claims(narrator: &Narrator<'_>, why: &ClaimNotDue, state: &Match) -> Vec<Button> {
    let claim = |mv: &PlainMove| thumbs::claim(narrator, state, *mv);
    why.due_with.iter().map(claim).collect()
}

fn request(text: String, claim: bool) -> Request {
    let task = Task::Move(MoveTask::Typed { text, claim });
    Request::new(task).about(About::Match)
}

/// Returns the button that makes in this match what was typed without naming one, if the speaker is to move
/// there.
fn in_match(cx: &Context<'_>, state: &Match, text: &str, claims: bool) -> Option<Button> {
    may_move(state, cx.person).ok()?;
    let label = |mv: &str| cx.say("button-move-in", &[("move", &mv), ("match", &state.id())]);
    let Ok(mv) = read(cx, state, text) else {
        // Pressed, it says what is wrong with it there.
        return typed_in(state, &cx.incoming.input, label(&cut(text)));
    };
    let label = label(&cx.move_in(state.position(), mv)).into();
    let button = if claims {
        thumbs::claim(cx, state, mv)
    } else {
        thumbs::to(cx, state, mv)
    };
    Some(Button { label, ..button })
}

/// Reads a typed move, as [`typed_move`] does, by the speaker's language first.
fn read(cx: &Context<'_>, state: &Match, text: &str) -> Result<PlainMove, ReadMoveError> {
    let own = cx.texts();
    let others = Language::ALL.map(|language| cx.locales.texts(language));
    let others = others
        .into_iter()
        .filter(|one| one.language() != own.language());
    let all: Vec<&Texts> = [own].into_iter().chain(others).collect();
    typed_move(&all, state.position(), text)
}

async fn make(cx: &Context<'_>, text: &str, claim: bool) -> Answer {
    let state = cx.find(Purpose::Act).await?;
    let (named, _) = without_match(text);
    if named.is_some_and(|named| named != state.id()) {
        // It was meant for another match than the one that is asked for.
        let nearest = Vec::new();
        return Err(CommandError::of(
            Rejection::Move(ReadMoveError::Unreadable { nearest }),
            &state,
        ));
    }
    // Players type the letters by which pieces are called in their language, and what they read of a move. One
    // that means one thing by those letters and another by those of rules §7.2 is refused. Who is not to move
    // hears that, whatever they typed.
    let mv = if may_move(&state, cx.person).is_ok() {
        let read = read(cx, &state, text);
        MoveInput::Chosen(read.map_err(|error| CommandError::of(Rejection::Move(error), &state))?)
    } else {
        MoveInput::Typed(text.to_owned())
    };
    let command = MatchCommand::Move { mv, claim };
    Ok(cx.told(cx.submit(&state, &command).await?))
}

/// Offers the moves that may have been meant, a button for each; if none is near, the way to all
/// moves. What is only near is shown before it is made.
fn meanings(
    cx: &Context<'_>,
    error: &ReadMoveError,
    state: &Match,
    typed: &str,
    claims: bool,
) -> Vec<Button> {
    let button = |mv: PlainMove| {
        if claims {
            thumbs::claim(cx, state, mv)
        } else {
            thumbs::to(cx, state, mv)
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
            let button = |mv: &PlainMove| labelled(*mv, cx.move_in_full(state.position(), *mv));
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
            let button = |mv: &PlainMove| {
                if is_as_typed(state, *mv, typed) {
                    button(*mv)
                } else {
                    thumbs::meant(cx, state, *mv, claims)
                }
            };
            nearest.iter().map(button).collect()
        }
        ReadMoveError::Unreadable { .. } | ReadMoveError::TooLong | ReadMoveError::Illegal(_) => {
            vec![thumbs::button(cx, state)]
        }
    }
}

/// Returns true if a text is a way to write the move, but for case and signs.
fn is_as_typed(state: &Match, mv: PlainMove, typed: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let written = [
        short(state.position(), mv),
        long(state.position(), mv),
        mv.to_string(),
    ];
    let typed = letters(typed);
    written.iter().any(|one| letters(one) == typed)
}

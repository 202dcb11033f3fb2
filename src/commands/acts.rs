//! All that a person can do in a match now besides moving, for chats that show it all the time.

use super::{
    Responder,
    command::{Occasion, Presser, offered},
    draw,
    incoming::Input,
    pass::allows_button,
    reader::read,
    rematch,
};
use crate::{
    host::Pass,
    matchplay::{Event, Match, Matter, Person, Proposal, Seat, Stage},
    messages::{Button, ButtonKind, Locale, Message, Narrator},
    rules::{Color, OfferAction},
};

/// All that a person can do in a match now besides moving.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// Everything that is asked of somebody, each with the person's answers to it.
    pub asked: Vec<AskedNow>,
    /// Everything else.
    pub buttons: Vec<Button>,
    /// What players often do and this one can't just now, each with the reason.
    pub closed: Vec<(Button, Message)>,
}

/// Something that is asked of somebody in a match.
#[derive(Clone, Debug)]
pub struct AskedNow {
    /// What it is about, in a word: the same for everybody, and no other open question has it.
    pub key: String,
    /// The question, in a sentence.
    pub text: Message,
    /// True if the person has still to answer. The one who asks can only withdraw.
    pub waits: bool,
    /// The answers that the person can give; none for somebody who is not asked.
    pub answers: Vec<Button>,
}

impl Responder {
    /// Returns all that a person can do in a match now; for onlookers everything that is asked.
    ///
    /// By a link they can do what that is for.
    pub(crate) fn acts(
        &self,
        locale: &Locale,
        state: &Match,
        person: Option<Person>,
        pass: Option<&Pass>,
    ) -> Acts {
        let mut acts = acts(&self.narrator(locale), state, person);
        if let Some(pass) = pass {
            let asked = acts.asked.iter_mut().map(|asked| &mut asked.answers);
            for buttons in asked.chain([&mut acts.buttons]) {
                buttons.retain(|button| allows_button(pass, &button.id));
            }
            acts.closed
                .retain(|(button, _)| allows_button(pass, &button.id));
        }
        acts
    }
}

/// Returns all that a person can do; for onlookers everything that is asked, without answers.
fn acts(narrator: &Narrator<'_>, state: &Match, person: Option<Person>) -> Acts {
    let army = person.and_then(|person| state.color_of(person));
    let buttons = |occasion| offered(narrator, state, occasion);
    match state.stage() {
        Stage::Table => Acts {
            asked: Vec::new(),
            buttons: person.map_or_else(Vec::new, |person| at_table(narrator, state, person)),
            closed: Vec::new(),
        },
        Stage::Ended => Acts {
            asked: Vec::new(),
            buttons: army.map_or_else(Vec::new, |_| buttons(Occasion::Ended)),
            closed: Vec::new(),
        },
        Stage::Running => {
            let proposed = state.open_proposals();
            let proposed = proposed.filter_map(|one| proposed_now(narrator, state, &one, person));
            let in_play = army.filter(|army| state.position().in_play().contains(*army));
            let window = window(narrator, state, in_play);
            let left = person.and_then(|person| left_to_computers(narrator, state, person));
            let asked: Vec<AskedNow> = window.into_iter().chain(left).chain(proposed).collect();
            let buttons = in_play.map_or_else(Vec::new, |army| buttons(Occasion::Acting(army)));
            let closed = in_play.map(|army| closed(narrator, state, army, &asked, &buttons));
            Acts {
                closed: closed.unwrap_or_default(),
                asked,
                buttons,
            }
        }
    }
}

/// What players look for: the action of its button, and the label.
const USUAL: [(&str, &str); 4] = [
    ("draw", "button-draw"),
    ("takeback", "button-takeback"),
    ("pause", "button-pause"),
    ("resign", "button-resign"),
];

/// Returns what an army can't do now of what players look for: there is a question about it already, or nothing to
/// take back.
fn closed(
    narrator: &Narrator<'_>,
    state: &Match,
    army: Color,
    asked: &[AskedNow],
    buttons: &[Button],
) -> Vec<(Button, Message)> {
    let usual = USUAL.into_iter().map(|(action, label)| {
        let button = narrator.button(state, action, label);
        let answers = asked.iter().flat_map(|one| &one.answers);
        let is_answer = answers.map(|one| &one.id).any(|id| *id == button.id);
        let is_open = buttons.iter().any(|one| one.id == button.id) && !is_answer;
        let why = if action == "takeback" && !is_answer && state.takes_back_to(army).is_none() {
            "closed-takeback"
        } else {
            "closed-asked"
        };
        (!is_open).then(|| (button, narrator.say(why, &[])))
    });
    usual.flatten().collect()
}

/// Returns the buttons of somebody at a table: the seat that is kept for them, or else those that are open,
/// while they have none, and the way out.
fn at_table(narrator: &Narrator<'_>, state: &Match, person: Person) -> Vec<Button> {
    let mut buttons = offered(narrator, state, Occasion::Table);
    let kept = state.seat_of(person);
    let is_theirs =
        |color: Color| kept.map_or(state.seats()[color] == Seat::Open, |kept| kept == color);
    let is_for = |button: &Button| {
        let read = read(&Input::press(button.id.clone()));
        let is_for_opener = read.is_ok_and(|read| read.presser == Some(Presser::Opener));
        !is_for_opener || state.opener() == person
    };
    buttons.retain(|button| {
        button.enabled
            && is_for(button)
            && match button.kind {
                ButtonKind::Join(color) => is_theirs(color),
                ButtonKind::Common | ButtonKind::Withdraw => state.has_part(person),
            }
    });
    buttons
}

fn proposed_now(
    narrator: &Narrator<'_>,
    state: &Match,
    proposal: &Proposal,
    person: Option<Person>,
) -> Option<AskedNow> {
    let event = Event::Proposal {
        by: proposal.by,
        action: OfferAction::Offer,
        motion: proposal.motion,
    };
    let army = person.and_then(|person| state.color_of(person));
    let withdraws = army == Some(proposal.by);
    let answers = person.is_some_and(|person| state.awaits(proposal, person));
    let mut buttons = offered(narrator, state, Occasion::Asked(&event));
    buttons.retain(|button| match button.kind {
        ButtonKind::Withdraw => withdraws,
        ButtonKind::Common | ButtonKind::Join(_) => answers,
    });
    Some(AskedNow {
        key: key(proposal),
        text: narrator.story(state).happened(&event)?,
        waits: answers,
        answers: buttons,
    })
}

/// Returns a word for a proposal, of which there is at most one about each matter. The same matter asked
/// again by another army is another question.
fn key(proposal: &Proposal) -> String {
    let by = proposal.by.word();
    match proposal.motion.matter() {
        Matter::Agreement => format!("agreement-{by}"),
        Matter::Abort => format!("abort-{by}"),
        Matter::Pause => format!("pause-{by}"),
        Matter::Takeback => format!("takeback-{by}"),
        Matter::Seat(seat) => format!("seat-{}-{by}", seat.word()),
    }
}

/// Asks somebody who is out, once only computers are left, to watch or to play again. Who has given the seat to a
/// computer can't play again, and may still end the match.
fn left_to_computers(narrator: &Narrator<'_>, state: &Match, person: Person) -> Option<AskedNow> {
    if !state.is_left_to_computers() || !state.has_played(person) {
        return None;
    }
    let end = draw::end_button(narrator, state);
    let (text, answers) = if state.color_of(person).is_some() {
        let again = rematch::again_button(narrator, state);
        ("page-left-to-computers", vec![again, end])
    } else {
        ("page-computer-plays-on", vec![end])
    };
    Some(AskedNow {
        key: String::from("left"),
        waits: true,
        text: narrator.say(text, &[]),
        answers,
    })
}

/// Returns what the others may do about a player whose time is up.
fn window(narrator: &Narrator<'_>, state: &Match, army: Option<Color>) -> Option<AskedNow> {
    let closes = state.clock()?.window?;
    let color = state.position().turn();
    let event = Event::DeadlinePassed { color, closes };
    let acts = army.is_some_and(|army| army != color);
    Some(AskedNow {
        key: String::from("window"),
        text: narrator.story(state).happened(&event)?,
        waits: acts,
        answers: if acts {
            offered(narrator, state, Occasion::Asked(&event))
        } else {
            Vec::new()
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::{Value, tests::Chat},
        computer::Level,
        matchplay::{Moment, NewPlayer},
        messages::Language::English,
    };

    #[tokio::test]
    async fn whose_seat_a_computer_has_is_not_asked_to_play_again() {
        let chat = Chat::new(1).await;
        let white = Value::Text(String::from("white"));
        let options = [("computers", Value::Integer(2)), ("seat", white)];
        let opened = chat.types(English, "play", &options).await;
        let playing = opened.state.expect("a match");
        let confirm = [("confirm", Value::Boolean(true))];
        let resigned = chat.types(English, "resign", &confirm).await;
        let mut given = Match::clone(&playing);
        let took_over = Event::TookOver {
            seat: Color::White,
            taker: NewPlayer::Computer(Level::USUAL),
        };
        given.apply(&took_over, Moment(0));
        let (responder, ann) = (chat.responder(), playing.opener());
        let narrator = responder.narrator(responder.usual());
        for (state, wanted) in [
            (&*resigned.state.unwrap(), &[":again", ":end"][..]),
            (&given, &[":end"]),
        ] {
            let asked = left_to_computers(&narrator, state, ann).expect("a question");
            let ids: Vec<&str> = asked.answers.iter().map(|one| one.id.as_str()).collect();
            assert_eq!(ids.len(), wanted.len(), "{ids:?}");
            let mut pairs = ids.iter().zip(wanted);
            assert!(pairs.all(|(id, action)| id.ends_with(action)), "{ids:?}");
        }
    }
}

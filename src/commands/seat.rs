//! `/seat`: what becomes of a seat whose player is missing, and computers for the open seats of a table.

use super::{pass::not_for, prelude::*};
use crate::{computer::Level, host::HostError, matchplay::SeatAction, store::links::Guest};

/// The actions of players and their words. To take a seat from its player, [`FREE`], is for managers
/// and has no button.
const ACTIONS: [(&str, SeatAction); 6] = [
    ("grant", SeatAction::Grant),
    ("substitute", SeatAction::Substitute(None)),
    ("computer", SeatAction::Computer(Level::USUAL)),
    ("end", SeatAction::PutOut),
    ("accept", SeatAction::Accept),
    ("decline", SeatAction::Decline),
];
const FREE: &str = "free";
/// The action by which a player plays on in the browser.
const LINK: &str = "link";

pub(super) const COMMAND: Command = Command {
    name: "seat",
    group: Group::Agree,
    needs_server: true,
    options: &[
        required(choice(
            "action",
            &[
                "grant",
                "substitute",
                "computer",
                "end",
                FREE,
                LINK,
                "accept",
                "decline",
            ],
        )),
        choice("seat", ARMIES),
        option("user", Kind::User),
        option("level", Kind::Within(Level::LOWEST, Level::HIGHEST)),
        text("reason"),
        MATCH,
    ],
    read: |options| {
        let seat = options.color("seat");
        if options.text("action") == Some(FREE) {
            return Ok(free(seat, options.reason()?));
        }
        if options.text("action") == Some(LINK) {
            return Ok(link());
        }
        let action = options.needed("action", action)?;
        if matches!(action, SeatAction::Computer(_)) {
            return Ok(computer(
                seat,
                options.number("level")?.and_then(Level::new),
            ));
        }
        Ok(propose(action, seat, options.user("user")))
    },
    press: |pressed| match pressed.split(':').collect::<Vec<_>>()[..] {
        ["seat", LINK] => Some((Presser::Player, link())),
        ["seat", word, seat] => {
            let seat = Some(Color::from_word(seat)?);
            Some((Presser::Asked, propose(action(word)?, seat, None)))
        }
        _ => None,
    },
    offers,
    ..Command::plain(Presser::Opener)
};

fn action(word: &str) -> Option<SeatAction> {
    let found = ACTIONS.iter().find(|(known, ..)| *known == word);
    found.map(|(_, action)| *action)
}

fn offers(narrator: &Narrator<'_>, state: &Match, occasion: Occasion<'_>) -> Vec<Button> {
    let answers = |accept: &'static str, danger, seat| {
        let decline = ("decline", "button-decline", false);
        (seat, vec![("accept", accept, danger), decline])
    };
    let (seat, wanted) = match (occasion.proposal(), occasion) {
        (Some(Motion::Substitute { seat, .. }), _) => answers("button-substitute", false, *seat),
        (Some(Motion::Computer { seat, .. }), _) => answers("button-computer", false, *seat),
        (Some(Motion::PutOut { seat }), _) => answers("button-put-out", true, *seat),
        // Naming a substitute takes words.
        (_, Occasion::Asked(Event::DeadlinePassed { color, .. })) => {
            let computer = ("computer", "button-computer", false);
            let mut wanted = vec![computer, ("end", "button-put-out", true)];
            if state.may_be_granted(*color) {
                wanted.insert(0, ("grant", "button-grant", false));
            }
            (*color, wanted)
        }
        _ => return Vec::new(),
    };
    let button = |(word, label, danger): (&str, &'static str, bool)| {
        let button = narrator.button(state, format!("seat:{word}:{}", seat.word()), label);
        if danger { button.dangerous() } else { button }
    };
    Button::in_a_row(wanted.into_iter().map(button).collect())
}

/// Proposes something about a seat, or answers a proposal; with the substitute, if one was named.
fn propose(action: SeatAction, seat: Option<Color>, user: Option<Speaker>) -> Request {
    let user = user.map(Box::new);
    let task = SeatTask::Propose { action, seat, user };
    Request::new(Task::Seat(task)).about(About::Match)
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeatTask {
    /// Proposing something about a seat, or answering; with the substitute, if one was named.
    Propose {
        action: SeatAction,
        seat: Option<Color>,
        user: Option<Box<Speaker>>,
    },
    /// A computer for a seat, or computers at a table that has not begun.
    Computer {
        seat: Option<Color>,
        level: Option<Level>,
    },
    /// A link by which a player plays on in the browser.
    Link,
}

pub(super) async fn run(cx: &Context<'_>, task: &SeatTask) -> Answer {
    match task {
        SeatTask::Propose { action, seat, user } => {
            run_proposal(cx, *action, *seat, user.as_deref()).await
        }
        SeatTask::Computer { seat, level } => run_computer(cx, *seat, *level).await,
        SeatTask::Link => give_link(cx).await,
    }
}

async fn run_proposal(
    cx: &Context<'_>,
    mut action: SeatAction,
    seat: Option<Color>,
    user: Option<&Speaker>,
) -> Answer {
    if let (SeatAction::Substitute(person), Some(speaker)) = (&mut action, user) {
        *person = Some(cx.meet(speaker).await?);
    }
    let command = MatchCommand::Seat { action, seat };
    cx.change(Purpose::Act, &command).await
}

/// Proposes a computer for a seat, or seats computers at a table that has not begun.
fn computer(seat: Option<Color>, level: Option<Level>) -> Request {
    Request {
        handling: Some(Handling::ChangeTable),
        about: About::Match,
        ..Request::new(Task::Seat(SeatTask::Computer { seat, level }))
    }
}

async fn run_computer(cx: &Context<'_>, seat: Option<Color>, level: Option<Level>) -> Answer {
    // A level is for tables: an open one comes before matches under way.
    let [first, second] = if level.is_some() {
        [Purpose::Join, Purpose::Act]
    } else {
        [Purpose::Act, Purpose::Join]
    };
    let state = match cx.find(first).await {
        // At the table of somebody else they hear who may do that.
        Err(HostError::Rejected(Rejection::NoSuchMatch)) if cx.given.is_none() => {
            cx.find(second).await?
        }
        found => found?,
    };
    let command = if state.stage() == Stage::Table {
        // Other seats are the opener's to fill, and no link's.
        if let Some(pass) = cx.pass() {
            return Err(not_for(cx, pass).into());
        }
        let set = cx.host.server_preferences(state.opened_at());
        MatchCommand::Fill {
            seat,
            level: level.unwrap_or(Level::USUAL),
            may_be_rated: set.rated_computers,
        }
    } else if level.is_some() {
        let message = cx.say("refused-level-taking-over", &[("level", &Level::USUAL)]);
        return Err(cx.refuse("bad-option", message));
    } else {
        let action = SeatAction::Computer(Level::USUAL);
        MatchCommand::Seat { action, seat }
    };
    Ok(cx.told(cx.submit(&state, &command).await?))
}

/// Returns the button that gives a player a link to their seat.
pub(super) fn link_button(narrator: &Narrator<'_>, state: &Match) -> Button {
    let label = narrator.say("button-browser", &[]);
    Button::of_match(state.id(), format!("seat:{LINK}"), label)
}

/// Gives a player a link by which they play on in the browser.
fn link() -> Request {
    Request {
        page: PageUse::AnyBoard,
        about: About::Match,
        ..Request::new(Task::Seat(SeatTask::Link))
    }
}

async fn give_link(cx: &Context<'_>) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let Some(page) = cx.page else {
        return Err(cx.not_allowed(cx.say("refused-no-page", &[])));
    };
    if state.color_of(cx.person).is_none() {
        return Err(CommandError::of(Rejection::NotSeated, &state));
    }
    if state.is_rated() {
        return Err(cx.not_allowed(cx.say("refused-link-rated", &[("match", &state.id())])));
    }
    let id = state.id();
    let asked_by = cx.pass().map(|pass| &pass.digest);
    let secret = cx.host.new_link(id, Guest::Player(cx.person), asked_by);
    let secret = secret.await?;
    let link = format!("{page}/m/{id}#s={secret}");
    let text = cx.say("seat-link", &[("match", &id), ("link", &link)]);
    Ok(Reply::about(state, text))
}

/// Takes a seat from its player. The manager who does so need not play in the match.
fn free(seat: Option<Color>, reason: String) -> Request {
    let command = MatchCommand::Free { seat, reason };
    Request {
        for_managers: true,
        ..Request::change(Purpose::Manage, command)
    }
}

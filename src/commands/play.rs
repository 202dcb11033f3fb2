//! `/play`: opening a table.

use super::{
    match_pages,
    prelude::*,
    server,
    shortcut::{self, FILLED, FilledIn},
    suggestion::{USUAL_LIMITS, choices},
};
use crate::{
    computer::Level,
    host::{HostError, Table},
    matchplay::{Seat, TimeLimit},
    messages::{FieldKind, Menu, MenuOption, Modal, ModalField, News},
    rulesets::Named,
    store::preferences::Openers,
};

pub(super) const COMMAND: Command = Command {
    name: "play",
    group: Group::Start,
    of_person: Some("player2"),
    options: &[
        ruleset(),
        option("time", Kind::Time),
        choice("seat", &["white", "gray", "black", "random"]),
        option("player2", Kind::User),
        option("player3", Kind::User),
        option("computers", Kind::Within(0, 3)),
        option("level", Kind::Within(Level::LOWEST, Level::HIGHEST)),
        option("rated", Kind::Boolean),
        option("private", Kind::Boolean),
    ],
    read: |options| {
        if options.is_empty() {
            return Ok(request(None));
        }
        Ok(request(Some(Box::new(Play {
            ruleset: options.owned("ruleset"),
            seat: options.color("seat"),
            invited: ["player2", "player3"].map(|name| options.user(name)),
            computers: options.number("computers")?,
            level: options.number("level")?.and_then(Level::new),
            rated: options.boolean("rated"),
            time: options
                .text("time")
                .map(|time| TimeLimit::read(time).ok().flatten()),
            private: options.is_set("private"),
        }))))
    },
    modal: Some(|cx, _, filled| modal(cx, filled)),
    ..Command::plain(Presser::Anybody)
};

/// The rules, as the command reads them.
const RULESET: Opt = ruleset();

/// Returns the modal of a table, with what is asked for most often, as it was filled in before.
fn modal(cx: &Context<'_>, filled: &FilledIn) -> Reply {
    let filled = |field: usize| filled.get(field).map_or(&[][..], Vec::as_slice);
    let choice = |field: usize, mut options: Vec<MenuOption>| {
        for option in &mut options {
            option.chosen = filled(field).first() == Some(&option.id);
        }
        FieldKind::Choice(options)
    };
    let people = FieldKind::People {
        most: 2,
        chosen: filled(0).to_vec(),
    };
    let fields = [
        ("player2+player3", "field-opponents", people),
        (
            "computers+level",
            "field-computers",
            choice(1, computers(cx)),
        ),
        ("time", "field-time", choice(2, times(cx))),
        ("ruleset", "field-ruleset", choice(3, rulesets(cx))),
        ("rated", "field-rated", choice(4, rated(cx))),
    ];
    let given = fields.each_ref().map(|(options, ..)| (*options, FILLED));
    let fields = fields.map(|(_, id, kind)| ModalField {
        label: cx.word(id),
        about: cx.word(&format!("{id}-about")),
        kind,
        optional: true,
    });
    let Button { id, label, .. } = shortcut::button("play", &given, cx.say("modal-play", &[]));
    let modal = Modal {
        id,
        title: label,
        fields: fields.into(),
    };
    Reply::form(modal, cx.say("modal-play-typed", &[]))
}

fn value(id: impl Into<String>, label: impl Into<String>) -> MenuOption {
    MenuOption {
        id: id.into(),
        label: label.into(),
        about: String::new(),
        chosen: false,
    }
}

fn computers(cx: &Context<'_>) -> Vec<MenuOption> {
    let levels = Level::LOWEST..=Level::HIGHEST;
    let some = [("1", "field-computers-one"), ("2", "field-computers-two")];
    let some = some.into_iter().flat_map(|(count, id)| {
        let option =
            move |level: u8| value(format!("{count}+{level}"), cx.say(id, &[("level", &level)]));
        levels.clone().map(option)
    });
    let none = value("0", cx.say("field-computers-none", &[]));
    [none].into_iter().chain(some).collect()
}

fn times(cx: &Context<'_>) -> Vec<MenuOption> {
    let option = |limit: &str| {
        let said = limit.parse().map(|limit| cx.texts().time_limit(limit));
        value(limit, said.unwrap_or_else(|_| cx.word("field-time-none")))
    };
    USUAL_LIMITS.map(option).into()
}

fn rulesets(cx: &Context<'_>) -> Vec<MenuOption> {
    let all = choices(cx.texts(), cx.rulesets, &RULESET).into_iter();
    let all = all.map(|one| value(one.value, one.label));
    all.take(Menu::MOST).collect()
}

fn rated(cx: &Context<'_>) -> Vec<MenuOption> {
    let ids = [("true", "field-rated-true"), ("false", "field-rated-false")];
    ids.map(|(word, id)| value(word, cx.say(id, &[]))).into()
}

/// A table that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Play {
    /// The name of the rules; those of the server or the default ones unless said.
    ruleset: Option<String>,
    /// The opener's seat; drawn when `None`.
    seat: Option<Color>,
    /// The people invited, clockwise from the opener.
    invited: [Option<Speaker>; 2],
    /// The number of computers, 0 to 3; where a level alone is said, as many as there is room for.
    computers: Option<u8>,
    level: Option<Level>,
    rated: Option<bool>,
    /// The time per move, where it was said: none when `Some(None)`.
    time: Option<Option<TimeLimit>>,
    /// Whether its players alone are to see it.
    private: bool,
}

fn request(play: Option<Box<Play>>) -> Request {
    let private = play.as_ref().is_some_and(|play| play.private);
    Request {
        cost: Cost::Unless(Limit::Seats),
        handling: Some(Handling::OpenTable { private }),
        ..Request::new(Task::Play(play))
    }
}

/// Opens a table. Where nothing is said of it, the modal opens, if there is one.
pub(super) async fn run(cx: &Context<'_>, play: Option<&Play>) -> Answer {
    match play {
        Some(play) => play.open(cx).await,
        None if cx.incoming.opens_modals => {
            place_to_open(cx).await?;
            Ok(modal(cx, &FilledIn::new()))
        }
        None => Play::default().open(cx).await,
    }
}

/// Returns the place where the speaker may open a table.
async fn place_to_open(cx: &Context<'_>) -> Result<Place, CommandError> {
    let place = cx.host.place_of_table(cx.place).await?;
    check_channel(cx, &place)?;
    check_opener(cx)?;
    Ok(place)
}

impl Play {
    async fn open(&self, cx: &Context<'_>) -> Answer {
        let place = place_to_open(cx).await?;
        if cx.incoming.from_menu
            && let Some(invited) = self.invite(cx, &place).await?
        {
            return Ok(invited);
        }
        let set = cx.host.server_preferences(cx.place);
        // A ruleset that the server chose may be gone by now.
        let usual = set.ruleset.as_deref();
        let usual = usual.filter(|name| cx.rulesets.named(name).is_some());
        let named = cx.ruleset(self.ruleset.as_deref().or(usual))?;
        // A person named for a seat that is not there is never looked up.
        let seats = named.ruleset.armies().len();
        if self.invited.iter().skip(seats - 1).any(Option::is_some) {
            return Err(self.not_opened(cx, named, Rejection::NotInThisRuleset.into()));
        }
        let computers = if cx.is_shared() {
            self.computers(seats)
        } else {
            self.alone(cx, seats)?
        };
        let rated = self.rated(cx, computers, seats)?;
        let mut invited = Vec::new();
        for speaker in self.others() {
            invited.push(cx.meet(speaker).await?);
        }
        let level = self.level.unwrap_or(Level::USUAL);
        let table = Table {
            ruleset: named.name.to_string(),
            options: named.ruleset,
            place,
            seat: self.seat,
            invited,
            computers: (computers > 0).then_some((computers, level)),
            rated,
            time: self.time.unwrap_or_else(|| server::time(cx, &set).0),
            private: self.private,
        };
        let request_id = cx.incoming.request_id.clone();
        let opened = cx.host.open(&table, cx.person, request_id).await;
        let done = opened.map_err(|error| self.not_opened(cx, named, error))?;
        let mut reply = cx.told(done);
        call_role(cx, &mut reply).await;
        Ok(reply)
    }

    /// Gives a seat at a table that the speaker has open here to somebody who was chosen in their menu;
    /// `None` if no such table has a free seat.
    async fn invite(&self, cx: &Context<'_>, place: &Place) -> Result<Option<Reply>, CommandError> {
        let Some(chosen) = self.invited.iter().flatten().next() else {
            return Ok(None);
        };
        let mut tables = cx.host.tables_of(cx.person, place).await?;
        if tables.is_empty() || chosen.identity == cx.incoming.speaker.identity {
            return Ok(None);
        }
        let free = |state: &Match| {
            let mut seats = state.seats().iter();
            seats.find_map(|(color, seat)| (*seat == Seat::Open).then_some(color))
        };
        let command = if chosen.account == Account::Rondel {
            None
        } else {
            let person = cx.meet(chosen).await?;
            let mut known = tables.iter();
            let known = known.find_map(|state| Some((state, state.seat_of(person)?)));
            if let Some((state, seat)) = known {
                // The same request may have seated them already, and is answered as it was then.
                if let Ok(done) = cx.submit(state, &MatchCommand::Invite(person)).await {
                    return Ok(Some(cx.told(done)));
                }
                let (name, id) = (cx.called_somehow(person), state.id());
                let text = cx.say("refused-invited-before", &[("name", &name), ("match", &id)]);
                return Err(cx.refuse(Rejection::AlreadySeated { seat }.reason(), text));
            }
            Some(MatchCommand::Invite(person))
        };
        tables.retain(|state| free(state).is_some());
        let Some(table) = tables.into_iter().max_by_key(|state| state.changed()) else {
            return Ok(None);
        };
        let set = cx.host.server_preferences(place);
        let command = command.unwrap_or_else(|| MatchCommand::Fill {
            seat: free(&table),
            level: Level::USUAL,
            may_be_rated: set.rated_computers,
        });
        let told = cx.told(cx.submit(&table, &command).await?);
        Ok(Some(Reply {
            news: News::TableAskedFor,
            ..told
        }))
    }

    /// Returns the number of computers at a table of this many seats.
    fn computers(&self, seats: usize) -> u8 {
        let people = 1 + self.others().count();
        let free = u8::try_from(seats.saturating_sub(people)).unwrap_or(0);
        let named = self.invited.iter().flatten().count() + 1 - people;
        let named = u8::try_from(named).unwrap_or(0);
        let meant = if self.level.is_some() { free } else { named };
        self.computers.unwrap_or(meant).max(named)
    }

    /// Returns the number of computers at a table of one person, who has nobody else to play with.
    ///
    /// # Errors
    ///
    /// The refusal of a table for others.
    fn alone(&self, cx: &Context<'_>, seats: usize) -> Result<u8, CommandError> {
        let free = u8::try_from(seats.saturating_sub(1)).unwrap_or(0);
        let computers = self.computers.unwrap_or(free);
        let others = self.others().next().is_some() || computers < free;
        let why = match &cx.incoming.invitation {
            None if others => cx.say("refused-alone", &[]),
            // Nothing but answers can tell of it, and nobody need be kept out.
            Some(link) if others || computers > free || self.private => {
                cx.say("refused-alone-guest", &[("link", link)])
            }
            None | Some(_) => return Ok(computers),
        };
        Err(cx.not_allowed(why))
    }

    /// Returns everybody who is invited. To name Rondel is to ask for a computer.
    fn others(&self) -> impl Iterator<Item = &Speaker> {
        let named = self.invited.iter().flatten();
        named.filter(|one| one.account != Account::Rondel)
    }

    /// Returns true if the match is rated, as asked for or as the server usually has it.
    ///
    /// # Errors
    ///
    /// The refusal of a rated match that cannot be.
    fn rated(&self, cx: &Context<'_>, computers: u8, seats: usize) -> Result<bool, CommandError> {
        let set = cx.host.server_preferences(cx.place);
        let why = if !cx.markup.knows_people() {
            "refused-rated-page"
        } else if usize::from(computers) >= seats {
            "refused-rated-alone"
        } else if computers > 0 && !set.rated_computers {
            "refused-rated-computers"
        } else {
            return Ok(self.rated.or(set.rated).unwrap_or(true));
        };
        match self.rated {
            Some(true) => Err(cx.not_allowed(cx.say(why, &[]))),
            Some(false) | None => Ok(false),
        }
    }

    fn not_opened(&self, cx: &Context<'_>, named: &Named, error: HostError) -> CommandError {
        let seats = named.ruleset.armies().len();
        let HostError::Rejected(rejection) = &error else {
            return error.into();
        };
        let why = match rejection {
            Rejection::NotInThisRuleset if usize::from(self.computers(seats)) > seats => {
                "refused-computers-for-two"
            }
            Rejection::NotInThisRuleset => "refused-not-for-two",
            Rejection::TableFull => "refused-too-many",
            Rejection::AlreadySeated { .. } => {
                let own = &cx.incoming.speaker.identity;
                if self.others().any(|one| one.identity == *own) {
                    "refused-invites-self"
                } else {
                    "refused-invites-twice"
                }
            }
            _ => return error.into(),
        };
        let ruleset = cx.texts().ruleset(&named.name);
        let message = cx.say(why, &[("ruleset", &ruleset), ("seats", &seats)]);
        cx.refuse(rejection.reason(), message)
    }
}

/// Refuses a table at a place where the server wants none.
pub(super) fn check_channel(cx: &Context<'_>, place: &Place) -> Result<(), CommandError> {
    let set = cx.host.server_preferences(place);
    let within = cx.incoming.within.as_ref().filter(|_| cx.place == place);
    let rooms = [Some(place), within].into_iter().flatten();
    let mut rooms = rooms.map(Place::room);
    if set.channels.is_empty() || rooms.any(|room| set.channels.iter().any(|one| one == room)) {
        return Ok(());
    }
    let channels = server::channels(cx, place, &set);
    Err(cx.not_allowed(cx.say("refused-channel", &[("channels", &channels)])))
}

/// Refuses a table by somebody whom the server lets open none.
fn check_opener(cx: &Context<'_>) -> Result<(), CommandError> {
    let Speaker { manages, roles, .. } = &cx.incoming.speaker;
    match cx.host.server_preferences(cx.place).openers() {
        Openers::Role(role) if !manages && roles.iter().all(|own| own != role) => {
            let role = cx.markup.role(role);
            Err(cx.not_allowed(cx.say("refused-openers-role", &[("role", &role)])))
        }
        Openers::Managers if !manages => {
            Err(cx.not_allowed(cx.say("refused-openers-managers", &[])))
        }
        Openers::Everyone | Openers::Managers | Openers::Role(_) => Ok(()),
    }
}

/// Lets a table that has just been opened call the role that its server has chosen: a public table
/// with free seats, no sooner than ten minutes after the last one that did.
async fn call_role(cx: &Context<'_>, reply: &mut Reply) {
    let Some(state) = &reply.state else { return };
    let free = state.seats().iter().any(|(_, seat)| *seat == Seat::Open);
    let open = state.stage() == Stage::Table && free && !state.is_private();
    // A repeated request calls nobody: its table has been told of.
    let new = open && reply.notice.is_some();
    let role = cx.host.server_preferences(cx.place).table_role;
    if let Some(role) = role.filter(|_| new)
        && cx.host.may_call_role(cx.place).await
    {
        match_pages::call_role(cx, reply, role);
    }
}

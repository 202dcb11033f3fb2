//! A command with all that belongs to it, and the context in which it runs.

use std::{collections::HashMap, fmt, mem, ops::Deref, sync::Arc};

use super::{
    Account, COMMANDS, Incoming, InputError, Opt, Speaker,
    match_pages::{invitation, table_page},
    r#move,
    options::{Options, cut},
    pact,
    request::{Cost, PageUse, Request, Task},
    resign, rules,
    shortcut::{FilledIn, typed_in},
};
use crate::{
    host::{Access, Change, Counted, Done, HostError, Limit, Limited, Lookup, Pass, Purpose},
    matchplay::{
        Command as MatchCommand, Event, Match, MatchId, Motion, Person, Place, Rejection, Stage,
    },
    messages::{
        Audience, Button, ButtonKind, Call, Locales, Markup, Message, Narrator, News, Page, Pings,
        Reply, Shown,
        news::{news, pings, shows_board},
        refusals::{self, Topic, Tried},
    },
    rules::{Color, OfferAction, words},
    rulesets::Named,
    store::{preferences::PersonPreferences, seldom::store_failed},
};

/// A command of the chats: the entry in the one table of commands (interfaces §3). Registration with
/// Discord, the console, completion and help all come from the table. What commands and options are
/// for stands in the texts, under `command-NAME` and `option-COMMAND-OPTION`.
pub struct Command {
    /// Its name in English, without the slash.
    pub name: &'static str,
    /// Its options, required ones first.
    pub options: &'static [Opt],
    /// Whether a value without a name is meant for the first option, as in `/move Nf3`, even though
    /// it need not be given.
    pub takes_bare: bool,
    /// The kind of thing that it does.
    pub(super) group: Group,
    /// Whether it is about the server where it is given, or the people there, and does nothing in
    /// direct messages.
    pub needs_server: bool,
    /// The option that says which person it is about, where it is also given by choosing somebody: the
    /// texts call that `person-NAME`.
    pub of_person: Option<&'static str>,
    /// Whether it is for managers of the server alone.
    pub for_managers: bool,
    /// The options that chats with pages offer to be typed, where its page sets the others. All of them can be
    /// typed elsewhere, and are read from wherever they come.
    pub beside_page: Option<&'static [&'static str]>,
    /// Reads its options.
    pub(super) read: fn(&Options<'_>) -> Result<Request, InputError>,
    /// Reads the action of one of its buttons, the part of an id after the ply: who may press it, and what it
    /// asks for. `None` for an action of another command.
    pub(super) press: fn(&str) -> Option<(Presser, Request)>,
    /// Who may press the buttons that [give](super::shortcut) this command with its options, or that open
    /// its modal.
    pub(super) given_by: Presser,
    /// Its modal, about the match on whose board it was asked for, if it was; none for most.
    pub(super) modal: Option<Fills>,
    /// Its buttons under a message that tells everybody what has happened in a match, or for somebody who
    /// asks what they can do.
    pub(super) offers: fn(&Narrator<'_>, &Match, Occasion<'_>) -> Vec<Button>,
}

impl Command {
    /// Returns what most commands have in common: no options, no buttons of their own, for everybody in a
    /// server. Who may press the buttons that give it, each command says itself.
    pub(super) const fn plain(given_by: Presser) -> Command {
        Command {
            name: "",
            options: &[],
            takes_bare: false,
            group: Group::Look,
            needs_server: false,
            of_person: None,
            for_managers: false,
            beside_page: None,
            read: |_| Err(InputError::NoCommand),
            press: |_| None,
            given_by,
            modal: None,
            offers: |_, _, _| Vec::new(),
        }
    }

    /// Returns true if it does something at a place of a chat.
    pub(crate) fn works_at(&self, markup: &dyn Markup, place: &Place) -> bool {
        (!self.needs_server || markup.is_shared(place))
            && (!self.for_managers || markup.has_channels())
    }

    /// Returns the option that a value without a name is meant for.
    pub(crate) fn unnamed(&self) -> Option<&'static Opt> {
        let first = self.options.first()?;
        (first.required || self.takes_bare).then_some(first)
    }

    /// Iterates over the options that are offered to be typed, in a chat with pages or one without.
    pub fn offered(&self, pages: bool) -> impl Iterator<Item = &'static Opt> + use<> {
        let beside = self.beside_page.filter(|_| pages);
        let is_offered = move |option: &&Opt| beside.is_none_or(|all| all.contains(&option.name));
        self.options.iter().filter(is_offered)
    }

    /// Returns the option of this name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&'static Opt> {
        self.options.iter().find(|option| option.name == name)
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.name)
    }
}

words! {
    /// The kinds of things that commands do, in the order in which `/help` lists them.
    pub(super) Group {
        "start" => Start,
        "move" => Move,
        "look" => Look,
        "agree" => Agree,
        "after" => After,
        "you" => You,
        "server" => Server,
    }
}

impl Eq for Command {}

impl PartialEq for Command {
    fn eq(&self, other: &Command) -> bool {
        self.name == other.name
    }
}

/// The occasion on which buttons are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion<'a> {
    /// Seats are free.
    Table,
    /// The board has changed, or stands again; with the first proposal that waits.
    Board(Option<&'a Motion>),
    /// Something is offered, proposed or missing, and may be answered.
    Asked(&'a Event),
    /// The match is paused.
    Paused,
    /// The player to move is reminded.
    Reminded,
    /// Computers play, and people watch.
    Watched,
    /// Only computers are left in play, and those who are out may end the match.
    LeftToComputers,
    /// This person was shown a board that has moved on.
    MovedOn(Person),
    /// The match is over.
    Ended,
    /// The player of this army asks for all that they can do besides moving.
    Acting(Color),
    /// Somebody asks for all that there is to see of the match.
    Looking,
}

impl<'a> Occasion<'a> {
    /// Returns the proposal that may be answered, if there is one.
    pub(super) fn proposal(self) -> Option<&'a Motion> {
        match self {
            Occasion::Board(proposal) => proposal,
            _ => self.asked().map(|(_, _, motion)| motion),
        }
    }

    /// Returns the proposal that an army has just made or agreed to, and that may be answered.
    pub(super) const fn asked(self) -> Option<(Color, OfferAction, &'a Motion)> {
        match self {
            Occasion::Asked(Event::Proposal { by, action, motion }) => Some((*by, *action, motion)),
            _ => None,
        }
    }
}

/// Returns the occasion of these events; `None` where no buttons are wanted, since those of the last
/// board serve on.
fn occasion<'a>(state: &'a Match, events: &'a [Event]) -> Option<Occasion<'a>> {
    let ends = |event: &Event| matches!(event, Event::Ended(_));
    let serves_on = |event: &Event| {
        let declined = event.proposal();
        declined.is_some_and(|(_, action, _)| action == OfferAction::Decline)
            || matches!(event, Event::Lapsed { .. })
    };
    // What was told together with moves shows another board.
    let moves = |event: &Event| matches!(event, Event::Moved { .. });
    let serves_on = events.iter().any(serves_on) && !events.iter().any(moves);
    Some(match state.stage() {
        Stage::Table => Occasion::Table,
        Stage::Ended if events.iter().any(ends) => Occasion::Ended,
        Stage::Ended => return None,
        Stage::Running if state.is_left_to_computers() => Occasion::LeftToComputers,
        Stage::Running if serves_on => return None,
        Stage::Running if state.is_paused() && events.contains(&Event::Paused) => Occasion::Paused,
        Stage::Running if matches!(events, [Event::Reminded { .. }]) => Occasion::Reminded,
        // Nobody is at the board who could press more.
        Stage::Running if state.is_of_computers() => Occasion::Watched,
        Stage::Running => match events.last().filter(|event| event.asks()) {
            Some(event) => Occasion::Asked(event),
            // A proposal outlives moves, and so do its buttons.
            None => Occasion::Board(state.proposals().iter().map(|one| &one.motion).next()),
        },
    })
}

/// An answer to a command, or why there is none.
pub(super) type Answer = Result<Reply, CommandError>;

/// Returns the modal of a command, about a match as it stood on some board, or about none, with its fields as
/// they were filled in before.
pub(super) type Fills = fn(&Context<'_>, Option<(MatchId, u32)>, &FilledIn) -> Reply;

/// The people who may press a button. It stands where everybody can press it, while its words are often
/// for one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presser {
    /// Those who are asked something by the button's message, such as the player to move or the players
    /// who have not agreed yet. The match itself refuses all others when it decides.
    Asked,
    /// Those who play in the match. The match itself refuses all others when it decides.
    Player,
    /// The person who opened the table, while it is open.
    Opener,
    /// Those who are invited to the table and have not answered.
    Invited,
    /// Managers of the server.
    Manager,
    /// Anybody who can see it.
    Anybody,
}

/// A command that could not be carried out.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The host refused or failed; with the match, where one was found.
    Host(HostError, Option<Arc<Match>>),
    /// An option did not fit.
    Input(InputError),
    /// The command has said why.
    Said(Box<Reply>),
}

impl<E: Into<HostError>> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        CommandError::Host(error.into(), None)
    }
}

impl From<InputError> for CommandError {
    fn from(error: InputError) -> CommandError {
        CommandError::Input(error)
    }
}

impl From<Reply> for CommandError {
    fn from(reply: Reply) -> CommandError {
        CommandError::Said(Box::new(reply))
    }
}

impl CommandError {
    /// Returns the failure of something that was asked of this match.
    pub(super) fn of(error: impl Into<HostError>, state: &Arc<Match>) -> CommandError {
        CommandError::Host(error.into(), Some(Arc::clone(state)))
    }
}

/// The context of one command or press: who speaks, where, about which match, and in which locale
/// they are answered. What a [`Narrator`] can say, it can say too.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) narrator: Narrator<'a>,
    pub(super) locales: &'a Locales,
    pub(super) incoming: &'a Incoming,
    pub(super) place: &'a Place,
    /// The speaker in matches: [`NOBODY`](super::NOBODY) if they are not known.
    pub(super) person: Person,
    /// What the speaker can see of the chat.
    pub(super) access: &'a dyn Access,
    /// The match that was named.
    pub(super) given: Option<&'a str>,
    /// The ply of the board that was pressed on.
    pub(super) shown_ply: Option<u32>,
    /// The person to ask about what is kept.
    pub(super) contact: Option<&'a str>,
    /// The origin of the page, where it is served.
    pub(super) page: Option<&'a str>,
    /// The ids by which the chat knows commands, once it has registered them.
    pub(super) command_ids: Option<&'a HashMap<String, u64>>,
}

impl<'a> Deref for Context<'a> {
    type Target = Narrator<'a>;

    fn deref(&self) -> &Narrator<'a> {
        &self.narrator
    }
}

/// The action of a button that shows the board from the presser's own seat.
pub(super) const VIEW: &str = "view";

/// The most matches that an answer offers a button for, a row of them.
pub(super) const MOST_SHOWN: usize = 5;

impl<'a> Context<'a> {
    /// Returns the buttons that answer each proposal that waits for the speaker.
    fn answers_to_all(&self, state: &Match) -> Vec<Button> {
        let waiting = state.open_proposals();
        let waiting = waiting.filter(|one| state.awaits(one, self.person));
        let answers = waiting.flat_map(|one| {
            let (by, action) = (one.by, OfferAction::Offer);
            let motion = one.motion;
            let asks = Event::Proposal { by, action, motion };
            offered(self, state, Occasion::Asked(&asks))
        });
        // To take it back is for the one who made it.
        let answers = answers.filter(|button| button.kind != ButtonKind::Withdraw);
        answers.take(Button::MOST).collect()
    }

    /// Returns how to look for the match that is meant.
    pub(super) fn lookup(&self, purpose: Purpose) -> Lookup<'a> {
        Lookup {
            purpose,
            given: self.given,
            place: self.place,
            speaker: self.person,
            // A page is for one person, wherever its matches are played.
            shared: self.is_shared() && self.markup.knows_people(),
            access: self.access,
            link_to: self.pass().map(|pass| pass.id),
        }
    }

    /// Returns the link by which the speaker speaks, if they do.
    pub(super) fn pass(&self) -> Option<&'a Pass> {
        self.incoming.speaker.pass.as_ref()
    }

    /// Returns the speaker's preferences. By a link they are nobody who could have any.
    pub(super) fn preferences(&self) -> PersonPreferences {
        match self.pass() {
            None => self.host.preferences_of(self.person),
            Some(_) => PersonPreferences::default(),
        }
    }

    /// Finds the match that is meant.
    pub(super) async fn find(&self, purpose: Purpose) -> Result<Arc<Match>, HostError> {
        self.host.find(&self.lookup(purpose)).await
    }

    /// Finds the match that is meant, changes it by a command, and tells everybody there.
    pub(super) async fn change(&self, purpose: Purpose, command: &MatchCommand) -> Answer {
        let state = self.find(purpose).await?;
        Ok(self.told(self.submit(&state, command).await?))
    }

    /// Submits a command to a match. Proposals are counted, unless they are refused.
    pub(super) async fn submit(
        &self,
        state: &Arc<Match>,
        command: &MatchCommand,
    ) -> Result<Done, CommandError> {
        let (host, id) = (self.host, state.id());
        let request_id = self.incoming.request_id.as_ref();
        let asker = host.asker(&self.incoming.speaker.identity);
        let count = || host.count(Limit::Proposals, (asker, id), request_id);
        let counted = command.proposes().then(count).transpose();
        let counted = counted.map_err(|limited| CommandError::of(limited, state))?;
        let request_id = request_id.cloned();
        let submitted = host.submit(id, self.person, command, self.shown_ply, request_id);
        submitted.await.map_err(|error| {
            // What is refused nobody else hears of.
            counted.into_iter().for_each(Counted::give_back);
            CommandError::of(error, state)
        })
    }

    /// Tells everybody what has been done, in the locale of the place.
    pub(super) fn told(&self, done: Done) -> Reply {
        let place = done.change.after.place();
        let everybody = Narrator {
            locale: &self.locales.of_place(self.host, place),
            ..self.narrator
        };
        let told = told(&everybody, &done.change);
        Reply {
            notice: done.notice,
            // The answer to the first request pings, or the outbox does.
            pings: Pings {
                people: if done.repeated {
                    Vec::new()
                } else {
                    told.pings.people
                },
                ..told.pings
            },
            ..told
        }
    }

    /// Finds the ruleset of this name, or the default one if none is given.
    pub(super) fn ruleset(&self, name: Option<&str>) -> Result<&'a Named, InputError> {
        let named = match name {
            // One that an operator added may be called as it is listed, by its name and what it is.
            Some(name) => self.rulesets.named(name).or_else(|| {
                let (name, _) = name.split_once(':')?;
                self.rulesets.named(name)
            }),
            None => self.rulesets.iter().next(),
        };
        named.ok_or_else(|| InputError::UnknownRuleset {
            given: cut(name.unwrap_or_default()),
            known: self.rulesets.names(),
        })
    }

    /// Returns the person behind a speaker, who is written down with what comes of it if they are new.
    ///
    /// # Errors
    ///
    /// The refusal of a bot, which can take no seat, and of somebody who is not in the server.
    pub(super) async fn meet(&self, speaker: &Speaker) -> Result<Person, CommandError> {
        let (identity, name) = (&speaker.identity, &speaker.name);
        let why = match speaker.account {
            Account::Person => None,
            Account::Absent => Some("refused-absent"),
            Account::Rondel | Account::OtherBot => Some("refused-bot"),
        };
        if let Some(why) = why {
            let called = self.visible(name).unwrap_or_else(|| self.word("nameless"));
            return Err(self.not_allowed(self.say(why, &[("name", &called)])));
        }
        Ok(self.host.expect(identity, name).await?)
    }

    /// Returns a command as it is typed, or as a link to it where the chat has such.
    pub(super) fn command(&self, name: &'static str) -> String {
        let id = self.command_ids.and_then(|ids| ids.get(name));
        let label = self.command_name(name);
        self.markup.command(&label, id.map(|id| (name, *id)))
    }

    /// Returns true if the people here share a server.
    pub(super) fn is_shared(&self) -> bool {
        self.markup.is_shared(self.place)
    }

    /// Returns true in a channel of a server.
    pub(super) fn is_in_server(&self) -> bool {
        self.markup.has_channels() && self.is_shared()
    }

    /// Returns true if a command works here.
    pub(super) fn has(&self, command: &Command) -> bool {
        command.works_at(self.markup, self.place)
    }

    /// Returns a refusal in the command's own words.
    pub(super) fn refuse(&self, reason: &'static str, message: Message) -> CommandError {
        Reply::refusal(reason, message).into()
    }

    /// Returns the button that shows the board of a match, named after it.
    pub(super) fn button_of(&self, id: MatchId) -> Button {
        let label = self.say("button-board-of", &[("match", &id)]);
        Button::of_match(id, VIEW, label)
    }

    /// Returns the refusal of something that this speaker may not do here.
    pub(super) fn not_allowed(&self, message: Message) -> CommandError {
        self.refuse(Rejection::NotAllowed.reason(), message)
    }

    /// Asks which of these matches is meant: says how each stands, and offers to do there what was asked
    /// for, or to show its board where no button can hold that.
    async fn ask_which(&self, request: &Request, why: &Rejection, candidates: &[MatchId]) -> Reply {
        let mut states = Vec::new();
        for id in candidates.iter().take(MOST_SHOWN) {
            match self.host.state(*id).await {
                Ok(state) => states.extend(state),
                Err(error) => store_failed(&error, "a match that may be meant cannot be read"),
            }
        }
        let line = |state: &Arc<Match>| {
            let story = self.story(state);
            if state.concerns(self.person) {
                story.listed(self.person, self.place)
            } else {
                story.to_watch(self.place)
            }
        };
        let error = HostError::Rejected(why.clone());
        let mut reply = refused(self, &error, &Tried::default());
        let text = mem::take(&mut reply.words_mut().text);
        let ways = |state: &Arc<Match>| ways_out(self, &request.task, why, state);
        let mut buttons: Vec<Button> = states.iter().flat_map(ways).collect();
        if buttons.is_empty() {
            let input = &self.incoming.input;
            let button = |state: &Arc<Match>| {
                let label = self.say("button-in", &[("match", &state.id())]);
                typed_in(state, input, label).unwrap_or_else(|| self.button_of(state.id()))
            };
            buttons = states.iter().map(button).collect();
        }
        let lines = [text].into_iter().chain(states.iter().map(line));
        reply.saying(Message::lines(lines)).over(buttons)
    }

    /// Explains why a request failed, with buttons that lead on.
    pub(super) async fn explained(&self, request: &Request, failure: CommandError) -> Reply {
        let (error, state) = match failure {
            CommandError::Said(reply) => return *reply,
            CommandError::Input(error) => return misread(self, &error),
            CommandError::Host(error, state) => (error, state),
        };
        if let HostError::Rejected(why @ Rejection::WhichMatch { candidates }) = &error {
            return self.ask_which(request, why, candidates).await;
        }
        let typed = self.markup.name(&request.task.typed());
        let attempt = Tried {
            topic: request.task.topic(),
            state: state.as_deref(),
            army: state.as_ref().and_then(|state| state.color_of(self.person)),
            typed: &typed,
            ..Tried::default()
        };
        let mut reply = refused(self, &error, &attempt);
        if let (HostError::Rejected(rejection), Some(state)) = (&error, &state) {
            let occasion = match rejection {
                // A board that has moved on once more would be an old one again.
                Rejection::PositionMovedOn { now, .. } if state.ply() == *now => {
                    Some(Occasion::MovedOn(self.person))
                }
                Rejection::Paused => Some(Occasion::Paused),
                Rejection::ArmyOut if state.is_left_to_computers() => {
                    Some(Occasion::LeftToComputers)
                }
                _ => None,
            };
            let is_old = self.shown_ply.is_some_and(|shown| shown != state.ply());
            if request.cost == Cost::Step && (is_old || state.stage() == Stage::Ended) {
                let army = state.color_of(self.person);
                let board = Shown::Board(self.locale.seen_from(state, army));
                reply = reply.showing(board);
                reply.state = Some(Arc::clone(state));
            }
            let mut buttons = ways_out(self, &request.task, rejection, state);
            if request.page == PageUse::Replaces && *rejection != Rejection::Paused {
                reply.page = Page::Turns;
            }
            let offered = occasion.map(|occasion| offered(self, state, occasion));
            buttons.extend(offered.unwrap_or_default());
            let rules = match rejection {
                Rejection::Move(error) => Some(rules::button_for(self, error)),
                Rejection::ClaimNotDue(_) => Some(rules::button_to(self, "draws")),
                _ => None,
            };
            buttons.truncate(Button::MOST - usize::from(rules.is_some()));
            buttons.extend(rules);
            if *rejection == Rejection::AlreadyProposed {
                buttons.extend(self.answers_to_all(state));
            }
            reply = reply.over(buttons);
        }
        reply
    }
}

/// Returns the buttons under a refusal, which do what was meant.
fn ways_out(cx: &Context<'_>, task: &Task, why: &Rejection, state: &Match) -> Vec<Button> {
    match (why, task) {
        (Rejection::ClaimNotDue(why), _) => r#move::claims(cx, why, state),
        (_, Task::Move(task)) => r#move::ways_out(cx, task, why, state),
        (
            Rejection::WhichPartner { candidates },
            Task::Change(_, MatchCommand::Pact { action, .. }),
        ) => pact::with_each(cx, *action, *candidates, state),
        (Rejection::NeedsConfirmation { .. } | Rejection::WhichWinner { .. }, _) => {
            resign::ways_out(cx, why, state)
        }
        _ => Vec::new(),
    }
}

/// Returns the refusal of something that could not be read.
pub(super) fn misread(narrator: &Narrator<'_>, error: &InputError) -> Reply {
    let (reason, message) = error.refusal(narrator.texts(), |typed| narrator.markup.name(typed));
    Reply::refusal(reason, message)
}

/// Returns the time at which somebody who reached a limit may try again; empty if it is not known.
fn come_again(narrator: &Narrator<'_>, limited: &Limited) -> String {
    let Some((at, seconds)) = limited.again else {
        return String::new();
    };
    let moment = narrator.markup.again(at);
    moment.unwrap_or_else(|| narrator.say("again-in", &[("count", &seconds)]).into())
}

/// Returns the refusal of an attempt, in a sentence, and logs failures of the store.
pub(super) fn refused(narrator: &Narrator<'_>, error: &HostError, attempt: &Tried<'_>) -> Reply {
    let (mut again, mut pending) = (String::new(), String::new());
    match error {
        HostError::Store(error) => store_failed(error, "the store failed"),
        HostError::Limited(limited) => again = come_again(narrator, limited),
        HostError::Rejected(Rejection::AlreadyAgreed {
            pending: armies,
            substitute,
        }) => {
            let story = attempt.state.map(|state| narrator.story(state));
            pending = story.map_or_else(String::new, |story| story.asked(*armies, *substitute));
        }
        HostError::Rejected(_) => {}
    }
    let (again, pending) = (&again, &pending);
    let attempt = Tried {
        again,
        pending,
        ..*attempt
    };
    let (reason, message) = refusals::refusal(narrator.texts(), error, &attempt);
    // What is proposed already is named.
    let is_proposed = matches!(error, HostError::Rejected(Rejection::AlreadyProposed));
    let story = attempt.state.filter(|_| is_proposed);
    let story = story.map(|state| narrator.story(state));
    let named = story.map_or_else(Vec::new, |story| match attempt.topic {
        Topic::Proposal => story.proposals(),
        Topic::Pact { .. } => story.agreements(),
        _ => Vec::new(),
    });
    Reply::refusal(reason, Message::lines([message].into_iter().chain(named)))
}

/// Tells everybody at a match's place what has happened in it, with the buttons of the commands that
/// come next.
pub(super) fn told(narrator: &Narrator<'_>, account: &Change) -> Reply {
    told_from(narrator, account, 0)
}

/// Tells the same where no answer has: of a match that begins what follows, since its table says that.
pub(super) fn posted(narrator: &Narrator<'_>, account: &Change) -> Reply {
    let mut events = account.events.iter();
    let begins = events.position(|event| *event == Event::Started);
    told_from(narrator, account, begins.map_or(0, |begins| begins + 1))
}

/// Tells what has happened from this event of a change on.
fn told_from(narrator: &Narrator<'_>, account: &Change, from: usize) -> Reply {
    let (state, events) = (&account.after, &account.events);
    let news = news(account);
    let quietly = account.is_of_computers_left();
    let story = narrator.story_of(account);
    let told = if quietly {
        story.account_of_rest(&events[from..])
    } else {
        story.account(&events[from..])
    };
    let lines = [told].into_iter().chain(narrator.invitation(events));
    let buttons = occasion(state, events).map(|at| offered(narrator, state, at));
    let buttons = buttons.unwrap_or_default();
    let is_table = news == News::TableOpened;
    let mut pings = Pings::of(pings(account));
    let is_invited = |event: &Event| matches!(event, Event::Invited { .. });
    pings.call = if news.ends() {
        // Where nobody is called, the page says it all.
        (!quietly).then(|| Call::of(story.end(&events[from..])))
    } else {
        let calls = is_table && !pings.people.is_empty();
        let calls = calls || !news.opens() && events.iter().any(is_invited);
        calls.then(|| invitation(narrator, state, |_| true))
    };
    let page = is_table.then(|| table_page(narrator, state, buttons.clone()));
    let board = shows_board(account).then(|| Shown::Board(narrator.locale.seen_from(state, None)));
    let reply = Reply::about(Arc::clone(state), Message::lines(lines)).over(buttons);
    let Reply { body, .. } = reply.showing(board);
    Reply {
        audience: Audience::All,
        state: Some(Arc::clone(state)),
        body: match page {
            Some(blocks) => body.as_page(blocks),
            None => body,
        },
        news,
        pings,
        locale: Some(narrator.locale.clone()),
        ..Reply::default()
    }
}

/// Tells a table as it stands, with the buttons of its seats while it is open.
pub(super) fn table(narrator: &Narrator<'_>, state: &Match) -> Reply {
    let buttons = if state.stage() == Stage::Table {
        offered(narrator, state, Occasion::Table)
    } else {
        Vec::new()
    };
    let blocks = table_page(narrator, state, buttons.clone());
    let Reply { body, .. } = Reply::words(narrator.story(state).table_now()).over(buttons);
    Reply {
        audience: Audience::All,
        locale: Some(narrator.locale.clone()),
        body: body.as_page(blocks),
        ..Reply::default()
    }
}

/// Returns the buttons that all commands offer on an occasion, in the order of the table.
pub(super) fn offered(
    narrator: &Narrator<'_>,
    state: &Match,
    occasion: Occasion<'_>,
) -> Vec<Button> {
    let commands = COMMANDS.iter();
    commands
        .flat_map(|command| (command.offers)(narrator, state, occasion))
        .collect()
}

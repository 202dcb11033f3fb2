//! Answers commands and presses, completes what is typed, and words the rows of the outbox.

use std::sync::Arc;

use super::{
    COMMANDS,
    command::{Command, Context, Cost, Errand, PageUse, Request, misread, refused, table, told},
    incoming::{Incoming, Input, Speaker},
    options::{InputError, MATCH, Opt, Options, cut},
    suggestion::{Suggestion, Typing, choices, suggest, values},
    visibility::{Glance, Visibility},
};
use crate::{
    host::{Counted, FullAccess, Host, LeftTables, Limit, Limited, Lookup, Purpose},
    matchplay::{Match, Person, Place, Rejection},
    messages::{
        Audience, ButtonId, Language, Locale, Locales, Markup, Narrator, Page, Picture, Reply,
        Texts, refusals::Attempt,
    },
    rulesets::Rulesets,
    store::{Notice, StoreError},
};

/// A speaker who is not known, and need not be to look.
const NOBODY: Person = Person(0);

/// Answers the people of one chat, from the table of commands. It speaks to one person in their
/// language, and to everybody in that of the server.
#[derive(Debug)]
pub struct Responder {
    host: Arc<Host>,
    rulesets: Rulesets,
    markup: Arc<dyn Markup>,
    locales: Locales,
    visibility: Arc<dyn Visibility>,
    contact: Option<String>,
    draws: bool,
}

impl Responder {
    /// Returns a responder for the matches of a host, with the markup of one chat.
    #[must_use]
    pub fn new(host: Arc<Host>, markup: Arc<dyn Markup>) -> Responder {
        Responder {
            host,
            rulesets: Rulesets::presets(),
            markup,
            locales: Locales::new(Language::default()),
            visibility: Arc::new(FullAccess),
            contact: None,
            draws: true,
        }
    }

    /// Replaces English as the language for those who have not chosen one.
    #[must_use]
    pub fn with_language(self, language: Language) -> Responder {
        let locales = Locales::new(language);
        Responder { locales, ..self }
    }

    /// Sets if the chat draws pictures. By default it does.
    #[must_use]
    pub fn with_pictures(self, draws: bool) -> Responder {
        Responder { draws, ..self }
    }

    /// Adds a contact for questions about what is kept of people.
    #[must_use]
    pub fn with_contact(self, contact: Option<&str>) -> Responder {
        let contact = contact.map(str::to_owned);
        Responder { contact, ..self }
    }

    /// Replaces the rulesets, which are the presets by default.
    #[must_use]
    pub fn with_rulesets(self, rulesets: Rulesets) -> Responder {
        Responder { rulesets, ..self }
    }

    /// Adds the visibility of places, for a chat in which not everybody sees every place.
    #[must_use]
    pub fn with_visibility(self, visibility: Arc<dyn Visibility>) -> Responder {
        Responder { visibility, ..self }
    }

    /// Returns the host behind it.
    #[must_use]
    pub const fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// Returns the chat's markup.
    #[must_use]
    pub fn markup(&self) -> &dyn Markup {
        &*self.markup
    }

    /// Returns the languages that it speaks.
    pub(crate) const fn locales(&self) -> &Locales {
        &self.locales
    }

    /// Returns the locale of those who have chosen nothing.
    #[must_use]
    pub const fn usual(&self) -> &Locale {
        self.locales.usual()
    }

    /// Tells stories in a locale.
    pub(crate) fn narrator<'a>(&'a self, locale: &'a Locale) -> Narrator<'a> {
        Narrator {
            host: &self.host,
            rulesets: &self.rulesets,
            markup: &*self.markup,
            locale,
        }
    }

    /// Returns the locale in which a speaker alone is answered.
    pub(crate) async fn locale_of(&self, speaker: &Speaker, place: &Place) -> Locale {
        let person = self.person_of(speaker).await;
        self.locales
            .of_person(&self.host, person, speaker.language, place)
    }

    /// Returns the person who speaks, if they are known.
    async fn person_of(&self, speaker: &Speaker) -> Option<Person> {
        let found = self.host.people().find(&speaker.identity).await;
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, "somebody could not be looked up");
            None
        })
    }

    /// Returns the locale in which everybody at a place is spoken to.
    pub(crate) fn locale_at(&self, place: &Place) -> Locale {
        self.locales.of_place(&self.host, place)
    }

    /// Answers a command or a press in the speaker's locale.
    pub async fn answer(&self, incoming: &Incoming) -> Reply {
        let locale = self.locale_of(&incoming.speaker, &incoming.place).await;
        self.answer_in(&locale, incoming).await
    }

    /// Answers a command or a press in a locale. Seat, turn, server and position are judged alike for
    /// both.
    pub async fn answer_in(&self, locale: &Locale, incoming: &Incoming) -> Reply {
        let narrator = self.narrator(locale);
        let (command, reply) = match read(&incoming.input) {
            Ok(read) => {
                let reply = self.run(&narrator, &read, incoming).await;
                (Some(read.command), reply)
            }
            Err((command, error)) => (command, misread(&narrator, &error)),
        };
        signed(reply, command, locale)
    }

    async fn run(&self, narrator: &Narrator<'_>, read: &Read, incoming: &Incoming) -> Reply {
        let (speaker, request) = (&incoming.speaker, &read.request);
        // Buttons are pressed wherever a message brings them.
        let typed = matches!(incoming.input, Input::Command { .. });
        if typed && !read.command.works_alone && !self.markup.is_shared(&incoming.place) {
            let name = narrator.command_name(read.command.name);
            let text = narrator.say("refused-server-only", &[("command", &name)]);
            return Reply::refusal(Rejection::NotAllowed.reason(), text);
        }
        let Speaker { identity, name, .. } = speaker;
        let welcome = self.host.welcome(identity, name, request.visit);
        let person = match welcome.await {
            Ok(person) => person.unwrap_or(NOBODY),
            Err(error) => return refused(narrator, &error.into(), &Attempt::default()),
        };
        let cx = Context {
            narrator: *narrator,
            locales: &self.locales,
            incoming,
            place: &incoming.place,
            person,
            access: &Glance::new(&*self.visibility, speaker),
            given: read.given.as_deref(),
            shown_ply: read.shown_ply,
            contact: self.contact.as_deref(),
        };
        let cost = match request.cost {
            Cost::Picture | Cost::Step if !self.draws => Cost::Free,
            cost => cost,
        };
        let counted = match charge(&cx, cost) {
            Ok(counted) => counted,
            Err(limited) => return refused(narrator, &limited.into(), &Attempt::default()),
        };
        let for_managers = request.for_managers || read.command.for_managers;
        let answer = if for_managers && !speaker.manages {
            Err(cx.not_allowed(cx.say("refused-not-managing", &[])))
        } else {
            (request.run)(&cx).await
        };
        let mut reply = answer.unwrap_or_else(|failure| cx.explained(request, failure));
        settle(cost, counted, &mut reply);
        let turns = matches!(request.page, PageUse::Turns | PageUse::Replaces);
        if turns && reply.refused.is_none() && reply.page == Page::Stays {
            reply.page = Page::Turns;
        }
        reply
    }

    /// Returns the refusal of a line that could not be read.
    pub(crate) fn misread(&self, locale: &Locale, error: &InputError) -> Reply {
        let command = match error {
            InputError::UnknownOption { command, .. } => command_named(command),
            _ => None,
        };
        signed(misread(&self.narrator(locale), error), command, locale)
    }

    /// Returns the choices of an option, each with an explanation, where its list is closed. Rulesets
    /// that an operator has added are among them.
    #[must_use]
    pub fn choices(&self, texts: &Texts, option: &Opt) -> Vec<Suggestion> {
        choices(texts, &self.rulesets, option)
    }

    /// Returns the same in the usual language, and also values that need no explanation.
    #[must_use]
    pub fn values(&self, option: &Opt) -> Vec<Suggestion> {
        values(&self.usual().texts, &self.rulesets, option)
    }

    /// Returns suggestions for an option, best first; none where nothing fits, or where the option is
    /// not completed.
    pub async fn suggest(
        &self,
        speaker: &Speaker,
        place: &Place,
        typing: &Typing<'_>,
        most: usize,
    ) -> Vec<Suggestion> {
        let option = command_named(typing.command).and_then(|one| one.option(typing.option));
        let Some(option) = option.filter(|option| option.kind.is_completed()) else {
            return Vec::new();
        };
        let asker = self.host.asker(&speaker.identity);
        if self.host.count(Limit::Completions, asker, None).is_err() {
            // Nobody types this fast. Nothing can be said here, and the next letter asks again.
            return Vec::new();
        }
        let locale = self.locale_of(speaker, place).await;
        let access = Glance::new(&*self.visibility, speaker);
        let person = self.person_of(speaker).await;
        let lookup = person.map(|person| Lookup {
            purpose: Purpose::Show,
            given: typing.given,
            place,
            speaker: person,
            access: &access,
        });
        let narrator = self.narrator(&locale);
        suggest(&narrator, option.kind, lookup, typing.text, most).await
    }

    /// Words a row of the outbox, with those that are told together with it, in the locale of its
    /// place; `None` when its match is gone or nobody wants to hear it. `left` are the tables of that
    /// place that somebody left who asked to be forgotten.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn notify(
        &self,
        notice: &Notice,
        left: Option<&LeftTables>,
    ) -> Result<Option<Reply>, StoreError> {
        let Some(left) = left else {
            let account = self.host.account(notice.id, notice.from, notice.to).await?;
            let wanted = account.filter(|account| !self.host.is_unwanted(account));
            return Ok(wanted.map(|account| {
                let locale = self.locale_at(account.after.place());
                told(&self.narrator(&locale), &account)
            }));
        };
        let state = self.host.state(notice.id).await?;
        Ok(state.map(|state| {
            let locale = self.locale_at(state.place());
            let text = self.narrator(&locale).left_tables(left);
            Reply {
                audience: Audience::All,
                locale: Some(locale),
                ..Reply::about(state, text)
            }
        }))
    }

    /// Tells a table as it stands, in the locale of the place where it was opened.
    pub(crate) fn table(&self, state: &Match) -> Reply {
        let locale = self.locale_at(state.opened_at());
        table(&self.narrator(&locale), state)
    }

    /// Words a row of the outbox in a locale; `None` when its match is gone.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn retell(
        &self,
        locale: &Locale,
        notice: &Notice,
    ) -> Result<Option<Reply>, StoreError> {
        let account = self.host.account(notice.id, notice.from, notice.to).await?;
        Ok(account.map(|account| told(&self.narrator(locale), &account)))
    }

    /// Returns the picture of a reply: of the match that it shows, or its own.
    #[must_use]
    pub fn picture(&self, reply: &Reply) -> Option<Picture> {
        let (Some(state), Some(seat)) = (&reply.state, reply.seat) else {
            return reply.picture.clone();
        };
        let name = format!("{}-{}", state.id(), state.ply());
        let locale = reply.locale.as_ref().unwrap_or(self.usual());
        let view = self.narrator(locale).view(state, seat);
        Some(Picture::of_board(name, view))
    }
}

/// Counts a request for its limit. A step on the way to a move goes on without room for a picture.
fn charge(cx: &Context<'_>, cost: Cost) -> Result<Option<Counted>, Limited> {
    let request_id = cx.incoming.request_id.as_ref();
    let asker = cx.host.asker(&cx.incoming.speaker.identity);
    let count = |limit| cx.host.count(limit, asker, request_id);
    match cost {
        Cost::Free => Ok(None),
        Cost::Step => Ok(count(Limit::Pictures).ok()),
        Cost::Picture => count(Limit::Pictures).map(Some),
        Cost::Unless(limit) => count(limit).map(Some),
    }
}

/// Gives back what was counted for something that came to nothing. A step for which nothing could be
/// counted has no picture.
fn settle(cost: Cost, counted: Option<Counted>, reply: &mut Reply) {
    let draws = reply.seat.is_some() || reply.picture.is_some();
    // The board after a move is for everybody, and no limit holds it up.
    let moved = reply.audience == Audience::All;
    let counts = match cost {
        Cost::Free => false,
        Cost::Step => draws && !moved,
        Cost::Picture => draws,
        Cost::Unless(_) => reply.refused.is_none(),
    };
    match counted {
        Some(counted) if !counts => counted.give_back(),
        None if cost == Cost::Step && !moved => {
            reply.seat = None;
            reply.picture = None;
        }
        Some(_) | None => {}
    }
}

/// Returns the reply as the answer to a command, in a locale unless it has one.
fn signed(reply: Reply, command: Option<&Command>, locale: &Locale) -> Reply {
    Reply {
        command: command.map(|command| command.name),
        locale: reply.locale.or_else(|| Some(locale.clone())),
        ..reply
    }
}

/// An input that was read by the table.
struct Read {
    command: &'static Command,
    request: Request,
    /// The match that is named, or on whose board something was pressed.
    given: Option<String>,
    /// The ply of that board, where it must be the latest.
    shown_ply: Option<u32>,
}

/// Reads an input by the table. With an error comes the command that was meant, if it is there.
fn read(input: &Input) -> Result<Read, (Option<&'static Command>, InputError)> {
    let (name, options) = match input {
        Input::Press(id) => return pressed(id).ok_or((None, InputError::UnknownButton)),
        Input::Command { name, options } => (name, options),
    };
    let command = command_named(name);
    let command = command.ok_or_else(|| (None, InputError::UnknownCommand(cut(name))))?;
    let options = Options::read(command.name, command.options, options);
    let read = options.and_then(|options| {
        Ok(Read {
            command,
            request: (command.read)(&options)?,
            given: options.owned(MATCH.name),
            shown_ply: None,
        })
    });
    read.map_err(|error| (Some(command), error))
}

/// Reads the id of a button whose action a command of the table knows.
fn pressed(id: &str) -> Option<Read> {
    let ButtonId { of, action } = id.parse().ok()?;
    COMMANDS.iter().find_map(|command| {
        let request = (command.press)(&action)?;
        let looks = matches!(request.page, PageUse::LooksBack | PageUse::Turns);
        // An action about a match does nothing without one, and the other way around.
        (request.of_match == of.is_some()).then_some(Read {
            command,
            request,
            given: of.map(|(id, _)| id.to_string()),
            shown_ply: of.map(|(_, ply)| ply).filter(|_| !looks),
        })
    })
}

fn command_named(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Returns the work for an input that the chat does itself, or first.
#[must_use]
pub fn errand(input: &Input) -> Option<Errand> {
    read(input).ok()?.request.errand
}

/// Checks a command with its options, or the id of a button, against the table.
///
/// # Errors
///
/// [`InputError`] for the first thing that does not fit.
pub fn check_input(input: &Input) -> Result<(), InputError> {
    read(input).map(drop).map_err(|(_, error)| error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_button(id: &str) -> bool {
        check_input(&Input::Press(id.to_owned())).is_ok()
    }

    #[test]
    fn buttons_are_known_and_forgeries_are_not() {
        let rounds = "rd1:-:0:leaders:three-man";
        let long = format!("rd1:-:0:leaders:{}.server.month.1", "9".repeat(32));
        for good in [
            "rd1:m7k3q:17:join:gray",
            "rd1:m7k3q:0:leave",
            "rd1:m7k3q:4294967295:view",
            "rd1:m7k3q:17:draw",
            "rd1:m7k3q:17:draw:decline",
            "rd1:m7k3q:17:resign",
            "rd1:m7k3q:17:resign:confirm",
            "rd1:m7k3q:17:resign:white",
            "rd1:m7k3q:17:resign:confirm:black",
            "rd1:m7k3q:17:resign:accept",
            "rd1:m7k3q:17:resign:decline",
            "rd1:m7k3q:17:resign:withdraw",
            "rd1:m7k3q:17:pact:offer:white",
            "rd1:m7k3q:17:pact:accept:gray",
            "rd1:m7k3q:17:pact:revoke:black",
            "rd1:m7k3q:17:claim:g1f3",
            "rd1:m7k3q:17:abort:accept",
            "rd1:m7k3q:17:abort:decline",
            "rd1:m7k3q:17:pause",
            "rd1:m7k3q:17:pause:accept",
            "rd1:m7k3q:17:pause:decline",
            "rd1:m7k3q:17:takeback:accept",
            "rd1:m7k3q:17:takeback:decline",
            "rd1:m7k3q:17:seat:grant:gray",
            "rd1:m7k3q:17:seat:substitute:gray",
            "rd1:m7k3q:17:seat:computer:gray",
            "rd1:m7k3q:17:seat:end:gray",
            "rd1:m7k3q:17:seat:decline:gray",
            "rd1:m7k3q:17:rematch",
            "rd1:m7k3q:17:history:1",
            "rd1:m7k3q:17:history:4294967295",
            "rd1:m7k3q:17:since",
            "rd1:m7k3q:17:ply:start:white",
            "rd1:m7k3q:17:ply:7:white",
            "rd1:m7k3q:17:ply:now:white",
            "rd1:m7k3q:17:zoom:black",
            "rd1:m7k3q:17:move",
            "rd1:m7k3q:17:pieces:2",
            "rd1:m7k3q:17:from:g1:1",
            "rd1:m7k3q:17:to:d2d1",
            "rd1:m7k3q:17:to:d2d1q",
            "rd1:m7k3q:17:make:g1f3",
            "rd1:-:0:forget-me",
            &format!("{rounds}.server.month.1"),
            &format!("{rounds}.everywhere.all.4294967295"),
            &long,
        ] {
            assert!(is_button(good), "{good}");
        }
        for bad in [
            "",
            "rd1",
            "rd1:m7k3q:0",
            "rd2:m7k3q:0:view",
            "rd1:m7k3q:+1:view",
            "rd1:m7k3q:-1:view",
            "rd1:M7K3Q:1:view",
            "rd1:m7k3q:01:view",
            "rd1:m7k3q:1:join:red",
            "rd1:m7k3q:1:view:x",
            "rd1:m7k3q:1:history",
            "rd1:m7k3q:1:history:",
            "rd1:m7k3q:1:history:01",
            "rd1:m7k3q:1:history:+1",
            "rd1:m7k3q:1:history:1:2",
            "rd1:m7k3q:1:history:4294967296",
            "rd1:m7k3q:1:since:",
            "rd1:m7k3q:1:since:1",
            "rd1:m7k3q:1:zoom",
            "rd1:m7k3q:1:zoom:red",
            "rd1:m7k3q:1:ply",
            "rd1:m7k3q:1:ply:7",
            "rd1:m7k3q:1:ply:07:white",
            "rd1:m7k3q:1:ply:-1:white",
            "rd1:m7k3q:1:ply:4294967296:white",
            "rd1:m7k3q:1:ply:now:red",
            "rd1:m7k3q:1:ply:then:white",
            "rd1:m7k3q:1:ply:7:white:x",
            "rd1:m7k3q:1:resign:red",
            "rd1:m7k3q:1:resign:white:confirm",
            "rd1:m7k3q:1:resign:confirm:now",
            "rd1:m7k3q:1:pact",
            "rd1:m7k3q:1:pact:accept",
            "rd1:m7k3q:1:pact:decline:white",
            "rd1:m7k3q:1:seat:free:white",
            "rd1:m7k3q:1:claim",
            "rd1:m7k3q:1:claim:",
            "rd1:m7k3q:1:claim:Nf3",
            "rd1:m7k3q:1:claim:G1F3",
            "rd1:m7k3q:1:claim:g1f3k",
            "rd1:m7k3q:1:claim:g1f3:x",
            "rd1:m7k3q:1:move:",
            "rd1:m7k3q:1:move:1",
            "rd1:m7k3q:1:pieces",
            "rd1:m7k3q:1:pieces:-1",
            "rd1:m7k3q:1:from:g1",
            "rd1:m7k3q:1:from:g1:",
            "rd1:m7k3q:1:from:g7:1",
            "rd1:m7k3q:1:from:G1:1",
            "rd1:m7k3q:1:from:g1:01",
            "rd1:m7k3q:1:from:g1:1:1",
            "rd1:m7k3q:1:to",
            "rd1:m7k3q:1:to:g1",
            "rd1:m7k3q:1:to:Nf3",
            "rd1:m7k3q:1:make:g1f3:1",
            "rd1:m7k3q:0:forget-me",
            "rd1:-:0:view",
            "rd1:-:0:leaders",
            "rd1:-:0:leaders:",
            &format!("{rounds}.server.month"),
            &format!("{rounds}.server.month."),
            &format!("{rounds}.server.month.0"),
            &format!("{rounds}.server.month.01"),
            &format!("{rounds}.server.month.+1"),
            &format!("{rounds}.server.month.-1"),
            &format!("{rounds}.server.month.1.1"),
            &format!("{rounds}.server.month.1:x"),
            &format!("{rounds}.server.month.4294967296"),
            &format!("{rounds}.server.week.1"),
            &format!("{rounds}.discord/1.month.1"),
            "rd1:-:0:leaders:Three-Man.server.month.1",
            "rd1:-:0:leaders:.server.month.1",
            "rd1:-:0:leaders:a b.server.month.1",
            "rd1:-:1:leaders:three-man.server.month.1",
            "rd1:m7k3q:0:leaders:three-man.server.month.1",
            &format!("rd1:-:0:leaders:{}.server.month.1", "a".repeat(100)),
        ] {
            assert!(!is_button(bad), "{bad}");
        }
    }
}

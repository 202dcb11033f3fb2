//! Answers commands and presses, completes what is typed, and words the rows of the outbox.

use std::{sync::Arc, time::Duration};

use super::{
    command::{Command, Context, Cost, Errand, PageUse, Request, misread, refused, told},
    options::{InputError, MATCH, Options, Speaker, Value, cut},
    suggestion::{Suggestion, Typing, suggest},
    visibility::{Glance, Visibility},
};
use crate::{
    host::{Counted, FullAccess, Host, LeftTables, Limit, Limited, Lookup, Purpose},
    matchplay::{MatchId, Person, Place, Rejection},
    messages::{
        Audience, ButtonId, Language, Locale, Locales, Markup, Narrator, Page, Picture, Reply,
        Texts, refusals::Attempt,
    },
    rulesets::Rulesets,
    store::{Notice, RequestId, StoreError, people::People},
};

/// A speaker who is not known, and need not be to look.
const NOBODY: Person = Person(0);

/// A command as it was given.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The person who gives it.
    pub speaker: Speaker,
    /// The place.
    pub place: Place,
    /// The channel that the place hangs on, if it is a thread.
    pub within: Option<Place>,
    /// The command's name.
    pub command: String,
    /// Its options, by name.
    pub options: Vec<(String, Value)>,
    /// The most bytes of a file that comes with the answer, where the chat says so.
    pub most_bytes: Option<u64>,
    /// Tells a repeated request from a new one.
    pub request_id: Option<RequestId>,
}

/// A press of a button, or a choice from a menu.
#[derive(Clone, Debug)]
pub struct Press {
    /// The person who presses.
    pub speaker: Speaker,
    /// The place.
    pub place: Place,
    /// The id of the button or of the option that was chosen. Nothing in it is trusted: it says what
    /// somebody asks for, as a typed command would.
    pub id: String,
    /// The most bytes of a file that comes with the answer, where the chat says so.
    pub most_bytes: Option<u64>,
    /// Tells a repeated request from a new one.
    pub request_id: Option<RequestId>,
}

/// A press that was read.
struct Pressed {
    command: &'static Command,
    request: Request,
    /// The match and its ply on the board that was pressed on.
    of: Option<(MatchId, u32)>,
}

/// Answers the people of one chat, from the table of commands. It speaks to one person in their
/// language, and to everybody in that of the server.
#[derive(Debug)]
pub struct Responder {
    host: Arc<Host>,
    people: Arc<People>,
    table: &'static [Command],
    rulesets: Arc<Rulesets>,
    markup: Arc<dyn Markup>,
    locales: Locales,
    usual: Locale,
    visibility: Arc<dyn Visibility>,
    contact: Option<String>,
    draws: bool,
}

impl Responder {
    /// A responder for the matches of a host, with the markup of one chat.
    #[must_use]
    pub fn new(host: Arc<Host>, people: Arc<People>, markup: Arc<dyn Markup>) -> Responder {
        let locales = Locales::new(Language::default());
        let usual = locales.usual();
        Responder {
            host,
            people,
            table: super::COMMANDS,
            rulesets: Arc::new(Rulesets::presets()),
            markup,
            locales,
            usual,
            visibility: Arc::new(FullAccess),
            contact: None,
            draws: true,
        }
    }

    /// The same in another language than English where nobody has chosen one.
    #[must_use]
    pub fn with_language(self, language: Language) -> Responder {
        let locales = Locales::new(language);
        let usual = locales.usual();
        Responder {
            locales,
            usual,
            ..self
        }
    }

    /// The same for a chat that draws no pictures, or draws them.
    #[must_use]
    pub fn with_pictures(self, draws: bool) -> Responder {
        Responder { draws, ..self }
    }

    /// The same with somebody to be asked about what is kept of people.
    #[must_use]
    pub fn with_contact(self, contact: Option<&str>) -> Responder {
        let contact = contact.map(str::to_owned);
        Responder { contact, ..self }
    }

    /// The same with other rulesets than the presets.
    #[must_use]
    pub fn with_rulesets(self, rulesets: Rulesets) -> Responder {
        let rulesets = Arc::new(rulesets);
        Responder { rulesets, ..self }
    }

    /// The same for a chat in which not everybody sees every place.
    #[must_use]
    pub fn with_visibility(self, visibility: Arc<dyn Visibility>) -> Responder {
        Responder { visibility, ..self }
    }

    /// The host behind it.
    #[must_use]
    pub const fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// The people behind it.
    #[must_use]
    pub const fn people(&self) -> &Arc<People> {
        &self.people
    }

    /// The chat's markup.
    #[must_use]
    pub fn markup(&self) -> &dyn Markup {
        &*self.markup
    }

    /// The rulesets that matches can be played by.
    #[must_use]
    pub fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    /// The languages that it speaks.
    #[must_use]
    pub const fn locales(&self) -> &Locales {
        &self.locales
    }

    /// The locale in which nobody has chosen anything.
    #[must_use]
    pub const fn usual(&self) -> &Locale {
        &self.usual
    }

    /// The texts of a language.
    #[must_use]
    pub fn texts(&self, language: Language) -> &Texts {
        self.locales.texts(language)
    }

    /// Tells stories in a locale.
    #[must_use]
    pub fn narrator<'a>(&'a self, locale: &'a Locale) -> Narrator<'a> {
        Narrator {
            host: &self.host,
            people: &self.people,
            rulesets: &self.rulesets,
            markup: &*self.markup,
            locale,
        }
    }

    /// The locale in which a speaker alone is answered.
    #[must_use]
    pub fn locale_of(&self, speaker: &Speaker, place: &Place) -> Locale {
        let person = self.people.find(&speaker.identity).unwrap_or_else(|error| {
            tracing::warn!(%error, "somebody could not be looked up");
            None
        });
        self.locales
            .of_person(&self.host, person, speaker.language, place)
    }

    /// The locale in which a person is told something whose chat says nothing of them.
    #[must_use]
    pub fn locale_of_person(&self, person: Person, place: &Place) -> Locale {
        self.locales
            .of_person(&self.host, Some(person), None, place)
    }

    /// The locale in which everybody at a place is spoken to.
    #[must_use]
    pub fn locale_at(&self, place: &Place) -> Locale {
        self.locales.of_place(&self.host, place)
    }

    /// Waits until the language of a place's server is known, at most this long.
    pub async fn await_language(&self, place: &Place, most: Duration) {
        self.locales.wait_for(&self.host, place, most).await;
    }

    /// Answers a command in the speaker's locale.
    pub async fn answer(&self, invocation: &Invocation) -> Reply {
        let locale = self.locale_of(&invocation.speaker, &invocation.place);
        self.answer_in(&locale, invocation).await
    }

    /// Answers a command in a locale.
    pub async fn answer_in(&self, locale: &Locale, invocation: &Invocation) -> Reply {
        let narrator = self.narrator(locale);
        let command = self.command(&invocation.command);
        let read = read(self.table, &invocation.command, &invocation.options);
        let reply = match (command, read) {
            (Some(command), Ok(_)) if !self.works_at(command, &invocation.place) => {
                let name = narrator.texts().command_name(command.name);
                let text = narrator.say("refused-server-only", &[("command", &name)]);
                Reply::refusal(Rejection::NotAllowed.reason(), text)
            }
            (_, Err(error)) => misread(&narrator, &error),
            (_, Ok(read)) => {
                let (request, given) = read;
                let asked = Asked {
                    speaker: &invocation.speaker,
                    place: &invocation.place,
                    within: invocation.within.as_ref(),
                    given,
                    shown_ply: None,
                    most_bytes: invocation.most_bytes,
                    request_id: invocation.request_id.as_ref(),
                };
                self.run(&narrator, &request, &asked).await
            }
        };
        signed(reply, command, locale)
    }

    /// Answers a press in the presser's locale. Seat, turn, server and position are judged as for a
    /// command.
    pub async fn press(&self, press: &Press) -> Reply {
        let locale = self.locale_of(&press.speaker, &press.place);
        self.press_in(&locale, press).await
    }

    /// Answers a press in a locale.
    pub async fn press_in(&self, locale: &Locale, press: &Press) -> Reply {
        let narrator = self.narrator(locale);
        let Some(pressed) = pressed(self.table, &press.id) else {
            let text = narrator.say("refused-unreadable-button", &[]);
            return signed(Reply::refusal("unreadable", text), None, locale);
        };
        let Pressed {
            command,
            request,
            of,
        } = pressed;
        let id = of.map(|(id, _)| id.to_string());
        let asked = Asked {
            speaker: &press.speaker,
            place: &press.place,
            within: None,
            given: id.as_deref(),
            shown_ply: of
                .map(|(_, ply)| ply)
                .filter(|_| !matches!(request.page, PageUse::LooksBack | PageUse::Turns)),
            most_bytes: press.most_bytes,
            request_id: press.request_id.as_ref(),
        };
        let mut reply = self.run(&narrator, &request, &asked).await;
        if request.page == PageUse::Turns && reply.refused.is_none() {
            reply.page = Page::Turns;
        }
        signed(reply, Some(command), locale)
    }

    fn command(&self, name: &str) -> Option<&'static Command> {
        self.table.iter().find(|command| command.name == name)
    }

    fn works_at(&self, command: &Command, place: &Place) -> bool {
        command.works_alone || self.markup.is_shared(place)
    }

    async fn run(&self, narrator: &Narrator<'_>, request: &Request, asked: &Asked<'_>) -> Reply {
        let Speaker { identity, name, .. } = asked.speaker;
        let welcome = self
            .host
            .welcome(&self.people, identity, name, request.visit);
        let person = match welcome.await {
            Ok(person) => person.unwrap_or(NOBODY),
            Err(error) => return refused(narrator, &error.into(), &Attempt::default()),
        };
        let cx = Context {
            narrator: *narrator,
            locales: &self.locales,
            table: self.table,
            speaker: asked.speaker,
            asker: self.host.asker(&asked.speaker.identity),
            person,
            place: asked.place,
            within: asked.within,
            access: &Glance::new(&*self.visibility, asked.speaker),
            given: asked.given,
            shown_ply: asked.shown_ply,
            most_bytes: asked.most_bytes,
            request_id: asked.request_id,
            contact: self.contact.as_deref(),
        };
        let charge = match self.charge(&cx, request.cost) {
            Ok(charge) => charge,
            Err(limited) => return refused(narrator, &limited.into(), &Attempt::default()),
        };
        let answer = if request.for_managers && !asked.speaker.manages {
            Err(cx.not_allowed(cx.say("refused-not-managing", &[])))
        } else {
            (request.run)(&cx).await
        };
        charge.settle(answer.unwrap_or_else(|failure| cx.explained(request, failure)))
    }

    /// Counts a request for its limit.
    fn charge(&self, cx: &Context<'_>, cost: Cost) -> Result<Charge, Limited> {
        let count = |limit| self.host.count(limit, cx.asker, cx.request_id);
        match cost {
            Cost::Step if self.draws => Ok(Charge::Step(count(Limit::Pictures).ok())),
            Cost::Picture if self.draws => count(Limit::Pictures).map(Charge::Picture),
            Cost::Unless(limit) => count(limit).map(Charge::Unless),
            Cost::Step | Cost::Picture | Cost::Free => Ok(Charge::Free),
        }
    }

    /// The work for a command that the chat does itself, or first.
    #[must_use]
    pub fn errand(&self, command: &str, options: &[(String, Value)]) -> Option<Errand> {
        read(self.table, command, options).ok()?.0.errand
    }

    /// The same for a press of the button with this id.
    #[must_use]
    pub fn errand_of_press(&self, id: &str) -> Option<Errand> {
        pressed(self.table, id)?.request.errand
    }

    /// Returns the refusal of a line that could not be read.
    #[must_use]
    pub fn misread(&self, locale: &Locale, error: &InputError) -> Reply {
        let command = error.command().and_then(|name| self.command(name));
        signed(misread(&self.narrator(locale), error), command, locale)
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
        let asker = self.host.asker(&speaker.identity);
        if self.host.count(Limit::Completions, asker, None).is_err() {
            // Nobody types this fast. Nothing can be said here, and the next letter asks again.
            return Vec::new();
        }
        let command = self.command(typing.command);
        let option = command.and_then(|command| command.option(typing.option));
        let Some(completion) = option.and_then(|option| option.completion) else {
            return Vec::new();
        };
        let locale = self.locale_of(speaker, place);
        let access = Glance::new(&*self.visibility, speaker);
        let person = self.people.find(&speaker.identity).ok().flatten();
        let lookup = person.map(|person| Lookup {
            purpose: Purpose::Show,
            given: typing.given,
            place,
            speaker: person,
            access: &access,
        });
        let narrator = self.narrator(&locale);
        suggest(&narrator, completion, lookup, typing.text, most).await
    }

    /// Words a row of the outbox, with those that are told together with it, in the locale of its
    /// place; `None` when its match is gone or nobody wants to hear it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn notify(
        &self,
        notice: &Notice,
        left: Option<&LeftTables>,
    ) -> Result<Option<Reply>, StoreError> {
        if let Some(left) = left {
            return self.tell_left(notice.id, left).await;
        }
        let account = self.host.account(notice.id, notice.from, notice.to).await?;
        let wanted = account.filter(|account| !self.host.is_unwanted(account));
        Ok(wanted.map(|account| {
            let locale = self.locale_at(account.state.place());
            told(&self.narrator(&locale), self.table, &account)
        }))
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
        let narrator = self.narrator(locale);
        Ok(account.map(|account| told(&narrator, self.table, &account)))
    }

    /// Tells about tables of one place that somebody left who asked to be forgotten, one of which is
    /// this; `None` when that one is gone.
    async fn tell_left(&self, id: MatchId, left: &LeftTables) -> Result<Option<Reply>, StoreError> {
        let Some(state) = self.host.state(id).await? else {
            return Ok(None);
        };
        let locale = self.locale_at(state.place());
        let text = self.narrator(&locale).left_tables(left);
        Ok(Some(Reply {
            audience: Audience::All,
            state: Some(state),
            locale: Some(locale),
            ..Reply::words(text)
        }))
    }

    /// The picture of a reply: of the match that it shows, or its own.
    #[must_use]
    pub fn picture(&self, reply: &Reply) -> Option<Picture> {
        let (Some(state), Some(seat)) = (&reply.state, reply.seat) else {
            return reply.picture.clone();
        };
        let name = format!("{}-{}", state.id(), state.ply());
        let locale = reply.locale.as_ref().unwrap_or(&self.usual);
        let view = self.narrator(locale).view(state, seat);
        Some(Picture::of_board(name, view))
    }
}

/// The parts of an invocation or a press that a context is made of.
struct Asked<'a> {
    speaker: &'a Speaker,
    place: &'a Place,
    within: Option<&'a Place>,
    given: Option<&'a str>,
    shown_ply: Option<u32>,
    most_bytes: Option<u64>,
    request_id: Option<&'a RequestId>,
}

/// A request that was counted.
enum Charge {
    Free,
    /// A picture, if the answer has one.
    Picture(Counted),
    /// Something that counts unless it is refused.
    Unless(Counted),
    /// A step on the way to a move; without room for a picture it has none.
    Step(Option<Counted>),
}

impl Charge {
    /// Returns the answer as it may be given. A request that came to nothing is not counted.
    fn settle(self, reply: Reply) -> Reply {
        let draws = reply.seat.is_some() || reply.picture.is_some();
        // The board after a move is for everybody, and no limit holds it up.
        let moved = reply.audience == Audience::All;
        match self {
            Charge::Picture(counted) if !draws => counted.give_back(),
            Charge::Unless(counted) if reply.refused.is_some() => counted.give_back(),
            Charge::Step(Some(counted)) if !draws || moved => counted.give_back(),
            Charge::Step(None) if !moved => {
                return Reply {
                    seat: None,
                    picture: None,
                    ..reply
                };
            }
            Charge::Free | Charge::Picture(_) | Charge::Unless(_) | Charge::Step(_) => {}
        }
        reply
    }
}

/// The reply as the answer to a command, in a locale unless it has one.
fn signed(reply: Reply, command: Option<&'static Command>, locale: &Locale) -> Reply {
    Reply {
        command: command.map(|command| command.name),
        locale: reply.locale.or_else(|| Some(locale.clone())),
        ..reply
    }
}

/// Reads the id of a button whose action a command of the table knows.
fn pressed(table: &'static [Command], id: &str) -> Option<Pressed> {
    let ButtonId { of, action } = id.parse().ok()?;
    table.iter().find_map(|command| {
        let request = (command.press)(&action)?;
        // An action about a match does nothing without one, and the other way around.
        (request.of_match == of.is_some()).then_some(Pressed {
            command,
            request,
            of,
        })
    })
}

/// Reads a command by the table, and the match that it names.
fn read<'a>(
    table: &'static [Command],
    name: &str,
    options: &'a [(String, Value)],
) -> Result<(Request, Option<&'a str>), InputError> {
    let command = table.iter().find(|command| command.name == name);
    let command = command.ok_or_else(|| InputError::UnknownCommand(cut(name)))?;
    let options = Options::read(command.name, command.options, options)?;
    let mut request = (command.read)(&options)?;
    request.for_managers |= command.for_managers;
    Ok((request, options.text(MATCH.name)))
}

/// Checks a command with its options against the table.
///
/// # Errors
///
/// [`InputError`] for the first thing that does not fit.
pub fn check_input(command: &str, options: &[(String, Value)]) -> Result<(), InputError> {
    read(super::COMMANDS, command, options).map(drop)
}

/// Returns whether a text is the id of a button of some command.
#[must_use]
pub fn is_button(id: &str) -> bool {
    pressed(super::COMMANDS, id).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

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

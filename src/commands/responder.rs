//! Answers commands and presses, completes what is typed, and words the rows of the outbox.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, OnceLock},
};

use super::{
    command::{Command, Context, Presser, misread, posted, refused, table},
    help,
    incoming::{Incoming, Input, Speaker},
    match_pages::{call_role, end_page, invitation},
    options::{InputError, Opt},
    pass, presser, proposal,
    reader::{ReadCommand, ReadInput, command_named, form_again},
    request::{Cost, PageUse},
    server::lapses,
    suggestion::{Suggestion, Typing, choices, suggest, values},
    visibility::{SpeakerAccess, Visibility},
};
use crate::{
    host::{Counted, FullAccess, Host, LeftTables, Limit, Limited, Lookup, PassTo, Purpose, Visit},
    matchplay::{Event, Match, Person, Place, Rejection},
    messages::{
        Audience, Button, ButtonId, Call, Language, Locale, Locales, Markup, Message, Narrator,
        News, Page, Picture, Reply, Shown, Texts, reading_back::match_in, refusals::Tried,
        story::change_of,
    },
    rulesets::Rulesets,
    store::{Notice, StoreError, seldom::store_failed},
};

/// A speaker who is not known, and need not be to look.
const NOBODY: Person = Person(0);

/// A speaker who was looked up.
#[derive(Debug)]
pub(crate) struct SpeakerKnown {
    /// The person, if they are known.
    pub(crate) person: Result<Option<Person>, StoreError>,
    /// The locale in which they alone are answered.
    pub(crate) locale: Locale,
}

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
    page: Option<String>,
    draws: bool,
    command_ids: OnceLock<HashMap<String, u64>>,
}

impl Responder {
    /// Returns a responder for the matches of a host, with the markup of one chat.
    #[must_use]
    pub fn new(host: Arc<Host>, markup: Arc<dyn Markup>) -> Responder {
        Responder {
            host,
            rulesets: Rulesets::presets(),
            locales: locales(&*markup, Language::default()),
            markup,
            visibility: Arc::new(FullAccess),
            contact: None,
            page: None,
            draws: true,
            command_ids: OnceLock::new(),
        }
    }

    /// Replaces English as the language for those who have not chosen one.
    #[must_use]
    pub fn with_language(self, language: Language) -> Responder {
        let locales = locales(&*self.markup, language);
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

    /// Says by which origin people know the page, where it is served.
    #[must_use]
    pub fn with_page(self, origin: Option<&str>) -> Responder {
        let page = origin.map(str::to_owned);
        Responder { page, ..self }
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

    /// Takes in the ids by which the chat knows commands, once it has registered them. Only the first call
    /// has an effect.
    pub(crate) fn learn_commands(&self, ids: HashMap<String, u64>) {
        let _ = self.command_ids.set(ids);
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

    /// Returns the texts of a language, or of the usual one.
    pub(crate) fn texts_of(&self, language: Option<Language>) -> &Texts {
        match language {
            Some(language) => self.locales.texts(language),
            None => &self.usual().texts,
        }
    }

    /// Returns the locale of what one person sees all the time, in the language of their settings, else
    /// in that of their chat.
    pub(crate) fn locale_for(&self, person: Option<Person>, chat: Option<Language>) -> Locale {
        let nowhere = Place::new("");
        self.locales.of_person(&self.host, person, chat, &nowhere)
    }

    /// Returns the rulesets that can be played by.
    pub(crate) const fn rulesets(&self) -> &Rulesets {
        &self.rulesets
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

    /// Looks a speaker up.
    pub(crate) async fn look_up(&self, speaker: &Speaker, place: &Place) -> SpeakerKnown {
        let (person, settings) = match &speaker.pass {
            // The settings of the seat's player are not the holder's.
            Some(pass) => (Ok(pass.player()), None),
            None => {
                let found = self.host.people().find(&speaker.identity).await;
                if let Err(error) = &found {
                    store_failed(error, "somebody could not be looked up");
                }
                let settings = found.clone().ok().flatten();
                (found, settings)
            }
        };
        let locale = self
            .locales
            .of_person(&self.host, settings, speaker.language, place);
        SpeakerKnown { person, locale }
    }

    /// Returns the locale in which everybody at a place is spoken to.
    pub(crate) fn locale_at(&self, place: &Place) -> Locale {
        self.locales.of_place(&self.host, place)
    }

    /// Answers a command or a press in the speaker's locale.
    pub async fn answer(&self, incoming: &Incoming) -> Reply {
        let speaker = self.look_up(&incoming.speaker, &incoming.place).await;
        let read = ReadCommand::of(&incoming.input);
        self.answer_read(&speaker, incoming, &read).await
    }

    /// Answers a command or a press that was read, of a speaker who was looked up. Seat, turn, server and
    /// position are judged alike for both.
    pub(crate) async fn answer_read(
        &self,
        SpeakerKnown { person, locale }: &SpeakerKnown,
        incoming: &Incoming,
        read: &ReadCommand,
    ) -> Reply {
        let narrator = self.narrator(locale);
        let (command, reply) = match &read.0 {
            Ok(read) => {
                let reply = self.run(&narrator, person.clone(), read, incoming).await;
                (Some(read.command), reply)
            }
            Err((command, error)) => (*command, misread(&narrator, error)),
        };
        signed(reopened(&narrator, reply, &incoming.input), command, locale)
    }

    async fn run(
        &self,
        narrator: &Narrator<'_>,
        known: Result<Option<Person>, StoreError>,
        read: &ReadInput,
        incoming: &Incoming,
    ) -> Reply {
        let (speaker, request) = (&incoming.speaker, &read.request);
        // Buttons about a match are pressed wherever a message brings them, an invitation in a direct message too.
        let about_match = read.presser.is_some() && read.given.is_some();
        if read.typed && !about_match && !read.command.works_at(&*self.markup, &incoming.place) {
            let name = narrator.command_name(read.command.name);
            let text = match &incoming.invitation {
                None => narrator.say("refused-server-only", &[("command", &name)]),
                Some(link) => {
                    let values = [("command", &name as _), ("link", link as _)];
                    narrator.say("refused-server-only-guest", &values)
                }
            };
            return Reply::refusal(Rejection::NotAllowed.reason(), text);
        }
        let by_link = speaker.pass.as_ref();
        if let Some(refusal) = by_link.and_then(|pass| pass::refusal_of(narrator, pass, read)) {
            return refusal;
        }
        let person = match self.welcome(speaker, known, request.visit).await {
            Ok(person) => person.unwrap_or(NOBODY),
            Err(error) => return refused(narrator, &error.into(), &Tried::default()),
        };
        let shown = incoming.shown.filter(|_| request.about.is_of_match());
        let shown = shown.map(|id| id.to_string());
        let cx = Context {
            narrator: *narrator,
            locales: &self.locales,
            incoming,
            place: &incoming.place,
            person,
            access: &SpeakerAccess::new(&*self.visibility, speaker),
            given: read.given.as_deref().or(shown.as_deref()),
            shown_ply: read.shown_ply,
            contact: self.contact.as_deref(),
            page: self.page.as_deref(),
            command_ids: self.command_ids.get(),
        };
        let cost = match request.cost {
            Cost::Picture | Cost::Step if !self.draws => Cost::Free,
            cost => cost,
        };
        let counted = match charge(&cx, cost) {
            Ok(counted) => counted,
            Err(limited) => return refused(narrator, &limited.into(), &Tried::default()),
        };
        let for_managers = request.for_managers || read.command.for_managers;
        let may = if for_managers {
            Presser::Manager
        } else {
            read.presser.unwrap_or(Presser::Anybody)
        };
        let answer = match presser::check(may, &cx).await {
            Ok(()) => Box::pin(request.task.run(&cx)).await,
            Err(failure) => Err(failure),
        };
        let reply = match answer {
            Ok(reply) => reply,
            Err(failure) => cx.explained(request, failure).await,
        };
        let mut reply = self.concluded(reply).await;
        settle(cost, counted, &mut reply);
        // A command that a page gives takes its place only if it answers with a page as well.
        let turns = match request.page {
            PageUse::Turns => !read.typed || !reply.body.blocks().is_empty(),
            PageUse::Replaces => true,
            PageUse::Latest | PageUse::AnyBoard => false,
        };
        if turns && reply.refused().is_none() && reply.page == Page::Stays {
            reply.page = Page::Turns;
        }
        reply
    }

    /// Returns the person who comes, as [`Host::welcome`] does. By a link nobody comes who could be written
    /// down, but for a guest at the seat, who may say how they are called.
    async fn welcome(
        &self,
        speaker: &Speaker,
        known: Result<Option<Person>, StoreError>,
        visit: Visit,
    ) -> Result<Option<Person>, StoreError> {
        let Speaker { identity, name, .. } = speaker;
        match speaker.pass.as_ref().map(|pass| pass.to) {
            None => self.host.welcome(known?, (identity, name), visit).await,
            Some(PassTo::Play {
                player,
                is_guest: true,
                ..
            }) => {
                let card = self.host.people().look_up(player).await?;
                if let Some(card) = card.filter(|_| visit == Visit::Change) {
                    let guest = (&card.identity, name.as_str());
                    self.host.welcome(known?, guest, visit).await?;
                }
                Ok(Some(player))
            }
            Some(PassTo::Play { player, .. }) => Ok(Some(player)),
            Some(PassTo::Watch) => Ok(None),
        }
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
        let SpeakerKnown { person, locale } = self.look_up(speaker, place).await;
        let access = SpeakerAccess::new(&*self.visibility, speaker);
        let pass = speaker.pass.as_ref();
        let person = person.ok().flatten().or(pass.map(|_| NOBODY));
        let given = typing.given.map(|given| {
            let id = match_in(given);
            id.map_or_else(|| given.to_owned(), |id| id.to_string())
        });
        let lookup = person.map(|person| Lookup {
            purpose: Purpose::Show,
            given: given.as_deref(),
            place,
            speaker: person,
            shared: self.markup.is_shared(place) && self.markup.knows_people(),
            access: &access,
            link_to: pass.map(|pass| pass.id),
        });
        let narrator = self.narrator(&locale);
        suggest(&narrator, option.kind, lookup, typing.text, most).await
    }

    /// Words a row of the outbox, with those that are told together with it, in the locale of its
    /// place; `None` when its match is gone or nobody wants to hear it. `left` are the tables of that
    /// place that somebody left who asked to be forgotten, and `role` is called too.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn notify(
        &self,
        notice: &Notice,
        left: Option<&LeftTables>,
        role: Option<&str>,
    ) -> Result<Option<Reply>, StoreError> {
        let Some(left) = left else {
            let account = self.host.account(notice.id, notice.from, notice.to).await?;
            let wanted = account.filter(|account| !self.host.is_unwanted(account));
            let Some(account) = wanted else {
                return Ok(None);
            };
            let locale = self.locale_at(account.after.place());
            let narrator = self.narrator(&locale);
            let mut reply = posted(&narrator, &account);
            if let Some(role) = role {
                call_role(&narrator, &mut reply, role.to_owned());
            }
            return Ok(Some(self.concluded(reply).await));
        };
        let state = self.host.state(notice.id).await?;
        Ok(state.map(|state| {
            let locale = self.locale_at(state.place());
            let text = self.narrator(&locale).left_tables(left);
            Reply {
                audience: Audience::All,
                news: News::TableChanged,
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

    /// Calls those who are invited to a table as it stands, and `asks` these people.
    pub(crate) fn invitation(
        &self,
        locale: &Locale,
        state: &Match,
        asks: impl Fn(Person) -> bool,
    ) -> Call {
        invitation(&self.narrator(locale), state, asks)
    }

    /// Says how the proposal of a match stands under which buttons of these actions stand, in the locale of
    /// its place, and if it is over: `None` while nobody has answered it, and for other buttons.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub(crate) async fn vote_now(
        &self,
        state: &Match,
        actions: &[&str],
    ) -> Result<Option<(Message, bool)>, StoreError> {
        let locale = self.locale_at(state.place());
        let narrator = self.narrator(&locale);
        if let Some(so_far) = proposal::so_far(&narrator, state, actions) {
            return Ok(Some((so_far, false)));
        }
        // How it ended is told by its events alone, which need not be read while it stands.
        let events = self.host.events(state.id()).await?;
        let events: Vec<Event> = events.into_iter().map(|(event, _)| event).collect();
        let ended = proposal::ended(&narrator, state, &events, actions);
        Ok(ended.map(|ended| (ended, true)))
    }

    /// Says, once, what was dropped of the settings of a place's server because it was deleted: to managers,
    /// or to somebody who opens a table.
    pub(crate) async fn lapses(
        &self,
        locale: &Locale,
        place: &Place,
        to_managers: bool,
    ) -> Vec<Message> {
        lapses(&self.narrator(locale), place, to_managers).await
    }

    /// Greets a server that the bot has just come to.
    pub(crate) fn greeting(&self, locale: &Locale) -> Reply {
        help::greeting(&self.narrator(locale))
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
        let Some(account) = account else {
            return Ok(None);
        };
        Ok(Some(
            self.concluded(posted(&self.narrator(locale), &account))
                .await,
        ))
    }

    /// Tells a row of the outbox with all that has happened since, once the computers have acted for which
    /// the match waits; `None` when the match is gone.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub(crate) async fn tell_with_computers(
        &self,
        locale: &Locale,
        notice: &Notice,
    ) -> Result<Option<Reply>, StoreError> {
        let to = self.host.acted(notice.id).await?;
        let mut told = self.retell(locale, &Notice { to, ..*notice }).await?;
        if let Some(told) = told.as_mut().filter(|told| told.news.begins())
            && let Some(state) = &told.state
        {
            let begun = self.narrator(locale).story(state).begun();
            let said = &mut told.words_mut().text;
            *said = Message::lines([begun, mem::take(said)]);
        }
        Ok(told)
    }

    /// Adds to the account of a match's end what it changes in the ratings, where it is rated, and
    /// lays out its page.
    async fn concluded(&self, mut reply: Reply) -> Reply {
        let ended = reply.state.clone().filter(|_| reply.news.ends());
        let Some(state) = ended else {
            return reply;
        };
        let changes = if state.is_rated() {
            let changes = self.host.rating_changes(state.id()).await;
            changes.unwrap_or_else(|error| {
                store_failed(&error, "a match's end is told without ratings");
                Vec::new()
            })
        } else {
            Vec::new()
        };
        let narrator = self.narrator(reply.locale.as_ref().unwrap_or(self.usual()));
        let blocks = end_page(&narrator, &state, &changes, reply.buttons());
        let change = |(person, (before, after)): (Person, (u32, u32))| {
            let player = narrator.called_somehow(person);
            let values = [
                ("player", &player as _),
                ("rating", &after as _),
                ("change", &change_of(before, after) as _),
            ];
            narrator.say("rating-change", &values)
        };
        let changes = narrator.comma(changes.into_iter().map(change));
        if !changes.is_empty() {
            let line = narrator.say("rating-changes", &[("changes", &changes)]);
            let said = &mut reply.words_mut().text;
            *said = Message::lines([mem::take(said), line]);
        }
        reply.body = reply.body.as_page(blocks);
        reply
    }

    /// Returns the picture of a reply: of the match that it shows, or its own.
    #[must_use]
    pub fn picture(&self, reply: &Reply) -> Option<Picture> {
        let seat = match reply.body.shown()? {
            Shown::Board(seat) => *seat,
            Shown::Picture(picture) => return Some(picture.clone()),
        };
        let state = reply.state.as_ref()?;
        let name = format!("{}-{}", state.id(), state.ply());
        let locale = reply.locale.as_ref().unwrap_or(self.usual());
        let view = self.narrator(locale).view(state, seat);
        Some(Picture::of_board(name, view))
    }
}

/// Returns the texts of a chat.
fn locales(markup: &dyn Markup, usual: Language) -> Locales {
    if markup.has_channels() {
        Locales::new(usual)
    } else {
        Locales::without_channels(usual)
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
    let draws = reply.body.shown().is_some();
    // The board after a move is for everybody, and no limit holds it up.
    let moved = reply.audience == Audience::All;
    let counts = match cost {
        Cost::Free => false,
        Cost::Step => draws && !moved,
        Cost::Picture => draws,
        Cost::Unless(_) => reply.refused().is_none() && reply.body.form().is_none(),
    };
    match counted {
        Some(counted) if !counts => counted.give_back(),
        None if cost == Cost::Step && !moved => {
            reply.body = mem::take(&mut reply.body).with(None);
        }
        Some(_) | None => {}
    }
}

/// Returns a reply, with a button that opens the form again if it refuses one.
fn reopened(narrator: &Narrator<'_>, reply: Reply, input: &Input) -> Reply {
    match form_again(input) {
        Some(again) if reply.refused().is_some() => with_form(narrator, reply, &again),
        _ => reply,
    }
}

/// Returns the refusal of a form with a button that opens it again as it was filled in. It speaks of no options.
fn with_form(narrator: &Narrator<'_>, mut reply: Reply, again: &ButtonId) -> Reply {
    let of_options = |id: &str| {
        let others = [
            "refused-missing-option",
            "refused-missing-choice",
            "refused-option-twice",
        ];
        id.starts_with("refused-bad-") || others.contains(&id)
    };
    if reply.text().parts().iter().any(|part| of_options(&part.id)) {
        reply.words_mut().text = narrator.say("refused-form", &[]);
    }
    let label = narrator.say("button-form-again", &[]);
    let again = Button::with_id(again, label).first_in_row();
    reply.words_mut().buttons.push(again);
    reply
}

/// Returns the reply as the answer to a command, in a locale unless it has one.
fn signed(reply: Reply, command: Option<&Command>, locale: &Locale) -> Reply {
    Reply {
        command: command.map(|command| command.name),
        locale: reply.locale.or_else(|| Some(locale.clone())),
        ..reply
    }
}

//! The desk at which every adapter asks: commands and presses in, replies out.

mod auditing;
mod buttons;
mod exporting;
mod forgetting;
mod leaderboard;
mod limiting;
mod listing;
mod looking;
mod moving;
mod myself;
mod opening;
mod people;
mod profile;
mod recounting;
mod refusing;
mod rematch;
mod replaying;
mod ruling;
mod seats;
mod server;
mod settings;
mod showing;
mod suggesting;
mod voice;

use std::sync::Arc;

use crate::{
    host::{
        Access, Account, Asker, Counted, Done, FullAccess, Host, HostError, LeftTables, Purpose,
        Request,
    },
    matchplay::{Command, Event, Match, Person, Place, Rejection, Stage},
    render::{BoardView, Style},
    rules::{ByColor, Color},
    rulesets::Rulesets,
    store::{
        Delivery, Notice, StoreError,
        people::People,
        preferences::{Orientation, PersonChanges},
    },
};

use super::{
    button::Pressable,
    invocation::{Ask, InputError, Invocation, SeatAsk, ServerAsk, Speaker},
    picture::Picture,
    refusals::{self, Refused},
    reply::{Audience, Page, Reply},
    telling::Manner,
    visibility::{Glance, Visibility},
    words::Words,
};

use showing::BoardAsk;
pub use suggesting::{Suggestion, Typing};
use voice::Heard;
pub use voice::Voice;

/// Answers commands and presses. Cheap to clone.
///
/// What it says to somebody alone is in their language, and what it says to everybody in that of
/// the server.
#[derive(Clone, Debug)]
pub struct Desk {
    host: Arc<Host>,
    people: Arc<People>,
    /// The texts of every language.
    languages: Arc<[Words]>,
    /// The texts where nobody says in which language.
    usual: Words,
    /// The texts that are spoken here.
    words: Words,
    style: Style,
    orientation: Option<Orientation>,
    manner: Arc<dyn Manner>,
    visibility: Arc<dyn Visibility>,
    rulesets: Arc<Rulesets>,
    servers: Arc<Heard>,
    /// Whom to ask about what is kept.
    contact: Option<Arc<str>>,
    /// Whether the chat draws the pictures of replies.
    draws: bool,
}

/// Whoever is not known, and need not be to look.
const NOBODY: Person = Person(0);

impl std::fmt::Debug for dyn Manner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Manner")
    }
}

/// A press of a button.
#[derive(Clone, Debug)]
pub struct Press {
    /// By whom.
    pub speaker: Speaker,
    /// Where.
    pub place: Place,
    /// The button's id, whatever it says.
    pub id: String,
    /// How large a file may be that comes with the answer, in bytes, where the chat says so.
    pub most_bytes: Option<u64>,
    /// What tells a repeated delivery from a new one.
    pub delivery: Option<Delivery>,
}

/// Where something is asked, by whom, and of which match.
struct Asked<'a> {
    command: &'static str,
    /// Of whom things are counted. They need not be known to anybody.
    asker: Asker,
    person: Person,
    /// What they are called where they ask, whether they are known here or not.
    name: &'a str,
    place: &'a Place,
    /// What they can see of the chat.
    access: &'a dyn Access,
    /// The channel on which it hangs, where it is known to be a thread.
    within: Option<&'a Place>,
    /// Whether they manage the server.
    manages: bool,
    /// Their roles there.
    roles: &'a [String],
    given: Option<&'a str>,
    shown_ply: Option<u32>,
    /// How large a file may be that comes with the answer, in bytes, where the chat says so.
    most_bytes: Option<u64>,
    delivery: Option<Delivery>,
}

impl<'a> Asked<'a> {
    /// The match that is meant by it, for this purpose.
    fn request(&self, purpose: Purpose) -> Request<'a> {
        Request {
            purpose,
            given: self.given,
            place: self.place,
            speaker: self.person,
            access: self.access,
        }
    }
}

impl Desk {
    /// A desk for the matches of a host, in one chat's manner, and in this language where nobody
    /// says otherwise.
    #[must_use]
    pub fn new(
        host: Arc<Host>,
        people: Arc<People>,
        words: Words,
        manner: Box<dyn Manner>,
    ) -> Desk {
        Desk {
            host,
            people,
            languages: voice::languages(&words),
            usual: words.clone(),
            words,
            style: Style::default(),
            orientation: None,
            manner: Arc::from(manner),
            visibility: Arc::new(FullAccess),
            rulesets: Arc::new(Rulesets::presets()),
            servers: Arc::default(),
            contact: None,
            draws: true,
        }
    }

    /// The same desk for a chat that draws no pictures, or draws them.
    #[must_use]
    pub fn with_pictures(self, draws: bool) -> Desk {
        Desk { draws, ..self }
    }

    /// The same desk with whoever is to be asked about what is kept of people.
    #[must_use]
    pub fn with_contact(self, contact: Option<&str>) -> Desk {
        let contact = contact.map(Arc::from);
        Desk { contact, ..self }
    }

    /// The same desk with other rulesets than the presets.
    #[must_use]
    pub fn with_rulesets(self, rulesets: Rulesets) -> Desk {
        let rulesets = Arc::new(rulesets);
        Desk { rulesets, ..self }
    }

    /// The same desk for a chat in which not everybody sees every place.
    #[must_use]
    pub fn with_visibility(self, visibility: Arc<dyn Visibility>) -> Desk {
        Desk { visibility, ..self }
    }

    /// The rulesets that matches can be played by.
    #[must_use]
    pub fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    /// The host behind the desk.
    #[must_use]
    pub const fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// The texts that this desk speaks.
    #[must_use]
    pub const fn words(&self) -> &Words {
        &self.words
    }

    /// Who is who.
    #[must_use]
    pub const fn people(&self) -> &Arc<People> {
        &self.people
    }

    /// Answers a command, in the voice in which the speaker is spoken to.
    pub async fn answer(&self, invocation: &Invocation) -> Reply {
        let own = self.speaking_to(&invocation.speaker, &invocation.place);
        own.answer_here(invocation).await
    }

    /// Answers a command in the voice of this desk, for whoever has asked for it already.
    pub async fn answer_here(&self, invocation: &Invocation) -> Reply {
        self.signed(self.answer_to(invocation).await)
    }

    /// The reply in the voice of this desk, unless it has one.
    fn signed(&self, reply: Reply) -> Reply {
        let voice = reply.voice.or_else(|| Some(self.voice()));
        Reply { voice, ..reply }
    }

    async fn answer_to(&self, invocation: &Invocation) -> Reply {
        let read = match invocation.read() {
            Ok(read) => read,
            Err(error) => {
                let command = super::catalog::command(&invocation.command).map(|c| c.name);
                return self.misread(command, &error);
            }
        };
        let alone = super::catalog::command(read.command).is_some_and(|known| known.works_alone());
        if !alone && !self.manner.is_shared(&invocation.place) {
            let name = self.words.command_name(read.command);
            let text = self.words.say("refused-server-only", &[("command", &name)]);
            let reason = Rejection::NotAllowed.reason();
            return Reply::refusal(Some(read.command), reason, text);
        }
        let person = match self.asker(&invocation.speaker, &read.ask).await {
            Ok(person) => person,
            Err(error) => {
                return self.refused(Some(read.command), &error.into(), &Refused::default());
            }
        };
        let asked = Asked {
            command: read.command,
            asker: self.host.asker(&invocation.speaker.identity),
            person,
            name: &invocation.speaker.name,
            place: &invocation.place,
            access: &Glance::new(&*self.visibility, &invocation.speaker),
            within: invocation.within.as_ref(),
            manages: invocation.speaker.manages,
            roles: &invocation.speaker.roles,
            given: read.given.as_deref(),
            shown_ply: None,
            most_bytes: invocation.most_bytes,
            delivery: invocation.delivery.clone(),
        };
        self.carry_out(&asked, &read.ask).await
    }

    /// Answers a press, in the voice in which the presser is spoken to. Seat, turn, server and
    /// position are judged as for a command.
    pub async fn press(&self, press: &Press) -> Reply {
        let own = self.speaking_to(&press.speaker, &press.place);
        own.press_here(press).await
    }

    /// As [`Desk::press`], in the voice of this desk.
    pub async fn press_here(&self, press: &Press) -> Reply {
        self.signed(self.answer_press(press).await)
    }

    async fn answer_press(&self, press: &Press) -> Reply {
        let Ok(pressed) = press.id.parse::<Pressable>() else {
            let text = self.words.say("refused-unreadable-button", &[]);
            return Reply::refusal(None, "unreadable", text);
        };
        // Another page of what its reader alone sees, if it is one.
        let turns = match &pressed {
            Pressable::OfMatch(button) => button.action.turns_page(),
            Pressable::Leaders(_) => true,
            Pressable::ForgetMe => false,
        };
        let (command, ask, of_match) = match pressed {
            Pressable::OfMatch(button) => {
                let (command, ask) = button.action.twin();
                let ply = (!button.action.looks_back()).then_some(button.ply);
                (command, ask, Some((button.id.to_string(), ply)))
            }
            Pressable::Leaders(leaders) => ("leaderboard", leaders.ask(), None),
            Pressable::ForgetMe => ("forget-me", Ask::ForgetMe { confirmed: true }, None),
        };
        let person = match self.asker(&press.speaker, &ask).await {
            Ok(person) => person,
            Err(error) => return self.refused(Some(command), &error.into(), &Refused::default()),
        };
        let asked = Asked {
            command,
            asker: self.host.asker(&press.speaker.identity),
            person,
            name: &press.speaker.name,
            place: &press.place,
            access: &Glance::new(&*self.visibility, &press.speaker),
            within: None,
            manages: press.speaker.manages,
            roles: &press.speaker.roles,
            given: of_match.as_ref().map(|(id, _)| id.as_str()),
            shown_ply: of_match.as_ref().and_then(|(_, ply)| *ply),
            most_bytes: press.most_bytes,
            delivery: press.delivery.clone(),
        };
        let mut reply = self.carry_out(&asked, &ask).await;
        if of_match.is_none() {
            // Whoever turns the pages reads them alone.
            reply.audience = Audience::Speaker;
        }
        if turns && reply.refused.is_none() {
            reply.page = Page::Turns;
        }
        reply
    }

    /// A refusal of something that could not be read.
    #[must_use]
    pub fn misread(&self, command: Option<&'static str>, error: &InputError) -> Reply {
        let text = refusals::input_error(&self.words, &harmless_input(error, &*self.manner));
        Reply::refusal(command, error.reason(), text)
    }

    /// What a row of the outbox says, and those that are told together with it; `None` when its
    /// match is gone.
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
        match account {
            // A reminder is told to those alone who want it.
            Some(account) if self.is_unwanted(&account) => Ok(None),
            Some(account) => {
                let everybody = self.speaking_at(account.state.place());
                Ok(Some(everybody.told(None, &account)))
            }
            None => Ok(None),
        }
    }

    /// What a row of the outbox says in the words of this desk; `None` when its match is gone.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn retell(&self, notice: &Notice) -> Result<Option<Reply>, StoreError> {
        let account = self.host.account(notice.id, notice.from, notice.to).await?;
        Ok(account.map(|account| self.told(None, &account)))
    }

    /// What somebody hears who acted away from where the match is played.
    #[must_use]
    pub fn elsewhere(&self, state: &Match) -> String {
        let (id, place) = (state.id(), self.manner.place(state.place()));
        self.words.say(
            "done-elsewhere",
            &[("match", id.as_str()), ("where", &place)],
        )
    }

    /// Whether a person wants to be told by a direct message that they are awaited, rather than by
    /// a mention where the match is played.
    #[must_use]
    pub fn wants_direct(&self, person: Person) -> bool {
        self.host.preferences_of(person).direct
    }

    /// How a place is referred to.
    #[must_use]
    pub fn place(&self, place: &Place) -> String {
        self.manner.place(place)
    }

    /// What a place of the match's own is called: at most 100 characters.
    #[must_use]
    pub fn thread_name(&self, state: &Match) -> String {
        let id = state.id();
        let name = self.words.say("thread-name", &[("match", id.as_str())]);
        name.chars().take(100).collect()
    }

    /// What a place of the match's own is called once it is over: at most 100 characters. `None`
    /// where it never began.
    #[must_use]
    pub fn over_name(&self, state: &Match) -> Option<String> {
        let over = state.over()?;
        let names = ByColor::new(|color| self.name_in(state, color));
        Some(self.teller(state).over_name(over, &names))
    }

    /// What a picture of the match shows from a seat.
    #[must_use]
    pub fn view(&self, state: &Match, seat: Color) -> BoardView {
        let names = ByColor::new(|color| self.name_in(state, color));
        self.teller(state).view(seat, names)
    }

    /// The picture of a reply: of the match that it shows, or its own.
    #[must_use]
    pub fn picture(&self, reply: &Reply) -> Option<Picture> {
        match (&reply.state, reply.seat) {
            (Some(state), Some(seat)) => {
                let name = format!("{}-{}", state.id(), state.ply());
                let view = match &reply.voice {
                    Some(voice) => self.with_voice(voice).view(state, seat),
                    None => self.view(state, seat),
                };
                Some(Picture::of_board(name, view))
            }
            _ => reply.picture.clone(),
        }
    }

    async fn carry_out(&self, asked: &Asked<'_>, ask: &Ask) -> Reply {
        let allowed = match self.allow(asked, ask) {
            Ok(allowed) => allowed,
            Err(limited) => {
                return self.refused(Some(asked.command), &limited.into(), &Refused::default());
            }
        };
        let reply = self.carry_out_allowed(asked, ask).await;
        allowed.settle(reply)
    }

    async fn carry_out_allowed(&self, asked: &Asked<'_>, ask: &Ask) -> Reply {
        let outcome = match ask {
            Ask::Play(play) => match self.open(asked, play).await {
                Ok(done) => {
                    let mut opened = self.done(asked, done).await;
                    self.call_role(asked, &mut opened).await;
                    return opened;
                }
                Err(refusal) => return refusal,
            },
            Ask::Join { seat } => {
                self.change(asked, Purpose::Join, &Command::Join { seat: *seat })
                    .await
            }
            Ask::Leave => self.leave(asked).await,
            Ask::Move { text, claim } => match self.in_own_letters(asked, text).await {
                Ok(text) => {
                    let claim = *claim;
                    self.change(asked, Purpose::Act, &Command::Move { text, claim })
                        .await
                }
                Err(refused) => Err(refused),
            },
            Ask::Pieces { page } => return self.pieces(asked, ask, *page).await,
            Ask::Goals { from, page } => return self.goals(asked, ask, *from, *page).await,
            Ask::Choose { mv, confirmed } => {
                return self.choose(asked, ask, *mv, *confirmed).await;
            }
            Ask::Agree(wish) => {
                self.change(asked, Purpose::Act, &Command::Agree(*wish))
                    .await
            }
            Ask::Pact { action, with } => {
                let (action, with) = (*action, *with);
                self.change(asked, Purpose::Act, &Command::Pact { action, with })
                    .await
            }
            Ask::ClaimDraw => self.change(asked, Purpose::Act, &Command::ClaimDraw).await,
            Ask::Resign { confirmed, winner } => {
                let command = Command::Resign {
                    confirmed: *confirmed,
                    winner: *winner,
                };
                self.change(asked, Purpose::Act, &command).await
            }
            Ask::Abort(action) => {
                self.change(asked, Purpose::Act, &Command::Abort(*action))
                    .await
            }
            Ask::Takeback(action) => {
                self.change(asked, Purpose::Act, &Command::Takeback(*action))
                    .await
            }
            Ask::Pause(action) => {
                self.change(asked, Purpose::Act, &Command::Pause(*action))
                    .await
            }
            Ask::Seat {
                action: SeatAsk::Free(_),
                ..
            } if !asked.manages => return self.not_managing(asked),
            Ask::Seat { action, seat } => self.about_seat(asked, action, *seat).await,
            Ask::Rematch => match self.rematch(asked).await {
                Ok(outcome) => outcome,
                Err(refusal) => return refusal,
            },
            Ask::Board {
                seat,
                ply,
                text,
                zoom,
            } => {
                let wanted = BoardAsk {
                    seat: *seat,
                    ply: *ply,
                    text: *text,
                    zoom: *zoom,
                };
                return self.show(asked, &wanted).await;
            }
            Ask::Look { square } => return self.look(asked, *square).await,
            Ask::History { page } => return self.history(asked, *page).await,
            Ask::Replay(span) => return self.replay(asked, *span).await,
            Ask::Export { format } => return self.export(asked, *format).await,
            Ask::ExportOfMe => return self.export_of_me(asked).await,
            Ask::Privacy => return self.privacy(asked),
            Ask::ForgetMe { confirmed } => return self.forget_me(asked, *confirmed).await,
            Ask::Matches => return self.list(asked).await,
            Ask::Leaderboard(wanted) => return self.leaderboard(asked, wanted).await,
            Ask::Profile { of } => return self.profile(asked, of.as_ref()).await,
            Ask::Settings(changes) => return self.settings(asked, changes).await,
            Ask::Server(_) if !asked.manages => return self.not_managing(asked),
            Ask::Server(ServerAsk::Show) => return self.server(asked),
            Ask::Server(ServerAsk::Set(changes)) => return self.set_server(asked, changes).await,
            // A chat with rights of its own answers instead.
            Ask::Server(ServerAsk::Check) => {
                let text = self.words.say("check-nothing", &[]);
                return Reply::words(Some(asked.command), text);
            }
            Ask::Server(ServerAsk::FairPlay) => return self.fair_play(asked).await,
            Ask::Server(ServerAsk::Audit { page }) => return self.audit(asked, *page).await,
            Ask::Server(ServerAsk::Abort { reason }) => self.put_an_end(asked, reason).await,
            Ask::Rules { topic } => return self.rules(*topic),
            Ask::Help { command } => return self.help(*command),
        };
        match outcome {
            Ok(done) => self.done(asked, done).await,
            Err((error, state)) => self.refused_ask(asked, ask, &error, state.as_deref()),
        }
    }

    async fn change(
        &self,
        asked: &Asked<'_>,
        purpose: Purpose,
        command: &Command,
    ) -> Result<Done, (HostError, Option<Arc<Match>>)> {
        let state = self
            .find(asked, purpose)
            .await
            .map_err(|error| (error, None))?;
        let counted = match self.count_proposal(asked, &state, command) {
            Ok(counted) => counted,
            Err(limited) => return Err((limited.into(), Some(state))),
        };
        let submitted = self.host.submit(
            state.id(),
            asked.person,
            command,
            asked.shown_ply,
            asked.delivery.clone(),
        );
        submitted.await.map_err(|error| {
            // What is refused nobody else hears of.
            counted.into_iter().for_each(Counted::give_back);
            (error, Some(state))
        })
    }

    /// Leaving is for tables: one that is open comes before matches under way.
    async fn leave(&self, asked: &Asked<'_>) -> Result<Done, (HostError, Option<Arc<Match>>)> {
        match self.change(asked, Purpose::Act, &Command::Leave).await {
            Err((HostError::Rejected(_), None)) if asked.given.is_none() => {
                self.change(asked, Purpose::Join, &Command::Leave).await
            }
            other => other,
        }
    }

    async fn find(&self, asked: &Asked<'_>, purpose: Purpose) -> Result<Arc<Match>, HostError> {
        self.host.find(&asked.request(purpose)).await
    }

    async fn done(&self, asked: &Asked<'_>, done: Done) -> Reply {
        let account = Account {
            state: done.state,
            events: done.events,
            to_move_before: done.to_move_before,
            agreements_before: done.agreements_before,
            votes_before: done.votes_before,
        };
        let everybody = self.speaking_at(account.state.place());
        let mut reply = everybody.told(Some(asked.command), &account);
        reply.notice = done.notice;
        if done.repeated {
            // Whoever answers the first delivery pings, or the outbox does.
            reply.ping = None;
        }
        reply
    }

    /// What happened, for everybody.
    fn told(&self, command: Option<&'static str>, account: &Account) -> Reply {
        let state = &account.state;
        let draws_board = account.events.iter().any(|event| {
            matches!(
                event,
                Event::Started
                    | Event::Moved { .. }
                    | Event::WentOut(_)
                    | Event::TakenBack { .. }
                    | Event::TookOver { .. }
                    | Event::Ended(_)
            )
        });
        let draws_board = draws_board && state.stage() != Stage::Table;
        let seat = draws_board.then(|| self.seen_from(state, None));
        let to_move = state.to_move();
        let reminds = matches!(account.events.as_slice(), [Event::Reminded { .. }]);
        let mut text = self.teller_of(account).account(&account.events);
        if let Some(invitation) = self.invitation(&account.events) {
            text = format!("{text}\n{invitation}");
        }
        Reply {
            audience: Audience::All,
            state: Some(Arc::clone(state)),
            seat,
            buttons: self.buttons(state, &account.events),
            ping: to_move.filter(|_| reminds || to_move != account.to_move_before),
            begins: account.events.contains(&Event::Started),
            voice: Some(self.voice()),
            ..Reply::words(command, text)
        }
    }

    /// The reference of a person, made when they are met first.
    async fn meet(&self, speaker: &Speaker) -> Result<Person, StoreError> {
        let people = Arc::clone(&self.people);
        let host = Arc::clone(&self.host);
        let speaker = speaker.clone();
        tokio::task::spawn_blocking(move || {
            people.meet(&speaker.identity, &speaker.name, || host.new_person())
        })
        .await
        .map_err(|error| StoreError::Failed(error.to_string()))?
    }
}

/// Whether it changes nothing.
fn only_shows(ask: &Ask) -> bool {
    match ask {
        Ask::Settings(changes) => *changes == PersonChanges::default(),
        Ask::Pieces { .. }
        | Ask::Goals { .. }
        | Ask::Board { .. }
        | Ask::Look { .. }
        | Ask::History { .. }
        | Ask::Replay(_)
        | Ask::Export { .. }
        | Ask::ExportOfMe
        | Ask::Privacy
        // Whoever is not known is not to be known for asking that.
        | Ask::ForgetMe { .. }
        | Ask::Matches
        | Ask::Leaderboard(_)
        | Ask::Profile { .. }
        | Ask::Server(
            ServerAsk::Show | ServerAsk::Check | ServerAsk::FairPlay | ServerAsk::Audit { .. },
        )
        | Ask::Rules { .. }
        | Ask::Help { .. } => true,
        Ask::Play { .. }
        | Ask::Join { .. }
        | Ask::Leave
        | Ask::Move { .. }
        | Ask::Choose { .. }
        | Ask::Agree(_)
        | Ask::Pact { .. }
        | Ask::ClaimDraw
        | Ask::Resign { .. }
        | Ask::Abort(_)
        | Ask::Takeback(_)
        | Ask::Pause(_)
        | Ask::Seat { .. }
        | Ask::Rematch
        | Ask::Server(ServerAsk::Set(_) | ServerAsk::Abort { .. }) => false,
    }
}

/// The same error with what was typed made harmless.
fn harmless_input(error: &InputError, manner: &dyn Manner) -> InputError {
    match error {
        InputError::UnknownCommand(typed) => InputError::UnknownCommand(manner.name(typed)),
        InputError::UnknownOption { command, option } => InputError::UnknownOption {
            command,
            option: manner.name(option),
        },
        InputError::UnknownRuleset { given, known } => InputError::UnknownRuleset {
            given: manner.name(given),
            known: known.clone(),
        },
        InputError::NotASquare(typed) => InputError::NotASquare(manner.name(typed)),
        InputError::BadValue { .. }
        | InputError::Missing { .. }
        | InputError::Twice { .. }
        | InputError::TooLong { .. }
        | InputError::NoCommand => error.clone(),
    }
}

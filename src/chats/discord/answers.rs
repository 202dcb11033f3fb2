//! Answers interactions within Discord's three seconds.

use std::{sync::Arc, time::Duration};

use serenity::all::{
    AutocompleteChoice, Builder, CommandInteraction, ComponentInteraction,
    CreateAutocompleteResponse, CreateInteractionResponse, CreateInteractionResponseMessage, Http,
    Interaction, InteractionId, MessageFlags,
};
use tokio::time::{Instant, timeout_at};

use super::{
    calls::{Call, Calls},
    interaction, place,
    present::{Art, Letter},
    rights::{Need, Rights},
    trouble::{Trouble, trouble},
};
use crate::{
    commands::{Errand, Responder},
    matchplay::{Match, Place, Rejection, Stage},
    messages::{
        Audience, DrawingQueue, Language, Locale, Message, Page, Reply, Texts, picture::Priority,
    },
};

/// Most suggestions that Discord takes.
const MOST_CHOICES: usize = 25;
/// Time that Discord waits for an answer.
const ALLOWED: Duration = Duration::from_secs(3);
/// Part of it that a first try leaves to a second one.
const RESERVED: Duration = Duration::from_secs(1);
/// Time for the last try however late it is: Discord's clock may be behind.
const LEAST: Duration = Duration::from_millis(500);
/// Time for which an interaction's token is used. Discord takes it for fifteen minutes.
const GOOD: Duration = Duration::from_secs(14 * 60);

/// Answers interactions. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) responder: Arc<Responder>,
    /// Speaks to Discord about interactions alone.
    pub(super) http: Http,
    pub(super) rights: Arc<Rights>,
    pub(super) calls: Arc<Calls>,
    pub(super) pictures: Arc<DrawingQueue>,
}

/// The interaction to be answered.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    id: InteractionId,
    pub(super) token: &'a str,
    /// The time at which it came in.
    since: Instant,
}

/// The place of an interaction.
#[derive(Clone, Copy)]
struct At<'a> {
    place: &'a Place,
    /// The channel on which it hangs, where it is a thread.
    within: Option<&'a Place>,
}

impl<'a> Token<'a> {
    fn of(interaction: &'a Interaction, since: Instant) -> Token<'a> {
        Token {
            id: interaction.id(),
            token: interaction.token(),
            since,
        }
    }

    /// Returns the time until which a picture can be waited for: the rest is needed to send it.
    pub(super) fn drawing_due(self) -> Instant {
        self.since + (ALLOWED - RESERVED)
    }

    /// Returns the time at which it is good for nothing any more, less some to send something before.
    pub(super) fn spent(self) -> Instant {
        self.since + GOOD
    }
}

/// Form in which an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a message of its own, which the one who asked sees alone where it is private.
    Message { private: bool },
    /// In place of the message that was pressed on.
    Update,
}

impl Form {
    fn response(self, letter: Letter) -> CreateInteractionResponse {
        match self {
            Form::Message { private } => CreateInteractionResponse::Message(letter.answer(private)),
            Form::Update => CreateInteractionResponse::UpdateMessage(letter.answer(false)),
        }
    }

    /// Returns the promise of an answer of this form.
    pub(super) fn promise(self) -> CreateInteractionResponse {
        match self {
            Form::Message { private } => CreateInteractionResponse::Defer(
                CreateInteractionResponseMessage::new().ephemeral(private),
            ),
            Form::Update => CreateInteractionResponse::Acknowledge,
        }
    }
}

/// Message that an answer may take the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replaces {
    Nothing,
    /// The message of a table.
    Table,
    /// A page that its reader alone sees, where the reply says so.
    Page,
}

/// Fate of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// It is there.
    Arrived,
    /// It is not there, for this reason.
    Refused(Trouble),
    /// It may be there: connections broke, or Discord says that there is an answer already.
    Unknown,
}

impl Answers {
    /// Answers an interaction, whatever it is, that came in at this time.
    pub(super) async fn answer(&self, interaction: &Interaction, since: Instant) {
        let token = Token::of(interaction, since);
        match interaction {
            Interaction::Command(command) => self.command(command, token).await,
            Interaction::Component(component) => self.component(component, token).await,
            Interaction::Autocomplete(command) => self.complete(command, token).await,
            _ => tracing::warn!("an interaction of an unknown kind came in"),
        }
    }

    /// Says that something went wrong in here.
    pub(super) async fn apologize(&self, interaction: &Interaction, since: Instant) {
        let token = Token::of(interaction, since);
        let locale = match interaction {
            Interaction::Command(command) => &command.locale,
            Interaction::Component(component) => &component.locale,
            Interaction::Autocomplete(_) => return self.choices(token, Vec::new()).await,
            _ => return,
        };
        let language = Language::of_locale(locale).unwrap_or_default();
        let message = CreateInteractionResponseMessage::new()
            .ephemeral(true)
            .content(self.responder.texts(language).word("refused-failed"));
        self.send(token, CreateInteractionResponse::Message(message))
            .await;
    }

    async fn command(&self, command: &CommandInteraction, token: Token<'_>) {
        let kind = command.channel.as_ref().map(|channel| channel.kind);
        self.rights
            .learn(command.channel_id, command.app_permissions, kind);
        let invocation = interaction::invocation(command);
        self.hear(&invocation.place, command.guild_locale.as_deref());
        let responder = &self.responder;
        let own = responder.locale_of(&invocation.speaker, &invocation.place);
        let errand = responder.errand(&invocation.command, &invocation.options);
        let answer = responder.answer_in(&own, &invocation);
        if errand == Some(Errand::Forget) {
            return self.show_later(token, answer).await;
        }
        let refusal = match errand {
            Some(Errand::OpenTable { private }) => speechless(command, &own.texts, private),
            Some(Errand::Forget | Errand::CheckRights | Errand::ChangeTable) | None => None,
        };
        let mut reply = match refusal {
            Some(refusal) => refusal,
            None => Box::pin(answer).await,
        };
        if reply.refused.is_none() && errand == Some(Errand::CheckRights) {
            reply.text = self.check(command, &own.texts, &invocation.place).await;
        }
        let at = At {
            place: &invocation.place,
            within: invocation.within.as_ref(),
        };
        self.reply(token, &own, reply, at, Replaces::Nothing).await;
    }

    async fn component(&self, component: &ComponentInteraction, token: Token<'_>) {
        let kind = component.channel.as_ref().map(|channel| channel.kind);
        self.rights
            .learn(component.channel_id, component.app_permissions, kind);
        let press = interaction::press(component);
        self.hear(&press.place, component.guild_locale.as_deref());
        let own = self.responder.locale_of(&press.speaker, &press.place);
        let errand = self.responder.errand_of_press(&press.id);
        let answer = self.responder.press_in(&own, &press);
        if errand == Some(Errand::Forget) {
            return self.show_later(token, answer).await;
        }
        let reply = Box::pin(answer).await;
        let private = component.message.flags;
        let private = private.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        let replaces = if errand == Some(Errand::ChangeTable) {
            Replaces::Table
        } else if private {
            Replaces::Page
        } else {
            Replaces::Nothing
        };
        let within = interaction::within(component.guild_id, component.channel.as_ref());
        let at = At {
            place: &press.place,
            within: within.as_ref(),
        };
        self.reply(token, &own, reply, at, replaces).await;
    }

    /// Takes in in which language the server is where somebody speaks.
    fn hear(&self, place: &Place, locale: Option<&str>) {
        let language = locale.and_then(Language::of_locale);
        self.responder.locales().report(place, language);
    }

    async fn complete(&self, command: &CommandInteraction, token: Token<'_>) {
        let suggestions = match interaction::typing(command) {
            None => Vec::new(),
            Some(typing) => {
                let (user, member) = (&command.user, command.member.as_deref());
                let speaker = interaction::speaker(user, member, Some(&command.locale));
                let place = place::place(command.guild_id, command.channel_id);
                let responder = &self.responder;
                responder
                    .suggest(&speaker, &place, &typing, MOST_CHOICES)
                    .await
            }
        };
        let choices = suggestions
            .into_iter()
            .map(|choice| AutocompleteChoice::new(choice.label, choice.value));
        self.choices(token, choices.collect()).await;
    }

    /// Offers choices. When they come too late, the next letter asks for others.
    async fn choices(&self, token: Token<'_>, choices: Vec<AutocompleteChoice>) {
        let response = CreateAutocompleteResponse::new().set_choices(choices);
        self.send(token, CreateInteractionResponse::Autocomplete(response))
            .await;
    }

    /// Sends a reply as the answer. What it tells everybody counts as told when it could be said
    /// where the match is played; otherwise the outbox says it there.
    async fn reply(
        &self,
        token: Token<'_>,
        own: &Locale,
        mut reply: Reply,
        At { place, within }: At<'_>,
        replaces: Replaces,
    ) {
        let public = reply.audience == Audience::All;
        if reply.notice.is_none() && (!public || reply.state.is_none()) {
            let turns = replaces == Replaces::Page && reply.page == Page::Turns;
            return self.show(token, &reply, turns).await;
        }
        let state = reply.state.clone();
        let here = state.as_ref().is_none_or(|state| {
            // Of a table a thread of its channel may hear too: all who see the one see the other.
            let table = reply.begins || state.stage() == Stage::Table;
            state.place() == place || table && within == Some(state.place())
        });
        // Nobody else is to see a private match that has no thread yet.
        let secret = state.as_ref().is_some_and(|state| {
            state.is_private() && state.started_at().is_some() && !state.is_housed()
        });
        // A match that begins is told of where it will be played, unless that cannot be.
        let begins = reply.begins && here && (secret || !self.is_speechless(place, Need::Speak));
        let notice = reply.notice.take();
        // What replaces a page of one person alone calls nobody: the outbox tells the others.
        let page = std::mem::take(&mut reply.page);
        let closes = match &page {
            Page::Closes(said) if replaces == Replaces::Page => Some(said),
            Page::Closes(_) | Page::Turns | Page::Stays => None,
        };
        if begins {
            reply.seat = None;
            reply.ping = None;
            reply.buttons.clear();
        } else if public && here && secret && closes.is_none() {
            reply.ping = None;
        } else if public && (closes.is_some() || !here) {
            reply.seat = None;
            reply.ping = None;
            reply.buttons.clear();
            let elsewhere = state.as_ref().filter(|_| !here);
            let elsewhere = elsewhere.map(|state| self.responder.narrator(own).elsewhere(state));
            let lines = closes.cloned().into_iter().chain(elsewhere);
            reply.text = Message::lines(lines);
            reply.locale = Some(own.clone());
        }
        let mut letter = Letter::of(&self.responder, &reply);
        let art = Art::of(&self.responder, &self.pictures, &reply, Priority::Told);
        let drawing = art.by(token.drawing_due());
        let (art, call) = tokio::join!(drawing, self.calls.call_soon(&reply));
        if let Call::Mention(user) = call {
            letter = letter.calling(user);
        }
        if let Some(state) = state.as_deref()
            && public
        {
            self.add_lack(&mut letter, state);
        }
        let private = !public || closes.is_some() || secret && !begins || !(here || begins);
        let form = match replaces {
            // A change of the table's message would notify nobody.
            Replaces::Table if public && here && reply.ping.is_none() => Form::Update,
            Replaces::Page if closes.is_some() || page == Page::Turns => Form::Update,
            Replaces::Nothing | Replaces::Table | Replaces::Page => Form::Message { private },
        };
        let lacks = letter.lacks().to_vec();
        let mut late = None;
        let letter = match art {
            Art::Nothing => letter,
            Art::Done(drawn) => letter.showing(&self.responder, &reply, drawn),
            // It is not put off: filling a deferral calls nobody, and makes no refusal private.
            Art::Waits(drawing) => {
                late = Some((letter.clone(), drawing));
                letter.telling_picture(&self.responder, &reply)
            }
        };
        let sent = self.send_letter(token, form, letter, &reply).await;
        if let (Sent::Arrived, Some(state)) = (sent, &state) {
            self.rights.note_said(state.id(), &lacks);
            self.calls.note_left(state.id(), call).await;
        }
        let over = state.is_some_and(|state| state.stage() == Stage::Ended && state.is_housed());
        if let Some(notice) = notice {
            match (sent, call) {
                // The outbox finds it where it stands, and says the rest directly.
                (Sent::Arrived, Call::Direct(_)) => drop(notice),
                // Its thread is left to be named after the result.
                (Sent::Arrived, _) if !private && over => notice.heard(),
                (Sent::Arrived, _) if !private && !begins => notice.told(),
                // It is about the answer that others see: no doubt about one that they do not see.
                (Sent::Arrived | Sent::Refused(_), _) => notice.untold(),
                (Sent::Unknown, _) if private || begins => notice.untold(),
                (Sent::Unknown, _) => drop(notice),
            }
        }
        // What changed a message may have been changed again since.
        if let (Sent::Arrived, Form::Message { .. }, Some((letter, drawing))) = (sent, form, late) {
            self.add_picture(token, letter, drawing).await;
        }
    }

    /// Sends an answer, and once more without files where these may not be sent.
    pub(super) async fn send_letter(
        &self,
        token: Token<'_>,
        form: Form,
        letter: Letter,
        reply: &Reply,
    ) -> Sent {
        let plain = letter.without_files(&self.responder, reply);
        let sent = self.send(token, form.response(letter)).await;
        match (sent, plain) {
            (Sent::Refused(Trouble::Rights | Trouble::TooLarge), Some(plain)) => {
                self.send(token, form.response(plain)).await
            }
            _ => sent,
        }
    }

    /// Says, once for a match, that nothing can be posted where it is played.
    fn add_lack(&self, letter: &mut Letter, state: &Match) {
        let need = if state.is_housed() {
            Need::SpeakInThread
        } else {
            Need::Speak
        };
        let lacks = state.stage() != Stage::Table && self.is_speechless(state.place(), need);
        if lacks && self.rights.is_unsaid(state.id(), Need::Speak) {
            let rights = &self.rights;
            let text = rights.speech_lacking(&self.responder, letter.texts(), state.place(), need);
            letter.add_lack(Need::Speak, &text);
        }
    }

    fn is_speechless(&self, place: &Place, need: Need) -> bool {
        place::channel(place).is_some_and(|channel| self.rights.lack(channel, need))
    }

    /// Sends an answer, twice at most and within its time, and says what became of it. The
    /// interaction can be gone or answered already; what was written down stays written down.
    pub(super) async fn send(&self, token: Token<'_>, response: CreateInteractionResponse) -> Sent {
        let mut doubtful = false;
        for last in [false, true] {
            let due = token.since + ALLOWED;
            if last && Instant::now() > due {
                break;
            }
            // One that begins late has its time too, so that a slow answer is not sent twice.
            let (until, least) = if last {
                (due, LEAST)
            } else {
                (due - RESERVED, RESERVED)
            };
            let until = until.max(Instant::now() + least);
            let sending = response
                .clone()
                .execute(&self.http, (token.id, token.token));
            let error = match timeout_at(until, Box::pin(sending)).await {
                Ok(Ok(())) => return Sent::Arrived,
                Ok(Err(error)) => error,
                Err(_) => {
                    tracing::warn!("an answer took too long");
                    doubtful = true;
                    continue;
                }
            };
            match trouble(&error) {
                // By the first of two tries that seemed to fail; or this very interaction came
                // twice, and the other one was faster, whose answer pings nobody.
                Trouble::Answered => return Sent::Unknown,
                Trouble::Passing => {
                    tracing::warn!(%error, last, "an answer could not be sent");
                    doubtful = true;
                }
                trouble @ Trouble::Expired if !doubtful => return Sent::Refused(trouble),
                trouble if !doubtful => {
                    tracing::warn!(%error, "an answer was refused");
                    return Sent::Refused(trouble);
                }
                _ => {
                    tracing::warn!(%error, "an answer was refused after a first try");
                    return Sent::Unknown;
                }
            }
        }
        Sent::Unknown
    }
}

/// The refusal of a table where the bot may say nothing: nobody would be told of the match that
/// begins there.
fn speechless(command: &CommandInteraction, texts: &Texts, private: bool) -> Option<Reply> {
    let held = command.app_permissions?;
    let channel = command.channel.as_ref();
    let thread = channel.is_some_and(|channel| interaction::is_thread(channel.kind));
    let need = if thread {
        Need::SpeakInThread
    } else {
        Need::Speak
    };
    if private && thread {
        let text = texts.say("refused-private-thread", &[]);
        return Some(Reply::refusal(Rejection::NotAllowed.reason(), text));
    }
    let (need, id) = if need.is_unmet(held) {
        (need, "refused-missing-rights")
    } else if private && Need::PrivateThread.is_unmet(held) {
        (Need::PrivateThread, "refused-private-rights")
    } else {
        return None;
    };
    let rights = need.names(Some(held), texts);
    let text = texts.say(id, &[("rights", &rights)]);
    Some(Reply::refusal("missing-rights", text))
}

//! Answers interactions within Discord's three seconds. What only shows something and takes longer, or
//! forgets somebody, is promised first and given when it is there; what tells of a move is told in words
//! at once, and its picture follows.

pub(super) mod backlog;
mod guest;

use std::collections::HashSet;

use serde_json::{Value, json};
use serenity::all::{
    CommandInteraction, Interaction, InteractionId, LightMethod, Mentionable, Message,
    MessageFlags, MessageId, MessageInteractionMetadata, Route,
};
use tokio::{
    runtime::Handle,
    sync::watch::{Receiver, Sender},
    time::{sleep_until, timeout_at},
};

use self::backlog::{InFlight, UNANSWERED};
use super::{
    message::{
        layout::{self, Body},
        present::{self, PRIVATE},
    },
    place::is_thread,
    prelude::*,
    reading::{
        event::Unclear,
        fields::NO_MESSAGE,
        interaction,
        modal::{self, FilledModal},
    },
    register,
    requests::DiscordRequests,
    servers::{check::check, deleted::drop_deleted},
};
use crate::{
    commands::{Handling, ReadCommand, Suggestion},
    delivery::{
        Asked, Calls, DeliveryPlan, Form, Invitation, Outgoing, PostId, Pressed, Retry, Trigger,
        plan,
    },
    host::{HeldNotice, NoticeState},
    matchplay::Rejection,
    messages::{ButtonId, Drawing, Drawn, Message as Said, Priority},
    store::seldom::store_failed,
};

/// Most suggestions that Discord takes.
const MOST_CHOICES: usize = 25;
/// Time that Discord waits for an answer.
const ALLOWED: Duration = Duration::from_secs(3);
/// Part of it that a first try leaves to a second one.
const RESERVED: Duration = Duration::from_secs(1);
/// Time for the last try however late it is: Discord's clock may be behind.
const LEAST: Duration = Duration::from_millis(500);
/// Time that an answer waits to know whether the player it calls is in the server.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time for which Discord takes an interaction's token, and the part of it in which a picture can be
/// waited for: the rest is needed to send it.
const TOKEN: Duration = Duration::from_secs(15 * 60);
const GOOD: Duration = Duration::from_secs(14 * 60);

/// The end of that time, in which no file is sent any more, but words in its place.
const IN_WORDS: Duration = Duration::from_secs(30);

/// An interaction that is being answered.
#[derive(Clone)]
pub(super) struct Answering {
    pub(super) delivery: Arc<BotDelivery>,
    pub(super) interaction: Arc<Interaction>,
    /// What was filled in, if it sends a modal.
    pub(super) modal: Option<Arc<FilledModal>>,
    /// The time at which it came in.
    pub(super) since: Instant,
    /// Its turn, until others may have theirs.
    pub(super) turn: Arc<Mutex<Option<InFlight<Waiting>>>>,
}

/// An interaction that waits for its turn.
pub(super) struct Waiting {
    pub(super) delivery: Arc<BotDelivery>,
    pub(super) interaction: Box<Interaction>,
    /// What was filled in, if it sends a modal.
    pub(super) modal: Option<FilledModal>,
    /// The time at which it came in.
    pub(super) since: Instant,
    /// There until it is answered.
    pub(super) under_way: UnderWay,
}

/// Marks an interaction as one that waits for its turn or is being answered, for as long as this lives.
pub(super) struct UnderWay {
    id: InteractionId,
    all: Arc<Mutex<HashSet<InteractionId>>>,
    _answering: Receiver<()>,
}

impl UnderWay {
    /// Begins with an interaction; `None` if it is under way already: Discord may deliver one twice in the
    /// same moment, and it is answered and told once.
    pub(super) fn begin(
        id: InteractionId,
        all: &Arc<Mutex<HashSet<InteractionId>>>,
        answering: &Sender<()>,
    ) -> Option<UnderWay> {
        let is_new = locked(all).insert(id);
        is_new.then(|| UnderWay {
            id,
            all: Arc::clone(all),
            _answering: answering.subscribe(),
        })
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        locked(&self.all).remove(&self.id);
    }
}

/// Begins to answer an interaction whose turn it is.
pub(super) fn begin(asked: Waiting, turn: InFlight<Waiting>) {
    let answering = Answering {
        delivery: asked.delivery,
        interaction: Arc::from(asked.interaction),
        modal: asked.modal.map(Arc::new),
        since: asked.since,
        turn: Arc::new(Mutex::new(Some(turn))),
    };
    let under_way = asked.under_way;
    // Without a runtime the program has ended.
    let Ok(runtime) = Handle::try_current() else {
        return;
    };
    runtime.spawn(async move {
        let inner = answering.clone();
        // In a task of its own, so that a panic is seen and answered.
        let answered = tokio::spawn(async move { inner.answer().await });
        if let Err(error) = answered.await {
            tracing::error!(error = %causes(&error), "answering an interaction failed");
            answering.apologize().await;
        }
        drop(under_way);
    });
}

/// Types of answers.
const MESSAGE: u8 = 4;
const DEFERRED: u8 = 5;
const ACKNOWLEDGED: u8 = 6;
const UPDATE: u8 = 7;
const CHOICES: u8 = 8;
const MODAL: u8 = 9;

/// Returns an answer of this type.
fn response(kind: u8, body: Body) -> Body {
    let Body { map, files } = body;
    let map = json!({"type": kind, "data": map});
    Body { map, files }
}

/// Returns an answer without files.
fn bare(kind: u8, data: Value) -> Body {
    response(kind, Body::bare(data))
}

/// Returns a message as an answer of this form; `on_page` says that it was asked for from a page.
fn written(form: Form, message: Outgoing, on_page: bool) -> Body {
    match form {
        Form::Message { private } => response(MESSAGE, present::answer(message, private)),
        Form::Update => response(UPDATE, present::update(message, on_page)),
    }
}

/// Tells somebody that what they did cannot be understood, and which field of it: nothing has been done.
pub(super) async fn explain(delivery: &BotDelivery, unclear: &Unclear) {
    let answer = if unclear.completes {
        bare(CHOICES, json!({"choices": []}))
    } else {
        let language = Language::of_locale(&unclear.locale).unwrap_or_default();
        let texts = delivery.responder.locales().texts(language);
        let field = delivery.responder.markup().name(&unclear.field);
        let said = texts.say("refused-unclear", &[("field", &field)]);
        response(MESSAGE, present::answer(Outgoing::of_words(&said), true))
    };
    let to = (unclear.id, &*unclear.token);
    let (answers, since) = (&delivery.messenger.answers, Instant::now());
    // What became of it is in the log, and nothing depends on it.
    let _ = send(answers, to, since, unclear.completes, (answer, None)).await;
}

/// Returns true unless Discord has left the message out of the interaction. Such a one is not changed by
/// the answer, since it may be a page or plain.
fn is_described(message: &Message) -> bool {
    message.id.get() != NO_MESSAGE
}

/// Returns whose message somebody pressed on, or opened a modal from.
fn pressed_on(message: &Message, user: UserId) -> Pressed {
    if !is_described(message) {
        return Pressed::Neither;
    }
    let flags = message.flags.unwrap_or_default();
    let asker = match message.interaction_metadata.as_deref() {
        Some(MessageInteractionMetadata::Command(by)) => Some(by.user.id),
        _ => None,
    };
    if flags.contains(MessageFlags::EPHEMERAL) {
        Pressed::Page
    } else if asker == Some(user) {
        Pressed::Own
    } else {
        Pressed::Neither
    }
}

/// Returns the promise of an answer of this form.
fn promise(form: Form) -> Body {
    match form {
        Form::Message { private: true } => bare(DEFERRED, json!({"flags": PRIVATE})),
        Form::Message { private: false } => bare(DEFERRED, json!({})),
        Form::Update => bare(ACKNOWLEDGED, json!({})),
    }
}

/// Fate of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// It is there.
    Arrived,
    /// It is not there, for this reason.
    Refused(Trouble),
    /// Its files take too long on this line. It may be there.
    TooSlow,
    /// It may be there: connections broke, or Discord says that an earlier process has answered.
    Unknown,
}

impl Answering {
    /// Returns true if it comes from a server where the bot is not. The server may have its commands all
    /// the same: they can be installed without it.
    fn is_outside(&self) -> bool {
        let guild = self.interaction.guild_id();
        guild.is_some_and(|guild| !self.delivery.messenger.guilds.has(guild))
    }

    /// Answers it, whatever it is.
    pub(super) async fn answer(&self) {
        let outside = self.is_outside();
        let (mut incoming, channel, locale, pressed) = match &*self.interaction {
            Interaction::Command(asked) => {
                let chosen = |name: &str| register::chosen(name, &self.delivery.responder);
                let own = self.delivery.messenger.api.own.get().copied();
                let incoming = interaction::of_command(asked, own, outside, chosen);
                (
                    incoming,
                    &asked.channel,
                    &asked.guild_locale,
                    Pressed::Neither,
                )
            }
            Interaction::Component(asked) => {
                let incoming = interaction::of_component(asked, outside);
                let pressed = pressed_on(&asked.message, asked.user.id);
                (incoming, &asked.channel, &asked.guild_locale, pressed)
            }
            Interaction::Modal(asked) => {
                let Some(sent) = &self.modal else {
                    return tracing::warn!("a form came in without what is in it");
                };
                let own = self.delivery.messenger.api.own.get().copied();
                let incoming = modal::incoming(asked, sent, own, outside);
                let pressed = asked.message.as_ref();
                let pressed = pressed.map(|message| pressed_on(message, asked.user.id));
                let pressed = pressed.unwrap_or(Pressed::Neither);
                (incoming, &asked.channel, &asked.guild_locale, pressed)
            }
            Interaction::Autocomplete(asked) => return self.complete(asked).await,
            _ => return tracing::warn!("an interaction of an unknown kind came in"),
        };
        self.delivery.hear(&incoming.place, locale.as_deref());
        if let Some(id) = place::channel(&incoming.place) {
            let guild = place::guild(&incoming.place);
            let held = self.interaction.app_permissions();
            let thread = channel.as_ref().and_then(|channel| channel.thread_metadata);
            let mut kind = channel.as_ref().map(|channel| channel.kind);
            let is_known = |kind| !is_thread(kind) || incoming.within.is_some();
            if guild.is_some() && !kind.is_some_and(is_known) {
                (kind, incoming.within) = self.asked_about(id, guild).await;
            }
            self.delivery
                .messenger
                .rights
                .learn(id, guild.is_some(), held, kind);
            if let Some(thread) = thread {
                self.delivery
                    .messenger
                    .note_lock(&incoming.place, thread.locked);
            }
        }
        self.run(&incoming, pressed).await;
    }

    /// Asks Discord about a channel that the interaction does not describe: what it is, and the place on which
    /// it hangs if it is a thread.
    async fn asked_about(
        &self,
        id: ChannelId,
        guild: Option<GuildId>,
    ) -> (Option<ChannelType>, Option<Place>) {
        let asked = timeout(PATIENCE, self.delivery.messenger.api.channel(id)).await;
        let Ok(Ok(found)) = asked else {
            tracing::info!("Discord does not say what a channel is");
            return (None, None);
        };
        let parent = found.parent_id;
        let parent = parent.filter(|_| is_thread(found.kind));
        (
            Some(found.kind),
            parent.map(|parent| place::place(guild, parent)),
        )
    }

    /// Lets the next one begin, since this one waits for something that takes its time.
    fn let_others(&self) {
        drop(locked(&self.turn).take());
    }

    /// Says that something went wrong in here.
    pub(super) async fn apologize(&self) {
        let locale = match &*self.interaction {
            Interaction::Command(command) => &command.locale,
            Interaction::Component(component) => &component.locale,
            Interaction::Modal(modal) => &modal.locale,
            Interaction::Autocomplete(_) => return self.choices(Vec::new()).await,
            _ => return,
        };
        let language = Language::of_locale(locale).unwrap_or_default();
        let texts = self.delivery.responder.locales().texts(language);
        let message = Outgoing::of_words(&texts.word("refused-failed"));
        let apology = written(Form::Message { private: true }, message, false);
        self.send(apology).await;
    }

    /// Returns true if it was asked for from a page: plain messages have words of their own.
    fn is_on_page(&self) -> bool {
        let message = match &*self.interaction {
            Interaction::Component(asked) => Some(&*asked.message),
            Interaction::Modal(asked) => asked.message.as_deref(),
            _ => None,
        };
        message.is_some_and(|message| is_described(message) && message.content.is_empty())
    }

    /// Returns the time until which a picture can be waited for: the rest is needed to send it.
    pub(super) fn drawing_due(&self) -> Instant {
        self.since + (ALLOWED - RESERVED)
    }

    /// Returns the time at which its token is good for nothing any more, less some to send
    /// something before.
    fn spent(&self) -> Instant {
        self.since + GOOD
    }

    /// Runs what came in, and sends the answer. `pressed` says whose message it was pressed on.
    async fn run(&self, incoming: &Incoming, pressed: Pressed) {
        let responder = &self.delivery.responder;
        let read = ReadCommand::of(&incoming.input);
        let speaker = responder.look_up(&incoming.speaker, &incoming.place).await;
        let own = &speaker.locale;
        let handling = read.handling();
        self.prepare(incoming, handling).await;
        let answer = responder.answer_read(&speaker, incoming, &read);
        let refusal = match handling {
            Some(Handling::Forget) => return self.show_later(answer).await,
            Some(Handling::OpenTable { private }) => {
                let again = read.played_again(incoming.shown);
                let private = private || self.is_private(again).await;
                self.no_table(incoming, &own.texts, private).await
            }
            Some(Handling::ChangeTable | Handling::CheckRights) | None => None,
        };
        let mut reply = match refusal {
            Some(refusal) => refusal,
            None => Box::pin(answer).await,
        };
        if handling == Some(Handling::CheckRights) && reply.refused().is_none() {
            let said = responder.lapses(own, &incoming.place, true).await;
            let found = check(&self.delivery, incoming, &own.texts).await;
            reply = reply.saying(Said::lines(said.into_iter().chain([found])));
        }
        if let Some(modal) = reply.body.form() {
            self.send(bare(MODAL, layout::modal(modal))).await;
            return;
        }
        let pressed = self.pressed(pressed, handling, reply.news);
        let invited = self.invitation_pressed(pressed);
        let in_vain = reply.refused().is_some();
        if let Some((id, invitation)) = invited.clone().filter(|_| !in_vain) {
            // Before the outbox brings all messages of the table up to date.
            let message = invitation.message;
            let pressed = &self.delivery.remembered.invitations;
            pressed.note(message, (id, invitation));
        }
        self.reply(own, reply, incoming, pressed).await;
        if let Some((id, invitation)) = invited.filter(|_| in_vain) {
            self.delivery.refresh_if_over(id, &invitation).await;
        }
    }

    /// Does what comes before an answer: hears which language is spoken at a table, and drops what was deleted from
    /// the settings that are checked.
    async fn prepare(&self, incoming: &Incoming, handling: Option<Handling>) {
        let (delivery, place) = (&self.delivery, &incoming.place);
        let language = incoming.speaker.language;
        match (handling, language, place::guild(place)) {
            (Some(Handling::OpenTable { .. } | Handling::ChangeTable), Some(language), _) => {
                delivery.hear_player(place, self.asker(), language).await;
            }
            (Some(Handling::CheckRights), _, Some(guild)) => {
                // The check itself needs most of the time that there is.
                let dropping = timeout(PATIENCE / 2, drop_deleted(delivery, guild));
                if let Ok(Err(error)) = dropping.await {
                    tracing::info!(error = %causes(&error), "Discord does not say what was deleted in a server");
                }
            }
            _ => {}
        }
    }

    /// Returns which message was pressed on, now that it is known what the answer tells.
    fn pressed(&self, pressed: Pressed, handling: Option<Handling>, news: News) -> Pressed {
        let Interaction::Component(asked) = &*self.interaction else {
            return pressed;
        };
        match handling {
            _ if !is_described(&asked.message) => pressed,
            Some(Handling::ChangeTable) => {
                // Those of an invitation give commands.
                let id: Option<ButtonId> = asked.data.custom_id.parse().ok();
                if id.is_some_and(|id| id.verb() == "do") {
                    Pressed::Invitation
                } else {
                    Pressed::Table
                }
            }
            // A board stays as it is, whatever its buttons answer.
            None if news == News::VoteCast
                && pressed != Pressed::Page
                && asked.message.attachments.is_empty() =>
            {
                Pressed::Vote
            }
            _ => pressed,
        }
    }

    /// Returns the invitation that was pressed on, and the match to whose table it invites.
    fn invitation_pressed(&self, pressed: Pressed) -> Option<(MatchId, Invitation)> {
        let Interaction::Component(asked) = &*self.interaction else {
            return None;
        };
        let id: ButtonId = asked.data.custom_id.parse().ok()?;
        let (id, _) = id.of.filter(|_| pressed == Pressed::Invitation)?;
        let invitation = Invitation {
            at: place::place(asked.guild_id, asked.message.channel_id),
            message: PostId(asked.message.id.get()),
            said: asked.message.content.clone(),
            is_direct: asked.guild_id.is_none(),
        };
        Some((id, invitation))
    }

    /// Refuses a table where its match could not be played: in a place where the bot may say nothing, nobody
    /// would be told of it.
    async fn no_table(&self, incoming: &Incoming, texts: &Texts, private: bool) -> Option<Reply> {
        match self.speechless(incoming, texts, private).await {
            None => self.shut_out(&incoming.place, texts).await,
            refusal => refusal,
        }
    }

    /// Refuses a table where the bot may say nothing, and a private one where no private thread can be.
    async fn speechless(&self, incoming: &Incoming, texts: &Texts, private: bool) -> Option<Reply> {
        let (delivery, not_allowed) = (&self.delivery, Rejection::NotAllowed.reason());
        let host = delivery.responder.host();
        // What cannot be read is refused later, in its own words.
        let place = host.place_of_table(&incoming.place).await.ok()?;
        let (channel, guild) = (place::channel(&place)?, place::guild(&place));
        if host.is_locked(&place) {
            return Some(Reply::refusal(
                not_allowed,
                texts.say("refused-locked", &[]),
            ));
        }
        let kind = match guild {
            Some(_) => delivery.messenger.kind(channel).await,
            None => Some(ChannelType::Private),
        };
        // In direct messages nobody need be kept out.
        let private = private && guild.is_some();
        if private {
            let id = match kind {
                Some(kind) if is_thread(kind) => Some("refused-private-thread"),
                None | Some(ChannelType::Text) => None,
                Some(_) => Some("refused-private-channel"),
            };
            if let Some(id) = id {
                return Some(Reply::refusal(not_allowed, texts.say(id, &[])));
            }
        }
        let held = delivery.messenger.rights.held(channel)?;
        let needs = [
            (Need::to_speak(kind), "refused-missing-rights"),
            (Need::PrivateThread, "refused-private-rights"),
        ];
        let mut needs = needs.into_iter().take(1 + usize::from(private));
        let (need, id) = needs.find(|(need, _)| need.is_unmet(held))?;
        let rights = need.names(held, texts);
        let text = texts.say(id, &[("rights", &rights)]);
        Some(Reply::refusal("missing-rights", text))
    }

    /// Returns true if a match is private.
    async fn is_private(&self, id: Option<MatchId>) -> bool {
        let Some(id) = id else {
            return false;
        };
        let state = self.delivery.responder.host().state(id).await;
        state.is_ok_and(|state| state.is_some_and(|state| state.is_private()))
    }

    /// Returns who asks.
    fn asker(&self) -> UserId {
        match &*self.interaction {
            Interaction::Command(asked) => asked.user.id,
            Interaction::Component(asked) => asked.user.id,
            Interaction::Modal(asked) => asked.user.id,
            Interaction::Autocomplete(asked) => asked.user.id,
            _ => UserId::default(),
        }
    }

    /// Refuses a table in a private thread that the bot is not in, unless it can join: its permissions
    /// look right there, and yet everything that it posts is refused.
    async fn shut_out(&self, place: &Place, texts: &Texts) -> Option<Reply> {
        let (channel, api) = (place::channel(place)?, &self.delivery.messenger.api);
        if !self.delivery.messenger.rights.is_private(channel) {
            return None;
        }
        let joined = timeout(PATIENCE, api.join(channel)).await;
        let refused = joined.ok()?.err().map(|error| trouble(&error))?;
        // Whatever else is wrong may pass, and then it can be posted what happens.
        if !matches!(refused, Trouble::Rights | Trouble::Gone) {
            return None;
        }
        let own = self.delivery.messenger.api.own.get()?;
        let text = texts.say("refused-shut-out", &[("bot", &own.mention())]);
        Some(Reply::refusal("missing-rights", text))
    }

    async fn complete(&self, command: &CommandInteraction) {
        let Some(typing) = interaction::typing(command) else {
            return self.choices(Vec::new()).await;
        };
        let outside = self.is_outside();
        let Incoming { speaker, place, .. } =
            interaction::of_command(command, None, outside, |_| None);
        let responder = &self.delivery.responder;
        let choices = responder.suggest(&speaker, &place, &typing, MOST_CHOICES);
        self.choices(choices.await).await;
    }

    /// Offers choices. When they come too late, the next message asks for others.
    async fn choices(&self, choices: Vec<Suggestion>) {
        let choices = choices.into_iter();
        let choices = choices.map(|choice| json!({"name": choice.label, "value": choice.value}));
        let choices: Vec<Value> = choices.collect();
        self.send(bare(CHOICES, json!({"choices": choices}))).await;
    }

    /// Sends a reply as the answer. What it tells everybody counts as told when it could be said
    /// where the match is played; otherwise the outbox says it there.
    async fn reply(&self, own: &Locale, reply: Reply, incoming: &Incoming, pressed: Pressed) {
        let (responder, place) = (&self.delivery.responder, &incoming.place);
        let plan = self.planned(&reply, incoming, pressed);
        let form = plan.form();
        if guest_match(&reply).is_some() {
            return self.answer_as_guest(own, reply, form).await;
        }
        let public = reply.audience == Audience::All;
        if reply.notice.is_none() && (!public || reply.state.is_none()) {
            return self.show(&reply, Some(form)).await;
        }
        let role = reply.pings.role.clone();
        let mut reply = plan.cut(reply, &responder.narrator(own));
        if let Some(state) = reply.state.as_deref()
            && (form, pressed) == (Form::Update, Pressed::Table)
            && state.started_at().is_none()
            && self.is_on_page()
        {
            // What happened is seen by what stands there now.
            reply.body = responder.table(state).body;
        }
        let mut notice = reply.notice.take();
        if let Some(notice) = &mut notice {
            notice.call_role(role.filter(|_| reply.pings.role.is_none()));
        }
        let version = notice.as_ref().map_or(0, |notice| notice.notice().to);
        let (message, drawing) = self.drawing(&reply, form, pressed).await;
        if drawing.is_some() {
            self.let_others();
        }
        let ((mut message, late), calls) = tokio::join!(
            message.drawn_by(drawing, self.drawing_due()),
            self.delivery.calls(&reply, version, PATIENCE),
        );
        // Where it cannot be read who is to be called, the outbox calls them.
        let failed =
            |error: &_| store_failed(error, "those whom an answer is to call cannot be read");
        let calls = calls.inspect_err(failed).ok();
        let mentioned = calls.as_ref().map_or(&[][..], |calls| &calls.mentioned);
        let markup = responder.markup();
        message = message.calling(mentioned, markup).silenced(&reply);
        self.add_remarks(&mut message, &reply, place, (own, form))
            .await;
        let remarks = message.origin.remarks.clone();
        // It is not put off: filling a deferral calls nobody, and makes no refusal private.
        let late = late.map(|drawing| (message.clone(), drawing));
        if late.is_some() {
            message = message.telling_picture();
        }
        let sent = self.send_message(Some(form), message).await;
        if sent == Sent::Arrived {
            self.delivery.note_said(remarks);
        }
        if let Some(notice) = notice {
            self.note_told(notice, &plan, sent, calls);
        }
        // What changed a message may have been changed again since.
        if let (Sent::Arrived, Form::Message { .. }, Some((message, drawing))) = (sent, form, late)
        {
            self.add_picture(message, drawing).await;
        }
    }

    /// Plans where a reply goes, from where it was asked for.
    fn planned(&self, reply: &Reply, incoming: &Incoming, pressed: Pressed) -> DeliveryPlan {
        let Incoming { place, within, .. } = incoming;
        let bot = &self.delivery.messenger;
        let lacks = |at| bot.rights.lack(at, bot.rights.to_speak(at)) || bot.host.is_locked(place);
        let guest = guest_match(reply);
        let asked = Asked {
            // Of such a match every answer tells, wherever it is given.
            place: guest.unwrap_or(place),
            within: within.as_ref(),
            pressed,
            is_mute: guest.is_some() || place::channel(place).is_some_and(lacks),
        };
        plan(reply, &Trigger::Asked(asked))
    }

    /// Returns what is shown of a reply in this form, with its picture on its way.
    async fn drawing(
        &self,
        reply: &Reply,
        form: Form,
        pressed: Pressed,
    ) -> (Outgoing, Option<Drawing<Drawn>>) {
        if let (Some(state), Form::Update) = (reply.state.as_deref(), form)
            && let Some(message) = self.counted(state, pressed).await
        {
            return (message, None);
        }
        let (message, drawing) = self.delivery.queued(reply, Priority::Told);
        if form == Form::Update && reply.news.begins() && !self.is_on_page() {
            // By its buttons the outbox finds it once it is known where the match is played.
            return (message.with_buttons_as_they_are(), drawing);
        }
        (message, drawing)
    }

    /// Adds to a reply to everybody what is lacking at its place, which players cannot be reached, and what a
    /// server's settings have lost.
    async fn add_remarks(
        &self,
        message: &mut Outgoing,
        reply: &Reply,
        place: &Place,
        (own, form): (&Locale, Form),
    ) {
        let (delivery, bot) = (&self.delivery, &self.delivery.messenger);
        let private = matches!(form, Form::Message { private: true });
        if let Some(state) = reply.state.as_deref() {
            let is_table = state.stage() == Stage::Table;
            let there = if !is_table && reply.audience == Audience::All {
                let need = bot.need_to_speak(state);
                // Of a private match nothing is said elsewhere.
                let is_secret = state.is_private() && bot.host.is_locked(state.place());
                let there = place::channel(state.place());
                there
                    .filter(|at| bot.rights.lack(*at, need) || is_secret)
                    .zip(Some(need))
            } else if is_table && !private && reply.news.opens() && state.opened_at() == place {
                // Where its message cannot be found it follows its seats only as long as they are pressed on it.
                let there = place::channel(place);
                there
                    .filter(|at| bot.rights.lack(*at, Need::History))
                    .zip(Some(Need::History))
            } else {
                None
            };
            if let Some((there, need)) = there {
                let refusal = bot.refusal(there, need);
                let locale = delivery.locale(reply);
                message.add_lack(delivery.lack(state, state.place(), &refusal, locale));
            }
        }
        let about = reply.state.as_deref().map(Match::id);
        message.add(self.unreached(own, about, private).await);
        if reply.news.opens() {
            let locale = delivery.locale(reply);
            let said = delivery.responder.lapses(locale, place, false).await;
            message.add((!said.is_empty()).then(|| Said::lines(said).into()));
        }
    }

    /// Ends a notice that an answer took along; `calls` are not known where they could not be read.
    fn note_told(&self, notice: HeldNotice, plan: &DeliveryPlan, sent: Sent, calls: Option<Calls>) {
        let arrived = match sent {
            Sent::Arrived => Some(true),
            Sent::Refused(_) => Some(false),
            Sent::TooSlow | Sent::Unknown => None,
        };
        let calls_more = calls.as_ref().is_none_or(|calls| {
            let mut others = calls.direct.iter().chain(&calls.later).chain(&calls.left);
            others.next().is_some()
        });
        let mentioned = calls.unwrap_or_default().mentioned.into_iter();
        let called = mentioned.map(|called| called.person).collect();
        let (id, come) = (notice.notice().id, plan.state(arrived, called, calls_more));
        // What else is told the outbox tells, and looks for old rows then.
        let is_all = come == NoticeState::Delivered;
        notice.end(come);
        if is_all {
            self.delivery.remembered.cleanups.note(id);
        }
    }

    /// Returns the words about players of the asker's matches whom nothing reaches.
    async fn unreached(
        &self,
        locale: &Locale,
        about: Option<MatchId>,
        private: bool,
    ) -> Option<String> {
        let asker = self.asker().to_string();
        let telling = self
            .delivery
            .tell_of_unreached(&asker, locale, about, private);
        telling.await
    }

    /// Returns the invitation or the vote that was pressed on, as it stands now that it is answered;
    /// `None` for other messages.
    async fn counted(&self, state: &Match, pressed: Pressed) -> Option<Outgoing> {
        let Interaction::Component(asked) = &*self.interaction else {
            return None;
        };
        let said = &asked.message.content;
        match pressed {
            Pressed::Invitation => Some(self.delivery.invitation(state, said).await),
            Pressed::Vote => {
                let id: ButtonId = asked.data.custom_id.parse().ok()?;
                let voted = self.delivery.vote_of(state, said, &[&id.action]).await;
                let (said, _) = voted?;
                Some(Outgoing::of_words(&said).with_buttons_as_they_are())
            }
            Pressed::Neither | Pressed::Table | Pressed::Page | Pressed::Own => None,
        }
    }

    /// Sends a reply that tells nobody of anything new; one that is promised already where no form is
    /// given. It is promised where its picture is not there in time: then it is in words where the picture
    /// is not there before the promise expires either.
    pub(super) async fn show(&self, reply: &Reply, form: Option<Form>) {
        let (mut message, drawing) = self.delivery.queued(reply, Priority::Shown);
        if drawing.is_some() {
            self.let_others();
        }
        let (locale, about) = (
            self.delivery.locale(reply),
            reply.state.as_deref().map(Match::id),
        );
        let private = reply.audience != Audience::All;
        message.add(self.unreached(locale, about, private).await);
        let (message, late) = match drawing {
            Some(drawing) if drawing.is_long() => (message, Some(drawing)),
            drawing => message.drawn_by(drawing, self.drawing_due()).await,
        };
        let Some(mut drawing) = late else {
            self.send_message(form, message).await;
            return;
        };
        if let Some(form) = form
            && !self.promise(form).await
        {
            return;
        }
        let drawn = timeout_at(self.spent(), drawing.finished()).await;
        let message = message.showing(drawn.ok().flatten());
        self.send_message(None, message).await;
    }

    /// Promises an answer, and returns false if it was refused. One that may have arrived is given too: if
    /// it has not, Discord says so.
    pub(super) async fn promise(&self, form: Form) -> bool {
        !matches!(self.send(promise(form)).await, Sent::Refused(_))
    }

    /// Promises a private answer while it is worked out, and gives it. It is worked out even where
    /// the promise does not arrive.
    async fn show_later(&self, reply: impl Future<Output = Reply>) {
        let promise = self.promise(Form::Message { private: true });
        let (promised, reply) = tokio::join!(promise, reply);
        if promised {
            let message = self.delivery.undrawn(&reply);
            self.send_message(None, message).await;
        }
    }

    /// Puts its picture into an answer that was given in words.
    async fn add_picture(&self, message: Outgoing, mut drawing: Drawing<Drawn>) {
        let drawn = timeout_at(self.spent(), drawing.finished()).await;
        if let Ok(drawn @ Some(_)) = drawn {
            // Where it cannot be given, the words stand.
            let message = present::edit_beside_buttons(message.showing(drawn));
            self.give(message).await;
        }
    }

    /// Gives what was promised, again and again for as long as the token is good and the bot does not
    /// stop, and a few times only if it is refused. To give it twice does no harm.
    async fn give(&self, given: Body) -> Sent {
        // For longer than three seconds, if it must be.
        self.let_others();
        let expires = self.since + TOKEN;
        let mut retry = Retry::new(&self.delivery.tries);
        while let Some(application_id) = self.delivery.messenger.answers.application() {
            let route = Route::WebhookOriginalInteractionResponse {
                application_id,
                token: self.interaction.token(),
            };
            let answers = &self.delivery.messenger.answers;
            let giving = answers.make::<MessageId>(LightMethod::Patch, route, given.clone());
            let has_files = !given.files.is_empty();
            let last = if has_files {
                expires - IN_WORDS
            } else {
                expires
            };
            let due = last.min(Instant::now() + answers.allowed(&given));
            let Err(error) = attempt(giving, due).await else {
                return Sent::Arrived;
            };
            if has_files && matches!(error, RequestError::Slow) {
                return Sent::TooSlow;
            }
            let trouble = trouble(&error);
            let lasts = trouble != Trouble::Passing && retry.is_last();
            if trouble == Trouble::Expired {
                note_late(&error);
            }
            if lasts || trouble == Trouble::Expired || is_about_files(&given, trouble) {
                return Sent::Refused(trouble);
            }
            if !matches!(
                timeout_at(expires, retry.goes_on(&failure(&error))).await,
                Ok(true)
            ) {
                break;
            }
        }
        tracing::warn!("what was promised could not be given");
        Sent::Unknown
    }

    /// Sends an answer in a form, or gives what was promised where it says none; and once more
    /// without files where these may not be sent.
    async fn send_message(&self, form: Option<Form>, message: Outgoing) -> Sent {
        let on_page = self.is_on_page();
        let send = async |message: Outgoing| match form {
            Some(form) => {
                let words = message
                    .has_files()
                    .then(|| written(form, message.clone().in_words(), on_page));
                self.send_or(written(form, message, on_page), words).await
            }
            None => self.give(present::edit(message)).await,
        };
        match send(message.clone()).await {
            // What is not understood may be about its files too.
            Sent::Refused(trouble)
                if message.has_files()
                    && (trouble.is_about_files() || trouble == Trouble::Unknown) =>
            {
                send(message.in_words()).await
            }
            // In a locked thread everybody is answered alone, and hears of the rest elsewhere.
            Sent::Refused(trouble @ (Trouble::Archived | Trouble::Locked))
                if form == Some(Form::Message { private: false }) =>
            {
                let alone = Form::Message { private: true };
                self.send(written(alone, message, self.is_on_page())).await;
                Sent::Refused(trouble)
            }
            Sent::TooSlow => send(message.in_words()).await,
            sent => sent,
        }
    }

    /// Sends an answer, and says what became of it.
    async fn send(&self, response: Body) -> Sent {
        self.send_or(response, None).await
    }

    /// Sends an answer, or `words` in its place where it takes too long, and says what became of it.
    async fn send_or(&self, response: Body, words: Option<Body>) -> Sent {
        let (answers, interaction) = (&self.delivery.messenger.answers, &*self.interaction);
        let to = (interaction.id(), interaction.token());
        let completes = matches!(interaction, Interaction::Autocomplete(_));
        send(answers, to, self.since, completes, (response, words)).await
    }
}

/// Returns the place of a reply's match, if the bot is a guest there.
fn guest_match(reply: &Reply) -> Option<&Place> {
    let place = reply.state.as_deref()?.place();
    place::is_guest(place).then_some(place)
}

/// Sends an answer to an interaction, of this id and token, that came in at this time: twice at most and within
/// its time, the second time in words, if there are any, where the first one took too long. Says what became of
/// it: the interaction can be gone or answered already, and what was written down stays written down.
async fn send(
    answers: &DiscordRequests,
    (interaction_id, token): (InteractionId, &str),
    since: Instant,
    completes: bool,
    (mut response, mut words): (Body, Option<Body>),
) -> Sent {
    let due = since + ALLOWED;
    let (mut doubtful, mut refused) = (false, Trouble::Passing);
    // One that begins late has its time too, so that a slow answer is not sent twice.
    for (until, least) in [(due - RESERVED, RESERVED), (due, LEAST)] {
        let route = Route::InteractionResponse {
            interaction_id,
            token,
        };
        let sending = answers.tell(LightMethod::Post, route, response.clone());
        let sent = attempt(sending, until.max(Instant::now() + least)).await;
        let Err(error) = sent else {
            return Sent::Arrived;
        };
        if matches!(error, RequestError::Slow)
            && let Some(words) = words.take()
        {
            response = words;
        }
        let (trouble, wait) = (trouble(&error), error.wait());
        match trouble {
            // The first try seemed to fail, and did not.
            Trouble::Answered if doubtful => return Sent::Arrived,
            // By an earlier process, whose answer may say the same.
            Trouble::Answered => {
                tracing::info!(error = %causes(&error), "an interaction has been answered before");
                return Sent::Unknown;
            }
            // With a wait it was not carried out.
            Trouble::Passing if wait.is_zero() => doubtful = true,
            trouble => refused = trouble,
        }
        if trouble == Trouble::Expired {
            // Somebody who types on has other choices by then.
            if !completes {
                note_late(&error);
            }
            break;
        }
        let next = Instant::now() + wait;
        if is_about_files(&response, trouble) || next > due {
            break;
        }
        sleep_until(next).await;
    }
    if doubtful {
        Sent::Unknown
    } else {
        Sent::Refused(refused)
    }
}

/// Returns true if an answer may be taken without its files.
const fn is_about_files(answer: &Body, trouble: Trouble) -> bool {
    !answer.files.is_empty() && trouble.is_about_files()
}

/// Says in the log that Discord takes no answer to an interaction any more, of which nothing else tells.
fn note_late(error: &RequestError) {
    if let Some(count) = UNANSWERED.adds(1, Instant::now().into_std()) {
        tracing::warn!(error = %causes(&error), count, "an answer came too late");
    }
}

/// Tries to send an answer until then at most.
async fn attempt<T>(
    sending: impl Future<Output = RequestResult<T>>,
    until: Instant,
) -> RequestResult<T> {
    let Ok(sent) = timeout_at(until, Box::pin(sending)).await else {
        if let Some(count) = UNANSWERED.adds(1, Instant::now().into_std()) {
            tracing::warn!(count, "an answer took too long");
        }
        return Err(RequestError::Slow);
    };
    sent.inspect_err(|error| {
        // Those whose time is over are noted later.
        if !matches!(trouble(error), Trouble::Expired | Trouble::Answered)
            && let Some(count) = UNANSWERED.adds(1, Instant::now().into_std())
        {
            tracing::warn!(error = %causes(&error), count, "an answer could not be sent");
        }
    })
}

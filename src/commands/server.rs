//! `/server`: for managers of a server, what is set, which rights are missing, who may be playing
//! into each other's hands, and what managers have done.

mod audit;
mod fair_play;
mod lapses;

pub(super) use lapses::lapses;

use super::{
    incoming::ChosenChannels,
    prelude::*,
    setting::{
        Given, LANGUAGE, MIRROR, ORIENTATION, PIECES, Setting, THEME, ValueIn, around, given, half,
        setting,
    },
    shortcut::{self, FILLED},
};
use crate::messages::Block;
use crate::store::{
    preferences::{MOST_CHANNELS, Openers, ServerPreferences, UsualTime, Viewers},
    record::hash,
};

/// The settings of a server, in the order of the options.
pub(super) const SETTINGS: &[Setting<ServerPreferences>] = &[
    row(option("rated-computers", Kind::Boolean), |set| {
        &mut set.rated_computers
    }),
    half(option("channel", Kind::Channel)).clear("channels"),
    half(option("allow", Kind::Boolean)),
    half(choice("openers", &["everyone", "managers", "role"])),
    half(option("role", Kind::Role)),
    row(choice("leaderboard", Viewers::WORDS), |set| {
        &mut set.leaderboard
    }),
    row(option("table-role", Kind::Role), |set| &mut set.table_role)
        .unset("none")
        .clear("table-role"),
    row(ruleset(), |set| &mut set.ruleset)
        .unset("usual")
        .clear("ruleset"),
    row(option("time", Kind::Time), |set| &mut set.time),
    row(option("rated", Kind::Boolean), |set| &mut set.rated).unset("true"),
    row(LANGUAGE, |set| &mut set.language)
        .unset("own")
        .clear("language"),
    row(THEME, |set| &mut set.looks.theme)
        .unset("usual")
        .clear("looks"),
    row(PIECES, |set| &mut set.looks.pieces)
        .unset("usual")
        .clear("looks"),
    row(ORIENTATION, |set| &mut set.looks.orientation)
        .unset("usual")
        .clear("looks"),
    row(MIRROR, |set| &mut set.looks.mirror).clear("looks"),
];

const fn row(option: Opt, value: ValueIn<ServerPreferences>) -> Setting<ServerPreferences> {
    setting(option, value)
}

/// The words of `clear:`.
pub(super) const CLEAR: &[&str] = &["channels", "table-role", "ruleset", "language", "looks"];

/// The settings of tables, which have the first page.
const OF_TABLES: [&str; 5] = ["table-role", "ruleset", "time", "rated", "rated-computers"];

/// The options about tables that are read in pairs, or set something back.
const OF_PAIRS: [&str; 5] = ["channel", "allow", "openers", "role", "clear"];

pub(super) const COMMAND: Command = Command {
    name: "server",
    group: Group::Server,
    needs_server: true,
    options: &around::<_, { SETTINGS.len() + 5 }>(
        &[required(choice("action", Action::NAMES))],
        SETTINGS,
        &[
            choice("clear", CLEAR),
            option("page", Kind::Integer),
            text("reason"),
            MATCH,
        ],
    ),
    for_managers: true,
    beside_page: Some(&["action", "user", "match", "reason"]),
    read: |options| {
        Ok(match options.needed("action", Action::from_word)? {
            Action::Show => shows(false),
            // Where nothing is named, the page that sets it all is opened.
            Action::Set if options.is_alone() => look(ServerTask::Open),
            Action::Set => {
                let changes = Edits {
                    clear: options.owned("clear"),
                    channel: options.channel("channel"),
                    chosen: options.channels("channel"),
                    given: given(SETTINGS, options),
                };
                Request {
                    cost: Cost::Unless(Limit::Errands),
                    ..Request::new(Task::Server(ServerTask::Set(changes)))
                }
            }
            Action::Check => Request {
                handling: Some(Handling::CheckRights),
                ..look(ServerTask::Check)
            },
            Action::FairPlay => look(ServerTask::FairPlay),
            Action::Audit => {
                let page = options.number("page")?.unwrap_or(1);
                look(ServerTask::Audit(page))
            }
            Action::Abort => {
                let reason = options.reason()?;
                Request::change(Purpose::Manage, MatchCommand::ForceEnd { reason })
            }
        })
    },
    press: |action| match action {
        "server" => Some((Presser::Manager, shows(false))),
        "server:everybody" => Some((Presser::Manager, shows(true))),
        _ => None,
    },
    ..Command::plain(Presser::Manager)
};

words! {
    pub(super) Action {
        "show" => Show,
        "set" => Set,
        "check" => Check,
        "fairplay" => FairPlay,
        "audit" => Audit,
        "abort" => Abort,
    }
}

fn kind(option: &str) -> Option<Kind> {
    COMMAND.option(option).map(|option| option.kind)
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ServerTask {
    /// A page: that of what everybody sees, or that of tables.
    Show {
        everybody: bool,
    },
    /// The page on which all is set, or how to set it where there is none.
    Open,
    Set(Edits),
    /// The rights that the bot lacks.
    Check,
    FairPlay,
    /// A page of what managers have done.
    Audit(u32),
}

pub(super) async fn run(cx: &Context<'_>, task: &ServerTask) -> Answer {
    match task {
        ServerTask::Show { everybody } => show(cx, *everybody).await,
        ServerTask::Open if cx.incoming.opens_modals => show(cx, false).await,
        ServerTask::Open => Err(nothing_to_set(cx)),
        ServerTask::Set(edits) => set(cx, edits).await,
        // A chat that has permissions answers itself.
        ServerTask::Check => Ok(Reply::words(cx.say("check-nothing", &[]))),
        ServerTask::FairPlay => fair_play::run(cx).await,
        ServerTask::Audit(page) => audit::run(cx, *page, kind).await,
    }
}

fn look(task: ServerTask) -> Request {
    Request::look(Cost::Free, Task::Server(task))
}

fn shows(everybody: bool) -> Request {
    Request {
        page: PageUse::Turns,
        ..look(ServerTask::Show { everybody })
    }
}

fn nothing_to_set(cx: &Context<'_>) -> CommandError {
    cx.refuse("bad-option", cx.say("refused-nothing-to-set", &[]))
}

async fn show(cx: &Context<'_>, everybody: bool) -> Answer {
    let set = cx.host.server_preferences(cx.place);
    Ok(shown(cx, None, &set, everybody).await)
}

/// Returns the page and the lines of the settings, below what was done and what was dropped.
async fn shown(
    cx: &Context<'_>,
    done: Option<Message>,
    set: &ServerPreferences,
    everybody: bool,
) -> Reply {
    let lapses = lapses(cx, cx.place, true).await;
    let above = lapses.iter().map(|lapse| Block::Text(lapse.clone()));
    let blocks = above.chain(page(cx, cx.place, set, everybody));
    let page = Reply::page(blocks.collect());
    let said = done.into_iter().chain(lapses);
    let text = Message::lines(said.chain(lines(cx, cx.place, set)));
    page.saying(text)
}

/// Returns the page of what everybody sees, or that of tables.
fn page(
    narrator: &Narrator<'_>,
    place: &Place,
    set: &ServerPreferences,
    everybody: bool,
) -> Vec<Block> {
    let say = |id: &'static str| narrator.say(id, &[]);
    let first = [("action", "set")];
    let mut usual = set.clone();
    usual.time = Some(time(narrator, set));
    let of_page = |one: &&Setting<_>| OF_TABLES.contains(&one.option.name) != everybody;
    let settings = SETTINGS.iter().filter(of_page);
    let settings = settings.filter_map(|setting| setting.block(narrator, "server", &first, &usual));
    let act = |action| {
        let label = say(match action {
            "check" => "button-server-check",
            "audit" => "button-server-audit",
            _ => "button-server-fairplay",
        });
        shortcut::button("server", &[("action", action)], label)
    };
    let (heading, other, label) = if everybody {
        ("server-everybody", "server", "button-server")
    } else {
        (
            "server-heading",
            "server:everybody",
            "button-server-everybody",
        )
    };
    let mut blocks = vec![Block::Heading(say(heading))];
    if !everybody {
        blocks.push(channels_block(narrator, place, set));
        let filled = format!("{FILLED}{}", word_of(&set.channels));
        let choose = shortcut::action("server", &[("action", "set"), ("channel", &filled)]);
        let choose = Button::alone(choose, say("menu-server-channels"));
        blocks.push(Block::Channels(choose, set.channels.clone()));
        blocks.push(openers_block(narrator, set));
    }
    blocks.extend(settings);
    let mut buttons = vec![Button::alone(other, say(label))];
    buttons.extend(["check", "audit", "fairplay"].map(act));
    blocks.push(Block::Buttons(buttons));
    blocks
}

/// Says where tables may be opened, with a button that allows or forbids the channel where it stands, or
/// one that allows all.
fn channels_block(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> Block {
    let (given, label): ([_; 2], _) = if set.channels.is_empty() {
        ([("action", "set"), ("allow", "true")], "button-server-here")
    } else {
        (
            [("action", "set"), ("clear", "channels")],
            "button-server-everywhere",
        )
    };
    let button = shortcut::button("server", &given, narrator.say(label, &[]));
    Block::Beside(channels_line(narrator, place, set), button)
}

/// Says who may open tables, with a button for the other of the two usual answers.
fn openers_block(narrator: &Narrator<'_>, set: &ServerPreferences) -> Block {
    let (openers, label) = match set.openers() {
        Openers::Everyone => ("managers", "button-server-managers"),
        Openers::Managers | Openers::Role(_) => ("everyone", "button-server-everyone"),
    };
    let given = [("action", "set"), ("openers", openers)];
    let button = shortcut::button("server", &given, narrator.say(label, &[]));
    Block::Beside(openers_line(narrator, set), button)
}

/// Changes of a server's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edits {
    /// The word of what is set back.
    clear: Option<String>,
    /// The channel that `allow` is about; the one where it is said when `None`.
    channel: Option<Option<String>>,
    /// The channels that are allowed from now on, all of them; every channel if there are none.
    chosen: Option<ChosenChannels>,
    /// All other options.
    given: Given<ServerPreferences>,
}

impl Edits {
    fn word(&self, option: &str) -> Option<&str> {
        let mut given = self.given.iter();
        let found = given.find(|(setting, _)| setting.option.name == option);
        found.map(|(_, word)| word.as_str())
    }

    /// Returns true if all channels are to be replaced, and others are set than the menu showed.
    fn is_outdated(&self, set: &ServerPreferences) -> bool {
        let shown = self.chosen.as_ref().and_then(|one| one.shown.as_ref());
        shown.is_some_and(|shown| *shown != word_of(&set.channels))
    }

    /// Makes the changes, and returns the options with the values they were given, as they are stored.
    fn make(
        &self,
        cx: &Context<'_>,
        set: &mut ServerPreferences,
    ) -> Result<Vec<(String, String)>, CommandError> {
        let mut settings = Vec::new();
        if let Some(clear) = &self.clear {
            for setting in SETTINGS.iter().filter(|one| one.clear == Some(clear)) {
                setting.set(set, None);
            }
            if clear == "channels" {
                set.channels.clear();
            }
            settings.push((String::from("clear"), clear.clone()));
        }
        if let Some(chosen) = &self.chosen {
            let chosen = &chosen.ids;
            check_count(cx, chosen.len())?;
            set.channels.clone_from(chosen);
            let named = chosen.iter().map(|id| ("channel", id.as_str()));
            let none = chosen.is_empty().then_some(("clear", "channels"));
            let noted = named.chain(none);
            settings.extend(noted.map(|(option, value)| (option.to_owned(), value.to_owned())));
        }
        let channel = self.set_channel(cx, set)?;
        let mut channel = channel.map(|channel| (String::from("channel"), channel));
        self.set_openers(cx, set)?;
        for (setting, word) in &self.given {
            let option = setting.option;
            if option.name == "allow" {
                settings.extend(channel.take());
            }
            if option.kind == Kind::Ruleset {
                cx.ruleset(Some(word))?;
            }
            setting.set(set, Some(word));
            settings.push((option.name.to_owned(), word.clone()));
        }
        if settings.is_empty() {
            return Err(nothing_to_set(cx));
        }
        Ok(settings)
    }

    /// Allows tables in a channel, or no more, as `channel:` and `allow:` say together. Returns the
    /// channel.
    fn set_channel(
        &self,
        cx: &Context<'_>,
        set: &mut ServerPreferences,
    ) -> Result<Option<String>, CommandError> {
        let refuse = |id: &'static str| Err(cx.refuse("bad-option", cx.say(id, &[])));
        let here = || cx.incoming.within.as_ref().unwrap_or(cx.place).room();
        let allow = self.word("allow").map(|word| word == "true");
        let (channel, allow) = match (&self.channel, allow) {
            (None, None) => return Ok(None),
            (Some(_), None) => return refuse("refused-allow-missing"),
            (Some(None), Some(_)) => return refuse("refused-channel-elsewhere"),
            (Some(Some(channel)), Some(allow)) => (channel.as_str(), allow),
            (None, Some(allow)) => (here(), allow),
        };
        if !allow && set.channels.is_empty() {
            return refuse("server-channels-all");
        }
        set.channels.retain(|known| known != channel);
        set.channels.extend(allow.then(|| channel.to_owned()));
        check_count(cx, set.channels.len())?;
        Ok(Some(channel.to_owned()))
    }

    /// Lets those open tables whom `openers:` and `role:` name together.
    fn set_openers(
        &self,
        cx: &Context<'_>,
        set: &mut ServerPreferences,
    ) -> Result<(), CommandError> {
        set.set_openers(match (self.word("openers"), self.word("role")) {
            (None, None) => return Ok(()),
            (Some("everyone"), _) => Openers::Everyone,
            (Some("managers"), _) => Openers::Managers,
            (_, Some(role)) => Openers::Role(role),
            (Some(_), None) => {
                return Err(cx.refuse("bad-option", cx.say("refused-role-missing", &[])));
            }
        });
        Ok(())
    }
}

/// Returns a short word for channels, by which others are told from them. They are chosen from menus in which
/// they stand in any order.
fn word_of(channels: &[String]) -> String {
    let mut channels = channels.to_vec();
    channels.sort_unstable();
    let mut word = hash(channels.join(",").as_bytes()).to_string();
    word.truncate(8);
    word
}

/// Refuses more channels than a server can name.
fn check_count(cx: &Context<'_>, count: usize) -> Result<(), CommandError> {
    if count <= MOST_CHANNELS {
        return Ok(());
    }
    let message = cx.say("refused-many-channels", &[("most", &MOST_CHANNELS)]);
    Err(cx.refuse("bad-option", message))
}

async fn set(cx: &Context<'_>, changes: &Edits) -> Answer {
    let mut everybody = false;
    let change = |set: &mut ServerPreferences| {
        if changes.is_outdated(set) {
            return Err(outdated(cx, set).into());
        }
        let settings = changes.make(cx, set)?;
        let of_tables = |(option, _): &(String, String)| {
            OF_TABLES.contains(&option.as_str()) || OF_PAIRS.contains(&option.as_str())
        };
        everybody = !settings.iter().all(of_tables);
        Ok::<_, CommandError>(settings)
    };
    let set = cx.host.change_server(cx.place, cx.person, change).await?;
    let done = cx.say("server-set", &[]);
    Ok(Reply {
        page: Page::Turns,
        ..shown(cx, Some(done), &set, everybody).await
    })
}

/// Shows the page as it is now to somebody who chose channels on one that others have changed.
fn outdated(cx: &Context<'_>, set: &ServerPreferences) -> Reply {
    let why = cx.say("server-channels-changed", &[]);
    let mut blocks = page(cx, cx.place, set, false);
    blocks.insert(0, Block::Text(why.clone()));
    let text = Message::lines([why].into_iter().chain(lines(cx, cx.place, set)));
    let refusal = Reply::page(blocks).saying(text);
    Reply {
        page: Page::Turns,
        ..refusal.refused_for(Rejection::NotAllowed.reason())
    }
}

/// Says where tables may be opened.
fn channels_line(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> Message {
    if set.channels.is_empty() {
        return narrator.say("server-channels-all", &[]);
    }
    let channels = channels(narrator, place, set);
    narrator.say("server-channels", &[("channels", &channels)])
}

/// Says who may open tables.
fn openers_line(narrator: &Narrator<'_>, set: &ServerPreferences) -> Message {
    match set.openers() {
        Openers::Everyone => narrator.say("server-openers-everyone", &[]),
        Openers::Managers => narrator.say("server-openers-managers", &[]),
        Openers::Role(role) => {
            let role = narrator.markup.role(role);
            narrator.say("server-openers-role", &[("role", &role)])
        }
    }
}

/// Lists a server's settings, a line each.
fn lines(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> Vec<Message> {
    let channels = channels_line(narrator, place, set);
    let openers = openers_line(narrator, set);
    let of_tables = |one: &&Setting<_>| OF_TABLES.contains(&one.option.name);
    let (first, then): (Vec<_>, Vec<_>) = SETTINGS.iter().partition(of_tables);
    let settings = first.into_iter().chain(then);
    let mut set = set.clone();
    set.time = Some(time(narrator, &set));
    let settings = settings.filter_map(|setting| setting.line(narrator, "server", &set));
    [channels, openers].into_iter().chain(settings).collect()
}

/// Returns the time for each move at the tables of a server whose openers name none.
pub(super) fn time(narrator: &Narrator<'_>, set: &ServerPreferences) -> UsualTime {
    let usual = || UsualTime(narrator.markup.usual_time());
    set.time.unwrap_or_else(usual)
}

/// Names the channels where a server wants tables, in a sentence.
pub(super) fn channels(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> String {
    let channels = set.channels.iter();
    let channels = channels.map(|channel| narrator.markup.place(&place.in_same_server(channel)));
    narrator.and(channels)
}

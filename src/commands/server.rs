//! `/server`: for managers of a server, what is set, which rights are missing, who may be playing
//! into each other's hands, and what managers have done.

mod audit;
mod fair_play;

use super::{
    command::{Answer, Command, Context, Cost, Errand, Failure, Request},
    options::{
        Completion, Kind, LANGUAGES, MATCH, ORIENTATIONS, Options, PIECES, THEMES, choice, choices,
        completed, option, required, ruleset, text,
    },
};
use crate::{
    host::{Limit, Purpose},
    matchplay::{Command as MatchCommand, Place, TimeLimit},
    messages::{Message, Narrator, Reply, refusals::Topic},
    store::preferences::{Looks, MOST_CHANNELS, Openers, ServerPreferences},
};

pub(super) const COMMAND: Command = Command {
    name: "server",
    options: &[
        required(choice("action", Action::WORDS)),
        option("rated-computers", Kind::Boolean),
        option("channel", Kind::Channel),
        option("allow", Kind::Boolean),
        choice("openers", &["everyone", "managers", "role"]),
        option("role", Kind::Role),
        choice("leaderboard", &["everyone", "managers"]),
        option("table-role", Kind::Role),
        ruleset(),
        completed(option("time", Kind::Time), Completion::Times),
        option("rated", Kind::Boolean),
        choice("language", LANGUAGES),
        choice("theme", THEMES),
        choice("pieces", PIECES),
        choice("orientation", ORIENTATIONS),
        choice("clear", Clear::WORDS),
        option("page", Kind::Integer),
        text("reason"),
        MATCH,
    ],
    for_managers: true,
    read: |options| {
        Ok(match options.needed("action", Action::from_word)? {
            Action::Show => Request::look(Cost::Free, |cx| Box::pin(show(cx))),
            Action::Set => {
                let changes = changes(options);
                Request {
                    cost: Cost::Unless(Limit::Errands),
                    ..Request::new(move |cx| {
                        let changes = changes.clone();
                        Box::pin(async move { set(cx, &changes).await })
                    })
                }
            }
            Action::Check => Request {
                errand: Some(Errand::CheckRights),
                ..Request::look(Cost::Free, |cx| Box::pin(check(cx)))
            },
            Action::FairPlay => Request::look(Cost::Free, |cx| Box::pin(fair_play::run(cx))),
            Action::Audit => {
                let page = options.number("page")?.unwrap_or(1);
                Request::look(Cost::Free, move |cx| Box::pin(audit::run(cx, page)))
            }
            Action::Abort => {
                let reason = options.reason()?;
                let command = MatchCommand::PutAnEnd { reason };
                Request::change(Purpose::Manage, Topic::Other, command)
            }
        })
    },
    ..Command::PLAIN
};

choices! {
    enum Action {
        Show = "show",
        Set = "set",
        Check = "check",
        FairPlay = "fairplay",
        Audit = "audit",
        Abort = "abort",
    }
}

choices! {
    /// The settings that `clear:` sets back.
    enum Clear {
        Channels = "channels",
        TableRole = "table-role",
        Ruleset = "ruleset",
        Language = "language",
        Looks = "looks",
    }
}

async fn show(cx: &Context<'_>) -> Answer {
    let set = cx.host.server_preferences(cx.place);
    Ok(Reply::words(Message::lines(lines(cx, cx.place, &set))))
}

/// Listing the rights that the bot lacks. A chat that has rights answers itself.
async fn check(cx: &Context<'_>) -> Answer {
    Ok(Reply::words(cx.say("check-nothing", &[])))
}

/// Changes of a server's settings. Settings that are `None` stay as they are.
#[derive(Clone, Debug)]
struct Changes {
    rated_computers: Option<bool>,
    /// The channel that `allow` is about; the one where it is said when `None`.
    channel: Option<Option<String>>,
    /// Whether tables may be opened there.
    allow: Option<bool>,
    openers: Option<String>,
    /// The id of the role that may open tables.
    role: Option<String>,
    leaderboard: Option<String>,
    table_role: Option<String>,
    ruleset: Option<String>,
    time: Option<Option<TimeLimit>>,
    rated: Option<bool>,
    language: Option<String>,
    looks: Looks,
    clear: Option<Clear>,
}

fn changes(options: &Options<'_>) -> Changes {
    Changes {
        rated_computers: options.boolean("rated-computers"),
        channel: options.channel("channel"),
        allow: options.boolean("allow"),
        openers: options.owned("openers"),
        role: options.role("role"),
        leaderboard: options.owned("leaderboard"),
        table_role: options.role("table-role"),
        ruleset: options.owned("ruleset"),
        time: options.time(),
        rated: options.boolean("rated"),
        language: options.owned("language"),
        looks: options.looks(),
        clear: options.choice("clear", Clear::from_word),
    }
}

async fn set(cx: &Context<'_>, changes: &Changes) -> Answer {
    let before = cx.host.server_preferences(cx.place);
    let (after, settings) = changed(cx, &before, changes)?;
    if settings.is_empty() {
        return Err(cx.refuse("bad-option", cx.say("refused-nothing-to-set", &[])));
    }
    cx.host
        .set_server(cx.place, cx.person, &after, settings)
        .await?;
    let set = cx.say("server-set", &[]);
    let lines = [set].into_iter().chain(lines(cx, cx.place, &after));
    Ok(Reply::words(Message::lines(lines)))
}

/// Options and the values they were given, as they are stored.
type Settings = Vec<(String, String)>;

/// A server's preferences after these changes, and the settings that have changed.
fn changed(
    cx: &Context<'_>,
    before: &ServerPreferences,
    changes: &Changes,
) -> Result<(ServerPreferences, Settings), Failure> {
    let refuse = |id: &str| cx.refuse("bad-option", cx.say(id, &[]));
    let mut set = before.clone();
    let mut settings = Settings::new();
    let mut note = |option: &str, value: &str| {
        settings.push((option.to_owned(), value.to_owned()));
    };
    if let Some(clear) = changes.clear {
        match clear {
            Clear::Channels => set.channels.clear(),
            Clear::TableRole => set.table_role = None,
            Clear::Ruleset => set.ruleset = None,
            Clear::Language => set.language = None,
            Clear::Looks => set.looks = Looks::default(),
        }
        note("clear", clear.word());
    }
    if let Some(rated) = changes.rated_computers {
        set.rated_computers = rated;
        note("rated-computers", &rated.to_string());
    }
    match (&changes.channel, changes.allow) {
        (None, None) => {}
        (Some(_), None) => return Err(refuse("refused-allow-missing")),
        (Some(None), Some(_)) => return Err(refuse("refused-channel-elsewhere")),
        (channel, Some(allow)) => {
            let here = cx.within.unwrap_or(cx.place).room();
            let channel = channel.clone().flatten();
            let channel = channel.unwrap_or_else(|| here.to_owned());
            if !allow && set.channels.is_empty() {
                return Err(refuse("server-channels-all"));
            }
            set.channels.retain(|known| *known != channel);
            if allow && set.channels.len() >= MOST_CHANNELS {
                let message = cx.say("refused-many-channels", &[("most", &MOST_CHANNELS)]);
                return Err(cx.refuse("bad-option", message));
            }
            note("channel", &channel);
            note("allow", &allow.to_string());
            set.channels.extend(allow.then_some(channel));
        }
    }
    let role = changes.role.as_ref();
    match changes.openers.as_deref() {
        Some("everyone") => set.openers = Openers::Everyone,
        Some("managers") => set.openers = Openers::Managers,
        None if role.is_none() => {}
        Some(_) | None => match role {
            Some(role) => set.openers = Openers::Role(role.clone()),
            None => return Err(refuse("refused-role-missing")),
        },
    }
    if let Some(leaderboard) = &changes.leaderboard {
        set.leaderboard = leaderboard == "everyone";
    }
    if let Some(role) = &changes.table_role {
        set.table_role = Some(role.clone());
    }
    if let Some(ruleset) = &changes.ruleset {
        set.ruleset = Some(cx.ruleset(Some(ruleset))?.name.to_string());
    }
    let time = changes.time.map(|time| {
        set.time = time;
        time.map_or_else(|| "none".to_owned(), |time| time.to_string())
    });
    let rated = changes.rated.map(|rated| {
        set.rated = Some(rated);
        rated.to_string()
    });
    if let Some(language) = &changes.language {
        set.language = Some(language.clone());
    }
    let looks = &changes.looks;
    let orientation = looks.orientation.map(|seen| seen.word().to_owned());
    for (option, value) in [
        ("openers", &changes.openers),
        ("role", &changes.role),
        ("leaderboard", &changes.leaderboard),
        ("table-role", &changes.table_role),
        ("ruleset", &changes.ruleset),
        ("time", &time),
        ("rated", &rated),
        ("language", &changes.language),
        ("theme", &looks.theme),
        ("pieces", &looks.pieces),
        ("orientation", &orientation),
    ] {
        if let Some(value) = value {
            note(option, value);
        }
    }
    set.looks = set.looks.with(looks.clone());
    Ok((set, settings))
}

/// A server's settings, a sentence to a line.
fn lines(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> Vec<Message> {
    let texts = narrator.texts();
    let say = |id: &str| narrator.say(id, &[]);
    let role = |id: &str, role: &str| narrator.say(id, &[("role", &narrator.markup.role(role))]);
    let choice = |kind: &str, chosen: &str| {
        let id = format!("server-{kind}");
        narrator.say(&id, &[("choice", &texts.choice(kind, chosen))])
    };
    let mut lines = vec![if set.channels.is_empty() {
        say("server-channels-all")
    } else {
        let channels = channels(narrator, place, set);
        narrator.say("server-channels", &[("channels", &channels)])
    }];
    lines.push(match &set.openers {
        Openers::Everyone => say("server-openers-everyone"),
        Openers::Managers => say("server-openers-managers"),
        Openers::Role(id) => role("server-openers-role", id),
    });
    lines.push(match &set.table_role {
        Some(id) => role("server-table-role", id),
        None => say("server-table-role-none"),
    });
    if let Some(named) = usual_ruleset(narrator, set) {
        lines.push(narrator.say("server-ruleset", &[("ruleset", &texts.ruleset(named))]));
    }
    lines.push(match set.time {
        Some(limit) => narrator.say("server-time", &[("limit", &texts.time_limit(limit))]),
        None => say("server-time-none"),
    });
    lines.push(say(if set.rated.unwrap_or(true) {
        "server-rated"
    } else {
        "server-casual"
    }));
    lines.push(say(if set.rated_computers {
        "server-computers-rated"
    } else {
        "server-computers-casual"
    }));
    lines.push(say(if set.leaderboard {
        "server-leaderboard-everyone"
    } else {
        "server-leaderboard-managers"
    }));
    lines.push(match &set.language {
        Some(tag) => choice("language", tag),
        None => say("server-language-own"),
    });
    let orientation = set.looks.orientation.map(|seen| seen.word().to_owned());
    for (kind, chosen) in [
        ("theme", &set.looks.theme),
        ("pieces", &set.looks.pieces),
        ("orientation", &orientation),
    ] {
        lines.extend(chosen.as_deref().map(|chosen| choice(kind, chosen)));
    }
    lines
}

/// The ruleset that a server has chosen for tables, while there is one of that name.
pub(super) fn usual_ruleset<'a>(
    narrator: &Narrator<'_>,
    set: &'a ServerPreferences,
) -> Option<&'a str> {
    let name = set.ruleset.as_deref()?;
    narrator.rulesets.named(name).map(|_| name)
}

/// The channels where a server wants tables, in a sentence.
pub(super) fn channels(narrator: &Narrator<'_>, place: &Place, set: &ServerPreferences) -> String {
    let channels = set.channels.iter();
    let channels = channels.map(|channel| narrator.place(&place.in_same_server(channel)));
    let channels: Vec<String> = channels.collect();
    narrator.texts().and(&channels)
}

//! Registers the commands of the table, when they differ from what is registered.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;
use serenity::{
    builder::{CreateCommand, CreateCommandOption},
    http::{Http, HttpError, LightMethod, Request, Route},
    model::{
        Permissions,
        application::{
            Command, CommandOption, CommandOptionType, CommandType, InstallationContext,
            InteractionContext,
        },
        channel::ChannelType,
    },
};

use super::{
    trouble::{Trouble, trouble},
    waits::Waits,
};
use crate::{
    commands::{
        COMMANDS, Command as Entry, Kind, LONGEST_TEXT, Opt, Responder, Suggestion,
        choices as choices_of,
    },
    messages::{Language, Texts},
};

/// Registers the commands, again and again until they are or Discord refuses them for good.
pub(super) async fn keep_registering(http: Arc<Http>, responder: Arc<Responder>, waits: Waits) {
    let mut before = 0;
    while let Err(error) = register(&http, &responder).await {
        if trouble(&error) != Trouble::Passing {
            tracing::error!(
                %error,
                "the commands are not registered; if too many were created today (30034), start \
                 Rondel again tomorrow"
            );
            return;
        }
        tracing::warn!(%error, before, "the commands are not registered yet");
        tokio::time::sleep(waits.after(before)).await;
        before += 1;
    }
}

/// Compares what is registered with the table, and replaces it in one request when it differs. What
/// launches the application's Activity, where it has one, is not of the table and stays as it is:
/// Discord refuses a table without it (50240).
async fn register(http: &Http, responder: &Responder) -> serenity::Result<()> {
    let application_id = http
        .application_id()
        .ok_or(HttpError::ApplicationIdMissing)?;
    let route = Route::Commands { application_id };
    let whole = vec![("with_localizations", true.to_string())];
    let asked = Request::new(route, LightMethod::Get).params(Some(whole));
    let registered: Vec<Value> = http.fire(asked).await?;
    let (launching, registered): (Vec<Value>, Vec<Value>) =
        registered.into_iter().partition(launches_activity);
    if is_current(&registered, responder) {
        tracing::info!("the commands are registered already");
        return Ok(());
    }
    let table = COMMANDS
        .iter()
        .map(|one| serde_json::to_value(command(one, responder)));
    let mut table = table.collect::<Result<Vec<Value>, _>>()?;
    let count = table.len();
    table.extend(launching.into_iter().map(given_back));
    let put = Request::new(route, LightMethod::Put).body(Some(serde_json::to_vec(&table)?));
    let _: Vec<Value> = http.fire(put).await?;
    tracing::info!(count, "commands registered");
    Ok(())
}

/// Whether it is the command that Discord makes itself where an application has an Activity.
fn launches_activity(command: &Value) -> bool {
    command["type"] == u8::from(CommandType::PrimaryEntryPoint)
}

/// The fields of a command that Discord says and takes from nobody.
const DISCORDS_OWN: [&str; 5] = [
    "application_id",
    "guild_id",
    "version",
    "name_localized",
    "description_localized",
];

/// A registered command as it is registered once more, by its id and with every field that it has,
/// also those that are not known here.
fn given_back(mut command: Value) -> Value {
    if let Some(fields) = command.as_object_mut() {
        fields.retain(|name, _| !DISCORDS_OWN.contains(&name.as_str()));
    }
    command
}

/// The texts of one language, or the same in all others by Discord's names of them.
type Localized = HashMap<String, String>;

/// The other languages than the responder's own, by Discord's names of them.
fn others(responder: &Responder) -> impl Iterator<Item = (&'static str, &Texts)> {
    let own = responder.usual().texts.language();
    let others = Language::ALL
        .into_iter()
        .filter(move |language| *language != own);
    others.flat_map(|language| {
        let texts = responder.texts(language);
        locales(language).iter().map(move |locale| (*locale, texts))
    })
}

/// What is said in the other languages than the responder's own.
fn localized(responder: &Responder, say: impl Fn(&Texts) -> String) -> Localized {
    others(responder)
        .map(|(locale, texts)| (locale.to_owned(), say(texts)))
        .collect()
}

/// What Discord calls a language.
const fn locales(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &["en-US", "en-GB"],
        Language::German => &["de"],
    }
}

fn command(command: &Entry, responder: &Responder) -> CreateCommand {
    let what = Said::of_command(command, responder);
    let mut built = CreateCommand::new(command.name)
        .description(what.description)
        .contexts(contexts(command))
        .integration_types(INSTALLED.to_vec());
    for (locale, name) in what.names {
        built = built.name_localized(locale, name);
    }
    for (locale, description) in what.descriptions {
        built = built.description_localized(locale, description);
    }
    let built = match needed(command) {
        Some(permissions) => built.default_member_permissions(permissions),
        None => built,
    };
    built.set_options(
        command
            .options
            .iter()
            .map(|one| option(command, one, responder))
            .collect(),
    )
}

/// The bot is a server's, never somebody's own.
const INSTALLED: [InstallationContext; 1] = [InstallationContext::Guild];

/// Where the command is shown.
fn contexts(command: &Entry) -> Vec<InteractionContext> {
    let alone = command.works_alone.then_some(InteractionContext::BotDm);
    [InteractionContext::Guild]
        .into_iter()
        .chain(alone)
        .collect()
}

/// Who is shown the command, unless the server's managers say otherwise. Whether somebody may use it
/// is judged whenever they do.
fn needed(command: &Entry) -> Option<Permissions> {
    command.for_managers.then_some(Permissions::MANAGE_GUILD)
}

fn option(command: &Entry, option: &Opt, responder: &Responder) -> CreateCommandOption {
    let what = Said::of_option(command, option, responder);
    let mut built = CreateCommandOption::new(kind(option.kind), option.name, what.description)
        .required(option.required)
        .set_autocomplete(option.completion.is_some());
    for (locale, name) in what.names {
        built = built.name_localized(locale, name);
    }
    for (locale, description) in what.descriptions {
        built = built.description_localized(locale, description);
    }
    match option.kind {
        Kind::Integer => built = built.min_int_value(0),
        Kind::Within(least, most) => {
            built = built
                .min_int_value(u64::from(least))
                .max_int_value(u64::from(most));
        }
        Kind::Text | Kind::Command if option.choices.is_empty() => {
            built = built.max_length(LONGEST_TEXT as u16);
        }
        // Tables are opened in channels where people write.
        Kind::Channel => built = built.channel_types(vec![ChannelType::Text]),
        Kind::Text
        | Kind::Ruleset
        | Kind::Command
        | Kind::Boolean
        | Kind::User
        | Kind::Time
        | Kind::Role => {}
    }
    for (choice, labels) in choices(option, responder) {
        built = if labels.is_empty() {
            built.add_string_choice(choice.label, choice.value)
        } else {
            built.add_string_choice_localized(choice.label, choice.value, labels)
        };
    }
    built
}

/// The choices of an option, each with what it is called in other languages where that is something
/// else: a ruleset that an operator has added is called the same in all.
fn choices(option: &Opt, responder: &Responder) -> Vec<(Suggestion, Localized)> {
    let rulesets = responder.rulesets();
    let mut choices: Vec<(Suggestion, Localized)> =
        choices_of(&responder.usual().texts, rulesets, option)
            .into_iter()
            .map(|choice| (choice, Localized::new()))
            .collect();
    for (locale, texts) in others(responder) {
        let called = choices_of(texts, rulesets, option);
        for ((choice, labels), other) in choices.iter_mut().zip(called) {
            if choice.label != other.label {
                labels.insert(locale.to_owned(), other.label);
            }
        }
    }
    choices
}

/// What is said of a command or an option.
struct Said {
    /// Its names in the other languages: to all others it goes by that of the table.
    names: Localized,
    /// What it is for.
    description: String,
    /// The same in the other languages.
    descriptions: Localized,
}

impl Said {
    fn of_command(command: &Entry, responder: &Responder) -> Said {
        let id = format!("command-{}", command.name);
        Said {
            names: localized(responder, |texts| texts.command_name(command.name)),
            description: responder.usual().texts.word(&id),
            descriptions: localized(responder, |texts| texts.word(&id)),
        }
    }

    fn of_option(command: &Entry, option: &Opt, responder: &Responder) -> Said {
        let id = format!("option-{}-{}", command.name, option.name);
        Said {
            names: localized(responder, |texts| texts.option_name(option.name)),
            description: responder.usual().texts.word(&id),
            descriptions: localized(responder, |texts| texts.word(&id)),
        }
    }

    fn is(&self, description: &str, names: Option<&Localized>, others: Option<&Localized>) -> bool {
        self.description == description
            && Some(&self.names) == names
            && Some(&self.descriptions) == others
    }
}

const fn kind(kind: Kind) -> CommandOptionType {
    match kind {
        Kind::Text | Kind::Ruleset | Kind::Command | Kind::Time => CommandOptionType::String,
        Kind::Integer | Kind::Within(..) => CommandOptionType::Integer,
        Kind::Boolean => CommandOptionType::Boolean,
        Kind::User => CommandOptionType::User,
        Kind::Channel => CommandOptionType::Channel,
        Kind::Role => CommandOptionType::Role,
    }
}

/// Whether what is registered says all that the table says, in every language.
fn is_current(registered: &[Value], responder: &Responder) -> bool {
    // What cannot be read is none of the table's.
    let registered: Vec<Command> = registered
        .iter()
        .filter_map(|one| serde_json::from_value(one.clone()).ok())
        .collect();
    registered.len() == COMMANDS.len()
        && COMMANDS.iter().all(|command| {
            registered
                .iter()
                .any(|other| same_command(command, other, responder))
        })
}

fn same_command(command: &Entry, other: &Command, responder: &Responder) -> bool {
    // Other names come first, since what a command says costs more to know.
    other.name == command.name
        && other.default_member_permissions == needed(command)
        && other.contexts.as_ref() == Some(&contexts(command))
        && other.integration_types == INSTALLED
        && other.options.len() == command.options.len()
        && Said::of_command(command, responder).is(
            &other.description,
            other.name_localizations.as_ref(),
            other.description_localizations.as_ref(),
        )
        && command
            .options
            .iter()
            .zip(&other.options)
            .all(|(option, other)| same_option(command, option, other, responder))
}

fn same_option(
    command: &Entry,
    option: &Opt,
    other: &CommandOption,
    responder: &Responder,
) -> bool {
    let wanted = choices(option, responder);
    let nothing = Localized::new();
    let wanted = wanted
        .iter()
        .map(|(choice, labels)| (&*choice.label, Some(&*choice.value), labels));
    let registered = other.choices.iter().map(|choice| {
        let labels = choice.name_localizations.as_ref().unwrap_or(&nothing);
        (&*choice.name, choice.value.as_str(), labels)
    });
    other.name == option.name
        && other.kind == kind(option.kind)
        && other.required == option.required
        && other.autocomplete == option.completion.is_some()
        && Said::of_option(command, option, responder).is(
            &other.description,
            other.name_localizations.as_ref(),
            other.description_localizations.as_ref(),
        )
        && registered.eq(wanted)
}

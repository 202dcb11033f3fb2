//! Registers the commands of the table, when they differ from what is registered.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;
use serenity::all::{
    ChannelType, CommandOptionType, CommandType, CreateCommand, CreateCommandOption, Http,
    HttpError, InstallationContext, InteractionContext, LightMethod, Permissions, Request, Route,
};

use super::{
    api::Api,
    backoff::Backoff,
    trouble::{Trouble, trouble},
};
use crate::{
    commands::{
        COMMANDS, Command as Entry, Kind, LONGEST_TEXT, Opt, Responder, Suggestion,
        choices as choices_of,
    },
    messages::{Language, Texts},
};

/// Registers the commands, again and again until they are or Discord refuses them for good.
pub(super) async fn keep_registering(api: Arc<Api>, responder: Arc<Responder>, waits: Backoff) {
    let mut before = 0;
    while let Err(error) = register(&api.http, &responder).await {
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
    let table = COMMANDS
        .iter()
        .map(|one| serde_json::to_value(command(one, responder)));
    let mut table = table.collect::<Result<Vec<Value>, _>>()?;
    if is_current(&registered, &table) {
        tracing::info!("the commands are registered already");
        return Ok(());
    }
    let count = table.len();
    table.extend(launching.into_iter().map(given_back));
    let put = Request::new(route, LightMethod::Put).body(Some(serde_json::to_vec(&table)?));
    let _: Vec<Value> = http.fire(put).await?;
    tracing::info!(count, "commands registered");
    Ok(())
}

/// Returns true for the command that Discord makes itself where an application has an Activity.
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

/// Returns Discord's names of a language.
const fn locales(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &["en-US", "en-GB"],
        Language::German => &["de"],
    }
}

fn command(command: &Entry, responder: &Responder) -> CreateCommand {
    let about = format!("command-{}", command.name);
    let alone = command.works_alone.then_some(InteractionContext::BotDm);
    let contexts = [InteractionContext::Guild].into_iter().chain(alone);
    let options = command.options.iter();
    let mut built = CreateCommand::new(command.name)
        .description(responder.usual().texts.word(&about))
        .contexts(contexts.collect())
        // The bot is a server's, never somebody's own.
        .integration_types(vec![InstallationContext::Guild])
        .set_options(options.map(|one| option(command, one, responder)).collect());
    for (locale, texts) in others(responder) {
        built = built
            .name_localized(locale, texts.command_name(command.name))
            .description_localized(locale, texts.word(&about));
    }
    if command.for_managers {
        // Managers of a server may show it to others. Each use of it is judged by itself.
        built = built.default_member_permissions(Permissions::MANAGE_GUILD);
    }
    built
}

fn option(command: &Entry, option: &Opt, responder: &Responder) -> CreateCommandOption {
    let about = format!("option-{}-{}", command.name, option.name);
    let description = responder.usual().texts.word(&about);
    let mut built = CreateCommandOption::new(kind(option.kind), option.name, description)
        .required(option.required)
        .set_autocomplete(option.completion.is_some());
    for (locale, texts) in others(responder) {
        built = built
            .name_localized(locale, texts.option_name(option.name))
            .description_localized(locale, texts.word(&about));
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

/// Returns true if what is registered is the table.
fn is_current(registered: &[Value], table: &[Value]) -> bool {
    let stands = |wanted| registered.iter().any(|one| says(one, wanted));
    registered.len() == table.len() && table.iter().all(stands)
}

/// Fields that the table leaves out for want of a value, and that mean something where they stand.
const UNSAID: [&str; 6] = [
    "default_member_permissions",
    "name_localizations",
    "description_localizations",
    "min_value",
    "max_value",
    "max_length",
];

/// Returns true if what Discord gives back says what the table says. What is missing is the same as
/// false, null or empty; fields that Discord adds are of no account.
fn says(given: &Value, wanted: &Value) -> bool {
    match (given, wanted) {
        (_, Value::Null | Value::Bool(false)) => is_nothing(given),
        (_, Value::Array(none)) if none.is_empty() => is_nothing(given),
        (Value::Array(given), Value::Array(wanted)) => {
            given.len() == wanted.len() && given.iter().zip(wanted).all(|(one, two)| says(one, two))
        }
        (Value::Object(_), Value::Object(fields)) => {
            let said = fields.keys().map(String::as_str).chain(UNSAID);
            said.into_iter().all(|name| match name {
                // Languages that are gone are not to stay.
                "name_localizations" | "description_localizations" => {
                    given[name] == wanted[name]
                        || is_nothing(&given[name]) && is_nothing(&wanted[name])
                }
                name => says(&given[name], &wanted[name]),
            })
        }
        (Value::Number(given), Value::Number(wanted)) => given.as_f64() == wanted.as_f64(),
        _ => given == wanted,
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(entries) => entries.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => false,
    }
}

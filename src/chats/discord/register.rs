//! Registers the commands of the table, when they differ from what is registered.

use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, CommandOptionType, CommandType, InstallationContext, InteractionContext, Route,
};

use super::{place::TO_PLAY, prelude::*, requests::DiscordRequests};
use crate::{
    commands::{COMMANDS, Command as Entry, Kind, LONGEST_TEXT, Opt},
    delivery::Retry,
};

/// Registers the commands of an application, again and again until they are or Discord has refused them
/// often enough.
pub(super) async fn keep_registering(delivery: Arc<BotDelivery>, id: ApplicationId) {
    let mut retry = Retry::new(&delivery.tries);
    while let Err(error) = register(&delivery.messenger.api.requests, id, &delivery.responder).await
    {
        tracing::warn!(error = %causes(&error), "the commands are not registered yet");
        if !retry.insists(&failure(&error)).await {
            return tracing::error!(
                error = %causes(&error),
                "the commands are not registered; if too many were created today (30034), start \
                 again tomorrow"
            );
        }
    }
}

/// Returns the commands in an answer.
fn listed(answer: Value) -> RequestResult<Vec<Value>> {
    match answer {
        Value::Array(commands) => Ok(commands),
        _ => Err(RequestError::Unreadable("(all)".to_owned())),
    }
}

/// Compares what is registered with the table, and replaces it in one request when it differs. What
/// launches the application's Activity, where it has one, is not of the table and stays as it is:
/// Discord refuses a table without it (50240).
async fn register(
    requests: &DiscordRequests,
    application_id: ApplicationId,
    responder: &Responder,
) -> RequestResult<()> {
    let route = Route::Commands { application_id };
    let whole = [("with_localizations", true.to_string())];
    let registered = listed(requests.get(route, &whole).await?)?;
    let (launching, registered): (Vec<Value>, Vec<Value>) =
        registered.into_iter().partition(launches_activity);
    let table = COMMANDS.iter().map(|one| command(one, responder));
    let of_people = COMMANDS.iter().filter_map(|one| of_person(one, responder));
    let table: Vec<Value> = table.chain(of_people).collect();
    let is_registered = |own: &Value| registered.iter().any(|one| says(one, own));
    if registered.len() == table.len() && table.iter().all(is_registered) {
        responder.learn_commands(ids(&registered));
        tracing::info!("the commands are registered already");
        return Ok(());
    }
    let count = table.len();
    let table = table.iter().map(without_nothing);
    let table: Vec<Value> = table.chain(launching.into_iter().map(given_back)).collect();
    let registered = listed(requests.put(route, &Value::Array(table)).await?)?;
    responder.learn_commands(ids(&registered));
    tracing::info!(count, "commands registered");
    Ok(())
}

/// Returns the ids of registered commands that are typed, by their names.
fn ids(registered: &[Value]) -> HashMap<String, u64> {
    let typed = registered.iter();
    let typed = typed.filter(|one| one["type"] == u8::from(CommandType::ChatInput));
    let id = |one: &Value| {
        Some((
            one["name"].as_str()?.to_owned(),
            one["id"].as_str()?.parse().ok()?,
        ))
    };
    typed.filter_map(id).collect()
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

/// Returns a registered command as it is registered again: by its id and with every field that it
/// has, also those that are not known here.
fn given_back(mut command: Value) -> Value {
    if let Some(fields) = command.as_object_mut() {
        fields.retain(|name, _| !DISCORDS_OWN.contains(&name.as_str()));
    }
    command
}

/// Returns the other languages than the responder's own, by Discord's names of them.
fn others(responder: &Responder) -> impl Iterator<Item = (&'static str, &Texts)> {
    let own = responder.usual().texts.language();
    let others = Language::ALL.into_iter().filter(move |one| *one != own);
    others.flat_map(|language| {
        let texts = responder.locales().texts(language);
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

/// Returns a text in the other languages.
fn localized<T: Into<Value>>(responder: &Responder, text: impl Fn(&Texts) -> T) -> Value {
    others(responder)
        .map(|(locale, texts)| (locale, text(texts)))
        .collect()
}

/// Returns a command of the table as Discord takes it.
fn command(command: &Entry, responder: &Responder) -> Value {
    let about = format!("command-{}", command.name);
    // What works without a server people may install for themselves, and use everywhere.
    let (contexts, installations): (&[_], &[_]) = if command.needs_server {
        (&[InteractionContext::Guild], &[InstallationContext::Guild])
    } else {
        use InteractionContext::{BotDm, Guild, PrivateChannel};
        let both = &[InstallationContext::Guild, InstallationContext::User];
        (&[Guild, BotDm, PrivateChannel], both)
    };
    let options = command.offered(true);
    json!({
        "type": CommandType::ChatInput,
        "name": command.name,
        "name_localizations": localized(responder, |texts| texts.command_name(command.name)),
        "description": responder.usual().texts.word(&about),
        "description_localizations": localized(responder, |texts| texts.word(&about)),
        "contexts": contexts,
        "integration_types": installations,
        // Managers of a server may show it to others. Each use of it is judged by itself.
        "default_member_permissions": command.for_managers.then_some(Permissions::MANAGE_GUILD),
        "options": options.map(|one| option(command, one, responder)).collect::<Vec<_>>(),
    })
}

/// Returns the same command as it stands in the menu of a person, if it does.
fn of_person(command: &Entry, responder: &Responder) -> Option<Value> {
    command.of_person?;
    let name = |texts: &Texts| texts.word(&format!("person-{}", command.name));
    Some(json!({
        "type": CommandType::User,
        "name": name(&responder.usual().texts),
        "name_localizations": localized(responder, name),
        "contexts": [InteractionContext::Guild],
        "integration_types": [InstallationContext::Guild],
    }))
}

/// Returns the command that is given by choosing somebody from this menu, and its option for them.
pub(super) fn chosen(name: &str, responder: &Responder) -> Option<(&'static str, &'static str)> {
    let texts = &responder.usual().texts;
    COMMANDS.iter().find_map(|command| {
        let option = command.of_person?;
        let is_it = texts.word(&format!("person-{}", command.name)) == name;
        is_it.then_some((command.name, option))
    })
}

fn option(command: &Entry, option: &Opt, responder: &Responder) -> Value {
    let about = format!("option-{}-{}", command.name, option.name);
    let (least, most) = match option.kind {
        Kind::Integer => (Some(0), None),
        Kind::Within(least, most) => (Some(least), Some(most)),
        _ => (None, None),
    };
    let is_free = option.kind.is_text() && option.choices.is_empty();
    let channels: &[ChannelType] = if option.kind == Kind::Channel {
        &TO_PLAY
    } else {
        &[]
    };
    json!({
        "type": kind(option.kind),
        "name": option.name,
        "name_localizations": localized(responder, |texts| texts.option_name(option.name)),
        "description": responder.usual().texts.word(&about),
        "description_localizations": localized(responder, |texts| texts.word(&about)),
        "required": option.required,
        "autocomplete": option.kind.is_completed(),
        "choices": choices(option, responder),
        "channel_types": channels,
        "min_value": least,
        "max_value": most,
        "max_length": is_free.then_some(LONGEST_TEXT),
    })
}

/// Returns the choices of an option, each with what it is called in other languages where that is
/// something else: a ruleset that an operator has added is called the same in all.
fn choices(option: &Opt, responder: &Responder) -> Vec<Value> {
    let choices = |texts: &Texts| responder.choices(texts, option);
    let others = others(responder).map(|(locale, texts)| (locale, choices(texts)));
    let others: Vec<_> = others.collect();
    let own = choices(&responder.usual().texts).into_iter().enumerate();
    own.map(|(at, choice)| {
        let labels = others.iter().filter_map(|(locale, called)| {
            let label = &called.get(at)?.label;
            (*label != choice.label).then(|| (*locale, label.clone()))
        });
        let labels: Value = labels.collect();
        json!({ "name": choice.label, "value": choice.value, "name_localizations": labels })
    })
    .collect()
}

const fn kind(kind: Kind) -> CommandOptionType {
    match kind {
        Kind::Text
        | Kind::Move
        | Kind::Square
        | Kind::Match
        | Kind::Ruleset
        | Kind::Command
        | Kind::Time => CommandOptionType::String,
        Kind::Integer | Kind::Within(..) => CommandOptionType::Integer,
        Kind::Boolean => CommandOptionType::Boolean,
        Kind::User => CommandOptionType::User,
        Kind::Channel => CommandOptionType::Channel,
        Kind::Role => CommandOptionType::Role,
    }
}

/// Returns true if what is registered says the same as what the table says, field by field; fields
/// that the table does not have are of no account. What is missing is the same as false, null or
/// empty.
fn says(registered: &Value, own: &Value) -> bool {
    match (registered, own) {
        (Value::Object(registered), Value::Object(own)) => own.iter().all(|(name, own)| {
            let registered = registered.get(name).unwrap_or(&Value::Null);
            // Their fields are languages; those that are gone are not to stay.
            let localized = name.ends_with("_localizations");
            says(registered, own) && (!localized || says(own, registered))
        }),
        (Value::Array(registered), Value::Array(own)) => {
            let mut pairs = registered.iter().zip(own);
            registered.len() == own.len() && pairs.all(|(registered, own)| says(registered, own))
        }
        // Whole ones may come back as floating ones.
        (Value::Number(registered), Value::Number(own)) => registered.as_f64() == own.as_f64(),
        _ => registered == own || is_nothing(registered) && is_nothing(own),
    }
}

/// Leaves only those fields of a command's part that say something.
fn without_nothing(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let said = fields.iter().filter(|(_, value)| !is_nothing(value));
            let said = said.map(|(name, value)| (name.clone(), without_nothing(value)));
            said.collect()
        }
        Value::Array(entries) => entries.iter().map(without_nothing).collect(),
        _ => value.clone(),
    }
}

fn is_nothing(value: &Value) -> bool {
    [json!(null), json!(false), json!([]), json!({})].contains(value)
}

//! Registers the commands of the table, when they differ from what is registered.

use std::sync::Arc;

use serenity::{
    builder::{CreateCommand, CreateCommandOption},
    http::Http,
    model::{
        Permissions,
        application::{Command, CommandOptionType, InteractionContext},
    },
};

use super::{
    trouble::{Trouble, trouble},
    waits::Waits,
};
use crate::adapters::{
    Desk,
    catalog::{self, COMMANDS, Kind, LONGEST_TEXT},
};

/// Registers the commands, again and again until they are or Discord refuses them for good.
pub(super) async fn keep_registering(http: Arc<Http>, desk: Arc<Desk>, waits: Waits) {
    let mut before = 0;
    while let Err(error) = register(&http, &desk).await {
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

/// Compares what is registered with the table, and replaces it in one request when it differs.
async fn register(http: &Http, desk: &Desk) -> serenity::Result<()> {
    let registered = http.get_global_commands().await?;
    if is_current(&registered, desk) {
        tracing::info!("the commands are registered already");
        return Ok(());
    }
    let commands: Vec<CreateCommand> = COMMANDS.iter().map(|one| command(one, desk)).collect();
    http.create_global_commands(&commands).await?;
    tracing::info!(count = commands.len(), "commands registered");
    Ok(())
}

fn command(command: &catalog::Command, desk: &Desk) -> CreateCommand {
    let words = desk.words();
    let built = CreateCommand::new(command.name)
        .description(words.say(&format!("command-{}", command.name), &[]))
        .contexts(vec![InteractionContext::Guild]);
    let built = match needed(command) {
        Some(permissions) => built.default_member_permissions(permissions),
        None => built,
    };
    built.set_options(
        command
            .options
            .iter()
            .map(|one| option(command, one, desk))
            .collect(),
    )
}

/// Who is shown the command, unless the server's managers say otherwise. Whether somebody may use it
/// is judged whenever they do.
fn needed(command: &catalog::Command) -> Option<Permissions> {
    command
        .is_for_managers()
        .then_some(Permissions::MANAGE_GUILD)
}

fn option(command: &catalog::Command, option: &catalog::Opt, desk: &Desk) -> CreateCommandOption {
    let what = desk
        .words()
        .say(&format!("option-{}-{}", command.name, option.name), &[]);
    let mut built = CreateCommandOption::new(kind(option.kind), option.name, what)
        .required(option.required)
        .set_autocomplete(option.completed);
    match option.kind {
        Kind::Integer => built = built.min_int_value(0),
        Kind::Within(least, most) => {
            built = built
                .min_int_value(u64::from(least))
                .max_int_value(u64::from(most));
        }
        Kind::Text if option.choices.is_empty() => {
            built = built.max_length(LONGEST_TEXT as u16);
        }
        Kind::Text | Kind::Boolean | Kind::User | Kind::Time => {}
    }
    for choice in desk.choices(option) {
        built = built.add_string_choice(choice.label, choice.value);
    }
    built
}

const fn kind(kind: Kind) -> CommandOptionType {
    match kind {
        Kind::Text | Kind::Time => CommandOptionType::String,
        Kind::Integer | Kind::Within(..) => CommandOptionType::Integer,
        Kind::Boolean => CommandOptionType::Boolean,
        Kind::User => CommandOptionType::User,
    }
}

/// Whether what is registered says all that the table says.
fn is_current(registered: &[Command], desk: &Desk) -> bool {
    registered.len() == COMMANDS.len()
        && COMMANDS.iter().all(|command| {
            registered
                .iter()
                .any(|other| same_command(command, other, desk))
        })
}

fn same_command(command: &catalog::Command, other: &Command, desk: &Desk) -> bool {
    let words = desk.words();
    other.name == command.name
        && other.description == words.say(&format!("command-{}", command.name), &[])
        && other.default_member_permissions == needed(command)
        && other.options.len() == command.options.len()
        && command
            .options
            .iter()
            .zip(&other.options)
            .all(|(option, other)| {
                let what = words.say(&format!("option-{}-{}", command.name, option.name), &[]);
                let wanted = desk.choices(option);
                let wanted = wanted
                    .iter()
                    .map(|choice| (choice.label.as_str(), Some(choice.value.as_str())));
                let choices = other.choices.iter();
                let choices = choices.map(|choice| (choice.name.as_str(), choice.value.as_str()));
                other.name == option.name
                    && other.description == what
                    && other.kind == kind(option.kind)
                    && other.required == option.required
                    && other.autocomplete == option.completed
                    && choices.eq(wanted)
            })
}

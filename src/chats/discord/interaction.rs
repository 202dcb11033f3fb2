//! Interactions of Discord, read into what the responder understands.

use serenity::all::{
    ChannelType, CommandDataOptionValue, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, GuildId, Member, PartialChannel, ResolvedTarget, ResolvedValue,
    RoleId, User, UserId,
};

use super::place::{REALM, place};
use crate::{
    commands::{Account, Incoming, Input, MATCH, Speaker, Typing, Value},
    matchplay::Place,
    messages::Language,
    store::{Identity, RequestId},
};

/// Most characters that are read of an option while it is typed.
const MOST_TYPED: usize = 100;

/// Reads somebody on Discord, as a member of the server where they speak. People are known by one
/// name in all servers: their name in one is nobody's business in another.
pub(super) fn speaker(user: &User, member: Option<&Member>, locale: Option<&str>) -> Speaker {
    // Discord says with every interaction what the member may do where it is made.
    let held = member.and_then(|member| member.permissions);
    let manages = held.is_some_and(|held| held.administrator() || held.manage_guild());
    let roles = member.map_or(&[] as &[RoleId], |member| &member.roles);
    Speaker {
        manages,
        roles: roles.iter().map(RoleId::to_string).collect(),
        identity: Identity::new(REALM, &user.id.to_string())
            .expect("an id has twenty digits at most"),
        name: user.display_name().to_owned(),
        account: [Account::Person, Account::OtherBot][usize::from(user.bot)],
        language: locale.and_then(Language::of_locale),
    }
}

/// Reads a command, typed or chosen from the menu of a person: `chosen` says which it is then, and its
/// option for them.
///
/// `own` is the user that the bot is, where that is known yet.
pub(super) fn of_command(
    command: &CommandInteraction,
    own: Option<UserId>,
    chosen: impl Fn(&str) -> Option<(&'static str, &'static str)>,
) -> Incoming {
    let (user, member) = (&command.user, command.member.as_deref());
    let options = command.data.options().into_iter();
    let options = options.map(|option| (option.name.to_owned(), value(&option.value, own)));
    let mut options: Vec<(String, Value)> = options.collect();
    let mut name = command.data.name.clone();
    if let Some(ResolvedTarget::User(person, _)) = command.data.target()
        && let Some((command, option)) = chosen(&name)
    {
        command.clone_into(&mut name);
        let person = value(&ResolvedValue::User(person, None), own);
        options.push((option.to_owned(), person));
    }
    Incoming {
        speaker: speaker(user, member, Some(&command.locale)),
        place: place(command.guild_id, command.channel_id),
        within: within(command.guild_id, command.channel.as_ref()),
        input: Input::Command { name, options },
        most_bytes: Some(command.attachment_size_limit.into()),
        opens_modals: true,
        request_id: Some(RequestId(format!("discord/{}", command.id))),
    }
}

/// Reads the press of a button, or a choice from a menu; `None` for other components.
pub(super) fn of_component(component: &ComponentInteraction) -> Incoming {
    let (user, member) = (&component.user, component.member.as_ref());
    let own = component.data.custom_id.clone();
    let (id, chosen) = match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => {
            (values.first().cloned().unwrap_or_default(), Vec::new())
        }
        ComponentInteractionDataKind::RoleSelect { values } => {
            let roles = values.iter().map(|role| Value::Role(role.to_string()));
            (own, roles.collect())
        }
        _ => (own, Vec::new()),
    };
    Incoming {
        speaker: speaker(user, member, Some(&component.locale)),
        place: place(component.guild_id, component.channel_id),
        within: within(component.guild_id, component.channel.as_ref()),
        input: Input::Press {
            id,
            filled: vec![chosen],
        },
        most_bytes: Some(component.attachment_size_limit.into()),
        opens_modals: true,
        request_id: Some(RequestId(format!("discord/{}", component.id))),
    }
}

/// Returns the place on which the place hangs where something was asked, if that is a thread.
pub(super) fn within(guild: Option<GuildId>, channel: Option<&PartialChannel>) -> Option<Place> {
    let channel = channel.filter(|channel| is_thread(channel.kind))?;
    Some(place(guild, channel.parent_id?))
}

/// Returns true for the kinds of threads.
pub(super) fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}

/// Returns the value of an option. One of a kind that the table does not know is an empty text.
fn value(value: &ResolvedValue<'_>, own: Option<UserId>) -> Value {
    match value {
        ResolvedValue::Boolean(value) => Value::Boolean(*value),
        ResolvedValue::Integer(value) => Value::Integer(*value),
        ResolvedValue::String(value) | ResolvedValue::Autocomplete { value, .. } => {
            Value::Text((*value).to_owned())
        }
        ResolvedValue::User(user, _) => {
            let named = speaker(user, None, None);
            let account = Some(Account::Rondel).filter(|_| own == Some(user.id));
            let account = account.unwrap_or(named.account);
            Value::User(Speaker { account, ..named })
        }
        ResolvedValue::Role(role) => Value::Role(role.id.to_string()),
        ResolvedValue::Channel(channel) => place_to_play(channel),
        _ => Value::Text(String::new()),
    }
}

/// Returns a channel as the value of an option: matches are played in channels of text.
pub(super) fn place_to_play(channel: &PartialChannel) -> Value {
    let is_text = channel.kind == ChannelType::Text;
    Value::Channel(is_text.then(|| channel.id.to_string()))
}

/// Returns the option that is being typed, and the match that was named before it; `None` when
/// nothing is being typed.
pub(super) fn typing(command: &CommandInteraction) -> Option<Typing<'_>> {
    let focused = command.data.autocomplete()?;
    let mut options = command.data.options.iter();
    let given = options.find_map(|option| match &option.value {
        CommandDataOptionValue::String(text) if option.name == MATCH.name => Some(&**text),
        _ => None,
    });
    let end = focused.value.char_indices().nth(MOST_TYPED);
    Some(Typing {
        command: &command.data.name,
        option: focused.name,
        text: &focused.value[..end.map_or(focused.value.len(), |(at, _)| at)],
        given,
    })
}

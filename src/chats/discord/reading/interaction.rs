//! Interactions of Discord, read into what the responder understands.

use serenity::all::{
    ApplicationId, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelId,
    CommandDataOptionValue, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind,
    GuildId, InteractionContext, Member, PartialChannel, ResolvedTarget, ResolvedValue, RoleId,
    Unresolved, User, UserId,
};

use crate::chats::discord::place::{REALM, TO_PLAY, guest_place, invitation, is_thread, place};
use crate::{
    commands::{Account, ChosenChannels, Incoming, Input, MATCH, Speaker, Typing, Value},
    matchplay::Place,
    messages::Language,
    store::{Identity, RequestId},
};

/// Most characters that are read of an option while it is typed.
const MOST_TYPED: usize = 100;

/// Reads somebody on Discord, as a member of the server where they speak. People are known by one
/// name in all servers: their name in one is nobody's business in another.
pub(crate) fn speaker(user: &User, member: Option<&Member>, locale: Option<&str>) -> Speaker {
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
        pass: None,
    }
}

/// Returns true if an interaction comes from a place where the bot is a guest, by those who have installed
/// it and by the kind of the place.
pub(crate) fn is_guest(
    owners: &AuthorizingIntegrationOwners,
    context: Option<InteractionContext>,
) -> bool {
    use AuthorizingIntegrationOwner::{GuildInstall, UserInstall};
    let by_person = owners.0.iter().any(|one| matches!(one, UserInstall(_)));
    let by_server = owners.0.iter().any(|one| matches!(one, GuildInstall(_)));
    match context {
        Some(InteractionContext::BotDm) => false,
        Some(InteractionContext::PrivateChannel) => true,
        _ => by_person && !by_server,
    }
}

/// Returns what is asked for in a channel. The bot is a guest there where its application is named.
pub(crate) fn asked(
    (guild, id): (Option<GuildId>, ChannelId),
    channel: Option<&PartialChannel>,
    guest: Option<ApplicationId>,
    speaker: Speaker,
    input: Input,
) -> Incoming {
    match guest {
        Some(application) => Incoming {
            invitation: Some(invitation(application)),
            ..Incoming::new(speaker, guest_place(guild, id), input)
        },
        None => Incoming {
            within: within(guild, channel),
            ..Incoming::new(speaker, place(guild, id), input)
        },
    }
}

/// Reads a command, typed or chosen from the menu of a person: `chosen` says which it is then, and its
/// option for them.
///
/// `own` is the user that the bot is, where that is known yet. `outside` says that the bot is not in the
/// server, which may have its commands all the same.
pub(crate) fn of_command(
    command: &CommandInteraction,
    own: Option<UserId>,
    outside: bool,
    chosen: impl Fn(&str) -> Option<(&'static str, &'static str)>,
) -> Incoming {
    let (user, member) = (&command.user, command.member.as_deref());
    let in_server = command.guild_id.is_some();
    let options = command.data.options().into_iter();
    let options = options.map(|option| {
        let value = value(&option.value, own, in_server);
        (option.name.to_owned(), value)
    });
    let mut options: Vec<(String, Value)> = options.collect();
    let mut name = command.data.name.clone();
    let mut from_menu = false;
    if let Some(ResolvedTarget::User(person, member)) = command.data.target()
        && let Some((command, option)) = chosen(&name)
    {
        command.clone_into(&mut name);
        from_menu = true;
        let person = value(&ResolvedValue::User(person, member), own, in_server);
        options.push((option.to_owned(), person));
    }
    let owners = &command.authorizing_integration_owners;
    let is_guest = outside || is_guest(owners, command.context);
    Incoming {
        most_bytes: Some(most_bytes(command.attachment_size_limit)),
        opens_modals: true,
        from_menu,
        request_id: Some(RequestId(format!("discord/{}", command.id))),
        ..asked(
            (command.guild_id, command.channel_id),
            command.channel.as_ref(),
            is_guest.then_some(command.application_id),
            speaker(user, member, Some(&command.locale)),
            Input::Command { name, options },
        )
    }
}

/// Reads the press of a button, or a choice from a menu. `outside` says that the bot is not in the server.
pub(crate) fn of_component(component: &ComponentInteraction, outside: bool) -> Incoming {
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
        ComponentInteractionDataKind::ChannelSelect { values } => {
            let ids = values.iter().map(ToString::to_string).collect();
            (
                own,
                vec![Value::Channels(ChosenChannels { ids, shown: None })],
            )
        }
        _ => (own, Vec::new()),
    };
    let owners = &component.authorizing_integration_owners;
    let is_guest = outside || is_guest(owners, component.context);
    Incoming {
        most_bytes: Some(most_bytes(component.attachment_size_limit)),
        opens_modals: true,
        request_id: Some(RequestId(format!("discord/{}", component.id))),
        ..asked(
            (component.guild_id, component.channel_id),
            component.channel.as_ref(),
            is_guest.then_some(component.application_id),
            speaker(user, member, Some(&component.locale)),
            Input::Press {
                id,
                filled: vec![chosen],
            },
        )
    }
}

/// Returns the place on which the place hangs where something was asked, if that is a thread.
fn within(guild: Option<GuildId>, channel: Option<&PartialChannel>) -> Option<Place> {
    let channel = channel.filter(|channel| is_thread(channel.kind))?;
    Some(place(guild, channel.parent_id?))
}

/// The most bytes of a file that fits into a request: Discord takes 25 MB of that, with the words and
/// what stands around both.
const MOST_IN_REQUEST: u32 = 24_900_000;

/// Returns the most bytes of a file that may come with an answer. What Discord allows somebody may be more
/// than it takes of a bot in one request.
pub(crate) fn most_bytes(limit: u32) -> u64 {
    limit.min(MOST_IN_REQUEST).into()
}

/// Reads somebody whom an option or a form names. `is_absent` says that they are not in the server where
/// they are named.
pub(crate) fn named(user: &User, is_absent: bool) -> Speaker {
    let named = speaker(user, None, None);
    let absent = is_absent && named.account == Account::Person;
    let account = if absent {
        Account::Absent
    } else {
        named.account
    };
    Speaker { account, ..named }
}

/// Returns the value of an option. One of a kind that the table does not know is an empty text.
fn value(value: &ResolvedValue<'_>, own: Option<UserId>, in_server: bool) -> Value {
    match value {
        ResolvedValue::Boolean(value) => Value::Boolean(*value),
        ResolvedValue::Integer(value) => Value::Integer(*value),
        ResolvedValue::String(value) | ResolvedValue::Autocomplete { value, .. } => {
            Value::Text((*value).to_owned())
        }
        ResolvedValue::User(user, member) => {
            let named = named(user, in_server && member.is_none());
            with_own_name(Value::User(named), own)
        }
        ResolvedValue::Role(role) => Value::Role(role.id.to_string()),
        // Nothing but the id is read of a role.
        ResolvedValue::Unresolved(Unresolved::RoleId(id)) => Value::Role(id.to_string()),
        ResolvedValue::Channel(channel) => place_to_play(channel),
        _ => Value::Text(String::new()),
    }
}

/// Returns a value in which the bot itself, whose user is `own`, is known as such: to name it is to ask for a
/// computer.
pub(crate) fn with_own_name(value: Value, own: Option<UserId>) -> Value {
    match value {
        Value::User(named) if own.is_some_and(|own| named.identity.id() == own.to_string()) => {
            Value::User(Speaker {
                account: Account::Rondel,
                ..named
            })
        }
        value => value,
    }
}

/// Returns a channel as the value of an option: `None` in it for one in which nobody plays.
pub(crate) fn place_to_play(channel: &PartialChannel) -> Value {
    let serves = TO_PLAY.contains(&channel.kind);
    Value::Channel(serves.then(|| channel.id.to_string()))
}

/// Returns the option that is being typed, and the match that was named before it; `None` when
/// nothing is being typed.
pub(crate) fn typing(command: &CommandInteraction) -> Option<Typing<'_>> {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_file_is_no_larger_than_a_request() {
        for (limit, most) in [
            (0, 0),
            (10_485_760, 10_485_760),
            (24_900_001, 24_900_000),
            (26_214_400, 24_900_000),
            (524_288_000, 24_900_000),
            (u32::MAX, 24_900_000),
        ] {
            assert_eq!(most_bytes(limit), most, "{limit}");
        }
    }

    #[test]
    fn the_bot_is_a_guest_where_a_person_alone_has_installed_it() {
        use InteractionContext::{BotDm, Guild, PrivateChannel};
        for (owners, context, guest) in [
            (json!({"0": "12"}), Some(Guild), false),
            (json!({"0": "12", "1": "9"}), Some(Guild), false),
            (json!({"1": "9"}), Some(Guild), true),
            (json!({"1": "9"}), Some(PrivateChannel), true),
            (json!({}), Some(PrivateChannel), true),
            (json!({"1": "9"}), None, true),
            (json!({"0": "0", "1": "9"}), Some(BotDm), false),
            (json!({"1": "9"}), Some(BotDm), false),
            (json!({}), None, false),
        ] {
            let read = serde_json::from_value(owners.clone()).unwrap();
            assert_eq!(is_guest(&read, context), guest, "{owners} {context:?}");
        }
    }
}

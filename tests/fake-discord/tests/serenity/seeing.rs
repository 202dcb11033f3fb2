//! Who sees which channel, and what a message says of the interaction that it answers, as the real
//! client reads it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fake_discord::{FakeDiscord, Guild, Holder, Overwrite, User, permissions::*};
use serde_json::{Value, json};
use serenity::{
    all::{ChannelId, GuildId, Interaction, MessageInteractionMetadata, RoleId, UserId},
    http::{Http, HttpBuilder},
    model::Permissions,
};

use super::{events, start};

fn http(discord: &FakeDiscord) -> Http {
    HttpBuilder::new("a-token")
        .proxy(discord.api_url())
        .ratelimiter_disabled(true)
        .build()
}

/// Whether somebody may use a command in a channel: the fake refuses to send what they cannot say.
fn may_speak(user: &User, channel: &fake_discord::Channel) -> bool {
    let data = json!({"id": "1", "name": "slow", "type": 1, "options": []});
    let sent = AssertUnwindSafe(|| drop(user.slash_raw(channel, data)));
    catch_unwind(sent).is_ok()
}

fn role_overwrite(role: fake_discord::Snowflake, allow: u64, deny: u64) -> Overwrite {
    let holder = Holder::Role(role);
    Overwrite {
        holder,
        allow,
        deny,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_see_a_channel_says_nothing_there() {
    let discord = FakeDiscord::start().await;
    let guild: Guild = discord.guild("The round house");
    let (open, hidden) = (guild.channel("chess"), guild.hidden_channel("games"));
    let [owner, chief, player, banned, shown, dora] =
        ["owner", "chief", "player", "banned", "shown", "dora"].map(|name| guild.user(name));
    guild.set_owner(&owner);
    let [chiefs, players, bans] = ["chiefs", "players", "bans"].map(|name| guild.role(name));
    guild.set_permissions(chiefs, ADMINISTRATOR);
    guild.give_role(&chief, chiefs);
    guild.give_role(&player, players);
    guild.give_role(&banned, players);
    guild.give_role(&banned, bans);
    hidden.set_overwrite(role_overwrite(players, VIEW_CHANNEL, 0));
    hidden.show_to(&shown);
    open.set_overwrite(role_overwrite(bans, 0, VIEW_CHANNEL));
    start(&discord).await;
    for (user, in_open, in_hidden) in [
        (&owner, true, true),
        (&chief, true, true),
        (&player, true, true),
        // What one role allows is stronger than what another one denies.
        (&banned, false, true),
        (&shown, true, true),
        (&dora, true, false),
    ] {
        assert_eq!(may_speak(user, &open), in_open, "{user:?}");
        assert_eq!(may_speak(user, &hidden), in_hidden, "{user:?}");
    }
    // In a thread as in its channel.
    let played = player.slash(&hidden, "play", &[("player2", json!(dora.id()))]);
    played.await;
    let thread = hidden.threads().remove(0);
    assert!(may_speak(&player, &thread) && !may_speak(&dora, &thread));
    // Roles that come and go, and a channel that is shown and hidden, count at once.
    guild.give_role(&dora, players);
    assert!(may_speak(&dora, &hidden) && may_speak(&dora, &thread));
    guild.delete_role(players);
    assert!(!may_speak(&dora, &hidden) && !may_speak(&player, &thread));
    hidden.clear_overwrite(Holder::Role(guild.id()));
    assert!(may_speak(&dora, &hidden));
    guild.set_everyone(0);
    assert!(!may_speak(&dora, &hidden) && may_speak(&shown, &hidden));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roles_overwrites_and_threads_are_told_as_discord_tells_them() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let hidden = guild.hidden_channel("games");
    let (ann, dora) = (guild.user("ann"), guild.user("dora"));
    let role = guild.role("players");
    guild.give_role(&ann, role);
    guild.set_permissions(role, MANAGE_THREADS);
    hidden.set_overwrite(role_overwrite(role, VIEW_CHANNEL, 0));
    start(&discord).await;
    let http = http(&discord);
    let (id, of_guild) = (ChannelId::new(hidden.id().0), GuildId::new(guild.id().0));
    // By request.
    let known = http.get_guild(of_guild).await.expect("the server");
    let roles = http.get_guild_roles(of_guild).await.expect("its roles");
    let everybody = RoleId::new(guild.id().0);
    let own = RoleId::new(role.0);
    assert_eq!(known.roles.len(), roles.len());
    assert!(known.roles[&everybody].permissions.view_channel());
    assert_eq!(known.roles[&own].permissions, Permissions::MANAGE_THREADS);
    let channel = http.get_channel(id).await.expect("it").guild().expect("it");
    // Of everybody, of the role, and of the bot, which sees it.
    assert_eq!(channel.permission_overwrites.len(), 3);
    let member = http.get_member(of_guild, UserId::new(ann.id().0)).await;
    assert_eq!(member.expect("ann").roles, [own]);
    // By what she does: her roles, and what she may do there.
    let answer = ann.slash(&hidden, "play", &[("player2", json!(dora.id()))]);
    let payload = answer.await.interaction.payload;
    assert_eq!(payload["member"]["roles"], json!([role]));
    let held = payload["member"]["permissions"].as_str().expect("bits");
    let held: u64 = held.parse().expect("bits");
    assert!(held & VIEW_CHANNEL != 0 && held & MANAGE_THREADS != 0 && held & ADMINISTRATOR == 0);
    // A thread says what it hangs on, and who is in it.
    let thread = hidden.threads().remove(0);
    let of_thread = ChannelId::new(thread.id().0);
    let told = http.get_channel(of_thread).await.expect("it");
    assert_eq!(told.guild().expect("it").parent_id, Some(id));
    let is_in = async |user: &User| {
        let user = UserId::new(user.id().0);
        let asked = http.get_thread_channel_member(of_thread, user, false);
        asked.await.is_ok()
    };
    assert!(!is_in(&ann).await);
    thread.add(&ann);
    assert!(is_in(&ann).await);
    thread.remove(&ann);
    assert!(!is_in(&ann).await);
    // By events, each in a form that others read too.
    let second = guild.role("others");
    guild.set_mentionable(second, false);
    guild.delete_role(second);
    guild.set_owner(&ann);
    let other = guild.channel("other");
    other.show_to(&ann);
    thread.delete();
    other.delete();
    guild.lose_sight();
    let told = events(&discord);
    for event in [
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE",
        "GUILD_UPDATE",
        "GUILD_DELETE",
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "THREAD_CREATE",
        "THREAD_DELETE",
    ] {
        assert!(told.contains(event), "{event} is not among {told:?}");
    }
    assert_eq!(discord.violations(), []);
}

/// What stands of an interaction under the message that was pressed.
fn origin(payload: &Value) -> Option<MessageInteractionMetadata> {
    let read = serde_json::from_value::<Interaction>(payload.clone()).expect("an interaction");
    let pressed = read.message_component().expect("a press");
    pressed.message.interaction_metadata.map(|origin| *origin)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_came_from_a_press_says_which_message_was_pressed() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    start(&discord).await;
    ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
    let board = channel.last_message().expect("a board");
    let first = ann.press(&board, "draw").await;
    let payload = &first.interaction.payload;
    let MessageInteractionMetadata::Command(command) = origin(payload).expect("an origin") else {
        panic!("{payload}")
    };
    assert_eq!(command.user.id.get(), ann.id().0);
    let metadata = &payload["message"]["interaction_metadata"];
    assert_eq!(metadata["interacted_message_id"], Value::Null);
    let page = first.message.expect("a page");
    let second = ann.press_forged(page, "draw").await;
    let payload = &second.interaction.payload;
    let MessageInteractionMetadata::Component(press) = origin(payload).expect("an origin") else {
        panic!("{payload}")
    };
    assert_eq!(press.interacted_message_id.get(), board.id.0);
    assert_eq!(press.id.get(), first.interaction.id.0);
    assert_eq!(discord.violations(), []);
}

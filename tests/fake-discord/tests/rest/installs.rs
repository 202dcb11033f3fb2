//! People who have installed the application for themselves, and commands in menus.

use fake_discord::{Channel, Guild, Pending, Rights, limits};
use serde_json::{Value, json};
use twilight_model::application::interaction::Interaction;

use crate::scene::{Scene, callback, refuses};

/// A command that is used in these places, by these installations.
fn command(name: &str, contexts: &Value, types: &Value) -> Value {
    json!({
        "name": name, "description": "d", "contexts": contexts, "integration_types": types,
    })
}

/// What the interaction says of its place and of who installed the application.
fn says(pending: &Pending) -> (Value, Value) {
    let payload = &pending.interaction().payload;
    let read = serde_json::from_value::<Interaction>(Value::clone(payload));
    assert!(read.is_ok(), "{:?} in {payload}", read.err());
    let owners = &payload["authorizing_integration_owners"];
    (payload["context"].clone(), owners.clone())
}

#[tokio::test]
async fn commands_are_offered_where_they_are_registered_and_installed() {
    let scene = Scene::start().await;
    scene
        .register(json!([
            {"name": "usual", "description": "d"},
            command("here", &json!([0]), &json!([0])),
            command("both", &json!([0, 1, 2]), &json!([0, 1])),
            command("own", &json!([1, 2]), &json!([1])),
        ]))
        .await;
    let ben = scene.discord.user("ben");
    let strange = scene.discord.strange_guild("Elsewhere");
    for user in [&scene.ann, &ben] {
        strange.join(user);
    }
    ben.set_installed(true);
    scene.guild.join(&ben);
    let elsewhere = strange.channel("general");
    let private = scene.discord.private_channel(&[&scene.ann, &ben]);
    let (guild, ben_id) = (scene.guild.id(), ben.id());
    let installed = json!({"0": guild});
    let both = json!({"0": guild, "1": ben_id});
    let alone = json!({"1": ben_id});
    for (user, channel, command, expected) in [
        (&scene.ann, &scene.channel, "usual", Some((0, &installed))),
        (&scene.ann, &scene.channel, "both", Some((0, &installed))),
        (&scene.ann, &scene.channel, "own", None),
        (&scene.ann, &elsewhere, "both", None),
        (&scene.ann, &private, "both", None),
        (&scene.ann, &scene.ann.direct(), "here", None),
        (&scene.ann, &scene.ann.direct(), "own", None),
        (
            &scene.ann,
            &scene.ann.direct(),
            "both",
            Some((1, &json!({"0": "0"}))),
        ),
        (&ben, &scene.channel, "here", Some((0, &installed))),
        (&ben, &scene.channel, "both", Some((0, &both))),
        (&ben, &scene.channel, "own", None),
        (&ben, &elsewhere, "usual", None),
        (&ben, &elsewhere, "here", None),
        (&ben, &elsewhere, "both", Some((0, &alone))),
        (&ben, &private, "both", Some((2, &alone))),
        (&ben, &private, "own", Some((2, &alone))),
        (&ben, &ben.direct(), "own", Some((1, &alone))),
    ] {
        let place = channel.info().expect("it is there").kind;
        let what = format!("{command} in a place of the type {place}");
        match expected {
            Some((context, owners)) => {
                let said = says(&user.slash(channel, command, &[]));
                assert_eq!(said, (json!(context), owners.clone()), "{what}");
            }
            None => assert!(refuses(|| user.slash(channel, command, &[])), "{what}"),
        }
    }
    let cleo = scene.discord.user("cleo");
    cleo.set_installed(true);
    assert!(
        refuses(|| cleo.slash(&private, "both", &[])),
        "she is not there"
    );
    assert_eq!(scene.discord.violations(), []);
}

/// As Discord's reference has it: to see a channel and to send messages are never among them.
#[tokio::test]
async fn outside_of_servers_the_bot_s_permissions_are_always_the_same() {
    let scene = Scene::start().await;
    scene
        .register(json!([command("look", &json!([0, 1, 2]), &json!([0, 1]))]))
        .await;
    scene.ann.set_installed(true);
    let ben = scene.discord.user("ben");
    let private = scene.discord.private_channel(&[&scene.ann, &ben]);
    for (channel, held) in [(&scene.ann.direct(), "442368"), (&private, "180224")] {
        let asked = scene.ann.slash(channel, "look", &[]);
        assert_eq!(asked.interaction().payload["app_permissions"], held);
    }
}

/// A person with the application of their own, in a server without the bot.
async fn alone(scene: &Scene) -> (Guild, Channel) {
    scene
        .register(json!([command("look", &json!([0, 1, 2]), &json!([0, 1]))]))
        .await;
    let strange = scene.discord.strange_guild("Elsewhere");
    strange.join(&scene.ann);
    scene.ann.set_installed(true);
    let place = strange.channel("general");
    (strange, place)
}

#[tokio::test]
async fn a_bot_that_is_not_installed_there_has_answers_only() {
    let scene = Scene::start().await;
    let (_, place) = alone(&scene).await;
    let pending = scene.ann.slash(&place, "look", &[]);
    let payload = pending.interaction().payload.clone();
    assert_eq!(payload["member"]["user"]["id"], json!(scene.ann.id()));
    let held: u64 = payload["app_permissions"]
        .as_str()
        .and_then(|bits| bits.parse().ok())
        .expect("a number");
    assert_eq!(held & (1 << 10 | 1 << 11), 0, "neither to see nor to send");
    assert_ne!(held & 1 << 15, 0, "to attach");
    let strange = payload["guild_id"].as_str().expect("a server").to_owned();
    for path in [
        format!("/channels/{}/messages", place.id()),
        format!("/guilds/{strange}/members/{}", scene.ann.id()),
        format!("/guilds/{strange}"),
    ] {
        let (status, refused) = scene.send("GET", &path, json!(null)).await;
        assert_eq!((status, &refused["code"]), (403, &json!(50_001)), "{path}");
    }
    let answer = scene.answer(pending, 4, json!({"content": "one"})).await;
    let original = format!("{}/messages/@original", scene.webhook(&answer.interaction));
    let (status, _) = scene
        .send("PATCH", &original, json!({"content": "two"}))
        .await;
    assert_eq!((status, place.messages()[0].content.as_str()), (200, "two"));

    let later = scene.webhook(&answer.interaction);
    for _ in 0..limits::FOLLOWUPS {
        assert_eq!(
            scene.send("POST", &later, json!({"content": "x"})).await.0,
            200
        );
    }
    let (status, refused) = scene.send("POST", &later, json!({"content": "x"})).await;
    assert_eq!((status, &refused["code"]), (400, &json!(40_094)));
    assert_eq!(scene.wrongs(), ["40094"]);
    assert_eq!(place.messages().len(), 1 + limits::FOLLOWUPS);
    // Where it is installed it has its rights, and there is no such limit.
    let here = scene.ann.slash(&scene.channel, "look", &[]);
    let held = &here.interaction().payload["app_permissions"];
    assert_eq!(held, &json!(Rights::INVITED.bits().to_string()));
    let answer = scene.answer(here, 4, json!({"content": "one"})).await;
    let later = scene.webhook(&answer.interaction);
    for _ in 0..=limits::FOLLOWUPS {
        assert_eq!(
            scene.send("POST", &later, json!({"content": "x"})).await.0,
            200
        );
    }
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn what_follows_from_a_command_belongs_to_who_used_it() {
    let scene = Scene::start().await;
    let (strange, place) = alone(&scene).await;
    let owner = json!({"1": scene.ann.id()});
    let button = json!({"type": 2, "style": 1, "label": "More", "custom_id": "more"});
    let row = json!({"type": 1, "components": [button]});
    let look = scene.ann.slash(&place, "look", &[]);
    scene
        .answer(look, 4, json!({"content": "x", "components": [row]}))
        .await;
    let ben = scene.discord.user("ben");
    let board = place.last_message().expect("the answer");
    assert!(refuses(|| ben.press(&board, "more")), "he is not there");
    strange.join(&ben);
    let pressed = ben.press(&board, "more");
    assert_eq!(says(&pressed), (json!(0), owner.clone()));
    let text = json!({"type": 4, "style": 1, "custom_id": "t"});
    let label = json!({"type": 18, "label": "Say", "component": text});
    let modal = json!({"title": "Say", "custom_id": "m", "components": [label]});
    let opened = scene.answer(pressed, 9, modal.clone()).await;
    let submitted = ben.submit(&opened, &[("t", json!("x"))]);
    assert_eq!(says(&submitted), (json!(0), owner));

    // She has the application of her own here as well, and this command is not in it.
    let here = command("here", &json!([0]), &json!([0]));
    scene.register(json!([here])).await;
    let opened = scene.ann.slash(&scene.channel, "here", &[]);
    let opened = scene.answer(opened, 9, modal).await;
    let submitted = scene.ann.submit(&opened, &[("t", json!("x"))]);
    let guild = json!({"0": scene.guild.id()});
    assert_eq!(says(&submitted), (json!(0), guild));
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_command_is_used_from_the_menu_of_a_person() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    scene
        .register(json!([
            {"type": 2, "name": "Invite to a game"},
            {"type": 2, "name": "invite", "default_member_permissions": "32"},
            {"type": 1, "name": "invite", "description": "Invites"},
        ]))
        .await;
    let (ann, channel) = (&scene.ann, &scene.channel);
    let pending = ann.menu(channel, "Invite to a game", &ben);
    let data = pending.interaction().payload["data"].clone();
    assert_eq!(
        (&data["type"], &data["target_id"]),
        (&json!(2), &json!(ben.id()))
    );
    let key = ben.id().to_string();
    for map in ["users", "members"] {
        assert!(data["resolved"][map][&key].is_object(), "{map} in {data}");
    }
    says(&pending);
    scene
        .answer(pending, 4, json!({"content": "Invited."}))
        .await;
    let message = channel.last_message().expect("the answer");
    let metadata = message.interaction_metadata.expect("it is an answer");
    assert_eq!(metadata["command_type"], 2);
    assert_eq!(metadata["target_user"]["id"], json!(ben.id()));

    assert!(
        refuses(|| ann.menu(channel, "invite", &ben)),
        "a right is missing"
    );
    assert!(
        refuses(|| ann.menu(channel, "Invite", &ben)),
        "no such command"
    );
    assert!(
        refuses(|| ann.slash(channel, "Invite to a game", &[])),
        "it is not typed"
    );
    let typed = ann.slash(channel, "invite", &[]);
    assert_eq!(typed.interaction().payload["data"]["type"], 1);
    let path = callback(typed.interaction());
    let body = json!({"type": 4, "data": {"content": "Hm."}});
    assert_eq!(scene.send("POST", &path, body).await.0, 204);
    assert_eq!(scene.discord.violations(), []);
}

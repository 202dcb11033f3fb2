//! Direct messages, and interactions that come late, twice, or in another order.

use fake_discord::{AnswerKind, FakeDiscord};
use serde_json::json;
use serenity::{
    all::{CreateMessage, GetMessages, GuildId, UserId},
    http::{HttpBuilder, HttpError},
};

use super::{events, start};

/// The code with which Discord refused.
fn code<T: std::fmt::Debug>(said: Result<T, serenity::Error>) -> isize {
    match said {
        Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(refused))) => refused.error.code,
        other => panic!("it is no refusal: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_writes_directly_and_asks_who_is_there() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let (ann, ben) = (guild.user("ann"), guild.user("ben"));
    start(&discord).await;
    let http = HttpBuilder::new("a-token")
        .proxy(discord.api_url())
        .ratelimiter_disabled(true)
        .build();
    let (own, theirs) = (UserId::new(ann.id().0), UserId::new(ben.id().0));

    let direct = own.create_dm_channel(&http).await.expect("it is opened");
    let again = own.create_dm_channel(&http).await.expect("it is there");
    let other = theirs.create_dm_channel(&http).await.expect("it is opened");
    assert_eq!((direct.id, direct.recipient.id), (again.id, own));
    assert_ne!(direct.id, other.id);
    let post = CreateMessage::new().content("Your turn.");
    direct
        .send_message(&http, post.clone())
        .await
        .expect("it is taken");
    let said = direct.messages(&http, GetMessages::new()).await;
    assert_eq!(said.expect("they are listed")[0].content, "Your turn.");
    assert_eq!(ann.direct_messages().len(), 1);
    assert_eq!((ann.pings().len(), ben.pings().len()), (1, 0));
    ann.say(&ann.direct(), "Thanks.");
    assert_eq!(ann.direct_messages().len(), 2);

    ann.set_direct_closed(true);
    assert_eq!(code(direct.send_message(&http, post.clone()).await), 50_007);
    ann.set_direct_closed(false);
    let guild_id = GuildId::new(guild.id().0);
    assert_eq!(
        guild_id.member(&http, own).await.expect("a member").user.id,
        own
    );
    guild.leave(&ann);
    assert_eq!(code(guild_id.member(&http, own).await), 10_007);
    assert_eq!(code(direct.send_message(&http, post.clone()).await), 50_278);
    guild.join(&ann);
    guild_id.member(&http, own).await.expect("a member");
    direct.send_message(&http, post).await.expect("it is taken");
    assert_eq!(ann.notifications().len(), 2);
    let asked = discord.look(|world| world.requests("GET /guilds/*/members/*").len());
    assert_eq!(asked, 3);

    // Commands come from direct messages too.
    let answer = ben
        .slash(&ben.direct(), "move", &[("move", json!("Nf3"))])
        .await;
    assert_eq!(answer.kind, AnswerKind::Message);
    assert_eq!(ben.direct_messages().len(), 1);
    assert!(events(&discord).contains("INTERACTION_CREATE"));
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interactions_come_late_twice_and_in_another_order() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    start(&discord).await;
    let sent = || -> Vec<String> {
        discord.look(|world| {
            let events = world.events().into_iter();
            let events = events.filter(|event| event.contains("INTERACTION_CREATE"));
            let read = |event: &str| -> serde_json::Value {
                serde_json::from_str(event).expect("it is JSON")
            };
            let ids = events.map(|event| read(event)["d"]["id"].to_string());
            ids.collect()
        })
    };
    let mut answered = 0;
    for shuffled in [false, true] {
        let held = discord.hold_deliveries();
        let pending: Vec<_> = (0..6)
            .map(|_| ann.slash(&channel, "move", &[("move", json!("Nf3"))]))
            .collect();
        assert_eq!((held.count(), sent().len()), (6, answered));
        let made: Vec<_> = pending
            .iter()
            .map(|pending| format!("\"{}\"", pending.interaction().id))
            .collect();
        if shuffled {
            held.deliver_shuffled(7);
        } else {
            held.deliver_backwards();
        }
        for pending in pending {
            assert_eq!(pending.await.kind, AnswerKind::Message);
        }
        let mut came = sent().split_off(answered);
        assert_ne!(came, made);
        came.sort();
        assert_eq!(came, made);
        answered += 6;
    }
    drop(discord.hold_deliveries());
    // The bot answers what comes twice twice, and is refused the second time.
    discord.deliver_some_twice(1, 7);
    let answer = ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
    assert_eq!(answer.kind, AnswerKind::Message);
    assert_eq!(sent().len(), answered + 2);
    discord
        .wait_until("a second try", |world| {
            world.requests("POST /interactions/*/*/callback").len() == answered + 2
        })
        .await;
    discord.deliver_some_twice(0, 7);
    ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
    assert_eq!(sent().len(), answered + 3);
    assert_eq!(ann.notifications().len(), answered + 2);
    assert_eq!(discord.violations(), []);
}

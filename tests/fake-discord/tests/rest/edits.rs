//! Time: edits of old messages, and threads that fall silent.

use std::time::Duration;

use fake_discord::{Channel, Snowflake, limits};
use serde_json::{Value, json};

use crate::scene::Scene;

const HOUR: Duration = Duration::from_secs(3600);

async fn edit(scene: &Scene, channel: &Channel, message: Snowflake, text: &str) -> (u16, Value) {
    let path = format!("/channels/{}/messages/{message}", channel.id());
    let (status, said) = scene.send("PATCH", &path, json!({"content": text})).await;
    (status, said["code"].clone())
}

async fn post(scene: &Scene, channel: &Channel) -> Snowflake {
    let path = format!("/channels/{}/messages", channel.id());
    let (_, sent) = scene.send("POST", &path, json!({"content": "first"})).await;
    let id = sent["id"].as_str().and_then(Snowflake::parse);
    id.unwrap_or_else(|| panic!("an id in {sent}"))
}

async fn thread(scene: &Scene, minutes: u64) -> Channel {
    let path = format!("/channels/{}/threads", scene.channel.id());
    let body = json!({"name": "t", "type": 11, "auto_archive_duration": minutes});
    let (status, said) = scene.send("POST", &path, body).await;
    assert_eq!(status, 200, "{said}");
    scene.channel.threads().pop().expect("a thread")
}

#[tokio::test]
async fn an_old_message_takes_some_edits_an_hour() {
    let scene = Scene::start().await;
    let message = post(&scene, &scene.channel).await;
    let change = async |text: &str| edit(&scene, &scene.channel, message, text).await;
    let taken = (200, json!(null));
    let refused = (429, json!(30_046));
    scene.discord.pass(HOUR);
    for number in 0..2 * limits::LATE_EDITS {
        assert_eq!(change(&format!("young {number}")).await, taken);
    }
    scene.discord.pass(Duration::from_secs(1));
    for number in 0..limits::LATE_EDITS {
        assert_eq!(change(&format!("old {number}")).await, taken);
    }
    assert_eq!(change("once more").await, refused);
    scene.discord.pass(HOUR);
    assert_eq!(change("later").await, taken);

    let forms = scene.discord.look(|world| {
        let forms = world.forms(message).into_iter();
        forms.map(|form| form.content.clone()).collect::<Vec<_>>()
    });
    assert_eq!(forms.len(), 3 * limits::LATE_EDITS + 2);
    assert_eq!((forms[0].as_str(), forms[1].as_str()), ("first", "young 0"));
    assert_eq!(forms.last().map(String::as_str), Some("later"));
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_thread_in_which_nothing_is_said_is_archived() {
    let scene = Scene::start().await;
    let (short, long) = (thread(&scene, 60).await, thread(&scene, 1440).await);
    for thread in [&short, &long] {
        let path = format!(
            "/channels/{}/thread-members/{}",
            thread.id(),
            scene.ann.id()
        );
        assert_eq!(scene.send("PUT", &path, json!(null)).await.0, 204);
    }
    let listed = || {
        let threads = scene.ann.threads();
        threads.iter().map(Channel::id).collect::<Vec<_>>()
    };
    assert_eq!(listed(), [short.id(), long.id()]);
    let message = post(&scene, &short).await;
    scene.discord.pass(HOUR / 2);
    // What is said keeps it open, an edit does not.
    post(&scene, &short).await;
    scene.discord.pass(HOUR / 2);
    assert_eq!(edit(&scene, &short, message, "x").await, (200, json!(null)));
    assert_eq!(listed(), [short.id(), long.id()]);
    scene.discord.pass(HOUR / 2);
    assert_eq!(listed(), [long.id()]);
    let refused = (400, json!(50_083));
    assert_eq!(edit(&scene, &short, message, "y").await, refused);
    // A message opens it again, and so does the bot.
    post(&scene, &short).await;
    assert_eq!(listed(), [short.id(), long.id()]);
    scene.discord.pass(HOUR);
    assert_eq!(listed(), [long.id()]);
    let path = format!("/channels/{}", short.id());
    let open = json!({"archived": false});
    assert_eq!(scene.send("PATCH", &path, open).await.0, 200);
    scene.discord.pass(HOUR / 2);
    assert_eq!(listed(), [short.id(), long.id()]);
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_list_of_threads_has_those_that_one_is_in_and_sees() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    let thread = thread(&scene, 60).await;
    assert_eq!((scene.ann.threads().len(), ben.threads().len()), (0, 0));
    // Those who speak there are in it, and those who are called there.
    scene.ann.say(&thread, "Hello.");
    assert_eq!((scene.ann.threads().len(), ben.threads().len()), (1, 0));
    let path = format!("/channels/{}/messages", thread.id());
    let unheard = json!({"content": ben.mention(), "allowed_mentions": {"parse": []}});
    assert_eq!(scene.send("POST", &path, unheard).await.0, 200);
    assert_eq!(ben.threads().len(), 0);
    let called = json!({"content": ben.mention(), "allowed_mentions": {"users": [ben.id()]}});
    assert_eq!(scene.send("POST", &path, called).await.0, 200);
    assert_eq!(ben.threads().len(), 1);
    scene.guild.leave(&ben);
    assert_eq!(ben.threads().len(), 0);
    assert_eq!(scene.discord.violations(), []);
}

//! Answers in time, too late, held, and broken.

use std::time::Duration;

use fake_discord::{FakeDiscord, Fault, limits};
use serde_json::json;

use crate::scene::{Scene, callback, read};

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_time() {
    let scene = Scene::start().await;
    let pending = scene
        .ann
        .slash_unchecked(&scene.channel, "move", &[("move", json!("Nf3"))]);
    let asked = pending.interaction().clone();
    assert_eq!(asked.payload["data"]["options"][0]["type"], 3);
    assert_eq!(asked.payload["app_permissions"], "377957239808");

    // What does not fit is refused, and the next try counts.
    assert_eq!(
        scene
            .send(
                "POST",
                &callback(&asked),
                json!({"type": 8, "data": {"choices": []}})
            )
            .await
            .0,
        400
    );
    assert_eq!(scene.wrongs(), ["INTERACTION_RESPONSE_TYPE"]);
    let said = json!({"type": 4, "data": {"content": "Done.", "flags": 64}});
    assert_eq!(
        scene.send("POST", &callback(&asked), said.clone()).await.0,
        204
    );
    let answer = pending.await;
    assert!(answer.ephemeral && scene.channel.messages().is_empty());
    assert_eq!(scene.ann.ephemeral().len(), 1);
    let (status, again) = scene.send("POST", &callback(&asked), said.clone()).await;
    assert_eq!((status, &again["code"]), (400, &json!(40_060)));
    assert_eq!(scene.wrongs(), ["40060"]);

    // Later answers: one that is put off and filled, one more, and a token that ran out.
    let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
    let asked = pending.interaction().clone();
    let webhook = format!(
        "/webhooks/{}/{}",
        scene.discord.look(|world| world.application()),
        asked.token
    );
    assert_eq!(
        scene
            .send("POST", &webhook, json!({"content": "x"}))
            .await
            .1["code"],
        10_015
    );
    assert_eq!(scene.wrongs(), ["10015"]);
    scene
        .send("POST", &callback(&asked), json!({"type": 5}))
        .await;
    let promised = pending.await.message.expect("a message");
    let filling = json!({"content": scene.ann.mention(), "allowed_mentions": {"parse": ["users"]}});
    assert_eq!(
        scene.send("POST", &webhook, filling).await.1["id"],
        json!(promised)
    );
    assert!(scene.ann.pings().is_empty(), "filling is an edit");
    let more = scene
        .send("POST", &webhook, json!({"content": "more"}))
        .await
        .1;
    assert_ne!(more["id"], json!(promised));
    let original = format!("{webhook}/messages/@original");
    assert_eq!(scene.send("DELETE", &original, json!(null)).await.0, 204);
    scene.discord.expire(&asked);
    assert_eq!(
        scene.send("GET", &original, json!(null)).await.1["code"],
        50_027
    );

    // Too late.
    scene.discord.set_first_answer(Duration::from_millis(1));
    let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
    let asked = pending.interaction().clone();
    assert!(pending.await.is_timed_out());
    assert_eq!(
        scene.send("POST", &callback(&asked), said).await.1["code"],
        10_062
    );
    assert_eq!(
        scene.discord.violations(),
        [],
        "no bot is connected that could be blamed"
    );
}

#[tokio::test]
async fn a_held_request_whose_sender_is_gone_is_never_done() {
    let scene = Scene::start().await;
    let hold = scene.discord.hold("POST /interactions/*/*/callback");
    scene.discord.set_first_answer(Duration::from_millis(50));
    let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
    let request = scene.request("POST", &callback(pending.interaction()));
    let request = request.header("content-type", "application/json");
    let body = json!({"type": 4, "data": {"content": "Done."}}).to_string();
    let sending = tokio::spawn(read(request.body(body)));
    hold.caught().await;
    sending.abort();
    assert!(pending.await.is_timed_out());
    hold.release();
    assert!(scene.channel.messages().is_empty());
}

#[tokio::test]
async fn faults_come_as_planned() {
    let scene = Scene::start().await;
    let route = "POST /channels/*/messages";
    let hello = || json!({"content": "Hello."});
    scene.discord.fail_next(route, Fault::Status(503, 0));
    assert_eq!(scene.post(hello()).await.0, 503);
    scene
        .discord
        .fail_next(route, Fault::RateLimited(Duration::from_millis(250)));
    let (status, answer) = scene.post(hello()).await;
    assert_eq!((status, &answer["retry_after"]), (429, &json!(0.25)));
    assert!(scene.channel.messages().is_empty());

    let path = format!("/channels/{}/messages", scene.channel.id());
    let send = async || {
        let request = scene
            .request("POST", &path)
            .header("content-type", "application/json");
        read(request.body(hello().to_string())).await
    };
    scene.discord.fail_next(route, Fault::DropBefore);
    assert!(send().await.is_err());
    assert!(scene.channel.messages().is_empty());
    scene.discord.fail_next(route, Fault::DropAfter);
    assert!(send().await.is_err());
    assert_eq!(scene.channel.messages().len(), 1);
    assert_eq!(scene.post(hello()).await.0, 200);
    let statuses = scene.discord.look(|world| {
        world
            .requests(route)
            .iter()
            .map(|request| request.status)
            .collect::<Vec<_>>()
    });
    assert_eq!(statuses, [Some(503), Some(429), None, Some(200), Some(200)]);
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_port_can_be_taken_again() {
    let scene = Scene::start().await;
    let port = scene.discord.port();
    assert!(FakeDiscord::start_on(port).await.is_err());
    drop(scene);
    // The listener goes when its task does.
    let again = loop {
        match FakeDiscord::start_on(port).await {
            Ok(discord) => break discord,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    assert_eq!(again.port(), port);
}

#[tokio::test]
async fn answers_are_taken_for_three_seconds_and_for_fifteen_minutes() {
    let scene = Scene::start().await;
    let said = json!({"type": 4, "data": {"content": "Done."}});
    let bot = scene.discord.look(|world| world.application());
    let ask = || {
        let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
        pending.interaction().clone()
    };
    // Short of the bounds, and past them; not so short that a slow machine steps over them.
    for (age, status) in [(Duration::from_secs(1), 204), (limits::FIRST_ANSWER, 404)] {
        let asked = ask();
        scene.discord.age_interaction(&asked, age);
        let sent = scene.send("POST", &callback(&asked), said.clone()).await;
        assert_eq!(sent.0, status, "{age:?} {}", sent.1);
    }
    for (age, status) in [(limits::TOKEN / 2, 200), (limits::TOKEN, 401)] {
        let asked = ask();
        scene
            .send("POST", &callback(&asked), json!({"type": 5}))
            .await;
        scene.discord.age_interaction(&asked, age);
        let more = format!("/webhooks/{bot}/{}", asked.token);
        let sent = scene.send("POST", &more, json!({"content": "more"})).await;
        assert_eq!(sent.0, status, "{age:?} {}", sent.1);
    }
    assert_eq!(limits::FIRST_ANSWER, Duration::from_secs(3));
    assert_eq!(limits::TOKEN, Duration::from_secs(900));
    let codes: Vec<_> = scene.discord.refusals().iter().map(|r| r.code).collect();
    assert_eq!(codes, [10_062, 50_027]);
}

#[tokio::test]
async fn a_long_run_is_forgotten_but_for_its_end() {
    let scene = Scene::start().await;
    scene.discord.keep_last(10);
    let (bot, channel) = (
        scene.discord.look(|world| world.application()),
        scene.channel.id(),
    );
    let mut asked = Vec::new();
    let mut posts = Vec::new();
    for number in 0..60 {
        let (_, post) = scene.post(json!({"content": "Hello."})).await;
        posts.push(post["id"].as_str().expect("an id").to_owned());
        let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
        asked.push(pending.interaction().clone());
        let flags = number % 2 * 64;
        let said = json!({"type": 4, "data": {"content": "Done.", "flags": flags}});
        let path = callback(pending.interaction());
        assert_eq!(scene.send("POST", &path, said).await.0, 204);
        assert_eq!(pending.await.content, "Done.");
    }
    let kept = (scene.channel.messages().len(), scene.ann.ephemeral().len());
    assert!((10..=21).contains(&kept.0), "{kept:?}");
    assert!((5..=21).contains(&kept.1), "{kept:?}");
    // The last ones are there, and nobody is blamed for asking after the first ones.
    for (number, known) in [(0, false), (59, true)] {
        let more = format!("/webhooks/{bot}/{}", asked[number].token);
        let (status, said) = scene.send("POST", &more, json!({"content": "more"})).await;
        assert_eq!(status == 200, known, "{said}");
        let old = format!("/channels/{channel}/messages/{}", posts[number]);
        let (status, said) = scene.send("PATCH", &old, json!({"content": "y"})).await;
        assert_eq!(status == 200, known, "{said}");
    }
    let codes: Vec<_> = scene.discord.refusals().iter().map(|r| r.code).collect();
    assert_eq!(codes, [10_015, 10_008]);
    assert_eq!(scene.discord.violations(), []);
}

//! Who is notified of what, nonces, and faults that come by chance.

use std::time::Duration;

use fake_discord::Fault;
use serde_json::json;

use crate::scene::{Scene, callback, read};

#[tokio::test]
async fn pings_are_counted_once_for_a_message_and_kept_when_it_is_gone() {
    let scene = Scene::start().await;
    let (ann, ben) = (&scene.ann, scene.guild.user("ben"));
    let to_ann = json!({"users": [ann.id()]});
    let both = format!("{} and {}", ann.mention(), ben.mention());
    let body = json!({"content": both, "allowed_mentions": to_ann, "nonce": "K7Q2-1"});
    let (status, first) = scene.post(body).await;
    assert_eq!(status, 200);
    // Neither an edit notifies anybody, nor an answer that is put off and filled.
    let path = format!(
        "/channels/{}/messages/{}",
        scene.channel.id(),
        first["id"].as_str().expect("an id")
    );
    scene.send("PATCH", &path, json!({"content": both})).await;
    let pending = ben.slash_unchecked(&scene.channel, "move", &[]);
    let asked = pending.interaction().clone();
    let body = json!({"type": 5, "data": {"content": both}});
    scene.send("POST", &callback(&asked), body).await;
    let bot = scene.discord.look(|world| world.application());
    let webhook = format!("/webhooks/{bot}/{}", asked.token);
    let body = json!({"content": both, "allowed_mentions": to_ann});
    scene.send("POST", &webhook, body.clone()).await;
    // One that is given at once does.
    let pending = ben.slash_unchecked(&scene.channel, "move", &[]);
    let body = json!({"type": 4, "data": body});
    let path = callback(pending.interaction());
    assert_eq!(scene.send("POST", &path, body).await.0, 204);
    scene.channel.delete();
    assert_eq!(ann.pings().len(), 0);
    let pings = ann.notifications();
    let nonces: Vec<_> = pings.iter().map(|ping| ping.nonce.as_deref()).collect();
    assert_eq!(nonces, [Some("K7Q2-1"), None]);
    assert!(pings.iter().all(|ping| ping.content == both));
    let counted = |id| scene.discord.look(|world| world.notified(id));
    assert_eq!((counted(ann.id()), counted(ben.id())), (2, 0));
}

#[tokio::test]
async fn nonces_keep_a_message_from_standing_twice_for_a_while() {
    let scene = Scene::start().await;
    let body = json!({"content": "Hm.", "nonce": "K7Q2-1", "enforce_nonce": true});
    let first = scene.post(body.clone()).await.1;
    assert_eq!(scene.post(body.clone()).await.1["id"], first["id"]);
    let other = json!({"content": "Hm.", "nonce": "K7Q2-2", "enforce_nonce": true});
    scene.post(other).await;
    assert_eq!(scene.channel.messages().len(), 2);
    // A nonce is unique for its author, in whatever channel.
    let elsewhere = scene.guild.channel("elsewhere");
    let path = format!("/channels/{}/messages", elsewhere.id());
    let (status, again) = scene.send("POST", &path, body.clone()).await;
    assert_eq!((status, &again["id"]), (200, &first["id"]));
    assert_eq!(elsewhere.messages().len(), 0);
    scene.discord.forget_nonces();
    assert_ne!(scene.post(body).await.1["id"], first["id"]);
    assert_eq!(scene.channel.messages().len(), 3);
}

#[tokio::test]
async fn direct_messages_are_judged_as_others_are() {
    let scene = Scene::start().await;
    let open = async |id: serde_json::Value| {
        let body = json!({"recipient_id": id});
        scene.send("POST", "/users/@me/channels", body).await
    };
    let (status, direct) = open(json!(scene.ann.id())).await;
    assert_eq!((status, &direct["type"]), (200, &json!(1)));
    assert_eq!(direct["recipients"][0]["id"], json!(scene.ann.id()));
    let bot = scene.discord.look(|world| world.bot());
    for (id, code) in [
        (json!(1), 50_035),
        (json!("7"), 10_013),
        (json!(bot), 50_007),
    ] {
        let (_, refused) = open(id).await;
        assert_eq!(refused["code"], code);
        assert_eq!(scene.wrongs().len(), 1);
    }
    let path = format!("/channels/{}", scene.ann.direct().id());
    assert_eq!(scene.send("GET", &path, json!(null)).await.1, direct);
    let messages = format!("{path}/messages");
    let long = json!({"content": "x".repeat(2001)});
    assert_eq!(scene.send("POST", &messages, long).await.0, 400);
    let thread = json!({"name": "A match", "type": 11});
    let threads = format!("{path}/threads");
    let (_, refused) = scene.send("POST", &threads, thread).await;
    assert_eq!(refused["code"], 50_024);
    assert_eq!(scene.wrongs().len(), 2);
    // Limits are on them as on others.
    scene
        .discord
        .limit("POST /channels/*/messages", 1, Duration::from_secs(3600));
    let body = json!({"content": "Your turn."});
    assert_eq!(scene.send("POST", &messages, body.clone()).await.0, 200);
    assert_eq!(scene.send("POST", &messages, body).await.0, 429);
    assert_eq!(scene.ann.direct_messages().len(), 1);
    assert_eq!(scene.wrongs().len(), 0);
}

#[tokio::test]
async fn chance_lets_some_requests_fail_until_it_is_told_not_to() {
    let scene = Scene::start().await;
    let faults = [
        Fault::Status(503, 0),
        Fault::RateLimited(Duration::from_millis(5)),
        Fault::DropBefore,
    ];
    scene
        .discord
        .fail_some("POST /channels/*/messages", &faults, 4, 12);
    let path = format!("/channels/{}/messages", scene.channel.id());
    let mut counts = [0; 4];
    for _ in 0..200 {
        let request = scene.request("POST", &path);
        let request = request.header("content-type", "application/json");
        let kind = match read(request.body(r#"{"content":"Hm."}"#)).await {
            Ok((200, _)) => 0,
            Ok((503, _)) => 1,
            Ok((429, _)) => 2,
            Ok((status, _)) => panic!("{status}"),
            Err(_) => 3,
        };
        counts[kind] += 1;
    }
    assert!((130..170).contains(&counts[0]), "{counts:?}");
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
    assert_eq!(scene.channel.messages().len(), counts[0]);
    scene.discord.clear_faults();
    for _ in 0..20 {
        assert_eq!(scene.post(json!({"content": "Hm."})).await.0, 200);
    }
}

#[tokio::test]
async fn what_notifies_somebody_says_something() {
    let scene = Scene::start().await;
    let (ann, channel) = (&scene.ann, scene.channel.id());
    let posts = format!("/channels/{channel}/messages");
    let direct = format!("/channels/{}/messages", ann.direct().id());
    let page = |text: &str, flags: u64, allowed: serde_json::Value| {
        json!({
            "flags": 1 << 15 | flags, "components": [{"type": 10, "content": text}],
            "allowed_mentions": allowed,
        })
    };
    let calls = json!({"users": [ann.id()]});
    let mention = ann.mention();
    for (path, body, wrong) in [
        (&posts, page(&mention, 0, calls.clone()), true),
        (&posts, page(&mention, 0, json!({"parse": ["users"]})), true),
        (&posts, page(&mention, 1 << 12, calls.clone()), false),
        (&posts, page(&mention, 0, json!({"parse": []})), false),
        (&posts, page("nobody", 0, calls.clone()), false),
        (&direct, page("Your turn.", 0, json!({"parse": []})), true),
        (&direct, json!({"embeds": [{"title": "Your turn."}]}), true),
        (&direct, json!({"content": "Your turn."}), false),
    ] {
        let (status, said) = scene.send("POST", path, body.clone()).await;
        let found = scene.wrongs();
        let expected: &[&str] = if wrong { &["PING_WITHOUT_TEXT"] } else { &[] };
        assert_eq!(found, expected, "{body}");
        assert_eq!(
            (status == 400, said["code"] == 50_035),
            (wrong, wrong),
            "{body}"
        );
    }
    // An answer that only one person sees notifies nobody, and who asked in direct messages looks.
    let hidden = ann.slash_unchecked(&scene.channel, "help", &[]);
    scene
        .answer(hidden, 4, page(&mention, 64, calls.clone()))
        .await;
    let alone = ann.slash_unchecked(&ann.direct(), "help", &[]);
    scene
        .answer(alone, 4, page("Help", 0, json!({"parse": []})))
        .await;
    assert_eq!(scene.wrongs(), [""; 0]);
    let public = ann.slash_unchecked(&scene.channel, "help", &[]);
    let body = json!({"type": 4, "data": page(&mention, 0, calls)});
    let path = callback(public.interaction());
    assert_eq!(scene.send("POST", &path, body).await.0, 400);
    assert_eq!(scene.wrongs(), ["PING_WITHOUT_TEXT"]);
    let pushed: Vec<_> = ann
        .notifications()
        .into_iter()
        .map(|ping| ping.content)
        .collect();
    assert_eq!(pushed, ["Your turn.", ""]);
}

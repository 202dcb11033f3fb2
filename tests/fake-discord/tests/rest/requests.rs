//! Requests: their heads, their bodies, what they meet.

use fake_discord::{Rights, World, limits};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::scene::{Scene, read};

#[tokio::test]
async fn what_is_wrong_is_refused_and_noted() {
    let scene = Scene::start().await;
    let channel = scene.channel.id();
    let long = "x".repeat(2001);
    let theirs = scene.ann.say(&scene.channel, "Hello.");
    for (method, path, body, status, code, wrong) in [
        (
            "POST",
            format!("/channels/{channel}/messages"),
            json!({"content": long}),
            400,
            50_035,
            "TWILIGHT_REFUSES",
        ),
        (
            "POST",
            format!("/channels/{channel}/messages"),
            json!({"content": " "}),
            400,
            50_006,
            "50006",
        ),
        (
            "POST",
            format!("/channels/{channel}/messages"),
            json!({"content": "x", "message_reference": {"message_id": "5"}}),
            400,
            50_035,
            "50035",
        ),
        (
            "POST",
            "/channels/5/messages".to_owned(),
            json!({"content": "x"}),
            404,
            10_003,
            "10003",
        ),
        (
            "POST",
            "/channels/x/messages".to_owned(),
            json!({"content": "x"}),
            400,
            50_035,
            "50035",
        ),
        (
            "PATCH",
            format!("/channels/{channel}/messages/5"),
            json!({"content": "x"}),
            404,
            10_008,
            "10008",
        ),
        (
            "PATCH",
            format!("/channels/{channel}/messages/{theirs}"),
            json!({"content": "x"}),
            403,
            50_005,
            "50005",
        ),
        (
            "POST",
            format!("/channels/{channel}/threads"),
            json!({"name": ""}),
            400,
            50_035,
            "TWILIGHT_REFUSES",
        ),
        (
            "POST",
            "/interactions/5/token/callback".to_owned(),
            json!({"type": 4}),
            404,
            10_062,
            "10062",
        ),
        (
            "GET",
            format!("/channels/{channel}/messages?limit=101"),
            json!(null),
            400,
            50_035,
            "50035",
        ),
        ("GET", "/nothing/here".to_owned(), json!(null), 404, 0, "0"),
    ] {
        let (given, answer) = scene.send(method, &path, body).await;
        assert_eq!(
            (given, &answer["code"]),
            (status, &json!(code)),
            "{method} {path}"
        );
        assert_eq!(scene.wrongs(), [wrong], "{method} {path}");
    }
    assert_eq!(scene.discord.refusals(), []);
    assert_eq!(scene.channel.messages().len(), 1);
}

#[tokio::test]
async fn what_a_sound_bot_may_meet_is_no_fault() {
    let scene = Scene::start().await;
    let channel = scene.channel.id();
    let messages = format!("/channels/{channel}/messages");
    let (_, sent) = scene.post(json!({"content": "x"})).await;
    let own = format!("{messages}/{}", sent["id"].as_str().expect("an id"));
    let (_, thread) = scene
        .send(
            "POST",
            &format!("/channels/{channel}/threads"),
            json!({"name": "t", "type": 11}),
        )
        .await;
    let thread = scene
        .channel
        .threads()
        .into_iter()
        .find(|t| json!(t.id()) == thread["id"])
        .expect("a thread");
    let (_, inside) = scene
        .send(
            "POST",
            &format!("/channels/{}/messages", thread.id()),
            json!({"content": "x"}),
        )
        .await;
    let inside = format!(
        "/channels/{}/messages/{}",
        thread.id(),
        inside["id"].as_str().expect("an id")
    );
    let member = format!("/guilds/{}/members/{}", scene.guild.id(), scene.ann.id());
    let edit = || json!({"content": "y"});
    let meets = async |method: &str, path: &str, body: Value, status: u16, code: u64| {
        let (given, answer) = scene.send(method, path, body).await;
        assert_eq!(
            (given, &answer["code"]),
            (status, &json!(code)),
            "{method} {path}"
        );
        assert_eq!(
            scene.discord.refusals().last().map(|refusal| refusal.code),
            Some(code)
        );
    };

    assert_eq!(scene.send("GET", &member, json!(null)).await.0, 200);
    scene.guild.leave(&scene.ann);
    meets("GET", &member, json!(null), 404, 10_007).await;

    thread.set_archived(true);
    meets("PATCH", &inside, edit(), 400, 50_083).await;
    let thread_messages = format!("/channels/{}/messages", thread.id());
    assert_eq!(scene.send("POST", &thread_messages, edit()).await.0, 200);
    assert!(
        !thread.info().expect("it is there").archived,
        "a message brings it back"
    );

    scene.discord.age_message(
        fake_discord::Snowflake::parse(own.rsplit('/').next().expect("an id")).expect("an id"),
    );
    meets("PATCH", &own, edit(), 429, 30_046).await;
    scene.discord.delete_message(scene.channel.messages()[0].id);
    meets("PATCH", &own, edit(), 404, 10_008).await;

    scene.channel.set_rights(Rights {
        send: false,
        public_threads: false,
        ..Rights::INVITED
    });
    meets("POST", &messages, edit(), 403, 50_013).await;
    meets(
        "POST",
        &format!("/channels/{channel}/threads"),
        json!({"name": "t", "type": 11}),
        403,
        50_013,
    )
    .await;
    scene.channel.set_rights(Rights::NONE);
    meets("POST", &messages, edit(), 403, 50_001).await;
    scene.channel.delete();
    meets("POST", &thread_messages, edit(), 404, 10_003).await;
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn heads_and_forms_are_judged() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel.id());
    let url = format!("{}/api/v10{path}", scene.discord.api_url());
    let bare = scene
        .client
        .post(&url)
        .header("content-type", "application/json")
        .body("{}");
    assert_eq!(read(bare).await.expect("an answer").0, 403);
    let nameless = scene
        .client
        .post(&url)
        .header("user-agent", "DiscordBot (x, 1)");
    assert_eq!(read(nameless).await.expect("an answer").0, 401);
    let broken = scene
        .request("POST", &path)
        .header("content-type", "application/json")
        .body("{");
    assert_eq!(read(broken).await.expect("an answer").1["code"], 50_109);
    let plain = scene
        .request("POST", &path)
        .header("content-type", "text/plain")
        .body("{}");
    assert_eq!(read(plain).await.expect("an answer").0, 400);
    assert_eq!(scene.wrongs(), ["0", "0", "50109", "50035"]);

    let form = |size: usize, id: u64| {
        let file = Part::bytes(vec![0; size]).file_name("board.png");
        let attachments = json!([{"id": id, "filename": "board.png", "description": "A board."}]);
        let payload = json!({"attachments": attachments}).to_string();
        scene.request("POST", &path).multipart(
            Form::new()
                .part("files[0]", file)
                .text("payload_json", payload),
        )
    };
    let (status, sent) = read(form(limits::FILE_BYTES, 0)).await.expect("an answer");
    assert_eq!(
        (status, &sent["attachments"][0]["description"]),
        (200, &json!("A board."))
    );
    assert_eq!(scene.wrongs(), [""; 0]);
    let (status, answer) = read(form(limits::FILE_BYTES + 1, 0))
        .await
        .expect("an answer");
    assert_eq!((status, &answer["code"]), (413, &json!(40_005)));
    assert_eq!(scene.wrongs(), ["40005"]);
    assert_eq!(read(form(1, 1)).await.expect("an answer").0, 400);
    assert_eq!(
        scene.wrongs(),
        ["ATTACHMENT_NOT_FOUND", "ATTACHMENT_NOT_FOUND"]
    );
}

#[tokio::test]
async fn a_nonce_is_sent_once_and_pings_are_counted() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    let both = format!("{} {}", scene.ann.mention(), ben.mention());
    let turn = json!({
        "content": both, "allowed_mentions": {"parse": [], "users": [ben.id()]},
        "nonce": "m7k3q:1", "enforce_nonce": true,
    });
    let (_, first) = scene.post(turn.clone()).await;
    let (status, again) = scene.post(turn).await;
    assert_eq!((status, &first["id"]), (200, &again["id"]));
    assert_eq!(scene.channel.messages().len(), 1);
    assert_eq!((scene.ann.pings().len(), ben.pings().len()), (0, 1));

    let own = format!(
        "/channels/{}/messages/{}",
        scene.channel.id(),
        first["id"].as_str().expect("an id")
    );
    let edit = json!({"content": both, "allowed_mentions": {"parse": ["users"]}});
    assert_eq!(scene.send("PATCH", &own, edit).await.0, 200);
    assert_eq!(
        (scene.ann.pings().len(), ben.pings().len()),
        (0, 1),
        "an edit notifies nobody"
    );
    assert_eq!(scene.discord.violations(), []);

    assert_eq!(scene.post(json!({"content": both})).await.0, 400);
    assert_eq!(scene.wrongs(), ["MENTION_WITHOUT_ALLOWED_MENTIONS"]);
}

#[tokio::test]
async fn a_table_needs_the_command_that_launches_activities_as_it_was() {
    let scene = Scene::start().await;
    let path = format!(
        "/applications/{}/commands",
        scene.discord.look(World::application)
    );
    let own = json!({"name": "board", "description": "Shows the board"});
    // Without Activities there is none.
    let (status, _) = scene.send("PUT", &path, json!([own])).await;
    assert_eq!(status, 200);
    scene.discord.set_activities(true);
    let whole = format!("{path}?with_localizations=true");
    let (_, told) = scene.send("GET", &whole, Value::Null).await;
    let launch = told[1].clone();
    assert_eq!(
        (&launch["type"], &launch["handler"]),
        (&json!(4), &json!(2))
    );
    // Left out, it is missed, and nothing is registered.
    let (status, refused) = scene.send("PUT", &path, json!([own])).await;
    assert_eq!((status, &refused["code"]), (400, &json!(50_240)));
    assert_eq!(scene.wrongs(), ["50240"]);
    // Changed, it is not what nobody asked to change.
    for (key, value) in [("handler", json!(1)), ("name_localizations", json!(null))] {
        let mut changed = launch.clone();
        changed[key] = value;
        let (status, _) = scene.send("PUT", &path, json!([own, changed])).await;
        assert_eq!(
            (status, scene.wrongs()),
            (400, vec!["ENTRY_POINT_CHANGED".to_owned()])
        );
    }
    for back in [launch.clone(), launch.clone()] {
        let (status, answered) = scene.send("PUT", &path, json!([own, back])).await;
        assert_eq!((status, &answered[1]["id"]), (200, &launch["id"]));
    }
    scene.discord.set_activities(false);
    let (status, _) = scene.send("PUT", &path, json!([own])).await;
    assert_eq!((status, scene.wrongs()), (200, Vec::new()));
}

#[tokio::test]
async fn commands_are_registered_and_obeyed_by_the_client() {
    let scene = Scene::start().await;
    let table = format!(
        "/applications/{}/commands",
        scene.discord.look(|world| world.application())
    );
    let choices = json!([{"name": "Offer", "value": "offer"}]);
    let commands = json!([
        {"name": "draw", "description": "Draws", "options": [
            {"type": 3, "name": "action", "description": "What", "required": true, "choices": choices},
            {"type": 4, "name": "ply", "description": "When", "min_value": 0},
        ]},
        {"name": "server", "description": "Manages", "default_member_permissions": "32"},
    ]);
    let (status, first) = scene.send("PUT", &table, commands.clone()).await;
    assert_eq!(status, 200);
    assert!(first[0]["version"].is_string());
    let (_, second) = scene.send("PUT", &table, commands).await;
    assert_eq!(first[0]["id"], second[0]["id"]);
    assert_eq!(scene.discord.look(|world| world.registrations()), 2);

    let refuses = |command: &str, options: &[(&str, Value)]| {
        let act = || drop(scene.ann.slash(&scene.channel, command, options));
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err()
    };
    let offer = ("action", json!("offer"));
    assert!(!refuses("draw", std::slice::from_ref(&offer)));
    assert!(!refuses("draw", &[offer.clone(), ("ply", json!(3))]));
    assert!(refuses("draw", &[]), "a required option is missing");
    assert!(
        refuses("draw", &[("action", json!("beg"))]),
        "a closed list"
    );
    assert!(
        refuses("draw", &[offer.clone(), ("ply", json!("3"))]),
        "a type"
    );
    assert!(
        refuses("draw", &[offer.clone(), ("ply", json!(-1))]),
        "a bound"
    );
    assert!(
        refuses("draw", &[offer, ("other", json!("x"))]),
        "an option"
    );
    assert!(refuses("dance", &[]), "a command");
    assert!(refuses("server", &[]), "a right");
    scene.guild.set_manager(&scene.ann, true);
    assert!(!refuses("server", &[]));
}

#[tokio::test]
async fn a_request_has_a_greatest_length() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel.id());
    let third = limits::REQUEST_BYTES / 3;
    for (length, status) in [
        (limits::REQUEST_BYTES, 200),
        (limits::REQUEST_BYTES + 1, 413),
    ] {
        let mut body =
            b"--b\r\ncontent-disposition: form-data; name=\"payload_json\"\r\n\r\n{}".to_vec();
        for number in 0..3 {
            let head = format!(
                "\r\n--b\r\ncontent-disposition: form-data; name=\"files[{number}]\"; filename=\"{number}\"\r\n\r\n"
            );
            body.extend(head.as_bytes());
            let end = b"\r\n--b--\r\n".len();
            let to = if number == 2 {
                length - end
            } else {
                body.len() + third - 200
            };
            body.resize(to, 0);
        }
        body.extend(b"\r\n--b--\r\n");
        assert_eq!(body.len(), length);
        let request = scene
            .request("POST", &path)
            .header("content-type", "multipart/form-data; boundary=b");
        let (given, said) = read(request.body(body)).await.expect("an answer");
        assert_eq!(given, status, "{length} {said}");
    }
    assert_eq!(scene.wrongs(), ["40005"]);
    assert_eq!(limits::REQUEST_BYTES, 25 << 20);
    assert_eq!(limits::FILE_BYTES, 10 << 20);
}

#[tokio::test]
async fn a_name_in_a_message_needs_a_word_on_whom_it_notifies() {
    let scene = Scene::start().await;
    scene.ann.set_global_name("@everyone come here");
    let said = || json!({"content": "@everyone come here moves next"});
    assert_eq!(scene.post(said()).await.0, 400);
    assert_eq!(scene.wrongs(), ["MENTION_WITHOUT_ALLOWED_MENTIONS"]);
    scene.ann.set_global_name("Ann the First");
    let plain = json!({"content": "Ann the First moves next"});
    assert_eq!(scene.post(plain).await.0, 400);
    assert_eq!(scene.wrongs(), ["MENTION_WITHOUT_ALLOWED_MENTIONS"]);
    let mut careful = said();
    careful["allowed_mentions"] = json!({"parse": []});
    assert_eq!(scene.post(careful).await.0, 200);
    assert!(scene.ann.pings().is_empty());
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn what_commands_are_called_elsewhere_is_told_to_those_who_ask() {
    let scene = Scene::start().await;
    let id = scene.discord.look(|world| world.application());
    for path in [
        format!("/applications/{id}/commands"),
        format!("/applications/{id}/guilds/{}/commands", scene.guild.id()),
    ] {
        let choice = json!({"name": "All", "value": "a", "name_localizations": {"de": "Alle"}});
        let option = json!({
            "type": 3, "name": "which", "name_localizations": {"de": "welche"},
            "description": "Which", "description_localizations": {"de": "Welche"},
            "choices": [choice],
        });
        let table = json!([{
            "name": "move", "name_localizations": {"de": "zug"},
            "description": "Moves", "description_localizations": {"de": "Zieht"},
            "options": [option],
        }]);
        let (status, _) = scene.send("PUT", &path, table.clone()).await;
        assert_eq!(status, 200, "{path}");

        let (_, plain) = scene.send("GET", &path, json!(null)).await;
        assert_eq!(plain[0]["options"][0]["choices"][0]["name"], "All");
        assert!(!plain.to_string().contains("_localizations"), "{plain}");
        for (query, whole) in [("true", true), ("false", false)] {
            let asked = format!("{path}?with_localizations={query}");
            let (_, told) = scene.send("GET", &asked, json!(null)).await;
            let names = &told[0]["name_localizations"]["de"];
            assert_eq!(names == "zug", whole, "{told}");
            assert_eq!(told[0]["options"] == table[0]["options"], whole, "{told}");
        }
    }
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn interactions_say_the_languages_of_the_person_and_the_server() {
    let scene = Scene::start().await;
    let asked = |scene: &Scene| {
        let data = json!({"id": "1", "name": "move", "type": 1, "options": []});
        let pending = scene.ann.slash_raw(&scene.channel, data);
        pending.interaction().payload.clone()
    };
    let languages = |payload: &Value| {
        let read = |key: &str| payload[key].as_str().map(str::to_owned);
        [read("locale"), read("guild_locale")].map(Option::unwrap_or_default)
    };
    assert_eq!(languages(&asked(&scene)), ["en-US", "en-US"]);
    scene.ann.set_locale("de");
    assert_eq!(languages(&asked(&scene)), ["de", "en-US"]);
    scene.guild.set_locale("fr");
    assert_eq!(languages(&asked(&scene)), ["de", "fr"]);
}

//! Limits on how much is asked, as a client without manners meets them.

use std::time::Duration;

use fake_discord::Breach;
use reqwest::Response;
use serde_json::{Value, json};

use crate::scene::{Scene, callback};

/// Longer than any test.
const HOUR: Duration = Duration::from_secs(3600);

async fn send(scene: &Scene, path: &str, body: &Value) -> Response {
    let request = scene
        .request("POST", path)
        .header("content-type", "application/json");
    let sent = request.body(body.to_string()).send();
    sent.await.expect("an answer")
}

fn head(response: &Response, name: &str) -> Option<String> {
    let value = response.headers().get(name)?;
    Some(value.to_str().expect("it is text").to_owned())
}

fn number(response: &Response, name: &str) -> f64 {
    head(response, name)
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{name} of {response:?}"))
}

#[tokio::test]
async fn a_route_says_what_is_left_and_refuses_what_is_too_much() {
    let scene = Scene::start().await;
    let other = scene.guild.channel("other");
    let post = format!("/channels/{}/messages", scene.channel.id());
    let hello = json!({"content": "Hello."});
    let bare = send(&scene, &post, &hello).await;
    assert_eq!(head(&bare, "x-ratelimit-limit"), None, "no limit was said");

    let route = "POST /channels/*/messages";
    scene.discord.limit(route, 2, HOUR);
    for left in ["1", "0"] {
        let taken = send(&scene, &post, &hello).await;
        assert_eq!(taken.status(), 200);
        assert_eq!(head(&taken, "x-ratelimit-limit").as_deref(), Some("2"));
        assert_eq!(head(&taken, "x-ratelimit-remaining").as_deref(), Some(left));
        assert!((3000.0..=3600.0).contains(&number(&taken, "x-ratelimit-reset-after")));
        assert!(number(&taken, "x-ratelimit-reset") > 1_700_000_000.0);
        assert!(head(&taken, "x-ratelimit-bucket").is_some());
        assert_eq!(head(&taken, "retry-after"), None);
    }
    let refused = send(&scene, &post, &hello).await;
    assert_eq!(refused.status(), 429);
    assert_eq!(head(&refused, "x-ratelimit-scope").as_deref(), Some("user"));
    assert_eq!(head(&refused, "x-ratelimit-global"), None);
    let after = head(&refused, "retry-after").expect("a time");
    assert!((3000..=3600).contains(&after.parse::<u64>().expect("whole seconds")));
    let body: Value = serde_json::from_str(&refused.text().await.expect("a body")).expect("JSON");
    assert_eq!(body["global"], false);
    assert!((3000.0..=3600.0).contains(&body["retry_after"].as_f64().expect("a number")));
    let at = format!("POST {post}");
    assert_eq!(scene.discord.breaches(), [Breach { at, global: false }]);
    assert_eq!(scene.channel.messages().len(), 3);

    // Another channel is counted by itself, and so is another route.
    let elsewhere = format!("/channels/{}/messages", other.id());
    assert_eq!(send(&scene, &elsewhere, &hello).await.status(), 200);
    let thread = format!("/channels/{}/threads", scene.channel.id());
    let body = json!({"name": "t", "type": 11});
    assert_eq!(send(&scene, &thread, &body).await.status(), 200);
}

#[tokio::test]
async fn a_time_that_is_over_counts_anew() {
    let scene = Scene::start().await;
    let route = "POST /channels/*/messages";
    scene.discord.limit(route, 1, Duration::from_millis(1));
    let path = format!("/channels/{}/messages", scene.channel.id());
    let mut again = Vec::new();
    while again.iter().filter(|taken| **taken).count() < 2 {
        let taken = send(&scene, &path, &json!({"content": "Hello."})).await;
        again.push(taken.status() == 200);
        assert!(again.len() < 1000, "it never starts a new count");
    }
    let taken = again.iter().filter(|taken| **taken).count();
    assert_eq!(scene.channel.messages().len(), taken);
    assert_eq!(scene.discord.breaches().len(), again.len() - taken);
}

#[tokio::test]
async fn all_requests_have_a_limit_but_answers_to_interactions() {
    let scene = Scene::start().await;
    scene.discord.limit_all(1, HOUR);
    scene.discord.limit("* /**", 1, HOUR);
    let post = format!("/channels/{}/messages", scene.channel.id());
    let hello = json!({"content": "Hello."});
    assert_eq!(send(&scene, &post, &hello).await.status(), 200);
    for _ in 0..3 {
        let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
        let body = json!({"type": 4, "data": {"content": "Done."}});
        let taken = send(&scene, &callback(pending.interaction()), &body).await;
        assert_eq!(taken.status(), 204);
        assert_eq!(head(&taken, "x-ratelimit-limit"), None);
    }
    let refused = send(&scene, &post, &hello).await;
    assert_eq!(refused.status(), 429);
    let scope = head(&refused, "x-ratelimit-scope");
    assert_eq!(scope.as_deref(), Some("global"));
    assert_eq!(
        head(&refused, "x-ratelimit-global").as_deref(),
        Some("true")
    );
    let body: Value = serde_json::from_str(&refused.text().await.expect("a body")).expect("JSON");
    assert_eq!(body["global"], true);
    let at = format!("POST {post}");
    assert_eq!(scene.discord.breaches(), [Breach { at, global: true }]);
    scene.discord.clear_limits();
    assert_eq!(send(&scene, &post, &hello).await.status(), 200);
    assert_eq!(scene.discord.violations(), []);
}

//! A client with its rate limiter on, which speaks to `https://discord.com` alone, and one without.

use std::time::{Duration, Instant};

use fake_discord::{Breach, Channel, FakeDiscord, Fault};
use serde_json::json;
use serenity::{
    Error,
    all::{ChannelId, CreateMessage, Http, HttpError, Message},
    http::HttpBuilder,
};

use crate::client_of;

const POSTS: &str = "POST /channels/*/messages";

/// A client as it is made for Discord itself, led to loopback.
fn limited(discord: &FakeDiscord) -> Http {
    let tls = discord.tls();
    let certificate = reqwest::Certificate::from_pem(tls.certificate.as_bytes());
    let client = reqwest::Client::builder()
        .resolve("discord.com", tls.address)
        .add_root_certificate(certificate.expect("a certificate"))
        .build()
        .expect("a client");
    HttpBuilder::new("a-token").client(client).build()
}

async fn post(http: &Http, channel: &Channel, text: &str) -> Result<Message, Error> {
    let message = CreateMessage::new().content(text);
    ChannelId::new(channel.id().0)
        .send_message(http, message)
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limiter_waits_rather_than_oversteps() {
    let discord = FakeDiscord::start_tls().await;
    let channel = discord.guild("The round house").channel("chess");
    let period = Duration::from_millis(150);
    discord.limit(POSTS, 2, period);
    let http = limited(&discord);
    let begun = Instant::now();
    for text in ["1", "2", "3", "4", "5"] {
        post(&http, &channel, text).await.expect("it is sent");
    }
    assert!(begun.elapsed() >= 2 * period, "{:?}", begun.elapsed());
    assert_eq!(discord.breaches(), []);
    let said: Vec<_> = channel.messages().into_iter().map(|m| m.content).collect();
    assert_eq!(said, ["1", "2", "3", "4", "5"]);
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limiter_that_did_not_know_waits_and_asks_again() {
    let discord = FakeDiscord::start_tls().await;
    let guild = discord.guild("The round house");
    let (channel, other) = (guild.channel("chess"), guild.channel("other"));
    let (knows, other_one) = (limited(&discord), limited(&discord));
    // A connection is made before time counts.
    post(&other_one, &other, "0").await.expect("it is sent");
    discord.limit(POSTS, 1, Duration::from_secs(1));
    post(&knows, &channel, "1").await.expect("it is sent");
    post(&other_one, &channel, "2").await.expect("at last");
    let at = format!("POST /channels/{}/messages", channel.id());
    assert_eq!(discord.breaches(), [Breach { at, global: false }]);

    // The limit on all requests is told to nobody before it is overstepped.
    discord.clear_limits();
    discord.limit_all(1, Duration::from_secs(1));
    post(&knows, &other, "3").await.expect("it is sent");
    post(&knows, &other, "4").await.expect("at last");
    let at = format!("POST /channels/{}/messages", other.id());
    assert_eq!(discord.breaches()[1..], [Breach { at, global: true }]);
    assert_eq!((channel.messages().len(), other.messages().len()), (2, 3));
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_come_over_tls_as_well() {
    let discord = FakeDiscord::start_tls().await;
    let channel = discord.guild("The round house").channel("chess");
    let http = limited(&discord);
    for (fault, posted) in [
        (Fault::Status(503, 0), 0),
        (Fault::DropBefore, 0),
        (Fault::DropAfter, 1),
    ] {
        discord.fail_next(POSTS, fault);
        let failed = post(&http, &channel, "1").await;
        assert!(failed.is_err(), "{fault:?}");
        assert_eq!(channel.messages().len(), posted, "{fault:?}");
    }
    post(&http, &channel, "2").await.expect("it is sent");
    assert_eq!(channel.messages().len(), 2);
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_limiter_what_comes_too_soon_is_an_error() {
    let discord = FakeDiscord::start().await;
    let channel = discord.guild("The round house").channel("chess");
    discord.limit(POSTS, 1, Duration::from_secs(60));
    let http = HttpBuilder::new("a-token")
        .proxy(discord.api_url())
        .ratelimiter_disabled(true)
        .build();
    post(&http, &channel, "1").await.expect("it is sent");
    let error = post(&http, &channel, "2").await.expect_err("too soon");
    let Error::Http(HttpError::UnsuccessfulRequest(answer)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(answer.status_code.as_u16(), 429);
    // Most of Discord's have no code, and serenity cannot read them without one.
    assert_eq!(answer.error.code, -1);
    assert_eq!(discord.breaches().len(), 1);
    assert_eq!(channel.messages().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_bot_with_its_limiter_on_answers_over_tls() {
    let discord = FakeDiscord::start_tls().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    // First answers are under no limit.
    discord.limit("* /interactions/**", 1, Duration::from_secs(60));
    discord.limit_all(50, Duration::from_secs(1));
    let mut client = client_of(limited(&discord)).await;
    tokio::spawn(async move { client.start().await });
    discord.bot_ready().await;
    for text in ["Nf3", "Nc3"] {
        let answer = ann.slash(&channel, "move", &[("move", json!(text))]).await;
        assert!(answer.content.starts_with(text));
    }
    assert_eq!(discord.breaches(), []);
    assert_eq!(discord.violations(), []);
}

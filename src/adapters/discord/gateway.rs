//! The connection to Discord's gateway: begun with what Discord says, watched, ended.

use std::{sync::Arc, time::Duration};

use serenity::{
    all::ConnectionStage,
    client::Client,
    gateway::ShardManager,
    http::{Http, HttpError},
    model::id::ShardId,
};
use tokio::{
    sync::watch::Receiver,
    time::{Instant, interval, sleep},
};

use super::{
    Connection, DiscordError,
    trouble::{Trouble, trouble},
    watch::{Lost, Standing, Watch},
};

/// Where the gateway is, and over how many connections.
#[derive(Debug)]
pub(super) struct Gateway {
    pub(super) url: String,
    pub(super) shards: u32,
}

/// Asks where the gateway is, again and again for as long as the patience lasts. serenity asks too,
/// but goes to the real Discord when it hears nothing.
pub(super) async fn ask(http: &Http, connection: &Connection) -> Result<Gateway, DiscordError> {
    let begun = Instant::now();
    let mut before = 0;
    let url = loop {
        match http.get_gateway().await {
            Ok(gateway) => break gateway.url,
            Err(error) if trouble(&error) == Trouble::Passing => {
                tracing::warn!(%error, "Discord does not say where its gateway is");
                let wait = connection.waits.after(before);
                if begun.elapsed() + wait > connection.patience {
                    return Err(DiscordError::Silent(connection.patience));
                }
                sleep(wait).await;
                before += 1;
            }
            Err(error) => return Err(error.into()),
        }
    };
    let shards = match http.get_bot_gateway().await {
        Ok(bot) if bot.session_start_limit.remaining == 0 => {
            let wait = Duration::from_millis(bot.session_start_limit.reset_after);
            return Err(DiscordError::UsedUp(wait));
        }
        Ok(bot) => bot.shards.max(1),
        Err(error) if status(&error) == Some(401) => return Err(DiscordError::Token),
        Err(error) => {
            tracing::warn!(%error, "Discord does not say how many shards it wants: one");
            1
        }
    };
    Ok(Gateway { url, shards })
}

fn status(error: &serenity::Error) -> Option<u16> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.status_code.as_u16())
        }
        _ => None,
    }
}

/// Stays connected until Discord ends it for good, or is silent for too long. Whatever comes in is
/// counted in `heard`.
pub(super) async fn stay(
    client: &mut Client,
    gateway: &Gateway,
    patience: Duration,
    heard: Receiver<u64>,
) -> DiscordError {
    client.ws_url.lock().await.clone_from(&gateway.url);
    let manager = Arc::clone(&client.shard_manager);
    let watched = watched(&manager, gateway.shards, patience, heard);
    tokio::select! {
        ended = client.start_shards(gateway.shards) => match ended {
            Err(error) => error.into(),
            // serenity says so when somebody has told it to end, which nobody does here.
            Ok(()) => DiscordError::Silent(Duration::ZERO),
        },
        lost = watched => match lost {
            Lost::TurnedAway => DiscordError::TurnedAway,
            Lost::Silent => DiscordError::Silent(patience),
        },
    }
}

/// Ends when there is no hope.
async fn watched(
    manager: &ShardManager,
    shards: u32,
    patience: Duration,
    mut heard: Receiver<u64>,
) -> Lost {
    let mut watch = Watch::new(shards, patience, Instant::now());
    let longest = Duration::from_millis(250);
    let mut looks = interval((patience / 20).clamp(Duration::from_millis(20), longest));
    loop {
        looks.tick().await;
        let now = Instant::now();
        if heard.has_changed().unwrap_or(false) {
            heard.mark_unchanged();
            watch.hear(now);
        }
        let runners = manager.runners.lock().await;
        for number in 0..shards {
            let runner = runners.get(&ShardId(number));
            let standing = runner.map_or(Standing::Absent, |runner| standing(runner.stage));
            let beat = runner.and_then(|runner| runner.latency);
            watch.see(number as usize, standing, beat, now);
        }
        drop(runners);
        if let Some(lost) = watch.verdict(now) {
            return lost;
        }
    }
}

/// serenity's stages. A runner is `Disconnected` until something is said of it.
fn standing(stage: ConnectionStage) -> Standing {
    match stage {
        ConnectionStage::Connected => Standing::Connected,
        ConnectionStage::Disconnected => Standing::Fresh,
        ConnectionStage::Identifying => Standing::Identifying,
        _ => Standing::Returning,
    }
}

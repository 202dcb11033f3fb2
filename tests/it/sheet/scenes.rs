//! The scenes, in which every kind of message is said once.

use fake_discord::{Channel, Message, Snowflake};
use serde_json::json;

use super::Shoot;

/// Somebody in the server.
const ANN: usize = 0;
const BEN: usize = 1;
const CY: usize = 2;

/// A match under way.
struct Game {
    id: String,
    thread: Channel,
}

/// Lets it all happen.
pub(super) async fn play(shoot: &mut Shoot) {
    let channel = shoot.channel.clone();
    let game = table(shoot, &channel).await;
    moves(shoot, &game).await;
    looks(shoot, &game).await;
    refusals(shoot, &game).await;
    thumbs(shoot, &game).await;
    agreements(shoot, &game).await;
    deadlines(shoot, &game).await;
    standings(shoot, &channel).await;
    managing(shoot, &channel).await;
    end(shoot, &game).await;
}

/// A move by buttons alone, with the step to confirm.
async fn thumbs(shoot: &mut Shoot, game: &Game) {
    let id = &game.id;
    let options = [("confirm", json!(true)), ("turns", json!("direct"))];
    for who in [ANN, BEN] {
        shoot.people[who]
            .slash(&game.thread, "settings", &options)
            .await;
    }
    let ambiguous = [("move", json!("Ne"))];
    shoot
        .slash("the nearest moves", ANN, &game.thread, "move", &ambiguous)
        .await;
    let board = with_button(shoot, &game.thread, &format!("rd1:{id}:3:move")).await;
    let press = format!("rd1:{id}:3:move");
    let pieces = shoot
        .press("Button Move: which piece", ANN, board.id, &press)
        .await;
    let page = pieces.message.expect("a private message");
    for (title, action) in [
        ("Button of a piece: where to", "from:d1:1"),
        ("A step to confirm", "to:d1h5"),
    ] {
        let press = format!("rd1:{id}:3:{action}");
        shoot.press(title, ANN, page, &press).await;
    }
    let after = newest(&game.thread);
    let press = format!("rd1:{id}:3:make:d1h5");
    shoot.press("The move is made", ANN, page, &press).await;
    let told = next(shoot, &game.thread, after).await;
    shoot.keep_message("What all see of it", &told);
    let stale = format!("rd1:{id}:3:pieces:1");
    shoot.press("An old page", ANN, page, &stale).await;
    let told = shoot.direct(BEN).await;
    shoot.keep_message("A direct message", &told);
}

/// The pages of a server's managers.
async fn managing(shoot: &mut Shoot, channel: &Channel) {
    let options = [
        ("private", json!(true)),
        ("player2", json!(shoot.people[CY].id())),
        ("seat", json!("white")),
    ];
    let opened = shoot
        .slash("a private match", BEN, channel, "play", &options)
        .await;
    let id = crate::discord::match_of(&opened.buttons());
    let options = [
        ("action", json!("abort")),
        ("match", json!(id)),
        ("reason", json!("opened by mistake")),
    ];
    shoot
        .slash("a match is ended", ANN, channel, "server", &options)
        .await;
    let show = [("action", json!("show"))];
    shoot.slash("settings", ANN, channel, "server", &show).await;
    let server = newest_page(shoot, ANN);
    let set = "rd1:-:0:do:server:action=set,openers=managers";
    shoot.press("set", ANN, server, set).await;
    let play = [("seat", json!("white"))];
    shoot
        .slash("for managers alone", CY, channel, "play", &play)
        .await;
    for (action, title) in [("audit", "what was forced and set"), ("check", "rights")] {
        let options = [("action", json!(action))];
        shoot.slash(title, ANN, channel, "server", &options).await;
    }
}

/// The message of a match in its place with a button that does this.
async fn with_button(shoot: &Shoot, place: &Channel, id: &str) -> Message {
    let id = id.to_owned();
    shoot.latest(place, |message| message.had_button(&id)).await
}

/// The latest message in a place, once there is one after this.
async fn next(shoot: &Shoot, place: &Channel, after: Snowflake) -> Message {
    shoot.latest(place, |message| message.id > after).await
}

/// The latest message that somebody alone sees.
fn newest_page(shoot: &Shoot, who: usize) -> Snowflake {
    let pages = shoot.people[who].ephemeral();
    pages.last().expect("a page").id
}

fn newest(place: &Channel) -> Snowflake {
    place
        .last_message()
        .map_or(Snowflake(0), |message| message.id)
}

async fn table(shoot: &mut Shoot, channel: &Channel) -> Game {
    let options = [
        ("time", json!("1d")),
        ("seat", json!("white")),
        ("player2", json!(shoot.people[BEN].id())),
    ];
    let opened = shoot
        .slash("an open table", ANN, channel, "play", &options)
        .await;
    let message = opened.message.expect("a message");
    let id = crate::discord::match_of(&opened.buttons());
    let accept = format!("rd1:{id}:0:do:join");
    let call = shoot.latest(channel, |one| one.had_button(&accept)).await;
    shoot.keep_message("Who is invited is called", &call);
    let gray = format!("rd1:{id}:0:join:gray");
    shoot.press("a guest sits down", BEN, message, &gray).await;
    let options = [("seat", json!("black"))];
    shoot
        .slash("the last seat is taken", CY, channel, "join", &options)
        .await;
    let own = channel.id();
    let thread = shoot
        .discord
        .wait_for("a thread", |world| {
            world.threads(own).first().map(|thread| thread.id)
        })
        .await;
    let thread = shoot.discord.channel(thread);
    let board = with_button(shoot, &thread, &format!("rd1:{id}:0:view")).await;
    shoot.keep_message("The match begins, in its thread", &board);
    Game { id, thread }
}

async fn moves(shoot: &mut Shoot, game: &Game) {
    for (who, mv, title) in [
        (ANN, "e4", "the first move"),
        (BEN, "m4", "the second"),
        (CY, "u4", "all have moved"),
    ] {
        let options = [("move", json!(mv))];
        shoot
            .slash(title, who, &game.thread, "move", &options)
            .await;
    }
}

async fn looks(shoot: &mut Shoot, game: &Game) {
    let (id, thread) = (&game.id, &game.thread);
    let board = with_button(shoot, thread, &format!("rd1:{id}:3:view")).await;
    let view = format!("rd1:{id}:3:view");
    shoot.press("Button My view", BEN, board.id, &view).await;
    shoot
        .slash("in words", CY, thread, "board", &[("text", json!(true))])
        .await;
    shoot
        .slash("as it stood", CY, thread, "board", &[("move", json!(1))])
        .await;
    shoot
        .slash("a square", CY, thread, "look", &[("square", json!("e4"))])
        .await;
    shoot.slash("the moves", CY, thread, "history", &[]).await;
    shoot
        .slash("those of one person", ANN, thread, "matches", &[])
        .await;
    shoot.slash("a record", ANN, thread, "export", &[]).await;
    shoot
        .slash("a moving picture", CY, thread, "replay", &[])
        .await;
    shoot
        .slash(
            "large, for a phone",
            BEN,
            thread,
            "board",
            &[("zoom", json!(true))],
        )
        .await;
}

async fn refusals(shoot: &mut Shoot, game: &Game) {
    for (who, mv, title) in [
        (BEN, "m5", "not your turn"),
        (ANN, "e9", "unreadable, with what can be read"),
        (ANN, "Ra5", "not legal, with the rule"),
    ] {
        let options = [("move", json!(mv))];
        shoot
            .slash(title, who, &game.thread, "move", &options)
            .await;
    }
    let options = [("action", json!("offer"))];
    shoot
        .slash("not in this ruleset", ANN, &game.thread, "pact", &options)
        .await;
    let join = [("match", json!(game.id))];
    shoot
        .slash("no seat is free", ANN, &game.thread, "join", &join)
        .await;
    shoot
        .slash("nothing to leave", ANN, &game.thread, "leave", &[])
        .await;
}

async fn agreements(shoot: &mut Shoot, game: &Game) {
    let thread = &game.thread;
    let said = [
        (BEN, "draw", "offer", "offered"),
        (CY, "draw", "decline", "declined"),
        (ANN, "draw", "claim", "a claim that is not due"),
        (CY, "takeback", "offer", "asked for"),
        (ANN, "takeback", "decline", "declined"),
        (BEN, "pause", "offer", "proposed"),
        (CY, "pause", "accept", "one of two agrees"),
        (ANN, "pause", "accept", "paused"),
        (ANN, "pause", "offer", "to go on is proposed"),
        (BEN, "pause", "accept", "one of two agrees to go on"),
        (CY, "pause", "accept", "the match goes on"),
        (BEN, "abort", "offer", "proposed"),
        (CY, "abort", "decline", "declined"),
    ];
    let before = shoot.direct(BEN).await;
    for (who, command, action, title) in said {
        let options = [("action", json!(action))];
        shoot.slash(title, who, thread, command, &options).await;
        if title == "the match goes on" {
            // Whoever is to move hears of it as they wished until now.
            shoot.next_direct(BEN, before.id).await;
        }
    }
}

async fn deadlines(shoot: &mut Shoot, game: &Game) {
    let thread = &game.thread;
    for who in [ANN, BEN] {
        let options = [("turns", json!("mention"))];
        shoot.people[who].slash(thread, "settings", &options).await;
    }
    for (hours, title, button) in [
        (17, "A reminder", "move"),
        (8, "The deadline has passed", "seat:grant:gray"),
    ] {
        let after = newest(thread);
        shoot.wait(hours).await;
        let button = format!("rd1:{}:4:{button}", game.id);
        let told = shoot.latest(thread, |message| {
            message.id > after && message.had_button(&button)
        });
        let told = told.await;
        shoot.keep_message(title, &told);
    }
    let options = [("action", json!("grant"))];
    shoot
        .slash("time is granted", CY, thread, "seat", &options)
        .await;
    let options = [("action", json!("computer"))];
    shoot
        .slash("a computer is proposed", ANN, thread, "seat", &options)
        .await;
}

async fn standings(shoot: &mut Shoot, channel: &Channel) {
    let anyone = [("seat", json!("white")), ("computers", json!(1))];
    shoot
        .slash("a table for anyone", BEN, channel, "play", &anyone)
        .await;
    shoot
        .slash("nobody yet", ANN, channel, "leaderboard", &[])
        .await;
    shoot
        .slash("somebody new", ANN, channel, "profile", &[])
        .await;
    let topic = [("topic", json!("moats"))];
    shoot
        .slash("a topic with its picture", ANN, channel, "rules", &topic)
        .await;
    shoot
        .slash("in 60 seconds", ANN, channel, "rules", &[])
        .await;
    let help = shoot
        .slash("the first page", ANN, channel, "help", &[])
        .await;
    let page = help.message.expect("a page");
    shoot
        .press("Help: a group of commands", ANN, page, "rd1:-:0:help:look")
        .await;
    let command = [("command", json!("move"))];
    shoot
        .slash("one command", ANN, channel, "help", &command)
        .await;
    shoot
        .slash("what is set", ANN, channel, "settings", &[])
        .await;
    let settings = newest_page(shoot, ANN);
    shoot
        .press("Settings: boards", ANN, settings, "rd1:-:0:settings:boards")
        .await;
    let theme = [("theme", json!("clear-light")), ("pieces", json!("plain"))];
    shoot
        .slash("new looks", ANN, channel, "settings", &theme)
        .await;
    shoot
        .slash(
            "what is set",
            ANN,
            channel,
            "server",
            &[("action", json!("show"))],
        )
        .await;
    let server = newest_page(shoot, ANN);
    shoot
        .press(
            "Server: for everyone",
            ANN,
            server,
            "rd1:-:0:server:everybody",
        )
        .await;
    shoot
        .slash("what is kept", CY, channel, "privacy", &[])
        .await;
    shoot
        .slash(
            "all about me",
            CY,
            channel,
            "export",
            &[("of", json!("me"))],
        )
        .await;
    let fair = [("action", json!("fairplay"))];
    shoot
        .slash("fair play", ANN, channel, "server", &fair)
        .await;
}

async fn end(shoot: &mut Shoot, game: &Game) {
    let thread = &game.thread;
    for (who, mv) in [(BEN, "i3"), (CY, "v3"), (ANN, "Qxl1")] {
        let options = [("move", json!(mv))];
        shoot.people[who].slash(thread, "move", &options).await;
    }
    let board = with_button(shoot, thread, &format!("rd1:{}:7:view", game.id)).await;
    shoot.keep_message("A capture with check", &board);
    shoot.slash("asks first", ANN, thread, "resign", &[]).await;
    for (who, title) in [(ANN, "an army goes out"), (CY, "the match is over")] {
        let options = [("confirm", json!(true))];
        shoot.slash(title, who, thread, "resign", &options).await;
    }
    let page = crate::discord::ended(&shoot.discord, thread, &game.id).await;
    shoot.keep_message("The end of a match", &page);
    shoot
        .slash("asks first", CY, thread, "forget-me", &[])
        .await;
    let options = [("confirm", json!(true))];
    let promised = shoot.people[CY].slash(thread, "forget-me", &options).await;
    let forgotten = shoot.discord.filled(&promised).await;
    shoot.keep_message("/forget-me: forgotten", &forgotten);
    let options = [("match", json!(game.id))];
    shoot
        .slash("once more", ANN, thread, "rematch", &options)
        .await;
}

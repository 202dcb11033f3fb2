//! The bot as a guest: people have installed it for themselves, and it can say nothing but answers.

use std::sync::Arc;

use fake_discord::{AnswerKind, Channel, FakeDiscord, Message};
use rondel::{
    chats::discord::DiscordMarkup, commands::Responder, host::Host, matchplay::Moment,
    rules::Color, store::memory::MemoryStore,
};
use serde_json::json;

use super::{Scene, boards, match_of, mv, told};
use crate::{
    line::{speaker, typed},
    now::now,
    said::{GERMAN, Said, assert_moved, assert_says, computer_name, player},
};

/// Where the bot is a guest: a channel of a server that it is not in, a group of people, and a server that has
/// installed the commands without the bot.
fn places(scene: &Scene) -> [Channel; 3] {
    let [ann, ben, _] = &scene.players;
    let strange = scene.discord.strange_guild("Elsewhere");
    strange.join(ann);
    strange.join(ben);
    ann.set_installed(true);
    let group = scene.discord.private_channel(&[ann, ben]);
    let commands = scene.discord.guild_of_commands("Commands alone");
    commands.join(ann);
    commands.join(ben);
    [
        strange.channel("general"),
        group,
        commands.channel("general"),
    ]
}

/// The bot has asked for nothing there, and written to nobody: it has answered.
#[track_caller]
fn assert_only_answered(scene: &Scene, places: &[Channel]) {
    for place in places {
        let mut routes = vec![format!("* /channels/{}/**", place.id())];
        let guild = place.info().expect("it is there").guild;
        routes.extend(guild.map(|guild| format!("* /guilds/{guild}/**")));
        routes.push("* /users/**".to_owned());
        for route in routes {
            let asked = scene.requests(&route);
            assert_eq!(asked, 0, "{route}");
        }
    }
    scene.assert_sound();
}

/// A match of ann, White, with two computers; the message with its first board, and its id.
async fn begin(scene: &Scene, place: &Channel) -> (Message, String) {
    let options = [("seat", json!("white")), ("level", json!(1))];
    let begun = scene.players[0].slash(place, "play", &options).await;
    assert!(!begun.ephemeral, "{}", begun.content);
    let board = scene.discord.wait_for("a board", |world| {
        let messages = world.messages(place.id()).into_iter();
        let mut boards = messages.filter(|one| !one.attachments.is_empty());
        boards.next_back().cloned()
    });
    let board = board.await;
    let id = match_of(&board.buttons());
    assert_says(&board.content, "started", &[("match", &id)]);
    (board, id)
}

/// What happened while it was the computers' turn.
#[track_caller]
fn assert_answered(board: &Message) {
    for army in [Color::Gray, Color::Black] {
        let by = player(computer_name(1, army), army);
        assert_says(&board.content, "moved", &[("player", &by)]);
    }
    assert_eq!(board.attachments.len(), 1, "a picture");
    assert!(board.pinged.is_empty(), "they have just asked themselves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_shows_what_there_is_and_plays_by_answers_alone() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let at_once = [("RONDEL_COMPUTERS__PAUSE_MS", "0")];
    scene.start(&at_once).await;
    let [ann, ben, _] = scene.players.clone();
    let places = places(&scene);
    let mut matches = Vec::new();
    for place in &places {
        for look in [
            "help",
            "rules",
            "matches",
            "leaderboard",
            "profile",
            "settings",
            "privacy",
        ] {
            let shown = ann.slash(place, look, &[]).await;
            assert!(!shown.is_timed_out(), "{look}");
        }
        let (_, id) = begin(&scene, place).await;
        matches.push(id);
    }
    // Where one plays a match no other is meant.
    for (place, id) in places.iter().zip(&matches) {
        let offered = ann.complete(place, "move", &[], ("move", "e4")).await;
        assert!(!offered.choices.is_empty());
        ann.slash(place, "move", &mv("e4")).await;
        let board = told(&scene.discord, place, id, 3).await;
        assert_moved(&board.content, "e4");
        assert_answered(&board);
        // With thumbs too the board is there for everybody to see.
        let action = |action: &str| format!("rd1:{id}:3:{action}");
        let page = ann.press(&board, &action("move")).await;
        let page = page.message.expect("a page");
        ann.press(page, &action("from:d2:1")).await;
        ann.press(page, &action("to:d2d4")).await;
        let board = told(&scene.discord, place, id, 6).await;
        assert_moved(&board.content, "d4");
        assert_answered(&board);
        // Others there look on.
        let others = ben.press(&board, &format!("rd1:{id}:6:view")).await;
        assert!(others.ephemeral, "{}", others.content);
        for look in ["board", "history", "replay", "look"] {
            let shown = ann.slash(place, look, &[]).await;
            assert!(!shown.is_timed_out(), "{look}");
        }
    }
    // What the computers did is told by no later start either.
    scene.restart().await;
    for (place, id) in places.iter().zip(&matches) {
        let counts = [0, 3, 6].map(|ply| boards(&scene.discord, place, id, ply));
        assert_eq!(counts, [1; 3]);
        let over = ann
            .slash(place, "resign", &[("confirm", json!(true))])
            .await;
        assert_says(&over.content, "out-conceded", &[]);
    }
    assert_only_answered(&scene, &places);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_that_take_longer_than_an_answer_may_are_waited_for() {
    let (scene, bot, parts) = Scene::inside().await;
    let places = places(&scene);
    let [ann, ..] = &scene.players;
    let (_, id) = begin(&scene, &places[0]).await;
    // It is their match, whatever others there speak.
    ann.set_locale("de");
    let promised = ann.slash(&places[0], "move", &mv("e4")).await;
    assert_eq!(promised.kind, AnswerKind::Deferred);
    assert!(!promised.ephemeral);
    assert!(bot.host.let_computer_act().await.expect("it acts"));
    let board = told(&scene.discord, &places[0], &id, 3).await;
    for army in Color::ALL {
        let name = if army == Color::White {
            "ann"
        } else {
            computer_name(1, army)
        };
        let army = GERMAN.army(army);
        let by = GERMAN.say("player", &[("name", &name), ("army", &army)]);
        let moved = Said::within(&GERMAN, "moved", &[("player", &by)]);
        assert!(moved.is_in(&board.content), "{}", board.content);
    }
    bot.stop().await.expect("it stops");
    let untold = parts.store.outbox("discord", 0, 10).await;
    assert_eq!(untold.expect("it can be read"), []);
    assert_only_answered(&scene, &places);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_needs_more_than_answers_is_refused_with_the_invitation() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let places = places(&scene);
    let application = scene.discord.look(|world| world.application());
    let link = format!("https://discord.com/oauth2/authorize?client_id={application}");
    for place in &places {
        for options in [
            vec![("player2", json!(ben.id()))],
            vec![("computers", json!(1))],
            vec![("computers", json!(3))],
            vec![("private", json!(true))],
        ] {
            let refused = ann.slash(place, "play", &options).await;
            super::assert_private(&refused, "refused-alone-guest", &[]);
            assert!(refused.content.contains(&link), "{}", refused.content);
        }
        let modal = ann.slash(place, "play", &[]).await;
        let fields = [("0", json!([ben.id()]))];
        let refused = ann.submit(&modal, &fields).await;
        assert_says(&refused.content, "refused-alone-guest", &[]);
    }
    assert_only_answered(&scene, &places);
}

/// Discord offers no such command there; an old button may.
#[tokio::test]
async fn what_is_for_servers_names_the_invitation() {
    let clock = Arc::new(|| Moment(1));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, None)).expect("a host");
    let responder = Responder::new(host, Arc::new(DiscordMarkup));
    let link = "https://example.org/invite";
    let mut asked = typed(speaker("discord", "1"), "discord/guest-5/7", "join");
    asked.invitation = Some(link.to_owned());
    let refused = responder.answer(&asked).await;
    assert_eq!(refused.refused(), Some("not-allowed"));
    let values = [("command", "join"), ("link", link)];
    assert_says(refused.text(), "refused-server-only-guest", &values);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_played_elsewhere_is_told_there() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let [place, ..] = places(&scene);
    let table = scene.seat(&scene.channel, &scene.players).await;
    let moved = ann.slash(&place, "move", &mv("e4")).await;
    assert!(moved.ephemeral, "{}", moved.content);
    let board = table.told(&scene.discord, 1).await;
    assert_moved(&board.content, "e4");
    assert_eq!(place.messages().len(), 0);
    scene.assert_sound();
}

/// Where a server lets guests show nothing to others, a board is seen by one person alone, and is a board all the
/// same: its buttons don't put pages in its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_one_person_alone_sees_is_no_page() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    scene.start(&[("RONDEL_COMPUTERS__PAUSE_MS", "0")]).await;
    let ann = &scene.players[0];
    let strange = scene.discord.strange_guild("Elsewhere");
    strange.join(ann);
    strange.hide_guests();
    ann.set_installed(true);
    let place = strange.channel("general");
    let read = |id| {
        let mut messages = ann.ephemeral().into_iter();
        messages.find(|one| one.id == id).expect("it stands")
    };
    let options = [("seat", json!("white")), ("level", json!(1))];
    let begun = ann.slash(&place, "play", &options).await;
    assert!(begun.ephemeral, "{}", begun.content);
    let begun = begun.message.expect("a board");
    let board = scene.stands(begun, |one| !one.attachments.is_empty()).await;
    let id = match_of(&board.buttons());
    let action = |ply: u32, action: &str| format!("rd1:{id}:{ply}:{action}");
    for press in ["view", "more", "move"] {
        let page = ann.press(board.id, &action(0, press)).await;
        assert_eq!(page.kind, AnswerKind::Message, "{press}");
        assert_eq!(read(board.id).buttons(), board.buttons(), "{press}");
    }
    // Pages of the same kind turn, and the next board is another message.
    let page = ann.press(board.id, &action(0, "move")).await;
    let page = page.message.expect("a page");
    let squares = ann.press(page, &action(0, "from:e2:1")).await;
    assert_eq!(squares.kind, AnswerKind::Update);
    ann.press(page, &action(0, "to:e2e4")).await;
    let person = ann.id();
    let next = scene.discord.wait_for("the next board", |world| {
        let boards = world.ephemeral(person).into_iter();
        let mut boards = boards.filter(|one| one.had_button(&action(3, "move")));
        boards.next().map(|one| one.id)
    });
    let next = next.await;
    assert_ne!(next, board.id);
    assert_eq!(read(board.id).attachments.len(), 1);
    // So it is with the end.
    ann.slash(&place, "resign", &[("confirm", json!(true))])
        .await;
    scene.assert_sound();
}

//! Pages with buttons, menus and modals of their own.

use fake_discord::{Answer, AnswerKind, Message, Snowflake, User};
use rondel::commands::rulebook::NAMES;
use serde_json::json;

use super::{Scene, match_of};
use crate::said::{assert_moved, assert_says, said, says};

/// The page as it stands, which one person alone sees.
fn stands(user: &User, page: Snowflake) -> Message {
    let mut all = user.ephemeral().into_iter();
    all.find(|message| message.id == page).expect("they see it")
}

/// The page of an answer, which one person alone sees.
#[track_caller]
fn page(answer: &Answer) -> Snowflake {
    assert!(answer.ephemeral, "{}", answer.content);
    assert_eq!(answer.raw["data"]["flags"], 32_768 | 64, "no page");
    answer.message.expect("a page")
}

/// A page that took the place of this one.
#[track_caller]
fn assert_turned(answer: &Answer, page: Snowflake) {
    assert_eq!(answer.kind, AnswerKind::Update, "{}", answer.content);
    assert_eq!(answer.message, Some(page));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_show_what_is_set_and_set_it_in_place() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let shown = ann.slash(&scene.channel, "settings", &[]).await;
    let page = page(&shown);
    assert_says(&shown.content, "settings-public-true", &[]);
    let hidden = ann.press(page, "rd1:-:0:do:settings:public=false").await;
    assert_turned(&hidden, page);
    assert_says(&hidden.content, "settings-public-false", &[]);
    let direct = "rd1:-:0:do:settings:turns=direct";
    let chosen = ann.choose(page, "turns", &[direct]).await;
    assert_turned(&chosen, page);
    let turns = stands(ann, page).selects().into_iter();
    let turns = turns.filter(|select| select.custom_id == "turns");
    let shown: Vec<_> = turns
        .flat_map(|select| select.options)
        .filter(|option| option.default)
        .collect();
    assert_eq!(shown[0].name, said("settings-turns-direct", &[]));
    // Boards have a page of their own, which shows one.
    let boards = ann.press(page, "rd1:-:0:settings:boards").await;
    assert_turned(&boards, page);
    assert_eq!(boards.attachments.len(), 1);
    let night = "rd1:-:0:do:settings:theme=night";
    let night = ann.choose(page, "theme", &[night]).await;
    assert_turned(&night, page);
    assert_ne!(night.attachments, boards.attachments, "the looks are new");
    let back = ann.press(page, "rd1:-:0:settings").await;
    assert_turned(&back, page);
    assert_says(&back.content, "settings-public-false", &[]);
    assert_eq!(stands(ann, page).attachments, [], "no board is left");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_of_a_server_are_for_its_managers() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    scene.guild.set_manager(ann, true);
    let show = [("action", json!("show"))];
    let shown = ann.slash(&scene.channel, "server", &show).await;
    let page = page(&shown);
    let casual = "rd1:-:0:do:server:action=set,rated=false";
    let set = ann.press(page, casual).await;
    assert_turned(&set, page);
    assert_says(&set.content, "server-rated-false", &[]);
    let role = scene.guild.role("players");
    let notify = "rd1:-:0:do:server:action=set,table-role=?";
    let set = ann.choose(page, notify, &[&role.to_string()]).await;
    assert_turned(&set, page);
    let menus = stands(ann, page).selects().into_iter();
    let mut menus = menus.filter(|menu| menu.custom_id == notify);
    let menu = menus.next().and_then(|menu| menu.placeholder);
    assert!(menu.is_some_and(|menu| menu.contains(&role.to_string())));
    let here = "rd1:-:0:do:server:action=set,allow=true";
    let set = ann.press(page, here).await;
    assert!(
        set.content.contains(&scene.channel.id().to_string()),
        "{}",
        set.content
    );
    // Channels are chosen together, and cleared by choosing none.
    let choose = |page| {
        let menus = stands(ann, page).selects().into_iter();
        let mut ids = menus.map(|menu| menu.custom_id);
        let mut found = ids.find(|id| id.contains("channel=?"));
        found.take().expect("a menu of channels")
    };
    let shown = ann.slash(&scene.channel, "server", &show).await;
    let older = self::page(&shown);
    let park = scene.guild.channel("park").id().to_string();
    let table = scene.channel.id().to_string();
    let both = ann.choose(page, &choose(page), &[&table, &park]).await;
    assert_turned(&both, page);
    for channel in [&table, &park] {
        assert!(both.content.contains(channel.as_str()), "{}", both.content);
    }
    // A page that was opened before sets nothing, and shows what is set.
    let late = ann.choose(older, &choose(older), &[&park]).await;
    assert_turned(&late, older);
    assert_says(&late.content, "server-channels-changed", &[]);
    assert!(late.content.contains(&table), "{}", late.content);
    let one = ann.choose(page, &choose(page), &[&park]).await;
    assert!(!one.content.contains(&table), "{}", one.content);
    let elsewhere = [("seat", json!("white"))];
    let refused = ben.slash(&scene.channel, "play", &elsewhere).await;
    assert_says(&refused.content, "refused-channel", &[]);
    let none = ann.choose(page, &choose(page), &[]).await;
    assert_says(&none.content, "server-channels-all", &[]);
    let others = ann.press(page, "rd1:-:0:server:everybody").await;
    assert_turned(&others, page);
    assert_says(&others.content, "server-everybody", &[]);
    // What answers in words stands beside the page.
    let checked = ann.press(page, "rd1:-:0:do:server:action=check").await;
    assert_eq!(checked.kind, AnswerKind::Message);
    for forged in [casual, "rd1:-:0:server:everybody"] {
        let refused = ben.press_forged(page, forged).await;
        assert_says(&refused.content, "refused-not-managing", &[]);
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_topic_of_the_rules_is_a_tap_away() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let first = ann.slash(&scene.channel, "rules", &[]).await;
    let page = page(&first);
    for name in NAMES {
        let id = format!("rd1:-:0:do:rules:topic={name}");
        let topic = ann.choose(page, "topics", &[&id]).await;
        assert_turned(&topic, page);
        assert_says(&topic.content, &format!("rules-{name}"), &[]);
        assert_eq!(topic.attachments.len(), 1, "{name}");
    }
    for (button, at) in [
        ("button-topic-before", NAMES.len() - 2),
        ("button-topic-next", NAMES.len() - 1),
    ] {
        let label = said(button, &[]);
        let button = stands(ann, page).button(&label).expect("a button");
        let turned = ann.press(page, &button.custom_id.expect("an id")).await;
        assert_says(&turned.content, &format!("rules-{}", NAMES[at]), &[]);
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_leads_to_a_match_against_computers() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let help = ann.slash(&scene.channel, "help", &[]).await;
    let page = page(&help);
    let look = ann.choose(page, "groups", &["rd1:-:0:help:look"]).await;
    assert_turned(&look, page);
    let back = ann.press(page, "rd1:-:0:do:help").await;
    assert_turned(&back, page);
    let play = "rd1:-:0:do:play:computers=2,level=1";
    let opened = ann.press(page, play).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    let channel = scene.channel.id();
    let thread = scene
        .discord
        .wait_for("a match begins", |world| {
            let thread = world.threads(channel).first()?.id;
            let messages = world.messages(thread);
            messages.first().map(|_| thread)
        })
        .await;
    assert!(!scene.discord.channel(thread).messages().is_empty());
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_opened_by_a_modal_and_a_move_typed_in_one() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let modal = ann.slash(&scene.channel, "play", &[]).await;
    assert_eq!(modal.kind, AnswerKind::Modal);
    // Left as it is, it opens a table as usual; nothing stands there before it is sent.
    assert_eq!(scene.channel.messages().len(), 0);
    let fields = [
        ("0", json!([ben.id()])),
        ("1", json!(["1+2"])),
        ("2", json!(["1d"])),
        ("3", json!(["match-points"])),
        ("4", json!(["false"])),
    ];
    let opened = ann.submit(&modal, &fields).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    assert_says(&opened.content, "table-is-casual", &[]);
    is_invited(&scene, ben).await;
    let id = match_of(&opened.buttons());
    let state = ben.slash(&scene.channel, "join", &[]).await;
    assert_eq!(state.refused, None, "{}", state.content);
    let channel = scene.channel.id();
    let thread = scene
        .discord
        .wait_for("a thread", |world| {
            world.threads(channel).first().map(|thread| thread.id)
        })
        .await;
    let thread = scene.discord.channel(thread);
    let board = super::told(&scene.discord, &thread, &id, 0).await;
    // Whoever is to move types it; others are told whose turn it is.
    let ask = format!("rd1:{id}:0:ask:move");
    let mut moved = 0;
    for player in [ann, ben] {
        let modal = player.press_forged(&board, &ask).await;
        assert_eq!(modal.kind, AnswerKind::Modal);
        let sent = player.submit(&modal, &[("0", json!("e4"))]).await;
        if sent.ephemeral {
            continue;
        }
        assert_moved(&sent.content, 1, "e4");
        moved += 1;
    }
    // Neither has White if the computer has.
    assert!(moved <= 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_modal_that_says_too_much_is_refused_as_a_command_is() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let modal = ann.slash(&scene.channel, "play", &[]).await;
    let fields = [("0", json!([ben.id(), cy.id()])), ("1", json!(["2+1"]))];
    let refused = ann.submit(&modal, &fields).await;
    assert!(refused.ephemeral, "{}", refused.content);
    assert_says(&refused.content, "refused-too-many", &[]);
    let empty = ann.slash(&scene.channel, "play", &[]).await;
    let opened = ann.submit(&empty, &[]).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    scene.assert_sound();
}

/// The menu of a table changes its message in place, as sitting down does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_of_a_table_fills_it_with_computers() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let own = scene.channel.id();
    let white = [("seat", json!("white"))];
    let opened = ann.slash(&scene.channel, "play", &white).await;
    let (id, table) = (match_of(&opened.buttons()), opened.message.unwrap());
    let easy = format!("rd1:{id}:0:do:seat:action=computer,level=1");
    let refused = ben.choose(table, "fill", &[&easy]).await;
    assert!(refused.ephemeral, "{}", refused.content);
    assert_says(&refused.content, "refused-opener-only", &[]);
    let gray = format!("rd1:{id}:0:join:gray");
    assert_turned(&ben.press(table, &gray).await, table);
    let filled = ann.choose(table, "fill", &[&easy]).await;
    assert_eq!(filled.kind, AnswerKind::Update, "{}", filled.content);
    let begun = scene.discord.wait_for("the match begins", |world| {
        let mut messages = world.messages(own).into_iter();
        let table = messages.find(|message| message.id == table)?;
        let stands = says(&table.said(), "started", &[]) && table.buttons().is_empty();
        stands.then(|| table.selects().len())
    });
    assert_eq!(begun.await, 0, "the menu is gone");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leaderboard_leads_to_every_other_one_and_to_words() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let shown = ann.slash(&scene.channel, "leaderboard", &[]).await;
    assert!(!shown.ephemeral);
    let own = shown.message.expect("a message");
    let duel = "rd1:-:0:leaders:duel.server.all.1";
    let duel = ann.choose(own, "leaders", &[duel]).await;
    assert_turned(&duel, own);
    assert_says(
        &duel.content,
        "leaders-nobody",
        &[("ruleset", &said("ruleset-duel", &[]))],
    );
    let month = ann.press(own, "rd1:-:0:leaders:duel.server.month.1").await;
    assert_turned(&month, own);
    let words = ann
        .press(own, "rd1:-:0:leaders-text:duel.server.month.1")
        .await;
    assert_eq!(words.kind, AnswerKind::Message);
    assert!(words.ephemeral && words.raw["data"]["content"].is_string());
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_greeted_once_where_the_bot_may_speak() {
    let mut scene = Scene::new().await;
    let house = scene.discord.strange_guild("new house");
    let (closed, open) = (house.channel("closed"), house.channel("open"));
    house.invite_bot();
    let own = closed.id();
    let greeting = scene.discord.wait_for("a greeting", |world| {
        world
            .messages(own)
            .first()
            .map(|message| (*message).clone())
    });
    let greeting = greeting.await;
    assert_says(&greeting.said(), "help-title", &[]);
    assert_eq!(greeting.attachments.len(), 1);
    // One tap leads to a match.
    let zoe = house.user("zoe");
    let play = "rd1:-:0:do:play:computers=2,level=1";
    let opened = zoe.press(&greeting, play).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    // An outage and a restart are no reason to greet once more.
    house.lose_sight();
    house.invite_bot();
    scene.restart().await;
    let help = zoe.slash(&open, "help", &[]).await;
    assert!(help.ephemeral);
    let greetings = [&closed, &open].map(|channel| {
        let messages = channel.messages();
        let greets = |message: &&Message| says(&message.said(), "help-title", &[]);
        messages.iter().filter(greets).count()
    });
    assert_eq!(greetings, [1, 0]);
    scene.assert_sound();
}

/// Waits until somebody is called to a table, once.
async fn is_invited(scene: &Scene, user: &fake_discord::User) {
    let id = user.id();
    scene
        .discord
        .wait_until("an invitation", |world| world.notified(id) > 0)
        .await;
    assert_eq!(super::pings(user, scene.channel.id()), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_invited_and_looked_up_by_their_menu() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let invite = said("person-play", &[]);
    let opened = ann.menu(&scene.channel, &invite, ben).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    assert_says(&opened.content, "table-heading", &[("name", "ann")]);
    is_invited(&scene, ben).await;
    let profile = ann.menu(&scene.channel, &said("person-profile", &[]), ben);
    let profile = profile.await;
    assert!(profile.ephemeral);
    assert_says(&profile.content, "profile-heading", &[("name", "ben")]);
    scene.assert_sound();
}

/// The links lead to what is registered, by whichever start that was, in any language.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_links_commands_by_the_ids_that_discord_has_given_them() {
    let mut scene = Scene::new().await;
    for _ in 0..2 {
        let [ann, ben, _] = &scene.players;
        ben.set_locale("de");
        let id = scene.discord.look(|world| {
            let mut commands = world.commands().iter();
            let own = commands.find(|one| one["type"] == 1 && one["name"] == "move");
            own.expect("it is registered")["id"].clone()
        });
        let link = format!("</move:{}>", id.as_str().expect("an id"));
        // What Discord has answered may still be on its way to the bot.
        let mut asked = 0;
        let help = loop {
            let help = ann.slash(&scene.channel, "help", &[]).await;
            asked += 1;
            if help.content.contains(&link) || asked == 100 {
                break help;
            }
        };
        assert!(help.content.contains(&link), "{}", help.content);
        let page = ben.slash(&scene.channel, "help", &[]).await;
        let page = page.message.expect("a page");
        let moving = ben.choose(page, "groups", &["rd1:-:0:help:move"]).await;
        assert!(moving.content.contains(&link), "{}", moving.content);
        let options = [("command", json!("move"))];
        let one = ann.slash(&scene.channel, "help", &options).await;
        assert!(one.content.starts_with(&link), "{}", one.content);
        scene.restart().await;
    }
    scene.assert_sound();
}

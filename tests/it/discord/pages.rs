//! Pages with buttons, menus and modals of their own.

use std::sync::Arc;

use fake_discord::{Answer, AnswerKind, Message, Snowflake, User};
use rondel::{
    chats::discord::DiscordMarkup,
    commands::{Account, Incoming, Input, Responder, Speaker, Value, command_called},
    host::Host,
    matchplay::{Moment, Place, Seat},
    rules::Color,
    store::memory::MemoryStore,
};
use serde_json::json;

use super::{Scene, match_of, pings};
use crate::{
    line::speaker,
    now::now,
    said::{Said, assert_moved, assert_says, computer, said, says},
};

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
        assert_moved(&sent.content, "e4");
        moved += 1;
    }
    // Neither has White if the computer has.
    assert!(moved <= 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_modal_that_is_refused_opens_again_as_it_was_filled_in() {
    let mut scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players.clone();
    let modal = ann.slash(&scene.channel, "play", &[]).await;
    let fields = [("0", json!([ben.id(), cy.id()])), ("1", json!(["2+1"]))];
    let refused = ann.submit(&modal, &fields).await;
    super::assert_private(&refused, "refused-too-many", &[]);
    // The form opens again as it was filled in, also after a restart; sent like that it is refused as before.
    let again = form_again(&refused);
    scene.restart().await;
    let [ann, ben, cy] = &scene.players;
    let modal = ann.press(refused.message.unwrap(), &again).await;
    assert_eq!(modal.kind, AnswerKind::Modal);
    let refused = ann.submit(&modal, &[]).await;
    assert_says(&refused.content, "refused-too-many", &[]);
    assert_eq!(form_again(&refused), again);
    // One of the friends is left out, and the rest stays.
    let modal = ann.press(refused.message.unwrap(), &again).await;
    let fewer = [("0", json!([cy.id()])), ("1", json!(["1+1"]))];
    let opened = ann.submit(&modal, &fewer).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    is_invited(&scene, cy).await;
    assert_eq!(pings(ben, scene.channel.id()), 0);
    let empty = ann.slash(&scene.channel, "play", &[]).await;
    let opened = ann.submit(&empty, &[]).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    scene.assert_sound();
}

/// The button of a refusal that opens the form again.
#[track_caller]
fn form_again(refused: &Answer) -> String {
    let ids = refused.buttons().into_iter();
    let mut ids = ids.filter_map(|button| button.custom_id);
    let found = ids.find(|id| id.contains(":ask:"));
    found.expect("a button that opens the form again")
}

/// Whatever a form is refused for, it opens again, and no refusal speaks of options to type.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_of_forms_speak_of_no_options() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let music = scene.guild.user("Music");
    music.become_bot();
    let own = scene.discord.look(fake_discord::World::bot);
    for (fields, reason) in [
        (vec![("0", json!([ann.id()]))], "refused-invites-self"),
        (vec![("0", json!([music.id()]))], "refused-bot"),
        (
            vec![("0", json!([ben.id(), cy.id()])), ("3", json!(["duel"]))],
            "refused-not-for-two",
        ),
        (
            vec![("0", json!([ben.id(), own])), ("1", json!(["2+1"]))],
            "refused-too-many",
        ),
        (
            vec![("1", json!(["1+2"])), ("4", json!(["true"]))],
            "refused-rated-computers",
        ),
    ] {
        let modal = ann.slash(&scene.channel, "play", &[]).await;
        let refused = ann.submit(&modal, &fields).await;
        assert_says(&refused.content, reason, &[]);
        for option in command_called("play").expect("a command").options {
            let typed = format!("{}:", option.name);
            assert!(!refused.content.contains(&typed), "{}", refused.content);
        }
        let again = ann
            .press(refused.message.unwrap(), &form_again(&refused))
            .await;
        let refused = ann.submit(&again, &[]).await;
        assert_says(&refused.content, reason, &[]);
    }
    // To choose Rondel itself is to ask for a computer.
    let modal = ann.slash(&scene.channel, "play", &[]).await;
    let opened = ann.submit(&modal, &[("0", json!([ben.id(), own]))]).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    let army = |color: Color| computer(3, color);
    let seated = Color::ALL
        .into_iter()
        .any(|color| opened.content.contains(&army(color)));
    assert!(seated, "{}", opened.content);
    scene.assert_sound();
}

/// A move that is typed in a form and cannot be read is there when the form opens again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_refused_stays_in_its_form() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let board = super::told(&scene.discord, &table.thread, &table.id, 0).await;
    let ask = format!("rd1:{}:0:ask:move", table.id);
    let modal = ann.press_forged(&board, &ask).await;
    let refused = ann.submit(&modal, &[("0", json!("to e 4, – ♘ü"))]).await;
    assert_says(&refused.content, "refused-no-move", &[]);
    let again = ann
        .press(refused.message.unwrap(), &form_again(&refused))
        .await;
    let field = &again.raw["data"]["components"][0]["component"];
    assert_eq!(field["value"], "to e 4, – ♘ü");
    let moved = ann.submit(&again, &[("0", json!("1. e4"))]).await;
    assert_moved(&moved.content, "e4");
    scene.assert_sound();
}

/// In Discord the settings of a server are changed on its page; a client that still has the options may use them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_for_managers_offers_what_its_page_does_not_do() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    scene.guild.set_manager(ann, true);
    let offered = scene.discord.look(|world| {
        let command = world.command(scene.guild.id(), "server");
        let options = command.expect("registered")["options"].clone();
        let names = options.as_array().into_iter().flatten();
        let names = names.filter_map(|one| one["name"].as_str().map(str::to_owned));
        names.collect::<Vec<_>>()
    });
    assert_eq!(offered, ["action", "reason", "match"]);
    let set = [("action", json!("set"))];
    let shown = ann.slash(&scene.channel, "server", &set).await;
    page(&shown);
    assert_says(&shown.content, "server-time", &[]);
    let help = [("command", json!("server"))];
    let help = ann.slash(&scene.channel, "help", &help).await;
    assert!(
        !help.content.contains("rated-computers:"),
        "{}",
        help.content
    );
    for rated in [true, false, true, false, true, false] {
        let set = [("action", json!("set")), ("rated-computers", json!(rated))];
        let set = ann.slash_unchecked(&scene.channel, "server", &set).await;
        let says = format!("server-rated-computers-{rated}");
        assert_says(&set.content, &says, &[]);
    }
    // The pages of what was set are turned by buttons.
    let audit = [("action", json!("audit"))];
    let first = ann.slash(&scene.channel, "server", &audit).await;
    let next = "rd1:-:0:do:server:action=audit,page=2";
    let second = ann.press(first.message.unwrap(), next).await;
    assert_says(&second.content, "audit-heading", &[("page", "2")]);
    assert!(!second.content.contains("page:"), "{}", second.content);
    scene.assert_sound();
}

/// The menu of a table changes its message in place, as sitting down does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_of_a_table_fills_it_with_computers() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let white = [("seat", json!("white"))];
    let opened = ann.slash(&scene.channel, "play", &white).await;
    let (id, table) = (match_of(&opened.buttons()), opened.message.unwrap());
    let easy = format!("rd1:{id}:0:do:seat:action=computer,level=1");
    let refused = ben.choose(table, "fill", &[&easy]).await;
    super::assert_private(&refused, "refused-opener-only", &[]);
    let gray = format!("rd1:{id}:0:join:gray");
    assert_turned(&ben.press(table, &gray).await, table);
    let filled = ann.choose(table, "fill", &[&easy]).await;
    assert_eq!(filled.kind, AnswerKind::Update, "{}", filled.content);
    let begun = scene.stands(table, |one| {
        says(&one.said(), "started", &[]) && one.buttons().is_empty()
    });
    assert_eq!(begun.await.selects().len(), 0, "the menu is gone");
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
    let greeting = scene.posted(&closed, |_| true).await;
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
    scene.called(user, 1).await;
    assert_eq!(super::pings(user, scene.channel.id()), 1);
}

/// Waits until the message of a table keeps a seat for somebody, or has them there.
async fn has_seat(scene: &Scene, table: fake_discord::Snowflake, id: &'static str, name: &str) {
    let seat = Said::new(id, &[("name", name)]);
    scene.stands(table, |one| seat.is_in(&one.said())).await;
}

/// One friend after the other is invited to one table, by their menus: the second to the table of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_friend_is_invited_to_the_same_table() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let dora = scene.guild.user("dora");
    let invite = said("person-play", &[]);
    let opened = ann.menu(&scene.channel, &invite, ben).await;
    let (table, id) = (
        opened.message.expect("a table"),
        match_of(&opened.buttons()),
    );
    is_invited(&scene, ben).await;
    // Invited once already, or nobody to invite.
    let again = ann.menu(&scene.channel, &invite, ben).await;
    assert!(again.ephemeral, "{}", again.content);
    let values = [("name", "ben"), ("match", &*id)];
    assert_says(&again.content, "refused-invited-before", &values);
    let own = ann.menu(&scene.channel, &invite, ann).await;
    assert_says(&own.content, "refused-invites-self", &[]);

    let second = ann.menu(&scene.channel, &invite, cy).await;
    assert!(!second.ephemeral, "{}", second.content);
    assert_says(&second.content, "invitation", &[("name", "ann")]);
    let answers = ["join", "leave"].map(|command| Some(format!("rd1:{id}:0:do:{command}")));
    let ids: Vec<_> = second
        .buttons()
        .into_iter()
        .map(|one| one.custom_id)
        .collect();
    assert_eq!(ids, answers);
    is_invited(&scene, cy).await;
    assert_eq!(super::pings(ben, scene.channel.id()), 1);
    has_seat(&scene, table, "seat-kept", "cy").await;
    // Another menu looks them up.
    let profile = ann.menu(&scene.channel, &said("person-profile", &[]), ben);
    let profile = profile.await;
    super::assert_private(&profile, "profile-heading", &[("name", "ben")]);
    // With no seat free it is another table.
    let third = ann.menu(&scene.channel, &invite, &dora).await;
    assert_ne!(match_of(&third.buttons()), id);
    is_invited(&scene, &dora).await;
    scene.assert_sound();
}

/// The table of a match's thread stands in its channel, and so does what invites to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_invited_from_a_match_s_thread_comes_to_the_table_in_its_channel() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let dora = scene.guild.user("dora");
    let invite = said("person-play", &[]);
    let played = scene.seat(&scene.channel, &scene.players).await;
    let opened = ann.menu(&scene.channel, &invite, ben).await;
    let (table, id) = (
        opened.message.expect("a table"),
        match_of(&opened.buttons()),
    );
    let asked = ann.menu(&played.thread, &invite, &dora).await;
    super::assert_private(&asked, "done-elsewhere", &[("match", &id)]);
    is_invited(&scene, &dora).await;
    has_seat(&scene, table, "seat-kept", "dora").await;
    scene.assert_sound();
}

/// Whom somebody chooses in their menu gets a seat at the table that is open here; the program itself, a
/// computer's.
#[tokio::test]
async fn who_is_chosen_comes_to_the_latest_own_table_with_a_free_seat_here() {
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
    let responder = Responder::new(host, Arc::new(DiscordMarkup));
    let asks = async |who: &str, place: &str, whom: &str, account: Account, from_menu: bool| {
        let by = speaker("discord", who);
        let chosen = Speaker {
            account,
            ..speaker("discord", whom)
        };
        let name = String::from("play");
        let options = vec![(String::from("player2"), Value::User(chosen))];
        let input = Input::Command { name, options };
        let place = Place::new(place);
        let asked = Incoming {
            from_menu,
            ..Incoming::new(by, place, input)
        };
        let reply = responder.answer(&asked).await;
        let id = reply.state.as_ref().map(|state| state.id().to_string());
        (reply, id)
    };
    let (here, there) = ("discord/1/7", "discord/1/8");
    let person = Account::Person;
    let (_, first) = asks("1", here, "2", person, true).await;
    // Elsewhere, somebody else's, or typed, it is a table of its own.
    let mut others = Vec::new();
    for (who, place, from_menu) in [("1", there, true), ("9", here, true), ("1", here, false)] {
        others.push(asks(who, place, "3", person, from_menu).await.1);
    }
    assert!(!others.contains(&first));
    let (third, with) = asks("1", here, "4", person, true).await;
    assert!(
        third.news == rondel::messages::News::TableAskedFor
            && [&first, &others[2]].contains(&&with),
        "{}",
        third.text()
    );
    let (filled, at) = asks("1", here, "42", Account::Rondel, true).await;
    assert!(
        [&first, &others[2]].contains(&&at) && at != with,
        "{}",
        filled.text()
    );
    let state = filled.state.expect("a table");
    let mut seats = state.seats().iter();
    assert!(seats.any(|(_, seat)| matches!(seat, Seat::Computer(_))));
    let (refused, _) = asks("1", here, "5", Account::OtherBot, true).await;
    assert_eq!(refused.refused(), Some("not-allowed"), "{}", refused.text());
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

/// In a gallery screen readers say what stands there, and nothing of the file itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_picture_in_a_gallery_is_described() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.resigned(&[ann, ben]).await;
    super::ended(&scene.discord, &table.thread, &table.id).await;
    let settings = ann.slash(&scene.channel, "settings", &[]).await;
    ann.press(page(&settings), "rd1:-:0:settings:boards").await;
    for look in ["help", "rules", "leaderboard", "profile"] {
        ann.slash(&scene.channel, look, &[]).await;
    }
    let all = scene.discord.look(fake_discord::World::all_messages);
    let mut described = 0;
    for message in all.iter().filter(|message| message.is_v2()) {
        let parts = message.components.as_array().into_iter().flatten();
        let galleries = parts.filter(|part| part["type"] == 12);
        for item in galleries.flat_map(|gallery| gallery["items"].as_array().expect("items")) {
            let alt = message
                .attachments
                .first()
                .and_then(|file| file.description.clone());
            assert!(alt.is_some(), "{item}");
            assert_eq!(item["description"].as_str(), alt.as_deref());
            described += 1;
        }
    }
    assert!(described > 1, "{described}");
    scene.assert_sound();
}

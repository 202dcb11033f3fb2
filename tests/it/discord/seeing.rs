//! Channels that not everybody sees: who has no part in a match there hears of it nowhere else, by
//! no command, button or list, as if there were none.

use fake_discord::{
    Answer, Channel, Fault, Holder, Message, Overwrite, Snowflake, User, permissions,
};
use serde_json::{Value, json};

use super::{
    Scene, Table,
    inside::{Inside, Parts},
    match_of, mv,
};
use crate::said::{assert_is, says};

/// An id that no match has.
const NONE: &str = "t5w2a";

/// A server with a channel that its players alone see, and a match there.
struct House {
    scene: Scene,
    bot: Inside,
    /// Seen by all.
    lobby: Channel,
    /// Seen by those who have the role.
    games: Channel,
    role: Snowflake,
    /// Sees the channel, and plays nothing.
    eve: User,
    /// Does not see the channel.
    dora: User,
    /// A message in the lobby, to press buttons on.
    message: Message,
}

impl House {
    async fn new() -> House {
        let scene = Scene::without_bot(fake_discord::FakeDiscord::start().await);
        let lobby = scene.channel.clone();
        let games = scene.guild.hidden_channel("games");
        let role = scene.guild.role("players");
        games.set_overwrite(showing(role));
        let [eve, dora] = ["eve", "dora"].map(|name| scene.guild.user(name));
        for player in scene.players.iter().chain([&eve]) {
            scene.guild.give_role(player, role);
        }
        let bot = Parts::new(&scene.discord).start();
        scene.discord.bot_ready().await;
        let opened = scene.players[0]
            .slash(&lobby, "play", &super::table())
            .await;
        let message = opened.message.expect("a table in the lobby");
        let message = scene.discord.look(|world| world.message(message).cloned());
        House {
            scene,
            bot,
            lobby,
            games,
            role,
            eve,
            dora,
            message: message.expect("it stands there"),
        }
    }

    /// A match in the hidden channel after one move.
    async fn begin(&self) -> Table {
        let table = self.scene.seat(&self.games, &self.scene.players).await;
        let moved = table.play(&self.scene.players[0], "e4").await;
        assert_eq!(moved.refused, None, "{}", moved.content);
        table
    }

    /// Returns true if somebody in the lobby is shown the board of a match that is played elsewhere.
    async fn sees(&self, who: &User, id: &str) -> bool {
        let of_match = [("match", json!(id))];
        let shown = who.slash(&self.lobby, "board", &of_match).await;
        assert!(shown.ephemeral, "{}", shown.content);
        let seen = !shown.attachments.is_empty();
        if !seen {
            let none = who.slash(&self.lobby, "board", &[("match", json!(NONE))]);
            assert_eq!(said(&shown), said(&none.await));
        }
        seen
    }

    fn assert_sound(&self) {
        self.scene.assert_sound();
    }
}

fn showing(role: Snowflake) -> Overwrite {
    Overwrite {
        holder: Holder::Role(role),
        allow: permissions::VIEW_CHANNEL,
        deny: 0,
    }
}

/// All that an answer tells.
fn said(answer: &Answer) -> (String, bool, Value, Vec<String>) {
    let files = answer.attachments.iter().map(|file| file.filename.clone());
    (
        answer.content.clone(),
        answer.ephemeral,
        answer.components.clone(),
        files.collect(),
    )
}

/// The commands that take the id of a match, with the other options they need.
fn commands(scene: &Scene) -> Vec<(&'static str, Vec<(&'static str, Value)>)> {
    let user = json!(scene.players[0].id());
    let of = |action: &str| vec![("action", json!(action))];
    vec![
        ("board", vec![]),
        ("board", vec![("text", json!(true))]),
        ("board", vec![("move", json!(0))]),
        ("look", vec![("square", json!("e4"))]),
        ("history", vec![]),
        ("replay", vec![]),
        ("replay", vec![("since", json!(true))]),
        ("export", vec![]),
        ("export", vec![("format", json!("json"))]),
        ("move", mv("m4").to_vec()),
        ("move", vec![("move", json!("m4")), ("claim", json!(true))]),
        ("join", vec![]),
        ("join", vec![("seat", json!("gray"))]),
        ("leave", vec![]),
        ("draw", of("offer")),
        ("draw", of("claim")),
        ("resign", vec![("confirm", json!(true))]),
        ("resign", of("accept")),
        ("pact", of("offer")),
        ("abort", of("offer")),
        ("takeback", of("offer")),
        ("pause", of("offer")),
        ("seat", of("grant")),
        ("seat", of("computer")),
        ("seat", [of("substitute"), vec![("user", user)]].concat()),
        ("rematch", vec![]),
    ]
}

/// The actions of buttons.
const PRESSES: &[&str] = &[
    "view",
    "text",
    "more",
    "move",
    "pieces:1",
    "from:m2:1",
    "to:m2m4",
    "make:m2m4",
    "claim:m2m4",
    "join:gray",
    "leave",
    "draw",
    "draw:decline",
    "resign",
    "resign:confirm",
    "resign:gray",
    "resign:accept",
    "pact:offer:gray",
    "abort:accept",
    "pause",
    "takeback",
    "takeback:accept",
    "rematch",
    "since",
    "history",
    "history:1",
    "ply:0:white",
    "ply:now:white",
    "zoom:white",
    "in:board",
    "in:move:move=m4",
    "in:draw:action=offer",
];

/// Has somebody in the lobby try everything about a match, and fail as with one that is not there.
async fn finds_nothing(house: &House, who: &User, id: &str) {
    for (command, more) in commands(&house.scene) {
        let asks = async |id: &str| {
            let options = [more.clone(), vec![("match", json!(id))]].concat();
            who.slash(&house.lobby, command, &options).await
        };
        let (hidden, none) = (asks(id).await, asks(NONE).await);
        assert_eq!(said(&hidden), said(&none), "/{command} {more:?}");
    }
    for action in PRESSES {
        for ply in [0, 1] {
            let press = |id: &str| {
                let id = format!("rd1:{id}:{ply}:{action}");
                who.press_forged(&house.message, &id)
            };
            let (hidden, none) = (press(id).await, press(NONE).await);
            assert_eq!(said(&hidden), said(&none), "{action}");
        }
    }
    let listed = who.slash(&house.lobby, "matches", &[]).await;
    assert!(!listed.content.contains(id), "{}", listed.content);
    for (command, option) in [("move", "move"), ("look", "square")] {
        let typed = async |id: &str| {
            let given = [("match", json!(id))];
            let offered = who.complete(&house.lobby, command, &given, (option, "e"));
            let offered = offered.await;
            let names = offered.choice_names().into_iter();
            names.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(typed(id).await, typed(NONE).await, "/{command}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_and_no_button_knows_a_match_of_a_channel_that_is_not_seen() {
    let house = House::new().await;
    // Every command that takes the id of a match is tried, but for what managers alone have.
    let with_match = house.scene.discord.look(|world| {
        let takes = |command: &&Value| {
            let options = command["options"].as_array();
            options.is_some_and(|all| all.iter().any(|option| option["name"] == "match"))
        };
        let names = world.commands().iter().filter(takes);
        let names = names.filter_map(|command| command["name"].as_str().map(str::to_owned));
        names.collect::<Vec<_>>()
    });
    for name in with_match.iter().filter(|name| *name != "server") {
        let tried = commands(&house.scene);
        assert!(tried.iter().any(|(command, _)| command == name), "/{name}");
    }
    // Somebody who is known to the bot is not known any better by it.
    house
        .dora
        .slash(&house.lobby, "settings", &[("public", json!(true))])
        .await;
    let running = house.begin().await;
    finds_nothing(&house, &house.dora, &running.id).await;
    let opened = house.scene.players[0]
        .slash(&house.games, "play", &super::table())
        .await;
    let table = match_of(&opened.buttons());
    finds_nothing(&house, &house.dora, &table).await;
    let over = house.begin().await;
    for player in &house.scene.players[1..] {
        let confirm = [("confirm", json!(true))];
        player.slash(&over.thread, "resign", &confirm).await;
    }
    finds_nothing(&house, &house.dora, &over.id).await;
    // Anyone who sees the channel sees them all from anywhere, and sits down.
    for id in [&running.id, &over.id] {
        assert!(house.sees(&house.eve, id).await, "{id}");
    }
    let of_match = [("match", json!(table))];
    let joined = house.eve.slash(&house.lobby, "join", &of_match).await;
    assert!(joined.content.contains(&table), "{}", joined.content);
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_listed_to_those_alone_who_see_where_they_are_played() {
    let house = House::new().await;
    let hidden = house.begin().await;
    let open = house.scene.seat(&house.lobby, &house.scene.players).await;
    for (who, lists) in [(&house.eve, true), (&house.dora, false)] {
        let listed = who.slash(&house.lobby, "matches", &[]).await.content;
        assert!(listed.contains(&open.id), "{listed}");
        assert_eq!(listed.contains(&hidden.id), lists, "{listed}");
        let link = format!("<#{}>", hidden.thread.id());
        assert_eq!(listed.contains(&link), lists, "{listed}");
    }
    // Their players find them everywhere.
    let listed = house.scene.players[0].slash(&house.lobby, "matches", &[]);
    assert!(listed.await.content.contains(&hidden.id));
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_or_is_invited_needs_no_sight_of_the_channel() {
    let house = House::new().await;
    let [ann, ben, _] = &house.scene.players;
    let options = [
        ("seat", json!("white")),
        ("player2", json!(house.dora.id())),
        ("player3", json!(ben.id())),
    ];
    let opened = ann.slash(&house.games, "play", &options).await;
    let id = match_of(&opened.buttons());
    let of_match = [("match", json!(id))];
    let listed = house.dora.slash(&house.lobby, "matches", &[]).await;
    assert!(listed.content.contains(&id), "{}", listed.content);
    let joined = house.dora.slash(&house.lobby, "join", &of_match).await;
    assert_eq!(joined.refused, None);
    ben.press(
        opened.message.expect("a table"),
        &format!("rd1:{id}:0:join:black"),
    )
    .await;
    // A player whose role is taken away plays on.
    house.scene.guild.take_role(ann, house.role);
    let options = [("move", json!("e4")), ("match", json!(id))];
    let moved = ann.slash(&house.lobby, "move", &options).await;
    assert!(moved.content.contains(&id), "{}", moved.content);
    assert!(house.sees(&house.dora, &id).await);
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_at_a_hidden_table_is_told_there_alone() {
    let house = House::new().await;
    let opened = house.scene.players[0]
        .slash(&house.games, "play", &super::table())
        .await;
    let id = match_of(&opened.buttons());
    let of_match = [("match", json!(id))];
    for (command, sits) in [("join", true), ("leave", false)] {
        let done = house.eve.slash(&house.lobby, command, &of_match).await;
        assert!(done.ephemeral, "/{command}: {}", done.content);
        let table = opened.message.expect("a table");
        let tells = |one: &Message| says(&one.said(), "seat-taken", &[("name", "eve")]) == sits;
        house.scene.stands(table, tells).await;
    }
    let lobby = house.lobby.messages();
    let told = lobby.iter().filter(|message| message.content.contains(&id));
    assert_eq!(told.count(), 0, "{lobby:?}");
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn managers_end_what_they_do_not_see_and_see_no_more_for_it() {
    let house = House::new().await;
    let table = house.begin().await;
    house.scene.guild.set_manager(&house.dora, true);
    assert!(!house.sees(&house.dora, &table.id).await);
    let options = [
        ("action", json!("abort")),
        ("reason", json!("no games here")),
        ("match", json!(table.id)),
    ];
    let ended = house.dora.slash(&house.lobby, "server", &options).await;
    assert!(ended.ephemeral, "{}", ended.content);
    assert!(ended.attachments.is_empty() && !ended.content.contains("ann"));
    let state = house.bot.host.state(table.id.parse().expect("an id")).await;
    let state = state.expect("it is read").expect("a match");
    assert_eq!(state.stage(), rondel::matchplay::Stage::Ended);
    assert!(!house.sees(&house.dora, &table.id).await);
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn roles_and_channels_that_change_count_at_once() {
    let house = House::new().await;
    let id = &house.begin().await.id;
    let (guild, games, dora) = (&house.scene.guild, &house.games, &house.dora);
    let sees = async || house.sees(dora, id).await;
    assert!(!sees().await);
    // Her own roles come with what she asks.
    guild.give_role(dora, house.role);
    assert!(sees().await);
    // What has changed otherwise is told to the bot, which answers meanwhile by what it knew: each
    // is asked until it has heard.
    let comes = async |expected: bool, what: &str| {
        for _ in 0..1_000 {
            if sees().await == expected {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("{what} is not taken in");
    };
    games.clear_overwrite(Holder::Role(house.role));
    comes(false, "a role that the channel is not shown to any more").await;
    games.show_to(dora);
    comes(true, "a channel shown to her").await;
    games.clear_overwrite(Holder::Member(dora.id()));
    comes(false, "a channel not shown to her any more").await;
    guild.set_permissions(house.role, permissions::ADMINISTRATOR);
    comes(true, "a role of administrators").await;
    guild.delete_role(house.role);
    comes(false, "a role that is deleted").await;
    guild.set_owner(dora);
    comes(true, "an owner").await;
    guild.set_owner(&house.eve);
    comes(false, "another owner").await;
    games.clear_overwrite(Holder::Role(guild.id()));
    comes(true, "a channel shown to all").await;
    house.lobby.show_to(dora);
    guild.set_everyone(permissions::SEND_MESSAGES);
    comes(false, "what everybody may").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_gateway_has_not_told_is_asked_for_once() {
    let house = House::new().await;
    let table = house.begin().await;
    let id = &table.id;
    let (guild, games) = (house.scene.guild.id(), house.games.id());
    let routes = [
        format!("GET /guilds/{guild}"),
        format!("GET /channels/{games}"),
    ];
    let asked = || {
        let count = |route: &String| house.scene.requests(route);
        routes.iter().map(count).collect::<Vec<_>>()
    };
    assert!(!house.sees(&house.dora, id).await && house.sees(&house.eve, id).await);
    assert_eq!(asked(), [0, 0], "the gateway has told it all");
    house.scene.guild.lose_sight();
    // Until Discord answers nothing is seen that is not one's own.
    for route in &routes {
        house
            .scene
            .discord
            .fail_times(route, Fault::Status(503, 0), 1_000);
    }
    let mut tries = 0;
    while house.sees(&house.eve, id).await {
        tries += 1;
        assert!(
            tries < 1_000,
            "the bot has not heard that the server is away"
        );
    }
    assert!(house.sees(&house.scene.players[0], id).await);
    house.scene.discord.clear_faults();
    let before = asked();
    for _ in 0..3 {
        assert!(house.sees(&house.eve, id).await);
        assert!(!house.sees(&house.dora, id).await);
    }
    let more: Vec<usize> = asked()
        .iter()
        .zip(before)
        .map(|(now, then)| now - then)
        .collect();
    assert_eq!(more, [1, 1]);
    house.assert_sound();
}

/// A private match after one move: its id, its thread, and the message of its table.
async fn private_match(house: &House, channel: &Channel) -> (String, Channel, Message) {
    let private = [("private", json!(true))];
    let players = &house.scene.players;
    let table = house.scene.seat_with(&private, channel, players).await;
    let Table { id, thread } = table;
    players[0].slash(&thread, "move", &mv("e4")).await;
    let mut said = channel.messages().into_iter();
    let table = said.find(|message| message.had_button(&format!("rd1:{id}:0:leave")));
    let table = table.expect("the table's message");
    (id, thread, table)
}

fn assert_only_private(answer: &Answer, what: &str) {
    let text = &answer.content;
    assert!(answer.ephemeral, "{what}: {text}");
    assert_is(text, "refused-private", &[]);
    assert!(answer.buttons().is_empty(), "{what}: {text}");
    assert!(answer.attachments.is_empty(), "{what}: {text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_button_of_a_private_matchs_table_says_that_it_is_private_and_no_more() {
    let house = House::new().await;
    let (id, _, table) = private_match(&house, &house.lobby).await;
    for action in PRESSES {
        for ply in [0, 1] {
            let pressed = house
                .dora
                .press_forged(&table, &format!("rd1:{id}:{ply}:{action}"));
            assert_only_private(&pressed.await, action);
        }
    }
    house.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_is_seen_by_those_in_its_thread_from_everywhere() {
    let house = House::new().await;
    for (channel, outside) in [(&house.games, &house.eve), (&house.lobby, &house.dora)] {
        let (id, thread, _) = private_match(&house, channel).await;
        // Who sees the channel has seen its table, and hears no more than that it is private.
        for (command, more) in commands(&house.scene) {
            let options = [more, vec![("match", json!(id))]].concat();
            let asked = outside.slash(&house.lobby, command, &options);
            assert_only_private(&asked.await, command);
        }
        let listed = outside.slash(&house.lobby, "matches", &[]).await;
        assert!(!listed.content.contains(&id), "{}", listed.content);
        // Who was let in sees it from the lobby too, until they are put out.
        thread.add(outside);
        let of_match = [("match", json!(id))];
        let shown = outside.slash(&house.lobby, "board", &of_match).await;
        assert_eq!(shown.attachments.len(), 1, "{}", shown.content);
        thread.remove(outside);
        let shown = outside.slash(&house.lobby, "board", &of_match).await;
        assert_only_private(&shown, "board");
        if channel.id() == house.games.id() {
            // To be let into a thread does not show its channel.
            finds_nothing(&house, &house.dora, &id).await;
            thread.add(&house.dora);
            finds_nothing(&house, &house.dora, &id).await;
        }
    }
    house.assert_sound();
}

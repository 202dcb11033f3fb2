//! Discord's payloads: as the table of the imitation has them, and with any of their fields taken away or
//! made null.

use std::{collections::BTreeSet, sync::Arc};

use fake_discord::{Answer, FakeDiscord, Pending, found, table};
use rondel::{
    host::DrivenClock,
    matchplay::{MatchId, Moment},
};
use serde_json::{Value, json};

use super::{
    Scene, Table, asked,
    fields::{PART, sampled, spoils},
    inside::{Inside, Parts},
    match_of,
};
use crate::{
    console::replaying::quiet_moves,
    said::{GERMAN, Said, assert_says, says},
};

/// Returns what a payload's objects have against the table, and notes the fields that were seen.
fn faults(
    object: &'static str,
    payload: &Value,
    seen: &mut BTreeSet<(&'static str, &'static str)>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for one in found(object, payload) {
        let rows: Vec<_> = table()
            .iter()
            .filter(|row| row.object == one.object)
            .collect();
        let fields = one.value.as_object().expect("an object");
        for (name, value) in fields {
            let at = format!("{}.{name} of {object} at {}", one.object, one.path);
            match rows.iter().find(|row| row.field == name) {
                None => faults.push(format!("{at} is not in the table")),
                Some(row) if !row.here => faults.push(format!("{at} is said not to be sent")),
                Some(row) if value.is_null() && !row.nullable && !row.unknown => {
                    faults.push(format!("{at} is null"));
                }
                Some(row) => drop(seen.insert((row.object, row.field))),
            }
        }
        for row in rows.iter().filter(|row| row.here && row.always) {
            if !fields.contains_key(row.field) {
                faults.push(format!(
                    "{}.{} is lacking in {object}",
                    one.object, row.field
                ));
            }
        }
    }
    faults
}

/// Each field that the imitation sends is in its table, and each of the table that it is said to send was
/// sent; what is always there is there, and nothing is null that is never null.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payloads_of_the_imitation_are_as_its_table_says() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let role = scene.guild.role("chess players");
    scene.guild.set_manager(ann, true);
    ann.set_installed(true);
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    let board = table.told(&scene.discord, 1).await;
    table.more(&board, ben, 1).await;
    ben.complete(&table.thread, "move", &[], ("move", "m"))
        .await;
    ben.say(&table.thread, "Hm.");
    let modal = ann.slash(&scene.channel, "play", &[]).await;
    ann.submit(&modal, &[("0", json!([ben.id()]))]).await;
    let set = ("action", json!("set"));
    let options = [set.clone(), ("table-role", json!(role))];
    ann.slash_unchecked(&scene.channel, "server", &options)
        .await;
    let channel = json!(scene.channel.id());
    let options = [set, ("channel", channel), ("allow", json!(true))];
    ann.slash_unchecked(&scene.channel, "server", &options)
        .await;
    let options = [("action", json!("show"))];
    let page = ann.slash(&scene.channel, "server", &options).await;
    for select in page.selects().iter().filter(|select| select.kind == 6) {
        let role = role.to_string();
        ann.choose(page.message.expect("a page"), &select.custom_id, &[&role])
            .await;
    }
    ann.menu(&scene.channel, "Chess profile", ben).await;
    ann.menu(&scene.channel, "Invite to chess for three", cy)
        .await;
    // A press on a page that answered a press, and what is typed into a form.
    let page = ben.press(&board, &format!("rd1:{}:1:move", table.id)).await;
    let page = page.message.expect("a page");
    let form = ben
        .press(page, &format!("rd1:{}:1:ask:move", table.id))
        .await;
    ben.submit(&form, &[("0", json!("m4"))]).await;
    // Discord takes more than one answer.
    let application = scene.discord.look(fake_discord::World::application);
    let matches = ann.slash(&scene.channel, "matches", &[]).await;
    let token = &matches.interaction.token;
    let more = format!("/webhooks/{application}/{token}?wait=true");
    let more = asked(
        &scene,
        reqwest::Method::POST,
        &more,
        json!({"content": "More."}),
    )
    .await;
    ann.slash(&ann.direct(), "matches", &[]).await;
    let group = scene.discord.private_channel(&[ann, ben]);
    ann.slash(&group, "matches", &[]).await;
    scene.guild.set_locale("de");
    scene.guild.lose_sight();
    scene.guild.regain_sight();
    let hidden = scene.guild.hidden_channel("hidden");
    hidden.delete();
    table.thread.tell("THREAD_MEMBERS_UPDATE");
    table.thread.tell("THREAD_DELETE");
    scene.guild.delete_role(scene.guild.role("for a moment"));
    let mut seen = BTreeSet::new();
    let mut faulty = BTreeSet::new();
    faulty.extend(faults("message", &more, &mut seen));
    let events: Vec<Value> = scene.discord.look(|world| {
        let events = world.events();
        let read = events.iter().map(|event| serde_json::from_str(event));
        read.collect::<Result<_, _>>().expect("JSON")
    });
    for event in &events {
        let kind = event["t"].as_str().expect("a kind");
        let object = match kind {
            "READY" => "ready",
            "INTERACTION_CREATE" => "interaction",
            "GUILD_CREATE" | "GUILD_UPDATE" => "server",
            "GUILD_DELETE" => "server-unavailable",
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "CHANNEL_DELETE" => "channel",
            "THREAD_CREATE" | "THREAD_UPDATE" => "thread",
            "THREAD_DELETE" => "thread-gone",
            "THREAD_MEMBERS_UPDATE" => "thread-members",
            "GUILD_ROLE_CREATE" | "GUILD_ROLE_UPDATE" => "role-change",
            "GUILD_ROLE_DELETE" => "role-gone",
            "RESUMED" => continue,
            kind => panic!("{kind} is in no table"),
        };
        faulty.extend(faults(object, &event["d"], &mut seen));
    }
    let (get, post) = (reqwest::Method::GET, reqwest::Method::POST);
    let (guild, channel, thread) = (scene.guild.id(), scene.channel.id(), table.thread.id());
    let user = ann.id();
    let opened = json!({"name": "one more", "type": 11});
    let among_few = json!({"name": "among few", "type": 12});
    for (object, method, path, body) in [
        ("server", &get, format!("/guilds/{guild}"), json!({})),
        (
            "channel",
            &get,
            format!("/guilds/{guild}/channels"),
            json!({}),
        ),
        ("channel", &get, format!("/channels/{channel}"), json!({})),
        ("thread", &get, format!("/channels/{thread}"), json!({})),
        (
            "thread",
            &post,
            format!("/channels/{channel}/threads"),
            opened,
        ),
        (
            "thread",
            &post,
            format!("/channels/{channel}/threads"),
            among_few,
        ),
        (
            "member",
            &get,
            format!("/guilds/{guild}/members/{user}"),
            json!({}),
        ),
        (
            "message",
            &get,
            format!("/channels/{thread}/messages"),
            json!({}),
        ),
        (
            "message",
            &get,
            format!("/channels/{channel}/messages"),
            json!({}),
        ),
        (
            "direct",
            &post,
            "/users/@me/channels".to_owned(),
            json!({"recipient_id": user}),
        ),
        (
            "thread-member",
            &get,
            format!("/channels/{thread}/thread-members/{user}"),
            json!({}),
        ),
        ("user", &get, "/users/@me".to_owned(), json!({})),
        (
            "threads",
            &get,
            format!("/guilds/{guild}/threads/active"),
            json!({}),
        ),
        ("gateway", &get, "/gateway/bot".to_owned(), json!({})),
        (
            "registered",
            &get,
            format!("/applications/{application}/commands?with_localizations=true"),
            json!({}),
        ),
    ] {
        let answer = asked(&scene, method.clone(), &path, body).await;
        let one = [answer.clone()];
        for answer in answer.as_array().map_or(&one[..], Vec::as_slice) {
            faulty.extend(faults(object, answer, &mut seen));
        }
    }
    assert!(faulty.is_empty(), "{faulty:#?}");
    let rows = table_entries().filter(|row| row.here);
    let unseen: Vec<String> = rows
        .filter(|row| !seen.contains(&(row.object, row.field)))
        .map(|row| format!("{}.{}", row.object, row.field))
        .collect();
    assert!(unseen.is_empty(), "never sent: {unseen:#?}");
}

fn table_entries() -> impl Iterator<Item = &'static fake_discord::Row> {
    table().iter()
}

/// Every line of the table names its source, and no field stands twice.
#[test]
fn the_table_of_payloads_is_whole() {
    let mut known = BTreeSet::new();
    for row in table() {
        assert!(known.insert((row.object, row.field)), "{row:?} twice");
        assert!(!row.source.is_empty(), "{row:?}");
        let holds = row.holds.into_iter().flat_map(|holds| holds.split(" or "));
        for held in holds {
            let held = held.trim_end_matches(" by id");
            assert!(table().iter().any(|row| row.object == held), "{row:?}");
        }
    }
}

/// Something that somebody does, over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// Types a move in the thread of the match.
    Move,
    /// Types a move in direct messages.
    MoveDirectly,
    /// Takes a seat by a button.
    Join,
    /// Opens a table by a form.
    Open,
    /// Invites somebody from their menu.
    Invite,
    /// Asks for moves while typing.
    Complete,
}

impl Act {
    const ALL: [Act; 6] = [
        Act::Move,
        Act::MoveDirectly,
        Act::Join,
        Act::Open,
        Act::Invite,
        Act::Complete,
    ];

    /// The fields without which it is not known who acts, where, or what for; of all others the effect is
    /// the same without them.
    const fn needs(self) -> &'static [&'static str] {
        match self {
            Act::Move => &[
                "type",
                "application_id",
                "data",
                "data.name",
                "data.options",
                "data.options.*.name",
                "data.options.*.type",
                "data.options.*.value",
                "member",
                "member.user",
                "member.user.id",
            ],
            Act::MoveDirectly => &[
                "type",
                "application_id",
                "data",
                "data.name",
                "data.options",
                "data.options.*.name",
                "data.options.*.type",
                "data.options.*.value",
                "user",
                "user.id",
            ],
            Act::Join => &[
                "type",
                "application_id",
                "data",
                "data.custom_id",
                "data.component_type",
                "member",
                "member.user",
                "member.user.id",
            ],
            Act::Open => &[
                "type",
                "application_id",
                "data",
                "data.custom_id",
                "data.components",
                "data.components.*.type",
                "data.components.*.component",
                "data.components.*.component.type",
                "data.components.*.component.custom_id",
                "data.components.*.component.value",
                "data.components.*.component.values",
                "member",
                "member.user",
                "member.user.id",
            ],
            Act::Invite => &[
                "type",
                "application_id",
                "data",
                "data.name",
                "data.type",
                "data.target_id",
                "data.resolved",
                "data.resolved.users",
                "data.resolved.members",
                "member",
                "member.user",
                "member.user.id",
            ],
            Act::Complete => &[
                "type",
                "application_id",
                "data",
                "data.name",
                "data.options",
                "data.options.*.name",
                "data.options.*.type",
                "data.options.*.value",
                "data.options.*.focused",
                "member",
                "member.user",
                "member.user.id",
            ],
        }
    }
}

/// A match that goes on and on, and a table.
struct Run {
    scene: Scene,
    bot: Inside,
    clock: Arc<DrivenClock>,
    moves: Vec<String>,
    table: Table,
    /// The number of moves that have been made in the match.
    ply: usize,
    /// The message of the open table, and its match.
    open: (fake_discord::Snowflake, String),
    /// The form that opens a table.
    form: Answer,
}

impl Run {
    async fn new() -> Run {
        let scene = Scene::without_bot(FakeDiscord::start().await);
        let (parts, clock) = Parts::driven(&scene.discord, Moment(1));
        let bot = parts.start();
        scene.discord.bot_ready().await;
        let table = scene.seat(&scene.channel, &scene.players).await;
        let ann = &scene.players[0];
        let options = [("computers", json!(0)), ("seat", json!("white"))];
        let opened = ann.slash(&scene.channel, "play", &options).await;
        let open = (
            opened.message.expect("a table"),
            match_of(&opened.buttons()),
        );
        let form = ann.slash(&scene.channel, "play", &[]).await;
        Run {
            moves: quiet_moves(900),
            scene,
            bot,
            clock,
            table,
            ply: 0,
            open,
            form,
        }
    }

    /// Lets somebody do it.
    fn act(&self, act: Act) -> Pending {
        let [ann, ben, cy] = &self.scene.players;
        let to_move = &self.scene.players[self.ply % 3];
        let mv = [("move", json!(self.moves[self.ply]))];
        match act {
            Act::Move => to_move.slash(&self.table.thread, "move", &mv),
            Act::MoveDirectly => to_move.slash(&to_move.direct(), "move", &mv),
            Act::Join => {
                let join = format!("rd1:{}:0:join:gray", self.open.1);
                // The message of the table may show only later that they have left it.
                ben.press_forged(self.open.0, &join)
            }
            Act::Open => ann.submit(&self.form, &[]),
            Act::Invite => cy.menu(&self.scene.channel, "Invite to chess for three", ben),
            Act::Complete => to_move.complete(&self.table.thread, "move", &[], ("move", "")),
        }
    }

    /// Returns true if it was done, and makes it undone, so that it can be done again.
    async fn is_done(&mut self, act: Act, answer: &Answer) -> bool {
        // Nobody is too fast.
        self.clock.advance(std::time::Duration::from_secs(60));
        match act {
            Act::Move | Act::MoveDirectly => {
                let id: MatchId = self.table.id.parse().expect("an id");
                let state = self.bot.host.state(id).await;
                let state = state.expect("it is read").expect("it is there");
                let done = state.ply() as usize == self.ply + 1;
                self.ply += usize::from(done);
                assert_eq!(state.ply() as usize, self.ply, "{}", answer.content);
                done
            }
            Act::Join => {
                let id: MatchId = self.open.1.parse().expect("an id");
                let state = self.bot.host.state(id).await;
                let state = state.expect("it is read").expect("it is there");
                let taken = state
                    .seats()
                    .iter()
                    .filter(|(_, seat)| seat.person().is_some());
                let done = taken.count() == 2;
                if done {
                    let leave = format!("rd1:{}:0:leave", self.open.1);
                    let left = self.scene.players[1]
                        .press_forged(self.open.0, &leave)
                        .await;
                    assert_eq!(left.refused, None, "{}", left.content);
                }
                done
            }
            Act::Open | Act::Invite => {
                let opened = answer.message.filter(|_| !answer.ephemeral);
                let Some(opened) = opened else { return false };
                let id = match_of(&answer.buttons());
                let who = if act == Act::Open { 0 } else { 2 };
                let leave = format!("rd1:{id}:0:leave");
                let left = self.scene.players[who].press_forged(opened, &leave).await;
                assert_eq!(left.refused, None, "{}", left.content);
                true
            }
            Act::Complete => !answer.choices.is_empty(),
        }
    }

    /// Does it with a field spoilt; returns what went wrong, if something did.
    async fn spoil(&mut self, act: Act, path: &str, to: Option<Value>) -> Option<String> {
        let what = format!(
            "{act:?} with {path} {}",
            if to.is_some() { "null" } else { "gone" }
        );
        self.scene
            .discord
            .spoil_next("INTERACTION_CREATE", path, to);
        let answer = self.act(act).await;
        if answer.is_timed_out() {
            return Some(format!("{what}: no answer"));
        }
        let (done, needed) = (
            self.is_done(act, &answer).await,
            act.needs().contains(&path),
        );
        match (done, needed) {
            (true, false) => return None,
            (true, true) => return Some(format!("{what}: done all the same")),
            (false, false) => return Some(format!("{what}: not done: {}", answer.content)),
            (false, true) => {}
        }
        // Nothing has changed, and the next event works.
        let answer = self.act(act).await;
        let again = self.is_done(act, &answer).await;
        (!again).then(|| format!("{what}: not done afterwards: {}", answer.content))
    }
}

/// Each field of each kind of interaction, taken away and made null: the effect is the same; or if it
/// says who acts, where or what for, the person gets a sentence, nothing changes, and the next event works.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_is_lacking_or_null_spoils_nothing_else() {
    let mut run = Run::new().await;
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for act in Act::ALL {
        let sample = run.act(act);
        let payload = sample.interaction().payload.clone();
        let answer = sample.await;
        assert!(
            run.is_done(act, &answer).await,
            "{act:?}: {}",
            answer.content
        );
        let mut fields = spoils("interaction", &payload);
        // Who is to be answered is another test's matter.
        fields.retain(|field| !["id", "token"].contains(&&*field.path));
        for field in sampled(fields, 4, &[]) {
            wrong.extend(run.spoil(act, &field.path, field.to).await);
            tried += 1;
        }
    }
    println!(
        "{tried} fields spoilt in {} kinds of interactions",
        Act::ALL.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(run.scene.discord.look(fake_discord::World::spoilt), tried);
    run.scene.assert_sound();
}

/// A null in the frame of a picture is in every event, message and answer that describes the person.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_with_a_null_in_their_profile_plays_as_everybody_else() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    ben.wear_unsold_frame();
    let options = [("seat", json!("white")), ("player2", json!(ben.id()))];
    let opened = ann.slash(&scene.channel, "play", &options).await;
    let (id, table) = (
        match_of(&opened.buttons()),
        opened.message.expect("a table"),
    );
    // What they say is among the messages that are searched for the table.
    ben.say(&scene.channel, "I'm in.");
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("match", json!(id))];
    let joined = ben.slash(&elsewhere, "join", &options).await;
    assert!(
        !says(&joined.content, "refused-unclear", &[]),
        "{}",
        joined.content
    );
    scene.stands(table, |one| one.edits > 0).await;
    cy.press(table, &format!("rd1:{id}:0:join:black")).await;
    let Table { id, thread } = scene.housed(&scene.channel, id).await;
    ann.slash(&thread, "move", &super::mv("e4")).await;
    ben.slash(&thread, "move", &super::mv("m4")).await;
    super::told(&scene.discord, &thread, &id, 2).await;
    scene.assert_sound();
}

/// Whoever is told that something cannot be read hears which field it was, in their language.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_understood_is_answered_with_the_name_of_the_field() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let event = "INTERACTION_CREATE";
    scene
        .discord
        .spoil_next(event, "member.user.id", Some(json!(null)));
    let answer = ann.slash(&scene.channel, "help", &[]).await;
    super::assert_private(
        &answer,
        "refused-unclear",
        &[("field", "member\\.user\\.id")],
    );
    // By a field that is odd, as by one that is lacking.
    scene.discord.spoil_next(event, "data.name", Some(json!(7)));
    let answer = ann.slash(&scene.channel, "help", &[]).await;
    assert_says(
        &answer.content,
        "refused-unclear",
        &[("field", "data\\.name")],
    );
    // Odd fields that nobody needs spoil nothing.
    for path in [
        "channel.topic",
        "member.nick",
        "member.user.avatar_decoration_data.sku_id",
    ] {
        scene.discord.spoil_next(event, path, Some(json!([7])));
        let answer = ann.slash(&scene.channel, "help", &[]).await;
        assert!(
            !says(&answer.content, "refused-unclear", &[]),
            "{path}: {}",
            answer.content
        );
        assert!(!answer.is_timed_out(), "{path}");
    }
    scene.assert_sound();
}

/// Each field of a server that comes, taken away and made null: it is greeted, its language and who sees
/// what there are known.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_cannot_be_read_whole_is_greeted_and_known() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts::new(&scene.discord);
    let _bot = parts.start();
    scene.discord.bot_ready().await;
    let sample = scene.discord.guild("Whole");
    let _role = sample.role("players");
    let talk = sample.hidden_channel("talk");
    let _thread = talk.open_thread("a thread", &sample.user("cy"));
    sample.regain_sight();
    let came: Value = scene.discord.look(|world| {
        let mut events = world.events();
        events.retain(|event| event.contains("\"GUILD_CREATE\""));
        serde_json::from_str(events.last().expect("it has come")).expect("JSON")
    });
    let all = sampled(
        spoils("server", &came["d"]),
        PART,
        &["preferred_locale", "channels"],
    );
    let mut wrong = Vec::new();
    for field in all.iter().filter(|field| field.path != "id") {
        {
            let what = field.to_string();
            let server = scene.discord.strange_guild("Neu");
            server.set_locale("de");
            let channel = server.channel("schach");
            let who = server.user("dora");
            server.set_manager(&who, true);
            let role = server.role("players");
            server.give_role(&who, role);
            scene
                .discord
                .spoil_next("GUILD_CREATE", &field.path, field.to.clone());
            server.invite_bot();
            scene.posted(&channel, |_| true).await;
            let greeting = channel.last_message().expect("a greeting").said();
            if !Said::within(&GERMAN, "help-title", &[]).is_in(&greeting) {
                wrong.push(format!("{what}: {greeting}"));
            }
            let options = [("action", json!("check"))];
            let checked = who.slash(&channel, "server", &options).await;
            if !checked.ephemeral || checked.content.is_empty() {
                wrong.push(format!("{what}: {}", checked.content));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // One that Discord itself cannot reach is greeted when it can be asked about, and once.
    let server = scene.discord.strange_guild("Later");
    let channel = server.channel("chess");
    scene
        .discord
        .fail_times("GET /guilds/**", fake_discord::Fault::Status(503, 0), 2);
    scene
        .discord
        .spoil_next("GUILD_CREATE", "unavailable", Some(json!(true)));
    server.invite_bot();
    server.regain_sight();
    scene.posted(&channel, |_| true).await;
    scene.assert_sound();
}

//! A bot against the fake Discord: it hears through twilight, and speaks and reads through serenity.

mod direct;
mod limiter;
mod pages;
mod seeing;

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use fake_discord::{AnswerKind, FakeDiscord, Fault, Resume, Rights, World};
use futures_util::StreamExt;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_json::{Value, json};
use serenity::{
    all::{
        ActionRowComponent, AutocompleteChoice, ButtonStyle, ChannelType, Command as Registered,
        CommandInteraction, CommandOptionType, CreateActionRow, CreateAllowedMentions,
        CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateCommand,
        CreateCommandOption, CreateInteractionResponse, CreateInteractionResponseFollowup,
        CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
        CreateSelectMenuOption, CreateThread, EditInteractionResponse, EditMessage, Guild, GuildId,
        Interaction, Ready, ResolvedValue, UserId,
    },
    http::{Http, HttpBuilder},
};
use twilight_gateway::{ConfigBuilder, Intents, Message, Shard, ShardId, ShardState};
use twilight_model::gateway::event::GatewayEventDeserializer;

/// A picture of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
\0\0\0\nIDAT\x78\x9c\x63\0\0\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82";

type Said = Result<(), serenity::Error>;

fn message() -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
}

async fn command(http: &Http, command: &CommandInteraction) -> Said {
    let options = command.data.options();
    let first = options.first().map(|option| option.value.clone());
    let answer = match (command.data.name.as_str(), first) {
        ("move", Some(ResolvedValue::String(text))) => {
            let picture = CreateAttachment::bytes(PNG, "board.png").description("A board.");
            let select = CreateSelectMenuKind::String {
                options: vec![CreateSelectMenuOption::new("Nf3", "g1f3")],
            };
            message()
                .content(format!("{text}: <@{}> moves next", command.user.id))
                .allowed_mentions(CreateAllowedMentions::new().users([command.user.id]))
                .add_file(picture)
                .components(vec![
                    CreateActionRow::Buttons(vec![
                        CreateButton::new("draw")
                            .label("Draw")
                            .style(ButtonStyle::Secondary),
                        CreateButton::new("off").label("Off").disabled(true),
                    ]),
                    CreateActionRow::SelectMenu(CreateSelectMenu::new("piece", select)),
                ])
        }
        ("play", Some(ResolvedValue::User(user, member))) => {
            let name = member.and_then(|member| member.nick.clone());
            let name = name.unwrap_or_else(|| user.name.clone());
            let thread = CreateThread::new("A match").kind(ChannelType::PublicThread);
            let thread = command.channel_id.create_thread(http, thread).await?;
            let post = CreateMessage::new()
                .content(format!("<@{}> and <@{}>", command.user.id, user.id))
                .allowed_mentions(CreateAllowedMentions::new().users([user.id]))
                .nonce(serenity::all::Nonce::String("first".into()))
                .enforce_nonce(true);
            let first = thread.send_message(http, post.clone()).await?;
            let again = thread.send_message(http, post).await?;
            assert_eq!(first.id, again.id);
            let edit = EditMessage::new().content(format!("<@{}>, again", user.id));
            thread.edit_message(http, first.id, edit).await?;
            message().content(format!("against {name}")).ephemeral(true)
        }
        ("slow", _) => {
            command.defer(http).await?;
            let edit = EditInteractionResponse::new().content("at last");
            command.edit_response(http, edit).await?;
            let more = CreateInteractionResponseFollowup::new().content("and more");
            command.create_followup(http, more).await?;
            return Ok(());
        }
        ("type", _) => {
            let modal = CreateInteractionResponse::Modal(pages::modal());
            return command.create_response(http, modal).await;
        }
        ("silent", _) => return Ok(()),
        _ => message().content(format!("{:?}", command.data.options)),
    };
    command
        .create_response(http, CreateInteractionResponse::Message(answer))
        .await
}

async fn answer(http: &Http, interaction: &Interaction) -> Said {
    if let Interaction::Command(asked) = interaction {
        command(http, asked).await?;
    }
    if let Interaction::Autocomplete(asked) = interaction {
        let typed = asked
            .data
            .autocomplete()
            .expect("an option is focused")
            .value;
        let choices = vec![AutocompleteChoice::new(format!("{typed}f3"), "g1f3")];
        let answer = CreateAutocompleteResponse::new().set_choices(choices);
        let answer = CreateInteractionResponse::Autocomplete(answer);
        asked.create_response(http, answer).await?;
    }
    if let Interaction::Modal(submitted) = interaction {
        let ActionRowComponent::InputText(input) = &submitted.data.components[0].components[0]
        else {
            panic!("a modal holds text inputs")
        };
        let answer = message().content(input.value.clone().expect("a text"));
        let answer = CreateInteractionResponse::Message(answer);
        submitted.create_response(http, answer).await?;
    }
    if let Interaction::Component(pressed) = interaction {
        let answer = if pressed.data.custom_id == "draw" {
            CreateInteractionResponse::Message(message().content("Offered.").ephemeral(true))
        } else {
            let changed = message()
                .content(format!("{:?}", pressed.data.kind))
                .components(vec![]);
            CreateInteractionResponse::UpdateMessage(changed)
        };
        pressed.create_response(http, answer).await?;
    }
    Ok(())
}

/// A bot with one connection to the gateway.
struct Bot {
    http: Arc<Http>,
    shard: Shard,
}

fn read<T: DeserializeOwned>(data: &mut Value) -> T {
    serde_json::from_value(data.take()).expect("serenity reads it")
}

impl Bot {
    /// Answers until the gateway ends the connection for good, with the code for it.
    async fn start(&mut self) -> Result<(), u16> {
        let mut code = None;
        while let Some(said) = self.shard.next().await {
            match said.expect("twilight reads it") {
                Message::Text(text) => self.take(&text).await,
                Message::Close(frame) => code = frame.map(|frame| frame.code),
            }
        }
        assert_eq!(self.shard.state(), ShardState::FatallyClosed);
        code.map_or(Ok(()), Err)
    }

    async fn take(&mut self, text: &str) {
        let mut event: Value = serde_json::from_str(text).expect("it is JSON");
        let data = &mut event["d"].take();
        match event["t"].as_str() {
            Some("READY") => ready(&self.http, &read(data)).await,
            Some("GUILD_CREATE") => drop::<Guild>(read(data)),
            Some("INTERACTION_CREATE") => {
                let (http, interaction) = (Arc::clone(&self.http), read(data));
                tokio::spawn(async move {
                    // What was refused is seen in the fake's own list as well.
                    if let Err(error) = answer(&http, &interaction).await {
                        eprintln!("{error}");
                    }
                });
            }
            _ => {}
        }
    }
}

async fn ready(http: &Http, ready: &Ready) {
    assert_eq!(ready.version, 10);
    http.set_application_id(ready.application.id);
    let text = CreateCommandOption::new(CommandOptionType::String, "move", "A move")
        .required(true)
        .set_autocomplete(true);
    let user = CreateCommandOption::new(CommandOptionType::User, "player2", "Who");
    let commands = vec![
        CreateCommand::new("move")
            .description("Moves")
            .add_option(text),
        CreateCommand::new("play")
            .description("Plays")
            .add_option(user),
        CreateCommand::new("slow").description("Takes its time"),
    ];
    let table = Registered::set_global_commands(http, commands)
        .await
        .expect("they are taken");
    assert_eq!(table.len(), 3);
}

async fn client(url: &str) -> Bot {
    let http = HttpBuilder::new("a-token")
        .proxy(url)
        .ratelimiter_disabled(true)
        .build();
    client_of(http).await
}

async fn client_of(http: Http) -> Bot {
    let gateway = http.get_bot_gateway().await.expect("it is told");
    let token = http.token().to_owned();
    let config = ConfigBuilder::new(token, Intents::GUILDS).proxy_url(gateway.url);
    Bot {
        http: Arc::new(http),
        shard: Shard::with_config(ShardId::ONE, config.build()),
    }
}

/// Starts the bot; it ends with the test's runtime.
async fn start(discord: &FakeDiscord) -> tokio::task::JoinHandle<Result<(), u16>> {
    let mut client = client(&discord.api_url()).await;
    let running = tokio::spawn(async move { client.start().await });
    discord.bot_ready().await;
    running
}

/// Reads every event that was sent with twilight, and gives their names.
fn events(discord: &FakeDiscord) -> BTreeSet<String> {
    let read = |event: &str| {
        let seed = GatewayEventDeserializer::from_json(event).expect("an event");
        let name = seed.event_type().expect("a name").to_owned();
        let mut json = serde_json::Deserializer::from_str(event);
        match seed.deserialize(&mut json) {
            Ok(_) => name,
            Err(error) => panic!("{error} in {event}"),
        }
    };
    discord.look(|world| world.events().into_iter().map(read).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_seen_to_do_everything_right() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let (ann, ben) = (guild.user("ann"), guild.user("ben"));
    guild.set_nick(&ben, "Benny");
    start(&discord).await;
    assert_eq!(
        discord
            .look(|world| world.token().map(str::to_owned))
            .as_deref(),
        Some("a-token")
    );
    assert_eq!(discord.look(|world| world.registrations()), 1);

    let answer = ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
    assert_eq!(answer.kind, AnswerKind::Message);
    assert_eq!(
        answer.attachments[0].description.as_deref(),
        Some("A board.")
    );
    assert_eq!(answer.attachments[0].bytes, PNG);
    assert_eq!(answer.attachments[0].dimensions(), Some((1, 1)));
    assert_eq!(
        answer
            .button("Draw")
            .and_then(|button| button.custom_id)
            .as_deref(),
        Some("draw")
    );
    let board = channel.last_message().expect("it is public");
    assert_eq!(Some(board.id), answer.message);
    assert_eq!(ann.pings().len(), 1);

    let offered = ben.press(&board, "draw").await;
    assert!(offered.ephemeral);
    assert_eq!(ben.ephemeral().len(), 1);
    let chosen = ben.choose(&board, "piece", &["g1f3"]).await;
    assert_eq!(chosen.kind, AnswerKind::Update);
    let board = channel.last_message().expect("it is still there");
    assert!(board.content.contains("g1f3") && board.buttons().is_empty());
    assert!(
        board.attachments.is_empty(),
        "an update without attachments takes them away"
    );

    let choices = ann.complete(&channel, "move", &[], ("move", "N")).await;
    assert_eq!(choices.choice_names(), ["Nf3"]);

    let played = ann
        .slash(&channel, "play", &[("player2", json!(ben.id()))])
        .await;
    assert_eq!(played.content, "against Benny");
    let thread = &channel.threads()[0];
    assert_eq!(thread.messages().len(), 1);
    assert_eq!(thread.messages()[0].edits, 1);
    assert_eq!((ann.pings().len(), ben.pings().len()), (1, 1));

    let slow = ann.slash(&channel, "slow", &[]).await;
    assert_eq!(slow.kind, AnswerKind::Deferred);
    assert_eq!(discord.filled(&slow).await.content, "at last");
    discord
        .wait_until("a followup", |world| {
            world
                .messages(channel.id())
                .iter()
                .any(|message| message.content == "and more")
        })
        .await;

    let http = HttpBuilder::new("a-token")
        .proxy(discord.api_url())
        .ratelimiter_disabled(true);
    let (http, guild_id) = (http.build(), GuildId::new(guild.id().0));
    let find = async |user: UserId| http.get_member(guild_id, user).await;
    assert_eq!(
        find(UserId::new(ben.id().0))
            .await
            .expect("he is there")
            .display_name(),
        "Benny"
    );
    guild.leave(&ben);
    assert!(find(UserId::new(ben.id().0)).await.is_err());
    guild.set_locale("de");
    let sent = [
        "GUILD_CREATE",
        "GUILD_UPDATE",
        "INTERACTION_CREATE",
        "READY",
        "THREAD_CREATE",
    ];
    assert!(events(&discord).iter().eq(sent), "{:?}", events(&discord));
    assert_eq!(
        discord.refusals().last().map(|refusal| refusal.code),
        Some(10_007)
    );
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_meets_faults() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    start(&discord).await;

    // Its right to open threads is missing.
    channel.set_rights(Rights {
        public_threads: false,
        ..Rights::INVITED
    });
    let unanswered = ann.slash_unchecked(&channel, "play", &[("player2", json!(ann.id()))]);
    discord
        .wait_until("a refusal", |world| !world.refusals().is_empty())
        .await;
    assert_eq!(discord.refusals()[0].code, 50_013);
    drop(unanswered);

    // What it says arrives, and the connection breaks.
    discord.fail_next("POST /interactions/*/*/callback", Fault::DropAfter);
    let answer = ann.slash(&channel, "move", &[("move", json!("Nf3"))]).await;
    assert!(answer.content.starts_with("Nf3"));

    // The same interaction comes again: what it tries is seen and refused.
    let again = discord.deliver_again(&answer.interaction).await;
    assert_eq!(again.refused, Some(40_060));
    assert_eq!(again.content, answer.content);

    // An answer is held until it is let go.
    let hold = discord.hold("POST /interactions/*/*/callback");
    let pending = ann.slash(&channel, "move", &[("move", json!("Nc3"))]);
    assert_eq!(hold.caught().await, 1);
    assert_eq!(channel.messages().len(), 1);
    hold.release();
    assert!(pending.await.content.starts_with("Nc3"));
    assert_eq!(discord.violations(), []);

    // It says nothing.
    discord.set_first_answer(Duration::from_millis(50));
    assert!(
        ann.slash_unchecked(&channel, "silent", &[])
            .await
            .is_timed_out()
    );
    discord
        .wait_until("a violation", |world| !world.violations().is_empty())
        .await;
    assert_eq!(discord.violations()[0].code, "TIMED_OUT");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_comes_back() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    let running = start(&discord).await;

    // A broken connection is resumed, with what was missed meanwhile.
    discord.drop_gateway();
    let pending = ann.slash(&channel, "move", &[("move", json!("Nf3"))]);
    assert!(pending.await.content.starts_with("Nf3"));
    let resumes = |world: &World| (world.resumes(), world.resumes_where_told());
    assert_eq!(discord.look(World::identifies), 1);
    assert_eq!(discord.look(resumes), (1, 1));

    // An invalid session is replaced by a new one.
    discord.on_resume(Resume::Invalid);
    discord.drop_gateway();
    discord
        .wait_until("a second session", |world| world.identifies() == 2)
        .await;

    // A wrong token ends it.
    discord.close_gateway(4004);
    let ended = tokio::time::timeout(Duration::from_secs(20), running).await;
    let ended = ended.expect("it ends").expect("without a panic");
    assert_eq!(ended, Err(4004));

    // Another bot takes its place.
    start(&discord).await;
    let answer = ann.slash(&channel, "move", &[("move", json!("Nc3"))]).await;
    assert!(answer.content.starts_with("Nc3"));
    assert_eq!(discord.violations(), []);
}

/// Runs the load with these words against a bot, and gives what it says.
async fn load(words: &[&str]) -> Vec<String> {
    let mut load = Command::new(env!("CARGO_BIN_EXE_fake-discord"))
        .args(["--users", "3", "--wait", "20"])
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(load.stdout.take().expect("it is piped")).lines();
    let first = lines
        .next()
        .expect("it says something")
        .expect("it can be read");
    let url = first
        .strip_prefix("discord.api_url ")
        .expect("it says its address first");
    let mut client = client(url).await;
    let running = tokio::spawn(async move { client.start().await });
    let (status, said) = tokio::task::spawn_blocking(move || {
        let said: Vec<_> = lines.map_while(Result::ok).collect();
        (load.wait().expect("it ends"), said)
    })
    .await
    .expect("no panic");
    running.abort();
    assert!(status.success(), "{said:#?}");
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn load_is_measured() {
    let said = load(&["--seconds", "1", "--rate", "30"]).await;
    assert!(
        said.iter().any(|line| line.starts_with("p50 ")),
        "{said:#?}"
    );
    let said = load(&[
        "--count",
        "300",
        "--in-flight",
        "4",
        "--command",
        "move move:Nf3",
        "--command",
        "complete move move:N",
        "--command",
        "press Draw",
    ])
    .await;
    let progress: Vec<_> = said
        .iter()
        .filter_map(|line| line.strip_prefix("so far "))
        .collect();
    assert_eq!(progress.len(), 9, "{said:#?}");
    for expected in ["asked 300 in ", "answered 300, with a picture 1"] {
        assert!(
            said.iter().any(|line| line.starts_with(expected)),
            "{said:#?}"
        );
    }
}

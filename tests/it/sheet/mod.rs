//! A contact sheet: every kind of message as it would look at phone width.
//!
//! `RONDEL_SHEET=docs/images cargo test --test it sheet -- --include-ignored` writes the pictures that the
//! documents show, one message each, with a digest of the texts. Without the variable the messages are drawn
//! all the same, and what they must show is looked for.

mod phone;
mod scenes;
mod told;

use std::{path::Path, sync::Arc, time::Duration};

use fake_discord::{Answer, Channel, FakeDiscord, Message, Snowflake, User};
use image::RgbaImage;
use rondel::{
    commands::COMMANDS,
    host::{Clock, DrivenClock},
    matchplay::Moment,
    messages::Language,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

use self::{
    phone::{Card, PhoneButton, Piece},
    told::Notes,
};
use crate::{
    discord::inside::{Inside, Parts},
    snapshots::compare,
    tidy::{files, read, root},
};

/// The time of it all: 1 December 2026.
const START: Moment = Moment(1_796_083_200_000);
/// Height of a phone's screen, which a page does not exceed.
const SCREEN: u32 = 844;
/// The most characters of a block of text on a page.
const LONGEST_BLOCK: usize = 160;
/// The pages that may be longer.
const LONG: [&str; 3] = ["/rules", "/privacy", "/history"];
/// The messages that the documents show, by their titles, and the names of their pictures.
const SHOWN: [(&str, &str); 10] = [
    ("/play: an open table", "table"),
    ("The match begins, in its thread", "begins"),
    ("Button of a piece: where to", "goals"),
    ("What all see of it", "move"),
    ("/move: not legal, with the rule", "refusal"),
    ("/draw: offered", "draw"),
    ("The deadline has passed", "deadline"),
    ("The end of a match", "end"),
    ("/rules: in 60 seconds", "rules"),
    ("Settings: boards", "settings"),
];
/// The file with the digest of the texts of that time.
const DIGEST: &str = "texts.sha256";

/// Three people in a server, and what the bot has said to them.
struct Shoot {
    language: Language,
    discord: FakeDiscord,
    channel: Channel,
    people: [User; 3],
    clock: Arc<DrivenClock>,
    bot: Inside,
    cards: Vec<Card>,
    /// The commands that were given.
    given: Vec<String>,
    notes: Notes,
}

impl Shoot {
    async fn new(language: Language) -> Shoot {
        let discord = FakeDiscord::start().await;
        let guild = discord.guild("Round house");
        guild.set_locale(language.word());
        let channel = guild.channel("chess");
        let people = ["Ann", "Ben", "Cy"].map(|name| guild.user(name));
        for user in &people {
            user.set_locale(language.word());
        }
        guild.set_manager(&people[0], true);
        let (parts, clock) = Parts::driven(&discord, START);
        let bot = parts.start();
        discord.bot_ready().await;
        Shoot {
            language,
            discord,
            channel,
            people,
            clock,
            bot,
            cards: Vec::new(),
            given: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// Gives a command and keeps what is answered.
    async fn slash(
        &mut self,
        title: &str,
        who: usize,
        place: &Channel,
        command: &str,
        options: &[(&'static str, Value)],
    ) -> Answer {
        let answer = self.people[who].slash(place, command, options).await;
        self.given.push(command.to_owned());
        self.keep(&format!("/{command}: {title}"), &answer);
        answer
    }

    /// Presses a button, or chooses from a menu, and keeps what is answered.
    async fn press(&mut self, title: &str, who: usize, message: Snowflake, id: &str) -> Answer {
        let answer = self.people[who].press_forged(message, id).await;
        self.keep(title, &answer);
        answer
    }

    fn keep(&mut self, title: &str, answer: &Answer) {
        assert!(!answer.is_timed_out(), "{title}");
        let message = answer
            .message
            .and_then(|id| self.discord.look(|world| world.message(id).cloned()));
        let message = message.unwrap_or_else(|| panic!("{title}: {answer:?}"));
        self.notes.message(title, Some(answer), &message);
        self.keep_card(title, &message);
    }

    fn keep_message(&mut self, title: &str, message: &Message) {
        self.notes.message(title, None, message);
        self.keep_card(title, message);
    }

    fn keep_card(&mut self, title: &str, message: &Message) {
        let card = self.card(title, message);
        self.cards.push(card);
    }

    /// Lets time go by, and whatever is due happen and be told.
    async fn wait(&self, hours: u64) {
        self.clock.advance(Duration::from_secs(hours * 3_600));
        self.bot.host.settle_due().await.expect("it happens");
    }

    /// The latest message in a place with something in its text or ids that tells it from others.
    async fn latest(&self, place: &Channel, what: impl Fn(&Message) -> bool) -> Message {
        let channel = place.id();
        self.discord
            .wait_for("a message", |world| {
                let messages = world.messages(channel);
                let mut latest = messages.iter().rev();
                latest.find(|message| what(message)).map(|m| (*m).clone())
            })
            .await
    }

    /// The latest direct message to somebody.
    async fn direct(&self, who: usize) -> Message {
        let user = self.people[who].id();
        self.discord
            .wait_for("a direct message", |world| {
                let channel = world.direct_with(user)?;
                world.messages(channel).last().map(|m| (*m).clone())
            })
            .await
    }

    /// Waits for a direct message to somebody after this one.
    async fn next_direct(&self, who: usize, after: Snowflake) {
        let user = self.people[who].id();
        self.discord
            .wait_until("another direct message", |world| {
                let channel = world.direct_with(user);
                let last = channel.and_then(|channel| world.messages(channel).pop());
                last.is_some_and(|last| last.id > after)
            })
            .await;
    }

    fn card(&self, title: &str, message: &Message) -> Card {
        let mut card = Card {
            title: title.to_owned(),
            private: match (message.only_for, self.language) {
                (None, _) => "",
                (_, Language::English) => "Only you can see this.",
                (_, Language::German) => "Das siehst nur du.",
            },
            text: self.seen(&message.content),
            ..Card::default()
        };
        for attachment in &message.attachments {
            match picture(&attachment.filename, &attachment.bytes) {
                Some(picture) => card.picture = Some(picture),
                None => card.file = Some(attachment.filename.clone()),
            }
        }
        if message.is_v2() {
            card.page = self.pieces(&message.components);
            return card;
        }
        for select in message.selects() {
            let options = select.options.iter().map(|option| {
                let about = option.description.clone();
                (option.name.clone(), about.unwrap_or_default())
            });
            let prompt = select.placeholder.unwrap_or_default();
            card.menus.push((prompt, options.collect()));
        }
        for row in message.components.as_array().into_iter().flatten() {
            let buttons = buttons(row);
            if !buttons.is_empty() {
                card.rows.push(buttons);
            }
        }
        card
    }

    /// The parts of a page, from top to bottom.
    fn pieces(&self, components: &Value) -> Vec<Piece> {
        let parts = components.as_array().into_iter().flatten();
        let piece = |part: &Value| match part["type"].as_u64() {
            Some(10) => Piece::Text(self.seen(part["content"].as_str().unwrap_or_default())),
            Some(9) => {
                let text = part["components"][0]["content"].as_str();
                let text = self.seen(text.unwrap_or_default());
                Piece::Beside(text, button(&part["accessory"]))
            }
            Some(12) => Piece::Picture,
            Some(14) => Piece::Line,
            Some(1) if part["components"][0]["type"] != 2 => {
                let menu = &part["components"][0];
                let mut options = menu["options"].as_array().into_iter().flatten();
                let chosen = options.find(|option| option["default"] == true);
                let shown = chosen.map_or(&menu["placeholder"], |option| &option["label"]);
                Piece::Menu(shown.as_str().unwrap_or_default().to_owned())
            }
            Some(1) => Piece::Buttons(buttons(part)),
            other => panic!("a part of the type {other:?}"),
        };
        parts.map(piece).collect()
    }

    /// A text as Discord shows it: mentions by name, moments as seen from now, no backslashes.
    fn seen(&self, content: &str) -> String {
        let mut seen = String::new();
        let mut rest = content;
        while let Some(at) = rest.find(['<', '\\']) {
            let (before, after) = rest.split_at(at);
            seen.push_str(before);
            rest = if let Some(escaped) = after.strip_prefix('\\') {
                let mut letters = escaped.chars();
                seen.extend(letters.next());
                letters.as_str()
            } else if let Some(end) = after.find('>') {
                seen.push_str(&self.named(&after[1..end]));
                &after[end + 1..]
            } else {
                seen.push('<');
                &after[1..]
            };
        }
        seen.push_str(rest);
        seen.replace("**", "")
    }

    /// Writes a mention, a moment or a command as Discord does in the reader's language.
    fn named(&self, tag: &str) -> String {
        let is_german = self.language == Language::German;
        if let Some(moment) = tag.strip_prefix("t:").and_then(|t| t.strip_suffix(":R")) {
            let seconds: i64 = moment.parse().expect("seconds");
            let hours = (seconds - self.clock.now().0 / 1_000) / 3_600;
            return match (hours, is_german) {
                (48.., false) => format!("in {} days", hours / 24),
                (48.., true) => format!("in {} Tagen", hours / 24),
                (1.., false) => format!("in {hours} hours"),
                (1.., true) => format!("in {hours} Stunden"),
                (0, false) => String::from("in a few minutes"),
                (0, true) => String::from("in wenigen Minuten"),
                (_, false) => format!("{} hours ago", -hours),
                (_, true) => format!("vor {} Stunden", -hours),
            };
        }
        if let Some(moment) = tag.strip_prefix("t:").and_then(|t| t.strip_suffix(":f")) {
            let seconds: i64 = moment.parse().expect("seconds");
            let (day, hour) = (seconds / 86_400, seconds / 3_600 % 24);
            // The story begins on the first of December.
            let day = day - START.0 / 86_400_000 + 1;
            let day = if is_german {
                format!("{day}. Dezember")
            } else {
                format!("{day} December")
            };
            return format!("{day} {hour:02}:{:02}", seconds / 60 % 60);
        }
        if let Some((command, _)) = tag.split_once(':').filter(|_| tag.starts_with('/')) {
            return command.to_owned();
        }
        let number = tag.trim_start_matches(['@', '#', '!', '&']);
        let who = self
            .people
            .iter()
            .zip(["@Ann", "@Ben", "@Cy"])
            .find(|(user, _)| user.id().to_string() == number);
        match who {
            Some((_, name)) => name.to_owned(),
            None if tag.starts_with('#') => {
                let name = self.discord.look(|world| {
                    let channel = number.parse().ok().map(Snowflake)?;
                    world.channel(channel).map(|channel| channel.name.clone())
                });
                format!("#{}", name.unwrap_or_default())
            }
            None => format!("<{tag}>"),
        }
    }
}

/// A button as a phone shows it.
fn button(button: &Value) -> PhoneButton {
    let label = button["label"].as_str().unwrap_or_default().to_owned();
    let style = button["style"].as_u64().unwrap_or(2);
    (label, style, button["disabled"] != true)
}

/// The buttons of a row.
fn buttons(row: &Value) -> Vec<PhoneButton> {
    let buttons = row["components"].as_array().into_iter().flatten();
    let buttons = buttons.filter(|component| component["type"] == 2);
    buttons.map(button).collect()
}

/// A picture, of a GIF the first frame.
fn picture(name: &str, bytes: &[u8]) -> Option<RgbaImage> {
    if name.ends_with(".png") {
        return Some(
            image::load_from_memory(bytes)
                .expect("a picture")
                .to_rgba8(),
        );
    }
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut moving = options.read_info(bytes).ok()?;
    let (width, height) = (u32::from(moving.width()), u32::from(moving.height()));
    let first = moving.read_next_frame().expect("a frame")?;
    RgbaImage::from_raw(width, height, first.buffer.to_vec())
}

async fn shoot(language: Language) {
    let mut shoot = Shoot::new(language).await;
    scenes::play(&mut shoot).await;
    assert_eq!(shoot.discord.violations(), []);
    let Shoot {
        discord,
        bot,
        cards: said,
        given: all,
        mut notes,
        ..
    } = shoot;
    bot.stop().await.expect("it stops");
    notes.places(&discord);
    compare("told", language.word(), notes.text());
    for command in COMMANDS {
        let given = all.iter().any(|given| given == command.name);
        assert!(given, "no message of /{} is on the sheet", command.name);
    }
    let cards: Vec<RgbaImage> = said.iter().map(phone::draw).collect();
    println!("{language:?}: {} kinds of messages", cards.len());
    for (card, drawn) in said.iter().zip(&cards) {
        let may_be_long = LONG.iter().any(|long| card.title.starts_with(long));
        if card.page.is_empty() || may_be_long {
            continue;
        }
        let height = drawn.height();
        assert!(height <= SCREEN, "{}: {height} px", card.title);
        for piece in &card.page {
            if let Piece::Text(text) | Piece::Beside(text, _) = piece {
                let letters = text.chars().count();
                assert!(letters <= LONGEST_BLOCK, "{}: {text}", card.title);
            }
        }
    }
    let Ok(directory) = std::env::var("RONDEL_SHEET") else {
        return;
    };
    let directory = Path::new(&directory);
    for (title, name) in SHOWN {
        let at = said.iter().position(|card| card.title == title);
        let drawn = phone::untitled(&cards[at.expect(title)]);
        let name = format!("{name}-{}.png", language.word());
        std::fs::write(directory.join(name), phone::encode(&drawn)).expect("it is written");
    }
    std::fs::write(directory.join(DIGEST), digest()).expect("it is written");
}

/// Returns the digest of all texts of which messages are made.
fn digest() -> String {
    let mut hash = Sha256::new();
    for path in files(&["assets/texts"], &[".ftl"]) {
        hash.update(read(&path));
    }
    let digest = hash.finalize();
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    digits + "\n"
}

/// Whoever changes a text draws the pictures anew, and looks at them.
#[test]
fn the_pictures_of_the_documents_are_of_todays_texts() {
    let kept = read(&format!("docs/images/{DIGEST}"));
    let how = "RONDEL_SHEET=docs/images cargo test --test it sheet -- --include-ignored";
    assert!(
        kept == digest() || std::env::var("RONDEL_SHEET").is_ok(),
        "draw them anew: {how}"
    );
    for (_, name) in SHOWN {
        for language in Language::ALL {
            let path = format!("docs/images/{name}-{}.png", language.word());
            assert!(root().join(&path).is_file(), "{path}");
        }
    }
}

// German texts are the longer ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes as long as the German one: .ci/long whole"]
async fn every_kind_of_message_in_english() {
    shoot(Language::English).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_message_in_german() {
    shoot(Language::German).await;
}

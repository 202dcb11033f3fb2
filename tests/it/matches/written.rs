//! What Rondel writes of moves, squares, matches and times is understood where it is typed: random matches in
//! which each move is typed as something wrote it (`RONDEL_WRITTEN` things; `.ci/long records`).

use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rondel::{
    chats::console::PlainMarkup,
    commands::{Incoming, Input, LONGEST_TEXT, Responder, Speaker, Suggestion, Typing, Value},
    host::Host,
    matchplay::{Match, Moment, Place, TimeLimit},
    messages::{Reply, Texts, move_preview::label},
    rules::{Color, Move, Piece, Position, Role, Square, long, short},
    store::memory::MemoryStore,
};

use super::PLAYERS;
use crate::{
    line::speaker,
    now::now,
    said::{GERMAN, TEXTS, says},
    tidy::read,
};

/// The things that are typed without `RONDEL_WRITTEN`.
const WRITTEN: u64 = 2_000;

/// The longest match, in plies.
const LONGEST: u32 = 150;

/// Something that was written of a move, and the writer.
struct Written {
    by: String,
    text: String,
    /// True if other moves may be written so as well: then it may be asked which one is meant.
    is_vague: bool,
}

impl Written {
    fn new(by: impl Into<String>, text: impl Into<String>) -> Written {
        Written {
            by: by.into(),
            text: text.into(),
            is_vague: false,
        }
    }

    fn vague(by: impl Into<String>, text: impl Into<String>) -> Written {
        Written {
            is_vague: true,
            ..Written::new(by, text)
        }
    }
}

/// The ids of the texts of one line that have a place of this name.
fn with_place(texts: &Texts, place: &str) -> Vec<String> {
    let folder = format!("assets/texts/{}", texts.language().word());
    let place = format!("{{ ${place} }}");
    let mut ids = Vec::new();
    for path in crate::tidy::files(&[&folder], &[".ftl"]) {
        for line in read(&path).lines() {
            if let Some((id, text)) = line.split_once(" = ")
                && text.contains(&place)
            {
                ids.push(id.to_owned());
            }
        }
    }
    assert!(!ids.is_empty(), "{place}");
    ids
}

/// A text with this value in its place, and everything else that it may say beside it.
fn filled(texts: &Texts, id: &str, place: &'static str, value: &str, state: &Match) -> String {
    let id_of_match = state.id();
    let army = texts.army(Color::White);
    let player = texts.say("player", &[("name", &"ann"), ("army", &army)]);
    let does = texts.word("move-castles-king");
    let ply = state.ply() + 1;
    let piece = texts.piece(Role::Knight);
    let all: [(&'static str, &(dyn Display + Sync)); 16] = [
        ("square", &"f1"),
        ("bold", &""),
        ("ply", &ply),
        ("number", &ply),
        ("times", &ply),
        ("army", &army),
        ("player", &player),
        ("does", &does),
        ("match", &id_of_match),
        ("from", &"a1"),
        ("to", &"a2"),
        ("piece", &piece),
        ("what", &piece),
        ("taken", &piece),
        ("ruleset", &"Duel"),
        ("moves", &value),
    ];
    let others = all.into_iter().filter(|(name, _)| *name != place);
    let values: Vec<_> = others.chain([(place, &value as _)]).collect();
    texts.say(id.to_owned(), &values).into()
}

/// The program, with three players, of whom one speaks German.
struct Program {
    host: Arc<Host>,
    responder: Arc<Responder>,
    texts_of_moves: Vec<(Texts, String)>,
    texts_of_squares: Vec<(Texts, String)>,
    texts_of_matches: Vec<(Texts, String)>,
}

const PLACE: &str = "console/table";

impl Program {
    fn start() -> Program {
        let ticks = AtomicI64::new(1_700_000_000_000);
        // Some seconds between two acts, so that nobody types too fast.
        let clock = Arc::new(move || Moment(ticks.fetch_add(3_000, Ordering::Relaxed)));
        let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PlainMarkup));
        let texts_with = |place: &str, but: &[&str]| {
            let each = |texts: &Texts| {
                let others = but.iter().flat_map(|place| with_place(texts, place));
                let others: Vec<String> = others.collect();
                let ids = with_place(texts, place).into_iter();
                let ids = ids.filter(|id| id != "help-turn" && !others.contains(id));
                ids.map(|id| (texts.clone(), id)).collect::<Vec<_>>()
            };
            [&*TEXTS, &*GERMAN].map(each).concat()
        };
        Program {
            host,
            responder: Arc::new(responder.with_pictures(false)),
            texts_of_moves: texts_with("move", &[]),
            // The others name more squares than one.
            texts_of_squares: texts_with("square", &["goals", "from", "move"]),
            texts_of_matches: texts_with("match", &[]),
        }
    }

    async fn typed(&self, who: &str, name: &str, options: &[(&str, Value)]) -> Reply {
        let options = options.iter();
        let options = options.map(|(name, value)| ((*name).to_owned(), value.clone()));
        let input = Input::Command {
            name: name.to_owned(),
            options: options.collect(),
        };
        let incoming = Incoming::new(somebody(who), Place::new(PLACE), input);
        self.responder.answer(&incoming).await
    }

    async fn text(&self, who: &str, name: &str, option: &str, text: &str) -> Reply {
        let text = Value::Text(text.to_owned());
        self.typed(who, name, &[(option, text)]).await
    }

    /// Opens a table and seats everybody.
    async fn open(&self) -> Arc<Match> {
        let white = Value::Text(String::from("white"));
        let opened = self.typed(PLAYERS[0], "play", &[("seat", white)]).await;
        let id = opened.state.expect("a table").id().to_string();
        for who in &PLAYERS[1..] {
            let joined = self.text(who, "join", "match", &id).await;
            assert_eq!(joined.refused(), None, "{}", joined.text());
        }
        self.state(&id).await
    }

    async fn state(&self, id: &str) -> Arc<Match> {
        let state = self.host.state(id.parse().unwrap()).await.unwrap();
        state.expect("the match")
    }

    async fn suggested(
        &self,
        who: &str,
        command: &str,
        option: &str,
        text: &str,
    ) -> Vec<Suggestion> {
        let typing = Typing {
            command,
            option,
            text,
            given: None,
        };
        let (speaker, place) = (somebody(who), Place::new(PLACE));
        self.responder.suggest(&speaker, &place, &typing, 25).await
    }

    /// What is written of a move before it is made, or would be told of it then: of the texts that tell it one
    /// at a time, and rarely what completes it, since that takes its time.
    async fn writings(
        &self,
        who: &str,
        state: &Match,
        mv: Move,
        rng: &mut ChaCha8Rng,
    ) -> Vec<Written> {
        let (position, texts) = (state.position(), texts_of(who));
        let short = short(position, mv);
        let mut all = Vec::new();
        if rng.random_range(0..16) == 0 {
            for one in self.suggested(who, "move", "move", &mv.to_string()).await {
                if one.value == mv.to_string() {
                    all.push(Written::new("a completion's label", one.label));
                    all.push(Written::new("a completion's value", one.value));
                    all.extend(one.short.map(|short| Written::vague("a completion", short)));
                }
            }
            return all;
        }
        let consequences = state.game().consequences(mv).expect("legal");
        for _ in 0..4 {
            let (texts, id) = &self.texts_of_moves[rng.random_range(0..self.texts_of_moves.len())];
            let label = label(texts, state.game(), mv, &consequences);
            let written = texts.move_in(position, mv);
            let cut: String = label.chars().take(written.chars().count() + 8).collect();
            all.push(Written::new(id, filled(texts, id, "move", &written, state)));
            all.push(Written::new("a label", label));
            all.push(Written::new("a label that is cut", format!("{cut}…")));
        }
        let of_takes = short.replace('x', "×");
        let plain = mv.to_string();
        let number = state.ply() + 1;
        for (by, text) in [
            ("short", short.clone()),
            ("plain", plain.clone()),
            ("long", long(position, mv)),
            ("a record", format!("{number}. {short}")),
            ("a numbered list", format!("{number}... {short}")),
            ("a phone's list", format!("{number}… {short}.")),
            ("numbers without a space", format!("{number}.{short}")),
            ("a phone", format!("{short}.")),
            ("bold", format!("**{number}. {short}**")),
            ("quotes", format!("“{short}”")),
            ("German quotes", format!("„{short}“")),
            ("code", format!("`{plain}`")),
            ("an en dash", format!("{}–{}", &plain[..2], &plain[2..])),
            ("an arrow", format!("{} → {}", &plain[..2], &plain[2..])),
            (
                "a dash and a head",
                format!("{}->{}", &plain[..2], &plain[2..]),
            ),
        ] {
            all.push(Written::new(by, text));
        }
        // An `x` may be a file.
        if !short.contains("xx") && !plain.contains('x') {
            all.push(Written::new("a capture", of_takes));
        }
        let own = texts.language().own_letters(&short);
        all.push(Written::vague("the language's letters", own));
        all.push(Written::vague("for people", texts.move_in(position, mv)));
        let full = texts.move_in_full(position, mv);
        all.push(Written::vague("for people, in full", full));
        all.extend(in_words(texts, position, mv));
        all.retain(|one| one.text.chars().count() <= LONGEST_TEXT);
        all
    }
}

/// What posts and buttons say of a move in words.
fn in_words(texts: &Texts, position: &Position, mv: Move) -> Vec<Written> {
    let mut all = Vec::new();
    let Some(Piece { role, .. }) = position.piece_at(mv.from) else {
        return all;
    };
    let castles = short(position, mv);
    if castles.starts_with('O') {
        let id = if castles.starts_with("O-O-O") {
            "move-castles-queen"
        } else {
            "move-castles-king"
        };
        all.push(Written::new(id, texts.word(id)));
        return all;
    }
    let piece = texts.piece(role);
    let tail = mv.promotion.map(|role| {
        let becomes = texts.say("move-promotes", &[("piece", &texts.piece(role))]);
        format!("{}{becomes}", texts.word("list-comma"))
    });
    let tail = tail.unwrap_or_default();
    let from = texts.say("button-piece", &[("piece", &piece), ("square", &mv.from)]);
    let to = texts.say("button-piece-to", &[("piece", &from), ("square", &mv.to)]);
    all.push(Written::new("button-piece-to", format!("{to}{tail}")));
    let takes = short(position, mv).contains('x') && position.piece_at(mv.to).is_some();
    let id = if takes { "done-takes" } else { "done-moves" };
    let taken = texts.piece(Role::Pawn);
    let values = [
        ("piece", &piece as &(dyn Display + Sync)),
        ("square", &mv.to),
        ("taken", &taken),
    ];
    all.push(Written::vague(
        id,
        format!("{}{tail}", texts.say(id, &values)),
    ));
    all
}

/// Ann and Cy speak English, and Ben German.
fn somebody(who: &str) -> Speaker {
    Speaker {
        language: Some(texts_of(who).language()),
        ..speaker("console", who)
    }
}

fn texts_of(who: &str) -> &'static Texts {
    if who == PLAYERS[1] { &GERMAN } else { &TEXTS }
}

/// Types a move as it is written, and returns what was understood: the move, or that it is asked which.
async fn makes(program: &Program, who: &str, state: &Match, mv: Move, written: &Written) -> bool {
    let reply = program.text(who, "move", "move", &written.text).await;
    let what = format!("{} wrote {:?} of {mv}", written.by, written.text);
    let asked = reply.refused() == Some("ambiguous") && written.is_vague;
    if asked {
        let offered = reply.buttons().iter();
        let mut offered = offered.filter(|button| button.id.ends_with(&format!(":{mv}")));
        assert!(offered.next().is_some(), "{what}: {}", reply.text());
        return false;
    }
    assert_eq!(
        reply.refused(),
        None,
        "{}: {what}: {}",
        state.position(),
        reply.text()
    );
    let after = program.state(&state.id().to_string()).await;
    let played = after
        .played()
        .iter()
        .rev()
        .find(|one| one.ply == state.ply() + 1);
    assert_eq!(
        played.map(|one| one.mv),
        Some(mv),
        "{}: {what}",
        state.position()
    );
    true
}

/// What is written of squares and matches is understood by what looks.
async fn looks(
    program: &Program,
    who: &str,
    state: &Match,
    rng: &mut ChaCha8Rng,
    said: &mut Counts,
) {
    let square = Square::from_index(rng.random_range(0..Square::COUNT)).unwrap();
    let mut all = vec![
        (String::from("plain"), square.to_string()),
        (String::from("a phone"), square.to_string().to_uppercase()),
    ];
    let (texts, id) =
        &program.texts_of_squares[rng.random_range(0..program.texts_of_squares.len())];
    all.push((
        id.clone(),
        filled(texts, id, "square", &square.to_string(), state),
    ));
    for one in program
        .suggested(who, "look", "square", &square.to_string())
        .await
    {
        if one.value == square.to_string() {
            all.push((String::from("a completion's label"), one.label));
        }
    }
    for (by, text) in all {
        let shown = program.text(PLAYERS[0], "look", "square", &text).await;
        let heading = says(
            shown.text(),
            "look-heading",
            &[("square", &square.to_string())],
        );
        assert!(heading, "{by} wrote {text:?} of {square}: {}", shown.text());
        said.count(format!("square: {by}"));
    }
    let id = state.id().to_string();
    let mut all = vec![
        (String::from("plain"), id.clone()),
        (String::from("a phone"), id.to_uppercase()),
    ];
    let (texts, of) =
        &program.texts_of_matches[rng.random_range(0..program.texts_of_matches.len())];
    let text = filled(texts, of, "match", &id, state);
    if text.chars().count() <= LONGEST_TEXT {
        all.push((of.clone(), text));
    }
    for one in program.suggested(who, "board", "match", &id).await {
        if one.value == id {
            all.push((String::from("a completion's label"), one.label));
        }
    }
    for (by, text) in all {
        let shown = program.text(who, "board", "match", &text).await;
        let found = shown.state.as_ref().map(|state| state.id().to_string());
        assert_eq!(
            found.as_deref(),
            Some(&*id),
            "{by} wrote {text:?}: {}",
            shown.text()
        );
        said.count(format!("match: {by}"));
    }
}

/// How many things of each writer were typed.
#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn count(&mut self, by: String) {
        *self.0.entry(by).or_default() += 1;
    }

    fn all(&self) -> u64 {
        self.0.values().sum()
    }
}

#[tokio::test]
async fn what_is_written_can_be_typed() {
    let wanted = std::env::var("RONDEL_WRITTEN").ok();
    let wanted: u64 = wanted.map_or(WRITTEN, |count| count.parse().expect("a number"));
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut said = Counts::default();
    let (mut program, mut matches) = (Program::start(), 0);
    while said.all() < wanted {
        // A store that is not full of matches that nobody plays on.
        if matches % 20 == 19 {
            program = Program::start();
        }
        matches += 1;
        let mut state = program.open().await;
        while state.outcome().is_none() && state.ply() < LONGEST && said.all() < wanted {
            let who = PLAYERS[state.position().turn().index()];
            let legal = state.position().legal_moves();
            let mv = legal[rng.random_range(0..legal.len())];
            let writings = program.writings(who, &state, mv, &mut rng).await;
            if writings.is_empty() {
                // It is not among those that are offered first.
                continue;
            }
            let written = &writings[rng.random_range(0..writings.len())];
            said.count(format!("move: {}", written.by));
            if !makes(&program, who, &state, mv, written).await {
                let plain = Written::new("plain", mv.to_string());
                makes(&program, who, &state, mv, &plain).await;
            }
            if rng.random_range(0..8) == 0 {
                looks(&program, who, &state, &mut rng, &mut said).await;
            }
            state = program.state(&state.id().to_string()).await;
        }
        for who in PLAYERS {
            let confirm = [("confirm", Value::Boolean(true))];
            program.typed(who, "resign", &confirm).await;
        }
    }
    println!(
        "written things typed: {} by {} writers",
        said.all(),
        said.0.len()
    );
    for (by, count) in &said.0 {
        println!("{count:7} {by}");
    }
}

/// Every time that can be set is read from the words in which it is told.
#[test]
fn times_are_read_as_they_are_told() {
    let program = Program::start();
    let mut checked = 0;
    let limits = [
        "none", "10s", "59s", "1m", "90s", "10m", "1h", "90m", "12h", "1d", "36h", "3d", "30d",
    ];
    for (texts, limit) in [&*TEXTS, &*GERMAN]
        .iter()
        .flat_map(|texts| limits.map(|one| (texts, one)))
    {
        let parsed = limit.parse::<TimeLimit>().ok();
        let word = parsed.map_or_else(|| texts.word("limit-none"), |limit| texts.time_limit(limit));
        let told: String = texts.say("table-time", &[("limit", &word)]).into();
        for text in [word.clone(), word.to_uppercase(), told, format!("{word}.")] {
            // Computers alone, so that nobody's tables are too many.
            let options = [
                ("time", Value::Text(text.clone())),
                ("computers", Value::Integer(3)),
                ("level", Value::Integer(1)),
            ];
            let who = format!("watcher{checked}");
            let opened = now(program.typed(&who, "play", &options));
            let state = opened
                .state
                .as_ref()
                .unwrap_or_else(|| panic!("{text}: {}", opened.text()));
            assert_eq!(state.time_limit(), parsed, "{text}");
            checked += 1;
        }
    }
    assert_eq!(checked, 2 * 4 * limits.len());
}

//! The texts of every language: complete, all in use, well written, and short enough.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt::Display,
};

use rondel::{
    commands::{COMMANDS, rulebook::NAMES},
    host::LIMITS,
    matchplay::Rejection,
    messages::{Language, Texts},
    rules::{Color, Colors, Direction, Draw, Ending, Exit, Merit, Role},
    rulesets::PRESETS,
};

use super::{assert_none, files, read};

/// A text as it stands in its file.
struct Text {
    id: String,
    /// The lines after the sign.
    says: String,
}

/// Reads a file of texts.
fn texts_in(path: &str) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    for line in read(path).lines() {
        let begins = line.starts_with(|first: char| first.is_ascii_lowercase());
        if let (true, Some((id, says))) = (begins, line.split_once(" =")) {
            let (id, says) = (id.to_owned(), says.trim_start().to_owned());
            texts.push(Text { id, says });
        } else if !line.is_empty() && !line.starts_with('#') {
            let text = texts.last_mut();
            let text = text.unwrap_or_else(|| panic!("{path}: {line} belongs to nothing"));
            text.says.push('\n');
            text.says.push_str(line);
        }
    }
    assert!(!texts.is_empty(), "{path}");
    texts
}

/// The file with what is said otherwise where there are no channels.
const OTHERWISE: &str = "on-page.ftl";

/// Returns the texts of a language by topic, which is the name of their file.
fn topics(language: Language) -> BTreeMap<String, Vec<Text>> {
    let folder = format!("assets/texts/{}/", language.word());
    let paths = files(&[folder.trim_end_matches('/')], &[".ftl"]);
    let topics = paths.iter().map(|path| {
        let topic = path.trim_start_matches(&folder).to_owned();
        (topic, texts_in(path))
    });
    topics.collect()
}

fn texts(language: Language) -> Vec<Text> {
    topics(language).into_values().flatten().collect()
}

/// Returns the places of a text that are filled in.
fn places(text: &Text) -> BTreeSet<&str> {
    let names = text.says.split('$').skip(1);
    names
        .map(|rest| {
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

#[test]
fn every_language_says_the_same_with_the_same_filled_in() {
    let english = topics(Language::English);
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let own = topics(language);
        let known = |topics: &BTreeMap<String, Vec<Text>>| -> Vec<String> {
            topics.keys().cloned().collect()
        };
        assert_eq!(known(&own), known(&english), "{language:?}");
        let words = Texts::of(language);
        for (topic, texts) in &own {
            let ids = |texts: &[Text]| -> Vec<String> {
                texts.iter().map(|text| text.id.clone()).collect()
            };
            assert_eq!(ids(texts), ids(&english[topic]), "{language:?}: {topic}");
            for (text, other) in texts.iter().zip(&english[topic]) {
                if places(text) != places(other) {
                    let (own, other) = (places(text), places(other));
                    wrong.push(format!("{language:?}: {}: {own:?}, {other:?}", text.id));
                }
                if !words.has(&text.id) {
                    wrong.push(format!("{topic} is not compiled in for {language:?}"));
                }
            }
        }
        // What is said otherwise without channels stands there a second time, and takes the same.
        let (otherwise, said): (Vec<_>, Vec<_>) =
            own.iter().partition(|(topic, _)| *topic == OTHERWISE);
        let all = said.into_iter().flat_map(|(_, texts)| texts);
        let known: BTreeMap<&String, &Text> = all.clone().map(|text| (&text.id, text)).collect();
        for text in otherwise.into_iter().flat_map(|(_, texts)| texts) {
            let instead = known.get(&text.id);
            if !instead.is_some_and(|instead| places(text).is_subset(&places(instead))) {
                wrong.push(format!("{language:?}: {} says nothing otherwise", text.id));
            }
        }
        let mut seen = HashSet::new();
        let twice = all.filter(|text| !seen.insert(text.id.clone()));
        wrong.extend(twice.map(|text| format!("{language:?}: {} is there twice", text.id)));
    }
    assert_none(&wrong, "texts that differ in more than their language");
}

/// Returns the texts between quotes in code, except in comments and tests.
fn literals(code: &str) -> Vec<String> {
    let code = code.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|letter| *letter == '\n');
            }
            // A letter in quotes, which may be a quote itself. What else begins so is a lifetime.
            '\'' => {
                let mut ahead = rest.clone();
                let first = ahead.next();
                let escaped = first == Some('\\');
                if escaped || ahead.next() == Some('\'') {
                    rest.by_ref().nth(if escaped { 2 } else { 1 });
                }
            }
            '"' => {
                let mut text = String::new();
                while let Some(letter) = rest.next().filter(|letter| *letter != '"') {
                    text.push(letter);
                    if letter == '\\' {
                        text.extend(rest.next());
                    }
                }
                found.push(text);
            }
            _ => {}
        }
    }
    found
}

#[test]
fn literals_are_read() {
    let code = "say(\"a-b\", 'x', '\"', '\\'', \"c \\\" d\"); // \"e\"\nfn f<'a>(g: &'a str) { \"h\" }\n\
                #[cfg(test)]\nmod tests { \"i\" }";
    assert_eq!(literals(code), ["a-b", "c \\\" d", "h"]);
}

/// The ids that code puts together, by the pattern that stands there, with everything that can
/// stand in its places.
fn made_ids() -> Vec<(&'static str, Vec<String>)> {
    let with = |pattern: &str, names: &[&str]| -> Vec<String> {
        let names = names.iter();
        names.map(|name| pattern.replacen("{}", name, 1)).collect()
    };
    let commands: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    let of_options = || {
        COMMANDS
            .iter()
            .flat_map(|command| command.options.iter().map(move |option| (command, option)))
    };
    let options: Vec<&str> = of_options().map(|(_, option)| option.name).collect();
    let choices: Vec<&str> = of_options()
        .flat_map(|(_, option)| option.choices)
        .copied()
        .collect();
    let exits = [
        Exit::Mate,
        Exit::KingTaken,
        Exit::Stalemate,
        Exit::Conceded,
        Exit::Time,
    ];
    let draws = [
        Draw::Agreement,
        Draw::Stalemate,
        Draw::Repetition,
        Draw::Moves,
        Draw::Impossibility,
        Draw::Time,
    ];
    let mut endings = vec![
        Ending::LastArmy,
        Ending::FirstOut,
        Ending::CapturableKing,
        Ending::ResignedFor,
        Ending::Aborted,
    ];
    endings.extend(draws.map(Ending::Draw));
    let endings: Vec<String> = endings
        .iter()
        .map(|ending| ending.word().replace(':', "-"))
        .collect();
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    let months: Vec<String> = (1..=12).map(|month: u8| month.to_string()).collect();
    let months: Vec<&str> = months.iter().map(String::as_str).collect();
    let (seat, candidates) = (Color::White, Colors::ALL);
    // Refusals that have the same words for every command.
    let rejections = [
        Rejection::Paused,
        Rejection::NothingToTakeBack,
        Rejection::NotAPlayer,
        Rejection::NotOver,
        Rejection::MatchOver,
        Rejection::NoSuchMatch,
        Rejection::TableFull,
        Rejection::NotSeated,
        Rejection::AlreadyConceded,
        Rejection::ArmyOut,
        Rejection::NoThirdArmy,
        Rejection::NotStarted,
        Rejection::AlreadyStarted,
        Rejection::NotAllowed,
        Rejection::SeatTaken { seat },
        Rejection::AlreadySeated { seat },
        Rejection::NotYourTurn { turn: seat },
        Rejection::PositionMovedOn { shown: 0, now: 0 },
        Rejection::WhichMatch { candidates: vec![] },
        Rejection::WhichWinner { candidates },
        Rejection::WhichPartner { candidates },
    ];
    let reasons = rejections.each_ref().map(Rejection::reason);
    // Every setting has a text of its own, or one for each of its values.
    let settings = |pattern: &str, end: &str| -> Vec<String> {
        of_options()
            .filter(|(command, _)| ["settings", "server"].contains(&command.name))
            .flat_map(|(command, option)| {
                let begin = pattern.replacen("{}", command.name, 1);
                let words = option
                    .choices
                    .iter()
                    .chain(&["true", "false", "none", "own", "usual"]);
                let name = option.name;
                let ids =
                    words.map(move |word| format!("{begin}{name}{}", end.replacen("{}", word, 1)));
                ids.collect::<Vec<_>>()
            })
            .collect()
    };
    let limits = LIMITS.map(|row| row.word);
    // The words of the reasons for which moves are illegal.
    let illegal = literals(&read("src/rules/illegal.rs"));
    let illegal = illegal.iter().map(String::as_str);
    let is_word = |word: &&str| {
        word.bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_lowercase())
    };
    let illegal: Vec<&str> = illegal.filter(is_word).collect();
    // Of captures a crossed pawn is a pawn.
    let captured: Vec<&str> = Role::ALL.map(Role::word).into();
    let captured: Vec<&str> = captured
        .into_iter()
        .filter(|role| *role != Role::CrossedPawn.word())
        .collect();
    // The draws that can be claimed.
    // The ways in which a proposal is answered, or ends by itself.
    let answers = ["proposed", "agreed", "declined", "lapsed", "gone", "stands"];
    let proposals = [
        "abort",
        "pause",
        "resume",
        "takeback",
        "substitute",
        "computer",
        "put-out",
    ];
    let proposals = proposals.map(|word| with(&format!("{word}-{{}}"), &answers));
    let proposals = proposals.concat();
    vec![
        ("ruleset-{name}", with("ruleset-{}", &PRESETS)),
        ("rules-{}", with("rules-{}", NAMES)),
        ("command-{}", with("command-{}", &commands)),
        (
            "option-{}-{}",
            of_options()
                .map(|(command, option)| format!("option-{}-{}", command.name, option.name))
                .collect(),
        ),
        ("choice-{choice}", with("choice-{}", &choices)),
        (
            "choice-{option}-{choice}",
            of_options()
                .flat_map(|(_, option)| {
                    let choices = option.choices.iter();
                    choices.map(|choice| format!("choice-{}-{choice}", option.name))
                })
                .collect(),
        ),
        (
            "name-{kind}-{name}",
            [
                with("name-command-{}", &commands),
                with("name-option-{}", &options),
                with("name-choice-{}", &choices),
            ]
            .concat(),
        ),
        ("piece-{}", with("piece-{}", &Role::ALL.map(Role::word))),
        ("earned-{}", with("earned-{}", &Merit::ALL.map(Merit::word))),
        ("army-{}", with("army-{}", Color::NAMES)),
        ("piece-{}", with("piece-{}", Role::NAMES)),
        ("captures-{}", with("captures-{}", Role::NAMES)),
        ("captured-{}", with("captured-{}", &captured)),
        ("exit-{}", with("exit-{}", &exits.map(Exit::word))),
        (
            "line-{word}",
            with("line-{}", &Direction::ALL.map(Direction::word)),
        ),
        ("ended-{}", with("ended-{}", &endings)),
        ("refused-{}", with("refused-{}", &reasons)),
        ("refused-limit-{}", with("refused-limit-{}", &limits)),
        ("illegal-{}", with("illegal-{}", &illegal)),
        (
            "substitute-{agrees}",
            with("substitute-{}", &["agrees", "declines"]),
        ),
        ("{word}-{what}", proposals),
        ("leaders-{}", with("leaders-{}", &["server", "everywhere"])),
        ("month-{}", with("month-{}", &months)),
        ("{command}-{name}", settings("{}-", "")),
        ("{command}-{name}-{}", settings("{}-", "-{}")),
        ("{command}-{name}-{word}", settings("{}-", "-{}")),
        (
            "button-{command}-{name}-{other}",
            settings("button-{}-", "-{}"),
        ),
        ("person-{}", with("person-{}", &["play", "profile"])),
        ("group-{word}", with("group-{}", &GROUPS)),
        ("{id}-about", with("field-{}-about", &FIELDS)),
    ]
}

/// The groups of commands in `/help`.
const GROUPS: [&str; 7] = ["start", "move", "look", "agree", "after", "you", "server"];

/// The fields of a table's modal.
const FIELDS: [&str; 5] = ["opponents", "computers", "time", "ruleset", "rated"];

/// Texts that look like ids and are none: stable reasons, names of commands and of files.
const NO_IDS: &[&str] = &["forget-me", "move-preview", "put-out", "table-role"];

#[test]
fn every_text_is_used_and_every_text_that_is_used_is_there() {
    let said_in = |room: &str| -> BTreeSet<String> {
        let paths = files(&[room], &[".rs"]);
        let paths = paths.iter().filter(|path| !path.ends_with("tests.rs"));
        paths.flat_map(|path| literals(&read(path))).collect()
    };
    let said = ["src/commands", "src/messages", "src/chats"].map(said_in);
    let said: BTreeSet<String> = said.into_iter().flatten().collect();
    let there: BTreeSet<String> = texts(Language::English)
        .into_iter()
        .map(|text| text.id)
        .collect();
    let mut wrong = Vec::new();
    let mut used: BTreeSet<String> = said_in("src");
    for (pattern, ids) in made_ids() {
        if !said.contains(pattern) {
            wrong.push(format!("no code puts {pattern} together any more"));
        }
        used.extend(ids);
    }
    // The page names its texts where it shows them.
    for path in files(&["web"], &[".html"]) {
        let page = read(&path);
        let shown = page.split("{{t:").skip(1);
        let shown = shown.filter_map(|after| after.split_once("}}"));
        used.extend(shown.map(|(id, _)| id.to_owned()));
    }
    let unused = there.difference(&used);
    wrong.extend(unused.map(|id| format!("nothing says {id}")));
    // Texts of the same beginnings, joined in the same way, are meant to be ids.
    let begins: HashSet<&str> = there.iter().filter_map(|id| id.split('-').next()).collect();
    let is_id = |text: &str| {
        let mut words = text.split('-');
        let known = words.next().is_some_and(|first| begins.contains(first));
        let plain = |word: &str| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        known && text.contains('-') && words.all(plain)
    };
    let missing = said
        .iter()
        .filter(|text| is_id(text) && !there.contains(*text))
        .filter(|text| !NO_IDS.contains(&text.as_str()));
    wrong.extend(missing.map(|id| format!("there is no text {id}")));
    assert_none(&wrong, "texts and the code that says them");
}

/// Returns a text with a letter for each place that is filled in and for texts in quotes of the
/// format's own.
fn plain(says: &str) -> String {
    let mut plain = String::new();
    let mut rest = says;
    while let Some((before, after)) = rest.split_once('{') {
        plain.push_str(before);
        let place = after.split_once('}');
        let place = place.filter(|(inside, _)| !inside.contains(['{', '\n']));
        rest = match place {
            Some((_, after)) => {
                plain.push('X');
                after
            }
            // A choice between texts, which are read as well.
            None => after.trim_start(),
        };
    }
    plain + rest
}

/// Returns true if a letter is a picture that a device may draw in colours of its own.
fn is_emoji(letter: char) -> bool {
    matches!(u32::from(letter),
        0x2300..=0x23ff | 0x2460..=0x24ff | 0x25a0..=0x27bf | 0x2b00..=0x2bff | 0xfe0f
        | 0x1f000..=0x1faff)
}

/// Returns true if a word names a colour that nothing is called by here: some people do not see it.
fn is_colour(language: Language, word: &str) -> bool {
    let (colours, endings): (&[&str], &[&str]) = match language {
        Language::English => (
            &[
                "red", "green", "blue", "yellow", "orange", "purple", "pink", "brown",
            ],
            &["", "s"],
        ),
        Language::German => (
            &[
                "rot", "grün", "blau", "gelb", "orange", "lila", "rosa", "braun",
            ],
            &["", "e", "en", "er", "es", "em"],
        ),
    };
    let word = word.to_lowercase();
    colours.iter().any(|colour| {
        let ending = word.strip_prefix(colour);
        ending.is_some_and(|ending| endings.contains(&ending))
    })
}

/// Plies and sections are words of the specification. A player reads of moves, rounds and topics.
fn is_of_the_specification(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(&*word, "ply" | "plies") || word.starts_with("halbz")
}

#[test]
fn colours_are_seen_with_their_endings() {
    for (language, word) in [
        (Language::English, "red"),
        (Language::English, "blues"),
        (Language::German, "Rote"),
        (Language::German, "grünen"),
    ] {
        assert!(is_colour(language, word), "{word}");
    }
    for word in ["rotiert", "reden", "rede"] {
        assert!(!is_colour(Language::German, word), "{word}");
    }
}

#[test]
fn texts_are_well_written() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let (opens, closes) = match language {
            Language::English => ('“', '”'),
            Language::German => ('„', '“'),
        };
        for (topic, text) in topics(language)
            .into_iter()
            .flat_map(|(topic, texts)| texts.into_iter().map(move |text| (topic.clone(), text)))
        {
            let mut note = |what: &str| {
                wrong.push(format!(
                    "{language:?}: {} has {what}: {}",
                    text.id, text.says
                ));
            };
            let says = plain(&text.says);
            if says.contains('"') || language == Language::German && says.contains('\'') {
                note("straight quotes");
            }
            let count = |letter: char| says.matches(letter).count();
            if count(opens) != count(closes)
                || says.contains(['„', '“', '”', '‚', '«', '»'])
                    && (count(opens) == 0 || count(closes) == 0)
            {
                note("quotes of another language, or that never close");
            }
            let inside = says.lines().map(str::trim);
            if inside.clone().any(|line| line.contains("  ")) || text.says.ends_with(' ') {
                note("spaces too many");
            }
            let spaced = [" ,", " .", " ;", " :", " ?", " !", "..."];
            if inside
                .clone()
                .any(|line| spaced.iter().any(|sign| line.contains(sign)))
            {
                note("a space before a sign, or dots in place of …");
            }
            if says.chars().any(is_emoji) {
                note("a picture in place of words");
            }
            let mut words = says.split(|letter: char| !letter.is_alphabetic());
            if says.contains('§') || words.clone().any(is_of_the_specification) {
                note("what only the specification calls so");
            }
            // The looks of boards are told by their colours.
            if topic != "looks.ftl" && words.any(|word| is_colour(language, word)) {
                note("a colour that somebody may not see");
            }
        }
    }
    assert_none(&wrong, "texts that are not written as the others are");
}

/// Returns the longest value for a place in a button or a list.
fn longest(texts: &Texts, place: &str) -> String {
    let armies = Color::ALL.map(|color| texts.army(color));
    let army = armies.iter().max_by_key(|army| army.chars().count());
    let army = army.cloned().unwrap_or_default();
    match place {
        "bold" => String::from("**"),
        "army" | "by" => army,
        "armies" => format!("{army}, {army} {army}"),
        "piece" => {
            let piece = piece(texts);
            let dead = texts.say("dead-piece-of", &[("army", &army), ("piece", &piece)]);
            dead.into()
        }
        "move" => String::from("QxKm1=Q##+"),
        "score" => String::from("1/2-11/6-1/3"),
        "border" => String::from("h|i"),
        "borders" => String::from("x|a, h|i, p|q"),
        "page" | "ply" | "count" => u32::MAX.to_string(),
        "square" => String::from("m4"),
        "what" => longest(texts, "piece"),
        _ => "W".repeat(64),
    }
}

fn piece(words: &Texts) -> String {
    let ids = texts(Language::English).into_iter().map(|text| text.id);
    let pieces =
        ids.filter(|id| id.starts_with("piece-") && !["piece-of", "piece-on"].contains(&&**id));
    let pieces = pieces.map(|id| words.word(&id));
    pieces
        .max_by_key(|piece| piece.chars().count())
        .unwrap_or_default()
}

/// Returns the length of a text with the longest values in all its places.
fn at_longest(words: &Texts, text: &Text) -> usize {
    let places: Vec<(&'static str, String)> = places(text)
        .into_iter()
        .filter(|place| *place != "count")
        .map(|place| (&*place.to_owned().leak(), longest(words, place)))
        .collect();
    let said = [1, 99_999].map(|count| {
        let mut values: Vec<(&'static str, &(dyn Display + Sync))> = vec![("count", &count)];
        values.extend(places.iter().map(|(place, value)| (*place, value as _)));
        words.say(text.id.clone(), &values).chars().count()
    });
    said.into_iter().max().unwrap_or_default()
}

/// Returns the argument list of each call that begins so in some code.
fn calls<'a>(code: &'a str, begins: &str) -> Vec<&'a str> {
    let found = code.match_indices(begins).map(|(at, _)| {
        let rest = &code[at + begins.len()..];
        let mut depth = 1;
        let end = rest.find(|letter| {
            depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
            depth == 0
        });
        &rest[..end.unwrap_or(rest.len())]
    });
    found.collect()
}

/// Returns the names that stand first in the pairs of a call.
fn paired(call: &str) -> BTreeSet<String> {
    let pairs = call.split("(\"").skip(1);
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase());
    pairs
        .filter_map(|pair| pair.split_once("\",").map(|(name, _)| name))
        .filter(is_name)
        .map(str::to_owned)
        .collect()
}

/// Returns the places that the fillings of a call are named after: `player` for `Player(by)`, for
/// `player(by)`, for `Text("player", …)`, `Who("player", …)`, `At(…)`, `of(…)` and `("player", …)`, and
/// for a variable `player`.
fn filled(call: &str) -> BTreeSet<String> {
    let list = call.split_once('[').map_or("", |(_, list)| list);
    let mut depth = 0;
    let fillings = list.split(|letter: char| {
        depth += i32::from("([".contains(letter)) - i32::from(")]".contains(letter));
        depth == 0 && letter == ',' || depth == -1 && letter == ']'
    });
    let fillings = fillings
        .map(str::trim)
        .take_while(|filling| !filling.starts_with([')', ',']));
    let named = ["Text(\"", "Who(\"", "At(\"", "of(\"", "(\""];
    let places = fillings.map(|filling| {
        let text = named.iter().find_map(|named| filling.strip_prefix(named));
        match text {
            Some(text) => text.split('"').next().unwrap_or_default(),
            None => filling.split('(').next().unwrap_or_default(),
        }
    });
    let places = places.map(|place| place.trim_start_matches("Filling::").to_ascii_lowercase());
    places.filter(|place| !place.is_empty()).collect()
}

#[test]
fn fillings_are_named_after_their_places() {
    let call =
        "\"id\", [player(by), Filling::Match, Text(\"name\", name(a, b)), Who(\"by\", c), until]";
    let places = ["player", "match", "name", "by", "until"].map(String::from);
    assert_eq!(filled(call), BTreeSet::from(places));
    assert_eq!(filled("\"id\", []"), BTreeSet::new());
}

#[test]
fn texts_are_said_with_the_arguments_that_they_have() {
    let there: BTreeMap<String, BTreeSet<String>> = texts(Language::English)
        .iter()
        .map(|text| {
            let places = places(text).into_iter().map(str::to_owned);
            (text.id.clone(), places.collect())
        })
        .collect();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for path in files(&["src"], &[".rs"]) {
        let code = read(&path);
        let code = code.split("\n#[cfg(test)]").next().unwrap_or_default();
        let said = [".say(", " say("]
            .map(|begins| calls(code, begins))
            .concat();
        let said = said.into_iter().map(|call| (call, "&[", paired(call)));
        let told = calls(code, ".tell(").into_iter();
        let told = told.map(|call| (call, "[", filled(call)));
        // A match that picks an id together with its values.
        let picked = code.match_indices("\", vec![").filter_map(|(at, _)| {
            let id = code[..at].rfind('"')?;
            path.starts_with("src/messages").then_some(())?;
            Some((&code[id..], "[", filled(&code[at..])))
        });
        for (call, list, given) in said.chain(told).chain(picked) {
            let literal = call.trim_start().strip_prefix('"');
            let id = literal.and_then(|rest| rest.split('"').next());
            let Some(id) = id.filter(|_| call.contains(list)) else {
                continue;
            };
            checked += 1;
            match there.get(id) {
                None => wrong.push(format!("{path}: there is no text {id}")),
                Some(places) if *places != given => {
                    wrong.push(format!(
                        "{path}: {id} has {places:?} and is given {given:?}"
                    ));
                }
                Some(_) => {}
            }
        }
        // The label of a button has no places.
        for call in calls(code, ".button(") {
            let labels = literals(call).into_iter();
            for label in labels.filter(|literal| literal.starts_with("button-")) {
                checked += 1;
                if !there.get(&label).is_some_and(BTreeSet::is_empty) {
                    wrong.push(format!("{path}: {label} is no label without places"));
                }
            }
        }
    }
    println!("texts said with their arguments: {checked}");
    assert!(checked > 200, "{checked}");
    assert_none(&wrong, "texts that are not said as they are written");
}

#[test]
fn texts_fit_where_they_are_shown() {
    // The limits of Discord for each, and what leaves room for a move in a list.
    const BUTTON: usize = 80;
    const LISTED: usize = 80;
    const THREAD: usize = 100;
    const MESSAGE: usize = 2_000;
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let words = Texts::of(language);
        let mut greatest: BTreeMap<&str, usize> = BTreeMap::new();
        for (topic, texts) in topics(language) {
            for text in &texts {
                let (kind, most) = match topic.as_str() {
                    _ if text.id == "thread-name" => ("thread", THREAD),
                    "buttons.ftl" => ("button", BUTTON),
                    "move-preview.ftl" => ("listed", LISTED),
                    _ => ("message", MESSAGE),
                };
                let letters = at_longest(&words, text);
                let greatest = greatest.entry(kind).or_default();
                *greatest = letters.max(*greatest);
                if letters > most {
                    wrong.push(format!("{language:?}: {}: {letters} of {most}", text.id));
                }
            }
        }
        println!("{language:?}: {greatest:?}");
    }
    assert_none(&wrong, "texts that are longer than what they stand in");
}

#[test]
fn commands_fit_into_what_discord_takes_of_one() {
    /// The limit for all, with the longest of each name, description and choice.
    const COMMAND: usize = 8_000;
    let all = Language::ALL.map(Texts::of);
    let longest = |say: &dyn Fn(&Texts) -> String| {
        let said = all.iter().map(|words| say(words).chars().count());
        said.max().unwrap_or_default()
    };
    let mut greatest = (0, "");
    for command in COMMANDS {
        let id = format!("command-{}", command.name);
        let mut letters = longest(&|words| words.command_name(command.name));
        letters += longest(&|words| words.word(&id));
        for option in command.options {
            let id = format!("option-{}-{}", command.name, option.name);
            letters += longest(&|words| words.option_name(option.name));
            letters += longest(&|words| words.word(&id));
            for choice in option.choices {
                letters += choice.len() + longest(&|words| words.choice(option.name, choice));
            }
        }
        assert!(letters <= COMMAND, "/{}: {letters}", command.name);
        greatest = greatest.max((letters, command.name));
    }
    println!("longest command: {greatest:?}");
}

//! The page as it is sent first: the template of `web/index.html` with its texts and the bare board.

use serde_json::{Map, Value, json};

use super::{bundles, state::piece_words, texts::TEXTS};
use crate::{
    computer::Level,
    messages::Texts,
    render::{
        PieceSet, escaped,
        page::{Outlook, symbols},
    },
    rules::{Color, Piece, Position, Role, read_move},
    rulesets::Rulesets,
    store::causes,
};

/// The time limits that the page offers.
const TIMES: [&str; 8] = ["none", "1m", "5m", "30m", "12h", "1d", "3d", "10/30d"];

/// What is sent under an address: they differ in the scripts that they begin to load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Home,
    Match,
    /// What a command answers, under an address of its own.
    Text,
    /// There is no such page.
    Missing,
}

impl Page {
    pub(super) const ALL: [Page; 4] = [Page::Home, Page::Match, Page::Text, Page::Missing];

    /// Returns the script that this page needs and others do not.
    const fn script(self) -> &'static str {
        match self {
            Page::Home => "home.js",
            Page::Match => "match.js",
            Page::Text | Page::Missing => "main.js",
        }
    }

    /// Returns the scripts whose texts come with this page.
    const fn scripts(self) -> &'static [&'static str] {
        match self {
            Page::Home => &["main.js", "home.js"],
            Page::Match => &["main.js", "match.js", "cards.js"],
            Page::Text | Page::Missing => &["main.js"],
        }
    }

    /// Returns the part of the template that this page needs and others do not.
    const fn template(self) -> &'static str {
        match self {
            Page::Home => include_str!("../../../web/home.html"),
            Page::Match => include_str!("../../../web/match.html"),
            Page::Text => include_str!("../../../web/text.html"),
            Page::Missing => include_str!("../../../web/missing.html"),
        }
    }
}

/// What every page begins with.
const TEMPLATE: &str = include_str!("../../../web/index.html");

/// Returns the template of a page.
pub(super) fn template(shown: Page) -> String {
    TEMPLATE.replace("{{page}}", shown.template().trim_end())
}

/// Fills in the template of a page.
pub(super) fn filled(
    shown: Page,
    texts: &Texts,
    rulesets: &Rulesets,
    digest: &str,
    look: &str,
) -> String {
    let outlook = Outlook {
        seat: Color::White,
        zoomed: false,
        mirrored: false,
        bridged: [false; 3],
    };
    let ground = outlook.ground().unwrap_or_else(|error| {
        tracing::error!(error = %causes(&error), "a board could not be drawn");
        String::new()
    });
    let template = template(shown);
    let mut page = String::with_capacity(template.len() + ground.len() + (32 << 10));
    let mut rest = template.as_str();
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        page.push_str(before);
        match name {
            "lang" => page.push_str(texts.language().word()),
            "digest" => page.push_str(digest),
            "look" => page.push_str(look),
            "own" => page.push_str(shown.script()),
            "ground" => page.push_str(&ground),
            "symbols" => page.push_str(&symbols(PieceSet::Carved)),
            "setup" => page.push_str(&in_script(&setup(shown, texts, rulesets, digest))),
            _ => {
                let text = name.strip_prefix("t:").unwrap_or(name);
                page.push_str(&escaped(&texts.word(text)));
            }
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Returns everything that a page says by itself.
fn setup(shown: Page, texts: &Texts, rulesets: &Rulesets, digest: &str) -> Value {
    let mut said = Map::new();
    for (id, arguments) in TEXTS {
        let name = id.strip_prefix("page-").unwrap_or(id);
        if !bundles::say(shown.scripts(), name) {
            continue;
        }
        let places: Vec<(&'static str, String)> = arguments
            .iter()
            .map(|name| (*name, format!("{{{name}}}")))
            .collect();
        let values: Vec<_> = places
            .iter()
            .map(|(name, place)| (*name, place as _))
            .collect();
        let text = texts.say(*id, &values);
        said.insert(name.to_owned(), json!(&*text));
    }
    let armies: Map<String, Value> = Color::ALL
        .into_iter()
        .map(|color| (color.word().to_owned(), json!(texts.army(color))))
        .collect();
    let mut setup = json!({
        "lang": texts.language().word(),
        "digest": digest,
        "texts": said,
        "armies": armies,
    });
    match shown {
        Page::Home => setup["choices"] = choices(texts, rulesets),
        Page::Match => setup["names"] = names(texts),
        Page::Text | Page::Missing => {}
    }
    setup
}

/// Returns what a table can be set to.
fn choices(texts: &Texts, rulesets: &Rulesets) -> Value {
    let rulesets = rulesets.iter().map(|named| {
        let armies = named.ruleset.armies();
        let armies: Vec<&str> = armies.iter().map(Color::word).collect();
        json!({"name": named.name, "label": texts.ruleset_line(named), "armies": armies})
    });
    let levels = Level::ALL.map(|level| {
        let label = texts.say("page-level", &[("level", &texts.level(level.number()))]);
        json!({"level": level.number(), "label": &*label})
    });
    let times = TIMES.map(|time| {
        let label = match time.parse() {
            Ok(limit) => texts.time_limit(limit),
            Err(_) => texts.word("page-no-limit"),
        };
        json!({"value": time, "label": label})
    });
    json!({
        "rulesets": rulesets.collect::<Vec<_>>(),
        "levels": levels,
        "usual_level": Level::USUAL.number(),
        "times": times,
        "show": show(),
        "start": super::state::pieces(&Position::start()),
    })
}

/// The moves that the first page shows: out of each sector, over the center and through it.
const SHOWN: [&str; 11] = [
    "d4", "m4", "Nx3", "d5", "Qn3", "w3", "d6", "Qxb2", "Bw2", "p6", "i3",
];

/// Returns the squares from which and to which pieces move there.
fn show() -> Vec<[String; 2]> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for text in SHOWN {
        let Ok(mv) = read_move(&position, text) else {
            break;
        };
        moves.push([mv.from.to_string(), mv.to.to_string()]);
        position.play(mv);
    }
    moves
}

/// Returns the names of all pieces, and of those whose army is out.
fn names(texts: &Texts) -> Value {
    let mut names = Map::new();
    for color in Color::ALL {
        for role in Role::ALL {
            for dead in [false, true] {
                let piece = Piece { color, role };
                let mark = if dead { "-" } else { "" };
                let name = format!("{}{}{mark}", color.letter(), role.letter());
                names.insert(name, json!(piece_words(texts, piece, dead)));
            }
        }
    }
    Value::Object(names)
}

/// Writes data so that it can stand in an element of a script: nothing in it ends that.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

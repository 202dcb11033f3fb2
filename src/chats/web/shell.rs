//! The page as it is sent first: the template of `web/index.html` with its texts and the bare board.

use serde_json::{Map, Value, json};

use super::{state::piece_words, texts::TEXTS};
use crate::{
    computer::Level,
    messages::Texts,
    render::{
        PieceSet, escaped,
        page::{Outlook, symbols},
    },
    rules::{Color, Piece, Position, Role},
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
}

impl Page {
    pub(super) const ALL: [Page; 2] = [Page::Home, Page::Match];

    /// Returns the script that this page needs and others do not.
    const fn script(self) -> &'static str {
        match self {
            Page::Home => "home.js",
            Page::Match => "match.js",
        }
    }
}

/// Fills in the template.
pub(super) fn filled(
    template: &str,
    shown: Page,
    texts: &Texts,
    rulesets: &Rulesets,
    digest: &str,
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
    let mut page = String::with_capacity(template.len() + ground.len() + (32 << 10));
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        page.push_str(before);
        match name {
            "lang" => page.push_str(texts.language().word()),
            "digest" => page.push_str(digest),
            "own" => page.push_str(shown.script()),
            "ground" => page.push_str(&ground),
            "symbols" => page.push_str(&symbols(PieceSet::Carved)),
            "setup" => page.push_str(&in_script(&setup(texts, rulesets, digest))),
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

/// Returns everything that the page says by itself, and what a table can be set to.
fn setup(texts: &Texts, rulesets: &Rulesets, digest: &str) -> Value {
    let mut said = Map::new();
    for (id, arguments) in TEXTS {
        let places: Vec<(&'static str, String)> = arguments
            .iter()
            .map(|name| (*name, format!("{{{name}}}")))
            .collect();
        let values: Vec<_> = places
            .iter()
            .map(|(name, place)| (*name, place as _))
            .collect();
        let text = texts.say(*id, &values);
        let name = id.strip_prefix("page-").unwrap_or(id);
        said.insert(name.to_owned(), json!(&*text));
    }
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
    let armies: Map<String, Value> = Color::ALL
        .into_iter()
        .map(|color| (color.word().to_owned(), json!(texts.army(color))))
        .collect();
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
        "lang": texts.language().word(),
        "digest": digest,
        "texts": said,
        "names": names,
        "armies": armies,
        "rulesets": rulesets.collect::<Vec<_>>(),
        "levels": levels,
        "usual_level": Level::USUAL.number(),
        "times": times,
        "start": super::state::pieces(&Position::start()),
    })
}

/// Writes data so that it can stand in an element of a script: nothing in it ends that.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

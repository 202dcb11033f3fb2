//! The files of the page, compiled in. Each is compressed once, and its address names the digest of all
//! of them, so that a browser keeps it for ever and never an old one.

use std::{
    collections::HashMap,
    io::{Read, Write},
    sync::OnceLock,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use data_encoding::HEXLOWER;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::shell;
use crate::{
    messages::{Language, Locales},
    render::{
        PieceSet, Theme,
        page::{self, Outlook},
    },
    rulesets::Rulesets,
    store::causes,
};

/// The files as they lie in `web/`, each with its type.
const FILES: [(&str, &[u8], &str); 10] = [
    file("app.css", include_bytes!("../../../web/app.css"), CSS),
    file("main.js", include_bytes!("../../../web/main.js"), JS),
    file("board.js", include_bytes!("../../../web/board.js"), JS),
    file("drawn.js", include_bytes!("../../../web/drawn.js"), JS),
    file("fit.js", include_bytes!("../../../web/fit.js"), JS),
    file("match.js", include_bytes!("../../../web/match.js"), JS),
    file("entry.js", include_bytes!("../../../web/entry.js"), JS),
    file("live.js", include_bytes!("../../../web/live.js"), JS),
    file(AGAIN, include_bytes!("../../../web/again.js"), JS),
    file("icon.svg", include_bytes!("../../../web/icon.svg"), SVG),
];

/// The script that loads a page again whose own scripts are gone.
const AGAIN: &str = "again.js";

const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

const fn file(
    name: &'static str,
    bytes: &'static [u8],
    kind: &'static str,
) -> (&'static str, &'static [u8], &'static str) {
    (name, bytes, kind)
}

/// All files of the page.
#[derive(Debug)]
pub(super) struct Assets {
    digest: String,
    files: HashMap<String, Asset>,
    shells: [Asset; Language::ALL.len()],
    /// The bare boards that were asked for, by the names of their outlooks.
    grounds: HashMap<String, OnceLock<Option<Asset>>>,
}

/// A file, compressed.
#[derive(Debug)]
pub(super) struct Asset {
    kind: &'static str,
    gzip: Vec<u8>,
    tag: String,
}

impl Asset {
    fn new(kind: &'static str, bytes: &[u8]) -> Asset {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let _ = gzip.write_all(bytes);
        Asset {
            kind,
            gzip: gzip.finish().unwrap_or_default(),
            tag: format!("\"{}\"", short_digest([bytes])),
        }
    }

    /// Answers with the file; without its contents if the browser has it already.
    pub(super) fn answer(&self, headers: &HeaderMap, lasts: bool) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        let told = answer.headers_mut();
        let cache = if lasts {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        told.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            told.insert(header::ETAG, tag);
        }
        let has = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if has(header::IF_NONE_MATCH).is_some_and(|tags| tags.contains(&self.tag)) {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            return answer;
        }
        told.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let takes_gzip = has(header::ACCEPT_ENCODING).is_some_and(|takes| takes.contains("gzip"));
        *answer.body_mut() = if takes_gzip {
            told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Body::from(self.gzip.clone())
        } else {
            let mut plain = Vec::new();
            let _ = GzDecoder::new(&*self.gzip).read_to_end(&mut plain);
            Body::from(plain)
        };
        answer
    }
}

impl Assets {
    /// Makes all files ready, with the page in each language.
    pub(super) fn new(locales: &Locales, rulesets: &Rulesets) -> Assets {
        let mut all: Vec<(String, &'static str, Vec<u8>)> = Vec::new();
        for (name, bytes, kind) in FILES {
            let mut bytes = if kind == JS {
                let script = String::from_utf8_lossy(bytes);
                without_comments(&script).into_bytes()
            } else {
                bytes.to_vec()
            };
            if name == "app.css" {
                // What the board needs comes with it: a file less to wait for.
                bytes.extend_from_slice(page::common_style_sheet().as_bytes());
                bytes.extend_from_slice(page::style_sheet(&Theme::ALL[0]).as_bytes());
            }
            all.push((name.to_owned(), kind, bytes));
        }
        for theme in Theme::ALL {
            let name = format!("theme/{}.css", theme.name);
            all.push((name, CSS, page::style_sheet(theme).into_bytes()));
        }
        for set in PieceSet::ALL {
            let name = format!("pieces/{}.svg", set.word());
            all.push((name, SVG, page::symbols(set).into_bytes()));
        }
        let shell = include_str!("../../../web/index.html");
        let digest = short_digest(
            all.iter()
                .map(|(_, _, bytes)| &**bytes)
                .chain([shell.as_bytes()]),
        );
        let shells = Language::ALL.map(|language| {
            let texts = locales.texts(language);
            let shell = shell::filled(shell, texts, rulesets, &digest);
            Asset::new("text/html; charset=utf-8", shell.as_bytes())
        });
        let files = all
            .into_iter()
            .map(|(name, kind, bytes)| (name, Asset::new(kind, &bytes)));
        Assets {
            files: files.collect(),
            grounds: Outlook::all()
                .map(|outlook| (outlook.word(), OnceLock::new()))
                .collect(),
            shells,
            digest,
        }
    }

    /// Returns the page in a language.
    pub(super) fn shell(&self, language: Language) -> &Asset {
        &self.shells[language as usize]
    }

    /// Returns the digest of all files, which names this version of the page.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the file of this name. A page of another version, which was open when the server was updated,
    /// gets the present drawings and style sheets: it can show a match until it has loaded itself again. In
    /// place of a script it gets one that does so, since scripts of two versions may not fit together.
    pub(super) fn file(&self, digest: &str, name: &str) -> Option<&Asset> {
        let is_script = self.files.get(name).is_some_and(|file| file.kind == JS);
        if digest != self.digest && is_script {
            return self.files.get(AGAIN);
        }
        let ground = name
            .strip_prefix("ground/")
            .and_then(|name| name.strip_suffix(".svg"));
        let Some(word) = ground else {
            return self.files.get(name);
        };
        let drawn = self.grounds.get(word)?.get_or_init(|| {
            let ground = Outlook::from_word(word)?.ground();
            let ground = ground.inspect_err(|error| {
                tracing::error!(error = %causes(&error), "a board could not be drawn");
            });
            Some(Asset::new(SVG, ground.ok()?.as_bytes()))
        });
        drawn.as_ref()
    }
}

/// Returns a script without the lines of its comments and without indents, which a browser need not carry.
/// What is left stands on the lines where it is written. A comment before something on its line stays, and
/// no text of a script runs over lines.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.split_inclusive('\n') {
        let text = line.trim();
        let begins = text.starts_with("/*") && (text.ends_with("*/") || !text.contains("*/"));
        in_comment |= begins;
        if in_comment || text.starts_with("//") {
            kept.push('\n');
        } else {
            kept.push_str(line.trim_start());
        }
        in_comment &= !text.ends_with("*/");
    }
    kept
}

fn short_digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    HEXLOWER.encode(&digest.finalize()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_every_line_stays_where_it_is() {
        let script = "// one\nlet a = 1; // two\n/** three\n * four\n */\nlet b = /** @type {X} */ (a);\n\
            /** @type {X} */ (b).c = 2;\n/** five */\nlet d = \"/*\";\n";
        let kept = without_comments(script);
        let lines: Vec<&str> = kept.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            [
                "let a = 1; // two",
                "let b = /** @type {X} */ (a);",
                "/** @type {X} */ (b).c = 2;",
                "let d = \"/*\";",
            ]
        );
        assert_eq!(kept.matches('\n').count(), script.matches('\n').count());
    }
}

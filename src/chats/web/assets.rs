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
use data_encoding::{BASE64, HEXLOWER};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::{
    bundles, guard,
    shell::{self, Page},
};
use crate::{
    messages::{Language, Locales},
    render::{
        PieceSet, Theme, escaped,
        page::{self, Outlook},
    },
    rulesets::Rulesets,
    store::causes,
};

/// The files that are no scripts, and the one that comes alone, as they lie in `web/`, each with its type.
const FILES: [(&str, &str, &str); 3] = [
    ("app.css", include_str!("../../../web/app.css"), CSS),
    (AGAIN, include_str!("../../../web/again.js"), JS),
    ("icon.svg", include_str!("../../../web/icon.svg"), SVG),
];

/// The script that stands in the page itself: whatever it had to wait for, all would wait for.
const LOOK: &str = include_str!("../../../web/look.js");

/// The script that loads a page again whose own scripts are gone.
const AGAIN: &str = "again.js";

const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const HTML: &str = "text/html; charset=utf-8";

/// All files of the page.
#[derive(Debug)]
pub(super) struct Assets {
    digest: String,
    policy: HeaderValue,
    files: HashMap<String, Asset>,
    shells: [[Asset; Page::ALL.len()]; Language::ALL.len()],
    /// What keeps the page for when there is no network, and what says how it is installed.
    worker: Asset,
    manifest: Asset,
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
    pub(super) fn new(kind: &'static str, bytes: &[u8]) -> Asset {
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
            Body::from(self.plain())
        };
        answer
    }

    /// Returns the file as it was before it was compressed.
    fn plain(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        let _ = GzDecoder::new(&*self.gzip).read_to_end(&mut plain);
        plain
    }
}

impl Assets {
    /// Makes all files ready, with the page in each language.
    pub(super) fn new(locales: &Locales, rulesets: &Rulesets) -> Assets {
        let mut all: Vec<(String, &'static str, Vec<u8>)> = Vec::new();
        for (name, text, kind) in FILES {
            let mut text = text.to_owned();
            if kind == JS {
                text = bundles::shortened(&text);
            }
            if kind == CSS {
                // What the board needs comes with it: a file less to wait for.
                text.push_str(&page::common_style_sheet());
                text.push_str(&page::usual_style_sheet());
                text = shortened(&text);
            }
            all.push((name.to_owned(), kind, text.into_bytes()));
        }
        all.extend(bundles::all().map(|(name, text)| (name.to_owned(), JS, text.into_bytes())));
        for theme in Theme::ALL {
            let name = format!("theme/{}.css", theme.name);
            all.push((name, CSS, page::style_sheet(theme).into_bytes()));
        }
        for set in PieceSet::ALL {
            let name = format!("pieces/{}.svg", set.word());
            all.push((name, SVG, page::symbols(set).into_bytes()));
        }
        let templates = Page::ALL.map(shell::template);
        let templates = templates.iter().map(String::as_bytes);
        let files = all.iter().map(|(_, _, bytes)| &**bytes);
        let digest = short_digest(files.chain(templates).chain([LOOK.as_bytes()]));
        let look = bundles::shortened(LOOK).replace("{{digest}}", &digest);
        let shells = Language::ALL.map(|language| {
            let texts = locales.texts(language);
            Page::ALL.map(|page| {
                let shell = shell::filled(page, texts, rulesets, &digest, &look);
                Asset::new(HTML, shell.as_bytes())
            })
        });
        let files = all
            .into_iter()
            .map(|(name, kind, bytes)| (name, Asset::new(kind, &bytes)));
        let with_digest = |text: &str| text.replace("{{digest}}", &digest).into_bytes();
        Assets {
            policy: guard::policy(&BASE64.encode(&Sha256::digest(&look))),
            worker: Asset::new(JS, &with_digest(include_str!("../../../web/sw.js"))),
            manifest: Asset::new(
                "application/manifest+json",
                &with_digest(include_str!("../../../web/manifest.json")),
            ),
            files: files.collect(),
            grounds: Outlook::all()
                .map(|outlook| (outlook.word(), OnceLock::new()))
                .collect(),
            shells,
            digest,
        }
    }

    /// Returns a page in a language.
    pub(super) fn shell(&self, page: Page, language: Language) -> &Asset {
        &self.shells[language as usize][page as usize]
    }

    /// Returns the page of a match with what programs show beside a link to it: a title, and the address of a picture.
    pub(super) fn with_preview(&self, language: Language, title: &str, picture: &str) -> Asset {
        let shell = self.shell(Page::Match, language).plain();
        let shell = String::from_utf8_lossy(&shell);
        let preview = format!(
            "<meta property=\"og:title\" content=\"{}\">\n<meta property=\"og:image\" content=\"{}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n<link rel=\"icon\"",
            escaped(title),
            escaped(picture)
        );
        Asset::new(
            HTML,
            shell.replacen("<link rel=\"icon\"", &preview, 1).as_bytes(),
        )
    }

    /// Returns the script that keeps the page for when there is no network.
    pub(super) fn worker(&self) -> &Asset {
        &self.worker
    }

    /// Returns how the page is installed on a telephone.
    pub(super) fn manifest(&self) -> &Asset {
        &self.manifest
    }

    /// Returns what a page may load and run: the files, and the script that stands in it.
    pub(super) const fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    /// Returns the digest of all files, which names this version of the page.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the file of this name. A page of another version, which was open when the server was updated,
    /// gets the present drawings and style sheets: it can show a match until it has loaded itself again. In
    /// place of a script it gets one that does so, since scripts of two versions may not fit together.
    pub(super) fn file(&self, digest: &str, name: &str) -> Option<&Asset> {
        // Other versions have other scripts.
        if digest != self.digest && name.ends_with(".js") {
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

/// Returns a style sheet without comments, and without the spaces that nobody needs.
fn shortened(sheet: &str) -> String {
    minifier::css::minify(sheet).map_or_else(|_| sheet.to_owned(), |short| short.to_string())
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
    fn every_style_sheet_is_shortened() {
        for (name, text, _) in FILES.iter().filter(|(_, _, kind)| *kind == CSS) {
            let short = minifier::css::minify(text).expect(name).to_string();
            assert!(short.len() < text.len() * 9 / 10, "{name}");
        }
    }
}

//! Who speaks from a page: somebody with a token, which is a secret of their browser's own or that of a
//! link to a seat.
//!
//! A browser makes a token for itself and keeps it. Its [digest](SecretDigest) is the identity of the
//! person, so that there is nothing to log in to. The secret of a link lets in whom the
//! [links](crate::store::links) of the match name: to have it is to be that person in this match.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
};

use serde::Deserialize;

use super::refusal::PageRefusal;
use crate::{
    commands::{Account, Responder, Speaker},
    host::Limit,
    matchplay::{Match, MatchId, Person, Place},
    messages::{Language, Texts, markup::harmless},
    store::{
        Identity, Latest, StoreError,
        links::{Guest, SecretDigest},
        locked,
    },
};

/// The realm of the places and people of pages.
pub(super) const REALM: &str = "web";

/// The length of a token: 128 bits in the letters of base64 for URLs.
const TOKEN: usize = 22;

/// The longest name, in characters.
const LONGEST_NAME: usize = 32;

/// The number of tokens that are remembered as having been looked up.
const MOST_SEEN: usize = 20_000;

/// Somebody who speaks from a page, as a request says.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Caller {
    /// Their token.
    pub(super) token: String,
    /// The name that they go by; as before if it is empty.
    #[serde(default)]
    pub(super) name: String,
    /// The language of the page.
    #[serde(default)]
    pub(super) lang: String,
    /// The match that the page shows.
    #[serde(default, rename = "match")]
    pub(super) id: Option<String>,
}

impl Caller {
    /// Returns the language of the page.
    pub(super) fn language(&self) -> Option<Language> {
        Language::of_locale(&self.lang)
    }
}

/// Somebody who speaks from a page, found.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    pub(super) speaker: Speaker,
    /// The person, if they are known.
    pub(super) person: Option<Person>,
    /// Where they speak: at the place of the match that they may see, else at one of their own.
    pub(super) place: Place,
    /// The match that the page shows, if they may see it.
    pub(super) state: Option<Arc<Match>>,
    /// True if nobody has heard a name of theirs, so that they go by that of a guest.
    pub(super) is_nameless: bool,
}

/// The tokens that were looked up lately. Looking up another one is limited, so that nobody guesses.
#[derive(Debug, Default)]
pub(super) struct Seen(Mutex<Latest<SecretDigest, (), MOST_SEEN>>);

impl Seen {
    fn has(&self, digest: &SecretDigest) -> bool {
        locked(&self.0).get(digest).is_some()
    }

    fn note(&self, digest: SecretDigest) {
        locked(&self.0).put(digest, ());
    }
}

/// Finds out who speaks, and what they may see, at the request of somebody at this address. Nothing is
/// written down.
///
/// # Errors
///
/// The refusal of a token that none can be, of one too many, and of a store that cannot be read.
pub(super) async fn visitor(
    responder: &Responder,
    seen: &Seen,
    caller: &Caller,
    from: IpAddr,
) -> Result<Visitor, PageRefusal> {
    let texts = responder.texts_of(caller.language());
    if !is_token(&caller.token) {
        return Err(PageRefusal::unreadable(texts));
    }
    let digest = SecretDigest::of(&caller.token);
    let host = responder.host();
    let counted = if seen.has(&digest) {
        None
    } else {
        // One that comes with a match may be a guess at a link to it.
        let limit = if caller.id.is_some() {
            Limit::Tokens
        } else {
            Limit::Newcomers
        };
        let counted = host.count(limit, from, None);
        Some(counted.map_err(|limited| PageRefusal::limited(texts, &limited))?)
    };
    let id = caller.id.as_deref().and_then(|id| id.parse().ok());
    let found = find(responder, texts, &digest, id).await;
    let mut visitor = found.map_err(|error| PageRefusal::store(texts, &error))?;
    seen.note(digest);
    let is_known = visitor.person.is_some() || visitor.state.is_some();
    if let Some(counted) = counted.filter(|_| is_known) {
        counted.give_back();
    }
    let name = harmless(&caller.name);
    if !name.is_empty() {
        visitor.speaker.name = name.chars().take(LONGEST_NAME).collect();
        visitor.is_nameless = false;
    }
    visitor.speaker.language = caller.language();
    Ok(visitor)
}

/// Finds the person behind a token, and the match if they may see it.
async fn find(
    responder: &Responder,
    texts: &Texts,
    digest: &SecretDigest,
    id: Option<MatchId>,
) -> Result<Visitor, StoreError> {
    let host = responder.host();
    let mut state = match id {
        Some(id) => host.state(id).await?,
        None => None,
    };
    let guest = match &state {
        Some(state) => host.links(state.id()).await?.guest(digest),
        None => None,
    };
    let own = own_identity(digest)?;
    let (identity, person) = match guest {
        Some(Guest::Player(person)) => match host.people().look_up(person).await? {
            Some(card) => (card.identity, Some(person)),
            // They asked to be forgotten, and their link is nobody's.
            None => (own, None),
        },
        Some(Guest::Onlooker) | None => {
            let person = host.people().find(&own).await?;
            (own, person)
        }
    };
    let sees = guest.is_some()
        || person.is_some_and(|person| state.as_ref().is_some_and(|state| state.has_part(person)));
    state = state.filter(|_| sees);
    let known = match person {
        Some(person) => host.people().look_up(person).await?,
        None => None,
    };
    let place = match &state {
        Some(state) => state.place().clone(),
        None => home(&identity),
    };
    let name = known.map(|card| card.name);
    let is_nameless = name.is_none();
    let speaker = Speaker {
        identity,
        name: name.unwrap_or_else(|| guest_name(&[], texts)),
        account: Account::Person,
        manages: false,
        roles: Vec::new(),
        language: None,
    };
    Ok(Visitor {
        speaker,
        person,
        place,
        state,
        is_nameless,
    })
}

/// Returns a name for a guest who gives none, unlike those of the others at the table: "Guest", "Guest 2".
pub(super) fn guest_name(others: &[String], texts: &Texts) -> String {
    let numbered = (2..).map(|number| texts.say("page-guest-more", &[("number", &number)]).into());
    let mut names = [texts.word("page-guest")].into_iter().chain(numbered);
    // There are more names than others.
    names
        .find(|name| !others.contains(name))
        .unwrap_or_default()
}

/// Returns the identity of somebody who has made their token by themselves.
pub(super) fn own_identity(digest: &SecretDigest) -> Result<Identity, StoreError> {
    let identity = Identity::new(REALM, digest.as_str());
    identity.map_err(|error| StoreError::Failed(error.to_string()))
}

/// Returns the place of the tables that somebody opens: nobody else's are there, and nobody finds it.
pub(super) fn home(identity: &Identity) -> Place {
    let own: String = identity.id().chars().take(32).collect();
    Place::new(&format!("{REALM}/{own}/table"))
}

/// Returns true for a text that can be a token.
fn is_token(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() == TOKEN && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chats::web::PageMarkup,
        host::{Host, SystemClock, Table, secret},
        rules::Ruleset,
        store::{Stores, memory::MemoryStore},
    };

    #[test]
    fn secrets_are_tokens_and_little_else_is() {
        assert!(is_token(&secret()));
        for bad in [
            "",
            "short",
            "ABCDEFGHIJKLMNOPQRSTU!",
            "ABCDEFGHIJKLMNOPQRSTUVW",
        ] {
            assert!(!is_token(bad), "{bad}");
        }
    }

    /// `GUESSES` is the number of guesses, 20,000 unless set.
    #[tokio::test]
    async fn guessed_tokens_let_nobody_in_even_without_a_limit() {
        let guesses = std::env::var("GUESSES").map_or(20_000, |text| text.parse().unwrap());
        let stores: Stores = Arc::new(MemoryStore::new()).into();
        let host = Host::new(stores, Arc::new(SystemClock::start()), Some(1)).await;
        let host = host.unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PageMarkup));
        let ann = own_identity(&SecretDigest::of(&secret())).unwrap();
        let ann = host.meet(&ann, "Ann").await.unwrap();
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("web/ann/table"),
            seat: None,
            invited: Vec::new(),
            computers: None,
            rated: false,
            time: None,
            private: false,
        };
        let opened = host.open(&table, ann, None).await.unwrap();
        let id = opened.change.after.id();
        let link = host.new_link(id, Guest::Player(ann)).await.unwrap();
        host.new_link(id, Guest::Onlooker).await.unwrap();
        let texts = responder.texts_of(None);
        let enters = async |token: &str| {
            let found = find(&responder, texts, &SecretDigest::of(token), Some(id)).await;
            found.unwrap().state.is_some()
        };
        assert!(enters(&link).await);
        for _ in 0..guesses {
            assert!(!enters(&secret()).await);
        }
        println!("{guesses} tokens guessed, none let in");
    }
}

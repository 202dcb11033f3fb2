//! Who speaks from a page: somebody with a token, which is a secret of their browser's own or that of a
//! link to a seat.
//!
//! A browser makes a token for itself and keeps it. Its [digest](SecretDigest) is the identity of the
//! person, so that there is nothing to log in to. The secret of a link lets its holder into one match, to
//! act there for one seat or to watch: they are nobody else by it, not even the person of that seat.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex},
};

use serde::Deserialize;

use super::refusal::PageRefusal;
use crate::{
    commands::{Account, Responder, Speaker},
    host::{Host, Limit, Pass, PassTo},
    matchplay::{Match, MatchId, Person, Place},
    messages::{Language, Texts, markup::harmless},
    store::{
        Identity, Latest, RequestId, StoreError,
        links::{Links, SecretDigest},
        locked,
    },
};

/// The realm of the places and people of pages.
pub(super) const REALM: &str = Identity::OF_PAGE;

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

impl Visitor {
    /// Returns true if they may see the match that the page shows.
    pub(super) fn sees(&self) -> bool {
        self.state.is_some()
    }

    /// Finds out again what they may do in a match and if they may see it: a link may be taken back at any time.
    pub(super) async fn look_again(
        &mut self,
        host: &Host,
        state: &Arc<Match>,
        links: &Links,
    ) -> Result<(), StoreError> {
        let (pass, person) = known(host, state, links, &self.browser.digest).await?;
        self.state = is_for(state, pass.as_ref(), person).then(|| Arc::clone(state));
        self.speaker.pass = pass;
        self.person = person;
        Ok(())
    }

    /// Returns the person whose settings they use: their own, and by a link nobody's.
    pub(super) fn settled(&self) -> Option<Person> {
        self.person.filter(|_| self.speaker.pass.is_none())
    }

    /// Returns the person who has a part in the match that the page shows.
    pub(super) fn here(&self) -> Option<Person> {
        self.person.filter(|_| self.sees())
    }
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
    pub(super) browser: Browser,
    pub(super) speaker: Speaker,
    /// The person, if they are known; by a link to a seat its player.
    pub(super) person: Option<Person>,
    /// Where they speak: always at a place of their own, wherever the match is played that they see.
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

    /// Notes a token, in place of the oldest if there are too many.
    fn note(&self, digest: &SecretDigest) {
        locked(&self.0).put(digest.clone(), ());
    }
}

/// Those whose requests and sockets are counted together: the holders of one token, and of a link to watch,
/// which many have, those at one address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Browser {
    digest: SecretDigest,
    from: Option<IpAddr>,
}

impl Browser {
    /// Returns the largest number of sockets that are open at once: of one browser, or of all at one address that
    /// watch by the same link.
    pub(super) const fn most_sockets(&self) -> usize {
        if self.from.is_some() { 64 } else { 8 }
    }
}

/// Finds out who speaks, and what they may see, at the request of somebody at this address. Nothing is
/// written down.
///
/// Somebody new who names no match guesses nothing: a whole school may come by one address. Who names a match
/// and may not see it may have guessed at its links.
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
    // With a match it is a wrong secret like all others, which is counted.
    let is_token = is_token(&caller.token);
    if !is_token && caller.id.is_none() {
        return Err(PageRefusal::unreadable(texts));
    }
    let digest = SecretDigest::of(&caller.token);
    let host = responder.host();
    let counted = match &caller.id {
        _ if seen.has(&digest) => None,
        Some(_) => Some(host.count(Limit::Tokens, from, None)),
        None => {
            let comes_once = RequestId(digest.as_str().to_owned());
            Some(host.count(Limit::Newcomers, from, Some(&comes_once)))
        }
    };
    let counted = counted.transpose();
    let counted = counted.map_err(|limited| PageRefusal::limited(texts, &limited))?;
    let id = caller.id.as_deref().and_then(|id| id.parse().ok());
    let found = find(responder, texts, &digest, id, from).await;
    let mut visitor = found.map_err(|error| PageRefusal::store(texts, &error))?;
    let is_known = visitor.person.is_some() || visitor.sees();
    if is_known || caller.id.is_some() {
        seen.note(&digest);
    }
    if !is_token {
        return Err(PageRefusal::no_such_match(texts));
    }
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
    from: IpAddr,
) -> Result<Visitor, StoreError> {
    let host = responder.host();
    let mut state = match id {
        Some(id) => host.state(id).await?,
        None => None,
    };
    let (pass, person) = match &state {
        Some(state) => {
            let links = host.links(state.id()).await?;
            known(host, state, &links, digest).await?
        }
        None => (None, host.people().find(&own_identity(digest)?).await?),
    };
    state = state.filter(|state| is_for(state, pass.as_ref(), person));
    let card = match person {
        Some(person) => host.people().look_up(person).await?,
        None => None,
    };
    let identity = own_identity(digest)?;
    let place = home(&identity);
    let name = card.map(|card| card.name);
    let is_nameless = name.is_none();
    let speaker = Speaker {
        identity,
        name: name.unwrap_or_else(|| guest_name(&[], texts)),
        account: Account::Person,
        manages: false,
        roles: Vec::new(),
        language: None,
        pass,
    };
    let watches = speaker
        .pass
        .as_ref()
        .is_some_and(|pass| pass.to == PassTo::Watch);
    Ok(Visitor {
        browser: Browser {
            digest: digest.clone(),
            from: watches.then_some(from),
        },
        speaker,
        person,
        place,
        state,
        is_nameless,
    })
}

/// Returns what a token lets its holder do in a match by a link, if it is that of one, and the person: the
/// player of that seat, or else the one who made this token, if they are known.
async fn known(
    host: &Host,
    state: &Match,
    links: &Links,
    digest: &SecretDigest,
) -> Result<(Option<Pass>, Option<Person>), StoreError> {
    let pass = host.pass(state, links, digest).await?;
    let person = match &pass {
        Some(pass) => pass.player(),
        None => host.people().find(&own_identity(digest)?).await?,
    };
    Ok((pass, person))
}

/// Returns true if somebody may see a match: by a link, or since they have a part in it.
fn is_for(state: &Match, pass: Option<&Pass>, person: Option<Person>) -> bool {
    pass.is_some() || person.is_some_and(|person| state.has_part(person))
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
    use std::net::Ipv4Addr;

    use super::*;
    use crate::{
        chats::web::PageMarkup,
        host::{SystemClock, Table, secret},
        rules::Ruleset,
        store::{Stores, links::Guest, memory::MemoryStore},
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

    #[tokio::test]
    async fn who_plays_by_a_link_is_told_apart_from_the_members_of_another_chat() {
        let stores: Stores = Arc::new(MemoryStore::new()).into();
        let host = Host::new(stores, Arc::new(SystemClock::start()), Some(1)).await;
        let host = host.unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PageMarkup));
        let locale = responder.usual().clone();
        let member = Identity::new("discord", "12").unwrap();
        let member = host.meet(&member, "Ann").await.unwrap();
        let guest = own_identity(&SecretDigest::of(&secret())).unwrap();
        let guest = host.meet(&guest, "Ann").await.unwrap();
        for (place, is_marked) in [("discord/12/34", true), ("web/ann/table", false)] {
            let table = Table {
                place: Place::new(place),
                invited: vec![guest],
                ..table()
            };
            let opened = host.open(&table, member, None).await.unwrap();
            let state = opened.change.after;
            let narrator = responder.narrator(&locale);
            let marked = locale.texts.say("called-by-link", &[("name", &"Ann")]);
            let wanted = if is_marked { &*marked } else { "Ann" };
            let seat = state.seat_of(guest).unwrap();
            let own = state.seat_of(member).unwrap();
            let story = narrator.story(&state);
            assert!(
                story.player(seat).contains(wanted),
                "{}",
                story.player(seat)
            );
            assert!(!story.player(own).contains(&*marked));
            assert_eq!(narrator.names_in(&state)[seat].as_deref(), Some(wanted));
        }
    }

    fn table() -> Table {
        Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new("web/ann/table"),
            seat: None,
            invited: Vec::new(),
            computers: None,
            rated: false,
            time: None,
            private: false,
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
        let opened = host.open(&table(), ann, None).await.unwrap();
        let id = opened.change.after.id();
        let link = host.new_link(id, Guest::Player(ann), None).await.unwrap();
        let watched = Guest::Onlooker { by: Some(ann) };
        host.new_link(id, watched, None).await.unwrap();
        let texts = responder.texts_of(None);
        let enters = async |token: &str| {
            let (digest, from) = (SecretDigest::of(token), Ipv4Addr::LOCALHOST.into());
            let found = find(&responder, texts, &digest, Some(id), from).await;
            found.unwrap().state.is_some()
        };
        assert!(enters(&link).await);
        for _ in 0..guesses {
            assert!(!enters(&secret()).await);
        }
        println!("{guesses} tokens guessed, none let in");
    }
}

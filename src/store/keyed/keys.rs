//! The keys of rows. The first byte says what kind of row it is; numbers are big-endian, so that
//! rows lie in the order of their numbers; texts of varying length come after their length, so
//! that none is the beginning of another.

use rondel_matchplay::{MatchId, Moment, Person, Place, Server};

use crate::{Identity, List, Shelf, StoreError, Subject, listing::Row};

/// A record: match, version → its bytes.
pub(crate) const LOG: u8 = b'l';
/// The head of a match: match → version, hash of the last record.
pub(crate) const HEAD: u8 = b'h';
/// The entries of a match in the lists: match → [`Listing`](crate::Listing).
pub(crate) const LISTING: u8 = b't';
/// A match in a list: [`List`], match → nothing.
pub(crate) const LIST: u8 = b's';
/// The deadline of a live match: moment, match → nothing.
pub(crate) const DUE: u8 = b'u';
/// The match that ended last: place, person → match.
pub(crate) const ENDED: u8 = b'e';
/// Matches in the order in which they ended: number → match.
pub(crate) const END: u8 = b'n';
/// Preferences of a person or a server: subject → text.
pub(crate) const PREFERENCE: u8 = b'f';
/// The audit list: server, number → entry.
pub(crate) const NOTE: u8 = b'a';
/// The outbox: realm, number → match, versions.
pub(crate) const OUTBOX: u8 = b'o';
/// A request that was answered: its name → match, versions.
pub(crate) const DELIVERY: u8 = b'd';
/// Requests in the order they came: number → name.
pub(crate) const ARRIVAL: u8 = b'r';
/// A value of the store as a whole: name → value.
pub(crate) const META: u8 = b'm';

/// The card of a person, in a store of people: person → card.
pub(crate) const CARD: u8 = b'c';
/// An identity, in a store of people: realm, text → person.
pub(crate) const IDENTITY: u8 = b'i';

/// Returns the word for a kind of row.
pub(crate) const fn word(kind: u8) -> &'static str {
    match kind {
        LOG => "records",
        HEAD => "heads of matches",
        LISTING => "listings of matches",
        LIST => "matches in lists",
        DUE => "what is due",
        ENDED => "matches that ended",
        END => "ends of matches in order",
        PREFERENCE => "preferences",
        NOTE => "notes on managers",
        OUTBOX => "rows of the outbox",
        DELIVERY => "deliveries",
        ARRIVAL => "deliveries in order",
        META => "rows about the store",
        CARD => "cards of people",
        IDENTITY => "identities of people",
        _ => "rows of an unknown kind",
    }
}

/// The number of bytes of a match's id, as long for all.
const ID: usize = MatchId::LONGEST;

pub(crate) fn log(id: MatchId, version: u64) -> Vec<u8> {
    joined(LOG, &[id.as_bytes(), &version.to_be_bytes()])
}

pub(crate) fn head(id: MatchId) -> Vec<u8> {
    joined(HEAD, &[id.as_bytes()])
}

/// Returns a key before those of the records of the match with this head.
pub(crate) fn log_of(head: &[u8]) -> Vec<u8> {
    [&[LOG], head.get(1..).unwrap_or_default()].concat()
}

/// Returns true if these are keys of records of the same match.
pub(crate) fn are_of_one_match(one: &[u8], other: &[u8]) -> bool {
    one.get(..=ID) == other.get(..=ID)
}

pub(crate) fn listing(id: MatchId) -> Vec<u8> {
    joined(LISTING, &[id.as_bytes()])
}

/// Returns the prefix of all keys in a list. The second byte says what kind of list it is.
pub(crate) fn list(list: &List) -> Vec<u8> {
    let at = |kind, place: &Place| at_place(&[LIST, kind], place);
    let on = |kind, shelf, place: &Place| at_place(&[LIST, kind, shelf_byte(shelf)], place);
    let mut key = match list {
        List::At(place) => at(b'a', place),
        List::Own(place) => at(b'o', place),
        List::On(shelf, place) => on(b's', *shelf, place),
        List::In(shelf, server) => on(b'i', *shelf, server.as_place()),
        List::OfAt(_, place) => at(b'p', place),
        List::Former(_, server) => at(b'f', server.as_place()),
        List::Opened(_, server) => at(b't', server.as_place()),
        List::Of(_) => joined(LIST, &[b"w"]),
        List::Ended(_) => joined(LIST, &[b"e"]),
        List::Past(_) => joined(LIST, &[b"b"]),
    };
    match list {
        List::Of(person)
        | List::Ended(person)
        | List::Past(person)
        | List::OfAt(person, _)
        | List::Former(person, _)
        | List::Opened(person, _) => key.extend(person.0.to_be_bytes()),
        List::At(_) | List::Own(_) | List::On(..) | List::In(..) => {}
    }
    key
}

const fn shelf_byte(shelf: Shelf) -> u8 {
    match shelf {
        Shelf::Table => b't',
        Shelf::Public => b'o',
        Shelf::Private => b'p',
    }
}

pub(crate) fn in_list(of: &List, id: MatchId) -> Vec<u8> {
    [&list(of)[..], id.as_bytes()].concat()
}

/// Returns the key of a row by which a match is found.
pub(crate) fn row(row: &Row, id: MatchId) -> Vec<u8> {
    match row {
        Row::In(list) => in_list(list, id),
        Row::Due(moment) => due(*moment, id),
    }
}

fn at_place(begin: &[u8], place: &Place) -> Vec<u8> {
    // A place is 100 bytes at most, so one byte holds its length.
    let length = place.as_str().len() as u8;
    [begin, &[length], place.as_str().as_bytes()].concat()
}

/// Returns the prefix of all keys due at a moment. Moments before 1970 lie before those after it.
pub(crate) fn due_at(moment: Moment) -> Vec<u8> {
    joined(DUE, &[&(moment.0 ^ i64::MIN).to_be_bytes()])
}

pub(crate) fn due(moment: Moment, id: MatchId) -> Vec<u8> {
    [&due_at(moment)[..], id.as_bytes()].concat()
}

/// Reads the moment and the match of a key of the deadlines.
pub(crate) fn read_due(key: &[u8]) -> Result<(Moment, MatchId), StoreError> {
    let moment = key.get(1..9).and_then(|bytes| bytes.try_into().ok());
    let moment = moment
        .map(i64::from_be_bytes)
        .ok_or_else(|| StoreError::failed("a row names no moment"))?;
    Ok((Moment(moment ^ i64::MIN), id_at_end(key)?))
}

/// Returns the prefix of all keys of what ended at a place.
pub(crate) fn ended_at(place: &Place) -> Vec<u8> {
    at_place(&[ENDED], place)
}

pub(crate) fn ended(place: &Place, person: Person) -> Vec<u8> {
    [&ended_at(place)[..], &person.0.to_be_bytes()].concat()
}

pub(crate) fn preference(subject: &Subject) -> Vec<u8> {
    match subject {
        Subject::Person(person) => joined(PREFERENCE, &[b"p", &person.0.to_be_bytes()]),
        Subject::Server(server) => joined(PREFERENCE, &[b"s", server.as_str().as_bytes()]),
        Subject::RoleCall(server) => joined(PREFERENCE, &[b"c", server.as_str().as_bytes()]),
        // Letters that put them in the order of subjects: after those of servers.
        Subject::Links(id) => joined(PREFERENCE, &[b"t", id.as_bytes()]),
        Subject::Store => joined(PREFERENCE, &[b"u"]),
    }
}

/// Reads the subject of a key of preferences.
pub(crate) fn read_preference(key: &[u8]) -> Result<Subject, StoreError> {
    let subject = match key {
        [_, b'p', person @ ..] => {
            let person = person.try_into().map(u128::from_be_bytes);
            person.ok().map(|person| Subject::Person(Person(person)))
        }
        [_, kind @ (b's' | b'c'), server @ ..] => {
            let server = std::str::from_utf8(server).ok().map(Server::new);
            server.map(|server| match kind {
                b's' => Subject::Server(server),
                _ => Subject::RoleCall(server),
            })
        }
        [_, b't', id @ ..] => Some(Subject::Links(read_id(Some(id))?)),
        [_, b'u'] => Some(Subject::Store),
        _ => None,
    };
    subject.ok_or_else(|| StoreError::failed("a row names nobody"))
}

/// Returns the prefix of all keys of a server's notes.
pub(crate) fn notes(server: &Server) -> Vec<u8> {
    at_place(&[NOTE], server.as_place())
}

/// Reads the server of a key of notes.
pub(crate) fn read_note(key: &[u8]) -> Result<Server, StoreError> {
    let length = key.get(1).map(|length| usize::from(*length));
    let server = length.and_then(|length| key.get(2..)?.get(..length));
    let server = server.and_then(|server| std::str::from_utf8(server).ok());
    let server = server.map(Server::new);
    server.ok_or_else(|| StoreError::failed("a row names no server"))
}

/// Returns the prefix of all keys of a realm's outbox.
pub(crate) fn outbox(realm: &str) -> Vec<u8> {
    // A realm is the beginning of a place.
    at_place(&[OUTBOX], &Place::new(realm))
}

pub(crate) fn notice(realm: &str, number: u64) -> Vec<u8> {
    [&outbox(realm)[..], &number.to_be_bytes()].concat()
}

/// Returns the least key after this one.
pub(crate) fn after(mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key
}

pub(crate) fn note(server: &Server, number: u64) -> Vec<u8> {
    [&notes(server)[..], &number.to_be_bytes()].concat()
}

/// Reads the number at the end of a key.
pub(crate) fn number_at_end(key: &[u8]) -> Result<u64, StoreError> {
    let number = key.last_chunk().map(|bytes| u64::from_be_bytes(*bytes));
    number.ok_or_else(|| StoreError::failed("a row has no number"))
}

/// Returns the key of a row of a kind whose rows are numbered.
pub(crate) fn numbered(kind: u8, number: u64) -> Vec<u8> {
    joined(kind, &[&number.to_be_bytes()])
}

/// Returns the key of what the request of this name was answered.
pub(crate) fn request(name: &[u8]) -> Vec<u8> {
    joined(DELIVERY, &[name])
}

pub(crate) fn meta(name: &str) -> Vec<u8> {
    joined(META, &[name.as_bytes()])
}

/// Returns the key of a person's card.
pub(crate) fn card(person: Person) -> Vec<u8> {
    joined(CARD, &[&person.0.to_be_bytes()])
}

/// Reads the person of a card's key, or of the row of an identity.
pub(crate) fn read_person(bytes: &[u8]) -> Result<Person, StoreError> {
    let person = bytes.last_chunk().map(|bytes| u128::from_be_bytes(*bytes));
    let person = person.map(Person);
    person.ok_or_else(|| StoreError::failed("a row names no person"))
}

/// Returns the prefix of all keys of identities in a realm.
pub(crate) fn identities(realm: &str) -> Vec<u8> {
    // A realm is 16 bytes at most, so one byte holds its length.
    joined(IDENTITY, &[&[realm.len() as u8], realm.as_bytes()])
}

pub(crate) fn identity(identity: &Identity) -> Vec<u8> {
    [&identities(identity.realm())[..], identity.id().as_bytes()].concat()
}

/// Reads the id at the end of a key or of a row.
pub(crate) fn id_at_end(bytes: &[u8]) -> Result<MatchId, StoreError> {
    let start = bytes.len().checked_sub(ID);
    read_id(start.and_then(|start| bytes.get(start..)))
}

/// Reads the match of a record's key.
pub(crate) fn id_of_log(key: &[u8]) -> Result<MatchId, StoreError> {
    read_id(key.get(1..=ID))
}

fn read_id(bytes: Option<&[u8]>) -> Result<MatchId, StoreError> {
    bytes
        .filter(|bytes| bytes.len() == ID)
        .and_then(|bytes| std::str::from_utf8(bytes).ok())
        .and_then(|text| text.trim_end_matches('\0').parse().ok())
        .ok_or_else(|| StoreError::failed("a row names no match"))
}

fn joined(kind: u8, parts: &[&[u8]]) -> Vec<u8> {
    [&[kind], &*parts.concat()].concat()
}

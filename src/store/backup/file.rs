//! The form of a backup: JSON, a line each, compressed by gzip.
//!
//! ```json
//! {"rondel":{"form":1,"people":true},"hash":"…"}
//! {"match":{"id":"m7k3q","events":[{"v":1,"at":1767225600000,"what":{…}},…],"tip":"…"},"hash":"…"}
//! {"ended":"m7k3q","hash":"…"}
//! {"end":{"matches":1,"events":52,"people":3},"hash":"…"}
//! ```
//!
//! The hash at the end of each line is the SHA-256 of the hash before it and of the line as it is without its
//! own, so that no line can be changed, lost or inserted. An event is written as in its
//! [record](crate::record), and `tip` is the hash of a match's last record.
//!
//! The `form` is the [format](crate::ReadMatches::format) of the store that was copied: programs
//! that cannot read the store refuse its backup, too. All forms are read for ever.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};
use rondel_matchplay::{MatchId, Person, Server};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{BackupCounts, BackupItem, BackupSink, forgotten::StoreKey};
use crate::{
    Card, Identity, Pending, StoreError, StoredRow, Subject,
    audit::Entry,
    format,
    record::{self, Hash, hash},
};

/// The longest line, in bytes, without compression.
const LONGEST_LINE: u64 = 64 << 20;

/// What stands between a line and the digits of its hash, and after them.
const BEFORE_HASH: &[u8] = b",\"hash\":\"";
const AFTER_HASH: &[u8] = b"\"}";

/// The reason why a backup cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A line is not as it was written.
    #[error("line {line} of the backup is damaged: {what}")]
    Damaged {
        /// Its number, counted from 1.
        line: u64,
        /// The damage, as a clause.
        what: String,
    },
    /// A later version of this program wrote it.
    #[error("form {0} of the backup was written by a later version of this program")]
    Later(u64),
    /// It cannot be applied who has been forgotten since.
    #[error("the backup has no key to tell who has been forgotten since it was made")]
    NoKey,
    /// Nobody could be left out by it.
    #[error("the list of people who were forgotten is that of another store")]
    OtherList,
    /// A store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum BackupLine {
    Rondel(BackupHeader),
    Key(StoreKey),
    Match(LoggedMatch),
    Ended(MatchId),
    Notice(LoggedNotice),
    Person(LoggedPerson),
    Preference(LoggedPreference),
    Note(LoggedNote),
    End(BackupTrailer),
}

#[derive(Serialize, Deserialize)]
struct BackupHeader {
    form: u64,
    people: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedMatch {
    id: MatchId,
    events: Vec<Box<RawValue>>,
    tip: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedNotice {
    realm: String,
    #[serde(rename = "match")]
    id: MatchId,
    from: u64,
    to: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedPerson {
    person: Person,
    realm: String,
    id: String,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedPreference {
    subject: String,
    value: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedNote {
    server: String,
    entry: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BackupTrailer {
    matches: u64,
    events: u64,
    people: u64,
}

impl BackupLine {
    fn of(item: BackupItem) -> Result<BackupLine, StoreError> {
        Ok(match item {
            BackupItem::Key(key) => BackupLine::Key(key),
            BackupItem::Match(id, events) => {
                let mut tip = Hash::NONE;
                let mut payloads = Vec::with_capacity(events.len());
                for (event, at) in &events {
                    let record = record::encode(&tip, event, *at);
                    let record = record.map_err(|error| StoreError::failed(error.to_string()))?;
                    tip = hash(&record);
                    let payload = String::from_utf8(record[Hash::LENGTH..].to_vec());
                    let payload = payload.map_err(|error| StoreError::failed(error.to_string()))?;
                    payloads.push(RawValue::from_string(payload).map_err(unwritten)?);
                }
                BackupLine::Match(LoggedMatch {
                    id,
                    events: payloads,
                    tip: tip.to_string(),
                })
            }
            BackupItem::Ended(id) => BackupLine::Ended(id),
            BackupItem::Notice {
                realm,
                id,
                from,
                to,
            } => BackupLine::Notice(LoggedNotice {
                realm,
                id,
                from,
                to,
            }),
            BackupItem::Person(person, card) => BackupLine::Person(LoggedPerson {
                person,
                realm: card.identity.realm,
                id: card.identity.id,
                name: card.name,
            }),
            BackupItem::Preference(subject, value) => BackupLine::Preference(LoggedPreference {
                subject: subject.to_string(),
                value,
            }),
            BackupItem::Note(server, entry) => BackupLine::Note(LoggedNote {
                server: server.to_string(),
                entry: entry.encode(),
            }),
        })
    }

    /// Returns the item of a line that is neither the first nor the last; else what is wrong with it.
    fn item(self) -> Result<BackupItem, String> {
        Ok(match self {
            BackupLine::Rondel(_) | BackupLine::End(_) => {
                return Err(String::from("it does not belong here"));
            }
            BackupLine::Key(key) => BackupItem::Key(key),
            BackupLine::Match(LoggedMatch { id, events, tip }) => {
                let mut last = Hash::NONE;
                let mut read = Vec::with_capacity(events.len());
                for payload in &events {
                    let bytes = [&last.0, payload.get().as_bytes()].concat();
                    let record = record::decode(&bytes).map_err(|error| error.to_string())?;
                    last = hash(&bytes);
                    read.push((record.event, record.at));
                }
                if last.to_string() != tip {
                    return Err(String::from("its events are not those that were written"));
                }
                BackupItem::Match(id, read)
            }
            BackupLine::Ended(id) => BackupItem::Ended(id),
            BackupLine::Notice(notice) => BackupItem::Notice {
                realm: notice.realm,
                id: notice.id,
                from: notice.from,
                to: notice.to,
            },
            BackupLine::Person(line) => {
                let identity = Identity::new(&line.realm, &line.id);
                let identity = identity.map_err(|error| error.to_string())?;
                let name = line.name;
                BackupItem::Person(line.person, Card { identity, name })
            }
            BackupLine::Preference(LoggedPreference { subject, value }) => {
                let subject = subject.parse::<Subject>();
                BackupItem::Preference(subject.map_err(|error| error.to_string())?, value)
            }
            BackupLine::Note(LoggedNote { server, entry }) => {
                let entry = Entry::decode(&entry).map_err(|error| error.to_string())?;
                BackupItem::Note(Server::new(&server), entry)
            }
        })
    }
}

fn unwritten(error: impl std::error::Error) -> StoreError {
    StoreError::Failed(format!("the backup cannot be written: {error}"))
}

/// A backup that is being written.
pub struct BackupFile<W: Write> {
    to: GzEncoder<W>,
    tip: Hash,
    counts: BackupCounts,
}

impl<W: Write> std::fmt::Debug for BackupFile<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackupFile")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl<W: Write> BackupFile<W> {
    /// Begins a backup of a store of this format.
    ///
    /// # Errors
    ///
    /// When nothing can be written.
    pub fn begin(to: W, form: u64, people: bool) -> Result<BackupFile<W>, StoreError> {
        let mut file = BackupFile {
            to: GzEncoder::new(to, Compression::fast()),
            tip: Hash::NONE,
            counts: BackupCounts::default(),
        };
        file.put(&BackupLine::Rondel(BackupHeader { form, people }))?;
        Ok(file)
    }

    fn put(&mut self, line: &BackupLine) -> Result<(), StoreError> {
        let mut text = self.tip.0.to_vec();
        serde_json::to_writer(&mut text, line).map_err(unwritten)?;
        // Its last bracket comes after the hash.
        text.pop();
        self.tip = hash(&text);
        text.extend(BEFORE_HASH);
        text.extend(self.tip.to_string().as_bytes());
        text.extend(AFTER_HASH);
        text.push(b'\n');
        self.to.write_all(&text[Hash::LENGTH..]).map_err(unwritten)
    }
}

impl<W: Write + Send + 'static> BackupSink for BackupFile<W> {
    fn take(&mut self, items: Vec<BackupItem>) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for item in items {
                self.counts.add(&item);
                self.put(&BackupLine::of(item)?)?;
            }
            Ok(())
        })
    }

    fn finish(mut self: Box<Self>) -> Pending<'static, Result<(), StoreError>> {
        Box::pin(async move {
            let BackupCounts {
                matches,
                events,
                people,
            } = self.counts;
            self.put(&BackupLine::End(BackupTrailer {
                matches,
                events,
                people,
            }))?;
            let mut to = self.to.finish().map_err(unwritten)?;
            to.flush().map_err(unwritten)
        })
    }
}

/// A backup that is being read. Its items come one after the other, each checked, and the last one only if
/// nothing is missing.
pub struct BackupReader<R> {
    from: BufReader<GzDecoder<BufReader<R>>>,
    /// The number of the line that was read last.
    line: u64,
    tip: Hash,
    section: u8,
    last_match: Option<MatchId>,
    counts: BackupCounts,
    form: u64,
    people: bool,
    ended: bool,
}

impl<R> std::fmt::Debug for BackupReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackupReader")
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

impl<R: Read> BackupReader<R> {
    /// Begins to read a backup.
    ///
    /// # Errors
    ///
    /// [`BackupError`] if it is none, or of a later version.
    pub fn begin(from: R) -> Result<BackupReader<R>, BackupError> {
        let mut reader = BackupReader {
            from: BufReader::with_capacity(1 << 16, GzDecoder::new(BufReader::new(from))),
            line: 0,
            tip: Hash::NONE,
            section: 0,
            last_match: None,
            counts: BackupCounts::default(),
            form: format::FIRST,
            people: false,
            ended: false,
        };
        match reader.read_line()? {
            BackupLine::Rondel(BackupHeader { form, people })
                if (format::FIRST..=format::NEWEST).contains(&form) =>
            {
                (reader.form, reader.people) = (form, people);
            }
            BackupLine::Rondel(BackupHeader { form, .. }) if form > format::NEWEST => {
                return Err(BackupError::Later(form));
            }
            BackupLine::Rondel(_)
            | BackupLine::Key(_)
            | BackupLine::Match(_)
            | BackupLine::Ended(_)
            | BackupLine::Notice(_)
            | BackupLine::Person(_)
            | BackupLine::Preference(_)
            | BackupLine::Note(_)
            | BackupLine::End(_) => return Err(reader.damaged("a backup does not begin so")),
        }
        Ok(reader)
    }

    /// Returns the format of the store that was copied.
    #[must_use]
    pub const fn form(&self) -> u64 {
        self.form
    }

    /// Returns true if it was made with people.
    #[must_use]
    pub const fn has_people(&self) -> bool {
        self.people
    }

    /// Returns the number of things read so far.
    #[must_use]
    pub const fn counts(&self) -> BackupCounts {
        self.counts
    }

    /// Returns the next item, or `None` after the last one of a backup that is whole.
    ///
    /// # Errors
    ///
    /// [`BackupError`], which names the line.
    pub fn next_item(&mut self) -> Result<Option<BackupItem>, BackupError> {
        if self.ended {
            return Ok(None);
        }
        let line = self.read_line()?;
        if let BackupLine::End(BackupTrailer {
            matches,
            events,
            people,
        }) = line
        {
            let said = BackupCounts {
                matches,
                events,
                people,
            };
            if said != self.counts {
                return Err(self.damaged("not all is there that was counted"));
            }
            self.end()?;
            return Ok(None);
        }
        let item = line.item().map_err(|what| self.damaged(&what))?;
        let section = item.section();
        if section < self.section {
            return Err(self.damaged("it does not belong here"));
        }
        if let BackupItem::Match(id, _) = item
            && self.last_match.replace(id).is_some_and(|last| last >= id)
        {
            return Err(self.damaged("its match does not come after the one before"));
        }
        self.section = section;
        self.counts.add(&item);
        Ok(Some(item))
    }

    /// Makes sure that nothing follows.
    fn end(&mut self) -> Result<(), BackupError> {
        self.ended = true;
        self.line += 1;
        let mut more = [0];
        let unpacked = self.from.read(&mut more);
        let packed = self.from.get_mut().get_mut();
        match unpacked.and_then(|unpacked| Ok(unpacked + packed.fill_buf()?.len())) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.damaged("nothing may follow the last line")),
            Err(error) => Err(self.unread(&error)),
        }
    }

    /// Reads a line whose hash is right.
    fn read_line(&mut self) -> Result<BackupLine, BackupError> {
        self.line += 1;
        let mut text = self.tip.0.to_vec();
        let mut bounded = self.from.by_ref().take(LONGEST_LINE);
        if let Err(error) = bounded.read_until(b'\n', &mut text) {
            return Err(self.unread(&error));
        }
        if text.len() == Hash::LENGTH {
            return Err(self.damaged("the backup ends before its last line"));
        }
        let digits = hash(b"").to_string().len();
        let body = text
            .strip_suffix(b"\n")
            .and_then(|text| text.strip_suffix(AFTER_HASH));
        let split = body.and_then(|body| body.split_at_checked(body.len().checked_sub(digits)?));
        let split =
            split.and_then(|(body, digits)| Some((body.strip_suffix(BEFORE_HASH)?, digits)));
        let Some((body, digits)) = split.filter(|(body, _)| body.len() > Hash::LENGTH) else {
            return Err(self.damaged("it has no hash at its end"));
        };
        let tip = hash(body);
        if tip.to_string().as_bytes() != digits {
            return Err(self.damaged("it is not what was written"));
        }
        let length = body.len();
        self.tip = tip;
        text.truncate(length);
        text.push(b'}');
        let line = serde_json::from_slice(&text[Hash::LENGTH..]);
        line.map_err(|error| self.damaged(&error.to_string()))
    }

    fn unread(&self, error: &io::Error) -> BackupError {
        self.damaged(&format!("it cannot be unpacked: {error}"))
    }

    fn damaged(&self, what: &str) -> BackupError {
        let (line, what) = (self.line, what.to_owned());
        BackupError::Damaged { line, what }
    }
}

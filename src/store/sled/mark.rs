//! The file `mark` next to sled's files. It holds the kind of store, its format, its number and the
//! count of durable writes, since sled opens a file that was cut short as if nothing had been lost.
//! It holds all of it twice, so that one flipped byte locks nobody out.

use std::{fs::File, io, os::unix::fs::FileExt, path::Path};

use super::{advice, contents::Contents};
use crate::{StoreError, format, record::hash};

/// The contents of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkFile {
    /// The store's format.
    pub(super) format: u64,
    /// The store's number, drawn when it was made.
    pub(super) store: u64,
    /// Durable writes so far, or somewhat fewer.
    pub(super) writes: u64,
    /// The number of matches or people in the store.
    pub(super) holds: u64,
}

/// The offset of the second copy, in another sector than the first.
const SECOND: u64 = 4096;

impl MarkFile {
    /// Reads the mark in this file; `None` when the file is empty. Of its two copies one may be
    /// damaged.
    ///
    /// # Errors
    ///
    /// When the file is not that of a store of this kind, or of a later format, or damaged.
    pub(super) fn read(
        file: &File,
        path: &Path,
        kind: Contents,
    ) -> Result<Option<MarkFile>, StoreError> {
        let first = MarkFile::read_copy(file, 0, path, kind);
        let second = MarkFile::read_copy(file, SECOND, path, kind);
        match (first, second) {
            // Written one after the other, they may differ by a write.
            (Ok(Some(first)), Ok(Some(second))) if second.store == first.store => {
                Ok(Some(MarkFile {
                    format: first.format.max(second.format),
                    writes: first.writes.max(second.writes),
                    ..first
                }))
            }
            (Ok(Some(one)), Err(_)) | (Ok(None) | Err(_), Ok(Some(one))) => {
                tracing::warn!(path = %path.display(), "one copy of the file `mark` is damaged, and the other is whole");
                Ok(Some(one))
            }
            (first, _) => first,
        }
    }

    fn read_copy(
        file: &File,
        at: u64,
        path: &Path,
        kind: Contents,
    ) -> Result<Option<MarkFile>, StoreError> {
        let mut bytes = [0; 256];
        let length = file
            .read_at(&mut bytes, at)
            .map_err(|error| advice::of_system(path, &error))?;
        if length == 0 {
            return Ok(None);
        }
        // The bytes between the copies mean nothing.
        let text = String::from_utf8_lossy(&bytes[..length]);
        let text = text.trim_end_matches('\0');
        let words: Vec<&str> = text.split_whitespace().collect();
        if let ["rondel", "matches" | "people", "format", ..] = words.as_slice() {
            return Err(StoreError::Draft {
                path: path.display().to_string(),
            });
        }
        if let [word, "format", there, ..] = words.as_slice()
            && *word == kind.name
            && let Ok(there) = there.parse::<u64>()
            && there > format::NEWEST
        {
            return Err(too_new(path, there));
        }
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let store = u64::from_str_radix(word(4), 16).ok();
        let numbers = word(2).parse().ok().zip(store);
        let numbers = numbers.zip(word(6).parse().ok()).zip(word(8).parse().ok());
        let read = numbers.map(|(((format, store), writes), holds)| MarkFile {
            format,
            store,
            writes,
            holds,
        });
        // No other text will do, and none of another kind of store.
        let read = read.filter(|mark| mark.text(kind) == text);
        read.map(Some).ok_or_else(|| {
            StoreError::Failed(format!(
                "{}: the file `mark` there is damaged, or not that of a store of {}. \
                 `rondel check` says which matches are whole; if all are, remove that file",
                path.display(),
                kind.word
            ))
        })
    }

    /// Writes both copies of the mark in place. Each has always the same length and lies in one
    /// sector, so that it is the old one or the new one whatever happens.
    pub(super) fn write(&self, file: &File, kind: Contents) -> io::Result<()> {
        let text = self.text(kind);
        file.write_all_at(text.as_bytes(), 0)?;
        file.write_all_at(text.as_bytes(), SECOND)
    }

    fn text(&self, kind: Contents) -> String {
        let name = kind.name;
        let MarkFile {
            format,
            store,
            writes,
            holds,
        } = self;
        let text = format!(
            "{name} format {format} store {store:016x} writes {writes:020} holds {holds:020}"
        );
        let sum = hash(text.as_bytes()).to_string();
        format!("{text} sum {}\n", &sum[..8])
    }
}

pub(super) fn too_new(path: &Path, format: u64) -> StoreError {
    StoreError::Later {
        path: path.display().to_string(),
        format,
    }
}

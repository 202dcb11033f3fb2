//! The form of a backup, and files in which it is damaged.

use std::{
    env,
    io::{Read, Write},
    sync::Arc,
};

use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::Server,
    store::{
        PeopleStore, StoredRow, Stores, Subject,
        backup::{self, BackupError, BackupReader, CopyScope},
        memory::MemoryStore,
        preferences::ServerPreferences,
    },
};

use super::{backed_up, lines, postgres_of, sample, sled_of};
use crate::{now::now, postgres, store::samples::set};

/// Writes lines as a backup, each with the hash that it would have.
fn rewritten(lines: &[String]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    for line in lines {
        writeln!(file, "{line}").unwrap();
    }
    file.finish().unwrap()
}

fn unpacked(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut read = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut read)?;
    Ok(read)
}

/// Damages a backup, and returns what it did.
fn damaged(bytes: &[u8], lines: &[String], dice: &mut StdRng) -> (&'static str, Vec<u8>) {
    let mut changed = bytes.to_vec();
    let at = dice.random_range(0..bytes.len());
    let line = dice.random_range(0..lines.len());
    let mut others = lines.to_vec();
    let (what, others) = match dice.random_range(0..8) {
        0 => {
            changed[at] ^= 1 << dice.random_range(0..8);
            // Some bits of a compressed file mean nothing: it is as good as before.
            if unpacked(&changed).is_ok_and(|same| same == unpacked(bytes).unwrap()) {
                return damaged(bytes, lines, dice);
            }
            return ("a bit is another", changed);
        }
        1 => {
            changed.truncate(at);
            return ("the end is missing", changed);
        }
        2 => {
            changed.extend_from_slice(&bytes[..at + 1]);
            return ("more follows", changed);
        }
        3 => {
            others.remove(line);
            ("a line is missing", others)
        }
        4 => {
            others.insert(line, lines[line].clone());
            ("a line is there twice", others)
        }
        5 => {
            others.swap(line, (line + 1) % lines.len());
            ("two lines have changed places", others)
        }
        6 => {
            let mut text = others[line].clone().into_bytes();
            let at = dice.random_range(0..text.len());
            text[at] = if text[at] == b'7' { b'8' } else { b'7' };
            others[line] = String::from_utf8_lossy(&text).into_owned();
            ("a letter is another", others)
        }
        _ => {
            others.truncate(line);
            ("the last lines are missing", others)
        }
    };
    (what, rewritten(&others))
}

#[test]
fn damaged_backups_are_refused_by_their_line_and_nothing_of_them_is_kept() {
    let count = env::var("RONDEL_BACKUPS_DAMAGED").map_or(60, |count| count.parse().unwrap());
    let bytes = backed_up(&sample(20));
    let lines = lines(&bytes);
    // Rewritten without damage, it is good: what is refused below is refused for its damage.
    let whole = tempfile::tempdir().unwrap();
    sled_of(&rewritten(&lines), whole.path()).unwrap();
    let mut dice = StdRng::seed_from_u64(5);
    let address = postgres::empty_database();
    for number in 0..count {
        let directory = tempfile::tempdir().unwrap();
        let (what, file) = damaged(&bytes, &lines, &mut dice);
        // Most into files; in PostgreSQL it is the server that forgets it.
        let (kept, refused) = match &address {
            Some(address) if number % 10 == 0 => {
                let refused = postgres_of(&file, address).map(drop);
                (
                    !now(postgres::open(address).everybody(None, 1))
                        .unwrap()
                        .is_empty(),
                    refused,
                )
            }
            Some(_) | None => {
                let refused = sled_of(&file, directory.path()).map(drop);
                (
                    directory.path().read_dir().unwrap().next().is_some(),
                    refused,
                )
            }
        };
        match refused {
            Err(BackupError::Damaged { line, .. }) => {
                assert!(
                    (1..=lines.len() as u64 + 2).contains(&line),
                    "{what}: line {line}"
                );
            }
            other => panic!("{what}: {other:?}"),
        }
        assert!(!kept, "{what}: something is kept");
    }
    println!("damaged backups checked: {count}, each refused by its line");
}

/// Every word with which a line begins, and something that is none: what is not a line is damage, never a
/// panic.
#[test]
fn lines_that_mean_nothing_are_damage() {
    for text in [
        "",
        "{",
        "{}",
        "[1]",
        r#"{"rondel":{}}"#,
        r#"{"match":{"id":"m7k3q","events":[],"tip":""}}"#,
        r#"{"ended":"x"}"#,
    ] {
        let file = rewritten(&[text.to_owned()]);
        let read = BackupReader::begin(&file[..]);
        assert!(
            matches!(read, Err(BackupError::Damaged { line: 1, .. })),
            "{text}"
        );
    }
    assert!(BackupReader::begin(&b"{\"rondel\":1}"[..]).is_err());
}

fn empty() -> Stores {
    Arc::new(MemoryStore::new()).into()
}

/// Sets something of a server that earlier programs cannot read.
fn raise(stores: &Stores) {
    let newer = ServerPreferences {
        spoken: Some(String::from("de")),
        ..ServerPreferences::default()
    };
    let server = Subject::Server(Server::new("discord/1"));
    set(&*stores.matches, server, &newer.encode(), None).unwrap();
}

/// A program that cannot read a store refuses its backup, too, instead of filling a store with what it
/// cannot read.
#[test]
fn a_backup_is_of_the_form_of_its_store() {
    let form = |bytes: &[u8]| 1 + usize::from(lines(bytes)[0].contains("\"form\":2"));
    let directory = tempfile::tempdir().unwrap();
    let mut every_store = vec![
        empty(),
        sled_of(&backed_up(&empty()), directory.path()).unwrap(),
    ];
    if let Some(address) = postgres::empty_database() {
        every_store.push(postgres_of(&backed_up(&empty()), &address).unwrap());
    }
    for stores in &every_store {
        assert_eq!(form(&backed_up(stores)), 1, "{stores:?}");
        raise(stores);
        let bytes = backed_up(stores);
        assert_eq!(form(&bytes), 2, "{stores:?}");
        let other = tempfile::tempdir().unwrap();
        assert_eq!(
            lines(&backed_up(&sled_of(&bytes, other.path()).unwrap())),
            lines(&bytes)
        );
    }
}

/// A file that has the format of the store raised as soon as it is written to.
struct Raising(Stores);

impl Write for Raising {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        raise(&self.0);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_backup_during_which_the_format_rises_is_none() {
    let stores = empty();
    let raised = now(backup::write(
        &stores,
        Raising(stores.clone()),
        CopyScope::All,
    ));
    assert!(raised.unwrap_err().to_string().contains("make another"));
    assert!(
        now(backup::write(
            &stores,
            Raising(stores.clone()),
            CopyScope::All
        ))
        .is_ok()
    );
}

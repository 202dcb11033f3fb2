//! The form of a backup, and files in which it is damaged.

use std::{env, io::Write};

use flate2::{Compression, write::GzEncoder};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::store::{
    PeopleStore,
    backup::{BackupError, BackupReader},
};

use super::{backed_up, lines, postgres_of, sample, sled_of};
use crate::{now::now, postgres};

/// Writes lines as a backup, each with the hash that it would have.
fn rewritten(lines: &[String]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    for line in lines {
        writeln!(file, "{line}").unwrap();
    }
    file.finish().unwrap()
}

/// Damages a backup, and returns what it did.
fn damaged(bytes: &[u8], lines: &[String], dice: &mut StdRng) -> (&'static str, Vec<u8>) {
    let mut changed = bytes.to_vec();
    let at = dice.random_range(0..bytes.len());
    let line = dice.random_range(0..lines.len());
    let mut others = lines.to_vec();
    let (what, others) = match dice.random_range(0..8) {
        0 => {
            // The first ten bytes hold what nobody reads, such as a time, and so do up to seven bits before the
            // last eight bytes.
            let at = at.max(10);
            let filler = bytes.len() - 9;
            let at = if at == filler { filler - 1 } else { at };
            changed[at] ^= 1 << dice.random_range(0..8);
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
    let count = env::var("RONDEL_BACKUPS_DAMAGED").map_or(300, |count| count.parse().unwrap());
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

//! Tables as files: a line of JSON that says which table it is, then the values.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::{
    men::{Men, Third},
    table::{Aim, Subject, Table},
};

/// A table cannot be read from its file.
#[derive(Debug, thiserror::Error)]
pub enum ReadTableError {
    /// The file cannot be read.
    #[error("cannot read the table: {0}")]
    Io(#[from] io::Error),
    /// The first line is not that of the wanted table.
    #[error("this is another table, or none")]
    Header,
    /// The values are not those that were written.
    #[error("the table is damaged")]
    Sum,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    role: char,
    third: Third,
    aim: Aim,
    sum: u64,
}

impl Subject {
    /// Returns the name of the table's file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Subject { role, third, aim } = self;
        format!("{}-{third:?}-{aim:?}.table", role.letter()).to_lowercase()
    }

    fn header(&self, sum: u64) -> Header {
        Header {
            role: self.role.letter(),
            third: self.third,
            aim: self.aim,
            sum,
        }
    }
}

impl Table {
    /// Writes the table to a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the file or its folder cannot be written.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let part = file.with_extension(format!("part{}", std::process::id()));
        let mut out = File::create(&part)?;
        serde_json::to_writer(&out, &self.subject.header(sum(&self.values)))?;
        out.write_all(b"\n")?;
        for values in &self.values {
            out.write_all(values)?;
        }
        fs::rename(part, file)
    }

    /// Reads the table of a subject from its file.
    ///
    /// # Errors
    ///
    /// [`ReadTableError`] if the file is not there, is another's, or is damaged.
    pub fn read(subject: Subject, file: &Path) -> Result<Table, ReadTableError> {
        let mut input = BufReader::new(File::open(file)?);
        let mut line = String::new();
        input.by_ref().take(1_000).read_line(&mut line)?;
        let header: Header = serde_json::from_str(&line).map_err(|_| ReadTableError::Header)?;
        if header != subject.header(header.sum) {
            return Err(ReadTableError::Header);
        }
        let turns = subject.turns();
        let mut values = vec![vec![0; Men::places(subject.third)]; turns];
        for values in &mut values {
            input.read_exact(values)?;
        }
        if header.sum != sum(&values) || input.read(&mut [0])? != 0 {
            return Err(ReadTableError::Sum);
        }
        Ok(Table { subject, values })
    }
}

/// Returns the FNV-1a checksum of the values, eight at a time.
fn sum(values: &[Vec<u8>]) -> u64 {
    let words = values.iter().flat_map(|values| values.chunks(8));
    words.fold(0xcbf2_9ce4_8422_2325, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3)
    })
}

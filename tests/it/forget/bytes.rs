//! Looking for somebody in every byte of every file.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;

/// What a file begins with that was packed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The forms in which a name or an id could stand somewhere, each with what it is called.
#[derive(Debug, Default)]
pub(crate) struct Needles(Vec<(String, Vec<u8>)>);

impl Needles {
    /// A text: as UTF-8, as JSON escapes it, and as UTF-16 of both orders.
    pub(crate) fn text(mut self, called: &str, text: &str) -> Needles {
        let mut add = |form: &str, bytes: Vec<u8>| self.0.push((format!("{called} {form}"), bytes));
        add("UTF-8", text.into());
        let escaped: String = text
            .chars()
            .flat_map(|char| {
                let mut units = [0; 2];
                let units: Vec<u16> = char.encode_utf16(&mut units).to_vec();
                let plain = char.is_ascii();
                let written = move |unit: u16| match plain {
                    true => char.to_string(),
                    false => format!("\\u{unit:04x}"),
                };
                units.into_iter().map(written).collect::<Vec<_>>()
            })
            .collect();
        if escaped != text {
            add("escaped", escaped.into());
        }
        let units = || text.encode_utf16();
        add("UTF-16LE", units().flat_map(u16::to_le_bytes).collect());
        add("UTF-16BE", units().flat_map(u16::to_be_bytes).collect());
        self
    }

    /// A number: in decimal, as a text is looked for, and as eight bytes of both orders.
    pub(crate) fn number(self, called: &str, number: u64) -> Needles {
        let mut needles = self.text(called, &number.to_string());
        for (form, bytes) in [
            ("u64 LE", number.to_le_bytes()),
            ("u64 BE", number.to_be_bytes()),
        ] {
            needles.0.push((format!("{called} {form}"), bytes.into()));
        }
        needles
    }

    /// The forms that stand in these bytes, each with how often.
    pub(crate) fn within(&self, bytes: &[u8]) -> Vec<(&str, usize)> {
        let count = |needle: &[u8]| {
            bytes
                .windows(needle.len())
                .filter(|at| *at == needle)
                .count()
        };
        let found = self
            .0
            .iter()
            .map(|(form, needle)| (form.as_str(), count(needle)));
        found.filter(|(_, times)| *times > 0).collect()
    }

    /// Counts the forms that are looked for.
    pub(crate) fn forms(&self) -> usize {
        self.0.len()
    }
}

/// Every file below a directory, with what is in it.
pub(crate) fn every_file(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(every_file(&path));
        } else if path.is_file() {
            // A socket has nothing in it.
            let bytes = fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
    files.sort();
    files
}

/// A page of a file in which nothing is written.
const EMPTY: [u8; 4_096] = [0; 4_096];

/// The same bytes with few zeros where there are whole pages of them: they hold nothing, and
/// looking through them takes time.
fn without_empty_pages(bytes: &[u8]) -> Vec<u8> {
    let pages = bytes.chunks(EMPTY.len());
    let pages = pages.map(|page| if page == EMPTY { &EMPTY[..128] } else { page });
    pages.collect::<Vec<_>>().concat()
}

/// Finds something in the files of a directory: path, form, times.
pub(crate) fn found_below(directory: &Path, needles: &Needles) -> Vec<(PathBuf, String, usize)> {
    let mut found = Vec::new();
    for (path, mut bytes) in every_file(directory) {
        if bytes.starts_with(&GZIP) {
            // In a packed file nothing would be found. It may be in the middle of being written.
            let mut unpacked = Vec::new();
            let _ = GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked);
            bytes = unpacked;
        }
        let path = path.strip_prefix(directory).unwrap().to_owned();
        for (form, times) in needles.within(&without_empty_pages(&bytes)) {
            found.push((path.clone(), form.to_owned(), times));
        }
    }
    found
}

#[test]
fn every_form_is_found_where_it_stands() {
    let needles = Needles::default()
        .text("name", "Zoë")
        .number("id", 0x0102_0304_0506_0708);
    assert_eq!(needles.forms(), 4 + 5);
    for (bytes, form) in [
        ("xZoëx".as_bytes(), "name UTF-8"),
        (br#"{"name":"Zo\u00eb"}"#, "name escaped"),
        (b"Z\0o\0\xeb\0", "name UTF-16LE"),
        (b"\0Z\0o\0\xeb", "name UTF-16BE"),
        (b"=72623859790382856;", "id UTF-8"),
        (b"\x08\x07\x06\x05\x04\x03\x02\x01", "id u64 LE"),
        (b"\x01\x02\x03\x04\x05\x06\x07\x08", "id u64 BE"),
    ] {
        assert_eq!(needles.within(bytes), [(form, 1)], "{form}");
    }
    assert_eq!(needles.within(b"Zoe 7262385979038285"), []);
}

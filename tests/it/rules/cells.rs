//! Every cell of the table in rules §6, tried by positions and words.

mod beyond;
mod draws;
mod endings;
mod repetition;

use std::{collections::BTreeMap, fs};

use super::telling::{expanded, laid_out, told};

/// A row of the table.
struct Row {
    /// Its name in the table.
    title: &'static str,
    /// The sections that say more.
    section: &'static str,
    /// The source of each column.
    sources: [&'static str; 6],
    /// The columns in which it never arises, and why.
    never: &'static [(&'static str, &'static str)],
    cases: &'static [Case],
}

/// A position and words, and what comes of them in each column that is asked.
struct Case {
    about: &'static str,
    /// The position line's fields but the board, or `start` alone.
    fields: &'static str,
    /// `wKe4 gKm4`: army, piece and square.
    pieces: &'static str,
    /// Texts of `rondel analyze`; `2*(a b)` stands for `a b a b`.
    words: &'static str,
    /// Columns, and what `telling::told` says there.
    told: &'static [(&'static str, &'static str)],
}

impl Case {
    fn line(&self) -> String {
        let place = match self.fields {
            "start" => String::from("start"),
            fields => laid_out(fields, self.pieces),
        };
        if self.words.is_empty() {
            place
        } else {
            format!("{place} moves {}", expanded(self.words))
        }
    }
}

/// The table as it is printed in docs/RULES.md: its columns, and its rows with their cells.
fn table() -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/RULES.md");
    let text = fs::read_to_string(path).unwrap();
    let mut rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("|---"))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| String::from(cell.trim())).collect()
        })
        .collect();
    let columns = rows.remove(0).split_off(1);
    let name = |cell: String| String::from(cell.split('`').nth(1).unwrap());
    let columns = columns.into_iter().map(name).collect();
    let rows = rows.into_iter().map(|mut cells| (cells.remove(0), cells));
    (columns, rows.collect())
}

/// Asks every case of the rows; how many there were, by title and column.
fn ask(rows: &[&'static Row]) -> BTreeMap<(&'static str, String), usize> {
    let mut asked = BTreeMap::new();
    for row in rows {
        for case in row.cases {
            let line = case.line();
            for (columns, want) in case.told {
                for column in columns.split(' ') {
                    let about = format!("{}, {}, {column}: {line}", row.title, case.about);
                    assert_eq!(told(column, &line), *want, "{about}");
                    *asked.entry((row.title, String::from(column))).or_default() += 1;
                }
            }
        }
    }
    asked
}

#[test]
fn every_cell_of_the_table_is_held_to() {
    let rows = [&endings::ROWS[..], &repetition::ROWS, &draws::ROWS].concat();
    let asked = ask(&rows);
    let (columns, printed) = table();
    let [(first, sources), printed @ ..] = printed.as_slice() else {
        panic!("the table has rows");
    };
    assert_eq!((first.as_str(), columns.len()), ("source", 6));
    let (mut cells, mut cases) = (0, 0);
    for (title, says) in printed {
        let row = rows.iter().find(|row| row.title == title).expect(title);
        for (at, column) in columns.iter().enumerate() {
            let (says, source) = (&says[at], row.sources[at]);
            let cell = format!("{title} × {column}: {says}");
            let count = asked
                .get(&(row.title, column.clone()))
                .copied()
                .unwrap_or(0);
            let never = row.never.iter().find(|(of, _)| of == column);
            let arises = says != "–" && says != "never arises";
            assert_eq!(never.is_none(), arises, "{cell}");
            assert!(count > 0 || never.is_some(), "{cell}");
            // A source that the table names in the cell, or one of those it is made from.
            let known = ["[FIDE]", "[here]", "[3M]", "[GE]", sources[at].as_str()];
            assert!(known.contains(&source), "{cell}: {source}");
            assert!(
                !says.contains('[') || says.contains(source),
                "{cell}: {source}"
            );
            let why = never.map_or("", |(_, why)| why);
            println!("{cell} ({}, {source}): {count} cases {why}", row.section);
            cells += 1;
            cases += count;
        }
    }
    println!("{cells} cells, {cases} cases");
    assert_eq!(cells, 60);
    assert_eq!(rows.len(), printed.len());
}

/// The head of each preset's file names the section of its column.
#[test]
fn every_preset_names_its_section() {
    let sections = ["§6.1", "§6.2", "§6.3", "§6.3", "§6.5", "§6.6"];
    for (column, section) in table().0.iter().zip(sections) {
        let path = format!(
            "{}/config/rulesets/{column}.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(path).unwrap();
        let head = text.lines().next().unwrap();
        assert!(
            head.starts_with('#') && head.contains(section),
            "{column}: {head}"
        );
    }
}

#[test]
fn agreement_and_time_are_held_to_in_every_column() {
    let asked = ask(&beyond::ROWS);
    let (columns, _) = table();
    for row in beyond::ROWS {
        for column in &columns {
            assert!(
                asked.contains_key(&(row.title, column.clone())),
                "{} {column}",
                row.title
            );
        }
    }
}

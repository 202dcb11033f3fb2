//! Reading a JSON object strictly: a wrong type or length is a finding.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::Findings;
use crate::Snowflake;

/// A JSON object with its path in the body.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

/// Returns the path of `key` under `path`.
pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

impl<'a> Object<'a> {
    /// Returns `value` as an object, or reports that it is none.
    pub(crate) fn of(
        value: &'a Value,
        path: impl Into<String>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let path = path.into();
        let Some(map) = value.as_object() else {
            findings.add(
                path,
                "DICT_TYPE_CONVERT",
                "Only dictionaries may be used here.",
            );
            return None;
        };
        Some(Self { map, path })
    }

    /// Returns the path of `key` in this object.
    pub(crate) fn at(&self, key: &str) -> String {
        join(&self.path, key)
    }

    /// Returns the path of this object.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Iterates over the keys of this object.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.map.keys().map(String::as_str)
    }

    /// Returns the value of `key`. Null counts as missing.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// Returns a text.
    pub(crate) fn text(&self, key: &str, findings: &mut Findings) -> Option<&'a str> {
        let text = self.get(key)?.as_str();
        if text.is_none() {
            findings.add(
                self.at(key),
                "STRING_TYPE_CONVERT",
                "Could not interpret as string.",
            );
        }
        text
    }

    /// Returns a text of at most `most` characters.
    pub(crate) fn short(&self, key: &str, most: usize, findings: &mut Findings) -> Option<&'a str> {
        let text = self.text(key, findings)?;
        let length = text.chars().count();
        if length > most {
            let said = format!("Must be {most} or fewer in length, is {length}.");
            findings.add(self.at(key), "BASE_TYPE_MAX_LENGTH", said);
        }
        Some(text)
    }

    /// Returns a text that must not be empty if it is there.
    pub(crate) fn filled(&self, key: &str, findings: &mut Findings) -> Option<&'a str> {
        let text = self.text(key, findings)?;
        if text.is_empty() {
            let said = "Must be 1 or more in length.";
            findings.add(self.at(key), "BASE_TYPE_MIN_LENGTH", said);
        }
        Some(text)
    }

    /// Returns a text that must be there and must not be empty.
    pub(crate) fn required(&self, key: &str, findings: &mut Findings) -> Option<&'a str> {
        self.present(key, findings);
        self.filled(key, findings)
    }

    /// Reports a missing key.
    pub(crate) fn present(&self, key: &str, findings: &mut Findings) {
        if self.get(key).is_none() {
            findings.add(
                self.at(key),
                "BASE_TYPE_REQUIRED",
                "This field is required.",
            );
        }
    }

    /// Returns a whole number within a range.
    pub(crate) fn integer(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
        findings: &mut Findings,
    ) -> Option<i64> {
        let value = self.get(key)?;
        let Some(number) = value.as_i64() else {
            findings.add(
                self.at(key),
                "NUMBER_TYPE_COERCE",
                "Value is not an integer.",
            );
            return None;
        };
        if !range.contains(&number) {
            let said = format!(
                "Must be from {} to {}, is {number}.",
                range.start(),
                range.end()
            );
            findings.add(self.at(key), "NUMBER_TYPE_RANGE", said);
        }
        Some(number)
    }

    /// Returns a truth value; false if it is missing.
    pub(crate) fn flag(&self, key: &str, findings: &mut Findings) -> bool {
        let Some(value) = self.get(key) else {
            return false;
        };
        value.as_bool().unwrap_or_else(|| {
            findings.add(
                self.at(key),
                "BOOLEAN_TYPE_CONVERT",
                "Must be either true or false.",
            );
            false
        })
    }

    /// Returns a list of at most `max` values with the path of each; empty if it is missing.
    pub(crate) fn bounded(
        &self,
        key: &str,
        max: usize,
        findings: &mut Findings,
    ) -> Vec<(String, &'a Value)> {
        let list = self.list(key, findings);
        if list.len() > max {
            let said = format!("Must be {max} or fewer in length, is {}.", list.len());
            findings.add(self.at(key), "BASE_TYPE_BAD_LENGTH", said);
        }
        list
    }

    /// Returns a list with the path of each value; empty if it is missing.
    pub(crate) fn list(&self, key: &str, findings: &mut Findings) -> Vec<(String, &'a Value)> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let Some(list) = value.as_array() else {
            findings.add(
                self.at(key),
                "LIST_TYPE_CONVERT",
                "Only iterables may be used here.",
            );
            return Vec::new();
        };
        let at = self.at(key);
        list.iter()
            .enumerate()
            .map(|(n, value)| (format!("{at}.{n}"), value))
            .collect()
    }

    /// Returns a list of ids written as strings.
    pub(crate) fn ids(&self, key: &str, max: usize, findings: &mut Findings) -> Vec<Snowflake> {
        let mut ids = Vec::new();
        for (path, value) in self.bounded(key, max, findings) {
            match value.as_str().and_then(Snowflake::parse) {
                Some(id) => ids.push(id),
                None => findings.add(
                    path,
                    "NUMBER_TYPE_COERCE",
                    format!("Value {value} is not a snowflake written as a string."),
                ),
            }
        }
        ids
    }
}

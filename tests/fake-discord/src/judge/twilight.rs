//! An independent judgement: `twilight-model` reads the body, and `twilight-validate` measures it.
//!
//! A bot and a fake Discord by the same hands may share a mistake. So everything that a second,
//! independent library for bots can judge is left to it, and this crate's own rules judge only what
//! it does not know. It counts texts in code points, as Discord does
//! (<https://github.com/discord/discord-api-docs/issues/1315>).

use std::fmt::Display;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{Findings, object::join};

/// Twilight cannot read it.
const UNREADABLE: &str = "TWILIGHT_CANNOT_READ";
/// Twilight reads it, but drops or changes a part.
const UNKNOWN: &str = "TWILIGHT_KNOWS_NOT";
/// Twilight reads it, but would not send it.
const INVALID: &str = "TWILIGHT_REFUSES";

/// Reads the value at `path` as twilight's type, and reports the parts that twilight does not know.
/// If there is a finding at that place already, nothing is added.
pub(crate) fn read<T>(value: &Value, path: &str, findings: &mut Findings) -> Option<T>
where
    T: DeserializeOwned + Serialize,
{
    let noted = findings.at(path);
    match T::deserialize(value) {
        Err(error) => {
            if !noted {
                findings.add(path, UNREADABLE, error.to_string());
            }
            None
        }
        Ok(read) => {
            if let (Ok(back), false) = (serde_json::to_value(&read), noted) {
                compare(value, &back, path, findings);
            }
            Some(read)
        }
    }
}

/// Reports the findings of twilight-validate about the value at `path`.
pub(crate) fn note<E: Display>(verdict: Result<(), E>, path: &str, findings: &mut Findings) {
    if let Err(error) = verdict {
        findings.add(path, INVALID, error.to_string());
    }
}

/// Returns a copy of an object in which a missing `key` has its default value.
pub(crate) fn with(value: &Value, key: &str, meant: impl Into<Value>) -> Value {
    let mut value = value.clone();
    if let Some(map) = value.as_object_mut() {
        let stands = map.entry(key).or_insert(Value::Null);
        if stands.is_null() {
            *stands = meant.into();
        }
    }
    value
}

/// Returns a copy of a value; if it is an object, without some of its keys.
pub(crate) fn without(value: &Value, keys: &[&str]) -> Value {
    let Some(map) = value.as_object() else {
        return value.clone();
    };
    let kept = map.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
    Value::Object(
        kept.map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Map<_, _>>(),
    )
}

/// Reports what was sent and did not come back. Values that mean the same as their absence may be
/// missing.
fn compare(sent: &Value, back: &Value, path: &str, findings: &mut Findings) {
    match (sent, back) {
        (Value::Object(sent), Value::Object(back)) => {
            for (key, value) in sent {
                // Twilight writes a time in another of the forms that Discord takes.
                if key != "timestamp" {
                    let back = back.get(key).unwrap_or(&Value::Null);
                    compare(value, back, &join(path, key), findings);
                }
            }
        }
        (Value::Array(sent), Value::Array(back)) if sent.len() == back.len() => {
            for (number, (sent, back)) in sent.iter().zip(back).enumerate() {
                compare(sent, back, &join(path, &number.to_string()), findings);
            }
        }
        _ if sent == back || back.is_null() && says_nothing(sent) => {}
        _ => {
            let said = format!("{sent} is read as {back}.");
            findings.add(path, UNKNOWN, said);
        }
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(_) => false,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
    }
}

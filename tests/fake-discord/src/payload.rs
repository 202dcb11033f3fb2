//! The payloads of Discord, as `payloads.tsv` lists their fields, and fields spoilt on purpose.
//!
//! The table says of each field whether the real Discord always has it, whether it may be null, from
//! where that is known, whether this imitation has it, and what a bot decides by it. What is not documented
//! is listed as unknown. Tests compare payloads with it, and take its fields away one at a time.

use std::sync::LazyLock;

use serde_json::Value;

use crate::{fault::fits, server::FakeDiscord, world::World};

/// A field of an object of Discord's.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name of the object.
    pub object: &'static str,
    /// The name of the field.
    pub field: &'static str,
    /// The name of the object that it holds, or of those in its list; with ` by id` those in its map.
    pub holds: Option<&'static str>,
    /// True if the real Discord always has it.
    pub always: bool,
    /// True if it may be null on the real Discord.
    pub nullable: bool,
    /// True if no document says when the real Discord has it.
    pub unknown: bool,
    /// True if this imitation has it.
    pub here: bool,
    /// The document, or the schema of the specification, that says so.
    pub source: &'static str,
    /// What a bot decides by it, if it does.
    pub decides: Option<&'static str>,
}

/// Returns the table, in its order.
///
/// # Panics
///
/// If a line of the file has not seven columns, or says something unknown.
#[must_use]
pub fn table() -> &'static [Row] {
    static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let lines = include_str!("../payloads.tsv").lines().skip(1);
        lines.map(row).collect()
    });
    &TABLE
}

fn row(line: &'static str) -> Row {
    let columns: Vec<&str> = line.split('\t').collect();
    let [object, field, holds, discord, here, source, decides] = columns[..] else {
        panic!("a line of payloads.tsv has not seven columns: {line}")
    };
    let said = |text: &'static str| Some(text).filter(|text| *text != "-");
    let (presence, null) = discord.split_once(", ").unwrap_or((discord, ""));
    assert!(
        ["always", "sometimes", "unknown"].contains(&presence)
            && ["", "null"].contains(&null)
            && ["yes", "no"].contains(&here),
        "{line}"
    );
    Row {
        object,
        field,
        holds: said(holds),
        always: presence == "always",
        nullable: null == "null",
        unknown: presence == "unknown",
        here: here == "yes",
        source,
        decides: said(decides),
    }
}

/// An object within a payload.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// Its name in the table.
    pub object: &'static str,
    /// Its path, such as `data.options.*`; empty for the payload itself.
    pub path: String,
    /// Its fields.
    pub value: &'a Value,
}

/// Returns a payload, and all objects in it that the table knows.
#[must_use]
pub fn found<'a>(object: &'static str, payload: &'a Value) -> Vec<Found<'a>> {
    let mut all = Vec::new();
    find(object, "", payload, &mut all);
    all
}

fn find<'a>(object: &'static str, path: &str, value: &'a Value, all: &mut Vec<Found<'a>>) {
    let Some(map) = value.as_object() else {
        return;
    };
    all.push(Found {
        object,
        path: path.to_owned(),
        value,
    });
    for row in table().iter().filter(|row| row.object == object) {
        let (Some(holds), Some(inner)) = (row.holds, map.get(row.field)) else {
            continue;
        };
        let path = join(path, row.field);
        let each = format!("{path}.*");
        if let Some(holds) = holds.strip_suffix(" by id") {
            let inner = inner.as_object().into_iter().flatten();
            inner.for_each(|(_, one)| find(holds, &each, one, all));
        } else if let Some(list) = inner.as_array() {
            list.iter().for_each(|one| find(holds, &each, one, all));
        } else {
            find(one_of(holds, inner), &path, inner, all);
        }
    }
}

/// Returns which of several objects a value is: the data of interactions tell themselves apart.
fn one_of(holds: &'static str, value: &Value) -> &'static str {
    let mut names = holds.split(" or ");
    let has = |key: &str| value.get(key).is_some();
    match holds {
        "command or component or modal" if has("component_type") => "component",
        "command or component or modal" if has("custom_id") => "modal",
        _ => names.next().unwrap_or(holds),
    }
}

/// Returns the path of a field of the object at a path.
fn join(path: &str, field: &str) -> String {
    if path.is_empty() {
        field.to_owned()
    } else {
        format!("{path}.{field}")
    }
}

/// A field that is to be spoilt in the next event of a kind, or in the answers to a request.
#[derive(Debug)]
pub(crate) struct Spoil {
    /// The kind of the event, or the pattern of the request.
    of: String,
    path: String,
    to: Option<Value>,
}

impl FakeDiscord {
    /// Spoils a field of the next event of a kind: it is taken away, or becomes something else. The path
    /// is one of [`found`], with the field at its end.
    pub fn spoil_next(&self, event: &str, path: &str, to: Option<Value>) {
        let spoil = Spoil {
            of: event.to_owned(),
            path: path.to_owned(),
            to,
        };
        self.state.change(|world| world.spoils.push(spoil));
    }

    /// Spoils in the same way a field of each answer to a request such as `GET /channels/*/messages`, until
    /// [`FakeDiscord::spoil_no_more`]. A path into a list begins with `*`.
    pub fn spoil_answer(&self, route: &str, path: &str, to: Option<Value>) {
        self.spoil_next(route, path, to);
    }

    /// Spoils nothing any more.
    pub fn spoil_no_more(&self) {
        self.state.change(|world| world.spoils.clear());
    }
}

impl World {
    /// Returns the number of events and answers that were spoilt.
    #[must_use]
    pub fn spoilt(&self) -> usize {
        self.spoilt
    }

    /// Returns the data of an event spoilt, if that was asked for.
    pub(crate) fn spoil(&mut self, event: &str, data: &Value) -> Option<Value> {
        let place = self.spoils.iter().position(|spoil| spoil.of == event)?;
        let spoil = self.spoils.remove(place);
        self.spoilt += 1;
        Some(spoil.spoilt(data))
    }

    /// Returns an answer spoilt, if that was asked for and changes it: a list may be empty.
    pub(crate) fn spoil_answer(&mut self, route: &str, answer: &Value) -> Option<Value> {
        let spoil = self.spoils.iter().find(|spoil| fits(&spoil.of, route))?;
        let spoilt = spoil.spoilt(answer);
        let changes = spoilt != *answer;
        self.spoilt += usize::from(changes);
        changes.then_some(spoilt)
    }
}

impl Spoil {
    fn spoilt(&self, data: &Value) -> Value {
        let steps: Vec<&str> = self.path.split('.').collect();
        let mut data = data.clone();
        put(&mut data, &steps, self.to.as_ref());
        data
    }
}

/// Puts something at a path, or takes away what is there.
fn put(value: &mut Value, steps: &[&str], to: Option<&Value>) {
    match (value, steps) {
        (Value::Object(map), [last]) => match to {
            Some(to) => drop(map.insert((*last).to_owned(), to.clone())),
            None => drop(map.remove(*last)),
        },
        (Value::Object(map), ["*", rest @ ..]) => {
            map.values_mut().for_each(|one| put(one, rest, to));
        }
        (Value::Array(list), ["*", rest @ ..]) => {
            list.iter_mut().for_each(|one| put(one, rest, to));
        }
        (Value::Object(map), [first, rest @ ..]) => {
            if let Some(inner) = map.get_mut(*first) {
                put(inner, rest, to);
            }
        }
        _ => {}
    }
}

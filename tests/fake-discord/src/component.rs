//! Components of messages: what is on them, and how Discord tells it.

use serde_json::{Value, json};

use crate::{answer::Choice, message::Attachment};

/// A row of buttons, or of one select.
pub(crate) const ROW: u64 = 1;
/// A button.
pub(crate) const BUTTON: u64 = 2;
/// A select of strings.
pub(crate) const STRING_SELECT: u64 = 3;
/// An input for text, in a modal.
pub(crate) const TEXT_INPUT: u64 = 4;
/// A select of users.
pub(crate) const USER_SELECT: u64 = 5;
/// A select of roles.
pub(crate) const ROLE_SELECT: u64 = 6;
/// A select of users and roles.
pub(crate) const MENTIONABLE_SELECT: u64 = 7;
/// A select of channels.
pub(crate) const CHANNEL_SELECT: u64 = 8;
/// Texts beside a button or a thumbnail.
pub(crate) const SECTION: u64 = 9;
/// A text.
pub(crate) const TEXT: u64 = 10;
/// A small picture beside texts.
pub(crate) const THUMBNAIL: u64 = 11;
/// Pictures.
pub(crate) const GALLERY: u64 = 12;
/// A file.
pub(crate) const FILE: u64 = 13;
/// A gap or a line.
pub(crate) const SEPARATOR: u64 = 14;
/// A box around other components.
pub(crate) const CONTAINER: u64 = 17;
/// A labelled input of a modal.
pub(crate) const LABEL: u64 = 18;

/// The beginning of the address of a file of the same message.
pub(crate) const ATTACHED: &str = "attachment://";

/// A button on a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The id that a press sends; a link has none.
    pub custom_id: Option<String>,
    /// The text on it; empty if it shows only an emoji.
    pub label: String,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// True if it cannot be pressed.
    pub disabled: bool,
    /// The address of a link.
    pub url: Option<String>,
}

/// A select on a message, or in a modal.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// The id that a choice sends.
    pub custom_id: String,
    /// 3 for strings; 5 to 8 for users, roles, both, channels.
    pub kind: u64,
    /// The text shown while nothing is chosen.
    pub placeholder: Option<String>,
    /// The options to choose from.
    pub options: Vec<Choice>,
    /// The least number of options to choose.
    pub min_values: u64,
    /// The largest number of options to choose.
    pub max_values: u64,
    /// The types of channels to choose from; empty for all.
    pub channel_types: Vec<u64>,
    /// True if nothing can be chosen.
    pub disabled: bool,
}

impl Select {
    /// Reads a select from its form as sent.
    pub(crate) fn read(select: &Value) -> Self {
        let types = select["channel_types"].as_array().into_iter().flatten();
        Self {
            custom_id: text(&select["custom_id"]).unwrap_or_default(),
            kind: kind(select),
            placeholder: text(&select["placeholder"]),
            options: Choice::list(&select["options"], "label"),
            min_values: select["min_values"].as_u64().unwrap_or(1),
            max_values: select["max_values"].as_u64().unwrap_or(1),
            channel_types: types.filter_map(Value::as_u64).collect(),
            disabled: select["disabled"] == true,
        }
    }
}

/// Returns the type of a component; 0 if it has none.
pub(crate) fn kind(component: &Value) -> u64 {
    component["type"].as_u64().unwrap_or(0)
}

/// Returns all components in a list, also those inside of others, in the order in which they are
/// seen.
pub(crate) fn all(components: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    for component in components.as_array().into_iter().flatten() {
        found.push(component);
        found.extend(all(&component["components"]));
        let beside = ["accessory", "component"].map(|key| &component[key]);
        found.extend(beside.into_iter().filter(|inner| inner.is_object()));
    }
    found
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Returns the buttons in `components`.
pub(crate) fn buttons(components: &Value) -> Vec<Button> {
    let found = all(components).into_iter();
    found
        .filter(|component| kind(component) == BUTTON)
        .map(|button| Button {
            custom_id: text(&button["custom_id"]),
            label: text(&button["label"]).unwrap_or_default(),
            style: button["style"].as_u64().unwrap_or(0),
            disabled: button["disabled"] == true,
            url: text(&button["url"]),
        })
        .collect()
}

/// Returns true for the type of a select.
pub(crate) fn is_select(kind: u64) -> bool {
    kind == STRING_SELECT || (USER_SELECT..=CHANNEL_SELECT).contains(&kind)
}

/// Returns the selects in `components`.
pub(crate) fn selects(components: &Value) -> Vec<Select> {
    let found = all(components).into_iter();
    found
        .filter(|component| is_select(kind(component)))
        .map(Select::read)
        .collect()
}

/// Returns the texts of the text displays in `components`.
pub(crate) fn texts(components: &Value) -> Vec<String> {
    let found = all(components).into_iter();
    found
        .filter(|component| kind(component) == TEXT)
        .filter_map(|display| text(&display["content"]))
        .collect()
}

/// Returns what `components` say, line by line: their texts, and what stands on their selects.
pub(crate) fn said(components: &Value) -> String {
    let found = all(components).into_iter();
    let said = found.filter_map(|one| match kind(one) {
        TEXT => text(&one["content"]),
        select if is_select(select) => {
            let mut options = one["options"].as_array().into_iter().flatten();
            let chosen = options.find(|option| option["default"] == true);
            chosen.map_or_else(
                || text(&one["placeholder"]),
                |option| text(&option["label"]),
            )
        }
        _ => None,
    });
    said.collect::<Vec<_>>().join("\n")
}

/// Returns the names of the files of the same message that `components` show.
pub(crate) fn shown(components: &Value) -> Vec<&str> {
    let items = |component| match kind(component) {
        GALLERY => component["items"].as_array().map_or(&[][..], Vec::as_slice),
        _ => std::slice::from_ref(component),
    };
    let found = all(components).into_iter().flat_map(items);
    let addresses = found.flat_map(|one| [&one["media"]["url"], &one["file"]["url"]]);
    addresses
        .filter_map(|url| url.as_str()?.strip_prefix(ATTACHED))
        .collect()
}

/// Returns components as Discord tells them: each has a number, and files of the message have
/// their addresses.
pub(crate) fn told(components: &Value, files: &[Attachment]) -> Value {
    let mut told = components.clone();
    complete(&mut told, files, &mut 0);
    told
}

fn complete(value: &mut Value, files: &[Attachment], last: &mut u64) {
    if value["type"].is_u64() && value["id"].is_null() {
        *last += 1;
        value["id"] = json!(*last);
    }
    let name = value["url"]
        .as_str()
        .and_then(|url| url.strip_prefix(ATTACHED));
    if let Some(file) = files
        .iter()
        .find(|file| Some(file.filename.as_str()) == name)
    {
        let known = file.to_json();
        for key in ["url", "proxy_url", "width", "height", "content_type"] {
            value[key] = known[key].clone();
        }
    }
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| complete(one, files, last)),
        Value::Object(map) => map.values_mut().for_each(|one| complete(one, files, last)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Value {
        let button = json!({"type": 2, "style": 1, "label": "Sit down", "custom_id": "sit"});
        json!([{"type": 17, "components": [
            {"type": 10, "content": "one"},
            {"type": 9, "components": [{"type": 10, "content": "two"}], "accessory": button},
            {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]},
            {"type": 13, "file": {"url": "attachment://record.txt"}},
            {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
        ]}])
    }

    #[test]
    fn nested_components_are_found() {
        let page = page();
        assert_eq!(texts(&page), ["one", "two"]);
        assert_eq!(buttons(&page)[0].label, "Sit down");
        assert_eq!(selects(&page)[0].kind, USER_SELECT);
        assert_eq!(shown(&page), ["board.png", "record.txt"]);
    }

    #[test]
    fn components_are_told_with_numbers_and_addresses() {
        let file = Attachment {
            id: crate::Snowflake(7),
            filename: "board.png".to_owned(),
            description: None,
            content_type: "image/png".to_owned(),
            size: 3,
            bytes: Vec::new(),
        };
        let told = told(&page(), &[file]);
        let inside = &told[0]["components"];
        let media = &inside[2]["items"][0]["media"];
        let url = media["url"].as_str().expect("an address");
        assert!(
            url.starts_with("https://") && url.ends_with("7/board.png"),
            "{url}"
        );
        assert_eq!(inside[3]["file"]["url"], "attachment://record.txt");
        let mut ids: Vec<_> = all(&told).iter().map(|one| one["id"].as_u64()).collect();
        ids.sort_unstable();
        let expected: Vec<_> = (1..=9).map(Some).collect();
        assert_eq!(ids, expected);
    }
}

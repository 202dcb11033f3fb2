//! Rows of buttons, pages of Components V2, and modals, as Discord takes them. serenity has no
//! builders for the latter two.

use serde_json::{Value, json};
use serenity::all::CreateAttachment;

use crate::chats::discord::place::{HEADING, SMALL, TO_PLAY};
use crate::messages::{
    Block, Button, Emphasis, FieldKind, Menu, MenuOption, Modal, ModalField, Switch,
    markup::shortened,
};

/// The flag of a message of Components V2.
pub(crate) const PAGE: u64 = 1 << 15;

/// The longest label of a button, in characters.
const LONGEST_LABEL: usize = 80;
/// The longest label of a menu's option, and the longest that is said of it, in characters.
const LONGEST_OPTION: usize = 100;
/// The longest text on a menu, in characters.
const LONGEST_PROMPT: usize = 150;
/// The longest title of a modal and label of a field, in characters.
const LONGEST_TITLE: usize = 45;
/// The longest alt text of a picture, in characters.
pub(crate) const LONGEST_ALT: usize = 1_024;
/// The most characters of all texts of a page.
const LONGEST_PAGE: usize = 4_000;

/// The most channels that are chosen at once.
const MOST_CHOSEN: usize = 25;

/// Buttons in a row.
const ROW: usize = 5;

/// Types of components.
const IN_A_ROW: u8 = 1;
const BUTTON: u8 = 2;
const CHOICE: u8 = 3;
const TYPED: u8 = 4;
const PEOPLE: u8 = 5;
const ROLES: u8 = 6;
const CHANNELS: u8 = 8;
const SECTION: u8 = 9;
const TEXT: u8 = 10;
const GALLERY: u8 = 12;
const LABEL: u8 = 18;

/// Styles of buttons.
const PRIMARY: u8 = 1;
const SECONDARY: u8 = 2;
const SUCCESS: u8 = 3;
const DANGER: u8 = 4;

/// The body of a message, as Discord takes it, and the file that comes with it.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) map: Value,
    pub(crate) files: Vec<CreateAttachment>,
}

impl Body {
    /// Returns a body without files.
    pub(crate) const fn bare(map: Value) -> Body {
        let files = Vec::new();
        Body { map, files }
    }

    /// Returns the number of bytes of its files.
    pub(crate) fn bytes(&self) -> usize {
        self.files.iter().map(|file| file.data.len()).sum()
    }

    /// Returns it without this key.
    pub(crate) fn without(mut self, key: &str) -> Body {
        if let Some(map) = self.map.as_object_mut() {
            map.remove(key);
        }
        self
    }
}

/// Returns the rows of a plain message: its menus, and its buttons five by five.
pub(crate) fn rows(menus: &[Menu], buttons: &[Button]) -> Vec<Value> {
    menus.iter().map(menu).chain(in_rows(buttons)).collect()
}

/// Returns the components of a page, with more paragraphs at its end. `picture` is the file that it shows.
pub(crate) fn page(
    blocks: &[Block],
    added: &str,
    picture: Option<&CreateAttachment>,
) -> Vec<Value> {
    let mut room = LONGEST_PAGE;
    let mut text = |mark: &str, said: &str| {
        let said = shortened(&format!("{mark}{said}"), room);
        room -= said.chars().count();
        (!said.is_empty()).then(|| json!({"type": TEXT, "content": said}))
    };
    let mut all: Vec<Value> = Vec::new();
    for block in blocks {
        match block {
            Block::Heading(said) => all.extend(text(HEADING, said)),
            Block::Text(said) => all.extend(text("", said)),
            Block::Small(said) => all.extend(text(SMALL, said)),
            Block::Beside(said, beside)
            | Block::Switch(Switch {
                line: said,
                button: beside,
                ..
            }) => all.extend(text("", said).map(
                |said| json!({"type": SECTION, "components": [said], "accessory": button(beside)}),
            )),
            Block::Picture => all.extend(picture.map(gallery)),
            Block::Buttons(buttons) => all.extend(in_rows(buttons)),
            Block::Menu(one) => all.push(menu(one)),
            Block::Roles(asked) => all.push(roles(asked)),
            Block::Channels(asked, chosen) => all.push(channels(asked, chosen)),
        }
    }
    all.extend(text("", added.trim()));
    all
}

/// Builds the gallery of one picture. Screen readers say the alt text that stands here, not that of the file.
fn gallery(picture: &CreateAttachment) -> Value {
    let url = format!("attachment://{}", picture.filename);
    let mut item = json!({"media": {"url": url}});
    if let Some(alt) = &picture.description {
        item["description"] = json!(shortened(alt, LONGEST_ALT));
    }
    json!({"type": GALLERY, "items": [item]})
}

/// Returns a modal, as the data of the answer that opens it.
pub(crate) fn modal(modal: &Modal) -> Value {
    let fields = (0_u8..).zip(&modal.fields);
    let fields: Vec<Value> = fields.map(|(number, one)| field(number, one)).collect();
    json!({
        "custom_id": modal.id,
        "title": shortened(&modal.title, LONGEST_TITLE),
        "components": fields,
    })
}

fn field(number: u8, field: &ModalField) -> Value {
    let required = !field.optional;
    let mut component = match &field.kind {
        FieldKind::Text { most, filled } => {
            let mut input = json!({"type": TYPED, "style": 1, "max_length": most});
            if !filled.is_empty() {
                input["value"] = json!(shortened(filled, usize::from(*most)));
            }
            input
        }
        FieldKind::Choice(options) => {
            let options: Vec<Value> = options.iter().map(option).collect();
            json!({"type": CHOICE, "options": options})
        }
        FieldKind::People { most, chosen } => {
            let chosen = chosen.iter().take(usize::from(*most));
            let chosen = chosen.map(|id| json!({"id": id, "type": "user"}));
            json!({
                "type": PEOPLE,
                "max_values": most,
                "min_values": u8::from(required),
                "default_values": chosen.collect::<Vec<_>>(),
            })
        }
    };
    component["custom_id"] = json!(number.to_string());
    component["required"] = json!(required);
    let mut label = json!({
        "type": LABEL,
        "label": shortened(&field.label, LONGEST_TITLE),
        "component": component,
    });
    if !field.about.is_empty() {
        label["description"] = json!(shortened(&field.about, LONGEST_OPTION));
    }
    label
}

/// Builds the row of a menu. Choosing an option presses it: the options have the ids, the menu
/// itself just a name.
fn menu(menu: &Menu) -> Value {
    let options = menu.options.iter().take(Menu::MOST).map(option);
    let menu = json!({
        "type": CHOICE,
        "custom_id": menu.name,
        "placeholder": shortened(&menu.prompt, LONGEST_PROMPT),
        "options": options.collect::<Vec<_>>(),
    });
    json!({"type": IN_A_ROW, "components": [menu]})
}

/// Builds the row of a choice among roles.
fn roles(asked: &Button) -> Value {
    let menu = json!({
        "type": ROLES,
        "custom_id": asked.id,
        "placeholder": shortened(&asked.label, LONGEST_PROMPT),
    });
    json!({"type": IN_A_ROW, "components": [menu]})
}

/// Builds the row of a choice of channels for tables. More than can be chosen are not shown as chosen.
fn channels(asked: &Button, chosen: &[String]) -> Value {
    let chosen = Some(chosen).filter(|chosen| chosen.len() <= MOST_CHOSEN);
    let chosen = chosen.unwrap_or_default().iter();
    let chosen = chosen.map(|id| json!({"id": id, "type": "channel"}));
    let menu = json!({
        "type": CHANNELS,
        "custom_id": asked.id,
        "placeholder": shortened(&asked.label, LONGEST_PROMPT),
        "channel_types": TO_PLAY.map(u8::from),
        "min_values": 0,
        "max_values": MOST_CHOSEN,
        "default_values": chosen.collect::<Vec<_>>(),
    });
    json!({"type": IN_A_ROW, "components": [menu]})
}

fn option(option: &MenuOption) -> Value {
    let mut built = json!({
        "label": shortened(&option.label, LONGEST_OPTION),
        "value": option.id,
    });
    if !option.about.is_empty() {
        built["description"] = json!(shortened(&option.about, LONGEST_OPTION));
    }
    if option.chosen {
        built["default"] = json!(true);
    }
    built
}

/// Returns rows of buttons: a full one is followed by another.
fn in_rows(buttons: &[Button]) -> Vec<Value> {
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for one in buttons {
        match rows.last_mut() {
            Some(row) if row.len() < ROW && !one.begins_row => row.push(button(one)),
            _ => rows.push(vec![button(one)]),
        }
    }
    let row = |buttons| json!({"type": IN_A_ROW, "components": Value::Array(buttons)});
    rows.into_iter().map(row).collect()
}

fn button(button: &Button) -> Value {
    json!({
        "type": BUTTON,
        "custom_id": button.id,
        "label": shortened(&button.label, LONGEST_LABEL),
        "style": match button.emphasis {
            Emphasis::Main => PRIMARY,
            Emphasis::None => SECONDARY,
            Emphasis::Good => SUCCESS,
            Emphasis::Danger => DANGER,
        },
        "disabled": !button.enabled,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_on_a_page_is_described_within_discords_limit() {
        for (alt, expected) in [
            (None, None),
            (Some("White to move.".to_owned()), Some(14)),
            (Some("x".repeat(1_024)), Some(1_024)),
            (Some("x".repeat(1_025)), Some(1_024)),
            (Some("ä".repeat(5_000)), Some(1_024)),
        ] {
            let mut file = CreateAttachment::bytes(Vec::new(), "board.webp");
            file.description = alt;
            let page = page(&[Block::Picture], "", Some(&file));
            let item = &page[0]["items"][0];
            assert_eq!(item["media"]["url"], "attachment://board.webp");
            let described = item["description"].as_str();
            assert_eq!(described.map(|text| text.chars().count()), expected);
        }
    }
}

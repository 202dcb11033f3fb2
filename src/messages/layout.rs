//! Pages with headings, buttons beside texts and menus; and modals, which are filled in.

use super::{
    controls::{Button, Menu, MenuOption},
    message::Message,
};

/// A part of a page, from top to bottom. A chat without layouts says the texts line by line, with all
/// buttons below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(Message),
    /// A paragraph.
    Text(Message),
    /// A line in small letters.
    Small(Message),
    /// A paragraph with a button beside it.
    Beside(Message, Button),
    /// A setting that is on or off. Where there are switches it is one; elsewhere it is said what it is set to,
    /// with a button beside it.
    Switch(Switch),
    /// The picture of the reply.
    Picture,
    /// Buttons side by side, at most five in a row.
    Buttons(Vec<Button>),
    /// A menu.
    Menu(Menu),
    /// A choice among the roles of the server, with what is said of it. To choose one is to press the
    /// button of its id.
    Roles(Button),
    /// A choice of some channels of the server, or none, with the ids of those that are chosen now. To
    /// choose is to press the button of its id.
    Channels(Button, Vec<String>),
}

/// A setting that is on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// What it does where it is on.
    pub about: String,
    /// What it is set to.
    pub line: Message,
    /// True if it is on.
    pub on: bool,
    /// The button that sets it otherwise.
    pub button: Button,
}

/// A form that opens before the answer, in chats that have such forms. Sending it presses the button
/// of its id, with what was filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    /// The id of that button.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its fields in their order, 1 to 5.
    pub fields: Vec<ModalField>,
}

/// A field of a modal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModalField {
    /// Its label.
    pub label: String,
    /// A second line, smaller; empty for none.
    pub about: String,
    /// The way in which it is filled in.
    pub kind: FieldKind,
    /// True if it may be left empty.
    pub optional: bool,
}

/// The way in which a field is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A typed text.
    Text {
        /// The most characters.
        most: u16,
        /// What stands there when it opens.
        filled: String,
    },
    /// One of these options, whose ids are its values.
    Choice(Vec<MenuOption>),
    /// People of the server.
    People {
        /// The most of them.
        most: u8,
        /// Those who are chosen when it opens, by the ids of their accounts.
        chosen: Vec<String>,
    },
}

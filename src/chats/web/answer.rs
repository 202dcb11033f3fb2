//! Replies as data for a page.

use serde::Serialize;
use serde_json::Value;

use super::state::{Aspect, board};
use crate::{
    commands::Responder,
    messages::{Audience, Block, Button, Emphasis, Menu, Page, Picture, Reply, Shows},
};

/// A reply as data.
#[derive(Debug, Serialize)]
pub(super) struct AnswerData {
    refused: Option<&'static str>,
    text: String,
    command: Option<&'static str>,
    #[serde(rename = "match")]
    id: Option<String>,
    version: Option<u64>,
    to: &'static str,
    buttons: Vec<ButtonData>,
    menus: Vec<MenuData>,
    blocks: Vec<BlockData>,
    board: Option<Value>,
    alt: Option<String>,
    file: Option<FileData>,
    /// The plies that a replay shows, the first and the last.
    replay: Option<[u32; 2]>,
    /// True if it takes the place of the page it was asked from.
    turns: bool,
    /// The match that it opens.
    pub(super) opens: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct ButtonData {
    id: String,
    label: String,
    pub(super) enabled: bool,
    look: Option<&'static str>,
    row: bool,
    /// What it shows where there is little room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) short: Option<String>,
    /// Why it can't be pressed just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
}

#[derive(Debug, Serialize)]
struct MenuData {
    name: &'static str,
    prompt: String,
    options: Vec<OptionData>,
}

#[derive(Debug, Serialize)]
struct OptionData {
    id: String,
    label: String,
    about: String,
    chosen: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BlockData {
    Heading {
        text: String,
    },
    Text {
        text: String,
    },
    Small {
        text: String,
    },
    Beside {
        text: String,
        button: ButtonData,
        /// What its button switches, and which way it is: a page of an earlier version shows the text.
        #[serde(skip_serializing_if = "Option::is_none")]
        switch: Option<SwitchData>,
    },
    Board,
    Buttons {
        buttons: Vec<ButtonData>,
    },
    Menu {
        menu: MenuData,
    },
}

#[derive(Debug, Serialize)]
struct SwitchData {
    about: String,
    on: bool,
}

#[derive(Debug, Serialize)]
struct FileData {
    name: String,
    text: String,
}

impl ButtonData {
    pub(super) fn of(button: &Button) -> ButtonData {
        ButtonData {
            id: button.id.clone(),
            label: button.label.clone(),
            enabled: button.enabled,
            look: match button.emphasis {
                Emphasis::None => None,
                Emphasis::Main => Some("main"),
                Emphasis::Good => Some("good"),
                Emphasis::Danger => Some("danger"),
            },
            row: button.begins_row,
            short: None,
            why: None,
        }
    }

    pub(super) fn of_all(buttons: &[Button]) -> Vec<ButtonData> {
        buttons.iter().map(ButtonData::of).collect()
    }
}

impl MenuData {
    /// Returns a menu with its label. If that says how things are, and nothing is chosen, an option that
    /// does nothing shows what is as usual.
    fn of(menu: &Menu) -> MenuData {
        let options = menu.options.iter().map(|option| OptionData {
            id: option.id.clone(),
            label: option.label.clone(),
            about: option.about.clone(),
            chosen: option.chosen,
        });
        let chosen = menu.options.iter().any(|option| option.chosen);
        let usual = menu.label.as_ref().filter(|_| !chosen);
        let usual = usual.map(|_| OptionData {
            id: String::new(),
            label: menu.prompt.clone(),
            about: String::new(),
            chosen: true,
        });
        MenuData {
            name: menu.name,
            prompt: menu.label.as_ref().unwrap_or(&menu.prompt).clone(),
            options: usual.into_iter().chain(options).collect(),
        }
    }
}

impl BlockData {
    fn of(block: &Block) -> Option<BlockData> {
        Some(match block {
            Block::Heading(text) => BlockData::Heading {
                text: text.to_string(),
            },
            Block::Text(text) => BlockData::Text {
                text: text.to_string(),
            },
            Block::Small(text) => BlockData::Small {
                text: text.to_string(),
            },
            Block::Beside(text, button) => BlockData::Beside {
                text: text.to_string(),
                button: ButtonData::of(button),
                switch: None,
            },
            Block::Switch(switch) => BlockData::Beside {
                text: switch.line.to_string(),
                button: ButtonData::of(&switch.button),
                switch: Some(SwitchData {
                    about: switch.about.clone(),
                    on: switch.on,
                }),
            },
            Block::Picture => BlockData::Board,
            Block::Buttons(buttons) => BlockData::Buttons {
                buttons: ButtonData::of_all(buttons),
            },
            Block::Menu(menu) => BlockData::Menu {
                menu: MenuData::of(menu),
            },
            // The page is in no server that has such.
            Block::Roles(_) | Block::Channels(..) => return None,
        })
    }
}

/// Returns the first and the last ply of a replay.
fn replayed(picture: &Picture) -> Option<[u32; 2]> {
    let Shows::Replay(sequence) = &picture.shows else {
        return None;
    };
    let frames = &sequence.frames;
    let [first, last] = [frames.first()?, frames.last()?].map(|frame| frame.view.position.ply());
    Some([first, last])
}

impl AnswerData {
    /// Returns a reply as data.
    pub(super) fn of(responder: &Responder, reply: &Reply) -> AnswerData {
        let state = reply.state.as_deref();
        let locale = reply.locale.as_ref().unwrap_or_else(|| responder.usual());
        let picture = responder.picture(reply);
        let shown = picture
            .as_ref()
            .and_then(|Picture { shows, .. }| match shows {
                Shows::Board(view) => {
                    let aspect = Aspect {
                        seat: view.zoom.unwrap_or(view.seat),
                        zoomed: view.zoom.is_some(),
                        mirrored: view.mirrored,
                    };
                    Some(board((**view).clone(), aspect, locale))
                }
                Shows::Replay(_) | Shows::Leaderboard(_) | Shows::Profile(_) => None,
            });
        let opened = state.filter(|_| reply.news.opens() || reply.news.begins());
        let words = reply.body.words();
        AnswerData {
            refused: reply.refused(),
            text: words.text.to_string(),
            command: reply.command,
            id: state.map(|state| state.id().to_string()),
            version: state.map(|state| state.version()),
            to: match reply.audience {
                Audience::All => "all",
                Audience::Speaker => "you",
            },
            buttons: ButtonData::of_all(&words.buttons),
            menus: words.menus.iter().map(MenuData::of).collect(),
            blocks: reply
                .body
                .blocks()
                .iter()
                .filter_map(BlockData::of)
                .collect(),
            replay: picture.as_ref().and_then(replayed),
            alt: picture.map(|picture| picture.alt(&locale.texts)),
            board: shown,
            file: reply.body.file().map(|file| FileData {
                name: file.name.clone(),
                text: file.text.clone(),
            }),
            turns: matches!(reply.page, Page::Turns | Page::TurnsOwn),
            opens: opened.map(|state| state.id().to_string()),
        }
    }
}

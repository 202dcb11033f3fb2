//! Answers of the console, as text or as JSON lines (interfaces §4).

use serde::Serialize;

use crate::{matchplay::Match, messages::Reply, tools::OverLine};

/// An answer as a JSON line.
#[derive(Debug, Default, Serialize)]
pub struct AnswerLine {
    /// `all`, or the name of the only one who sees it.
    pub to: String,
    /// The command it answers.
    pub command: Option<&'static str>,
    /// The match it shows.
    #[serde(rename = "match")]
    pub id: Option<String>,
    /// Its text as people read it.
    pub text: String,
    /// The file of its picture.
    pub image: Option<String>,
    /// The picture in words.
    pub alt: Option<String>,
    /// Its buttons and the options of its menus.
    pub buttons: Vec<ButtonLine>,
    /// The stable reason of a refusal.
    pub refused: Option<&'static str>,
    /// The position line of the match it shows.
    pub position: Option<String>,
    /// The end of that match.
    pub over: Option<OverLine>,
    /// The file that comes with it, where there is a directory for files; else its text is what
    /// the answer says.
    pub file: Option<String>,
    /// The text is a file's, of which no line may change.
    #[serde(skip)]
    pub(super) is_file: bool,
}

/// A button in a JSON line.
#[derive(Debug, Serialize)]
pub struct ButtonLine {
    /// Its id.
    pub id: String,
    /// The words on it.
    pub label: String,
    /// True if it can be pressed.
    pub enabled: bool,
    /// It is an option of a page's menu, and a command types it more easily.
    #[serde(skip)]
    is_of_page: bool,
}

/// Lists the buttons of a reply, and the options of its menus, which are pressed like buttons here.
fn button_lines(reply: &Reply) -> Vec<ButtonLine> {
    let line = |id: &str, label: &[&str], enabled| ButtonLine {
        id: id.to_owned(),
        label: label.concat(),
        enabled,
        is_of_page: false,
    };
    let words = reply.body.words();
    let options = words.menus.iter().flat_map(|menu| &menu.options);
    let options = options.map(|option| {
        let about = if option.about.is_empty() { "" } else { ": " };
        ButtonLine {
            is_of_page: !reply.body.blocks().is_empty(),
            ..line(&option.id, &[&option.label, about, &option.about], true)
        }
    });
    let buttons = words.buttons.iter();
    let buttons = buttons.map(|button| line(&button.id, &[&button.label], button.enabled));
    let modal = reply.body.form();
    let modal = modal.map(|modal| line(&modal.id, &[&modal.title], true));
    options.chain(buttons).chain(modal).collect()
}

impl AnswerLine {
    /// Returns the line of a reply that everybody sees, without its picture and its file.
    #[must_use]
    pub fn of(reply: &Reply) -> AnswerLine {
        let state: Option<&Match> = reply.state.as_deref();
        AnswerLine {
            to: "all".to_owned(),
            command: reply.command,
            id: state.map(|state| state.id().to_string()),
            text: reply.text().to_string(),
            buttons: button_lines(reply),
            refused: reply.refused(),
            position: state.map(|state| state.position().to_string()),
            over: state.and_then(Match::outcome).map(OverLine::of),
            ..AnswerLine::default()
        }
    }

    /// Returns the answer as a person at a terminal reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        if self.to != "all" {
            let to = format!("(to {} alone)", self.to);
            match lines.first_mut() {
                Some(first) if !self.is_file => *first = format!("{to} {first}"),
                _ => lines.insert(0, to),
            }
        }
        for path in [&self.image, &self.file].into_iter().flatten() {
            lines.push(format!("  [{path}]"));
        }
        let shown = |button: &&ButtonLine| button.enabled && !button.is_of_page;
        for button in self.buttons.iter().filter(shown) {
            lines.push(format!("  [{}]  /press {}", button.label, button.id));
        }
        lines.join("\n")
    }
}

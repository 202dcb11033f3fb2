//! Actions of people, as given on the command line.

use fake_discord::{Answer, Channel, User};
use serde_json::{Value, json};

/// An action that a person repeats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ask {
    /// Uses a command.
    Command {
        name: String,
        options: Vec<(String, Value)>,
    },
    /// Types into an option.
    Complete {
        name: String,
        option: String,
        text: String,
    },
    /// Presses the button with this label on the newest message that has one.
    Press { label: String },
}

impl Ask {
    /// Reads `NAME [OPTION:VALUE]…`, `complete NAME OPTION:TEXT` or `press LABEL`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        if first == "press" {
            let label = rest.to_owned();
            return (!label.is_empty()).then_some(Self::Press { label });
        }
        let mut words = text.split_whitespace();
        if first == "complete" {
            words.next();
        }
        let name = words.next()?.to_owned();
        let pairs: Option<Vec<_>> = words.map(|word| word.split_once(':')).collect();
        let pairs = pairs?;
        if first != "complete" {
            let options = pairs
                .into_iter()
                .map(|(option, value)| (option.to_owned(), typed(value)))
                .collect();
            return Some(Self::Command { name, options });
        }
        let [(option, text)] = pairs[..] else {
            return None;
        };
        let (option, text) = (option.to_owned(), text.to_owned());
        Some(Self::Complete { name, option, text })
    }

    /// Lets a person do it, and waits for the answer. There is none if the button does not exist.
    pub(crate) async fn act(&self, person: &User, place: &Channel) -> Option<Answer> {
        let pending = match self {
            Self::Command { name, options } => {
                let options: Vec<_> = options
                    .iter()
                    .map(|(option, value)| (option.as_str(), value.clone()))
                    .collect();
                person.slash_unchecked(place, name, &options)
            }
            Self::Complete { name, option, text } => {
                person.complete(place, name, &[], (option, text))
            }
            Self::Press { label } => {
                let messages = place.messages();
                let (message, button) = messages
                    .iter()
                    .rev()
                    .find_map(|message| Some((message, message.button(label)?)))?;
                person.press_forged(message, &button.custom_id?)
            }
        };
        Some(pending.await)
    }
}

/// Returns a value of the type it looks like.
fn typed(text: &str) -> Value {
    if let Ok(flag) = text.parse::<bool>() {
        return json!(flag);
    }
    text.parse::<i64>()
        .map_or_else(|_| json!(text), |number| json!(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_are_read() {
        let command = |name: &str, options: Vec<(String, Value)>| {
            let name = name.to_owned();
            Some(Ask::Command { name, options })
        };
        let option = |name: &str, value: Value| vec![(name.to_owned(), value)];
        for (text, expected) in [
            ("help", command("help", vec![])),
            (
                "board text:true",
                command("board", option("text", json!(true))),
            ),
            (
                "matches page:2",
                command("matches", option("page", json!(2))),
            ),
            (
                "move move:Nf3",
                command("move", option("move", json!("Nf3"))),
            ),
            (
                "complete move move:N",
                Some(Ask::Complete {
                    name: "move".to_owned(),
                    option: "move".to_owned(),
                    text: "N".to_owned(),
                }),
            ),
            (
                "press My view",
                Some(Ask::Press {
                    label: "My view".to_owned(),
                }),
            ),
            ("press", None),
            ("complete move", None),
            ("board text", None),
            ("", None),
        ] {
            assert_eq!(Ask::read(text), expected, "{text}");
        }
    }
}

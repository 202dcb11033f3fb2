//! Tests of the whole table, and a chat in memory in which a command's own test types and presses.

use std::sync::Arc;

use super::*;
use crate::{
    host::Host,
    matchplay::{Moment, Place},
    messages::{Language, Markup, Reply, Texts},
    store::{Identity, memory::MemoryStore},
};

/// A chat in memory with one person in one place.
pub(super) struct Chat {
    responder: Responder,
}

/// The words of this chat: everything as it is.
#[derive(Debug)]
struct Verbatim;

impl Markup for Verbatim {
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn quote(&self, text: &str) -> String {
        text.to_owned()
    }

    fn place(&self, place: &Place) -> String {
        place.room().to_owned()
    }
}

impl Chat {
    /// Returns a chat whose dice fall as the seed says.
    pub(super) async fn new(seed: u64) -> Chat {
        Chat::over(Arc::new(MemoryStore::new()), seed).await
    }

    /// Returns a chat over this store.
    pub(super) async fn over(store: Arc<MemoryStore>, seed: u64) -> Chat {
        let host = Host::new(store, Arc::new(|| Moment(0)), Some(seed));
        let host = host.await.unwrap();
        Chat {
            responder: Responder::new(host, Arc::new(Verbatim)),
        }
    }

    pub(super) fn responder(&self) -> &Responder {
        &self.responder
    }

    /// Types a command, by its name in any language, as somebody who speaks this language.
    pub(super) async fn types(
        &self,
        language: Language,
        name: &str,
        options: &[(&str, Value)],
    ) -> Reply {
        let command = command_called(name).unwrap_or_else(|| panic!("no /{name}"));
        let options = options.iter();
        let options = options.map(|(name, value)| ((*name).to_owned(), value.clone()));
        let input = Input::Command {
            name: command.name.to_owned(),
            options: options.collect(),
        };
        self.asks(language, input).await
    }

    /// Presses the button with this id, as somebody who speaks this language.
    pub(super) async fn presses(&self, language: Language, id: &str) -> Reply {
        self.asks(language, Input::press(id)).await
    }

    async fn asks(&self, language: Language, input: Input) -> Reply {
        let incoming = Incoming::new(ann(language), Place::new("here/hall"), input);
        self.responder.answer(&incoming).await
    }
}

fn ann(language: Language) -> Speaker {
    Speaker {
        identity: Identity::new("here", "ann").unwrap(),
        name: String::from("Ann"),
        account: Account::Person,
        manages: false,
        roles: Vec::new(),
        language: Some(language),
        pass: None,
    }
}

#[tokio::test]
async fn a_command_is_answered_in_each_language_by_each_of_its_names() {
    let chat = Chat::new(1).await;
    for (language, name) in [(Language::English, "rules"), (Language::German, "regeln")] {
        let topic = Value::Text(String::from("draws"));
        let reply = chat.types(language, name, &[("topic", topic)]).await;
        assert_eq!((reply.command, reply.refused()), (Some("rules"), None));
        assert!(reply.text().says("rules-draws"));
        assert_eq!(reply.locale.unwrap().texts.language(), language);
    }
    let page = "rd1:-:0:leaders:three-man.server.all.1";
    let reply = chat.presses(Language::English, page).await;
    assert_eq!(
        (reply.command, reply.refused()),
        (Some("leaderboard"), None)
    );
}

#[test]
fn names_are_unique_and_required_options_come_first() {
    for command in COMMANDS {
        let same = COMMANDS.iter().filter(|other| *other == command);
        assert_eq!(same.count(), 1, "{command:?}");
        for option in command.options {
            let same = command.options.iter().filter(|o| o.name == option.name);
            assert_eq!(same.count(), 1, "{command:?} {}", option.name);
        }
        let sorted = command.options.is_sorted_by_key(|option| !option.required);
        assert!(sorted, "{command:?}");
    }
}

#[test]
fn every_command_option_and_choice_has_a_text() {
    for texts in Language::ALL.map(Texts::of) {
        let check = |id: String| {
            assert!(texts.has(&id), "{id}");
            assert!(texts.word(&id).chars().count() <= 100, "{id}");
        };
        for command in COMMANDS {
            check(format!("command-{}", command.name));
            for option in command.options {
                check(format!("option-{}-{}", command.name, option.name));
                for choice in option.choices {
                    let ids = [
                        format!("choice-{}-{choice}", option.name),
                        format!("choice-{choice}"),
                    ];
                    assert!(ids.iter().any(|id| texts.has(id)), "{ids:?}");
                    let said = texts.choice(option.name, choice);
                    assert!(said.chars().count() <= 100, "{said}");
                }
            }
        }
    }
}

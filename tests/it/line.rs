//! Lines given to a responder, without a chat.

use rondel::{
    commands::{Account, Incoming, Input, Speaker, Value},
    matchplay::Place,
    store::Identity,
};

/// Somebody in a chat, who manages nothing there.
pub(crate) fn speaker(chat: &str, name: &str) -> Speaker {
    Speaker {
        identity: Identity::new(chat, name).unwrap(),
        name: name.to_owned(),
        account: Account::Person,
        manages: false,
        roles: Vec::new(),
        language: None,
        pass: None,
    }
}

/// A line typed at a place, such as `pact action:offer` or `profile user:@ben`.
pub(crate) fn typed(speaker: Speaker, place: &str, line: &str) -> Incoming {
    let mut words = line.split(' ');
    let name = words.next().unwrap().to_owned();
    let options = words.map(|option| {
        let (name, text) = option.split_once(':').unwrap();
        (name.to_owned(), value(&speaker, text))
    });
    let options = options.collect();
    let input = Input::Command { name, options };
    Incoming::new(speaker, Place::new(place), input)
}

fn value(by: &Speaker, text: &str) -> Value {
    if let Some(name) = text.strip_prefix('@') {
        Value::User(speaker(by.identity.realm(), name))
    } else if let Ok(flag) = text.parse() {
        Value::Boolean(flag)
    } else if let Ok(number) = text.parse() {
        Value::Integer(number)
    } else {
        Value::Text(text.to_owned())
    }
}

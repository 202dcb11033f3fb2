//! Faults that Discord would find in the body of a request: found by twilight if it knows them,
//! else by rules of this crate.

mod command;
mod component;
mod embed;
mod layout;
pub mod limits;
mod message;
mod modal;
mod object;
mod twilight;

use serde_json::{Map, Value, json};

pub(crate) use self::{
    command::check_commands,
    message::{Draft, check_message, check_thread, mentions, said_in},
    modal::{check_completion, check_modal},
    object::join,
    twilight::read,
};

/// One fault in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The place in the body: keys and indices joined by dots; empty for the whole body.
    pub(crate) path: String,
    /// Discord's code for it.
    pub(crate) code: &'static str,
    /// The fault, in a sentence.
    pub(crate) text: String,
}

/// All faults in a body.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// Adds a fault.
    pub(crate) fn add(
        &mut self,
        path: impl Into<String>,
        code: &'static str,
        text: impl Into<String>,
    ) {
        self.list.push(Finding {
            path: path.into(),
            code,
            text: text.into(),
        });
    }

    /// Returns true if a fault was found at a place or inside it.
    pub(crate) fn at(&self, path: &str) -> bool {
        self.list.iter().any(|finding| {
            let rest = finding.path.strip_prefix(path);
            rest.is_some_and(|rest| path.is_empty() || rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Returns all faults, in order.
    pub(crate) fn list(&self) -> &[Finding] {
        &self.list
    }

    /// Returns the `errors` object of an answer with code 50035.
    pub(crate) fn errors(&self) -> Value {
        let mut root = Value::Object(Map::new());
        for finding in &self.list {
            let mut place = &mut root;
            for key in finding.path.split('.').filter(|key| !key.is_empty()) {
                place = &mut place[key];
            }
            let said = &mut place["_errors"];
            if !said.is_array() {
                *said = json!([]);
            }
            if let Some(list) = said.as_array_mut() {
                list.push(json!({"code": finding.code, "message": finding.text}));
            }
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Findings, mentions};

    #[test]
    fn findings_become_an_errors_object() {
        let mut findings = Findings::default();
        findings.add("embeds.0.title", "CODE", "text");
        findings.add("", "WHOLE", "all");
        let said = |code: &str, text: &str| json!([{"code": code, "message": text}]);
        let expected = json!({
            "embeds": {"0": {"title": {"_errors": said("CODE", "text")}}},
            "_errors": said("WHOLE", "all"),
        });
        assert_eq!(findings.errors(), expected);
    }

    #[test]
    fn mentions_are_found() {
        assert_eq!(
            mentions("<@1> <@!2> <@&3> <@x> <#4> @here"),
            ["1", "2", "&3", "here"]
        );
        assert!(mentions("a <@ b").is_empty());
    }
}

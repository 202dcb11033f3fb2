//! Every refusal that a ruleset can give, in `tests/data/refusals.txt`: its reason, its texts and its
//! buttons, and what is stored stays as it was.

use std::{collections::BTreeMap, sync::Arc};

use rondel::{
    chats::console::{Console, ConsoleOptions, PlainMarkup},
    commands::Responder,
    host::Host,
    matchplay::{Event, MatchId, Moment},
    rules::Color,
    store::{memory::MemoryStore, people::People},
};
use serde_json::Value;

use crate::now::now;
use crate::said::{TEXTS, Values, army, assert_says, listed, player, said};

/// A situation, and what is refused in it.
pub(crate) struct Situation {
    pub(crate) name: String,
    pub(crate) script: Vec<String>,
    pub(crate) cases: Vec<Case>,
}

/// A line that is refused.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) line: String,
    reason: String,
    /// The ids of its texts, with their values.
    texts: Vec<String>,
    /// What its buttons do.
    buttons: Vec<String>,
}

pub(crate) fn situations() -> Vec<Situation> {
    let mut situations: Vec<Situation> = Vec::new();
    let lines = include_str!("../../data/refusals.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("= ") {
            situations.push(Situation {
                name: name.to_owned(),
                script: Vec::new(),
                cases: Vec::new(),
            });
            continue;
        }
        let situation = situations.last_mut().expect("a situation");
        if let Some(typed) = line.strip_prefix("> ") {
            situation.script.push(typed.to_owned());
            continue;
        }
        let Some(said) = line.strip_prefix("  ") else {
            let line = line.to_owned();
            situation.cases.push(Case {
                line,
                ..Case::default()
            });
            continue;
        };
        let case = situation.cases.last_mut().expect("a line before it");
        if let Some(buttons) = said.strip_prefix('[') {
            let actions = buttons.split('[').map(|action| action.trim_end());
            case.buttons = actions
                .map(|action| action.trim_end_matches(']').to_owned())
                .collect();
        } else if case.reason.is_empty() {
            said.clone_into(&mut case.reason);
        } else {
            case.texts.push(said.to_owned());
        }
    }
    situations
}

/// A responder and a console in front of it.
struct Table {
    host: Arc<Host>,
    console: Console<Vec<u8>>,
    /// The match that was shown last.
    id: Option<String>,
}

impl Table {
    fn new() -> Table {
        let clock = Arc::new(|| Moment(1_700_000_000_000));
        let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
        let _people = Arc::new(People::in_memory());
        let markup = Arc::new(PlainMarkup);
        let responder = Responder::new(Arc::clone(&host), markup);
        let options = ConsoleOptions {
            json: true,
            ..ConsoleOptions::default()
        };
        Table {
            host,
            console: Console::new(Arc::new(responder), options, Vec::new()),
            id: None,
        }
    }

    /// Types a line that has one answer.
    async fn say(&mut self, line: &str) -> Value {
        let line = line.replace("=M", self.id.as_deref().unwrap_or_default());
        self.console
            .run(format!("{line}\n").as_bytes())
            .await
            .unwrap();
        let said = String::from_utf8(std::mem::take(self.console.output())).unwrap();
        let answers: Vec<&str> = said.lines().collect();
        assert_eq!(answers.len(), 2, "{line}: {said}");
        let answer: Value = serde_json::from_str(answers[0]).unwrap();
        if let Some(id) = answer["match"].as_str() {
            self.id = Some(id.to_owned());
        }
        answer
    }

    async fn stored(&self) -> Vec<(Event, Moment)> {
        let Some(id) = &self.id else {
            return Vec::new();
        };
        let id: MatchId = id.parse().unwrap();
        self.host.events(id).await.unwrap()
    }
}

/// What the buttons do.
fn actions(answer: &Value) -> Vec<&str> {
    let buttons = answer["buttons"].as_array().unwrap().iter();
    buttons
        .filter_map(|button| button["id"].as_str()?.splitn(4, ':').last())
        .collect()
}

/// A value as `refusals.txt` writes it, as the text has it.
fn value(written: &str) -> String {
    let color = |written: &str| {
        let color = written.strip_prefix('~')?;
        Color::ALL.into_iter().find(|army| army.word() == color)
    };
    let armies: Option<Vec<String>> = written.split('/').map(|w| color(w).map(army)).collect();
    if let Some(armies) = armies {
        return armies.join(&said("list-or", &[]));
    }
    if let Some(ruleset) = written.strip_prefix('%') {
        return TEXTS.ruleset(ruleset);
    }
    let plies: Vec<&str> = written.split('+').collect();
    if plies.iter().all(|ply| ply.parse::<u32>().is_ok()) {
        return listed(&plies);
    }
    written.to_owned()
}

/// Expects that an answer says what a line of `refusals.txt` says.
#[track_caller]
fn says_so(answer: &str, line: &str) {
    let line: &'static str = line.to_owned().leak();
    let mut words = line.split(' ');
    let id = words.next().unwrap();
    let values: Vec<(&'static str, String)> = words
        .map(|word| word.split_once('=').expect(line))
        .map(|(name, written)| (name, value(written)))
        .collect();
    let values: Vec<(&'static str, &str)> = values.iter().map(|(name, v)| (*name, &**v)).collect();
    assert_says(answer, id, &values);
}

#[tokio::test]
async fn every_refusal_of_a_ruleset_has_its_sentence_and_changes_nothing() {
    let mut sentences: BTreeMap<(String, String), usize> = BTreeMap::new();
    for situation in situations() {
        let mut table = Table::new();
        for line in &situation.script {
            let answer = table.say(line).await;
            assert!(answer["refused"].is_null(), "{}: {answer}", situation.name);
        }
        let before = table.stored().await;
        for case in &situation.cases {
            let place = format!("{}: {}", situation.name, case.line);
            let answer = table.say(&case.line).await;
            let sentence = answer["text"].as_str().unwrap();
            assert_eq!(answer["refused"], *case.reason, "{place}: {sentence}");
            for text in &case.texts {
                says_so(sentence, text);
            }
            assert_eq!(actions(&answer), case.buttons, "{place}");
            assert!(
                answer["to"] != "all" && answer["match"].is_null(),
                "{place}"
            );
            assert!(sentence.chars().count() <= 600, "{place}");
            assert_eq!(table.stored().await, before, "{place}");
            let said = (case.reason.clone(), sentence.to_owned());
            *sentences.entry(said).or_default() += 1;
        }
    }
    let reasons: Vec<&str> = sentences
        .keys()
        .map(|(reason, _)| reason.as_str())
        .collect();
    for wanted in [
        "not-in-this-ruleset",
        "which-winner",
        "which-partner",
        "no-third-army",
        "claim-not-due",
        "nothing-to-accept",
        "already-proposed",
        "already-conceded",
        "army-out",
        "match-over",
        "unknown-ruleset",
        "needs-confirmation",
        "not-a-player",
        "not-started",
        "not-your-turn",
        "position-moved-on",
    ] {
        assert!(reasons.contains(&wanted), "{wanted}");
    }
    for ((reason, sentence), times) in &sentences {
        println!("| `{reason}` | {times} | {sentence} |");
    }
}

/// The buttons of a refusal do what was meant.
#[tokio::test]
async fn the_buttons_of_a_refusal_lead_on() {
    let (ann, cy) = (player("ann", Color::White), player("cy", Color::Black));
    let cases: [(&str, &str, &str, &str, Values<'_>); 4] = [
        (
            "three-player",
            "@ann /resign",
            "resign:black",
            "refused-confirm-winner",
            &[],
        ),
        (
            "three-player",
            "@ann /resign winner:black",
            "resign:confirm:black",
            "resignation-offered",
            &[("player", &ann), ("winner", &cy)],
        ),
        (
            "first-mate",
            "@ann /pact action:offer",
            "pact:offer:black",
            "pact-offered",
            &[("player", &ann), ("other", &cy)],
        ),
        (
            "duel",
            "@ann /resign",
            "resign:confirm",
            "ended-wins",
            &[("player", &cy)],
        ),
    ];
    for (script, refused, action, id, values) in cases {
        let mut table = Table::new();
        table
            .say(&format!("@ann /play ruleset:{script} seat:white"))
            .await;
        if script != "duel" {
            table.say("@ben /join").await;
        }
        table.say("@cy /join").await;
        let answer = table.say(refused).await;
        let buttons = answer["buttons"].as_array().unwrap();
        let buttons = buttons.iter().filter_map(|button| button["id"].as_str());
        let mut meant = buttons.filter(|id| id.splitn(4, ':').last() == Some(action));
        let button = meant.next().expect(action).to_owned();
        let pressed = table.say(&format!("@ann /press {button}")).await;
        assert_says(pressed["text"].as_str().unwrap(), id, values);
    }
}

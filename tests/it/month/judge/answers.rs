//! Every command answered once, by what became of it.

use std::{collections::HashSet, sync::LazyLock};

use rondel::{
    host::LIMITS,
    matchplay::MatchId,
    store::{EventStore, RequestId},
};

use super::{Judge, clocks::Course};
use crate::month::diary::{Asked, Outcome};
use crate::now::now;
use crate::said::{GERMAN, Said, TEXTS, said, said_in};

/// The commands that change a match when they are answered to everybody.
const CHANGING: &[&str] = &[
    "play", "join", "move", "draw", "pact", "abort", "takeback", "pause", "seat",
];

impl Judge {
    /// Checks that every request was answered, that what was answered had been stored, and that
    /// nothing was done twice.
    pub(super) fn answers(&mut self, store: &dyn EventStore, followed: &[Course]) {
        let asked = std::mem::take(&mut self.diary.asked);
        for asked in &asked {
            let led = led_to(store, format!("discord/{}", asked.interaction));
            self.answer(asked, led.is_some());
        }
        // Every table has been opened by somebody, and by nobody two; a match has one rematch.
        let plays = asked.iter().filter(|asked| asked.command == "play");
        let opened =
            plays.filter_map(|asked| led_to(store, format!("discord/{}", asked.interaction)));
        let again = followed.iter().flat_map(|course| {
            // If nobody came to a rematch there may be another.
            (0..3).filter_map(move |nth| led_to(store, format!("rematch:{}:{nth}", course.id)))
        });
        let opened: HashSet<_> = opened.chain(again).collect();
        let unasked: Vec<_> = followed
            .iter()
            .filter(|course| !opened.contains(&course.id))
            .map(|course| course.id)
            .collect();
        self.expect(unasked.is_empty(), || {
            format!("tables that nobody has opened: {unasked:?}")
        });
        self.diary.asked = asked;
    }

    fn answer(&mut self, asked: &Asked, led: bool) {
        let Asked {
            interaction,
            command,
            ..
        } = asked;
        let changing = CHANGING.contains(command);
        match &asked.outcome {
            Outcome::Public(text) => {
                self.count("answers to all");
                self.expect(led || !changing, || {
                    format!("/{command} {interaction} was answered and is not stored: {text}")
                });
            }
            Outcome::Private(text) => {
                self.count("answers to one");
                // A person who plays normally never meets a limit.
                self.expect(!is_limited(text), || {
                    format!("/{command} {interaction} was rate-limited: {text}")
                });
                // A bot that ends in the middle of a task may say what no killed process says.
                let refused = led && asked.here && changing && !asked.lost && !is_counted(text);
                self.expect(!refused, || {
                    format!("/{command} {interaction} was stored and refused: {text}")
                });
            }
            Outcome::Unanswered if asked.lost => self.count("lost with the bot"),
            Outcome::Unanswered => {
                let at = asked.at.0 - super::START.0;
                self.findings.push(format!(
                    "/{command} {interaction} was never answered, {at} ms after the start"
                ));
            }
        }
    }
}

/// The texts of the limits, by the rest of their ids after `refused-limit-`.
const LIMIT_TEXTS: [&str; LIMITS.len() - 7] = [
    "tables-of-person",
    "tables-in-channel",
    "tables-in-server",
    "matches",
    "computer-matches",
    "seats",
    "proposals",
    "pictures",
    "errands",
    "completions",
    // Those of the page are said there.
];

/// Returns true if it says in any language that a limit is reached.
fn is_limited(text: &str) -> bool {
    static SAID: LazyLock<Vec<Said>> = LazyLock::new(|| {
        let ids = LIMIT_TEXTS.map(|name| format!("refused-limit-{name}"));
        let said = |id: String| [&TEXTS, &GERMAN].map(|texts| Said::within(texts, &id, &[]));
        ids.into_iter().flat_map(said).collect()
    });
    SAID.iter().any(|said| said.begins(text))
}

/// Returns true if it says in any language that somebody agrees, whom the vote's own message counts.
fn is_counted(text: &str) -> bool {
    static SAID: LazyLock<Vec<Said>> = LazyLock::new(|| {
        let ids = [
            "abort-agreed",
            "draw-agreed-waiting",
            "substitute-agrees",
            "pause-agreed",
            "resume-agreed",
            "takeback-agreed",
            "substitute-agreed",
            "computer-agreed",
            "put-out-agreed",
        ];
        let said = |id| [&TEXTS, &GERMAN].map(|texts| Said::within(texts, id, &[]));
        ids.into_iter().flat_map(said).collect()
    });
    SAID.iter().any(|said| said.begins(text))
}

#[test]
fn the_judge_knows_what_a_limit_says() {
    let values = [("most", "60"), ("again", "<t:7:R>")];
    for texts in [&TEXTS, &GERMAN] {
        let text = said_in(texts, "refused-limit-pictures", &values);
        assert!(is_limited(&text), "{text}");
    }
    for text in [
        said("refused-not-seated", &[]),
        said("matches-heading", &[("count", "16")]),
    ] {
        assert!(!is_limited(&text), "{text}");
    }
}

/// Returns the match that was changed by a delivery.
fn led_to(store: &dyn EventStore, request_id: String) -> Option<MatchId> {
    let led = now(store.answered(&RequestId(request_id)));
    led.expect("the store is read").map(|led| led.id)
}

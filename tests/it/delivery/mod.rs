//! Delivery, over each messenger that there is: every row of who is told what, and every way in which that can fail.

mod faults;
mod gaps;
mod rows;
mod stages;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use rondel::{
    commands::{Incoming, Responder, Speaker},
    host::{DrivenClock, Host, NoticeState},
    matchplay::{MatchId, Moment, Place},
    store::{Identity, ReadMatches, Stores, memory::MemoryStore, people::People},
};

use self::stages::{Said, Stage};
use crate::line;

/// The time that a row is waited for at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time in which words that stand are changed after that.
const SOON: Duration = Duration::from_secs(1);

/// What outlives a process: the stores and the clock.
#[derive(Clone)]
struct Kept {
    store: Arc<MemoryStore>,
    people: Arc<People>,
    clock: Arc<DrivenClock>,
    /// The gap between two pings about a match at a day a move or more.
    ping_gap: Duration,
}

impl Kept {
    fn new(ping_gap: Duration) -> Kept {
        Kept {
            ping_gap,
            store: Arc::new(MemoryStore::new()),
            people: Arc::new(People::in_memory()),
            clock: Arc::new(DrivenClock::at(Moment(1_000))),
        }
    }

    async fn host(&self) -> Arc<Host> {
        let stores = Stores {
            matches: Arc::clone(&self.store) as _,
            people: Arc::clone(&self.people),
        };
        let clock = Arc::clone(&self.clock) as _;
        Host::new(stores, clock, Some(7)).await.expect("a host")
    }
}

/// People at a table of a stage, and all that stands there.
struct Play<S> {
    stage: S,
    kept: Kept,
    id: Option<MatchId>,
    /// What stood there when it was looked at last.
    known: BTreeMap<u64, Said>,
}

impl<S: Stage> Play<S> {
    async fn begin() -> Play<S> {
        Play::begin_with(Duration::ZERO).await
    }

    /// Begins with this gap between pings.
    async fn begin_with(ping_gap: Duration) -> Play<S> {
        let kept = Kept::new(ping_gap);
        let stage = S::start(&kept, None).await;
        Play {
            stage,
            kept,
            id: None,
            known: BTreeMap::new(),
        }
    }

    /// Returns somebody by their name.
    fn speaker(&self, name: &str) -> Speaker {
        let id = self.stage.id_of(name);
        Speaker {
            identity: Identity::new(S::REALM, &id).expect("an identity"),
            name: name.to_owned(),
            // Who manages nothing is asked nothing.
            manages: name == "mia",
            ..line::speaker(S::REALM, &id)
        }
    }

    /// Does what a line says, and lets the outbox tell it: `ann: move move:e4`, `wait 3d`,
    /// `away 3d` (no process runs), `restart`, `a computer`, `computers`.
    async fn does(&mut self, line: &str) {
        if let Some(time) = line.strip_prefix("wait ") {
            self.passes(time);
            self.stage.host().settle_due().await.expect("what is due");
            return;
        }
        if let Some(time) = line.strip_prefix("away ") {
            self.passes(time);
            self.restart(None).await;
            self.stage.host().settle_due().await.expect("what is due");
            return;
        }
        if line == "restart" {
            return self.restart(None).await;
        }
        if line == "a computer" {
            assert!(self.stage.host().let_computer_act().await.expect("an act"));
            return;
        }
        if line == "computers" {
            while self.stage.host().let_computer_act().await.expect("an act") {}
            return;
        }
        let (name, command) = line.split_once(": ").expect("somebody does something");
        let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        for word in &mut words {
            if let Some((option, who)) = word.split_once(":@") {
                *word = format!("{option}:@{}", self.stage.id_of(who));
            }
        }
        let place = self.place().await;
        let incoming = line::typed(self.speaker(name), place.as_str(), &words.join(" "));
        self.asks(incoming, line).await;
    }

    /// Lets some time pass: `3d`, or `60s`.
    fn passes(&self, time: &str) {
        let (number, unit) = time.split_at(time.len() - 1);
        let number: u64 = number.parse().expect("a number");
        let seconds = if unit == "d" { 86_400 } else { 1 };
        self.kept
            .clock
            .advance(Duration::from_secs(number * seconds));
    }

    /// Returns the place where the match is played, or else where tables are opened.
    async fn place(&self) -> Place {
        let state = match self.id {
            Some(id) => self.stage.host().state(id).await.expect("a match"),
            None => None,
        };
        state.map_or_else(|| self.stage.hall(), |state| state.place().clone())
    }

    async fn asks(&mut self, incoming: Incoming, line: &str) {
        let responder: &Responder = self.stage.responder();
        let mut reply = responder.answer(&incoming).await;
        let refused = reply.refused();
        assert_eq!(refused, None, "{line}: {:?}", reply.text());
        if let Some(state) = &reply.state {
            self.id = Some(state.id());
        }
        if let Some(notice) = reply.notice.take() {
            notice.end(NoticeState::Queued);
        }
    }

    /// Waits until everything is told.
    async fn told(&self) {
        let store = &self.kept.store;
        let is_told = async || {
            let rows = store.outbox(S::REALM, 0, 1).await;
            rows.expect("an outbox").is_empty()
        };
        let waiting = async {
            let mut looks = tokio::time::interval(Duration::from_millis(2));
            while !is_told().await {
                looks.tick().await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        let rows = store.outbox(S::REALM, 0, 100).await;
        assert!(waited.is_ok(), "not told: {rows:?}");
    }

    /// Takes in what stands there, and says what is new since the last time: a line for each message that came or
    /// has other words, with those whom it calls.
    fn news(&mut self) -> Vec<String> {
        let now = self.stage.said();
        let lines = lines(&self.known, &now);
        self.known = now;
        lines
    }

    /// Waits until everything is told, and just this is new; otherwise returns what is.
    async fn sees(&mut self, wanted: &[&str]) -> Result<(), Vec<String>> {
        self.told().await;
        let before = self.known.clone();
        let mut looks = tokio::time::interval(Duration::from_millis(2));
        let until = tokio::time::Instant::now() + SOON;
        loop {
            self.known = self.stage.said();
            let lines = lines(&before, &self.known);
            // A vote that ended before may be closed only now.
            let others = lines.iter().filter(|line| *line != "thread words edited");
            if lines == wanted || others.eq(wanted) {
                return Ok(());
            }
            // Words of a vote change a little later.
            if looks.tick().await > until {
                return Err(lines);
            }
        }
    }

    /// The same, where nothing else may be seen.
    async fn expects(&mut self, wanted: &[&str], what: &str) {
        let seen = self.sees(wanted).await;
        assert_eq!(seen, Ok(()), "{what}, over {}: not {wanted:?}", S::REALM);
    }

    /// Ends the process, and starts another one on what is kept.
    async fn restart(&mut self, waits: Option<Duration>) {
        self.stage.restart(&self.kept, waits).await;
    }
}

/// Returns what is new of what is said `now`, a line each.
fn lines(before: &BTreeMap<u64, Said>, now: &BTreeMap<u64, Said>) -> Vec<String> {
    let new = now.iter().filter_map(|(id, said)| match before.get(id) {
        None => Some(said.to_string()),
        Some(known) if known.text != said.text => {
            Some(format!("{} {} edited", said.place, said.kind))
        }
        Some(_) => None,
    });
    new.collect()
}

//! Plays a record again.

use super::{
    data::{RecordedEvent, Transcript},
    draft::{Draft, DraftItem},
    invalid::{InvalidRecord, Reason, shown},
    people::Roster,
    tag::Tag,
    tags::{Header, Tags},
};
use crate::{
    matchplay::{Event, Match, Referee},
    rules::{ByColor, Outcome, read_move},
};

/// Returns the record, if all of it is what today's rules give under its options.
pub(super) fn verify(draft: Draft) -> Result<Transcript, InvalidRecord> {
    let mut head = draft.tags.head()?;
    let mut playing = Playing::new(&head.record, draft.end)?;
    for (line, entry) in draft.entries {
        if playing.state.outcome().is_some() {
            return Err(InvalidRecord::at(line, Reason::AfterEnd));
        }
        let step = playing.play(entry);
        let step = step.map_err(|reason| InvalidRecord::at(line, reason))?;
        head.record.course.push(step);
    }
    let missing = all_right(playing.referee.finish());
    missing.map_err(|reason| InvalidRecord::at(draft.end, reason))?;
    let outcome = playing.state.outcome();
    let outcome = outcome.ok_or_else(|| InvalidRecord::at(draft.end, Reason::BreaksOff))?;
    check_outcome(&draft.tags, &head, outcome)?;
    head.record.others = playing.roster.into_others();
    Ok(head.record)
}

/// A match that is played from a file.
struct Playing {
    state: Match,
    referee: Referee,
    roster: Roster,
}

impl Playing {
    fn new(record: &Transcript, end: usize) -> Result<Playing, InvalidRecord> {
        let people = ByColor::new(Transcript::first_of);
        let events = record.opening(&record.place, &people, None);
        let events = events.iter().map(|event| (event, record.began));
        let state = Match::fold(record.id, events);
        Ok(Playing {
            state: state.ok_or_else(|| InvalidRecord::at(end, Reason::BreaksOff))?,
            referee: Referee::default(),
            roster: Roster::of(record),
        })
    }

    fn play(&mut self, entry: DraftItem) -> Result<RecordedEvent, Reason> {
        let (number, written, word) = match entry {
            DraftItem::Word(word) => {
                let event = self.roster.event(&word)?;
                if let Event::Moved { .. } = event {
                    return Err(Reason::NoWord(shown(&word.to_string())));
                }
                self.take_in(&event)?;
                let short = String::new();
                return Ok(RecordedEvent { event, short });
            }
            DraftItem::Move {
                number,
                short,
                word,
            } => (number, short, word),
        };
        let wants = self.state.ply() + 1;
        if number != wants {
            let given = number;
            return Err(Reason::Number { given, wants });
        }
        let event = match word {
            Some(word) => self.roster.event(&word)?,
            None => self.meant(&written)?,
        };
        self.take_in(&event)?;
        let played = self.state.played().last();
        let short = played
            .map(|played| played.short.to_string())
            .unwrap_or_default();
        if unchecked(&short) != unchecked(&written) {
            let mv = shown(&written);
            return Err(Reason::Spelling { mv, short });
        }
        Ok(RecordedEvent { event, short })
    }

    /// Returns the move of a short form.
    fn meant(&self, written: &str) -> Result<Event, Reason> {
        let color = self.state.position().turn();
        match read_move(self.state.position(), written) {
            Ok(mv) => Ok(Event::Moved { color, mv }),
            Err(error) => Err(Reason::Move {
                mv: shown(written),
                why: error.to_string(),
            }),
        }
    }

    /// Takes in an event that today's rules allow and expect.
    fn take_in(&mut self, event: &Event) -> Result<(), Reason> {
        let judged = self.referee.judge(&self.state, event);
        let differences = judged.map_err(|impossible| Reason::Judged(impossible.to_string()))?;
        all_right(differences)?;
        self.state.apply(event, self.state.changed());
        Ok(())
    }
}

/// Returns a short form without its `+`. A wrong or missing one is ignored, since it says nothing
/// that the position does not.
fn unchecked(short: &str) -> String {
    short.replace('+', "")
}

/// Refuses what differs from what today's rules give.
fn all_right(differences: Vec<String>) -> Result<(), Reason> {
    match differences.into_iter().next() {
        Some(first) => Err(Reason::Judged(first)),
        None => Ok(()),
    }
}

/// Checks that the tags about the end agree with how the match ended.
fn check_outcome(tags: &Tags, head: &Header, outcome: &Outcome) -> Result<(), InvalidRecord> {
    let refuse = |tag, wants: String| {
        let reason = Reason::Outcome { tag, wants };
        Err(InvalidRecord::at(tags.line(tag), reason))
    };
    if head.ending != outcome.ending {
        return refuse(Tag::Result, outcome.ending.word().to_owned());
    }
    match (head.score, outcome.score()) {
        (Some(score), Some(line)) if score != outcome.points => refuse(Tag::Score, line),
        _ => Ok(()),
    }
}

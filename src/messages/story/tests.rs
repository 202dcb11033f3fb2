//! All exits, ends and offers under all rulesets: which texts tell of them, and, in snapshots, how
//! that reads in each language.

use std::sync::Arc;

use super::*;
use crate::{
    host::Host,
    matchplay::{MatchId, Moment, Person, Place, Table, open},
    messages::{Language, Locale, Markup, tests::compare},
    rules::{Agreement, Draw, Elimination, Exit, Outcome, Points},
    rulesets::Rulesets,
    store::memory::MemoryStore,
};

#[derive(Debug)]
struct Plain;

impl Markup for Plain {
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn quote(&self, text: &str) -> String {
        text.to_owned()
    }

    fn place(&self, place: &Place) -> String {
        place.as_str().to_owned()
    }
}

const WHITE: Color = Color::White;
const GRAY: Color = Color::Gray;
const BLACK: Color = Color::Black;
const NOON: Moment = Moment(1_700_000_000_000);

/// Events that are told at once, in a match that has just begun.
struct Told {
    ruleset: &'static str,
    /// What has happened before, and is not told.
    before: Vec<Event>,
    events: Vec<Event>,
    /// The ids of all that is said, in order.
    says: &'static str,
}

fn told(ruleset: &'static str, events: &[Event], says: &'static str) -> Told {
    Told {
        ruleset,
        before: Vec::new(),
        events: events.to_vec(),
        says,
    }
}

impl Told {
    fn after(self, before: &[Event]) -> Told {
        let before = before.to_vec();
        Told { before, ..self }
    }

    /// Returns the account, and the result if the match is over.
    fn account(&self, texts: &Texts) -> (Message, Option<String>) {
        let mut state = started(self.ruleset);
        for event in &self.before {
            state.apply(event, NOON);
        }
        let before = stood(&state);
        for event in &self.events {
            state.apply(event, NOON);
        }
        let names = ByColor(["ann", "ben", "cy"]);
        let names = ByColor::new(|color| {
            let player = state.seats()[color].player();
            player.map(|_| String::from(names[color]))
        });
        let host = Host::new(Arc::new(MemoryStore::new()), Arc::new(|| NOON), Some(1));
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let host = runtime.unwrap().block_on(host).unwrap();
        let narrator = Narrator {
            host: &host,
            rulesets: &Rulesets::presets(),
            markup: &Plain,
            locale: &Locale::plain(texts.clone()),
        };
        let mut story = narrator.story_named(&state, names);
        story.before = before;
        let result = story.view(WHITE, ByColor::default()).over;
        (story.account(&self.events), result)
    }
}

/// A match under a preset that has just begun, with ann, ben and cy, or with ann and cy.
fn started(ruleset: &str) -> Match {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let opening = Table {
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        place: Place::new("console/table"),
        seat: Some(WHITE),
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let mut events = open(&opening, Person(1)).unwrap();
    for (seat, person) in [(GRAY, 2), (BLACK, 3)] {
        if named.ruleset.armies().contains(seat) {
            let person = Person(person);
            events.push(Event::Joined { seat, person });
        }
    }
    events.push(Event::Started);
    Match::fold(
        MatchId::numbered(7),
        events.iter().map(|event| (event, NOON)),
    )
    .unwrap()
}

fn points(sixths: [u16; 3]) -> ByColor<Points> {
    ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()]))
}

fn out(color: Color, exit: Exit, by: Option<Color>, sixths: [u16; 3]) -> Event {
    Event::Eliminated(Elimination {
        color,
        exit,
        checkers: by.into_iter().collect(),
        by,
        points: points(sixths),
    })
}

fn ended(ending: Ending, sixths: [u16; 3]) -> Event {
    let points = points(sixths);
    Event::Ended(Outcome { ending, points })
}

const fn said(by: Color, action: OfferAction, about: Agreement) -> Event {
    let motion = Motion::Agreement(about);
    Event::Proposal { by, action, motion }
}

fn moved(color: Color, mv: &str) -> Event {
    let mv = mv.parse().unwrap();
    Event::Moved { color, mv }
}

/// One army goes out, and play goes on.
fn first_exits() -> Vec<Told> {
    const NOTHING: [u16; 3] = [0, 0, 0];
    let cases = [
        (
            "three-man",
            Exit::Mate,
            Some(BLACK),
            NOTHING,
            "out-mate your-move",
        ),
        (
            "three-man",
            Exit::Stalemate,
            None,
            NOTHING,
            "out-stalemate your-move",
        ),
        (
            "three-man",
            Exit::Conceded,
            None,
            NOTHING,
            "out-conceded your-move",
        ),
        (
            "three-man",
            Exit::Time,
            None,
            NOTHING,
            "out-untimed your-move",
        ),
        (
            "match-points",
            Exit::Mate,
            Some(BLACK),
            [0, 0, 12],
            "out-mate earned your-move points-so-far",
        ),
        (
            "match-points",
            Exit::KingTaken,
            Some(BLACK),
            [0, 0, 12],
            "out-king-taken earned your-move points-so-far",
        ),
        (
            "match-points",
            Exit::Time,
            None,
            [6, 0, 6],
            "out-untimed earned your-move points-so-far",
        ),
        (
            "second-mate",
            Exit::Mate,
            Some(WHITE),
            [9, 0, 3],
            "out-mate earned your-move points-so-far",
        ),
        (
            "second-mate",
            Exit::KingTaken,
            Some(WHITE),
            [9, 0, 3],
            "out-king-taken earned your-move points-so-far",
        ),
        (
            "second-mate",
            Exit::Mate,
            None,
            [9, 0, 9],
            "out-mate-each earned your-move points-so-far",
        ),
        (
            "second-mate",
            Exit::Mate,
            None,
            [6, 0, 6],
            "out-mate-shared earned your-move points-so-far",
        ),
        (
            "second-mate",
            Exit::Conceded,
            None,
            [6, 0, 6],
            "out-conceded earned your-move points-so-far",
        ),
    ];
    let exits = cases.map(|(ruleset, exit, by, points, says)| {
        told(ruleset, &[out(GRAY, exit, by, points)], says)
    });
    exits.into()
}

/// A pact shares the mate and ends with it; that of others shares nothing.
fn exits_under_a_pact() -> Vec<Told> {
    let pact = [
        said(WHITE, OfferAction::Offer, Agreement::Pact(BLACK)),
        said(BLACK, OfferAction::Accept, Agreement::Pact(WHITE)),
    ];
    let exits = [
        (
            GRAY,
            Exit::Mate,
            [6, 0, 6],
            "out-mate-pact earned your-move pacts-lapsed points-so-far",
        ),
        (
            GRAY,
            Exit::KingTaken,
            [6, 0, 6],
            "out-king-taken-pact earned your-move pacts-lapsed points-so-far",
        ),
        (
            WHITE,
            Exit::Mate,
            [0, 6, 6],
            "out-mate-shared earned your-move pacts-lapsed points-so-far",
        ),
    ];
    let exits = exits.map(|(color, exit, points, says)| {
        told("second-mate", &[out(color, exit, None, points)], says).after(&pact)
    });
    exits.into()
}

/// The last army in play ends it, or the first one out, or a king that could be taken, or a winner
/// who was named.
fn ends() -> Vec<Told> {
    let twice = |points: [u16; 3], total: [u16; 3]| {
        [
            out(GRAY, Exit::Mate, Some(WHITE), points),
            out(BLACK, Exit::Mate, Some(WHITE), points),
            ended(Ending::LastArmy, total),
        ]
    };
    let first_out = |exit, by, points: [u16; 3]| {
        [
            out(BLACK, exit, by, points),
            ended(Ending::FirstOut, points),
        ]
    };
    vec![
        told(
            "three-man",
            &twice([0; 3], [6, 0, 0]),
            "out-mate out-mate ended-last-army ended-wins ended-scores",
        ),
        told(
            "match-points",
            &twice([12, 0, 0], [30, 0, 0]),
            "out-mate out-mate ended-last-army ended-wins ended-scores",
        ),
        // First by points, which is not winning (rules §6.2).
        told(
            "match-points",
            &[
                out(GRAY, Exit::Mate, Some(BLACK), [0, 0, 12]),
                out(BLACK, Exit::KingTaken, Some(WHITE), [12, 0, 0]),
                ended(Ending::LastArmy, [18, 0, 12]),
            ],
            "out-mate out-king-taken ended-last-army ended-first ended-scores",
        ),
        told(
            "second-mate",
            &[
                out(GRAY, Exit::Mate, Some(WHITE), [9, 0, 3]),
                out(WHITE, Exit::Mate, Some(BLACK), [0, 0, 6]),
                ended(Ending::LastArmy, [9, 0, 9]),
            ],
            "out-mate out-mate ended-last-army ended-shared ended-scores",
        ),
        // Where two play, the first army out leaves one.
        told(
            "duel",
            &[
                out(BLACK, Exit::Mate, Some(WHITE), [0; 3]),
                ended(Ending::FirstOut, [6, 0, 0]),
            ],
            "out-mate ended-last-army ended-wins ended-scores",
        ),
        told(
            "first-mate",
            &first_out(Exit::Mate, Some(GRAY), [3, 9, 0]),
            "out-mate ended-first-out ended-first ended-scores",
        ),
        told(
            "first-mate",
            &first_out(Exit::Time, None, [6, 6, 0]),
            "out-untimed-last ended-first-out ended-shared ended-scores",
        ),
        told(
            "three-player",
            &first_out(Exit::Mate, Some(GRAY), [3, 6, 0]),
            "out-mate ended-first-out ended-wins ended-scores",
        ),
        told(
            "three-player",
            &first_out(Exit::Time, None, [3, 3, 0]),
            "out-untimed-last ended-first-out ended-shared ended-scores",
        ),
        told(
            "three-player",
            &[
                out(BLACK, Exit::KingTaken, Some(GRAY), [3, 6, 0]),
                ended(Ending::CapturableKing, [3, 6, 0]),
            ],
            "out-king-capturable ended-capturable-king ended-wins ended-scores",
        ),
        told(
            "three-player",
            &[
                said(WHITE, OfferAction::Accept, Agreement::Resignation(BLACK)),
                out(BLACK, Exit::Conceded, None, [3, 6, 0]),
                ended(Ending::ResignedFor, [3, 6, 0]),
            ],
            "resignation-accepted out-conceded-last ended-resigned-for ended-wins ended-scores",
        ),
        told(
            "match-points",
            &[ended(Ending::Aborted, [0; 3])],
            "ended-aborted",
        ),
    ]
}

/// Draws of each reason, claimed or not, and under each way to score them.
fn draws() -> Vec<Told> {
    let drawn = |draw, points| ended(Ending::Draw(draw), points);
    let claimed = |draw| {
        [
            Event::DrawClaimed { by: BLACK, draw },
            drawn(draw, [6, 6, 6]),
        ]
    };
    vec![
        told(
            "three-man",
            &[drawn(Draw::Agreement, [2, 2, 2])],
            "ended-draw-agreement ended-scores",
        ),
        told(
            "three-man",
            &[drawn(Draw::Stalemate, [2, 2, 2])],
            "ended-draw-stalemate ended-scores",
        ),
        told(
            "three-man",
            &[drawn(Draw::Repetition, [2, 2, 2])],
            "ended-draw-repetition ended-scores",
        ),
        told(
            "three-man",
            &[drawn(Draw::Moves, [2, 2, 2])],
            "ended-draw-moves ended-scores",
        ),
        told(
            "three-man",
            &[drawn(Draw::Impossibility, [2, 2, 2])],
            "ended-draw-impossibility ended-scores",
        ),
        told(
            "three-man",
            &[drawn(Draw::Time, [2, 2, 2])],
            "ended-draw-time ended-scores",
        ),
        // An army that has mated one and draws with the other wins (rules §6.2).
        told(
            "match-points",
            &[
                out(GRAY, Exit::Mate, Some(WHITE), [12, 0, 0]),
                drawn(Draw::Agreement, [18, 0, 6]),
            ],
            "out-mate ended-draw-agreement ended-wins ended-scores",
        ),
        told(
            "first-mate",
            &[drawn(Draw::Agreement, [4, 4, 4])],
            "ended-draw-agreement ended-scores",
        ),
        told(
            "second-mate",
            &[
                out(GRAY, Exit::Mate, Some(WHITE), [9, 0, 3]),
                drawn(Draw::Agreement, [12, 0, 6]),
            ],
            "out-mate ended-draw-agreement ended-first ended-scores",
        ),
        told(
            "three-player",
            &[drawn(Draw::Agreement, [3, 3, 3])],
            "ended-draw-agreement ended-scores",
        ),
        told(
            "duel",
            &[drawn(Draw::Agreement, [3, 0, 3])],
            "ended-draw-agreement ended-scores",
        ),
        told(
            "match-points",
            &claimed(Draw::Repetition),
            "draw-claimed ended-draw-repetition ended-scores",
        ),
        told(
            "match-points",
            &claimed(Draw::Moves),
            "draw-claimed ended-draw-moves ended-scores",
        ),
        told(
            "match-points",
            &claimed(Draw::Impossibility),
            "draw-claimed ended-draw-impossibility ended-scores",
        ),
        told(
            "three-man",
            &[
                Event::OutOfTime { color: GRAY },
                out(GRAY, Exit::Time, None, [0, 0, 0]),
            ],
            "out-untimed your-move",
        ),
    ]
}

/// Resignations that name a winner, and pacts: told when they are said, with the board while they
/// stand, and once more when they lapse.
fn agreements() -> Vec<Told> {
    let offered = [said(GRAY, OfferAction::Offer, Agreement::Pact(BLACK))];
    let agreed = [said(BLACK, OfferAction::Accept, Agreement::Pact(GRAY))];
    let resigned = [said(
        WHITE,
        OfferAction::Offer,
        Agreement::Resignation(BLACK),
    )];
    let e4 = [moved(WHITE, "e2e4")];
    let say = |ruleset, by, action, about, says| told(ruleset, &[said(by, action, about)], says);
    vec![
        told("three-player", &resigned, "resignation-offered"),
        say(
            "three-player",
            GRAY,
            OfferAction::Decline,
            Agreement::Resignation(BLACK),
            "resignation-declined",
        ),
        say(
            "three-player",
            WHITE,
            OfferAction::Withdraw,
            Agreement::Resignation(BLACK),
            "resignation-withdrawn",
        ),
        say(
            "first-mate",
            WHITE,
            OfferAction::Offer,
            Agreement::Pact(BLACK),
            "pact-offered",
        ),
        say(
            "first-mate",
            BLACK,
            OfferAction::Accept,
            Agreement::Pact(WHITE),
            "pact-agreed",
        ),
        say(
            "first-mate",
            WHITE,
            OfferAction::Withdraw,
            Agreement::Pact(BLACK),
            "pact-offer-revoked",
        ),
        told("three-player", &e4, "your-move moved resignation-lapsed").after(&resigned),
        told("first-mate", &e4, "your-move moved pact-stands-offered").after(&offered),
        told("first-mate", &e4, "your-move moved").after(&[offered, agreed].concat()),
    ]
}

#[test]
fn what_happened_is_told_by_the_text_for_it() {
    for language in Language::ALL {
        let texts = Texts::of(language);
        let mut notes = String::new();
        let cases = [
            first_exits(),
            exits_under_a_pact(),
            ends(),
            draws(),
            agreements(),
        ];
        for case in cases.iter().flatten() {
            let (account, result) = case.account(&texts);
            let says: Vec<&str> = account.parts().iter().map(|part| &*part.id).collect();
            assert_eq!(says.join(" "), case.says, "{}: {account}", case.ruleset);
            let result = result
                .map(|result| format!("[{result}]\n"))
                .unwrap_or_default();
            notes.push_str(&format!("{}\n{account}\n{result}\n", case.ruleset));
        }
        compare("story", language, &notes);
    }
}

/// No sentence names a winner who is not the only one with the most points.
#[test]
fn nobody_wins_who_shares() {
    let most = [0, 2, 3, 6, 9, 12, 18, 30];
    let texts = Texts::english();
    for ruleset in crate::rulesets::PRESETS {
        for ending in Ending::ALL {
            for first in most {
                for third in most {
                    let end = told(ruleset, &[ended(ending, [first, 0, third])], "");
                    let (account, _) = end.account(&texts);
                    let sole = first != third && ending != Ending::Aborted;
                    let named = account.says("ended-wins") || account.says("ended-first");
                    assert_eq!(named, sole, "{ruleset} {first} {third}: {account}");
                }
            }
        }
    }
}

#[test]
fn names_are_harmless() {
    use crate::messages::markup::harmless;

    assert_eq!(harmless("a\u{202e}b\u{7}c\n"), "abc");
    assert_eq!(harmless(&"x".repeat(10_000)).len(), 32);
    assert_eq!(harmless("\u{200b} \u{3164}"), "");
}

#[test]
fn moments_are_written_to_the_minute_in_utc() {
    for (at, expected) in [
        (Moment(1_795_298_399_999), "2026-11-21 21:59 UTC"),
        (Moment(1_795_298_400_000), "2026-11-21 22:00 UTC"),
        (Moment(-1), "1969-12-31 23:59 UTC"),
        (Moment(i64::MAX), "9999-12-30 22:00 UTC"),
        (Moment(i64::MIN), "-9999-01-02 01:59 UTC"),
    ] {
        assert_eq!(Plain.moment(at), expected);
    }
}

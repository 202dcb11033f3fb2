//! Every way out, every end, every ruleset, as players read it.

use super::*;
use crate::{
    matchplay::{MatchId, Moment, Opening, Place, open},
    rules::{ArmyOut, Draw, Ending, Exit, Over, Points, Said, Wish},
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

/// A match under a preset that has just begun, with ann, ben and cy, or with ann and cy.
fn started(ruleset: &str) -> Match {
    let named = Rulesets::presets().named(ruleset).unwrap().clone();
    let opening = Opening {
        id: MatchId::numbered(7),
        ruleset: ruleset.to_owned(),
        options: named.ruleset,
        place: Place::new("console/table"),
        seat: WHITE,
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
    Match::fold(opening.id, events.iter().map(|event| (event, NOON))).unwrap()
}

/// What is told of these events at once.
fn told(state: &Match, events: &[Event]) -> String {
    let before = *state.game().agreements();
    let votes_before = state.votes().clone();
    let mut state = state.clone();
    for event in events {
        state.apply(event, NOON);
    }
    let (texts, rulesets) = (Texts::english(), Rulesets::presets());
    let names = [(WHITE, "ann"), (GRAY, "ben"), (BLACK, "cy")];
    let story = Story {
        texts: &texts,
        markup: &Plain,
        state: &state,
        names: ByColor::new(|color| {
            let name = names.iter().find(|(army, _)| *army == color)?.1;
            state.seats()[color].player().map(|_| name.to_owned())
        }),
        rulesets: &rulesets,
        before,
        votes_before,
        people: Vec::new(),
    };
    let told = story.account(events);
    match story.view(WHITE, ByColor::default()).over {
        Some(result) => format!("{told}\n[{result}]"),
        None => told.into(),
    }
}

fn points(sixths: [u16; 3]) -> ByColor<Points> {
    ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()]))
}

fn out(color: Color, exit: Exit, by: Option<Color>, sixths: [u16; 3]) -> Event {
    Event::WentOut(ArmyOut {
        color,
        exit,
        checkers: by.into_iter().collect(),
        by,
        points: points(sixths),
    })
}

fn ended(ending: Ending, sixths: [u16; 3]) -> Event {
    let points = points(sixths);
    Event::Ended(Over { ending, points })
}

#[track_caller]
fn check(ruleset: &str, events: &[Event], want: &[&str]) {
    let told = told(&started(ruleset), events);
    println!("{ruleset}\n{told}\n");
    assert_eq!(told.lines().collect::<Vec<_>>(), want);
}

/// Gray goes out through White, then Black does, and the match ends so.
fn twice(exit: Exit, first: [u16; 3], second: [u16; 3], total: [u16; 3]) -> Vec<Event> {
    vec![
        out(GRAY, exit, Some(WHITE), first),
        out(BLACK, exit, Some(WHITE), second),
        ended(Ending::LastArmy, total),
    ]
}

#[test]
fn an_army_goes_out_and_play_goes_on() {
    let lines: [(&str, Event, &str); 12] = [
        (
            "three-man",
            out(GRAY, Exit::Mate, Some(BLACK), [0, 0, 0]),
            "ben (Gray) is out: checkmated by cy (Black).",
        ),
        (
            "three-man",
            out(GRAY, Exit::Stalemate, None, [0, 0, 0]),
            "ben (Gray) is out: no legal move, and not in check.",
        ),
        (
            "three-man",
            out(GRAY, Exit::Conceded, None, [0, 0, 0]),
            "ben (Gray) resigns and is out. The pieces stay on the board, dead.",
        ),
        (
            "three-man",
            out(GRAY, Exit::Time, None, [0, 0, 0]),
            "ben (Gray) is out: out of time. The pieces stay on the board, dead.",
        ),
        (
            "match-points",
            out(GRAY, Exit::Mate, Some(BLACK), [0, 0, 12]),
            "ben (Gray) is out: checkmated by cy (Black). Earned: Black 2 (checkmated Gray).",
        ),
        (
            "match-points",
            out(GRAY, Exit::KingTaken, Some(BLACK), [0, 0, 12]),
            "ben (Gray) is out: cy (Black) took the king. Earned: Black 2 (took Gray's king).",
        ),
        (
            "match-points",
            out(GRAY, Exit::Time, None, [6, 0, 6]),
            "ben (Gray) is out: out of time. The pieces stay on the board, dead. \
             Earned: White 1 (Gray ran out of time), Black 1 (Gray ran out of time).",
        ),
        (
            "second-mate",
            out(GRAY, Exit::Mate, Some(WHITE), [9, 0, 3]),
            "ben (Gray) is out: checkmated by ann (White). \
             Earned: White 3/2 (checkmated Gray 1, outlived Gray 1/2), Black 1/2 (outlived Gray).",
        ),
        (
            "second-mate",
            out(GRAY, Exit::KingTaken, Some(WHITE), [9, 0, 3]),
            "ben (Gray) is out: ann (White) took the king. \
             Earned: White 3/2 (took Gray's king 1, outlived Gray 1/2), Black 1/2 (outlived Gray).",
        ),
        (
            "second-mate",
            out(GRAY, Exit::Mate, None, [9, 0, 9]),
            "ben (Gray) is out: checkmated by ann (White) and cy (Black) at once, and by each alone. \
             Earned: White 3/2 (checkmated Gray 1, outlived Gray 1/2), \
             Black 3/2 (checkmated Gray 1, outlived Gray 1/2).",
        ),
        (
            "second-mate",
            out(GRAY, Exit::Mate, None, [6, 0, 6]),
            "ben (Gray) is out: checkmated by ann (White) and cy (Black) together. \
             Earned: White 1 (a share in Gray's defeat 1/2, outlived Gray 1/2), \
             Black 1 (a share in Gray's defeat 1/2, outlived Gray 1/2).",
        ),
        (
            "second-mate",
            out(GRAY, Exit::Conceded, None, [6, 0, 6]),
            "ben (Gray) resigns and is out. The pieces stay on the board, dead. \
             Earned: White 1 (a share in Gray's defeat 1/2, outlived Gray 1/2), \
             Black 1 (a share in Gray's defeat 1/2, outlived Gray 1/2).",
        ),
    ];
    for (ruleset, event, want) in lines {
        let told = told(&started(ruleset), &[event]);
        println!("{ruleset}: {told}\n");
        assert_eq!(told.lines().next(), Some(want));
        assert!(told.ends_with("ann (White) to move."), "{told}");
        let so_far = told.contains("Points so far: White ");
        assert_eq!(so_far, told.contains("Earned"), "{told}");
    }
}

#[test]
fn a_pact_shares_the_mate_and_ends_with_it() {
    let mut state = started("second-mate");
    for (by, with) in [(WHITE, BLACK), (BLACK, WHITE)] {
        let said = state.game().wish(by, Wish::OfferPact(with)).unwrap();
        state.apply(&Event::Said { by, said }, NOON);
    }
    for (exit, want) in [
        (
            Exit::Mate,
            "ben (Gray) is out: checkmated under the pact of ann (White) and cy (Black), \
             who share it.",
        ),
        (
            Exit::KingTaken,
            "ben (Gray) is out: the king was taken, which the pact of ann (White) and cy (Black) \
             shares.",
        ),
    ] {
        let told = told(&state, &[out(GRAY, exit, None, [6, 0, 6])]);
        let earned = "Earned: White 1 (a share in Gray's defeat 1/2, outlived Gray 1/2), \
                      Black 1 (a share in Gray's defeat 1/2, outlived Gray 1/2).";
        assert_eq!(
            told.lines().collect::<Vec<_>>(),
            [
                format!("{want} {earned}").as_str(),
                "With that, no pact stands any more.",
                "Points so far: White 1, Gray 0, Black 1.",
                "ann (White) to move.",
            ]
        );
    }
    // Somebody else's pact shares nothing.
    let told = told(&state, &[out(WHITE, Exit::Mate, None, [0, 6, 6])]);
    assert!(told.contains("together"), "{told}");
}

#[test]
fn the_last_army_in_play_ends_it() {
    check(
        "three-man",
        &twice(Exit::Mate, [0; 3], [0; 3], [6, 0, 0]),
        &[
            "ben (Gray) is out: checkmated by ann (White).",
            "cy (Black) is out: checkmated by ann (White).",
            "The match is over: White is the last army in play. ann (White) wins. \
             Score White–Gray–Black: 1-0-0.",
            "White 1 (last army in play), Gray 0, Black 0 · rules §6.1",
            "[White wins, 1-0-0]",
        ],
    );
    check(
        "match-points",
        &twice(Exit::Mate, [12, 0, 0], [12, 0, 0], [30, 0, 0]),
        &[
            "ben (Gray) is out: checkmated by ann (White).",
            "cy (Black) is out: checkmated by ann (White).",
            "The match is over: White is the last army in play. ann (White) wins. \
             Score White–Gray–Black: 5-0-0.",
            "White 5 (checkmated Gray 2, checkmated Black 2, last king standing 1), Gray 0, Black 0 \
             · rules §6.2",
            "[White wins, 5-0-0]",
        ],
    );
    // First by points, which is not winning (rules §6.2).
    check(
        "match-points",
        &[
            out(GRAY, Exit::Mate, Some(BLACK), [0, 0, 12]),
            out(BLACK, Exit::KingTaken, Some(WHITE), [12, 0, 0]),
            ended(Ending::LastArmy, [18, 0, 12]),
        ],
        &[
            "ben (Gray) is out: checkmated by cy (Black).",
            "cy (Black) is out: ann (White) took the king.",
            "The match is over: White is the last army in play. ann (White) is first. \
             Score White–Gray–Black: 3-0-2.",
            "White 3 (took Black's king 2, last king standing 1), Gray 0, Black 2 (checkmated Gray) \
             · rules §6.2",
            "[White first, 3-0-2]",
        ],
    );
    check(
        "second-mate",
        &[
            out(GRAY, Exit::Mate, Some(WHITE), [9, 0, 3]),
            out(WHITE, Exit::Mate, Some(BLACK), [0, 0, 6]),
            ended(Ending::LastArmy, [9, 0, 9]),
        ],
        &[
            "ben (Gray) is out: checkmated by ann (White).",
            "ann (White) is out: checkmated by cy (Black).",
            "The match is over: Black is the last army in play. \
             ann (White) and cy (Black) share first place. Score White–Gray–Black: 3/2-0-3/2.",
            "White 3/2 (checkmated Gray 1, outlived Gray 1/2), Gray 0, \
             Black 3/2 (checkmated White 1, outlived Gray 1/2) · rules §6.3",
            "[White and Black share first, 3/2-0-3/2]",
        ],
    );
    check(
        "duel",
        &[
            out(BLACK, Exit::Mate, Some(WHITE), [0; 3]),
            ended(Ending::FirstOut, [6, 0, 0]),
        ],
        &[
            "cy (Black) is out: checkmated by ann (White).",
            "The match is over: White is the last army in play. ann (White) wins. \
             Score White–Gray–Black: 1-0-0.",
            "White 1 (last army in play), Black 0 · rules §6.6",
            "[White wins, 1-0-0]",
        ],
    );
}

#[test]
fn the_first_army_out_ends_it() {
    check(
        "first-mate",
        &[
            out(BLACK, Exit::Mate, Some(GRAY), [3, 9, 0]),
            ended(Ending::FirstOut, [3, 9, 0]),
        ],
        &[
            "cy (Black) is out: checkmated by ben (Gray).",
            "The match is over with the first army out. ben (Gray) is first. \
             Score White–Gray–Black: 1/2-3/2-0.",
            "White 1/2 (outlived Black), Gray 3/2 (checkmated Black 1, outlived Black 1/2), Black 0 \
             · rules §6.3",
            "[Gray first, 1/2-3/2-0]",
        ],
    );
    check(
        "first-mate",
        &[
            out(BLACK, Exit::Time, None, [6, 6, 0]),
            ended(Ending::FirstOut, [6, 6, 0]),
        ],
        &[
            "cy (Black) is out: out of time.",
            "The match is over with the first army out. ann (White) and ben (Gray) share first \
             place. Score White–Gray–Black: 1-1-0.",
            "White 1 (a share in Black's defeat 1/2, outlived Black 1/2), \
             Gray 1 (a share in Black's defeat 1/2, outlived Black 1/2), Black 0 · rules §6.3",
            "[White and Gray share first, 1-1-0]",
        ],
    );
    check(
        "three-player",
        &[
            out(BLACK, Exit::Mate, Some(GRAY), [3, 6, 0]),
            ended(Ending::FirstOut, [3, 6, 0]),
        ],
        &[
            "cy (Black) is out: checkmated by ben (Gray).",
            "The match is over with the first army out. ben (Gray) wins. \
             Score White–Gray–Black: 1/2-1-0.",
            "White 1/2 (third), Gray 1 (checkmated Black), Black 0 · rules §6.5",
            "[Gray wins, 1/2-1-0]",
        ],
    );
    check(
        "three-player",
        &[
            out(BLACK, Exit::Time, None, [3, 3, 0]),
            ended(Ending::FirstOut, [3, 3, 0]),
        ],
        &[
            "cy (Black) is out: out of time.",
            "The match is over with the first army out. ann (White) and ben (Gray) share first \
             place. Score White–Gray–Black: 1/2-1/2-0.",
            "White 1/2 (Black ran out of time), Gray 1/2 (Black ran out of time), Black 0 \
             · rules §6.5",
            "[White and Gray share first, 1/2-1/2-0]",
        ],
    );
}

#[test]
fn a_king_that_could_be_taken_and_a_named_winner_end_it() {
    check(
        "three-player",
        &[
            out(BLACK, Exit::KingTaken, Some(GRAY), [3, 6, 0]),
            ended(Ending::CapturableKing, [3, 6, 0]),
        ],
        &[
            "cy (Black) is out: ben (Gray) could take the king with the next move.",
            "The match is over: a king could be taken. ben (Gray) wins. \
             Score White–Gray–Black: 1/2-1-0.",
            "White 1/2 (third), Gray 1 (could take Black's king), Black 0 · rules §6.5",
            "[Gray wins, 1/2-1-0]",
        ],
    );
    check(
        "three-player",
        &[
            Event::Said {
                by: WHITE,
                said: Said::ResignationAccepted,
            },
            out(BLACK, Exit::Conceded, None, [3, 6, 0]),
            ended(Ending::ResignedFor, [3, 6, 0]),
        ],
        &[
            "ann (White) agrees.",
            "cy (Black) resigns and is out.",
            "The match is over: the resignation stands. ben (Gray) wins. \
             Score White–Gray–Black: 1/2-1-0.",
            "White 1/2 (third), Gray 1 (Black resigned for Gray), Black 0 · rules §6.5",
            "[Gray wins, 1/2-1-0]",
        ],
    );
}

#[test]
fn every_draw_says_how_it_came() {
    let third = [2, 2, 2];
    let shares = "White 1/3 (draw), Gray 1/3 (draw), Black 1/3 (draw) · rules §6.1";
    for (draw, want) in [
        (Draw::Agreement, "Draw by agreement."),
        (
            Draw::Stalemate,
            "Draw by stalemate: White has no legal move and is not in check.",
        ),
        (
            Draw::Repetition,
            "Draw by repetition: this position has stood after plies 0.",
        ),
        (
            Draw::Moves,
            "Draw: 0 plies have gone by without a capture, a pawn move or an army going out.",
        ),
        (Draw::Impossibility, "Draw: nobody can checkmate any more."),
        (
            Draw::Time,
            "Draw: time has run out, and no opponent has enough left to checkmate.",
        ),
    ] {
        let first = format!("{want} Score White–Gray–Black: 1/3-1/3-1/3.");
        check(
            "three-man",
            &[ended(Ending::Draw(draw), third)],
            &[&first, shares, "[Draw, 1/3-1/3-1/3]"],
        );
    }
    let agreed = Ending::Draw(Draw::Agreement);
    // Whoever has mated one and draws with the other wins (rules §6.2).
    check(
        "match-points",
        &[
            out(GRAY, Exit::Mate, Some(WHITE), [12, 0, 0]),
            ended(agreed, [18, 0, 6]),
        ],
        &[
            "ben (Gray) is out: checkmated by ann (White).",
            "Draw by agreement. ann (White) wins. Score White–Gray–Black: 3-0-1.",
            "White 3 (checkmated Gray 2, draw 1), Gray 0, Black 1 (draw) · rules §6.2",
            "[White wins, 3-0-1]",
        ],
    );
    check(
        "first-mate",
        &[ended(agreed, [4, 4, 4])],
        &[
            "Draw by agreement. Score White–Gray–Black: 2/3-2/3-2/3.",
            "White 2/3 (draw), Gray 2/3 (draw), Black 2/3 (draw) · rules §6.3",
            "[Draw, 2/3-2/3-2/3]",
        ],
    );
    check(
        "second-mate",
        &[
            out(GRAY, Exit::Mate, Some(WHITE), [9, 0, 3]),
            ended(agreed, [12, 0, 6]),
        ],
        &[
            "ben (Gray) is out: checkmated by ann (White).",
            "Draw by agreement. ann (White) is first. Score White–Gray–Black: 2-0-1.",
            "White 2 (checkmated Gray 1, outlived Gray 1/2, draw 1/2), Gray 0, \
             Black 1 (outlived Gray 1/2, draw 1/2) · rules §6.3",
            "[Draw, White first, 2-0-1]",
        ],
    );
    check(
        "three-player",
        &[ended(agreed, [3, 3, 3])],
        &[
            "Draw by agreement. Score White–Gray–Black: 1/2-1/2-1/2.",
            "White 1/2 (draw), Gray 1/2 (draw), Black 1/2 (draw) · rules §6.5",
            "[Draw, 1/2-1/2-1/2]",
        ],
    );
    check(
        "duel",
        &[ended(agreed, [3, 0, 3])],
        &[
            "Draw by agreement. Score White–Gray–Black: 1/2-0-1/2.",
            "White 1/2 (draw), Black 1/2 (draw) · rules §6.6",
            "[Draw, 1/2-0-1/2]",
        ],
    );
}

#[test]
fn a_claim_and_a_clock_that_ran_out_are_told_before_what_follows() {
    for (draw, want) in [
        (Draw::Repetition, "cy (Black) claims a draw by repetition."),
        (
            Draw::Moves,
            "cy (Black) claims a draw by the count of moves.",
        ),
        (
            Draw::Impossibility,
            "cy (Black) claims a draw: nobody has enough left to checkmate.",
        ),
    ] {
        let by = BLACK;
        let events = [
            Event::DrawClaimed { by, draw },
            ended(Ending::Draw(draw), [6, 6, 6]),
        ];
        let told = told(&started("match-points"), &events);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], want);
        assert!(lines[1].starts_with("Draw"), "{told}");
        assert_eq!(
            lines[2],
            "White 1 (draw), Gray 1 (draw), Black 1 (draw) · rules §6.2"
        );
    }
    let time = [
        Event::OutOfTime { color: GRAY },
        out(GRAY, Exit::Time, None, [0, 0, 0]),
    ];
    let told = told(&started("three-man"), &time);
    assert!(
        told.starts_with("The time of ben (Gray) has run out.\nben (Gray) is out: out of time."),
        "{told}"
    );
}

#[test]
fn called_off_is_no_score() {
    check(
        "match-points",
        &[ended(Ending::Aborted, [0, 0, 0])],
        &["The match is called off: no points.", "[Called off]"],
    );
}

/// No sentence names a winner who is not the only one with the most points.
#[test]
fn nobody_wins_who_shares() {
    let most = [0, 2, 3, 6, 9, 12, 18, 30];
    let endings = Ending::ALL.into_iter();
    for (ruleset, ending) in crate::rulesets::PRESETS
        .iter()
        .flat_map(|ruleset| endings.clone().map(move |ending| (ruleset, ending)))
    {
        for first in most {
            for third in most {
                let told = told(&started(ruleset), &[ended(ending, [first, 0, third])]);
                let sole = first != third && ending != Ending::Aborted;
                let mut named = [") wins.", ") is first."].iter();
                let named = named.any(|words| told.contains(words));
                assert_eq!(named, sole, "{ruleset} {first} {third}: {told}");
            }
        }
    }
}

#[test]
fn resignations_and_pacts_are_told() {
    let said = |ruleset: &str, by, said: Said| told(&started(ruleset), &[Event::Said { by, said }]);
    for (ruleset, by, what, want) in [
        (
            "three-player",
            WHITE,
            Said::ResignationOffered(BLACK),
            "ann (White) resigns for cy (Black). ben (Gray) must agree; until then play goes on.",
        ),
        (
            "three-player",
            GRAY,
            Said::ResignationDeclined,
            "ben (Gray) does not agree, and play goes on.",
        ),
        (
            "three-player",
            WHITE,
            Said::ResignationWithdrawn,
            "ann (White) takes the resignation back.",
        ),
        (
            "first-mate",
            WHITE,
            Said::PactOffered(BLACK),
            "ann (White) offers cy (Black) a pact against ben (Gray): whichever of the two mates, \
             both share it.",
        ),
        (
            "first-mate",
            BLACK,
            Said::PactAgreed(WHITE),
            "cy (Black) accepts. cy (Black) and ann (White) have a pact against ben (Gray): \
             whichever of the two mates, both share it.",
        ),
        (
            "first-mate",
            WHITE,
            Said::PactRevoked(BLACK),
            "ann (White) takes the offer of a pact to cy (Black) back.",
        ),
    ] {
        assert_eq!(said(ruleset, by, what), want);
    }
}

#[test]
fn what_stands_is_told_with_the_board_and_what_lapses_once() {
    let mv = |color, mv: &str| Event::Moved {
        color,
        mv: mv.parse().unwrap(),
    };
    let mut state = started("three-player");
    state.apply(
        &Event::Said {
            by: WHITE,
            said: Said::ResignationOffered(BLACK),
        },
        NOON,
    );
    assert_eq!(
        told(&state, &[mv(WHITE, "e2e4")]),
        "1. e4 by ann (White).\n\
         The resignation of ann (White) for cy (Black) has lapsed with that move.\n\
         ben (Gray) to move, then cy (Black)."
    );
    let mut state = started("first-mate");
    state.apply(
        &Event::Said {
            by: GRAY,
            said: Said::PactOffered(BLACK),
        },
        NOON,
    );
    assert_eq!(
        told(&state, &[mv(WHITE, "e2e4")]),
        "1. e4 by ann (White).\n\
         ben (Gray) offers cy (Black) a pact against ann (White).\n\
         ben (Gray) to move, then cy (Black)."
    );
    state.apply(
        &Event::Said {
            by: BLACK,
            said: Said::PactAgreed(GRAY),
        },
        NOON,
    );
    assert_eq!(
        told(&state, &[mv(WHITE, "e2e4")]).lines().nth(1),
        Some("ben (Gray) and cy (Black) have a pact against ann (White).")
    );
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

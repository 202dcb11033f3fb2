//! Points of `first-mate` and `second-mate` (rules §6.3, [FS]): the eight cases of the source's
//! table in all permutations of the seats, and what decides who has the credit for a mate.

use std::collections::BTreeSet;

use super::telling::{laid_out, moved_on, told, told_further};

/// X comes just before Y in turn order, or just after. These two, moved on by one seat and by two,
/// are all six permutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    XBeforeY,
    XAfterY,
}

/// A case of the source's table, with White for Y.
struct Case {
    number: u32,
    order: Order,
    /// A position with three in play, and words.
    line: &'static str,
    /// Number of the words that stage 1 takes.
    first: usize,
    /// Totals of X, Y and Z at the end of a `first-mate` match.
    first_mate: [&'static str; 3],
    /// And at the end of a `second-mate` match; none when it is over with stage 1.
    second_mate: Option<[&'static str; 3]>,
}

use Order::{XAfterY, XBeforeY};

/// Black mates White alone, and then Gray.
const B_THEN_B: &str = "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves c3a3 b1c2 a3c1";
/// Black mates White alone, and is mated by Gray.
const B_THEN_G: &str =
    "24/7gQ7bK8/24/4gR2gR1gQ1gK12/bQ23/6bQ7wK9 b wgb xhp - - 25 114 moves p2p3 h2q2";
/// Black mates White alone, and Gray is stalemated.
const B_THEN_TIE: &str = "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves e3a3";
/// Gray has mated White alone, as is seen after Black's move, and mates Black.
const G_THEN_G: &str = "17gK6/11bK10gR1/24/24/22gQ1/12wK4gRbB5 b wgb - - - 55 28 moves l2l1 w5k1";
/// Gray has mated White alone, and is mated by Black.
const G_THEN_B: &str =
    "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb hp - - 7 210 moves b4n2 h1g1 q4e1";
/// Gray has mated White alone, and Black is stalemated.
const G_THEN_TIE: &str = "22bK1/24/6gC1gR9gK5/24/4gR19/15gQ3wK4 b wgb - - - 16 72 moves w1v1 p6w3";
/// Gray and Black have each mated White alone; then Black mates Gray.
const BOTH_THEN_B: &str =
    "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb hp - - 7 210 moves b4g3 i4i1 q4e4";
/// The same, and Gray mates Black.
const BOTH_THEN_G: &str =
    "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb hp - - 7 210 moves b4a3 i4x4 q4q2 h5k5";
/// The same, and they agree on a draw.
const BOTH_THEN_TIE: &str =
    "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb hp - - 7 210 moves b4a3 draw:b draw:g";
/// All agree on a draw.
const ALL_AGREE: &str = "start moves e2e4 draw:g draw:w draw:b";

const fn case(
    number: u32,
    order: Order,
    line: &'static str,
    first: usize,
    first_mate: [&'static str; 3],
    second_mate: [&'static str; 3],
) -> Case {
    Case {
        number,
        order,
        line,
        first,
        first_mate,
        second_mate: Some(second_mate),
    }
}

const CASES: [Case; 15] = [
    case(
        1,
        XBeforeY,
        B_THEN_B,
        1,
        ["3/2", "0", "1/2"],
        ["5/2", "0", "1/2"],
    ),
    case(
        1,
        XAfterY,
        G_THEN_G,
        1,
        ["3/2", "0", "1/2"],
        ["5/2", "0", "1/2"],
    ),
    case(
        2,
        XBeforeY,
        B_THEN_G,
        1,
        ["3/2", "0", "1/2"],
        ["3/2", "0", "3/2"],
    ),
    case(
        2,
        XAfterY,
        G_THEN_B,
        1,
        ["3/2", "0", "1/2"],
        ["3/2", "0", "3/2"],
    ),
    case(
        3,
        XBeforeY,
        B_THEN_TIE,
        1,
        ["3/2", "0", "1/2"],
        ["2", "0", "1"],
    ),
    case(
        3,
        XAfterY,
        G_THEN_TIE,
        1,
        ["3/2", "0", "1/2"],
        ["2", "0", "1"],
    ),
    Case {
        number: 4,
        order: XBeforeY,
        line: ALL_AGREE,
        first: 4,
        first_mate: ["2/3", "2/3", "2/3"],
        second_mate: None,
    },
    case(5, XBeforeY, B_THEN_B, 1, ["1", "0", "1"], ["2", "0", "1"]),
    case(5, XAfterY, G_THEN_G, 1, ["1", "0", "1"], ["2", "0", "1"]),
    case(
        6,
        XBeforeY,
        B_THEN_TIE,
        1,
        ["1", "0", "1"],
        ["3/2", "0", "3/2"],
    ),
    case(
        6,
        XAfterY,
        G_THEN_TIE,
        1,
        ["1", "0", "1"],
        ["3/2", "0", "3/2"],
    ),
    case(
        7,
        XBeforeY,
        BOTH_THEN_B,
        1,
        ["3/2", "0", "3/2"],
        ["5/2", "0", "3/2"],
    ),
    case(
        7,
        XAfterY,
        BOTH_THEN_G,
        1,
        ["3/2", "0", "3/2"],
        ["5/2", "0", "3/2"],
    ),
    case(
        8,
        XBeforeY,
        BOTH_THEN_TIE,
        1,
        ["3/2", "0", "3/2"],
        ["2", "0", "2"],
    ),
    case(
        8,
        XAfterY,
        BOTH_THEN_TIE,
        1,
        ["3/2", "0", "3/2"],
        ["2", "0", "2"],
    ),
];

impl Case {
    /// The armies X, Y and Z.
    fn roles(&self) -> [char; 3] {
        match self.order {
            XBeforeY => ['b', 'w', 'g'],
            XAfterY => ['g', 'w', 'b'],
        }
    }

    /// The line, with X and Z agreeing on a pact first where the case is about that, cut after
    /// this many words of its own.
    fn line(&self, words: usize) -> String {
        let (place, all) = self.line.split_once(" moves ").unwrap();
        let own = all.split(' ').take(words);
        let [x, _, z] = self.roles();
        let joint = matches!(self.number, 5 | 6);
        let pact = [format!("pact:{x}:{z}"), format!("pact:{z}:{x}")];
        let pact = pact.into_iter().filter(|_| joint);
        let words: Vec<String> = pact.chain(own.map(String::from)).collect();
        format!("{place} moves {}", words.join(" "))
    }

    /// The score line of these totals of X, Y and Z.
    fn score(&self, totals: [&str; 3]) -> String {
        let of = |army: char| {
            let role = self.roles().iter().position(|role| *role == army);
            totals[role.unwrap()]
        };
        format!("{}-{}-{}", of('w'), of('g'), of('b'))
    }
}

/// The start has castling rights, so it cannot be moved on; a three-way draw is the same for all.
fn permuted(case: &Case, line: &str, seats: usize) -> String {
    if case.number == 4 {
        String::from(line)
    } else {
        moved_on(line, seats)
    }
}

#[test]
fn the_eight_cases_have_their_totals_in_all_permutations() {
    let mut numbers = BTreeSet::new();
    for case in &CASES {
        numbers.insert(case.number);
        let words = case
            .line
            .split_once(" moves ")
            .unwrap()
            .1
            .split(' ')
            .count();
        for seats in 0..3 {
            let stage = permuted(case, &case.line(case.first), seats);
            let first = told("first-mate", &stage);
            let want = told_further(&case.score(case.first_mate), seats);
            let about = format!("case {} {:?} {seats}: {stage}", case.number, case.order);
            assert!(first.ends_with(&format!(" {want}")), "{about}: {first}");
            let whole = permuted(case, &case.line(words), seats);
            let second = told("second-mate", &whole);
            let totals = case.second_mate.unwrap_or(case.first_mate);
            let want = told_further(&case.score(totals), seats);
            let about = format!("case {} {:?} {seats}: {whole}", case.number, case.order);
            assert!(second.ends_with(&format!(" {want}")), "{about}: {second}");
        }
    }
    assert_eq!(numbers, (1..=8).collect());
}

/// A mate of White, or the capture of its king, and how stage 1 ends with it.
struct Credit {
    about: &'static str,
    line: &'static str,
    first_mate: &'static str,
}

const fn credit(about: &'static str, line: &'static str, first_mate: &'static str) -> Credit {
    Credit {
        about,
        line,
        first_mate,
    }
}

const CREDITS: &[Credit] = &[
    credit(
        "one checker, alone: Black",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves c3a3",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "one checker, alone: Gray, when Black moves",
        "wKgQgK9bB10bK/11gN12/24/24/24/24 b wgb hp - - 0 72 moves x1w1",
        "w mate of g by g; first-out 0-3/2-1/2",
    ),
    credit(
        "one checker, not alone, since Gray guards: Black",
        "24/9bK2bR11/24/5gK18/24/2bR3wK17 b wgb xhp - - 0 27 moves m2h2",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "one checker, not alone, since Black guards: Gray",
        "wKgQgK9bB10bK/11gN12/24/24/24/24 b wgb hp - - 0 72 moves x1w2",
        "w mate of g by g; first-out 0-3/2-1/2",
    ),
    credit(
        "two checkers, each alone",
        "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb xhp - - 7 210 moves b4a3",
        "w mate of gb; first-out 0-3/2-3/2",
    ),
    credit(
        "two checkers, Black alone, though Gray would move first (rules §4.6)",
        "24/22bK1/21gQ2/gK23/6bR17/7bQ1wK14 b wgb hp - - 5 56 moves w2w1",
        "w mate of gb by b; first-out 0-1/2-3/2",
    ),
    credit(
        "two checkers, Gray alone",
        "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb xhp - - 7 210 moves k3k2",
        "w mate of gb by g; first-out 0-3/2-1/2",
    ),
    credit(
        "two checkers, neither alone",
        "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves q6i6",
        "w mate of gb; first-out 0-1-1",
    ),
    credit(
        "a capture",
        "20wR3/4wK19/4bK19/24/gK23/24 b wgb - - - 51 93 moves e3e2",
        "w king-taken by b; first-out 0-1/2-3/2",
    ),
    credit(
        "a capture under a pact",
        "20wR3/4wK19/4bK19/24/gK23/24 b wgb - - - 51 93 moves pact:b:g pact:g:b e3e2",
        "w king-taken; first-out 0-1-1",
    ),
    credit(
        "each alone, under a pact",
        "7gK16/24/10bK7bB1wK3/1bQ6gR7bQ7/7gR16/21gR2 b wgb xhp - - 7 210 moves pact:b:g pact:g:b b4a3",
        "w mate of gb; first-out 0-1-1",
    ),
    credit(
        "neither alone, under a pact",
        "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves pact:g:b pact:b:g q6i6",
        "w mate of gb; first-out 0-1-1",
    ),
    credit(
        "a pact that is only offered",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves pact:b:g c3a3",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "a pact that one of them revoked",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves pact:b:g pact:g:b unpact:g:b c3a3",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "an offer taken back, and then no longer there to accept: it is made again",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves pact:b:g unpact:b:g pact:g:b c3a3",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "a pact of Black's with White, against Gray",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves pact:b:w pact:w:b c3a3",
        "w mate of b by b; first-out 0-1/2-3/2",
    ),
    credit(
        "a pact of each with each",
        "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves pact:b:w pact:w:b pact:g:w pact:w:g \
         pact:g:b pact:b:g c3a3",
        "w mate of b; first-out 0-1-1",
    ),
    credit(
        "conceding, with two opponents",
        "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves resign:w",
        "w conceded; first-out 0-1-1",
    ),
    credit(
        "time, with two opponents",
        "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves flag:w",
        "w time; first-out 0-1-1",
    ),
];

#[test]
fn the_credit_in_stage_one_goes_where_the_rules_say() {
    for Credit {
        about,
        line,
        first_mate,
    } in CREDITS
    {
        for seats in 0..3 {
            let line = moved_on(line, seats);
            let want = told_further(first_mate, seats);
            assert_eq!(told("first-mate", &line), want, "{about}: {line}");
        }
    }
}

/// Two armies out with one move, and what has only one opponent left (rules §6.3, stage 2).
#[test]
fn both_stages_with_one_word_and_stage_two() {
    for (about, line, second_mate) in [
        (
            "a capture and a mate",
            "24/24/24/23bK/8bR2bQ12/2wK18gK2 b wgb xhp - - 34 191 moves l5c6",
            "w king-taken by b; g mate of b by b; last-army 0-1/2-5/2",
        ),
        (
            "two mates",
            "1gK22/24/2bQ1bQ19/wK23/23bR/23bK b wgb hp - - 35 94 moves e3b3",
            "w mate of b by b; g mate of b by b; last-army 0-1/2-5/2",
        ),
        (
            "two mates, the first of them Gray's",
            "15bQ6bQ1/21gQ2/wK23/3bN20/5bQ14bK3/gK23 b wgb hp - - 18 122 moves w1w6",
            "w mate of g by g; g mate of b by b; last-army 0-3/2-3/2",
        ),
        (
            "two mates, the first of them shared",
            "21wQ2/9wKbQ4gQ4bQ3/15gB8/4bN2gK16/24/7bK16 b wgb xhp - - 37 124 moves u2i5",
            "w mate of gb; g mate of b by b; last-army 0-1-2",
        ),
        (
            "conceding one after the other",
            "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves resign:w resign:g",
            "w conceded; g conceded; last-army 0-1-2",
        ),
        (
            "time one after the other",
            "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves flag:w flag:b",
            "w time; b time; last-army 0-2-1",
        ),
        (
            "time in stage 2 against a lone king",
            "24/21bK2/24/23gK/15wB4gN3/16bR3wK3 b wgb - - - 9 189 moves resign:w flag:b",
            "w conceded; draw:time 0-3/2-3/2",
        ),
        (
            "a pact needs a third army",
            "24/21bK2/24/23gK/15wB4gR3/16bR3wK3 b wgb - - - 9 189 moves resign:w pact:g:b",
            "w conceded; b to move of gb; refused at 1",
        ),
        (
            "stage 2 alone",
            "24/21bK2/24/23gK/20gR3/16bR7 b gb xh - - 9 189 moves resign:b",
            "b conceded; last-army 0-1-0",
        ),
    ] {
        for seats in 0..3 {
            let line = moved_on(line, seats);
            let want = told_further(second_mate, seats);
            assert_eq!(told("second-mate", &line), want, "{about}: {line}");
        }
    }
}

/// Whether White would be mated with one of them dead is asked with moats and en passant as they
/// are: nothing else is as if that army had gone out.
#[test]
fn alone_changes_nothing_but_who_moves_and_attacks() {
    for (about, fields, pieces, want) in [
        (
            "over a bridged moat White would get away from Gray alone",
            "w wgb - - - 0 0",
            "wKa1 gKv2 bKv5 gQa3 bQd4 gRb4 bRk6",
            "w mate of gb by g; first-out 0-3/2-1/2",
        ),
        (
            "over a bridged moat White would get away from Black alone",
            "w wgb - - - 0 0",
            "wKh1 gKu2 bKw6 gQd5 bQd1 gRx2 bRj2",
            "w mate of gb by b; first-out 0-1/2-3/2",
        ),
        (
            "by taking Gray's pawn en passant White would get away from Black alone",
            "w wgb xhp - p3 0 0",
            "wKi3 gPp4 wCo4 gKb5 bKm6 gQh5 bQo3 gRl3 bRf2 gQo1 bQe4",
            "w mate of gb; first-out 0-1-1",
        ),
    ] {
        let line = laid_out(fields, pieces);
        assert_eq!(told("first-mate", &line), want, "{about}: {line}");
    }
}

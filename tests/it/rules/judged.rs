//! Random matches in all rulesets, of moves and of all other words, judged by `rondel analyze` and
//! by the slow judge: after each word they say the same.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use rondel::{rules::Game, tools::analyze::analyze};
use serde_json::{Value, json};

use super::{
    slow::{Referee, Scores, TABLES, Table, possible_or_not, sparse},
    telling::preset,
};

/// A style of play: the words that are likely.
#[derive(Clone, Copy, Debug)]
enum Bent {
    /// Mostly moves that take, give check or end something.
    Sharp,
    /// Mostly moves there and back, so that positions come again.
    Idle,
    /// Mostly words.
    Talkative,
}

/// Counts of what was seen, by name.
type Seen = BTreeMap<String, usize>;

/// A fraction of sixths, as rules §8 writes it.
fn fraction(sixths: u32) -> String {
    let divisor = [6, 3, 2, 1]
        .into_iter()
        .find(|by| sixths.is_multiple_of(*by));
    let divisor = divisor.unwrap();
    match 6 / divisor {
        1 => (sixths / 6).to_string(),
        below => format!("{}/{below}", sixths / divisor),
    }
}

/// The answer that the slow judge would have `rondel analyze` give.
fn expected(referee: &Referee, error: &Value) -> Value {
    let events: Vec<Value> = referee
        .gone
        .iter()
        .map(|gone| {
            let checkers: Vec<char> = gone.checkers.chars().collect();
            json!({
                "ply": gone.ply, "army": gone.army, "how": gone.how, "checkers": checkers,
                "by": gone.by,
            })
        })
        .collect();
    let outcome = referee.outcome.map(|how| {
        let [w, g, b] = referee.points.map(fraction);
        let score = format!("{w}-{g}-{b}");
        json!({"how": how, "points": {"w": w, "g": g, "b": b}, "score": score})
    });
    json!({
        "position": referee.line(), "turn": referee.turn(), "in_play": referee.in_play(),
        "legal": referee.legal(), "check": referee.checked(), "events": events, "over": outcome,
        "error": error,
    })
}

/// Asks the fast one, and compares.
#[track_caller]
fn compare(table: &Table, line: &str, referee: &Referee, error: Option<(&str, usize)>) {
    let mut found =
        serde_json::to_value(analyze(preset(table.name), &ToString::to_string, line)).unwrap();
    if let Some(wrong) = found["error"].as_object() {
        found["error"] = json!([wrong["kind"], wrong["at"]]);
    }
    let error = error.map_or(Value::Null, |(kind, at)| json!([kind, at]));
    let want = expected(referee, &error);
    assert_eq!(found, want, "{}: {line}", table.name);
}

fn other(army: char, rng: &mut ChaCha8Rng) -> char {
    let mut armies: Vec<char> = "wgb".chars().collect();
    if rng.random_bool(0.95) {
        armies.retain(|other| *other != army);
    }
    *armies.choose(rng).unwrap()
}

/// A move by the bent. Which of the moves are interesting, the fast one is asked, since it only
/// chooses here.
fn pick_move(
    table: &Table,
    referee: &Referee,
    bent: Bent,
    made: &[String],
    rng: &mut ChaCha8Rng,
) -> String {
    let legal = referee.legal();
    let back = |last: &String| format!("{}{}", &last[2..4], &last[..2]);
    match bent {
        Bent::Idle if rng.random_bool(0.9) => {
            // What takes an army's last move back, or a move that does not restart the count.
            let mut backs = made.iter().rev().take(3).map(back);
            let quiet = || legal.iter().filter(|mv| referee.is_quiet(mv));
            if let Some(mv) = backs.find(|mv| legal.contains(mv)) {
                return mv;
            }
            if let Some(mv) = quiet().collect::<Vec<_>>().choose(rng) {
                return (*mv).clone();
            }
        }
        Bent::Sharp if rng.random_bool(0.7) => {
            let game = Game::from_position(preset(table.name), referee.line().parse().unwrap());
            let ends = |mv: &&String| {
                let verdict = game.judge_move(mv.parse().unwrap()).unwrap();
                !verdict.outs.is_empty() || verdict.outcome.is_some()
            };
            let ending: Vec<&String> = legal.iter().filter(ends).collect();
            if let Some(mv) = ending.choose(rng) {
                return (*mv).clone();
            }
        }
        Bent::Idle | Bent::Sharp | Bent::Talkative => {}
    }
    legal.choose(rng).unwrap().clone()
}

fn pick_word(
    table: &Table,
    referee: &Referee,
    bent: Bent,
    made: &[String],
    rng: &mut ChaCha8Rng,
) -> String {
    let armies: Vec<char> = if rng.random_bool(0.95) {
        referee.in_play().chars().collect()
    } else {
        "wgb".chars().collect()
    };
    let army = *armies.choose(rng).unwrap();
    let moves = match bent {
        Bent::Sharp => 0.85,
        Bent::Idle => 0.9,
        Bent::Talkative => 0.5,
    };
    if rng.random_bool(moves) {
        let mv = pick_move(table, referee, bent, made, rng);
        let claims = if matches!(bent, Bent::Idle) {
            0.06
        } else {
            0.02
        };
        return if rng.random_bool(claims) {
            let army = if rng.random_bool(0.9) {
                referee.turn()
            } else {
                army
            };
            format!("claim:{army}:{mv}")
        } else {
            mv
        };
    }
    if rng.random_bool(0.5)
        && let Some(answer) = referee.answers().choose(rng)
    {
        return answer.clone();
    }
    let with = other(army, rng);
    match rng.random_range(0..100) {
        0..5 => format!("resign:{army}"),
        5..20 => format!("resign:{army}:for:{with}"),
        20..27 => format!("accept:{army}"),
        27..35 => format!("decline:{army}"),
        35..43 => format!("withdraw:{army}"),
        43..63 => format!("draw:{army}"),
        63..75 => format!("claim:{army}"),
        75..90 => format!("pact:{army}:{with}"),
        90..95 => format!("unpact:{army}:{with}"),
        95..97 => format!("flag:{army}"),
        _ => String::from("a1a1"),
    }
}

/// Texts by which two armies agree on a pact at once, in some sharp matches where there are pacts.
fn pact(table: &Table, bent: Bent, rng: &mut ChaCha8Rng) -> Vec<String> {
    let pacts = table.scores == Scores::Stages && matches!(bent, Bent::Sharp);
    if !pacts || rng.random_bool(0.6) {
        return Vec::new();
    }
    let army = *['w', 'g', 'b'].choose(rng).unwrap();
    let with = other(army, rng);
    vec![format!("pact:{army}:{with}"), format!("pact:{with}:{army}")]
}

/// Plays one match with a limit on its words; returns the number of words compared.
fn play(
    table: &'static Table,
    place: &str,
    words: usize,
    rng: &mut ChaCha8Rng,
    seen: &mut Seen,
) -> usize {
    let bent = *[Bent::Sharp, Bent::Idle, Bent::Talkative]
        .choose(rng)
        .unwrap();
    let position = if place == "start" {
        preset(table.name).start().to_string()
    } else {
        String::from(place)
    };
    let mut referee = Referee::new(table, &position);
    let mut line = String::from(place);
    let mut joined = " moves ";
    let mut said = 0;
    let mut made: Vec<String> = Vec::new();
    compare(table, &line, &referee, None);
    let mut agreeing = pact(table, bent, rng).into_iter();
    for compared in 1..=words {
        if referee.is_over() {
            compare(
                table,
                &format!("{line}{joined}a2a3"),
                &referee,
                Some(("over", said)),
            );
            break;
        }
        let word = match agreeing.next() {
            Some(word) => word,
            None => pick_word(table, &referee, bent, &made, rng),
        };
        let longer = format!("{line}{joined}{word}");
        let kind = word
            .split(':')
            .next()
            .filter(|_| word.contains(':'))
            .unwrap_or("move");
        match referee.say(&word) {
            Ok(()) => {
                compare(table, &longer, &referee, None);
                (line, joined) = (longer, " ");
                said += 1;
                if kind == "move" {
                    made.push(word.clone());
                }
            }
            Err(refused) => {
                compare(table, &longer, &referee, Some((refused, said)));
                *seen.entry(format!("{kind} {refused}")).or_default() += 1;
            }
        }
        if compared == words {
            return words;
        }
    }
    for gone in &referee.gone {
        let by = if gone.by.is_some() { "" } else { " by nobody" };
        *seen
            .entry(format!("{} {}{by}", table.name, gone.how))
            .or_default() += 1;
    }
    if let Some(how) = referee.outcome {
        *seen.entry(format!("{} {how}", table.name)).or_default() += 1;
    }
    said
}

/// Plays matches, a table after the other; prints and returns what was seen.
fn matches(count: usize, seed: u64) -> Seen {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = Seen::new();
    let mut compared = 0;
    for number in 0..count {
        let table = &TABLES[number % TABLES.len()];
        let place = if rng.random_bool(0.05) {
            String::from("start")
        } else {
            sparse(table, &mut rng)
        };
        compared += play(table, &place, 60, &mut rng, &mut seen);
    }
    println!("{count} matches judged twice, with {compared} words carried out");
    for (what, times) in &seen {
        println!("{times:>8} {what}");
    }
    assert!(compared > 8 * count);
    seen
}

#[test]
fn every_word_is_judged_as_the_slow_judge_does() {
    let seen = matches(150, 1);
    assert!(seen.len() > 50);
}

#[test]
fn lines_in_which_who_has_just_moved_stands_in_check_are_impossible() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut refused = [0; TABLES.len()];
    for number in 0..3_000 {
        let at = number % TABLES.len();
        let table = &TABLES[at];
        let (line, possible) = possible_or_not(table, &mut rng);
        let answer =
            serde_json::to_value(analyze(preset(table.name), &ToString::to_string, &line)).unwrap();
        let kind = answer["error"]["kind"].as_str();
        let want = (!possible).then_some("impossible");
        assert_eq!(kind, want, "{}: {line}", table.name);
        refused[at] += usize::from(!possible);
    }
    println!("lines refused, by ruleset: {refused:?}");
    assert!(refused.iter().all(|count| *count > 20));
}

/// The results that long random play must have come to in every ruleset, so that the comparison is
/// about it.
const MET: [&str; 9] = [
    "draw:agreement",
    "draw:stalemate",
    "draw:repetition",
    "draw:moves",
    "draw:impossibility",
    "draw:time",
    "mate",
    "conceded by nobody",
    "time by nobody",
];

/// From this number of matches on: the rarest, time in `first-mate` against lone kings, comes twice
/// then.
const ENOUGH: usize = 20_000;

/// And in some of them.
const MET_TOO: [(&str, &[&str]); 6] = [
    (
        "three-man",
        &["last-army", "king-taken", "stalemate by nobody"],
    ),
    ("match-points", &["last-army", "king-taken"]),
    (
        "first-mate",
        &[
            "first-out",
            "king-taken",
            "mate by nobody",
            "king-taken by nobody",
        ],
    ),
    (
        "second-mate",
        &[
            "last-army",
            "king-taken",
            "mate by nobody",
            "king-taken by nobody",
        ],
    ),
    (
        "three-player",
        &["first-out", "capturable-king", "resigned-for", "king-taken"],
    ),
    ("duel", &["first-out"]),
];

#[test]
#[ignore = "takes minutes"]
fn every_word_is_judged_as_the_slow_judge_does_at_length() {
    let asked = |name: &str| std::env::var(name).ok()?.parse().ok();
    let count = asked("RONDEL_JUDGED").unwrap_or(60_000);
    let seen = matches(count, asked("RONDEL_JUDGED_SEED").unwrap_or(2) as u64);
    if count < ENOUGH {
        println!("too few matches to ask that every end was met");
        return;
    }
    for (ruleset, too) in MET_TOO {
        for how in MET.iter().chain(too) {
            let what = format!("{ruleset} {how}");
            assert!(seen.contains_key(&what), "{what} was not met");
        }
    }
}

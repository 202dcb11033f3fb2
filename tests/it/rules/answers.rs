//! Agreement with `tests/data`: answers of an independent slow generator.

use rondel::rules::{Position, divide, perft, perft_played};
use serde_json::Value;

fn lines(name: &str) -> impl Iterator<Item = Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect::<Vec<Value>>()
        .into_iter()
}

fn position(value: &Value) -> Position {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn positions_agree() {
    let (mut positions, mut afters) = (0, 0);
    for line in lines("positions.jsonl") {
        let position = position(&line["position"]);
        let mut legal: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|m| m.to_string())
            .collect();
        legal.sort();
        let want: Vec<&str> = line["legal"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv.as_str().unwrap())
            .collect();
        assert_eq!(legal, want, "{position}");
        assert_eq!(
            position.count_legal_moves() as usize,
            want.len(),
            "{position}"
        );
        assert_eq!(
            position.checked().to_string(),
            line["check"].as_str().unwrap()
        );
        positions += 1;
        for after in line["after"].as_array().unwrap() {
            let mut played = position;
            played.play(after["move"].as_str().unwrap().parse().unwrap());
            let _ = played.settle(|_| ());
            assert_eq!(
                played.to_string(),
                after["position"].as_str().unwrap(),
                "{position} {}",
                after["move"]
            );
            afters += 1;
        }
    }
    println!("positions checked: {positions}, with {afters} moves played");
    assert!(positions > 300 && afters > 300);
}

#[test]
fn perft_tables_agree() {
    let mut tables = 0;
    for line in lines("perft.jsonl") {
        let position = position(&line["position"]);
        for (depth, want) in (1..).zip(line["perft"].as_array().unwrap()) {
            let want = want.as_u64().unwrap();
            assert_eq!(perft(&position, depth), want, "{position} at depth {depth}");
            assert_eq!(
                perft_played(&position, depth),
                want,
                "{position} at depth {depth}"
            );
        }
        tables += 1;
    }
    println!("perft tables checked: {tables}");
    assert!(tables > 10);
}

#[test]
fn perft_from_the_start() {
    let start = Position::start();
    for (depth, want) in (1..).zip([20, 400, 8_000, 206_240, 5_294_048]) {
        assert_eq!(perft(&start, depth), want, "depth {depth}");
    }
    let divided = divide(&start, 3);
    assert_eq!(divided.len(), 20);
    assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), 8_000);
}

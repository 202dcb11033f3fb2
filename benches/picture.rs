//! Time and size of pictures: boards with positions from random games, matches of 50 to 600 plies
//! as moving pictures, and full cards of a leaderboard and of a profile.
//!
//! `cargo bench --bench picture`

use std::{hint::black_box, time::Instant};

use rondel::{
    messages::Texts,
    render::{
        BoardView, Frame, Hands, LastMove, LeaderboardCard, LeaderboardRow, ProfileCard,
        RenderError, Results, RulesetResults, Style, animation, png,
    },
    rules::{ByColor, Color, Move, Position},
};

const PICTURES: usize = 500;
const CARDS: usize = 100;
/// The number of times a moving picture is made.
const REPLAYS: usize = 9;
/// The largest moving picture allowed, in bytes.
const MOST_BYTES: usize = 10 << 20;

fn main() {
    let words = Texts::english();
    let start = Instant::now();
    let first = png(
        &BoardView::new(Position::start(), Color::White),
        &words,
        &Style::default(),
    );
    let cold = start.elapsed();
    let bytes = first.map_or(0, |picture| picture.len());
    println!(
        "first picture: {:.1} ms, {:.1} KB",
        cold.as_secs_f64() * 1e3,
        bytes as f64 / 1024.0
    );
    let views = views();
    for size in [400, 640, 1024, 2048] {
        let draw = |view| png(black_box(view), &words, &Style::of_size(size));
        measure(
            &format!("{size:5} px"),
            views.iter().map(|view| move || draw(view)),
        );
    }
    let style = Style::of_size(640);
    for plies in [50, 100, 200, 600] {
        let frames = replay(plies);
        let draw = || {
            let moving = animation(black_box(&frames), &words, &style, MOST_BYTES, Hands::Two)?;
            assert_eq!((moving.width, moving.every), (style.size, 1));
            Ok(moving.gif)
        };
        measure(
            &format!("{plies} plies at 640 px"),
            (0..REPLAYS).map(|_| draw),
        );
    }
    let (leaders, profile) = (leaderboard(), profile());
    let style = Style::default();
    measure(
        "a leaderboard",
        (0..CARDS).map(|_| || black_box(&leaders).scene(&words)?.png(&style)),
    );
    measure(
        "a profile",
        (0..CARDS).map(|_| || black_box(&profile).scene(&words)?.png(&style)),
    );
}

/// Draws one picture after the other, and prints their times and sizes.
fn measure<F: FnOnce() -> Result<Vec<u8>, RenderError>>(
    what: &str,
    pictures: impl Iterator<Item = F>,
) {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for draw in pictures {
        let start = Instant::now();
        let picture = draw();
        times.push(start.elapsed().as_secs_f64() * 1e3);
        sizes.push(picture.map_or(0, |picture| picture.len()) as f64 / 1024.0);
    }
    times.sort_by(f64::total_cmp);
    sizes.sort_by(f64::total_cmp);
    let at = |values: &[f64], part: f64| values[(values.len() as f64 * part) as usize];
    println!(
        "{what}: p50 {:.2} ms, p95 {:.2} ms; p50 {:.1} KB, p95 {:.1} KB, most {:.1} KB",
        at(&times, 0.5),
        at(&times, 0.95),
        at(&sizes, 0.5),
        at(&sizes, 0.95),
        at(&sizes, 0.999),
    );
}

/// Returns a card with ten people, and one further down.
fn leaderboard() -> LeaderboardCard {
    let row = |rank: u32| LeaderboardRow {
        rank: rank.to_string(),
        name: String::from("Bartholomew Featherstonehaugh"),
        results: Results {
            rating: (1_900 - rank % 1_000).to_string(),
            provisional: rank.is_multiple_of(3),
            points: format!("{} 1/2", 400 - rank % 300),
            matches: (500 - rank % 400).to_string(),
            wins: (200 - rank % 100).to_string(),
            averages: ByColor::new(|color| format!("1.{:02}", 3 * rank % 100 + color as u32)),
            ..Results::default()
        },
        asked: rank > 10,
    };
    LeaderboardCard {
        title: String::from("Three-Player Chess"),
        subtitle: String::from("this server, November 2026"),
        rows: (1..=10).map(row).collect(),
        own: Some(row(4_711)),
    }
}

/// Returns a card with six rulesets, each with the longest curve.
fn profile() -> ProfileCard {
    let results = |matches: i32| Results {
        matches: matches.to_string(),
        wins: (matches / 3).to_string(),
        average: String::from("1.05"),
        ..Results::default()
    };
    let ruleset = |number: i32| RulesetResults {
        name: String::from("Three-Player Chess"),
        results: Results {
            rating: (1_000 + 100 * number).to_string(),
            provisional: number > 4,
            ..results(500 - number)
        },
        curve: (0..500)
            .map(|at| {
                let swing = (at * 7_919 + number * 31) % 97;
                (i64::from(at) * 86_400_000, 1_000 + 100 * number + swing)
            })
            .collect(),
    };
    ProfileCard {
        name: String::from("Bartholomew Featherstonehaugh"),
        subtitle: String::from("Rated matches on all servers"),
        rulesets: (0..6).map(ruleset).collect(),
        seats: ByColor::new(|_| results(400)),
        notes: vec![String::from("Saw 358 of 361 matches through to their end."); 3],
    }
}

/// Random numbers, restarted for each list of moves, and always the same.
struct Dice(u64);

impl Dice {
    const fn new() -> Dice {
        Dice(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Marks the move as the picture after it does.
fn note(last_moves: &mut Vec<LastMove>, position: &Position, chosen: Move) {
    let color = position.turn();
    last_moves.retain(|last| last.color != color);
    last_moves.push(LastMove {
        color,
        from: chosen.from,
        to: chosen.to,
        number: position.ply() + 1,
        taken: None,
        notation: chosen.to_string(),
    });
}

/// Returns the view of a position in a match between people.
fn view_of(position: Position, seat: Color, last_moves: &[LastMove]) -> BoardView {
    let mut view = BoardView::new(position, seat);
    view.last_moves = last_moves.to_vec();
    view.names =
        ByColor([Some("Ann"), Some("Bartholomew"), None].map(|name| name.map(str::to_owned)));
    view.out = ByColor::new(|_| Some("mate".to_owned()));
    view.match_id = Some("m7k3q".to_owned());
    view
}

/// Plays a match of random moves in which no army goes out, board by board.
fn replay(plies: usize) -> Vec<Frame> {
    let mut dice = Dice::new();
    let mut position = Position::start();
    let mut last_moves = Vec::new();
    let mut views = vec![view_of(position, Color::White, &last_moves)];
    while views.len() <= plies {
        let moves = position.legal_moves();
        let chosen = moves[dice.below(moves.len())];
        let mut after = position;
        after.play(chosen);
        if after.settle(|_| ()).is_none() && after.in_play() == position.in_play() {
            note(&mut last_moves, &position, chosen);
            position = after;
            views.push(view_of(position, Color::White, &last_moves));
        }
    }
    let frames = views.into_iter().enumerate().map(|(at, view)| Frame {
        view: BoardView {
            passing: at != 0 && at != plies,
            ..view
        },
        hundredths: 20,
    });
    frames.collect()
}

/// Returns positions from random games, each seen from the seat of the player to move.
fn views() -> Vec<BoardView> {
    let mut dice = Dice::new();
    let mut views = Vec::with_capacity(PICTURES);
    let mut position = Position::start();
    let mut last_moves = Vec::new();
    while views.len() < PICTURES {
        let moves = position.legal_moves();
        if moves.is_empty() || position.ply() > 150 {
            position = Position::start();
            last_moves.clear();
            continue;
        }
        let chosen = moves[dice.below(moves.len())];
        note(&mut last_moves, &position, chosen);
        position.play(chosen);
        if position.settle(|_| ()).is_some() {
            position = Position::start();
            last_moves.clear();
            continue;
        }
        views.push(view_of(position, position.turn(), &last_moves));
    }
    views
}

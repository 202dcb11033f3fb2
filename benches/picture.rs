//! How long a picture takes and how large it is, over positions from games of random moves.
//!
//! `cargo bench --bench picture`

use std::{hint::black_box, time::Instant};

use rondel::{
    render::{BoardView, BoardWords, LastMove, Style, png},
    rules::{ByColor, Color, Position},
};

const PICTURES: usize = 500;

fn main() {
    let words = BoardWords::english();
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
        let mut times = Vec::with_capacity(views.len());
        let mut sizes = Vec::with_capacity(views.len());
        for view in &views {
            let start = Instant::now();
            let picture = png(black_box(view), &words, &Style::of_size(size));
            times.push(start.elapsed().as_secs_f64() * 1e3);
            sizes.push(picture.map_or(0, |picture| picture.len()) as f64 / 1024.0);
        }
        times.sort_by(f64::total_cmp);
        sizes.sort_by(f64::total_cmp);
        let at = |values: &[f64], part: f64| values[(values.len() as f64 * part) as usize];
        println!(
            "{size:5} px: p50 {:.2} ms, p95 {:.2} ms; p50 {:.1} KB, p95 {:.1} KB, most {:.1} KB",
            at(&times, 0.5),
            at(&times, 0.95),
            at(&sizes, 0.5),
            at(&sizes, 0.95),
            at(&sizes, 0.999),
        );
    }
}

/// Positions from random games, each seen from the seat of the player to move.
fn views() -> Vec<BoardView> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
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
        let chosen = moves[below(moves.len())];
        let color = position.turn();
        let last = LastMove {
            color,
            from: chosen.from,
            to: chosen.to,
            number: position.ply() + 1,
            notation: chosen.to_string(),
        };
        last_moves.retain(|last: &LastMove| last.color != color);
        last_moves.push(last);
        position.play(chosen);
        if position.settle(|_| ()).is_some() {
            position = Position::start();
            last_moves.clear();
            continue;
        }
        let mut view = BoardView::new(position, position.turn());
        view.last_moves.clone_from(&last_moves);
        view.names = ByColor {
            white: Some("Ann".to_owned()),
            gray: Some("Bartholomew".to_owned()),
            black: None,
        };
        view.out = ByColor::new(|_| Some("mate".to_owned()));
        view.match_id = Some("m7k3q".to_owned());
        views.push(view);
    }
    views
}

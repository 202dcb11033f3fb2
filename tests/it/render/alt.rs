//! Pictures in words, for those who cannot see them.

use proptest::{collection::vec, prelude::*};
use rondel::{
    messages::{Language, Texts},
    render::{BoardView, Caption, Captions, LastMove, Mark, alt_text, text_board},
    rules::{ByColor, Color, Position, Square},
};

/// The most characters that Discord takes.
const MOST: usize = 1024;

/// A game of random moves: each number chooses one among the legal ones.
fn played(choices: &[u16], seat: Color) -> BoardView {
    let mut position = Position::start();
    let mut last_moves: Vec<LastMove> = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves[usize::from(*choice) % moves.len()];
        let color = position.turn();
        last_moves.retain(|last| last.color != color);
        last_moves.push(LastMove {
            color,
            from: chosen.from,
            to: chosen.to,
            number: position.ply() + 1,
            taken: position.taken(chosen),
            notation: chosen.to_string(),
        });
        position.play(chosen);
        if position.settle(|_| ()).is_some() {
            break;
        }
    }
    let mut view = BoardView::new(position, seat);
    view.last_moves = last_moves;
    view
}

/// The pieces of an army that a text lists and those that it says there are more of; `None` where
/// it has no list.
fn told(text: &str, words: &Texts, view: &BoardView, color: Color) -> Option<usize> {
    let army = words.army(color);
    let alive = view.position.in_play().contains(color);
    let heading = if alive {
        format!("{army}: ")
    } else {
        format!("{army}, {}: ", words.caption(Caption::Dead))
    };
    let list = text.split_once(&heading)?.1;
    let list = list.split(['.', '\n']).next().unwrap_or_default();
    let (pieces, more): (Vec<&str>, Vec<&str>) = list
        .split([' ', ','])
        .partition(|word| word.parse::<Square>().is_ok());
    for piece in &pieces {
        let square = piece.parse().expect("a square");
        let found = view.position.piece_at(square);
        assert_eq!(found.map(|piece| piece.color), Some(color), "{text}");
    }
    let more = more.iter().filter_map(|word| word.parse::<usize>().ok());
    Some(pieces.len() + more.sum::<usize>())
}

/// Counts the pieces of an army.
fn standing(view: &BoardView, color: Color) -> usize {
    let pieces = view.position.pieces();
    pieces.filter(|(_, piece)| piece.color == color).count()
}

fn seat() -> impl Strategy<Value = Color> {
    (0..3_usize).prop_map(|at| Color::ALL[at])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn alt_texts_say_what_matters_first_and_count_every_piece(
        choices in vec(any::<u16>(), 0..90),
        seat in seat(),
        reaches in vec(vec(0..144_usize, 1..52), 0..7),
    ) {
        let mut view = played(&choices, seat);
        view.match_id = Some(String::from("m7k3q"));
        let squares: Vec<Square> = Square::all().collect();
        let pieces: Vec<Square> = view.position.pieces().map(|(square, _)| square).collect();
        view.marks = reaches
            .iter()
            .zip(&pieces)
            .map(|(to, from)| Mark::Reach {
                from: *from,
                to: to.iter().map(|at| squares[*at]).collect(),
            })
            .collect();
        for words in Language::ALL.map(Texts::of) {
            let alt = alt_text(&view, &words);
            prop_assert!(alt.chars().count() <= MOST, "{alt}");
            // The last moves in the order of play, then whose turn it is. That of an army that is out is over
            // after a round.
            let newest = view.last_moves.iter().map(|last| last.number).max().unwrap_or(0);
            let last = view.last_moves.iter();
            let mut last: Vec<&LastMove> = last.filter(|last| newest - last.number < 3).collect();
            last.sort_by_key(|last| last.number);
            let mut at = 0;
            for last in last {
                let place = alt[at..].find(&last.notation);
                prop_assert!(place.is_some(), "{} is not in {alt}", last.notation);
                at += place.unwrap_or_default();
            }
            prop_assert!(alt.ends_with(['.', '…']), "{alt}");
            for color in Color::ALL {
                match told(&alt, &words, &view, color) {
                    Some(count) => prop_assert_eq!(count, standing(&view, color), "{}", alt),
                    // Only where marks alone are too much.
                    None => prop_assert!(alt.ends_with('…'), "{alt}"),
                }
            }
            let board = text_board(&view, &words);
            // The board in words has each piece once, in the list of its army and on its rank.
            let (_, lists) = board.split_once("\n\n").unwrap_or_default();
            for (color, list) in Color::ALL.into_iter().zip(lists.split("\n\n")) {
                let words_of = |line: &str| line.split([' ', ',']).map(str::to_owned).collect::<Vec<_>>();
                for square in Square::all() {
                    let rank = format!("{}: ", words.caption(Caption::Rank(square.rank())));
                    let lines = list.lines().filter(|line| line.starts_with(&rank));
                    let said = lines.flat_map(words_of).filter(|word| *word == square.to_string());
                    let piece = view.position.piece_at(square);
                    let own = piece.is_some_and(|piece| piece.color == color);
                    prop_assert_eq!(said.count(), usize::from(own), "{} in {}", square, board);
                }
            }
        }
    }

    #[test]
    fn alt_texts_fit_whatever_people_are_called(
        choices in vec(any::<u16>(), 0..40),
        seat in seat(),
        names in vec("\\PC{0,90}", 3),
        over in proptest::option::of("\\PC{0,300}"),
        zoomed in any::<bool>(),
    ) {
        let mut view = played(&choices, seat);
        view.names = ByColor::new(|color| Some(names[color as usize].clone()));
        view.out = ByColor::new(|color| Some(names[2 - color as usize].clone()));
        view.match_id = over.clone();
        view.over = over;
        view.zoom = zoomed.then_some(seat);
        for words in Language::ALL.map(Texts::of) {
            let alt = alt_text(&view, &words);
            prop_assert!((1..=MOST).contains(&alt.chars().count()), "{alt}");
        }
    }
}

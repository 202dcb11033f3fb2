//! Properties of every position, tried on positions reached by random play.

use std::collections::HashSet;

use proptest::{collection::vec, prelude::*, sample::select};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rondel::{
    messages::Language,
    rules::{
        Color, IllegalReason, Move, Position, ReadMoveError, Role, Square, complete, long,
        read_move, short, why_illegal,
    },
};

use super::slow::{self, Slow};

/// A position some plies after the start, or after a stored one.
fn positions() -> impl Strategy<Value = Position> {
    let stored: Vec<Position> = slow::stored().collect();
    let begins = prop_oneof![Just(Position::start()), select(stored)];
    (begins, 0..120_u32, any::<u64>()).prop_map(|(mut position, plies, seed)| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..plies {
            let legal = position.legal_moves();
            let before = position;
            position.play(legal[rng.random_range(0..legal.len())]);
            if position.settle(|_| ()).is_some() {
                return before;
            }
        }
        position
    })
}

fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).unwrap())
}

fn moves() -> impl Strategy<Value = Move> {
    let promotions: Vec<Option<Role>> = [None].into_iter().chain(Role::ALL.map(Some)).collect();
    (squares(), squares(), select(promotions)).prop_map(|(from, to, promotion)| Move {
        from,
        to,
        promotion,
    })
}

/// Letters of which moves are made, in any order, and now and then anything at all.
fn typed() -> impl Strategy<Value = String> {
    let letters: Vec<char> = "abcdefghijklmnopqrstuvwx123456KQRBNxOo0-=+# "
        .chars()
        .collect();
    let letter = prop_oneof![30 => select(letters), 1 => any::<char>()];
    vec(letter, 0..12).prop_map(|letters| letters.into_iter().collect())
}

/// Checks that the moves from each square are those of the army there that begin on it.
fn has_its_part(position: &Position) {
    for index in 0..Square::COUNT {
        let from = Square::from_index(index).unwrap();
        let army = position.piece_at(from).map(|piece| piece.color);
        let all = army.map_or_else(Vec::new, |army| position.moves_of(army));
        let want: HashSet<Move> = all.into_iter().filter(|mv| mv.from == from).collect();
        let moves = position.moves_from(from);
        assert_eq!(moves.len(), want.len(), "{position} {from}: {moves:?}");
        assert_eq!(HashSet::from_iter(moves), want, "{position} {from}");
    }
}

#[test]
fn each_piece_of_the_stored_positions_has_its_part_of_the_moves_of_its_army() {
    let mut checked = 0;
    for position in slow::stored() {
        has_its_part(&position);
        checked += 1;
    }
    assert!(checked > 300, "{checked}");
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// The letter of position lines for what stands there.
fn letter_on(position: &Position, square: Square) -> Option<(Color, char)> {
    let piece = position.piece_at(square)?;
    Some((piece.color, piece.role.letter()))
}

/// A legal move as people write it who write unlike us.
fn written_otherwise(position: &Position, mv: Move) -> Vec<String> {
    let short = short(position, mv);
    let long = long(position, mv);
    let figure = |letter: char| match letter {
        'K' => '♚',
        'Q' => '♕',
        'R' => '♜',
        'B' => '♗',
        'N' => '♞',
        other => other,
    };
    let piece = position.piece_at(mv.from).unwrap();
    let castles = short.starts_with('O');
    let figured = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().unwrap();
        match () {
            () if castles => text.to_owned(),
            () if piece.role.is_pawn() => format!("♙{text}"),
            () => format!("{}{}", figure(first), letters.as_str()),
        }
    };
    let spaced = |text: &str| {
        text.chars()
            .flat_map(|letter| [letter, ' '])
            .collect::<String>()
    };
    let sign = long.find('x').filter(|at| *at >= 2);
    let signed = |sign: &str| {
        let squares = long.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let from = &squares[..2];
        let lead = &long[..long.len() - squares.len()];
        let rest = squares[2..].replacen(['x', '-'], sign, 1);
        format!("{lead}{from}{rest}")
    };
    let mut all = vec![
        format!("{short}!?"),
        format!(" {mv} ??"),
        long.clone(),
        figured(&short),
        figured(&long),
        spaced(&short),
        spaced(&mv.to_string()),
        short.replace('=', "/"),
    ];
    if !castles {
        all.push(signed("—"));
    }
    if sign.is_some() && position.piece_at(mv.to).is_some() {
        all.extend([signed("×"), signed(":")]);
    }
    if let Some(role) = mv.promotion {
        let (letter, body) = (role.letter(), &mv.to_string()[..4]);
        all.push(format!("{body}({letter})"));
        all.push(format!("{body}={}", figure(letter)));
    }
    // A message is bounded, and so is a move in it.
    all.retain(|text| text.chars().count() <= rondel::rules::LONGEST_TYPED);
    all
}

/// A legal move in the letters of German.
fn written_in_german(position: &Position, mv: Move) -> String {
    let text = short(position, mv);
    let piece = position.piece_at(mv.from).unwrap();
    let german = |letter: char| match letter {
        'Q' => 'D',
        'R' => 'T',
        'B' => 'L',
        'N' => 'S',
        other => other,
    };
    let promoted = mv.promotion.is_some();
    let named = !piece.role.is_pawn();
    let named = |at: usize, letter: char| match (at, letter) {
        (0, letter) if named => german(letter),
        (_, letter) if promoted => german(letter),
        (_, letter) => letter,
    };
    let letters = text.char_indices().map(|(at, letter)| named(at, letter));
    letters.collect()
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn legal_moves_are_read_as_others_write_them(position in positions()) {
        for mv in position.legal_moves() {
            for text in written_otherwise(&position, mv) {
                prop_assert_eq!(read_move(&position, &text), Ok(mv), "{} {}", position, text);
            }
        }
    }

    /// What is legal as we write it stays what it is: no German letter is looked for in it but
    /// where it stands for a piece.
    #[test]
    fn legal_moves_are_read_in_german_letters(position in positions()) {
        for mv in position.legal_moves() {
            let text = written_in_german(&position, mv);
            let own = Language::German.with_figures(&text).unwrap_or(text.clone());
            prop_assert_eq!(read_move(&position, &own), Ok(mv), "{} {}", position, text);
            prop_assert_eq!(Language::German.with_figures(&mv.to_string()), None, "{}", mv);
        }
    }

    #[test]
    fn position_lines_read_back(position in positions()) {
        let line = position.to_string();
        prop_assert_eq!(line.parse(), Ok(position));
    }

    #[test]
    fn mutilated_lines_are_refused_or_read_back(
        position in positions(),
        cuts in vec((any::<prop::sample::Index>(), 0..3_u8, select(LINE_LETTERS.to_vec())), 1..4),
    ) {
        let mut letters: Vec<char> = position.to_string().chars().collect();
        for (index, how, letter) in cuts {
            let index = index.index(letters.len());
            match how {
                0 => letters[index] = letter,
                1 => letters.insert(index, letter),
                _ => drop(letters.remove(index)),
            }
        }
        let line: String = letters.into_iter().collect();
        if let Ok(position) = line.parse::<Position>() {
            prop_assert_eq!(position.to_string(), line);
            // Nothing that is accepted may make the generator stumble.
            for mv in position.legal_moves() {
                let mut after = position;
                after.play(mv);
                let _ = after.settle(|_| ());
            }
        }
    }

    #[test]
    fn legal_means_among_the_legal_moves(position in positions(), tried in vec(moves(), 100)) {
        let legal = position.legal_moves();
        prop_assert_eq!(legal.len() as u64, position.count_legal_moves());
        prop_assert_eq!(!legal.is_empty(), position.has_legal_move());
        for mv in tried {
            prop_assert_eq!(legal.contains(&mv), position.is_legal(mv), "{} {:?}", position, mv);
        }
        for mv in legal {
            prop_assert!(position.is_legal(mv), "{} {}", position, mv);
        }
    }

    #[test]
    fn each_piece_has_its_part_of_the_moves_of_its_army(position in positions()) {
        has_its_part(&position);
    }

    /// Whatever is played, nothing panics, and nothing happens unless a piece of the army to move
    /// goes somewhere else.
    #[test]
    fn playing_what_is_no_move_changes_nothing(position in positions(), tried in vec(moves(), 100)) {
        for mv in tried {
            let mut after = position;
            after.play(mv);
            let own = letter_on(&position, mv.from).is_some_and(|(color, _)| color == position.turn());
            prop_assert_eq!(after != position, own && mv.from != mv.to, "{} {}", position, mv);
        }
    }

    #[test]
    fn plain_moves_read_back(mv in moves()) {
        let readable = mv.promotion.is_none_or(|role| Role::PROMOTIONS.contains(&role));
        prop_assert_eq!(mv.to_string().parse().ok(), readable.then_some(mv));
    }

    #[test]
    fn written_moves_read_back(position in positions()) {
        let mut seen = HashSet::new();
        for mv in position.legal_moves() {
            let text = short(&position, mv);
            prop_assert_eq!(read_move(&position, &text), Ok(mv), "{} {}", position, text);
            prop_assert_eq!(read_move(&position, &mv.to_string()), Ok(mv), "{} {}", position, mv);
            prop_assert!(seen.insert(text), "{} {}", position, mv);
        }
    }

    #[test]
    fn what_is_typed_never_does_harm(position in positions(), texts in vec(typed(), 20)) {
        let legal = |mv: &Move| position.is_legal(*mv);
        for text in texts {
            match read_move(&position, &text) {
                Ok(mv) => prop_assert!(legal(&mv)),
                Err(ReadMoveError::TooLong) => prop_assert!(text.chars().count() > 32),
                Err(ReadMoveError::Unreadable { nearest }) => {
                    prop_assert!(nearest.len() <= 5 && nearest.iter().all(legal));
                }
                Err(ReadMoveError::Ambiguous { candidates }) => {
                    prop_assert!(candidates.len() > 1 && candidates.iter().all(legal));
                }
                Err(ReadMoveError::PromotionMissing { from, to }) => {
                    let promotion = Some(Role::Queen);
                    let promoted = Move { from, to, promotion };
                    prop_assert!(legal(&promoted));
                }
                Err(ReadMoveError::Illegal(why)) => prop_assert!(why.rule().starts_with('§')),
                Err(ReadMoveError::PawnMeant { captures, .. }) => {
                    prop_assert!(!captures.is_empty() && captures.iter().all(legal));
                }
            }
        }
    }

    /// Every pawn's capture as a telephone writes it that makes first letters large: where the
    /// letter is a piece's, such a piece goes there, or the capture is offered.
    #[test]
    fn a_capital_piece_letter_never_takes_with_a_pawn(position in positions()) {
        let diagonal = |mv: &Move| {
            let text = long(&position, *mv);
            text.strip_prefix(&mv.from.to_string()).is_some_and(|rest| rest.starts_with('x'))
        };
        for mv in position.legal_moves().into_iter().filter(diagonal) {
            for text in [short(&position, mv), long(&position, mv), mv.to_string()] {
                let text = text[..1].to_uppercase() + &text[1..];
                let in_english = "KQRBN".contains(&text[..1]);
                let read = if in_english {
                    read_move(&position, &text)
                } else if "DTLS".contains(&text[..1]) {
                    Language::German.read_move(&position, &text)
                } else {
                    continue;
                };
                match read {
                    Ok(other) => prop_assert!(!diagonal(&other), "{} {}", position, text),
                    Err(ReadMoveError::PawnMeant { captures, .. }) => {
                        prop_assert!(captures.contains(&mv), "{} {}", position, text);
                        prop_assert!(captures.iter().all(diagonal), "{} {}", position, text);
                    }
                    // Of several such pieces, or in German of a piece and the pawn.
                    Err(ReadMoveError::Ambiguous { .. }) => {}
                    Err(other) => prop_assert!(false, "{} {}: {}", position, text, other),
                }
            }
        }
    }

    #[test]
    fn anything_may_be_typed(text in any::<String>()) {
        let _ = read_move(&Position::start(), &text);
        let _ = complete(&Position::start(), &text, 25);
    }

    #[test]
    fn completion_offers_legal_moves(
        position in positions(),
        text in typed(),
        most in 0..30_usize,
    ) {
        let legal = position.legal_moves();
        let found = complete(&position, &text, most);
        prop_assert!(found.len() <= most);
        prop_assert!(found.iter().all(|mv| legal.contains(mv)));
        let every: HashSet<Move> = complete(&position, "", usize::MAX).into_iter().collect();
        prop_assert_eq!(every, legal.into_iter().collect());
    }
}

const LINE_LETTERS: [char; 26] = [
    'w', 'g', 'b', 'K', 'Q', 'R', 'B', 'N', 'P', 'C', 'x', 'h', 'p', 'e', '3', '0', '1', '2', '4',
    '9', '/', ' ', '-', '+', 'é', '\0',
];

proptest! {
    #![proptest_config(cases(24))]

    /// The reason is looked at with the slow generator: a piece is said not to move so only when
    /// it never does, and the own king is named only when nothing else forbids the move.
    #[test]
    fn every_illegal_move_has_its_reason(position in positions()) {
        let legal: HashSet<(Square, Square)> =
            position.legal_moves().iter().map(|mv| (mv.from, mv.to)).collect();
        let pseudo: HashSet<String> =
            Slow::read(&position.to_string()).pseudo_legal().into_iter().collect();
        for from in Square::all() {
            let own = letter_on(&position, from).filter(|(color, _)| *color == position.turn());
            let reach: HashSet<String> = own
                .map(|(_, letter)| slow::reach(letter, &from.to_string()))
                .into_iter()
                .flatten()
                .collect();
            for to in Square::all() {
                let why = why_illegal(&position, from, to, None);
                if legal.contains(&(from, to)) {
                    continue;
                }
                let told = || format!("{position} {from}{to}: {why}");
                prop_assert!(why.to_string().contains(why.rule()), "{}", told());
                if own.is_none() {
                    let nobodys = why.reason == IllegalReason::NoPiece;
                    prop_assert_eq!(nobodys, letter_on(&position, from).is_none(), "{}", told());
                    continue;
                }
                let safe = !matches!(why.reason, IllegalReason::KingAttacked | IllegalReason::KingStaysAttacked);
                prop_assert_eq!(!safe, pseudo.contains(&format!("{from}{to}")), "{}", told());
                let of_castling = why.rule() == "§2.8";
                if matches!(why.reason, IllegalReason::SameSquare | IllegalReason::OwnPiece) {
                    continue;
                }
                let goes_there = why.reason != IllegalReason::NotSo;
                let reached = reach.contains(&to.to_string());
                prop_assert_eq!(reached, goes_there && !of_castling, "{}", told());
            }
        }
    }

    /// By the slow generator, piece by piece.
    #[test]
    fn a_plus_is_for_a_new_attack_on_a_king(position in positions()) {
        let slow = Slow::read(&position.to_string());
        for mv in position.legal_moves() {
            let mut after = Slow::read(&position.to_string());
            after.play(&mv.to_string());
            let _ = after.settle();
            let text = short(&position, mv);
            let checks = slow.gives_check(&mv.to_string(), &after);
            prop_assert_eq!(text.contains('+'), checks, "{} {} {}", position, mv, text);
        }
    }

    /// Two squares with an own piece on the first are always understood.
    #[test]
    fn an_illegal_plain_move_is_understood(position in positions(), targets in vec(squares(), 4)) {
        for (from, piece) in position.pieces() {
            for &to in &targets {
                let promotion = None;
                let mv = Move { from, to, promotion };
                if piece.color != position.turn() || position.is_legal(mv) {
                    continue;
                }
                let read = read_move(&position, &mv.to_string());
                prop_assert!(read != Ok(mv), "{} {}", position, mv);
                let unread = matches!(read, Err(ReadMoveError::Unreadable { .. }));
                prop_assert!(!unread, "{} {}", position, mv);
            }
        }
    }
}

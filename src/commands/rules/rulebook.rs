//! The rules topic by topic, for `/rules`: which topics there are, and of each the position that its
//! picture shows. What it says stands in the texts, under `rules-TOPIC`; moves that it names are
//! examples here, so that a test can hold them to the rules.

use crate::{
    render::{BoardView, LastMove, Mark},
    rules::{Color, Direction, LineEnd, Move, Passed, Position, Role, Square, short},
};

use super::topics::Pointed;
pub use super::topics::{Example, TOPICS, Topic};

/// The names of all topics, in the same order.
pub const NAMES: &[&str] = &{
    let mut names = [""; TOPICS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = TOPICS[at].name;
        at += 1;
    }
    names
};

/// The topic of this name.
///
/// ```
/// use rondel::commands::rulebook;
///
/// let moats = rulebook::topic("moats").unwrap();
/// assert_eq!(moats.next().unwrap().name, "bridges");
/// assert_eq!(rulebook::topic("chequers"), None);
/// ```
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

impl Topic {
    /// The topic that is best read next; `None` after the last.
    #[must_use]
    pub fn next(&self) -> Option<&'static Topic> {
        let mut after = TOPICS.iter().skip_while(|topic| topic.name != self.name);
        after.nth(1)
    }

    /// What its picture shows, from White's seat. `None` would mean that its table cannot be read,
    /// which a test rules out.
    #[must_use]
    pub fn view(&self) -> Option<BoardView> {
        let mut position: Position = self.line.parse().ok()?;
        let mut last_moves = Vec::new();
        for word in self.played.split_whitespace() {
            let mv: Move = word.parse().ok()?;
            last_moves.push(LastMove {
                color: position.turn(),
                from: mv.from,
                to: mv.to,
                number: position.ply() + 1,
                notation: short(&position, mv),
            });
            position.play(mv);
        }
        let mut view = BoardView::new(position, Color::White);
        view.last_moves = last_moves;
        for pointed in self.pointed {
            match pointed {
                Pointed::Reach(from) => view.marks.push(reach(&position, from.parse().ok()?)),
                Pointed::Line(from, direction) => {
                    let squares = line(&position, from.parse().ok()?, *direction);
                    view.marks.push(Mark::Way { squares });
                }
                Pointed::Moves => {
                    for example in self.examples.iter().filter(|one| one.rule.is_none()) {
                        let squares = way(&position, example.plain.parse().ok()?);
                        view.marks.push(Mark::Way { squares });
                    }
                }
            }
        }
        for example in self.examples.iter().filter(|one| one.rule.is_some()) {
            let squares = way(&position, example.plain.parse().ok()?);
            view.marks.push(Mark::Barred { squares });
        }
        Some(view)
    }
}

/// Where the piece on a square may go by the rules.
fn reach(position: &Position, from: Square) -> Mark {
    let moves = position.legal_moves();
    let mut to: Vec<Square> = moves
        .iter()
        .filter(|mv| mv.from == from)
        .map(|mv| mv.to)
        .collect();
    to.sort_unstable();
    // A pawn that becomes something does so in four ways.
    to.dedup();
    Mark::Reach { from, to }
}

/// The squares on a line, with the one that it begins on, and with that of the piece that ends it.
fn line(position: &Position, from: Square, direction: Direction) -> Vec<Square> {
    let sight = position.sight(from, direction);
    let passed = sight.passed.iter().filter_map(|passed| match passed {
        Passed::Square(square) => Some(*square),
        Passed::Centre | Passed::Bridge(_) => None,
    });
    let end = match sight.end {
        LineEnd::Piece(square, _) => Some(square),
        LineEnd::Start => Some(from),
        LineEnd::Edge | LineEnd::Moat(_) => None,
    };
    std::iter::once(from).chain(passed).chain(end).collect()
}

/// The squares over which a move leads: those of the shortest line on which it lies, or else, as of
/// a leap, its two ends.
fn way(position: &Position, mv: Move) -> Vec<Square> {
    let leaps = |square| {
        let piece = position.piece_at(square);
        piece.is_some_and(|piece| piece.role == Role::Knight)
    };
    let lines = Direction::ALL.into_iter().filter_map(|direction| {
        let mut squares = line(position, mv.from, direction);
        let end = squares.iter().skip(1).position(|at| *at == mv.to)?;
        squares.truncate(end + 2);
        Some(squares)
    });
    let shortest = lines.min_by_key(Vec::len);
    match shortest {
        Some(squares) if !leaps(mv.from) => squares,
        Some(_) | None => vec![mv.from, mv.to],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::{Language, Texts},
        render::{ALT_LIMIT, alt_text, text_board},
        rules::{Draw, Ending, Exit, Game, ReadMoveError, Ruleset, read_move, why_illegal},
    };

    /// The most characters of a topic's text in English. Longer ones do not fit a phone.
    const LONGEST: usize = 900;
    /// The same in a language of longer words.
    const LONGEST_ELSEWHERE: usize = 1_150;

    fn all_texts() -> [Texts; Language::ALL.len()] {
        Language::ALL.map(Texts::of)
    }

    fn text_of(texts: &Texts, topic: &Topic) -> String {
        texts.word(&format!("rules-{}", topic.name))
    }

    fn position_of(name: &str) -> Position {
        topic(name).unwrap().view().unwrap().position
    }

    #[test]
    fn names_are_few_short_and_stable_words_that_the_texts_know() {
        let all = all_texts();
        assert!(NAMES.len() <= 25, "{}", NAMES.len());
        for (at, name) in NAMES.iter().enumerate() {
            assert!(name.len() <= 20 && name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            assert_eq!(NAMES.iter().position(|other| other == name), Some(at));
            for id in [format!("rules-{name}"), format!("choice-{name}")] {
                assert!(all.iter().all(|texts| texts.has(&id)), "{id}");
            }
        }
        for name in crate::rulesets::PRESETS {
            assert!(topic(name).is_some(), "{name}");
        }
        // From the first on, each leads to the next.
        let mut read = vec![TOPICS[0].name];
        while let Some(next) = topic(read[read.len() - 1]).unwrap().next() {
            read.push(next.name);
        }
        assert_eq!(read, NAMES);
    }

    #[test]
    fn positions_are_possible_and_come_about_by_legal_moves() {
        for topic in TOPICS {
            let mut position: Position = topic.line.parse().expect(topic.name);
            for word in topic.played.split_whitespace() {
                let mv: Move = word.parse().expect(word);
                assert!(position.is_legal(mv), "{}: {word}", topic.name);
                position.play(mv);
            }
            let view = topic.view().expect(topic.name);
            assert_eq!(view.position, position, "{}", topic.name);
            assert!(!view.marks.is_empty(), "{}", topic.name);
        }
    }

    #[test]
    fn examples_are_legal_or_forbidden_by_the_rule_that_they_name() {
        for topic in TOPICS {
            let position = topic.view().unwrap().position;
            for example in topic.examples {
                let about = format!("{}: {}", topic.name, example.written);
                let mv: Move = example.plain.parse().unwrap();
                let read = read_move(&position, example.written);
                match example.rule {
                    None => {
                        assert!(position.is_legal(mv), "{about}");
                        assert_eq!(read, Ok(mv), "{about}");
                        // With the signs of check and mate that are due.
                        assert_eq!(example.written, short(&position, mv), "{about}");
                    }
                    Some(rule) => {
                        assert!(!position.is_legal(mv), "{about}");
                        assert!(matches!(read, Err(ReadMoveError::Illegal(_))), "{about}");
                        let why = why_illegal(&position, mv.from, mv.to, mv.promotion);
                        assert_eq!(why.rule(), rule, "{about}: {why}");
                        for texts in all_texts() {
                            let text = text_of(&texts, topic);
                            assert!(text.contains(rule), "{about}: {rule}");
                        }
                    }
                }
            }
        }
    }

    /// The words of a text that look like moves: longer than a square, with a square in them.
    fn moves_in(text: &str) -> Vec<&str> {
        let is_square = |two: &[u8]| {
            let name = std::str::from_utf8(two).unwrap_or_default();
            name.parse::<Square>().is_ok()
        };
        let signs = ['=', '+', '#', '-'];
        text.split_whitespace()
            .map(|word| {
                word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '#' && c != '+')
            })
            .filter(|word| {
                word.chars()
                    .all(|c| c.is_ascii_alphanumeric() || signs.contains(&c))
            })
            .filter(|word| word.len() > 2 && word.as_bytes().windows(2).any(is_square))
            .collect()
    }

    #[test]
    fn texts_name_their_examples_and_no_other_moves() {
        assert_eq!(
            moves_in("Here (Nf3, e4 or exd5=Q+). O-O, 0-3-2: a1x1"),
            ["Nf3", "exd5=Q+", "a1x1"]
        );
        for texts in all_texts() {
            for topic in TOPICS {
                names_its_examples(topic, &text_of(&texts, topic));
            }
        }
    }

    fn names_its_examples(topic: &Topic, text: &str) {
        for example in topic.examples {
            let named = text
                .split_whitespace()
                .any(|word| word.trim_end_matches([',', '.', ':', ';']) == example.written);
            assert!(named, "{}: {} in\n{text}", topic.name, example.written);
        }
        for word in moves_in(text) {
            // The notation names moves in both forms.
            let listed = |example: &Example| {
                word == example.written || (word == example.plain && topic.name == "notation")
            };
            assert!(topic.examples.iter().any(listed), "{}: {word}", topic.name);
        }
    }

    #[test]
    fn what_texts_say_of_their_examples_follows() {
        let verdict = |name: &str, plain: &str| {
            let game = Game::from_position(Ruleset::THREE_MAN, position_of(name));
            game.judge_move(plain.parse().unwrap()).unwrap()
        };
        let exits = [
            ("taking-a-king", "m5m1", Color::Gray, Exit::KingTaken),
            ("three-man", "f2m2", Color::Gray, Exit::Mate),
            ("match-points", "b2u2", Color::Black, Exit::Mate),
            ("first-mate", "f2m2", Color::Gray, Exit::Mate),
            ("second-mate", "q4q1", Color::Black, Exit::Mate),
            ("three-player", "u5u1", Color::Black, Exit::KingTaken),
        ];
        for (name, plain, color, exit) in exits {
            let outs = verdict(name, plain).outs;
            let outs: Vec<(Color, Exit)> = outs.iter().map(|out| (out.color, out.exit)).collect();
            assert_eq!(outs, [(color, exit)], "{name}");
        }
        let drawn = verdict("draws", "h3o6").over.map(|over| over.ending);
        assert_eq!(drawn, Some(Ending::Draw(Draw::Impossibility)));
        // The king that is laid open is the third player's: neither the mover's nor the next one's.
        assert_eq!(position_of("three-player").turn(), Color::Gray);
        // White's mate needs the black knight: were Black dead, the queen could be taken; and she
        // alone gives check.
        let line = position_of("first-mate").to_string();
        let mut without: Position = line.replace(" w wgb - ", " w wg xp ").parse().unwrap();
        without.play("f2m2".parse().unwrap());
        assert!(without.is_legal("m1m2".parse().unwrap()));
        let mut with: Position = line.parse().unwrap();
        with.play("f2m2".parse().unwrap());
        let checkers: Vec<Color> = with.checkers(Color::Gray).iter().collect();
        assert_eq!(checkers, [Color::White]);
    }

    #[test]
    fn a_bishop_on_rank_1_has_one_circle_of_one_colour() {
        let view = topic("diagonals").unwrap().view().unwrap();
        let [Mark::Reach { from, to }, Mark::Way { squares }] = view.marks.as_slice() else {
            panic!("{:?}", view.marks);
        };
        assert_eq!(to.len(), 10);
        assert!(to.iter().all(|square| square.is_light() == from.is_light()));
        assert_eq!((squares.first(), squares.last()), (Some(from), Some(from)));
        let mut circle = squares[1..squares.len() - 1].to_vec();
        circle.sort_unstable();
        assert_eq!(&circle, to);
    }

    #[test]
    fn crossed_pawns_reach_a_square_once_however_they_promote() {
        let view = topic("crossed-pawns").unwrap().view().unwrap();
        let reaches: Vec<String> = view.marks.iter().map(|mark| format!("{mark:?}")).collect();
        assert_eq!(
            reaches,
            [
                "Reach { from: s3, to: [s2, t2] }",
                "Reach { from: n2, to: [n1, o1] }",
            ]
        );
    }

    #[test]
    fn answers_are_short_and_so_are_their_pictures_in_words() {
        for texts in all_texts() {
            let longest = match texts.language() {
                Language::English => LONGEST,
                Language::German => LONGEST_ELSEWHERE,
            };
            for topic in TOPICS {
                let text = text_of(&texts, topic);
                let letters = text.chars().count();
                assert!(letters <= longest, "{}: {letters}", topic.name);
                for line in text.lines() {
                    // At the beginning of a line chats take these for markup.
                    assert!(
                        !line.starts_with(['#', '-', '>', '*', ' ']) && !line.is_empty(),
                        "{line}"
                    );
                }
                assert!(text.contains('§'), "{}", topic.name);
                let view = topic.view().unwrap();
                let alt = alt_text(&view, &texts);
                assert!(
                    alt.chars().count() < ALT_LIMIT && !alt.ends_with('…'),
                    "{alt}"
                );
                let king = format!(
                    "{} {}",
                    texts.piece(Role::King),
                    view.position.king_square(Color::White).unwrap()
                );
                assert!(alt.contains(&king), "{alt}");
                // Where no picture may be attached, both stand in one message.
                let spoken = text_board(&view, &texts).chars().count();
                assert!(
                    letters + spoken <= 1_900,
                    "{}: {letters}, {spoken}",
                    topic.name
                );
            }
        }
    }
}

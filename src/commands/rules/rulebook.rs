//! The rules topic by topic, for `/rules`, from `assets/rules.toml`: of each topic the position that
//! its picture shows, and the moves that its text names, so that a test can hold them to the rules. The
//! text itself stands with all others, under `rules-TOPIC`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{
    render::{BoardView, Mark},
    rules::{Color, Direction, Position, Square},
    store::causes,
};

/// The names of all topics, in the order of the file: choices of an option, which are constant.
pub const NAMES: &[&str] = &[
    "minute",
    "board",
    "marks",
    "diagonals",
    "pieces",
    "pawns",
    "crossed-pawns",
    "en-passant",
    "castling",
    "moats",
    "bridges",
    "creeks",
    "check",
    "mate",
    "taking-a-king",
    "going-out",
    "draws",
    "values",
    "three-man",
    "match-points",
    "first-mate",
    "second-mate",
    "three-player",
    "duel",
    "notation",
];

/// All topics, in the order in which they are best read.
pub static TOPICS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let read = toml::from_str::<Rulebook>(include_str!("../../../assets/rules.toml"));
    // A test makes sure that it can be.
    let read = read.inspect_err(|error| {
        tracing::error!(error = %causes(&error), "the topics of the rules could not be read");
    });
    read.map(|read| read.topic).unwrap_or_default()
});

/// The file `assets/rules.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rulebook {
    topic: Vec<Chapter>,
}

/// A topic of the rules, with its picture.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its name, which stays: `topic:moats`.
    pub name: String,
    /// The position line that its picture begins with.
    line: String,
    /// Plain moves that are made from there, joined by spaces.
    #[serde(default)]
    played: String,
    /// The marks of its picture, as the file explains them.
    #[serde(default)]
    pointed: Vec<String>,
    /// Legal moves that its text names: as the text has them, and as plain moves.
    #[serde(default)]
    legal: Vec<(String, String)>,
    /// Moves that its text names and the rules forbid, each with the section that does (`§3.2`). They
    /// are crossed out in its picture.
    #[serde(default)]
    barred: Vec<(String, String, String)>,
}

/// Returns the topic of this name.
///
/// ```
/// use rondel::commands::rulebook;
///
/// let moats = rulebook::topic("moats").unwrap();
/// assert_eq!(moats.next().unwrap().name, "bridges");
/// assert_eq!(rulebook::topic("chequers"), None);
/// ```
#[must_use]
pub fn topic(name: &str) -> Option<&'static Chapter> {
    TOPICS.iter().find(|topic| topic.name == name)
}

impl Chapter {
    /// Returns the topic that is best read next; `None` after the last.
    #[must_use]
    pub fn next(&self) -> Option<&'static Chapter> {
        let mut after = TOPICS.iter().skip_while(|topic| topic.name != self.name);
        after.nth(1)
    }

    /// Returns its picture, from White's seat. `None` would mean that the file is wrong, which a test
    /// rules out.
    #[must_use]
    pub fn view(&self) -> Option<BoardView> {
        let mut view = BoardView::new(self.line.parse().ok()?, Color::White);
        // What a match shows besides is what the topic of the marks is about.
        view.example = self.name != "marks";
        for word in self.played.split_whitespace() {
            view.play(word.parse().ok()?);
        }
        let position = view.position;
        let way = |plain: &String| Some(position.squares_of(plain.parse().ok()?));
        for pointed in &self.pointed {
            match pointed.split(' ').collect::<Vec<_>>()[..] {
                ["reach", from] => view.marks.push(reach(&position, from.parse().ok()?)),
                ["line", from, over] => {
                    let (from, over) = (from.parse().ok()?, over.parse().ok()?);
                    let lines = Direction::ALL.into_iter();
                    let mut lines = lines.map(|direction| position.line(from, direction));
                    let squares = lines.find(|squares| squares.get(1) == Some(&over))?;
                    view.marks.push(Mark::Way { squares });
                }
                ["moves"] => {
                    for (_, plain) in &self.legal {
                        let squares = way(plain)?;
                        view.marks.push(Mark::Way { squares });
                    }
                }
                _ => return None,
            }
        }
        for (_, plain, _) in &self.barred {
            let squares = way(plain)?;
            view.marks.push(Mark::Barred { squares });
        }
        Some(view)
    }
}

/// Returns the squares where a piece may go by the rules.
fn reach(position: &Position, from: Square) -> Mark {
    let moves = position.legal_moves().into_iter();
    let moves = moves.filter(|mv| mv.from == from);
    let mut to: Vec<Square> = moves.map(|mv| mv.to).collect();
    to.sort_unstable();
    // A pawn that becomes something does so in four ways.
    to.dedup();
    Mark::Reach { from, to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::{Language, Texts},
        render::{ALT_LIMIT, alt_text, text_board},
        rules::{
            Draw, Ending, Exit, Game, Move, ReadMoveError, Role, Ruleset, read_move, short,
            why_illegal,
        },
    };

    /// The most characters of a topic's text in English. Longer ones do not fit a phone.
    const LONGEST: usize = 900;
    /// The same in a language of longer words.
    const LONGEST_ELSEWHERE: usize = 1_150;

    fn all_texts() -> [Texts; Language::ALL.len()] {
        Language::ALL.map(Texts::of)
    }

    fn text_of(texts: &Texts, topic: &Chapter) -> String {
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
        let mut read = vec![TOPICS[0].name.as_str()];
        while let Some(next) = topic(read[read.len() - 1]).unwrap().next() {
            read.push(&next.name);
        }
        assert_eq!(read, NAMES);
    }

    #[test]
    fn positions_are_possible_and_come_about_by_legal_moves() {
        for topic in &*TOPICS {
            let mut position: Position = topic.line.parse().expect(&topic.name);
            for word in topic.played.split_whitespace() {
                let mv: Move = word.parse().expect(word);
                assert!(position.is_legal(mv), "{}: {word}", topic.name);
                position.play(mv);
            }
            let view = topic.view().expect(&topic.name);
            assert_eq!(view.position, position, "{}", topic.name);
            let shows = !view.marks.is_empty() || !view.last_moves.is_empty();
            assert!(shows || topic.name == "minute", "{}", topic.name);
        }
    }

    #[test]
    fn examples_are_legal_or_forbidden_by_the_rule_that_they_name() {
        for topic in &*TOPICS {
            let position = topic.view().unwrap().position;
            for (written, plain) in &topic.legal {
                let mv: Move = plain.parse().unwrap();
                assert!(position.is_legal(mv), "{}: {plain}", topic.name);
                assert_eq!(read_move(&position, written), Ok(mv), "{}", topic.name);
                // With the signs of check and mate that are due.
                assert_eq!(*written, short(&position, mv), "{}", topic.name);
            }
            for (written, plain, rule) in &topic.barred {
                let about = format!("{}: {written}", topic.name);
                let mv: Move = plain.parse().unwrap();
                assert!(!position.is_legal(mv), "{about}");
                let read = read_move(&position, written);
                assert!(matches!(read, Err(ReadMoveError::Illegal(_))), "{about}");
                let why = why_illegal(&position, mv.from, mv.to, mv.promotion);
                assert_eq!(why.rule(), rule, "{about}: {why}");
            }
        }
    }

    /// Finds the words of a text that look like moves: longer than a square, with a square in them.
    fn moves_in(text: &str) -> Vec<&str> {
        let is_square = |two: &[u8]| {
            let name = std::str::from_utf8(two).unwrap_or_default();
            name.parse::<Square>().is_ok()
        };
        let signs = ['=', '+', '#', '-', '×', '–'];
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
            moves_in("Here (Nf3, e4 or e×d5=Q+). O-O, 0-3-2: a1x1, Qd1–x5"),
            ["Nf3", "e×d5=Q+", "a1x1", "Qd1–x5"]
        );
        for texts in all_texts() {
            for topic in &*TOPICS {
                names_its_examples(topic, &texts);
            }
        }
    }

    fn names_its_examples(topic: &Chapter, texts: &Texts) {
        let text = &text_of(texts, topic);
        let position = topic.view().unwrap().position;
        let legal = topic.legal.iter().map(|(_, plain)| {
            let written = texts.move_in(&position, plain.parse().unwrap());
            [written, plain.clone()]
        });
        let barred = topic.barred.iter();
        let barred = barred.map(|(written, plain, _)| {
            let is_plain = written == plain;
            let crossed = written.replace('x', "×");
            [
                if is_plain { plain.clone() } else { crossed },
                plain.clone(),
            ]
        });
        let examples: Vec<[String; 2]> = legal.chain(barred).collect();
        for [written, _] in &examples {
            let named = text
                .split_whitespace()
                .any(|word| word.trim_end_matches([',', '.', ':', ';']) == written);
            assert!(named, "{}: {written} in\n{text}", topic.name);
        }
        for word in moves_in(text) {
            // The notation names moves in both forms.
            let listed = |[written, plain]: &[String; 2]| {
                let is_plain = topic.name == "notation"
                    && word.to_lowercase().replace('d', "q") == plain.replace('d', "q");
                word == written || is_plain
            };
            assert!(examples.iter().any(listed), "{}: {word}", topic.name);
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
        let drawn = verdict("draws", "h3o6")
            .outcome
            .map(|outcome| outcome.ending);
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
            for topic in &*TOPICS {
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
                // Nobody can open a section where they play.
                assert!(!text.contains('§'), "{}", topic.name);
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

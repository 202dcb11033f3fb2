//! Captions of pictures, from the texts.

use super::{move_preview, texts::Texts};
use crate::{
    render::{Caption, Captions, LeaderboardRow, Results},
    rules::{Color, Square, Taken},
};

/// A value and the place in a text that it fills.
type Filled = (&'static str, String);

impl Captions for Texts {
    fn caption(&self, caption: Caption<'_>) -> String {
        let army = |color| ("army", self.army(color));
        let piece = |role| ("piece", self.piece(role));
        let player = |army, name| ("player", self.player(army, name));
        let squares = |squares: &[Square]| ("squares", joined(" ", squares));
        let (id, values) = match caption {
            Caption::Army(army) => return self.army(army),
            Caption::Piece(role) => return self.piece(role),
            Caption::Player { army, name } => return self.player(army, name),
            Caption::ToMove => ("board-to-move", vec![]),
            Caption::InCheck => ("board-in-check", vec![]),
            Caption::GameOver => ("board-game-over", vec![]),
            Caption::Out(None) => ("board-out", vec![]),
            Caption::Out(Some(reason)) => ("board-out-because", vec![of("reason", &reason)]),
            Caption::EmptySeat => ("board-empty-seat", vec![]),
            Caption::Ply(ply) => ("board-ply", vec![of("ply", &ply)]),
            Caption::Match(id) => ("board-of-match", vec![of("match", &id)]),
            Caption::Turn { army, name } => ("board-turn", vec![player(army, name)]),
            Caption::Paused => ("board-paused", vec![]),
            Caption::Result(result) => ("board-result", vec![of("result", &result)]),
            Caption::Played(last) => {
                let (mv, from) = (of("move", &last.notation), of("from", &last.from));
                let mut values = vec![army(last.color), mv, from, of("to", &last.to)];
                let id = match last.taken {
                    None => "board-played",
                    Some(Taken { en_passant, .. }) => {
                        ["board-takes", "board-takes-en-passant"][usize::from(en_passant)]
                    }
                };
                let taken = |taken: Taken| move_preview::captured(self, taken.piece, taken.dead);
                values.extend(last.taken.map(|took| ("taken", taken(took))));
                (id, values)
            }
            Caption::Check {
                army: color,
                attacker,
                from,
            } => {
                let by = ("by", self.army(attacker.color));
                let values = vec![army(color), by, piece(attacker.role), of("from", &from)];
                ("board-check", values)
            }
            Caption::NoCheck => ("board-no-check", vec![]),
            Caption::IsOut { army, name, reason } => match reason {
                None => ("board-is-out", vec![player(army, name)]),
                Some(reason) => {
                    let values = vec![player(army, name), of("reason", &reason)];
                    ("board-is-out-because", values)
                }
            },
            Caption::SeatIsEmpty(color) => ("board-is-empty", vec![army(color)]),
            Caption::PointsSoFar(earned) => {
                let earned = earned.iter().map(|(color, points)| {
                    self.say_of(
                        "board-earned",
                        vec![army(*color), ("points", points.for_people())],
                    )
                });
                let earned: Vec<_> = earned.collect();
                ("board-points", vec![("points", joined(", ", &earned))])
            }
            Caption::Bridged([]) => ("board-none-bridged", vec![]),
            Caption::Bridged(borders) => {
                ("board-bridged", vec![("borders", self.borders(borders))])
            }
            Caption::Reach {
                piece: of_army,
                from,
                to,
                numbered,
            } => {
                let numbers = (1..).zip(to);
                let numbers = numbers.map(|(number, square)| format!("{number}: {square}"));
                let squares = if numbered {
                    ("squares", joined(", ", &numbers.collect::<Vec<_>>()))
                } else {
                    squares(to)
                };
                let (army, piece) = (army(of_army.color), piece(of_army.role));
                let values = vec![army, piece, of("from", &from), squares];
                ("board-may-go", values)
            }
            Caption::Line {
                from,
                to,
                squares: on,
            } => {
                let values = vec![of("from", &from), of("to", &to), squares(on)];
                ("board-way", values)
            }
            Caption::Barred { from, to } => {
                ("board-barred", vec![of("from", &from), of("to", &to)])
            }
            Caption::SeenFrom(color) => ("board-seen-from", vec![army(color)]),
            Caption::Sector(color) => ("board-sector", vec![army(color)]),
            Caption::Rank(rank) => ("board-rank", vec![of("rank", &rank)]),
            Caption::Nothing => ("board-empty", vec![]),
            Caption::Dead => ("board-dead", vec![]),
            Caption::MorePieces(count) => ("board-more", vec![of("count", &count)]),
            Caption::Rating => ("card-rating", vec![]),
            Caption::Points => ("card-points", vec![]),
            Caption::Matches => ("card-matches", vec![]),
            Caption::Wins => ("card-wins", vec![]),
            Caption::Average => ("card-average", vec![]),
            Caption::AverageWith => ("card-average-with", vec![]),
            Caption::Provisional { mark } => ("card-provisional", vec![of("mark", &mark)]),
            Caption::Nameless(None) => ("card-nameless", vec![]),
            Caption::Nameless(Some(rank)) => ("card-nameless-at", vec![of("rank", &rank)]),
            Caption::NamesInText => ("card-names-in-text", vec![]),
            Caption::Nobody => ("card-nobody", vec![]),
            Caption::Unplayed => ("card-unplayed", vec![]),
            Caption::MoreRulesets(count) => ("card-more", vec![of("count", &count)]),
            Caption::Leaderboard { title, subtitle } => {
                let values = vec![of("title", &title), of("subtitle", &subtitle)];
                ("card-leaders", values)
            }
            Caption::Row(row) => return self.row(row),
            Caption::RowFurtherDown(row) => ("card-further", vec![("row", self.row(row))]),
            Caption::Profile { name } => ("card-profile", vec![of("name", &name)]),
            Caption::Ruleset(of_one) => {
                let values = vec![of("ruleset", &of_one.name)];
                ("card-ruleset", self.with_results(values, &of_one.results))
            }
            Caption::Curve {
                ruleset,
                first,
                last,
                lowest,
                highest,
            } => {
                let (first, last) = (of("first", &first), of("last", &last));
                let (lowest, highest) = (of("lowest", &lowest), of("highest", &highest));
                let values = vec![of("ruleset", &ruleset), first, last, lowest, highest];
                ("card-curve", values)
            }
            Caption::Seat { army: of, results } => {
                ("card-seat", self.with_results(vec![army(of)], results))
            }
        };
        self.say_of(id, values).into()
    }
}

impl Texts {
    fn player(&self, army: Color, name: Option<&str>) -> String {
        let army = self.army(army);
        match name {
            Some(name) => self
                .say("board-player", &[("army", &army), ("name", &name)])
                .into(),
            None => army,
        }
    }

    fn row(&self, row: &LeaderboardRow) -> String {
        let values = vec![of("rank", &row.rank), of("name", &row.name)];
        let values = self.with_results(values, &row.results);
        self.say_of("card-row", values).into()
    }

    /// Adds results to the values of a text.
    fn with_results(&self, mut values: Vec<Filled>, results: &Results) -> Vec<Filled> {
        let mut rating = results.rating.clone();
        if results.provisional {
            rating = self.say("card-uncertain", &[("rating", &rating)]).into();
        }
        values.extend([
            ("rating", rating),
            of("points", &results.points),
            of("matches", &results.matches),
            of("wins", &results.wins),
            of("average", &results.average),
        ]);
        values
    }
}

fn of(place: &'static str, value: &impl ToString) -> Filled {
    (place, value.to_string())
}

fn joined<T: ToString>(between: &str, things: &[T]) -> String {
    let things: Vec<String> = things.iter().map(ToString::to_string).collect();
    things.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::Language,
        render::{LastMove, RulesetResults},
        rules::{Border, Piece, Points, Role},
    };

    #[test]
    fn every_value_stands_in_its_caption() {
        let square = |name: &str| name.parse().unwrap();
        let [a1, a2] = ["a1", "a2"].map(square);
        let piece = Piece {
            color: Color::Black,
            role: Role::Rook,
        };
        let results = Results {
            rating: String::from("1512"),
            matches: String::from("32"),
            wins: String::from("12"),
            average: String::from("1.30"),
            ..Results::default()
        };
        let ruleset = RulesetResults {
            name: String::from("duel"),
            results: results.clone(),
            ..RulesetResults::default()
        };
        let row = LeaderboardRow {
            rank: String::from("7"),
            name: String::from("Ann"),
            results: Results {
                rating: String::from("1843"),
                points: String::from("41"),
                matches: String::from("32"),
                wins: String::from("12"),
                ..Results::default()
            },
            asked: false,
        };
        let (army, name, reason) = (Color::White, Some("Ann"), Some("time"));
        let earned = [(Color::Gray, Points::HALF)];
        let last = LastMove {
            color: army,
            from: a1,
            to: a2,
            number: 51,
            taken: None,
            notation: String::from("Nf3"),
        };
        let takes = LastMove {
            taken: Some(Taken {
                piece,
                dead: false,
                en_passant: false,
            }),
            ..last.clone()
        };
        for texts in Language::ALL.map(Texts::of) {
            let named = [
                texts.army(army),
                texts.army(Color::Black),
                texts.piece(Role::Rook),
            ];
            let [white, black, rook] = named.each_ref().map(String::as_str);
            for (caption, values) in [
                (Caption::Player { army, name }, &[white, "Ann"][..]),
                (Caption::Player { army, name: None }, &[white]),
                (Caption::Turn { army, name }, &[white, "Ann"]),
                (Caption::Out(reason), &["time"]),
                (
                    Caption::IsOut { army, name, reason },
                    &[white, "Ann", "time"],
                ),
                (Caption::Ply(51), &["51"]),
                (Caption::Match("m7k3q"), &["m7k3q"]),
                (Caption::Result("1-0-0"), &["1-0-0"]),
                (Caption::Played(&last), &[white, "Nf3", "a1", "a2"]),
                (Caption::Played(&takes), &[white, "Nf3", "a1", black, "a2"]),
                (
                    Caption::Check {
                        army,
                        attacker: piece,
                        from: a1,
                    },
                    &[white, black, rook, "a1"],
                ),
                (Caption::SeatIsEmpty(army), &[white]),
                (Caption::PointsSoFar(&earned), &["½"]),
                (Caption::Bridged(&[Border::HI, Border::PQ]), &["h–i", "p–q"]),
                (
                    Caption::Reach {
                        piece,
                        from: a1,
                        to: &[a2, a1],
                        numbered: true,
                    },
                    &[black, rook, "a1", "1: a2, 2: a1"],
                ),
                (
                    Caption::Line {
                        from: a1,
                        to: a2,
                        squares: &[a1, a2],
                    },
                    &["a1 a2"],
                ),
                (Caption::Barred { from: a1, to: a2 }, &["a1", "a2"]),
                (Caption::SeenFrom(army), &[white]),
                (Caption::Sector(army), &[white]),
                (Caption::Rank(3), &["3"]),
                (Caption::MorePieces(5), &["5"]),
                (Caption::MoreRulesets(5), &["5"]),
                (Caption::Provisional { mark: '?' }, &["?"]),
                (
                    Caption::Leaderboard {
                        title: "duel",
                        subtitle: "here",
                    },
                    &["duel", "here"],
                ),
                (
                    Caption::RowFurtherDown(&row),
                    &["7", "Ann", "1843", "41", "32", "12"],
                ),
                (Caption::Profile { name: "Ann" }, &["Ann"]),
                (
                    Caption::Ruleset(&ruleset),
                    &["duel", "1512", "32", "12", "1.30"],
                ),
                (
                    Caption::Curve {
                        ruleset: "duel",
                        first: 1500,
                        last: 1512,
                        lowest: 1480,
                        highest: 1540,
                    },
                    &["duel", "1500", "1512", "1480", "1540"],
                ),
                (
                    Caption::Seat {
                        army,
                        results: &results,
                    },
                    &[white, "32", "12", "1.30"],
                ),
            ] {
                let text = texts.caption(caption);
                assert!(!text.contains("{$"), "{caption:?}: {text}");
                for value in values {
                    assert!(text.contains(value), "{caption:?}: {text}");
                }
            }
        }
    }
}

//! Captions of pictures, from the texts.

use super::{
    message::Message,
    texts::{Texts, Values},
};
use crate::{
    render::{Caption, Captions, LeaderboardRow, Results},
    rules::Color,
};

impl Captions for Texts {
    fn caption(&self, caption: Caption<'_>) -> String {
        let plain = |id: &'static str| self.say(id, &[]);
        let of_army = |id: &'static str, army: Color| self.say(id, &[("army", &self.army(army))]);
        let said: Message = match caption {
            Caption::Army(army) => return self.army(army),
            Caption::Piece(role) => return self.piece(role),
            Caption::Player { army, name } => return self.player(army, name),
            Caption::ToMove => plain("board-to-move"),
            Caption::InCheck => plain("board-in-check"),
            Caption::GameOver => plain("board-game-over"),
            Caption::Out { reason: None } => plain("board-out"),
            Caption::Out {
                reason: Some(reason),
            } => self.say("board-out-because", &[("reason", &reason)]),
            Caption::EmptySeat => plain("board-empty-seat"),
            Caption::Ply(ply) => self.say("board-ply", &[("ply", &ply)]),
            Caption::Match(id) => self.say("board-of-match", &[("match", &id)]),
            Caption::Turn { army, name } => {
                self.say("board-turn", &[("player", &self.player(army, name))])
            }
            Caption::Result(result) => self.say("board-result", &[("result", &result)]),
            Caption::Played {
                army,
                notation,
                from,
                to,
            } => self.say(
                "board-played",
                &[
                    ("army", &self.army(army)),
                    ("move", &notation),
                    ("from", &from),
                    ("to", &to),
                ],
            ),
            Caption::Check {
                army,
                attacker,
                from,
            } => self.say(
                "board-check",
                &[
                    ("army", &self.army(army)),
                    ("by", &self.army(attacker.color)),
                    ("piece", &self.piece(attacker.role)),
                    ("from", &from),
                ],
            ),
            Caption::NoCheck => plain("board-no-check"),
            Caption::IsOut { army, name, reason } => {
                let player = self.player(army, name);
                match reason {
                    None => self.say("board-is-out", &[("player", &player)]),
                    Some(reason) => self.say(
                        "board-is-out-because",
                        &[("player", &player), ("reason", &reason)],
                    ),
                }
            }
            Caption::SeatIsEmpty(army) => of_army("board-is-empty", army),
            Caption::PointsSoFar(earned) => {
                let earned = joined(", ", earned, |(army, points)| {
                    let values: Values<'_> = &[("army", &self.army(*army)), ("points", points)];
                    self.say("board-earned", values).into()
                });
                self.say("board-points", &[("points", &earned)])
            }
            Caption::Bridged([]) => plain("board-none-bridged"),
            Caption::Bridged(borders) => {
                let borders = joined(", ", borders, ToString::to_string);
                self.say("board-bridged", &[("borders", &borders)])
            }
            Caption::Reach {
                piece,
                from,
                to,
                numbered,
            } => {
                let squares = if numbered {
                    let numbered: Vec<_> = (1..).zip(to).collect();
                    joined(", ", &numbered, |(number, square)| {
                        format!("{number}: {square}")
                    })
                } else {
                    joined(" ", to, ToString::to_string)
                };
                self.say(
                    "board-may-go",
                    &[
                        ("army", &self.army(piece.color)),
                        ("piece", &self.piece(piece.role)),
                        ("from", &from),
                        ("squares", &squares),
                    ],
                )
            }
            Caption::Line { from, to, squares } => {
                let squares = joined(" ", squares, ToString::to_string);
                let values: Values<'_> = &[("from", &from), ("to", &to), ("squares", &squares)];
                self.say("board-way", values)
            }
            Caption::Barred { from, to } => {
                self.say("board-barred", &[("from", &from), ("to", &to)])
            }
            Caption::SeenFrom(army) => of_army("board-seen-from", army),
            Caption::Sector(army) => of_army("board-sector", army),
            Caption::ByArmy => plain("board-by-army"),
            Caption::ByRank => plain("board-by-rank"),
            Caption::Rank(rank) => self.say("board-rank", &[("rank", &rank)]),
            Caption::Nothing => plain("board-empty"),
            Caption::Dead => plain("board-dead"),
            Caption::MorePieces(count) => self.say("board-more", &[("count", &count)]),
            Caption::Rating => plain("card-rating"),
            Caption::Points => plain("card-points"),
            Caption::Matches => plain("card-matches"),
            Caption::Wins => plain("card-wins"),
            Caption::Average => plain("card-average"),
            Caption::AverageWith => plain("card-average-with"),
            Caption::Provisional { mark } => self.say("card-provisional", &[("mark", &mark)]),
            Caption::Nameless => plain("card-nameless"),
            Caption::Nobody => plain("card-nobody"),
            Caption::Unplayed => plain("card-unplayed"),
            Caption::MoreRulesets(count) => self.say("card-more", &[("count", &count)]),
            Caption::Leaderboard { title, subtitle } => self.say(
                "card-leaders",
                &[("title", &title), ("subtitle", &subtitle)],
            ),
            Caption::Row(row) => self.row(row),
            Caption::RowFurtherDown(row) => self.say("card-further", &[("row", &self.row(row))]),
            Caption::Profile { name } => self.say("card-profile", &[("name", &name)]),
            Caption::Ruleset(ruleset) => {
                let rating = self.rating(&ruleset.rating, ruleset.provisional);
                let more: Values<'_> = &[("ruleset", &ruleset.name), ("rating", &rating)];
                self.results("card-ruleset", more, &ruleset.results)
            }
            Caption::Curve {
                ruleset,
                first,
                last,
                lowest,
                highest,
            } => self.say(
                "card-curve",
                &[
                    ("ruleset", &ruleset),
                    ("first", &first),
                    ("last", &last),
                    ("lowest", &lowest),
                    ("highest", &highest),
                ],
            ),
            Caption::Seat { army, results } => {
                self.results("card-seat", &[("army", &self.army(army))], results)
            }
        };
        said.into()
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

    fn row(&self, row: &LeaderboardRow) -> Message {
        self.say(
            "card-row",
            &[
                ("rank", &row.rank),
                ("name", &row.name),
                ("rating", &self.rating(&row.rating, row.provisional)),
                ("points", &row.points),
                ("matches", &row.matches),
                ("wins", &row.wins),
            ],
        )
    }

    fn rating(&self, rating: &str, provisional: bool) -> String {
        if provisional {
            self.say("card-uncertain", &[("rating", &rating)]).into()
        } else {
            rating.to_owned()
        }
    }

    fn results(&self, id: &'static str, more: Values<'_>, results: &Results) -> Message {
        let own: Values<'_> = &[
            ("matches", &results.matches),
            ("wins", &results.wins),
            ("average", &results.average),
        ];
        self.say(id, &[more, own].concat())
    }
}

fn joined<T>(between: &str, things: &[T], text: impl Fn(&T) -> String) -> String {
    things.iter().map(text).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::Language,
        render::RulesetResults,
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
            matches: String::from("32"),
            wins: String::from("12"),
            average: String::from("1.30"),
        };
        let ruleset = RulesetResults {
            name: String::from("duel"),
            rating: String::from("1512"),
            results: results.clone(),
            ..RulesetResults::default()
        };
        let row = LeaderboardRow {
            rank: String::from("7"),
            name: String::from("Ann"),
            rating: String::from("1843"),
            points: String::from("41"),
            matches: String::from("32"),
            wins: String::from("12"),
            ..LeaderboardRow::default()
        };
        let (army, name, reason) = (Color::White, Some("Ann"), Some("time"));
        let earned = [(Color::Gray, Points::HALF)];
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
                (Caption::Out { reason }, &["time"]),
                (
                    Caption::IsOut { army, name, reason },
                    &[white, "Ann", "time"],
                ),
                (Caption::Ply(51), &["51"]),
                (Caption::Match("m7k3q"), &["m7k3q"]),
                (Caption::Result("1-0-0"), &["1-0-0"]),
                (
                    Caption::Played {
                        army,
                        notation: "Nf3",
                        from: a1,
                        to: a2,
                    },
                    &[white, "Nf3", "a1", "a2"],
                ),
                (
                    Caption::Check {
                        army,
                        attacker: piece,
                        from: a1,
                    },
                    &[white, black, rook, "a1"],
                ),
                (Caption::SeatIsEmpty(army), &[white]),
                (Caption::PointsSoFar(&earned), &["1/2"]),
                (Caption::Bridged(&[Border::HI, Border::PQ]), &["h|i, p|q"]),
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
                for value in values {
                    assert!(text.contains(value), "{caption:?}: {text}");
                }
            }
        }
    }
}

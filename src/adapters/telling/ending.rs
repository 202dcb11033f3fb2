//! Armies that go out, what that earns, and how a match ends.

use super::{Teller, harmless_text, joined, without};
use crate::{
    adapters::first::{First, first},
    matchplay::{Seat, Stage},
    rules::{ArmyOut, ByColor, Color, Colors, Ending, Exit, KingCapture, Over, Points, Scoring},
};

/// The longest name of a place, in characters.
const LONGEST_PLACE: usize = 100;

/// How much of a player's name stands in the name of a place, in characters; and how much where
/// more would not fit.
const LONGEST_IN_NAME: usize = 32;
const SHORTER_IN_NAME: usize = 12;

/// What an army earned, and for what.
struct Part {
    points: Points,
    reason: String,
}

impl Teller<'_> {
    /// That an army has gone out, and what that has earned the others at once.
    pub(super) fn went_out(&self, out: &ArmyOut) -> String {
        let ends = self.state.over().is_some();
        let by = out.by.map(|by| self.player(by)).unwrap_or_default();
        let others = self.players(without(Colors::ALL, Colors::NONE.with(out.color)));
        let id = match (out.exit, out.by) {
            (Exit::Mate, Some(_)) => "out-mate",
            (Exit::Mate, None) if self.had_pact_against(out.color) => "out-mate-pact",
            (Exit::Mate, None) if self.was_mated_twice(out) => "out-mate-each",
            (Exit::Mate, None) => "out-mate-shared",
            (Exit::KingTaken, Some(_)) if self.king_capture() == KingCapture::Wins => {
                "out-king-capturable"
            }
            (Exit::KingTaken, Some(_)) => "out-king-taken",
            (Exit::KingTaken, None) => "out-king-taken-pact",
            (Exit::Stalemate, _) => "out-stalemate",
            (Exit::Conceded, _) if ends => "out-conceded-last",
            (Exit::Conceded, _) => "out-conceded",
            (Exit::Time, _) if ends => "out-time-last",
            (Exit::Time, _) => "out-time",
        };
        let player = self.player(out.color);
        let values = [("player", &player), ("by", &by), ("others", &others)];
        let sentence = self.say(id, &values.map(|(name, value)| (name, value.as_str())));
        // The end says what all of it has earned.
        let earned = (!ends).then(|| self.earned_by(out)).flatten();
        match earned {
            Some(earned) => format!("{sentence} {earned}"),
            None => sentence,
        }
    }

    fn king_capture(&self) -> KingCapture {
        self.state.game().ruleset().options().king_capture
    }

    fn had_pact_against(&self, color: Color) -> bool {
        let mut pacts = self.before.pacts().agreed();
        pacts.any(|(one, other)| one != color && other != color)
    }

    /// Whether each of the two others would have mated it alone (rules §6.3): a whole point each,
    /// besides the half for being still in play.
    fn was_mated_twice(&self, out: &ArmyOut) -> bool {
        let others = Color::ALL.into_iter().filter(|color| *color != out.color);
        let mut credits = others.map(|color| out.points[color]);
        credits.all(|points| points > Points::ONE)
    }

    /// What going out has earned the others: `Earned: White 2 (checkmated Gray).`
    fn earned_by(&self, out: &ArmyOut) -> Option<String> {
        let earned: Vec<String> = out
            .points
            .iter()
            .filter(|(_, points)| **points > Points::default())
            .map(|(color, points)| self.scored(color, *points, &self.parts_of(out, color)))
            .collect();
        let comma = self.say("list-comma", &[]);
        let earned = earned.join(&comma);
        (!earned.is_empty()).then(|| self.say("earned", &[("scores", &earned)]))
    }

    /// For what an army earned points when another one went out.
    fn parts_of(&self, out: &ArmyOut, color: Color) -> Vec<Part> {
        let points = out.points[color];
        if points == Points::default() {
            return Vec::new();
        }
        let others = Color::ALL.into_iter().filter(|other| *other != out.color);
        let shared = others.map(|other| out.points[other]).min() > Some(Points::default());
        let part = |points: Points, id: &str| Part {
            points,
            reason: {
                let (army, winner) = (self.words.army(out.color), self.words.army(color));
                self.say(id, &[("army", &army), ("winner", &winner)])
            },
        };
        let exit = match out.exit {
            Exit::Mate => "earned-mate",
            Exit::KingTaken if self.king_capture() == KingCapture::Wins => "earned-capturable",
            Exit::KingTaken => "earned-king-taken",
            Exit::Stalemate => "earned-stalemate",
            Exit::Conceded if self.state.game().ruleset().names_winners() => "earned-resigned-for",
            Exit::Conceded => "earned-conceded",
            Exit::Time => "earned-time",
        };
        match self.state.game().ruleset().options().scoring {
            // Among three, half a point is for being still in play (rules §6.3).
            Scoring::Stages if shared => {
                let credit = minus(points, Points::HALF);
                let id = if credit == Points::HALF {
                    "earned-share"
                } else {
                    exit
                };
                let credit = (credit > Points::default()).then(|| part(credit, id));
                credit
                    .into_iter()
                    .chain([part(Points::HALF, "earned-outlived")])
                    .collect()
            }
            Scoring::WinnerAndThird if points < Points::ONE && out.exit != Exit::Time => {
                vec![part(points, "earned-third")]
            }
            Scoring::SharedPoint
            | Scoring::MatchPoints
            | Scoring::Stages
            | Scoring::WinnerAndThird => vec![part(points, exit)],
        }
    }

    /// What the end itself has added to what an army had.
    fn part_of_end(&self, over: &Over, color: Color) -> Option<Part> {
        let before = Color::ALL
            .into_iter()
            .filter_map(|other| self.state.outs()[other])
            .map(|out| out.points[color].sixths())
            .sum();
        let points = minus(over.points[color], Points::from_sixths(before));
        let id = match (over.ending, self.state.game().ruleset().options().scoring) {
            (Ending::Draw(_), _) => "earned-draw",
            (_, Scoring::MatchPoints) => "earned-last-king",
            (_, Scoring::SharedPoint | Scoring::Stages | Scoring::WinnerAndThird) => {
                "earned-last-army"
            }
        };
        (points > Points::default()).then(|| Part {
            points,
            reason: self.say(id, &[]),
        })
    }

    /// `White 3 (checkmated Black 2, last king standing 1)`
    fn scored(&self, color: Color, points: Points, parts: &[Part]) -> String {
        let reasons: Vec<String> = parts
            .iter()
            .map(|part| {
                let points = part.points.to_string();
                let values = [("reason", part.reason.as_str()), ("points", &points)];
                match parts.len() {
                    1 => part.reason.clone(),
                    _ => self.say("earned-part", &values),
                }
            })
            .collect();
        let comma = self.say("list-comma", &[]);
        let (army, points) = (self.words.army(color), points.to_string());
        let reasons = reasons.join(&comma);
        let id = if reasons.is_empty() {
            "score"
        } else {
            "score-for"
        };
        let values = [("army", &army), ("points", &points), ("reasons", &reasons)];
        self.say(id, &values.map(|(name, value)| (name, value.as_str())))
    }

    /// How the match ended, who is first, the score, and what brought it about by which section of
    /// the rules.
    pub(super) fn ended(&self, over: &Over) -> String {
        let mut sentences = vec![self.ending(over)];
        sentences.extend(self.is_first(over));
        if let Some(score) = over.score() {
            sentences.push(self.say("ended-score", &[("score", &score)]));
            let scores: Vec<String> = self
                .armies()
                .map(|color| {
                    let outs = Color::ALL.into_iter();
                    let outs = outs.filter_map(|other| self.state.outs()[other]);
                    let mut parts: Vec<Part> =
                        outs.flat_map(|out| self.parts_of(&out, color)).collect();
                    parts.extend(self.part_of_end(over, color));
                    self.scored(color, over.points[color], &parts)
                })
                .collect();
            let scores = scores.join(&self.say("list-comma", &[]));
            let values = [("scores", scores.as_str()), ("rule", self.rule())];
            let line = self.say("ended-scores", &values);
            return format!("{}\n{line}", sentences.join(" "));
        }
        sentences.join(" ")
    }

    fn ending(&self, over: &Over) -> String {
        let position = self.state.position();
        let game = self.state.game();
        let left = position.in_play();
        // Where two play, the first army out leaves one.
        let ending = if over.ending == Ending::FirstOut && left.len() == 1 {
            Ending::LastArmy
        } else {
            over.ending
        };
        let id = format!("ended-{}", ending.word().replace(':', "-"));
        let plies: Vec<String> = game.occurrences().iter().map(u32::to_string).collect();
        let army = match over.ending {
            Ending::Draw(_) => self.words.army(position.turn()),
            Ending::LastArmy
            | Ending::FirstOut
            | Ending::CapturableKing
            | Ending::ResignedFor
            | Ending::Aborted => {
                let armies: Vec<String> = left.iter().map(|color| self.words.army(color)).collect();
                joined(self.words, &armies)
            }
        };
        self.say(
            &id,
            &[
                ("army", &army),
                ("plies", &joined(self.words, &plies)),
                ("clock", &position.clock().to_string()),
            ],
        )
    }

    /// Who wins, or is first, in a sentence; `None` where all that were left share alike.
    fn is_first(&self, over: &Over) -> Option<String> {
        let (id, who) = match first(self.state.game().ruleset(), over) {
            First::Wins(color) => ("ended-wins", self.player(color)),
            First::Alone(color) => ("ended-first", self.player(color)),
            First::Shared(colors) => ("ended-shared", self.players(colors)),
            First::Nobody => return None,
        };
        Some(self.say(id, &[("player", &who)]))
    }

    /// The section that says what is scored.
    fn rule(&self) -> &'static str {
        let options = self.state.game().ruleset().options();
        match options.scoring {
            Scoring::SharedPoint if self.armies().count() == 2 => "§6.6",
            Scoring::SharedPoint => "§6.1",
            Scoring::MatchPoints => "§6.2",
            Scoring::Stages => "§6.3",
            Scoring::WinnerAndThird => "§6.5",
        }
    }

    /// The armies that have players.
    fn armies(&self) -> impl Iterator<Item = Color> {
        let seats = self.state.seats();
        let played = |color: &Color| seats[*color] != Seat::Empty;
        Color::ALL.into_iter().filter(played)
    }

    /// The result in a few words, as it stands in pictures: `White wins, 1-0-0`. A match that is won
    /// by a mate and a draw (rules §6.2) is won here too.
    pub(in crate::adapters) fn result(&self, over: &Over) -> String {
        let score = over.score().unwrap_or_default();
        let draw = matches!(over.ending, Ending::Draw(_));
        let (id, armies) = match first(self.state.game().ruleset(), over) {
            _ if over.ending == Ending::Aborted => ("result-aborted", Colors::NONE),
            First::Nobody => ("result-draw", Colors::NONE),
            First::Wins(color) => ("result-wins", Colors::NONE.with(color)),
            First::Alone(color) if draw => ("result-draw-first", Colors::NONE.with(color)),
            First::Alone(color) => ("result-first", Colors::NONE.with(color)),
            First::Shared(colors) => ("result-shared", colors),
        };
        let armies: Vec<String> = armies.iter().map(|color| self.words.army(color)).collect();
        let armies = joined(self.words, &armies);
        self.say(id, &[("army", &armies), ("score", &score)])
    }

    /// A match that is over in a line of at most 100 characters, with its id, who won and the score:
    /// the name of a place, in which nothing is markup, so that names go in as they are.
    pub(in crate::adapters) fn over_name(
        &self,
        over: &Over,
        names: &ByColor<Option<String>>,
    ) -> String {
        let score = over.score().unwrap_or_default();
        let (id, who) = match first(self.state.game().ruleset(), over) {
            _ if over.ending == Ending::Aborted => ("thread-aborted", Colors::NONE),
            First::Nobody => ("thread-drawn", Colors::NONE),
            First::Wins(color) => ("thread-won", Colors::NONE.with(color)),
            First::Alone(color) => ("thread-first", Colors::NONE.with(color)),
            First::Shared(colors) => ("thread-shared", colors),
        };
        let called = |most: usize| {
            let players: Vec<String> = who
                .iter()
                .map(|color| {
                    let army = self.words.army(color);
                    let name = names[color]
                        .as_deref()
                        .map(|name| harmless_text(name, most));
                    match name.filter(|name| !name.is_empty()) {
                        Some(name) => self.say("player", &[("name", &name), ("army", &army)]),
                        None => army,
                    }
                })
                .collect();
            let who = joined(self.words, &players);
            let id_of = self.state.id();
            self.say(
                id,
                &[("match", id_of.as_str()), ("who", &who), ("score", &score)],
            )
        };
        // The score stands at the end: long names are cut, not that.
        let line = [LONGEST_IN_NAME, SHORTER_IN_NAME].map(called);
        let fits = |line: &String| line.chars().count() <= LONGEST_PLACE;
        let [line, shorter] = line;
        let line = Some(line).filter(fits).unwrap_or(shorter);
        line.chars().take(LONGEST_PLACE).collect()
    }

    /// What each army has earned so far in a match under way, once one has.
    pub(super) fn earned_so_far(&self) -> Option<ByColor<Points>> {
        let points = self.state.game().points();
        let any = points.iter().any(|(_, points)| *points > Points::default());
        (any && self.state.stage() == Stage::Running).then_some(*points)
    }

    /// The same in a sentence: `Points so far: White 2, Gray 0, Black 0.`
    #[must_use]
    pub fn points_so_far(&self) -> Option<String> {
        let points = self.earned_so_far()?;
        let scores: Vec<String> = self
            .armies()
            .map(|color| self.scored(color, points[color], &[]))
            .collect();
        let scores = scores.join(&self.say("list-comma", &[]));
        Some(self.say("points-so-far", &[("scores", &scores)]))
    }
}

/// What is left of points without some of them.
const fn minus(points: Points, less: Points) -> Points {
    Points::from_sixths(points.sixths().saturating_sub(less.sixths()))
}

//! Armies that go out, what that earns, and how a match ends.

use super::{Story, without};
use crate::{
    matchplay::{Seat, Stage},
    messages::{markup::harmless_text, message::Message},
    rules::{
        ByColor, Color, Colors, Elimination, Ending, Exit, KingCapture, Outcome, Points, Scoring,
        Winner,
    },
};

/// The longest name of a place, in characters.
const LONGEST_PLACE: usize = 100;

/// The most of a player's name in the name of a place, in characters; and the most where that would
/// not fit.
const LONGEST_IN_NAME: usize = 32;
const SHORTER_IN_NAME: usize = 12;

/// Points that an army earned, with the reason.
struct Earning {
    points: Points,
    reason: String,
}

impl Story<'_> {
    /// Tells of an army that has gone out, and of what that has earned the others at once.
    pub(super) fn went_out(&self, out: &Elimination) -> Message {
        let ends = self.state.outcome().is_some();
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
        let sentence = self.say(id, &[("player", &player), ("by", &by), ("others", &others)]);
        // The end says what all of it has earned.
        let earned = (!ends).then(|| self.earned_by(out)).flatten();
        Message::sentences([sentence].into_iter().chain(earned))
    }

    fn king_capture(&self) -> KingCapture {
        self.state.game().ruleset().options().king_capture
    }

    fn had_pact_against(&self, color: Color) -> bool {
        let mut pacts = self.before.pacts().agreed();
        pacts.any(|(one, other)| one != color && other != color)
    }

    /// Returns whether each of the two others would have mated it alone (rules §6.3): a whole point
    /// each, and the half for being still in play.
    fn was_mated_twice(&self, out: &Elimination) -> bool {
        let others = Color::ALL.into_iter().filter(|color| *color != out.color);
        let mut credits = others.map(|color| out.points[color]);
        credits.all(|points| points > Points::ONE)
    }

    /// Tells what going out has earned the others: `Earned: White 2 (checkmated Gray).`
    fn earned_by(&self, out: &Elimination) -> Option<Message> {
        let earned: Vec<String> = out
            .points
            .iter()
            .filter(|(_, points)| **points > Points::default())
            .map(|(color, points)| self.scored(color, *points, &self.credits_of(out, color)))
            .collect();
        let earned = self.texts.comma(&earned);
        (!earned.is_empty()).then(|| self.say("earned", &[("scores", &earned)]))
    }

    /// For what an army earned points when another one went out.
    fn credits_of(&self, out: &Elimination, color: Color) -> Vec<Earning> {
        let points = out.points[color];
        if points == Points::default() {
            return Vec::new();
        }
        let others = Color::ALL.into_iter().filter(|other| *other != out.color);
        let shared = others.map(|other| out.points[other]).min() > Some(Points::default());
        let credit = |points: Points, id: &'static str| {
            let (army, winner) = (self.texts.army(out.color), self.texts.army(color));
            let reason = self.say(id, &[("army", &army), ("winner", &winner)]).into();
            Earning { points, reason }
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
                let first = minus(points, Points::HALF);
                let id = if first == Points::HALF {
                    "earned-share"
                } else {
                    exit
                };
                let first = (first > Points::default()).then(|| credit(first, id));
                first
                    .into_iter()
                    .chain([credit(Points::HALF, "earned-outlived")])
                    .collect()
            }
            Scoring::WinnerAndThird if points < Points::ONE && out.exit != Exit::Time => {
                vec![credit(points, "earned-third")]
            }
            Scoring::SharedPoint
            | Scoring::MatchPoints
            | Scoring::Stages
            | Scoring::WinnerAndThird => vec![credit(points, exit)],
        }
    }

    /// Returns the points that the end itself has added to what an army had.
    fn credit_of_end(&self, outcome: &Outcome, color: Color) -> Option<Earning> {
        let before = Color::ALL
            .into_iter()
            .filter_map(|other| self.state.outs()[other])
            .map(|out| out.points[color].sixths())
            .sum();
        let points = minus(outcome.points[color], Points::from_sixths(before));
        let id = match (
            outcome.ending,
            self.state.game().ruleset().options().scoring,
        ) {
            (Ending::Draw(_), _) => "earned-draw",
            (_, Scoring::MatchPoints) => "earned-last-king",
            (_, Scoring::SharedPoint | Scoring::Stages | Scoring::WinnerAndThird) => {
                "earned-last-army"
            }
        };
        (points > Points::default()).then(|| Earning {
            points,
            reason: self.texts.word(id),
        })
    }

    /// `White 3 (checkmated Black 2, last king standing 1)`
    fn scored(&self, color: Color, points: Points, credits: &[Earning]) -> String {
        let reason = |Earning { points, reason }: &Earning| match credits.len() {
            1 => reason.clone(),
            _ => self
                .say("earned-part", &[("reason", reason), ("points", points)])
                .into(),
        };
        let reasons: Vec<String> = credits.iter().map(reason).collect();
        let (army, reasons) = (self.texts.army(color), self.texts.comma(&reasons));
        let id = if reasons.is_empty() {
            "score"
        } else {
            "score-for"
        };
        self.say(
            id,
            &[("army", &army), ("points", &points), ("reasons", &reasons)],
        )
        .into()
    }

    /// Tells how the match ended, who is first, the score, and what brought it about by which section
    /// of the rules.
    pub(super) fn ended(&self, outcome: &Outcome) -> Message {
        let mut sentences = vec![self.ending(outcome)];
        sentences.extend(self.is_first(outcome));
        let Some(score) = outcome.score() else {
            return Message::sentences(sentences);
        };
        sentences.push(self.say("ended-score", &[("score", &score)]));
        let scores = self.armies().map(|color| {
            let outs = Color::ALL.into_iter();
            let outs = outs.filter_map(|other| self.state.outs()[other]);
            let mut credits: Vec<Earning> =
                outs.flat_map(|out| self.credits_of(&out, color)).collect();
            credits.extend(self.credit_of_end(outcome, color));
            self.scored(color, outcome.points[color], &credits)
        });
        let scores: Vec<String> = scores.collect();
        let scores = self.texts.comma(&scores);
        let scores = self.say(
            "ended-scores",
            &[("scores", &scores), ("rule", &self.rule())],
        );
        Message::lines([Message::sentences(sentences), scores])
    }

    fn ending(&self, outcome: &Outcome) -> Message {
        let position = self.state.position();
        let game = self.state.game();
        let left = position.in_play();
        // Where two play, the first army out leaves one.
        let ending = if outcome.ending == Ending::FirstOut && left.len() == 1 {
            Ending::LastArmy
        } else {
            outcome.ending
        };
        let id = format!("ended-{}", ending.word().replace(':', "-"));
        let plies: Vec<String> = game.occurrences().iter().map(u32::to_string).collect();
        let army = match outcome.ending {
            Ending::Draw(_) => self.texts.army(position.turn()),
            Ending::LastArmy
            | Ending::FirstOut
            | Ending::CapturableKing
            | Ending::ResignedFor
            | Ending::Aborted => self.texts.armies(left.iter()),
        };
        self.say(
            id,
            &[
                ("army", &army),
                ("plies", &self.texts.and(&plies)),
                ("clock", &position.clock()),
            ],
        )
    }

    /// Tells who wins, or is first; `None` where all that were left share alike.
    fn is_first(&self, outcome: &Outcome) -> Option<Message> {
        let (id, who) = match outcome.winner(self.state.game().ruleset()) {
            Winner::Wins(color) => ("ended-wins", self.player(color)),
            Winner::Alone(color) => ("ended-first", self.player(color)),
            Winner::Shared(colors) => ("ended-shared", self.players(colors)),
            Winner::Nobody => return None,
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
    pub(super) fn result(&self, outcome: &Outcome) -> String {
        let score = outcome.score().unwrap_or_default();
        let draw = matches!(outcome.ending, Ending::Draw(_));
        let (id, armies) = match outcome.winner(self.state.game().ruleset()) {
            _ if outcome.ending == Ending::Aborted => ("result-aborted", Colors::NONE),
            Winner::Nobody => ("result-draw", Colors::NONE),
            Winner::Wins(color) => ("result-wins", Colors::NONE.with(color)),
            Winner::Alone(color) if draw => ("result-draw-first", Colors::NONE.with(color)),
            Winner::Alone(color) => ("result-first", Colors::NONE.with(color)),
            Winner::Shared(colors) => ("result-shared", colors),
        };
        let armies = self.texts.armies(armies.iter());
        self.say(id, &[("army", &armies), ("score", &score)]).into()
    }

    /// A match that is over in a line of at most 100 characters, with its id, who won and the score:
    /// the name of a place, in which nothing is markup, so that names go in as they are.
    pub(in crate::messages) fn over_name(
        &self,
        outcome: &Outcome,
        names: &ByColor<Option<String>>,
    ) -> String {
        let score = outcome.score().unwrap_or_default();
        let (id, who) = match outcome.winner(self.state.game().ruleset()) {
            _ if outcome.ending == Ending::Aborted => ("thread-aborted", Colors::NONE),
            Winner::Nobody => ("thread-drawn", Colors::NONE),
            Winner::Wins(color) => ("thread-won", Colors::NONE.with(color)),
            Winner::Alone(color) => ("thread-first", Colors::NONE.with(color)),
            Winner::Shared(colors) => ("thread-shared", colors),
        };
        let called = |most: usize| {
            let players: Vec<String> = who
                .iter()
                .map(|color| {
                    let army = self.texts.army(color);
                    let name = names[color]
                        .as_deref()
                        .map(|name| harmless_text(name, most));
                    match name.filter(|name| !name.is_empty()) {
                        Some(name) => self
                            .say("player", &[("name", &name), ("army", &army)])
                            .into(),
                        None => army,
                    }
                })
                .collect();
            let who = self.texts.and(&players);
            let of = self.state.id();
            let line = self.say(id, &[("match", &of), ("who", &who), ("score", &score)]);
            String::from(line)
        };
        // The score stands at the end: long names are cut, not that.
        let line = [LONGEST_IN_NAME, SHORTER_IN_NAME].map(called);
        let fits = |line: &String| line.chars().count() <= LONGEST_PLACE;
        let [line, shorter] = line;
        let line = Some(line).filter(fits).unwrap_or(shorter);
        line.chars().take(LONGEST_PLACE).collect()
    }

    /// Returns the points of each army so far in a match under way, once one has any.
    pub(super) fn earned_so_far(&self) -> Option<ByColor<Points>> {
        let points = self.state.game().points();
        let any = points.iter().any(|(_, points)| *points > Points::default());
        (any && self.state.stage() == Stage::Running).then_some(*points)
    }

    /// The same in a sentence: `Points so far: White 2, Gray 0, Black 0.`
    #[must_use]
    pub fn points_so_far(&self) -> Option<Message> {
        let points = self.earned_so_far()?;
        let scores: Vec<String> = self
            .armies()
            .map(|color| self.scored(color, points[color], &[]))
            .collect();
        let scores = self.texts.comma(&scores);
        Some(self.say("points-so-far", &[("scores", &scores)]))
    }
}

/// Returns the points that are left without some of them.
const fn minus(points: Points, less: Points) -> Points {
    Points::from_sixths(points.sixths().saturating_sub(less.sixths()))
}

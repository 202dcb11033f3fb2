//! Armies that go out, what that earns, and how a match ends.

use std::cmp::Reverse;

use super::*;
use crate::{
    messages::markup::{harmless_text, isolated},
    rules::{Credit, Draw, Elimination, Exit, KingCapture, Outcome, Points, Role, Ruleset, Winner},
};

/// The longest name of a place, in characters.
const LONGEST_PLACE: usize = 100;

/// The most of a player's name in the name of a place, in characters; and the most where that would
/// not fit.
const LONGEST_IN_NAME: usize = 32;
const SHORTER_IN_NAME: usize = 12;

impl Narrator<'_> {
    /// Returns the name of a match's own place once the match is over: at most 100 characters, with
    /// its id, the winner and the score. Nothing is markup there, so names go in as they are.
    /// `None` if the match never began.
    pub(crate) fn over_name(&self, state: &Match) -> Option<String> {
        let outcome = state.outcome()?;
        // The score stands at the end: long names are cut, not that.
        let cut = |most: usize| {
            let name = |person| {
                let name = isolated(harmless_text(&self.name_of(person)?, most));
                (!name.is_empty()).then(|| self.marked(state, person, name, str::to_owned))
            };
            let names = ByColor::new(|color| self.in_seat(state, color, name));
            let story = self.story_named(state, names);
            let mut result: String = story.over(outcome).into();
            if let Some(score) = outcome.score_for_people() {
                let values = [("result", &result as _), ("score", &score as _)];
                result = story.say("over-score", &values).into();
            }
            String::from(story.tell("thread-over", [Filling::Match, Text("result", result)]))
        };
        let fits = |line: &String| line.chars().count() <= LONGEST_PLACE;
        let line = Some(cut(LONGEST_IN_NAME)).filter(fits);
        let line = line.unwrap_or_else(|| cut(SHORTER_IN_NAME));
        Some(line.chars().take(LONGEST_PLACE).collect())
    }
}

impl Story<'_> {
    /// Tells of an army that has gone out, and of what that has earned the others at once.
    pub(super) fn went_out(&self, out: &Elimination) -> Message {
        let ends = self.state.outcome().is_some();
        let others = Colors::ALL.without(out.color);
        let id = match (out.exit, out.by) {
            (Exit::Mate, Some(_)) => "out-mate",
            (Exit::Mate, None) if self.before.0.pacts().are_against(out.color) => "out-mate-pact",
            // Each of the two others would have mated it alone (rules §6.3): a whole point each,
            // and the half for being still in play.
            (Exit::Mate, None) if others.iter().all(|color| out.points[color] > Points::ONE) => {
                "out-mate-each"
            }
            (Exit::Mate, None) => "out-mate-shared",
            (Exit::KingTaken, Some(_))
                if self.rules().options().king_capture == KingCapture::Wins =>
            {
                "out-king-capturable"
            }
            (Exit::KingTaken, Some(_)) => "out-king-taken",
            (Exit::KingTaken, None) => "out-king-taken-pact",
            (Exit::Stalemate, _) => "out-stalemate",
            (Exit::Conceded, _) if ends => "out-conceded-last",
            (Exit::Conceded, _) => "out-conceded",
            (Exit::Time, _) if self.is_untimed(out.color) && ends => "out-untimed-last",
            (Exit::Time, _) if self.is_untimed(out.color) => "out-untimed",
            (Exit::Time, _) if ends => "out-time-last",
            (Exit::Time, _) => "out-time",
        };
        let who = [Player(out.color), Others(others)];
        let sentence = self.tell(id, who.into_iter().chain(out.by.map(|by| Who("by", by))));
        // The end says what all of it has earned.
        let earned = (!ends).then(|| self.earned_by(out)).flatten();
        Message::sentences([sentence].into_iter().chain(earned))
    }

    /// Returns the rules by which it is played.
    pub(super) fn rules(&self) -> &Ruleset {
        self.state.game().ruleset()
    }

    /// Tells what going out has earned the others: `Earned: White 2 (checkmated Gray).`
    fn earned_by(&self, out: &Elimination) -> Option<Message> {
        let earned = out.points.iter().filter(|(_, points)| points.sixths() > 0);
        let earned = earned.map(|(color, points)| {
            self.scored(color, *points, &self.rules().credits_of(out, color))
        });
        let earned = self.comma(earned);
        (!earned.is_empty()).then(|| self.say("earned", &[("scores", &earned)]))
    }

    /// Tells the points of an army and what they were for: `White 3 (checkmated Black 2, last king
    /// standing 1)`.
    fn scored(&self, color: Color, points: Points, credits: &[Credit]) -> String {
        let points = Text("points", points.for_people());
        let army = Army(color);
        match self.reasons(color, credits) {
            None => self.tell("score", [army, points]).into(),
            Some(reasons) => self
                .tell("score-for", [army, points, Text("reasons", reasons)])
                .into(),
        }
    }

    /// Tells what points were for: `checkmated Black: 2, last king standing: 1`; `None` if there were none.
    fn reasons(&self, color: Color, credits: &[Credit]) -> Option<String> {
        let reasons = credits.iter().map(|credit| {
            let (winner, out) = (Text("winner", self.army(color)), credit.out.map(Army));
            let untimed = credit.out.is_some_and(|out| self.is_untimed(out));
            let mut id = format!("earned-{}", credit.merit.word());
            if untimed && id == "earned-time" {
                id = String::from("earned-untimed");
            }
            let reason = self.tell(id, out.into_iter().chain([winner]));
            if credits.len() == 1 {
                return reason;
            }
            let points = credit.points.for_people();
            self.say("earned-part", &[("reason", &reason), ("points", &points)])
        });
        let reasons = self.comma(reasons);
        (!reasons.is_empty()).then_some(reasons)
    }

    /// Tells how the match ended, who is first, and what each army's points were for.
    pub(super) fn ended(&self, outcome: &Outcome) -> Message {
        let told = [self.ending(outcome)]
            .into_iter()
            .chain(self.placed(outcome));
        Message::lines(
            [Message::sentences(told)]
                .into_iter()
                .chain(self.scores(outcome)),
        )
    }

    /// Tells who is first, in a sentence; `None` if all that were left share alike, or nobody has points.
    fn placed(&self, outcome: &Outcome) -> Option<Message> {
        let (first, [id, ..]) = self.first(outcome);
        let player = Text("player", self.players(first));
        (!id.is_empty()).then(|| self.tell(id, [player]))
    }

    /// Tells the points of each army and what they were for; `None` for a match without points.
    fn scores(&self, outcome: &Outcome) -> Option<Message> {
        outcome.score()?;
        let (rules, points) = (self.rules(), &outcome.points);
        let scores = rules.armies().iter().map(|color| {
            let credits = rules.credits(&self.state.outs(), outcome, color);
            self.scored(color, points[color], &credits)
        });
        let scores = self.comma(scores);
        Some(self.say("ended-scores", &[("scores", &scores)]))
    }

    fn ending(&self, outcome: &Outcome) -> Message {
        let position = self.state.position();
        let left = position.in_play();
        // Where two play, the first army out leaves one.
        let ending = if outcome.ending == Ending::FirstOut && left.len() == 1 {
            Ending::LastArmy
        } else {
            outcome.ending
        };
        let army = if ending.draw().is_some() {
            self.army(position.turn())
        } else {
            self.armies(left.iter())
        };
        let count = if ending == Ending::Draw(Draw::Moves) {
            let limits = self.rules().options().moves;
            let each = position.clock() / left.len().max(1) as u32;
            let automatic = limits.automatic.filter(|limit| each >= *limit);
            automatic.or(limits.claim).unwrap_or(each).to_string()
        } else {
            self.state.game().occurrences().len().to_string()
        };
        let clock = Text("clock", position.clock().to_string());
        let id = format!("ended-{}", ending.word().replace(':', "-"));
        self.tell(id, [Text("army", army), Text("count", count), clock])
    }

    /// Returns the armies in first place, and the ids that say so in a sentence, in pictures and in the
    /// name of a place. No sentence says that all that were left share alike. A match that is won by a
    /// mate and a draw (rules §6.2) is won here too.
    fn first(&self, outcome: &Outcome) -> (Colors, [&'static str; 3]) {
        let winner = outcome.winner(self.rules());
        let ids = match winner {
            _ if outcome.ending == Ending::Aborted => ["", "result-aborted", "over-aborted"],
            Winner::Nobody => ["", "result-draw", "over-drawn"],
            Winner::Wins(_) => ["ended-wins", "result-wins", "over-won"],
            Winner::Alone(_) if outcome.ending.draw().is_some() => {
                ["ended-first", "result-draw-first", "over-first"]
            }
            Winner::Alone(_) => ["ended-first", "result-first", "over-first"],
            Winner::Shared(_) => ["ended-shared", "result-shared", "over-shared"],
        };
        (winner.armies(), ids)
    }

    /// Tells the result in a few words, for pictures: `White wins, 1-0-0`.
    pub(super) fn result(&self, outcome: &Outcome) -> String {
        let (armies, [_, id, _]) = self.first(outcome);
        let army = self.armies(armies.iter());
        let score = outcome.score_for_people().unwrap_or_default();
        self.say(id, &[("army", &army), ("score", &score)]).into()
    }

    /// Tells a match that is over in a line, with the winner.
    fn over(&self, outcome: &Outcome) -> Message {
        let (armies, [.., id]) = self.first(outcome);
        self.tell(id, [Text("who", self.players(armies))])
    }

    /// Tells the end to those who played, how it came about last.
    pub(crate) fn end(&self, events: &[Event]) -> Message {
        let outcome = self.state.outcome();
        let over = outcome.map(|outcome| {
            let is_aborted = outcome.ending == Ending::Aborted;
            let over = (!is_aborted).then(|| self.tell("end-call", []));
            // How somebody won is told by what happened.
            let placed = self.placed(outcome);
            let is_drawn = outcome.ending.draw().is_some();
            let ending = (is_drawn || placed.is_none()).then(|| self.ending(outcome));
            Message::sentences(over.into_iter().chain(ending).chain(placed))
        });
        let told = events.iter().enumerate().filter(|(at, event)| {
            !goes_out(event, events.get(at + 1)) && !matches!(event, Event::Ended(_))
        });
        let told = told.filter_map(|(_, event)| self.event(event));
        Message::lines(over.into_iter().chain(told))
    }

    /// Says who won, or why nobody did, as a heading.
    pub(crate) fn end_heading(&self) -> Message {
        self.state
            .outcome()
            .map_or_else(Message::default, |outcome| {
                if self.placed(outcome).is_some() {
                    self.over(outcome)
                } else {
                    self.ending(outcome)
                }
            })
    }

    /// Tells what ended the match, unless its heading or the lines of its players do.
    pub(crate) fn end_reason(&self) -> Option<Message> {
        let outcome = self.state.outcome()?;
        let is_plain = matches!(outcome.ending, Ending::LastArmy | Ending::FirstOut);
        let tells = !is_plain && self.placed(outcome).is_some();
        tells.then(|| self.ending(outcome))
    }

    /// Tells how long the match was, and what was played.
    pub(crate) fn end_terms(&self) -> Message {
        let begun = self.state.started_at().unwrap_or(self.state.changed());
        let lasted = self.texts().duration(self.state.changed().0 - begun.0);
        let length = self
            .texts()
            .say("end-length", &[("count", &self.state.ply())]);
        let values = [
            Text("length", length.into()),
            Text("time", lasted),
            Text("ruleset", self.ruleset(self.state.ruleset())),
            Filling::Match,
        ];
        self.tell("end-terms", values)
    }

    /// Tells how each player fared, the first one first: place and points, what they were for, the ratings
    /// before and after, and when and how the army went out. Empty for a match without points.
    pub(crate) fn end_players(&self, ratings: ByColor<Option<(u32, u32)>>) -> Vec<Message> {
        let Some(outcome) = self.state.outcome().filter(|one| one.score().is_some()) else {
            return Vec::new();
        };
        let mut armies: Vec<Color> = self.rules().armies().iter().collect();
        let points = &outcome.points;
        armies.sort_by_key(|army| Reverse(points[*army]));
        let player = |army: &Color| {
            let place = armies.iter().filter(|one| points[**one] > points[*army]);
            let scored = points[*army];
            let is_one = scored <= Points::ONE && scored.sixths() > 0;
            let values = [
                Text("place", (place.count() + 1).to_string()),
                Player(*army),
                Text("points", scored.for_people()),
                Text("count", if is_one { "1" } else { "2" }.to_owned()),
            ];
            let credits = self.rules().credits(&self.state.outs(), outcome, *army);
            let reasons = self.reasons(*army, &credits);
            let reasons =
                reasons.map(|reasons| self.tell("end-reasons", [Text("reasons", reasons)]));
            let player = [self.tell("end-player", values)].into_iter().chain(reasons);
            let rating = ratings[*army].map(|(before, after)| {
                let change = Text("change", change_of(before, after));
                let (before, after) = (before.to_string(), after.to_string());
                self.tell(
                    "end-rating",
                    [Text("before", before), Text("after", after), change],
                )
            });
            let out = self.state.fall_of(*army).map(|(ply, out)| {
                let exit = Text("exit", self.word(&format!("exit-{}", out.exit.word())));
                // The army that is credited with a resignation or a time did not bring it about.
                let by = out
                    .by
                    .filter(|_| !matches!(out.exit, Exit::Conceded | Exit::Time));
                let by = by.map(|by| Who("by", by));
                let id = ["end-out", "end-out-by"][usize::from(by.is_some())];
                self.tell(id, [Ply(ply), exit].into_iter().chain(by))
            });
            let parts = [Some(Message::sentences(player)), rating, out];
            Message::joined(&self.word("seat-separator"), parts.into_iter().flatten())
        };
        armies.iter().map(player).collect()
    }

    /// Returns the points of each army so far in a match under way, once one has any.
    pub(super) fn earned_so_far(&self) -> Option<ByColor<Points>> {
        let points = self.state.game().points();
        let any = points.iter().any(|(_, points)| points.sixths() > 0);
        (any && self.state.stage() == Stage::Running).then_some(*points)
    }

    /// Tells the points in a sentence: `Points so far: White 2, Gray 0, Black 0.`
    pub(crate) fn points_so_far(&self) -> Option<Message> {
        let points = self.earned_so_far()?;
        let armies = self.rules().armies().iter();
        let scores = self.comma(armies.map(|color| self.scored(color, points[color], &[])));
        Some(self.say("points-so-far", &[("scores", &scores)]))
    }

    /// Counts what an army has captured, the most valuable first. A pawn is a pawn, on whichever side of the center
    /// it fell.
    pub(crate) fn captured(&self, army: Color) -> Vec<(Role, usize)> {
        let played = self.state.played().iter();
        let own = played.filter(move |played| played.color == army);
        let taken = own.filter_map(|played| Some(played.taken?.piece.role));
        let taken = taken.map(|role| {
            if role == Role::CrossedPawn {
                Role::Pawn
            } else {
                role
            }
        });
        let taken: Vec<Role> = taken.collect();
        let count = |role: Role| taken.iter().filter(|captured| **captured == role).count();
        let counted = Role::ALL.into_iter().rev().map(|role| (role, count(role)));
        counted.filter(|(_, count)| *count > 0).collect()
    }

    /// Tells what an army has captured; `None` if that is nothing.
    pub(crate) fn captured_by(&self, army: Color) -> Option<Message> {
        let captured = self.captured(army).into_iter();
        let counted = captured.map(|(role, count)| {
            let id = format!("captured-{}", role.word());
            self.say(id, &[("count", &count)])
        });
        let pieces = self.comma(counted);
        (!pieces.is_empty()).then(|| self.tell("captured-by", [Army(army), Text("pieces", pieces)]))
    }

    /// Tells what each army has captured so far in a sentence; `None` if nothing was captured.
    pub(crate) fn captured_so_far(&self) -> Option<Message> {
        let armies = self.rules().armies().iter();
        let told = armies.filter_map(|army| self.captured_by(army));
        let told: Vec<String> = told.map(String::from).collect();
        let captured = told.join("; ");
        let line = || self.tell("captured-so-far", [Text("captured", captured)]);
        (!told.is_empty()).then(line)
    }
}

/// Writes the change from one rating to another, with its sign.
pub(crate) fn change_of(before: u32, after: u32) -> String {
    let change = i64::from(after) - i64::from(before);
    format!("{change:+}").replace('-', "−")
}

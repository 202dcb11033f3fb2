//! The value of points. Rulesets score differently, and a search needs one scale.

use rondel_rules::{
    ByColor, Color, Colors, Draw, Elimination, Ending, Exit, KingCapture, Pacts, Points, Position,
    Ruleset, Scoring,
};

use super::net::{STEP, Views};

/// The value of the best possible end of a match, in grains: a hundredth of a pawn is some
/// thirty of them.
pub(super) const BEST: i32 = 96_000;

/// A position, with the points earned on the way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) views: Views,
    pub(super) points: ByColor<Points>,
    /// What it is worth to the searcher if an army wins all that is left to win, by armies.
    pub(super) prospects: ByColor<i32>,
}

impl Node {
    /// The best and the worst that can still become of the match, to the searcher.
    pub(super) fn range(&self) -> (i32, i32) {
        let in_play = self.position.in_play().iter();
        let all = in_play.map(|color| self.prospects[color]);
        all.fold((i32::MAX, i32::MIN), |(low, high), one| {
            (low.min(one), high.max(one))
        })
    }

    /// Returns how many grains these hundredths of a pawn are where this much is expected: the most halfway
    /// between the worst and the best that can still become of the match, none at either.
    pub(super) fn grains(&self, hundredths: i32, expected: i32) -> i32 {
        let (low, high) = self.range();
        let slope = i64::from(expected - low) * i64::from(high - expected);
        let whole = i64::from(high - low).max(1) * i64::from(STEP);
        (slope * i64::from(hundredths) / whole).max(0) as i32
    }
}

/// The points a ruleset gives, as values for one army.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    pub(super) ruleset: Ruleset,
    pacts: Pacts,
    /// The army that these values are for.
    pub(super) me: Color,
    /// The largest possible lead, as [`Stakes::lead`] counts it.
    most: i32,
}

impl Stakes {
    pub(super) fn new(ruleset: Ruleset, pacts: Pacts, me: Color) -> Stakes {
        let two = ruleset.armies().len() == 2;
        let first_out = ruleset.ends_with_first_out();
        // The best scores anyone can reach by rules §6, in sixths, as `lead` counts them.
        let most = match (ruleset.options().scoring, two) {
            (Scoring::SharedPoint | Scoring::Stages, true) => 6,
            (Scoring::SharedPoint, false) => 12,
            (Scoring::MatchPoints, true) => 18,
            (Scoring::MatchPoints, false) if first_out => 24,
            (Scoring::MatchPoints, false) => 60,
            (Scoring::Stages, false) if first_out => 15,
            (Scoring::Stages, false) => 27,
            (Scoring::WinnerAndThird, _) => 9,
        };
        Stakes {
            ruleset,
            pacts,
            me,
            most,
        }
    }

    /// Returns the value of final points: 0 if all armies have the same, at most [`BEST`].
    pub(super) fn worth(&self, points: &ByColor<Points>) -> i32 {
        self.lead(points) * (BEST / self.most)
    }

    /// Returns how far the army is ahead of the others' average, times the number of opponents.
    fn lead(&self, points: &ByColor<Points>) -> i32 {
        let armies = self.ruleset.armies();
        let sixths = |color: Color| i32::from(points[color].sixths());
        let others: i32 = armies.without(self.me).iter().map(sixths).sum();
        sixths(self.me) * (armies.len() as i32 - 1) - others
    }

    /// Returns the value if these armies share what is left to win: that of a draw, or of a match
    /// that is open.
    pub(super) fn shared(&self, points: &ByColor<Points>, in_play: Colors) -> i32 {
        let shared = Ending::Draw(Draw::Agreement);
        self.worth(&self.ruleset.total(*points, shared, in_play))
    }

    /// Returns true if a king that can be captured ends the match (rules §6.5).
    pub(super) fn capturable_wins(&self) -> bool {
        self.ruleset.options().king_capture == KingCapture::Wins
    }

    /// Puts an army out and adds the points the others earn by it. Returns the value of the end, if
    /// this ends the match or the army's own chances.
    pub(super) fn put_out(
        &self,
        node: &mut Node,
        before: &Position,
        out: Elimination,
    ) -> Option<i32> {
        self.award(out, before, &mut node.points);
        node.position.put_out(out.color);
        let in_play = node.position.in_play();
        if let Some(ending) = self.ruleset.ending_with(in_play) {
            return Some(self.worth(&self.ruleset.total(node.points, ending, in_play)));
        }
        self.look_ahead(node);
        (out.color == self.me).then(|| self.shared(&node.points, in_play))
    }

    /// Returns a position to search from.
    pub(super) fn node(&self, position: Position, points: ByColor<Points>) -> Node {
        let mut node = Node {
            position,
            views: Views::of(&position),
            points,
            prospects: ByColor([0; 3]),
        };
        self.look_ahead(&mut node);
        node
    }

    /// Works out what each army can still win.
    fn look_ahead(&self, node: &mut Node) {
        let in_play = node.position.in_play();
        node.prospects = ByColor::new(|color| {
            if in_play.contains(color) {
                self.prospect(&node.position, node.points, color)
            } else {
                0
            }
        });
    }

    /// Returns the value if this army mates all others in play, one after the other: the mean over their
    /// orders.
    fn prospect(&self, position: &Position, points: ByColor<Points>, winner: Color) -> i32 {
        let in_play = position.in_play();
        let others = in_play.without(winner);
        if others.is_empty() {
            return self.shared(&points, in_play);
        }
        let each = others.iter().map(|color| {
            let out = Elimination {
                checkers: Colors::NONE.with(winner),
                ..Elimination::of(color, Exit::Mate, Some(winner))
            };
            let mut earned = points;
            self.award(out, position, &mut earned);
            let mut next = *position;
            next.put_out(color);
            let left = next.in_play();
            match self.ruleset.ending_with(left) {
                Some(ending) => self.worth(&self.ruleset.total(earned, ending, left)),
                None => self.prospect(&next, earned, winner),
            }
        });
        each.sum::<i32>() / others.len() as i32
    }

    /// Returns the value of capturing an army's king, under rulesets where that wins (rules §6.5).
    pub(super) fn capturable(&self, node: &Node, color: Color) -> i32 {
        let out = Elimination::of(color, Exit::KingTaken, Some(node.position.turn()));
        let mut points = node.points;
        self.award(out, &node.position, &mut points);
        self.worth(&points)
    }

    fn award(&self, out: Elimination, before: &Position, points: &mut ByColor<Points>) {
        *points += self.ruleset.award(out, before, &self.pacts).points;
    }
}

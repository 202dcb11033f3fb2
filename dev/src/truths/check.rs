//! Tables held against the rules library, one position at a time.

use rondel::rules::{Game, Position, Ruleset, Verdict};

use super::{
    men::Men,
    step::{Step, step},
    table::{Aim, OPEN, Tables},
};

/// Returns the value that a position must have by the library's moves, if those after it have the
/// values of the tables. `None` if it is no position of a table.
#[must_use]
pub fn expected(tables: &Tables, aim: Aim, position: &Position) -> Option<u8> {
    let (men, turn) = Men::of_position(position)?;
    let check = Check {
        tables,
        aim,
        men,
        turn,
        position,
    };
    let moves = position.legal_moves();
    if moves.is_empty() {
        let verdict = Game::from_position(Ruleset::THREE_MAN, *position).judge_position();
        let mut after = *position;
        after.settle(|_| ());
        return check.value_after(&verdict, &after);
    }
    let values = moves.into_iter().map(|mv| match step(position, mv) {
        Step::On(after) => check.value_after(&Verdict::default(), &after),
        Step::News(verdict, after) => check.value_after(&verdict, &after),
    });
    let values: Vec<u8> = values.collect::<Option<_>>()?;
    let strives = aim.has(turn);
    let best = if strives {
        values.iter().min()
    } else {
        values.iter().max()
    };
    best.map(|best| if *best < OPEN { best + 1 } else { OPEN })
}

struct Check<'a> {
    tables: &'a Tables,
    aim: Aim,
    men: Men,
    turn: usize,
    position: &'a Position,
}

impl Check<'_> {
    fn value_after(&self, verdict: &Verdict, after: &Position) -> Option<u8> {
        // The army of a turn number is as many turns on as that.
        let in_play = self.position.in_play();
        let others = verdict.outs.iter().map(|out| {
            let mut army = self.position.turn();
            let mut turn = self.turn;
            while army != out.color {
                army = in_play.next_after(army).unwrap_or(out.color);
                turn = (turn + 1) % self.men.turns();
            }
            turn.checked_sub(1)
        });
        let others: Vec<usize> = others.collect::<Option<_>>()?;
        let of_two = self.men.turns() == 2;
        if others
            .iter()
            .any(|other| of_two || self.aim.is_reached_without(*other))
        {
            return Some(0);
        }
        match verdict.outcome {
            // Both of two others are out.
            Some(outcome) if outcome.ending.draw().is_none() => Some(0),
            Some(_) => Some(OPEN),
            None => {
                let (men, turn) = Men::of_position(after)?;
                self.tables.value(self.aim, &men, turn)
            }
        }
    }
}

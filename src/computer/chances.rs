//! What armies can expect of what is left to win: shares of their strengths.

use rondel_rules::{ByColor, Color, Colors};

use super::{
    mop_up::{MopUp, PARTS},
    net::{STEP, evaluated},
    stakes::Node,
};

/// What each army can expect of all that is left to win, in parts of [`WHOLE`]; together that much.
pub(super) const WHOLE: i32 = 1 << 16;

/// What the armies in play can expect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    pub(super) shares: ByColor<i32>,
    /// How far the strongest is ahead of the next, in hundredths of a pawn: shares hardly tell two large
    /// leads apart.
    pub(super) lead: i32,
    pub(super) first: Color,
    /// True against lone kings.
    pub(super) mops_up: bool,
}

/// Returns what each army in play can expect: a share that grows with its strength as the exponential
/// does.
pub(super) fn chances(node: &Node) -> Chances {
    let position = &node.position;
    let in_play = position.in_play();
    let mop_up = MopUp::of(position);
    let mut totals = match &mop_up {
        Some(mop_up) => ByColor::new(|color| {
            if color == mop_up.hunter {
                mop_up.material(position) + if mop_up.mates() { MATES } else { 0 }
            } else if !mop_up.lone.contains(color) {
                0
            } else if mop_up.mates() {
                // Of two lone kings the one that is nearer to mate is hunted.
                let nearest = mop_up
                    .lone
                    .iter()
                    .map(|lone| mop_up.distance(position, lone))
                    .min();
                let own = mop_up.distance(position, color);
                (own + 9 * nearest.unwrap_or(own)) * A_PLY / (10 * PARTS)
            } else {
                -mop_up.race(position, color)
            }
        }),
        None => {
            let learned = if in_play.len() == 3 {
                node.views.strengths(position.turn())
            } else {
                ByColor([0; 3])
            };
            let evaluated = evaluated(position);
            ByColor::new(|color| evaluated[color] + learned[color])
        }
    };
    if in_play.len() == 2 {
        // An army without mating material cannot win.
        for color in in_play.iter() {
            if !position.has_mating_material(color) {
                let other = in_play.without(color).iter().next().unwrap_or(color);
                totals[color] = totals[color].min(totals[other]);
            }
        }
    }
    let ordered = |without: Colors| {
        let left = in_play.iter();
        let left = left.filter(|color| !without.contains(*color));
        left.max_by_key(|color| totals[*color])
    };
    let first = ordered(Colors::NONE).unwrap_or(position.turn());
    let most = totals[first];
    let second = ordered(Colors::NONE.with(first)).map_or(most, |color| totals[color]);
    let weights = ByColor::new(|color| {
        if in_play.contains(color) {
            fallen((most - totals[color]) * STEPS / STEP)
        } else {
            0
        }
    });
    let all = i64::from(weights.0.iter().sum::<i32>().max(1));
    let part = |weight: i32| (i64::from(weight) * i64::from(WHOLE) / all) as i32;
    Chances {
        shares: ByColor(weights.0.map(part)),
        lead: most - second,
        first,
        mops_up: mop_up.is_some(),
    }
}

/// The chances of positions looked at before: a search meets three in ten of those of two armies again.
pub(super) struct Looked {
    entries: Vec<Option<(u64, Chances)>>,
}

/// The most positions whose chances are kept: 1 MiB.
const MOST_LOOKED: u64 = 1 << 15;

impl Looked {
    /// Keeps chances for a search of this number of positions.
    pub(super) fn new(positions: u64) -> Looked {
        let entries = positions.clamp(1, MOST_LOOKED).next_power_of_two();
        Looked {
            entries: vec![None; entries as usize],
        }
    }

    /// Returns the [`chances`] of a position.
    pub(super) fn chances(&mut self, node: &Node) -> Chances {
        let key = node.position.key();
        let place = key as usize & (self.entries.len() - 1);
        match self.entries[place] {
            Some((known, chances)) if known == key => chances,
            Some(_) | None => {
                let chances = chances(node);
                self.entries[place] = Some((key, chances));
                chances
            }
        }
    }
}

/// What it is worth to have a piece that mates against lone kings alone, and to come a ply nearer to mate,
/// in hundredths of a pawn.
const MATES: i32 = 600;
const A_PLY: i32 = 20;

/// The steps of the table of the exponential to a factor of e, and their number.
const STEPS: i32 = 32;
const FALLEN: usize = 16 * STEPS as usize;

/// The exponential of minus each step, in parts of [`WHOLE`], by multiplying whole numbers: no machine
/// computes it otherwise.
static EXPONENTIAL: [i32; FALLEN] = {
    // e to the power of -1/32, in parts of 2³².
    const STEP: u64 = 4_162_825_044;
    let mut table = [0; FALLEN];
    let mut value = (WHOLE as u64) << 32;
    let mut nth = 0;
    while nth < FALLEN {
        table[nth] = (value >> 32) as i32;
        value = ((value >> 16) * STEP) >> 16;
        nth += 1;
    }
    table
};

/// Returns the exponential of minus these [steps](STEPS), in parts of [`WHOLE`].
fn fallen(steps: i32) -> i32 {
    EXPONENTIAL.get(steps.max(0) as usize).copied().unwrap_or(0)
}

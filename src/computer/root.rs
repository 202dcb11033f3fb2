//! The moves at the root of a search.

use rondel_rules::{Color, Colors, Exit, Game, Move, Position};

use super::{
    proof::Proof,
    search::{AlphaBeta, Branch, INFINITE, Search},
    stakes::Node,
};

/// The number of plies that count as the first rounds.
const FIRST: u32 = 9;
/// The largest difference, in grains, between moves of the first rounds that count as equal, so that
/// matches differ from each other.
const NEARLY: i32 = 700;
/// The largest bonus of a move against lone kings, in grains. One whose position looks worse than the best by
/// this many grains gets one less.
const MOST_NEARER: i32 = 500;
const NEARER: i32 = 4;

/// A legal move, with everything known about it before any search.
pub(super) struct Root {
    pub(super) mv: Move,
    /// The certain result of the move: the value of the end in grains, or a position to search.
    pub(super) next: Result<Node, i32>,
    /// True if it mates another army or takes its king, whatever the others do.
    pub(super) puts_out: bool,
    /// The number of times the resulting position has occurred before.
    pub(super) before: i32,
    /// The value of the draw that can be claimed with it.
    pub(super) claim: Option<i32>,
    /// True if that draw is better than the move without a claim.
    pub(super) claims: bool,
    /// What it counts more than is found: by lot in the first rounds, and for coming nearer to mate at once
    /// against lone kings. An end counts what it is.
    pub(super) bonus: i32,
    /// The value found by the last search.
    pub(super) found: i32,
    /// That value and the bonus, by which moves are chosen.
    pub(super) worth: i32,
    /// True if both others together can put the army out at once, where that was looked at.
    pub(super) loses: Option<bool>,
}

impl Root {
    /// The sort key: the best first, and last what loses.
    pub(super) fn rank(&self) -> (bool, std::cmp::Reverse<i32>, Move) {
        let loses = self.loses == Some(true);
        (loses, std::cmp::Reverse(self.worth), self.mv)
    }
}

/// Returns all legal moves, with everything certain about each, in no order; the seed draws lots in the first
/// rounds. `alone` says that there are lone kings to mate, or to keep from a pawn.
pub(super) fn roots(game: &Game, seed: u64, alone: bool, search: &mut Search<'_>) -> Vec<Root> {
    let position = game.position();
    let stakes = search.stakes;
    let nearly = if position.ply() < FIRST { NEARLY } else { 0 };
    let salt = mixed(seed ^ mixed(u64::from(position.ply())));
    let mut roots = Vec::new();
    for mv in position.legal_moves() {
        let Ok(verdict) = game.judge_move(mv) else {
            continue;
        };
        let mut puts_out = verdict.outs.iter().any(|out| {
            let taken = matches!(out.exit, Exit::Mate | Exit::KingTaken);
            taken && out.by == Some(position.turn())
        });
        let next = match verdict.outcome {
            Some(outcome) => Err(stakes.worth(&outcome.points)),
            None => {
                let mut points = *game.points();
                verdict.outs.iter().for_each(|out| points += out.points);
                let after = game.position_after(mv, &verdict);
                puts_out |= nets(&after, position.turn());
                Ok(stakes.node(after, points))
            }
        };
        let claim = match game.judge_claiming_move(mv) {
            Ok(Some(drawn)) => drawn
                .outcome
                .map(|outcome| stakes.worth(&outcome.points) - reluctance(position.in_play())),
            Ok(None) | Err(_) => None,
        };
        let quiet = position.piece_at(mv.to).is_none();
        let before = if quiet {
            game.occurrences_before(mv).len() as i32
        } else {
            0
        };
        let key = (mv.from.index() * 1_000 + mv.to.index()) as u64;
        let bonus = (mixed(salt ^ mixed(key)) % (nearly as u64 + 1)) as i32;
        let worth = match &next {
            Err(worth) => *worth,
            Ok(node) => search.looks(node),
        };
        roots.push(Root {
            mv,
            next,
            puts_out,
            before,
            claim,
            claims: false,
            bonus,
            found: worth,
            worth,
            loses: None,
        });
    }
    if alone {
        // A line that puts progress off looks as good as one that makes it now, and would be made for ever.
        let most = roots.iter().map(|root| root.worth).max().unwrap_or(0);
        let bonus = |worth: i32| (MOST_NEARER - (most - worth) / NEARER).max(0);
        roots
            .iter_mut()
            .for_each(|root| root.bonus = bonus(root.worth));
    }
    roots
}

/// Returns true if the army that moves after the next is mated by this one whatever the next one does.
fn nets(position: &Position, by: Color) -> bool {
    let in_play = position.in_play();
    let Some(netted) = in_play.next_after(position.turn()) else {
        return false;
    };
    if in_play.len() < 3 || !position.is_checked(netted) {
        return false;
    }
    position.legal_moves().into_iter().all(|mv| {
        let mut after = *position;
        after.play(mv);
        let out = after.stranded().filter(|out| out.color == netted);
        out.is_some_and(|out| out.exit == Exit::Mate && out.by == Some(by))
    })
}

/// Returns by how much a draw is worth less than its share to an army that could still play on.
/// With three in play it is needed because hardly any army looks better than both others together,
/// so all would rather stop.
pub(super) fn reluctance(in_play: Colors) -> i32 {
    const THREE: i32 = 1_280;
    if in_play.len() > 2 { THREE } else { 0 }
}

/// Searches all moves in their order, `depth` plies deep; those that are worse than the best by more
/// than `margin` are only known to be so. Returns how many were completed.
pub(super) fn try_all(
    search: &mut Search<'_>,
    roots: &mut [Root],
    depth: i32,
    margin: i32,
) -> usize {
    let mut best = -INFINITE;
    for (nth, root) in roots.iter_mut().enumerate() {
        let worth = match &root.next {
            Err(worth) => *worth,
            Ok(node) => {
                let branch = Branch {
                    depth: depth - 1,
                    at: 1,
                    departed: 0,
                    passed: false,
                };
                let in_play = node.position.in_play();
                let alpha = if best == -INFINITE || root.before > 0 {
                    -INFINITE
                } else {
                    best - root.bonus - margin - 1
                };
                let whole = AlphaBeta {
                    alpha,
                    beta: INFINITE,
                };
                // First it is only shown to be no better than what is known.
                let narrow = AlphaBeta {
                    alpha,
                    beta: alpha + 1,
                };
                let mut worth = alpha + 1;
                if alpha > -INFINITE {
                    worth = search.search(node, branch, narrow);
                }
                if worth > alpha && !search.stopped {
                    worth = search.search(node, branch, whole);
                }
                if root.before > 0 {
                    // A position that occurred before is on its way to a draw.
                    let drawn = search.stakes.shared(&node.points, in_play) - reluctance(in_play);
                    (worth + root.before * 2 * drawn) / (1 + 2 * root.before)
                } else {
                    worth
                }
            }
        };
        if search.stopped {
            return nth;
        }
        root.claims = root.claim.is_some_and(|draw| draw > worth);
        root.found = root.claim.unwrap_or(worth).max(worth);
        let ends = search.plies_to_end(root.found).is_some();
        root.worth = root.found + if ends { 0 } else { root.bonus };
        best = best.max(root.worth);
    }
    roots.len()
}

/// Puts the moves that lose at once behind the others, until the first is known not to. Visits at most this
/// number of positions, and returns how many it did; a move that they do not suffice for stays unknown.
pub(super) fn beware(position: &Position, roots: &mut [Root], most: u64) -> u64 {
    let mut proof = Proof::new(position, most);
    while let Some(first) = roots.first_mut().filter(|root| root.loses.is_none()) {
        first.loses = match first.next {
            Ok(_) => proof.loses(first.mv, 1),
            Err(_) => Some(false),
        };
        if first.loses.is_none() {
            break;
        }
        if first.loses == Some(true) {
            roots.sort_by_key(Root::rank);
        }
    }
    most - proof.left()
}

/// Returns well-mixed bits (splitmix64, Steele and others, 2014). Written out here so that a seed
/// gives the same move whatever version of a random number library is in use.
pub(super) fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

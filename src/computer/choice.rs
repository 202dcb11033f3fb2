//! The choice of a computer's move.

use super::{
    Level,
    chances::{STEPS, chances, fallen},
    mop_up::MopUp,
    proof::Proof,
    search::{AlphaBeta, Branch, INFINITE, Next, Search, Stop},
    stakes::{Node, Stakes},
};
use crate::rules::{ByColor, Color, Colors, Exit, Game, Move, Position};

/// A question to a computer, with everything that it may look at. The game holds position, ruleset,
/// points so far, earlier positions and agreements.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The match so far. The question is for the army to move.
    pub game: &'a Game,
    /// The level to play at; as well as the bounds of the search allow if there is none.
    pub level: Option<Level>,
    /// Decides between moves that are nearly equal: the same seed gives the same move.
    pub seed: u64,
}

/// The answer of a computer: the move it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// The chosen move, which is legal.
    pub mv: Move,
    /// True if it claims the draw that is due with the move (rules §5.2 to §5.4).
    pub claim: bool,
    /// Number of positions visited: a measure of the work, the same on any machine.
    pub seen: u64,
}

/// Bounds of a search besides those of its level. With the same bounds the same question has the
/// same answer on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The most plies to look ahead.
    pub plies: Option<u32>,
    /// The most positions to visit.
    pub seen: Option<u64>,
}

/// What a computer has found out by looking some plies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The number of plies it has looked ahead.
    pub plies: u32,
    /// The number of positions visited so far.
    pub seen: u64,
    /// What each army can expect of what is left to win, in thousandths; together 1,000.
    pub shares: ByColor<u16>,
    /// The army that wins all that is left whatever the others do, and in how many of its moves, where
    /// that is sure.
    pub mate: Option<(Color, u32)>,
    /// The moves that it expects, the one it would make first.
    pub line: Vec<Move>,
}

/// The number of plies that count as the first rounds.
const FIRST: u32 = 9;
/// The largest difference, in grains, between moves of the first rounds that count as equal, so that
/// matches differ from each other.
const NEARLY: i32 = 700;

/// A legal move, with everything known about it before any search.
struct Root {
    mv: Move,
    /// The certain result of the move: the value of the end in grains, or a position to search.
    next: Result<Node, i32>,
    /// True if it mates another army or takes its king, whatever the others do.
    puts_out: bool,
    /// The number of times the resulting position has occurred before.
    before: i32,
    /// The value of the draw that can be claimed with it.
    claim: Option<i32>,
    /// True if that draw is better than the move without a claim.
    claims: bool,
    /// The bonus that the seed gives it.
    lot: i32,
    /// The value found by the last search.
    worth: i32,
    /// True if both others together can put the army out at once, where that was looked at.
    loses: Option<bool>,
}

impl Root {
    /// The sort key: the best first, and last what loses.
    fn rank(&self) -> (bool, std::cmp::Reverse<i32>, Move) {
        let loses = self.loses == Some(true);
        (loses, std::cmp::Reverse(self.worth), self.mv)
    }
}

/// Chooses a move for the army to move. Returns `None` if it is told to stop, if the match is over,
/// or if there is no legal move.
///
/// ```
/// use rondel::{computer::{Level, Question, choose}, rules::{Game, Ruleset}};
///
/// let game = Game::start(Ruleset::THREE_MAN);
/// let question = Question { game: &game, level: Some(Level::ALL[0]), seed: 7 };
/// let choice = choose(&question, &|| false).unwrap();
/// assert!(game.position().is_legal(choice.mv));
/// assert_eq!(choose(&question, &|| false), Some(choice));
/// assert_eq!(choose(&question, &|| true), None);
/// ```
#[must_use]
pub fn choose(question: &Question<'_>, stop: Stop<'_>) -> Option<ChosenMove> {
    let (chosen, told) = search_for(question, Bounds::default(), stop, &mut |_| ())?;
    (!told).then_some(chosen)
}

/// Chooses as [`choose`] does, within bounds, and says what it finds out on the way. Told to stop, it
/// answers with the best move so far. Returns `None` if the match is over or there is no legal move.
///
/// ```
/// use rondel::{
///     computer::{Bounds, Level, Question, think},
///     rules::{Game, Ruleset},
/// };
///
/// let game = Game::start(Ruleset::THREE_MAN);
/// let question = Question { game: &game, level: None, seed: 7 };
/// let bounds = Bounds { seen: Some(1_000), ..Bounds::default() };
/// let mut plies = 0;
/// let chosen = think(&question, bounds, &|| false, &mut |thought| plies = thought.plies).unwrap();
/// assert!(chosen.seen <= 1_000 && plies >= 1);
/// ```
#[must_use]
pub fn think(
    question: &Question<'_>,
    bounds: Bounds,
    stop: Stop<'_>,
    heard: &mut dyn FnMut(&Thought),
) -> Option<ChosenMove> {
    search_for(question, bounds, stop, heard).map(|(chosen, _)| chosen)
}

/// Returns the best move found, and true if the search was told to stop.
fn search_for(
    question: &Question<'_>,
    bounds: Bounds,
    stop: Stop<'_>,
    heard: &mut dyn FnMut(&Thought),
) -> Option<(ChosenMove, bool)> {
    let game = question.game;
    if game.outcome().is_some() {
        return None;
    }
    let position = *game.position();
    let pacts = *game.agreements().pacts();
    let stakes = Stakes::new(*game.ruleset(), pacts, position.turn());
    let level = question.level;
    let most = match (level.map(Level::positions), bounds.seen) {
        (Some(own), Some(asked)) => own.min(asked),
        (Some(most), None) | (None, Some(most)) => most,
        (None, None) => u64::MAX,
    };
    let node = stakes.node(position, *game.points());
    let wary = most >= WARY && position.in_play().len() > 2;
    let kept = if wary { most / KEPT } else { 0 };
    let mut search = Search::new(stakes, &node, (most - kept).max(1), stop);
    // A lone king is not let go.
    let warmth = match level {
        Some(level) if MopUp::of(&position).is_none() => level.warmth(),
        Some(_) | None => 0,
    };
    let mut roots = roots(question, &mut search);
    // An army that can be mated, or its king taken, is: no other army will do it then. Of two lone kings one
    // may take the piece that mates the other, though.
    if MopUp::of(&position).is_some() {
        let stands = search.looks(&node);
        for root in roots.iter_mut().filter(|root| root.puts_out) {
            if let Ok(after) = &root.next {
                root.puts_out = search.quiet(after, 1, AlphaBeta::ALL) >= stands;
            }
        }
    }
    if roots.iter().any(|root| root.puts_out) {
        roots.retain(|root| root.puts_out || root.next.is_err());
    }
    roots.sort_by_key(|root| (std::cmp::Reverse(root.worth + root.lot), root.mv));
    // An end that brings more than half of what there is to win is made by every level.
    let (low, high) = node.range();
    let won = roots
        .iter()
        .filter(|root| matches!(root.next, Err(worth) if worth > (low + high) / 2));
    if let Some(won) = won.max_by_key(|root| root.worth) {
        let chosen = ChosenMove {
            mv: won.mv,
            claim: false,
            seen: 1,
        };
        return Some((chosen, stop()));
    }
    if (PROVED..u64::MAX).contains(&most) {
        let mut proof = Proof::new(&position, most / 2);
        let mate = proof.mate_in_two(roots.iter().map(|root| root.mv));
        if mate.is_none() {
            proof.keep_safe(&mut roots, |root| root.mv);
        }
        // What is proved costs positions too.
        search.seen = most / 2 - proof.left();
        if let Some(mv) = mate {
            let chosen = ChosenMove {
                mv,
                claim: false,
                seen: search.seen,
            };
            return Some((chosen, stop()));
        }
    }
    for plies in 1..=bounds.plies.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        let first = roots.first()?.worth;
        let done = try_all(&mut search, &mut roots, plies as i32, WARM * warmth);
        if search.stopped {
            // What was searched less deep is compared as if it had changed as the first move has.
            let change = roots.first()?.worth - first;
            roots[done..]
                .iter_mut()
                .for_each(|root| root.worth += change);
        }
        // Moves that were no longer reached stay behind those that were.
        roots[..done].sort_by_key(Root::rank);
        if wary {
            search.seen += beware(&position, &mut roots[..done], most - search.seen);
        }
        if search.stopped {
            break;
        }
        let best = roots.first()?;
        heard(&Thought {
            plies,
            seen: search.seen,
            shares: shares(&search, &node, best.worth - best.lot),
            mate: mate(&search, best.worth),
            line: line(&search, &node, best),
        });
        // Nothing better can be found.
        if roots.len() == 1
            || search
                .plies_to_end(best.worth)
                .is_some_and(|end| end <= plies)
        {
            break;
        }
    }
    let best = roots.first()?;
    if warmth > 0 && search.plies_to_end(best.worth).is_none() {
        let mut drawn = picked(&roots, warmth, question.seed, position.ply());
        while wary && let Some(nth) = drawn.filter(|nth| roots[*nth].loses.is_none()) {
            let one = &mut roots[nth..=nth];
            search.seen += beware(&position, one, most - search.seen);
            drawn = picked(&roots, warmth, question.seed, position.ply());
        }
        roots.swap(0, drawn.unwrap_or(0));
    }
    let best = roots.first()?;
    let chosen = ChosenMove {
        mv: best.mv,
        claim: best.claims,
        seen: search.seen,
    };
    Some((chosen, search.told || stop()))
}

/// The fewest positions of a search that begins with proofs.
const PROVED: u64 = 100_000;

/// The fewest positions of a search whose move is looked at once more for what both others together can do,
/// and the part of them that is kept for it.
const WARY: u64 = 5_000;
const KEPT: u64 = 10;

/// Puts the moves that lose at once behind the others, until the first is known not to. Visits at most this
/// number of positions, and returns how many it did.
fn beware(position: &Position, roots: &mut [Root], most: u64) -> u64 {
    let mut proof = Proof::new(position, most);
    while let Some(first) = roots.first_mut().filter(|root| root.loses.is_none()) {
        let loses = first.next.is_ok() && proof.loses(first.mv, 1);
        first.loses = Some(loses);
        if loses {
            roots.sort_by_key(Root::rank);
        }
    }
    most - proof.left()
}

/// The most plies that are looked ahead.
const DEEPEST: u32 = 64;

/// The moves that a warm player considers are worse than the best by at most this times its warmth.
const WARM: i32 = 2;

/// Picks the best of the moves, or any of those not much worse, and returns its place: of two moves apart by
/// as much as the warmth, in grains, the better is e times as likely.
fn picked(roots: &[Root], warmth: i32, seed: u64, ply: u32) -> Option<usize> {
    let best = roots.first()?.worth;
    let weight = |root: &Root| {
        let behind = best - root.worth;
        if root.loses == Some(true) || behind >= WARM * warmth {
            0
        } else {
            u64::from(fallen(behind * STEPS / warmth).unsigned_abs())
        }
    };
    let all: u64 = roots.iter().map(weight).sum();
    let mut drawn = mixed(mixed(seed) ^ mixed(u64::from(ply))) % all.max(1);
    roots.iter().position(|root| {
        let weight = weight(root);
        let hit = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        hit
    })
}

/// Returns what each army in play can expect of what is left to win, in thousandths: the searcher as it
/// found out, the others as it looks now.
fn shares(search: &Search<'_>, node: &Node, worth: i32) -> ByColor<u16> {
    let in_play = node.position.in_play();
    let (low, high) = node.range();
    let mine =
        (i64::from(worth - low) * 1_000 / i64::from((high - low).max(1))).clamp(0, 1_000) as i32;
    let chances = chances(&node.position);
    let me = search.stakes.me;
    let others = in_play.without(me);
    let all: i32 = others.iter().map(|color| chances.shares[color] + 1).sum();
    let mut left = 1_000 - mine;
    let mut shares = ByColor([0; 3]);
    for (nth, color) in (1..).zip(others.iter()) {
        let part = (1_000 - mine) * (chances.shares[color] + 1) / all.max(1);
        let part = if nth == others.len() { left } else { part };
        shares[color] = part as u16;
        left -= part;
    }
    shares[me] = mine as u16;
    shares
}

/// Returns the army that wins all that is left, and in how many of its moves, where that is sure.
fn mate(search: &Search<'_>, worth: i32) -> Option<(Color, u32)> {
    let plies = search.plies_to_end(worth)?;
    let me = search.stakes.me;
    let (low, high) = search.range();
    let wins = high - worth < worth - low;
    let mut others = search.in_play().without(me).iter();
    let winner = if wins {
        Some(me)
    } else {
        others.next().filter(|_| others.next().is_none())
    };
    let round = search.in_play().len() as u32;
    winner.map(|winner| (winner, plies / round + 1))
}

/// Returns the moves that the search expects, as far as it remembers.
fn line(search: &Search<'_>, node: &Node, best: &Root) -> Vec<Move> {
    let mut line = vec![best.mv];
    let mut at = *best.next.as_ref().unwrap_or(node);
    while best.next.is_ok() && line.len() < LONGEST {
        let Some(mv) = search.expected(&at).filter(|mv| at.position.is_legal(*mv)) else {
            break;
        };
        line.push(mv);
        let Some(piece) = at.position.piece_at(mv.from) else {
            break;
        };
        match search.after(&at, piece.role, mv) {
            Next::On(next) => at = next,
            Next::Over(_) => break,
        }
    }
    line
}

/// The most moves of a line.
const LONGEST: usize = 12;

/// Returns all legal moves, with everything certain about each.
fn roots(question: &Question<'_>, search: &mut Search<'_>) -> Vec<Root> {
    let game = question.game;
    let position = game.position();
    let stakes = search.stakes;
    let nearly = if position.ply() < FIRST { NEARLY } else { 0 };
    let salt = mixed(question.seed ^ mixed(u64::from(position.ply())));
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
        let lot = (mixed(salt ^ mixed(key)) % (nearly as u64 + 1)) as i32;
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
            lot,
            worth,
            loses: None,
        });
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
fn try_all(search: &mut Search<'_>, roots: &mut [Root], depth: i32, margin: i32) -> usize {
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
                    best - root.lot - margin - 1
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
        root.worth = root.claim.unwrap_or(worth).max(worth) + root.lot;
        best = best.max(root.worth);
    }
    roots.len()
}

/// Returns well-mixed bits (splitmix64, Steele and others, 2014). Written out here so that a seed
/// gives the same move whatever version of a random number library is in use.
fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

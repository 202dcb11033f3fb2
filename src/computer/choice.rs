//! The choice of a computer's move.

use rondel_rules::{Game, Move, Position};

use super::{
    Level,
    mop_up::MopUp,
    proof::Proof,
    root::{Root, beware, mixed, roots, try_all},
    search::{AlphaBeta, Search, Stop},
    stakes::{Node, Stakes},
    thought::Thought,
};

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

/// Chooses a move for the army to move. Returns `None` if it is told to stop, if the match is over,
/// or if there is no legal move.
///
/// ```
/// use rondel_computer::{Level, Question, choose};
/// use rondel_rules::{Game, Ruleset};
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
/// use rondel_computer::{Bounds, Level, Question, think};
/// use rondel_rules::{Game, Ruleset};
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
    let alone = MopUp::of(&position).is_some();
    let (own, warmth) = match level {
        // A lone king is not let go.
        Some(level) if alone => (Some(level.positions().max(LEAST_ALONE)), 0),
        Some(level) => (Some(level.positions()), level.warmth()),
        None => (None, 0),
    };
    let most = match (own, bounds.seen) {
        (Some(own), Some(asked)) => own.min(asked),
        (Some(most), None) | (None, Some(most)) => most,
        (None, None) => u64::MAX,
    };
    let node = stakes.node(position, *game.points());
    let (low, high) = node.range();
    let warmest = node.grains(warmth, (low + high) / 2);
    let wary = most >= WARY && position.in_play().len() > 2;
    let kept = if wary { KEPT.min(most / 5) } else { 0 };
    let mut search = Search::new(stakes, &node, most - kept, stop);
    let mut roots = roots(game, question.seed, alone, &mut search);
    leave_mates(&mut search, &node, &mut roots, alone);
    roots.sort_by_key(|root| (std::cmp::Reverse(root.worth + root.bonus), root.mv));
    let sure =
        winning_end(&node, &roots).or_else(|| proved(&mut search, &position, &mut roots, most));
    if let Some(mv) = sure {
        let chosen = ChosenMove {
            mv,
            claim: false,
            seen: search.seen.max(1),
        };
        return Some((chosen, stop()));
    }
    for plies in 1..=bounds.plies.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        let first = roots.first()?.worth;
        let done = try_all(&mut search, &mut roots, plies as i32, warmest);
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
        if search.stopped || search.seen >= most {
            break;
        }
        let best = roots.first()?;
        heard(&Thought::of(&search, &node, best, plies));
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
        let behind = node.grains(warmth, best.worth);
        let mut drawn = picked(&roots, behind, question.seed, position.ply());
        while wary && let Some(nth) = drawn.filter(|nth| roots[*nth].loses.is_none()) {
            let one = &mut roots[nth..=nth];
            search.seen += beware(&position, one, most - search.seen);
            // No move is drawn that there are no positions left to look at: the best is made.
            let known = roots[nth].loses;
            drawn = known.and_then(|_| picked(&roots, behind, question.seed, position.ply()));
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

/// Leaves only moves that mate an army or take its king, if there are any: no other army will do it then.
/// `alone` says that there are lone kings.
fn leave_mates(search: &mut Search<'_>, node: &Node, roots: &mut Vec<Root>, alone: bool) {
    // Of two lone kings one may take the piece that mates the other.
    if alone {
        let stands = search.looks(node);
        for root in roots.iter_mut().filter(|root| root.puts_out) {
            if let Ok(after) = &root.next {
                root.puts_out = search.quiet(after, 1, AlphaBeta::ALL) >= stands;
            }
        }
    }
    if roots.iter().any(|root| root.puts_out) {
        roots.retain(|root| root.puts_out || root.next.is_err());
    }
}

/// Returns the move to the best end that brings more than half of what there is to win: every level makes it.
fn winning_end(node: &Node, roots: &[Root]) -> Option<Move> {
    let (low, high) = node.range();
    let won = roots
        .iter()
        .filter(|root| matches!(root.next, Err(worth) if worth > (low + high) / 2));
    won.max_by_key(|root| root.worth).map(|root| root.mv)
}

/// Returns a move that mates in two, if a search of `most` positions looks for one; without one, leaves only
/// moves that hold, as far as that is proved. What is proved costs positions too.
fn proved(
    search: &mut Search<'_>,
    position: &Position,
    roots: &mut Vec<Root>,
    most: u64,
) -> Option<Move> {
    if !(PROVED..u64::MAX).contains(&most) {
        return None;
    }
    let share = most / 10 * 7;
    let mut proof = Proof::new(position, share);
    let mate = proof.mate_in_two(roots.iter().map(|root| root.mv));
    if mate.is_none() {
        proof.keep_safe(roots, |root| root.mv);
    }
    search.seen = share - proof.left();
    mate
}

/// The fewest positions of a search that begins with proofs.
const PROVED: u64 = 100_000;

/// The fewest positions of a search whose move is looked at once more for what both others together can do,
/// and the most that are kept for it.
const WARY: u64 = 5_000;
const KEPT: u64 = 1_500;

/// The positions that every level may look at against lone kings: it mates then, whatever the defence.
const LEAST_ALONE: u64 = 30_000;

/// The most plies that are looked ahead.
const DEEPEST: u32 = 64;

/// Picks one of the moves that are fewer grains than this behind the best, each as likely as the others, and
/// returns its place.
fn picked(roots: &[Root], behind: i32, seed: u64, ply: u32) -> Option<usize> {
    let best = roots.first()?.worth;
    let close = |root: &Root| root.loses != Some(true) && best - root.worth < behind;
    let near: Vec<usize> = (0..roots.len()).filter(|nth| close(&roots[*nth])).collect();
    let drawn = mixed(mixed(seed) ^ mixed(u64::from(ply))) % near.len().max(1) as u64;
    near.get(drawn as usize).copied()
}

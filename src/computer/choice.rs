//! The choice of a computer's move.

use super::{
    Level,
    search::{INFINITE, Search, Stop},
    stakes::{BEST, GRAIN, Node, Stakes},
};
use crate::rules::{ByColor, Colors, Game, Move};

/// A question to a computer, with everything that it may look at. The game holds position, ruleset,
/// points so far, earlier positions and agreements.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The match so far. The question is for the army to move.
    pub game: &'a Game,
    /// The level to play at.
    pub level: Level,
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

/// What a computer has found out by looking a number of plies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The number of plies it has looked ahead.
    pub plies: u32,
    /// The number of positions visited so far.
    pub seen: u64,
    /// What each army can expect of what is left to win, in thousandths; together 1,000.
    pub shares: ByColor<u16>,
    /// The moves that it expects, the one it would make first.
    pub line: Vec<Move>,
}

/// The largest number of positions visited for a move. A limit of positions, not of time, so that
/// the choice is the same on fast and slow machines.
const MOST_SEEN: u64 = 150_000;
/// The same against a lone king, where more would not help.
const MOST_SEEN_OF_ONE: u64 = 15_000;

/// The largest difference between nearly equal moves, in hundredths of a pawn.
const NEARLY: u64 = 10;
/// The same in the first rounds, where it makes matches differ from each other.
const NEARLY_AT_FIRST: u64 = 30;
/// The same for a careless player, who weighs moves only roughly.
const NEARLY_CARELESS: u64 = 60;
/// Share of its moves, in hundredths, whose replies a careless player overlooks.
const OVERLOOKED: u64 = 20;
/// The level that is careless.
const CARELESS: u8 = Level::LOWEST;
/// The number of opposing pieces against which nobody is: what is won is brought home.
const FEW: usize = 6;
/// The number of plies that count as the first rounds.
const FIRST: u32 = 9;

/// A legal move, with everything known about it before any search.
struct Root {
    mv: Move,
    /// The certain result of the move: the value of the end in grains, or a position to search.
    next: Result<Node, i32>,
    /// The number of times the resulting position has occurred before.
    before: i32,
    /// The value of the draw that can be claimed with it.
    claim: Option<i32>,
    /// True if that draw is better than the move without a claim.
    claims: bool,
    /// True if the replies to it are overlooked.
    overlooked: bool,
    /// The bonus that the seed gives it.
    lot: i32,
    /// The value found by the last search.
    worth: i32,
}

/// Chooses a move for the army to move. Returns `None` if it is told to stop, if the match is over,
/// or if there is no legal move.
///
/// ```
/// use rondel::{computer::{Level, Question, choose}, rules::{Game, Ruleset}};
///
/// let game = Game::start(Ruleset::THREE_MAN);
/// let question = Question { game: &game, level: Level::ALL[0], seed: 7 };
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
/// let question = Question { game: &game, level: Level::ALL[2], seed: 7 };
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
    let pacts = *game.agreements().pacts();
    let stakes = Stakes::new(*game.ruleset(), pacts, game.position().turn());
    let most = if foes(game) == 1 {
        MOST_SEEN_OF_ONE
    } else {
        MOST_SEEN
    };
    let most = bounds.seen.unwrap_or(u64::MAX).clamp(1, most);
    let mut search = Search::new(stakes, most, stop);
    let mut roots = roots(question, &mut search);
    roots.sort_by_key(|root| (std::cmp::Reverse(root.worth + root.lot), root.mv));
    let deepest = u32::from(question.level.number()) + further(game, question.level);
    for plies in 1..=bounds.plies.unwrap_or(u32::MAX).clamp(1, deepest) {
        let done = try_all(&mut search, &mut roots, plies);
        // Moves that were no longer reached stay behind those that were.
        roots[..done].sort_by_key(|root| (std::cmp::Reverse(root.worth), root.mv));
        if search.stopped {
            break;
        }
        if let Some(best) = roots.first() {
            heard(&Thought {
                plies,
                seen: search.seen,
                shares: shares(&search.stakes, game.position().in_play(), best.worth),
                line: vec![best.mv],
            });
        }
    }
    let best = roots.first()?;
    let chosen = ChosenMove {
        mv: best.mv,
        claim: best.claims,
        seen: search.seen,
    };
    Some((chosen, search.told || stop()))
}

/// Returns what each army in play can expect, if the others get the same of what the searcher does not.
fn shares(stakes: &Stakes, in_play: Colors, worth: i32) -> ByColor<u16> {
    let armies = in_play.len() as i64;
    let lead = i64::from(worth) * (armies - 1) * 1_000 / i64::from(BEST);
    let mine = ((1_000 + lead) / armies.max(1)).clamp(0, 1_000) as u16;
    let mut others = 1_000 - mine;
    let mut left = in_play.len() as u16 - 1;
    let mut shares = ByColor([0; 3]);
    for color in in_play.without(stakes.me).iter() {
        shares[color] = others / left;
        others -= shares[color];
        left -= 1;
    }
    shares[stakes.me] = mine;
    shares
}

/// Returns how many plies deeper than its level a computer looks. With two armies left a ply costs
/// less than a round of two opponents, and with few pieces left a mate takes longer. Against a lone
/// king the depth is odd, so that the hunter has the last move.
fn further(game: &Game, level: Level) -> u32 {
    let position = game.position();
    if position.in_play().len() > 2 {
        return 0;
    }
    let nth = u32::from(level.number());
    match foes(game) {
        1 => 2 + (nth + 1) % 2,
        2 | 3 => 1,
        _ => nth / 3,
    }
}

/// Returns the number of pieces of all opponents in play.
fn foes(game: &Game) -> usize {
    let position = game.position();
    let theirs = position.in_play().without(position.turn());
    let pieces = position.pieces();
    pieces
        .filter(|(_, piece)| theirs.contains(piece.color))
        .count()
}

/// Returns all legal moves, with everything certain about each.
fn roots(question: &Question<'_>, search: &mut Search<'_>) -> Vec<Root> {
    let game = question.game;
    let position = game.position();
    let careless = question.level.number() == CARELESS && foes(game) > FEW;
    let nearly = if careless {
        NEARLY_CARELESS
    } else if position.ply() < FIRST {
        NEARLY_AT_FIRST
    } else {
        NEARLY
    };
    let salt = mixed(question.seed ^ mixed(u64::from(position.ply())));
    let mut roots = Vec::new();
    for mv in position.legal_moves() {
        let Ok(verdict) = game.judge_move(mv) else {
            continue;
        };
        let next = match verdict.outcome {
            Some(outcome) => Err(search.stakes.worth(&outcome.points)),
            None => {
                let mut points = *game.points();
                verdict.outs.iter().for_each(|out| points += out.points);
                let position = game.position_after(mv, &verdict);
                Ok(Node { position, points })
            }
        };
        let claim = match game.judge_claiming_move(mv) {
            Ok(Some(drawn)) => drawn.outcome.map(|outcome| {
                search.stakes.worth(&outcome.points) - reluctance(position.in_play())
            }),
            Ok(None) | Err(_) => None,
        };
        let quiet = position.piece_at(mv.to).is_none();
        let before = if quiet {
            game.occurrences_before(mv).len() as i32
        } else {
            0
        };
        let key = (mv.from.index() * 1_000 + mv.to.index()) as u64;
        let drawn = mixed(salt ^ mixed(key));
        let lot = drawn % (nearly * GRAIN as u64);
        let overlooked = careless && mixed(drawn) % 100 < OVERLOOKED;
        let worth = match &next {
            Err(worth) => *worth,
            Ok(node) => search.looks(node),
        };
        roots.push(Root {
            mv,
            next,
            before,
            claim,
            claims: false,
            overlooked,
            lot: lot as i32,
            worth,
        });
    }
    roots
}

/// Returns by how much a draw is worth less than its share to an army that could still play on.
/// With three in play it is needed because hardly any army looks better than both others together,
/// so all would rather stop.
pub(super) fn reluctance(in_play: Colors) -> i32 {
    const THREE: i32 = 80;
    if in_play.len() > 2 { THREE * GRAIN } else { 0 }
}

/// Searches all moves in their order, `plies` deep. Returns how many were completed.
fn try_all(search: &mut Search<'_>, roots: &mut [Root], plies: u32) -> usize {
    let mut best = -INFINITE;
    for (nth, root) in roots.iter_mut().enumerate() {
        let worth = match &root.next {
            Err(worth) => *worth,
            Ok(node) if root.overlooked => search.looks(node),
            Ok(node) => {
                let in_play = node.position.in_play();
                let shared = search.stakes.shared(&node.points, in_play) - reluctance(in_play);
                // A position that occurred before is on its way to a draw.
                let drawn = |worth: i32| (worth + root.before * 2 * shared) / (1 + 2 * root.before);
                let alpha = if best == -INFINITE || root.before > 0 {
                    -INFINITE
                } else {
                    best - root.lot - 1
                };
                drawn(search.search(node, plies - 1, 1, alpha, INFINITE))
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

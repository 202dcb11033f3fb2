//! Which move a computer makes.

use super::{
    Level,
    search::{INFINITE, Node, Search},
    stakes::{GRAIN, Stakes},
};
use crate::rules::{Colors, Game, Move};

/// What a computer is asked: everything that it may look at. The game holds position, ruleset,
/// points so far, what came before, and what was agreed.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The match so far. The army to move is asked.
    pub game: &'a Game,
    /// How well it is to play.
    pub level: Level,
    /// Picks among moves that are nearly as good as each other: the same seed, the same move.
    pub seed: u64,
}

/// Whether thinking is to stop: asked again and again meanwhile.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// What a computer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Whether it claims the draw that is due with the move (rules §5.2 to §5.4).
    pub claim: bool,
    /// How many positions it has seen: what its thinking took, on any machine.
    pub seen: u64,
}

/// The most positions that are looked at for a move. A choice is what the search has found until
/// then, so that it does not rest on how fast the machine is.
const MOST_SEEN: u64 = 150_000;
/// The same against a lone king, where more would be seen than it helps.
const MOST_SEEN_OF_ONE: u64 = 15_000;

/// By how much moves may differ, in hundredths of a pawn, for the seed to pick among them.
const NEARLY: u64 = 10;
/// The same in the first rounds, where it makes matches differ.
const NEARLY_AT_FIRST: u64 = 30;
/// How many plies these rounds last.
const FIRST: u32 = 9;

/// A move that can be chosen, with what is known of it before any search.
struct Root {
    mv: Move,
    /// What follows from it for certain: an end, worth so many grains, or a position.
    next: Result<Node, i32>,
    /// How often what it leads to has been there before.
    before: i32,
    /// What a draw is worth that can be claimed with it.
    claim: Option<i32>,
    /// Whether that is better than what the move leads to without.
    claims: bool,
    /// What the seed adds.
    lot: i32,
    /// What the last search has said.
    worth: i32,
}

/// What a computer does for the army to move; nothing when it was told to stop, the match is over,
/// or there is no legal move.
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
pub fn choose(question: &Question<'_>, stop: Stop<'_>) -> Option<Choice> {
    let game = question.game;
    if game.over().is_some() || stop() {
        return None;
    }
    let stakes = stakes(game);
    let most = if foes(game) == 1 {
        MOST_SEEN_OF_ONE
    } else {
        MOST_SEEN
    };
    let mut search = Search::new(stakes, most, stop);
    let mut roots = roots(question, &mut search);
    roots.sort_by_key(|root| (std::cmp::Reverse(root.worth + root.lot), root.mv));
    let deepest = u32::from(question.level.number()) + further(game, question.level);
    for plies in 1..=deepest {
        let done = try_all(&mut search, &mut roots, plies);
        if search.told {
            return None;
        }
        // What was not looked at any more stays behind what was.
        roots[..done].sort_by_key(|root| (std::cmp::Reverse(root.worth), root.mv));
        if search.stopped {
            break;
        }
    }
    let best = roots.first()?;
    Some(Choice {
        mv: best.mv,
        claim: best.claims,
        seen: search.seen,
    })
}

/// What the army to move plays for.
fn stakes(game: &Game) -> Stakes {
    let pacts = *game.agreements().pacts();
    Stakes::new(*game.ruleset(), pacts, game.position().turn())
}

/// How many plies more than its level a computer looks ahead: with two armies left each costs less
/// than a round of two opponents, and where little is left on the board a mate takes longer. A
/// lone king is hunted by an odd number, so that the hunter has the last move.
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

/// How many pieces the opponents in play have together.
fn foes(game: &Game) -> usize {
    let position = game.position();
    let theirs = position.in_play().without(position.turn());
    let pieces = position.pieces();
    pieces
        .filter(|(_, piece)| theirs.contains(piece.color))
        .count()
}

/// All moves that can be chosen, with what is certain of each.
fn roots(question: &Question<'_>, search: &mut Search<'_>) -> Vec<Root> {
    let game = question.game;
    let position = game.position();
    let nearly = if position.ply() < FIRST {
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
        let next = match verdict.over {
            Some(over) => Err(search.stakes().worth(&over.points)),
            None => {
                let mut node = Node {
                    position: *position,
                    points: *game.points(),
                };
                node.position.play(mv);
                for out in &verdict.outs {
                    node.position.put_out(out.color);
                    node.points += out.points;
                }
                Ok(node)
            }
        };
        let claim = match game.judge_claiming_move(mv) {
            Ok(Some(drawn)) => drawn
                .over
                .map(|over| search.stakes().worth(&over.points) - reluctance(position.in_play())),
            Ok(None) | Err(_) => None,
        };
        let quiet = position.piece_at(mv.to).is_none();
        let before = if quiet {
            game.occurrences_before(mv).len() as i32
        } else {
            0
        };
        let key = (mv.from.index() * 1_000 + mv.to.index()) as u64;
        let lot = mixed(salt ^ mixed(key)) % (nearly * GRAIN as u64);
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
            lot: lot as i32,
            worth,
        });
    }
    roots
}

/// How much less than its share a draw is worth to whoever could still play on. With three in play
/// hardly anybody looks better than the others do together, and all would rather stop.
pub(super) fn reluctance(in_play: Colors) -> i32 {
    const THREE: i32 = 80;
    if in_play.len() > 2 { THREE * GRAIN } else { 0 }
}

/// Looks at all moves in their order, so many plies deep; says how many were looked at.
fn try_all(search: &mut Search<'_>, roots: &mut [Root], plies: u32) -> usize {
    let mut best = -INFINITE;
    for (nth, root) in roots.iter_mut().enumerate() {
        let worth = match &root.next {
            Err(worth) => *worth,
            Ok(node) => {
                let in_play = node.position.in_play();
                let shared = search.stakes().shared(&node.points, in_play) - reluctance(in_play);
                // What was there before is on its way to a draw.
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

/// Well mixed bits (splitmix64, Steele and others, 2014).
fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

//! What a computer says to what others propose.

use super::{
    Level,
    choice::reluctance,
    evaluation::{strengths, value},
    search::{Node, Search},
    stakes::{GRAIN, Stakes},
};
use crate::rules::{Color, Draw, Game, Role};

/// What others propose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A draw (rules §5.1).
    Draw,
    /// A pact with this army against the third (rules §6.3).
    Pact {
        /// Who proposes it.
        with: Color,
    },
    /// To let a resignation for a named winner stand, as the third (rules §6.5).
    Resignation {
        /// Who resigns.
        by: Color,
        /// Who would win.
        winner: Color,
    },
}

/// The rounds that a computer wants to see before it agrees to share what all still have.
const FIRST_ROUNDS: u32 = 10;
/// A lead that is one, in hundredths of a pawn.
const CLEAR: i32 = 150;
/// The most positions looked at for an answer.
const MOST_SEEN: u64 = 20_000;

/// Whether a computer agrees to what is proposed to the army, be it to move or not.
///
/// It agrees to a draw when it does not stand better than its share, after ten rounds, or when it
/// stands clearly worse; to a pact when the third army is the strongest or about to take something
/// of its own; to a resignation for another winner when it is not clearly ahead itself. An army
/// that is out agrees to nothing.
#[must_use]
pub fn agrees(game: &Game, color: Color, level: Level, proposal: Proposal) -> bool {
    let position = game.position();
    if game.over().is_some() || !position.in_play().contains(color) {
        return false;
    }
    match proposal {
        Proposal::Draw => {
            let lead = lead(game, color, level);
            let early = position.ply() < FIRST_ROUNDS * position.in_play().len() as u32;
            lead <= if early { -CLEAR } else { 0 }
        }
        Proposal::Pact { with } => {
            let mut thirds = position.in_play().without(color).without(with).iter();
            let strength = strengths(position).map(|army| army.total);
            thirds.next().is_some_and(|third| {
                let strongest = strength
                    .iter()
                    .all(|total| *total <= strength[third.index()]);
                strongest || threatens(game, third, color)
            })
        }
        Proposal::Resignation { by, winner } => {
            by != color && winner != color && lead(game, color, level) <= CLEAR
        }
    }
}

/// How often the position has stood when it claims a draw whatever it thinks of itself.
const STUCK: usize = 5;

/// Whether a computer claims the draw that the army may claim before a move
/// ([`Game::claimable`]): it does when nobody can win any more, or when it does not stand better
/// than its share; with three in play, when it stands somewhat worse. It does too when the match
/// gets nowhere: where no draw comes by itself, computers that all think themselves ahead would
/// play on for ever.
#[must_use]
pub fn claims(game: &Game, color: Color, level: Level) -> bool {
    game.claimable(color).is_some_and(|draw| {
        let reluctance = reluctance(game.position().in_play()) / GRAIN;
        draw == Draw::Impossibility || is_stuck(game) || lead(game, color, level) <= -reluctance
    })
}

/// Whether a draw would have come by itself under most rulesets: at the fifth time, or after half
/// as many plies again as a claim needs (rules §5.2, §5.3).
fn is_stuck(game: &Game) -> bool {
    let late = game.clock_limits().claim.map(|claim| claim + claim / 2);
    game.occurrences().len() >= STUCK || late.is_some_and(|late| game.position().clock() >= late)
}

/// By how much an army stands better than its share of a draw, in hundredths of a pawn; captures
/// that are due are looked at from level 2 on.
fn lead(game: &Game, color: Color, level: Level) -> i32 {
    let position = *game.position();
    let stakes = Stakes::new(*game.ruleset(), *game.agreements().pacts(), color);
    let share = stakes.shared(game.points(), position.in_play());
    let mut search = Search::new(stakes, MOST_SEEN, &|| false);
    let node = Node {
        position,
        points: *game.points(),
    };
    let worth = if level > Level::ALL[0] {
        search.quiet(&node)
    } else {
        search.looks(&node)
    };
    (worth - share) / GRAIN
}

/// Whether an army attacks another's king, or a piece that is worth more than what attacks it or
/// that nothing guards.
fn threatens(game: &Game, by: Color, color: Color) -> bool {
    let position = game.position();
    let board = &position.board;
    let (own, theirs) = (board.of_color(color), board.of_color(by));
    position.pieces().any(|(square, piece)| {
        piece.color == color && {
            let attackers = board.attackers(square, theirs);
            let unguarded = board.attackers(square, own).is_empty();
            attackers.into_iter().any(|from| {
                piece.role == Role::King
                    || unguarded
                    || board
                        .role_at(from)
                        .is_some_and(|role| value(role) + CLEAR < value(piece.role))
            })
        }
    })
}

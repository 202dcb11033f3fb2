//! Answers of a computer to proposals, and its draw claims.

use rondel_rules::{Agreement, Color, Draw, Game, Role};

use super::{
    Level,
    evaluation::{strengths, value},
    root::reluctance,
    search::{AlphaBeta, Search},
    stakes::Stakes,
};

/// The rounds that a computer wants to play before it agrees to a draw with an equal position.
const FIRST_ROUNDS: u32 = 10;
/// A clear lead, in hundredths of a pawn.
const CLEAR: i32 = 150;
/// About as many grains as a hundredth of a pawn is worth with all pieces on the board.
const A_HUNDREDTH: i32 = 32;
/// The largest number of positions visited for an answer.
const MOST_SEEN: u64 = 20_000;

/// Returns true if the computer that plays this army accepts an agreement that the army `by` offers,
/// on its turn or not.
///
/// It agrees to a draw if it stands no better than its share, after ten rounds, or if it stands
/// clearly worse. It agrees to a pact if the third army is the strongest, or threatens something of
/// its own. It accepts a resignation for another winner if it is not clearly ahead itself. An army
/// that is out agrees to nothing.
#[must_use]
pub fn agrees(game: &Game, color: Color, level: Level, by: Color, about: Agreement) -> bool {
    let position = game.position();
    if game.outcome().is_some() || !position.in_play().contains(color) {
        return false;
    }
    match about {
        Agreement::Draw => {
            let lead = lead(game, color, level);
            let early = position.ply() < FIRST_ROUNDS * position.in_play().len() as u32;
            lead <= if early { -CLEAR } else { 0 }
        }
        Agreement::Pact(_) => {
            let mut thirds = position.in_play().without(color).without(by).iter();
            let strength = strengths(position).map(|army| army.total);
            thirds.next().is_some_and(|third| {
                let strongest = strength
                    .iter()
                    .all(|total| *total <= strength[third.index()]);
                strongest || threatens(game, third, color)
            })
        }
        Agreement::Resignation(winner) => {
            by != color && winner != color && lead(game, color, level) <= CLEAR
        }
    }
}

/// The number of times a position must have occurred for a computer to claim a draw, however good
/// its position.
const STUCK: usize = 5;

/// Returns true if the computer claims the draw that the army may claim before a move
/// ([`Game::claimable`]). It claims if no army can win any more, or if it stands no better than its
/// share; with three in play, if it stands somewhat worse.
///
/// It also claims if the match gets nowhere. Under a ruleset without automatic draws, computers
/// that all believe they are ahead would otherwise play on for ever.
#[must_use]
pub fn claims(game: &Game, color: Color, level: Level) -> bool {
    game.claimable(color).is_some_and(|draw| {
        let reluctance = reluctance(game.position().in_play()) / A_HUNDREDTH;
        draw == Draw::Impossibility || is_stuck(game) || lead(game, color, level) <= -reluctance
    })
}

/// Returns true if most rulesets would have ended the match in a draw: at the fifth occurrence of
/// the position, or after one and a half times the plies that a claim needs (rules §5.2, §5.3).
fn is_stuck(game: &Game) -> bool {
    let late = game.clock_limits().claim.map(|claim| claim + claim / 2);
    game.occurrences().len() >= STUCK || late.is_some_and(|late| game.position().clock() >= late)
}

/// Returns by how much an army stands better than its share of a draw, in hundredths of a pawn.
/// From level 2 on, captures are looked at as well.
fn lead(game: &Game, color: Color, level: Level) -> i32 {
    let position = *game.position();
    let stakes = Stakes::new(*game.ruleset(), *game.agreements().pacts(), color);
    let share = stakes.shared(game.points(), position.in_play());
    let node = stakes.node(position, *game.points());
    let mut search = Search::new(stakes, &node, MOST_SEEN, &|| false);
    let worth = if level > Level::ALL[0] {
        search.quiet(&node, 0, AlphaBeta::ALL)
    } else {
        search.looks(&node)
    };
    (worth - share) / A_HUNDREDTH
}

/// Returns true if an army attacks another's king, an unguarded piece, or a piece clearly worth
/// more than the attacker.
fn threatens(game: &Game, by: Color, color: Color) -> bool {
    let position = game.position();
    let board = position.board();
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

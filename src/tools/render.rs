//! `rondel render` (interfaces §7): plays moves on a position, and shows where they lead.

use super::Wording;
use crate::{
    render::{BoardView, LastMove},
    rules::{
        ByColor, Color, Colors, Game, Move, ParsePositionError, Role, Ruleset, Verdict, why_illegal,
    },
};

/// The picture to draw.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The rules to play by.
    pub ruleset: Ruleset,
    /// The position line; the start if `None`.
    pub position: Option<String>,
    /// Moves in plain notation to play on it, separated by spaces.
    pub moves: String,
    /// The seat the board is seen from.
    pub seat: Color,
    /// The army whose sector is shown large, instead of the whole board.
    pub zoom: Option<Color>,
}

/// The reason a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderInputError {
    /// The position line was refused.
    #[error("{0}")]
    Position(#[from] ParsePositionError),
    /// A word is not a move in plain notation.
    #[error("{0:?} is not a plain move such as e2e4 or d2d1q")]
    Word(String),
    /// A move is not legal.
    #[error("the move {mv} is not legal: {why}")]
    Illegal {
        /// The illegal move.
        mv: Move,
        /// The rule against it, in a sentence.
        why: String,
    },
}

/// Returns the contents of the picture: the position after the moves, with the last move of each
/// army marked.
///
/// # Errors
///
/// [`RenderInputError`] if a line or a move is refused.
pub fn view(options: &RenderOptions, wording: Wording<'_>) -> Result<BoardView, RenderInputError> {
    let position = match &options.position {
        Some(line) => options.ruleset.position(line)?,
        None => options.ruleset.start(),
    };
    let mut game = Game::from_position(options.ruleset, position);
    let verdict = game.judge_position();
    game.carry_out(&verdict);
    let mut view = BoardView::new(position, options.seat);
    mark_mates(&mut view, &verdict);
    view.zoom = options.zoom;
    for word in options.moves.split_whitespace() {
        let cut = || RenderInputError::Word(word.chars().take(40).collect());
        let mv: Move = word.parse().map_err(|_| cut())?;
        let color = game.position().turn();
        let verdict = game.judge_move(mv).map_err(|_| RenderInputError::Illegal {
            mv,
            why: wording(&why_illegal(game.position(), mv.from, mv.to, mv.promotion)),
        })?;
        let notation = game.short(mv, &verdict).for_people(Role::letter);
        let taken = game.position().taken(mv);
        game.carry_out_move(mv);
        game.carry_out(&verdict);
        for out in &verdict.outs {
            view.out[out.color] = Some(out.exit.word().to_owned());
        }
        mark_mates(&mut view, &verdict);
        view.last_moves.retain(|last| last.color != color);
        view.last_moves.push(LastMove {
            color,
            from: mv.from,
            to: mv.to,
            number: game.position().ply(),
            taken,
            notation,
        });
    }
    view.position = *game.position();
    view.over = game.outcome().map(|over| {
        let score = over.score().unwrap_or_default();
        format!("{} {score}", over.ending.word())
    });
    Ok(view)
}

/// Keeps the armies that were mated just now, and by which others.
fn mark_mates(view: &mut BoardView, verdict: &Verdict) {
    view.mated_by = ByColor::new(|color| {
        let mut outs = verdict.outs.iter();
        let out = outs.find(|out| out.color == color);
        out.map_or(Colors::NONE, |out| out.checkers)
    });
}

//! `/look`: a square in words, for people who do not see the board.

use super::{
    options::{InputError, cut},
    prelude::*,
};
use crate::{
    messages::move_preview::piece_of,
    rules::{Border, Direction, LineEnd, Passed, Piece, Position, Sight, Square},
};

pub(super) const COMMAND: Command = Command {
    name: "look",
    options: &[completed(text("square"), Completion::Squares), MATCH],
    takes_bare: true,
    read: |options| {
        let typed = options.needed_text("square")?;
        let named = typed.trim().to_lowercase().parse();
        let square = named.map_err(|_| InputError::NotASquare(cut(typed)))?;
        Ok(Request::look(Cost::Free, move |cx| {
            Box::pin(run(cx, square))
        }))
    },
    ..Command::PLAIN
};

/// The piece on the square, the pieces that attack and guard it, and the lines through it.
async fn run(cx: &Context<'_>, square: Square) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let described = Described {
        texts: cx.texts(),
        position: state.position(),
        square,
    };
    let heading = cx.say(
        "look-heading",
        &[
            ("square", &square),
            ("match", &state.id()),
            ("ply", &state.ply()),
        ],
    );
    let mut lines = vec![Message::sentences([heading, described.standing()])];
    lines.extend(described.en_passant());
    lines.extend(described.bearing());
    lines.extend(described.borders());
    lines.push(cx.say("look-lines", &[]));
    lines.extend(described.lines());
    Ok(Reply {
        state: Some(state),
        ..Reply::words(Message::lines(lines))
    })
}

/// A square of a position, ready to be described.
struct Described<'a> {
    texts: &'a Texts,
    position: &'a Position,
    square: Square,
}

impl Described<'_> {
    fn is_dead(&self, piece: Piece) -> bool {
        !self.position.in_play().contains(piece.color)
    }

    fn standing(&self) -> Message {
        let Some(piece) = self.position.piece_at(self.square) else {
            return self.texts.say("look-empty", &[]);
        };
        let dead = self.is_dead(piece);
        let id = if dead { "look-dead" } else { "look-piece" };
        let piece = piece_of(self.texts, piece, dead);
        self.texts.say(id, &[("piece", &piece)])
    }

    /// The pawn that may be taken by going here.
    fn en_passant(&self) -> Option<Message> {
        let passed = self.position.en_passant().find(|at| *at == self.square)?;
        let on = Square::new(passed.file(), 4)?;
        let pawn = self.on(on)?;
        Some(self.texts.say("look-en-passant", &[("piece", &pawn)]))
    }

    /// What attacks the square, and what guards it.
    fn bearing(&self) -> Vec<Message> {
        let piece = self.position.piece_at(self.square);
        let owner = piece
            .filter(|piece| !self.is_dead(*piece))
            .map(|piece| piece.color);
        let mut lines: Vec<Message> = Color::ALL
            .into_iter()
            .filter(|army| owner != Some(*army))
            .filter_map(|army| self.bears("look-attacked", army))
            .collect();
        if lines.is_empty() {
            lines.push(self.texts.say("look-not-attacked", &[]));
        }
        if let Some(owner) = owner {
            let guarded = self.bears("look-guarded", owner);
            lines.push(guarded.unwrap_or_else(|| self.texts.say("look-not-guarded", &[])));
        }
        lines
    }

    /// The pieces of an army that bear on the square, in a sentence; `None` without any.
    fn bears(&self, id: &'static str, army: Color) -> Option<Message> {
        let bearing = self.position.bearing_on(self.square, army).into_iter();
        let pieces = bearing.filter_map(|from| {
            let role = self.texts.piece(self.position.piece_at(from)?.role);
            let piece = self
                .texts
                .say("piece-on", &[("piece", &role), ("square", &from)]);
            Some(piece.into())
        });
        let pieces: Vec<String> = pieces.collect();
        let values = [
            ("army", &self.texts.army(army) as _),
            ("pieces", &self.texts.and(&pieces) as _),
        ];
        (!pieces.is_empty()).then(|| self.texts.say(id, &values))
    }

    /// The moat and the creek beside the square (rules §3.1, §3.7).
    fn borders(&self) -> Vec<Message> {
        let (file, rank) = (self.square.file(), self.square.rank());
        let beside = |border: &Border| {
            let lower = border.lower_file();
            file == lower || file == (lower + 1) % 24
        };
        let mut lines = Vec::new();
        for border in Border::ALL.into_iter().filter(beside) {
            let mut say = |id| lines.push(self.texts.say(id, &[("border", &border)]));
            match rank {
                1 | 2 if self.position.is_bridged(border) => say("look-moat-bridged"),
                1 | 2 => say("look-moat"),
                _ => {}
            }
            if matches!(rank, 2 | 3) {
                say("look-creek");
            }
        }
        lines
    }

    fn lines(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        let mut whole: Vec<Direction> = Vec::new();
        for direction in Direction::ALL {
            let sight = self.position.sight(self.square, direction);
            if sight.end == LineEnd::Start {
                // The other way around is the same again.
                if whole.iter().any(|other| is_back(*other, direction)) {
                    continue;
                }
                whole.push(direction);
            }
            let line = self.line(&sight);
            lines.push(self.texts.say(direction_id(direction), &[("line", &line)]));
        }
        lines
    }

    fn line(&self, sight: &Sight) -> String {
        let mut parts: Vec<String> = sight
            .passed
            .iter()
            .map(|passed| match passed {
                Passed::Square(square) => square.to_string(),
                Passed::Centre => self.texts.word("line-centre"),
                Passed::Bridge(border) => {
                    self.texts.say("line-bridge", &[("border", border)]).into()
                }
            })
            .collect();
        parts.push(match sight.end {
            LineEnd::Piece(square, _) => self.on(square).unwrap_or_default(),
            LineEnd::Edge => self.texts.word("line-edge"),
            LineEnd::Moat(border) => self.texts.say("line-moat", &[("border", &border)]).into(),
            LineEnd::Start => {
                let start = self.texts.say("line-start", &[("square", &self.square)]);
                start.into()
            }
        });
        self.texts.comma(&parts)
    }

    /// `Gray's pawn on m2`
    fn on(&self, square: Square) -> Option<String> {
        let piece = self.position.piece_at(square)?;
        let piece = piece_of(self.texts, piece, self.is_dead(piece));
        let on = self
            .texts
            .say("piece-on", &[("piece", &piece), ("square", &square)]);
        Some(on.into())
    }
}

const fn direction_id(direction: Direction) -> &'static str {
    match direction {
        Direction::Inward => "line-inward",
        Direction::Outward => "line-outward",
        Direction::Clockwise => "line-clockwise",
        Direction::Counterclockwise => "line-counterclockwise",
        Direction::InwardClockwise => "line-inward-clockwise",
        Direction::InwardCounterclockwise => "line-inward-counterclockwise",
        Direction::OutwardClockwise => "line-outward-clockwise",
        Direction::OutwardCounterclockwise => "line-outward-counterclockwise",
    }
}

/// Whether two whole lines, which come back to where they began, are one: the ring, or the one
/// circle through a square of rank 1.
const fn is_back(one: Direction, other: Direction) -> bool {
    matches!(
        (one, other),
        (Direction::Clockwise, Direction::Counterclockwise)
            | (
                Direction::InwardClockwise,
                Direction::InwardCounterclockwise
            )
    )
}

//! `/look`: a square in words, for who does not see the board.

use super::{Asked, Desk};
use crate::{
    adapters::{
        forecast::piece_of, refusals::Refused, reply::Reply, telling::joined, words::Words,
    },
    host::Purpose,
    rules::{Border, Color, Direction, LineEnd, Passed, Piece, Position, Sight, Square},
};

impl Desk {
    /// What stands on a square, what attacks and guards it, and the lines through it.
    pub(super) async fn look(&self, asked: &Asked<'_>, square: Square) -> Reply {
        let command = Some(asked.command);
        let state = match self.find(asked, Purpose::Show).await {
            Ok(state) => state,
            Err(error) => return self.refused(command, &error, &Refused::default()),
        };
        let look = Look {
            words: &self.words,
            position: state.position(),
            square,
        };
        let heading = self.words.say(
            "look-heading",
            &[
                ("square", &square.to_string()),
                ("match", state.id().as_str()),
                ("ply", &state.ply().to_string()),
            ],
        );
        let mut lines = vec![format!("{heading} {}", look.standing())];
        lines.extend(look.en_passant());
        lines.extend(look.bearing());
        lines.extend(look.borders());
        lines.push(self.words.say("look-lines", &[]));
        lines.extend(look.lines());
        Reply {
            state: Some(state),
            ..Reply::words(command, lines.join("\n"))
        }
    }
}

/// A square of a position, ready to be described.
struct Look<'a> {
    words: &'a Words,
    position: &'a Position,
    square: Square,
}

impl Look<'_> {
    fn is_dead(&self, piece: Piece) -> bool {
        !self.position.in_play().contains(piece.color)
    }

    fn standing(&self) -> String {
        let Some(piece) = self.position.piece_at(self.square) else {
            return self.words.say("look-empty", &[]);
        };
        let dead = self.is_dead(piece);
        let id = if dead { "look-dead" } else { "look-piece" };
        let piece = piece_of(self.words, piece, dead);
        self.words.say(id, &[("piece", &piece)])
    }

    /// The pawn that may be taken by going here.
    fn en_passant(&self) -> Option<String> {
        let passed = self.position.en_passant().find(|at| *at == self.square)?;
        let on = Square::new(passed.file(), 4)?;
        let pawn = self.on(on)?;
        Some(self.words.say("look-en-passant", &[("piece", &pawn)]))
    }

    /// What attacks the square, and what guards it.
    fn bearing(&self) -> Vec<String> {
        let piece = self.position.piece_at(self.square);
        let owner = piece
            .filter(|piece| !self.is_dead(*piece))
            .map(|piece| piece.color);
        let mut lines: Vec<String> = Color::ALL
            .into_iter()
            .filter(|army| owner != Some(*army))
            .filter_map(|army| self.bears("look-attacked", army))
            .collect();
        if lines.is_empty() {
            lines.push(self.words.say("look-not-attacked", &[]));
        }
        if let Some(owner) = owner {
            let guarded = self.bears("look-guarded", owner);
            lines.push(guarded.unwrap_or_else(|| self.words.say("look-not-guarded", &[])));
        }
        lines
    }

    /// The pieces of an army that bear on the square, in a sentence; `None` without any.
    fn bears(&self, id: &str, army: Color) -> Option<String> {
        let pieces: Vec<String> = self
            .position
            .bearing_on(self.square, army)
            .into_iter()
            .filter_map(|from| {
                let role = self.words.piece(self.position.piece_at(from)?.role);
                let from = from.to_string();
                let values = [("piece", role.as_str()), ("square", from.as_str())];
                Some(self.words.say("piece-on", &values))
            })
            .collect();
        let values = [
            ("army", self.words.army(army)),
            ("pieces", joined(self.words, &pieces)),
        ];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        (!pieces.is_empty()).then(|| self.words.say(id, &values))
    }

    /// The moat and the creek beside the square (rules §3.1, §3.7).
    fn borders(&self) -> Vec<String> {
        let (file, rank) = (self.square.file(), self.square.rank());
        let beside = |border: &Border| {
            let lower = border.lower_file();
            file == lower || file == (lower + 1) % 24
        };
        let mut lines = Vec::new();
        for border in Border::ALL.into_iter().filter(beside) {
            let name = border.to_string();
            let mut say = |id| lines.push(self.words.say(id, &[("border", &name)]));
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

    fn lines(&self) -> Vec<String> {
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
            let values = [("line", line.as_str())];
            lines.push(self.words.say(direction_id(direction), &values));
        }
        lines
    }

    fn line(&self, sight: &Sight) -> String {
        let mut parts: Vec<String> = sight
            .passed
            .iter()
            .map(|passed| match passed {
                Passed::Square(square) => square.to_string(),
                Passed::Centre => self.words.say("line-centre", &[]),
                Passed::Bridge(border) => {
                    let border = border.to_string();
                    self.words.say("line-bridge", &[("border", &border)])
                }
            })
            .collect();
        parts.push(match sight.end {
            LineEnd::Piece(square, _) => self.on(square).unwrap_or_default(),
            LineEnd::Edge => self.words.say("line-edge", &[]),
            LineEnd::Moat(border) => {
                let border = border.to_string();
                self.words.say("line-moat", &[("border", &border)])
            }
            LineEnd::Start => {
                let square = self.square.to_string();
                self.words.say("line-start", &[("square", &square)])
            }
        });
        parts.join(&self.words.say("list-comma", &[]))
    }

    /// `Gray's pawn on m2`
    fn on(&self, square: Square) -> Option<String> {
        let piece = self.position.piece_at(square)?;
        let piece = piece_of(self.words, piece, self.is_dead(piece));
        let square = square.to_string();
        let values = [("piece", piece.as_str()), ("square", square.as_str())];
        Some(self.words.say("piece-on", &values))
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

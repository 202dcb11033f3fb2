//! `/look`: a square in words, or all of one's own that is attacked, for people who do not see the
//! board.

use super::prelude::*;
use crate::{
    messages::move_preview::{piece_at, piece_of},
    rules::{Border, Direction, LineEnd, Passed, Piece, Position, Sight, Square},
};

pub(super) const COMMAND: Command = Command {
    name: "look",
    options: &[option("square", Kind::Square), MATCH],
    takes_bare: true,
    read: |options| {
        let square = options.text("square").map(|typed| {
            let named = typed.trim().to_lowercase().parse();
            named.map_err(|_| InputError::NotASquare(cut(typed)))
        });
        let task = Task::Look(square.transpose()?);
        Ok(Request::look(Cost::Free, task).about(About::Match))
    },
    ..Command::plain(Presser::Anybody)
};

pub(super) async fn run(cx: &Context<'_>, square: Option<Square>) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let lines = match square {
        Some(square) => described(cx, &state, square),
        None => attacked(cx, &state),
    };
    Ok(Reply::about(state, Message::lines(lines)))
}

/// Says which piece is on a square, which pieces attack and guard it, and the lines through it.
fn described(cx: &Context<'_>, state: &Match, square: Square) -> Vec<Message> {
    let described = Described {
        texts: cx.texts(),
        mirrored: cx.locale.mirrored,
        position: state.position(),
        square,
    };
    let heading = cx.say(
        "look-heading",
        &[("square", &square), ("match", &state.id())],
    );
    let mut lines = vec![Message::sentences([heading, described.standing()])];
    lines.extend(described.en_passant());
    lines.extend(described.bearing());
    lines.extend(described.borders());
    lines.push(cx.say("look-lines", &[]));
    lines.extend(described.lines());
    lines
}

/// Lists the pieces of the speaker's army, or else of the one to move, that others attack: the king
/// first, each with what attacks and guards it.
fn attacked(cx: &Context<'_>, state: &Match) -> Vec<Message> {
    let (texts, position) = (cx.texts(), state.position());
    let army = state.color_of(cx.person).unwrap_or(position.turn());
    let mut own: Vec<(Square, Piece)> = position.pieces().collect();
    own.retain(|(_, piece)| piece.color == army);
    own.sort_by_key(|(_, piece)| piece.role);
    let attacked = own.into_iter().filter_map(|(square, _)| {
        let mut others = Color::ALL.into_iter().filter(|other| *other != army);
        others.find(|other| !position.bearing_on(square, *other).is_empty())?;
        let described = Described {
            texts,
            mirrored: cx.locale.mirrored,
            position,
            square,
        };
        let piece = piece_at(texts, position, square)?;
        let piece = texts.say("look-piece", &[("piece", &piece)]);
        Some(Message::sentences(
            [piece].into_iter().chain(described.bearing()),
        ))
    });
    let attacked: Vec<Message> = attacked.collect();
    let army = texts.army(army);
    let heading = ["look-own", "look-own-safe"][usize::from(attacked.is_empty())];
    let heading = cx.say(heading, &[("army", &army), ("match", &state.id())]);
    [heading].into_iter().chain(attacked).collect()
}

/// A square of a position, ready to be described.
struct Described<'a> {
    texts: &'a Texts,
    /// True if the speaker's boards are mirrored: what is clockwise goes the other way around there.
    mirrored: bool,
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

    /// Names the pawn that may be captured by moving here.
    fn en_passant(&self) -> Option<Message> {
        let passed = self.position.en_passant().find(|at| *at == self.square)?;
        let on = Square::new(passed.file(), 4)?;
        let pawn = piece_at(self.texts, self.position, on)?;
        Some(self.texts.say("look-en-passant", &[("piece", &pawn)]))
    }

    /// Lists the pieces that attack the square, and those that guard it.
    fn bearing(&self) -> Vec<Message> {
        let piece = self.position.piece_at(self.square);
        let owner = piece.filter(|piece| !self.is_dead(*piece));
        let owner = owner.map(|piece| piece.color);
        let others = Color::ALL.into_iter().filter(|army| owner != Some(*army));
        let attacked = others.filter_map(|army| self.bears("look-attacked", army));
        let mut lines: Vec<Message> = attacked.collect();
        if lines.is_empty() {
            lines.push(self.texts.say("look-not-attacked", &[]));
        }
        lines.extend(owner.map(|owner| {
            let guarded = self.bears("look-guarded", owner);
            guarded.unwrap_or_else(|| self.texts.say("look-not-guarded", &[]))
        }));
        lines
    }

    /// Names the pieces of an army that bear on the square, in a sentence; `None` without any.
    fn bears(&self, id: &'static str, army: Color) -> Option<Message> {
        let bearing = self.position.bearing_on(self.square, army).into_iter();
        let pieces = bearing.filter_map(|from| {
            let role = self.position.piece_at(from)?.role;
            Some(self.piece_on(&self.texts.piece(role), from))
        });
        let (army, all) = (self.texts.army(army), self.texts.and(pieces));
        let said = || self.texts.say(id, &[("army", &army), ("pieces", &all)]);
        (!all.is_empty()).then(said)
    }

    /// Names the moat and the creek next to the square (rules §3.1, §3.7).
    fn borders(&self) -> Vec<Message> {
        let (file, rank) = (self.square.file(), self.square.rank());
        let border = Border::beside(file);
        // Along rank 2 there is none: it is touched on the way to rank 1.
        let moat = border.filter(|_| rank <= 2).map(|border| {
            let id = match (rank, self.position.is_bridged(border)) {
                (1, false) => "look-moat",
                (1, true) => "look-moat-bridged",
                (_, false) => "look-moat-corner",
                (_, true) => "look-moat-corner-bridged",
            };
            self.texts
                .say(id, &[("border", &self.texts.border(border))])
        });
        let creek = border.filter(|_| rank == 2 || rank == 3);
        let creek = creek.map(|border| {
            let border = self.texts.border(border);
            self.texts.say("look-creek", &[("border", &border)])
        });
        moat.into_iter().chain(creek).collect()
    }

    fn lines(&self) -> Vec<Message> {
        let sights = self.position.sights(self.square).into_iter();
        let line = |(direction, sight): (Direction, Sight)| {
            let line = self.line(&sight);
            let word = as_seen(direction.word(), self.mirrored);
            self.texts.say(format!("line-{word}"), &[("line", &line)])
        };
        sights.map(line).collect()
    }

    fn line(&self, sight: &Sight) -> String {
        let texts = self.texts;
        let passed = sight.passed.iter().map(|passed| match passed {
            Passed::Square(square) => square.to_string(),
            Passed::Centre => texts.word("line-centre"),
            Passed::Bridge(border) => texts
                .say("line-bridge", &[("border", &texts.border(*border))])
                .into(),
        });
        let end = match &sight.end {
            LineEnd::Piece(square, _) => {
                piece_at(texts, self.position, *square).unwrap_or_default()
            }
            LineEnd::Edge => texts.word("line-edge"),
            LineEnd::Moat(border) => texts
                .say("line-moat", &[("border", &texts.border(*border))])
                .into(),
            LineEnd::Start => texts.say("line-start", &[("square", &self.square)]).into(),
        };
        texts.comma(passed.chain([end]))
    }

    fn piece_on(&self, piece: &str, square: Square) -> String {
        let texts = self.texts;
        let said = texts.say("piece-on", &[("piece", &piece), ("square", &square)]);
        said.into()
    }
}

/// Returns the word of a direction as it is seen on a board that may be mirrored.
fn as_seen(word: &str, mirrored: bool) -> String {
    if !mirrored {
        word.to_owned()
    } else if word.contains("counterclockwise") {
        word.replace("counterclockwise", "clockwise")
    } else {
        word.replace("clockwise", "counterclockwise")
    }
}

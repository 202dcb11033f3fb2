//! The seam between pictures and languages: what a picture says, before it is said in one.

use rondel_rules::{Border, Color, Piece, Points, Role, Square};

use super::{LastMove, LeaderboardRow, Results, RulesetResults};

/// A language for pictures: turns each [`Caption`] into finished text.
///
/// A function from captions to text is one, which serves wherever the wording is no matter:
///
/// ```
/// use rondel_render::{BoardView, Caption, text_board};
/// use rondel_rules::{Color, Position};
///
/// let captions = |caption: Caption<'_>| format!("{caption:?}");
/// let view = BoardView::new(Position::start(), Color::White);
/// assert!(text_board(&view, &captions).contains("Piece(King) e1, "));
/// ```
pub trait Captions: Sync {
    /// Returns the text of a caption, with its values in place. They come cleaned and cut, ready to
    /// be shown; the text is written as it is, and cut where the picture has no room for it.
    fn caption(&self, caption: Caption<'_>) -> String;
}

impl<F: Fn(Caption<'_>) -> String + Sync> Captions for F {
    fn caption(&self, caption: Caption<'_>) -> String {
        self(caption)
    }
}

/// Something that a picture or its alt text says, with the values that belong into it. Examples are
/// English.
#[derive(Clone, Copy, Debug)]
pub enum Caption<'a> {
    /// The name of an army: `White`.
    Army(Color),
    /// The name of a piece: `king`.
    Piece(Role),
    /// An army and who plays it: `White (Ann)`; the army alone without a name.
    Player {
        /// The army, by color.
        army: Color,
        /// Its player's name, where one is known.
        name: Option<&'a str>,
    },
    /// Below the name of the army to move, in the centre: `to move`.
    ToMove,
    /// Below that, when its king is attacked: `in check`.
    InCheck,
    /// In place of a result that cannot be drawn: `Game over`.
    GameOver,
    /// Below the name of a player who is out, with the reason: `out: mate`, or `out`.
    Out(Option<&'a str>),
    /// Below the name of an army that nobody plays: `empty seat`.
    EmptySeat,
    /// Number of plies made: `ply 51`.
    Ply(u32),
    /// First line of a text board: `Match m7k3q.`
    Match(&'a str),
    /// The player whose turn it is: `White (Ann) is to move.`
    Turn {
        /// The army to move.
        army: Color,
        /// Its player's name, where one is known.
        name: Option<&'a str>,
    },
    /// A match that is paused, in which nobody is to move.
    Paused,
    /// The result of a match: `Over: White wins, 1-0-0.`
    Result(&'a str),
    /// One of the last moves: `White played Nf3, g1 to f3.`
    Played(&'a LastMove),
    /// An attack on a king: `White is in check from the Black rook on q5.`
    Check {
        /// The army whose king is attacked.
        army: Color,
        /// The piece that attacks it.
        attacker: Piece,
        /// The square of that piece.
        from: Square,
    },
    /// No king is attacked: `Nobody is in check.`
    NoCheck,
    /// An army out of the game: `Gray (Ben) is out: time.`
    IsOut {
        /// The army, by color.
        army: Color,
        /// Its player's name, where one is known.
        name: Option<&'a str>,
        /// The way it went out.
        reason: Option<&'a str>,
    },
    /// An army that nobody plays: `Gray's seat is empty, and its army stands dead.`
    SeatIsEmpty(Color),
    /// Points earned so far, by the armies that somebody plays: `Points so far: White 1/2, Black 2.`
    PointsSoFar(&'a [(Color, Points)]),
    /// The moats that are bridged: `Moats bridged: h|i, p|q.`, or that none is.
    Bridged(&'a [Border]),
    /// Squares to which a piece may go: `The White knight on g1 may go to f3 h3.`
    Reach {
        /// The piece that may move.
        piece: Piece,
        /// The square that it stands on.
        from: Square,
        /// The squares to which it may go.
        to: &'a [Square],
        /// True if the picture numbers these squares from 1, in this order.
        numbered: bool,
    },
    /// A line that is drawn: `A line leads from a1 to a3: a1 a2 a3.`
    Line {
        /// Its first square.
        from: Square,
        /// Its last square.
        to: Square,
        /// All its squares.
        squares: &'a [Square],
    },
    /// A line that is crossed out, for a move that the rules forbid.
    Barred {
        /// Its first square.
        from: Square,
        /// Its last square.
        to: Square,
    },
    /// The seat from which the board is seen.
    SeenFrom(Color),
    /// The army whose sector is shown in place of the whole board.
    Sector(Color),
    /// A rank in the list of an army's pieces: `Rank 3`.
    Rank(u8),
    /// In place of an empty list: `nothing`.
    Nothing,
    /// After the name of an army that is out: `dead`.
    Dead,
    /// Number of pieces that a list leaves out: `and 5 more`.
    MorePieces(usize),
    /// Heading of ratings on a card.
    Rating,
    /// Heading of points.
    Points,
    /// Heading of numbers of matches.
    Matches,
    /// Heading of numbers of matches won.
    Wins,
    /// Heading of points a match, on average.
    Average,
    /// Footnote on the columns of a leaderboard that have a king each above them: points a match,
    /// on average with each army.
    AverageWith,
    /// Footnote on the mark after a rating that rests on few matches.
    Provisional {
        /// The mark that it explains.
        mark: char,
    },
    /// In place of a name that the font cannot write, with the place on a leaderboard: `Player 3`.
    Nameless(Option<&'a str>),
    /// Footnote on names that the font cannot write.
    NamesInText,
    /// On a leaderboard without rows.
    Nobody,
    /// On a profile without matches.
    Unplayed,
    /// Number of rulesets that a profile leaves out: `and 3 more`.
    MoreRulesets(usize),
    /// Opens the alt text of a leaderboard.
    Leaderboard {
        /// The ruleset that is played.
        title: &'a str,
        /// The place and the time that it is for.
        subtitle: &'a str,
    },
    /// One row of a leaderboard, in a sentence without the averages.
    Row(&'a LeaderboardRow),
    /// The row of the person who asked, which stands further down than the others.
    RowFurtherDown(&'a LeaderboardRow),
    /// Opens the alt text of a profile.
    Profile {
        /// The person's name.
        name: &'a str,
    },
    /// The results under one ruleset, in a sentence without the curve.
    Ruleset(&'a RulesetResults),
    /// The course of a rating, in a sentence.
    Curve {
        /// The ruleset's name.
        ruleset: &'a str,
        /// The rating it began with.
        first: i32,
        /// The rating it came to.
        last: i32,
        /// The lowest of all.
        lowest: i32,
        /// The highest of all.
        highest: i32,
    },
    /// The results with one army, in a sentence.
    Seat {
        /// The army, by color.
        army: Color,
        /// The results in that seat.
        results: &'a Results,
    },
}

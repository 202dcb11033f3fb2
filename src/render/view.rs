//! The contents of a picture: plain data.

use rondel_rules::{
    ByColor, CheckLine, Color, Colors, Move, Points, Position, Role, ShortMove, Square, Taken,
};

/// A board to show, with everything around it. Texts of any length and content are harmless: they
/// are cleaned and cut when drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The pieces, the army to move, the armies in play, the moats that are bridged.
    pub position: Position,
    /// The seat from which the board is seen: its sector lies at the bottom.
    pub seat: Color,
    /// True if the letters of that seat run from left to right, and its queen stands left of its king. The turn
    /// goes counterclockwise then.
    pub mirrored: bool,
    /// The latest move of each army, in any order; the latest three count.
    pub last_moves: Vec<LastMove>,
    /// The players' names; without one the seat's name is shown.
    pub names: ByColor<Option<String>>,
    /// For armies out of the game: the way they went out, in words ("mate"). Ignored for armies in
    /// play.
    pub out: ByColor<Option<String>>,
    /// For armies that were mated just now: the armies that attacked the king. They are out, and the
    /// lines of these attacks are shown once more.
    pub mated_by: ByColor<Colors>,
    /// The armies whose seat is empty: they stand dead from the start, and nobody went out.
    pub empty: Colors,
    /// Points that each army has earned so far, where they are to be shown.
    pub points: Option<ByColor<Points>>,
    /// The id of the match.
    pub match_id: Option<String>,
    /// The result of a match that is over, in words ("White wins, 1-0-0").
    pub over: Option<String>,
    /// True for a match that is paused: nobody is to move.
    pub paused: bool,
    /// The marks of a picture that explains something.
    pub marks: Vec<Mark>,
    /// The army whose sector is shown large, with the squares around it, instead of the whole board;
    /// for small screens. It is seen from that army's seat, whatever `seat` says.
    pub zoom: Option<Color>,
    /// True for an example that explains a rule: nobody plays there, so it has no turn and no ply.
    pub example: bool,
    /// True if it passes by among others in a moving picture. Then it says less, so that nothing
    /// flickers: only the latest move is marked, and not the army to move.
    pub passing: bool,
}

impl BoardView {
    /// Returns a view of a position as such: no names, no last moves, not over.
    #[must_use]
    pub fn new(position: Position, seat: Color) -> BoardView {
        BoardView {
            position,
            seat,
            mirrored: false,
            last_moves: Vec::new(),
            names: ByColor::default(),
            out: ByColor::default(),
            mated_by: ByColor::new(|_| Colors::NONE),
            empty: Colors::NONE,
            points: None,
            match_id: None,
            over: None,
            paused: false,
            marks: Vec::new(),
            zoom: None,
            example: false,
            passing: false,
        }
    }

    /// Makes a legal move of the army to move, which becomes the latest.
    pub fn play(&mut self, mv: Move) {
        self.last_moves.push(LastMove {
            color: self.position.turn(),
            from: mv.from,
            to: mv.to,
            number: self.position.ply() + 1,
            taken: self.position.taken(mv),
            notation: ShortMove::signed(&self.position, mv).for_people(Role::letter),
        });
        self.position.play(mv);
    }

    /// Returns the latest three moves in the order of play, each with its number among them, from 1. That of an
    /// army that is out is left out once all others have had their turn: its piece may be gone by then.
    pub(crate) fn latest_moves(&self) -> impl DoubleEndedIterator<Item = (usize, &LastMove)> {
        let mut moves: Vec<&LastMove> = self.last_moves.iter().collect();
        let newest = moves.iter().map(|last| last.number).max().unwrap_or(0);
        moves.retain(|last| !self.is_out(last.color) || newest - last.number < 3);
        moves.sort_by_key(|last| last.number);
        let moves = moves.split_off(moves.len().saturating_sub(3));
        (1..).zip(moves).collect::<Vec<_>>().into_iter()
    }

    /// Returns the attacks on kings: of the armies in play, and of those mated just now.
    pub(crate) fn attacks(&self) -> Vec<CheckLine> {
        let mated = self.mated_by.iter();
        let mated = mated.flat_map(|(color, by)| self.position.lines_to_king(color, *by));
        self.position
            .check_lines()
            .into_iter()
            .chain(mated)
            .collect()
    }

    /// Returns the seat from which the picture is seen.
    pub(crate) fn seen_from(&self) -> Color {
        self.zoom.unwrap_or(self.seat)
    }

    /// Returns true if it shows nobody as the one to move.
    pub(crate) fn is_idle(&self) -> bool {
        self.over.is_some() || self.paused || self.passing || self.example
    }

    /// Returns true if the army is out of the game.
    pub(crate) fn is_out(&self, color: Color) -> bool {
        !self.position.in_play().contains(color)
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The army that made it.
    pub color: Color,
    /// The square that the piece left.
    pub from: Square,
    /// The square that the piece went to; the king, of a castling move.
    pub to: Square,
    /// The ply it was, from 1.
    pub number: u32,
    /// The piece that it captured.
    pub taken: Option<Taken>,
    /// The move as people write it: `Nf3`.
    pub notation: String,
}

/// Something that is pointed out on the board. Several marks of a kind bear numbers in their order,
/// from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Squares to which a piece may go: dots, and rings around pieces that it may take.
    Reach {
        /// The square of the piece.
        from: Square,
        /// The squares to which it may go.
        to: Vec<Square>,
    },
    /// Squares to which a chosen piece may go: a ring around it, and the squares numbered in this
    /// order, from 1, for a list that bears the same numbers.
    Numbered {
        /// The square of the piece.
        from: Square,
        /// The squares to which it may go.
        to: Vec<Square>,
    },
    /// An arrow along squares, from the first to the last; a closed line where these are the same.
    Way {
        /// The squares, each next to the one before it, across the centre, or a leap away.
        squares: Vec<Square>,
    },
    /// A move that the rules forbid: a line along squares, and a cross on the last of them.
    Barred {
        /// The squares, as of a way.
        squares: Vec<Square>,
    },
}

#[cfg(test)]
mod samples {
    use super::*;

    impl BoardView {
        /// A view with much in it: an army that is out, bridged moats, a check, a last move.
        pub(crate) fn crowded() -> BoardView {
            let line = "wR2wQwK1wNwRgRgNgBgQgKgBgNgRbR1bBbQbK1bNbR/wPwPwPwP2wPwPgPgPgPgPgPgPgPgP\
                    bPbPbPbPbPbPbPbP/24/24/16bR7/24 w wb hp wKQbKQ - 0 30";
            let mut view = BoardView::new(line.parse().unwrap(), Color::White);
            view.out[Color::Gray] = Some("time".to_owned());
            view.last_moves.push(LastMove {
                color: Color::Black,
                from: "q6".parse().unwrap(),
                to: "q5".parse().unwrap(),
                number: 30,
                taken: None,
                notation: "Rq5+".to_owned(),
            });
            view
        }

        /// A view that explains: where two pieces may go, a circle, an arrow, and a move crossed out.
        pub(crate) fn explaining() -> BoardView {
            let line = "wR1wB1wK9gK5bK3/3bR20/24/24/24/24 w wgb - - - 0 0";
            let mut view = BoardView::new(line.parse().unwrap(), Color::White);
            let squares = |names: &str| {
                let names = names.split(' ').map(|name| name.parse().unwrap());
                names.collect::<Vec<Square>>()
            };
            let reach = |from: &str, to: &str| Mark::Reach {
                from: from.parse().unwrap(),
                to: squares(to),
            };
            view.marks = vec![
                reach("c1", "b2 d2"),
                reach("a1", "b1"),
                Mark::Way {
                    squares: squares("c1 b2 a3 x4 w5 v6 h6 g5 f4 e3 d2 c1"),
                },
                Mark::Way {
                    squares: squares("a1 a2 a3"),
                },
                Mark::Barred {
                    squares: squares("a1 x1"),
                },
            ];
            view
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_of_an_army_that_is_out_is_marked_for_a_round() {
        let mut view = BoardView::crowded();
        view.last_moves.clear();
        let mut add = |color, number| {
            view.last_moves.retain(|last| last.color != color);
            let [from, to] = ["q6", "q5"].map(|square| square.parse().unwrap());
            let notation = String::from("Rq5");
            view.last_moves.push(LastMove {
                color,
                from,
                to,
                number,
                taken: None,
                notation,
            });
            let marked = view.latest_moves().map(|(_, last)| last.number);
            marked.collect::<Vec<_>>()
        };
        // Gray is out.
        assert_eq!(add(Color::Gray, 8), [8]);
        assert_eq!(add(Color::Black, 9), [8, 9]);
        assert_eq!(add(Color::White, 10), [8, 9, 10]);
        assert_eq!(add(Color::Black, 11), [10, 11]);
        assert_eq!(add(Color::White, 12), [11, 12]);
    }
}

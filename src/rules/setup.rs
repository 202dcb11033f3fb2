//! Position lines (rules §7.3), and the ones that are impossible (rules §7.4).

use std::{fmt, str::FromStr};

use super::{
    board::Board,
    border::Border,
    color::{Color, Colors},
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::{FILES, RANKS, Square},
    words::words,
};

words! {
    /// The eight fields of a position line, in order.
    Field {
        /// The pieces on their squares.
        "board" => Board,
        /// The army to move.
        "turn" => Turn,
        /// The armies in play.
        "in-play" => InPlay,
        /// The bridged moats.
        "moats" => Moats,
        /// The sides on which armies may castle.
        "castling" => Castling,
        /// Squares passed over by double steps.
        "en-passant" => EnPassant,
        /// Plies since the last capture, pawn move or army going out.
        "clock" => Clock,
        /// Plies since the start.
        "ply" => Ply,
    }
}

/// The reason a position line was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePositionError {
    /// The line is not eight fields separated by single spaces.
    #[error(
        "a position line is eight fields with single spaces: board turn in-play moats castling \
         en-passant clock ply (rules §7.3)"
    )]
    Fields,
    /// A field has the wrong form.
    #[error("the {field} field cannot be read (rules §7.3)", field = .0.word())]
    Unreadable(Field),
    /// The line is readable but no possible position (rules §7.4).
    #[error("{0} (rules §7.4)")]
    Impossible(Impossible),
}

/// The reason a readable line is impossible (rules §7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// An army in play has no king.
    #[error("{0} is in play and has no king")]
    NoKing(Color),
    /// An army has two kings or more.
    #[error("{0} has more than one king")]
    Kings(Color),
    /// A pawn stands on rank 1.
    #[error("the pawn on {0} cannot stand on rank 1")]
    PawnOnRankOne(Square),
    /// A pawn that has not been through the centre stands on rank 2 outside its sector.
    #[error("the pawn on {0} has not been through the centre and cannot have come there")]
    PawnOutsideSector(Square),
    /// The army to move is out of the game.
    #[error("{0} is to move and not in play")]
    TurnNotInPlay(Color),
    /// A castling right without its king or rook in place, or of an army that is out.
    #[error("{0} cannot have the right to castle on that side")]
    Castling(Color),
    /// A moat next to an army that is out is unbridged.
    #[error("the moat {0} lies beside an army out of the game and is not bridged")]
    UnbridgedMoat(Border),
    /// A double step cannot just have passed this en passant square.
    #[error("no pawn that can be taken en passant has passed {0}")]
    EnPassant(Square),
    /// The army that moved last is in check.
    #[error("{0} has just moved and stands in check")]
    CheckAfterMove(Color),
    /// Three armies are in play where only two play.
    #[error("two armies play by this ruleset, not three")]
    ThreeArmies,
}

impl Impossible {
    /// Returns the field to blame.
    #[must_use]
    pub const fn field(self) -> Field {
        match self {
            Impossible::NoKing(_)
            | Impossible::Kings(_)
            | Impossible::PawnOnRankOne(_)
            | Impossible::PawnOutsideSector(_)
            | Impossible::CheckAfterMove(_) => Field::Board,
            Impossible::TurnNotInPlay(_) => Field::Turn,
            Impossible::ThreeArmies => Field::InPlay,
            Impossible::Castling(_) => Field::Castling,
            Impossible::UnbridgedMoat(_) => Field::Moats,
            Impossible::EnPassant(_) => Field::EnPassant,
        }
    }
}

impl ParsePositionError {
    /// Returns the field to blame, if it is a single one.
    #[must_use]
    pub const fn field(self) -> Option<Field> {
        match self {
            ParsePositionError::Fields => None,
            ParsePositionError::Unreadable(field) => Some(field),
            ParsePositionError::Impossible(why) => Some(why.field()),
        }
    }
}

impl From<Impossible> for ParsePositionError {
    fn from(why: Impossible) -> ParsePositionError {
        ParsePositionError::Impossible(why)
    }
}

/// The largest count of plies that is accepted, so that no match overflows it.
const MOST_PLIES: u32 = 1_000_000_000;

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a position line (rules §7.3), and refuses impossible ones (rules §7.4).
    fn from_str(line: &str) -> Result<Position, ParsePositionError> {
        let fields: Vec<&str> = line.splitn(Field::ALL.len() + 1, ' ').collect();
        if fields.len() != Field::ALL.len() {
            return Err(ParsePositionError::Fields);
        }
        let text = |field: Field| fields[field as usize];
        let or = ParsePositionError::Unreadable;
        let mut position = Position::empty();
        read_board(&mut position, text(Field::Board))?;
        position.turn = Color::from_lone_letter(text(Field::Turn)).ok_or(or(Field::Turn))?;
        position.in_play = read_in_play(text(Field::InPlay)).ok_or(or(Field::InPlay))?;
        read_moats(&mut position, text(Field::Moats)).ok_or(or(Field::Moats))?;
        read_castling(&mut position, text(Field::Castling)).ok_or(or(Field::Castling))?;
        let passed = read_en_passant(text(Field::EnPassant)).ok_or(or(Field::EnPassant))?;
        position.clock = read_count(text(Field::Clock)).ok_or(or(Field::Clock))?;
        position.ply = read_count(text(Field::Ply)).ok_or(or(Field::Ply))?;
        check_board(&position)?;
        check_rights(&position)?;
        take_en_passant(&mut position, &passed)?;
        check_safety(&position)?;
        Ok(position)
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), ParsePositionError> {
    let error = ParsePositionError::Unreadable(Field::Board);
    let mut rank = 0;
    for ring in text.split('/') {
        rank += 1;
        read_ring(&mut position.board, rank, ring).ok_or(error)?;
    }
    if rank != RANKS {
        return Err(error);
    }
    let kings = position.board.of_role(Role::King);
    let several = |color: &Color| (position.board.of_color(*color) & kings).len() > 1;
    match Color::ALL.into_iter().find(several) {
        Some(color) => Err(Impossible::Kings(color).into()),
        None => Ok(()),
    }
}

fn read_ring(board: &mut Board, rank: u8, mut ring: &str) -> Option<()> {
    let mut file = 0;
    while !ring.is_empty() {
        let digits = ring.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let run: u8 = ring[..digits].parse().ok()?;
            if ring.starts_with('0') || run > FILES - file {
                return None;
            }
            file += run;
            ring = &ring[digits..];
        } else {
            let mut letters = ring.chars();
            let color = Color::from_letter(letters.next()?)?;
            let role = Role::from_letter(letters.next()?)?;
            board.put(Square::new(file, rank)?, Piece { color, role });
            file += 1;
            ring = letters.as_str();
        }
    }
    (file == FILES && rank <= RANKS).then_some(())
}

/// Reads the armies, each named at most once, in turn order.
fn read_in_play(text: &str) -> Option<Colors> {
    let colors: Option<Colors> = text.chars().map(Color::from_letter).collect();
    colors.filter(|colors| !colors.is_empty() && colors.to_string() == text)
}

fn read_moats(position: &mut Position, text: &str) -> Option<()> {
    for letter in text.trim_start_matches('-').chars() {
        let border = Border::ALL
            .into_iter()
            .find(|border| border.letter() == letter)?;
        position.moats.bridge(border);
    }
    (moats_field(position) == text).then_some(())
}

fn read_castling(position: &mut Position, text: &str) -> Option<()> {
    let mut color = None;
    for letter in text.trim_start_matches('-').chars() {
        match letter {
            'K' => position.castling.grant(color?, CastlingSide::King),
            'Q' => position.castling.grant(color?, CastlingSide::Queen),
            _ => color = Some(Color::from_letter(letter)?),
        }
    }
    (castling_field(position) == text).then_some(())
}

fn read_en_passant(text: &str) -> Option<Vec<Square>> {
    if text == "-" {
        return Some(Vec::new());
    }
    if text.is_empty() || text.len() > 4 || !text.is_ascii() {
        return None;
    }
    text.as_bytes()
        .chunks(2)
        .map(|name| {
            let square: Square = std::str::from_utf8(name).ok()?.parse().ok()?;
            (square.rank() == 3).then_some(square)
        })
        .collect()
}

fn read_count(text: &str) -> Option<u32> {
    let plain = text == "0" || !text.starts_with('0');
    if !plain || text.len() > 10 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|count| *count <= MOST_PLIES)
}

fn check_board(position: &Position) -> Result<(), Impossible> {
    for (square, piece) in position.pieces() {
        if piece.role.is_pawn() && square.rank() == 1 {
            return Err(Impossible::PawnOnRankOne(square));
        }
        if piece.role == Role::Pawn
            && square.rank() == 2
            && square.file() & !7 != piece.color.first_file()
        {
            return Err(Impossible::PawnOutsideSector(square));
        }
    }
    for color in position.in_play.iter() {
        if position.king_square(color).is_none() {
            return Err(Impossible::NoKing(color));
        }
    }
    Ok(())
}

fn check_rights(position: &Position) -> Result<(), Impossible> {
    if !position.in_play.contains(position.turn) {
        return Err(Impossible::TurnNotInPlay(position.turn));
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let at_home = |square, role| position.piece_at(square) == Some(Piece { color, role });
            if position.castling.has(color, side)
                && !(position.in_play.contains(color)
                    && at_home(king_start(color), Role::King)
                    && at_home(side.rook_from(color), Role::Rook))
            {
                return Err(Impossible::Castling(color));
            }
        }
        if !position.in_play.contains(color) {
            for border in [Border::before(color), Border::after(color)] {
                if !position.is_bridged(border) {
                    return Err(Impossible::UnbridgedMoat(border));
                }
            }
        }
    }
    Ok(())
}

/// Sets the double steps, and refuses squares that no double step can have passed.
fn take_en_passant(position: &mut Position, passed: &[Square]) -> Result<(), ParsePositionError> {
    for &square in passed {
        let color = Color::ALL[square.file() as usize / 8];
        let pawn = Piece {
            color,
            role: Role::Pawn,
        };
        let stands = Square::wrapped(i32::from(square.file()), 4);
        if position.piece_at(stands) != Some(pawn)
            || position.piece_at(square).is_some()
            || color == position.turn
            || !position.in_play.contains(color)
            || position.double_steps.of(color).is_some()
        {
            return Err(Impossible::EnPassant(square).into());
        }
        position.double_steps.note(square.file());
    }
    if position.en_passant().ne(passed.iter().copied()) {
        // They are not in order, oldest first.
        return Err(ParsePositionError::Unreadable(Field::EnPassant));
    }
    Ok(())
}

fn check_safety(position: &Position) -> Result<(), Impossible> {
    // With two of three armies left, the previous one may rightly be in check (rules §7.4).
    let before = position.turn.next().next();
    if position.in_play.len() == 3 && position.is_checked(before) {
        return Err(Impossible::CheckAfterMove(before));
    }
    Ok(())
}

/// Writes a position line (rules §7.3).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=RANKS {
            let mut run = 0;
            for file in 0..FILES {
                match self.piece_at(Square::wrapped(i32::from(file), i32::from(rank))) {
                    None => run += 1,
                    Some(piece) => write!(f, "{}{piece}", run_text(&mut run))?,
                }
            }
            f.write_str(&run_text(&mut run))?;
            f.write_str(if rank < RANKS { "/" } else { " " })?;
        }
        write!(
            f,
            "{} {} {} {} ",
            self.turn.letter(),
            self.in_play,
            moats_field(self),
            castling_field(self)
        )?;
        if self.en_passant().next().is_none() {
            f.write_str("-")?;
        }
        for square in self.en_passant() {
            write!(f, "{square}")?;
        }
        write!(f, " {} {}", self.clock, self.ply)
    }
}

/// Returns the number of empty squares in a run, if there are any, and begins the next run.
fn run_text(run: &mut u8) -> String {
    match std::mem::take(run) {
        0 => String::new(),
        run => run.to_string(),
    }
}

fn moats_field(position: &Position) -> String {
    let letters: String = Border::ALL
        .into_iter()
        .filter(|border| position.is_bridged(*border))
        .map(Border::letter)
        .collect();
    or_dash(letters)
}

fn castling_field(position: &Position) -> String {
    let mut letters = String::new();
    for color in Color::ALL {
        if position.castling.has_any(color) {
            letters.push(color.letter());
        }
        for (side, letter) in CastlingSide::ALL.into_iter().zip(['K', 'Q']) {
            if position.castling.has(color, side) {
                letters.push(letter);
            }
        }
    }
    or_dash(letters)
}

fn or_dash(letters: String) -> String {
    if letters.is_empty() {
        String::from("-")
    } else {
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/\
        wPwPwPwPwPwPwPwPgPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24 w wgb - wKQgKQbKQ - 0 0";

    #[test]
    fn the_start_reads_back() {
        assert_eq!(Position::start().to_string(), START);
        assert_eq!(START.parse(), Ok(Position::start()));
    }

    #[track_caller]
    fn refused(line: &str, want: ParsePositionError) {
        assert_eq!(line.parse::<Position>(), Err(want), "{line}");
    }

    #[test]
    fn lines_of_the_wrong_form_name_the_field() {
        use Field::{Board, Castling, Clock, EnPassant, InPlay, Moats, Ply, Turn};
        refused("", ParsePositionError::Fields);
        refused(&format!("{START} 0"), ParsePositionError::Fields);
        refused(&START.replace(" w ", "  w "), ParsePositionError::Fields);
        for (from, to, field) in [
            ("/24/24/24/24", "/24/24/24", Board),
            ("/24/24/24/24", "/24/24/24/25", Board),
            ("/24/24/24/24", "/24/24/024/24", Board),
            ("/24/24/24/24", "/24/24/24/23w", Board),
            ("wRwN", "wRwX", Board),
            (" w ", " x ", Turn),
            ("wgb", "gwb", InPlay),
            ("wgb -", "wgb px", Moats),
            ("wKQgKQbKQ", "wQKgKQbKQ", Castling),
            ("wKQgKQbKQ", "KQ", Castling),
            ("- 0 0", "e4 0 0", EnPassant),
            ("- 0 0", "- 00 0", Clock),
            ("- 0 0", "- 0 -1", Ply),
            ("- 0 0", "- 0 99999999999", Ply),
        ] {
            refused(
                &START.replace(from, to),
                ParsePositionError::Unreadable(field),
            );
        }
    }

    #[test]
    fn impossible_lines_say_why() {
        let square = |name: &str| name.parse().unwrap();
        for (line, why) in [
            (
                "wK23/24/24/24/gK23/24 w wgb - - - 0 0",
                Impossible::NoKing(Color::Black),
            ),
            (
                "wK23/wK23/24/24/gK23/bK23 w wgb - - - 0 0",
                Impossible::Kings(Color::White),
            ),
            (
                "wK2gC20/24/24/gK23/24/bK23 w wgb - - - 0 0",
                Impossible::PawnOnRankOne(square("d1")),
            ),
            (
                "wK23/8wP15/24/gK23/24/bK23 w wgb - - - 0 0",
                Impossible::PawnOutsideSector(square("i2")),
            ),
            (
                "wK23/24/24/24/gK23/24 b wg xhp - - 0 0",
                Impossible::TurnNotInPlay(Color::Black),
            ),
            (
                "wK23/24/24/gK23/24/bK23 w wgb - wK - 0 0",
                Impossible::Castling(Color::White),
            ),
            (
                "wK23/24/24/24/gK23/24 w wg x - - 0 0",
                Impossible::UnbridgedMoat(Border::PQ),
            ),
            (
                "wK23/24/24/gK23/24/bK23 w wgb - - m3 0 0",
                Impossible::EnPassant(square("m3")),
            ),
            (
                "wK23/24/24/gK23/24/5bK1wQ16 w wgb - - - 0 0",
                Impossible::CheckAfterMove(Color::Black),
            ),
        ] {
            refused(line, ParsePositionError::Impossible(why));
        }
    }
}

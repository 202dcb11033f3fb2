//! Moves typed with the letters by which a language calls the pieces.

use super::Language;
use crate::rules::{
    LONGEST_TYPED, Move, Position, ReadMoveError, Role, is_pawn_capture, read_move,
};

/// The letters of rules §7.2 that other languages have others for, with the figures of the pieces.
const ROLES: [(char, char); 4] = [('Q', '♕'), ('R', '♖'), ('B', '♗'), ('N', '♘')];

impl Language {
    /// Returns the letters of pieces that are not those of rules §7.2, each with the figure of its
    /// piece.
    const fn piece_letters(self) -> &'static [(char, char)] {
        match self {
            Language::English => &[],
            Language::German => &[('D', '♕'), ('T', '♖'), ('L', '♗'), ('S', '♘')],
        }
    }

    /// Returns the letter of a piece in this language, the German `D T L S` for queen, rook, bishop and knight.
    pub(super) fn letter(self, role: Role) -> char {
        let figure = ROLES.iter().find(|(known, _)| *known == role.letter());
        let mut own = self.piece_letters().iter();
        let own = figure.and_then(|(_, figure)| own.find(|(_, of)| of == figure));
        own.map_or_else(|| role.letter(), |(letter, _)| *letter)
    }

    /// Returns the text with figures for the letters of pieces in this language, such as the German
    /// `D T L S` for queen, rook, bishop and knight: for a capital at the beginning, and at the end
    /// for the role of a promotion. `None` if there is no such letter in these places.
    ///
    /// These letters can also be files of the board, so the text may mean either.
    ///
    /// ```
    /// use rondel::messages::Language;
    ///
    /// let german = Language::German;
    /// assert_eq!(german.with_figures("Sf3").as_deref(), Some("♘f3"));
    /// assert_eq!(german.with_figures(" e1=D+").as_deref(), Some(" e1=♕+"));
    /// assert_eq!(german.with_figures("d4"), None);
    /// ```
    #[must_use]
    pub fn with_figures(self, text: &str) -> Option<String> {
        let figure = |letter: char| {
            let mut known = self.piece_letters().iter();
            known
                .find(|(own, _)| *own == letter)
                .map(|(_, figure)| *figure)
        };
        let mut letters: Vec<char> = text.chars().take(LONGEST_TYPED + 1).collect();
        let is_word = |letter: &char| letter.is_alphanumeric();
        let first = letters.iter().position(|letter| !letter.is_whitespace())?;
        let last = letters.iter().rposition(is_word)?;
        let piece = figure(letters[first]);
        if let Some(figure) = piece {
            letters[first] = figure;
        }
        let before = letters[..last].iter().rfind(|letter| is_word(letter));
        let after_rank = before.is_some_and(char::is_ascii_digit);
        let promotion = figure(letters[last].to_ascii_uppercase()).filter(|_| after_rank);
        if let Some(figure) = promotion {
            letters[last] = figure;
        }
        piece.or(promotion)?;
        Some(letters.into_iter().collect())
    }

    /// Returns a move in short notation (rules §7.2) with the letters of this language.
    ///
    /// ```
    /// use rondel::messages::Language;
    ///
    /// assert_eq!(Language::German.own_letters("Nf3"), "Sf3");
    /// assert_eq!(Language::German.own_letters("dxe1=Q+"), "dxe1=D+");
    /// assert_eq!(Language::German.own_letters("O-O"), "O-O");
    /// assert_eq!(Language::English.own_letters("Nf3"), "Nf3");
    /// ```
    #[must_use]
    pub fn own_letters(self, short: &str) -> String {
        let mut before = None;
        let letter = |letter: char| {
            let is_piece = matches!(before.replace(letter), None | Some('='));
            let role = ROLES.iter().find(|(known, _)| is_piece && *known == letter);
            let mut own = self.piece_letters().iter();
            let own = role.and_then(|(_, figure)| own.find(|(_, of)| of == figure));
            own.map_or(letter, |(own, _)| *own)
        };
        short.chars().map(letter).collect()
    }

    /// Reads a move as a speaker of this language types it: by its letters of pieces if these make a
    /// move of it, otherwise by those of rules §7.2.
    ///
    /// As with the letters of rules §7.2, a text that begins with such a capital is never read as a
    /// pawn's capture.
    ///
    /// ```
    /// use rondel::{messages::Language, rules::Position};
    ///
    /// let start = Position::start();
    /// for knight in ["Sf3", "Nf3"] {
    ///     let read = Language::German.read_move(&start, knight).unwrap();
    ///     assert_eq!(read.to_string(), "g1f3");
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_move`], and [`ReadMoveError::Ambiguous`] if the text means one move with these
    /// letters and another with those of rules §7.2, [`ReadMoveError::PawnMeant`] if no piece of
    /// that letter can go there but a pawn can capture there.
    pub fn read_move(self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        let read = read_move(position, text);
        let Some(own) = self.with_figures(text) else {
            return read;
        };
        let captures = captures(position, &read);
        match (read, read_move(position, &own)) {
            (Ok(one), Ok(other)) if one != other => {
                let mut candidates = vec![one, other];
                candidates.sort_unstable();
                Err(ReadMoveError::Ambiguous { candidates })
            }
            (_, Err(ReadMoveError::Illegal(why))) if !captures.is_empty() => {
                Err(ReadMoveError::PawnMeant { why, captures })
            }
            (_, own @ Err(ReadMoveError::Ambiguous { .. })) if !captures.is_empty() => own,
            (read @ Ok(_), _)
            | (read @ Err(ReadMoveError::Ambiguous { .. }), Err(_))
            | (read @ Err(_), Err(ReadMoveError::Unreadable { .. } | ReadMoveError::TooLong)) => {
                read
            }
            (Err(_), own) => own,
        }
    }
}

/// Returns the pawn's captures that the text alone would mean; none if it could mean anything else.
fn captures(position: &Position, read: &Result<Move, ReadMoveError>) -> Vec<Move> {
    let all = match read {
        Ok(mv) => vec![*mv],
        Err(ReadMoveError::Ambiguous { candidates }) => candidates.clone(),
        Err(ReadMoveError::PromotionMissing { from, to }) => {
            let promoted = |role| Move {
                promotion: Some(role),
                ..Move::plain(*from, *to)
            };
            Role::PROMOTIONS.map(promoted).to_vec()
        }
        Err(
            ReadMoveError::TooLong
            | ReadMoveError::Unreadable { .. }
            | ReadMoveError::Illegal(_)
            | ReadMoveError::PawnMeant { .. },
        ) => Vec::new(),
    };
    let only_captures = all.iter().all(|mv| is_pawn_capture(position, *mv));
    if only_captures { all } else { Vec::new() }
}

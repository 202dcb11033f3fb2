//! The ways to write one move, as patterns.

use super::letters::{PAWN_FIGURE, is_figure, lettered};
use crate::{
    moves::Move,
    notation::{castling_side, is_capture, is_straight, takes_king},
    position::{CastlingSide, Position},
    role::Role,
    square::Square,
};

/// The strictness of reading a text (rules §7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Care {
    /// Exactly as written; only signs that cannot mislead may be missing.
    AsWritten,
    /// Without regard to case and signs.
    Loose,
}

/// One element of a pattern.
#[derive(Clone, Copy)]
enum Element {
    /// This letter or digit.
    Must(u8),
    /// This one, a capital or not.
    EitherCase(u8),
    /// This one or nothing.
    May(u8),
    /// Any file or nothing.
    MayFile,
    /// Any rank or nothing.
    MayRank,
}

/// One way to write a move.
///
/// Signs belong to a pattern only when the text is read as written. In loose reading they are skipped
/// in the text instead, so that a superfluous sign does no harm.
pub(super) struct Pattern(Vec<Element>);

impl Pattern {
    /// Returns true if the text is a way to write the move, legal or not.
    pub(super) fn any_fits(position: &Position, mv: Move, typed: &[u8], care: Care) -> bool {
        // Whatever is written names the target, unless it castles: most moves need no closer look.
        let [file, rank] = letters(mv.to);
        let mut typed_letters = typed.iter();
        let named = typed_letters.any(|letter| letter.eq_ignore_ascii_case(&file));
        if !(named && typed.contains(&rank)) && castling_side(position, mv).is_none() {
            return false;
        }
        Pattern::all_of(position, mv, care)
            .iter()
            .any(|form| form.fits(typed, care))
    }

    fn all_of(position: &Position, mv: Move, care: Care) -> Vec<Pattern> {
        let piece = position.piece_at(mv.from);
        let capture = is_capture(position, mv) && care == Care::AsWritten;
        let king = takes_king(position, mv);
        let mut forms = Vec::with_capacity(3);
        let mut plain = Pattern(Vec::with_capacity(12));
        if piece.is_some_and(|piece| piece.role.is_pawn()) {
            plain.0.push(Element::May(PAWN_FIGURE));
        }
        plain.square(mv.from);
        plain.signs(capture, king, care);
        plain.target(mv);
        forms.push(plain);
        let Some(piece) = piece else {
            return forms;
        };
        if piece.color != position.turn() {
            return forms;
        }
        let [file, rank] = letters(mv.from);
        let mut short = Pattern(Vec::with_capacity(12));
        if !piece.role.is_pawn() {
            short.0.extend([
                Element::Must(piece.role.letter() as u8),
                Element::May(file),
                Element::May(rank),
            ]);
            short.signs(capture, king, care);
        } else if is_straight(mv) {
            short.0.push(Element::May(PAWN_FIGURE));
        } else {
            short
                .0
                .extend([Element::May(PAWN_FIGURE), Element::Must(file)]);
            // Without the `x`, a pawn's capture looks like a piece's move: `bc4`.
            if care == Care::AsWritten {
                short.0.push(Element::Must(b'x'));
            }
            if king {
                short.0.push(Element::May(b'K'));
            }
        }
        short.target(mv);
        forms.push(short);
        if let Some(side) = castling_side(position, mv) {
            forms.push(Pattern::castling(side));
        }
        forms
    }

    /// Returns a pattern for all that could be written for a move of any such piece to this square.
    pub(super) fn of_kind(role: Role, to: Square, promotion: Option<Role>) -> Pattern {
        let mut form = Pattern(Vec::with_capacity(12));
        form.0.push(if role.is_pawn() {
            Element::May(PAWN_FIGURE)
        } else {
            Element::Must(role.letter() as u8)
        });
        form.0.extend([Element::MayFile, Element::MayRank]);
        form.signs(true, true, Care::AsWritten);
        form.target(Move {
            promotion,
            ..Move::plain(to, to)
        });
        form
    }

    /// Returns the side, if the text is `O-O` or `O-O-O` in any form.
    pub(super) fn castling_named(typed: &[u8]) -> Option<CastlingSide> {
        CastlingSide::ALL
            .into_iter()
            .find(|side| Pattern::castling(*side).fits(typed, Care::Loose))
    }

    fn castling(side: CastlingSide) -> Pattern {
        let parts = side.word().bytes().map(|letter| match letter {
            b'-' => Element::May(letter),
            _ => Element::Must(letter),
        });
        Pattern(parts.collect())
    }

    /// Adds the signs that may stand between the origin and the target.
    fn signs(&mut self, capture: bool, king: bool, care: Care) {
        if care == Care::AsWritten {
            self.0.push(Element::May(b'-'));
        }
        if capture {
            self.0.push(Element::May(b'x'));
        }
        if king {
            self.0.push(Element::May(b'K'));
        }
    }

    fn square(&mut self, square: Square) {
        self.0.extend(letters(square).map(Element::Must));
    }

    fn target(&mut self, mv: Move) {
        self.square(mv.to);
        if let Some(role) = mv.promotion {
            self.0.push(Element::May(b'='));
            self.0.push(Element::EitherCase(role.letter() as u8));
        }
    }

    /// Returns true if the text matches this pattern.
    pub(super) fn fits(&self, typed: &[u8], care: Care) -> bool {
        fits(&self.0, typed, care, care == Care::Loose)
    }
}

/// `cross`: true if an `x` may still be skipped as a sign. A move has at most one; with any number,
/// `XXW5` would be a step to w5 as well as a capture by the pawn on file x.
fn fits(parts: &[Element], typed: &[u8], care: Care, cross: bool) -> bool {
    if let Some((&letter, rest)) = typed.split_first()
        && care == Care::Loose
    {
        let is_sign = matches!(letter, b'-' | b'=' | b'+' | b'#');
        // An `x` before a rank digit is a file.
        let is_cross = matches!(letter, b'x' | b'X')
            && cross
            && !rest.first().is_some_and(|next| matches!(next, b'1'..=b'6'));
        if (is_sign || is_cross) && fits(parts, rest, care, cross && !is_cross) {
            return true;
        }
    }
    let Some((&part, others)) = parts.split_first() else {
        return typed.is_empty();
    };
    if let Some((&letter, rest)) = typed.split_first()
        && is_letter(part, letter, care)
        && fits(others, rest, care, cross)
    {
        return true;
    }
    match part {
        Element::May(_) | Element::MayFile | Element::MayRank => fits(others, typed, care, cross),
        Element::Must(_) | Element::EitherCase(_) => false,
    }
}

fn is_letter(part: Element, letter: u8, care: Care) -> bool {
    if is_figure(letter) {
        // Only pieces have figures; a file is a small letter.
        return match part {
            Element::May(PAWN_FIGURE) => letter == PAWN_FIGURE,
            Element::Must(want) | Element::EitherCase(want) => lettered(letter) == want,
            Element::May(_) | Element::MayFile | Element::MayRank => false,
        };
    }
    match part {
        Element::Must(want) | Element::May(want) => {
            letter == want || care == Care::Loose && letter.eq_ignore_ascii_case(&want)
        }
        Element::EitherCase(want) => letter.eq_ignore_ascii_case(&want),
        Element::MayFile => match care {
            Care::AsWritten => letter.is_ascii_lowercase() && letter <= b'x',
            Care::Loose => matches!(letter.to_ascii_lowercase(), b'a'..=b'x'),
        },
        Element::MayRank => matches!(letter, b'1'..=b'6'),
    }
}

/// Returns the file letter and the rank digit.
fn letters(square: Square) -> [u8; 2] {
    [b'a' + square.file(), b'0' + square.rank()]
}

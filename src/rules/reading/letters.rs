//! Normalizing typed text: signs as phones write them, and figures.

use crate::role::Role;

/// The longest text that is looked at, in characters. The longest way to write a move takes half of
/// it.
pub const LONGEST_TYPED: usize = 32;

/// Bit added to the letter of a piece that was written as a figure. No letter or digit of a square
/// has it.
const FIGURE: u8 = 0x80;

/// Stands for a character that fits nowhere.
const FOREIGN: u8 = b'*';

/// The figure of a pawn, whether it has been through the centre or not.
pub(super) const PAWN_FIGURE: u8 = b'P' | FIGURE;

/// Returns the text in ASCII and figures, without spaces and without the signs of check and
/// judgement at its end, or `None` if it is too long.
///
/// Phones write their own dashes and crosses, which are understood; any other foreign character
/// becomes one that fits nowhere.
pub(super) fn normal(text: &str) -> Option<Vec<u8>> {
    if text.chars().nth(LONGEST_TYPED).is_some() {
        return None;
    }
    let seen: Vec<char> = text.chars().filter(|letter| is_seen(*letter)).collect();
    let mut body: Vec<u8> = (0..seen.len())
        .map(|at| byte(seen[at], seen.get(at + 1).copied()))
        .collect();
    while body
        .last()
        .is_some_and(|last| matches!(last, b'+' | b'#' | b'!' | b'?'))
    {
        body.pop();
    }
    Some(body)
}

/// Returns false for characters without meaning: spaces, parentheses, and the variation selectors
/// after a figure that say if it is drawn in colours.
fn is_seen(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '(' | ')' | '\u{fe0e}' | '\u{fe0f}')
}

fn byte(letter: char, next: Option<char>) -> u8 {
    if let Some(role) = figured(letter) {
        return role.letter() as u8 | FIGURE;
    }
    match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => b'-',
        '×' => b'x',
        // Before a digit the `x` would be a file.
        ':' if next.is_some_and(|next| next.is_ascii_alphabetic()) => b'x',
        '/' => b'=',
        '0' => b'O',
        _ if letter.is_ascii() && letter != ':' => letter as u8,
        _ => FOREIGN,
    }
}

/// Returns the piece of a figure, whatever its colour.
fn figured(letter: char) -> Option<Role> {
    let places = ["♔♕♖♗♘♙", "♚♛♜♝♞♟"].map(|set| set.chars().position(|figure| figure == letter));
    let place = places.into_iter().flatten().next()?;
    Role::ALL.get(place).copied()
}

/// Returns the letter that a figure stands for, and every other byte unchanged.
pub(super) const fn lettered(byte: u8) -> u8 {
    byte & !FIGURE
}

/// Returns true for a figure.
pub(super) const fn is_figure(byte: u8) -> bool {
    byte & FIGURE != 0
}

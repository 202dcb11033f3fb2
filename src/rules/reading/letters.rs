//! The letters of what is typed: what telephones make of signs, figures, and the letters of other
//! languages.

use super::LONGEST_TYPED;
use crate::rules::role::Role;

/// What is added to the letter of a piece where a figure says that it is one: no letter or digit of
/// a square has it.
const FIGURE: u8 = 0x80;

/// Stands for what fits nowhere.
const FOREIGN: u8 = b'*';

/// The figure of a pawn, whether it has been through the centre or not.
pub(super) const PAWN_FIGURE: u8 = b'P' | FIGURE;

/// The text in ASCII and figures, without what stands around it, spaces, and signs of check and of
/// judgement at its end, or `None` when it is too long.
///
/// Telephones write dashes and crosses of their own; anything else that is foreign becomes a
/// character that fits nowhere.
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

/// Whether a letter says anything: spaces and parentheses do not, nor do the letters after a figure
/// that say whether it is drawn in colours.
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
        // Before a digit it would be a file.
        ':' if next.is_some_and(|next| next.is_ascii_alphabetic()) => b'x',
        '/' => b'=',
        '0' => b'O',
        _ if letter.is_ascii() && letter != ':' => letter as u8,
        _ => FOREIGN,
    }
}

/// The piece of a figure, of whatever colour it is.
fn figured(letter: char) -> Option<Role> {
    match letter {
        '♔' | '♚' => Some(Role::King),
        '♕' | '♛' => Some(Role::Queen),
        '♖' | '♜' => Some(Role::Rook),
        '♗' | '♝' => Some(Role::Bishop),
        '♘' | '♞' => Some(Role::Knight),
        '♙' | '♟' => Some(Role::Pawn),
        _ => None,
    }
}

/// The letter that a figure stands for; every other letter as it is.
pub(super) const fn lettered(byte: u8) -> u8 {
    byte & !FIGURE
}

/// Whether this is a figure.
pub(super) const fn is_figure(byte: u8) -> bool {
    byte & FIGURE != 0
}

/// The same text with figures for the letters by which German calls pieces: `D T L S` for queen,
/// rook, bishop and knight, as a capital at the beginning or as what a pawn becomes at the end.
/// `None` where no such letter stands there.
///
/// All four are files of this board too, so what is typed may mean either; whoever asks knows
/// whether the player speaks German.
///
/// ```
/// use rondel::rules::german_letters;
///
/// assert_eq!(german_letters("Sf3").as_deref(), Some("♘f3"));
/// assert_eq!(german_letters(" e1=D+").as_deref(), Some(" e1=♕+"));
/// assert_eq!(german_letters("d4"), None);
/// ```
#[must_use]
pub fn german_letters(text: &str) -> Option<String> {
    let german = |letter: char| match letter {
        'D' => Some('♕'),
        'T' => Some('♖'),
        'L' => Some('♗'),
        'S' => Some('♘'),
        _ => None,
    };
    let mut letters: Vec<char> = text.chars().take(LONGEST_TYPED + 1).collect();
    let is_word = |letter: &char| letter.is_alphanumeric();
    let first = letters.iter().position(|letter| !letter.is_whitespace())?;
    let last = letters.iter().rposition(is_word)?;
    let mut changed = false;
    if let Some(figure) = german(letters[first]) {
        letters[first] = figure;
        changed = true;
    }
    let before = letters[..last].iter().rfind(|letter| is_word(letter));
    if before.is_some_and(char::is_ascii_digit)
        && let Some(figure) = german(letters[last].to_ascii_uppercase())
    {
        letters[last] = figure;
        changed = true;
    }
    changed.then(|| letters.into_iter().collect())
}

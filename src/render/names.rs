//! Texts from people, made harmless.

use super::{RenderError, fonts};

/// The most letters that are looked at, of any text from outside.
const LIMIT: usize = 64;

/// The most letters of a sentence.
pub(super) const SENTENCE: usize = 200;

/// The most marks on one letter: some languages need two, towers of them hide other lines.
const MOST_MARKS: usize = 2;

/// Cleans a text for reading: no control characters, no line breaks, nothing that turns the
/// direction of the text around it or piles up over it, at most 64 letters. Returns an empty text
/// when nothing is left.
pub fn readable(text: &str) -> String {
    readable_within(text, LIMIT)
}

/// Cleans a text as [`readable`] does, to at most `limit` letters.
pub(super) fn readable_within(text: &str, limit: usize) -> String {
    let mut cleaned = String::new();
    // A mark at the beginning would sit on what stands before the text.
    let mut marks = MOST_MARKS;
    let letters = text.chars().filter(|letter| !is_invisible(*letter));
    for letter in letters.take(limit) {
        if is_mark(letter) {
            marks += 1;
            if marks <= MOST_MARKS {
                cleaned.push(letter);
            }
        } else if !letter.is_whitespace() {
            marks = 0;
            cleaned.push(letter);
        } else if !cleaned.is_empty() && !cleaned.ends_with(' ') {
            marks = MOST_MARKS;
            cleaned.push(' ');
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

/// Cleans a text for drawing: as [`readable`], and without signs that the font lacks. Returns
/// `None` if it lacks a letter, if the text runs from right to left, which drawing letter by letter
/// would get wrong, or if nothing is left.
pub(crate) fn drawable(text: &str) -> Result<Option<String>, RenderError> {
    writable(&readable(text))
}

/// Cleans a text as [`drawable`] does, to at most 200 letters.
pub(super) fn drawable_sentence(text: &str) -> Result<Option<String>, RenderError> {
    writable(&readable_within(text, SENTENCE))
}

fn writable(text: &str) -> Result<Option<String>, RenderError> {
    let mut drawable = String::new();
    for letter in text.chars() {
        if runs_leftwards(letter) {
            return Ok(None);
        } else if is_mark(letter) {
            // Marks pile up on one another when drawn one by one.
        } else if fonts::has(letter)? {
            drawable.push(letter);
        } else if letter.is_alphanumeric() {
            return Ok(None);
        }
    }
    let drawable = drawable.trim();
    Ok((!drawable.is_empty()).then(|| drawable.to_owned()))
}

/// Returns true for control and format characters: line ends, direction marks, joiners, fillers,
/// tags.
fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Puts a text that runs from right to left between marks that keep it from turning the sentence around
/// it. Other texts are left as they are.
pub fn isolated(text: String) -> String {
    if text.chars().any(runs_leftwards) {
        format!("\u{2068}{text}\u{2069}")
    } else {
        text
    }
}

/// Returns true for letters of scripts that are written from right to left.
fn runs_leftwards(letter: char) -> bool {
    matches!(letter,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns true for combining marks of the scripts that the font has.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_harmless() {
        let check = |text: &str, drawn: Option<&str>| {
            assert_eq!(drawable(text).unwrap().as_deref(), drawn, "{text:?}");
        };
        check("Ann", Some("Ann"));
        check("  Ann \n\t Lee ", Some("Ann Lee"));
        check("Zoë Ångström Ωλ Жук", Some("Zoë Ångström Ωλ Жук"));
        check("\u{202e}nnA\u{0}\u{200b}", Some("nnA"));
        check("Ann 🎉", Some("Ann"));
        check("Z\u{300}\u{301}\u{302}a", Some("Za"));
        check("王さん", None);
        check("שלום", None);
        check("", None);
        check("🎉", None);
        check(&"x".repeat(5_000), Some(&"x".repeat(64)));
        let sentence = drawable_sentence(&"\u{202e}x".repeat(5_000)).unwrap();
        assert_eq!(sentence, Some("x".repeat(200)));
    }
}

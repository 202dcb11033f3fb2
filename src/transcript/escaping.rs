//! Escapes for characters that separate words, or that nobody may see.

/// Escapes the characters of a text that separate words or cannot be seen, and those named here.
pub(super) fn escaped(text: &str, parting: &[char]) -> String {
    let mut written = String::new();
    for char in text.chars() {
        if char == '\\' || parting.contains(&char) || is_unseen(char) {
            written.extend(char.escape_unicode());
        } else {
            written.push(char);
        }
    }
    written
}

/// Returns the text of an escaped one.
pub(super) fn unescaped(written: &str) -> Option<String> {
    let mut parts = written.split('\\');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (digits, rest) = part.strip_prefix("u{")?.split_once('}')?;
        text.push(
            u32::from_str_radix(digits, 16)
                .ok()
                .and_then(char::from_u32)?,
        );
        text.push_str(rest);
    }
    Some(text)
}

/// Returns true for characters that steer a terminal, turn the direction of writing, or cannot be
/// seen.
pub(super) fn is_unseen(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

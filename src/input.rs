//! Text files as they come from outside.

/// Returns a text without the byte order mark that editors of Windows put before it.
///
/// ```
/// use rondel::input::without_mark;
///
/// assert_eq!(without_mark("\u{feff}[store]"), "[store]");
/// assert_eq!(without_mark("[store]"), "[store]");
/// ```
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

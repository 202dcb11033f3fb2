//! Discord's markup, as far as a text from a user must not make it do anything.
//!
//! Written from what Discord renders, apart from what the bot escapes: a backslash makes a sign
//! plain, but keeps nobody from being mentioned.

use rondel::{commands::COMMANDS, rules::Color};

use crate::said::{player, said};

/// The people whom a text of the bot's pings: by the line it begins with, or by its first word.
pub(super) fn pinged(content: &str) -> Vec<u64> {
    split_pings(content).0
}

/// Splits off what pings.
pub(super) fn split_pings(content: &str) -> (Vec<u64>, &str) {
    let person = |word: &str| {
        let digits = word.strip_prefix("<@")?.strip_suffix('>')?;
        digits.parse().ok()
    };
    let line = content.split_once('\n').and_then(|(first, rest)| {
        let people: Option<Vec<u64>> = first.split(' ').map(person).collect();
        Some((people?, rest))
    });
    let word = || {
        let (first, _) = content.split_once(", ")?;
        Some((vec![person(first)?], &content[first.len()..]))
    };
    line.or_else(word).unwrap_or((Vec::new(), content))
}

/// The text with what is escaped made plain, as a reader sees it.
pub(super) fn read(content: &str) -> String {
    let mut seen = String::new();
    let mut letters = content.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some(sign) if sign.is_ascii_punctuation() => seen.push(sign),
                other => {
                    seen.push('\\');
                    seen.extend(other);
                }
            },
            '\u{2068}' | '\u{2069}' => {}
            letter => seen.push(letter),
        }
    }
    seen
}

/// The text with a letter in place of what is escaped: what is left of signs is active.
fn active(content: &str) -> String {
    let mut active = String::new();
    let mut letters = content.chars().peekable();
    while let Some(letter) = letters.next() {
        let escapes = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        match letters.next_if(|_| escapes) {
            Some('@') => active.push('@'),
            Some(_) => active.push('a'),
            None => active.push(letter),
        }
    }
    active
}

/// Looks for something wrong in a text of the bot's.
pub(super) fn fault(content: &str) -> Option<String> {
    let length = content.chars().count();
    if length > 2_000 {
        return Some(format!("{length} characters"));
    }
    let (_, content) = split_pings(content);
    let active = without_its_own(&active(content));
    let plain = without_bold(&active);
    for sign in [
        "@everyone",
        "@here",
        "<",
        "`",
        "*",
        "_",
        "||",
        "~~",
        "](",
        "://",
        "discord.gg",
    ] {
        if plain.contains(sign) {
            return Some(format!("an active {sign}"));
        }
    }
    for line in active.lines() {
        if let Some(mark) = block(line) {
            return Some(format!("a line that begins with {mark}"));
        }
        if line.matches('\u{2068}').count() != line.matches('\u{2069}').count() {
            return Some("an open isolate".to_owned());
        }
    }
    unseen(content)
}

/// A sign that nobody sees, or that steers how others are seen.
pub(super) fn unseen(text: &str) -> Option<String> {
    let bad = |letter: &char| {
        letter.is_control() && *letter != '\n'
            || matches!(letter,
                '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2067}' | '\u{206a}'..='\u{206f}'
                | '\u{3164}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    if let Some(letter) = text.chars().find(bad) {
        return Some(format!("an unseen {letter:?}"));
    }
    // Two marks on a letter are Vietnamese; many are a tower.
    let is_mark = |letter: char| matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{20d0}'..='\u{20ff}');
    let letters: Vec<char> = text.chars().collect();
    let tower = letters
        .windows(3)
        .any(|three| three.iter().all(|letter| is_mark(*letter)));
    tower.then(|| "a tower of marks".to_owned())
}

/// The text without references to channels, links to commands and moments, which are the bot's own.
/// Moments and ids of hostile texts lie in another century.
fn without_its_own(text: &str) -> String {
    let is_own = |inner: &str| match inner.split_once(['#', ':']) {
        Some(("", id)) => inner.starts_with('#') && id.parse::<u64>().is_ok(),
        Some(("t", at)) => at.strip_suffix(['R', 'f']).is_some_and(|at| {
            let seconds = at.strip_suffix(':').unwrap_or_default();
            seconds.len() == 10 && seconds.bytes().all(|byte| byte.is_ascii_digit())
        }),
        Some((name, id)) => {
            let name = name.strip_prefix('/').unwrap_or_default();
            let is_command = COMMANDS.iter().any(|command| command.name == name);
            is_command && id.len() == 19 && id.parse::<u64>().is_ok()
        }
        None => false,
    };
    let mut parts = text.split('<');
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('>') {
            Some((inner, after)) if is_own(inner) => rest.push_str(after),
            _ => {
                rest.push('<');
                rest.push_str(part);
            }
        }
    }
    rest
}

/// The text without the signs around a move, the number of a round or the beginning of a paragraph on data, which
/// are the bot's own.
fn without_bold(text: &str) -> String {
    let is_number = |inner: &str| {
        let number = inner.strip_suffix('.').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_move = |inner: &str| {
        let signs = |letter: char| letter.is_ascii_alphanumeric() || "+#=-–×".contains(letter);
        let square = |two: &[u8]| two[0].is_ascii_lowercase() && matches!(two[1], b'1'..=b'6');
        let goes = inner.starts_with("O-O") || inner.as_bytes().windows(2).any(square);
        goes && inner.chars().all(signs)
    };
    let data = said("privacy", &[("bold", "**")]);
    let is_heading = |inner: &str| inner.ends_with(':') && data.contains(&format!("**{inner}**"));
    let is_own = |inner: &str| is_number(inner) || is_move(inner) || is_heading(inner);
    let parts: Vec<&str> = text.split("**").collect();
    let bold = parts.len() % 2 == 1 && parts.iter().skip(1).step_by(2).all(|one| is_own(one));
    if bold {
        parts.concat()
    } else {
        text.to_owned()
    }
}

/// The mark of a heading, a quotation or a list. Moves are told with a number and a dot too.
fn block(line: &str) -> Option<&str> {
    let line = line.trim_start();
    for mark in ["#", "-#", ">", "- ", "+ "] {
        if line.starts_with(mark) {
            return Some(mark);
        }
    }
    let (number, _) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// Fails when something in a text of the bot's is rendered, pings or runs on.
#[track_caller]
pub(super) fn assert_harmless(content: &str, told: &dyn std::fmt::Debug) {
    if let Some(fault) = fault(content) {
        panic!("{fault} in {content:?} to {told:?}");
    }
}

#[test]
fn the_judge_of_markup_can_fail() {
    let moved = |mv, name| {
        let by = player(name, Color::White);
        let values = [
            ("bold", "**"),
            ("move", mv),
            ("player", &*by),
            ("does", "pawn to e4"),
        ];
        said("moved", &values)
    };
    for fine in [
        &*(moved("e4", "Ann") + "\nBen (Gray) to move, then Cy (Black)."),
        "<@12>\nMatch m7k3q begins.",
        "m7k3q: an open table, in <#34>.",
        "Type </move:1575002639152709638>.",
        "Match m7k3q begins. Deadline: <t:1795390197:f> (<t:1795390197:R>).",
        "<@12>, your move.",
        "Done \\*\\*bold\\*\\* \\<t\\:0\\:R\\> \\[x\\]\\(http\\:\\/\\/evil\\)",
        &moved("Qd1×x5#", "\u{2068}שרה\u{2069}"),
    ] {
        assert_eq!(fault(fine), None, "{fine}");
    }
    for bad in [
        "hi @everyone",
        "hi \\@here",
        "x <@1>",
        "x <@&1>",
        "x <#y>",
        "**b**",
        "**1. b**a**",
        "a_b",
        "`x`",
        "||x||",
        "~~x~~",
        "[x](y)",
        "https://evil",
        "discord.gg/x",
        "# big",
        "-# small",
        "> said",
        "- item",
        "1. item of a list",
        "a\u{202e}b",
        "a\u{2068}b",
        "a\u{7}b",
        "<:a:1>",
        "</play:1>",
        "</evil:1575002639152709638>",
        "<t:0:R>",
        "<t:1795390197>",
        "e\u{301}\u{301}\u{301}",
        &"x".repeat(2_001),
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    assert_eq!(pinged("<@12>\nhi"), [12]);
    assert_eq!(pinged("<@12> <@3>\nhi"), [12, 3]);
    assert_eq!(pinged("<@12>, your move.\nhi"), [12]);
    assert!(pinged("<@12> hi\n").is_empty());
    assert_eq!(read("a\\*b\\\\ \\n"), "a*b\\ \\n");
}

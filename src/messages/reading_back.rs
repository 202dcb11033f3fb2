//! Reading back what texts say: people copy a move, a match or a time out of what they were told, and some
//! clients send the label of a choice for its value.

use super::{Language, Texts};
use crate::{
    matchplay::{MatchId, TimeLimit},
    rules::{
        Color, LONGEST_TYPED, Move, Position, ReadMoveError, Role, ShortMove, Square, read_move,
    },
};

/// The word for no time per move.
pub(crate) const NO_LIMIT: &str = "none";

/// Reads a move as somebody typed it: as it is if it can be read so, else without all that the texts say of a
/// move beside it, such as its number, its player or what it does. `all` are the texts of every language,
/// those of the speaker first.
///
/// # Errors
///
/// [`ReadMoveError`] if the text does not mean exactly one legal move, however it is read.
pub(crate) fn typed_move(
    all: &[&Texts],
    position: &Position,
    typed: &str,
) -> Result<Move, ReadMoveError> {
    let own = all.first().map_or(Language::English, |own| own.language());
    let mut why = match attempt(own, position, typed) {
        Ok(mv) => return Ok(mv),
        Err(why) => why,
    };
    for MoveText { text, is_ours } in candidates(all, typed) {
        if is_ours && let Some(mv) = written_so(all, position, &text) {
            return Ok(mv);
        }
        match attempt(own, position, &text) {
            Ok(mv) => return Ok(mv),
            Err(other) => why = closer(why, other),
        }
    }
    // Others read answers in their own language. No pawn takes so, whose file these letters may be.
    let takes = |text: &str| {
        text.chars()
            .nth(1)
            .is_some_and(|sign| matches!(sign, 'x' | 'X'))
    };
    if matches!(
        why,
        ReadMoveError::Illegal(_) | ReadMoveError::Unreadable { .. }
    ) {
        let copied = candidates(all, typed)
            .into_iter()
            .filter(|one| !takes(&one.text));
        let read = |one: MoveText| written_so(all, position, &one.text);
        if let Some(mv) = copied.into_iter().find_map(read) {
            return Ok(mv);
        }
    }
    match described(all, position, bare(typed)) {
        Some(Ok(mv)) => Ok(mv),
        Some(Err(other)) => Err(closer(why, other)),
        None => Err(why),
    }
}

/// Reads a text as a move with the letters of a language.
fn attempt(language: Language, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    language.read_move(position, text).map_err(|why| {
        // Where nothing can be read, the language's letters may be nearer to what was meant.
        let own = language.with_figures(text);
        match own.and_then(|own| read_move(position, &own).err()) {
            Some(other) => closer(why, other),
            None => why,
        }
    })
}

/// Returns the refusal that says more of what was meant, the first if both say as much.
fn closer(one: ReadMoveError, other: ReadMoveError) -> ReadMoveError {
    let rank = |error: &ReadMoveError| match error {
        ReadMoveError::Unreadable { nearest } => 1 + u8::from(nearest.is_empty()),
        ReadMoveError::TooLong => 3,
        ReadMoveError::Illegal(_)
        | ReadMoveError::Ambiguous { .. }
        | ReadMoveError::PromotionMissing { .. }
        | ReadMoveError::PawnMeant { .. } => 0,
    };
    if rank(&other) < rank(&one) {
        other
    } else {
        one
    }
}

/// A part of a typed text that may be the move.
struct MoveText {
    text: String,
    /// True if the rest is what the texts say of a move, so that its letters are those of the texts as well.
    is_ours: bool,
}

/// Returns the parts of a typed text that may be the move alone, the likeliest first.
fn candidates(all: &[&Texts], typed: &str) -> Vec<MoveText> {
    let said = unmarked(typed);
    let mut candidates: Vec<MoveText> = Vec::new();
    let mut add = |text: &str, is_ours: bool| {
        let (text, is_cut) = alone(text);
        if !text.is_empty() && text.chars().count() <= LONGEST_TYPED {
            let is_ours = is_ours || is_cut;
            candidates.push(MoveText { text, is_ours });
        }
    };
    for texts in all {
        for mv in texts.in_place("move", &said) {
            add(mv, true);
        }
    }
    // A label that was too long ends so, in whatever language it was.
    add(&said, said.ends_with('…'));
    for texts in all {
        let castles = [
            ("move-castles-king", "O-O"),
            ("move-castles-queen", "O-O-O"),
        ];
        for (id, text) in castles {
            if is_same(&texts.word(id), bare(&said)) {
                add(text, true);
            }
        }
        for id in ["moving-promotion", "page-premove-set", "board-barred"] {
            let found = texts.places_of(id, &said);
            let value = |name| found.as_ref().and_then(|found| found.get(name));
            if let (Some(from), Some(to)) = (value("from"), value("to")) {
                add(&format!("{from}{to}"), true);
            }
        }
    }
    // A step as refusals write it, of a piece that cannot go there.
    if let Some((what, to)) = bare(&said).rsplit_once('–')
        && let Some((piece, from)) = what.rsplit_once(' ')
        && let Some(role) = role_called(all, piece)
    {
        let letter = figure(role);
        add(&format!("{letter}{from}–{to}"), true);
    }
    candidates
}

/// Returns the legal move that is written exactly so in one of the languages; `None` if several are, or
/// none.
fn written_so(all: &[&Texts], position: &Position, text: &str) -> Option<Move> {
    let is_written = |mv: &Move| {
        let short = ShortMove::signed(position, *mv);
        let is_text = |texts: &&Texts| {
            let ascii = texts.language().own_letters(&short.to_string());
            text == ascii || text == texts.short(short)
        };
        all.iter().any(is_text)
    };
    only(position.legal_moves().into_iter().filter(is_written))
}

/// Marks of quoting and emphasis, which chats show or hide.
const MARKS: &[char] = &['*', '`', '"', '“', '”', '„', '«', '»', '‚', '‘', '’', '\''];

/// Returns a text without marks, with arrows as dashes.
fn unmarked(typed: &str) -> String {
    let typed = typed.trim().trim_matches(MARKS);
    let mut text = String::with_capacity(typed.len());
    for letter in typed.replace("->", "-").chars() {
        match letter {
            '→' | '⇒' | '➔' | '➜' | '➝' | '⟶' => text.push('-'),
            '*' | '`' => {}
            letter => text.push(letter),
        }
    }
    text
}

/// Returns a text without the signs around it.
fn bare(text: &str) -> &str {
    let around = |letter: char| {
        letter.is_whitespace()
            || MARKS.contains(&letter)
            || matches!(letter, '.' | ',' | ';' | ':' | '…' | '·' | '•' | '|')
    };
    text.trim_matches(around)
}

/// Returns the move alone, without its match and its number before it and whatever is said after it; and
/// whether something was said after it.
fn alone(text: &str) -> (String, bool) {
    let (_, text) = without_match(text);
    let text = bare(unnumbered(bare(text)));
    let ends = [", ", ": ", " (", " · "]
        .iter()
        .filter_map(|end| text.find(end));
    match ends.min().map(|end| text.split_at(end)) {
        // Two moves are not one.
        Some((head, rest)) if !names_square(rest) && !castles(rest) => {
            (bare(head).to_owned(), true)
        }
        _ => (text.to_owned(), false),
    }
}

/// Returns a text without the number of a move: `10. d4`, `10... d4`, `12: Nf3`, `3 Nf3`, `4. – … Nf3`.
fn unnumbered(text: &str) -> &str {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let signs = |letter: char| letter.is_whitespace() || matches!(letter, '.' | '…' | ':' | ')');
    let rest = after.trim_start_matches(signs);
    // Zeros that castle are followed by a dash.
    if after.len() == text.len() || rest.len() == after.len() {
        return text;
    }
    // Armies that are out, or whose move is in another line.
    rest.trim_start_matches(|letter: char| signs(letter) || matches!(letter, '–' | '-'))
}

/// Returns true if castling is written somewhere in the text.
fn castles(text: &str) -> bool {
    let text = text.to_ascii_uppercase().replace('0', "O");
    text.contains("O-O")
}

/// Returns true if a square is named somewhere in the text.
fn names_square(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(2).any(|pair| {
        matches!(pair[0].to_ascii_lowercase(), b'a'..=b'x') && matches!(pair[1], b'1'..=b'6')
    })
}

/// Splits off the match that a text names with a move, at its beginning or its end: `h7a5a: e4`, `e4 in h7a5a`.
///
/// What has the form of an id may be a move of its own, so an id is only what stands beside something else.
pub(crate) fn without_match(text: &str) -> (Option<MatchId>, &str) {
    let text = bare(text);
    let ends = |letter: char| letter == ':' || letter.is_whitespace();
    if let Some(end) = text.find(ends)
        && let Ok(id) = text[..end].parse()
    {
        return (Some(id), bare(&text[end..]));
    }
    if let Some((before, last)) = text.rsplit_once(char::is_whitespace)
        && let Ok(id) = last.parse()
    {
        let before = before.trim_end();
        // The word that leads to it, the same in each language.
        return (Some(id), bare(before.strip_suffix(" in").unwrap_or(before)));
    }
    (None, text)
}

/// Returns the match that a text is about: the id at its start, or the only one that it names. So a match is
/// known by the label under which it is offered.
pub(crate) fn match_in(typed: &str) -> Option<MatchId> {
    let words = typed.split(|letter: char| !letter.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next()?;
    first
        .parse()
        .ok()
        .or_else(|| only(words.filter_map(|word| word.parse().ok())))
}

/// Returns the square that a text is about: the one at its start, or the only one that it names.
pub(crate) fn square_in(typed: &str) -> Option<Square> {
    let read = |word: &str| word.to_ascii_lowercase().parse().ok();
    let words = typed.split(|letter: char| !letter.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next()?;
    read(first).or_else(|| only(words.filter_map(read)))
}

/// Returns the value that all of these are; `None` for several, or none.
fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Returns the name of a player who is called with their army, such as `ann (White)`, and that army.
pub(crate) fn player_in<'a>(all: &[Texts], typed: &'a str) -> Option<(&'a str, Color)> {
    all.iter().find_map(|texts| {
        let found = texts.places_of("player", typed)?;
        let army = found.get("army")?;
        let army = Color::ALL
            .into_iter()
            .find(|color| texts.army(*color) == army)?;
        Some((found.get("name")?, army))
    })
}

/// Returns a time per move as it is read, `3d` or `none`, for a text that says it in words; `None` if it says
/// none.
pub(crate) fn time_in(all: &[Texts], typed: &str) -> Option<String> {
    let typed = bare(typed);
    read_time(typed).or_else(|| {
        all.iter().find_map(|texts| {
            let words = texts.in_place("limit", typed).next();
            let words = words.map_or(typed, bare);
            let none = ["limit-none", "field-time-none", "table-untimed"];
            if none.iter().any(|id| is_same(&texts.word(id), words)) {
                return Some(String::from(NO_LIMIT));
            }
            read_time(words)
        })
    })
}

fn read_time(text: &str) -> Option<String> {
    let limit = TimeLimit::read(text).ok()?;
    Some(limit.map_or_else(|| String::from(NO_LIMIT), |limit| limit.to_string()))
}

/// Returns true if two texts differ in case alone.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Returns the piece that is called so in one of the languages.
fn role_called(all: &[&Texts], name: &str) -> Option<Role> {
    let mut languages = all.iter();
    languages.find_map(|texts| {
        let mut roles = Role::ALL.into_iter();
        roles.find(|role| is_same(&texts.piece(*role), name))
    })
}

/// Returns the figure of a piece.
const fn figure(role: Role) -> char {
    match role {
        Role::King => '♔',
        Role::Queen => '♕',
        Role::Rook => '♖',
        Role::Bishop => '♗',
        Role::Knight => '♘',
        Role::Pawn | Role::CrossedPawn => '♙',
    }
}

/// Returns the move that is described in the words of a post or a button, such as `knight to f3`, `Knight g1
/// to f3` or `pawn takes Gray's pawn on u4`; `None` if it is not.
fn described(
    all: &[&Texts],
    position: &Position,
    said: &str,
) -> Option<Result<Move, ReadMoveError>> {
    all.iter().find_map(|texts| {
        let whole = (said, None);
        let parts = said.rsplit_once(&*texts.word("list-comma"));
        let promotes = parts.and_then(|(does, rest)| {
            let found = texts.places_of("move-promotes", rest)?;
            Some((does, Some(role_called(&[texts], found.get("piece")?)?)))
        });
        [Some(whole), promotes]
            .into_iter()
            .flatten()
            .find_map(|(does, becomes)| {
                let ids = ["done-moves", "done-takes", "done-takes-en-passant"];
                let found = ids.iter().find_map(|id| texts.places_of(id, does))?;
                let to: Square = found.get("square")?.parse().ok()?;
                let (role, from) = texts.piece_named(found.get("piece")?)?;
                let is_it = |square: Square| {
                    let piece = position.piece_at(square);
                    let same = |own: Role| own == role || own.is_pawn() && role.is_pawn();
                    piece.is_some_and(|piece| same(piece.role))
                        && from.is_none_or(|from| from == square)
                };
                let mut fitting = position.legal_moves();
                fitting.retain(|mv| {
                    mv.to == to && is_it(mv.from) && (becomes.is_none() || mv.promotion == becomes)
                });
                fitting.sort_unstable();
                decided(fitting)
            })
    })
}

/// Returns the one move that is meant, or why it is not known; `None` if there is none.
fn decided(fitting: Vec<Move>) -> Option<Result<Move, ReadMoveError>> {
    let Move { from, to, .. } = *fitting.first()?;
    Some(match fitting[..] {
        [only] => Ok(only),
        _ if fitting.iter().all(|mv| mv.from == from) => {
            Err(ReadMoveError::PromotionMissing { from, to })
        }
        _ => Err(ReadMoveError::Ambiguous {
            candidates: fitting,
        }),
    })
}

/// What stands in the places of a text, by their names.
struct ReadPlaces<'a>(Vec<(String, &'a str)>);

impl<'a> ReadPlaces<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        let mut places = self.0.iter();
        places.find(|(own, _)| own == name).map(|(_, value)| *value)
    }
}

impl Texts {
    /// Returns what stands in the places of a text, where `said` is the text of this id with its places filled
    /// in; its last full stop may be missing. `None` if it is not, or if what stands there cannot.
    fn places_of<'a>(&self, id: &str, said: &'a str) -> Option<ReadPlaces<'a>> {
        self.places_in(&self.open(id), said)
    }

    /// Does the same for a text with its places open.
    fn places_in<'a>(&self, open: &str, said: &'a str) -> Option<ReadPlaces<'a>> {
        let mut parts = open.split("{$");
        let begins = parts.next()?;
        let mut rest = said.strip_prefix(begins)?;
        let mut parts = parts.map(|part| part.split_once('}')).peekable();
        let (mut waiting, mut filled) = (Vec::new(), Vec::new());
        let mut is_told = begins.chars().any(char::is_alphabetic);
        while let Some(part) = parts.next() {
            let (name, literal) = part?;
            is_told |= literal.chars().any(char::is_alphabetic);
            waiting.push(name.to_owned());
            let value = if parts.peek().is_some() {
                if literal.is_empty() {
                    // It is filled together with the next.
                    continue;
                }
                let (value, after) = rest.split_once(literal)?;
                rest = after;
                value
            } else {
                let unstopped = literal.trim_end_matches('.');
                let value = rest
                    .strip_suffix(literal)
                    .or_else(|| rest.strip_suffix(unstopped))?;
                rest = "";
                value
            };
            filled.extend(waiting.drain(..).map(|name| (name, value)));
        }
        let mut checked = filled
            .iter()
            .filter_map(|(name, value)| self.may_fill(name, value));
        let is_checked = checked.clone().any(|may| may);
        let fits = rest.is_empty() && checked.all(|may| may);
        (fits && (is_told || is_checked)).then_some(ReadPlaces(filled))
    }

    /// Returns whether a value may stand in a place of this name; `None` for places that take anything.
    fn may_fill(&self, name: &str, value: &str) -> Option<bool> {
        Some(match name {
            "number" | "ply" | "round" | "times" | "count" => {
                !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
            }
            "match" => value.parse::<MatchId>().is_ok(),
            "army" => Color::ALL
                .into_iter()
                .any(|color| self.army(color) == value),
            "from" | "to" | "square" => value.parse::<Square>().is_ok(),
            _ => return None,
        })
    }

    /// Iterates over what stands in a place of this name in all the texts that may have been said.
    fn in_place<'a>(&self, name: &'a str, said: &'a str) -> impl Iterator<Item = &'a str> {
        self.ids_with(name)
            .filter_map(move |id| self.places_of(id, said)?.get(name))
    }

    /// Returns the piece that is called so, with its square if that is said as well: `Knight g1`.
    fn piece_named(&self, said: &str) -> Option<(Role, Option<Square>)> {
        let role = role_called(&[self], said).map(|role| (role, None));
        role.or_else(|| {
            let (piece, square) = said.rsplit_once(' ')?;
            Some((role_called(&[self], piece)?, Some(square.parse().ok()?)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a move for somebody who speaks this language.
    fn read(language: Language, position: &str, typed: &str) -> Result<String, ReadMoveError> {
        let position = match position {
            "" => Position::start(),
            line => line.parse().unwrap(),
        };
        let (english, german) = (Texts::english(), Texts::of(Language::German));
        let all = match language {
            Language::English => [&english, &german],
            Language::German => [&german, &english],
        };
        typed_move(&all, &position, typed).map(|mv| mv.to_string())
    }

    /// White's queen on b4 and pawn on d3 can both take on c4.
    const QUEEN_OR_PAWN: &str = "4wK7gK11/24/3wP20/1wQgN21/21bK2/24 w wgb xhp - - 0 9";

    #[test]
    fn two_moves_are_not_one_and_a_word_before_a_match_is_no_end() {
        for typed in ["O-O, O-O-O", "e4, O-O", "0-0 (or 0-0-0)", "e4, d4"] {
            assert!(!alone(typed).1, "{typed}");
        }
        let id = "m7k3q".parse().ok();
        assert_eq!(without_match("e4 in m7k3q"), (id, "e4"));
        assert_eq!(without_match("m7k3q: e4"), (id, "e4"));
        assert_eq!(without_match("e4 not m7k3q"), (id, "e4 not"));
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        for typed in [
            "Nf3",
            "10. Nf3",
            "10... Nf3",
            "10.Nf3.",
            "10… nf3",
            "ann (White) played **Nf3**: knight to f3.",
            "12: Nf3 (White)",
            "12. – … Nf3",
            "m7k3q: Nf3",
            "Nf3 in m7k3q",
            "Nf3, takes Gray's pawn, through the cen…",
            "Ng1–f3",
            "You played Nf3.",
            "White played Nf3, g1 to f3.",
            "3 Nf3",
            "g1→f3",
            "g1 -> f3",
            "“Ng1–f3”",
            "Knight g1 to f3",
            "knight to f3",
            "Springer nach f3",
            "Sf3, schlägt einen Bauern",
        ] {
            let read = read(Language::English, "", typed);
            assert_eq!(read.as_deref(), Ok("g1f3"), "{typed}");
        }
        // By the letters of a language that the reader does not speak, too.
        for language in [Language::English, Language::German] {
            let queen = read(language, QUEEN_OR_PAWN, "Dxc4, schlägt Grau Springer");
            assert_eq!(queen.as_deref(), Ok("b4c4"), "{language:?}");
            let pawn = read(language, QUEEN_OR_PAWN, "dxc4, takes Gray's knight");
            assert_eq!(pawn.as_deref(), Ok("d3c4"), "{language:?}");
        }
    }

    /// Nothing is taken out of a text that may mean something else.
    #[test]
    fn what_may_mean_something_else_is_not_read() {
        for typed in [
            "e4, d4",
            "e4 d4",
            "not e4",
            "e4 or d4",
            "Nf3 to e5",
            "horse e4",
            "e4, then Nf3",
            "1. e4 m4 u4",
            "e4 (not e3)",
            "m7k3q",
        ] {
            for language in [Language::English, Language::German] {
                let read = read(language, "", typed);
                assert!(read.is_err(), "{typed}: {read:?}");
            }
        }
    }

    #[test]
    fn labels_are_known_by_what_they_begin_with() {
        let text = |id: Option<MatchId>| id.map(|id| id.to_string()).unwrap_or_default();
        for (typed, want) in [
            ("m7k3q", "m7k3q"),
            (" M7K3Q.", "m7k3q"),
            ("m7k3q · Three Man Chess · a2b3c to move", "m7k3q"),
            ("match m7k3q", "m7k3q"),
            ("https://example.org/m7k3q#now", "m7k3q"),
            ("m7k3q5n", "m7k3q5n"),
            ("m7k3q or a2b3c", "m7k3q"),
            ("either m7k3q or a2b3c", ""),
            ("m7k3", ""),
            ("", ""),
        ] {
            assert_eq!(text(match_in(typed)), want, "{typed}");
        }
        let square = |typed| square_in(typed).map(|square: Square| square.to_string());
        for (typed, want) in [
            ("e1: White's king", Some("e1")),
            ("Gray's dead pawn on M2", Some("m2")),
            ("e1 to e2", Some("e1")),
            ("from e1 to e2", None),
            ("Ke1", None),
            ("a7", None),
            ("", None),
        ] {
            assert_eq!(square(typed).as_deref(), want, "{typed}");
        }
    }
}

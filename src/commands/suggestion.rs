//! Completion of what somebody is typing.

use std::sync::Arc;

use super::{COMMANDS, Kind, Opt};
use crate::{
    host::{Host, HostError, Lookup, Purpose},
    matchplay::{Match, MatchId, Rejection, Stage, TimeLimit},
    messages::{
        Narrator, Texts,
        markup::shortened,
        move_preview::{self, LONGEST_LABEL},
        reading_back::NO_LIMIT,
    },
    rules::{Color, Square, complete, short},
    rulesets::Rulesets,
};

/// The times per move that are offered while nothing is typed.
pub(super) const USUAL_LIMITS: [&str; 9] = [
    NO_LIMIT, "10m", "1h", "12h", "1d", "2d", "3d", "7d", "10/30d",
];

/// An option that somebody is typing.
#[derive(Clone, Copy, Debug)]
pub struct Typing<'a> {
    /// The command, by its English name.
    pub command: &'a str,
    /// The option that is being filled in.
    pub option: &'a str,
    /// Its text so far.
    pub text: &'a str,
    /// The match that was named before.
    pub given: Option<&'a str>,
}

/// One suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The label, at most 100 characters: a move in short notation with its consequences, a square
    /// with the piece on it, a choice with an explanation.
    pub label: String,
    /// The text that is typed when it is chosen: the plain move, the square, the choice.
    pub value: String,
    /// The short form of the same, where there is one.
    pub short: Option<String>,
}

impl Suggestion {
    /// Returns a suggestion without a short form.
    pub(crate) fn plain(value: impl Into<String>, label: String) -> Suggestion {
        Suggestion {
            label,
            value: value.into(),
            short: None,
        }
    }
}

/// Returns the values that an option takes, each with an explanation, where its list is closed.
/// Rulesets that an operator has added are among them.
pub(super) fn choices(texts: &Texts, rulesets: &Rulesets, option: &Opt) -> Vec<Suggestion> {
    if option.kind == Kind::Ruleset {
        let rulesets = rulesets.iter();
        return rulesets
            .map(|known| Suggestion::plain(known.name.to_string(), texts.ruleset_line(known)))
            .collect();
    }
    let choices = option.choices.iter();
    choices
        .map(|choice| Suggestion::plain(*choice, texts.choice(option.name, choice)))
        .collect()
}

/// Returns the values that an option takes, as [`choices`], and also those that need no explanation.
pub(super) fn values(texts: &Texts, rulesets: &Rulesets, option: &Opt) -> Vec<Suggestion> {
    let plain = |value: String| Suggestion::plain(value.clone(), value);
    let names = |names: &[&str]| names.iter().map(|name| plain((*name).to_owned())).collect();
    match option.kind {
        Kind::Boolean => names(&["true", "false"]),
        Kind::Command => names(&COMMANDS.iter().map(|one| one.name).collect::<Vec<_>>()),
        Kind::Within(least, most) => (least..=most).map(|one| plain(one.to_string())).collect(),
        _ => choices(texts, rulesets, option),
    }
}

/// Completes a text, best first. `lookup` is for the match that is meant; `None` for somebody who is
/// not known.
pub(super) async fn suggest(
    narrator: &Narrator<'_>,
    kind: Kind,
    lookup: Option<Lookup<'_>>,
    text: &str,
    most: usize,
) -> Vec<Suggestion> {
    let purpose = match kind {
        Kind::Time => return times(narrator.texts(), text, most),
        Kind::Match => return matches(narrator, lookup.as_ref(), text, most).await,
        Kind::Square => Purpose::Show,
        _ => Purpose::Act,
    };
    let lookup = lookup.map(|lookup| Lookup { purpose, ..lookup });
    let person = lookup.as_ref().map(|lookup| lookup.speaker);
    let found = match &lookup {
        Some(lookup) => narrator.host.find(lookup).await,
        None => Err(Rejection::NoSuchMatch.into()),
    };
    let texts = narrator.texts();
    if kind == Kind::Square {
        let state = found.as_deref().ok();
        let own = state.zip(person);
        let own = own.and_then(|(state, person)| state.color_of(person));
        return squares(texts, state, own, text, most);
    }
    let mut due = match found {
        Ok(state) => vec![state],
        Err(HostError::Rejected(Rejection::WhichMatch { candidates })) => {
            several(narrator.host, &candidates).await
        }
        Err(_) => Vec::new(),
    };
    due.retain(|state| state.to_move() == person);
    match &due[..] {
        [state] => moves(texts, state, text, most),
        states => moves_of_several(texts, states, text, most),
    }
}

/// Returns these matches. A failing store is logged by itself.
async fn several(host: &Host, ids: &[MatchId]) -> Vec<Arc<Match>> {
    let mut states = Vec::new();
    for id in ids {
        states.extend(host.state(*id).await.ok().flatten());
    }
    states
}

/// Suggests the moves of several matches, as many of each as of the others, each with its match.
/// Which one is meant is asked once a move is chosen.
fn moves_of_several(
    texts: &Texts,
    states: &[Arc<Match>],
    typed: &str,
    most: usize,
) -> Vec<Suggestion> {
    let of = |state: &Arc<Match>| {
        let id = state.id();
        let labelled = move |one: Suggestion| {
            let label = texts.say("move-in-match", &[("match", &id), ("move", &one.label)]);
            let label = shortened(&label, LONGEST_LABEL);
            Suggestion { label, ..one }
        };
        let each = most.div_ceil(states.len());
        moves(texts, state, typed, each).into_iter().map(labelled)
    };
    states.iter().flat_map(of).take(most).collect()
}

/// Suggests the speaker's matches, those that wait for them first.
async fn matches(
    narrator: &Narrator<'_>,
    lookup: Option<&Lookup<'_>>,
    typed: &str,
    most: usize,
) -> Vec<Suggestion> {
    let own = match lookup {
        Some(Lookup {
            link_to: Some(id), ..
        }) => {
            let state = narrator.host.state(*id).await;
            state.map(|state| state.into_iter().collect())
        }
        Some(lookup) => narrator.host.matches_of(lookup.speaker).await,
        None => return Vec::new(),
    };
    let typed = typed.trim().to_lowercase();
    // A failing store is logged by itself.
    let own = own.unwrap_or_default().into_iter();
    let fitting = own.filter(|state| state.id().to_string().starts_with(&typed));
    let suggestion = |state: Arc<Match>| {
        let (id, ruleset) = (state.id(), narrator.ruleset(state.ruleset()));
        let now = match state.stage() {
            Stage::Table => narrator.story(&state).table(),
            Stage::Running | Stage::Ended => narrator.story(&state).standing(),
        };
        let values = [
            ("match", &id as _),
            ("ruleset", &ruleset as _),
            ("now", &now as _),
        ];
        let label = shortened(&narrator.say("table-in-list", &values), LONGEST_LABEL);
        Suggestion::plain(id.to_string(), label)
    };
    fitting.take(most).map(suggestion).collect()
}

/// Suggests the usual time limits while nothing is typed, and the possible meanings of a number.
pub(super) fn times(texts: &Texts, typed: &str, most: usize) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    let usual = USUAL_LIMITS.map(str::to_owned).into_iter();
    let usual = usual.filter(|usual| usual.starts_with(&typed));
    // A word that is being typed, such as `3 da`, means its unit.
    let number = typed.trim_end_matches(char::is_alphabetic);
    let units = TimeLimit::units_beginning(&typed[number.len()..]);
    let meant = units.map(|unit| format!("{number}{unit}"));
    let meant = meant.chain([typed.clone()]);
    let mut suggested: Vec<Suggestion> = Vec::new();
    for value in usual.chain(meant) {
        let one = match TimeLimit::read(&value) {
            Ok(Some(limit)) => Suggestion::plain(limit.to_string(), texts.time_limit(limit)),
            Ok(None) => Suggestion::plain(NO_LIMIT.to_owned(), texts.word("limit-none")),
            Err(_) => continue,
        };
        if !suggested.contains(&one) {
            suggested.push(one);
        }
    }
    suggested.truncate(most);
    suggested
}

fn moves(texts: &Texts, state: &Match, typed: &str, most: usize) -> Vec<Suggestion> {
    let position = state.position();
    let suggestion = |mv| {
        let short = texts.language().own_letters(&short(position, mv));
        let label = match state.game().consequences(mv) {
            Ok(consequences) => move_preview::label(texts, state.game(), mv, &consequences),
            Err(_) => texts.move_in(position, mv),
        };
        Suggestion {
            label,
            value: mv.to_string(),
            short: Some(short),
        }
    };
    let mut moves = complete(position, typed, most);
    // Letters of pieces are capitals, and completion has no regard to that.
    let mut letters = typed.trim_start().chars();
    let capital = letters.next().map(|first| first.to_ascii_uppercase());
    let capital: String = capital.into_iter().chain(letters).collect();
    let own = texts.language().with_figures(&capital);
    for mv in own
        .into_iter()
        .flat_map(|own| complete(position, &own, most))
    {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves.into_iter().take(most).map(suggestion).collect()
}

/// Squares whose names fit; to nothing typed those of an army's pieces, the speaker's or else the
/// army to move.
fn squares(
    texts: &Texts,
    state: Option<&Match>,
    own: Option<Color>,
    typed: &str,
    most: usize,
) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    let is_own = |square: &Square| {
        state.is_none_or(|state| {
            let color = own.unwrap_or(state.position().turn());
            let piece = state.position().piece_at(*square);
            piece.is_some_and(|piece| piece.color == color)
        })
    };
    let named = |square: &Square| square.to_string();
    let (begin, contain): (Vec<Square>, Vec<Square>) = Square::all()
        .filter(|square| named(square).contains(&typed) && (!typed.is_empty() || is_own(square)))
        .partition(|square| named(square).starts_with(&typed));
    let suggestion = |square: Square| {
        let name = square.to_string();
        let label = state.map_or(name.clone(), |state| on_square(texts, state, square));
        Suggestion::plain(name, label)
    };
    let squares = begin.into_iter().chain(contain).take(most);
    squares.map(suggestion).collect()
}

/// Names a square with its piece: `m4: Gray's knight`.
fn on_square(texts: &Texts, state: &Match, square: Square) -> String {
    let position = state.position();
    let what = match position.piece_at(square) {
        Some(piece) => {
            let dead = !position.in_play().contains(piece.color);
            move_preview::piece_of(texts, piece, dead)
        }
        None => texts.word("square-empty"),
    };
    texts
        .say("square-holds", &[("square", &square), ("what", &what)])
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::command_called;

    /// Fault D32: completion went empty in the middle of a word.
    #[test]
    fn d32_a_time_is_suggested_while_its_word_is_typed() {
        let texts = Texts::english();
        for typed in [
            "3 d",
            "3 da",
            "3 days",
            "2h30",
            "2h30m",
            "90 min",
            "10/30",
            "10 moves in 30 da",
        ] {
            let suggested = times(&texts, typed, 25);
            assert!(!suggested.is_empty(), "{typed}");
        }
        let values = |typed| times(&texts, typed, 25).into_iter().map(|one| one.value);
        assert!(values("3 da").any(|value| value == "3d"));
        assert!(values("2h30m").any(|value| value == "150m"));
        assert!(values("3 st").any(|value| value == "3h"));
        assert!(values("1 wo").any(|value| value == "7d"));
        assert!(values("10/30").any(|value| value == "10/30d"));
        assert!(values("10 moves in 30 da").any(|value| value == "10/30d"));
        assert!(values("no limit").any(|value| value == "none"));
    }

    #[test]
    fn lists_that_are_closed_have_values() {
        let (texts, rulesets) = (Texts::english(), Rulesets::presets());
        let listed = |command: &str, option: &str| {
            let option = command_called(command).unwrap().option(option).unwrap();
            let values = values(&texts, &rulesets, option).into_iter();
            values.map(|one| one.value).collect::<Vec<_>>()
        };
        assert_eq!(
            listed("play", "level"),
            ["1", "2", "3", "4", "5", "6", "7", "8"]
        );
        assert_eq!(listed("join", "seat"), ["white", "gray", "black"]);
        assert_eq!(listed("play", "time"), [""; 0]);
        assert_eq!(listed("move", "claim"), ["true", "false"]);
        assert!(listed("help", "command").contains(&String::from("history")));
        assert!(listed("play", "ruleset").contains(&String::from("three-man")));
    }
}

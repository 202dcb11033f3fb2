//! What completes what somebody is typing.

use std::sync::Arc;

use super::Desk;
use crate::{
    adapters::{
        catalog::Opt, forecast, invocation::Speaker, language::Language, visibility::Glance,
        words::Words,
    },
    host::{Limit, Purpose, Request},
    matchplay::{Match, Place, TimeLimit},
    rules::{Color, Move, Square, complete, german_letters, short},
};

/// What says that there is no time per move.
const NO_LIMIT: &str = "none";

/// Times per move that are offered while nothing is typed.
const USUAL_LIMITS: [&str; 8] = [NO_LIMIT, "10m", "1h", "12h", "1d", "2d", "3d", "7d"];

/// What somebody is typing.
#[derive(Clone, Copy, Debug)]
pub struct Typing<'a> {
    /// The command.
    pub command: &'a str,
    /// The option that is being filled in.
    pub option: &'a str,
    /// What it holds so far.
    pub text: &'a str,
    /// What was given as `match:` before.
    pub given: Option<&'a str>,
}

/// One suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is shown, at most 100 characters: a move in short notation with what it does, a square
    /// with what stands on it, a choice with what it is.
    pub label: String,
    /// What is typed when it is chosen: the plain move, the square, the choice.
    pub value: String,
    /// The short form of the same, where there is one.
    pub short: Option<String>,
}

impl Desk {
    /// What completes an option, best first; nothing where nothing fits or none is completed.
    pub async fn suggest(
        &self,
        speaker: &Speaker,
        place: &Place,
        typing: &Typing<'_>,
        most: usize,
    ) -> Vec<Suggestion> {
        let asker = self.host.asker(&speaker.identity);
        if self.host.count(Limit::Completions, asker, None).is_err() {
            // Nobody types so fast. Words cannot be said here, and the next letter asks anew.
            return Vec::new();
        }
        // What they alone are shown is in their language.
        let own = self.speaking_to(speaker, place);
        let person = self.people.find(&speaker.identity).ok().flatten();
        let access = Glance::new(&*self.visibility, speaker);
        let request = |purpose| {
            Some(Request {
                purpose,
                given: typing.given,
                place,
                speaker: person?,
                access: &access,
            })
        };
        match (typing.command, typing.option) {
            ("move", "move") => own.moves(request(Purpose::Act), typing, most).await,
            ("look", "square") => own.squares(request(Purpose::Show), typing, most).await,
            ("play" | "server", "time") => own.limits(typing.text, most),
            _ => Vec::new(),
        }
    }

    /// Times per move: the usual ones while nothing is typed, and what a number can mean.
    fn limits(&self, typed: &str, most: usize) -> Vec<Suggestion> {
        let typed = typed.trim().to_lowercase();
        let typed = typed.as_str();
        let meant = ["d", "h", "m", "s"].map(|unit| format!("{typed}{unit}"));
        let usual = USUAL_LIMITS.iter().map(|usual| (*usual).to_owned());
        let usual = usual.filter(|usual| usual.starts_with(typed));
        let mut all: Vec<String> = usual.collect();
        all.extend(meant.into_iter().chain([typed.to_owned()]));
        let mut suggested: Vec<Suggestion> = Vec::new();
        for value in all {
            let limit = value.parse::<TimeLimit>().ok();
            let label = match limit {
                Some(limit) => self.words.time_limit(limit),
                None if value == NO_LIMIT => self.words.say("limit-none", &[]),
                None => continue,
            };
            let value = limit.map_or(value, |limit| limit.to_string());
            if !suggested.iter().any(|other| other.value == value) {
                let short = None;
                suggested.push(Suggestion {
                    label,
                    value,
                    short,
                });
            }
        }
        suggested.truncate(most);
        suggested
    }

    /// The values that an option takes and what each is, where its list is closed. Of rulesets
    /// those that an operator has added are among them.
    #[must_use]
    pub fn choices(&self, option: &Opt) -> Vec<Suggestion> {
        self.choices_in(&self.words, option)
    }

    /// As [`Desk::choices`], in other words than one's own.
    #[must_use]
    pub fn choices_in(&self, words: &Words, option: &Opt) -> Vec<Suggestion> {
        let suggestion = |value: &str, label| Suggestion {
            label,
            value: value.to_owned(),
            short: None,
        };
        if option.holds_ruleset() {
            let rulesets = self.rulesets.iter();
            return rulesets
                .map(|known| suggestion(&known.name, words.ruleset_line(known)))
                .collect();
        }
        let choices = option.choices.iter();
        choices
            .map(|choice| suggestion(choice, words.choice(option.name, choice)))
            .collect()
    }

    async fn moves(
        &self,
        request: Option<Request<'_>>,
        typing: &Typing<'_>,
        most: usize,
    ) -> Vec<Suggestion> {
        let Some(state) = self.meant(request.as_ref()).await else {
            return Vec::new();
        };
        if state.to_move() != request.map(|request| request.speaker) {
            return Vec::new();
        }
        let position = state.position();
        let suggestion = |mv| {
            let short = short(position, mv);
            let label = match state.game().consequences(mv) {
                Ok(consequences) => {
                    forecast::label(&self.words, state.game(), &short, &consequences)
                }
                Err(_) => short.clone(),
            };
            Suggestion {
                label,
                value: mv.to_string(),
                short: Some(short),
            }
        };
        let mut moves = complete(position, typing.text, most);
        if self.words.language() == Language::German
            && let Some(own) = german_letters(typing.text)
        {
            let others = complete(position, &own, most).into_iter();
            let others: Vec<Move> = others.filter(|mv| !moves.contains(mv)).collect();
            moves.extend(others);
            moves.truncate(most);
        }
        moves.into_iter().map(suggestion).collect()
    }

    /// To nothing typed the pieces of the asker's army, or of the army to move.
    async fn squares(
        &self,
        request: Option<Request<'_>>,
        typing: &Typing<'_>,
        most: usize,
    ) -> Vec<Suggestion> {
        let state = self.meant(request.as_ref()).await;
        let typed = typing.text.trim().to_lowercase();
        let own = |square: &Square| {
            state.as_ref().is_none_or(|state| {
                let color = request.as_ref();
                let color = color.and_then(|request| state.color_of(request.speaker));
                let color: Color = color.unwrap_or(state.position().turn());
                let piece = state.position().piece_at(*square);
                piece.is_some_and(|piece| piece.color == color)
            })
        };
        let named = |square: &Square| square.to_string();
        let (begin, contain): (Vec<Square>, Vec<Square>) = Square::all()
            .filter(|square| named(square).contains(&typed) && (!typed.is_empty() || own(square)))
            .partition(|square| named(square).starts_with(&typed));
        let suggestion = |square: Square| {
            let name = square.to_string();
            Suggestion {
                label: match &state {
                    Some(state) => self.on_square(state, square),
                    None => name.clone(),
                },
                value: name,
                short: None,
            }
        };
        let squares = begin.into_iter().chain(contain).take(most);
        squares.map(suggestion).collect()
    }

    /// `m4: Gray's knight`
    fn on_square(&self, state: &Match, square: Square) -> String {
        let position = state.position();
        let what = match position.piece_at(square) {
            Some(piece) => {
                let dead = !position.in_play().contains(piece.color);
                forecast::piece_of(&self.words, piece, dead)
            }
            None => self.words.say("square-empty", &[]),
        };
        let name = square.to_string();
        self.words
            .say("square-holds", &[("square", &name), ("what", &what)])
    }

    /// The match that is meant; none to somebody who is not known.
    async fn meant(&self, request: Option<&Request<'_>>) -> Option<Arc<Match>> {
        self.host.find(request?).await.ok()
    }
}

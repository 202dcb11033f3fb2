//! Refusals in sentences, each with its stable reason (interfaces §3).

use crate::{
    host::{HostError, Limit},
    matchplay::{Match, MatchId, Rejection, Stage},
    rules::{Color, LONGEST_TYPED, Move, ReadMoveError, short},
    store::StoreError,
};

use super::{
    catalog::{self, Kind},
    invocation::{Ask, InputError, Wants},
    refused_claim, refused_move, refused_wish,
    telling::joined,
    words::Words,
};

/// A command that could not be read, in a sentence.
#[must_use]
pub fn input_error(words: &Words, error: &InputError) -> String {
    match error {
        InputError::UnknownCommand(command) => {
            words.say("refused-unknown-command", &[("command", command)])
        }
        InputError::UnknownOption { command, option } => {
            let options: Vec<String> = catalog::command(command)
                .map(|command| command.options.iter())
                .map(|options| options.map(|one| words.option_name(one.name)).collect())
                .unwrap_or_default();
            let id = if options.is_empty() {
                "refused-no-options"
            } else {
                "refused-unknown-option"
            };
            words.say(
                id,
                &[
                    ("command", &*words.command_name(command)),
                    ("option", option),
                    ("options", &joined(words, &options)),
                ],
            )
        }
        InputError::BadValue { option, wants, .. } => {
            let id = match wants {
                Wants::Choice(_) => "refused-bad-choice",
                Wants::Kind(Kind::Integer) => "refused-bad-integer",
                Wants::Kind(Kind::Within(..)) => "refused-bad-number",
                Wants::Kind(Kind::Boolean) => "refused-bad-boolean",
                Wants::Kind(Kind::User) => "refused-bad-user",
                Wants::Kind(Kind::Text) => "refused-bad-text",
                Wants::Kind(Kind::Time) => "refused-bad-time",
                Wants::Kind(Kind::Channel) => "refused-bad-channel",
                Wants::Kind(Kind::Role) => "refused-bad-role",
            };
            let option = words.option_name(option);
            words.say(
                id,
                &[("option", &*option), ("wants", &wanted(words, wants))],
            )
        }
        InputError::Missing { command, option } => {
            let known = catalog::command(command).and_then(|known| known.option(option));
            let choices = known.map_or(&[] as &[&str], |known| known.choices);
            let (id, what) = if choices.is_empty() {
                let what = words.say(&format!("option-{command}-{option}"), &[]);
                ("refused-missing-option", what)
            } else {
                ("refused-missing-choice", choices_named(words, choices))
            };
            let (command, option) = (words.command_name(command), words.option_name(option));
            let values = [("command", &*command), ("option", &option), ("what", &what)];
            words.say(id, &values)
        }
        InputError::Twice { option } => words.say(
            "refused-option-twice",
            &[("option", &words.option_name(option))],
        ),
        InputError::UnknownRuleset { given, known } => words.say(
            "refused-unknown-ruleset",
            &[("ruleset", given), ("rulesets", &joined(words, known))],
        ),
        InputError::NotASquare(typed) => {
            words.say("refused-unreadable-square", &[("typed", typed)])
        }
        InputError::TooLong { most, .. } => too_long(words, *most),
        InputError::NoCommand => words.say("refused-unreadable-line", &[]),
    }
}

/// What an option wants, where a list of it or its limits are to be said.
fn wanted(words: &Words, wants: &Wants) -> String {
    match wants {
        Wants::Choice(choices) => choices_named(words, choices),
        Wants::Kind(Kind::Within(least, most)) => words.say(
            "wants-within",
            &[("least", &*least.to_string()), ("most", &most.to_string())],
        ),
        Wants::Kind(
            Kind::Text
            | Kind::Integer
            | Kind::Boolean
            | Kind::User
            | Kind::Time
            | Kind::Channel
            | Kind::Role,
        ) => String::new(),
    }
}

fn choices_named(words: &Words, choices: &[&str]) -> String {
    let names = choices.iter().map(|choice| words.choice_name(choice));
    let names: Vec<String> = names.collect();
    names.join(&words.say("list-comma", &[]))
}

/// What was refused: what was asked, of which match, by whom.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refused<'a> {
    /// What was asked.
    pub ask: Option<&'a Ask>,
    /// The match, where one was found.
    pub state: Option<&'a Match>,
    /// The asker's army in it.
    pub army: Option<Color>,
    /// The move as it was typed, made harmless.
    pub typed: &'a str,
    /// When a limit ends, in words; empty where no time ends it.
    pub again: &'a str,
}

impl<'a> Refused<'a> {
    /// Something asked of this match, when only the match matters.
    #[must_use]
    pub fn of(state: &'a Match) -> Refused<'a> {
        Refused {
            state: Some(state),
            ..Refused::default()
        }
    }
}

/// A refusal: its stable reason and a sentence.
#[must_use]
pub fn refusal(words: &Words, error: &HostError, what: &Refused<'_>) -> (&'static str, String) {
    match error {
        HostError::Store(StoreError::InDoubt { .. } | StoreError::Failed(_)) => (
            "store-unavailable",
            words.say("refused-store-in-doubt", &[]),
        ),
        HostError::Store(_) => (
            "store-unavailable",
            words.say("refused-store-unavailable", &[]),
        ),
        HostError::Limited(limited) => ("rate-limited", limit(words, limited.limit, what.again)),
        HostError::Rejected(rejection) => (rejection.reason(), rejected(words, rejection, what)),
    }
}

/// A limit that is reached, in a sentence that says when it ends.
fn limit(words: &Words, limit: Limit, again: &str) -> String {
    let id = match limit {
        Limit::TablesOfPerson => "refused-limit-tables-of-person",
        Limit::TablesInChannel => "refused-limit-tables-in-channel",
        Limit::TablesInServer => "refused-limit-tables-in-server",
        Limit::Matches => "refused-limit-matches",
        Limit::ComputerMatches => "refused-limit-computer-matches",
        Limit::Seats => "refused-limit-seats",
        Limit::Proposals => "refused-limit-proposals",
        Limit::Pictures => "refused-limit-pictures",
        Limit::Errands => "refused-limit-errands",
        Limit::Completions => "refused-limit-completions",
    };
    let most = limit.most().0.to_string();
    words.say(id, &[("most", &most), ("again", again)])
}

fn rejected(words: &Words, rejection: &Rejection, what: &Refused<'_>) -> String {
    let plain = || words.say(&format!("refused-{}", rejection.reason()), &[]);
    match rejection {
        Rejection::NotYourTurn { turn } => {
            words.say("refused-not-your-turn", &[("army", &words.army(*turn))])
        }
        Rejection::Move(error) => unplayable(words, error, what.state, what.typed),
        Rejection::PositionMovedOn { shown, now } => words.say(
            "refused-position-moved-on",
            &[("shown", &shown.to_string()), ("now", &now.to_string())],
        ),
        Rejection::WhichMatch { candidates } => {
            let ids: Vec<String> = candidates.iter().take(10).map(MatchId::to_string).collect();
            words.say("refused-which-match", &[("matches", &joined(words, &ids))])
        }
        Rejection::SeatTaken { seat } | Rejection::AlreadySeated { seat } => {
            let id = format!("refused-{}", rejection.reason());
            words.say(&id, &[("army", &words.army(*seat))])
        }
        Rejection::AlreadyWatching { id } => {
            words.say("refused-watching", &[("match", id.as_str())])
        }
        Rejection::ClaimNotDue(why) => refused_claim::not_due(words, why, what.state),
        Rejection::WhichWinner { candidates } => {
            refused_wish::which(words, "refused-which-winner", *candidates)
        }
        Rejection::WhichPartner { candidates } => {
            refused_wish::which(words, "refused-which-partner", *candidates)
        }
        Rejection::NeedsConfirmation { winner } => refused_wish::confirm(words, what, *winner),
        Rejection::NothingToAccept => refused_wish::nothing(words, what),
        Rejection::AlreadyProposed => refused_wish::already(words, what),
        Rejection::NotInThisRuleset => refused_wish::not_in_this_ruleset(words, what),
        Rejection::SeatNotMissing { seat } => {
            let values = [("army", &*words.army(*seat))];
            words.say("refused-seat-not-missing", &values)
        }
        Rejection::SeatVacant { seat } => {
            words.say("refused-seat-vacant", &[("army", &words.army(*seat))])
        }
        Rejection::GrantedBefore { seat } => {
            words.say("refused-granted-before", &[("army", &words.army(*seat))])
        }
        Rejection::WhoSubstitutes => words.say("refused-who-substitutes", &[]),
        Rejection::RematchBegan { id } => {
            words.say("refused-rematch-began", &[("match", id.as_str())])
        }
        Rejection::NotStarted if of_rematch(what) && has_ended(what) => {
            words.say("refused-rematch-unplayed", &[])
        }
        Rejection::Private => words.say("refused-private", &[]),
        Rejection::NotAllowed if of_rematch(what) => words.say("refused-rematch", &[]),
        Rejection::Paused
        | Rejection::NothingToTakeBack
        | Rejection::NotAPlayer
        | Rejection::NotOver
        | Rejection::MatchOver
        | Rejection::NoSuchMatch
        | Rejection::TableFull
        | Rejection::NotSeated
        | Rejection::AlreadyConceded
        | Rejection::ArmyOut
        | Rejection::NoThirdArmy
        | Rejection::NotStarted
        | Rejection::AlreadyStarted
        | Rejection::NotAllowed => plain(),
    }
}

fn has_ended(what: &Refused<'_>) -> bool {
    what.state
        .is_some_and(|state| state.stage() == Stage::Ended)
}

fn of_rematch(what: &Refused<'_>) -> bool {
    matches!(what.ask, Some(Ask::Rematch))
}

fn unplayable(words: &Words, error: &ReadMoveError, state: Option<&Match>, typed: &str) -> String {
    let list = |moves: &[Move]| {
        let names: Vec<String> = moves
            .iter()
            .take(8)
            .map(|mv| state.map_or_else(|| mv.to_string(), |state| short(state.position(), *mv)))
            .collect();
        joined(words, &names)
    };
    match error {
        ReadMoveError::TooLong => too_long(words, LONGEST_TYPED),
        ReadMoveError::Unreadable { nearest } => words.say(
            "refused-unreadable-move",
            &[("typed", typed), ("examples", &list(nearest))],
        ),
        ReadMoveError::Ambiguous { candidates } => words.say(
            "refused-ambiguous",
            &[("typed", typed), ("candidates", &list(candidates))],
        ),
        ReadMoveError::PromotionMissing { from, to } => {
            let choices = ["q", "r", "b", "n"].map(|letter| format!("{from}{to}{letter}"));
            words.say(
                "refused-promotion",
                &[("candidates", &joined(words, &choices))],
            )
        }
        ReadMoveError::Illegal(why) => {
            let why = refused_move::why(words, why);
            words.say("refused-illegal-move", &[("why", &why)])
        }
        ReadMoveError::PawnMeant { why, captures } => {
            let why = refused_move::why(words, why);
            words.say(
                "refused-pawn-meant",
                &[("why", &why), ("captures", &list(captures))],
            )
        }
    }
}

fn too_long(words: &Words, most: usize) -> String {
    words.say("refused-too-long", &[("most", &most.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::Language;

    #[test]
    fn what_may_have_been_saved_is_not_said_to_be_unsaved() {
        for language in Language::ALL {
            let words = Words::of(language);
            let (path, what) = (String::new(), String::new());
            let refused = |error: StoreError| {
                let (reason, text) = refusal(&words, &HostError::from(error), &Refused::default());
                assert_eq!(reason, "store-unavailable");
                text
            };
            let unsaved = refused(StoreError::Unwritable {
                path: path.clone(),
                what: what.clone(),
            });
            let doubted = refused(StoreError::InDoubt { path, what });
            assert_eq!(unsaved, words.say("refused-store-unavailable", &[]));
            assert_eq!(doubted, words.say("refused-store-in-doubt", &[]));
            assert_ne!(doubted, unsaved);
        }
    }
}

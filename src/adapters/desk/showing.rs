//! What is shown to one person and changes nothing: boards, lists, help.

use std::sync::Arc;

use super::{Asked, Desk};
use crate::{
    adapters::{
        button::{Action, Step},
        catalog::{COMMANDS, Command, Opt},
        picture::Picture,
        refusals::Refused,
        reply::Reply,
        rulebook::{TOPICS, Topic},
        telling::Teller,
    },
    host::Purpose,
    matchplay::{Rejection, Stage},
    render::{BoardView, text_board},
    rules::Color,
};

/// How many characters of choices `/help` explains. With the names of all others it fits into a
/// message.
const MOST_EXPLAINED: usize = 900;

/// How many characters of commands `/help` describes. With the names of all others they fit into a
/// message.
const MOST_HELPED: usize = 1_600;

/// How somebody wants to see a board.
pub(super) struct BoardAsk {
    /// From this seat; as they are used to when `None`.
    pub(super) seat: Option<Color>,
    /// As it stood after so many plies; as it stands when `None`.
    pub(super) ply: Option<u32>,
    /// In words.
    pub(super) text: bool,
    /// The sector of the seat alone.
    pub(super) zoom: bool,
}

impl Desk {
    pub(super) async fn show(&self, asked: &Asked<'_>, wanted: &BoardAsk) -> Reply {
        let BoardAsk {
            seat,
            ply,
            text,
            zoom,
        } = *wanted;
        let command = Some(asked.command);
        let state = match self.find(asked, Purpose::Show).await {
            Ok(state) => state,
            Err(error) => return self.refused(command, &error, &Refused::default()),
        };
        if let Some(shown) = asked.shown_ply.filter(|shown| *shown != state.ply()) {
            let now = state.ply();
            let error = Rejection::PositionMovedOn { shown, now }.into();
            return self.refused(command, &error, &Refused::of(&state));
        }
        let shown = match ply {
            None => Arc::clone(&state),
            Some(ply) => match self.host.state_at_ply(state.id(), ply).await {
                Ok(Some(earlier)) => earlier,
                Ok(None) => {
                    let text = self.no_such_ply(ply, state.ply());
                    return Reply::refusal(command, "bad-option", text);
                }
                Err(error) => return self.refused(command, &error.into(), &Refused::of(&state)),
            },
        };
        let own = state.color_of(asked.person);
        let seat = seat.unwrap_or_else(|| self.seen_from(&shown, own));
        let missed = match own.filter(|_| ply.is_none()) {
            Some(own) => self.missed(&state, own).await,
            None => None,
        };
        let zoom = zoom && !text;
        let buttons = if text {
            Vec::new()
        } else if zoom {
            let whole = Action::Step(ply.map_or(Step::Now, Step::To), seat);
            vec![self.button_labelled(&shown, whole, "button-whole")]
        } else {
            self.steps(&state, &shown, seat, own)
        };
        let picture = zoom.then(|| {
            let name = format!("{}-{}-{}", shown.id(), shown.ply(), seat.name());
            let view = BoardView {
                zoom: Some(seat),
                ..self.view(&shown, seat)
            };
            Picture::of_board(name, view)
        });
        let heading = self.words.say(
            "board-shown",
            &[
                ("match", shown.id().as_str()),
                ("ply", &shown.ply().to_string()),
            ],
        );
        let teller = self.teller(&shown);
        let board = |teller: &Teller<'_>| {
            let view = teller.view(seat, teller.names.clone());
            text_board(&view, &self.words)
        };
        let sentence = match shown.stage() {
            // What time there was then is past.
            Stage::Running if ply.is_some() => teller.turn(),
            Stage::Running => teller.turn_and_time(),
            Stage::Table => teller.table(),
            Stage::Ended => shown.over().map_or_else(String::new, |over| {
                let result = teller.result(over);
                self.words.say("board-result", &[("result", &result)])
            }),
        };
        // The text board says the points itself.
        let mut lines = vec![if text {
            let time = teller.time_left().filter(|_| ply.is_none());
            let said: Vec<String> = time.into_iter().chain(teller.agreements()).collect();
            said.join("\n")
        } else {
            format!("{heading} {sentence}")
        }];
        if text {
            lines.push(board(&teller));
        } else {
            lines.extend(teller.agreements());
            lines.extend(teller.points_so_far());
        }
        lines.extend(missed);
        let words = lines.join("\n").trim_start().to_owned();
        drop(teller);
        Reply {
            buttons,
            seat: (!text && !zoom).then_some(seat),
            picture,
            state: Some(shown),
            ..Reply::words(command, words)
        }
    }

    /// A topic of the rules with its picture, or a list of the topics.
    pub(super) fn rules(&self, topic: Option<&'static Topic>) -> Reply {
        let words = &self.words;
        // As a choice a ruleset is explained at once; its topic does so at length.
        let title = |name: &str| {
            let ruleset = format!("ruleset-{name}");
            if words.has(&ruleset) {
                words.say(&ruleset, &[])
            } else {
                words.say(&format!("choice-{name}"), &[])
            }
        };
        let Some(topic) = topic else {
            let lines = TOPICS.iter().map(|topic| {
                let title = title(topic.name);
                let name = words.choice_name(topic.name);
                words.say("rules-line", &[("topic", &name), ("title", &title)])
            });
            let first = TOPICS.first().map_or("", |topic| topic.name);
            let first = words.choice_name(first);
            let lines: Vec<String> = std::iter::once(words.say("rules-heading", &[]))
                .chain(lines)
                .chain([words.say("rules-more", &[("topic", &first)])])
                .collect();
            return Reply::words(Some("rules"), lines.join("\n"));
        };
        let text = words.say(&format!("rules-{}", topic.name), &[]);
        let onward = match topic.next() {
            Some(next) => {
                let next = words.choice_name(next.name);
                words.say("rules-next", &[("topic", &next)])
            }
            None => words.say("rules-last", &[]),
        };
        let text = [title(topic.name), text, onward].join("\n");
        Reply {
            picture: topic
                .view()
                .map(|view| Picture::of_board(format!("rules-{}", topic.name), view)),
            ..Reply::words(Some("rules"), text)
        }
    }

    pub(super) fn help(&self, topic: Option<&'static Command>) -> Reply {
        let words = &self.words;
        let what = |name: &str| words.say(&format!("command-{name}"), &[]);
        let lines: Vec<String> = match topic {
            None => self.all_commands(),
            Some(command) => {
                let (name, about) = (words.command_name(command.name), what(command.name));
                let first = [("command", name.as_str()), ("what", about.as_str())];
                std::iter::once(words.say("help-command", &first))
                    .chain(command.options.iter().map(|option| {
                        let what =
                            words.say(&format!("option-{}-{}", command.name, option.name), &[]);
                        let id = if option.required {
                            "help-option-required"
                        } else {
                            "help-option"
                        };
                        let name = words.option_name(option.name);
                        let line = words.say(id, &[("option", &name), ("what", &what)]);
                        if option.holds_ruleset() {
                            return self.explained(&line, option);
                        }
                        if option.choices.is_empty() {
                            return line;
                        }
                        let choices = option.choices.iter();
                        let choices = choices.map(|choice| words.choice_name(choice));
                        let choices: Vec<String> = choices.collect();
                        format!("{line} [{}]", choices.join(&words.say("list-comma", &[])))
                    }))
                    .collect()
            }
        };
        Reply::words(Some("help"), lines.join("\n"))
    }

    /// All commands, in a line each; those for which there is no room are named.
    fn all_commands(&self) -> Vec<String> {
        let words = &self.words;
        let mut lines = vec![words.say("help-heading", &[])];
        let mut named = Vec::new();
        let mut letters = 0;
        for command in COMMANDS {
            let name = words.command_name(command.name);
            let what = words.say(&format!("command-{}", command.name), &[]);
            let line = words.say("help-line", &[("command", &name), ("what", &what)]);
            letters += line.chars().count() + 1;
            if letters <= MOST_HELPED && named.is_empty() {
                lines.push(line);
            } else {
                named.push(format!("/{name}"));
            }
        }
        if !named.is_empty() {
            let named = named.join(&words.say("list-comma", &[]));
            lines.push(words.say("help-choices", &[("choices", &named)]));
        }
        lines.push(words.say("help-more", &[]));
        lines
    }

    /// An option with its choices, one to a line that says what it is; those for which there is no
    /// room are named.
    fn explained(&self, heading: &str, option: &Opt) -> String {
        let mut lines = vec![heading.to_owned()];
        let mut named = Vec::new();
        let mut letters = 0;
        for choice in self.choices(option) {
            let name = self.words.choice_name(&choice.value);
            letters += name.chars().count() + choice.label.chars().count();
            if letters <= MOST_EXPLAINED && named.is_empty() {
                let values = [("choice", name.as_str()), ("what", &choice.label)];
                lines.push(self.words.say("help-choice", &values));
            } else {
                named.push(name);
            }
        }
        if !named.is_empty() {
            lines.push(
                self.words
                    .say("help-choices", &[("choices", &named.join(", "))]),
            );
        }
        lines.join("\n")
    }
}

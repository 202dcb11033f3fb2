//! The console at a terminal: lines that can be edited, remembered and completed (rustyline).

use std::{
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use rustyline::{
    CompletionType, Config, Context, Editor, ExternalPrinter, Helper,
    completion::{Completer, Pair},
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::FileHistory,
    validate::Validator,
};
use tokio::runtime::Handle;

use super::{
    Console, ConsoleOptions, Line,
    line::read_line,
    typing::{self, Continuation, Sought, Typed, typed},
};
use crate::{
    commands::{Errand, Kind, Opt, Responder, Speaker, Suggestion, Typing, choices, errand},
    host::{FullAccess, Lookup, Purpose},
    matchplay::{Place, Stage},
    messages::markup::harmless,
};

/// Number of lines that are remembered.
const MOST_REMEMBERED: usize = 1_000;

/// Most moves or squares that are offered at once.
const MOST_OFFERED: usize = 100;

/// Most names that are known for completion.
const MOST_NAMES: usize = 100;

/// A line as the editor gives it.
type Edited = Result<String, ReadlineError>;

/// Talks at a terminal until it is left with Control-D. What is typed is remembered in `history`,
/// readable by its owner alone.
///
/// # Errors
///
/// When the terminal cannot be read or written. [`io::ErrorKind::Unsupported`] when no line can
/// be edited there, before anything was said.
pub async fn converse(
    responder: Arc<Responder>,
    options: ConsoleOptions,
    history: Option<&Path>,
) -> io::Result<()> {
    let known = Arc::new(Mutex::new(Surroundings::default()));
    let completion = LineHelper {
        responder: Arc::clone(&responder),
        known: Arc::clone(&known),
        handle: Handle::current(),
    };
    let mut editor = editor(completion)?;
    let printer = editor
        .create_external_printer()
        .map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
    let screen = Screen {
        printer: Box::new(printer),
        text: Vec::new(),
    };
    let (prompts, asked) = mpsc::channel();
    let (typed, mut lines) = tokio::sync::mpsc::channel(1);
    let history = history.map(Path::to_path_buf);
    let editing = thread::Builder::new()
        .name(String::from("editor"))
        .spawn(move || edit(editor, history.as_deref(), &asked, &typed))?;
    let host = Arc::clone(responder.host());
    let keeping_time = tokio::spawn(Arc::clone(&host).run_deadlines());
    let computers = tokio::spawn(host.run_computers(options.pause));
    let mut session = Session {
        console: Console::new(responder, options, screen),
        known,
    };
    let said = session.run(&prompts, &mut lines).await;
    keeping_time.abort();
    computers.abort();
    // Without anybody to ask for lines the editor ends.
    drop((prompts, lines));
    if editing.join().is_err() {
        tracing::error!("the line editor panicked");
    }
    said
}

/// State of the console that completion draws on, next to the matches.
#[derive(Clone, Debug, Default)]
struct Surroundings {
    speaker: Option<Speaker>,
    place: Option<Place>,
    names: Vec<String>,
    buttons: Vec<String>,
}

/// The matter of the conversation, on the side of the desk.
struct Session {
    console: Console<Screen>,
    known: Arc<Mutex<Surroundings>>,
}

impl Session {
    async fn run(
        &mut self,
        prompts: &mpsc::Sender<String>,
        lines: &mut tokio::sync::mpsc::Receiver<Edited>,
    ) -> io::Result<()> {
        self.console.tell_what_came().await?;
        let host = Arc::clone(self.console.responder.host());
        loop {
            self.learn();
            if prompts.send(self.prompt().await).is_err() {
                return Err(io::Error::other("the line editor has ended"));
            }
            let line = loop {
                tokio::select! {
                    line = lines.recv() => break line,
                    held = host.next_notice() => self.console.tell(held).await?,
                }
            };
            match line {
                // Several lines that were pasted come as one.
                Some(Ok(lines)) => {
                    for line in lines.lines() {
                        self.console.answer_line(line.as_bytes()).await?;
                    }
                }
                // What was typed is dropped, as in any shell.
                Some(Err(ReadlineError::Interrupted)) => {
                    let texts = &self.console.responder.usual().texts;
                    let text = texts.word("console-interrupted");
                    self.console.output().write_all(text.as_bytes())?;
                    self.console.output().flush()?;
                }
                Some(Err(ReadlineError::Eof)) | None => return Ok(()),
                Some(Err(error)) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Keeps for completion what the console knows now.
    fn learn(&self) {
        let console = &self.console;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.speaker.clone_from(&console.speaker);
        known.place = Some(console.place.clone());
        known.buttons.clone_from(&console.pressable);
        if let Some(speaker) = &console.speaker
            && !known.names.contains(&speaker.name)
            && known.names.len() < MOST_NAMES
        {
            known.names.push(speaker.name.clone());
        }
    }

    /// Returns the prompt: the speaker, the channel, and the turn of the match that is meant there.
    async fn prompt(&self) -> String {
        let console = &self.console;
        let texts = &console.responder.usual().texts;
        let channel = harmless(console.place.room());
        let Some(speaker) = &console.speaker else {
            let prompt = texts.say("console-prompt-nobody", &[("channel", &channel)]);
            return format!("{prompt}> ");
        };
        let name = harmless(&speaker.name);
        let person = console.responder.people().find(&speaker.identity);
        let state = match person.ok().flatten() {
            None => None,
            Some(speaker) => {
                let lookup = Lookup {
                    purpose: Purpose::Show,
                    given: None,
                    place: &console.place,
                    speaker,
                    access: &FullAccess,
                };
                let state = console.responder.host().find(&lookup).await.ok();
                state.map(|state| (state.to_move() == Some(speaker), state))
            }
        };
        let (id, army) = match &state {
            Some((own, state)) if state.stage() == Stage::Running => {
                let id = if *own {
                    "console-prompt-own"
                } else {
                    "console-prompt-turn"
                };
                (id, texts.army(state.position().turn()))
            }
            _ => ("console-prompt", String::new()),
        };
        let values = [
            ("name", &name as _),
            ("channel", &channel as _),
            ("army", &army as _),
        ];
        format!("{}> ", texts.say(id, &values))
    }
}

/// The terminal, written to so that a line which is being edited stays whole.
struct Screen {
    printer: Box<dyn ExternalPrinter + Send>,
    text: Vec<u8>,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return Ok(());
        }
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.printer.print(text).map_err(io::Error::other)
    }
}

fn editor(completion: LineHelper) -> io::Result<Editor<LineHelper, FileHistory>> {
    let config = Config::builder()
        .max_history_size(MOST_REMEMBERED)
        .and_then(|config| config.history_ignore_dups(true))
        .map_err(io::Error::other)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build();
    let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(completion));
    Ok(editor)
}

/// Reads lines for as long as somebody asks for them.
fn edit(
    mut editor: Editor<LineHelper, FileHistory>,
    history: Option<&Path>,
    prompts: &mpsc::Receiver<String>,
    lines: &tokio::sync::mpsc::Sender<Edited>,
) {
    if let Some(path) = history.filter(|path| path.exists())
        && let Err(error) = editor.load_history(path)
    {
        tracing::warn!(%error, "earlier lines cannot be read");
    }
    while let Ok(prompt) = prompts.recv() {
        let line = editor.readline(&prompt);
        if let Ok(line) = &line
            && !line.trim().is_empty()
        {
            remember(&mut editor, history, line);
        }
        if let Ok(line) = &line
            && editor.helper().is_some_and(|helper| helper.forgets(line))
        {
            forget(&mut editor, history);
        }
        let last = line.is_err() && !matches!(line, Err(ReadlineError::Interrupted));
        if lines.blocking_send(line).is_err() || last {
            return;
        }
    }
}

fn remember(editor: &mut Editor<LineHelper, FileHistory>, history: Option<&Path>, line: &str) {
    let kept = editor
        .add_history_entry(line)
        .and_then(|_| history.map_or(Ok(()), |path| editor.append_history(path)));
    if let Err(error) = kept {
        tracing::warn!(%error, "a line cannot be remembered");
    }
}

/// Earlier lines name the people who typed them.
fn forget(editor: &mut Editor<LineHelper, FileHistory>, history: Option<&Path>) {
    let removed = editor.clear_history().and_then(|()| match history {
        Some(path) if path.exists() => Ok(std::fs::remove_file(path)?),
        Some(_) | None => Ok(()),
    });
    if let Err(error) = removed {
        tracing::warn!(%error, "earlier lines could not be removed");
    }
}

/// Helper of the line editor, which completes lines.
struct LineHelper {
    responder: Arc<Responder>,
    known: Arc<Mutex<Surroundings>>,
    handle: Handle,
}

impl Helper for LineHelper {}

impl Highlighter for LineHelper {}

impl Validator for LineHelper {}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = typed(&line[..cursor]);
        let pairs = self.candidates(&typed).into_iter().map(|candidate| Pair {
            display: candidate.shown,
            replacement: candidate.typed,
        });
        Ok((typed.start, pairs.collect()))
    }
}

impl LineHelper {
    /// Returns whether a line asks for something that the console forgets as well.
    fn forgets(&self, line: &str) -> bool {
        let errand = match read_line(line) {
            Ok(Line::Input { input, .. }) => errand(&input),
            Ok(Line::Nothing | Line::Channel { .. }) | Err(_) => None,
        };
        errand == Some(Errand::Forget)
    }

    fn candidates(&self, typed: &Typed<'_>) -> Vec<Continuation> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.clone();
        let texts = &self.responder.usual().texts;
        match &typed.sought {
            Sought::Name => {
                let begun = typed.text.trim_start_matches('@').to_lowercase();
                let names = known.names.iter();
                names
                    .filter(|name| name.to_lowercase().starts_with(&begun))
                    .map(|name| Continuation::word(&format!("@{name}"), None))
                    .collect()
            }
            Sought::Command => typing::commands(typed.text, |name| {
                let id = format!("command-{name}");
                texts.has(&id).then(|| texts.word(&id))
            }),
            Sought::Button => {
                let ids = known.buttons.iter();
                ids.filter(|id| id.starts_with(typed.text))
                    .map(|id| Continuation::word(id, None))
                    .collect()
            }
            Sought::Option { command, given } => {
                let unnamed = command
                    .unnamed()
                    .filter(|option| !given.iter().any(|name| name == option.name));
                let mut candidates = match unnamed {
                    Some(option) if option.completion.is_some() => {
                        self.suggested(typed, &known, command.name, option.name)
                    }
                    Some(option) => self.values(option, typed.text),
                    None => Vec::new(),
                };
                // Beside moves a long sentence would push the columns apart.
                let alone = candidates.is_empty();
                candidates.extend(typing::options(command, given, typed.text, |option| {
                    let what = || texts.word(&format!("option-{}-{option}", command.name));
                    alone.then(what)
                }));
                candidates
            }
            Sought::Value { command, option } if option.completion.is_some() => {
                self.suggested(typed, &known, command.name, option.name)
            }
            Sought::Value { option, .. } => self.values(option, typed.text),
            Sought::Nothing => Vec::new(),
        }
    }

    /// Values of an option whose list is closed.
    fn values(&self, option: &Opt, text: &str) -> Vec<Continuation> {
        let texts = &self.responder.usual().texts;
        let choices = choices(texts, self.responder.rulesets(), option).into_iter();
        // The names of the others say what they are.
        let what = |label| (option.kind == Kind::Ruleset).then_some(label);
        let choices = choices.map(|choice| (choice.value, what(choice.label)));
        typing::values(option, choices.collect(), text)
    }

    /// Returns the responder's suggestions to the speaker.
    fn suggested(
        &self,
        typed: &Typed<'_>,
        known: &Surroundings,
        command: &str,
        option: &str,
    ) -> Vec<Continuation> {
        let named = typed.speaker.map(super::line::speaker);
        let speaker = match named {
            Some(named) => named.ok(),
            None => known.speaker.clone(),
        };
        let (Some(speaker), Some(place)) = (speaker, &known.place) else {
            return Vec::new();
        };
        let typing = Typing {
            command,
            option,
            text: typed.text,
            given: typed.given_match,
        };
        // The editor has a thread of its own, which may wait.
        let suggested =
            self.handle.block_on(
                self.responder
                    .suggest(&speaker, place, &typing, MOST_OFFERED),
            );
        let candidates = suggested.into_iter();
        candidates
            .map(|suggestion| {
                let typed = format!("{} ", written(&suggestion, typed.text));
                let shown = suggestion.label;
                Continuation { shown, typed }
            })
            .collect()
    }
}

/// The form that goes on from what is typed: the plain one where that begins so, else the short
/// one without its signs.
fn written(suggestion: &Suggestion, text: &str) -> String {
    let plain = !text.is_empty() && suggestion.value.starts_with(&text.to_lowercase());
    match &suggestion.short {
        Some(short) if !plain => short.trim_end_matches(['+', '#']).to_owned(),
        _ => suggestion.value.clone(),
    }
}

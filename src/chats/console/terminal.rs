//! The console at a terminal: lines that can be edited, remembered and completed (rustyline).

use std::{
    io::{self, Write},
    path::Path,
    sync::{Arc, mpsc},
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
    line::{read_line, speaker},
    typing::{Continuation, Surroundings, Typed, continuations, typed},
};
use crate::{
    commands::{Errand, Responder, Suggestion, Typing, errand},
    host::{FullAccess, Lookup, Purpose},
    matchplay::Stage,
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
    let mut editor = editor()?;
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
        names: Vec::new(),
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

/// The matter of the conversation, on the side of the desk.
struct Session {
    console: Console<Screen>,
    /// Names that were used, as a line begins with them.
    names: Vec<String>,
}

impl Session {
    async fn run(
        &mut self,
        prompts: &mpsc::Sender<(String, LineHelper)>,
        lines: &mut tokio::sync::mpsc::Receiver<Edited>,
    ) -> io::Result<()> {
        self.console.tell_what_came().await?;
        let host = Arc::clone(self.console.responder.host());
        loop {
            let prompt = self.prompt().await;
            if prompts.send((prompt, self.helper())).is_err() {
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

    /// Returns the helper for the next line, which knows what the console knows now.
    fn helper(&mut self) -> LineHelper {
        let console = &self.console;
        if let Some(speaker) = &console.speaker
            && let name = format!("@{}", speaker.name)
            && !self.names.contains(&name)
            && self.names.len() < MOST_NAMES
        {
            self.names.push(name);
        }
        LineHelper {
            responder: Arc::clone(&console.responder),
            known: Surroundings {
                speaker: console.speaker.clone(),
                place: console.place.clone(),
                names: self.names.clone(),
                buttons: console.pressable.clone(),
            },
            handle: Handle::current(),
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
        let person = person.ok().flatten();
        let lookup = person.map(|speaker| Lookup {
            purpose: Purpose::Show,
            given: None,
            place: &console.place,
            speaker,
            access: &FullAccess,
        });
        let state = match &lookup {
            Some(lookup) => console.responder.host().find(lookup).await.ok(),
            None => None,
        };
        let (id, army) = match state.filter(|state| state.stage() == Stage::Running) {
            Some(state) => {
                let id = if state.to_move() == person {
                    "console-prompt-own"
                } else {
                    "console-prompt-turn"
                };
                (id, texts.army(state.position().turn()))
            }
            None => ("console-prompt", String::new()),
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
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        let mut text = String::from_utf8_lossy(&text).into_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.printer.print(text).map_err(io::Error::other)
    }
}

fn editor() -> io::Result<Editor<LineHelper, FileHistory>> {
    let config = Config::builder()
        .max_history_size(MOST_REMEMBERED)
        .and_then(|config| config.history_ignore_dups(true))
        .map_err(io::Error::other)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build();
    Editor::with_config(config).map_err(io::Error::other)
}

/// Reads lines for as long as somebody asks for them.
fn edit(
    mut editor: Editor<LineHelper, FileHistory>,
    history: Option<&Path>,
    prompts: &mpsc::Receiver<(String, LineHelper)>,
    lines: &tokio::sync::mpsc::Sender<Edited>,
) {
    if let Some(path) = history.filter(|path| path.exists())
        && let Err(error) = editor.load_history(path)
    {
        tracing::warn!(%error, "earlier lines cannot be read");
    }
    while let Ok((prompt, helper)) = prompts.recv() {
        editor.set_helper(Some(helper));
        let line = editor.readline(&prompt);
        if let Ok(line) = &line
            && !line.trim().is_empty()
            && let Err(error) = remember(&mut editor, history, line)
        {
            tracing::warn!(%error, "earlier lines cannot be kept or removed");
        }
        let last = line.is_err() && !matches!(line, Err(ReadlineError::Interrupted));
        if lines.blocking_send(line).is_err() || last {
            return;
        }
    }
}

/// Remembers a line. One that asks to be forgotten takes all others with it, since they name the
/// people who typed them.
fn remember(
    editor: &mut Editor<LineHelper, FileHistory>,
    history: Option<&Path>,
    line: &str,
) -> rustyline::Result<()> {
    if let Ok(Line::Input { input, .. }) = read_line(line)
        && errand(&input) == Some(Errand::Forget)
    {
        editor.clear_history()?;
        if let Some(path) = history.filter(|path| path.exists()) {
            std::fs::remove_file(path)?;
        }
        return Ok(());
    }
    editor.add_history_entry(line)?;
    history.map_or(Ok(()), |path| editor.append_history(path))
}

/// Helper of the line editor, which completes lines.
struct LineHelper {
    responder: Arc<Responder>,
    known: Surroundings,
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
        let texts = &self.responder.usual().texts;
        let suggested = self.suggested(&typed);
        let all = continuations(&typed, suggested, &self.known, texts, |option| {
            self.responder.values(option)
        });
        let pairs = all.into_iter().map(|one| Pair {
            display: one.shown,
            replacement: one.typed,
        });
        Ok((typed.start, pairs.collect()))
    }
}

impl LineHelper {
    /// Returns the responder's suggestions to the speaker.
    fn suggested(&self, typed: &Typed<'_>) -> Vec<Continuation> {
        let speaker = match typed.speaker {
            Some(name) => speaker(name).ok(),
            None => self.known.speaker.clone(),
        };
        let completed = typed.sought.option();
        let completed = completed.filter(|(_, option)| option.completion.is_some());
        let (Some(speaker), Some((command, option))) = (speaker, completed) else {
            return Vec::new();
        };
        let typing = Typing {
            command: command.name,
            option: option.name,
            text: typed.text,
            given: typed.given_match,
        };
        let place = &self.known.place;
        let suggested = self
            .responder
            .suggest(&speaker, place, &typing, MOST_OFFERED);
        // The editor has a thread of its own, which may wait.
        let suggested = self.handle.block_on(suggested).into_iter();
        suggested
            .map(|suggestion| Continuation {
                typed: format!("{} ", written(&suggestion, typed.text)),
                shown: suggestion.label,
            })
            .collect()
    }
}

/// The form that goes on from what is typed: the plain one where that begins so, else the short
/// one without its signs.
fn written<'a>(suggestion: &'a Suggestion, text: &str) -> &'a str {
    let plain = !text.is_empty() && suggestion.value.starts_with(&text.to_lowercase());
    match &suggestion.short {
        Some(short) if !plain => short.trim_end_matches(['+', '#']),
        _ => &suggestion.value,
    }
}

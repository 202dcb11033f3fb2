//! The console at a terminal: lines that can be edited, remembered and completed (rustyline).

use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
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
use tokio::{runtime::Handle, sync::mpsc, task::spawn_blocking};

use super::{
    Console, ConsoleOptions, LONGEST_LINE, Line,
    people::{read_line, speaker},
};
use crate::{
    chats::typing::{Surroundings, Typed, continuations, typed},
    commands::{Handling, ReadCommand, Responder, Suggestion, Typing},
    host::{FullAccess, Lookup, Purpose},
    matchplay::Stage,
    messages::{Values, markup::harmless},
    store::causes,
    tools::read_bounded,
};

/// Number of lines that are remembered.
const MOST_REMEMBERED: usize = 1_000;

/// Most moves or squares that are offered at once.
const MOST_OFFERED: usize = 100;

/// Most names that are known for completion.
const MOST_NAMES: usize = 100;

/// The editor of the lines.
type LineEditor = Editor<LineHelper, FileHistory>;

/// Talks at a terminal until it is left with Control-D. Time passes in the matches, and computers think,
/// if the caller sees to it. What is typed is remembered in `history`,
/// readable by its owner alone. Where no line can be edited, as in a shell of Emacs (`TERM=dumb`),
/// whole lines are read.
///
/// # Errors
///
/// When the terminal cannot be read or written.
pub async fn converse(
    responder: Arc<Responder>,
    options: ConsoleOptions,
    history: Option<&Path>,
) -> io::Result<()> {
    let mut editor = editor()?;
    let Ok(printer) = editor.create_external_printer() else {
        return Console::new(responder, options, io::stdout())
            .listen(typed_lines()?)
            .await;
    };
    let hint = responder.usual().texts.word("console-editing");
    let _ = writeln!(io::stderr(), "{hint}");
    if let Some(path) = history.filter(|path| path.exists())
        && let Err(error) = editor.load_history(path)
    {
        tracing::warn!(error = %causes(&error), "earlier lines cannot be read");
    }
    let screen = Screen {
        printer: Box::new(printer),
        text: Vec::new(),
    };
    let mut session = Session {
        console: Console::new(responder, options, screen),
        history,
        names: Vec::new(),
    };
    session.run(editor).await
}

/// Reads lines of standard input on a thread of its own, which may wait and ends with the process.
fn typed_lines() -> io::Result<mpsc::Receiver<io::Result<Vec<u8>>>> {
    let (sender, lines) = mpsc::channel(1);
    thread::Builder::new()
        .name(String::from("typed lines"))
        .spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            loop {
                let read = match read_bounded(&mut input, &mut line, LONGEST_LINE) {
                    Ok(false) => return,
                    Ok(true) => Ok(std::mem::take(&mut line)),
                    Err(error) => Err(error),
                };
                if sender.blocking_send(read).is_err() {
                    return;
                }
            }
        })?;
    Ok(lines)
}

impl<W: Write> Console<W> {
    /// Answers lines as they come, and tells meanwhile what happens by itself.
    async fn listen(mut self, mut lines: mpsc::Receiver<io::Result<Vec<u8>>>) -> io::Result<()> {
        self.tell_what_came().await?;
        let outbox = self.outbox().await?;
        loop {
            tokio::select! {
                line = lines.recv() => match line {
                    Some(line) => self.answer_line(&line?).await?,
                    None => return Ok(()),
                },
                held = outbox.next() => self.tell(held).await?,
            }
        }
    }
}

/// A conversation.
struct Session<'a> {
    console: Console<Screen>,
    /// The file of the lines that are remembered.
    history: Option<&'a Path>,
    /// Names that were used, as a line begins with them.
    names: Vec<String>,
}

impl Session<'_> {
    async fn run(&mut self, mut editor: LineEditor) -> io::Result<()> {
        self.console.tell_what_came().await?;
        loop {
            let line;
            (editor, line) = self.edited(editor).await?;
            match line {
                // Several lines that were pasted come as one.
                Ok(lines) => {
                    if let Err(error) = remember(&mut editor, self.history, &lines) {
                        tracing::warn!(error = %causes(&error), "earlier lines cannot be kept or removed");
                    }
                    for line in lines.lines() {
                        self.console.answer_line(line.as_bytes()).await?;
                    }
                }
                // What was typed is dropped, as in any shell.
                Err(ReadlineError::Interrupted) => {
                    let texts = &self.console.responder.usual().texts;
                    let text = texts.word("console-interrupted");
                    self.console.output().write_all(text.as_bytes())?;
                    self.console.output().flush()?;
                }
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Edits a line, on a thread that may wait, and tells meanwhile what happens by itself. Gives the
    /// editor back.
    async fn edited(
        &mut self,
        mut editor: LineEditor,
    ) -> io::Result<(LineEditor, rustyline::Result<String>)> {
        let prompt = self.prompt().await;
        editor.set_helper(Some(self.helper()));
        let mut editing = spawn_blocking(move || {
            let line = editor.readline(&prompt);
            (editor, line)
        });
        let outbox = self.console.outbox().await?;
        loop {
            tokio::select! {
                edited = &mut editing => return edited.map_err(io::Error::other),
                held = outbox.next() => self.console.tell(held).await?,
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
                hides: |_| false,
                own_commands: &["channel", "press"],
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
        let host = console.responder.host();
        let person = host.people().find(&speaker.identity).await;
        let person = person.ok().flatten();
        let lookup = person.map(|speaker| Lookup {
            purpose: Purpose::Show,
            given: None,
            place: &console.place,
            speaker,
            shared: true,
            access: &FullAccess,
            link_to: None,
        });
        let (mut id, mut army) = ("console-prompt", String::new());
        if let Some(lookup) = &lookup
            && let Ok(state) = host.find(lookup).await
            && state.stage() == Stage::Running
            && !state.is_paused()
        {
            let is_own = state.to_move() == person;
            id = ["console-prompt-turn", "console-prompt-own"][usize::from(is_own)];
            army = texts.army(state.position().turn());
        }
        let values: Values<'_> = &[("name", &name), ("channel", &channel), ("army", &army)];
        format!("{}> ", texts.say(id, values))
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

fn editor() -> io::Result<LineEditor> {
    let config = Config::builder()
        .max_history_size(MOST_REMEMBERED)
        .and_then(|config| config.history_ignore_dups(true))
        .map_err(io::Error::other)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build();
    Editor::with_config(config).map_err(io::Error::other)
}

/// Remembers a line that says something. One that asks to be forgotten takes all others with it, since
/// they name the people who typed them.
fn remember(editor: &mut LineEditor, history: Option<&Path>, line: &str) -> rustyline::Result<()> {
    if line.trim().is_empty() {
        return Ok(());
    }
    if let Ok(Line::Input { input, .. }) = read_line(line)
        && ReadCommand::of(&input).handling() == Some(Handling::Forget)
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
            display: one.label,
            replacement: one.value,
        });
        Ok((typed.start, pairs.collect()))
    }
}

impl LineHelper {
    /// Returns the responder's suggestions to the speaker.
    fn suggested(&self, typed: &Typed<'_>) -> Vec<Suggestion> {
        let speaker = match typed.speaker {
            Some(name) => speaker(name).ok(),
            None => self.known.speaker.clone(),
        };
        let (Some(speaker), Some((command, option))) = (speaker, typed.sought.option()) else {
            return Vec::new();
        };
        let typing = Typing {
            command: command.name,
            option: option.name,
            text: typed.text,
            given: typed.given_match,
        };
        let (responder, place) = (&self.responder, &self.known.place);
        let suggested = responder.suggest(&speaker, place, &typing, MOST_OFFERED);
        // The editor has a thread of its own, which may wait.
        let suggested = self.handle.block_on(suggested).into_iter();
        suggested
            .map(|one| Suggestion::plain(format!("{} ", written(&one, typed.text)), one.label))
            .collect()
    }
}

/// Returns the form that continues the typed text: the plain one if that begins the same, else the
/// short one without its signs.
fn written<'a>(suggestion: &'a Suggestion, text: &str) -> &'a str {
    let plain = !text.is_empty() && suggestion.value.starts_with(&text.to_lowercase());
    match &suggestion.short {
        Some(short) if !plain => short.trim_end_matches(['+', '#']),
        _ => &suggestion.value,
    }
}

//! The console (interfaces §4): everything that the chat does, from a terminal, a file or a pipe.

mod line;
mod output;
mod terminal;
mod typing;

use std::{
    io::{BufRead, Write},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use crate::{
    commands::{InputError, Invocation, Press, Responder, Speaker},
    host::HeldNotice,
    matchplay::{Event, Match, Place},
    messages::{
        Audience, File, Locale, Markup, Message, Picture, Reply,
        markup::{harmless, harmless_text},
    },
};

pub use line::{LONGEST_LINE, Line, read_line, speaker};
pub use output::{AnswerLine, OverLine};
pub use terminal::converse;

/// Form and pace of the answers.
#[derive(Clone, Debug, Default)]
pub struct ConsoleOptions {
    /// As JSON lines rather than as text.
    pub json: bool,
    /// Directory for pictures and files; no pictures are drawn without it.
    pub images: Option<PathBuf>,
    /// Pause of computers before they act, at a terminal; in scripts there is none.
    pub pause: Duration,
}

/// The markup of a terminal: plain names without control characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainMarkup;

impl Markup for PlainMarkup {
    fn name(&self, name: &str) -> String {
        harmless(name)
    }

    fn quote(&self, text: &str) -> String {
        harmless_text(text, Event::LONGEST_REASON)
    }

    fn place(&self, place: &Place) -> String {
        format!("#{}", harmless(place.room()))
    }
}

/// A console at work.
#[derive(Debug)]
pub struct Console<W> {
    responder: Arc<Responder>,
    options: ConsoleOptions,
    out: W,
    speaker: Option<Speaker>,
    place: Place,
    pictures: u32,
    lines: u64,
    /// Notices that are not told at a console, held so that they stay in the outbox for another chat.
    elsewhere: Vec<HeldNotice>,
    /// The ids of the buttons that were shown last.
    pressable: Vec<String>,
}

impl<W: Write> Console<W> {
    /// A console that writes its answers to `out`.
    #[must_use]
    pub fn new(responder: Arc<Responder>, options: ConsoleOptions, out: W) -> Console<W> {
        Console {
            responder,
            options,
            out,
            speaker: None,
            place: Place::new("console/table"),
            pictures: 0,
            lines: 0,
            elsewhere: Vec::new(),
            pressable: Vec::new(),
        }
    }

    /// Returns the output that its answers go to.
    pub const fn output(&mut self) -> &mut W {
        &mut self.out
    }

    /// Answers every line until the input ends.
    ///
    /// # Errors
    ///
    /// When the input cannot be read or an answer cannot be written.
    pub async fn run(&mut self, mut input: impl BufRead) -> std::io::Result<()> {
        self.tell_all_that_came().await?;
        let mut line = Vec::new();
        while let Some(length) = read_bounded(&mut input, &mut line, LONGEST_LINE)? {
            if length > LONGEST_LINE {
                self.refuse(&line_too_long()).await?;
            } else {
                self.answer_line(&line).await?;
            }
            self.tell_all_that_came().await?;
            self.lines += 1;
            if self.options.json {
                writeln!(self.out, "{{\"end\":{}}}", self.lines)?;
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Answers a line, whatever bytes it is.
    async fn answer_line(&mut self, line: &[u8]) -> std::io::Result<()> {
        if line.len() > LONGEST_LINE {
            return self.refuse(&line_too_long()).await;
        }
        match std::str::from_utf8(line) {
            Ok(text) => self.take(text).await,
            Err(_) => self.refuse(&InputError::NoCommand).await,
        }
    }

    async fn refuse(&mut self, error: &InputError) -> std::io::Result<()> {
        let reply = Reply {
            command: None,
            ..self.responder.misread(self.responder.usual(), error)
        };
        self.present(reply).await
    }

    /// Answers one line.
    async fn take(&mut self, line: &str) -> std::io::Result<()> {
        let reply = match read_line(line) {
            Ok(Line::Nothing) => return Ok(()),
            Ok(Line::Channel { speaker, name }) => {
                self.speaks(speaker);
                self.place = Place::new(&format!("console/{name}"));
                return Ok(());
            }
            Ok(Line::Press { speaker, id }) => {
                let Some(speaker) = self.speaks(speaker) else {
                    return self.nobody_speaks().await;
                };
                let press = Press {
                    speaker,
                    place: self.place.clone(),
                    id,
                    most_bytes: None,
                    request_id: None,
                };
                self.responder.press(&press).await
            }
            Ok(Line::Command {
                speaker,
                name,
                options,
            }) => {
                let Some(speaker) = self.speaks(speaker) else {
                    return self.nobody_speaks().await;
                };
                let invocation = Invocation {
                    speaker,
                    place: self.place.clone(),
                    within: None,
                    command: name,
                    options,
                    most_bytes: None,
                    request_id: None,
                };
                self.responder.answer(&invocation).await
            }
            Err(error) => {
                self.speaks(line::writer(line));
                self.responder.misread(self.responder.usual(), &error)
            }
        };
        self.present(reply).await
    }

    fn speaks(&mut self, speaker: Option<Speaker>) -> Option<Speaker> {
        if speaker.is_some() {
            self.speaker = speaker;
        }
        self.speaker.clone()
    }

    async fn nobody_speaks(&mut self) -> std::io::Result<()> {
        let text = self
            .responder
            .usual()
            .texts
            .say("refused-nobody-speaks", &[]);
        self.present(Reply::refusal("unreadable", text)).await
    }

    /// As [`tell_what_came`](Console::tell_what_came), with what computers do, at once: a script
    /// does not wait for anybody.
    async fn tell_all_that_came(&mut self) -> std::io::Result<()> {
        let host = Arc::clone(self.responder.host());
        loop {
            self.tell_what_came().await?;
            match host.let_computer_act().await {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => {
                    tracing::error!(%error, "a computer could not act");
                    return Ok(());
                }
            }
        }
    }

    /// Tells what has happened by itself, and what an earlier process had written down and not
    /// told.
    async fn tell_what_came(&mut self) -> std::io::Result<()> {
        let host = Arc::clone(self.responder.host());
        if let Err(error) = host.settle_due().await {
            tracing::error!(%error, "what is due cannot happen");
        }
        for held in host.take_notices() {
            self.tell(held).await?;
        }
        self.out.flush()
    }

    /// Tells a row of the outbox.
    async fn tell(&mut self, held: HeldNotice) -> std::io::Result<()> {
        let left = held.left_tables();
        match self.responder.notify(held.notice(), left.as_ref()).await {
            Ok(Some(mut reply)) if is_here(reply.state.as_deref()) => {
                reply.notice = Some(held);
                self.present(reply).await
            }
            // It is for the chat in which it is played.
            Ok(Some(_)) => {
                self.elsewhere.push(held);
                Ok(())
            }
            Ok(None) => {
                held.told();
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, "a notice could not be read");
                self.elsewhere.push(held);
                Ok(())
            }
        }
    }

    async fn present(&mut self, mut reply: Reply) -> std::io::Result<()> {
        let to = match (&reply.audience, &self.speaker) {
            (Audience::Speaker, Some(speaker)) => harmless(&speaker.name),
            (Audience::All, _) | (Audience::Speaker, None) => "all".to_owned(),
        };
        let mut image = None;
        let mut alt = None;
        if let Some(picture) = self.responder.picture(&reply) {
            let (drawn, words) = self.draw(&picture, reply.locale.as_ref(), &mut reply.text)?;
            image = drawn;
            alt = Some(words);
        }
        let enabled = reply.buttons.iter().filter(|button| button.enabled);
        let chosen = reply.menus.iter().flat_map(|menu| &menu.options);
        let ids: Vec<String> = enabled
            .map(|button| button.id.clone())
            .chain(chosen.map(|option| option.id.clone()))
            .collect();
        if !ids.is_empty() {
            self.pressable = ids;
        }
        let file = self.put_down(reply.file.as_ref())?;
        let answer = AnswerLine::of(&reply, to, image, alt, file);
        if self.options.json {
            serde_json::to_writer(&mut self.out, &answer)?;
            writeln!(self.out)?;
        } else {
            writeln!(self.out, "{}", answer.text())?;
        }
        self.out.flush()?;
        if let Some(notice) = reply.notice {
            notice.told();
        }
        Ok(())
    }

    /// Writes the file of an answer, where there is a directory for files. A later one of the same
    /// name takes its place.
    fn put_down(&self, file: Option<&File>) -> std::io::Result<Option<String>> {
        let (Some(file), Some(directory)) = (file, &self.options.images) else {
            return Ok(None);
        };
        let path = directory.join(&file.name);
        std::fs::write(&path, &file.text)?;
        Ok(Some(path.display().to_string()))
    }

    /// Draws a picture into a file, where pictures are wanted, and says it in words. What is to be
    /// said of how it was drawn is added to the text.
    fn draw(
        &mut self,
        picture: &Picture,
        locale: Option<&Locale>,
        text: &mut Message,
    ) -> std::io::Result<(Option<String>, String)> {
        let locale = locale.unwrap_or(self.responder.usual());
        let alt = picture.alt(&locale.texts);
        let Some(directory) = &self.options.images else {
            return Ok((None, alt));
        };
        self.pictures += 1;
        let drawn = picture.draw(locale);
        let drawn = drawn.map_err(std::io::Error::other)?;
        let name = format!("{:04}-{}", self.pictures, drawn.name);
        let path = directory.join(name);
        std::fs::write(&path, drawn.file)?;
        if let Some(note) = drawn.note {
            *text = Message::lines([std::mem::take(text), Message::plain(note)]);
        }
        Ok((Some(path.display().to_string()), alt))
    }
}

const fn line_too_long() -> InputError {
    InputError::TooLong { most: LONGEST_LINE }
}

/// Returns true for a match that is played at a console.
fn is_here(state: Option<&Match>) -> bool {
    state.is_some_and(|state| state.place().server() == "console")
}

/// Reads a line without its end into `line`, at most `longest` bytes of it, and says how long it
/// was; `None` at the end of the input.
pub(crate) fn read_bounded(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    longest: usize,
) -> std::io::Result<Option<usize>> {
    line.clear();
    let mut length = 0;
    let mut begun = false;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(begun.then_some(length));
        }
        begun = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        length += part.len();
        let room = longest.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_measured_and_cut() {
        let mut line = Vec::new();
        let text = format!("ab\n{}\n\nlast", "x".repeat(LONGEST_LINE + 7));
        let mut input = std::io::BufReader::with_capacity(16, text.as_bytes());
        let mut lengths = Vec::new();
        while let Some(length) = read_bounded(&mut input, &mut line, LONGEST_LINE).unwrap() {
            assert!(line.len() <= LONGEST_LINE);
            lengths.push(length);
        }
        assert_eq!(lengths, [2, LONGEST_LINE + 7, 0, 4]);
    }
}

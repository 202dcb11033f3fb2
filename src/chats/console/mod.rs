//! The console (interfaces §4): everything that the chat does, from a terminal, a file or a pipe.

mod output;
mod people;
mod terminal;

use std::{
    io::{BufRead, Write},
    path::PathBuf,
    sync::Arc,
};

use crate::{
    commands::{Incoming, InputError, Responder, Speaker},
    host::{HeldNotice, NoticeState, Outbox},
    matchplay::Place,
    messages::{Audience, Body, Locale, Markup, Picture, Reply, markup::harmless},
    output::{FileAccess, KeptPaths, write_file},
    store::causes,
    tools::read_bounded,
};

pub use super::line::{LONGEST_LINE, Line};
pub use output::AnswerLine;
pub use people::{read_line, speaker};

use self::people::REALM;
pub use terminal::converse;

/// Form and pace of the answers.
#[derive(Clone, Debug, Default)]
pub struct ConsoleOptions {
    /// As JSON lines rather than as text.
    pub json: bool,
    /// Directory for pictures and files; no pictures are drawn without it.
    pub images: Option<PathBuf>,
    /// What must not be written to, whatever a link in that directory leads to.
    pub kept: KeptPaths,
}

/// The markup of a terminal: plain names without control characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainMarkup;

impl Markup for PlainMarkup {}

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
    /// The outbox, once something was looked for in it.
    outbox: Option<Outbox>,
    /// Notices that cannot be read, held so that they stay in the outbox.
    unread: Vec<HeldNotice>,
    /// The ids of the buttons that were shown last.
    pressable: Vec<String>,
}

impl<W: Write> Console<W> {
    /// Returns a console that writes its answers to `out`.
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
            outbox: None,
            unread: Vec::new(),
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
        while read_bounded(&mut input, &mut line, LONGEST_LINE)? {
            self.answer_line(&line).await?;
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
        let text = match std::str::from_utf8(line) {
            _ if line.len() > LONGEST_LINE => Err(InputError::TooLong(LONGEST_LINE)),
            text => text
                .map(|text| text.trim_start_matches('\u{feff}'))
                .map_err(|_| InputError::NoCommand),
        };
        let reply = match text.clone().and_then(read_line) {
            Ok(Line::Nothing) => return Ok(()),
            Ok(Line::Channel { speaker, name }) => {
                self.speaks(speaker);
                self.place = Place::new(&format!("console/{name}"));
                return Ok(());
            }
            Ok(Line::Input { speaker, input }) => match self.speaks(speaker) {
                Some(speaker) => {
                    let incoming = Incoming::new(speaker, self.place.clone(), input);
                    self.responder.answer(&incoming).await
                }
                None => {
                    let texts = &self.responder.usual().texts;
                    Reply::refusal("unreadable", texts.say("refused-nobody-speaks", &[]))
                }
            },
            Err(error) => {
                self.speaks(text.ok().and_then(people::writer));
                self.responder.misread(self.responder.usual(), &error)
            }
        };
        self.present(reply).await
    }

    fn speaks(&mut self, speaker: Option<Speaker>) -> Option<Speaker> {
        self.speaker = speaker.or_else(|| self.speaker.take());
        self.speaker.clone()
    }

    /// Tells all [that came](Console::tell_what_came), and lets computers act at once: a script
    /// waits for nobody.
    async fn tell_all_that_came(&mut self) -> std::io::Result<()> {
        let host = Arc::clone(self.responder.host());
        loop {
            self.tell_what_came().await?;
            let acted = host.let_computer_act().await;
            let acted = acted.inspect_err(
                |error| tracing::error!(error = %causes(&error), "a computer could not act"),
            );
            if !acted.unwrap_or_default() {
                return Ok(());
            }
        }
    }

    /// Tells what has happened by itself, and what an earlier process had written down and not
    /// told.
    async fn tell_what_came(&mut self) -> std::io::Result<()> {
        let host = Arc::clone(self.responder.host());
        if let Err(error) = host.settle_due().await {
            tracing::error!(error = %causes(&error), "what is due cannot happen");
        }
        for held in self.outbox().await?.take_all() {
            self.tell(held).await?;
        }
        self.out.flush()
    }

    /// Returns the outbox of consoles.
    async fn outbox(&mut self) -> std::io::Result<Outbox> {
        if let Some(outbox) = &self.outbox {
            return Ok(outbox.clone());
        }
        let outbox = self.responder.host().outbox(REALM).await;
        let outbox = outbox.map_err(std::io::Error::other)?;
        Ok(self.outbox.insert(outbox).clone())
    }

    /// Tells a row of the outbox.
    async fn tell(&mut self, held: HeldNotice) -> std::io::Result<()> {
        let left = held.left_tables();
        match self
            .responder
            .notify(held.notice(), left.as_ref(), None)
            .await
        {
            Ok(Some(reply)) => {
                let notice = Some(held);
                return self.present(Reply { notice, ..reply }).await;
            }
            Ok(None) => held.end(NoticeState::Delivered),
            Err(error) => {
                tracing::error!(error = %causes(&error), "a notice could not be read");
                self.unread.push(held);
            }
        }
        Ok(())
    }

    async fn present(&mut self, reply: Reply) -> std::io::Result<()> {
        let mut answer = AnswerLine::of(&reply);
        if let (Audience::Speaker, Some(speaker)) = (&reply.audience, &self.speaker) {
            answer.to = harmless(&speaker.name);
        }
        if let Some(picture) = self.responder.picture(&reply) {
            self.draw(&picture, reply.locale.as_ref(), &mut answer)?;
        }
        if let Body::File(file, _) = reply.body {
            // A later one of the same name takes its place.
            match self.put_down(&file.name, file.text.as_bytes())? {
                None => {
                    answer.text = file.text;
                    answer.is_file = true;
                }
                written => answer.file = written,
            }
        }
        let enabled = answer.buttons.iter().filter(|button| button.enabled);
        let ids: Vec<String> = enabled.map(|button| button.id.clone()).collect();
        if !ids.is_empty() {
            self.pressable = ids;
        }
        if self.options.json {
            serde_json::to_writer(&mut self.out, &answer)?;
            writeln!(self.out)?;
        } else {
            writeln!(self.out, "{}", answer.text())?;
        }
        self.out.flush()?;
        if let Some(notice) = reply.notice {
            // Where a match is played in another chat, nobody there has heard yet.
            let is_here = notice.realm() == REALM;
            notice.end(if is_here {
                NoticeState::Delivered
            } else {
                NoticeState::Queued
            });
        }
        Ok(())
    }

    /// Writes a file, where there is a directory for files, and returns its path.
    fn put_down(&self, name: &str, bytes: &[u8]) -> std::io::Result<Option<String>> {
        let Some(directory) = &self.options.images else {
            return Ok(None);
        };
        let path = directory.join(name);
        let written = write_file(&path, &self.options.kept, FileAccess::Private, bytes);
        written.map_err(std::io::Error::other)?;
        Ok(Some(path.display().to_string()))
    }

    /// Draws a picture into a file, where pictures are wanted, and says it in words. What is to be
    /// said of how it was drawn is added to the text.
    fn draw(
        &mut self,
        picture: &Picture,
        locale: Option<&Locale>,
        answer: &mut AnswerLine,
    ) -> std::io::Result<()> {
        let locale = locale.unwrap_or(self.responder.usual());
        answer.alt = Some(picture.alt(&locale.texts));
        if self.options.images.is_some() {
            let drawn = picture.draw(locale).map_err(std::io::Error::other)?;
            self.pictures += 1;
            let name = format!("{:04}-{}", self.pictures, drawn.name);
            answer.image = self.put_down(&name, &drawn.file)?;
            if let Some(note) = &drawn.note {
                answer.text.extend(["\n", note]);
            }
        }
        Ok(())
    }
}

//! Pictures that come with answers, before they are drawn.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use super::{language::Language, locale::Locale, markup::Markup, texts::Texts};
use crate::{
    render::{
        ALT_LIMIT, BoardView, Frame, Hands, LeaderboardCard, ProfileCard, RenderError, Style, Work,
        alt_text, animation, png_by, text_board,
    },
    store::{causes, locked},
};

pub use crate::render::DrawingQueue;
pub(crate) use crate::render::{Drawing, Priority};

/// A picture to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name of its file, without the ending.
    pub name: String,
    /// Its subject, and all that it shows of it.
    pub shows: Shows,
}

/// The subject of a picture.
#[derive(Clone, Debug)]
pub enum Shows {
    /// A board with its pieces.
    Board(Box<BoardView>),
    /// Boards one after the other.
    Replay(Arc<BoardSequence>),
    /// A leaderboard. The answer that it comes with says the same in words.
    Leaderboard(Box<LeaderboardCard>),
    /// A profile. The answer that it comes with says the same in words.
    Profile(Box<ProfileCard>),
}

/// A match, or a part of one, as a moving picture.
#[derive(Clone, Debug)]
pub struct BoardSequence {
    /// The boards, each with the time that it stays. There is at least one.
    pub frames: Vec<Frame>,
    /// A title in words, which stands before the words for its last board.
    pub title: String,
    /// The moves that it shows, in words; empty where the answer says them.
    pub moves: String,
    /// The most bytes that its file may have, where the chat says so.
    pub most_bytes: Option<u64>,
}

/// The width of moving pictures, in pixels: on a telephone more cannot be seen.
const MOVING_SIZE: u32 = 640;
/// The most bytes of a file where the chat does not say: as many as Discord takes from everybody.
const MOST_BYTES: u64 = 10 << 20;

/// A picture that was drawn, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The name of its file, with its ending.
    pub name: String,
    /// The bytes of its file.
    pub file: Vec<u8>,
    /// The same in words, for those who cannot see it.
    pub alt: String,
    /// A remark on how it was drawn, if there is one.
    pub note: Option<String>,
}

impl Picture {
    /// Returns a picture of a board.
    pub(crate) fn of_board(name: String, view: BoardView) -> Picture {
        Picture {
            name,
            shows: Shows::Board(Box::new(view)),
        }
    }

    /// Returns the board of an example, which is the same for everybody.
    fn example(&self) -> Option<&BoardView> {
        match &self.shows {
            Shows::Board(view) => Some(&**view).filter(|view| view.example),
            Shows::Replay(_) | Shows::Leaderboard(_) | Shows::Profile(_) => None,
        }
    }

    /// Describes the picture in words, for those who cannot see it.
    #[must_use]
    pub fn alt(&self, texts: &Texts) -> String {
        match &self.shows {
            Shows::Board(view) => alt_text(view, texts),
            Shows::Replay(replay) => {
                let last = replay.frames.last();
                let last = last.map(|frame| alt_text(&frame.view, texts));
                let text = format!("{} {}", replay.title, last.unwrap_or_default());
                text.chars().take(ALT_LIMIT).collect()
            }
            Shows::Leaderboard(card) => card.alt_text(texts),
            Shows::Profile(card) => card.alt_text(texts),
        }
    }

    /// Returns what the answer does not say and the picture shows, for places where it cannot be. Names are
    /// made harmless there.
    #[must_use]
    pub fn in_words(&self, texts: &Texts, markup: &dyn Markup) -> Option<String> {
        match &self.shows {
            Shows::Board(view) => {
                let mut view = view.clone();
                view.names = view.names.map(|name| Some(markup.name(&name?)));
                Some(text_board(&view, texts))
            }
            Shows::Replay(replay) => Some(replay.moves.clone()).filter(|moves| !moves.is_empty()),
            Shows::Leaderboard(_) | Shows::Profile(_) => None,
        }
    }

    /// Draws it: a still picture as a PNG, a moving one as a GIF. A still one takes some
    /// milliseconds, and so does each board of a moving one.
    ///
    /// # Errors
    ///
    /// When something inside the program is broken, or a moving picture is larger than it may be,
    /// however it is drawn.
    pub fn draw(&self, locale: &Locale) -> Result<Drawn, RenderError> {
        self.draw_by(locale, Hands::Two)
    }

    fn draw_by(&self, locale: &Locale, hands: Hands) -> Result<Drawn, RenderError> {
        let Locale { texts, style, .. } = locale;
        let (file, ending, note) = match &self.shows {
            Shows::Board(view) => (png_by(view, texts, style, hands)?, "png", None),
            Shows::Leaderboard(card) => (card.scene(texts)?.png(style)?, "png", None),
            Shows::Profile(card) => (card.scene(texts)?.png(style)?, "png", None),
            Shows::Replay(replay) => {
                let (gif, note) = replay.draw(texts, style, hands)?;
                (gif, "gif", note)
            }
        };
        Ok(Drawn {
            name: format!("{}.{ending}", self.name),
            file,
            alt: self.alt(texts),
            note,
        })
    }

    /// Queues it to be drawn. `None` if the queue of pictures is full: this one had better be told
    /// in words.
    pub(crate) fn queue(
        self,
        queue: &DrawingQueue,
        examples: &Arc<Examples>,
        locale: Locale,
        priority: Priority,
    ) -> Option<Drawing<Drawn>> {
        let examples = Arc::clone(examples);
        let work = match &self.shows {
            Shows::Board(_) => Work::Board,
            Shows::Leaderboard(_) | Shows::Profile(_) => Work::Card,
            Shows::Replay(replay) => Work::Frames(replay.frames.len()),
        };
        queue.draw(priority, work, move || {
            // Somebody may have asked for the same example just before.
            if let Some(drawn) = examples.find(&self, &locale) {
                return Some(drawn);
            }
            let drawn = self.draw_by(&locale, Hands::One);
            let drawn = drawn.inspect_err(|error| {
                tracing::error!(error = %causes(&error), "a picture could not be drawn");
            });
            examples.keep(&self, &locale, drawn.as_ref().ok()?);
            drawn.ok()
        })
    }
}

/// The examples that were drawn last: many people ask for the same one, at a burst all at once.
#[derive(Debug, Default)]
pub(crate) struct Examples(Mutex<VecDeque<Example>>);

/// The most examples that are kept: a few megabytes.
const MOST_EXAMPLES: usize = 32;

/// A board that explains something, drawn in a language with some looks.
#[derive(Debug)]
struct Example {
    name: String,
    view: BoardView,
    language: Language,
    style: Style,
    drawn: Drawn,
}

impl Example {
    fn is_of(&self, name: &str, view: &BoardView, locale: &Locale) -> bool {
        self.name == name
            && self.language == locale.texts.language()
            && self.style == locale.style
            && self.view == *view
    }
}

impl Examples {
    /// Returns a picture that was drawn before.
    pub(crate) fn find(&self, picture: &Picture, locale: &Locale) -> Option<Drawn> {
        let view = picture.example()?;
        let kept = locked(&self.0);
        let found = kept
            .iter()
            .find(|one| one.is_of(&picture.name, view, locale));
        found.map(|one| one.drawn.clone())
    }

    /// Keeps a picture that was just drawn, if it is an example.
    fn keep(&self, picture: &Picture, locale: &Locale, drawn: &Drawn) {
        let Some(view) = picture.example() else {
            return;
        };
        let mut kept = locked(&self.0);
        // Two may have been drawn at the same moment.
        kept.retain(|one| !one.is_of(&picture.name, view, locale));
        kept.truncate(MOST_EXAMPLES - 1);
        kept.push_front(Example {
            name: picture.name.clone(),
            view: view.clone(),
            language: locale.texts.language(),
            style: locale.style,
            drawn: drawn.clone(),
        });
    }
}

impl BoardSequence {
    /// Returns the GIF, and a remark where plies are left out or it is smaller than usual.
    fn draw(
        &self,
        texts: &Texts,
        style: &Style,
        hands: Hands,
    ) -> Result<(Vec<u8>, Option<String>), RenderError> {
        let style = Style {
            size: MOVING_SIZE.min(style.size),
            ..*style
        };
        let most = self.most_bytes.unwrap_or(MOST_BYTES);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let moving = animation(&self.frames, texts, &style, most, hands)?;
        let smaller = || (moving.width < style.size).then(|| texts.word("replay-smaller"));
        let note = match moving.every {
            ..=1 => smaller(),
            every => Some(texts.say("replay-skips", &[("every", &every)]).into()),
        };
        Ok((moving.gif, note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Position};

    #[tokio::test]
    async fn queued_pictures_are_drawn_and_told_in_words_too() {
        let queue = DrawingQueue::start().unwrap();
        let view = BoardView::new(Position::start(), Color::White);
        let picture = Picture::of_board(String::from("start"), view);
        let locale_of = |size| Locale {
            style: Style::of_size(size),
            ..Locale::plain(Texts::english())
        };
        let queued = |size| {
            let picture = picture.clone();
            picture.queue(&queue, &Arc::default(), locale_of(size), Priority::Told)
        };
        let drawn = queued(200).unwrap().finished().await.unwrap();
        assert_eq!(drawn.name, "start.png");
        assert!(drawn.file.starts_with(b"\x89PNG"));
        let white = locale_of(200).texts.army(Color::White);
        assert!(drawn.alt.contains(&white), "{}", drawn.alt);
        // A picture that cannot be drawn is said to be so.
        assert_eq!(queued(1).unwrap().finished().await, None);
    }

    #[tokio::test]
    async fn an_example_is_drawn_once_in_each_language_with_each_looks() {
        let queue = DrawingQueue::start().unwrap();
        let examples = Arc::<Examples>::default();
        let mut view = BoardView::new(Position::start(), Color::White);
        let looks = |language: Language, size| Locale {
            style: Style::of_size(size),
            ..Locale::plain(Texts::of(language))
        };
        let english = looks(Language::English, 200);
        let board = Picture::of_board(String::from("start"), view.clone());
        view.example = true;
        let example = Picture::of_board(String::from("start"), view.clone());
        view.seat = Color::Black;
        let other = Picture::of_board(String::from("start"), view);
        for picture in [&board, &example] {
            assert_eq!(examples.find(picture, &english), None);
            let picture = picture.clone();
            let queued = picture.queue(&queue, &examples, english.clone(), Priority::Shown);
            queued.unwrap().finished().await.unwrap();
        }
        let kept = examples.find(&example, &english).unwrap();
        assert_eq!(kept, example.draw(&english).unwrap());
        // Of a match nothing is kept, and what looks different is another picture.
        assert_eq!(examples.find(&board, &english), None);
        assert_eq!(examples.find(&other, &english), None);
        for locale in [looks(Language::German, 200), looks(Language::English, 201)] {
            assert_eq!(examples.find(&example, &locale), None);
        }
    }
}

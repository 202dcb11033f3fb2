//! Pictures that come with answers, before they are drawn.

use std::sync::Arc;

use super::{drawing::Work, texts::Texts};
use crate::render::{
    ALT_LIMIT, BoardView, Frame, Hands, LeaderboardCard, ProfileCard, RenderError, Style, alt_text,
    animation_by, png_by, text_board,
};

/// A picture to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What its file is called, without an ending.
    pub name: String,
    /// What it shows.
    pub shows: Shows,
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub enum Shows {
    /// A board.
    Board(Box<BoardView>),
    /// Boards one after the other.
    Replay(Arc<Replay>),
    /// A leaderboard. The answer that it comes with says the same in words.
    Leaderboard(LeaderboardCard),
    /// A profile. The answer that it comes with says the same in words.
    Profile(ProfileCard),
}

/// A match, or a part of one, as a moving picture.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The boards, and how long each stays. There is at least one.
    pub frames: Vec<Frame>,
    /// What it is, in words that stand before what its last board shows.
    pub title: String,
    /// The moves that it shows, in words; empty where the answer says them.
    pub moves: String,
    /// How many bytes its file may have, where the chat says so.
    pub most_bytes: Option<u64>,
}

/// How wide moving pictures are, in pixels: on a telephone more cannot be seen.
const MOVING_SIZE: u32 = 640;
/// How many bytes a file may have where the chat does not say: as many as Discord takes from
/// everybody.
const MOST_BYTES: u64 = 10 << 20;
/// A picture that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its file.
    pub file: Vec<u8>,
    /// The ending of the file's name.
    pub ending: &'static str,
    /// What is to be said of how it was drawn.
    pub note: Option<String>,
}

impl Drawn {
    fn png(drawn: Result<Vec<u8>, RenderError>) -> Result<Drawn, RenderError> {
        Ok(Drawn {
            file: drawn?,
            ending: "png",
            note: None,
        })
    }
}

impl Picture {
    /// A picture of a board.
    #[must_use]
    pub fn of_board(name: String, view: BoardView) -> Picture {
        Picture {
            name,
            shows: Shows::Board(Box::new(view)),
        }
    }

    /// What it shows, for those who cannot see it.
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

    /// What it shows and the answer does not say, where a picture cannot be.
    #[must_use]
    pub fn in_words(&self, texts: &Texts) -> Option<String> {
        match &self.shows {
            Shows::Board(view) => Some(text_board(view, texts)),
            Shows::Replay(replay) => Some(replay.moves.clone()).filter(|moves| !moves.is_empty()),
            Shows::Leaderboard(_) | Shows::Profile(_) => None,
        }
    }

    /// How much there is to be drawn.
    pub(super) fn work(&self) -> Work {
        match &self.shows {
            Shows::Board(_) => Work::Board,
            Shows::Leaderboard(_) | Shows::Profile(_) => Work::Card,
            Shows::Replay(replay) => Work::Frames(replay.frames.len()),
        }
    }

    /// The picture as a file: a still one as a PNG, a moving one as a GIF. A still one takes some
    /// milliseconds, and so does each board of a moving one.
    ///
    /// # Errors
    ///
    /// When something inside the program is broken, or a moving picture is larger than it may be,
    /// however it is drawn.
    pub fn draw(&self, texts: &Texts, style: &Style) -> Result<Drawn, RenderError> {
        self.draw_by(texts, style, Hands::Two)
    }

    /// Draws as [`Picture::draw`] does, on so many threads.
    ///
    /// # Errors
    ///
    /// As [`Picture::draw`].
    pub(super) fn draw_by(
        &self,
        texts: &Texts,
        style: &Style,
        hands: Hands,
    ) -> Result<Drawn, RenderError> {
        match &self.shows {
            Shows::Board(view) => Drawn::png(png_by(view, texts, style, hands)),
            Shows::Replay(replay) => replay.draw(texts, style, hands),
            Shows::Leaderboard(card) => Drawn::png(card.scene(texts)?.png(style)),
            Shows::Profile(card) => Drawn::png(card.scene(texts)?.png(style)),
        }
    }
}

impl Replay {
    fn draw(&self, texts: &Texts, style: &Style, hands: Hands) -> Result<Drawn, RenderError> {
        let style = Style {
            size: MOVING_SIZE.min(style.size),
            ..*style
        };
        let most = self.most_bytes.unwrap_or(MOST_BYTES);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let moving = animation_by(&self.frames, texts, &style, most, hands)?;
        let note = if moving.every > 1 {
            Some(
                texts
                    .say("replay-skips", &[("every", &moving.every)])
                    .into(),
            )
        } else {
            let smaller = moving.width < style.size;
            smaller.then(|| texts.word("replay-smaller"))
        };
        Ok(Drawn {
            file: moving.gif,
            ending: "gif",
            note,
        })
    }
}

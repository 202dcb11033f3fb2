//! Pictures that come with answers, before they are drawn.

use super::words::Words;
use crate::render::{
    BoardView, LeaderboardCard, ProfileCard, RenderError, Style, alt_text, png, text_board,
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
    /// A leaderboard. The answer that it comes with says the same in words.
    Leaderboard(LeaderboardCard),
    /// A profile. The answer that it comes with says the same in words.
    Profile(ProfileCard),
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
    pub fn alt(&self, words: &Words) -> String {
        match &self.shows {
            Shows::Board(view) => alt_text(view, &words.board()),
            Shows::Leaderboard(card) => card.alt_text(&words.card()),
            Shows::Profile(card) => card.alt_text(&words.card()),
        }
    }

    /// What it shows and the answer does not say, where a picture cannot be.
    #[must_use]
    pub fn in_words(&self, words: &Words) -> Option<String> {
        match &self.shows {
            Shows::Board(view) => Some(text_board(view, &words.board())),
            Shows::Leaderboard(_) | Shows::Profile(_) => None,
        }
    }

    /// The picture as a PNG. It takes some milliseconds.
    ///
    /// # Errors
    ///
    /// When something inside the program is broken.
    pub fn png(&self, words: &Words, style: &Style) -> Result<Vec<u8>, RenderError> {
        match &self.shows {
            Shows::Board(view) => png(view, &words.board(), style),
            Shows::Leaderboard(card) => card.scene(&words.card())?.png(style),
            Shows::Profile(card) => card.scene(&words.card())?.png(style),
        }
    }
}

//! The colours of pictures.

mod rgb;
mod table;
#[cfg(test)]
mod tests;

pub use rgb::Rgb;

use rondel_rules::{ByColor, Color};

/// Colours of one army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmyColors {
    /// The body of a piece.
    pub fill: Rgb,
    /// The outline of a piece.
    pub edge: Rgb,
    /// Lines and marks on the body.
    pub mark: Rgb,
    /// The rim along the army's sector.
    pub rim: Rgb,
    /// The letters on it.
    pub letter: Rgb,
}

/// The colours of a picture, by purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name in options.
    pub name: &'static str,
    /// Around the board.
    pub background: Rgb,
    /// Words on the background.
    pub text: Rgb,
    /// Words on the background that matter less.
    pub muted: Rgb,
    /// The light squares.
    pub light: Rgb,
    /// The dark squares.
    pub dark: Rgb,
    /// The centre, which is passed through.
    pub centre: Rgb,
    /// The plate in the middle of the centre.
    pub hub: Rgb,
    /// The water of moats and creeks.
    pub water: Rgb,
    /// Waves on it.
    pub wave: Rgb,
    /// The banks of moats and creeks, and the edges of everything laid on the board.
    pub edge: Rgb,
    /// The planks of a bridge.
    pub plank: Rgb,
    /// The numbers of the ranks.
    pub rank: Rgb,
    /// The player to move.
    pub turn: Rgb,
    /// The last moves.
    pub last: Rgb,
    /// Checks, and moves that are barred.
    pub check: Rgb,
    /// Squares to which pieces may go, in pictures that explain.
    pub guide: Rgb,
    /// The three armies.
    pub armies: ByColor<ArmyColors>,
}

impl Theme {
    /// Returns the theme with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::ALL.iter().find(|theme| theme.name == name)
    }

    /// Returns the pairs of colours that lie side by side in pictures. Every colour is in one of
    /// them.
    pub(crate) fn neighbours(&self) -> Vec<(Rgb, Rgb)> {
        let mut pairs = vec![
            (self.background, self.text),
            (self.background, self.muted),
            (self.background, self.edge),
            (self.light, self.dark),
            (self.light, self.edge),
            (self.dark, self.edge),
            (self.centre, self.edge),
            (self.hub, self.text),
            (self.hub, self.muted),
            (self.check, self.hub),
            (self.check, self.rank),
            (self.water, self.edge),
            (self.water, self.wave),
            (self.plank, self.edge),
            (self.rank, self.edge),
            (self.turn, self.edge),
            (self.turn, self.hub),
            (self.last, self.edge),
            (self.check, self.edge),
            (self.guide, self.edge),
            (self.guide, self.rank),
            (self.guide, self.hub),
            // Cards draw curves and signs on the background.
            (self.turn, self.background),
            (self.water, self.background),
            (self.guide, self.background),
            (self.check, self.background),
        ];
        for (_, army) in self.armies.iter() {
            pairs.extend([
                (army.fill, army.edge),
                (army.fill, army.mark),
                (army.edge, self.light),
                (army.edge, self.dark),
                (army.edge, self.background),
                (army.rim, army.letter),
                (army.rim, self.edge),
                (army.rim, self.background),
            ]);
        }
        pairs
    }

    /// Returns the colour of an ink.
    pub(crate) fn color(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Text => self.text,
            Ink::Muted => self.muted,
            Ink::Light => self.light,
            Ink::Dark => self.dark,
            Ink::Centre => self.centre,
            Ink::Hub => self.hub,
            Ink::Water => self.water,
            Ink::Wave => self.wave,
            Ink::Edge => self.edge,
            Ink::Plank => self.plank,
            Ink::Rank => self.rank,
            Ink::Turn => self.turn,
            Ink::Last => self.last,
            Ink::Check => self.check,
            Ink::Guide => self.guide,
            Ink::Rim(color) => self.armies[color].rim,
            Ink::Letter(color) => self.armies[color].letter,
        }
    }
}

/// The purpose of a colour; the theme has the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Words on the background.
    Text,
    /// Words that matter less.
    Muted,
    /// The light squares.
    Light,
    /// The dark squares.
    Dark,
    /// The centre, around the plate.
    Centre,
    /// The plate in the centre.
    Hub,
    /// Moats and creeks.
    Water,
    /// Waves on moats.
    Wave,
    /// Edges of what is laid on the board.
    Edge,
    /// Planks of bridges.
    Plank,
    /// Numbers of ranks.
    Rank,
    /// The player to move.
    Turn,
    /// The last moves.
    Last,
    /// Checks, and moves that are barred.
    Check,
    /// Squares to which pieces may go.
    Guide,
    /// The rim along an army's sector.
    Rim(Color),
    /// The letters on that rim.
    Letter(Color),
}

impl Ink {
    /// All of them.
    pub(crate) const ALL: [Ink; 21] = {
        let [white, gray, black] = Color::ALL;
        [
            Ink::Text,
            Ink::Muted,
            Ink::Light,
            Ink::Dark,
            Ink::Centre,
            Ink::Hub,
            Ink::Water,
            Ink::Wave,
            Ink::Edge,
            Ink::Plank,
            Ink::Rank,
            Ink::Turn,
            Ink::Last,
            Ink::Check,
            Ink::Guide,
            Ink::Rim(white),
            Ink::Rim(gray),
            Ink::Rim(black),
            Ink::Letter(white),
            Ink::Letter(gray),
            Ink::Letter(black),
        ]
    };

    /// Returns its name in style sheets, such as `dark` and `rim-white`.
    pub(crate) fn word(self) -> String {
        let word = match self {
            Ink::Text => "text",
            Ink::Muted => "muted",
            Ink::Light => "light",
            Ink::Dark => "dark",
            Ink::Centre => "centre",
            Ink::Hub => "hub",
            Ink::Water => "water",
            Ink::Wave => "wave",
            Ink::Edge => "edge",
            Ink::Plank => "plank",
            Ink::Rank => "rank",
            Ink::Turn => "turn",
            Ink::Last => "last",
            Ink::Check => "check",
            Ink::Guide => "guide",
            Ink::Rim(color) => return format!("rim-{}", color.word()),
            Ink::Letter(color) => return format!("letter-{}", color.word()),
        };
        word.to_owned()
    }
}

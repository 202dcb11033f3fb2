//! The colours of pictures.

use crate::rules::{ByColor, Color};

/// An opaque colour: red, green, blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// How light it is, 0 to 1, as the WCAG defines relative luminance: what is left of a colour
    /// in grayscale.
    #[must_use]
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let channel = f32::from(channel) / 255.0;
            if channel <= 0.040_45 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of two colours, 1 (none) to 21, as the WCAG defines it.
    #[must_use]
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// `part` of the way (0 to 1) from this colour to the other.
    pub(crate) fn mix(self, other: Rgb, part: f32) -> Rgb {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
        Rgb(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// As SVG and style sheets write it: `#rrggbb`.
    pub(crate) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How one army's pieces are coloured.
#[derive(Clone, Copy, Debug)]
pub struct ArmyColors {
    /// The body of a piece.
    pub fill: Rgb,
    /// Its outline.
    pub edge: Rgb,
    /// Lines and marks on the body.
    pub mark: Rgb,
    /// The rim along the army's sector.
    pub rim: Rgb,
    /// The letters on it.
    pub letter: Rgb,
}

/// The colours of a picture, by purpose.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// What options call it.
    pub name: &'static str,
    /// Around the board.
    pub background: Rgb,
    /// Words on the background.
    pub text: Rgb,
    /// Words on the background that matter less.
    pub muted: Rgb,
    /// Light squares.
    pub light: Rgb,
    /// Dark squares.
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
    /// Last moves.
    pub last: Rgb,
    /// Check, and what is barred.
    pub check: Rgb,
    /// Where pieces may go, in pictures that explain.
    pub guide: Rgb,
    /// The three armies.
    pub armies: ByColor<ArmyColors>,
}

impl Theme {
    /// The theme with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name == name)
    }

    /// All themes, the usual one first.
    pub const ALL: [&'static Theme; 1] = [&CLASSIC];

    /// Pairs of colours that lie side by side in pictures. Every colour is in one of them.
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

    /// The colour of an ink.
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
            Ink::Fill(color) => self.armies[color].fill,
            Ink::Outline(color) => self.armies[color].edge,
            Ink::Mark(color) => self.armies[color].mark,
            Ink::Rim(color) => self.armies[color].rim,
            Ink::Letter(color) => self.armies[color].letter,
        }
    }
}

/// What a shape is coloured for; the theme says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Words on the background.
    Text,
    /// Words that matter less.
    Muted,
    /// Light squares.
    Light,
    /// Dark squares.
    Dark,
    /// The centre.
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
    /// Last moves.
    Last,
    /// Check, and what is barred.
    Check,
    /// Where pieces may go.
    Guide,
    /// The body of an army's pieces.
    Fill(Color),
    /// Their outline.
    Outline(Color),
    /// The mark of an army.
    Mark(Color),
    /// The rim along its sector.
    Rim(Color),
    /// The letters on its rim.
    Letter(Color),
}

/// The usual theme.
///
/// From white pieces over light squares, gray pieces and dark squares down to black pieces each
/// tone has about twice the luminance of the next (as contrast counts it), so that every piece is
/// plain on every square in grayscale too.
pub static CLASSIC: Theme = Theme {
    name: "classic",
    background: Rgb(0x25, 0x2a, 0x33),
    text: Rgb(0xf4, 0xf1, 0xea),
    muted: Rgb(0xa9, 0xaf, 0xba),
    light: Rgb(0xd6, 0xba, 0x8c),
    dark: Rgb(0x6e, 0x4a, 0x33),
    centre: Rgb(0x39, 0x40, 0x4d),
    hub: Rgb(0x25, 0x2a, 0x33),
    water: Rgb(0x3b, 0x9f, 0xe0),
    wave: Rgb(0xe6, 0xf6, 0xff),
    edge: Rgb(0x15, 0x18, 0x1e),
    plank: Rgb(0xf0, 0xd2, 0x9a),
    rank: Rgb(0xff, 0xf6, 0xdc),
    turn: Rgb(0xff, 0xc8, 0x3d),
    last: Rgb(0xff, 0xdd, 0x4a),
    check: Rgb(0xff, 0x3b, 0x30),
    guide: Rgb(0x4f, 0xe3, 0x94),
    armies: ByColor {
        white: ArmyColors {
            fill: Rgb(0xff, 0xff, 0xff),
            edge: Rgb(0x1a, 0x1c, 0x21),
            mark: Rgb(0x1a, 0x1c, 0x21),
            rim: Rgb(0xf1, 0xec, 0xe2),
            letter: Rgb(0x1a, 0x1c, 0x21),
        },
        gray: ArmyColors {
            fill: Rgb(0x7d, 0x87, 0x94),
            edge: Rgb(0x12, 0x16, 0x1d),
            mark: Rgb(0xff, 0xff, 0xff),
            rim: Rgb(0x86, 0x90, 0x9d),
            letter: Rgb(0x0c, 0x0e, 0x12),
        },
        black: ArmyColors {
            fill: Rgb(0x12, 0x13, 0x17),
            edge: Rgb(0xf6, 0xe9, 0xcc),
            mark: Rgb(0xf6, 0xe9, 0xcc),
            rim: Rgb(0x12, 0x13, 0x17),
            letter: Rgb(0xf6, 0xe9, 0xcc),
        },
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_army_is_plain_on_every_square_and_beside_the_others_in_grayscale() {
        for theme in Theme::ALL {
            for (color, army) in theme.armies.iter() {
                for cell in [theme.light, theme.dark] {
                    let contrast = army.fill.contrast(cell);
                    assert!(contrast >= 1.7, "{color} on {cell:?}: {contrast}");
                }
                let contrast = army.fill.contrast(army.edge);
                assert!(contrast >= 4.5, "{color}'s outline: {contrast}");
                let contrast = army.rim.contrast(army.letter);
                assert!(contrast >= 4.5, "{color}'s letters: {contrast}");
                let contrast = army.fill.contrast(theme.armies[color.next()].fill);
                assert!(contrast >= 3.0, "{color} beside the next: {contrast}");
            }
            // Dots and lines are told from squares by their seam, numbers stand on them.
            assert!(theme.guide.contrast(theme.edge) >= 7.0);
            for text in [theme.text, theme.muted, theme.turn] {
                assert!(text.contrast(theme.background) >= 4.5);
                assert!(text.contrast(theme.hub) >= 4.5);
            }
        }
    }
}

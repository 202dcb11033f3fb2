//! The themes, as one table of their colours.

use rondel_rules::ByColor;

use super::{ArmyColors, Rgb, Theme};

impl Theme {
    /// All themes, the usual one first.
    pub const ALL: &'static [Theme; 7] = &[
        // Sand and wood on slate. From white pieces over light squares, gray pieces and dark
        // squares down to black pieces each tone is at least 1.7 times as light as the next (as
        // contrast counts it), so that every piece is plain on every square in grayscale too.
        column("classic", 0),
        // Steel and ink on a ground that is almost black, for dark rooms. The gray army is warm,
        // the squares are cool.
        column("night", 1),
        // Moss and leaves on dark green. Where pieces may go is shown in light blue: green dots
        // would be lost.
        column("forest", 2),
        // Parchment on a light page. Here the dark squares are lighter than the gray army, whose
        // outline is light for that reason, as the black army's is.
        column("paper", 3),
        // Cool stone on a light page. Its tones follow one another as those of paper.
        column("marble", 4),
        // Made for colour-blind eyes, on a dark ground: squares in two blues, and signs in the
        // colours that M. Okabe and K. Ito chose for everybody ("Color Universal Design", 2008):
        // yellow, orange and sky blue, which stay three colours in every kind of sight.
        column("clear", 5),
        // Made for colour-blind eyes, on a light ground: squares in apricot and blue, the pair of
        // colours that red-blind and green-blind people tell apart best, and signs as in clear.
        column("clear-light", 6),
    ];
}

/// Returns the theme whose colours are this column of the table, counted from 0: classic, night,
/// forest, paper, marble, clear, clear-light.
const fn column(name: &'static str, at: usize) -> Theme {
    Theme {
        name,
        background: color("252a33 12161f 1d2a22 f5eddb e9edf1 14171d e4e8ee", at),
        text: color("f4f1ea e9eef6 f1f4e8 2b2620 1f262e ffffff 0c0e12", at),
        muted: color("a9afba 93a0b3 a3b3a2 65594a 525e6a b4bcc8 4a515c", at),
        light: color("d6ba8c a5b8d3 c3c896 d3be96 b7c5d2 a3c0e2 e0bd8a", at),
        dark: color("815b42 4f6084 4d6a40 a1844f 7a8ea2 3d6294 3b639c", at),
        centre: color("39404d 1d2533 2b3d31 e4d6ba d2dae2 222b3a cdd5df", at),
        hub: color("252a33 12161f 1d2a22 fbf5e8 f4f7fa 14171d ffffff", at),
        water: color("3b9fe0 2f9fe6 3a9bd0 2a86ad 2583c4 56b4e9 0080c4", at),
        wave: color("e6f6ff e5f4ff e3f5fb e9f8ff eaf6ff 0b2a3f e9f7ff", at),
        edge: color("15181e 07090d 0b110c 161310 0f1318 050608 08090c", at),
        plank: color("f0d29a d9b987 e8c98e f0d9a8 e2c79a f0d59a f3dcae", at),
        rank: color("fff6dc f1f5fc fbfae6 fff8e6 fbfdff ffffff ffffff", at),
        turn: color("ffc83d ffb84a ffc54a bb6c00 b86900 f0e442 ad6800", at),
        last: color("ffdd4a ffd75e ffe052 ffd23a ffd23a f0e442 ffd21f", at),
        check: color("ff5546 ff6a5a ff6a55 dc4a2a d9483c ff7a1a c95208", at),
        guide: color("4fe394 5fe0a8 7fe8ff 7a5fd0 7b5fc8 7fd4ff 1c7cbc", at),
        armies: ByColor([
            ArmyColors {
                fill: color("ffffff fbfcfe ffffff ffffff ffffff ffffff ffffff", at),
                edge: color("1a1c21 141821 171d18 1f1c18 1a2027 0c0e12 0c0e12", at),
                mark: color("1a1c21 141821 171d18 1f1c18 1a2027 0c0e12 0c0e12", at),
                rim: color("f1ece2 e6ecf4 eef0e2 fffdf8 ffffff ffffff ffffff", at),
                letter: color("1a1c21 141821 171d18 1f1c18 1a2027 0c0e12 0c0e12", at),
            },
            ArmyColors {
                fill: color("858f9c 8e877d 868a94 58616c 635f5b 8e8b89 8a8a8c", at),
                edge: color("090b0f 07080b 090c0b fffaf0 fcfaf6 050608 050608", at),
                mark: color("ffffff ffffff ffffff fffaf0 fcfaf6 ffffff ffffff", at),
                rim: color("86909d 8f877c 8b9099 7b8591 8a8784 8c8c8c 8c8c8c", at),
                letter: color("0c0e12 0b0c10 0c0f10 0d0e10 0d0e10 08090c 08090c", at),
            },
            ArmyColors {
                fill: color("121317 0b0c10 101312 0b0a09 090a0c 050608 050608", at),
                edge: color("f6e9cc dfe7f2 f2ecd2 f6ead0 e9eef4 f4f1e4 f4f1e4", at),
                mark: color("f6e9cc dfe7f2 f2ecd2 f6ead0 e9eef4 f4f1e4 f4f1e4", at),
                rim: color("121317 0b0d12 0f1311 14120f 101317 08090b 08090b", at),
                letter: color("f6e9cc dfe7f2 f2ecd2 f6ead0 e9eef4 f4f1e4 f4f1e4", at),
            },
        ]),
    }
}

/// Returns the colour at a column of a row of the table: six hexadecimal digits, and a space before
/// the next. Anything else does not compile.
const fn color(row: &str, at: usize) -> Rgb {
    let (digits, _) = row.split_at(7 * at).1.split_at(6);
    match u32::from_str_radix(digits, 16) {
        Ok(color) => {
            let [_, red, green, blue] = color.to_be_bytes();
            Rgb([red, green, blue])
        }
        Err(_) => panic!("not a colour"),
    }
}

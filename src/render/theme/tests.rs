//! Measures of how well every theme's colours are told apart, by every kind of sight and as drawn.
//!
//! `cargo test --lib every_theme -- --nocapture` prints all that is measured; `docs/THEMES.md` has
//! the least of it.

use std::{collections::BTreeMap, fmt::Write};

use super::{ArmyColors, Rgb, Theme};
use rondel_rules::{ByColor, Color, Piece, Role};

use crate::{PieceSet, pieces};

/// Least contrast of shapes: WCAG 2.2, 1.4.11 "Non-text Contrast". Also of large bold letters
/// (1.4.3), as numbers and names are.
const SHAPE: f32 = 3.0;
/// Small letters, and what lies between two inks of one drawing: WCAG 2.2, 1.4.3.
const LETTER: f32 = 4.5;
/// Between the body of a piece and its square. The outline tells the shape; this lets the eye find
/// the piece. Gray #8d949e on brown #b58863 (1.03) is lost. Five tones share what lies between white
/// and black (21): where the outline has its 3 on dark squares, no three steps can all be 1.9.
const BODY: f32 = 1.6;
/// Between the light squares and the dark ones.
const SQUARES: f32 = 1.5;
/// The least distance of signs' colours (Oklab, B. Ottosson 2020; black and white are 1 apart). A
/// fifth of it is just seen.
const SIGNS: f32 = 0.1;
/// The same in themes made for colour-blind eyes.
const CLEAR_SIGNS: f32 = 0.15;

/// A kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Eyesight {
    /// All colours. Contrast is a matter of luminance alone, so it is the same in grayscale.
    Full,
    /// Without red cones.
    Protan,
    /// Without green cones.
    Deutan,
    /// Without blue cones.
    Tritan,
}

impl Eyesight {
    const ALL: [Eyesight; 4] = [
        Eyesight::Full,
        Eyesight::Protan,
        Eyesight::Deutan,
        Eyesight::Tritan,
    ];

    const fn name(self) -> &'static str {
        match self {
            Eyesight::Full => "full, gray",
            Eyesight::Protan => "protan",
            Eyesight::Deutan => "deutan",
            Eyesight::Tritan => "tritan",
        }
    }

    /// A colour in linear RGB as it is seen: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
    /// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6),
    /// 2009, at severity 1.0.
    fn see(self, color: Rgb) -> [f32; 3] {
        let seen = linear(color);
        let rows = match self {
            Eyesight::Full => return seen,
            Eyesight::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Eyesight::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Eyesight::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        };
        rows.map(|row: [f32; 3]| {
            let sum: f32 = row.iter().zip(seen).map(|(part, seen)| part * seen).sum();
            sum.clamp(0.0, 1.0)
        })
    }

    /// The contrast of two colours as the WCAG defines it, once both are seen.
    fn contrast(self, one: Rgb, other: Rgb) -> f32 {
        let light = |color| {
            let [red, green, blue] = self.see(color);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    /// Returns the distance between two colours, light and hue together.
    fn distance(self, one: Rgb, other: Rgb) -> f32 {
        let place = |color| {
            let [red, green, blue] = self.see(color);
            let cones = [
                [0.412_221_46, 0.536_332_55, 0.051_445_995],
                [0.211_903_5, 0.680_699_5, 0.107_396_96],
                [0.088_302_46, 0.281_718_85, 0.629_978_7],
            ];
            let [long, middle, short] = cones
                .map(|part: [f32; 3]| (part[0] * red + part[1] * green + part[2] * blue).cbrt());
            [
                0.210_454_26 * long + 0.793_617_8 * middle - 0.004_072_047 * short,
                1.977_998_5 * long - 2.428_592_2 * middle + 0.450_593_7 * short,
                0.025_904_037 * long + 0.782_771_77 * middle - 0.808_675_77 * short,
            ]
        };
        let pairs = place(one).into_iter().zip(place(other));
        pairs.map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
    }
}

/// A colour's red, green and blue as amounts of light, 0 to 1 (IEC 61966-2-1).
fn linear(Rgb([red, green, blue]): Rgb) -> [f32; 3] {
    [red, green, blue].map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.040_45 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// The inks of a drawn piece: colours that cover a thirtieth of it or more.
fn inks(set: PieceSet, piece: Piece, dead: bool, theme: &Theme) -> Vec<Rgb> {
    let drawn = pieces::sprite(set, piece, dead, 48, theme).unwrap();
    let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for pixel in drawn.pixels().filter(|pixel| pixel[3] == u8::MAX) {
        *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
    }
    let all: u32 = counts.values().sum();
    let inks = counts.into_iter().filter(|(_, count)| 30 * count >= all);
    inks.map(|([red, green, blue], _)| Rgb([red, green, blue]))
        .collect()
}

/// The inks of every piece of a theme, alive and dead.
struct PieceInks(Vec<(PieceSet, Piece, bool, Vec<Rgb>)>);

impl PieceInks {
    fn of(theme: &Theme) -> PieceInks {
        let mut drawn = Vec::new();
        for set in PieceSet::ALL {
            for (color, role) in Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.map(|role| (color, role)))
            {
                for dead in [false, true] {
                    let piece = Piece { color, role };
                    drawn.push((set, piece, dead, inks(set, piece, dead, theme)));
                }
            }
        }
        PieceInks(drawn)
    }
}

/// Measurements of a theme in one kind of sight.
struct Measured {
    /// The least contrast of an army's pieces with what they stand on: of the ink that stands out
    /// most. First alive, then dead.
    shapes: ByColor<[f32; 2]>,
    /// The least contrast of a body with a square.
    body: f32,
    /// The least contrast of two armies.
    armies: f32,
    /// The least contrast of a sign with what it lies on.
    signs: f32,
}

/// Measures a theme, and tells each figure to `tell`: what it is of, the figure, and the least that
/// it may be.
fn measure(
    theme: &Theme,
    PieceInks(drawn): &PieceInks,
    sight: Eyesight,
    tell: &mut dyn FnMut(String, f32, f32),
) -> Measured {
    let least = |figures: &[f32]| figures.iter().copied().fold(f32::INFINITY, f32::min);
    let mut measured = Measured {
        shapes: ByColor::new(|_| [f32::INFINITY; 2]),
        body: f32::INFINITY,
        armies: f32::INFINITY,
        signs: f32::INFINITY,
    };
    let cells = [
        ("light", theme.light),
        ("dark", theme.dark),
        ("background", theme.background),
        ("hub", theme.hub),
    ];
    for color in Color::ALL {
        let army = &theme.armies[color];
        for (place, dead) in [false, true].into_iter().enumerate() {
            let state = if dead { "dead" } else { "alive" };
            let of_army = |piece: &Piece, is_dead: bool| piece.color == color && is_dead == dead;
            let drawn = drawn
                .iter()
                .filter(|(_, piece, is_dead, _)| of_army(piece, *is_dead));
            for (name, cell) in cells {
                let contrasts = drawn.clone().map(|(_, _, _, inks)| {
                    let contrasts = inks.iter().map(|ink| sight.contrast(*ink, cell));
                    contrasts.fold(1.0, f32::max)
                });
                let contrast = least(&contrasts.collect::<Vec<f32>>());
                tell(format!("{color} {state} on {name}"), contrast, SHAPE);
                let known = &mut measured.shapes[color][place];
                *known = known.min(contrast);
            }
            for (set, _, _, inks) in drawn {
                // Both tones are there, so that one of them stands out whatever lies below.
                assert!(
                    inks.contains(&army.fill),
                    "{set:?} {color} {state}: {inks:?}"
                );
                assert!(
                    inks.contains(&army.edge),
                    "{set:?} {color} {state}: {inks:?}"
                );
            }
        }
        for (name, cell) in &cells[..2] {
            let contrast = sight.contrast(army.fill, *cell);
            tell(format!("{color}'s body on {name}"), contrast, BODY);
            measured.body = measured.body.min(contrast);
        }
        let contrast = sight.contrast(army.fill, army.edge);
        tell(format!("{color}'s body in its outline"), contrast, LETTER);
        let contrast = sight.contrast(army.fill, army.mark);
        tell(format!("{color}'s mark"), contrast, SHAPE);
        let contrast = sight.contrast(army.rim, army.letter);
        tell(format!("{color}'s letters"), contrast, LETTER);
        let next = theme.armies[color.next()].fill;
        let contrast = sight.contrast(army.fill, next);
        tell(format!("{color} beside {}", color.next()), contrast, SHAPE);
        measured.armies = measured.armies.min(contrast);
    }
    let pairs = [
        ("last moves", theme.last, theme.edge, SHAPE),
        ("checks", theme.check, theme.edge, SHAPE),
        ("guides", theme.guide, theme.edge, SHAPE),
        ("turn", theme.turn, theme.edge, SHAPE),
        ("turn on hub", theme.turn, theme.hub, SHAPE),
        ("checks on hub", theme.check, theme.hub, SHAPE),
        ("guides on hub", theme.guide, theme.hub, SHAPE),
        ("turn on background", theme.turn, theme.background, SHAPE),
        ("checks on background", theme.check, theme.background, SHAPE),
        ("guides on background", theme.guide, theme.background, SHAPE),
        ("water on background", theme.water, theme.background, SHAPE),
        ("water in its banks", theme.water, theme.edge, SHAPE),
        ("planks", theme.plank, theme.edge, LETTER),
        ("ranks", theme.rank, theme.edge, LETTER),
    ];
    for (name, ink, ground, wanted) in pairs {
        let contrast = sight.contrast(ink, ground);
        tell(name.to_owned(), contrast, wanted);
        measured.signs = measured.signs.min(contrast);
    }
    for (name, ink, ground) in [
        ("text on background", theme.text, theme.background),
        ("text on hub", theme.text, theme.hub),
        ("muted on background", theme.muted, theme.background),
        ("muted on hub", theme.muted, theme.hub),
    ] {
        tell(name.to_owned(), sight.contrast(ink, ground), LETTER);
    }
    let squares = sight.contrast(theme.light, theme.dark);
    tell("light beside dark".to_owned(), squares, SQUARES);
    let clear = ["clear", "clear-light"].contains(&theme.name);
    let mut apart = vec![
        ("last moves and checks", theme.last, theme.check),
        ("checks and guides", theme.check, theme.guide),
    ];
    if clear {
        apart.push(("last moves and guides", theme.last, theme.guide));
    }
    for (name, one, other) in apart {
        let wanted = if clear { CLEAR_SIGNS } else { SIGNS };
        tell(name.to_owned(), sight.distance(one, other), wanted);
    }
    measured
}

/// Lists the colours of a theme that are not told apart well enough: `deutan: Gray's body on dark:
/// 1.31 < 1.60`.
fn faults(theme: &Theme) -> Vec<String> {
    let (drawn, mut faults) = (PieceInks::of(theme), Vec::new());
    for sight in Eyesight::ALL {
        measure(theme, &drawn, sight, &mut |what, found, wanted| {
            if found < wanted {
                let name = sight.name();
                faults.push(format!("{name}: {what}: {found:.2} < {wanted:.2}"));
            }
        });
    }
    faults
}

/// The table of `docs/THEMES.md`.
fn table() -> String {
    let mut table = String::from(
        "| theme | sight | White | dead | Gray | dead | Black | dead | body | armies | signs |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for theme in Theme::ALL {
        let drawn = PieceInks::of(theme);
        for sight in Eyesight::ALL {
            let measured = measure(theme, &drawn, sight, &mut |_, _, _| {});
            let shapes = Color::ALL.map(|color| measured.shapes[color]).concat();
            let rest = [measured.body, measured.armies, measured.signs];
            let figures = shapes
                .into_iter()
                .chain(rest)
                .map(|figure| format!("{figure:.1}"));
            let figures = figures.collect::<Vec<_>>().join(" | ");
            // Writing to a String cannot fail.
            let _ = writeln!(table, "| `{}` | {} | {figures} |", theme.name, sight.name());
        }
    }
    table
}

#[test]
fn every_theme_is_told_apart_by_every_kind_of_sight() {
    let mut wrong = Vec::new();
    for theme in Theme::ALL {
        let drawn = PieceInks::of(theme);
        for sight in Eyesight::ALL {
            measure(theme, &drawn, sight, &mut |what, found, wanted| {
                println!("{} | {} | {what} | {found:.2}", theme.name, sight.name());
                if found < wanted {
                    wrong.push(format!(
                        "{}, {}: {what}: {found:.2} < {wanted:.2}",
                        theme.name,
                        sight.name()
                    ));
                }
            });
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_of_the_themes_is_what_is_measured() {
    let table = table();
    let document = include_str!("../../../docs/THEMES.md");
    assert!(
        document.contains(&table),
        "docs/THEMES.md is to hold\n{table}"
    );
    for theme in Theme::ALL {
        assert!(
            document.contains(&format!("- `{}`", theme.name)),
            "{}",
            theme.name
        );
    }
}

#[test]
fn gray_on_brown_and_red_on_green_are_found_out() {
    assert_eq!(faults(&Theme::ALL[0]), [""; 0]);
    // Gray pieces on the usual brown of chess boards.
    let mut theme = Theme::ALL[0];
    theme.dark = Rgb([0xb5, 0x88, 0x63]);
    theme.armies[Color::Gray].fill = Rgb([0x8d, 0x94, 0x9e]);
    let found = faults(&theme);
    assert!(
        found.contains(&"full, gray: Gray's body on dark: 1.03 < 1.60".to_owned()),
        "{found:#?}"
    );
    // Red ones on green, which are one colour to the green-blind alone.
    let mut theme = Theme::ALL[0];
    theme.dark = Rgb([0x00, 0xa0, 0x00]);
    theme.armies[Color::Gray].fill = Rgb([0xcb, 0x00, 0x00]);
    let found = faults(&theme);
    let of = |sight: &str| {
        let lost = format!("{sight}: Gray's body on dark: ");
        found
            .iter()
            .filter(|fault| fault.starts_with(&lost))
            .count()
    };
    assert_eq!([of("full, gray"), of("deutan")], [0, 1], "{found:#?}");
}

#[test]
fn armies_and_the_dead_are_told_apart_without_tones() {
    // One army's colours for all.
    let mut theme = Theme::ALL[0];
    let army: ArmyColors = theme.armies[Color::White];
    theme.armies = ByColor::new(|_| army);
    for set in PieceSet::ALL {
        for role in Role::ALL {
            let mut drawn = Vec::new();
            for (color, dead) in Color::ALL
                .into_iter()
                .flat_map(|color| [(color, false), (color, true)])
            {
                let image = pieces::sprite(set, Piece { color, role }, dead, 57, &theme).unwrap();
                drawn.push((color, dead, image));
            }
            for (at, (color, dead, one)) in drawn.iter().enumerate() {
                for (other_color, other_dead, other) in &drawn[at + 1..] {
                    let pixels = one.pixels().zip(other.pixels());
                    let unlike = pixels.filter(|(one, other)| {
                        one.0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > 100)
                    });
                    let unlike = unlike.count();
                    assert!(
                        unlike >= 30,
                        "{set:?} {role:?}: {color} (dead: {dead}) and {other_color} (dead: \
                         {other_dead}) differ in {unlike} pixels"
                    );
                }
            }
        }
    }
}

//! The drawings of pieces, made into small pictures.

use image::RgbaImage;
use resvg::{tiny_skia, usvg};
use rondel_rules::{Color, Piece, Role, words};

use super::{
    RenderError,
    theme::{Rgb, Theme},
};

words! {
    /// A set of drawings of pieces. In every set the armies differ in shape or mark as well as in
    /// tone, and a piece of an army that is out is hollow, broken and crossed out.
    PieceSet {
        /// The usual set: figures as of a carved one, each with the mark of its army on its foot:
        /// none for White, a bar for Gray, two dots for Black.
        "carved" => Carved,
        /// Bold signs on tokens that are round for White, square for Gray and pointed below for
        /// Black, as plain as can be at the size of a phone.
        "plain" => Plain,
    }
}

impl PieceSet {
    /// Returns the drawings of a piece, one laid over the other, coloured by a style sheet.
    pub(super) fn layers(self, Piece { color, role }: Piece) -> Vec<&'static str> {
        match self {
            PieceSet::Carved => vec![CARVED[role as usize]],
            PieceSet::Plain => vec![TOKENS[color.index()], SIGNS[role as usize]],
        }
    }
}

/// Silhouettes with details, by role.
const CARVED: [&str; Role::ALL.len()] = [
    include_str!("../../assets/pieces/carved/king.svg"),
    include_str!("../../assets/pieces/carved/queen.svg"),
    include_str!("../../assets/pieces/carved/rook.svg"),
    include_str!("../../assets/pieces/carved/bishop.svg"),
    include_str!("../../assets/pieces/carved/knight.svg"),
    include_str!("../../assets/pieces/carved/pawn.svg"),
    include_str!("../../assets/pieces/carved/crossed-pawn.svg"),
];

/// The tokens of the armies.
const TOKENS: [&str; Color::ALL.len()] = [
    include_str!("../../assets/pieces/plain/white.svg"),
    include_str!("../../assets/pieces/plain/gray.svg"),
    include_str!("../../assets/pieces/plain/black.svg"),
];

/// The signs on tokens, by role.
const SIGNS: [&str; Role::ALL.len()] = [
    include_str!("../../assets/pieces/plain/king.svg"),
    include_str!("../../assets/pieces/plain/queen.svg"),
    include_str!("../../assets/pieces/plain/rook.svg"),
    include_str!("../../assets/pieces/plain/bishop.svg"),
    include_str!("../../assets/pieces/plain/knight.svg"),
    include_str!("../../assets/pieces/plain/pawn.svg"),
    include_str!("../../assets/pieces/plain/crossed-pawn.svg"),
];

/// Draws a piece on transparent ground, `size` pixels wide and high.
pub(crate) fn sprite(
    set: PieceSet,
    piece: Piece,
    dead: bool,
    size: u32,
    theme: &Theme,
) -> Result<RgbaImage, RenderError> {
    let looks = looks(piece.color, dead, theme);
    let style_sheet: String = looks
        .iter()
        .map(|(class, look)| format!(".{class} {{ {look} }}\n"))
        .collect();
    let options = usvg::Options {
        style_sheet: Some(style_sheet),
        ..usvg::Options::default()
    };
    let mut pixels = tiny_skia::Pixmap::new(size, size).ok_or(RenderError::Piece)?;
    for layer in set.layers(piece) {
        let tree = usvg::Tree::from_str(layer, &options).map_err(|_| RenderError::Piece)?;
        let scale = size as f32 / tree.size().width();
        let scale = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, scale, &mut pixels.as_mut());
    }
    // Overlaying wants colours that are not yet multiplied with their transparency.
    let bytes = pixels
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let color = pixel.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        })
        .collect();
    RgbaImage::from_raw(size, size, bytes).ok_or(RenderError::Piece)
}

/// Returns the style sheet of the drawings for one army: each class with its declarations.
pub(super) fn looks(color: Color, dead: bool, theme: &Theme) -> [(&'static str, String); 11] {
    const NOTHING: &str = "fill: none; stroke: none";
    let army = &theme.armies[color];
    let [fill, edge, mark] = [army.fill, army.edge, army.mark].map(Rgb::hex);
    let line =
        |color: &str, width: f32| format!("fill: none; stroke: {color}; stroke-width: {width}");
    let round = "; stroke-linejoin: round";
    let filled = |color: &str| format!("fill: {color}");
    let nothing = || NOTHING.to_owned();
    let of_army = |army, look: String| if color == army { look } else { nothing() };
    if dead {
        // The mark keeps its seam: there is no body around it.
        let mark = filled(&fill)
            + &format!("; stroke: {edge}; stroke-width: 2.2")
            + "; paint-order: stroke";
        return [
            ("halo", line(&edge, 4.4) + round),
            ("body", nothing()),
            ("detail", nothing()),
            ("bar", of_army(Color::Gray, mark.clone())),
            ("dots", of_army(Color::Black, mark)),
            ("dashes", line(&fill, 2.6) + "; stroke-dasharray: 6 3"),
            ("cross-seam", line(&edge, 7.4)),
            ("cross", line(&fill, 4.4)),
            ("sign", filled(&fill)),
            ("sign-seam", line(&edge, 4.4) + round),
            ("hole", filled(&edge)),
        ];
    }
    [
        ("halo", line(&edge, 3.2) + round),
        ("body", filled(&fill)),
        (
            "detail",
            line(&mark, 1.9) + "; stroke-linecap: round" + round,
        ),
        ("bar", of_army(Color::Gray, filled(&mark))),
        ("dots", of_army(Color::Black, filled(&mark))),
        ("dashes", nothing()),
        ("cross-seam", nothing()),
        ("cross", nothing()),
        // The outline's ink stands out from the body more than the mark's.
        ("sign", filled(&edge)),
        ("sign-seam", nothing()),
        ("hole", filled(&fill)),
    ]
}

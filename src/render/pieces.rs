//! The drawings of pieces, made into small pictures.

use image::RgbaImage;
use resvg::{tiny_skia, usvg};

use super::{
    RenderError,
    theme::{Rgb, Theme},
};
use crate::rules::{Color, Piece, Role};

/// The drawing of a role: a silhouette with details, coloured by a style sheet.
pub(super) const fn drawing(role: Role) -> &'static str {
    match role {
        Role::King => include_str!("../../assets/pieces/king.svg"),
        Role::Queen => include_str!("../../assets/pieces/queen.svg"),
        Role::Rook => include_str!("../../assets/pieces/rook.svg"),
        Role::Bishop => include_str!("../../assets/pieces/bishop.svg"),
        Role::Knight => include_str!("../../assets/pieces/knight.svg"),
        Role::Pawn => include_str!("../../assets/pieces/pawn.svg"),
        Role::CrossedPawn => include_str!("../../assets/pieces/crossed-pawn.svg"),
    }
}

/// A piece on transparent ground, `size` pixels wide and high.
///
/// An army is told by its tone and by its mark on the foot of every piece: none for White, a bar
/// for Gray, two dots for Black. A piece of an army that is out is a hollow shape with a broken
/// outline, crossed out in the army's tone.
pub(crate) fn sprite(
    piece: Piece,
    dead: bool,
    size: u32,
    theme: &Theme,
) -> Result<RgbaImage, RenderError> {
    let looks = looks(piece.color, dead, theme);
    let style_sheet = looks
        .iter()
        .map(|(class, look)| format!(".{class} {{ {look} }}\n"))
        .collect();
    let options = usvg::Options {
        style_sheet: Some(style_sheet),
        ..usvg::Options::default()
    };
    let tree =
        usvg::Tree::from_str(drawing(piece.role), &options).map_err(|_| RenderError::Piece)?;
    let mut pixels = tiny_skia::Pixmap::new(size, size).ok_or(RenderError::Piece)?;
    let scale = size as f32 / tree.size().width();
    let scale = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, scale, &mut pixels.as_mut());
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

/// How the classes of the drawings look, for one army: a class and its declarations.
pub(super) fn looks(color: Color, dead: bool, theme: &Theme) -> [(&'static str, String); 8] {
    const NOTHING: &str = "fill: none; stroke: none";
    let army = &theme.armies[color];
    let [fill, edge, mark] = [army.fill, army.edge, army.mark].map(Rgb::hex);
    let line =
        |color: &str, width: f32| format!("fill: none; stroke: {color}; stroke-width: {width}");
    let round = "; stroke-linejoin: round";
    let filled = |color: &str| format!("fill: {color}");
    let nothing = || NOTHING.to_owned();
    if dead {
        return [
            ("halo", line(&edge, 4.4) + round),
            ("body", nothing()),
            ("detail", nothing()),
            ("bar", nothing()),
            ("dots", nothing()),
            ("dashes", line(&fill, 2.6) + "; stroke-dasharray: 6 3"),
            ("cross-seam", line(&edge, 7.4)),
            ("cross", line(&fill, 4.4)),
        ];
    }
    let shown = |army| {
        if color == army {
            filled(&mark)
        } else {
            nothing()
        }
    };
    [
        ("halo", line(&edge, 3.2) + round),
        ("body", filled(&fill)),
        (
            "detail",
            line(&mark, 1.9) + "; stroke-linecap: round" + round,
        ),
        ("bar", shown(Color::Gray)),
        ("dots", shown(Color::Black)),
        ("dashes", nothing()),
        ("cross-seam", nothing()),
        ("cross", nothing()),
    ]
}

//! The drawings of pieces, made into small pictures.

use image::RgbaImage;
use resvg::{tiny_skia, usvg};

use super::{
    RenderError,
    theme::{Rgb, Theme},
};
use crate::rules::{Color, Piece, Role};

/// The drawing of a role: a silhouette with details, coloured by a style sheet.
const fn drawing(role: Role) -> &'static str {
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
    let options = usvg::Options {
        style_sheet: Some(style_sheet(piece.color, dead, theme)),
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

/// Colours the classes of the drawings.
fn style_sheet(color: Color, dead: bool, theme: &Theme) -> String {
    let army = &theme.armies[color];
    let [fill, edge, mark] = [army.fill, army.edge, army.mark].map(Rgb::hex);
    let show = |wanted| {
        if color == wanted {
            mark.as_str()
        } else {
            "none"
        }
    };
    let (bar, dots) = (show(Color::Gray), show(Color::Black));
    if dead {
        return format!(
            ".halo {{ fill: none; stroke: {edge}; stroke-width: 4.4; stroke-linejoin: round }} \
             .body, .detail, .bar, .dots {{ fill: none; stroke: none }} \
             .dashes {{ fill: none; stroke: {fill}; stroke-width: 2.6; stroke-dasharray: 6 3 }} \
             .cross-seam {{ fill: none; stroke: {edge}; stroke-width: 7.4 }} \
             .cross {{ fill: none; stroke: {fill}; stroke-width: 4.4 }}"
        );
    }
    format!(
        ".halo {{ fill: none; stroke: {edge}; stroke-width: 3.2; stroke-linejoin: round }} \
         .body {{ fill: {fill} }} \
         .dashes, .cross, .cross-seam {{ fill: none; stroke: none }} \
         .detail {{ fill: none; stroke: {mark}; stroke-width: 1.9; stroke-linecap: round; \
           stroke-linejoin: round }} \
         .bar {{ fill: {bar} }} \
         .dots {{ fill: {dots} }}"
    )
}

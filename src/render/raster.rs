//! From scenes to pixels.
//!
//! Shapes go straight to tiny-skia, and not by way of an SVG document to resvg as pieces do: so bare
//! boards and pieces, the costly parts, are kept between pictures, two threads can paint half of the
//! rows each, and only tiles that were painted on get new numbers of colours.

use std::{
    hash::Hash,
    ops::Range,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use image::{Rgba, RgbaImage};
use imageproc::drawing::{Blend, draw_text_mut};
use lru::LruCache;
use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, PixmapMut, Stroke, Transform,
};
use rondel_rules::{Color, Piece};

use super::{
    RenderError, Style, board, fonts,
    geometry::{HEIGHT, Point, WIDTH, offset, polar},
    palette::Indexed,
    pieces::{self, PieceSet},
    scene::{Outline, Scene, Shape},
    theme::{Ink, Rgb},
};

/// Caches between pictures: of bare boards, the costly part of a picture, and of pieces.
static BOARDS: Cache<BoardKey, Bare> =
    Cache::new(64 << 20, |bare| bare.image.len() + bare.indexed.rows.len());
static SPRITES: Cache<SpriteKey, RgbaImage> = Cache::new(8 << 20, |pixels| pixels.len());

/// A bare board in pixels.
pub(super) struct Bare {
    image: RgbaImage,
    indexed: Indexed,
}

/// A theme's name, the width of the picture in pixels, the seat, the moats that are bridged, and
/// whether the seat's sector is shown large, and whether it is mirrored.
type BoardKey = (&'static str, u32, Color, [bool; 3], [bool; 2]);

/// A theme's name, the width of the drawing in pixels, its set, the piece, and whether it is dead.
type SpriteKey = (&'static str, u32, PieceSet, Piece, bool);

/// Values by key. Once they take too many bytes, the one used longest ago is forgotten first.
struct Cache<K: Hash + Eq, V> {
    limit: usize,
    /// Returns the number of bytes that a value takes, about.
    bytes: fn(&V) -> usize,
    kept: LazyLock<Mutex<LruCache<K, Arc<V>>>>,
}

impl<K: Hash + Eq, V> Cache<K, V> {
    const fn new(limit: usize, bytes: fn(&V) -> usize) -> Cache<K, V> {
        Cache {
            limit,
            bytes,
            kept: LazyLock::new(|| Mutex::new(LruCache::unbounded())),
        }
    }

    /// The cache is whole after every step, so that a panic while it is held does no harm.
    fn kept(&self) -> MutexGuard<'_, LruCache<K, Arc<V>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of this key, and makes it if it is not kept. Two threads that ask at once
    /// may both make it.
    fn get(
        &self,
        key: K,
        make: impl FnOnce() -> Result<V, RenderError>,
    ) -> Result<Arc<V>, RenderError> {
        if let Some(found) = self.kept().get(&key) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(make()?);
        let mut kept = self.kept();
        kept.put(key, Arc::clone(&made));
        let mut bytes: usize = kept.iter().map(|(_, value)| (self.bytes)(value)).sum();
        while bytes > self.limit
            && kept.len() > 1
            && let Some((_, dropped)) = kept.pop_lru()
        {
            bytes -= (self.bytes)(&dropped);
        }
        Ok(made)
    }
}

/// Returns the board of a scene.
pub(super) fn board(scene: &Scene, style: &Style) -> Result<Arc<Bare>, RenderError> {
    let (seat, bridged) = (scene.seat, scene.bridged);
    let plan = [scene.zoomed, scene.mirrored];
    let key = (style.theme.name, style.size, seat, bridged, plan);
    BOARDS.get(key, || {
        let image = painted(&board::shapes(scene)?, HEIGHT, style)?;
        let indexed = Indexed::new(&image, style.theme);
        Ok(Bare { image, indexed })
    })
}

/// Paints shapes on a ground of their own, `height` units high.
pub(super) fn sheet(shapes: &[Shape], height: f32, style: &Style) -> Result<Indexed, RenderError> {
    let image = painted(shapes, height, style)?;
    Ok(Indexed::new(&image, style.theme))
}

/// Paints shapes on the theme's background, `height` units high.
fn painted(shapes: &[Shape], height: f32, style: &Style) -> Result<RgbaImage, RenderError> {
    let height = (height * scale_of(style)).round() as u32;
    let ground = rgba(style.theme.background);
    let image = RgbaImage::from_pixel(style.size, height, ground);
    let mut canvas = Canvas::new(image, 0, style);
    canvas.paint(shapes)?;
    Ok(canvas.image.0)
}

impl Bare {
    /// Returns the rows of its upper half and of its lower half, which may be painted at the same
    /// time. Between them, smoothed edges are rounded a little differently than in one go.
    pub(super) fn halves(&self) -> [Range<u32>; 2] {
        let bottom = self.image.height();
        [0..bottom / 2, bottom / 2..bottom]
    }

    /// Paints a scene's figures on some of its rows.
    pub(super) fn draw(
        &self,
        scene: &Scene,
        style: &Style,
        rows: Range<u32>,
    ) -> Result<Indexed, RenderError> {
        let width = self.image.width();
        let bytes = |row: u32| row as usize * width as usize * 4;
        let pixels = self.image.get(bytes(rows.start)..bytes(rows.end));
        let image = pixels.and_then(|pixels| {
            let height = rows.end - rows.start;
            RgbaImage::from_raw(width, height, pixels.to_vec())
        });
        let image = image.ok_or(RenderError::Encoding)?;
        let mut canvas = Canvas::new(image, rows.start, style);
        canvas.paint(&scene.figures)?;
        let mut indexed = self.indexed.cut(rows);
        indexed.renew(&canvas.image.0, style.theme, canvas.changed.areas());
        Ok(indexed)
    }
}

/// Returns the pixels per unit.
fn scale_of(style: &Style) -> f32 {
    style.size as f32 / WIDTH
}

/// The parts of a picture that were painted on, in tiles.
struct Changed {
    width: usize,
    height: usize,
    tiles: Vec<bool>,
}

/// Width and height of a tile in pixels.
const TILE: usize = 16;

impl Changed {
    fn new(width: u32, height: u32) -> Changed {
        let (width, height) = (width as usize, height as usize);
        Changed {
            width,
            height,
            tiles: vec![false; width.div_ceil(TILE) * height.div_ceil(TILE)],
        }
    }

    /// Notes that something is painted within these bounds, in pixels. Returns true if any of it
    /// lies here.
    fn note(&mut self, left: f32, top: f32, right: f32, bottom: f32) -> bool {
        if bottom < -1.0 || top > self.height as f32 + 1.0 {
            return false;
        }
        // Casts hold negative numbers at 0. A pixel more all around makes rounding harmless.
        let tile = |at: f32| at as usize / TILE;
        let columns = self.width.div_ceil(TILE);
        for row in tile(top - 1.0)..=tile(bottom + 1.0) {
            for column in tile(left - 1.0)..=tile(right + 1.0).min(columns - 1) {
                if let Some(noted) = self.tiles.get_mut(row * columns + column) {
                    *noted = true;
                }
            }
        }
        true
    }

    /// Returns the parts that were painted on: left, top, right, bottom.
    fn areas(&self) -> impl Iterator<Item = [usize; 4]> {
        let columns = self.width.div_ceil(TILE);
        let noted = self.tiles.iter().enumerate().filter(|(_, noted)| **noted);
        noted.map(move |(tile, _)| {
            let (left, top) = (tile % columns * TILE, tile / columns * TILE);
            let (right, bottom) = (left + TILE, top + TILE);
            [left, top, right.min(self.width), bottom.min(self.height)]
        })
    }
}

/// A canvas: some rows of a picture that is being painted.
struct Canvas {
    image: Blend<RgbaImage>,
    /// Number of rows of the picture above these.
    above: u32,
    changed: Changed,
    scale: f32,
    style: Style,
}

impl Canvas {
    fn new(image: RgbaImage, above: u32, style: &Style) -> Canvas {
        Canvas {
            above,
            changed: Changed::new(image.width(), image.height()),
            image: Blend(image),
            scale: scale_of(style),
            style: *style,
        }
    }

    fn paint(&mut self, shapes: &[Shape]) -> Result<(), RenderError> {
        shapes.iter().try_for_each(|shape| self.paint_one(shape))
    }

    fn paint_one(&mut self, shape: &Shape) -> Result<(), RenderError> {
        match shape {
            Shape::Drawn {
                outline,
                width,
                ink,
            } => self.outline(outline, *width, *ink),
            Shape::Text {
                at,
                size,
                ink,
                seam,
                text,
            } => {
                if let Some(seam) = seam {
                    const AROUND: [(f32, f32); 8] = [
                        (-1.0, -1.0),
                        (0.0, -1.4),
                        (1.0, -1.0),
                        (-1.4, 0.0),
                        (1.4, 0.0),
                        (-1.0, 1.0),
                        (0.0, 1.4),
                        (1.0, 1.0),
                    ];
                    for (x, y) in AROUND {
                        let at = offset(*at, x * size / 16.0, y * size / 16.0);
                        self.write(at, *size, *seam, text)?;
                    }
                }
                self.write(*at, *size, *ink, text)?;
            }
            Shape::Sprite {
                at,
                size,
                piece,
                dead,
            } => {
                let size = (size * self.scale).round().max(1.0) as u32;
                let Style { pieces, theme, .. } = self.style;
                let key = (theme.name, size, pieces, *piece, *dead);
                let sprite =
                    SPRITES.get(key, || pieces::sprite(pieces, *piece, *dead, size, theme))?;
                let start = |middle: f32| (middle * self.scale - size as f32 / 2.0).round() as i64;
                let (left, top) = (start(at.x), start(at.y) - i64::from(self.above));
                let (x, y, size) = (left as f32, top as f32, size as f32);
                if self.changed.note(x, y, x + size, y + size) {
                    overlay(&mut self.image.0, &sprite, left, top);
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, at: Point, size: f32, ink: Ink, text: &str) -> Result<(), RenderError> {
        let size = size * self.scale;
        let x = (at.x * self.scale).round() as i32;
        let y = (at.y * self.scale - fonts::ascent(size)?).round() as i32 - self.above as i32;
        let (left, top, letters) = (x as f32, y as f32, text.chars().count() as f32);
        // No letter is wider than a line is high.
        let (right, bottom) = (left + size * letters, top + 2.0 * size);
        if !self.changed.note(left - size, top - size, right, bottom) {
            return Ok(());
        }
        let color = rgba(self.style.theme.color(ink));
        let font = fonts::bold()?;
        draw_text_mut(&mut self.image, color, x, y, size, font, text);
        Ok(())
    }

    /// Fills an outline, or draws a line of a width along it. One that is empty or not finite is left
    /// out.
    fn outline(&mut self, outline: &Outline, width: Option<f32>, ink: Ink) {
        let path = path(outline, width.is_none());
        let path = path.filter(|path| self.note_path(path, width.unwrap_or(0.0)));
        let Rgb([red, green, blue]) = self.style.theme.color(ink);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        let place = Transform::from_scale(self.scale, self.scale);
        let place = place.post_translate(0.0, -(self.above as f32));
        let (Some(path), Some(mut pixels)) = (path, self.pixels()) else {
            return;
        };
        match width {
            None => pixels.fill_path(&path, &paint, FillRule::EvenOdd, place, None),
            Some(width) => {
                let stroke = Stroke {
                    width,
                    line_cap: LineCap::Butt,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                pixels.stroke_path(&path, &paint, &stroke, place, None);
            }
        }
    }

    /// Returns the pixels as tiny-skia has them. Its colours are multiplied with their transparency; nothing here is
    /// transparent, so the bytes serve as they are.
    fn pixels(&mut self) -> Option<PixmapMut<'_>> {
        let (across, down) = self.image.0.dimensions();
        PixmapMut::from_bytes(&mut self.image.0, across, down)
    }

    /// Notes the bounds of a path and of a line along it. Returns true if any of it lies here.
    fn note_path(&mut self, path: &Path, width: f32) -> bool {
        let (bounds, above) = (path.bounds(), self.above as f32);
        let [left, top] = [bounds.left(), bounds.top()].map(|at| (at - width) * self.scale);
        let [right, bottom] = [bounds.right(), bounds.bottom()].map(|at| (at + width) * self.scale);
        self.changed.note(left, top - above, right, bottom - above)
    }
}

/// Lays a drawing over an opaque image, and leaves out all that reaches beyond it.
///
/// image's own does the same in floating point, twenty times slower, and tiny-skia's takes a seventh of all instructions
/// of a picture: it has fifty drawings.
fn overlay(image: &mut RgbaImage, drawing: &RgbaImage, left: i64, top: i64) {
    let (width, height) = (i64::from(image.width()), i64::from(image.height()));
    let wide = i64::from(drawing.width());
    let (from, to) = ((-left).clamp(0, wide), (width - left).clamp(0, wide));
    if from >= to {
        return;
    }
    let row_of = |start: i64, columns: [i64; 2]| {
        let [from, to] = columns.map(|column| 4 * (start + column) as usize);
        from..to
    };
    for y in (-top).max(0)..i64::from(drawing.height()).min(height - top) {
        let over = drawing.get(row_of(y * wide, [from, to]));
        let under = image.get_mut(row_of((y + top) * width + left, [from, to]));
        let (Some(over), Some(under)) = (over, under) else {
            return;
        };
        for (over, under) in over
            .as_chunks::<4>()
            .0
            .iter()
            .zip(under.as_chunks_mut::<4>().0)
        {
            match over[3] {
                0 => {}
                u8::MAX => *under = *over,
                alpha => {
                    let alpha = u32::from(alpha);
                    for (under, over) in under.iter_mut().zip(over).take(3) {
                        let sum = u32::from(*over) * alpha + u32::from(*under) * (255 - alpha);
                        *under = ((sum + 127) / 255) as u8;
                    }
                }
            }
        }
    }
}

fn rgba(Rgb([red, green, blue]): Rgb) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}

/// Returns an outline; straight lines are joined at their ends if it is `closed`.
fn path(outline: &Outline, closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    match outline {
        Outline::Circle { at, radius } => {
            return PathBuilder::from_circle(at.x, at.y, *radius);
        }
        Outline::Part {
            angles: (start, end),
            distances: (inner, outer),
        } => {
            let first = polar(*start, *outer);
            path.move_to(first.x, first.y);
            arc(&mut path, (*start, *end), *outer);
            let turn = polar(*end, *inner);
            path.line_to(turn.x, turn.y);
            arc(&mut path, (*end, *start), *inner);
            path.close();
        }
        Outline::Points(points) => {
            let (first, rest) = points.split_first()?;
            path.move_to(first.x, first.y);
            for point in rest {
                path.line_to(point.x, point.y);
            }
            if closed {
                path.close();
            }
        }
    }
    path.finish()
}

/// Adds an arc that goes on from where the path ends, in cubic curves of at most 30 degrees.
fn arc(path: &mut PathBuilder, (start, end): (f32, f32), radius: f32) {
    let parts = ((end - start).abs() / 30_f32.to_radians()).ceil().max(1.0);
    let turn = (end - start) / parts;
    // How far the control points lie along the tangents, for a circle as near as can be.
    let reach = 4.0 / 3.0 * (turn / 4.0).tan() * radius;
    let control = |angle: f32, reach: f32| {
        let (across, up) = (reach * angle.cos(), reach * angle.sin());
        offset(polar(angle, radius), -across, -up)
    };
    for part in 0..parts as u32 {
        let from = start + turn * part as f32;
        let to = from + turn;
        let (one, two, end) = (control(from, reach), control(to, -reach), polar(to, radius));
        path.cubic_to(one.x, one.y, two.x, two.y, end.x, end.y);
    }
}

#[cfg(test)]
mod tests {
    use rondel_rules::Position;

    use super::*;
    use crate::{BoardView, LastMove, scene, unworded};

    #[test]
    fn parts_of_a_picture_fit_together() {
        let mut view = BoardView::new(Position::start(), Color::Black);
        view.last_moves.push(LastMove {
            color: Color::Black,
            from: "a3".parse().unwrap(),
            to: "m3".parse().unwrap(),
            number: 3,
            taken: None,
            notation: String::from("Rm3"),
        });
        let scene = scene(&view, &unworded).unwrap();
        for size in [200, 333, 1024] {
            let style = Style::of_size(size);
            let board = board(&scene, &style).unwrap();
            let draw = |rows| board.draw(&scene, &style, rows).unwrap();
            let height = board.image.height();
            let whole = draw(0..height);
            for cut in [1, height / 3, height / 2, height / 2 + 7, height - 1] {
                let (upper, lower) = (draw(0..cut), draw(cut..height));
                let parts = [upper.rows, lower.rows].concat();
                let pixels = parts.iter().zip(&whole.rows);
                let unlike = pixels.filter(|(one, other)| one != other).count();
                // Smoothed edges round a little otherwise here and there.
                assert!(unlike < 64, "{size}, cut at {cut}: {unlike}");
            }
        }
    }
}

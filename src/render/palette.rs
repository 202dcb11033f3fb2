//! From pixels to a small PNG: a palette of the theme's colours and what lies between them.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU16, Ordering},
};

use image::RgbaImage;

use super::{
    RenderError,
    theme::{Rgb, Theme},
};

/// The entries of the table from colours, six bits of each channel, to the palette.
const COLORS: usize = 1 << 18;
/// Marks an entry that nobody has asked for yet.
const UNKNOWN: u16 = u16::MAX;

/// The palette of a theme, and the nearest of its colours for every colour.
struct Palette {
    theme: &'static str,
    colors: Vec<Rgb>,
    /// Filled in as colours turn up, since a picture has a few thousand of them. Several who find
    /// the same entry missing all write the same number.
    nearest: Box<[AtomicU16]>,
}

static PALETTES: Mutex<Vec<Arc<Palette>>> = Mutex::new(Vec::new());

/// The palette of a theme, made once.
fn palette_of(theme: &Theme) -> Arc<Palette> {
    let mut palettes = PALETTES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(palette) = palettes.iter().find(|palette| palette.theme == theme.name) {
        return Arc::clone(palette);
    }
    let palette = Arc::new(Palette::new(theme));
    palettes.push(Arc::clone(&palette));
    palette
}

impl Palette {
    fn new(theme: &Theme) -> Palette {
        let mut colors: Vec<Rgb> = Vec::new();
        let mut add = |color: Rgb| {
            if !colors.contains(&color) {
                colors.push(color);
            }
        };
        let pairs = theme.neighbours();
        for (one, other) in &pairs {
            add(*one);
            add(*other);
        }
        // The edges of shapes are smoothed over colours in between. One step is enough for the eye
        // at 1,024 pixels, and every further one costs 5 KB.
        for (one, other) in &pairs {
            add(one.mix(*other, 0.5));
        }
        colors.truncate(256);
        Palette {
            theme: theme.name,
            colors,
            nearest: (0..COLORS).map(|_| AtomicU16::new(UNKNOWN)).collect(),
        }
    }

    /// The place in the palette of the colour that is nearest.
    fn index(&self, red: u8, green: u8, blue: u8) -> u8 {
        let [r, g, b] = [red, green, blue].map(|channel| usize::from(channel >> 2));
        let Some(entry) = self.nearest.get(r << 12 | g << 6 | b) else {
            return 0;
        };
        let known = entry.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return known as u8;
        }
        // The middle of all the colours that share the entry.
        let found = self.search([r, g, b].map(|channel| (channel << 2 | channel >> 4) as i32));
        entry.store(u16::from(found), Ordering::Relaxed);
        found
    }

    fn search(&self, [red, green, blue]: [i32; 3]) -> u8 {
        let distance = |color: &Rgb| {
            let (r, g, b) = (
                i32::from(color.0) - red,
                i32::from(color.1) - green,
                i32::from(color.2) - blue,
            );
            // Eyes see differences of green best and of blue least.
            3 * r * r + 6 * g * g + b * b
        };
        (0..=u8::MAX)
            .zip(&self.colors)
            .min_by_key(|(_, color)| distance(color))
            .map_or(0, |(index, _)| index)
    }
}

/// The numbers of the palette's colours for a row of pixels.
fn index_row(palette: &Palette, pixels: &[u8], indices: &mut [u8]) {
    let (pixels, _) = pixels.as_chunks::<4>();
    // Neighbouring pixels are mostly the same.
    let mut last = ([0; 4], palette.index(0, 0, 0));
    for (pixel, index) in pixels.iter().zip(indices) {
        if *pixel != last.0 {
            let [red, green, blue, _] = *pixel;
            last = (*pixel, palette.index(red, green, blue));
        }
        *index = last.1;
    }
}

/// The numbers of the palette's colours for an opaque image, row by row.
pub(super) fn index(image: &RgbaImage, theme: &Theme) -> Vec<u8> {
    let mut indices = vec![0; image.len() / 4];
    index_row(&palette_of(theme), image, &mut indices);
    indices
}

/// As [`index`], where the numbers outside some areas are known already. An area is x and y of its
/// first pixel and of the one after its last.
pub(super) fn index_areas(
    image: &RgbaImage,
    theme: &Theme,
    areas: impl Iterator<Item = [usize; 4]>,
    indices: &mut [u8],
) {
    let palette = palette_of(theme);
    let width = image.width() as usize;
    for [left, top, right, bottom] in areas {
        for y in top..bottom {
            let (start, end) = (y * width + left, y * width + right);
            if let (Some(pixels), Some(row)) =
                (image.get(start * 4..end * 4), indices.get_mut(start..end))
            {
                index_row(&palette, pixels, row);
            }
        }
    }
}

/// Writes a picture, given by the numbers of its pixels' colours, as a PNG with a palette.
pub(super) fn encode(
    (width, height): (u32, u32),
    indices: &[u8],
    theme: &Theme,
) -> Result<Vec<u8>, RenderError> {
    let palette = palette_of(theme);
    let mut file = Vec::with_capacity(96 << 10);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let colors = palette
        .colors
        .iter()
        .flat_map(|color| [color.0, color.1, color.2]);
    encoder.set_palette(colors.collect::<Vec<u8>>());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header().map_err(|_| RenderError::Encoding)?;
    writer
        .write_image_data(indices)
        .map_err(|_| RenderError::Encoding)?;
    writer.finish().map_err(|_| RenderError::Encoding)?;
    Ok(file)
}

/// How hard the picture is squeezed, 1 to 9: more takes much longer and saves next to nothing.
const LEVEL: u8 = 5;

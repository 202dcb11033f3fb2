//! From pixels to a small PNG: a palette of the theme's colours and what lies between them.

use std::{
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU16, Ordering},
    },
};

use flate2::{Compress, Compression, FlushCompress, Status};
use image::RgbaImage;

use super::{
    RenderError,
    theme::{Rgb, Theme},
};

/// The entries of the table from colours, six bits of each channel, to the palette.
const COLORS: usize = 1 << 18;
/// The most colours of a palette: the last number of a byte is left for what is transparent.
const MOST_COLORS: usize = 255;
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

/// Returns the palette of a theme, made once.
fn palette_of(theme: &Theme) -> Arc<Palette> {
    let mut palettes = PALETTES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(palette) = palettes.iter().find(|palette| palette.theme == theme.name) {
        return Arc::clone(palette);
    }
    let palette = Arc::new(Palette::new(theme));
    palettes.push(Arc::clone(&palette));
    palette
}

/// Returns the colours of a theme's palette, three bytes each.
pub(super) fn colors(theme: &Theme) -> Vec<u8> {
    let palette = palette_of(theme);
    palette.colors.iter().flat_map(|color| color.0).collect()
}

/// Returns a number that no colour of the theme's palette has, the next after them.
pub(super) fn transparent(theme: &Theme) -> u8 {
    u8::try_from(palette_of(theme).colors.len()).unwrap_or(u8::MAX)
}

impl Palette {
    fn new(theme: &Theme) -> Palette {
        let mut colors: Vec<Rgb> = Vec::new();
        let pairs = theme.neighbours();
        for color in pairs.iter().flat_map(|(one, other)| [*one, *other]) {
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
        // The edges of shapes are smoothed over colours in between. One step is enough for the eye
        // at 1,024 pixels, and every further one costs 5 KB; so do two that are much alike, between
        // which edges would go back and forth.
        for (one, other) in &pairs {
            let between = one.mix(*other, 0.5);
            let alike = |color: &Rgb| distance(color, between.0.map(i32::from)) < ALIKE;
            if !colors.iter().any(alike) {
                colors.push(between);
            }
        }
        colors.truncate(MOST_COLORS);
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

    fn search(&self, color: [i32; 3]) -> u8 {
        (0..=u8::MAX)
            .zip(&self.colors)
            .min_by_key(|(_, known)| distance(known, color))
            .map_or(0, |(index, _)| index)
    }
}

/// Returns the difference between two colours as eyes see it: the square of a length.
fn distance(one: &Rgb, [red, green, blue]: [i32; 3]) -> i32 {
    let [r, g, b] = one.0.map(i32::from);
    let (r, g, b) = (r - red, g - green, b - blue);
    // Eyes see differences of green best and of blue least.
    3 * r * r + 6 * g * g + b * b
}

/// Colours between others that are nearer than this to one another are not told apart at edges.
const ALIKE: i32 = 10 * 24 * 24;

/// Finds the numbers of the palette's colours for a row of pixels.
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

/// An opaque picture by the numbers of its pixels' colours in the theme's palette.
#[derive(Clone, Debug)]
pub(super) struct Indexed {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The rows as a PNG holds them before it is squeezed: a byte that says that no filter is used,
    /// which suits palettes best, and then a byte a pixel.
    pub(super) rows: Vec<u8>,
}

impl Indexed {
    /// Finds the numbers for a picture.
    pub(super) fn new(image: &RgbaImage, theme: &Theme) -> Indexed {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let mut indexed = Indexed {
            width,
            height,
            rows: vec![NO_FILTER; (width + 1) * height],
        };
        indexed.renew(image, theme, std::iter::once([0, 0, width, height]));
        indexed
    }

    /// Finds the numbers again for some areas of a picture of the same size. An area is x and y of
    /// its first pixel and of the one after its last.
    pub(super) fn renew(
        &mut self,
        image: &RgbaImage,
        theme: &Theme,
        areas: impl Iterator<Item = [usize; 4]>,
    ) {
        let palette = palette_of(theme);
        for [left, top, right, bottom] in areas {
            for y in top..bottom {
                let (row, line) = (y * self.width, y * (self.width + 1) + 1);
                if let (Some(pixels), Some(indices)) = (
                    image.get((row + left) * 4..(row + right) * 4),
                    self.rows.get_mut(line + left..line + right),
                ) {
                    index_row(&palette, pixels, indices);
                }
            }
        }
    }

    /// Copies some of its rows.
    pub(super) fn cut(&self, rows: Range<u32>) -> Indexed {
        let byte = |row: u32| row as usize * (self.width + 1);
        let bytes = self.rows.get(byte(rows.start)..byte(rows.end));
        Indexed {
            width: self.width,
            height: rows.len(),
            rows: bytes.unwrap_or_default().to_vec(),
        }
    }

    /// Puts another picture of its width below it.
    pub(super) fn above(mut self, below: Indexed) -> Indexed {
        self.height += below.height;
        self.rows.extend(below.rows);
        self
    }

    /// Returns the numbers of the colours of a row; none if there is no such row.
    pub(super) fn line(&self, y: usize) -> &[u8] {
        let start = y * (self.width + 1) + 1;
        self.rows.get(start..start + self.width).unwrap_or_default()
    }

    /// Squeezes it: the last rows of a picture, or some that others follow.
    pub(super) fn squeeze(self, last: bool) -> Result<Squeezed, RenderError> {
        let end = if last {
            FlushCompress::Finish
        } else {
            FlushCompress::Sync
        };
        let blocks = deflate(&self.rows, end)?;
        Ok(Squeezed {
            indexed: self,
            blocks,
        })
    }
}

/// Rows of a picture, and the same squeezed.
#[derive(Debug)]
pub(super) struct Squeezed {
    indexed: Indexed,
    blocks: Vec<u8>,
}

/// Writes a picture, given from top to bottom in parts, as a PNG with a palette.
///
/// The data chunk is put together by hand, since its parts come squeezed: two threads squeeze half of
/// the rows each, for which the png crate has no way. Its own writer also takes rows one by one, and
/// clears 32 KB for each.
pub(super) fn encode(parts: &[Squeezed], theme: &Theme) -> Result<Vec<u8>, RenderError> {
    let width = parts.first().map_or(0, |part| part.indexed.width);
    let height: usize = parts.iter().map(|part| part.indexed.height).sum();
    let mut data =
        Vec::with_capacity(parts.iter().map(|part| part.blocks.len()).sum::<usize>() + 6);
    let mut sum = simd_adler32::Adler32::new();
    data.extend_from_slice(&ZLIB_HEADER);
    for part in parts {
        data.extend_from_slice(&part.blocks);
        sum.write(&part.indexed.rows);
    }
    data.extend_from_slice(&sum.finish().to_be_bytes());
    let mut file = Vec::with_capacity(data.len() + 2048);
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colors(theme));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_chunk(png::chunk::IDAT, &data)?;
        writer.finish()
    });
    written.map_err(|_| RenderError::Encoding)?;
    Ok(file)
}

/// Squeezes bytes into blocks of a deflate stream (RFC 1951) that end at a whole byte: its last
/// blocks, or some that others may follow.
fn deflate(bytes: &[u8], end: FlushCompress) -> Result<Vec<u8>, RenderError> {
    let room = bytes.len() / 8 + 1024;
    let mut blocks = Vec::with_capacity(room);
    let mut compress = Compress::new(Compression::new(LEVEL), false);
    loop {
        let rest = bytes.get(compress.total_in() as usize..);
        let status = compress
            .compress_vec(rest.unwrap_or_default(), &mut blocks, end)
            .map_err(|_| RenderError::Encoding)?;
        // Room that is left says that nothing is held back.
        if status == Status::StreamEnd || blocks.len() < blocks.capacity() {
            return Ok(blocks);
        }
        blocks.reserve(room);
    }
}

/// The beginning of a zlib stream (RFC 1950): deflate with a window of 32 KB, no dictionary, squeezed fast.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x5e];
/// The byte that begins a row of a PNG whose pixels stand as they are.
const NO_FILTER: u8 = 0;
/// Effort of squeezing, 1 to 9: more takes much longer and saves next to nothing.
const LEVEL: u32 = 5;

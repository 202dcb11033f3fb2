//! Messages as a phone would show them: near enough to judge length, order and legibility.

use std::{cmp::Reverse, collections::HashMap};

use ab_glyph::{FontRef, PxScale};
use image::{Rgba, RgbaImage, imageops};
use imageproc::{
    drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_text_mut, text_size},
    rect::Rect,
};

/// Width of a phone's screen, in its own pixels.
pub(super) const WIDTH: u32 = 390;
/// Height of the strip that says which message it is.
const STRIP: u32 = 24;
/// Left and right of what is said.
const MARGIN: i32 = 14;
/// Height of a line of text.
const LINE: i32 = 20;
/// Height of a row of buttons, and the gap between two.
const BUTTON: i32 = 34;
const GAP: i32 = 7;
/// Number of options of a menu that are shown.
const MOST_OPTIONS: usize = 9;

const GROUND: Rgba<u8> = Rgba([0x31, 0x33, 0x38, 0xff]);
const PANEL: Rgba<u8> = Rgba([0x2b, 0x2d, 0x31, 0xff]);
const TEXT: Rgba<u8> = Rgba([0xdb, 0xde, 0xe1, 0xff]);
const MUTED: Rgba<u8> = Rgba([0x94, 0x9b, 0xa4, 0xff]);
const HEADING: Rgba<u8> = Rgba([0x1e, 0x1f, 0x22, 0xff]);
const CALL: Rgba<u8> = Rgba([0x3c, 0x43, 0x70, 0xff]);
const GRAY: Rgba<u8> = Rgba([0x4e, 0x50, 0x58, 0xff]);
const DIM: Rgba<u8> = Rgba([0x3b, 0x3d, 0x43, 0xff]);
const RED: Rgba<u8> = Rgba([0xda, 0x37, 0x3c, 0xff]);
const GREEN: Rgba<u8> = Rgba([0x24, 0x80, 0x46, 0xff]);
const BLUE: Rgba<u8> = Rgba([0x58, 0x65, 0xf2, 0xff]);

/// A message to be shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Card {
    /// The kind of message, for those who look at the sheet.
    pub(super) title: String,
    /// What Discord writes beneath a message that one person alone sees; empty under others.
    pub(super) private: &'static str,
    pub(super) text: String,
    pub(super) picture: Option<RgbaImage>,
    /// The name of another file.
    pub(super) file: Option<String>,
    /// Menus: the text on each, and its options with what is said of them.
    pub(super) menus: Vec<(String, Vec<(String, String)>)>,
    /// Rows of buttons.
    pub(super) rows: Vec<Vec<PhoneButton>>,
    /// The parts of a page, which has nothing else but a picture.
    pub(super) page: Vec<Piece>,
}

/// A button: its label, its style as Discord numbers them, and whether it can be pressed.
pub(super) type PhoneButton = (String, u64, bool);

/// A part of a page, from top to bottom.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Beside(String, PhoneButton),
    Picture,
    Buttons(Vec<PhoneButton>),
    /// A menu that is closed: what stands on it.
    Menu(String),
    Line,
}

struct Pen {
    image: RgbaImage,
    font: FontRef<'static>,
    bold: FontRef<'static>,
    y: i32,
}

impl Pen {
    fn write(&mut self, (x, y): (i32, i32), size: f32, color: Rgba<u8>, bold: bool, text: &str) {
        let font = if bold { &self.bold } else { &self.font };
        draw_text_mut(
            &mut self.image,
            color,
            x,
            y,
            PxScale::from(size),
            font,
            text,
        );
    }

    fn width(&self, size: f32, text: &str) -> i32 {
        let font = if size > 16.0 { &self.bold } else { &self.font };
        text_size(PxScale::from(size), font, text).0 as i32
    }

    fn fill(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), color: Rgba<u8>) {
        let (width, height) = (width.max(1) as u32, height.max(1) as u32);
        draw_filled_rect_mut(
            &mut self.image,
            Rect::at(x, y).of_size(width, height),
            color,
        );
    }

    /// Writes a paragraph, broken where it must be.
    fn paragraph(&mut self, paragraph: &str, most: i32) {
        let (size, color, paragraph) = match paragraph {
            small if small.starts_with("-# ") => (12.0, MUTED, &small[3..]),
            heading if heading.starts_with("## ") => (20.0, TEXT, &heading[3..]),
            text => (15.0, TEXT, text),
        };
        let bold = size > 16.0;
        let height = if bold { LINE + 6 } else { LINE };
        let mut line = String::new();
        let mut lines = Vec::new();
        for word in paragraph.split(' ') {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if self.width(size, &longer) <= most || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
        for line in lines {
            let mut x = MARGIN;
            for word in line.split_inclusive(' ') {
                let calls = word.starts_with('@') || word.starts_with('#');
                if calls {
                    let width = self.width(size, word.trim_end());
                    self.fill((x - 2, self.y), (width + 4, LINE - 2), CALL);
                }
                self.write((x, self.y + 1), size, color, bold, word);
                x += self.width(size, &format!("{word}i")) - self.width(size, "i");
            }
            self.y += height;
        }
    }

    /// Draws a part of a page.
    fn piece(&mut self, piece: &Piece, picture: Option<&RgbaImage>) {
        let whole = WIDTH as i32 - 2 * MARGIN;
        match piece {
            Piece::Text(text) => {
                for paragraph in text.lines() {
                    self.paragraph(paragraph, whole);
                }
                self.y += GAP;
            }
            Piece::Beside(text, button) => {
                let width = self.width(14.0, &button.0) + 26;
                let top = self.y;
                self.paragraph(text, whole - width - GAP);
                let beneath = self.y;
                self.y = top;
                self.button(MARGIN + whole - width, button);
                self.y = beneath.max(top + BUTTON) + GAP;
            }
            Piece::Picture => self.picture(picture.expect("a picture")),
            Piece::Buttons(row) => self.buttons(row),
            Piece::Menu(shown) => {
                self.fill((MARGIN, self.y), (whole, BUTTON + 4), HEADING);
                self.write((MARGIN + 12, self.y + 10), 14.0, TEXT, false, shown);
                self.write((MARGIN + whole - 22, self.y + 10), 14.0, MUTED, false, "v");
                self.y += BUTTON + 4 + GAP;
            }
            Piece::Line => {
                self.fill((MARGIN, self.y + GAP), (whole, 1), GRAY);
                self.y += 2 * GAP;
            }
        }
    }

    fn picture(&mut self, picture: &RgbaImage) {
        let width = WIDTH - 2 * MARGIN as u32;
        let height = picture.height() * width / picture.width();
        let scaled = imageops::resize(picture, width, height, imageops::FilterType::Triangle);
        self.y += 6;
        let (left, top) = (i64::from(MARGIN), i64::from(self.y));
        imageops::overlay(&mut self.image, &scaled, left, top);
        self.y += height as i32 + GAP;
    }

    fn button(&mut self, x: i32, (label, style, enabled): &PhoneButton) {
        let width = self.width(14.0, label) + 26;
        let color = match (enabled, style) {
            (false, _) => DIM,
            (true, 4) => RED,
            (true, 3) => GREEN,
            (true, 1) => BLUE,
            (true, _) => GRAY,
        };
        let ink = if *enabled { TEXT } else { MUTED };
        self.fill((x, self.y), (width, BUTTON), color);
        self.write((x + 13, self.y + 9), 14.0, ink, false, label);
    }

    fn buttons(&mut self, row: &[PhoneButton]) {
        let mut x = MARGIN;
        for button in row {
            let width = self.width(14.0, &button.0) + 26;
            if x > MARGIN && x + width > WIDTH as i32 - MARGIN {
                x = MARGIN;
                self.y += BUTTON + GAP;
            }
            self.button(x, button);
            x += width + GAP;
        }
        self.y += BUTTON + GAP;
    }

    fn menu(&mut self, prompt: &str, options: &[(String, String)]) {
        let width = WIDTH as i32 - 2 * MARGIN;
        self.fill((MARGIN, self.y), (width, BUTTON + 4), HEADING);
        self.write((MARGIN + 12, self.y + 10), 14.0, MUTED, false, prompt);
        self.y += BUTTON + 4;
        let shown = options.iter().take(MOST_OPTIONS);
        for (label, about) in shown {
            let height = if about.is_empty() { 28 } else { 44 };
            self.fill((MARGIN, self.y), (width, height), PANEL);
            self.write((MARGIN + 12, self.y + 6), 14.0, TEXT, false, label);
            self.write((MARGIN + 12, self.y + 25), 12.0, MUTED, false, about);
            self.y += height;
        }
        let more = options.len().saturating_sub(MOST_OPTIONS);
        if more > 0 {
            self.fill((MARGIN, self.y), (width, 24), PANEL);
            let more = format!("… {more} more");
            self.write((MARGIN + 12, self.y + 5), 12.0, MUTED, false, &more);
            self.y += 24;
        }
        self.y += GAP;
    }
}

/// The card as it is seen on a phone.
pub(super) fn draw(card: &Card) -> RgbaImage {
    let font = |bytes| FontRef::try_from_slice(bytes).expect("the font can be read");
    let mut pen = Pen {
        image: RgbaImage::from_pixel(WIDTH, 4_000, GROUND),
        font: font(dejavu::sans::regular()),
        bold: font(dejavu::sans::bold()),
        y: 0,
    };
    pen.fill((0, 0), (WIDTH as i32, STRIP as i32), HEADING);
    pen.write((MARGIN, 6), 12.0, MUTED, false, &card.title);
    draw_filled_circle_mut(&mut pen.image, (MARGIN + 10, 42), 10, BLUE);
    pen.write((MARGIN + 6, 34), 14.0, TEXT, true, "R");
    pen.write((MARGIN + 28, 34), 15.0, TEXT, true, "Rondel");
    pen.y = 60;
    for paragraph in card.text.lines() {
        pen.paragraph(paragraph, WIDTH as i32 - 2 * MARGIN);
    }
    for piece in &card.page {
        pen.piece(piece, card.picture.as_ref());
    }
    if let Some(picture) = card.picture.as_ref().filter(|_| card.page.is_empty()) {
        pen.picture(picture);
    }
    if let Some(file) = &card.file {
        pen.y += 6;
        pen.fill((MARGIN, pen.y), (WIDTH as i32 - 2 * MARGIN, 36), PANEL);
        pen.write((MARGIN + 12, pen.y + 10), 14.0, TEXT, false, file);
        pen.y += 36;
    }
    pen.y += GAP;
    for (prompt, options) in &card.menus {
        pen.menu(prompt, options);
    }
    for row in &card.rows {
        pen.buttons(row);
    }
    if !card.private.is_empty() {
        pen.write((MARGIN, pen.y), 12.0, MUTED, false, card.private);
        pen.y += 18;
    }
    let height = (pen.y + GAP).clamp(1, 4_000) as u32;
    imageops::crop_imm(&pen.image, 0, 0, WIDTH, height).to_image()
}

/// Returns a card without the strip that says which message it is.
pub(super) fn untitled(card: &RgbaImage) -> RgbaImage {
    let (width, height) = card.dimensions();
    imageops::crop_imm(card, 0, STRIP, width, height - STRIP).to_image()
}

/// Returns a card as a PNG of 256 colours, those that it has most of.
pub(super) fn encode(sheet: &RgbaImage) -> Vec<u8> {
    let color = |pixel: &Rgba<u8>| [pixel[0], pixel[1], pixel[2]];
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in sheet.pixels() {
        *counts.entry(color(pixel)).or_default() += 1;
    }
    let mut colors: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    colors.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
    let palette: Vec<[u8; 3]> = colors.iter().take(256).map(|(color, _)| *color).collect();
    let far = |one: &[u8; 3], other: &[u8; 3]| -> u32 {
        let parts = one.iter().zip(other);
        parts
            .map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2))
            .sum()
    };
    let nearest: HashMap<[u8; 3], u8> = colors
        .iter()
        .map(|(color, _)| {
            let near = (0..palette.len()).min_by_key(|at| far(&palette[*at], color));
            (*color, near.unwrap_or(0) as u8)
        })
        .collect();
    let pixels: Vec<u8> = sheet.pixels().map(|pixel| nearest[&color(pixel)]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, sheet.width(), sheet.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

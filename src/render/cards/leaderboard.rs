//! The picture of a leaderboard.

use super::{
    CardScene, LeaderboardCard, LeaderboardRow, Results,
    sheet::{MARGIN, PROVISIONAL, Sheet, Slot, alt, rating, said},
};
use crate::{
    render::{
        Caption, Captions, RenderError,
        geometry::{Point, WIDTH},
        names::drawable,
        scene::Shape,
        theme::Ink,
    },
    rules::{ByColor, Color},
};

/// Upper edge of the first row, distance between rows, and the gap before a row that stands further
/// down.
const FIRST: f32 = 206.0;
const ROW: f32 = 86.0;
const GAP: f32 = 32.0;
/// Left edge of the names, after the ranks.
const NAMES: f32 = 146.0;
/// Sizes of the title, of the lines below it and above the columns, of names, and of numbers.
const TITLE: f32 = 58.0;
const NOTE: f32 = 34.0;
const NAME: f32 = 44.0;
const NUMBER: f32 = 36.0;
/// Size of the footnotes, and distance between them.
const FOOT: f32 = 31.0;
const FOOT_LINE: f32 = 38.0;
/// Right edges of the columns of numbers: points, matches, won, and the averages.
const COLUMNS: [f32; 6] = [282.0, 448.0, 574.0, 724.0, 860.0, WIDTH - MARGIN];
/// Width of a column.
const COLUMN: f32 = 124.0;
/// Most characters of names, titles and numbers in the alt text, so that ten rows fit in.
const NAME_SAID: usize = 28;
const TITLE_SAID: usize = 60;
const NUMBER_SAID: usize = 10;

impl LeaderboardCard {
    /// Most rows that a card shows, without the one further down.
    pub const ROWS: usize = 10;

    /// Returns the shapes that show the leaderboard.
    ///
    /// # Errors
    /// [`RenderError::Font`] when letters cannot be measured.
    pub fn scene(&self, captions: &dyn Captions) -> Result<CardScene, RenderError> {
        let mut sheet = Sheet::default();
        head(&self.title, &self.subtitle, &mut sheet)?;
        let mut y = FIRST;
        if self.shown().next().is_none() {
            let slot = text(MARGIN, WIDTH - MARGIN, 196.0, NAME, Ink::Text);
            sheet.words(slot, &captions.caption(Caption::Nobody))?;
        } else {
            columns(captions, &mut sheet)?;
        }
        for row in self.rows.iter().take(LeaderboardCard::ROWS) {
            sheet.rule(y);
            row.draw(y, captions, &mut sheet)?;
            y += ROW;
        }
        if let Some(own) = &self.own {
            // Three dots say that there are others between.
            for dot in [-24.0, 0.0, 24.0] {
                sheet.shapes.push(Shape::Disc {
                    at: Point {
                        x: NAMES + 26.0 + dot,
                        y: y + GAP / 2.0,
                    },
                    radius: 5.0,
                    ink: Ink::Muted,
                });
            }
            y += GAP;
            own.draw(y, captions, &mut sheet)?;
            y += ROW;
        }
        if self.shown().next().is_some() {
            sheet.rule(y);
            let average_with = captions.caption(Caption::AverageWith);
            y = foot(y, &average_with, &mut sheet)?;
        }
        if self.shown().any(|row| row.results.provisional) {
            y = provisional(y, captions, &mut sheet)?;
        }
        Ok(sheet.finish(y + 18.0))
    }

    fn shown(&self) -> impl Iterator<Item = &LeaderboardRow> {
        let rows = self.rows.iter().take(LeaderboardCard::ROWS);
        rows.chain(&self.own)
    }

    /// Says in sentences what stands on the card, in at most
    /// [`ALT_LIMIT`](crate::render::ALT_LIMIT) characters: without the averages, which the text
    /// next to the picture has.
    #[must_use]
    pub fn alt_text(&self, captions: &dyn Captions) -> String {
        let mut sentences = vec![captions.caption(Caption::Leaderboard {
            title: &said(&self.title, TITLE_SAID),
            subtitle: &said(&self.subtitle, TITLE_SAID),
        })];
        let rows = self.rows.iter().take(LeaderboardCard::ROWS);
        sentences.extend(rows.map(|row| captions.caption(Caption::Row(&row.said()))));
        if let Some(own) = &self.own {
            sentences.push(captions.caption(Caption::RowFurtherDown(&own.said())));
        }
        if self.shown().next().is_none() {
            sentences.push(captions.caption(Caption::Nobody));
        }
        alt(&sentences)
    }
}

fn text(left: f32, right: f32, y: f32, size: f32, ink: Ink) -> Slot {
    Slot {
        left,
        right,
        y,
        size,
        ink,
    }
}

/// Writes the title of a card and the line below it.
pub(super) fn head(title: &str, subtitle: &str, sheet: &mut Sheet) -> Result<(), RenderError> {
    let (left, right) = (MARGIN, WIDTH - MARGIN);
    sheet.words(
        text(left, right, 66.0, TITLE, Ink::Text),
        &drawable(title)?.unwrap_or_default(),
    )?;
    let below = text(left, right, 112.0, NOTE, Ink::Muted);
    sheet.words(below, &drawable(subtitle)?.unwrap_or_default())?;
    Ok(())
}

/// Writes a footnote below a height. Returns the height at which it ends.
fn foot(y: f32, note: &str, sheet: &mut Sheet) -> Result<f32, RenderError> {
    let y = y + FOOT_LINE;
    sheet.words(text(MARGIN, WIDTH - MARGIN, y, FOOT, Ink::Muted), note)?;
    Ok(y)
}

/// Writes the footnote on the mark after a rating.
pub(super) fn provisional(
    y: f32,
    captions: &dyn Captions,
    sheet: &mut Sheet,
) -> Result<f32, RenderError> {
    let mark = PROVISIONAL;
    foot(y, &captions.caption(Caption::Provisional { mark }), sheet)
}

/// Writes the headings of the columns.
fn columns(captions: &dyn Captions, sheet: &mut Sheet) -> Result<(), RenderError> {
    let headings = [Caption::Points, Caption::Matches, Caption::Wins];
    for (right, heading) in COLUMNS.into_iter().zip(headings) {
        let slot = text(right - COLUMN - 22.0, right, 190.0, NOTE, Ink::Muted);
        sheet.number(slot, &captions.caption(heading))?;
    }
    let right = WIDTH - MARGIN;
    let slot = text(right - COLUMN, right, 142.0, NOTE, Ink::Muted);
    sheet.number(slot, &captions.caption(Caption::Rating))?;
    for (right, color) in COLUMNS.into_iter().skip(3).zip(Color::ALL) {
        let at = Point {
            x: right - 36.0,
            y: 178.0,
        };
        sheet.king(color, at, 52.0);
    }
    Ok(())
}

impl LeaderboardRow {
    /// Draws the row below a height: the name and the rating, and under them the numbers.
    fn draw(&self, y: f32, captions: &dyn Captions, sheet: &mut Sheet) -> Result<(), RenderError> {
        let right = WIDTH - MARGIN;
        let (upper, lower) = (y + 40.0, y + 76.0);
        let ink = if self.asked {
            let tip = [(6.0, y + 6.0), (22.0, y + ROW / 2.0), (6.0, y + ROW - 6.0)];
            sheet.shapes.push(Shape::Polygon {
                points: tip.map(|(x, y)| Point { x, y }).to_vec(),
                ink: Ink::Turn,
            });
            Ink::Turn
        } else {
            Ink::Text
        };
        sheet.number(
            text(MARGIN, NAMES - 20.0, upper, NAME, Ink::Muted),
            &self.rank,
        )?;
        let results = &self.results;
        let shown = rating(&results.rating, results.provisional);
        sheet.number(text(right - 180.0, right, upper, NAME, ink), &shown)?;
        let called = drawable(&self.name)?.unwrap_or_else(|| captions.caption(Caption::Nameless));
        sheet.words(text(NAMES, right - 200.0, upper, NAME, ink), &called)?;
        let numbers = [&results.points, &results.matches, &results.wins];
        let averages = Color::ALL.map(|color| &results.averages[color]);
        for (right, number) in COLUMNS.into_iter().zip(numbers.into_iter().chain(averages)) {
            sheet.number(
                text(right - COLUMN, right, lower, NUMBER, Ink::Muted),
                number,
            )?;
        }
        Ok(())
    }

    /// Returns the row as its alt text says it: harmless texts, cut so that ten rows fit in.
    fn said(&self) -> LeaderboardRow {
        LeaderboardRow {
            rank: said(&self.rank, NUMBER_SAID),
            name: said(&self.name, NAME_SAID),
            results: self.results.said(NUMBER_SAID),
            asked: self.asked,
        }
    }
}

impl Results {
    /// Returns the results as an alt text says them: harmless texts, each cut to this many characters.
    pub(super) fn said(&self, most: usize) -> Results {
        let number = |text: &str| said(text, most);
        Results {
            rating: number(&self.rating),
            provisional: self.provisional,
            points: number(&self.points),
            matches: number(&self.matches),
            wins: number(&self.wins),
            average: number(&self.average),
            averages: ByColor::new(|color| number(&self.averages[color])),
        }
    }
}

//! The picture of a leaderboard.

use rondel_rules::Color;

use super::{
    CardScene, LeaderboardCard, LeaderboardRow,
    sheet::{MARGIN, NAME_SAID, NOTE, Sheet, Slot, UNCERTAIN, alt, called, is_drawn_whole, said},
};
use crate::{
    Caption, Captions, RenderError,
    geometry::{Point, WIDTH},
    scene::Shape,
    theme::Ink,
};

/// Upper edge of the first row, distance between rows, and the gap before a row that stands further
/// down.
const FIRST: f32 = 194.0;
const ROW: f32 = 83.0;
const GAP: f32 = 32.0;
/// Left edge of the names, after the ranks.
const NAMES: f32 = 146.0;
/// Sizes of names, and of numbers.
const NAME: f32 = 44.0;
const NUMBER: f32 = 36.0;
/// Right edges of the columns of numbers: ratings, points, matches, won, and the averages.
const COLUMNS: [f32; 7] = [174.0, 310.0, 474.0, 600.0, 738.0, 868.0, WIDTH - MARGIN];
/// Width of a column.
const COLUMN: f32 = 122.0;
/// Width of a heading: those of neighbours are not both as long.
const HEADING: f32 = 136.0;
/// Most characters of titles and numbers in the alt text, so that ten rows fit in.
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
        let mut sheet = Sheet::new(captions);
        sheet.head(&self.title, &self.subtitle)?;
        let mut y = FIRST;
        let empty = self.shown().next().is_none();
        if empty {
            sheet.caption(Slot::wide(196.0, NAME, Ink::Text), Caption::Nobody)?;
        } else {
            headings(&mut sheet)?;
        }
        for row in self.rows.iter().take(LeaderboardCard::ROWS) {
            sheet.rule(y);
            row.draw(y, &mut sheet)?;
            y += ROW;
        }
        if let Some(own) = &self.own {
            // Three dots say that there are others between.
            for dot in [-24.0, 0.0, 24.0] {
                let at = Point::new(NAMES + 26.0 + dot, y + GAP / 2.0);
                sheet.shapes.push(Shape::disc(at, 5.0, Ink::Muted));
            }
            y += GAP;
            own.draw(y, &mut sheet)?;
            y += ROW;
        }
        if !empty {
            sheet.rule(y);
            y = sheet.foot(y, Caption::AverageWith)?;
        }
        if self.shown().any(|row| row.results.provisional) {
            y = sheet.foot(y, UNCERTAIN)?;
        }
        for row in self.shown() {
            if !is_drawn_whole(&row.name)? {
                y = sheet.foot(y, Caption::NamesInText)?;
                break;
            }
        }
        Ok(sheet.finish(y + 18.0))
    }

    fn shown(&self) -> impl Iterator<Item = &LeaderboardRow> {
        let rows = self.rows.iter().take(LeaderboardCard::ROWS);
        rows.chain(&self.own)
    }

    /// Says in sentences what stands on the card, in at most
    /// [`ALT_LIMIT`](crate::ALT_LIMIT) characters: without the averages, which the text
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

/// Writes the headings of the columns.
fn headings(sheet: &mut Sheet<'_>) -> Result<(), RenderError> {
    let captions = sheet.captions;
    let slot = Slot::wide(176.0, NOTE, Ink::Muted);
    let headings = [
        Caption::Rating,
        Caption::Points,
        Caption::Matches,
        Caption::Wins,
    ];
    let headings = headings.map(|heading| captions.caption(heading));
    sheet.columns(slot, HEADING, &COLUMNS, headings)?;
    for (right, color) in COLUMNS.into_iter().skip(4).zip(Color::ALL) {
        sheet.king(color, Point::new(right - 36.0, 162.0), 52.0);
    }
    Ok(())
}

impl LeaderboardRow {
    /// Draws the row below a height: the rank and the name, and under them the numbers.
    fn draw(&self, y: f32, sheet: &mut Sheet<'_>) -> Result<(), RenderError> {
        let right = WIDTH - MARGIN;
        let (upper, lower) = (y + 39.0, y + 74.0);
        let ink = if self.asked {
            let tip = [(6.0, y + 6.0), (22.0, y + ROW / 2.0), (6.0, y + ROW - 6.0)];
            let tip = tip.map(|(x, y)| Point { x, y });
            sheet.shapes.push(Shape::polygon(tip, Ink::Turn));
            Ink::Turn
        } else {
            Ink::Text
        };
        let results = &self.results;
        let place = Slot::new(MARGIN, NAMES - 20.0, upper, NAME, Ink::Muted);
        sheet.number(place, &self.rank)?;
        let name = Slot::new(NAMES, right, upper, NAME, ink);
        let called = called(&self.name, Some(&self.rank), sheet.captions)?;
        sheet.words(name, &called)?;
        let (ratings, others) = COLUMNS.split_at(1);
        let slot = Slot::wide(lower, NUMBER, ink);
        sheet.columns(slot, COLUMN + 14.0, ratings, [results.marked_rating()])?;
        let numbers = [&results.points, &results.matches, &results.wins];
        let averages = Color::ALL.map(|color| &results.averages[color]);
        let slot = Slot::wide(lower, NUMBER, Ink::Muted);
        let numbers = numbers.into_iter().chain(averages);
        sheet.columns(slot, COLUMN, others, numbers)
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

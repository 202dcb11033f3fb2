//! The picture of a profile.

use rondel_rules::Color;

use super::{
    CardScene, ProfileCard, Results, RulesetResults, curve,
    pens::{PENS, Pen},
    sheet::{MARGIN, NAME_SAID, NOTE, Sheet, Slot, UNCERTAIN, alt, called, is_drawn_whole, said},
};
use crate::{
    Caption, Captions, RenderError, fonts,
    geometry::{Point, WIDTH},
    names::drawable_sentence,
    theme::Ink,
};

/// Size of names and numbers in the table, and distance between its lines.
const SIZE: f32 = 35.0;
const LINE: f32 = 50.0;
/// Upper edge of everything below the head, distance between the lines below the table, and the
/// room after the last one.
const HEAD: f32 = 128.0;
const NOTE_LINE: f32 = 46.0;
const BOTTOM: f32 = 22.0;
/// Height of the table without its lines for rulesets.
const TABLE: f32 = 52.0 + 18.0 + 3.0 * (LINE + 2.0) + 16.0;
/// Height of the chart if there is room, and greatest height of a card.
const CHART: f32 = 350.0;
const TALLEST: f32 = 1.25 * WIDTH;
/// Left edge of the names in the table, and right edges of its columns: ratings, matches, won,
/// averages.
const NAMES: f32 = 124.0;
const COLUMNS: [f32; 4] = [600.0, 756.0, 842.0, WIDTH - MARGIN];
/// Width of a column, but for the narrow one of matches won.
const COLUMN: f32 = 140.0;
/// Most characters of numbers and notes in the alt text, so that all rulesets fit in.
const NUMBER_SAID: usize = 8;
const NOTE_SAID: usize = 100;

impl ProfileCard {
    /// Most rulesets that a card shows.
    pub const RULESETS: usize = PENS.len();
    /// Most notes that a card shows.
    pub const NOTES: usize = 3;

    /// Returns the shapes that show the profile.
    ///
    /// # Errors
    /// [`RenderError::Font`] when letters cannot be measured.
    pub fn scene(&self, captions: &dyn Captions) -> Result<CardScene, RenderError> {
        let mut sheet = Sheet::new(captions);
        sheet.head(&called(&self.name, None, captions)?, &self.subtitle)?;
        let mut lines = Vec::new();
        for note in self.notes.iter().take(ProfileCard::NOTES) {
            let note = drawable_sentence(note)?.unwrap_or_default();
            lines.extend(fonts::wrap(&note, NOTE, WIDTH - 2.0 * MARGIN, 2)?);
        }
        let mut y = HEAD;
        if self.rulesets.is_empty() {
            y += 60.0;
            sheet.caption(Slot::wide(y, SIZE, Ink::Text), Caption::Unplayed)?;
            y += 20.0;
        } else {
            y = self.chart(y, lines.len(), &mut sheet)?;
            y = self.table(y, &mut sheet)?;
        }
        sheet.rule(y);
        for line in lines {
            y += NOTE_LINE;
            sheet.words(Slot::wide(y, NOTE, Ink::Text), &line)?;
        }
        if self.is_uncertain() {
            y = sheet.foot(y + 6.0, UNCERTAIN)?;
        }
        if !is_drawn_whole(&self.name)? {
            y = sheet.foot(y, Caption::NamesInText)?;
        }
        Ok(sheet.finish(y + BOTTOM))
    }

    fn shown(&self) -> impl Iterator<Item = &RulesetResults> + Clone {
        self.rulesets.iter().take(ProfileCard::RULESETS)
    }

    /// Returns the number of rulesets that are not shown.
    fn more(&self) -> usize {
        self.rulesets.len().saturating_sub(ProfileCard::RULESETS)
    }

    fn is_uncertain(&self) -> bool {
        self.shown().any(|ruleset| ruleset.results.provisional)
    }

    /// Draws the curves below a height, with `notes` lines to come at the bottom. Returns the
    /// height at which they end.
    fn chart(&self, y: f32, notes: usize, sheet: &mut Sheet<'_>) -> Result<f32, RenderError> {
        let curves: Vec<curve::Curve<'_>> = self.shown().map(|ruleset| &*ruleset.curve).collect();
        if curves.iter().all(|curve| curve.is_empty()) {
            return Ok(y);
        }
        // The chart gives way to the words.
        let mut below = TABLE + LINE * self.shown().count() as f32;
        below += NOTE_LINE * notes as f32 + BOTTOM;
        if self.more() > 0 {
            below += LINE;
        }
        if self.is_uncertain() {
            below += NOTE_LINE;
        }
        if !is_drawn_whole(&self.name)? {
            below += NOTE_LINE;
        }
        let height = (TALLEST - y - below).min(CHART);
        curve::draw(&curves, y, height, sheet)?;
        Ok(y + height)
    }

    /// Writes the results below a height. Returns the height at which they end.
    fn table(&self, y: f32, sheet: &mut Sheet<'_>) -> Result<f32, RenderError> {
        let captions = sheet.captions;
        let mut y = y + 52.0;
        let headings = [
            Caption::Rating,
            Caption::Matches,
            Caption::Wins,
            Caption::Average,
        ];
        let headings = headings.map(|heading| captions.caption(heading));
        let slot = Slot::wide(y, NOTE, Ink::Muted);
        sheet.columns(slot, COLUMN, &COLUMNS, headings)?;
        for (ruleset, pen) in self.shown().zip(&PENS) {
            y += LINE;
            sample(pen, y - SIZE * 0.31, sheet);
            let results = &ruleset.results;
            line(y, &ruleset.name, &results.marked_rating(), results, sheet)?;
        }
        if self.more() > 0 {
            y += LINE;
            let slot = Slot::new(NAMES, WIDTH - MARGIN, y, NOTE, Ink::Muted);
            sheet.caption(slot, Caption::MoreRulesets(self.more()))?;
        }
        y += 18.0;
        sheet.rule(y);
        for color in Color::ALL {
            y += LINE;
            sheet.king(color, Point::new(68.0, y - SIZE * 0.31), 48.0);
            let army = captions.caption(Caption::Army(color));
            line(y, &army, "", &self.seats[color], sheet)?;
            y += 2.0;
        }
        Ok(y + 16.0)
    }

    /// Says in sentences what stands on the card, in at most
    /// [`ALT_LIMIT`](crate::ALT_LIMIT) characters.
    #[must_use]
    pub fn alt_text(&self, captions: &dyn Captions) -> String {
        let name = &said(&self.name, NAME_SAID);
        let mut sentences = vec![captions.caption(Caption::Profile { name })];
        if self.rulesets.is_empty() {
            sentences.push(captions.caption(Caption::Unplayed));
        }
        let notes = self.notes.iter().take(ProfileCard::NOTES);
        sentences.extend(notes.map(|note| said(note, NOTE_SAID)));
        let shown = self.shown();
        let rulesets = shown.clone().map(RulesetResults::said);
        sentences.extend(rulesets.map(|ruleset| captions.caption(Caption::Ruleset(&ruleset))));
        if !self.rulesets.is_empty() {
            for army in Color::ALL {
                let results = &self.seats[army].said(NUMBER_SAID);
                sentences.push(captions.caption(Caption::Seat { army, results }));
            }
        }
        // Where there is room left, the courses of the curves.
        sentences.extend(shown.filter_map(|ruleset| ruleset.course(captions)));
        alt(&sentences)
    }
}

/// Writes a line of the table.
fn line(
    y: f32,
    called: &str,
    rating: &str,
    results: &Results,
    sheet: &mut Sheet<'_>,
) -> Result<(), RenderError> {
    let [ratings, ..] = COLUMNS;
    let name = Slot::new(NAMES, ratings - COLUMN + 12.0, y, SIZE, Ink::Text);
    sheet.typed(name, called)?;
    let numbers = [rating, &results.matches, &results.wins, &results.average];
    let slot = Slot::wide(y, SIZE, Ink::Text);
    sheet.columns(slot, COLUMN - 24.0, &COLUMNS, numbers)
}

/// Draws a piece of the curve of a ruleset, next to its name.
fn sample(pen: &Pen, y: f32, sheet: &mut Sheet<'_>) {
    let [from, middle, to] = [MARGIN + 4.0, (MARGIN + NAMES - 12.0) / 2.0, NAMES - 16.0];
    let line = [from, to].map(|x| Point { x, y });
    pen.line(&line, &mut sheet.shapes);
    pen.mark(Point { x: middle, y }, &mut sheet.shapes);
}

impl RulesetResults {
    /// Returns the results as an alt text says them, without the curve.
    fn said(&self) -> RulesetResults {
        RulesetResults {
            name: said(&self.name, NAME_SAID),
            results: self.results.said(NUMBER_SAID),
            curve: Vec::new(),
        }
    }

    /// Says how the rating went, where it has more than one point.
    fn course(&self, captions: &dyn Captions) -> Option<String> {
        let mut ordered = self.curve.clone();
        ordered.sort_by_key(|(moment, _)| *moment);
        let [(_, first), .., (_, last)] = ordered.as_slice() else {
            return None;
        };
        let ratings = ordered.iter().map(|(_, rating)| *rating);
        let (lowest, highest) = (ratings.clone().min()?, ratings.max()?);
        Some(captions.caption(Caption::Curve {
            ruleset: &said(&self.name, NAME_SAID),
            first: *first,
            last: *last,
            lowest,
            highest,
        }))
    }
}

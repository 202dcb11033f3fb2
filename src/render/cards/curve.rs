//! The chart of a profile: ratings over time, one curve for each ruleset.

use std::ops::RangeInclusive;

use jiff::{ToSpan, civil::date};

use super::{
    pens::PENS,
    sheet::{Sheet, Slot},
};
use crate::{
    RenderError, fonts,
    geometry::{Point, WIDTH},
    scene::Shape,
    theme::Ink,
};

/// Ratings of one ruleset over time: moments in milliseconds since 1970, and the rating that was
/// shown from then on.
pub(super) type Curve<'a> = &'a [(i64, i32)];

/// Size of the numbers and dates of a chart.
const LABEL: f32 = 34.0;
/// Width of the numbers at the side, with the gap between them and the axis.
const NUMBERS: f32 = 112.0;
/// Room on both sides of a chart.
const SIDE: f32 = 12.0;
const GAP: f32 = 8.0;
/// Height of the dates below.
const DATES: f32 = 48.0;
/// Room for half a mark, or half a number, at the top and at the sides.
const RIM: f32 = 18.0;
/// Length of the strokes that lead from the axis to the numbers.
const TICK: f32 = 4.0;
/// Thickness of the axis and of the lines at round ratings: enough to be seen at 400 pixels.
const LINE: f32 = 3.0;
/// Most lines at round ratings.
const MOST_LINES: usize = 5;
/// Ratings and moments beyond these are drawn at the edge: there is room for four digits, and
/// for years up to 9999.
const RATINGS: (i32, i32) = (-900, 9_900);
const MOMENTS: (i64, i64) = (0, 253_402_300_799_999);
/// Length of a day, in milliseconds.
const DAY: i64 = 24 * 60 * MINUTE;
/// The same of a minute.
const MINUTE: i64 = 60 * 1000;
/// Least distance between two points of a curve, and between two of its marks, in units.
const STEP: f32 = 3.0;
const MARK_STEP: f32 = 110.0;

/// Draws the curves of at most as many rulesets as there are pens, in their order; one without
/// points leaves its pen unused. With its numbers and dates the chart takes this height below `y`.
/// Draws nothing when none has a point.
pub(super) fn draw(
    curves: &[Curve<'_>],
    y: f32,
    height: f32,
    sheet: &mut Sheet<'_>,
) -> Result<(), RenderError> {
    let curves: Vec<Vec<(i64, i32)>> = curves.iter().map(|curve| ordered(curve)).collect();
    let points = || curves.iter().flatten();
    let moments = points().map(|(moment, _)| *moment);
    let ratings = points().map(|(_, rating)| *rating);
    let (Some(first), Some(last)) = (moments.clone().min(), moments.max()) else {
        return Ok(());
    };
    let (Some(lowest), Some(highest)) = (ratings.clone().min(), ratings.max()) else {
        return Ok(());
    };
    let chart = Chart {
        left: SIDE + NUMBERS,
        right: WIDTH - SIDE - RIM,
        top: y + RIM,
        bottom: y + height - DATES,
        moments: (first, last),
        ratings: span(lowest, highest),
    };
    chart.axes(sheet)?;
    chart.days(sheet)?;
    let place = |point: &(i64, i32)| chart.place(*point);
    let curves: Vec<_> = curves
        .iter()
        .map(|curve| thinned(curve, STEP, place))
        .collect();
    for (curve, pen) in curves.iter().zip(&PENS) {
        let line: Vec<Point> = curve.iter().map(place).collect();
        pen.line(&line, &mut sheet.shapes);
    }
    // Above all lines, so that none of them runs through a mark.
    for (curve, pen) in curves.iter().zip(&PENS) {
        for point in thinned(curve, MARK_STEP, place) {
            pen.mark(place(&point), &mut sheet.shapes);
        }
    }
    Ok(())
}

/// The axes of a chart: its edges on the card, and the moments and ratings that lie there.
#[derive(Clone, Copy, Debug)]
struct Chart {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    moments: (i64, i64),
    ratings: (i32, i32),
}

impl Chart {
    /// Returns the place of a rating at a moment. Curves keep away from the numbers by half a mark,
    /// and a lone moment lies in the middle.
    fn place(&self, (moment, rating): (i64, i32)) -> Point {
        let ((first, last), left) = (self.moments, self.left + RIM);
        // Moments need more digits than single precision has.
        let part = if first == last {
            0.5
        } else {
            ((moment - first) as f64 / (last - first) as f64) as f32
        };
        Point::new(left + (self.right - left) * part, self.y(rating))
    }

    fn y(&self, rating: i32) -> f32 {
        let (bottom, top) = self.ratings;
        let part = (rating - bottom) as f32 / (top - bottom) as f32;
        self.bottom - (self.bottom - self.top) * part
    }

    /// Draws the axis at the left, and a line with its number at each round rating.
    fn axes(&self, sheet: &mut Sheet<'_>) -> Result<(), RenderError> {
        let mut line = |from: (f32, f32), to: (f32, f32)| {
            let ends = [from, to].map(|(x, y)| Point { x, y });
            sheet.shapes.push(Shape::line(ends, LINE, Ink::Centre));
        };
        line((self.left, self.top), (self.left, self.bottom));
        let (lowest, highest) = self.ratings;
        let (step, numbers) = round(lowest, highest);
        // On whole units, where lines are sharp at the usual size.
        let lines = numbers.map(|number| (number * step, self.y(number * step).round()));
        for (_, y) in lines.clone() {
            line((self.left - TICK, y), (self.right, y));
        }
        for (rating, y) in lines {
            let number = rating.to_string();
            let extent = fonts::extent(&number, LABEL)?;
            let y = y + (extent.above - extent.below) / 2.0;
            let slot = Slot::new(SIDE, self.left - GAP, y, LABEL, Ink::Muted);
            sheet.number(slot, &number)?;
        }
        Ok(())
    }

    /// Writes the first and the last day below the chart. One that is both stands in the middle,
    /// between the first time and the last.
    fn days(&self, sheet: &mut Sheet<'_>) -> Result<(), RenderError> {
        let y = self.bottom + LABEL;
        let slot = Slot::new(self.left, self.right, y, LABEL, Ink::Muted);
        let (first, last) = self.moments;
        let (date, times) = (day(first), [time(first), time(last)]);
        if date == day(last) {
            let middle = self.left + RIM + (self.right - self.left - RIM) / 2.0;
            let left = middle - fonts::extent(&date, LABEL)?.width / 2.0;
            sheet.words(Slot { left, ..slot }, &date)?;
            let [from, to] = &times;
            if from == to {
                return Ok(());
            }
            sheet.words(slot, from)?;
            return sheet.number(slot, &format!("{to} UTC"));
        }
        sheet.words(slot, &date)?;
        sheet.number(slot, &day(last))
    }
}

/// Returns the day in UTC on which a moment lies, as `2026-11-21`.
fn day(moment: i64) -> String {
    let days = moment.clamp(MOMENTS.0, MOMENTS.1) / DAY;
    date(1970, 1, 1).saturating_add(days.days()).to_string()
}

/// Returns the time of the day in UTC of a moment, as `17:05`.
fn time(moment: i64) -> String {
    let minutes = moment.clamp(MOMENTS.0, MOMENTS.1) % DAY / MINUTE;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Sorts a curve by time, and holds it within [`MOMENTS`] and [`RATINGS`].
fn ordered(curve: Curve<'_>) -> Vec<(i64, i32)> {
    let held = |(moment, rating): &(i64, i32)| {
        (
            (*moment).clamp(MOMENTS.0, MOMENTS.1),
            (*rating).clamp(RATINGS.0, RATINGS.1),
        )
    };
    let mut points: Vec<(i64, i32)> = curve.iter().map(held).collect();
    points.sort_by_key(|(moment, _)| *moment);
    points
}

/// Returns the ratings at the bottom and the top of a chart: multiples of 50 around those of the
/// curves, at least 100 apart.
fn span(lowest: i32, highest: i32) -> (i32, i32) {
    let bottom = (lowest - 10).div_euclid(50) * 50;
    let top = (highest + 10).div_euclid(50) * 50 + 50;
    if top - bottom < 100 {
        (bottom - 50, top)
    } else {
        (bottom, top)
    }
}

/// Returns the round ratings among these: the distance between two of them, which is 1, 2 or 5
/// times a power of ten, and the multiples of it, at most [`MOST_LINES`].
fn round(lowest: i32, highest: i32) -> (i32, RangeInclusive<i32>) {
    let powers = [10, 100, 1_000, 10_000];
    let mut steps = powers
        .into_iter()
        .flat_map(|power| [power, 2 * power, 5 * power]);
    let numbers = |step: i32| (lowest + step - 1).div_euclid(step)..=highest.div_euclid(step);
    let fits = |step: &i32| numbers(*step).count() <= MOST_LINES;
    let step = steps.find(fits).unwrap_or(i32::MAX / 2);
    (step, numbers(step))
}

/// Keeps the first point and the last, and of those between them only some that are `step` apart from
/// the one before: a curve of ten thousand matches takes no more to draw than one of three hundred.
fn thinned(
    points: &[(i64, i32)],
    step: f32,
    place: impl Fn(&(i64, i32)) -> Point,
) -> Vec<(i64, i32)> {
    let mut kept: Vec<(i64, i32)> = Vec::new();
    let Some((last, rest)) = points.split_last() else {
        return kept;
    };
    let end = place(last).x;
    for point in rest {
        let x = place(point).x;
        let far = kept.last().is_none_or(|before| x - place(before).x >= step);
        if far && (kept.is_empty() || end - x >= step) {
            kept.push(*point);
        }
    }
    kept.push(*last);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_shows_round_ratings_around_those_of_the_curves() {
        for (lowest, highest, shown, numbers) in [
            (
                1500,
                1500,
                (1450, 1550),
                &[1460, 1480, 1500, 1520, 1540][..],
            ),
            (1499, 1541, (1450, 1600), &[1450, 1500, 1550, 1600]),
            (0, 0, (-50, 50), &[-40, -20, 0, 20, 40]),
            (0, 4000, (-50, 4050), &[0, 1000, 2000, 3000, 4000]),
            (1450, 1500, (1400, 1550), &[1400, 1450, 1500, 1550]),
            (1301, 1659, (1250, 1700), &[1300, 1400, 1500, 1600, 1700]),
            (
                RATINGS.0,
                RATINGS.1,
                (-950, 9_950),
                &[0, 2000, 4000, 6000, 8000],
            ),
        ] {
            assert_eq!(span(lowest, highest), shown, "{lowest} to {highest}");
            let (step, found) = round(shown.0, shown.1);
            let found: Vec<i32> = found.map(|number| number * step).collect();
            assert_eq!(found, numbers, "{lowest} to {highest}");
        }
    }

    #[test]
    fn a_long_curve_keeps_its_ends_and_few_points_between() {
        let points: Vec<(i64, i32)> = (0..10_000).map(|at| (at, 1500)).collect();
        let place = |point: &(i64, i32)| Point {
            x: point.0 as f32 / 10.0,
            y: 0.0,
        };
        let kept = thinned(&points, 3.0, place);
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
        assert!((300..=335).contains(&kept.len()), "{}", kept.len());
        assert!(kept.is_sorted());
        for few in [&points[..0], &points[..1], &points[..2]] {
            assert_eq!(thinned(few, 0.0, place), few);
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (moment, date) in [
            (i64::MIN, "1970-01-01"),
            (0, "1970-01-01"),
            (DAY - 1, "1970-01-01"),
            (DAY, "1970-01-02"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_735_689_599_999, "2024-12-31"),
            (1_735_689_600_000, "2025-01-01"),
            (1_795_290_894_000, "2026-11-21"),
            (4_107_542_400_000, "2100-03-01"),
            (i64::MAX, "9999-12-31"),
        ] {
            assert_eq!(day(moment), date, "{moment}");
        }
    }
}

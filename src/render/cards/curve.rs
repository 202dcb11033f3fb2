//! Ratings over time. plotters lays the chart out; what it draws becomes shapes as everything else
//! on a card, measured and written with the one font.

use plotters::{
    chart::ChartBuilder,
    drawing::{DrawingAreaErrorKind, IntoDrawingArea},
    series::{DashedLineSeries, LineSeries},
    style::{
        RGBColor, ShapeStyle,
        text_anchor::{HPos, VPos},
    },
};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::{
    dates,
    pens::{self, PENS},
    sheet::{Sheet, Slot},
};
use crate::render::{RenderError, fonts, geometry::Point, scene::Shape, theme::Ink};

/// Ratings of one ruleset over time: moments in milliseconds since 1970, and the rating that was
/// shown from then on.
pub(super) type Curve<'a> = &'a [(i64, i32)];

/// Where a chart stands on a card, with its numbers and dates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Its upper left corner.
    pub(super) at: Point,
    /// Its width.
    pub(super) width: f32,
    /// Its height.
    pub(super) height: f32,
}

/// Size of the numbers and dates of a chart.
const LABEL: f32 = 34.0;
/// What the numbers at the side take.
const NUMBERS: f32 = 112.0;
/// What the dates below take.
const DATES: f32 = 48.0;
/// Room for half a mark, or half a number, at the top and at the right.
const RIM: f32 = 18.0;
/// A pixel of plotters, which counts in whole ones, is this part of a unit.
const FINE: f32 = 16.0;
/// Ratings and moments beyond these are drawn at the edge: there is room for four digits.
const RATINGS: (i32, i32) = (-900, 9_900);
const MOMENTS: (i64, i64) = (0, dates::END - 1);
/// How far apart two points of a curve are at least, and two of its marks, in units.
const STEP: f32 = 3.0;
const MARK_STEP: f32 = 110.0;

/// Draws the curves of at most as many rulesets as there are pens, in their order; one without
/// points leaves its pen unused. Draws nothing when none has a point.
pub(super) fn draw(
    curves: &[Curve<'_>],
    frame: Frame,
    sheet: &mut Sheet,
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
    // A lone point lies in the middle.
    let (start, end) = if first == last {
        (first - 1, last + 1)
    } else {
        (first, last)
    };
    let (bottom, top) = span(lowest, highest);
    let paper = Paper {
        frame,
        shapes: &mut sheet.shapes,
    };
    let root = paper.into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin_top(fine(RIM))
        .margin_right(fine(RIM))
        .y_label_area_size(fine(NUMBERS))
        .x_label_area_size(fine(DATES))
        .build_cartesian_2d(
            number(start)..number(end),
            f64::from(bottom)..f64::from(top),
        )?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .x_labels(0)
        .y_labels(5)
        .max_light_lines(0)
        .bold_line_style(line(Ink::Centre, 2.0))
        .axis_style(line(Ink::Centre, 2.0))
        .set_all_tick_mark_size(fine(4.0))
        .y_label_style(("", fine(LABEL), &color(Ink::Muted)))
        .y_label_formatter(&|rating| format!("{rating:.0}"))
        .draw()?;
    let mut marks = Vec::new();
    for (curve, pen) in curves.iter().zip(&PENS) {
        let place = |point: &(i64, i32)| frame.place(chart.backend_coord(&numbers(*point)));
        let kept = thinned(curve, STEP, place);
        marks.extend(
            thinned(&kept, MARK_STEP, place)
                .iter()
                .map(|point| (pen, place(point))),
        );
        let kept = kept.into_iter().map(numbers);
        let style = line(pen.ink, pens::WIDTH);
        let drawn = match pen.dash {
            None => chart.draw_series(LineSeries::new(kept, style)).map(drop),
            Some((stroke, gap)) => chart
                .draw_series(DashedLineSeries::new(kept, fine(stroke), fine(gap), style))
                .map(drop),
        };
        drawn?;
    }
    drop(chart);
    root.present()?;
    drop(root);
    for (pen, at) in marks {
        pen.mark(at, &mut sheet.shapes);
    }
    days(first, last, frame, sheet)
}

/// A moment as plotters gets it. Its scales of whole numbers overflow where they are to have no
/// labels; those of floating point do not, and hold milliseconds exactly.
fn number(moment: i64) -> f64 {
    moment as f64
}

fn numbers((moment, rating): (i64, i32)) -> (f64, f64) {
    (number(moment), f64::from(rating))
}

/// The first and the last day below a chart; one that is both in the middle.
fn days(first: i64, last: i64, frame: Frame, sheet: &mut Sheet) -> Result<(), RenderError> {
    let (left, right) = (frame.at.x + NUMBERS, frame.at.x + frame.width - RIM);
    let slot = Slot {
        left,
        right,
        y: frame.at.y + frame.height - DATES + LABEL,
        size: LABEL,
        ink: Ink::Muted,
    };
    let (first, last) = (dates::day(first), dates::day(last));
    if first == last {
        let width = fonts::extent(&first, LABEL)?.width;
        let left = (left + right - width) / 2.0;
        sheet.words(Slot { left, ..slot }, &first)?;
        return Ok(());
    }
    sheet.words(slot, &first)?;
    sheet.number(slot, &last)
}

/// A curve in the order of time, within what is drawn.
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

/// The ratings that a chart shows: those of the curves with some room, at least 100, from and to
/// multiples of 50.
fn span(lowest: i32, highest: i32) -> (i32, i32) {
    let bottom = (lowest - 10).div_euclid(50) * 50;
    let top = (highest + 10).div_euclid(50) * 50 + 50;
    if top - bottom < 100 {
        (bottom - 50, top)
    } else {
        (bottom, top)
    }
}

/// The first point and the last, and of those between them only some that are `step` apart from
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

/// Units as plotters counts.
fn fine(units: f32) -> i32 {
    (units * FINE).round() as i32
}

impl Frame {
    /// From what plotters counts to a place on the card.
    fn place(&self, (x, y): BackendCoord) -> Point {
        Point {
            x: self.at.x + x as f32 / FINE,
            y: self.at.y + y as f32 / FINE,
        }
    }
}

/// What plotters draws on: it turns strokes and words into shapes.
struct Paper<'a> {
    frame: Frame,
    shapes: &'a mut Vec<Shape>,
}

/// The inks of a chart. plotters carries colours; here a colour is a number in this list, since
/// shapes have inks and the theme comes later.
const INKS: [Ink; 8] = [
    Ink::Centre,
    Ink::Muted,
    Ink::Text,
    Ink::Turn,
    Ink::Water,
    Ink::Guide,
    Ink::Check,
    Ink::Light,
];

/// The colour that stands for an ink.
fn color(ink: Ink) -> RGBColor {
    let at = (0..).zip(INKS).find(|(_, known)| *known == ink);
    RGBColor(at.map_or(0, |(at, _)| at), 0, 0)
}

/// The ink that a colour stands for.
fn ink_of(color: BackendColor) -> Ink {
    let ink = INKS.get(usize::from(color.rgb.0));
    ink.copied().unwrap_or(Ink::Text)
}

/// A line of an ink, so many units thick.
fn line(ink: Ink, width: f32) -> ShapeStyle {
    ShapeStyle::from(&color(ink)).stroke_width(fine(width).unsigned_abs())
}

/// What went wrong on the paper.
impl From<DrawingAreaErrorKind<RenderError>> for RenderError {
    fn from(error: DrawingAreaErrorKind<RenderError>) -> RenderError {
        match error {
            DrawingAreaErrorKind::BackendError(DrawingErrorKind::DrawingError(error)) => error,
            DrawingAreaErrorKind::BackendError(DrawingErrorKind::FontError(_)) => RenderError::Font,
            DrawingAreaErrorKind::SharingError | DrawingAreaErrorKind::LayoutError => {
                RenderError::Chart
            }
        }
    }
}

type Drawn = Result<(), DrawingErrorKind<RenderError>>;

impl Paper<'_> {
    fn stroke(&mut self, points: Vec<Point>, style: &impl BackendStyle) {
        if points.len() >= 2 {
            self.shapes.push(Shape::Line {
                points,
                width: style.stroke_width() as f32 / FINE,
                ink: ink_of(style.color()),
            });
        }
    }
}

impl DrawingBackend for Paper<'_> {
    type ErrorType = RenderError;

    fn get_size(&self) -> (u32, u32) {
        let size = [self.frame.width, self.frame.height].map(|length| fine(length).unsigned_abs());
        size.into()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    /// Nothing that is drawn here consists of single pixels.
    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Err(DrawingErrorKind::DrawingError(RenderError::Chart))
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        let points = [from, to].map(|at| self.frame.place(at)).to_vec();
        self.stroke(points, style);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points = path.into_iter().map(|at| self.frame.place(at)).collect();
        self.stroke(points, style);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let size = style.size() as f32 / FINE;
        let extent = fonts::extent(text, size).map_err(DrawingErrorKind::DrawingError)?;
        let (place, anchor) = (self.frame.place(at), style.anchor());
        let left = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => extent.width / 2.0,
            HPos::Right => extent.width,
        };
        let down = match anchor.v_pos {
            VPos::Top => extent.above,
            VPos::Center => (extent.above - extent.below) / 2.0,
            VPos::Bottom => -extent.below,
        };
        self.shapes.push(Shape::Text {
            at: Point {
                x: place.x - left,
                y: place.y + down,
            },
            size,
            ink: ink_of(style.color()),
            seam: None,
            text: text.to_owned(),
        });
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<RenderError>> {
        let size = style.size() as f32 / FINE;
        let extent = fonts::extent(text, size).map_err(DrawingErrorKind::DrawingError)?;
        let lengths = [extent.width, extent.above + extent.below];
        Ok(lengths.map(|length| fine(length).unsigned_abs()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_shows_round_ratings_around_those_of_the_curves() {
        for (lowest, highest, shown) in [
            (1500, 1500, (1450, 1550)),
            (1499, 1541, (1450, 1600)),
            (0, 0, (-50, 50)),
            (0, 4000, (-50, 4050)),
            (1450, 1500, (1400, 1550)),
        ] {
            assert_eq!(span(lowest, highest), shown, "{lowest} to {highest}");
        }
    }

    #[test]
    fn every_ink_of_a_chart_can_be_carried() {
        let used = PENS.iter().map(|pen| pen.ink);
        for ink in used.chain([Ink::Centre, Ink::Muted]) {
            let RGBColor(red, green, blue) = color(ink);
            let carried = BackendColor {
                alpha: 1.0,
                rgb: (red, green, blue),
            };
            assert_eq!(ink_of(carried), ink);
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
}

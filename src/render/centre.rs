//! The plate in the centre: the army to move and whether it is in check, or the result.

use rondel_rules::{CheckLine, Color, FILES, RANKS, Square};

use super::{
    Caption, LastMove, Mark, RenderError, fonts,
    geometry::{Geometry, HUB, INNER, MIDDLE, Point, WIDTH, distance, offset, polar},
    names::drawable,
    plan::{CENTRE, Plan, TOP},
    scene::Shape,
    sketch::Sketch,
    theme::Ink,
};

/// Width and height of the plate above a sector that is shown large.
const PLATE: (f32, f32) = (560.0, 108.0);
/// Its middle.
const PLATE_AT: Point = Point::new(WIDTH / 2.0, (CENTRE + TOP) / 2.0);

/// Words on the plate: their distance down from its middle, and their size.
type PlateLine = (f32, f32, String);

impl Sketch<'_> {
    /// Draws the plate.
    pub(super) fn centre(&mut self, checks: &[CheckLine]) -> Result<(), RenderError> {
        match self.plan {
            Plan::Round(board) => self.hub(&board, checks),
            Plan::Sector(_) => self.plate(),
        }
    }

    /// Draws the plate of the round board.
    fn hub(&mut self, board: &Geometry, checks: &[CheckLine]) -> Result<(), RenderError> {
        let turn = self.view.position.turn();
        if !self.view.is_idle() {
            // A hand that points at the player to move.
            let angle = board.middle_of(turn);
            for (tip, aside, ink) in [
                (INNER - 6.0, 0.36, Ink::Edge),
                (INNER - 14.0, 0.3, Ink::Turn),
            ] {
                let sides = [angle - aside, angle + aside];
                let [one, other] = sides.map(|angle| polar(angle, HUB - 6.0));
                let hand = [polar(angle, tip), one, other];
                self.shapes.push(Shape::polygon(hand, ink));
            }
        }
        for (radius, ink) in [(HUB, self.edge()), (HUB - 6.0, Ink::Hub)] {
            self.shapes.push(Shape::disc(MIDDLE, radius, ink));
        }
        if self.view.example {
            // Elsewhere the plate has words, which no line strikes out.
            let lines = self.crossing(board, checks);
            self.shapes.extend(lines);
            return Ok(());
        }
        if let Some((number, last)) = self.passed()? {
            let army = self.caption(Caption::Army(last.color));
            for (down, size, text) in [
                (8.0, 42.0, army),
                (46.0, 36.0, last.notation),
                (80.0, 28.0, number),
            ] {
                self.shapes.push(on_hub(down, size, &text)?);
            }
            return self.king_on_hub(last.color);
        }
        if let Some(lines) = self.outcome(200.0, 38.0)? {
            for (down, size, text) in lines {
                self.shapes.push(on_hub(down, size, &text)?);
            }
            return Ok(());
        }
        let [army, to_move] =
            [Caption::Army(turn), Caption::ToMove].map(|caption| self.caption(caption));
        self.shapes.push(on_hub(8.0, 42.0, &army)?);
        if self.view.position.is_checked(turn) {
            self.shapes.push(on_hub(44.0, 32.0, &to_move)?);
            let in_check = self.caption(Caption::InCheck);
            let in_check = fonts::cut(&in_check, 30.0, room(80.0, 30.0))?;
            let half = fonts::extent(&in_check, 30.0)?.width / 2.0 + 8.0;
            let at = offset(MIDDLE, 0.0, 80.0);
            self.shapes.push(Shape::plate(at, half, 17.0, Ink::Check));
            self.shapes
                .push(Shape::label(at, 30.0, Ink::Edge, &in_check)?);
        } else {
            self.shapes.push(on_hub(46.0, 34.0, &to_move)?);
        }
        self.king_on_hub(turn)
    }

    /// Draws the king of an army above the words.
    fn king_on_hub(&mut self, color: Color) -> Result<(), RenderError> {
        let at = offset(MIDDLE, 0.0, -58.0);
        let king = Shape::king(color, at, 88.0, self.view.is_out(color));
        self.shapes.push(king);
        Ok(())
    }

    /// Draws the plate above a sector that is shown large.
    fn plate(&mut self) -> Result<(), RenderError> {
        let turn = self.view.position.turn();
        for (grow, ink) in [(5.0, self.edge()), (0.0, Ink::Hub)] {
            let (half, high) = (PLATE.0 / 2.0 + grow, PLATE.1 / 2.0 + grow);
            self.shapes.push(Shape::plate(PLATE_AT, half, high, ink));
        }
        let label = |x: f32, down: f32, size: f32, ink: Ink, text: &str, room: f32| {
            let text = fonts::cut(text, size, room)?;
            Shape::label(offset(PLATE_AT, x, down), size, ink, &text)
        };
        if self.view.example {
            return Ok(());
        }
        if let Some((number, last)) = self.passed()? {
            let army = self.caption(Caption::Army(last.color));
            let room = PLATE.0 - 150.0;
            for (down, size, text) in [
                (-20.0, 42.0, format!("{army} {}", last.notation)),
                (28.0, 32.0, number),
            ] {
                let label = label(50.0, down, size, Ink::Text, &text, room)?;
                self.shapes.push(label);
            }
            return self.king_on_plate(last.color);
        }
        if let Some(lines) = self.outcome(PLATE.0 - 40.0, 36.0)? {
            for (down, size, text) in lines {
                let label = label(0.0, down, size, Ink::Text, &text, PLATE.0 - 40.0)?;
                self.shapes.push(label);
            }
            return Ok(());
        }
        let checked = self.view.position.is_checked(turn);
        let (room, down) = (PLATE.0 - 150.0, if checked { -30.0 } else { 0.0 });
        let [army, to_move] =
            [Caption::Army(turn), Caption::ToMove].map(|caption| self.caption(caption));
        let whose = format!("{army} {to_move}");
        let whose = label(50.0, down, 42.0, Ink::Text, &whose, room)?;
        self.shapes.push(whose);
        if checked {
            let in_check = self.caption(Caption::InCheck);
            let half = fonts::extent(&in_check, 34.0)?.width / 2.0 + 10.0;
            let (half, at) = (half.min(room / 2.0), offset(PLATE_AT, 50.0, 24.0));
            self.shapes.push(Shape::plate(at, half, 20.0, Ink::Check));
            let in_check = label(50.0, 24.0, 34.0, Ink::Edge, &in_check, room - 20.0)?;
            self.shapes.push(in_check);
        }
        self.king_on_plate(turn)
    }

    /// Draws the king of an army at the left of the plate.
    fn king_on_plate(&mut self, color: Color) -> Result<(), RenderError> {
        let at = offset(PLATE_AT, -PLATE.0 / 2.0 + 60.0, 0.0);
        let king = Shape::king(color, at, 92.0, self.view.is_out(color));
        self.shapes.push(king);
        Ok(())
    }

    /// Returns what the plate of a board that passes by says: the number of the ply, and the move that
    /// led there, with a notation that can be drawn.
    fn passed(&self) -> Result<Option<(String, LastMove)>, RenderError> {
        if !self.view.passing || self.view.over.is_some() {
            return Ok(None);
        }
        let Some((_, last)) = self.view.latest_moves().next_back() else {
            return Ok(None);
        };
        let number = self.caption(Caption::Ply(self.view.position.ply()));
        let notation = drawable(&last.notation)?.unwrap_or_default();
        Ok(Some((number, LastMove { notation, ..*last })))
    }

    /// Returns the colour of the plate's edge.
    fn edge(&self) -> Ink {
        if self.view.is_idle() {
            Ink::Muted
        } else {
            Ink::Turn
        }
    }

    /// Returns the lines of the plate where nobody is to move: the result, in at most three lines of
    /// this width and this far apart, or the number of plies.
    fn outcome(&self, width: f32, apart: f32) -> Result<Option<Vec<PlateLine>>, RenderError> {
        if let Some(result) = &self.view.over {
            let result = drawable(result)?.unwrap_or_else(|| self.caption(Caption::GameOver));
            let lines = fonts::wrap(&result, 34.0, width, 3)?;
            let first = -apart / 2.0 * (lines.len() as f32 - 1.0);
            let lines = lines.into_iter().enumerate();
            let lines = lines.map(|(line, text)| (first + apart * line as f32, 34.0, text));
            return Ok(Some(lines.collect()));
        }
        let ply = Caption::Ply(self.view.position.ply());
        let passing = self.view.passing.then(|| (0.0, 42.0, self.caption(ply)));
        Ok(passing.map(|line| vec![line]))
    }

    /// Returns the parts of lines that pass over the plate of the round board.
    fn crossing(&self, board: &Geometry, checks: &[CheckLine]) -> Vec<Shape> {
        let checks = checks.iter().map(|line| (&line.path, Ink::Check));
        let marks = self.view.marks.iter().filter_map(|mark| match mark {
            Mark::Reach { .. } | Mark::Numbered { .. } => None,
            Mark::Way { squares } => Some((squares, Ink::Guide)),
            Mark::Barred { squares } => Some((squares, Ink::Check)),
        });
        let lines = checks.chain(marks);
        lines
            .filter_map(|(path, ink)| across(board, path, ink))
            .collect()
    }
}

/// Returns words on the plate of the round board.
fn on_hub(down: f32, size: f32, text: &str) -> Result<Shape, RenderError> {
    let text = fonts::cut(text, size, room(down, size))?;
    Shape::label(offset(MIDDLE, 0.0, down), size, Ink::Text, &text)
}

/// Returns the width of the plate of the round board at a line of words.
fn room(down: f32, size: f32) -> f32 {
    let edge = down.abs() + size / 3.0;
    2.0 * ((HUB - 12.0).powi(2) - edge * edge).max(0.0).sqrt()
}

/// Returns the part of a line that passes over the plate of the round board: a thin line.
fn across(board: &Geometry, path: &[Square], ink: Ink) -> Option<Shape> {
    let step = path.windows(2).find(|step| {
        let turn = step[0].file().abs_diff(step[1].file());
        step[0].rank() == RANKS && step[1].rank() == RANKS && (2..=FILES - 2).contains(&turn)
    })?;
    let (from, to) = (board.centre(step[0]), board.centre(step[1]));
    // Where the chord enters the plate, as parts of its length: the same from either end.
    let halfway = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
    let away = distance(halfway, MIDDLE);
    let inside = ((HUB - 6.0).powi(2) - away * away).max(0.0).sqrt() / distance(from, to);
    let at = |part: f32| offset(halfway, (to.x - from.x) * part, (to.y - from.y) * part);
    Some(Shape::line([at(-inside), at(inside)], 4.0, ink))
}

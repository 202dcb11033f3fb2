//! The numbers of the ranks. They stand at the borders between armies: beside the water, and further in
//! between the pieces.

use rondel_rules::{Border, FILES, RANKS, Square};

use super::{
    RenderError,
    geometry::{Geometry, Point, RING, WIDTH, polar},
    plan::{self, Plan},
    scene::Shape,
    sketch::Sketch,
    theme::Ink,
};

/// Height of a number on the round board, and in a sector that is shown large.
const ROUND: f32 = 25.0;
const LARGE: f32 = 34.0;

/// Writes the number of a rank at a place.
pub(super) fn number(plan: &Plan, at: Point, rank: u8) -> Result<Shape, RenderError> {
    let size = match plan {
        Plan::Round(_) => ROUND,
        Plan::Sector(_) => LARGE,
    };
    Shape::label(at, size, Ink::Rank, &rank.to_string())
}

/// Writes the number of a rank at a border, beside open water; `None` if the border is not shown.
pub(super) fn beside(plan: &Plan, border: Border, rank: u8) -> Result<Option<Shape>, RenderError> {
    let Some(at) = place(plan, border, rank) else {
        return Ok(None);
    };
    Ok(Some(number(plan, at, rank)?.seamed(Ink::Edge)))
}

fn place(plan: &Plan, border: Border, rank: u8) -> Option<Point> {
    // Beside the moat, beside the creek, and on the border itself.
    let aside = match rank {
        1 => 24.0,
        2 | 3 => 15.0,
        _ => 0.0,
    };
    let file = f32::from(border.lower_file()) + 1.0;
    match plan {
        Plan::Round(board) => {
            let (inner, outer) = Geometry::distances(rank);
            let middle = (inner + outer) / 2.0;
            // Pieces on rank 6 nearly meet, but for their corners.
            let out = if rank == RANKS { RING / 2.0 - 9.0 } else { 0.0 };
            let angle = board.angle(file) + aside / middle;
            Some(polar(angle, middle + out))
        }
        Plan::Sector(strip) => {
            let x = strip.border(border)?;
            // Beyond the border only half of the squares is in sight.
            let inward = if x < WIDTH / 2.0 { aside } else { -aside };
            Some(Point::new(x + inward, plan::y(rank)))
        }
    }
}

impl Sketch<'_> {
    /// Writes once more, above the pieces, the numbers that one of them could cover.
    pub(super) fn covered_numbers(&mut self) -> Result<(), RenderError> {
        for border in Border::ALL {
            for rank in 1..=RANKS {
                // On a bridge it stands away from all pieces.
                let bridged = rank == 1 && self.view.position.is_bridged(border);
                let files = [border.lower_file(), (border.lower_file() + 1) % FILES];
                let mut beside = files.iter().filter_map(|file| Square::new(*file, rank));
                if bridged || !beside.any(|square| self.is_taken(square)) {
                    continue;
                }
                let number = self::beside(&self.plan, border, rank)?;
                self.shapes.extend(number);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rondel_rules::{Color, Position};

    use super::*;
    use crate::{BoardView, unworded};

    /// As at the start: only the numbers of the ranks with pieces are written above these.
    #[test]
    fn numbers_beside_pieces_are_written_above_them() {
        for zoom in [None, Some(Color::White)] {
            let view = BoardView {
                zoom,
                ..BoardView::new(Position::start(), Color::White)
            };
            let mut sketch = Sketch::new(&view, &unworded);
            sketch.covered_numbers().unwrap();
            let borders = if zoom.is_some() { 2 } else { 3 };
            assert_eq!(sketch.shapes.len(), 2 * borders, "{zoom:?}");
        }
    }
}

//! Mating material: the armies that can still checkmate (rules §5.4, §5.5).

use super::{bitboard::Bitboard, color::Color, position::Position, role::Role};

impl Position {
    /// Returns true if the army has *mating material* (rules §5.5): more than a lone king, a king
    /// and a bishop, or a king and a knight.
    #[must_use]
    pub fn has_mating_material(&self, color: Color) -> bool {
        let [minor, major] = self.minor_and_major(self.board.of_color(color));
        !major.is_empty() || minor.len() > 1
    }

    /// Returns the bishops and knights among some pieces, and those that are neither that nor kings.
    fn minor_and_major(&self, pieces: Bitboard) -> [Bitboard; 2] {
        let minor = pieces & (self.board.of_role(Role::Bishop) | self.board.of_role(Role::Knight));
        [minor, pieces & !(minor | self.board.of_role(Role::King))]
    }
}

/// Returns true if no army in play can be checkmated any more (rules §5.4).
pub fn is_impossible(position: &Position) -> bool {
    let mut alive = Bitboard::EMPTY;
    for color in position.in_play.iter() {
        alive |= position.board.of_color(color);
    }
    let [minor, major] = position.minor_and_major(alive);
    if !major.is_empty() {
        return false;
    }
    match (position.in_play.len(), minor.len()) {
        (3, 0) | (2, 0 | 1) => true,
        (2, 2) => {
            let knights = minor & position.board.of_role(Role::Knight);
            let light = minor.into_iter().filter(|square| square.is_light()).count();
            let one_each = position
                .in_play
                .iter()
                .all(|color| (position.board.of_color(color) & minor).len() == 1);
            knights.is_empty() && one_each && light != 1
        }
        _ => false,
    }
}

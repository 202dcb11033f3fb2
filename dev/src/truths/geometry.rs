//! The lines of the board, laid out from rules §2 and §3 and from nothing else.
//!
//! The library under test has tables of its own. These are written apart from them, so that a
//! mistake in either shows in the tests that compare the two.

use std::sync::OnceLock;

/// The number of squares. A square is its index here, as in [`rondel::rules::Square::index`].
pub const SQUARES: usize = 144;
const FILES: i32 = 24;

/// A set of squares as bits.
pub type Mask = [u64; 3];

/// A square on a walk, and what the walk has passed on its way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The square.
    pub to: u8,
    /// True if a moat lies on the way (rules §3.1).
    pub moat: bool,
    /// True if the centre lies on the way (rules §1.5).
    pub centre: bool,
}

/// The eight directions as steps along the ring and inward. The first four are straight.
pub const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
];

/// The number of symmetries of a board whose moats are all bridged: three turns, each with and
/// without a mirror.
pub const SYMMETRIES: usize = 6;

/// The number of squares no two of which are images of each other: files a to d.
pub const ORBITS: usize = SQUARES / SYMMETRIES;

/// The tables of the board.
#[derive(Debug)]
pub struct Geometry {
    /// The walks from a square in the order of [`DIRECTIONS`], each to the edge or all the way
    /// around, moats ignored but noted.
    pub rays: Vec<[Vec<Step>; 8]>,
    /// The steps of a king: the first of each walk.
    pub king: Vec<Vec<Step>>,
    /// The leaps of a knight (rules §2.5).
    pub knight: Vec<Vec<Step>>,
    /// The squares on which a pawn captures before it has crossed, creeks left out (rules §3.7).
    pub pawn: Vec<Vec<u8>>,
    /// The squares on which a crossed pawn captures.
    pub crossed: Vec<Vec<u8>>,
    /// The squares between two squares, for every straight way that no moat cuts.
    straight: Vec<Vec<Mask>>,
    /// The same for every diagonal way.
    diagonal: Vec<Vec<Mask>>,
    /// The squares next to a square, for kings, where no moat lies between.
    near: Vec<Mask>,
    /// The image of each square under each symmetry.
    pub images: [[u8; SQUARES]; SYMMETRIES],
    /// The symmetry that takes a square to files a to d.
    pub to_orbit: [u8; SQUARES],
    /// The number of that image, below [`ORBITS`].
    pub orbit: [u8; SQUARES],
}

/// Returns the file of a square, 0 to 23.
#[must_use]
pub const fn file(square: u8) -> u8 {
    square % 24
}

/// Returns the rank of a square, 1 to 6.
#[must_use]
pub const fn rank(square: u8) -> u8 {
    square / 24 + 1
}

/// Returns the square on a file, taken around the board, and a rank from 1 to 6.
#[must_use]
pub const fn square(file: i32, rank: i32) -> u8 {
    ((rank - 1) * FILES + file.rem_euclid(FILES)) as u8
}

/// Returns the number of a square of files a to d, below [`ORBITS`].
#[must_use]
const fn orbit(square: u8) -> usize {
    (rank(square) as usize - 1) * 4 + file(square) as usize
}

/// Returns the square with this number.
#[must_use]
pub const fn of_orbit(orbit: usize) -> u8 {
    square(orbit as i32 % 4, orbit as i32 / 4 + 1)
}

/// Returns the set with these squares.
#[must_use]
pub fn mask(squares: &[u8]) -> Mask {
    let mut mask = [0; 3];
    for square in squares {
        mask[*square as usize / 64] |= 1 << (square % 64);
    }
    mask
}

/// Returns true if the square is in the set.
#[must_use]
pub const fn has(mask: &Mask, square: u8) -> bool {
    mask[square as usize / 64] >> (square % 64) & 1 != 0
}

/// Returns true if a step or leap between the squares leads across a border (rules §3.1, §3.7).
#[must_use]
pub const fn crosses_border(a: u8, b: u8) -> bool {
    file(a) / 8 != file(b) / 8
}

/// Returns the tables, which are made once.
#[must_use]
pub fn geometry() -> &'static Geometry {
    static GEOMETRY: OnceLock<Geometry> = OnceLock::new();
    GEOMETRY.get_or_init(Geometry::new)
}

fn walk(from: u8, (along, mut inward): (i32, i32)) -> Vec<Step> {
    let (mut steps, mut at) = (Vec::new(), from);
    let (mut moat, mut centre) = (false, false);
    loop {
        let (here, level) = (i32::from(file(at)), i32::from(rank(at)));
        let to = if level == 6 && inward == 1 {
            (inward, centre) = (-1, true);
            square(here + 12 + 2 * along, 6)
        } else if level + inward < 1 {
            return steps;
        } else {
            let to = square(here + along, level + inward);
            moat |= (level == 1 || rank(to) == 1) && crosses_border(at, to);
            to
        };
        if to == from {
            return steps;
        }
        steps.push(Step { to, moat, centre });
        at = to;
    }
}

fn leaps(from: u8) -> Vec<Step> {
    let mut leaps = Vec::new();
    for (along, inward) in [(1, 2), (2, 1), (2, -1), (1, -2)] {
        for along in [along, -along] {
            let level = i32::from(rank(from)) + inward;
            let centre = level > 6;
            // Beyond the centre the ranks count down again: 7 means 6, and 8 means 5.
            let (turned, level) = if centre { (12, 13 - level) } else { (0, level) };
            if level >= 1 {
                let to = square(i32::from(file(from)) + turned + along, level);
                let moat = !centre && rank(from).min(rank(to)) == 1 && crosses_border(from, to);
                leaps.push(Step { to, moat, centre });
            }
        }
    }
    leaps
}

impl Geometry {
    fn new() -> Geometry {
        let all = || 0..SQUARES as u8;
        let rays: Vec<[Vec<Step>; 8]> = all()
            .map(|from| DIRECTIONS.map(|direction| walk(from, direction)))
            .collect();
        let firsts = |from: u8| rays[from as usize].iter().filter_map(|ray| ray.first());
        let captures = |from: u8, inward: i32| -> Vec<u8> {
            let ways = DIRECTIONS.into_iter().zip(&rays[from as usize]);
            let ways = ways.filter(|((along, to), _)| *along != 0 && *to == inward);
            let ways = ways.filter_map(|(_, ray)| ray.first());
            let held = |to: u8| inward == 1 && rank(from) <= 3 && crosses_border(from, to);
            let ways = ways.filter(|step| !step.moat && !held(step.to));
            ways.map(|step| step.to).collect()
        };
        let near = |from: u8| -> Vec<u8> {
            let dry = firsts(from).filter(|step| !step.moat);
            dry.map(|step| step.to).collect()
        };
        let paths = |directions: std::ops::Range<usize>| -> Vec<Vec<Mask>> {
            let mut paths = vec![Vec::new(); SQUARES * SQUARES];
            for from in all() {
                for ray in &rays[from as usize][directions.clone()] {
                    let mut between = Vec::new();
                    for step in ray.iter().take_while(|step| !step.moat) {
                        paths[pair(from, step.to)].push(mask(&between));
                        between.push(step.to);
                    }
                }
            }
            paths
        };
        let image = |nth: usize, at: u8| {
            let turned = i32::from(file(at)) + 8 * (nth as i32 % 3);
            let file = if nth < 3 { turned } else { FILES - 1 - turned };
            square(file, i32::from(rank(at)))
        };
        let images: [[u8; SQUARES]; SYMMETRIES] =
            std::array::from_fn(|nth| std::array::from_fn(|at| image(nth, at as u8)));
        let leads_home = |at: usize| {
            let mut all = 0..SYMMETRIES;
            all.find(|nth| file(images[*nth][at]) < 4)
                .unwrap_or_default()
        };
        Geometry {
            king: all().map(|from| firsts(from).copied().collect()).collect(),
            knight: all().map(leaps).collect(),
            pawn: all().map(|from| captures(from, 1)).collect(),
            crossed: all().map(|from| captures(from, -1)).collect(),
            straight: paths(0..4),
            diagonal: paths(4..8),
            near: all().map(|from| mask(&near(from))).collect(),
            images,
            orbit: std::array::from_fn(|at| orbit(images[leads_home(at)][at]) as u8),
            to_orbit: std::array::from_fn(|at| leads_home(at) as u8),
            rays,
        }
    }

    /// Returns true if a rook (or, with `diagonal`, a bishop) on one square attacks the other, with
    /// pieces on the squares of `men`. Its own square and the other may be among them.
    #[must_use]
    pub fn sees(&self, diagonal: bool, from: u8, to: u8, men: &Mask) -> bool {
        let paths = if diagonal {
            &self.diagonal
        } else {
            &self.straight
        };
        paths[pair(from, to)]
            .iter()
            .any(|path| path[0] & men[0] | path[1] & men[1] | path[2] & men[2] == 0)
    }

    /// Returns true if a king on one square attacks the other.
    #[must_use]
    pub fn are_near(&self, a: u8, b: u8) -> bool {
        has(&self.near[a as usize], b)
    }
}

const fn pair(a: u8, b: u8) -> usize {
    a as usize * SQUARES + b as usize
}

#[cfg(test)]
mod tests {
    use rondel::rules::{Direction, LineEnd, Passed, Position, Square};

    use super::*;

    /// Every walk is the library's line on an empty board whose moats are all bridged.
    #[test]
    fn walks_are_the_lines_of_the_library() {
        // A position needs two kings. A line that ends at one of them is compared up to there.
        let line = "12wK11/12bK11/24/24/24/24 w wb xhp - - 0 0";
        let position: Position = line.parse().unwrap();
        let ours = |(along, inward): (i32, i32)| match (along, inward) {
            (1, 0) => Direction::Clockwise,
            (-1, 0) => Direction::Counterclockwise,
            (0, 1) => Direction::Inward,
            (0, -1) => Direction::Outward,
            (1, 1) => Direction::InwardClockwise,
            (-1, 1) => Direction::InwardCounterclockwise,
            (1, -1) => Direction::OutwardClockwise,
            _ => Direction::OutwardCounterclockwise,
        };
        for from in Square::all() {
            for (direction, ray) in DIRECTIONS.into_iter().zip(&geometry().rays[from.index()]) {
                let sight = position.sight(from, ours(direction));
                let mut want = Vec::new();
                let (mut moat, mut centre) = (false, false);
                let mut step = |square: Square, moat, centre| {
                    let to = square.index() as u8;
                    want.push(Step { to, moat, centre });
                };
                for passed in sight.passed {
                    match passed {
                        Passed::Square(square) => step(square, moat, centre),
                        Passed::Centre => centre = true,
                        Passed::Bridge(_) => moat = true,
                    }
                }
                let mut whole = true;
                if let LineEnd::Piece(square, _) = sight.end {
                    step(square, moat, centre);
                    whole = false;
                }
                assert_eq!(ray[..want.len()], want, "{from} {direction:?}");
                assert!(!whole || ray.len() == want.len(), "{from} {direction:?}");
            }
        }
    }

    #[test]
    fn symmetries_keep_every_step() {
        for image in geometry().images {
            for from in 0..SQUARES {
                let sorted = |steps: Vec<Step>| {
                    let mut steps: Vec<_> = steps.iter().map(|step| (step.to, step.moat)).collect();
                    steps.sort_unstable();
                    steps
                };
                let moved = |step: &Step| Step {
                    to: image[step.to as usize],
                    ..*step
                };
                let tables = geometry();
                for table in [&tables.king, &tables.knight] {
                    let images = table[from].iter().map(moved).collect();
                    assert_eq!(sorted(images), sorted(table[image[from] as usize].clone()));
                }
            }
        }
        for at in 0..SQUARES {
            let home = geometry().images[geometry().to_orbit[at] as usize][at];
            assert!(file(home) < 4);
            assert_eq!(of_orbit(orbit(home)), home);
        }
    }
}

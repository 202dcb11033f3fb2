//! Squares, steps and borders, from the text of rules §1 to §3.

/// File 0 to 23, rank 1 to 6.
pub(super) type At = (i32, i32);

/// Files per step and ranks per step, inward is 1.
pub(super) type Way = (i32, i32);

/// Along ring and file first, then diagonally.
#[rustfmt::skip]
const WAYS: [Way; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

pub(super) fn square(name: &str) -> At {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'0'))
}

pub(super) fn named((file, rank): At) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8))
}

pub(super) fn at(file: i32, rank: i32) -> At {
    (file.rem_euclid(24), rank)
}

pub(super) fn army_of(file: i32) -> char {
    ['w', 'g', 'b'][file as usize / 8]
}

pub(super) fn first_file(army: char) -> i32 {
    match army {
        'w' => 0,
        'g' => 8,
        _ => 16,
    }
}

pub(super) fn next_army(army: char) -> char {
    match army {
        'w' => 'g',
        'g' => 'b',
        _ => 'w',
    }
}

/// The border between the two sectors, if they are two.
pub(super) fn border(a: At, b: At) -> Option<char> {
    match (army_of(a.0), army_of(b.0)) {
        ('w', 'g') | ('g', 'w') => Some('h'),
        ('g', 'b') | ('b', 'g') => Some('p'),
        ('b', 'w') | ('w', 'b') => Some('x'),
        _ => None,
    }
}

/// The moat that a step or a knight's move crosses (rules §3.1).
pub(super) fn moat(a: At, b: At) -> Option<char> {
    if a.1 == 1 || b.1 == 1 {
        border(a, b)
    } else {
        None
    }
}

/// One step (rules §2.1 to §2.3), and the way to go on.
pub(super) fn step((file, rank): At, (side, inward): Way) -> Option<(At, Way)> {
    if rank == 6 && inward == 1 {
        Some((at(file + 12 + 2 * side, 6), (side, -1)))
    } else if rank + inward < 1 {
        None
    } else {
        Some((at(file + side, rank + inward), (side, inward)))
    }
}

pub(super) fn ways(kind: char) -> &'static [Way] {
    match kind {
        'K' | 'Q' => &WAYS,
        'R' => &WAYS[..4],
        'B' => &WAYS[4..],
        _ => &[],
    }
}

/// The squares to which a knight could go (rules §2.5).
pub(super) fn leaps((file, rank): At) -> Vec<At> {
    let mut leaps = Vec::new();
    for (side, inward) in [(1, 2), (2, 1), (1, -2), (2, -1)] {
        for side in [side, -side] {
            // Rank 7 is rank 6 across the centre, rank 8 is rank 5.
            match rank + inward {
                to @ 1..=6 => leaps.push(at(file + side, to)),
                to @ 7..=8 => leaps.push(at(file + 12 + side, 13 - to)),
                _ => {}
            }
        }
    }
    leaps
}

/// The squares on which a pawn could capture; creeks and moats are looked at elsewhere.
pub(super) fn diagonal(kind: char, from: At) -> Vec<At> {
    let inward = if kind == 'P' { 1 } else { -1 };
    [1, -1]
        .into_iter()
        .filter_map(|side| step(from, (side, inward)))
        .map(|(to, _)| to)
        .collect()
}

/// The squares to which a pawn could step; the second one goes twice.
pub(super) fn ahead(kind: char, from: At) -> Vec<At> {
    let inward = if kind == 'P' { 1 } else { -1 };
    let mut ahead: Vec<At> = step(from, (0, inward))
        .map(|(to, _)| to)
        .into_iter()
        .collect();
    if kind == 'P' && from.1 == 2 {
        ahead.push((from.0, 4));
    }
    ahead
}

/// All squares to which a piece could ever move or capture from here, on any board; castling is
/// not looked at.
pub(crate) fn reach(kind: char, from: &str) -> Vec<String> {
    let from = square(from);
    let mut reach = match kind {
        'N' => leaps(from),
        'P' | 'C' => [diagonal(kind, from), ahead(kind, from)].concat(),
        _ => Vec::new(),
    };
    for way in ways(kind) {
        let mut here = step(from, *way);
        while let Some((to, way)) = here.filter(|(to, _)| *to != from) {
            reach.push(to);
            here = if kind == 'K' { None } else { step(to, way) };
        }
    }
    reach.into_iter().map(named).collect()
}

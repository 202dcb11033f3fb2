//! The table of rules §6, as it is printed there.

/// The ways to earn points: rules §6.1 and §6.6, §6.2, §6.3, §6.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scores {
    Shared,
    MatchPoints,
    Stages,
    WinnerAndThird,
}

/// Of positions that occur again, and of moves: from when a draw is claimed, and comes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) claim: Option<u32>,
    pub(crate) automatic: Option<u32>,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) duel: bool,
    pub(crate) first_out: bool,
    pub(crate) wins_by_itself: bool,
    pub(crate) stalemate_of_three_is_out: bool,
    pub(crate) arrangement: bool,
    pub(crate) repetition: Due,
    pub(crate) moves: Due,
    pub(crate) impossibility_is_claimed: bool,
    pub(crate) names_winner: bool,
    pub(crate) scores: Scores,
}

const fn due(claim: Option<u32>, automatic: Option<u32>) -> Due {
    Due { claim, automatic }
}

const THREE_MAN: Table = Table {
    name: "three-man",
    duel: false,
    first_out: false,
    wins_by_itself: false,
    stalemate_of_three_is_out: true,
    arrangement: false,
    repetition: due(Some(3), Some(5)),
    moves: due(Some(50), Some(75)),
    impossibility_is_claimed: false,
    names_winner: false,
    scores: Scores::Shared,
};

const FIRST_MATE: Table = Table {
    name: "first-mate",
    first_out: true,
    stalemate_of_three_is_out: false,
    scores: Scores::Stages,
    ..THREE_MAN
};

pub(crate) const TABLES: [Table; 6] = [
    THREE_MAN,
    Table {
        name: "match-points",
        stalemate_of_three_is_out: false,
        arrangement: true,
        repetition: due(Some(3), None),
        moves: due(Some(50), None),
        impossibility_is_claimed: true,
        scores: Scores::MatchPoints,
        ..THREE_MAN
    },
    FIRST_MATE,
    Table {
        name: "second-mate",
        first_out: false,
        ..FIRST_MATE
    },
    Table {
        name: "three-player",
        first_out: true,
        wins_by_itself: true,
        stalemate_of_three_is_out: false,
        repetition: due(None, Some(3)),
        moves: due(None, Some(50)),
        names_winner: true,
        scores: Scores::WinnerAndThird,
        ..THREE_MAN
    },
    Table {
        name: "duel",
        duel: true,
        first_out: true,
        stalemate_of_three_is_out: false,
        repetition: due(None, Some(3)),
        moves: due(None, Some(50)),
        ..THREE_MAN
    },
];

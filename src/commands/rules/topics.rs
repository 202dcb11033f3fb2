//! The table of topics.

use crate::rules::Direction;

/// A topic.
#[derive(Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its name, which stays: `topic:moats`.
    pub name: &'static str,
    /// The position line that its picture begins with.
    pub(super) line: &'static str,
    /// Plain moves that are made from there, joined by spaces.
    pub(super) played: &'static str,
    /// What the picture points out.
    pub(super) pointed: &'static [Pointed],
    /// The moves that its text names.
    pub examples: &'static [Example],
}

/// A move that a text names.
#[derive(Debug, PartialEq, Eq)]
pub struct Example {
    /// As the text has it.
    pub written: &'static str,
    /// The same as a plain move.
    pub plain: &'static str,
    /// The section that forbids it (`§3.2`); a legal move has none.
    pub rule: Option<&'static str>,
}

/// What a picture points out, but for examples that are forbidden: these are crossed out always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// Where the piece on this square may go.
    Reach(&'static str),
    /// The line from this square in a direction, as far as its piece could slide.
    Line(&'static str, Direction),
    /// The examples that are legal.
    Moves,
}

/// All topics, in the order in which they are best read.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "board",
        line: "4wK7gK7bK3/24/2wR21/24/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("c3"), Pointed::Line("c3", Direction::Inward)],
        examples: &[legal("Ro2", "c3o2"), legal("Rk3", "c3k3")],
    },
    Topic {
        name: "diagonals",
        line: "2wB1wK7gK7bK3/24/24/24/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[
            Pointed::Reach("c1"),
            Pointed::Line("c1", Direction::InwardClockwise),
        ],
        examples: &[legal("Bv6", "c1v6"), legal("Ba3", "c1a3")],
    },
    Topic {
        name: "pieces",
        line: "12gK7bK3/24/24/24/1wN22/7wK16 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("h6"), Pointed::Reach("b5")],
        examples: &[
            legal("Kt6", "h6t6"),
            legal("Kr6", "h6r6"),
            legal("Kv6", "h6v6"),
            legal("Nm6", "b5m6"),
            legal("No6", "b5o6"),
        ],
    },
    Topic {
        name: "pawns",
        line: "4wK7gK7bK3/4wP19/3wP20/2gP21/24/6wP13bN3 w wgb - - - 0 0",
        played: "",
        pointed: &[
            Pointed::Reach("e2"),
            Pointed::Reach("d3"),
            Pointed::Reach("g6"),
        ],
        examples: &[
            legal("e4", "e2e4"),
            legal("dxc4", "d3c4"),
            legal("gxu6", "g6u6"),
        ],
    },
    Topic {
        name: "crossed-pawns",
        line: "4wK9gR7bK1/13wC5bP4/18wC5/9gK14/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("s3"), Pointed::Reach("n2")],
        examples: &[
            legal("sxt2", "s3t2"),
            legal("n1=Q", "n2n1q"),
            legal("nxo1=N", "n2o1n"),
        ],
    },
    Topic {
        name: "en-passant",
        line: "4wK7gK7bK3/11gPgPgP5bPbP3/24/13wC10/24/24 g wgb - - - 0 0",
        played: "m2m4 t2t3",
        pointed: &[Pointed::Reach("n4")],
        examples: &[legal("nxm3", "n4m3")],
    },
    Topic {
        name: "castling",
        line: "wR3wK2wR4gK7bK3/wPwPwP2wPwPwP16/24/24/15gR8/24 w wgb - wKQ - 0 0",
        played: "",
        pointed: &[Pointed::Reach("e1")],
        examples: &[legal("O-O", "e1g1"), barred("O-O-O", "e1c1", "§2.8")],
    },
    Topic {
        name: "moats",
        line: "wRwN2wK2wB4gK7bK3/wP10gPgPgP5bPbPbP2/24/10gN13/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[],
        examples: &[
            barred("a1x1", "a1x1", "§3.2"),
            barred("b1x2", "b1x2", "§3.2"),
            barred("h1i2", "h1i2", "§3.2"),
        ],
    },
    Topic {
        name: "bridges",
        line: "4wK2wR3gN12/5wPwPwP5gP5bPbP3/24/10bK13/24/24 w wb hp - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("h1")],
        examples: &[
            legal("Rj1", "h1j1"),
            barred("h1k1", "h1k1", "§3.4"),
            barred("h1l1", "h1l1", "§3.4"),
        ],
    },
    Topic {
        name: "creeks",
        line: "4wK7gK7bK3/15gP4bPbP2/7wP8wC7/8gP6wP8/16bN7/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("p4"), Pointed::Reach("q3")],
        examples: &[
            legal("pxq5", "p4q5"),
            legal("qxp2", "q3p2"),
            barred("hxi4", "h3i4", "§3.7"),
        ],
    },
    Topic {
        name: "check",
        line: "4wK7gK7bK3/3wP1wP5gPgPgP5bPbP3/16gR7/24/6wR14bN2/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Reach("e1"), Pointed::Reach("g5")],
        examples: &[
            legal("Kd1", "e1d1"),
            legal("Re5", "g5e5"),
            legal("Rq5", "g5q5"),
            barred("d2d3", "d2d3", "§4.1"),
        ],
    },
    Topic {
        name: "taking-a-king",
        line: "4wK7gK7bK3/3wPwPwP5gP1gP5bPbPbP2/12bB11/24/12wR11/24 b wgb - - - 0 0",
        played: "m3j6",
        pointed: &[Pointed::Moves],
        examples: &[legal("RxKm1", "m5m1")],
    },
    Topic {
        name: "going-out",
        line: "12gK7bK3/3wKwP6gPgPgP5bP1bP2/10gN13/5gQ1wR12bR3/24/24 w wb hp - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[
            legal("Rxf4", "h4f4"),
            legal("Ke3", "d2e3"),
            barred("k3m4", "k3m4", "§4.4"),
        ],
    },
    Topic {
        name: "draws",
        line: "4wK7gK7bK3/11gPgPgP10/7wB16/24/24/14bN9 w wb hp - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[legal("Bxo6", "h3o6")],
    },
    Topic {
        name: "three-man",
        line: "4wK7gK7bK3/3wPwPwQ9gP3bPbPbP2/9gP14/13wN10/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[legal("Qm2#", "f2m2")],
    },
    Topic {
        name: "match-points",
        line: "4wK7gK7bK3/1wQ1wPwPwP5gPgPgP10/16bN7/21wN2/24/24 w wb hp - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[legal("Qu2#", "b2u2")],
    },
    Topic {
        name: "first-mate",
        line: "4wK7gK7bK3/3wPwPwQ9gP3bPbPbP2/9gP14/13bN10/24/24 w wgb - - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[legal("Qm2#", "f2m2")],
    },
    Topic {
        name: "second-mate",
        line: "4wK7gK7bK3/1wR1wPwPwP5gPgPgP10/24/16wR7/23bN/24 w wb hp - - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[legal("Rq1#", "q4q1")],
    },
    Topic {
        name: "three-player",
        line: "4wK7gK7bK3/3wPwPwP5gPgPgP5bP1bP2/20wB3/24/20gR3/24 w wgb - - - 0 0",
        played: "u3t4",
        pointed: &[Pointed::Moves],
        examples: &[legal("RxKu1", "u5u1")],
    },
    Topic {
        name: "duel",
        line: "wRwNwBwQwKwBwNwRgRgNgBgQgKgBgNgRbRbNbBbQbKbBbNbR/wPwPwPwPwPwPwPwPgPgPgPgPgPgPgP\
               gPbPbPbPbPbPbPbPbP/24/24/24/24 w wb hp wKQbKQ - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[
            legal("e4", "e2e4"),
            legal("Nf3", "g1f3"),
            barred("h1i1", "h1i1", "§3.4"),
        ],
    },
    Topic {
        name: "notation",
        line: "4wK2wR4gK9bK1/2wPwN3wP11wC2bP1/24/4wP19/5gP18/24 w wgb - wK - 0 0",
        played: "",
        pointed: &[Pointed::Moves],
        examples: &[
            legal("c4", "c2c4"),
            legal("Nf3", "d2f3"),
            legal("exf5", "e4f5"),
            legal("O-O", "e1g1"),
            legal("t1=Q+", "t2t1q"),
        ],
    },
];

const fn legal(written: &'static str, plain: &'static str) -> Example {
    Example {
        written,
        plain,
        rule: None,
    }
}

const fn barred(written: &'static str, plain: &'static str, rule: &'static str) -> Example {
    Example {
        written,
        plain,
        rule: Some(rule),
    }
}

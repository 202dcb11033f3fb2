//! Rows of rules §6's table about positions that come again.

use super::{Case, Row};

const SAME_POSITION_MEANS: Row = Row {
    title: "same position means",
    section: "§5.2",
    sources: ["[GE]", "[MP]", "[GE]", "[GE]", "[GE]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "castling rights gone meanwhile",
            fields: "w wgb xhp wK - 0 0",
            pieces: "wKe1 wRh1 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(h1h2 m4m5 u4u5 h2h1 m5m4 u5u4) claim:w",
            told: &[
                (
                    "three-man first-mate second-mate three-player",
                    "w to move of wgb; refused at 12",
                ),
                ("match-points", "draw:repetition 1-1-1"),
            ],
        },
        Case {
            about: "castling rights gone, and once more",
            fields: "w wgb xhp wK - 0 0",
            pieces: "wKe1 wRh1 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "3*(h1h2 m4m5 u4u5 h2h1 m5m4 u5u4) claim:w",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "draw:repetition 1/2-1/2-1/2; over at 13"),
            ],
        },
        Case {
            about: "castling rights gone, two in play",
            fields: "w wb xhp wK - 0 0",
            pieces: "wKe1 wRh1 bKu4 wPb2 bPr2",
            words: "2*(h1h2 u4u5 h2h1 u5u4) claim:w",
            told: &[
                (
                    "three-man second-mate duel",
                    "w to move of wb; refused at 8",
                ),
                ("match-points", "draw:repetition 1-0-1"),
            ],
        },
        Case {
            about: "castling rights gone, two in play, once more",
            fields: "w wb xhp wK - 0 0",
            pieces: "wKe1 wRh1 bKu4 wPb2 bPr2",
            words: "3*(h1h2 u4u5 h2h1 u5u4) claim:w",
            told: &[
                ("three-man second-mate", "draw:repetition 1/2-0-1/2"),
                ("match-points", "draw:repetition 1-0-1"),
                ("duel", "draw:repetition 1/2-0-1/2; over at 9"),
            ],
        },
        Case {
            about: "en passant could be taken",
            fields: "w wgb xhp - r3 0 0",
            pieces: "wKe4 gKm4 bKu5 bPr4 wCs4 gPj2",
            words: "2*(e4e5 m4m5 u5u6 e5e4 m5m4 u6u5) claim:w",
            told: &[
                (
                    "three-man first-mate second-mate three-player",
                    "w to move of wgb; refused at 12",
                ),
                ("match-points", "draw:repetition 1-1-1"),
            ],
        },
        Case {
            about: "en passant could be taken, two in play",
            fields: "w wb xhp - r3 0 0",
            pieces: "wKe4 bKu5 bPr4 wCs4",
            words: "2*(e4e5 u5u6 e5e4 u6u5) claim:w",
            told: &[
                (
                    "three-man second-mate duel",
                    "w to move of wb; refused at 8",
                ),
                ("match-points", "draw:repetition 1-0-1"),
            ],
        },
        Case {
            about: "en passant could be taken later",
            fields: "w wgb xhp - r3 0 0",
            pieces: "wKe4 gKm4 bKu5 bPr4 gCs4 wPb2",
            words: "2*(e4e5 m4m5 u5u6 e5e4 m5m4 u6u5) claim:w",
            told: &[
                (
                    "three-man first-mate second-mate three-player",
                    "w to move of wgb; refused at 12",
                ),
                ("match-points", "draw:repetition 1-1-1"),
            ],
        },
        Case {
            about: "no pawn is beside",
            fields: "w wgb xhp - r3 0 0",
            pieces: "wKe4 gKm4 bKu5 bPr4 wCt4 gPj2",
            words: "2*(e4e5 m4m5 u5u6 e5e4 m5m4 u6u5) claim:w",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "draw:repetition 1/2-1/2-1/2; over at 12"),
            ],
        },
        Case {
            about: "no pawn is beside, two in play",
            fields: "w wb xhp - r3 0 0",
            pieces: "wKe4 bKu5 bPr4 wCt4",
            words: "2*(e4e5 u5u6 e5e4 u6u5) claim:w",
            told: &[
                ("three-man second-mate", "draw:repetition 1/2-0-1/2"),
                ("match-points", "draw:repetition 1-0-1"),
                ("duel", "draw:repetition 1/2-0-1/2; over at 8"),
            ],
        },
        Case {
            about: "the pawn beside has had its turn",
            fields: "g wgb xhp - r3 0 0",
            pieces: "wKe4 gKm4 bKu5 bPr4 wCs4 gPj2",
            words: "2*(m4m5 u5u6 e4e5 m5m4 u6u5 e5e4) claim:g",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "draw:repetition 1/2-1/2-1/2; over at 12"),
            ],
        },
        Case {
            about: "the pawn beside is pinned",
            fields: "w wgb xhp - r3 0 0",
            pieces: "wKs6 gKm4 bKw4 bPr4 wCs4 gRs1",
            words: "2*(s6t6 m4m5 w4w5 t6s6 m5m4 w5w4) claim:w",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "draw:repetition 1/2-1/2-1/2; over at 12"),
            ],
        },
        Case {
            about: "another is to move",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 m4m5 u4u5 e5e4 m5m4 u5v4 e4e5 m4m5 v4u4 e5e4 m5m4 u4u5 e4e5 m4m5 u5u4 e5e4 m5n4 u4u5 e4e5 n4m4 u5u4 e5e4 claim:g",
            told: &[
                (
                    "three-man first-mate second-mate three-player",
                    "g to move of wgb; refused at 22",
                ),
                ("match-points", "draw:repetition 1-1-1"),
            ],
        },
        Case {
            about: "another is to move, two in play",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5 u4u5 e5f4 u5u4 f4e4 u4u5 e4e5 u5v4 e5e4 v4u4 claim:w",
            told: &[
                (
                    "three-man second-mate duel",
                    "w to move of wb; refused at 10",
                ),
                ("match-points", "draw:repetition 1-0-1"),
            ],
        },
        Case {
            about: "a moat was bridged meanwhile",
            fields: "w wgb - - - 0 0",
            pieces: "wKe4 wNc1 gKm4 bKu4 wPb2 gPj2 bPr2 gBk1 bBs1",
            words: "2*(c1b3 m4m5 u4u5 b3c1 m5m4 u5u4) claim:w",
            told: &[
                (
                    "three-man first-mate second-mate three-player",
                    "w to move of wgb; refused at 12",
                ),
                ("match-points", "draw:repetition 1-1-1"),
            ],
        },
        Case {
            about: "an army went out meanwhile, which adds no time",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "1*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) resign:g claim:w",
            told: &[(
                "three-man match-points second-mate",
                "g conceded; w to move of wb; refused at 7",
            )],
        },
        Case {
            about: "an army went out meanwhile",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) resign:g claim:w",
            told: &[
                (
                    "three-man second-mate",
                    "g conceded; w to move of wb; refused at 13",
                ),
                ("match-points", "g conceded; draw:repetition 2-0-2"),
            ],
        },
    ],
};

const REPETITION: Row = Row {
    title: "repetition",
    section: "§5.2",
    sources: ["[FIDE]", "[MP]", "[FIDE]", "[FIDE]", "[here]", "[here]"],
    never: &[],
    cases: &[
        Case {
            about: "the second time",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 m4m5 u4u5 e5e4 m5m4 u5u4 claim:w",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb; refused at 6",
            )],
        },
        Case {
            about: "the third time, unclaimed",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4)",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "w to move of wgb",
                ),
                ("three-player", "draw:repetition 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "claimed after it",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) claim:w",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "draw:repetition 1/2-1/2-1/2; over at 12"),
            ],
        },
        Case {
            about: "claimed by the other opponent",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) claim:g",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
            ],
        },
        Case {
            about: "claimed after it by who moved",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) claim:b",
            told: &[(
                "three-man match-points first-mate second-mate",
                "w to move of wgb; refused at 12",
            )],
        },
        Case {
            about: "claimed after the next move",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "2*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4) e4f4 claim:g",
            told: &[(
                "three-man match-points first-mate second-mate",
                "g to move of wgb; refused at 13",
            )],
        },
        Case {
            about: "claimed with the move",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 m4m5 u4u5 e5e4 m5m4 u5u4 e4e5 m4m5 u4u5 e5e4 m5m4 claim:b:u5u4",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "draw:repetition 1-1-1"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
                ("three-player", "b to move of wgb; refused at 11"),
            ],
        },
        Case {
            about: "claimed with a move of another",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 m4m5 u4u5 e5e4 m5m4 u5u4 e4e5 m4m5 u4u5 e5e4 m5m4 claim:w:u5u4",
            told: &[(
                "three-man match-points first-mate second-mate",
                "b to move of wgb; refused at 11",
            )],
        },
        Case {
            about: "claimed with the move, too early",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 m4m5 u4u5 e5e4 m5m4 claim:b:u5u4",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "b to move of wgb; refused at 5",
            )],
        },
        Case {
            about: "the fourth time",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "3*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4)",
            told: &[(
                "three-man match-points first-mate second-mate",
                "w to move of wgb",
            )],
        },
        Case {
            about: "the fifth time",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "4*(e4e5 m4m5 u4u5 e5e4 m5m4 u5u4)",
            told: &[
                ("three-man", "draw:repetition 1/3-1/3-1/3"),
                ("match-points", "w to move of wgb"),
                ("first-mate second-mate", "draw:repetition 2/3-2/3-2/3"),
            ],
        },
        Case {
            about: "two in play, the second time",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5 u4u5 e5e4 u5u4 claim:w",
            told: &[(
                "three-man match-points second-mate duel",
                "w to move of wb; refused at 4",
            )],
        },
        Case {
            about: "two in play, the third time, unclaimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "2*(e4e5 u4u5 e5e4 u5u4)",
            told: &[
                ("three-man match-points second-mate", "w to move of wb"),
                ("duel", "draw:repetition 1/2-0-1/2"),
            ],
        },
        Case {
            about: "two in play, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "2*(e4e5 u4u5 e5e4 u5u4) claim:w",
            told: &[
                ("three-man second-mate", "draw:repetition 1/2-0-1/2"),
                ("match-points", "draw:repetition 1-0-1"),
                ("duel", "draw:repetition 1/2-0-1/2; over at 8"),
            ],
        },
        Case {
            about: "two in play, the fifth time",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "4*(e4e5 u4u5 e5e4 u5u4)",
            told: &[
                ("three-man second-mate", "draw:repetition 1/2-0-1/2"),
                ("match-points", "w to move of wb"),
            ],
        },
    ],
};

pub(super) const ROWS: [&Row; 2] = [&SAME_POSITION_MEANS, &REPETITION];

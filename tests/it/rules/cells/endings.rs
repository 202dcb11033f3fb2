//! Rows of rules §6's table about who plays, what ends a match, and who goes out.

use super::{Case, Row};

const ARMIES: Row = Row {
    title: "armies",
    section: "§6.6",
    sources: ["[3M]", "[MP]", "[FS]", "[FS]", "[3P]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "the turn goes round",
            fields: "start",
            pieces: "",
            words: "e2e4 m2m4 u2u4",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "Gray's seat is empty",
            fields: "start",
            pieces: "",
            words: "e2e4 u2u4",
            told: &[("duel", "w to move of wb")],
        },
        Case {
            about: "three armies",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "",
            told: &[
                (
                    "three-man match-points first-mate second-mate three-player",
                    "w to move of wgb",
                ),
                ("duel", "impossible at -1"),
            ],
        },
        Case {
            about: "two of three",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5",
            told: &[
                ("three-man match-points second-mate duel", "b to move of wb"),
                ("first-mate three-player", "w to move of wb; over at 0"),
            ],
        },
        Case {
            about: "the one before in check",
            fields: "b wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bRe2",
            words: "",
            told: &[
                ("three-man match-points second-mate", "b to move of wb"),
                ("duel", "impossible at -1"),
            ],
        },
    ],
};

const ENDS: Row = Row {
    title: "ends",
    section: "§6, §6.7",
    sources: ["[3M]", "[MP]", "[FS]", "[FS]", "[3P]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "the first army goes out",
            fields: "b wgb hp - - 35 94",
            pieces: "bKx6 bRx5 bQc3 bQe3 wKa4 gKb1",
            words: "c3a3",
            told: &[
                (
                    "three-man match-points second-mate",
                    "w mate of b by b; g to move of gb",
                ),
                ("first-mate", "w mate of b by b; first-out 0-1/2-3/2"),
                ("three-player", "w mate of b by b; first-out 0-1/2-1"),
            ],
        },
        Case {
            about: "mated by two; Gray would move first (4.6)",
            fields: "b wgb hp - - 5 56",
            pieces: "bKw2 gQv3 gKa4 bRg5 bQh6 wKj6",
            words: "w2w1",
            told: &[
                (
                    "three-man match-points",
                    "w mate of gb by g; g to move of gb",
                ),
                ("first-mate", "w mate of gb by b; first-out 0-1/2-3/2"),
                ("second-mate", "w mate of gb by b; g to move of gb"),
                ("three-player", "w mate of gb by g; first-out 0-1-1/2"),
            ],
        },
        Case {
            about: "and the second",
            fields: "b wgb hp - - 35 94",
            pieces: "bKx6 bRx5 bQc3 bQe3 wKa4 gKb1",
            words: "c3a3 b1c2 a3c1",
            told: &[
                (
                    "three-man",
                    "w mate of b by b; g mate of b by b; last-army 0-0-1",
                ),
                (
                    "match-points",
                    "w mate of b by b; g mate of b by b; last-army 0-0-5",
                ),
                (
                    "first-mate",
                    "w mate of b by b; first-out 0-1/2-3/2; over at 1",
                ),
                (
                    "second-mate",
                    "w mate of b by b; g mate of b by b; last-army 0-1/2-5/2",
                ),
                (
                    "three-player",
                    "w mate of b by b; first-out 0-1/2-1; over at 1",
                ),
            ],
        },
        Case {
            about: "the one opponent is mated",
            fields: "w wb xhp - - 0 0",
            pieces: "wKs1 bKq1 wQc2",
            words: "c2p2",
            told: &[
                ("three-man second-mate", "b mate of w by w; last-army 1-0-0"),
                ("match-points", "b mate of w by w; last-army 3-0-0"),
                ("duel", "b mate of w by w; first-out 1-0-0"),
            ],
        },
        Case {
            about: "fewer in play than it plays on with",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5",
            told: &[("first-mate three-player", "w to move of wb; over at 0")],
        },
        Case {
            about: "one army left",
            fields: "w w xhp - - 0 0",
            pieces: "wKe4",
            words: "e4e5",
            told: &[(
                "three-man match-points first-mate second-mate three-player duel",
                "w to move of w; over at 0",
            )],
        },
    ],
};

const KING_CAPTURE: Row = Row {
    title: "king capture (4.2)",
    section: "§4.2, §6.5",
    sources: ["[3M]", "[3M]", "[3M]", "[3M]", "[3P]", "[GE]"],
    never: &[(
        "duel",
        "the army that has just moved is never in check, and there is no other",
    )],
    cases: &[
        Case {
            about: "left so when the third conceded",
            fields: "b wb xhp - - 0 0",
            pieces: "wKe4 bQe2 bKu5",
            words: "e2e4",
            told: &[
                (
                    "three-man second-mate",
                    "w king-taken by b; last-army 0-0-1",
                ),
                ("match-points", "w king-taken by b; last-army 0-0-3"),
                ("duel", "impossible at -1"),
            ],
        },
        Case {
            about: "a king is taken",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe3 gKi3 bKq3 gQg3 wQg2 wRm6 bQm5",
            words: "e3d4 g3q3",
            told: &[
                (
                    "three-man match-points second-mate",
                    "b king-taken by g; w to move of wg",
                ),
                ("first-mate", "b king-taken by g; first-out 1/2-3/2-0"),
                (
                    "three-player",
                    "b king-taken by g; capturable-king 1/2-1-0; over at 1",
                ),
            ],
        },
        Case {
            about: "a king that could be taken is left alone",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe3 gKi3 bKq3 gQg3 wQg2 wRm6 bQm5",
            words: "e3d4 g3g4",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "b to move of wgb",
                ),
                (
                    "three-player",
                    "b king-taken by g; capturable-king 1/2-1-0; over at 1",
                ),
            ],
        },
        Case {
            about: "by a pinned piece",
            fields: "w wgb xhp - - 0 0",
            pieces: "gKi6 gRm6 wRp6 wKx1 bKm2 wBm4",
            words: "m4e6",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "g to move of wgb",
                ),
                ("three-player", "b king-taken by g; capturable-king 1/2-1-0"),
            ],
        },
        Case {
            about: "and it cannot be taken so",
            fields: "w wgb xhp - - 0 0",
            pieces: "gKi6 gRm6 wRp6 wKx1 bKm2 wBm4",
            words: "m4e6 m6m2",
            told: &[(
                "three-man match-points first-mate second-mate",
                "g to move of wgb; illegal at 1",
            )],
        },
        Case {
            about: "when in check itself",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKa1 gKo1 bKp3 gQv5 wQk5 wRn5 bQd6",
            words: "n5b1",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "g to move of wgb",
                ),
                ("three-player", "b king-taken by g; capturable-king 1/2-1-0"),
            ],
        },
        Case {
            about: "the line given is not looked at for it",
            fields: "g wgb xhp - - 0 0",
            pieces: "wKd4 gKi3 bKq3 gQg3 wQg2 wRm6 bQm5",
            words: "",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "g to move of wgb",
            )],
        },
        Case {
            about: "and the capture itself ends the match",
            fields: "g wgb xhp - - 0 0",
            pieces: "wKd4 gKi3 bKq3 gQg3 wQg2 wRm6 bQm5",
            words: "g3q3",
            told: &[("three-player", "b king-taken by g; first-out 1/2-1-0")],
        },
    ],
};

const STALEMATE_3_IN_PLAY: Row = Row {
    title: "stalemate, 3 in play",
    section: "§4.3, §6",
    sources: ["[3M]", "[MP]", "[FIDE]", "[FIDE]", "[3P]", "[GE]"],
    never: &[("duel", "two armies play")],
    cases: &[
        Case {
            about: "by a move",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKk3 gKi1 bKh3 wQo4 bRx5",
            words: "o4j3",
            told: &[
                ("three-man", "g stalemate; b to move of wb"),
                ("match-points", "draw:stalemate 1-1-1"),
                ("first-mate second-mate", "draw:stalemate 2/3-2/3-2/3"),
                ("three-player", "draw:stalemate 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "in the line given",
            fields: "g wgb xhp - - 0 0",
            pieces: "wKk3 gKi1 bKh3 wQj3 bRx5",
            words: "",
            told: &[
                ("three-man", "g stalemate; b to move of wb"),
                ("match-points", "draw:stalemate 1-1-1"),
                ("first-mate second-mate", "draw:stalemate 2/3-2/3-2/3"),
                ("three-player", "draw:stalemate 1/2-1/2-1/2"),
            ],
        },
    ],
};

const STALEMATE_2_IN_PLAY: Row = Row {
    title: "stalemate, 2 in play",
    section: "§4.3, §6",
    sources: ["[3M]", "[MP]", "[FS]", "[FIDE]", "[3P]", "[GE]"],
    never: &[
        ("first-mate", "the match is over when two are left"),
        ("three-player", "the match is over when two are left"),
    ],
    cases: &[
        Case {
            about: "by a move",
            fields: "w wb xhp - - 0 0",
            pieces: "wKa2 bKx1 wQo6",
            words: "o6k2",
            told: &[
                ("three-man second-mate duel", "draw:stalemate 1/2-0-1/2"),
                ("match-points", "draw:stalemate 1-0-1"),
            ],
        },
        Case {
            about: "in the line given",
            fields: "b wb xhp - - 0 0",
            pieces: "wKa2 bKx1 wQk2",
            words: "",
            told: &[
                ("three-man second-mate duel", "draw:stalemate 1/2-0-1/2"),
                ("match-points", "draw:stalemate 1-0-1"),
            ],
        },
        Case {
            about: "when the third concedes",
            fields: "g wgb xhp - - 0 0",
            pieces: "gKm4 wKa2 bKx1 wQk2",
            words: "resign:g",
            told: &[
                ("three-man", "g conceded; draw:stalemate 1/2-0-1/2"),
                ("match-points", "g conceded; draw:stalemate 2-0-2"),
                ("second-mate", "g conceded; draw:stalemate 3/2-0-3/2"),
            ],
        },
    ],
};

const CONCEDING: Row = Row {
    title: "conceding",
    section: "§6.2, §6.3, §6.5",
    sources: ["[FIDE]", "[MP]", "[here]", "[here]", "[3P]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "with two opponents",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g",
            told: &[
                (
                    "three-man match-points second-mate",
                    "g conceded; w to move of wb",
                ),
                ("first-mate", "g conceded; first-out 1-0-1"),
                ("three-player", "w to move of wgb; refused at 0"),
            ],
        },
        Case {
            about: "whose turn it is",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:w",
            told: &[
                (
                    "three-man match-points second-mate",
                    "w conceded; g to move of gb",
                ),
                ("first-mate", "w conceded; first-out 0-1-1"),
            ],
        },
        Case {
            about: "with one",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "resign:w",
            told: &[
                ("three-man second-mate", "w conceded; last-army 0-0-1"),
                ("match-points", "w conceded; last-army 0-0-3"),
                ("duel", "w conceded; first-out 0-0-1"),
            ],
        },
        Case {
            about: "with two, then with one",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g resign:b",
            told: &[
                ("three-man", "g conceded; b conceded; last-army 1-0-0"),
                ("match-points", "g conceded; b conceded; last-army 4-0-1"),
                ("second-mate", "g conceded; b conceded; last-army 2-0-1"),
            ],
        },
        Case {
            about: "for a winner, accepted",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b accept:w",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "w to move of wgb; refused at 0",
                ),
                ("three-player", "g conceded; resigned-for 1/2-0-1"),
            ],
        },
        Case {
            about: "for a winner, declined",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b decline:w accept:w",
            told: &[("three-player", "w to move of wgb; refused at 2")],
        },
        Case {
            about: "for a winner, withdrawn",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b withdraw:g accept:w",
            told: &[("three-player", "w to move of wgb; refused at 2")],
        },
        Case {
            about: "for a winner, lapsed by a move of the resigner",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b e4e5 m4m5 accept:w",
            told: &[("three-player", "b to move of wgb; refused at 3")],
        },
        Case {
            about: "for a winner, still standing after moves of others",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b e4e5 accept:w",
            told: &[("three-player", "g conceded; resigned-for 1/2-0-1")],
        },
        Case {
            about: "for a winner, while another stands",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b resign:w:for:b",
            told: &[("three-player", "w to move of wgb; refused at 1")],
        },
        Case {
            about: "for a winner, another after it was declined",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b decline:w resign:w:for:g accept:b",
            told: &[("three-player", "w conceded; resigned-for 0-1-1/2")],
        },
        Case {
            about: "accepted by the winner",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b accept:b",
            told: &[("three-player", "w to move of wgb; refused at 1")],
        },
        Case {
            about: "accepted by the resigner",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:b accept:g",
            told: &[("three-player", "w to move of wgb; refused at 1")],
        },
        Case {
            about: "for oneself",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "resign:g:for:g",
            told: &[("three-player", "w to move of wgb; refused at 0")],
        },
        Case {
            about: "by who is out",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "resign:g",
            told: &[(
                "three-man match-points second-mate duel",
                "w to move of wb; refused at 0",
            )],
        },
    ],
};

pub(super) const ROWS: [&Row; 6] = [
    &ARMIES,
    &ENDS,
    &KING_CAPTURE,
    &STALEMATE_3_IN_PLAY,
    &STALEMATE_2_IN_PLAY,
    &CONCEDING,
];

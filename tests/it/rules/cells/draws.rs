//! Rows of rules §6's table about play that leads to nothing.

use super::{Case, Row};

const FIFTY_MOVES: Row = Row {
    title: "fifty moves",
    section: "§5.3",
    sources: ["[FIDE]", "[MP]", "[FIDE]", "[FIDE]", "[3P]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "150 plies, claimed",
            fields: "w wgb xhp - - 149 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 claim:b",
            told: &[
                ("three-man", "draw:moves 1/3-1/3-1/3"),
                ("match-points", "draw:moves 1-1-1"),
                ("first-mate second-mate", "draw:moves 2/3-2/3-2/3"),
                ("three-player", "draw:moves 1/2-1/2-1/2; over at 1"),
            ],
        },
        Case {
            about: "150 plies, claimed by who moved",
            fields: "w wgb xhp - - 149 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 claim:w",
            told: &[
                ("three-man", "draw:moves 1/3-1/3-1/3"),
                ("match-points", "draw:moves 1-1-1"),
                ("first-mate second-mate", "draw:moves 2/3-2/3-2/3"),
            ],
        },
        Case {
            about: "149 plies, claimed",
            fields: "w wgb xhp - - 148 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 claim:b",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "g to move of wgb; refused at 1",
            )],
        },
        Case {
            about: "150 plies, claimed with the move",
            fields: "w wgb xhp - - 149 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "claim:w:e4e5",
            told: &[
                ("three-man", "draw:moves 1/3-1/3-1/3"),
                ("match-points", "draw:moves 1-1-1"),
                ("first-mate second-mate", "draw:moves 2/3-2/3-2/3"),
                ("three-player", "w to move of wgb; refused at 0"),
            ],
        },
        Case {
            about: "149 plies, claimed with the move",
            fields: "w wgb xhp - - 148 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "claim:w:e4e5",
            told: &[(
                "three-man match-points first-mate second-mate",
                "w to move of wgb; refused at 0",
            )],
        },
        Case {
            about: "claimed with a pawn move",
            fields: "w wgb xhp - - 200 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "claim:w:b2b3",
            told: &[(
                "three-man match-points first-mate second-mate",
                "w to move of wgb; refused at 0",
            )],
        },
        Case {
            about: "a pawn move restarts it",
            fields: "w wgb xhp - - 200 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "b2b3 claim:g",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "g to move of wgb; refused at 1",
            )],
        },
        Case {
            about: "150 plies, unclaimed",
            fields: "w wgb xhp - - 149 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5",
            told: &[
                (
                    "three-man match-points first-mate second-mate",
                    "g to move of wgb",
                ),
                ("three-player", "draw:moves 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "149 plies",
            fields: "w wgb xhp - - 148 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5",
            told: &[("three-player", "g to move of wgb")],
        },
        Case {
            about: "224 plies",
            fields: "w wgb xhp - - 223 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5",
            told: &[(
                "three-man match-points first-mate second-mate",
                "g to move of wgb",
            )],
        },
        Case {
            about: "225 plies",
            fields: "w wgb xhp - - 224 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5",
            told: &[
                ("three-man", "draw:moves 1/3-1/3-1/3"),
                ("match-points", "g to move of wgb"),
                ("first-mate second-mate", "draw:moves 2/3-2/3-2/3"),
            ],
        },
        Case {
            about: "the line given is not looked at for it",
            fields: "w wgb xhp - - 225 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "two in play, 100 plies, claimed",
            fields: "w wb xhp - - 99 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5 claim:b",
            told: &[
                ("three-man second-mate", "draw:moves 1/2-0-1/2"),
                ("match-points", "draw:moves 1-0-1"),
                ("duel", "draw:moves 1/2-0-1/2; over at 1"),
            ],
        },
        Case {
            about: "two in play, 99 plies, claimed",
            fields: "w wb xhp - - 98 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5 claim:b",
            told: &[(
                "three-man match-points second-mate duel",
                "b to move of wb; refused at 1",
            )],
        },
        Case {
            about: "two in play, 149 plies",
            fields: "w wb xhp - - 148 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5",
            told: &[("three-man match-points second-mate", "b to move of wb")],
        },
        Case {
            about: "two in play, 150 plies",
            fields: "w wb xhp - - 149 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "e4e5",
            told: &[
                ("three-man second-mate", "draw:moves 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "an army goes out, which restarts it",
            fields: "w wgb xhp - - 149 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "e4e5 resign:g claim:w",
            told: &[(
                "three-man match-points second-mate",
                "g conceded; b to move of wb; refused at 2",
            )],
        },
    ],
};

const IMPOSSIBILITY: Row = Row {
    title: "impossibility",
    section: "§5.4",
    sources: ["[GE]", "[MP]", "[GE]", "[GE]", "[GE]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "three bare kings",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4",
            words: "e4e5",
            told: &[
                ("three-man", "draw:impossibility 1/3-1/3-1/3"),
                ("match-points", "g to move of wgb"),
                ("first-mate second-mate", "draw:impossibility 2/3-2/3-2/3"),
                ("three-player", "draw:impossibility 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "three bare kings, claimed",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4",
            words: "e4e5 claim:w",
            told: &[("match-points", "draw:impossibility 1-1-1")],
        },
        Case {
            about: "a knight among three",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 wNa2",
            words: "e4e5",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "g to move of wgb",
            )],
        },
        Case {
            about: "king against king",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "king against king, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4",
            words: "claim:b",
            told: &[
                (
                    "three-man second-mate duel",
                    "w to move of wb; refused at 0",
                ),
                ("match-points", "draw:impossibility 1-0-1"),
            ],
        },
        Case {
            about: "king against king, claimed with the move",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4",
            words: "claim:w:e4e5",
            told: &[("match-points", "draw:impossibility 1-0-1")],
        },
        Case {
            about: "with dead pieces on the board",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 gQm3 gPm2 gKm4",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "bishop",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "knight",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bNq2",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "bishops on one colour",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2 wBc2",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "bishops on two colours",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2 wBb2",
            words: "e4e5",
            told: &[("three-man match-points second-mate duel", "b to move of wb")],
        },
        Case {
            about: "bishops on two colours, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2 wBb2",
            words: "claim:w",
            told: &[("match-points", "draw:impossibility 1-0-1")],
        },
        Case {
            about: "two bishops of one army",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2 bBs2",
            words: "e4e5",
            told: &[("three-man match-points second-mate duel", "b to move of wb")],
        },
        Case {
            about: "two bishops of one army, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bBq2 bBs2",
            words: "claim:w",
            told: &[("match-points", "w to move of wb; refused at 0")],
        },
        Case {
            about: "knight against knight",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bNq2 wNa2",
            words: "e4e5",
            told: &[("three-man match-points second-mate duel", "b to move of wb")],
        },
        Case {
            about: "knight against knight, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bNq2 wNa2",
            words: "claim:w",
            told: &[("match-points", "draw:impossibility 1-0-1")],
        },
        Case {
            about: "a pawn",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bPr2",
            words: "e4e5",
            told: &[("three-man match-points second-mate duel", "b to move of wb")],
        },
        Case {
            about: "a pawn, claimed",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bPr2",
            words: "claim:w",
            told: &[("match-points", "w to move of wb; refused at 0")],
        },
        Case {
            about: "the last piece is taken",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 bRe5",
            words: "e4e5",
            told: &[
                ("three-man second-mate duel", "draw:impossibility 1/2-0-1/2"),
                ("match-points", "b to move of wb"),
            ],
        },
        Case {
            about: "the third concedes",
            fields: "w wgb xhp - - 0 0",
            pieces: "wKe4 gKm4 bKu4 gQm2",
            words: "resign:g",
            told: &[
                ("three-man", "g conceded; draw:impossibility 1/2-0-1/2"),
                ("match-points", "g conceded; w to move of wb"),
                ("second-mate", "g conceded; draw:impossibility 3/2-0-3/2"),
            ],
        },
    ],
};

pub(super) const ROWS: [&Row; 2] = [&FIFTY_MOVES, &IMPOSSIBILITY];

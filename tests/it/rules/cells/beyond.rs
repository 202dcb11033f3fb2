//! Rules §5.1 and §5.5, which hold for all rulesets, in each column of rules §6's table.

use super::{Case, Row};

const AGREEMENT: Row = Row {
    title: "agreement",
    section: "§5.1",
    sources: ["[3M]", "[MP]", "[FS]", "[FS]", "[3P]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "all agree",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g draw:b",
            told: &[
                ("three-man", "draw:agreement 1/3-1/3-1/3"),
                ("match-points", "draw:agreement 1-1-1"),
                ("first-mate second-mate", "draw:agreement 2/3-2/3-2/3"),
                ("three-player", "draw:agreement 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "all but one",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "two of two",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "draw:b draw:w",
            told: &[
                ("three-man second-mate duel", "draw:agreement 1/2-0-1/2"),
                ("match-points", "draw:agreement 1-0-1"),
            ],
        },
        Case {
            about: "agreed within the round",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:g e4e5 m4m5 draw:w draw:b",
            told: &[
                ("three-man", "draw:agreement 1/3-1/3-1/3"),
                ("match-points", "draw:agreement 1-1-1"),
                ("first-mate second-mate", "draw:agreement 2/3-2/3-2/3"),
                ("three-player", "draw:agreement 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "lapsed after three plies",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:g e4e5 m4m5 u4u5 draw:w draw:b",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "two in play, lapsed after two plies",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "draw:w e4e5 u4u5 draw:b",
            told: &[("three-man match-points second-mate duel", "w to move of wb")],
        },
        Case {
            about: "two in play, within the round",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "draw:w e4e5 draw:b",
            told: &[
                ("three-man second-mate duel", "draw:agreement 1/2-0-1/2"),
                ("match-points", "draw:agreement 1-0-1"),
            ],
        },
        Case {
            about: "declined",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g decline:b draw:b",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "declined by who agreed",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g decline:g",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb; refused at 2",
            )],
        },
        Case {
            about: "withdrawn",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g withdraw:w draw:b",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb",
            )],
        },
        Case {
            about: "withdrawn by who agreed",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g withdraw:g",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb; refused at 2",
            )],
        },
        Case {
            about: "offered twice",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:w",
            told: &[(
                "three-man match-points first-mate second-mate three-player",
                "w to move of wgb; refused at 1",
            )],
        },
        Case {
            about: "an army goes out meanwhile",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w draw:g resign:b",
            told: &[(
                "three-man match-points second-mate",
                "b conceded; w to move of wg",
            )],
        },
        Case {
            about: "an army goes out meanwhile, and an answer",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "draw:w resign:b draw:g",
            told: &[(
                "three-man match-points second-mate",
                "b conceded; w to move of wg",
            )],
        },
        Case {
            about: "by who is out",
            fields: "w wb xhp - - 0 0",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "draw:g",
            told: &[(
                "three-man match-points second-mate duel",
                "w to move of wb; refused at 0",
            )],
        },
    ],
};

const TIME: Row = Row {
    title: "time",
    section: "§5.5",
    sources: ["[GE]", "[MP]", "[here]", "[here]", "[here]", "[GE]"],
    never: &[],
    cases: &[
        Case {
            about: "against mating material",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "flag:g",
            told: &[
                (
                    "three-man match-points second-mate",
                    "g time; w to move of wb",
                ),
                ("first-mate", "g time; first-out 1-0-1"),
                ("three-player", "g time; first-out 1/2-0-1/2"),
            ],
        },
        Case {
            about: "whose turn it is",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 gKm4 bKu4 wPb2 gPj2 bPr2",
            words: "flag:w",
            told: &[
                (
                    "three-man match-points second-mate",
                    "w time; g to move of gb",
                ),
                ("first-mate", "w time; first-out 0-1-1"),
                ("three-player", "w time; first-out 0-1/2-1/2"),
            ],
        },
        Case {
            about: "two in play",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "flag:b",
            told: &[
                ("three-man second-mate", "b time; last-army 1-0-0"),
                ("match-points", "b time; last-army 3-0-0"),
                ("duel", "b time; first-out 1-0-0"),
            ],
        },
        Case {
            about: "against lone king and knight",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 wRa2 gKm4 bKu4 bNr2",
            words: "flag:w",
            told: &[
                ("three-man", "draw:time 1/3-1/3-1/3"),
                ("match-points", "draw:time 1-1-1"),
                ("first-mate second-mate", "draw:time 2/3-2/3-2/3"),
                ("three-player", "draw:time 1/2-1/2-1/2"),
            ],
        },
        Case {
            about: "against two knights",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 wRa2 gKm4 bKu4 bNr2 bNt2",
            words: "flag:w",
            told: &[
                (
                    "three-man match-points second-mate",
                    "w time; g to move of gb",
                ),
                ("first-mate", "w time; first-out 0-1-1"),
                ("three-player", "w time; first-out 0-1/2-1/2"),
            ],
        },
        Case {
            about: "against a pawn",
            fields: "w wgb xhp - - 0 300",
            pieces: "wKe4 wRa2 gKm4 gPj2 bKu4",
            words: "flag:w",
            told: &[
                (
                    "three-man match-points second-mate",
                    "w time; g to move of gb",
                ),
                ("first-mate", "w time; first-out 0-1-1"),
                ("three-player", "w time; first-out 0-1/2-1/2"),
            ],
        },
        Case {
            about: "two in play, against king and bishop",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 wRa2 bKu4 bBr2",
            words: "flag:w",
            told: &[
                ("three-man second-mate duel", "draw:time 1/2-0-1/2"),
                ("match-points", "draw:time 1-0-1"),
            ],
        },
        Case {
            about: "two in play, against a lone king with dead queens",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 wRa2 bKu4 gQm2",
            words: "flag:w",
            told: &[
                ("three-man second-mate duel", "draw:time 1/2-0-1/2"),
                ("match-points", "draw:time 1-0-1"),
            ],
        },
        Case {
            about: "two in play, by the lone king",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 wRa2 bKu4 bBr2",
            words: "flag:b",
            told: &[
                ("three-man second-mate", "b time; last-army 1-0-0"),
                ("match-points", "b time; last-army 3-0-0"),
                ("duel", "b time; first-out 1-0-0"),
            ],
        },
        Case {
            about: "by who is out",
            fields: "w wb xhp - - 0 300",
            pieces: "wKe4 bKu4 wPb2 bPr2",
            words: "flag:g",
            told: &[(
                "three-man match-points second-mate duel",
                "w to move of wb; refused at 0",
            )],
        },
    ],
};

pub(super) const ROWS: [&Row; 2] = [&AGREEMENT, &TIME];

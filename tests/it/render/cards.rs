//! The pictures of a leaderboard and of a profile.

use proptest::{collection::vec, prelude::*};
use rondel::{
    render::{
        ALT_LIMIT, Caption, CardScene, LeaderboardCard, LeaderboardRow, Point, ProfileCard,
        Results, RulesetResults, Shape, Style,
    },
    rules::{ByColor, Color},
};

use crate::said::{GERMAN, TEXTS, army, assert_says, said, said_in};

fn row(rank: &str, name: &str, rating: i32) -> LeaderboardRow {
    LeaderboardRow {
        rank: rank.to_owned(),
        name: name.to_owned(),
        results: Results {
            rating: rating.to_string(),
            points: String::from("41 1/2"),
            matches: String::from("32"),
            wins: String::from("12"),
            averages: ByColor(["1.27", "0.98", ""].map(String::from)),
            ..Results::default()
        },
        asked: false,
    }
}

fn results(matches: &str, wins: &str, average: &str) -> Results {
    Results {
        matches: matches.to_owned(),
        wins: wins.to_owned(),
        average: average.to_owned(),
        ..Results::default()
    }
}

fn ruleset(name: &str, rating: i32, curve: &[(i64, i32)]) -> RulesetResults {
    RulesetResults {
        name: name.to_owned(),
        results: Results {
            rating: rating.to_string(),
            ..results("32", "12", "1.30")
        },
        curve: curve.to_vec(),
    }
}

/// 2025-06-15, and a day.
const START: i64 = 1_750_000_000_000;
const DAY: i64 = 24 * 60 * 60 * 1000;

fn profile(rulesets: Vec<RulesetResults>) -> ProfileCard {
    ProfileCard {
        name: String::from("Ann"),
        subtitle: String::from("Rated matches"),
        rulesets,
        seats: ByColor([
            results("12", "5", "1.21"),
            results("11", "3", "0.94"),
            results("9", "4", "1.02"),
        ]),
        notes: vec![String::from("Finished 32 of 33 matches.")],
    }
}

/// Writes the names of captions in place of their texts.
fn named(caption: Caption<'_>) -> String {
    format!("{caption:?}")
}

/// The lines of the scene that hold this.
fn lines(scene: &CardScene, wanted: &str) -> Vec<String> {
    let snapshot = scene.snapshot();
    let lines = snapshot.lines().filter(|line| line.contains(wanted));
    lines.map(str::to_owned).collect()
}

/// A picture's width and height in pixels, and its pixels.
fn pixels(png: &[u8]) -> image::RgbImage {
    image::load_from_memory(png).expect("a picture").to_rgb8()
}

#[test]
fn a_leaderboard_as_text() {
    let mut ann = row("1", "Ann", 1843);
    ann.asked = true;
    let mut card = LeaderboardCard {
        title: String::from("Duel"),
        subtitle: String::from("This server, November 2026"),
        rows: vec![ann],
        own: None,
    };
    let scene = card.scene(&named).unwrap();
    assert_eq!(
        scene.snapshot(),
        "card 1024 × 333\n\
         text 28,66 58 Text \"Duel\"\n\
         text 28,112 34 Muted \"This server, November 2026\"\n\
         text 66,176 34 Muted \"Rating\"\n\
         text 206,176 34 Muted \"Points\"\n\
         text 338,176 33 Muted \"Matches\"\n\
         text 520,176 34 Muted \"Wins\"\n\
         piece wK 702,162 52\n\
         piece gK 832,162 52\n\
         piece bK 960,162 52\n\
         line 28,194 996,194 w2 Centre\n\
         polygon 6,200 22,236 6,271 Turn\n\
         text 100,233 44 Muted \"1\"\n\
         text 146,233 44 Turn \"Ann\"\n\
         text 88,268 36 Turn \"1843\"\n\
         text 202,268 36 Muted \"41 1/2\"\n\
         text 431,268 36 Muted \"32\"\n\
         text 557,268 36 Muted \"12\"\n\
         text 662,268 36 Muted \"1.27\"\n\
         text 792,268 36 Muted \"0.98\"\n\
         line 28,277 996,277 w2 Centre\n\
         text 28,315 31 Muted \"AverageWith\"\n"
    );
    // Another row further down: dots before it, and a pointer at the one who asked.
    assert_eq!(lines(&scene, "disc"), Vec::<String>::new());
    card.rows[0].asked = false;
    let mut own = row("4,711", "Bo", 1203);
    (own.asked, own.results.provisional) = (true, true);
    card.own = Some(own);
    let scene = card.scene(&named).unwrap();
    assert_eq!(lines(&scene, "disc").len(), 3);
    assert_eq!(
        lines(&scene, "Turn"),
        [
            "polygon 6,315 22,350 6,386 Turn",
            "text 146,348 44 Turn \"Bo\"",
            "text 70,383 36 Turn \"1203?\"",
        ]
    );
    assert_eq!(lines(&scene, "Provisional").len(), 1);
    let row = |rank, name, rating| {
        let numbers = [("points", "41 1/2"), ("matches", "32"), ("wins", "12")];
        let row = [("rank", rank), ("name", name), ("rating", rating)];
        said("card-row", &[row, numbers].concat())
    };
    let doubtful = said("card-uncertain", &[("rating", "1203")]);
    let further = row("4,711", "Bo", &doubtful);
    assert_eq!(
        card.alt_text(&*TEXTS),
        [
            said(
                "card-leaders",
                &[("title", &card.title), ("subtitle", &card.subtitle)]
            ),
            row("1", "Ann", "1843"),
            said("card-further", &[("row", &further)]),
        ]
        .join(" ")
    );
}

#[test]
fn a_profile_as_text() {
    let curve = [(START, 1500), (START + DAY, 1540), (START + 9 * DAY, 1512)];
    let card = profile(vec![
        ruleset("Three Man Chess", 1512, &curve),
        ruleset("Duel", 1600, &[(START + 4 * DAY, 1600)]),
    ]);
    let scene = card.scene(&named).unwrap();
    assert_eq!(
        scene.snapshot(),
        "card 1024 × 888\n\
         text 28,66 58 Text \"Ann\"\n\
         text 28,112 34 Muted \"Rated matches\"\n\
         line 124,146 124,430 w3 Centre\n\
         line 120,430 994,430 w3 Centre\n\
         line 120,359 994,359 w3 Centre\n\
         line 120,288 994,288 w3 Centre\n\
         line 120,217 994,217 w3 Centre\n\
         line 120,146 994,146 w3 Centre\n\
         text 35,440 34 Muted \"1450\"\n\
         text 35,370 34 Muted \"1500\"\n\
         text 35,298 34 Muted \"1550\"\n\
         text 35,228 34 Muted \"1600\"\n\
         text 35,156 34 Muted \"1650\"\n\
         text 124,464 34 Muted \"2025-06-15\"\n\
         text 807,464 34 Muted \"2025-06-24\"\n\
         line 142,359 237,302 994,342 w5 Turn\n\
         disc 142,359 r10 Turn\n\
         disc 994,342 r10 Turn\n\
         polygon 512,208 530,208 530,226 512,226 Water\n\
         text 492,530 34 Muted \"Rating\"\n\
         text 618,530 34 Muted \"Matches\"\n\
         text 762,530 34 Muted \"Wins\"\n\
         text 860,530 34 Muted \"Average\"\n\
         line 32,569 108,569 w5 Turn\n\
         disc 70,569 r10 Turn\n\
         text 124,580 35 Text \"Three Man Chess\"\n\
         text 516,580 35 Text \"1512\"\n\
         text 714,580 35 Text \"32\"\n\
         text 800,580 35 Text \"12\"\n\
         text 922,580 35 Text \"1.30\"\n\
         line 32,619 56,619 w5 Water\n\
         line 66,619 90,619 w5 Water\n\
         line 100,619 108,619 w5 Water\n\
         polygon 61,610 79,610 79,628 61,628 Water\n\
         text 124,630 35 Text \"Duel\"\n\
         text 516,630 35 Text \"1600\"\n\
         text 714,630 35 Text \"32\"\n\
         text 800,630 35 Text \"12\"\n\
         text 922,630 35 Text \"1.30\"\n\
         line 28,648 996,648 w2 Centre\n\
         piece wK 68,687 48\n\
         text 124,698 35 Text \"Army(White)\"\n\
         text 714,698 35 Text \"12\"\n\
         text 821,698 35 Text \"5\"\n\
         text 922,698 35 Text \"1.21\"\n\
         piece gK 68,739 48\n\
         text 124,750 35 Text \"Army(Gray)\"\n\
         text 714,750 35 Text \"11\"\n\
         text 821,750 35 Text \"3\"\n\
         text 922,750 35 Text \"0.94\"\n\
         piece bK 68,791 48\n\
         text 124,802 35 Text \"Army(Black)\"\n\
         text 735,802 35 Text \"9\"\n\
         text 821,802 35 Text \"4\"\n\
         text 922,802 35 Text \"1.02\"\n\
         line 28,820 996,820 w2 Centre\n\
         text 28,866 34 Text \"Finished 32 of 33 matches.\"\n"
    );
    let numbers =
        |matches, wins, average| [("matches", matches), ("wins", wins), ("average", average)];
    let ruleset = |name, rating| {
        let named = [("ruleset", name), ("rating", rating)];
        let numbers = numbers("32", "12", "1.30");
        said("card-ruleset", &[&named[..], &numbers].concat())
    };
    let seat = |color, numbers: [(&'static str, &str); 3]| {
        let army = army(color);
        said("card-seat", &[&[("army", &*army)], &numbers[..]].concat())
    };
    let curve = [
        ("ruleset", "Three Man Chess"),
        ("first", "1500"),
        ("last", "1512"),
        ("lowest", "1500"),
        ("highest", "1540"),
    ];
    assert_eq!(
        card.alt_text(&*TEXTS),
        [
            said("card-profile", &[("name", "Ann")]),
            card.notes[0].clone(),
            ruleset("Three Man Chess", "1512"),
            ruleset("Duel", "1600"),
            seat(Color::White, numbers("12", "5", "1.21")),
            seat(Color::Gray, numbers("11", "3", "0.94")),
            seat(Color::Black, numbers("9", "4", "1.02")),
            said("card-curve", &curve),
        ]
        .join(" ")
    );
}

#[test]
fn rulesets_are_told_apart_without_colours() {
    let names = ["A", "B", "C", "D", "E", "F"];
    let mut samples: Vec<Vec<String>> = names
        .iter()
        .enumerate()
        .map(|(at, _)| {
            // Alone in its place among rulesets without a curve.
            let rulesets = (0..6).map(|place| {
                let curve = [(START, 1500), (START + 9 * DAY, 1500)];
                ruleset(names[place], 1500, if place == at { &curve } else { &[] })
            });
            let scene = profile(rulesets.collect()).scene(&named);
            let snapshot = scene.unwrap().snapshot();
            let chart = snapshot.split("\"Rating\"").next().unwrap();
            // Everything but the inks: kinds, places and widths.
            let shapes = chart.lines().filter(|line| !line.starts_with("text"));
            shapes
                .map(|line| line.rsplit_once(' ').unwrap().0.to_owned())
                .collect()
        })
        .collect();
    samples.sort();
    samples.dedup();
    assert_eq!(samples.len(), 6, "{samples:#?}");
}

/// Words on a card, with their places and sizes.
fn words(scene: &CardScene) -> Vec<(Point, f32, String)> {
    let words = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { at, size, text, .. } => Some((*at, *size, text.clone())),
        Shape::Drawn { .. } | Shape::Sprite { .. } => None,
    });
    words.collect()
}

/// Fault D41: at 400 pixels *Rating* stood over another column's king.
#[test]
fn d41_each_head_of_a_leaderboard_stands_over_its_own_column() {
    let mut ann = row("1", "Ann", 1843);
    ann.results.averages = ByColor(["1.27", "0.98", "1.11"].map(String::from));
    let card = LeaderboardCard {
        rows: vec![ann],
        ..LeaderboardCard::default()
    };
    for texts in [&*TEXTS, &*GERMAN] {
        let scene = card.scene(texts).unwrap();
        let words = words(&scene);
        let end = |(at, size, text): &(Point, f32, String)| {
            at.x + 0.45 * size * text.chars().count() as f32
        };
        let found = |text: &str| words.iter().find(|(.., word)| word == text).unwrap();
        let columns = [
            ("card-rating", "1843"),
            ("card-points", "41 1/2"),
            ("card-matches", "32"),
            ("card-wins", "12"),
        ];
        let columns =
            columns.map(|(head, number)| (found(&said_in(texts, head, &[])), found(number)));
        let [first, ..] = columns;
        for (head, number) in columns {
            assert_eq!(head.0.y, first.0.0.y, "one line of heads");
            assert_eq!(number.0.y, first.1.0.y, "one line of numbers");
            assert!(
                (end(head) - end(number)).abs() < 30.0,
                "{head:?} {number:?}"
            );
            // Thirteen pixels of four hundred can be read.
            assert!(head.1 >= 30.0, "{head:?}");
        }
        let kings = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Sprite { at, .. } => Some(*at),
            Shape::Drawn { .. } | Shape::Text { .. } => None,
        });
        for (king, number) in kings.zip(["1.27", "0.98", "1.11"]) {
            assert!(
                (king.x - found(number).0.x).abs() < 60.0,
                "{king:?} {number}"
            );
        }
    }
}

/// Fault D41: names that the font lacks were `(name in the text)`.
#[test]
fn d41_players_whose_names_the_font_lacks_go_by_their_rank() {
    let rows = [("1", "王さん"), ("2", "Ann"), ("3", "محمد")];
    let mut card = LeaderboardCard {
        rows: rows.map(|(rank, name)| row(rank, name, 1500)).to_vec(),
        ..LeaderboardCard::default()
    };
    let seen = |card: &LeaderboardCard| {
        let words = words(&card.scene(&*TEXTS).unwrap());
        words.into_iter().map(|(.., text)| text).collect::<Vec<_>>()
    };
    let shown = seen(&card);
    for rank in ["1", "3"] {
        let called = said("card-nameless-at", &[("rank", rank)]);
        assert!(shown.contains(&called), "{shown:?}");
    }
    let note = said("card-names-in-text", &[]);
    assert_eq!(shown.iter().filter(|text| **text == note).count(), 1);
    card.rows = vec![row("2", "Ann", 1500)];
    assert!(!seen(&card).contains(&note));
    let mut own = profile(Vec::new());
    own.name = String::from("王さん");
    let shown = words(&own.scene(&*TEXTS).unwrap());
    let has = |id: &str| shown.iter().any(|(.., text)| *text == said(id, &[]));
    assert!(
        has("card-nameless") && has("card-names-in-text"),
        "{shown:?}"
    );
}

/// Fault D41: emoji were dropped, and nothing said so.
#[test]
fn d41_a_name_that_loses_its_emoji_is_said_to_stand_in_the_text() {
    let note = said("card-names-in-text", &[]);
    for (name, drawn, loses) in [
        ("Fox 🦊", "Fox", true),
        ("🦊", &*said("card-nameless-at", &[("rank", "1")]), true),
        ("Fox", "Fox", false),
    ] {
        let card = LeaderboardCard {
            rows: vec![row("1", name, 1500)],
            ..LeaderboardCard::default()
        };
        let shown = words(&card.scene(&*TEXTS).unwrap());
        let has = |wanted: &str| shown.iter().any(|(.., text)| text == wanted);
        assert!(has(drawn), "{name}: {shown:?}");
        assert_eq!(has(&note), loses, "{name}: {shown:?}");
        let mut own = profile(Vec::new());
        own.name = name.to_owned();
        let shown = words(&own.scene(&*TEXTS).unwrap());
        let has = shown.iter().any(|(.., text)| *text == note);
        assert_eq!(has, loses, "{name}: {shown:?}");
    }
}

/// Fault D41: the axis of one day had a single date.
#[test]
fn d41_the_axis_of_a_single_day_has_its_first_time_and_its_last() {
    let hour = DAY / 24;
    let shown = |curve: &[(i64, i32)]| {
        let card = profile(vec![ruleset("Duel", 1500, curve)]);
        let words = words(&card.scene(&*TEXTS).unwrap());
        let words: Vec<String> = words.into_iter().map(|(.., text)| text).collect();
        words
    };
    // 15:06 and 18:06.
    let day = shown(&[(START, 1500), (START + 3 * hour, 1520)]);
    for text in ["2025-06-15", "15:06", "18:06 UTC"] {
        assert!(day.iter().any(|word| word == text), "{text}: {day:?}");
    }
    let lone = shown(&[(START, 1500)]);
    assert!(!lone.iter().any(|word| word.contains(':')), "{lone:?}");
}

#[test]
fn a_profile_without_matches_says_so_and_more_rulesets_are_counted() {
    let none = profile(Vec::new());
    assert_eq!(lines(&none.scene(&named).unwrap(), "Unplayed").len(), 1);
    assert_says(&none.alt_text(&*TEXTS), "card-unplayed", &[]);
    let many = (0..9).map(|at| ruleset(&format!("Own {at}"), 1500, &[]));
    let scene = profile(many.collect()).scene(&named).unwrap();
    assert_eq!(lines(&scene, "Own ").len(), 6);
    assert_eq!(lines(&scene, "MoreRulesets(3)").len(), 1);
    let empty = LeaderboardCard::default();
    assert_eq!(lines(&empty.scene(&named).unwrap(), "Nobody").len(), 1);
    assert_says(&empty.alt_text(&*TEXTS), "card-nobody", &[]);
}

#[test]
fn full_cards_are_small_and_the_same_each_time() {
    let mut rows: Vec<LeaderboardRow> = (1..=10)
        .map(|rank| {
            row(
                &rank.to_string(),
                "Bartholomew Featherstonehaugh",
                4000 - rank,
            )
        })
        .collect();
    rows[3].results.provisional = true;
    let board = LeaderboardCard {
        title: String::from("Three-Player Chess"),
        subtitle: String::from("This server, November 2026, page 1 of 472"),
        rows,
        own: Some(row("4,711", "Ann", 0)),
    };
    let rulesets = (0..6).map(|at| {
        let mut rating = 1000 + at * 100;
        let points = (0..10_000).map(|moment| {
            rating += (moment * 7919 + i64::from(at) * 31) as i32 % 41 - 20;
            (START + moment * DAY / 7, rating)
        });
        let points: Vec<(i64, i32)> = points.collect();
        ruleset("Three-Player Chess", rating, &points)
    });
    let mut profile = profile(rulesets.collect());
    profile.notes = vec!["W".repeat(5).repeat(20); 3];
    for draw in [
        &|| {
            board
                .scene(&*TEXTS)
                .unwrap()
                .png(&Style::default())
                .unwrap()
        },
        &|| {
            profile
                .scene(&*TEXTS)
                .unwrap()
                .png(&Style::default())
                .unwrap()
        },
    ] as [&dyn Fn() -> Vec<u8>; 2]
    {
        let png = draw();
        let (width, height) = pixels(&png).dimensions();
        assert!(width == 1024 && height <= 1280, "{width} × {height}");
        assert!(png.len() <= 100 << 10, "{} bytes", png.len());
        assert!(png == draw(), "another picture of the same card");
    }
}

#[test]
fn sizes_out_of_bounds_are_refused() {
    let scene = LeaderboardCard::default().scene(&named);
    let scene = scene.unwrap();
    for asked in [0, 199, 2049, u32::MAX] {
        assert!(scene.png(&Style::of_size(asked)).is_err(), "{asked}");
    }
    for size in [200, 2048] {
        let picture = pixels(&scene.png(&Style::of_size(size)).unwrap());
        assert_eq!(picture.width(), size);
    }
}

/// Nothing is painted at the very edges of a picture: what reached them would be cut off.
fn stays_inside(scene: &CardScene) -> Result<(), TestCaseError> {
    let picture = pixels(&scene.png(&Style::of_size(512)).unwrap());
    let (width, height) = picture.dimensions();
    prop_assert!(height <= width * 5 / 4);
    let ground = picture.get_pixel(0, 0);
    for (x, y, pixel) in picture.enumerate_pixels() {
        let edge = x.min(width - 1 - x) < 2 || y.min(height - 1 - y) < 2;
        prop_assert!(!edge || pixel == ground, "{x}, {y}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_leaderboard_is_drawn(
        texts in vec(any::<String>(), 12),
        long in "\\PC{80,120}",
        count in 0usize..14,
        own in any::<bool>(),
        asked in any::<bool>(),
    ) {

        let text = |at: usize| texts[at % texts.len()].clone();
        let rows: Vec<LeaderboardRow> = (0..count)
            .map(|at| LeaderboardRow {
                rank: text(at),
                name: if at % 2 == 0 { long.clone() } else { text(at + 1) },
                results: Results {
                    rating: text(at + 2),
                    provisional: asked,
                    points: text(at + 3),
                    matches: text(at + 4),
                    wins: text(at + 5),
                    averages: ByColor::new(|color| text(at + 6 + color as usize)),
                    ..Results::default()
                },
                asked,
            })
            .collect();
        let own = rows.first().cloned().filter(|_| own);
        let card = LeaderboardCard { title: long, subtitle: text(11), rows, own };
        stays_inside(&card.scene(&*TEXTS).unwrap())?;
        prop_assert!(card.alt_text(&*TEXTS).chars().count() <= ALT_LIMIT);
    }

    #[test]
    fn any_profile_is_drawn(
        texts in vec(any::<String>(), 12),
        long in "\\PC{80,250}",
        curves in vec(vec((any::<i64>(), any::<i32>()), 0..6), 0..8),
        near in vec((START..START + 400 * DAY, -50..4100), 0..40),
    ) {

        let text = |at: usize| texts[at % texts.len()].clone();
        let some = |at: usize| Results {
            matches: text(at),
            wins: text(at + 1),
            average: text(at + 2),
            ..Results::default()
        };
        let rulesets = curves.into_iter().enumerate().map(|(at, curve)| RulesetResults {
            name: if at == 0 { long.clone() } else { text(at) },
            results: Results {
                rating: text(at + 1),
                provisional: at % 2 == 0,
                ..some(at)
            },
            curve: if at == 1 { near.clone() } else { curve },
        });
        let card = ProfileCard {
            name: long.clone(),
            subtitle: text(3),
            rulesets: rulesets.collect(),
            seats: ByColor::new(|color: Color| some(color as usize)),
            notes: vec![long, text(1), text(2)],
        };
        stays_inside(&card.scene(&*TEXTS).unwrap())?;
        prop_assert!(card.alt_text(&*TEXTS).chars().count() <= ALT_LIMIT);
    }
}

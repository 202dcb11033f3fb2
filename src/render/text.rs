//! What a picture shows, in words: for screen readers and for those who prefer to read.

use super::{BoardView, BoardWords, Mark, names::readable, words::fill};
use crate::rules::{Border, Color, Piece, RANKS, Role, Square};

/// The most characters of an alt text: what Discord takes, less some reserve.
pub const ALT_LIMIT: usize = 1000;

/// What stands in a picture, in sentences, at most [`ALT_LIMIT`] characters: whose turn it is or
/// the result, checks, who is out, the last moves, the bridges; where something is pointed out, also
/// that, and where the pieces stand.
#[must_use]
pub fn alt_text(view: &BoardView, words: &BoardWords) -> String {
    let mut sentences = vec![fill(&words.seen_from, &[("army", words.army(view.seat))])];
    sentences.push(turn(view, words));
    sentences.extend(checks(view, words));
    sentences.extend(points(view, words));
    sentences.extend(armies_out(view, words));
    sentences.extend(last_moves(view, words));
    sentences.push(moats(view, words));
    if !view.marks.is_empty() {
        sentences.extend(marks(view, words));
        let armies = standing(view, words).map(|army| army + ".");
        sentences.extend(armies);
    }
    let text = sentences.join(" ");
    match text.char_indices().nth(ALT_LIMIT) {
        None => text,
        Some(_) => text.chars().take(ALT_LIMIT - 1).chain(['…']).collect(),
    }
}

/// The board as lists: the match, whose turn it is, checks, who is out, last moves, bridges; then
/// the pieces of each army, and what stands on each rank.
#[must_use]
pub fn text_board(view: &BoardView, words: &BoardWords) -> String {
    let mut head = Vec::new();
    if let Some(id) = &view.match_id {
        head.push(fill(&words.of_match, &[("match", &readable(id))]));
    }
    let ply = view.position.ply().to_string();
    head.push(turn(view, words) + " (" + &fill(&words.ply, &[("ply", &ply)]) + ")");
    let mut lines = vec![head.join(" ")];
    let checks = checks(view, words);
    if checks.is_empty() {
        lines.push(words.no_check.clone().into_owned());
    }
    lines.extend(checks);
    lines.extend(points(view, words));
    lines.extend(armies_out(view, words));
    lines.extend(last_moves(view, words));
    lines.push(moats(view, words));
    lines.extend(marks(view, words));
    lines.push(String::new());
    lines.push(format!("{}:", words.by_army));
    lines.extend(standing(view, words));
    lines.push(String::new());
    lines.push(format!("{}:", words.by_rank));
    for rank in 1..=RANKS {
        let on_rank = Square::all().filter(|square| square.rank() == rank);
        let pieces: Vec<String> = on_rank
            .filter_map(|square| {
                let piece = view.position.piece_at(square)?;
                let army = words.army(piece.color);
                Some(format!("{square} {army} {}", words.piece(piece.role)))
            })
            .collect();
        let rank = fill(&words.rank, &[("rank", &rank.to_string())]);
        lines.push(format!("{rank}: {}", listed(&pieces, words)));
    }
    lines.join("\n")
}

/// The pieces of each army: `White: king e1, pawn a2 b2`.
fn standing(view: &BoardView, words: &BoardWords) -> impl Iterator<Item = String> {
    Color::ALL.into_iter().map(|color| {
        let mut groups = Vec::new();
        for role in Role::ALL {
            let piece = Piece { color, role };
            let squares = view.position.pieces().filter(|(_, found)| *found == piece);
            let squares: Vec<String> = squares.map(|(square, _)| square.to_string()).collect();
            if !squares.is_empty() {
                groups.push(format!("{} {}", words.piece(role), squares.join(" ")));
            }
        }
        let army = army(view, words, color);
        format!("{army}: {}", listed(&groups, words))
    })
}

/// What is pointed out.
fn marks(view: &BoardView, words: &BoardWords) -> Vec<String> {
    let named = |squares: &[Square]| {
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        squares.join(" ")
    };
    let along = |sentence: &str, squares: &[Square]| {
        let ([from, ..], [.., to]) = (squares, squares) else {
            return None;
        };
        let values = [
            ("from", from.to_string()),
            ("to", to.to_string()),
            ("squares", named(squares)),
        ];
        let values = values
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        Some(fill(sentence, &values))
    };
    let sentences = view.marks.iter().filter_map(|mark| match mark {
        Mark::Reach { from, to } => {
            let piece = view.position.piece_at(*from)?;
            Some(fill(
                &words.may_go,
                &[
                    ("army", words.army(piece.color)),
                    ("piece", words.piece(piece.role)),
                    ("from", &from.to_string()),
                    ("squares", &named(to)),
                ],
            ))
        }
        Mark::Way { squares } => along(&words.way, squares),
        Mark::Barred { squares } => along(&words.barred, squares),
    });
    sentences.collect()
}

fn listed(entries: &[String], words: &BoardWords) -> String {
    if entries.is_empty() {
        words.empty.clone().into_owned()
    } else {
        entries.join(", ")
    }
}

/// An army with its player, and whether it is dead.
fn army(view: &BoardView, words: &BoardWords, color: Color) -> String {
    let player = player(view, words, color);
    if view.is_out(color) {
        format!("{player}, {}", words.dead)
    } else {
        player
    }
}

fn player(view: &BoardView, words: &BoardWords, color: Color) -> String {
    let army = words.army(color);
    match view.names[color].as_deref().map(readable) {
        Some(name) if !name.is_empty() => fill(&words.player, &[("army", army), ("name", &name)]),
        _ => army.to_owned(),
    }
}

fn turn(view: &BoardView, words: &BoardWords) -> String {
    if let Some(result) = &view.over {
        return fill(&words.result, &[("result", &readable(result))]);
    }
    let player = player(view, words, view.position.turn());
    fill(&words.turn, &[("player", &player)])
}

fn checks(view: &BoardView, words: &BoardWords) -> Vec<String> {
    let lines = view.position.check_lines();
    let sentences = lines.iter().filter_map(|line| {
        let king = view.position.piece_at(line.king)?;
        let attacker = view.position.piece_at(line.attacker)?;
        Some(fill(
            &words.check,
            &[
                ("army", words.army(king.color)),
                ("by", words.army(attacker.color)),
                ("piece", words.piece(attacker.role)),
                ("from", &line.attacker.to_string()),
            ],
        ))
    });
    sentences.collect()
}

fn armies_out(view: &BoardView, words: &BoardWords) -> Vec<String> {
    let out = Color::ALL.into_iter().filter(|color| view.is_out(*color));
    out.map(|color| {
        if view.empty.contains(color) {
            return fill(&words.is_empty, &[("army", words.army(color))]);
        }
        let player = player(view, words, color);
        let reason = view.out[color].as_deref().map(readable).unwrap_or_default();
        let sentence = if reason.is_empty() {
            &words.is_out
        } else {
            &words.is_out_because
        };
        fill(sentence, &[("player", &player), ("reason", &reason)])
    })
    .collect()
}

/// What has been earned so far, by the armies that have players.
fn points(view: &BoardView, words: &BoardWords) -> Option<String> {
    let earned = view.points.as_ref()?.iter();
    let earned: Vec<String> = earned
        .filter(|(color, _)| !view.empty.contains(*color))
        .map(|(color, points)| {
            let points = points.to_string();
            let army = words.army(color);
            fill(&words.earned, &[("army", army), ("points", &points)])
        })
        .collect();
    Some(fill(&words.points, &[("points", &earned.join(", "))]))
}

fn last_moves(view: &BoardView, words: &BoardWords) -> Vec<String> {
    let sentences = view.latest_moves().map(|last| {
        fill(
            &words.played,
            &[
                ("army", words.army(last.color)),
                ("move", &readable(&last.notation)),
                ("from", &last.from.to_string()),
                ("to", &last.to.to_string()),
            ],
        )
    });
    sentences.collect()
}

fn moats(view: &BoardView, words: &BoardWords) -> String {
    let bridged = Border::ALL
        .into_iter()
        .filter(|border| view.position.is_bridged(*border));
    let borders: Vec<String> = bridged.map(|border| border.to_string()).collect();
    if borders.is_empty() {
        words.none_bridged.clone().into_owned()
    } else {
        fill(&words.bridged, &[("borders", &borders.join(", "))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByColor, Points, Position};

    #[test]
    fn the_start_in_words() {
        let view = BoardView::new(Position::start(), Color::Gray);
        let words = BoardWords::english();
        assert_eq!(
            alt_text(&view, &words),
            "Round three-player chess board seen from Gray. White is to move. No moat is bridged."
        );
        let board = text_board(&view, &words);
        for line in [
            "White is to move. (ply 0)",
            "Nobody is in check.",
            "White: king e1, queen d1, rook a1 h1, bishop c1 f1, knight b1 g1, \
             pawn a2 b2 c2 d2 e2 f2 g2 h2",
            "Rank 3: nothing",
        ] {
            assert!(board.lines().any(|said| said == line), "{line}\n{board}");
        }
    }

    #[test]
    fn a_check_an_army_out_and_the_last_move_in_words() {
        let mut view = BoardView::crowded();
        view.names.white = Some("Ann".to_owned());
        assert_eq!(
            alt_text(&view, &BoardWords::english()),
            "Round three-player chess board seen from White. White (Ann) is to move. \
             White is in check from the Black rook on q5. Gray is out: time. \
             Black played Rq5+, q6 to q5. Moats bridged: h|i, p|q."
        );
    }

    #[test]
    fn what_is_pointed_out_is_said_and_where_the_pieces_stand() {
        let (view, words) = (BoardView::explaining(), BoardWords::english());
        let pointed_out = "\
            The White bishop on c1 may go to b2 d2. The White rook on a1 may go to b1. \
            A line leads from c1 to c1: c1 b2 a3 x4 w5 v6 h6 g5 f4 e3 d2 c1. \
            A line leads from a1 to a3: a1 a2 a3. \
            Crossed out, since it is not allowed: a1 to x1.";
        let armies = "White: king e1, rook a1, bishop c1. Gray: king o1. Black: king u1, rook d2.";
        let alt = alt_text(&view, &words);
        assert!(
            alt.ends_with(&format!("No moat is bridged. {pointed_out} {armies}")),
            "{alt}"
        );
        let board = text_board(&view, &words).replace('\n', " ");
        assert!(board.contains(pointed_out), "{board}");
    }

    #[test]
    fn points_so_far_and_an_empty_seat_in_words() {
        let mut duel = Position::start();
        duel.remove_from_play(Color::Gray);
        let mut view = BoardView::new(duel, Color::White);
        view.empty = view.empty.with(Color::Gray);
        view.points = Some(ByColor {
            black: Points::TWO,
            white: Points::HALF,
            ..ByColor::default()
        });
        let said = "Round three-player chess board seen from White. White is to move. \
                    Points so far: White 1/2, Black 2. \
                    Gray's seat is empty, and its army stands dead. Moats bridged: h|i, p|q.";
        assert_eq!(alt_text(&view, &BoardWords::english()), said);
    }

    #[test]
    fn alt_texts_stay_short() {
        let mut view = BoardView::new(Position::start(), Color::Gray);
        view.names = ByColor::new(|_| Some("語".repeat(5_000)));
        view.over = Some("x".repeat(5_000));
        let mut words = BoardWords::english();
        assert!(alt_text(&view, &words).chars().count() <= ALT_LIMIT);
        words.none_bridged = "語".repeat(5_000).into();
        assert_eq!(alt_text(&view, &words).chars().count(), ALT_LIMIT);
    }
}

//! What a picture shows, in words: for screen readers and for those who prefer to read.

use super::{BoardView, BoardWords, Mark, names::readable, words::fill};
use crate::rules::{Border, Color, Piece, RANKS, Role, Square};

/// The most characters of an alt text: what Discord takes, less some reserve.
pub const ALT_LIMIT: usize = 1000;

/// What stands in a picture, in sentences, at most [`ALT_LIMIT`] characters. What matters comes
/// first: the last moves, the latest before the others, whose turn it is or the result, checks, what
/// is pointed out; then where the pieces stand, army by army; then who is out, the points, the
/// match, from where the board is seen, the bridges.
///
/// What does not fit is left out from the end of that, whole sentences at a time, and of each army
/// as many pieces as of the others, the first in the order of [`Role::ALL`]; how many more there
/// are is said.
///
/// # Examples
/// ```
/// use rondel::{
///     render::{BoardView, BoardWords, alt_text},
///     rules::{Color, Position},
/// };
///
/// let view = BoardView::new(Position::start(), Color::White);
/// let said = alt_text(&view, &BoardWords::english());
/// assert!(said.starts_with("White is to move. White: king e1, queen d1, rook a1 h1, "));
/// ```
#[must_use]
pub fn alt_text(view: &BoardView, words: &BoardWords) -> String {
    let mut first = last_moves(view, words);
    first.push(turn(view, words));
    first.extend(checks(view, words));
    first.extend(marks(view, words));
    let mut rest: Vec<String> = armies_out(view, words).collect();
    rest.extend(points(view, words));
    rest.extend(of_match(view, words));
    rest.push(fill(
        &words.seen_from,
        &[("army", words.army(view.seen_from()))],
    ));
    rest.extend(sector(view, words));
    rest.push(moats(view, words));
    let all = Color::ALL.map(|color| {
        view.position
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .count()
    });
    let most = all.into_iter().max().unwrap_or_default();
    let said = |pieces: usize, rest: &[String]| {
        let standing = standing(view, words, pieces).map(|army| army + ".");
        let sentences = first.iter().cloned().chain(standing);
        let sentences: Vec<String> = sentences.chain(rest.iter().cloned()).collect();
        sentences.join(" ")
    };
    let fits = |text: &String| text.chars().count() <= ALT_LIMIT;
    let with_less_rest = (0..=rest.len()).rev().map(|kept| said(most, &rest[..kept]));
    let with_fewer_pieces = (1..most).rev().map(|pieces| said(pieces, &[]));
    let text = with_less_rest.chain(with_fewer_pieces).find(fits);
    text.unwrap_or_else(|| cut(&(first.join(" ") + " …")))
}

/// The beginning of a text that is too long for an alt text, up to the end of a word where there is
/// one.
fn cut(text: &str) -> String {
    if text.chars().count() <= ALT_LIMIT {
        return text.to_owned();
    }
    let kept: String = text.chars().take(ALT_LIMIT - 1).collect();
    let kept = kept.trim_end_matches('…');
    let whole = kept.rsplit_once(' ').map_or(kept, |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', ';', ':', ' ']))
}

/// The board as lists: the match, whose turn it is, the last moves, checks, who is out, points,
/// bridges; then the pieces of each army, and what stands on each rank.
#[must_use]
pub fn text_board(view: &BoardView, words: &BoardWords) -> String {
    let mut head: Vec<String> = of_match(view, words).into_iter().collect();
    let ply = view.position.ply().to_string();
    head.push(turn(view, words) + " (" + &fill(&words.ply, &[("ply", &ply)]) + ")");
    let mut lines = vec![head.join(" ")];
    lines.extend(last_moves(view, words));
    let checks = checks(view, words);
    if checks.is_empty() {
        lines.push(words.no_check.clone().into_owned());
    }
    lines.extend(checks);
    lines.extend(armies_out(view, words));
    lines.extend(points(view, words));
    lines.push(moats(view, words));
    lines.extend(marks(view, words));
    lines.push(String::new());
    lines.push(format!("{}:", words.by_army));
    lines.extend(standing(view, words, usize::MAX));
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

fn of_match(view: &BoardView, words: &BoardWords) -> Option<String> {
    let id = readable(view.match_id.as_deref()?);
    Some(fill(&words.of_match, &[("match", &id)]))
}

/// The pieces of each army, at most so many: `White: king e1, pawn a2 b2`, and how many more.
fn standing(view: &BoardView, words: &BoardWords, most: usize) -> impl Iterator<Item = String> {
    Color::ALL.into_iter().map(move |color| {
        let mut groups = Vec::new();
        let mut left = most;
        let mut more = 0;
        for role in Role::ALL {
            let piece = Piece { color, role };
            let squares = view.position.pieces().filter(|(_, found)| *found == piece);
            let mut squares: Vec<String> = squares.map(|(square, _)| square.to_string()).collect();
            more += squares.len().saturating_sub(left);
            squares.truncate(left);
            left -= squares.len();
            if !squares.is_empty() {
                groups.push(format!("{} {}", words.piece(role), squares.join(" ")));
            }
        }
        let army = army(view, words, color);
        let listed = listed(&groups, words);
        if more == 0 {
            format!("{army}: {listed}")
        } else {
            let more = fill(&words.more, &[("count", &more.to_string())]);
            format!("{army}: {listed}, {more}")
        }
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
        Mark::Numbered { from, to } => {
            let piece = view.position.piece_at(*from)?;
            let squares: Vec<String> = (1..)
                .zip(to)
                .map(|(number, square)| format!("{number}: {square}"))
                .collect();
            Some(fill(
                &words.may_go,
                &[
                    ("army", words.army(piece.color)),
                    ("piece", words.piece(piece.role)),
                    ("from", &from.to_string()),
                    ("squares", &squares.join(", ")),
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

fn armies_out(view: &BoardView, words: &BoardWords) -> impl Iterator<Item = String> {
    let out = Color::ALL.into_iter().filter(|color| view.is_out(*color));
    out.map(move |color| {
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

/// Which part of the board is shown, where it is not the whole.
fn sector(view: &BoardView, words: &BoardWords) -> Option<String> {
    let army = words.army(view.zoom?);
    Some(fill(&words.sector, &[("army", army)]))
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
            "White is to move. \
             White: king e1, queen d1, rook a1 h1, bishop c1 f1, knight b1 g1, \
             pawn a2 b2 c2 d2 e2 f2 g2 h2. \
             Gray: king m1, queen l1, rook i1 p1, bishop k1 n1, knight j1 o1, \
             pawn i2 j2 k2 l2 m2 n2 o2 p2. \
             Black: king u1, queen t1, rook q1 x1, bishop s1 v1, knight r1 w1, \
             pawn q2 r2 s2 t2 u2 v2 w2 x2. \
             Round three-player chess board seen from Gray. No moat is bridged."
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
        view.match_id = Some("m7k3q".to_owned());
        let said = alt_text(&view, &BoardWords::english());
        let pieces = " White (Ann): king e1, queen d1, ";
        let (first, rest) = said.split_once(pieces).unwrap();
        assert_eq!(
            first,
            "Black played Rq5+, q6 to q5. White (Ann) is to move. \
             White is in check from the Black rook on q5."
        );
        assert!(rest.contains(". Gray, dead: king m1, queen l1, "), "{said}");
        let end = "Gray is out: time. Match m7k3q. \
                   Round three-player chess board seen from White. Moats bridged: h|i, p|q.";
        assert!(rest.ends_with(end), "{said}");
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
        assert_eq!(
            alt_text(&view, &words),
            format!(
                "White is to move. {pointed_out} {armies} \
                 Round three-player chess board seen from White. No moat is bridged."
            )
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
        let said = alt_text(&view, &BoardWords::english());
        let end = "Gray's seat is empty, and its army stands dead. Points so far: White 1/2, Black 2. \
                   Round three-player chess board seen from White. Moats bridged: h|i, p|q.";
        assert!(
            said.starts_with("White is to move. White: king e1, "),
            "{said}"
        );
        assert!(said.ends_with(end), "{said}");
    }

    #[test]
    fn what_does_not_fit_is_left_out_from_the_end_and_said() {
        let mut view = BoardView::crowded();
        let mut words = BoardWords::english();
        // The bridges go first.
        words.bridged = "b".repeat(ALT_LIMIT).into();
        let said = alt_text(&view, &words);
        assert!(
            said.ends_with("Round three-player chess board seen from White."),
            "{said}"
        );
        // Then all that comes after the pieces, and of these as many of each army.
        view.names = ByColor::new(|color| Some(color.name().repeat(64)));
        words.pieces = words.pieces.map(|piece| format!("{piece:_<32}").into());
        let said = alt_text(&view, &words);
        assert!(said.chars().count() <= ALT_LIMIT, "{said}");
        let rest = said.split_once("on q5. ").unwrap().1;
        let more: Vec<&str> = rest
            .split(". ")
            .map(|army| army.rsplit(" and ").next().unwrap())
            .collect();
        assert_eq!(more, ["5 more", "10 more", "9 more."], "{said}");
        // Words that nothing can be done about are cut between two of them.
        words.turn = "to be said ".repeat(ALT_LIMIT).into();
        let said = alt_text(&view, &words);
        assert!(
            said.starts_with("Black played Rq5+, q6 to q5. to be said "),
            "{said}"
        );
        let words_of_it = ["to", "be", "said"].map(|word| format!("{word}…"));
        assert!(
            words_of_it.iter().any(|word| said.ends_with(word)),
            "{said}"
        );
        assert!((ALT_LIMIT - 6..=ALT_LIMIT).contains(&said.chars().count()));
    }

    #[test]
    fn alt_texts_stay_short() {
        let mut view = BoardView::new(Position::start(), Color::Gray);
        view.names = ByColor::new(|_| Some("語".repeat(5_000)));
        view.over = Some("x".repeat(5_000));
        let mut words = BoardWords::english();
        assert!(alt_text(&view, &words).chars().count() <= ALT_LIMIT);
        words.result = "語".repeat(5_000).into();
        assert_eq!(alt_text(&view, &words).chars().count(), ALT_LIMIT);
    }
}

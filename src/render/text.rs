//! A picture in sentences and lists: for screen readers, and for people who prefer to read.

use rondel_rules::{Border, Color, Piece, Points, RANKS, Role, Square};

use super::{
    BoardView, Caption, Captions, LastMove, Mark,
    names::{isolated, readable},
};

/// Most characters of an alt text: as many as Discord takes, less some reserve.
pub const ALT_LIMIT: usize = 1000;

/// Says in sentences what stands in a picture, in at most [`ALT_LIMIT`] characters.
///
/// First comes what matters most: the last moves in the order of play, whose turn it is or
/// the result, checks, what is pointed out; then the pieces, army by army; then the armies that are
/// out, the points, the match, the seat from which the board is seen, and the bridges.
///
/// Sentences that do not fit are left out from the end of that, and then pieces, of each army as
/// many as of the others, the first in the order of [`Role::ALL`]; the text says how many more there
/// are.
///
/// # Examples
/// ```
/// use rondel_render::{BoardView, Caption, alt_text};
/// use rondel_rules::{Color, Position};
///
/// let view = BoardView::new(Position::start(), Color::White);
/// let said = alt_text(&view, &|caption: Caption<'_>| match caption {
///     Caption::Turn { army, .. } => format!("{army} is to move."),
///     Caption::Player { army, .. } => army.to_string(),
///     Caption::Piece(role) => format!("{role:?}"),
///     other => format!("{other:?}."),
/// });
/// assert!(said.starts_with("White is to move. White: King e1, Queen d1, Rook a1 h1, "));
/// ```
#[must_use]
pub fn alt_text(view: &BoardView, captions: &dyn Captions) -> String {
    let words = Words { view, captions };
    let mut first = words.last_moves();
    first.extend(words.turn());
    first.extend(words.checks());
    first.extend(words.marks());
    let mut rest = words.armies_out();
    rest.extend(words.points());
    rest.extend(words.of_match());
    rest.push(words.say(Caption::SeenFrom(view.seen_from())));
    rest.extend(view.zoom.map(|army| words.say(Caption::Sector(army))));
    rest.push(words.moats());
    let armies = words.armies();
    let most = armies.iter().map(Army::count).max().unwrap_or_default();
    let said = |pieces: usize, rest: &[String]| {
        let standing = armies.iter().map(|army| words.army(army, pieces) + ".");
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

/// Cuts a text that is too long for an alt text, after a whole word where there is one.
fn cut(text: &str) -> String {
    if text.chars().count() <= ALT_LIMIT {
        return text.to_owned();
    }
    let kept: String = text.chars().take(ALT_LIMIT - 1).collect();
    let kept = kept.trim_end_matches('…');
    let whole = kept.rsplit_once(' ').map_or(kept, |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', ';', ':', ' ']))
}

/// Lists the board: the match, whose turn it is, the last moves, checks, armies that are out,
/// points, bridges; then the pieces of each army, rank by rank from the outer ring.
#[must_use]
pub fn text_board(view: &BoardView, captions: &dyn Captions) -> String {
    let words = Words { view, captions };
    let ply = words.say(Caption::Ply(view.position.ply()));
    let turn = words.turn().map(|turn| format!("{turn} ({ply})"));
    let head: Vec<String> = words.of_match().into_iter().chain(turn).collect();
    let head = Some(head.join(" ")).filter(|head| !head.is_empty());
    let mut lines: Vec<String> = head.into_iter().collect();
    lines.extend(words.last_moves());
    let checks = words.checks();
    if checks.is_empty() {
        lines.push(words.say(Caption::NoCheck));
    }
    lines.extend(checks);
    lines.extend(words.armies_out());
    lines.extend(words.points());
    lines.push(words.moats());
    lines.extend(words.marks());
    for army in words.armies() {
        let nothing = army.pieces.is_empty().then(|| words.say(Caption::Nothing));
        let nothing = nothing
            .map(|nothing| format!(" {nothing}"))
            .unwrap_or_default();
        lines.push(format!("\n{}:{nothing}", army.heading));
        lines.extend((1..=RANKS).filter_map(|rank| words.on_rank(&army, rank)));
    }
    lines.join("\n")
}

/// A view in the words of a language.
struct Words<'a> {
    view: &'a BoardView,
    captions: &'a dyn Captions,
}

/// An army with its player and its pieces, named.
struct Army {
    /// The army, its player, and that it is dead where it is.
    heading: String,
    /// The pieces by role: a role's name and squares. Roles without pieces are left out.
    pieces: Vec<(String, Vec<Square>)>,
}

impl Army {
    fn count(&self) -> usize {
        self.pieces.iter().map(|(_, squares)| squares.len()).sum()
    }
}

impl Words<'_> {
    fn say(&self, caption: Caption<'_>) -> String {
        self.captions.caption(caption)
    }

    fn of_match(&self) -> Option<String> {
        let id = readable(self.view.match_id.as_deref()?);
        Some(self.say(Caption::Match(&id)))
    }

    /// Returns the names of the pieces, in the order of [`Role::ALL`].
    fn roles(&self) -> [String; Role::ALL.len()] {
        Role::ALL.map(|role| self.say(Caption::Piece(role)))
    }

    fn armies(&self) -> [Army; 3] {
        let (position, roles) = (&self.view.position, self.roles());
        Color::ALL.map(|color| {
            let mut heading = self.say(Caption::Player {
                army: color,
                name: self.name(color).as_deref(),
            });
            if self.view.is_out(color) {
                heading = format!("{heading}, {}", self.say(Caption::Dead));
            }
            let pieces = Role::ALL.into_iter().zip(&roles).map(|(role, called)| {
                let piece = Piece { color, role };
                let squares = position.pieces().filter(|(_, found)| *found == piece);
                (called.clone(), squares.map(|(square, _)| square).collect())
            });
            let some = |(_, squares): &(String, Vec<Square>)| !squares.is_empty();
            Army {
                heading,
                pieces: pieces.filter(some).collect(),
            }
        })
    }

    /// Lists at most `most` pieces of an army, and the number of those left out: `White (Ann): king
    /// e1, pawn a2 b2, and 6 more`.
    fn army(&self, army: &Army, most: usize) -> String {
        let mut left = most;
        let mut groups = Vec::new();
        for (role, squares) in &army.pieces {
            let kept = &squares[..squares.len().min(left)];
            left -= kept.len();
            if !kept.is_empty() {
                groups.push(named(role, kept.iter()));
            }
        }
        let more = army.count().saturating_sub(most);
        if more > 0 {
            let list = self.list(&groups);
            groups = vec![list, self.say(Caption::MorePieces(more))];
        }
        format!("{}: {}", army.heading, self.list(&groups))
    }

    /// Lists the pieces of an army on a rank: `Rank 1: king e1, rook a1 h1`. `None` without any.
    fn on_rank(&self, army: &Army, rank: u8) -> Option<String> {
        let groups = army.pieces.iter().filter_map(|(role, squares)| {
            let mut there = squares
                .iter()
                .filter(|square| square.rank() == rank)
                .peekable();
            there.peek()?;
            Some(named(role, there))
        });
        let groups = groups.collect::<Vec<_>>().join(", ");
        let rank = || self.say(Caption::Rank(rank));
        (!groups.is_empty()).then(|| format!("{}: {groups}", rank()))
    }

    /// Says what is pointed out.
    fn marks(&self) -> Vec<String> {
        let reach = |from: Square, to, numbered| {
            let piece = self.view.position.piece_at(from)?;
            Some(Caption::Reach {
                piece,
                from,
                to,
                numbered,
            })
        };
        let pointed_out = self.view.marks.iter().filter_map(|mark| match mark {
            Mark::Reach { from, to } => reach(*from, to, false),
            Mark::Numbered { from, to } => reach(*from, to, true),
            Mark::Way { squares } => Some(Caption::Line {
                from: *squares.first()?,
                to: *squares.last()?,
                squares,
            }),
            Mark::Barred { squares } => Some(Caption::Barred {
                from: *squares.first()?,
                to: *squares.last()?,
            }),
        });
        pointed_out.map(|caption| self.say(caption)).collect()
    }

    fn list(&self, entries: &[String]) -> String {
        if entries.is_empty() {
            self.say(Caption::Nothing)
        } else {
            entries.join(", ")
        }
    }

    /// Returns the player's name as it may be read, unless nothing of it may.
    fn name(&self, color: Color) -> Option<String> {
        legible(self.view.names[color].as_ref())
    }

    /// Says whose turn it is, the result, or that the match is paused; nothing of an example.
    fn turn(&self) -> Option<String> {
        if let Some(result) = &self.view.over {
            return Some(self.say(Caption::Result(&readable(result))));
        }
        if self.view.example {
            return None;
        }
        if self.view.paused {
            return Some(self.say(Caption::Paused));
        }
        let army = self.view.position.turn();
        let name = self.name(army);
        Some(self.say(Caption::Turn {
            army,
            name: name.as_deref(),
        }))
    }

    fn checks(&self) -> Vec<String> {
        let position = &self.view.position;
        let lines = self.view.attacks();
        let sentences = lines.iter().filter_map(|line| {
            Some(self.say(Caption::Check {
                army: position.piece_at(line.king)?.color,
                attacker: position.piece_at(line.attacker)?,
                from: line.attacker,
            }))
        });
        sentences.collect()
    }

    fn armies_out(&self) -> Vec<String> {
        let out = Color::ALL.into_iter();
        let out = out.filter(|color| self.view.is_out(*color));
        let sentences = out.map(|army| {
            if self.view.empty.contains(army) {
                return self.say(Caption::SeatIsEmpty(army));
            }
            self.say(Caption::IsOut {
                army,
                name: self.name(army).as_deref(),
                reason: legible(self.view.out[army].as_ref()).as_deref(),
            })
        });
        sentences.collect()
    }

    /// Says what the armies that have players have earned so far.
    fn points(&self) -> Option<String> {
        let earned = self.view.points.as_ref()?.iter();
        let earned: Vec<(Color, Points)> = earned
            .filter(|(color, _)| !self.view.empty.contains(*color))
            .map(|(color, points)| (color, *points))
            .collect();
        Some(self.say(Caption::PointsSoFar(&earned)))
    }

    fn last_moves(&self) -> Vec<String> {
        let sentences = self.view.latest_moves().map(|(_, last)| {
            self.say(Caption::Played(&LastMove {
                notation: readable(&last.notation),
                ..*last
            }))
        });
        sentences.collect()
    }

    fn moats(&self) -> String {
        let mut bridged = Border::ALL.to_vec();
        bridged.retain(|border| self.view.position.is_bridged(*border));
        self.say(Caption::Bridged(&bridged))
    }
}

/// Names a role with the squares of its pieces: `pawn a2 b2`.
fn named<'a>(role: &str, squares: impl Iterator<Item = &'a Square>) -> String {
    squares.fold(role.to_owned(), |said, square| format!("{said} {square}"))
}

/// Returns a text as it may be read inside a sentence, unless nothing of it may.
fn legible(text: Option<&String>) -> Option<String> {
    let text = text.map(|text| readable(text));
    text.filter(|text| !text.is_empty()).map(isolated)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::wildcard_enum_match_arm,
        reason = "a test words some captions and names the others"
    )]

    use rondel_rules::{ByColor, Position};

    use super::*;

    /// Names of armies and pieces; of every other caption what it is.
    fn plain(caption: Caption<'_>) -> String {
        match caption {
            Caption::Army(army) | Caption::Player { army, name: None } => army.to_string(),
            Caption::Piece(role) => format!("{role:?}"),
            Caption::MorePieces(count) => format!("and {count} more"),
            other => format!("[{other:?}]"),
        }
    }

    #[test]
    fn the_start_in_words() {
        let view = BoardView::new(Position::start(), Color::Gray);
        assert_eq!(
            alt_text(&view, &plain),
            "[Turn { army: White, name: None }] \
             White: King e1, Queen d1, Rook a1 h1, Bishop c1 f1, Knight b1 g1, \
             Pawn a2 b2 c2 d2 e2 f2 g2 h2. \
             Gray: King m1, Queen l1, Rook i1 p1, Bishop k1 n1, Knight j1 o1, \
             Pawn i2 j2 k2 l2 m2 n2 o2 p2. \
             Black: King u1, Queen t1, Rook q1 x1, Bishop s1 v1, Knight r1 w1, \
             Pawn q2 r2 s2 t2 u2 v2 w2 x2. \
             [SeenFrom(Gray)] [Bridged([])]"
        );
        let board = text_board(&view, &plain);
        for line in [
            "[Turn { army: White, name: None }] ([Ply(0)])",
            "[NoCheck]",
            "White:",
            "[Rank(1)]: King e1, Queen d1, Rook a1 h1, Bishop c1 f1, Knight b1 g1",
            "[Rank(2)]: Pawn a2 b2 c2 d2 e2 f2 g2 h2",
        ] {
            assert!(board.lines().any(|said| said == line), "{line}\n{board}");
        }
    }

    #[test]
    fn a_check_an_army_out_and_the_last_move_in_words() {
        let mut view = BoardView::crowded();
        view.names[Color::White] = Some("Ann".to_owned());
        view.match_id = Some("m7k3q".to_owned());
        let said = alt_text(&view, &plain);
        let pieces = " [Player { army: White, name: Some(\"Ann\") }]: King e1, Queen d1, ";
        let (first, rest) = said.split_once(pieces).unwrap();
        assert_eq!(
            first,
            "[Played(LastMove { color: Black, from: q6, to: q5, number: 30, taken: None, notation: \"Rq5+\" })] \
             [Turn { army: White, name: Some(\"Ann\") }] \
             [Check { army: White, attacker: Piece { color: Black, role: Rook }, from: q5 }]"
        );
        assert!(
            rest.contains(". Gray, [Dead]: King m1, Queen l1, "),
            "{said}"
        );
        let end = "[IsOut { army: Gray, name: None, reason: Some(\"time\") }] [Match(\"m7k3q\")] \
                   [SeenFrom(White)] [Bridged([HI, PQ])]";
        assert!(rest.ends_with(end), "{said}");
    }

    #[test]
    fn what_is_pointed_out_is_said_and_where_the_pieces_stand() {
        let view = BoardView::explaining();
        let pointed_out = "\
            [Reach { piece: Piece { color: White, role: Bishop }, from: c1, to: [b2, d2], \
            numbered: false }] \
            [Reach { piece: Piece { color: White, role: Rook }, from: a1, to: [b1], \
            numbered: false }] \
            [Line { from: c1, to: c1, \
            squares: [c1, b2, a3, x4, w5, v6, h6, g5, f4, e3, d2, c1] }] \
            [Line { from: a1, to: a3, squares: [a1, a2, a3] }] \
            [Barred { from: a1, to: x1 }]";
        let armies = "White: King e1, Rook a1, Bishop c1. Gray: King o1. Black: King u1, Rook d2.";
        assert_eq!(
            alt_text(&view, &plain),
            format!(
                "[Turn {{ army: White, name: None }}] {pointed_out} {armies} \
                 [SeenFrom(White)] [Bridged([])]"
            )
        );
        let board = text_board(&view, &plain).replace('\n', " ");
        assert!(board.contains(pointed_out), "{board}");
    }

    #[test]
    fn points_so_far_and_an_empty_seat_in_words() {
        let mut duel = Position::start();
        duel.put_out(Color::Gray);
        let mut view = BoardView::new(duel, Color::White);
        view.empty = view.empty.with(Color::Gray);
        view.points = Some(ByColor([Points::HALF, Points::default(), Points::TWO]));
        let said = alt_text(&view, &plain);
        let earned = [(Color::White, Points::HALF), (Color::Black, Points::TWO)];
        let end = format!(
            "[SeatIsEmpty(Gray)] [PointsSoFar({earned:?})] [SeenFrom(White)] [Bridged([HI, PQ])]"
        );
        assert!(
            said.starts_with("[Turn { army: White, name: None }] White: King e1, "),
            "{said}"
        );
        assert!(said.ends_with(&end), "{said}");
    }

    #[test]
    fn what_does_not_fit_is_left_out_from_the_end_and_said() {
        let mut view = BoardView::crowded();
        // The bridges go first.
        let long_bridges = |caption: Caption<'_>| match caption {
            Caption::Bridged(_) => "b".repeat(ALT_LIMIT),
            other => plain(other),
        };
        let said = alt_text(&view, &long_bridges);
        assert!(said.ends_with(" [SeenFrom(White)]"), "{said}");
        // Then all that comes after the pieces, and of these as many of each army.
        view.names = ByColor::new(|color| Some(color.word().repeat(64)));
        let long_pieces = |caption: Caption<'_>| match caption {
            Caption::Piece(role) => format!("{:_<64}", format!("{role:?}")),
            Caption::Player { name, .. } => name.unwrap_or_default().to_owned(),
            Caption::Turn { .. } => String::from("turn."),
            Caption::Check { .. } => String::from("check."),
            other => plain(other),
        };
        let said = alt_text(&view, &long_pieces);
        assert!(said.chars().count() <= ALT_LIMIT, "{said}");
        let rest = said.split_once("check. ").unwrap().1;
        let more: Vec<&str> = rest
            .split(". ")
            .map(|army| army.rsplit(" and ").next().unwrap())
            .collect();
        let [white, gray, black] = more.as_slice() else {
            panic!("{said}");
        };
        let count = |more: &str| more.split(' ').next().unwrap().parse::<usize>().unwrap();
        let pieces = |color: Color| {
            let pieces = view.position.pieces();
            pieces.filter(|(_, piece)| piece.color == color).count()
        };
        let kept = pieces(Color::White) - count(white);
        assert_eq!(pieces(Color::Gray) - count(gray), kept, "{said}");
        assert_eq!(pieces(Color::Black) - count(black), kept, "{said}");
        // Words that nothing can be done about are cut between two of them.
        let long_turn = |caption: Caption<'_>| match caption {
            Caption::Turn { .. } => "to be said ".repeat(ALT_LIMIT),
            other => plain(other),
        };
        let said = alt_text(&view, &long_turn);
        let start = "[Played(LastMove { color: Black, from: q6, to: q5, number: 30, taken: None, notation: \"Rq5+\" })] to be said ";
        assert!(said.starts_with(start), "{said}");
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
        assert!(alt_text(&view, &plain).chars().count() <= ALT_LIMIT);
        let long_result = |caption: Caption<'_>| match caption {
            Caption::Result(_) => "語".repeat(5_000),
            other => plain(other),
        };
        assert_eq!(alt_text(&view, &long_result).chars().count(), ALT_LIMIT);
    }
}

//! Previews of moves, in a few words: for lists of moves to choose from.

use crate::{
    matchplay::PlayedMove,
    rules::{
        CastlingSide, Consequences, Draw, Ending, Exit, Game, Move, Piece, Position, Square, Taken,
        Winner,
    },
};

use super::{Message, Texts, Values};

/// The longest label of a choice, in characters.
pub const LONGEST_LABEL: usize = 100;

/// Names a move and what it does, such as `Nxf3+, takes Gray's pawn, check to Black`. What matters least
/// is left out where all of it would be longer than [`LONGEST_LABEL`].
///
/// ```
/// use rondel::messages::{Texts, move_preview::label};
/// use rondel::rules::{Game, Ruleset};
///
/// let game = Game::start(Ruleset::THREE_MAN);
/// let mv = "e2e4".parse().unwrap();
/// let consequences = game.consequences(mv).unwrap();
/// let label = label(&Texts::english(), &game, mv, &consequences);
/// assert_eq!(label, "e4");
/// ```
#[must_use]
pub fn label(texts: &Texts, game: &Game, mv: Move, consequences: &Consequences) -> String {
    with_clauses(
        texts,
        game,
        texts.move_in(game.position(), mv),
        consequences,
    )
}

fn with_clauses(texts: &Texts, game: &Game, mut text: String, what: &Consequences) -> String {
    let comma = texts.word("list-comma");
    for clause in clauses(texts, game, what) {
        let longer = if text.is_empty() {
            clause.into()
        } else {
            format!("{text}{comma}{clause}")
        };
        if longer.chars().count() <= LONGEST_LABEL {
            text = longer;
        }
    }
    text
}

/// Says what a move does, without the move: empty for a quiet one. As long as a [`label`] at most.
#[must_use]
pub fn about(texts: &Texts, game: &Game, consequences: &Consequences) -> String {
    with_clauses(texts, game, String::new(), consequences)
}

/// Says everything that the move does, a clause each, the most important first.
fn clauses(texts: &Texts, game: &Game, consequences: &Consequences) -> Vec<Message> {
    let mut clauses = Vec::new();
    match consequences.castles {
        Some(CastlingSide::King) => clauses.push(texts.say("move-castles-king", &[])),
        Some(CastlingSide::Queen) => clauses.push(texts.say("move-castles-queen", &[])),
        None => {}
    }
    if let Some(taken) = consequences.taken {
        clauses.push(taken_of(texts, &taken));
    }
    let mut say = |id: &'static str, values: Values<'_>| {
        clauses.push(texts.say(id, values));
    };
    if let Some(role) = consequences.promotion {
        say("move-promotes", &[("piece", &texts.piece(role))]);
    }
    let mover = game.position().turn();
    for out in &consequences.outs {
        let army = texts.army(out.color);
        let by = out.by.filter(|by| *by != mover);
        let by = by.map(|by| texts.army(by)).unwrap_or_default();
        let id = match (out.exit, out.by) {
            (Exit::Mate, Some(by)) if by != mover => "move-mates-for",
            (Exit::Mate, Some(_)) => "move-mates",
            // A pact shares it, or two armies mate at once (rules §6.3).
            (Exit::Mate, None) => "move-mates-jointly",
            (Exit::KingTaken, Some(by)) if by != mover => "move-exposes-king",
            (Exit::KingTaken, Some(_)) => "move-puts-out",
            (Exit::KingTaken, None) => "move-puts-out-jointly",
            (Exit::Stalemate | Exit::Conceded | Exit::Time, _) => "move-stalemates",
        };
        say(id, &[("army", &army), ("by", &by)]);
    }
    for (id, checked) in [
        ("move-checks", consequences.checked),
        ("move-leaves-check", consequences.still_checked),
    ] {
        if !checked.is_empty() {
            say(id, &[("armies", &texts.armies(checked.iter()))]);
        }
    }
    if let Some(outcome) = &consequences.outcome {
        let winner = outcome.winner(game.ruleset());
        let id = match (outcome.ending, winner) {
            (Ending::Draw(Draw::Stalemate), _) => "move-draws-stalemate",
            (Ending::Draw(Draw::Repetition), _) => "move-draws-repetition",
            (Ending::Draw(Draw::Moves), _) => "move-draws-moves",
            (Ending::Draw(Draw::Impossibility), _) => "move-draws-impossibility",
            (_, Winner::Wins(color)) if color == mover => "move-wins",
            (_, Winner::Wins(_)) => "move-lets-win",
            (_, Winner::Alone(_)) => "move-ends-first",
            (_, Winner::Shared(_)) => "move-ends-shared",
            (_, Winner::Nobody) => "move-ends",
        };
        let armies = texts.armies(winner.armies().iter());
        let score = outcome.score_for_people().unwrap_or_default();
        // What comes about by a move is automatic.
        let count = game.ruleset().options().moves.automatic.unwrap_or_default();
        let values: Values<'_> = &[("armies", &armies), ("score", &score), ("count", &count)];
        say(id, values);
    }
    if consequences.through_centre {
        say("move-through-centre", &[]);
    }
    if let Some(border) = consequences.crosses {
        say("move-crosses", &[("border", &texts.border(border))]);
    }
    let bridged = &consequences.bridged;
    match bridged[..] {
        [] => {}
        [one] => say("move-bridges-one", &[("borders", &texts.border(one))]),
        _ => say("move-bridges", &[("borders", &texts.borders(bridged))]),
    }
    clauses
}

/// Says in words what a move that was made did: which piece went where, and took or became what.
pub(crate) fn done(texts: &Texts, played: &PlayedMove) -> String {
    let castles = played.short.castles().map(|side| match side {
        CastlingSide::King => "move-castles-king",
        CastlingSide::Queen => "move-castles-queen",
    });
    let does = match (castles, played.taken) {
        (Some(castles), _) => castles,
        (None, Some(taken)) => {
            ["done-takes", "done-takes-en-passant"][usize::from(taken.en_passant)]
        }
        (None, None) => "done-moves",
    };
    let taken = played
        .taken
        .map(|taken| captured(texts, taken.piece, taken.dead));
    let values = [
        ("piece", &texts.piece(played.role) as _),
        ("square", &played.mv.to as _),
        ("taken", &taken.unwrap_or_default() as _),
    ];
    let promotes = played.mv.promotion.map(|role| {
        let piece = texts.piece(role);
        texts.say("move-promotes", &[("piece", &piece)])
    });
    let does = [texts.say(does, &values)].into_iter().chain(promotes);
    texts.comma(does.map(String::from))
}

fn taken_of(texts: &Texts, taken: &Taken) -> Message {
    let id = ["move-takes", "move-takes-en-passant"][usize::from(taken.en_passant)];
    texts.say(id, &[("piece", &captured(texts, taken.piece, taken.dead))])
}

/// Names a piece by its army: `Gray's pawn`, `Gray's dead pawn`.
pub(crate) fn piece_of(texts: &Texts, piece: Piece, dead: bool) -> String {
    belonging(texts, piece, dead, &texts.piece(piece.role))
}

/// Names a piece that is captured, in the case that a language has for that: `den Bauern von Grau`.
pub(crate) fn captured(texts: &Texts, piece: Piece, dead: bool) -> String {
    let role = texts.word(&format!("captures-{}", piece.role.word()));
    belonging(texts, piece, dead, &role)
}

fn belonging(texts: &Texts, piece: Piece, dead: bool, role: &str) -> String {
    let id = if dead { "dead-piece-of" } else { "piece-of" };
    let army = texts.army(piece.color);
    texts.say(id, &[("army", &army), ("piece", &role)]).into()
}

/// Names the piece on a square with it: `Gray's pawn on m2`.
pub(crate) fn piece_at(texts: &Texts, position: &Position, square: Square) -> Option<String> {
    let piece = position.piece_at(square)?;
    let piece = piece_of(texts, piece, !position.in_play().contains(piece.color));
    let said = texts.say("piece-on", &[("piece", &piece), ("square", &square)]);
    Some(said.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        messages::{Language, tests::compare},
        rules::{Agreement, Color, Game, OfferAction, Ruleset, short},
        rulesets::Rulesets,
    };

    const ROOKS: &str = "wR3wK2wR16/24/24/24/9gK11bK2/24 w wgb xhp wKQ - 0 9";
    const CENTRE: &str = "8wK15/2bN1wC19/12gK7bK3/24/24/24 w wgb xhp - - 0 9";
    const EXPOSED: &str = "2bK2gR1gK16/24/24/24/24/12wK11 g wgb xhp - - 0 9";
    const RIVALS: &str = "12bQ11/bR1gQ11wR9/10bR13/6gK2bN2wK11/24/5bK18 b wgb xhp - - 11 119";
    const PACT: &str = "24/8gK5bN9/7wC16/23wK/5gC18/11bK12 w wgb xhp - - 35 163";

    /// Moves of positions under rulesets, with the ids of what each does.
    const MOVES: &[(&str, &str, &str, &str)] = &[
        ("three-man", START, "e2e4", ""),
        ("three-man", ROOKS, "e1g1", "move-castles-king"),
        ("three-man", ROOKS, "e1c1", "move-castles-queen"),
        ("three-man", ROOKS, "h1h5", "move-checks"),
        (
            "three-man",
            ROOKS,
            "a1m5",
            "move-checks move-through-centre",
        ),
        ("three-man", CENTRE, "e2e1n", "move-promotes"),
        ("three-man", CENTRE, "i1h2", "move-crosses"),
        (
            "three-man",
            "4wK15bK3/24/gN23/wR23/24/24 w wb xhp - - 0 9",
            "a4a3",
            "move-takes",
        ),
        (
            "three-man",
            "4wK7gK7bK3/24/24/9wCgP13/24/24 w wgb xhp - k3 0 9",
            "j4k3",
            "move-takes-en-passant",
        ),
        ("three-man", EXPOSED, "f1c1", "move-takes move-puts-out"),
        // An army that stood in check before has it said otherwise.
        ("three-man", EXPOSED, "h1g1", "move-leaves-check"),
        ("three-man", EXPOSED, "f1f6", "move-checks"),
        (
            "three-man",
            RIVALS,
            "m1m4",
            "move-takes move-puts-out move-mates move-wins",
        ),
        (
            "three-man",
            "wR7gK7bK7/4wK19/24/24/24/24 w wgb - - - 0 9",
            "a1a2",
            "move-bridges",
        ),
        (
            "three-man",
            "4wK15bK3/wR23/24/24/24/bN23 w wb xhp - - 0 9",
            "a2a6",
            "move-takes",
        ),
        (
            "three-man",
            "20bK3/24/24/24/3bNwK19/24 w wb xhp - - 0 9",
            "e5d5",
            "move-takes move-draws-impossibility",
        ),
        // An end is told as the ruleset scores it.
        (
            "three-player",
            "12bK11/8wK1bB1gC11/bN23/gR22bC/6bQ4gP2gB9/4gR7gK11 g wgb xhp - - 4 164",
            "e6b6",
            "move-exposes-king move-lets-win",
        ),
        (
            "three-player",
            PACT,
            "h3i2",
            "move-takes move-puts-out move-wins",
        ),
        (
            "three-player",
            "3wQ20/5bK16wCwK/2gK5bQ14gC/24/1bQ22/12gB8gP2 w wgb xhp - - 32 239",
            "d1c1",
            "move-mates-for move-lets-win",
        ),
        (
            "three-player",
            "24/24/8wK6gK8/2gR9bQ11/24/1bK22 b wgb xhp - - 1 216",
            "m4k2",
            "move-draws-stalemate",
        ),
        (
            "first-mate",
            "22bK1/15bQ8/24/24/16bN1gK5/1wQ4wK17 w wgb xhp - - 6 203",
            "b6s6",
            "move-mates-jointly move-ends-shared",
        ),
        (
            "first-mate",
            "3bK20/wC23/22gQ1/22bR1/24/2gK12wK8 b wgb xhp - - 22 127",
            "w4w5",
            "move-mates-for move-ends-first",
        ),
        (
            "match-points",
            "24/24/4gK9bK4bQ4/17wP6/21bQ2/17wK6 b wb xhp - - 97 217",
            "t3t6",
            "move-mates move-ends-first",
        ),
        (
            "duel",
            "8wK15/4wQ6wR12/14bKgK8/24/24/bB23 b wb xhp - - 99 161",
            "a6b5",
            "move-draws-moves",
        ),
        ("second-mate", PACT, "h3i2", "move-takes move-puts-out"),
    ];
    const START: &str = "";

    fn game(ruleset: &str, line: &str) -> Game {
        let ruleset = Rulesets::presets().named(ruleset).unwrap().ruleset;
        let position = match line {
            START => Position::start(),
            line => line.parse().unwrap(),
        };
        Game::from_position(ruleset, position)
    }

    /// Returns the label of a move, which must be made of these texts.
    #[track_caller]
    fn label_of(texts: &Texts, game: &Game, mv: &str, says: &str) -> String {
        let mv = mv.parse().unwrap();
        let consequences = game.consequences(mv).unwrap();
        assert_eq!(ids(texts, game, &consequences).join(" "), says, "{mv}");
        label(texts, game, mv, &consequences)
    }

    fn ids(texts: &Texts, game: &Game, consequences: &Consequences) -> Vec<String> {
        let clauses = clauses(texts, game, consequences);
        let parts = clauses.iter().flat_map(Message::parts);
        parts.map(|part| part.id.to_string()).collect()
    }

    #[test]
    fn labels_name_what_a_move_does() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            let mut notes = String::new();
            let mut note = |label: String| notes.push_str(&format!("{label}\n"));
            for (ruleset, line, mv, says) in MOVES {
                note(label_of(&texts, &game(ruleset, line), mv, says));
            }
            let mut game = game("second-mate", PACT);
            for (by, with) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
                let (offer, pact) = (OfferAction::Offer, Agreement::Pact(with));
                let (action, about) = game.wish(by, offer, pact).unwrap();
                game.carry_out_said(by, action, about);
            }
            let shared = "move-takes move-puts-out-jointly";
            note(label_of(&texts, &game, "h3i2", shared));
            compare("move-preview", language, &notes);
        }
    }

    /// Asserts that the consequences say what the notation says by signs.
    #[track_caller]
    fn agrees(short: &str, consequences: &Consequences) {
        let mates = consequences
            .outs
            .iter()
            .filter(|out| out.exit == Exit::Mate);
        assert_eq!(short.matches('#').count(), mates.count(), "{short}");
        assert_eq!(
            short.contains('='),
            consequences.promotion.is_some(),
            "{short}"
        );
        assert_eq!(
            short.contains('O'),
            consequences.castles.is_some(),
            "{short}"
        );
        if consequences.outcome.is_none() {
            // An army that stood in check may be attacked by one more piece (rules §7.2).
            let (new, old) = (&consequences.checked, &consequences.still_checked);
            assert!(short.contains('+') || new.is_empty(), "{short}");
            assert!(!short.contains('+') || new.len() + old.len() > 0, "{short}");
        }
    }

    #[test]
    fn labels_fit_and_differ() {
        let texts = Texts::english();
        let mut longest = 0;
        for line in include_str!("../../tests/data/positions.jsonl")
            .lines()
            .step_by(4)
        {
            // `{"position": "…", …}`
            let position: Position = line.split('"').nth(3).unwrap().parse().unwrap();
            let game = Game::from_position(Ruleset::THREE_MAN, position);
            let mut seen = std::collections::HashSet::new();
            for mv in position.legal_moves() {
                let short = short(&position, mv);
                let consequences = game.consequences(mv).unwrap();
                agrees(&short, &consequences);
                if let Some(piece) = position.piece_at(mv.to) {
                    assert_eq!(consequences.taken.map(|taken| taken.piece), Some(piece));
                }
                let said = label(&texts, &game, mv, &consequences);
                let letters = said.chars().count();
                assert!(
                    letters <= LONGEST_LABEL && said.starts_with(&texts.move_in(&position, mv)),
                    "{said}"
                );
                longest = longest.max(letters);
                assert!(seen.insert(said));
            }
        }
        println!("longest label: {longest}");
        assert!(longest > 60, "{longest}");
    }

    /// An army that is said to win has the most points alone, in all positions that end somehow.
    #[test]
    fn nobody_is_said_to_win_who_does_not() {
        let texts = Texts::english();
        let rulesets = Rulesets::presets();
        let mut ends = 0;
        for line in include_str!("../../tests/data/endings.jsonl").lines() {
            // `{"ruleset": "…", "line": "…", …}`
            let parts: Vec<&str> = line.split('"').collect();
            let ruleset = rulesets.named(parts[3]).unwrap().ruleset;
            let position = parts[7].split(" moves ").next().unwrap();
            let Ok(position) = position.parse::<Position>() else {
                continue;
            };
            let game = Game::from_position(ruleset, position);
            for mv in position.legal_moves() {
                let consequences = game.consequences(mv).unwrap();
                let Some(outcome) = consequences.outcome else {
                    continue;
                };
                let ids = ids(&texts, &game, &consequences);
                let says = |id: &'static str| ids.iter().any(|said| said == id);
                let most = outcome.points.iter().map(|(_, points)| *points).max();
                let first = outcome.points.iter().filter(|(_, p)| Some(**p) == most);
                let first: Vec<Color> = first.map(|(color, _)| color).collect();
                let fits = if outcome.ending.draw().is_some() {
                    ids.iter().any(|id| id.starts_with("move-draws"))
                } else if says("move-wins") {
                    first == [position.turn()]
                } else if says("move-ends-shared") {
                    first.len() > 1
                } else {
                    (says("move-lets-win") || says("move-ends-first")) && first.len() == 1
                };
                assert!(fits, "{}: {position} {mv}: {ids:?}: {outcome:?}", parts[3]);
                ends += 1;
            }
        }
        println!("moves that end a match: {ends}");
        assert!(ends > 100, "{ends}");
    }

    #[test]
    fn what_matters_least_is_left_out_first() {
        let texts = Texts::english();
        let game = game("three-man", RIVALS);
        let mut consequences = game.consequences("a2m4".parse().unwrap()).unwrap();
        consequences.bridged = crate::rules::Border::ALL.to_vec();
        let clauses = clauses(&texts, &game, &consequences);
        let clause = |id: &'static str| clauses.iter().find(|clause| clause.says(id)).unwrap();
        let said = with_clauses(&texts, &game, "R".repeat(40), &consequences);
        for kept in ["move-takes", "move-puts-out"] {
            assert!(said.contains(&**clause(kept)), "{said}");
        }
        assert!(!said.contains(&**clause("move-bridges")), "{said}");
    }
}

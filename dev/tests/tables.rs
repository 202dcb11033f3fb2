//! Tables of two armies: known counts, and the rules library as a second opinion.
#![allow(clippy::unwrap_used)]

use std::{fs, sync::OnceLock};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::rules::{Color, Move, Position, Role};
use rondel_dev::truths::{
    check::expected,
    deals, endings,
    files::ReadTableError,
    is_promised,
    mates::mates,
    men::{Men, NONE, Third},
    of_mates,
    table::{Aim, Figures, OPEN, Subject, Table, Tables},
    trial::{Task, trial},
};

const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::CrossedPawn, Role::Pawn];

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::default();
        for role in ROLES {
            tables.add(Subject::two(role), None, 2).unwrap();
        }
        tables
    })
}

#[track_caller]
fn check_figures(role: Role, positions: u64, longest: u8) {
    let table = tables().table(Subject::two(role)).unwrap();
    let want = Figures {
        positions,
        forced: positions,
        longest,
    };
    assert_eq!(table.figures(0), want);
}

#[test]
fn queen_and_rook_win_everywhere_and_as_fast_as_known() {
    check_figures(Role::Queen, 1_866_894, 29);
    check_figures(Role::Rook, 2_186_214, 37);
}

/// The moves of men are those of the library, with two armies, with a dead king, and with three.
#[test]
fn moves_are_those_of_the_library() {
    let kinds = ROLES.map(|role| (role, Third::Gone));
    let more = [
        (Role::Queen, Third::Dead),
        (Role::Rook, Third::Dead),
        (Role::Queen, Third::InPlay),
    ];
    for (role, third) in kinds.into_iter().chain(more) {
        for (men, turn, position) in deals(7, role, third).take(400) {
            let mut ours = Vec::new();
            men.each_move(turn, |hop, after, next| {
                ours.push(hop.to_move());
                check_after(&position, hop.to_move(), &after, next);
            });
            ours.sort_unstable();
            ours.dedup();
            let mut theirs = position.legal_moves();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{position}");
        }
    }
}

#[track_caller]
fn check_after(before: &Position, mv: Move, after: &Men, next: usize) {
    let mut position = *before;
    position.play(mv);
    if let Some((men, turn)) = Men::of_position(&position) {
        assert_eq!(men, *after, "{before} {mv}");
        assert_eq!(turn, next, "{before} {mv}");
    }
}

/// Every origin leads here by a legal move, and every legal move's men have their origin.
#[test]
fn origins_are_moves_backwards() {
    for role in ROLES {
        for (men, turn, position) in deals(8, role, Third::Gone).take(400) {
            let mut origins = Vec::new();
            let before = 1 - turn;
            men.each_origin(before, |origin| origins.push(origin));
            for origin in origins.iter().filter(|origin| origin.is_legal(before)) {
                let mut leads = false;
                origin.each_move(before, |_, after, _| leads |= after == men);
                assert!(leads, "{origin:?} {position}");
            }
            men.each_move(turn, |_, after, _| {
                let mut found = after.role != role || after.piece == NONE;
                after.each_origin(turn, |origin| found |= origin == men);
                assert!(found, "{position} {after:?}");
            });
        }
    }
}

#[test]
fn values_follow_from_those_after_them() {
    let tables = tables();
    for role in ROLES {
        let (mut won, mut drawn) = (0, 0);
        for (men, turn, position) in deals(9, role, Third::Gone).take(700) {
            let value = tables.value(Aim::Point, &men, turn).unwrap();
            assert_eq!(
                expected(tables, Aim::Point, &position),
                Some(value),
                "{position}"
            );
            won += usize::from(value < OPEN);
            drawn += usize::from(value == OPEN);
        }
        assert!(
            won > 100 && drawn > 20,
            "{role:?}: {won} won, {drawn} drawn"
        );
    }
}

/// The best moves lead down to mate ply by ply, by the library's own moves.
#[test]
fn best_play_ends_in_mate_on_time() {
    let tables = tables();
    let mut dice = ChaCha12Rng::seed_from_u64(3);
    for role in ROLES {
        let deals = deals(10, role, Third::Gone)
            .filter(|(men, turn, _)| tables.value(Aim::Point, men, *turn).unwrap() < OPEN);
        for (men, turn, mut position) in deals.take(12) {
            let value = tables.value(Aim::Point, &men, turn).unwrap();
            for left in (1..=value).rev() {
                let (men, turn) = Men::of_position(&position).unwrap();
                let (value, best) = tables.best(Aim::Point, &men, turn).unwrap();
                assert_eq!(value, left, "{position}");
                let mv = best[dice.random_range(0..best.len())].to_move();
                assert!(position.is_legal(mv), "{position} {mv}");
                position.play(mv);
            }
            assert!(!position.has_legal_move() && position.is_checked(position.turn()));
        }
    }
}

/// With two armies a mate in two own moves is a distance of three plies.
#[test]
fn mates_are_those_of_the_tables() {
    let tables = tables();
    let mut found = [0; 4];
    let near = deals(22, Role::Queen, Third::Gone).filter(|(men, turn, _)| {
        let value = tables.value(Aim::Point, men, *turn);
        matches!(value, Some(1 | 3)) && *turn == 0
    });
    for (men, turn, position) in near.take(40) {
        let (value, best) = tables.best(Aim::Point, &men, turn).unwrap();
        let mut best: Vec<Move> = best.into_iter().map(|hop| hop.to_move()).collect();
        best.sort_unstable();
        assert_eq!(
            mates(&position, u32::from(value).div_ceil(2), false),
            best,
            "{position}"
        );
        assert!(value == 1 || mates(&position, 1, true).is_empty());
        found[usize::from(value)] += 1;
    }
    assert!(found[1] > 3 && found[3] > 3, "{found:?}");
}

#[test]
fn symmetric_men_share_a_number_and_lines_read_back() {
    for third in [Third::Gone, Third::Dead, Third::InPlay] {
        for (men, turn, position) in deals(11, Role::Queen, third).take(200) {
            for symmetry in 0..6 {
                assert_eq!(men.moved_by(symmetry).number(), men.number());
            }
            let home = Men::of_number(Role::Queen, third, men.number());
            assert_eq!(home.number(), men.number());
            assert_eq!(Men::of_position(&position), Some((men, turn)), "{position}");
            assert_eq!(men.line(turn, Color::White, false).split(' ').count(), 8);
        }
    }
}

#[test]
fn tables_read_back_from_files_and_damage_shows() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    let file = folder.join("queen.table");
    let subject = Subject::two(Role::Queen);
    let table = tables().table(subject).unwrap();
    table.write(&file).unwrap();
    assert_eq!(&Table::read(subject, &file).unwrap(), table);
    let other = Table::read(Subject::two(Role::Rook), &file);
    assert!(matches!(other, Err(ReadTableError::Header)));
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    assert!(matches!(
        Table::read(subject, &file),
        Err(ReadTableError::Sum)
    ));
    bytes.truncate(middle);
    fs::write(&file, &bytes).unwrap();
    assert!(matches!(
        Table::read(subject, &file),
        Err(ReadTableError::Io(_))
    ));
}

/// A pawn that becomes a bishop or a knight draws by the rules (rules §5.4), which is why the
/// tables need neither.
#[test]
fn bishops_and_knights_draw_at_once() {
    use rondel::rules::{Draw, Ending, Game, Ruleset};
    let position: Position = "24/5wC18/3wK20/24/24/12bK11 w wb xhp - - 0 0"
        .parse()
        .unwrap();
    let game = Game::from_position(Ruleset::THREE_MAN, position);
    for (letter, ends) in [('q', false), ('r', false), ('b', true), ('n', true)] {
        let verdict = game
            .judge_move(format!("f2f1{letter}").parse().unwrap())
            .unwrap();
        let ending = verdict.outcome.map(|outcome| outcome.ending);
        assert_eq!(
            ending,
            ends.then_some(Ending::Draw(Draw::Impossibility)),
            "{letter}"
        );
    }
}

/// Level 6 mates with queen and with rook against a defender who knows the table; one that moves at
/// random does not, and is told where it failed.
#[test]
fn a_player_plays_endings_out_against_a_perfect_defender() {
    for role in [Role::Queen, Role::Rook] {
        let truths: Vec<_> = endings(tables(), role, 11)
            .filter(is_promised)
            .take(2)
            .collect();
        let held = |player: &str| {
            let player = player.parse().unwrap();
            trial(&player, Task::Play(tables(), 100), &truths, 2).unwrap()
        };
        let level = held("level 6");
        assert_eq!(level["right"], 2, "{level}");
        assert!(level["ratio"].as_f64().unwrap() >= 1.0, "{level}");
        let random = held("random");
        assert_eq!((&random["asked"], &random["right"]), (&2.into(), &0.into()));
        assert_eq!(random["wrong"].as_array().unwrap().len(), 2, "{random}");
    }
}

#[test]
fn a_player_is_asked_for_mates() {
    let truths: Vec<_> = of_mates(21, 1).take(4).collect();
    let held = |player: &str| {
        let player = player.parse().unwrap();
        trial(&player, Task::Move, &truths, 1).unwrap()
    };
    assert_eq!(held("level 4")["right"], 4);
    assert!(held("random")["right"].as_u64().unwrap() < 4);
}

//! Leaderboards, profiles, what people and servers prefer, and fair play, at the console.

use super::{Console, Store};

/// A duel that the first of the two wins.
fn beats(console: &mut Console, winner: &str, loser: &str) {
    let id = console.duel(winner, loser);
    console.done(&format!("@{loser} /resign confirm:true match:{id}"));
}

/// A match of First Mate, of which this one goes out first.
fn comes_last(console: &mut Console, players: [&str; 3], last: &str) {
    let id = console.three_by("first-mate", players);
    console.done(&format!("@{last} /resign confirm:true match:{id}"));
}

/// The lines of a leaderboard that are rows, without what follows the names.
fn leaders(text: &str) -> Vec<&str> {
    let rows = text.lines().filter_map(|line| line.split_once(": rating "));
    rows.map(|(row, _)| row).collect()
}

#[test]
fn a_leaderboard_says_who_leads_and_where_the_asker_stands() {
    let mut console = Console::start(&Store::Memory);
    let empty = console.done("@ann /leaderboard");
    assert_eq!((empty.to(), empty.command()), ("all", Some("leaderboard")));
    assert!(
        empty.text().contains("Nobody stands here yet."),
        "{empty:?}"
    );
    assert!(empty.buttons().is_empty());

    beats(&mut console, "ann", "ben");
    beats(&mut console, "ann", "cy");
    beats(&mut console, "ben", "cy");
    let board = console.done("@dora /leaderboard ruleset:duel");
    assert_eq!(leaders(board.text()), ["1. ann", "2. ben", "3. cy"]);
    let lines: Vec<&str> = board.text().lines().collect();
    assert_eq!(lines[0], "Leaderboard of Duel: this server, all time.");
    assert!(
        lines[1].ends_with("?, points 2, matches 2, won 2, average 1.00/–/–"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].ends_with("?, points 1, matches 2, won 1, average 1.00/–/0.00"),
        "{}",
        lines[2]
    );
    assert!(board.text().contains("Not on it yet?"), "{board:?}");
    assert!(
        board
            .text()
            .contains("Average: points a match with White/Gray/Black.")
    );
    assert!(
        board
            .text()
            .contains("? after a rating: fewer than ten matches")
    );
    let alt = board.alt().expect("a picture");
    assert!(alt.starts_with("Leaderboard: Duel, this server, all time. 1. ann: rating "));
    // The same for everybody, everywhere and this month, whatever channel it is asked in.
    console.say("/channel park");
    let same = console.done("@ann /leaderboard ruleset:duel scope:everywhere period:month");
    assert_eq!(leaders(same.text()), ["1. ann", "2. ben", "3. cy"]);
    assert!(same.text().contains("Duel: all servers, "), "{same:?}");
    assert!(!same.text().contains("Not on it yet?"), "{same:?}");
    // Another ruleset has another leaderboard.
    assert!(leaders(console.done("/leaderboard").text()).is_empty());
    console.refuses("/leaderboard ruleset:four-man", "unknown-ruleset");
    for option in [
        "scope:world",
        "period:year",
        "page:first",
        "page:0",
        "page:2",
        "page:-1",
    ] {
        console.refuses(&format!("/leaderboard {option}"), "bad-option");
    }
    console.finish();
}

#[test]
fn pages_are_turned_by_buttons_for_the_one_who_presses() {
    let mut console = Console::start(&Store::Memory);
    for pair in 0..11 {
        beats(&mut console, &format!("a{pair}"), &format!("b{pair}"));
    }
    let first = console.done("@b10 /leaderboard ruleset:duel page:1");
    assert_eq!(first.to(), "all");
    assert_eq!(leaders(first.text()).len(), 11);
    assert!(
        first
            .text()
            .contains("\nThe one who asks: 12. b10: rating "),
        "{first:?}"
    );
    assert!(
        first.text().contains("Page 1 of 3; 22 players."),
        "{first:?}"
    );
    let [second] = first.buttons()[..] else {
        panic!("{first:?}")
    };
    assert_eq!(second, "rd1:-:0:leaders:duel.server.all.2");
    // Anybody may turn the page, and reads it alone, with their own row.
    let turned = console.done(&format!("@a10 /press {second}"));
    assert_eq!(
        (turned.to(), turned.command()),
        ("a10", Some("leaderboard"))
    );
    assert!(turned.text().contains("\n1. a10: rating "), "{turned:?}");
    assert!(turned.text().contains("Page 2 of 3"), "{turned:?}");
    assert_eq!(
        turned.buttons(),
        [
            "rd1:-:0:leaders:duel.server.all.1",
            "rd1:-:0:leaders:duel.server.all.3"
        ]
    );
    let last = console.done("@b10 /leaderboard ruleset:duel page:3");
    assert_eq!(leaders(last.text()), ["12. b9", "12. b10"]);
    assert_eq!(last.buttons(), ["rd1:-:0:leaders:duel.server.all.2"]);
    // What a button says is judged as what is typed.
    console.refuses(
        "@zoe /press rd1:-:0:leaders:duel.server.all.4",
        "bad-option",
    );
    console.refuses(
        "/press rd1:-:0:leaders:four-man.server.all.1",
        "unknown-ruleset",
    );
    for forged in [
        "rd1:-:0:leaders:duel.server.all.0",
        "rd1:-:0:leaders:duel.console.all.1",
        "rd1:-:7:leaders:duel.server.all.1",
        "rd1:m7k3q:0:leaders:duel.server.all.1",
        "rd1:-:0:view",
    ] {
        console.refuses(&format!("/press {forged}"), "unreadable");
    }
    console.finish();
}

#[test]
fn whoever_opts_out_is_seen_by_nobody_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    beats(&mut console, "ann", "ben");
    beats(&mut console, "ann", "cy");
    let shown = console.done("@ann /settings");
    assert_eq!(shown.to(), "ann");
    assert!(shown.text().contains("Others see you"), "{shown:?}");
    let hidden = console.done("@ann /settings public:false");
    assert_eq!(hidden.to(), "ann");
    let look = |console: &mut Console| {
        let board = console.done("@ben /leaderboard ruleset:duel");
        assert_eq!(board.to(), "all");
        assert_eq!(leaders(board.text()), ["1. cy", "2. ben"]);
        let alt = board.alt().expect("a picture");
        assert!(
            !format!("{}{alt}", board.text()).contains("ann"),
            "{board:?}"
        );
        let refused = console.refuses("@ben /profile user:@ann", "not-allowed");
        assert_eq!((refused.to(), refused.alt()), ("ben", None));
        // Their own row goes to them alone, typed or pressed.
        for line in [
            "/leaderboard ruleset:duel",
            "/press rd1:-:0:leaders:duel.server.all.1",
        ] {
            let own = console.done(&format!("@ann {line}"));
            assert_eq!(own.to(), "ann", "{line}");
            assert!(
                own.text()
                    .contains("/settings public:true shows you again. ann: rating "),
                "{own:?}"
            );
        }
        let own = console.done("@ann /profile");
        assert!(
            own.text().contains("Only you see it, as you wish"),
            "{own:?}"
        );
        assert!(own.text().contains("Duel: rating "), "{own:?}");
    };
    look(&mut console);
    console.finish();
    // The wish is kept.
    let mut console = Console::start(&store);
    look(&mut console);
    assert!(
        console
            .done("@ann /settings")
            .text()
            .contains("for you alone")
    );
    console.done("@ann /settings public:true");
    let board = console.done("@ann /leaderboard ruleset:duel");
    assert_eq!((board.to(), leaders(board.text())[0]), ("all", "1. ann"));
    console.done("@ben /profile user:@ann");
    console.finish();
}

#[test]
fn a_profile_tells_how_somebody_gets_on() {
    let mut console = Console::start(&Store::Memory);
    let none = console.done("@ann /profile");
    assert_eq!((none.to(), none.command()), ("ann", Some("profile")));
    assert!(
        none.text().contains("No rated match has ended yet."),
        "{none:?}"
    );
    // Nobody is met by being asked about.
    for _ in 0..2 {
        let unknown = console.done("@ann /profile user:@zoe");
        assert!(
            unknown.text().starts_with("zoe has not played here yet."),
            "{unknown:?}"
        );
    }
    let id = console.duel("ann", "ben");
    for line in [
        "@ann /move e4",
        "@ben /move u4",
        "@ann /move Nf3",
        "@ben /resign confirm:true",
    ] {
        console.done(&format!("{line} match:{id}"));
    }
    beats(&mut console, "ben", "ann");
    comes_last(&mut console, ["ann", "ben", "cy"], "cy");
    let profile = console.done("@ben /profile user:@ann");
    assert_eq!(profile.to(), "ben");
    let text = profile.text();
    for line in [
        "Profile of ann: rated matches on all servers.",
        "Average: points a match with White/Gray/Black.",
        "With White: matches 2, average 1.00",
        "With Black: matches 1, average 0.00",
        "Favourite first moves: White e4 (1).",
        "Together with you: matches 3, ahead of you 1, behind you 1, level 1.",
        "Saw 3 of 3 matches through to their end (100 %).",
    ] {
        assert!(text.lines().any(|said| said == line), "{line}: {text}");
    }
    let duel = text.lines().find(|line| line.starts_with("Duel: rating "));
    let duel = duel.unwrap_or_else(|| panic!("{text}"));
    assert!(
        duel.ends_with("?, points 1, matches 2, won 1, average 1.00/–/0.00"),
        "{duel}"
    );
    assert!(text.contains("\nFirst Mate: rating "), "{text}");
    let alt = profile.alt().expect("a picture");
    assert!(
        alt.starts_with("Profile of ann. Favourite first moves"),
        "{alt}"
    );
    // About oneself there is nobody to compare with.
    let own = console.done("@ann /profile");
    assert!(!own.text().contains("Together with you"), "{own:?}");
    console.finish();
}

#[test]
fn the_profile_of_somebody_new_bears_their_name() {
    let mut console = Console::start(&Store::Memory);
    let check = |console: &mut Console, line: &str| {
        let profile = console.done(line);
        assert_eq!(
            profile.text(),
            "Profile of dora: rated matches on all servers.\n\
             No rated match has ended yet. Open one with /play.",
            "{line}"
        );
        assert_eq!(
            profile.alt(),
            Some("Profile of dora. No rated matches yet."),
            "{line}"
        );
    };
    check(&mut console, "@dora /profile");
    // Known here, and in no match that has ended.
    console.three(["dora", "ben", "cy"]);
    check(&mut console, "@dora /profile");
    check(&mut console, "@ben /profile user:@dora");
    // Forgotten, and somebody new again.
    console.say("@dora /forget-me confirm:true");
    check(&mut console, "@dora /profile");
    let gone = console.done("@ben /profile user:@dora");
    assert!(
        gone.text().starts_with("dora has not played here yet."),
        "{gone:?}"
    );
    console.finish();
}

#[test]
fn pictures_are_drawn_where_they_are_wanted() {
    let directory = tempfile::tempdir().expect("a directory");
    let images = directory.path().to_str().expect("a path");
    let mut console = Console::with(&Store::Memory, &["--seed", "1", "--images", images]);
    beats(&mut console, "ann", "ben");
    for (line, name) in [
        ("@ann /leaderboard ruleset:duel", "leaderboard-duel.png"),
        ("@ann /profile", "profile.png"),
    ] {
        let path = console.done(line).image().expect("a picture").to_owned();
        assert!(path.ends_with(name), "{path}");
        let picture = image::open(&path).expect("a picture");
        assert_eq!(picture.width(), 1024);
    }
    console.finish();
}

#[test]
fn managers_say_whether_matches_with_computers_are_rated() {
    let mut console = Console::start(&Store::Memory);
    let shown = console.done("@ann /server action:show");
    assert_eq!((shown.to(), shown.command()), ("ann", Some("server")));
    assert!(
        shown.text().contains("are casual in this server"),
        "{shown:?}"
    );
    console.refuses(
        "@ann /play ruleset:duel computers:1 rated:true",
        "not-allowed",
    );
    console.refuses("@ann /server action:set", "bad-option");
    console.refuses("@ann /server action:win", "bad-option");
    console.refuses("@ann /server", "bad-option");
    console.refuses(
        "@ann /server action:set rated-computers:maybe",
        "bad-option",
    );
    let set = console.done("@ann /server action:set rated-computers:true");
    assert!(
        set.text().contains("may be rated in this server"),
        "{set:?}"
    );
    console.say("/channel park");
    let shown = console.done("/server action:show");
    assert!(set.text().ends_with(shown.text()), "{shown:?}");
    // Now they are, unless said otherwise; of computers alone never.
    for (options, casual) in [("", false), (" rated:true", false), (" rated:false", true)] {
        let line = format!("@ben /play ruleset:duel seat:white computers:1{options}");
        let opened = console.done(&line);
        assert_eq!(
            opened.text().contains("casual"),
            casual,
            "{line}: {opened:?}"
        );
        let id = opened.id().to_owned();
        console.done(&format!("/resign confirm:true match:{id}"));
    }
    let text = console.done("/leaderboard ruleset:duel").text().to_owned();
    assert_eq!(leaders(&text), ["1. ben"]);
    assert!(text.contains("matches 2, won 0"), "{text}");
    console.refuses("/play computers:3 rated:true", "not-allowed");
    console.done("/server action:set rated-computers:false");
    console.refuses("/play ruleset:duel computers:1 rated:true", "not-allowed");
    console.finish();
}

#[test]
fn pairs_that_stand_out_are_listed_with_the_numbers_and_the_test() {
    let mut console = Console::start(&Store::Memory);
    let none = console.done("@ann /server action:fairplay");
    assert_eq!(none.to(), "ann");
    assert!(none.text().starts_with("Nothing stands out:"), "{none:?}");
    assert!(none.text().contains("How this is found:"), "{none:?}");
    // Everybody comes last as often as anybody else, but that Ann and Ben never do together.
    let others = ["cy", "dora", "eve", "finn"];
    for round in 0..12 {
        let third = others[round % 4];
        let fourth = others[(round + 1) % 4];
        for who in ["ann", "ben"] {
            let players = [who, third, fourth];
            comes_last(&mut console, players, players[round % 3]);
        }
    }
    for round in 0..28 {
        let third = others[round % 4];
        comes_last(&mut console, ["ann", "ben", third], third);
    }
    let listed = console.done("@ann /server action:fairplay");
    let text = listed.text();
    assert!(text.starts_with("One pair stands out:\n"), "{text}");
    assert!(
        text.contains(
            "ann and ben finish together: of 28 matches with both the third player came last in \
             28, where about "
        ),
        "{text}"
    );
    assert!(text.contains("How this is found:"), "{text}");
    assert!(text.contains("It is a sign and no proof"), "{text}");
    assert!(text.chars().count() <= 2_000);
    console.finish();
}

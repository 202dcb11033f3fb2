//! Leaderboards, profiles, what people and servers prefer, and fair play, at the console.

use rondel::{rules::Color, rulesets::PRESETS};

use super::{Answer, Console, Store};
use crate::said::{army, assert_begins, assert_ends, assert_is, assert_says, said};

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
fn leaders(text: &str) -> Vec<String> {
    // All that stands between the name and the rating.
    let row = said(
        "leaders-row-unranked",
        &[
            ("name", "|"),
            ("rating", "|"),
            ("points", ""),
            ("matches", ""),
            ("wins", ""),
            ("averages", ""),
        ],
    );
    let between = row.split('|').nth(1).unwrap().to_owned();
    let rows = text.lines().filter_map(|line| line.split_once(&between));
    rows.map(|(row, _)| row.to_owned()).collect()
}

/// The heading of a leaderboard of duels of all time.
fn heading(place: &str) -> String {
    let (place, when) = (said(place, &[]), said("leaders-all", &[]));
    said("leaders-where", &[("where", &place), ("when", &when)])
}

/// Expects the explanation that average points are listed by the armies' order.
#[track_caller]
fn explains_averages(text: &str) {
    let armies = Color::ALL.map(army).join("/");
    assert_says(text, "leaders-averages", &[("armies", &armies)]);
}

#[test]
fn a_leaderboard_says_who_leads_and_where_the_asker_stands() {
    let mut console = Console::start(&Store::Memory);
    let empty = console.done("@ann /leaderboard");
    assert_eq!((empty.to(), empty.command()), ("all", Some("leaderboard")));
    empty.assert_says("leaders-nobody", &[]);
    assert!(empty.image().is_none());

    beats(&mut console, "ann", "ben");
    beats(&mut console, "ann", "cy");
    beats(&mut console, "ben", "cy");
    let board = console.done("@dora /leaderboard ruleset:duel");
    assert_eq!(leaders(board.text()), ["1. ann", "2. ben", "3. cy"]);
    let lines: Vec<&str> = board.text().lines().collect();
    let duel = said("ruleset-duel", &[]);
    let here = heading("leaders-server");
    let values = [("ruleset", &*duel), ("where", &*here)];
    assert_is(lines[0], "leaders-heading", &values);
    for (line, values) in [
        (
            lines[1],
            [
                ("rank", "1"),
                ("name", "ann"),
                ("points", "2"),
                ("matches", "2"),
                ("wins", "2"),
                ("averages", "1.00/–/–"),
            ],
        ),
        (
            lines[2],
            [
                ("rank", "2"),
                ("name", "ben"),
                ("points", "1"),
                ("matches", "2"),
                ("wins", "1"),
                ("averages", "1.00/–/0.00"),
            ],
        ),
    ] {
        assert_is(line, "leaders-row", &values);
        let provisional = line.split([',', ';']).next().unwrap();
        assert!(provisional.ends_with('?'), "{line}");
    }
    board.assert_says("leaders-absent", &[]);
    explains_averages(board.text());
    board.assert_says("leaders-provisional", &[]);
    let alt = board.alt().expect("a picture");
    let values = [("title", &*duel), ("subtitle", &*here)];
    assert_begins(alt, "card-leaders", &values);
    assert_says(alt, "card-row", &[("rank", "1"), ("name", "ann")]);
    // The same for everybody, everywhere and this month, whatever channel it is asked in.
    console.say("/channel park");
    let same = console.done("@ann /leaderboard ruleset:duel scope:everywhere period:month");
    assert_eq!(leaders(same.text()), ["1. ann", "2. ben", "3. cy"]);
    let everywhere = said("leaders-everywhere", &[]);
    let heading = same.text().lines().next().unwrap();
    assert_says(heading, "leaders-where", &[("where", &everywhere)]);
    same.assert_says("leaders-heading", &[("ruleset", &duel)]);
    same.assert_silent("leaders-absent", &[]);
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

/// The buttons to other pages of the same leaderboard: those after the menu of rulesets.
fn pages(shown: &Answer) -> Vec<&str> {
    let buttons = shown.buttons().into_iter().skip(PRESETS.len());
    let pages = buttons.filter(|id| id.starts_with("rd1:-:0:leaders:duel.server.all."));
    pages.collect()
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
    let own = first.text().lines().find(|line| {
        let begins = said("leaders-own", &[("row", "12. b10")]);
        line.starts_with(&begins)
    });
    assert_says(
        own.expect("their own row"),
        "leaders-row",
        &[("rank", "12"), ("name", "b10")],
    );
    let values = [("page", "1"), ("pages", "3"), ("count", "22")];
    first.assert_says("leaders-page", &values);
    let [second] = pages(&first)[..] else {
        panic!("{first:?}")
    };
    assert_eq!(second, "rd1:-:0:leaders:duel.server.all.2");
    // Anybody may turn the page, and reads it alone, with their own row.
    let turned = console.done(&format!("@a10 /press {second}"));
    assert_eq!(
        (turned.to(), turned.command()),
        ("a10", Some("leaderboard"))
    );
    let own = [("rank", "1"), ("name", "a10")];
    turned.assert_says("leaders-row", &own);
    let values = [("page", "2"), ("pages", "3"), ("count", "22")];
    turned.assert_says("leaders-page", &values);
    assert_eq!(
        pages(&turned),
        [
            "rd1:-:0:leaders:duel.server.all.1",
            "rd1:-:0:leaders:duel.server.all.3"
        ]
    );
    let last = console.done("@b10 /leaderboard ruleset:duel page:3");
    assert_eq!(leaders(last.text()), ["12. b9", "12. b10"]);
    assert_eq!(pages(&last), ["rd1:-:0:leaders:duel.server.all.2"]);
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
fn a_person_who_opts_out_is_seen_by_nobody_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    beats(&mut console, "ann", "ben");
    beats(&mut console, "ann", "cy");
    let shown = console.done("@ann /settings");
    assert_eq!(shown.to(), "ann");
    shown.assert_says("settings-public-true", &[]);
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
            own.assert_says("leaders-hidden", &[]);
            own.assert_says("leaders-row-unranked", &[("name", "ann")]);
        }
        let own = console.done("@ann /profile");
        own.assert_says("profile-hidden", &[]);
        let duel = said("ruleset-duel", &[]);
        own.assert_says("profile-record", &[("ruleset", &duel)]);
    };
    look(&mut console);
    console.finish();
    // The wish is kept.
    let mut console = Console::start(&store);
    look(&mut console);
    console
        .done("@ann /settings")
        .assert_says("settings-public-false", &[]);
    console.done("@ann /settings public:true");
    let board = console.done("@ann /leaderboard ruleset:duel");
    assert_eq!((board.to(), &*leaders(board.text())[0]), ("all", "1. ann"));
    console.done("@ben /profile user:@ann");
    console.finish();
}

#[test]
fn d18_a_profile_tells_how_somebody_gets_on() {
    let mut console = Console::start(&Store::Memory);
    let none = console.done("@ann /profile");
    assert_eq!((none.to(), none.command()), ("ann", Some("profile")));
    none.assert_says("profile-none", &[]);
    // Asking about somebody is not meeting them.
    for _ in 0..2 {
        let unknown = console.done("@ann /profile user:@zoe");
        unknown.assert_is("profile-unknown", &[("name", "zoe")]);
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
    let (white, black) = (army(Color::White), army(Color::Black));
    let first = said("profile-first-move", &[("move", "e4"), ("times", "1")]);
    let first = said("profile-first-with", &[("army", &white), ("moves", &first)]);
    let first = said("profile-first", &[("moves", &first)]);
    let armies = Color::ALL.map(army).join("/");
    for line in [
        said("profile-heading", &[("name", "ann")]),
        said("leaders-averages", &[("armies", &armies)]),
        said(
            "profile-seat",
            &[
                ("army", &white),
                ("matches", "2"),
                ("wins", "1"),
                ("average", "1.00"),
            ],
        ),
        said(
            "profile-seat",
            &[
                ("army", &black),
                ("matches", "1"),
                ("wins", "0"),
                ("average", "0.00"),
            ],
        ),
        first.clone(),
        said(
            "profile-against",
            &[
                ("matches", "3"),
                ("ahead", "1"),
                ("behind", "1"),
                ("level", "1"),
            ],
        ),
        said(
            "profile-reliability",
            &[("finished", "3"), ("started", "3"), ("share", "100")],
        ),
    ] {
        assert!(text.lines().any(|said| said == line), "{line}: {text}");
    }
    profile.assert_says(
        "profile-record",
        &[
            ("ruleset", &said("ruleset-duel", &[])),
            ("points", "1"),
            ("matches", "2"),
            ("wins", "1"),
            ("averages", "1.00/–/0.00"),
        ],
    );
    let first_mate = said("ruleset-first-mate", &[]);
    profile.assert_says("profile-record", &[("ruleset", &first_mate)]);
    let alt = profile.alt().expect("a picture");
    assert_begins(alt, "card-profile", &[("name", "ann")]);
    assert!(alt.contains(&first), "{alt}");
    for (army, matches, wins, average) in [(&white, "2", "1", "1.00"), (&black, "1", "0", "0.00")] {
        let values = [
            ("army", &**army),
            ("matches", matches),
            ("wins", wins),
            ("average", average),
        ];
        assert!(alt.contains(&said("card-seat", &values)), "{alt}");
    }
    // About oneself there is nobody to compare with.
    let own = console.done("@ann /profile");
    own.assert_silent("profile-against", &[]);
    console.finish();
}

#[test]
fn the_profile_of_somebody_new_bears_their_name() {
    let mut console = Console::start(&Store::Memory);
    let check = |console: &mut Console, line: &str| {
        let profile = console.done(line);
        let heading = said("profile-heading", &[("name", "dora")]);
        let none = said("profile-none", &[]);
        assert_eq!(profile.text(), format!("{heading}\n{none}"), "{line}");
        let alt = profile.alt().expect("a picture");
        assert_begins(alt, "card-profile", &[("name", "dora")]);
        assert_ends(alt, "card-unplayed", &[]);
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
    gone.assert_is("profile-unknown", &[("name", "dora")]);
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
    shown.assert_says("server-rated-computers-false", &[]);
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
    set.assert_says("server-rated-computers-true", &[]);
    console.say("/channel park");
    let shown = console.done("/server action:show");
    assert!(set.text().ends_with(shown.text()), "{shown:?}");
    // Now they are, unless said otherwise; of computers alone never.
    for (options, casual) in [("", false), (" rated:true", false), (" rated:false", true)] {
        let line = format!("@ben /play ruleset:duel seat:white computers:1{options}");
        let opened = console.done(&line);
        let is_casual = opened.says("table-casual", &[]);
        assert_eq!(is_casual, casual, "{line}: {opened:?}");
        let id = opened.id().to_owned();
        console.done(&format!("/resign confirm:true match:{id}"));
    }
    let text = console.done("/leaderboard ruleset:duel").text().to_owned();
    assert_eq!(leaders(&text), ["1. ben"]);
    let values = [("name", "ben"), ("matches", "2"), ("wins", "0")];
    assert_says(&text, "leaders-row", &values);
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
    none.assert_begins("fairplay-none", &[]);
    none.assert_says("fairplay-test", &[]);
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
    listed.assert_begins("fairplay-heading", &[("count", "1")]);
    listed.assert_says(
        "fairplay-together",
        &[
            ("one", "ann"),
            ("other", "ben"),
            ("matches", "28"),
            ("observed", "28"),
        ],
    );
    listed.assert_says("fairplay-test", &[]);
    listed.assert_says("fairplay-care", &[]);
    assert!(text.chars().count() <= 2_000);
    console.finish();
}

//! Forgetting as it is asked for, in every part that somebody may have in a match.

use rondel::rules::Color;
use serde_json::Value;

use super::bytes::{Needles, found_below};
use crate::{
    console::{Console, Store, rondel},
    said::{self, army, assert_begins, assert_says},
};

const BUTTON: &str = "rd1:-:0:forget-me";

fn files() -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::Files(directory.path().to_owned());
    (directory, store)
}

#[test]
fn it_is_done_to_those_who_mean_it_and_to_nobody_else() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    let asked = console.refuses("@ann /forget-me", "needs-confirmation");
    asked.assert_says("forget-frees", &[("count", "1"), ("matches", &id)]);
    assert_eq!((asked.to(), asked.buttons()), ("ann", vec![BUTTON]));
    console.refuses("@ann /forget-me confirm:false", "needs-confirmation");
    for unreadable in [
        "rd1:-:0:forget-me:ann",
        "rd1:-:1:forget-me",
        "rd1:-:0:forget",
        "rd1:m7k3q:0:forget-me",
    ] {
        console.refuses(&format!("@ann /press {unreadable}"), "unreadable");
    }
    // The person who presses it, whatever they have seen, is the one who is forgotten.
    let answers = console.say(&format!("@cy /press {BUTTON}"));
    answers[0].assert_is("forget-done", &[]);
    assert_eq!(answers[0].to(), "cy");
    let told = &answers[1];
    assert_eq!(
        (told.to(), told.command(), told.id()),
        ("all", None, id.as_str())
    );
    let black = army(Color::Black);
    told.assert_begins("given-up", &[("army", &black)]);
    // Once more there is nothing to do, and it makes nobody known.
    for _ in 0..2 {
        let nothing = console.done("@cy /forget-me confirm:true");
        nothing.assert_is("forget-unknown", &[]);
    }
    // They come again as somebody else.
    console.refuses(&format!("@cy /move e4 match:{id}"), "not-a-player");
    // The others play on, with a computer in the seat.
    console.done("@ann /move e4");
    // It is the turn of the seat that is free, and the others are told what they may do.
    let free = console.say("@ben /move m4");
    free[1].assert_begins("seat-waits", &[("army", &black)]);
    console.done("@ann /seat action:computer seat:black");
    let took = console.say("@ben /seat action:computer seat:black");
    took[0].assert_says("computer-took-over", &[("army", &black)]);
    console.done("@ann /move d4");
    console.finish();
}

#[test]
fn every_part_in_a_match_is_given_up() {
    let (directory, store) = files();
    let mut console = Console::start(&store);
    // A seat at one's own table, which closes; and at the table of somebody who stays.
    let own = console.done("@zerlinde /play").id().to_owned();
    console.say("/channel other");
    let joined = console.done("@ben /play seat:white").id().to_owned();
    console.done(&format!("@zerlinde /join match:{joined}"));
    // An invitation, and a question whether they would take a seat over.
    console.say("/channel third");
    let invited = console
        .done("@ben /play seat:white player2:@zerlinde")
        .id()
        .to_owned();
    console.say("/channel fourth");
    let asked = console.three(["ann", "ben", "cy"]);
    console.done(&format!(
        "@ann /seat action:substitute seat:white user:@zerlinde match:{asked}"
    ));
    let warned = console.refuses("@zerlinde /forget-me", "needs-confirmation");
    warned.assert_says("forget-frees", &[("count", "4")]);
    let said = console.say("@zerlinde /forget-me confirm:true");
    let about = |id: &str| {
        let mut about = said[1..].iter().filter(|answer| answer.id() == id);
        about
            .next()
            .unwrap_or_else(|| panic!("nothing of {id}: {said:?}"))
            .text()
            .to_owned()
    };
    assert_says(&about(&own), "closed", &[("match", &own)]);
    let forgotten = said::said("forgotten", &[]);
    let nameless = [("name", &*forgotten)];
    for table in [&joined, &invited] {
        assert_begins(&about(table), "left", &nameless);
    }
    assert_begins(&about(&asked), "substitute-declines", &nameless);
    assert!(!format!("{said:?}").contains("zerlinde\","), "{said:?}");
    // The tables wait on for anybody.
    console.say("/channel other");
    console.done(&format!("@cy /join match:{joined}"));
    console.finish();
    assert_eq!(
        found_below(
            directory.path(),
            &Needles::default().text("name", "zerlinde")
        ),
        []
    );
}

#[test]
fn what_is_over_stays_whole_without_the_name() {
    let (directory, store) = files();
    let data = directory.path();
    let mut console = Console::start(&store);
    let before = console.duel("zerlinde", "ben");
    console.done("@ben /resign confirm:true");
    let over = console.three(["zerlinde", "ben", "cy"]);
    console.done("@zerlinde /move e4");
    let given_up = console.say("@zerlinde /forget-me confirm:true");
    given_up[0].assert_is("forget-done", &[]);
    for player in ["ben", "cy"] {
        console.done(&format!("@{player} /draw action:offer"));
    }
    // White has a day, and then the others agree that it goes out.
    console.done("@ben /seat action:end seat:white");
    let end = console.say("@cy /seat action:end seat:white");
    assert!(end[0].over().is_none(), "{end:?}");
    console.done("@ben /draw action:offer");
    let drawn = console.say("@cy /draw action:accept");
    assert!(drawn[0].over().is_some(), "{drawn:?}");
    let history = console.done("@ben /history");
    let white = army(Color::White);
    history.assert_says("given-up", &[("army", &white)]);
    for command in [
        "/board text:true",
        "/board",
        "/leaderboard",
        "/profile",
        "/matches",
        "/look e4",
    ] {
        let shown = console.done(&format!("@ben {command}"));
        assert!(!format!("{shown:?}").contains("zerlinde"), "{shown:?}");
    }
    let record = console.done("@ben /export format:json");
    assert!(
        record.text().contains("\"white\": \"\""),
        "{}",
        record.text()
    );
    // Their seat at a rematch is for anybody, whether or not they sat there at the end.
    for ended in [&before, &over] {
        let again = console.done(&format!("@ben /rematch match:{ended}"));
        again.assert_says("seat-open", &[]);
    }
    console.finish();
    // A record without the name can be kept elsewhere like any other.
    for format in ["text", "json"] {
        let exported = rondel(data)
            .arg("--data")
            .arg(data)
            .args(["export", "--match", &over, "--format", format])
            .output()
            .unwrap();
        let file = data.join(format);
        std::fs::write(&file, exported.stdout).unwrap();
        let imported = rondel(data)
            .arg("--data")
            .arg(data)
            .arg("import")
            .arg(&file)
            .output()
            .unwrap();
        assert!(imported.status.success(), "{format}: {imported:?}");
        std::fs::remove_file(file).unwrap();
    }
    assert_eq!(
        found_below(data, &Needles::default().text("name", "zerlinde")),
        []
    );
}

#[test]
fn looking_makes_nobody_known() {
    let (directory, store) = files();
    let mut console = Console::start(&store);
    let id = console.three(["ann", "ben", "cy"]);
    for line in [
        "/privacy",
        "/help",
        "/matches",
        "/settings",
        "/leaderboard",
        "/profile",
        "/profile user:@quast",
        "/rules",
        "/forget-me",
        "/export of:me",
    ] {
        console.say(&format!("@zerlinde {line}"));
    }
    for line in ["/board", "/history", "/look e4", "/export"] {
        console.done(&format!("@zerlinde {line} match:{id}"));
    }
    // Nor does what was refused, be it before anybody had to be known or after.
    for line in [
        "@ann /play ruleset:chess player2:@quast",
        "@ann /play player2:@quast player3:@quast",
        "@ann /play player2:@quast player3:@ann",
        "@ann /seat action:substitute seat:gray user:@quast",
        "@zerlinde /play ruleset:duel player2:@ann player3:@ben",
        "@zerlinde /move e4",
        "@zerlinde /draw action:offer",
        "@zerlinde /resign confirm:true",
        "@zerlinde /abort",
        "@zerlinde /takeback",
        "@zerlinde /pause",
        "@zerlinde /seat action:grant",
        "@zerlinde /seat action:link",
        "@zerlinde /seat action:substitute user:@quast",
        "@zerlinde /rematch",
        "@zerlinde /leave",
        "@zerlinde /join match:zzzzz",
    ] {
        let answer = console.one(line);
        assert!(answer.refused().is_some(), "{line}: {}", answer.text());
    }
    for name in ["zerlinde", "quast"] {
        let nothing = console.done(&format!("@{name} /export of:me"));
        nothing.assert_is("exported-nothing", &[]);
    }
    let strangers = Needles::default()
        .text("name", "zerlinde")
        .text("other name", "quast");
    assert_eq!(found_below(directory.path(), &strangers), []);
    // What is set is kept, and so is who it is that has set it.
    console.done("@zerlinde /settings public:false");
    assert_ne!(found_below(directory.path(), &strangers), []);
    console.finish();
}

#[test]
fn the_document_has_what_somebody_left_and_what_they_did_as_a_manager() {
    let mut console = Console::start(&Store::Memory);
    let document = |console: &mut Console, name: &str| -> Value {
        let said = console.done(&format!("@{name} /export of:me format:text"));
        let start = said.text().find('{').unwrap();
        serde_json::from_str(&said.text()[start..]).unwrap()
    };
    // Ann opens a match, plays and hands her seat on; it goes on without her.
    let handed = console.three(["ann", "ben", "cy"]);
    console.done("@ann /move e4");
    console.done("@ann /seat action:substitute user:@dora");
    for name in ["ben", "cy", "dora"] {
        console.say(&format!(
            "@{name} /seat action:substitute seat:white match:{handed}"
        ));
    }
    let theirs = document(&mut console, "ann");
    let one = &theirs["matches"][0];
    assert_eq!(one["match"], handed.as_str(), "{theirs}");
    assert_eq!(one["moves"], "1. e2e4");
    assert_eq!(one["opened_by_you"], true);
    let theirs = document(&mut console, "dora");
    assert_eq!(theirs["matches"][0]["moves"], "", "{theirs}");
    // So do those in which it ends, and tables that were left before play began.
    console.done(&format!(
        "@cy /server action:abort reason:\"No time\" match:{handed}"
    ));
    let table = console.done("@ben /play seat:white");
    let table = table.id().to_owned();
    console.done(&format!("@eve /join match:{table}"));
    console.done(&format!("@eve /leave match:{table}"));
    console.done(&format!("@ben /leave match:{table}"));
    for (name, ids) in [
        ("ann", vec![&handed]),
        ("eve", vec![&table]),
        ("ben", vec![&handed, &table]),
    ] {
        let theirs = document(&mut console, name);
        let found = theirs["matches"].as_array().unwrap().iter();
        let found: Vec<&str> = found.filter_map(|one| one["match"].as_str()).collect();
        assert_eq!(found.len(), ids.len(), "{name}: {theirs}");
        assert!(
            ids.iter().all(|id| found.contains(&id.as_str())),
            "{name}: {found:?}"
        );
    }
    let done = document(&mut console, "cy");
    let deed = &done["deeds"][0];
    assert_eq!(deed["match"], handed.as_str(), "{done}");
    assert_eq!(
        (&deed["deed"], &deed["reason"]),
        (&"aborted".into(), &"No time".into())
    );
    assert_eq!(deed["by_you"], true);
    assert_eq!(
        document(&mut console, "ben")["deeds"],
        Value::Array(Vec::new())
    );
    // Ben leaves alone before his first move.
    let alone = console.three(["ben", "ann", "cy"]);
    console.done(&format!("@ben /abort action:offer match:{alone}"));
    let counts = &document(&mut console, "ben")["seen_through"];
    let started = counts["started"].as_u64().unwrap();
    assert_eq!(counts["finished"].as_u64(), Some(started - 1), "{counts}");
    console.finish();
}

#[test]
fn everything_about_somebody_is_one_document() {
    let mut console = Console::start(&Store::Memory);
    let over = console.duel("ann", "ben");
    console.done("@ann /move e4");
    console.done("@ben /move u4");
    console.done("@ann /move d4");
    console.done("@ben /resign confirm:true");
    let goes_on = console.three(["ann", "ben", "cy"]);
    console.done("@ann /move e4");
    let nothing = console.done("@dora /export of:me");
    assert!(nothing.file().is_none(), "{}", nothing.text());
    nothing.assert_is("exported-nothing", &[]);
    let said = console.done("@ann /export of:me format:text");
    let start = said.text().find('{').unwrap();
    let document: Value = serde_json::from_str(&said.text()[start..]).unwrap();
    assert_eq!(
        (
            document["rondel_person"].as_u64(),
            &document["realm"],
            &document["name"]
        ),
        (Some(1), &"console".into(), &"ann".into())
    );
    assert_eq!(document["settings"], Value::Null);
    assert_eq!(document["ratings"][0]["wins"].as_u64(), Some(1));
    let matches = document["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 2);
    assert_eq!(
        (&matches[0]["match"], &matches[0]["ended"]),
        (&goes_on.as_str().into(), &Value::Null)
    );
    let ended = &matches[1];
    assert_eq!(ended["match"], over.as_str());
    assert_eq!(ended["moves"], "1. e2e4 3. d2d4");
    assert_eq!(
        (&ended["result"], &ended["score"]),
        (&"first-out".into(), &"1-0-0".into())
    );
    assert_eq!(
        (&ended["opened_by_you"], &ended["rated"]),
        (&true.into(), &true.into())
    );
    console.finish();
}

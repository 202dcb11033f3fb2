//! `/server` at the console: what managers set and what comes of it, what they do to matches, and
//! the list of that; private matches.

use std::sync::Arc;

use rondel::{
    chats::console::{ConsoleOptions, PlainMarkup},
    commands::Responder,
    host::Host,
    matchplay::Moment,
    store::memory::MemoryStore,
};

use super::{Console, End, Store};
use crate::now::{nameless, now};
use crate::said::{GERMAN, Said, Values, assert_ends, assert_says, assert_silent, listed, said};

#[test]
fn a_server_is_set_line_by_line_and_stays_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let usual = [
        "server-channels-all",
        "server-openers-everyone",
        "server-table-role-none",
        "server-time-none",
        "server-rated-true",
        "server-rated-computers-false",
        "server-leaderboard-everyone",
        "server-language-own",
    ];
    let shown = console.done("@ann /server action:show");
    assert_eq!(shown.to(), "ann");
    for line in usual {
        shown.assert_says(line, &[]);
    }
    let both = listed(&["#park", "#table"]);
    let duel = said("ruleset-duel", &[]);
    let (days, hours) = (
        said("limit-days", &[("count", "2")]),
        said("limit-hours", &[("count", "12")]),
    );
    let deutsch = said("choice-de", &[]);
    let month = said("limit-within-days", &[("count", "30")]);
    let several = said("limit-moves", &[("count", "10"), ("time", &month)]);
    let cases: [(&str, &str, Values<'_>); 22] = [
        (
            "channel:#park allow:true",
            "server-channels",
            &[("channels", "#park")],
        ),
        ("allow:true", "server-channels", &[("channels", &both)]),
        (
            "channel:#park allow:false",
            "server-channels",
            &[("channels", "#table")],
        ),
        ("clear:channels", usual[0], &[]),
        ("openers:managers", "server-openers-managers", &[]),
        (
            "role:@players",
            "server-openers-role",
            &[("role", "@players")],
        ),
        (
            "openers:role role:@friends",
            "server-openers-role",
            &[("role", "@friends")],
        ),
        ("openers:everyone", usual[1], &[]),
        (
            "table-role:@players",
            "server-table-role",
            &[("role", "@players")],
        ),
        ("clear:table-role", usual[2], &[]),
        ("ruleset:duel", "server-ruleset", &[("ruleset", &duel)]),
        ("clear:ruleset", usual[0], &[]),
        ("time:2d", "server-time", &[("limit", &days)]),
        ("time:\"2 Tage\"", "server-time", &[("limit", &days)]),
        ("time:10/30d", "server-time-moves", &[("limit", &several)]),
        ("time:none", usual[3], &[]),
        ("rated:false", "server-rated-false", &[]),
        ("rated:true", usual[4], &[]),
        ("leaderboard:managers", "server-leaderboard-managers", &[]),
        ("leaderboard:everyone", usual[6], &[]),
        ("rated-computers:true", "server-rated-computers-true", &[]),
        ("language:de", "server-language", &[("choice", &deutsch)]),
    ];
    for (set, id, values) in cases {
        let done = console.done(&format!("@ann /server action:set {set}"));
        done.assert_begins("server-set", &[]);
        done.assert_says(id, values);
    }
    // In German as long as the server is.
    let twelve = GERMAN.say("limit-hours", &[("count", &12)]);
    let set = "@ann /server action:set language:en rated:false time:12h";
    let done = console.done(set).text().to_owned();
    let twelve = [("limit", &*twelve)];
    let (begins, then) = (
        Said::within(&GERMAN, "server-set", &[]),
        Said::within(&GERMAN, "server-time", &twelve),
    );
    assert!(begins.begins(&done) && then.is_in(&done), "{done}");
    let cases: [(&str, &str, &str, Values<'_>); 9] = [
        ("", "bad-option", "refused-nothing-to-set", &[]),
        ("channel:#park", "bad-option", "refused-allow-missing", &[]),
        ("allow:false", "bad-option", usual[0], &[]),
        ("openers:role", "bad-option", "refused-role-missing", &[]),
        (
            "openers:nobody",
            "bad-option",
            "refused-bad-choice",
            &[("option", "openers")],
        ),
        (
            "channel:park allow:true",
            "bad-option",
            "refused-bad-channel",
            &[("option", "channel")],
        ),
        (
            "table-role:players",
            "bad-option",
            "refused-bad-role",
            &[("option", "table-role")],
        ),
        (
            "ruleset:four-man",
            "unknown-ruleset",
            "refused-unknown-ruleset",
            &[("ruleset", "four-man")],
        ),
        (
            "clear:everything",
            "bad-option",
            "refused-bad-choice",
            &[("option", "clear")],
        ),
    ];
    for (set, reason, id, values) in cases {
        let refused = console.refuses(&format!("@ann /server action:set {set}"), reason);
        refused.assert_says(id, values);
    }
    let refused = console.refuses("@ann /server action:set clear:everything", "bad-option");
    assert!(refused.text().contains("channels"), "{}", refused.text());
    console.finish();
    let mut again = Console::start(&store);
    let shown = again.done("@ben /server action:show");
    let english = said("choice-en", &[]);
    shown.assert_says("server-language", &[("choice", &english)]);
    shown.assert_says("server-rated-false", &[]);
    shown.assert_says("server-time", &[("limit", &hours)]);
    again.finish();
}

#[test]
fn tables_are_opened_as_the_server_wants_them() {
    let mut console = Console::start(&Store::Memory);
    let set = "@ann /server action:set ruleset:duel time:2d rated:false channel:#park allow:true";
    console.done(set);
    let refused = console.refuses("@ben /play", "not-allowed");
    refused.assert_is("refused-channel", &[("channels", "#park")]);
    console.say("/channel park");
    let table = console.done("@ben /play");
    let duel = said("ruleset-duel", &[]);
    table.assert_says("table-opened", &[("ruleset", &duel)]);
    table.assert_says("table-casual", &[]);
    let days = said("limit-days", &[("count", "2")]);
    table.assert_says("table-time", &[("limit", &days)]);
    let other = console.done("@ben /play ruleset:three-man time:none rated:true seat:white");
    other.assert_silent("table-casual", &[]);
    other.assert_silent("table-time", &[]);
    // Where a rematch would stand is the server's affair too.
    let id = console.duel("dora", "eli");
    console.done("@dora /resign confirm:true");
    console.done("@ann /server action:set channel:#park allow:false");
    console.done("@ann /server action:set channel:#table allow:true");
    let refused = console.refuses(&format!("@eli /rematch match:{id}"), "not-allowed");
    refused.assert_is("refused-channel", &[("channels", "#table")]);
    console.done("@ann /server action:set clear:channels");
    console.done(&format!("@eli /rematch match:{id}"));
    console.finish();
}

#[test]
fn a_manager_puts_an_end_to_a_match_for_a_reason_that_all_hear() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4");
    let missing = console.refuses("@dora /server action:abort", "bad-option");
    assert!(missing.text().contains("reason:"), "{}", missing.text());
    let gone = "@dora /server action:abort match:zzzzz reason:\"No such thing\"";
    console.refuses(gone, "no-such-match");
    let end = format!("@dora /server action:abort match:{id} reason:\"Two seats, one person\"");
    let ended = console.done(&end);
    assert_eq!((ended.to(), ended.id()), ("all", id.as_str()));
    let why = [("match", &*id), ("reason", "Two seats, one person")];
    ended.assert_says("aborted-by-managers", &why);
    assert_eq!(ended.over(), Some(End::new("aborted", None)));
    console.refuses(&end, "match-over");
    let history = console.done(&format!("@ann /history match:{id}"));
    history.assert_says("aborted-by-managers", &why);
    let record = console.done(&format!("@ann /export match:{id}"));
    assert!(record.text().contains("aborted:why="), "{}", record.text());
    // Nobody is rated for it, and none has left a match.
    let profile = console.done("@ann /profile");
    let all = [("finished", "1"), ("started", "1")];
    profile.assert_says("profile-reliability", &all);
    // A table closes.
    let table = console.done("@ann /play");
    let closed = console.done("@dora /server action:abort reason:\"Not tonight\"");
    assert_eq!(closed.id(), table.id());
    assert!(closed.text().contains("Not tonight"), "{}", closed.text());
    console.refuses(&format!("@ben /join match:{}", table.id()), "match-over");
    console.finish();
}

#[test]
fn d37_what_managers_do_is_listed_the_latest_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let none = console.done("@dora /server action:audit");
    none.assert_is("audit-none", &[]);
    let id = console.three(["ann", "ben", "cy"]);
    console.done("@dora /server action:set channel:#table allow:true time:3d");
    console.done("@dora /seat action:free seat:gray reason:\"A week away\"");
    console.done("@eli /server action:abort reason:\"All are gone\"");
    // What is refused is not listed.
    console.refuses("@eli /server action:abort reason:Again", "no-such-match");
    console.refuses("@eli /server action:set openers:role", "bad-option");
    console.finish();
    let mut console = Console::start(&store);
    let audit = console.done("@fay /server action:audit");
    assert_eq!(audit.to(), "fay");
    let lines: Vec<&str> = audit.text().lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let pages = [("count", "3"), ("page", "1"), ("pages", "1")];
    assert_ends(lines[0], "audit-heading", &pages);
    assert_says(
        lines[1],
        "audit-aborted",
        &[("who", "eli"), ("match", &id), ("reason", "All are gone")],
    );
    assert_says(
        lines[2],
        "audit-freed",
        &[
            ("who", "dora"),
            ("name", "ben"),
            ("match", &id),
            ("reason", "A week away"),
        ],
    );
    assert_says(lines[3], "audit-set", &[("who", "dora")]);
    for (option, value) in [("channel", "#table"), ("allow", "true"), ("time", "3d")] {
        let values = [("option", option), ("value", value)];
        assert_says(lines[3], "audit-setting", &values);
    }
    // Fault D37: what is set back is not "set to" anything.
    console.done("@dora /server action:set clear:channels");
    let audit = console.done("@fay /server action:audit");
    audit.assert_says("audit-cleared", &[("what", "channels")]);
    audit.assert_silent("audit-setting", &[("option", "clear")]);
    // Only the latest two hundred are kept, four to a page.
    for number in 0..210 {
        let set = ["true", "false"][number % 2];
        let manager = number % 5;
        console.done(&format!("@m{manager} /server action:set rated:{set}"));
    }
    let last = console.done("@fay /server action:audit page:50");
    let pages = [("count", "200"), ("page", "50"), ("pages", "50")];
    last.assert_says("audit-heading", &pages);
    assert!(!last.text().contains("All are gone"), "{}", last.text());
    console.refuses("@fay /server action:audit page:51", "bad-option");
    console.finish();
}

#[test]
fn nobody_but_its_players_sees_a_private_match() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play private:true seat:white player2:@ben player3:@cy");
    table.assert_says("table-private", &[]);
    let id = table.id().to_owned();
    console.done(&format!("@ben /join match:{id}"));
    console.done(&format!("@cy /join match:{id}"));
    console.moves(0, "e4 m4 u4");
    for command in [
        "board",
        "history",
        "export",
        "look e4",
        "board seat:gray",
        "board ply:1",
    ] {
        let command = command.replacen(' ', &format!(" match:{id} "), 1);
        let command = if command.contains("match:") {
            command
        } else {
            format!("{command} match:{id}")
        };
        for player in ["ann", "ben", "cy"] {
            console.done(&format!("@{player} /{command}"));
        }
        let refused = console.refuses(&format!("@dora /{command}"), "not-allowed");
        refused.assert_is("refused-private", &[]);
        assert!(refused.shows_nothing(), "{refused:?}");
    }
    let view = format!("@dora /press rd1:{id}:3:view");
    assert!(console.refuses(&view, "not-allowed").shows_nothing());
    // It is not even found by who does not name it.
    console.refuses("@dora /board", "no-such-match");
    let listed = console.done("@dora /matches");
    assert!(!listed.text().contains(&id), "{}", listed.text());
    let own = console.done("@ben /matches");
    assert!(own.text().contains(&id), "{}", own.text());
    // A public one beside it is the only one that is found.
    let public = console.three(["fay", "gus", "hal"]);
    assert_eq!(console.done("@dora /board").id(), public);
    let listed = console.done("@dora /matches");
    assert!(listed.text().contains(&public) && !listed.text().contains(&id));
    // Once it is over too, and the rematch is as private as it was.
    for (player, other) in [("ann", "ben"), ("ben", "cy")] {
        console.done(&format!("@{player} /resign confirm:true match:{id}"));
        console.done(&format!("@{other} /board match:{id}"));
    }
    console.refuses(&format!("@dora /board match:{id}"), "not-allowed");
    let again = console.done(&format!("@ann /rematch match:{id}"));
    again.assert_says("table-private", &[]);
    console.finish();
}

#[test]
fn a_private_match_may_be_put_an_end_to_and_is_kept_over_a_start() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let table = console.done("@ann /play private:true ruleset:duel seat:white player2:@ben");
    let id = table.id().to_owned();
    console.done(&format!("@ben /join match:{id}"));
    console.kill();
    let mut console = Console::start(&store);
    console.refuses(&format!("@dora /board match:{id}"), "not-allowed");
    // A manager of the server sees nothing of it, and may end it all the same.
    console.done(&format!(
        "@dora /server action:abort match:{id} reason:\"As they asked\""
    ));
    console.refuses(&format!("@dora /history match:{id}"), "not-allowed");
    console.done(&format!("@ann /history match:{id}"));
    console.finish();
}

#[test]
fn a_leaderboard_for_managers_is_shown_to_them() {
    let mut console = Console::start(&Store::Memory);
    console.done("@ann /server action:set leaderboard:managers");
    let seen = console.done("@ann /leaderboard");
    assert_eq!(seen.to(), "ann");
    console.done("@ann /server action:set leaderboard:everyone");
    let seen = console.done("@ann /leaderboard");
    assert_eq!(seen.to(), "all");
    console.finish();
}

/// The ten minutes of a role's call go on through a restart.
#[test]
fn two_tables_with_a_restart_between_them_call_the_role_once() {
    let data = tempfile::tempdir().unwrap();
    let store = Store::Files(data.path().to_owned());
    let calls = |console: &mut Console| console.done("@ann /play").text().contains("@players");
    let mut console = Console::start(&store);
    console.done("@ann /server action:set table-role:@players");
    assert!(calls(&mut console));
    console.finish();
    let mut console = Console::start(&store);
    assert!(!calls(&mut console), "called again after a restart");
    console.kill();
    let mut console = Console::start(&store);
    assert!(!calls(&mut console), "called again after it was killed");
    console.finish();
}

/// Somebody who is merely unknown, such as where the store of people was lost, never asked to be
/// forgotten.
#[tokio::test]
async fn who_is_merely_unknown_is_not_said_to_be_forgotten() {
    let store = Arc::new(MemoryStore::new());
    let mut answers = Vec::new();
    for line in [
        "@ann /server action:set rated:false\n",
        "@ben /server action:audit\n",
    ] {
        let clock = Arc::new(|| Moment(1_700_000_000_000));
        // Each time with other people.
        let host = now(Host::new(nameless(Arc::clone(&store) as _), clock, Some(1))).unwrap();
        let responder = Responder::new(host, Arc::new(PlainMarkup));
        let options = ConsoleOptions::default();
        let mut console =
            rondel::chats::console::Console::new(Arc::new(responder), options, Vec::new());
        console.run(line.as_bytes()).await.unwrap();
        answers.push(String::from_utf8(std::mem::take(console.output())).unwrap());
    }
    let nameless = said("nameless", &[]);
    assert_says(&answers[1], "audit-set", &[("who", &nameless)]);
    assert_silent(&answers[1], "forgotten", &[]);
}

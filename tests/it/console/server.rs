//! `/server` at the console: what managers set and what comes of it, what they do to matches, and
//! the list of that; private matches.

use std::sync::Arc;

use rondel::{
    adapters::{
        Desk,
        console::{ConsoleOptions, PlainManner},
        words::Words,
    },
    host::Host,
    matchplay::Moment,
    store::{memory::MemoryStore, people::People},
};

use super::{Console, End, Store};

#[test]
fn a_server_is_set_line_by_line_and_stays_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let usual = [
        "Tables may be opened in every channel.",
        "Everybody may open tables.",
        "A new table calls nobody.",
        "Unless a table says otherwise, there is no time per move.",
        "Unless a table says otherwise, a match between people is rated.",
        "Matches with computers are casual in this server",
        "Everybody sees the leaderboard of this server.",
        "What I say to everybody is in the language of this server",
    ];
    let shown = console.done("@ann /server action:show");
    assert_eq!(shown.to(), "ann");
    for line in usual {
        assert!(shown.text().contains(line), "{line}: {}", shown.text());
    }
    for (set, line) in [
        ("channel:#park allow:true", "Tables may be opened in #park."),
        ("allow:true", "Tables may be opened in #park and #table."),
        (
            "channel:#park allow:false",
            "Tables may be opened in #table.",
        ),
        ("clear:channels", usual[0]),
        (
            "openers:managers",
            "Only those who manage this server open tables.",
        ),
        ("role:@players", "the role @players open tables."),
        (
            "openers:role role:@friends",
            "the role @friends open tables.",
        ),
        ("openers:everyone", usual[1]),
        ("table-role:@players", "calls @players, at most every ten"),
        ("clear:table-role", usual[2]),
        ("ruleset:duel", "it is for Duel."),
        ("clear:ruleset", usual[0]),
        ("time:2d", "the time per move is 2 days."),
        ("time:none", usual[3]),
        ("rated:false", "a match is casual."),
        ("rated:true", usual[4]),
        (
            "leaderboard:managers",
            "Only those who manage this server see",
        ),
        ("leaderboard:everyone", usual[6]),
        ("rated-computers:true", "may be rated in this server"),
        ("language:de", "in this language: Deutsch."),
        (
            "language:en rated:false time:12h",
            "die Zeit pro Zug 12 Stunden.",
        ),
    ] {
        let done = console.done(&format!("@ann /server action:set {set}"));
        // In German as long as the server is.
        let begins = ["Done.", "Erledigt."];
        let well = begins.iter().any(|begin| done.text().starts_with(begin));
        assert!(well, "{set}: {}", done.text());
        assert!(done.text().contains(line), "{set}: {}", done.text());
    }
    for (set, reason, text) in [
        ("", "bad-option", "Say what to set"),
        (
            "channel:#park",
            "bad-option",
            "add allow:true or allow:false",
        ),
        (
            "allow:false",
            "bad-option",
            "Tables may be opened in every channel.",
        ),
        ("openers:role", "bad-option", "Say which role"),
        ("openers:nobody", "bad-option", "everyone"),
        (
            "channel:park allow:true",
            "bad-option",
            "channel: takes a channel, #chess.",
        ),
        (
            "table-role:players",
            "bad-option",
            "table-role: takes a role, @players.",
        ),
        ("ruleset:four-man", "unknown-ruleset", "four-man"),
        ("clear:everything", "bad-option", "channels"),
    ] {
        let refused = console.refuses(&format!("@ann /server action:set {set}"), reason);
        assert!(refused.text().contains(text), "{set}: {}", refused.text());
    }
    console.finish();
    let mut again = Console::start(&store);
    let shown = again.done("@ben /server action:show");
    for line in ["language: English.", "a match is casual.", "is 12 hours."] {
        assert!(shown.text().contains(line), "{}", shown.text());
    }
    again.finish();
}

#[test]
fn tables_are_opened_as_the_server_wants_them() {
    let mut console = Console::start(&Store::Memory);
    let set = "@ann /server action:set ruleset:duel time:2d rated:false channel:#park allow:true";
    console.done(set);
    let refused = console.refuses("@ben /play", "not-allowed");
    assert!(
        refused.text().contains("Open yours in #park."),
        "{}",
        refused.text()
    );
    console.say("/channel park");
    let table = console.done("@ben /play");
    for line in ["for Duel", "casual", "2 days"] {
        assert!(table.text().contains(line), "{line}: {}", table.text());
    }
    let said = console.done("@ben /play ruleset:three-man time:none rated:true seat:white");
    for line in ["casual", "days"] {
        assert!(!said.text().contains(line), "{line}: {}", said.text());
    }
    // Where a rematch would stand is the server's affair too.
    let id = console.duel("dora", "eli");
    console.done("@dora /resign confirm:true");
    console.done("@ann /server action:set channel:#park allow:false");
    console.done("@ann /server action:set channel:#table allow:true");
    let refused = console.refuses(&format!("@eli /rematch match:{id}"), "not-allowed");
    assert!(
        refused.text().contains("Open yours in #table."),
        "{}",
        refused.text()
    );
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
    assert!(
        ended.text().contains("put an end to match")
            && ended.text().contains("Two seats, one person"),
        "{}",
        ended.text()
    );
    assert_eq!(ended.over(), Some(End::new("aborted", None)));
    console.refuses(&end, "match-over");
    let history = console.done(&format!("@ann /history match:{id}"));
    assert!(
        history.text().contains("Two seats, one person"),
        "{}",
        history.text()
    );
    let record = console.done(&format!("@ann /export match:{id}"));
    assert!(record.text().contains("aborted:why="), "{}", record.text());
    // Nobody is rated for it, and none has left a match.
    let profile = console.done("@ann /profile");
    assert!(!profile.text().contains("left"), "{}", profile.text());
    // A table closes.
    let table = console.done("@ann /play");
    let closed = console.done("@dora /server action:abort reason:\"Not tonight\"");
    assert_eq!(closed.id(), table.id());
    assert!(closed.text().contains("Not tonight"), "{}", closed.text());
    console.refuses(&format!("@ben /join match:{}", table.id()), "match-over");
    console.finish();
}

#[test]
fn what_managers_do_is_listed_the_latest_first() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    let none = console.done("@dora /server action:audit");
    assert!(none.text().starts_with("No manager has"), "{}", none.text());
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
    assert!(lines[0].ends_with("3 entries, page 1 of 1."), "{lines:?}");
    for (line, texts) in lines[1..].iter().zip([
        ["eli put an end to match", "All are gone"],
        ["dora took the seat of ben", "A week away"],
        ["dora set channel to #table, allow to true", "time to 3d"],
    ]) {
        for text in texts {
            assert!(line.contains(text), "{text}: {line}");
        }
    }
    assert!(
        lines[1].contains(&id) && lines[2].contains(&id),
        "{lines:?}"
    );
    // Only the latest two hundred are kept, four to a page.
    for number in 0..210 {
        let set = ["true", "false"][number % 2];
        let manager = number % 5;
        console.done(&format!("@m{manager} /server action:set rated:{set}"));
    }
    let last = console.done("@fay /server action:audit page:50");
    assert!(last.text().contains("page 50 of 50."), "{}", last.text());
    assert!(!last.text().contains("All are gone"), "{}", last.text());
    console.refuses("@fay /server action:audit page:51", "bad-option");
    console.finish();
}

#[test]
fn nobody_but_its_players_sees_a_private_match() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play private:true seat:white player2:@ben player3:@cy");
    assert!(
        table.text().contains("The match is private"),
        "{}",
        table.text()
    );
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
        assert!(refused.text().contains("private"), "{}", refused.text());
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
    assert!(
        again.text().contains("The match is private"),
        "{}",
        again.text()
    );
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
    // Whoever manages the server sees nothing of it, and may end it all the same.
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
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = Host::new(Arc::new(MemoryStore::new()), clock, Some(1)).unwrap();
    let mut said = Vec::new();
    for line in [
        "@ann /server action:set rated:false\n",
        "@ben /server action:audit\n",
    ] {
        let people = Arc::new(People::in_memory());
        let desk = Desk::new(
            Arc::clone(&host),
            people,
            Words::english(),
            Box::new(PlainManner),
        );
        let options = ConsoleOptions::default();
        let mut console =
            rondel::adapters::console::Console::new(Arc::new(desk), options, Vec::new());
        console.run(line.as_bytes()).await.unwrap();
        said.push(String::from_utf8(std::mem::take(console.output())).unwrap());
    }
    assert!(said[1].contains("Somebody set"), "{}", said[1]);
    assert!(!said[1].contains("forgotten"), "{}", said[1]);
}

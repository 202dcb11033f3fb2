//! Every refusal has its reason, a sentence, and leaves the match as it was.

use rondel::rules::Color;

use super::{Console, Store};
use crate::said::{army, computer, player};

/// Types each line, in which `M` stands for the match, and expects the reason; after each the
/// match is as it was before.
fn refuse_all(console: &mut Console, id: &str, table: &[(&str, &str)]) {
    let board = format!("@ann /board match:{id}");
    let before = console.done(&board);
    let listed = console.done("@ann /matches");
    for (line, reason) in table {
        let line = line.replace("=M", id);
        let answers = console.say(&line);
        assert_eq!(answers.len(), 1, "{line}");
        let answer = &answers[0];
        assert_eq!(answer.refused(), Some(*reason), "{line}: {}", answer.text());
        assert!(answer.shows_nothing(), "{line}: {answer:?}");
        assert_ne!(answer.to(), "all", "{line}");
        let after = console.done(&board);
        assert_eq!(
            (after.position(), after.over(), after.text(), after.alt()),
            (
                before.position(),
                before.over(),
                before.text(),
                before.alt()
            ),
            "{line}"
        );
        assert_eq!(
            console.done("@ann /matches").text(),
            listed.text(),
            "{line}"
        );
    }
}

/// Fault D22: the refusal says who was named twice.
#[test]
fn d22_who_invites_themselves_or_somebody_twice_is_told_so() {
    let mut console = Console::start(&Store::Memory);
    for (line, text) in [
        ("@ann /play player2:@ann", "refused-invites-self"),
        (
            "@ann /play player2:@ben player3:@ann",
            "refused-invites-self",
        ),
        (
            "@ann /play player2:@ben player3:@ben",
            "refused-invites-twice",
        ),
    ] {
        console
            .refuses(line, "already-seated")
            .assert_says(text, &[]);
    }
}

/// Facts T5: to name Rondel is to ask for a computer, here as in Discord. Players are named as they are shown.
#[test]
fn opponents_are_named_as_they_are_shown() {
    let mut console = Console::start(&Store::Memory);
    // Computers sit down after the people who are invited.
    let opened = console.done("@ann /play seat:white player2:@rondel player3:ben (Black)");
    let black = computer(3, Color::Black);
    opened.assert_says(
        "seat-taken",
        &[("army", &army(Color::Black)), ("name", &black)],
    );
    opened.assert_says(
        "seat-kept",
        &[("army", &army(Color::Gray)), ("name", "ben")],
    );
    let profile = console.done("@ann /profile user:@ben");
    for named in ["user:ben", "user:ben (Black)", "user:@ben (Schwarz)"] {
        assert_eq!(
            console.done(&format!("@ann /profile {named}")).text(),
            profile.text()
        );
    }
    console.finish();
}

/// A table that is closed is no match that is over.
#[test]
fn a_closed_table_is_said_to_be_closed() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play seat:white");
    let id = table.id().to_owned();
    console.done("@ann /leave");
    for line in ["/join", "/leave", "/abort action:offer"] {
        let refused = console.one(&format!("@ben {line} match:{id}"));
        assert_eq!(
            refused.refused(),
            Some("match-over"),
            "{line}: {}",
            refused.text()
        );
        refused.assert_says("refused-table-closed", &[]);
    }
    console.finish();
}

/// What is proposed already is named, with the buttons that answer it.
#[test]
fn a_proposal_that_stands_is_named_with_its_buttons() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4");
    console.done("@ben /takeback action:offer");
    let refused = console.refuses("@cy /takeback action:offer", "already-proposed");
    refused.assert_says("refused-motion-stands", &[]);
    let by = player("ben", Color::Gray);
    refused.assert_says("takeback-stands", &[("player", &by)]);
    refused.button("takeback:accept");
    console.done(&format!(
        "@cy /press {}",
        refused.button("takeback:decline")
    ));
    console.finish();
}

#[test]
fn in_a_match() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4");
    let long = format!("@ben /move {}", "m".repeat(33));
    let longer = format!("@ben /move {}", "m".repeat(101));
    refuse_all(
        &mut console,
        &id,
        &[
            ("@ann /move d4", "not-your-turn"),
            ("@cy /move u4", "not-your-turn"),
            ("@cy /move nonsense", "not-your-turn"),
            ("@dora /move m4 match:=M", "not-a-player"),
            ("@dora /draw action:offer match:=M", "not-a-player"),
            ("@dora /draw action:claim match:=M", "not-a-player"),
            ("@dora /resign confirm:true match:=M", "not-a-player"),
            ("@dora /abort action:offer match:=M", "not-a-player"),
            ("@ben /move hello", "unreadable"),
            ("@ben /move z9", "unreadable"),
            ("@ben /move \"\"", "unreadable"),
            ("@ben /move 🙂", "unreadable"),
            ("@ben /move m5", "illegal-move"),
            ("@ben /move m2m5", "illegal-move"),
            ("@ben /move e4e5", "illegal-move"),
            ("@ben /move O-O", "illegal-move"),
            ("@ben /move i1h1", "illegal-move"),
            (&long, "too-long"),
            (&longer, "too-long"),
            ("@ben /join match:=M", "already-seated"),
            ("@dora /join match:=M", "already-started"),
            ("@dora /join match:=M seat:gray", "already-started"),
            ("@ben /leave", "already-started"),
            ("@dora /leave match:=M", "not-seated"),
            ("@ben /draw action:claim", "claim-not-due"),
            ("@ben /move m4 claim:true", "claim-not-due"),
            ("@ben /move m5 claim:true", "illegal-move"),
            ("@ben /draw action:accept", "nothing-to-accept"),
            ("@ben /draw action:decline", "nothing-to-accept"),
            ("@ben /draw action:withdraw", "nothing-to-accept"),
            ("@ben /abort action:accept", "nothing-to-accept"),
            ("@ben /abort action:decline", "nothing-to-accept"),
            ("@ben /move m4 match:a2a2a", "no-such-match"),
            ("@ben /move m4 match:nonsense", "no-such-match"),
            ("@dora /move m4", "no-such-match"),
            ("@dora /leave", "no-such-match"),
        ],
    );
    // With a button beside it.
    for line in ["@ben /resign", "@ben /resign confirm:false", "@ann /resign"] {
        console
            .refuses(line, "needs-confirmation")
            .button("resign:confirm");
    }
    console.done("@ben /move m4");
    console.finish();
}

#[test]
fn commands_that_are_not_there() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    let long = format!("/board match:{}", "m".repeat(101));
    refuse_all(
        &mut console,
        &id,
        &[
            ("/nonsense", "unknown-command"),
            ("/nonsense with:options \"and more\"", "unknown-command"),
            ("/", "unknown-command"),
            ("/MOVE e4", "unknown-command"),
            ("/mvoe e4", "unknown-command"),
            ("/help command:nonsense", "unknown-command"),
            ("/help nonsense", "unknown-command"),
            ("/play ruleset:nonsense", "unknown-ruleset"),
            ("/play time:5", "bad-option"),
            ("/play time:9s", "bad-option"),
            ("/play time:31d", "bad-option"),
            ("/seat action:free", "bad-option"),
            ("/play computers:4", "bad-option"),
            ("/play computers:two", "bad-option"),
            ("/play level:0", "bad-option"),
            ("/play rated:perhaps", "bad-option"),
            ("/play seat:red", "bad-option"),
            ("/play player2:@", "bad-option"),
            ("/play player2:", "bad-option"),
            ("/play whatever", "bad-option"),
            ("/move", "bad-option"),
            ("/move match:=M", "bad-option"),
            ("/move e4 move:e5", "bad-option"),
            ("/move e4 claim:true e5", "bad-option"),
            ("/seat action:free player4:x", "bad-option"),
            ("/move e4 claim:perhaps", "bad-option"),
            ("/move e4 nonsense:1", "bad-option"),
            ("/draw", "bad-option"),
            ("/draw action:maybe", "bad-option"),
            ("/draw action:offer action:accept", "bad-option"),
            ("/abort", "bad-option"),
            ("/abort action:withdraw", "bad-option"),
            ("/resign winner:red", "bad-option"),
            ("/resign action:offer", "bad-option"),
            ("/pact", "bad-option"),
            ("/pact action:decline", "bad-option"),
            ("/pact action:offer with:ben", "bad-option"),
            ("/resign confirm:perhaps", "bad-option"),
            ("/board ply:x", "bad-option"),
            ("/board ply:-1", "bad-option"),
            ("/board ply:1", "bad-option"),
            ("/board ply:99999999999", "bad-option"),
            ("/board ply:99999999999999999999999", "bad-option"),
            ("/board text:perhaps", "bad-option"),
            ("/board seat:random", "bad-option"),
            ("/matches all", "bad-option"),
            (&long, "too-long"),
            ("hello", "unreadable"),
            ("@ann", "unreadable"),
            ("@ /board", "unreadable"),
            ("/move \"e4", "unreadable"),
            ("/channel", "unreadable"),
        ],
    );
    // The command is named where it is known.
    for (line, command) in [
        ("/play whatever", Some("play")),
        ("/play time:5", Some("play")),
        ("/draw", Some("draw")),
        ("/board ply:x", Some("board")),
        ("/nonsense", None),
        ("hello", None),
    ] {
        assert_eq!(console.one(line).command(), command, "{line}");
    }
    console.finish();
}

#[test]
fn presses() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    let other = console.three(["dora", "eve", "finn"]);
    console.moves(0, "e4");
    let others = [
        (format!("@ann /press rd1:{other}:0:draw"), "not-a-player"),
        (format!("@ann /press rd1:{other}:0:resign"), "not-a-player"),
        (
            format!("@ann /press rd1:{other}:0:resign:confirm"),
            "not-a-player",
        ),
        (
            format!("@ann /press rd1:{other}:0:join:white"),
            "already-started",
        ),
        (
            format!("@ann /press rd1:{other}:1:takeback"),
            "position-moved-on",
        ),
    ];
    let others: Vec<(&str, &str)> = others.iter().map(|(l, r)| (l.as_str(), *r)).collect();
    refuse_all(&mut console, &id, &others);
    let long = format!("@ann /press rd1:=M:1:{}", "x".repeat(100));
    refuse_all(
        &mut console,
        &id,
        &[
            // A board that is no longer the position, for what depends on it.
            ("@ann /press rd1:=M:0:takeback", "position-moved-on"),
            ("@ann /press rd1:=M:0:draw:decline", "nothing-to-accept"),
            ("@ann /press rd1:=M:0:pause:accept", "position-moved-on"),
            ("@ann /press rd1:=M:2:takeback", "position-moved-on"),
            (
                "@ann /press rd1:=M:4294967295:takeback",
                "position-moved-on",
            ),
            // Resigning does not.
            ("@ann /press rd1:=M:0:resign", "needs-confirmation"),
            // Buttons that no answer showed are judged like any other.
            ("@ann /press rd1:=M:1:join:white", "already-seated"),
            ("@dora /press rd1:=M:1:join:white", "already-started"),
            ("@ann /press rd1:=M:1:leave", "already-started"),
            ("@dora /press rd1:=M:1:leave", "not-seated"),
            ("@ann /press rd1:=M:1:draw:decline", "nothing-to-accept"),
            ("@ann /press rd1:=M:1:abort:accept", "nothing-to-accept"),
            ("@dora /press rd1:=M:1:draw", "not-a-player"),
            ("@dora /press rd1:=M:1:abort:decline", "not-a-player"),
            ("@dora /press rd1:=M:1:resign:confirm", "not-a-player"),
            ("@ann /press rd1:a2a2a:1:view", "no-such-match"),
            // Forgeries.
            ("@ann /press", "unreadable"),
            ("@ann /press nonsense", "unreadable"),
            ("@ann /press rd1", "unreadable"),
            ("@ann /press rd1:=M", "unreadable"),
            ("@ann /press rd1:=M:1", "unreadable"),
            ("@ann /press rd1:=M:1:", "unreadable"),
            ("@ann /press rd1:=M:1:win", "unreadable"),
            ("@ann /press rd1:=M:1:join:red", "unreadable"),
            ("@ann /press rd1:=M:1:resign:confirm:now", "unreadable"),
            ("@ann /press rd1:=M:01:resign:confirm", "unreadable"),
            ("@ann /press rd1:=M:-1:view", "unreadable"),
            ("@ann /press rd1:=M:4294967296:view", "unreadable"),
            ("@ann /press rd2:=M:1:view", "unreadable"),
            ("@ann /press RD1:=M:1:view", "unreadable"),
            (&long, "unreadable"),
        ],
    );
    let asked = console.refuses(
        &format!("@ann /press rd1:{id}:1:resign"),
        "needs-confirmation",
    );
    assert_eq!(asked.command(), Some("resign"));
    assert_eq!(
        console
            .refuses("@ann /press nonsense", "unreadable")
            .command(),
        None
    );
    // What only shows works from any board.
    for ply in [0, 1] {
        console.done(&format!("@dora /press rd1:{id}:{ply}:view"));
    }
    console.finish();
}

#[test]
fn a_move_that_could_mean_two() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "d4 l4 t4 Nf3 Nk3 Ns3");
    refuse_all(
        &mut console,
        &id,
        &[
            ("@ann /move Nd2", "ambiguous"),
            ("@ann /move nd2", "ambiguous"),
        ],
    );
    let text = console
        .refuses("@ann /move Nd2", "ambiguous")
        .text()
        .to_owned();
    assert!(text.contains("Nbd2") && text.contains("Nfd2"), "{text}");
    console.done("@ann /move Nbd2");
    console.finish();
}

#[test]
fn a_promotion_that_does_not_say_to_what() {
    let mut console = Console::start(&Store::Memory);
    console.three(["ann", "ben", "cy"]);
    // White's pawn goes through the centre and takes a rook on rank 1.
    console.moves(
        0,
        "d4 i3 x3 d5 i4 x4 d6 i5 x5 p6 i6 x6 p5 u6 l6 p4 u5 l5 p3 u4 l4 pxo2 u3 l3",
    );
    let text = console
        .refuses("@ann /move oxn1", "ambiguous")
        .text()
        .to_owned();
    assert!(text.contains("o2n1q") && text.contains("o2n1n"), "{text}");
    assert!(
        console
            .done("@ann /move oxn1=N")
            .position()
            .contains("gKwNgN")
    );
    console.finish();
}

#[test]
fn at_a_table() {
    let mut console = Console::start(&Store::Memory);
    console.refuses("@ann /play player2:@ann", "already-seated");
    console.refuses("@ann /play player2:@ben player3:@ben", "already-seated");
    console.refuses("@ann /matches match:x", "bad-option");
    let id = console
        .done("@ann /play seat:white player2:@ben")
        .id()
        .to_owned();
    refuse_all(
        &mut console,
        &id,
        &[
            ("@ann /join", "already-seated"),
            ("@ann /join seat:black", "already-seated"),
            ("@dora /join seat:white", "seat-taken"),
            ("@dora /join seat:gray", "seat-taken"),
            ("@dora /press rd1:=M:0:join:gray", "seat-taken"),
            ("@dora /leave", "not-seated"),
            ("@ann /move e4", "not-started"),
            ("@ann /draw action:offer", "not-started"),
            ("@ann /draw action:claim", "not-started"),
            ("@ann /resign confirm:true", "not-started"),
            ("@ann /resign", "not-started"),
            ("@ann /abort action:accept", "not-started"),
            ("@ben /abort action:offer", "not-started"),
            ("@dora /move e4 match:=M", "not-a-player"),
            ("@dora /resign confirm:true match:=M", "not-a-player"),
            ("@ann /board ply:1", "bad-option"),
        ],
    );
    console.done("@cy /join");
    refuse_all(
        &mut console,
        &id,
        &[
            ("@dora /join", "table-full"),
            ("@dora /join seat:gray", "table-full"),
            ("@dora /join match:=M", "table-full"),
        ],
    );
    console.done("@ben /join");
    console.refuses(&format!("@dora /join match:{id}"), "already-started");
    console.finish();
}

#[test]
fn out_of_the_game_and_over() {
    let mut console = Console::start(&Store::Memory);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4");
    console.done("@ben /resign confirm:true");
    refuse_all(
        &mut console,
        &id,
        &[
            ("@ben /resign confirm:true", "already-conceded"),
            ("@ben /resign", "already-conceded"),
            ("@ben /move m4", "army-out"),
            ("@ben /draw action:offer", "army-out"),
            ("@ben /draw action:claim", "army-out"),
            ("@ben /abort action:offer", "army-out"),
            ("@ben /leave", "already-started"),
            ("@ann /move d4", "not-your-turn"),
        ],
    );
    console.done("@cy /resign confirm:true");
    refuse_all(
        &mut console,
        &id,
        &[
            ("@ann /move d4", "match-over"),
            ("@ben /move d4", "match-over"),
            ("@dora /move d4 match:=M", "match-over"),
            ("@ann /draw action:offer", "match-over"),
            ("@ann /draw action:claim", "match-over"),
            ("@cy /resign confirm:true", "match-over"),
            ("@cy /resign", "match-over"),
            ("@ann /abort action:offer", "match-over"),
            ("@ann /join match:=M", "match-over"),
            ("@ann /leave match:=M", "match-over"),
            ("@ann /press rd1:=M:1:resign:confirm", "match-over"),
            ("@ann /press rd1:=M:1:draw", "match-over"),
            ("@ann /join", "no-such-match"),
        ],
    );
    console.finish();
}

#[test]
fn an_army_that_was_mated_is_out() {
    let mut console = Console::start(&Store::Memory);
    let script = crate::matches::script("open-rings");
    console.three(crate::matches::PLAYERS);
    for step in &script.steps {
        let command = step.command(crate::matches::Writing::Short);
        console.done(&format!("@{} {command}", step.player()));
        if !step.outs.is_empty() && step.outcome.is_none() {
            for line in ["/resign confirm:true", "/move a4", "/draw action:offer"] {
                console.refuses(&format!("@cy {line}"), "army-out");
            }
        }
    }
    console.refuses("@cy /resign confirm:true", "match-over");
    console.finish();
}

//! Clocks and seats in records: the holders of seats come back, and what cannot have happened is
//! refused.

use rondel::{
    matchplay::{Match, MatchId, Moment, Person, Place, Seat},
    rules::Color,
    transcript::Format,
};

use super::{refusals, versions::read};

/// A match in which a seat was freed, a proposal about it lapsed, and two people of one name were
/// asked to take it over; the second one did.
pub(super) const FREED: &str = r#"[Rondel "1"]
[Match "k2m5t"]
[Place "console/table"]
[Began "2026-11-21T16:01:42.5Z"]
[Ended "2026-12-19T07:30:00Z"]
[White "ann"]
[Gray "dora k"]
[Black "cy"]
[Ruleset "three-man"]
[Options "armies:3 ends:last-army king-capture:puts-out stalemate-of-three:out same-position:rights repetition:3/5 moves:50/75 impossibility:automatic conceding:out scoring:shared-point"]
[Time "3d"]
[Result "aborted"]

1. e4 freed:b,who=cy,why=So\u{20}long. put-out-offered:w,seat=b
put-out-lapsed:w,seat=b substitute-offered:w,seat=b,who=dora\u{20}k~2
substitute-unready:b,who=dora\u{20}k~2
substitute-offered:w,seat=b,who=dora\u{20}k~3 substitute-agreed:g,seat=b,who=dora\u{20}k~3
substitute-ready:b,who=dora\u{20}k~3 took-over:b,who=dora\u{20}k~3 abort-offered:g
over:how=aborted
"#;

#[test]
fn who_held_which_seat_comes_back_from_both_forms() {
    let record = read(FREED);
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&record.written(Format::Text)), words(FREED));
    assert_eq!(read(&record.written(Format::Json)), record);
    let names = record.people();
    let (first, second) = (Some("dora k"), Some("dora k"));
    assert_eq!(
        names,
        [Some("ann"), first, Some("cy"), second, Some("dora k")]
    );
    let people: Vec<Person> = (100..105).map(Person).collect();
    let events = record.as_imported(&Place::new("here"), &people).unwrap();
    let dated = events.iter().map(|event| (event, Moment(9)));
    let played = Match::fold(MatchId::numbered(9), dated).unwrap();
    let black: Vec<Seat> = played
        .tenures()
        .iter()
        .filter(|held| held.seat == Color::Black)
        .map(|held| held.holder)
        .collect();
    assert_eq!(
        black,
        [Seat::Taken(people[2]), Seat::Vacant, Seat::Taken(people[4])]
    );
    assert_eq!(played.time_limit(), record.time);
}

#[test]
fn what_cannot_have_happened_to_a_seat_or_clock_is_refused() {
    let wrong = "by today's rules this is wrong:";
    let word = "is neither a move with its number nor a word of a record";
    let limit = "the tag Time holds a time per move from 10s to 30d, in the longest unit that leaves \
                 no rest, or such times for 1 to 100 moves, such as 10/30d";
    let long = format!("why={}", "a".repeat(101));
    for (change, wanted) in [
        (("\"3d\"", "\"72h\""), format!("line 11: {limit}")),
        (("\"3d\"", "\"31d\""), format!("line 11: {limit}")),
        (("\"3d\"", "\"10/720h\""), format!("line 11: {limit}")),
        (("\"3d\"", "\"10/301d\""), format!("line 11: {limit}")),
        (("\"3d\"", "\"\""), format!("line 11: {limit}")),
        (
            ("freed:b,who=cy", "freed:b,who=ann"),
            format!("line 14: {wrong} freed:b would be about somebody else"),
        ),
        (
            ("freed:b,who=cy", "freed:b,who=c~y"),
            String::from("line 14: \"c~y\" is not how a player is named here"),
        ),
        (
            ("freed:b,who=cy", "freed:b,who=cy~1"),
            String::from("line 14: \"cy~1\" is not how a player is named here"),
        ),
        (
            ("freed:b,who=cy", "freed:b,who=cy~3"),
            String::from("line 14: \"cy~3\" is not how a player is named here"),
        ),
        (
            ("freed:b,who=cy", "freed:b,who=c\\u{79}"),
            String::from("line 14: \"c\\\\u{79}\" is not how a player is named here"),
        ),
        (
            ("freed:b,who=cy", "freed:b"),
            format!("line 14: \"freed:b,why=So\\\\u{{20}}long.\" {word}"),
        ),
        (
            ("why=So\\u{20}long.", &long),
            format!(
                "line 14: {:?} {word}",
                format!("freed:b,who=cy,{long}")
                    .chars()
                    .take(40)
                    .collect::<String>()
            ),
        ),
        (
            ("freed:b,who=cy,why=So\\u{20}long.", "gone:b,who=cy"),
            format!(
                "line 14: {wrong} put-out-offered:w,seat=b is refused: the player of Black is not missing"
            ),
        ),
        (
            ("put-out-lapsed:w", "put-out-lapsed:g"),
            format!("line 15: {wrong} put-out-lapsed:g,seat=b would not come here"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "extended:g,by=w"),
            format!(
                "line 15: {wrong} extended:g,by=w is refused: the player of Gray is not missing"
            ),
        ),
        (("put-out-lapsed:w,seat=b", "extended:g"), String::new()),
        (
            ("put-out-lapsed:w,seat=b", "resumed"),
            format!("line 15: {wrong} resumed would not come here"),
        ),
        (
            (
                "put-out-lapsed:w,seat=b",
                "pause-offered:w pause-agreed:g paused 2. m4",
            ),
            format!("line 15: {wrong} move:g,move=m2m4 is refused: the match is paused"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "paused"),
            format!("line 15: {wrong} paused would not come here"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "taken-back:to=0"),
            format!("line 15: {wrong} taken-back:to=0 would not come here"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "taken-back:to=1"),
            format!("line 15: {wrong} moves are taken back to ply 1, which is not past"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "taken-back:to=01"),
            format!("line 15: \"taken-back:to=01\" {word}"),
        ),
        (
            ("put-out-lapsed:w,seat=b", "deadline-passed:w"),
            format!("line 15: {wrong} deadline-passed:w would not come here"),
        ),
        (
            (
                "put-out-lapsed:w,seat=b",
                "deadline-passed:g deadline-passed:g",
            ),
            format!("line 15: {wrong} out-of-time:b would come before this"),
        ),
        (
            ("substitute-unready:b", "substitute-unready:g"),
            format!(
                "line 16: {wrong} substitute-unready:b would come, and not substitute-unready:g"
            ),
        ),
        (
            (" took-over:b,who=dora\\u{20}k~3", ""),
            format!("line 18: {wrong} took-over:b would come before this"),
        ),
        (
            (" took-over:b,who=dora\\u{20}k~3", " took-over:b,level=2"),
            format!("line 18: {wrong} took-over:b would come, and not took-over:b,level=2"),
        ),
        (
            (" took-over:b,who=dora\\u{20}k~3", " took-over:b,level=9"),
            format!("line 18: \"took-over:b,level=9\" {word}"),
        ),
    ] {
        if wanted.is_empty() {
            // Gray's clock runs: for a while nothing could be done.
            let changed = FREED.replace(change.0, &format!("put-out-lapsed:w,seat=b {}", change.1));
            read(&changed);
        } else {
            refusals::refuses_changed(FREED, change, &wanted);
        }
    }
}

//! `/profile`: somebody's ratings and results.

use std::cmp::Reverse;

use super::{
    leaderboard::{self, averages_of},
    prelude::*,
};
use crate::{
    messages::Shows,
    render::{ProfileCard, Results, RulesetResults},
    rules::{ByColor, short_first},
    standings::{Profile, Reliability, RulesetRecord},
};

pub(super) const COMMAND: Command = Command {
    name: "profile",
    group: Group::After,
    of_person: Some("user"),
    options: &[option("user", Kind::User)],
    read: |options| {
        let of = options.user("user");
        Ok(Request::look(Cost::Picture, Task::Profile(of)))
    },
    ..Command::plain(Presser::Anybody)
};

/// The rulesets that are told in words; with everything else they fit into a message.
const MOST_TOLD: usize = 8;

/// Shows the profile of a person; the speaker's own when `None`.
pub(super) async fn run(cx: &Context<'_>, of: Option<&Speaker>) -> Answer {
    let person = match of {
        None => Some(cx.person),
        // A person who is asked about is not met by that.
        Some(speaker) => cx.host.people().find(&speaker.identity).await?,
    };
    let Some(person) = person else {
        let name = of.and_then(|speaker| cx.visible(&speaker.name));
        let name = name.unwrap_or_else(|| cx.word("nameless"));
        return Ok(Reply::words(cx.say("profile-unknown", &[("name", &name)])));
    };
    cx.host.people().know(&[person]).await?;
    // Speakers need not be known to ask for their own; their chat says what they are called.
    let own = (person == cx.person).then(|| cx.incoming.speaker.name.clone());
    let name = cx.name_of(person).or(own);
    let name = name.filter(|name| cx.visible(name).is_some());
    let name = name.unwrap_or_else(|| cx.called_somehow(person));
    let called = cx.markup.name(&name);
    let hidden = !cx.host.preferences_of(person).public;
    if hidden && person != cx.person {
        return Err(cx.not_allowed(cx.say("refused-profile", &[("name", &called)])));
    }
    let asker = cx.person;
    let profile = cx
        .host
        .standings(move |all| all.profile(person, Some(asker)));
    let mut profile = profile.await?;
    // Those played most are told first.
    let records = &mut profile.records;
    records.sort_by_key(|record| Reverse(record.standing.tally.matches));
    let notes = notes(cx, &profile);
    let mut lines = vec![cx.say("profile-heading", &[("name", &called)])];
    if hidden {
        lines.push(cx.say("profile-hidden", &[]));
    }
    let card = drawn(cx, name, &profile, &notes);
    lines.extend(results(cx, &profile, &card));
    lines.extend(notes);
    let picture = Picture {
        name: String::from("profile"),
        shows: Shows::Profile(Box::new(card)),
    };
    Ok(Reply::words(Message::lines(lines)).showing(Shown::Picture(picture)))
}

/// Tells the results by ruleset, and by army.
fn results(cx: &Context<'_>, profile: &Profile, card: &ProfileCard) -> Vec<Message> {
    if profile.records.is_empty() {
        return vec![cx.say("profile-none", &[])];
    }
    let told = card.rulesets.iter().take(MOST_TOLD).map(|drawn| {
        let own = [("ruleset", &drawn.name as _)];
        leaderboard::results(cx, "profile-record", &own, &drawn.results)
    });
    let more = profile.records.len().saturating_sub(MOST_TOLD);
    let more = (more > 0).then(|| cx.say("profile-more", &[("count", &more)]));
    let seats = profile.seats();
    let played = Color::ALL.into_iter();
    let played = played.filter(|color| seats[*color].matches > 0);
    let played = played.map(|color| {
        let (army, seat) = (cx.army(color), seats[color]);
        let (count, wins, mean) = (seat.matches, seat.wins, cx.texts().decimal(&seat.average()));
        cx.say(
            "profile-seat",
            &[
                ("army", &army),
                ("matches", &count),
                ("wins", &wins),
                ("average", &mean),
            ],
        )
    });
    let averages = more.into_iter().chain([averages_of(cx)]);
    told.chain(averages).chain(played).collect()
}

/// Tells the favourite first moves, the results against the speaker, and the share of matches
/// played to their end.
fn notes(cx: &Context<'_>, profile: &Profile) -> Vec<Message> {
    let favourites = profile.first_moves();
    let played = Color::ALL.into_iter();
    let played = played.filter(|color| !favourites[*color].is_empty());
    let armies = played.map(|color| {
        let moves = favourites[color].iter().map(|(mv, times)| {
            let mv = short_first(*mv);
            cx.say("profile-first-move", &[("move", &mv), ("times", times)])
        });
        let (army, moves) = (cx.army(color), cx.comma(moves));
        cx.say("profile-first-with", &[("army", &army), ("moves", &moves)])
    });
    let moves = Message::joined(&cx.word("profile-first-between"), armies);
    let first = (!moves.is_empty()).then(|| cx.say("profile-first", &[("moves", &moves)]));
    let against = profile.against_asker.map(|together| {
        cx.say(
            "profile-against",
            &[
                ("matches", &together.matches),
                ("ahead", &together.ahead),
                ("behind", &together.behind),
                ("level", &together.level()),
            ],
        )
    });
    let Reliability { started, finished } = profile.reliability;
    let reliability = profile.reliability.percent().map(|share| {
        cx.say(
            "profile-reliability",
            &[
                ("started", &started),
                ("finished", &finished),
                ("share", &share),
            ],
        )
    });
    let notes = first.into_iter().chain(against).chain(reliability);
    notes.collect()
}

fn drawn(cx: &Context<'_>, name: String, profile: &Profile, notes: &[Message]) -> ProfileCard {
    let seats = profile.seats();
    let ruleset = |record: &RulesetRecord| RulesetResults {
        name: cx.texts().ruleset(&record.ruleset),
        results: leaderboard::drawn(cx.texts(), &record.standing),
        curve: record
            .curve
            .iter()
            .map(|point| (point.at.0, i32::try_from(point.rating).unwrap_or(i32::MAX)))
            .collect(),
    };
    ProfileCard {
        name,
        subtitle: cx.word("profile-subtitle"),
        rulesets: profile.records.iter().map(ruleset).collect(),
        seats: ByColor::new(|color| Results {
            matches: seats[color].matches.to_string(),
            wins: seats[color].wins.to_string(),
            average: cx.texts().decimal(&seats[color].average()),
            ..Results::default()
        }),
        notes: notes.iter().map(ToString::to_string).collect(),
    }
}

//! `/export`: the record of a match as a file, or everything that is kept of the speaker.

use std::cmp::Reverse;

use super::{prelude::*, shortcut};
use crate::{
    matchplay::Server,
    messages::File,
    store::{
        Card, StoreError, StoredRow,
        audit::{Deed, Entry},
        preferences::PersonPreferences,
    },
    transcript::{
        Format, Personal, PersonalDeed, PersonalMatch, PersonalRating, SeenThrough, Transcript,
    },
};

pub(super) const COMMAND: Command = Command {
    name: "export",
    options: &[
        choice("format", &["text", "json"]),
        MATCH,
        choice("of", &["match", "me"]),
    ],
    read: |options| {
        if options.text("of") == Some("me") {
            return Ok(Request::look(COST, Task::Export(None)));
        }
        let format = options.choice("format", Format::from_word);
        let task = Task::Export(Some(format.unwrap_or(Format::Text)));
        Ok(Request::look(COST, task).about(About::Match))
    },
    offers: |narrator, state, occasion| match occasion {
        Occasion::Ended if state.ply() > 0 => {
            let label = narrator.say("button-record", &[]);
            vec![shortcut::of_match(state, "export", &[], label)]
        }
        _ => Vec::new(),
    },
    ..Command::plain(Presser::Anybody)
};

const COST: Cost = Cost::Unless(Limit::Errands);

/// The most bytes of a file: as many as Discord takes, less some reserve.
const LONGEST: usize = 8 << 20;

pub(super) async fn run(cx: &Context<'_>, format: Option<Format>) -> Answer {
    match format {
        Some(format) => export(cx, format).await,
        None => export_of_me(cx).await,
    }
}

/// Hands out the match as far as it has been played, in one of the two forms (interfaces §8).
async fn export(cx: &Context<'_>, format: Format) -> Answer {
    let state = cx.find(Purpose::Show).await?;
    let mut events = cx.host.events(state.id()).await?;
    // Events that have come since are no part of the match that is shown.
    events.truncate(usize::try_from(state.version()).unwrap_or(usize::MAX));
    let name = |person| cx.name_of(person).unwrap_or_default();
    let record = Transcript::of(state.id(), &events, name);
    let record = record.ok_or_else(|| CommandError::of(Rejection::NotStarted, &state))?;
    let id = match state.stage() {
        Stage::Table | Stage::Running => "exported-so-far",
        Stage::Ended => "exported",
    };
    let file = File {
        name: format!("{}.{}", state.id(), format.extension()),
        text: record.written(format),
    };
    let text = cx.say(id, &[("match", &state.id())]);
    Ok(Reply {
        state: Some(state),
        ..Reply::file(file, text)
    })
}

/// Hands out the speaker's identity, name, settings, ratings and matches.
async fn export_of_me(cx: &Context<'_>) -> Answer {
    let Some(card) = cx.host.people().look_up(cx.person).await? else {
        return Ok(Reply::words(cx.say("exported-nothing", &[])));
    };
    let mut personal = personal(cx, card).await?;
    let mut text = personal.written();
    if text.len() > LONGEST {
        let matches = personal.matches.iter_mut();
        matches.for_each(PersonalMatch::leave_moves_out);
        text = personal.written();
    }
    let (count, more) = (personal.matches.len(), personal.more.len());
    let told = cx.say("exported-me", &[("count", &count)]);
    let more = (more > 0).then(|| cx.say("exported-me-more", &[("count", &more)]));
    let name = String::from("rondel.json");
    let said = Message::sentences([told].into_iter().chain(more));
    Ok(Reply::file(File { name, text }, said))
}

async fn personal(cx: &Context<'_>, who: Card) -> Result<Personal, StoreError> {
    let person = cx.person;
    let (matches, more) = cx.host.sat_in(person).await?;
    let profile = cx.host.standings(move |all| all.profile(person, None));
    let profile = profile.await?;
    let ratings = profile.records.into_iter().map(|record| PersonalRating {
        ruleset: record.ruleset,
        rating: record.standing.rating,
        provisional: record.standing.provisional,
        matches: record.standing.tally.matches,
        wins: record.standing.tally.wins,
        sixths: record.standing.tally.sixths,
    });
    let deeds = cx.host.audit_of(person).await?.into_iter();
    let deeds = deeds.map(|(server, entry)| deed(person, &server, entry));
    let settings = cx.host.preferences_of(person);
    let matches = matches.iter();
    let matches = matches.filter_map(|(id, events)| PersonalMatch::of(*id, events, person));
    let mut matches: Vec<PersonalMatch> = matches.collect();
    // Those that go on first, and then the latest.
    matches.sort_by_key(|theirs| Reverse((theirs.ended().is_none(), theirs.ended())));
    Ok(Personal {
        made: cx.host.now(),
        realm: who.identity.realm().to_owned(),
        id: who.identity.id().to_owned(),
        name: who.name,
        settings: (settings != PersonPreferences::default()).then(|| settings.encode()),
        ratings: ratings.collect(),
        seen_through: SeenThrough {
            started: profile.reliability.started,
            finished: profile.reliability.finished,
        },
        deeds: deeds.collect(),
        matches,
        more,
    })
}

/// Returns an entry of a server's audit list as the person hears of it: without references to others.
fn deed(person: Person, server: &Server, entry: Entry) -> PersonalDeed {
    let (what, id, reason, settings) = match entry.deed {
        Deed::Freed { id, reason, .. } => ("freed", Some(id), Some(reason), None),
        Deed::Aborted { id, reason } => ("aborted", Some(id), Some(reason), None),
        Deed::Set { settings } => ("set", None, None, Some(settings)),
    };
    PersonalDeed {
        at: entry.at,
        server: server.to_string(),
        by_them: entry.by == person,
        what,
        id,
        reason,
        settings,
    }
}

//! The format of a store, which rises with the first thing in it that earlier programs cannot read.
//!
//! So an earlier program refuses the whole store with a sentence, instead of calling a part of it
//! damaged, and can still go on with a store that has nothing of the kind.

use rondel_matchplay::{Event, TimeLimit};

use super::{
    Listing, StoredRow, Subject,
    preferences::{PersonPreferences, ServerPreferences},
};

/// The format in which every store begins, the one that 0.1.0 reads.
pub(super) const FIRST: u64 = 1;

/// The newest format. Its stores may have a time for a number of moves; people of a match's past and tables that
/// closed before play, in its lists; what is noted of servers: the language spoken there, the greeting, and
/// settings that lapsed; and boards that somebody, or a server, wants mirrored.
pub(super) const NEWEST: u64 = 2;

/// Returns the least format of a store with this event.
pub(super) const fn of_event(event: &Event) -> u64 {
    if let Event::Opened { time, .. } = event {
        of_time(*time)
    } else {
        FIRST
    }
}

/// Returns the least format of a store with these events, in a match that is listed so.
pub(super) fn of_match<'a>(events: impl IntoIterator<Item = &'a Event>, listing: &Listing) -> u64 {
    let is_first = listing.past.is_empty() && !listing.unplayed;
    let listed = if is_first { FIRST } else { NEWEST };
    // Earlier programs would take the place where it was opened for its own.
    let returns = listing.places.len() == 1;
    let formats = events.into_iter().map(|event| {
        if returns && matches!(event, Event::Housed { .. }) {
            NEWEST
        } else {
            of_event(event)
        }
    });
    formats.fold(listed, u64::max)
}

/// Returns the least format of a store with this row of preferences.
pub(super) fn of_row(subject: &Subject, text: &str) -> u64 {
    let read = match subject {
        Subject::Server(_) => ServerPreferences::decode(text),
        Subject::Person(_) => {
            let mirrored = PersonPreferences::decode(text).is_ok_and(|read| read.looks.mirror);
            return if mirrored { NEWEST } else { FIRST };
        }
        Subject::RoleCall(_) | Subject::Links(_) | Subject::Store => return FIRST,
    };
    let Ok(read) = read else {
        return FIRST;
    };
    let is_first = !read.looks.mirror
        && read.spoken.is_none()
        && read.lapsed.is_empty()
        && read.lapsed_for_openers.is_empty()
        && read.greeted.is_none();
    if is_first {
        of_time(read.time.and_then(|time| time.0))
    } else {
        NEWEST
    }
}

const fn of_time(time: Option<TimeLimit>) -> u64 {
    match time {
        Some(limit) if limit.moves().is_some() => NEWEST,
        Some(_) | None => FIRST,
    }
}

#[cfg(test)]
mod tests {
    use rondel_matchplay::{Moment, Person, Place, Server};

    use super::*;
    use crate::preferences::{Lapse, Looks, UsualTime};

    #[test]
    fn lists_that_earlier_programs_cannot_read_raise_the_format() {
        let of = |listing: &Listing| of_match([], listing);
        let plain = Listing::default();
        assert_eq!(of(&plain), FIRST);
        let past = Listing {
            past: vec![Person(1)],
            ..plain.clone()
        };
        let unplayed = Listing {
            unplayed: true,
            ..plain
        };
        assert_eq!([of(&past), of(&unplayed)], [NEWEST; 2]);
    }

    #[test]
    fn rows_of_servers_that_earlier_programs_cannot_read_raise_the_format() {
        let server = Subject::Server(Server::of(&Place::new("discord/1/2")));
        let of = |set: ServerPreferences| of_row(&server, &set.encode());
        let plain = ServerPreferences::default();
        assert_eq!(of(plain.clone()), FIRST);
        let time = |text: &str| Some(UsualTime(Some(text.parse().unwrap())));
        let three_days = ServerPreferences {
            time: time("3d"),
            ..plain.clone()
        };
        assert_eq!(of(three_days), FIRST);
        for later in [
            ServerPreferences {
                time: time("10/30d"),
                ..plain.clone()
            },
            ServerPreferences {
                spoken: Some(String::from("de")),
                ..plain.clone()
            },
            ServerPreferences {
                lapsed: vec![Lapse::Channel],
                ..plain.clone()
            },
            ServerPreferences {
                lapsed_for_openers: vec![Lapse::Openers],
                ..plain.clone()
            },
            ServerPreferences {
                looks: mirrored(),
                ..plain.clone()
            },
            ServerPreferences {
                greeted: Some(Moment(1)),
                ..plain
            },
        ] {
            let text = later.encode();
            assert_eq!(of_row(&server, &text), NEWEST, "{text}");
            // Only servers have these.
            assert_eq!(of_row(&Subject::Person(Person(1)), &text), FIRST);
        }
    }

    fn mirrored() -> Looks {
        Looks {
            mirror: true,
            ..Looks::default()
        }
    }

    #[test]
    fn a_mirrored_board_raises_the_format() {
        let of = |set: PersonPreferences| of_row(&Subject::Person(Person(1)), &set.encode());
        let plain = PersonPreferences::default();
        assert_eq!(of(plain.clone()), FIRST);
        let looks = mirrored();
        assert_eq!(of(PersonPreferences { looks, ..plain }), NEWEST);
    }
}

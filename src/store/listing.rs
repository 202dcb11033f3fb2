//! The lists in which matches are found.

use std::collections::BTreeSet;

use rondel_matchplay::{Match, Moment, Person, Place, Server, Stage};
use serde::{Deserialize, Serialize};

/// The entries of one match in the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// The shelf, by its stage and privacy; `None` once it has ended. A match that has ended is
    /// found by [`ReadMatches::latest_ended`](super::ReadMatches::latest_ended).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<Shelf>,
    /// The places where it is played: where it was opened, then its own.
    pub places: Vec<Place>,
    /// The people who sit or are invited, or sat when it ended.
    pub people: Vec<Person>,
    /// The people who held a seat of it once, and may see it for that reason alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<Person>,
    /// All people who opened it, held a seat of it or were invited to one, and are not among its people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Person>,
    /// The person who opened it, while it is an open table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<Person>,
    /// The moment at which something happens to it by itself; found by
    /// [`ReadMatches::due`](super::ReadMatches::due) while it is live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Moment>,
    /// True for a table that closed before play: nobody means it as their last match.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unplayed: bool,
}

/// Returns true for what is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A part of the live matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shelf {
    /// Open tables. Everybody in their server may see them.
    Table,
    /// Matches under way that everybody in their server may see.
    Public,
    /// Private matches under way.
    Private,
}

impl Shelf {
    /// All shelves, in a fixed order.
    pub const ALL: [Shelf; 3] = [Shelf::Table, Shelf::Public, Shelf::Private];
}

/// A list of matches, all of them live but for one kind, which a store keeps in order of their ids.
/// Reading a page of one takes no longer for what stands in others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// All matches at a place.
    At(Place),
    /// The match whose own place this is.
    Own(Place),
    /// The matches on one shelf at a place.
    On(Shelf, Place),
    /// The matches on one shelf in a server.
    In(Shelf, Server),
    /// The matches of a person, over all places.
    Of(Person),
    /// The matches that have ended and in which a person sat at the end, over all places.
    Ended(Person),
    /// The matches, live or over, that a person opened or in which they once had a seat, and no longer do.
    Past(Person),
    /// The matches of a person at a place.
    OfAt(Person, Place),
    /// The matches in which a person once held a seat, and which they may see for that reason
    /// alone.
    Former(Person, Server),
    /// The open tables of a server that a person has opened.
    Opened(Person, Server),
}

impl Listing {
    /// Returns the entries that this match should have.
    #[must_use]
    pub fn of(state: &Match) -> Listing {
        let shelf = match state.stage() {
            Stage::Table => Some(Shelf::Table),
            Stage::Running if state.is_private() => Some(Shelf::Private),
            Stage::Running => Some(Shelf::Public),
            Stage::Ended => None,
        };
        let mut places = vec![state.opened_at().clone()];
        if state.is_housed() {
            places.push(state.place().clone());
        }
        let seated = state.seats().iter().filter_map(|(_, seat)| seat.person());
        // The opener of a match of computers watches it, and may abort it.
        let watcher = state.is_of_computers().then_some(state.opener());
        let asked = state.proposals().iter();
        let substitutes = asked.filter_map(|proposal| proposal.motion.substitute());
        let held = state.tenures().iter();
        let held = held.filter_map(|tenure| tenure.holder.player());
        let former = held.filter(|person| !state.concerns(*person));
        Listing {
            shelf,
            places,
            people: seated.chain(watcher).chain(substitutes).collect(),
            former: match shelf {
                Some(Shelf::Private) => former.collect(),
                Some(Shelf::Table | Shelf::Public) | None => Vec::new(),
            },
            past: state.past_people(),
            opener: (shelf == Some(Shelf::Table)).then_some(state.opener()),
            due: state.due(),
            unplayed: shelf.is_none() && state.started_at().is_none(),
        }
    }

    /// Returns the rows by which the match is found.
    pub(super) fn rows(&self) -> BTreeSet<Row> {
        let people = self.people.iter().copied();
        let past = self.past.iter().copied().map(List::Past);
        let Some(shelf) = self.shelf else {
            return people.map(List::Ended).chain(past).map(Row::In).collect();
        };
        let mut lists: Vec<List> = people.map(List::Of).chain(past).collect();
        for place in &self.places {
            lists.push(List::At(place.clone()));
            lists.push(List::On(shelf, place.clone()));
            lists.push(List::In(shelf, Server::of(place)));
            let here = self.people.iter();
            lists.extend(here.map(|person| List::OfAt(*person, place.clone())));
        }
        lists.extend(self.places.get(1).cloned().map(List::Own));
        if let Some(place) = self.places.first() {
            let server = Server::of(place);
            let former = self.former.iter();
            lists.extend(former.map(|person| List::Former(*person, server.clone())));
            lists.extend(self.opener.map(|opener| List::Opened(opener, server)));
        }
        let due = self.due.map(Row::Due);
        lists.into_iter().map(Row::In).chain(due).collect()
    }

    /// Returns what changes for a match that stood in the lists as `before`; not at all, if `None`.
    pub(super) fn moves(&self, before: Option<&Listing>) -> ListingMoves {
        if before == Some(self) {
            return ListingMoves::default();
        }
        let (old, new) = (before.map(Listing::rows).unwrap_or_default(), self.rows());
        let was_live = before.is_none_or(|before| before.shelf.is_some());
        ListingMoves {
            left: old.difference(&new).cloned().collect(),
            entered: new.difference(&old).cloned().collect(),
            ended: self.shelf.is_none() && was_live,
        }
    }

    /// Returns each place with each person, under which the last match that was played to its end is found.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Place, Person)> {
        let people = if self.unplayed {
            &[]
        } else {
            self.people.as_slice()
        };
        let with_people = move |place| people.iter().map(move |person| (place, *person));
        self.places.iter().flat_map(with_people)
    }
}

/// A row by which a match is found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Row {
    /// It stands in this list.
    In(List),
    /// Something happens to it by itself at this moment.
    Due(Moment),
}

impl Row {
    /// Returns the list, if it stands in one.
    pub(super) fn list(self) -> Option<List> {
        match self {
            Row::In(list) => Some(list),
            Row::Due(_) => None,
        }
    }
}

/// The changes in the lists when a match changes.
#[derive(Debug, Default)]
pub(super) struct ListingMoves {
    /// The rows that go.
    pub(super) left: Vec<Row>,
    /// The rows that come.
    pub(super) entered: Vec<Row>,
    /// True if the match ends with it.
    pub(super) ended: bool,
}

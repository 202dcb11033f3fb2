//! Pages of a list, counted from 1.

use std::{fmt::Display, ops::Range};

use crate::{
    matchplay::Match,
    messages::{Button, Narrator},
};

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pager {
    /// The page that is asked for, which need not be there.
    pub(super) page: usize,
    /// The number of pages.
    pub(super) pages: usize,
    items: usize,
    per_page: usize,
}

impl Pager {
    /// Returns the pager of a list, at a page counted from 0.
    pub(super) fn of(items: usize, per_page: usize, page: u32) -> Pager {
        Pager {
            page: usize::try_from(page).unwrap_or(usize::MAX),
            pages: items.div_ceil(per_page),
            items,
            per_page,
        }
    }

    /// The items on the page; `None` if there is no such page.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        let there = (1..=self.pages).contains(&self.page);
        let first = self.page.saturating_sub(1).saturating_mul(self.per_page);
        there.then(|| first..(first + self.per_page).min(self.items))
    }

    /// The page before, if there is one.
    pub(super) fn previous(&self) -> Option<u32> {
        u32::try_from(self.page.checked_sub(1)?)
            .ok()
            .filter(|page| *page > 0)
    }

    /// The page after, if there is one.
    pub(super) fn next(&self) -> Option<u32> {
        let next = u32::try_from(self.page + 1).ok();
        next.filter(|_| self.page < self.pages)
    }

    /// The buttons to the pages beside this one, with `action` for the page of each.
    pub(super) fn buttons<A: Display>(
        &self,
        narrator: &Narrator<'_>,
        state: &Match,
        action: impl Fn(u32) -> A,
    ) -> Vec<Button> {
        let pages = [
            (self.previous(), "button-earlier"),
            (self.next(), "button-later"),
        ];
        let button = |(page, label): (Option<u32>, &'static str)| {
            Some(Button::of(state, action(page?), narrator.say(label, &[])))
        };
        pages.into_iter().filter_map(button).collect()
    }
}

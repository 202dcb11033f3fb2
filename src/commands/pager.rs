//! Pages of a list, counted from 1, and lists that are cut to what there is room for.

use std::ops::Range;

use super::command::{CommandError, Context};
use crate::messages::Button;

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pager {
    /// The number of the page.
    pub(super) page: usize,
    /// The number of pages.
    pub(super) pages: usize,
    /// The items on the page.
    pub(super) shown: Range<usize>,
}

impl Pager {
    /// Returns a page of a list with this many items.
    ///
    /// # Errors
    ///
    /// The refusal of a page that is not there.
    pub(super) fn of(
        cx: &Context<'_>,
        items: usize,
        per_page: usize,
        page: u32,
    ) -> Result<Pager, CommandError> {
        let pages = items.div_ceil(per_page);
        let page = usize::try_from(page).unwrap_or(usize::MAX);
        if !(1..=pages).contains(&page) {
            let message = cx.say("refused-no-such-page", &[("count", &pages)]);
            return Err(cx.refuse("bad-option", message));
        }
        let shown = (page - 1) * per_page..items.min(page * per_page);
        Ok(Pager { page, pages, shown })
    }

    /// Returns the page before, if there is one.
    pub(super) fn previous(&self) -> Option<usize> {
        (self.page > 1).then_some(self.page - 1)
    }

    /// Returns the page after, if there is one.
    pub(super) fn next(&self) -> Option<usize> {
        (self.page < self.pages).then_some(self.page + 1)
    }

    /// Returns the buttons to the pages before and after; `button` makes each, of its page and its label.
    pub(super) fn buttons(&self, button: impl Fn(usize, &'static str) -> Button) -> Vec<Button> {
        let pages = [
            (self.previous(), "button-earlier"),
            (self.next(), "button-later"),
        ];
        let button = |(page, label): (Option<usize>, &'static str)| Some(button(page?, label));
        pages.into_iter().filter_map(button).collect()
    }
}

/// Returns how many texts of these lengths fit into some room one after the other.
pub(super) fn fitting(lengths: impl IntoIterator<Item = usize>, room: usize) -> usize {
    let mut taken = 0;
    let fits = |length: &usize| {
        taken += length;
        taken <= room
    };
    lengths.into_iter().take_while(fits).count()
}

//! Numbers that all lanes give in turn.

use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers of the store.
#[derive(Debug)]
pub(super) struct StoreNumbers {
    /// Those of the rows of the outbox.
    pub(super) notices: Numbers,
    /// Those of the requests.
    pub(super) requests: Numbers,
}

/// Numbers given one after the other.
#[derive(Debug)]
pub(super) struct Numbers(AtomicU64);

/// The numbers that a batch was given.
#[derive(Debug, Default)]
pub(super) struct GivenNumbers {
    count: u64,
    last: u64,
}

impl Numbers {
    /// Returns numbers that begin after this one.
    pub(super) const fn after(last: u64) -> Numbers {
        Numbers(AtomicU64::new(last))
    }

    /// Gives the next number.
    pub(super) fn next(&self, given: &mut GivenNumbers) -> u64 {
        let number = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        // Others were given numbers in between: then these are not taken back.
        let follows = given.count > 0 && given.last + 1 == number;
        given.count = if follows { given.count + 1 } else { 1 };
        given.last = number;
        number
    }

    /// Takes back the numbers of a batch that was not written, as far as nobody was given any since. What
    /// is not taken back stays a gap.
    pub(super) fn take_back(&self, given: &GivenNumbers) {
        let (last, before) = (given.last, given.last - given.count);
        let order = Ordering::SeqCst;
        let _ = self.0.compare_exchange(last, before, order, order);
    }
}

impl GivenNumbers {
    /// Returns the last of them, or 0.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_back_unless_others_were_given_since() {
        let numbers = Numbers::after(5);
        let (mut one, mut other) = (GivenNumbers::default(), GivenNumbers::default());
        assert_eq!((numbers.next(&mut one), numbers.next(&mut one)), (6, 7));
        numbers.take_back(&one);
        assert_eq!(numbers.next(&mut other), 6);
        let mut mixed = GivenNumbers::default();
        assert_eq!(numbers.next(&mut mixed), 7);
        assert_eq!(numbers.next(&mut other), 8);
        assert_eq!(numbers.next(&mut mixed), 9);
        // Number 8 belongs to somebody else, so that 7 stays a gap.
        numbers.take_back(&mixed);
        assert_eq!(numbers.next(&mut mixed), 9);
        // And 9 was given since.
        numbers.take_back(&other);
        assert_eq!(numbers.next(&mut other), 10);
        numbers.take_back(&GivenNumbers::default());
        assert_eq!(numbers.next(&mut other), 11);
    }
}

//! How many connections each address has.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use crate::store::locked;

/// The most connections of one address at once, sockets among them: a school behind one address, and far
/// from all that there are.
pub(super) const MOST_OF_ADDRESS: usize = 256;

/// The connections that are open, by the addresses that they are counted for.
#[derive(Clone, Debug, Default)]
pub(super) struct Connections(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A place among the connections of an address, until it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionPlace {
    all: Connections,
    of: Mutex<IpAddr>,
}

impl Connections {
    /// Takes a place for one more connection; `None` if this address has as many as it may.
    pub(super) fn take(&self, of: IpAddr) -> Option<ConnectionPlace> {
        self.add(of).then(|| ConnectionPlace {
            all: self.clone(),
            of: Mutex::new(of),
        })
    }

    fn add(&self, of: IpAddr) -> bool {
        let mut all = locked(&self.0);
        let count = all.entry(of).or_default();
        let has_room = *count < MOST_OF_ADDRESS;
        *count += usize::from(has_room);
        has_room
    }

    fn remove(&self, of: IpAddr) {
        let mut all = locked(&self.0);
        if let Some(count) = all.get_mut(&of) {
            *count -= 1;
            if *count == 0 {
                all.remove(&of);
            }
        }
    }
}

impl ConnectionPlace {
    /// Counts the connection for another address: a proxy's connections are those of the visitors that it
    /// names. Returns false, and changes nothing, if that one has as many as it may.
    pub(super) fn give_to(&self, other: IpAddr) -> bool {
        let mut of = locked(&self.of);
        if *of == other {
            return true;
        }
        let is_given = self.all.add(other);
        if is_given {
            self.all.remove(*of);
            *of = other;
        }
        is_given
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.all.remove(*locked(&self.of));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn one_address_is_limited_and_others_have_theirs() {
        let all = Connections::default();
        let many = || (0..MOST_OF_ADDRESS).map(|_| all.take(address(1)).unwrap());
        let mut places: Vec<_> = many().collect();
        assert!(all.take(address(1)).is_none());
        let other = all.take(address(2)).unwrap();
        places.pop();
        let last = all.take(address(1)).unwrap();
        // Through a proxy it is that of a visitor who has room, or of nobody.
        assert!(!other.give_to(address(1)));
        assert!(last.give_to(address(3)) && last.give_to(address(3)));
        assert!(other.give_to(address(1)));
        drop((places, other, last));
        assert!(locked(&all.0).is_empty());
    }
}

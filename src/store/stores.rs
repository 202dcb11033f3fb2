//! All stores of one program.

use std::sync::Arc;

use super::{PeopleStore, Store, people::People};

/// The stores of one program.
#[derive(Clone, Debug)]
pub struct Stores {
    /// The matches and preferences.
    pub matches: Arc<dyn Store>,
    /// The people who play in the matches.
    pub people: Arc<People>,
}

impl Stores {
    /// Returns the stores of these matches and these people.
    #[must_use]
    pub fn new(matches: Arc<dyn Store>, people: People) -> Stores {
        let people = Arc::new(people);
        Stores { matches, people }
    }
}

/// A store that keeps everything.
impl<S: Store + PeopleStore + 'static> From<Arc<S>> for Stores {
    fn from(store: Arc<S>) -> Stores {
        let people = Arc::clone(&store);
        Stores::new(store, People::over(people))
    }
}

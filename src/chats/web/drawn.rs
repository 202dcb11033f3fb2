//! What draws pictures for pages, and those that were drawn last.

use std::sync::{Arc, Mutex};

use super::assets::Asset;
use crate::{
    matchplay::MatchId,
    messages::{DrawingQueue, Examples, Language},
    store::Latest,
};

/// The most matches whose picture is kept, and the page that names it.
const MOST_KEPT: usize = 64;

/// Draws pictures, and keeps those that anybody may ask for.
#[derive(Debug)]
pub(super) struct Pictures {
    pub(super) queue: Arc<DrawingQueue>,
    pub(super) examples: Arc<Examples>,
    /// The pictures of public matches, each at the version that it shows.
    pub(super) boards: Mutex<Latest<MatchId, (u64, Asset), MOST_KEPT>>,
    /// Their pages, which name the pictures.
    pub(super) pages: Mutex<Latest<(MatchId, Language), Arc<Asset>, MOST_KEPT>>,
}

impl Pictures {
    /// Returns what draws by this queue.
    pub(super) fn new(queue: Arc<DrawingQueue>) -> Pictures {
        Pictures {
            queue,
            examples: Arc::default(),
            boards: Mutex::default(),
            pages: Mutex::default(),
        }
    }
}

//! Computer opponents: which there are, and how they choose.

mod level;

pub use level::Level;

//! Browsers at the table that Rondel serves: what the tests of this package are made of.
//!
//! [`Table`] is the program, [`Browser`] somebody's browser. Where there is no browser, a test that
//! begins with [`left_out`] says so and is passed over.

mod browser;
mod driver;
mod table;
mod wire;

pub use browser::{Browser, Look, Node, PATIENCE, Point, wait};
pub use driver::{lacks, left_out};
pub use table::Table;

//! Browsers at the table that Rondel serves: what the tests of this package are made of.
//!
//! [`Table`] is the program, [`Browser`] somebody's browser. Where there is no browser, a test that
//! begins with [`left_out`] says so and is passed over.

mod browser;
mod driver;
mod hands;
mod look;
mod sight;
mod table;
mod wire;

pub use browser::{Browser, PATIENCE, wait};
pub use driver::{is_thorough, lacks, left_out};
pub use hands::{ENTER, ESCAPE, LEFT, RIGHT, TAB};
pub use look::Look;
pub use sight::{Node, Point, written};
pub use table::Table;

//! Stores: one contract for all of them, what is special of the one in files, and the stored form.

mod check;
mod contract;
mod kill;
mod model;
mod people;
mod records;
mod samples;
mod sled;

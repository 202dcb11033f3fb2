//! Stores: one contract for all of them, the special sides of the one in files, and the stored
//! form.

pub(crate) mod backup;
mod check;
pub(crate) mod contract;
mod damage;
pub(crate) mod disk;
mod doubts;
mod failover;
mod faults;
mod forget;
pub(crate) mod guarded;
mod kill;
mod many_open;
mod million;
mod misplaced;
mod model;
mod newcomers;
mod pair;
mod patroni;
mod people;
mod postgres;
mod private;
pub(crate) mod records;
mod refused;
pub(crate) mod rescue;
mod rewritten;
pub(crate) mod samples;
mod silence;
mod sled;

//! Servers of PostgreSQL on loopback for tests and benchmarks, and what can happen between them and a
//! client: a [`Proxy`] holds or cuts what passes, and [`Faults`] strike at commits. A [`Cluster`] is three servers that
//! Patroni watches over.

mod asking;
mod cluster;
mod faults;
mod processes;
mod proxy;
mod server;

pub use self::{
    cluster::Cluster,
    faults::{Fault, Faults},
    proxy::Proxy,
    server::{Server, Settings},
};

use std::{future::Future, io, thread};

use tokio::runtime::Builder;

/// Runs something on a thread of its own until it ends.
fn on_a_thread<F: Future<Output = ()>>(
    work: impl FnOnce() -> F + Send + 'static,
) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new()
        .name(String::from("proxy"))
        .spawn(move || runtime.block_on(work()))
        .map(drop)
}

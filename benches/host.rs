//! Durable moves per second through the host: many matches side by side on sled, every move
//! answered only once it is on disk.
//!
//! `cargo bench --bench host`; `cargo bench --bench host -- 60` takes a minute for each line instead of ten
//! seconds.

mod load;
mod table;

use std::{env::args, sync::Arc, time::Duration};

use rondel::{
    host::Host,
    matchplay::Moment,
    store::{Stores, embedded::SledStore, people::People},
};
use tokio::runtime::Builder;

use load::{Load, played};

fn main() {
    let seconds = args().find_map(|argument| argument.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(10));
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    for players in [1, 16, 64, 256] {
        let directory = tempfile::tempdir().expect("a directory");
        let store = SledStore::open(&directory.path().join("store")).expect("a store");
        let stores = Stores::new(Arc::new(store), People::in_memory());
        let host = Host::new(stores, Arc::new(|| Moment(0)), Some(1));
        let host = runtime.block_on(host).expect("a host");
        let load = Load {
            players: 0..players,
            rate: None,
            begun: 1,
        };
        let times = runtime.block_on(played(&host, load, move |begun| begun.elapsed() > duration));
        times.print(&format!("{players:3} matches at once"));
    }
}

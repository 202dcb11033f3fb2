//! How a store is opened, and the thread that drives it until it is dropped.

use std::{
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

use tokio::{
    runtime::{Builder, Handle},
    sync::{Notify, SetOnce, mpsc, oneshot},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{Client, Error, types::ToSql};

use super::{
    PostgresAddress,
    connection::Connector,
    lane::{LANES, Lane, LaneShare, WriteJob},
    lease,
    numbers::{Numbers, StoreNumbers},
    reading::Reader,
    requirements, rewriting, schema, statements,
};
use crate::{StoreError, locked};

/// The number of appends that may wait in a lane; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;
/// The time after which rows that were told are taken off the outbox, if nothing is appended meanwhile.
const TOLD_SOON: Duration = Duration::from_millis(200);

/// The time for which a store that is closed waits for what is being written. Nobody waits for an answer any more.
const WRITTEN_WITHIN: Duration = Duration::from_secs(2);
/// The time for which it waits for the end of its lease.
const FREED_WITHIN: Duration = Duration::from_secs(1);

/// What an open store has.
pub(super) struct OpenStore {
    /// The ways to the lanes.
    pub(super) lanes: Vec<mpsc::Sender<WriteJob>>,
    pub(super) shared: Arc<LaneShare>,
    pub(super) reader: Reader,
    /// The thread works until this is dropped.
    _open: oneshot::Sender<()>,
}

/// What the thread does for an open store.
struct StoreWork {
    lanes: Vec<Lane>,
    /// What it does as the holder of the lease; `None` if it is only read.
    holding: Option<Holding>,
    closed: oneshot::Receiver<()>,
}

/// What the holder of the lease does.
struct Holding {
    /// Its name.
    holder: String,
    reader: Reader,
    /// The time between forgetting somebody and writing the table of people again.
    rewritten_after: Duration,
}

/// Opens a store, says so, and drives it until it is dropped. The table of people is written again this long
/// after one of them was forgotten; without such a time the store is only read.
pub(super) fn run(
    address: &PostgresAddress,
    rewritten_after: Option<Duration>,
    opened: oneshot::Sender<Result<OpenStore, StoreError>>,
) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = opened.send(Err(StoreError::failed(error.to_string())));
            return;
        }
    };
    runtime.block_on(async {
        match open(address, rewritten_after).await {
            Err(error) => drop(opened.send(Err(error))),
            Ok((store, work)) => {
                let shared = Arc::clone(&store.shared);
                // If nobody waits for it any more, it is closed at once.
                let _ = opened.send(Ok(store));
                drive(shared, work).await;
            }
        }
    });
    // Not waiting for a look at a name, which may take half a minute.
    runtime.shutdown_background();
}

/// Drives a store until it is dropped and everything is written.
async fn drive(shared: Arc<LaneShare>, work: StoreWork) {
    let lanes = work.lanes.into_iter();
    let lanes: Vec<_> = lanes.map(|lane| tokio::spawn(lane.run())).collect();
    let (close, closed) = oneshot::channel();
    let holding = work.holding.map(|holding| {
        let Holding {
            holder,
            reader,
            rewritten_after,
        } = holding;
        let connector = shared.connector.clone();
        let telling = tell(Arc::clone(&shared), reader.clone(), holder.clone());
        let rewriting = rewriting::run(connector, reader, holder.clone(), rewritten_after);
        let held = lease::keep(Arc::clone(&shared), holder, closed);
        let working = [tokio::spawn(telling), tokio::spawn(rewriting)];
        (working, tokio::spawn(held))
    });
    let _ = work.closed.await;
    let finished = async {
        for lane in lanes {
            let _ = lane.await;
        }
    };
    if timeout(WRITTEN_WITHIN, finished).await.is_err() {
        tracing::warn!(
            "PostgreSQL does not answer: a write of which nobody was told may be found there later"
        );
    }
    drop(close);
    if let Some((working, held)) = holding {
        working.iter().for_each(JoinHandle::abort);
        // Else the lease ends by itself.
        let _ = timeout(FREED_WITHIN, held).await;
    }
}

/// Takes rows off the outbox that were told, soon after. No lane does it: somebody's move would wait there until
/// that is done.
async fn tell(shared: Arc<LaneShare>, reader: Reader, holder: String) {
    reader.connect().await;
    loop {
        shared.heard.notified().await;
        sleep(TOLD_SOON).await;
        let told: Vec<(String, u64)> = locked(&shared.told).iter().cloned().collect();
        if told.is_empty() {
            continue;
        }
        let (realms, numbers): (Vec<&str>, Vec<i64>) = told
            .iter()
            .map(|(realm, number)| (realm.as_str(), *number as i64))
            .unzip();
        let asked: [&(dyn ToSql + Sync); 3] = [&realms, &numbers, &holder];
        let deleted = reader.rows(statements::TOLD_SOON, &asked).await;
        // If it fails, the next append does it, or the next time.
        if deleted.is_ok() {
            let mut all = locked(&shared.told);
            for row in &told {
                all.remove(row);
            }
        }
    }
}

async fn open(
    address: &PostgresAddress,
    rewritten_after: Option<Duration>,
) -> Result<(OpenStore, StoreWork), StoreError> {
    let path = address.to_string();
    let failed = |error: Error| StoreError::Failed(format!("{path}: {}", super::said(&error)));
    let connector = Connector::new(address, Handle::current())?;
    let mut connected = connector.open().await.map_err(failed)?;
    let client = &mut connected.client;
    let session = rand::random::<i64>();
    let writes = rewritten_after.is_some();
    requirements::check(client, &path, writes).await?;
    let (mut holder, mut notices, mut requests) = (None, 0, 0);
    if writes {
        schema::bring_up_to_date(client, &path).await?;
        let name = format!("{:032x}", rand::random::<u128>());
        if !lease::take(client, &name).await.map_err(failed)? {
            return Err(StoreError::InUse { path });
        }
        holder = Some(name);
        (notices, requests) = take_lanes(client, session).await.map_err(failed)?;
    } else {
        schema::look(client, &path).await?;
    }
    let shared = Arc::new(LaneShare {
        connector: connector.clone(),
        told: Mutex::default(),
        counters: StoreNumbers {
            notices: Numbers::after(notices.unsigned_abs()),
            requests: Numbers::after(requests.unsigned_abs()),
        },
        taken_over: SetOnce::new(),
        closing: AtomicBool::new(false),
        heard: Notify::new(),
        heads: Mutex::default(),
    });
    let (mut senders, mut lanes) = (Vec::new(), Vec::new());
    for number in 0..if writes { LANES } else { 0 } {
        let (sender, jobs) = mpsc::channel(MOST_WAITING);
        senders.push(sender);
        lanes.push(Lane::new(number, session, Arc::clone(&shared), jobs));
    }
    let pool = connector.pool(writes)?;
    let (open, closed) = oneshot::channel();
    let reader = Reader {
        pool,
        path,
        connector: connector.clone(),
    };
    let opened = OpenStore {
        lanes: senders,
        shared,
        reader: reader.clone(),
        _open: open,
    };
    let holding = rewritten_after.zip(holder);
    let holding = holding.map(|(rewritten_after, holder)| Holding {
        holder,
        reader,
        rewritten_after,
    });
    let work = StoreWork {
        lanes,
        holding,
        closed,
    };
    Ok((opened, work))
}

/// Takes the lanes over from the process that had them. Returns the numbers of the last notice and of the last
/// request.
pub(super) async fn take_lanes(client: &Client, session: i64) -> Result<(i64, i64), Error> {
    // Waits for what the other may still be writing; nobody else writes from here on.
    let taken = client.query(statements::TAKE_ALL, &[&session]).await?;
    let last = "SELECT coalesce(max(number), 0) FROM delivery";
    let last = client.query_one(last, &[]).await?;
    let notices = taken.iter().map(|row| row.get(0)).max();
    Ok((notices.unwrap_or(0), last.get(0)))
}

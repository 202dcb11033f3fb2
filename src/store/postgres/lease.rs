//! The lease of the process that writes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};
use tokio_postgres::{Client, Error};

use super::{
    connection::{PROMPTLY, WritingConnection, silent},
    lane::{IMPATIENTLY, LaneShare},
};

/// The time between two renewals. A lease ends five times as long after the last one.
const RENEWED: Duration = Duration::from_secs(2);
/// The time between two looks at the lease of another process.
const LOOKED_AT: Duration = Duration::from_millis(250);
/// The time without a connection after which a process counts as gone. One that has lost its connection has
/// another long before.
const GONE: Duration = Duration::from_secs(1);

/// Takes the lease, by the server's clock.
const TAKE: &str = "
    INSERT INTO lease VALUES ('writer', $1, pg_backend_pid(), now() + interval '10 seconds')
    ON CONFLICT (name) DO UPDATE
    SET holder = excluded.holder, connection = excluded.connection, until = excluded.until
    WHERE lease.until < now() OR lease.holder = excluded.holder
    RETURNING holder";

/// Extends the lease. Who has slept through its end keeps it if nobody else has had it since.
const EXTEND: &str = "
    UPDATE lease SET connection = pg_backend_pid(), until = now() + interval '10 seconds'
    WHERE name = 'writer' AND holder = $1
    RETURNING holder";

/// Looks at the lease: until when it is, by which connection, and if that is there.
const LOOK: &str = "
    SELECT until::text, connection,
        EXISTS (SELECT FROM pg_stat_activity WHERE pid = lease.connection)
    FROM lease WHERE name = 'writer'";

/// Ends the lease of a connection that is gone.
const END: &str = "
    UPDATE lease SET until = now() - interval '1 second'
    WHERE name = 'writer' AND connection = $1
    AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = lease.connection)";

/// Takes the lease for this holder. While another process has it, waits until that one is gone; returns
/// false as soon as it shows that it is not.
pub(super) async fn take(client: &Client, holder: &str) -> Result<bool, Error> {
    let mut first: Option<(String, i32)> = None;
    let mut gone_since = None;
    loop {
        if client.query_opt(TAKE, &[&holder]).await?.is_some() {
            return Ok(true);
        }
        if let Some(row) = client.query_opt(LOOK, &[]).await? {
            let seen = (row.get(0), row.get(1));
            let (connection, is_there): (i32, bool) = (row.get(1), row.get(2));
            if first.get_or_insert(seen.clone()).0 != seen.0 {
                return Ok(false);
            }
            if is_there {
                gone_since = None;
            } else if gone_since.get_or_insert_with(Instant::now).elapsed() > GONE {
                client.execute(END, &[&connection]).await?;
                continue;
            }
        }
        sleep(LOOKED_AT).await;
    }
}

/// Renews the lease until the store is closed or another process has had it, and gives it back then.
pub(super) async fn keep(
    shared: Arc<LaneShare>,
    holder: String,
    mut closed: oneshot::Receiver<()>,
) {
    let mut session = None;
    while shared.taken_over.get().is_none() {
        let pause = match renewed(&shared, &mut session, &holder).await {
            Ok(true) => RENEWED,
            Ok(false) => {
                shared.give_up();
                return;
            }
            Err(_) => {
                session = None;
                LOOKED_AT
            }
        };
        tokio::select! {
            () = sleep(pause) => {}
            _ = &mut closed => break,
        }
    }
    if let Some(session) = session {
        let free = "
            UPDATE lease SET until = now() - interval '1 second'
            WHERE name = 'writer' AND holder = $1";
        // Else it ends by itself.
        let _ = session.client.execute(free, &[&holder]).await;
    }
}

/// Renews the lease. Nothing that is asked of the server takes less, so if it is silent then, all connections to
/// it are given up: what was frozen, or is behind something that swallows what is sent, would never answer them.
async fn renewed(
    shared: &LaneShare,
    session: &mut Option<WritingConnection>,
    holder: &str,
) -> Result<bool, Error> {
    let is_new = session.is_none();
    let session = match session {
        Some(session) => session,
        None => session.insert(shared.connector.open().await?),
    };
    let client = &session.client;
    let renewing = timeout(PROMPTLY, async {
        if is_new {
            // It need not survive anything, nor wait for a standby.
            client
                .batch_execute("SET synchronous_commit = local")
                .await?;
            client.batch_execute(IMPATIENTLY).await?;
        }
        client.query_opt(EXTEND, &[&holder]).await
    });
    match renewing.await {
        Ok(renewed) => Ok(renewed?.is_some()),
        Err(_) => {
            shared.connector.fell_silent();
            Err(silent())
        }
    }
}

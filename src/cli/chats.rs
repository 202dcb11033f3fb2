//! The chats: the console, the page, and Discord, alone or together over one host.

use std::{
    future::pending,
    io::{self, IsTerminal, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use crate::{
    chats::{
        console::{self, Console, ConsoleOptions, PlainMarkup},
        discord::{self, DiscordMarkup},
        web::{self, OwnMatches, PageMarkup},
    },
    commands::Responder,
    config::{Contact, Secret},
    host::{Host, SystemClock},
    messages::{DrawingQueue, Markup},
    output::{self, FileAccess, KeptPaths},
    store::{StoreError, Stores, causes, embedded::Pair},
};
use anyhow::Context;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::{Notify, oneshot},
    task::JoinHandle,
};

use super::{
    arguments::ConsoleArguments,
    backups::Backups,
    done,
    log::remark,
    rulesets,
    stopping::Signals,
    stores::{ADDRESS, HISTORY, Kept, in_runtime},
    until_nobody_reads,
};

/// Number of threads for blocking work: reads of the store, and computers that think. There are
/// few, since each takes memory of its own; bursts wait their turn.
const BLOCKING_THREADS: usize = 16;

/// The time that blocking work has to end: nobody waits for it any more.
const LAST_WORK: Duration = Duration::from_secs(2);

/// The files that the program may open, if the system lets it.
const MOST_FILES: u64 = 8_192;

/// The port of the page where none is set.
const USUAL_PORT: u16 = 8833;

/// A host over open stores.
struct OpenHost {
    host: Arc<Host>,
    stores: Stores,
    /// People who are to be adopted.
    adopted: Option<Pair>,
}

/// Opens the stores and the host over them.
fn host(kept: &Kept, seed: Option<u64>) -> anyhow::Result<OpenHost> {
    let (stores, adopted) = kept.open().map_err(|error| {
        let in_use = matches!(error.downcast_ref(), Some(StoreError::InUse { .. }));
        match kept_address(kept).filter(|_| in_use) {
            Some(address) => error.context(format!(
                "another Rondel is running, and its page may be at http://{address}/"
            )),
            None => error,
        }
    })?;
    let host = Host::new(stores.clone(), Arc::new(SystemClock::start()), seed);
    Ok(OpenHost {
        host: in_runtime(host)??,
        stores,
        adopted,
    })
}

/// Returns the responder of one chat.
fn responder(kept: &Kept, host: &Arc<Host>, markup: Arc<dyn Markup>) -> anyhow::Result<Responder> {
    let contact = kept.config.privacy.contact.as_ref().map(Contact::as_str);
    Ok(Responder::new(Arc::clone(host), markup)
        .with_contact(contact)
        .with_rulesets(rulesets(&kept.config)?))
}

/// Returns the responder of the page that people open at this origin.
fn table_responder(kept: &Kept, host: &Arc<Host>, page: &str) -> anyhow::Result<Responder> {
    let responder = responder(kept, host, Arc::new(PageMarkup))?;
    Ok(responder
        .with_visibility(Arc::new(OwnMatches))
        .with_page(Some(page))
        .with_pictures(false))
}

/// Returns the origin at which people open a table that is served at this address.
fn origin(kept: &Kept, address: SocketAddr) -> String {
    match &kept.config.web.public_url {
        Some(public) => public.as_str().to_owned(),
        None => format!("http://{address}"),
    }
}

/// Finishes what an earlier run has begun, before anybody is answered, and starts to make backups.
async fn begin(kept: &Kept, open: OpenHost) -> anyhow::Result<Backups> {
    let OpenHost {
        host,
        stores,
        adopted,
    } = open;
    host.finish_forgetting().await?;
    if let Some(pair) = adopted {
        let gone = host.all_unknown_are_gone().await?;
        tracing::warn!(gone, "players whom nobody knows count as having left");
        pair.settle()?;
    }
    Ok(Backups::start(kept, &stores)?)
}

/// Lets time pass and computers think in the matches of a host, until this is dropped.
struct HostTasks([JoinHandle<()>; 2]);

impl HostTasks {
    fn start(kept: &Kept, host: &Arc<Host>) -> HostTasks {
        let pause = kept.config.computers.pause();
        HostTasks([
            tokio::spawn(Arc::clone(host).run_deadlines()),
            tokio::spawn(Arc::clone(host).run_computers(pause)),
        ])
    }
}

impl Drop for HostTasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// Talks at the terminal, or answers the lines of a file or pipe.
pub(super) fn console(kept: &Kept, task: ConsoleArguments) -> anyhow::Result<ExitCode> {
    if let Some(images) = &task.images {
        kept.paths.check(images)?;
        std::fs::create_dir_all(images)
            .with_context(|| format!("{} cannot be made", images.display()))?;
    }
    let open = host(kept, task.seed)?;
    let host = Arc::clone(&open.host);
    let responder = responder(kept, &host, Arc::new(PlainMarkup))?;
    let responder = Arc::new(responder.with_pictures(task.images.is_some()));
    let options = ConsoleOptions {
        json: task.json,
        images: task.images,
        kept: kept.paths.clone(),
    };
    let history = history(kept);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let _backups = begin(kept, open).await?;
        if io::stdin().is_terminal() {
            remark(responder.usual().texts.word("console-welcome"));
        }
        let ended = if !options.json && is_at_terminal() {
            let _work = HostTasks::start(kept, responder.host());
            console::converse(responder, options, history.as_deref()).await
        } else {
            let mut console = Console::new(responder, options, io::stdout());
            console.run(io::BufReader::new(io::stdin())).await
        };
        until_nobody_reads(ended)
    })
}

/// Returns true if somebody types and reads here.
fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns the file of the lines that were typed, where anything is kept.
fn history(kept: &Kept) -> Option<PathBuf> {
    kept.beside(HISTORY)
}

/// Talks at the terminal beneath a page, on a thread of its own: a terminal that is not read, or is stopped,
/// must hold up neither the page nor a signal.
async fn talk_beneath(responder: Arc<Responder>, history: Option<PathBuf>) -> io::Result<()> {
    remark(responder.usual().texts.word("console-welcome"));
    let (done, ended) = oneshot::channel();
    thread::Builder::new()
        .name(String::from("console"))
        .spawn(move || {
            let talked = in_runtime(console::converse(
                responder,
                ConsoleOptions::default(),
                history.as_deref(),
            ));
            // Nobody waits for it any more if the page has ended.
            let _ = done.send(talked.and_then(|talked| talked));
        })?;
    ended.await.map_err(io::Error::other)?
}

/// Serves the page, with the console beneath it at a terminal. With any other input it
/// reads nothing, and ends when it is told to.
pub(super) fn table(kept: &Kept, opens: bool) -> anyhow::Result<ExitCode> {
    let open = host(kept, None)?;
    let host = Arc::clone(&open.host);
    let matches = Arc::clone(&open.stores.matches);
    let runtime = runtime()?;
    let ended = runtime.block_on(async {
        let mut asked_to_stop = Signals::new()?;
        let _backups = begin(kept, open).await?;
        let listener = listen(kept).await?;
        let page = origin(kept, listener.local_addr()?);
        let table = table_responder(kept, &host, &page)?;
        let beneath = responder(kept, &host, Arc::new(PlainMarkup))?
            .with_page(Some(&page))
            .with_pictures(false);
        let url = announce(kept, &listener)?;
        if opens {
            open_browser(&url);
        }
        let pictures = Arc::new(DrawingQueue::start()?);
        let mut serving = Serving::start(kept, listener, table, pictures);
        let _work = HostTasks::start(kept, &host);
        let talking = async {
            if is_at_terminal() {
                talk_beneath(Arc::new(beneath), history(kept)).await
            } else {
                pending().await
            }
        };
        let ended = tokio::select! {
            ended = serving.ended() => ended.map(|()| ExitCode::SUCCESS).map_err(Into::into),
            talked = talking => until_nobody_reads(talked),
            error = matches.taken_over() => Err(error.into()),
            () = asked_to_stop.next() => Ok(ExitCode::SUCCESS),
        };
        serving.stop().await;
        ended
    });
    runtime.shutdown_timeout(LAST_WORK);
    ended
}

/// A page that is being served.
struct Serving {
    task: JoinHandle<io::Result<()>>,
    stop: Arc<Notify>,
}

impl Serving {
    fn start(
        kept: &Kept,
        listener: TcpListener,
        responder: Responder,
        pictures: Arc<DrawingQueue>,
    ) -> Serving {
        let stop = Arc::new(Notify::new());
        let stopped = Arc::clone(&stop);
        let config = kept.config.web.clone();
        let task = tokio::spawn(async move {
            web::serve(listener, responder, &config, pictures, stopped.notified()).await
        });
        Serving { task, stop }
    }

    /// Waits until it cannot be served any more.
    async fn ended(&mut self) -> io::Result<()> {
        (&mut self.task).await.map_err(io::Error::other)?
    }

    /// Ends it in order: what is being answered is answered, and open pages are told to come again.
    async fn stop(mut self) {
        if self.task.is_finished() {
            return;
        }
        self.stop.notify_one();
        let _ = tokio::time::timeout(LAST_WORK, self.ended()).await;
    }
}

/// Returns a runtime for all chats, in a process that may open as many files as the system lets it: many
/// systems start programs with 1,024.
fn runtime() -> io::Result<Runtime> {
    let files = getrlimit(Resource::Nofile);
    let most = files.maximum.unwrap_or(u64::MAX).min(MOST_FILES);
    if files.current.is_some_and(|current| current < most) {
        let raised = Rlimit {
            current: Some(most),
            ..files
        };
        // With fewer it serves fewer.
        let _ = setrlimit(Resource::Nofile, raised);
    }
    tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()
}

/// Returns the file that says where the page was last. Links to matches in memory end with them, wherever the
/// page is next.
fn address_file(kept: &Kept) -> Option<PathBuf> {
    kept.beside(ADDRESS)
}

/// Returns the address at which the page was last.
fn kept_address(kept: &Kept) -> Option<SocketAddr> {
    let text = std::fs::read_to_string(address_file(kept)?).ok()?;
    text.trim().parse().ok()
}

/// Listens where the configuration says. Where it says nothing: where the page was last, at the usual
/// port of this machine, or at one that is free.
async fn listen(kept: &Kept) -> anyhow::Result<TcpListener> {
    if let Some(address) = kept.config.web.listen {
        let bound = TcpListener::bind(address).await;
        return bound.with_context(|| format!("web.listen: nothing can be served at {address}"));
    }
    let here = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let last = kept_address(kept).filter(|address| address.ip().is_loopback());
    for address in last.into_iter().chain([here(USUAL_PORT), here(0)]) {
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => {
                tracing::debug!(%address, error = %causes(&error), "the page cannot be served there")
            }
        }
    }
    anyhow::bail!("no port of this machine is free for the page")
}

/// Says where the page is, in the first line of output, and keeps it for the next start.
fn announce(kept: &Kept, listener: &TcpListener) -> anyhow::Result<String> {
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    // Scripts read it, and the page is there without them too.
    done(format_args!("Rondel table: {url}"));
    let _ = io::stdout().flush();
    if let Some(file) = address_file(kept) {
        keep_address(&file, address);
    }
    if !address.ip().is_loopback() {
        tracing::warn!(
            %address,
            "the page can be reached from other machines, and nothing that passes is encrypted: put a \
             proxy with TLS in front of it, and name it in web.public_url"
        );
    }
    Ok(url)
}

fn keep_address(file: &Path, address: SocketAddr) {
    let line = format!("{address}\n");
    let written = output::write_file(
        file,
        &KeptPaths::default(),
        FileAccess::Private,
        line.as_bytes(),
    );
    if let Err(error) = written {
        let error = anyhow::Error::from(error);
        tracing::warn!(
            error = format!("{error:#}"),
            "the address of the page cannot be kept"
        );
    }
}

/// Asks the desktop to open a page. Where there is none, the address is on the screen.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let opened = Command::new(opener)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = opened {
        tracing::warn!(error = %causes(&error), "no browser could be opened");
    }
}

/// Connects to Discord, and serves the page as well where the configuration says.
pub(super) fn discord(kept: &Kept, token: &Secret) -> anyhow::Result<ExitCode> {
    let open = host(kept, None)?;
    let host = Arc::clone(&open.host);
    let matches = Arc::clone(&open.stores.matches);
    let page = kept.config.web.listen.map(|address| origin(kept, address));
    let responder = responder(kept, &host, Arc::new(DiscordMarkup))?.with_page(page.as_deref());
    let mut connection = discord::Connection::new(&kept.config.discord, token)?;
    // One queue for both, so that boards of people come first.
    let pictures = Arc::new(DrawingQueue::start()?);
    connection.pictures = Some(Arc::clone(&pictures));
    let table = match page {
        Some(page) => Some(table_responder(kept, &host, &page)?),
        None => None,
    };
    let runtime = runtime()?;
    let ended = runtime.block_on(async {
        let mut asked_to_stop = Signals::new()?;
        let _backups = begin(kept, open).await?;
        let mut serving = None;
        if let Some(table) = table {
            let listener = listen(kept).await?;
            announce(kept, &listener)?;
            serving = Some(Serving::start(kept, listener, table, pictures));
        }
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let running = discord::run(responder, connection, async {
            // Dropping it unsent means the same: nothing else will come.
            let _ = stopped.await;
        });
        // Not earlier: the host must know that nobody can be reached yet, so that nothing falls
        // due.
        let _work = HostTasks::start(kept, &host);
        tokio::pin!(running);
        let ended = tokio::select! {
            ended = &mut running => Some(ended.map_err(Into::into)),
            // Two programs would answer the same people.
            error = matches.taken_over() => Some(Err(error.into())),
            () = asked_to_stop.next() => None,
        };
        let serving = async {
            if let Some(serving) = serving {
                serving.stop().await;
            }
        };
        if let Some(ended) = ended {
            serving.await;
            return ended;
        }
        let _ = stop.send(());
        tokio::select! {
            (ended, ()) = async { tokio::join!(&mut running, serving) } => Ok(ended?),
            () = asked_to_stop.next() => {
                anyhow::bail!("stopped at once; what was not told is told after the next start")
            }
        }
    });
    runtime.shutdown_timeout(LAST_WORK);
    ended.map(|()| ExitCode::SUCCESS)
}

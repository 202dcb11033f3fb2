//! Many at once, and many who mean no good, before the program itself.
//!
//! `TABLES` is the number of tables that move at once, 5 unless set, `WATCHERS` that of the sockets
//! that watch them, 50 unless set, and `FUZZED` that of requests without sense, 1,000 unless set. They
//! print what they measured. `TIMED` holds the times to what is wanted, this many times over. `BROWSERS`
//! real browsers watch a table besides, none unless set. `CONNECTIONS` is the number of connections of one
//! address that others play beside, 400 unless set, and `BESIDE` that of their matches, 2 unless set. So many
//! limits of open files are tried as `FEW_FILES` says, both unless set.

use std::{
    env,
    net::Ipv4Addr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::timeout,
};

use super::{
    process::Running,
    table::{Heard, Pages, Socket, request, token},
};

fn number(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The moves of a table, as long as it is watched.
const MOVES: [&str; 12] = [
    "e4", "m4", "u4", "Nf3", "Nn3", "Nv3", "d3", "l3", "t3", "g3", "o3", "w3",
];

/// Browsers that watch a table until this is dropped.
struct Browsers {
    running: Vec<Child>,
    _profiles: tempfile::TempDir,
}

impl Browsers {
    /// Starts browsers, and waits until each watches.
    async fn start(count: usize, pages: &Pages, id: &str, name: &str) -> Browsers {
        let profiles = tempfile::tempdir().unwrap();
        let wanted = json!({
            "token": token(&format!("{name}-ann")), "lang": "en", "match": id, "seat": "watch",
        });
        let mut running = Vec::new();
        if count > 0 {
            let link = pages.asks("link", &wanted).await;
            let link = format!("/m/{id}#w={}", link["secret"].as_str().unwrap());
            for number in 0..count {
                let profile = profiles.path().join(number.to_string());
                running.push(browser(&profile, &pages.url(&link)));
                until_shown(&profile.join("DevToolsActivePort"), id).await;
            }
        }
        Browsers {
            running,
            _profiles: profiles,
        }
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn browser(profile: &Path, url: &str) -> Child {
    Command::new(env::var("CHROMIUM").unwrap_or_else(|_| String::from("chromium")))
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args([
            "--no-first-run",
            "--disable-background-networking",
            "--remote-debugging-port=0",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromium")
}

/// Waits until the browser says that its page has the match in its title: then it watches.
async fn until_shown(port: &Path, id: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Ok(text) = std::fs::read_to_string(port)
            && let Some(port) = text.lines().next()
            && let Ok(answer) = reqwest::get(format!("http://127.0.0.1:{port}/json")).await
            && let Ok(pages) = answer.text().await
            && let Ok(pages) = serde_json::from_str::<Value>(&pages)
            && pages[0]["title"]
                .as_str()
                .is_some_and(|title| title.contains(id))
        {
            return;
        }
        assert!(Instant::now() < until, "no browser shows {id}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Opens a table for three at one screen whose names begin alike.
async fn open(pages: &Pages, name: &str) -> String {
    let here = |seat: &str| {
        let token = token(&format!("{name}-{seat}"));
        json!({"kind": "here", "token": token, "name": seat})
    };
    let seats = json!({"white": here("ann"), "gray": here("ben"), "black": here("cy")});
    let body = json!({
        "token": token(&format!("{name}-ann")), "name": "ann", "lang": "en", "request": request(),
        "seats": seats,
    });
    let opened = pages.asks("open", &body).await;
    opened["match"].as_str().expect("a match").to_owned()
}

/// Plays a table move by move; how long each move took from its sending until all watchers had it.
async fn play(pages: Pages, name: String, id: String, watchers: usize) -> Vec<Duration> {
    let mut watching = Vec::new();
    for _ in 0..watchers {
        let seat = ["ann", "ben", "cy"][watching.len() % 3];
        let mut page = pages.watch(&id, &[token(&format!("{name}-{seat}"))]).await;
        page.state().await;
        watching.push(page);
    }
    let mut times = Vec::new();
    for (seat, line) in ["ann", "ben", "cy"].iter().cycle().zip(MOVES) {
        let body = json!({
            "token": token(&format!("{name}-{seat}")), "lang": "en", "match": id, "line": line,
            "request": request(),
        });
        let sent = Instant::now();
        let asking = pages.asks("say", &body);
        let (answer, last) = tokio::join!(asking, async {
            let mut last = Duration::ZERO;
            for page in &mut watching {
                page.state().await;
                last = sent.elapsed();
            }
            last
        });
        assert_eq!(answer["answer"]["refused"], Value::Null, "{answer}");
        times.push(last);
    }
    times
}

fn percentile(times: &mut [Duration], of: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * of / 100).min(times.len() - 1)]
}

#[test]
fn moves_reach_everybody_who_watches_soon() {
    let (tables, watchers) = (number("TABLES", 5), number("WATCHERS", 50));
    let directory = tempfile::tempdir().unwrap();
    let running = Running::start(directory.path());
    let runtime = runtime();
    let mut times: Vec<Duration> = runtime.block_on(async {
        let mut playing = JoinSet::new();
        let mut browsers = None;
        for table in 0..tables {
            let name = format!("t{table}");
            // Few visitors a minute are new at one address.
            let from = Ipv4Addr::new(127, 0, 2, 1 + table as u8);
            let pages = running.pages_from(from);
            let id = open(&pages, &name).await;
            if table == 0 {
                let count = number("BROWSERS", 0);
                browsers = Some(Browsers::start(count, &pages, &id, &name).await);
            }
            playing.spawn(play(pages, name, id, watchers.div_ceil(tables)));
        }
        let times = playing.join_all().await.concat();
        drop(browsers);
        times
    });
    let (half, most) = (percentile(&mut times, 50), percentile(&mut times, 95));
    println!(
        "{tables} tables, {watchers} sockets, {} moves: until all have it p50 {:.1} ms, p95 {:.1} ms",
        times.len(),
        half.as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3
    );
    in_time(most);
    running.end();
}

/// Holds a time to what is wanted, where nothing else runs beside it.
fn in_time(most: Duration) {
    if let Ok(times) = env::var("TIMED") {
        let wanted = Duration::from_millis(100) * times.parse().expect("a number");
        assert!(most <= wanted, "{most:?}");
    }
}

#[test]
fn a_mob_is_borne_and_matches_stay_as_they_are() {
    let fuzzed = number("FUZZED", 1_000);
    let directory = tempfile::tempdir().unwrap();
    let running = Running::start(directory.path());
    let runtime = runtime();
    let (before, after, most) = runtime.block_on(async {
        let pages = running.pages();
        let id = open(&pages, "t").await;
        let mut page = pages.watch(&id, &[token("t-ann")]).await;
        page.state().await;
        let before = running.resident();
        let address = running.address();
        let mut idle = Vec::new();
        for _ in 0..1_000 {
            // All from one address, which has 256 at most.
            let socket = TcpSocket::new_v4().unwrap();
            socket
                .bind((Ipv4Addr::new(127, 0, 3, 1), 0).into())
                .unwrap();
            let stream = socket.connect(address.parse().unwrap()).await.unwrap();
            idle.push(stream.into_std().unwrap());
        }
        // They watch by a link, each from another address, and take nothing of what they are told.
        let wanted = json!({"token": token("t-ann"), "lang": "en", "match": id, "seat": "watch"});
        let link = pages.asks("link", &wanted).await;
        let link = link["secret"].as_str().unwrap().to_owned();
        // Connections are taken in their order, and this is a later one.
        let later = TcpStream::connect(&address).await.unwrap();
        drop(later);
        pages.get("/", &[("connection", "close")]).await;
        let is_open = |stream: &std::net::TcpStream| {
            let read = stream.peek(&mut [0]);
            read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
        };
        assert!(idle.iter().filter(|stream| is_open(stream)).count() <= 256);
        let mut slow = Vec::new();
        for number in 1..=200 {
            let tokens = [token(&format!("slow-{number}")), link.clone()];
            let from = Ipv4Addr::new(127, 0, 1, number).into();
            slow.push(pages.watch_from(from, &id, &tokens).await);
        }
        // Who has been seen goes on beside one who guesses at the same address; who has not is let in later.
        for seat in ["ben", "cy"] {
            let body = json!({
                "token": token(&format!("t-{seat}")), "lang": "en", "match": id, "line": "/board",
                "request": request(),
            });
            pages.asks("say", &body).await;
        }
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut answered = 0;
        for _ in 0..fuzzed {
            answered += usize::from(nonsense(&address, &mut rng).await);
        }
        println!("{answered} of {fuzzed} requests without sense were answered");
        let mut times = Vec::new();
        for (seat, line) in ["ann", "ben", "cy"].iter().cycle().zip(MOVES) {
            let body = json!({
                "token": token(&format!("t-{seat}")), "lang": "en", "match": id, "line": line,
                "request": request(),
            });
            let sent = Instant::now();
            let answer = pages.asks("say", &body).await;
            assert_eq!(answer["answer"]["refused"], Value::Null, "{answer}");
            let version = answer["answer"]["version"].as_u64().unwrap();
            let (state, _) = page.at(version).await;
            assert_eq!(state["stage"], "running");
            times.push(sent.elapsed());
        }
        let after = running.resident();
        drop((idle, slow));
        (before, after, percentile(&mut times, 95))
    });
    let grown = after.saturating_sub(before);
    println!(
        "with 1000 idle and 200 slow sockets: a move p95 {:.1} ms, {} KiB more memory",
        most.as_secs_f64() * 1e3,
        grown >> 10
    );
    assert!(grown <= 40 << 20, "{grown} bytes");
    in_time(most);
    running.end();
}

/// One address has all the connections that it can get, and asks without end over one of them, and over a
/// WebSocket: others' moves come through as they did before.
#[test]
fn others_move_beside_one_address_that_asks_without_end() {
    let (connections, matches) = (number("CONNECTIONS", 400), number("BESIDE", 2));
    let directory = tempfile::tempdir().unwrap();
    let running = Running::start(directory.path());
    let (runtime, attackers) = (runtime(), runtime());
    let moves = |of: u8| {
        let mut times = runtime.block_on(async {
            let mut times = Vec::new();
            for number in 0..matches {
                // Few visitors a minute are new at one address.
                let pages = running.pages_from(Ipv4Addr::new(127, 0, of, 1 + number as u8));
                let name = format!("p{of}-{number}");
                let id = open(&pages, &name).await;
                times.extend(play(pages, name, id, 1).await);
            }
            times
        });
        (percentile(&mut times, 50), percentile(&mut times, 99))
    };
    moves(4);
    let quiet = moves(5);
    let from = Ipv4Addr::new(127, 0, 6, 1);
    let asked = Arc::new(AtomicUsize::new(0));
    let pages = running.pages();
    let attack = attackers.block_on(async {
        let id = open(&running.pages_from(from), "attack").await;
        // The first of them, which are kept; those after the most of one address are not.
        let live = pages
            .watch_from(from.into(), &id, &[token("attack-ann")])
            .await;
        let asking = pages.stream_from(from.into()).await;
        let mut idle = Vec::new();
        for _ in 0..connections {
            idle.push(pages.stream_from(from.into()).await);
        }
        let mut attack = JoinSet::new();
        attack.spawn(watch_without_end(live, id, Arc::clone(&asked)));
        attack.spawn(ask_without_end(asking, pages.clone(), Arc::clone(&asked)));
        (attack, idle)
    });
    let attacked = moves(7);
    drop(attack);
    let asked = asked.load(Ordering::Relaxed);
    println!(
        "beside {connections} connections of one address, which asked {asked} times: moves p50 {:.1?}, \
         p99 {:.1?}, before p50 {:.1?}, p99 {:.1?}",
        attacked.0, attacked.1, quiet.0, quiet.1
    );
    assert!(asked > 0, "nobody asked");
    if let Ok(times) = env::var("TIMED") {
        let times: u32 = times.parse().expect("a number");
        assert!(attacked.1 <= 3 * times * quiet.1);
    }
    running.end();
}

/// Where few files may be open, connections of one address leave room for others, those of several do so once
/// they end, and the log says it once.
#[test]
#[ignore = "takes half a minute: .ci/long page"]
fn where_few_files_may_be_open_others_still_connect() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    for files in [256, 1_024].into_iter().take(number("FEW_FILES", 2)) {
        let program = crate::console::rondel(directory.path());
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n {files} && exec \"$0\"");
        command.arg("-c").arg(limited).arg(program.get_program());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.current_dir(directory.path());
        command.stderr(std::fs::File::create(&log).unwrap());
        let running = Running::run(command);
        runtime().block_on(async {
            let other = running.pages_from(Ipv4Addr::new(127, 0, 9, 1));
            let pages = running.pages();
            let mut idle = Vec::new();
            for _ in 0..files + 40 {
                idle.push(pages.stream_from(Ipv4Addr::new(127, 0, 8, 1).into()).await);
            }
            let answer = other.get("/", &[("connection", "close")]).await;
            assert_eq!(answer.status(), 200);
            // As many as there may be, and more.
            for number in 2..=8 {
                for _ in 0..files / 5 {
                    let from = Ipv4Addr::new(127, 0, 8, number).into();
                    idle.push(pages.stream_from(from).await);
                }
            }
            drop(idle);
            let answer = other.get("/", &[("connection", "close")]).await;
            assert_eq!(answer.status(), 200);
        });
        running.end();
        let said = std::fs::read_to_string(&log).unwrap();
        assert!(said.lines().count() <= 2, "{files}: {said}");
    }
}

/// Asks for the front page again and again, without waiting for what is answered.
async fn ask_without_end(stream: TcpStream, pages: Pages, asked: Arc<AtomicUsize>) {
    let (mut answers, mut requests) = stream.into_split();
    let request = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", pages.address);
    let reading = async {
        let mut bytes = vec![0; 64 << 10];
        while answers.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
    };
    let asking = async {
        while requests.write_all(request.as_bytes()).await.is_ok() {
            asked.fetch_add(1, Ordering::Relaxed);
        }
    };
    tokio::join!(reading, asking);
}

/// Asks over a WebSocket how a match stands, again and again.
async fn watch_without_end(mut live: Socket, id: String, asked: Arc<AtomicUsize>) {
    let tokens = [token("attack-ann")];
    while !matches!(live.hear().await, Heard::Closed(_)) {
        live.watch(&id, &tokens).await;
        asked.fetch_add(1, Ordering::Relaxed);
    }
}

/// Sends a request in which something is changed by chance, and returns true if it is answered. No
/// answer says that it was carried out.
async fn nonsense(address: &str, rng: &mut ChaCha12Rng) -> bool {
    let mut draw = |below: usize| rng.random_range(0..below.max(1));
    let whats = [
        "open", "say", "press", "suggest", "ply", "ways", "link", "", "../..",
    ];
    let body = json!({
        "token": token("t-ann"), "lang": "en", "match": "m7k3q", "line": "e9", "request": "r",
        "id": "rd1:m7k3q:0:nothing", "ply": 7, "square": "e9", "outlook": "round-white",
        "seat": "none",
    });
    let body = body.to_string();
    let what = whats[draw(whats.len())];
    let mut bytes = format!(
        "POST /api/{what} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes();
    for _ in 0..1 + draw(4) {
        let at = draw(bytes.len());
        match draw(3) {
            0 => bytes[at] = draw(256) as u8,
            1 => bytes.truncate(at),
            _ => bytes.insert(at, draw(256) as u8),
        }
        if bytes.is_empty() {
            break;
        }
    }
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return false;
    };
    if stream.write_all(&bytes).await.is_err() || stream.shutdown().await.is_err() {
        return false;
    }
    let mut answer = Vec::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    assert!(read.is_ok(), "no answer and no end");
    !answer.is_empty()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

//! Clusters that Patroni watches over.

use std::{
    env, fs,
    io::{self, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    asking,
    processes::{
        as_user, children, directory, free_port, kill, on_path, postmaster, programs, signal,
    },
};

/// Runs a program in a directory, and again at each line of its input. Once nobody holds the other end of that,
/// ends the program, a server of PostgreSQL that it has started, and removes the directory.
const KEEP: &str = r#"
    directory=$1
    shift
    exec >>"$directory/log" 2>&1
    while :; do
        "$@" </dev/null &
        program=$!
        read -r line || break
    done
    kill -KILL "$program"
    wait
    serves() { [ "/proc/$server/cwd" -ef "$directory/data" ]; }
    if read -r server <"$directory/data/postmaster.pid" && serves; then
        kill -QUIT "$server"
        while serves; do sleep 0.1; done
    fi
    rm -rf "$directory"
"#;

/// The nodes of a cluster.
const NODES: usize = 3;
/// The time within which a cluster comes about, and comes to itself after whatever has happened to it.
const PATIENCE: Duration = Duration::from_secs(120);
/// The time between two looks at a cluster.
const LOOKS: Duration = Duration::from_millis(100);

/// Three servers on loopback with a superuser `rondel` who needs no password, each started and watched by Patroni,
/// which has etcd say who the primary is. Commits wait for the standbys, also while there is none. All of it ends with
/// this value, and with the process.
#[derive(Debug)]
pub struct Cluster {
    nodes: Vec<Node>,
    _etcd: Kept,
}

/// A node, with its ports.
#[derive(Debug)]
struct Node {
    kept: Kept,
    server: u16,
    patroni: u16,
}

/// A program that runs in a directory of its own.
#[derive(Debug)]
struct Kept {
    directory: PathBuf,
    shell: Child,
    input: Option<ChildStdin>,
}

impl Cluster {
    /// The time in seconds after which a primary that says nothing is replaced.
    pub const TTL: u64 = 20;

    /// Starts a cluster, and returns once it is [whole](Cluster::settle); `None` if PostgreSQL, Patroni or etcd is
    /// not installed.
    ///
    /// # Panics
    ///
    /// If it does not start, or if one of them is not installed where `CI` is set.
    #[must_use]
    pub fn start() -> Option<Cluster> {
        let installed = (programs(), on_path("patroni"), on_path("etcd"));
        let (Some(programs), Some(patroni), Some(etcd)) = installed else {
            let missing = "PostgreSQL, Patroni or etcd is not installed";
            assert!(env::var_os("CI").is_none(), "{missing}");
            println!("{missing}: nothing is tried on a cluster");
            return None;
        };
        let [clients, peers] = [(); 2].map(|()| free_port());
        let cluster = Cluster {
            _etcd: Kept::start(&etcd, directory(), |_| etcd_arguments(clients, peers)),
            nodes: (0..NODES)
                .map(|number| Node::start(&patroni, &programs, number, clients))
                .collect(),
        };
        cluster.settle();
        Some(cluster)
    }

    /// Returns the address of a database, which names all servers.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        let hosts: Vec<String> = self.nodes.iter().map(Node::host).collect();
        format!("postgres://rondel@{}/{database}", hosts.join(","))
    }

    /// Returns the number of the node whose server writes; `None` while there is none.
    #[must_use]
    pub fn primary(&self) -> Option<usize> {
        let writes = |node: &Node| {
            let rows = node.ask("postgres", "SELECT pg_is_in_recovery()");
            rows.is_ok_and(|rows| rows == ["f"])
        };
        self.nodes.iter().position(writes)
    }

    /// Returns the number of a node whose server follows the primary.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn standby(&self) -> usize {
        let primary = self.primary().expect("a primary");
        let standbys = self.synchronous(primary);
        *standbys.first().expect("a standby")
    }

    /// Runs statements in a database of the primary, and returns the first column of the rows of the last one.
    ///
    /// # Panics
    ///
    /// If one of them fails, or there is no primary.
    #[must_use]
    pub fn ask(&self, database: &str, statements: &str) -> Vec<String> {
        let primary = self.primary().expect("a primary");
        let rows = self.nodes[primary].ask(database, statements);
        rows.unwrap_or_else(|error| panic!("the primary is asked in vain: {error}"))
    }

    /// Waits until the cluster is whole: a primary writes, and all others are its synchronous standbys, one of which
    /// Patroni would make the next primary.
    ///
    /// # Panics
    ///
    /// If that takes longer than two minutes.
    pub fn settle(&self) {
        let begun = Instant::now();
        while !self.is_whole() {
            if begun.elapsed() > PATIENCE {
                panic!("the cluster is not whole:\n{}", self.logs());
            }
            thread::sleep(LOOKS);
        }
    }

    /// Returns the end of what Patroni has said on each node, with the server's messages.
    #[must_use]
    pub fn logs(&self) -> String {
        let logs = self.nodes.iter().map(|node| node.kept.log());
        logs.collect()
    }

    fn is_whole(&self) -> bool {
        let Some(primary) = self.primary() else {
            return false;
        };
        let knows = |standby: &usize| {
            let answer = self.nodes[*standby].patroni("GET", "/synchronous", "");
            answer.is_ok_and(|answer| is_fine(&answer))
        };
        let standbys = self.synchronous(primary);
        standbys.len() == NODES - 1 && standbys.iter().all(knows)
    }

    /// Returns the numbers of the primary's synchronous standbys.
    fn synchronous(&self, primary: usize) -> Vec<usize> {
        let names = "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'";
        let names = self.nodes[primary].ask("postgres", names);
        let names = names.unwrap_or_default();
        let nodes = (0..NODES).filter(|node| names.contains(&named(*node)));
        nodes.collect()
    }

    /// Ends a node's server at once, with all that it does. Its Patroni lives.
    ///
    /// # Panics
    ///
    /// If it has no server.
    pub fn kill_server(&self, node: usize) {
        kill(&[self.nodes[node].server_process()]);
    }

    /// Ends a node's Patroni and its server at once: neither sees the other end.
    ///
    /// # Panics
    ///
    /// If it does not run.
    pub fn kill_node(&self, node: usize) {
        let node = &self.nodes[node];
        let mut processes = children(&node.kept.shell.id().to_string());
        processes.push(node.server_process());
        kill(&processes);
    }

    /// Tells a node's Patroni to stop, as before maintenance: it stops its server, and a primary leaves its place to the
    /// standby.
    ///
    /// # Panics
    ///
    /// If it does not run.
    pub fn stop_node(&self, node: usize) {
        let patroni = children(&self.nodes[node].kept.shell.id().to_string());
        assert!(!patroni.is_empty(), "no Patroni to be stopped");
        signal("TERM", &patroni);
    }

    /// Starts a node again that was [killed](Cluster::kill_node) or [stopped](Cluster::stop_node).
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start_node(&mut self, node: usize) {
        let input = self.nodes[node].kept.input.as_mut();
        let input = input.expect("the way to its shell");
        input.write_all(b"again\n").expect("a shell that listens");
    }

    /// Has a synchronous standby take the primary's place, and returns once Patroni has said that one did.
    ///
    /// # Panics
    ///
    /// If there is no primary, or Patroni refuses.
    pub fn switch_over(&self) {
        let primary = self.primary().expect("a primary");
        // None is named: the standbys race, and the one that loses follows at once instead of waiting for two seconds.
        let asked = format!(r#"{{"leader": "{}"}}"#, named(primary));
        let answer = self.nodes[primary].patroni("POST", "/switchover", &asked);
        let answer = answer.expect("an answer of Patroni");
        assert!(is_fine(&answer), "{answer}");
    }
}

impl Node {
    fn start(patroni: &Path, programs: &Path, number: usize, etcd: u16) -> Node {
        let [server, own] = [(); 2].map(|()| free_port());
        let kept = Kept::start(patroni, directory(), |directory| {
            let file = directory.join("patroni.yml");
            let text = settings(number, directory, programs, [etcd, server, own]);
            fs::write(&file, text).expect("a file of settings");
            vec![file.display().to_string()]
        });
        Node {
            kept,
            server,
            patroni: own,
        }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.server)
    }

    fn ask(&self, database: &str, statements: &str) -> io::Result<Vec<String>> {
        let address = format!("postgres://rondel@{}/{database}", self.host());
        asking::ask(&address, statements)
    }

    fn server_process(&self) -> String {
        postmaster(&self.kept.directory).expect("a server's process")
    }

    /// Asks its Patroni, and returns the answer from the first line on.
    fn patroni(&self, verb: &str, path: &str, body: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.patroni))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let length = body.len();
        write!(
            stream,
            "{verb} {path} HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Kept {
    /// Starts a program in a directory, for which arguments are made.
    fn start(
        program: &Path,
        directory: PathBuf,
        arguments: impl FnOnce(&Path) -> Vec<String>,
    ) -> Kept {
        let mut shell = as_user(Path::new("sh"), &directory);
        shell.args(["-c", KEEP, "keep"]).arg(&directory);
        shell.arg(program).args(arguments(&directory));
        let mut shell = shell.stdin(Stdio::piped()).spawn().expect("a shell");
        let input = shell.stdin.take();
        Kept {
            directory,
            shell,
            input,
        }
    }

    /// Returns the end of what it has said.
    fn log(&self) -> String {
        let log = fs::read_to_string(self.directory.join("log"));
        let log = log.unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(100)..].join("\n") + "\n\n"
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        kill(&children(&self.shell.id().to_string()));
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}

/// Returns the name of a node.
fn named(node: usize) -> String {
    format!("node{node}")
}

/// Returns true if an answer of Patroni says yes.
fn is_fine(answer: &str) -> bool {
    let status = answer.split(' ').nth(1);
    status == Some("200")
}

fn etcd_arguments(clients: u16, peers: u16) -> Vec<String> {
    let [clients, peers] = [clients, peers].map(|port| format!("http://127.0.0.1:{port}"));
    let arguments = [
        ("--name", "etcd"),
        ("--data-dir", "etcd"),
        ("--listen-client-urls", &clients),
        ("--advertise-client-urls", &clients),
        ("--listen-peer-urls", &peers),
        ("--initial-advertise-peer-urls", &peers),
        ("--initial-cluster", &format!("etcd={peers}")),
    ];
    let arguments = arguments.iter().flat_map(|(name, value)| [*name, *value]);
    arguments.map(str::to_owned).collect()
}

/// Returns the settings of a node's Patroni. The ports are those of etcd, of the server and of Patroni.
fn settings(number: usize, directory: &Path, programs: &Path, ports: [u16; 3]) -> String {
    let [etcd, server, own] = ports.map(|port| format!("127.0.0.1:{port}"));
    let (directory, programs) = (directory.display(), programs.display());
    let (name, ttl) = (named(number), Cluster::TTL);
    format!(
        r#"
scope: rondel
name: {name}
restapi: {{listen: "{own}", connect_address: "{own}"}}
etcd3: {{hosts: "{etcd}"}}
bootstrap:
  dcs:
    ttl: {ttl}
    loop_wait: 1
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    # The standby that has most becomes the primary: another that had more would have to be rewound first.
    synchronous_node_count: 2
    postgresql:
      use_pg_rewind: true
      # A new primary makes slots a second late, and commits wait for a standby.
      use_slots: false
      # Standbys look for their primary more often than each 5 s.
      # A server that has crashed does not sync each of its files by itself.
      parameters: {{wal_keep_size: 256MB, wal_retrieve_retry_interval: 200ms, recovery_init_sync_method: syncfs}}
  initdb: [encoding: UTF8, no-locale, no-sync]
postgresql:
  listen: "{server}"
  connect_address: "{server}"
  data_dir: "{directory}/data"
  bin_dir: "{programs}"
  pgpass: "{directory}/pgpass"
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  parameters: {{unix_socket_directories: "{directory}"}}
  authentication:
    superuser: {{username: rondel}}
    replication: {{username: standby}}
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
"#
    )
}

//! Where PostgreSQL is, and how connections to it are encrypted.

use std::{
    fmt, fs, io,
    net::IpAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use tokio_postgres::{
    Config,
    config::{Host, SslMode, TargetSessionAttrs},
};

/// The port of a server where none is named.
const USUAL_PORT: u16 = 5432;

/// An address of the form `postgres://user@host1,host2/database`, as libpq reads it, with the options of
/// [`tokio_postgres::Config`] after a question mark. Two of them are Rondel's own: `sslmode` is
/// `verify-full`, or `disable` where nothing else is said and every host is this machine; `sslrootcert` is
/// the file of the certificates that are trusted.
///
/// A password in it is shown nowhere: neither [`Debug`] nor [`Display`](fmt::Display) says it.
///
/// ```
/// use rondel_store::postgres::PostgresAddress;
///
/// let address = PostgresAddress::parse("postgres://bot:secret@db1,db2:5433/rondel")?;
/// assert_eq!(address.to_string(), "postgres://db1,db2:5433/rondel");
/// # Ok::<(), rondel_store::postgres::AddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    pub(super) config: Box<Config>,
    pub(super) encryption: Encryption,
}

/// The encryption of connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    /// Not at all: for sockets and loopback addresses.
    Plain,
    /// By a certificate for this host, signed by one of those in the file, or by one that the public web
    /// trusts.
    Verified(Option<PathBuf>),
}

/// The text is no address of PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The form is wrong.
    #[error(
        "an address of PostgreSQL is postgres://USER@HOST/DATABASE, with options after a question mark: {0}"
    )]
    Form(String),
    /// Connections cannot be encrypted so.
    #[error("sslmode is disable or verify-full, not {0:?}")]
    Mode(String),
}

impl PostgresAddress {
    /// Reads an address.
    ///
    /// # Errors
    ///
    /// [`AddressError`] if it cannot be read, or names no database.
    pub fn parse(text: &str) -> Result<PostgresAddress, AddressError> {
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut trusted, mut rest) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", word)) => mode = Some(word),
                Some(("sslrootcert", path)) => trusted = Some(PathBuf::from(path)),
                Some(_) | None => rest.push(pair),
            }
        }
        let plain = format!("{base}?{}", rest.join("&"));
        // What it says of a wrong text names keys, and no values.
        let mut config: Config = plain
            .parse()
            .map_err(|error: tokio_postgres::Error| AddressError::Form(error.to_string()))?;
        if config.get_dbname().is_none_or(str::is_empty) {
            return Err(AddressError::Form(String::from("it names no database")));
        }
        if config.get_hosts().is_empty() {
            return Err(AddressError::Form(String::from("it names no host")));
        }
        let encryption = match mode {
            None if config.get_hosts().iter().all(is_here) => Encryption::Plain,
            Some("disable") => Encryption::Plain,
            None | Some("verify-full") => Encryption::Verified(trusted),
            Some(other) => return Err(AddressError::Mode(other.to_owned())),
        };
        config.ssl_mode(match encryption {
            Encryption::Plain => SslMode::Disable,
            Encryption::Verified(_) => SslMode::Require,
        });
        // Nothing is ever read from a standby.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        let config = Box::new(config);
        Ok(PostgresAddress { config, encryption })
    }

    /// Adds a password, if the address has none.
    #[must_use]
    pub fn with_password(mut self, password: &[u8]) -> PostgresAddress {
        if self.config.get_password().is_none() {
            self.config.password(password);
        }
        self
    }

    /// Adds the password of the first line in a password file that fits, if the address has none.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read, or others than its owner may read it.
    pub fn with_password_of(mut self, file: &Path) -> io::Result<PostgresAddress> {
        if self.config.get_password().is_some() {
            return Ok(self);
        }
        let metadata = match fs::metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            found => found?,
        };
        if metadata.permissions().mode() & 0o077 != 0 {
            let what = format!("{}: others may read it; chmod 600 helps", file.display());
            return Err(io::Error::other(what));
        }
        let lines = fs::read_to_string(file)?;
        // Editors of Windows put a byte order mark before a text.
        let found = lines
            .trim_start_matches('\u{feff}')
            .lines()
            .find_map(|line| self.password_in(line));
        if let Some(password) = found {
            self.config.password(password);
        }
        Ok(self)
    }

    /// Returns the password of a line `host:port:database:user:password` if it fits one of the hosts.
    fn password_in(&self, line: &str) -> Option<String> {
        let fields = fields(line.trim_start())?;
        let [host, port, database, user, password] = fields;
        let is = |field: &str, own: &str| field == "*" || field == own;
        let fits = is(&database, self.config.get_dbname()?)
            && is(&user, self.config.get_user().unwrap_or_default());
        let mut servers = self.servers();
        (fits && servers.any(|(own, at)| is(&host, &own) && is(&port, &at.to_string())))
            .then_some(password)
    }

    /// Returns what connects to each of the hosts, in their order.
    pub(super) fn each_host(&self) -> Vec<Config> {
        let all = &*self.config;
        let (hosts, ports, found) = (all.get_hosts(), all.get_ports(), all.get_hostaddrs());
        let alone = |(nth, host): (usize, &Host)| {
            let mut one = Config::new();
            match host {
                Host::Tcp(name) => one.host(name),
                Host::Unix(path) => one.host_path(path),
            };
            if let Some(port) = ports.get(nth).or(ports.first()) {
                one.port(*port);
            }
            if let Some(address) = found.get(nth) {
                one.hostaddr(*address);
            }
            if let Some(user) = all.get_user() {
                one.user(user);
            }
            if let Some(password) = all.get_password() {
                one.password(password);
            }
            if let Some(database) = all.get_dbname() {
                one.dbname(database);
            }
            if let Some(options) = all.get_options() {
                one.options(options);
            }
            if let Some(limit) = all.get_connect_timeout() {
                one.connect_timeout(*limit);
            }
            if let Some(limit) = all.get_tcp_user_timeout() {
                one.tcp_user_timeout(*limit);
            }
            if let Some(interval) = all.get_keepalives_interval() {
                one.keepalives_interval(interval);
            }
            if let Some(retries) = all.get_keepalives_retries() {
                one.keepalives_retries(retries);
            }
            one.keepalives(all.get_keepalives())
                .keepalives_idle(all.get_keepalives_idle())
                .ssl_mode(all.get_ssl_mode())
                .ssl_negotiation(all.get_ssl_negotiation())
                .channel_binding(all.get_channel_binding())
                .load_balance_hosts(all.get_load_balance_hosts())
                .target_session_attrs(all.get_target_session_attrs());
            one
        };
        hosts.iter().enumerate().map(alone).collect()
    }

    /// Returns the hosts with their ports.
    fn servers(&self) -> impl Iterator<Item = (String, u16)> {
        let ports = self.config.get_ports();
        let hosts = self.config.get_hosts().iter().enumerate();
        hosts.map(move |(nth, host)| {
            let port = ports.get(nth).or(ports.first()).copied();
            let host = match host {
                Host::Tcp(name) => name.clone(),
                Host::Unix(_) => String::from("localhost"),
            };
            (host, port.unwrap_or(USUAL_PORT))
        })
    }
}

/// Returns true if this host is the machine itself.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            let address = name.parse::<IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
    }
}

/// Returns the five fields of a line, in which a backslash takes the next character as it is; `None` for a
/// comment, and for a line with fewer.
fn fields(line: &str) -> Option<[String; 5]> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields: [String; 5] = Default::default();
    let (mut at, mut characters) = (0, line.chars());
    while let Some(character) = characters.next() {
        match character {
            '\\' => fields[at].extend(characters.next()),
            ':' if at < 4 => at += 1,
            other => fields[at].push(other),
        }
    }
    (at == 4).then_some(fields)
}

/// Shows the hosts and the database, without user and password.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let servers: Vec<String> = self
            .servers()
            .map(|(host, port)| match port {
                USUAL_PORT => host,
                other => format!("{host}:{other}"),
            })
            .collect();
        let database = self.config.get_dbname().unwrap_or_default();
        write!(f, "postgres://{}/{database}", servers.join(","))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(address: &PostgresAddress) -> Option<&str> {
        let password = address.config.get_password()?;
        std::str::from_utf8(password).ok()
    }

    #[test]
    fn a_password_is_shown_nowhere() {
        let text = "postgres://bot:hush-hush@db1,db2:5433/rondel?connect_timeout=2";
        let address = PostgresAddress::parse(text).unwrap();
        assert_eq!(password(&address), Some("hush-hush"));
        assert_eq!(address.to_string(), "postgres://db1,db2:5433/rondel");
        assert_eq!(format!("{address:?}"), address.to_string());
        for wrong in [
            "postgres://bot:hush-hush@db1",
            "postgres://bot:hush-hush@db1/rondel?sslmode=verify-ca",
            "postgres://bot:hush-hush@db1/rondel?sslmode=hush",
            "postgres://bot:hush-hush@db1/rondel?hush=hush",
            "postgres://bot:hush-hush@db1:hush/rondel",
            "postgres://bot:hush-hush@/rondel",
            "postgres:hush-hush",
        ] {
            let error = PostgresAddress::parse(wrong).unwrap_err().to_string();
            assert!(!error.contains("hush-hush"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_password_from_elsewhere_is_added_where_there_is_none() {
        for (text, wanted) in [
            ("postgres://bot@db/rondel", "given"),
            ("postgres://bot:own@db/rondel", "own"),
        ] {
            let address = PostgresAddress::parse(text).unwrap();
            let address = address.with_password(b"given");
            assert_eq!(password(&address), Some(wanted), "{text}");
        }
    }

    #[test]
    fn each_host_has_the_options_of_the_address() {
        for option in [
            "options=-c%20geqo%3Doff",
            "sslnegotiation=direct",
            "connect_timeout=3",
            "tcp_user_timeout=4",
            "keepalives=0",
            "keepalives_idle=5",
            "keepalives_interval=6",
            "keepalives_retries=7",
            "channel_binding=require",
            "load_balance_hosts=random",
        ] {
            let of = |hosts: &str| {
                let text = format!("postgres://bot:own@{hosts}/rondel?{option}");
                PostgresAddress::parse(&text).unwrap()
            };
            let all = of("db1:5433,db2").each_host();
            let alone = ["db1:5433", "db2"].map(|host| *of(host).config);
            assert_eq!(all, alone, "{option}");
        }
    }

    #[test]
    fn certificates_are_verified_but_on_the_machine_itself() {
        let of = |text: &str| {
            let address = PostgresAddress::parse(text).unwrap();
            (address.config.get_ssl_mode(), address.encryption)
        };
        let verified = |trusted| (SslMode::Require, Encryption::Verified(trusted));
        let plain = (SslMode::Disable, Encryption::Plain);
        let base = "postgres://bot@db/rondel";
        assert_eq!(of(base), verified(None));
        assert_eq!(of(&format!("{base}?sslmode=verify-full")), verified(None));
        assert_eq!(of(&format!("{base}?sslmode=disable")), plain);
        let with_file = format!("{base}?sslrootcert=/etc/ca.pem");
        assert_eq!(of(&with_file), verified(Some(PathBuf::from("/etc/ca.pem"))));
        for here in ["localhost", "127.0.0.1", "[::1]", "%2Frun%2Fpostgresql"] {
            let text = format!("postgres://bot@{here}/rondel");
            assert_eq!(of(&text), plain, "{here}");
            let verify = format!("{text}?sslmode=verify-full");
            assert_eq!(of(&verify), verified(None), "{here}");
        }
        assert_eq!(of("postgres://bot@localhost,db/rondel"), verified(None));
    }

    #[test]
    fn a_password_file_is_read_as_libpq_reads_it() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("pgpass");
        let lines = [
            "# db:5432:rondel:bot:no",
            "other:*:*:*:no",
            "db:5433:*:bot:no",
            r"db:5432:rondel:bot:a\:b:c",
            "*:*:*:*:last",
        ];
        fs::write(&file, lines.join("\n")).unwrap();
        let mode = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let read = |text: &str| {
            let address = PostgresAddress::parse(text).unwrap();
            let address = address.with_password_of(&file)?;
            Ok::<_, io::Error>(password(&address).map(str::to_owned))
        };
        mode(0o644);
        assert!(read("postgres://bot@db/rondel").is_err());
        mode(0o600);
        for (text, wanted) in [
            ("postgres://bot@db/rondel", "a:b:c"),
            ("postgres://bot@db/else", "last"),
            ("postgres://bot:own@db/rondel", "own"),
            ("postgres://bot@far,db/rondel", "a:b:c"),
        ] {
            assert_eq!(read(text).unwrap().as_deref(), Some(wanted), "{text}");
        }
        let gone = PostgresAddress::parse("postgres://bot@db/rondel").unwrap();
        let gone = gone
            .with_password_of(&directory.path().join("none"))
            .unwrap();
        assert_eq!(password(&gone), None);
    }
}

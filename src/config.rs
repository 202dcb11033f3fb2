//! Configuration: defaults, then the file, then the environment (interfaces §1).

use std::{
    ffi::OsString,
    fmt, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use ipnet::IpNet;
use serde::Deserialize;
use url::Url;

use crate::store::postgres::PostgresAddress;

/// Everything that can be set. `config/rondel.toml` explains every key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The store of matches.
    pub store: StoreConfig,
    /// The connection to Discord.
    pub discord: DiscordConfig,
    /// The page in the browser.
    pub web: WebConfig,
    /// The section `[web]` under the name that it had in 0.1.0. What stands there is found in `web` once it is read.
    table: Option<OldWebConfig>,
    /// The sections and variables that were read though they have another name now.
    #[serde(skip)]
    pub renamed: Vec<String>,
    /// The rulesets that matches can be played by.
    pub rulesets: RulesetsConfig,
    /// The behaviour of computer players.
    pub computers: ComputersConfig,
    /// The information for people about data kept on them.
    pub privacy: PrivacyConfig,
    /// The backups that the program makes by itself.
    pub backup: BackupConfig,
    /// Level and format of the log.
    pub log: LogConfig,
}

/// Section `[backup]`: the backups that the program makes by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BackupConfig {
    /// The time between two backups, if it is set.
    pub every: Option<BackupInterval>,
    keep: Within<1, 10_000, 7>,
}

impl BackupConfig {
    /// Returns the number of backups that are kept, the latest ones.
    #[must_use]
    pub const fn keep(&self) -> usize {
        self.keep.0 as usize
    }

    /// Returns the time between two backups of this store, if it is backed up. Without a setting a store in files has a
    /// backup a day, since nobody else makes one; a server has its own.
    #[must_use]
    pub fn interval(&self, store: &StoreUrl) -> Option<Duration> {
        let usual = match store {
            StoreUrl::Embedded(_) => Some(Duration::from_secs(86_400)),
            StoreUrl::Memory | StoreUrl::Postgres(_) => None,
        };
        self.every.map_or(usual, |every| every.0)
    }
}

/// The time between two backups: a minute to a year, such as `12h` or `1d`, or `never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct BackupInterval(Option<Duration>);

impl TryFrom<String> for BackupInterval {
    type Error = String;

    fn try_from(text: String) -> Result<BackupInterval, String> {
        if text == "never" {
            return Ok(BackupInterval(None));
        }
        let span = text.parse::<jiff::Span>().ok();
        let duration = span.and_then(|span| {
            let days = jiff::SpanRelativeTo::days_are_24_hours();
            Duration::try_from(span.to_duration(days).ok()?).ok()
        });
        let (least, most) = (Duration::from_secs(60), Duration::from_secs(366 * 86_400));
        let fits = duration.filter(|duration| (least..=most).contains(duration));
        let refused = || {
            String::from(
                "the time between backups is such as 12h or 1d, a minute at least, or never",
            )
        };
        let interval = fits.map(|fits| BackupInterval(Some(fits)));
        interval.ok_or_else(refused)
    }
}

/// Section `[privacy]`: information for people about data kept on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PrivacyConfig {
    /// The contact to ask about stored data, in one line.
    pub contact: Option<Contact>,
}

/// The contact for questions about stored data: one line of 1 to [`Contact::LONGEST`] characters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Contact(String);

impl Contact {
    /// The longest contact, in characters.
    pub const LONGEST: usize = 150;

    /// Returns the line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Contact {
    type Error = String;

    fn try_from(line: String) -> Result<Contact, String> {
        let line = line.trim();
        let fits = (1..=Contact::LONGEST).contains(&line.chars().count());
        if !fits || line.chars().any(char::is_control) {
            return Err(format!(
                "a contact is one line of 1 to {} characters",
                Contact::LONGEST
            ));
        }
        Ok(Contact(line.to_owned()))
    }
}

/// Section `[rulesets]`: rulesets in addition to the presets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RulesetsConfig {
    /// A directory with files of rulesets, in addition to the presets.
    pub dir: Option<PathBuf>,
}

/// Section `[store]`: where matches are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreConfig {
    /// `sled:PATH`, `memory:`, or an [address of PostgreSQL](PostgresAddress).
    pub url: StoreUrl,
}

impl Default for StoreUrl {
    fn default() -> StoreUrl {
        StoreUrl::Embedded(PathBuf::from("store"))
    }
}

/// The kind and location of the store.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StoreUrl {
    /// Files of sled in this directory. A relative path is below the data directory.
    Embedded(PathBuf),
    /// Memory, which is lost when the program ends.
    Memory,
    /// A database of PostgreSQL at this address.
    Postgres(PostgresAddress),
}

/// Writes what it is read from, but for the password of an address.
impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreUrl::Embedded(path) => write!(f, "sled:{}", path.display()),
            StoreUrl::Memory => f.write_str("memory:"),
            StoreUrl::Postgres(address) => address.fmt(f),
        }
    }
}

impl TryFrom<String> for StoreUrl {
    type Error = String;

    fn try_from(url: String) -> Result<StoreUrl, String> {
        match url.split_once(':') {
            Some(("sled", path)) if !path.is_empty() => Ok(StoreUrl::Embedded(PathBuf::from(path))),
            Some(("memory", "")) => Ok(StoreUrl::Memory),
            Some(("postgres" | "postgresql", _)) => match PostgresAddress::parse(&url) {
                Ok(address) => Ok(StoreUrl::Postgres(address)),
                Err(error) => Err(error.to_string()),
            },
            // What it is instead may hold a password.
            _ => Err(String::from(
                "a store is sled:PATH, memory: or postgres://USER@HOST/DATABASE",
            )),
        }
    }
}

/// Section `[discord]`: the connection to Discord. The token is not part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiscordConfig {
    /// The origin to use instead of Discord's own, such as a proxy's: `http://127.0.0.1:4000`.
    pub api_url: Option<OriginUrl>,
    /// The way interactions arrive.
    pub mode: DiscordMode,
    /// A file with the token, which only its owner can read.
    pub token_file: Option<PathBuf>,
    /// The application's id, if it is known in advance.
    pub application_id: Option<u64>,
    /// In seconds, at most a day.
    gateway_patience: Within<1, 86_400, 120>,
    /// In seconds, at most an hour.
    ping_gap: Within<0, 3_600, 60>,
}

impl DiscordConfig {
    /// Returns the longest time without a connection to the gateway. After it the program ends, so
    /// that its supervisor restarts it.
    #[must_use]
    pub const fn gateway_patience(&self) -> Duration {
        Duration::from_secs(self.gateway_patience.0)
    }

    /// Returns the time for which nobody is pinged again about the same match.
    #[must_use]
    pub const fn ping_gap(&self) -> Duration {
        Duration::from_secs(self.ping_gap.0)
    }
}

/// Section `[web]`: the page in the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WebConfig {
    /// The address and port at which it is served. Without one it is served on this machine alone, and
    /// beside Discord not at all.
    pub listen: Option<SocketAddr>,
    /// The origin by which people know it, where a proxy stands in front of it.
    pub public_url: Option<OriginUrl>,
    /// The proxies whose word is taken for the address of a visitor.
    pub trusted_proxies: TrustedProxies,
}

/// Section `[table]` of 0.1.0, which had these keys.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct OldWebConfig {
    #[serde(rename = "listen")]
    _listen: Option<SocketAddr>,
    #[serde(rename = "public_url")]
    _public_url: Option<OriginUrl>,
}

/// Addresses and networks of proxies, this machine's own unless others are named. An IPv4 address that is
/// written as an IPv6 one (`::ffff:127.0.0.1`) is the same address.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Networks")]
pub struct TrustedProxies(Vec<IpNet>);

/// Networks as they are written: a list, or a text with commas between them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Networks {
    List(Vec<String>),
    Text(String),
}

impl Default for TrustedProxies {
    fn default() -> TrustedProxies {
        let loopback = [
            IpNet::new_assert(Ipv4Addr::new(127, 0, 0, 0).into(), 8),
            IpNet::new_assert(Ipv6Addr::LOCALHOST.into(), 128),
        ];
        TrustedProxies(loopback.to_vec())
    }
}

impl TrustedProxies {
    /// Returns true if the word of this address is taken.
    #[must_use]
    pub fn include(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl TryFrom<Networks> for TrustedProxies {
    type Error = String;

    fn try_from(networks: Networks) -> Result<TrustedProxies, String> {
        let networks = match networks {
            Networks::List(list) => list,
            Networks::Text(text) => text.split(',').map(str::to_owned).collect(),
        };
        let networks = networks.iter().map(|text| text.trim());
        let networks = networks.filter(|text| !text.is_empty()).map(network);
        networks.collect::<Result<_, _>>().map(TrustedProxies)
    }
}

/// Reads an address or a network, such as `10.0.0.0/8`.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(|address| address.to_canonical());
    let network = match address {
        Ok(address) => Ok(IpNet::from(address)),
        Err(_) => text.parse::<IpNet>(),
    };
    network.map(|network| network.trunc()).map_err(|_| {
        format!("a proxy is an address or a network, such as 10.0.0.0/8 or fd00::/8, not {text:?}")
    })
}

/// Section `[computers]`: the behaviour of computer players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ComputersConfig {
    /// At most a minute.
    pause_ms: Within<0, 60_000, 1_500>,
}

impl ComputersConfig {
    /// Returns about how long a computer pauses before it acts.
    #[must_use]
    pub const fn pause(self) -> Duration {
        Duration::from_millis(self.pause_ms.0)
    }
}

/// A whole number from `LEAST` to `MOST`, `USUAL` by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
struct Within<const LEAST: u64, const MOST: u64, const USUAL: u64>(u64);

impl<const LEAST: u64, const MOST: u64, const USUAL: u64> Default for Within<LEAST, MOST, USUAL> {
    fn default() -> Self {
        Within(USUAL)
    }
}

impl<const LEAST: u64, const MOST: u64, const USUAL: u64> TryFrom<u64>
    for Within<LEAST, MOST, USUAL>
{
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        let fits = (LEAST..=MOST).contains(&number);
        let refused = || format!("{number} is not from {LEAST} to {MOST}");
        fits.then_some(Within(number)).ok_or_else(refused)
    }
}

/// The way interactions arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiscordMode {
    /// Over a connection to Discord's gateway.
    #[default]
    Gateway,
}

/// An origin: scheme, host and port, without a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct OriginUrl(String);

impl OriginUrl {
    /// Returns the origin as text, without a slash at the end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for OriginUrl {
    type Error = String;

    /// Writes the origin as browsers write it: in small letters, other scripts as punycode, and without the
    /// port that the scheme has anyway.
    fn try_from(text: String) -> Result<OriginUrl, String> {
        let refused = |why: &str| {
            let text: String = text.chars().take(60).collect();
            format!(
                "an origin is http://HOST:PORT or https://HOST without a path, not {text:?}: {why}"
            )
        };
        let url = Url::parse(&text).map_err(|error| refused(&error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refused("its scheme is neither http nor https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("it has a user or a password"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(refused("it has something after its host"));
        }
        // A slash at the end is none.
        if !url.path().trim_end_matches('/').is_empty() {
            return Err(refused("it has a path"));
        }
        let origin = url.origin();
        if !origin.is_tuple() {
            return Err(refused("it has no host"));
        }
        Ok(OriginUrl(origin.ascii_serialization()))
    }
}

/// Section `[log]`: level and format of the log on standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LogConfig {
    /// The least important level that is logged.
    pub level: LogLevel,
    /// The format of the lines.
    pub format: LogFormat,
}

/// Levels of the log, most important first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Problems that must be fixed.
    Error,
    /// Problems that may have to be fixed.
    Warn,
    /// Information for an operator.
    #[default]
    Info,
    /// Information for a developer.
    Debug,
    /// Every step, in detail.
    Trace,
}

/// The format of lines in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Plain text, for people.
    #[default]
    Text,
    /// JSON, one object per line, for programs.
    Json,
}

/// The reason a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the configuration {path} cannot be read")]
    Unreadable {
        /// The file's path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A key or value in the file is wrong.
    #[error("the configuration {path} is wrong: {what}")]
    File {
        /// The file's path.
        path: PathBuf,
        /// The error, with its line.
        what: String,
    },
    /// A variable of the environment is wrong.
    #[error("the variable {name} is wrong: {what}")]
    Variable {
        /// The variable's name.
        name: String,
        /// The error in its value.
        what: String,
    },
    /// The page is to be served at all addresses, and nothing says by which one people know it.
    #[error(
        "web.listen stands for every address of this machine: name in web.public_url the one \
         that people open, such as http://192.168.1.20:8833"
    )]
    Web,
    /// The file with the token cannot be used.
    #[error("the token file {path} cannot be used: {what}")]
    Token {
        /// The file's path.
        path: PathBuf,
        /// The reason, in words.
        what: String,
    },
}

/// The prefix of variables that configure the program.
const PREFIX: &str = "RONDEL_";

/// The name that the section `[web]` had in 0.1.0.
const OLD_WEB: &str = "table";

/// Returns the path of the key that a variable holds, joined by `__`; `None` for a variable that is not ours.
fn path_of(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX).filter(|path| path.contains("__"))
}

impl Config {
    /// Reads the file, if there is one, and then the variables `RONDEL_…__…`. Other variables may hold
    /// anything, such as bytes that are not UTF-8: `RONDEL_PORT` is what Kubernetes sets for a service of
    /// that name.
    ///
    /// # Errors
    ///
    /// [`ConfigError`], which names the file and line or the variable.
    pub fn load<N: Into<OsString>, V: Into<OsString>>(
        file: Option<&Path>,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Config, ConfigError> {
        let ours = variables.into_iter().filter_map(|(name, value)| {
            // A name that is not UTF-8 is not a key after this conversion either.
            let name = name.into().to_string_lossy().into_owned();
            let is_ours = path_of(&name).is_some();
            is_ours.then(|| utf8(name.clone(), value.into()).map(|value| (name, value)))
        });
        let variables: Vec<(String, String)> = ours.collect::<Result<_, ConfigError>>()?;
        let text = match file {
            None => Vec::new(),
            Some(path) => std::fs::read(path).map_err(|source| ConfigError::Unreadable {
                path: path.to_owned(),
                source,
            })?,
        };
        Config::read(&text, file.unwrap_or(Path::new("")), variables)
    }

    /// Reads the contents of a file, which errors call by its path, and then the variables
    /// `RONDEL_…__…`.
    ///
    /// # Errors
    ///
    /// [`ConfigError`], which names the line or the variable.
    pub fn read(
        file: &[u8],
        path: &Path,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, ConfigError> {
        let wrong_at = |what: String| ConfigError::File {
            path: path.to_owned(),
            what,
        };
        let text = std::str::from_utf8(file).map_err(|error| {
            let before = &file[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            wrong_at(format!("line {line} is not UTF-8"))
        })?;
        let text = text.trim_start_matches('\u{feff}');
        let wrong = |error: &toml::de::Error| wrong_at(error.to_string());
        // Parsed as a configuration first, since only then does an error know its line.
        let mut config: Config = toml::from_str(text).map_err(|error| wrong(&error))?;
        let mut table: toml::Table = toml::from_str(text).map_err(|error| wrong(&error))?;
        let mut renamed = Vec::new();
        if table.contains_key(OLD_WEB) {
            renamed.push(format!("[{OLD_WEB}]"));
        }
        for (name, value) in variables {
            let Some(path) = path_of(&name).map(str::to_lowercase) else {
                continue;
            };
            if path.split("__").next() == Some(OLD_WEB) {
                renamed.push(name.clone());
            }
            let what = |what: String| ConfigError::Variable {
                name: name.clone(),
                what,
            };
            set(&mut table, &path, &value).map_err(what)?;
            config = Config::deserialize(table.clone())
                .map_err(|error| what(error.message().to_owned()))?;
        }
        if let Some(toml::Value::Table(old)) = table.remove(OLD_WEB) {
            let web = table
                .entry("web")
                .or_insert_with(|| toml::Value::Table(toml::Table::new()));
            if let Some(web) = web.as_table_mut() {
                for (key, value) in old {
                    web.entry(key).or_insert(value);
                }
            }
            // All of it was read before, each part by itself.
            config =
                Config::deserialize(table).map_err(|error| wrong_at(error.message().to_owned()))?;
        }
        config.renamed = renamed;
        let listens = config.web.listen;
        if listens.is_some_and(|address| address.ip().is_unspecified())
            && config.web.public_url.is_none()
        {
            return Err(ConfigError::Web);
        }
        Ok(config)
    }
}

/// Returns the value of a variable as text.
fn utf8(name: String, value: OsString) -> Result<String, ConfigError> {
    value.into_string().map_err(|_| ConfigError::Variable {
        name,
        what: String::from("its value is not UTF-8"),
    })
}

/// Puts a value into a table, under a path joined by `__`.
fn set(table: &mut toml::Table, path: &str, value: &str) -> Result<(), String> {
    match path.split_once("__") {
        None => {
            let number = value.parse().map(toml::Value::Integer);
            let value = number.unwrap_or_else(|_| toml::Value::String(value.to_owned()));
            table.insert(path.to_owned(), value);
            Ok(())
        }
        Some((first, rest)) => {
            let inner = table
                .entry(first)
                .or_insert_with(|| toml::Value::Table(toml::Table::new()));
            inner
                .as_table_mut()
                .ok_or_else(|| format!("{first} holds no keys"))
                .and_then(|inner| set(inner, rest, value))
        }
    }
}

/// A token. It is never printed and never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the token from `DISCORD_TOKEN`, or else from the file that the configuration names;
    /// `None` if there is neither.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Token`] if the file cannot be read, if others than its owner can read it, or if there is no
    /// token in it; [`ConfigError::Variable`] if what the variable says is none.
    pub fn token(
        variable: Option<OsString>,
        config: &DiscordConfig,
    ) -> Result<Option<Secret>, ConfigError> {
        let given = variable.map(|token| utf8(String::from("DISCORD_TOKEN"), token));
        let given = given.transpose()?.map(|token| {
            token_in(&token).map_err(|what| ConfigError::Variable {
                name: String::from("DISCORD_TOKEN"),
                what,
            })
        });
        if let Some(token) = given.transpose()?.flatten() {
            return Ok(Some(Secret(token)));
        }
        let Some(path) = &config.token_file else {
            return Ok(None);
        };
        let wrong = |what: String| ConfigError::Token {
            path: path.clone(),
            what,
        };
        let metadata = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?;
        if metadata.permissions().mode() & 0o077 != 0 {
            return Err(wrong(String::from(
                "others than its owner may read it; chmod 600 helps",
            )));
        }
        let token = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let token = token_in(&token).map_err(wrong)?;
        let empty = || wrong(String::from("it is empty"));
        token.map(|token| Some(Secret(token))).ok_or_else(empty)
    }

    /// Returns the token itself, for sending it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Finds the token in a text as people keep it: with a byte order mark, between quotes, after `Bot ` or
/// `DISCORD_TOKEN=`. Returns `None` if nothing is left, and what is wrong with anything that is no token, without
/// repeating it.
fn token_in(text: &str) -> Result<Option<String>, String> {
    let mut token = text.trim_start_matches('\u{feff}').trim();
    loop {
        let quoted = |quote| token.strip_prefix(quote)?.strip_suffix(quote);
        let inner = ["export ", "DISCORD_TOKEN=", "Bot "]
            .iter()
            .find_map(|before| token.strip_prefix(before))
            .or_else(|| quoted('"'))
            .or_else(|| quoted('\''));
        match inner {
            Some(inner) => token = inner.trim(),
            None => break,
        }
    }
    if token.is_empty() {
        return Ok(None);
    }
    if token.lines().nth(1).is_some() {
        return Err(String::from(
            "it has several lines, and the token is a single one",
        ));
    }
    let is_part = |part: &str| {
        let mut letters = part.chars();
        let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        !part.is_empty() && letters.all(fits)
    };
    let parts: Vec<&str> = token.split('.').collect();
    if parts.len() != 3 || !parts.into_iter().all(is_part) {
        return Err(String::from(
            "it is no token of a bot, which has three parts with full stops between them: copy it in the developer \
             portal (https://discord.com/developers/applications, Bot, Reset Token)",
        ));
    }
    Ok(Some(token.to_owned()))
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rondel.toml");
        std::fs::write(&path, text).unwrap();
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::load(Some(&path), variables).map_err(|error| error.to_string())
    }

    #[test]
    fn the_file_that_explains_every_key_says_the_defaults() {
        let text = include_str!("../config/rondel.toml");
        assert_eq!(load(text, &[]), Ok(Config::default()));
        // The file names every key, commented or not.
        for key in [
            "url",
            "api_url",
            "mode",
            "token_file",
            "application_id",
            "gateway_patience",
            "listen",
            "public_url",
            "trusted_proxies",
            "pause_ms",
            "level",
            "format",
        ] {
            let stands = text.lines().any(|line| {
                line.trim_start_matches("# ")
                    .starts_with(&format!("{key} ="))
            });
            assert!(stands, "{key}");
        }
    }

    #[test]
    fn a_mark_before_a_text_file_is_no_part_of_it() {
        let config = "[store]\nurl = \"sled:here\"\n";
        let marked = format!("\u{feff}{config}");
        assert_eq!(load(&marked, &[]), load(config, &[]));
        let error = load("\u{feff}ulr = 1\n", &[]).unwrap_err();
        assert!(error.contains("line 1"), "{error}");
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("token");
        std::fs::write(&path, "\u{feff}a.b.c\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        let discord = DiscordConfig {
            token_file: Some(path),
            ..DiscordConfig::default()
        };
        let token = Secret::token(None, &discord).unwrap().unwrap();
        assert_eq!(token.reveal(), "a.b.c");
    }

    #[test]
    fn the_environment_comes_last() {
        let config = load(
            "[store]\nurl = \"sled:here\"\n",
            &[
                ("RONDEL_STORE__URL", "memory:"),
                ("RONDEL_DISCORD__API_URL", "http://127.0.0.1:4000/"),
                ("RONDEL_DISCORD__APPLICATION_ID", "77"),
                ("HOME", "/"),
            ],
        )
        .unwrap();
        assert_eq!(config.store.url, StoreUrl::Memory);
        assert_eq!(
            config.discord.api_url.unwrap().as_str(),
            "http://127.0.0.1:4000"
        );
        assert_eq!(config.discord.application_id, Some(77));
    }

    #[test]
    fn wrong_keys_and_values_are_named_with_their_line() {
        let error = load("[store]\nurl = \"sled:x\"\nulr = 1\n", &[]).unwrap_err();
        assert!(error.contains("line 3") && error.contains("ulr"), "{error}");
        let error = load("[log]\n\nlevel = \"loud\"\n", &[]).unwrap_err();
        assert!(
            error.contains("line 3") && error.contains("loud"),
            "{error}"
        );
        let error = load("[discord]\napi_url = \"http://x/api\"\n", &[]).unwrap_err();
        assert!(
            error.contains("line 2") && error.contains("origin"),
            "{error}"
        );
        let error = load("[discord]\n\ngateway_patience = 0\n", &[]).unwrap_err();
        assert!(
            error.contains("line 3") && error.contains("from 1 to 86400"),
            "{error}"
        );
        let error = load("[computers]\npause_ms = 60001\n", &[]).unwrap_err();
        assert!(
            error.contains("line 2") && error.contains("from 0 to 60000"),
            "{error}"
        );
        let error = Config::read(b"[log]\n\n# \xff\n", Path::new("x.toml"), []).unwrap_err();
        assert!(
            error.to_string().contains("x.toml is wrong: line 3"),
            "{error}"
        );
        let error = load("", &[("RONDEL_LOG__LEVEL", "loud")]).unwrap_err();
        assert!(error.contains("RONDEL_LOG__LEVEL"), "{error}");
        let error = load("", &[("RONDEL_NO__SUCH", "1")]).unwrap_err();
        assert!(error.contains("RONDEL_NO__SUCH"), "{error}");
    }

    #[test]
    fn a_page_at_every_address_says_which_one_people_know() {
        let everywhere = "[web]\nlisten = \"0.0.0.0:8833\"\n";
        let error = load(everywhere, &[]).unwrap_err();
        assert!(error.contains("web.public_url"), "{error}");
        for known in ["RONDEL_WEB__PUBLIC_URL", "RONDEL_TABLE__PUBLIC_URL"] {
            assert!(load(everywhere, &[(known, "http://192.168.1.20:8833")]).is_ok());
        }
        assert!(load("[web]\nlisten = \"127.0.0.1:80\"\n", &[]).is_ok());
        assert!(load("[web]\nlisten = \"here\"\n", &[]).is_err());
    }

    #[test]
    fn the_section_of_0_1_0_is_still_read_and_web_wins() {
        let old = "[table]\nlisten = \"127.0.0.1:1\"\npublic_url = \"https://old.example\"\n";
        let web = "[web]\nlisten = \"127.0.0.1:2\"\n";
        let both = format!("{old}{web}");
        let variable = ("RONDEL_TABLE__LISTEN", "127.0.0.1:3");
        let new_variable = ("RONDEL_WEB__LISTEN", "127.0.0.1:4");
        for (text, variables, port, origin, renamed) in [
            (
                old,
                &[][..],
                1,
                Some("https://old.example"),
                &["[table]"][..],
            ),
            (web, &[], 2, None, &[]),
            (&both, &[], 2, Some("https://old.example"), &["[table]"]),
            ("", &[variable], 3, None, &["RONDEL_TABLE__LISTEN"]),
            (
                old,
                &[variable],
                3,
                Some("https://old.example"),
                &["[table]", "RONDEL_TABLE__LISTEN"],
            ),
            (web, &[variable], 2, None, &["RONDEL_TABLE__LISTEN"]),
            (
                old,
                &[new_variable],
                4,
                Some("https://old.example"),
                &["[table]"],
            ),
            (
                "",
                &[variable, new_variable],
                4,
                None,
                &["RONDEL_TABLE__LISTEN"],
            ),
        ] {
            let config = load(text, variables).unwrap();
            let listens = config.web.listen.map(|address| address.port());
            assert_eq!(listens, Some(port), "{text} {variables:?}");
            let public = config.web.public_url.as_ref().map(OriginUrl::as_str);
            assert_eq!(public, origin, "{text} {variables:?}");
            assert_eq!(config.renamed, renamed, "{text} {variables:?}");
        }
        // Its mistakes are found as those of any other section.
        let error = load("[table]\nlisten = \"127.0.0.1:1\"\nlistens = 1\n", &[]).unwrap_err();
        assert!(
            error.contains("line 3") && error.contains("listens"),
            "{error}"
        );
        let error = load("", &[("RONDEL_TABLE__LISTENS", "1")]).unwrap_err();
        assert!(error.contains("RONDEL_TABLE__LISTENS"), "{error}");
    }

    /// Kubernetes sets them for a service of this name, and people have variables of their own.
    #[test]
    fn variables_that_are_no_keys_are_not_ours() {
        use std::os::unix::ffi::OsStringExt;

        for name in [
            "RONDEL_PORT",
            "RONDEL_SERVICE_HOST",
            "RONDEL_PORT_8833_TCP_ADDR",
            "RONDEL_",
            "RONDEL_LOG",
            "RONDELL__LOG",
            "MY_RONDEL_LOG__LEVEL",
        ] {
            assert_eq!(
                load("", &[(name, "tcp://10.0.0.1:8833")]),
                Ok(Config::default()),
                "{name}"
            );
        }
        let unreadable = || OsString::from_vec(vec![0xff]);
        let foreign = Config::load(None, [(OsString::from("RONDEL_PORT"), unreadable())]);
        assert_eq!(foreign.unwrap(), Config::default());
        let own = Config::load(None, [(OsString::from("RONDEL_LOG__LEVEL"), unreadable())]);
        assert!(own.unwrap_err().to_string().contains("not UTF-8"));
        for name in [
            "RONDEL_LOG__LEVELS",
            "RONDEL_PORT__8833",
            "RONDEL___",
            "RONDEL___LOG",
        ] {
            let error = load("", &[(name, "tcp://10.0.0.1:8833")]).unwrap_err();
            assert!(error.contains(name), "{error}");
        }
    }

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (written, origin) in [
            ("https://chess.example.org", "https://chess.example.org"),
            ("https://chess.example.org/", "https://chess.example.org"),
            ("https://chess.example.org:443", "https://chess.example.org"),
            ("http://chess.example.org:80/", "http://chess.example.org"),
            (
                "https://chess.example.org:80",
                "https://chess.example.org:80",
            ),
            (
                "http://chess.example.org:443",
                "http://chess.example.org:443",
            ),
            (
                "https://chess.example.org:8443",
                "https://chess.example.org:8443",
            ),
            ("HTTPS://Chess.Example.ORG", "https://chess.example.org"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
            (
                "https://BÜCHER.example:443/",
                "https://xn--bcher-kva.example",
            ),
            (
                "https://xn--bcher-kva.example",
                "https://xn--bcher-kva.example",
            ),
            ("http://127.0.0.1:4000/", "http://127.0.0.1:4000"),
            ("http://[::1]:8833", "http://[::1]:8833"),
            ("http://[0:0:0:0:0:0:0:1]:80", "http://[::1]"),
        ] {
            let read = OriginUrl::try_from(written.to_owned());
            assert_eq!(read.map(|read| read.0), Ok(origin.to_owned()), "{written}");
        }
        for (refused, why) in [
            ("https://chess.example.org/rondel", "path"),
            ("https://chess.example.org/rondel/", "path"),
            ("https://chess.example.org/?a=b", "after its host"),
            ("https://chess.example.org/#a", "after its host"),
            ("https://ann:secret@chess.example.org", "user"),
            ("ftp://chess.example.org", "scheme"),
            ("chess.example.org", "origin"),
            ("localhost:8833", "scheme"),
            ("https://", "origin"),
            ("https://chess example.org", "origin"),
            ("", "origin"),
        ] {
            let error = OriginUrl::try_from(refused.to_owned()).unwrap_err();
            assert!(
                error.contains(why) && error.contains("an origin is"),
                "{refused}: {error}"
            );
        }
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        let proxies = |value: &str| {
            let config = load(&format!("[web]\ntrusted_proxies = {value}\n"), &[]);
            config.map(|config| config.web.trusted_proxies)
        };
        let usual = Config::default().web.trusted_proxies;
        let private = proxies("[\"10.0.0.0/8\", \"fd00::/8\", \"::ffff:192.0.2.7\"]").unwrap();
        let none = proxies("[]").unwrap();
        for (address, by_default, by_private) in [
            ("127.0.0.1", true, false),
            ("127.9.9.9", true, false),
            ("::1", true, false),
            ("::ffff:127.0.0.1", true, false),
            ("10.1.2.3", false, true),
            ("::ffff:10.1.2.3", false, true),
            ("fd12::1", false, true),
            ("192.0.2.7", false, true),
            ("192.0.2.8", false, false),
            ("2001:db8::1", false, false),
        ] {
            let parsed = address.parse().unwrap();
            assert_eq!(usual.include(parsed), by_default, "{address}");
            assert_eq!(private.include(parsed), by_private, "{address}");
            assert!(!none.include(parsed), "{address}");
        }
        let variable = (
            "RONDEL_WEB__TRUSTED_PROXIES",
            "10.0.0.0/8, fd00::/8,192.0.2.7",
        );
        assert_eq!(load("", &[variable]).unwrap().web.trusted_proxies, private);
        for wrong in [
            "[\"proxy.example\"]",
            "[\"10.0.0.0/33\"]",
            "\"all\"",
            "[1]",
            "1",
        ] {
            assert!(proxies(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::token(Some("abc.def.ghi".into()), &DiscordConfig::default());
        let secret = secret.unwrap().unwrap();
        assert_eq!(secret.reveal(), "abc.def.ghi");
        assert!(!format!("{secret:?}").contains("abc"));
    }

    #[test]
    fn a_token_is_found_in_what_people_keep_or_refused_in_a_sentence() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("token");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            let config = DiscordConfig {
                token_file: Some(path.clone()),
                ..DiscordConfig::default()
            };
            let given = Secret::token(Some(text.into()), &DiscordConfig::default());
            let found = Secret::token(None, &config);
            let said = |secret: Result<Option<Secret>, ConfigError>| {
                let secret = secret.map_err(|error| error.to_string())?;
                Ok::<Option<String>, String>(secret.map(|secret| secret.reveal().to_owned()))
            };
            [said(given), said(found)]
        };
        let token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b-7_cq4se7kKWs";
        for text in [
            token.to_owned(),
            format!("{token}\n"),
            format!("\"{token}\""),
            format!("'{token}'\r\n"),
            format!("\u{feff}{token}"),
            format!("\u{feff}\"{token}\"\n\n"),
            format!("Bot {token}"),
            format!("export DISCORD_TOKEN='{token}'"),
        ] {
            let found = Ok(Some(token.to_owned()));
            assert_eq!(read(&text), [found.clone(), found], "{text:?}");
        }
        for text in ["", " \n", "\"\"", "\u{feff}", "DISCORD_TOKEN="] {
            let [given, found] = read(text);
            assert_eq!(given, Ok(None), "{text:?}");
            assert!(found.unwrap_err().contains("empty"), "{text:?}");
        }
        for text in [
            format!("{token}\n{token}"),
            format!("\"{token}"),
            String::from("hush.hush"),
            String::from("hush.hush.hush.hush"),
            String::from("hush..hush"),
            String::from("198622483471925248"),
            String::from("hush hush.hush.hush"),
            String::from("hüsh.hush.hush"),
            String::from("https://discord.com/hush"),
        ] {
            for refused in read(&text) {
                let said: String = refused.unwrap_err();
                assert!(
                    !said.contains("hush") && !said.contains(token),
                    "{text:?}: {said}"
                );
                assert!(said.contains("token"), "{text:?}: {said}");
            }
        }
    }

    #[test]
    fn a_token_file_that_others_may_read_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("token");
        std::fs::write(&path, "abc.def.ghi\n").unwrap();
        let config = DiscordConfig {
            token_file: Some(path.clone()),
            ..DiscordConfig::default()
        };
        for (mode, fits) in [(0o644, false), (0o600, true)] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(Secret::token(None, &config).is_ok(), fits, "{mode:o}");
        }
    }
}

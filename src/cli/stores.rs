//! The stores named by the configuration.

use std::{
    fs::DirBuilder,
    io,
    os::unix::{ffi::OsStrExt, fs::DirBuilderExt},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    config::{Config, StoreUrl},
    output::KeptPaths,
    store::{
        PeopleStore, Store, StoreError, Stores,
        backup::forgotten::{LIST, ListedPeople, StoreKey},
        embedded::{Pair, is_kept, paths_of},
        memory::MemoryStore,
        people::People,
        postgres::{PostgresAddress, PostgresStore},
    },
};

use super::{backups, log::LogGuard};

/// The name of the socket at which a running process is asked for a backup, in the data directory.
pub(super) const SOCKET: &str = "backup.sock";

/// The file in the data directory that says where the page was served last.
pub(super) const ADDRESS: &str = "table";

/// The file in the data directory with the lines that were typed at the console.
pub(super) const HISTORY: &str = "console-history";

/// The configuration, the directory for everything that is kept, and the mode in which stores are
/// opened.
pub(super) struct Kept {
    pub(super) config: Config,
    pub(super) data: PathBuf,
    /// The configuration file, if one is read.
    pub(super) file: Option<PathBuf>,
    /// True if people that the matches do not know are accepted as theirs.
    pub(super) adopt: bool,
    /// What no command may write to.
    pub(super) paths: KeptPaths,
    pub(super) _log: LogGuard,
}

/// Returns what no command may write to: the stores, what else is in the data directory, and what was
/// written by hand.
pub(super) fn kept_paths(config: &Config, file: Option<&Path>, data: &Path) -> KeptPaths {
    let mut paths = paths_of(&data.join("people")).to_vec();
    if let StoreUrl::Embedded(store) = &config.store.url {
        paths.extend(paths_of(&data.join(store)));
    }
    let list = data.join("backups").join(LIST);
    paths.extend([
        list,
        data.join(SOCKET),
        data.join(ADDRESS),
        data.join(HISTORY),
    ]);
    paths.extend(file.map(Path::to_owned));
    paths.extend(config.discord.token_file.clone());
    KeptPaths::new(paths)
}

impl Kept {
    /// Logs which data directory and which configuration file are used. Both hang on the working directory:
    /// started elsewhere, Rondel begins with nothing.
    pub(super) fn log_paths(&self) {
        let full = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let data = full(&self.data);
        let file = self.file.as_deref().map(full);
        let file = file.as_deref().unwrap_or(Path::new("none"));
        tracing::info!(data = %data.display(), config = %file.display(), "starting");
    }

    /// Returns the directory of the matches, if they are stored in files.
    pub(super) fn matches(&self) -> Option<PathBuf> {
        match &self.config.store.url {
            StoreUrl::Memory | StoreUrl::Postgres(_) => None,
            StoreUrl::Embedded(path) => Some(self.data.join(path)),
        }
    }

    /// Returns the directory of the matches, if they are stored in files and there are any.
    ///
    /// # Errors
    ///
    /// As [`is_kept`].
    pub(super) fn kept_matches(&self) -> Result<Option<PathBuf>, StoreError> {
        match self.matches() {
            Some(matches) if is_kept(&matches, &self.people())? => Ok(Some(matches)),
            Some(_) | None => Ok(None),
        }
    }

    /// Returns true if what is written is still there after the process.
    pub(super) fn keeps(&self) -> bool {
        self.config.store.url != StoreUrl::Memory
    }

    /// Returns the path of something that is kept in the data directory beside the stores, in which there may be
    /// nothing else if these are in a database; `None` where nothing is kept.
    pub(super) fn beside(&self, name: &str) -> Option<PathBuf> {
        if !self.keeps() {
            return None;
        }
        // What is wrong is said when something is written there.
        let _ = DirBuilder::new()
            .mode(0o700)
            .recursive(true)
            .create(&self.data);
        Some(self.data.join(name))
    }

    /// Returns the directory of the people.
    pub(super) fn people(&self) -> PathBuf {
        self.data.join("people")
    }

    /// Returns the directory of the backups.
    pub(super) fn backups(&self) -> PathBuf {
        self.data.join("backups")
    }

    /// Opens the configured stores, with those in files once more while adopted people are not
    /// settled yet. Those in memory end with the process.
    ///
    /// # Errors
    ///
    /// As [`Pair::open`].
    pub(super) fn open(&self) -> anyhow::Result<(Stores, Option<Pair>)> {
        self.open_once().map_err(|error| self.advised(error))
    }

    /// Adds to the error of a store that does not open which backup is the newest, and how it is restored.
    fn advised(&self, error: anyhow::Error) -> anyhow::Error {
        let is_of_contents = matches!(
            error.downcast_ref(),
            Some(StoreError::Failed(_) | StoreError::Damaged { .. })
        );
        let newest = backups::newest(&self.backups()).filter(|_| is_of_contents);
        let Some(newest) = newest else { return error };
        let stores = self.matches().map(|matches| (matches, self.people()));
        let first = match stores {
            Some((matches, people)) => {
                let (matches, people) = (matches.display(), people.display());
                format!("move {matches} and {people} away, and run")
            }
            None => String::from("empty the database, and run"),
        };
        anyhow::anyhow!(
            "{error}. The newest backup is {newest}: to go on with it, {first} `rondel --data {data} restore {newest}`",
            newest = newest.display(),
            data = self.data.display(),
        )
    }

    fn open_once(&self) -> anyhow::Result<(Stores, Option<Pair>)> {
        match (self.matches(), self.postgres()?) {
            (Some(matches), _) => {
                let pair = Pair::open(&matches, &self.people(), self.adopt)?;
                let stores = self.listed(pair.stores().matches, pair.people())?;
                Ok((stores, Some(pair).filter(Pair::is_adopted)))
            }
            (None, Some(store)) => {
                let people = Arc::clone(&store) as Arc<dyn PeopleStore>;
                Ok((self.listed(store, people)?, None))
            }
            (None, None) => Ok((in_memory(), None)),
        }
    }

    /// Returns stores that list beside the backups who was forgotten.
    fn listed(
        &self,
        matches: Arc<dyn Store>,
        people: Arc<dyn PeopleStore>,
    ) -> anyhow::Result<Stores> {
        let key = in_runtime(StoreKey::of(&*matches))??;
        let listed = ListedPeople::over(people, key, &self.backups())?;
        Ok(Stores::new(matches, People::over(Arc::new(listed))))
    }

    /// Opens the store of PostgreSQL; `None` if that is not the store.
    ///
    /// # Errors
    ///
    /// As [`PostgresStore::open`].
    pub(super) fn postgres(&self) -> Result<Option<Arc<PostgresStore>>, StoreError> {
        let StoreUrl::Postgres(address) = &self.config.store.url else {
            return Ok(None);
        };
        let opened = in_runtime(PostgresStore::open(&with_password(address)?));
        let opened = opened.map_err(|error| StoreError::Failed(error.to_string()))?;
        opened.map(Arc::new).map(Some)
    }

    /// Opens the store of PostgreSQL to be read, while another process may write to it; `None` if that is not
    /// the store.
    ///
    /// # Errors
    ///
    /// As [`PostgresStore::open_to_read`].
    pub(super) fn postgres_to_read(&self) -> Result<Option<Arc<PostgresStore>>, StoreError> {
        let StoreUrl::Postgres(address) = &self.config.store.url else {
            return Ok(None);
        };
        let opened = in_runtime(PostgresStore::open_to_read(&with_password(address)?));
        let opened = opened.map_err(|error| StoreError::Failed(error.to_string()))?;
        opened.map(Arc::new).map(Some)
    }
}

/// Returns an address with the password that the environment or a file holds for it, if one does.
pub(super) fn with_password(address: &PostgresAddress) -> Result<PostgresAddress, StoreError> {
    let given = std::env::var_os("PGPASSWORD").filter(|given| !given.is_empty());
    if let Some(password) = given {
        return Ok(address.clone().with_password(password.as_bytes()));
    }
    let password_file = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".pgpass"));
    let address = match password_file.or_else(usual) {
        Some(file) => address.clone().with_password_of(&file),
        None => Ok(address.clone()),
    };
    address.map_err(|error| StoreError::Failed(error.to_string()))
}

/// Makes stores in memory, which end with the process.
pub(super) fn in_memory() -> Stores {
    Arc::new(MemoryStore::new()).into()
}

/// Does one thing that must be waited for.
pub(super) fn in_runtime<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    Ok(runtime.enable_all().build()?.block_on(work))
}

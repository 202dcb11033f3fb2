//! Files that sled makes again when they are missing: its settings, which are always the same, and
//! its snapshots, which save going through the log. If they are damaged, they must not lock what
//! the log holds.

use std::{fs, io, path::Path};

use super::{
    advice::Unopened,
    database::{Database, is_snapshot, names},
};

/// The beginning of the name of a file that was set aside.
pub(super) const ASIDE: &str = "aside-";

/// Sets of files that can be done without, by their names, the smallest sets first.
pub(super) const SETS: [fn(&str) -> bool; 3] = [is_settings, is_snapshot, |name| {
    is_settings(name) || is_snapshot(name)
}];

fn is_settings(name: &str) -> bool {
    name == "conf"
}

/// Opens files that cannot be opened as they are without some of the files that sled makes again,
/// which are set aside. If that does not help either, they are put back.
pub(super) fn open(path: &Path, cache_bytes: u64) -> Result<Option<Database>, Unopened> {
    let failed = |error: io::Error| Unopened::Damaged(format!("{}: {error}", path.display()));
    for set in SETS {
        let names = names(path, set).map_err(failed)?;
        if names.is_empty() {
            continue;
        }
        for name in &names {
            let aside = path.join(format!("{ASIDE}{name}"));
            fs::rename(path.join(name), aside).map_err(failed)?;
        }
        if let Ok(database) = Database::open(path, cache_bytes) {
            for name in &names {
                let path = path.display();
                tracing::warn!(%path, name, "a file was damaged, and is set aside and made again");
            }
            return Ok(Some(database));
        }
        for name in &names {
            let aside = path.join(format!("{ASIDE}{name}"));
            fs::rename(aside, path.join(name)).map_err(failed)?;
        }
    }
    Ok(None)
}

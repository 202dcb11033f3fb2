//! The check of files for damage. They are read from a copy, and compared with what was written to
//! them.

use std::path::Path;

use super::{
    bond::{Mismatch, Progress},
    inspection::ExaminedMatches,
    pair, people, settling,
};
use crate::{
    ReadMatches, StoreError,
    check::{Report, check_all},
    memory::MemoryStore,
};

/// Checks the files of both stores, of matches and of people, and whether they belong together.
/// Nothing in them is changed.
///
/// # Errors
///
/// [`StoreError::InUse`] when a process holds them; [`StoreError::Later`] when they were written by
/// a later version of this program; [`StoreError::Failed`] when there is no room for the copy that
/// is looked at.
pub async fn check_files(matches: &Path, people: &Path) -> Result<Report, StoreError> {
    settling::settle(matches, people)?;
    let examined = ExaminedMatches::open(matches)?;
    let found = people::examine(people)?;
    let known = found
        .known
        .as_ref()
        .map(|cards| cards.keys().copied().collect());
    let nothing = MemoryStore::new();
    let store: &dyn ReadMatches = if examined.is_there {
        &*examined.store
    } else {
        &nothing
    };
    let mut report = check_all(store, &examined.ids, known.as_ref()).await;
    let known = examined.store.people_known().ok().flatten();
    // If they cannot be read at all, that is already a fault.
    let known = known.filter(|_| found.known.is_some());
    let mismatch = known.and_then(|known| Progress::mismatch(known, found.progress));
    let mismatch = mismatch.map(|mismatch| match &found.known {
        Some(people) if people.is_empty() => Mismatch::Missing,
        Some(_) | None => mismatch,
    });
    let mismatch = mismatch.map(|mismatch| pair::said(mismatch, matches, people));
    let of = |store: &str, faults: &[String]| -> Vec<String> {
        faults
            .iter()
            .map(|fault| format!("{store}: {fault}"))
            .collect()
    };
    report.faults.extend(of("matches", &examined.faults));
    report.faults.extend(of("people", &found.faults));
    report.faults.extend(of("people", mismatch.as_slice()));
    Ok(report)
}

//! Snapshots of whole texts, with those of the integration tests (`tests/it/snapshots`).

use std::path::Path;

use super::Language;

/// Compares a text with its snapshot, `NAME.LANGUAGE.snap`. `INSTA_UPDATE=always cargo test` renews it.
pub(super) fn compare(name: &str, language: Language, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = format!("{name}.{}", language.word());
    settings.bind(|| insta::assert_snapshot!(name, text));
}

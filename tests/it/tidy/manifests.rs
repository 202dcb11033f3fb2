//! The manifests agree with the lock and with docs/DEPENDENCIES.md.

use std::collections::BTreeSet;

use super::{assert_none, files, read};

fn manifest(path: &str) -> toml::Table {
    read(path).parse().expect("a manifest")
}

/// Cargo warns of a name that is not there, and nobody reads that.
#[test]
fn crates_with_a_profile_of_their_own_are_locked() {
    let lock = manifest("Cargo.lock");
    let locked = lock["package"].as_array().expect("packages").iter();
    let locked: BTreeSet<&str> = locked
        .filter_map(|package| package["name"].as_str())
        .collect();
    let manifest = manifest("Cargo.toml");
    let mut wrong = Vec::new();
    for (profile, settings) in manifest["profile"].as_table().expect("profiles") {
        let packages = settings.get("package").and_then(toml::Value::as_table);
        let names = packages.into_iter().flat_map(toml::Table::keys);
        let names = names.filter(|name| *name != "*" && !locked.contains(&***name));
        wrong.extend(names.map(|name| format!("{profile}: {name}")));
    }
    assert_none(&wrong, "profiles of crates that are not in Cargo.lock");
}

#[test]
fn every_library_is_accounted_for() {
    let mut named = BTreeSet::new();
    let mut manifests = files(&["src"], &["/Cargo.toml"]);
    manifests.push("Cargo.toml".to_owned());
    for path in manifests {
        let manifest = manifest(&path);
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        named.extend(
            dependencies
                .into_iter()
                .flat_map(toml::Table::keys)
                .cloned(),
        );
    }
    named.retain(|name| !name.starts_with("rondel-"));
    let page = read("docs/DEPENDENCIES.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.filter_map(|row| row.split(" | ").next());
    let listed: BTreeSet<String> = rows.skip(1).map(str::to_owned).collect();
    let odd: Vec<String> = named.symmetric_difference(&listed).cloned().collect();
    assert_none(
        &odd,
        "docs/DEPENDENCIES.md lists what the program names, and no more",
    );
}

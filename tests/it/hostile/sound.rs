//! The properties, of what is sane, of what is nearly so, and of anything at all.

use std::{fs, panic, path::Path, sync::Arc};

use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestRunner},
};

use super::{
    inputs::{self, Mutator},
    process::Shown,
    properties::{ALL, Property},
};

/// Runs a property, and says of which input it does not hold.
fn holds((name, property): Property, input: &[u8]) -> Result<(), TestCaseError> {
    panic::catch_unwind(|| property(input))
        .map_err(|_| TestCaseError::fail(format!("{name} of {:?}", Shown(input))))
}

/// A property, tried on mutated inputs and on random ones.
fn hold_of_anything(name: &str) {
    let property = *ALL.iter().find(|(known, _)| *known == name).expect(name);
    let seeds: Arc<[Vec<u8>]> = inputs::seeds(name).into();
    for seed in &*seeds {
        holds(property, seed).unwrap();
    }
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mutated = any::<u32>().prop_map(move |door| {
        let mut dice = Mutator::new(u64::from(door), Arc::clone(&seeds));
        dice.bytes()
    });
    let anything = prop_oneof![
        8 => mutated,
        1 => any::<Vec<u8>>(),
        1 => any::<String>().prop_map(String::into_bytes),
    ];
    let told = TestRunner::new(config).run(&anything, |input| holds(property, &input));
    if let Err(error) = told {
        panic!("{error}");
    }
}

#[test]
fn position_lines_hold() {
    hold_of_anything("position_line");
}

#[test]
fn plain_moves_hold() {
    hold_of_anything("plain_move");
}

#[test]
fn typed_moves_hold() {
    hold_of_anything("typed_move");
}

#[test]
fn analyze_lines_hold() {
    hold_of_anything("analyze_line");
}

#[test]
fn console_lines_hold() {
    hold_of_anything("console_line");
}

#[test]
fn button_ids_hold() {
    hold_of_anything("button_id");
}

#[test]
fn stored_records_hold() {
    hold_of_anything("stored_record");
}

#[test]
fn records_of_matches_hold() {
    hold_of_anything("match_record");
}

#[test]
fn configurations_hold() {
    hold_of_anything("config");
}

/// The fuzz targets, their entries in the manifest and the properties are the same.
#[test]
fn every_property_has_its_fuzz_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let mut targets: Vec<&str> = manifest["bin"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| target["name"].as_str().unwrap())
        .collect();
    targets.sort_unstable();
    let mut names = ALL.map(|(name, _)| name);
    names.sort_unstable();
    assert_eq!(targets, names);
    for name in names {
        let target = root.join(format!("fuzz/fuzz_targets/{name}.rs"));
        let target = fs::read_to_string(target).unwrap();
        assert!(
            target.contains(&format!("properties::{name}(data)")),
            "{name}"
        );
    }
}

/// Writes the inputs that fuzzers begin with: `RONDEL_SEEDS` names the directory for a directory for
/// each target.
#[test]
#[ignore = "writes files; .ci/long fuzz runs it"]
fn seeds_are_written() {
    let Some(directory) = std::env::var_os("RONDEL_SEEDS") else {
        panic!("RONDEL_SEEDS names no directory");
    };
    for (name, _) in ALL {
        let directory = Path::new(&directory).join(name);
        fs::create_dir_all(&directory).unwrap();
        for (number, seed) in inputs::seeds(name).iter().enumerate() {
            fs::write(directory.join(format!("seed-{number}")), seed).unwrap();
        }
    }
}

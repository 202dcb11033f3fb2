//! The version that the program names: in a release build of a checkout with the commit that it was built from.

use std::{env, path::Path, process::Command};

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // A development build would be built again after every commit.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed=build.rs");
    let version = match is_release.then(commit).flatten() {
        Some(commit) => {
            // In another worktree they lie elsewhere, and a file that is not there would be a change each time.
            for file in [".git/HEAD", ".git/logs/HEAD"] {
                if Path::new(file).exists() {
                    println!("cargo::rerun-if-changed={file}");
                }
            }
            format!("{version} ({commit})")
        }
        None => version,
    };
    println!("cargo::rustc-env=RONDEL_VERSION={version}");
}

/// Returns the commit, if this directory is a checkout and not a part of another one.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let git = Command::new("git")
        .args(["rev-parse", "--short=9", "HEAD"])
        .output()
        .ok()?;
    let commit = String::from_utf8(git.stdout).ok()?;
    let commit = commit.trim();
    (git.status.success() && !commit.is_empty()).then(|| commit.to_owned())
}

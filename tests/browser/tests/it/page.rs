//! The page's own files: types, and that they judge no move and compute no angle.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use browser::lacks;

/// What would compute an angle.
const ANGLES: [&str; 7] = [
    "Math.sin",
    "Math.cos",
    "Math.tan",
    "Math.atan",
    "Math.asin",
    "Math.acos",
    "Math.PI",
];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn scripts() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(web()).expect("the page");
    let paths = files.map(|file| file.expect("a file").path());
    let scripts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "js"));
    scripts
        .map(|path| {
            let text = fs::read_to_string(&path).expect("text");
            (path, text)
        })
        .collect()
}

#[test]
fn types_fit() {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/.bin/tsc");
    let tool = tool.display().to_string();
    if lacks("the types of the page", &[&tool]) {
        return;
    }
    let checked = Command::new(&tool).arg("-p").arg(web()).output();
    let checked = checked.expect("it runs");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{said}");
}

#[test]
fn scripts_know_no_angles() {
    let scripts = scripts();
    assert!(scripts.len() > 3);
    for (path, text) in &scripts {
        for angle in ANGLES {
            assert!(!text.contains(angle), "{angle} in {}", path.display());
        }
    }
}

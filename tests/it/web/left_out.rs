//! What the tests in browsers need, which are a package of their own.

use std::io::Write;

/// Programs that Debian's packages bring, as `.ci/setup` installs them.
const PROGRAMS: [&str; 4] = ["chromium", "chromedriver", "node", "npm"];

#[test]
fn the_tests_in_browsers_can_run_or_are_said_to_be_left_out() {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let is_missing = |program: &&str| {
        let mut paths = std::env::split_paths(&paths);
        !paths.any(|path| path.join(program).is_file())
    };
    let missing: Vec<&str> = PROGRAMS.into_iter().filter(is_missing).collect();
    if missing.is_empty() {
        return;
    }
    let missing = missing.join(", ");
    // Past the harness, which shows nothing of a test that passes.
    let said = format!(
        "left out: the tests in browsers (cargo test -p browser) need {missing}; on Debian \
         .ci/setup installs that\n"
    );
    std::io::stderr().write_all(said.as_bytes()).unwrap();
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{said}");
}

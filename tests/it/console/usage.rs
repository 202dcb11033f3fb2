//! Exit codes for wrong usage and wrong configuration (interfaces §1).

use std::{
    fs,
    process::{Output, Stdio},
};

use super::harness::rondel;

/// Runs the program with nothing to read.
fn run(
    arguments: &[&str],
    environment: &[(&'static str, &str)],
    files: &[(&'static str, &str)],
) -> Output {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    rondel(directory.path())
        .args(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &["nonsense"][..],
        &["console", "--nonsense"],
        &["console", "--seed", "x"],
        &["perft"],
        &["perft", "x"],
        &["perft", "1", "--position", "nonsense"],
        &["analyze", "--ruleset", "nonsense"],
        &["render"],
        &["render", "--text", "--seat", "red"],
        &["table"],
        &["backup"],
        &["restore"],
        &["doctor"],
        &["arena"],
        &["arena", "--engine", "level 99"],
        &["arena", "--engine", "random", "--between", "5,0"],
        &["engine", "--nonsense"],
        &["standings", "--nonsense"],
        &["export"],
        &["export", "--match", "m7k3"],
        &["export", "--match", "m7k3q", "--format", "pgn"],
        &["import"],
        &["--nonsense"],
    ] {
        let output = run(arguments, &[("RONDEL_STORE__URL", "memory:")], &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn wrong_configuration_ends_with_2_and_names_key_and_line() {
    for (text, key, line) in [
        (
            "[store]\nurl = \"sled:x\"\nnonsense = 1\n",
            "nonsense",
            "line 3",
        ),
        ("[nonsense]\n", "nonsense", "line 1"),
        ("[store]\n\nurl = \"postgres:\"\n", "url", "line 3"),
        ("[log]\nlevel = \"loud\"\n", "level", "line 2"),
        ("[discord]\napi_url = \"ftp://x\"\n", "api_url", "line 2"),
        ("[store\n", "store", "line 1"),
    ] {
        for file in ["config/rondel.toml", "other.toml"] {
            let arguments: &[&str] = match file {
                "other.toml" => &["--config", "other.toml", "console"],
                _ => &["console"],
            };
            let output = run(arguments, &[], &[(file, text)]);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{text}: {said}");
            for part in [key, line, file] {
                assert!(said.contains(part), "{part} is not named: {said}");
            }
        }
    }
    let output = run(&["--config", "none.toml", "console"], &[], &[]);
    assert_eq!(output.status.code(), Some(2));
    for (name, value) in [
        ("RONDEL_STORE__URL", "nonsense"),
        ("RONDEL_STORE__NONSENSE", "1"),
        ("RONDEL_LOG__LEVEL", "loud"),
    ] {
        let output = run(&["console"], &[(name, value)], &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn the_console_needs_no_token() {
    let output = run(&["console"], &[("RONDEL_STORE__URL", "memory:")], &[]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_environment_comes_after_the_file() {
    let file = ("config/rondel.toml", "[store]\nurl = \"sled:kept\"\n");
    let output = run(&["console"], &[("RONDEL_STORE__URL", "memory:")], &[file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Whatever else is in the environment is nobody's fault, and no key is passed over in silence.
#[cfg(unix)]
#[test]
fn variables_that_are_not_utf_8_do_not_end_the_start() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let broken = OsStr::from_bytes(b"\xff");
    let key = OsStr::from_bytes(b"RONDEL_LOG__\xff");
    let foreign = OsStr::from_bytes(b"F\xff");
    let directory = tempfile::tempdir().unwrap();
    for (arguments, name, value, named) in [
        (&["console"][..], OsStr::new("FOO"), broken, None),
        (&["console"], foreign, OsStr::new("x"), None),
        (&["check"], foreign, broken, None),
        (
            &["console"],
            OsStr::new("RONDEL_LOG__LEVEL"),
            broken,
            Some("RONDEL_LOG__LEVEL"),
        ),
        (
            &["console"],
            key,
            OsStr::new("x"),
            Some("RONDEL_LOG__\u{fffd}"),
        ),
        (
            &[],
            OsStr::new("DISCORD_TOKEN"),
            broken,
            Some("DISCORD_TOKEN"),
        ),
    ] {
        let output = rondel(directory.path())
            .args(arguments)
            .env("RONDEL_STORE__URL", "memory:")
            .env(name, value)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let code = if named.is_some() { 2 } else { 0 };
        assert_eq!(output.status.code(), Some(code), "{name:?}: {said}");
        if let Some(named) = named {
            assert!(
                said.contains(&format!("the variable {named} is wrong")),
                "{said}"
            );
        }
    }
}

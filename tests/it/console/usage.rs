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
fn rust_log_says_what_is_logged() {
    for (configured, asked, says, complains) in [
        ("error", "rondel=info", true, false),
        ("info", "error", false, false),
        ("info", "", true, false),
        ("info", "rondel=loud", true, true),
    ] {
        let variables = [("RONDEL_LOG__LEVEL", configured), ("RUST_LOG", asked)];
        let output = run(&["console", "--json"], &variables, &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        let found = (said.contains("config=none"), said.contains("RUST_LOG"));
        assert_eq!(found, (says, complains), "{variables:?}: {said}");
    }
}

#[test]
fn the_arena_says_where_it_is_now() {
    let output = run(&["arena", "--games", "3", "--engine", "level 4"], &[], &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("-p rondel-dev -- arena --games 3 --engine"),
        "{said}"
    );
    let help = run(&["--help"], &[], &[]);
    assert!(!String::from_utf8(help.stdout).unwrap().contains("arena"));
}

#[test]
fn a_start_names_the_data_directory_and_the_configuration_in_full() {
    let directory = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(directory.path()).unwrap();
    fs::create_dir(top.join("config")).unwrap();
    let console = |arguments: &[&str]| {
        let mut command = rondel(&top);
        command.env("RONDEL_LOG__LEVEL", "info").args(arguments);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let data = top.join("data").display().to_string();
    let said = console(&["console", "--json"]);
    assert!(
        said.contains(&data) && said.contains("config=none"),
        "{said}"
    );
    let file = top.join("config/rondel.toml");
    fs::write(&file, "").unwrap();
    let said = console(&["--data", "else", "console", "--json"]);
    let data = top.join("else").display().to_string();
    for path in [data, file.display().to_string()] {
        assert!(said.contains(&path), "{path}: {said}");
    }
}

#[test]
fn help_offers_what_means_something_and_takes_the_rest_all_the_same() {
    let all = ["--config", "--data", "--adopt-people"];
    for (task, offered) in [
        ("perft", &[][..]),
        ("bench", &[]),
        ("analyze", &all[..1]),
        ("render", &all[..1]),
        ("engine", &all[..1]),
        ("check", &all[..2]),
        ("export", &all[..2]),
        ("migrate", &all[..2]),
        ("console", &all),
    ] {
        let help = run(&[task, "--help"], &[], &[]);
        let help = String::from_utf8(help.stdout).unwrap();
        for option in all {
            let is_offered =
                help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n"));
            assert_eq!(
                is_offered,
                offered.contains(&option),
                "{task} {option}: {help}"
            );
        }
    }
    for arguments in [
        ["--data", "x", "perft", "1"],
        ["perft", "1", "--data", "x"],
        ["perft", "--config", "rondel.toml", "1"],
    ] {
        let output = run(&arguments, &[], &[("rondel.toml", "")]);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// What stands on a command line can be read by everybody on the machine.
#[test]
fn a_store_can_be_named_by_a_variable() {
    let [directory, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let to = other.path().join("store");
    let store = crate::console::Store::Files(directory.path().to_owned());
    let mut console = crate::console::Console::start(&store);
    console.done("@ann /play");
    console.finish();
    let migrate = |from: &str, into: &str| {
        rondel(directory.path())
            .arg("--data")
            .arg(directory.path())
            .args(["migrate", from, into])
            .env("FROM", "sled:store")
            .env("TO", format!("sled:{}", to.display()))
            .env("WRONG", "postgres://bot:hush@/x")
            .output()
            .unwrap()
    };
    let copied = migrate("env:FROM", "env:TO");
    let said = String::from_utf8_lossy(&copied.stderr).into_owned();
    assert_eq!(copied.status.code(), Some(0), "{said}");
    assert!(to.join("db").exists());
    for wrong in ["env:NONE", "env:", "env:WRONG"] {
        let refused = migrate(wrong, "env:TO");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{wrong}: {said}");
        assert!(
            said.contains(wrong) && !said.contains("hush"),
            "{wrong}: {said}"
        );
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

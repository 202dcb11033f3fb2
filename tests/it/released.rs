//! Everything that release 0.1.0 left behind, which every later version reads: `tests/release-0.1.0`.

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Output, Stdio},
    sync::Arc,
};

use flate2::read::GzDecoder;
use rondel::{
    commands::{Input, check_input},
    config::Config,
    host::Host,
    matchplay::{Command, MatchId, Moment, MoveInput},
    store::{
        Identity, Stores,
        embedded::{Pair, check_files},
    },
};
use serde_json::{Value, json};

use crate::{
    now::now,
    program,
    store::backup::{backed_up, items, lines, sled_of},
    web::table::{Table, request},
};

/// A moment after the last event of the data directory, before any deadline of it.
const SOON_AFTER: Moment = Moment(1_795_869_180_000);

/// A running match of three, in which White is to move and a draw is offered.
const RUNNING: &str = "h3g6h";

/// The line of a record whose match is not over.
pub(crate) const RUNS: &str = "[Result \"*\"]";

pub(crate) fn left_behind() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/release-0.1.0")
}

fn read(name: &str) -> String {
    fs::read_to_string(left_behind().join(name)).expect(name)
}

/// Writes the files of a directory out that lie there compressed.
pub(crate) fn unpack(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_dir() {
            unpack(&path, &to.join(name));
            continue;
        }
        let mut bytes = Vec::new();
        let packed = fs::File::open(&path).unwrap();
        GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        fs::write(to.join(name).with_extension(""), bytes).unwrap();
    }
}

/// Runs the program over a data directory, with this as its input.
fn run(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = program();
    command.arg("--data").arg(data).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(input.as_bytes()).unwrap();
    drop(typed);
    child.wait_with_output().unwrap()
}

fn printed(data: &Path, arguments: &[&str]) -> String {
    let output = run(data, arguments, "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn stores(data: &Path) -> Stores {
    let [matches, people] = ["store", "people"].map(|name| data.join(name));
    let report = now(check_files(&matches, &people)).unwrap();
    assert!(report.is_whole(), "{report}");
    Pair::open(&matches, &people, false).unwrap().stores()
}

#[test]
fn its_store_is_read_and_its_backup_is_the_same() {
    let data = tempfile::tempdir().unwrap();
    unpack(&left_behind().join("data"), data.path());
    let opened = stores(data.path());
    let backup = fs::read(left_behind().join("backup.jsonl.gz")).unwrap();
    assert_eq!(lines(&backed_up(&opened)), lines(&backup));
    let other = tempfile::tempdir().unwrap();
    let restored = sled_of(&backup, other.path()).unwrap();
    assert_eq!(items(&backed_up(&restored)), items(&backup));
}

#[test]
fn its_sample_store_is_read_too() {
    let data = tempfile::tempdir().unwrap();
    unpack(&left_behind().join("sample-store"), data.path());
    let backup = fs::read(left_behind().join("sample-backup.jsonl.gz")).unwrap();
    assert_eq!(lines(&backed_up(&stores(data.path()))), lines(&backup));
    let other = tempfile::tempdir().unwrap();
    let restored = sled_of(&backup, other.path()).unwrap();
    assert_eq!(items(&backed_up(&restored)), items(&backup));
}

/// The program checks, exports and lists what is there, and imports the records again.
#[test]
fn its_records_are_exported_as_they_were_and_imported() {
    let data = tempfile::tempdir().unwrap();
    unpack(&left_behind().join("data"), data.path());
    let checked = printed(data.path(), &["check"]);
    assert_eq!(checked, "checked 11 matches, 117 events, 0 damaged\n");
    let other = tempfile::tempdir().unwrap();
    let (mut exported, mut imported) = (0, 0);
    let records = fs::read_dir(left_behind().join("records")).unwrap();
    for path in records.map(|entry| entry.unwrap().path()) {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let text = path.extension().is_some_and(|kind| kind == "txt");
        if stem.parse::<MatchId>().is_ok() {
            let format = if text { "text" } else { "json" };
            let arguments = ["export", "--match", stem, "--format", format];
            let again = printed(data.path(), &arguments);
            assert_eq!(again, fs::read_to_string(&path).unwrap(), "{stem}");
            exported += 1;
        }
        // A match that is not over cannot be imported.
        if text && !fs::read_to_string(&path).unwrap().contains(RUNS) {
            imported += 1;
            printed(other.path(), &["import", path.to_str().unwrap()]);
        }
    }
    assert_eq!((exported, imported), (16, 14));
}

/// Matches go on where they were: the same position, the same offers, the same names and links.
#[tokio::test]
async fn its_matches_go_on() {
    let data = tempfile::tempdir().unwrap();
    unpack(&left_behind().join("data"), data.path());
    let stores = stores(data.path());
    let host = Host::new(stores.clone(), Arc::new(|| SOON_AFTER), Some(1)).await;
    let host = host.unwrap();
    let id: MatchId = RUNNING.parse().unwrap();
    let state = host.state(id).await.unwrap().unwrap();
    assert!(state.draw_offer().is_some());
    let ann = Identity::new("console", "ann").unwrap();
    let ann = host.people().find(&ann).await.unwrap().unwrap();
    let command = Command::Move {
        mv: MoveInput::Typed("d4".to_owned()),
        claim: false,
    };
    let done = host.submit(id, ann, &command, None, None).await.unwrap();
    assert_eq!(done.change.after.ply(), state.ply() + 1);
}

/// Everybody who had a link has it still, and a browser is the person that it was.
#[tokio::test]
async fn its_links_let_the_same_people_in() {
    let data = tempfile::tempdir().unwrap();
    unpack(&left_behind().join("data"), data.path());
    let table = Table::over(stores(data.path())).await;
    let links: Value = serde_json::from_str(&read("links.json")).unwrap();
    for (link, is_player) in [
        ("secret", true),
        ("white", true),
        ("browser", true),
        ("watch", false),
    ] {
        let body = json!({
            "token": links[link], "name": "", "lang": "en", "match": links["match"],
            "line": "/board", "request": request(),
        });
        let said = table.asks("say", &body).await;
        assert_eq!(said["answer"]["refused"], Value::Null, "{link}: {said}");
        let body = json!({
            "token": links[link], "name": "", "lang": "en", "match": links["match"],
            "line": "/takeback action:offer", "request": request(),
        });
        let said = table.asks("say", &body).await;
        let refused = said["answer"]["refused"] == "not-a-player";
        assert_eq!(refused, !is_player, "{link}: {said}");
    }
}

/// A script is understood line by line as it was: what is refused, and where each match stands after it.
#[test]
fn its_script_does_what_it_did() {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["console", "--seed", "7", "--json"];
    let output = run(data.path(), &arguments, &read("played.txt"));
    assert!(output.status.success(), "{output:?}");
    // By line: the reason of the first refusal, and the last position and result of each match.
    let told = |answers: &[Value]| {
        let refused = answers.iter().find(|answer| !answer["refused"].is_null());
        let mut matches = BTreeMap::new();
        for answer in answers
            .iter()
            .filter(|answer| answer["position"].is_string())
        {
            let stands = [&answer["position"], &answer["over"]].map(Value::to_string);
            matches.insert(answer["match"].to_string(), stands);
        }
        (refused.map(|answer| answer["refused"].to_string()), matches)
    };
    let mut now = BTreeMap::new();
    let mut answers = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        match answer["end"].as_u64() {
            Some(end) => drop(now.insert(end, told(&std::mem::take(&mut answers)))),
            None => answers.push(answer),
        }
    }
    let script = read("played.txt");
    let script: Vec<&str> = script.lines().collect();
    let mut compared = 0;
    for line in read("played.jsonl").lines() {
        let then: Value = serde_json::from_str(line).unwrap();
        let number = then["line"].as_u64().unwrap();
        let typed = script[number as usize - 1];
        let then = told(then["answers"].as_array().unwrap());
        assert_eq!(now[&number], then, "line {number}: {typed}");
        compared += 1;
    }
    assert_eq!(compared, 101);
}

/// Messages of 0.1.0 stand in chats for years, and their buttons are pressed.
#[test]
fn its_buttons_are_known() {
    let mut pressed = 0;
    for line in read("played.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for answer in line["answers"].as_array().unwrap() {
            for id in answer["buttons"].as_array().unwrap() {
                let id = id.as_str().unwrap();
                assert_eq!(check_input(&Input::press(id)), Ok(()), "{id}");
                pressed += 1;
            }
        }
    }
    assert!(pressed > 300, "{pressed}");
}

#[test]
fn its_configuration_means_what_it_meant() {
    let file = left_behind().join("rondel.toml");
    let of_file = Config::load(Some(&file), Vec::<(String, String)>::new()).unwrap();
    let environment = read("environment.txt");
    let variables = environment
        .lines()
        .map(|line| line.split_once('=').unwrap());
    let of_variables = Config::load(None, variables).unwrap();
    // The same but for how it calls what has another name today.
    let meant = |config: &Config| {
        let all = format!("{config:?}");
        let (before, renamed) = all.split_once("renamed: [").unwrap();
        let (_, after) = renamed.split_once(']').unwrap();
        let (_, after) = after.split_once("]").unwrap_or(("", after));
        format!("{before}{after}")
    };
    assert_eq!(meant(&of_file), meant(&of_variables));
    // With it the program runs, and knows the owner's ruleset.
    let directory = tempfile::tempdir().unwrap();
    let rulesets = directory.path().join("rulesets");
    fs::create_dir(&rulesets).unwrap();
    let own = "house-duel.toml";
    fs::copy(left_behind().join("rulesets").join(own), rulesets.join(own)).unwrap();
    let mut command = program();
    let command = command.current_dir(directory.path()).arg("--config");
    let command = command
        .arg(file)
        .args(["analyze", "--ruleset", "house-duel"]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

//! The page's own files: types, and that they judge no move and compute no angle.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use browser::{Browser, Look, Table, lacks, left_out};
use serde_json::Value;

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

/// Asks the server for everything that it sends a page, and names the type of each.
const SAMPLES: &str = r"
    const all = [];
    const note = (type, data) => { all.push([type, data]); return data; };
    const [ann, ben, cy, eve] = ['ann', 'ben', 'cy', 'eve'].map(name => name.padEnd(22, '-'));
    const ask = async (what, body) => {
      for (let tries = 0; ; tries += 1) {
        const whole = JSON.stringify({ name: '', lang: 'en', request: crypto.randomUUID(), ...body });
        const answer = await fetch(`/api/${what}`, { method: 'POST', body: whole });
        if (answer.status !== 429 || tries > 40) return answer.json();
        await new Promise(done => setTimeout(done, 200));
      }
    };
    const here = (token, name) => ({ kind: 'here', token, name });
    const open = async (black, time) => {
      const seats = { white: here(ann, 'Ann'), gray: here(ben, 'Ben'), black };
      const got = await ask('open', { token: ann, seats, time, private: true });
      note('Answer', got.answer);
      return got;
    };
    const live = async (match, ...tokens) => {
      const { you, ...state } = await ask('live', { match, tokens, version: 0 });
      note('State', state.state);
      note('You', you);
      return state.state;
    };
    const say = async (match, token, line) => note('Answer', (await ask('say', { token, match, line })).answer);
    const table = await open({ kind: 'link' }, '1d');
    await live(table.match, ann, ben);
    await live(table.match, table.links.black);
    const { match } = await open(here(cy, 'Cy'), '10/30d');
    for (const [token, line] of [[ann, 'd4'], [ben, 'm4'], [cy, 'Nx3'], [ann, 'e9']]) await say(match, token, line);
    await live(match, ann);
    await say(match, ben, '/draw action:offer');
    await say(match, ben, '/pause');
    await live(match, ann, ben, cy);
    for (const line of ['/rules', '/settings', '/help', '/board', '/look e2', '/history', '/export', '/replay', '/profile', '/leaderboard', '/seat action:link']) {
      await say(match, ann, line);
    }
    note('Ways', await ask('ways', { token: ann, match, square: 'e2', outlook: 'round-white' }));
    note('Suggestions', await ask('suggest', { token: ann, match, line: 'N' }));
    const { boards } = await ask('ply', { token: ann, match, ply: 1, outlook: 'sector-gray', around: 10 });
    for (const board of boards) note('Board', board);
    note('Refused', await ask('ply', { token: eve, match, ply: 1, outlook: 'round-white' }));
    for (const token of [ben, cy]) {
      const asked = await say(match, token, '/resign');
      const danger = asked.buttons.concat(asked.blocks.flatMap(block => block.buttons ?? [])).find(({ look }) => look === 'danger');
      note('Answer', (await ask('press', { token, match, id: danger.id })).answer);
    }
    await live(match, ann);
    const mine = await ask('mine', { token: ann, matches: [{ id: match, tokens: [ann] }, { id: table.match, tokens: [ann, ben] }] });
    for (const short of mine.matches) note('Short', short);
    const setups = [];
    for (const path of ['/', '/m/m7k3q']) {
      const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
      setups.push(JSON.parse(page.getElementById('setup').textContent));
    }
    note('Setup', Object.assign({}, ...setups));
    return all;
";

/// What the server sends has the types that the page's scripts are checked by: no field is missing, and none is there
/// that `types.d.ts` does not know.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_sends_what_the_types_say() {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/.bin/tsc");
    let path = tool.display().to_string();
    if left_out("the types of what the server sends") || lacks("the types of the page", &[&path]) {
        return;
    }
    let table = Table::start();
    let mut page = Browser::open(Look::DESKTOP).await;
    page.goto(&table.url).await;
    let samples = page.script_awaited(SAMPLES, vec![]).await;
    let samples: Vec<(String, Value)> = serde_json::from_value(samples).expect("samples");
    let folder = tempfile::tempdir().expect("a directory");
    let mut script = String::new();
    for (at, (of, data)) in samples.iter().enumerate() {
        // Writing to a String cannot fail. What is written out is checked for fields too many as well.
        let _ = writeln!(script, "export const sample{at}: {of} = {data};");
    }
    let written = folder.path().join("samples.ts");
    fs::write(&written, script).expect("a file");
    let types = web().join("types.d.ts");
    let checked = Command::new(&tool)
        .args([
            "--noEmit", "--strict", "--target", "es2022", "--module", "es2022",
        ])
        .args([&written, &types])
        .output();
    let checked = checked.expect("it runs");
    let said = String::from_utf8_lossy(&checked.stdout);
    println!("{} samples", samples.len());
    // The one that is refused.
    page.complaints().await;
    assert!(
        checked.status.success(),
        "{}",
        said.chars().take(4_000).collect::<String>()
    );
    page.close().await;
}

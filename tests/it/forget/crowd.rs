//! Many people are known, some of them ask at once to be forgotten, and newcomers play meanwhile.
//!
//! `RONDEL_CROWD` is how many people are known, 2,000 unless set. From 50,000 on the newcomers' times
//! are held to what is promised.

use std::{
    env,
    fs::{self, File},
    io,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use fake_discord::{Answer, AnswerKind, FakeDiscord, User};
use rondel::{
    matchplay::Person,
    store::{
        Identity,
        embedded::{
            SledStore,
            disk::{Disk, SystemDisk},
        },
    },
};
use serde_json::json;

use super::bytes::{Needles, found_below};
use crate::discord::Scene;
use crate::now::{now, open_people_on};
use crate::said::assert_says;

/// Number of people who ask at once.
const ASKING: usize = 10;
/// The time from one newcomer to the next.
const EVERY: Duration = Duration::from_millis(40);
/// Number of newcomers, at least.
const NEWCOMERS: usize = 100;
/// The time that an answer to a newcomer may take, but for one in a hundred.
const PROMPT: Duration = Duration::from_secs(1);
/// The time that an answer may take to be filled: a token is good for fifteen minutes.
const FILLED: Duration = Duration::from_secs(900);
/// The time that memory may take to be given back.
const GIVEN_BACK: Duration = Duration::from_secs(10);

/// A disk that says of everything that it is there, so that a crowd is known soon.
#[derive(Debug)]
struct Hasty;

impl Disk for Hasty {
    fn free(&self, path: &Path) -> io::Result<u64> {
        SystemDisk.free(path)
    }

    fn sync(&self, _: &File) -> io::Result<()> {
        Ok(())
    }
}

fn name(number: usize) -> String {
    format!("Zerlinde{number:05}Quastenflosser")
}

/// Lets people be known by number, the last ones of them as these users.
fn seed(people: &Path, crowd: usize, users: &[User]) {
    let people = open_people_on(people, Arc::new(Hasty)).unwrap();
    let strangers = crowd - users.len();
    for number in 0..crowd {
        let id = match number.checked_sub(strangers) {
            Some(user) => users[user].id().0,
            None => number as u64 + 1,
        };
        let identity = Identity::new("discord", &id.to_string()).unwrap();
        let person = Person(number as u128 * 0x0001_0001_0001_0001_0001 + 1);
        let met = now(people.meet(&identity, &name(number), || person));
        assert_eq!(met, Ok(person));
    }
}

/// The resident memory of a process, in kilobytes.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1);
    kilobytes.unwrap().parse().unwrap()
}

/// The longest of these, but for some hundredths.
fn quantile(times: &[Duration], hundredths: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times[(times.len() * hundredths).div_ceil(100).max(1) - 1]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_of_people_and_ten_who_ask_at_once() {
    let crowd = env::var("RONDEL_CROWD").map_or(300, |crowd| crowd.parse().unwrap());
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let asking: Vec<User> = (0..ASKING)
        .map(|number| scene.guild.user(&format!("z{number}")))
        .collect();
    let data = scene.data.path();
    drop(SledStore::open(&data.join("store")).unwrap());
    seed(&data.join("people"), crowd, &asking);
    scene.start(&[]).await;
    scene.discord.set_patience(FILLED);
    let process = scene.bot.as_ref().expect("a bot").id();
    let come = async |number: usize| {
        let channel = scene.guild.channel(&format!("table-{number}"));
        let newcomer = scene.guild.user(&format!("new-{number}"));
        let answer = newcomer
            .slash(&channel, "play", &crate::discord::table())
            .await;
        assert!(
            !answer.is_timed_out() && !answer.buttons().is_empty(),
            "{answer:?}"
        );
        answer.after
    };
    // What is done for the first time costs memory of its own.
    for number in 0..NEWCOMERS {
        come(number).await;
    }
    let before = resident(process);

    let begun = Instant::now();
    let confirmed = [("confirm", json!(true))];
    let asked = asking.iter();
    let asked: Vec<_> = asked
        .map(|user| user.slash(&scene.channel, "forget-me", &confirmed))
        .collect();
    let mut forgotten = Box::pin(async {
        let mut outcomes = Vec::new();
        for pending in asked {
            let answer = pending.await;
            assert!(!answer.is_timed_out(), "not answered in time");
            assert!(answer.ephemeral);
            outcomes.push(answer);
        }
        for answer in &outcomes {
            let said = scene.discord.filled(answer).await.content;
            assert_says(&said, "forget-done", &[]);
        }
        (outcomes, begun.elapsed())
    });
    let (mut times, mut most) = (Vec::new(), before);
    let mut looks = tokio::time::interval(EVERY);
    let mut outcomes = None;
    for number in NEWCOMERS.. {
        if outcomes.is_some() && times.len() >= NEWCOMERS {
            break;
        }
        tokio::select! {
            done = &mut forgotten, if outcomes.is_none() => outcomes = Some(done),
            _ = looks.tick() => {}
        }
        times.push(come(number).await);
        most = most.max(resident(process));
    }
    drop(forgotten);
    let (answers, done) = outcomes.expect("they are forgotten");
    let deferred = |answer: &Answer| answer.kind == AnswerKind::Deferred;
    assert!(answers.iter().all(deferred), "{answers:?}");
    let answered = answers.iter().map(|answer| answer.after).max().unwrap();

    let mut after = resident(process);
    let given_back = Instant::now();
    while crowd >= 50_000 && after * 5 > before * 6 && given_back.elapsed() < GIVEN_BACK {
        tokio::time::sleep(Duration::from_millis(100)).await;
        after = resident(process);
    }
    println!(
        "{ASKING} of {crowd} people asked at once: answered within {} ms, forgotten within {} ms",
        answered.as_millis(),
        done.as_millis()
    );
    println!(
        "{} newcomers meanwhile: /play answered in {} ms (median), {} ms (p99), {} ms (the longest)",
        times.len(),
        quantile(&times, 50).as_millis(),
        quantile(&times, 99).as_millis(),
        quantile(&times, 100).as_millis()
    );
    println!(
        "resident: {} MiB before, {} MiB at most, {} MiB {} s after",
        before >> 10,
        most >> 10,
        after >> 10,
        given_back.elapsed().as_secs()
    );
    if crowd >= 50_000 {
        assert!(quantile(&times, 99) <= PROMPT, "newcomers waited");
    }
    scene.stop().await;
    for number in crowd - ASKING..crowd {
        let needles = Needles::default().text("name", &name(number));
        assert_eq!(found_below(scene.data.path(), &needles), []);
    }
    scene.assert_sound();
}

//! The subcommands, put together from the parts that do the work.

mod arguments;
mod backup;
mod backups;
mod chats;
mod log;
mod standings;
mod stopping;
mod stores;

use std::{
    cell::LazyCell,
    collections::HashMap,
    fmt::Display,
    io::{self, Read, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use crate::{
    config::{Config, ConfigError, Secret},
    host::{Host, SystemClock},
    matchplay::{Event, Match, MatchId, Moment, Person, Place},
    messages::{Texts, illegal_move},
    output::{self, FileAccess, KeptPaths, OutputError},
    render::{RenderError, Style, alt_text, png, svg, text_board},
    rules::{IllegalMove, ParsePositionError, Position, Ruleset},
    rulesets::{Rulesets, RulesetsError},
    store::{
        PeopleStore, ReadMatches, StoreError,
        check::check,
        embedded::{Rescue, check_files},
        memory::MemoryStore,
        postgres::PostgresStore,
    },
    tools::{analyze, bench, engine, perft, render},
    transcript::{Format, LONGEST_FILE, Transcript},
};
use anyhow::Context;

use arguments::{Arguments, RenderArguments, Task};
use log::StandardError;
pub(crate) use log::remark;
use stores::{Kept, in_runtime};

/// The place of imported matches: in the console's server, so that the person who runs the program
/// can look at them there, and nobody else can.
const IMPORTED: &str = "console/imported";

/// The configuration that is read where none is named.
const USUAL_CONFIG: &str = "config/rondel.toml";

/// Runs the program by the arguments of this process, and says on standard error what went wrong.
#[must_use]
pub fn main() -> ExitCode {
    match run(Arguments::read()) {
        Ok(code) => code,
        Err(error) => {
            remark(format_args!("rondel: {error:#}"));
            exit_code(&error)
        }
    }
}

/// Returns exit code 2 for wrong usage or configuration, 1 for any other failure.
fn exit_code(error: &anyhow::Error) -> ExitCode {
    let usage = error.is::<ConfigError>()
        || error.is::<RulesetsError>()
        || error.is::<UnknownRuleset>()
        || error.is::<render::RenderInputError>()
        || error.is::<RenderError>()
        || error.is::<ParsePositionError>()
        || matches!(error.downcast_ref(), Some(OutputError::Kept(_)));
    ExitCode::from(if usage { 2 } else { 1 })
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let usual = Path::new(USUAL_CONFIG);
    let file = arguments.config.as_deref();
    let file = file.or_else(|| usual.is_file().then_some(usual));
    let (data, adopts, opens) = (arguments.data, arguments.adopt_people, arguments.open);
    // Tools open no store, and write no log.
    let kept = |adopt| {
        let data = data.clone();
        let config = config(file)?;
        let log = log::start(&config);
        if !config.renamed.is_empty() {
            let old = config.renamed.join(", ");
            tracing::warn!(
                "{old}: the section [table] is called [web] now, and RONDEL_TABLE__… is RONDEL_WEB__…; it is still read"
            );
        }
        Ok::<Kept, ConfigError>(Kept {
            paths: stores::kept_paths(&config, file, &data),
            config,
            data,
            file: file.map(Path::to_owned),
            adopt,
            _log: log,
        })
    };
    match arguments.command {
        Some(Task::Perft(task)) => {
            let position = match &task.position {
                Some(line) => line.parse()?,
                None => Position::start(),
            };
            let threads = usize::from(task.threads);
            let (out, speeds) = (&mut io::stdout().lock(), &mut StandardError);
            let counted = perft::run(&position, task.depth, task.divide, threads, out, speeds);
            until_nobody_reads(counted)
        }
        Some(Task::Analyze { ruleset: name }) => {
            let out = io::BufWriter::new(io::stdout().lock());
            let ruleset = ruleset(&name, file)?;
            // Most inputs have no illegal move, and reading the texts takes longer than a short one.
            let texts = LazyCell::new(Texts::english);
            let wording = |why: &IllegalMove| illegal_move::why(&texts, why).into();
            until_nobody_reads(analyze::run(ruleset, &wording, io::stdin().lock(), out))
        }
        Some(Task::Render(task)) => {
            let config = config(file)?;
            let ruleset = named_ruleset(&task.ruleset, &config)?;
            draw(&task, ruleset, &stores::kept_paths(&config, file, &data))
        }
        Some(Task::Arena { arguments }) => {
            let arguments = arguments.join(" ");
            remark(format_args!(
                "rondel: the arena is for developers now: cargo run --release -p rondel-dev -- arena {arguments}"
            ));
            Ok(ExitCode::from(2))
        }
        Some(Task::Engine) => {
            let input = io::BufReader::new(io::stdin());
            let rulesets = rulesets(&config(file)?)?;
            let named = |name: &str| rulesets.named(name).map(|named| named.ruleset);
            until_nobody_reads(engine::run(&named, input, io::stdout().lock()))
        }
        Some(Task::Bench) => {
            let rate = bench::run(&mut io::stdout().lock());
            until_nobody_reads(rate.map(|rate| remark(format_args!("nps {rate}"))))
        }
        Some(Task::Check) => {
            let kept = kept(false)?;
            let report = match (kept.matches(), kept.postgres()?) {
                (Some(matches), _) => in_runtime(check_files(&matches, &kept.people()))??,
                (None, Some(store)) => in_runtime(check(&*store, Some(&*store)))??,
                (None, None) => in_runtime(check(&MemoryStore::new(), None))??,
            };
            until_nobody_reads(writeln!(io::stdout(), "{report}"))?;
            Ok(ExitCode::from(u8::from(!report.is_whole())))
        }
        Some(Task::Standings { rebuild }) => say_who_leads(&kept(false)?, rebuild),
        Some(Task::Export { id, format }) => export(&kept(false)?, id, format),
        Some(Task::Import { file }) => import(&kept(false)?, &file),
        Some(Task::Backup {
            file,
            without_people,
            damaged: false,
        }) => backup::backup(&kept(false)?, &file, !without_people),
        Some(Task::Backup {
            file,
            damaged: true,
            ..
        }) => backup::backup_damaged(&kept(false)?, &file),
        Some(Task::Restore(task)) => backup::restore(&kept(false)?, &task),
        Some(Task::Migrate { from, to }) => backup::migrate(&kept(false)?, &from, &to),
        Some(Task::Salvage { from, to }) => backup::salvage(&kept(false)?, &from, &to),
        Some(Task::Console(task)) => {
            let kept = kept(adopts)?;
            kept.log_paths();
            chats::console(&kept, task)
        }
        None => {
            let kept = kept(adopts)?;
            kept.log_paths();
            let given = std::env::var_os("DISCORD_TOKEN");
            let is_given = given.is_some();
            match Secret::token(given, &kept.config.discord)? {
                Some(token) => chats::discord(&kept, &token),
                None => {
                    if is_given {
                        tracing::warn!(
                            "DISCORD_TOKEN is empty, so Rondel serves the page and not Discord"
                        );
                    }
                    chats::table(&kept, opens)
                }
            }
        }
    }
}

/// Says what was done. It was done even if that cannot be written.
fn done(text: impl Display) -> ExitCode {
    let _ = writeln!(io::stdout(), "{text}");
    ExitCode::SUCCESS
}

/// Ends well if nobody reads the answers any more, as after `| head`: that is no failure.
fn until_nobody_reads(ended: io::Result<()>) -> anyhow::Result<ExitCode> {
    match ended {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        Ok(()) | Err(_) => Ok(ExitCode::SUCCESS),
    }
}

fn draw(task: &RenderArguments, ruleset: Ruleset, kept: &KeptPaths) -> anyhow::Result<ExitCode> {
    let options = render::RenderOptions {
        ruleset,
        position: task.position.clone(),
        moves: task.moves.clone(),
        seat: task.seat,
        zoom: task.zoom,
    };
    let style = Style {
        size: task.size,
        theme: task.theme,
        pieces: task.pieces,
    };
    let texts = Texts::english();
    let view = render::view(&options, &|why| illegal_move::why(&texts, why).into())?;
    let Some(path) = &task.out else {
        let text = if task.text {
            text_board(&view, &texts)
        } else {
            alt_text(&view, &texts)
        };
        return until_nobody_reads(writeln!(io::stdout(), "{text}"));
    };
    let picture = if task.svg {
        svg(&view, &texts, &style)?.into_bytes()
    } else {
        png(&view, &texts, &style)?
    };
    match output::write_file(path, kept, FileAccess::Usual, &picture) {
        Err(OutputError::Failed { source, .. })
            if path == Path::new("-") && source.kind() == io::ErrorKind::BrokenPipe =>
        {
            Ok(ExitCode::SUCCESS)
        }
        written => Ok(written.map(|()| ExitCode::SUCCESS)?),
    }
}

fn config(file: Option<&Path>) -> Result<Config, ConfigError> {
    Config::load(file, std::env::vars_os())
}

/// Returns the presets together with the rulesets that the configuration adds.
fn rulesets(config: &Config) -> Result<Rulesets, RulesetsError> {
    Rulesets::configured(config.rulesets.dir.as_deref())
}

/// Returns the ruleset of this name. All files are read even for a preset, so that a fault in any
/// of them is reported before a match is played.
fn ruleset(name: &str, file: Option<&Path>) -> anyhow::Result<Ruleset> {
    named_ruleset(name, &config(file)?)
}

fn named_ruleset(name: &str, config: &Config) -> anyhow::Result<Ruleset> {
    let all = rulesets(config)?;
    match all.named(name) {
        Some(named) => Ok(named.ruleset),
        None => Err(UnknownRuleset(all.names().join(", ")).into()),
    }
}

/// The ruleset asked for does not exist.
#[derive(Debug, thiserror::Error)]
#[error("unknown-ruleset: there is {0}")]
struct UnknownRuleset(String);

fn say_who_leads(kept: &Kept, rebuild: bool) -> anyhow::Result<ExitCode> {
    // Showing standings does not create a store.
    let stores = match (kept.kept_matches()?, kept.postgres()?) {
        (Some(_), _) => kept.open()?.0,
        (None, Some(store)) => store.into(),
        (None, None) => stores::in_memory(),
    };
    let told = in_runtime(async {
        let host = Host::new(stores, Arc::new(SystemClock::start()), None).await?;
        if rebuild {
            return host.rebuild_standings(standings::summary).await;
        }
        let (now, hidden) = (host.now(), host.hidden());
        let leaders = host
            .standings(move |all| standings::leaders(all, now, &|person| hidden.contains(&person)));
        let leaders = leaders.await?;
        host.people().know(&standings::named(&leaders)).await?;
        let name = |person| {
            let name = host.people().name(person);
            name.unwrap_or_else(|| String::from("somebody"))
        };
        Ok(standings::tables(&leaders, &name))
    });
    until_nobody_reads(write!(io::stdout(), "{}", told??))
}

fn export(kept: &Kept, id: MatchId, format: Format) -> anyhow::Result<ExitCode> {
    let (events, names) = match kept.postgres()? {
        Some(store) => in_runtime(read_match(store, id))??,
        None => {
            // Looking for a match does not create a store.
            let data = kept.data.display();
            let matches = kept
                .kept_matches()?
                .with_context(|| format!("no-such-match: nothing is kept in {data}"))?;
            let stores = Rescue::open(&matches, &kept.people())?;
            let events = in_runtime(stores.load(id))??;
            let cards = stores.cards().iter();
            let names = cards.map(|(person, card)| (*person, card.name.clone()));
            (events, names.collect())
        }
    };
    anyhow::ensure!(!events.is_empty(), "no-such-match: there is no match {id}");
    let name = |person| names.get(&person).cloned().unwrap_or_default();
    let record = Transcript::of(id, &events, name);
    let record = record.with_context(|| {
        format!("not-started: match {id} has not begun, so there is nothing to record")
    })?;
    until_nobody_reads(write!(io::stdout(), "{}", record.written(format)))
}

/// Reads a match, and the names of its people.
async fn read_match(
    store: Arc<PostgresStore>,
    id: MatchId,
) -> Result<(Vec<(Event, Moment)>, HashMap<Person, String>), StoreError> {
    let events = store.load(id).await?;
    let state = Match::fold(id, events.iter().map(|(event, at)| (event, *at)));
    let cards = store.cards(state.map_or(Vec::new(), |state| state.people()));
    let cards = cards.await?;
    let names = cards.into_iter().map(|(person, card)| (person, card.name));
    Ok((events, names.collect()))
}

fn import(kept: &Kept, file: &Path) -> anyhow::Result<ExitCode> {
    let name = if file == Path::new("-") {
        String::from("standard input")
    } else {
        file.display().to_string()
    };
    let bytes = read_record(file).with_context(|| format!("{name} cannot be read"))?;
    let record = Transcript::read(&bytes)
        .with_context(|| format!("{name} is refused, and nothing of it is kept"))?;
    anyhow::ensure!(kept.keeps(), "nothing is kept where store.url is memory:");
    let (stores, _) = kept.open()?;
    let imported = in_runtime(async {
        let host = Host::new(stores, Arc::new(SystemClock::start()), None).await?;
        // The opener of a match between computers plays nothing, and is left out.
        let mut players = Vec::new();
        for name in record.people() {
            players.push(match name {
                Some(name) => host.people().introduce(name, || host.new_person()).await?,
                None => host.new_person(),
            });
        }
        let events = record
            .as_imported(&Place::new(IMPORTED), &players)
            .context("the match of this record is not over")?;
        Ok::<_, anyhow::Error>(host.import(&events).await?)
    });
    Ok(done(format_args!("imported {}", imported??.id())))
}

/// Reads at most one byte more than a record may have, so that a longer one is noticed.
fn read_record(file: &Path) -> io::Result<Vec<u8>> {
    let most = LONGEST_FILE as u64 + 1;
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?
            .take(most)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

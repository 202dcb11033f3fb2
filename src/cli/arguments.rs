//! Command line arguments (interfaces §1, §4 to §8). The doc comments of the fields are the texts
//! of `--help`.

use std::path::PathBuf;

use crate::{
    config::StoreUrl,
    matchplay::MatchId,
    render::{PieceSet, Theme},
    rules::{Choice, Color},
    transcript::Format,
};
use clap::{
    Arg, ArgAction, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
    value_parser,
};

/// Three-player chess on the round board, for Discord, for the browser and for the terminal.
#[derive(Debug, Parser)]
#[command(version = env!("RONDEL_VERSION"))]
pub(crate) struct Arguments {
    /// The configuration file [default: config/rondel.toml where there is one]
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// The directory for everything that is kept
    #[arg(long, global = true, value_name = "DIR", default_value = "./data")]
    pub(super) data: PathBuf,
    /// Start even though the people who play in the matches are lost: those matches go on as if
    /// they had left
    #[arg(long, global = true)]
    pub(super) adopt_people: bool,
    /// Open the page in a browser
    #[arg(long)]
    pub(super) open: bool,
    #[command(subcommand)]
    pub(super) command: Option<Task>,
}

/// The commands for which an argument of all commands means nothing. Their help leaves it out, and it may be
/// given all the same.
const MEANINGLESS: [(&str, &str, &[&str]); 3] = [
    ("config", "config", &["perft", "bench"]),
    (
        "data",
        "data",
        &["perft", "analyze", "render", "engine", "bench"],
    ),
    (
        "adopt_people",
        "adopt-people",
        &[
            "perft",
            "analyze",
            "render",
            "engine",
            "bench",
            "check",
            "standings",
            "export",
            "import",
            "backup",
            "restore",
            "migrate",
            "salvage",
        ],
    ),
];

impl Arguments {
    /// Reads the command line. Ends the process if it is wrong, or asks for help or the version.
    pub(crate) fn read() -> Arguments {
        let matches = command().get_matches();
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

fn command() -> Command {
    let mut command = Arguments::command();
    for (id, long, tasks) in MEANINGLESS {
        for task in tasks {
            // An argument of the command's own keeps that of all commands out.
            let hidden = Arg::new(id).long(long).hide(true);
            let hidden = match id {
                "adopt_people" => hidden.action(ArgAction::SetTrue),
                _ => hidden.value_parser(value_parser!(PathBuf)),
            };
            command = command.mut_subcommand(task, |task| task.arg(hidden));
        }
    }
    command
}

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Play at the terminal, or answer the commands of a file or pipe
    Console(ConsoleArguments),
    /// Count the positions after a number of plies
    Perft(PerftArguments),
    /// Read positions and moves, a line each, and say what they lead to
    Analyze {
        /// The rules to judge by
        #[arg(long, value_name = "NAME", default_value = "three-man")]
        ruleset: String,
    },
    /// Draw a position
    Render(RenderArguments),
    /// Say where the arena is now
    #[command(hide = true)]
    Arena {
        /// Whatever the arena took
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Choose moves for a program that lets engines play, a line each
    Engine,
    /// Let the computer search positions that never change, and print how much it visited
    Bench,
    /// Replay everything that is kept, and say what is wrong with it
    Check,
    /// Say who leads in each ruleset
    Standings {
        /// Work everything out again from the matches, and print the figures
        #[arg(long)]
        rebuild: bool,
    },
    /// Write the record of a match
    Export {
        /// The match, such as m7k3q
        #[arg(long = "match", value_name = "ID")]
        id: MatchId,
        /// The record's form
        #[arg(long, value_name = "FORM", default_value = "text", value_parser = choice::<Format>())]
        format: Format,
    },
    /// Keep the match of a record, played again move by move
    Import {
        /// The record to read, - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write everything that is kept into a file, also while Rondel is running
    Backup {
        /// The file to write, such as rondel.jsonl.gz, - for standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Leave out people, and all that is theirs alone
        #[arg(long)]
        without_people: bool,
        /// Write what is intact in a damaged store, and say what is not, while Rondel is stopped
        #[arg(long, conflicts_with = "without_people")]
        damaged: bool,
    },
    /// Read a backup into the store, where nothing is kept yet
    Restore(RestoreArguments),
    /// Copy everything from one store into another, where nothing is kept yet
    Migrate {
        /// The store to read, written as in store.url, or env:NAME for what a variable says
        #[arg(value_name = "FROM", value_parser = store_url)]
        from: StoreUrl,
        /// The store to fill, written as in store.url, or env:NAME for what a variable says
        #[arg(value_name = "TO", value_parser = store_url)]
        to: StoreUrl,
    },
    /// Copy what is whole from a damaged store into another, where nothing is kept yet
    Salvage {
        /// The store to read, written as in store.url, or env:NAME for what a variable says
        #[arg(value_name = "FROM", value_parser = store_url)]
        from: StoreUrl,
        /// The store to fill, written as in store.url, or env:NAME for what a variable says
        #[arg(value_name = "TO", value_parser = store_url)]
        to: StoreUrl,
    },
}

#[derive(Debug, Args)]
pub(super) struct RestoreArguments {
    /// The backup to read, - for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The list of people who were forgotten since [default: the file forgotten beside the backup]
    #[arg(long, value_name = "LIST")]
    pub(super) forgotten: Option<PathBuf>,
    /// Bring back even people who were forgotten since
    #[arg(long, conflicts_with = "forgotten")]
    pub(super) without_forgotten: bool,
}

/// Reads a store as `store.url` has it, or `env:NAME`, which stands for the variable of that name: what stands
/// on a command line can be read by everybody on the machine.
fn store_url(text: &str) -> Result<StoreUrl, String> {
    let Some(name) = text.strip_prefix("env:") else {
        return StoreUrl::try_from(text.to_owned());
    };
    match std::env::var(name) {
        Ok(url) => StoreUrl::try_from(url.trim().to_owned()),
        Err(_) => Err(format!("the environment has no readable variable {name:?}")),
    }
}

#[derive(Debug, Default, Args)]
pub(super) struct ConsoleArguments {
    /// Answer in JSON lines
    #[arg(long)]
    pub(super) json: bool,
    /// Draw pictures into this directory
    #[arg(long, value_name = "DIR")]
    pub(super) images: Option<PathBuf>,
    /// Make dice and ids repeat
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(super) struct PerftArguments {
    /// The greatest depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) depth: u32,
    /// Count from this position line instead of from the start
    #[arg(long, value_name = "LINE")]
    pub(super) position: Option<String>,
    /// Count the greatest depth alone, move by move
    #[arg(long)]
    pub(super) divide: bool,
    /// Number of threads that count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

#[derive(Debug, Args)]
pub(super) struct RenderArguments {
    /// Draw this position line instead of the start
    #[arg(long, value_name = "LINE")]
    pub(super) position: Option<String>,
    /// Plain moves to be played on it, between quotes
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(super) moves: String,
    /// The rules to play by
    #[arg(long, value_name = "NAME", default_value = "three-man")]
    pub(super) ruleset: String,
    /// The seat to see the board from
    #[arg(long, value_name = "SEAT", default_value = "white", value_parser = choice::<Color>())]
    pub(super) seat: Color,
    /// Show this army's sector large instead of the whole board
    #[arg(long, value_name = "SEAT", value_parser = choice::<Color>())]
    pub(super) zoom: Option<Color>,
    /// The picture's colours
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = themes())]
    pub(super) theme: &'static Theme,
    /// The style of its pieces
    #[arg(long, value_name = "NAME", default_value = "carved", value_parser = choice::<PieceSet>())]
    pub(super) pieces: PieceSet,
    /// The picture's width in pixels
    #[arg(long, value_name = "PX", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(200..=2048))]
    pub(super) size: u32,
    /// Write it as SVG instead of PNG
    #[arg(long, conflicts_with_all = ["text", "alt"])]
    pub(super) svg: bool,
    /// The file to write, - for standard output
    #[arg(long, value_name = "FILE", required_unless_present_any = ["text", "alt"])]
    pub(super) out: Option<PathBuf>,
    /// Print the board as lists
    #[arg(long, conflicts_with = "out")]
    pub(super) text: bool,
    /// Print what the picture shows in a few sentences
    #[arg(long, conflicts_with_all = ["out", "text"])]
    pub(super) alt: bool,
}

/// Reads the name of a theme. A wrong name is answered with the list of names.
fn themes() -> impl TypedValueParser<Value = &'static Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|theme| theme.name))
        .try_map(|name| Theme::named(&name).ok_or("not a theme"))
}

/// Reads a word of a choice. A wrong one is answered with the list of words.
fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS.iter().map(|(word, _)| *word))
        .try_map(|word| T::from_word(&word).ok_or("not one of the words"))
}

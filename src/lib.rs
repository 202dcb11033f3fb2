//! Three-player chess on the round board: the rules, matches that are kept, pictures, and the chats
//! in which people play. `docs/ARCHITECTURE.md` is the map of the code.
//!
//! Three moves:
//!
//! ```
//! use rondel::rules::{Game, Ruleset, read_move, short};
//!
//! let mut game = Game::start(Ruleset::THREE_MAN);
//! let mut played = Vec::new();
//! for typed in ["e4", "Nn3", "u2-u4"] {
//!     let mv = read_move(game.position(), typed)?;
//!     let verdict = game.judge_move(mv)?;
//!     played.push(short(game.position(), mv));
//!     game.carry_out_move(mv);
//!     game.carry_out(&verdict);
//! }
//! assert_eq!(played, ["e4", "Nn3", "u4"]);
//! assert!(game.position().to_string().ends_with(" w wgb - wKQgKQbKQ u3 0 3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use rondel_computer as computer;
pub use rondel_matchplay as matchplay;
pub use rondel_render as render;
pub use rondel_rules as rules;
pub use rondel_standings as standings;
pub use rondel_store as store;

pub mod chats;
pub mod cli;
pub mod commands;
pub mod config;
pub mod delivery;
pub mod host;
pub mod messages;
pub mod output;
pub mod rulesets;
pub mod tools;
pub mod transcript;

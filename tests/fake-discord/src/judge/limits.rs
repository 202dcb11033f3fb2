//! Discord's limits that twilight does not know. Twilight judges the others.

use std::time::Duration;

/// The time in which an interaction's first answer must arrive.
pub const FIRST_ANSWER: Duration = Duration::from_secs(3);
/// The time for which an interaction's token is good.
pub const TOKEN: Duration = Duration::from_secs(15 * 60);

/// The age from which a message takes only some edits.
pub(crate) const HOUR: Duration = Duration::from_secs(3600);
/// Edits of an older message in an hour. Discord has a limit and does not say which.
pub const LATE_EDITS: usize = 3;
/// Later answers to an interaction where the bot is not installed.
pub const FOLLOWUPS: usize = 5;

/// Characters of a nonce.
pub const NONCE: usize = 25;
/// Files in one message.
pub const FILES: usize = 10;
/// Bytes of one file.
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
/// Bytes of one request.
pub const REQUEST_BYTES: usize = 25 * 1024 * 1024;
/// Users, or roles, named in `allowed_mentions`.
pub const ALLOWED_MENTIONS: usize = 100;
/// Messages answered by one listing.
pub const LISTED_MESSAGES: u64 = 100;

/// Components in a message of Components V2, nested ones too.
pub const COMPONENTS: usize = 40;
/// Characters of all texts in a message of Components V2.
pub const TEXT: usize = 4000;
/// Texts in a section.
pub const SECTION_TEXTS: usize = 3;
/// The greatest number of a colour.
pub const COLOR: i64 = 0x00FF_FFFF;
/// Characters of a link button's address.
pub const LINK: usize = 512;
/// Fields of a modal.
pub const MODAL_PARTS: usize = 5;
/// Characters of a modal's title.
pub const MODAL_TITLE: usize = 45;
/// Characters of a modal's id.
pub const MODAL_ID: usize = 100;

/// Characters of the text in a text input.
pub const TEXT_INPUT: i64 = 4000;

/// Slash commands of one application.
pub const COMMANDS: usize = 100;
/// Commands of one application in the menus of people, and as many in those of messages.
pub const MENU_COMMANDS: usize = 15;
/// Choices of a completion, and of an option with a closed list.
pub const CHOICES: usize = 25;
/// Characters of one command in all, each text counted in its longest language.
pub const COMMAND_TOTAL: usize = 8000;

/// Minutes of silence after which a thread is archived.
pub const AUTO_ARCHIVE: [u64; 4] = [60, 1440, 4320, 10080];

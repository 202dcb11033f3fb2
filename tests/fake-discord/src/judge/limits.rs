//! Discord's limits, all of them in this one place.

use std::time::Duration;

/// How long a text may be, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The shortest that is taken.
    pub min: usize,
    /// The longest that is taken.
    pub max: usize,
}

impl Text {
    const fn between(min: usize, max: usize) -> Self {
        Self { min, max }
    }
}

/// The time in which an interaction's first answer must arrive.
pub const FIRST_ANSWER: Duration = Duration::from_secs(3);

/// A message's text.
pub const CONTENT: Text = Text::between(0, 2000);
/// A nonce.
pub const NONCE: Text = Text::between(0, 25);
/// Files in one message.
pub const FILES: usize = 10;
/// Bytes of one file.
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
/// Bytes of one request.
pub const REQUEST_BYTES: usize = 25 * 1024 * 1024;
/// The description of a file, read by those who do not see it.
pub const ALT_TEXT: Text = Text::between(0, 1024);
/// Users, or roles, named in `allowed_mentions`.
pub const ALLOWED_MENTIONS: usize = 100;
/// Messages answered by one listing.
pub const LISTED_MESSAGES: u64 = 100;

/// Embeds in one message.
pub const EMBEDS: usize = 10;
/// Characters of all embeds of one message.
pub const EMBED_TOTAL: usize = 6000;
/// Title of an embed.
pub const EMBED_TITLE: Text = Text::between(0, 256);
/// Description of an embed.
pub const EMBED_DESCRIPTION: Text = Text::between(0, 4096);
/// Fields of an embed.
pub const EMBED_FIELDS: usize = 25;
/// Name of a field.
pub const FIELD_NAME: Text = Text::between(1, 256);
/// Value of a field.
pub const FIELD_VALUE: Text = Text::between(1, 1024);
/// Footer of an embed.
pub const EMBED_FOOTER: Text = Text::between(1, 2048);
/// Author of an embed.
pub const EMBED_AUTHOR: Text = Text::between(1, 256);
/// The greatest colour.
pub const COLOUR: i64 = 0x00FF_FFFF;

/// Rows of a message.
pub const ROWS: usize = 5;
/// Buttons in a row.
pub const BUTTONS: usize = 5;
/// A button's label.
pub const LABEL: Text = Text::between(1, 80);
/// A component's id.
pub const CUSTOM_ID: Text = Text::between(1, 100);
/// A link button's address.
pub const LINK: Text = Text::between(1, 512);
/// Options of a select.
pub const SELECT_OPTIONS: usize = 25;
/// Label, value and description of a select's option.
pub const SELECT_TEXT: Text = Text::between(1, 100);
/// What a select shows while nothing is chosen.
pub const PLACEHOLDER: Text = Text::between(0, 150);

/// A modal's title.
pub const MODAL_TITLE: Text = Text::between(1, 45);
/// A text input's label.
pub const INPUT_LABEL: Text = Text::between(1, 45);
/// What an empty text input shows.
pub const INPUT_PLACEHOLDER: Text = Text::between(0, 100);
/// The text in a text input.
pub const INPUT_VALUE: Text = Text::between(0, 4000);

/// Choices of a completion, and of an option with a closed list.
pub const CHOICES: usize = 25;
/// Name of a choice, and its value where that is text.
pub const CHOICE_TEXT: Text = Text::between(1, 100);

/// Commands of one application.
pub const COMMANDS: usize = 100;
/// Options of one command.
pub const OPTIONS: usize = 25;
/// Name of a command or an option.
pub const COMMAND_NAME: Text = Text::between(1, 32);
/// Description of a command or an option.
pub const COMMAND_DESCRIPTION: Text = Text::between(1, 100);
/// Characters of one command in all, each text counted in its longest language.
pub const COMMAND_TOTAL: usize = 8000;

/// A thread's name.
pub const THREAD_NAME: Text = Text::between(1, 100);
/// Minutes of silence after which a thread is archived.
pub const AUTO_ARCHIVE: [u64; 4] = [60, 1440, 4320, 10080];

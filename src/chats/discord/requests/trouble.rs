//! What goes wrong with requests to Discord: why one failed, and what its refusals are about.

use std::time::Duration;

use serde::Deserialize;

use crate::{chats::discord::reading::fields::Unreadable, store::causes};

/// The wait after a 429 that says none.
const USUAL_WAIT: Duration = Duration::from_secs(1);
/// The longest wait that is believed, in seconds: a day.
const MOST_WAIT: f64 = 86_400.0;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// Discord says so, with a code of its own.
    #[error("Discord refuses it: {message} (code {code}, status {status})")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code, 0 for a general error.
        code: u32,
        /// Discord's words.
        message: String,
    },
    /// There were too many requests. It was not carried out.
    #[error("there were too many requests; the next one may come in {:.1} s", .0.as_secs_f64())]
    Limited(Duration),
    /// The answer is not Discord's: a proxy, Cloudflare or a captive portal has answered.
    #[error("something else than Discord answered, with status {0}")]
    Foreign(u16),
    /// No answer came. Whether it was carried out is not known.
    #[error("no answer: {0}")]
    Broken(String),
    /// No answer came in the time that its size allows. Whether it was carried out is not known.
    #[error("no answer came in the time allowed")]
    Slow,
    /// It was carried out, but this field of the answer cannot be read. It never holds what was sent.
    #[error("the field {0} of the answer cannot be read")]
    Unreadable(String),
    /// It could not be sent.
    #[error("the request cannot be sent: {}", causes(.0))]
    Unsent(Box<serenity::Error>),
}

impl RequestError {
    /// Reads an answer whose status is not good, with the wait that its header names. Discord's own have a
    /// code, or how long to wait: its usual 429 has no code.
    pub(crate) fn read(status: u16, wait: Option<Duration>, body: &[u8]) -> RequestError {
        #[derive(Deserialize)]
        struct RefusalBody {
            code: Option<u32>,
            message: Option<String>,
            retry_after: Option<f64>,
        }
        let said: Option<RefusalBody> = serde_json::from_slice(body).ok();
        let code = said.as_ref().and_then(|said| said.code);
        // Some refusals that last come with this status.
        let lasts = code.is_some_and(|code| judge(status, code) != Trouble::Passing);
        if status == 429 && !lasts {
            let exact = said.and_then(|said| said.retry_after).and_then(duration);
            return RequestError::Limited(exact.or(wait).unwrap_or(USUAL_WAIT));
        }
        match (code, said.and_then(|said| said.message)) {
            (Some(code), Some(message)) => RequestError::Refused {
                status,
                code,
                message,
            },
            _ => RequestError::Foreign(status),
        }
    }

    /// Returns how long Discord wants the next try to wait; zero where it does not say.
    pub(crate) const fn wait(&self) -> Duration {
        match self {
            RequestError::Limited(wait) => *wait,
            RequestError::Refused { .. }
            | RequestError::Foreign(_)
            | RequestError::Broken(_)
            | RequestError::Slow
            | RequestError::Unreadable(_)
            | RequestError::Unsent(_) => Duration::ZERO,
        }
    }

    /// Returns true if what was asked may have been carried out.
    pub(crate) const fn is_unsure(&self) -> bool {
        match self {
            RequestError::Broken(_)
            | RequestError::Slow
            | RequestError::Foreign(_)
            | RequestError::Unreadable(_) => true,
            RequestError::Refused { .. } | RequestError::Limited(_) | RequestError::Unsent(_) => {
                false
            }
        }
    }

    /// Returns true if Discord has answered all the same, false if it could not, and `None` if that says
    /// nothing of the kind: the request was one too many, or was not sent. A permission that is missing, or
    /// any other refusal in Discord's form, is an answer.
    pub(crate) const fn is_answer(&self) -> Option<bool> {
        match self {
            RequestError::Refused { status: 500.., .. }
            | RequestError::Broken(_)
            | RequestError::Slow => Some(false),
            RequestError::Foreign(429)
            | RequestError::Limited(_)
            | RequestError::Unsent(_)
            | RequestError::Refused { status: 429, .. } => None,
            RequestError::Foreign(_) => Some(false),
            RequestError::Refused { .. } | RequestError::Unreadable(_) => Some(true),
        }
    }
}

impl From<serenity::Error> for RequestError {
    fn from(error: serenity::Error) -> RequestError {
        RequestError::Unsent(Box::new(error))
    }
}

impl From<reqwest::Error> for RequestError {
    /// Keeps all causes, and not the address: that of an interaction has a secret in it.
    fn from(error: reqwest::Error) -> RequestError {
        // One that could not even be connected is no slower with a file.
        if error.is_timeout() && !error.is_connect() {
            return RequestError::Slow;
        }
        RequestError::Broken(causes(&error.without_url()).to_string())
    }
}

impl From<Unreadable> for RequestError {
    fn from(Unreadable(field): Unreadable) -> RequestError {
        RequestError::Unreadable(field)
    }
}

/// The result of a request.
pub(crate) type RequestResult<T> = Result<T, RequestError>;

/// Returns a wait of these seconds, within a day; `None` for what is no wait.
pub(crate) fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.min(MOST_WAIT)).ok()
}

/// The reason why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The same request may get through later: too many requests, Discord's own trouble, an answer
    /// that is not Discord's, or a connection that broke. Whether it was carried out is not known in the
    /// last two cases.
    Passing,
    /// A right is missing in that place.
    Rights,
    /// The thread is locked.
    Locked,
    /// The channel, the thread or the server is gone.
    Gone,
    /// That place takes nothing of the kind, whatever is granted.
    Place,
    /// The person is not in the server, or nowhere any more.
    Absent,
    /// The person takes no direct messages of the bot.
    Closed,
    /// The thread is archived and takes no change.
    Archived,
    /// There are as many open threads in the server as there may be.
    Threads,
    /// It is larger than Discord takes it, or the file in it is not taken here.
    File,
    /// Its words or its form are not taken.
    Content,
    /// The message that was to be changed is gone, or takes no change.
    Message,
    /// The interaction has been answered already.
    Answered,
    /// The interaction's time is over.
    Expired,
    /// Answered, but what Discord said cannot be read.
    Unreadable,
    /// Refused for a reason that says nothing about requests of this kind, or that is not known here.
    Unknown,
}

impl Trouble {
    /// Returns true if the words of a message may be taken without its files.
    pub(crate) const fn is_about_files(self) -> bool {
        matches!(self, Trouble::Rights | Trouble::File | Trouble::Content)
    }
}

/// Returns the reason of a failure.
pub(crate) const fn trouble(failure: &RequestError) -> Trouble {
    match failure {
        RequestError::Refused { status, code, .. } => judge(*status, *code),
        RequestError::Foreign(413) => Trouble::File,
        RequestError::Limited(_)
        | RequestError::Foreign(_)
        | RequestError::Broken(_)
        | RequestError::Slow => Trouble::Passing,
        RequestError::Unreadable(_) => Trouble::Unreadable,
        RequestError::Unsent(_) => Trouble::Unknown,
    }
}

/// Reads a status and Discord's own code
/// (<https://docs.discord.com/developers/topics/opcodes-and-status-codes>). The code decides
/// where it is known: some that last come with the status 429, and some that pass with 400.
const fn judge(status: u16, code: u32) -> Trouble {
    match code {
        // Slow mode, limits on announcements, on writing, on opening direct messages and of services.
        20_016 | 20_022 | 20_028 | 20_029 | 40_003 | 40_062 => Trouble::Passing,
        // Sending or a feature is switched off for a while, or Cloudflare is in the way; overload.
        40_004 | 40_006 | 40_043 | 40_333 | 110_000 | 110_001 | 130_000 => Trouble::Passing,
        // The token or the bot's account: an operator can help, and no row may get lost meanwhile.
        40_001 | 40_002 | 50_014 => Trouble::Passing,
        10_003 | 10_004 => Trouble::Gone,
        // Also without a second factor, which a server may ask of those who manage it, and where a
        // sender has to be verified.
        50_001 | 50_009 | 50_013 | 60_003 => Trouble::Rights,
        160_005 => Trouble::Locked,
        // Kinds of channels, bans, regions, boosts, and what a server must have for this.
        20_015 | 20_035 | 40_007 | 40_058 | 40_067 | 50_003 | 50_008 | 50_024 | 50_055 | 50_068
        | 50_095 | 50_097 | 50_101 | 50_173 => Trouble::Place,
        // Open threads, and members of one thread.
        30_033 | 160_006 | 160_007 => Trouble::Threads,
        50_083 => Trouble::Archived,
        10_007 | 10_013 => Trouble::Absent,
        // They say so, share no server with the bot, or are none that can be written to.
        50_007 | 50_033 | 50_278 => Trouble::Closed,
        // Too large, too many, of a kind that is not taken, lost, seen as explicit, or uploads are limited
        // in this server.
        20_009 | 30_015 | 40_005 | 50_045 | 50_046 | 50_110 | 50_123 | 50_124 | 50_138 | 50_146
        | 50_192 | 400_001 => Trouble::File,
        // An empty or wrong form, words that are not allowed, automatic moderation, harmful links.
        20_031 | 50_006 | 50_035 | 50_109 | 200_000 | 200_001 | 240_000 => Trouble::Content,
        // Unknown, somebody else's, of the system, edited too often when old, with a thread already.
        10_008 | 30_046 | 50_005 | 50_021 | 50_162 | 160_004 => Trouble::Message,
        40_060 => Trouble::Answered,
        // An interaction's own token, and the webhook that it stands for.
        10_012 | 10_015 | 10_062 | 50_027 => Trouble::Expired,
        _ => match status {
            413 => Trouble::File,
            401 | 408 | 429 | 500.. => Trouble::Passing,
            _ => Trouble::Unknown,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOUDFLARE: &[u8] = b"<!DOCTYPE html><title>Attention Required! | Cloudflare</title>";

    #[test]
    fn answers_that_are_not_discords_are_known_by_their_form() {
        let wait = Some(Duration::from_secs(65));
        let foreign = "something else than Discord";
        let usual = &br#"{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}"#[..];
        for (status, header, body, expected, answered) in [
            (
                404,
                None,
                &br#"{"message": "Unknown Channel", "code": 10003}"#[..],
                "10003",
                Some(true),
            ),
            (
                400,
                None,
                br#"{"message": "400: Bad Request", "code": 0}"#,
                "code 0",
                Some(true),
            ),
            (
                401,
                None,
                br#"{"message": "401: Unauthorized", "code": 0}"#,
                "code 0",
                Some(true),
            ),
            (
                403,
                None,
                br#"{"message": "Missing Access", "code": 50001}"#,
                "50001",
                Some(true),
            ),
            (
                403,
                None,
                br#"{"message": "Missing Permissions", "code": 50013}"#,
                "50013",
                Some(true),
            ),
            (
                500,
                None,
                br#"{"message": "500: Internal Server Error", "code": 0}"#,
                "code 0",
                Some(false),
            ),
            (
                503,
                None,
                br#"{"message": "overloaded", "code": 130000}"#,
                "130000",
                Some(false),
            ),
            (400, None, CLOUDFLARE, foreign, Some(false)),
            (403, None, CLOUDFLARE, foreign, Some(false)),
            (404, None, CLOUDFLARE, foreign, Some(false)),
            (404, None, b"", foreign, Some(false)),
            (403, None, b"{}", foreign, Some(false)),
            (
                403,
                None,
                br#"{"error": "forbidden", "code": "x"}"#,
                foreign,
                Some(false),
            ),
            (503, None, CLOUDFLARE, foreign, Some(false)),
            // Discord's usual 429 has no code.
            (429, None, usual, "in 64.6 s", None),
            (429, wait, CLOUDFLARE, "in 65.0 s", None),
            (429, None, CLOUDFLARE, "in 1.0 s", None),
            (
                429,
                None,
                br#"{"message": "slow", "retry_after": 3.0, "code": 20016}"#,
                "in 3.0 s",
                None,
            ),
            (
                429,
                wait,
                br#"{"message": "slow", "retry_after": -1.0}"#,
                "in 65.0 s",
                None,
            ),
            (
                429,
                None,
                br#"{"message": "edits", "code": 30046}"#,
                "30046",
                None,
            ),
        ] {
            let error = RequestError::read(status, header, body);
            assert!(error.to_string().contains(expected), "{status} {error}");
            assert_eq!(error.is_answer(), answered, "{status} {error}");
        }
    }

    #[test]
    fn codes_mean_what_discord_says() {
        for (status, code, expected) in [
            (404, 10_003, Trouble::Gone),
            (404, 10_007, Trouble::Absent),
            (404, 10_008, Trouble::Message),
            (404, 10_062, Trouble::Expired),
            (400, 40_060, Trouble::Answered),
            (403, 40_333, Trouble::Passing),
            (403, 50_001, Trouble::Rights),
            (403, 50_007, Trouble::Closed),
            (400, 50_024, Trouble::Place),
            (400, 50_035, Trouble::Content),
            (400, 50_083, Trouble::Archived),
            (400, 160_005, Trouble::Locked),
            (400, 160_006, Trouble::Threads),
            (400, 200_000, Trouble::Content),
            (403, 400_001, Trouble::File),
            // The code counts, whatever the status is.
            (429, 30_046, Trouble::Message),
            (429, 20_028, Trouble::Passing),
            (413, 40_005, Trouble::File),
            (413, 0, Trouble::File),
            (429, 0, Trouble::Passing),
            (401, 0, Trouble::Passing),
            (503, 0, Trouble::Passing),
            (403, 0, Trouble::Unknown),
            (400, 99_999_999, Trouble::Unknown),
        ] {
            assert_eq!(judge(status, code), expected, "{status} {code}");
        }
    }
}

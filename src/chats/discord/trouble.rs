//! Discord's refusals, by what they mean for the one who asked.

use serenity::all::HttpError;

/// The reason why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The same request may get through later: too many requests, Discord's own trouble, or a
    /// connection that broke. Whether it was carried out is not known in the last case.
    Passing,
    /// A right is missing in that place, or the thread is locked.
    Rights,
    /// The channel, the thread or the server is gone.
    Gone,
    /// The person is not in the server, or nowhere any more.
    Absent,
    /// The person takes no direct messages of the bot.
    Closed,
    /// The thread is archived and takes no change.
    Archived,
    /// There are as many open threads in the server as there may be.
    Threads,
    /// It is larger than Discord takes it.
    TooLarge,
    /// The interaction has been answered already.
    Answered,
    /// The interaction's time is over.
    Expired,
    /// Done, but what Discord said of it cannot be read.
    Unreadable,
    /// Refused for good.
    Final,
}

/// Returns the reason of an error of serenity's.
pub(super) fn trouble(error: &serenity::Error) -> Trouble {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            judge(response.status_code.as_u16(), response.error.code)
        }
        serenity::Error::Http(
            HttpError::Request(_) | HttpError::RateLimitI64F64 | HttpError::RateLimitUtf8,
        ) => Trouble::Passing,
        // What is read as JSON is the body of a success.
        serenity::Error::Json(_) => Trouble::Unreadable,
        _ => Trouble::Final,
    }
}

/// Returns true if Discord has answered a request, false if it could not, and `None` if that says nothing
/// of the kind: it refused one too many, or nothing was sent.
pub(super) fn is_answered<T>(asked: &serenity::Result<T>) -> Option<bool> {
    match asked {
        Ok(_) => Some(true),
        Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(response))) => {
            is_answer(response.status_code.as_u16(), response.error.code)
        }
        Err(serenity::Error::Http(HttpError::Request(_))) => Some(false),
        // What is read is the body of a success: Discord's own is JSON.
        Err(serenity::Error::Json(error)) => Some(error.is_data()),
        Err(_) => None,
    }
}

/// Returns the same of a status and a code: a permission that is missing, or any other refusal in Discord's
/// form, is an answer.
const fn is_answer(status: u16, code: isize) -> Option<bool> {
    match (status, code) {
        (429, _) => None,
        (500.., _) | (_, FOREIGN) => Some(false),
        _ => Some(true),
    }
}

/// The code that serenity gives to a refusal which is not in Discord's form.
const FOREIGN: isize = -1;

/// Reads a status and Discord's own code
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes>). The code decides
/// where it is known: some that are final come with the status 429.
fn judge(status: u16, code: isize) -> Trouble {
    match (status, code) {
        (_, 10_003 | 10_004) => Trouble::Gone,
        (_, 10_007 | 10_013) => Trouble::Absent,
        // They say so, share no server with the bot, or are none that can be written to.
        (_, 50_007 | 50_033 | 50_278) => Trouble::Closed,
        // An interaction's own token, and the webhook that it stands for.
        (_, 10_062 | 10_015 | 50_027) => Trouble::Expired,
        (_, 40_060) => Trouble::Answered,
        (_, 40_005) | (413, _) => Trouble::TooLarge,
        (_, 50_001 | 50_013 | 160_005) => Trouble::Rights,
        (_, 50_083) => Trouble::Archived,
        (_, 160_006) => Trouble::Threads,
        // An unknown message, a body of the wrong form, too many commands created today, too many
        // edits of an old message, a thread that the message has already.
        (_, 10_008 | 50_035 | 30_034 | 30_046 | 160_004) => Trouble::Final,
        // 401 means the token: the gateway ends the program for it, and no row may get lost.
        (401 | 408 | 429 | 500.., _) => Trouble::Passing,
        // Something between here and Discord refuses.
        (403, FOREIGN) => Trouble::Passing,
        _ => Trouble::Final,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_refusals_those_alone_are_an_outage_which_discord_did_not_mean() {
        for (status, code, answered) in [
            (500, 0, Some(false)),
            (503, FOREIGN, Some(false)),
            (403, FOREIGN, Some(false)),
            (404, FOREIGN, Some(false)),
            (400, 50_035, Some(true)),
            (401, 0, Some(true)),
            (403, 50_001, Some(true)),
            (403, 50_013, Some(true)),
            (404, 10_003, Some(true)),
            (429, 0, None),
            (429, FOREIGN, None),
        ] {
            assert_eq!(is_answer(status, code), answered, "{status} {code}");
        }
    }

    #[test]
    fn codes_mean_what_discord_says() {
        for (status, code, expected) in [
            (404, 10_003, Trouble::Gone),
            (404, 10_004, Trouble::Gone),
            (404, 10_007, Trouble::Absent),
            (404, 10_013, Trouble::Absent),
            (403, 50_007, Trouble::Closed),
            (403, 50_278, Trouble::Closed),
            (400, 50_033, Trouble::Closed),
            (404, 10_008, Trouble::Final),
            (404, 10_015, Trouble::Expired),
            (404, 10_062, Trouble::Expired),
            (401, 50_027, Trouble::Expired),
            (400, 40_060, Trouble::Answered),
            (403, 50_001, Trouble::Rights),
            (403, 50_013, Trouble::Rights),
            (400, 160_005, Trouble::Rights),
            (400, 50_035, Trouble::Final),
            (400, 50_083, Trouble::Archived),
            (400, 160_006, Trouble::Threads),
            (400, 30_034, Trouble::Final),
            (429, 30_034, Trouble::Final),
            (429, 30_046, Trouble::Final),
            (413, 40_005, Trouble::TooLarge),
            (400, 40_005, Trouble::TooLarge),
            (413, FOREIGN, Trouble::TooLarge),
            (429, 0, Trouble::Passing),
            (429, 20_028, Trouble::Passing),
            (429, FOREIGN, Trouble::Passing),
            (401, 0, Trouble::Passing),
            (403, FOREIGN, Trouble::Passing),
            (403, 0, Trouble::Final),
            (400, 0, Trouble::Final),
            (404, 0, Trouble::Final),
            (500, 0, Trouble::Passing),
            (502, FOREIGN, Trouble::Passing),
            (503, 0, Trouble::Passing),
        ] {
            assert_eq!(judge(status, code), expected, "{status} {code}");
        }
    }
}

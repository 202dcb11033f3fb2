//! Calls to those whom a reply notifies: by a mention, by a direct message, or not at all.

/// The ways in which those whom a reply pings are to hear of it. `U` is a chat's own reference to
/// somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls<U> {
    /// Those who are mentioned in the message.
    pub mentioned: Vec<U>,
    /// Those who get a direct message: the message mentions none of them.
    pub direct: Vec<U>,
    /// Those who were called about the match just before. They are called when some time has passed,
    /// if they are still waited for.
    pub later: Vec<U>,
    /// The player to move, who has left the server and is not called.
    pub left: Option<U>,
}

/// A direct message to somebody whom no mention calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectCall<U> {
    /// The one who is called.
    pub user: U,
    /// True if it is written now. Otherwise it may only have been written before.
    pub writes: bool,
    /// What is said to them next to the post where there is no such message; `None` if nothing else is
    /// left.
    pub instead: Option<Instead>,
}

/// What is said to somebody next to the post, where everybody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// What has happened, and that they take no direct messages.
    Undelivered,
    /// A line that says what is still open for them.
    Late,
}

impl<U> Default for Calls<U> {
    fn default() -> Calls<U> {
        Calls {
            mentioned: Vec::new(),
            direct: Vec::new(),
            later: Vec::new(),
            left: None,
        }
    }
}

impl<U: Copy + PartialEq> Calls<U> {
    /// Returns all who are called now.
    pub fn all(&self) -> impl Iterator<Item = U> {
        self.mentioned.iter().chain(&self.direct).copied()
    }

    /// Returns the direct messages that call those whom a post has not mentioned, or all where it
    /// stands nowhere: `mentioned` is `None` then.
    pub(crate) fn directly(&self, mentioned: Option<&[U]>) -> Vec<DirectCall<U>> {
        let missed = |user: &U| mentioned.is_none_or(|mentioned| !mentioned.contains(user));
        let calls = self.all().filter(missed).map(|user| {
            let (writes, instead) = match mentioned {
                None => (true, None),
                Some(_) if self.direct.contains(&user) => (true, Some(Instead::Undelivered)),
                // It was said when they could not be called, or by an answer that left that to
                // this; or a direct message has called them, as they wanted it then.
                Some(_) => (false, Some(Instead::Late)),
            };
            DirectCall {
                user,
                writes,
                instead,
            }
        });
        calls.collect()
    }
}

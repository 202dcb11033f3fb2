//! Which leaderboard is asked for.

use std::{fmt, str::FromStr};

use super::{
    button::{LONGEST_ID, ParseButtonError},
    invocation::Ask,
};

/// Whose leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// That of the server where it is asked for.
    Server,
    /// That of all servers.
    Everywhere,
}

/// Of which time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Of the month in which it is asked for.
    Month,
    /// Of all time.
    All,
}

impl Scope {
    /// Both.
    pub const ALL: [Scope; 2] = [Scope::Server, Scope::Everywhere];

    /// What options and ids call it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Scope::Server => "server",
            Scope::Everywhere => "everywhere",
        }
    }

    /// The one that is called so.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.word() == word)
    }
}

impl Period {
    /// Both.
    pub const ALL: [Period; 2] = [Period::Month, Period::All];

    /// What options and ids call it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Period::Month => "month",
            Period::All => "all",
        }
    }

    /// The one that is called so.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Period> {
        Period::ALL.into_iter().find(|period| period.word() == word)
    }
}

/// The leaderboard that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the ruleset; the default one when `None`.
    pub ruleset: Option<String>,
    /// Whose leaderboard.
    pub scope: Scope,
    /// Of which time.
    pub period: Period,
    /// Which page, 1 the first; the first when `None`.
    pub page: Option<u32>,
}

/// A page of a leaderboard, and what a button that leads there says in its id (interfaces §9):
/// `rd1:-:0:leaders:<ruleset>.<scope>.<period>.<page>`, since it is about no match.
///
/// ```
/// use rondel::adapters::leaders::{Leaders, Period, Scope};
///
/// let second = Leaders {
///     ruleset: String::from("three-man"),
///     scope: Scope::Server,
///     period: Period::Month,
///     page: 2,
/// };
/// assert_eq!(second.to_string(), "rd1:-:0:leaders:three-man.server.month.2");
/// assert_eq!(second.to_string().parse(), Ok(second));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaders {
    /// The name of the ruleset, whether or not there is one.
    pub ruleset: String,
    /// Whose leaderboard.
    pub scope: Scope,
    /// Of which time.
    pub period: Period,
    /// Which page, 1 the first.
    pub page: u32,
}

impl Leaders {
    /// What the button asks for, as `/leaderboard` does.
    #[must_use]
    pub fn ask(self) -> Ask {
        Ask::Leaderboard(Wanted {
            ruleset: Some(self.ruleset),
            scope: self.scope,
            period: self.period,
            page: Some(self.page),
        })
    }
}

/// What an id begins with.
const HEAD: &str = "rd1:-:0:leaders:";

impl fmt::Display for Leaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scope, period) = (self.scope.word(), self.period.word());
        write!(f, "{HEAD}{}.{scope}.{period}.{}", self.ruleset, self.page)
    }
}

impl FromStr for Leaders {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Leaders, ParseButtonError> {
        if text.len() > LONGEST_ID {
            return Err(ParseButtonError);
        }
        let parts = text.strip_prefix(HEAD).ok_or(ParseButtonError)?;
        let parts: Vec<&str> = parts.split('.').collect();
        let [ruleset, scope, period, page] = parts[..] else {
            return Err(ParseButtonError);
        };
        let plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let read = Leaders {
            ruleset: ruleset.to_owned(),
            scope: Scope::from_word(scope).ok_or(ParseButtonError)?,
            period: Period::from_word(period).ok_or(ParseButtonError)?,
            page: page.parse().map_err(|_| ParseButtonError)?,
        };
        // Only what we write is ours: no sign and no zero before the page.
        let ours = !ruleset.is_empty() && ruleset.chars().all(plain) && read.page > 0;
        if ours && read.to_string() == text {
            Ok(read)
        } else {
            Err(ParseButtonError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_forgeries_do_not() {
        for scope in Scope::ALL {
            for period in Period::ALL {
                for (ruleset, page) in [("three-man", 1), ("x", u32::MAX), (&*"9".repeat(32), 70)] {
                    let ruleset = ruleset.to_owned();
                    let leaders = Leaders {
                        ruleset,
                        scope,
                        period,
                        page,
                    };
                    let id = leaders.to_string();
                    assert!(id.len() <= LONGEST_ID, "{id}");
                    assert_eq!(id.parse(), Ok(leaders));
                }
            }
        }
        for bad in [
            "",
            "rd1:-:0:leaders",
            "rd1:-:0:leaders:",
            "rd1:-:0:leaders:three-man.server.month",
            "rd1:-:0:leaders:three-man.server.month.",
            "rd1:-:0:leaders:three-man.server.month.0",
            "rd1:-:0:leaders:three-man.server.month.01",
            "rd1:-:0:leaders:three-man.server.month.+1",
            "rd1:-:0:leaders:three-man.server.month.-1",
            "rd1:-:0:leaders:three-man.server.month.1.1",
            "rd1:-:0:leaders:three-man.server.month.1:x",
            "rd1:-:0:leaders:three-man.server.month.4294967296",
            "rd1:-:0:leaders:three-man.server.week.1",
            "rd1:-:0:leaders:three-man.discord/1.month.1",
            "rd1:-:0:leaders:Three-Man.server.month.1",
            "rd1:-:0:leaders:.server.month.1",
            "rd1:-:0:leaders:a b.server.month.1",
            "rd1:-:1:leaders:three-man.server.month.1",
            "rd1:m7k3q:0:leaders:three-man.server.month.1",
            "rd2:-:0:leaders:three-man.server.month.1",
            &format!("rd1:-:0:leaders:{}.server.month.1", "a".repeat(100)),
        ] {
            assert_eq!(bad.parse::<Leaders>(), Err(ParseButtonError), "{bad}");
        }
    }
}

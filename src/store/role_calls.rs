//! The last call of a role in a server: a short text next to the server's preferences.

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::matchplay::Moment;

/// The version of the form that is written.
const VERSION: u64 = 1;

/// The last time a table of a server called its role.
///
/// ```
/// use rondel::{matchplay::Moment, store::role_calls::RoleCall};
///
/// let call = RoleCall { at: Moment(1_700_000_000_000) };
/// assert_eq!(call.encode(), r#"{"v":1,"at":1700000000000}"#);
/// assert_eq!(RoleCall::decode(&call.encode()), Ok(call));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleCall {
    /// The time of the call, by the clock of that time.
    pub at: Moment,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredCall {
    v: u64,
    at: i64,
}

impl RoleCall {
    /// Returns the text that is stored.
    #[must_use]
    pub fn encode(self) -> String {
        format!("{{\"v\":{VERSION},\"at\":{}}}", self.at.0)
    }

    /// Reads a stored text.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] for a form that this program does not write, a later version
    /// included.
    pub fn decode(text: &str) -> Result<RoleCall, StoreError> {
        let unreadable = |why: &dyn std::fmt::Display| {
            StoreError::Failed(format!("a role call cannot be read: {why}"))
        };
        let stored: StoredCall = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        if stored.v != VERSION {
            return Err(unreadable(&format!("its version is {}", stored.v)));
        }
        Ok(RoleCall {
            at: Moment(stored.at),
        })
    }
}

//! Hashes that chain the records of a match.

use std::fmt;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The hash of a record: the SHA-256 of its bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hash(pub [u8; Hash::LENGTH]);

impl Hash {
    /// The number of bytes of a hash.
    pub const LENGTH: usize = 32;

    /// The hash that stands in the first record of a match in place of a predecessor's.
    pub const NONE: Hash = Hash([0; Hash::LENGTH]);
}

/// Writes 64 hexadecimal digits.
impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", HEXLOWER.encode_display(&self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Returns the hash of a record's bytes.
#[must_use]
pub fn hash(bytes: &[u8]) -> Hash {
    Hash(Sha256::digest(bytes).into())
}

//! A number for each position, by which a search knows it again.

use super::position::Position;

/// Odd numbers without a pattern, one for each word of a position.
const SALTS: [u64; 20] = salts();

const fn salts() -> [u64; 20] {
    let mut salts = [0; 20];
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let mut nth = 0;
    while nth < salts.len() {
        // splitmix64 (Steele and others, 2014).
        bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = bits;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        salts[nth] = (mixed ^ (mixed >> 31)) | 1;
        nth += 1;
    }
    salts
}

impl Position {
    /// Returns a number that depends on pieces, turn, armies in play, moats and rights, but neither on
    /// the clock nor on the ply: the same on every machine. Different positions have different ones but
    /// for one in 2⁶⁴.
    #[inline]
    pub fn key(&self) -> u64 {
        let words = self.board.words();
        let rest = u64::from(self.double_steps.bits())
            | u64::from(self.castling.bits()) << 24
            | u64::from(self.moats.bits()) << 32
            | (self.turn as u64) << 40;
        let armies = self
            .in_play
            .iter()
            .fold(0, |bits, color| bits | 1 << color as u64);
        let mut key = folded(rest ^ SALTS[18], armies ^ SALTS[19]);
        for (pair, salt) in words.chunks_exact(2).zip(SALTS.chunks_exact(2)) {
            key ^= folded(pair[0] ^ salt[0], pair[1] ^ salt[1]);
        }
        folded(key, SALTS[0])
    }
}

/// Both halves of a product, folded: every bit of both factors reaches every bit.
#[inline]
const fn folded(one: u64, other: u64) -> u64 {
    let whole = one as u128 * other as u128;
    whole as u64 ^ (whole >> 64) as u64
}

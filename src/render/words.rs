//! The words of pictures, alt texts and text boards, supplied by the caller in some language.

use std::borrow::Cow;

use crate::rules::{ByColor, Color, Role};

/// A word, or a sentence with places such as `{army}` that are filled in.
type Word = Cow<'static, str>;

/// Every word that this module writes. `{…}` marks what is filled in; a place that a language does
/// not need may be left out.
#[derive(Clone, Debug)]
pub struct BoardWords {
    /// The armies: `White`.
    pub armies: ByColor<Word>,
    /// Pieces, in the order of [`Role::ALL`]: `king`.
    pub pieces: [Word; 7],
    /// An army with its player: `{army} ({name})`.
    pub player: Word,
    /// Below the army's name in the centre.
    pub to_move: Word,
    /// Added when the army to move is in check.
    pub in_check: Word,
    /// In place of a result that has no words.
    pub game_over: Word,
    /// Beside a player who is out, without a reason.
    pub out: Word,
    /// Beside a player who is out: `out: {reason}`.
    pub out_because: Word,
    /// Beside an army whose seat is empty: `empty seat`.
    pub empty_seat: Word,
    /// `{army}'s seat is empty, and its army stands dead.`
    pub is_empty: Word,
    /// What an army has earned, in a list: `{army} {points}`.
    pub earned: Word,
    /// The list of it: `Points so far: {points}.`
    pub points: Word,
    /// How many plies were made: `ply {ply}`.
    pub ply: Word,
    /// Opens the alt text: `Round three-player chess board seen from {army}.`
    pub seen_from: Word,
    /// Opens the text board: `Match {match}.`
    pub of_match: Word,
    /// `{player} is to move.`
    pub turn: Word,
    /// `Over: {result}.`
    pub result: Word,
    /// `{army} played {move}, {from} to {to}.`
    pub played: Word,
    /// `{army} is in check from the {by} {piece} on {from}.`
    pub check: Word,
    /// `{player} is out.`
    pub is_out: Word,
    /// `{player} is out: {reason}.`
    pub is_out_because: Word,
    /// `Moats bridged: {borders}.`
    pub bridged: Word,
    /// `No moat is bridged.`
    pub none_bridged: Word,
    /// `The {army} {piece} on {from} may go to {squares}.`
    pub may_go: Word,
    /// `A line leads from {from} to {to}: {squares}.`
    pub way: Word,
    /// `Crossed out, since it is not allowed: from {from} to {to}.`
    pub barred: Word,
    /// Nobody stands in check.
    pub no_check: Word,
    /// The heading of the lists by army.
    pub by_army: Word,
    /// The heading of the lists by rank.
    pub by_rank: Word,
    /// A rank in its list: `Rank {rank}`.
    pub rank: Word,
    /// An army or rank without pieces.
    pub empty: Word,
    /// Added to an army that stands dead: `dead`.
    pub dead: Word,
    /// Ends a list of which some is left out: `and {count} more`.
    pub more: Word,
    /// Of a picture of a part of the board: `Only {army}'s sector is shown, ….`
    pub sector: Word,
}

impl BoardWords {
    /// The words in English.
    #[must_use]
    pub fn english() -> BoardWords {
        BoardWords {
            armies: ByColor {
                white: "White".into(),
                gray: "Gray".into(),
                black: "Black".into(),
            },
            pieces: [
                "king".into(),
                "queen".into(),
                "rook".into(),
                "bishop".into(),
                "knight".into(),
                "pawn".into(),
                "crossed pawn".into(),
            ],
            player: "{army} ({name})".into(),
            to_move: "to move".into(),
            in_check: "in check".into(),
            game_over: "Game over".into(),
            out: "out".into(),
            out_because: "out: {reason}".into(),
            empty_seat: "empty seat".into(),
            is_empty: "{army}'s seat is empty, and its army stands dead.".into(),
            earned: "{army} {points}".into(),
            points: "Points so far: {points}.".into(),
            ply: "ply {ply}".into(),
            seen_from: "Round three-player chess board seen from {army}.".into(),
            of_match: "Match {match}.".into(),
            turn: "{player} is to move.".into(),
            result: "Over: {result}.".into(),
            played: "{army} played {move}, {from} to {to}.".into(),
            check: "{army} is in check from the {by} {piece} on {from}.".into(),
            is_out: "{player} is out.".into(),
            is_out_because: "{player} is out: {reason}.".into(),
            bridged: "Moats bridged: {borders}.".into(),
            none_bridged: "No moat is bridged.".into(),
            may_go: "The {army} {piece} on {from} may go to {squares}.".into(),
            way: "A line leads from {from} to {to}: {squares}.".into(),
            barred: "Crossed out, since it is not allowed: {from} to {to}.".into(),
            no_check: "Nobody is in check.".into(),
            by_army: "By army".into(),
            by_rank: "By rank, from the outer ring".into(),
            rank: "Rank {rank}".into(),
            empty: "nothing".into(),
            dead: "dead".into(),
            more: "and {count} more".into(),
            sector: "The picture shows {army}'s sector, and two files on either side of it.".into(),
        }
    }

    pub(crate) fn army(&self, color: Color) -> &str {
        &self.armies[color]
    }

    pub(crate) fn piece(&self, role: Role) -> &str {
        &self.pieces[role as usize]
    }
}

/// Fills in the places of a sentence. What is filled in is never searched for places itself.
pub(crate) fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = place {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_left_alone() {
        let values = [("army", "{name}"), ("name", "Ann")];
        assert_eq!(fill("{army} ({name})", &values), "{name} (Ann)");
        assert_eq!(fill("{who} {", &values), "{who} {");
        assert_eq!(fill("", &values), "");
    }
}

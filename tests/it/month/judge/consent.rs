//! Consent: all have agreed who must. Silence is never consent, and a player past their deadline is
//! left out, except where moves are taken back.

use rondel::{
    matchplay::{Match, Motion, Seat},
    rules::Color,
};

/// Returns true if the proposal of this kind has been agreed to by every army in play that somebody
/// plays, except the one that it is about, and by the person who is to take a seat over.
pub(super) fn is_given(state: &Match, kind: impl Fn(&Motion) -> bool, overdue: bool) -> bool {
    let mut proposals = state.proposals().iter();
    let Some(vote) = proposals.find(|vote| kind(&vote.motion)) else {
        return false;
    };
    let taken_back = matches!(vote.motion, Motion::Takeback { .. });
    let must = |army: &Color| {
        state.seats()[*army] != Seat::Vacant
            && vote.motion.seat() != Some(*army)
            && (taken_back || !overdue || state.position().turn() != *army)
    };
    let mut asked = state.position().in_play().iter().filter(must);
    let substitute = vote.motion.substitute();
    let own = state.seats()[vote.by].player();
    let ready = substitute.is_none() || vote.substitute_agreed || substitute == own;
    ready && asked.all(|army| vote.agreed.contains(army))
}

//! Deciding proposals and answers to them, and who has a say.

use rondel_rules::{Agreement, Color, Colors, OfferAction};

use super::{
    command::{Actor, army_in_play, has_moved},
    event::{Event, NewPlayer},
    id::{Moment, Person},
    proposal::{Expiry, Matter, Motion, Proposal},
    rejection::Rejection,
    seat::Seat,
    state::{Match, Stage},
    verdicts::out_of_time,
};

/// Returns the proposal on this subject, unless it has expired.
pub(super) fn standing(state: &Match, matter: Matter, now: Moment) -> Option<&Proposal> {
    let proposal = state.proposals().about(matter);
    proposal.filter(|proposal| !proposal.is_over(now))
}

pub(super) fn abort(
    state: &Match,
    actor: Actor,
    action: OfferAction,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let opener = Actor::Person(state.opener());
    if state.stage() == Stage::Table && action == OfferAction::Offer {
        return if actor == opener {
            Ok(vec![Event::Closed])
        } else {
            Err(Rejection::NotStarted)
        };
    }
    // There is nobody at the board who could object.
    let watched = state.stage() == Stage::Running && state.is_of_computers();
    if watched && actor == opener && action == OfferAction::Offer {
        return Ok(vec![
            Event::CalledOff,
            Event::Ended(state.game().call_off()),
        ]);
    }
    let by = army_in_play(state, actor)?;
    if action == OfferAction::Offer && !has_moved(state, by) {
        let motion = Motion::Abort;
        return Ok(vec![
            Event::Proposal { by, action, motion },
            Event::Ended(state.game().call_off()),
        ]);
    }
    put(state, by, action, Motion::Abort, now)
}

/// Ends a match or closes a table, whatever its players want.
pub(super) fn end_by_force(state: &Match, reason: &str) -> Result<Vec<Event>, Rejection> {
    let end = match state.stage() {
        Stage::Ended => return Err(Rejection::MatchOver),
        Stage::Table => Event::Closed,
        Stage::Running => Event::Ended(state.game().call_off()),
    };
    let reason = reason.chars().take(Event::LONGEST_REASON).collect();
    Ok(vec![Event::Aborted { reason }, end])
}

pub(super) fn pause(
    state: &Match,
    actor: Actor,
    action: OfferAction,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let by = army_in_play(state, actor)?;
    let motion = if state.is_paused() {
        Motion::Resume
    } else {
        Motion::Pause
    };
    put(state, by, action, motion, now)
}

pub(super) fn takeback(
    state: &Match,
    actor: Actor,
    action: OfferAction,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let by = army_in_play(state, actor)?;
    let standing = standing(state, Matter::Takeback, now);
    match (action, standing) {
        (OfferAction::Offer, None) => {
            let to_ply = state
                .takes_back_to(by)
                .ok_or(Rejection::NothingToTakeBack)?;
            propose(state, by, Motion::Takeback { to_ply }, now)
        }
        // A player who asks to take back a different move has not agreed to the one proposed.
        (OfferAction::Offer, Some(proposal)) if !proposal.agreed.contains(by) => {
            Err(Rejection::AlreadyProposed)
        }
        (OfferAction::Offer | OfferAction::Accept, Some(proposal)) => agree(state, by, proposal),
        (OfferAction::Decline, Some(proposal)) => decline(by, proposal),
        (_, None) | (OfferAction::Withdraw, _) => Err(Rejection::NothingToAccept),
    }
}

/// Makes a proposal, or agrees to it if it is already open; or accepts or declines it.
pub(super) fn put(
    state: &Match,
    by: Color,
    action: OfferAction,
    motion: Motion,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let standing = standing(state, motion.matter(), now);
    match (action, standing) {
        (OfferAction::Offer, None) => propose(state, by, motion, now),
        (OfferAction::Offer | OfferAction::Accept, Some(proposal))
            if action == OfferAction::Accept || proposal.motion == motion =>
        {
            agree(state, by, proposal)
        }
        (OfferAction::Offer, Some(_)) => Err(Rejection::AlreadyProposed),
        (OfferAction::Decline, Some(proposal)) => decline(by, proposal),
        (OfferAction::Accept | OfferAction::Decline | OfferAction::Withdraw, _) => {
            Err(Rejection::NothingToAccept)
        }
    }
}

fn propose(state: &Match, by: Color, motion: Motion, now: Moment) -> Result<Vec<Event>, Rejection> {
    let proposal = Proposal::for_a_day(motion, by, now);
    let action = OfferAction::Offer;
    let mut events = vec![Event::Proposal { by, action, motion }];
    if state.is_carried(&proposal) {
        events.extend(carried(state, &proposal));
    }
    Ok(events)
}

fn agree(state: &Match, by: Color, proposal: &Proposal) -> Result<Vec<Event>, Rejection> {
    if proposal.agreed.contains(by) {
        return Err(agreed_before(state, proposal));
    }
    let motion = proposal.motion;
    let mut after = *proposal;
    after.agreed = after.agreed.with(by);
    let action = OfferAction::Accept;
    let mut events = vec![Event::Proposal { by, action, motion }];
    if state.is_carried(&after) {
        events.extend(carried(state, &after));
    }
    Ok(events)
}

/// Refuses to let somebody agree twice, with those whose answer is still wanted.
fn agreed_before(state: &Match, proposal: &Proposal) -> Rejection {
    Rejection::AlreadyAgreed {
        pending: state.pending(proposal),
        substitute: proposal.pending_substitute(),
    }
}

fn decline(by: Color, proposal: &Proposal) -> Result<Vec<Event>, Rejection> {
    if proposal.agreed.contains(by) {
        return Err(Rejection::NothingToAccept);
    }
    let (action, motion) = (OfferAction::Decline, proposal.motion);
    Ok(vec![Event::Proposal { by, action, motion }])
}

/// Decides the answer of a proposed substitute. `None` if the person is not proposed for any seat.
pub(super) fn substitute_answers(
    state: &Match,
    person: Person,
    agrees: bool,
    now: Moment,
) -> Option<Result<Vec<Event>, Rejection>> {
    let mut standing = state
        .proposals()
        .iter()
        .filter(|proposal| !proposal.is_over(now));
    let proposal = standing.find(|proposal| proposal.motion.substitute() == Some(person))?;
    let seat = proposal.motion.seat()?;
    if proposal.substitute_agreed && agrees {
        return Some(Err(agreed_before(state, proposal)));
    }
    let mut after = *proposal;
    after.substitute_agreed = agrees;
    let mut events = vec![Event::SubstituteAnswered {
        seat,
        person,
        agrees,
    }];
    if agrees && state.is_carried(&after) {
        events.extend(carried(state, &after));
    }
    Some(Ok(events))
}

/// Returns the events that follow once everyone has agreed.
pub(super) fn carried(state: &Match, proposal: &Proposal) -> Vec<Event> {
    match proposal.motion {
        // The rules carry these out.
        Motion::Agreement(_) => Vec::new(),
        Motion::Abort => vec![Event::Ended(state.game().call_off())],
        Motion::Pause => vec![Event::Paused],
        Motion::Resume => vec![Event::Resumed],
        Motion::Takeback { to_ply } => vec![Event::TakenBack { to_ply }],
        Motion::Substitute { seat, person } => vec![Event::TookOver {
            seat,
            taker: NewPlayer::Person(person),
        }],
        Motion::Computer { seat, level } => vec![Event::TookOver {
            seat,
            taker: NewPlayer::Computer(level),
        }],
        Motion::PutOut { seat } => out_of_time(state, seat),
    }
}

impl Match {
    /// Returns the armies this army can mean by a pact action (rules §6.3). To offer: those it has
    /// neither a pact with nor made an offer to. To accept: those that have offered it one. To end:
    /// those it has a pact with or has offered one.
    #[must_use]
    pub fn partners(&self, color: Color, action: OfferAction) -> Colors {
        let pacts = self.game().agreements().pacts();
        let known = |other| pacts.stands(color, other) || pacts.is_offered(color, other);
        let others = self.position().in_play().without(color);
        others
            .iter()
            .filter(|other| match action {
                OfferAction::Offer => !known(*other),
                OfferAction::Accept => pacts.is_offered(*other, color),
                OfferAction::Withdraw => known(*other),
                OfferAction::Decline => false,
            })
            .collect()
    }

    /// Returns the armies that must agree to a proposal of this army. To a draw all others in play,
    /// to a pact its partner, to a resignation the third army. To anything else every other army in
    /// play, with two exceptions: a seat to be given to another or put out has no say, nor has one
    /// that is vacant or past its deadline, unless moves are to be taken back.
    #[must_use]
    pub fn electorate(&self, motion: &Motion, by: Color) -> Colors {
        let in_play = self.position().in_play();
        if let Motion::Agreement(agreement) = motion {
            return match agreement {
                Agreement::Draw => in_play.without(by),
                Agreement::Pact(with) => Colors::NONE.with(*with),
                Agreement::Resignation(winner) => in_play.without(by).without(*winner),
            };
        }
        in_play
            .iter()
            .filter(|army| *army != by && Some(*army) != motion.seat())
            .filter(|army| {
                let absent = self.is_overdue(*army) || self.seats()[*army] == Seat::Vacant;
                motion.matter() == Matter::Takeback || !absent
            })
            .collect()
    }

    /// Returns the armies that must still agree to a proposal.
    #[must_use]
    pub fn pending(&self, proposal: &Proposal) -> Colors {
        let asked = self.electorate(&proposal.motion, proposal.by);
        proposal.agreed.iter().fold(asked, Colors::without)
    }

    /// Returns true if a proposal waits for the answer of this person.
    #[must_use]
    pub fn awaits(&self, proposal: &Proposal, person: Person) -> bool {
        let army = self.color_of(person);
        army.is_some_and(|army| self.pending(proposal).contains(army))
            || proposal.pending_substitute() == Some(person)
    }

    /// Returns true if everyone who must agree to a proposal now has.
    #[must_use]
    pub fn is_carried(&self, proposal: &Proposal) -> bool {
        proposal.pending_substitute().is_none() && self.pending(proposal).is_empty()
    }

    /// Iterates over all open proposals: those that the rules keep, and those of [`Match::proposals`].
    pub fn open_proposals(&self) -> impl Iterator<Item = Proposal> {
        let agreements = self.game().agreements();
        let open =
            |agreement, by, expires| Proposal::new(Motion::Agreement(agreement), by, expires);
        let draw = agreements.draw().map(|offer| Proposal {
            agreed: offer.agreed,
            ..open(Agreement::Draw, offer.by, Expiry::AtPly(offer.until_ply))
        });
        let resignation = agreements.resignation().map(|offer| {
            let resignation = Agreement::Resignation(offer.winner);
            open(resignation, offer.by, Expiry::WithTheirMove)
        });
        let pacts = agreements.pacts().offers();
        let pacts =
            pacts.map(move |(by, with)| open(Agreement::Pact(with), by, Expiry::WithAnArmy));
        let proposals = self.proposals().iter().copied();
        draw.into_iter()
            .chain(resignation)
            .chain(pacts)
            .chain(proposals)
    }
}

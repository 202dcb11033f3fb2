//! Deciding a command: the events that follow from it, or a rejection.

use rondel_computer::Level;
use rondel_rules::{
    Agreement, Color, Ending, Exit, Move, OfferAction, ReadMoveError, Refusal, read_move,
};

use super::{
    command::{Actor, Command, MoveInput, Table, army_in_play},
    event::Event,
    id::{Moment, Person},
    proposal::Motion,
    rejection::Rejection,
    seat::Seat,
    seats,
    state::{Match, Stage},
    verdicts::{out_of_time, push_end, push_outs, push_outs_and_end},
    voting,
};

/// Returns the events that open a table. Play begins with them if every seat is taken.
///
/// # Errors
///
/// [`Rejection::AlreadySeated`] if somebody would sit twice, [`Rejection::NotInThisRuleset`] if the
/// ruleset has no army for a seat, an invitation or a computer, [`Rejection::TableFull`] if there
/// are more people and computers than seats.
pub fn open(table: &Table, opener: Person) -> Result<Vec<Event>, Rejection> {
    let armies = table.options.armies();
    let (computers, level) = table.computers.unwrap_or((0, Level::USUAL));
    let computers = usize::from(computers);
    let first = table.seat.or_else(|| armies.iter().next());
    let first = first.ok_or(Rejection::NotInThisRuleset)?;
    if !armies.contains(first) || table.invited.len() >= armies.len() || computers > armies.len() {
        return Err(Rejection::NotInThisRuleset);
    }
    let watches = computers == armies.len();
    if table.invited.len() + computers + usize::from(!watches) > armies.len() {
        return Err(Rejection::TableFull);
    }
    let mut events = vec![Event::Opened {
        ruleset: table.ruleset.clone(),
        options: table.options,
        opener,
        place: table.place.clone(),
        rated: table.rated,
        private: table.private,
        time: table.time,
        imported: None,
    }];
    let mut seat = first;
    let mut next = || {
        let taken = seat;
        seat = armies.next_after(seat).unwrap_or(seat);
        taken
    };
    let mut seated = Vec::new();
    if !watches {
        let (seat, person) = (next(), opener);
        seated.push((person, seat));
        events.push(Event::Joined { seat, person });
    }
    for person in table.invited.iter().copied() {
        if let Some((_, seat)) = seated.iter().find(|(other, _)| *other == person) {
            return Err(Rejection::AlreadySeated { seat: *seat });
        }
        let seat = next();
        seated.push((person, seat));
        events.push(Event::Invited { seat, person });
    }
    events.extend((0..computers).map(|_| Event::Seated {
        seat: next(),
        level,
        casual: false,
    }));
    let taken = usize::from(!watches) + computers;
    if taken == armies.len() {
        events.push(Event::Started);
    }
    Ok(events)
}

/// Returns the events that a command leads to now.
///
/// # Errors
///
/// A [`Rejection`] with the reason. Nothing has happened then.
pub fn decide(
    state: &Match,
    actor: impl Into<Actor>,
    command: &Command,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    let actor = actor.into();
    match command {
        Command::Join { seat } => join(state, person(actor)?, *seat, now),
        Command::Fill {
            seat,
            level,
            may_be_rated,
        } => seats::fill(state, person(actor)?, *seat, *level, *may_be_rated),
        Command::Invite(invited) => seats::invite(state, person(actor)?, *invited),
        Command::Leave => seats::leave(state, person(actor)?, now),
        Command::Move { mv, claim } => make_move(state, actor, mv, *claim),
        Command::Draw(action) => draw(state, actor, *action),
        Command::Resignation(action) => {
            let by = army_in_play(state, actor)?;
            agree(state, by, *action, Agreement::Resignation(by))
        }
        Command::Pact { action, with } => pact(state, army_in_play(state, actor)?, *action, *with),
        Command::ClaimDraw => claim_draw(state, army_in_play(state, actor)?),
        Command::Resign { confirmed, winner } => resign(state, actor, *winner, *confirmed),
        Command::RunOutOfTime(color) => run_out_of_time(state, *color),
        Command::Abort(action) => voting::abort(state, actor, *action, now),
        Command::Pause(action) => voting::pause(state, actor, *action, now),
        Command::Takeback(action) => voting::takeback(state, actor, *action, now),
        Command::Seat { action, seat } => seats::about_a_seat(state, actor, *action, *seat, now),
        Command::Free { seat, reason } => seats::free(state, *seat, reason, now),
        Command::GiveUp => seats::give_up(state, person(actor)?, now),
        Command::ForceEnd { reason } => voting::end_by_force(state, reason),
        Command::NoteGone(person) => seats::note_gone(state, *person, now),
    }
}

/// Returns the person. Computers cannot take or leave seats.
fn person(actor: Actor) -> Result<Person, Rejection> {
    match actor {
        Actor::Person(person) => Ok(person),
        Actor::Computer(_) => Err(Rejection::NotAPlayer),
    }
}

fn join(
    state: &Match,
    person: Person,
    wanted: Option<Color>,
    now: Moment,
) -> Result<Vec<Event>, Rejection> {
    match state.stage() {
        Stage::Ended => return Err(Rejection::MatchOver),
        Stage::Running if state.color_of(person).is_none() => {
            let asked = voting::substitute_answers(state, person, true, now);
            return asked.unwrap_or(Err(Rejection::AlreadyStarted));
        }
        Stage::Running | Stage::Table => {}
    }
    if let Some(seat) = state.color_of(person) {
        return Err(Rejection::AlreadySeated { seat });
    }
    let kept = state.seat_of(person);
    let open = |seat: &Color| state.seats()[*seat] == Seat::Open;
    let seat = match wanted.or(kept) {
        Some(seat) if Some(seat) == kept || open(&seat) => seat,
        Some(seat) if state.seats()[seat] == Seat::Empty => {
            return Err(Rejection::NotInThisRuleset);
        }
        Some(_) if !Color::ALL.iter().any(open) && kept.is_none() => {
            return Err(Rejection::TableFull);
        }
        Some(seat) => return Err(Rejection::SeatTaken { seat }),
        None => Color::ALL
            .into_iter()
            .find(open)
            .ok_or(Rejection::TableFull)?,
    };
    let mut events = Vec::new();
    if let Some(kept) = kept.filter(|kept| *kept != seat) {
        events.push(Event::Left { seat: kept, person });
    }
    events.push(Event::Joined { seat, person });
    let full = state
        .seats()
        .iter()
        .all(|(color, other)| color == seat || (other.is_settled() && Some(color) != kept));
    if full {
        events.push(Event::Started);
    }
    Ok(events)
}

/// Returns the army of an actor who may make a move now.
///
/// # Errors
///
/// The rejection that [`decide`] would give to any of their moves.
pub fn may_move(state: &Match, actor: impl Into<Actor>) -> Result<Color, Rejection> {
    let color = army_in_play(state, actor.into())?;
    let turn = state.position().turn();
    if turn != color {
        return Err(Rejection::NotYourTurn { turn });
    }
    if state.is_paused() {
        return Err(Rejection::Paused);
    }
    Ok(color)
}

fn make_move(
    state: &Match,
    actor: Actor,
    mv: &MoveInput,
    claim: bool,
) -> Result<Vec<Event>, Rejection> {
    let color = may_move(state, actor)?;
    let mv = match mv {
        MoveInput::Typed(text) => read_move(state.position(), text)?,
        MoveInput::Chosen(mv) if state.position().is_legal(*mv) => *mv,
        // Read as if it were typed, for the reason.
        MoveInput::Chosen(mv) => read_move(state.position(), &mv.to_string())?,
    };
    let unreadable = |_| Rejection::Move(ReadMoveError::Unreadable { nearest: vec![] });
    let verdict = if claim {
        let verdict = state.game().judge_claiming_move(mv).map_err(unreadable)?;
        verdict.ok_or_else(|| claim_not_due(state, color, Some(mv)))?
    } else {
        state.game().judge_move(mv).map_err(unreadable)?
    };
    let mut events = vec![Event::Moved { color, mv }];
    push_outs(&verdict, &mut events);
    if claim && let Some(Ending::Draw(draw)) = verdict.outcome.map(|outcome| outcome.ending) {
        events.push(Event::DrawClaimed { by: color, draw });
    }
    push_end(&verdict, &mut events);
    Ok(events)
}

fn draw(state: &Match, actor: Actor, action: OfferAction) -> Result<Vec<Event>, Rejection> {
    if let (Actor::Person(person), OfferAction::Offer) = (actor, action)
        && state.is_left_to_computers()
        && state.has_played(person)
    {
        return Ok(computers_agree(state));
    }
    let by = army_in_play(state, actor)?;
    agree(state, by, action, Agreement::Draw)
}

/// Lets all computers in play agree to a draw, since somebody who is out ends their match. A draw takes the
/// agreement of every army in play (rules §5.1), and of nobody else: so that is what is stored, and the
/// result is a draw like any other, whatever a computer would answer to a player.
fn computers_agree(state: &Match) -> Vec<Event> {
    let about = Agreement::Draw;
    let mut game = state.game().clone();
    let mut events = Vec::new();
    for by in state.position().in_play().iter() {
        // One that has agreed already has nothing more to say.
        let Ok((action, about)) = game.wish(by, OfferAction::Offer, about) else {
            continue;
        };
        let motion = Motion::Agreement(about);
        events.push(Event::Proposal { by, action, motion });
        push_end(&game.judge_said(by, action, about), &mut events);
        game.carry_out_said(by, action, about);
    }
    events
}

fn agree(
    state: &Match,
    by: Color,
    action: OfferAction,
    about: Agreement,
) -> Result<Vec<Event>, Rejection> {
    let said = state.game().wish(by, action, about);
    let (action, about) = said.map_err(|refusal| refused(state, by, refusal))?;
    let motion = Motion::Agreement(about);
    let mut events = vec![Event::Proposal { by, action, motion }];
    let verdict = state.game().judge_said(by, action, about);
    push_outs_and_end(&verdict, &mut events);
    Ok(events)
}

/// Turns a refusal of the game into a rejection, with the armies that could have been named.
fn refused(state: &Match, color: Color, refusal: Refusal) -> Rejection {
    Rejection::of(refusal, state.position().in_play().without(color))
}

/// Decides `/pact`, and finds the army that is meant if none is named.
fn pact(
    state: &Match,
    color: Color,
    action: OfferAction,
    with: Option<Color>,
) -> Result<Vec<Event>, Rejection> {
    if !state.game().ruleset().has_pacts() {
        return Err(Rejection::NotInThisRuleset);
    }
    if state.position().in_play().len() < 3 {
        return Err(Rejection::NoThirdArmy);
    }
    let candidates = state.partners(color, action);
    let only = candidates.iter().next().filter(|_| candidates.len() == 1);
    let meant = match (with, action) {
        (Some(with), _) => Some(with).filter(|with| *with != color),
        // An offer must name its partner.
        (None, OfferAction::Offer) => None,
        (None, OfferAction::Accept | OfferAction::Decline | OfferAction::Withdraw) => only,
    };
    match (meant, action) {
        (Some(with), _) => agree(state, color, action, Agreement::Pact(with)),
        (None, OfferAction::Offer) if candidates.is_empty() => Err(Rejection::AlreadyProposed),
        (None, _) if candidates.is_empty() => Err(Rejection::NothingToAccept),
        (None, _) => Err(Rejection::WhichPartner { candidates }),
    }
}

fn claim_draw(state: &Match, color: Color) -> Result<Vec<Event>, Rejection> {
    let draw = state
        .game()
        .claimable(color)
        .ok_or_else(|| claim_not_due(state, color, None))?;
    Ok(vec![
        Event::DrawClaimed { by: color, draw },
        Event::Ended(state.game().draw(draw)),
    ])
}

fn claim_not_due(state: &Match, color: Color, with: Option<Move>) -> Rejection {
    Rejection::ClaimNotDue(Box::new(state.not_due(color, with)))
}

fn resign(
    state: &Match,
    actor: Actor,
    winner: Option<Color>,
    confirmed: bool,
) -> Result<Vec<Event>, Rejection> {
    let color = match army_in_play(state, actor) {
        Ok(color) => color,
        Err(Rejection::ArmyOut) if has_conceded(state, actor) => {
            return Err(Rejection::AlreadyConceded);
        }
        Err(other) => return Err(other),
    };
    let game = state.game();
    // A resignation that is refused anyway needs no confirmation.
    let said = match winner {
        Some(winner) => {
            let about = Agreement::Resignation(winner);
            game.wish(color, OfferAction::Offer, about).map(Some)
        }
        None if game.agreements().resignation().is_some() => Err(Refusal::AlreadyProposed),
        None => game.may_concede(color).map(|()| None),
    };
    let said = said.map_err(|refusal| refused(state, color, refusal))?;
    if !confirmed {
        return Err(Rejection::NeedsConfirmation { winner });
    }
    if let Some((action, about)) = said {
        let (by, motion) = (color, Motion::Agreement(about));
        return Ok(vec![Event::Proposal { by, action, motion }]);
    }
    let verdict = game.judge_concession(color);
    let mut events = Vec::new();
    push_outs_and_end(&verdict, &mut events);
    Ok(events)
}

/// Ends the time of an army, whatever its clock says.
fn run_out_of_time(state: &Match, color: Color) -> Result<Vec<Event>, Rejection> {
    match state.stage() {
        Stage::Ended => Err(Rejection::MatchOver),
        Stage::Table => Err(Rejection::NotStarted),
        Stage::Running if !state.position().in_play().contains(color) => Err(Rejection::ArmyOut),
        Stage::Running => Ok(out_of_time(state, color)),
    }
}

fn has_conceded(state: &Match, actor: Actor) -> bool {
    let color = match actor {
        Actor::Person(person) => state.color_of(person),
        Actor::Computer(color) => Some(color),
    };
    color
        .and_then(|color| state.outs()[color])
        .is_some_and(|out| out.exit == Exit::Conceded)
}

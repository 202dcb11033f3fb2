//! Ids of buttons (interfaces §9): `rd1:<match>:<ply>:<action>[:<argument>]`.
//!
//! Nothing in an id is trusted: it says what somebody asks for, as a typed command would.

use std::{fmt, str::FromStr};

use crate::{
    matchplay::{MatchId, OfferAction, PactAction},
    rules::{Color, Move, Square, Wish},
};

use super::{
    invocation::{Ask, SeatAsk, Span},
    leaders::Leaders,
};

/// The longest id, in characters.
pub const LONGEST_ID: usize = 100;

/// What a button does, of whatever kind it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressable {
    /// Something about a match.
    OfMatch(ButtonId),
    /// Shows a page of a leaderboard.
    Leaders(Leaders),
    /// Forgets whoever presses it. It is about no match: `rd1:-:0:forget-me`.
    ForgetMe,
}

/// The id of [`Pressable::ForgetMe`].
const FORGET_ME: &str = "rd1:-:0:forget-me";

impl From<ButtonId> for Pressable {
    fn from(id: ButtonId) -> Pressable {
        Pressable::OfMatch(id)
    }
}

impl fmt::Display for Pressable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pressable::OfMatch(id) => id.fmt(f),
            Pressable::Leaders(leaders) => leaders.fmt(f),
            Pressable::ForgetMe => f.write_str(FORGET_ME),
        }
    }
}

impl FromStr for Pressable {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Pressable, ParseButtonError> {
        if text == FORGET_ME {
            return Ok(Pressable::ForgetMe);
        }
        match text.parse() {
            Ok(id) => Ok(Pressable::OfMatch(id)),
            Err(ParseButtonError) => text.parse().map(Pressable::Leaders),
        }
    }
}

/// What a button asks for, and of which match as it stood when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ButtonId {
    /// The match.
    pub id: MatchId,
    /// The ply on which the button was shown.
    pub ply: u32,
    /// What it does.
    pub action: Action,
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Takes a seat.
    Join(Color),
    /// Gives up a seat.
    Leave,
    /// Shows the board from the presser's own seat.
    View,
    /// Offers a draw, or agrees to one.
    Draw,
    /// Declines a draw.
    DeclineDraw,
    /// Asks to resign.
    Resign,
    /// Resigns.
    ConfirmResign,
    /// Asks to resign for this winner.
    ResignFor(Color),
    /// Resigns for this winner.
    ConfirmResignFor(Color),
    /// Agrees to a resignation, as the third.
    AcceptResignation,
    /// Declines it.
    DeclineResignation,
    /// Takes one's own resignation back.
    WithdrawResignation,
    /// Offers, accepts or ends a pact with this army.
    Pact(PactAction, Color),
    /// Makes a move and claims a draw with it.
    Claim(Move),
    /// Agrees to call the match off.
    AcceptAbort,
    /// Declines to call it off.
    DeclineAbort,
    /// Proposes to pause, or in a paused match to go on.
    Pause,
    /// Agrees to pause or to go on.
    AcceptPause,
    /// Declines it.
    DeclinePause,
    /// Agrees to take moves back.
    AcceptTakeback,
    /// Declines it.
    DeclineTakeback,
    /// Does something about a seat.
    Seat(SeatPress, Color),
    /// Asks for a rematch.
    Rematch,
    /// Shows a page of the history, 1 the first.
    History(u32),
    /// Shows what happened since the presser's own last move.
    Since,
    /// Shows the board at another ply, seen from this seat.
    Step(Step, Color),
    /// Shows the pieces that can move.
    Move,
    /// Shows a page of them, 1 the first.
    Pieces(u32),
    /// Shows where the piece on a square can go, a page of it, 1 the first.
    From(Square, u32),
    /// Makes a move, or asks first what a pawn becomes, or whether the move is meant.
    To(Move),
    /// Makes a move that is meant.
    Make(Move),
    /// Shows the sector of this seat large.
    Zoom(Color),
}

/// Where a step through a match leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To its beginning.
    Start,
    /// To this ply.
    To(u32),
    /// To where it stands.
    Now,
}

impl Step {
    fn read(word: &str) -> Option<Step> {
        match word {
            "start" => Some(Step::Start),
            "now" => Some(Step::Now),
            ply => ply.parse().ok().map(Step::To),
        }
    }

    const fn ply(self) -> Option<u32> {
        match self {
            Step::Start => Some(0),
            Step::To(ply) => Some(ply),
            Step::Now => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Start => f.write_str("start"),
            Step::To(ply) => ply.fmt(f),
            Step::Now => f.write_str("now"),
        }
    }
}

/// What a button does about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatPress {
    /// Grants its player the limit again.
    Grant,
    /// Agrees that somebody takes it over.
    Substitute,
    /// Proposes that a computer takes it over, or agrees to that.
    Computer,
    /// Proposes that its army goes out at once, or agrees to that.
    End,
    /// Declines what is proposed about it.
    Decline,
}

impl SeatPress {
    /// All of them.
    pub const ALL: [SeatPress; 5] = [
        SeatPress::Grant,
        SeatPress::Substitute,
        SeatPress::Computer,
        SeatPress::End,
        SeatPress::Decline,
    ];

    /// The word of `/seat action:`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SeatPress::Grant => "grant",
            SeatPress::Substitute => "substitute",
            SeatPress::Computer => "computer",
            SeatPress::End => "end",
            SeatPress::Decline => "decline",
        }
    }

    fn ask(self) -> SeatAsk {
        match self {
            SeatPress::Grant => SeatAsk::Grant,
            SeatPress::Substitute => SeatAsk::Substitute(None),
            SeatPress::Computer => SeatAsk::Computer,
            SeatPress::End => SeatAsk::End,
            SeatPress::Decline => SeatAsk::Decline,
        }
    }
}

impl Action {
    /// All actions without a number, a square, a move or a seat to do something about.
    pub const ALL: [Action; 37] = [
        Action::Join(Color::White),
        Action::Join(Color::Gray),
        Action::Join(Color::Black),
        Action::Leave,
        Action::View,
        Action::Draw,
        Action::DeclineDraw,
        Action::Resign,
        Action::ConfirmResign,
        Action::ResignFor(Color::White),
        Action::ResignFor(Color::Gray),
        Action::ResignFor(Color::Black),
        Action::ConfirmResignFor(Color::White),
        Action::ConfirmResignFor(Color::Gray),
        Action::ConfirmResignFor(Color::Black),
        Action::AcceptResignation,
        Action::DeclineResignation,
        Action::WithdrawResignation,
        Action::Pact(PactAction::Offer, Color::White),
        Action::Pact(PactAction::Offer, Color::Gray),
        Action::Pact(PactAction::Offer, Color::Black),
        Action::Pact(PactAction::Accept, Color::White),
        Action::Pact(PactAction::Accept, Color::Gray),
        Action::Pact(PactAction::Accept, Color::Black),
        Action::Pact(PactAction::Revoke, Color::White),
        Action::Pact(PactAction::Revoke, Color::Gray),
        Action::Pact(PactAction::Revoke, Color::Black),
        Action::AcceptAbort,
        Action::DeclineAbort,
        Action::Pause,
        Action::AcceptPause,
        Action::DeclinePause,
        Action::AcceptTakeback,
        Action::DeclineTakeback,
        Action::Rematch,
        Action::Since,
        Action::Move,
    ];

    /// Whether it looks at what is past, which stays as it was: it may be pressed at any time, also
    /// on a board that is no longer the latest.
    #[must_use]
    pub const fn looks_back(self) -> bool {
        matches!(self, Action::Since) || self.turns_page()
    }

    /// Whether it turns a page: who presses it where they alone see it gets the new page in place of
    /// the old one.
    #[must_use]
    pub const fn turns_page(self) -> bool {
        matches!(
            self,
            Action::History(_) | Action::Step(..) | Action::Zoom(_)
        )
    }

    /// The command that does the same, and what it asks for.
    #[must_use]
    pub fn twin(self) -> (&'static str, Ask) {
        let resign = |confirmed, winner| ("resign", Ask::Resign { confirmed, winner });
        let choose = |mv, confirmed| Ask::Choose { mv, confirmed };
        match self {
            Action::Join(seat) => ("join", Ask::Join { seat: Some(seat) }),
            Action::Leave => ("leave", Ask::Leave),
            Action::View => (
                "board",
                Ask::Board {
                    seat: None,
                    ply: None,
                    text: false,
                    zoom: false,
                },
            ),
            Action::Draw => ("draw", Ask::Agree(Wish::OfferDraw)),
            Action::DeclineDraw => ("draw", Ask::Agree(Wish::DeclineDraw)),
            Action::Resign => resign(false, None),
            Action::ConfirmResign => resign(true, None),
            Action::ResignFor(winner) => resign(false, Some(winner)),
            Action::ConfirmResignFor(winner) => resign(true, Some(winner)),
            Action::AcceptResignation => ("resign", Ask::Agree(Wish::AcceptResignation)),
            Action::DeclineResignation => ("resign", Ask::Agree(Wish::DeclineResignation)),
            Action::WithdrawResignation => ("resign", Ask::Agree(Wish::WithdrawResignation)),
            Action::Pact(action, with) => {
                let with = Some(with);
                ("pact", Ask::Pact { action, with })
            }
            Action::Claim(mv) => {
                let (text, claim) = (mv.to_string(), true);
                ("move", Ask::Move { text, claim })
            }
            Action::AcceptAbort => ("abort", Ask::Abort(OfferAction::Accept)),
            Action::DeclineAbort => ("abort", Ask::Abort(OfferAction::Decline)),
            Action::Pause => ("pause", Ask::Pause(OfferAction::Offer)),
            Action::AcceptPause => ("pause", Ask::Pause(OfferAction::Accept)),
            Action::DeclinePause => ("pause", Ask::Pause(OfferAction::Decline)),
            Action::AcceptTakeback => ("takeback", Ask::Takeback(OfferAction::Accept)),
            Action::DeclineTakeback => ("takeback", Ask::Takeback(OfferAction::Decline)),
            Action::Seat(press, seat) => {
                let (action, seat) = (press.ask(), Some(seat));
                ("seat", Ask::Seat { action, seat })
            }
            Action::Rematch => ("rematch", Ask::Rematch),
            Action::History(page) => ("history", Ask::History { page: Some(page) }),
            Action::Since => ("replay", Ask::Replay(Span::Since)),
            Action::Step(step, seat) => (
                "board",
                Ask::Board {
                    seat: Some(seat),
                    ply: step.ply(),
                    text: false,
                    zoom: false,
                },
            ),
            Action::Zoom(seat) => (
                "board",
                Ask::Board {
                    seat: Some(seat),
                    ply: None,
                    text: false,
                    zoom: true,
                },
            ),
            Action::Move => ("move", Ask::Pieces { page: 1 }),
            Action::Pieces(page) => ("move", Ask::Pieces { page }),
            Action::From(from, page) => ("move", Ask::Goals { from, page }),
            Action::To(mv) => ("move", choose(mv, false)),
            Action::Make(mv) => ("move", choose(mv, true)),
        }
    }

    /// The action that these words of an id mean; whether they are written as we write them is not
    /// looked at.
    fn read(words: &str) -> Option<Action> {
        if let Some((word, rest)) = words.split_once(':') {
            let page = || rest.parse().ok();
            let mv = || rest.parse().ok();
            match word {
                "history" => return page().map(Action::History),
                "ply" => {
                    let (step, seat) = rest.split_once(':')?;
                    return Some(Action::Step(Step::read(step)?, Color::from_name(seat)?));
                }
                "pieces" => return page().map(Action::Pieces),
                "from" => {
                    let (from, page) = rest.split_once(':')?;
                    return Some(Action::From(from.parse().ok()?, page.parse().ok()?));
                }
                "zoom" => return Color::from_name(rest).map(Action::Zoom),
                "claim" => return mv().map(Action::Claim),
                "to" => return mv().map(Action::To),
                "make" => return mv().map(Action::Make),
                _ => {}
            }
        }
        let seats = SeatPress::ALL
            .into_iter()
            .flat_map(|press| Color::ALL.map(|seat| Action::Seat(press, seat)));
        Action::ALL
            .into_iter()
            .chain(seats)
            .find(|action| action.to_string() == words)
    }
}

/// Writes the words of the id after the ply.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Join(seat) => return write!(f, "join:{}", seat.name()),
            Action::Leave => "leave",
            Action::View => "view",
            Action::Draw => "draw",
            Action::DeclineDraw => "draw:decline",
            Action::Resign => "resign",
            Action::ConfirmResign => "resign:confirm",
            Action::ResignFor(winner) => return write!(f, "resign:{}", winner.name()),
            Action::ConfirmResignFor(winner) => {
                return write!(f, "resign:confirm:{}", winner.name());
            }
            Action::AcceptResignation => "resign:accept",
            Action::DeclineResignation => "resign:decline",
            Action::WithdrawResignation => "resign:withdraw",
            Action::Pact(action, with) => {
                return write!(f, "pact:{}:{}", action.word(), with.name());
            }
            Action::Claim(mv) => return write!(f, "claim:{mv}"),
            Action::AcceptAbort => "abort:accept",
            Action::DeclineAbort => "abort:decline",
            Action::Pause => "pause",
            Action::AcceptPause => "pause:accept",
            Action::DeclinePause => "pause:decline",
            Action::AcceptTakeback => "takeback:accept",
            Action::DeclineTakeback => "takeback:decline",
            Action::Seat(press, seat) => {
                return write!(f, "seat:{}:{}", press.word(), seat.name());
            }
            Action::Rematch => "rematch",
            Action::History(page) => return write!(f, "history:{page}"),
            Action::Since => "since",
            Action::Step(step, seat) => return write!(f, "ply:{step}:{}", seat.name()),
            Action::Move => "move",
            Action::Pieces(page) => return write!(f, "pieces:{page}"),
            Action::From(from, page) => return write!(f, "from:{from}:{page}"),
            Action::To(mv) => return write!(f, "to:{mv}"),
            Action::Make(mv) => return write!(f, "make:{mv}"),
            Action::Zoom(seat) => return write!(f, "zoom:{}", seat.name()),
        })
    }
}

impl fmt::Display for ButtonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rd1:{}:{}:{}", self.id, self.ply, self.action)
    }
}

/// What was read is not the id of a button of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a button's id is rd1:<match>:<ply>:<action>[:<argument>]")]
pub struct ParseButtonError;

impl FromStr for ButtonId {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<ButtonId, ParseButtonError> {
        let mut parts = text.splitn(4, ':');
        let mut next = || parts.next().ok_or(ParseButtonError);
        if text.len() > LONGEST_ID || next()? != "rd1" {
            return Err(ParseButtonError);
        }
        let id = next()?.parse().map_err(|_| ParseButtonError)?;
        let ply = next()?.parse().map_err(|_| ParseButtonError)?;
        let words = next()?;
        let action = Action::read(words).ok_or(ParseButtonError)?;
        let read = ButtonId { id, ply, action };
        // Only what we write is ours: no other case, no sign before the ply.
        if read.to_string() == text {
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
        let pages = [1, u32::MAX].into_iter().flat_map(|page| {
            let from = |square: &str| Action::From(square.parse().unwrap(), page);
            [
                Action::History(page),
                Action::Pieces(page),
                from("a1"),
                from("x6"),
            ]
        });
        let moves = ["g1f3", "d2d1", "d2d1q"].into_iter().flat_map(|mv| {
            let mv = mv.parse().unwrap();
            [Action::Claim(mv), Action::To(mv), Action::Make(mv)]
        });
        let seats = SeatPress::ALL.map(|press| Action::Seat(press, Color::Gray));
        let steps = [Step::Start, Step::To(0), Step::To(u32::MAX), Step::Now];
        let steps = steps.map(|step| Action::Step(step, Color::Black));
        let all = Action::ALL
            .into_iter()
            .chain(pages)
            .chain(steps)
            .chain(moves)
            .chain(Color::ALL.map(Action::Zoom))
            .chain(seats);
        for action in all {
            let id = MatchId::numbered(12_345);
            let button = ButtonId {
                id,
                ply: 17,
                action,
            };
            assert_eq!(button.to_string().parse(), Ok(button));
        }
        for bad in [
            "",
            "rd1",
            "rd1:m7k3q:0",
            "rd2:m7k3q:0:view",
            "rd1:m7k3q:+1:view",
            "rd1:m7k3q:-1:view",
            "rd1:M7K3Q:1:view",
            "rd1:m7k3q:01:view",
            "rd1:m7k3q:1:join:red",
            "rd1:m7k3q:1:view:x",
            "rd1:m7k3q:1:history",
            "rd1:m7k3q:1:history:",
            "rd1:m7k3q:1:history:01",
            "rd1:m7k3q:1:history:+1",
            "rd1:m7k3q:1:history:1:2",
            "rd1:m7k3q:1:history:4294967296",
            "rd1:m7k3q:1:since:",
            "rd1:m7k3q:1:since:1",
            "rd1:m7k3q:1:zoom",
            "rd1:m7k3q:1:zoom:red",
            "rd1:m7k3q:1:ply",
            "rd1:m7k3q:1:ply:7",
            "rd1:m7k3q:1:ply:07:white",
            "rd1:m7k3q:1:ply:-1:white",
            "rd1:m7k3q:1:ply:4294967296:white",
            "rd1:m7k3q:1:ply:now:red",
            "rd1:m7k3q:1:ply:then:white",
            "rd1:m7k3q:1:ply:7:white:x",
            "rd1:m7k3q:1:resign:red",
            "rd1:m7k3q:1:resign:white:confirm",
            "rd1:m7k3q:1:resign:confirm:now",
            "rd1:m7k3q:1:pact",
            "rd1:m7k3q:1:pact:accept",
            "rd1:m7k3q:1:pact:decline:white",
            "rd1:m7k3q:1:claim",
            "rd1:m7k3q:1:claim:",
            "rd1:m7k3q:1:claim:Nf3",
            "rd1:m7k3q:1:claim:G1F3",
            "rd1:m7k3q:1:claim:g1f3k",
            "rd1:m7k3q:1:claim:g1f3:x",
            "rd1:m7k3q:1:move:",
            "rd1:m7k3q:1:move:1",
            "rd1:m7k3q:1:pieces",
            "rd1:m7k3q:1:pieces:-1",
            "rd1:m7k3q:1:from:g1",
            "rd1:m7k3q:1:from:g1:",
            "rd1:m7k3q:1:from:g7:1",
            "rd1:m7k3q:1:from:G1:1",
            "rd1:m7k3q:1:from:g1:01",
            "rd1:m7k3q:1:from:g1:1:1",
            "rd1:m7k3q:1:to",
            "rd1:m7k3q:1:to:g1",
            "rd1:m7k3q:1:to:Nf3",
            "rd1:m7k3q:1:make:g1f3:1",
        ] {
            assert_eq!(bad.parse::<ButtonId>(), Err(ParseButtonError), "{bad}");
        }
    }
}

//! The words of `rondel analyze` (interfaces §6): moves, and other actions of players.

use std::str::FromStr;

use crate::rules::{
    Agreement, Color, Game, Move, NotLegal, OfferAction, Refusal, Resignation, Verdict,
};

/// A move or another action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerAction {
    /// A plain move (rules §7.1).
    Move(Move),
    /// Written `claim:A:MOVE`.
    ClaimingMove(Color, Move),
    /// Written `claim:A`.
    Claim(Color),
    /// Written `resign:A`.
    Resign(Color),
    /// Written `resign:A:for:B`, `accept:A`, `draw:A`, `pact:A:B` or `unpact:A:B`.
    Wish(Color, OfferAction, Agreement),
    /// Written `decline:A` or `withdraw:A`: about the resignation that can be answered so, or else
    /// about the draw.
    Against(Color, OfferAction),
    /// Written `flag:A`.
    Flag(Color),
}

/// The word has no known form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a word is a plain move such as e2e4, or one of resign:A, resign:A:for:B, accept:A, decline:A, \
     withdraw:A, draw:A, claim:A, claim:A:MOVE, pact:A:B, unpact:A:B, flag:A, A and B being w, g or b"
)]
pub(super) struct ParseWordError;

/// The reason an action cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Misplaced {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] NotLegal),
    /// The move with which a draw is claimed is not legal.
    #[error(transparent)]
    IllegalClaim(NotLegal),
    /// The rules refuse the wish.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No draw is due.
    #[error("no draw is due (rules §5.2 to §5.4)")]
    NotDue,
}

impl FromStr for PlayerAction {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<PlayerAction, ParseWordError> {
        let parts: Vec<&str> = text.splitn(5, ':').collect();
        let wish = |army, action, about| Ok(PlayerAction::Wish(color(army)?, action, about));
        match parts.as_slice() {
            [mv] => mv
                .parse()
                .map(PlayerAction::Move)
                .map_err(|_| ParseWordError),
            ["resign", army] => Ok(PlayerAction::Resign(color(army)?)),
            ["resign", army, "for", winner] => {
                let about = Agreement::Resignation(color(winner)?);
                wish(army, OfferAction::Offer, about)
            }
            ["accept", army] => {
                let about = Agreement::Resignation(color(army)?);
                wish(army, OfferAction::Accept, about)
            }
            ["decline", army] => Ok(PlayerAction::Against(color(army)?, OfferAction::Decline)),
            ["withdraw", army] => Ok(PlayerAction::Against(color(army)?, OfferAction::Withdraw)),
            ["draw", army] => wish(army, OfferAction::Offer, Agreement::Draw),
            ["claim", army] => Ok(PlayerAction::Claim(color(army)?)),
            ["claim", army, mv] => {
                let mv = mv.parse().map_err(|_| ParseWordError)?;
                Ok(PlayerAction::ClaimingMove(color(army)?, mv))
            }
            ["pact", army, with] => wish(army, OfferAction::Offer, Agreement::Pact(color(with)?)),
            ["unpact", army, with] => {
                wish(army, OfferAction::Withdraw, Agreement::Pact(color(with)?))
            }
            ["flag", army] => Ok(PlayerAction::Flag(color(army)?)),
            _ => Err(ParseWordError),
        }
    }
}

fn color(text: &str) -> Result<Color, ParseWordError> {
    Color::from_lone_letter(text).ok_or(ParseWordError)
}

impl PlayerAction {
    /// Carries out the action on the game. If it cannot, nothing changes.
    pub(super) fn carry_out(self, game: &mut Game) -> Result<Verdict, Misplaced> {
        let verdict = match self {
            PlayerAction::Move(mv) => {
                let verdict = game.judge_move(mv)?;
                game.carry_out_move(mv);
                verdict
            }
            PlayerAction::ClaimingMove(color, mv) => {
                in_play(game, color)?;
                if game.position().turn() != color {
                    return Err(Misplaced::NotDue);
                }
                let claimed = game.judge_claiming_move(mv);
                let claimed = claimed.map_err(Misplaced::IllegalClaim)?;
                let verdict = claimed.ok_or(Misplaced::NotDue)?;
                game.carry_out_move(mv);
                verdict
            }
            PlayerAction::Claim(color) => {
                in_play(game, color)?;
                let draw = game.claimable(color).ok_or(Misplaced::NotDue)?;
                Verdict {
                    outs: Vec::new(),
                    outcome: Some(game.draw(draw)),
                }
            }
            PlayerAction::Resign(color) => {
                game.may_concede(color)?;
                game.judge_concession(color)
            }
            PlayerAction::Flag(color) => {
                in_play(game, color)?;
                game.judge_time(color)
            }
            PlayerAction::Wish(color, action, about) => return wished(game, color, action, about),
            PlayerAction::Against(color, action) => {
                let may = |offer: &&Resignation| match action {
                    OfferAction::Withdraw => offer.by == color,
                    OfferAction::Offer | OfferAction::Accept | OfferAction::Decline => {
                        offer.third() == color
                    }
                };
                let offer = game.agreements().resignation().filter(may);
                let about = offer.map_or(Agreement::Draw, |_| Agreement::Resignation(color));
                return wished(game, color, action, about);
            }
        };
        game.carry_out(&verdict);
        Ok(verdict)
    }
}

fn in_play(game: &Game, color: Color) -> Result<(), Misplaced> {
    if game.position().in_play().contains(color) {
        Ok(())
    } else {
        Err(Misplaced::Refused(Refusal::ArmyOut))
    }
}

fn wished(
    game: &mut Game,
    color: Color,
    action: OfferAction,
    about: Agreement,
) -> Result<Verdict, Misplaced> {
    let (action, about) = game.wish(color, action, about)?;
    let verdict = game.judge_said(color, action, about);
    game.carry_out_said(color, action, about);
    game.carry_out(&verdict);
    Ok(verdict)
}

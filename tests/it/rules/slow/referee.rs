//! A slow, obvious judge of ends, draws and scores, written from the text of rules §4 to §6.

use super::{
    Slow,
    geometry::next_army,
    table::{Scores, Table},
};

/// An army that is out, as `rondel analyze` tells it (interfaces §6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gone {
    pub(crate) ply: u32,
    pub(crate) army: char,
    pub(crate) how: &'static str,
    pub(crate) checkers: String,
    pub(crate) by: Option<char>,
}

/// Points in sixths, of White, Gray and Black.
pub(crate) type Sixths = [u32; 3];

/// Points for a defeat, and whom it is ascribed to (rules §8).
#[derive(Clone, Debug, Default)]
pub(super) struct Credit {
    points: Sixths,
    by: Option<char>,
}

impl Credit {
    pub(super) fn halved(&self) -> Credit {
        Credit {
            points: self.points.map(|sixths| sixths / 2),
            by: self.by,
        }
    }
}

/// An offer of a draw: whose, who agrees, how many plies are made since, and after how many it
/// lapses.
#[derive(Clone, Debug)]
pub(super) struct DrawOffer {
    pub(super) by: char,
    pub(super) agreed: String,
    pub(super) plies: usize,
    pub(super) round: usize,
}

/// A match by the rules.
#[derive(Clone)]
pub(crate) struct Referee {
    pub(super) table: &'static Table,
    pub(super) now: Slow,
    /// The positions at the start and after each ply.
    stood: Vec<String>,
    last_mover: Option<char>,
    pub(crate) gone: Vec<Gone>,
    pub(crate) points: Sixths,
    pub(crate) outcome: Option<&'static str>,
    /// The line that was given has too few armies in play.
    pub(super) ended: bool,
    pub(super) draw: Option<DrawOffer>,
    /// The army that resigns, and its winner.
    pub(super) resignation: Option<(char, char)>,
    /// The pacts made, and those offered.
    pub(super) pacts: Vec<(char, char)>,
    pub(super) pact_offers: Vec<(char, char)>,
}

pub(super) fn index(army: char) -> usize {
    "wgb".find(army).unwrap()
}

fn worth(kinds: &str) -> bool {
    !["K", "BK", "KN"].contains(&kinds)
}

impl Slow {
    /// The letters of what an army has, in alphabetical order.
    fn material(&self, army: char) -> String {
        let own = self.pieces().filter(|(_, (owner, _))| *owner == army);
        let mut kinds: Vec<char> = own.map(|(_, (_, kind))| kind).collect();
        kinds.sort_unstable();
        kinds.into_iter().collect()
    }

    /// The armies in play that attack the army's king.
    fn checkers(&self, army: char) -> String {
        let attackers = |other: &char| {
            let king = self.king(army).unwrap();
            *other != army
                && self
                    .pieces()
                    .any(|(at, (owner, _))| owner == *other && self.attacks(at, king))
        };
        self.in_play.chars().filter(attackers).collect()
    }

    /// Rules §5.4.
    fn nobody_can_be_mated(&self) -> bool {
        let mut kinds: Vec<String> = self
            .in_play
            .chars()
            .map(|army| self.material(army))
            .collect();
        kinds.sort();
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        match kinds[..] {
            ["K", "K"] | ["BK", "K"] | ["K", "KN"] | ["K", "K", "K"] => true,
            ["BK", "BK"] => {
                let bishops = self
                    .pieces()
                    .filter(|(_, (army, kind))| *kind == 'B' && self.in_play.contains(*army));
                let colors: Vec<i32> = bishops.map(|(at, _)| (at.0 + at.1) % 2).collect();
                colors[0] == colors[1]
            }
            _ => false,
        }
    }

    /// Rules §5.2: the squares passed over that somebody can really capture on, or will perhaps.
    fn available(&self) -> String {
        let mut squares = String::new();
        if self.en_passant.is_empty() {
            return squares;
        }
        let legal = self.legal();
        for (owner, passed) in &self.en_passant {
            let name = super::named(*passed);
            let now = legal.iter().any(|mv| {
                let from = super::square(&mv[..2]);
                mv[2..4] == name
                    && from.0 != passed.0
                    && matches!(self.on(from), Some((_, 'P' | 'C')))
            });
            let mut later = false;
            let mut army = next_army(self.turn);
            while army != *owner && army != self.turn {
                for file in [passed.0 + 1, passed.0 + 23] {
                    let beside = self.on((file % 24, 4));
                    later |= self.in_play.contains(army) && beside == Some((army, 'C'));
                }
                army = next_army(army);
            }
            if now || later {
                squares += &name;
            }
        }
        squares
    }

    /// The part of a position that must be equal for two to be the same (rules §5.2).
    fn sameness(&self, arrangement: bool) -> String {
        let line = self.line();
        let fields: Vec<&str> = line.split(' ').collect();
        if arrangement {
            String::from(fields[0])
        } else {
            fields[..5].join(" ") + " " + &self.available()
        }
    }
}

impl Referee {
    pub(crate) fn new(table: &'static Table, line: &str) -> Referee {
        let now = Slow::read(line);
        let needed = if table.first_out && !table.duel { 3 } else { 2 };
        let mut referee = Referee {
            table,
            ended: now.in_play.len() < needed,
            now,
            stood: Vec::new(),
            last_mover: None,
            gone: Vec::new(),
            points: [0; 3],
            outcome: None,
            draw: None,
            resignation: None,
            pacts: Vec::new(),
            pact_offers: Vec::new(),
        };
        if !referee.ended {
            referee.look_at_next();
        }
        referee.stood.push(referee.now.sameness(table.arrangement));
        referee
    }

    pub(crate) fn line(&self) -> String {
        self.now.line()
    }

    pub(crate) fn in_play(&self) -> &str {
        &self.now.in_play
    }

    pub(crate) fn turn(&self) -> char {
        self.now.turn
    }

    /// Returns true if the move takes nothing and is no pawn's.
    pub(crate) fn is_quiet(&self, mv: &str) -> bool {
        let pawn = matches!(self.now.on(super::square(&mv[..2])), Some((_, 'P' | 'C')));
        !pawn && self.now.on(super::square(&mv[2..4])).is_none()
    }

    /// The legal moves; none once it is over.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.ended || self.outcome.is_some() {
            Vec::new()
        } else {
            self.now.legal()
        }
    }

    pub(crate) fn checked(&self) -> String {
        let armies = self.now.in_play.chars();
        armies.filter(|army| self.now.checked(*army)).collect()
    }

    /// Counts how often the position has stood.
    pub(crate) fn occurrences(&self) -> usize {
        let latest = self.stood.last();
        self.stood
            .iter()
            .filter(|other| Some(*other) == latest)
            .count()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.ended || self.outcome.is_some()
    }

    /// Rules §6.7: what follows from a legal move, but for the draws that come by themselves.
    pub(super) fn make(&mut self, mv: &str) {
        let mover = self.now.turn;
        let before = self.now.clone();
        let was_king = match before.on(super::square(&mv[2..4])) {
            Some((army, 'K')) if before.in_play.contains(army) => Some(army),
            _ => None,
        };
        self.now.play(mv);
        self.last_mover = Some(mover);
        if self.resignation.is_some_and(|(by, _)| by == mover) {
            self.resignation = None;
        }
        if let Some(offer) = &mut self.draw {
            offer.plies += 1;
            if offer.plies >= offer.round {
                self.draw = None;
            }
        }
        if let Some(army) = was_king {
            let credit = self.credit(army, &before.in_play, &[mover], Some(mover));
            self.goes_out(army, "king-taken", &before.in_play, "", &credit);
        }
        if self.outcome.is_none() && self.table.wins_by_itself {
            self.look_for_capturable_king(mover);
        }
        self.look_at_next();
        self.stood.push(self.now.sameness(self.table.arrangement));
    }

    /// Rules §6.5.
    fn look_for_capturable_king(&mut self, mover: char) {
        let winner = self.now.turn;
        let before = self.now.in_play.clone();
        for owner in before.chars().filter(|army| *army != winner) {
            if owner != mover && self.now.checkers(owner).contains(winner) {
                self.now.put_out(owner);
                let credit = self.credit(owner, &before, &[winner], Some(winner));
                self.goes_out(owner, "king-taken", &before, "", &credit);
                self.outcome = Some("capturable-king");
            }
        }
    }

    /// Rules §4.3 and §4.5.
    pub(super) fn look_at_next(&mut self) {
        while self.outcome.is_none() && !self.now.can_move() {
            let army = self.now.turn;
            let before = self.now.in_play.clone();
            let checkers = self.now.checkers(army);
            if !checkers.is_empty() {
                let credit = self.credit_for_mate(army, &before, &checkers);
                self.now.put_out(army);
                self.goes_out(army, "mate", &before, &checkers, &credit);
            } else if before.len() == 3 && self.table.stalemate_of_three_is_out {
                self.now.put_out(army);
                self.goes_out(army, "stalemate", &before, "", &Credit::default());
            } else {
                self.is_drawn("draw:stalemate");
            }
        }
    }

    fn credit_for_mate(&self, army: char, before: &str, checkers: &str) -> Credit {
        let first = next_army(army);
        let second = next_army(first);
        // Rules §4.6: of two, the one that would move first after the mated army.
        let mating = if checkers.contains(first) {
            first
        } else {
            second
        };
        if self.table.scores != Scores::Stages || before.len() == 2 {
            return self.credit(army, before, &[mating], Some(mating));
        }
        let alone_first = self.would_be_mated_without(army, second);
        let alone_second = self.would_be_mated_without(army, first);
        match (alone_first, alone_second) {
            (true, true) if self.has_pact(first, second) => {
                self.credit(army, before, &[first, second], None)
            }
            (true, true) => {
                // Each has the whole credit: what one would have, and once more for the other.
                let mut credit = self.credit(army, before, &[first], None);
                credit.points[index(second)] += 6;
                credit
            }
            (true, false) => self.credit(army, before, &[first], Some(first)),
            (false, true) => self.credit(army, before, &[second], Some(second)),
            (false, false) if checkers.len() == 1 => {
                self.credit(army, before, &[mating], Some(mating))
            }
            (false, false) => self.credit(army, before, &[first, second], None),
        }
    }

    /// `alone` of rules §6.3: its king would still be attacked, and it could still not move, were
    /// the pieces of the other dead.
    fn would_be_mated_without(&self, army: char, other: char) -> bool {
        let mut without = self.now.clone();
        without.in_play = without.in_play.replace(other, "");
        without.checked(army) && !without.can_move()
    }

    pub(super) fn has_pact(&self, one: char, other: char) -> bool {
        self.pacts.contains(&(one, other)) || self.pacts.contains(&(other, one))
    }

    /// Gives the others what they earn by a defeat; `by` defeats it, or several share that.
    pub(super) fn credit(
        &self,
        army: char,
        before: &str,
        by: &[char],
        told: Option<char>,
    ) -> Credit {
        let mut credit = Credit {
            by: told,
            ..Credit::default()
        };
        let others: Vec<char> = before.chars().filter(|other| *other != army).collect();
        match self.table.scores {
            Scores::Shared => {}
            Scores::MatchPoints => by.iter().for_each(|army| credit.points[index(*army)] += 12),
            Scores::Stages if others.len() == 1 => credit.points[index(others[0])] += 6,
            Scores::Stages => {
                let joint = by.len() == 2 || self.has_pact(others[0], others[1]);
                for other in others {
                    credit.points[index(other)] += 3;
                    if joint {
                        credit.points[index(other)] += 3;
                    } else if by.contains(&other) {
                        credit.points[index(other)] += 6;
                    }
                }
                credit.by = credit.by.filter(|_| !joint);
            }
            Scores::WinnerAndThird => {
                for other in others {
                    let sixths = if by == [other] { 6 } else { 3 };
                    credit.points[index(other)] += sixths;
                }
            }
        }
        credit
    }

    /// Rules §4.4, when the position knows already that the army is out.
    pub(super) fn goes_out(
        &mut self,
        army: char,
        how: &'static str,
        before: &str,
        checkers: &str,
        credit: &Credit,
    ) {
        assert!(before.contains(army) && !self.now.in_play.contains(army));
        self.gone.push(Gone {
            ply: self.now.ply,
            army,
            how,
            checkers: String::from(checkers),
            by: credit.by,
        });
        (0..3).for_each(|army| self.points[army] += credit.points[army]);
        self.draw = None;
        self.resignation = None;
        self.pacts.clear();
        self.pact_offers.clear();
        if let Some(last) = self.now.in_play.chars().next()
            && self.now.in_play.len() == 1
        {
            self.outcome = Some("last-army");
            match self.table.scores {
                Scores::Shared | Scores::MatchPoints => self.points[index(last)] += 6,
                Scores::Stages | Scores::WinnerAndThird => {}
            }
        }
        if self.table.first_out {
            self.outcome = Some("first-out");
        }
    }

    /// The end in a draw: what each army in play has of it.
    pub(super) fn is_drawn(&mut self, how: &'static str) {
        let each = match (self.table.scores, self.now.in_play.len()) {
            (Scores::MatchPoints, _) => 6,
            (Scores::Shared, 3) => 2,
            (Scores::Stages, 3) => 4,
            (Scores::Shared | Scores::Stages | Scores::WinnerAndThird, _) => 3,
        };
        for army in self.now.in_play.clone().chars() {
            self.points[index(army)] += each;
        }
        self.outcome = Some(how);
    }

    /// Rules §5, where the table of §6 says automatic, in the order of §6.7.
    pub(super) fn draw_by_itself(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        let repetition = self.table.repetition.automatic;
        let moves = self.table.moves.automatic;
        if repetition.is_some_and(|times| self.occurrences() >= times as usize) {
            self.is_drawn("draw:repetition");
        } else if moves.is_some_and(|moves| self.moves_are(moves)) {
            self.is_drawn("draw:moves");
        } else if !self.table.impossibility_is_claimed && self.now.nobody_can_be_mated() {
            self.is_drawn("draw:impossibility");
        }
    }

    fn moves_are(&self, moves: u32) -> bool {
        self.now.clock >= moves * self.now.in_play.len() as u32
    }

    /// The draw that an army in play may claim as things stand, `with_move` when it has just moved and
    /// claimed by that.
    pub(super) fn claimable(&self, army: char, with_move: bool) -> Option<&'static str> {
        let repeated = self.table.repetition.claim.is_some_and(|times| {
            self.occurrences() >= times as usize && (with_move || self.last_mover != Some(army))
        });
        let hopeless = || {
            let mut armies = self.now.in_play.chars();
            armies.all(|army| !worth(&self.now.material(army)))
        };
        if repeated {
            Some("draw:repetition")
        } else if self
            .table
            .moves
            .claim
            .is_some_and(|moves| self.moves_are(moves))
        {
            Some("draw:moves")
        } else if self.table.impossibility_is_claimed && hopeless() {
            Some("draw:impossibility")
        } else {
            None
        }
    }

    /// After a concession or a flag (rules §6.7, §5.2).
    pub(super) fn look_again(&mut self) {
        self.look_at_next();
        self.stood.pop();
        self.stood.push(self.now.sameness(self.table.arrangement));
        self.draw_by_itself();
    }

    /// Returns true if another army in play than this one has mating material (rules §5.5).
    pub(super) fn is_threatened(&self, army: char) -> bool {
        let mut others = self.now.in_play.chars().filter(|other| *other != army);
        others.any(|other| worth(&self.now.material(other)))
    }
}

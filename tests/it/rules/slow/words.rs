//! The words of `rondel analyze` (interfaces §6), as the slow judge takes them.

use super::referee::{DrawOffer, Referee};

/// A word was not carried out: `illegal`, `refused` or `over`.
pub(crate) type Kind = &'static str;

impl Referee {
    /// Does what a word of one of the known forms says.
    pub(crate) fn say(&mut self, word: &str) -> Result<(), Kind> {
        if self.is_over() {
            return Err("over");
        }
        let parts: Vec<&str> = word.split(':').collect();
        let army = |which: usize| parts[which].chars().next().unwrap();
        if let [mv] = parts[..] {
            return if self.legal().iter().any(|legal| legal == mv) {
                self.make(mv);
                self.draw_by_itself();
                Ok(())
            } else {
                Err("illegal")
            };
        }
        let who = army(1);
        let done = self.in_play().contains(who)
            && match (parts[0], parts.len()) {
                ("resign", 2) => self.resign(who),
                ("resign", _) => self.resign_for(who, army(3)),
                ("accept", _) => self.accept(who),
                ("decline", _) => self.decline(who),
                ("withdraw", _) => self.withdraw(who),
                ("draw", _) => self.offer_draw(who),
                ("claim", 2) => self.claim(who),
                ("claim", _) => self.claim_with(who, parts[2]),
                ("pact", _) => self.offer_pact(who, army(2)),
                ("unpact", _) => self.revoke_pact(who, army(2)),
                ("flag", _) => self.flag(who),
                _ => panic!("{word}"),
            };
        if done { Ok(()) } else { Err("refused") }
    }

    /// Texts that answer what stands, or take what is due: none of them is refused.
    pub(crate) fn answers(&self) -> Vec<String> {
        let mut answers = Vec::new();
        if let Some((by, winner)) = self.resignation {
            let mut armies = self.in_play().chars();
            let third = armies.find(|army| ![by, winner].contains(army)).unwrap();
            answers.extend([
                format!("accept:{third}"),
                format!("accept:{third}"),
                format!("decline:{third}"),
                format!("withdraw:{by}"),
            ]);
        }
        if let Some(offer) = &self.draw {
            for army in self.in_play().chars() {
                if !offer.agreed.contains(army) {
                    answers.extend([format!("draw:{army}"), format!("draw:{army}")]);
                    answers.push(format!("decline:{army}"));
                }
            }
            answers.push(format!("withdraw:{}", offer.by));
        }
        for (by, with) in &self.pact_offers {
            answers.extend([format!("pact:{with}:{by}"), format!("pact:{with}:{by}")]);
            answers.push(format!("unpact:{by}:{with}"));
        }
        let due = self
            .in_play()
            .chars()
            .filter(|army| self.claimable(*army, false).is_some());
        answers.extend(due.map(|army| format!("claim:{army}")));
        answers
    }

    fn others(&self, army: char) -> Vec<char> {
        self.in_play()
            .chars()
            .filter(|other| *other != army)
            .collect()
    }

    fn concede(&mut self, army: char, how: &'static str) {
        let before = self.now.in_play.clone();
        let others = self.others(army);
        let credit = self.credit(army, &before, &others, None);
        // Rules §6.2: 1 to each of two opponents, which is half of what a mate is worth.
        let credit = if self.table.name == "match-points" && others.len() == 2 {
            credit.halved()
        } else {
            credit
        };
        self.now.put_out(army);
        self.goes_out(army, how, &before, "", &credit);
        self.look_again();
    }

    fn resign(&mut self, army: char) -> bool {
        if self.table.names_winner {
            return false;
        }
        self.concede(army, "conceded");
        true
    }

    fn resign_for(&mut self, army: char, winner: char) -> bool {
        let may = self.table.names_winner
            && self.resignation.is_none()
            && army != winner
            && self.in_play().contains(winner);
        if may {
            self.resignation = Some((army, winner));
        }
        may
    }

    /// The resignation that this army has to accept or decline.
    fn asked(&self, third: char) -> Option<(char, char)> {
        self.resignation
            .filter(|(by, winner)| *by != third && *winner != third)
    }

    fn accept(&mut self, third: char) -> bool {
        let Some((by, winner)) = self.asked(third) else {
            return false;
        };
        let before = self.now.in_play.clone();
        let credit = self.credit(by, &before, &[winner], None);
        self.now.put_out(by);
        self.goes_out(by, "conceded", &before, "", &credit);
        self.outcome = Some("resigned-for");
        true
    }

    fn decline(&mut self, army: char) -> bool {
        if self.asked(army).is_some() {
            self.resignation = None;
            return true;
        }
        let may = self
            .draw
            .as_ref()
            .is_some_and(|offer| !offer.agreed.contains(army));
        if may {
            self.draw = None;
        }
        may
    }

    fn withdraw(&mut self, army: char) -> bool {
        if self.resignation.is_some_and(|(by, _)| by == army) {
            self.resignation = None;
            return true;
        }
        let may = self.draw.as_ref().is_some_and(|offer| offer.by == army);
        if may {
            self.draw = None;
        }
        may
    }

    fn offer_draw(&mut self, army: char) -> bool {
        let round = self.in_play().len();
        let offer = self.draw.get_or_insert(DrawOffer {
            by: army,
            agreed: String::new(),
            plies: 0,
            round,
        });
        if offer.agreed.contains(army) {
            return false;
        }
        offer.agreed.push(army);
        if offer.agreed.len() == round {
            self.is_drawn("draw:agreement");
        }
        true
    }

    fn claim(&mut self, army: char) -> bool {
        match self.claimable(army, false) {
            Some(how) => {
                self.is_drawn(how);
                true
            }
            None => false,
        }
    }

    fn claim_with(&mut self, army: char, mv: &str) -> bool {
        if self.turn() != army || !self.legal().iter().any(|legal| legal == mv) {
            return false;
        }
        // A claim comes before what would come by itself: tests/data/endings.jsonl has one such.
        let mut after = self.clone();
        after.make(mv);
        match after.claimable(army, true) {
            Some(how) if after.outcome.is_none() => {
                after.is_drawn(how);
                *self = after;
                true
            }
            _ => false,
        }
    }

    fn offer_pact(&mut self, army: char, with: char) -> bool {
        let may = self.table.scores == super::table::Scores::Stages
            && self.in_play().len() == 3
            && army != with
            && !self.has_pact(army, with)
            && !self.pact_offers.contains(&(army, with));
        if may && self.pact_offers.contains(&(with, army)) {
            self.pact_offers.retain(|offer| *offer != (with, army));
            self.pacts.push((with, army));
        } else if may {
            self.pact_offers.push((army, with));
        }
        may
    }

    fn revoke_pact(&mut self, army: char, with: char) -> bool {
        let pair = [(army, with), (with, army)];
        let standing = self.has_pact(army, with);
        let offered = self.pact_offers.contains(&(army, with));
        self.pacts.retain(|pact| !pair.contains(pact));
        self.pact_offers.retain(|offer| *offer != (army, with));
        standing || offered
    }

    fn flag(&mut self, army: char) -> bool {
        if self.is_threatened(army) {
            self.concede(army, "time");
        } else {
            self.is_drawn("draw:time");
        }
        true
    }
}

//! `/profile`: how somebody gets on.

use super::{
    Asked, Desk,
    leaderboard::{average, points},
};
use crate::{
    adapters::{
        invocation::Speaker,
        picture::{Picture, Shows},
        refusals::Refused,
        reply::Reply,
    },
    matchplay::Rejection,
    render::{ProfileCard, Results, RulesetResults},
    rules::{ByColor, Color, Move, Position, Role},
    standings::{Profile, Record, SeatTally},
};

/// How many rulesets are told of in words; with everything else they fit into a message.
const MOST_TOLD: usize = 8;
/// How many first moves of an army are told.
const FIRST_MOVES: usize = 3;

impl Desk {
    /// The profile of somebody, for the asker alone.
    pub(super) async fn profile(&self, asked: &Asked<'_>, of: Option<&Speaker>) -> Reply {
        let command = Some(asked.command);
        let person = match of {
            None => Ok(Some(asked.person)),
            // Who is asked about is not met by that.
            Some(speaker) => self.people.find(&speaker.identity),
        };
        let person = match person {
            Ok(person) => person,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        let Some(person) = person else {
            let name = of.and_then(|speaker| self.seen(&speaker.name));
            let name = name.unwrap_or_else(|| self.nameless());
            return Reply::words(
                command,
                self.words.say("profile-unknown", &[("name", &name)]),
            );
        };
        // Who asks for their own need not be known here; their chat says what they are called.
        let own = (person == asked.person).then(|| asked.name.to_owned());
        let name = self.name_of(person).or(own);
        let name = name.filter(|name| self.seen(name).is_some());
        let name = name.unwrap_or_else(|| self.called_somehow(person));
        let called = self.manner.name(&name);
        let hidden = !self.host.preferences_of(person).public;
        if hidden && person != asked.person {
            let reason = Rejection::NotAllowed.reason();
            let text = self.words.say("refused-profile", &[("name", &called)]);
            return Reply::refusal(command, reason, text);
        }
        let asker = asked.person;
        let profile = self
            .host
            .standings(move |standings| standings.profile(person, Some(asker)));
        let mut profile = match profile.await {
            Ok(profile) => profile,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        // Those played most are told of first.
        profile
            .records
            .sort_by_key(|record| std::cmp::Reverse(record.tally.matches));
        let notes = self.notes(&profile);
        let mut lines = vec![self.words.say("profile-heading", &[("name", &called)])];
        if hidden {
            lines.push(self.words.say("profile-hidden", &[]));
        }
        lines.extend(self.records(&profile));
        lines.extend(notes.iter().cloned());
        Reply {
            picture: Some(Picture {
                name: String::from("profile"),
                shows: Shows::Profile(self.profile_drawn(name, &profile, notes)),
            }),
            ..Reply::words(command, lines.join("\n"))
        }
    }

    /// What somebody came to by ruleset, and by army.
    fn records(&self, profile: &Profile) -> Vec<String> {
        let words = &self.words;
        if profile.records.is_empty() {
            return vec![words.say("profile-none", &[])];
        }
        let told = profile.records.iter().take(MOST_TOLD);
        let mut lines: Vec<String> = told.map(|record| self.record(record)).collect();
        let more = profile.records.len().saturating_sub(MOST_TOLD);
        if more > 0 {
            lines.push(words.say_counted("profile-more", more, &[]));
        }
        let armies = Color::ALL.map(|color| words.army(color)).join("/");
        lines.push(words.say("leaders-averages", &[("armies", &armies)]));
        let seats = seats(profile);
        lines.extend(
            Color::ALL
                .into_iter()
                .filter(|color| seats[*color].matches > 0)
                .map(|color| {
                    let (matches, average) =
                        (seats[color].matches.to_string(), average(&seats[color]));
                    let army = words.army(color);
                    let values = [
                        ("army", army.as_str()),
                        ("matches", &matches),
                        ("average", &average),
                    ];
                    words.say("profile-seat", &values)
                }),
        );
        lines
    }

    fn record(&self, record: &Record) -> String {
        let tally = &record.tally;
        let mark = if record.provisional { "?" } else { "" };
        let averages = Color::ALL
            .map(|color| average(&tally.seats[color]))
            .join("/");
        self.words.say(
            "profile-record",
            &[
                ("ruleset", &self.words.ruleset(&record.ruleset)),
                ("rating", &format!("{}{mark}", record.rating)),
                ("points", &points(tally.sixths)),
                ("matches", &tally.matches.to_string()),
                ("wins", &tally.wins.to_string()),
                ("averages", &averages),
            ],
        )
    }

    /// Favourite first moves, what was played against the asker, and how many matches were seen
    /// through.
    fn notes(&self, profile: &Profile) -> Vec<String> {
        let words = &self.words;
        let mut notes = Vec::new();
        let favourites = favourites(profile);
        let comma = words.say("list-comma", &[]);
        let armies: Vec<String> = Color::ALL
            .into_iter()
            .filter(|color| !favourites[*color].is_empty())
            .map(|color| {
                let moves = favourites[color].iter();
                let moves: Vec<String> = moves
                    .map(|(mv, times)| {
                        let (mv, times) = (shortly(*mv), times.to_string());
                        words.say("profile-first-move", &[("move", &mv), ("times", &times)])
                    })
                    .collect();
                let (army, moves) = (words.army(color), moves.join(&comma));
                words.say("profile-first-with", &[("army", &army), ("moves", &moves)])
            })
            .collect();
        if !armies.is_empty() {
            let moves = armies.join(&words.say("profile-first-between", &[]));
            notes.push(words.say("profile-first", &[("moves", &moves)]));
        }
        if let Some(together) = &profile.against_asker {
            let numbers = [
                together.matches,
                together.ahead,
                together.behind,
                together.level(),
            ];
            let [matches, ahead, behind, level] = numbers.map(|number| number.to_string());
            let values = [
                ("matches", matches.as_str()),
                ("ahead", &ahead),
                ("behind", &behind),
                ("level", &level),
            ];
            notes.push(words.say("profile-against", &values));
        }
        let (started, finished) = (profile.reliability.started, profile.reliability.finished);
        if started > 0 {
            // Rounded down: whoever has left one match has not finished all.
            let share = u64::from(finished) * 100 / u64::from(started);
            let [started, finished] = [started, finished].map(|number| number.to_string());
            let values = [
                ("started", started.as_str()),
                ("finished", &finished),
                ("share", &share.to_string()),
            ];
            notes.push(words.say("profile-reliability", &values));
        }
        notes
    }

    fn profile_drawn(&self, name: String, profile: &Profile, notes: Vec<String>) -> ProfileCard {
        let seats = seats(profile);
        let rulesets = profile.records.iter().map(|record| RulesetResults {
            name: self.words.ruleset(&record.ruleset),
            rating: record.rating.to_string(),
            provisional: record.provisional,
            results: Results {
                matches: record.tally.matches.to_string(),
                wins: record.tally.wins.to_string(),
                average: average(&SeatTally {
                    matches: record.tally.matches,
                    sixths: record.tally.sixths,
                }),
            },
            curve: record
                .curve
                .iter()
                .map(|point| (point.at.0, i32::try_from(point.rating).unwrap_or(i32::MAX)))
                .collect(),
        });
        ProfileCard {
            name,
            subtitle: self.words.say("profile-subtitle", &[]),
            rulesets: rulesets.collect(),
            seats: ByColor::new(|color| Results {
                matches: seats[color].matches.to_string(),
                wins: String::new(),
                average: average(&seats[color]),
            }),
            notes,
        }
    }
}

/// What somebody came to with each army, under all rulesets.
fn seats(profile: &Profile) -> ByColor<SeatTally> {
    ByColor::new(|color| {
        let seats = profile
            .records
            .iter()
            .map(|record| record.tally.seats[color]);
        seats.fold(SeatTally::default(), |sum, seat| SeatTally {
            matches: sum.matches + seat.matches,
            sixths: sum.sixths + seat.sixths,
        })
    })
}

/// A first move in short form (rules §7.2): from their first squares no two pieces that are written
/// alike reach the same one.
fn shortly(mv: Move) -> String {
    let piece = Position::start().piece_at(mv.from);
    match piece.map(|piece| piece.role) {
        Some(Role::Pawn) if mv.from.file() == mv.to.file() => mv.to.to_string(),
        None | Some(Role::Pawn | Role::CrossedPawn) => mv.to_string(),
        Some(role @ (Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight)) => {
            format!("{}{}", role.letter(), mv.to)
        }
    }
}

/// The first moves made most often with each army, under all rulesets.
fn favourites(profile: &Profile) -> ByColor<Vec<(Move, u32)>> {
    ByColor::new(|color| {
        let mut moves: Vec<(Move, u32)> = Vec::new();
        for (mv, times) in profile
            .records
            .iter()
            .flat_map(|record| &record.first_moves[color])
        {
            match moves.iter_mut().find(|(known, _)| known == mv) {
                Some((_, sum)) => *sum += times,
                None => moves.push((*mv, *times)),
            }
        }
        moves.sort_by_cached_key(|(mv, times)| (std::cmp::Reverse(*times), mv.to_string()));
        moves.truncate(FIRST_MOVES);
        moves
    })
}

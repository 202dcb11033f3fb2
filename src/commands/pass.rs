//! What somebody may ask for who speaks by a [link](Pass): for its one match, and there for its one seat, or
//! to watch. Commands say what they are [about](About), and it is decided here. Only `/seat action:computer`
//! decides one thing more: at a table it fills the seats of others, which no link is for.

use super::{
    incoming::Input,
    reader::{ReadInput, read},
    request::About,
};
use crate::{
    host::{Pass, PassTo, Visit},
    matchplay::Rejection,
    messages::{Narrator, Reply},
};

/// Returns true if another match than that of a link is named.
fn names_another(pass: &Pass, read: &ReadInput) -> bool {
    let given = read.given.as_ref();
    given.is_some_and(|given| given.trim().parse() != Ok(pass.id))
}

/// Returns true if something may be asked for by a link.
fn allows(pass: &Pass, read: &ReadInput) -> bool {
    if names_another(pass, read) {
        return false;
    }
    match (read.request.about, pass.to) {
        (About::Nothing, _) => true,
        (About::People, _) => false,
        (About::Match, PassTo::Play { .. }) => true,
        (About::Seat(asked), PassTo::Play { seat, .. }) => asked.is_none_or(|asked| asked == seat),
        (About::Again, PassTo::Play { is_guest, .. }) => is_guest,
        (About::Match, PassTo::Watch) => read.request.visit == Visit::Look,
        (About::Seat(_) | About::Again, PassTo::Watch) => false,
    }
}

/// Returns true if a button does something that its presser may ask for by a link.
pub(super) fn allows_button(pass: &Pass, id: &str) -> bool {
    read(&Input::press(id)).is_ok_and(|read| allows(pass, &read))
}

/// Returns the refusal of something that is asked for by a link and that this link is not for.
pub(super) fn refusal_of(narrator: &Narrator<'_>, pass: &Pass, read: &ReadInput) -> Option<Reply> {
    if allows(pass, read) {
        return None;
    }
    let acts = read.request.about.is_of_match() && !names_another(pass, read);
    if acts && pass.to == PassTo::Watch {
        let text = narrator.say("refused-link-acts", &[("match", &pass.id)]);
        return Some(Reply::refusal(Rejection::NotAPlayer.reason(), text));
    }
    Some(not_for(narrator, pass))
}

/// Returns the refusal of something that a link is not for.
pub(super) fn not_for(narrator: &Narrator<'_>, pass: &Pass) -> Reply {
    let id = pass.id;
    let text = match pass.to {
        PassTo::Play { seat, .. } => {
            let army = narrator.army(seat);
            narrator.say("refused-link-seat", &[("army", &army), ("match", &id)])
        }
        PassTo::Watch => narrator.say("refused-link-watch", &[("match", &id)]),
    };
    Reply::refusal(Rejection::NotAllowed.reason(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::{COMMANDS, Value},
        matchplay::{MatchId, Person},
        rules::Color,
        store::links::SecretDigest,
    };

    /// What holders of links to a known player's seat, to a guest's, and to watch may do.
    type May = [bool; 3];

    const ANYTHING: May = [true; 3];
    const PLAY: May = [true, true, false];
    const GUEST: May = [false, true, false];
    const NOTHING: May = [false; 3];

    /// A command, its options, and who may give it so.
    type Row = (&'static str, &'static [(&'static str, &'static str)], May);

    /// Every command, with options where they make a difference.
    const TABLE: &[Row] = &[
        ("play", &[], NOTHING),
        ("join", &[], PLAY),
        ("join", &[("seat", "gray")], PLAY),
        ("join", &[("seat", "white")], NOTHING),
        ("leave", &[], PLAY),
        ("move", &[("move", "e4")], PLAY),
        ("move", &[("move", "e4"), ("match", "own")], PLAY),
        ("move", &[("move", "e4"), ("match", "other")], NOTHING),
        ("board", &[], ANYTHING),
        ("board", &[("match", "own")], ANYTHING),
        ("board", &[("match", "other")], NOTHING),
        ("board", &[("match", "nonsense")], NOTHING),
        ("look", &[], ANYTHING),
        ("look", &[("square", "e2")], ANYTHING),
        ("draw", &[("action", "offer")], PLAY),
        ("resign", &[], PLAY),
        ("resign", &[("match", "other")], NOTHING),
        ("pact", &[("action", "offer")], PLAY),
        ("abort", &[("action", "offer")], PLAY),
        ("takeback", &[("action", "offer")], PLAY),
        ("pause", &[("action", "offer")], PLAY),
        ("seat", &[("action", "link")], PLAY),
        ("seat", &[("action", "grant")], PLAY),
        ("seat", &[("action", "computer")], PLAY),
        ("rematch", &[], GUEST),
        ("rematch", &[("match", "other")], NOTHING),
        ("matches", &[], NOTHING),
        ("history", &[], ANYTHING),
        ("replay", &[], ANYTHING),
        ("export", &[], ANYTHING),
        ("export", &[("of", "match")], ANYTHING),
        ("export", &[("of", "me")], NOTHING),
        ("leaderboard", &[], NOTHING),
        ("profile", &[], NOTHING),
        ("rules", &[], ANYTHING),
        ("settings", &[], NOTHING),
        ("settings", &[("language", "de")], NOTHING),
        ("server", &[("action", "show")], NOTHING),
        ("privacy", &[], ANYTHING),
        ("forget-me", &[], NOTHING),
        ("help", &[], ANYTHING),
    ];

    fn passes() -> [Pass; 3] {
        let play = |is_guest| PassTo::Play {
            seat: Color::Gray,
            player: Person(7),
            is_guest,
        };
        [play(false), play(true), PassTo::Watch].map(|to| Pass {
            id: MatchId::numbered(7),
            digest: SecretDigest::of("secret"),
            to,
        })
    }

    #[test]
    fn each_command_may_be_given_by_the_links_that_are_for_it() {
        let documented = include_str!("../../docs/COMMANDS.md");
        for command in COMMANDS {
            // The documents have every command once it is finished.
            if !documented.contains(&format!("| `/{}` |", command.name)) {
                continue;
            }
            let listed = TABLE.iter().any(|(name, ..)| *name == command.name);
            assert!(listed, "/{} is not in the table", command.name);
        }
        for &(name, given, may) in TABLE {
            let options = given.iter().map(|(option, value)| {
                let value = match *value {
                    "own" => MatchId::numbered(7).to_string(),
                    "other" => MatchId::numbered(8).to_string(),
                    other => other.to_owned(),
                };
                ((*option).to_owned(), Value::Text(value))
            });
            let input = Input::Command {
                name: name.to_owned(),
                options: options.collect(),
            };
            let read = read(&input).unwrap_or_else(|error| panic!("{name} {given:?}: {error:?}"));
            let allowed = passes().map(|pass| allows(&pass, &read));
            assert_eq!(allowed, may, "/{name} {given:?}");
        }
    }

    #[test]
    fn each_button_may_be_pressed_by_the_links_that_are_for_it() {
        let (own, other) = (MatchId::numbered(7), MatchId::numbered(8));
        for (action, may) in [
            ("view", ANYTHING),
            ("more", ANYTHING),
            ("history:1", ANYTHING),
            ("ply:7:white", ANYTHING),
            ("do:export", ANYTHING),
            ("join:gray", PLAY),
            ("join:black", NOTHING),
            ("leave", PLAY),
            ("make:g1f3", PLAY),
            ("draw", PLAY),
            ("resign:confirm", PLAY),
            ("seat:link", PLAY),
            ("rematch", GUEST),
            ("in:history", ANYTHING),
            ("in:move:move=e4", PLAY),
            ("in:join:seat=black", NOTHING),
            ("in:rematch", GUEST),
        ] {
            let id = format!("rd1:{own}:0:{action}");
            let allowed = passes().map(|pass| allows_button(&pass, &id));
            assert_eq!(allowed, may, "{id}");
            let id = format!("rd1:{other}:0:{action}");
            assert!(
                passes().iter().all(|pass| !allows_button(pass, &id)),
                "{id}"
            );
        }
        for action in [
            "do:play:computers=2",
            "settings:boards",
            "forget-me",
            "do:matches",
        ] {
            let id = format!("rd1:-:0:{action}");
            assert!(
                passes().iter().all(|pass| !allows_button(pass, &id)),
                "{id}"
            );
        }
    }
}

//! The army that comes first at the end of a match, as far as words go.

use crate::rules::{Color, Colors, Ending, Over, Points, Ruleset, Scoring};

/// The army, or armies, in first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    /// This army wins.
    Wins(Color),
    /// This army has the most points, where the ruleset does not call that winning.
    Alone(Color),
    /// These armies have the most points.
    Shared(Colors),
    /// Nobody: it was called off, or all that were left share alike in a draw.
    Nobody,
}

/// Returns the army that is first by points alone (rules §6.4). To *win* a match of `match-points` an
/// army mates both opponents, or mates one and draws with the other (rules §6.2): nothing else earns
/// as many points. Where there is one point to win, the army that has it wins.
pub(crate) fn winner(ruleset: &Ruleset, over: &Over) -> Winner {
    let Some(most) = over.points.iter().map(|(_, points)| *points).max() else {
        return Winner::Nobody;
    };
    let leaders: Colors = Color::ALL
        .into_iter()
        .filter(|color| over.points[*color] == most)
        .collect();
    let draw = matches!(over.ending, Ending::Draw(_));
    let only = leaders.iter().next().filter(|_| leaders.len() == 1);
    match (only, ruleset.options().scoring) {
        _ if over.ending == Ending::Aborted => Winner::Nobody,
        (None, _) if draw => Winner::Nobody,
        (None, _) => Winner::Shared(leaders),
        (Some(color), Scoring::SharedPoint | Scoring::WinnerAndThird) => Winner::Wins(color),
        (Some(color), Scoring::MatchPoints) if most == won_with(draw) => Winner::Wins(color),
        (Some(color), Scoring::MatchPoints | Scoring::Stages) => Winner::Alone(color),
    }
}

/// What a won match of `match-points` comes to: two mates and the last king, or a mate and a draw.
const fn won_with(draw: bool) -> Points {
    Points::from_sixths(if draw { 3 * 6 } else { 5 * 6 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rules::{ByColor, Draw},
        rulesets::Rulesets,
    };

    #[track_caller]
    fn check(name: &str, ending: Ending, sixths: [u16; 3], want: Winner) {
        let ruleset = Rulesets::presets().named(name).unwrap().ruleset;
        let points = ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()]));
        let over = Over { ending, points };
        assert_eq!(winner(&ruleset, &over), want, "{name} {sixths:?}");
    }

    #[test]
    fn who_is_first() {
        use Color::{Black, Gray, White};
        use Winner::{Alone, Nobody, Shared, Wins};
        let agreed = Ending::Draw(Draw::Agreement);
        let both = Colors::NONE.with(White).with(Gray);
        check("three-man", Ending::LastArmy, [0, 6, 0], Wins(Gray));
        check("three-man", agreed, [3, 3, 0], Nobody);
        check("three-man", Ending::Aborted, [0, 0, 0], Nobody);
        check("match-points", Ending::LastArmy, [30, 0, 0], Wins(White));
        check("match-points", agreed, [6, 0, 18], Wins(Black));
        // Whoever is mated in the end has mated somebody too: first, but not the winner.
        check("match-points", Ending::LastArmy, [0, 18, 12], Alone(Gray));
        check("match-points", Ending::LastArmy, [24, 6, 0], Alone(White));
        check("match-points", agreed, [12, 12, 6], Nobody);
        check("first-mate", Ending::FirstOut, [6, 6, 0], Shared(both));
        check("first-mate", Ending::FirstOut, [9, 3, 0], Alone(White));
        check("second-mate", agreed, [12, 0, 6], Alone(White));
        check("second-mate", agreed, [9, 0, 9], Nobody);
        check(
            "three-player",
            Ending::CapturableKing,
            [3, 0, 6],
            Wins(Black),
        );
        check("three-player", Ending::FirstOut, [3, 3, 0], Shared(both));
        check("duel", Ending::FirstOut, [6, 0, 0], Wins(White));
    }
}

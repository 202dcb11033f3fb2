//! Private matches: their players are in their threads, and nobody is who neither played nor was asked to.

use fake_discord::{FakeDiscord, Snowflake, User};
use rondel::{matchplay::Match, store::EventStore};

use super::{Judge, clocks::Course};
use crate::now::now;

impl Judge {
    /// Compares those who are in the threads of private matches with those who have played them or were asked to. Who left
    /// the server meanwhile need not be there.
    pub(super) fn private(
        &mut self,
        discord: &FakeDiscord,
        store: &dyn EventStore,
        followed: &[Course],
        people: &[User],
    ) {
        for course in followed {
            let events = now(store.load(course.id)).expect("the match is read");
            let dated = events.iter().map(|(event, at)| (event, *at));
            let state = Match::fold(course.id, dated).expect("it begins as a match does");
            if !state.is_private() || !state.is_housed() {
                continue;
            }
            let thread = state.place().room().parse().map(Snowflake);
            let thread = thread.expect("the id of a thread");
            let members = discord.look(|world| {
                let thread = world.channel(thread);
                thread
                    .map(|thread| thread.members.clone())
                    .unwrap_or_default()
            });
            for (number, user) in people.iter().enumerate() {
                let own = |person| self.person(person) == Some(number);
                let plays = state.seats().iter();
                let plays = plays.filter_map(|(_, seat)| seat.player()).any(own);
                let played = state.tenures().iter();
                let mut played = played.filter_map(|tenure| tenure.holder.player());
                // Those who are asked to play it from now on see what they would play.
                let mut asked = events.iter().filter_map(|(event, _)| event.proposal());
                let asked = asked.any(|(_, _, motion)| motion.substitute().is_some_and(own));
                let played = played.any(own) || asked;
                let left = self.diary.memberships.iter();
                let left = left
                    .filter(|one| one.person == number && !one.there)
                    .count()
                    > 0;
                let inside = members.contains(&user.id());
                self.expect(inside || left || !plays, || {
                    format!("{}: player{number} is not in the private thread", course.id)
                });
                self.expect(!inside || played, || {
                    format!(
                        "{}: player{number} is in a private thread of others",
                        course.id
                    )
                });
                if inside && played {
                    self.count("people in the threads of private matches");
                }
            }
        }
    }
}

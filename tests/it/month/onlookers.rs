//! People who do not see the channel where matches are played, and look for them all the same.

use fake_discord::{Answer, Channel, Guild, Holder, Overwrite, User, permissions};
use rondel::matchplay::MatchId;
use serde_json::{Value, json};

/// An id that no match has.
const NONE: &str = "t5w2a";

/// Somebody in a server who sees its lobby alone.
pub(super) struct Onlooker {
    user: User,
    lobby: Channel,
}

impl Onlooker {
    /// Comes into a server, and is not shown the channel in which it plays.
    pub(super) fn new(guild: &Guild, channel: &Channel) -> Onlooker {
        let onlooker = Onlooker {
            user: guild.user("onlooker"),
            lobby: guild.channel("lobby"),
        };
        channel.set_overwrite(Overwrite {
            holder: Holder::Member(onlooker.user.id()),
            allow: 0,
            deny: permissions::VIEW_CHANNEL,
        });
        onlooker
    }

    /// Looks for a match in every way that shows one, and returns what they find of it.
    pub(super) async fn look_for(&self, id: MatchId) -> Vec<String> {
        let mut found = Vec::new();
        for (command, more) in [
            ("board", None),
            ("history", None),
            ("export", None),
            ("join", None),
            ("look", Some(("square", json!("e2")))),
        ] {
            let asks = async |id: &str| {
                let of_match = [("match", json!(id))];
                let options: Vec<(&str, Value)> =
                    of_match.into_iter().chain(more.clone()).collect();
                self.user.slash(&self.lobby, command, &options).await
            };
            let (of_match, of_none) = (asks(id.as_str()).await, asks(NONE).await);
            if told(&of_match) != told(&of_none) {
                found.push(format!("/{command} of {id}: {:?}", told(&of_match)));
            }
        }
        let listed = self.user.slash(&self.lobby, "matches", &[]).await;
        if listed.content.contains(id.as_str()) {
            found.push(format!("/matches: {}", listed.content));
        }
        found
    }
}

fn told(answer: &Answer) -> (&str, usize, bool) {
    (&answer.content, answer.attachments.len(), answer.ephemeral)
}

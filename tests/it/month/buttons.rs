//! The buttons that stand under messages when the month is over, and what pressing them does.

use std::collections::{BTreeMap, HashMap};

use fake_discord::{Answer, AnswerKind, Message, Snowflake};
use rondel::matchplay::{Match, MatchId, Seat, Stage};

use super::world::World;

/// The most presses for each action, so that each kind is tried in a moderate time.
const MOST: usize = 8;
/// The actions that only show something.
const SHOWING: [&str; 6] = ["move", "view", "since", "more", "text", "history"];
/// The beginnings of the actions that answer what is asked.
const ANSWERING: [&str; 7] = [
    "draw:",
    "resign:",
    "pact:",
    "abort:",
    "pause:",
    "takeback:",
    "seat:",
];

/// Rows left standing whose buttons show the match as it is now, as pressing them proves.
pub(super) const LEADS_ON: &str = "boards of an earlier ply";

/// Rows left standing where the bot may not read earlier messages.
pub(super) const UNREAD: &str = "messages where the bot may not read";

/// The buttons that stand when the month is over.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// The number of live buttons.
    pub(super) live: usize,
    /// The messages with buttons whose time is over, by what they are.
    pub(super) overdue: BTreeMap<&'static str, Vec<String>>,
    /// The number of edits that Discord refused or left without an answer.
    pub(super) refused: usize,
    /// The number of presses.
    pub(super) pressed: usize,
    /// The presses that showed nothing.
    pub(super) idle: Vec<String>,
}

/// A message with live buttons about a match.
struct Row {
    message: Snowflake,
    channel: Snowflake,
    of: MatchId,
    ply: u32,
    /// The ids of its buttons, with their actions.
    buttons: Vec<(String, String)>,
}

impl Row {
    fn of(message: &Message) -> Option<Row> {
        let live = message.buttons().into_iter().filter(|one| !one.disabled);
        let read = |id: String| {
            let parts: Vec<&str> = id.splitn(4, ':').collect();
            let ["rd1", of, ply, action] = parts[..] else {
                return None;
            };
            let of: (MatchId, u32) = (of.parse().ok()?, ply.parse().ok()?);
            let action = action.to_owned();
            Some((of, (id, action)))
        };
        let ids = live.filter_map(|button| button.custom_id);
        let (of, buttons): (Vec<(MatchId, u32)>, Vec<_>) = ids.filter_map(read).unzip();
        let (of, ply) = *of.first()?;
        Some(Row {
            message: message.id,
            channel: message.channel,
            of,
            ply,
            buttons,
        })
    }

    fn is_board(&self) -> bool {
        self.buttons.iter().any(|(_, action)| action == "move")
    }

    /// Returns true if all that its buttons do is to answer something.
    fn is_vote(&self) -> bool {
        let answers = |action: &str| ANSWERING.iter().any(|begins| action.starts_with(begins));
        self.buttons.iter().all(|(_, action)| answers(action))
    }

    /// Returns what it is, if its buttons serve no more.
    fn overdue(&self, state: &Match) -> Option<&'static str> {
        let stage = state.stage();
        if self.is_board() {
            let is_old = stage == Stage::Ended || self.ply < state.ply();
            return is_old.then_some(LEADS_ON);
        }
        let joins = |(_, action): &(String, String)| action.starts_with("join:");
        if self.buttons.iter().any(joins) {
            return (stage != Stage::Table).then_some("tables that are closed");
        }
        if self.buttons.iter().any(|(_, action)| action == "do:join") {
            let mut seats = state.seats().iter();
            let waits = seats.any(|(_, seat)| matches!(seat, Seat::Kept(_)));
            return (!waits).then_some("invitations that are answered");
        }
        if self.buttons.iter().any(|(_, action)| action == "end") {
            let over = stage != Stage::Running;
            return over.then_some("ways to end what is over");
        }
        let vacant = state.clock().is_some_and(|clock| clock.window.is_some());
        let asks = state.open_proposals().next().is_some() || vacant;
        (self.is_vote() && !asks).then_some("votes that are over")
    }
}

impl World {
    /// Presses buttons that stand, each by somebody of its match.
    pub(super) async fn press_what_stands(&mut self) -> Standing {
        let mut standing = Standing::default();
        let (messages, edits) = self.discord.look(|world| {
            let edits = world.requests("PATCH /channels/*/messages/*");
            let refused = edits.iter().filter(|edit| edit.status != Some(200));
            (world.all_messages(), refused.count())
        });
        standing.refused = edits;
        let lasting = messages.iter().filter(|message| message.only_for.is_none());
        let rows: Vec<Row> = lasting.filter_map(Row::of).collect();
        let mut tried: HashMap<(Option<&str>, String), usize> = HashMap::new();
        for row in &rows {
            standing.live += row.buttons.len();
            let state = self.state(row.of).await;
            let recipient = self
                .discord
                .look(|world| world.channel(row.channel)?.recipient);
            let overdue = row.overdue(&state);
            // Where the bot may not read earlier messages it cannot find them again.
            let server = self.server_of(&state);
            let is_read = recipient.is_some() || server.is_none_or(World::reads_history);
            if let Some(what) = overdue {
                let what = if is_read { what } else { UNREAD };
                let message = format!("{} {:?}", row.of, row.buttons);
                standing.overdue.entry(what).or_default().push(message);
            }
            let seats = state.seats().iter();
            let players: Vec<_> = seats.filter_map(|(_, seat)| seat.person()).collect();
            let players: Vec<usize> = players
                .into_iter()
                .filter_map(|player| self.person(player))
                .collect();
            let mut players = players.into_iter();
            let mover = state.to_move().and_then(|mover| self.person(mover));
            let there =
                |player: &usize| server.is_some_and(|server| self.is_there(*player, server));
            let reads = |player: &usize| {
                recipient.is_none_or(|recipient| recipient == self.people[*player].id())
            };
            let presser = players.find(|player| there(player) && reads(player));
            let Some(presser) = presser else { continue };
            for (id, action) in &row.buttons {
                let times = tried.entry((overdue, action.clone())).or_default();
                if !SHOWING.contains(&action.as_str()) || *times == MOST {
                    continue;
                }
                *times += 1;
                standing.pressed += 1;
                // Who is not to move hears just that under the board as it is.
                let waits = overdue.is_none() && action == "move" && mover != Some(presser);
                let answer = self.people[presser].press(row.message, id).await;
                if !self.shows(&answer).await && !waits {
                    standing.idle.push(format!("{id}: {}", answer.content));
                }
            }
        }
        standing
    }

    /// Returns true if an answer shows more than a sentence, at once or after some time.
    async fn shows(&self, answer: &Answer) -> bool {
        match answer.kind {
            AnswerKind::Modal => true,
            AnswerKind::Deferred => {
                let filled = self.discord.filled(answer).await;
                !filled.attachments.is_empty() || !filled.buttons().is_empty()
            }
            _ => !answer.attachments.is_empty() || !answer.buttons().is_empty(),
        }
    }

    /// Returns the number of the server in which a match is played.
    fn server_of(&self, state: &Match) -> Option<usize> {
        let mut guilds = self.guilds.iter();
        guilds.position(|guild| {
            let rooms = format!("discord/{}/", guild.id());
            state.place().as_str().starts_with(&rooms)
        })
    }
}

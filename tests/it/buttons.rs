//! Every button, pressed by everybody who might: those whom it asks, other players, the opener, somebody
//! invited, a bystander, a manager, and somebody outside the server; in the server and in a direct message.
//! The table of what each of them hears is a snapshot.

use std::{collections::BTreeMap, fmt::Write, sync::Arc, time::Duration};

use rondel::{
    chats::discord::DiscordMarkup,
    commands::{Incoming, Input, Responder, Speaker, Visibility},
    host::{CanSee, DrivenClock, Host},
    matchplay::{Moment, Place},
    messages::{Block, Body, Button, Reply, Switch},
    store::memory::MemoryStore,
};

use crate::{
    line::{speaker, typed},
    now::now,
};

/// A scene: what has been said in it, each line by somebody. The buttons of the last answer are pressed,
/// and those of these ids, in which `ID` and `PLY` stand for the match and its ply.
struct Scene {
    name: &'static str,
    said: &'static [&'static str],
    more: &'static [&'static str],
    /// The person whom the buttons ask, another player, and somebody invited.
    asked: &'static str,
    player: &'static str,
    invited: &'static str,
}

impl Scene {
    const BASE: Scene = Scene {
        name: "",
        said: &[],
        more: &[],
        asked: "ben",
        player: "cy",
        invited: "fay",
    };
}

const THREE: [&str; 3] = [
    "ann: play seat:white player2:@ben player3:@cy time:10m",
    "ben: join",
    "cy: join",
];

const SCENES: &[Scene] = &[
    Scene {
        name: "a table with an open seat",
        said: &["ann: play seat:white player2:@ben"],
        invited: "ben",
        ..Scene::BASE
    },
    Scene {
        name: "a table whose last seat is reserved",
        said: &["ann: play seat:white player2:@cy player3:@ben", "cy: join"],
        more: &["ID:0:do:join", "ID:0:do:leave"],
        invited: "ben",
        ..Scene::BASE
    },
    Scene {
        name: "an invitation after the match has begun",
        said: &THREE,
        more: &[
            "ID:0:do:join",
            "ID:0:do:leave",
            "ID:0:do:abort:action=offer",
            "ID:0:do:seat:action=computer,level=2",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a board",
        said: &[THREE[0], THREE[1], THREE[2], "ann: move move:e4"],
        ..Scene::BASE
    },
    Scene {
        name: "more, for the player to move",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ben: press ID:PLY:more",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "pieces, and the goals of one",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ben: press ID:PLY:move",
        ],
        more: &["ID:PLY:from:j1:1", "ID:PLY:to:m2m4", "ID:PLY:make:m2m4"],
        ..Scene::BASE
    },
    Scene {
        name: "a draw is offered",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ann: draw action:offer",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "taking back is proposed",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ann: takeback action:offer",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a pause is proposed",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ann: pause action:offer",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a match is paused",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: pause action:offer",
            "ben: pause action:accept",
            "cy: pause action:accept",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "aborting is proposed",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ann: abort action:offer",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "resigning must be confirmed",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ben: resign",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a resignation names a winner",
        said: &[
            "ann: play ruleset:three-player seat:white player2:@ben player3:@cy",
            "ben: join",
            "cy: join",
            "ann: resign confirm:true winner:gray",
        ],
        asked: "cy",
        player: "ben",
        ..Scene::BASE
    },
    Scene {
        name: "a pact is offered",
        said: &[
            "ann: play ruleset:first-mate seat:white player2:@ben player3:@cy",
            "ben: join",
            "cy: join",
            "ann: pact action:offer with:gray",
        ],
        more: &["ID:PLY:pact:offer:black"],
        ..Scene::BASE
    },
    Scene {
        name: "a pact is agreed",
        said: &[
            "ann: play ruleset:first-mate seat:white player2:@ben player3:@cy",
            "ben: join",
            "cy: join",
            "ann: pact action:offer with:gray",
            "ben: pact action:accept",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a player's time is up",
        said: &[THREE[0], THREE[1], THREE[2], "+ 601", "eve: board"],
        more: &[
            "ID:PLY:seat:grant:white",
            "ID:PLY:seat:computer:white",
            "ID:PLY:seat:end:white",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a substitute is proposed",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "+ 601",
            "cy: seat action:substitute user:@fay",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "a computer is proposed for a seat",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "+ 601",
            "cy: seat action:computer",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "an army's end is proposed",
        said: &[THREE[0], THREE[1], THREE[2], "+ 601", "cy: seat action:end"],
        ..Scene::BASE
    },
    Scene {
        name: "an old board",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ben: move move:m4",
            "cy: move move:u4",
            "ann: press ID:1:move",
        ],
        more: &[
            "ID:1:resign:confirm",
            "ID:1:draw",
            "ID:1:pause",
            "ID:1:takeback",
            "ID:1:view",
            "ID:1:since",
            "ID:1:more",
            "ID:1:history",
        ],
        asked: "ann",
        player: "cy",
        ..Scene::BASE
    },
    Scene {
        name: "a word that is no move",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ben: move move:Nn4",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "the end",
        said: &[
            THREE[0],
            THREE[1],
            THREE[2],
            "ann: move move:e4",
            "ann: draw action:offer",
            "ben: draw action:accept",
            "cy: draw action:accept",
        ],
        ..Scene::BASE
    },
    Scene {
        name: "computers to watch",
        said: &["ann: play computers:3"],
        ..Scene::BASE
    },
    Scene {
        name: "help",
        said: &["eve: help"],
        ..Scene::BASE
    },
    Scene {
        name: "settings",
        said: &["eve: settings"],
        ..Scene::BASE
    },
    Scene {
        name: "a server's settings",
        said: &["max: server action:show"],
        ..Scene::BASE
    },
    Scene {
        name: "what is kept",
        said: &["eve: privacy"],
        more: &["-:0:forget-me"],
        ..Scene::BASE
    },
    Scene {
        name: "leaders and rules",
        said: &["eve: leaderboard"],
        more: &["-:0:do:rules:topic=moats"],
        ..Scene::BASE
    },
];

const ROLES: [&str; 7] = [
    "asked",
    "player",
    "opener",
    "invited",
    "bystander",
    "manager",
    "outsider",
];

/// Everybody in a server sees all of it, and nothing of another one.
#[derive(Debug)]
struct OwnServer;

impl Visibility for OwnServer {
    fn is_seen<'a>(&'a self, place: &'a Place, by: &'a Speaker) -> CanSee<'a> {
        let outside = by.identity.id() == "otto";
        let seen = place.server() == "discord/1" && !outside;
        Box::pin(std::future::ready(seen))
    }
}

struct Chat {
    responder: Responder,
    clock: Arc<DrivenClock>,
    id: String,
    ply: u32,
}

impl Chat {
    fn new() -> Chat {
        let clock = Arc::new(DrivenClock::at(Moment(1_700_000_000_000)));
        let host = now(Host::new(
            Arc::new(MemoryStore::new()),
            clock.clone(),
            Some(1),
        ))
        .unwrap();
        let responder = Responder::new(host, Arc::new(DiscordMarkup))
            .with_pictures(false)
            .with_visibility(Arc::new(OwnServer));
        Chat {
            responder,
            clock,
            id: String::from("-"),
            ply: 0,
        }
    }

    fn ask(&mut self, incoming: &Incoming) -> Reply {
        let reply = now(self.responder.answer(incoming));
        if let Some(state) = &reply.state {
            self.id = state.id().to_string();
            self.ply = state.ply();
        }
        reply
    }

    fn press(&mut self, name: &str, place: &str, id: &str) -> Reply {
        let id = id.replace("ID", &self.id);
        let id = id.replace("PLY", &self.ply.to_string());
        let mut speaker = speaker("discord", name);
        speaker.manages = name == "max";
        let input = Input::press(format!("rd1:{id}"));
        self.ask(&Incoming::new(speaker, Place::new(place), input))
    }

    /// Says a line of a scene.
    fn says(&mut self, line: &str) -> Reply {
        if let Some(seconds) = line.strip_prefix("+ ") {
            self.clock
                .advance(Duration::from_secs(seconds.parse().unwrap()));
            return Reply::default();
        }
        let (name, line) = line.split_once(": ").unwrap();
        if let Some(id) = line.strip_prefix("press ") {
            return self.press(name, "discord/1/10", id);
        }
        let mut incoming = typed(speaker("discord", name), "discord/1/10", line);
        incoming.speaker.manages = name == "max";
        self.ask(&incoming)
    }

    /// Plays a scene, and returns its last answer.
    fn play(scene: &Scene) -> (Chat, Reply) {
        let mut chat = Chat::new();
        let mut last = Reply::default();
        for line in scene.said {
            last = chat.says(line);
        }
        (chat, last)
    }
}

/// Returns what follows `rd1:` in the ids of all buttons of an answer, each once: of buttons that differ in
/// a value alone, such as a level, the first.
fn ids(reply: &Reply) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut see = |button: &Button| {
        if button.enabled {
            found.push(button.id.clone());
        }
    };
    reply.buttons().iter().for_each(&mut see);
    let call = reply.pings.call.iter().flat_map(|call| &call.buttons);
    call.for_each(&mut see);
    let mut menus = Vec::new();
    for block in reply.body.blocks() {
        match block {
            Block::Beside(_, button)
            | Block::Roles(button)
            | Block::Channels(button, _)
            | Block::Switch(Switch { button, .. }) => see(button),
            Block::Buttons(buttons) => buttons.iter().for_each(&mut see),
            Block::Menu(menu) => menus.push(menu),
            Block::Heading(_) | Block::Text(_) | Block::Small(_) | Block::Picture => {}
        }
    }
    let options = menus.into_iter().chain(&reply.body.words().menus);
    found.extend(
        options
            .flat_map(|menu| &menu.options)
            .map(|one| one.id.clone()),
    );
    let mut kinds = BTreeMap::new();
    for id in found {
        let id = id.strip_prefix("rd1:").unwrap().to_owned();
        let action = id.splitn(3, ':').last().unwrap_or_default();
        let word = action.split(':').next().unwrap_or_default();
        let kind = match word {
            "from" | "to" | "make" | "help" | "leaders" => word,
            _ => id.rsplit_once('=').map_or(&*id, |(kind, _)| kind),
        };
        kinds.entry(kind.to_owned()).or_insert(id);
    }
    kinds.into_values().collect()
}

#[test]
fn every_button_does_what_it_says_for_those_it_is_for() {
    let mut table = String::new();
    let mut pressed = 0;
    for scene in SCENES {
        let (chat, last) = Chat::play(scene);
        let mut all = ids(&last);
        let known = |id: &&str| {
            id.replace("ID", &chat.id)
                .replace("PLY", &chat.ply.to_string())
        };
        all.extend(scene.more.iter().map(known));
        all.sort();
        all.dedup();
        assert!(!all.is_empty(), "{}", scene.name);
        writeln!(table, "== {}", scene.name).unwrap();
        writeln!(
            table,
            "{:<44} {}",
            "",
            ROLES.map(|role| format!("{role:<20}")).concat()
        )
        .unwrap();
        for id in all {
            let shown = if chat.id == "-" {
                id.clone()
            } else {
                id.replace(&chat.id, "ID")
            };
            for (r#where, place) in [("server", Some("discord/1/10")), ("direct", None)] {
                let mut cells = String::new();
                let mut unchanged = None;
                for role in ROLES {
                    let name = match role {
                        "asked" => scene.asked,
                        "player" => scene.player,
                        "opener" => "ann",
                        "invited" => scene.invited,
                        "bystander" => "eve",
                        "manager" => "max",
                        _ => "otto",
                    };
                    let own = format!("discord/direct/9{}", name.as_bytes()[0]);
                    let place = match (place, role) {
                        (Some(_), "outsider") => "discord/2/20",
                        (Some(place), _) => place,
                        (None, _) => &own,
                    };
                    let mut chat = unchanged.take().unwrap_or_else(|| Chat::play(scene).0);
                    let reply = chat.press(name, place, &id);
                    pressed += 1;
                    // What is refused changes nothing.
                    unchanged = reply.refused().is_some().then_some(chat);
                    // Nobody is left without a word.
                    let text = !reply.text().to_string().is_empty()
                        || matches!(reply.body, Body::Form(..));
                    assert!(text, "{}: {id} by {name}: {reply:?}", scene.name);
                    write!(cells, "{:<20}", reply.refused().unwrap_or("does it")).unwrap();
                }
                writeln!(table, "{:<36} {:<7} {}", shown, r#where, cells.trim_end()).unwrap();
            }
        }
        table.push('\n');
    }
    println!("{pressed} presses");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("buttons");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("pressed", table));
}

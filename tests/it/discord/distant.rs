//! A database that is far away: whatever it is asked, the answer takes a second.

use std::time::Duration;

use fake_discord::{Answer, AnswerKind, FakeDiscord, User};
use local_postgres::{Proxy, Server};
use serde_json::json;

use super::{Scene, Table, ended};
use crate::said::assert_says;

/// The time that each round trip takes.
const FAR: Duration = Duration::from_secs(1);
/// The time that Discord waits for an answer.
const ALLOWED: Duration = Duration::from_secs(3);

/// Checks that something was answered within Discord's time, and not only promised.
fn assert_in_time(what: &str, answer: &Answer) {
    println!("{what}: {:.2?} {:?}", answer.after, answer.kind);
    assert!(answer.after < ALLOWED, "{what}: {:?}", answer.after);
    let promised = [
        AnswerKind::Deferred,
        AnswerKind::DeferredUpdate,
        AnswerKind::TimedOut,
    ];
    assert!(
        !promised.contains(&answer.kind),
        "{what}: {:?}",
        answer.kind
    );
}

/// Something that somebody does, and the id of what is said then.
struct Deed {
    what: &'static str,
    /// The number of the player among the three.
    who: usize,
    does: Does,
    says: &'static str,
}

enum Does {
    /// Types a move.
    Types(&'static str),
    /// Presses this action of the board of this ply.
    Presses(u32, &'static str),
    /// Gives a command with the action.
    Gives(&'static str, &'static str),
}

use Does::{Gives, Presses, Types};

#[rustfmt::skip]
const DEEDS: &[Deed] = &[
    Deed { what: "a move out of turn", who: 1, does: Types("m4"), says: "refused-not-your-turn" },
    Deed { what: "an illegal move", who: 0, does: Types("Ke4"), says: "refused-illegal-move" },
    Deed { what: "a move that cannot be read", who: 0, does: Types("?!"), says: "refused-no-move" },
    Deed { what: "a move", who: 0, does: Types("e4"), says: "" },
    Deed { what: "a press on an old board", who: 1, does: Presses(0, "takeback"), says: "refused-position-moved-on" },
    Deed { what: "a move by a press", who: 1, does: Presses(1, "to:m2m4"), says: "" },
    Deed { what: "a draw offered by a press", who: 2, does: Presses(2, "draw"), says: "draw-offered" },
    Deed { what: "a draw declined by a press", who: 0, does: Presses(2, "draw:decline"), says: "draw-declined" },
    Deed { what: "an answer to no offer", who: 2, does: Gives("draw", "accept"), says: "" },
    Deed { what: "a pause proposed", who: 2, does: Gives("pause", "offer"), says: "" },
    Deed { what: "a pause accepted", who: 1, does: Gives("pause", "accept"), says: "" },
    Deed { what: "a resignation not confirmed", who: 2, does: Presses(2, "resign"), says: "" },
    Deed { what: "a resignation", who: 2, does: Presses(2, "resign:confirm"), says: "out-conceded" },
    Deed { what: "the last resignation", who: 1, does: Presses(2, "resign:confirm"), says: "" },
];

async fn done(scene: &Scene, table: &Table, deed: &Deed, players: &[User; 3]) -> Answer {
    let player = &players[deed.who];
    match deed.does {
        Types(text) => table.play(player, text).await,
        Presses(ply, action) => {
            let board = table.told(&scene.discord, ply).await;
            let id = format!("rd1:{}:{ply}:{action}", table.id);
            player.press_forged(&board, &id).await
        }
        Gives(command, action) => {
            let action = [("action", json!(action))];
            player.slash(&table.thread, command, &action).await
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a machine that does nothing else: .ci/long distant"]
async fn moves_presses_and_refusals_are_answered_in_time_where_the_database_is_far_away() {
    let Some(server) = Server::start(&["fsync=off"]) else {
        return;
    };
    let line = Proxy::to(server.port()).unwrap();
    let address = format!(
        "postgres://rondel@127.0.0.1:{}/{}",
        line.port(),
        server.database()
    );
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let variables: [(&'static str, &str); 1] = [("RONDEL_STORE__URL", &address)];
    scene.start(&variables).await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    // What is known of it is what is read at the start.
    scene.stop().await;
    scene.start(&variables).await;
    let ready = "
        SELECT count(*) = 9 AND bool_and(state = 'idle')
            AND max(state_change) < clock_timestamp() - interval '0.5 s'
        FROM pg_stat_activity WHERE application_name = 'rondel'";
    let asked = (0..9_000).find(|_| server.ask("postgres", ready) == ["t"]);
    assert!(asked.is_some(), "the bot does not get ready");
    line.delay(FAR);
    for deed in DEEDS {
        let answer = done(&scene, &table, deed, &scene.players).await;
        println!(
            "{}: {:.2?} {:?} {}",
            deed.what, answer.after, answer.kind, answer.content
        );
        if !deed.says.is_empty() {
            assert_says(&answer.content, deed.says, &[]);
        }
        assert_in_time(deed.what, &answer);
    }
    let [ann, ben, cy] = &scene.players;
    let end = ended(&scene.discord, &table.thread, &table.id).await.id;
    let rematch = format!("rd1:{}:2:rematch", table.id);
    for (what, who) in [
        ("a rematch by a press", ben),
        ("a seat at it by a press", cy),
        ("the last seat", ann),
    ] {
        assert_in_time(what, &who.press(end, &rematch).await);
    }
    assert_in_time("one that is played", &ann.press(end, &rematch).await);
    scene.assert_sound();
}

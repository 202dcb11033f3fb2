//! Drawing that takes longer than Discord waits: what is looked at is promised and given, and a move
//! is told in words at once.

use std::{sync::Arc, time::Duration};

use fake_discord::{Answer, AnswerKind, FakeDiscord, Message, Snowflake, World};
use rondel::{messages::DrawingQueue, rules::Color};
use serde_json::json;
use tokio::task::JoinSet;

use super::{Scene, inside::Parts, mv, pings};
use crate::console::replaying::quiet_moves;
use crate::said::{army, assert_moved, said, says};

const ANSWERS: &str = "POST /interactions/*/*/callback";
/// Number of moving pictures asked for at once: unoptimized, they take some seconds to draw.
const COUNT: usize = 24;

/// Returns true if a text holds the board in words after Gray's move.
fn is_in_words(text: &str) -> bool {
    let gray = army(Color::Gray);
    let played = [
        ("army", &*gray),
        ("move", "m4"),
        ("from", "m2"),
        ("to", "m4"),
    ];
    says(text, "board-played", &played)
}

/// Waits until a message has a picture.
pub(super) async fn pictured(discord: &FakeDiscord, answer: &Answer) -> Message {
    let id = answer.message.expect("a message");
    let found = |world: &World| {
        let message = world.message(id)?;
        (!message.attachments.is_empty()).then(|| message.clone())
    };
    discord.wait_for("a picture", found).await
}

fn edits(discord: &FakeDiscord, message: Snowflake) -> usize {
    discord.look(|world| world.message(message).map_or(0, |message| message.edits))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_drawing_far_too_slow_looks_are_promised_and_a_move_is_told_in_words_at_once() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let queue = Arc::new(DrawingQueue::start().expect("threads"));
    let mut bot = Parts::new(&scene.discord);
    bot.connection.pictures = Some(Arc::clone(&queue));
    let bot = bot.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    scene.duels(2).await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    let board = table.told(&scene.discord, 1).await;
    let label = said("button-view", &[]);
    let view = board.button(&label).and_then(|button| button.custom_id);
    let own = cy.press(board.id, &view.expect("an id")).await;
    let own_page = own.message.expect("a page");
    let label = said("button-back", &[]);
    let back = own.button(&label).and_then(|button| button.custom_id);
    let answers = |world: &World| world.requests(ANSWERS).len();
    let before = scene.discord.look(answers);

    // Given that nothing is drawn for longer than anybody waits.
    let hold = queue.hold();
    let look = cy.slash(&table.thread, "board", &[]);
    let step = cy.press(own_page, &back.expect("an id"));
    let leaders = cy.slash(&table.thread, "leaderboard", &super::leaders::duel());
    let moved = ben.slash(&table.thread, "move", &mv("m4"));
    let (look, step, leaders, moved) = tokio::join!(
        look.answer(),
        step.answer(),
        leaders.answer(),
        moved.answer()
    );
    // Then what only one looks at is promised to them alone, a page where it stands, and what all
    // see to all.
    assert_eq!((look.kind, look.ephemeral), (AnswerKind::Deferred, true));
    assert_eq!(
        (step.kind, step.message),
        (AnswerKind::DeferredUpdate, Some(own_page))
    );
    assert_eq!(
        (leaders.kind, leaders.ephemeral),
        (AnswerKind::Deferred, false)
    );
    // And the move is there, with its board in words, and calls the next player.
    assert_eq!((moved.kind, moved.ephemeral), (AnswerKind::Message, false));
    assert!(moved.attachments.is_empty());
    assert_moved(&moved.content, "m4");
    assert!(is_in_words(&moved.content), "{}", moved.content);
    assert_eq!(pings(cy, table.thread.id()), 1);

    // Once there is time to draw, everything gets its picture where it stands.
    let stepped = edits(&scene.discord, own_page);
    drop(hold);
    let filled = scene.discord.filled(&look).await;
    let picture = &filled.attachments[0].filename;
    assert!(picture.starts_with(&table.id), "{picture}");
    let filled = scene.discord.filled(&leaders).await;
    assert_eq!(filled.attachments.len(), 1);
    let steps = |page: &Message| page.edits > stepped && page.attachments.len() == 1;
    scene.stands(own_page, steps).await;
    let told = pictured(&scene.discord, &moved).await;
    assert_moved(&told.content, "m4");
    assert!(!is_in_words(&told.content), "{told:?}");
    assert_eq!(told.buttons(), moved.buttons());
    // Each was answered once, and nobody was called twice.
    assert_eq!(scene.discord.look(answers) - before, 4);
    assert_eq!(pings(cy, table.thread.id()), 1);
    assert_eq!(
        table
            .thread
            .messages()
            .iter()
            .filter(|m| says(&m.content, "moved", &[("move", "m4")]))
            .count(),
        1
    );
    bot.stop().await.expect("a quiet end");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_moving_pictures_is_answered_and_a_mover_among_them_goes_first() {
    let scene = Scene::new().await;
    // Of a promise, fifteen minutes.
    scene.discord.set_patience(Duration::from_secs(900));
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    for (text, player) in quiet_moves(23)
        .iter()
        .zip([ann, ben, cy].into_iter().cycle())
    {
        let answer = table.play(player, text).await;
        assert!(!answer.ephemeral, "{}", answer.content);
    }
    let answers = |world: &World| world.requests(ANSWERS).len();
    let before = scene.discord.look(answers);
    let mut asked = JoinSet::new();
    let mut moved = None;
    for number in 0..COUNT {
        // Each is quickly drawn by itself.
        asked.spawn(ann.slash(&table.thread, "replay", &[]).answer());
        if number == COUNT / 2 {
            let next = quiet_moves(24).pop().expect("a move");
            moved = Some(cy.slash(&table.thread, "move", &[("move", json!(next))]));
        }
    }
    let moved = moved.expect("a mover").await;
    assert_eq!(moved.kind, AnswerKind::Message);
    // On a busy machine the picture comes after its words.
    let pictured = |world: &World| {
        let message = world.message(moved.message?)?;
        (message.attachments.len() == 1).then_some(())
    };
    scene.discord.wait_for("the board", pictured).await;
    let drawn = scene.discord.look(|world| {
        let pictured = |message: &&Message| !message.attachments.is_empty();
        world
            .ephemeral(ann.id())
            .into_iter()
            .filter(pictured)
            .count()
    });
    for answer in asked.join_all().await {
        assert!(answer.ephemeral && !answer.is_timed_out(), "{answer:?}");
        let moving = if answer.kind == AnswerKind::Deferred {
            scene.discord.filled(&answer).await.attachments
        } else {
            answer.attachments
        };
        assert!(moving[0].filename.ends_with(".gif"), "{moving:?}");
    }
    assert!(drawn < COUNT, "the mover came after {drawn}");
    assert_eq!(scene.discord.look(answers) - before, COUNT + 1);
    scene.assert_sound();
}

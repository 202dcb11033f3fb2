//! Matches against computers in direct messages.

use serde_json::json;

use super::{Scene, match_of, mv, told};
use crate::said::{assert_moved, assert_says};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_alone_plays_two_computers_from_the_first_move_to_the_last() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let direct = ann.direct();
    // What calls her there reaches her without another message.
    let directly = [("turns", json!("direct"))];
    ann.slash(&direct, "settings", &directly).await;
    let options = [("seat", json!("white")), ("level", json!(1))];
    let begun = ann.slash(&direct, "play", &options).await;
    assert!(!begun.ephemeral, "{}", begun.content);
    let board = scene.posted(&direct, |one| !one.attachments.is_empty());
    let id = match_of(&board.await.buttons());
    let moved = ann.slash(&direct, "move", &mv("e4")).await;
    assert_moved(&moved.content, "e4");
    // Both computers answer, and call nobody but her.
    let board = told(&scene.discord, &direct, &id, 3).await;
    assert_eq!(board.pinged, [ann.id()]);
    for (command, options) in [("board", vec![]), ("history", vec![]), ("replay", vec![])] {
        let shown = ann.slash(&direct, command, &options).await;
        assert!(
            !shown.content.is_empty() || !shown.attachments.is_empty(),
            "{command}"
        );
    }
    // Nobody else knows of it.
    let named = [("match", json!(id))];
    let unknown = ben.slash(&scene.channel, "board", &named).await;
    assert_says(&unknown.content, "refused-no-such-match", &[]);
    let over = ann
        .slash(&direct, "resign", &[("confirm", json!(true))])
        .await;
    assert_says(&over.content, "out-conceded", &[]);
    scene.assert_sound();
}

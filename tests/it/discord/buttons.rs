//! Buttons: the rows under a board, and what *More* offers to whom.

use fake_discord::AnswerKind;
use serde_json::{Value, json};

use super::Scene;
use crate::said::assert_says;

/// The actions of the buttons in each row, and the styles of all.
fn rows(components: &Value) -> (Vec<String>, Vec<u64>) {
    let (mut actions, mut styles) = (Vec::new(), Vec::new());
    for row in components.as_array().expect("rows") {
        let buttons = row["components"].as_array().expect("buttons");
        let action = |button: &Value| {
            let id = button["custom_id"].as_str().expect("an id");
            id.splitn(4, ':').last().expect("an action").to_owned()
        };
        actions.push(buttons.iter().map(action).collect::<Vec<_>>().join(" "));
        styles.extend(buttons.iter().filter_map(|button| button["style"].as_u64()));
    }
    (actions, styles)
}

/// Under a board stands one row, the same each time; what is asked of everybody has one of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_has_one_row_and_what_is_asked_another() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let first = table.told(&scene.discord, 0).await;
    assert_eq!(
        rows(&first.components).0,
        ["move do:rules:topic=minute view more"]
    );
    table.play(ann, "e4").await;
    let board = table.told(&scene.discord, 1).await;
    let row = "move since view more";
    assert_eq!(
        rows(&board.components),
        (vec![row.to_owned()], vec![1, 2, 2, 2])
    );
    for command in ["draw", "takeback"] {
        let offer = [("action", json!("offer"))];
        ann.slash(&table.thread, command, &offer).await;
    }
    table.play(ben, "m4").await;
    let board = table.told(&scene.discord, 2).await;
    let asked = ["draw draw:decline", "takeback:accept takeback:decline"];
    assert_eq!(rows(&board.components).0, [row, asked[0], asked[1]]);
    scene.assert_sound();
}

/// *More* has what fits the one who asks, and as things stand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_is_what_one_can_do_and_see() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let dora = scene.guild.user("dora");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let looks = "text history do:rules";
    let first = table.told(&scene.discord, 0).await;
    // There is no move to take back yet.
    let more = table.more(&first, ann, 0).await;
    let (actions, styles) = rows(&more.components);
    assert_eq!(actions, ["draw pause", &format!("{looks} resign")]);
    assert_eq!(styles, [2, 2, 2, 2, 2, 4]);
    let more = table.more(&first, &dora, 0).await;
    assert_eq!(rows(&more.components).0, [looks]);

    // What one has proposed the others answer; a draw can be taken back.
    table.play(ann, "e4").await;
    let board = table.told(&scene.discord, 1).await;
    for action in ["takeback", "draw", "pause"] {
        let more = table.more(&board, ann, 1).await;
        let id = format!("rd1:{}:1:{action}", table.id);
        let done = ann.press(more.message.unwrap(), &id).await;
        assert!(!done.ephemeral, "{action}: {}", done.content);
    }
    let agree = [("action", json!("accept"))];
    ben.slash(&table.thread, "draw", &agree).await;
    ben.slash(&table.thread, "pause", &agree).await;
    let last = format!("{looks} resign");
    let answers = [
        "takeback:accept takeback:decline",
        "pause:accept pause:decline",
    ];
    for (who, acts) in [
        (ann, vec!["draw:withdraw"]),
        (ben, vec![answers[0]]),
        (cy, vec!["draw draw:decline", answers[0], answers[1]]),
    ] {
        let more = table.more(&board, who, 1).await;
        let expected = [acts, vec![&last]].concat();
        assert_eq!(rows(&more.components).0, expected);
    }

    // What shows takes the place of the page, and serves from any board.
    table.play(ben, "m4").await;
    table.told(&scene.discord, 2).await;
    let id = |ply: u32, action: &str| format!("rd1:{}:{ply}:{action}", table.id);
    let old = cy.press_forged(&board, &id(1, "more")).await;
    for (action, says) in [
        ("text", "board-none-bridged"),
        ("history", "history-heading"),
    ] {
        let shown = cy.press_forged(old.message.unwrap(), &id(1, action)).await;
        assert_says(&shown.content, says, &[]);
        assert_eq!(
            (shown.kind, shown.message),
            (AnswerKind::Update, old.message)
        );
    }
    let since = cy.press_forged(&board, &id(1, "since")).await;
    assert_says(&since.content, "since-heading", &[]);
    let rules = cy
        .press_forged(old.message.unwrap(), "rd1:-:0:do:rules")
        .await;
    assert_says(&rules.content, "rules-differences", &[]);

    // Who is out, or plays no more, only looks.
    let confirm = [("confirm", json!(true))];
    for who in [ann, ben] {
        let board = table.told(&scene.discord, 2).await;
        who.slash(&table.thread, "resign", &confirm).await;
        let more = who.press_forged(&board, &id(2, "more")).await;
        assert_eq!(rows(&more.components).0, [looks]);
    }
    scene.assert_sound();
}

//! `/rules`: told privately, with a picture.

use fake_discord::{AnswerKind, Fault};
use rondel::{commands::rulebook::NAMES, rules::Color};
use serde_json::json;

use super::Scene;
use crate::said::{army, assert_says, said};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topics_are_told_privately_each_with_its_picture() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let list = ann.slash(&scene.channel, "rules", &[]).await;
    assert!(list.ephemeral && list.attachments.len() == 1);
    for id in ["rules-differences", "rules-ring", "rules-last-king"] {
        assert_says(&list.content, id, &[]);
    }
    let king = format!("{}: {} ", army(Color::White), said("piece-king", &[]));
    for name in NAMES {
        let topic = [("topic", json!(name))];
        let answer = ann.slash(&scene.channel, "rules", &topic).await;
        assert!(answer.ephemeral, "{name}");
        assert_says(&answer.content, &format!("rules-{name}"), &[]);
        let [picture] = answer.attachments.as_slice() else {
            panic!("{name}: {:?}", answer.attachments);
        };
        assert_eq!(picture.filename, format!("rules-{name}.png"));
        let alt = picture.description.as_deref().unwrap_or_default();
        assert!(alt.contains(&king), "{name}: {alt}");
    }
    // Each is a tap away from any other.
    let page = list.message.expect("a page");
    for name in NAMES {
        let id = format!("rd1:-:0:do:rules:topic={name}");
        let topic = ann.choose(page, "topics", &[&id]).await;
        assert_eq!(
            (topic.kind, topic.message),
            (AnswerKind::Update, Some(page))
        );
        assert_says(&topic.content, &format!("rules-{name}"), &[]);
        assert_eq!(topic.attachments.len(), 1, "{name}");
    }
    // Where the picture is refused, the board comes in words, whole, after the topic.
    for name in ["moats", "duel"] {
        scene.discord.fail_next(
            "POST /interactions/*/*/callback",
            Fault::Status(403, 50_013),
        );
        let topic = [("topic", json!(name))];
        let answer = ann.slash(&scene.channel, "rules", &topic).await;
        assert!(answer.ephemeral && answer.attachments.is_empty());
        assert_says(&answer.content, "board-barred", &[]);
        assert_says(&answer.content, "board-rank", &[("rank", "1")]);
    }
    assert_eq!(scene.channel.messages().len(), 0);
    scene.assert_sound();
}

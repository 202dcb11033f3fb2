//! `/rules`: told privately, with a picture.

use fake_discord::Fault;
use rondel::adapters::rulebook::NAMES;
use serde_json::json;

use super::Scene;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn topics_are_told_privately_each_with_its_picture() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let list = ann.slash(&scene.channel, "rules", &[]).await;
    assert!(list.ephemeral && list.attachments.is_empty());
    for name in NAMES {
        assert!(
            list.content.contains(&format!("{name} – ")),
            "{}",
            list.content
        );
    }
    for name in NAMES {
        let topic = [("topic", json!(name))];
        let answer = ann.slash(&scene.channel, "rules", &topic).await;
        assert!(answer.ephemeral, "{name}");
        assert!(answer.content.contains("rules §"), "{}", answer.content);
        let [picture] = answer.attachments.as_slice() else {
            panic!("{name}: {:?}", answer.attachments);
        };
        assert_eq!(picture.filename, format!("rules-{name}.png"));
        let alt = picture.description.as_deref().unwrap_or_default();
        assert!(alt.contains("White: king "), "{name}: {alt}");
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
        for wanted in [
            "All topics: /rules",
            "Crossed out, since",
            "\nRank 6: nothing",
        ] {
            assert!(
                answer.content.contains(wanted),
                "{wanted}: {}",
                answer.content
            );
        }
    }
    assert_eq!(scene.channel.messages().len(), 0);
    scene.assert_sound();
}

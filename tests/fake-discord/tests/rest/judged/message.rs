//! Messages, embeds, threads.

use super::*;

#[tokio::test]
async fn limits_on_messages() {
    check(&[
        (
            Post,
            |n| json!({"content": long(n)}),
            2000,
            "content",
            "TWILIGHT_REFUSES message content is invalid",
        ),
        (
            Post,
            |n| json!({"content": "é".repeat(n)}),
            2000,
            "content",
            "TWILIGHT_REFUSES message content is invalid",
        ),
        // It is code points that are counted, not what UTF-16 makes of them.
        (
            Post,
            |n| json!({"content": "\u{1F984}".repeat(n)}),
            2000,
            "content",
            "TWILIGHT_REFUSES message content is invalid",
        ),
        (
            Edit,
            |n| json!({"content": long(n)}),
            2000,
            "content",
            "TWILIGHT_REFUSES message content is invalid",
        ),
        (
            Post,
            |n| json!({"content": "x", "nonce": long(n)}),
            25,
            "nonce",
            TOO_LONG,
        ),
        (
            Answer,
            |n| json!({"attachments": [{"id": 0, "description": long(n)}]}),
            1024,
            "data.attachments.0",
            "TWILIGHT_REFUSES the attachment description is 1025 characters long, but the max is 1024",
        ),
        (
            Files,
            |n| json!({"content": "x", "attachments": attachments(n)}),
            10,
            "attachments",
            TOO_MANY,
        ),
        (
            Post,
            |n| {
                let ids: Vec<_> = (1..=n).map(|id| id.to_string()).collect();
                json!({"content": "x", "allowed_mentions": {"users": ids}})
            },
            100,
            "allowed_mentions.users",
            TOO_MANY,
        ),
        (Thread, |n| json!({"name": long(n)}), 100, "name", "TWILIGHT_REFUSES the length of the name is invalid"),
    ])
    .await;
}

/// The list of this many files.
fn attachments(n: usize) -> Vec<Value> {
    (0..n)
        .map(|id| json!({"id": id, "filename": format!("{id}.png")}))
        .collect()
}

#[tokio::test]
async fn limits_on_embeds() {
    check(&[
        (
            Post,
            |n| json!({"embeds": numbered(n, |name| json!({"title": name}))}),
            10,
            "embeds",
            "TWILIGHT_REFUSES message has too many embeds",
        ),
        (
            Post,
            |n| embed(&[("title", json!(long(n)))]),
            256,
            "embeds.0",
            "TWILIGHT_REFUSES the title's length is 257 characters long, but the max is 256",
        ),
        (
            Post,
            |n| embed(&[("description", json!(long(n)))]),
            4096,
            "embeds.0",
            "TWILIGHT_REFUSES the description is 4097 characters long, but the max is 4096",
        ),
        (
            Post,
            |n| {
                embed(&[(
                    "fields",
                    json!(numbered(n, |name| json!({"name": name, "value": "v"}))),
                )])
            },
            25,
            "embeds.0",
            "TWILIGHT_REFUSES there are 26 fields, but the maximum amount is 25",
        ),
        (
            Post,
            |n| embed(&[("fields", json!([{"name": long(n), "value": "v"}]))]),
            256,
            "embeds.0",
            "TWILIGHT_REFUSES a field name is 257 characters long, but the max is 256",
        ),
        (
            Post,
            |n| embed(&[("fields", json!([{"name": "n", "value": long(n)}]))]),
            1024,
            "embeds.0",
            "TWILIGHT_REFUSES a field value is 1025 characters long, but the max is 1024",
        ),
        (
            Post,
            |n| embed(&[("footer", json!({"text": long(n)}))]),
            2048,
            "embeds.0",
            "TWILIGHT_REFUSES the footer's text is 2049 characters long, but the max is 2048",
        ),
        (
            Post,
            |n| embed(&[("author", json!({"name": long(n)}))]),
            256,
            "embeds.0",
            "TWILIGHT_REFUSES the author name is 257 characters long, but the max is 256",
        ),
        (
            Post,
            |n| embed(&[("color", json!(n))]),
            0x00FF_FFFF,
            "embeds.0",
            "TWILIGHT_REFUSES the color is 16777216, but it must be less than 16777215",
        ),
        (
            Post,
            |n| {
                let whole = json!({"description": long(3000)});
                json!({"embeds": [whole, {"description": long(n)}]})
            },
            3000,
            "embeds",
            "TWILIGHT_REFUSES embed at index 1 is invalid",
        ),
    ])
    .await;
}

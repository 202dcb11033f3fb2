//! Messages, embeds, threads.

use super::*;

#[test]
fn limits_on_messages() {
    check(&[
        (
            post,
            |n| json!({"content": long(n)}),
            2000,
            "content",
            TOO_LONG,
        ),
        (
            post,
            |n| json!({"content": "é".repeat(n)}),
            2000,
            "content",
            TOO_LONG,
        ),
        (
            edit,
            |n| json!({"content": long(n)}),
            2000,
            "content",
            TOO_LONG,
        ),
        (
            post,
            |n| json!({"content": "x", "nonce": long(n)}),
            25,
            "nonce",
            TOO_LONG,
        ),
        (
            answer,
            |n| json!({"attachments": [{"id": 0, "description": long(n)}]}),
            1024,
            "attachments.0.description",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                let ids: Vec<_> = (1..=n).map(|id| id.to_string()).collect();
                json!({"content": "x", "allowed_mentions": {"users": ids}})
            },
            100,
            "allowed_mentions.users",
            TOO_MANY,
        ),
        (thread, |n| json!({"name": long(n)}), 100, "name", TOO_LONG),
    ]);
}

#[test]
fn limits_on_embeds() {
    check(&[
        (
            post,
            |n| json!({"embeds": numbered(n, |name| json!({"title": name}))}),
            10,
            "embeds",
            TOO_MANY,
        ),
        (
            post,
            |n| embed(&[("title", json!(long(n)))]),
            256,
            "embeds.0.title",
            TOO_LONG,
        ),
        (
            post,
            |n| embed(&[("description", json!(long(n)))]),
            4096,
            "embeds.0.description",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                embed(&[(
                    "fields",
                    json!(numbered(n, |name| json!({"name": name, "value": "v"}))),
                )])
            },
            25,
            "embeds.0.fields",
            TOO_MANY,
        ),
        (
            post,
            |n| embed(&[("fields", json!([{"name": long(n), "value": "v"}]))]),
            256,
            "embeds.0.fields.0.name",
            TOO_LONG,
        ),
        (
            post,
            |n| embed(&[("fields", json!([{"name": "n", "value": long(n)}]))]),
            1024,
            "embeds.0.fields.0.value",
            TOO_LONG,
        ),
        (
            post,
            |n| embed(&[("footer", json!({"text": long(n)}))]),
            2048,
            "embeds.0.footer.text",
            TOO_LONG,
        ),
        (
            post,
            |n| embed(&[("author", json!({"name": long(n)}))]),
            256,
            "embeds.0.author.name",
            TOO_LONG,
        ),
        (
            post,
            |n| embed(&[("color", json!(n))]),
            0x00FF_FFFF,
            "embeds.0.color",
            "NUMBER_TYPE_RANGE",
        ),
        (
            post,
            |n| {
                let whole = json!({"description": long(3000)});
                json!({"embeds": [whole, {"description": long(n)}]})
            },
            3000,
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
        ),
    ]);
}

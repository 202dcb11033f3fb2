//! Components, completions, modals.

use super::*;

#[tokio::test]
async fn limits_on_components() {
    check(&[
        (
            Post,
            |n| {
                let row =
                    |id| json!({"type": 1, "components": [button(&[("custom_id", json!(id))])]});
                json!({"content": "x", "components": numbered(n, row)})
            },
            5,
            "components",
            "TWILIGHT_REFUSES 6 components were provided, but only 5 root components are allowed",
        ),
        (
            Post,
            |n| {
                rows(&json!(numbered(n, |id| button(&[(
                    "custom_id",
                    json!(id)
                )]))))
            },
            5,
            "components.0",
            "TWILIGHT_REFUSES an action row has 6 children, but the max is 5",
        ),
        (
            Post,
            |n| rows(&json!([button(&[("label", json!(long(n)))])])),
            80,
            "components.0.components.0",
            "TWILIGHT_REFUSES a component's label is 81 characters long, but the max is 80",
        ),
        (
            Post,
            |n| rows(&json!([button(&[("custom_id", json!(long(n)))])])),
            100,
            "components.0.components.0",
            "TWILIGHT_REFUSES a component's custom id is 101 characters long, but the max is 100",
        ),
        (
            Post,
            |n| {
                let url = format!("https://{}", long(n - 8));
                rows(&json!([{"type": 2, "style": 5, "label": "Go", "url": url}]))
            },
            512,
            "components.0.components.0.url",
            TOO_LONG,
        ),
        (
            Post,
            |n| {
                let options = numbered(n, |value| json!({"label": value, "value": value}));
                rows(&json!([select(&[("options", json!(options))])]))
            },
            25,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu has 26 options, but the max is 25",
        ),
        (
            Post,
            |n| {
                rows(&json!([select(&[(
                    "options",
                    json!([{"label": long(n), "value": "v"}])
                )])]))
            },
            100,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu option's label is 101 characters long, but the max is 100",
        ),
        (
            Post,
            |n| {
                rows(&json!([select(&[(
                    "options",
                    json!([{"label": "l", "value": long(n)}])
                )])]))
            },
            100,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu option's value is 101 characters long, but the max is 100",
        ),
        (
            Post,
            |n| {
                let option = json!({"label": "l", "value": "v", "description": long(n)});
                rows(&json!([select(&[("options", json!([option]))])]))
            },
            100,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu option's description is 101 characters long, but the max is 100",
        ),
        (
            Post,
            |n| rows(&json!([select(&[("placeholder", json!(long(n)))])])),
            150,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu's placeholder is 151 characters long, but the max is 150",
        ),
        (
            Post,
            |n| rows(&json!([channels(&[("max_values", json!(n))])])),
            25,
            "components.0.components.0",
            "TWILIGHT_REFUSES maximum number of values that can be chosen is 26, but must be greater than or equal to 1and less than or equal to 25",
        ),
        (
            Post,
            |n| {
                let one = |id: usize| json!({"id": id.to_string(), "type": "channel"});
                let chosen = json!((1..=n).map(one).collect::<Vec<_>>());
                rows(&json!([channels(&[("default_values", chosen)])]))
            },
            5,
            "components.0.components.0",
            "TWILIGHT_REFUSES a select menu provided 6 values, but it allows at most 5 values",
        ),
    ])
    .await;
}

#[tokio::test]
async fn limits_on_choices_and_modals() {
    check(&[
        (
            Completion,
            |n| json!({"choices": numbered(n, |name| json!({"name": name, "value": "v"}))}),
            25,
            "data.choices",
            TOO_MANY,
        ),
        (
            Completion,
            |n| json!({"choices": [{"name": long(n), "value": "v"}]}),
            100,
            "data.choices.0",
            "TWILIGHT_REFUSES command option choice name must be between 1 and 100 characters",
        ),
        (
            Completion,
            |n| json!({"choices": [{"name": "n", "value": long(n)}]}),
            100,
            "data.choices.0",
            "TWILIGHT_REFUSES command option choice string value must be between 1 and 100 characters",
        ),
        (
            Modal,
            |n| modal(&input(&[]), &[("title", json!(long(n)))]),
            45,
            "data.title",
            TOO_LONG,
        ),
        (
            Modal,
            |n| modal(&input(&[]), &[("custom_id", json!(long(n)))]),
            100,
            "data.custom_id",
            TOO_LONG,
        ),
        (
            Modal,
            |n| {
                let row =
                    |id| json!({"type": 1, "components": [input(&[("custom_id", json!(id))])]});
                modal(&input(&[]), &[("components", json!(numbered(n, row)))])
            },
            5,
            "data.components",
            TOO_MANY,
        ),
        (
            Modal,
            |n| modal(&input(&[("label", json!(long(n)))]), &[]),
            45,
            "data.components.0.components.0",
            "TWILIGHT_REFUSES a text input label length is 46, but it must be at least 1 and at most 45",
        ),
        (
            Modal,
            |n| modal(&input(&[("placeholder", json!(long(n)))]), &[]),
            100,
            "data.components.0.components.0",
            "TWILIGHT_REFUSES a text input's placeholder is 101 characters long, but the max is 100",
        ),
        (
            Modal,
            |n| modal(&input(&[("value", json!(long(n)))]), &[]),
            4000,
            "data.components.0.components.0",
            "TWILIGHT_REFUSES a text input's value is 4001 characters long, but the max is 100",
        ),
    ])
    .await;
}

/// A select of text channels, five at most.
fn channels(changes: &[(&str, Value)]) -> Value {
    with(
        json!({
            "type": 8, "custom_id": "id", "channel_types": [0], "min_values": 0, "max_values": 5,
        }),
        changes,
    )
}

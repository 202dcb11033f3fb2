//! Components, completions, modals.

use super::*;

#[test]
fn limits_on_components() {
    check(&[
        (
            post,
            |n| {
                let row =
                    |id| json!({"type": 1, "components": [button(&[("custom_id", json!(id))])]});
                json!({"content": "x", "components": numbered(n, row)})
            },
            5,
            "components",
            TOO_MANY,
        ),
        (
            post,
            |n| {
                rows(&json!(numbered(n, |id| button(&[(
                    "custom_id",
                    json!(id)
                )]))))
            },
            5,
            "components.0.components",
            TOO_MANY,
        ),
        (
            post,
            |n| rows(&json!([button(&[("label", json!(long(n)))])])),
            80,
            "components.0.components.0.label",
            TOO_LONG,
        ),
        (
            post,
            |n| rows(&json!([button(&[("custom_id", json!(long(n)))])])),
            100,
            "components.0.components.0.custom_id",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                let url = format!("https://{}", long(n - 8));
                rows(&json!([{"type": 2, "style": 5, "label": "Go", "url": url}]))
            },
            512,
            "components.0.components.0.url",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                let options = numbered(n, |value| json!({"label": value, "value": value}));
                rows(&json!([select(&[("options", json!(options))])]))
            },
            25,
            "components.0.components.0.options",
            TOO_MANY,
        ),
        (
            post,
            |n| {
                rows(&json!([select(&[(
                    "options",
                    json!([{"label": long(n), "value": "v"}])
                )])]))
            },
            100,
            "components.0.components.0.options.0.label",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                rows(&json!([select(&[(
                    "options",
                    json!([{"label": "l", "value": long(n)}])
                )])]))
            },
            100,
            "components.0.components.0.options.0.value",
            TOO_LONG,
        ),
        (
            post,
            |n| {
                let option = json!({"label": "l", "value": "v", "description": long(n)});
                rows(&json!([select(&[("options", json!([option]))])]))
            },
            100,
            "components.0.components.0.options.0.description",
            TOO_LONG,
        ),
        (
            post,
            |n| rows(&json!([select(&[("placeholder", json!(long(n)))])])),
            150,
            "components.0.components.0.placeholder",
            TOO_LONG,
        ),
    ]);
}

#[test]
fn limits_on_choices_and_modals() {
    check(&[
        (
            completion,
            |n| json!({"choices": numbered(n, |name| json!({"name": name, "value": "v"}))}),
            25,
            "data.choices",
            TOO_MANY,
        ),
        (
            completion,
            |n| json!({"choices": [{"name": long(n), "value": "v"}]}),
            100,
            "data.choices.0.name",
            TOO_LONG,
        ),
        (
            completion,
            |n| json!({"choices": [{"name": "n", "value": long(n)}]}),
            100,
            "data.choices.0.value",
            TOO_LONG,
        ),
        (
            check_modal,
            |n| modal(&input(&[]), &[("title", json!(long(n)))]),
            45,
            "data.title",
            TOO_LONG,
        ),
        (
            check_modal,
            |n| modal(&input(&[]), &[("custom_id", json!(long(n)))]),
            100,
            "data.custom_id",
            TOO_LONG,
        ),
        (
            check_modal,
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
            check_modal,
            |n| modal(&input(&[("label", json!(long(n)))]), &[]),
            45,
            "data.components.0.components.0.label",
            TOO_LONG,
        ),
        (
            check_modal,
            |n| modal(&input(&[("placeholder", json!(long(n)))]), &[]),
            100,
            "data.components.0.components.0.placeholder",
            TOO_LONG,
        ),
        (
            check_modal,
            |n| modal(&input(&[("value", json!(long(n)))]), &[]),
            4000,
            "data.components.0.components.0.value",
            TOO_LONG,
        ),
    ]);
}

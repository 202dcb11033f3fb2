//! Modals.

use super::*;

/// A modal with one labelled field.
fn asking(field: &Value) -> Value {
    with(
        modal(&json!(null), &[]),
        &[("components", json!([label(field, &[])]))],
    )
}

/// A text input as it stands under a label.
fn line(changes: &[(&str, Value)]) -> Value {
    with(json!({"type": 4, "style": 1, "custom_id": "id"}), changes)
}

const FIELD: &str = "data.components.0";

#[tokio::test]
async fn limits_on_labels() {
    check(&[
        (
            Modal,
            |n| with(asking(&line(&[])), &[("title", json!(long(n)))]),
            45,
            "data.title",
            TOO_LONG,
        ),
        (
            Modal,
            |n| {
                let field = |id| label(&line(&[("custom_id", json!(id))]), &[]);
                with(
                    asking(&line(&[])),
                    &[("components", json!(numbered(n, field)))],
                )
            },
            5,
            "data.components",
            TOO_MANY,
        ),
        (
            Modal,
            |n| {
                let field = label(&line(&[]), &[("label", json!(long(n)))]);
                with(asking(&line(&[])), &[("components", json!([field]))])
            },
            45,
            FIELD,
            "TWILIGHT_REFUSES a label text of a label component is 46",
        ),
        (
            Modal,
            |n| {
                let field = label(&line(&[]), &[("description", json!(long(n)))]);
                with(asking(&line(&[])), &[("components", json!([field]))])
            },
            100,
            FIELD,
            "TWILIGHT_REFUSES a label description length is 101",
        ),
        (
            Modal,
            |n| asking(&line(&[("custom_id", json!(long(n)))])),
            100,
            FIELD,
            "TWILIGHT_REFUSES a component's custom id is 101 characters long",
        ),
        (
            Modal,
            |n| asking(&line(&[("max_length", json!(n))])),
            4000,
            "data.components.0.component.max_length",
            "NUMBER_TYPE_RANGE",
        ),
        (
            Modal,
            |n| {
                let options = numbered(n, |value| json!({"label": value, "value": value}));
                asking(&select(&[("options", json!(options))]))
            },
            25,
            FIELD,
            "TWILIGHT_REFUSES a select menu has 26 options",
        ),
    ])
    .await;
}

#[tokio::test]
async fn rules_for_labels() {
    let at = |end: &str| format!("{FIELD}.component.{end}");
    let parts = |parts: Value| with(asking(&line(&[])), &[("components", parts)]);
    let table: Vec<Rule> = vec![
        (
            Modal,
            with(asking(&line(&[])), &[("title", json!(""))]),
            "data.title".into(),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (Modal, parts(json!([])), "data.components".into(), TOO_MANY),
        (
            Modal,
            parts(json!([text("x")])),
            format!("{FIELD}.type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            Modal,
            parts(json!([label(&line(&[]), &[("label", json!(""))])])),
            format!("{FIELD}.label"),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Modal,
            asking(&json!(null)),
            format!("{FIELD}.component"),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Modal,
            asking(&button(&[])),
            at("type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            Modal,
            asking(&input(&[])),
            FIELD.into(),
            "TWILIGHT_REFUSES a text input contained a label when disallowed",
        ),
        (
            Modal,
            asking(&line(&[("custom_id", json!(""))])),
            at("custom_id"),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Modal,
            asking(&line(&[("min_length", json!(3)), ("max_length", json!(2))])),
            at("min_length"),
            "TEXT_INPUT_LENGTH_INVALID",
        ),
        (
            Modal,
            asking(&line(&[("required", json!("no"))])),
            at("required"),
            "BOOLEAN_TYPE_CONVERT",
        ),
        (
            Modal,
            asking(&select(&[("options", json!([]))])),
            at("options"),
            TOO_MANY,
        ),
        (
            Modal,
            asking(&select(&[("disabled", json!(true))])),
            FIELD.into(),
            "TWILIGHT_REFUSES a select menu was disabled when disallowed",
        ),
        (
            Modal,
            parts(json!([label(&line(&[]), &[]), label(&select(&[]), &[])])),
            "data.components.1.component.custom_id".into(),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            Modal,
            parts(json!([{"type": 1, "components": []}])),
            format!("{FIELD}.components"),
            TOO_MANY,
        ),
    ];
    check_rules(&table).await;
}

#[tokio::test]
async fn a_sound_modal_is_taken() {
    let court = Court::open().await;
    let chosen = |kind: u64, id: &str| label(&json!({"type": kind, "custom_id": id}), &[]);
    let optional = line(&[("custom_id", json!("line")), ("required", json!(false))]);
    let whole = json!([
        label(&optional, &[("description", json!("As you like."))]),
        label(&select(&[]), &[]),
        chosen(5, "users"),
        chosen(6, "roles"),
        chosen(8, "channels"),
    ]);
    let body = with(asking(&line(&[])), &[("components", whole)]);
    assert_eq!(court.judge(Modal, &body).await, [], "{body}");
}

//! Rules that are not lengths.

use super::*;

#[test]
fn rules_beside_limits() {
    let at = |end: &str| format!("{BUTTON}.{end}");
    let row = |components: Value| rows(&components);
    let twice = json!([button(&[]), button(&[])]);
    let beside = json!([button(&[("custom_id", json!("b"))]), select(&[])]);
    let link = json!([{"type": 2, "style": 5, "label": "Go", "url": "ftp://x"}]);
    let pair = json!([{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]);
    let table: Vec<Rule> = vec![
        (
            post,
            json!({"content": 7}),
            "content".into(),
            "STRING_TYPE_CONVERT",
        ),
        (post, json!([]), String::new(), "DICT_TYPE_CONVERT"),
        (
            post,
            json!({"content": "x", "tts": "no"}),
            "tts".into(),
            "BOOLEAN_TYPE_CONVERT",
        ),
        (
            post,
            json!({"content": "x", "embeds": {}}),
            "embeds".into(),
            "LIST_TYPE_CONVERT",
        ),
        (
            post,
            json!({"content": "x", "flags": 64}),
            "flags".into(),
            "INVALID_BITWISE_FLAG",
        ),
        (
            post,
            json!({"content": "x", "flags": 1 << 15}),
            "flags".into(),
            "NOT_MODELLED",
        ),
        (
            post,
            json!({"content": "x", "poll": {}}),
            "poll".into(),
            "NOT_MODELLED",
        ),
        (
            post,
            json!({"content": "x", "enforce_nonce": true}),
            "nonce".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            post,
            json!({"content": "<@12>"}),
            "allowed_mentions".into(),
            "MENTION_WITHOUT_ALLOWED_MENTIONS",
        ),
        (
            post,
            json!({"content": "x", "allowed_mentions": {"user": []}}),
            "allowed_mentions.user".into(),
            "UNKNOWN_KEY",
        ),
        (
            post,
            json!({"content": "x", "allowed_mentions": {"users": [12]}}),
            "allowed_mentions.users.0".into(),
            "NUMBER_TYPE_COERCE",
        ),
        (
            post,
            json!({"content": "x", "allowed_mentions": {"parse": ["user"]}}),
            "allowed_mentions.parse.0".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            post,
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions".into(),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            answer,
            json!({"attachments": [{"id": 3}]}),
            "attachments.0.id".into(),
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            answer,
            json!({"attachments": [{}]}),
            "attachments.0.id".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            answer,
            json!({"attachments": []}),
            "attachments".into(),
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            answer,
            json!({"embeds": [{"image": {"url": "attachment://other.png"}}]}),
            "embeds.0.image.url".into(),
            "URL_TYPE_INVALID_URL",
        ),
        (
            post,
            json!({"embeds": [{}]}),
            "embeds.0".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            post,
            json!({"embeds": [{"fields": [{"name": "", "value": "v"}]}]}),
            "embeds.0.fields.0.name".into(),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            post,
            row(twice),
            "components.0.components.1.custom_id".into(),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            post,
            row(beside),
            "components.0.components".into(),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            post,
            row(json!([])),
            "components.0.components".into(),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            post,
            row(json!([button(&[("custom_id", json!(""))])])),
            at("custom_id"),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            post,
            row(json!([button(&[("custom_id", json!(null))])])),
            at("custom_id"),
            "BASE_TYPE_REQUIRED",
        ),
        (
            post,
            row(json!([button(&[("label", json!(null))])])),
            BUTTON.into(),
            "BUTTON_COMPONENT_REQUIRED",
        ),
        (
            post,
            row(json!([button(&[("style", json!(9))])])),
            at("style"),
            "NUMBER_TYPE_RANGE",
        ),
        (
            post,
            row(json!([button(&[
                ("style", json!(5)),
                ("url", json!("https://x"))
            ])])),
            BUTTON.into(),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            post,
            row(json!([button(&[("url", json!("https://x"))])])),
            at("url"),
            "BUTTON_COMPONENT_INVALID_URL",
        ),
        (
            post,
            row(json!([button(&[("emoji", json!({"name": "x"}))])])),
            at("emoji"),
            "COMPONENT_INVALID_EMOJI",
        ),
        (post, row(link), at("url"), "URL_TYPE_INVALID_SCHEME"),
        (
            post,
            row(json!([input(&[])])),
            at("type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            post,
            row(json!([select(&[("options", json!([]))])])),
            at("options"),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            post,
            row(json!([select(&[("options", pair)])])),
            at("options.1.value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            post,
            row(json!([select(&[("max_values", json!(2))])])),
            at("max_values"),
            "SELECT_COMPONENT_MAX_EXCEEDS_OPTIONS",
        ),
        (
            post,
            row(json!([select(&[("min_values", json!(2))])])),
            at("min_values"),
            "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
        ),
        (thread, json!({}), "name".into(), "BASE_TYPE_REQUIRED"),
        (
            thread,
            json!({"name": ""}),
            "name".into(),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            thread,
            json!({"name": "x", "auto_archive_duration": 61}),
            "auto_archive_duration".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            completion,
            json!({}),
            "data.choices".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            completion,
            json!({"choices": [{"name": "n", "value": 1}]}),
            "data.choices.0.value".into(),
            "STRING_TYPE_CONVERT",
        ),
        (
            integers,
            json!({"choices": [{"name": "n", "value": "1"}]}),
            "data.choices.0.value".into(),
            "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
        ),
        (
            check_modal,
            modal(&input(&[]), &[("components", json!([]))]),
            "data.components".into(),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            check_modal,
            modal(&button(&[]), &[]),
            "data.components.0.components.0.type".into(),
            "NUMBER_TYPE_RANGE",
        ),
    ];
    check_rules(&table);
}

//! Rules that are not lengths.

use super::*;

#[tokio::test]
async fn rules_beside_limits() {
    let at = |end: &str| format!("{BUTTON}.{end}");
    let row = |components: Value| rows(&components);
    let twice = json!([button(&[]), button(&[])]);
    let beside = json!([button(&[("custom_id", json!("b"))]), select(&[])]);
    let link = json!([{"type": 2, "style": 5, "label": "Go", "url": "ftp://x"}]);
    let pair = json!([{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]);
    let table: Vec<Rule> = vec![
        (
            Post,
            json!({"content": 7}),
            "content".into(),
            "STRING_TYPE_CONVERT",
        ),
        (Post, json!([]), String::new(), "DICT_TYPE_CONVERT"),
        (
            Post,
            json!({"content": "x", "contents": "y"}),
            "contents".into(),
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            Post,
            embed(&[("timestamp", json!("yesterday"))]),
            "embeds.0".into(),
            "TWILIGHT_CANNOT_READ",
        ),
        (
            Post,
            rows(&json!([button(&[("colour", json!("red"))])])),
            at("colour"),
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            Answer,
            json!({"attachments": [{"id": 0, "filename": "my board.png"}]}),
            "data.attachments.0".into(),
            "TWILIGHT_REFUSES attachment filename",
        ),
        (
            Commands,
            command(&[("help", json!("Moves a piece."))]),
            "0.help".into(),
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            Post,
            json!({"content": "x", "tts": "no"}),
            "tts".into(),
            "BOOLEAN_TYPE_CONVERT",
        ),
        (
            Post,
            json!({"content": "x", "embeds": {}}),
            "embeds".into(),
            "LIST_TYPE_CONVERT",
        ),
        (
            Post,
            json!({"content": "x", "flags": 64}),
            "flags".into(),
            "INVALID_BITWISE_FLAG",
        ),
        (
            Post,
            json!({"content": "x", "flags": 1 << 13}),
            "flags".into(),
            "INVALID_BITWISE_FLAG",
        ),
        (
            Post,
            json!({"content": "x", "poll": {}}),
            "poll".into(),
            "NOT_MODELLED",
        ),
        (
            Post,
            json!({"content": "x", "enforce_nonce": true}),
            "nonce".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Post,
            json!({"content": "<@12>"}),
            "allowed_mentions".into(),
            "MENTION_WITHOUT_ALLOWED_MENTIONS",
        ),
        (
            Post,
            json!({"content": "x", "allowed_mentions": {"user": ["12"]}}),
            "allowed_mentions.user".into(),
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            Post,
            json!({"content": "x", "allowed_mentions": {"users": [12]}}),
            "allowed_mentions.users.0".into(),
            "NUMBER_TYPE_COERCE",
        ),
        (
            Post,
            json!({"content": "x", "allowed_mentions": {"parse": ["user"]}}),
            "allowed_mentions.parse.0".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            Post,
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions".into(),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            Answer,
            json!({"attachments": [{"id": 3}]}),
            "data.attachments.0.id".into(),
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            Answer,
            json!({"attachments": [{}]}),
            "data.attachments.0.id".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Answer,
            json!({"attachments": []}),
            "data.attachments".into(),
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            Answer,
            json!({"embeds": [{"image": {"url": "attachment://other.png"}}]}),
            "data.embeds.0.image.url".into(),
            "URL_TYPE_INVALID_URL",
        ),
        (
            Post,
            json!({"embeds": [{}]}),
            "embeds.0".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Post,
            json!({"embeds": [{"fields": [{"name": "", "value": "v"}]}]}),
            "embeds.0.fields.0.name".into(),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Post,
            row(twice),
            "components.0.components.1.custom_id".into(),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            Post,
            row(beside),
            "components.0.components".into(),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            Post,
            row(json!([])),
            "components.0.components".into(),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            Post,
            row(json!([button(&[("custom_id", json!(""))])])),
            at("custom_id"),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Post,
            row(json!([button(&[("custom_id", json!(null))])])),
            BUTTON.into(),
            "TWILIGHT_REFUSES button has a type of Primary, which must have a custom id",
        ),
        (
            Post,
            row(json!([button(&[("label", json!(null))])])),
            BUTTON.into(),
            "BUTTON_COMPONENT_REQUIRED",
        ),
        (
            Post,
            row(json!([button(&[("style", json!(9))])])),
            at("style"),
            "NUMBER_TYPE_RANGE",
        ),
        (
            Post,
            row(json!([button(&[
                ("style", json!(5)),
                ("url", json!("https://x"))
            ])])),
            BUTTON.into(),
            "TWILIGHT_REFUSES button has both a custom id and url",
        ),
        (
            Post,
            row(json!([button(&[("url", json!("https://x"))])])),
            BUTTON.into(),
            "TWILIGHT_REFUSES button has both a custom id and url",
        ),
        (
            Post,
            row(json!([button(&[("emoji", json!({"name": "x"}))])])),
            at("emoji"),
            "COMPONENT_INVALID_EMOJI",
        ),
        (Post, row(link), at("url"), "URL_TYPE_INVALID_SCHEME"),
        (
            Post,
            row(json!([input(&[])])),
            at("type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            row(json!([select(&[("options", json!([]))])])),
            at("options"),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            Post,
            row(json!([select(&[("options", pair)])])),
            at("options.1.value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            Post,
            row(json!([select(&[("max_values", json!(2))])])),
            at("max_values"),
            "SELECT_COMPONENT_MAX_EXCEEDS_OPTIONS",
        ),
        (
            Post,
            row(json!([select(&[("min_values", json!(2))])])),
            at("min_values"),
            "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
        ),
        (
            Post,
            row(json!([{"type": 8, "custom_id": "id", "default_values": [
                {"id": "7", "type": "role"},
            ]}])),
            at("default_values.0.type"),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            rows(
                &json!([{"type": 8, "custom_id": "id", "max_values": 2, "default_values": [
                    {"id": "7", "type": "channel"}, {"id": "7", "type": "channel"},
                ]}]),
            ),
            at("default_values.1.id"),
            "SELECT_COMPONENT_DEFAULT_VALUES",
        ),
        (
            Post,
            row(json!([{"type": 6, "custom_id": "id", "channel_types": [0]}])),
            at("channel_types"),
            "SELECT_COMPONENT_CHANNEL_TYPES",
        ),
        (Thread, json!({}), "name".into(), "BASE_TYPE_REQUIRED"),
        (
            Thread,
            json!({"name": ""}),
            "name".into(),
            "TWILIGHT_REFUSES the length of the name is invalid",
        ),
        (
            Thread,
            json!({"name": "x", "auto_archive_duration": 61}),
            "auto_archive_duration".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            Completion,
            json!({}),
            "data.choices".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Completion,
            json!({"choices": [{"name": "n", "value": 1}]}),
            "data.choices.0.value".into(),
            "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
        ),
        (
            Integers,
            json!({"choices": [{"name": "n", "value": "1"}]}),
            "data.choices.0.value".into(),
            "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
        ),
        (
            Modal,
            modal(&input(&[]), &[("components", json!([]))]),
            "data.components".into(),
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            Modal,
            modal(&button(&[]), &[]),
            "data.components.0.components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
    ];
    check_rules(&table).await;
}

#[tokio::test]
async fn what_stands_beside_an_answer_is_read_too() {
    let court = Court::open().await;
    let scene = &court.scene;
    for (body, at, said) in [
        (
            json!({"type": 4, "data": {"content": "x"}, "flags": 64}),
            "flags",
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            json!({"type": 4, "data": {"content": "x", "flag": 64}}),
            "data.flag",
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            json!({"type": 3, "data": {"content": "x"}}),
            "type",
            "INTERACTION_RESPONSE_TYPE",
        ),
    ] {
        let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
        let path = callback(pending.interaction());
        let (status, answer) = scene.send("POST", &path, body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{body}");
        let found = court.found();
        assert!(seen(&found, at, said), "{body}: {found:?}");
    }
}

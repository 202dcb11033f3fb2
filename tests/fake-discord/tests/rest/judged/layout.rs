//! Components V2.

use super::*;

#[tokio::test]
async fn limits_on_pages() {
    check(&[
        (
            Post,
            |n| page(&json!(vec![text("x"); n])),
            40,
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
        // What is nested counts: a container, a section with its text and button, a row, a button.
        (
            Post,
            |n| {
                let row = json!({"type": 1, "components": [button(&[])]});
                let beside = button(&[("custom_id", json!("other"))]);
                let inside = json!([section(&[text("x")], &beside), row]);
                let mut all = vec![text("x"); n - 6];
                all.push(container(&inside));
                page(&json!(all))
            },
            40,
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
        (
            Post,
            |n| page(&json!([text(&long(n))])),
            4000,
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            Post,
            |n| {
                let beside = section(&[text(&"é".repeat(n))], &button(&[]));
                page(&json!([
                    text(&long(1000)),
                    container(&json!([text(&long(1000)), beside]))
                ]))
            },
            2000,
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            Post,
            |n| page(&json!([section(&vec![text("x"); n], &button(&[]))])),
            3,
            "components.0.components",
            TOO_MANY,
        ),
        (
            Post,
            |n| page(&json!([gallery(&vec!["https://x"; n])])),
            10,
            "components.0",
            "TWILIGHT_REFUSES a media gallery has 11 items",
        ),
        (
            Post,
            |n| {
                let item = json!({"media": {"url": "https://x"}, "description": long(n)});
                page(&json!([{"type": 12, "items": [item]}]))
            },
            1024,
            "components.0",
            "TWILIGHT_REFUSES a media gallery item description length is 1025",
        ),
        (
            Post,
            |n| {
                let thumbnail = json!({
                    "type": 11, "media": {"url": "https://x"}, "description": long(n),
                });
                page(&json!([section(&[text("x")], &thumbnail)]))
            },
            1024,
            "components.0.accessory",
            "TWILIGHT_REFUSES a thumbnail description length is 1025",
        ),
        (
            Post,
            |n| {
                let beside = button(&[("custom_id", json!(long(n)))]);
                page(&json!([section(&[text("x")], &beside)]))
            },
            100,
            "components.0.accessory",
            "TWILIGHT_REFUSES a component's custom id is 101 characters long",
        ),
        (
            Post,
            |n| {
                let button = |id| button(&[("custom_id", json!(id))]);
                let row = json!({"type": 1, "components": numbered(n, button)});
                page(&json!([container(&json!([row]))]))
            },
            5,
            "components.0.components.0",
            "TWILIGHT_REFUSES an action row has 6 children, but the max is 5",
        ),
        (
            Post,
            |n| {
                page(&json!([with(
                    container(&json!([text("x")])),
                    &[("accent_color", json!(n))]
                )]))
            },
            0x00FF_FFFF,
            "components.0.accent_color",
            "NUMBER_TYPE_RANGE",
        ),
    ])
    .await;
}

#[tokio::test]
async fn rules_for_pages() {
    const LEGACY: &str = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    let beside = |key: &str, value: Value| with(page(&json!([text("x")])), &[(key, value)]);
    let one = |component: Value| page(&json!([component]));
    let row = |inside: Value| json!({"type": 1, "components": inside});
    let file = |url: &str| json!({"type": 13, "file": {"url": url}});
    let twice = json!([
        section(&[text("x")], &button(&[])),
        row(json!([button(&[])]))
    ]);
    let table: Vec<Rule> = vec![
        (
            Post,
            beside("content", json!("x")),
            "content".into(),
            LEGACY,
        ),
        (
            Post,
            beside("embeds", json!([{"title": "t"}])),
            "embeds".into(),
            LEGACY,
        ),
        (Post, beside("poll", json!({})), "poll".into(), LEGACY),
        (
            Post,
            beside("sticker_ids", json!(["1"])),
            "sticker_ids".into(),
            LEGACY,
        ),
        // The message that is edited still has its content.
        (Edit, page(&json!([text("x")])), "content".into(), LEGACY),
        (
            Post,
            json!({"content": "x", "components": [text("x")]}),
            "components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(button(&[])),
            "components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(select(&[])),
            "components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(container(&json!([container(&json!([text("x")]))]))),
            "components.0.components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(container(&json!([]))),
            "components.0.components".into(),
            TOO_MANY,
        ),
        (
            Post,
            one(section(&[], &button(&[]))),
            "components.0.components".into(),
            TOO_MANY,
        ),
        (
            Post,
            one(section(&[text("x")], &json!(null))),
            "components.0.accessory".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Post,
            one(section(&[text("x")], &select(&[]))),
            "components.0.accessory.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(section(
                &[button(&[])],
                &button(&[("custom_id", json!("b"))]),
            )),
            "components.0.components.0.type".into(),
            "UNION_TYPE_CHOICES",
        ),
        (
            Post,
            one(section(&[text("x")], &button(&[("label", json!(null))]))),
            "components.0.accessory".into(),
            "BUTTON_COMPONENT_REQUIRED",
        ),
        (
            Post,
            one(text("")),
            "components.0.content".into(),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Post,
            one(with(text("x"), &[("colour", json!("red"))])),
            "components.0.colour".into(),
            "TWILIGHT_KNOWS_NOT",
        ),
        (
            Post,
            one(row(json!([
                button(&[("custom_id", json!("b"))]),
                select(&[])
            ]))),
            "components.0.components".into(),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            Post,
            one(row(json!([]))),
            "components.0.components".into(),
            TOO_MANY,
        ),
        (
            Post,
            one(row(json!([button(&[("custom_id", json!(""))])]))),
            format!("{BUTTON}.custom_id"),
            "BASE_TYPE_MIN_LENGTH",
        ),
        (
            Post,
            page(&twice),
            "components.1.components.0.custom_id".into(),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            Post,
            one(gallery(&[])),
            "components.0".into(),
            "TWILIGHT_REFUSES a media gallery has 0 items",
        ),
        (
            Post,
            one(gallery(&["attachment://board.png"])),
            "components.0.items.0.media.url".into(),
            "URL_TYPE_INVALID_URL",
        ),
        (
            Post,
            one(gallery(&["ftp://x"])),
            "components.0.items.0.media.url".into(),
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            Post,
            one(json!({"type": 12, "items": [{}]})),
            "components.0.items.0.media".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Post,
            one(file("https://x")),
            "components.0.file.url".into(),
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            Post,
            one(file("attachment://x.png")),
            "components.0.file.url".into(),
            "URL_TYPE_INVALID_URL",
        ),
        (
            Answer,
            page(&json!([text("x")])),
            "data.attachments".into(),
            "ATTACHMENT_NOT_SHOWN",
        ),
        (
            Post,
            one(json!({"type": 14, "spacing": 3})),
            "components.0.spacing".into(),
            "NUMBER_TYPE_RANGE",
        ),
        (
            Post,
            one(json!({"type": 14, "divider": "no"})),
            "components.0.divider".into(),
            "BOOLEAN_TYPE_CONVERT",
        ),
        (
            Post,
            one(text("<@12>")),
            "allowed_mentions".into(),
            "MENTION_WITHOUT_ALLOWED_MENTIONS",
        ),
    ];
    check_rules(&table).await;
}

#[tokio::test]
async fn a_sound_page_is_taken() {
    let court = Court::open().await;
    let row = |component: Value| json!({"type": 1, "components": [component]});
    let chosen = |kind: u64, id: &str| row(json!({"type": kind, "custom_id": id}));
    let thumbnail = json!({"type": 11, "media": {"url": "attachment://board.png"}});
    let whole = page(&json!([
        text("## A page"),
        with(
            container(&json!([
                section(&[text("a"), text("b")], &button(&[])),
                section(&[text("c")], &thumbnail),
                {"type": 14, "divider": false, "spacing": 2},
                gallery(&["attachment://board.png", "https://x"]),
                {"type": 13, "file": {"url": "attachment://board.png"}, "spoiler": true},
                row(select(&[("custom_id", json!("strings"))])),
                chosen(5, "users"),
                chosen(6, "roles"),
                chosen(7, "both"),
                chosen(8, "channels"),
            ])),
            &[("accent_color", json!(null)), ("spoiler", json!(false))],
        ),
    ]));
    let hidden = with(whole.clone(), &[("flags", json!(1 << 15 | 64))]);
    let cleared = with(
        page(&json!([gallery(&["attachment://old.png"])])),
        &[("content", json!(null))],
    );
    for (way, body) in [(Answer, whole), (Answer, hidden), (Edit, cleared)] {
        assert_eq!(court.judge(way, &body).await, [], "{body}");
    }
}

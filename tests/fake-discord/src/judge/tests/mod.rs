//! Each limit, kept and overstepped by one.

mod command;
mod component;
mod message;
mod rules;

use serde_json::{Value, json};

use super::{
    Draft, Findings, check_commands, check_completion, check_message, check_modal, check_thread,
    limits, mentions,
};
use crate::Snowflake;

type Judge = fn(&Value, &mut Findings);

fn answer(body: &Value, findings: &mut Findings) {
    let files = [(0, "board.png".to_owned())];
    let kept = [(Snowflake(77), "old.png".to_owned())];
    let draft = Draft {
        path: "",
        files: &files,
        kept: &kept,
        new: true,
        answer: true,
    };
    check_message(body, &draft, findings);
}

fn post(body: &Value, findings: &mut Findings) {
    let draft = Draft {
        path: "",
        files: &[],
        kept: &[],
        new: true,
        answer: false,
    };
    check_message(body, &draft, findings);
}

fn edit(body: &Value, findings: &mut Findings) {
    let draft = Draft {
        path: "",
        files: &[],
        kept: &[],
        new: false,
        answer: false,
    };
    check_message(body, &draft, findings);
}

fn thread(body: &Value, findings: &mut Findings) {
    check_thread(body, true, findings);
}

fn completion(body: &Value, findings: &mut Findings) {
    check_completion(body, 3, findings);
}

fn integers(body: &Value, findings: &mut Findings) {
    check_completion(body, 4, findings);
}

fn judged(judge: Judge, body: &Value) -> Vec<(String, &'static str)> {
    let mut findings = Findings::default();
    judge(body, &mut findings);
    findings
        .list()
        .iter()
        .map(|finding| (finding.path.clone(), finding.code))
        .collect()
}

fn long(n: usize) -> String {
    "x".repeat(n)
}

fn numbered(n: usize, make: impl Fn(String) -> Value) -> Vec<Value> {
    (0..n).map(|number| make(format!("n{number}"))).collect()
}

fn rows(components: &Value) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": components}]})
}

fn button(changes: &[(&str, Value)]) -> Value {
    with(
        json!({"type": 2, "style": 1, "label": "Press", "custom_id": "id"}),
        changes,
    )
}

fn select(changes: &[(&str, Value)]) -> Value {
    let option = json!({"label": "One", "value": "1"});
    with(
        json!({"type": 3, "custom_id": "id", "options": [option]}),
        changes,
    )
}

fn input(changes: &[(&str, Value)]) -> Value {
    with(
        json!({"type": 4, "style": 1, "label": "Say", "custom_id": "id"}),
        changes,
    )
}

fn modal(input: &Value, changes: &[(&str, Value)]) -> Value {
    let row = json!({"type": 1, "components": [input]});
    with(
        json!({"title": "Title", "custom_id": "id", "components": [row]}),
        changes,
    )
}

fn command(changes: &[(&str, Value)]) -> Value {
    json!([with(
        json!({"name": "move", "description": "Moves"}),
        changes
    )])
}

fn option(changes: &[(&str, Value)]) -> Value {
    let option = json!({"type": 3, "name": "move", "description": "A move"});
    command(&[("options", json!([with(option, changes)]))])
}

fn embed(changes: &[(&str, Value)]) -> Value {
    json!({"embeds": [with(json!({"title": "t"}), changes)]})
}

fn with(mut value: Value, changes: &[(&str, Value)]) -> Value {
    for (key, change) in changes {
        value[*key] = change.clone();
    }
    value
}

/// A limit: who judges, a body of the size `n`, the greatest `n`, where and how the next is seen.
type Limit = (Judge, fn(usize) -> Value, usize, &'static str, &'static str);

const TOO_LONG: &str = "BASE_TYPE_MAX_LENGTH";
const TOO_MANY: &str = "BASE_TYPE_BAD_LENGTH";
const BUTTON: &str = "components.0.components.0";
const OPTION: &str = "0.options.0";

/// A rule: who judges, a body, where and how what is wrong in it is seen.
type Rule = (Judge, Value, String, &'static str);

fn check(table: &[Limit]) {
    for (judge, body, most, at, code) in table {
        assert_eq!(judged(*judge, &body(*most)), [], "{at} at its limit {most}");
        let over = judged(*judge, &body(most + 1));
        assert!(
            over.contains(&((*at).to_owned(), *code)),
            "{at} over {most}: {over:?}"
        );
    }
}

fn check_rules(table: &[Rule]) {
    for (judge, body, at, code) in table {
        let found = judged(*judge, body);
        assert!(
            found.contains(&(at.clone(), *code)),
            "{at} {code} in {body}: {found:?}"
        );
    }
}

#[test]
fn what_is_sound_is_taken() {
    let sound = [
        (
            post as Judge,
            json!({"content": "<@12>", "allowed_mentions": {"parse": [], "users": ["12"]}}),
        ),
        (edit, json!({"content": "<@12>"})),
        (answer, json!({"content": "<@12>", "flags": 64})),
        (
            answer,
            json!({"attachments": [{"id": 0, "filename": "board.png"}, {"id": "77"}]}),
        ),
        (
            answer,
            json!({"embeds": [{"image": {"url": "attachment://board.png"}}]}),
        ),
        (
            post,
            json!({"content": "x", "components": null, "nonce": 7, "enforce_nonce": true}),
        ),
        (
            check_commands,
            command(&[("name", json!("zug")), ("contexts", json!([0]))]),
        ),
        (
            check_commands,
            command(&[
                ("name", json!("ход")),
                ("default_member_permissions", json!("32")),
            ]),
        ),
        (
            check_commands,
            option(&[
                ("type", json!(4)),
                ("min_value", json!(0)),
                ("max_value", json!(3)),
            ]),
        ),
        (completion, json!({"choices": []})),
        (check_modal, modal(&input(&[]), &[])),
    ];
    for (judge, body) in sound {
        assert_eq!(judged(judge, &body), [], "{body}");
    }
}

#[test]
fn findings_become_an_errors_object() {
    let mut findings = Findings::default();
    findings.add("embeds.0.title", "CODE", "text");
    findings.add("", "WHOLE", "all");
    let said = |code: &str, text: &str| json!([{"code": code, "message": text}]);
    let expected = json!({
        "embeds": {"0": {"title": {"_errors": said("CODE", "text")}}},
        "_errors": said("WHOLE", "all"),
    });
    assert_eq!(findings.errors(), expected);
}

#[test]
fn mentions_are_found() {
    assert_eq!(
        mentions("<@1> <@!2> <@&3> <@x> <#4> @here"),
        ["1", "2", "&3", "here"]
    );
    assert!(mentions("a <@ b").is_empty());
    assert_eq!(limits::FILE_BYTES, 10 << 20);
}

//! Commands.

use super::*;

#[tokio::test]
async fn limits_on_commands() {
    check(&[
        (
            Commands,
            |n| {
                json!(numbered(
                    n,
                    |name| json!({"name": name, "description": "d"})
                ))
            },
            100,
            "",
            "APPLICATION_COMMANDS_TOO_MANY",
        ),
        (
            Commands,
            |n| json!(numbered(n, |name| json!({"type": 2, "name": name}))),
            15,
            "",
            "APPLICATION_COMMANDS_TOO_MANY",
        ),
        (
            Commands,
            |n| json!([{"type": 2, "name": long(n)}]),
            32,
            "0",
            "TWILIGHT_REFUSES command name must be between 1 and 32",
        ),
        (
            Commands,
            |n| command(&[("name", json!(long(n)))]),
            32,
            "0.name",
            "TWILIGHT_REFUSES command name must be between 1 and 32",
        ),
        (
            Commands,
            |n| command(&[("description", json!(long(n)))]),
            100,
            "0.description",
            "TWILIGHT_REFUSES command description must be between 1 and 100 characters",
        ),
        (
            Commands,
            |n| command(&[("description_localizations", json!({"de": long(n)}))]),
            100,
            "0.description_localizations.de",
            "TWILIGHT_REFUSES command description must be between 1 and 100 characters",
        ),
        (
            Commands,
            |n| {
                let make = |name| json!({"type": 3, "name": name, "description": "d"});
                command(&[("options", json!(numbered(n, make)))])
            },
            25,
            "0.options",
            "TWILIGHT_REFUSES more than 25 options were set",
        ),
        (
            Commands,
            |n| option(&[("name", json!(long(n)))]),
            32,
            "0.options.0.name",
            "TWILIGHT_REFUSES command name must be between 1 and 32",
        ),
        (
            Commands,
            |n| option(&[("description", json!(long(n)))]),
            100,
            "0.options.0.description",
            "TWILIGHT_REFUSES command description must be between 1 and 100 characters",
        ),
        (
            Commands,
            |n| {
                let make = |name| json!({"name": name, "value": "v"});
                option(&[("choices", json!(numbered(n, make)))])
            },
            25,
            "0.options.0.choices",
            TOO_MANY,
        ),
        (
            Commands,
            |n| option(&[("choices", json!([{"name": "n", "value": long(n)}]))]),
            100,
            "0.options.0.choices.0",
            "TWILIGHT_REFUSES command option choice string value must be between 1 and 100 characters",
        ),
        (
            Commands,
            |n| {
                let choice =
                    json!({"name": "n", "value": "v", "name_localizations": {"fr": long(n)}});
                option(&[("choices", json!([choice]))])
            },
            100,
            "0.options.0.choices.0",
            "TWILIGHT_REFUSES command option choice name must be between 1 and 100 characters",
        ),
        (
            Commands,
            |n| {
                let options: Vec<_> = (0..8)
                    .map(|number| {
                        let choices = numbered(10, |name| json!({"name": name, "value": long(96)}));
                        let description = if number == 0 { n } else { 1 };
                        json!({
                            "type": 3, "name": format!("o{number}"),
                            "description": long(description), "choices": choices,
                        })
                    })
                    .collect();
                // 4 + 5 for the command, 8 * (2 + 10 * (2 + 96)) for the options, 7 descriptions.
                command(&[
                    ("options", json!(options)),
                    ("description_localizations", json!({"de": long(65)})),
                ])
            },
            8000 - 4 - 65 - 8 * (2 + 10 * (2 + 96)) - 7,
            "0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ])
    .await;
}

#[tokio::test]
async fn rules_for_commands() {
    let choice = json!([{"name": "n", "value": "v"}]);
    let at = |end: &str| format!("{OPTION}{end}");
    let named = |name: &str| json!({"type": 3, "name": name, "description": "d"});
    let meant = |name: &str| with(named(name), &[("name_localizations", json!({"de": "zug"}))]);
    let worded =
        |value: &str| json!({"name": value, "value": value, "name_localizations": {"de": "Z"}});
    let later = json!([named("a"), with(named("b"), &[("required", json!(true))])]);
    let table: Vec<Rule> = vec![
        (
            Commands,
            command(&[("name", json!("Move"))]),
            "0.name".into(),
            "TWILIGHT_REFUSES command name must only contain lowercase alphanumeric characters",
        ),
        (
            Commands,
            command(&[("name", json!(""))]),
            "0.name".into(),
            "TWILIGHT_REFUSES command name must be between 1 and 32",
        ),
        (
            Commands,
            command(&[("name", json!("my move"))]),
            "0.name".into(),
            "TWILIGHT_REFUSES command name must only contain lowercase alphanumeric characters",
        ),
        (
            Commands,
            command(&[("description", json!(""))]),
            "0.description".into(),
            "TWILIGHT_REFUSES command description must be between 1 and 100",
        ),
        (
            Commands,
            command(&[("description", json!(null))]),
            "0.description".into(),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Commands,
            command(&[("description_localizations", json!({"xx": "d"}))]),
            "0.description_localizations.xx".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            Commands,
            json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]),
            "1.name".into(),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        (
            Commands,
            command(&[("name_localizations", json!({"de": "Zug"}))]),
            "0.name_localizations.de".into(),
            "TWILIGHT_REFUSES command name must only contain lowercase alphanumeric characters",
        ),
        (
            Commands,
            json!([meant("a"), meant("b")].map(|mut command| {
                command["type"] = json!(1);
                command
            })),
            "1.name_localizations.de".into(),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        (
            Commands,
            command(&[("options", json!([meant("a"), meant("b")]))]),
            "0.options.1.name_localizations.de".into(),
            "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
        ),
        (
            Commands,
            option(&[("choices", json!([worded("a"), worded("b")]))]),
            at(".choices.1.name_localizations.de"),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
        ),
        (
            Commands,
            command(&[("default_member_permissions", json!(32))]),
            "0.default_member_permissions".into(),
            "STRING_TYPE_CONVERT",
        ),
        (
            Commands,
            command(&[("contexts", json!([7]))]),
            "0.contexts.0".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            Commands,
            command(&[("options", later)]),
            "0.options".into(),
            "TWILIGHT_REFUSES optional command options must be added after required",
        ),
        (
            Commands,
            command(&[("options", json!([named("a"), named("a")]))]),
            "0.options".into(),
            "TWILIGHT_REFUSES command option at index 1 has the same name as another",
        ),
        (
            Commands,
            option(&[("choices", choice.clone()), ("autocomplete", json!(true))]),
            at(""),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
        ),
        (
            Commands,
            option(&[("type", json!(5)), ("choices", choice.clone())]),
            at(""),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            Commands,
            option(&[("type", json!(4)), ("choices", choice)]),
            at(".choices.0.value"),
            "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
        ),
        (
            Commands,
            option(&[("min_value", json!(1))]),
            at(".min_value"),
            "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID",
        ),
        (
            Commands,
            option(&[("type", json!(null))]),
            at(".type"),
            "BASE_TYPE_REQUIRED",
        ),
        (
            Commands,
            command(&[("contexts", json!([]))]),
            "0.contexts".into(),
            TOO_MANY,
        ),
        (
            Commands,
            command(&[("integration_types", json!([0, 1, 0]))]),
            "0.integration_types.2".into(),
            "SET_TYPE_ALREADY_CONTAINS_VALUE",
        ),
        (
            Commands,
            command(&[("integration_types", json!([2]))]),
            "0.integration_types.0".into(),
            "BASE_TYPE_CHOICES",
        ),
        (
            Commands,
            json!([{"type": 2, "name": "Invite to a game", "description": "Invites"}]),
            "0".into(),
            "TWILIGHT_REFUSES command description",
        ),
        (
            Commands,
            json!([{"type": 2, "name": "Invite", "options": [named("a")]}]),
            "0.options".into(),
            "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
        ),
        (Commands, json!({}), String::new(), "LIST_TYPE_CONVERT"),
    ];
    check_rules(&table).await;
}

//! Rows, buttons and selects.

use std::collections::HashSet;

use serde_json::Value;

use twilight_model::channel::message::Component;
use twilight_validate::{component as validate, message};

use super::{
    Findings, limits,
    object::Object,
    twilight::{note, read},
};
use crate::component::{
    BUTTON, CHANNEL_SELECT, MENTIONABLE_SELECT, ROLE_SELECT, ROW, STRING_SELECT, USER_SELECT,
};

const IN_A_ROW: [u64; 6] = [
    BUTTON,
    STRING_SELECT,
    USER_SELECT,
    ROLE_SELECT,
    MENTIONABLE_SELECT,
    CHANNEL_SELECT,
];
const LINK_STYLE: i64 = 5;

/// Judges the components of a message whose body is `body`, and which is not of Components V2.
pub(crate) fn check_components(body: &Object<'_>, findings: &mut Findings) {
    let (mut seen, mut rows) = (HashSet::new(), Vec::new());
    for (path, value) in body.list("components", findings) {
        if let Some(row) = Object::of(value, path.as_str(), findings) {
            check_kind(&row, &[ROW], findings);
            check_row(&row, &mut seen, findings);
        }
        rows.extend(read::<Component>(value, &path, findings));
    }
    for (number, row) in rows.iter().enumerate() {
        let path = body.at(&format!("components.{number}"));
        if let Component::ActionRow(row) = row
            && !findings.at(&path)
        {
            note(validate::action_row(row, false), &path, findings);
        }
    }
    let all = body.at("components");
    if !findings.at(&all) {
        note(message::components(&rows, false), &all, findings);
    }
}

/// Returns the type of a component, or reports that it is none of those that may stand here.
pub(super) fn check_kind(
    component: &Object<'_>,
    allowed: &[u64],
    findings: &mut Findings,
) -> Option<u64> {
    let kind = component.get("type").and_then(Value::as_u64);
    let kind = kind.filter(|kind| allowed.contains(kind));
    if kind.is_none() {
        let said = format!("Value of field \"type\" must be one of {allowed:?}.");
        findings.add(component.at("type"), "UNION_TYPE_CHOICES", said);
    }
    kind
}

/// Judges a row of a message and returns the number of components in it. `seen` are the custom ids
/// that are taken.
pub(super) fn check_row(
    row: &Object<'_>,
    seen: &mut HashSet<String>,
    findings: &mut Findings,
) -> usize {
    let inside = row.list("components", findings);
    if inside.is_empty() {
        findings.add(
            row.at("components"),
            "BASE_TYPE_BAD_LENGTH",
            "A row must not be empty.",
        );
    }
    let count = inside.len();
    for (path, value) in inside {
        let Some(component) = Object::of(value, path.as_str(), findings) else {
            continue;
        };
        match check_kind(&component, &IN_A_ROW, findings) {
            Some(BUTTON) => check_button(&component, findings),
            Some(kind) => {
                if count > 1 {
                    let said = "A select stands alone in its row.";
                    findings.add(
                        row.at("components"),
                        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                        said,
                    );
                }
                check_select(&component, kind, findings);
            }
            None => {}
        }
        check_unique(&component, seen, findings);
        match read::<Component>(value, &path, findings) {
            Some(Component::Button(button)) => note(validate::button(&button), &path, findings),
            Some(Component::SelectMenu(select)) => {
                note(validate::select_menu(&select, true), &path, findings);
            }
            Some(_) | None => {}
        }
    }
    count
}

/// Reports a custom id that is taken by another component of the same message or modal.
pub(super) fn check_unique(
    component: &Object<'_>,
    seen: &mut HashSet<String>,
    findings: &mut Findings,
) {
    if let Some(id) = component.get("custom_id").and_then(Value::as_str)
        && !seen.insert(id.to_owned())
    {
        let said = format!("Component custom id {id:?} cannot be duplicated.");
        findings.add(
            component.at("custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            said,
        );
    }
}

/// Judges the parts of a button that twilight does not.
pub(super) fn check_button(button: &Object<'_>, findings: &mut Findings) {
    let label = button.filled("label", findings);
    if label.is_none() && button.get("emoji").is_none() {
        findings.add(
            button.path(),
            "BUTTON_COMPONENT_REQUIRED",
            "A label or emoji is required.",
        );
    }
    check_emoji(button, findings);
    button.filled("custom_id", findings);
    if button.integer("style", 1..=LINK_STYLE, findings) != Some(LINK_STYLE) {
        return;
    }
    let url = button.short("url", limits::LINK, findings);
    let schemes = ["https://", "http://", "discord://"];
    if url.is_some_and(|url| !schemes.iter().any(|scheme| url.starts_with(scheme))) {
        let said = "Scheme must be one of discord, http, https.";
        findings.add(button.at("url"), "URL_TYPE_INVALID_SCHEME", said);
    }
}

/// Judges an emoji: one of Unicode has a name, one of a server an id.
fn check_emoji(component: &Object<'_>, findings: &mut Findings) {
    let Some(value) = component.get("emoji") else {
        return;
    };
    let Some(emoji) = Object::of(value, component.at("emoji"), findings) else {
        return;
    };
    let named = emoji
        .get("name")
        .and_then(Value::as_str)
        .is_some_and(|name| !name.is_ascii());
    let known = emoji.get("id").and_then(Value::as_str).is_some();
    if !named && !known {
        findings.add(emoji.path(), "COMPONENT_INVALID_EMOJI", "Invalid emoji.");
    }
}

/// Judges what is chosen in a select from the start, and which channels it offers.
fn check_defaults(select: &Object<'_>, kind: u64, findings: &mut Findings) {
    let wanted: &[&str] = match kind {
        USER_SELECT => &["user"],
        ROLE_SELECT => &["role"],
        MENTIONABLE_SELECT => &["user", "role"],
        CHANNEL_SELECT => &["channel"],
        _ => &[],
    };
    let mut seen = HashSet::new();
    for (path, value) in select.list("default_values", findings) {
        let Some(one) = Object::of(value, path, findings) else {
            continue;
        };
        let of = one.get("type").and_then(Value::as_str);
        if !of.is_some_and(|of| wanted.contains(&of)) {
            let said = format!("Value of field \"type\" must be one of {wanted:?}.");
            findings.add(one.at("type"), "UNION_TYPE_CHOICES", said);
        }
        let id = one.get("id").and_then(Value::as_str);
        if !id.is_some_and(|id| seen.insert(id.to_owned())) {
            let said = "A default value needs an id of its own.";
            findings.add(one.at("id"), "SELECT_COMPONENT_DEFAULT_VALUES", said);
        }
    }
    if kind != CHANNEL_SELECT && select.get("channel_types").is_some() {
        let said = "Only a channel select has channel types.";
        findings.add(
            select.at("channel_types"),
            "SELECT_COMPONENT_CHANNEL_TYPES",
            said,
        );
    }
}

/// Judges the parts of a select that twilight does not.
pub(super) fn check_select(select: &Object<'_>, kind: u64, findings: &mut Findings) {
    select.required("custom_id", findings);
    let min = select
        .integer("min_values", 0..=i64::MAX, findings)
        .unwrap_or(1);
    let max = select
        .integer("max_values", 0..=i64::MAX, findings)
        .unwrap_or(1);
    if min > max {
        let said = "min_values is greater than max_values.";
        findings.add(
            select.at("min_values"),
            "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
            said,
        );
    }
    check_defaults(select, kind, findings);
    let options = select.list("options", findings);
    if kind != STRING_SELECT {
        if !options.is_empty() {
            let said = "Only a string select has options.";
            findings.add(select.at("options"), "SELECT_COMPONENT_OPTIONS", said);
        }
        return;
    }
    let count = i64::try_from(options.len()).unwrap_or(i64::MAX);
    if count == 0 {
        let said = "A select needs an option.";
        findings.add(select.at("options"), "BASE_TYPE_BAD_LENGTH", said);
    } else if max > count || min > count {
        let said = format!("More values are asked for than the {count} options.");
        findings.add(
            select.at("max_values"),
            "SELECT_COMPONENT_MAX_EXCEEDS_OPTIONS",
            said,
        );
    }
    let (mut values, mut defaults) = (HashSet::new(), 0);
    for (path, value) in options {
        let Some(option) = Object::of(value, path, findings) else {
            continue;
        };
        option.required("label", findings);
        option.filled("description", findings);
        check_emoji(&option, findings);
        defaults += i64::from(option.flag("default", findings));
        if let Some(value) = option.required("value", findings)
            && !values.insert(value)
        {
            let said = "The specified option value is already used.";
            findings.add(
                option.at("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                said,
            );
        }
    }
    if defaults > max {
        let said = "More defaults than max_values.";
        findings.add(
            select.at("options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
            said,
        );
    }
}

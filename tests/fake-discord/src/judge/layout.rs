//! Components V2: texts, sections, pictures, files and containers.

use std::collections::HashSet;

use serde_json::Value;

use twilight_model::channel::message::Component;
use twilight_validate::component as validate;

use super::{
    Findings,
    component::{check_button, check_kind, check_row, check_unique},
    embed::check_picture,
    limits,
    object::Object,
    twilight::{note, read},
};
use crate::component::{
    ATTACHED, BUTTON, CONTAINER, FILE, GALLERY, ROW, SECTION, SEPARATOR, TEXT, THUMBNAIL,
};

const ON_A_MESSAGE: &[u64] = &[ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER];
const IN_A_CONTAINER: &[u64] = &[ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR];

/// What is known of all components of a message.
struct Layout<'a> {
    /// The names of the message's files.
    files: &'a [String],
    /// Those of them that are shown.
    shown: HashSet<&'a str>,
    /// The custom ids that are taken.
    ids: HashSet<String>,
    /// The number of components, nested ones too.
    count: usize,
    /// The characters of all texts together.
    length: usize,
}

/// Judges the components of a message of Components V2 whose body is `body`. `files` are the names
/// of its files, and `new` those that are sent with it, which must be shown.
pub(super) fn check_layout<'a>(
    body: &Object<'a>,
    files: &'a [String],
    new: &[(u64, String)],
    findings: &mut Findings,
) {
    let mut layout = Layout {
        files,
        shown: HashSet::new(),
        ids: HashSet::new(),
        count: 0,
        length: 0,
    };
    for (path, value) in body.list("components", findings) {
        layout.check(&path, value, ON_A_MESSAGE, findings);
    }
    // Twilight does not count all that is nested, and not all texts together.
    if layout.count > limits::COMPONENTS {
        let said = format!(
            "{} components, {} at most.",
            layout.count,
            limits::COMPONENTS
        );
        let code = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED";
        findings.add(body.at("components"), code, said);
    }
    if layout.length > limits::TEXT {
        let said = format!(
            "{} characters of text, {} at most.",
            layout.length,
            limits::TEXT
        );
        let code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED";
        findings.add(body.at("components"), code, said);
    }
    for (_, name) in new {
        if !layout.shown.contains(name.as_str()) {
            let said = format!("No component shows the file {name:?}: nobody will see it.");
            findings.add(body.at("attachments"), "ATTACHMENT_NOT_SHOWN", said);
        }
    }
}

impl<'a> Layout<'a> {
    /// Judges a component that must be of one of the types `allowed`, and all inside of it.
    fn check(&mut self, path: &str, value: &'a Value, allowed: &[u64], findings: &mut Findings) {
        self.count += 1;
        let Some(component) = Object::of(value, path, findings) else {
            return;
        };
        let Some(kind) = check_kind(&component, allowed, findings) else {
            return;
        };
        match kind {
            ROW => self.count += check_row(&component, &mut self.ids, findings),
            BUTTON => {
                check_button(&component, findings);
                check_unique(&component, &mut self.ids, findings);
            }
            TEXT => {
                let text = component.required("content", findings).unwrap_or_default();
                self.length += text.chars().count();
            }
            SECTION => self.check_section(&component, findings),
            THUMBNAIL => self.check_shown(&component, "media", findings),
            GALLERY => {
                for (path, item) in component.list("items", findings) {
                    if let Some(item) = Object::of(item, path, findings) {
                        self.check_shown(&item, "media", findings);
                    }
                }
            }
            FILE => {
                self.check_shown(&component, "file", findings);
                let address = component.get("file").and_then(|file| file["url"].as_str());
                if address.is_some_and(|url| !url.starts_with(ATTACHED)) {
                    let said = "A file is one of this message's attachments.";
                    findings.add(component.at("file.url"), "URL_TYPE_INVALID_SCHEME", said);
                }
            }
            SEPARATOR => {
                component.flag("divider", findings);
                component.integer("spacing", 1..=2, findings);
            }
            _ => {
                let inside = component.list("components", findings);
                if inside.is_empty() {
                    let said = "A container must not be empty.";
                    findings.add(component.at("components"), "BASE_TYPE_BAD_LENGTH", said);
                }
                component.integer("accent_color", 0..=limits::COLOR, findings);
                for (path, value) in inside {
                    self.check(&path, value, IN_A_CONTAINER, findings);
                }
            }
        }
        // What holds a text is not left to twilight, which allows a text half of what Discord does.
        match read::<Component>(value, path, findings) {
            Some(Component::ActionRow(row)) if !findings.at(path) => {
                note(validate::action_row(&row, true), path, findings);
            }
            Some(Component::Button(button)) => note(validate::button(&button), path, findings),
            Some(Component::MediaGallery(gallery)) => {
                note(validate::media_gallery(&gallery), path, findings);
            }
            Some(Component::Thumbnail(thumbnail)) => {
                note(validate::thumbnail(&thumbnail), path, findings);
            }
            Some(_) | None => {}
        }
    }

    /// Judges the texts of a section, and what stands beside them.
    fn check_section(&mut self, section: &Object<'a>, findings: &mut Findings) {
        let texts = section.list("components", findings);
        if !(1..=limits::SECTION_TEXTS).contains(&texts.len()) {
            let said = format!(
                "Must be from 1 to {}, is {}.",
                limits::SECTION_TEXTS,
                texts.len()
            );
            findings.add(section.at("components"), "BASE_TYPE_BAD_LENGTH", said);
        }
        for (path, text) in texts {
            self.check(&path, text, &[TEXT], findings);
        }
        section.present("accessory", findings);
        if let Some(accessory) = section.get("accessory") {
            let path = section.at("accessory");
            self.check(&path, accessory, &[BUTTON, THUMBNAIL], findings);
        }
    }

    /// Judges the address under `key`, and notes the file that it shows.
    fn check_shown(&mut self, holder: &Object<'a>, key: &str, findings: &mut Findings) {
        holder.present(key, findings);
        self.shown
            .extend(check_picture(holder, key, self.files, findings));
    }
}

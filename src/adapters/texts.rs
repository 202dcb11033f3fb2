//! The texts of `assets/texts`, compiled in.

use super::language::Language;

/// The texts of a language, one file for each topic.
pub(super) const fn of(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            include_str!("../../assets/texts/en/belonging.ftl"),
            include_str!("../../assets/texts/en/buttons.ftl"),
            include_str!("../../assets/texts/en/commands.ftl"),
            include_str!("../../assets/texts/en/console.ftl"),
            include_str!("../../assets/texts/en/forecast.ftl"),
            include_str!("../../assets/texts/en/game.ftl"),
            include_str!("../../assets/texts/en/looking-back.ftl"),
            include_str!("../../assets/texts/en/looks.ftl"),
            include_str!("../../assets/texts/en/moving.ftl"),
            include_str!("../../assets/texts/en/names.ftl"),
            include_str!("../../assets/texts/en/personal.ftl"),
            include_str!("../../assets/texts/en/pictures.ftl"),
            include_str!("../../assets/texts/en/play.ftl"),
            include_str!("../../assets/texts/en/privacy.ftl"),
            include_str!("../../assets/texts/en/refusals.ftl"),
            include_str!("../../assets/texts/en/rules.ftl"),
            include_str!("../../assets/texts/en/standings.ftl"),
            include_str!("../../assets/texts/en/tables.ftl"),
        ],
        Language::German => &[
            include_str!("../../assets/texts/de/belonging.ftl"),
            include_str!("../../assets/texts/de/buttons.ftl"),
            include_str!("../../assets/texts/de/commands.ftl"),
            include_str!("../../assets/texts/de/console.ftl"),
            include_str!("../../assets/texts/de/forecast.ftl"),
            include_str!("../../assets/texts/de/game.ftl"),
            include_str!("../../assets/texts/de/looking-back.ftl"),
            include_str!("../../assets/texts/de/looks.ftl"),
            include_str!("../../assets/texts/de/moving.ftl"),
            include_str!("../../assets/texts/de/names.ftl"),
            include_str!("../../assets/texts/de/personal.ftl"),
            include_str!("../../assets/texts/de/pictures.ftl"),
            include_str!("../../assets/texts/de/play.ftl"),
            include_str!("../../assets/texts/de/privacy.ftl"),
            include_str!("../../assets/texts/de/refusals.ftl"),
            include_str!("../../assets/texts/de/rules.ftl"),
            include_str!("../../assets/texts/de/standings.ftl"),
            include_str!("../../assets/texts/de/tables.ftl"),
        ],
    }
}

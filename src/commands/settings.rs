//! `/settings`: the preferences of one person.

use super::{
    prelude::*,
    setting::{
        Given, LANGUAGE, ORIENTATION, PIECES, Setting, THEME, ValueIn, around, given, setting,
    },
};
use crate::{
    render::BoardView,
    rules::Position,
    store::preferences::{Manner, PersonPreferences, Reminders},
};

/// The settings of a person, in the order of the page.
pub(super) const SETTINGS: &[Setting<PersonPreferences>] = &[
    setting(option("public", Kind::Boolean), |set| &mut set.public),
    setting(choice("reminders", Reminders::WORDS), |set| {
        &mut set.reminders
    }),
    setting(choice("turns", Manner::WORDS), |set| &mut set.turns),
    setting(choice("questions", Manner::WORDS), |set| &mut set.questions),
    setting(choice("news", Manner::WORDS), |set| &mut set.news),
    setting(option("confirm", Kind::Boolean), |set| &mut set.confirm),
    usual(LANGUAGE, |set| &mut set.language),
    usual(THEME, |set| &mut set.looks.theme),
    usual(PIECES, |set| &mut set.looks.pieces),
    usual(ORIENTATION, |set| &mut set.looks.orientation),
];

/// Returns a setting that is as usual until it is set.
const fn usual(option: Opt, value: ValueIn<PersonPreferences>) -> Setting<PersonPreferences> {
    setting(option, value).unset("usual")
}

pub(super) const COMMAND: Command = Command {
    name: "settings",
    options: &around::<_, { SETTINGS.len() }>(&[], SETTINGS, &[]),
    works_alone: true,
    read: |options| {
        let given = given(SETTINGS, options);
        if given.is_empty() {
            return Ok(Request::look(Cost::Free, |cx| Box::pin(show(cx))));
        }
        Ok(Request {
            cost: Cost::Unless(Limit::Errands),
            ..Request::new(move |cx| Box::pin(set(cx, given.clone())))
        })
    },
    ..Command::PLAIN
};

async fn show(cx: &Context<'_>) -> Answer {
    let set = cx.host.preferences_of(cx.person);
    let lines = SETTINGS.iter();
    let lines = lines.filter_map(|setting| setting.line(cx, "settings", "", &set));
    Ok(Reply::words(Message::lines(lines)))
}

async fn set(cx: &Context<'_>, given: Given<PersonPreferences>) -> Answer {
    let mut set = cx.host.preferences_of(cx.person);
    for (setting, word) in &given {
        setting.set(&mut set, Some(word));
    }
    cx.host.prefer(cx.person, set.clone()).await?;
    // A new language is spoken, and new looks are shown, at once.
    let person = Some(cx.person);
    let locale = cx.locales.of_person(cx.host, person, None, cx.place);
    let own = Narrator {
        locale: &locale,
        ..cx.narrator
    };
    let settings = || given.iter().map(|(setting, _)| setting);
    let lines = settings().filter_map(|setting| setting.line(&own, "settings", "set-", &set));
    let text = Message::lines(lines);
    let looks = settings().any(|setting| [THEME, PIECES].contains(&setting.option));
    let picture = looks.then(|| {
        let view = BoardView::new(Position::start(), Color::White);
        Picture::of_board(String::from("settings"), view)
    });
    Ok(Reply {
        picture,
        locale: Some(locale),
        ..Reply::words(text)
    })
}

//! `/settings`: the preferences of one person.

use super::{
    command::{Answer, Command, Context, Cost, Request},
    options::{Kind, LANGUAGES, ORIENTATIONS, PIECES, THEMES, choice, option},
};
use crate::{
    host::Limit,
    messages::{Message, Narrator, Picture, Reply},
    render::BoardView,
    rules::{Color, Position},
    store::preferences::{PersonChanges, PersonPreferences, Reminders},
};

pub(super) const COMMAND: Command = Command {
    name: "settings",
    options: &[
        option("public", Kind::Boolean),
        choice(
            "reminders",
            &[
                Reminders::Off.word(),
                Reminders::Once.word(),
                Reminders::Twice.word(),
            ],
        ),
        option("direct", Kind::Boolean),
        option("confirm", Kind::Boolean),
        choice("language", LANGUAGES),
        choice("theme", THEMES),
        choice("pieces", PIECES),
        choice("orientation", ORIENTATIONS),
    ],
    works_alone: true,
    read: |options| {
        let changes = PersonChanges {
            public: options.boolean("public"),
            reminders: options.choice("reminders", Reminders::from_word),
            direct: options.boolean("direct"),
            language: options.owned("language"),
            looks: options.looks(),
            confirm: options.boolean("confirm"),
        };
        let shows = changes == PersonChanges::default();
        Ok(Request {
            only_shows: shows,
            cost: if shows {
                Cost::Free
            } else {
                Cost::Unless(Limit::Errands)
            },
            ..Request::new(move |cx| Box::pin(run(cx, changes.clone())))
        })
    },
    ..Command::PLAIN
};

async fn run(cx: &Context<'_>, changes: PersonChanges) -> Answer {
    let before = cx.host.preferences_of(cx.person);
    if changes == PersonChanges::default() {
        let lines = shown(&before).into_iter().map(|id| cx.say(id, &[]));
        return Ok(Reply::words(Message::lines(
            lines.chain(looks(cx, &before)),
        )));
    }
    let after = before.with(changes.clone());
    cx.host.prefer(cx.person, after.clone()).await?;
    // A new language is spoken, and new looks are shown, at once.
    let locale = cx
        .locales
        .of_person(cx.host, Some(cx.person), None, cx.place);
    let own = Narrator {
        locale: &locale,
        ..cx.narrator
    };
    let told = PersonPreferences {
        language: changes.language.clone(),
        looks: changes.looks.clone(),
        ..after
    };
    let lines = set(&changes)
        .into_iter()
        .flatten()
        .map(|id| own.say(id, &[]));
    let text = Message::lines(lines.chain(looks(&own, &told)));
    let pictured = changes.looks.theme.is_some() || changes.looks.pieces.is_some();
    Ok(Reply {
        picture: pictured.then(|| {
            let view = BoardView::new(Position::start(), Color::White);
            Picture::of_board(String::from("settings"), view)
        }),
        locale: Some(locale),
        ..Reply::words(text)
    })
}

/// The chosen language and looks, a sentence each.
fn looks(narrator: &Narrator<'_>, preferences: &PersonPreferences) -> Vec<Message> {
    let looks = &preferences.looks;
    let orientation = looks.orientation.map(|seen| seen.word().to_owned());
    let choices = [
        ("language", &preferences.language),
        ("theme", &looks.theme),
        ("pieces", &looks.pieces),
        ("orientation", &orientation),
    ];
    let said = choices.into_iter().filter_map(|(kind, chosen)| {
        let choice = narrator.texts().choice(kind, chosen.as_deref()?);
        Some(narrator.say(&format!("settings-{kind}"), &[("choice", &choice)]))
    });
    said.collect()
}

/// The texts that say how everything is set.
fn shown(preferences: &PersonPreferences) -> [&'static str; 4] {
    [
        if preferences.public {
            "settings-public"
        } else {
            "settings-hidden"
        },
        match preferences.reminders {
            Reminders::Off => "settings-reminders-off",
            Reminders::Once => "settings-reminders-once",
            Reminders::Twice => "settings-reminders-twice",
        },
        if preferences.direct {
            "settings-direct"
        } else {
            "settings-not-direct"
        },
        if preferences.confirm {
            "settings-confirm"
        } else {
            "settings-not-confirm"
        },
    ]
}

/// The texts that say which settings have changed.
fn set(changes: &PersonChanges) -> [Option<&'static str>; 4] {
    [
        changes.public.map(|public| {
            if public {
                "settings-set-public"
            } else {
                "settings-set-hidden"
            }
        }),
        changes.reminders.map(|reminders| match reminders {
            Reminders::Off => "settings-set-reminders-off",
            Reminders::Once => "settings-set-reminders-once",
            Reminders::Twice => "settings-set-reminders-twice",
        }),
        changes.direct.map(|direct| {
            if direct {
                "settings-set-direct"
            } else {
                "settings-set-not-direct"
            }
        }),
        changes.confirm.map(|confirm| {
            if confirm {
                "settings-set-confirm"
            } else {
                "settings-set-not-confirm"
            }
        }),
    ]
}

//! `/settings`: the preferences of one person.

use super::{
    prelude::*,
    setting::{
        Given, LANGUAGE, MIRROR, ORIENTATION, PIECES, Setting, THEME, ValueIn, around, given,
        setting,
    },
};
use crate::{
    messages::{Block, Markup},
    render::BoardView,
    rules::Position,
    store::preferences::{Manner, PersonPreferences, Reminders},
};

/// The settings of a person, in the order of the page.
pub(super) const SETTINGS: &[Setting<PersonPreferences>] = &[
    // Where anybody can be anybody no match counts, and nobody is listed.
    only(KNOWS, option("public", Kind::Boolean), |set| {
        &mut set.public
    }),
    only(REMINDS, choice("reminders", Reminders::WORDS), |set| {
        &mut set.reminders
    }),
    only(CALLS, choice("turns", Manner::WORDS), |set| &mut set.turns),
    only(CALLS, choice("questions", Manner::WORDS), |set| {
        &mut set.questions
    }),
    only(CALLS, choice("news", Manner::WORDS), |set| &mut set.news),
    setting(option("confirm", Kind::Boolean), |set| &mut set.confirm),
    usual(LANGUAGE, |set| &mut set.language),
    usual(THEME, |set| &mut set.looks.theme),
    usual(PIECES, |set| &mut set.looks.pieces),
    usual(ORIENTATION, |set| &mut set.looks.orientation),
    setting(MIRROR, |set| &mut set.looks.mirror),
];

/// What a chat must do so that a setting has an effect there.
type Can = fn(&dyn Markup) -> bool;

const KNOWS: Can = |markup| markup.knows_people();
const REMINDS: Can = |markup| markup.reminds_people();
const CALLS: Can = |markup| markup.calls_people();

/// Returns a setting that has an effect in some chats only.
const fn only(
    can: Can,
    option: Opt,
    value: ValueIn<PersonPreferences>,
) -> Setting<PersonPreferences> {
    setting(option, value).only(can)
}

/// Returns a setting that is as usual until it is set.
const fn usual(option: Opt, value: ValueIn<PersonPreferences>) -> Setting<PersonPreferences> {
    setting(option, value).unset("usual")
}

pub(super) const COMMAND: Command = Command {
    name: "settings",
    group: Group::You,
    options: &around::<_, { SETTINGS.len() }>(&[], SETTINGS, &[]),
    read: |options| {
        let given = given(SETTINGS, options);
        if given.is_empty() {
            return Ok(look(false));
        }
        Ok(Request {
            cost: Cost::Unless(Limit::Errands),
            ..Request::new(Task::Settings(SettingsTask::Set(given)))
        })
    },
    press: |action| match action {
        "settings" => Some((Presser::Anybody, look(false))),
        "settings:boards" => Some((Presser::Anybody, look(true))),
        _ => None,
    },
    ..Command::plain(Presser::Anybody)
};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingsTask {
    /// A page: that of boards, or that of all other settings.
    Show { looks: bool },
    /// These settings.
    Set(Given<PersonPreferences>),
}

pub(super) async fn run(cx: &Context<'_>, task: &SettingsTask) -> Answer {
    match task {
        SettingsTask::Show { looks } => Ok(show(cx, *looks)),
        SettingsTask::Set(given) => set(cx, given).await,
    }
}

fn look(looks: bool) -> Request {
    Request {
        page: PageUse::Turns,
        ..Request::look(Cost::Free, Task::Settings(SettingsTask::Show { looks }))
    }
}

/// The settings of the page about boards, which shows one.
const LOOKS: [&str; 4] = ["theme", "pieces", "orientation", "mirror"];

/// Returns the settings that have an effect in this chat.
fn effective(narrator: &Narrator<'_>) -> impl Iterator<Item = &'static Setting<PersonPreferences>> {
    let markup = narrator.markup;
    SETTINGS.iter().filter(move |one| (one.has_effect)(markup))
}

fn show(cx: &Context<'_>, looks: bool) -> Reply {
    let set = cx.host.preferences_of(cx.person);
    let lines = effective(cx);
    let lines = lines.filter_map(|setting| setting.line(cx, "settings", &set));
    page(cx, &set, looks).saying(Message::lines(lines))
}

async fn set(cx: &Context<'_>, given: &Given<PersonPreferences>) -> Answer {
    let change = |set: &mut PersonPreferences| {
        for (setting, word) in given {
            setting.set(set, Some(word));
        }
    };
    let set = cx.host.change_preferences(cx.person, change).await?;
    // A new language is spoken, and new looks are shown, at once.
    let person = Some(cx.person);
    let locale = cx.locales.of_person(cx.host, person, None, cx.place);
    let own = Narrator {
        locale: &locale,
        ..cx.narrator
    };
    let settings = || given.iter().map(|(setting, _)| setting);
    let lines = settings().filter_map(|setting| setting.line(&own, "settings", &set));
    let text = Message::lines(lines);
    let looks = settings().all(|setting| LOOKS.contains(&setting.option.name));
    Ok(Reply {
        page: Page::Turns,
        locale: Some(locale.clone()),
        ..page(&own, &set, looks).saying(text)
    })
}

/// Returns the page of the settings of boards, or that of all others.
fn page(narrator: &Narrator<'_>, set: &PersonPreferences, looks: bool) -> Reply {
    let say = |id: &'static str| narrator.say(id, &[]);
    let (heading, other, label) = if looks {
        ("settings-boards", "settings", "button-settings")
    } else {
        (
            "settings-heading",
            "settings:boards",
            "button-settings-boards",
        )
    };
    let of_page =
        effective(narrator).filter(|setting| LOOKS.contains(&setting.option.name) == looks);
    let mut blocks = vec![Block::Heading(say(heading))];
    blocks.extend(of_page.filter_map(|setting| setting.block(narrator, "settings", &[], set)));
    blocks.extend(looks.then_some(Block::Picture));
    blocks.push(Block::Buttons(vec![Button::alone(other, say(label))]));
    let picture = looks.then(|| {
        let mut view = BoardView::new(Position::start(), Color::White);
        view.example = true;
        view.mirrored = narrator.locale.mirrored;
        Picture::of_board(String::from("settings"), view)
    });
    Reply::page(blocks).showing(picture.map(Shown::Picture))
}

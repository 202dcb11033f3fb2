//! Words: the one encoding of events, in the envelopes of the store and of transcripts.

use std::{borrow::Cow, fmt};

use rondel_computer::Level;
use rondel_rules::{
    Agreement, ByColor, Color, Colors, Draw, Elimination, Ending, Exit, Move, OfferAction, Outcome,
    Points, Ruleset, score_line,
};

use super::{
    event::{Event, Extension, Imported, NewPlayer},
    id::{MatchId, Moment, Person, Place, Server},
    proposal::Motion,
    time::TimeLimit,
};

/// An event in writing: a name, which is stable, and texts by their keys.
///
/// ```
/// use rondel_matchplay::{Event, Word};
/// use rondel_rules::Color;
///
/// let moved = Event::Moved { color: Color::White, mv: "e2e4".parse()? };
/// let word = moved.word();
/// assert_eq!((word.name(), word.get("move")), ("move", Some("e2e4")));
/// assert_eq!(word.to_string(), "move:w,move=e2e4");
/// assert_eq!(word.event(), Some(moved));
/// # Ok::<(), rondel_rules::ParseMoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    name: Text,
    fields: Vec<(Text, Text)>,
}

/// A text that the table names, or one that was made.
type Text = Cow<'static, str>;

/// The key of the army that a word is about, which stands without it in a text.
const ARMY: &str = "army";

impl Word {
    /// Returns a word without fields.
    #[must_use]
    pub fn named(name: impl Into<Text>) -> Word {
        Word {
            name: name.into(),
            fields: Vec::new(),
        }
    }

    /// Returns the name, which is stable: `move`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it another name.
    pub fn rename(&mut self, name: impl Into<Text>) {
        self.name = name.into();
    }

    /// Iterates over keys and texts, in the order in which they are written.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.iter();
        fields.map(|(key, text)| (key.as_ref(), text.as_ref()))
    }

    /// Returns the text under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let mut fields = self.fields();
        fields
            .find(|(known, _)| *known == key)
            .map(|(_, text)| text)
    }

    /// Adds a text under a key.
    pub fn put(&mut self, key: impl Into<Text>, text: impl Into<Text>) {
        self.fields.push((key.into(), text.into()));
    }

    /// Takes out the text under a key.
    pub fn take(&mut self, key: &str) -> Option<Text> {
        let place = self.fields.iter().position(|(known, _)| known == key)?;
        Some(self.fields.remove(place).1)
    }

    /// Replaces the text under a key, if there is one.
    pub fn replace(&mut self, key: &str, by: impl FnOnce(&str) -> String) {
        if let Some((_, text)) = self.fields.iter_mut().find(|(known, _)| known == key) {
            *text = Cow::Owned(by(text));
        }
    }

    fn written<const N: usize>(
        name: &'static str,
        fields: [(&'static str, Option<Text>); N],
    ) -> Word {
        let fields = fields.into_iter();
        Word {
            name: Cow::Borrowed(name),
            fields: fields
                .filter_map(|(key, text)| Some((Cow::Borrowed(key), text?)))
                .collect(),
        }
    }

    /// Returns true if the other has the same fields, in whatever order.
    fn says_as(&self, other: &Word) -> bool {
        let mut fields = self.fields();
        self.fields.len() == other.fields.len()
            && fields.all(|(key, text)| other.get(key) == Some(text))
    }
}

/// Writes a word as a text: `out:g,how=mate,checkers=w,by=w`, or `paused` without fields.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (place, (key, text)) in self.fields().enumerate() {
            f.write_str(if place == 0 { ":" } else { "," })?;
            match key {
                ARMY => f.write_str(text)?,
                _ => write!(f, "{key}={text}")?,
            }
        }
        Ok(())
    }
}

impl Word {
    /// Reads a word as its text is written. The texts of fields are taken as they stand.
    #[must_use]
    pub fn parse(text: &str) -> Word {
        let (name, fields) = match text.split_once(':') {
            Some((name, fields)) => (name, Some(fields)),
            None => (text, None),
        };
        let mut word = Word::named(name.to_owned());
        for field in fields.into_iter().flat_map(|fields| fields.split(',')) {
            let (key, text) = field.split_once('=').unwrap_or((ARMY, field));
            word.put(key.to_owned(), text.to_owned());
        }
        word
    }
}

/// A value as a text of its own, and no other; `None` for one that is left out.
pub trait Written: Sized {
    /// Returns the text of this value.
    fn write(&self) -> Option<Text>;
    /// Returns the value of a text.
    fn read(text: Option<&str>) -> Option<Self>;

    /// Reads a text that is written just so.
    fn exactly(text: &str) -> Option<Self> {
        let read = Self::read(Some(text))?;
        (read.write()? == text).then_some(read)
    }
}

/// Kinds of values that are never left out: how each is written, and read.
macro_rules! written {
    ($($kind:ty: $write:expr, $read:expr;)*) => {$(
        impl Written for $kind {
            fn write(&self) -> Option<Text> {
                let text: fn(&$kind) -> _ = $write;
                Some(text(self).into())
            }

            fn read(text: Option<&str>) -> Option<$kind> {
                let read: fn(&str) -> Option<$kind> = $read;
                read(text?)
            }
        }
    )*};
}

written! {
    MatchId: ToString::to_string, |text| text.parse().ok();
    Move: ToString::to_string, |text| text.parse().ok();
    Ruleset: ToString::to_string, |text| text.parse().ok();
    TimeLimit: ToString::to_string, |text| text.parse().ok();
    String: Clone::clone, |text| Some(text.to_owned());
    u32: ToString::to_string, |text| text.parse().ok();
    // A letter of rules §7.3.
    Color: |color| match color { Color::White => "w", Color::Gray => "g", Color::Black => "b" },
        |text| Color::from_letter(text.chars().next()?);
    // 32 hexadecimal digits.
    Person: ToString::to_string, |text| text.parse().ok();
    Place: ToString::to_string, |text| Some(Place::new(text));
    Server: ToString::to_string, |text| Some(Server::new(text));
    // Milliseconds since 1970.
    Moment: |moment| moment.0.to_string(), |text| text.parse().ok().map(Moment);
    Level: ToString::to_string, |text| text.parse().ok().and_then(Level::new);
    // Words of rules §8.
    Exit: |exit| exit.word(), |text| {
        Exit::ALL.into_iter().find(|exit| exit.word() == text)
    };
    Ending: |ending| ending.word(), Ending::from_word;
    Draw: |draw| Ending::Draw(*draw).word(), |text| Ending::from_word(text)?.draw();
}

/// Left out if it is not there.
impl<T: Written> Written for Option<T> {
    fn write(&self) -> Option<Text> {
        self.as_ref().and_then(Written::write)
    }

    fn read(text: Option<&str>) -> Option<Option<T>> {
        text.map_or(Some(None), |text| T::read(Some(text)).map(Some))
    }
}

/// `yes`, or left out.
impl Written for bool {
    fn write(&self) -> Option<Text> {
        self.then_some(Cow::Borrowed("yes"))
    }

    fn read(text: Option<&str>) -> Option<bool> {
        text.map_or(Some(false), |text| (text == "yes").then_some(true))
    }
}

/// Left out if there are none.
impl Written for Colors {
    fn write(&self) -> Option<Text> {
        (!self.is_empty()).then(|| self.to_string().into())
    }

    fn read(text: Option<&str>) -> Option<Colors> {
        let letters = text.unwrap_or_default().chars();
        letters.map(Color::from_letter).collect()
    }
}

/// A score line (rules §8), left out if nobody has any points.
impl Written for ByColor<Points> {
    fn write(&self) -> Option<Text> {
        (*self != ByColor::default()).then(|| score_line(self).into())
    }

    fn read(text: Option<&str>) -> Option<ByColor<Points>> {
        let Some(line) = text else {
            return Some(ByColor::default());
        };
        let fraction = |text: &str| {
            let (over, under) = text.split_once('/').unwrap_or((text, "1"));
            let (over, under): (u16, u16) = (over.parse().ok()?, under.parse().ok()?);
            let sixths = 6_u16.checked_div(under)?.checked_mul(over)?;
            Some(Points::from_sixths(sixths))
        };
        let mut parts = line.split('-').map(fraction);
        let points = ByColor([parts.next()??, parts.next()??, parts.next()??]);
        (score_line(&points) == line).then_some(points)
    }
}

/// The army that granted it, if one did.
impl Written for Extension {
    fn write(&self) -> Option<Text> {
        match self {
            Extension::Granted(by) => by.write(),
            Extension::Downtime => None,
        }
    }

    fn read(text: Option<&str>) -> Option<Extension> {
        let by: Option<Color> = Written::read(text)?;
        Some(by.map_or(Extension::Downtime, Extension::Granted))
    }
}

/// Values that are written as words.
trait Tabled: Sized {
    /// The names of the words, in the order of the table.
    const NAMES: &[&str];
    fn write(&self) -> Option<Word>;
    fn read(word: &Word) -> Option<Self>;
}

fn attempt<T>(read: impl FnOnce() -> Option<T>) -> Option<T> {
    read()
}

/// Makes the way from values to words and back out of one table. In a row stand the name, the fields
/// with their keys, and the value, which serves as a pattern and as an expression. Where two rows
/// have one name, the first one that fits is read.
macro_rules! table {
    ($kind:ty: $($name:literal ($($field:ident $key:literal),*) { $($value:tt)* })* $(else $other:pat)?) => {
        impl Tabled for $kind {
            const NAMES: &[&str] = &[$($name),*];

            fn write(&self) -> Option<Word> {
                match self {
                    $($($value)* => {
                        Some(Word::written($name, [$(($key, Written::write($field))),*]))
                    })*
                    $($other => None,)?
                }
            }

            fn read(word: &Word) -> Option<$kind> {
                $(if word.name == $name
                    && let Some(value) = attempt(|| {
                        $(let $field = Written::read(word.get($key))?;)*
                        Some($($value)*)
                    })
                    && <$kind>::write(&value).is_some_and(|written| written.says_as(word))
                {
                    return Some(value);
                })*
                None
            }
        }
    };
}

table! { Event:
    "opened" (ruleset "ruleset", options "options", opener "who", place "place", rated "rated", private "private", time "time") {
        Event::Opened { ruleset, options, opener, place, rated, private, time, imported: None }
    }
    "imported" (ruleset "ruleset", options "options", opener "who", place "place", rated "rated", private "private", time "time", from "from", at "at", began "began", ended "ended") {
        Event::Opened { ruleset, options, opener, place, rated, private, time, imported: Some(Imported { from, place: at, began, ended }) }
    }
    "invited" (seat "army", person "who") { Event::Invited { seat, person } }
    "joined" (seat "army", person "who") { Event::Joined { seat, person } }
    "seated" (seat "army", level "level", casual "casual") { Event::Seated { seat, level, casual } }
    "left" (seat "army", person "who") { Event::Left { seat, person } }
    "closed" () { Event::Closed }
    "expired" () { Event::Expired }
    "started" () { Event::Started }
    "housed" (place "place") { Event::Housed { place } }
    "move" (color "army", mv "move") { Event::Moved { color, mv } }
    "out" (color "army", exit "how", checkers "checkers", by "by", points "points") {
        Event::Eliminated(Elimination { color, exit, checkers, by, points })
    }
    "draw-claimed" (by "army", draw "how") { Event::DrawClaimed { by, draw } }
    "deadline-passed" (color "army", closes "until") { Event::DeadlinePassed { color, closes } }
    "extended" (color "army", why "by", until "until") { Event::Extended { color, until, why } }
    "reminded" (color "army") { Event::Reminded { color } }
    "out-of-time" (color "army") { Event::OutOfTime { color } }
    "paused" () { Event::Paused }
    "resumed" () { Event::Resumed }
    "taken-back" (to_ply "to") { Event::TakenBack { to_ply } }
    "substitute-ready" (seat "army", person "who") { Event::SubstituteAnswered { seat, person, agrees: true } }
    "substitute-unready" (seat "army", person "who") { Event::SubstituteAnswered { seat, person, agrees: false } }
    "took-over" (seat "army", person "who") { Event::TookOver { seat, taker: NewPlayer::Person(person) } }
    "took-over" (seat "army", level "level") { Event::TookOver { seat, taker: NewPlayer::Computer(level) } }
    "gone" (seat "army", person "who") { Event::Gone { seat, person } }
    "freed" (seat "army", person "who", reason "why") { Event::Freed { seat, person, reason } }
    "called-off" () { Event::CalledOff }
    "aborted" (reason "why") { Event::Aborted { reason } }
    "over" (ending "how", points "points") { Event::Ended(Outcome { ending, points }) }
    else Event::Proposal { .. } | Event::Lapsed { .. }
}

table! { Motion:
    "draw" () { Motion::Agreement(Agreement::Draw) }
    "pact" (with "with") { Motion::Agreement(Agreement::Pact(with)) }
    "resignation" (winner "winner") { Motion::Agreement(Agreement::Resignation(winner)) }
    "abort" () { Motion::Abort }
    "pause" () { Motion::Pause }
    "resume" () { Motion::Resume }
    "takeback" (to_ply "to") { Motion::Takeback { to_ply } }
    "substitute" (seat "seat", person "who") { Motion::Substitute { seat, person } }
    "computer" (seat "seat", level "level") { Motion::Computer { seat, level } }
    "put-out" (seat "seat") { Motion::PutOut { seat } }
}

/// What becomes of a proposal, behind its name: `draw-offered`.
const FATES: [(&str, Option<OfferAction>); 5] = [
    ("offered", Some(OfferAction::Offer)),
    ("agreed", Some(OfferAction::Accept)),
    ("declined", Some(OfferAction::Decline)),
    ("withdrawn", Some(OfferAction::Withdraw)),
    ("lapsed", None),
];

impl Event {
    /// Returns the event in writing.
    #[must_use]
    pub fn word(&self) -> Word {
        let (by, action, motion) = if let Event::Proposal { by, action, motion } = self {
            (by, Some(*action), motion)
        } else if let Event::Lapsed { by, motion } = self {
            (by, None, motion)
        } else {
            // Every other event stands in the table.
            return self.write().unwrap_or_else(|| Word::named(""));
        };
        let mut word = motion.write().unwrap_or_else(|| Word::named(""));
        let fate = FATES.iter().find(|(_, of)| *of == action);
        let fate = fate.map_or("", |(fate, _)| fate);
        word.name = Cow::Owned(format!("{}-{fate}", word.name));
        let army = by.write().map(|army| (Cow::Borrowed(ARMY), army));
        word.fields.splice(0..0, army);
        word
    }
}

impl Word {
    /// Returns the names of all words.
    pub fn names() -> impl Iterator<Item = Text> {
        let proposals = Motion::NAMES
            .iter()
            .flat_map(|subject| FATES.map(|(fate, _)| Cow::Owned(format!("{subject}-{fate}"))));
        let events = Event::NAMES.iter().copied().map(Cow::Borrowed);
        events.chain(proposals)
    }

    /// Returns the event that is written with this name and these fields, and no others.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        Event::read(self).or_else(|| {
            let (subject, fate) = self.name.rsplit_once('-')?;
            let (_, action) = FATES.iter().find(|(known, _)| *known == fate)?;
            let mut motion = Word {
                name: Cow::Owned(subject.to_owned()),
                fields: self.fields.clone(),
            };
            let by: Color = Written::read(motion.take(ARMY).as_deref())?;
            let motion = Motion::read(&motion)?;
            let event = match *action {
                Some(action) => Event::Proposal { by, action, motion },
                None => Event::Lapsed { by, motion },
            };
            event.word().says_as(self).then_some(event)
        })
    }
}

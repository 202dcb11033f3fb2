//! People who were forgotten since a backup was made.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use rondel::{
    matchplay::Person,
    store::{
        Identity, PeopleStore, Stores, Subject,
        backup::{
            BackupError,
            forgotten::{ForgottenList, LIST, ListedPeople, StoreKey},
        },
        embedded::{FileFilling, Pair},
        memory::MemoryStore,
        people::People,
        preferences::FORGOTTEN,
    },
};

use super::{MOST, backed_up, fill, restored, sample};
use crate::{now::now, store::contract::STORES};

fn list_in(directory: &Path) -> PathBuf {
    directory.join(LIST)
}

#[test]
fn who_was_forgotten_since_is_left_out() {
    let directory = tempfile::tempdir().unwrap();
    for (name, make) in STORES {
        let path = directory.path().join(name);
        fs::create_dir(&path).unwrap();
        let Some(stores) = make(&path) else { continue };
        fill(&stores, 10);
        let before = backed_up(&stores);
        // The one that was asked for, and whoever is known by the same name alone.
        let sink = FileFilling::begin(&path.join("a"), &path.join("b")).unwrap();
        let list = now(ForgottenOf::one(&stores, Person(4), &path));
        assert_eq!(restored(&before, &list, Box::new(sink)).unwrap(), 2);
        let restored = Pair::open(&path.join("a"), &path.join("b"), false)
            .unwrap()
            .stores();
        let people = now(restored.people.everybody(None, MOST)).unwrap();
        let people: Vec<Person> = people.into_iter().map(|(person, _)| person).collect();
        assert_eq!(people.len(), 39);
        assert!(!people.contains(&Person(4)) && !people.contains(&Person(99)));
        let noted = restored.matches.preference(&Subject::Person(Person(4)));
        assert_eq!(now(noted).unwrap().as_deref(), Some(FORGOTTEN));
    }
}

/// A list of people who were forgotten.
struct ForgottenOf;

impl ForgottenOf {
    /// Has somebody forgotten in a copy of these people.
    async fn one(stores: &Stores, person: Person, directory: &Path) -> ForgottenList {
        let copy = MemoryStore::new();
        for (person, card) in stores.people.everybody(None, MOST).await.unwrap() {
            assert_eq!(copy.write_card(person, None, card).await, Ok(true));
        }
        let key = StoreKey::of(&*stores.matches).await.unwrap();
        let listed = ListedPeople::over(Arc::new(copy), key, directory).unwrap();
        let people = People::over(Arc::new(listed));
        assert_eq!(people.forget(person).await, Ok(true));
        ForgottenList::read(&list_in(directory)).unwrap()
    }
}

#[test]
fn a_list_of_the_forgotten_tells_nothing_and_survives_a_line_cut_short() {
    let directory = tempfile::tempdir().unwrap();
    let stores = sample(0);
    let list = now(ForgottenOf::one(&stores, Person(1), directory.path()));
    let text = fs::read_to_string(list_in(directory.path())).unwrap();
    // Whose list it is, and one person.
    assert_eq!((text.len(), text.lines().count()), (68 + 65, 2));
    assert!(!text.contains("1000"));
    let key = now(StoreKey::of(&*stores.matches)).unwrap();
    let other: Stores = Arc::new(MemoryStore::new()).into();
    let strange = now(StoreKey::of(&*other.matches)).unwrap();
    let identity = Identity::new("discord", "1000").unwrap();
    assert!(list.holds(&key, Person(1), &identity));
    assert!(!list.holds(&strange, Person(1), &identity));
    assert!(!list.holds(&key, Person(2), &identity));
    // Whoever wrote the last line ended before it was whole.
    let mut cut = text.clone();
    cut.push_str("ab12");
    fs::write(list_in(directory.path()), cut).unwrap();
    let list = now(ForgottenOf::one(&stores, Person(2), directory.path()));
    assert!(list.holds(&key, Person(1), &identity));
    assert!(list.holds(&key, Person(2), &Identity::new("discord", "1001").unwrap()));
    let text = fs::read_to_string(list_in(directory.path())).unwrap();
    assert_eq!(text.lines().count(), 3);
}

/// A list by which nobody could be left out is no list.
#[test]
fn the_list_of_another_store_is_refused_or_set_aside() {
    let directory = tempfile::tempdir().unwrap();
    let list = now(ForgottenOf::one(&sample(0), Person(1), directory.path()));
    let bytes = backed_up(&other());
    let (matches, people) = (directory.path().join("m"), directory.path().join("p"));
    let sink = Box::new(FileFilling::begin(&matches, &people).unwrap());
    let refused = restored(&bytes, &list, sink);
    assert!(matches!(refused, Err(BackupError::OtherList)));
    assert!(!matches.exists());
    // At the start of that store it makes room for the right one, and is still there.
    let before = fs::read_to_string(list_in(directory.path())).unwrap();
    let key = now(StoreKey::of(&*other().matches)).unwrap();
    ListedPeople::over(Arc::new(MemoryStore::new()), key, directory.path()).unwrap();
    let aside = directory
        .path()
        .join(format!("forgotten-{}", &before[3..11]));
    assert_eq!(fs::read_to_string(aside).unwrap(), before);
    let own = ForgottenList::read(&list_in(directory.path())).unwrap();
    assert!(own.is_empty());
    // What is no list at all is not taken for one.
    for garbage in ["nobody\n", "{}\n", &format!("{}\n", "G".repeat(64))] {
        fs::write(list_in(directory.path()), garbage).unwrap();
        assert!(ForgottenList::read(&list_in(directory.path())).is_err());
    }
}

/// Another store with somebody in it.
fn other() -> Stores {
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    now(StoreKey::of(&*stores.matches)).unwrap();
    let identity = Identity::new("discord", "7").unwrap();
    now(stores.people.meet(&identity, "Ann", || Person(7))).unwrap();
    stores
}

#[test]
fn without_a_key_nobody_can_be_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    let identity = Identity::new("discord", "7").unwrap();
    let met = stores.people.meet(&identity, "Ann", || Person(7));
    now(met).unwrap();
    let bytes = backed_up(&stores);
    let list = now(ForgottenOf::one(&sample(0), Person(1), directory.path()));
    let (matches, people) = (directory.path().join("m"), directory.path().join("p"));
    let begin = || Box::new(FileFilling::begin(&matches, &people).unwrap());
    let refused = restored(&bytes, &list, begin());
    assert!(matches!(refused, Err(BackupError::NoKey)));
    assert!(!matches.exists());
    assert_eq!(
        restored(&bytes, &ForgottenList::default(), begin()).unwrap(),
        0
    );
}

/// Returns the people in a backup when it is restored with this list.
fn people_of(bytes: &[u8], list: &ForgottenList) -> Vec<Person> {
    let directory = tempfile::tempdir().unwrap();
    let [matches, people] = ["store", "people"].map(|name| directory.path().join(name));
    let sink = FileFilling::begin(&matches, &people).unwrap();
    restored(bytes, list, Box::new(sink)).unwrap();
    let stores = Pair::open(&matches, &people, false).unwrap().stores();
    let cards = now(stores.people.everybody(None, MOST)).unwrap();
    cards.into_iter().map(|(person, _)| person).collect()
}

#[test]
fn who_came_back_after_being_forgotten_is_not_forgotten_again() {
    let directory = tempfile::tempdir().unwrap();
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    now(StoreKey::of(&*stores.matches)).unwrap();
    let ann = Identity::new("discord", "7").unwrap();
    let comes = |person| now(stores.people.meet(&ann, "Ann", || person)).unwrap();
    assert_eq!(comes(Person(7)), Person(7));
    let before = backed_up(&stores);
    let list = now(ForgottenOf::one(&stores, Person(7), directory.path()));
    now(stores.people.forget(Person(7))).unwrap();
    assert_eq!(comes(Person(8)), Person(8));
    let since = backed_up(&stores);
    assert_eq!(people_of(&before, &list), []);
    assert_eq!(people_of(&since, &list), [Person(8)]);
}

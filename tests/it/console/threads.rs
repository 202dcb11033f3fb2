//! Which match a command means where matches have places of their own (interfaces §2): no console
//! has them, so the host is asked itself.

use std::sync::Arc;

use rondel::{
    host::{FullAccess, Host, Lookup, Purpose, Table},
    matchplay::{Command, MatchId, Moment, Person, Place},
    rules::{Color, OfferAction, Ruleset},
    store::memory::MemoryStore,
};

use crate::now::now;

const ANN: Person = Person(1);
const BEN: Person = Person(2);
const CY: Person = Person(3);
const DORA: Person = Person(4);

struct Scene {
    host: Arc<Host>,
}

impl Scene {
    fn new() -> Scene {
        let clock = Arc::new(|| Moment(1_700_000_000_000));
        let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
        Scene { host }
    }

    /// A match of Ann, Ben and Cy that was opened here.
    async fn started(&self, place: &str) -> MatchId {
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new(place),
            seat: Some(Color::White),
            invited: vec![BEN, CY],
            computers: None,
            rated: true,
            time: None,
            private: false,
        };
        let id = self
            .host
            .open(&table, ANN, None)
            .await
            .unwrap()
            .change
            .after
            .id();
        for person in [BEN, CY] {
            self.submit(id, person, &Command::Join { seat: None }).await;
        }
        id
    }

    async fn submit(&self, id: MatchId, person: Person, command: &Command) {
        self.host
            .submit(id, person, command, None, None)
            .await
            .unwrap();
    }

    async fn house(&self, id: MatchId, place: &str) {
        self.host.house(id, &Place::new(place)).await.unwrap();
    }

    async fn find(
        &self,
        purpose: Purpose,
        place: &str,
        speaker: Person,
        given: Option<MatchId>,
    ) -> Result<MatchId, String> {
        let given = given.map(|id| id.to_string());
        let request = Lookup {
            purpose,
            given: given.as_deref(),
            place: &Place::new(place),
            speaker,
            shared: true,
            access: &FullAccess,
            link_to: None,
        };
        match self.host.find(&request).await {
            Ok(state) => Ok(state.id()),
            Err(rondel::host::HostError::Rejected(rejection)) => Err(rejection.reason().to_owned()),
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn a_thread_means_its_match() {
    let scene = Scene::new();
    let (channel, thread) = ("discord/1/10", "discord/1/11");
    let first = scene.started(channel).await;
    let second = scene.started(channel).await;
    scene.house(first, thread).await;
    // In the thread nothing else can be meant, no matter who speaks; judging comes after finding.
    for speaker in [ANN, BEN, DORA] {
        for purpose in [Purpose::Act, Purpose::Join, Purpose::Show] {
            assert_eq!(scene.find(purpose, thread, speaker, None).await, Ok(first));
        }
    }
    // Unless another is named.
    let named = scene.find(Purpose::Act, thread, ANN, Some(second)).await;
    assert_eq!(named, Ok(second));
    // In the channel where both were opened either could be meant.
    let unclear = scene.find(Purpose::Act, channel, ANN, None).await;
    assert_eq!(unclear, Err(String::from("which-match")));
    scene.house(second, "discord/1/12").await;
    assert_eq!(
        scene.find(Purpose::Show, "discord/1/12", DORA, None).await,
        Ok(second)
    );
    assert_eq!(
        scene.find(Purpose::Show, thread, DORA, None).await,
        Ok(first)
    );
}

#[tokio::test]
async fn a_thread_means_its_match_after_the_end_too() {
    let scene = Scene::new();
    let (channel, thread) = ("discord/1/10", "discord/1/11");
    let first = scene.started(channel).await;
    let second = scene.started(channel).await;
    scene.house(first, thread).await;
    scene
        .submit(first, ANN, &Command::Abort(OfferAction::Offer))
        .await;
    for purpose in [Purpose::Act, Purpose::Show] {
        for speaker in [BEN, DORA] {
            assert_eq!(scene.find(purpose, thread, speaker, None).await, Ok(first));
        }
    }
    // One that runs comes first where it was opened.
    assert_eq!(
        scene.find(Purpose::Act, channel, BEN, None).await,
        Ok(second)
    );
}

#[tokio::test]
async fn a_match_is_nobodys_business_in_another_server() {
    let scene = Scene::new();
    let id = scene.started("discord/1/10").await;
    for purpose in [Purpose::Act, Purpose::Join, Purpose::Show] {
        let elsewhere = scene.find(purpose, "discord/2/10", ANN, Some(id)).await;
        assert_eq!(elsewhere, Err(String::from("no-such-match")));
        let near = scene.find(purpose, "discord/1/99", ANN, Some(id)).await;
        assert_eq!(near, Ok(id));
    }
}

//! Moving with thumbs: buttons from the first seat to the end, and what is typed instead.

use fake_discord::{Answer, AnswerKind, FakeDiscord, Message, Snowflake, User};
use rondel::messages::{Language, Texts};
use serde_json::json;

use super::{Scene, Table, pings};
use crate::said::{Said, assert_begins, assert_is, assert_moved, assert_says, said, says};

/// Seven plies to a mate of Gray, by `first-mate`: plain and short.
const MATE: [(&str, &str); 7] = [
    ("g1h3", "Nh3"),
    ("i2i3", "i3"),
    ("r1q3", "Nq3"),
    ("h3j4", "Nj4"),
    ("o1p3", "Np3"),
    ("q3o2", "Nxo2+"),
    ("j4k2", "Nxk2#"),
];

/// Presses the button of the page that has this id, and gives back the answer.
async fn press(player: &User, page: &Answer, id: &str) -> Answer {
    player.press(page.message.expect("a page"), id).await
}

/// The rows of buttons on a page, each button with its label and its id.
fn rows(page: &Answer) -> Vec<Vec<(String, String)>> {
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let rows = page.components.as_array().expect("rows").iter();
    let row = |row: &serde_json::Value| {
        let buttons = row["components"].as_array().expect("buttons").iter();
        let buttons = buttons.map(|one| (text(&one["label"]), text(&one["custom_id"])));
        buttons.collect()
    };
    rows.map(row).collect()
}

/// The pieces or squares on a page, without the buttons that lead on and back.
fn choices(page: &Answer) -> Vec<(String, String)> {
    let leads = |id: &str| id.contains(":pieces:") || !id.ends_with(":1") && id.contains(":from:");
    let mut rows = rows(page);
    if rows
        .last()
        .is_some_and(|row| row.iter().any(|(_, id)| leads(id)))
    {
        rows.pop();
    }
    rows.concat()
}

fn labels(page: &Answer) -> Vec<String> {
    choices(page).into_iter().map(|(label, _)| label).collect()
}

fn button_ids(page: &Answer) -> Vec<String> {
    let buttons = page.buttons().into_iter();
    buttons.filter_map(|button| button.custom_id).collect()
}

/// A page that took the place of the one before it.
#[track_caller]
fn assert_turned(page: &Answer, message: Option<Snowflake>) {
    assert_eq!(page.kind, AnswerKind::Update, "{}", page.content);
    assert_eq!(page.message, message);
}

/// The message as it stands, which one person alone sees.
fn stands(player: &User, page: &Answer) -> Message {
    let mut all = player.ephemeral().into_iter();
    let found = all.find(|message| Some(message.id) == page.message);
    found.expect("they see it")
}

impl Table {
    fn action(&self, ply: u32, action: &str) -> String {
        format!("rd1:{}:{ply}:{action}", self.id)
    }

    /// Presses *Move* under the board of this ply.
    async fn pieces(&self, scene: &Scene, player: &User, ply: u32) -> Answer {
        let board = self.told(&scene.discord, ply).await;
        let page = player.press(&board, &self.action(ply, "move")).await;
        assert!(page.ephemeral, "{}", page.content);
        assert_eq!(page.kind, AnswerKind::Message);
        page
    }

    /// Chooses the piece on a square.
    async fn goals(&self, player: &User, pieces: &Answer, ply: u32, from: &str) -> Answer {
        let id = self.action(ply, &format!("from:{from}:1"));
        let page = press(player, pieces, &id).await;
        assert_turned(&page, pieces.message);
        assert_eq!(page.attachments.len(), 1, "the board with the numbers");
        page
    }

    /// Makes a plain move without a key; what the private page says in the end.
    pub(crate) async fn thumb(
        &self,
        scene: &Scene,
        player: &User,
        ply: u32,
        plain: &str,
    ) -> Answer {
        let pieces = self.pieces(scene, player, ply).await;
        let goals = self.goals(player, &pieces, ply, &plain[..2]).await;
        let to = self.action(ply, &format!("to:{plain}"));
        let done = press(player, &goals, &to).await;
        self.assert_closed(player, &done, pieces.message);
        done
    }

    /// The page says what was played, and nothing can be chosen from it any more.
    #[track_caller]
    fn assert_closed(&self, player: &User, done: &Answer, message: Option<Snowflake>) {
        assert_turned(done, message);
        assert_begins(&done.content, "moving-played", &[]);
        let stands = stands(player, done);
        assert!(stands.attachments.is_empty() && stands.buttons().is_empty());
    }
}

fn mate() -> impl Iterator<Item = (u32, usize, &'static str, &'static str)> {
    (0..)
        .zip(MATE)
        .map(|(ply, (plain, short))| (ply, ply as usize % 3, plain, short))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_is_played_by_buttons() {
    play_by_thumbs(Language::English).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_is_played_by_buttons_in_german() {
    play_by_thumbs(Language::German).await;
}

/// From the seats to the mate nobody types anything but `/play`. In the middle of a move the bot is
/// started again, and each player is pinged once for each of their turns.
async fn play_by_thumbs(language: Language) {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let players = scene.players.clone();
    scene.guild.set_locale(language.word());
    for player in &players {
        player.set_locale(language.word());
    }
    scene.start(&[]).await;
    let texts = Texts::of(language);
    let table = scene.seat_by("first-mate", &scene.channel, &players).await;
    for (ply, turn, plain, short) in mate() {
        let player = &players[turn];
        let pieces = table.pieces(&scene, player, ply).await;
        if ply == 3 {
            scene.restart().await;
        }
        let goals = table.goals(player, &pieces, ply, &plain[..2]).await;
        if ply == 4 {
            scene.restart().await;
        }
        let to = table.action(ply, &format!("to:{plain}"));
        let done = press(player, &goals, &to).await;
        assert_turned(&done, pieces.message);
        assert_eq!(
            done.content,
            *texts.say(
                "moving-played",
                &[(
                    "move",
                    &texts.language().own_letters(short).replace('x', "×")
                )]
            )
        );
        assert!(done.buttons().is_empty() && stands(player, &done).buttons().is_empty());
    }
    let thread = table.thread.id();
    super::ended(&scene.discord, &table.thread, &table.id).await;
    let mated = Said::within(&texts, "out-mate", &[]);
    let messages = table.thread.messages();
    assert!(messages.iter().any(|one| mated.is_in(&one.content)));
    for (seat, player) in players.iter().enumerate() {
        let turns = mate().filter(|(_, turn, ..)| *turn == seat).count();
        // Who began was called before; all are called to the end but the one whose move it was.
        let ended_it = mate().last().is_some_and(|(_, turn, ..)| turn == seat);
        let calls = turns + 1 - usize::from(seat == 0) - usize::from(ended_it);
        assert_eq!(pings(player, thread), calls, "seat {seat}");
    }
    scene.assert_sound();
}

/// Two resign by buttons, each asked first, and the third has won.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_three_is_resigned_by_buttons_alone() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.thumb(&scene, ann, 0, "e2e4").await;
    table.thumb(&scene, ben, 1, "m2m4").await;
    table.thumb(&scene, cy, 2, "u2u4").await;
    let mut board = table.told(&scene.discord, 3).await;
    for (player, last) in [(ann, false), (ben, true)] {
        let more = table.more(&board, player, 3).await;
        let asked = press(player, &more, &table.action(3, "resign")).await;
        assert!(asked.ephemeral, "{}", asked.content);
        let confirm = table.action(3, "resign:confirm");
        let done = player.press(asked.message.unwrap(), &confirm).await;
        assert!(!done.ephemeral, "{}", done.content);
        if last {
            assert_says(&done.content, "end-call", &[]);
        } else {
            board = scene.stands(done.message.unwrap(), |_| true).await;
        }
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_takes_and_checks_comes_first_and_says_so() {
    let scene = Scene::new().await;
    let players = &scene.players;
    let table = scene.seat(&scene.channel, players).await;
    let first = table.pieces(&scene, &players[0], 0).await;
    assert_eq!(first.attachments.len(), 1);
    // By kind, then by square.
    for ((label, id), square) in choices(&first).iter().zip(["b1", "g1", "a2"]) {
        assert_is(label, "button-piece", &[("square", square)]);
        assert_eq!(*id, table.action(0, &format!("from:{square}:1")));
    }
    // Ten pieces, and typing.
    assert_eq!(labels(&first).len(), 11);
    for (turn, text) in ["e4", "m4", "u4", "Qg4", "Nn3", "Nv3"].iter().enumerate() {
        table.play(&players[turn % 3], text).await;
    }
    let pieces = table.pieces(&scene, &players[0], 6).await;
    let queen = choices(&pieces)[0].1.clone();
    assert_eq!(queen, table.action(6, "from:g4:1"));
    assert_says(&pieces.content, "move-takes", &[]);
    // The queen reaches more squares than a page holds.
    let goals = table.goals(&players[0], &pieces, 6, "g4").await;
    let all = choices(&goals);
    assert_eq!(all.len(), 20);
    assert!(rows(&goals).iter().take(4).all(|row| row.len() == 5));
    assert_says(
        &goals.content,
        "moving-page",
        &[("page", "1"), ("pages", "2")],
    );
    // What takes or checks is said below, and stands first.
    let about = |label: &str| {
        let mut lines = goals.content.lines();
        let named = |line: &&str| {
            line.split(", ")
                .any(|one| one.starts_with(&format!("{label} ")))
        };
        let line = lines.find(named);
        line.unwrap_or_default().to_owned()
    };
    let takes = |(label, _): &(String, String)| {
        let about = about(label.split(' ').next().expect("a number"));
        says(&about, "move-takes", &[]) || says(&about, "move-checks", &[])
    };
    assert!(takes(&all[0]) && !takes(&all[19]), "{}", goals.content);
    let forcing = all.iter().take_while(|goal| takes(goal)).count();
    assert!(!all[forcing..].iter().any(takes), "{}", goals.content);
    let later = table.action(6, "from:g4:2");
    let leads = |page: &Answer| rows(page).pop().expect("a row");
    let ids = |row: Vec<(String, String)>| row.into_iter().map(|(_, id)| id).collect::<Vec<_>>();
    assert_eq!(
        ids(leads(&goals)),
        [later.clone(), table.action(6, "pieces:1")]
    );
    let second = press(&players[0], &goals, &later).await;
    assert_turned(&second, pieces.message);
    // The numbers run on, as they stand on the board.
    assert_is(&labels(&second)[0], "button-goal", &[("number", "21")]);
    let alt = second.attachments[0].description.clone().unwrap();
    assert!(alt.contains("21: "), "{alt}");
    let earlier = table.action(6, "from:g4:1");
    assert_eq!(ids(leads(&second)), [earlier, table.action(6, "pieces:1")]);
    // Back to the pieces, and on with another one.
    let back = press(&players[0], &second, &table.action(6, "pieces:1")).await;
    assert_turned(&back, pieces.message);
    assert_eq!(labels(&back), labels(&pieces));
    let knight = table.goals(&players[0], &back, 6, "b1").await;
    for (label, (number, square)) in labels(&knight).iter().zip([("1", "a3"), ("2", "c3")]) {
        assert_is(
            label,
            "button-goal",
            &[("number", number), ("move", square)],
        );
    }
    let done = press(&players[0], &knight, &table.action(6, "to:b1c3")).await;
    table.assert_closed(&players[0], &done, pieces.message);
    let told = table.told(&scene.discord, 7).await;
    assert_moved(&told.content, "Nc3");
    assert_eq!(pings(&players[1], table.thread.id()), 3);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_and_forged_choices_are_answered_politely() {
    let mut scene = Scene::new().await;
    let [ann, ben, cy] = scene.players.clone();
    let dora = scene.guild.user("dora");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let board = table.told(&scene.discord, 0).await;
    // Others may look at the button, and hear whose turn it is.
    for (who, says) in [
        (&ben, "refused-not-your-turn"),
        (&dora, "refused-not-a-player"),
    ] {
        let answer = who.press(&board, &table.action(0, "move")).await;
        super::assert_private(&answer, says, &[]);
        assert!(answer.attachments.is_empty() && answer.components.get(0).is_none());
    }
    let pieces = table.pieces(&scene, &ann, 0).await;
    let goals = table.goals(&ann, &pieces, 0, "g1").await;
    let page = goals.message.unwrap();
    let forged = |action: &str| table.action(0, action);
    for (who, action, says) in [
        (&ben, "to:g1f3", "refused-not-your-turn"),
        (&ben, "make:g1f3", "refused-not-your-turn"),
        (&ben, "pieces:1", "refused-not-your-turn"),
        (&dora, "to:g1f3", "refused-not-a-player"),
        (&dora, "from:g1:1", "refused-not-a-player"),
        (&ann, "to:g1g3", "refused-illegal-move"),
        (&ann, "make:e2e5", "refused-illegal-move"),
        (&ann, "to:e2e4q", "illegal-not-a-promotion"),
        (&ann, "from:m1:1", "refused-no-moves-from"),
        (&ann, "from:e4:1", "refused-no-moves-from"),
        (&ann, "from:g1:2", "refused-no-such-page"),
        (&ann, "from:g1:0", "refused-no-such-page"),
        (&ann, "pieces:2", "refused-no-such-page"),
        (&ann, "pieces:4294967295", "refused-no-such-page"),
        (&ann, "to:g9f3", "refused-unreadable-button"),
        (&ann, "from:g1", "refused-unreadable-button"),
    ] {
        let answer = who.press_forged(page, &forged(action)).await;
        assert_says(&answer.content, says, &[]);
    }
    let state = ann.slash(&table.thread, "board", &[]).await;
    assert_says(&state.content, "board-shown", &[("count", "0")]);

    // The page of an earlier ply: what it offered is gone, in its place stands what to do next.
    let pieces = table.pieces(&scene, &ann, 0).await;
    let goals = table.goals(&ann, &pieces, 0, "g1").await;
    table.play(&ann, "e4").await;
    scene.restart().await;
    let late = press(&ann, &goals, &table.action(0, "to:g1f3")).await;
    assert_turned(&late, pieces.message);
    assert_says(&late.content, "refused-position-moved-on", &[]);
    assert_eq!(button_ids(&late), [table.action(1, "view")]);
    for (player, text) in [(&ben, "m4"), (&cy, "u4")] {
        table.play(player, text).await;
    }
    // To the player whose turn it is a fresh button is given, which serves in its place.
    let late = ann
        .press_forged(late.message.unwrap(), &table.action(1, "pieces:1"))
        .await;
    assert_turned(&late, pieces.message);
    let fresh = [table.action(3, "move"), table.action(3, "view")];
    assert_eq!(button_ids(&late), fresh);
    let again = ann.press(late.message.unwrap(), &fresh[0]).await;
    assert_turned(&again, pieces.message);
    let goals = table.goals(&ann, &again, 3, "g1").await;
    let done = press(&ann, &goals, &table.action(3, "to:g1f3")).await;
    table.assert_closed(&ann, &done, pieces.message);
    // What was pressed a second time finds the move made.
    let twice = ann
        .press_forged(done.message.unwrap(), &table.action(3, "to:g1f3"))
        .await;
    assert_says(&twice.content, "refused-position-moved-on", &[]);
    let told = table.told(&scene.discord, 4).await;
    assert_moved(&told.content, "Nf3");
    assert_eq!(table.boards(&scene.discord, 4), 1);
    assert_eq!(pings(&ben, table.thread.id()), 2);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_wants_to_confirms_a_move_first() {
    let mut scene = Scene::new().await;
    let [ann, ben, _] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    let set = ann
        .slash(&table.thread, "settings", &[("confirm", json!(true))])
        .await;
    assert!(set.ephemeral, "{}", set.content);
    let pieces = table.pieces(&scene, &ann, 0).await;
    let goals = table.goals(&ann, &pieces, 0, "g1").await;
    let asked = press(&ann, &goals, &table.action(0, "to:g1f3")).await;
    assert_turned(&asked, pieces.message);
    assert_says(&asked.content, "moving-confirm", &[("move", "Nf3")]);
    assert_eq!(asked.attachments.len(), 1);
    let [make, back] = [table.action(0, "make:g1f3"), table.action(0, "from:g1:1")];
    assert_eq!(button_ids(&asked), [make.clone(), back.clone()]);
    // Nothing has happened, and it waits through a restart.
    assert_eq!(pings(&ben, table.thread.id()), 0);
    scene.restart().await;
    let goals = ann.press(asked.message.unwrap(), &back).await;
    assert_turned(&goals, pieces.message);
    let asked = press(&ann, &goals, &table.action(0, "to:g1h3")).await;
    let done = ann
        .press(asked.message.unwrap(), &table.action(0, "make:g1h3"))
        .await;
    table.assert_closed(&ann, &done, pieces.message);
    let told = table.told(&scene.discord, 1).await;
    assert_moved(&told.content, "Nh3");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    // Nobody else is asked, and what is typed is meant.
    table.thumb(&scene, &ben, 1, "o1n3").await;
    table.play(&scene.players[2], "u4").await;
    let typed = table.play(&ann, "e4").await;
    assert!(!typed.ephemeral, "{}", typed.content);
    scene.assert_sound();
}

/// A piece that can go to one square alone says where, and goes at once; or asks those who confirm.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_piece_with_one_square_goes_there_at_once() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let confirm = [("confirm", json!(true))];
    ben.slash(&table.thread, "settings", &confirm).await;
    for (player, text) in [(ann, "a3"), (ben, "i3"), (cy, "q3")] {
        table.play(player, text).await;
    }
    let pieces = table.pieces(&scene, ann, 3).await;
    let to = table.action(3, "to:a3a4");
    let (label, _) = choices(&pieces)
        .into_iter()
        .find(|(_, id)| *id == to)
        .expect("one square");
    assert_is(&label, "button-piece-to", &[("square", "a4")]);
    let done = press(ann, &pieces, &to).await;
    table.assert_closed(ann, &done, pieces.message);
    let pieces = table.pieces(&scene, ben, 4).await;
    let asked = press(ben, &pieces, &table.action(4, "to:i3i4")).await;
    assert_turned(&asked, pieces.message);
    let back = table.action(4, "pieces:1");
    assert_eq!(
        button_ids(&asked),
        [table.action(4, "make:i3i4"), back.clone()]
    );
    let again = press(ben, &asked, &back).await;
    assert_eq!(labels(&again), labels(&pieces));
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_could_mean_several_moves_gets_a_button_for_each() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    for (turn, text) in ["d3", "m4", "u4", "Nf3", "n3", "v3"].iter().enumerate() {
        table.play(&scene.players[turn % 3], text).await;
    }
    let asked = table.play(ann, "Nd2").await;
    super::assert_private(&asked, "refused-ambiguous", &[]);
    let buttons = asked.buttons();
    let labels: Vec<&str> = buttons.iter().map(|button| button.label.as_str()).collect();
    let rules = said("choice-notation", &[]);
    let rules = said("button-rules-topic", &[("topic", &rules)]);
    assert_eq!(labels, ["Nb1–d2", "Nf3–d2", &rules]);
    let done = ann
        .press(asked.message.unwrap(), &table.action(6, "to:f3d2"))
        .await;
    table.assert_closed(ann, &done, asked.message);
    let told = table.told(&scene.discord, 7).await;
    assert_moved(&told.content, "Nfd2");
    assert_eq!(pings(ben, table.thread.id()), 3);
    // What cannot be read has the moves that come nearest; what is illegal, the way to all.
    let unread = table.play(ben, "Ni33").await;
    let rules = |topic| format!("rd1:-:0:do:rules:topic={topic}");
    assert_eq!(
        button_ids(&unread),
        [table.action(7, "meant:j1i3"), rules("notation")]
    );
    assert_says(&unread.content, "refused-unreadable-move", &[]);
    let illegal = table.play(ben, "m4m6").await;
    assert_eq!(
        button_ids(&illegal),
        [table.action(7, "move"), rules("pawns")]
    );
    let pieces = ben
        .press(illegal.message.unwrap(), &table.action(7, "move"))
        .await;
    assert_turned(&pieces, illegal.message);
    // Typed in the channel, the move is told in the thread, and the page says where.
    let away = scene.guild.channel("elsewhere");
    let unread = table.play_from(&away, ben, "Ni33").await;
    let nearest = unread.buttons()[0].custom_id.clone().unwrap();
    // What is only near is shown, and asked about.
    let asked = ben.press(unread.message.unwrap(), &nearest).await;
    assert_turned(&asked, unread.message);
    assert_begins(&asked.content, "moving-confirm", &[]);
    let make = asked.buttons()[0].custom_id.clone().unwrap();
    let done = ben.press(unread.message.unwrap(), &make).await;
    assert_turned(&done, unread.message);
    let link = format!("<#{}>", table.thread.id());
    assert_begins(&done.content, "moving-played", &[]);
    assert!(done.content.contains(&link), "{}", done.content);
    table.told(&scene.discord, 8).await;
    assert_eq!(pings(&scene.players[2], table.thread.id()), 3);
    scene.assert_sound();
}

/// A delivery that comes twice makes one move, whatever the page would say the second time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_that_is_delivered_twice_makes_one_move() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let pieces = table.pieces(&scene, ann, 0).await;
    let goals = table.goals(ann, &pieces, 0, "g1").await;
    let pending = ann.press(goals.message.unwrap(), &table.action(0, "to:g1f3"));
    let interaction = pending.interaction().clone();
    let first = pending.await;
    table.assert_closed(ann, &first, pieces.message);
    let again = scene.discord.deliver_again(&interaction).await;
    // It is passed over while the first one is being answered, and Discord refuses it later.
    assert!(again.refused == Some(40060) || again.is_timed_out());
    assert!(again.is_timed_out() || again.content == first.content);
    table.told(&scene.discord, 1).await;
    assert_eq!(table.boards(&scene.discord, 1), 1);
    assert_eq!(pings(ben, table.thread.id()), 1);
    scene.assert_sound();
}

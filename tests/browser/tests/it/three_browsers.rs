//! A whole match by three browsers: one by mouse, one by touch, and one by keyboard that only reads and
//! listens. In its middle pages are loaded again, connections are cut and the program is killed.

use std::time::{Duration, Instant};

use browser::{Browser, ENTER, LEFT, Look, PATIENCE, RIGHT, TAB, Table, left_out, wait, written};
use serde_json::json;

/// A move as it is made: from, to, what a pawn becomes, and how it is written.
struct Move(
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

/// White, Gray and Black in turn. Gray captures through the centre at ply 8, Black castles at ply 12,
/// White captures en passant at ply 19 and promotes at ply 25.
const MATCH: [Move; 25] = [
    Move("d2", "d4", None, "d4"),
    Move("m2", "m4", None, "m4"),
    Move("w1", "x3", None, "Nx3"),
    Move("d4", "d5", None, "d5"),
    Move("l1", "n3", None, "Qn3"),
    Move("w2", "w3", None, "w3"),
    Move("d5", "d6", None, "d6"),
    Move("n3", "b2", None, "Qxb2"),
    Move("v1", "w2", None, "Bw2"),
    Move("d6", "p6", None, "p6"),
    Move("i2", "i3", None, "i3"),
    Move("u1", "w1", None, "O-O"),
    Move("p6", "p5", None, "p5"),
    Move("j2", "j3", None, "j3"),
    Move("q2", "q3", None, "q3"),
    Move("p5", "p4", None, "p4"),
    Move("o2", "o4", None, "o4"),
    Move("r2", "r3", None, "r3"),
    Move("p4", "o3", None, "pxo3"),
    Move("k2", "k3", None, "k3"),
    Move("s2", "s3", None, "s3"),
    Move("o3", "p2", None, "oxp2"),
    Move("l2", "l3", None, "l3"),
    Move("t2", "t3", None, "t3"),
    Move("p2", "o1", Some("queen"), "pxo1=Q"),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Mouse,
    Touch,
    Keys,
}

struct Player {
    page: Browser,
    by: By,
}

impl Player {
    async fn open(by: By) -> Player {
        let look = if by == By::Touch {
            Look::PHONE
        } else {
            Look::DESKTOP
        };
        let page = Browser::open(look).await;
        Player { page, by }
    }

    /// Makes a move as this player does; it need not have arrived.
    async fn plays(&mut self, Move(from, to, promotion, short): &Move, drags: bool) {
        match self.by {
            By::Mouse if drags => {
                let (from, to) = (self.page.square(from).await, self.page.square(to).await);
                self.page.drag(from, to).await;
            }
            By::Mouse => {
                let from = self.page.square(from).await;
                self.page.click(from).await;
                let goal = self.goal(to).await;
                self.page.click(goal).await;
            }
            By::Touch => self.touches(from, to, short).await,
            By::Keys => {
                let from_heard = self.page.heard.len();
                self.moves_to(from).await;
                self.page.keys(ENTER).await;
                self.page.hears("can move to", from_heard).await;
                self.moves_to(to).await;
                let at = self.focused().await;
                assert!(at.contains("you can"), "{at} is no goal of {from}");
                self.page.keys(ENTER).await;
            }
        }
        if let Some(role) = promotion {
            if self.by == By::Keys {
                self.tab_to("button", role).await;
                self.page.keys(ENTER).await;
            } else {
                self.page.press("button", role).await;
            }
        }
    }

    /// Waits until a square is marked as a goal, and returns where it is.
    async fn goal(&self, square: &str) -> (f64, f64) {
        let begins = format!("{square},");
        let empty = format!("{square}, you can move here");
        wait(&format!("the goal {square}"), PATIENCE, async || {
            let all = self.page.nodes().await;
            all.into_iter().find(|node| {
                node.role == "gridcell"
                    && (node.name == empty
                        || node.name.starts_with(&begins) && node.name.contains("you can"))
            })
        })
        .await;
        self.page.square(square).await
    }

    /// Taps a piece, waits for its sector to be large, and taps the goal there or its button below.
    async fn touches(&self, from: &str, to: &str, short: &str) {
        self.page.tap(self.page.square(from).await).await;
        self.page.find("button", "Whole board").await;
        wait("goals", PATIENCE, async || {
            let all = self.page.nodes().await;
            all.into_iter().find(|node| node.name.contains("you can"))
        })
        .await;
        let shown = "return !!document.querySelector(`.ground [data-square=${arguments[0]}]`)";
        if self.page.script_with(shown, vec![json!(to)]).await == true {
            self.page.tap(self.page.square(to).await).await;
        } else {
            self.page.press("button", &written(short)).await;
        }
    }

    /// Moves the focus around the board, as the names of its cells say.
    async fn moves_to(&self, square: &str) {
        if !self.on_board().await {
            self.tab_to("gridcell", "").await;
        }
        let at = self.focused().await;
        let rank = &square[1..2];
        if &at[1..2] != rank {
            self.page.keys(rank).await;
        }
        let file = |name: &str| i32::from(name.as_bytes()[0] - b'a');
        let steps = (file(square) - file(&at)).rem_euclid(24);
        // Files run to the left where the board is seen from its player's side.
        let keys = if steps <= 12 {
            LEFT.repeat(usize::try_from(steps).expect("few"))
        } else {
            RIGHT.repeat(usize::try_from(24 - steps).expect("few"))
        };
        if !keys.is_empty() {
            self.page.keys(keys).await;
        }
        let at = self.focused().await;
        assert!(at.starts_with(square), "at {at} instead of {square}");
    }

    async fn focused(&self) -> String {
        self.page.focused().await.unwrap_or_default().name
    }

    async fn on_board(&self) -> bool {
        let at = self.page.focused().await.unwrap_or_default();
        at.role == "gridcell"
    }

    /// Presses the tabulator until the focus is on something with this role, and this name or more.
    async fn tab_to(&self, role: &str, name: &str) {
        let mut passed = Vec::new();
        for _ in 0..60 {
            let at = self.page.focused().await.unwrap_or_default();
            if at.role == role && at.name.contains(name) {
                return;
            }
            passed.push(format!("{} “{}”", at.role, at.name));
            self.page.keys(TAB).await;
        }
        panic!("no {role} “{name}”, but {passed:#?}");
    }

    /// Presses a button as this player does.
    async fn presses(&self, name: &str) {
        if self.by == By::Keys {
            self.page.find("button", name).await;
            self.tab_to("button", name).await;
            self.page.keys(ENTER).await;
        } else {
            self.page.press("button", name).await;
        }
    }

    /// Takes the seat of an invitation.
    async fn joins(&mut self, link: &str, name: &str, seat: &str) {
        self.page.goto(link).await;
        self.page.find("textbox", "Your name").await;
        if self.by == By::Keys {
            self.tab_to("textbox", "Your name").await;
        } else {
            self.page.press("textbox", "Your name").await;
        }
        self.page.keys(name).await;
        self.presses(seat).await;
        self.page.reads("you").await;
        self.sees_the_board().await;
    }

    /// Lists the moves that the page shows.
    async fn moves(&self) -> Vec<String> {
        let shown =
            "return [...document.querySelectorAll('tbody button')].map(one => one.textContent)";
        let all = self.page.script(shown).await;
        let all = all.as_array().into_iter().flatten();
        all.filter_map(|text| text.as_str().map(str::to_owned))
            .collect()
    }

    /// Waits until the page shows this many moves, and all of them right; returns false if it never does.
    async fn follows(&self, plies: usize) -> bool {
        let wanted: Vec<String> = MATCH[..plies].iter().map(|one| written(one.3)).collect();
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let shown = self.moves().await;
            let plain = shown.iter().map(|one| one.trim_end_matches(['+', '#']));
            if plain.eq(wanted.iter()) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
        false
    }

    /// Tells what this player sees and has heard.
    async fn tells(&mut self) -> String {
        self.page.listen().await;
        self.page.picture(&format!("lost-{:?}", self.by)).await;
        let shown = self.moves().await;
        let heard = &self.page.heard[self.page.heard.len().saturating_sub(8)..];
        let complaints = self.page.complaints().await;
        format!(
            "{:?} shows {shown:?}, heard {heard:#?}, and its page said {complaints:#?}",
            self.by
        )
    }

    /// Tries a move that is none, and returns why.
    async fn is_refused(&mut self, from: &str, to: &str) -> String {
        let heard = self.page.heard.len();
        if self.by == By::Keys {
            self.moves_to(from).await;
            self.page.keys(ENTER).await;
            self.page.hears(from, heard).await;
            self.moves_to(to).await;
            let heard = self.page.heard.len();
            self.page.keys(ENTER).await;
            self.page.hears("can't", heard).await
        } else {
            let (from, to) = (self.page.square(from).await, self.page.square(to).await);
            self.page.drag(from, to).await;
            let said = self.page.hears("can't", heard).await;
            self.page.reads(&said).await;
            said
        }
    }
}

async fn all_follow(players: &mut [Player], plies: usize) {
    for at in 0..players.len() {
        if !players[at].follows(plies).await {
            let mut told = Vec::new();
            for player in players.iter_mut() {
                told.push(player.tells().await);
            }
            panic!(
                "ply {plies} never came to {:?}:\n{}",
                players[at].by,
                told.join("\n")
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_by_mouse_touch_and_keyboard() {
    if left_out("a whole match by mouse, touch and keyboard") {
        return;
    }
    let began = Instant::now();
    let mut table = Table::start();
    let mut players = Vec::new();
    for by in [By::Mouse, By::Touch, By::Keys] {
        players.push(Player::open(by).await);
    }
    let opener = &mut players[0];
    opener.page.goto(&table.url).await;
    opener.presses("With two friends").await;
    let gray = opener.page.find("textbox", "Link for Gray").await.value;
    let black = opener.page.find("textbox", "Link for Black").await.value;
    players[1].joins(&gray, "Ben", "Gray").await;
    players[2].joins(&black, "Cy", "Black").await;
    players[0].page.reads("you · to move").await;
    println!("seated after {:?}", began.elapsed());
    let (mut reloads, mut kills, mut cuts) = (0, 0, 0);
    // True while nothing has kept the third from hearing everything.
    let mut listens = true;
    let mut heard = 0;
    for (ply, one) in MATCH.iter().enumerate() {
        let turn = ply % 3;
        if turn == 2 && listens {
            players[2]
                .page
                .hears("It's your turn as Black", heard)
                .await;
        }
        if ply == 3 {
            let said = players[0].is_refused("e1", "e3").await;
            println!("refused by mouse: {said}");
        }
        if ply == 5 {
            let said = players[2].is_refused("v1", "v3").await;
            println!("refused by keyboard: {said}");
        }
        players[2].page.listen().await;
        heard = players[2].page.heard.len();
        listens = true;
        // The mover's own page is killed under and cut off, and the pages of those who watch.
        let killed = matches!(ply, 6 | 14 | 21);
        let cut = (7..21).contains(&ply).then_some((ply * 2) % 3);
        let cut = cut.filter(|who| players[*who].by != By::Touch || *who != turn);
        if killed {
            table.kill();
            kills += 1;
            listens = false;
        } else if let Some(who) = cut {
            players[who].page.cut(true).await;
            cuts += 1;
            listens &= who != 2;
        }
        players[turn].plays(one, ply % 2 == 0).await;
        if killed {
            table.start_again();
        } else if let Some(who) = cut {
            players[who].page.cut(false).await;
        }
        all_follow(&mut players, ply + 1).await;
        if ply >= 3 && reloads < 20 {
            let who = &mut players[reloads % 3];
            who.page.reload().await;
            assert!(who.follows(ply + 1).await, "{}", who.tells().await);
            who.page.find("gridcell", "last move").await;
            listens &= reloads % 3 != 2;
            reloads += 1;
        }
        println!("{} after {:?}", one.3, began.elapsed());
    }
    assert_eq!((reloads, kills), (20, 3));
    println!("{reloads} reloads, {kills} kills, {cuts} cuts");
    // The offer of one is declined by another, then two give up.
    players[1].offers("Draw").await;
    players[0].page.find("button", "Decline").await;
    players[2].presses("Decline").await;
    for player in &players {
        player.sees_the_board().await;
    }
    wait("the offer to be gone", PATIENCE, async || {
        let mut gone = true;
        for player in &players {
            gone &= player.page.seek("button", "Decline").await.is_none();
        }
        gone.then_some(())
    })
    .await;
    for who in [2, 1] {
        players[who].offers("Resign").await;
        players[who].page.find("dialog", "").await;
        players[who].page.picture("resign").await;
        players[who].presses("Yes, resign").await;
        players[who].sees_the_board().await;
    }
    for player in &players {
        player.page.find("heading", "Result").await;
    }
    println!("over after {:?}", began.elapsed());
    let shown = players[0].moves().await;
    all_follow(&mut players, MATCH.len()).await;
    for player in &players {
        assert_eq!(player.moves().await, shown, "{:?}", player.by);
    }
    let url = players[0].page.url().await;
    let id = url.rsplit('/').next().unwrap_or_default();
    let record = table.export(id);
    let (_, moves) = record.split_once("\n\n").expect("moves");
    let recorded: Vec<&str> = moves.split_whitespace().collect();
    let told: Vec<String> = recorded.iter().map(|word| written(word)).collect();
    let said: Vec<String> = shown
        .iter()
        .enumerate()
        .flat_map(|(ply, short)| [format!("{}.", ply + 1), short.clone()])
        .collect();
    assert_eq!(told[..said.len()], said, "{record}");
    let after = [
        "draw-offered:g",
        "draw-declined:b",
        "out:b,how=conceded",
        "out:g,how=conceded",
        "over:how=last-army,points=1-0-0",
    ];
    assert_eq!(recorded[said.len()..], after, "{record}");
    for player in players {
        player.page.close_after_cuts().await;
    }
}

impl Player {
    /// Fails if an answer lies over the board that the page tells already.
    async fn sees_the_board(&self) {
        wait("the board to be free", PATIENCE, async || {
            let dialog = self.page.seek("dialog", "").await;
            dialog.is_none().then_some(())
        })
        .await;
    }

    /// Presses a button among the actions.
    async fn offers(&self, name: &str) {
        self.presses(name).await;
    }
}

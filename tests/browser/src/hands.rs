//! What hands do with a page: by mouse, by touch and by keyboard.

use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::{TypingData, action_chain::ActionChain};

use crate::{
    browser::{Browser, done},
    sight::{Node, Point},
};

/// The tabulator.
pub const TAB: &str = "\u{e004}";
/// The key that presses what has the focus.
pub const ENTER: &str = "\u{e007}";
/// The Escape key.
pub const ESCAPE: &str = "\u{e00c}";
/// The arrow to the left.
pub const LEFT: &str = "\u{e012}";
/// The arrow to the right.
pub const RIGHT: &str = "\u{e014}";

impl Browser {
    /// Presses something that has this role, and this name or more, by the pointer of this browser.
    pub async fn press(&self, role: &str, name: &str) {
        let node = self.find(role, name).await;
        self.press_on(&node).await;
    }

    /// Presses an element by the pointer of this browser.
    pub async fn press_on(&self, node: &Node) {
        let place = self.place(node).await;
        if self.look.touch {
            self.tap(place).await;
        } else {
            self.click(place).await;
        }
    }

    fn actions(&self) -> ActionChain {
        let none = Some(Duration::ZERO);
        ActionChain::new_with_delay(self.driver.handle().clone(), none, none)
    }

    /// Clicks with the mouse.
    pub async fn click(&self, place: Point) {
        let (x, y) = whole(place);
        let clicked = self.actions().move_to(x, y).click().perform().await;
        done("a click", clicked);
    }

    /// Moves the mouse.
    pub async fn hover(&self, place: Point) {
        let (x, y) = whole(place);
        done("a move", self.actions().move_to(x, y).perform().await);
    }

    /// Drags with the mouse.
    pub async fn drag(&self, from: Point, to: Point) {
        let between = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let mut actions = self.actions();
        let (x, y) = whole(from);
        actions = actions.move_to(x, y).click_and_hold();
        for place in [between, to] {
            let (x, y) = whole(place);
            actions = actions.move_to(x, y);
        }
        done("a drag", actions.release().perform().await);
    }

    /// Taps with a finger.
    pub async fn tap(&self, (x, y): Point) {
        for (kind, points) in [
            ("touchStart", json!([{"x": x, "y": y}])),
            ("touchEnd", json!([])),
        ] {
            let touch = json!({"type": kind, "touchPoints": points});
            self.cdp("Input.dispatchTouchEvent", touch).await;
        }
    }

    /// Types text or keys where the focus is.
    pub async fn keys(&self, keys: impl Into<TypingData>) {
        let typed = self.actions().send_keys(keys).perform().await;
        done("keys", typed);
    }

    /// Returns the match that is shown, and the tokens that this browser keeps of it.
    pub async fn kept(&self) -> Value {
        let body = r"
            const id = location.pathname.split('/').pop();
            return { id, tokens: JSON.parse(localStorage.getItem(`rondel.m.${id}`)).tokens };
        ";
        self.script(body).await
    }

    /// Types a line by one of the tokens of a match, as its player does elsewhere.
    pub async fn says(&self, kept: &Value, line: &str, seat: usize) {
        let body = r"
            const [{ id, tokens }, line, seat] = arguments;
            const body = JSON.stringify({ token: tokens[seat], name: '', lang: 'en', match: id, line, request: crypto.randomUUID() });
            const answer = await fetch('/api/say', { method: 'POST', body });
            const said = await answer.json();
            if (said.answer?.refused !== null) throw new Error(`${line}: ${JSON.stringify(said)}`);
        ";
        let values = vec![kept.clone(), json!(line), json!(seat)];
        self.script_awaited(body, values).await;
    }

    /// Cuts the page off from everything, its sockets with it, or lets it come back.
    pub async fn cut(&self, is: bool) {
        self.cdp("Network.enable", json!({})).await;
        if is {
            self.script("noted.sockets.splice(0).forEach(socket => socket.close())")
                .await;
        }
        let how = json!({
            "offline": is, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.cdp("Network.emulateNetworkConditions", how).await;
        if is {
            // What was opened in between.
            self.script("noted.sockets.splice(0).forEach(socket => socket.close())")
                .await;
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "pixels of a screen")]
fn whole((x, y): Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

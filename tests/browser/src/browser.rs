//! A browser with one page, and what people do with it.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::{
    ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel, TypingData, WebDriver,
    action_chain::ActionChain,
};

use crate::{driver, wire::Wire};

/// The time in which whatever a page waits for must have come.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two looks at something that is waited for.
const LOOK: Duration = Duration::from_millis(15);

/// Waits until there is an answer.
///
/// # Panics
///
/// When the time is over.
pub async fn wait<T>(what: &str, limit: Duration, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let until = Instant::now() + limit;
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(Instant::now() < until, "waited {limit:?} for {what}");
        tokio::time::sleep(LOOK).await;
    }
}

/// How a page is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// True for a telephone, where fingers point.
    pub touch: bool,
    /// The language that the browser asks for.
    pub lang: &'static str,
    /// True for the dark scheme.
    pub dark: bool,
    /// True where the system decides on colours.
    pub forced: bool,
    /// True where nothing should move.
    pub still: bool,
    /// How many times slower the processor is.
    pub slow: u32,
}

impl Look {
    /// A desktop.
    pub const DESKTOP: Look = Look {
        width: 1280,
        height: 900,
        touch: false,
        lang: "en",
        dark: false,
        forced: false,
        still: false,
        slow: 1,
    };
    /// A telephone.
    pub const PHONE: Look = Look {
        width: 390,
        height: 844,
        touch: true,
        ..Look::DESKTOP
    };
}

/// A node of what the browser tells a screen reader.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The role, such as `button`.
    pub role: String,
    /// The accessible name.
    pub name: String,
    /// The value, where there is one.
    pub value: String,
    /// True if the focus is there.
    pub focused: bool,
    /// True if nothing can be done with it.
    pub disabled: bool,
    /// The number by which the browser knows the element.
    element: Option<i64>,
}

/// A square in the middle of which a pointer can be put.
pub type Point = (f64, f64);

/// Runs in every page before its own scripts: notes what is read out, and what the policy forbids.
const NOTES: &str = r"
globalThis.noted = { heard: [], forbidden: [], failed: [], sockets: [], bytes: 0 };
globalThis.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    noted.sockets.push(this);
    this.addEventListener('message', ({ data }) => { noted.bytes += data.byteLength ?? data.length; });
  }
};
addEventListener('securitypolicyviolation', event => noted.forbidden.push(`${event.violatedDirective} ${event.blockedURI}`));
addEventListener('error', event => noted.failed.push(String(event.message)));
addEventListener('unhandledrejection', event => noted.failed.push(String(event.reason)));
new MutationObserver(all => {
  for (const { target, addedNodes } of all) {
    const region = target.closest?.('[role=status], [aria-live]');
    if (!region || region.hidden) continue;
    for (const node of addedNodes) {
      const text = node.textContent.trim();
      if (text) noted.heard.push(text);
    }
  }
}).observe(document, { subtree: true, childList: true });
";

/// A browser with a profile of its own.
#[derive(Debug)]
pub struct Browser {
    driver: WebDriver,
    look: Look,
    /// What was read out, in order.
    pub heard: Vec<String>,
    _profile: TempDir,
}

fn done<T, E: std::fmt::Display>(what: &str, result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| {
        // The driver adds a trace of its own.
        let said = error.to_string();
        let said = said.split("Stacktrace:").next().unwrap_or_default();
        panic!("{what}: {}", said.trim_end())
    })
}

impl Browser {
    /// Starts a browser that knows nothing yet.
    pub async fn open(look: Look) -> Browser {
        let profile = tempfile::tempdir().expect("a directory");
        let mut asked = ChromeCapabilities::new();
        let data = format!("--user-data-dir={}", profile.path().display());
        let language = format!("--lang={}", look.lang);
        let arguments = [
            "--headless=new",
            // Root has no sandbox, and nothing foreign is opened.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-extensions",
            "--disable-sync",
            "--mute-audio",
            "--hide-scrollbars",
            // The browser ends with its driver.
            "--remote-debugging-pipe",
            &data,
            &language,
        ];
        for argument in arguments {
            done("an argument", asked.add_arg(argument));
        }
        done("the browser", asked.set_binary(&driver::chromium()));
        done(
            "a log",
            asked.set_browser_log_level(LoggingPrefsLogLevel::All),
        );
        let address = driver::address();
        let opened = WebDriver::builder(address, asked).client(Wire::new()).await;
        let browser = Browser {
            driver: done("a browser", opened),
            look,
            heard: Vec::new(),
            _profile: profile,
        };
        let notes = json!({"source": NOTES});
        browser
            .cdp("Page.addScriptToEvaluateOnNewDocument", notes)
            .await;
        let mut browser = browser;
        browser.look(look).await;
        browser
    }

    /// Looks at pages in another way from now on.
    pub async fn look(&mut self, look: Look) {
        self.look = look;
        let Look {
            width,
            height,
            touch,
            dark,
            forced,
            still,
            ..
        } = look;
        let size = json!({
            "width": width, "height": height, "mobile": touch,
            "deviceScaleFactor": if touch { 2 } else { 1 },
        });
        self.cdp("Emulation.setDeviceMetricsOverride", size).await;
        let touches = json!({"enabled": touch, "maxTouchPoints": 1});
        self.cdp("Emulation.setTouchEmulationEnabled", touches)
            .await;
        let choose =
            |is: bool, one: &str, other: &str| if is { one.to_owned() } else { other.to_owned() };
        let media = json!({"features": [
            {"name": "prefers-color-scheme", "value": choose(dark, "dark", "light")},
            {"name": "forced-colors", "value": choose(forced, "active", "none")},
            {"name": "prefers-reduced-motion", "value": choose(still, "reduce", "no-preference")},
        ]});
        self.cdp("Emulation.setEmulatedMedia", media).await;
        let agent = self.script("return navigator.userAgent").await;
        let speaks = json!({"userAgent": agent, "acceptLanguage": look.lang});
        self.cdp("Emulation.setUserAgentOverride", speaks).await;
        let slow = json!({"rate": look.slow});
        self.cdp("Emulation.setCPUThrottlingRate", slow).await;
    }

    /// Ends the browser, and fails if a page complained of anything.
    pub async fn close(self) {
        self.is_silent().await;
        self.end().await;
    }

    /// Ends the browser, and fails if a page complained of anything but a connection that failed.
    pub async fn close_after_cuts(self) {
        let mut all = self.complaints().await;
        all.retain(|complaint| !complaint.contains("net::ERR_"));
        assert!(all.is_empty(), "the console is not empty: {all:#?}");
        self.end().await;
    }

    /// Ends the browser, whatever its pages complained of.
    pub async fn end(self) {
        done("the end", self.driver.quit().await);
    }

    /// Sends a command of the DevTools protocol.
    pub async fn cdp(&self, method: &str, given: Value) -> Value {
        done(method, self.driver.cdp().send_raw(method, given).await)
    }

    /// Goes to an address, and waits until the page is loaded.
    pub async fn goto(&mut self, url: &str) {
        self.listen().await;
        done(url, self.driver.goto(url).await);
    }

    /// Loads the page again.
    pub async fn reload(&mut self) {
        self.listen().await;
        done("reload", self.driver.refresh().await);
    }

    /// Returns the address that is shown.
    pub async fn url(&self) -> String {
        done("the address", self.driver.current_url().await).to_string()
    }

    /// Returns the title of the page.
    pub async fn title(&self) -> String {
        done("the title", self.driver.title().await)
    }

    /// Runs the body of a function in the page.
    pub async fn script(&self, body: &str) -> Value {
        self.script_with(body, Vec::new()).await
    }

    /// Runs the body of a function in the page, which finds these values in `arguments`.
    pub async fn script_with(&self, body: &str, values: Vec<Value>) -> Value {
        let answer = self.driver.execute(body, values).await;
        done(body, answer).json().clone()
    }

    /// Runs the body of an asynchronous function in the page, and waits for its value.
    pub async fn script_awaited(&self, body: &str, values: Vec<Value>) -> Value {
        let whole = format!("return (async (...arguments) => {{ {body} }})(...arguments)");
        self.script_with(&whole, values).await
    }

    /// Opens a second page in this browser, and turns to it.
    pub async fn tab(&self) -> thirtyfour::WindowHandle {
        let before = done("the window", self.driver.window().await);
        let tab = done("a tab", self.driver.new_tab().await);
        done("the tab", self.driver.switch_to_window(tab).await);
        let notes = json!({"source": NOTES});
        self.cdp("Page.addScriptToEvaluateOnNewDocument", notes)
            .await;
        before
    }

    /// Turns to another page of this browser.
    pub async fn turn_to(&self, page: thirtyfour::WindowHandle) {
        done("the page", self.driver.switch_to_window(page).await);
    }

    // What is to be seen.

    /// Reads what a screen reader is told of the page, in its order.
    pub async fn nodes(&self) -> Vec<Node> {
        let tree = self.cdp("Accessibility.getFullAXTree", json!({})).await;
        let all = tree["nodes"].as_array().expect("nodes");
        let text = |of: &Value| {
            let value = &of["value"];
            value.as_str().map_or_else(
                || {
                    if value.is_null() {
                        String::new()
                    } else {
                        value.to_string()
                    }
                },
                str::to_owned,
            )
        };
        let shown = all.iter().filter(|node| node["ignored"] != true);
        let nodes = shown.map(|node| {
            let has = |name: &str| {
                let all = node["properties"].as_array();
                all.is_some_and(|all| {
                    all.iter()
                        .any(|one| one["name"] == name && one["value"]["value"] == true)
                })
            };
            Node {
                role: text(&node["role"]),
                name: text(&node["name"]),
                value: text(&node["value"]),
                focused: has("focused"),
                disabled: has("disabled"),
                element: node["backendDOMNodeId"].as_i64(),
            }
        });
        nodes.collect()
    }

    /// Finds something by its role, and by a part of its name or all of it.
    pub async fn seek(&self, role: &str, name: &str) -> Option<Node> {
        let all = self.nodes().await;
        let of_role: Vec<Node> = all.into_iter().filter(|node| node.role == role).collect();
        let whole = of_role.iter().find(|node| node.name == name);
        let found = whole.or_else(|| of_role.iter().find(|node| node.name.contains(name)));
        found.cloned()
    }

    /// Waits for something with this role, and with this name or more.
    pub async fn find(&self, role: &str, name: &str) -> Node {
        let what = format!("a {role} “{name}”");
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(node) = self.seek(role, name).await {
                return node;
            }
            if Instant::now() > until {
                let all = self.nodes().await;
                let named = all.iter().filter(|node| !node.name.is_empty());
                let shown: Vec<String> = named
                    .filter(|node| node.role != "gridcell" && node.role != "InlineTextBox")
                    .map(|node| format!("{} “{}”", node.role, node.name))
                    .collect();
                let said = self.complaints().await;
                panic!(
                    "waited {PATIENCE:?} for {what}; there is\n{}\n{said:#?}",
                    shown.join("\n")
                );
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Returns what has the focus.
    pub async fn focused(&self) -> Option<Node> {
        let all = self.nodes().await;
        all.into_iter()
            .rfind(|node| node.focused && node.role != "RootWebArea")
    }

    /// Returns the middle of an element on the screen, where it has been brought.
    pub async fn place(&self, node: &Node) -> Point {
        let element = node.element.expect("an element");
        let of = json!({"backendNodeId": element});
        self.cdp("DOM.scrollIntoViewIfNeeded", of.clone()).await;
        let quads = self.cdp("DOM.getContentQuads", of).await;
        let corners: Vec<f64> = quads["quads"][0]
            .as_array()
            .unwrap_or_else(|| panic!("{node:?} is not shown"))
            .iter()
            .filter_map(Value::as_f64)
            .collect();
        let middle = |first: usize| corners.iter().skip(first).step_by(2).sum::<f64>() / 4.0;
        (middle(0), middle(1))
    }

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

    /// Waits until this text stands on the page.
    pub async fn reads(&self, text: &str) {
        wait(&format!("“{text}”"), PATIENCE, async || {
            self.shows(text).await.then_some(())
        })
        .await;
    }

    /// Returns true if this text stands on the page.
    pub async fn shows(&self, text: &str) -> bool {
        let body = "return document.body.innerText.includes(arguments[0])";
        self.script_with(body, vec![json!(text)]).await == true
    }

    /// Returns where the middle of a square is.
    pub async fn square(&self, square: &str) -> Point {
        let body = r"
            const cell = document.querySelector(`.board .ground [data-square=${arguments[0]}]`);
            if (!cell) return null;
            const { x, y } = cell.dataset;
            const at = () => new DOMPoint(x, y).matrixTransform(cell.getScreenCTM());
            const inside = ({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
            if (!inside(at())) cell.ownerSVGElement.scrollIntoView({ block: 'center', behavior: 'instant' });
            if (!inside(at())) cell.scrollIntoView({ block: 'center', behavior: 'instant' });
            return [at().x, at().y];
        ";
        let at = self.script_with(body, vec![json!(square)]).await;
        let number = |index: usize| {
            at[index]
                .as_f64()
                .unwrap_or_else(|| panic!("{square} is not shown: {at}"))
        };
        (number(0), number(1))
    }

    // What is done.

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

    // What is heard and noted.

    /// Takes in what was read out since the last time.
    pub async fn listen(&mut self) {
        let new = self
            .script("return globalThis.noted?.heard.splice(0) ?? []")
            .await;
        let new = new.as_array().into_iter().flatten();
        self.heard
            .extend(new.filter_map(|text| text.as_str().map(str::to_owned)));
    }

    /// Waits until something with these words is read out, after the first `from` of what was heard.
    pub async fn hears(&mut self, words: &str, from: usize) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            self.listen().await;
            if let Some(text) = self
                .heard
                .iter()
                .skip(from)
                .find(|text| text.contains(words))
            {
                return text.clone();
            }
            let heard = &self.heard[from..];
            assert!(
                Instant::now() < until,
                "“{words}” is not read out, but {heard:?}"
            );
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Returns what pages complained of since the last time.
    pub async fn complaints(&self) -> Vec<String> {
        let log = done("the log", self.driver.browser_log().await);
        let mut all: Vec<String> = log
            .into_iter()
            .filter(|entry| entry.level != "DEBUG" && entry.level != "INFO")
            .map(|entry| format!("{} {}", entry.level, entry.message))
            .collect();
        let body = "return globalThis.noted ? [...noted.forbidden.splice(0), ...noted.failed.splice(0)] : []";
        let noted = self.script(body).await;
        let noted = noted.as_array().into_iter().flatten();
        all.extend(noted.filter_map(|text| text.as_str().map(str::to_owned)));
        all
    }

    /// Fails if a page complained of anything.
    pub async fn is_silent(&self) {
        let all = self.complaints().await;
        assert!(all.is_empty(), "the console is not empty: {all:#?}");
    }

    /// Saves a picture of the page, all of it, if `SCREENSHOTS` names a folder.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("SCREENSHOTS") else {
            return;
        };
        std::fs::create_dir_all(&folder).expect("a folder");
        let whole = json!({"format": "png", "captureBeyondViewport": true});
        let taken = self.cdp("Page.captureScreenshot", whole).await;
        let data = taken["data"].as_str().expect("a picture");
        let bytes = thirtyfour::support::base64_decode(data).expect("base64");
        let path = Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, bytes).expect("a file");
    }
}

#[allow(clippy::cast_possible_truncation, reason = "pixels of a screen")]
fn whole((x, y): Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

//! A browser of somebody: its pages, and what they say and complain of.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, LoggingPrefsLogLevel, WebDriver};

use crate::{driver, look::Look, table::Table, wire::Wire};

/// The time in which whatever a page waits for must have come.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two looks at something that is waited for.
pub(crate) const LOOK: Duration = Duration::from_millis(15);

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

/// Runs in every page before its own scripts: notes what is read out, and what the policy forbids. Beside
/// an open dialog nothing is read out.
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
    if (!region?.checkVisibility()) continue;
    if ([...document.querySelectorAll('dialog:modal')].some(dialog => !dialog.contains(region))) continue;
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
    pub(crate) driver: WebDriver,
    pub(crate) look: Look,
    /// What was read out, in order.
    pub heard: Vec<String>,
    _profile: TempDir,
}

pub(crate) fn done<T, E: std::fmt::Display>(what: &str, result: Result<T, E>) -> T {
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
        browser.run_before(NOTES).await;
        let mut browser = browser;
        browser.look(look).await;
        browser
    }

    /// Starts a browser in which three play at one screen, all of whom have yet to move.
    pub async fn at_one_screen(table: &Table, look: Look) -> Browser {
        let mut page = Browser::open(look).await;
        page.begin_at_one_screen(table).await;
        page
    }

    /// Opens a match of three at one screen, all of whom have yet to move.
    pub async fn begin_at_one_screen(&mut self, table: &Table) {
        self.goto(&table.url).await;
        self.press("button", "On one screen").await;
        self.reads("you · to move").await;
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
        let of_cuts = ["net::ERR_", "when fetching the script"];
        all.retain(|complaint| !of_cuts.iter().any(|cut| complaint.contains(cut)));
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

    /// Has every page that is loaded from now on run this before its own scripts.
    pub async fn run_before(&self, script: &str) {
        let given = json!({"source": script});
        self.cdp("Page.addScriptToEvaluateOnNewDocument", given)
            .await;
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
        self.run_before(NOTES).await;
        before
    }

    /// Turns to another page of this browser.
    pub async fn turn_to(&self, page: thirtyfour::WindowHandle) {
        done("the page", self.driver.switch_to_window(page).await);
    }

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

// The page: what its address names, its top, and loading it again.

import { ask } from "./answer.js";
import { beginning, BoardView } from "./board.js";
import { chime } from "./cues.js";
import { $, all, aria, copyOf, setup, t } from "./dom.js";
import { dressAsBefore } from "./dress.js";
import { keep, keepMatch, kept, me, note, ofMatch } from "./kept.js";
import { check, fresh, unshown, waiting } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

const board = new BoardView($("#board"));
const side = $("#side");
const title = $("#title");

// The pieces are there before what stands beside them.
if (setup.choices) void board.show(beginning());

const update = $("#update");
/** True once the server is known to have another page than this one. */
let isOutdated = false;

/** @type {MatchView | null} */
let match = null;

/** How the page was when it loaded itself again. @type {{ fields?: Record<string, string>, focus?: string, top?: number, sheet?: string, match?: Left | null }} */
let left = history.state?.left ?? {};
note({ left: undefined });

/** The language that this page was asked for in. */
const loadedIn = new URLSearchParams(location.search).get("lang") ?? "";

/** Has the page load itself again, in the language that was chosen. */
function loadAgain() {
  const lang = kept("lang", "");
  history.replaceState(history.state, "", location.pathname + (lang && `?lang=${encodeURIComponent(lang)}`) + location.hash);
  location.reload();
}

/** @param {string} path */
function go(path) {
  history.pushState({ kept: history.state?.kept, comes: true }, "", path);
  left = {};
  void route();
  scrollTo(0, 0);
}

/** The number of addresses that were to be shown. */
let asked = 0;

/** Shows what the address names; its own scripts come when it is opened. */
async function route() {
  const at = asked += 1;
  match?.close();
  match = null;
  $("#answer").close();
  const path = location.pathname;
  const id = /^\/m\/([\w-]+)/.exec(path)?.[1];
  // What another page needs comes with it.
  const said = $(`nav [href=${JSON.stringify(path)}][data-say]`);
  const page = id ? "match" : path === "/" ? "home" : said ? "text" : "missing";
  if (!$(`template#${page}`)) {
    asked = 0;
    return location.reload();
  }
  document.body.dataset.page = page;
  title.textContent = id ? t("match-title", { match: id }) : said?.textContent ?? t("heading");
  title.classList.toggle("unseen", !!id);
  document.title = page === "home" ? t("title") : title.textContent;
  if (id) takeSecret(id);
  side.dataset.sheet = left.sheet ?? "";
  side.replaceChildren(copyOf(page));
  // Whoever comes from another page begins at the top.
  if (history.state?.comes) title.focus({ preventScroll: true });
  note({ comes: undefined });
  try {
    if (id) {
      const { open } = await import("./match.js");
      if (at !== asked) return;
      match = open(id, board, go, left);
      left.match = null;
    } else if (page === "home") {
      const { home } = await import("./home.js");
      if (at === asked) home(side, board, go);
    } else if (said) {
      void ask(voice, "say", { line: said.dataset.say });
    }
  } catch (error) {
    // A page that has not begun says so by itself.
    if (!$("#unstarted")) unshown();
    throw error;
  }
  $("#unstarted")?.remove();
  putBack();
}

/** Keeps the secret that a link brings, and takes it out of the address. @param {string} id */
function takeSecret(id) {
  const [, found, seat] = /[#&][sw](?:=|%3d)([\w-]{22})(?:\.(white|gray|black))?/i.exec(location.hash) ?? [];
  if (!found) return;
  const { tokens, came } = ofMatch(id);
  if (!tokens.includes(found)) keepMatch(id, { tokens: [...tokens, found], came: [...came, found], seat });
  history.replaceState(history.state, "", `/m/${id}`);
}

// The top.

/** @type {Voice} */
const voice = {
  who: () => match ? match.who() : { token: me().token, name: me().name },
  done: answer => {
    if (match) return match.done(answer);
    if (!answer.opens) return false;
    keepMatch(answer.opens, { tokens: [me().token] });
    go(`/m/${answer.opens}`);
    return true;
  },
};

for (const one of all("nav [data-say]")) {
  // Beside a match it is read in passing.
  one.onclick = (/** @type {Event} */ event) => {
    if (!match) return;
    event.preventDefault();
    void ask(voice, "say", { line: one.dataset.say }, one);
  };
}

const sound = $("#sound");
aria(sound, "pressed", String(kept("sound", true)));
sound.onclick = () => {
  keep("sound", !kept("sound", true));
  aria(sound, "pressed", String(kept("sound", true)));
  chime("turn");
};

for (const dialog of all("dialog")) {
  // What is pressed beside a dialog closes it.
  dialog.onclick = (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); };
}

document.addEventListener("click", event => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hash || link.download) return;
  event.preventDefault();
  go(link.pathname);
});
addEventListener("popstate", route);
addEventListener("hashchange", () => location.hash.includes("=") && void route());

// The server may be updated while the page is open.

const MINUTE = 60_000;

/** Offers to load the page again. @param {string} text */
function offer(text) {
  update.hidden = false;
  if (update.firstChild.textContent !== text) update.firstChild.textContent = text;
}

/** Loads the page again, with what was typed and where it was. A server that is just starting is waited for. */
async function reload() {
  const answer = await fresh(location.pathname);
  if (!answer?.ok) return;
  noteAll();
  note({ reloaded: Date.now() });
  loadAgain();
}

/** Notes how the page is: whoever loads it again finds it so. */
function noteAll() {
  const fields = Object.fromEntries(all("main input[id], main select[id]").filter(one => one.type !== "radio" || one.checked).map(({ id, value }) => [id, value]));
  note({ left: { fields, focus: document.activeElement?.id, top: scrollY, sheet: side.dataset.sheet, match: match?.leave() } });
}

addEventListener("pagehide", () => asked && noteAll());

/** Puts back what was typed before the page loaded itself again. */
function putBack() {
  const { fields = {}, focus, top } = left;
  // What others depend on stands below them.
  for (const [id, value] of Object.entries(fields).reverse()) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (!field) continue;
    if (field.type === "radio") field.checked = true;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  if (top) scrollTo(0, top);
  left = {};
}

$("button", update).onclick = reload;
// Whatever could not be shown before can be now.
addEventListener("shown", () => { update.hidden ||= !isOutdated; });
addEventListener("unshown", () => offer(t(isOutdated ? "update" : "unshown")));
addEventListener("outdated", () => {
  if (isOutdated) return;
  isOutdated = true;
  offer(t("update"));
  // Where servers of two versions stand side by side, this would go on for ever.
  if (Date.now() - (history.state?.reloaded ?? 0) < MINUTE) return;
  // Not all pages at once, and nothing that somebody is in the middle of is lost.
  const tries = () => {
    if (!waiting && !board.hands?.press && !$("dialog[open]")) void reload();
    setTimeout(tries, 1_000);
  };
  setTimeout(tries, Math.random() * (document.hidden ? 15_000 : 1_000));
});
document.addEventListener("visibilitychange", () => { if (!match && !document.hidden) void check(); });

addEventListener("language", () => { if (kept("lang", "") !== loadedIn) void reload(); });

/** How long after it was loaded a page that shows a match is kept for when there is no network. */
const CALM = 5_000;
setTimeout(() => {
  if (match) void navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}, CALM);

const lang = kept("lang", "");
if (lang && lang !== setup.lang && lang !== loadedIn) {
  note({ left });
  loadAgain();
} else {
  // The address is for others too.
  if (loadedIn) history.replaceState(history.state, "", location.pathname + location.hash);
  void dressAsBefore();
  void route();
}

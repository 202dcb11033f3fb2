// Requests to the server. Pages stay open for weeks, so it may have been updated meanwhile, and be of a newer
// version than they.

import { $, setup, t } from "./dom.js";
import { me, secret } from "./kept.js";

/** Has the page load itself again if the server has another one. @param {string | null | undefined} digest */
export function compare(digest) {
  if (digest && digest !== setup.digest) dispatchEvent(new Event("outdated"));
}

/** Fetches a page as the server has it now; `null` if nothing comes in time. @param {string} path */
export const fresh = path => fetch(path, { credentials: "omit", cache: "no-cache", signal: within(10_000) }).catch(() => null);

/** Asks the server which page it has: every version names its files by their digest. */
export async function check() {
  const answer = await fresh("/");
  if (answer?.ok) compare(/"\/a\/(\w+)\//.exec(await answer.text())?.[1]);
}

/** Says that what the server sent cannot be shown: it may be of a version of which this page knows nothing. */
export function unshown() {
  dispatchEvent(new Event("unshown"));
  void check();
}

/** Fetches a file of the page. @param {string} name */
export async function asset(name) {
  const answer = await fetch(`/a/${setup.digest}/${name}`, { credentials: "omit", signal: within(10_000) });
  compare(answer.headers.get("x-rondel-page"));
  if (!answer.ok) throw new Error(name);
  return answer.text();
}

// Time.

/** The difference between the server's clock and the browser's, in milliseconds. */
let ahead = 0;

/** @param {number} by */
export function setAhead(by) {
  ahead = by;
}

/** Returns the server's time. */
export const now = () => Date.now() + ahead;

/** Says how much time is left: seconds only below a minute. @param {number} ms */
export function timeLeft(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const count = (/** @type {number} */ value, /** @type {string} */ unit) =>
    value && new Intl.NumberFormat(setup.lang, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const parts = seconds < 60 ? [count(seconds, "second") || count(1, "second")]
    : hours < 24 ? [count(hours, "hour"), count(minutes % 60, "minute")]
    : [count(Math.floor(hours / 24), "day"), count(hours % 24, "hour")];
  return parts.filter(part => part).join(" ");
}

// Requests.

/** @param {number} ms */
export const wait = ms => new Promise(done => setTimeout(done, ms));

/** Waits, but no longer than until the browser has a network again. @param {number} ms */
function retry(ms) {
  const stop = new AbortController();
  const { signal } = stop;
  const online = new Promise(done => addEventListener("online", done, { signal }));
  return Promise.race([wait(ms), online]).finally(() => stop.abort());
}

/** Returns a signal after some milliseconds. @param {number} ms */
function within(ms) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), ms);
  return stop.signal;
}

/** Why nothing comes from the server, by what has noticed it. @type {Map<object, string>} */
const outages = new Map();

/** Shows why nothing comes from the server; without a text that it does again. @param {object} of @param {string} [text] */
export function outage(of, text) {
  if (text) outages.set(of, text);
  else outages.delete(of);
  const shown = [...outages.values()].pop() ?? "";
  const cut = $("#cut");
  if (cut.textContent !== shown) cut.textContent = shown;
}

/** How long a request is sent again when no answer comes. */
const PATIENCE = 30_000;
/** The longest pause before it is sent again. */
const LONGEST_PAUSE = 4_000;

/** The socket of the match that is shown: what it takes needs no request of its own. @type {import("./live.js").Live | null} */
let socket = null;

/** @param {import("./live.js").Live | null} shown */
export function speakBy(shown) {
  socket = shown;
}

/** Sends a request by itself. @param {string} what @param {string} body @returns {Promise<Answered>} */
async function request(what, body) {
  const answer = await fetch(`/api/${what}`, {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body,
    signal: within(10_000),
  });
  compare(answer.headers.get("x-rondel-page"));
  return { data: await answer.json(), again: answer.status === 429 || answer.status >= 500 };
}

/** The number of requests that have no answer yet. */
export let waiting = 0;

/**
 * Sends a request, and again with the same id until an answer comes. A refusal is an answer.
 *
 * @param {string} what
 * @param {object} body
 * @param {boolean} [once]
 * @returns {Promise<any>}
 */
export async function post(what, body, once = false) {
  const own = me();
  const whole = JSON.stringify({ token: own.token, name: own.name, lang: setup.lang, request: secret(), ...body });
  const until = Date.now() + PATIENCE;
  let by = socket;
  waiting += 1;
  try {
    for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      let given = { refused: "offline", text: t("offline") };
      try {
        const heard = await by?.send(what, whole);
        // Whatever the socket swallows goes another way from then on.
        if (!heard) by = null;
        const { data, again } = heard ?? await request(what, whole);
        // A server that has just started again, or has too much to do, is asked once more as well.
        if (!again) return data;
        if (data.text) given = data;
      } catch {
        // Nobody is there just now, or something else answers in the server's place.
      }
      const left = until - Date.now();
      if (once || left <= 0) return given;
      outage(body, given.refused === "offline" ? t("trying") : given.text);
      await retry(Math.min(pause, left));
    }
  } finally {
    waiting -= 1;
    outage(body);
  }
}

/** Asks for a picture; a sentence where there is none. @param {object} body @returns {Promise<Blob | string>} */
export async function drawn(body) {
  const whole = JSON.stringify({ lang: setup.lang, request: secret(), ...body });
  try {
    const answer = await fetch("/api/share", { method: "POST", credentials: "omit", headers: { "content-type": "application/json" }, body: whole, signal: within(40_000) });
    compare(answer.headers.get("x-rondel-page"));
    return answer.ok ? await answer.blob() : (await answer.json()).text;
  } catch {
    return t("offline");
  }
}

/** The most matches that are asked about at once. */
export const MOST_ASKED = 30;

/** Asks how matches stand that this browser knows; `null` if no answer comes. @param {{ id: string, tokens: string[] }[]} known @returns {Promise<Short[] | null>} */
export async function standings(known) {
  const matches = known.map(({ id, tokens }) => ({ id, tokens: tokens.slice(-8) }));
  const got = await post("mine", { matches }, true);
  return got.matches ?? null;
}

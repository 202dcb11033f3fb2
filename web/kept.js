// What a browser keeps: preferences and tokens. It may keep nothing, or forget it while the page is open. So the
// page has all of it in memory as well, and what the browser does not keep in its entry of the history, which
// outlives a reload.

import { setup } from "./dom.js";

const PREFIX = "rondel.";

/** Notes something in the page's entry of the history. @param {object} more */
export function note(more) {
  try {
    history.replaceState({ ...history.state, ...more }, "");
  } catch { /* There have been too many notes just now. */ }
}

/** @type {Map<string, string>} */
const memory = new Map(Object.entries(history.state?.kept ?? {}));

/** @param {string} key */
function stored(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** True if this browser knew nothing of the page when it was opened. */
export const isForgotten = !memory.size && !stored("me");

/** True if the browser keeps a value under this key. @param {string} key */
export const isStored = key => stored(key) !== null;

/** Returns a value of the same kind as the fallback. @template T @param {string} key @param {T} fallback @returns {T} */
export function kept(key, fallback) {
  const text = stored(key) ?? memory.get(key);
  if (!text) return fallback;
  memory.set(key, text);
  try {
    const found = JSON.parse(text);
    // Other versions of the page may have kept something else.
    return typeof found !== typeof fallback ? fallback : typeof found === "object" ? Object.assign({}, fallback, found) : found;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch { /* It is noted below. */ }
  if (stored(key) !== text) note({ kept: Object.fromEntries(memory) });
}

/** The most matches of which it is kept how they stood. */
const MOST_SHOWN = 20;

/** Keeps how a match stands, to be shown where there is no network: it holds neither links nor secrets. @param {State} state */
export function keepShown(state) {
  keep(`s.${state.match}`, { at: Date.now(), state });
  const all = [...memory.keys()].filter(key => key.startsWith("s."));
  const old = all.map(key => ({ key, at: kept(key, { at: 0 }).at })).sort((one, other) => other.at - one.at).slice(MOST_SHOWN);
  for (const { key } of old) {
    memory.delete(key);
    try {
      localStorage.removeItem(PREFIX + key);
    } catch { /* it is not kept */ }
  }
}

/** Returns how a match stood when it was shown last. @param {string} id @returns {{ at: number, state: State | null }} */
export const shownLast = id => kept(`s.${id}`, { at: 0, state: /** @type {State | null} */ (null) });

/** Takes away all that this browser keeps of the page. */
export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch { /* nothing is kept */ }
  memory.clear();
  void navigator.serviceWorker?.getRegistrations().then(all => all.forEach(one => one.unregister()));
  void globalThis.caches?.keys().then(names => names.forEach(name => caches.delete(name)));
  note({ kept: undefined, left: undefined });
}

/** Keeps the language that a person has chosen, and says so if the page is in another one. @param {string} lang Empty for the browser's own. */
export function speak(lang) {
  const changes = lang !== kept("lang", "");
  if (changes) keep("lang", lang);
  if (lang ? lang !== setup.lang : changes) dispatchEvent(new Event("language"));
}

/** Returns 128 random bits as text. */
export function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the visitor's own token and name. @returns {{ token: string, name: string }} */
export function me() {
  const known = kept("me", { token: "", name: "" });
  if (typeof known.name !== "string") known.name = "";
  if (!/^[\w-]{22}$/.test(known.token)) {
    known.token = secret();
    keep("me", known);
  }
  return known;
}

/** @param {string} name */
export function nameMe(name) {
  if (name && name !== me().name) keep("me", { ...me(), name });
}

/** Returns what this browser keeps of a match. @param {string} id @returns {Kept} */
export function ofMatch(id) {
  const found = kept(`m.${id}`, /** @type {Partial<Kept>} */ ({}));
  const tokens = Array.isArray(found.tokens) ? found.tokens : [];
  // Before this was kept, whoever did not come by a link had their own token there.
  const came = found.came ?? (tokens.includes(me().token) ? [] : tokens);
  return { at: 0, ...found, tokens, came, links: { ...found.links } };
}

/** @param {string} id @param {Partial<Kept>} more */
export function keepMatch(id, more) {
  keep(`m.${id}`, { ...ofMatch(id), ...more, at: Date.now() });
}

/** Lists the matches that this browser knows, newest first. */
export function matchesKept() {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
  } catch { /* nothing is kept */ }
  const ids = [...keys].filter(key => key.startsWith("m.")).map(key => key.slice(2));
  const all = ids.map(id => ({ id, ...ofMatch(id) })).filter(one => one.at > 0);
  return all.sort((one, other) => other.at - one.at);
}

// What the page knows, keeps and says to the server: texts, storage, requests and the socket.
// Pages stay open for weeks, so the server may have been updated meanwhile, and be of a newer version than they.

/** @type {Setup} */
export const setup = JSON.parse(document.getElementById("setup")?.textContent || "{}");

/** The armies in the order of play. @type {Army[]} */
export const ARMIES = ["white", "gray", "black"];

/** Returns the army of a piece such as `wK`. @param {string} code */
export const armyOf = code => /** @type {Army} */ (ARMIES.find(army => army[0] === code[0]));

/**
 * Returns a text of the page with its arguments filled in.
 *
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 */
export function t(id, values = {}) {
  const text = setup.texts[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Makes an element. A property that is a function listens to the event of that name.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Props | null} [props]
 * @param {...(Node | string | null | undefined | false)} inner
 */
export function el(name, props, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") {
      made.addEventListener(key, value);
      Object.assign(made, { listens: true });
    } else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(.../** @type {string[]} */ (inner.filter(one => one)));
  return made;
}

/** @param {string | Node} text @param {(event: any) => unknown} click @param {Props} [more] */
export const button = (text, click, more) => el("button", { type: "button", click, ...more }, text);

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of a drawing.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 */
export function svg(name, attributes = {}) {
  const made = /** @type {SVGGraphicsElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Reads elements of a drawing: nothing in them can run. @param {string} text */
export function drawing(text) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const parts = document.createDocumentFragment();
  if (!read.querySelector("parsererror")) {
    for (const part of [...read.documentElement.childNodes]) parts.append(document.importNode(part, true));
  }
  return parts;
}

/** Draws the sign of an army. @param {Army} army @param {string} [role] */
export function sign(army, role = "K") {
  const picture = svg("svg", { viewBox: "0 0 48 48", class: "sign", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#piece-${role}`, class: army }));
  return picture;
}

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const $ = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Copies what a template of the page holds. @param {string} id */
export const copyOf = id => $(`template#${id}`).content.cloneNode(true);

/** Sets a state of an element for readers; `null` takes it away. @param {Element} of @param {string} name @param {string | null} value */
export const aria = (of, name, value) => value === null ? of.removeAttribute(`aria-${name}`) : of.setAttribute(`aria-${name}`, value);

/** True if nothing shall move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits until what has changed is painted, or for as long as nobody would notice: not all pages are painted. */
export const painted = () => new Promise(done => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, document.hidden ? 0 : 100);
});

// Storage: preferences and tokens. A browser may keep nothing, or forget it while the page is open. So the
// page has all of it in memory as well, and what the browser does not keep in its entry of the history, which
// outlives a reload.

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

// The version of the page.

/** Has the page load itself again if the server has another one. @param {string | null | undefined} digest */
function compare(digest) {
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
  waiting += 1;
  try {
    for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      let given = { refused: "offline", text: t("offline") };
      try {
        const answer = await fetch(`/api/${what}`, {
          method: "POST",
          credentials: "omit",
          headers: { "content-type": "application/json" },
          body: whole,
          signal: within(10_000),
        });
        compare(answer.headers.get("x-rondel-page"));
        const data = await answer.json();
        // A server that has just started again, or has too much to do, is asked once more as well.
        if (answer.status !== 429 && answer.status < 500) return data;
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

// The socket.

/** The difference between the server's clock and the browser's, in milliseconds. */
let ahead = 0;

/** Returns the server's time. */
export const now = () => Date.now() + ahead;

const PING = 4_000;
/** How long an answer to a ping may take, and how long where the browser says that it has no network. */
const PONG = 4_000;
const PONG_OFFLINE = 1_000;
/** How long a socket may take to open. */
const OPENING = 6_000;
const PAUSES = [300, 1_000, 2_000, 3_500, 6_000, 10_000, 15_000];
/** The pause between requests where no socket gets through, in a page that is seen and in one that is not. */
const ASKS = [2_000, 10_000];
/** After this many requests a socket is tried again. */
const MOST_ASKS = 30;
/** The state of a socket that is open: where sockets are blocked their class may lack it. */
const OPEN = 1;
/** The server's code for a match that is not for these tokens. */
const NOT_YOURS = 4404;
/** The name of this page, by which its sockets are known for one. */
const PAGE = secret();

/** A socket that shows a match, and comes back whenever it is cut. */
export class Live {
  /**
   * @param {string} id
   * @param {() => string[]} tokens
   * @param {{
   *   state: (state: State) => Promise<void>,
   *   you: (you: You) => void,
   *   ended: (text: string) => void,
   * }} hear
   */
  constructor(id, tokens, hear) {
    this.id = id;
    this.tokens = tokens;
    this.hear = hear;
    this.version = 0;
    /** @type {string | null} */
    this.outlook = null;
    /** Connections since the match was shown last, and since when it is not shown as it is. */
    this.tries = 0;
    this.away = 0;
    /** Why the server shows nothing. */
    this.refusal = "";
    /** Sockets in a row that brought nothing or were one too many: from the second on the page asks instead. */
    this.shut = 0;
    /** True once the socket has brought something: one that opens may be cut off further on. */
    this.brought = false;
    /** Requests since a socket was tried last. */
    this.asked = 0;
    this.answered = "";
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = this.pinged = this.opened = Date.now();
    /** Frames are taken in one after the other. */
    this.last = Promise.resolve();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const back = () => document.visibilityState === "visible" && this.wake();
    addEventListener("online", back, { signal });
    // A network may be gone, and the server still there: on this machine.
    addEventListener("offline", () => this.ping(), { signal });
    addEventListener("pageshow", back, { signal });
    document.addEventListener("visibilitychange", back, { signal });
    this.beat = this.heard;
    this.timer = setInterval(() => this.tick(), 500);
    this.open();
  }

  /** @returns {void} */
  open() {
    clearTimeout(this.again);
    if (this.shut > 1 && this.asked < MOST_ASKS) return void this.ask();
    this.asked = 0;
    this.brought = false;
    this.heard = this.pinged = this.opened = Date.now();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    /** @type {WebSocket} */
    let socket;
    try {
      socket = new WebSocket(`${scheme}://${location.host}/live`);
    } catch {
      this.shut += 1;
      return this.cut();
    }
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => this.watch();
    socket.onmessage = event => {
      this.heard = Date.now();
      this.brought = true;
      this.shut = 0;
      this.then(socket, async () => {
        const text = typeof event.data === "string" ? event.data : await inflated(event.data);
        await this.take(JSON.parse(text));
      });
    };
    socket.onclose = event => {
      if (!this.brought) {
        this.shut += 1;
        this.refusal = "";
      }
      // What came before is taken in first: it may say why.
      this.then(socket, () => this.cut(event.code));
    };
  }

  /** Does something with what came by a socket, after all that came before. @param {WebSocket | null} socket @param {() => unknown} work */
  then(socket, work) {
    this.last = this.last.then(() => socket === this.socket && !this.ended ? work() : undefined).then(() => {}, () => {
      if (socket !== this.socket || this.ended) return;
      // What could not be shown is asked for again, whole.
      this.version = 0;
      this.answered = "";
      this.tries = Math.max(this.tries, 3);
      unshown();
      this.drop();
    });
  }

  /** What the page wants to see: the match, in which way, and from which version on. */
  wanted() {
    const { id, version, outlook } = this;
    const plain = !("DecompressionStream" in globalThis);
    return { match: id, tokens: this.tokens(), lang: setup.lang, outlook, version, page: PAGE, plain };
  }

  /** Asks to see the match, in another way or from another version. */
  watch() {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify({ do: "watch", ...this.wanted() }));
    else if (!this.socket && this.shut > 1) this.open();
  }

  /** Asks once how the match is, where no socket gets through. */
  async ask() {
    this.asked += 1;
    const got = await post("live", this.wanted(), true);
    if (this.ended || this.socket) return;
    if (!got.state) {
      this.shut = 0;
      this.refusal = got.refused === "offline" ? "" : got.text;
      return this.cut(got.refused === "no-such-match" ? NOT_YOURS : 0);
    }
    const { answered } = this;
    this.answered = JSON.stringify(got);
    if (answered !== this.answered) this.then(null, () => this.take(got));
    clearTimeout(this.again);
    this.again = setTimeout(() => this.open(), ASKS[Number(document.hidden)]);
  }

  /** @param {any} said */
  async take(said) {
    if (said.state) await this.hear.state(said.state);
    if (said.you) {
      compare(said.you.digest);
      this.hear.you(said.you);
      this.tries = 0;
      this.back();
    }
    if (said.pong !== undefined) {
      const took = Date.now() - said.pong;
      if (took < 2_000) ahead = said.now + took / 2 - Date.now();
    }
    if (said.refused) {
      this.refusal = said.text;
      // One window more than a browser has sockets for, or something that this page should not have sent.
      if (said.refused === "too-many-windows") this.shut = 2;
      else void check();
    }
  }

  /** Takes it that the match is shown as it is now. */
  back() {
    this.away = 0;
    this.refusal = "";
    outage(this);
  }

  /** Says why nothing comes. A server that starts again is back within a second. */
  tell() {
    if (!this.away || navigator.onLine && Date.now() - this.away < 1_000) return;
    outage(this, this.refusal || t("reconnecting"));
  }

  /** @param {number} [code] @returns {void} */
  cut(code) {
    if (this.ended) return;
    this.socket = null;
    if (code === NOT_YOURS) {
      this.end();
      return this.hear.ended(this.refusal);
    }
    // Where no socket gets through the page asks at once, and has something to say only if that fails.
    if (this.shut > 1 && !this.asked) return this.open();
    this.away ||= Date.now();
    this.tell();
    // Not all pages at once, after the server was away.
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)] * (0.75 + Math.random() / 2);
    this.tries += 1;
    // In a page that is not seen timers run once a minute.
    if (document.hidden && this.tries === 1) return this.open();
    this.again = setTimeout(() => this.open(), pause);
  }

  drop() {
    const { socket } = this;
    this.away ||= this.heard;
    if (socket) {
      // Something on the way may swallow whatever would open a socket, or whatever it brings.
      if (!this.brought) this.shut += 2;
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    clearTimeout(this.again);
    this.cut();
  }

  /** Connects at once if there is no connection, and makes sure of one that there seems to be. */
  wake() {
    if (this.ended) return;
    if (!this.socket) this.open();
    else this.ping();
  }

  ping() {
    if (this.socket?.readyState !== OPEN) return;
    this.pinged = Date.now();
    this.socket.send(JSON.stringify({ do: "ping", at: this.pinged }));
  }

  tick() {
    const at = Date.now();
    const slept = at - this.beat > 15_000 && document.visibilityState === "visible";
    this.beat = at;
    this.tell();
    const { socket } = this;
    if (!socket) return;
    const isOpen = socket.readyState === OPEN;
    const waits = this.heard < this.pinged || !isOpen;
    const limit = !isOpen ? OPENING : navigator.onLine ? PONG : PONG_OFFLINE;
    // The socket of before a sleep may look open for minutes, and one may open and bring nothing.
    const isMute = (this.away || !this.version) && at - this.opened > OPENING;
    if (slept && isOpen || isMute || waits && at - this.pinged > limit) this.drop();
    else if (!waits && at - this.pinged >= PING) this.ping();
  }

  end() {
    this.ended = true;
    this.stop.abort();
    outage(this);
    clearInterval(this.timer);
    clearTimeout(this.again);
    this.socket?.close();
    this.socket = null;
  }
}

/** @param {ArrayBuffer} data */
async function inflated(data) {
  // Read piece by piece: whole responses take several times as long.
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const ended = Promise.all([writer.write(data), writer.close()]);
  const decoder = new TextDecoder();
  const reader = readable.getReader();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
  }
  await ended;
  return text;
}

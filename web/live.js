// What the page knows, keeps and says to the server: texts, storage, requests and the socket.

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
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
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

/** True if nothing shall move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits until what has changed is painted, or for as long as nobody would notice: not all pages are painted. */
export const painted = () => new Promise(done => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, document.hidden ? 0 : 100);
});

// Storage: preferences and tokens, in memory alone where the browser keeps nothing.

/** @type {Map<string, string>} */
const memory = new Map();
const PREFIX = "rondel.";

/** @template T @param {string} key @param {T} fallback @returns {T} */
export function kept(key, fallback) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(PREFIX + key);
    return text ? JSON.parse(text) : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value, or forgets it if there is none. @param {string} key @param {unknown} value */
export function keep(key, value) {
  const text = value === undefined ? "" : JSON.stringify(value);
  try {
    if (text) localStorage.setItem(PREFIX + key, text);
    else localStorage.removeItem(PREFIX + key);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
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
  if (!known.token) {
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
export const ofMatch = id => kept(`m.${id}`, { tokens: [], links: {}, at: 0 });

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

// Requests.

/** @param {number} ms */
export const wait = ms => new Promise(done => setTimeout(done, ms));

/** How long a request is sent again when no answer comes. */
const PATIENCE = 30_000;

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
  const began = Date.now();
  let given = { refused: "offline", text: t("offline") };
  for (let pause = 500; ; pause *= 2) {
    try {
      const answer = await fetch(`/api/${what}`, {
        method: "POST",
        credentials: "omit",
        headers: { "content-type": "application/json" },
        body: whole,
        signal: AbortSignal.timeout(10_000),
      });
      const data = await answer.json();
      // A server that has just started again, or has too much to do, is asked once more as well.
      if (![429, 503].includes(answer.status)) return data;
      given = data;
    } catch {
      // Nobody is there just now.
    }
    if (once || Date.now() + pause - began > PATIENCE) return given;
    await wait(pause);
  }
}

// The socket.

/** The difference between the server's clock and the browser's, in milliseconds. */
let ahead = 0;

/** Returns the server's time. */
export const now = () => Date.now() + ahead;

const PING = 5_000;
const PONG = 9_000;
const PAUSES = [300, 1_000, 2_000, 3_500];
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
   *   refused: (text: string, forGood: boolean) => void,
   *   connected: (is: boolean) => void,
   * }} hear
   */
  constructor(id, tokens, hear) {
    this.id = id;
    this.tokens = tokens;
    this.hear = hear;
    this.version = 0;
    /** @type {string | null} */
    this.outlook = null;
    this.tries = 0;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = this.pinged = Date.now();
    /** Frames are taken in one after the other. */
    this.last = Promise.resolve();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const back = () => document.visibilityState === "visible" && this.wake();
    addEventListener("online", back, { signal });
    addEventListener("pageshow", back, { signal });
    document.addEventListener("visibilitychange", back, { signal });
    this.beat = this.heard;
    this.timer = setInterval(() => this.tick(), 1_000);
    this.open();
  }

  open() {
    clearTimeout(this.again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.heard = this.pinged = Date.now();
    socket.onopen = () => this.watch();
    socket.onmessage = event => {
      this.heard = Date.now();
      this.last = this.last.then(() => this.take(socket, event.data)).catch(() => {
        // What could not be shown is asked for again, whole.
        this.version = 0;
        this.tries = PAUSES.length;
        this.drop();
      });
    };
    socket.onclose = event => {
      // What came before is taken in first: it may say why.
      this.last = this.last.then(() => this.cut(socket, event.code));
    };
  }

  /** Asks to see the match, in another way or from another version. */
  watch() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const { id, version, outlook } = this;
    const tokens = this.tokens();
    this.socket.send(JSON.stringify({ do: "watch", match: id, tokens, lang: setup.lang, outlook, version, page: PAGE }));
  }

  /** @param {WebSocket} socket @param {string | ArrayBuffer} data */
  async take(socket, data) {
    if (socket !== this.socket) return;
    const text = typeof data === "string" ? data : await inflated(data);
    const said = JSON.parse(text);
    if (said.state) await this.hear.state(said.state);
    else if (said.you) {
      this.tries = 0;
      this.hear.connected(true);
      this.hear.you(said.you);
    }
    else if (said.pong !== undefined) {
      const took = Date.now() - said.pong;
      if (took < 2_000) ahead = said.now + took / 2 - Date.now();
    } else if (said.refused) this.refusal = said.text;
  }

  /** @param {WebSocket} socket @param {number} code */
  cut(socket, code) {
    if (socket !== this.socket || this.ended) return;
    this.socket = null;
    this.hear.connected(false);
    const forGood = code === NOT_YOURS;
    if (this.refusal && (forGood || !this.tries)) this.hear.refused(this.refusal, forGood);
    this.refusal = "";
    if (forGood) return this.end();
    this.again = setTimeout(() => this.open(), PAUSES[Math.min(this.tries, PAUSES.length - 1)]);
    this.tries += 1;
  }

  drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    this.last = this.last.then(() => this.cut(socket, 0));
  }

  /** Connects at once if there is no connection, and makes sure of one that there seems to be. */
  wake() {
    if (this.ended) return;
    if (!this.socket) this.open();
    else this.ping();
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.pinged = Date.now();
    this.socket.send(JSON.stringify({ do: "ping", at: this.pinged }));
  }

  tick() {
    const at = Date.now();
    const slept = at - this.beat > 15_000 && document.visibilityState === "visible";
    this.beat = at;
    const { socket } = this;
    if (!socket) return;
    const waits = this.heard < this.pinged || socket.readyState !== WebSocket.OPEN;
    // The socket of before a sleep may look open for minutes.
    if (slept && socket.readyState === WebSocket.OPEN || waits && at - this.pinged > PONG) this.drop();
    else if (!waits && at - this.pinged >= PING) this.ping();
  }

  end() {
    this.ended = true;
    this.stop.abort();
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

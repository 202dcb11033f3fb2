// The socket over which the page hears of its match.

import { setup, t } from "./dom.js";
import { secret } from "./kept.js";
import { check, compare, outage, post, setAhead, speakBy, unshown, wait } from "./server.js";

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
/** How long a request waits for its answer, and the letters from which on it has a request of its own. */
const ANSWERED = 5_000;
const LONG = 8_000;
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
    /** What waits for the answers to requests, by their numbers. @type {Map<number, (answer: Answered | null) => void>} */
    this.sent = new Map();
    this.lastSent = 0;
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
    speakBy(this);
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
      const read = this.read(event.data);
      this.then(socket, async () => this.take(await read));
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

  /** Reads what came by a socket. An answer to a request waits for nothing that came before. @param {string | ArrayBuffer} data */
  async read(data) {
    const said = JSON.parse(typeof data === "string" ? data : await inflated(data));
    this.sent.get(said.answer)?.(said);
    this.sent.delete(said.answer);
    return said;
  }

  /**
   * Sends a request by the socket, if that is open.
   *
   * @param {string} what
   * @param {string} body
   * @returns {Promise<Answered | null>} `null` where no answer has come: the request may have been heard or not.
   */
  send(what, body) {
    const { socket } = this;
    if (socket?.readyState !== OPEN || !this.version || body.length > LONG) return Promise.resolve(null);
    const id = this.lastSent += 1;
    socket.send(JSON.stringify({ do: "ask", id, what, body }));
    return Promise.race([new Promise(done => this.sent.set(id, done)), wait(ANSWERED).then(() => null)]);
  }

  /** Gives up what has no answer yet: it is asked for otherwise. */
  unheard() {
    for (const done of this.sent.values()) done(null);
    this.sent.clear();
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
      if (took < 2_000) setAhead(said.now + took / 2 - Date.now());
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
    this.unheard();
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
    speakBy(null);
    this.unheard();
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

// A match on its board: what the server sends of it, who speaks there, and how it is looked at.

import { ask } from "./answer.js";
import { Beside } from "./beside.js";
import { Calls } from "./calls.js";
import { Choice } from "./choice.js";
import { mark } from "./cues.js";
import { $, ARMIES, copyOf, painted, setup, t } from "./dom.js";
import { Grid } from "./grid.js";
import { Hands } from "./hands.js";
import { keepMatch, keepShown, me, ofMatch, shownLast, speak } from "./kept.js";
import { Live } from "./live.js";
import { Past } from "./past.js";
import { inform } from "./said.js";
import { outage } from "./server.js";
import { Waits } from "./waits.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** How long nothing comes of a match before it is shown as it was. */
const PATIENCE = 2_500;

export class MatchView {
  /**
   * @param {string} id
   * @param {BoardView} board
   * @param {(path: string) => void} go
   * @param {Left | null} left How the page showed this match before it loaded itself again.
   * @param {Record<string, string>} typed What stood in its fields then.
   */
  constructor(id, board, go, left, typed) {
    this.id = id;
    this.board = board;
    this.go = go;
    /** @type {State | null} */
    this.state = null;
    /** @type {You | null} */
    this.you = null;
    /** @type {Played[]} */
    this.played = [];
    this.left = left;
    this.past = new Past(this);
    this.calls = new Calls(this);
    this.choice = new Choice(this);
    /** @type {string | null} */
    this.view = left?.view ?? null;
    /** The sector that is shown for as long as a move takes. @type {string | null} */
    this.zoom = null;
    this.stop = new AbortController();
    const { signal } = this.stop;
    board.grid = this.grid = new Grid(board, this.choice);
    board.hands = this.hands = new Hands(board, this.choice, signal);
    this.panels = new Beside(this, typed);
    document.addEventListener("keydown", event => this.keys(event), { signal });
    document.addEventListener("visibilitychange", () => this.calls.seen(), { signal });
    this.live = new Live(id, () => this.tokens, {
      state: state => this.take(state),
      you: you => this.takeYou(you),
      ended: text => this.panels.refused(text),
    });
    this.live.outlook = this.view;
    this.waits = new Waits(this);
    /** True while the page shows how the match stood the last time. */
    this.isOld = false;
    setTimeout(() => this.showOld(), PATIENCE);
    addEventListener("pagehide", () => this.remember(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.remember(), { signal });
  }

  /** Keeps how the match stands. */
  remember() {
    const { state, played } = this;
    if (state && !this.isOld) keepShown({ ...state, said: [], played: { from: 0, moves: played } });
  }

  /** Shows how the match stood when nothing comes of how it stands. */
  async showOld() {
    const { at, state } = shownLast(this.id);
    if (this.state || !state?.board || this.stop.signal.aborted) return;
    this.isOld = true;
    this.state = { ...state, moves: [], clock: null };
    this.played = state.played.moves;
    await this.board.show(state.board);
    this.panels.state(this.state, true);
    const when = new Intl.DateTimeFormat(setup.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
    outage(this, t("old", { at: when }));
  }

  close() {
    this.remember();
    outage(this);
    this.stop.abort();
    this.live.end();
    this.panels.close();
    this.choice.unsaid();
    this.hands.end();
    this.grid.end();
    this.board.grid = this.board.hands = null;
    this.board.draw([]);
    this.board.light({});
    void mark(false);
  }

  // Who speaks.

  get tokens() {
    const { tokens } = ofMatch(this.id);
    return tokens.length ? tokens.slice(-8) : [me().token];
  }

  get seats() {
    return this.you?.seats.filter(({ seat }) => seat) ?? [];
  }

  /** True if the army that is to move is played here. */
  get isTurn() {
    return this.state?.stage === "running" && this.seats.some(({ seat }) => seat === this.state?.turn);
  }

  /** The seat for which something is done now: of several, the one whose turn or question it is. */
  get actor() {
    const { seats } = this;
    return seats.find(({ seat }) => seat === this.state?.turn) ??
      seats.find(({ asked }) => asked.some(({ buttons }) => buttons.length)) ?? seats[0] ?? this.you?.seats[0];
  }

  /** @param {YouSeat} [seat] @param {string} [name] */
  who(seat = this.actor, name = "") {
    return { token: this.tokens[seat?.token ?? 0] ?? me().token, name, match: this.id };
  }

  /** @param {YouSeat} [seat] @param {string} [name] @returns {Voice} */
  voice(seat, name) {
    const who = () => this.who(seat ?? this.actor, name);
    return { who, done: answer => this.done(answer, who().token) };
  }

  /** @param {Answer} answer @param {string} token By which it was asked for. */
  done(answer, token = "") {
    const renewed = answer.text.split(`/m/${this.id}#s=`)[1]?.slice(0, 22);
    if (renewed) this.renewed(token, renewed);
    if (answer.opens && answer.opens !== this.id) {
      keepMatch(answer.opens, { tokens: this.tokens, came: ofMatch(this.id).came });
      this.go(`/m/${answer.opens}`);
      return true;
    }
    // Preferences change no match, but how it is shown.
    if (answer.command === "settings") this.live.watch();
    if (answer.refused !== null) return false;
    if (answer.replay && answer.match === this.id) {
      const [first, last] = answer.replay;
      void this.past.replay(first, last);
      return true;
    }
    // What has changed this match stands on the page already. All else that everybody may hear is only here.
    return answer.match === this.id && (answer.command === "move" || answer.to === "all");
  }

  /** Keeps the new secret of a seat: the one before, if that came by a link, may be none any more. @param {string} before @param {string} token */
  renewed(before, token) {
    const { tokens, came } = ofMatch(this.id);
    if (!came.includes(before)) return;
    keepMatch(this.id, { tokens: tokens.map(one => one === before ? token : one), came: [...came, token] });
    this.live.watch();
  }

  /** @param {string} line */
  say(line) {
    return ask(this.voice(), "say", { line });
  }

  // What comes from the server.

  /** @param {State} state */
  async take(state) {
    if (this.isOld) {
      this.isOld = false;
      this.state = null;
      this.played = [];
      outage(this);
    }
    const before = this.state;
    if (before && state.v < before.v) return;
    const { from, moves } = state.played;
    if (from > this.played.length) {
      this.live.version = 0;
      return this.live.watch();
    }
    const isNew = !before || state.v > before.v;
    if (this.past.ply === null) await this.board.show(state.board);
    this.state = state;
    this.live.version = state.v;
    const { played } = this;
    this.played = [...played.slice(0, from), ...moves];
    if (isNew) this.choice.known.clear();
    this.past.grows(played);
    if (this.past.wish !== null) await this.past.look(this.past.wish);
    // The board comes first, what is beside it in the frame after.
    await painted();
    if (isNew) {
      if (before && document.hidden) this.calls.missed = true;
      this.choice.settle();
    }
    this.panels.state(state, isNew);
    this.calls.call();
    if (isNew) this.choice.premoved();
    void this.choice.hover("");
  }

  /** @param {You} you */
  takeYou(you) {
    const first = !this.you;
    const { links } = ofMatch(this.id);
    // The link that is kept has ended, and the next one may be made elsewhere.
    if (links.watch && !you.shares && (this.you?.shares ?? true)) keepMatch(this.id, { links: { ...links, watch: undefined } });
    this.you = you;
    if (you.lang) speak(you.lang);
    if (this.seats.length && !ofMatch(this.id).at) keepMatch(this.id, { tokens: this.tokens });
    if (first && this.left) this.resume(this.left);
    this.panels.you();
    const [movable] = first ? this.choice.movable() : [];
    if (movable && !this.grid.focused) this.grid.rove(movable);
    this.calls.call();
    this.choice.premoved();
    this.choice.light();
  }

  /** Goes on as before the page loaded itself again. @param {Left} left */
  resume({ ply, pre, chosen }) {
    this.choice.pre = pre;
    if (ply !== null) void this.past.look(ply);
    else if (chosen && this.choice.mine(chosen)) void this.choice.choose(chosen, true);
  }

  /** Says how the page shows the match, for when it loads itself again. @returns {Left} */
  leave() {
    const { id, past: { wish: ply }, view, choice: { pre, chosen } } = this;
    return { id, ply, view, pre, chosen };
  }

  /** Shows the board from the next seat. */
  flip() {
    const [, seat] = this.board.outlook.split("-");
    const next = (ARMIES.indexOf(/** @type {Army} */ (seat)) + 1) % ARMIES.length;
    this.turnTo(this.outlookOf("round", ARMIES[next]));
  }

  // Ways to look.

  /**
   * The name of a way to see the board, whatever bridges there are; mirrored as it is now unless that is said.
   * @param {string} plan @param {string} seat
   */
  outlookOf(plan, seat, isMirrored = this.board.outlook.endsWith("mirror")) {
    return `${plan}-${seat}${isMirrored ? "-mirror" : ""}`;
  }

  /** Shows a sector large for as long as a move takes, or no longer. @param {string | null} sector */
  show(sector) {
    this.zoom = sector;
    this.live.outlook = sector ?? this.view;
    this.live.watch();
  }

  /** Shows the board in this way from now on. @param {string | null} outlook */
  turnTo(outlook) {
    this.view = outlook;
    this.show(null);
  }

  /** Takes the keys that mean the same wherever the focus is, or nearly. @param {KeyboardEvent} event */
  keys(event) {
    const { key, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
    if (ctrlKey || metaKey || isComposing || defaultPrevented || $("dialog[open]")) return;
    const on = /** @type {Element} */ (event.target);
    // A field has its own use for keys, and so has the board.
    const isField = !!on.closest("input, select, textarea");
    if (this.past.key(event)) event.preventDefault();
    if (altKey || event.defaultPrevented) return;
    if (key === "Escape") {
      if (!this.choice.release()) void this.past.look(null);
    } else if (key === "f" && !isField && !on.closest("[role=grid]")) this.flip();
    else if (key === "?" && !isField) inform(copyOf("keys"));
    else return;
    event.preventDefault();
  }
}

/**
 * Shows a match, as before if the page has loaded itself again.
 *
 * @param {string} id
 * @param {BoardView} board
 * @param {(path: string) => void} go
 * @param {{ fields?: Record<string, string>, match?: Left | null }} left
 */
export function open(id, board, go, { fields = {}, match }) {
  return new MatchView(id, board, go, match?.id === id ? match : null, fields);
}

// A match on its board: what the server sends of it, and what gestures and keys mean.

import { ask } from "./answer.js";
import { Beside } from "./beside.js";
import { pieceName } from "./board.js";
import { Calls } from "./calls.js";
import { mark } from "./cues.js";
import { $, ARMIES, armyOf, button, copyOf, el, painted, setup, sign, t } from "./dom.js";
import { Grid } from "./grid.js";
import { Hands } from "./hands.js";
import { keepMatch, keepShown, me, ofMatch, shownLast, speak } from "./kept.js";
import { Live } from "./live.js";
import { Past } from "./past.js";
import { inform, openDialog, say, toast } from "./said.js";
import { outage, post } from "./server.js";
import { Waits } from "./waits.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** Width of a board, in pixels, below which a sector is shown for each move. */
const SMALL = 480;
/** How long nothing comes of a match before it is shown as it was. */
const PATIENCE = 2_500;

/** Lists squares, each once. @param {Option[]} options */
const goalsOf = options => [...new Set(options.map(({ to }) => to))];

/** @implements {Gestures} */
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
    /** @type {string | null} */
    this.chosen = null;
    /** @type {Option[]} */
    this.options = [];
    /** A move to be made when its turn comes. @type {{ from: string, to: string, move: string } | null} */
    this.pre = null;
    /** A move that the server has not answered. @type {{ from: string, to: string, move: string } | null} */
    this.ghost = null;
    /** @type {string | null} */
    this.view = left?.view ?? null;
    /** The sector that is shown for as long as a move takes. @type {string | null} */
    this.zoom = null;
    /** @type {Map<string, Promise<Ways | null>>} */
    this.known = new Map();
    this.read = { square: "", at: -1 };
    this.stop = new AbortController();
    const { signal } = this.stop;
    board.grid = this.grid = new Grid(board, this);
    board.hands = this.hands = new Hands(board, this, signal);
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
    this.unsaid();
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
    if (isNew) this.known.clear();
    this.past.grows(played);
    if (this.past.wish !== null) await this.past.look(this.past.wish);
    // The board comes first, what is beside it in the frame after.
    await painted();
    if (isNew) {
      if (before && document.hidden) this.calls.missed = true;
      this.settle();
    }
    this.panels.state(state, isNew);
    this.calls.call();
    if (isNew) this.premoved();
    void this.hover("");
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
    const [movable] = first ? this.movable() : [];
    if (movable && !this.grid.focused) this.grid.rove(movable);
    this.calls.call();
    this.premoved();
    this.light();
  }

  /** Goes on as before the page loaded itself again. @param {Left} left */
  resume({ ply, pre, chosen }) {
    this.pre = pre;
    if (ply !== null) void this.past.look(ply);
    else if (chosen && this.mine(chosen)) void this.choose(chosen, true);
  }

  /** Says how the page shows the match, for when it loads itself again. @returns {Left} */
  leave() {
    const { id, past: { wish: ply }, view, pre, chosen } = this;
    return { id, ply, view, pre, chosen };
  }

  /** Lets go of what a move was made of, after the board has changed. */
  settle() {
    if (this.panels.isAsking && this.state?.moves.includes(this.ghost?.move ?? "")) return this.light();
    this.ghost = null;
    this.panels.confirm(null);
    const { chosen } = this;
    if (chosen && this.mine(chosen)) void this.choose(chosen, true);
    else this.letGo();
    if (this.pre && !this.mine(this.pre.from)) this.pre = null;
    this.light();
  }

  // Choosing and playing.

  /** True if the piece there is this page's to move, now or later. @param {string | null} square */
  mine(square) {
    const code = square && this.board.board?.pieces[square];
    if (!code || this.state?.stage !== "running" || this.past.ply !== null) return false;
    const army = armyOf(code);
    // At one screen only the army whose turn it is can be moved.
    if (this.isTurn) return army === this.state.turn;
    return !this.state.board.out.includes(code[0]) && this.seats.some(({ seat }) => seat === army);
  }

  /** True if the piece there may move now. @param {string} square */
  turns(square) {
    return this.isTurn && this.mine(square);
  }

  /** Lists the squares of pieces that can move. */
  movable() {
    const from = new Set(this.state?.moves.map(move => move.slice(0, 2)));
    return [...this.grid.all.keys()].filter(square => this.mine(square) && (!this.isTurn || from.has(square))).sort();
  }

  /** Asks what a piece can do, whosever it is. @param {string} square @returns {Promise<Ways | null>} */
  ways(square) {
    const { outlook } = this.board;
    const { ply } = this.past;
    const key = `${ply} ${outlook} ${square}`;
    let found = this.known.get(key);
    if (!found) {
      found = post("ways", { ...this.who(), square, outlook, ply: ply ?? undefined }, true).then(got => {
        if (got.goals) return got;
        this.known.delete(key);
        return null;
      });
      this.known.set(key, found);
    }
    return found;
  }

  /** Draws the ways of a piece; of the chosen one if none is named. @param {string} square */
  async hover(square) {
    const of = this.pointed = square || this.chosen || "";
    const ways = this.board.board?.pieces[of] && this.state?.stage !== "table" ? await this.ways(of) : null;
    if (this.pointed === of) this.board.draw(ways?.ways ?? []);
  }

  /** @param {string} square @param {boolean} [quietly] */
  async choose(square, quietly = false) {
    this.unsaid();
    this.chosen = square;
    const turns = this.turns(square);
    const moves = turns && this.state?.moves.filter(move => move.startsWith(square)) || [];
    this.options = moves.map(move => ({ move, to: move.slice(2, 4), label: move.slice(2) }));
    this.light();
    void this.hover("");
    const goals = (await this.ways(square))?.goals ?? [];
    if (this.chosen !== square) return;
    if (!turns) this.options = goals;
    for (const option of this.options) option.label = goals.find(({ move }) => move === option.move)?.label ?? option.label;
    this.light();
    if (quietly) return;
    const { board } = this.board;
    const piece = pieceName(board?.pieces[square] ?? "", board?.out ?? "");
    const text = !this.options.length ? "chosen-stuck" : turns ? "chosen" : "chosen-pre";
    say(t(text, { piece, square, goals: goalsOf(this.options).join(", ") }));
  }

  unchoose() {
    this.chosen = null;
    this.options = [];
  }

  letGo() {
    this.unchoose();
    this.unsaid();
    this.light();
    void this.hover("");
    if (this.zoom) this.show(null);
  }

  light() {
    const pieces = this.board.board?.pieces ?? {};
    const { played, pre, past: { ply } } = this;
    const upTo = ply ?? played.length;
    const last = new Set(played.slice(Math.max(0, upTo - 3), upTo).map(({ to }) => to));
    this.board.light(ply === null ? {
      chosen: this.chosen,
      goals: new Map(this.options.map(({ to }) => [to, !!pieces[to]])),
      pre: pre ? [pre.from, pre.to] : [],
      ghost: this.ghost,
      last,
    } : { last });
    this.panels.chips();
  }

  /** Makes a move, once it is clear which. @param {string} from @param {string} to */
  async play(from, to) {
    this.unsaid();
    const turns = this.turns(from);
    const options = this.options.filter(option => option.to === to);
    const option = options.length > 1 ? await this.promote(from, to, options) : options[0];
    if (option === null) return this.light();
    const move = option?.move ?? from + to;
    if (!turns) {
      this.letGo();
      this.pre = { from, to, move };
      this.light();
      say(t("premove-set", { from, to }));
    } else if (option && (this.you?.confirm || this.state?.deliberate)) {
      this.ghost = { from, to, move };
      this.light();
      this.panels.confirm({ label: option.label, yes: () => this.send(from, to, move), no: () => this.back(from) });
    } else await this.send(from, to, move);
  }

  /** @param {string} from */
  back(from) {
    this.ghost = null;
    this.panels.confirm(null);
    this.letGo();
    this.grid.focus(from);
  }

  /** @param {string} from @param {string} to @param {string} move */
  async send(from, to, move) {
    const { seats, state } = this;
    const army = armyOf(this.board.board?.pieces[from] ?? "");
    if (this.panels.confirm(null) || this.grid.focused) this.grid.focus(to);
    this.ghost = { from, to, move };
    this.unchoose();
    this.light();
    void this.hover("");
    const { answer, text } = await post("say", { ...this.who(seats.find(({ seat }) => seat === army)), line: move });
    if (answer?.refused === null) return this.zoom ? this.show(null) : undefined;
    if (this.state?.v === state?.v) this.ghost = null;
    if (this.mine(from)) void this.choose(from, true);
    else this.letGo();
    this.bubble(to, answer?.text ?? text);
  }

  /** Sends the move that waits for its turn. */
  premoved() {
    const { pre } = this;
    if (!pre || !this.turns(pre.from)) return;
    this.pre = null;
    void this.send(pre.from, pre.to, pre.move);
  }

  /**
   * Lets the player choose what a pawn becomes.
   *
   * @param {string} from @param {string} to @param {Option[]} options
   * @returns {Promise<Option | null>}
   */
  promote(from, to, options) {
    const dialog = $("#promotion");
    const inner = $(".inner", dialog);
    const army = armyOf(this.board.board?.pieces[from] ?? "");
    return new Promise(done => {
      /** @type {Option | null} */
      let picked = null;
      inner.replaceChildren(...options.map(option => {
        const role = option.move.slice(-1).toUpperCase();
        const name = pieceName(army[0] + role, "");
        const click = () => {
          picked = option;
          dialog.close();
        };
        return button(sign(army, role), click, { "aria-label": name, title: name });
      }));
      dialog.addEventListener("close", () => done(picked), { once: true });
      openDialog(dialog, inner.firstElementChild);
      const at = this.board.middle(to);
      const { width, height } = dialog.getBoundingClientRect();
      if (!at) return;
      dialog.style.left = `${Math.max(8, Math.min(at.x - width / 2, innerWidth - width - 8))}px`;
      dialog.style.top = `${Math.max(8, Math.min(at.y + 16, innerHeight - height - 8))}px`;
    });
  }

  /** Says something at a square. @param {string} square @param {string} text */
  bubble(square, text) {
    this.unsaid();
    say(text);
    const { cells, box, host } = this.board;
    const { x, y } = cells.get(square) ?? { x: box.width / 2, y: box.height / 2 };
    const said = this.said = el("div", { class: "bubble", "aria-hidden": "true", dir: "auto" }, text);
    said.style.left = `${x / box.width * 100}%`;
    said.style.top = `${y / box.height * 100}%`;
    said.style.translate = `${-x / box.width * 100}% ${y > box.height / 2 ? "calc(-100% - 1.2em)" : "1.2em"}`;
    host.append(said);
    setTimeout(() => said.remove(), 4_000 + text.length * 50);
  }

  unsaid() {
    this.said?.remove();
  }

  // Gestures.

  /** @param {Spot} spot */
  tap(spot) {
    const { square, touch } = spot;
    const { board, chosen } = this;
    this.unsaid();
    if (this.panels.isAsking && this.ghost) return this.back(this.ghost.from);
    if (this.pre) return this.cancel();
    const own = this.mine(square) ? square : null;
    if (chosen) {
      const goals = goalsOf(this.options);
      const isGoal = square && goals.includes(square);
      const to = isGoal ? square : board.nearest(own ? [...goals, own] : goals, spot) ?? square;
      if (!to || to === chosen) this.letGo();
      else if (to === own && !isGoal) this.pick(own);
      else void this.mean(chosen, to);
      return;
    }
    const near = own ?? (touch ? board.nearest(this.movable(), spot) : null);
    if (near) this.pick(near);
    else if (this.zoom && !board.board?.pieces[square ?? ""]) this.show(null);
    else void this.hover(square ?? "");
  }

  /** Plays to a square that somebody may have meant; anywhere else lets go of the piece. @param {string} from @param {string} to */
  async mean(from, to) {
    const isGoal = this.options.some(option => option.to === to);
    if (!isGoal && !this.board.board?.pieces[to]) {
      const near = (await this.ways(from))?.near ?? [];
      if (this.chosen !== from) return;
      if (!near.includes(to)) return this.letGo();
    }
    await this.play(from, to);
  }

  /** Chooses a piece; on a small board its sector is shown large. @param {string} square */
  pick(square) {
    this.grid.rove(square);
    void this.choose(square);
    const sector = this.outlookOf("sector", this.board.sectors.get(square) ?? "white");
    if (this.board.width < SMALL && !this.board.outlook.startsWith("sector")) this.show(sector);
  }

  /** @param {string} square */
  lift(square) {
    if (this.ghost || !this.mine(square)) return false;
    this.pre = null;
    if (this.chosen !== square) void this.choose(square, true);
    return true;
  }

  /** @param {string} from @param {Spot} spot */
  drop(from, { square }) {
    if (!square || square === from) this.letGo();
    else void this.play(from, square);
  }

  /** Forgets the move that waits for its turn. */
  cancel() {
    this.pre = null;
    this.light();
    toast(t("premove-gone"));
  }

  /** @param {string} square */
  press(square) {
    const { chosen } = this;
    const isGoal = this.options.some(({ to }) => to === square);
    if (chosen === square) {
      this.letGo();
      say(t("let-go"));
    } else if (this.mine(square) && !isGoal) void this.choose(square);
    else if (chosen) void this.play(chosen, square);
    else if (this.board.board?.pieces[square]) void this.tell(square, false);
    else say(t("nothing-there", { square }));
  }

  /** Reads where a piece can go: all squares, or the next line. @param {string} square @param {boolean} next */
  async tell(square, next) {
    const ways = this.board.board?.pieces[square] ? await this.ways(square) : null;
    if (!ways?.goals.length) return say(t("no-ways", { square }));
    this.board.draw(ways.ways);
    if (!next) return say(t("goes-to", { square, goals: goalsOf(ways.goals).join(", ") }));
    const at = this.read.square === square ? (this.read.at + 1) % ways.lines.length : 0;
    this.read = { square, at };
    say(ways.lines[at]);
  }

  /** Lets go of all that is chosen, dragged, asked or drawn; true if there was anything. */
  release() {
    const { hands, chosen, zoom, pre, ghost } = this;
    const had = this.panels.closeSheet() || hands.drawn.clear() || !!hands.press;
    hands.let();
    if (this.panels.isAsking && ghost) this.back(ghost.from);
    else if (chosen || zoom) this.letGo();
    else if (pre) this.cancel();
    else return had;
    return true;
  }

  /** Shows the board from the next seat. */
  flip() {
    const [, seat] = this.board.outlook.split("-");
    const next = (ARMIES.indexOf(/** @type {Army} */ (seat)) + 1) % ARMIES.length;
    this.turnTo(this.outlookOf("round", ARMIES[next]));
  }

  /** @param {KeyboardEvent} event @param {string} square */
  key({ key }, square) {
    if (key === "." || key === ",") {
      const all = this.movable();
      const next = key === "." ? all.find(one => one > square) ?? all[0] : all.reverse().find(one => one < square) ?? all[0];
      if (next) this.grid.focus(next);
    } else if (key === "0") this.flip();
    else if (key === "+") void this.say(`/look ${square}`);
    else if (key === "*") void this.tell(square, true);
    else if (key === "/" || /^\p{L}$/u.test(key)) this.panels.type(key);
    else return false;
    return true;
  }

  /** A square that has the focus is shown. @param {string} square */
  away(square) {
    if (this.zoom) this.show(null);
    else this.turnTo(this.outlookOf("sector", this.board.sectors.get(square) ?? "white"));
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
      if (!this.release()) void this.past.look(null);
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

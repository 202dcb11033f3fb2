// What is chosen on the board, and the move that is made of it: what gestures and keys mean there.

import { pieceName } from "./board.js";
import { $, armyOf, button, el, sign, t } from "./dom.js";
import { kept } from "./kept.js";
import { openDialog, say, toast } from "./said.js";
import { post } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

/** Lists squares, each once. @param {Option[]} options */
const goalsOf = options => [...new Set(options.map(({ to }) => to))];

/** @implements {Gestures} */
export class Choice {
  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
    /** The square of the piece that is chosen. @type {string | null} */
    this.chosen = null;
    /** The moves that it can make. @type {Option[]} */
    this.options = [];
    /** A move to be made when its turn comes. @type {{ from: string, to: string, move: string } | null} */
    this.pre = null;
    /** A move that the server has not answered. @type {{ from: string, to: string, move: string } | null} */
    this.ghost = null;
    /** What pieces can do, by the position, the outlook and the square. @type {Map<string, Promise<Ways | null>>} */
    this.known = new Map();
    /** The line that was read out last. */
    this.read = { square: "", at: -1 };
  }

  /** Lets go of what a move was made of, after the board has changed. */
  settle() {
    if (this.match.panels.isAsking && this.match.state?.moves.includes(this.ghost?.move ?? "")) return this.light();
    this.ghost = null;
    this.match.panels.confirm(null);
    const { chosen } = this;
    if (chosen && this.mine(chosen)) void this.choose(chosen, true);
    else this.letGo();
    if (this.pre && !this.mine(this.pre.from)) this.pre = null;
    this.light();
  }

  /** True if the piece there is this page's to move, now or later. @param {string | null} square */
  mine(square) {
    const code = square && this.match.board.board?.pieces[square];
    if (!code || this.match.state?.stage !== "running" || this.match.past.ply !== null) return false;
    const army = armyOf(code);
    // At one screen only the army whose turn it is can be moved.
    if (this.match.isTurn) return army === this.match.state.turn;
    return !this.match.state.board.out.includes(code[0]) && this.match.seats.some(({ seat }) => seat === army);
  }

  /** True if the piece there may move now. @param {string} square */
  turns(square) {
    return this.match.isTurn && this.mine(square);
  }

  /** Lists the squares of pieces that can move. */
  movable() {
    const from = new Set(this.match.state?.moves.map(move => move.slice(0, 2)));
    return [...this.match.grid.all.keys()].filter(square => this.mine(square) && (!this.match.isTurn || from.has(square))).sort();
  }

  /** Asks what a piece can do, whosever it is. @param {string} square @returns {Promise<Ways | null>} */
  ways(square) {
    const { outlook } = this.match.board;
    const { ply } = this.match.past;
    const key = `${ply} ${outlook} ${square}`;
    let found = this.known.get(key);
    if (!found) {
      found = post("ways", { ...this.match.who(), square, outlook, ply: ply ?? undefined }, true).then(got => {
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
    const ways = this.match.board.board?.pieces[of] && this.match.state?.stage !== "table" ? await this.ways(of) : null;
    if (this.pointed === of) this.match.board.draw(ways?.ways ?? []);
  }

  /** @param {string} square @param {boolean} [quietly] */
  async choose(square, quietly = false) {
    this.unsaid();
    this.chosen = square;
    const turns = this.turns(square);
    const moves = turns && this.match.state?.moves.filter(move => move.startsWith(square)) || [];
    this.options = moves.map(move => ({ move, to: move.slice(2, 4), label: move.slice(2) }));
    this.light();
    void this.hover("");
    const goals = (await this.ways(square))?.goals ?? [];
    if (this.chosen !== square) return;
    if (!turns) this.options = goals;
    for (const option of this.options) option.label = goals.find(({ move }) => move === option.move)?.label ?? option.label;
    this.light();
    if (quietly) return;
    const { board } = this.match.board;
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
    if (this.match.zoom) this.match.show(null);
  }

  light() {
    const pieces = this.match.board.board?.pieces ?? {};
    const { pre, match: { played, past: { ply } } } = this;
    const upTo = ply ?? played.length;
    const last = new Set(played.slice(Math.max(0, upTo - 3), upTo).map(({ to }) => to));
    this.match.board.light(ply === null ? {
      chosen: this.chosen,
      goals: new Map(this.options.map(({ to }) => [to, !!pieces[to]])),
      pre: pre ? [pre.from, pre.to] : [],
      ghost: this.ghost,
      last,
    } : { last });
    this.match.panels.chips();
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
    } else if (option && (this.match.you?.confirm || this.match.state?.deliberate)) {
      this.ghost = { from, to, move };
      this.light();
      this.match.panels.confirm({ label: option.label, yes: () => this.send(from, to, move), no: () => this.back(from) });
    } else await this.send(from, to, move);
  }

  /** @param {string} from */
  back(from) {
    this.ghost = null;
    this.match.panels.confirm(null);
    this.letGo();
    this.match.grid.focus(from);
  }

  /** @param {string} from @param {string} to @param {string} move */
  async send(from, to, move) {
    const { seats, state } = this.match;
    const army = armyOf(this.match.board.board?.pieces[from] ?? "");
    // It is on its way before anything is drawn here.
    const asked = post("say", { ...this.match.who(seats.find(({ seat }) => seat === army)), line: move });
    if (this.match.panels.confirm(null) || this.match.grid.focused) this.match.grid.focus(to);
    this.ghost = { from, to, move };
    this.unchoose();
    this.light();
    void this.hover("");
    const { answer, text } = await asked;
    if (answer?.refused === null) return this.match.zoom ? this.match.show(null) : undefined;
    if (this.match.state?.v === state?.v) this.ghost = null;
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
    const army = armyOf(this.match.board.board?.pieces[from] ?? "");
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
      const at = this.match.board.middle(to);
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
    const { cells, box, host } = this.match.board;
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

  /** @param {Spot} spot */
  tap(spot) {
    const { square, touch } = spot;
    const { chosen, match: { board } } = this;
    this.unsaid();
    if (this.match.panels.isAsking && this.ghost) return this.back(this.ghost.from);
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
    else if (this.match.zoom && !board.board?.pieces[square ?? ""]) this.match.show(null);
    else void this.hover(square ?? "");
  }

  /** Plays to a square that somebody may have meant; anywhere else lets go of the piece. @param {string} from @param {string} to */
  async mean(from, to) {
    const isGoal = this.options.some(option => option.to === to);
    if (!isGoal && !this.match.board.board?.pieces[to]) {
      const near = (await this.ways(from))?.near ?? [];
      if (this.chosen !== from) return;
      if (!near.includes(to)) return this.letGo();
    }
    await this.play(from, to);
  }

  /** Chooses a piece; on a small board its sector is shown large. @param {string} square */
  pick(square) {
    this.match.grid.rove(square);
    void this.choose(square);
    const sector = this.match.outlookOf("sector", this.match.board.sectors.get(square) ?? "white");
    if (this.match.board.isSmall && !kept("whole", false) && !this.match.board.outlook.startsWith("sector")) this.match.show(sector);
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
    else if (this.match.board.board?.pieces[square]) void this.tell(square, false);
    else say(t("nothing-there", { square }));
  }

  /** Reads where a piece can go: all squares, or the next line. @param {string} square @param {boolean} next */
  async tell(square, next) {
    const ways = this.match.board.board?.pieces[square] ? await this.ways(square) : null;
    if (!ways?.goals.length) return say(t("no-ways", { square }));
    this.match.board.draw(ways.ways);
    if (!next) return say(t("goes-to", { square, goals: goalsOf(ways.goals).join(", ") }));
    const at = this.read.square === square ? (this.read.at + 1) % ways.lines.length : 0;
    this.read = { square, at };
    say(ways.lines[at]);
  }

  /** Lets go of all that is chosen, dragged, asked or drawn; true if there was anything. */
  release() {
    const { chosen, pre, ghost, match: { hands, zoom } } = this;
    const had = this.match.panels.closeSheet() || hands.drawn.clear() || !!hands.press;
    hands.let();
    if (this.match.panels.isAsking && ghost) this.back(ghost.from);
    else if (chosen || zoom) this.letGo();
    else if (pre) this.cancel();
    else return had;
    return true;
  }

  /** @param {KeyboardEvent} event @param {string} square */
  key({ key }, square) {
    if (key === "." || key === ",") {
      const all = this.movable();
      const next = key === "." ? all.find(one => one > square) ?? all[0] : all.reverse().find(one => one < square) ?? all[0];
      if (next) this.match.grid.focus(next);
    } else if (key === "0") this.match.flip();
    else if (key === "+") void this.match.say(`/look ${square}`);
    else if (key === "*") void this.tell(square, true);
    else if (key === "/" || /^\p{L}$/u.test(key)) this.match.panels.type(key);
    else return false;
    return true;
  }

  /** A square that has the focus is shown. @param {string} square */
  away(square) {
    if (this.match.zoom) this.match.show(null);
    else this.match.turnTo(this.match.outlookOf("sector", this.match.board.sectors.get(square) ?? "white"));
  }
}

// The moves so far, and the board as it stood after any of them.

import { el, isStill, t } from "./dom.js";
import { inform, say, toast } from "./said.js";
import { post, wait } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

/** Boards that are kept. */
const MOST_BOARDS = 900;

/** Milliseconds between the moves that are played again. */
const STEP = 700;
/** Positions before and after an earlier one that come with it. */
const AROUND = 10;
/** So near to where nothing is known, the next ones are asked for. */
const NEAR = 5;

export class Past {
  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
    /** The position that the board shows, by the number of moves; `null` for the present. @type {number | null} */
    this.ply = null;
    /** The position that it is to show. @type {number | null} */
    this.wish = null;
    /** Boards of earlier positions, by their number of moves and outlook. @type {Map<string, Board>} */
    this.boards = new Map();
    /** What is under way: the position in its middle, and how the board is seen. @type {Set<{ at: number, seen: string, asked: Promise<Board | null> }>} */
    this.fetching = new Set();
    /** The step to what is wished for, while it is under way. @type {Promise<void> | null} */
    this.stepping = null;
  }

  /** The position that is shown, or is about to be. */
  get at() {
    return this.wish ?? this.match.played.length;
  }

  /** Shows an earlier position, or the present. @param {number | null} ply */
  look(ply) {
    const { match } = this;
    this.wish = ply === null || ply >= match.played.length ? null : Math.max(0, ply);
    match.choice.unchoose();
    // Whatever is wished for meanwhile is where it ends.
    this.stepping ??= this.step().finally(() => { this.stepping = null; });
    return this.stepping;
  }

  /** Steps to what is wished for. What is beside the board says which position that is, and never another. */
  async step() {
    const { match } = this;
    do {
      const { wish } = this;
      const { state } = match;
      if (!state || match.stop.signal.aborted) return;
      const board = wish === null ? state.board : await this.boardAt(wish);
      if (wish !== this.wish) continue;
      if (!board) this.wish = this.ply;
      else if (await match.board.show(board)) {
        this.ply = wish;
        match.panels.ply();
      }
    } while (this.ply !== this.wish);
    void match.choice.hover("");
    match.choice.light();
  }

  /** The way in which the board is seen, whatever bridges there are. */
  get outlook() {
    const { match } = this;
    const [plan, seat, , mirror] = (match.state?.board.outlook ?? "").split("-");
    return match.outlookOf(plan, seat, !!mirror);
  }

  /** Keeps the present board: soon it is past. Moves may have been taken back, and others made. @param {Played[]} before */
  grows(before) {
    const { boards, match: { played, state } } = this;
    const differs = before.findIndex(({ short, to }, ply) => short !== played[ply]?.short || to !== played[ply].to);
    for (const [key, { ply }] of boards) if (differs >= 0 && ply > differs) boards.delete(key);
    if (boards.size > MOST_BOARDS) boards.clear();
    if (state) boards.set(`${played.length} ${this.outlook}`, state.board);
  }

  /** Returns the board at a position, and sees to it that those around it are known. @param {number} ply @returns {Promise<Board | null>} */
  async boardAt(ply) {
    const { boards, outlook } = this;
    const known = boards.get(`${ply} ${outlook}`);
    if (!known) return this.fetch(ply);
    for (const near of [ply - NEAR, ply + NEAR]) {
      if (near >= 0 && near < this.match.played.length && !boards.has(`${near} ${outlook}`)) void this.fetch(near);
    }
    return known;
  }

  /** Asks for the boards around a position. @param {number} ply @returns {Promise<Board | null>} */
  fetch(ply) {
    const { match, boards, fetching, outlook } = this;
    const under = [...fetching].find(({ at, seen }) => seen === outlook && Math.abs(at - ply) <= AROUND);
    if (under) return under.asked.then(() => boards.get(`${ply} ${outlook}`) ?? null);
    const asked = post("ply", { ...match.who(), ply, around: AROUND, outlook }, true).then(got => {
      if (!got.board) toast(got.text);
      // A server of before may send this one alone.
      for (const board of got.boards ?? []) boards.set(`${board.ply} ${outlook}`, board);
      return got.board ?? null;
    }).finally(() => fetching.delete(one));
    const one = { at: ply, seen: outlook, asked };
    fetching.add(one);
    return asked;
  }

  /** Asks for the last positions: somebody is about to step. */
  prepare() {
    const last = this.match.played.length - 1;
    if (last > 0) void this.boardAt(last - 1);
  }

  /** Steps to a position and says which that is. @param {number} ply */
  stepTo(ply) {
    const stepping = this.look(Math.max(0, ply));
    const { wish, at } = this;
    void stepping.then(() => { if (wish === this.wish) say(this.told(at)); });
  }

  /** Says in words where in the match a position stands. @param {number} ply */
  told(ply) {
    const { played } = this.match;
    const shown = Math.min(ply, played.length);
    return `${t("ply", { ply: shown, of: played.length })} ${played[shown - 1]?.words ?? ""}`;
  }

  /** The moves since one's own last one begin after this position. */
  get mineLast() {
    const { played, seats } = this.match;
    return played.map(({ army }) => seats.some(({ seat }) => seat === army)).lastIndexOf(true) + 1;
  }

  /**
   * Plays moves once more: what happened since one's own last move, or from one position to another.
   *
   * @param {number} [from] @param {number} [to]
   */
  async replay(from = this.mineLast, to = this.match.played.length) {
    const { match } = this;
    const moves = match.played.slice(from, to);
    say(moves.map(({ words }) => words).join(" "));
    if (isStill()) {
      return inform(el("h2", null, t(from === this.mineLast ? "since" : "moves")), el("ol", { start: from + 1 }, ...moves.map(({ words }) => el("li", null, words))));
    }
    match.board.host.scrollIntoView({ block: "nearest" });
    for (let ply = from; ply <= to; ply += 1) {
      await this.look(ply);
      const { wish } = this;
      await wait(STEP);
      // Somebody may have looked elsewhere in the meantime.
      if (this.wish !== wish || match.stop.signal.aborted) return;
    }
  }

  /** Steps by keys, wherever the focus is but in what has its own use for them; true if a key is one of these. @param {KeyboardEvent} event */
  key({ key, altKey, target }) {
    const on = /** @type {Element} */ (target);
    const isFree = !on.closest("input, select, textarea, [role=grid]");
    const step = altKey || isFree ? { ArrowLeft: this.at - 1, ArrowRight: this.at + 1 }[key] : undefined;
    const end = isFree && !altKey ? { ArrowUp: 0, ArrowDown: this.match.played.length }[key] : undefined;
    const to = step ?? end;
    if (to === undefined) return false;
    this.stepTo(to);
    return true;
  }
}

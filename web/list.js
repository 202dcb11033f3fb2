// The list of moves, numbered by rounds.

import { $, ARMIES, aria, button, el, painted, setup, sign } from "./dom.js";

/** @typedef {import("./match.js").MatchView} MatchView */

export class MoveList {
  /** @param {MatchView} match @param {HTMLElement} host */
  constructor(match, host) {
    this.match = match;
    this.host = host;
    this.rows = $("tbody", host);
    /** @type {HTMLButtonElement[]} */
    this.moves = [];
    /** What the list shows. @type {Played[]} */
    this.listed = [];
    /** The move that is marked. @type {HTMLElement | undefined} */
    this.current = undefined;
    // What comes below it takes of its height.
    new ResizeObserver(() => this.follow()).observe(host);
    $("thead tr", host).append(el("td"), ...ARMIES.map(army => el("th", { scope: "col" }, sign(army), setup.armies[army])));
  }

  /** Writes the list on from where it differs. */
  update() {
    const { moves, rows, listed } = this;
    const { played, past } = this.match;
    const differs = played.findIndex(({ short, to }, ply) => short !== listed[ply]?.short || to !== listed[ply].to);
    const from = differs < 0 ? played.length : differs;
    for (const gone of moves.splice(from)) {
      const row = gone.closest("tr");
      gone.remove();
      if (!row?.querySelector("button")) row?.remove();
    }
    for (let ply = from; ply < played.length; ply += 1) {
      const { army, short, words } = played[ply];
      const column = ARMIES.indexOf(army);
      let row = rows.lastElementChild;
      if (!row || column <= ARMIES.indexOf(played[ply - 1]?.army)) {
        row = el("tr", null, el("th", { scope: "row" }, String(rows.childElementCount + 1)), ...ARMIES.map(() => el("td")));
        rows.append(row);
      }
      const made = button(short, () => past.look(ply + 1), { "aria-label": `${short}, ${words}` });
      row.children[column + 1].append(made);
      moves.push(made);
    }
    this.listed = [...played];
    rows.dataset.count = String(played.length);
    $(".played").hidden = !played.length;
  }

  /** Marks the move that led to what the board shows. @param {number} at */
  mark(at) {
    const { moves, current } = this;
    const marked = moves[at - 1];
    if (marked === current && marked?.isConnected) return;
    if (current) aria(current, "current", null);
    if (marked) aria(marked, "current", "true");
    this.current = marked;
    // To measure it at once would lay the page out twice.
    void painted().then(() => this.follow());
  }

  /** Brings the marked move into sight. Whoever reads further up is left there. */
  follow() {
    const { host, current } = this;
    const row = current?.closest("tr");
    if (row && (this.match.past.ply !== null || this.isAtEnd)) host.scrollTop = row.offsetTop - host.clientHeight / 2;
  }

  /** True if the end of the list was in sight when it was scrolled last. */
  isAtEnd = true;

  /** Notes where somebody reads. */
  scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.host;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < clientHeight / 2 + 40;
  }
}

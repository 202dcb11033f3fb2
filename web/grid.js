// The squares of the board as a grid, for keys and screen readers.

import { pieceName } from "./board.js";
import { el, svg, t } from "./dom.js";

/** @typedef {import("./board.js").BoardView} BoardView */

export class Grid {
  /**
   * Lays a grid over a board.
   *
   * @param {BoardView} board
   * @param {Gestures} hear What is done with keys.
   */
  constructor(board, hear) {
    this.board = board;
    this.hear = hear;
    /** @type {Map<string, HTMLElement>} */
    this.all = new Map();
    /** What was said of each last. @type {Map<string, string>} */
    this.said = new Map();
    /** The square that Tab comes to. */
    this.at = "";
    const squares = [...board.sectors.keys()];
    this.files = [...new Set(squares.map(square => square[0]))].sort();
    this.ranks = [...new Set(squares.map(square => square[1]))].sort();
    const grid = el("div", { role: "grid", class: "grid", "aria-label": t("board"), "aria-colcount": this.files.length });
    this.host = grid;
    for (const rank of [...this.ranks].reverse()) {
      const row = el("div", { role: "row" });
      this.files.forEach((file, index) => {
        const square = file + rank;
        const cell = el("div", { role: "gridcell", "aria-colindex": index + 1, tabindex: -1, "data-cell": square });
        this.all.set(square, cell);
        row.append(cell);
      });
      grid.append(row);
    }
    grid.addEventListener("keydown", event => this.key(event));
    grid.addEventListener("click", event => {
      const square = /** @type {HTMLElement} */ (event.target).dataset.cell;
      if (square) this.hear.press(square);
    });
    grid.addEventListener("focusin", event => this.arrive(/** @type {HTMLElement} */ (event.target)));
    grid.addEventListener("focusout", () => board.layers.ring.replaceChildren());
    board.host.append(grid);
    this.place();
    this.rove(`${this.files[0]}${this.ranks[0]}`);
  }

  /** Puts each cell of the grid over its square. */
  place() {
    const { cells, box } = this.board;
    for (const [square, cell] of this.all) {
      const shown = cells.get(square);
      cell.classList.toggle("away", !shown);
      const { x, y, size } = shown ?? { x: box.width / 2, y: box.height / 2, size: 0 };
      cell.style.left = `${(x - size / 2) / box.width * 100}%`;
      cell.style.top = `${(y - size / 2) / box.height * 100}%`;
      cell.style.width = `${size / box.width * 100}%`;
      cell.style.height = `${size / box.height * 100}%`;
    }
    this.ring();
  }

  /** Says of each cell what is there. */
  tell() {
    const { board, lit } = this.board;
    if (!board) return;
    for (const [square, cell] of this.all) {
      const words = [square];
      const code = board.pieces[square];
      if (code) words.push(pieceName(code, board.out));
      if (lit.chosen === square) words.push(t("cell-chosen"));
      if (lit.goals?.has(square)) words.push(t(lit.goals.get(square) ? "cell-takes" : "cell-goal"));
      if (lit.pre?.includes(square)) words.push(t("cell-premove"));
      if (lit.last?.has(square)) words.push(t("cell-last"));
      const label = words.join(", ");
      if (this.said.get(square) === label) continue;
      this.said.set(square, label);
      cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(lit.chosen === square));
    }
  }

  /** Makes a square the one that Tab comes to. @param {string} square */
  rove(square) {
    const cell = this.all.get(square);
    if (!cell) return;
    const before = this.all.get(this.at);
    if (before) before.tabIndex = -1;
    cell.tabIndex = 0;
    this.at = square;
  }

  /** @param {string} square */
  focus(square) {
    this.all.get(square)?.focus({ preventScroll: true });
  }

  get focused() {
    return document.activeElement === this.all.get(this.at);
  }

  /** @param {HTMLElement} cell */
  arrive(cell) {
    this.rove(cell.dataset.cell ?? "");
    if (cell.classList.contains("away")) this.hear.away(this.at);
    this.ring();
  }

  /** Draws the focus around its square. */
  ring() {
    const { cells, layers } = this.board;
    const cell = cells.get(this.at);
    const shows = cell && this.focused && this.all.get(this.at)?.matches(":focus-visible");
    const rings = shows ? ["focus edge", "focus"].map(look => svg("path", { class: look, d: cell.d })) : [];
    layers.ring.replaceChildren(...rings);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { files, ranks, at, board: { sectors } } = this;
    const file = files.indexOf(at[0]);
    const rank = ranks.indexOf(at[1]);
    const across = files.length / 2;
    const square = (/** @type {number} */ to, /** @type {number} */ of) =>
      files[(to + files.length) % files.length] + ranks[of];
    const armies = [...new Set(files.map(one => sectors.get(one + at[1])))];
    const fileOf = (/** @type {Army | undefined} */ army) => files.filter(one => sectors.get(one + at[1]) === army);
    const own = sectors.get(at);
    const beside = (/** @type {number} */ step) => {
      const next = armies[(armies.indexOf(own) + step + armies.length) % armies.length];
      return fileOf(next)[fileOf(own).indexOf(at[0])] + at[1];
    };
    let to = "";
    // Files run clockwise, so at the bottom of the board the next one lies to the left.
    if (event.key === "ArrowLeft") to = square(file + 1, rank);
    else if (event.key === "ArrowRight") to = square(file - 1, rank);
    else if (event.key === "ArrowUp") to = rank + 1 < ranks.length ? square(file, rank + 1) : square(file + across, rank);
    else if (event.key === "ArrowDown") to = rank > 0 ? square(file, rank - 1) : at;
    else if (event.key === "Home") to = fileOf(own)[0] + at[1];
    else if (event.key === "End") to = fileOf(own).slice(-1)[0] + at[1];
    else if (event.key === "PageUp") to = beside(1);
    else if (event.key === "PageDown") to = beside(-1);
    else if (ranks.includes(event.key)) to = at[0] + event.key;
    else if (event.key === "Enter" || event.key === " ") this.hear.press(at);
    else if (!this.hear.key(event, at)) return;
    event.preventDefault();
    if (to) this.focus(to);
  }

  /** Takes the grid away. */
  end() {
    this.host.remove();
    this.board.layers.ring.replaceChildren();
  }
}

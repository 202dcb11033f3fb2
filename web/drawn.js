// Arrows and circles that somebody draws on the board for themselves.

import { svg } from "./dom.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** The looks of what is drawn, by the key that is held. @param {PointerEvent} event */
const lookOf = event => event.shiftKey ? "second" : event.altKey || event.ctrlKey ? "third" : "first";

/** What is drawn on a board: by the right button of a mouse, or by a finger that rests before it is dragged. */
export class Drawn {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.layer = svg("g", { class: "drawn" });
    board.over.append(this.layer);
    /** What stands there, by its squares and their look. @type {Map<string, string>} */
    this.marks = new Map();
    /** Where a line begins that is being drawn, and its look. @type {{ from: string, look: string } | null} */
    this.line = null;
  }

  /** Begins a line. @param {string} from @param {PointerEvent} event */
  begin(from, event) {
    this.line = { from, look: lookOf(event) };
  }

  /** Shows the line to where the pointer is. @param {string | null} to */
  to(to) {
    if (this.line) this.paint(to ? [...this.marks, [this.line.from + to, this.line.look]] : [...this.marks]);
  }

  /** Ends the line; the same once more takes it away. @param {string | null} to */
  end(to) {
    const { line } = this;
    this.line = null;
    if (line && to) {
      const key = line.from + to;
      if (this.marks.get(key) === line.look) this.marks.delete(key);
      else this.marks.set(key, line.look);
    }
    this.again();
  }

  /** Takes everything away; true if there was anything. */
  clear() {
    const had = this.marks.size > 0 || !!this.line;
    this.marks.clear();
    this.line = null;
    this.layer.replaceChildren();
    return had;
  }

  /** Draws it once more where the squares are now. */
  again() {
    this.paint([...this.marks]);
  }

  /** @param {string[][]} marks */
  paint(marks) {
    const { cells } = this.board;
    this.layer.replaceChildren(...marks.flatMap(([squares, look]) => {
      const [from, to] = [cells.get(squares.slice(0, 2)), cells.get(squares.slice(2))];
      if (!from || !to) return [];
      if (from === to) return [svg("circle", { class: look, cx: from.x, cy: from.y, r: from.size * 0.5 })];
      return [svg("line", { class: look, x1: from.x, y1: from.y, x2: to.x, y2: to.y, "marker-end": `url(#head-${look})` })];
    }));
  }
}

// A magnifying glass over the board: what lies under a finger, large and beside it.

import { svg } from "./dom.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** Half its width, in pixels. */
const RADIUS = 56;
/** How far above the finger its middle is. */
const ABOVE = 104;
/** How much larger everything is in it. */
const LARGER = 2;

export class Lens {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    /** @type {SVGElement | null} */
    this.shown = null;
  }

  /** Shows what lies at a place of the screen. @param {number} x @param {number} y */
  show(x, y) {
    const { under, over, box } = this.board;
    const matrix = over.getScreenCTM();
    if (!matrix) return;
    if (!this.shown) {
      const layers = [under.firstElementChild, over].map((layer, at) => {
        if (layer) layer.id = `lens-${at}`;
        return svg("use", { href: `#lens-${at}`, width: box.width, height: box.height });
      });
      this.shown = svg("svg", { class: "lens", "aria-hidden": "true" });
      this.shown.append(...layers);
      document.body.append(this.shown);
    }
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const half = RADIUS / LARGER / matrix.a;
    this.shown.setAttribute("viewBox", [at.x - half, at.y - half, half * 2, half * 2].join(" "));
    // Beside the finger where there is no room above it.
    const [left, top] = y > ABOVE + RADIUS ? [x, y - ABOVE] : [x < innerWidth / 2 ? x + ABOVE : x - ABOVE, y];
    this.shown.style.left = `${Math.max(0, Math.min(left - RADIUS, innerWidth - RADIUS * 2))}px`;
    this.shown.style.top = `${Math.max(0, top - RADIUS)}px`;
  }

  hide() {
    this.shown?.remove();
    this.shown = null;
  }
}

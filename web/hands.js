// What a mouse or fingers do on the board.

import { piece } from "./board.js";
import { svg } from "./dom.js";
import { Drawn } from "./drawn.js";
import { kept } from "./kept.js";
import { Lens } from "./lens.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** Pixels that a pointer moves before it drags. */
const DRAG = 4;
const HOLD = 350;
const HOVER = 120;
export class Hands {
  /**
   * @param {BoardView} board
   * @param {Gestures} hear What is done with gestures.
   * @param {AbortSignal} signal Ends it.
   */
  constructor(board, hear, signal) {
    this.board = board;
    this.hear = hear;
    /** @type {HTMLElement} */
    this.under = board.under;
    this.hovered = "";
    /** @type {{ id: number, square: string, x: number, y: number, touch: boolean, outlook: string, drags: boolean, held: boolean } | null} */
    this.press = null;
    this.drawn = new Drawn(board);
    this.lens = new Lens(board);
    const { under } = this;
    under.addEventListener("pointerdown", event => this.down(event), { signal });
    under.addEventListener("pointermove", event => this.move(event), { signal });
    under.addEventListener("pointerup", event => this.up(event), { signal });
    under.addEventListener("pointercancel", () => {
      this.drawn.end(null);
      this.let();
    }, { signal });
    under.addEventListener("pointerleave", () => this.hover(""), { signal });
    // The right button draws, and a finger that rests shows where a piece can go.
    under.addEventListener("contextmenu", event => event.preventDefault(), { signal });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!event.isPrimary || event.button % 2) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    // The rim counts as well: a square may be meant that lies within reach.
    const square = this.board.squareAt(x, y) ?? "";
    if (event.button) {
      if (!square) return;
      this.drawn.begin(square, event);
      this.under.setPointerCapture(id);
      return;
    }
    this.drawn.clear();
    this.hover("");
    const touch = event.pointerType !== "mouse";
    /** @type {NonNullable<typeof this.press>} */
    const press = { id, square, x, y, touch, outlook: this.board.outlook, drags: false, held: false };
    this.press = press;
    if (touch && this.board.isSmall && kept("whole", false)) this.lens.show(x, y);
    clearTimeout(this.holding);
    if (touch && square) {
      this.holding = setTimeout(() => {
        if (this.press !== press || press.drags) return;
        press.held = true;
        this.hear.hover(square);
      }, HOLD);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, drawn } = this;
    const { clientX: x, clientY: y } = event;
    if (drawn.line) return drawn.to(this.board.squareAt(x, y));
    if (!press) {
      if (event.pointerType === "mouse") this.hover(this.board.squareAt(x, y) ?? "");
      return;
    }
    if (event.pointerId !== press.id) return;
    if (this.lens.shown) this.lens.show(x, y);
    // The other button, while this one is held, calls it off.
    if (event.buttons & 2) return this.hear.release();
    if (!press.drags) {
      const goes = Math.hypot(x - press.x, y - press.y) > DRAG;
      if (goes && press.held) return drawn.begin(press.square, event);
      if (!goes || !press.square || !this.hear.lift(press.square)) return;
      clearTimeout(this.holding);
      press.drags = true;
      this.under.setPointerCapture(press.id);
      this.lightAgain();
    }
    this.follow(x, y);
  }

  /** Keeps the piece under the finger, or a little above it, where it is seen. @param {number} x @param {number} y */
  follow(x, y) {
    const { press } = this;
    const { board, cells, layers, over } = this.board;
    const code = press && board?.pieces[press.square];
    const cell = press && cells.get(press.square);
    const matrix = over.getScreenCTM();
    if (!press || !code || !cell || !matrix || !board) return;
    const size = press.touch ? cell.size * 1.6 : cell.size;
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const drawn = piece(code, board.out, { ...cell, x: at.x, y: at.y - (press.touch ? size * 0.7 : 0), size }, this.board.scale);
    const aimed = cells.get(this.aim(x, y) ?? "");
    layers.ring.replaceChildren(...aimed ? [svg("path", { class: "aim", d: aimed.d })] : [], drawn);
  }

  /** Returns the square that a place means while a piece is dragged. @param {number} x @param {number} y */
  aim(x, y) {
    const square = this.board.squareAt(x, y);
    const { goals } = this.board.lit;
    if (square === this.press?.square || square && goals?.has(square)) return square;
    return this.board.nearest(goals?.keys() ?? [], { x, y }) ?? square;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    const { clientX: x, clientY: y } = event;
    if (this.drawn.line) {
      this.drawn.end(this.board.squareAt(x, y));
      return this.let();
    }
    if (!press || event.pointerId !== press.id) return;
    const { square, touch } = press;
    const aimed = press.drags ? this.aim(x, y) : null;
    const { drags, held } = press;
    this.let();
    if (drags) this.hear.drop(square, { square: aimed, x, y, touch });
    else if (held) return;
    else if (x === press.x && y === press.y && press.outlook === this.board.outlook || (this.board.squareAt(x, y) ?? "") === square) this.hear.tap({ square: square || null, x, y, touch });
  }

  /** Lets go of whatever is dragged: it lies where it lay. */
  let() {
    clearTimeout(this.holding);
    this.lens.hide();
    if (!this.press) return;
    this.press = null;
    this.lightAgain();
    this.board.grid?.ring();
  }

  /** Lets go of everything. */
  end() {
    this.let();
    clearTimeout(this.hovering);
    this.drawn.end(null);
    this.drawn.layer.remove();
  }

  /** Shows which piece is lifted. */
  lightAgain() {
    this.board.light(this.board.lit);
  }

  /** @param {string} square */
  hover(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    clearTimeout(this.hovering);
    this.hovering = setTimeout(() => this.hear.hover(square), square ? HOVER : 0);
  }
}

// The board: the drawing that the server sends, the pieces on it, a grid of its squares for keys and
// screen readers, and the gestures. Where squares lie comes from the ground; what may move where does not
// matter here.

import { Drawn } from "./drawn.js";
import { $, armyOf, asset, drawing, el, isStill, setup, svg, t } from "./live.js";

/** Grounds by outlook. @type {Map<string, Promise<SVGSVGElement>>} */
const grounds = new Map();

/** The ground that the page came with. */
const FIRST = "round-white-000";

/** @param {string} outlook */
export function ground(outlook) {
  let made = grounds.get(outlook);
  if (!made) {
    made = (async () => {
      const read = new DOMParser().parseFromString(await asset(`ground/${outlook}.svg`), "image/svg+xml");
      return /** @type {SVGSVGElement} */ (/** @type {Element} */ (document.importNode(read.documentElement, true)));
    })();
    grounds.set(outlook, made);
    made.catch(() => grounds.delete(outlook));
  }
  return made;
}

/** @param {SVGElement} of @returns {Map<string, Cell>} */
function cellsOf(of) {
  const cells = new Map();
  for (const path of of.querySelectorAll("[data-square]")) {
    const { square, army, x, y, size } = /** @type {SVGElement} */ (path).dataset;
    cells.set(square, { x: Number(x), y: Number(y), size: Number(size), army, d: path.getAttribute("d") });
  }
  return cells;
}

/** @param {string} code @param {string} out */
const isOut = (code, out) => out.includes(code[0]);

/** Names a piece in words. @param {string} code @param {string} out */
export const pieceName = (code, out) => setup.names[isOut(code, out) ? `${code}-` : code] ?? code;

/** @param {string} code @param {string} out @param {Cell} cell */
function piece(code, out, { x, y, size }) {
  const drawn = svg("use", { href: `#piece-${code.slice(1)}`, width: size, height: size });
  drawn.setAttribute("x", String(x - size / 2));
  drawn.setAttribute("y", String(y - size / 2));
  drawn.setAttribute("class", armyOf(code) + (isOut(code, out) ? "-out" : ""));
  return drawn;
}

/** Draws a board that does not change. @param {Board} board @param {string} alt */
export async function picture(board, alt) {
  const shown = /** @type {SVGSVGElement} */ ((await ground(board.outlook)).cloneNode(true));
  const cells = cellsOf(shown);
  shown.lastElementChild?.remove();
  const pieces = svg("g");
  for (const [square, code] of Object.entries(board.pieces)) {
    const cell = cells.get(square);
    if (cell) pieces.append(piece(code, board.out, cell));
  }
  shown.append(drawing(board.beneath), pieces, drawing(board.above));
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", alt);
  return el("div", { class: "board still" }, shown);
}

/** Pixels that a pointer moves before it drags. */
const DRAG = 4;
const HOLD = 350;
const HOVER = 120;
/** Pixels within which something that is meant lies. */
export const REACH = 24;

export class BoardView {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.under = $(".ground", host);
    const first = /** @type {SVGSVGElement} */ (this.under.querySelector("svg"));
    grounds.set(FIRST, Promise.resolve(first));
    this.outlook = FIRST;
    /** The number of boards that were to be shown. */
    this.asked = 0;
    this.cells = cellsOf(first);
    /** Whose sector each square lies in, those that are not shown among them. */
    this.sectors = new Map([...this.cells].map(([square, { army }]) => [square, army]));
    const squares = [...this.cells.keys()];
    this.files = [...new Set(squares.map(square => square[0]))].sort();
    this.ranks = [...new Set(squares.map(square => square[1]))].sort();
    this.box = first.viewBox.baseVal;
    this.over = svg("svg", { class: "over", viewBox: first.getAttribute("viewBox") ?? "", "aria-hidden": "true" });
    const [beneath, lights, pieces, above, ways, top, ring] = Array.from({ length: 7 }, () => svg("g"));
    this.layers = { beneath, lights, pieces, above, ways, top, ring };
    this.over.append(beneath, lights, pieces, above, ways, top, ring);
    this.under.after(this.over);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<string, SVGGraphicsElement>} */
    this.pieces = new Map();
    /** @type {Lights} */
    this.lit = {};
    /** @type {Map<string, HTMLElement>} */
    this.grid = new Map();
    this.at = "";
    /** What is done with gestures and keys; nothing where the board is but shown. @type {Gestures | null} */
    this.hear = null;
    this.hovered = "";
    /** @type {{ id: number, square: string, x: number, y: number, touch: boolean, drags: boolean, held: boolean } | null} */
    this.press = null;
    this.drawn = new Drawn(this);
    this.gestures();
  }

  /**
   * Shows a board; pieces that moved glide there. False if another one was to be shown before this one could.
   *
   * @param {Board} board
   */
  async show(board) {
    const asked = this.asked += 1;
    const turned = board.outlook !== this.outlook;
    if (turned) {
      const next = await ground(board.outlook);
      if (asked !== this.asked) return false;
      this.under.replaceChildren(next);
      this.outlook = board.outlook;
      this.cells = cellsOf(next);
      this.drawn.again();
      this.place();
    }
    const { beneath, pieces, above } = this.layers;
    beneath.replaceChildren(drawing(board.beneath));
    above.replaceChildren(drawing(board.above));
    const before = this.board;
    const left = new Map(before ? Object.entries(before.pieces) : []);
    const glides = before && !turned && !document.hidden && !isStill();
    const came = [];
    for (const [square, code] of Object.entries(board.pieces)) {
      if (left.get(square) === code) left.delete(square);
      else came.push([square, code]);
    }
    if (turned || before?.out !== board.out) {
      pieces.replaceChildren();
      this.pieces.clear();
    }
    for (const square of left.keys()) {
      if (!board.pieces[square] || came.some(([to]) => to === square)) {
        this.pieces.get(square)?.remove();
        this.pieces.delete(square);
      }
    }
    for (const [square, code] of Object.entries(board.pieces)) {
      const cell = this.cells.get(square);
      if (!cell || this.pieces.has(square)) continue;
      const drawn = piece(code, board.out, cell);
      pieces.append(drawn);
      this.pieces.set(square, drawn);
      const from = [...left].find(([, other]) => other === code)?.[0];
      const old = from && this.cells.get(from);
      if (glides && old && this.lit.ghost?.to !== square) {
        left.delete(/** @type {string} */ (from));
        this.glide(drawn, old, cell);
      }
    }
    this.board = board;
    this.light(this.lit);
    return true;
  }

  /**
   * Lets a piece glide to where it is drawn: a copy on a layer of its own, since the whole board would be
   * painted again for each step.
   *
   * @param {SVGGraphicsElement} drawn @param {Cell} from @param {Cell} to
   */
  glide(drawn, from, { x, y, size }) {
    const copy = svg("svg", { class: "glides", viewBox: `${x - size / 2} ${y - size / 2} ${size} ${size}` });
    copy.append(drawn.cloneNode());
    copy.style.left = `${(x - size / 2) / this.box.width * 100}%`;
    copy.style.top = `${(y - size / 2) / this.box.height * 100}%`;
    copy.style.width = `${size / this.box.width * 100}%`;
    copy.style.height = `${size / this.box.height * 100}%`;
    drawn.style.visibility = "hidden";
    this.host.append(copy);
    const shift = `translate(${(from.x - x) / size * 100}%, ${(from.y - y) / size * 100}%)`;
    copy.animate([{ transform: shift }, { transform: "none" }], { duration: 150, easing: "ease-out" }).onfinish = () => {
      drawn.style.visibility = "";
      copy.remove();
    };
  }

  /** Lights squares. @param {Lights} lit */
  light(lit) {
    this.lit = lit;
    const { lights, top } = this.layers;
    lights.replaceChildren();
    top.replaceChildren();
    const fill = (/** @type {string | null | undefined} */ square, /** @type {string} */ look) => {
      const cell = square && this.cells.get(square);
      if (cell) lights.append(svg("path", { d: cell.d, class: look }));
    };
    for (const square of lit.pre ?? []) fill(square, "pre");
    fill(lit.chosen, "chosen");
    for (const [square, takes] of lit.goals ?? []) {
      const cell = this.cells.get(square);
      if (!cell) continue;
      const r = cell.size * (takes ? 0.44 : 0.15);
      top.append(svg("circle", { cx: cell.x, cy: cell.y, r, class: takes ? "takes" : "goal" }));
    }
    const faint = new Set([lit.ghost?.from, this.press?.drags ? this.press.square : ""]);
    for (const [square, drawn] of this.pieces) drawn.classList.toggle("faint", faint.has(square));
    const cell = lit.ghost && this.cells.get(lit.ghost.to);
    const code = lit.ghost && this.board?.pieces[lit.ghost.from];
    if (cell && code && this.board) {
      const drawn = piece(code, this.board.out, cell);
      drawn.classList.add("ghost");
      top.append(drawn);
    }
    this.tell();
  }

  /** Draws ways of pieces. @param {{ d: string }[]} ways */
  draw(ways) {
    const paths = ways.flatMap(({ d }) => [svg("path", { class: "way edge", d }), svg("path", { class: "way", d })]);
    this.layers.ways.replaceChildren(...paths);
  }

  // The grid.

  /** Lays a grid over the board. @param {string} label */
  lay(label) {
    if (this.grid.size) return;
    const grid = el("div", { role: "grid", class: "grid", "aria-label": label, "aria-colcount": this.files.length });
    for (const rank of [...this.ranks].reverse()) {
      const row = el("div", { role: "row" });
      this.files.forEach((file, index) => {
        const square = file + rank;
        const cell = el("div", { role: "gridcell", "aria-colindex": index + 1, tabindex: -1, "data-cell": square });
        this.grid.set(square, cell);
        row.append(cell);
      });
      grid.append(row);
    }
    grid.addEventListener("keydown", event => this.key(event));
    grid.addEventListener("click", event => {
      const square = /** @type {HTMLElement} */ (event.target).dataset.cell;
      if (square) this.hear?.press(square);
    });
    grid.addEventListener("focusin", event => this.arrive(/** @type {HTMLElement} */ (event.target)));
    grid.addEventListener("focusout", () => this.layers.ring.replaceChildren());
    this.host.append(grid);
    this.place();
    this.rove(`${this.files[0]}${this.ranks[0]}`);
  }

  /** Puts each cell of the grid over its square. */
  place() {
    for (const [square, cell] of this.grid) {
      const shown = this.cells.get(square);
      cell.classList.toggle("away", !shown);
      const { x, y, size } = shown ?? { x: this.box.width / 2, y: this.box.height / 2, size: 0 };
      cell.style.left = `${(x - size / 2) / this.box.width * 100}%`;
      cell.style.top = `${(y - size / 2) / this.box.height * 100}%`;
      cell.style.width = `${size / this.box.width * 100}%`;
      cell.style.height = `${size / this.box.height * 100}%`;
    }
    this.ring();
  }

  /** Says of each cell what is there. */
  tell() {
    const { board, lit } = this;
    if (!board) return;
    for (const [square, cell] of this.grid) {
      const words = [square];
      const code = board.pieces[square];
      if (code) words.push(pieceName(code, board.out));
      if (lit.chosen === square) words.push(t("cell-chosen"));
      if (lit.goals?.has(square)) words.push(t(lit.goals.get(square) ? "cell-takes" : "cell-goal"));
      if (lit.pre?.includes(square)) words.push(t("cell-premove"));
      if (lit.last?.has(square)) words.push(t("cell-last"));
      const label = words.join(", ");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      const chosen = String(lit.chosen === square);
      if (cell.getAttribute("aria-selected") !== chosen) cell.setAttribute("aria-selected", chosen);
    }
  }

  /** Makes a square the one that Tab comes to. @param {string} square */
  rove(square) {
    const cell = this.grid.get(square);
    if (!cell) return;
    const before = this.grid.get(this.at);
    if (before) before.tabIndex = -1;
    cell.tabIndex = 0;
    this.at = square;
  }

  /** @param {string} square */
  focus(square) {
    this.grid.get(square)?.focus({ preventScroll: true });
  }

  get focused() {
    return document.activeElement === this.grid.get(this.at);
  }

  /** @param {HTMLElement} cell */
  arrive(cell) {
    this.rove(cell.dataset.cell ?? "");
    if (cell.classList.contains("away")) this.hear?.away(this.at);
    this.ring();
  }

  /** Draws the focus around its square. */
  ring() {
    const cell = this.cells.get(this.at);
    const shows = cell && this.focused && this.grid.get(this.at)?.matches(":focus-visible");
    const rings = shows ? ["focus edge", "focus"].map(look => svg("path", { class: look, d: cell.d })) : [];
    this.layers.ring.replaceChildren(...rings);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { files, ranks, at, sectors } = this;
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
    else if (event.key === "Enter" || event.key === " ") this.hear?.press(at);
    else if (!this.hear?.key(event, at)) return;
    event.preventDefault();
    if (to) this.focus(to);
  }

  // Gestures.

  /** Returns the square under a place on the screen. @param {number} x @param {number} y */
  squareAt(x, y) {
    const hit = document.elementFromPoint(x, y)?.closest("[data-square]");
    return hit && this.under.contains(hit) ? /** @type {SVGElement} */ (hit).dataset.square ?? null : null;
  }

  /** Returns the middle of a square on the screen. @param {string} square */
  middle(square) {
    const cell = this.cells.get(square);
    const matrix = this.over.getScreenCTM();
    return cell && matrix ? new DOMPoint(cell.x, cell.y).matrixTransform(matrix) : null;
  }

  /**
   * Returns the square whose middle is nearest to a place, within reach.
   *
   * @param {Iterable<string>} squares
   * @param {{ x: number, y: number }} place
   */
  nearest(squares, { x, y }) {
    let best = null;
    let least = REACH;
    for (const square of squares) {
      const middle = this.middle(square);
      const far = middle ? Math.hypot(middle.x - x, middle.y - y) : least + 1;
      if (far <= least) [best, least] = [square, far];
    }
    return best;
  }

  /** Width of the board in pixels. */
  get width() {
    return this.host.clientWidth;
  }

  gestures() {
    /** @type {HTMLElement} */
    const under = this.under;
    under.addEventListener("pointerdown", event => this.down(event));
    under.addEventListener("pointermove", event => this.move(event));
    under.addEventListener("pointerup", event => this.up(event));
    under.addEventListener("pointercancel", () => {
      this.drawn.end(null);
      this.let();
    });
    under.addEventListener("pointerleave", () => this.hover(""));
    // The right button draws, and a finger that rests shows where a piece can go.
    under.addEventListener("contextmenu", event => this.hear && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.hear || !event.isPrimary || event.button % 2) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    // The rim counts as well: a square may be meant that lies within reach.
    const square = this.squareAt(x, y) ?? "";
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
    const press = { id, square, x, y, touch, drags: false, held: false };
    this.press = press;
    clearTimeout(this.holding);
    if (touch && square) {
      this.holding = setTimeout(() => {
        if (this.press !== press || press.drags) return;
        press.held = true;
        this.hear?.hover(square);
      }, HOLD);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, drawn } = this;
    const { clientX: x, clientY: y } = event;
    if (drawn.line) return drawn.to(this.squareAt(x, y));
    if (!press) {
      if (this.hear && event.pointerType === "mouse") this.hover(this.squareAt(x, y) ?? "");
      return;
    }
    if (event.pointerId !== press.id) return;
    // The other button, while this one is held, calls it off.
    if (event.buttons & 2) return this.hear?.release();
    if (!press.drags) {
      const goes = Math.hypot(x - press.x, y - press.y) > DRAG;
      if (goes && press.held) return drawn.begin(press.square, event);
      if (!goes || !press.square || !this.hear?.lift(press.square)) return;
      clearTimeout(this.holding);
      press.drags = true;
      this.under.setPointerCapture(press.id);
      this.light(this.lit);
    }
    this.follow(x, y);
  }

  /** Keeps the piece under the finger, or a little above it, where it is seen. @param {number} x @param {number} y */
  follow(x, y) {
    const { press, board } = this;
    const code = press && board?.pieces[press.square];
    const cell = press && this.cells.get(press.square);
    const matrix = this.over.getScreenCTM();
    if (!press || !code || !cell || !matrix || !board) return;
    const size = press.touch ? cell.size * 1.6 : cell.size;
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const drawn = piece(code, board.out, { ...cell, x: at.x, y: at.y - (press.touch ? size * 0.7 : 0), size });
    const aimed = this.cells.get(this.aim(x, y) ?? "");
    this.layers.ring.replaceChildren(...aimed ? [svg("path", { class: "aim", d: aimed.d })] : [], drawn);
  }

  /** Returns the square that a place means while a piece is dragged. @param {number} x @param {number} y */
  aim(x, y) {
    const square = this.squareAt(x, y);
    if (square === this.press?.square || square && this.lit.goals?.has(square)) return square;
    return this.nearest(this.lit.goals?.keys() ?? [], { x, y }) ?? square;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    const { clientX: x, clientY: y } = event;
    if (this.drawn.line) {
      this.drawn.end(this.squareAt(x, y));
      return this.let();
    }
    if (!press || event.pointerId !== press.id) return;
    const { square, touch } = press;
    const aimed = press.drags ? this.aim(x, y) : null;
    const { drags, held } = press;
    this.let();
    if (drags) this.hear?.drop(square, { square: aimed, x, y, touch });
    else if (held) return;
    else if ((this.squareAt(x, y) ?? "") === square) this.hear?.tap({ square: square || null, x, y, touch });
  }

  /** Lets go of whatever is dragged: it lies where it lay. */
  let() {
    clearTimeout(this.holding);
    if (!this.press) return;
    this.press = null;
    this.light(this.lit);
    this.ring();
  }

  /** @param {string} square */
  hover(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    clearTimeout(this.hovering);
    this.hovering = setTimeout(() => this.hear?.hover(square), square ? HOVER : 0);
  }
}

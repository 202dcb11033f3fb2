// The board: the drawing that the server sends, the pieces on it, and what is lit. Where squares lie comes from the
// ground; what may move where does not matter here.

import { $, armyOf, drawing, el, isStill, setup, svg } from "./dom.js";
import { asset } from "./server.js";
import { sprite } from "./sprites.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./hands.js").Hands} Hands */

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
export function cellsOf(of) {
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

/** @param {string} code @param {string} out @param {Cell} cell @param {number} [scale] Pixels for each unit of the board, if that is known. */
export function piece(code, out, { x, y, size }, scale = 0) {
  const drawn = sprite(code.slice(1), armyOf(code) + (isOut(code, out) ? "-out" : ""), size * scale);
  for (const [name, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) {
    drawn.setAttribute(name, String(value));
  }
  return drawn;
}

/** Draws a board that does not change. @param {Board} board @param {string} [alt] The same in words, where nothing else says it. */
export async function picture(board, alt = "") {
  const shown = /** @type {SVGSVGElement} */ ((await ground(board.outlook)).cloneNode(true));
  const cells = cellsOf(shown);
  const pieces = svg("g");
  for (const [square, code] of Object.entries(board.pieces)) {
    const cell = cells.get(square);
    if (cell) pieces.append(piece(code, board.out, cell));
  }
  shown.append(drawing(board.beneath), pieces, drawing(board.above));
  if (alt) {
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", alt);
  }
  return el("div", { class: "board still" }, shown);
}

/** The board before the first move, as the first page has it. @returns {Board} */
export const beginning = () => ({ outlook: FIRST, pieces: setup.choices.start, out: "", beneath: "", above: "", ply: 0 });

/** Pixels within which something that is meant lies. */
const REACH = 24;

/** Width of a board, in pixels, below which a sector is shown for each move, or what lies under a finger. */
const SMALL = 480;

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
    /** The squares for keys and readers, and the hands on the board; none where it is but shown. @type {Grid | null} */
    this.grid = null;
    /** @type {Hands | null} */
    this.hands = null;
    /** Pixels for each of its units; 0 before that is known. */
    this.scale = 0;
    new ResizeObserver(() => {
      const before = this.scale;
      this.scale = host.clientWidth / this.box.width;
      if (before && Math.abs(this.scale / before - 1) > 0.1) this.again();
    }).observe(host);
    addEventListener("sprites", () => this.again());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.enlarging = undefined;
    // Enlarged by two fingers, pieces have more pixels.
    globalThis.visualViewport?.addEventListener("resize", () => {
      clearTimeout(this.enlarging);
      this.enlarging = setTimeout(() => this.again(), 300);
    });
  }

  /** Draws all pieces once more. */
  again() {
    const { board, cells } = this;
    if (!board) return;
    this.layers.pieces.replaceChildren();
    this.pieces.clear();
    for (const [square, code] of Object.entries(board.pieces)) {
      const cell = cells.get(square);
      if (cell) this.put(square, piece(code, board.out, cell, this.scale));
    }
    this.light(this.lit);
  }

  /** @param {string} square @param {SVGGraphicsElement} drawn */
  put(square, drawn) {
    this.layers.pieces.append(drawn);
    this.pieces.set(square, drawn);
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
      this.hands?.drawn.again();
      this.grid?.place();
    }
    const { pieces } = this.layers;
    const before = this.board;
    for (const layer of /** @type {const} */ (["beneath", "above"])) {
      if (before?.[layer] !== board[layer]) this.layers[layer].replaceChildren(drawing(board[layer]));
    }
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
      const drawn = piece(code, board.out, cell, this.scale);
      this.put(square, drawn);
      const from = [...left].find(([, other]) => other === code)?.[0];
      const old = from && this.cells.get(from);
      if (glides && old && this.lit.ghost?.to !== square) {
        left.delete(/** @type {string} */ (from));
        this.glide(drawn, old, cell);
      }
    }
    this.board = board;
    this.light(this.lit);
    void this.overview(board);
    return true;
  }

  /** Shows the whole board in small above a sector. @param {Board} board */
  async overview(board) {
    const small = $("#overview");
    small.hidden = !board.outlook.startsWith("sector");
    if (small.hidden) return small.replaceChildren();
    const whole = await picture({ ...board, outlook: board.outlook.replace("sector", "round"), beneath: "", above: "" });
    if (this.board === board) small.replaceChildren(whole);
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
    const faint = new Set([lit.ghost?.from, this.hands?.press?.drags ? this.hands.press.square : ""]);
    for (const [square, drawn] of this.pieces) drawn.classList.toggle("faint", faint.has(square));
    const cell = lit.ghost && this.cells.get(lit.ghost.to);
    const code = lit.ghost && this.board?.pieces[lit.ghost.from];
    if (cell && code && this.board) {
      const drawn = piece(code, this.board.out, cell, this.scale);
      drawn.classList.add("ghost");
      top.append(drawn);
    }
    this.grid?.tell();
  }

  /** Draws ways of pieces. @param {{ d: string }[]} ways */
  draw(ways) {
    const paths = ways.flatMap(({ d }) => [svg("path", { class: "way edge", d }), svg("path", { class: "way", d })]);
    this.layers.ways.replaceChildren(...paths);
  }
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

  /** True if a finger can miss its squares. */
  get isSmall() {
    return this.scale > 0 && this.scale * this.box.width < SMALL;
  }
}

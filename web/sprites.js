// Pieces as pictures: each is drawn once for its army and size, since a board of pictures is painted much sooner than
// one of outlines.

import { $, svg } from "./dom.js";

/** What parts of an outline take from the style sheet. */
const LOOK = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "paint-order", "display"];
/** Widths of pictures are multiples of this, in pixels, and at most so many of them. */
const STEP = 32;
const MOST = 16;
/** Milliseconds before pictures are drawn: what is seen comes first. */
const REST = 400;

/** The addresses of pictures by role, look and width; empty where one can't be drawn. @type {Map<string, string>} */
const pictures = new Map();
/** Those that are to be drawn. @type {Set<string>} */
const wanted = new Set();
/** Counts how often pieces have changed their looks. */
let dressed = 0;
/** True while pictures are drawn. */
let isDrawing = false;

/** True if the browser draws what it is told: some put noise in its place, so that nobody is known by it. */
const isTrue = (() => {
  /** @type {boolean | undefined} */
  let known;
  return () => {
    if (known !== undefined) return known;
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return known = false;
    context.fillStyle = "#123456";
    context.fillRect(0, 0, 4, 4);
    const pixels = [...context.getImageData(0, 0, 4, 4).data];
    return known = pixels.every((value, at) => value === [0x12, 0x34, 0x56, 0xff][at % 4]);
  };
})();

/**
 * Makes a piece: a picture if there is one, or else its outline.
 *
 * @param {string} role @param {string} look @param {number} pixels Its width on the screen; 0 where that is not known.
 */
export function sprite(role, look, pixels) {
  const steps = Math.ceil(pixels * devicePixelRatio * (globalThis.visualViewport?.scale ?? 1) / STEP);
  const key = `${role} ${look} ${Math.min(steps, MOST) * STEP}`;
  const href = pictures.get(key);
  if (href) return svg("image", { href, class: look });
  if (pixels && href === undefined) {
    wanted.add(key);
    if (!isDrawing) {
      isDrawing = true;
      setTimeout(drawAll, REST);
    }
  }
  return svg("use", { href: `#piece-${role}`, class: look });
}

/** Forgets all pictures: pieces look otherwise from now on. */
export function redraw() {
  dressed += 1;
  for (const href of pictures.values()) if (href) URL.revokeObjectURL(href);
  pictures.clear();
  dispatchEvent(new Event("sprites"));
}

async function drawAll() {
  let isNew = false;
  for (const key of wanted) {
    // One at a time, while there is nothing else to do.
    await new Promise(done => "requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: REST }) : setTimeout(done, 20));
    const as = dressed;
    const drawn = isTrue() ? await draw(key).catch(() => null) : null;
    // They may look otherwise by now.
    if (as !== dressed) continue;
    wanted.delete(key);
    pictures.set(key, drawn ? URL.createObjectURL(drawn) : "");
    isNew ||= !!drawn;
  }
  isDrawing = wanted.size > 0;
  if (isDrawing) setTimeout(drawAll, REST);
  if (isNew) dispatchEvent(new Event("sprites"));
}

/** Draws a piece. @param {string} key @returns {Promise<Blob | null>} */
async function draw(key) {
  const [role, look, width] = key.split(" ");
  // Outlines hear of their army by inheriting alone.
  const copy = svg("g", { class: look });
  copy.append(.../** @type {Node[]} */ ([...$(`#piece-${role}`).cloneNode(true).childNodes]));
  $("#symbols").after(copy);
  for (const part of /** @type {NodeListOf<SVGElement>} */ (copy.querySelectorAll("[class]"))) {
    const style = getComputedStyle(part);
    for (const name of LOOK) part.style.setProperty(name, style.getPropertyValue(name));
  }
  copy.remove();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${width}" height="${width}">${copy.innerHTML}</svg>`)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Number(width);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise(done => canvas.toBlob(done));
}

// Pieces as pictures: each is drawn once for its army and size, since a board of pictures is painted much sooner than
// one of outlines.

import { $, svg } from "./dom.js";

/** What parts of an outline take from the style sheet. */
const LOOK = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "paint-order", "display"];
/** Widths of pictures are multiples of this, in pixels. */
const STEP = 32;
/** Milliseconds before pictures are drawn: what is seen comes first. */
const REST = 400;

/** The addresses of pictures by role, look and width. @type {Map<string, string>} */
const pictures = new Map();
/** Those that are to be drawn. @type {Set<string>} */
const wanted = new Set();

/**
 * Makes a piece: a picture if there is one, or else its outline.
 *
 * @param {string} role @param {string} look @param {number} pixels Its width on the screen; 0 where that is not known.
 */
export function sprite(role, look, pixels) {
  const key = `${role} ${look} ${Math.ceil(pixels * devicePixelRatio / STEP) * STEP}`;
  const href = pictures.get(key);
  if (href) return svg("image", { href, class: look });
  if (pixels && !wanted.size) setTimeout(drawAll, REST);
  if (pixels) wanted.add(key);
  return svg("use", { href: `#piece-${role}`, class: look });
}

/** Forgets all pictures: pieces look otherwise from now on. */
export function redraw() {
  for (const href of pictures.values()) URL.revokeObjectURL(href);
  pictures.clear();
  dispatchEvent(new Event("sprites"));
}

async function drawAll() {
  const keys = [...wanted];
  wanted.clear();
  const symbols = $("#symbols").innerHTML;
  /** @type {(Blob | null)[]} */
  const all = [];
  for (const key of keys) {
    // One at a time, while there is nothing else to do.
    await new Promise(done => "requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: REST }) : setTimeout(done, 20));
    all.push(await draw(key).catch(() => null));
  }
  // They may look otherwise by now.
  if ($("#symbols").innerHTML !== symbols) return redraw();
  all.forEach((one, at) => { if (one) pictures.set(keys[at], URL.createObjectURL(one)); });
  dispatchEvent(new Event("sprites"));
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

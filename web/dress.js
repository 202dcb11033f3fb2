// What the board wears: a theme, and a set of pieces.

import { $, all, drawing, el, setup } from "./dom.js";
import { keep, kept } from "./kept.js";
import { asset } from "./server.js";
import { redraw } from "./sprites.js";

/** What the page has by itself, with the theme that it wore last. */
const worn = { theme: document.documentElement.dataset.theme ?? "classic", pieces: "carved" };

/** Puts on a theme and a set of pieces. @param {{ theme: string, pieces: string }} looks */
export async function dress({ theme, pieces }) {
  if (theme !== worn.theme) {
    worn.theme = theme;
    const before = all("link.theme");
    await new Promise(load => {
      const href = `/a/${setup.digest}/theme/${encodeURIComponent(theme)}.css`;
      document.head.append(el("link", { rel: "stylesheet", class: "theme", href, load, error: load }));
    });
    before.forEach(one => one.remove());
    redraw();
  }
  if (pieces !== worn.pieces) {
    worn.pieces = pieces;
    const symbols = await asset(`pieces/${encodeURIComponent(pieces)}.svg`).catch(() => { worn.pieces = ""; });
    if (symbols) $("#symbols").replaceChildren(drawing(symbols));
    redraw();
  }
}

/** Puts on what was worn last: the theme is there already. */
export const dressAsBefore = () => dress({ ...worn, pieces: kept("looks", worn).pieces });

/** Remembers what a player wears. @param {You} you */
export function wear({ theme, pieces }) {
  const looks = { theme, pieces };
  if (JSON.stringify(looks) !== JSON.stringify(kept("looks", worn))) keep("looks", looks);
  void dress(looks);
}

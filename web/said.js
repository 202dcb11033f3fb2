// What the page says: the regions that are read out, the texts that pass, and the dialog.

import { $, el, setup } from "./dom.js";
import { fit } from "./fit.js";

/** How long words stay to be read out. */
const READ = 3_000;
/** How long readers need to know a region that has moved from a dialog or to one. */
const SETTLE = 100;
let lastSaid = "";

/** @param {string} region @param {string} text */
function announce(region, text) {
  if (!text) return;
  // The same words again would not be read again.
  lastSaid = text === lastSaid ? `${text}\u00a0` : text;
  const said = el("p", null, lastSaid);
  setTimeout(() => $(region).append(said), SETTLE);
  setTimeout(() => said.remove(), SETTLE + READ);
}

/** Says something to those who listen, when they are free. @param {string} text */
export const say = text => announce("#said", text);

/** Says something at once. @param {string} text */
export const callOut = text => announce("#called", text);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Shows and says a short text. @param {string} text */
export function toast(text) {
  const shown = $("#toast");
  shown.replaceChildren(...moments(text));
  shown.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { shown.hidden = true; }, 4_000 + text.length * 50);
  say(shown.textContent ?? "");
}

/** Puts moments that stand in a text as numbers into the reader's words. @param {string} text */
export function moments(text = "") {
  return text.split(/(<t:-?\d+(?::\w)?>)/).map(part => {
    const found = /^<t:(-?\d+)/.exec(part);
    if (!found) return part;
    const at = new Date(Number(found[1]) * 1000);
    const words = new Intl.DateTimeFormat(setup.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
    return el("time", { dateTime: at.toISOString() }, words);
  });
}
/**
 * Opens a dialog, and gives the focus back to where it was when it closes. What is read out and shown in
 * passing comes along: beside a dialog that is open nothing is heard, and little seen.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} inner
 */
export function openDialog(dialog, inner) {
  if (!dialog.open) {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    dialog.showModal();
    dialog.append($("#voices"));
    dialog.addEventListener("close", () => {
      ($("dialog[open]") ?? document.body).append($("#voices"));
      if (before.isConnected) before.focus({ preventScroll: true });
    }, { once: true });
  }
  inner.focus();
  inner.scrollTop = 0;
}

/** Shows parts of a page in the dialog. @param {...Node} parts */
export function inform(...parts) {
  // A page of its own has room for it.
  const place = $("#shown");
  const inner = place ?? $("#answer .inner");
  const active = document.activeElement;
  // A switch that was just pressed keeps the focus, and its new state is all that is read out.
  if (active?.getAttribute("role") === "switch" && inner.contains(active)) fit(inner, parts);
  else inner.replaceChildren(...parts);
  if (!place && !inner.contains(document.activeElement)) openDialog($("#answer"), inner);
}

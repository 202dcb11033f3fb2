// Requests of players, and the answers to them.

import { picture } from "./board.js";
import { $, aria, button, el, t } from "./dom.js";
import { speak } from "./kept.js";
import { inform, moments, toast } from "./said.js";
import { post, unshown } from "./server.js";

/** True for a button that takes a seat. @param {Button} button */
export const isJoin = ({ id }) => id.split(":", 4)[3] === "join";

/** Makes buttons of a message. @param {Button[]} buttons @param {Voice} voice */
export function buttonsOf(buttons, voice) {
  const row = el("div", { class: "buttons" });
  for (const { id, label, short, enabled, look, row: begins, why } of buttons) {
    if (begins && row.childElementCount) row.append(el("span", { class: "break" }));
    const press = (/** @type {any} */ { currentTarget: one }) =>
      one.getAttribute("aria-disabled") ? toast(one.title) : ask(one.voice, "press", { id: one.dataset.press }, one);
    // What a button does is the same after every move, but for the ply that its id names.
    const key = id.split(":").filter((_, at) => at !== 2).join(":");
    row.append(Object.assign(button(short ?? label, press, {
      class: look, disabled: !enabled && !why, "aria-disabled": why ? "true" : null, title: why ?? (short ? label : null), "data-press": id, "data-key": key,
    }), { voice }));
  }
  return row;
}

/** Lets a button rest while something is done. @param {HTMLElement} on @param {() => Promise<unknown>} work */
export async function busy(on, work) {
  if (on.hasAttribute("aria-busy")) return;
  aria(on, "busy", "true");
  await work().finally(() => aria(on, "busy", null));
}

/**
 * Sends a request, and shows the answer.
 *
 * @param {Voice} voice
 * @param {string} what
 * @param {object} body
 * @param {HTMLElement} [on] The button that was pressed.
 */
export async function ask(voice, what, body, on = el("p")) {
  /** @type {Answer | null} */
  let answer = null;
  await busy(on, async () => {
    const got = await post(what, { ...voice.who(), ...body });
    answer = got.answer;
    if (got.text && !got.answer) return toast(got.text);
    if (got.answer.lang !== undefined) speak(got.answer.lang ?? "");
    try {
      if (voice.done(got.answer)) $("#answer").close();
      else await show(voice, got.answer);
    } catch {
      unshown();
    }
  });
  return /** @type {Answer | null} */ (answer);
}

let names = 0;

/** @param {Voice} voice @param {Menu} menu */
function menuOf(voice, menu) {
  const id = `menu-${names += 1}`;
  const picks = el("select", { id });
  for (const option of menu.options) {
    const words = option.about ? `${option.label} · ${option.about}` : option.label;
    picks.append(el("option", { value: option.id, selected: option.chosen }, words));
  }
  const go = button(t("choose"), () => picks.value && ask(voice, "press", { id: picks.value }, go));
  return el("div", { class: "menu" }, el("label", { for: id }, menu.prompt), el("div", { class: "beside" }, picks, go));
}

/** A link in a text, with the secret of a seat or of those who watch. */
const LINK = /https?:\/\/\S+#[sw]=[\w-]{22}(?:\.\w+)?/;

/** @param {string} text @param {string} [look] */
const lines = (text, look = "") => el("p", { class: `lines ${look}`, dir: "auto" }, ...moments(text));

/** Shows an answer: a short one in passing, a longer one in the dialog. @param {Voice} voice @param {Answer} answer */
async function show(voice, answer) {
  const { text, blocks, buttons, menus, board, file, refused } = answer;
  const dialog = $("#answer");
  // What passes cannot be selected.
  const link = LINK.exec(text)?.[0];
  const isLong = link || blocks.length || buttons.length || menus.length || board || file || text.length > 200 || $("#shown:empty") || text.includes("\n");
  if (!isLong) {
    if (!refused) dialog.close();
    return toast(text);
  }
  const shown = board && await picture(board, answer.alt ?? "").catch(() => null);
  /** @param {Block} block */
  const part = block => {
    if (block.kind === "heading") return el("h2", { dir: "auto" }, ...moments(block.text));
    if (block.kind === "beside") {
      const row = buttonsOf([block.button], voice);
      if (!block.switch) return el("div", { class: "beside" }, lines(block.text), row);
      const { about, on } = block.switch;
      const turn = /** @type {HTMLElement} */ (row.firstElementChild);
      turn.textContent = "";
      turn.id = `switch-${about}`.replaceAll(" ", "-");
      // It stays the same one whichever way it is.
      turn.dataset.key = about;
      turn.setAttribute("role", "switch");
      aria(turn, "checked", String(on));
      return el("div", { class: "beside" }, el("label", { for: turn.id, class: "lines" }, about), row);
    }
    if (block.kind === "buttons") return buttonsOf(block.buttons, voice);
    if (block.kind === "menu") return menuOf(voice, block.menu);
    return block.kind === "board" ? shown : lines(block.text, block.kind);
  };
  /** @type {(Node | null)[]} */
  const parts = blocks.length ? blocks.map(part) : [lines(link ? text.replace(link, "") : text), shown];
  if (link) parts.push((await import("./cards.js")).linkField(t("own"), link, voice));
  // The blocks of a page hold its buttons and menus as well.
  if (!blocks.length) parts.push(...menus.map(menu => menuOf(voice, menu)), buttonsOf(buttons, voice));
  if (file) {
    const href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    parts.push(el("a", { href, download: file.name, class: "button" }, t("download", { name: file.name })));
  }
  inform(...parts.filter(one => !!one));
}

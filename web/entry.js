// What is typed and what is answered: the entry line with its completion, the dialog that shows answers,
// and the regions that are read out.

import { $, aria, asset, button, el, kept, post, setup, speak, t, unshown } from "./live.js";
import { picture } from "./board.js";

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

/** Makes buttons of a message. @param {Button[]} buttons @param {Voice} voice */
export function buttonsOf(buttons, voice) {
  const row = el("div", { class: "buttons" });
  for (const { id, label, enabled, look, row: begins } of buttons) {
    if (begins && row.childElementCount) row.append(el("span", { class: "break" }));
    const press = (/** @type {any} */ { currentTarget: one }) => ask(one.voice, "press", { id: one.dataset.press }, one);
    // What a button does is the same after every move, but for the ply that its id names.
    const key = id.split(":").filter((_, at) => at !== 2).join(":");
    row.append(Object.assign(button(label, press, { class: look, disabled: !enabled, "data-press": id, "data-key": key }), { voice }));
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

/** Shows a link to copy. @param {string} label @param {string} href */
export function linkField(label, href) {
  const field = el("input", { type: "text", readonly: true, value: href, "aria-label": label });
  field.onfocus = () => field.select();
  const click = async () => {
    try {
      await navigator.clipboard.writeText(href);
      toast(t("copied"));
    } catch {
      field.focus();
      toast(t("copy-yourself"));
    }
  };
  return el("div", { class: "beside" }, field, button(t("copy"), click, { class: "main", "data-key": href }));
}

/** @param {string} text @param {string} [look] */
const lines = (text, look = "") => el("p", { class: `lines ${look}`, dir: "auto" }, ...moments(text));

/** Shows an answer: a short one in passing, a longer one in the dialog. @param {Voice} voice @param {Answer} answer */
async function show(voice, answer) {
  const { text, blocks, buttons, menus, board, file, refused } = answer;
  const dialog = $("#answer");
  // What passes cannot be selected.
  const link = LINK.exec(text)?.[0];
  const isLong = link || blocks.length || buttons.length || menus.length || board || file || text.length > 200 || text.includes("\n");
  if (!isLong) {
    if (!refused) dialog.close();
    return toast(text);
  }
  const shown = board && await picture(board, answer.alt ?? "").catch(() => null);
  /** @param {Block} block */
  const part = block => {
    if (block.kind === "heading") return el("h2", { dir: "auto" }, ...moments(block.text));
    if (block.kind === "beside") return el("div", { class: "beside" }, lines(block.text), buttonsOf([block.button], voice));
    if (block.kind === "buttons") return buttonsOf(block.buttons, voice);
    if (block.kind === "menu") return menuOf(voice, block.menu);
    return block.kind === "board" ? shown : lines(block.text, block.kind);
  };
  /** @type {(Node | null)[]} */
  const parts = blocks.length ? blocks.map(part) : [lines(link ? text.replace(link, "") : text), shown];
  if (link) parts.push(linkField(t("own"), link));
  // The blocks of a page hold its buttons and menus as well.
  if (!blocks.length) parts.push(...menus.map(menu => menuOf(voice, menu)), buttonsOf(buttons, voice));
  if (file) {
    const href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    parts.push(el("a", { href, download: file.name, class: "button" }, t("download", { name: file.name })));
  }
  inform(...parts.filter(one => !!one));
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
  const inner = $("#answer .inner");
  inner.replaceChildren(...parts);
  openDialog($("#answer"), inner);
}

// Turn cues.

const icon = $("#icon");
const plain = icon.href;
let dotted = "";

/** Marks the icon of the page. @param {boolean} is */
export async function mark(is) {
  if (is && !dotted) {
    const text = await asset("icon.svg").catch(() => "");
    const dot = '<circle cx="24" cy="8" r="7" fill="#e5484d" stroke="#fff" stroke-width="2"/></svg>';
    dotted = text && `data:image/svg+xml,${encodeURIComponent(text.replace("</svg>", dot))}`;
  }
  icon.href = is && document.hidden && dotted || plain;
}

/** @type {AudioContext | undefined} */
let audio;
for (const kind of ["pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (navigator.userActivation && !navigator.userActivation.isActive) return;
    if (kept("sound", true)) audio ??= new AudioContext();
    void audio?.resume();
  }, { passive: true });
}

/** Sounds softly, if that is wanted. */
export function chime() {
  if (!audio || !kept("sound", true)) return;
  for (const [frequency, after] of [[523, 0], [784, 0.12]]) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency });
    const loud = new GainNode(audio, { gain: 0 });
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.08, at + 0.02);
    loud.gain.linearRampToValueAtTime(0, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}

// The entry line.

/** How long typing rests before completions are asked for. */
const REST = 120;

/** The line that takes moves and commands, with its completion. */
export class Entry {
  /**
   * @param {HTMLElement} form
   * @param {Voice} voice
   * @param {() => void} leave What happens when Escape is pressed in an empty line.
   */
  constructor(form, voice, leave) {
    /** A refusal stands under the line, where it can be mended. @type {Voice} */
    this.voice = {
      who: voice.who,
      done: answer => {
        const is = answer.refused !== null;
        if (is) this.refuse(answer);
        else if (answer.match) {
          this.refusal.hidden = true;
          this.input.value = "";
        }
        return voice.done(answer) || is;
      },
    };
    this.leave = leave;
    /** @type {HTMLInputElement} */
    this.input = $("input", form);
    /** @type {HTMLElement} */
    this.list = $("ul", form);
    /** Why what was sent last is refused, and what may have been meant. @type {HTMLElement} */
    this.refusal = $(".refusal", form);
    form.addEventListener("submit", event => {
      event.preventDefault();
      void this.send();
    });
    this.asked = 0;
    this.active = -1;
    /** @type {Suggestions} */
    this.found = { start: 0, suggestions: [] };
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", event => this.key(event));
    this.input.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", event => event.preventDefault());
    this.list.addEventListener("click", event => {
      const option = /** @type {HTMLElement} */ (event.target).closest("li");
      if (option) this.take([...this.list.children].indexOf(option));
    });
  }

  /** Puts the caret here, after what is typed there. @param {string} text */
  type(text) {
    this.input.focus();
    this.input.value += text;
    this.typed();
  }

  /** Shows why a line is refused, with what may have been meant. @param {Answer} answer */
  refuse({ text, buttons }) {
    this.refusal.replaceChildren(el("p", { class: "lines", dir: "auto" }, ...moments(text)), buttonsOf(buttons, this.voice));
    this.refusal.hidden = false;
    say(text);
  }

  typed() {
    this.refusal.hidden = true;
    clearTimeout(this.timer);
    const asked = this.asked += 1;
    this.timer = setTimeout(async () => {
      const line = this.input.value;
      if (!line.trim()) return this.close();
      const found = await post("suggest", { ...this.voice.who(), line }, true);
      if (asked !== this.asked || !found.suggestions) return;
      this.found = found;
      this.list.replaceChildren(...this.found.suggestions.map(({ value, label }, index) =>
        el("li", { id: `completion-${index}`, role: "option", "aria-selected": "false" }, label || value)));
      this.active = -1;
      this.open(found.suggestions.length > 0 && document.activeElement === this.input);
    }, REST);
  }

  /** @param {boolean} is */
  open(is) {
    this.list.hidden = !is;
    this.input.setAttribute("aria-expanded", String(is));
    if (!is) this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.asked += 1;
    this.active = -1;
    this.open(false);
  }

  /** @param {number} index */
  point(index) {
    const options = [...this.list.children];
    this.active = (index + options.length) % options.length;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === this.active)));
    this.input.setAttribute("aria-activedescendant", `completion-${this.active}`);
    options[this.active]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
  take(index) {
    const taken = this.found.suggestions[index];
    if (!taken) return;
    this.input.value = this.input.value.slice(0, this.found.start) + taken.value;
    this.close();
    this.typed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isOpen = !this.list.hidden;
    if (event.isComposing) return;
    if (event.key === "Escape") {
      if (isOpen) this.close();
      else if (!this.refusal.hidden) this.refusal.hidden = true;
      else if (this.input.value) this.input.value = "";
      else this.leave();
    } else if (!isOpen) return;
    else if (event.key === "ArrowDown") this.point(this.active + 1);
    else if (event.key === "ArrowUp") this.point(this.active < 0 ? -1 : this.active - 1);
    else if (/^(Enter|Tab)$/.test(event.key) && this.active >= 0) this.take(this.active);
    else return;
    event.preventDefault();
  }

  async send() {
    const line = this.input.value.trim();
    if (!line) return;
    this.close();
    this.refusal.hidden = true;
    this.input.readOnly = true;
    const answer = await ask(this.voice, "say", { line });
    this.input.readOnly = false;
    if (answer && answer.refused === null) this.input.value = "";
    else this.input.select();
  }
}

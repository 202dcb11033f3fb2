// The line that takes moves and commands.

import { ask, buttonsOf } from "./answer.js";
import { $, el } from "./dom.js";
import { moments, say } from "./said.js";
import { post } from "./server.js";

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

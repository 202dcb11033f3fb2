// What is beside the board of a match: moves, questions, actions and the entry line.

import { buttonsOf, isJoin } from "./answer.js";
import { $, ARMIES, all, aria, button, copyOf, el, setup, sign, t } from "./dom.js";
import { wear } from "./dress.js";
import { chime } from "./cues.js";
import { Entry } from "./entry.js";
import { fit } from "./fit.js";
import { isForgotten, isStored, keep, kept, ofMatch } from "./kept.js";
import { MoveList } from "./list.js";
import { Plates } from "./plates.js";
import { inform, moments, say } from "./said.js";
import { unshown } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

/** @implements {Panels} */
export class Beside {
  /** @param {MatchView} match @param {Record<string, string>} typed What stood in fields before the page loaded itself again. */
  constructor(match, typed) {
    const { board } = match;
    this.match = match;
    this.side = $("#side");
    this.list = new MoveList(match, $(".moves"));
    this.plates = new Plates(match);
    this.typed = typed.join ?? "";
    /** What a match hands to its players, once it is needed. @type {Promise<import("./cards.js").Cards> | null} */
    this.cards = null;
    this.entry = new Entry($(".entry"), match.voice(), () => match.grid.focus(match.grid.at));
    this.isAsking = false;
    /** What has happened last, and what stands. @type {string[]} */
    this.news = [];
    /** What is asked. @type {string[]} */
    this.asked = [];
    const { past } = match;
    /** @type {Record<string, () => unknown>} */
    const does = {
      first: () => past.look(0),
      previous: () => past.look(past.at - 1),
      next: () => past.look(past.at + 1),
      now: () => past.look(null),
      replay: () => past.replay(),
      moves: () => this.open("moves"),
      asked: () => this.open("asked"),
      more: () => this.open("more"),
      turn: () => match.flip(),
      words: () => match.say("/board text:true"),
      keys: () => inform(copyOf("keys")),
      large: () => {
        const [plan, seat] = board.outlook.split("-");
        match.turnTo(match.outlookOf(plan === "sector" ? "round" : "sector", seat));
      },
      whole: () => {
        keep("whole", !kept("whole", false));
        this.whole();
        if (kept("whole", false)) match.show(null);
      },
      mirror: () => {
        const [plan, seat] = board.outlook.split("-");
        match.turnTo(match.outlookOf(plan, seat, !board.outlook.endsWith("mirror")));
      },
    };
    for (const one of all("[data-do]")) one.onclick = () => does[one.dataset.do]();
    for (const one of [$(".strip"), $(".moves")]) one.onpointerenter = one.onfocusin = () => past.prepare();
    $(".moves").onscroll = () => this.list.scrolled();
    // The wheel steps where the moves stand still.
    $(".steps").onwheel = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      void past.look(Math.max(0, past.at + Math.sign(event.deltaY)));
    };
    this.whole();
    $("#overview").onclick = () => this.round();
    const volume = $("#volume");
    volume.value = String(kept("volume", 60));
    volume.onchange = () => {
      keep("volume", Number(volume.value));
      chime("turn");
    };
    const notifies = $("#notify");
    const tell = () => {
      // What is refused once cannot be asked for again.
      notifies.hidden = !["granted", "default"].includes(globalThis.Notification?.permission);
      aria(notifies, "pressed", String(kept("notify", false) && Notification.permission === "granted"));
    };
    notifies.onclick = async () => {
      const is = notifies.getAttribute("aria-pressed") !== "true" && await Notification.requestPermission() === "granted";
      keep("notify", is);
      tell();
    };
    tell();
    this.seen = ARMIES.map(army => button(setup.armies[army], () => match.turnTo(match.outlookOf("round", army))));
    $(".from").append(...this.seen);
    // A browser may lose its seat meanwhile.
    const { signal } = match.stop;
    for (const when of ["storage", "focus"]) addEventListener(when, () => this.hand(), { signal });
  }

  /** Opens what lies over the lower part of the page, or closes it. @param {string} sheet */
  open(sheet) {
    const { side } = this;
    side.dataset.sheet = side.dataset.sheet === sheet ? "" : sheet;
    this.hand();
    for (const one of all("[aria-controls]", $(".strip"))) aria(one, "expanded", String(side.dataset.sheet === one.dataset.do));
  }

  /** Shows what the match hands to its players: not much while they play. */
  hand() {
    const { match } = this;
    const { state } = match;
    const isNeeded = state && (state.stage !== "running" || this.side.dataset.sheet === "more" || !isStored(`m.${match.id}`));
    if (!isNeeded && !this.cards) return;
    this.cards ??= import("./cards.js").then(({ Cards }) => new Cards(match, this.typed));
    this.cards.then(cards => match.stop.signal.aborted || cards.show(), () => {
      this.cards = null;
      unshown();
    });
  }

  /** Closes it; true if it was open. */
  closeSheet() {
    const { sheet } = this.side.dataset;
    if (sheet) this.open(sheet);
    return !!sheet;
  }

  /** @param {State} state @param {boolean} isNew */
  state(state, isNew) {
    dispatchEvent(new Event("shown"));
    const [plan, from] = state.board.outlook.split("-");
    this.seen.forEach((one, index) => aria(one, "pressed", String(ARMIES[index] === from)));
    aria($(".large"), "pressed", String(plan === "sector"));
    aria($(".mirror"), "pressed", String(state.board.outlook.endsWith("mirror")));
    document.body.dataset.plan = plan;
    this.chips();
    this.plates.show(state);
    if (!isNew) return;
    // The result has the place of what was asked.
    if (state.stage === "ended" && document.body.dataset.stage === "running") this.closeSheet();
    document.body.dataset.stage = state.stage;
    $(".terms").textContent = state.terms;
    this.news = [...state.said.slice(-3), ...state.status];
    this.tell();
    this.list.update();
    this.ply();
    this.hand();
  }

  /** Tells what is new, or else the last move; what is asked stands there already. */
  tell() {
    const { played, past } = this.match;
    const at = past.ply ?? played.length;
    // Beside an earlier position stands what led to it.
    const news = past.ply === null ? this.news.filter(line => !this.asked.includes(line)) : [];
    if (!news.length && at) news.push(played[at - 1].words);
    fit($(".status"), [...new Set(news)].map(line => el("p", { dir: "auto" }, ...moments(line))));
  }

  you() {
    const { match } = this;
    const { state, you, actor, seats } = match;
    if (!you) return;
    wear(you);
    if (state) this.plates.show(state);
    const several = (/** @type {YouSeat | undefined} */ seat) =>
      seats.length > 1 && seat?.seat && !state?.result ? t("acting", { army: setup.armies[seat.seat] }) : "";
    const elsewhere = $(".elsewhere");
    if (you.elsewhere && elsewhere.hidden) say(elsewhere.textContent);
    elsewhere.hidden = !you.elsewhere;
    /** @type {Map<string, { text: string, answers: Node[] }>} */
    const questions = new Map();
    for (const seat of you.seats) {
      for (const { id, text, buttons } of seat.asked) {
        const question = questions.get(id) ?? { text, answers: [] };
        questions.set(id, question);
        if (!buttons.length) continue;
        // At one screen each seat has its own answers.
        const label = several(seat);
        question.answers.push(el("div", { class: "answers", "data-key": String(seat.seat), role: label && "group", "aria-label": label || null },
          label && seat.seat && el("p", { class: "small" }, sign(seat.seat), setup.armies[seat.seat]), buttonsOf(buttons, match.voice(seat))));
      }
    }
    fit($(".asked"), [...questions].map(([id, { text, answers }]) =>
      el("section", { class: "card", "aria-label": t("question"), "data-key": id }, el("p", { dir: "auto" }, ...moments(text)), ...answers)));
    $(".pending").hidden = !questions.size;
    if (!questions.size && this.side.dataset.sheet === "asked") this.closeSheet();
    this.asked = [...questions.values()].map(({ text }) => text);
    this.tell();
    const buttons = state?.result ? [] : actor?.buttons.filter(button => !isJoin(button)) ?? [];
    aria($(".acts"), "label", several(actor) || t("acts"));
    fit($(".acts"), [buttonsOf(buttons, match.voice(actor))]);
    $(".since").hidden = !match.past.mineLast || match.past.mineLast === match.played.length;
    this.hand();
  }

  ply() {
    const { past, played } = this.match;
    const at = past.ply ?? played.length;
    const bar = $("#past");
    bar.hidden = past.ply === null;
    $("p", bar).textContent = t("ply", { ply: at, of: played.length });
    $("b", bar).textContent = $(".latest").textContent = played[at - 1]?.short ?? "";
    this.list.mark(at);
    this.tell();
  }

  /** Asks before a move is made; `null` takes the question back. True if the focus was there. @param {Question | null} question */
  confirm(question) {
    const bar = $("#confirm");
    const had = bar.contains(document.activeElement);
    this.isAsking = !!question;
    bar.hidden = !question;
    if (!question) return had;
    const [text, yes, no] = bar.children;
    text.textContent = question.label;
    yes.onclick = question.yes;
    no.onclick = question.no;
    yes.focus({ preventScroll: true });
    say(question.label);
    return had;
  }

  /** Shows what a part of the board leaves out: the other parts, and goals in them. */
  chips() {
    const { match } = this;
    const { board, choice: { options, chosen } } = match;
    const chips = $("#chips");
    const tabs = $("#tabs");
    const isPart = board.outlook.startsWith("sector");
    const further = chosen ? options.filter(({ to }) => !board.cells.has(to)) : [];
    chips.hidden = !further.length;
    fit(chips, further.map(({ to, label }) => el("li", { "data-key": to },
      button(label, () => match.choice.chosen && match.choice.play(match.choice.chosen, to), { "data-key": to }))));
    tabs.hidden = !isPart;
    if (!isPart) return;
    fit(tabs, [...ARMIES.map(army => {
      const pressed = String(board.outlook.startsWith(`sector-${army}`));
      return button(setup.armies[army], () => match.show(match.outlookOf("sector", army)), { "aria-pressed": pressed, "data-key": army });
    }), button(t("whole"), () => this.round(), { "data-key": "whole" })]);
  }

  /** Shows the whole board instead of a sector. */
  round() {
    const { match } = this;
    if (match.view?.startsWith("sector")) match.turnTo(match.view.replace("sector", "round"));
    else match.show(null);
  }

  /** Tells whether a sector is shown for each move on a small board. */
  whole() {
    aria($(".whole"), "pressed", String(kept("whole", false)));
  }

  /** @param {string} text */
  refused(text) {
    const { side, match } = this;
    side.replaceChildren(el("section", { class: "card" }, el("p", null, text), isForgotten && !ofMatch(match.id).came.length && el("p", null, t("forgotten")),
      el("p", null, el("a", { href: "/" }, t("home")))));
    say(text);
  }

  /** @param {string} text */
  type(text) {
    this.entry.type(text);
  }

  close() {
    this.plates.end();
    for (const one of ["#past", "#confirm", "#tabs", "#chips", "#overview"]) if ($(one)) $(one).hidden = true;
    for (const name of ["data-stage", "data-unkept", "data-plan"]) document.body.removeAttribute(name);
  }
}

// What calls somebody to a match: their turn, a question, the end.

import { chime, mark, notify } from "./cues.js";
import { isStill, setup, t } from "./dom.js";
import { callOut, say } from "./said.js";

/** @typedef {import("./match.js").MatchView} MatchView */

export class Calls {
  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
    /** What was called out last: the turn, the questions, the result, the next match. @type {Called | null} */
    this.called = null;
    /** True if the match has ended while nobody looked. */
    this.hasEnded = false;
    /** True if something has happened while nobody looked. */
    this.missed = false;
  }

  /** The questions that a player here must still answer and has not asked, by what they are about. */
  get questions() {
    const own = new Set();
    /** @type {Set<string>} */
    const open = new Set();
    for (const { asked } of this.match.you?.seats ?? []) {
      for (const { id, waits, buttons } of asked) {
        if (waits) open.add(id);
        else if (buttons.length) own.add(id);
      }
    }
    for (const id of own) open.delete(id);
    return open;
  }

  /** Calls whoever plays here: once for each turn that no move from here led to, each question, and the end. */
  call() {
    const { called, questions } = this;
    const { state, you, isTurn, played, seats } = this.match;
    if (!state || !you) return;
    const now = { turn: `${isTurn} ${state.turn} ${played.length}`, questions, result: state.result, next: you.next, moves: played.length };
    this.called = now;
    const turns = called && called.turn !== now.turn;
    /** @type {string[]} */
    const calls = [];
    if (turns && isTurn && state.turn && !seats.some(({ seat }) => seat === played[played.length - 1]?.army)) {
      calls.push(t("your-turn", { army: setup.armies[state.turn] }));
    }
    const isAsked = called && [...questions].some(id => !called.questions.has(id));
    if (isAsked) calls.push(t("asked"));
    const ends = called && state.result && !called.result;
    if (ends) this.hasEnded = document.hidden;
    if (called && you.next && !called.next) calls.push(t("next-match", { match: you.next }));
    const news = state.said.splice(0);
    // In one breath, so that the move comes before the turn that it leads to.
    if (calls.length || ends && news.length) callOut([...news, ...calls].join(" "));
    else for (const text of [...news, turns && state.calls || ""]) say(text);
    const moved = called && called.moves < played.length && played[played.length - 1]?.short;
    if (ends) chime("end");
    else if (isAsked) chime("question");
    else if (moved && /[+#]/.test(moved)) chime("check");
    else if (calls.length) chime("turn");
    else if (moved) chime(moved.includes("×") ? "capture" : "move");
    if (calls.length || ends) notify(t("match-title", { match: this.match.id }), [...news, ...calls].join(" ").slice(0, 300), this.match.id);
    this.titled();
  }

  /** Marks the title and the icon of a page that nobody looks at, if somebody is called there. */
  titled() {
    const { match } = this;
    const wanted = !document.hidden ? "" : match.isTurn ? "turn-title" : this.questions.size ? "question" : this.hasEnded ? "result" : "";
    const title = t("match-title", { match: match.id });
    document.title = wanted ? `● ${t(wanted)} · ${title}` : title;
    void mark(!!wanted);
  }

  seen() {
    if (!document.hidden) this.hasEnded = false;
    this.titled();
    if (document.hidden) return;
    if (this.missed && this.match.isTurn && !isStill()) void this.match.past.replay();
    this.missed = false;
  }
}

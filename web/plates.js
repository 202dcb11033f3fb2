// The players, each beside their army: names, clocks, what they have captured, and points.

import { chime } from "./cues.js";
import { $, ARMIES, el, setup, sign, svg, t } from "./dom.js";
import { fit } from "./fit.js";
import { toast } from "./said.js";
import { now, timeLeft } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

/** Draws what an army has captured: each kind of piece once, with how many. @param {Record<string, number>} captured */
const taken = captured => Object.entries(captured).flatMap(([role, count]) => {
  const picture = svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#piece-${role}`, class: "gray" }));
  return [picture, count > 1 && el("i", { "aria-hidden": "true" }, String(count))];
});

export class Plates {
  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
    this.host = $(".seats");
    /** @type {Map<Army, HTMLElement>} */
    this.clocks = new Map();
    /** The deadline that was warned of. */
    this.warned = 0;
    this.ticking = setInterval(() => this.tick(), 500);
  }

  /** Shows the players in the order of play. @param {State} state */
  show(state) {
    const { match } = this;
    const [, seat] = state.board.outlook.split("-");
    const first = ARMIES.indexOf(/** @type {Army} */ (seat));
    const places = ["near", "left", "right"];
    fit(this.host, ARMIES.flatMap((army, index) => {
      const seat = state.seats[army];
      if (!seat) return [];
      const { kind, name, out, points, moves, captured, ahead } = seat;
      const turn = state.turn === army && state.stage === "running";
      const isMine = match.seats.some(one => one.seat === army);
      const notes = [isMine && t("you"), kind === "computer" && t("computer"), out, turn && t("to-move"), captured.words];
      const shown = [out, moves, points && t("points", { points })].filter(note => note).join(" · ");
      const place = places[(index - first + ARMIES.length) % ARMIES.length];
      const look = [turn && "turn", out && "gone", isMine && "mine", place].filter(one => one).join(" ");
      return [el("li", { class: look, "aria-current": turn && "true", "data-key": army }, sign(army),
        el("span", { class: "who" }, el("b", null, setup.armies[army]), " ", el("bdi", null, name ?? t(`seat-${kind}`)),
          el("span", { class: "unseen" }, ` ${notes.filter(note => note).join(" · ")}`)),
        el("span", { class: "clock" }),
        el("span", { class: "taken" }, ...taken(captured.pieces), ahead && el("i", null, `+${ahead}`)),
        el("span", { class: "notes" }, shown))];
    }));
    for (const one of this.host.children) this.clocks.set(/** @type {any} */ (one).dataset.key, $(".clock", one));
    this.tick();
  }

  /** Shows how much time is left. */
  tick() {
    const { match, clocks } = this;
    const { clock, turn } = match.state ?? {};
    for (const [army, shown] of clocks) {
      const left = clock && turn === army ? clock.until - now() : match.state?.seats[army]?.left ?? null;
      const text = left === null ? "" : timeLeft(left);
      if (shown.textContent !== text) shown.textContent = text;
      const isShort = !!clock?.of && turn === army && left !== null && left * 3 < clock.of;
      shown.classList.toggle("short", isShort);
      // Once for each move of one's own, as long as there is time for it.
      if (!isShort || clock.window || clock.until === this.warned || !match.isTurn) continue;
      this.warned = clock.until;
      toast(t("time-left", { left: text }));
      chime("low");
    }
  }

  end() {
    clearInterval(this.ticking);
    this.host.replaceChildren();
  }
}

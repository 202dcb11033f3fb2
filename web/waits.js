// Other matches in which somebody here has to move or to answer.

import { $, aria, t } from "./dom.js";
import { matchesKept } from "./kept.js";
import { MOST_ASKED, standings } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

const MINUTE = 60_000;

export class Waits {
  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
    this.host = $("#waits");
    this.looking = setInterval(() => this.look(), MINUTE);
    const { signal } = match.stop;
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    signal.addEventListener("abort", () => {
      clearInterval(this.looking);
      this.host.hidden = true;
    });
    void this.look();
  }

  /** Asks how the other matches stand. */
  async look() {
    const { host, match } = this;
    const kept = matchesKept().slice(0, MOST_ASKED);
    const others = kept.filter(({ id }) => id !== match.id);
    if (document.hidden || !others.length) return;
    const matches = await standings(others);
    if (match.stop.signal.aborted) return;
    const waiting = new Set((matches ?? []).filter(({ waits }) => waits).map(({ id }) => id));
    // Around from this one.
    const at = kept.findIndex(({ id }) => id === match.id);
    const around = [...kept.slice(at + 1), ...kept.slice(0, Math.max(0, at))].filter(({ id }) => waiting.has(id));
    host.hidden = !around.length;
    if (!around.length) return;
    const [previous, next] = host.children;
    previous.hidden = around.length < 2;
    previous.href = `/m/${around[around.length - 1].id}`;
    next.href = `/m/${around[0].id}`;
    next.firstElementChild.textContent = String(around.length);
    next.title = t("waiting", { count: around.length });
    aria(next, "label", next.title);
  }
}

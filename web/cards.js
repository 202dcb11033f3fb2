// What a match hands to its players: seats to take, links to give away or to keep, the result.

import { ask, busy, buttonsOf, isJoin } from "./answer.js";
import { $, ARMIES, button, el, setup, sign, svg, t } from "./dom.js";
import { fit } from "./fit.js";
import { isStored, keepMatch, me, nameMe, ofMatch } from "./kept.js";
import { inform, toast } from "./said.js";
import { drawn, post } from "./server.js";

/** @typedef {import("./match.js").MatchView} MatchView */

/** The army whose seat a button takes. @param {Button} button */
const armyIn = button => ARMIES.find(army => button.id.endsWith(`:join:${army}`));

/** @param {string} mark @param {string} secret */
const linkTo = (mark, secret) => `${location.origin}${location.pathname}#${mark}=${secret}`;

/** Shows a link as a code that another device can read. @param {string} label @param {string} href @param {Voice} voice */
async function showCode(label, href, voice) {
  const got = await post("code", { ...voice.who(), link: href }, true);
  if (got.refused) return toast(got.text);
  // Around it there has to be room of four modules.
  const code = svg("svg", { class: "code", viewBox: `-4 -4 ${got.width + 8} ${got.width + 8}`, role: "img", "aria-label": label });
  code.append(svg("path", { d: got.path }));
  inform(el("h2", null, label), el("p", null, t("code-about")), code);
}

/** Shows a link to copy, or for another device. @param {string} label @param {string} href @param {Voice} voice */
export function linkField(label, href, voice) {
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
  const code = button(t("code"), () => busy(code, () => showCode(label, href, voice)), { "data-key": `code ${href}` });
  return el("div", { class: "beside" }, field, button(t("copy"), click, { class: "main", "data-key": href }), code);
}

export class Cards {
  /** @param {MatchView} match @param {string} typed The name that was typed before the page loaded itself again. */
  constructor(match, typed) {
    this.match = match;
    this.typed = typed;
  }

  /** Makes a new link, which ends the one before. @param {string} seat @param {boolean} [end] @param {YouSeat} [by] */
  async renew(seat, end, by) {
    const { match } = this;
    const got = await post("link", { ...match.who(by), seat, end });
    if (got.refused) return toast(got.text);
    keepMatch(match.id, { links: { ...ofMatch(match.id).links, [seat]: got.secret } });
    this.show();
  }

  /** @param {string} text @param {string} about @param {() => Promise<unknown>} work */
  maker(text, about, work) {
    return button(text, ({ currentTarget }) => busy(currentTarget, work), { "aria-label": `${text}: ${about}`, "data-key": `${text}: ${about}` });
  }

  /** Who is invited may take a seat. @param {YouSeat} seat @param {Button[]} joins */
  invitation(seat, joins) {
    const { match } = this;
    const known = $("#join");
    if (known) return known.form;
    const army = joins.length === 1 && armyIn(joins[0]);
    const field = el("input", { id: "join", type: "text", maxlength: 32, autocomplete: "nickname", value: this.typed || me().name });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const name = field.value.trim();
      const pressed = event.submitter;
      nameMe(name);
      keepMatch(match.id, { tokens: match.tokens });
      if (pressed) void ask(match.voice(seat, name), "press", { id: pressed.dataset.id }, pressed);
    };
    return el("form", { class: "card", submit, "data-key": "invited" },
      el("h2", null, army ? t("invited", { army: setup.armies[army] }) : t("invited-any")),
      el("p", { class: "small" }, t("sit-down")),
      el("label", { for: "join" }, t("your-name")), field,
      el("div", { class: "buttons" }, ...joins.map(({ id, label }) => el("button", { class: "main", "data-id": id }, label))));
  }

  /** One of several at this screen may take the seat that is kept for them. @param {YouSeat} seat */
  keptSeat(seat) {
    const joins = seat.buttons.filter(isJoin);
    const army = armyIn(joins[0]);
    return el("section", { class: "card", "data-key": `kept-${army}` },
      el("h2", null, army ? t("invited", { army: setup.armies[army] }) : t("invited-any")),
      el("p", null, el("bdi", null, seat.name)),
      buttonsOf(joins, this.match.voice(seat)));
  }

  /** The seats that may be taken here. @param {State} state @param {You} you */
  seats(state, you) {
    const { match } = this;
    const invited = state.stage === "table" ? you.seats.filter(({ buttons }) => buttons.some(isJoin)) : [];
    const isKept = (/** @type {Button} */ one) => ARMIES.some(army => armyIn(one) === army && state.seats[army]?.kind === "kept");
    const kept = invited.filter(({ buttons }) => buttons.some(isKept));
    // At one screen each player is offered the seat that is kept for them.
    if (kept.length + match.seats.length > 1) return kept.map(one => this.keptSeat(one));
    if (!invited.length || match.seats.length) return [];
    const [one] = kept.length ? kept : invited;
    const joins = one.buttons.filter(isJoin);
    const { seat } = ofMatch(match.id);
    // A link is for one seat. Once that is taken, its owner may have another.
    const own = joins.filter(({ id }) => seat && id.endsWith(`:${seat}`));
    return [this.invitation(one, own.length ? own : joins)];
  }

  /** The result, and what comes after it. @param {State} state @param {You} you @param {YouSeat} actor */
  result(state, { next }, actor) {
    const { match } = this;
    const goOn = () => {
      keepMatch(/** @type {string} */ (next), { tokens: match.tokens, came: ofMatch(match.id).came });
      match.go(`/m/${next}`);
    };
    return el("section", { class: "card", "data-key": "result" }, el("h2", null, t("result")), el("p", { dir: "auto" }, state.result),
      next ? el("button", { type: "button", class: "main", "data-key": next, click: goOn }, t("next-match", { match: next }))
        : buttonsOf(actor.buttons, match.voice(actor)),
      this.places(state),
      el("div", { class: "buttons" }, el("a", { href: "/", class: "button" }, t("new-match"))),
      el("h3", null, t("share-match")), this.shares());
  }

  /** Who came in which place, and how. @param {State} state */
  places({ seats }) {
    const ranked = ARMIES.filter(army => seats[army]?.place).sort((one, other) => (seats[one]?.place ?? 0) - (seats[other]?.place ?? 0));
    if (!ranked.length) return null;
    const head = ["place", "player", "points-of", "how"].map(id => el("th", { scope: "col" }, t(id)));
    return el("table", { class: "places" }, el("thead", null, el("tr", null, ...head)), el("tbody", null, ...ranked.map(army => {
      const { place, name, points, fell } = /** @type {Seat} */ (seats[army]);
      return el("tr", null, el("td", null, String(place)), el("th", { scope: "row" }, sign(army), el("bdi", null, name ?? setup.armies[army])),
        el("td", null, points ?? ""), el("td", null, fell ?? "–"));
    })));
  }

  /** The links to give away. @param {State} state @param {You} you */
  links(state, you) {
    const open = ARMIES.filter(army => state.stage === "table" && state.seats[army]?.link);
    const giver = you.seats.find(({ gives }) => gives);
    if (!giver || !open.length) return [];
    const { links } = ofMatch(this.match.id);
    const { match } = this;
    return [el("section", { class: "card", "data-key": "links" }, el("h2", null, t("links")), el("p", { class: "small" }, t("links-warning")),
      ...open.flatMap(army => {
        const label = t("link-for", { army: setup.armies[army] });
        const secret = links[army];
        return [el("p", null, sign(army), label), secret && linkField(label, linkTo("s", `${secret}.${army}`), match.voice()),
          this.maker(t(secret ? "new-link" : "make-link"), setup.armies[army], () => this.renew(army, false, giver))];
      }))];
  }

  show() {
    const { match } = this;
    const { state, you, seats, actor } = match;
    const host = $(".cards");
    // A refusal may have taken the place of all this.
    if (!state || !you || !actor || !host) return;
    fit(host, [...this.seats(state, you), ...state.result ? [this.result(state, you, actor)] : [], ...this.links(state, you)]);
    const { links: { watch }, came } = ofMatch(match.id);
    const watching = !seats.length && match.tokens.find(token => came.includes(token));
    $(".share").hidden = !seats.length && !watching;
    fit($(".share div"), watching ? [linkField(t("watch-link"), linkTo("w", watching), match.voice())] : [
      watch && you.shares && linkField(t("watch-link"), linkTo("w", watch), match.voice()),
      this.maker(t(you.shares ? "new-link" : "make-watch-link"), t("watch-link"), () => this.renew("watch", false, seats[0])),
      you.watched && this.maker(t("end-watching"), t("watch-link"), () => this.renew("watch", true)),
    ].filter(one => !!one));
    $(".pictures").hidden = !match.played.length;
    fit($(".pictures div"), [this.shares()]);
    this.keepsake();
  }

  /** What can be shared of the match. */
  shares() {
    const share = (/** @type {string} */ text, /** @type {string} */ what, /** @type {string} */ ending) => {
      const made = button(text, () => busy(made, () => this.share(what, ending)), { "data-key": what });
      return made;
    };
    return el("div", { class: "buttons" }, share(t("picture"), "board", "png"), share(t("animation"), "replay", "gif"));
  }

  /** Hands a picture to another program, where there are such, or else downloads it. @param {string} what @param {string} ending */
  async share(what, ending) {
    const { match } = this;
    const got = await drawn({ ...match.who(), what });
    if (typeof got === "string") return toast(got);
    const file = new File([got], `${match.id}.${ending}`, { type: got.type });
    if (navigator.canShare?.({ files: [file] })) {
      // One that is called off has not failed.
      const failed = await navigator.share({ files: [file] }).then(() => null, error => error.name !== "AbortError");
      if (!failed) return;
    }
    const href = URL.createObjectURL(file);
    el("a", { href, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  /** The links to one's own seats, for a browser that loses them. */
  keepsake() {
    const { match } = this;
    const own = $(".own");
    if (!own) return;
    const seats = match.state?.stage === "ended" ? [] : match.seats;
    const isKept = isStored(`m.${match.id}`);
    const { links, tokens, came } = ofMatch(match.id);
    const parts = seats.flatMap(one => {
      const army = /** @type {Army} */ (one.seat);
      const label = t("own-link", { army: setup.armies[army] });
      // Whoever came by a link has it; for anybody else a new one is made.
      const { token } = match.who(one);
      const known = came.includes(token) ? token : links[army];
      return [el("p", null, sign(army), label), known ? linkField(label, linkTo("s", `${known}.${army}`), match.voice())
        : this.maker(t("make-link"), label, () => this.renew(army, false, one))];
    });
    const key = `${isKept} ${JSON.stringify([seats.map(({ seat }) => seat), links, tokens])}`;
    if (own.dataset.key === key) return;
    own.dataset.key = key;
    own.hidden = !parts.length;
    // Where it is seen.
    document.body.toggleAttribute("data-unkept", !isKept);
    if (!isKept || match.state?.stage === "table") $(".cards").after(own);
    else $(".share").before(own);
    $("div", own).replaceChildren(...isKept ? [] : [el("p", { class: "warn" }, t("not-kept"))], ...parts);
  }
}

// The first page: new matches, and those that this browser knows.

import { busy } from "./answer.js";
import { $, ARMIES, all, button, el, setup, sign, t } from "./dom.js";
import { isStored, keep, keepMatch, matchesKept, me, nameMe, ofMatch, secret } from "./kept.js";
import { toast } from "./said.js";
import { post } from "./server.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** @param {string | number} value @param {string} label */
const option = (value, label) => el("option", { value }, label);

/** @param {number | Date} at */
const moment = at => new Intl.DateTimeFormat(setup.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);

/**
 * Opens a table and goes there.
 *
 * @param {(path: string) => void} go
 * @param {Partial<Record<Army, string>>} choices `you`, `here`, `link`, `computer 2` or `empty` for each army
 * @param {Partial<Record<Army, string>>} names
 * @param {string} ruleset
 * @param {string} time
 */
async function open(go, choices, names = {}, ruleset = setup.rulesets[0].name, time = "none") {
  const own = me();
  /** @type {string[]} */
  const tokens = [];
  /** @type {Partial<Record<Army, SeatChoice>>} */
  const seats = {};
  for (const army of ARMIES) {
    const [kind, level] = (choices[army] ?? "empty").split(" ");
    if (kind === "you" || kind === "here") {
      const token = kind === "you" && !tokens.includes(own.token) ? own.token : secret();
      tokens.push(token);
      seats[army] = { kind: "here", token, name: names[army] || (kind === "you" ? own.name : "") };
    } else seats[army] = /** @type {SeatChoice} */ (kind === "computer" ? { kind, level: Number(level) } : { kind });
  }
  const got = await post("open", { seats, ruleset, time, private: true });
  if (!got.match) return toast(got.text ?? got.answer.text);
  keepMatch(got.match, { tokens: tokens.length ? tokens : [own.token], came: [], links: got.links });
  go(`/m/${got.match}`);
}

/** Shows the page. @param {HTMLElement} side @param {BoardView} board @param {(path: string) => void} go */
export function home(side, board, go) {
  void board.show({ outlook: "round-white-000", pieces: setup.start, out: "", beneath: "", above: "", ply: 0 });
  for (const quick of all("[data-others]", side)) {
    const { others } = quick.dataset;
    quick.onclick = () => busy(quick, () => open(go, { white: "you", gray: others, black: others }));
  }
  $("#unkept").hidden = !!me() && isStored("me");
  const known = $("#known");
  const list = $("ul", known);
  for (const { id, at } of matchesKept()) {
    const forget = () => {
      // Its tokens stay: they are the seats.
      keep(`m.${id}`, { ...ofMatch(id), at: 0 });
      item.remove();
      known.hidden = !list.childElementCount;
      $("#title").focus();
    };
    const item = el("li", null,
      el("a", { href: `/m/${id}` }, t("match-title", { match: id })),
      el("span", { class: "small" }, moment(at)),
      button(el("span", { "aria-hidden": "true" }, "×"), forget, { "aria-label": t("forget-match", { match: id }), title: t("forget") }));
    list.append(item);
  }
  known.hidden = !list.childElementCount;
  form(go);
}

/** The form for all other tables. @param {(path: string) => void} go */
function form(go) {
  const ruleset = $("#ruleset");
  const time = $("#time");
  ruleset.append(...setup.rulesets.map(one => option(one.name, one.label)));
  time.append(...setup.times.map(one => option(one.value, one.label)));
  const usual = `computer ${setup.usual_level}`;
  const offers = [
    ...["you", "here", "link"].map(kind => option(kind, t(`choose-${kind}`))),
    ...setup.levels.map(({ level, label }) => option(`computer ${level}`, label)),
  ];
  const rows = ARMIES.map(army => {
    const choice = el("select", { id: `seat-${army}`, change: arrange });
    const name = el("input", {
      id: `name-${army}`, type: "text", maxlength: 32, autocomplete: "off",
      "aria-label": t("name-of", { army: setup.armies[army] }), placeholder: t("your-name"),
    });
    choice.append(...offers.map(one => one.cloneNode(true)), option("empty", t("choose-empty")));
    choice.value = army === ARMIES[0] ? "you" : usual;
    $("#rows").append(el("div", { class: "field" }, el("label", { for: choice.id }, sign(army), setup.armies[army]), choice, name));
    return { army, choice, name };
  });
  rows[0].name.value = me().name;

  /** Offers for each army what the ruleset has. */
  function arrange() {
    const armies = setup.rulesets.find(({ name }) => name === ruleset.value)?.armies ?? ARMIES;
    for (const { army, choice, name } of rows) {
      const has = armies.includes(army);
      const empty = /** @type {HTMLOptionElement} */ (choice.lastElementChild);
      empty.hidden = empty.disabled = has;
      if (has === (choice.value === "empty")) choice.value = has ? usual : "empty";
      choice.disabled = !has;
      name.hidden = !["you", "here"].includes(choice.value);
    }
  }
  ruleset.onchange = arrange;
  arrange();
  $("#new").onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const each = (/** @type {(row: typeof rows[0]) => string} */ of) => Object.fromEntries(rows.map(row => [row.army, of(row)]));
    nameMe(rows.find(({ choice }) => choice.value === "you")?.name.value.trim() ?? "");
    void busy($("#new .main"), () => open(go, each(row => row.choice.value), each(row => row.name.value.trim()), ruleset.value, time.value));
  };
}

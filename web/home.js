// The first page: new matches, and those that this browser knows.

import { busy } from "./answer.js";
import { beginning, cellsOf, piece } from "./board.js";
import { $, ARMIES, all, button, el, isStill, setup, sign, svg, t } from "./dom.js";
import { forgetAll, isStored, keep, keepMatch, matchesKept, me, nameMe, ofMatch, secret } from "./kept.js";
import { inform, toast } from "./said.js";
import { MOST_ASKED, now, post, standings, timeLeft, wait } from "./server.js";

/** @typedef {import("./board.js").BoardView} BoardView */

const { choices } = setup;

/** @param {string | number} value @param {string} label */
const option = (value, label) => el("option", { value }, label);

/**
 * Opens a table and goes there.
 *
 * @param {(path: string) => void} go
 * @param {Partial<Record<Army, string>>} takers `you`, `here`, `link`, `computer 2` or `empty` for each army
 * @param {Partial<Record<Army, string>>} names
 * @param {string} ruleset
 * @param {string} time
 */
async function open(go, takers, names = {}, ruleset = choices.rulesets[0].name, time = "none") {
  const own = me();
  /** @type {string[]} */
  const tokens = [];
  /** @type {Partial<Record<Army, SeatChoice>>} */
  const seats = {};
  for (const army of ARMIES) {
    const [kind, level] = (takers[army] ?? "empty").split(" ");
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
  void board.show(beginning());
  for (const quick of all("[data-others]", side)) {
    const { others } = quick.dataset;
    quick.onclick = () => busy(quick, () => open(go, { white: "you", gray: others, black: others }));
  }
  document.head.append(el("link", { rel: "manifest", href: "/manifest.json" }));
  $("#unkept").hidden = !!me() && isStored("me");
  const name = $("#me");
  name.value = me().name;
  name.onchange = () => nameMe(name.value.trim());
  $("#forget").onclick = () => inform(el("h2", null, t("forget-device")), el("p", null, t("forget-device-about")),
    button(t("forget-device-yes"), () => {
      forgetAll();
      // Not even what is typed is noted.
      for (const field of all("input[type=text]")) field.value = "";
      location.reload();
    }, { class: "danger" }));
  const record = $("#record");
  record.onchange = () => busy(record, () => bring(record, go));
  form(go);
  void mine();
  void showMoves(board);
}

/** The most bytes of a record. */
const MOST_BYTES = 250_000;

/** Takes a record in, and goes to its match. @param {HTMLInputElement} field @param {(path: string) => void} go */
async function bring(field, go) {
  const file = field.files?.[0];
  if (!file) return;
  // The server would read no more of it either.
  const record = await file.slice(0, MOST_BYTES).text();
  field.value = "";
  const got = await post("import", { record }, true);
  if (!got.match) return toast(got.text);
  keepMatch(got.match, { tokens: [got.secret], came: [got.secret] });
  go(`/m/${got.match}`);
}

/** Milliseconds for each move that is shown. */
const SHOWS = 700;

/** Plays some moves on the board, for those who have never seen it. @param {BoardView} board */
async function showMoves(board) {
  let { board: shown } = board;
  for (const [from, to] of choices.show) {
    if (!isStill()) await wait(SHOWS);
    if (board.board !== shown || !shown || document.body.dataset.page !== "home") return;
    const { [from]: moved, ...pieces } = shown.pieces;
    shown = { ...shown, pieces: { ...pieces, [to]: moved } };
    if (!isStill() || to === choices.show.at(-1)?.[1]) await board.show(shown);
    else board.board = shown;
  }
}

/** Draws a board in small. @param {Short} match */
function small({ pieces, out }) {
  const over = svg("svg", { viewBox: "0 0 1024 1096", "aria-hidden": "true" });
  const ground = $(".ground svg");
  // The squares are drawn once, and shown as often as they are needed.
  ground.firstElementChild.id = "squares";
  over.append(svg("use", { href: "#squares" }));
  const cells = cellsOf(ground);
  for (const [square, code] of Object.entries(pieces)) {
    const cell = cells.get(square);
    if (cell) over.append(piece(code, out, cell));
  }
  return el("div", { class: "small-board" }, over);
}

/** Says how a match stands. @param {Short} match */
function standing({ stage, waits, turn, others, points }) {
  if (waits) return el("strong", null, t("your-turn-short"));
  if (stage === "table") return t("open");
  if (stage === "ended") return t("over", { points: points ?? "" });
  return turn && others[turn] ? t("waits-for", { name: /** @type {string} */ (others[turn]) }) : "";
}

/** Lists the matches that this browser knows: those that wait for somebody here come first, and then the latest. */
async function mine() {
  const known = $("#known");
  const list = $("ul", known);
  const kept = matchesKept().slice(0, MOST_ASKED);
  known.hidden = !kept.length;
  if (!kept.length) return;
  /** @param {string} id @param {Short} [match] */
  const row = (id, match) => {
    const forget = () => {
      // Its tokens stay: they are the seats.
      keep(`m.${id}`, { ...ofMatch(id), at: 0 });
      item.remove();
      known.hidden = !list.childElementCount;
      $("#title").focus();
    };
    const names = match && Object.values(match.others).join(", ");
    const left = match?.until ? timeLeft(match.until - now()) : "";
    const item = el("li", { class: match?.waits ? "waits" : null },
      match ? small(match) : el("div", { class: "small-board" }),
      el("div", null,
        el("a", { href: `/m/${id}` }, names || t("match-title", { match: id })),
        el("p", { class: "small" }, match && standing(match), left && ` · ${left}`)),
      button(el("span", { "aria-hidden": "true" }, "×"), forget, { "aria-label": t("forget-match", { match: id }), title: t("forget") }));
    return item;
  };
  // They have their places before it is known how they stand.
  list.replaceChildren(...kept.map(({ id }) => row(id)));
  const matches = await standings(kept);
  if (!matches) return;
  const found = new Map(matches.map(one => [one.id, one]));
  const rank = (/** @type {string} */ id) => {
    const one = found.get(id);
    return !one ? 3 : one.waits ? 0 : one.stage === "ended" ? 2 : 1;
  };
  kept.sort((one, other) => rank(one.id) - rank(other.id));
  list.replaceChildren(...kept.map(({ id }) => row(id, found.get(id))));
}

/** The form for all other tables. @param {(path: string) => void} go */
function form(go) {
  const time = $("#time");
  const strength = $("#strength");
  $("#ruleset").append(...choices.rulesets.map(({ name, label }, index) => {
    // What comes before the colon is its name.
    const [title, about = ""] = label.split(/: (.*)/);
    return el("label", { class: "choice" },
      el("input", { type: "radio", name: "ruleset", value: name, id: `ruleset-${name}`, checked: !index, change: arrange }),
      el("span", null, el("b", null, title), " ", el("small", null, about)));
  }));
  const chosen = () => $("#ruleset :checked")?.value;
  time.append(...choices.times.map(one => option(one.value, one.label)));
  strength.value = String(choices.usual_level);
  const tell = () => { $("#level").textContent = choices.levels.find(({ level }) => level === Number(strength.value))?.label ?? ""; };
  strength.oninput = strength.onchange = tell;
  tell();
  const offers = [
    ...["you", "here", "link"].map(kind => option(kind, t(`choose-${kind}`))),
    option("computer", t("computer-seat")),
  ];
  const rows = ARMIES.map(army => {
    const choice = el("select", { id: `seat-${army}`, change: arrange });
    const name = el("input", {
      id: `name-${army}`, type: "text", maxlength: 32, autocomplete: "off",
      "aria-label": t("name-of", { army: setup.armies[army] }), placeholder: t("your-name"),
    });
    choice.append(...offers.map(one => one.cloneNode(true)), option("empty", t("choose-empty")));
    choice.value = army === ARMIES[0] ? "you" : "computer";
    $("#rows").append(el("div", { class: "field" }, el("label", { for: choice.id }, sign(army), setup.armies[army]), choice, name));
    return { army, choice, name };
  });

  /** Offers for each army what the ruleset has. */
  function arrange() {
    const armies = choices.rulesets.find(({ name }) => name === chosen())?.armies ?? ARMIES;
    for (const { army, choice, name } of rows) {
      const has = armies.includes(army);
      const empty = /** @type {HTMLOptionElement} */ (choice.lastElementChild);
      empty.hidden = empty.disabled = has;
      if (has === (choice.value === "empty")) choice.value = has ? "computer" : "empty";
      choice.disabled = !has;
      name.hidden = choice.value !== "here";
    }
  }
  arrange();
  $("#new").onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const each = (/** @type {(row: typeof rows[0]) => string} */ of) => Object.fromEntries(rows.map(row => [row.army, of(row)]));
    nameMe($("#me").value.trim());
    void busy($("#new .main"), () => open(go, each(({ choice: { value } }) => value === "computer" ? `computer ${strength.value}` : value), each(row => row.name.value.trim()), chosen(), time.value));
  };
}

// The page: its first side with new tables, what is beside the board of a match, and the top.

import { BoardView } from "./board.js";
import { fit } from "./fit.js";
import { Entry, ask, busy, buttonsOf, chime, inform, linkField, moments, say, toast } from "./entry.js";
import { $, ARMIES, all, aria, asset, button, check, copyOf, drawing, el, fresh, isForgotten, isStored, keep, keepMatch, kept, matchesKept, me, nameMe, note, now, ofMatch, painted, post, secret, setup, sign, t, waiting } from "./live.js";
import { MatchView } from "./match.js";

const board = new BoardView($("#board"));
const side = $("#side");
const below = $("#below");
const title = $("#title");

const update = $("#update");
/** True once the server is known to have another page than this one. */
let isOutdated = false;

/** @type {MatchView | null} */
let match = null;

/** How the page was when it loaded itself again. @type {{ fields?: Record<string, string>, focus?: string, open?: boolean[], top?: number, match?: Left | null }} */
let left = history.state?.left ?? {};
note({ left: undefined });

/** The language that this page was asked for in. */
const loadedIn = new URLSearchParams(location.search).get("lang") ?? "";

/** Has the page load itself again, in the language that was chosen. */
function loadAgain() {
  const lang = kept("lang", "");
  history.replaceState(history.state, "", location.pathname + (lang && `?lang=${encodeURIComponent(lang)}`) + location.hash);
  location.reload();
}

/** @param {string} path */
function go(path) {
  history.pushState({ kept: history.state?.kept }, "", path);
  route();
  title.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Shows what the address names. */
function route() {
  match?.close();
  match = null;
  $("#answer").close();
  const id = /^\/m\/([\w-]+)/.exec(location.pathname)?.[1];
  document.body.dataset.page = id ? "match" : "home";
  below.hidden = !id;
  side.replaceChildren(copyOf(id ? "match" : "home"));
  if (!id) return home();
  takeSecret(id);
  title.textContent = document.title = t("match-title", { match: id });
  match = new MatchView(id, board, panels, go, left.match?.id === id ? left.match : null);
}

/** Keeps the secret that a link brings, and takes it out of the address. @param {string} id */
function takeSecret(id) {
  const [, found, seat] = /[#&][sw](?:=|%3d)([\w-]{22})(?:\.(white|gray|black))?/i.exec(location.hash) ?? [];
  if (!found) return;
  const { tokens, came } = ofMatch(id);
  if (!tokens.includes(found)) keepMatch(id, { tokens: [...tokens, found], came: [...came, found], seat });
  history.replaceState(history.state, "", `/m/${id}`);
}

/** @param {string | number} value @param {string} label */
const option = (value, label) => el("option", { value }, label);

/** @param {number | Date} at */
const moment = at => new Intl.DateTimeFormat(setup.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);

// The first side.

/**
 * Opens a table and goes there.
 *
 * @param {Partial<Record<Army, string>>} choices `you`, `here`, `link`, `computer 2` or `empty` for each army
 * @param {Partial<Record<Army, string>>} names
 * @param {string} ruleset
 * @param {string} time
 */
async function open(choices, names = {}, ruleset = setup.rulesets[0].name, time = "none") {
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

function home() {
  title.textContent = t("heading");
  document.title = t("title");
  void board.show({ outlook: "round-white-000", pieces: setup.start, out: "", beneath: "", above: "", ply: 0 });
  for (const quick of all("[data-others]", side)) {
    const { others } = quick.dataset;
    quick.onclick = () => busy(quick, () => open({ white: "you", gray: others, black: others }));
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
      title.focus();
    };
    const item = el("li", null,
      el("a", { href: `/m/${id}` }, t("match-title", { match: id })),
      el("span", { class: "small" }, moment(at)),
      button(el("span", { "aria-hidden": "true" }, "×"), forget, { "aria-label": t("forget-match", { match: id }), title: t("forget") }));
    list.append(item);
  }
  known.hidden = !list.childElementCount;
  form();
}

/** The form for all other tables. */
function form() {
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
    void busy($("#new .main"), () => open(each(row => row.choice.value), each(row => row.name.value.trim()), ruleset.value, time.value));
  };
}

// Beside the board.

/** Says how much time is left: seconds only below a minute. @param {number} ms */
function timeLeft(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const count = (/** @type {number} */ value, /** @type {string} */ unit) =>
    value && new Intl.NumberFormat(setup.lang, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const parts = seconds < 60 ? [count(seconds, "second") || count(1, "second")]
    : hours < 24 ? [count(hours, "hour"), count(minutes % 60, "minute")]
    : [count(Math.floor(hours / 24), "day"), count(hours % 24, "hour")];
  return parts.filter(part => part).join(" ");
}

/** @param {string} mark @param {string} secret */
const linkTo = (mark, secret) => `${location.origin}${location.pathname}#${mark}=${secret}`;

/** What the page wears. */
const worn = { theme: "classic", pieces: "carved" };

/** Puts on a theme and a set of pieces. @param {You} looks */
async function dress({ theme, pieces }) {
  if (theme !== worn.theme) {
    worn.theme = theme;
    const before = all("link.theme");
    const load = () => before.forEach(one => one.remove());
    document.head.append(el("link", { rel: "stylesheet", class: "theme", href: `/a/${setup.digest}/theme/${theme}.css`, load }));
  }
  if (pieces !== worn.pieces) {
    worn.pieces = pieces;
    const symbols = await asset(`pieces/${pieces}.svg`).catch(() => { worn.pieces = ""; });
    if (symbols) $("#symbols").replaceChildren(drawing(symbols));
  }
}

/** @param {MatchView} match @returns {Panels} */
function panels(match) {
  const part = (/** @type {string} */ name) => $(`.${name}`, side);
  const [past, bar, tabs, chips] = below.children;
  const entry = new Entry(part("entry"), match.voice(), () => board.focus(board.at));
  const rows = $("tbody", side);
  const list = part("moves");
  /** @type {Map<Army, HTMLElement>} */
  const clocks = new Map();
  /** @type {HTMLButtonElement[]} */
  const moves = [];
  /** @type {Played[]} */
  let listed = [];
  /** The deadline that was warned of. */
  let warned = 0;
  /** @type {Record<string, () => unknown>} */
  const does = {
    first: () => match.look(0),
    previous: () => match.look(match.at - 1),
    next: () => match.look(match.at + 1),
    now: () => match.look(null),
    replay: () => match.replay(),
    words: () => match.say("/board text:true"),
    keys: () => inform(copyOf("keys")),
    large: () => {
      const [plan, seat] = board.outlook.split("-");
      match.turnTo(match.outlookOf(plan === "sector" ? "round" : "sector", seat));
    },
    mirror: () => {
      const [plan, seat] = board.outlook.split("-");
      match.turnTo(match.outlookOf(plan, seat, !board.outlook.endsWith("mirror")));
    },
  };
  for (const one of all("[data-do]")) one.onclick = () => does[one.dataset.do]();
  $("thead tr", side).append(...ARMIES.map(army => el("th", { scope: "col" }, sign(army), setup.armies[army])));
  const seen = ARMIES.map(army => button(setup.armies[army], () => match.turnTo(match.outlookOf("round", army))));
  part("from").append(...seen);
  const ticking = setInterval(tick, 500);

  function tick() {
    const { clock, turn } = match.state ?? {};
    for (const [army, shown] of clocks) {
      const left = clock && turn === army ? clock.until - now() : match.state?.seats[army]?.left ?? null;
      const text = left === null ? "" : timeLeft(left);
      if (shown.textContent !== text) shown.textContent = text;
      const isShort = !!clock?.of && turn === army && left !== null && left * 3 < clock.of;
      shown.classList.toggle("short", isShort);
      // Once for each move of one's own, as long as there is time for it.
      if (!isShort || clock.window || clock.until === warned || !match.isTurn) continue;
      warned = clock.until;
      toast(t("time-left", { left: text }));
      chime();
    }
  }

  /** Writes the list of moves on from where it differs. */
  function listMoves() {
    const { played } = match;
    const differs = played.findIndex(({ short, to }, ply) => short !== listed[ply]?.short || to !== listed[ply].to);
    const from = differs < 0 ? played.length : differs;
    for (const gone of moves.splice(from)) {
      const row = gone.closest("tr");
      gone.remove();
      if (!row?.querySelector("button")) row?.remove();
    }
    for (let ply = from; ply < played.length; ply += 1) {
      const { army, short, words } = played[ply];
      const column = ARMIES.indexOf(army);
      let row = rows.lastElementChild;
      if (!row || column <= ARMIES.indexOf(played[ply - 1]?.army)) {
        row = el("tr", null, ...ARMIES.map(() => el("td")));
        rows.append(row);
      }
      const made = button(short, () => match.look(ply + 1), { "aria-label": `${short}, ${words}` });
      row.children[column].append(made);
      moves.push(made);
    }
    listed = [...played];
    part("played").hidden = !played.length;
    self.ply();
  }

  /** Makes a new link, which ends the one before. @param {string} seat @param {boolean} [end] @param {YouSeat} [by] */
  async function renew(seat, end, by) {
    const got = await post("link", { ...match.who(by), seat, end });
    if (got.refused) return toast(got.text);
    keepMatch(match.id, { links: { ...ofMatch(match.id).links, [seat]: got.secret } });
    cards();
  }

  /** @param {string} text @param {string} about @param {() => Promise<unknown>} work */
  const maker = (text, about, work) =>
    button(text, ({ currentTarget }) => busy(currentTarget, work), { "aria-label": `${text}: ${about}`, "data-key": `${text}: ${about}` });

  /** Who is invited may take a seat. @param {YouSeat} seat @param {Button[]} joins */
  function invitation(seat, joins) {
    const known = $("#join");
    if (known) return known.form;
    const army = joins.length === 1 && armyIn(joins[0]);
    const field = el("input", { id: "join", type: "text", maxlength: 32, autocomplete: "nickname", value: left.fields?.join ?? me().name });
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
  function keptSeat(seat) {
    const joins = seat.buttons.filter(isJoin);
    const army = armyIn(joins[0]);
    return el("section", { class: "card", "data-key": `kept-${army}` },
      el("h2", null, army ? t("invited", { army: setup.armies[army] }) : t("invited-any")),
      el("p", null, el("bdi", null, seat.name)),
      buttonsOf(joins, match.voice(seat)));
  }

  /** The cards: invitations, the result, the links to give away. */
  function cards() {
    const { state, you, seats, actor } = match;
    // A refusal may have taken the place of all this.
    if (!state || !you || !actor || !part("cards")) return;
    const { links, seat } = ofMatch(match.id);
    const parts = [];
    const invited = state.stage === "table" ? you.seats.filter(({ buttons }) => buttons.some(isJoin)) : [];
    const isKept = (/** @type {Button} */ one) => ARMIES.some(army => armyIn(one) === army && state.seats[army]?.kind === "kept");
    const kept = invited.filter(({ buttons }) => buttons.some(isKept));
    if (kept.length + seats.length > 1) {
      // At one screen each player is offered the seat that is kept for them.
      parts.push(...kept.map(keptSeat));
    } else if (invited.length && !seats.length) {
      const [one] = kept.length ? kept : invited;
      const joins = one.buttons.filter(isJoin);
      // A link is for one seat. Once that is taken, its owner may have another.
      const own = joins.filter(({ id }) => seat && id.endsWith(`:${seat}`));
      parts.push(invitation(one, own.length ? own : joins));
    }
    if (state.result) {
      const { next } = you;
      parts.push(el("section", { class: "card", "data-key": "result" }, el("h2", null, t("result")), el("p", { dir: "auto" }, state.result),
        next
          ? el("button", { type: "button", class: "main", "data-key": next, click: () => {
            keepMatch(next, { tokens: match.tokens, came: ofMatch(match.id).came });
            go(`/m/${next}`);
          } }, t("next-match", { match: next }))
          : buttonsOf(actor.buttons, match.voice(actor))));
    }
    const open = ARMIES.filter(army => state.stage === "table" && state.seats[army]?.link);
    const giver = you.seats.find(({ gives }) => gives);
    if (giver && open.length) {
      parts.push(el("section", { class: "card", "data-key": "links" }, el("h2", null, t("links")), el("p", { class: "small" }, t("links-warning")),
        ...open.flatMap(army => {
          const label = t("link-for", { army: setup.armies[army] });
          const secret = links[army];
          return [el("p", null, sign(army), label), secret && linkField(label, linkTo("s", `${secret}.${army}`)),
            maker(t(secret ? "new-link" : "make-link"), setup.armies[army], () => renew(army, false, giver))];
        })));
    }
    fit(part("cards"), parts);
    const watch = links.watch;
    part("share").hidden = !seats.length;
    fit($("div", part("share")), [
      watch && you.shares && linkField(t("watch-link"), linkTo("w", watch)),
      maker(t(you.shares ? "new-link" : "make-watch-link"), t("watch-link"), () => renew("watch", false, seats[0])),
      you.watched && maker(t("end-watching"), t("watch-link"), () => renew("watch", true)),
    ].filter(one => !!one));
    keepsake();
  }

  /** The links to one's own seats, for a browser that loses them. */
  function keepsake() {
    const own = part("own");
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
      return [el("p", null, sign(army), label), known ? linkField(label, linkTo("s", `${known}.${army}`))
        : maker(t("make-link"), label, () => renew(army, false, one))];
    });
    const key = `${isKept} ${JSON.stringify([seats.map(({ seat }) => seat), links, tokens])}`;
    if (own.dataset.key === key) return;
    own.dataset.key = key;
    own.hidden = !parts.length;
    if (!isKept) {
      // Where it is seen.
      part("cards").after(own);
      own.open = true;
    }
    $("div", own).replaceChildren(...isKept ? [] : [el("p", { class: "warn" }, t("not-kept"))], ...parts);
  }
  const { signal } = match.stop;
  addEventListener("storage", keepsake, { signal });
  addEventListener("focus", keepsake, { signal });

  /** The players in the order of play. @param {State} state */
  function players(state) {
    fit(part("seats"), ARMIES.flatMap(army => {
      const seat = state.seats[army];
      if (!seat) return [];
      const { kind, name, out, points, moves } = seat;
      const turn = state.turn === army && state.stage === "running";
      const notes = [
        match.seats.some(one => one.seat === army) && t("you"),
        kind === "computer" && t("computer"),
        out, turn && t("to-move"), moves, points && t("points", { points }),
      ];
      const look = `${turn ? "turn" : ""} ${out ? "gone" : ""}`;
      return [el("li", { class: look, "aria-current": turn && "true", "data-key": army }, sign(army),
        el("span", { class: "who" }, el("b", null, setup.armies[army]), " ", el("bdi", null, name ?? t(`seat-${kind}`))),
        el("span", { class: "clock" }), el("span", { class: "notes" }, notes.filter(note => note).join(" · ")))];
    }));
    for (const one of part("seats").children) clocks.set(one.dataset.key, $(".clock", one));
    tick();
  }

  /** @type {Panels} */
  const self = {
    isAsking: false,

    state(state, isNew) {
      // Whatever could not be shown before can be now.
      update.hidden ||= !isOutdated;
      const [plan, from] = state.board.outlook.split("-");
      seen.forEach((one, index) => aria(one, "pressed", String(ARMIES[index] === from)));
      aria(part("large"), "pressed", String(plan === "sector"));
      aria(part("mirror"), "pressed", String(state.board.outlook.endsWith("mirror")));
      self.chips();
      if (!isNew) return;
      part("terms").textContent = state.terms;
      const lines = new Set([...state.status, ...state.said.slice(-3)]);
      fit(part("status"), [...lines].map(line => el("p", { dir: "auto" }, ...moments(line))));
      players(state);
      listMoves();
      cards();
    },

    you() {
      const { state, you, actor, seats } = match;
      if (!you) return;
      void dress(you);
      if (state) players(state);
      const several = (/** @type {YouSeat | undefined} */ seat) =>
        seats.length > 1 && seat?.seat && !state?.result ? t("acting", { army: setup.armies[seat.seat] }) : "";
      part("acting").textContent = several(actor);
      part("acting").hidden = !several(actor);
      const elsewhere = part("elsewhere");
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
            label && el("p", { class: "small" }, label), buttonsOf(buttons, match.voice(seat))));
        }
      }
      fit(part("asked"), [...questions].map(([id, { text, answers }]) =>
        el("section", { class: "card", "aria-label": t("question"), "data-key": id }, el("p", { dir: "auto" }, ...moments(text)), ...answers)));
      const buttons = state?.result ? [] : actor?.buttons.filter(button => !isJoin(button)) ?? [];
      part("acts").hidden = !buttons.length;
      if (state?.stage === "table") part("acts").open = true;
      fit($("div", part("acts")), [buttonsOf(buttons, match.voice(actor))]);
      part("since").hidden = !match.mineLast || match.mineLast === match.played.length;
      cards();
      if (left.top) scrollTo(0, left.top);
      left = {};
    },

    ply() {
      const at = match.ply ?? match.played.length;
      past.hidden = match.ply === null;
      $("p", past).textContent = match.told(at);
      moves.forEach((one, index) => aria(one, "current", index + 1 === at ? "true" : null));
      const row = moves[at - 1]?.closest("tr");
      // To measure it at once would lay the page out twice.
      if (row) void painted().then(() => { list.scrollTop = row.offsetTop - list.clientHeight / 2; });
    },

    confirm(question) {
      const had = bar.contains(document.activeElement);
      self.isAsking = !!question;
      bar.hidden = !question;
      if (!question) return had;
      const [text, yes, no] = bar.children;
      text.textContent = question.label;
      yes.onclick = question.yes;
      no.onclick = question.no;
      yes.focus({ preventScroll: true });
      say(question.label);
      return had;
    },

    chips() {
      const { options, chosen } = match;
      const isPart = board.outlook.startsWith("sector");
      const further = chosen ? options.filter(({ to }) => !board.cells.has(to)) : [];
      chips.hidden = !further.length;
      fit(chips, further.map(({ to, label }) => el("li", { "data-key": to },
        button(label, () => match.chosen && match.play(match.chosen, to), { "data-key": to }))));
      tabs.hidden = !isPart;
      if (!isPart) return;
      const whole = () => match.view?.startsWith("sector") ? match.turnTo(match.view.replace("sector", "round")) : match.show(null);
      fit(tabs, [...ARMIES.map(army => {
        const pressed = String(board.outlook.startsWith(`sector-${army}`));
        return button(setup.armies[army], () => match.show(match.outlookOf("sector", army)), { "aria-pressed": pressed, "data-key": army });
      }), button(t("whole"), whole, { "data-key": "whole" })]);
    },

    refused(text) {
      side.replaceChildren(el("section", { class: "card" }, el("p", null, text), isForgotten && !ofMatch(match.id).came.length && el("p", null, t("forgotten")),
        el("p", null, el("a", { href: "/" }, t("home")))));
      say(text);
    },

    close: () => clearInterval(ticking),
    type: text => entry.type(text),
  };
  return self;
}

/** @param {Button} button */
const isJoin = ({ id }) => id.split(":", 4)[3] === "join";

/** The army whose seat a button takes. @param {Button} button */
const armyIn = button => ARMIES.find(army => button.id.endsWith(`:join:${army}`));

// The top.

/** @type {Voice} */
const voice = {
  who: () => match ? match.who() : { token: me().token, name: me().name },
  done: answer => {
    if (match) return match.done(answer);
    if (!answer.opens) return false;
    keepMatch(answer.opens, { tokens: [me().token] });
    go(`/m/${answer.opens}`);
    return true;
  },
};

for (const one of all("nav [data-say]")) {
  one.onclick = () => ask(voice, "say", { line: one.dataset.say }, one);
}

const sound = $("#sound");
aria(sound, "pressed", String(kept("sound", true)));
sound.onclick = () => {
  keep("sound", !kept("sound", true));
  aria(sound, "pressed", String(kept("sound", true)));
  chime();
};

for (const dialog of all("dialog")) {
  // What is pressed beside a dialog closes it.
  dialog.onclick = (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); };
}

document.addEventListener("click", event => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hash || link.download) return;
  event.preventDefault();
  go(link.pathname);
});
addEventListener("popstate", route);
addEventListener("hashchange", () => location.hash.includes("=") && route());

// The server may be updated while the page is open.

const MINUTE = 60_000;

/** Offers to load the page again. @param {string} text */
function offer(text) {
  update.hidden = false;
  if (update.firstChild.textContent !== text) update.firstChild.textContent = text;
}

/** Loads the page again, with what was typed and where it was. A server that is just starting is waited for. */
async function reload() {
  const answer = await fresh(location.pathname);
  if (!answer?.ok) return;
  const fields = Object.fromEntries(all("main input[id], main select[id]").map(({ id, value }) => [id, value]));
  const open = all("main details").map(one => one.open);
  note({ reloaded: Date.now(), left: { fields, open, focus: document.activeElement?.id, top: scrollY, match: match?.leave() } });
  loadAgain();
}

/** Puts back what was typed before the page loaded itself again. */
function putBack() {
  const { fields = {}, open = [], focus } = left;
  // What others depend on stands below them.
  for (const [id, value] of Object.entries(fields).reverse()) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  all("main details").forEach((one, index) => { one.open ||= !!open[index]; });
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  if (!match) left = {};
}

$("button", update).onclick = reload;
addEventListener("unshown", () => offer(t(isOutdated ? "update" : "unshown")));
addEventListener("outdated", () => {
  if (isOutdated) return;
  isOutdated = true;
  offer(t("update"));
  // Where servers of two versions stand side by side, this would go on for ever.
  if (Date.now() - (history.state?.reloaded ?? 0) < MINUTE) return;
  // Not all pages at once, and nothing that somebody is in the middle of is lost.
  const tries = () => {
    if (!waiting && !board.press && !$("dialog[open]")) void reload();
    setTimeout(tries, 1_000);
  };
  setTimeout(tries, Math.random() * (document.hidden ? 15_000 : 1_000));
});
document.addEventListener("visibilitychange", () => { if (!match && !document.hidden) void check(); });

addEventListener("language", () => { if (kept("lang", "") !== loadedIn) void reload(); });

const lang = kept("lang", "");
if (lang && lang !== setup.lang && lang !== loadedIn) {
  note({ left });
  loadAgain();
} else {
  // The address is for others too.
  if (loadedIn) history.replaceState(history.state, "", location.pathname + location.hash);
  $("#unstarted").remove();
  route();
  putBack();
}

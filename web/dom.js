// What the page is made of: its texts, elements and drawings.

/** @type {Setup} */
export const setup = JSON.parse(document.getElementById("setup")?.textContent || "{}");

/** The armies in the order of play. @type {Army[]} */
export const ARMIES = ["white", "gray", "black"];

/** Returns the army of a piece such as `wK`. @param {string} code */
export const armyOf = code => /** @type {Army} */ (ARMIES.find(army => army[0] === code[0]));

/**
 * Returns a text of the page with its arguments filled in.
 *
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 */
export function t(id, values = {}) {
  const text = setup.texts[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Makes an element. A property that is a function listens to the event of that name.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Props | null} [props]
 * @param {...(Node | string | null | undefined | false)} inner
 */
export function el(name, props, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") {
      made.addEventListener(key, value);
      Object.assign(made, { listens: true });
    } else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(.../** @type {string[]} */ (inner.filter(one => one)));
  return made;
}

/** @param {string | Node} text @param {(event: any) => unknown} click @param {Props} [more] */
export const button = (text, click, more) => el("button", { type: "button", click, ...more }, text);

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of a drawing.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 */
export function svg(name, attributes = {}) {
  const made = /** @type {SVGGraphicsElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Reads elements of a drawing: nothing in them can run. @param {string} text */
export function drawing(text) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const parts = document.createDocumentFragment();
  if (!read.querySelector("parsererror")) {
    for (const part of [...read.documentElement.childNodes]) parts.append(document.importNode(part, true));
  }
  return parts;
}

/** Draws the sign of an army. @param {Army} army @param {string} [role] */
export function sign(army, role = "K") {
  const picture = svg("svg", { viewBox: "0 0 48 48", class: "sign", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#piece-${role}`, class: army }));
  return picture;
}

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const $ = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Copies what a template of the page holds. @param {string} id */
export const copyOf = id => $(`template#${id}`).content.cloneNode(true);

/** Sets a state of an element for readers; `null` takes it away. @param {Element} of @param {string} name @param {string | null} value */
export const aria = (of, name, value) => value === null ? of.removeAttribute(`aria-${name}`) : of.setAttribute(`aria-${name}`, value);

/** True if nothing shall move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits until what has changed is painted, or for as long as nobody would notice: not all pages are painted. */
export const painted = () => new Promise(done => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, document.hidden ? 0 : 100);
});

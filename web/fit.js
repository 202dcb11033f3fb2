// Parts of the page are made anew whenever something changes. What is there already stays and takes on what is new,
// so that nobody loses the focus, a press that has begun or a place in a list.

/** Attributes that belong to what is done with an element just now. */
const OWN = ["aria-busy"];

/** Tells what an element is one of: those with the same key follow each other. @param {Node} node */
const keyOf = node => node instanceof HTMLElement && (node.dataset.key ?? node.id) || "";

/**
 * True if one element can become the other. One that listens stays only under a key: then it does the same under it,
 * or reads what to do from its attributes.
 *
 * @param {any} one @param {any} other
 */
function isSame(one, other) {
  if (one === other) return true;
  const key = keyOf(other);
  return one.nodeName === other.nodeName && keyOf(one) === key && (!!key || !other.listens && !one.listens);
}

/** Makes what stands like what is wanted. @param {any} old @param {any} wanted */
function take(old, wanted) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (wanted.voice) old.voice = wanted.voice;
  fit(old, [...wanted.childNodes]);
}

/**
 * Puts these into an element: each into what is like it there, in their order.
 *
 * @param {Element} host
 * @param {(Node | string)[]} wanted
 */
export function fit(host, wanted) {
  /** @type {ChildNode | null} */
  let at = host.firstChild;
  for (const one of wanted) {
    const next = typeof one === "string" ? document.createTextNode(one) : one;
    let old = at;
    while (old && !isSame(old, next)) old = old.nextSibling;
    if (!old) {
      host.insertBefore(next, at);
      continue;
    }
    // What is passed over is gone.
    while (at !== old) {
      const gone = /** @type {ChildNode} */ (at);
      at = gone.nextSibling;
      gone.remove();
    }
    at = old.nextSibling;
    if (old !== next) take(old, next);
  }
  while (at) {
    const gone = at;
    at = gone.nextSibling;
    gone.remove();
  }
}

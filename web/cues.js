// What calls somebody who looks elsewhere: the icon of the page, and sounds.

import { $ } from "./dom.js";
import { kept } from "./kept.js";
import { asset } from "./server.js";

const icon = $("#icon");
const plain = icon.href;
let dotted = "";

/** Marks the icon of the page. @param {boolean} is */
export async function mark(is) {
  if (is && !dotted) {
    const text = await asset("icon.svg").catch(() => "");
    const dot = '<circle cx="24" cy="8" r="7" fill="#e5484d" stroke="#fff" stroke-width="2"/></svg>';
    dotted = text && `data:image/svg+xml,${encodeURIComponent(text.replace("</svg>", dot))}`;
  }
  icon.href = is && document.hidden && dotted || plain;
}

/** @type {AudioContext | undefined} */
let audio;
/** True once the context has run: from then on it wakes without a touch. */
let ran = false;
/** Milliseconds after a sound until its context rests, which would take power for nothing. */
const RESTS = 2_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

function wake() {
  // During a call it cannot; the next touch tries again.
  const ignored = () => {};
  audio?.resume().catch(ignored);
  clearTimeout(resting);
  resting = setTimeout(() => audio?.suspend().catch(ignored), RESTS);
}

function begin() {
  audio = new AudioContext();
  audio.onstatechange = () => { ran ||= audio?.state === "running"; };
}

// Browsers want a touch or a key before the first sound, and some after a call.
for (const kind of ["pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (audio?.state === "running" || ran && audio?.state === "suspended") return;
    if (navigator.userActivation && !navigator.userActivation.isActive || !kept("sound", true)) return;
    if (!audio) begin();
    wake();
  }, { passive: true });
}

/** What sounds when: how high each tone is, and after how many seconds it begins. */
const SOUNDS = {
  move: [[440, 0]],
  capture: [[330, 0], [247, 0.07]],
  check: [[784, 0], [988, 0.09]],
  turn: [[523, 0], [784, 0.12]],
  question: [[659, 0], [523, 0.12], [659, 0.24]],
  low: [[988, 0], [988, 0.16]],
  end: [[523, 0], [392, 0.15], [262, 0.3]],
};

/** How loud it is at most, and how long a tone lasts. */
const LOUDEST = 0.13;
const LASTS = 0.4;

/** Sounds softly, if that is wanted. @param {keyof typeof SOUNDS} what */
export function chime(what) {
  const volume = kept("volume", 60);
  if (!audio || !kept("sound", true) || !volume) return;
  wake();
  // Tones of a context that cannot start would all sound together once it can.
  if (!ran || !["running", "suspended"].includes(audio.state)) return;
  for (const [frequency, after] of SOUNDS[what]) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency });
    const loud = new GainNode(audio, { gain: 0 });
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(LOUDEST * volume / 100, at + 0.02);
    loud.gain.linearRampToValueAtTime(0, at + LASTS);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + LASTS);
  }
}

/** Tells somebody who looks elsewhere what calls them, where they have allowed it. @param {string} title @param {string} body @param {string} tag */
export function notify(title, body, tag) {
  if (!document.hidden || globalThis.Notification?.permission !== "granted" || !kept("notify", false)) return;
  try {
    const shown = new Notification(title, { body, tag, icon: plain });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch { /* On telephones pages may not do that by themselves. */ }
}

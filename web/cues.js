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
for (const kind of ["pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (navigator.userActivation && !navigator.userActivation.isActive) return;
    if (kept("sound", true)) audio ??= new AudioContext();
    void audio?.resume();
  }, { passive: true });
}

/** Sounds softly, if that is wanted. */
export function chime() {
  if (!audio || !kept("sound", true)) return;
  for (const [frequency, after] of [[523, 0], [784, 0.12]]) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { frequency });
    const loud = new GainNode(audio, { gain: 0 });
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.08, at + 0.02);
    loud.gain.linearRampToValueAtTime(0, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}

/** How the last Advance went: who met whom, the rolls with what they needed, and what broke; from the log. No DOM. */

import { COMMAND, DETONATE } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** Two that met, and what became of it. `how`: whether it did damage. @typedef {{words: string, how: "hit" | "safe"}} Meeting */

const MEETS = /^(?:The two ships meet|Two missiles meet|(?:A missile|Flak with spread \d) reaches the )/;
const HIT = /'s ship |hull is breached|breaks apart|goes off/;
const GOES_ON = /rolls|to counter it|'s ship |hull is breached|breaks apart|goes off|detonates|holds\.|launches/;

/**
 * The meetings of the last Advance, while it is news: in its middle, until everyone has set their dials after it, and at the end.
 * @param {View} view @param {string[]} story all lines of the log @returns {Meeting[]}
 */
export function lastAdvance(view, story) {
  if (view.phase !== COMMAND && view.phase < DETONATE) return [];
  const rounds = story.flatMap((line, at) => (/^Round \d+:$/.test(line) ? [at] : []));
  const last = rounds[rounds.length - 1] ?? 0;
  const lines = view.phase === COMMAND ? story.slice(rounds[rounds.length - 2] ?? 0, last) : story.slice(last);
  /** @type {string[][]} */
  const meetings = [];
  for (const line of lines) {
    if (MEETS.test(line)) meetings.push([line]);
    else if (meetings.length && GOES_ON.test(line)) meetings[meetings.length - 1].push(line);
  }
  const resolved = meetings.filter((told) => told.length > 1); // of another someone is only just asked
  return resolved.map((told) => {
    const words = told.join(" ");
    return { words, how: HIT.test(words) ? "hit" : "safe" };
  });
}

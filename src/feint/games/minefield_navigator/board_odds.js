/** What follows from what is known of the minefield: pure functions over a view. */

import { DIFFUSED, SAFE, UNKNOWN } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {"unknown" | "safe" | "diffused" | "mine" | "crater"} Ground */

/**
 * The odds that a step is mined with a live mine, for each unknown step: `live` mines in `unknown` steps. They are the
 * same for all of them, and exact:
 * - Every way to lay the mines was as likely as any other (MN-R2).
 * - Nobody sees the mines, and both walk the same path. So what a player chose says nothing about where they are; only what
 *   came of it does, and that is open to all: a step that was walked on or scanned is safe, or had a mine that is defused.
 * - The ways that agree with all that put every mine that isn't defused on some of the unknown steps, and any choice of
 *   those steps will do: C(unknown, live) ways, all as likely as before. A given one of the steps is among them in
 *   C(unknown - 1, live - 1) of these ways, and that is live / unknown of them.
 * @param {View} view
 * @returns {{live: number, unknown: number}}
 */
export function odds(view) {
  const known = view.known.slice(0, view.rulings.steps);
  const count = (/** @type {number} */ what) => known.filter((one) => one === what).length;
  return { live: view.rulings.mines - count(DIFFUSED), unknown: count(UNKNOWN) };
}

/**
 * The odds as a percentage. Rounded to a tenth, where they aren't whole.
 * @param {{live: number, unknown: number}} odds
 */
export function percent({ live, unknown }) {
  const tenths = Math.round((1000 * live) / unknown);
  return `${tenths % 10 ? (tenths / 10).toFixed(1) : tenths / 10}%`;
}

/**
 * What is to be drawn on a step. When all is over, the mines are there to see.
 * @param {View} view
 * @param {number} step
 * @returns {Ground}
 */
export function ground(view, step) {
  const known = view.known[step - 1];
  if (known === SAFE) return "safe";
  if (known === DIFFUSED) return "diffused";
  if (view.mined === null || !view.laid) return "unknown"; // before they are laid, there is nothing to see even where all is open
  if (!((view.mined >> (step - 1)) & 1)) return "safe";
  return view.position.includes(step) ? "crater" : "mine";
}

/**
 * The step that a move leads to: past the opponent when steps are exclusive.
 * @param {View} view
 * @param {number} seat
 */
export function landing(view, seat) {
  const step = view.position[seat] + 1;
  return view.rulings.occupancy === "exclusive" && step === view.position[1 - seat] ? step + 1 : step;
}

/**
 * The position in words, for those who don't see it.
 * @param {View} view
 */
export function words(view) {
  const { steps } = view.rulings;
  const lines = [0, 1].map((seat) => {
    const where = view.position[seat] ? `on step ${view.position[seat]} of ${steps}` : "at the start";
    const left = view.detectors_left[seat];
    return `Player ${seat + 1} is ${where}, with ${left} detector${left === 1 ? "" : "s"} left.`;
  });
  const all = Array.from({ length: steps }, (_, n) => n + 1);
  /** @type {[Ground, string][]} */
  const kinds = [["safe", "Safe"], ["diffused", "Defused mines"], ["mine", "Live mines"], ["crater", "A mine went off"], ["unknown", "Unknown"]];
  for (const [kind, name] of kinds) {
    const those = all.filter((step) => ground(view, step) === kind);
    const chance = kind === "unknown" ? `, each mined with a chance of ${odds(view).live} in ${odds(view).unknown} (${percent(odds(view))})` : "";
    if (those.length) lines.push(`${name}: ${kind === "crater" ? "on step" : `step${those.length > 1 ? "s" : ""}`} ${those.join(", ")}${chance}.`);
  }
  if (view.winner >= 0) lines.push(`Player ${view.winner + 1} has won.`);
  else if (!view.over && view.turn >= 0) lines.push(`It is Player ${view.turn + 1}'s turn.`);
  return lines.join(" ");
}

/**
 * What a choice does, and what is known of the step it is about.
 * @param {View} view
 * @param {number} seat
 * @param {string} choice
 */
export function choiceInWords(view, seat, choice) {
  if (choice === "pass") return "Pass: the way is blocked, and you have no detector left";
  const step = choice === "move" ? landing(view, seat) : Number(choice.slice(5));
  const open = ground(view, step) === "unknown";
  const known = open ? `${percent(odds(view))} chance of a mine` : "known to be safe";
  if (choice !== "move") return `Scan step ${step}: ${open ? known : "no use, it is known to be safe"}`;
  const wins = step === view.rulings.steps ? " and win" : "";
  const jump = step > view.position[seat] + 1 ? `Jump over Player ${2 - seat} to step` : "Move to step";
  return `${jump} ${step}${wins}: ${known}`;
}

/**
 * What is asked, in a few words.
 * @param {View} view
 * @param {number} seat
 * @param {string[]} legal
 */
export function prompt(view, seat, legal) {
  if (legal.includes("pass")) return "The way is blocked: you can only pass";
  if (!legal.includes("move")) return "The way is blocked: scan a step";
  const move = `move to ${landing(view, seat)}`;
  return legal.length > 1 ? `Scan a step, or ${move}` : `No detectors left: ${move}`;
}

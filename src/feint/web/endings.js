/** How a match ended, in words: for every reason that the server knows, and who has won. */

import { EndReason, FORFEITS } from "./protocol.js";
import { capitalize, list } from "./text.js";

/** @typedef {import("./protocol.js").Ended} Ended */

/** @param {Ended} ended */
export function reason({ why, by }) {
  if (why === EndReason.RULES) return "Everything hidden is revealed now. Step back through the match to see it.";
  if (why === EndReason.CLOSED) return "Nobody played here for a long time.";
  return capitalize(`${by} ${FORFEITS[why]}.`);
}

/**
 * Who has won.
 * @param {Ended} ended
 * @param {string[]} mine the seats played on this device
 */
export function verdict({ scores }, mine) {
  if (!scores) return "The table was closed";
  const best = Math.max(...Object.values(scores));
  const winners = Object.keys(scores).filter((seat) => scores[seat] === best);
  if (winners.length > 1) return winners.length === Object.keys(scores).length ? "Draw" : capitalize(`${list(winners)} share the win`);
  if (mine.length === 1) return winners[0] === mine[0] ? "You win" : "You lose";
  return capitalize(`${winners[0]} wins`);
}

/**
 * How a match ended other than by its rules, as a line for the log; null where the game's own log says it.
 * @param {Ended} ended
 */
export function lastLine(ended) {
  return ended.why === EndReason.RULES ? null : `${reason(ended)} ${verdict(ended, [])}.`;
}

/** How a match ended, in words: who has won, what decided it, and why it ended if the rules didn't end it. */

import { EndReason, FORFEITS } from "./protocol.js";
import { capitalize, list, seatName, withArticle } from "./text.js";

/** @typedef {import("./protocol.js").Ending} Ending */
/** @typedef {import("./types.js").State} State */

const DECISIVE = 3; // lines of the log, at most

/**
 * Why a match ended before its rules ended it; null if they did.
 * @param {Ending} ended
 * @param {boolean} begun whether it had begun
 * @param {string | null} [you] whoever is told
 */
function reason({ why, by }, begun, you = null) {
  if (why === EndReason.RULES) return null;
  if (why === EndReason.CLOSED && by) return capitalize(`${by} never came back to begin the match.`);
  if (why === EndReason.CLOSED) return begun ? "Nobody played here for a long time." : "The match never began.";
  if (why === EndReason.AGREED) return "The players agreed to a draw.";
  if (why === EndReason.LIMIT) return "The match went on for too long, so it is a draw.";
  return capitalize(`${by === you ? "you" : withArticle(String(by))} ${FORFEITS[why]}.`);
}

/**
 * What decided a match: the last lines of the game's own log but for headings, or why it ended before its time.
 * @param {State[]} states
 * @param {string[]} mine the seats played on this device
 * @returns {string[]}
 */
export function decision(states, mine) {
  const end = states.findIndex(({ ended }) => ended);
  const { ended, view, log } = states[end];
  const early = reason(/** @type {Ending} */ (ended), view !== null, mine.length === 1 ? mine[0] : null);
  if (early) return [early];
  const lines = log.filter((line) => line && !line.endsWith(":")).slice(-DECISIVE);
  const last = lines[lines.length - 1];
  return last?.includes(" wins: ") ? [last] : lines; // it says why by itself, and what was rolled last may have nothing to do with it
}

/**
 * Who has won.
 * @param {Ending} ended
 * @param {string[]} mine the seats played on this device
 */
export function verdict({ scores }, mine) {
  if (!scores) return "The table was closed";
  const best = Math.max(...Object.values(scores));
  const winners = Object.keys(scores).filter((seat) => scores[seat] === best);
  if (winners.length > 1) return winners.length === Object.keys(scores).length ? "Draw" : capitalize(`${list(winners.map(withArticle))} share the win`);
  if (mine.length === 1) return winners[0] === mine[0] ? "You win" : "You lose";
  return capitalize(`${seatName(winners[0])} wins`);
}

/**
 * What came of a match for those who played it here.
 * @param {Ending} ended
 * @param {string[]} mine the seats played on this device
 * @returns {import("./storage.js").MatchResult}
 */
export function resultFor({ scores }, mine) {
  if (!scores) return "unfinished";
  const best = Math.max(...Object.values(scores));
  const winners = Object.keys(scores).filter((seat) => scores[seat] === best);
  if (winners.length > 1) return winners.some((seat) => mine.includes(seat)) ? "draw" : "lost";
  return mine.includes(winners[0]) ? "won" : "lost";
}

/**
 * Why a match ended other than by its rules, as a line for the log; null where the game's own log says it.
 * @param {State} state
 */
export function lastLine({ ended, view }) {
  return ended && reason(ended, view !== null);
}

/** What counts as a mistake, and what a review says about a choice, in words. */

/** @typedef {import("./protocol.js").ReviewedChoice} ReviewedChoice */
/** @typedef {import("./protocol.js").WeighedChoice} WeighedChoice */
/** @typedef {import("./protocol.js").Interval} Interval */

/** By what a choice gave away of the winning chance, the worst first. */
export const MISTAKES = [
  { least: 0.2, mark: "??", name: "Blunder", kind: "blunder" },
  { least: 0.1, mark: "?", name: "Mistake", kind: "mistake" },
  { least: 0.05, mark: "?!", name: "Inaccuracy", kind: "inaccuracy" },
];

const NEGLIGIBLE = 0.0005; // less than the tenth of a point that is shown
const SURE = 0.02; // the width of an interval that only a solution has, not a search
const MOST_SHOWN = 4; // choices of a mixture

/**
 * What kind of mistake a choice was, if it was one.
 * @param {ReviewedChoice | undefined} choice
 */
export function mistake(choice) {
  const cost = choice?.cost ?? 0;
  return MISTAKES.find(({ least }) => cost >= least) ?? null;
}

/** @param {number} share */
export function points(share) {
  return `${tenths(share)} points`;
}

/**
 * A winning chance: "55%", "55.1 to 60.2%".
 * @param {Interval} interval
 */
export function percent({ low, high }) {
  return tenths(low) === tenths(high) ? `${tenths(low)}%` : `${tenths(low)} to ${tenths(high)}%`;
}

/** @param {number} share */
function tenths(share) {
  return String(Math.round(1000 * share) / 10);
}

/**
 * Whether a solution says what a choice was worth, and so what it gave away; not a search.
 * @param {ReviewedChoice} choice
 */
export function isSolved({ worth }) {
  return worth !== null && worth.high - worth.low < SURE;
}

/**
 * What was right: one choice, or how often each of several.
 * @param {WeighedChoice[]} right
 */
export function best(right) {
  const choices = right.filter(({ chance }) => chance >= NEGLIGIBLE);
  if (choices.length === 1) return choices[0].said;
  const shown = choices.slice(0, MOST_SHOWN).map(({ said, chance }, at) => `${said} (${tenths(chance)}%${at ? "" : " of the time"})`).join(", ");
  return choices.length > MOST_SHOWN ? `${shown} and ${choices.length - MOST_SHOWN} more` : shown;
}

/**
 * What a review says about a choice.
 * @param {ReviewedChoice} choice
 * @returns {{verdict: string, why: string}}
 */
export function judge(choice) {
  const { cost, worth, before, right, said } = choice;
  const wanted = `Best: ${best(right)}`;
  if (cost === null) {
    const chance = right[0]?.worth ? `, win chance ${percent(right[0].worth)}` : "";
    return { verdict: "Not examined", why: `There wasn't enough time to say what this choice is worth. ${wanted}${chance}.` };
  }
  const width = worth ? worth.high - worth.low : 1;
  if (cost >= NEGLIGIBLE) {
    const least = width < NEGLIGIBLE ? "" : "at least ";
    const chances = worth && before ? ` Win chance ${percent(worth)} instead of ${percent(before)}.` : "";
    return { verdict: mistake(choice)?.name ?? "Not quite", why: `It costs ${least}${points(cost)}.${chances} ${wanted}.` };
  }
  const chance = worth ? `Win chance ${percent(worth)}.` : "How often it wins isn't clear.";
  if (worth && worth.high < NEGLIGIBLE) return { verdict: "Nothing helps", why: "Against best play, every choice loses here." };
  if (best(right) === said) return { verdict: isSolved(choice) ? "Best" : "Looks best", why: chance };
  if (right.some((one) => one.choice === choice.choice)) return { verdict: "Right", why: `${chance} The right mix: ${best(right)}.` };
  if (width < NEGLIGIBLE) return { verdict: "Just as good", why: `${chance} ${wanted}.` };
  return { verdict: "Perhaps as good", why: `${chance} ${wanted}, but nothing shows that this is worse.` };
}

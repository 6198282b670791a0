/** What was fired at whom and what it did, from the log: so that nobody loses a ship without knowing to whom. No DOM. */

/**
 * What happened to one fleet by one hit, or by several alike.
 * @typedef {object} Result
 * @property {"destroyed" | "flipped" | "held" | "broke" | "blocked" | "stripped" | "saved"} kind
 * @property {number} seat
 * @property {string} card the shield that held, or what blocked it
 * @property {number} number of ships or shields; of points that a shield has left
 * @property {number} left ships
 */
/** A rocket and what it did; without a seat it was wreckage. @typedef {{by: number, card: string, at: number, results: Result[]}} Attack */

const EVERYONE = -1;
export const WRECKAGE = -1;
const FIRED = /^P(\d) fires (.+) at (?:P(\d)|everyone)\.$/;
const WRECKED = /unavoidable wreckage\.$/;
/** What a line of the log says of a hit: the seat first, then the card or the number. @type {[RegExp, Result["kind"]][]} */
const RESULTS = [
  [/^A ship of P(\d) is destroyed; (?:(?<left>\d+) (?:is|are) left|it was the last)\.$/, "destroyed"],
  [/^A ship of P(\d) loses its shielded side\.$/, "flipped"],
  [/^P(\d)'s (?<card>.+) holds, with (?<number>\d+) points? left\.$/, "held"],
  [/^P(\d)'s (?<card>.+) is shot away\.$/, "broke"],
  [/^P(\d) answers with (?<card>.+): blocked\.$/, "blocked"],
  [/^P(\d) (?:loses (?:an|(?<number>\d+)) assigned shields?|has no shield to lose)\.$/, "stripped"],
  [/^The last ship of P(\d) would be lost, but its Last Stand saves it\.$/, "saved"],
];

/** The attacks that a log tells of, in order. @param {string[]} lines @returns {Attack[]} */
export function attacksIn(lines) {
  /** @type {Attack[]} */
  const found = [];
  for (const line of lines) {
    const fired = FIRED.exec(line);
    if (fired) found.push({ by: Number(fired[1]) - 1, card: fired[2], at: fired[3] ? Number(fired[3]) - 1 : EVERYONE, results: [] });
    else if (WRECKED.test(line)) found.push({ by: WRECKAGE, card: "", at: EVERYONE, results: [] });
    else if (found.length) note(found[found.length - 1].results, line);
  }
  return found;
}

/** @param {Result[]} results @param {string} line */
function note(results, line) {
  for (const [pattern, kind] of RESULTS) {
    const match = pattern.exec(line);
    if (!match) continue;
    const { card = "", number = "", left = "" } = match.groups ?? {};
    const bare = kind === "stripped" && line.includes(" has no "); // an EMP that found nothing
    const one = { kind, seat: Number(match[1]) - 1, card, number: bare ? 0 : Number(number || 1), left: Number(left) };
    const last = results[results.length - 1];
    const alike = last?.kind === kind && last.seat === one.seat && (kind === "destroyed" || kind === "flipped");
    if (alike) [last.number, last.left] = [last.number + 1, one.left];
    else results.push(one);
    return;
  }
}

/**
 * The part of the log that is news to a seat: from what it did last in a turn of its own. A spectator's is the turn before this one.
 * @param {string[]} lines @param {number} own -1: a spectator
 */
export function news(lines, own) {
  const turns = lines.flatMap((line, at) => (/^Round \d+, P\d's turn:$/.test(line) ? [at] : []));
  const acted = new RegExp(`^P${own + 1} (?:buys|fires|plays|assigns|passes|skips) ?`);
  const from = own < 0 ? (turns[turns.length - 2] ?? 0) : lines.findLastIndex((line) => acted.test(line));
  return lines.slice(Math.max(0, from));
}

/** @param {string[]} parts */
const joined = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}` : (parts[0] ?? ""));

/** @param {Attack} attack @param {number} own @param {boolean} [briefly] only what it did to this seat, if it did anything */
export function attackInWords({ by, card, at, results }, own, briefly = false) {
  const name = (/** @type {number} */ seat) => (seat === own ? "you" : `P${seat + 1}`);
  const whom = at === EVERYONE ? "everyone" : name(at);
  const head = by === WRECKAGE ? "Wreckage" : `${by === own ? "You" : `P${by + 1}`} fired ${card} at ${whom}`;
  const mine = results.filter(({ seat }) => seat === own);
  const told = briefly && mine.length ? mine : results;
  if (briefly && !mine.length && results.length > 1) return `${head}: ${summed(results)}.`;
  const all = (/** @type {Result} */ one) => told.filter(({ seat }) => seat === one.seat).length === 1; // what it did there
  return told.length ? `${head}: ${joined(told.map((one) => resultInWords(one, own, name(one.seat), all(one))))}.` : `${head}.`;
}

/** Many results in a few words. @param {Result[]} results */
function summed(results) {
  const ships = results.reduce((sum, { kind, number }) => sum + (kind === "destroyed" ? number : 0), 0);
  const blocked = results.filter(({ kind }) => kind === "blocked").length;
  const parts = [ships ? `${ships} ${ships === 1 ? "ship" : "ships"} destroyed` : "no ship destroyed", blocked ? `${blocked} ${blocked === 1 ? "hit" : "hits"} blocked` : ""];
  return parts.filter(Boolean).join(", ");
}

/** @param {Result} result @param {number} own @param {string} who @param {boolean} all whether nothing else came of it for that seat */
function resultInWords({ kind, seat, card, number, left }, own, who, all) {
  const whose = seat === own ? "your" : `${who}'s`;
  if (kind === "destroyed") {
    const ships = number === 1 ? "a ship" : `${number} ships`;
    if (left) return `${who} lost ${ships} (${left} left)`;
    return number === 1 ? `${who} lost ${seat === own ? "your" : "their"} last ship` : `${who} lost ${seat === own ? "your" : "their"} last ${number} ships`;
  }
  if (kind === "flipped") return number === 1 ? `one of ${whose} ships lost its shielded side` : `${number} of ${whose} ships lost their shielded side`;
  if (kind === "held") return `${whose} ${card} held with ${number} point${number === 1 ? "" : "s"} left`;
  if (kind === "broke") return `${whose} ${card} was shot away`;
  if (kind === "blocked") return `${who} blocked ${all ? "it" : "a hit"} with ${card}`;
  if (kind === "saved") return `Last Stand saved ${whose} last ship`;
  return number ? `${who} lost ${number === 1 ? "an assigned shield" : `${number} assigned shields`}` : `${who} had no shields to lose`;
}

/**
 * What attacks did to one seat: how many ships it lost, and whether it was hit at all.
 * @param {Attack[]} attacks @param {number} seat
 */
export function toll(attacks, seat) {
  const suffered = attacks.flatMap(({ results }) => results.filter((one) => one.seat === seat));
  const ships = suffered.reduce((sum, { kind, number }) => sum + (kind === "destroyed" ? number : 0), 0);
  return { ships, hit: suffered.some(({ kind, number }) => kind !== "blocked" && number > 0) };
}

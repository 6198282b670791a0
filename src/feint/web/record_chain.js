/** The chain of a match, made again from its record: feint/core/chain.py says what it is. */

import { fromHex, hex, hmac, sha256, utf8 } from "./sha256.js";

const DIGITS = 32; // of a head
const ENDS = /** @type {Record<string, string>} */ ({ resigned: "resigned", "out of time": "time", gone: "gone", agreed: "agreed", limit: "limit" });

/**
 * @typedef {object} RecordChain
 * @property {string} commitment
 * @property {string} secret
 * @property {Record<string, string>} strings by seat
 * @property {string} seed
 * @property {string} rightSeed the one that follows from secret and strings
 * @property {string} chain the last head, as the record has it
 * @property {string[]} heads all of them, as they follow from the record; none in one of an older version
 * @property {[string, string][]} choices who chose what, in order
 */

/** @param {string} secret @param {string} text */
function mac(secret, text) {
  return hex(hmac(fromHex(secret), utf8(text))).slice(0, DIGITS);
}

/**
 * What a viewer is told of a head, with its change of that number.
 * @param {string} secret
 * @param {string} head
 * @param {string} viewer "" is a spectator
 * @param {number} number
 */
export function blindedHead(secret, head, viewer, number) {
  return mac(secret, `told ${viewer} ${number}\n${head}`);
}

/**
 * What a record says of its chain; null if it has no proof that chance was fair.
 * @param {string} text
 * @returns {RecordChain | null}
 */
export function recordChain(text) {
  const lines = text.trimEnd().split("\n").map((line) => line.replace(/ {2}#[0-9a-f]{4}$/, ""));
  /** @type {Record<string, string>} */
  const head = {};
  /** @type {[string, string][]} */
  const choices = [];
  for (const line of lines) {
    const [, name, rest] = line.match(/^([^:]*): (.*)$/) ?? ["", "", ""];
    if (/^round \d+$/.test(name)) choices.push(...rest.split("; ").map(step));
    else head[name] ??= rest;
  }
  if (!head.commitment || !head.strings || !head.secret) return null;
  const made = choices.filter(([who]) => who !== "chance");
  const [strings, seats] = [pairs(head.strings), pairs(head.seats)];
  const seeded = ["feint seed 1", head.secret, ...Object.entries(strings).map(([seat, string]) => `${seat}=${string}`)];
  const bytes = sha256(utf8(seeded.map((line) => `${line}\n`).join(""))).slice(0, 8);
  const { commitment, secret, seed, chain = "" } = head;
  const links = head.order ? [`game ${head.game} ${head.rules} ${commitment}`, ...seatLinks(head.order, seats, strings), ...choiceLinks(made, head["taken back"] ?? ""), ...endLinks(head)] : [];
  let last = "feint chain 1";
  const heads = links.map((link) => (last = mac(secret, `${last}\n${link}`)));
  return { commitment, secret, strings, seed, rightSeed: BigInt(`0x${hex(bytes)}`).toString(), chain, heads, choices: made };
}

/** @param {string} text */
function pairs(text) {
  return Object.fromEntries(text.split(" ").map((pair) => step(pair.replace("=", " "))));
}

/**
 * @param {string} text
 * @returns {[string, string]}
 */
function step(text) {
  const at = text.indexOf(" ");
  return [text.slice(0, at), text.slice(at + 1)];
}

/**
 * @param {string} order
 * @param {Record<string, string>} seats
 * @param {Record<string, string>} strings
 */
function seatLinks(order, seats, strings) {
  return order.split("; ").map(step).map(([seat, does]) => {
    const what = does === "commits" ? hex(sha256(utf8(`feint string 1\n${seat}=${strings[seat]}\n`))) : strings[seat];
    return `${seat} ${seats[seat]} ${does} ${what}`;
  });
}

/**
 * @param {[string, string][]} choices
 * @param {string} undone after how many choices something was taken back
 */
function choiceLinks(choices, undone) {
  const back = undone.split(" ").filter(Boolean).map(Number);
  const marks = (/** @type {number} */ after) => back.filter((at) => at === after).map(() => "taken back");
  return [...marks(0), ...choices.flatMap(([who, what], at) => [`${who} chose ${what}`, ...marks(at + 1)])];
}

/** @param {Record<string, string>} head */
function endLinks(head) {
  const found = Object.keys(ENDS).find((name) => name in head);
  return found ? [`${ENDS[found]} ${head[found] === "draw" ? "" : head[found]}`] : [];
}

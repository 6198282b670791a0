/** What flies, as it stands on the map: ships, and shots in stacks that can be counted. */

import { svg } from "/web/dom.js";
import { flak, missile, placeAt, ship } from "./board_art.js";
import { counterText } from "./board_hex.js";
import { here, missileNumber, shipInWords, tokenInWords, tokensOf, velocity } from "./board_words.js";
import { COMMAND, DIRECTIONS, MISSILE, PUSH, SEAT_NAMES, SHIP, STEER } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** Tokens of one kind and owner in one hex, a ship always alone. `nth`: of those `crowd` that share the hex.
 * @typedef {{tokens: number[], kind: number, owner: number, nth: number, crowd: number, withShip: boolean}} Stack */

/** Everything on the map by where it is; ships come first. @param {View} view @returns {Stack[]} */
export function stacks(view) {
  /** @type {Map<string, Stack>} */
  const all = new Map();
  for (const token of tokensOf(view)) {
    const kind = view.kind[token], owner = view.owner[token];
    const key = `${here(view, token)} ${kind === SHIP ? token : `${kind} of ${owner}`}`;
    const stack = all.get(key);
    if (stack) stack.tokens.push(token);
    else all.set(key, { tokens: [token], kind, owner, nth: 0, crowd: 0, withShip: false });
  }
  /** @type {Map<string, Stack[]>} */
  const hexes = new Map();
  for (const stack of all.values()) {
    const hex = here(view, stack.tokens[0]).join();
    hexes.set(hex, [...(hexes.get(hex) ?? []), stack]);
  }
  for (const together of hexes.values()) {
    for (const [nth, stack] of together.entries()) Object.assign(stack, { nth, crowd: together.length, withShip: together[0].kind === SHIP });
  }
  return [...all.values()];
}

/** A stack, drawn. @param {View} view @param {Stack} stack */
export function drawn(view, stack) {
  const { tokens: [token], owner, kind } = stack;
  const group = svg("g", { class: "df-token", transform: placeAt(here(view, token)) });
  const place = svg("g", { class: fan(stack) });
  group.append(place);
  if (kind === SHIP) {
    const burning = view.phase > COMMAND ? view.burned[token] : 0, wreck = view.lost[token] ? " df-wreck" : "";
    place.append(
      svg("g", { class: `df-glyph${wreck}` }, svg("circle", { class: `df-halo df-s${owner}`, r: 9.6 }), svg("g", { class: "df-heading", transform: `rotate(${view.facing[token] * 60})` }, ship(view.ships, view.kind_of_ship[token], owner, burning))),
      svg("text", { class: `df-tag df-s${owner}`, "aria-hidden": "true" }, SEAT_NAMES[owner][0].toUpperCase()),
    );
    group.append(svg("title", {}, shipInWords(view, token)));
    return group;
  }
  const asked = view.phase === STEER || view.phase === PUSH ? view.control : -1;
  const shown = stack.tokens.includes(asked) ? asked : token; // the one that is steered is on top
  const glyph = kind === MISSILE ? svg("g", { class: "df-heading", transform: `rotate(${view.facing[shown] * 60})` }, missile(owner, true)) : flak(owner, Math.max(...stack.tokens.map((one) => view.spread[one])));
  place.append(svg("g", { class: "df-glyph" }, glyph));
  if (kind === MISSILE && stack.tokens.length === 1) place.append(svg("text", { class: `df-count df-s${owner}`, "aria-hidden": "true" }, String(missileNumber(view, token))));
  if (shown === asked) group.classList.add("df-asked");
  group.append(svg("title", {}, stackInWords(view, stack)));
  return group;
}

/** Where it stands in its hex: what shares one is fanned out around the ship, or around the middle. @param {Stack} stack */
function fan({ nth, crowd, withShip }) {
  if (crowd === 1 || (withShip && nth === 0)) return "df-place";
  return `df-place df-fan-${(withShip ? nth - 1 : nth) % 6}${withShip ? " df-by-ship" : ""}`;
}

/** How many a stack has, if more than one: above everything else that flies. @param {View} view @param {Stack} stack */
export function badge(view, stack) {
  const { tokens, owner } = stack;
  if (tokens.length === 1) return null;
  const count = svg("g", { class: `df-badge df-s${owner}`, "aria-hidden": "true" }, svg("g", {}, svg("rect", { x: -12, y: -8, width: 24, height: 16, rx: 8 }), svg("text", {}, `×${tokens.length}`)));
  return svg("g", { transform: placeAt(here(view, tokens[0])) }, svg("g", { class: fan(stack) }, count));
}

/** @param {View} view @param {Stack} stack */
function stackInWords(view, { tokens, kind }) {
  const how = (/** @type {number} */ token) => (kind === MISSILE ? `facing ${DIRECTIONS[view.facing[token]]}` : `spread ${view.spread[token]}`);
  return tokens.map((token) => `${tokenInWords(view, token)}, ${how(token)}, velocity ${counterText(velocity(view, token))}`).join("\n");
}

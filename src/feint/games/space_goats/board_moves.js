/** What moves in Space Goats: rockets fly, shields ring, ships burst, bought cards go to a pile; what else changed lights up. */

import { svg, tween } from "/web/dom.js";
import { burst, emblem, rocket } from "./board_art.js";
import { card } from "./board_cards.js";
import { shieldsOf, shipWords } from "./board_ships.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{from: Point, to: Point, thing: SVGElement, turns: boolean}} Flight */

/** How things look that may change, by their keys. @param {HTMLElement} root @returns {Map<string, string>} */
export function snapshot(root) {
  const marked = [...root.querySelectorAll("[data-sig]")];
  return new Map(marked.map((one) => [String(one.getAttribute("data-key")), String(one.getAttribute("data-sig"))]));
}

/** Light up what is different from then. @param {HTMLElement} root @param {Map<string, string>} then */
export function pulses(root, then) {
  for (const one of root.querySelectorAll("[data-sig]")) {
    if (then.get(String(one.getAttribute("data-key"))) !== one.getAttribute("data-sig")) one.classList.add("sg-changed");
  }
}

/** The ships that a change has hit: by seat and place, and whether there was fire. @param {View} before @param {View} view */
function hits(before, view) {
  /** @type {{seat: number, ship: number, fire: boolean}[]} */
  const found = [];
  for (let seat = 0; seat < view.rulings.players; seat++) {
    const same = (/** @type {number} */ ship) => shipWords(before, seat, ship) === shipWords(view, seat, ship);
    const [was, is] = [before.ships[seat], view.ships[seat]];
    const places = Array.from({ length: Math.min(was, is) }, (_, ship) => ship).filter((ship) => !same(ship));
    if (is < was) {
      // The last ship took the place of the one that is gone.
      for (let gone = 0; gone < was - is; gone++) found.push({ seat, ship: places[gone] ?? was - 1 - gone, fire: true });
      continue;
    }
    for (const ship of places) {
      const assigned = shieldsOf(view, seat, ship).length > shieldsOf(before, seat, ship).length;
      if (!assigned) found.push({ seat, ship, fire: before.side[seat][ship] !== view.side[seat][ship] });
    }
  }
  return found;
}

/**
 * From one view to the next: what flies, flies; then `after` draws the new view, and what was hit bursts.
 * @param {HTMLElement} root @param {View} before @param {View} view @param {string[]} log @param {() => void} after
 */
export function moves(root, before, view, log, after) {
  const room = root.getBoundingClientRect();
  /** @param {string} key @returns {Point | null} */
  const spot = (key) => {
    const box = root.querySelector(`[data-at="${key}"], [data-key="${key}"]`)?.getBoundingClientRect();
    if (!box?.width && key.startsWith("seat-")) return spot(key.replace("seat", "fleet")); // a captain whose face found no room
    return box?.width ? { x: box.left - room.left + box.width / 2, y: box.top - room.top + box.height / 2 } : null;
  };
  const struck = hits(before, view);
  const bursts = struck.map(({ seat, ship, fire }) => ({ at: spot(`ship-${seat}-${ship}`), fire }));
  /** @type {Flight[]} */
  const flights = [];
  const fly = (/** @type {Point | null} */ from, /** @type {Point | null} */ to, /** @type {SVGElement} */ thing, turns = false) => {
    if (from && to) flights.push({ from, to, thing, turns });
  };
  const attacker = spot(`seat-${before.turn}`);
  const fired = log.map((line) => /^P(\d) (?:fires .+|aims the second hit) at (?:P(\d)|everyone)\.$/.exec(line)).find(Boolean);
  const blocked = log.map((line) => /^P(\d) answers with .+: blocked\.$/.exec(line)).filter((found) => found !== null);
  for (const { seat, ship } of struck) {
    const wreckage = !fired && !before.in_play;
    if (!wreckage) fly(fired ? attacker : spot(`seat-${seat}`) && edge(spot, before.turn, seat), spot(`ship-${seat}-${ship}`), rocket(), true);
  }
  for (const found of blocked) {
    const at = spot(`seat-${Number(found[1]) - 1}`);
    fly(attacker, at, rocket(), true);
    bursts.push({ at, fire: false });
  }
  if (fired && !flights.length) {
    const targets = fired[2] ? [Number(fired[2]) - 1] : [view.target];
    for (const target of targets) fly(attacker, edge(spot, before.turn, target), rocket(), true);
  }
  for (const line of log) cardFlights(before, view, line, spot, fly);
  const [first, second] = [flights.length ? 520 : 0, bursts.length ? 520 : 320];
  const sky = svg("svg", { class: "sg-sky", width: room.width, height: room.height, "aria-hidden": "true" });
  let turned = false;
  const turn = () => {
    if (turned) return;
    turned = true;
    after();
  };
  root.append(sky);
  if (!first) turn();
  return tween(first + second, (t) => {
    const ms = t * (first + second);
    if (ms >= first) turn();
    if (t >= 1) return sky.remove();
    if (ms < first) sky.replaceChildren(...flights.map((flight) => placed(flight, ms / first)));
    else {
      const age = (ms - first) / second;
      sky.replaceChildren(...bursts.flatMap(({ at, fire }) => (at ? [burstAt(at, fire, age)] : [])));
    }
  });
}

/** Before a fleet, on the way to it. @param {(key: string) => Point | null} spot @param {number} from @param {number} to */
function edge(spot, from, to) {
  const [a, b] = [spot(`seat-${from}`), spot(`fleet-${to}`)];
  return a && b ? { x: b.x + (a.x - b.x) * 0.25, y: b.y + (a.y - b.y) * 0.25 } : null;
}

/**
 * Cards that go somewhere: bought ones to a pile, assigned and played ones to where they work.
 * @param {View} before @param {View} view @param {string} line @param {(key: string) => Point | null} spot
 * @param {(from: Point | null, to: Point | null, thing: SVGElement) => void} fly
 */
function cardFlights(before, view, line, spot, fly) {
  const found = /^P(\d) (buys|assigns|plays) (.+?)(?: for \d+| to an? \w+ ship)?\.$/.exec(line);
  if (!found) return;
  const seat = Number(found[1]) - 1;
  const number = view.deck.findIndex((one) => one.name === found[3]) + 1;
  if (!number) return;
  const small = svg("g", { class: `sg-${card(view, number).type}` }, moving(card(view, number).effect));
  const inHand = spot(`held-${number}-1`) ?? spot(`seat-${seat}`);
  if (found[2] === "buys") fly(spot(`market-${before.market.indexOf(number)}`), spot(`discard-${seat}`), small);
  else if (found[2] === "plays") fly(inHand, spot("strip"), small);
  else {
    const ship = view.shield[seat].findIndex((_, i) => shieldsOf(view, seat, i).length > shieldsOf(before, seat, i).length);
    fly(inHand, spot(`ship-${seat}-${ship}`), small);
  }
}

/** @param {string} effect */
function moving(effect) {
  const picture = emblem(effect);
  for (const [name, value] of Object.entries({ x: -24, y: -24, width: 48, height: 48 })) picture.setAttribute(name, String(value));
  return picture;
}

/** @param {Flight} flight @param {number} t */
function placed({ from, to, thing, turns }, t) {
  const eased = t * t * (3 - 2 * t);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const lift = Math.min(60, Math.hypot(dx, dy) * 0.18) * 4 * eased * (1 - eased);
  const side = dx < 0 ? 1 : -1;
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [from.x + dx * eased - (dy / length) * lift * side, from.y + dy * eased + (dx / length) * lift * side];
  const slope = (Math.min(60, length * 0.18) * 4 * (1 - 2 * eased)) / length;
  const angle = turns ? (Math.atan2(dy + (dx * slope * side), dx - dy * slope * side) * 180) / Math.PI : 0;
  thing.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})`);
  return thing;
}

/** @param {Point} at @param {boolean} fire @param {number} age */
function burstAt(at, fire, age) {
  const grown = burst(10 + 26 * Math.sqrt(age), fire);
  grown.setAttribute("transform", `translate(${at.x} ${at.y})`);
  grown.setAttribute("opacity", String(1 - age * age));
  return grown;
}

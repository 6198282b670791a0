/** A fleet of Space Goats: its captain, what is in the piles, and the ships; only what is new is drawn again. */

import { html } from "/web/dom.js";
import { emblem, goat, saucer } from "./board_art.js";
import { card, counted } from "./board_cards.js";
import { POINTS, SIDES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_cards.js").Choices} Choices */
/** @typedef {(key: string, from: unknown, make: () => HTMLElement) => HTMLElement} Kept */
/** @typedef {(from: HTMLElement, title: string, texts: string[]) => void} Offer */

const PILES = /** @type {const} */ (["bank", "hand", "draw", "discard"]);

/** What was drawn of each part, and what from: a part that would be the same is left alone. @returns {Kept} */
export function keeper() {
  /** @type {Map<string, {from: string, made: HTMLElement}>} */
  const parts = new Map();
  return (key, from, make) => {
    const text = JSON.stringify(from) ?? "";
    const old = parts.get(key);
    if (old?.from === text) return old.made;
    const made = make();
    parts.set(key, { from: text, made });
    return made;
  };
}

/** Let an element hold these, in this order, without touching what is there already. @param {Element} place @param {(HTMLElement | null)[]} things */
export function put(place, things) {
  const wanted = things.filter((thing) => thing !== null);
  const set = new Set(/** @type {Element[]} */ (wanted));
  for (const child of [...place.children]) if (!set.has(child)) child.remove();
  wanted.forEach((thing, i) => place.children[i] !== thing && place.insertBefore(thing, place.children[i] ?? null));
}

/**
 * The shields on a ship with the points that each has left, in the order in which they take hits; those after the first are whole.
 * @param {View} view @param {number} seat @param {number} ship
 */
export function shieldsOf(view, seat, ship) {
  const first = view.shield[seat][ship];
  const whole = view.beneath[seat][ship].filter(Boolean).map((number) => ({ number, points: pointsOf(view, number) }));
  return first ? [{ number: first, points: view.points[seat][ship] }, ...whole] : [];
}

/** @param {View} view @param {number} number the points of a shield that nothing has hit */
function pointsOf(view, number) {
  return /** @type {Record<string, number>} */ (POINTS)[card(view, number).effect];
}

/** `Reinforced Hull 2 and Hull Plating 1` @param {View} view @param {number} seat @param {number} ship */
function shieldWords(view, seat, ship) {
  const words = shieldsOf(view, seat, ship).map(({ number, points }) => `${card(view, number).name} ${points}`);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : (words[0] ?? "");
}

/** @param {View} view @param {number} seat @param {number} ship the words of a choice for it */
export function shipWords(view, seat, ship) {
  const [side, shields] = [SIDES[view.side[seat][ship]], shieldWords(view, seat, ship)];
  return shields ? `${side} with ${shields}` : side;
}

/** The seat that is to do something; -1 at the end. @param {View} view */
function active(view) {
  return view.over ? -1 : view.pending.length ? view.asked : view.turn;
}

/** Whether a rocket is on its way to a seat. @param {View} view @param {number} seat */
function underFire(view, seat) {
  return !view.over && view.in_play && card(view, view.in_play).type === "rocket" && view.target === seat && view.turn !== seat;
}

/** How a captain feels. @param {View} view @param {number} seat */
function mood(view, seat) {
  if (!view.ships[seat]) return "dazed";
  if (view.over && (view.winners >> seat) & 1) return "proud";
  return underFire(view, seat) || view.ships[seat] === 1 ? "worried" : "calm";
}

/**
 * A fleet: its captain, what is in the piles, and the ships.
 * @param {Kept} kept @param {View} view @param {number} seat @param {Choices} choices @param {Offer} offer
 * @param {(from: HTMLElement) => void} tell shows the piles @param {boolean} own
 */
export function fleet(kept, view, seat, choices, offer, tell, own) {
  const name = `P${seat + 1}`;
  const whole = kept(`fleet-${seat}`, own, () =>
    html("div", { role: "group", "aria-label": own ? `${name}, your fleet` : `Fleet of ${name}`, "data-at": `fleet-${seat}` }),
  );
  const state = [active(view) === seat ? "sg-active" : "", underFire(view, seat) ? "sg-target" : "", own ? "sg-own" : "", view.ships[seat] ? "" : "sg-out"];
  whole.className = `sg-fleet sg-seat-${seat} ${state.join(" ")}`;
  const ships = kept(`ships-${seat}`, 0, () => html("div", { class: "sg-ships" }));
  const tiles = Array.from({ length: view.ships[seat] }, (_, ship) => shipTile(kept, view, seat, ship, own ? choices : null, offer));
  put(ships, tiles);
  const worn = view.shield[seat].map((_, ship) => shieldWords(view, seat, ship)).filter(Boolean);
  const rocket = underFire(view, seat) ? card(view, view.in_play) : null;
  const aim = choices.seats.get(seat);
  const shown = view.over && view.hand[seat];
  put(whole, [
    rocket && kept(`incoming-${seat}`, rocket.name, () => html("span", { class: "sg-incoming sg-rocket" }, emblem(rocket.effect), rocket.name)),
    captain(kept, view, seat, tell, own),
    tiles.length ? ships : kept(`adrift-${seat}`, 0, () => html("div", { class: "sg-adrift" }, "adrift, chewing on a suit")),
    worn.length ? kept(`worn-${seat}`, worn, () => html("div", { class: "sg-names", "aria-hidden": "true" }, worn.join(", "))) : null,
    shown ? kept(`held-${seat}`, shown, () => html("div", { class: "sg-held" }, `Hand: ${counted(view, shown)}`)) : null,
    aim
      ? kept(`aim-${seat}`, aim, () => html("button", { type: "button", class: "sg-aim", "data-key": `aim-${seat}`, onclick: () => offer(whole, name, aim) }, aim[0]))
      : null,
  ]);
  return whole;
}

/** @param {Kept} kept @param {View} view @param {number} seat @param {(from: HTMLElement) => void} tell @param {boolean} own */
function captain(kept, view, seat, tell, own) {
  const marks = [
    view.last_stand[seat] ? "last stand" : "",
    view.skip[seat] ? "skips a turn" : "",
    view.extra[seat] ? "extra turn" : "",
    view.over && (view.winners >> seat) & 1 ? "wins" : "",
  ].filter(Boolean);
  const feels = mood(view, seat);
  const sizes = PILES.map((pile) => view[`${pile}_size`][seat]);
  const whole = kept(`captain-${seat}`, 0, () => html("div", { class: "sg-captain" }));
  put(whole, [
    kept(`face-${seat}`, feels, () => html("span", { class: "sg-portrait", "data-at": `seat-${seat}` }, goat(feels))),
    kept(`who-${seat}`, marks, () => {
      const said = marks.map((mark) => html("span", { class: "sg-mark" }, mark));
      return html("span", { class: "sg-who" }, html("b", {}, `P${seat + 1}`), own ? " you" : "", ...said);
    }),
    kept(`chips-${seat}`, sizes, () => {
      const label = pilesLabel(view, seat);
      const chips = html("button", { type: "button", class: "sg-chips", "data-key": `piles-${seat}`, "aria-label": label, "aria-haspopup": "true" });
      PILES.forEach((pile, i) => chips.append(chip(pile, sizes[i], seat)));
      chips.addEventListener("click", () => tell(chips));
      return chips;
    }),
  ]);
  return whole;
}

/** @param {string} pile @param {number} count @param {number} seat */
function chip(pile, count, seat) {
  return html("span", { class: `sg-chip sg-chip-${pile}`, "data-key": `${pile}-${seat}`, "data-sig": count, title: pile }, html("i", {}), String(count));
}

/** @param {View} view @param {number} seat */
function pilesLabel(view, seat) {
  const sizes = `${view.bank_size[seat]} in the bank, hand ${view.hand_size[seat]}, draw pile ${view.draw_size[seat]}, discard pile ${view.discard_size[seat]}`;
  return `P${seat + 1}: ${sizes}. Show the piles`;
}

/** What anyone can know of someone's cards. @param {View} view @param {number} seat */
export function piles(view, seat) {
  const rows = [
    ["Bank", view.bank[seat]],
    ["Discard pile", view.discard[seat]],
    ["Hand and draw pile", view.unseen[seat]],
  ];
  const said = rows.map(([name, row]) => html("p", {}, html("b", {}, `${name}: `), counted(view, /** @type {number[]} */ (row))));
  return html("div", { class: "sg-menu sg-piles", role: "group", tabindex: "-1", "aria-label": `P${seat + 1}'s piles` }, ...said);
}

/** @param {Kept} kept @param {View} view @param {number} seat @param {number} ship @param {Choices | null} choices @param {Offer} offer */
function shipTile(kept, view, seat, ship, choices, offer) {
  const said = shipWords(view, seat, ship);
  const texts = choices?.ships.get(said);
  return kept(`ship-${seat}-${ship}`, [said, texts], () => drawnShip(view, seat, ship, said, texts, offer));
}

/** @param {View} view @param {number} seat @param {number} ship @param {string} said @param {string[] | undefined} texts @param {Offer} offer */
function drawnShip(view, seat, ship, said, texts, offer) {
  const shields = shieldsOf(view, seat, ship);
  const shielded = view.side[seat][ship] === 1;
  const parts = [saucer(shielded, shielded ? "calm" : "worried")];
  const marks = { class: "sg-tile", "data-key": `ship-${seat}-${ship}`, "data-at": `ship-${seat}-${ship}`, "data-sig": said };
  const points = shields.reduce((sum, one) => sum + one.points, 0);
  const names = shields.map(({ number }) => card(view, number).name).join(", ");
  const label = shields.length
    ? html("span", { class: "sg-worn sg-shield" }, html("b", {}, String(points)), html("span", {}, names))
    : null;
  if (!texts) return html("div", { ...marks, role: "img", "aria-label": said, title: said }, ...parts, label);
  const made = html("button", { ...marks, type: "button", "aria-label": texts[0] }, ...parts, label);
  made.addEventListener("click", () => offer(made, said, texts));
  return made;
}

/** A fleet of Space Goats: its captain, what is in the piles, and the ships; only what is new is drawn again. */

import { html } from "/web/dom.js";
import { emblem, goat, saucer, sign } from "./board_art.js";
import { card, counted } from "./board_cards.js";
import { attackInWords, toll, WRECKAGE } from "./board_report.js";
import { shieldsOf, shipWords } from "./board_ships.js";
import { targetLabel } from "./board_words.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_cards.js").Choices} Choices */
/** @typedef {import("./board_report.js").Attack} Attack */
/** @typedef {(key: string, from: unknown, make: () => HTMLElement) => HTMLElement} Kept */

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
 * A fleet: its captain, what is in the piles, and the ships. A fleet that can be chosen has a button over all of it, not around
 * it: what queries the size of a container inside of a button may not be drawn.
 * @param {Kept} kept @param {View} view @param {number} seat @param {Choices} choices @param {(text: string) => void} choose
 * @param {(seat: number) => void} peek shows the piles @param {boolean} own @param {Attack[]} attacks what it has suffered is marked
 */
export function fleet(kept, view, seat, choices, choose, peek, own, attacks) {
  const name = `P${seat + 1}`;
  const aim = choices.seats.get(seat);
  const whole = kept(`fleet-${seat}`, own, () =>
    html("div", { "data-at": `fleet-${seat}`, role: "group", "aria-label": own ? `${name}, your fleet` : `Fleet of ${name}` }));
  const target = aim
    ? kept(`target-${seat}`, aim, () =>
        html("button", { type: "button", class: "sg-marked", "data-key": `fleet-${seat}`, "data-choice": aim, "aria-label": targetLabel(view, aim, seat, 0), onclick: () => choose(aim) }))
    : null;
  const state = [active(view) === seat ? "sg-active" : "", underFire(view, seat) ? "sg-target" : "", own ? "sg-own" : "", view.ships[seat] ? "" : "sg-out"];
  whole.className = ["sg-fleet", `sg-seat-${seat}`, ...state].filter(Boolean).join(" ");
  const crew = kept(`crew-${seat}`, 0, () => html("div", { class: "sg-crew" }));
  const ships = kept(`ships-${seat}`, 0, () => html("div", { class: "sg-ships", "data-fit": "ship" }));
  const tiles = Array.from({ length: view.ships[seat] }, (_, ship) => shipTile(kept, view, seat, ship, own ? choices : null, choose));
  put(ships, tiles);
  put(whole, [crew, target]);
  put(crew, [
    captain(kept, view, seat, peek, own, Boolean(aim), attacks),
    tiles.length ? ships : kept(`adrift-${seat}`, 0, () => html("div", { class: "sg-adrift" }, "adrift, chewing on a suit")),
  ]);
  return whole;
}

/** @param {Kept} kept @param {View} view @param {number} seat @param {(seat: number) => void} peek @param {boolean} own @param {boolean} aimed @param {Attack[]} attacks */
function captain(kept, view, seat, peek, own, aimed, attacks) {
  const marks = /** @type {[number | boolean, string, string][]} */ ([
    [view.last_stand[seat], "flag", "last stand"],
    [view.skip[seat], "pause", "skips a turn"],
    [view.extra[seat], "swirl", "extra turn"],
    [view.over && (view.winners >> seat) & 1, "star", "wins"],
  ]).filter(([there]) => there);
  const feels = mood(view, seat);
  const rocket = underFire(view, seat) ? card(view, view.in_play) : null;
  const suffered = attacks.filter(({ results }) => results.some((one) => one.seat === seat));
  const { ships, hit } = toll(suffered, seat);
  const told = suffered.map((one) => attackInWords(one, own ? seat : -1)).join(" ");
  const sizes = PILES.map((pile) => view[`${pile}_size`][seat]);
  const whole = kept(`captain-${seat}`, 0, () => html("div", { class: "sg-captain" }));
  put(whole, [
    kept(`face-${seat}`, feels, () => html("span", { class: "sg-portrait", "data-at": `seat-${seat}` }, goat(feels))),
    kept(`who-${seat}`, [marks, rocket?.name, told, view.over], () => {
      const said = marks.map(([, picture, mark]) =>
        html("span", { class: "sg-mark", role: "img", "aria-label": mark, "data-tells": `P${seat + 1}: ${mark}` }, sign(picture), html("span", {}, mark)),
      );
      const struck = ships || (hit && !view.over) ? html("span", { class: "sg-struck", role: "img", "aria-label": told, "data-tells": told }, ships ? `−${ships}` : "hit") : null;
      const incoming = rocket ? html("span", { class: "sg-incoming sg-rocket", "data-tells": `${rocket.name} is on its way to P${seat + 1}` }, emblem(rocket.effect)) : null;
      return html("span", { class: "sg-who" }, html("i", { class: "sg-badge" }), html("b", {}, `P${seat + 1}`), own ? html("span", { class: "sg-you" }, "you") : null, struck, incoming, ...said);
    }),
    kept(`chips-${seat}`, [sizes, aimed], () => {
      const marks = { class: "sg-chips", "data-key": `piles-${seat}`, "data-tells": pilesLabel(view, seat) };
      const drawn = PILES.map((pile, i) => chip(pile, sizes[i], seat));
      if (aimed) return html("span", marks, ...drawn); // the fleet around it is a button
      return html("button", { ...marks, type: "button", "aria-label": `${pilesLabel(view, seat)}. Show the cards`, onclick: () => peek(seat) }, ...drawn);
    }),
  ]);
  return whole;
}

/** @param {string} pile @param {number} count @param {number} seat */
function chip(pile, count, seat) {
  return html("span", { class: `sg-chip sg-chip-${pile}`, "data-key": `${pile}-${seat}`, "data-sig": count }, html("i", {}), String(count));
}

/** @param {View} view @param {number} seat */
function pilesLabel(view, seat) {
  return `P${seat + 1}: ${view.bank_size[seat]} in the bank, ${view.hand_size[seat]} in hand, ${view.draw_size[seat]} to draw, ${view.discard_size[seat]} discarded`;
}

/** What anyone can know of someone's cards; it stands where the market is. @param {View} view @param {number} seat @param {() => void} close */
export function piles(view, seat, close) {
  const rows = /** @type {[string, number[]][]} */ ([
    ["Bank", view.bank[seat]],
    ["Discard pile", view.discard[seat]],
    ["Hand and draw pile", view.unseen[seat]],
  ]);
  const said = rows.map(([name, row]) => html("p", {}, html("b", {}, name), counted(view, row, "empty")));
  const button = html("button", { type: "button", class: "sg-plain sg-undo", "data-key": "close", onclick: close }, "Close");
  return html("div", { class: `sg-centre sg-piles sg-seat-${seat}`, role: "group", "aria-label": `P${seat + 1}'s cards` }, html("div", { class: "sg-head" }, html("i", { class: "sg-badge" }), title(`P${seat + 1}'s cards`), button), text(said));
}

/** What was fired at whom and what it did, in full; it stands where the market is. @param {View} view @param {Attack[]} attacks
 * @param {number} own @param {() => void} close */
export function happened(view, attacks, own, close) {
  const says = own < 0 ? "What was fired" : "Since your last turn";
  const lines = attacks.map((one) => {
    const rocket = view.deck.find(({ name }) => name === one.card);
    const marks = { class: one.by === WRECKAGE ? "" : `sg-seat-${one.by} sg-rocket` };
    return html("p", marks, html("i", { class: "sg-badge" }), rocket ? emblem(rocket.effect) : null, html("span", {}, attackInWords(one, own)));
  });
  const button = html("button", { type: "button", class: "sg-plain sg-undo", "data-key": "close", onclick: close }, "Close");
  return html("div", { class: "sg-centre sg-piles sg-attacks", role: "group", "aria-label": says }, html("div", { class: "sg-head" }, title(says), button), text(lines));
}

/** At the end: what everyone held. @param {View} view */
export function hands(view) {
  const rows = view.hand.slice(0, view.rulings.players).map((row, seat) =>
    html("p", { class: `sg-seat-${seat}` }, html("i", { class: "sg-badge" }), html("b", {}, `P${seat + 1}`), html("span", { class: "sg-held" }, counted(view, row ?? [], "nothing"))),
  );
  return html("div", { class: "sg-centre sg-hands", role: "group", "aria-label": "What everyone held" }, title("What everyone held"), text(rows));
}

/** Lines that may be more than there is room for. @param {HTMLElement[]} lines */
function text(lines) {
  return html("div", { class: "sg-text", tabindex: 0, role: "group", "aria-label": "Cards" }, ...lines);
}

/** @param {string} text */
export function title(text) {
  return html("div", { class: "sg-title" }, text);
}

/** @param {Kept} kept @param {View} view @param {number} seat @param {number} ship @param {Choices | null} choices @param {(text: string) => void} choose */
function shipTile(kept, view, seat, ship, choices, choose) {
  const said = shipWords(view, seat, ship);
  const text = choices?.ships.get(said);
  return kept(`ship-${seat}-${ship}`, [said, text], () => drawnShip(view, seat, ship, said, text, choose));
}

/** @param {View} view @param {number} seat @param {number} ship @param {string} said @param {string | undefined} text @param {(text: string) => void} choose */
function drawnShip(view, seat, ship, said, text, choose) {
  const shields = shieldsOf(view, seat, ship);
  const shielded = view.side[seat][ship] === 1;
  const points = shields.reduce((sum, one) => sum + one.points, 0);
  const names = shields.map(({ number }) => card(view, number).name).join(", ");
  const inner = html("span", { class: "sg-hull" }, saucer(shielded, shielded ? "calm" : "worried"),
    shields.length ? html("b", { class: "sg-points" }, String(points)) : null,
    shields.length ? html("span", { class: "sg-worn" }, names) : null);
  const whose = `P${seat + 1}'s ship: ${said}`;
  const marks = { class: text ? "sg-tile sg-marked" : "sg-tile", "data-key": `ship-${seat}-${ship}`, "data-at": `ship-${seat}-${ship}`, "data-sig": said, "data-tells": whose };
  if (!text) return html("div", { ...marks, role: "img", "aria-label": said }, inner);
  return html("button", { ...marks, type: "button", "data-choice": text, "aria-label": targetLabel(view, text, seat, ship), onclick: () => choose(text) }, inner);
}

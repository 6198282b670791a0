/** Space Goats' board: the market, every fleet with its goats, one's own hand; cards and ships offer the choices they have. */

import { addStyle, html } from "/web/dom.js";
import { goat, symbols } from "./board_art.js";
import { card, doing, each, face, menu, popover, sorted } from "./board_cards.js";
import { fleet, keeper, piles, put, shipWords } from "./board_fleet.js";
import { moves, pulses, snapshot } from "./board_moves.js";
import { STYLE } from "./board_style.js";
import { PHASES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("/web/types.js").Moment<View>} Moment */
/** @typedef {import("./board_cards.js").Choices} Choices */
/** @typedef {import("./board_fleet.js").Kept} Kept */
/** @typedef {import("./board_fleet.js").Offer} Offer */

/**
 * Draws the table, and reports the choice of a card, a ship or a fleet that was clicked.
 * @param {import("/web/types.js").BoardSetting} setting
 * @returns {import("/web/types.js").Board<View>}
 */
export default function board({ host, game, seat, choose }) {
  const own = seat === null ? -1 : game.seats.indexOf(seat);
  const words = html("p", { class: "sr-only" });
  const table = html("div", { class: "sg-table" });
  const root = html("div", { class: "sg", role: "group", "aria-label": "Space Goats' table" }, symbols(), table);
  host.append(words, root);
  addStyle(STYLE);
  const list = popover(root);
  /** @type {View | null} */
  let drawn = null;
  /** @type {{done: Promise<void>, finish: () => void} | null} */
  let running = null;
  /** @type {string[]} the cards of an Arms Dealer that are in order so far */
  let ordered = [];

  /** @param {HTMLElement} from @param {string} title @param {string[]} texts */
  function offer(from, title, texts) {
    if (texts.length === 1) return choose(texts[0]);
    const portrait = (/** @type {string} */ text) => {
      const target = / at P(\d)$/.exec(text);
      return target ? html("span", { class: `sg-mini sg-seat-${Number(target[1]) - 1}` }, goat("worried")) : null;
    };
    list.show(from, menu(title, texts, (text) => (list.close(), choose(text)), portrait));
  }

  const kept = keeper();

  /** @param {View} view @param {string[]} legal */
  function render(view, legal) {
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    list.close();
    drawn = view;
    const choices = sorted(legal);
    const players = view.rulings.players;
    const others = [];
    for (let step = own < 0 ? 0 : 1; step < players; step++) others.push((Math.max(own, 0) + step) % players);
    for (const one of root.querySelectorAll(".sg-changed")) one.classList.remove("sg-changed");
    const one = (/** @type {number} */ who) => fleet(kept, view, who, choices, offer, (chips) => list.show(chips, piles(now(), who)), who === own);
    const rivals = kept("rivals", 0, () => html("div", { class: `sg-rivals sg-rivals-${others.length}` }));
    put(rivals, others.map(one));
    put(table, [
      rivals,
      market(kept, view, choices, offer),
      strip(view, own, choices, choose),
      ...(own < 0 ? [] : [...trays(view, choices), one(own), hand(kept, view, own, choices, offer)]),
    ]);
    if (focused && !root.contains(document.activeElement)) /** @type {HTMLElement | null} */ (root.querySelector(`button[data-key="${focused}"]`))?.focus();
  }

  /** The view that is shown. */
  function now() {
    return /** @type {View} */ (drawn);
  }

  /** What is chosen from beside hand and market: one's discard pile, or the order of the top cards. @param {View} view @param {Choices} choices */
  function trays(view, choices) {
    const made = [];
    if (choices.discard.size) {
      const cards = view.deck.flatMap((one, i) => {
        const texts = choices.discard.get(one.name);
        return texts ? [face(view, i + 1, `tray-${i + 1}`, texts, offer)] : [];
      });
      made.push(html("div", { class: "sg-tray" }, title("Your discard pile"), html("div", { class: "sg-cards" }, ...cards)));
    }
    if (choices.orders.length) made.push(orderTray(view, choices.orders));
    return made;
  }

  /** The cards on top of the pile, put in order one by one. @param {View} view @param {string[]} orders @returns {HTMLElement} */
  function orderTray(view, orders) {
    const rows = orders.map((text) => text.slice("order ".length).split(", "));
    const open = orders.filter((_, i) => ordered.every((name, place) => rows[i][place] === name));
    const next = [...new Set(open.map((text) => rows[orders.indexOf(text)][ordered.length]))];
    const tray = html("div", { class: "sg-tray" });
    const pick = (/** @type {string} */ name) => {
      const left = open.filter((text) => rows[orders.indexOf(text)][ordered.length] === name);
      if (left.length === 1) return choose(left[0]);
      ordered = [...ordered, name];
      const fresh = orderTray(view, orders);
      tray.replaceWith(fresh);
      /** @type {HTMLElement | null} */ (fresh.querySelector("button"))?.focus();
    };
    const cards = next.map((name) => {
      const number = view.deck.findIndex((one) => one.name === name) + 1;
      return face(view, number, `order-${number}`, [open.length === 1 ? open[0] : `put ${name} next`], () => pick(name));
    });
    const said = ordered.length ? `On top: ${ordered.join(", then ")}. What comes next?` : "Put them back: which one goes on top?";
    const undo = html("button", { type: "button", class: "sg-plain sg-undo", onclick: () => ((ordered = []), tray.replaceWith(orderTray(view, orders))) }, "start over");
    tray.append(title(said), html("div", { class: "sg-cards" }, ...cards, ordered.length ? undo : null));
    return tray;
  }

  /**
   * @param {View} view
   * @param {Moment} moment
   */
  function show(view, moment) {
    running?.finish();
    running = null;
    ordered = [];
    const legal = moment.live ? moment.legal : [];
    words.textContent = inWords(view, own);
    const before = moment.before;
    if (!moment.animate || !before) return render(view, legal);
    if (drawn !== before) render(before, []);
    list.close();
    const seen = snapshot(root);
    running = moves(root, before, view, moment.log, () => {
      render(view, legal);
      pulses(root, seen);
    });
    return running.done;
  }

  return { show };
}

/** @param {string} text */
function title(text) {
  return html("div", { class: "sg-title" }, text);
}

/** @param {Kept} kept @param {View} view @param {Choices} choices @param {Offer} offer */
function market(kept, view, choices, offer) {
  const used = view.market.findLastIndex((number) => number) + 1;
  const slots = view.market.slice(0, Math.max(used, 1)).map((number, slot) => {
    const texts = number ? (choices.market.get(card(view, number).name) ?? []) : [];
    return kept(`market-${slot}`, [number, texts], () => {
      if (!number) return html("div", { class: "sg-card sg-gap", "data-key": `market-${slot}`, "data-sig": 0 }, "empty");
      return face(view, number, `market-${slot}`, texts, offer, true);
    });
  });
  const whole = kept("market", 0, () =>
    html("div", { class: "sg-market", role: "group", "aria-label": "The market" }, title("Market"), html("div", { class: "sg-cards" })),
  );
  put(/** @type {Element} */ (whole.lastElementChild), slots);
  return whole;
}

/**
 * Between market and fleet: the pile, what is in play and what is asked, and choices that belong to no card.
 * @param {View} view @param {number} own @param {Choices} choices @param {(text: string) => void} choose
 */
function strip(view, own, choices, choose) {
  const rest = choices.rest.map((text) =>
    html("button", { type: "button", class: "sg-plain", "data-key": `rest-${text}`, onclick: () => choose(text) }, text),
  );
  const top = choices.orders.length ? [] : (view.knows[own] ?? []).filter(Boolean).map((number) => card(view, number).name);
  const hint = top.length ? ` On top: ${top.join(", ")}${view.knows_order[own] || top.length < 2 ? "" : ", in some order"}.` : "";
  return html(
    "div",
    { class: "sg-strip", "data-at": "strip" },
    html("span", { class: "sg-pile", "data-key": "pile", "data-sig": view.pile_size, title: "cards left in the market pile" }, String(view.pile_size)),
    html("span", { class: "sg-said" }, asked(view, own) + hint),
    ...rest,
  );
}

/** What is going on, in a sentence. @param {View} view @param {number} own */
function asked(view, own) {
    const name = (/** @type {number} */ seat) => (seat === own ? "you" : `P${seat + 1}`);
  const who = name(view.asked);
  const whose = view.asked === own ? "your" : "their";
  const does = (/** @type {string} */ one, /** @type {string} */ many) => `${who} ${view.asked === own ? one : many}`;
  const rocket = view.in_play ? card(view, view.in_play).name : "";
  const shot = `${name(view.turn)} ${view.turn === own ? "fire" : "fires"} ${rocket} at ${name(view.target)}`;
  const said = view.over
    ? ending(view, own)
    : {
        [PHASES.act]: `Round ${view.round}: ${view.asked === own ? "your" : `${who}'s`} action`,
        [PHASES.aim]: `${does("aim", "aims")} the second hit of ${rocket}`,
        [PHASES.answer]: `${shot}; ${does("may", "may")} answer`,
        [PHASES.hit]: `${shot}; ${does("choose", "chooses")} which ship is hit`,
        [PHASES.wreck]: `Wreckage: ${does("choose", "chooses")} which ship is hit`,
        [PHASES.trash]: `${does("trash", "trashes")} a card`,
        [PHASES.discard]: `${does("discard", "discards")} a card`,
        [PHASES.retrieve]: `${does("take", "takes")} back a card from ${whose} discard pile`,
        [PHASES.order]: `${does("put", "puts")} the next market cards in order`,
      }[view.phase] ?? "";
  return said && `${said[0].toUpperCase()}${said.slice(1)}.`;
}

/** @param {View} view @param {number} own */
function ending(view, own) {
  const winners = [0, 1, 2, 3, 4].filter((seat) => (view.winners >> seat) & 1);
  if (!winners.length) return "The match is over";
  if (winners.length > 1) return `Draw between ${winners.map((seat) => `P${seat + 1}`).join(" and ")}`;
  return winners[0] === own ? "You win" : `P${winners[0] + 1} wins`;
}

/** @param {Kept} kept @param {View} view @param {number} own @param {Choices} choices @param {Offer} offer */
function hand(kept, view, own, choices, offer) {
  const copies = /** @type {Record<number, number>} */ ({});
  const cards = each(view.hand[own] ?? []).map((number) => {
    copies[number] = (copies[number] ?? 0) + 1;
    const texts = choices.hand.get(card(view, number).name) ?? [];
    const key = `held-${number}-${copies[number]}`;
    return kept(key, texts, () => face(view, number, key, texts, offer));
  });
  const whole = kept("hand", 0, () =>
    html("div", { class: "sg-hand", role: "group", "aria-label": "Your hand" }, title("Your hand"), html("div", { class: "sg-cards" })),
  );
  const empty = kept("empty", 0, () => html("div", { class: "sg-empty" }, "No cards in your hand."));
  put(/** @type {Element} */ (whole.lastElementChild), cards.length ? cards : [empty]);
  return whole;
}

/** The position for someone who doesn't see it. @param {View} view @param {number} own */
function inWords(view, own) {
  const said = [asked(view, own)];
  const offers = view.market.filter(Boolean).map((number) => `${card(view, number).name} for ${card(view, number).cost}`);
  said.push(`Market: ${offers.join(", ") || "empty"}; ${view.pile_size} cards left in the pile.`);
  for (let seat = 0; seat < view.rulings.players; seat++) {
    const ships = /** @type {Map<string, number>} */ (new Map());
    for (let ship = 0; ship < view.ships[seat]; ship++) {
      const words = shipWords(view, seat, ship);
      ships.set(words, (ships.get(words) ?? 0) + 1);
    }
    const fleet = [...ships].map(([words, count]) => `${count} ${words}`).join(", ") || "no ships";
    said.push(`${seat === own ? "You" : `P${seat + 1}`}: ${fleet}; ${view.bank_size[seat]} in the bank, ${view.hand_size[seat]} in hand.`);
  }
  if (own >= 0 && view.hand[own]) {
    const cards = each(view.hand[own]).map((number) => `${card(view, number).name}, ${doing(view, card(view, number))}`);
    said.push(`Your hand: ${cards.join("; ") || "empty"}.`);
  }
  return said.join(" ");
}

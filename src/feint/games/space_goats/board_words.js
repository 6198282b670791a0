/** Space Goats in plain words: what is going on, what is asked, and what each choice on the board does. */

import { card, doing, each } from "./board_cards.js";
import { shieldsOf, shipWords } from "./board_ships.js";
import { PHASES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */

const STRIPS = "strip_all_shields_one_opponent";

/** Choices that belong to no card and no ship, as their buttons say them. */
const PLAIN = /** @type {Record<string, string>} */ ({ pass: "Pass", stop: "No second hit" });

/** @param {View} view @param {string} text @returns {string} */
export function plain(view, text) {
  return text === "no answer" ? capital(unanswered(view)) : (PLAIN[text] ?? capital(text));
}

/** What it means not to answer a rocket: most hit a ship, but one only strips shields. @param {View} view */
function unanswered(view) {
  return view.in_play && card(view, view.in_play).effect === STRIPS ? "let it through" : "take the hit";
}

/** @param {string} text */
function capital(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

/** @param {View} view */
function inPlay(view) {
  return view.in_play ? card(view, view.in_play).name : "";
}

/** What is asked for, in a few words. @param {View} view @param {string[]} legal */
export function prompt(view, legal) {
  const has = (/** @type {RegExp} */ kind) => legal.some((text) => kind.test(text));
  if (view.phase === PHASES.act) {
    const can = [has(/^buy /) ? "buy a card" : "", has(/^(?:fire|play|assign) /) ? "play one from your hand" : ""].filter(Boolean);
    if (can.length === 1) can[0] = can[0].replace("one from", "a card from");
    return can.length ? `${capital(can.join(", "))} or pass` : "Nothing to buy or play: you can only pass";
  }
  return (
    {
      [PHASES.aim]: `Aim the second hit of the ${inPlay(view)}, or leave it at one`,
      [PHASES.answer]: has(/^answer /) ? `Answer the ${inPlay(view)}, or ${unanswered(view)}` : `You hold no answer to the ${inPlay(view)}`,
      [PHASES.hit]: "Choose the ship that takes the hit",
      [PHASES.wreck]: "Choose the ship that the wreckage hits",
      [PHASES.trash]: "Choose a card to trash",
      [PHASES.discard]: "Choose a card to discard",
      [PHASES.retrieve]: "Choose a card to take back from your discard pile",
      [PHASES.order]: "Put the next market cards back in any order",
    }[view.phase] ?? ""
  );
}

/** What is going on, in a sentence. @param {View} view @param {number} own */
export function asked(view, own) {
  const name = (/** @type {number} */ seat) => (seat === own ? "you" : `P${seat + 1}`);
  const mine = view.asked === own;
  const does = (/** @type {string} */ one, /** @type {string} */ many) => `${name(view.asked)} ${mine ? one : many}`;
  const rocket = inPlay(view);
  const shot = `${name(view.turn)} ${view.turn === own ? "fire" : "fires"} ${rocket} at ${name(view.target)}`;
  const said = view.over
    ? ending(view, own)
    : {
        [PHASES.act]: mine ? `Round ${view.round}: your turn` : `Round ${view.round}: ${name(view.asked)}'s turn`,
        [PHASES.aim]: `${does("aim", "aims")} the second hit of ${rocket}`,
        [PHASES.answer]: mine ? shot : `${shot}; ${name(view.asked)} may answer`,
        [PHASES.hit]: `${shot}; ${does("choose", "chooses")} which ship is hit`,
        [PHASES.wreck]: `Wreckage: ${does("choose", "chooses")} which ship is hit`,
        [PHASES.trash]: `${does("trash", "trashes")} a card`,
        [PHASES.discard]: `${does("discard", "discards")} a card`,
        [PHASES.retrieve]: `${does("take", "takes")} a card back from ${mine ? "your" : "their"} discard pile`,
        [PHASES.order]: `${does("put", "puts")} the next market cards in order`,
      }[view.phase] ?? "";
  return said && `${capital(said)}.`;
}

/** What a seat knows of the top of the market's pile. @param {View} view @param {number} own */
export function known(view, own) {
  const top = (view.knows[own] ?? []).filter(Boolean).map((number) => card(view, number).name);
  if (!top.length || view.phase === PHASES.order || view.over) return "";
  return ` Next in the market: ${top.join(", ")}${view.knows_order[own] || top.length < 2 ? "" : ", in some order"}.`;
}

/** @param {View} view @param {number} own */
function ending(view, own) {
  const winners = [0, 1, 2, 3, 4].filter((seat) => (view.winners >> seat) & 1);
  if (!winners.length) return "The match is over";
  if (winners.length > 1) return `Draw between ${winners.map((seat) => `P${seat + 1}`).join(" and ")}`;
  return winners[0] === own ? "You win" : `P${winners[0] + 1} wins`;
}

/** A card in a line: its name, what it costs and what it does. @param {View} view @param {number} number @param {boolean} priced */
export function cardWords(view, number, priced) {
  const one = card(view, number);
  return `${one.name}${priced ? ` (costs ${one.cost})` : ""}: ${doing(view, one)}`;
}

/**
 * What a click on a card does. With several targets they are marked next.
 * @param {View} view @param {number} number @param {string[]} texts
 */
export function cardLabel(view, number, texts) {
  const one = card(view, number);
  const many = texts.length > 1;
  const verb = texts[0].split(" ", 1)[0];
  const what =
    {
      buy: `Buy ${one.name} for ${one.cost}`,
      fire: many ? `Fire ${one.name}, then choose a target` : capital(texts[0]),
      assign: many ? `Assign ${one.name}, then choose a ship` : capital(texts[0].replace(/ to /, " to a ship that is ")),
      trash: `Trash ${one.name} from your ${texts[0].endsWith(" hand") ? "hand" : "discard pile"}`,
      retrieve: `Take back ${one.name} from your discard pile`,
    }[verb] ?? capital(texts[0]);
  return `${what}: ${doing(view, one)}`;
}

/** What a choice does to the ship or the fleet that is clicked. @param {View} view @param {string} text @param {number} seat @param {number} ship */
export function targetLabel(view, text, seat, ship) {
  if (text.startsWith("aim at ")) return `Aim the second hit at P${seat + 1}`;
  if (text.startsWith("assign ")) return `${capital(text.slice(0, text.indexOf(" to ")))} to this ship (${shipWords(view, seat, ship)})`;
  return text.startsWith("hit ") ? hitLabel(view, seat, ship) : capital(text);
}

/** What becomes of a ship of one's own that takes a hit. @param {View} view @param {number} seat @param {number} ship */
function hitLabel(view, seat, ship) {
  const effect = view.phase === PHASES.hit && view.in_play ? card(view, view.in_play).effect : "";
  const piercing = effect === "destroy_1_ship_ignore_shields";
  const stops = shieldsOf(view, seat, ship).find(({ number }) => !piercing || card(view, number).effect === "assign_to_ship_block_any");
  if (stops) {
    const { name } = card(view, stops.number);
    const left = stops.points - (effect === "destroy_1_unshielded_ship" && view.rulings.wear === "no" ? 0 : 1);
    return left ? `Take the hit on ${name}, which holds with ${left} left` : `Take the hit on ${name}, which is shot away`;
  }
  if (view.side[seat][ship]) return "Take the hit on a shielded ship, which becomes unshielded";
  return view.ships[seat] === 1 && view.last_stand[seat] ? "Take the hit on your last ship: Last Stand saves it" : "Lose an unshielded ship";
}

/** The position for someone who doesn't see it. @param {View} view @param {number} own */
export function inWords(view, own) {
  const said = [asked(view, own) + known(view, own)];
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

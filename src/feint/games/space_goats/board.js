/** Space Goats' board: everyone's fleet, the market and one's own hand; what can be chosen is marked, and chosen there. */

import { addStyle, html } from "/web/dom.js";
import { emblem, symbols } from "./board_art.js";
import { card, each, face, mark, sorted } from "./board_cards.js";
import { fitAll } from "./board_fit.js";
import { fleet, hands, happened, keeper, piles, put, title } from "./board_fleet.js";
import { moves, pulses, snapshot } from "./board_moves.js";
import { attackInWords, attacksIn, news } from "./board_report.js";
import { STYLE } from "./board_style.js";
import { asked, cardLabel, cardWords, inWords, known, plain, prompt } from "./board_words.js";
import { PHASES } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("/web/types.js").Moment<View>} Moment */
/** @typedef {import("./board_cards.js").Choices} Choices */

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
  const said = html("span", { class: "sg-said" });
  host.append(words, root);
  addStyle(STYLE);
  new ResizeObserver(() => {
    fitAll(root);
    tell(null); // as much as there is room for now
  }).observe(root);
  const kept = keeper();
  /** @type {{view: View, legal: string[]} | null} */
  let drawn = null;
  /** @type {{done: Promise<void>, finish: () => void} | null} */
  let running = null;
  /** @type {{key: string, name: string, texts: string[]} | null} the card that was picked, while its target isn't */
  let picked = null;
  /** @type {number | "attacks" | null} the seat whose piles are shown, or the attacks in full */
  let peeked = null;
  /** @type {import("./board_report.js").Attack[]} those since this seat's last turn */
  let attacks = [];
  /** @type {string[]} the cards of an Arms Dealer that are in order so far */
  let ordered = [];

  /** @param {View} view @param {string[]} legal */
  function render(view, legal) {
    const active = document.activeElement;
    const focused = active && root.contains(active) ? active.getAttribute("data-key") : null;
    drawn = { view, legal };
    const choices = sorted(legal);
    for (const text of picked?.texts ?? []) mark(choices, text);
    const players = view.rulings.players;
    const others = [];
    for (let step = own < 0 ? 0 : 1; step < players; step++) others.push((Math.max(own, 0) + step) % players);
    for (const one of root.querySelectorAll(".sg-changed")) one.classList.remove("sg-changed");
    const one = (/** @type {number} */ who) => fleet(kept, view, who, choices, choose, peek, who === own, attacks);
    const rivals = kept("rivals", 0, () => html("div", { class: "sg-rivals", "data-fit": "fleet" }));
    put(rivals, others.map(one));
    const home = kept("home", 0, () => html("div", { class: "sg-home" }));
    if (own >= 0) put(home, [one(own), hand(view, choices)]);
    table.className = `sg-table sg-rivals-${others.length}${own < 0 ? " sg-watched" : ""}${view.over ? " sg-over" : ""}`;
    put(table, [rivals, pile(view), centre(view, choices), strip(view, choices), own < 0 ? null : home]);
    for (const held of root.querySelectorAll("button.sg-card")) {
      if (picked?.key === held.getAttribute("data-key")) held.setAttribute("aria-pressed", "true");
      else held.removeAttribute("aria-pressed");
    }
    tell(null);
    fitAll(root);
    if (focused && !root.contains(document.activeElement)) /** @type {HTMLElement | null} */ (root.querySelector(`button[data-key="${focused}"]`))?.focus();
  }

  function again() {
    if (drawn) render(drawn.view, drawn.legal);
  }

  /** Show someone's piles or the attacks where the market is, or the market again. @param {typeof peeked} whose */
  function peek(whose) {
    peeked = peeked === whose ? null : whose;
    again();
  }

  /** @param {string | null} key the card to go back to */
  function unpick(key = null) {
    picked = null;
    again();
    if (key) /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"]`))?.focus();
  }

  /**
   * A card was clicked: with one choice that is it, with several its targets are marked. A finger can't hover to read a card
   * first, so its first tap only picks the card up.
   * @param {string} key @param {string} name @param {string[]} texts @param {MouseEvent} event
   */
  function pick(key, name, texts, event) {
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    if (texts.length === 1 && (!touched || picked?.key === key)) return choose(texts[0]);
    if (picked?.key === key) return unpick();
    picked = { key, name, texts };
    again();
    if (!event.detail) targets()[0]?.focus(); // by keyboard
  }

  /** @returns {HTMLElement[]} */
  function targets() {
    return [...root.querySelectorAll("button.sg-marked")].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {View} view @param {number} number @param {string} key @param {string[]} texts @param {boolean} [priced] */
  function playable(view, number, key, texts, priced = false) {
    const made = face(view, number, key, cardWords(view, number, priced), texts.length ? cardLabel(view, number, texts) : null, priced);
    if (texts.length === 1) made.setAttribute("data-choice", texts[0]);
    else if (texts.length) made.setAttribute("data-leads-to", texts.join("\n"));
    if (texts.length) made.addEventListener("click", (event) => pick(key, card(view, number).name, texts, event));
    return made;
  }

  /** What stands in the middle: the market, or what is chosen from or looked at instead. @param {View} view @param {Choices} choices */
  function centre(view, choices) {
    if (peeked === "attacks") return happened(view, attacks, own, () => peek(peeked));
    if (peeked !== null) return piles(view, peeked, () => peek(peeked));
    if (view.over && view.hand.some(Boolean)) return kept("hands", view.hand, () => hands(view));
    if (choices.orders.length) return orderTray(view, choices.orders);
    if (choices.discard.size) {
      const cards = view.deck.flatMap((one, i) => {
        const texts = choices.discard.get(one.name);
        return texts ? [kept(`tray-${i + 1}`, texts, () => playable(view, i + 1, `tray-${i + 1}`, texts))] : [];
      });
      const tray = kept("tray", 0, () => zone("sg-tray", "Your discard pile"));
      put(/** @type {Element} */ (tray.lastElementChild), cards);
      return tray;
    }
    const used = view.market.findLastIndex((number) => number) + 1;
    const slots = view.market.slice(0, Math.max(used, 1)).map((number, slot) => {
      const texts = number ? (choices.market.get(card(view, number).name) ?? []) : [];
      return kept(`market-${slot}`, [number, texts], () => {
        if (!number) return html("div", { class: "sg-card sg-gap", "data-key": `market-${slot}`, "data-sig": 0 }, "empty");
        return playable(view, number, `market-${slot}`, texts, true);
      });
    });
    const market = kept("market", 0, () => zone("sg-market", "Market"));
    put(/** @type {Element} */ (market.lastElementChild), slots);
    return market;
  }

  /** The cards on top of the pile, put in order one by one. @param {View} view @param {string[]} orders @returns {HTMLElement} */
  function orderTray(view, orders) {
    const rows = orders.map((text) => text.slice("order ".length).split(", "));
    const open = rows.filter((row) => ordered.every((name, place) => row[place] === name));
    const next = [...new Set(open.map((row) => row[ordered.length]))];
    const cards = next.map((name) => {
      const number = view.deck.findIndex((one) => one.name === name) + 1;
      const left = open.filter((row) => row[ordered.length] === name);
      const made = face(view, number, `order-${number}`, cardWords(view, number, false), ordered.length ? `Put ${name} next` : `Put ${name} on top`);
      made.addEventListener("click", () => {
        if (left.length === 1) return choose(`order ${left[0].join(", ")}`);
        ordered = [...ordered, name];
        again();
        /** @type {HTMLElement | null} */ (root.querySelector(".sg-tray button"))?.focus();
      });
      return made;
    });
    const tray = zone("sg-tray", ordered.length ? `On top: ${ordered.join(", then ")}. Which is next?` : "Put them back: which one goes on top?");
    /** @type {Element} */ (tray.lastElementChild).append(...cards);
    return tray;
  }

  /** Below the market: what is going on or what something does, and the choices that belong to no card. @param {View} view @param {Choices} choices */
  function strip(view, choices) {
    const whole = kept("strip", 0, () => html("div", { class: "sg-strip", "data-at": "strip" }));
    const rest = choices.rest.map((text) =>
      kept(`rest-${text}`, plain(view, text), () => html("button", { type: "button", class: "sg-plain", "data-key": `rest-${text}`, "data-choice": text, onclick: () => choose(text) }, plain(view, text))),
    );
    const undo = (/** @type {string} */ what, /** @type {() => void} */ act) =>
      html("button", { type: "button", class: "sg-plain sg-undo", "data-key": "undo", onclick: act }, what);
    const rocket = view.in_play && !view.over ? card(view, view.in_play) : null;
    put(whole, [
      rocket && kept("in-play", rocket.name, () => html("span", { class: `sg-in-play sg-${rocket.type}`, "data-tells": cardWords(view, view.in_play, false) }, emblem(rocket.effect))),
      said,
      tellsNews() && (attacks.length > 1 || attacks[0].results.length > 1) ? kept("all", 0, () => undo("More", () => peek("attacks"))) : null,
      ...(picked ? [] : rest),
      picked ? kept("undo-pick", 0, () => undo("Cancel", () => unpick())) : null,
      choices.orders.length && ordered.length ? kept("undo-order", 0, () => undo("Start over", () => ((ordered = []), again()))) : null,
    ]);
    return whole;
  }

  /** Tell what something is; with null what is going on. @param {string | null} text */
  function tell(text) {
    if (!drawn) return;
    const { view } = drawn;
    if (text === null && !picked && tellsNews()) return tellNews();
    const words = text ?? (picked ? whatNext(picked) : asked(view, own));
    if (said.textContent !== words) said.textContent = words;
  }

  /** Whether there is nothing more urgent to say than what was fired: the page says whose turn it is. */
  function tellsNews() {
    return attacks.length > 0 && drawn !== null && drawn.view.phase === PHASES.act && !drawn.view.over;
  }

  /** Tell of as many attacks as there is room for; those on other fleets are left out first, and then the older ones. */
  function tellNews() {
    let shown = attacks;
    const hits = (/** @type {import("./board_report.js").Attack} */ { results }) => results.some(({ seat }) => seat === own);
    const fits = (/** @type {string} */ words) => {
      said.textContent = words;
      return said.scrollHeight <= (said.parentElement?.clientHeight || Infinity);
    };
    while (!fits(shown.map((one) => attackInWords(one, own)).join(" ")) && shown.length > 1) {
      const other = shown.findIndex((one) => !hits(one));
      shown = shown.filter((_, at) => at !== Math.max(0, other));
    }
    if (shown.length === 1 && said.scrollHeight > (said.parentElement?.clientHeight || Infinity)) fits(attackInWords(shown[0], own, true));
  }

  /** @param {{name: string, texts: string[]}} one the card that is picked */
  function whatNext({ name, texts }) {
    const held = root.querySelector("[aria-pressed]");
    if (texts.length === 1) return `${held?.getAttribute("aria-label")}. Tap again to do it.`;
    const where = texts[0].startsWith("assign ") ? "Assign it to which ship?" : "Fire it at which fleet?";
    return `${held?.getAttribute("data-tells") ?? name}. ${where}`;
  }

  /** The pile that fills the market; who has looked at the top of it can look there again. @param {View} view */
  function pile(view) {
    const [size, next] = [view.pile_size, known(view, own)];
    const tells = `${size === 1 ? "1 card" : `${size} cards`} left in the market's pile.${next}`;
    return kept("pile", tells, () => {
      const marks = { role: "img", "aria-label": tells, "data-key": "pile", "data-sig": size, "data-tells": tells };
      return html("span", { class: next ? "sg-pile sg-known" : "sg-pile", ...marks }, html("b", {}, String(size)));
    });
  }

  /** @param {View} view @param {Choices} choices */
  function hand(view, choices) {
    const copies = /** @type {Record<number, number>} */ ({});
    const cards = each(view.hand[own] ?? []).map((number) => {
      copies[number] = (copies[number] ?? 0) + 1;
      const texts = choices.hand.get(card(view, number).name) ?? [];
      const key = `held-${number}-${copies[number]}`;
      return kept(key, texts, () => playable(view, number, key, texts));
    });
    const whole = kept("hand", 0, () => zone("sg-hand", "Your hand"));
    const empty = kept("empty", 0, () => html("div", { class: "sg-empty" }, "Your hand is empty"));
    put(/** @type {Element} */ (whole.lastElementChild), cards.length ? cards : [empty]);
    return whole;
  }

  const tells = (/** @type {Event} */ event) => tell(/** @type {Element} */ (event.target).closest("[data-tells]")?.getAttribute("data-tells") ?? null);
  for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, tells);
  root.addEventListener("focusout", () => tell(null));
  // A finger that is lifted has left, too; what it has tapped stays explained until it taps something else.
  root.addEventListener("pointerleave", (event) => event.pointerType === "touch" || tell(null));
  root.addEventListener("keydown", (event) => {
    const [all, step] = [targets(), { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]];
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Escape" && peeked !== null) peek(peeked);
    else if (event.key === "Escape" && picked) unpick(picked.key);
    else if (step && at >= 0) all[(at + step + all.length) % all.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * @param {View} view
   * @param {Moment} moment
   */
  function show(view, moment) {
    running?.finish();
    running = picked = null;
    ordered = [];
    const legal = moment.live ? moment.legal : [];
    if (legal.length || view.over) peeked = null; // the market is wanted
    const before = moment.before;
    const latest = attacksIn(news(moment.story ?? moment.log, own));
    words.textContent = [inWords(view, own), ...latest.map((one) => attackInWords(one, own))].join(" ");
    if (!moment.animate || !before) {
      attacks = latest;
      return render(view, legal);
    }
    if (drawn?.view !== before || drawn.legal.length) render(before, []);
    const seen = snapshot(root);
    running = moves(root, before, view, moment.log, () => {
      attacks = latest;
      render(view, legal);
      pulses(root, seen);
    });
    return running.done;
  }

  return { show, prompt };
}

/** Cards side by side, with a title. @param {string} name @param {string} says */
function zone(name, says) {
  const place = name === "sg-hand" ? name : `sg-centre ${name}`;
  return html("div", { class: place, role: "group", "aria-label": says }, title(says), html("div", { class: "sg-cards", "data-fit": "card" }));
}

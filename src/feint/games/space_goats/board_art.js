/** What Space Goats is drawn with: goats, their ships, rockets, and a picture for every card. Each is drawn once and used often. */

import { svg } from "/web/dom.js";

const INK = "#2b2622";

/** Everything that is used by its name, as SVG. Seats colour it by --sg-seat and --sg-fur, cards by --sg-type. */
const SYMBOLS = `
<symbol id="sg-head" viewBox="0 0 64 64"><g stroke="${INK}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">
  <path d="M25 20 C19 15 19 7 10 4 C10 12 13 19 20 25Z M39 20 C45 15 45 7 54 4 C54 12 51 19 44 25Z" fill="#cdb892"/>
  <path d="M20 24 C12 22 7 25 4 31 C11 34 17 32 21 29Z M44 24 C52 22 57 25 60 31 C53 34 47 32 43 29Z" fill="var(--sg-fur)"/>
  <path d="M27 52 Q29 63 34 61 Q37 58 37 52Z" fill="var(--sg-beard)"/>
  <path d="M20 24 C20 13 44 13 44 24 C44 34 42 40 40 46 C38 55 26 55 24 46 C22 40 20 34 20 24Z" fill="var(--sg-fur)"/>
  <path d="M25 17 Q29 22 32 17 Q35 23 39 17 Q36 12 32 13 Q28 12 25 17Z" fill="var(--sg-beard)"/>
  <path d="M25 44 C26 39 38 39 39 44 C39 54 25 54 25 44Z" fill="#e9b9a6"/></g>
  <path d="M29.5 43 l1.5 1.5 M34.5 43 l-1.5 1.5" stroke="${INK}" stroke-width="1.8" stroke-linecap="round"/></symbol>
<symbol id="sg-calm" viewBox="0 0 64 64"><g stroke="${INK}" stroke-width="1.5"><ellipse cx="26" cy="30" rx="4.5" ry="4" fill="#fff"/><ellipse cx="38" cy="30" rx="4.5" ry="4" fill="#fff"/></g>
  <rect x="23.2" y="28.8" width="5.6" height="2.6" rx="1.2" fill="${INK}"/><rect x="35.2" y="28.8" width="5.6" height="2.6" rx="1.2" fill="${INK}"/>
  <path d="M28 48.5 Q32 50.5 36.5 48" stroke="${INK}" stroke-width="1.5" fill="none" stroke-linecap="round"/></symbol>
<symbol id="sg-worried" viewBox="0 0 64 64"><g stroke="${INK}" stroke-width="1.5"><circle cx="26" cy="30" r="5.4" fill="#fff"/><circle cx="38" cy="30" r="5.4" fill="#fff"/></g>
  <rect x="24.2" y="29.5" width="3.6" height="2.2" rx="1" fill="${INK}"/><rect x="36.2" y="29.5" width="3.6" height="2.2" rx="1" fill="${INK}"/>
  <ellipse cx="32" cy="49.5" rx="3" ry="2.4" fill="${INK}"/><path d="M46 20 q3 5 0 7 q-3 -2 0 -7Z" fill="#7cc4ee" stroke="${INK}"/></symbol>
<symbol id="sg-proud" viewBox="0 0 64 64"><path d="M22 31 Q26 25 30 31 M34 31 Q38 25 42 31" stroke="${INK}" stroke-width="2.2" fill="none" stroke-linecap="round"/>
  <path d="M26.5 47 Q32 54 37.5 47 Z" fill="${INK}"/><path d="M37 49 l9 -3 M46 46 q4 -4 5 0 q-3 3 -5 0Z" stroke="#4f8f3a" stroke-width="1.6" fill="#6fb455"/></symbol>
<symbol id="sg-dazed" viewBox="0 0 64 64"><path d="M23 27 l6 6 M29 27 l-6 6 M35 27 l6 6 M41 27 l-6 6" stroke="${INK}" stroke-width="2.2" stroke-linecap="round"/>
  <path d="M27 49 q2.5 -2.5 5 0 t5 0" stroke="${INK}" stroke-width="1.6" fill="none"/></symbol>
<symbol id="sg-helmet" viewBox="0 0 64 64"><path d="M12 55 Q32 66 52 55 L55 64 L9 64Z" fill="var(--sg-seat)" stroke="${INK}" stroke-width="1.5"/>
  <circle cx="32" cy="32" r="30" fill="#bfe3ff" fill-opacity=".16" stroke="var(--sg-seat)" stroke-width="2"/>
  <path d="M6 26 A26.5 26.5 0 0 1 16 11" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none" opacity=".75"/></symbol>
<symbol id="sg-saucer" viewBox="0 0 80 60"><g stroke="${INK}" stroke-width="1.6" stroke-linejoin="round">
  <path d="M3 42 C12 31 68 31 77 42 C68 57 12 57 3 42Z" fill="var(--sg-seat)"/>
  <path d="M3 42 C12 33 68 33 77 42 C68 46 12 46 3 42Z" fill="#fff" fill-opacity=".28" stroke="none"/>
  <path d="M28 52.5 Q40 58 52 52.5 L49 56 Q40 60 31 56Z" fill="#ffb347"/></g>
  <g fill="#ffe9a8" stroke="${INK}" stroke-width="1.2"><circle cx="16" cy="44.5" r="2.8"/><circle cx="40" cy="48.5" r="2.8"/><circle cx="64" cy="44.5" r="2.8"/></g></symbol>
<symbol id="sg-dome" viewBox="0 0 80 60"><path d="M16 37 C12 -9 68 -9 64 37 Q40 33 16 37Z" fill="#bfe3ff" fill-opacity=".3" stroke="${INK}" stroke-width="1.6"/></symbol>
<symbol id="sg-glint" viewBox="0 0 80 60"><path d="M20.5 21 Q22 10 30 5.5" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none" opacity=".8"/></symbol>
<symbol id="sg-scars" viewBox="0 0 80 60"><path d="M24 42 l6 4 l-4 3 l6 4" stroke="${INK}" stroke-width="1.7" fill="none" stroke-linejoin="round"/>
  <g transform="rotate(-20 55 46)"><rect x="47" y="42" width="17" height="6.5" rx="3" fill="#f2d2a9" stroke="${INK}" stroke-width="1.2"/><path d="M53 42 v6.5 M58 42 v6.5" stroke="${INK}" stroke-width=".8"/></g></symbol>
<symbol id="sg-bubble" viewBox="0 0 80 60"><ellipse cx="40" cy="30" rx="39" ry="29.5" fill="var(--sg-shine)" fill-opacity=".1" stroke="var(--sg-shine)" stroke-width="2.4"/>
  <path d="M7 20 Q13 9 24 5" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none" opacity=".8"/></symbol>
<symbol id="sg-plate" viewBox="0 0 40 40"><path d="M20 3 L35 8 C36 22 31 32 20 37 C9 32 4 22 5 8Z" fill="var(--sg-type)" stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"/>
  <path d="M20 7 L31 11 C31 21 28 28 20 32Z" fill="#fff" fill-opacity=".3"/></symbol>
<symbol id="sg-rocket" viewBox="0 0 40 40"><g transform="rotate(40 20 20)" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round">
  <path d="M16 29 Q20 42 24 29Z" fill="#ffb347"/><path d="M14 20 L7 31 L14 29Z M26 20 L33 31 L26 29Z" fill="var(--sg-type)"/>
  <path d="M20 2 C27 8 28 18 26 29 L14 29 C12 18 13 8 20 2Z" fill="#f4f1ea"/><path d="M20 2 C23.5 5 25.5 8.5 26.3 12.5 L13.7 12.5 C14.5 8.5 16.5 5 20 2Z" fill="var(--sg-type)"/>
  <circle cx="20" cy="19" r="3" fill="#bfe3ff"/></g></symbol>
<symbol id="sg-patch" viewBox="0 0 40 40"><g transform="rotate(-20 17 24)"><rect x="10" y="21" width="14" height="6" rx="3" fill="#f2d2a9" stroke="${INK}"/></g></symbol>
<symbol id="sg-eye" viewBox="0 0 40 40"><circle cx="29" cy="29" r="8" fill="#fff" stroke="${INK}" stroke-width="1.6"/><rect x="25" y="27.5" width="8" height="3" rx="1.5" fill="${INK}"/></symbol>
<symbol id="sg-drill" viewBox="0 0 40 40"><path d="M38 2 L27 7 L33 13Z M30.5 4.8 L35.5 9.5" fill="#c9ced6" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/></symbol>
<symbol id="sg-bolt" viewBox="0 0 40 40"><path d="M31 18 L22 30 L28 30 L25 39 L36 26 L30 26Z" fill="#ffd75e" stroke="${INK}" stroke-width="1.5" stroke-linejoin="round"/></symbol>
<symbol id="sg-shards" viewBox="0 0 40 40"><path d="M26 26 l4 2 l-3 4Z M33 25 l4 4 l-5 1Z M29 33 l5 -1 l1 5Z" fill="#ffd75e" stroke="${INK}" stroke-width="1.3" stroke-linejoin="round"/></symbol>
<symbol id="sg-coin" viewBox="0 0 40 40"><circle cx="30" cy="30" r="7.5" fill="#ffd75e" stroke="${INK}" stroke-width="1.6"/><path d="M30 26 v8" stroke="${INK}" stroke-width="2" stroke-linecap="round"/></symbol>
<symbol id="sg-star" viewBox="0 0 40 40"><path d="M20 10 L22.5 17 L30 17 L24 21.5 L26 29 L20 24.5 L14 29 L16 21.5 L10 17 L17.5 17Z" fill="#ffd75e" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/></symbol>
<symbol id="sg-rings" viewBox="0 0 40 40"><circle cx="20" cy="19" r="6" fill="none" stroke="#fff" stroke-width="2.2"/><circle cx="20" cy="19" r="16" fill="none" stroke="var(--sg-type)" stroke-width="1.8" stroke-dasharray="4 4"/></symbol>
<symbol id="sg-bolts" viewBox="0 0 40 40"><g fill="#fff" stroke="${INK}" stroke-width="1.2"><circle cx="12" cy="13" r="2.2"/><circle cx="28" cy="13" r="2.2"/><circle cx="20" cy="29" r="2.2"/></g></symbol>
<symbol id="sg-bin" viewBox="0 0 40 40"><g fill="var(--sg-type)" stroke="${INK}" stroke-width="1.7" stroke-linejoin="round"><path d="M10 14 L30 14 L28 36 L12 36Z"/><path d="M7 9 H33 V14 H7Z M16 9 V5 H24 V9"/></g><path d="M16 19 V31 M20 19 V31 M24 19 V31" stroke="${INK}" stroke-width="1.5"/></symbol>
<symbol id="sg-sparkle" viewBox="0 0 40 40"><path d="M32 16 l1.8 5 l5 1.8 l-5 1.8 l-1.8 5 l-1.8 -5 l-5 -1.8 l5 -1.800Z" fill="#fff" stroke="${INK}" stroke-width="1.2"/></symbol>
<symbol id="sg-radar" viewBox="0 0 40 40"><g stroke="${INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"><path d="M8 10 C6 26 20 34 31 28Z" fill="var(--sg-type)"/><path d="M19 20 L28 9" fill="none"/><circle cx="29" cy="8" r="3" fill="#ffd75e"/><path d="M17 31 L13 38 H28 L24 31" fill="#c9ced6"/></g></symbol>
<symbol id="sg-hook" viewBox="0 0 40 40"><path d="M20 2 V14" stroke="${INK}" stroke-width="3"/><path d="M20 14 V22 A7 7 0 1 1 11 26" fill="none" stroke="${INK}" stroke-width="6" stroke-linecap="round"/><path d="M20 14 V22 A7 7 0 1 1 11 26" fill="none" stroke="var(--sg-type)" stroke-width="3" stroke-linecap="round"/></symbol>
<symbol id="sg-hat" viewBox="0 0 40 40"><path d="M8 12 H32 L30 11 C29 2 11 2 10 11Z" fill="#4b4653" stroke="${INK}" stroke-width="1.3" stroke-linejoin="round"/><path d="M4 12 Q20 8 36 12 Q20 17 4 12Z" fill="#4b4653" stroke="${INK}" stroke-width="1.3"/><path d="M10.5 9.8 Q20 6.8 29.5 9.8" stroke="var(--sg-type)" stroke-width="2.4" fill="none"/></symbol>
<symbol id="sg-flag" viewBox="0 0 40 40"><path d="M10 3 V38" stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/><path d="M11 5 C18 1 24 10 34 5 V21 C24 26 18 17 11 21Z" fill="var(--sg-type)" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"/></symbol>
<symbol id="sg-swirl" viewBox="0 0 40 40"><path d="M20 20 C20 14 28 14 28 21 C28 30 13 30 12 20 C11 8 27 5 33 14" fill="none" stroke="${INK}" stroke-width="5.5" stroke-linecap="round"/><path d="M20 20 C20 14 28 14 28 21 C28 30 13 30 12 20 C11 8 27 5 33 14" fill="none" stroke="var(--sg-type)" stroke-width="3" stroke-linecap="round"/></symbol>
<symbol id="sg-pause" viewBox="0 0 40 40"><circle cx="20" cy="20" r="16" fill="var(--sg-type)" stroke="${INK}" stroke-width="1.7"/><path d="M15 13 V27 M25 13 V27" stroke="${INK}" stroke-width="4" stroke-linecap="round"/></symbol>
<symbol id="sg-pod" viewBox="0 0 40 40"><g stroke="${INK}" stroke-width="1.7" stroke-linejoin="round"><path d="M15 8 V4 H25 V8" fill="#c9ced6"/><rect x="9" y="8" width="22" height="28" rx="5" fill="var(--sg-type)"/></g><path d="M20 15 C25 21 25 28 20 28 C15 28 15 21 20 15Z" fill="#fff" stroke="${INK}" stroke-width="1.4"/></symbol>
<symbol id="sg-rocks" viewBox="0 0 40 40"><g fill="var(--sg-type)" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"><path d="M5 22 L12 13 L20 17 L19 27 L10 30Z"/><path d="M23 10 L30 6 L36 13 L30 18Z"/><path d="M21 31 L28 24 L36 28 L33 36 L25 37Z"/></g></symbol>
`;

/** Which parts a card's picture has, by its effect: the first is the picture, the rest lies on it. */
const PICTURES = /** @type {Record<string, string>} */ ({
  no_effect: "rocks",
  gain_1_currency: "pod",
  gain_1_currency_draw_1: "saucer",
  destroy_1_unshielded_ship: "rocket patch",
  destroy_1_ship: "rocket",
  destroy_1_weakest_ship: "rocket eye",
  destroy_1_ship_ignore_shields: "rocket drill",
  strip_all_shields_one_opponent: "rocket bolt",
  destroy_1_ship_then_discard_1_random_card_from_hand: "rocket shards",
  destroy_up_to_2_ships_then_lose_one_1_bank_currency: "two coin",
  destroy_up_to_2_ships: "two",
  destory_up_to_2_ships: "two",
  each_opponent_blocks_or_loses_ship: "three",
  each_opponent_blocks_2_or_loses_2_ships_and_you_skip_next_turn: "three bolt",
  assign_to_ship_block_1: "plate",
  assign_to_ship_block_2: "plate bolts",
  assign_to_ship_block_1_draw_1_discard_1: "plate goat",
  assign_to_ship_block_any: "plate rings",
  reactive_block_1_rocket: "plate star",
  cancel_1_rocket_targeting_you: "plate star",
  reactive_block_1_rocket_then_trash_1_card_from_hand_or_discard: "plate star sparkle",
  draw_3_keep_2_discard_1: "radar",
  retrieve_1_card_from_discard: "hook",
  look_at_top3_any_market_rearrange: "dealer",
  negate_last_ship_loss_once: "flag",
  add_1_ship_to_fleet: "saucer",
  take_extra_turn: "swirl",
  trash_1_card_from_discard: "bin",
  trash_1_card_from_discard_draw_1: "bin sparkle",
});

/** The drawings that all others use; to be put into the page once. */
export function symbols() {
  const store = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "sg-store" });
  const drawn = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${SYMBOLS}</svg>`, "image/svg+xml");
  store.append(...drawn.documentElement.childNodes);
  return store;
}

/** @param {string} name @param {Record<string, number>} [box] */
function use(name, box = {}) {
  return svg("use", { href: `#sg-${name}`, ...box });
}

/** @param {string} viewBox @param {string} name @param {...Element} parts */
function picture(viewBox, name, ...parts) {
  return svg("svg", { viewBox, class: name, "aria-hidden": "true" }, ...parts);
}

/** A captain's face: calm, worried, proud or dazed. @param {string} mood */
export function goat(mood) {
  const box = { x: 6, y: 4, width: 52, height: 52 };
  return picture("0 0 64 64", `sg-goat sg-goat-${mood}`, use("head", box), use(mood, box), use("helmet", { x: 0, y: 0, width: 64, height: 64 }));
}

/** A ship with its goat: in a bubble on its shielded side, patched up on the other. @param {boolean} shielded @param {string} mood */
export function saucer(shielded, mood) {
  const head = { x: 19, y: 1, width: 42, height: 42 };
  const whole = { x: 0, y: 0, width: 80, height: 60 };
  const parts = [use("dome", whole), use("head", head), use(mood, head), use("glint", whole), use("saucer", whole)];
  return picture("0 0 80 60", "sg-ship", ...parts, shielded ? use("bubble", whole) : use("scars", whole));
}

/** A card's picture. @param {string} effect */
export function emblem(effect) {
  const all = { x: 0, y: 0, width: 40, height: 40 };
  const parts = (PICTURES[effect] ?? "rocks").split(" ").flatMap((part) => {
    if (part === "two") return [use("rocket", { x: 0, y: 0, width: 27, height: 27 }), use("rocket", { x: 12, y: 12, width: 27, height: 27 })];
    if (part === "three") return [0, 8, 16].map((x) => use("rocket", { x, y: x, width: 24, height: 24 }));
    if (part === "goat") return ["head", "worried"].map((name) => use(name, { x: 8, y: 6, width: 24, height: 24 }));
    if (part === "dealer") return [...["head", "calm"].map((name) => use(name, { x: 3, y: 6, width: 34, height: 34 })), use("hat", { x: 5, y: 2, width: 30, height: 30 })];
    if (part === "saucer") return ["dome", "saucer"].map((name) => use(name, { x: 0, y: 4, width: 40, height: 30 }));
    return [use(part, all)];
  });
  return picture("0 0 40 40", "sg-emblem", ...parts);
}

/** One of the signs beside a captain's name: flag, pause, swirl or star. @param {string} name */
export function sign(name) {
  return picture("4 4 32 32", "sg-sign", use(name, { x: 0, y: 0, width: 40, height: 40 }));
}

/** A rocket that flies, its nose to the right. */
export function rocket() {
  return svg("g", { class: "sg-flying" }, svg("g", { transform: "rotate(50)" }, use("rocket", { x: -20, y: -20, width: 40, height: 40 })));
}

/** Something that bursts: a ship, or a rocket at a shield. @param {number} size @param {boolean} fire */
export function burst(size, fire) {
  const points = Array.from({ length: 18 }, (_, i) => {
    const [reach, angle] = [size * (i % 2 ? 0.55 : i % 4 ? 0.85 : 1), (i * Math.PI) / 9];
    return `${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
  if (!fire) return svg("g", {}, svg("circle", { r: size, class: "sg-ripple" }), svg("circle", { r: size * 0.7, class: "sg-ripple" }));
  return svg("g", {}, svg("polygon", { points, class: "sg-fire" }), svg("polygon", { points, class: "sg-spark", transform: "rotate(12) scale(.55)" }));
}

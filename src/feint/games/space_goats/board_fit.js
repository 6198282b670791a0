/** How many columns things get, so that all of them fit into a room of any width and height and are as large as can be. */

/** @typedef {(width: number, height: number) => number} Worth how good it is to be of this size; from 1 on, good enough */
/** @typedef {{columns: number, width: number, height: number}} Fit */

/**
 * @param {number} count @param {number} width @param {number} height of the room @param {number} gap
 * @param {Worth} worth
 * @returns {Fit}
 */
export function fit(count, width, height, gap, worth) {
  let best = { columns: 1, width, height };
  let most = -1;
  for (let columns = Math.max(count, 1); columns >= 1; columns--) {
    const rows = Math.ceil(count / columns) || 1;
    if (columns > 1 && Math.ceil(count / (columns - 1)) === rows) continue; // the same rows, fuller
    const one = { columns, width: (width - gap * (columns - 1)) / columns, height: (height - gap * (rows - 1)) / rows };
    const found = Math.min(worth(one.width, one.height), 1.15); // of those that are good enough, the one with the fewest rows
    if (found > most) [best, most] = [one, found];
  }
  return best;
}

/** A card stands upright with its picture on top, or lies with its picture at the side. @type {Worth} */
export const CARD = (width, height) => Math.max(Math.min(width / 118, height / 128), Math.min(width / 150, height / 58));
/** @type {Worth} */
export const SHIP = (width, height) => Math.min(width / 80, height / 60) / 4; // never good enough: as large as can be
/** A rival's fleet. @type {Worth} */
export const FLEET = (width, height) => Math.min(width / 150, height / 62);

const WORTHS = { card: CARD, ship: SHIP, fleet: FLEET };
const TALLEST = 0.98; // how wide a large card is, at most, by its height
const WIDEST = 4.5; // and one that lies
const LARGE = 120; // px high: such a card stands upright

/**
 * Lay out everything in `root` that asks for it by `data-fit`: what is in it gets columns and sizes, as CSS variables. Fleets
 * come first, since their ships have the room that they leave; apart from that all is measured before anything is changed.
 * @param {Element} root
 */
export function fitAll(root) {
  for (const places of ['[data-fit="fleet"]', '[data-fit]:not([data-fit="fleet"])']) {
    const found = [...root.querySelectorAll(places)].map((one) => /** @type {HTMLElement} */ (one));
    for (const laid of found.map(measured)) laid();
  }
}

/** Measures a place; what it returns lays it out. @param {HTMLElement} place */
function measured(place) {
  const kind = /** @type {keyof typeof WORTHS} */ (place.dataset.fit);
  const { clientWidth, clientHeight, childElementCount } = place;
  const gap = parseFloat(getComputedStyle(place).columnGap) || 0;
  const { columns, width, height } = fit(childElementCount, clientWidth, clientHeight, gap, WORTHS[kind]);
  const most = { card: height * (height >= LARGE ? TALLEST : WIDEST), ship: height * 1.6, fleet: Infinity }[kind];
  return () => {
    place.style.setProperty("--columns", String(columns));
    place.style.setProperty("--width", `${Math.floor(Math.max(0, Math.min(width, most)))}px`);
    place.style.setProperty("--height", `${Math.floor(Math.max(0, height))}px`);
    place.classList.toggle("sg-odd", kind === "fleet" && columns === 2 && childElementCount === 3);
  };
}

/** A game's picture and colour: from its emblem.js; from its name, where there is none or it can't be had. */

import { html, svg } from "./dom.js";

const WIDE = 320;
const HIGH = 180;

/**
 * An element with a game's picture, which also gives its colour to an element around it.
 * @param {import("./types.js").Game} game
 * @param {HTMLElement} around what takes the game's colour
 * @returns {HTMLElement}
 */
export function emblem(game, around) {
  const place = html("span", { class: "emblem", "aria-hidden": "true" });
  picture(game).then(({ draw, hue }) => {
    around.classList.add("hued");
    around.style.setProperty("--hue", String(hue));
    place.replaceChildren(draw());
  });
  return place;
}

/**
 * @param {import("./types.js").Game} game
 * @returns {Promise<{draw: () => SVGElement, hue: number}>}
 */
export async function picture(game) {
  if (!game.files.includes("emblem.js")) return fromName(game.name);
  try {
    const own = await import(`/games/${game.name}/emblem.js`);
    return { draw: own.default, hue: own.hue };
  } catch {
    return fromName(game.name); // the connection is gone, or whoever looked at it has left: a picture matters too little to say so
  }
}

/** @param {string} name */
function fromName(name) {
  let number = 7;
  for (const letter of name) number = (number * 31 + letter.charCodeAt(0)) % 65521;
  const hue = number % 360;
  const draw = () => {
    const cards = [0, 1, 2].map((index) => {
      const turn = ((number >> (index * 3)) % 24) - 12;
      const x = 92 + index * 48;
      return svg("rect", {
        x, y: 48, width: 58, height: 84, rx: 9, transform: `rotate(${turn} ${x + 29} 90)`,
        fill: index === 1 ? "var(--accent)" : "var(--paper-raised)", stroke: "var(--accent)", "stroke-width": 3,
      });
    });
    return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "xMidYMid slice" }, ...cards);
  };
  return { draw, hue };
}

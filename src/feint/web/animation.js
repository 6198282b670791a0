/**
 * A finished match as an animated GIF, drawn in the browser.
 *
 * Every step is shown on a board that nobody sees. A copy of that goes, with the page's styles, into an SVG image, and the
 * image onto a canvas: so it works for any board, whatever it is made of. It is light, whoever makes it: it is for others.
 */

import { BoardHost } from "./board_host.js";
import { html } from "./dom.js";
import { picture } from "./emblem.js";
import { GifWriter } from "./gif.js";
import { caption, readMatch } from "./match_reader.js";
import { dot } from "./seats.js";

const WIDTH = 800;
const HEIGHT = 560;
const STEP = 1200; // ms
const SHORTEST = 250;
const LONGEST = 90_000; // for all steps together: those of a long match are shorter
const LAST = 4000;
const LOOKS = `
  .film { display: flex; flex-direction: column; gap: 6px; width: ${WIDTH}px; height: ${HEIGHT}px; padding: 10px; color-scheme: light; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--text); }
  .film .about { display: flex; align-items: center; gap: 8px; font-weight: 600; }
  .film .about .name { margin-right: auto; font: 600 1.2rem/1.2 var(--title); }
  .film .stage { flex: 1 1 0; min-height: 0; box-shadow: none; }
  .film .read-on { display: none; }
  .film .said { height: 3em; overflow: hidden; margin: 0; }
  .film, .film * { animation: none !important; transition: none !important; }
`;

/**
 * @param {{table: string}} about
 * @param {(done: number, all: number) => void} progress
 * @returns {Promise<Blob>}
 */
export async function animation({ table }, progress) {
  const { about, game, model } = await readMatch(table);
  const { hue } = await picture(game);
  const board = new BoardHost(game, model, () => {}, () => {});
  const said = html("p", { class: "said" });
  const seats = Object.keys(about.seats);
  const film = html("div", { class: "film hued" },
    html("div", { class: "about" }, html("span", { class: "name" }, game.title), ...seats.flatMap((seat) => [dot(seats, seat), seat])),
    html("div", { class: "stage card" }, board.element),
    said);
  film.style.setProperty("--hue", String(hue));
  const away = html("div", { "aria-hidden": "true", inert: true });
  Object.assign(away.style, { position: "fixed", left: "-10000px", top: "0" });
  away.append(film);
  document.body.append(away);
  const looks = new CSSStyleSheet();
  looks.replaceSync(LOOKS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, looks];
  try {
    const styles = () => [...document.styleSheets, ...document.adoptedStyleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join("\n")).join("\n");
    const gif = new GifWriter(WIDTH, HEIGHT);
    const steps = model.steps.length;
    const each = Math.max(SHORTEST, Math.min(STEP, LONGEST / steps));
    for (let step = 0; step < steps; step++) {
      progress(step + 1, steps);
      await board.go(step);
      said.textContent = caption(board.state);
      await settled();
      gif.add(await drawn(film, styles()), step < steps - 1 ? each : LAST);
    }
    return gif.finish();
  } finally {
    board.leave();
    away.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== looks);
  }
}

/** Wait until a board has found out how large it is, and the page has had time for others. */
function settled() {
  return new Promise((resolve) => {
    setTimeout(resolve, 200); // a page in the background gets no frames
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
}

/**
 * An element as it looks.
 * @param {HTMLElement} element
 * @param {string} styles
 * @returns {Promise<ImageData>}
 */
async function drawn(element, styles) {
  const copy = new XMLSerializer().serializeToString(element);
  const sheet = new XMLSerializer().serializeToString(html("style", {}, styles));
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><foreignObject width="100%" height="100%">${sheet}${copy}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`; // canvases may be read after this, not after a blob:
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { width: WIDTH, height: HEIGHT }));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, WIDTH, HEIGHT);
}

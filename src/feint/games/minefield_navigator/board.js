/** Minefield Navigator in the page: the path with what is known of each step, the odds, both players and their detectors. */

import { addStyle, button, html, onResize, svg, tween } from "/web/dom.js";
import { STYLE, detector, explosion, goal, sign, step, tuft, walker } from "./board_art.js";
import { choiceInWords, ground, landing, odds, percent, prompt, words } from "./board_odds.js";
import { layOut, winding } from "./board_path.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_path.js").Layout} Layout */
/** @typedef {import("./board_path.js").Point} Point */

/**
 * What of a drawn board can move.
 * @typedef {object} Scene
 * @property {Layout} layout
 * @property {SVGElement} field
 * @property {SVGElement} top what lies over all else
 * @property {SVGElement[]} walkers
 * @property {SVGElement[]} steps from step 1
 */

/** @typedef {[number, number, (t: number) => void]} Phase from, to (in ms), and what is done meanwhile */

const SEATS = [0, 1];

/**
 * The board: it draws views and reports what was clicked.
 * @param {import("/web/types.js").BoardSetting} setting
 * @returns {import("/web/types.js").Board<View>}
 */
export default function board({ host, seat, game, choose }) {
  addStyle(STYLE);
  const me = seat === null ? -1 : game.seats.indexOf(seat);
  const root = svg("svg", { class: "mn", role: "group", "aria-label": "Minefield Navigator: the path", tabindex: -1 });
  const bar = html("div", { class: "mn-bar", "aria-hidden": "true" }); // the words say the same
  const inWords = html("p", { class: "sr-only" });
  host.replaceChildren(inWords, html("div", { class: "mn-board" }, root, bar));
  /** @type {View | null} */
  let view = null;
  /** @type {string[]} */
  let legal = [];
  /** @type {{done: Promise<void>, finish: () => void} | null} */
  let moving = null;
  let wound = { width: 0, steps: 0, columns: 0 }; // how the path was laid out
  /** What needs no new drawing. @type {{key: string, drawn: SVGElement} | null} */
  let land = null;

  onResize(host, () => {
    moving?.finish();
    if (view) draw(view);
  });

  /** @param {View} now @returns {Scene} */
  function draw(now) {
    bar.replaceChildren(...facts(now)); // first: the field has the room that it leaves
    const { width, height } = root.getBoundingClientRect();
    const { steps } = now.rulings;
    const layout = layOut(width || 720, height || 360, steps, wound.width === width && wound.steps === steps ? wound.columns : 0);
    wound = { width, steps, columns: layout.columns };
    const key = `${width} ${height} ${steps}`;
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") ?? "" : null;
    root.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    const scene = paint(now, layout);
    if (land?.key !== key) {
      land = { key, drawn: meadow(layout) };
      root.replaceChildren(land.drawn);
    }
    while (root.lastChild !== land.drawn) root.lastChild?.remove();
    root.append(scene.field, ...hits(now, layout), scene.top);
    inWords.textContent = words(now);
    if (focused !== null) {
      const again = /** @type {SVGElement | null} */ (focused ? root.querySelector(`[data-choice="${focused}"]`) : null);
      (again ?? root).focus({ preventScroll: true });
    }
    return scene;
  }

  /** What can be clicked now: the step to move to, and those that can be scanned. @param {View} now @param {Layout} layout */
  function hits(now, layout) {
    const { wide: w, high: h, at, size } = layout;
    /** @type {(choice: string, at: Point, ...children: Node[]) => SVGElement} */
    const hit = (choice, { x, y }, ...children) =>
      button(svg("g", { class: "hit", "data-choice": choice, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ...children), choiceInWords(now, me, choice), () => choose(choice));
    const frame = { x: -w / 2 - 3, y: -h / 2 - 3, width: w + 6, height: h + 6 + 6 * size, rx: h * 0.4 };
    const next = legal.includes("move") ? landing(now, me) : 0;
    const scale = Math.max(0.9, size * 0.75); // of words and signs
    const under = h / 2 + 6 * size; // the step's lower edge
    return legal.map((choice) => {
      if (choice === "pass") {
        const [x, up] = [27 * size, 58 * size];
        return hit(choice, stand(layout, now, me), svg("rect", { x: -x, y: -up, width: 2 * x, height: up + 32 * scale, rx: 14, class: "wash" }), pill("pass", true, 18 * scale, scale));
      }
      if (choice === "move") return hit(choice, at[next], svg("rect", { ...frame, class: "wash" }), svg("rect", { ...frame, class: "ring" }), pill("move", true, -h / 2 - (size < 0.8 ? 12 : 4), scale));
      const n = Number(choice.slice(5));
      if (n === next) return hit(choice, at[n], svg("rect", { x: -w / 2 - 3, y: under + 3, width: w + 6, height: 34 * scale, fill: "transparent" }), pill("scan", false, under + 20 * scale, scale));
      const icon = svg("g", { transform: `translate(${-11 * scale} ${under + 1}) scale(${scale})` }, detector(false));
      const mark = svg("g", { class: ground(now, n) === "unknown" ? null : "spare" }, svg("rect", { ...frame, class: "ring faint" }), icon);
      return hit(choice, at[n], svg("rect", { ...frame, height: frame.height + 20 * scale, fill: "transparent" }), mark);
    });
  }

  return {
    prompt: (now, choices) => prompt(now, me, choices),
    show(next, moment) {
      moving?.finish();
      moving = null;
      view = next;
      legal = moment.legal;
      const scene = draw(view);
      if (!moment.animate || !moment.before) return undefined;
      const [before, after] = [moment.before, view];
      const phases = animations(scene, before, after);
      if (!phases.length) return undefined;
      bar.replaceChildren(...facts(before)); // it would tell what is yet to be seen
      let told = false;
      phases.push([0, 480, (t) => {
        if (t < 1 || told) return;
        told = true;
        bar.replaceChildren(...facts(after));
      }]);
      const end = Math.max(...phases.map((phase) => phase[1]));
      /** @param {number} t */
      const tick = (t) => phases.forEach(([from, to, act]) => act(Math.min(1, Math.max(0, (t * end - from) / (to - from)))));
      tick(0);
      moving = tween(end, tick);
      return moving.done;
    },
  };
}

/** @param {string} text @param {boolean} full @param {number} y @param {number} scale */
const pill = (text, full, y, scale) => svg("g", { transform: `translate(0 ${y}) scale(${scale})` }, svg("rect", { x: -24, y: -13, width: 48, height: 26, rx: 13, class: full ? "tag" : "hollow" }), svg("text", { y: 4.5, class: full ? "tag-text" : "hollow-text" }, text));

/** What stands under the field: detectors left, and how many mines are where. @param {View} now */
function facts(now) {
  const sides = SEATS.map((seat) => {
    const { detectors } = now.rulings;
    const left = now.detectors_left[seat];
    const many = detectors > 4; // then counted in words
    const shown = many ? 1 : detectors;
    const kit = svg("svg", { class: "mn-kit", viewBox: `0 0 ${shown * 20 + 6} 22`, width: shown * 20 + 6 });
    for (let n = 0; n < shown; n += 1) kit.append(svg("g", { transform: `translate(${n * 20} 0)` }, detector(n >= left)));
    const turn = !now.over && now.turn === seat;
    return html("div", { class: `mn-side s${seat}${turn ? " turn-now" : ""}` }, html("b", {}, `Player ${seat + 1}${now.winner === seat ? " wins" : ""}`), kit, many ? `${left} of ${detectors}` : null);
  });
  const { live, unknown } = odds(now);
  const mines = `${live} live mine${live === 1 ? "" : "s"} in ${unknown} unknown step${unknown === 1 ? "" : "s"}`;
  const all = html("div", { class: "mn-all" }, now.mined !== null ? `There were ${now.rulings.mines} mine${now.rulings.mines === 1 ? "" : "s"}` : mines);
  return [sides[0], all, sides[1]];
}

/**
 * Where a player stands; two on one step stand side by side.
 * @param {Layout} layout
 * @param {View} view
 * @param {number} seat
 */
function stand(layout, view, seat) {
  const { x, y } = layout.at[view.position[seat]];
  const together = view.position[0] === view.position[1];
  return { x: x + (together ? (seat ? 0.24 : -0.24) * layout.wide : 0), y: y + 8 * layout.size };
}

/** @param {SVGElement} figure @param {Point} at @param {number} [turned] in degrees */
const put = (figure, { x, y }, turned = 0) => figure.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned.toFixed(1)})`);

/** Whether this seat has walked onto a mine. @param {View} view @param {number} seat */
const blown = (view, seat) => view.position[seat] > 0 && ground(view, view.position[seat]) === "crater";

/** What stays as it is while the game goes on: the meadow and the path. @param {Layout} layout */
function meadow(layout) {
  const { width, height, at, high, size } = layout;
  const field = svg("g", { "aria-hidden": "true" });
  field.append(svg("rect", { width, height, rx: 10, class: "meadow" }));
  const scale = Math.max(1, size * 0.8);
  const far = (/** @type {number} */ n, /** @type {number} */ part) => (n * part) % 1; // spread evenly, and the same every time
  for (let n = 1; n < (width * height) / (45000 * scale); n += 1) field.append(svg("ellipse", { cx: far(n, 0.7549) * width, cy: far(n, 0.5698) * height, rx: 62 * scale, ry: 26 * scale, class: "patch" }));
  for (let n = 1; n < (width * height) / (7000 * scale); n += 1) {
    const [x, y] = [14 + far(n, 0.5698) * (width - 28), 22 + far(n, 0.7549) * (height - 34)];
    if (!at.some((point) => Math.abs(point.x - x) < layout.pitch / 2 && Math.abs(point.y - y) < high / 2 + 22)) field.append(tuft(x, y, scale, n % 4 === 0));
  }
  const d = winding(layout);
  field.append(svg("path", { d, class: "verge", "stroke-width": high * 0.74 + 5 }), svg("path", { d, class: "way", "stroke-width": high * 0.74 }));
  field.append(svg("g", { transform: `translate(${at[0].x} ${at[0].y - 14 * size})` }, sign(size)));
  return field;
}

/**
 * Draw a position.
 * @param {View} view
 * @param {Layout} layout
 * @returns {Scene}
 */
function paint(view, layout) {
  const { at, wide, high, size } = layout;
  const field = svg("g", { "aria-hidden": "true" });
  const reached = Math.max(...view.position);
  const chance = view.mined === null && odds(view).unknown ? percent(odds(view)) : "";
  const steps = at.slice(1).map((point, n) => {
    const number = n + 1;
    const drawn = svg("g", { transform: `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})` }, step(ground(view, number), layout, chance, number <= reached));
    if (number === view.rulings.steps) field.append(svg("g", { transform: `translate(${point.x + wide * 0.3} ${point.y - high * 0.3}) scale(${size})` }, goal()));
    const font = Math.max(11, 11 * size);
    drawn.append(svg("text", { x: font * 0.5 - wide / 2, y: -high / 2 - 5, class: "name", "font-size": font }, String(number)));
    field.append(drawn);
    return drawn;
  });
  const walkers = SEATS.map((seat) => svg("g", {}, svg("g", { transform: `scale(${layout.size})` }, svg("ellipse", { rx: 14, ry: 4, class: "shadow" }), walker(seat, layout.size))));
  for (const seat of SEATS) {
    put(walkers[seat], stand(layout, view, seat), blown(view, seat) ? 82 : 0);
    field.append(walkers[seat]);
  }
  return { layout, field, top: svg("g", { "aria-hidden": "true", "pointer-events": "none" }), walkers, steps };
}

const smooth = (/** @type {number} */ t) => t * t * (3 - 2 * t);

/**
 * What has to move between two views: at most 1.2 seconds of it.
 * @param {Scene} scene
 * @param {View} before
 * @param {View} after
 * @returns {Phase[]}
 */
function animations(scene, before, after) {
  const { layout } = scene;
  /** @type {Phase[]} */
  const phases = [];
  const chance = percent(odds(before));
  const others = chance !== percent(odds(after)); // what is found on one step changes the odds of all
  const old = (/** @type {number} */ number) => {
    const { x, y } = layout.at[number];
    return svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, step(ground(before, number), layout, chance, number <= Math.max(...before.position)));
  };
  for (const seat of SEATS) {
    if (before.position[seat] === after.position[seat]) continue;
    const goes = after.position[seat];
    const from = stand(layout, before, seat);
    const to = stand(layout, after, seat);
    const hit = blown(after, seat);
    const high = (goes - before.position[seat] > 1 ? 58 : 24) * layout.size;
    phases.push([0, 420, (t) => {
      const s = smooth(t);
      put(scene.walkers[seat], { x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s - high * Math.sin(Math.PI * s) });
    }]);
    if (!hit) continue;
    const bang = explosion();
    scene.top.append(svg("g", { transform: `translate(${to.x} ${to.y - 8}) scale(${1.25 * layout.size})` }, bang.drawn));
    phases.push([400, 1150, (t) => {
      bang.at(t);
      if (t > 0) put(scene.walkers[seat], { x: to.x, y: to.y - 70 * layout.size * Math.sin(Math.PI * Math.min(1, t * 1.4)) }, Math.min(1, t * 1.4) * 442);
      if (t === 1) put(scene.walkers[seat], to, 82);
      const shake = t > 0 && t < 0.5 ? 5 * (0.5 - t) * Math.sin(t * 90) : 0;
      scene.field.setAttribute("transform", `translate(${shake.toFixed(1)} 0)`);
    }]);
  }
  const { scanned } = after;
  if (SEATS.some((seat) => after.detectors_left[seat] < before.detectors_left[seat]) && scanned) {
    const { x, y } = layout.at[scanned];
    const waves = [0, 1, 2].map(() => svg("ellipse", { cx: x, cy: y, class: "wave" }));
    scene.top.append(...waves);
    waves.forEach((wave, n) => phases.push([n * 130, 420 + n * 130, (t) => {
      wave.setAttribute("rx", (layout.wide * (0.15 + 0.55 * t)).toFixed(1));
      wave.setAttribute("ry", (layout.high * (0.15 + 0.55 * t)).toFixed(1));
      wave.setAttribute("opacity", t > 0 ? (1 - t).toFixed(2) : "0");
    }]));
  }
  // The old ground fades into the new: first where something was done, last the mines that nobody touched.
  for (let number = 1; number <= after.rulings.steps; number += 1) {
    const was = ground(before, number);
    if (was === ground(after, number) && (was !== "unknown" || !others)) continue;
    const [from, to] = scanned ? [480, 720] : after.mined === null || after.position.includes(number) ? [330, 430] : [700, 1100];
    const faded = old(number);
    scene.steps[number - 1].after(faded);
    phases.push([from, to, (t) => (t < 1 ? faded.setAttribute("opacity", (1 - smooth(t)).toFixed(3)) : faded.remove())]);
  }
  return phases;
}

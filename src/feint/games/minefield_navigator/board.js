/** Minefield Navigator in the page: the path with what is known of each step, the odds, both players and their detectors. */

import { button, addStyle, html, svg, tween } from "/web/dom.js";
import { STYLE, detector, explosion, goal, sign, step, tuft, walker } from "./board_art.js";
import { ground, landing, odds, percent, words } from "./board_odds.js";
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
  host.replaceChildren(inWords, root, bar);
  /** @type {View | null} */
  let view = null;
  /** @type {string[]} */
  let legal = [];
  /** @type {{done: Promise<void>, finish: () => void} | null} */
  let moving = null;
  let wide = 0;
  /** What needs no new drawing. @type {{key: string, drawn: SVGElement} | null} */
  let land = null;

  new ResizeObserver(() => {
    if (!view || Math.abs(host.clientWidth - wide) < 1) return;
    moving?.finish();
    draw(view);
  }).observe(host);

  /** @param {View} now @returns {Scene} */
  function draw(now) {
    wide = host.clientWidth;
    const layout = layOut(wide || 720, now.rulings.steps);
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") ?? "" : null;
    root.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    const scene = paint(now, layout);
    if (land?.key !== `${wide} ${now.rulings.steps}`) {
      land = { key: `${wide} ${now.rulings.steps}`, drawn: meadow(layout) };
      root.replaceChildren(land.drawn);
    }
    while (root.lastChild !== land.drawn) root.lastChild?.remove();
    root.append(scene.field, ...hits(now, layout), scene.top);
    bar.replaceChildren(...facts(now));
    inWords.textContent = words(now);
    if (focused !== null) {
      const again = /** @type {SVGElement | null} */ (focused ? root.querySelector(`[data-choice="${focused}"]`) : null);
      (again ?? root).focus({ preventScroll: true });
    }
    return scene;
  }

  /** What can be clicked now: the step to move to, and those that can be scanned. @param {View} now @param {Layout} layout */
  function hits(now, layout) {
    const { wide: w, high: h, at } = layout;
    const chance = percent(odds(now));
    /** @type {(choice: string, label: string, at: Point, ...children: Node[]) => SVGElement} */
    const hit = (choice, label, { x, y }, ...children) =>
      button(svg("g", { class: "hit", "data-choice": choice, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ...children), label, () => choose(choice));
    const frame = { x: -w / 2 - 3, y: -h / 2 - 3, width: w + 6, height: h + 12, rx: h * 0.4 };
    const next = legal.includes("move") ? landing(now, me) : 0;
    const risk = (/** @type {number} */ n) => (ground(now, n) === "unknown" ? `, ${chance} chance of a mine` : ", safe");
    return legal.map((choice) => {
      if (choice === "pass") return hit(choice, "pass: the way is blocked", at[now.position[me]], svg("rect", { x: -26, y: -56, width: 52, height: 80, rx: 14, class: "wash" }), pill("pass", true, 34));
      if (choice === "move") return hit(choice, `move to step ${next}${risk(next)}`, at[next], svg("rect", { ...frame, class: "wash" }), svg("rect", { ...frame, class: "ring" }), pill("move", true, -h / 2 - 5));
      const n = Number(choice.slice(5));
      const below = h / 2 + 26;
      if (n === next) return hit(choice, choice + risk(n), at[n], svg("rect", { x: -w / 2 - 4, y: h / 2 + 9, width: w + 8, height: 42, fill: "transparent" }), pill("scan", false, below + 2));
      return hit(choice, choice + risk(n), at[n], svg("rect", { ...frame, height: h + 46, fill: "transparent" }), svg("rect", { ...frame, class: "ring faint" }), svg("g", { transform: `translate(-11 ${below - 13})` }, detector(false)));
    });
  }

  return {
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

/** @param {string} text @param {boolean} full @param {number} y */
const pill = (text, full, y) => svg("g", { transform: `translate(0 ${y})` }, svg("rect", { x: -24, y: -13, width: 48, height: 26, rx: 13, class: full ? "tag" : "hollow" }), svg("text", { y: 4.5, class: full ? "tag-text" : "hollow-text" }, text));

/** What stands under the field: detectors left, and how many mines are where. @param {View} now */
function facts(now) {
  const sides = SEATS.map((seat) => {
    const { detectors } = now.rulings;
    const left = now.detectors_left[seat];
    const apart = detectors > 5 ? 14 : 20;
    const kit = svg("svg", { class: "mn-kit", viewBox: `0 0 ${detectors * apart + 6} 22`, width: detectors * apart + 6 });
    for (let n = 0; n < detectors; n += 1) kit.append(svg("g", { transform: `translate(${n * apart} 0)` }, detector(n >= left)));
    const turn = !now.over && now.turn === seat ? " · to move" : now.winner === seat ? " · wins" : "";
    return html("div", { class: `mn-side s${seat}` }, html("b", {}, `Player ${seat + 1}${turn}`), kit);
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
  return { x: x + (together ? (seat ? 0.24 : -0.24) * layout.wide : 0), y: y + 8 };
}

/** @param {SVGElement} figure @param {Point} at @param {number} [turned] in degrees */
const put = (figure, { x, y }, turned = 0) => figure.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned.toFixed(1)})`);

/** Whether this seat has walked onto a mine. @param {View} view @param {number} seat */
const blown = (view, seat) => view.position[seat] > 0 && ground(view, view.position[seat]) === "crater";

/** What stays as it is while the game goes on: the meadow and the path. @param {Layout} layout */
function meadow(layout) {
  const { width, height, at, high } = layout;
  const field = svg("g", { "aria-hidden": "true" });
  field.append(svg("rect", { width, height, rx: 14, class: "meadow" }));
  for (let n = 0; n < width / 150; n += 1) field.append(svg("ellipse", { cx: 70 + n * 160, cy: 60 + ((n * 83) % (height - 80)), rx: 62, ry: 26, class: "patch" }));
  for (let n = 0; n < (width * height) / 9000; n += 1) {
    const x = 14 + ((n * 137.5) % (width - 28));
    const y = 22 + ((n * 89.3) % (height - 34));
    if (!at.some((point) => Math.abs(point.x - x) < layout.pitch / 2 && Math.abs(point.y - y) < high / 2 + 22)) field.append(tuft(x, y, n % 4 === 0));
  }
  const d = winding(layout);
  field.append(svg("path", { d, class: "verge", "stroke-width": high * 0.74 + 5 }), svg("path", { d, class: "way", "stroke-width": high * 0.74 }));
  field.append(svg("g", { transform: `translate(${at[0].x} ${at[0].y - 14})` }, sign()));
  return field;
}

/**
 * Draw a position.
 * @param {View} view
 * @param {Layout} layout
 * @returns {Scene}
 */
function paint(view, layout) {
  const { at, wide, high } = layout;
  const field = svg("g", { "aria-hidden": "true" });
  const reached = Math.max(...view.position);
  const chance = view.mined === null && odds(view).unknown ? percent(odds(view)) : "";
  const steps = at.slice(1).map((point, n) => {
    const number = n + 1;
    const drawn = svg("g", { transform: `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})` }, step(ground(view, number), wide, high, chance, number <= reached));
    if (number === view.rulings.steps) field.append(svg("g", { transform: `translate(${point.x + wide * 0.3} ${point.y - high * 0.3})` }, goal()));
    drawn.append(svg("text", { x: -wide / 2 + 2, y: -high / 2 - 7, class: "name" }, String(number)));
    field.append(drawn);
    return drawn;
  });
  const walkers = SEATS.map((seat) => svg("g", {}, svg("g", { transform: `scale(${layout.size})` }, svg("ellipse", { rx: 14, ry: 4, class: "shadow" }), walker(seat))));
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
    return svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, step(ground(before, number), layout.wide, layout.high, chance, number <= Math.max(...before.position)));
  };
  for (const seat of SEATS) {
    if (before.position[seat] === after.position[seat]) continue;
    const goes = after.position[seat];
    const from = stand(layout, before, seat);
    const to = stand(layout, after, seat);
    const hit = blown(after, seat);
    const high = goes - before.position[seat] > 1 ? 58 : 24;
    phases.push([0, 420, (t) => {
      const s = smooth(t);
      put(scene.walkers[seat], { x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s - high * Math.sin(Math.PI * s) });
    }]);
    if (!hit) continue;
    const bang = explosion();
    scene.top.append(svg("g", { transform: `translate(${to.x} ${to.y - 8}) scale(${1.25 * layout.size})` }, bang.drawn));
    phases.push([400, 1150, (t) => {
      bang.at(t);
      if (t > 0) put(scene.walkers[seat], { x: to.x, y: to.y - 70 * Math.sin(Math.PI * Math.min(1, t * 1.4)) }, Math.min(1, t * 1.4) * 442);
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

/** Tower Siege in the page: the road with both heroes, the hands of cards, the battle and its reveal. */

import { button, addStyle, html, svg, tween } from "/web/dom.js";
import { STYLE, back, clash, face, hero, swords, tent, tower, tree } from "./board_art.js";
import { layOut, placeOf, slot, stand } from "./board_road.js";
import { animations, put } from "./board_animation.js";
import { handOf, words } from "./board_words.js";
import { SEAT_NAMES } from "./schema.js";

/** @typedef {import("./board_road.js").Layout} Layout */
/** @typedef {import("./board_road.js").Point} Point */
/** @typedef {import("./schema.js").View} View */

/** @typedef {import("./board_animation.js").Scene} Scene */

const SEATS = [0, 1];

/**
 * The board: it draws views and reports what was clicked.
 * @param {import("/web/types.js").BoardSetting} setting
 * @returns {import("/web/types.js").Board<View>}
 */
export default function board({ host, seat, game, choose }) {
  addStyle(STYLE);
  const me = seat === null ? 0 : Math.max(0, game.seats.indexOf(seat)); // a spectator sits with P1
  const root = svg("svg", { class: "ts", role: "group", "aria-label": "Tower Siege: the road and the hands", tabindex: -1 });
  const inWords = html("p", { class: "sr-only" });
  host.replaceChildren(inWords, root);
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
    const layout = layOut(wide || 720, now.rulings.length, now.rulings.cards, now.rulings.track === "facing", me);
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") ?? "" : null;
    root.setAttribute("viewBox", `0 0 ${layout.width} ${Math.ceil(layout.height)}`);
    const picture = svg("g", { "aria-hidden": "true" });
    const scene = paint(picture, now, layout, me);
    if (land?.key !== `${wide} ${now.rulings.length}`) {
      land = { key: `${wide} ${now.rulings.length}`, drawn: scenery(layout, me) };
      root.replaceChildren(land.drawn);
    }
    while (root.lastChild !== land.drawn) root.lastChild?.remove();
    root.append(picture, ...hits(now, layout));
    inWords.textContent = words(now);
    if (focused !== null) {
      const again = /** @type {SVGElement | null} */ (focused ? root.querySelector(`[data-choice="${focused}"]`) : null);
      (again ?? root).focus({ preventScroll: true });
    }
    return scene;
  }

  /** What can be clicked now. @param {View} now @param {Layout} layout */
  function hits(now, layout) {
    /** @type {(choice: string, label: string, at: Point, ...children: (Node | null)[]) => SVGElement} */
    const hit = (choice, label, at, ...children) =>
      button(svg("g", { class: "hit", "data-choice": choice, transform: `translate(${at.x} ${at.y})` }, ...children), label, () => choose(choice));
    const reach = Math.min(22, Math.max(12, layout.pitch / 2));
    return legal.map((choice) => {
      if (choice === "rest") {
        const at = layout.at(me, now.position[me]);
        const high = 58 * layout.size;
        const frame = { x: -24 * layout.size, y: -high, width: 48 * layout.size, height: high + 14, rx: 14 };
        const tag = svg("g", { transform: "translate(0 15)" }, svg("rect", { x: -20, y: -10, width: 40, height: 20, rx: 10, class: "tag" }), svg("text", { y: 4.5, class: "tag-text" }, "rest"));
        return hit(choice, "rest: take back all your cards", at, svg("rect", { ...frame, class: "wash" }), svg("rect", { ...frame, class: "ring" }), tag);
      }
      if (choice === "no card") {
        const at = slot(layout, me, me);
        const high = layout.duel.card * 1.4;
        return hit(choice, "no card: fight with strength 0", at, svg("rect", { width: layout.duel.card, height: high, rx: 7, class: "wash" }), svg("rect", { width: layout.duel.card, height: high, rx: 7, class: "ring" }), svg("text", { x: layout.duel.card / 2, y: high / 2 + 5, class: "number" }, "no card"));
      }
      if (choice.startsWith("card ")) {
        const card = Number(choice.slice(5));
        const { card: width } = layout.hands[me];
        const shape = { x: -2, y: -2, width: width + 4, height: width * 1.4 + 4, rx: 8 };
        const lifted = svg("g", { class: "lift" }, face(me, card, width), svg("rect", { ...shape, class: "ring" }));
        return hit(choice, choice, placeOf(layout.hands[me], card), svg("rect", { ...shape, height: shape.height + 8, fill: "transparent" }), lifted);
      }
      const goal = now.position[me] + Number(choice);
      const at = layout.at(me, goal);
      const high = layout.upright ? Math.min(44, layout.pitch) : 44;
      const name = goal === now.rulings.length ? `${choice}: reach the tower` : `${choice}: move to position ${goal}`;
      const area = svg("rect", { x: -reach, y: -high / 2, width: 2 * reach, height: high, fill: "transparent" });
      const ghost = legal.length > 8 ? null : svg("g", { class: "ghost", transform: `scale(${layout.size})` }, hero(me));
      return hit(choice, name, at, area, svg("circle", { r: Math.min(17, reach), class: "wash" }), svg("circle", { r: Math.min(17, reach), class: "ring" }), ghost);
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
      const phases = animations(scene, moment.before, view, me);
      if (!phases.length) return undefined;
      const end = Math.max(...phases.map((phase) => phase[1]));
      /** @param {number} t */
      const step = (t) => phases.forEach(([from, to, act]) => act(Math.min(1, Math.max(0, (t * end - from) / (to - from)))));
      step(0);
      moving = tween(end, step);
      return moving.done;
    },
  };
}

/** The place of the road that a hero stands on, as it is numbered on the board. @param {Layout} layout @param {View} view @param {number} seat @param {number} me */
const stoodOn = (layout, view, seat, me) => (layout.facing && seat !== me ? layout.length - view.position[seat] : view.position[seat]);

/** @param {Layout} layout @param {number} seat */
function lane(layout, seat) {
  const points = Array.from({ length: 61 }, (_, n) => layout.at(seat, (layout.length * n) / 60));
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/**
 * Draw a position.
 * @param {SVGElement} picture
 * @param {View} view
 * @param {Layout} layout
 * @param {number} me
 * @returns {Scene}
 */
function paint(picture, view, layout, me) {
  const other = 1 - me;
  const big = Math.min(1.2, layout.size);
  const ways = layout.facing ? [me] : [other, me];
  /** @type {SVGElement | null} */
  let prize = null;
  for (const seat of ways) {
    for (let place = 0; place <= layout.length; place += 1) {
      const { x, y } = layout.at(seat, place);
      const ends = place === 0 || place === layout.length;
      const named = stone(layout) > 9 || place % 5 === 0;
      const busy = SEATS.some((one) => (layout.facing || one === seat) && stoodOn(layout, view, one, me) === place);
      if (named && !ends && !busy) picture.append(svg("text", { x, y: y + 4.2, class: "number" }, String(place)));
      if (layout.facing && named && !ends && !busy) {
        const beside = layout.upright ? { x: x + 34, y: y + 4 } : { x, y: y - 30 };
        picture.append(svg("text", { ...beside, class: `number other s${other}` }, String(layout.length - place)));
      }
    }
    const home = layout.at(seat, 0);
    const goal = layout.at(seat, layout.length);
    const shift = layout.upright ? { x: 0, y: -14 } : { x: 38, y: 4 };
    const keep = (/** @type {number} */ owner, /** @type {Point} */ at, /** @type {number} */ way) => {
      const taken = view.winner >= 0 && view.winner !== owner && (layout.facing || view.winner === seat);
      const { drawn, flag } = tower(taken ? view.winner : owner, (layout.facing ? 1.1 : 0.85) * big);
      if (taken) prize = flag;
      return svg("g", { transform: `translate(${at.x + way * shift.x} ${at.y + way * shift.y})` }, drawn);
    };
    picture.append(keep(1 - seat, goal, 1));
    if (layout.facing) picture.append(keep(seat, layout.upright ? { x: home.x - 38, y: home.y - 2 } : home, -1));
    else picture.append(svg("g", { transform: `translate(${home.x - (layout.upright ? 0 : 42)} ${home.y + (layout.upright ? 20 : 0)}) scale(${(layout.upright ? 0.75 : 0.9) * big})` }, tent(seat)));
  }
  const figures = SEATS.map((seat) => svg("g", {}, svg("ellipse", { rx: 14, ry: 4.5, class: "shadow" }), hero(seat)));
  for (const seat of [other, me]) {
    put(figures[seat], layout, seat, me, stand(layout, view.position, seat, me));
    picture.append(figures[seat]);
  }
  /** @type {SVGElement | null} */
  let star = null;
  if (view.battle) {
    const [a, b] = SEATS.map((seat) => layout.at(seat, view.position[seat]));
    const up = layout.facing ? 54 * layout.size + 22 : layout.upright ? 22 : 4;
    const aside = layout.facing || layout.upright ? 0 : 38 * layout.size;
    star = svg("g", { transform: `translate(${(a.x + b.x) / 2 + aside} ${(a.y + b.y) / 2 - up})` }, clash());
    picture.append(star);
  }
  const hands = SEATS.map((seat) => paintHand(view, layout, seat, me));
  const table = paintDuel(view, layout, me);
  picture.append(...hands, table.drawn);
  return { layout, hero: figures, laid: table.laid, covers: table.covers, hands, clash: star, prize };
}

/** What stays as it is while the game goes on: the land and the road. @param {Layout} layout @param {number} me */
function scenery(layout, me) {
  const { upright, facing, length } = layout;
  const { width: w, height: h } = layout.land;
  const clip = `ts-land-${upright ? "u" : "a"}${Math.round(w)}-${Math.round(h)}`;
  const shapes = svg("g", { "clip-path": `url(#${clip})` }, svg("rect", { width: w, height: h, class: upright ? "land" : "sky" }));
  if (upright) {
    for (let n = 0; n * 150 < h; n += 1) shapes.append(svg("ellipse", { cx: n % 2 ? w : 0, cy: 90 + n * 150, rx: w * 0.5, ry: 60, class: "hill" }));
    for (let n = 0; n * 150 < h - 120; n += 1) shapes.append(tree(n % 2 ? 12 : w - 12, 150 + n * 150, 0.7), facing ? tree(n % 2 ? 22 : w - 20, 168 + n * 150, 0.55) : svg("g"));
  } else {
    const x = (/** @type {number} */ part) => (w * part).toFixed(0);
    shapes.append(
      svg("circle", { cx: w * 0.86, cy: 34, r: 17, class: "sun" }),
      svg("path", { d: `M0 70C${x(0.12)} 20 ${x(0.2)} 26 ${x(0.32)} 58S${x(0.55)} 14 ${x(0.68)} 44S${x(0.9)} 16 ${w} 50V${h}H0Z`, class: "hill far" }),
      svg("path", { d: `M0 88C${x(0.15)} 58 ${x(0.3)} 96 ${x(0.45)} 78S${x(0.8)} 64 ${w} 92V${h}H0Z`, class: "hill" }),
      svg("path", { d: `M0 112C${x(0.25)} 96 ${x(0.5)} 116 ${x(0.7)} 102S${x(0.95)} 106 ${w} 112V${h}H0Z`, class: "land" }),
    );
    for (const [part, y, size] of [[0.14, 96, 0.8], [0.165, 102, 1], [0.3, 98, 0.7], [0.42, 92, 0.85], [0.45, 97, 0.65], [0.62, 94, 0.9], [0.64, 100, 0.7], [0.79, 98, 1], [0.83, 102, 0.75]]) shapes.append(tree(w * part, y, size));
    for (const [part, up] of [[0.08, 8], [0.33, 6], [0.58, 9], [0.9, 7]]) shapes.append(tree(w * part, h - up, 0.75));
  }
  const drawn = svg("g", { "aria-hidden": "true" }, svg("defs", {}, svg("clipPath", { id: clip }, svg("rect", { width: w, height: h, rx: 14 }))), shapes);
  const big = Math.min(1.2, layout.size);
  for (const seat of facing ? [me] : [1 - me, me]) {
    const d = lane(layout, seat);
    drawn.append(svg("path", { d, class: "verge", "stroke-width": 4 + 36 * big }), svg("path", { d, class: "road", "stroke-width": 36 * big }));
    for (let place = 0; place <= length; place += 1) {
      const { x, y } = layout.at(seat, place);
      const radius = place === 0 || place === length ? 15 : stone(layout);
      drawn.append(svg("ellipse", { cx: x, cy: y, rx: radius, ry: radius * 0.84, class: "stone" }));
    }
  }
  return drawn;
}

/** @param {Layout} layout */
const stone = (layout) => Math.min(14, layout.pitch * 0.36);

/** @param {View} view @param {Layout} layout @param {number} seat @param {number} me */
function paintHand(view, layout, seat, me) {
  const zone = layout.hands[seat];
  const held = handOf(view, seat);
  const drawn = svg("g", { class: `s${seat}` });
  const end = !layout.upright && seat !== me;
  const turn = !view.over && !view.battle && view.turn === seat ? " · to move" : "";
  drawn.append(svg("text", { x: end ? layout.width - 16 : zone.x, y: zone.y - 12, class: "player", "text-anchor": end ? "end" : "start" }, `${SEAT_NAMES[seat]}${turn}`));
  for (let card = 1; card <= view.rulings.cards; card += 1) {
    const { x, y } = placeOf(zone, card);
    const gone = !held.includes(card) || ((view.laid >> seat) & 1 && view.chosen[seat] === card);
    const shape = svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-card": card });
    if (gone) {
      shape.append(svg("rect", { width: zone.card, height: zone.card * 1.4, rx: 6, class: "spent" }));
      shape.append(svg("text", { x: zone.card / 2, y: zone.card * 0.7 + 5, class: "spent-value", "font-size": 14 }, String(card)));
    } else shape.append(face(seat, card, zone.card));
    drawn.append(shape);
  }
  return drawn;
}

/** The cards that lie on the table: face down in a battle, or those of the last one. @param {View} view @param {Layout} layout @param {number} me */
function paintDuel(view, layout, me) {
  const { duel } = layout;
  const high = duel.card * 1.4;
  const drawn = svg("g");
  const fought = !view.battle && (view.shown[0] > 0 || view.shown[1] > 0);
  const title = view.battle ? `Battle at ${view.met_at}` : fought ? "Last battle" : "";
  drawn.append(svg("text", { x: duel.x, y: duel.y - 12, class: "note", "text-anchor": "middle" }, title));
  const crossed = svg("g", { transform: `translate(${duel.x} ${duel.y + high / 2})` }, swords(view.battle ? "hot" : ""));
  drawn.append(crossed);
  /** @type {(SVGElement | null)[]} */
  const laid = [null, null];
  /** @type {(SVGElement | null)[]} */
  const covers = [null, null];
  for (const seat of SEATS) {
    const { x, y } = slot(layout, seat, me);
    drawn.append(svg("rect", { x, y, width: duel.card, height: high, rx: 7, class: "slot" }));
    const card = svg("g", { transform: `translate(${x} ${y})` });
    if (view.battle && (view.laid >> seat) & 1) card.append(view.hand[seat] === 0 ? none(duel.card) : back(seat, duel.card, view.chosen[seat]));
    else if (fought) {
      const lost = view.shown[seat] <= view.shown[1 - seat];
      const top = svg("g", { opacity: lost ? 0.5 : 1 }, view.shown[seat] ? face(seat, view.shown[seat], duel.card) : none(duel.card));
      covers[seat] = svg("g", { visibility: "hidden" }, back(seat, duel.card));
      card.append(top, covers[seat]);
    } else continue;
    laid[seat] = card;
    drawn.append(card);
  }
  return { drawn, laid, covers };
}

/** @param {number} width */
const none = (width) => svg("g", {}, svg("rect", { width, height: width * 1.4, rx: 6, class: "face" }), svg("text", { x: width / 2, y: width * 0.7 + 4, class: "number" }, "no card"));

/** Tower Siege in the page: the road with both heroes, the hands of cards, the battle and its reveal. */

import { addStyle, button, html, onResize, svg, tween } from "/web/dom.js";
import { STYLE, back, clash, face, hero, swords, tent, tower, tree } from "./board_art.js";
import { layOut, placeOf, slot, stand, stone, target } from "./board_road.js";
import { animations, put } from "./board_animation.js";
import { choiceInWords, handOf, prompt, startsBattle, words } from "./board_words.js";
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
  /** What needs no new drawing. @type {{key: string, drawn: SVGElement} | null} */
  let land = null;

  onResize(host, () => {
    moving?.finish();
    if (view) draw(view);
  });

  /** @param {View} now @returns {Scene} */
  function draw(now) {
    const [wide, high] = [host.clientWidth, host.clientHeight];
    const { length, cards, track } = now.rulings;
    const layout = layOut(wide || 720, high || 480, { length, cards, facing: track === "facing", me });
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-choice") ?? "" : null;
    root.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    const picture = svg("g", { "aria-hidden": "true" });
    const scene = paint(picture, now, layout, me, legal);
    if (land?.key !== `${wide} ${high} ${length}`) {
      land = { key: `${wide} ${high} ${length}`, drawn: scenery(layout, me) };
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
    /** @type {(choice: string, at: Point, ...children: (Node | null)[]) => SVGElement} */
    const hit = (choice, at, ...children) =>
      button(svg("g", { class: "hit", "data-choice": choice, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` }, ...children), choiceInWords(now, me, choice), () => choose(choice));
    const { size } = layout;
    return legal.flatMap((choice) => {
      if (choice === "rest") {
        const aside = layout.upright || layout.pitch > 52 ? 0 : -24; // the word isn't over the place ahead
        const left = Math.max(26 * size, 26 - aside);
        const frame = { x: -left, y: -60 * size, width: left + 26 * size, height: 66 * size, rx: 14 };
        const tag = svg("g", { transform: `translate(${aside} ${6 * size + 4})` }, svg("rect", { x: -24, y: -11, width: 48, height: 22, rx: 11, class: "tag" }), svg("text", { y: 4.5, class: "tag-text" }, "rest"));
        return hit(choice, stand(layout, now.position, me, me), svg("rect", { ...frame, class: "wash" }), svg("rect", { ...frame, class: "ring" }), tag);
      }
      if (choice === "no card") {
        const { card } = layout.duel;
        const frame = { width: card, height: card * 1.4, rx: 7 };
        return hit(choice, slot(layout, me, me), svg("rect", { ...frame, class: "wash" }), svg("rect", { ...frame, class: "ring" }), noCard(card));
      }
      if (choice.startsWith("card ")) {
        const card = Number(choice.slice(5));
        const { card: width } = layout.hands[me];
        const shape = { x: -2, y: -2, width: width + 4, height: width * 1.4 + 4, rx: 8 };
        const lifted = svg("g", { class: "lift" }, face(me, card, width), svg("rect", { ...shape, class: "ring" }));
        return hit(choice, placeOf(layout.hands[me], card), svg("rect", { ...shape, fill: "transparent" }), lifted);
      }
      const from = now.position[me];
      const goal = from + Number(choice);
      const at = target(layout, me, from, goal);
      const [wide, high] = layout.upright ? [48, Math.min(48, layout.pitch)] : [Math.min(48, layout.pitch), 48];
      const roomy = layout.pitch >= 2 * at.r;
      const area = roomy ? svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, fill: "transparent" }) : null;
      const there = stand(layout, now.position.map((place, seat) => (seat === me ? goal : place)), me, me);
      const ghost = legal.length > 8 ? null : svg("g", { class: "ghost", "aria-hidden": "true", transform: `translate(${there.x} ${there.y}) scale(${size})` }, hero(me));
      const fight = startsBattle(now, me, goal) ? svg("g", { transform: `translate(${at.r * 0.85} ${-at.r * 0.85}) scale(${(at.r / 24).toFixed(2)})` }, clash()) : null;
      const shown = hit(choice, at, area, svg("circle", { r: at.r, class: "aim" }), svg("circle", { r: at.r, class: "wash" }), number(goal, 0, 0, at.r), fight);
      return ghost ? [shown, ghost] : shown; // not inside: it would count as a part of what can be clicked
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

/** A place's number, in a circle around a point. @param {number} place @param {number} x @param {number} y @param {number} r @param {string} [name] */
const number = (place, x, y, r, name = "number") => {
  const font = Math.max(11, r * 0.95);
  return svg("text", { x: x.toFixed(1), y: (y + font * 0.36).toFixed(1), class: name, "font-size": font.toFixed(1) }, String(place));
};

/**
 * Draw a position.
 * @param {SVGElement} picture
 * @param {View} view
 * @param {Layout} layout
 * @param {number} me
 * @param {string[]} legal what is drawn as a choice isn't drawn here
 * @returns {Scene}
 */
function paint(picture, view, layout, me, legal) {
  const other = 1 - me;
  const { size, upright } = layout;
  const r = stone(layout);
  const every = r > 8 ? 1 : 5; // where they lie too close, only some have their numbers
  const goals = legal.map((choice) => view.position[me] + Number(choice));
  /** @type {SVGElement | null} */
  let prize = null;
  for (const seat of layout.facing ? [me] : [other, me]) {
    for (let place = every; place <= layout.length; place += every) {
      const { x, y } = layout.at(seat, place);
      const hidden = !upright && SEATS.some((one) => (layout.facing || one === seat) && stoodOn(layout, view, one, me) === place);
      const near = seat === me && goals.some((goal) => Math.abs(goal - place) * layout.pitch < 26);
      if (!hidden && !near && (place < layout.length || !layout.facing)) picture.append(number(place, x, y, r));
      if (layout.facing && !hidden && place < layout.length) {
        const [dx, dy] = upright ? [layout.pitch < 26 ? 44 : r + 15, 0] : [0, -22 * Math.max(1, size) - 8];
        picture.append(number(layout.length - place, x + dx, y + dy, r, `number other s${other}`));
      }
    }
    const home = layout.at(seat, 0);
    const goal = layout.at(seat, layout.length);
    const shift = upright ? { x: 0, y: -14 } : { x: 40 * size, y: 4 };
    const keep = (/** @type {number} */ owner, /** @type {Point} */ at, /** @type {number} */ way) => {
      const taken = view.winner >= 0 && view.winner !== owner && (layout.facing || view.winner === seat);
      const { drawn, flag } = tower(taken ? view.winner : owner, size);
      if (taken) prize = flag;
      return svg("g", { transform: `translate(${at.x + way * shift.x} ${at.y + way * shift.y})` }, drawn);
    };
    picture.append(keep(1 - seat, goal, 1));
    if (layout.facing) picture.append(keep(seat, upright ? { x: home.x + 52 * size, y: home.y } : home, -1));
    else picture.append(svg("g", { transform: `translate(${home.x - (upright ? 0 : 42 * size)} ${home.y + (upright ? 26 * size : 0)}) scale(${0.9 * size})` }, tent(seat)));
  }
  const figures = SEATS.map((seat) => svg("g", {}, svg("ellipse", { rx: 14, ry: 4.5, class: "shadow" }), hero(seat)));
  for (const seat of [other, me]) {
    put(figures[seat], layout, seat, me, stand(layout, view.position, seat, me));
    picture.append(figures[seat]);
  }
  /** @type {SVGElement | null} */
  let star = null;
  if (view.battle) {
    const [a, b] = SEATS.map((seat) => stand(layout, view.position, seat, me));
    const aside = layout.facing || upright ? 0 : 42 * size;
    const up = (layout.facing && !upright ? 74 : 26) * size;
    star = svg("g", { transform: `translate(${((a.x + b.x) / 2 + aside).toFixed(1)} ${((a.y + b.y) / 2 - up).toFixed(1)}) scale(${Math.max(0.8, size)})` }, clash());
    picture.append(star);
  }
  const hands = SEATS.map((seat) => paintHand(view, layout, seat, me, legal));
  const table = paintDuel(view, layout, me);
  picture.append(...hands, table.drawn);
  return { layout, hero: figures, laid: table.laid, covers: table.covers, hands, clash: star, prize };
}

/** What stays as it is while the game goes on: the land and the road. @param {Layout} layout @param {number} me */
function scenery(layout, me) {
  const { upright, facing, length, size } = layout;
  const { width: w, height: h } = layout.land;
  const clip = `ts-land-${upright ? "u" : "a"}${Math.round(w)}-${Math.round(h)}`;
  const shapes = svg("g", { "clip-path": `url(#${clip})` }, svg("rect", { width: w, height: h, class: upright ? "land" : "sky" }));
  if (upright) {
    for (let n = 0; n * 150 < h; n += 1) shapes.append(svg("ellipse", { cx: n % 2 ? w : 0, cy: 90 + n * 150, rx: w * 0.5, ry: 60, class: "hill" }));
    for (let n = 0; n * 110 < h - 180; n += 1) shapes.append(tree(w * (facing ? [0.12, 0.88, 0.2][n % 3] : [0.57, 0.06, 0.95][n % 3]), 150 + n * 110, 0.75));
  } else {
    const y = (layout.at(1 - me, length / 2).y - (facing ? 24 : 10) * size) / 112; // the hills' foot lies behind the farther road
    const x = (/** @type {number} */ part) => (w * part).toFixed(0);
    const foot = Math.ceil(h / y); // what is drawn is flattened with the rest
    shapes.append(
      svg("circle", { cx: w * 0.86, cy: 34 * y, r: Math.min(17 * y, 60), class: "sun" }),
      svg("g", { transform: `scale(1 ${y.toFixed(3)})` },
        svg("path", { d: `M0 70C${x(0.12)} 20 ${x(0.2)} 26 ${x(0.32)} 58S${x(0.55)} 14 ${x(0.68)} 44S${x(0.9)} 16 ${w} 50V${foot}H0Z`, class: "hill far" }),
        svg("path", { d: `M0 88C${x(0.15)} 58 ${x(0.3)} 96 ${x(0.45)} 78S${x(0.8)} 64 ${w} 92V${foot}H0Z`, class: "hill" }),
        svg("path", { d: `M0 112C${x(0.25)} 96 ${x(0.5)} 116 ${x(0.7)} 102S${x(0.95)} 106 ${w} 112V${foot}H0Z`, class: "land" })),
    );
    for (const [part, high, big] of [[0.14, 96, 0.8], [0.165, 102, 1], [0.3, 98, 0.7], [0.42, 92, 0.85], [0.45, 97, 0.65], [0.62, 94, 0.9], [0.64, 100, 0.7], [0.79, 98, 1], [0.83, 102, 0.75]]) shapes.append(tree(w * part, high * y, big * size));
    for (const [part, up] of [[0.08, 5], [0.33, 3], [0.58, 6], [0.9, 4]]) shapes.append(tree(w * part, h - up, 0.7 * size));
  }
  const drawn = svg("g", { "aria-hidden": "true" }, svg("defs", {}, svg("clipPath", { id: clip }, svg("rect", { width: w, height: h, rx: 10 }))), shapes);
  const broad = 36 * Math.min(size, 1.6);
  for (const seat of facing ? [me] : [1 - me, me]) {
    const d = lane(layout, seat);
    drawn.append(svg("path", { d, class: "verge", "stroke-width": 4 + broad }), svg("path", { d, class: "road", "stroke-width": broad }));
    for (let place = 0; place <= length; place += 1) {
      const { x, y } = layout.at(seat, place);
      const r = place === 0 || place === length ? Math.max(stone(layout), 13 * size) : stone(layout);
      drawn.append(svg("ellipse", { cx: x, cy: y, rx: r, ry: r * 0.84, class: "stone" }));
    }
  }
  return drawn;
}

/** @param {View} view @param {Layout} layout @param {number} seat @param {number} me @param {string[]} legal */
function paintHand(view, layout, seat, me, legal) {
  const zone = layout.hands[seat];
  const held = handOf(view, seat);
  const drawn = svg("g", { class: `s${seat}` });
  const end = !layout.upright && seat !== me;
  const turn = !view.over && !view.battle && view.turn === seat ? " · to move" : "";
  drawn.append(svg("text", { x: end ? zone.end : zone.x, y: zone.y - 8, class: "player", "font-size": layout.text, "text-anchor": end ? "end" : "start" }, `${SEAT_NAMES[seat]}${turn}`));
  for (let card = 1; card <= view.rulings.cards; card += 1) {
    const { x, y } = placeOf(zone, card);
    const gone = !held.includes(card) || ((view.laid >> seat) & 1 && view.chosen[seat] === card);
    const shape = svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-card": card });
    if (gone) {
      shape.append(svg("rect", { width: zone.card, height: zone.card * 1.4, rx: 6, class: "spent" }));
      shape.append(svg("text", { x: zone.card / 2, y: zone.card * 0.7 + 5, class: "spent-value", "font-size": Math.max(14, zone.card * 0.3) }, String(card)));
    } else if (seat !== me || !legal.includes(`card ${card}`)) shape.append(face(seat, card, zone.card));
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
  drawn.append(svg("text", { x: duel.x, y: duel.y - 8, class: "note", "font-size": layout.text, "text-anchor": "middle" }, title));
  const crossed = svg("g", { transform: `translate(${duel.x} ${duel.y + high / 2}) scale(${(duel.gap / 36).toFixed(2)})` }, swords(view.battle ? "hot" : ""));
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
const none = (width) => svg("g", {}, svg("rect", { width, height: width * 1.4, rx: 6, class: "face" }), noCard(width));

/** The words on a card that isn't there, one above the other: it may be narrow. @param {number} width */
const noCard = (width) => svg("g", {}, ...["no", "card"].map((word, n) => svg("text", { x: width / 2, y: width * 0.7 + 14 * n - 2, class: "number", "font-size": 12 }, word)));

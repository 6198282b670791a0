/** The hexes that can be picked: marked, tapped or reached with the arrow keys, each with words on what it does. */

import { button, svg } from "/web/dom.js";
import { placeAt } from "./board_art.js";
import { SIZE, outline, point, same } from "./board_hex.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** A hex to pick; several may lead to the same one. `on`: it is what the console's controls are set to;
 * `meets`: a shot that ends there meets the enemy's ship in this round.
 * @typedef {{hex: Hex, label: string, pick: () => void, on?: boolean, meets?: boolean}} Target */

const NEAR = 1.6 * SIZE; // how far beside a hex still means it
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Targets {
  /** @param {SVGElement} layer @param {() => boolean} dragged whether the map has just been moved */
  constructor(layer, dragged) {
    this.layer = layer;
    this.dragged = dragged;
    /** @type {Target[]} */
    this.all = [];
    this.anywhere = false; // the nearest one is meant wherever the map is tapped
    /** @type {Map<string, SVGElement>} the marks, by hex: one that stays keeps the focus */
    this.marks = new Map();
  }

  get hexes() {
    return this.all.map(({ hex }) => hex);
  }

  /** @param {Target[]} targets @param {boolean} anywhere */
  offer(targets, anywhere) {
    this.all = targets;
    this.anywhere = anywhere;
    const wanted = new Set(targets.map(({ hex }) => hex.join()));
    for (const [key, mark] of this.marks) {
      if (wanted.has(key)) continue;
      mark.remove();
      this.marks.delete(key);
    }
    const first = targets.find(({ on }) => on) ?? targets[0];
    for (const key of wanted) {
      const alike = targets.filter(({ hex }) => hex.join() === key);
      this.mark(key, alike, same(alike[0].hex, first.hex));
    }
  }

  /** @param {string} key @param {Target[]} alike those of one hex @param {boolean} first whether Tab leads to it */
  mark(key, alike, first) {
    const mark = this.marks.get(key) ?? svg("g", { transform: placeAt(alike[0].hex) }, svg("path", { class: "df-gate", d: outline([0, 0], 0.92) }), svg("circle", { class: "df-spot" }));
    const now = alike.find(({ on }) => on) ?? alike[0];
    const more = alike.length > 1 ? ` (${alike.length} ways: pick again for the next)` : "";
    button(mark, now.label + more, () => {
      if (!this.dragged()) this.pick(alike);
    });
    mark.classList.add("df-target");
    mark.classList.toggle("df-strikes", alike.some(({ meets }) => meets));
    mark.classList.toggle("df-on", alike.some(({ on }) => on));
    mark.setAttribute("tabindex", first ? "0" : "-1");
    mark.setAttribute("aria-pressed", String(alike.some(({ on }) => on)));
    if (this.marks.has(key)) return;
    this.marks.set(key, mark);
    mark.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event), alike[0].hex));
    this.layer.append(mark);
  }

  /** Of several that lead to the same hex the next one, so that tapping again goes through them. @param {Target[]} alike */
  pick(alike) {
    alike[(alike.findIndex(({ on }) => on) + 1) % alike.length].pick();
  }

  /** The map was tapped, but on none of them: the nearest is meant. @param {number} x @param {number} y */
  tapped(x, y) {
    let [best, nearest] = [/** @type {Target|null} */ (null), this.anywhere ? Infinity : NEAR];
    for (const target of this.all) {
      const [tx, ty] = point(target.hex), far = Math.hypot(tx - x, ty - y);
      if (far < nearest) [best, nearest] = [target, far];
    }
    if (best) this.pick(this.all.filter(({ hex }) => same(hex, /** @type {Target} */ (best).hex)));
  }

  /** Arrow keys lead to the next one that way. @param {KeyboardEvent} event @param {Hex} hex */
  key(event, hex) {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = point(hex);
    let [next, nearest] = ["", Infinity];
    for (const other of this.hexes) {
      const [dx, dy] = [point(other)[0] - x, point(other)[1] - y];
      const ahead = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      const far = ahead + 2 * aside;
      if (ahead > 1 && far < nearest) [next, nearest] = [other.join(), far];
    }
    /** @type {SVGElement|undefined} */ (this.marks.get(next))?.focus();
  }
}

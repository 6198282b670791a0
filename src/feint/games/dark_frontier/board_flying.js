/** An Advance on the map as it happens: everything flies, and stands still while something meets. */

import { svg } from "/web/dom.js";
import { burst, flak, missile, placeAt, ship } from "./board_art.js";
import { f, plus, point } from "./board_hex.js";
import { onMap } from "./board_words.js";
import { FLAK, MISSILE, SHIP } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_map.js").HexMap} HexMap */
/** @typedef {import("./board_advance.js").Advance} Advance */
/** @typedef {import("./board_advance.js").Mover} Mover */

/** An Advance on the map, at any moment of it. */
export class Flying {
  /** @param {HexMap} map @param {View} before @param {View} after @param {Advance} advance */
  constructor(map, before, after, advance) {
    this.map = map;
    this.advance = advance;
    const moving = Math.max(0, advance.last - advance.first) / advance.slices;
    const flight = moving ? Math.min(1700, 500 + 130 * advance.slices) * moving : 0;
    const count = advance.flashes.filter(({ kind }) => kind !== "leave").length;
    this.pause = count ? Math.min(650, (2900 - flight) / count) : 0;
    this.flight = flight;
    this.ms = flight + this.pause * count;
    this.glyphs = advance.movers.flatMap((mover) => (mover.goneAt === -1 ? [] : [this.glyph(before, mover)]));
    map.layers.tokens.replaceChildren(...this.glyphs.map(({ group }) => group).reverse());
    map.layers.past.replaceChildren(...this.glyphs.map(({ tail }) => tail));
    for (const name of ["courses", "plan", "warnings", "arcs"]) map.layers[name].replaceChildren();
    map.offer([], false);
    map.camera.fit([...advance.movers.flatMap(({ from, v, goneAt }) => {
      const end = plus(from, v);
      return goneAt === -1 ? [] : onMap(after, end) ? [from, end] : [from];
    })], true);
  }

  /** @param {View} before @param {Mover} mover */
  glyph(before, mover) {
    const { token, owner, facing, flakAt } = mover;
    const kind = flakAt === null ? mover.kind : MISSILE;
    const art = kind === SHIP ? ship(before.ships, before.kind_of_ship[owner], owner, before.burned[token]) : kind === MISSILE ? missile(owner, true) : flak(owner, before.spread[token]);
    const inner = svg("g", { class: "df-glyph" }, svg("g", { transform: `rotate(${kind === FLAK ? 0 : facing * 60})` }, art));
    const group = svg("g", { class: "df-token" }, inner);
    const tail = svg("path", { class: `df-tail df-s${owner}${kind === SHIP ? " df-large" : ""}` });
    return { mover, group, inner, tail, burst: false };
  }

  /** How many slices are over at a time, and how far each flash is: all stands still while one is seen.
   * @param {number} ms @returns {[number, number[]]} */
  at(ms) {
    const { advance: { first, last, flashes }, pause, flight } = this;
    const rate = last > first ? flight / (last - first) : 0;
    const seen = flashes.map(() => 0);
    let spent = 0, slice = first;
    for (const [n, flash] of flashes.entries()) {
      const arrive = spent + (flash.slice - slice) * rate;
      if (ms < arrive) break;
      const leaves = flash.kind === "leave", lasts = leaves ? 300 : pause;
      seen[n] = Math.min(1, (ms - arrive) / lasts);
      [spent, slice] = [arrive + (leaves ? 0 : pause), flash.slice];
      if (ms < spent) return [slice, seen];
    }
    return [rate ? Math.min(last, slice + Math.max(0, ms - spent) / rate) : last, seen];
  }

  /** @param {number} t from 0 to 1 */
  step(t) {
    const { advance: { slices, flashes }, map } = this;
    const [slice, seen] = this.at(t * this.ms);
    for (const glyph of this.glyphs) {
      const { mover: { from, v, goneAt, flakAt, owner, by }, group, inner, tail } = glyph;
      const gone = goneAt !== null && (by < 0 ? slice >= goneAt : seen[by] > 0.3);
      const part = Math.min(slice, goneAt ?? slice) / slices;
      const [x, y] = point([from[0] + v[0] * part, from[1] + v[1] * part]), [x0, y0] = point(from);
      group.setAttribute("transform", `translate(${f(x)} ${f(y)})`);
      group.setAttribute("opacity", gone ? "0" : "1");
      tail.setAttribute("d", `M${f(x0)} ${f(y0)}L${f(x)} ${f(y)}`);
      if (flakAt !== null && !glyph.burst && seen[by] > 0.3) {
        glyph.burst = true;
        inner.replaceChildren(flak(owner, 6));
      }
    }
    map.layers.flashes.replaceChildren(
      ...flashes.flatMap((flash, n) => {
        if (seen[n] <= 0 || seen[n] >= 1) return [];
        const words = flash.words ? svg("text", { class: `df-words df-${flash.kind}` }, flash.words) : null;
        return [svg("g", { transform: placeAt(flash.hex) }, svg("g", { class: "df-glyph" }, burst(flash.kind, seen[n])), words)];
      }),
    );
  }
}

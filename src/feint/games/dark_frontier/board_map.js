/** The hex map: ships and what flies, their momentum and where it leads, targets to tap, and the Advance as it happens. */

import { html, svg } from "/web/dom.js";
import { arc, burst, flak, ghost, ground, missile, placeAt, ship } from "./board_art.js";
import { Camera } from "./board_camera.js";
import { SIZE, STEPS, counterText, f, outline, path, plus, point, same, turned } from "./board_hex.js";
import { here, leads, onMap, placed, rank, sheetOf, shipInWords, tokensOf, velocity } from "./board_words.js";
import { BY_FLIGHT, COMMAND, DIRECTIONS, ENTRY, FLAK, MISSILE, PUSH, SEAT_NAMES, SHIP, STEER } from "./schema.js";

/** @typedef {import("./board_hex.js").Hex} Hex */
/** @typedef {import("./schema.js").View} View */
/** @typedef {import("./board_words.js").Course} Course */
/** @typedef {import("./board_advance.js").Advance} Advance */
/** @typedef {import("./board_advance.js").Mover} Mover */
/** A place to tap, for what the console's dials set too. @typedef {{hex: Hex, pick: () => void, on?: boolean}} Target */

const LAYERS = ["past", "courses", "arcs", "targets", "tokens", "plan", "flashes"];

export class HexMap {
  /** @param {string|null} seat whose eyes these are */
  constructor(seat) {
    this.seat = seat === null ? -1 : SEAT_NAMES.indexOf(seat);
    this.radius = 0;
    /** @type {Target[]} */
    this.targets = [];
    this.anywhere = false; // the nearest target is meant wherever the map is tapped
    /** @type {View|null} */
    this.view = null;
    this.under = svg("g");
    /** @type {Record<string, SVGElement>} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `df-${name}` })]));
    this.svg = svg("svg", { class: "df-map", role: "group", tabindex: 0, "aria-label": "The map. Arrow keys move it, plus and minus zoom, Home shows everything." }, this.under, ...Object.values(this.layers));
    this.camera = new Camera(this.svg, (x, y) => this.tapped(x, y));
    this.readout = html("div", { class: "df-readout", "aria-hidden": "true" });
    this.element = html("div", { class: "df-window" }, this.svg, this.camera.buttons, this.readout);
  }

  /** Draw a view as it is. @param {View} view */
  draw(view) {
    this.view = view;
    if (view.rulings.radius !== this.radius) {
      this.radius = view.rulings.radius;
      this.camera.limit(this.radius);
      this.under.replaceChildren(ground(this.radius));
    }
    this.layers.flashes.replaceChildren();
    this.layers.past.replaceChildren(...this.past(view));
    this.layers.courses.replaceChildren(...this.courses(view));
    this.layers.tokens.replaceChildren(...this.tokens(view));
    this.layers.arcs.replaceChildren();
  }

  /** Look at what matters. @param {View} view @param {boolean} glide */
  look(view, glide) {
    this.camera.fit(this.matters(view), glide);
  }

  /** What should be seen: everything that flies, where it goes, and what can be chosen. @param {View} view */
  matters(view) {
    const hexes = tokensOf(view).flatMap((token) => {
      const end = plus(here(view, token), leads(view, token));
      return onMap(view, end) ? [here(view, token), end] : [here(view, token)];
    });
    const chosen = this.targets.map(({ hex }) => hex).filter((hex) => onMap(view, hex));
    const whole = !placed(view, 1) ? STEPS.map((step) => plus([0, 0], step, this.radius)) : [];
    return [...hexes, ...chosen, ...whole];
  }

  /** The hexes that ships came through. @param {View} view */
  past(view) {
    return [0, 1].flatMap((seat) => {
      if (!placed(view, seat) || view.path_length[seat] < 2 || view.lost[seat] === BY_FLIGHT) return [];
      const points = [];
      for (let at = 0; at < view.path_length[seat]; at++) points.push(point([view.path_q[seat][at], view.path_r[seat][at]]).map(f).join(" "));
      return [svg("path", { class: `df-trail df-s${seat}`, d: `M${points.join("L")}` })];
    });
  }

  /** Where everything will be if nothing changes. @param {View} view */
  courses(view) {
    return tokensOf(view).flatMap((token) => {
      if (token < 2 && view.lost[token]) return [];
      const v = leads(view, token), kind = view.kind[token], owner = view.owner[token];
      if (same(v, [0, 0])) return [];
      return this.course({ token, kind, owner, from: here(view, token), v, facing: view.facing[token] }, "");
    });
  }

  /** A momentum arrow, the hexes it leads through, and what arrives. @param {Course} way @param {string} extra a class */
  course({ kind, owner, from, v, facing }, extra) {
    const view = /** @type {View} */ (this.view), end = plus(from, v), off = !onMap(view, end);
    const [[x, y], [tox, toy]] = [point(from), point(end)];
    const turn = (Math.atan2(tox - x, y - toy) * 180) / Math.PI;
    const size = kind === SHIP ? "df-large" : "df-small";
    const there = svg("g", { transform: placeAt(end) });
    if (off) there.append(svg("path", { class: "df-off df-glyph", d: "M-4-4 4 4M-4 4 4-4" }));
    else if (kind === SHIP) there.append(svg("g", { class: "df-glyph" }, svg("g", { transform: `rotate(${facing * 60})` }, ghost(view.ships, view.kind_of_ship[owner]))));
    else there.append(svg("circle", { class: "df-dot", r: kind === FLAK ? 2.6 : 2 }));
    const moving = !same(v, [0, 0]);
    return [
      svg(
        "g",
        { class: `df-course df-s${owner} ${size} ${extra}` },
        kind === SHIP && moving ? svg("path", { class: "df-through", d: path(from, v).slice(1).map((hex) => outline(hex, 0.9)).join("") }) : null,
        moving ? svg("path", { class: "df-arrow", d: `M${f(x)} ${f(y)}L${f(tox)} ${f(toy)}` }) : null,
        moving ? svg("g", { transform: `translate(${f((x + tox * 2) / 3)} ${f((y + toy * 2) / 3)})` }, svg("g", { class: "df-glyph" }, svg("path", { class: "df-head", d: "M0-3.4 2.5 2.6 0 1.4-2.5 2.6z", transform: `rotate(${f(turn)})` }))) : null,
        there,
      ),
    ];
  }

  /** Everything that flies, ships on top; what shares a hex is set beside each other. @param {View} view */
  tokens(view) {
    /** @type {Map<string, number>} */
    const crowd = new Map();
    const drawn = [...tokensOf(view)].map((token) => {
      const hex = here(view, token), key = hex.join(), nth = crowd.get(key) ?? 0;
      crowd.set(key, nth + 1);
      return this.token(view, token, nth);
    });
    return drawn.reverse();
  }

  /** @param {View} view @param {number} token @param {number} nth of those in the same hex */
  token(view, token, nth) {
    const kind = view.kind[token], owner = view.owner[token], angle = nth * 2.4;
    /** @type {[number, number]} */
    const off = nth ? [5.4 * Math.cos(angle), 5.4 * Math.sin(angle)] : [0, 0];
    const group = svg("g", { class: "df-token", transform: placeAt(here(view, token), off) });
    const burning = view.phase > COMMAND && token < 2 ? view.burned[token] : 0;
    if (kind === SHIP) {
      const wreck = view.lost[token] ? " df-wreck" : "";
      group.append(svg("g", { class: `df-glyph${wreck}` }, svg("circle", { class: `df-halo df-s${owner}`, r: 9.6 }), svg("g", { class: "df-heading", transform: `rotate(${view.facing[token] * 60})` }, ship(view.ships, view.kind_of_ship[token], owner, burning))));
      group.append(svg("text", { class: `df-tag df-s${owner}`, "aria-hidden": "true" }, SEAT_NAMES[owner][0].toUpperCase()));
      group.append(svg("title", {}, shipInWords(view, token)));
      this.showsArcs(group, view, token);
    } else if (kind === MISSILE) {
      group.append(svg("g", { class: "df-glyph" }, svg("g", { class: "df-heading", transform: `rotate(${view.facing[token] * 60})` }, missile(owner, true))));
      group.append(svg("text", { class: `df-count df-s${owner}`, "aria-hidden": "true" }, String(rank(view, token))));
      group.append(svg("title", {}, `The ${SEAT_NAMES[owner]}'s missile ${rank(view, token)}, facing ${DIRECTIONS[view.facing[token]]}, velocity ${counterText(velocity(view, token))}`));
      if (token === view.control && (view.phase === STEER || view.phase === PUSH)) group.classList.add("df-asked");
    } else {
      group.append(svg("g", { class: "df-glyph" }, flak(owner, view.spread[token])));
      group.append(svg("title", {}, `The ${SEAT_NAMES[owner]}'s flak, spread ${view.spread[token]}, velocity ${counterText(velocity(view, token))}`));
    }
    return group;
  }

  /** A ship shows what its weapons cover while it is pointed at or has the focus.
   * @param {SVGElement} group @param {View} view @param {number} seat */
  showsArcs(group, view, seat) {
    const shown = () => this.arcs(view, seat, [MISSILE, FLAK]), hidden = () => this.layers.arcs.replaceChildren();
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", shipInWords(view, seat));
    for (const name of ["pointerenter", "focus"]) group.addEventListener(name, shown);
    for (const name of ["pointerleave", "blur"]) group.addEventListener(name, hidden);
  }

  /** Where a ship's weapons can fire from how it faces. @param {View} view @param {number} seat @param {number[]} weapons
   * @param {number} [facing] @param {Hex} [from] */
  arcs(view, seat, weapons, facing = view.facing[seat], from = here(view, seat)) {
    const sheet = sheetOf(view, seat), shapes = [];
    for (const weapon of weapons) {
      const ways = weapon === FLAK ? sheet.flak_arc : sheet.missile_arc;
      const there = weapon === FLAK ? sheet.flak_shots && view.guns[seat] : sheet.missile_shots && view.bay[seat];
      const far = 1 + (weapon === FLAK ? sheet.flak_velocity : sheet.missile_velocity);
      if (there) shapes.push(svg("path", { class: weapon === FLAK ? "df-arc df-arc-flak" : "df-arc df-arc-missile", d: arc(ways.map((d) => turned(d, facing)), far) }));
    }
    this.layers.arcs.replaceChildren(svg("g", { transform: placeAt(from) }, ...shapes));
  }

  /** What can be tapped. @param {Target[]} targets @param {boolean} anywhere */
  offer(targets, anywhere) {
    this.targets = targets;
    this.anywhere = anywhere;
    this.svg.classList.toggle("df-choosing", targets.length > 0);
    /** @type {Map<string, Target>} */
    const hexes = new Map();
    for (const target of targets) if (!hexes.has(target.hex.join()) || target.on) hexes.set(target.hex.join(), target);
    const edge = this.view?.phase === ENTRY;
    this.layers.targets.replaceChildren(
      ...[...hexes.values()].map((target) => {
        const mark = svg("g", { class: `df-target${target.on ? " df-on" : ""}`, transform: placeAt(target.hex) });
        mark.append(edge ? svg("path", { class: "df-gate", d: outline([0, 0], 0.8) }) : svg("circle", { class: "df-spot", r: 1.7 }));
        return mark;
      }),
    );
  }

  /** What is being planned. @param {Course|null} planned @param {boolean} [fresh] whether what it moves isn't on the map yet */
  plan(planned, fresh = false) {
    const view = /** @type {View} */ (this.view), layer = this.layers.plan;
    this.svg.classList.toggle("df-planning", planned !== null);
    if (!planned) {
      layer.replaceChildren();
      this.readout.textContent = "";
      return;
    }
    const drawn = this.course(planned, "df-planned");
    if (fresh) {
      const what = planned.kind === SHIP ? ship(view.ships, view.kind_of_ship[planned.owner], planned.owner) : planned.kind === FLAK ? flak(planned.owner, 6) : missile(planned.owner);
      const turn = planned.kind === FLAK ? 0 : planned.facing * 60;
      drawn.push(svg("g", { class: "df-fresh", transform: placeAt(planned.from) }, svg("g", { class: "df-glyph" }, svg("g", { transform: `rotate(${turn})` }, what))));
    }
    layer.replaceChildren(...drawn);
    const end = plus(planned.from, planned.v);
    const off = onMap(view, end) ? "" : " off the map";
    const rest = same(planned.v, [0, 0]);
    this.readout.textContent = rest ? `${end} facing ${DIRECTIONS[planned.facing]}` : `${counterText(planned.v)} → ${end}${off}`;
  }

  /** @param {number} x @param {number} y */
  tapped(x, y) {
    let [best, nearest] = [/** @type {Target|null} */ (null), this.anywhere ? Infinity : 1.6 * SIZE];
    for (const target of this.targets) {
      const [tx, ty] = point(target.hex), far = Math.hypot(tx - x, ty - y) - (target.on ? 0.01 : 0);
      if (far < nearest) [best, nearest] = [target, far];
    }
    if (!best) return;
    // Of several that lead to the same hex the next one, so that tapping again goes through them.
    const alike = this.targets.filter((target) => same(target.hex, /** @type {Target} */ (best).hex));
    const now = alike.findIndex((target) => target.on);
    alike[(now + 1) % alike.length].pick();
  }
}

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
    for (const name of ["courses", "targets", "plan", "arcs"]) map.layers[name].replaceChildren();
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

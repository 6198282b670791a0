/** A ship's instruments: what of it still works, where it goes, and its two dials, sealed or open. */

import { html, svg } from "/web/dom.js";
import { arc, ship } from "./board_art.js";
import { STEPS, counted, counterText, f, mainDirection, plus, same, turned } from "./board_hex.js";
import { here, leads, onMap, placed, sheetOf, shipInWords, signed, velocity } from "./board_words.js";
import { COMMAND, DETONATE, DIRECTIONS, GIMBAL, LOST, MEETING, OPENING, SEAT_NAMES, WEAPON } from "./schema.js";

/** @typedef {import("./schema.js").View} View */

// What a panel shows of its ship, beside the phase.
const SHOWN = ["kind_of_ship", "lost", "q", "r", "vq", "vr", "facing", "thrust", "rotation", "defence", "guns", "bay", "breaches", "magazine"].concat("shots", "dials", "dial_turn", "dial_burn", "turned", "burned", "launching");

export class Sheets {
  /** @param {string|null} seat */
  constructor(seat) {
    this.seat = seat;
    this.panels = [0, 1].map((n) => html("section", { class: `df-sheet df-s${n}`, "aria-label": `The ${SEAT_NAMES[n]}'s ship` }));
    this.shown = ["", ""];
  }

  /** Most changes leave a ship as it was; then its panel stays. @param {View} view */
  draw(view) {
    for (const seat of [0, 1]) {
      const of = SHOWN.map((field) => /** @type {any} */ (view)[field][seat]);
      const shown = JSON.stringify([of, view.phase === COMMAND || view.phase === MEETING ? view.ready : 0, stage(view), view.over]);
      if (shown === this.shown[seat]) continue;
      this.shown[seat] = shown;
      this.panels[seat].replaceChildren(...this.panel(view, seat));
    }
  }

  /** @param {View} view @param {number} seat */
  panel(view, seat) {
    const sheet = sheetOf(view, seat), lost = view.lost[seat];
    this.panels[seat].classList.toggle("df-lost", lost > 0);
    const portrait = svg("svg", { class: "df-portrait", viewBox: "-11 -11 22 22", "aria-hidden": "true" }, ship(view.ships, view.kind_of_ship[seat], seat));
    const mine = this.seat === SEAT_NAMES[seat] ? html("span", { class: "df-you" }, "you") : null;
    const open = html(
      "button",
      { type: "button", class: "df-open", "aria-label": `The ${SEAT_NAMES[seat]}'s ${sheet.name}: show its whole stat sheet`, onclick: () => this.whole(view, seat) },
      portrait,
      html("span", {}, html("strong", {}, SEAT_NAMES[seat]), html("span", { class: "df-class" }, sheet.name), mine),
    );
    const head = html("header", {}, open);
    if (lost) return [head, html("p", { class: "df-gone" }, LOST[lost])];
    return [head, this.motion(view, seat), this.dials(view, seat), this.gauges(view, seat), this.fine(view, seat)].filter((part) => part !== null);
  }

  /** Everything on a ship's stat sheet, in a dialog. @param {View} view @param {number} seat */
  whole(view, seat) {
    const sheet = sheetOf(view, seat);
    const dialog = /** @type {HTMLDialogElement} */ (html(
      "dialog",
      { class: "ask df-stats", "aria-labelledby": "df-stats-title" },
      html("div", { class: "head" }, html("h2", { id: "df-stats-title" }, `${sheet.name[0].toUpperCase()}${sheet.name.slice(1)}, ${SEAT_NAMES[seat]}`), html("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
      html("div", { class: "text" }, html("p", {}, `${sheet.what[0].toUpperCase()}${sheet.what.slice(1)}.`), html("p", {}, shipInWords(view, seat)), this.fine(view, seat)),
    ));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Where it is and goes: a rose with the numbers of its counter. @param {View} view @param {number} seat */
  motion(view, seat) {
    if (!placed(view, seat)) return html("p", { class: "df-where" }, "not on the map yet");
    const v = velocity(view, seat), end = plus(here(view, seat), leads(view, seat)), off = !onMap(view, end);
    const rest = same(v, [0, 0]);
    return html(
      "div",
      { class: "df-motion" },
      rose(v, view.facing[seat], seat),
      html(
        "dl",
        {},
        html("dt", { class: "sr-only" }, "Velocity"),
        html("dd", {}, rest ? "at rest" : counterText(v)),
        html("dt", { class: "sr-only" }, "At"),
        html("dd", {}, `${here(view, seat)} facing ${DIRECTIONS[view.facing[seat]]}`),
        view.over || rest ? null : html("dt", { class: "sr-only" }, "Next at"),
        view.over || rest ? null : html("dd", { class: off ? "df-bad" : "df-next" }, off ? "→ off the map" : `→ ${end}`),
      ),
    );
  }

  /** @param {View} view @param {number} seat */
  gauges(view, seat) {
    const sheet = sheetOf(view, seat), rating = view.defence[seat];
    const needs = rating < 6 ? `stops on ${rating + 1}${rating < 5 ? " to 6" : ""}` : "stops nothing";
    const worse = rating > sheet.point_defence ? " df-bad" : "";
    const flak = sheet.flak_shots - (view.phase >= WEAPON ? view.shots[seat] : 0);
    return html(
      "div",
      { class: "df-gauges" },
      gauge("Thrust", `${view.thrust[seat]} of ${sheet.thrust}`, view.thrust[seat], pips(view.thrust[seat], sheet.thrust)),
      gauge("Rotation", `${view.rotation[seat]} of ${sheet.rotation}`, view.rotation[seat], pips(view.rotation[seat], sheet.rotation)),
      gauge("Defence", needs, rating < 6 ? `${rating + 1}+` : "–", [html("b", { class: `df-face${worse}` }, rating < 5 ? `${rating + 1} to 6` : rating < 6 ? "6" : "none")]),
      gauge("Hull", view.breaches[seat] ? "breached" : "intact", 2 - view.breaches[seat], pips(2 - view.breaches[seat], 2, "df-plate")),
      weapon("Flak", sheet.flak_shots, view.guns[seat], sheet.flak_arc, `${flak} of ${sheet.flak_shots} left`, flak, pips(flak, sheet.flak_shots, "df-shot")),
      weapon("Missiles", sheet.missile_shots, view.bay[seat], sheet.missile_arc, `${view.magazine[seat]} of ${sheet.magazine} left`, view.magazine[seat], pips(view.magazine[seat], sheet.magazine, "df-round")),
    );
  }

  /** The two dials: one's own as set, the other's sealed until both are. @param {View} view @param {number} seat */
  dials(view, seat) {
    if (view.phase <= OPENING) return null;
    const card = (/** @type {string} */ name, /** @type {boolean} */ set, /** @type {number|null} */ value, /** @type {(n: number) => string} */ say) => {
      const known = set && value !== null;
      const text = known ? say(/** @type {number} */ (value)) : set ? "sealed" : "not set";
      return html("div", { class: `df-card${set ? " df-set" : ""}${known ? " df-known" : ""}` }, html("span", {}, name), html("b", { "aria-hidden": "true" }, known ? text : set ? "✓" : "·"), html("span", { class: "sr-only" }, text));
    };
    if (view.phase === MEETING) return html("div", { class: "df-dials" }, card("Launch", ((view.ready >> seat) & 1) > 0, view.launching[seat], String));
    const open = view.phase !== COMMAND;
    return html(
      "div",
      { class: "df-dials" },
      card("Turn", open || view.dials[seat] > 0, open ? view.turned[seat] : view.dial_turn[seat], signed),
      card("Burn", open || view.dials[seat] > 1, open ? view.burned[seat] : view.dial_burn[seat], String),
    );
  }

  /** What the gauges have no room for: it is on the sheet where there is room, and always in the dialog. @param {View} view @param {number} seat */
  fine(view, seat) {
    const sheet = sheetOf(view, seat);
    return html(
      "div",
      { class: "df-fines" },
      sheet.gimbal ? html("p", {}, "gimbal: a burn can go to one side") : null,
      sheet.flak_shots ? fine(`${shots(sheet.flak_shots)}, velocity ${sheet.flak_velocity}`) : null,
      sheet.missile_shots ? fine(`${sheet.missiles_a_turn} a round, ${Math.min(sheet.missile_shots, sheet.missiles_a_turn)} of them fired, launch velocity ${sheet.missile_velocity}`) : null,
      sheet.missile_shots ? fine(`in flight: acceleration ${sheet.missile_acceleration}, rotation ${sheet.missile_rotation}`) : null,
      html("p", { class: "df-rolls" }, "damage, by the roll of a die:"),
      html("ol", { class: "df-damage" }, ...sheet.damage.map((row) => html("li", {}, row))),
    );
  }
}

/** @type {Record<string, string>} */
const SHORT = { Thrust: "Thr", Rotation: "Rot", Defence: "Def", Missiles: "Msl" };

/** As much of the phase as makes a difference. @param {View} view */
function stage({ phase }) {
  if (phase <= OPENING || phase === COMMAND || phase >= DETONATE) return phase;
  return phase >= WEAPON ? WEAPON : GIMBAL;
}

/** A gauge: as pips where there is room, else as a number. @param {string} name @param {string} value in words
 * @param {string|number} number @param {Node[]} shown */
function gauge(name, value, number, shown) {
  const short = SHORT[name] ?? name; // where there is little room
  return html(
    "div",
    { class: "df-gauge", title: `${name}: ${value}` },
    html("span", { class: "df-name", "data-short": short }, html("span", {}, name)),
    html("span", { class: "df-pips", "aria-hidden": "true" }, ...shown),
    html("b", { class: "df-number", "aria-hidden": "true" }, String(number)),
    html("span", { class: "sr-only" }, value),
  );
}

/** @param {string} name @param {number} there @param {number} works @param {number[]} ways @param {string} value
 * @param {number} number @param {HTMLElement[]} shown */
function weapon(name, there, works, ways, value, number, shown) {
  if (!there) return gauge(name, "none", "–", [html("em", {}, "none")]);
  if (!works) return gauge(name, "out", "out", [html("em", { class: "df-bad" }, "out")]);
  const mini = svg("svg", { class: "df-mini", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, svg("circle", { r: 10 }), svg("path", { d: arc(ways, 10 / 17.32) }));
  return gauge(name, value, number, [...shown, mini]);
}

/** What a weapon's own row has no room for. @param {string} text */
const fine = (text) => html("p", { class: "df-fine" }, text);

/** @param {number} number */
const shots = (number) => `${number} ${number === 1 ? "shot" : "shots"} a round`;

/** @param {number} now @param {number} full @param {string} [extra] */
function pips(now, full, extra = "") {
  const all = [];
  for (let n = 0; n < full; n++) all.push(html("i", { class: `df-pip ${extra}${n < now ? " df-lit" : ""}` }));
  return all;
}

/** A velocity on a rose of the six directions. @param {import("./board_hex.js").Hex} v @param {number} facing @param {number} seat */
export function rose(v, facing, seat) {
  const d = mainDirection(v), [along, beside] = counted(v, d);
  const at = (/** @type {number} */ way, /** @type {number} */ far) => [Math.sin((way * Math.PI) / 3) * far, -Math.cos((way * Math.PI) / 3) * far].map(f);
  const spokes = STEPS.map((_, way) => `M0 0L${at(way, 26).join(" ")}`).join("");
  const rim = STEPS.map((_, way) => at(way, 26).join(" ")).join("L");
  const number = (/** @type {number} */ way, /** @type {number} */ value) => {
    if (value <= 0) return [];
    const [x, y] = at(way, 26);
    return [svg("path", { class: "df-ray", d: `M0 0L${x} ${y}` }), svg("circle", { cx: x, cy: y, r: 8.5 }), svg("text", { x, y }, String(value))];
  };
  return svg(
    "svg",
    { class: `df-rose df-s${seat}`, viewBox: "-38 -38 76 76", "aria-hidden": "true" },
    svg("path", { class: "df-faint", d: `${spokes}M${rim}z` }),
    svg("path", { class: "df-nose", d: "M0-14 5 6 0 3-5 6z", transform: `rotate(${facing * 60})` }),
    ...number(d, along),
    ...number(turned(d, 1), beside),
  );
}

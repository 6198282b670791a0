/** Controls that are turned and pressed: a dial of directions, a row of numbers, and plain buttons. Each tells what was set. */

import { html, svg } from "/web/dom.js";
import { f, modulo, turned } from "./board_hex.js";
import { DIRECTIONS } from "./schema.js";

/** @param {number} way @param {number} far */
const at = (way, far) => `${f(Math.sin((way * Math.PI) / 3) * far)} ${f(-Math.cos((way * Math.PI) / 3) * far)}`;

/** A wedge of the dial around a direction. @param {number} way @param {number} inner @param {number} outer */
function wedge(way, inner, outer) {
  const [a, b] = [way - 0.47, way + 0.47];
  return `M${at(a, inner)}L${at(a, outer)}A${outer} ${outer} 0 0 1 ${at(b, outer)}L${at(b, inner)}A${inner} ${inner} 0 0 0 ${at(a, inner)}z`;
}

/**
 * A round dial with the six directions. Its positions are in order, as the arrow keys go through them; several may point
 * the same way, and pressing there again goes through those.
 * @param {object} of
 * @param {string} of.label
 * @param {{way: number, text: string}[]} of.positions
 * @param {number} of.at the position that is set
 * @param {boolean} of.around whether the last is beside the first
 * @param {Node} of.needle what is turned, heading north
 * @param {string} [of.locked] why it can't be turned
 * @param {(position: number) => void} of.set
 * @returns {HTMLElement}
 */
export function dial({ label, positions, at: now, around, needle, locked, set }) {
  const here = positions[now];
  const face = svg("svg", { viewBox: "-62 -62 124 124", "aria-hidden": "true" });
  for (let way = 0; way < 6; way++) {
    const there = positions.flatMap((position, n) => (position.way === way ? [n] : []));
    const part = svg("path", { class: `df-wedge${there.length ? "" : " df-shut"}${here?.way === way ? " df-on" : ""}`, d: wedge(way, 33, 58) });
    const name = svg("text", { class: `df-way${there.length ? "" : " df-shut"}${here?.way === way ? " df-on" : ""}`, x: f(Math.sin((way * Math.PI) / 3) * 45.5), y: f(-Math.cos((way * Math.PI) / 3) * 45.5) }, DIRECTIONS[way]);
    if (there.length && !locked) {
      const next = there[(there.indexOf(now) + 1) % there.length];
      part.classList.add("pickable"); // the page tells what it does; for keyboard and screen reader the dial is a slider
      part.setAttribute("aria-label", sentence(positions[next].text));
      part.addEventListener("click", () => set(next));
    }
    face.append(part, name);
  }
  face.append(svg("g", { class: "df-needle", transform: `rotate(${here ? here.way * 60 : 0}) scale(2.5)` }, needle));
  const step = (/** @type {number} */ by) => {
    const next = around ? modulo(now + by, positions.length) : Math.max(0, Math.min(positions.length - 1, now + by));
    if (!locked && next !== now) set(next);
  };
  /** @type {Record<string, () => void>} */
  const keys = { ArrowRight: () => step(1), ArrowUp: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => step(-1), Home: () => step(-now), End: () => step(positions.length - 1 - now) };
  const knob = html(
    "div",
    {
      class: `df-dial${locked ? " df-locked" : ""}`,
      role: "slider",
      tabindex: 0,
      "data-control": label,
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, positions.length - 1),
      "aria-valuenow": now,
      "aria-valuetext": here?.text ?? "",
      "aria-disabled": locked ? "true" : null,
      onkeydown: (event) => pressed(event, keys),
    },
    face,
  );
  const turn = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) => {
    const open = !locked && (around || (now + by >= 0 && now + by < positions.length));
    return html("button", { type: "button", class: "df-turn", "aria-label": `${label}: ${name}`, tabindex: -1, disabled: !open, onclick: () => step(by) }, sign);
  };
  const buttons = html("div", { class: "df-turns" }, locked ? null : turn("↺", "anticlockwise", -1), html("output", { "aria-hidden": "true" }, locked ?? here?.text ?? ""), locked ? null : turn("↻", "clockwise", 1));
  return html("div", { class: "df-round-control" }, knob, buttons);
}

/** @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
function pressed(event, keys) {
  const does = keys[event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  does();
}

/**
 * A row of numbers or words of which one is set; with many of them, one with a button at each side.
 * @param {object} of
 * @param {string} of.label
 * @param {{text: string, long?: string}[]} of.options
 * @param {number} of.at
 * @param {boolean} [of.fill] whether all up to the one that is set are lit
 * @param {boolean} [of.stepper] whether only the one that is set is shown, however few there are
 * @param {(option: number) => void} of.set
 * @returns {HTMLElement}
 */
export function row({ label, options, at: now, fill = false, stepper: steps = false, set }) {
  const to = (/** @type {number} */ next) => {
    if (next >= 0 && next < options.length && next !== now) set(next);
  };
  /** @type {Record<string, () => void>} */
  const keys = { ArrowRight: () => to(now + 1), ArrowUp: () => to(now + 1), ArrowLeft: () => to(now - 1), ArrowDown: () => to(now - 1), Home: () => to(0), End: () => to(options.length - 1) };
  if (steps || options.length > 9) return stepper(label, options, now, to, keys);
  const radios = options.map(({ text, long }, n) =>
    html(
      "button",
      {
        type: "button",
        role: "radio",
        "data-control": n === now ? label : null,
        class: fill && n > 0 && n <= now ? "df-lit" : "",
        "aria-checked": n === now ? "true" : "false",
        "aria-label": long,
        tabindex: n === now ? 0 : -1,
        onclick: () => to(n),
      },
      text,
    ),
  );
  return html("div", { class: "df-control" }, html("span", { class: "df-label", "aria-hidden": "true" }, label), html("div", { class: "df-row", role: "radiogroup", "aria-label": label, onkeydown: (event) => pressed(event, keys) }, ...radios));
}

/** @param {string} label @param {{text: string, long?: string}[]} options @param {number} now @param {(n: number) => void} to
 * @param {Record<string, () => void>} keys */
function stepper(label, options, now, to, keys) {
  const side = (/** @type {string} */ sign, /** @type {number} */ by) => html("button", { type: "button", tabindex: -1, "aria-label": `${label}: ${by > 0 ? "more" : "less"}`, disabled: !options[now + by], onclick: () => to(now + by) }, sign);
  const value = html("div", { class: "df-value", role: "spinbutton", tabindex: 0, "data-control": label, "aria-label": label, "aria-valuemin": 0, "aria-valuemax": options.length - 1, "aria-valuenow": now, "aria-valuetext": options[now]?.long ?? options[now]?.text ?? "", onkeydown: (event) => pressed(event, keys) }, options[now]?.text ?? "");
  return html("div", { class: "df-control df-stepper" }, html("span", { class: "df-label", "aria-hidden": "true" }, label), html("div", { class: "df-row" }, side("−", -1), value, side("+", 1)));
}

/** A button that does something at once. @param {string} text @param {string} note what it means
 * @param {{main?: boolean, does?: string, look?: () => void, away?: () => void}} of `does`: all of it, for the page to tell
 * @param {() => void} press */
export function press(text, note, { main = false, does = note ? `${text}: ${note}` : text, look, away }, press) {
  return html(
    "button",
    { type: "button", class: `df-press${main ? " main" : ""}`, "data-control": text, "aria-label": does, onclick: press, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away },
    html("span", {}, text),
    note ? html("small", {}, note) : null,
  );
}

/** The direction that a turn leads to. @param {number} facing @param {number} turn */
export const facingAfter = (facing, turn) => DIRECTIONS[turned(facing, turn)];

/** @param {string} text */
const sentence = (text) => text[0].toUpperCase() + text.slice(1);

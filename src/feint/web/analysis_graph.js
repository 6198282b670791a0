/** Draws a seat's winning chance, step by step, with its interval; a click goes to a step. */

import { html, setText, svg } from "./dom.js";
import { mistake, percent } from "./mistakes.js";
import { capitalize, seatName, withArticle } from "./text.js";

/** @typedef {import("./protocol.js").ChancePoint} ChancePoint */
/** @typedef {import("./protocol.js").ReviewedChoice} ReviewedChoice */

const WIDTH = 1000; // of the drawing, which is stretched to whatever room there is
const HEIGHT = 100;

export class ChanceGraph {
  /**
   * @param {string[]} seats
   * @param {(step: number) => void} go
   */
  constructor(seats, go) {
    this._go = go;
    this._last = 1;
    /** @type {Set<number>} the steps before a choice of the seat of which nothing is known */
    this._unknown = new Set();
    /** @type {ChancePoint[]} */
    this._points = [];
    this.seat = seats[0];
    this._value = html("output", { class: "numbers" });
    this._select = /** @type {HTMLSelectElement} */ (
      html("select", { "aria-label": "Whose win chance", onchange: () => this._pick() }, ...seats.map((seat) => html("option", { value: seat }, capitalize(seatName(seat))))));
    this._drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this._cursor = svg("path", { class: "cursor" });
    this._slider = html("div", { class: "curve", role: "slider", tabindex: "0", "aria-valuemin": "0", onpointerdown: (/** @type {PointerEvent} */ event) => this._point(event), onpointermove: (/** @type {PointerEvent} */ event) => event.buttons && this._point(event) },
      this._drawing);
    this.element = html("section", { class: "graph card", "aria-label": "Win chance", hidden: true },
      html("div", { class: "legend" }, html("span", { class: "soft" }, "Win chance"), this._select, this._value), this._slider);
    this._changed = () => {};
  }

  /**
   * Say whose chance to draw.
   * @param {string} seat
   */
  show(seat) {
    this.seat = this._select.value = seat;
  }

  /** @param {() => void} changed is called when someone wants to see another seat's chance */
  onChange(changed) {
    this._changed = changed;
  }

  _pick() {
    this.seat = this._select.value;
    this._changed();
  }

  /** @param {PointerEvent} event */
  _point(event) {
    const { left, width } = this._slider.getBoundingClientRect();
    this._go(Math.round((this._last * (event.clientX - left)) / width));
  }

  /**
   * @param {ChancePoint[]} points where the chance is known
   * @param {number | null} score the seat's share of the point in the end
   * @param {number} last the last step
   * @param {ReviewedChoice[]} choices of that seat
   */
  draw(points, score, last, choices) {
    this._points = score === null ? points : [...points, { step: last, low: score, high: score }];
    this._last = Math.max(1, last);
    this._unknown = new Set(choices.filter(({ before }) => !before).map(({ step }) => step - 1));
    this.element.hidden = false;
    const x = (/** @type {number} */ step) => (WIDTH * step) / this._last;
    const y = (/** @type {number} */ share) => HEIGHT * (1 - share);
    const along = (/** @type {ChancePoint[]} */ some, /** @type {(point: ChancePoint) => number} */ share) => some.map((point) => `${x(point.step)} ${y(share(point))}`);
    const middle = (/** @type {ChancePoint} */ { low, high }) => (low + high) / 2;
    const band = [...along(points, ({ high }) => high), ...along([...points].reverse(), ({ low }) => low)];
    const marks = choices.flatMap((choice) => {
      const wrong = mistake(choice);
      const point = points.find(({ step }) => step === choice.step - 1);
      return wrong && point ? [svg("path", { class: `wrong ${wrong.kind}`, d: `M${x(point.step)} ${y(middle(point))}h0.01` })] : [];
    });
    this._drawing.replaceChildren(
      svg("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...(points.length ? [svg("path", { class: "band", d: `M${band.join("L")}Z` }), svg("path", { class: "line", d: `M${along(points, middle).join("L")}` })] : []),
      ...(points.length && score !== null ? [svg("path", { class: "line end", d: `M${along(this._points.slice(-2), middle).join("L")}` })] : []),
      ...marks, this._cursor);
    this._slider.setAttribute("aria-label", `Win chance of ${withArticle(this.seat)} by step`);
    this._slider.setAttribute("aria-valuemax", String(last));
  }

  /**
   * The chance at a step, or the last one before it that is known: between two choices of a seat there is none.
   * @param {number} step
   */
  _known(step) {
    const point = this._points.findLast((one) => one.step <= step) ?? null;
    return point && this._unknown.has(step) && point.step < step ? null : point;
  }

  /**
   * Mark the step that the board shows.
   * @param {number} step
   */
  mark(step) {
    const point = this._known(step);
    const words = point ? percent(point) : "not examined";
    const when = point && point.step < step ? `, as of step ${point.step}` : "";
    this._cursor.setAttribute("d", `M${(WIDTH * step) / this._last} 0V${HEIGHT}`);
    setText(this._value, words);
    this._value.classList.toggle("soft", when !== "");
    this._slider.setAttribute("aria-valuenow", String(step));
    this._slider.setAttribute("aria-valuetext", `Step ${step}: ${words}${when}`);
  }
}

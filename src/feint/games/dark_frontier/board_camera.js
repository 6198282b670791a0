/** Looking at the map: it fits what matters by itself, until someone zooms or pans by fingers, buttons, keys or wheel. */

import { html, tween } from "/web/dom.js";
import { SIZE, f, point } from "./board_hex.js";

/** @typedef {import("./board_hex.js").Hex} Hex */

const LEAST = 7 * SIZE * 2; // how much is shown at least
const STEP = 1.35;

export class Camera {
  /** @param {SVGElement} element @param {(x: number, y: number) => void} tap a point of the drawing was tapped */
  constructor(element, tap) {
    this.element = element;
    this.tap = tap;
    this.x = 0;
    this.y = 0;
    this.wide = 300; // what the shorter side of the window shows
    this.most = 300; // what it shows at most
    this.own = false; // someone has chosen where to look
    /** @type {Hex[]} */
    this.matters = [[0, 0]];
    this.ratio = 1;
    this.pixels = 600;
    /** @type {Map<number, [number, number]>} */
    this.fingers = new Map();
    this.moved = 0;
    /** @type {{finish: () => void}|null} */
    this.gliding = null;
    new ResizeObserver(() => this.measure()).observe(element);
    this.listen();
    this.buttons = html(
      "div",
      { class: "df-zoom", role: "group", "aria-label": "Map view" },
      this.control("+", "Zoom in", () => this.zoom(1 / STEP)),
      this.control("−", "Zoom out", () => this.zoom(STEP)),
      (this.reset = this.control("⤢", "Show everything", () => this.release())),
    );
  }

  /** @param {string} sign @param {string} label @param {() => void} does */
  control(sign, label, does) {
    return html("button", { type: "button", "aria-label": label, title: label, onclick: does }, sign);
  }

  /** Whether the last press moved the map. */
  get dragged() {
    return this.moved >= 8;
  }

  /** Whether all of these hexes are in view. @param {Hex[]} hexes */
  sees(hexes) {
    const [w, h] = this.size;
    return hexes.map(point).every(([x, y]) => Math.abs(x - this.x) < w / 2 && Math.abs(y - this.y) < h / 2);
  }

  /** How much of the drawing is in view. @returns {[number, number]} */
  get size() {
    return this.ratio > 1 ? [this.wide * this.ratio, this.wide] : [this.wide, this.wide / this.ratio];
  }

  /** How large the map is drawn now. */
  measure() {
    const box = this.element.getBoundingClientRect();
    if (!box.width || !box.height) return;
    this.ratio = box.width / box.height;
    this.pixels = Math.min(box.width, box.height);
    if (this.own) this.place();
    else this.aim(false);
  }

  /** The map has this radius. @param {number} radius */
  limit(radius) {
    this.most = (2 * radius + 5) * SIZE * Math.sqrt(3);
  }

  /** Look at these hexes, unless someone looks elsewhere. @param {Hex[]} hexes @param {boolean} glide */
  fit(hexes, glide) {
    this.matters = hexes.length ? hexes : [[0, 0]];
    if (!this.own) this.aim(glide);
  }

  /** Back to what matters. */
  release() {
    this.own = false;
    this.aim(true);
  }

  /** @param {boolean} glide */
  aim(glide) {
    const points = this.matters.map(point), margin = 3.8 * SIZE;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs) - margin, Math.max(...xs) + margin, Math.min(...ys) - margin, Math.max(...ys) + margin];
    const [w, h] = this.ratio > 1 ? [(right - left) / this.ratio, bottom - top] : [right - left, (bottom - top) * this.ratio];
    const wide = Math.min(this.most, Math.max(LEAST, w, h));
    this.go((left + right) / 2, (top + bottom) / 2, wide, glide);
  }

  /** @param {number} x @param {number} y @param {number} wide @param {boolean} glide */
  go(x, y, wide, glide) {
    this.gliding?.finish();
    const from = [this.x, this.y, this.wide];
    const step = (/** @type {number} */ t) => {
      const e = t * t * (3 - 2 * t);
      [this.x, this.y, this.wide] = [x, y, wide].map((to, n) => from[n] + (to - from[n]) * e);
      this.place();
    };
    const far = Math.abs(x - from[0]) + Math.abs(y - from[1]) + Math.abs(wide - from[2]);
    if (!glide || far < 1) {
      step(1);
      return;
    }
    this.gliding = tween(350, step);
  }

  place() {
    const [w, h] = this.size;
    const box = `${f(this.x - w / 2)} ${f(this.y - h / 2)} ${f(w)} ${f(h)}`, unit = f((this.wide / this.pixels) * 1000) + "e-3";
    // Either would make the browser lay out the whole map again.
    if (this.element.getAttribute("viewBox") !== box) this.element.setAttribute("viewBox", box);
    if (this.element.style.getPropertyValue("--u") !== unit) this.element.style.setProperty("--u", unit); // units a pixel
    this.element.classList.toggle("df-own", this.own);
    this.reset.toggleAttribute("disabled", !this.own);
  }

  /** @param {number} by @param {number} [x] the point that stays where it is @param {number} [y] */
  zoom(by, x = this.x, y = this.y) {
    this.gliding?.finish();
    const wide = Math.min(this.most * 1.1, Math.max(LEAST / 1.6, this.wide * by));
    const share = wide / this.wide;
    this.own = true;
    [this.x, this.y, this.wide] = [x + (this.x - x) * share, y + (this.y - y) * share, wide];
    this.clamp();
  }

  /** @param {number} dx @param {number} dy in the drawing */
  pan(dx, dy) {
    this.gliding?.finish();
    this.own = true;
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  clamp() {
    const far = this.most / 2;
    this.x = Math.max(-far, Math.min(far, this.x));
    this.y = Math.max(-far, Math.min(far, this.y));
    this.place();
  }

  /** A point of the screen in the drawing. @param {number} clientX @param {number} clientY @returns {[number, number]} */
  drawn(clientX, clientY) {
    const box = this.element.getBoundingClientRect(), unit = this.wide / this.pixels;
    return [this.x + (clientX - box.left - box.width / 2) * unit, this.y + (clientY - box.top - box.height / 2) * unit];
  }

  listen() {
    const { element, fingers } = this;
    element.addEventListener("wheel", (event) => {
      const wheel = /** @type {WheelEvent} */ (event);
      event.preventDefault();
      this.zoom(Math.exp(Math.max(-0.4, Math.min(0.4, wheel.deltaY / 300))), ...this.drawn(wheel.clientX, wheel.clientY));
    }, { passive: false });
    element.addEventListener("pointerdown", (event) => {
      const { pointerId, clientX, clientY } = /** @type {PointerEvent} */ (event);
      if (!fingers.size) this.moved = 0;
      fingers.set(pointerId, [clientX, clientY]);
    });
    element.addEventListener("pointermove", (event) => this.drag(/** @type {PointerEvent} */ (event)));
    element.addEventListener("pointercancel", (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    element.addEventListener("pointerleave", (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    element.addEventListener("pointerup", (event) => {
      const { pointerId, clientX, clientY } = /** @type {PointerEvent} */ (event);
      const picked = /** @type {Element} */ (event.target).closest(".pickable"); // it has its own click
      if (fingers.delete(pointerId) && !picked && !this.dragged && !fingers.size) this.tap(...this.drawn(clientX, clientY));
      if (!fingers.size) setTimeout(() => (this.moved = 0)); // after the click that may follow
    });
    element.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** One finger pans, two zoom. @param {PointerEvent} event */
  drag(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    this.moved += Math.abs(dx) + Math.abs(dy);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const unit = this.wide / this.pixels;
    if (others.length === 1) {
      const far = (/** @type {number[]} */ at) => Math.hypot(at[0] - others[0][0], at[1] - others[0][1]) || 1;
      this.pan((-dx * unit) / 2, (-dy * unit) / 2);
      this.zoom(far(last) / far([event.clientX, event.clientY]), ...this.drawn((event.clientX + others[0][0]) / 2, (event.clientY + others[0][1]) / 2));
    } else if (this.dragged) {
      this.element.setPointerCapture(event.pointerId);
      this.pan(-dx * unit, -dy * unit);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = this.wide / 8;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.pan(-far, 0),
      ArrowRight: () => this.pan(far, 0),
      ArrowUp: () => this.pan(0, -far),
      ArrowDown: () => this.pan(0, far),
      "+": () => this.zoom(1 / STEP),
      "=": () => this.zoom(1 / STEP),
      "-": () => this.zoom(STEP),
      Home: () => this.release(),
    };
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }
}

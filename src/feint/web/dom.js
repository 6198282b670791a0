/** Small helpers to build SVG and HTML, to make elements clickable, and to animate them; for the page and for boards. */

import { paced } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * An SVG element. An attribute that is null or undefined is left out; `on...` takes a function.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  return filled(element, attributes, children);
}

/**
 * An HTML element, with the same attributes. Text is always text: nothing in it is read as HTML.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** @type {WeakMap<Element, () => void>} */
const picks = new WeakMap();

/**
 * Make an element a button for mouse, touch and keyboard. Called again, it gets another label and does something else.
 * @template {Element} E
 * @param {E} element
 * @param {string} label what a screen reader says
 * @param {() => void} pick
 * @returns {E}
 */
export function button(element, label, pick) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.classList.add("pickable");
  if (!picks.has(element)) {
    element.addEventListener("click", () => picks.get(element)?.());
    element.addEventListener("keydown", (event) => {
      const { key, repeat } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault(); // a space would scroll the page
      event.stopPropagation();
      if (!repeat) picks.get(element)?.();
    });
  }
  picks.set(element, pick);
  return element;
}

/**
 * An animation. `step` is called with how much of it is over, 0 to 1, and always with 1 at the end.
 * @param {number} ms at normal speed
 * @param {(t: number) => void} step
 * @returns {{done: Promise<void>, finish: () => void}} finish jumps to the end
 */
export function tween(ms, step) {
  const long = paced(ms);
  let over = false;
  /** @type {() => void} */
  let resolve = () => {};
  const done = new Promise((/** @type {(value: void) => void} */ settle) => (resolve = settle));
  const finish = () => {
    if (over) return;
    over = true;
    clearTimeout(limit);
    step(1);
    resolve();
  };
  const limit = setTimeout(finish, long + 100); // a page in the background gets no frames
  const start = performance.now();
  const frame = (/** @type {number} */ now) => {
    if (over) return;
    const t = Math.max(0, (now - start) / long);
    if (t >= 1) return finish();
    step(t);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return { done, finish };
}

/** @type {Map<string, Promise<unknown>>} the page's own style sheets that are on it, or on their way, by address */
const loaded = new Map();

/**
 * Get the looks of a part of the page that the first look does without, once.
 * @param {string} address
 */
export function loadStyle(address) {
  const found = loaded.get(address);
  if (found) return found;
  const link = html("link", { rel: "stylesheet", href: address });
  const there = new Promise((resolve) => ["load", "error"].forEach((kind) => link.addEventListener(kind, resolve)));
  loaded.set(address, there);
  document.head.append(link);
  return there;
}

const TAP = 400; // ms from lifting a finger to the click, at most

/**
 * Draw again whenever an element has got another size; but not while something in it is pressed: what is drawn anew under a
 * finger isn't clicked.
 * @param {HTMLElement} host
 * @param {() => void} redraw
 */
export function onResize(host, redraw) {
  let [wide, high] = [host.clientWidth, host.clientHeight];
  let pressed = false;
  let release = 0;
  const look = () => {
    if (pressed || (host.clientWidth === wide && host.clientHeight === high)) return;
    [wide, high] = [host.clientWidth, host.clientHeight];
    redraw();
  };
  const lift = () => {
    clearTimeout(release);
    pressed = false;
    look();
  };
  host.addEventListener("pointerdown", () => {
    clearTimeout(release);
    pressed = true;
    const held = new AbortController();
    const lifted = () => {
      held.abort();
      release = setTimeout(lift, TAP);
    };
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, lifted, { signal: held.signal }); // also outside of it
  });
  host.addEventListener("click", () => setTimeout(lift));
  new ResizeObserver(look).observe(host);
}

/** @type {Set<string>} the style sheets that are on the page */
const added = new Set();

/**
 * Add a style sheet to the page, once: a board's own looks.
 * @param {string} style
 */
export function addStyle(style) {
  if (added.has(style)) return;
  added.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Set an element's text, unless it is the same: a screen reader would read it out again.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

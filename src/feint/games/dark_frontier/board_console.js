/**
 * The console: for each phase a control that fits, and what it would lead to, live on the map.
 *
 * Every control resolves to one of the legal choices. Where two dials are two choices one after the other (turn and burn),
 * both are set first and sent together: the second when it has become legal.
 */

import { html } from "/web/dom.js";
import { press } from "./board_dials.js";
import { panel } from "./board_panels.js";
import * as w from "./board_words.js";
import * as s from "./schema.js";

/** @typedef {s.View} View */
/** @typedef {{round: number, phase: number, before: string, text: (view: View, legal: string[]) => string}} Next */

export class Console {
  /** @param {number} seat whose controls, -1 for none @param {import("./board_map.js").HexMap} map @param {(text: string) => void} choose */
  constructor(seat, map, choose) {
    this.seat = seat;
    this.map = map;
    this.choose = choose;
    this.element = html("section", { class: "df-console", "aria-label": "Controls" });
    /** @type {View|null} */
    this.view = null;
    /** @type {w.Choice[]} */
    this.legal = [];
    this.key = "";
    /** What is set on the controls, by name. @type {Record<string, number>} */
    this.set = {};
    /** What is to be chosen next, once the choice before it has been made. @type {Next|null} */
    this.next = null;
  }

  /** Nothing to choose for a while: what happens is shown. @param {string} what */
  rest(what) {
    this.legal = [];
    this.element.replaceChildren(html("p", { class: "df-title" }, what));
  }

  /** @param {View} view @param {string[]} legal */
  show(view, legal) {
    this.view = view;
    this.legal = w.choices(view, legal);
    const both = view.phase === s.STEER || view.phase === s.PUSH ? "steer" : view.phase;
    const key = [view.round, both, view.control, view.tokens, view.slice, view.weapon].join();
    if (key !== this.key) [this.key, this.set] = [key, {}];
    if (this.next && legal.length) this.follow(legal);
    this.draw();
  }

  /** The second of two choices that were made together, if the first one has come to be. @param {string[]} legal */
  follow(legal) {
    const view = /** @type {View} */ (this.view), next = /** @type {Next} */ (this.next);
    if (view.round === next.round && view.phase === next.phase && legal[0].startsWith(next.before)) return; // not yet
    this.next = null;
    const text = next.text(view, legal);
    if (text && legal.includes(text)) setTimeout(() => this.choose(text)); // when the page has finished showing this
  }

  /** Choose, and note what comes after it. @param {string} text @param {Next["text"]} [then] */
  send(text, then) {
    const { round, phase } = /** @type {View} */ (this.view);
    this.next = then ? { round, phase, before: text.split(" ")[0], text: then } : null;
    this.choose(text);
  }

  draw() {
    const view = /** @type {View} */ (this.view);
    const focus = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-control") : null;
    const asked = this.legal.length && this.seat >= 0 ? panel(this, view) : null;
    const { controls = [], course = null, targets = [], go, does, send, then } = asked ?? {};
    const wait = view.over || asked ? "" : waiting(view, this.seat);
    this.map.layers.arcs.replaceChildren();
    this.map.offer(targets, asked?.anywhere ?? false);
    this.map.plan(course, asked?.fresh);
    asked?.look?.();
    this.element.replaceChildren(
      // The page says what is asked above the board; this is for who can't see that.
      html("p", { class: asked ? "sr-only" : "df-title" }, asked ? w.asked(view, this.legal) : w.heading(view)),
      wait ? html("p", { class: "df-wait" }, wait) : "",
      html(
        "div",
        { class: "df-panel" },
        html("div", { class: "df-controls" }, ...controls),
        go && send ? html("div", { class: "df-go" }, press(go, "", { main: true, does }, () => this.send(send, then))) : null,
      ),
    );
    if (focus) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-control="${focus}"]`))?.focus();
  }

  /** What is set on a control, as long as it can be. @param {string} name @param {number} first what it is at first @param {number} most */
  now(name, first, most) {
    return Math.max(0, Math.min(most, this.set[name] ?? first));
  }

  /** @param {Record<string, number>} set */
  put(set) {
    Object.assign(this.set, set);
    this.draw();
  }
}

/** Who is waited for. @param {View} view @param {number} seat */
function waiting(view, seat) {
  const others = view.pending.filter((name) => name !== s.SEAT_NAMES[seat]);
  if (!others.length) return "";
  const set = view.phase === s.COMMAND && seat >= 0 && view.dials[seat] === 2 ? "Your dials are set. " : "";
  return `${set}Waiting for the ${others.join(" and the ")}…`;
}

/** Dark Frontier in the page: the hex map with everything's momentum, both ships' instruments, and the dials to turn. */

import { addStyle, html, svg, tween } from "/web/dom.js";
import { advance } from "./board_advance.js";
import { flak, missile } from "./board_art.js";
import { Console } from "./board_console.js";
import { f, point } from "./board_hex.js";
import { Flying } from "./board_flying.js";
import { HexMap } from "./board_map.js";
import { Sheets } from "./board_sheet.js";
import { lastAdvance } from "./board_report.js";
import { MAP_STYLE } from "./board_style.js";
import { CONSOLE_STYLE } from "./board_style_console.js";
import { asked, choices, here, inWords } from "./board_words.js";
import { COMMAND, MISSILE, SEAT_NAMES, SHIP, TOWARDS } from "./schema.js";

/** @typedef {import("./schema.js").View} View */
/** @typedef {{what: string, ms: number, step: (t: number) => void}} Motion */

/** The map, the ships' sheets and the console. @param {import("/web/types.js").BoardSetting} setting @returns {import("/web/types.js").Board<View>} */
export default function board({ host, seat, choose }) {
  addStyle(MAP_STYLE);
  addStyle(CONSOLE_STYLE);
  const map = new HexMap(seat), sheets = new Sheets(seat);
  const console = new Console(seat === null ? -1 : SEAT_NAMES.indexOf(seat), map, choose);
  const words = html("p", { class: "sr-only" });
  const mine = seat === SEAT_NAMES[1] ? 1 : 0; // one's own ship is below, as on a chess board; for a spectator the defender's
  sheets.panels[mine].classList.add("df-below");
  const layout = html("div", { class: "df-board" }, words, map.element, sheets.panels[1 - mine], console.element, sheets.panels[mine]);
  host.append(html("div", { class: "df-frame" }, layout));
  /** @type {{finish: () => void}|null} */
  let moving = null;
  map.element.addEventListener("pointerdown", () => moving?.finish());

  return {
    prompt: (view, legal) => asked(view, choices(view, legal)),
    show(view, { legal, before, log, story = log, animate, live }) {
      moving?.finish();
      moving = null;
      const finish = () => {
        moving = null;
        layout.classList.toggle("df-over", view.over);
        sheets.draw(view);
        map.report(lastAdvance(view, story));
        map.draw(view);
        console.show(view, live ? legal : []);
        map.look(view, animate); // also at what can be chosen
      };
      words.textContent = inWords(view);
      const motion = animate && before ? moves(map, before, view, log) : null;
      if (!motion) return finish();
      console.rest(motion.what);
      const run = tween(motion.ms, motion.step);
      let over = false;
      const end = () => {
        if (!over) finish();
        over = true;
      };
      moving = {
        finish() {
          run.finish();
          end();
        },
      };
      return run.done.then(end);
    },
  };
}

/** What moved between two views, if anything did. @param {HexMap} map @param {View} before @param {View} after
 * @param {string[]} log @returns {Motion|null} */
function moves(map, before, after, log) {
  const flown = advance(before, after, log);
  if (flown) {
    const flying = new Flying(map, before, after, flown);
    return { what: "Advance", ms: flying.ms, step: (t) => flying.step(t) };
  }
  const turning = [0, 1].filter((ship) => before.phase >= COMMAND && before.facing[ship] !== after.facing[ship] && after.kind[ship] === SHIP);
  const revealed = before.phase === COMMAND && after.phase !== COMMAND;
  if (revealed || turning.length) return turn(map, before, after);
  if (before.phase === TOWARDS && after.tokens === before.tokens + 1) return shot(map, before, after);
  return null;
}

/** Ships turn and light their engines. @param {HexMap} map @param {View} before @param {View} after @returns {Motion} */
function turn(map, before, after) {
  map.draw(after);
  map.look(after, true);
  const ships = [...map.layers.tokens.querySelectorAll(".df-token")].reverse().slice(0, 2);
  return {
    what: "The dials are revealed: turn and burn",
    ms: 700,
    step(t) {
      const e = t * t * (3 - 2 * t);
      for (const [seat, group] of ships.entries()) {
        const by = after.facing[seat] === before.facing[seat] ? 0 : after.turned[seat]; // the attacker may turn later
        const angle = (before.facing[seat] + by * e) * 60;
        group.querySelector(".df-heading")?.setAttribute("transform", `rotate(${angle})`);
      }
    },
  };
}

/** A shot leaves its ship. @param {HexMap} map @param {View} before @param {View} after @returns {Motion} */
function shot(map, before, after) {
  const token = after.tokens - 1, seat = after.owner[token], isMissile = after.kind[token] === MISSILE;
  const from = point([before.path_q[seat][before.origin], before.path_r[seat][before.origin]]), to = point(here(after, token));
  map.draw(before);
  map.offer([], false);
  map.plan(null);
  const art = isMissile ? svg("g", { transform: `rotate(${after.facing[token] * 60})` }, missile(seat, true)) : flak(seat, after.spread[token]);
  const flying = svg("g", {}, svg("g", { class: "df-glyph" }, art));
  map.layers.flashes.append(flying);
  return {
    what: isMissile ? "Missile away" : "Flak away",
    ms: isMissile ? 500 : 350,
    step(t) {
      const [x, y] = from.map((start, n) => start + (to[n] - start) * t);
      flying.setAttribute("transform", `translate(${f(x)} ${f(y)})`);
    },
  };
}

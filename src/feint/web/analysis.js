/** The analysis board: a finished match step by step, what each choice was worth, and a way to play on from anywhere. */

import { ChanceGraph } from "./analysis_graph.js";
import { MoveList } from "./analysis_moves.js";
import { fromTable } from "./analysis_source.js";
import { BoardHost } from "./board_host.js";
import { BranchForm } from "./branch_form.js";
import { showRules } from "./dialogs.js";
import { html, setText } from "./dom.js";
import { picture } from "./emblem.js";
import { verdict } from "./endings.js";
import { loadGame } from "./http.js";
import { isSolved, judge, mistake, MISTAKES, points } from "./mistakes.js";
import { reading } from "./reading.js";
import { recordForm } from "./record_form.js";
import { Replay } from "./replay.js";
import { describe, dot } from "./seats.js";
import * as storage from "./storage.js";
import { TableModel } from "./table_model.js";
import { capitalize, seatName, withArticle } from "./text.js";

/** @typedef {import("./protocol.js").MatchSteps} MatchSteps */
/** @typedef {import("./protocol.js").Review} Review */
/** @typedef {import("./analysis_source.js").Source} Source */

const ASK_AGAIN = 600; // ms between looks at how far the review is
const OPEN = ""; // the eyes that see everything

/**
 * @param {import("./main.js").Page} page
 * @param {string} id a table's; "": a record will be brought
 */
export async function analysis(page, id) {
  /** @type {AnalysisPage | null} */
  let shown = null;
  const open = async (/** @type {Source} */ source, /** @type {string[]} */ mine) => {
    const steps = await source.steps(null);
    const game = await loadGame(steps.game);
    const { hue } = await picture(game);
    if (!page.here()) return;
    document.documentElement.style.setProperty("--hue", String(hue));
    document.body.classList.add("at-table");
    shown = new AnalysisPage(page, game, source, steps, mine);
  };
  if (!id) {
    document.title = "Analysis board – Feint";
    recordForm(page.main, (source) => open(source, []));
  } else if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error("This isn't a link to a match.");
  else await open(fromTable(id), Object.keys(storage.tokensAt(id)));
  return () => shown?.leave();
}

class AnalysisPage {
  /**
   * @param {import("./main.js").Page} page
   * @param {import("./types.js").Game} game
   * @param {Source} source
   * @param {MatchSteps} steps with everything open
   * @param {string[]} mine the seats played on this device
   */
  constructor(page, game, source, steps, mine) {
    this._game = game;
    this._source = source;
    this._match = steps;
    this._seats = Object.keys(steps.players);
    this._step = 0;
    this._left = false;
    /** @type {Review | null} */
    this._review = null;
    /** @type {Map<string, MatchSteps>} by whose eyes */
    this._seen = new Map([[OPEN, steps]]);

    this._eyes = /** @type {HTMLSelectElement} */ (
      html("select", { "aria-label": "Show the board", onchange: () => this._look() },
        html("option", { value: OPEN }, "Everything open"), ...this._seats.map((seat) => html("option", { value: seat }, mine.includes(seat) && mine.length === 1 ? "As you saw it" : `As ${withArticle(seat)} saw it`))));
    this._verdict = html("div", { class: "verdict", role: "status" });
    this._place = html("div", { class: "stage card" });
    this._graph = new ChanceGraph(this._seats, (step) => this._go(step));
    this._graph.show(mine[0] ?? this._seats[0]);
    this._graph.onChange(() => this._draw());
    this._replay = new Replay((step) => this._go(step));
    this._nextMistake = /** @type {HTMLButtonElement} */ (
      html("button", { type: "button", class: "quiet wide", disabled: true, "aria-label": "Next mistake", title: "Next mistake (M)", onclick: () => this._goToMistake() },
        html("span", { class: "long" }, "Next mistake"), html("span", { class: "short" }, "?! ▸")));
    this._side = html("div", { class: "side closed", id: "side" });
    this._toggle = html("button", { type: "button", class: "quiet wide open-side", "aria-expanded": "false", "aria-controls": "side", onclick: () => this._toggleSide() }, "Review");
    this._replay.element.append(this._nextMistake, this._toggle);
    this._moves = new MoveList(steps.steps, this._seats, (step) => this._go(step));
    this._reviewer = html("section", { class: "review card", "aria-label": "Review" });
    this._branch = new BranchForm(game, this._seats, source);
    page.where.textContent = `${game.title}: analysis`;
    page.tools.replaceChildren(html("button", { type: "button", class: "quiet", onclick: () => showRules(game, steps.rulings) }, "Rules"));
    document.title = `${game.title}: analysis – Feint`;
    page.main.replaceChildren(html("div", { class: "table analysis" },
      html("h1", { class: "sr-only" }, `${game.title}: analysis`),
      html("div", { class: "play" }, html("div", { class: "now" }, reading(this._verdict), this._eyes), this._place, this._replay.element),
      reading(this._side)));
    this._side.append(this._reviewer, this._graph.element, this._moves.element, this._branch.element);
    this._board = this._makeBoard(steps);
    this._onKey = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._onKey);
    this._go(0);
    this._ask();
  }

  /** Go elsewhere. */
  leave() {
    this._left = true;
    this._board.leave();
    removeEventListener("keydown", this._onKey);
  }

  /** Show what stands beside the board in its place, where there is no room for both; or the board again. */
  _toggleSide() {
    const closed = this._side.classList.toggle("closed");
    this._toggle.setAttribute("aria-expanded", String(!closed));
    setText(this._toggle, closed ? "Review" : "Board");
    this._moves.mark(this._step);
  }

  /** The last step. */
  get _last() {
    return this._match.steps.length - 1;
  }

  /**
   * A board that has seen all steps, through whose eyes they were told.
   * @param {MatchSteps} told
   */
  _makeBoard({ seat, steps, ended }) {
    const seats = Object.fromEntries(this._seats.map((name) => [name, { who: this._match.players[name], string: "", gone: null }]));
    const model = new TableModel(seats, seat);
    const rest = { legal: [], ask: null, seats, ended: null, rematch: null };
    const [first, ...later] = steps;
    model.receive(/** @type {any} */ ({ type: "table", number: 0, view: first.view, log: first.log, ...rest }));
    later.forEach(({ view, log }, index) => {
      const over = index === later.length - 1 ? { ended: { ...ended, secret: "" } } : {};
      model.receive(/** @type {any} */ ({ type: "change", number: index + 1, view, log, ...over }));
    });
    const board = new BoardHost(this._game, model, () => {}, () => {});
    this._place.replaceChildren(board.element);
    return board;
  }

  /** Look at the match through other eyes. */
  async _look() {
    const eyes = this._eyes.value;
    try {
      const told = this._seen.get(eyes) ?? (await this._source.steps(eyes));
      this._seen.set(eyes, told);
      if (this._left || eyes !== this._eyes.value) return;
      this._board.leave();
      this._board = this._makeBoard(told);
      if (eyes !== OPEN) this._graph.show(eyes);
      this._draw();
      this._go(this._step);
    } catch (error) {
      setText(this._verdict, /** @type {Error} */ (error).message);
    }
  }

  /** @param {number} step */
  _go(step) {
    const before = this._step;
    this._step = Math.max(0, Math.min(this._last, step));
    this._board.go(this._step, this._step === before + 1);
    this._moves.mark(this._step);
    this._graph.mark(this._step);
    this._replay.show(this._step, this._last + 1, this._step === this._last);
    this._say();
  }

  /** Say what there is to say about the step that is shown. */
  _say() {
    const { steps, ended } = this._match;
    const now = steps[this._step];
    const choice = this._review?.choices.find(({ step }) => step === this._step);
    const next = this._review?.choices.find(({ step }) => step === this._step + 1);
    const words = this._step ? `${capitalize(now.by ? `${seatName(now.by)}: ${now.said}` : now.said)}.` : "The match begins.";
    const said = [html("b", {}, words)];
    if (choice) {
      const { verdict, why } = judge(choice);
      said.push(html("span", { class: `judged ${mistake(choice)?.kind ?? ""}` }, ` ${verdict}. `), html("span", {}, why));
    } else if (this._review && now.by && this._step) said.push(html("span", { class: "soft" }, now.by === "chance" ? "" : " There was no other choice."));
    if (this._step === this._last) said.push(html("span", {}, ` ${verdict(ended, [])}.`));
    this._verdict.replaceChildren(...said);
    this._branch.show(this._step, choice?.seat ?? null, next?.seat ?? null, this._step >= this._last);
    this._nextMistake.disabled = this._mistakeAfter(this._step) === undefined;
  }

  /** @param {number} step */
  _mistakeAfter(step) {
    return this._review?.choices.find((choice) => choice.step > step && mistake(choice))?.step;
  }

  _goToMistake() {
    const step = this._mistakeAfter(this._step);
    if (step !== undefined) this._go(step);
  }

  /** Ask for the review until it is there, or someone leaves. */
  async _ask() {
    const bar = /** @type {HTMLProgressElement} */ (html("progress", { max: "1", "aria-label": "Review" }));
    const doing = html("p", { role: "status" }, "Asking for a review…");
    this._reviewer.replaceChildren(html("h2", {}, "Review"), doing, bar);
    try {
      while (!this._left) {
        const state = await this._source.review();
        if (this._left) return;
        if (state.review) return this._reviewed(state.review);
        setText(doing, `${capitalize(state.doing)}…`);
        if (state.progress === null) bar.removeAttribute("value");
        else bar.value = state.progress;
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
      }
    } catch (error) {
      if (this._left) return;
      this._reviewer.replaceChildren(html("h2", {}, "Review"),
        html("p", { role: "alert" }, /** @type {Error} */ (error).message),
        html("button", { type: "button", onclick: () => this._ask() }, "Try again"));
    }
  }

  /** @param {Review} review */
  _reviewed(review) {
    this._review = review;
    this._moves.review(review.choices);
    const rows = this._seats.map((seat) => this._summary(review, seat));
    this._reviewer.replaceChildren(html("h2", {}, "Review"), html("ul", {}, ...rows),
      html("p", { class: "soft small" }, reviewerText(review.by), review.warning ? ` ${review.warning}` : ""));
    this._draw();
    this._go(this._step);
  }

  /**
   * How a seat did, in one row.
   * @param {Review} review
   * @param {string} seat
   */
  _summary({ seats, choices }, seat) {
    const { choices: count, not_examined, mean_cost } = seats[seat];
    const own = choices.filter((choice) => choice.seat === seat);
    const marks = [...MISTAKES].reverse().map(({ kind, mark, name }) => {
      const found = own.filter((choice) => mistake(choice)?.kind === kind).length;
      return found ? html("span", { class: `mark ${kind}`, title: name }, html("span", { "aria-hidden": "true" }, `${mark} ${found}`), html("span", { class: "sr-only" }, `${name}: ${found}`)) : null;
    });
    const decisions = `${count} real decision${count === 1 ? "" : "s"}`;
    const unknown = not_examined ? `, ${not_examined} not examined` : "";
    const solved = own.every(isSolved);
    const clear = solved || own.some(({ cost }) => cost);
    const cost = mean_cost === null ? "" : clear ? `, ${solved ? "" : "at least "}${points(mean_cost)} given away on average` : ", no clear mistakes";
    return html("li", {}, dot(this._seats, seat),
      html("span", { class: "who" }, html("b", {}, capitalize(seatName(seat))), html("span", { class: "soft small" }, ` ${describe({ who: this._match.players[seat], string: "", gone: null })}`),
        html("br"), html("span", { class: "small" }, `${decisions}${unknown}${cost}`)), ...marks);
  }

  _draw() {
    const { seat } = this._graph;
    if (!this._review) return;
    const own = this._review.choices.filter((choice) => choice.seat === seat);
    this._graph.draw(this._review.chances[seat], this._match.ended.scores?.[seat] ?? null, this._last, own);
    this._graph.mark(this._step);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, select, textarea, dialog")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this._go(this._step - 1),
      ArrowRight: () => this._go(this._step + 1),
      Home: () => this._go(0),
      End: () => this._go(this._last),
      m: () => this._goToMistake(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/**
 * Who has reviewed a match.
 * @param {string} by
 */
function reviewerText(by) {
  const [name, level] = by.split(":");
  if (name === "perfect") return "Reviewed by perfect, which has solved this game.";
  const often = level ? `, ${Number(level).toLocaleString("en-GB")} iterations a choice` : "";
  return `Reviewed by ${name}${often}. Win chances are estimates, given with their margin.`;
}

/** Setting up a table: players, rulings, a clock. Everything has a sensible default, so that Play is enough. */

import { showRules } from "./dialogs.js";
import { html } from "./dom.js";
import { emblem, picture } from "./emblem.js";
import { loadGame, request } from "./http.js";
import { inline } from "./markdown.js";
import { dot } from "./seats.js";
import { takeSeat } from "./take_seat.js";
import { capitalize, seatName } from "./text.js";

const ME = "me";
const HERE = "here";
const OPEN = "open";
const CLOCKS = [["", "No clock"], ["move:30", "30 s per move"], ["move:120", "2 min per move"], ["game:300", "5 min per player"], ["game:1200", "20 min per player"]];

/**
 * @param {import("./main.js").Page} page
 * @param {string} name
 */
export async function setup({ main, where, tools, here }, name) {
  const game = await loadGame(name);
  if (!here()) return;
  document.title = `${game.title} – Feint`;
  where.textContent = game.title;
  picture(game).then(({ hue }) => here() && document.documentElement.style.setProperty("--hue", String(hue)));
  tools.replaceChildren(html("button", { type: "button", class: "quiet", onclick: () => showRules(game, {}) }, "Rules"));

  const rulings = new Rulings(game);
  const seats = new SeatChoice(game);
  const clock = select("clock", "Clock", CLOCKS, "");
  const listed = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true }));
  const listing = html("label", { class: "check" }, listed, "List it under Open games");
  const wrong = html("p", { class: "notice bad", role: "alert", hidden: true });
  const play = /** @type {HTMLButtonElement} */ (html("button", { type: "submit", class: "main" }, "Play"));

  const learn = game.lessons.length ? html("p", {}, html("a", { href: `#/learn/${game.name}` }, `Learn it in ${game.lessons.length} short lessons`)) : null;

  const changed = () => {
    seats.show(rulings.players(), Object.keys(rulings.values()).length > 0);
    listing.hidden = !seats.open.length;
  };
  const start = async () => {
    play.disabled = true;
    wrong.hidden = true;
    try {
      const [kind, seconds] = clock.value.split(":");
      const about = await request("/tables", {
        game: game.name,
        rulings: rulings.values(),
        bots: seats.bots(),
        public: listed.checked && seats.open.length > 0,
        ...(kind && { clock: { [kind]: Number(seconds) } }),
      });
      for (const seat of seats.mine) await takeSeat(about, seat);
      location.hash = `#/table/${about.table}`;
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
      wrong.hidden = false;
      play.disabled = false;
    }
  };
  const head = html("div", { class: "head" });
  head.append(emblem(game, head), html("div", {}, html("h1", {}, game.title), html("p", { class: "soft" }, game.pitch), learn));
  const form = html("form", { class: "setup" },
    head,
    html("fieldset", {}, html("legend", {}, "Players"), html("div", { class: "card" }, rulings.seats, seats.element)),
    html("div", {}, html("h2", { class: "sr-only" }, "Rulings"), rulings.element),
    html("div", { class: "actions" }, html("label", { class: "check" }, "Clock", clock), listing),
    wrong,
    html("div", { class: "actions" }, play, html("a", { class: "button", href: "#/" }, "Back")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  for (const kind of ["input", "change"]) form.addEventListener(kind, changed); // not only when a number is left: Play would move away
  changed();
  main.replaceChildren(form);
  play.focus({ preventScroll: true });
}

/**
 * @param {string} id
 * @param {string | null} label
 * @param {string[][]} options value and text of each
 * @param {string} chosen
 * @param {Record<string, string[][]>} [groups] more options under headings
 */
function select(id, label, options, chosen, groups = {}) {
  const option = (/** @type {string[]} */ [value, text]) => html("option", { value, selected: value === chosen }, text);
  const made = html("select", { id, "aria-label": label }, ...options.map(option),
    ...Object.entries(groups).map(([heading, more]) => html("optgroup", { label: heading }, ...more.map(option))));
  return /** @type {HTMLSelectElement} */ (made);
}

/**
 * A level with its rating, which was measured under the default rulings.
 * @param {import("./protocol.js").LevelInfo} level
 * @param {boolean} changed whether other rulings are played
 */
function levelText({ level, rating }, changed) {
  return `Computer: ${capitalize(level)}${ratingText(rating, changed)}`;
}

/**
 * A bot by its name, with the rating of the level that it plays at, if it does: "Bot: learned, easy · not rated".
 * @param {import("./types.js").Game} game
 * @param {string} bot
 * @param {boolean} changed whether other rulings are played
 */
function botText(game, bot, changed) {
  const level = game.levels.find((one) => one.bot === bot);
  return `Bot: ${bot.replace(":", ", ")}${ratingText(level?.rating ?? null, changed)}`;
}

/** @param {number | null} rating @param {boolean} changed */
function ratingText(rating, changed) {
  return changed ? "" : rating === null ? " · not rated" : ` · ${rating}`;
}

/** Who sits where. By default the first seat is one's own, and bots have the others. */
class SeatChoice {
  /** @param {import("./types.js").Game} game */
  constructor(game) {
    this._game = game;
    this.element = html("div");
    const computer = { Computer: game.levels.map((level) => [`bot:${level.level}`, levelText(level, false)]), "More bots": game.bots.map((bot) => [`bot:${bot}`, botText(game, bot, false)]) };
    const opponent = game.levels.find((level) => level.default)?.level;
    const people = [[ME, "Me"], [OPEN, "Open seat: invite someone"], [HERE, `${game.seats.length > 2 ? "Another" : "Second"} player, same screen`]];
    this._rows = game.seats.map((seat, index) => {
      const chosen = index === 0 ? ME : opponent ? `bot:${opponent}` : OPEN;
      const who = select(`seat-${seat}`, null, people, chosen, computer);
      const time = select(`time-${seat}`, `Thinking time of ${seatName(seat)}`, [], "");
      time.className = "level";
      const does = html("p", { class: "does soft small", id: `does-${seat}` });
      who.setAttribute("aria-describedby", does.id);
      const row = html("div", { class: "seatrow" }, html("label", { for: `seat-${seat}` }, dot(game.seats, seat), capitalize(seatName(seat))), who, time, does);
      who.addEventListener("change", () => this._only(seat));
      return { seat, who, time, does, row, before: chosen };
    });
    this.element.append(...this._rows.map(({ row }) => row));
    this._players = game.seats.length;
  }

  /**
   * @param {number} players how many play
   * @param {boolean} changed whether they play under other rulings than the default
   */
  show(players, changed) {
    this._players = players;
    this._rows.forEach(({ who, time, does, row }, index) => {
      row.hidden = index >= players;
      const bot = who.value.startsWith("bot:") ? who.value.slice(4) : "";
      does.textContent = this._game.what_bots_do[bot] ?? "";
      does.hidden = !does.textContent;
      for (const level of this._game.levels) {
        const option = who.querySelector(`option[value="bot:${level.level}"]`);
        if (option) option.textContent = levelText(level, changed);
      }
      for (const name of this._game.bots) {
        const option = who.querySelector(`option[value="bot:${name}"]`);
        if (option) option.textContent = botText(this._game, name, changed);
      }
      const times = this._game.thinking_times[bot] ?? [];
      time.hidden = !times.length;
      if (times.length !== time.options.length) {
        time.replaceChildren(...times.map((name, at) =>
          html("option", { value: name, selected: at === 1 }, `thinks ${name.replace(/s$/, " s")}`)));
      }
    });
  }

  /**
   * "Me" is one seat only: whoever was in it before takes the seat that I had.
   * @param {string} seat
   */
  _only(seat) {
    const here = this._rows.find((row) => row.seat === seat);
    const mine = this._rows.find((row) => row !== here && row.who.value === ME);
    if (here?.who.value === ME && mine) mine.who.value = here.before;
    for (const row of this._rows) row.before = row.who.value;
  }

  get _taken() {
    return this._rows.slice(0, this._players);
  }

  /** The seats that are played on this device. */
  get mine() {
    return this._taken.filter(({ who }) => who.value === ME || who.value === HERE).map(({ seat }) => seat);
  }

  /** The seats that are open to others. */
  get open() {
    return this._taken.filter(({ who }) => who.value === OPEN).map(({ seat }) => seat);
  }

  /** @returns {Record<string, string>} */
  bots() {
    const bots = this._taken.filter(({ who }) => who.value.startsWith("bot:"));
    return Object.fromEntries(bots.map(({ seat, who, time }) => [seat, who.value.slice(4) + (time.hidden ? "" : `:${time.value}`)]));
  }
}

/** The rulings of a game, each with its question, its choices and the reason for its default. */
class Rulings {
  /** @param {import("./types.js").Game} game */
  constructor(game) {
    this._game = game;
    /** @type {Map<string, () => string | number | null>} */
    this._read = new Map();
    /** @type {Map<string, HTMLElement>} */
    const all = new Map(Object.entries(game.rulings).filter(([, ruling]) => !ruling.for_designers).map(([name, ruling]) =>
      [name, ruling.choices.length ? this._choices(name, ruling) : this._dial(name, ruling)]));
    this.seats = all.get(game.seats_by ?? "") ?? null; // how many play is asked together with who does
    all.delete(game.seats_by ?? "");
    this._changed = html("span", { class: "soft small" });
    this.element = html("details", { class: "rulings folds card" }, html("summary", {}, "Rulings", this._changed), ...all.values());
    this.element.hidden = !all.size;
    for (const kind of ["input", "change"]) this.element.addEventListener(kind, () => this._count());
    this._count();
  }

  /** What differs from the defaults. */
  values() {
    const given = [...this._read].map(([name, read]) => /** @type {const} */ ([name, read()]));
    return Object.fromEntries(given.filter(([name, value]) => value !== this._game.rulings[name].default));
  }

  /** How many play under these rulings. */
  players() {
    const { seats, seats_by } = this._game;
    const players = seats_by ? Number(this._read.get(seats_by)?.()) : seats.length;
    return Math.max(1, Math.min(seats.length, players || 1));
  }

  _count() {
    const changed = Object.keys(this.values()).length;
    this._changed.textContent = changed ? `${changed} changed` : "default";
  }

  /**
   * @param {string} name
   * @param {import("./protocol.js").RulingInfo} ruling
   */
  _choices(name, ruling) {
    const group = html("div", { class: "ruling", role: "radiogroup", "aria-labelledby": `q-${name}`, "aria-describedby": `why-${name}` },
      html("p", { class: "question", id: `q-${name}` }, ruling.question));
    for (const choice of ruling.choices.map(String)) {
      const input = html("input", { type: "radio", name, value: choice, checked: choice === ruling.default });
      const meaning = ruling.meanings[choice] ?? choice;
      const named = meaning.toLowerCase().startsWith(choice.toLowerCase()) ? null : html("b", {}, `${choice}: `);
      group.append(html("label", { class: "choice" }, input, html("span", {}, named, ...inline(meaning))));
    }
    group.append(html("p", { class: "why", id: `why-${name}` }, ...inline(ruling.why)));
    this._read.set(name, () => /** @type {HTMLInputElement} */ (group.querySelector("input:checked")).value);
    return group;
  }

  /**
   * @param {string} name
   * @param {import("./protocol.js").RulingInfo} ruling
   */
  _dial(name, ruling) {
    const high = typeof ruling.high === "number" ? ruling.high : null; // it depends on another ruling, and the server checks it
    const bySeat = typeof ruling.default === "string"; // a number for each player in order: "0/1"
    const kind = bySeat ? { type: "text", pattern: "-?[0-9]+(/-?[0-9]+)*", title: "Numbers with a slash between them, like 0/1" } : { type: "number", min: ruling.low, max: high, inputmode: "numeric" };
    const number = /** @type {HTMLInputElement} */ (
      html("input", { ...kind, id: `dial-${name}`, value: ruling.default ?? "", "aria-describedby": `why-${name}` })
    );
    const range = `${ruling.low} to ${ruling.high}${bySeat ? " for each player in order, with a slash between" : ""}${ruling.none ? ", or leave it empty for none" : ""}`;
    if (!ruling.none) number.required = true;
    this._read.set(name, () => (number.value === "" ? null : bySeat ? number.value : Number(number.value)));
    return html("div", { class: "ruling" },
      html("label", { for: `dial-${name}` }, ruling.question),
      html("div", { class: "check" }, number, html("span", { class: "soft small" }, range)),
      html("p", { class: "why", id: `why-${name}` }, ...inline(ruling.why)));
  }
}

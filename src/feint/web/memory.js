/** What this browser remembers: the tokens that hold its seats, and the tables to come back to. Nothing leaves it. */

const KEY = "feint.tables";
const MOST = 30;

/**
 * A table where this browser has been. `tokens` by seat; a second person at this screen has one here, too.
 * @typedef {object} Known
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} tokens
 * @property {number} at when, in ms
 * @property {boolean} ended
 */

/** @returns {Record<string, Known>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {}; // there is no storage, or what lies there isn't ours
  }
}

/** @type {Record<string, Known>} what a browser without storage forgets only when the page is closed */
let here = read();

/** @param {Record<string, Known>} tables */
function write(tables) {
  const newest = Object.values(tables).sort((a, b) => b.at - a.at);
  here = Object.fromEntries(newest.slice(0, MOST).map((known) => [known.table, known]));
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // a private window may have no storage: the seat is held for as long as this page is open
  }
}

/** The tables where this browser has a seat, the newest first. */
export function tables() {
  return Object.values({ ...here, ...read() })
    .filter((known) => Object.keys(known.tokens).length)
    .sort((a, b) => b.at - a.at);
}

/**
 * The seats that this browser holds at a table, with their tokens.
 * @param {string} table
 * @returns {Record<string, string>}
 */
export function tokens(table) {
  return ({ ...here, ...read() })[table]?.tokens ?? {};
}

/**
 * Remember a token, before the seat is asked for: so that a lost answer loses no seat.
 * @param {{table: string, game: string, title: string}} about
 * @param {string} seat
 * @param {string | null} token null: the seat was not had after all
 */
export function keep(about, seat, token) {
  const all = { ...here, ...read() };
  const { table, game, title } = about;
  const known = all[table] ?? { table, game, title, tokens: {}, at: Date.now(), ended: false };
  const { [seat]: _, ...others } = known.tokens;
  known.tokens = token ? { ...others, [seat]: token } : others;
  known.at = Date.now();
  write({ ...all, [table]: known });
}

/**
 * Take note that a match is over.
 * @param {string} table
 */
export function over(table) {
  const all = { ...here, ...read() };
  if (all[table] && !all[table].ended) write({ ...all, [table]: { ...all[table], ended: true } });
}

const LISTS = "feint.lists";
let lists = "";

/** Whether someone wants to see long lists of choices, also where the board has them all. */
export function wantsLists() {
  try {
    return (localStorage.getItem(LISTS) ?? lists) === "shown";
  } catch {
    return lists === "shown";
  }
}

/** @param {boolean} shown */
export function wantLists(shown) {
  lists = shown ? "shown" : "";
  try {
    localStorage.setItem(LISTS, lists);
  } catch {
    // there is no storage: it is known for as long as this page is open
  }
}

/**
 * Forget a table.
 * @param {string} table
 */
export function forget(table) {
  const { [table]: _, ...others } = { ...here, ...read() };
  write(others);
}

/** What this browser stores: the tokens that hold its seats, the tables and lessons to come back to, one preference. Nothing leaves it. */

const TABLES_KEY = "feint.tables";
const LESSONS_KEY = "feint.lessons";
const LISTS_KEY = "feint.lists";
const MOST_TABLES = 30;

/**
 * A table where this browser has been. `tokens` by seat: a second person on this device has one here, too.
 * @typedef {object} StoredTable
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} tokens
 * @property {number} at when, in ms
 * @property {boolean} ended
 */

/** @type {Map<string, string>} what stands in for a browser's storage if it has none, while this page is open */
const fallback = new Map();

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key) ?? fallback.get(key);
  } catch {
    return fallback.get(key); // a private window may have no storage
  }
}

/** @param {string} key @param {string} value */
function write(key, value) {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // the same: it is kept while this page is open
  }
}

/** @returns {Record<string, StoredTable>} */
function readTables() {
  try {
    return JSON.parse(read(TABLES_KEY) ?? "{}") ?? {};
  } catch {
    return {}; // what is stored there isn't ours
  }
}

/** @param {Record<string, StoredTable>} tables */
function writeTables(tables) {
  const newest = Object.values(tables).sort((a, b) => b.at - a.at).slice(0, MOST_TABLES);
  write(TABLES_KEY, JSON.stringify(Object.fromEntries(newest.map((stored) => [stored.table, stored]))));
}

/** The tables where this browser has a seat, the newest first. */
export function storedTables() {
  return Object.values(readTables())
    .filter((stored) => Object.keys(stored.tokens).length)
    .sort((a, b) => b.at - a.at);
}

/**
 * The seats that this browser holds at a table, with their tokens.
 * @param {string} table
 * @returns {Record<string, string>}
 */
export function tokensAt(table) {
  return readTables()[table]?.tokens ?? {};
}

/**
 * Store a seat's token.
 * @param {{table: string, game: string, title: string}} about
 * @param {string} seat
 * @param {string | null} token null: the seat was not granted
 */
export function keepToken(about, seat, token) {
  const { table, game, title } = about;
  const tables = readTables();
  const stored = tables[table] ?? { table, game, title, tokens: {}, at: 0, ended: false };
  const { [seat]: _, ...others } = stored.tokens;
  writeTables({ ...tables, [table]: { ...stored, tokens: token ? { ...others, [seat]: token } : others, at: Date.now() } });
}

/**
 * Note that a match is over.
 * @param {string} table
 */
export function markEnded(table) {
  const tables = readTables();
  if (tables[table] && !tables[table].ended) writeTables({ ...tables, [table]: { ...tables[table], ended: true } });
}

/** Whether long lists of choices are shown even where the board offers them all. */
export function showsLongLists() {
  return read(LISTS_KEY) === "shown";
}

/** @param {boolean} shown */
export function showLongLists(shown) {
  write(LISTS_KEY, shown ? "shown" : "");
}

/**
 * How far someone has come with a game's lessons: those that are done, by title, and the one in the middle of which they
 * left, with the right choices that they had made in it.
 * @typedef {{done: string[], lesson: string, choices: string[]}} LessonProgress
 */

/** @returns {Record<string, LessonProgress | undefined>} */
function readProgress() {
  try {
    return JSON.parse(read(LESSONS_KEY) ?? "{}") ?? {};
  } catch {
    return {}; // what is stored there isn't ours
  }
}

/**
 * @param {string} game
 * @returns {LessonProgress}
 */
export function lessonProgress(game) {
  return readProgress()[game] ?? { done: [], lesson: "", choices: [] };
}

/**
 * @param {string} game
 * @param {LessonProgress} progress
 */
export function keepProgress(game, progress) {
  write(LESSONS_KEY, JSON.stringify({ ...readProgress(), [game]: progress }));
}

/** What this browser stores: the tokens that hold its seats, the matches, lessons and puzzles to come back to, settings. Nothing leaves it. */

const TABLES_KEY = "feint.tables";
const LESSONS_KEY = "feint.lessons";
const PUZZLES_KEY = "feint.puzzles";
const LISTS_KEY = "feint.lists";
const COACH_KEY = "feint.coach";
const SETTINGS_KEY = "feint.settings";
const MOST_TABLES = 200;

/** @typedef {"won" | "lost" | "draw" | "unfinished"} MatchResult */

/**
 * A table where this browser has been. `tokens` by seat: a second person on this device has one here, too. What is known of
 * the match may be missing: older versions didn't store it.
 * @typedef {object} StoredTable
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} tokens
 * @property {number} at when, in ms
 * @property {boolean} ended
 * @property {boolean} [begun] whether everyone had joined
 * @property {string[]} [opponents] who sat in the other seats, in words
 * @property {MatchResult} [result]
 * @property {number} [moves]
 */

/** @type {Map<string, string>} what stands in for a browser's storage if it has none, while this page is open */
const fallback = new Map();

/** @param {string} key */
export function read(key) {
  try {
    return localStorage.getItem(key) ?? fallback.get(key);
  } catch {
    return fallback.get(key); // a private window may have no storage
  }
}

/** @param {string} key @param {string} value */
export function write(key, value) {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // the same: it is kept while this page is open
  }
}

/** @param {string} key */
export function remove(key) {
  fallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // there is none
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
 * Note how a match goes, or how it ended.
 * @param {string} table
 * @param {Partial<Pick<StoredTable, "ended" | "begun" | "opponents" | "result" | "moves">>} news
 */
export function noteMatch(table, news) {
  const tables = readTables();
  const stored = tables[table];
  if (!stored || JSON.stringify({ ...stored, ...news }) === JSON.stringify(stored)) return;
  writeTables({ ...tables, [table]: { ...stored, ...news } });
}

/** @returns {Record<string, string>} */
function readSettings() {
  try {
    return JSON.parse(read(SETTINGS_KEY) ?? "{}") ?? {};
  } catch {
    return {}; // what is stored there isn't ours
  }
}

/**
 * What was chosen for a setting; undefined: nothing yet.
 * @param {string} name
 * @returns {string | undefined}
 */
export function readSetting(name) {
  return readSettings()[name];
}

/** @param {string} name @param {string} value */
export function writeSetting(name, value) {
  write(SETTINGS_KEY, JSON.stringify({ ...readSettings(), [name]: value }));
}

/**
 * Store nothing of a table any more.
 * @param {string} table
 */
export function forgetTable(table) {
  const { [table]: _, ...others } = readTables();
  writeTables(others);
}

/** Whether anything has been played or learned in this browser. */
export function hasHistory() {
  return Object.keys(readTables()).length > 0 || Object.keys(readProgress()).length > 0;
}

/** Whether the list of choices is shown even where the board offers them all. */
export function showsLists() {
  return read(LISTS_KEY) === "shown";
}

/** @param {boolean} shown */
export function showLists(shown) {
  write(LISTS_KEY, shown ? "shown" : "");
}

/** Whether the coach says something after choices. */
export function wantsCoach() {
  return read(COACH_KEY) === "on";
}

/** @param {boolean} wanted */
export function wantCoach(wanted) {
  write(COACH_KEY, wanted ? "on" : "");
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

/**
 * How someone does with a game's puzzles: their rating, right answers in a row, the most of these there were, the puzzles
 * that were tried, by number, and how many there were then: with others, the numbers mean nothing any more.
 * @typedef {{rating: number, streak: number, best: number, tried: number[], count: number}} PuzzleProgress
 */

const FIRST_RATING = 1000;

/** @returns {Record<string, PuzzleProgress | undefined>} */
function readPuzzles() {
  try {
    return JSON.parse(read(PUZZLES_KEY) ?? "{}") ?? {};
  } catch {
    return {}; // what is stored there isn't ours
  }
}

/**
 * @param {string} game
 * @param {number} count of its puzzles
 * @returns {PuzzleProgress}
 */
export function puzzleProgress(game, count) {
  const found = readPuzzles()[game] ?? { rating: FIRST_RATING, streak: 0, best: 0, tried: [], count };
  return found.count === count ? found : { ...found, tried: [], count };
}

/**
 * @param {string} game
 * @param {PuzzleProgress} progress
 */
export function keepPuzzles(game, progress) {
  write(PUZZLES_KEY, JSON.stringify({ ...readPuzzles(), [game]: progress }));
}

/** Asking the server over HTTP, and random strings of one's own. */

/** What the server refused, in its own words, or that it can't be reached. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {number} status 0: nobody answered
   */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Ask for something; with a body it is a POST. The answer, JSON or text.
 * @param {string} path
 * @param {object} [body]
 * @param {string | null} [token] what holds a seat; it goes into a header, never into an address
 * @returns {Promise<any>}
 */
export async function ask(path, body, token = null) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer, found;
  try {
    answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    const json = answer.headers.get("Content-Type")?.startsWith("application/json");
    found = await (json ? answer.json() : answer.text());
  } catch {
    throw new Refusal("The server can't be reached. Is it still running?", 0);
  }
  if (!answer.ok) throw new Refusal(sentence(found?.error ?? `The server answered ${answer.status}.`), answer.status);
  return found;
}

/**
 * Random letters that nobody can guess.
 * @param {number} bytes
 */
export function random(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What the server says, as a sentence of its own.
 * @param {string} text
 */
export function sentence(text) {
  const word = /^[a-z]+ /.test(text); // and not a ruling's name, or a choice
  return (word ? text.charAt(0).toUpperCase() + text.slice(1) : text) + (/[.!?]$/.test(text) ? "" : ".");
}

/** @type {Promise<import("/web/types.js").Game[]> | null} */
let shelf = null;
/** @type {Map<string, Promise<import("/web/types.js").Game>>} */
const books = new Map();

/** All games, as the lobby needs them. */
export function games() {
  shelf ??= ask("/games").then((list) => list.map((/** @type {any} */ game) => ({ ...game, name: game.game })));
  shelf.catch(() => (shelf = null)); // asked again the next time
  return shelf;
}

/**
 * One game, with its book.
 * @param {string} name
 */
export function game(name) {
  const found = books.get(name) ?? ask(`/games/${encodeURIComponent(name)}`);
  books.set(name, found);
  found.catch(() => books.delete(name));
  return found;
}

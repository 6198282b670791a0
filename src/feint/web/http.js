/** Requests to the server over HTTP. */

import { asSentence } from "./text.js";

/** @typedef {import("./types.js").Game} Game */

/** What the server refused, in its own words, or that it can't be reached. */
export class HttpError extends Error {
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
 * A request; with a body it is a POST. The answer is JSON or text.
 * @param {string} path
 * @param {object} [body]
 * @param {string | null} [token] what holds a seat; it goes into a header, never into an address
 * @returns {Promise<any>}
 */
export async function request(path, body, token = null) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response, content;
  try {
    response = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    content = await (json ? response.json() : response.text());
  } catch {
    throw new HttpError("The server can't be reached. Is it still running?", 0);
  }
  if (!response.ok) throw new HttpError(asSentence(content?.error ?? `The server answered with status ${response.status}.`), response.status);
  return content;
}

/** @type {Promise<Game[]> | null} */
let list = null;
/** @type {Map<string, Promise<Game>>} */
const loaded = new Map();

/** All games, as the lobby needs them. */
export function allGames() {
  list ??= request("/games").then((games) => games.map((/** @type {any} */ game) => ({ ...game, name: game.game })));
  list.catch(() => (list = null)); // asked again the next time
  return list;
}

/**
 * One game, with its rules.
 * @param {string} name
 */
export function loadGame(name) {
  const found = loaded.get(name) ?? request(`/games/${encodeURIComponent(name)}`);
  loaded.set(name, found);
  found.catch(() => loaded.delete(name));
  return found;
}

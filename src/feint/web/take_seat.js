/** Taking a seat, or everyone's seats in a rematch, with a random string for the match's chance and a new token. */

import { HttpError, request } from "./http.js";
import { randomText } from "./random.js";
import * as storage from "./storage.js";

const ATTEMPTS = 4;

/**
 * Take a seat. The token is stored before the request, and the same request is sent again when no answer comes: so a
 * lost answer loses no seat.
 * @param {{table: string, game: string, title: string}} about
 * @param {string} seat
 * @param {string | null} before the token of the previous match, for a seat in a rematch
 */
export async function takeSeat(about, seat, before = null) {
  const [token, string] = [randomText(32), randomText(24)];
  storage.keepToken(about, seat, token);
  const path = `/tables/${about.table}/seats/${encodeURIComponent(seat)}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await request(path, { string, token }, before);
      return;
    } catch (error) {
      const lost = error instanceof HttpError && error.status === 0;
      if (!lost) storage.keepToken(about, seat, null); // refused; without an answer it may have been granted
      if (!lost || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

/**
 * Take the seats in a rematch of everyone who played on this device.
 * @param {{table: string, game: string, title: string}} about the previous match's table
 * @param {import("./table_model.js").TableModel[]} models of the seats there
 * @returns {Promise<string>} the new table's id
 */
export async function takeRematchSeats(about, models) {
  const tokens = storage.tokensAt(about.table);
  let table = "";
  for (const { seat, latest: { rematch } } of models) {
    table = rematch?.table ?? table;
    if (!rematch?.seat || !seat || storage.tokensAt(rematch.table)[rematch.seat]) continue;
    await takeSeat({ ...about, table: rematch.table }, rematch.seat, tokens[seat]);
  }
  return table;
}

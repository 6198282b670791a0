/** Taking a seat, or everyone's seats in a rematch, bound to a random string for the match's chance, and with a new token; and cancelling. */

import { HttpError, request } from "./http.js";
import { randomText } from "./random.js";
import * as storage from "./storage.js";
import { Witness } from "./witness.js";

const ATTEMPTS = 4;

/**
 * Take a seat. The token is stored before the request, and the same request is sent again when no answer comes: so a
 * lost answer loses no seat.
 * @param {{table: string, game: string, title: string}} about
 * @param {string} seat
 * @param {string | null} before the token of the previous match, for a seat in a rematch
 */
export async function takeSeat(about, seat, before = null) {
  const [token, witness] = [randomText(32), new Witness(about.table)];
  const known = await request(`/tables/${about.table}`);
  witness.seeTable(known);
  if (witness.complaints.length) throw new Error(`Don't trust this server: ${witness.complaints[0]}.`);
  const brings = witness.seatRequest(seat, known.seats);
  storage.keepToken(about, seat, token);
  const path = `/tables/${about.table}/seats/${encodeURIComponent(seat)}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await request(path, { ...brings, token }, before);
      witness.granted(seat);
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

/**
 * Close a table where nobody but those on this device has taken a seat.
 * @param {string} table
 */
export async function cancelTable(table) {
  await request(`/tables/${table}/cancel`, { tokens: Object.values(storage.tokensAt(table)) });
  storage.forgetTable(table);
}

/** Sitting down: with a random string for the match's chance, and a token that this browser alone knows. */

import { ask, random, Refusal } from "/web/ask.js";
import * as memory from "/web/memory.js";

const ATTEMPTS = 4;

/**
 * Take a seat. The token is kept before it is asked for, and the same request is sent again when no answer comes: so a
 * lost answer loses no seat.
 * @param {{table: string, game: string, title: string}} about
 * @param {string} seat
 * @param {string | null} before the token of the match before, for a seat in a rematch
 */
export async function sit(about, seat, before = null) {
  const [token, string] = [random(32), random(24)];
  memory.keep(about, seat, token);
  const path = `/tables/${about.table}/seats/${encodeURIComponent(seat)}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(path, { string, token }, before);
      return;
    } catch (error) {
      const lost = error instanceof Refusal && error.status === 0;
      if (!lost) memory.keep(about, seat, null); // it was not had; else it may have been
      if (!lost || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

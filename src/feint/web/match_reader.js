/** Reads a finished match from the server, as a spectator saw it. */

import { Connection } from "./connection.js";
import { lastLine, verdict } from "./endings.js";
import { loadGame, request } from "./http.js";
import { TableModel } from "./table_model.js";

/**
 * @typedef {object} FinishedMatch
 * @property {import("./protocol.js").TableDetails} about
 * @property {import("./types.js").Game} game
 * @property {TableModel} model every step of it
 */

/**
 * @param {string} table
 * @returns {Promise<FinishedMatch>}
 */
export async function readMatch(table) {
  const about = await request(`/tables/${encodeURIComponent(table)}`);
  const game = await loadGame(about.game);
  const model = new TableModel(about.seats, null);
  return new Promise((resolve, reject) => {
    const connection = new Connection(table, null, model, {
      changed: () => {
        if (!model.caughtUp || !model.latest.ended) return;
        connection.close();
        resolve({ about, game, model });
      },
      connection: () => {
        if (connection.state === "refused") reject(new Error("This match can't be shown."));
      },
      refused: () => {},
    });
  });
}

/**
 * What is said of a state while a match is shown: what has just happened, and at the end why it is over.
 * @param {import("./types.js").State} state
 */
export function caption(state) {
  const last = lastLine(state);
  return [...state.log, last && state.ended && `${last} ${verdict(state.ended, [])}.`].filter(Boolean).join(" ");
}

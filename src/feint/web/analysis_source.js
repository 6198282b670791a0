/** Where a finished match to analyse comes from: a table, or a record that someone has. */

import { request } from "./http.js";

/** @typedef {import("./protocol.js").MatchSteps} MatchSteps */
/** @typedef {import("./protocol.js").ReviewState} ReviewState */
/** @typedef {import("./protocol.js").NewBranch} NewBranch */
/** @typedef {import("./protocol.js").TableDetails} TableDetails */

/**
 * @typedef {object} Source
 * @property {(seat: string | null) => Promise<MatchSteps>} steps all steps through a seat's eyes; null: with everything open
 * @property {() => Promise<ReviewState>} review how far the review is; asking starts it, and asking again keeps it going
 * @property {(wanted: NewBranch) => Promise<TableDetails>} branch open a table that goes on from a step
 */

/**
 * @param {string} table
 * @returns {Source}
 */
export function fromTable(table) {
  return {
    steps: (seat) => request(`/tables/${table}/steps${seat === null ? "" : `?seat=${encodeURIComponent(seat)}`}`),
    review: () => request(`/tables/${table}/review`, {}),
    branch: (wanted) => request(`/tables/${table}/branch`, wanted),
  };
}

/**
 * @param {string} record
 * @returns {Source}
 */
export function fromRecord(record) {
  return {
    steps: (seat) => request("/steps", { record, seat }),
    review: () => request("/review", { record }),
    branch: (wanted) => request("/branch", { record, ...wanted }),
  };
}

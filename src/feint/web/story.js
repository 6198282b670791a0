/** What one viewer was told of a table, change by change: the present, and all that one can step back to. */

/** @typedef {import("/web/types.js").State} State */

export class Story {
  /** @param {import("/web/types.js").About} about */
  constructor(about) {
    /** @type {State[]} */
    this.states = [
      { number: 0, view: null, log: [], legal: [], ask: null, seats: about.seats, ended: null, time: null, rematch: null },
    ];
    /** @type {number[]} the states that something happened in, as one can step through them */
    this.steps = [];
  }

  /** The present. */
  get last() {
    return this.states[this.states.length - 1];
  }

  /**
   * Add a change. One that was told before is not added again.
   * @param {import("/web/types.js").Change} change
   * @returns {boolean} whether it was new
   */
  add(change) {
    const before = this.last;
    if (change.number <= before.number) return false;
    const view = change.view ? /** @type {any} */ ({ ...before.view, ...change.view }) : before.view;
    this.states.push({
      number: change.number,
      view,
      log: change.log ?? [],
      legal: change.legal ?? before.legal,
      ask: change.ask === undefined ? before.ask : change.ask,
      seats: change.seats ?? before.seats,
      ended: change.ended ?? before.ended,
      time: change.time ?? before.time,
      rematch: change.rematch ?? before.rematch,
    });
    if (view && (change.view || change.log)) this.steps.push(this.states.length - 1);
    return true;
  }

  /**
   * Begin anew with all that the server says is so now: it has counted otherwise.
   * @param {State} whole
   */
  replace(whole) {
    const { number, view, log, legal, ask, seats, ended, time = null, rematch = null } = whole;
    this.states = [{ number, view, log, legal, ask, seats, ended, time, rematch }];
    this.steps = view ? [0] : [];
  }
}

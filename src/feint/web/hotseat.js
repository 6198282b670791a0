/** Several people taking turns on one device: who has it, and when the table has to be covered before they may look. */

/** @typedef {import("./table_model.js").TableModel} TableModel */

/**
 * Decides whose view is shown. It is covered first, in a game with hands, whenever the device goes from one player to
 * another. In other games only for a choice that is made in secret, at the same time as someone else's; and when the page
 * was reloaded and nobody has said who is there, if a seat sees something that another one here doesn't.
 *
 * What has just come out is seen before it is covered: then someone is `next`, until those who look want to go on.
 */
export class Hotseat {
  /**
   * @param {TableModel[]} models of all seats on this device
   * @param {boolean} hands whether seats hold what the others must never see
   */
  constructor(models, hands) {
    this.active = models[0]; // whose view is shown
    this.covered = false;
    /** @type {TableModel | null} who the device is for as soon as the present has been seen */
    this.next = null;
    this._models = models;
    this._hands = hands;
    this._confirmed = ""; // the seat, or the seat and its question, whose player has said that they are there
    /** @type {Set<string>} the questions that were asked of several seats at once */
    this._secret = new Set();
    /** @type {number | null} how many states the active player knew on choosing; null: they have yet to choose */
    this._chosenAt = null;
  }

  /** Whether all seats on this device know the present. Before that nobody can tell whose turn it is here. */
  get ready() {
    return this._models.every((model) => model.caughtUp);
  }

  /**
   * Give the device to the player whose turn it is.
   * @param {TableModel} told the one that was told something last
   */
  pass(told) {
    if (this._models.length < 2) return;
    for (const model of this._models) {
      if (model.latest.ask !== null && (model.latest.view?.pending.length ?? 0) > 1) this._secret.add(question(model));
    }
    if (!this.ready || this.active.sentChoice) return; // what comes of that choice will be told in a moment
    const pending = told.latest.view?.pending ?? [];
    const next = this._models.find(({ seat, latest }) => seat !== null && pending.includes(seat) && !latest.forced);
    if (next && next.latest.ask === null) return; // it will be told in a moment
    const covers = next !== undefined && this._isSecret(next) && this._confirmed !== this._who(next);
    this.next = covers && this._revealed && !next.latest.ended ? next : null;
    if (this.next) return;
    if (next && next !== this.active) this._chosenAt = null;
    if (next) this.active = next;
    const { view, ended } = this.active.latest;
    if (ended || !view) this.covered = false;
    else if (next) this.covered = covers;
    else this.covered ||= this._hands && !this._confirmed;
  }

  /** The active player has made a choice: what comes out now is news to whoever looks. */
  chose() {
    this._chosenAt = this.active.states.length;
  }

  /** Whether something has come out since then. */
  get _revealed() {
    return this._chosenAt !== null && this.active.states.slice(this._chosenAt).some(({ log }) => log.length > 0);
  }

  /** Everyone has seen what came out. */
  goOn() {
    this._chosenAt = null;
    this.pass(this.active);
  }

  /** The player that the device was given to is there, and the others look away. */
  confirm() {
    this._confirmed = this._who(this.active);
    this._chosenAt = null;
    this.covered = false;
  }

  /** @param {TableModel} model */
  _who(model) {
    return this._hands ? String(model.seat) : question(model);
  }

  /** @param {TableModel} model */
  _isSecret(model) {
    const reloaded = !this._confirmed && this._models.some(({ latest }) => hides(latest.view, model.latest.view));
    return this._hands || reloaded || this._secret.has(question(model));
  }
}

/** @param {TableModel} model */
function question({ seat, latest }) {
  return `${seat} ${latest.ask}`;
}

/**
 * Whether something is hidden from one view that stands in another.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function hides(one, other) {
  if (one === null || other === null) return other !== null;
  return typeof one === "object" && Object.keys(one).some((key) => hides(one[key], other[key] ?? null));
}

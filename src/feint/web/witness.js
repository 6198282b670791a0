/**
 * What this browser has seen of a table that has to stay as it was, over reloads too, and the check that it did: the server's
 * commitment, what each seat is bound to, every head of the chain, one's own choices. What doesn't fit is said in words.
 * feint/witness.py does the same for programs and the terminal.
 */

import { randomText } from "./random.js";
import { recordChain, blindedHead } from "./record_chain.js";
import { fromHex, hex, sha256, utf8 } from "./sha256.js";
import * as storage from "./storage.js";
import { withArticle } from "./text.js";

/** @typedef {import("./protocol.js").SeatInfo} SeatInfo */
/** @typedef {import("./protocol.js").TableInfo} TableInfo */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {Record<string, SeatInfo | null>} SeatInfos */

const KEY = "feint.seen";
const MOST_TABLES = 50;
const MOST_HEADS = 300; // of one viewer, that are stored
const CHAINED = 2; // the kind of proof that binds seats before strings are revealed, and has a chain

/**
 * What one viewer was told: heads by number of the change, and its own choices by number of the question.
 * @typedef {{heads: Record<string, string>, choices: Record<string, string>, number: number, undone: number, undoneAt: number}} Told
 */

/**
 * @typedef {object} Seen
 * @property {string} [commitment] the server's
 * @property {string} [game]
 * @property {import("./protocol.js").Rulings} [rulings]
 * @property {number} [proof] the kind that the table promised
 * @property {boolean} [branched] whether the match goes on from another
 * @property {Record<string, string>} own the strings of the seats on this device
 * @property {string[]} taken those of them that the server has granted
 * @property {Record<string, string>} bound the commitment of each seat
 * @property {Record<string, Told>} told by viewer
 * @property {string[]} complaints
 */

/**
 * What a seat tells of its string beforehand.
 * @param {string} seat
 * @param {string} string
 */
export function stringCommitment(seat, string) {
  return hex(sha256(utf8(`feint string 1\n${seat}=${string}\n`)));
}

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function stored(key, otherwise) {
  try {
    return JSON.parse(storage.read(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // what is stored there isn't ours
  }
}

export class Witness {
  /** @param {string} table */
  constructor(table) {
    this._table = table;
    /** @type {Map<string | null, number>} the server's last change when each viewer joined: until then it hears of the past */
    this._joinedAt = new Map();
    /** @type {Seen} */
    this._seen = stored(`${KEY}.${table}`, { own: {}, taken: [], bound: {}, told: {}, complaints: [] });
  }

  /** What doesn't fit, in sentences. */
  get complaints() {
    return this._seen.complaints;
  }

  /** Whether the table has a proof of the newer kind. */
  get chained() {
    return this._seen.proof === CHAINED;
  }

  /** Store it: a table has an entry of its own, and of old ones the last are kept. */
  _keep() {
    for (const told of Object.values(this._seen.told)) {
      const numbers = Object.keys(told.heads).map(Number).sort((a, b) => a - b);
      for (const number of numbers.slice(0, -MOST_HEADS)) delete told.heads[number];
    }
    storage.write(`${KEY}.${this._table}`, JSON.stringify(this._seen));
    const known = stored(KEY, /** @type {string[]} */ ([]));
    if (known[0] === this._table) return;
    const tables = [this._table, ...known.filter((table) => table !== this._table)];
    storage.write(KEY, JSON.stringify(tables.slice(0, MOST_TABLES)));
    for (const table of tables.slice(MOST_TABLES)) storage.remove(`${KEY}.${table}`);
  }

  // Sitting down.

  /**
   * How to take a seat: bound to a string, or with the string itself if all others are bound to theirs.
   * @param {string} seat
   * @param {SeatInfos} seats
   */
  seatRequest(seat, seats) {
    const string = (this._seen.own[seat] ??= randomText(24));
    this._keep();
    const last = Object.entries(seats).every(([name, other]) => name === seat || other);
    return last || !this.chained ? { string } : { commitment: stringCommitment(seat, string) };
  }

  /** @param {string} seat the server has granted it */
  granted(seat) {
    if (!this._seen.taken.includes(seat)) this._seen.taken.push(seat);
    this._keep();
  }

  /**
   * The string that a seat on this device should reveal now; null: none.
   * @param {string | null} seat
   * @param {SeatInfos} seats
   */
  toReveal(seat, seats) {
    const mine = seat === null ? null : seats[seat];
    const string = this._seen.own[seat ?? ""];
    if (!mine || mine.string !== null || !string || this.complaints.length) return null;
    if (Object.values(seats).includes(null) || mine.commitment !== stringCommitment(String(seat), string)) return null;
    return string;
  }

  // What the server tells.

  /** @param {TableInfo & {seats: SeatInfos}} info */
  seeTable(info) {
    const { rulings } = info;
    if (this._seen.commitment === undefined) {
      Object.assign(this._seen, { commitment: info.commitment, game: info.game, rulings, proof: info.proof, branched: info.branch !== undefined });
    }
    if (info.commitment !== this._seen.commitment) this._complain("the server has changed its commitment, so it could choose what chance brings");
    const other = Object.entries(this._seen.rulings ?? {}).some(([name, ruling]) => rulings[name] !== ruling); // a newer version may have more
    if (info.game !== this._seen.game || other) this._complain("the server has changed the game or its rulings");
    this.seeSeats(info.seats);
  }

  /**
   * @param {SeatInfos} seats
   * @param {boolean} [past] whether it was so in the past: then some may have been free
   */
  seeSeats(seats, past = false) {
    const { bound, own, taken } = this._seen;
    for (const [seat, there] of Object.entries(seats)) {
      if (!there) {
        if (seat in bound && !past) this._complain(`the server has taken ${withArticle(seat)} out of its seat, which was bound to a string`);
        continue;
      }
      const by = there.string === null ? there.commitment ?? "" : stringCommitment(seat, there.string);
      if (taken.includes(seat) && own[seat] && by !== stringCommitment(seat, own[seat])) {
        this._complain(`the server has put another string in the place of yours (${withArticle(seat)})`);
      } else if ((bound[seat] ??= by) !== by) {
        this._complain(`${withArticle(seat)}'s ${there.string === null ? "commitment was changed" : "string isn't the one that it was bound to"}`);
      }
    }
    this._keep();
  }

  /**
   * A new connection is made.
   * @param {string | null} viewer
   */
  join(viewer) {
    this._joinedAt.delete(viewer);
  }

  /**
   * A message that a viewer on this device was sent.
   * @param {string | null} viewer
   * @param {ServerMessage} message
   */
  see(viewer, message) {
    if (message.type !== "table" && message.type !== "change" && message.type !== "joined") return;
    const told = this._told(viewer);
    const past = message.type !== "joined" && message.number <= (this._joinedAt.get(viewer) ?? 0);
    if (message.type !== "change" && message.number < told.number && !past) {
      this._complain(`the server has forgotten what it told before: ${told.number} changes, of which ${message.number} are left`);
      told.heads = Object.fromEntries(Object.entries(told.heads).filter(([number]) => Number(number) <= message.number));
      told.number = message.number;
    }
    if (message.type === "joined") {
      this._joinedAt.set(viewer, message.number);
      return;
    }
    if (message.type === "table") {
      if ((message.undone ?? 0) > told.undone) this._takenBack(told, message.number, message.undone ?? 0, message.ask);
      this.seeTable(message);
    } else if (message.seats) this.seeSeats(message.seats, past || message.number <= told.number);
    told.number = Math.max(told.number, message.number);
    if (this.chained && !this._seen.branched && message.number) this._seeHead(told, message.number, message.head);
    if (message.ended && hex(sha256(fromHex(message.ended.secret))) !== this._seen.commitment) {
      this._complain("the secret that the server tells now isn't the one that it had committed to");
    }
    this._keep();
  }

  /**
   * A choice of one's own, which the server has stored.
   * @param {string | null} viewer
   * @param {number} ask
   * @param {string} choice
   */
  noteChoice(viewer, ask, choice) {
    this._told(viewer).choices[ask] = choice;
    this._keep();
  }

  /** @param {string | null} viewer */
  _told(viewer) {
    return (this._seen.told[viewer ?? ""] ??= { heads: {}, choices: {}, number: 0, undone: 0, undoneAt: 0 });
  }

  /**
   * @param {Told} told
   * @param {number} number
   * @param {string | undefined} head
   */
  _seeHead(told, number, head) {
    if (number < told.undoneAt) return;
    if (head === undefined) this._complain(`change ${number} came without the chain's head`);
    else if ((told.heads[number] ??= head) !== head) this._complain(`change ${number} is told differently from before: what happened has been rewritten`);
  }

  /**
   * What was told since then isn't part of the match any more.
   * @param {Told} told
   * @param {number} number of the change
   * @param {number} undone
   * @param {number | null} ask
   */
  _takenBack(told, number, undone, ask) {
    Object.assign(told, { undone, undoneAt: number, heads: {} });
    if (ask !== null) told.choices = Object.fromEntries(Object.entries(told.choices).filter(([number]) => Number(number) < ask));
  }

  /** @param {string} sentence */
  _complain(sentence) {
    if (!this.complaints.includes(sentence)) this.complaints.push(sentence);
  }

  // After the end.

  /**
   * What doesn't fit between a server's record and what was promised and seen; null if everything does.
   * @param {string} text
   * @returns {string | null}
   */
  check(text) {
    if (this.complaints.length) return this.complaints[0];
    const record = recordChain(text);
    if (!record) return "the server's record has no proof that chance was fair";
    if (record.commitment !== this._seen.commitment || hex(sha256(fromHex(record.secret))) !== record.commitment) return "the server's record has another commitment than the one that this browser saw first";
    for (const [seat, by] of Object.entries(this._seen.bound)) {
      if (stringCommitment(seat, record.strings[seat] ?? "") !== by) return `the server's record has another string for ${withArticle(seat)} than the one that it was bound to`;
    }
    if (record.seed !== record.rightSeed) return "the seed doesn't follow from the secret and the strings";
    if (!this.chained) return null;
    if (!record.heads.length || record.heads.at(-1) !== record.chain) return "the server's record doesn't fit its own chain";
    for (const [viewer, told] of Object.entries(this._seen.told)) {
      const wrong = checkTold(record, viewer, told);
      if (wrong) return wrong;
    }
    return null;
  }
}

/**
 * @param {import("./record_chain.js").RecordChain} record
 * @param {string} viewer "" is a spectator
 * @param {Told} told
 * @returns {string | null}
 */
function checkTold(record, viewer, { heads, choices }) {
  const made = record.choices.filter(([who]) => who === viewer).map(([, what]) => what);
  for (const [ask, choice] of Object.entries(choices)) {
    if (made[Number(ask)] !== choice) return `the server's record doesn't have ${withArticle(viewer)}'s choice ${Number(ask) + 1}, ${choice}, as it was made`;
  }
  let at = 0;
  for (const number of Object.keys(heads).map(Number).sort((a, b) => a - b)) {
    while (at < record.heads.length && blindedHead(record.secret, record.heads[at], viewer, number) !== heads[number]) at++;
    if (at === record.heads.length) return `what the server told with change ${number} doesn't fit its record: something was added, taken out, moved or changed afterwards`;
  }
  return null;
}

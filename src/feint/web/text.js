/** Names and sentences, as English writes them. */

const LIST = new Intl.ListFormat("en-GB");

/**
 * Names in a row: "Ann", "Ann and Ben", "Ann, Ben and Cem".
 * @param {string[]} names
 */
export function list(names) {
  return LIST.format(names);
}

/**
 * A text that begins with a capital: seats may be called "missile" or "laser".
 * @param {string} text
 */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A seat's name as people write it: "Player 1" for P1 and player1, "missile".
 * @param {string} seat
 */
export function seatName(seat) {
  const number = /^(?:P|player)(\d+)$/.exec(seat)?.[1];
  return number ? `Player ${number}` : seat;
}

/**
 * A seat with an article, unless it is called by a number: "the missile", "Player 1".
 * @param {string} seat
 */
export function withArticle(seat) {
  return /^[a-z]{2,}$/.test(seat) ? `the ${seat}` : seatName(seat);
}

/**
 * Whoever plays a seat: "the missile player", "Player 1".
 * @param {string} seat
 */
export function player(seat) {
  return /^[a-z]{2,}$/.test(seat) ? `the ${seat} player` : seatName(seat);
}

/**
 * An error of the server's as a sentence: with a capital, unless it begins with a ruling's name or a choice, and a full stop.
 * @param {string} text
 */
export function asSentence(text) {
  return (/^[a-z]+ /.test(text) ? capitalize(text) : text) + (/[.!?]$/.test(text) ? "" : ".");
}

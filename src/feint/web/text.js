/** Names and sentences, as English writes them. */

const LIST = new Intl.ListFormat("en-GB");

/**
 * Names in a row: "P1", "P1 and P2", "P1, P2 and P3".
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
 * An error of the server's as a sentence: with a capital, unless it begins with a ruling's name or a choice, and a full stop.
 * @param {string} text
 */
export function asSentence(text) {
  return (/^[a-z]+ /.test(text) ? capitalize(text) : text) + (/[.!?]$/.test(text) ? "" : ".");
}

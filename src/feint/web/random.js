/** Random text that nobody can guess: tokens, ids, and the strings that players bring to a match. */

/** @param {number} bytes how many random bytes it is made of */
export function randomText(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...numbers)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

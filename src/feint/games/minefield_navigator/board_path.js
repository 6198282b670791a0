/** Where the steps of the minefield lie, in a space of any size. Pure numbers, in pixels. */

/** @typedef {{x: number, y: number}} Point */

/**
 * Where the steps are: in rows, there and back, as a path that winds down the field.
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} columns
 * @property {number} pitch from one step to the next in a row
 * @property {number} size of all that is on the field, 1 for a step of 96 by 52
 * @property {number} wide how wide a step is
 * @property {number} high how high
 * @property {Point[]} at by step; 0 is the start
 */

const [WIDE, HIGH] = [96, 52]; // a step
const [APART, BELOW] = [110, 128]; // from one to the next, with a player above it and a button below
const KEEP = 0.7; // of the size that steps could have
const LEAST = 0.45; // the size at which they can still be read
const ABOVE = 0.28; // rows: the sign at the start is higher than a player

/**
 * Lay out a path for the room there is, in the rows that make its steps largest. The path keeps the columns that it had, even if
 * others would make the steps somewhat larger: nobody finds their way on a path that winds differently after every sentence.
 * @param {number} width
 * @param {number} height
 * @param {number} steps
 * @param {number} [before] how many columns it had; 0: it wasn't there
 * @returns {Layout}
 */
export function layOut(width, height, steps, before = 0) {
  const edge = Math.min(18, width * 0.015);
  const fit = (/** @type {number} */ across) => Math.min((width - 2 * edge) / across / APART, height / (Math.ceil((steps + 1) / across) + ABOVE) / BELOW, 3);
  let [size, columns] = [0, steps + 1];
  for (let tried = 1; tried <= steps + 1; tried += 1) {
    const across = Math.ceil((steps + 1) / tried);
    if (fit(across) > size * 1.01) [size, columns] = [fit(across), across];
  }
  if (before && fit(before) > Math.max(size * KEEP, LEAST)) [size, columns] = [fit(before), before];
  const rows = Math.ceil((steps + 1) / columns);
  const pitch = Math.min((width - 2 * edge) / columns, APART * size * 1.5);
  const row = Math.min(height / (rows + ABOVE), BELOW * size * 1.5);
  const left = (width - columns * pitch) / 2 + pitch / 2;
  const top = (height - row * (rows + ABOVE)) / 2 + row * ABOVE;
  const at = Array.from({ length: steps + 1 }, (_, n) => {
    const line = Math.floor(n / columns);
    const column = n % columns;
    const sway = rows === 1 ? 7 * size * Math.sin(n * 1.3) : 0;
    return { x: left + (line % 2 ? columns - 1 - column : column) * pitch, y: top + (line + 0.47) * row + sway };
  });
  return { width, height, columns, pitch, size, wide: Math.min(WIDE * size * 1.2, pitch * 0.88), high: HIGH * size, at };
}

/** The path's middle line: along the rows, and round at their ends. @param {Layout} layout */
export function winding({ at, pitch, width, size }) {
  let d = `M${at[0].x.toFixed(1)} ${at[0].y.toFixed(1)}`;
  for (let n = 1; n < at.length; n += 1) {
    const { x, y } = at[n];
    const before = at[n - 1];
    const out = x < width / 2 ? -1 : 1;
    const bend = Math.min(26 * size, pitch * 0.3) * out;
    d += Math.abs(before.x - x) > 1 ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `C${(x + bend).toFixed(1)} ${(before.y + 30 * size).toFixed(1)} ${(x + bend).toFixed(1)} ${(y - 30 * size).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}

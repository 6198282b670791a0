/** Where the steps of the minefield lie, on a screen of any width. Pure numbers. */

/** @typedef {{x: number, y: number}} Point */

/**
 * Where the steps are: in rows, there and back, as a path that winds down the screen.
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} pitch
 * @property {number} size of players, 1 on a narrow screen
 * @property {number} wide how wide a step is
 * @property {number} high how high
 * @property {Point[]} at by step; 0 is the start
 */

/**
 * Lay out a path for the room there is.
 * @param {number} room
 * @param {number} steps
 * @returns {Layout}
 */
export function layOut(room, steps) {
  const width = Math.min(1120, Math.max(300, room));
  const narrow = width < 640;
  const edge = narrow ? 6 : 18;
  const most = Math.floor((width - 2 * edge) / (narrow ? 62 : 100));
  const rows = Math.ceil((steps + 1) / most);
  const columns = Math.ceil((steps + 1) / rows);
  const pitch = Math.min(150, (width - 2 * edge) / columns);
  const size = narrow ? 1 : 1.25;
  const top = 56 + 38 * size;
  const row = 78 + 50 * size;
  const left = (width - columns * pitch) / 2 + pitch / 2;
  const at = Array.from({ length: steps + 1 }, (_, n) => {
    const line = Math.floor(n / columns);
    const column = n % columns;
    const sway = rows === 1 ? 7 * Math.sin(n * 1.3) : 0;
    return { x: left + (line % 2 ? columns - 1 - column : column) * pitch, y: top + line * row + sway };
  });
  return { width, height: top + (rows - 1) * row + 88, pitch, size, wide: Math.min(104, pitch - 10), high: Math.min(58, pitch * 0.72), at };
}

/** The path's middle line: along the rows, and round at their ends. @param {Layout} layout */
export function winding({ at, pitch, width }) {
  let d = `M${at[0].x.toFixed(1)} ${at[0].y.toFixed(1)}`;
  for (let n = 1; n < at.length; n += 1) {
    const { x, y } = at[n];
    const before = at[n - 1];
    const out = x < width / 2 ? -1 : 1;
    const bend = Math.min(26, pitch * 0.3) * out;
    d += Math.abs(before.x - x) > 1 ? `L${x.toFixed(1)} ${y.toFixed(1)}` : `C${(x + bend).toFixed(1)} ${(before.y + 30).toFixed(1)} ${(x + bend).toFixed(1)} ${(y - 30).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}

/** Writes animated GIFs: pictures from a canvas, one after the other, each with at most 256 colours. */

const MOST_COLOURS = 256;
const MOST_CODES = 4096;

export class GifWriter {
  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this._width = width;
    this._height = height;
    /** @type {Uint32Array | null} the picture before */
    this._before = null;
    /** @type {BlobPart[]} */
    this._parts = [
      bytes("GIF89a", width, width >> 8, height, height >> 8, 0, 0, 0),
      bytes(0x21, 0xff, 11, "NETSCAPE2.0", 3, 1, 0, 0, 0), // again and again
    ];
  }

  /**
   * Add a picture. Only the part of it that differs from the one before is stored.
   * @param {ImageData} picture
   * @param {number} ms how long it is shown
   */
  add(picture, ms) {
    const pixels = new Uint32Array(picture.data.buffer.slice(0));
    const { x, y, width, height } = this._changed(pixels);
    this._before = pixels;
    const part = new Uint32Array(width * height);
    for (let row = 0; row < height; row++) {
      const start = (y + row) * this._width + x;
      part.set(pixels.subarray(start, start + width), row * width);
    }
    const { palette, indices } = quantize(part);
    const time = Math.round(ms / 10);
    this._parts.push(
      bytes(0x21, 0xf9, 4, 4, time, time >> 8, 0, 0),
      bytes(0x2c, x, x >> 8, y, y >> 8, width, width >> 8, height, height >> 8, 0x87),
      palette,
      compress(indices),
    );
  }

  /** The file. */
  finish() {
    return new Blob([...this._parts, bytes(0x3b)], { type: "image/gif" });
  }

  /**
   * The rectangle in which a picture differs from the one before; one pixel if it is the same.
   * @param {Uint32Array} pixels
   */
  _changed(pixels) {
    const [wide, high, before] = [this._width, this._height, this._before];
    if (!before) return { x: 0, y: 0, width: wide, height: high };
    let [left, top, right, bottom] = [wide, high, -1, -1];
    for (let at = 0; at < pixels.length; at++) {
      if (pixels[at] === before[at]) continue;
      const x = at % wide;
      const y = (at - x) / wide;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/**
 * Bytes from numbers, of which the lowest eight bits count, and texts.
 * @param {...(number | string)} content
 */
function bytes(...content) {
  return Uint8Array.from(content.flatMap((part) => (typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
}

/**
 * The colours of a picture, brought down to 256 by median cut: colours that are close together become one.
 * @param {Uint32Array} pixels
 * @returns {{palette: Uint8Array<ArrayBuffer>, indices: Uint8Array}}
 */
function quantize(pixels) {
  const key = (/** @type {number} */ colour) => ((colour & 0xf8) << 7) | ((colour >> 6) & 0x3e0) | ((colour >> 19) & 0x1f);
  const sums = new Float64Array(4 * 32768); // how many there are of a kind, and their red, green and blue
  for (const colour of pixels) {
    const at = 4 * key(colour);
    sums[at] += 1;
    sums[at + 1] += colour & 255;
    sums[at + 2] += (colour >> 8) & 255;
    sums[at + 3] += (colour >> 16) & 255;
  }
  const kinds = [];
  for (let kind = 0; kind < 32768; kind++) if (sums[4 * kind]) kinds.push(kind);
  const mean = (/** @type {number} */ kind, /** @type {number} */ channel) => sums[4 * kind + channel] / sums[4 * kind];
  /** @type {(kinds: number[]) => {kinds: number[], channel: number, weight: number}} */
  const box = (inside) => {
    let [channel, spread, count] = [1, 0, 0];
    for (const one of [1, 2, 3]) {
      let [low, high] = [255, 0];
      for (const kind of inside) {
        low = Math.min(low, mean(kind, one));
        high = Math.max(high, mean(kind, one));
      }
      if (high - low > spread) [channel, spread] = [one, high - low];
    }
    for (const kind of inside) count += sums[4 * kind];
    return { kinds: inside, channel, weight: inside.length > 1 ? spread * Math.sqrt(count) : 0 };
  };
  const boxes = [box(kinds)];
  while (boxes.length < MOST_COLOURS) {
    const widest = boxes.reduce((one, other) => (other.weight > one.weight ? other : one));
    if (!widest.weight) break;
    const { channel } = widest;
    const sorted = widest.kinds.toSorted((one, other) => mean(one, channel) - mean(other, channel));
    const middle = sorted.length >> 1;
    boxes.splice(boxes.indexOf(widest), 1, box(sorted.slice(0, middle)), box(sorted.slice(middle)));
  }
  const palette = new Uint8Array(3 * MOST_COLOURS);
  const index = new Uint8Array(32768);
  boxes.forEach(({ kinds: inside }, number) => {
    const total = [0, 0, 0, 0];
    for (const kind of inside) {
      index[kind] = number;
      for (let channel = 0; channel < 4; channel++) total[channel] += sums[4 * kind + channel];
    }
    for (let channel = 0; channel < 3; channel++) palette[3 * number + channel] = Math.round(total[channel + 1] / total[0]);
  });
  return { palette, indices: Uint8Array.from(pixels, (colour) => index[key(colour)]) };
}

/**
 * LZW as GIF has it, in blocks of up to 255 bytes.
 * @param {Uint8Array} indices
 * @returns {Uint8Array<ArrayBuffer>}
 */
function compress(indices) {
  const CLEAR = 256;
  const END = 257;
  /** @type {number[]} */
  const out = [8];
  /** @type {number[]} */
  let block = [];
  let [buffer, filled, size, next] = [0, 0, 9, END + 1];
  /** @type {Map<number, number>} a code and the colour after it: the code of both */
  let codes = new Map();
  const flush = () => {
    if (block.length) out.push(block.length, ...block);
    block = [];
  };
  const write = (/** @type {number} */ code) => {
    buffer |= code << filled;
    for (filled += size; filled >= 8; filled -= 8, buffer >>>= 8) {
      block.push(buffer & 255);
      if (block.length === 255) flush();
    }
  };
  write(CLEAR);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at++) {
    const pair = (prefix << 8) | indices[at];
    const known = codes.get(pair);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next === MOST_CODES) {
      write(CLEAR);
      codes = new Map();
      [size, next] = [9, END + 1];
    } else {
      if (next === 1 << size) size += 1;
      codes.set(pair, next++);
    }
    prefix = indices[at];
  }
  write(prefix);
  write(END);
  if (filled) block.push(buffer & 255);
  flush();
  out.push(0);
  return Uint8Array.from(out);
}

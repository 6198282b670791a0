/** SHA-256 and HMAC. A browser has its own only over https; this one works wherever the page does. */

const ROUNDS = 64;
const { first, constants } = tables();

/** The first 32 bits of the fractional parts of square and cube roots of primes, as the standard wants them. */
function tables() {
  const [first, constants] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let number = 2; constants.length < ROUNDS; number++) {
    let divisor = 2;
    while (number % divisor) divisor++;
    if (divisor < number) continue;
    if (first.length < 8) first.push(fraction(number ** (1 / 2)));
    constants.push(fraction(number ** (1 / 3)));
  }
  return { first, constants };
}

/** @param {number} root */
function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

/** @param {number} word @param {number} by */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = [...first];
  const w = new Int32Array(ROUNDS);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < ROUNDS; i++) {
      if (i < 16) w[i] = view.getInt32(block + 4 * i);
      else {
        const [a, b] = [w[i - 15], w[i - 2]];
        const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
        const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < ROUNDS; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  const made = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => made.setInt32(4 * i, word));
  return new Uint8Array(made.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 */
export function hmac(key, bytes) {
  const short = key.length > 64 ? sha256(key) : key;
  const mixed = (/** @type {number} */ pad) => Uint8Array.from({ length: 64 }, (_, i) => (short[i] ?? 0) ^ pad);
  return sha256(joined(mixed(0x5c), sha256(joined(mixed(0x36), bytes))));
}

/** @param {Uint8Array} one @param {Uint8Array} two */
function joined(one, two) {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

/** @param {string} text */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

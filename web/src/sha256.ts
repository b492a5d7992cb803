/** SHA-256 of a text, so that anybody can check a sealed bid: pages that come over plain http have no `crypto.subtle`. */

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const WORD = 2 ** 32;

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of the primes' roots, as the standard defines them. */
const fraction = (value: number): number => Math.floor((value % 1) * WORD);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The hash as 64 small hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < bytes.byteLength; at += BLOCK_BYTES) state = mixed(state, schedule(bytes, at));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The bytes, a one bit, zeros, and how many bits there were. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const all = new Uint8Array(blocks * BLOCK_BYTES);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 4, bytes.length * 8);
  return view;
}

function schedule(bytes: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => bytes.getInt32(at + 4 * i));
  for (let i = 16; i < ROUNDS.length; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[i - 16]! + first + words[i - 7]! + second) | 0);
  }
  return words;
}

function mixed(state: readonly number[], words: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  ROUNDS.forEach((constant, i) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + constant + words[i]!;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) | 0);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

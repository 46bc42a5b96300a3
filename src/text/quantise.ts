/** int8 uses -127 to 127: symmetric, so that a vector and its opposite quantise alike. */
const MAX_LEVEL = 127;

/** First byte of a stored vector: how its levels follow. */
const DENSE = 0;
const SPARSE = 1;
/** Of the format and the scale, which is a little-endian float32. */
const HEAD_BYTES = 5;
/** Of the number of dimensions, little-endian; only a sparse vector says it. */
const COUNT_BYTES = 2;

/** The levels of a vector, -127 to 127, and what one level is worth. */
export interface Quantised {
  readonly scale: number;
  readonly levels: Int8Array;
}

/**
 * A vector as the hexadecimal digits of its stored bytes, 773 at most for 768 dimensions: a format, its scale, and one
 * signed byte a dimension, or, where that is shorter, a bit a dimension and a byte for each that is not 0. Undefined for
 * a vector without direction (zeros, not finite): such are never stored.
 */
export function quantise(vector: Float32Array): string | undefined {
  let greatest = 0;
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
  if (!(greatest > 0 && Number.isFinite(greatest))) return undefined;
  const levels = new Int8Array(vector.length);
  for (const [index, value] of vector.entries()) levels[index] = Math.round((value / greatest) * MAX_LEVEL);
  return storedVector(greatest, levels);
}

/** The stored form of levels whose greatest stands for `greatest`. */
export function storedVector(greatest: number, levels: Int8Array): string {
  const set = levels.filter((level) => level !== 0);
  const bitmapBytes = Math.ceil(levels.length / 8);
  const isSparse = COUNT_BYTES + bitmapBytes + set.length < levels.length;
  const body = isSparse ? COUNT_BYTES + bitmapBytes + set.length : levels.length;
  const bytes = new Uint8Array(HEAD_BYTES + body);
  const view = new DataView(bytes.buffer);
  bytes[0] = isSparse ? SPARSE : DENSE;
  view.setFloat32(1, greatest, true);
  if (!isSparse) {
    bytes.set(levels, HEAD_BYTES);
    return toHex(bytes);
  }
  view.setUint16(HEAD_BYTES, levels.length, true);
  const bitmap = bytes.subarray(HEAD_BYTES + COUNT_BYTES);
  for (const [index, level] of levels.entries())
    if (level !== 0) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
  bitmap.set(set, bitmapBytes);
  return toHex(bytes);
}

/** The vector that `quantise` wrote, to within 1/254 of its greatest value. Throws when the text is too short for one. */
export function dequantise(text: string): Float32Array {
  const { scale, levels } = quantised(text);
  return Float32Array.from(levels, (level) => level * scale);
}

/** The stored levels, for comparing without making floats. Throws when the text is too short for one. */
export function quantised(text: string): Quantised {
  const bytes = fromHex(text);
  if (bytes.length <= HEAD_BYTES) throw new Error("Not a stored vector: too short.");
  const scale = new DataView(bytes.buffer).getFloat32(1, true) / MAX_LEVEL;
  return { scale, levels: bytes[0] === SPARSE ? spread(bytes) : new Int8Array(bytes.buffer, HEAD_BYTES) };
}

/** The levels of a sparse vector. Plain loops over the bits that are set: a search decodes a hundred vectors. */
function spread(bytes: Uint8Array<ArrayBuffer>): Int8Array {
  const levels = new Int8Array(new DataView(bytes.buffer).getUint16(HEAD_BYTES, true));
  const bitmap = bytes.subarray(HEAD_BYTES + COUNT_BYTES);
  let next = Math.ceil(levels.length / 8);
  for (let at = 0; at * 8 < levels.length; at += 1)
    for (let bits = bitmap[at] as number; bits !== 0; bits &= bits - 1)
      levels[at * 8 + lowestBit(bits)] = bitmap[next++] as number;
  return levels;
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Cosine of the angle between two vectors of equal length, -1 to 1; 0 when either has no direction. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    normA += x * x;
    normB += y * y;
  }
  const norms = Math.sqrt(normA * normB);
  return norms > 0 ? Math.min(1, Math.max(-1, dot / norms)) : 0;
}

/** Dimensions that are multiplied before it is asked whether the rest can still matter. */
const BLOCK = 192;

/** A vector's levels, and for each block the squared norm of the vector from there to its end. */
export interface Direction {
  readonly levels: Int8Array;
  readonly squares: Float64Array;
}

export function directionOf(levels: Int8Array): Direction {
  const squares = new Float64Array(Math.ceil(levels.length / BLOCK) + 1);
  for (let block = squares.length - 2; block >= 0; block--)
    squares[block] = (squares[block + 1] ?? 0) + dotOfBlock(levels, levels, block);
  return { levels, squares };
}

/** Sum of the products of two vectors' levels in a block. Whole numbers: a search compares some thousand pairs. */
function dotOfBlock(a: Int8Array, b: Int8Array, block: number): number {
  const end = Math.min((block + 1) * BLOCK, a.length);
  let sum = 0;
  for (let at = block * BLOCK; at < end; at++) sum = (sum + Math.imul(a[at] as number, b[at] as number)) | 0;
  return sum;
}

/**
 * Whether the cosine of two vectors of equal length is above `limit`; it never is where one has no direction. Stops at the
 * block from which on even parallel rests would not do (Cauchy and Schwarz), which with most pairs comes early.
 */
export function isCloserThan(limit: number, a: Direction, b: Direction): boolean {
  const squareAt = (block: number) => (a.squares[block] ?? 0) * (b.squares[block] ?? 0);
  const length = Math.sqrt(squareAt(0));
  let dot = 0;
  for (let block = 0; block + 1 < a.squares.length; block++) {
    dot += dotOfBlock(a.levels, b.levels, block);
    // Products are whole numbers: one less leaves room for what rounding adds.
    if (dot + Math.sqrt(squareAt(block + 1)) < limit * length - 1) return false;
  }
  return dot / length > limit;
}

const DIGITS = "0123456789ABCDEF";
const PAIRS = Array.from({ length: 256 }, (_, byte) => `${DIGITS[byte >> 4]}${DIGITS[byte & 15]}`);

/** In capitals, as SQLite's `hex` writes it. */
function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** Of text that `toHex` or SQLite wrote. */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = (digitValue(text.charCodeAt(2 * at)) << 4) | digitValue(text.charCodeAt(2 * at + 1));
  return bytes;
}

/** Of a digit's code: digits are 0x30 and more, letters 0x41 and 0x61 and more. */
const digitValue = (code: number): number => (code & 15) + 9 * (code >> 6);

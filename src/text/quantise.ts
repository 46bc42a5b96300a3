/** int8 uses -127 to 127: symmetric, so that a vector and its opposite quantise alike. */
const MAX_LEVEL = 127;
const SCALE_BYTES = 4;

/**
 * A vector as text of about 1 KB for 768 dimensions: its greatest value as a little-endian float32, then one signed
 * byte a dimension, in base64. Undefined for a vector without direction (zeros, not finite): such are never stored.
 */
export function quantise(vector: Float32Array): string | undefined {
  let greatest = 0;
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
  if (!(greatest > 0 && Number.isFinite(greatest))) return undefined;
  const bytes = new Uint8Array(SCALE_BYTES + vector.length);
  new DataView(bytes.buffer).setFloat32(0, greatest, true);
  const levels = new Int8Array(bytes.buffer, SCALE_BYTES);
  for (const [index, value] of vector.entries()) levels[index] = Math.round((value / greatest) * MAX_LEVEL);
  return toBase64(bytes);
}

/** The vector that `quantise` wrote, to within 1/254 of its greatest value. Throws when the text is none of its. */
export function dequantise(text: string): Float32Array {
  const { scale, levels } = quantised(text);
  return Float32Array.from(levels, (level) => level * scale);
}

/** The stored levels and what one level is worth, for comparing without making floats. */
export function quantised(text: string): { readonly scale: number; readonly levels: Int8Array } {
  const bytes = fromBase64(text);
  if (bytes.length <= SCALE_BYTES) throw new Error("Not a quantised vector: too short.");
  const scale = new DataView(bytes.buffer).getFloat32(0, true) / MAX_LEVEL;
  return { scale, levels: new Int8Array(bytes.buffer, SCALE_BYTES) };
}

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

/** A plain loop: a search decodes a hundred vectors, and Uint8Array.from with a function takes ten times as long. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < units.length; at += 1) bytes[at] = units.charCodeAt(at);
  return bytes;
}

/** String.fromCharCode takes its arguments from the stack; a few thousand are safe everywhere. */
const CODES_AT_ONCE = 4_096;

function toBase64(bytes: Uint8Array): string {
  let units = "";
  for (let at = 0; at < bytes.length; at += CODES_AT_ONCE) {
    units += String.fromCharCode(...bytes.subarray(at, at + CODES_AT_ONCE));
  }
  return btoa(units);
}

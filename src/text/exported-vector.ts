import { type Quantised, quantised, storedVector } from "./quantise.ts";

// Exports write a vector in base64: its greatest value as a little-endian float32, then one signed byte a dimension.

const SCALE_BYTES = 4;
const MAX_LEVEL = 127;

/** A stored vector as an export writes it. Throws when the text is no stored vector. */
export function exportVector(stored: string): string {
  const { scale, levels } = quantised(stored);
  const bytes = new Uint8Array(SCALE_BYTES + levels.length);
  new DataView(bytes.buffer).setFloat32(0, scale * MAX_LEVEL, true);
  bytes.set(levels, SCALE_BYTES);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A vector of an export as it is stored. Throws when the text is no exported vector. */
export function importVector(exported: string): string {
  const { scale, levels } = readExported(exported);
  return storedVector(scale * MAX_LEVEL, levels);
}

/** The levels of a vector in an export. Throws when the text is none. */
export function readExported(exported: string): Quantised {
  const bytes = Uint8Array.from(atob(exported), (unit) => unit.charCodeAt(0));
  if (bytes.length <= SCALE_BYTES) throw new Error("Not an exported vector: too short.");
  const scale = new DataView(bytes.buffer).getFloat32(0, true) / MAX_LEVEL;
  return { scale, levels: new Int8Array(bytes.buffer, SCALE_BYTES) };
}

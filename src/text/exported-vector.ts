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

/** The levels of a vector in an export. Throws when the text holds no vector. */
function readExported(exported: string): Quantised {
  const bytes = Uint8Array.from(atob(exported), (unit) => unit.charCodeAt(0));
  if (bytes.length <= SCALE_BYTES) throw new Error("Not an exported vector: too short.");
  const scale = new DataView(bytes.buffer).getFloat32(0, true) / MAX_LEVEL;
  return { scale, levels: new Int8Array(bytes.buffer, SCALE_BYTES) };
}

/** What is wrong with an exported vector: its form, its dimensions or a length of zero; undefined: nothing. */
export function vectorProblem(vector: string, dimensions: number): string | undefined {
  try {
    const { scale, levels } = readExported(vector);
    if (levels.length !== dimensions)
      return `a vector has ${dimensions} dimensions, this one ${levels.length}`;
    const hasDirection = Number.isFinite(scale) && scale > 0 && levels.some((level) => level !== 0);
    return hasDirection ? undefined : "a vector has a direction, this one is zero";
  } catch (error) {
    if (error instanceof Error) return "a vector is base64 of its scale and its levels";
    throw error;
  }
}

/** Dimensions in an identity, `model|pooling|dimensions|prefix version` (ports.ts); 0 for another text. */
export const dimensionsOf = (identity: string): number => Number(identity.split("|").at(-2)) || 0;

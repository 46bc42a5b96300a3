import { readExported } from "./exported-vector.ts";

/** Why an exported vector is none of so many dimensions with a direction; undefined when it is. */
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

/** Of an identity's key: `model|pooling|dimensions|prefix version` (ports.ts); 0 when it is none. */
export const dimensionsOf = (identity: string): number => Number(identity.split("|").at(-2)) || 0;

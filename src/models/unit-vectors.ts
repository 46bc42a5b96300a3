import { ModelError } from "./model-error.ts";
import type { Vector } from "./ports.ts";

interface ExpectedVectors {
  readonly count: number;
  readonly dimensions: number;
  /** What to say of vectors of another length. */
  readonly otherDimensions: (found: number) => string;
}

/**
 * A model's vectors as unit vectors. Too few, too many, of other dimensions, without direction or not finite: the whole
 * answer is AppError `embedder_unavailable`, so that nothing of it is ever stored.
 */
export function unitVectors(rows: unknown, expected: ExpectedVectors): Vector[] {
  if (!Array.isArray(rows) || rows.length !== expected.count)
    throw badAnswer("The model's answer has not one vector for each text");
  return rows.map((row) => unitVector(row, expected));
}

function unitVector(row: unknown, { dimensions, otherDimensions }: ExpectedVectors): Vector {
  if (!Array.isArray(row) || !row.every((value) => typeof value === "number"))
    throw badAnswer("The model's answer has something else than numbers in a vector");
  if (row.length !== dimensions) throw badAnswer(otherDimensions(row.length));
  const vector = Float32Array.from(row);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0 && Number.isFinite(length)))
    throw badAnswer("The model answered a vector without direction");
  return vector.map((value) => value / length);
}

const badAnswer = (message: string): ModelError =>
  new ModelError("embedder_unavailable", message, { reason: "bad_answer" });

/** Vectors of texts by their places; an empty text has none, and is not sent. */
export async function embedFilled(
  texts: readonly string[],
  embed: (filled: readonly string[]) => Promise<readonly Vector[]>,
): Promise<(Vector | undefined)[]> {
  const filled = texts.filter((text) => text !== "");
  const vectors = filled.length === 0 ? [] : await embed(filled);
  let next = 0;
  return texts.map((text) => (text === "" ? undefined : vectors[next++]));
}

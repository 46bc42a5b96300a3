import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import { atOnce, type Steps } from "../text/steps.ts";

/** D1 takes no longer value. */
const MAX_VALUE_BYTES = 2_000_000;

const encoder = new TextEncoder();

/** JSON lists of the rows, each small enough to be one bound value; a row is never split. Throws `too_large` for a larger row. */
export const jsonParts = (rows: readonly unknown[], maxBytes?: number): string[] =>
  atOnce(jsonPartSteps(rows, maxBytes));

/** The same in steps. */
export function* jsonPartSteps(
  rows: readonly unknown[],
  maxBytes: number = DEFAULTS.maxJsonBytes,
): Steps<string[]> {
  const parts: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const json = JSON.stringify(row);
    const bytes = encoder.encode(json).length + 1;
    if (bytes + 1 > MAX_VALUE_BYTES)
      throw new AppError(
        "too_large",
        `One record has ${bytes} bytes as JSON; the database takes ${MAX_VALUE_BYTES}`,
      );
    if (size + bytes > maxBytes) {
      parts.push([]);
      size = 2;
    }
    parts.at(-1)?.push(json);
    size += bytes;
    yield bytes;
  }
  return parts.map((part) => `[${part.join(",")}]`);
}

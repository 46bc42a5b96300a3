import { DEFAULTS } from "../config.ts";

const encoder = new TextEncoder();

/** JSON lists of the rows, each small enough to be one bound value; a row is never split. */
export function jsonParts(rows: readonly unknown[], maxBytes: number = DEFAULTS.maxJsonBytes): string[] {
  const parts: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const json = JSON.stringify(row);
    const bytes = encoder.encode(json).length + 1;
    if (size + bytes > maxBytes) {
      parts.push([]);
      size = 2;
    }
    parts.at(-1)?.push(json);
    size += bytes;
  }
  return parts.map((part) => `[${part.join(",")}]`);
}

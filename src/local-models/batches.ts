import type { Encoded } from "./tokenizer.ts";

/**
 * Tokens of a batch, padding counted. Larger ones are slower on a few cores (2,048 by a third), and a query that comes
 * in waits until the batch under way has ended.
 */
const BATCH_TOKENS = 512;

/**
 * Texts in batches of about equal length, by their places: what is padded is calculated too. A text that is longer than a
 * batch is one by itself.
 */
export function batchesOf(lengths: readonly number[], most = BATCH_TOKENS): readonly (readonly number[])[] {
  const places = lengths.map((_, at) => at).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  const batches: number[][] = [];
  for (const at of places) {
    const last = batches.at(-1);
    // Sorted: the newest is the longest, and all are padded to it.
    if (last !== undefined && (last.length + 1) * (lengths[at] ?? 0) <= most) last.push(at);
    else batches.push([at]);
  }
  return batches;
}

/** A batch as the rows of one input, row after row. */
export interface PaddedBatch {
  readonly rows: number;
  readonly columns: number;
  readonly ids: BigInt64Array;
  readonly mask: BigInt64Array;
  readonly types: BigInt64Array;
}

/** Pads each text to the longest of the batch, and masks what was padded. */
export function padded(batch: readonly Encoded[], padId: number): PaddedBatch {
  const columns = batch.reduce((longest, { ids }) => Math.max(longest, ids.length), 0);
  const size = batch.length * columns;
  const ids = new BigInt64Array(size).fill(BigInt(padId));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  batch.forEach((text, row) => {
    text.ids.forEach((id, at) => {
      ids[row * columns + at] = BigInt(id);
      mask[row * columns + at] = 1n;
      types[row * columns + at] = BigInt(text.types[at] ?? 0);
    });
  });
  return { rows: batch.length, columns, ids, mask, types };
}

import { expect, it } from "vitest";
import { MAX_METADATA_BYTES } from "../../src/contract/memory-fields.ts";
import { merge } from "../../src/memories/duplicates/merge.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";

const memory = (metadata: object) =>
  ({
    text: "A boat.",
    metadata,
    tags: [],
    entities: [],
    timesObserved: 1,
    lastObserved: 1,
  }) as unknown as MemoryRecord;

it("joins metadata as far as the bytes of both may be kept, not their characters", () => {
  const [before, observed] = [
    { a: "ж".repeat(MAX_METADATA_BYTES / 4) },
    { b: "ж".repeat(MAX_METADATA_BYTES / 4) },
  ];
  const merged = merge(memory(before), { ...memory(observed), times: 1, at: 2 });
  expect(merged.metadata).toEqual(before);
  expect(merge(memory({ a: 1 }), { ...memory({ b: 2 }), times: 1, at: 2 }).metadata).toEqual({ a: 1, b: 2 });
});

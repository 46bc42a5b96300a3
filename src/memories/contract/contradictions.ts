import { z } from "@hono/zod-openapi";
import { answerSchema, requestSchema } from "../../contract/common.ts";
import { MemoryId } from "./memories.ts";
import { ListedMemory } from "./memory-lists.ts";

/** Pairs of a page. */
const MAX_PAIRS = 50;

export const ContradictionListParameters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_PAIRS).default(20),
  cursor: z.string().max(200).optional().describe("`nextCursor` of the page before"),
});
export type ContradictionListParameters = z.infer<typeof ContradictionListParameters>;

export const ContradictionList = answerSchema("ContradictionList", {
  pairs: z
    .array(
      z.object({
        newer: ListedMemory.describe("Said later: on the day that its text begins with, else by its date"),
        older: ListedMemory,
      }),
    )
    .describe("Each once, those first of which one was said last"),
  nextCursor: z.string().nullable().describe("Cursor of the next page; null: this is the last"),
});
export type ContradictionList = z.infer<typeof ContradictionList>;

export const ContradictionPath = z.object({ id: MemoryId, other: MemoryId });

export const ContradictionChange = requestSchema("ContradictionChange", {
  settled: z.boolean().describe("true: both hold, and nobody is asked again; false: this is open again"),
});
export type ContradictionChange = z.infer<typeof ContradictionChange>;

export const ContradictionAnswer = answerSchema("ContradictionAnswer", {
  memory: z.string(),
  other: z.string(),
  settled: z.boolean(),
});
export type ContradictionAnswer = z.infer<typeof ContradictionAnswer>;

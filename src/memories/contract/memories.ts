import { z } from "@hono/zod-openapi";
import { answerSchema, Flag, requestSchema, SessionId } from "../../contract/common.ts";
import { MayContradictText } from "../../contract/may-contradict.ts";
import {
  CHANGE_SHAPE,
  isStorable,
  MEMORY_ID_FORM,
  MEMORY_SHAPE,
  MemoryType,
  REMEMBER_SHAPE,
} from "../../contract/memory-fields.ts";

const OfferedRivals = z
  .array(MayContradictText)
  .describe("Memories that it may contradict: remember the text again with `supersedes` to replace one");

/** Characters of one memory: some forty pages. Longer texts are files. */
export const MAX_MEMORY_CHARS = 100_000;
const MAX_BATCH_MEMORIES = 100;
const ID = /^[0-9a-f]{8,32}$/;
/** Types that a workspace adds, at most. */
export const MAX_OWN_TYPES = 50;

export const MemoryId = z
  .string()
  .regex(ID, MEMORY_ID_FORM)
  .describe("An id, or a start of one that no other memory has");

const Text = z
  .string()
  .min(1)
  .max(MAX_MEMORY_CHARS)
  .refine(isStorable, "well-formed text without NUL")
  .refine((text) => text.trim() !== "", "says nothing");

export const RememberRequest = requestSchema("RememberRequest", {
  text: Text,
  ...REMEMBER_SHAPE,
  supersedes: MemoryId.optional().describe("The memory that it takes the place of"),
  force: z.boolean().default(false).describe("Keep it although it looks like noise"),
});
export type RememberRequest = z.infer<typeof RememberRequest>;

/** Whatever it is, the batch is read; described as what it should be. */
const OneOfMany = z
  .custom<z.input<typeof RememberRequest>>(() => true)
  .transform((given): unknown => given)
  .openapi({ type: "object", allOf: [{ $ref: "#/components/schemas/RememberRequest" }] });

/** Each memory is looked at by itself: what is wrong with one keeps none of the others out. */
export const RememberBatchRequest = requestSchema("RememberBatchRequest", {
  memories: z.array(OneOfMany).min(1).max(MAX_BATCH_MEMORIES),
});
export type RememberBatchRequest = z.infer<typeof RememberBatchRequest>;

export const MemoryChange = requestSchema("MemoryChange", {
  text: Text.optional(),
  ...CHANGE_SHAPE,
  expects: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("`version` of the memory as it was read: another one by now is a `conflict`"),
  force: z.boolean().default(false),
});
export type MemoryChange = z.infer<typeof MemoryChange>;

export const MemoryMergeRequest = requestSchema("MemoryMergeRequest", {
  other: MemoryId.describe("The memory that becomes part of this one; its id leads here from then on"),
  text: Text.optional().describe("What it says from then on; else its own text"),
  force: z.boolean().default(false),
});
export type MemoryMergeRequest = z.infer<typeof MemoryMergeRequest>;

/** As many as are written in one transaction on the free plan. */
const MAX_PARTS = 6;

export const MemorySplitRequest = requestSchema("MemorySplitRequest", {
  texts: z
    .array(Text)
    .min(2)
    .max(MAX_PARTS)
    .describe("The first is what the memory itself says from then on"),
  force: z.boolean().default(false),
});
export type MemorySplitRequest = z.infer<typeof MemorySplitRequest>;

/** What votes say of a memory. */
export const VOTED_SHAPE = {
  votes: z.object({ up: z.number().int(), down: z.number().int() }).describe("Votes for and against it"),
  quality: z
    .number()
    .describe(
      "(1 + ups) / (2 + ups + downs), 0 to 1, at once with every vote, each of which fades; 0.5 without any",
    ),
};

export const MEMORY_STATES = ["live", "superseded", "forgotten"] as const;

export const Memory = answerSchema("Memory", {
  id: z.string(),
  state: z.enum(MEMORY_STATES),
  text: z.string(),
  ...MEMORY_SHAPE,
  timesObserved: z.number(),
  ...VOTED_SHAPE,
  firstObserved: z.string(),
  lastObserved: z.string(),
  supersedes: z.string().nullable(),
  supersededBy: z.string().nullable(),
  dedupe: z
    .enum(["done", "pending"])
    .describe("pending: it is still to be compared with others of its type, once it has its embedding"),
  version: z.number().describe("Rises with every change; 0 when it is not live"),
});
export type Memory = z.infer<typeof Memory>;

const Redacted = z
  .array(z.object({ kind: z.string(), count: z.number() }))
  .describe("Secrets redacted from the text, by kind");

export const RememberAnswer = answerSchema("RememberAnswer", {
  memory: Memory,
  action: z.enum(["created", "merged", "unchanged"]),
  mergedInto: z.string().nullable().describe("Id of the memory that said so already"),
  dedupe: z.enum(["done", "pending"]),
  redacted: Redacted,
  mayContradict: OfferedRivals,
  version: z.number().describe("The workspace's version from which it is searchable"),
});
export type RememberAnswer = z.infer<typeof RememberAnswer>;

export const RememberBatchAnswer = answerSchema("RememberBatchAnswer", {
  answers: z
    .array(
      z.union([
        RememberAnswer,
        z.object({
          error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
        }),
      ]),
    )
    .describe("One for each memory, in order"),
  created: z.number(),
  merged: z.number(),
  failed: z.number(),
});
export type RememberBatchAnswer = z.infer<typeof RememberBatchAnswer>;

export const MemoryChangeAnswer = answerSchema("MemoryChangeAnswer", {
  memory: Memory,
  redacted: Redacted,
  version: z.number(),
});
export type MemoryChangeAnswer = z.infer<typeof MemoryChangeAnswer>;

export const MemorySplitAnswer = answerSchema("MemorySplitAnswer", {
  memories: z.array(Memory).describe("The memory itself, then the new ones, in the order of the texts"),
  redacted: Redacted,
  version: z.number(),
});
export type MemorySplitAnswer = z.infer<typeof MemorySplitAnswer>;

const Observation = z.object({
  text: z.string(),
  type: z.string(),
  confidence: z.number(),
  session: z.string().nullable(),
  source: z.string().nullable(),
  at: z.string(),
});
export type Observation = z.infer<typeof Observation>;

/** Older texts that a memory is shown with. */
export const SHOWN_OBSERVATIONS = 20;

export const MemoryParameters = z.strictObject({
  history: Flag.default(false).describe("Also what it superseded and what superseded it"),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(SHOWN_OBSERVATIONS)
    .describe("Older texts of a page"),
  cursor: z.string().max(64).optional().describe("`nextCursor` of the page before"),
});
export type MemoryParameters = z.infer<typeof MemoryParameters>;

export const MemoryAnswer = answerSchema("MemoryAnswer", {
  memory: Memory,
  mergedInto: z
    .string()
    .nullable()
    .describe("The id asked for was merged into this memory; null: it is the one asked for"),
  mayContradict: OfferedRivals,
  observations: z
    .array(Observation)
    .describe("Older texts, of edits and of duplicates, newest first; each wording once"),
  nextCursor: z.string().nullable().describe("Cursor of the next older texts; null: there are no more"),
  history: z
    .array(Memory)
    .optional()
    .describe("The memories that it superseded and that superseded it, oldest first"),
});
export type MemoryAnswer = z.infer<typeof MemoryAnswer>;

export const ForgetParameters = z.strictObject({
  now: Flag.default(false).describe("For good: nothing brings it back"),
});

export const ForgetAnswer = answerSchema("ForgetAnswer", {
  id: z.string(),
  undoUntil: z.string().nullable().describe("Until then undo brings it back; null: gone"),
  supersedes: z.string().nullable().describe("What it had superseded, which stays superseded"),
  version: z.number(),
});
export type ForgetAnswer = z.infer<typeof ForgetAnswer>;

export const ForgetRequest = requestSchema("ForgetRequest", {
  query: z.string().trim().min(1).max(2_000).refine(isStorable, "well-formed text without NUL"),
  type: MemoryType.optional(),
  session: SessionId.optional(),
});
export type ForgetRequest = z.infer<typeof ForgetRequest>;

export const ForgetByQueryAnswer = answerSchema("ForgetByQueryAnswer", {
  forgotten: ForgetAnswer.nullable().describe("Null: nothing was forgotten, name one by its id"),
  candidates: z.array(
    z.object({
      id: z.string(),
      text: z.string().describe("Its beginning"),
      score: z.number().describe("0 to 1, how much it says what the query says"),
    }),
  ),
});
export type ForgetByQueryAnswer = z.infer<typeof ForgetByQueryAnswer>;

export const MemoryTypes = answerSchema("MemoryTypes", {
  builtIn: z.array(z.string()),
  own: z.array(z.string()).describe("The workspace's own"),
});
export type MemoryTypes = z.infer<typeof MemoryTypes>;

export const MemoryTypesChange = requestSchema("MemoryTypesChange", {
  own: z.array(MemoryType).max(MAX_OWN_TYPES),
});
export type MemoryTypesChange = z.infer<typeof MemoryTypesChange>;

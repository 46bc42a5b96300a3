import { z } from "@hono/zod-openapi";
import { answerSchema, hasControls, requestSchema } from "../../contract/common.ts";
import { RecallId } from "./recalls.ts";

/** Longest note, characters. */
export const MAX_NOTE_CHARS = 500;

/** Rank of a hit, or the id of its passage or memory: more digits than a rank has make it an id. */
const HIT = /^(?:[1-9]\d{0,2}|[0-9a-f]{8,64})$/;

const HitName = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine(
    (text) => HIT.test(text),
    "a hit's rank, or the id of a passage or memory or at least 8 characters of its start",
  )
  .describe("The hit: its rank in that answer, or its id or the start of it; without a recall an id");

const OfRecall = RecallId.optional().describe(
  "`recallId` of an answer, or the start of it; left out: the vote is on a passage or memory by its id, whether or not it was ever found",
);

export const VOTES = ["up", "down"] as const;

export const FeedbackRequest = requestSchema("FeedbackRequest", {
  recallId: OfRecall,
  chunk: HitName,
  value: z.enum(VOTES),
  note: z
    .string()
    .max(MAX_NOTE_CHARS)
    .refine((text) => text.isWellFormed() && !hasControls(text), "no control characters")
    .optional(),
});
export type FeedbackRequest = z.infer<typeof FeedbackRequest>;

export const FeedbackParameters = z.strictObject({ recallId: OfRecall, chunk: HitName });
export type FeedbackParameters = z.infer<typeof FeedbackParameters>;

const Of = z.string().nullable().describe("null: the vote is on the passage or memory itself");

export const Vote = z.object({
  recallId: Of,
  chunk: z.string().describe("Id of the passage that the recall returned; of a memory its own"),
  citation: z.string().meta({ examples: ["notes:guides/keys.md"] }),
  query: z.string().nullable().describe("null: the log does not have it (any more)"),
  value: z.enum(VOTES),
  note: z.string().nullable(),
  at: z.string(),
});
export type Vote = z.infer<typeof Vote>;

export const FeedbackAnswer = answerSchema("Feedback", {
  recallId: Of,
  chunk: z.string(),
  value: z.enum([...VOTES, "none"]),
  votes: z
    .object({ net: z.number() })
    .describe("What the votes on this chunk sum up to now; each fades by half in 180 days"),
  version: z.number().describe("Of the workspace: kept answers of earlier ones are gone"),
});
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>;

export const FeedbackListParameters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional().describe("`nextCursor` of the page before"),
});

export const FeedbackList = answerSchema("FeedbackList", {
  votes: z.array(Vote),
  nextCursor: z.string().nullable(),
});
export type FeedbackList = z.infer<typeof FeedbackList>;

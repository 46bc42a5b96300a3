import { z } from "@hono/zod-openapi";
import { hasControls } from "../../contract/common.ts";
import { RecallId } from "./recalls.ts";

/** Longest note, characters. */
export const MAX_NOTE_CHARS = 500;

/** Rank of a hit, or its chunk's id: more digits than a rank has make it an id. */
const HIT = /^(?:[1-9]\d{0,2}|[0-9a-f]{8,64})$/;

const HitName = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => HIT.test(text), "a hit's rank, or its chunk's id or at least 8 characters of its start")
  .meta({ description: "The hit: its rank in that answer, or its chunk's id or the start of it" });

export const VOTES = ["up", "down"] as const;

export const FeedbackRequest = z
  .strictObject({
    recallId: RecallId,
    chunk: HitName,
    value: z.enum(VOTES),
    note: z
      .string()
      .max(MAX_NOTE_CHARS)
      .refine((text) => text.isWellFormed() && !hasControls(text), "no control characters")
      .optional(),
  })
  .openapi("FeedbackRequest");
export type FeedbackRequest = z.infer<typeof FeedbackRequest>;

export const FeedbackParameters = z.object({ recallId: RecallId, chunk: HitName }).strict();
export type FeedbackParameters = z.infer<typeof FeedbackParameters>;

export const Vote = z.object({
  recallId: z.string(),
  chunk: z.string().meta({ description: "Id of the chunk that the recall returned" }),
  citation: z.string().meta({ examples: ["notes:guides/keys.md"] }),
  query: z.string().nullable().meta({ description: "null: the log does not have it (any more)" }),
  value: z.enum(VOTES),
  note: z.string().nullable(),
  at: z.string(),
});
export type Vote = z.infer<typeof Vote>;

export const FeedbackAnswer = z
  .object({
    recallId: z.string(),
    chunk: z.string(),
    value: z.enum([...VOTES, "none"]),
    votes: z
      .object({ net: z.number() })
      .meta({ description: "What the votes on this chunk sum up to now; each fades by half in 180 days" }),
    version: z.number().meta({ description: "Of the workspace: kept answers of earlier ones are gone" }),
  })
  .openapi("Feedback");
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>;

export const FeedbackListParameters = z
  .object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().meta({ description: "`next` of the page before" }),
  })
  .strict();

export const FeedbackList = z
  .object({ votes: z.array(Vote), next: z.string().nullable() })
  .openapi("FeedbackList");
export type FeedbackList = z.infer<typeof FeedbackList>;

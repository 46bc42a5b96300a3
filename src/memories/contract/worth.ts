import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../../config.ts";
import { answerSchema, requestSchema } from "../../contract/common.ts";

/** What a memory that was taken from a conversation can be. */
export const WORTH_TYPES = ["decision", "preference", "correction", "learning", "gap", "fact"] as const;

const MAX_STATEMENT_CHARS = 300;

export const WorthRequest = requestSchema("WorthRequest", {
  statements: z
    .array(
      z.strictObject({ by: z.enum(["person", "agent"]), text: z.string().min(1).max(MAX_STATEMENT_CHARS) }),
    )
    .min(1)
    .max(DEFAULTS.maxStatements)
    .describe("Sentences of a conversation with an agent, in order, and who said each"),
});
export type WorthRequest = z.infer<typeof WorthRequest>;

export const WorthAnswer = answerSchema("WorthAnswer", {
  kept: z
    .array(z.object({ statement: z.number().int(), type: z.enum(WORTH_TYPES) }))
    .describe("Those worth remembering: `statement` counts from 0"),
  model: z.string().describe("The text model that judged"),
});
export type WorthAnswer = z.infer<typeof WorthAnswer>;

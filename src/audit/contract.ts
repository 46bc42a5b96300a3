import { z } from "@hono/zod-openapi";
import { answerSchema, Flag, requestSchema } from "../contract/common.ts";

/** Longest cursor: a check's name and a place in a table. */
const MAX_CURSOR_CHARS = 8_000;

const Cursor = z
  .string()
  .max(MAX_CURSOR_CHARS)
  .optional()
  .describe("`nextCursor` of the page before; the first page has none");

export const AuditParameters = z.strictObject({
  full: Flag.default(false).describe(
    "Look at everything; otherwise samples, where a workspace has over 2,000 chunks",
  ),
  cursor: Cursor,
});

export const RepairRequest = requestSchema("RepairRequest", {
  full: z.boolean().default(false),
  cursor: Cursor,
});
export type RepairRequest = z.infer<typeof RepairRequest>;

export const AuditCheckAnswer = z.object({
  check: z.string(),
  promise: z.string().describe("What must hold"),
  checked: z.number().describe("How many were looked at"),
  failed: z.number().describe("For how many of them it does not hold"),
  examples: z.array(z.object({ id: z.string(), note: z.string().nullable() })),
  repair: z.array(z.string()).describe("Steps that make it so again, in order; empty while nothing is wrong"),
});
export type AuditCheckAnswer = z.infer<typeof AuditCheckAnswer>;

export const AuditAnswer = answerSchema("Audit", {
  workspace: z.string(),
  full: z.boolean(),
  checks: z.array(AuditCheckAnswer).describe("Checks of this page; one may go on in the next"),
  nextCursor: z.string().nullable().describe("Send it as `cursor`; null: the audit is complete"),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;

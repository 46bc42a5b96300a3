import { z } from "@hono/zod-openapi";

/** Longest cursor: a check's name and a place in a table. */
const MAX_CURSOR_CHARS = 8_000;

const Cursor = z
  .string()
  .max(MAX_CURSOR_CHARS)
  .optional()
  .meta({ description: "`next` of the page before; the first page has none" });

export const AuditParameters = z
  .object({
    full: z.enum(["true", "false"]).default("false").meta({
      description: "Look at everything; otherwise samples, where a workspace has over 2,000 chunks",
    }),
    cursor: Cursor,
  })
  .strict();

export const RepairRequest = z
  .strictObject({ full: z.boolean().default(false), cursor: Cursor })
  .openapi("RepairRequest");
export type RepairRequest = z.infer<typeof RepairRequest>;

export const AuditCheckAnswer = z.object({
  check: z.string(),
  promise: z.string().meta({ description: "What must hold" }),
  checked: z.number().meta({ description: "How many were looked at" }),
  failed: z.number().meta({ description: "For how many of them it does not hold" }),
  examples: z.array(z.object({ id: z.string(), note: z.string().nullable() })),
  repair: z
    .array(z.string())
    .meta({ description: "Steps that make it so again, in order; empty while nothing is wrong" }),
});
export type AuditCheckAnswer = z.infer<typeof AuditCheckAnswer>;

export const AuditAnswer = z
  .object({
    workspace: z.string(),
    full: z.boolean(),
    checks: z.array(AuditCheckAnswer).meta({ description: "Checks of this page; one may go on in the next" }),
    next: z.string().nullable().meta({ description: "Send it as `cursor`; null: the audit is complete" }),
  })
  .openapi("Audit");
export type AuditAnswer = z.infer<typeof AuditAnswer>;

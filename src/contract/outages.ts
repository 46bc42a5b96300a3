import { z } from "@hono/zod-openapi";

/** What a search asks beside the database. */
const MODEL_PARTS = ["embedder", "vector_index", "reranker", "generator"] as const;
export type ModelPart = (typeof MODEL_PARTS)[number];

/** Closed list: what kept one of them from answering. */
export const OUTAGE_REASONS = [
  /** The key is missing, wrong, or not allowed to do this. */
  "unauthorized",
  /** There is no such address or model. */
  "not_found",
  /** The allowance of the day or the account is used up. */
  "quota",
  /** MODEL_BUDGET_PER_DAY is. */
  "model_budget",
  /** The workspace's own quota of model calls is. */
  "workspace_quota",
  /** Too much is asked of it for the moment. */
  "capacity",
  "timeout",
  /** No connection: refused, cut off, no such host. */
  "unreachable",
  /** It does not take this text. */
  "refused_text",
  /** It finds fault with the request, whether with a setting or with the text. */
  "bad_request",
  /** It answered something else than it was asked for. */
  "bad_answer",
  /** What the text model wrote cannot be used. */
  "unusable_text",
  /** Any other status or failure. */
  "error",
] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];

/** Why a part did not answer. For admins alone: it tells of servers, which other tokens need not know of. */
export const Outage = z
  .object({
    part: z.enum(MODEL_PARTS),
    reason: z.enum(OUTAGE_REASONS),
    status: z
      .number()
      .int()
      .optional()
      .meta({ description: "What it answered: an HTTP status, or a code of Workers AI or Vectorize" }),
    message: z.string().meta({ description: "In a sentence, with the settings to look at" }),
    since: z.string().optional().meta({ description: "When it failed first" }),
    retryAt: z
      .string()
      .optional()
      .meta({ description: "It is not asked until then; the first search afterwards tries it" }),
  })
  .openapi("Outage");
export type Outage = z.infer<typeof Outage>;

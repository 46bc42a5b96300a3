import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../../config.ts";
import { PROFILES } from "./constants.ts";
import { DEGRADED, Fallback, IndexState, Outages, SearchAnswer, SearchRequest } from "./search.ts";

/** Closed list: where a chunk is in an answer, or the first reason that it is not there. */
const WHY = [
  "shown",
  "skipped",
  "not_in_workspace",
  "filtered",
  "phrase_missing",
  "no_arm",
  "no_query_term",
  "no_vector",
  "beyond_keyword_pool",
  "beyond_vector_pool",
  "beyond_recent_pool",
  "not_fused",
  "below_arm_threshold",
  "below_fused_threshold",
  "below_relevance_floor",
  "below_least_relevance",
  "dropped_by_stage",
  "beyond_limit",
] as const;
export type WhyReason = (typeof WHY)[number];

/** Shorter starts of ids are too often those of several chunks. */
export const MIN_ID_CHARS = 8;
/** Longest way to name a chunk: root, path and lines. */
const MAX_PLACE_CHARS = 2 * DEFAULTS.maxPathChars;

export const ExplainRequest = SearchRequest.pick({
  query: true,
  limit: true,
  profile: true,
  filters: true,
  settings: true,
  minScore: true,
  minRelevance: true,
  session: true,
  auto: true,
  expand: true,
  asOf: true,
  consistency: true,
})
  .extend({
    id: z
      .string()
      .min(1)
      .max(MAX_PLACE_CHARS)
      .meta({
        description: `A chunk: its id, at least ${MIN_ID_CHARS} characters of its start, or a citation`,
        examples: ["notes:guides/keys.md#L3-L9"],
      }),
  })
  .openapi("ExplainRequest");
export type ExplainRequest = z.infer<typeof ExplainRequest>;

const Rank = z.number().int().nullable();

export const ExplainAnswer = z
  .object({
    chunk: z
      .object({ id: z.string(), root: z.string(), citation: z.string() })
      .nullable()
      .meta({ description: "null: there is none in this workspace" }),
    reason: z.enum(WHY),
    message: z.string().meta({ description: "The reason in words" }),
    step: z.string().nullable().meta({ description: "The step that dropped it" }),
    dropped: z.string().nullable().meta({ description: "Why that step drops: noise, too old, …" }),
    filters: z.array(z.string()).readonly().meta({ description: "Filters that it does not pass" }),
    rank: Rank.meta({ description: "Its place in the answer, or the place that the limit cut off" }),
    ranks: z.object({
      keyword: Rank.meta({ description: "By keyword; null: no word of the query occurs, or unknown" }),
      vector: Rank.meta({ description: "By meaning; null: beyond the arm's pool, or unknown" }),
    }),
    steps: z
      .array(
        z.object({
          step: z.string(),
          in: z.number(),
          out: z.number(),
          rank: Rank,
          score: z.number().nullable(),
        }),
      )
      .readonly()
      .meta({ description: "Every step with the chunk's rank and score after it; null: not among them" }),
    outcome: SearchAnswer.shape.outcome,
    degraded: z.array(z.enum(DEGRADED)),
    outages: Outages,
    profile: z.enum(PROFILES),
    limit: z.number().int(),
    pool: z.literal("original").optional(),
    fallback: Fallback.optional(),
    use: z.object({ repaired: z.array(z.object({ from: z.string(), to: z.string() })) }),
    index: IndexState,
    asOf: z.string(),
  })
  .openapi("WhyAnswer");
export type ExplainAnswer = z.infer<typeof ExplainAnswer>;

import { z } from "@hono/zod-openapi";
import { answerSchema, requestSchema, Flag, SessionId } from "../../contract/common.ts";
import { PROFILES } from "../../search/contract/constants.ts";
import { DEGRADED } from "../../search/contract/search.ts";

/** Fewer characters of an id would name too many. */
const MIN_RECALL_CHARS = 8;

export const RecallId = z
  .string()
  .regex(
    new RegExp(`^[0-9a-f][0-9a-f-]{${MIN_RECALL_CHARS - 1},35}$`),
    `\`recallId\` of an answer, or at least ${MIN_RECALL_CHARS} characters of its start`,
  )
  .describe("`recallId` of an answer, or the start of it");

/** Outcomes that a logged search can have had. */
export const OUTCOMES = ["found", "nothing_found", "nothing_relevant", "skipped"] as const;

export const RecallParameters = z.strictObject({
  after: z.iso.datetime().optional().describe("At or after this time"),
  before: z.iso.datetime().optional().describe("Before this time"),
  session: SessionId.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  profile: z.enum(PROFILES).optional(),
  voted: Flag.optional().describe("true: only those with votes"),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(36).optional().describe("`nextCursor` of the page before"),
});
export type RecallParameters = z.infer<typeof RecallParameters>;

const Votes = z.object({ up: z.number().int(), down: z.number().int() });

export const RecallSummary = z.object({
  recallId: z.string(),
  at: z.string(),
  query: z.string().nullable().describe("null: only its hash is kept"),
  queryHash: z.string().nullable(),
  session: z.string().nullable(),
  token: z.string().describe("Id of the token that asked"),
  profile: z.string(),
  profileVersion: z.string().nullable().describe("Hash of all its settings as they were"),
  filters: z.record(z.string(), z.unknown()).nullable(),
  outcome: z.enum(OUTCOMES),
  degraded: z.array(z.enum(DEGRADED)),
  cached: z.boolean().describe("A kept answer was repeated"),
  totalMs: z.number(),
  tokens: z.number().describe("Of the hits that were returned, estimated high"),
  hitCount: z.number().int(),
  best: z.string().nullable().describe("Citation of the first hit whose document is there"),
  votes: Votes,
  judged: z
    .array(z.object({ root: z.string(), path: z.string(), up: z.number().int(), down: z.number().int() }))
    .describe("Documents that were voted on here, where they are by now"),
});
export type RecallSummary = z.infer<typeof RecallSummary>;

export const RecallHit = z.object({
  rank: z.number().int(),
  chunk: z.string().nullable().describe("null: its document is gone"),
  root: z.string().nullable(),
  path: z.string().nullable(),
  citation: z.string().nullable(),
  score: z.number(),
  arms: z.record(z.string(), z.number()),
  votes: Votes,
});
export type RecallHit = z.infer<typeof RecallHit>;

export const RecallList = answerSchema("RecallList", {
  recalls: z.array(RecallSummary),
  nextCursor: z.string().nullable(),
  log: z.object({
    queries: z.enum(["text", "hash", "off"]).describe("What is kept of queries"),
    days: z.number().describe("How long a search is kept"),
    on: z.boolean().describe("This workspace has not turned it off"),
  }),
});
export type RecallList = z.infer<typeof RecallList>;

export const RecallAnswer = RecallSummary.extend({ hits: z.array(RecallHit) }).openapi("Recall");
export type RecallAnswer = z.infer<typeof RecallAnswer>;

export const RecallLogChange = requestSchema("RecallLogChange", { on: z.boolean() });
export type RecallLogChange = z.infer<typeof RecallLogChange>;
export const RecallLogAnswer = answerSchema("RecallLog", { on: z.boolean() });

export const ClearParameters = z.strictObject({
  before: z.iso.datetime().optional().describe("Only what is older"),
});
export const ClearAnswer = answerSchema("RecallsDeleted", {
  deleted: z.number(),
  isDone: z.boolean().describe("false: there is more; ask again"),
});
export type ClearAnswer = z.infer<typeof ClearAnswer>;

export const REPORTS = ["never_found", "popular", "stale"] as const;
export type ReportKind = (typeof REPORTS)[number];

export const ReportParameters = z.strictObject({
  kind: z
    .enum(REPORTS)
    .describe(
      "never_found: queries without a hit; popular: documents in the first 3 most often in 30 days; stale: documents that no search returned in 90 days",
    ),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ReportParameters = z.infer<typeof ReportParameters>;

export const ReportedQuery = z.object({
  query: z.string().nullable(),
  queryHash: z.string().nullable(),
  count: z.number().int(),
  lastAt: z.string(),
});
export type ReportedQuery = z.infer<typeof ReportedQuery>;

export const ReportedDocument = z.object({
  root: z.string(),
  path: z.string(),
  kind: z.string(),
  title: z.string().nullable(),
  count: z.number().int().optional().describe("popular: searches that had it in their first 3"),
  lastAt: z.string().optional().describe("popular: the latest of them"),
  quality: z
    .number()
    .optional()
    .describe("stale, of memories: (1 + ups) / (2 + ups + downs), votes faded; 0.5 without any"),
  indexedAt: z.string(),
});
export type ReportedDocument = z.infer<typeof ReportedDocument>;

export const RecallReport = answerSchema("RecallReport", {
  kind: z.enum(REPORTS),
  since: z.string().nullable().describe("What the log tells begins here; null: it is empty"),
  searches: z.number().int().describe("Searches looked at: at most the newest 50,000"),
  queries: z.array(ReportedQuery).optional().describe("never_found, most frequent first"),
  documents: z
    .array(ReportedDocument)
    .optional()
    .describe("popular, most often first; stale, the least quality first, then the oldest"),
});
export type RecallReport = z.infer<typeof RecallReport>;

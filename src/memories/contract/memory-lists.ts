import { z } from "@hono/zod-openapi";
import { DEFAULTS, LANE, REVIEW_TAG } from "../../config.ts";
import { answerSchema, Flag, SessionId } from "../../contract/common.ts";
import { RIVALS_SHAPE } from "../../contract/may-contradict.ts";
import { LISTED_SHAPE } from "../../contract/memory-fields.ts";
import { FilterFields } from "../../search/contract/filters.ts";
import { KINDS } from "../../search/contract/hits.ts";
import { MEMORY_STATES, MemoryId, VOTED_SHAPE } from "./memories.ts";

/** Characters of a memory that a list shows. */
export const LISTED_CHARS = 300;

const Source = z.string().trim().min(1).max(500).describe("Only from there");
const Limit = (least: number, usual: number) => z.coerce.number().int().min(least).max(100).default(usual);

const MEMORY_SORTS = [
  "newest",
  "oldest",
  "created",
  "importance",
  "priority",
  "observed",
  "recalled",
] as const;

/** Characters, and words, of a text that memories are looked through for. */
const MAX_SOUGHT_CHARS = 200;
const MAX_SOUGHT_WORDS = 8;

const OfMemories = {
  type: FilterFields.type.optional(),
  tag: FilterFields.tag.optional(),
  session: FilterFields.session.optional(),
  source: Source.optional(),
};

export const MemoryListParameters = z.strictObject({
  ...OfMemories,
  minQuality: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Only of at least this quality: (1 + ups) / (2 + ups + downs), 0.5 without votes"),
  after: FilterFields.after.optional(),
  before: FilterFields.before.optional(),
  text: z
    .string()
    .trim()
    .max(MAX_SOUGHT_CHARS)
    .refine((text) => text.split(/\s+/).length <= MAX_SOUGHT_WORDS, `at most ${MAX_SOUGHT_WORDS} words`)
    .optional()
    .describe("Only those whose text holds each of these words, or parts of words, in any case"),
  recalled: Flag.default(false).describe("Say of each how often searches recalled it"),
  state: z
    .enum(MEMORY_STATES)
    .default("live")
    .describe(
      "live, or past ones: superseded, forgotten (for as long as undo can bring them back; for tokens that may write)",
    ),
  sort: z
    .enum(MEMORY_SORTS)
    .default("newest")
    .describe(
      "newest and oldest by the last observation; created: by the first, newest first; most important, most urgent, most often observed, most often recalled first",
    ),
  limit: Limit(1, 20),
  cursor: z
    .string()
    .max(DEFAULTS.maxPathChars)
    .optional()
    .describe("`nextCursor` of the page before; the filters must be the same"),
});
export type MemoryListParameters = z.infer<typeof MemoryListParameters>;

export const ListedMemory = answerSchema("ListedMemory", {
  id: z.string(),
  ...LISTED_SHAPE,
  text: z.string().describe(`Its first ${LISTED_CHARS} characters`),
  cut: z.boolean().describe("There is more of it"),
  timesObserved: z.number(),
  ...VOTED_SHAPE,
  firstObserved: z.string(),
  lastObserved: z.string(),
  supersedes: z.string().nullable(),
  recalled: z
    .number()
    .optional()
    .describe(
      `Searches among the last ${LANE.searches} that it was one of the first ${LANE.hits} hits of: everybody's for admins, else this token's own; only where asked for`,
    ),
  ...RIVALS_SHAPE,
});
export type ListedMemory = z.infer<typeof ListedMemory>;

export const MemoryList = answerSchema("MemoryList", {
  memories: z.array(ListedMemory),
  nextCursor: z.string().nullable().describe("Cursor of the next page; null: this is the last"),
});
export type MemoryList = z.infer<typeof MemoryList>;

export const TimelineParameters = z.strictObject({
  around: MemoryId,
  before: Limit(0, 5).describe("Memories before it"),
  after: Limit(0, 5).describe("Memories after it"),
  sameSession: Flag.default(false).describe("Only those of its own session"),
});
export type TimelineParameters = z.infer<typeof TimelineParameters>;

export const Timeline = answerSchema("MemoryTimeline", {
  before: z.array(ListedMemory).describe("Oldest first"),
  around: ListedMemory,
  after: z.array(ListedMemory).describe("Oldest first"),
});
export type Timeline = z.infer<typeof Timeline>;

const Counted = z.array(z.object({ name: z.string(), memories: z.number() }));

/** Up to so many days old, in order; what is older is in none of them. */
export const AGE_BANDS = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;

export const MemoryStatistics = answerSchema("MemoryStatistics", {
  memories: z.number(),
  observations: z.number().describe("Times that they were observed, together"),
  superseded: z.number(),
  forgotten: z.number().describe("That undo can still bring back"),
  contradictions: z.number().describe("Pairs that may contradict each other and that nobody has decided on"),
  toReview: z.number().describe(`With the tag ${REVIEW_TAG}: kept by a hook without a person's word`),
  byType: Counted.describe("Most frequent first"),
  bySource: Counted,
  bySession: Counted,
  withoutSource: z.number(),
  withoutSession: z.number(),
  sources: z.number().describe("How many there are; the lists name the 50 most frequent"),
  sessions: z.number(),
  byAge: z
    .object({
      day: z.number(),
      week: z.number(),
      month: z.number(),
      quarter: z.number(),
      year: z.number(),
      older: z.number(),
    })
    .describe("By the last observation, each memory in the first that it fits: 1, 7, 30, 90, 365 days"),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
});
export type MemoryStatistics = z.infer<typeof MemoryStatistics>;

export const RecentParameters = z.strictObject({
  session: SessionId.optional().describe("The asker's: what it remembered, if anything"),
  kind: z.enum(KINDS).optional(),
  limit: Limit(1, 10),
});
export type RecentParameters = z.infer<typeof RecentParameters>;

export const RecentAnswer = answerSchema("RecentAnswer", {
  of: z
    .enum(["session", "workspace"])
    .describe("workspace: of all sessions and files, because none was named or it has nothing"),
  items: z.array(
    z.object({
      kind: z.enum(KINDS),
      root: z.string(),
      path: z.string().describe("Of a memory: its id"),
      title: z.string().nullable(),
      type: z.string().nullable(),
      session: z.string().nullable(),
      date: z.string(),
      text: z.string().describe(`Its first ${LISTED_CHARS} characters`),
      cut: z.boolean(),
      ...RIVALS_SHAPE,
    }),
  ),
});
export type RecentAnswer = z.infer<typeof RecentAnswer>;

export const PruneMemoriesRequest = z
  .strictObject({
    olderThan: z
      .string()
      .max(32)
      .optional()
      .meta({
        description:
          "Last observed before: 90d, 12w, 3m, 1y ago, or an ISO date; needed where no session is named",
        examples: ["90d"],
      }),
    ...OfMemories,
    dryRun: z.boolean().default(false).describe("Only tell what would be forgotten"),
  })
  .refine(({ olderThan, session }) => olderThan !== undefined || session !== undefined, {
    message: "say how old, or name a session",
    path: ["olderThan"],
  })
  .openapi("PruneMemoriesRequest");
export type PruneMemoriesRequest = z.infer<typeof PruneMemoriesRequest>;

export const PruneMemoriesAnswer = answerSchema("PruneMemoriesAnswer", {
  matched: z.number().describe("What the request names, before anything was forgotten"),
  forgotten: z.number().describe("By this request; each can be brought back for 24 hours"),
  remaining: z.number().describe("Ask again until there are none"),
  before: z.string().nullable().describe("The instant that olderThan named; null: of any age"),
  samples: z.array(ListedMemory).describe("The oldest of what matched"),
});
export type PruneMemoriesAnswer = z.infer<typeof PruneMemoriesAnswer>;

import { z } from "@hono/zod-openapi";
import { LANE } from "../config.ts";
import { answerSchema } from "../contract/common.ts";
import { RIVALS_SHAPE } from "../contract/may-contradict.ts";
import { LISTED_CHARS } from "../memories/contract/memory-lists.ts";
import { VOTES } from "../recalls/contract/feedback.ts";
import { FilterFields } from "../search/contract/filters.ts";
import { KINDS } from "../search/contract/hits.ts";

export const LaneParameters = z.strictObject({
  kind: z.enum(KINDS).optional(),
  type: FilterFields.type.optional(),
  tag: FilterFields.tag.optional(),
  session: FilterFields.session.optional().describe("That asked, or that remembered"),
  memory: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "a whole id")
    .optional()
    .describe("Only this one, by its whole id"),
  after: FilterFields.after.optional().describe(`Default ${LANE.days}d`),
  before: FilterFields.before.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor: z
    .string()
    .max(400)
    .optional()
    .describe("`nextCursor` of the page before; the filters must be the same"),
});
export type LaneParameters = z.infer<typeof LaneParameters>;

export const LaneEvent = z.object({
  event: z.enum(["recalled", "remembered"]),
  at: z.string(),
  session: z.string().nullable().describe("That asked, or that remembered"),
  kind: z.enum(KINDS),
  root: z.string(),
  path: z.string().describe("Of a memory: its id"),
  title: z.string().nullable(),
  type: z.string().nullable().describe("Of a memory"),
  tags: z.array(z.string()),
  text: z.string().describe(`Its first ${LISTED_CHARS} characters`),
  cut: z.boolean(),
  timesObserved: z.number().nullable(),
  quality: z.number().nullable().describe("What its votes say, 0 to 1; null: of a file"),
  supersedes: z.string().nullable(),
  ...RIVALS_SHAPE,
  recall: z
    .object({
      recallId: z.string(),
      query: z.string().nullable().describe("null: only its hash is kept"),
      rank: z.number(),
      score: z.number(),
      chunk: z.string(),
      citation: z.string(),
      vote: z.enum(VOTES).nullable().describe("This token's own"),
    })
    .nullable()
    .describe("The search that recalled it"),
});
export type LaneEvent = z.infer<typeof LaneEvent>;

export const LaneAnswer = answerSchema("Lane", {
  events: z.array(LaneEvent).describe("Newest first"),
  types: z
    .array(z.object({ name: z.string(), recalled: z.number(), remembered: z.number() }))
    .describe(
      "Of all events by type of memory, `file` for files, most frequent first; only on the first page",
    ),
  days: z
    .array(z.object({ day: z.string(), recalled: z.number(), remembered: z.number() }))
    .describe("UTC days with events, oldest first; only on the first page"),
  of: z.enum(["workspace", "token"]).describe("Whose searches: everybody's for admins, else one's own"),
  nextCursor: z.string().nullable(),
});
export type LaneAnswer = z.infer<typeof LaneAnswer>;

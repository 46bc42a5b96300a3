import { z } from "@hono/zod-openapi";
import { LANE } from "../config.ts";
import { LISTED_CHARS } from "../memories/contract/memory-lists.ts";
import { VOTES } from "../recalls/contract/feedback.ts";
import { Filters } from "../search/contract/filters.ts";
import { KINDS } from "../search/contract/hits.ts";

export const LaneParameters = z
  .object({
    kind: z.enum(KINDS).optional(),
    type: Filters.shape.type,
    tag: Filters.shape.tag,
    session: Filters.shape.session.meta({ description: "That asked, or that remembered" }),
    after: Filters.shape.after.meta({ description: `Default ${LANE.days}d` }),
    before: Filters.shape.before,
    limit: z.coerce.number().int().min(1).max(100).default(30),
    cursor: z
      .string()
      .max(400)
      .optional()
      .meta({ description: "`next` of the page before; the filters must be the same" }),
  })
  .strict();
export type LaneParameters = z.infer<typeof LaneParameters>;

export const LaneEvent = z.object({
  event: z.enum(["recalled", "remembered"]),
  at: z.string(),
  session: z.string().nullable().meta({ description: "That asked, or that remembered" }),
  kind: z.enum(KINDS),
  root: z.string(),
  path: z.string().meta({ description: "Of a memory: its id" }),
  title: z.string().nullable(),
  type: z.string().nullable().meta({ description: "Of a memory" }),
  tags: z.array(z.string()),
  text: z.string().meta({ description: `Its first ${LISTED_CHARS} characters` }),
  cut: z.boolean(),
  timesObserved: z.number().nullable(),
  quality: z.number().nullable().meta({ description: "What its votes say, 0 to 1; null: of a file" }),
  supersedes: z.string().nullable(),
  recall: z
    .object({
      recallId: z.string(),
      query: z.string().nullable().meta({ description: "null: only its hash is kept" }),
      rank: z.number(),
      score: z.number(),
      chunk: z.string(),
      citation: z.string(),
      vote: z.enum(VOTES).nullable().meta({ description: "This token's own" }),
    })
    .nullable()
    .meta({ description: "The search that recalled it" }),
});
export type LaneEvent = z.infer<typeof LaneEvent>;

export const LaneAnswer = z
  .object({
    events: z.array(LaneEvent).meta({ description: "Newest first" }),
    types: z.array(z.object({ name: z.string(), recalled: z.number(), remembered: z.number() })).meta({
      description:
        "Of all events by type of memory, `file` for files, most frequent first; only on the first page",
    }),
    days: z
      .array(z.object({ day: z.string(), recalled: z.number(), remembered: z.number() }))
      .meta({ description: "UTC days with events, oldest first; only on the first page" }),
    of: z
      .enum(["workspace", "token"])
      .meta({ description: "Whose searches: everybody's for admins, else one's own" }),
    next: z.string().nullable(),
  })
  .openapi("Lane");
export type LaneAnswer = z.infer<typeof LaneAnswer>;

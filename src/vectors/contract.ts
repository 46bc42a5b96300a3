import { z } from "@hono/zod-openapi";

/** Work on the whole of a workspace's index, and how far it is. */
export const ReindexWork = z.object({
  kind: z.enum(["identity", "old_vectors", "chunker"]).meta({
    description: "Embedding with another model; deleting the vectors before; cutting documents anew",
  }),
  unit: z.enum(["chunks", "documents"]),
  done: z.number(),
  total: z.number(),
  startedAt: z.string(),
  endsAt: z.string().nullable().meta({ description: "By the speed so far; null before there is any" }),
  lastError: z.string().nullable(),
});
export type ReindexWork = z.infer<typeof ReindexWork>;

export const ReindexRequest = z
  .strictObject({
    failed: z
      .boolean()
      .default(false)
      .meta({ description: "Give work that was given up new attempts, and start nothing" }),
    all: z.boolean().default(false).meta({ description: "Cut and embed everything anew, stale or not" }),
  })
  .openapi("ReindexRequest");
export type ReindexRequest = z.infer<typeof ReindexRequest>;

export const ReindexAnswer = z
  .object({
    retried: z.number().meta({ description: "Pieces of work with new attempts" }),
    work: z.array(ReindexWork),
  })
  .openapi("ReindexAnswer");
export type ReindexAnswer = z.infer<typeof ReindexAnswer>;

import { z } from "@hono/zod-openapi";
import { ReindexWork } from "../workspaces/contract.ts";

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

import { z } from "@hono/zod-openapi";

export const RunParameters = z
  .object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z
      .string()
      .regex(/^\d{1,15}\.\d{1,6}$/, "send the `nextCursor` of the page before")
      .optional()
      .meta({ description: "`nextCursor` of the page before" }),
  })
  .strict();
export type RunParameters = z.infer<typeof RunParameters>;

export const Run = z.object({
  kind: z
    .string()
    .meta({ description: "queue, cron or search: a sweep that these set going; else the kind of work" }),
  startedAt: z.string(),
  ms: z.number().meta({ description: "How long it took" }),
  work: z.record(z.string(), z.number()).meta({ description: "Counts of what it did" }),
  error: z.string().nullable().meta({ description: "What ended it early; the work goes on in the next run" }),
});
export type Run = z.infer<typeof Run>;

export const RunList = z
  .object({
    runs: z
      .array(Run)
      .meta({ description: "Newest first, of 30 days; those that found nothing to do are not kept" }),
    nextCursor: z.string().nullable().meta({ description: "Where older ones begin; null: there are none" }),
  })
  .openapi("RunList");
export type RunList = z.infer<typeof RunList>;

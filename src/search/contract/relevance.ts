import { z } from "@hono/zod-openapi";

/** How far an answer can be relied on. */
export const CONFIDENCES = ["high", "low", "none"] as const;

const BASES = ["keyword", "embedded", "neural", "cross-encoder"] as const;

export const Calibration = z
  .object({
    basis: z.enum(BASES).meta({
      description:
        "What relevance is judged by: keywords alone, with word statistics, an embedder, a cross-encoder",
    }),
    measured: z.boolean().meta({ description: "false: nobody has measured it with models of this kind" }),
  })
  .openapi("Calibration");

/** Why nothing answers. */
export const Absence = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("never") }),
    z.object({
      kind: z.literal("filtered"),
      filters: z
        .array(z.string())
        .meta({ description: "Filters of the request: they leave out what answers" }),
      found: z.array(z.string()).meta({ description: "Citations, with their root, of up to three that do" }),
    }),
    z.object({
      kind: z.literal("gone"),
      memories: z.array(
        z.object({
          id: z.string(),
          state: z.enum(["superseded", "forgotten"]),
          at: z.iso.datetime(),
          supersededBy: z.string().optional(),
        }),
      ),
    }),
  ])
  .openapi("Absence");
export type Absence = z.infer<typeof Absence>;

import { z } from "@hono/zod-openapi";
import { MIN_ID_CHARS } from "./explain.ts";
import { Hit } from "./hits.ts";

const MAX_ID_CHARS = 64;

export const ChunkId = z
  .string()
  .regex(
    new RegExp(`^[0-9a-f]{${MIN_ID_CHARS},${MAX_ID_CHARS}}$`),
    `a chunk's id, or at least ${MIN_ID_CHARS} characters of its start`,
  )
  .meta({ description: "A chunk's id, or the start of it that no other has", examples: ["3f9a2c1b"] });

/** A hit without what only a search can say of it. */
export const ChunkAnswer = Hit.omit({
  score: true,
  relevance: true,
  evidence: true,
  scores: true,
  shares: true,
  trace: true,
  arms: true,
  snippet: true,
  cut: true,
})
  .extend({ text: z.string().meta({ description: "Exactly the cited lines" }) })
  .openapi("Chunk");
export type ChunkAnswer = z.infer<typeof ChunkAnswer>;

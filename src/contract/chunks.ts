import { z } from "@hono/zod-openapi";
import { MIN_ID_CHARS } from "./explain.ts";
import { HitMemory, KINDS } from "./hits.ts";

const MAX_ID_CHARS = 64;

export const ChunkId = z
  .string()
  .regex(
    new RegExp(`^[0-9a-f]{${MIN_ID_CHARS},${MAX_ID_CHARS}}$`),
    `a chunk's id, or at least ${MIN_ID_CHARS} characters of its start`,
  )
  .meta({ description: "A chunk's id, or the start of it that no other has", examples: ["3f9a2c1b"] });

export const ChunkAnswer = z
  .object({
    id: z.string(),
    root: z.string(),
    path: z.string(),
    startLine: z.number(),
    endLine: z.number(),
    startColumn: z.number().optional(),
    endColumn: z.number().optional(),
    citation: z.string(),
    headings: z.array(z.string()),
    kind: z.enum(KINDS),
    language: z.string(),
    source: z.string().nullable(),
    date: z.string().nullable(),
    documentHash: z.string(),
    indexedAt: z.string(),
    memory: HitMemory,
    text: z.string().meta({ description: "Exactly the cited lines" }),
  })
  .openapi("Chunk");
export type ChunkAnswer = z.infer<typeof ChunkAnswer>;

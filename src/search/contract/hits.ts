import { z } from "@hono/zod-openapi";
import { StoredPath } from "../../contract/common.ts";
import { RIVALS_SHAPE } from "../../contract/may-contradict.ts";
import { HIT_SHAPE } from "../../contract/memory-fields.ts";

export const VIEWS = ["full", "snippet", "compact", "digest"] as const;
export type ViewName = (typeof VIEWS)[number];
export const KINDS = ["file", "memory"] as const;

export const Relevance = z.number().min(0).max(1);
export const HitRelevance = Relevance.meta({
  description: "Probability that it answers the query, the same in every profile",
});

const Rank = z.number().int().min(1).max(10_000);
const Line = z.number().int().min(1).max(100_000_000);

/** With the root before the path where the workspace has several; of a memory its first words and the start of its id. */
const Citation = z.string().meta({
  description: "What names it among all, at every door",
  examples: [
    "guides/keys.md#L3-L9",
    "notes:guides/keys.md#L3-L9",
    "Deploys need a review (memory 3f9a2c1b04d1)",
  ],
});

const HitTrace = z
  .array(z.object({ step: z.string(), rank: Rank, score: z.number() }))
  .optional()
  .meta({ description: "explain: rank and score after every step" });
const HitEvidence = z
  .record(z.string(), z.number())
  .optional()
  .meta({ description: "explain: what its relevance is made of" });
const HitCut = z.literal(true).optional().meta({ description: "Shortened to fit the budget" });

/** What a memory says of itself beside its text. */
const HitMemory = z.object({
  ...HIT_SHAPE,
  timesObserved: z.number(),
  quality: z.number().meta({ description: "What its votes say, 0 to 1; 0.5 without any" }),
  ...RIVALS_SHAPE,
});
export type HitMemory = Readonly<z.infer<typeof HitMemory>>;

export const Hit = z
  .object({
    id: z
      .string()
      .meta({ description: "Of the passage; of a memory the memory's own, whatever the passage" }),
    root: z.string(),
    path: StoredPath,
    startLine: Line,
    endLine: Line,
    startColumn: Line.optional(),
    endColumn: Line.optional(),
    citation: Citation,
    headings: z.array(z.string()),
    kind: z.enum(KINDS),
    language: z.string(),
    source: z.string().nullable(),
    date: z.string().nullable().meta({ description: "Date of the document, ISO; null when it has none" }),
    indexedAt: z.string(),
    memory: HitMemory.optional().meta({ description: "Of a memory only; its path is its id" }),
    documentHash: z.string(),
    score: z.number().min(0).max(1),
    relevance: HitRelevance,
    evidence: HitEvidence,
    scores: z
      .record(z.string(), z.number())
      .meta({ description: "Components: keyword (bm25 and re-scoring), similarity, fused, rerank (raw)" }),
    shares: z
      .record(z.string(), z.number())
      .optional()
      .meta({ description: "explain: the fused score's parts by arm" }),
    trace: HitTrace,
    arms: z.record(z.string(), Rank).meta({ description: "Arms that found it, with its rank there" }),
    text: z.string().optional().meta({ description: "view full: the chunk, exactly the cited lines" }),
    snippet: z
      .object({
        text: z.string(),
        startLine: Line,
        endLine: Line,
        startColumn: Line.optional(),
        endColumn: Line.optional(),
        highlights: z.array(z.tuple([z.number(), z.number()])),
      })
      .optional()
      .meta({ description: "view snippet: the best lines; highlights are offsets into its text" }),
    cut: HitCut,
  })
  .openapi("Hit");
export type Hit = z.infer<typeof Hit>;

export const CompactHit = z
  .object({
    id: z.string().meta({ description: "Shortest start of the id, at least 8, that no other passage has" }),
    citation: Citation,
    score: z.number().min(0).max(1),
    relevance: HitRelevance,
    heading: z.string().optional().meta({ description: "The last heading above it" }),
    tokens: z.number().int().meta({ description: "What reading it whole costs" }),
    ...RIVALS_SHAPE,
    trace: HitTrace,
    cut: HitCut,
  })
  .openapi("CompactHit");
export type CompactHit = z.infer<typeof CompactHit>;

export const DigestHit = z
  .object({
    citation: Citation,
    ...RIVALS_SHAPE,
    trace: HitTrace,
    cut: HitCut,
  })
  .openapi("DigestHit");
export type DigestHit = z.infer<typeof DigestHit>;

export type AnyHit = Hit | CompactHit | DigestHit;

/** What a hit of each view is. A budget may cut a first hit down to that of the digest. */
export interface HitOf {
  readonly full: Hit;
  readonly snippet: Hit;
  readonly compact: CompactHit;
  readonly digest: DigestHit;
}

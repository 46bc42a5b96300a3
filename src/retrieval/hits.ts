import type { Hit } from "../contract/search.ts";
import type { ChunkRow } from "../stores/search.ts";
import { inverseFrequency } from "./candidate.ts";
import type { Pool } from "./pool.ts";
import type { RepairedQuery } from "./repair-step.ts";
import type { Reranked } from "./rerank.ts";
import type { Candidate } from "./stages/stage.ts";
import type { Trace } from "./trace.ts";
import { snippet } from "./snippet.ts";

export interface HitView extends Pick<Reranked, "raw"> {
  readonly name: "snippet" | "full";
  readonly repaired: RepairedQuery;
  readonly trace: Trace | undefined;
}

/** The hits of an answer, best first, in the view asked for. */
export function toHits(
  candidates: readonly Candidate[],
  pool: Pool,
  { name, raw, repaired, trace }: HitView,
): Hit[] {
  const weights = termWeights(repaired);
  return candidates.flatMap(({ id, score }) => {
    const row = pool.rows.get(id);
    if (row === undefined) return [];
    const shown = name === "full" ? { text: row.text } : { snippet: snippetOf(row, weights) };
    const told = trace && { trace: [...trace.standings(id)] };
    return [{ ...place(row), ...origin(id, pool, raw), score, ...shown, ...told }];
  });
}

function termWeights({ query, statistics }: RepairedQuery): ReadonlyMap<string, number> {
  const { chunkCount, chunkFrequency } = statistics;
  return new Map(
    query.terms.map(({ stem }) => [stem, inverseFrequency(chunkCount, chunkFrequency.get(stem) ?? 0)]),
  );
}

/** Where a hit is, in the words of the contract. */
function place(row: ChunkRow) {
  const { id, root, path, startLine, endLine, startColumn, endColumn } = row;
  return {
    id,
    root,
    path,
    startLine,
    endLine,
    ...(startColumn !== null && { startColumn }),
    ...(endColumn !== null && { endColumn }),
    citation: citation(row),
    headings: [...row.headings],
    kind: row.kind,
    language: row.language,
    source: row.source,
    date: row.datedAt === null ? null : new Date(row.datedAt).toISOString(),
    indexedAt: new Date(row.indexedAt).toISOString(),
    documentHash: row.documentHash,
  };
}

/** `path#L3-L9`, with columns where the hit is a part of one line. */
export function citation(
  row: Pick<ChunkRow, "path" | "startLine" | "endLine" | "startColumn" | "endColumn">,
): string {
  const { path, startLine, endLine, startColumn, endColumn } = row;
  if (startColumn !== null)
    return `${path}#L${startLine}C${startColumn}-L${endLine}C${endColumn ?? startColumn}`;
  return startLine === endLine ? `${path}#L${startLine}` : `${path}#L${startLine}-L${endLine}`;
}

function origin(id: string, pool: Pool, raw: ReadonlyMap<string, number>): Pick<Hit, "scores" | "arms"> {
  const fused = pool.fused.find((candidate) => candidate.id === id);
  const keyword = pool.keyword.get(id);
  const similarity = fused?.shares.find(({ arm }) => arm === "vector")?.score;
  const rerank = raw.get(id);
  return {
    scores: {
      ...(keyword && { bm25: keyword.bm25, keyword: keyword.score }),
      ...(similarity !== undefined && { similarity }),
      ...(fused && { fused: fused.score }),
      ...(rerank !== undefined && { rerank }),
    },
    arms: Object.fromEntries(fused?.shares.map(({ arm, rank }) => [arm, rank]) ?? []),
  };
}

function snippetOf(row: ChunkRow, weights: ReadonlyMap<string, number>): NonNullable<Hit["snippet"]> {
  const { text, startLine, startColumn } = row;
  const cut = snippet({ text, startLine, ...(startColumn !== null && { startColumn }) }, weights);
  return { ...cut, highlights: cut.highlights.map(([start, end]) => [start, end]) };
}

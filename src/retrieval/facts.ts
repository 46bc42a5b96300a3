import type { ChunkRow } from "../stores/search.ts";
import type { FactsOf } from "./fusion/arm-lists.ts";
import { keywordShare } from "./fusion/arm-lists.ts";
import type { Pool } from "./pool.ts";
import type { Candidate } from "./stages/stage.ts";
import { ageDays } from "./stages/stage.ts";

const dateOf = ({ datedAt }: ChunkRow): number | undefined => datedAt ?? undefined;

/** What a fusion may know of a candidate besides its scores. */
export const factsOf =
  (rows: ReadonlyMap<string, ChunkRow>, asOfMs: number): FactsOf =>
  (id) => {
    const row = rows.get(id);
    if (row === undefined) return undefined;
    return { ageDays: ageDays({ datedAt: dateOf(row) }, asOfMs), priority: row.memory?.priority };
  };

/** Ranked chunks as the stages see them. */
export function toCandidates(
  ranked: readonly { readonly id: string; readonly score: number }[],
  pool: Pool,
): Candidate[] {
  return ranked.flatMap(({ id, score }) => {
    const row = pool.rows.get(id);
    return row === undefined ? [] : [candidateOf(row, score, pool)];
  });
}

function candidateOf(row: ChunkRow, score: number, pool: Pool): Candidate {
  const { id, kind, headings, text, documentNum, session, memory, votes } = row;
  const keyword = pool.keyword.get(id);
  return {
    id,
    score: Math.min(1, Math.max(0, score)),
    excess: 0,
    kind,
    documentId: String(documentNum),
    headings,
    text,
    datedAt: dateOf(row),
    session: session ?? undefined,
    memory,
    votes: votes ?? [],
    vector: pool.vectors.get(id),
    keywordScore: keyword && keywordShare(keyword.score),
  };
}

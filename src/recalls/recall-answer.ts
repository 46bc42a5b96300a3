import type { LoggedHit } from "../search/sql/recall-types.ts";
import { RecallAnswer, type RecallHit, type RecallSummary } from "./contract/recalls.ts";
import type { RecallRow } from "./sql/recall-reads.ts";

/** A hit of the log; of one whose document is gone nothing but its score and arms is left. */
type StoredHit = Pick<LoggedHit, "score" | "arms"> & Partial<LoggedHit>;

type Count = readonly [hit: string, value: 1 | -1, votes: number, root: string | null, path: string | null];

const NO_VOTES = { up: 0, down: 0 };

const add = ({ up, down }: typeof NO_VOTES, [, value, n]: Count) =>
  value === 1 ? { up: up + n, down } : { up, down: down + n };

/** A logged search with its hits: what is gone by now is neither named nor cited. */
export function recallAnswer(row: RecallRow): RecallAnswer {
  const gone = new Set(JSON.parse(row.gone) as number[]);
  const counts = JSON.parse(row.votes) as Count[];
  const hits = (JSON.parse(row.hits) as StoredHit[]).map((hit, at) => hitAnswer(hit, at, gone.has(at)));
  const withVotes = hits.map((hit) => ({
    ...hit,
    votes: counts.filter(([chunk]) => chunk === hit.chunk).reduce(add, NO_VOTES),
  }));
  return RecallAnswer.parse({
    ...row,
    recallId: row.id,
    at: new Date(row.at).toISOString(),
    profileVersion: row.settingsHash,
    filters: row.filters === null ? null : JSON.parse(row.filters),
    degraded: JSON.parse(row.degraded),
    cached: row.cached === 1,
    hitCount: hits.length,
    best: hits.find((hit) => hit.citation !== null)?.citation ?? null,
    votes: counts.reduce(add, NO_VOTES),
    judged: judgedOf(counts),
    hits: withVotes,
  });
}

/** Documents with votes, in the order of their names. */
function judgedOf(counts: readonly Count[]): RecallSummary["judged"] {
  const documents = new Map<string, RecallSummary["judged"][number]>();
  for (const count of counts) {
    const [, , , root, path] = count;
    if (root === null || path === null) continue;
    const name = `${root}:${path}`;
    const known = documents.get(name) ?? { root, path, ...NO_VOTES };
    documents.set(name, { root, path, ...add(known, count) });
  }
  return [...documents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, judged]) => judged);
}

function hitAnswer(hit: StoredHit, at: number, isGone: boolean): Omit<RecallHit, "votes"> {
  const { score, arms, chunk, root, path, startLine, endLine } = hit;
  const rank = at + 1;
  if (isGone || chunk === undefined || root === undefined || path === undefined)
    return { rank, chunk: null, root: null, path: null, citation: null, score, arms };
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  return { rank, chunk, root, path, citation: `${root}:${path}#${lines}`, score, arms };
}

/** The same without its hits, as lists have it. */
export function recallSummary(row: RecallRow): RecallSummary {
  const { hits: _, ...summary } = recallAnswer(row);
  return summary;
}

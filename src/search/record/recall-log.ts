import { redact } from "../../redaction/redact.ts";
import { countTokens } from "../../text/tokens/count-tokens.ts";
import { shortHash } from "../../text/hash.ts";
import { timeOfId } from "../../text/time-ordered-id.ts";
import { parseSettings } from "../../workspaces/workspace-settings.ts";
import type { SearchRequest } from "../contract/search.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import type { LoggedHit, LogQueries, RecallDraft, RecallWrite } from "../sql/search-writes.ts";
import type { Candidate } from "../stages/stage.ts";

/** Decimals of a logged score: what is shown of it has two. */
const SCORE_DIGITS = 4;

/** What the log keeps of the hits, in whatever view they are shown. */
export function loggedHits(
  best: readonly Candidate[],
  { rows, fused }: Pick<CandidatePool, "rows" | "fused">,
): readonly LoggedHit[] {
  const shares = new Map(best.map(({ id }) => [id, {} as Record<string, number>]));
  for (const { id, shares: found } of fused) {
    const arms = shares.get(id);
    if (arms !== undefined) for (const { arm, rank } of found) arms[arm] = rank;
  }
  return best.flatMap(({ id, score }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [loggedHit(row, score, shares.get(id) ?? {})];
  });
}

const loggedHit = (
  { id, root, path, startLine, endLine }: ChunkRow,
  score: number,
  arms: Readonly<Record<string, number>>,
): LoggedHit => ({
  chunk: id,
  root,
  path,
  startLine,
  endLine,
  score: Number(score.toFixed(SCORE_DIGITS)),
  arms,
});

/** Whether a search may leave a trace: as the request says, else unless its query is still being typed. */
export const isMeant = ({ log, typing }: Pick<SearchRequest, "log" | "typing">): boolean =>
  log ?? typing !== true;

/** Whether a search is written to the log: the service keeps one, the workspace has not turned it off, nor the request. */
export const isLogged = (
  request: Pick<SearchRequest, "log" | "typing">,
  { queries, settings }: { readonly queries: LogQueries; readonly settings: string },
): boolean => queries !== "off" && isMeant(request) && parseSettings(settings).recallLog !== "off";

/** The row of a search. Tokens are those of the hits as JSON, estimated high. */
export async function recallRow(
  { token, request, answer, settings, logged }: RecallDraft,
  queries: LogQueries,
): Promise<RecallWrite> {
  const { query, session = null, profile, filters } = request;
  const { recallId, hits, outcome, degraded, use, timings } = answer;
  const isHashed = queries === "hash";
  const asked = query.trim().toWellFormed();
  return {
    ...{ id: recallId, at: timeOfId(recallId), token, session, profile, outcome },
    // A pasted secret is no more kept than one in a text.
    query: isHashed ? null : redact(asked).text,
    queryHash: isHashed ? await shortHash(asked) : null,
    settingsHash: settings === undefined ? null : await shortHash(JSON.stringify(settings)),
    filters: Object.keys(filters ?? {}).length === 0 ? null : JSON.stringify(filters),
    hits: JSON.stringify(logged.slice(0, hits.length)),
    degraded: JSON.stringify(degraded),
    cached: use.cached.includes("answer") ? 1 : 0,
    totalMs: timings.totalMs,
    tokens: hits.length === 0 ? 0 : countTokens(JSON.stringify(hits)),
  };
}

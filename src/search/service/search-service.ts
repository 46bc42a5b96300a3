import { DEFAULTS, type PlanLimits } from "../../config.ts";
import { type Models, servingOf } from "../../models/models.ts";
import type { VectorIndex } from "../../models/ports.ts";
import { byChunk } from "../../models/vector-ids.ts";
import type { Services } from "../../services.ts";
import { timeOrderedId } from "../../text/time-ordered-id.ts";
import { VERSION } from "../../version.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import type { SearchRequest } from "../contract/search.ts";
import { type TracedSearch, withoutKeptAnswers } from "../explain/explain-chunk.ts";
import type { Trace } from "../explain/trace.ts";
import { createIsolateMemory } from "../hops/isolate-memory.ts";
import { search } from "../search.ts";
import type { LogQueries } from "../sql/recall-types.ts";
import { createSearchStore } from "../sql/search-store.ts";
import { liveSearch } from "./live-search.ts";
import type { SearchSweeps } from "./search-sweeps.ts";

/** How long a search that ended in an error keeps its token from speculative model calls, milliseconds. */
const DISTRUST_MS = 60_000;

export interface SearchServiceParts {
  readonly models: Models;
  readonly limits: PlanLimits;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
  readonly logQueries: LogQueries;
  /** Asks the models before the token is known to be good. */
  readonly speculate: boolean;
  readonly sweeps: SearchSweeps;
  readonly now: () => number;
}

/** The search of an isolate: with the parts of each workspace's identity, its counts kept whatever becomes of it. */
export function searchService({ models, sweeps, ...settings }: SearchServiceParts) {
  const { now } = settings;
  const memory = createIsolateMemory(DEFAULTS.queryEmbeddingsInMemory);
  const live = liveByChunk(models);
  const fixed = { ...models, ...settings, memory, build: VERSION, newId: () => timeOrderedId(now()) };
  const serve: Services["search"] & TracedSearch = async (
    context: WorkspaceContext,
    request: SearchRequest,
    trace?: Trace,
  ) => {
    const { workspace, claims, admitted, later, meter, signal } = context;
    const session = request.consistency === "strong" ? context.strongSession() : context.session;
    const store = createSearchStore(session, { namesakes: request.view === "compact" });
    const place = { workspace, store: trace === undefined ? store : withoutKeptAnswers(store) };
    const parts = { ...fixed, meter, ...(trace && { trace }) };
    const caller = { workspace, tokenId: claims.id, scope: claims.scope, admitted, later, signal };
    try {
      const answer = await live(place, (serving) => search({ ...parts, ...serving }, caller, request));
      const { outcome, degraded, profile } = answer;
      Object.assign(context.notes, { outcome, degraded, profile, cached: answer.use.cached });
      sweeps.after({ workspace, index: answer.index, later });
      return answer;
    } catch (error) {
      // A refused token may not make the models work for it again, and what it used is counted all the same.
      if (signal?.aborted !== true) memory.distrust(claims.id, now() + DISTRUST_MS);
      const { modelCalls: calls, textsEmbedded: texts, passagesReranked: passages } = meter;
      if (calls > 0) later(() => store.keep({ workspace, nowMs: now(), models: { calls, texts, passages } }));
      throw error;
    }
  };
  return serve;
}

/** Search asks for chunks, an index knows vectors by generation and chunk. */
function liveByChunk(models: Models) {
  const searchable = (vectors: VectorIndex | undefined) => vectors && byChunk(vectors);
  const servingFor = servingOf(models);
  return liveSearch({ ...models, vectors: searchable(models.vectors) }, (identity) => {
    const { embedder, vectors } = servingFor(identity);
    return { embedder, vectors: searchable(vectors) };
  });
}

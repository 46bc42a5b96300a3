import {
  type ChunkPlace,
  type FoundChunk,
  findChunks,
  keywordRank,
} from "../../documents/sql/chunk-lookup.ts";
import { AppError } from "../../errors.ts";
import { stem } from "../../text/words/stem.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import { type ExplainAnswer, type ExplainRequest, MIN_ID_CHARS } from "../contract/explain.ts";
import { type SearchAnswer, SearchRequest } from "../contract/search.ts";
import { withRepairs } from "../query/repair/repair.ts";
import { keywordQuery, planSearch, type SearchPlan } from "../query/search-plan.ts";
import { withoutEnvelope } from "../skip/skip-search.ts";
import type { SearchStore } from "../sql/search-types.ts";
import { citation } from "../views/snippet/citation.ts";
import { createTrace, type Trace } from "./trace.ts";
import { type Sought, type Why, why } from "./why.ts";

type Answered = Omit<SearchAnswer, "hits">;

/** Runs a search whose every step is noted, and which no kept answer stands in for. */
export type TracedSearch = (
  context: WorkspaceContext,
  request: SearchRequest,
  trace: Trace,
) => Promise<Answered>;

/**
 * Says where a chunk is in the answer to a search, or the first reason that it is not there. Of a chunk that is not this
 * workspace's it says no more than that. Throws `ambiguous` with the candidates, and what a search throws.
 */
export async function explainChunk(
  asked: WorkspaceContext,
  { id, ...wish }: ExplainRequest,
  search: TracedSearch,
): Promise<ExplainAnswer> {
  const request = SearchRequest.parse({ ...wish, explain: true });
  const place = parseChunkPlace(id);
  const trace = createTrace(() => asked.nowMs);
  const session = request.consistency === "strong" ? asked.strongSession() : asked.session;
  const context = { ...asked, session, strongSession: () => session };
  const [answer, chunks] = await Promise.all([
    search(context, request, trace),
    findChunks(session, context.workspace, place),
  ]);
  const found = onlyOne(chunks);
  if (answer.outcome === "skipped") {
    const message = `The query asks for no search: ${answer.skipped ?? "small talk"}.`;
    return answerOf(answer, { found, trace, limit: 0, reason: { reason: "skipped", message } });
  }
  const plan = await planOf(request, answer);
  const sought = found && { ...found, keywordRank: await rankByKeyword(context, plan, { found, trace }) };
  const reason = why(trace, sought, plan);
  return answerOf(answer, { found, sought, trace, limit: plan.limit, reason });
}

const CITATION = /^(.+)#L(\d{1,9})(?:C(\d{1,9}))?(?:-L?\d{1,9}(?:C\d{1,9})?)?$/s;
const ID = new RegExp(`^[0-9a-f]{${MIN_ID_CHARS},64}$`);

/** Reads an id, the start of one, or a citation with or without its root. Throws `invalid_input`. */
function parseChunkPlace(text: string): ChunkPlace {
  if (ID.test(text)) return { idStart: text };
  const [, place, line, column] = CITATION.exec(text.normalize("NFC")) ?? [];
  if (place === undefined)
    throw new AppError(
      "invalid_input",
      `id: a chunk's id, at least ${MIN_ID_CHARS} characters of its start, or a citation like notes.md#L3`,
    );
  const [, root, path] = /^([^:/]+):(.+)$/s.exec(place) ?? [undefined, undefined, place];
  return {
    root,
    path: path ?? place,
    line: Number(line),
    column: column === undefined ? undefined : Number(column),
  };
}

function onlyOne(chunks: readonly FoundChunk[]): FoundChunk | undefined {
  if (chunks.length <= 1) return chunks[0];
  const candidates = chunks.map(({ row }) => ({ id: row.id, citation: `${row.root}:${citation(row)}` }));
  const named = candidates.map(({ id, citation: cited }) => `${id} (${cited})`).join(", ");
  throw new AppError("ambiguous", `That may be one of several: ${named}`, { details: { candidates } });
}

/** What the search did, planned once more from what it answers: its settings, its clock, its repairs. */
async function planOf(request: SearchRequest, answer: Answered): Promise<SearchPlan> {
  const { minScore: _, expand: __, ...same } = withoutEnvelope(request);
  const settings = answer.explain?.settings ?? {};
  const again = { ...same, settings, asOf: answer.asOf };
  const context = { nowMs: Date.parse(answer.asOf), build: "", scope: "", overrides: {} };
  const plan = await planSearch(again, context);
  const repairs = answer.use.repaired.map((repair) => ({ ...repair, stem: stem(repair.to) }));
  return { ...plan, query: withRepairs(plan.query, repairs) };
}

/** Asked only of a chunk that no arm lists. */
async function rankByKeyword(
  { session, workspace }: WorkspaceContext,
  plan: SearchPlan,
  { found, trace }: { readonly found: FoundChunk; readonly trace: Trace },
): Promise<number | undefined> {
  const query = keywordQuery(plan, {});
  if (query === undefined || trace.standings(found.row.id).length > 0) return undefined;
  return keywordRank(session, { workspace, rid: found.rid }, query);
}

interface Explained {
  readonly found: FoundChunk | undefined;
  readonly sought?: Sought | undefined;
  readonly trace: Trace;
  readonly limit: number;
  readonly reason: Why;
}

function answerOf(answer: Answered, { found, sought, trace, limit, reason: told }: Explained): ExplainAnswer {
  const standings = new Map(
    found && trace.standings(found.row.id).map((standing) => [standing.step, standing]),
  );
  const { outcome, degraded, profile, pool, fallback, use, index, asOf } = answer;
  return {
    chunk: found ? { id: found.row.id, root: found.row.root, citation: citation(found.row) } : null,
    reason: told.reason,
    message: told.message,
    step: told.step ?? null,
    dropped: told.dropped ?? null,
    filters: told.filters ?? [],
    rank: told.rank ?? null,
    ranks: {
      keyword: standings.get("keyword")?.rank ?? sought?.keywordRank ?? null,
      vector: standings.get("vector")?.rank ?? null,
    },
    steps: trace.steps().map(({ step, in: before, out }) => {
      const standing = standings.get(step);
      return { step, in: before, out, rank: standing?.rank ?? null, score: standing?.score ?? null };
    }),
    outcome,
    degraded,
    profile,
    limit,
    ...(pool && { pool }),
    ...(fallback && { fallback }),
    use: { repaired: use.repaired },
    index,
    asOf,
  };
}

/** A store whose searches are neither answered from a kept answer, nor kept or counted: they are only looked at. */
export const withoutKeptAnswers = (store: SearchStore): SearchStore => ({
  ...store,
  first: async (query) => ({ ...(await store.first(query)), answer: undefined }),
  keep: ({ workspace, nowMs, queryVector, scores, usedToken, models, pausedUntil }) =>
    store.keep({ workspace, nowMs, queryVector, scores, usedToken, models, pausedUntil }),
});

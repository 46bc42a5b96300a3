import type { Session } from "../../database/session.ts";
import { memoryPlaceIn } from "../../text/places/memory-place.ts";
import { AppError } from "../../errors.ts";
import { ANCHOR_PATTERN } from "../../text/places/anchors.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import { type ExplainAnswer, type ExplainRequest, MIN_ID_CHARS } from "../contract/explain.ts";
import { type SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { SearchPlan } from "../plan.ts";
import type { AnalysedQuery } from "../query/analyse.ts";
import type { SearchResult } from "../search.ts";
import { citation, passageId } from "../views/citation.ts";
import {
  type ChunkPlace,
  candidatesOf,
  type FoundChunk,
  findChunks,
  isOneMemory,
  keywordRank,
} from "./chunk-lookup.ts";
import { createTrace, type Trace } from "./trace.ts";
import { type Sought, type Why, why } from "./why.ts";

type Answered = Omit<SearchAnswer, "hits">;

/** Runs a search whose every step is noted, and which no kept answer stands in for. */
type TracedSearch = (
  context: WorkspaceContext,
  request: SearchRequest,
  trace: Trace,
) => Promise<SearchResult>;

/**
 * Says where a chunk is in the answer to a search, or the first reason that it is not there. Of a chunk that is not this
 * workspace's it says only that. Throws `ambiguous` with the candidates, and what a search throws.
 */
export async function explainChunk(
  context: WorkspaceContext,
  { id, ...wish }: ExplainRequest,
  search: TracedSearch,
): Promise<ExplainAnswer> {
  const request = SearchRequest.parse({ ...wish, explain: true });
  const place = parseChunkPlace(id);
  const trace = createTrace(() => context.nowMs);
  const session = request.consistency === "strong" ? context.session.toPrimary() : context.session;
  const [{ answer, plan, query }, chunks] = await Promise.all([
    search(context, request, trace),
    findChunks(session, context.workspace, place),
  ]);
  const found = onlyOne(chunks, trace);
  if (plan === undefined || query === undefined) {
    const message = `The query asks for no search: ${answer.skipped ?? "small talk"}.`;
    return answerOf(answer, { found, trace, limit: 0, reason: { reason: "skipped", message } });
  }
  const sought = found && {
    ...found,
    keywordRank: await rankUnlisted(session, plan, { found, query, trace }),
  };
  const reason = why(trace, sought, { ...plan, query });
  return answerOf(answer, { found, sought, trace, limit: plan.limit, reason });
}

const CITATION = new RegExp(
  `^(.+)#(?:${ANCHOR_PATTERN},)?L(\\d{1,9})(?:C(\\d{1,9}))?(?:-L?\\d{1,9}(?:C\\d{1,9})?)?$`,
  "s",
);
const ID = new RegExp(`^[0-9a-f]{${MIN_ID_CHARS},64}$`);
/** Where the lines that cite a passage begin. */
const BEGIN = /^#L(\d{1,9})(?:C(\d{1,9}))?/;

const numberIn = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** Reads an id, the start of one, or a citation, of a document with or without its root. Throws `invalid_input`. */
function parseChunkPlace(text: string): ChunkPlace {
  if (ID.test(text)) return { idStart: text };
  const memory = memoryPlaceIn(text);
  if (memory !== undefined) {
    const [, first, at] = BEGIN.exec(memory.lines) ?? [];
    return { idStart: memory.id, line: numberIn(first), column: numberIn(at) };
  }
  const [, place, , line, column] = CITATION.exec(text.normalize("NFC")) ?? [];
  if (place === undefined)
    throw new AppError(
      "invalid_input",
      `id: a passage's id, at least ${MIN_ID_CHARS} characters of its start, or a citation like notes.md#L3`,
    );
  const [, root, path] = /^([^:/]+):(.+)$/s.exec(place) ?? [undefined, undefined, place];
  return {
    root,
    path: path ?? place,
    line: Number(line),
    column: numberIn(column),
  };
}

/** Of a memory of several passages the one that came furthest, there with the best rank. */
function onlyOne(chunks: readonly FoundChunk[], trace: Trace): FoundChunk | undefined {
  if (chunks.length <= 1) return chunks[0];
  if (isOneMemory(chunks)) return chunks.toSorted((a, b) => byStanding(trace, a, b))[0];
  const candidates = candidatesOf(chunks);
  const named = candidates.map(({ id, citation: cited }) => `${id} (${cited})`).join(", ");
  throw new AppError("ambiguous", `That may be one of several: ${named}`, { details: { candidates } });
}

function byStanding(trace: Trace, a: FoundChunk, b: FoundChunk): number {
  const [own, other] = [a, b].map(({ row }) => trace.standings(row.id));
  const rankOf = (standings = own) => standings?.at(-1)?.rank ?? Number.MAX_SAFE_INTEGER;
  return (other?.length ?? 0) - (own?.length ?? 0) || rankOf() - rankOf(other);
}

/** Asked only of a chunk that no arm lists. */
async function rankUnlisted(
  session: Session,
  plan: SearchPlan,
  {
    found,
    query,
    trace,
  }: { readonly found: FoundChunk; readonly query: AnalysedQuery; readonly trace: Trace },
): Promise<number | undefined> {
  if (trace.standings(found.row.id).length > 0) return undefined;
  return keywordRank(session, { plan, query, rid: found.rid });
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
  const { outcome, degraded, outages, profile, pool, fallback, use, index, asOf } = answer;
  return {
    chunk: found ? { id: passageId(found.row), root: found.row.root, citation: citation(found.row) } : null,
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
    ...(outages && { outages }),
    profile,
    limit,
    ...(pool && { pool }),
    ...(fallback && { fallback }),
    use: { repaired: use.repaired },
    index,
    asOf,
  };
}

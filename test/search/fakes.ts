import { claimsOf } from "../support/known-token.ts";
import { createDayCounter } from "../../src/database/day-counter.ts";
import type { Session } from "../../src/database/session.ts";
import { type Statement, type Values, valuesOf } from "../../src/database/statement.ts";
import { budgeted, createModelBudget } from "../../src/models/budget.ts";
import { cachedEmbedder } from "../../src/models/cached-embedder.ts";
import {
  decoratedEmbedder,
  decoratedGenerator,
  decoratedReranker,
  hopCounter,
  metered,
  meteredIndex,
} from "../../src/models/decorators.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { createIsolateCalls } from "../../src/models/workspace-calls.ts";
import { createMeter, type Embedder, type VectorIndex, type VectorMatch } from "../../src/models/ports.ts";
import type { SearchState } from "../../src/search/arms/arm.ts";
import type { KeywordMatch } from "../../src/search/arms/keyword/matches.ts";
import { SearchRequest } from "../../src/search/contract/search.ts";
import type { SearchCaller, SearchDeps } from "../../src/search/hops/deps.ts";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";
import { type AnswerName, answersOf } from "../../src/search/hops/reads.ts";
import type { WorkspaceState } from "../../src/search/hops/workspace-state.ts";
import type { SearchPlan, SearchServing } from "../../src/search/plan.ts";
import { planSearch } from "../../src/search/plan-search.ts";
import { unrepaired } from "../../src/search/query/repair.ts";

export const NOW_MS = Date.UTC(2026, 5, 1, 12);

/** Two dimensions are enough to be near or far. */
export const EAST = Float32Array.of(1, 0);

/** A model of meaning that answers with what it is told, and notes what it was asked. */
export function fakeEmbedder(vector: Float32Array | Error = EAST) {
  const asked: string[] = [];
  const answer = async (text: string) => {
    asked.push(text);
    if (vector instanceof Error) throw vector;
    return vector;
  };
  const embedder: Embedder = {
    space: { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 },
    kind: "neural",
    maxBatch: 10,
    embedQuery: ({ text }) => answer(text),
    embedChunks: (inputs) => Promise.all(inputs.map(({ text }) => answer(text))),
  };
  return { ...embedder, asked };
}

/** An index that answers each search with the next of these, an error by failing. */
export function fakeIndex(...answers: readonly (readonly VectorMatch[] | Error)[]): VectorIndex {
  let next = 0;
  const nearest = async () => {
    const answer = answers[next++] ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const unused = () => Promise.reject(new Error("a search does not ask this"));
  return {
    ...{ maxUpsert: 1, maxDelete: 1, maxGet: 1, nearest },
    ...{ upsert: unused, remove: unused, visible: unused, progress: unused },
  };
}

/** What serves a search: a lexical stand-in, or a model with its index. */
export const servingOf = (embedder: Embedder = hashEmbedder, vectors?: VectorIndex): SearchServing => ({
  embedder: cachedEmbedder(embedder, new Map(), 7),
  vectors,
});

export const NEURAL = () => servingOf(fakeEmbedder(), fakeIndex());

/** The plan of a request in workspace 7. */
export const planOf = (
  request: Partial<SearchRequest> & { readonly query: string },
  serving: SearchServing = servingOf(),
  more: Partial<Omit<Parameters<typeof planSearch>[1], "serving">> = {},
): Promise<SearchPlan> =>
  planSearch(SearchRequest.parse(request), {
    ...{ workspace: 7, serving, nowMs: NOW_MS, build: "test", scope: "read" },
    ...{ overrides: {}, generator: undefined, ...more },
  });

export const workspaceState = (more: Partial<WorkspaceState> = {}): WorkspaceState => ({
  num: 7,
  version: 3,
  generation: 1,
  identity: "fake|cls|2|1",
  settings: "{}",
  chunks: 100,
  indexedAt: null,
  severalRoots: 0,
  ...{ unknownRoots: [], knownRoots: [] },
  pendingChunks: 0,
  embeddedChunks: 0,
  failedDocuments: 0,
  isOtherScript: 0,
  frequencies: new Map(),
  token: { isKnown: true, isRevoked: false, lastUsedAt: NOW_MS },
  kept: { answer: null, queryVector: null, expansion: null },
  models: { calls: 0, pausedUntil: null },
  modelCalls: { day: "2026-06-01", used: 0, allowed: 0 },
  ...more,
});

/** An answer under its name. */
export const answered = <Answer>({ name }: AnswerName<Answer>, answer: Answer): readonly [string, Answer] => [
  name,
  answer,
];

/** What a search knows after hop 1, with these answers read. */
export function stateOf(
  plan: SearchPlan,
  answers: readonly (readonly [string, unknown])[] = [],
  more: Partial<SearchState> = {},
): SearchState {
  const workspace = more.workspace ?? workspaceState();
  const statistics = { chunkCount: workspace.chunks, chunkFrequency: workspace.frequencies };
  return {
    ...{ plan, workspace },
    repaired: unrepaired({ query: plan.query, statistics }),
    vector: undefined,
    expansion: { vectors: [] },
    maxPendingScan: 10,
    answers: answersOf(new Map(answers)),
    lists: [],
    rows: undefined,
    indexOutage: undefined,
    ...more,
  };
}

/** A row of the keyword index. */
export const match = (id: string, bm25: number, more: Partial<KeywordMatch> = {}): KeywordMatch => ({
  id,
  documentNum: Number.parseInt(id, 36),
  root: "notes",
  path: `${id}.md`,
  kind: "file",
  language: "markdown",
  source: null,
  documentHash: "",
  documentChunks: 1,
  documentBytes: 100,
  datedAt: null,
  indexedAt: 0,
  startLine: 1,
  endLine: 2,
  startColumn: null,
  endColumn: null,
  headings: [],
  text: `the text of ${id}`,
  sentHash: `sent ${id}`,
  isStale: 0,
  bm25,
  vector: null,
  ...more,
});

/** A row as the database gives it. */
export const raw = ({ headings, ...row }: KeywordMatch) => ({
  ...row,
  headings: JSON.stringify(headings),
  memory: null,
  votes: null,
});

/** The row of the workspace's state, as the database gives it. */
export const rawState = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ num: 7, version: 3, generation: 1, identity: "fake|cls|2|1", settings: "{}", chunks: 100 },
  ...{ indexedAt: 0, severalRoots: 0, revokedAt: null, lastUsedAt: NOW_MS, calls: 0, pausedUntil: null },
  ...{ usedCalls: 0, allowedCalls: 0 },
  ...{
    pendingChunks: 0,
    embeddedChunks: 0,
    failedDocuments: 0,
    answer: null,
    queryVector: null,
    expansion: null,
  },
  // All words of "signing keys" are known: nothing is repaired.
  frequency: '{"sign":3,"kei":3}',
  ...{ unknownRoots: "[]", knownRoots: "[]" },
  ...more,
});

interface Sent {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A database that answers each statement with the rows of the first pattern that it matches; writes are noted. */
export function fakeDatabase(answers: readonly (readonly [pattern: RegExp, rows: readonly unknown[]])[]) {
  const batches: Sent[][] = [];
  const bind = (statement: Statement<unknown>, values: Values = {}): Sent => ({
    sql: statement.sql,
    params: valuesOf(statement, values),
  });
  const rowsOf = ({ sql }: Sent) => answers.find(([pattern]) => pattern.test(sql))?.[1] ?? [];
  const batch = async (statements: Readonly<Record<string, Sent | readonly Sent[] | undefined>>) => {
    const named = Object.entries(statements).map(([name, sent]) => [name, [sent ?? []].flat()] as const);
    batches.push(named.flatMap(([, sent]) => sent));
    return Object.fromEntries(named.map(([name, sent]) => [name, sent.flatMap(rowsOf)]));
  };
  return {
    db: { bind, batch, mayLag: () => false, day: createDayCounter(), usualCalls: 0 } as unknown as Session,
    batches,
  };
}

/** Statements of a fake database by what they read. */
export const READS = {
  state: /FROM workspaces w LEFT JOIN tokens/,
  keyword: /-k\.rank AS bm25/,
  pending: /vector_state = 'embedded' AND/,
  rows: /json_each\(\?1\) j CROSS JOIN chunks c ON c\.id = j\.value\s+CROSS JOIN documents/,
  scores: /AS score FROM query_results/,
  vocabulary: /^SELECT term, doc FROM/,
} as const;

/** All that a search is given, over a fake database. */
export function searchDeps(
  db: Session,
  serving: SearchServing,
  more: Partial<SearchDeps["models"]> & { readonly speculate?: boolean } = {},
): SearchDeps {
  const meter = createMeter();
  const hops = hopCounter(meter);
  const now = () => NOW_MS;
  const { speculate = false, reranker, generator, ...models } = more;
  const budget = createModelBudget({ callsPerDay: undefined, now });
  const around = [budgeted(budget), metered(meter, hops, { port: "embedder", model: "fake" })];
  const own: SearchServing = {
    embedder: cachedEmbedder(decoratedEmbedder(serving.embedder, ...around), new Map(), 7),
    vectors: serving.vectors && meteredIndex(serving.vectors, meter, hops),
  };
  return {
    ...{ db, meter, hops, now },
    memory: createIsolateMemory(10),
    settings: {
      limits: { maxPendingScan: 10 },
      speculate,
      areRowsFree: false,
      logQueries: "off",
      build: "test",
    },
    models: {
      configured: own,
      servingOf: () => undefined,
      reranker: reranker && decoratedReranker(reranker, ...around),
      generator: generator && decoratedGenerator(generator, ...around),
      budget,
      calls: createIsolateCalls(now).of(7),
      ...models,
    },
  };
}

export function fakeCaller() {
  const later: (() => Promise<unknown>)[] = [];
  const caller: SearchCaller = {
    ...{ workspace: 7, claims: claimsOf({ id: "token", workspace: 7 }), admitted: Promise.resolve() },
    from: { door: "http", address: "local" },
    later: (work) => void later.push(work),
  };
  return { caller, settle: () => Promise.all(later.map((work) => work())) };
}

/** Milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Raised when the same text would be cut, or its words indexed, differently: documents of an older version are cut again by themselves. An index
 * names it (database/schema/documents.ts): a raised one takes a migration of its own (scripts/migrations/tables.ts).
 */
export const CHUNKER_VERSION = 6;

/** Numbers that several rooms share, with units and reasons. Order: these < variables of the Worker < request. */
export const DEFAULTS = {
  /** Statements of a conversation that the text model judges in one call: some hours of talk. */
  maxStatements: 100,
  /** Query cut-off, characters; FTS5 and the embedder's window make longer ones pointless. */
  maxQueryChars: 2_000,
  /** Largest number of hits a caller may ask for: the constant size of a pool. */
  maxLimit: 100,
  /** Whole search, milliseconds; no arm or stage may outlive it. */
  searchBudgetMs: 8_000,
  /** Cross-encoder call, milliseconds. */
  rerankTimeoutMs: 5_000,
  /** Query embedding or vector search, milliseconds. */
  vectorTimeoutMs: 4_000,
  /** Candidates each arm fetches, whatever the limit: what Vectorize returns at most without values. */
  armPool: 100,
  /** Matches of the keyword arm that pages of a search lead through at most: skipping them reads them. */
  maxPagedMatches: 1_000,
  /** Candidates the cross-encoder sees. */
  rerankPool: 30,
  /** Tokens of the query and of a passage sent to the cross-encoder; its window is 512 for both. */
  rerankQueryTokens: 128,
  rerankPassageTokens: 352,
  /** Seconds a whole answer is kept. */
  answerTtlSeconds: 300,
  /** Path length in characters. */
  maxPathChars: 512,
  /** A glob, characters. */
  maxGlobChars: 256,
  /** One pushed file, bytes. */
  maxFileBytes: 2_000_000,
  /** More than half of a root of over so many documents is not deleted without being asked twice. */
  smallRootDocuments: 20,
  /** Documents named in one manifest request. */
  maxManifestFiles: 10_000,
  /** Statements in the one D1 batch that an upload request writes, but for what documents name: a few more. */
  maxUploadStatements: 16,
  /** JSON bound to one statement, bytes: under D1's 2,000,000-byte value. */
  maxJsonBytes: 1_800_000,
  /** A claim of a sweep, milliseconds: longer than any one embedding call. */
  leaseMs: 120_000,
  /** Nothing is sent under a lease that ends so soon, milliseconds: the call itself takes time. */
  leaseMarginMs: 20_000,
  /** One embedding call of a sweep, milliseconds: five of them and the upsert fit into a lease. */
  sweepCallTimeoutMs: 15_000,
  /** What a search waits for the text model that rewrites its query, milliseconds; without it the search goes on. */
  expandTimeoutMs: 3_000,
  /** One call of a text model, milliseconds, unless who asks has less time. */
  generateTimeoutMs: 30_000,
  /** Attempts before work of the outbox is parked. */
  maxAttempts: 8,
  /** What models said of queries, kept for all workspaces together, bytes: beyond, the oldest go. */
  maxQueryResultBytes: 150_000_000,
  /** A run of background work begins no further slice after this time, milliseconds. */
  runBudgetMs: 60_000,
  /** First retry delay, milliseconds; doubles each time, capped at an hour. */
  retryBaseMs: 2_000,
  retryCapMs: HOUR_MS,
  /** A vector counts as visible when Vectorize has processed past its call by this much, milliseconds. */
  visibilityMarginMs: 60_000,
  /** Chunks a filter that Vectorize cannot express may leave for the exact comparison from D1. */
  exactFilterChunks: 2_000,
  /** Workspaces in one database: each has its own FTS and vocabulary tables. */
  maxWorkspaces: 1_000,
  /** Weight of the embedded vector arm in convex fusion; a weight belongs to the embedder. */
  embeddedWeight: 0.15,
  /** The same for a neural embedder: .4 to .5 where it is as strong as the keyword arm. */
  neuralWeight: 0.45,
  /** How long the answer of a write under an Idempotency-Key is kept, and how long one may be under way, milliseconds. */
  idempotencyMs: DAY_MS,
  idempotencyLeaseMs: 60_000,
  /** Longest answer kept for a repeated write, characters. */
  maxReplayedChars: 65_536,
  /** Days that a search stays in the recall log. */
  recallDays: 90,
  /** Days that a minted token lives, unless it is asked for otherwise. */
  tokenDays: 90,
  /** Days that the command line's own token lives, which lies in a file that only its user reads. */
  keptTokenDays: 365,
  /** Query embeddings kept in the isolate. */
  queryEmbeddingsInMemory: 200,
} as const;

/** The root that memories live in: nobody pushes there. */
export const MEMORY_ROOT = "memories";

/** A forgotten memory can be brought back for so long, milliseconds; then it goes for good. */
export const UNDO_MS = DAY_MS;

/** A tag of memories that a hook has kept without a person's word: the page asks about them. */
export const REVIEW_TAG = "to-review";

/** The lane of what was recalled and remembered. */
export const LANE = {
  /** Days that it goes back by itself. */
  days: 30,
  /** Searches that it looks at, the newest of its time: what one statement may read in a moment. */
  searches: 2_000,
  /** First hits of each search that count as recalled. */
  hits: 5,
} as const;

export type Plan = "paid" | "free";

export interface PlanLimits {
  /** Text in one upload request, bytes. */
  readonly maxBatchBytes: number;
  readonly maxBatchFiles: number;
  /** Vectors not yet visible in Vectorize that one search compares exactly. */
  readonly maxPendingScan: number;
  /** Chunks and deletes that one slice of a sweep takes, and slices in one run. */
  readonly sweepRows: number;
  readonly sweepSlices: number;
  /** Look-ups by id in one sweep of what the vector index shows, where its progress says nothing. */
  readonly sweepLookups: number;
  /** Kinds of work in one run of background work, and slices of each: all that one invocation may ask of D1. */
  readonly run: { readonly tasks: number; readonly slices: number };
  /** Memories of one batch, and those of it that take a transaction of their own, being no plain texts or repeats. */
  readonly memories: { readonly memories: number; readonly alone: number };
  /** What one D1 database may hold, bytes. */
  readonly maxDatabaseBytes: number;
}

/** Free: 10 ms CPU and 50 queries an invocation. */
export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  paid: {
    maxBatchBytes: 1_000_000,
    maxBatchFiles: 200,
    maxPendingScan: 2_000,
    sweepRows: 500,
    sweepSlices: 20,
    sweepLookups: 20,
    run: { tasks: 10, slices: 10 },
    memories: { memories: 100, alone: 20 },
    maxDatabaseBytes: 10_000_000_000,
  },
  free: {
    maxBatchBytes: 12_000,
    maxBatchFiles: 10,
    maxPendingScan: 200,
    sweepRows: 30,
    sweepSlices: 1,
    sweepLookups: 5,
    run: { tasks: 1, slices: 1 },
    memories: { memories: 20, alone: 0 },
    maxDatabaseBytes: 500_000_000,
  },
};

/**
 * Text of one write to a local server's database, bytes: it shares the thread, so that nobody is answered meanwhile, some 30 ms.
 * Pushes are as fast as with 250 KB, a quarter slower with 25.
 */
const LOCAL_WRITE_BYTES = 60_000;

/** Text that one write to the database should have at most, bytes. */
export const writeBytes = (plan: Plan, isLocal: boolean): number =>
  Math.min(PLAN_LIMITS[plan].maxBatchBytes, isLocal ? LOCAL_WRITE_BYTES : Number.POSITIVE_INFINITY);

/** What votes say of a memory that has none, 0 to 1. */
export const NO_VOTES_QUALITY = 0.5;

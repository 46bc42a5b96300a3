/** A fact of the platform that the product rests on: where it is written, and when that was read. */
export interface Fact {
  readonly fact: string;
  readonly source: string;
  readonly read: string;
}

const DOCS = "https://developers.cloudflare.com";

const documented = (fact: string, path: string): Fact => ({
  fact,
  source: `${DOCS}${path}`,
  read: "2026-11",
});
/** What the documentation does not say, and the source or those who ran into it do. */
const reported = (fact: string, path: string): Fact => ({
  fact,
  source: `https://github.com/${path}`,
  read: "2026-11",
});

const D1_LIMITS = "/d1/platform/limits/";

export const DATABASE_FACTS = {
  parameters: documented("a statement has at most 100 parameters", D1_LIMITS),
  statementBytes: documented("a statement has at most 100,000 bytes", D1_LIMITS),
  valueBytes: documented("a string or a BLOB has at most 2,000,000 bytes", D1_LIMITS),
  columns: documented("a table has at most 100 columns", D1_LIMITS),
  arguments: documented("a function is called with at most 32 arguments", D1_LIMITS),
  patternBytes: documented("a pattern of LIKE or GLOB has at most 50 bytes", D1_LIMITS),
  compound: reported(
    "a compound SELECT has at most 5 terms",
    "cloudflare/workerd/blob/main/src/workerd/util/sqlite.c%2B%2B",
  ),
  batch: documented("a batch is one transaction, rolled back whole", "/d1/worker-api/d1-database/#batch"),
  duration: documented("a batch has 30 seconds, and fails after them", D1_LIMITS),
  queries: documented("an invocation makes 50 queries on the free plan, 1,000 on the paid", D1_LIMITS),
  rowsADay: documented(
    "the free plan reads 5,000,000 rows a day and writes 100,000; more fails until 00:00 UTC",
    "/changelog/post/2026-09-01-d1-free-tier-limit-enforcement/",
  ),
  size: documented("a database holds 500 MB on the free plan, 10 GB on the paid; reading goes on", D1_LIMITS),
  remoteTriggers: reported(
    "the endpoint for SQL from outside cuts a trigger at its semicolons; a binding takes it",
    "cloudflare/workers-sdk/issues/14991",
  ),
  replicas: documented(
    "an unconstrained session may be answered by a replica that is behind; a bookmark asks for at least its state",
    "/d1/best-practices/read-replication/",
  ),
  lag: documented(
    "a replica is behind by a time of its own, and never goes back",
    "/d1/best-practices/read-replication/",
  ),
} as const satisfies Readonly<Record<string, Fact>>;

const VECTORIZE_LIMITS = "/vectorize/platform/limits/";
const FILTERING = "/vectorize/reference/metadata-filtering/";

export const INDEX_FACTS = {
  delay: documented(
    "a vector is seen some time after its upsert, half a minute in the middle, two at most of 99 %",
    "/changelog/post/2026-06-30-improved-wal-throughput/",
  ),
  mutations: documented(
    "an upsert or a delete answers the id of a mutation, which is done later",
    "/vectorize/reference/client-api/#delete-vectors-by-id",
  ),
  upsertVectors: documented("an upsert takes 1,000 vectors", VECTORIZE_LIMITS),
  upsertTwice: documented(
    "of an id that an upsert has twice the last vector stays, whole and in its namespace",
    "/vectorize/best-practices/insert-vectors/",
  ),
  dimensions: documented(
    "a vector has the index's dimensions, each a number",
    "/vectorize/reference/client-api/#vectors",
  ),
  topK: documented("a query answers 100 nearest, 50 with values or metadata", VECTORIZE_LIMITS),
  idBytes: documented("an id has at most 64 bytes", VECTORIZE_LIMITS),
  namespaceBytes: documented("a namespace has at most 64 bytes", VECTORIZE_LIMITS),
  namespaces: documented(
    "an index has 1,000 namespaces on the free plan, 50,000 on the paid",
    VECTORIZE_LIMITS,
  ),
  metadataBytes: documented("a vector's metadata has at most 10 KiB", VECTORIZE_LIMITS),
  metadataIndexes: documented("an index has at most 10 metadata indexes", VECTORIZE_LIMITS),
  filters: documented(
    "a filter sees a field only of vectors stored after its metadata index, and of it the first 64 bytes",
    FILTERING,
  ),
  filterBytes: documented("a filter is not empty, and has fewer than 2,048 bytes", FILTERING),
  deletes: reported("a delete takes 100 ids", "wevm/vocs/pull/577"),
  lookUps: reported(
    "a look-up takes 20 ids, and leaves out those that it does not know",
    "Liplus-Project/github-rag-mcp/blob/main/src/backfill-issue-state.ts",
  ),
} as const satisfies Readonly<Record<string, Fact>>;

const EMBEDDER = "/workers-ai/models/bge-base-en-v1.5/";
const EMBEDDER_M3 = "/workers-ai/models/bge-m3/";
const RERANKER = "/workers-ai/models/bge-reranker-base/";
const AI_ERRORS = "/workers-ai/platform/errors/";

export const MODEL_FACTS = {
  texts: documented("an embedding call takes 1 to 100 texts, none of them empty", EMBEDDER),
  vectors: documented("it answers a shape, 768 numbers for each text in order, and the pooling", EMBEDDER),
  tokens: documented("the model reads 512 tokens of a text", EMBEDDER),
  pooling: documented("vectors of mean and of cls pooling do not compare", EMBEDDER),
  multilingual: documented(
    "bge-m3 takes 1 to 100 texts, no pooling, answers vectors for text in `data`, and fails for a text that is too long unless it is to cut it",
    EMBEDDER_M3,
  ),
  dimensions: {
    fact: "vectors of bge-m3 have 1,024 numbers, and texts of different languages that mean the same are near",
    source: "https://huggingface.co/BAAI/bge-m3",
    read: "2026-11",
  },
  unknown: documented("a model that there is not fails with 5007", AI_ERRORS),
  scores: documented(
    "the re-ranker answers places in the request and scores of any size, best first, fewer if so asked",
    RERANKER,
  ),
  contexts: documented("the re-ranker takes no empty query or passage", RERANKER),
  neurons: reported(
    "without neurons left a call fails with 4006, documented as 3036",
    "Rexezuge-CloudflareWorkers/Mail-Otter/pull/88",
  ),
  capacity: documented("a call that no data centre has room for fails with 3040", AI_ERRORS),
} as const satisfies Readonly<Record<string, Fact>>;

const QUEUE_LIMITS = "/queues/platform/limits/";

export const QUEUE_FACTS = {
  messageBytes: documented("a message has at most 128 KB", QUEUE_LIMITS),
  sentAtOnce: documented("100 messages are sent at once, or 256 KB", QUEUE_LIMITS),
  delay: documented("a message waits 12 hours at most", "/queues/configuration/javascript-apis/"),
  again: documented(
    "a batch whose consumer fails comes again, then goes to the dead letters",
    "/queues/configuration/batching-retries/",
  ),
  twice: documented("a message may be delivered more than once", "/queues/reference/delivery-guarantees/"),
} as const satisfies Readonly<Record<string, Fact>>;

export const WORKER_FACTS = {
  calls: documented(
    "an invocation calls Cloudflare's services 1,000 times on the free plan, 10,000 on the paid",
    "/changelog/post/2026-02-11-subrequests-limit/",
  ),
  cpu: documented(
    "an invocation has 10 ms of CPU on the free plan, 30 s on the paid, and ends where they end",
    "/workers/platform/limits/#cpu-time",
  ),
  cpuSetting: reported(
    "the free plan refuses a Worker that sets its limit of CPU, with 100328",
    "cloudflare/workers-sdk/issues/8756",
  ),
} as const satisfies Readonly<Record<string, Fact>>;

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

/** Each has a test of its name in facts.test.ts that shows it of the stand-in. */
export const FACTS = {
  parameters: documented("a statement has at most 100 parameters", "/d1/platform/limits/"),
  statementBytes: documented("a statement has at most 100,000 bytes", "/d1/platform/limits/"),
  compound: {
    fact: "a compound SELECT has at most 5 terms",
    source: "https://github.com/cloudflare/workerd/blob/main/src/workerd/util/sqlite.c%2B%2B",
    read: "2026-11",
  },
  batch: documented("a batch is one transaction, rolled back whole", "/d1/worker-api/d1-database/#batch"),
  queries: documented(
    "an invocation makes 50 queries on the free plan, 1,000 on the paid",
    "/d1/platform/limits/",
  ),
  rowsADay: documented(
    "the free plan reads 5,000,000 rows a day and writes 100,000; more fails until 00:00 UTC",
    "/changelog/post/2026-09-01-d1-free-tier-limit-enforcement/",
  ),
  size: documented(
    "a database holds 500 MB on the free plan, 10 GB on the paid; reading goes on",
    "/d1/platform/limits/",
  ),
  remoteTriggers: {
    fact: "the endpoint for SQL from outside cuts a trigger at its semicolons; a binding takes it",
    source: "https://github.com/cloudflare/workers-sdk/issues/14991",
    read: "2026-11",
  },
  replicas: documented(
    "an unconstrained session may be answered by a replica that is behind; a bookmark asks for at least its state",
    "/d1/best-practices/read-replication/",
  ),
  vectorDelay: documented(
    "a vector is seen some time after its upsert",
    "/vectorize/reference/client-api/#upsert",
  ),
  vectorUpsert: documented("an upsert takes 1,000 vectors", "/vectorize/platform/limits/"),
  vectorTopK: documented(
    "a query answers 100 nearest, 50 with values or metadata",
    "/vectorize/platform/limits/",
  ),
  vectorIds: documented("an id has at most 64 bytes", "/vectorize/platform/limits/"),
  vectorFilters: documented(
    "a filter sees a field only of vectors stored after its metadata index, and of it the first 64 bytes",
    "/vectorize/reference/metadata-filtering/",
  ),
  aiTexts: documented("an embedding call takes 1 to 100 texts", "/workers-ai/models/bge-base-en-v1.5/"),
  aiTokens: documented("the model reads 512 tokens of a text", "/workers-ai/models/bge-base-en-v1.5/"),
  aiPooling: documented(
    "vectors of mean and of cls pooling do not compare",
    "/workers-ai/models/bge-base-en-v1.5/",
  ),
  aiNeurons: documented("without neurons left a call fails with 3036", "/workers-ai/platform/errors/"),
  queueBytes: documented("a message has at most 128 KB", "/queues/platform/limits/"),
  queueAgain: documented(
    "a batch whose consumer fails comes again, then goes to the dead letters",
    "/queues/configuration/batching-retries/",
  ),
  queueTwice: documented(
    "a message may be delivered more than once",
    "/queues/reference/delivery-guarantees/",
  ),
} as const satisfies Readonly<Record<string, Fact>>;

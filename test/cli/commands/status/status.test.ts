import { expect, it } from "vitest";
import { refusing } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const INDEX = {
  ...{
    indexedAt: null,
    pendingChunks: 0,
    invisibleVectors: 0,
    failedDocuments: 0,
    failedWork: 0,
    lastError: null,
  },
  ...{ embedder: "bge-base", reranker: "bge-reranker", vectors: "vectorize", pausedUntil: null },
};
const SEARCHES = {
  ...{ day: "2026-11-20", count: 0, nothingFound: 0, degraded: 0, p50Ms: null, p95Ms: null },
  cached: { answer: 0, embedding: 0, rerank: 0 },
};
const STATUS = {
  ...{ workspace: "team", name: "", scope: "read", version: 7, documents: 1, chunks: 1_234, bytes: 1_500 },
  ...{ roots: [], index: INDEX, reindex: [], searches: SEARCHES },
};
const DEPLOYMENT = {
  ...{ workspaces: 3, databaseBytes: 2_500_000, maxDatabaseBytes: 5_000_000_000 },
  models: {
    day: "2026-11-20",
    calls: 9,
    textsEmbedded: 1,
    passagesReranked: 2,
    budget: null as number | null,
  },
};

async function shown(changes: object = {}) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { ...STATUS, ...changes });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const { stdout } = await runCli(["status"], { cwd: temporaryFolder(), env });
  return { lines: stdout.trimEnd().split("\n"), url: server.url };
}

const below = async (changes: object) => (await shown(changes)).lines;

it("says of a quiet workspace what is there, who serves it, and that nobody searched", async () => {
  const { lines, url } = await shown();
  expect(lines).toEqual([
    `team at ${url} (read token), version 7`,
    "1 document, 1,234 passages, 1.5 KB",
    "Embedder bge-base, reranker bge-reranker, vectors vectorize",
    "No searches today",
  ]);
});

it("has a line a root, with when it was indexed", async () => {
  const roots = [
    { root: "notes", documents: 2, bytes: 999, indexedAt: "2026-11-20T12:00:00.000Z" },
    { root: "docs", documents: 1, bytes: 1_000, indexedAt: null },
  ];
  expect((await below({ roots })).slice(2, 4)).toEqual([
    "  notes: 2 documents, 999 bytes, indexed 2026-11-20T12:00:00.000Z",
    "  docs: 1 document, 1.0 KB, not indexed yet",
  ]);
});

it.each([
  [
    { pendingChunks: 2 },
    "Reading 1,232 of 1,234 passages with bge-base: 2 passages cannot be found by meaning yet",
  ],
  [{ invisibleVectors: 1 }, "1 vector on the way to the vector index, compared from D1 until then"],
  [{ failedDocuments: 3 }, "3 documents could not be indexed"],
  [{ pendingContexts: 4 }, "4 contexts to write"],
  [{ pendingNames: 5 }, "5 passages to be asked for names"],
  [{ namesOff: true }, "texts are not read for names: recall graph names on"],
  [{ failedWork: 6 }, "6 pieces of index work given up"],
  [{ failedWork: 1 }, "1 piece of index work given up"],
  [{ pausedUntil: "2026-11-21" }, "model work is paused until 2026-11-21"],
  [{ lastError: "no\u0007 answer" }, "last error: no␇ answer"],
])("says of an index with %j only that: %s", async (index, note) => {
  expect((await below({ index: { ...INDEX, ...index } })).slice(2, -1)).toEqual([
    "Embedder bge-base, reranker bge-reranker, vectors vectorize",
    `  ${note}`,
  ]);
});

it("names five of the documents that failed, with the reason", async () => {
  const failures = Array.from({ length: 7 }, (_, at) => ({
    ...{ root: "notes", path: `${at}.md`, chunks: at + 1, error: at === 0 ? null : "No\u0007 quota" },
  }));
  const lines = (await below({ index: { ...INDEX, failedDocuments: 7, failures } })).slice(3, -1);
  expect(lines).toHaveLength(6);
  expect(lines.slice(0, 3)).toEqual([
    "  7 documents could not be indexed",
    "    notes/0.md: no reason was kept (1 passage)",
    "    notes/1.md: No␇ quota (2 passages)",
  ]);
});

it("says what searches go without, and why, to who may know", async () => {
  const outages = [
    { part: "embedder", reason: "not_found", status: 404, message: "It answered 404\u0007" },
    { part: "quantum", reason: "error", message: "no", since: "2026-11-20", retryAt: "2026-11-21" },
  ];
  expect((await below({ outages })).slice(2, -1)).toEqual([
    "Embedder bge-base, reranker bge-reranker, vectors vectorize",
    "  searches go without the embedding model: It answered 404␇",
    "  searches go without quantum: no (since 2026-11-20, asked again after 2026-11-21)",
  ]);
});

it("says how far the work on the whole index is", async () => {
  const work = { kind: "chunker", unit: "documents", done: 3, total: 9, endsAt: null, lastError: null };
  expect((await below({ reindex: [work] }))[3]).toBe(
    "Cutting documents into passages again: 3 of 9 documents",
  );
});

it("counts today's searches, their speed, and the days before with theirs, but not today twice", async () => {
  const days = [
    { day: "2026-11-20", count: 1, p50Ms: 1, p95Ms: 2 },
    { day: "2026-11-19", count: 1_000, p50Ms: 20, p95Ms: 50 },
    { day: "2026-11-18", count: 1, p50Ms: null, p95Ms: 50 },
    { day: "2026-11-17", count: 2, p50Ms: 20, p95Ms: null },
  ];
  const today = {
    count: 1,
    nothingFound: 2,
    degraded: 3,
    p50Ms: 40,
    p95Ms: 90,
    cached: { answer: 4, embedding: 5, rerank: 6 },
  };
  const earlier = [
    "  2026-11-19: 1,000 searches, p50 up to 20 ms, p95 up to 50 ms",
    "  2026-11-18: 1 search",
    "  2026-11-17: 2 searches",
  ];
  expect((await below({ searches: { ...SEARCHES, ...today, days } })).slice(3)).toEqual([
    "1 search today, p50 up to 40 ms, p95 up to 90 ms; 2 found nothing, 3 degraded;",
    "  from caches: 4 answers, 5 embeddings, 6 rerank scores",
    ...earlier,
  ]);
  expect((await below({ searches: { ...SEARCHES, days } })).slice(3)).toEqual([
    "No searches today",
    ...earlier,
  ]);
  for (const half of [{ p50Ms: 1 }, { p95Ms: 1 }])
    expect((await below({ searches: { ...SEARCHES, count: 2, ...half } }))[3]).toBe(
      "2 searches today; 0 found nothing, 0 degraded;",
    );
});

it("says what the free plan leaves of today, and nothing of a plan that refuses nothing", async () => {
  const left = { rowsRead: 0.9, rowsWritten: 0.3, neurons: 0, queueOperations: 1 };
  const returnsAt = "2026-11-21T00:00:00.000Z";
  expect((await below({ plan: { plan: "free", returnsAt, left } })).slice(4)).toEqual([
    "Free plan, left of today for all workspaces: 90 % of rows read, 30 % of rows written, 0 % of neurons, 100 % of queue operations; back at 2026-11-21 00:00 UTC",
  ]);
  expect(await below({ plan: { plan: "paid", returnsAt, left: null } })).toHaveLength(4);
});

async function owned(deployment: object | undefined, ownerToken?: string) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", STATUS);
  if (deployment !== undefined) server.answers.set("GET /v1/deployment", deployment);
  const cwd = temporaryFolder();
  writeInto(cwd, "home/config.json", JSON.stringify({ url: server.url, token: "own", ownerToken }));
  const run = (...args: readonly string[]) =>
    runCli(["status", ...args], { cwd, env: { RECALL_HOME: `${cwd}/home` } });
  return { server, run };
}

it.each([
  [null, "no budget set"],
  [1, "of 1 call allowed"],
  [500, "of 500 calls allowed"],
])("tells who has the owner's token of all workspaces, with a budget of %s: %s", async (budget, said) => {
  const { server, run } = await owned({ ...DEPLOYMENT, models: { ...DEPLOYMENT.models, budget } }, "owner");
  expect((await run()).stdout.split("\n").slice(4, -1)).toEqual([
    "All workspaces (3): database 2.5 MB of 5.0 GB",
    `  model calls on 2026-11-20: 9 (${said}); 1 text embedded, 2 passages re-ranked`,
  ]);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer own", "Bearer owner"]);
  expect(JSON.parse((await run("--json")).stdout).deployment.workspaces).toBe(3);
});

it("tells the owner how full each of several databases is, by workspaces or bytes", async () => {
  const of = (database: number, workspaces: number, bytes: number) => ({
    ...{ database, workspaces, bytes, maxWorkspaces: 1_000, maxBytes: 10_000_000_000 },
  });
  const databases = [of(1, 1_000, 2_500_000), of(2, 1, 9_100_000_000)];
  const { run } = await owned({ ...DEPLOYMENT, databases }, "owner");
  expect((await run()).stdout.split("\n").slice(4, 7)).toEqual([
    "All workspaces (3): 2 databases 2.5 MB of 5.0 GB",
    "  database 1: 1,000 of 1,000 workspaces, 2.5 MB of 10.0 GB; 100 % full",
    "  database 2: 1 of 1,000 workspaces, 9.1 GB of 10.0 GB; 91 % full",
  ]);
});

it("tells the owner what of the plan is used, what is left, and the month's price on the paid one", async () => {
  const of = (per: string, left: number | null) => ({
    ...{ today: 1_234.4, month: 5_000, included: 10_000, per, left, dollars: 0 },
  });
  const daily = { rowsRead: of("day", 8_765.6), rowsWritten: of("day", 0), queueOperations: of("day", 1) };
  const use = {
    ...{ day: "2026-11-20", plan: "free", returnsAt: "2026-11-21T00:00:00.000Z", vectorQueries: 12 },
    ...{ ...daily, neurons: of("day", 2), dollars: 0 },
    ...{ queriedDimensions: of("month", 5_000), storedDimensions: of("stored", 3) },
  };
  const told = async (changes: object) => {
    const { run } = await owned({ ...DEPLOYMENT, use: { ...use, ...changes } }, "owner");
    return (await run()).stdout.split("\n").slice(6, -1);
  };
  expect(await told({})).toEqual([
    "Free plan on 2026-11-20; a day's amounts return at 2026-11-21 00:00 UTC",
    "  rows read: 1,234 of 10,000 today, 8,766 left; 5,000 this month",
    "  rows written: 1,234 of 10,000 today, 0 left; 5,000 this month",
    "  neurons: 1,234 of 10,000 today, 2 left; 5,000 this month",
    "  queue operations: 1,234 of 10,000 today, 1 left; 5,000 this month",
    "  dimensions queried: 1,234 today; 5,000 of 10,000 this month, 5,000 left",
    "  dimensions stored: 1,234 of 10,000, 3 left",
    "  queries to the vector index: 12 today",
  ]);
  const paid = await told({ plan: "paid", dollars: 5.254, rowsRead: of("month", null) });
  expect(paid.slice(0, 2)).toEqual([
    "Paid plan on 2026-11-20; a day's amounts return at 2026-11-21 00:00 UTC, $5.25 this month at list prices, without requests and CPU",
    "  rows read: 1,234 today; 5,000 of 10,000 this month",
  ]);
});

it("asks nothing of all workspaces without the owner's token, and does without where it is refused", async () => {
  const without = await owned(DEPLOYMENT);
  expect((await without.run()).stdout).not.toContain("All workspaces");
  expect(without.server.seen).toHaveLength(1);
  for (const [status, code, exit] of [
    [401, "unauthorized", 0],
    [403, "forbidden", 0],
    [400, "invalid_input", 2],
  ] as const) {
    const { server, run } = await owned(undefined, "owner");
    server.faults.push(
      (seen, response) => seen.url === "/v1/deployment" && refusing(status, code)(seen, response),
    );
    expect(await run(), code).toMatchObject({ code: exit });
  }
});

it("says what the workspace has of what it may have", async () => {
  const quotas = [
    { quota: "bytes", used: 1_500, allowed: 1_000_000 },
    { quota: "documents", used: 1, allowed: 5_000 },
  ];
  expect(await below({ quotas })).toContain("Quotas: 1.5 KB of 1.0 MB of text, 1 of 5,000 documents");
});

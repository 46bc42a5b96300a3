/**
 * `npm run cpu -- --longest [--only text]`: instead, for the largest requests that write, the longest time in which they let no
 * other request of their isolate go on, each as it is measured.
 * `npm run cpu [-- folder…] [--queries 200] [--json]`: CPU that the Worker's own JavaScript takes for a search, an upload
 * and a background run. Every request is first made against a real D1 and the stand-ins of the models, and what they answered is kept;
 * then it is made again in an isolate of its own that is answered from memory, so that no time is SQLite's. Last the time of
 * twenty searches in one request beside that of one, where the database and the models compute elsewhere, as in an account.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { renderTable } from "../src/cli/terminal/columns.ts";
import { PLAN_LIMITS, type Plan } from "../src/config.ts";
import { cloudflareModels } from "../src/models/models.ts";
import { createHandlers } from "../src/wiring.ts";
import { createClient, testEnv } from "../test/support/client.ts";
import { fakeAi } from "../test/support/fakes/fake-ai.ts";
import { fakeVectorize } from "../test/support/fakes/fake-vectorize.ts";
import { closeQuickDatabases, openQuickDatabase } from "../test/support/worlds/quick-database.ts";
import { type BenchCorpus, makeCorpus } from "./bench/corpus.ts";
import { Elsewhere } from "./cpu/elsewhere.ts";
import { longestStretches } from "./cpu/longest.ts";
import { type Cpu, measured, type Post, poster, searches, uploads, type Work } from "./cpu/measure.ts";
import { Tape, taped, tapedMethods } from "./cpu/tape.ts";
import { type Together, together } from "./cpu/together.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
    longest: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const queryCount = Number(values.queries);
if (!Number.isInteger(queryCount) || queryCount < 1) {
  console.error("usage: npm run cpu [-- folder…] [--queries 200] [--json] [--longest [--only text]]");
  process.exit(2);
}

/** Requests of each kind that are not measured: what follows meets code that is compiled. */
const WARM_UPS = 30;
const CHUNKS = 6_000;
/** Share of the documents that are pushed while it is measured; they are no part of what is searched. */
const UPLOADED = 0.3;
const DOCUMENTS_A_PUSH = 50;
const NOW_MS = Date.UTC(2026, 10, 20, 12);
/** What models take to answer, milliseconds, as in `npm run bench`. */
const EMBED_MS = 40;
const QUERY_MS = 60;
const RERANK_MS = 120;

// The Worker logs a line a request.
console.log = () => undefined;
// Node hands each digest to another thread, 17 µs of this one's; workerd makes it at once, in 6 (both measured, 1 KB).
crypto.subtle.digest = async (_, data) => {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
};

interface Isolate {
  readonly post: Post;
  /** A message of the queue is taken, as the platform hands it over. */
  readonly sweep: Work;
}

interface Isolates {
  readonly paid: Isolate;
  readonly free: Isolate;
}

const uploadedOf = ({ documents }: BenchCorpus) => Math.ceil(documents.length * UPLOADED);

/** What is measured, in an order in which each finds what it needs: so many background runs what was uploaded. */
async function kindsOf({ paid, free }: Isolates, corpus: BenchCorpus, runs: number) {
  const { queries, documents } = corpus;
  const all = queries.map((query, at) => `${query} ${at % 2 === 0 ? "" : queries.at(-1 - at)}`.trim());
  const uploaded = await uploads(free.post, documents.slice(-uploadedOf(corpus)), PLAN_LIMITS.free);
  return {
    "search, keyword": searches(paid.post, all, { profile: "keyword" }),
    "search, neural pool and re-ranking": searches(paid.post, all, { profile: "edge" }),
    "the same again, from its kept answer": searches(paid.post, all, { profile: "edge" }),
    "upload, unit of the free plan": uploaded,
    "background run of the free plan": Array<Work>(runs).fill(free.sweep),
  };
}

/** The Worker on both plans over one database, all of whose answers a tape takes. */
async function openWorld(tape: Tape) {
  const { database } = await openQuickDatabase();
  const [ai, vectorize] = [fakeAi(), fakeVectorize({ now: () => NOW_MS })];
  const bindings = {
    PLATFORM: "cloudflare",
    // The clock stands: units a minute would be used up and never given back.
    TOKEN_UNITS_PER_MINUTE: "0",
    WORKSPACE_UNITS_PER_MINUTE: "0",
    AI: tapedMethods(ai, { run: "by arguments" }, tape),
    VECTORIZE: tapedMethods(
      vectorize,
      { query: "by arguments", upsert: "in order", describe: "in order", getByIds: "by arguments" },
      tape,
    ),
  };
  const env = testEnv(taped(database, tape), bindings as never);
  const handlers = () => createHandlers({ cloudflare: cloudflareModels }, () => NOW_MS);
  const client = createClient(handlers() as never, env, undefined, () => NOW_MS);
  const token = await client.workspace("default");
  const isolate = (plan: Plan): Isolate => {
    const own = { worker: handlers(), env: { ...env, PLAN: plan } };
    return {
      post: poster(own.worker, own.env, token),
      sweep: () => own.worker.queue({ messages: [{ body: { task: "sweep" } }] } as never, own.env),
    };
  };
  const far = (elsewhere: Elsewhere): Post => {
    const DB = elsewhere.database(database);
    const AI = elsewhere.late(ai, "run", (model) =>
      String(model).includes("rerank") ? RERANK_MS : EMBED_MS,
    );
    const VECTORIZE = elsewhere.late(vectorize, "query", () => QUERY_MS);
    return poster(handlers(), { ...env, DB, AI, VECTORIZE }, token);
  };
  const chunks = async () => Number(await database.prepare("SELECT count(*) AS n FROM chunks").first("n"));
  return { client, token, chunks, far, isolates: () => ({ paid: isolate("paid"), free: isolate("free") }) };
}

interface Report {
  readonly kinds: readonly Cpu[];
  readonly together: Together;
}

async function run(corpus: BenchCorpus): Promise<Report> {
  const tape = new Tape();
  const elsewhere = new Elsewhere();
  const { client, token, chunks, far, isolates } = await openWorld(tape);
  const indexed = corpus.documents.slice(0, -uploadedOf(corpus));
  for (let at = 0; at < indexed.length; at += DOCUMENTS_A_PUSH) {
    const pushed = indexed.slice(at, at + DOCUMENTS_A_PUSH).map(({ path, text }) => [path, text]);
    await client.upload(token, Object.fromEntries(pushed));
  }
  for (let sweeps = 0; sweeps < 3; sweeps++) await client.sweep();
  const chunksBefore = await chunks();
  tape.record();
  for (const works of Object.values(await kindsOf(isolates(), corpus, uploadedOf(corpus))))
    for (const work of works) await work();
  const runs = Math.floor(((await chunks()) - chunksBefore) / PLAN_LIMITS.free.sweepRows);
  tape.play();
  await together(far(elsewhere), corpus.queries);
  elsewhere.play();
  await closeQuickDatabases();
  const kinds: Cpu[] = [];
  for (const [name, works] of Object.entries(await kindsOf(isolates(), corpus, runs))) {
    const warmUps = Math.min(WARM_UPS, Math.floor(works.length / 2));
    for (const work of works.slice(0, warmUps)) await work();
    kinds.push(await measured(name, works.slice(warmUps)));
  }
  return { kinds, together: await together(far(elsewhere), corpus.queries) };
}

if (values.longest) {
  for await (const { name, longestMs, turns } of longestStretches(values.only))
    process.stdout.write(`${name.padEnd(44)} ${longestMs.toFixed(0).padStart(5)} ms  ${turns} turns\n`);
  process.exit(0);
}

const folders = positionals.length > 0 ? positionals : [packageRoot()];
const corpus = await makeCorpus(
  folders.map((folder) => resolve(process.env.INIT_CWD ?? ".", folder)),
  { chunks: CHUNKS, queries: queryCount + WARM_UPS },
);
const report = await run(corpus);
const { oneMs, twentyMs } = report.together;
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const table = renderTable(
  ["CPU of the Worker's own code", "requests", "p50", "p95"],
  report.kinds.map(({ name, requests, p50Ms, p95Ms }) => [name, String(requests), ms(p50Ms), ms(p95Ms)]),
);
const atOnce =
  `Twenty searches in one request, database and models elsewhere: ${(twentyMs / oneMs).toFixed(2)} times the time of one ` +
  `(${ms(twentyMs)}, ${ms(oneMs)}; models answer after ${EMBED_MS}, ${QUERY_MS} and ${RERANK_MS} ms)`;
const lines = [...table, "", atOnce];
process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${lines.join("\n")}\n`);

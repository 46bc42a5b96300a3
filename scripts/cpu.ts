/**
 * `npm run cpu [-- folder…] [--queries 200] [--json]`: CPU that the Worker's own JavaScript takes for a search and for an
 * upload. Every request is first made against a real D1 and the stand-ins of the models, and what they answered is kept;
 * then it is made again in an isolate of its own that is answered from memory, so that no time is SQLite's.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { renderTable } from "../src/cli/terminal/columns.ts";
import { PLAN_LIMITS } from "../src/config.ts";
import { cloudflareModels } from "../src/models/models.ts";
import { createHandlers } from "../src/wiring.ts";
import { createClient, testEnv } from "../test/support/client.ts";
import { fakeAi } from "../test/support/fakes/fake-ai.ts";
import { fakeVectorize } from "../test/support/fakes/fake-vectorize.ts";
import { closeQuickDatabases, openQuickDatabase } from "../test/support/worlds/quick-database.ts";
import { type BenchCorpus, makeCorpus } from "./bench/corpus.ts";
import { type Cpu, measured, type Post, poster, searches, uploads, type Work } from "./cpu/measure.ts";
import { Tape, taped, tapedMethods } from "./cpu/tape.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: "string", default: "200" }, json: { type: "boolean", default: false } },
});
const queryCount = Number(values.queries);
if (!Number.isInteger(queryCount) || queryCount < 1) {
  console.error("usage: npm run cpu [-- folder…] [--queries 200] [--json]");
  process.exit(2);
}

/** Requests of each kind that are not measured: what follows meets code that is compiled. */
const WARM_UPS = 30;
const CHUNKS = 6_000;
/** Share of the documents that are pushed while it is measured; they are no part of what is searched. */
const UPLOADED = 0.3;
const NOW_MS = Date.UTC(2026, 10, 20, 12);

// The Worker logs a line a request.
console.log = () => undefined;

interface Kinds {
  readonly [name: string]: readonly Work[];
}

const uploadedOf = ({ documents }: BenchCorpus) => Math.ceil(documents.length * UPLOADED);

async function kindsOf(post: Post, corpus: BenchCorpus): Promise<Kinds> {
  const { queries, documents } = corpus;
  const all = queries.map((query, at) => `${query} ${at % 2 === 0 ? "" : queries.at(-1 - at)}`.trim());
  const uploaded = documents.slice(-uploadedOf(corpus));
  return {
    "search, keyword": searches(post, all, { profile: "keyword" }),
    "search, neural pool and re-ranking": searches(post, all, { profile: "edge" }),
    "the same again, from its kept answer": searches(post, all, { profile: "edge" }),
    "upload, unit of the free plan": await uploads(post, uploaded, PLAN_LIMITS.free),
  };
}

async function run(corpus: BenchCorpus): Promise<readonly Cpu[]> {
  const { database } = await openQuickDatabase();
  const tape = new Tape();
  const ai = fakeAi();
  const vectorize = fakeVectorize({ now: () => NOW_MS });
  const bindings = {
    ...{ PLATFORM: "cloudflare", PLAN: "paid", AI: tapedMethods(ai, ["run"], tape) },
    VECTORIZE: tapedMethods(vectorize, ["query"], tape),
  };
  const env = testEnv(taped(database, tape), bindings as never);
  const handlers = () => createHandlers({ cloudflare: cloudflareModels }, () => NOW_MS);
  const recording = createClient(handlers() as never, env);
  const token = await recording.workspace("default");
  const indexed = corpus.documents.slice(0, -uploadedOf(corpus));
  for (let at = 0; at < indexed.length; at += 50)
    await recording.upload(
      token,
      Object.fromEntries(indexed.slice(at, at + 50).map(({ path, text }) => [path, text])),
    );
  for (let sweeps = 0; sweeps < 3; sweeps++) await recording.sweep();
  const isolate = (): Post => poster(handlers(), env, token);
  for (const works of Object.values(await kindsOf(isolate(), corpus))) for (const work of works) await work();
  tape.play();
  await closeQuickDatabases();
  const results: Cpu[] = [];
  const playing = await kindsOf(isolate(), corpus);
  for (const [name, works] of Object.entries(playing)) {
    const warmUps = Math.min(WARM_UPS, Math.floor(works.length / 2));
    for (const work of works.slice(0, warmUps)) await work();
    results.push(await measured(name, works.slice(warmUps)));
  }
  return results;
}

const folders = positionals.length > 0 ? positionals : [packageRoot()];
const corpus = await makeCorpus(
  folders.map((folder) => resolve(process.env.INIT_CWD ?? ".", folder)),
  { chunks: CHUNKS, queries: queryCount + WARM_UPS },
);
const results = await run(corpus);
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const table = renderTable(
  ["CPU of the Worker's own code", "requests", "p50", "p95"],
  results.map(({ name, requests, p50Ms, p95Ms }) => [name, String(requests), ms(p50Ms), ms(p95Ms)]),
);
process.stdout.write(values.json ? `${JSON.stringify(results, undefined, 2)}\n` : `${table.join("\n")}\n`);

/**
 * `node scripts/judge/filters.ts [folder…] [--chunks 20000] [--queries 60]`: what a filter costs. Real text in five roots, each document with
 * metadata; every query is asked without a filter and with each, in turn, by words. Prints medians as a ratio to no filter, and rows read.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { renderTable } from "../../src/cli/terminal/columns.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { createClient, testEnv } from "../../test/support/client.ts";
import { fakeAi } from "../../test/support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../test/support/fakes/fake-vectorize.ts";
import { closeQuickDatabases, openQuickDatabase } from "../../test/support/worlds/quick-database.ts";
import { makeCorpus } from "../bench/corpus.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { chunks: { type: "string", default: "20000" }, queries: { type: "string", default: "60" } },
});
const ROOTS = 5;
const YEARS = 8;
const TEAMS = ["payments", "search", "mobile", "infra"];
const DOCUMENTS_A_CALL = 20;

const metadataOf = (at: number) => ({
  team: TEAMS[at % TEAMS.length],
  year: 2_019 + (at % YEARS),
  effort: at % 100,
  tags: at % 3 === 0 ? ["draft", "old"] : ["final"],
});

const FILTERS: Readonly<Record<string, object>> = {
  none: {},
  "one root (a fifth)": { root: "r1" },
  "three roots": { root: ["r1", "r2", "r3"] },
  prefix: { prefix: "src/" },
  language: { language: "markdown" },
  "dates (all pass)": { after: "2020-01-01", before: "2030-01-01" },
  "metadata, one value (a quarter)": { metadata: { team: "search" } },
  "metadata, a range (a hundredth)": { metadata: { effort: { gte: 99 } } },
  "metadata, a list (an eighth)": { metadata: { year: [2_019, 2_200] } },
  "not (two thirds pass)": { not: { metadata: { tags: "draft" } } },
  "any of eight": { any: Array.from({ length: YEARS }, (_, at) => ({ metadata: { effort: at } })) },
};

console.log = () => undefined;
const corpus = await makeCorpus(
  (positionals.length > 0 ? positionals : [packageRoot()]).map((folder) =>
    resolve(process.env.INIT_CWD ?? ".", folder),
  ),
  { chunks: Number(values.chunks), queries: Number(values.queries) },
);
const { database } = await openQuickDatabase();
// The clock of a token's units would end the run.
const units = { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" };
const bindings = {
  PLATFORM: "cloudflare",
  AI: fakeAi(),
  VECTORIZE: fakeVectorize({ now: Date.now }),
  ...units,
};
const client = createClient(
  createHandlers({ cloudflare: cloudflareModels }) as never,
  testEnv(database, bindings as never),
);
const token = await client.workspace("default");
for (const [number, root] of Array.from({ length: ROOTS }, (_, at) => [at, `r${at}`] as const)) {
  const own = corpus.documents.flatMap(({ path, text }, at) =>
    at % ROOTS === number ? [{ path, text, metadata: metadataOf(Math.floor(at / ROOTS)) }] : [],
  );
  for (let from = 0; from < own.length; from += DOCUMENTS_A_CALL) {
    const sent = await client.call("POST", `/v1/documents?root=${root}`, {
      token,
      body: own.slice(from, from + DOCUMENTS_A_CALL),
    });
    if (sent.status !== 200 || sent.body.failed.length > 0)
      throw new Error(JSON.stringify(sent.body).slice(0, 400));
  }
}
const chunks = await database.prepare("SELECT count(*) AS n FROM chunks").first("n");

const times = new Map<string, number[]>();
const rows = new Map<string, number[]>();
for (const query of corpus.queries)
  for (const [name, filters] of Object.entries(FILTERS)) {
    const startedMs = performance.now();
    const { body } = await client.search(token, query, { profile: "keyword", filters });
    times.set(name, [...(times.get(name) ?? []), performance.now() - startedMs]);
    rows.set(name, [...(rows.get(name) ?? []), body.use.rowsRead]);
  }
const median = (all: readonly number[] = []): number => percentile(all, 0.5);
const plain = median(times.get("none"));
const table = renderTable(
  [`filter, ${chunks} passages`, "median", "times", "rows read"],
  Object.keys(FILTERS).map((name) => {
    const ms = median(times.get(name));
    return [name, `${ms.toFixed(1)} ms`, (ms / plain).toFixed(2), String(median(rows.get(name)))];
  }),
);
process.stdout.write(`${table.join("\n")}\n`);
await closeQuickDatabases();

/**
 * `node scripts/bench/ablate.ts <judged set> [--scope prefix]`: what each part of the ranking is worth. Indexes the set
 * once on a local server, then ranks every question over its database with one part changed at a time, and prints
 * nDCG@10 with its paired bootstrap difference to the ranking as it is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import type { Evaluation } from "../../src/cli/commands/eval/evaluation.ts";
import { share } from "../../src/cli/commands/eval/render.ts";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { mean } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { pairedBootstrap } from "../../src/cli/commands/eval/statistics/significance.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { renderTable } from "../../src/cli/terminal/columns.ts";
import { DEFAULTS } from "../../src/config.ts";
import { RESCORE_WEIGHTS } from "../../src/search/arms/keyword/rescore.ts";
import { fuseArms } from "../../src/search/fusion/fuse-arms.ts";
import { byScore, type Scored } from "../../src/search/fusion/lists.ts";
import { resolveProfile } from "../../src/search/profiles/resolve-profile.ts";
import { databaseFile } from "./floor.ts";
import { type Replayed, replay, type Variant } from "./replay.ts";
import { newWorkspace } from "./workspaces.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
const LIMIT = 100;
const OFF = { window: 0, pairs: 0, inside: 0, source: 0, identifiers: 0 };

const VARIANTS: readonly Variant[] = [
  { name: "keyword" },
  { name: "no repair", repairs: false },
  { name: "no joined pairs", words: "no joined pairs" },
  { name: "no identifier parts", words: "no parts" },
  { name: "title weight 1", rank: "bm25(1.0, 1.0, 0.4, 0.5)" },
  { name: "no context", rank: "bm25(3.0, 1.0, 0.0, 0.5)" },
  { name: "context weight 1", rank: "bm25(3.0, 1.0, 1.0, 0.5)" },
  { name: "no re-scoring", parts: OFF },
  { name: "no window", parts: { window: 0 } },
  { name: "no pairs", parts: { pairs: 0 } },
  { name: "no inside", parts: { inside: 0 } },
  { name: "no source", parts: { source: 0 } },
  { name: "no whole identifiers", parts: { identifiers: 0 } },
  { name: "edge", vectorWeight: "own" },
  ...[0.05, 0.1, DEFAULTS.embeddedWeight, 0.2, 0.3].map((vectorWeight) => ({
    name: `edge, vectors ${vectorWeight}`,
    vectorWeight,
  })),
];

const { fusion } = resolveProfile("edge");

/** The ranking of a variant from what was replayed. */
function rankingOf(
  { keyword, vector, unknownShare }: Replayed,
  { parts, vectorWeight }: Variant,
): readonly Scored[] {
  const weights = { ...RESCORE_WEIGHTS, ...parts };
  const names = Object.keys(weights) as (keyof typeof weights)[];
  const scored = keyword.map(({ id, bm25, parts: own }) => ({
    id,
    score: names.reduce((sum, name) => sum + weights[name] * own[name], bm25),
  }));
  if (vectorWeight === undefined) return scored.sort(byScore);
  const convexWeight = vectorWeight === "own" ? undefined : vectorWeight;
  return fuseArms(
    [
      { name: "keyword", arm: "keyword", entries: scored },
      { name: "vector", arm: "vector", entries: vector },
    ],
    { ...fusion, convexWeight },
    { embedder: { kind: "embedded" }, unknownShare, traits: () => undefined },
  );
}

/** Variants that change only what follows the FTS5 query share its rows. */
const queryKey = ({ rank = "", words = "all", repairs = true }: Variant): string =>
  [rank, words, repairs].join("|");

async function scoresOf(database: DatabaseSync, { questions, score }: Evaluation): Promise<number[][]> {
  const scores: number[][] = VARIANTS.map(() => []);
  for (const question of questions) {
    const replayed = new Map<string, Replayed>();
    for (const [at, variant] of VARIANTS.entries()) {
      const known = replayed.get(queryKey(variant)) ?? (await replay(database, question, variant));
      replayed.set(queryKey(variant), known);
      const hits = rankingOf(known, variant).flatMap(({ id }) => known.rows.get(id) ?? []);
      scores[at]?.push(score(question, hits, LIMIT)["nDCG@10"] ?? 0);
    }
  }
  return scores;
}

/** Indexes on a local server; the database is left in the home. */
async function indexInto(home: string, evaluation: Evaluation): Promise<string> {
  const secret = "only for a server that ends in a moment, on this machine";
  const server = await startServer({ root: packageRoot(), home, port: 0, secret });
  try {
    const client = await newWorkspace(server.url, secret, "ablate");
    await evaluation.push(client, QUIET);
    await untilIndexed(client, QUIET.signal, QUIET.onProgress);
  } finally {
    await server.stop();
  }
  return databaseFile(home);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined || (values.scope !== undefined && values.scope !== "prefix")) {
  console.error("usage: node scripts/bench/ablate.ts <judged set> [--scope prefix]");
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), "recall-ablate-"));
try {
  const evaluation = await entrySet(resolve(folder), values.scope);
  const database = new DatabaseSync(await indexInto(home, evaluation));
  const scores = await scoresOf(database, evaluation);
  database.close();
  const [base = []] = scores;
  const rows = VARIANTS.map(({ name }, at) => {
    const own = scores[at] ?? [];
    const {
      mean: delta,
      low,
      high,
      p,
    } = pairedBootstrap(own.map((value, index) => value - (base[index] ?? 0)));
    return [name, share(mean(own)), share(delta), `${share(low)} to ${share(high)}`, share(p, 3)];
  });
  console.log(renderTable([basename(folder), "nDCG@10", "Δ", "95% interval", "p"], rows).join("\n"));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/**
 * `node scripts/judge/ablate.ts <judged set> [--scope prefix | --questions file]`: what each part of the ranking is worth.
 * Indexes the set once on a local server, then ranks every question over its database with one part changed at a time, and
 * prints nDCG@10 (of a folder with questions MRR@10) with its paired bootstrap difference to the ranking as it is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import type { Evaluation } from "../../src/cli/commands/eval/evaluation.ts";
import { share } from "../../src/cli/commands/eval/render.ts";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { passageSet } from "../../src/cli/commands/eval/sets/passage-set.ts";
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
import type { Settings } from "../../src/search/profiles/profile.ts";
import { resolveProfile } from "../../src/search/profiles/resolve-profile.ts";
import { unknownShare } from "../../src/search/query/analyse.ts";
import { evidenceOf } from "../../src/search/relevance/evidence.ts";
import { probabilityOf } from "../../src/search/relevance/relevance.ts";
import { rankPool } from "../../src/search/stages/run-stages.ts";
import { databaseFile } from "./floor.ts";
import { LIMIT, type Replayed, replay, type Variant } from "./replay.ts";
import { newWorkspace } from "../bench/workspaces.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
const OFF = Object.fromEntries(Object.keys(RESCORE_WEIGHTS).map((part) => [part, 0]));

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
  { name: "no definition", parts: { definition: 0 } },
  { name: "no heading", parts: { heading: 0 } },
  { name: "edge", vectorWeight: "own", stages: {} },
  ...[0.05, 0.1, DEFAULTS.embeddedWeight, 0.2, 0.3].map((vectorWeight) => ({
    name: `edge, vectors ${vectorWeight}`,
    vectorWeight,
    stages: {},
  })),
  edgeWith("no heading", {}, { heading: 0 }),
  edgeWith("no supporting", { "supporting.weight": 0 }),
  edgeWith("no remembered", { "remembered.weight": 0 }),
  edgeWith("no definition", { "definition.weight": 0 }, { definition: 0 }),
  edgeWith("no copies", { "copies.similarity": 0 }),
  edgeWith("no perDocument", { "perDocument.hits": 0 }),
  edgeWith("perDocument.share 0.5", { "perDocument.share": 0.5 }),
];

/** `edge` with one rule changed, compared with it. */
function edgeWith(changed: string, stages: Settings, parts: Variant["parts"] = {}): Variant {
  return { name: `edge, ${changed}`, vectorWeight: "own", stages, parts, against: "edge" };
}

/** The ranking of a variant from what was replayed. */
function rankingOf(
  { keyword, vector, rows, plan, repaired }: Replayed,
  { parts, vectorWeight, stages }: Variant,
): readonly Scored[] {
  const weights = { ...RESCORE_WEIGHTS, ...parts };
  const names = Object.keys(weights) as (keyof typeof weights)[];
  const scored = keyword.map(({ id, bm25, parts: own }) => ({
    id,
    score: names.reduce((sum, name) => sum + weights[name] * own[name], bm25),
  }));
  if (vectorWeight === undefined) return scored.sort(byScore);
  const profile = resolveProfile("edge", stages ?? {});
  const convexWeight = vectorWeight === "own" ? undefined : vectorWeight;
  const fused = fuseArms(
    [
      { name: "keyword", arm: "keyword", entries: scored },
      { name: "vector", arm: "vector", entries: vector },
    ],
    { ...profile.fusion, convexWeight },
    { embedder: { kind: "embedded" }, unknownShare: unknownShare(repaired), traits: () => undefined },
  );
  const none = { keyword: NONE, similarity: NONE, keptScores: NONE, vectors: NONE };
  const pool = { ...none, fused, rows, fallback: undefined };
  const reranked = { ranked: fused, raw: NONE, fresh: [], outage: undefined };
  const judged = { relevanceOf: relevanceIn({ repaired, scored, vector, rows }), isMeasured: () => true };
  return rankPool(
    { ...plan, profile },
    { pool, reranked, repaired, judged, workspace: { settings: "{}" }, trace: undefined },
  );
}

/** As a search without a model judges its passages. */
function relevanceIn({
  repaired,
  scored,
  vector,
  rows,
}: Pick<Replayed, "vector" | "rows" | "repaired"> & {
  readonly scored: readonly Scored[];
}): (candidate: Scored) => number {
  const keyword = new Map(scored.map(({ id, score }) => [id, score]));
  const cosines = new Map(vector.map(({ id, score }) => [id, score]));
  const evidence = evidenceOf(
    repaired,
    [...keyword.values()].sort((a, b) => b - a),
  );
  return ({ id }) => {
    const { text = "", headings = [], path = "" } = rows.get(id) ?? {};
    const said = { keyword: keyword.get(id), cosine: cosines.get(id), rerank: undefined };
    return probabilityOf("passage", evidence({ text, headings, path }, said), "embedded");
  };
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

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
      const own = score(question, hits, LIMIT);
      scores[at]?.push(own["nDCG@10"] ?? own["MRR@10"] ?? own["both@10"] ?? 0);
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
  options: { scope: { type: "string" }, questions: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined || (values.scope !== undefined && values.scope !== "prefix")) {
  console.error("usage: node scripts/judge/ablate.ts <judged set> [--scope prefix | --questions file]");
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), "recall-ablate-"));
try {
  const evaluation =
    values.questions === undefined
      ? await entrySet(resolve(folder), values.scope)
      : await passageSet(resolve(folder), resolve(values.questions));
  const database = new DatabaseSync(await indexInto(home, evaluation));
  const scores = await scoresOf(database, evaluation);
  database.close();
  const rows = VARIANTS.map(({ name, against }, at) => {
    const own = scores[at] ?? [];
    const base =
      scores[
        Math.max(
          0,
          VARIANTS.findIndex((one) => one.name === against),
        )
      ] ?? [];
    const {
      mean: delta,
      low,
      high,
      p,
    } = pairedBootstrap(own.map((value, index) => value - (base[index] ?? 0)));
    return [name, share(mean(own)), share(delta), `${share(low)} to ${share(high)}`, share(p, 3)];
  });
  console.log(
    renderTable(
      [basename(folder), values.questions === undefined ? "nDCG@10" : "MRR@10", "Δ", "95% interval", "p"],
      rows,
    ).join("\n"),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}

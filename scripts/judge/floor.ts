import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { mean, percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { vocabularyTable } from "../../src/database/keyword-tables.ts";
import { valuesOf } from "../../src/database/statement.ts";
import { ARMS } from "../../src/search/arms/table.ts";
import type { DatabaseRead } from "../../src/search/hops/reads.ts";
import { stateRead } from "../../src/search/hops/workspace-state.ts";
import { IS_MARKER, languagesAmong } from "../../src/search/query/language-forms.ts";
import { embeddedPlan } from "../bench/embedded-plan.ts";
import type { Timing } from "../bench/measure.ts";

type Seen = NonNullable<Parameters<typeof embeddedPlan>[3]>;

/** What a search by keyword asks the database in its only round trip. */
async function readsOf(query: string, workspace: number, seen: Seen): Promise<readonly DatabaseRead[]> {
  const request = { query, profile: "keyword", view: "snippet", consistency: "nearest" } as const;
  const nowMs = Date.now();
  const plan = await embeddedPlan(request, workspace, nowMs, seen);
  const claims = { id: "floor", workspace, scope: "read", expiresAt: null } as const;
  const state = stateRead({ workspace, claims, nowMs, usualCalls: 0, plan });
  return [state, ...ARMS.filter((arm) => arm.isOn(plan)).flatMap(({ reads }) => reads.hop1?.(plan) ?? [])];
}

/** As the server knows it from an earlier search. */
function seenIn(database: DatabaseSync, workspace: number): Seen {
  const { chunks } = database
    .prepare("SELECT chunks FROM workspaces WHERE num = ?")
    .get(workspace) as unknown as { readonly chunks: number };
  const markers = database
    .prepare(`SELECT term, doc FROM ${vocabularyTable(workspace)} WHERE ${IS_MARKER}`)
    .all() as unknown as readonly { readonly term: string; readonly doc: number }[];
  const languages = languagesAmong(new Map(markers.map(({ term, doc }) => [term, doc])));
  return { languages, ranking: { passages: chunks, areRowsFree: true } };
}

/** The file of a local server's database. */
export function databaseFile(home: string): string {
  const state = join(home, "state");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" });
  const found = files.find((name) => /\bd1\b/.test(name) && /(?<!metadata)\.sqlite$/.test(name));
  if (found === undefined) throw new Error(`no database below ${state}`);
  return join(state, found);
}

/** A copy of the server's database, made while nobody writes. */
export function copyDatabase(home: string, target: string): string {
  const file = databaseFile(home);
  mkdirSync(target, { recursive: true });
  for (const part of ["", "-wal"])
    if (existsSync(file + part)) copyFileSync(file + part, join(target, `copy.sqlite${part}`));
  return join(target, "copy.sqlite");
}

const MICROSECONDS = 1_000;

/**
 * The SQL of searches by keyword over the same data in this process: what SQLite itself takes. Every query is run once before it
 * is measured, so that both sides read from memory.
 */
export async function measureFloor(
  home: string,
  queries: readonly string[],
  workspace: number,
): Promise<Timing> {
  const database = new DatabaseSync(copyDatabase(home, join(home, "floor")));
  const seen = seenIn(database, workspace);
  const searches = await Promise.all(queries.map((query) => readsOf(query, workspace, seen)));
  const run = (reads: readonly DatabaseRead[]): void => {
    for (const { statement, values } of reads)
      database.prepare(statement.sql).all(...(valuesOf(statement, values) as SQLInputValue[]));
  };
  for (const reads of searches) run(reads);
  const before = process.cpuUsage();
  const latencies = searches.map((reads) => {
    const startedMs = performance.now();
    run(reads);
    return performance.now() - startedMs;
  });
  const { user, system } = process.cpuUsage(before);
  database.close();
  return {
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    meanMs: mean(latencies),
    cpuMs: (user + system) / MICROSECONDS / searches.length,
  };
}

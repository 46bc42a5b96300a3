import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { mean, percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { valuesOf } from "../../src/database/statement.ts";
import { MATCHES } from "../../src/search/arms/keyword/keyword.ts";
import { matchesRead } from "../../src/search/arms/keyword/matches.ts";
import type { DatabaseRead } from "../../src/search/hops/reads.ts";
import { embeddedPlan } from "../bench/embedded-plan.ts";
import type { Timing } from "../bench/measure.ts";

/** The keyword arm's own statement for a query; undefined when the query holds no word. */
async function statementFor(
  query: string,
  workspace: number,
  passages: number,
): Promise<DatabaseRead | undefined> {
  const request = { query, profile: "keyword", view: "snippet", consistency: "nearest" } as const;
  const plan = await embeddedPlan(request, workspace, Date.now(), { passages, areRowsFree: true });
  return matchesRead(MATCHES, plan, plan.query)[0];
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
 * The keyword arm's SQL over the same data in this process: what SQLite itself takes. Every query is run once before it
 * is measured, so that both sides read from memory.
 */
export async function measureFloor(
  home: string,
  queries: readonly string[],
  workspace: number,
): Promise<Timing> {
  const database = new DatabaseSync(copyDatabase(home, join(home, "floor")));
  const { chunks } = database
    .prepare("SELECT chunks FROM workspaces WHERE num = ?")
    .get(workspace) as unknown as { readonly chunks: number };
  const planned = await Promise.all(queries.map((query) => statementFor(query, workspace, chunks)));
  const statements = planned.filter((statement) => statement !== undefined);
  const run = ({ statement, values }: DatabaseRead) =>
    database.prepare(statement.sql).all(...(valuesOf(statement, values) as SQLInputValue[]));
  for (const statement of statements) run(statement);
  const before = process.cpuUsage();
  const latencies = statements.map((statement) => {
    const startedMs = performance.now();
    run(statement);
    return performance.now() - startedMs;
  });
  const { user, system } = process.cpuUsage(before);
  database.close();
  return {
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    meanMs: mean(latencies),
    cpuMs: (user + system) / MICROSECONDS / statements.length,
  };
}

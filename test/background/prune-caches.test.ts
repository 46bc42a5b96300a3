import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pruneCaches } from "../../src/background/prune-caches.ts";
import { pruneRuns } from "../../src/background/runs.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { pruneSearchDays } from "../../src/search/sql/search-writes.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const WIDE = 1e9;

describe("pruning the caches", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openQuickDatabase();
    const { database } = opened;
    const rows = JSON.stringify(Array.from({ length: 3_000 }, (_, at) => at));
    const vector = "v".repeat(1_000);
    const scores = "s".repeat(80);
    await database.batch([
      database
        .prepare(
          `INSERT INTO query_results (workspace, query_hash, identity, vector, model, scores, used_at)
            SELECT 1, value, 'a', '${vector}', 'm', '${scores}', ${NOW} - 3000 + value FROM json_each(?)`,
        )
        .bind(rows),
      database
        .prepare(`INSERT INTO embeddings SELECT 1, 'a', value, '${vector}', 0 FROM json_each(?)`)
        .bind(rows),
      database.prepare(
        `INSERT INTO query_results (num, workspace, query_hash, used_at) VALUES (0, 1, 'unused', ${NOW - 40 * DAY_MS})`,
      ),
      ...[29, 31].map((days) =>
        database.prepare(
          `INSERT INTO runs (kind, started_at, ended_at, work) VALUES ('${days}', ${NOW - days * DAY_MS}, 0, '{}')`,
        ),
      ),
      ...["2026-08-21", "2026-08-22"].map((day) =>
        database.prepare("INSERT INTO search_days (workspace, day, latencies) VALUES (1, ?, '[]')").bind(day),
      ),
    ]);
  });
  afterAll(() => opened.dispose());

  const session = () => openSession(opened.database, { from: "primary", meter: createMeter() });
  const prune = async (limits = WIDE, nowMs = NOW) => pruneCaches(session(), nowMs, limits);
  const one = async (sql: string) => Object.values((await opened.database.prepare(sql).first()) ?? {})[0];

  it("lets be what fits, but for what nobody used for a month", async () => {
    expect(await prune()).toBe(1);
    expect(await prune()).toBe(0);
  });

  it("drops the oldest beyond the size, in pieces, and never a chunk's embedding", async () => {
    const limit = 500 * 1_200;
    expect([await prune(limit), await prune(limit), await prune(limit)]).toEqual([2_000, 500, 0]);
    expect(await one("SELECT count(*) FROM query_results")).toBe(500);
    expect(await one("SELECT min(used_at) FROM query_results")).toBe(NOW - 500);
    expect(await one("SELECT count(*) FROM embeddings")).toBe(3_000);
  });

  it("drops the rest when a month has gone by without a use", async () => {
    expect(await prune(WIDE, NOW + 31 * DAY_MS)).toBe(500);
  });

  it("leaves records to their own time: runs go after 30 days, days of searches after 90", async () => {
    expect([await pruneRuns(session(), NOW), await pruneSearchDays(session(), NOW)]).toEqual([1, 1]);
    expect([await one("SELECT kind FROM runs"), await one("SELECT day FROM search_days")]).toEqual([
      "29",
      "2026-08-22",
    ]);
  });
});

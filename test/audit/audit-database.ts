import { beforeEach } from "vitest";
import type { AuditDeps } from "../../src/audit/check.ts";
import { mendTable, scanTable } from "../../src/audit/sql/audit.ts";
import { TABLE_AUDITS, type TableCheck } from "../../src/audit/sql/tables.ts";
import { statement } from "../../src/database/statement.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

/** One database for the tests of a group; each begins in a workspace of its own beside another one. */
export function auditDatabase() {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  const place = { workspace: 0, other: 0 };
  beforeEach(async () => {
    place.workspace = await newWorkspace();
    place.other = await newWorkspace();
  });
  const rewritten: string[] = [];
  /** What an audit of the workspace is given; what it writes again is only noted. */
  const parts = ({ limits, ...more }: Partial<Omit<AuditDeps, "limits">> & { limits?: object } = {}) => {
    rewritten.length = 0;
    return {
      ...{ db: here.db, vectors: undefined, workspace: place.workspace, isFull: true, nowMs: NOW_MS },
      random: () => 0,
      rewrite: async ({ path }) => void rewritten.push(path),
      limits: { slices: 1, rows: 100, bytes: 1_000_000, rewrites: 100, ...limits },
      ...more,
    } satisfies AuditDeps;
  };
  const run = async (...texts: readonly string[]) => {
    await here.db.batch({ done: texts.map((sql) => here.db.bind(statement(sql))) });
  };
  /** One page of a check, and its repair. */
  const scan = (check: TableCheck, more = {}) =>
    scanTable(here.db, TABLE_AUDITS[check], {
      ...{ workspace: place.workspace, after: "", limit: 100, nowMs: NOW_MS },
      ...more,
    });
  const mend = (check: TableCheck, keys: readonly unknown[]) =>
    mendTable(here.db, TABLE_AUDITS[check], {
      ...{ workspace: place.workspace, nowMs: NOW_MS },
      keys: keys.map(String),
    });
  /** A request for an audit of the workspace. */
  const context = () => ({
    ...{ workspace: place.workspace, nowMs: NOW_MS, row: { slug: "notes" } },
    session: { toPrimary: () => here.db },
  });
  return { here, place, all, column, write, rewritten, parts, context, run, scan, mend };
}

export { LIVE_IDENTITY, NOW_MS };
